//! The broken dance: Algorithm X with a mistake, on its own links. Its report says where the lists
//! are damaged, and its first wrong answer, if any.
//!
//! The links here are written as in a tutorial, with four arrays and no care, because this is what
//! has to be recognised. The kernel is not touched.

mod report;
mod torn;

use crate::textbook::{COLUMN, ROW, Textbook, TextbookLinks};
use dancing::{Class, Event, Field, ItemId, ItemRule, NodeId, OptionId, Problem};
pub use report::{BrokenReport, Damage, broken_report};
pub use torn::{Ring, RingNode, Torn, TornFrame};

/// A mistake that programs make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The items of an option are uncovered in the order in which they were covered.
    SameOrder,
    /// Hiding an option does not lower the numbers of options; unhiding raises them.
    NoCount,
    /// Covering an item leaves its header in the list of items.
    SkipHeader,
    /// The last option is not put into the lists.
    LeaveOut,
}

impl Mistake {
    /// All mistakes.
    pub const ALL: [Mistake; 4] = [Mistake::SameOrder, Mistake::NoCount, Mistake::SkipHeader, Mistake::LeaveOut];

    /// The name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Mistake::SameOrder => "same-order",
            Mistake::NoCount => "no-count",
            Mistake::SkipHeader => "skip-header",
            Mistake::LeaveOut => "leave-out",
        }
    }

    /// The mistake in a phrase.
    pub fn words(self) -> &'static str {
        match self {
            Mistake::SameOrder => "uncovers the items of an option in the same order as it covered them",
            Mistake::NoCount => "does not lower the counts when it hides an option",
            Mistake::SkipHeader => "leaves the header of a covered item in the list of items",
            Mistake::LeaveOut => "leaves the last option out of the lists",
        }
    }

    /// The way to correct the mistake.
    pub fn remedy(self) -> &'static str {
        match self {
            Mistake::SameOrder => "take the option back from right to left: last covered, first uncovered",
            Mistake::NoCount => "wherever a node leaves its list, subtract 1 from the count of its item",
            Mistake::SkipHeader => {
                "in cover, first set L[R[c]] = L[c] and R[L[c]] = R[c]; in uncover, the inverse, last"
            }
            Mistake::LeaveOut => "the loop over the options stops one too early",
        }
    }
}

/// The reason why a problem has no broken dance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unbroken {
    /// Items are covered several times, or have colours.
    #[error("a broken dance is for exact covers without colours")]
    Class,
    /// Comparing the lists after each operation would take too long.
    #[error("a broken dance is for problems of up to {LARGEST} nodes")]
    TooLarge,
}

/// The most nodes of a problem with a broken dance.
const LARGEST: usize = 100_000;

/// The point of a search with a mistake, between two operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Point {
    /// Before a choice, or at a solution.
    Level,
    /// Before the next option of the level's item.
    Try,
    /// This many other items of the option are covered.
    Cover(usize),
    /// This many other items of the option are still to be uncovered.
    Uncover(usize),
    End,
}

/// Algorithm X with a mistake.
// Many fields: the arrays of a program as learners write them.
#[derive(Clone, Debug)]
pub struct BrokenDance {
    mistake: Mistake,
    rule: ItemRule,
    /// The root comes after the last header, and nodes have the numbers from there on, too.
    links: TextbookLinks,
    /// By node: the first node of its option and the number of nodes.
    span: Vec<(usize, usize)>,
    option: Vec<OptionId>,
    root: usize,
    primary: usize,
    /// By level: the item, and the node of the option that is tried.
    levels: Vec<(usize, usize)>,
    point: Point,
    /// The reason why the program cannot go on: a list without end, or a node that is not one.
    stuck: Option<&'static str>,
}

impl BrokenDance {
    /// A search at its root.
    ///
    /// # Errors
    ///
    /// See [`Unbroken`].
    pub fn new(problem: &Problem, rule: ItemRule, mistake: Mistake) -> Result<BrokenDance, Unbroken> {
        if problem.class() != Class::Exact || problem.is_colored() {
            return Err(Unbroken::Class);
        }
        if problem.n_cells() > LARGEST {
            return Err(Unbroken::TooLarge);
        }
        let (n, primary) = (problem.n_items(), problem.n_primary());
        let mut dance = BrokenDance {
            mistake,
            rule,
            links: TextbookLinks::alone(n + 1, n),
            span: (0..n).map(|header| (header, 1)).collect(),
            option: vec![OptionId(0); n],
            root: n,
            primary,
            levels: Vec::new(),
            point: Point::Level,
            stuck: None,
        };
        dance.links.join(0..primary, n);
        let left_out = usize::from(mistake == Mistake::LeaveOut);
        for option in problem.options().take(problem.n_options() - left_out.min(problem.n_options())) {
            let items = problem.items_of(option);
            let first = dance.links.item.len();
            for &item in items {
                dance.links.append(item.index());
                dance.span.push((first, items.len()));
                dance.option.push(option);
            }
        }
        Ok(dance)
    }

    /// The number of chosen options, with the one that is being tried.
    pub fn level(&self) -> usize {
        self.levels.len() - usize::from(self.point == Point::Try)
    }

    /// The number of options in the list of an item, as the program counts them.
    pub fn count(&self, item: ItemId) -> i64 {
        self.links.len[item.index()]
    }

    /// The chosen options.
    pub fn path(&self) -> Vec<OptionId> {
        self.levels.iter().take(self.level()).map(|&(_, node)| self.option[node]).collect()
    }

