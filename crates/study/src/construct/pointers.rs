//! *Draw the pointers*: the learner sets the pointers of a list as they are after the next link. They
//! are followed for one cover and one uncover, so a wrong one is seen by what it loses.

use super::lists::Lists;
use crate::broken::Ring;
use dancing::{Field, ItemId, Link, NodeId};
use quadrille_puzzle::Encoded;
use quadrille_solve::Stepper;

/// A pointer that the learner sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnPointer {
    /// The node that has the pointer, as an index into [`PointersExercise::nodes`].
    pub of: usize,
    /// The field of the node.
    pub field: Field,
    /// The target, as an index into [`PointersExercise::nodes`].
    pub to: usize,
}

/// An exercise: a list, the node that leaves it or comes back, and the pointers to be set.
#[derive(Clone, Debug)]
pub struct PointersExercise {
    /// The names of the nodes in the order of the list, the header first. The node that moves is
    /// among them.
    pub nodes: Vec<String>,
    /// The index of the node that moves.
    pub moved: usize,
    /// True if it leaves the list, false if it comes back.
    pub leaves: bool,
    /// The pointers, first as they are before the link.
    pub pointers: Vec<DrawnPointer>,
    /// The item of the list. `None` for the list of items.
    pub item: Option<ItemId>,
    lists: Lists,
    header: usize,
    /// The places of the nodes in the lists.
    places: Vec<usize>,
}

/// A graded drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointerGrade {
    pub right: bool,
    /// The verdict, in sentences.
    pub text: String,
    /// The list as the drawn pointers make it, and after one cover and one uncover more.
    pub rings: [Ring; 2],
}

/// The most nodes of a list that is drawn.
const MOST: usize = 8;

/// The largest problem, in nodes.
const LARGEST: usize = 100_000;

impl PointersExercise {
    /// The exercise at a state: the first link of the next step in a list that is short enough.
    /// `None` if there is none.
    pub fn new(stepper: &Stepper, names: &Encoded) -> Option<PointersExercise> {
        let step = stepper.small_next_step()?;
        let links = stepper.links();
        if !names.problem.is_plain() || links.n_nodes() > LARGEST {
            return None;
        }
        let mut lists = Lists::of(links);
        let done = stepper.slow().map_or(0, |slow| slow.done());
        // The first link with two nodes or more beside the header; without one, the first of all. A
        // link that comes back is made before its list is walked, and one that leaves after it.
        let mut found: Option<PointersExercise> = None;
        for link in step.links.iter().skip(done) {
            let (moved, header) = match *link {
                Link::Header(item) => (item.index(), lists.root),
                Link::Node(node) => (lists.place(node), links.item(node).index()),
            };
            let (forth, _) = lists.fields(header);
            if !step.removes {
                put_back(&mut lists, header, moved);
            }
            let walk = lists.walk_at_most(header, forth, MOST);
            let least = if found.is_none() { 3 } else { 4 };
            if walk.closes && (least..=MOST).contains(&(walk.nodes.len() + 1)) {
                let nodes: Vec<usize> = [header].into_iter().chain(walk.nodes).collect();
                let mut before = lists.clone();
                if !step.removes {
                    take_out(&mut before, header, moved);
                }
                let is_large = nodes.len() >= 4;
                found = Some(PointersExercise::of(before, header, moved, step.removes, nodes, names));
                if is_large {
                    break;
                }
            }
            if step.removes {
                take_out(&mut lists, header, moved);
            }
        }
        found
    }

    fn of(
        lists: Lists,
        header: usize,
        moved: usize,
        leaves: bool,
        places: Vec<usize>,
        names: &Encoded,
    ) -> PointersExercise {
        let (forth, back) = lists.fields(header);
        let index = |place: usize| places.iter().position(|&other| other == place).unwrap_or(0);
        let pointer = |(of, field): (usize, Field)| DrawnPointer { of, field, to: index(lists.get(field, places[of])) };
        let all = (0..places.len()).flat_map(|of| [(of, back), (of, forth)]);
        PointersExercise {
            nodes: places.iter().map(|&place| lists.label(place, names)).collect(),
            moved: index(moved),
            leaves,
            pointers: all.map(pointer).collect(),
            item: (header != lists.root).then_some(ItemId(header as u32)),
            lists,
            header,
            places,
        }
    }

    /// The task, as a sentence.
    pub fn task(&self) -> String {
        let list = match self.item {
            None => "the list of items".to_string(),
            Some(_) => format!("the list of {}", self.nodes[0]),
        };
        let verb = if self.leaves { "leaves" } else { "comes back into" };
        format!("{} {verb} {list}. Set the pointers as they are afterwards.", self.nodes[self.moved])
    }

    /// The pointers in a sentence each: `U of a d g: d`.
    pub fn told(&self) -> Vec<String> {
        let tell = |pointer: &DrawnPointer| {
            format!("{} of {}: {}", pointer.field.letter(), self.nodes[pointer.of], self.nodes[pointer.to])
        };
        self.pointers.iter().map(tell).collect()
    }

    /// Turns a pointer to the next node, or to the one before.
    pub fn turn(&mut self, at: usize, forward: bool) {
        let n = self.places.len();
        let pointer = &mut self.pointers[at];
        pointer.to = (pointer.to + if forward { 1 } else { n - 1 }) % n;
    }

