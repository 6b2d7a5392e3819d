//! The pointers that a program prints, compared with those that its lists should have.
//!
//! Nodes have the numbers that programs usually give them: the root is 0, the headers follow in the
//! order of the items, and then the nodes, option by option; in Knuth's layout there is a spacer
//! before and after each option. A new node is put at the end of its list, or below its header. The
//! layout that fits is found out. A node outside its list keeps old pointers, which are not compared.
//!
//! The nodes of an option are in a ring of some order, which never changes.

use super::sets::Sets;
use dancing::{Field, ItemId, OptionId, Problem};
use std::collections::BTreeMap;

/// A pointer that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PointerFault {
    /// The number of the node, as the program counts.
    pub node: i64,
    /// The pointer.
    pub field: Field,
    /// Its target in the program.
    pub said: i64,
    /// The right target.
    pub is: i64,
    /// The item of the node. `None` for the root.
    pub item: Option<ItemId>,
    /// The option of the node. `None` for a header and the root.
    pub option: Option<OptionId>,
}

/// A numbering of nodes, and the order of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    /// True if there is a spacer before and after each option; otherwise the nodes follow each
    /// other.
    spacers: bool,
    /// True if a new node is put below its header, so the first option is the last of each list.
    on_top: bool,
}

/// The layouts, the usual one first.
const LAYOUTS: [Layout; 4] = [
    Layout { spacers: false, on_top: false },
    Layout { spacers: false, on_top: true },
    Layout { spacers: true, on_top: false },
    Layout { spacers: true, on_top: true },
];

/// The layouts that fit all pointers so far.
#[derive(Clone, Debug)]
pub(super) struct Layouts {
    fit: Vec<Layout>,
    /// By option: the number of nodes of the options before it. At the end, that of all.
    before: Vec<usize>,
    /// The nodes to the left and to the right of a node of an option, as they were first printed.
    beside: BTreeMap<i64, (i64, i64)>,
}

/// A node of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Node {
    Root,
    Header(ItemId),
    Of(OptionId, ItemId),
    Spacer,
}

impl Layouts {
    pub(super) fn new(problem: &Problem) -> Layouts {
        let mut before = vec![0];
        for option in problem.options() {
            before.push(before[option.index()] + problem.items_of(option).len());
        }
        Layouts { fit: LAYOUTS.to_vec(), before, beside: BTreeMap::new() }
    }

    /// Compares the pointers of a node: its number, U, D, L and R.
    ///
    /// # Errors
    ///
    /// If no layout fits. The fault is that of the first layout that fitted so far.
    pub(super) fn check(&mut self, line: [i64; 5], sets: &Sets) -> Result<(), PointerFault> {
        let faults: Vec<_> = self.fit.iter().map(|&layout| self.fault(layout, line, sets)).collect();
        if faults.iter().all(Option::is_some) {
            return Err(faults.into_iter().flatten().next().expect("a layout was left"));
        }
        let mut kept = faults.iter().map(Option::is_none);
        self.fit.retain(|_| kept.next() == Some(true));
        self.keep(line, sets);
        Ok(())
    }

    /// Keeps the neighbours of a node in its option.
    fn keep(&mut self, [number, _, _, left, right]: [i64; 5], sets: &Sets) {
        let is_in_option = matches!(self.node(self.fit[0], number, sets), Some(Node::Of(..)));
        if is_in_option && !self.fit[0].spacers {
            self.beside.entry(number).or_insert((left, right));
        }
    }

    /// The pointer of a node to the left or the right that does not fit the others of its option.
    /// `None` if both fit, or if the program has none: it writes 0 for both.
    fn fault_beside(&self, layout: Layout, bare: PointerFault, option: OptionId, sets: &Sets) -> Option<PointerFault> {
        let (left, right) = (bare.said, bare.is);
        let number = bare.node;
        if layout.spacers || (left, right) == (0, 0) {
            return None;
        }
        let wrong = |field, said, is| Some(PointerFault { field, said, is, ..bare });
        let is_near = |at: i64| matches!(self.node(layout, at, sets), Some(Node::Of(other, _)) if other == option);
        // What was printed before stays.
        if let Some(&known) = self.beside.get(&number) {
            return match () {
                () if left != known.0 => wrong(Field::Left, left, known.0),
                () if right != known.1 => wrong(Field::Right, right, known.1),
                () => None,
            };
        }
        let nodes = sets.problem().items_of(option).len();
        if nodes == 1 {
            return match () {
                () if left != number => wrong(Field::Left, left, number),
                () if right != number => wrong(Field::Right, right, number),
                () => None,
            };
        }
        // Of two nodes, each is the neighbour of the other on both sides.
        let mate = (nodes == 2).then(|| {
            let first = self.number(layout, Node::Of(option, sets.problem().items_of(option)[0]), sets);
            first + i64::from(first == number)
        });
        for (field, said, mirror) in [(Field::Left, left, Field::Right), (Field::Right, right, Field::Left)] {
            // The neighbour that was said to point here.
            let points_here = |(_, beside): &(&i64, &(i64, i64))| {
                (if mirror == Field::Right { beside.1 } else { beside.0 }) == number
            };
            let back = self.beside.iter().find(points_here).map(|(&at, _)| at).or(mate);
            match back {
                Some(back) if back != said => return wrong(field, said, back),
                _ if !is_near(said) || said == number => {
                    let first = self.number(layout, Node::Of(option, sets.problem().items_of(option)[0]), sets);
                    return wrong(field, said, back.unwrap_or(first));
                }
                _ => {}
            }
        }
        None
    }