    /// By item: true if the program has covered it, as its own order of operations says.
    fn covered_items(&self) -> Vec<bool> {
        let mut covered = vec![false; self.links.len.len()];
        let last = self.levels.len().checked_sub(1);
        for (at, &(item, node)) in self.levels.iter().enumerate() {
            covered[item] = true;
            let others: Vec<usize> = self.other_nodes(node).map(|node| self.links.item[node]).collect();
            let part = match self.point {
                _ if Some(at) != last => 0..others.len(),
                Point::Try | Point::End => 0..0,
                Point::Level => 0..others.len(),
                Point::Cover(done) => 0..done,
                Point::Uncover(left) if self.mistake == Mistake::SameOrder => others.len() - left..others.len(),
                Point::Uncover(left) => 0..left,
            };
            others[part].iter().for_each(|&other| covered[other] = true);
        }
        covered
    }

    /// The reason why the program cannot go on; it would crash, or run for ever.
    pub fn stuck(&self) -> Option<&'static str> {
        self.stuck
    }

    /// The other nodes of a node's option, cyclically from that node.
    fn other_nodes(&self, node: usize) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + use<> {
        let (first, size) = self.span[node];
        (1..size).map(move |k| first + (node - first + k) % size)
    }

    /// The nodes of a list, by a pointer. If the list has no end, the program is stuck.
    fn list(&mut self, header: usize, downwards: bool) -> Vec<usize> {
        let mut nodes = Vec::new();
        let field = if downwards { Field::Down } else { Field::Up };
        let mut at = self.links.link(field, header);
        while at != header {
            if at < self.root || nodes.len() > self.links.item.len() {
                self.stuck = Some("it walks a list without an end");
                break;
            }
            nodes.push(at);
            at = self.links.link(field, at);
        }
        nodes
    }

    /// Covers an item, with the mistake.
    pub(super) fn cover(&mut self, item: usize) {
        if item < self.primary && self.mistake != Mistake::SkipHeader {
            self.links.unlink(ROW, item);
        }
        for node in self.list(item, true) {
            for other in self.other_nodes(node) {
                match self.mistake {
                    Mistake::NoCount => self.links.unlink(COLUMN, other),
                    _ => self.links.take_out(other),
                }
            }
        }
    }

    /// The inverse of [`BrokenDance::cover`], with the mistake.
    pub(super) fn uncover(&mut self, item: usize) {
        for node in self.list(item, false) {
            for other in self.other_nodes(node).rev() {
                self.links.put_back(other);
            }
        }
        if item < self.primary && self.mistake != Mistake::SkipHeader {
            self.links.relink(ROW, item);
        }
    }

    /// The item that the program chooses.
    fn choice(&mut self) -> Option<usize> {
        let mut open = Vec::new();
        let mut at = self.links.right[self.root];
        while at != self.root {
            if open.len() > self.primary {
                self.stuck = Some("it walks the list of items without an end");
                return None;
            }
            open.push(at);
            at = self.links.right[at];
        }
        // The first of several equal ones, or the last.
        let by_len = |&&item: &&usize| self.links.len[item];
        let chosen = match self.rule {
            ItemRule::Fewest | ItemRule::Failing => open.iter().min_by_key(by_len),
            ItemRule::FewestLast => open.iter().rev().min_by_key(by_len),
            ItemRule::First => open.first(),
            ItemRule::Last => open.last(),
            ItemRule::Most => open.iter().rev().max_by_key(by_len),
        };
        chosen.copied()
    }

    /// Makes the next operation. `None` at the end, and if the program is stuck.
    pub fn step(&mut self) -> Option<Event> {
        if self.stuck.is_some() {
            return None;
        }
        let id = |item: usize| ItemId(item as u32);
        let node_id = |node: usize| NodeId(node as u32);
        let event = match self.point {
            Point::End => return None,
            Point::Level if self.links.right[self.root] == self.root => {
                self.ended();
                Event::Visit
            }
            Point::Level => {
                let item = self.choice()?;
                self.cover(item);
                self.levels.push((item, item));
                self.point = Point::Try;
                Event::Choose { item: id(item) }
            }
            Point::Try => {
                let (item, before) = *self.levels.last()?;
                let node = self.links.down[before];
                if node == item {
                    self.uncover(item);
                    self.levels.pop();
                    self.ended();
                    Event::Backtrack { item: id(item) }
                } else if node < self.root || self.levels.len() > self.primary {
                    self.stuck = Some("it takes a header for an option, or chooses without an end");
                    return None;
                } else {
                    if let Some(level) = self.levels.last_mut() {
                        level.1 = node;
                    }
                    self.point = self.covered(node, 0);
                    Event::Try { node: node_id(node) }
                }
            }
            Point::Cover(done) => {
                let (_, node) = *self.levels.last()?;
                let other = self.links.item[self.other_nodes(node).nth(done)?];
                self.cover(other);
                self.point = self.covered(node, done + 1);
                Event::Cover { item: id(other) }
            }
            Point::Uncover(0) => {
                let (_, node) = *self.levels.last()?;
                self.point = Point::Try;
                Event::Next { node: node_id(node) }
            }
            Point::Uncover(left) => {
                let (_, node) = *self.levels.last()?;
                let mut others = self.other_nodes(node);
                let at = if self.mistake == Mistake::SameOrder { others.len() - left } else { left - 1 };
                let other = self.links.item[others.nth(at)?];
                self.uncover(other);
                self.point = Point::Uncover(left - 1);
                Event::Uncover { item: id(other) }
            }
        };
        if self.stuck.is_some() { None } else { Some(event) }
    }

    /// The point after a number of other items of an option are covered.
    fn covered(&self, node: usize, done: usize) -> Point {
        if done == self.other_nodes(node).len() { Point::Level } else { Point::Cover(done) }
    }

    /// Goes back to the level above after its subtree is done.
    fn ended(&mut self) {
        self.point = match self.levels.last() {
            None => Point::End,
            Some(&(_, node)) => Point::Uncover(self.other_nodes(node).len()),
        };
    }
}
