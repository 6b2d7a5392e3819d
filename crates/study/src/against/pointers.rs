//! The pointers that a program prints, compared with those that its lists should have.
//!
//! Nodes have the numbers that programs usually give them: the root is 0, the headers follow in the
//! order of the items, and then the nodes, option by option; in Knuth's layout there is a spacer
//! before and after each option. The layout that fits is found out. A node outside its list keeps
//! old pointers, which are not compared.

use super::sets::Sets;
use dancing::{Field, ItemId, OptionId, Problem};

/// A pointer that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointerFault {
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

/// A numbering of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// The nodes follow each other.
    Dense,
    /// There is a spacer before and after each option.
    Spacers,
}

/// The layouts that fit all pointers so far.
#[derive(Clone, Debug)]
pub(super) struct Layouts {
    fit: Vec<Layout>,
    /// By option: the number of nodes of the options before it. At the end, that of all.
    before: Vec<usize>,
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
        Layouts { fit: vec![Layout::Dense, Layout::Spacers], before }
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
        Ok(())
    }

    fn number(&self, layout: Layout, node: Node, sets: &Sets) -> i64 {
        let n = sets.problem().n_items();
        match node {
            Node::Root | Node::Spacer => 0,
            Node::Header(item) => i64::from(item.0) + 1,
            Node::Of(option, item) => {
                let k = sets.problem().items_of(option).iter().position(|&other| other == item).unwrap_or(0);
                let spacers = if layout == Layout::Spacers { option.index() + 1 } else { 0 };
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
        let start = |option: usize| self.before[option] + if layout == Layout::Spacers { option + 1 } else { 0 };
        let options = self.before.len() - 1;
        // The last option that starts at the place or before it.
        let (mut low, mut high) = (0, options);
        while low < high {
            let middle = (low + high) / 2;
            if start(middle) <= place { low = middle + 1 } else { high = middle }
        }
        if layout == Layout::Spacers && (low == 0 || low == options) && place == start(low).saturating_sub(1) {
            return Some(Node::Spacer);
        }
        let option = OptionId(low.checked_sub(1)? as u32);
        let items = sets.problem().items_of(option);
        match items.get(place - start(option.index())) {
            Some(&item) => Some(Node::Of(option, item)),
            None if layout == Layout::Spacers && place == start(option.index()) + items.len() => Some(Node::Spacer),
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
                let fault = wrong([
                    (Field::Left, left, header(sets.before(item))),
                    (Field::Right, right, header(sets.after(item))),
                    (Field::Up, up, end(sets.list(item).next_back())),
                    (Field::Down, down, end(sets.list(item).next())),
                ]);
                fault.map(|fault| PointerFault { item: Some(item), ..fault })
            }
            Node::Of(option, item) => {
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
                let fault = wrong([
                    (Field::Up, up, end(above)),
                    (Field::Down, down, end(below)),
                    (Field::Left, left, None),
                    (Field::Right, right, None),
                ]);
                fault.map(|fault| PointerFault { item: Some(item), option: Some(option), ..fault })
            }
        }
    }
}