    fn number(&self, layout: Layout, node: Node, sets: &Sets) -> i64 {
        let n = sets.problem().n_items();
        match node {
            Node::Root | Node::Spacer => 0,
            Node::Header(item) => i64::from(item.0) + 1,
            Node::Of(option, item) => {
                let k = sets.problem().items_of(option).iter().position(|&other| other == item).unwrap_or(0);
                let spacers = if layout.spacers { option.index() + 1 } else { 0 };
                (n + 1 + spacers + self.before[option.index()] + k) as i64
            }
        }
    }

    /// The node with a number; `None` if there is none.
    fn node(&self, layout: Layout, number: i64, sets: &Sets) -> Option<Node> {
        let n = sets.problem().n_items();
        let number = usize::try_from(number).ok()?;
        if number <= n {
            return Some(number.checked_sub(1).map_or(Node::Root, |item| Node::Header(ItemId(item as u32))));
        }
        let place = number - n - 1;
        let start = |option: usize| self.before[option] + if layout.spacers { option + 1 } else { 0 };
        let options = self.before.len() - 1;
        // The last option that starts at the place or before it.
        let (mut low, mut high) = (0, options);
        while low < high {
            let middle = (low + high) / 2;
            if start(middle) <= place { low = middle + 1 } else { high = middle }
        }
        if layout.spacers && (low == 0 || low == options) && place == start(low).saturating_sub(1) {
            return Some(Node::Spacer);
        }
        let option = OptionId(low.checked_sub(1)? as u32);
        let items = sets.problem().items_of(option);
        match items.get(place - start(option.index())) {
            Some(&item) => Some(Node::Of(option, item)),
            None if layout.spacers && place == start(option.index()) + items.len() => Some(Node::Spacer),
            None => None,
        }
    }

    fn fault(&self, layout: Layout, [number, up, down, left, right]: [i64; 5], sets: &Sets) -> Option<PointerFault> {
        let bare = PointerFault { node: number, field: Field::Up, said: up, is: up, item: None, option: None };
        let Some(node) = self.node(layout, number, sets) else { return Some(bare) };
        let wrong = |wanted: [(Field, i64, Option<Node>); 4]| {
            wanted.into_iter().find_map(|(field, said, is)| {
                let is = self.number(layout, is?, sets);
                (said != is).then_some(PointerFault { field, said, is, ..bare })
            })
        };
        match node {
            Node::Spacer => None,
            Node::Root => {
                let (first, last) = (sets.open().next(), sets.open().last());
                let header = |item: Option<ItemId>| Some(item.map_or(Node::Root, Node::Header));
                wrong([
                    (Field::Left, left, header(last)),
                    (Field::Right, right, header(first)),
                    (Field::Up, up, None),
                    (Field::Down, down, None),
                ])
            }
            Node::Header(item) => {
                let end =
                    |option: Option<OptionId>| Some(option.map_or(Node::Header(item), |option| Node::Of(option, item)));
                let is_open = item.index() < sets.problem().n_primary() && !sets.is_covered(item);
                let header = |item: Option<ItemId>| is_open.then(|| item.map_or(Node::Root, Node::Header));
                let (first, last) = (end(sets.list(item).next()), end(sets.list(item).next_back()));
                let fault = wrong([
                    (Field::Left, left, header(sets.before(item))),
                    (Field::Right, right, header(sets.after(item))),
                    (Field::Up, up, if layout.on_top { first } else { last }),
                    (Field::Down, down, if layout.on_top { last } else { first }),
                ]);
                // A secondary header that points into the list of items tears it when it is covered.
                let primary = sets.problem().n_primary();
                let is_foreign = |at: i64| (0..=primary as i64).contains(&at);
                let ring = match item.index() >= primary {
                    true if is_foreign(left) => {
                        Some(PointerFault { field: Field::Left, said: left, is: number, ..bare })
                    }
                    true if is_foreign(right) => {
                        Some(PointerFault { field: Field::Right, said: right, is: number, ..bare })
                    }
                    _ => None,
                };
                fault.or(ring).map(|fault| PointerFault { item: Some(item), ..fault })
            }
            Node::Of(option, item) => {
                let bare = PointerFault { item: Some(item), option: Some(option), ..bare };
                let beside = PointerFault { said: left, is: right, ..bare };
                if let Some(fault) = self.fault_beside(layout, beside, option, sets) {
                    return Some(fault);
                }
                if !sets.is_in_list(option, item) {
                    return None;
                }
                let end =
                    |option: Option<OptionId>| Some(option.map_or(Node::Header(item), |option| Node::Of(option, item)));
                let column = sets.options_of(item);
                let at = column.partition_point(|&other| other < option);
                let is_in = |other: &&OptionId| sets.is_in_list(**other, item);
                let above = column[..at].iter().rfind(is_in).copied();
                let below = column[at + 1..].iter().find(is_in).copied();
                let (above, below) = if layout.on_top { (below, above) } else { (above, below) };
                let (up, down) = ((Field::Up, up, end(above)), (Field::Down, down, end(below)));
                let none = (Field::Left, left, None);
                wrong([up, down, none, none]).map(|fault| PointerFault {
                    item: Some(item),
                    option: Some(option),
                    ..fault
                })
            }
        }
    }
}