    /// The pointers as they are after the link.
    pub fn truth(&self) -> Vec<DrawnPointer> {
        let mut lists = self.lists.clone();
        self.link(&mut lists);
        let index = |place: usize| self.places.iter().position(|&other| other == place).unwrap_or(0);
        self.pointers
            .iter()
            .map(|pointer| DrawnPointer { to: index(lists.get(pointer.field, self.places[pointer.of])), ..*pointer })
            .collect()
    }

    /// Makes the link.
    fn link(&self, lists: &mut Lists) {
        match self.leaves {
            true => take_out(lists, self.header, self.places[self.moved]),
            false => put_back(lists, self.header, self.places[self.moved]),
        }
    }

    /// Grades the pointers, and follows them.
    pub fn grade(&self) -> PointerGrade {
        let mut drawn = self.lists.clone();
        for pointer in &self.pointers {
            drawn.set(pointer.field, self.places[pointer.of], self.places[pointer.to]);
        }
        let mut due = self.lists.clone();
        self.link(&mut due);
        let (forth, _) = drawn.fields(self.header);
        let in_list = |lists: &Lists| lists.walk(self.header, forth).nodes;
        let after = drawn.ring(self.header, Some(&in_list(&due)));
        // One cover and one uncover more: the first node leaves and comes back, then this link is
        // undone.
        let mut later = drawn.clone();
        let moved = self.places[self.moved];
        let first = later.get(forth, self.header);
        if first != self.header {
            take_out(&mut later, self.header, first);
            put_back(&mut later, self.header, first);
        }
        match self.leaves {
            true => put_back(&mut later, self.header, moved),
            false => take_out(&mut later, self.header, moved),
        }
        let later_ring = later.ring(self.header, Some(&in_list(&self.lists)));
        let truth = self.truth();
        let wrong: Vec<&DrawnPointer> =
            self.pointers.iter().zip(&truth).filter(|(own, due)| own.to != due.to).map(|(own, _)| own).collect();
        let right = wrong.is_empty();
        let text = match wrong.first() {
            None => {
                let kept = &self.nodes[self.moved];
                match self.leaves {
                    true => format!("Right: two pointers change. {kept} keeps its own, and so finds its place again."),
                    false => format!("Right: two pointers change, and {kept} is back between its neighbours."),
                }
            }
            Some(_) => {
                let order = [
                    drawn.walk(self.header, forth) == due.walk(self.header, forth),
                    later.walk(self.header, forth) == self.lists.walk(self.header, forth),
                ];
                let seen = self.seen(&after, &later_ring, order);
                let name =
                    |pointer: &&DrawnPointer| format!("{} of {}", pointer.field.letter(), self.nodes[pointer.of]);
                let named: Vec<String> = wrong.iter().take(4).map(name).collect();
                let is_moved = wrong.iter().any(|pointer| pointer.of == self.moved) && self.leaves;
                let keeps = if is_moved { " A node that leaves keeps its pointers." } else { "" };
                format!("Not yet: {}.{keeps} {seen}", named.join(", "))
            }
        };
        PointerGrade { right, text, rings: [after, later_ring] }
    }

    /// The sentence about the list that the drawn pointers make. `order` is whether the nodes are as
    /// they should be, now and later.
    fn seen(&self, after: &Ring, later: &Ring, order: [bool; 2]) -> String {
        let list = if self.item.is_none() { "the list of items" } else { "the list" };
        let named = |node: Option<NodeId>| {
            let place = node.map_or(self.lists.root, |node| self.lists.place(node));
            self.places.iter().position(|&other| other == place).map_or(String::new(), |at| self.nodes[at].clone())
        };
        let lost = |ring: &Ring| ring.lost.iter().map(|&node| named(Some(node))).collect::<Vec<_>>().join(" and ");
        if !after.closes {
            return format!("Followed, {list} does not come back to its header.");
        }
        if let Some(out) = after.nodes.iter().find(|node| node.out) {
            return format!("Followed, {list} leads to {}, which should be out.", named(out.node));
        }
        if !after.lost.is_empty() {
            return format!("Followed, {list} has lost {}.", lost(after));
        }
        if after.nodes.iter().any(|node| !node.agrees) {
            return format!("Followed backwards, {list} has other nodes.");
        }
        if !later.closes || !later.lost.is_empty() || later.nodes.iter().any(|node| node.out || !node.agrees) {
            let lost = lost(later);
            let lost = if lost.is_empty() { "is torn".to_string() } else { format!("has lost {lost}") };
            return format!("The list is right now; one cover and one uncover later it {lost}.");
        }
        match order {
            [false, _] => format!("Followed, {list} has its nodes in another order."),
            [true, false] => {
                "The list is right now; one cover and one uncover later its nodes are in another order.".to_string()
            }
            [true, true] => "The list is right by luck.".to_string(),
        }
    }
}

fn take_out(lists: &mut Lists, header: usize, node: usize) {
    if header == lists.root {
        lists.unlink_header(node);
    } else {
        lists.unlink(node);
    }
}

fn put_back(lists: &mut Lists, header: usize, node: usize) {
    if header == lists.root {
        lists.relink_header(node);
    } else {
        lists.relink(node);
    }
}
