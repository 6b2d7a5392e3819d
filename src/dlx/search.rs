//! One search, whatever the width of its words: the [`Dance`] over 16-bit links where they suffice, else over 32-bit ones.

use super::{
    Address, Branch, Broken, Dance, Event, ItemId, Links, Look, NodeId, OptionId, Phase, Problem, Rule, Tally,
};

/// A [`Dance`] of either width, with the questions that a solver and a screen ask of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Search {
    Narrow(Dance<u16>),
    Wide(Dance<u32>),
}

/// Does the same with either width.
macro_rules! dance {
    ($search:expr, $dance:ident => $body:expr) => {
        match $search {
            Search::Narrow($dance) => $body,
            Search::Wide($dance) => $body,
        }
    };
}

impl Search {
    /// A search at the root.
    pub fn new(problem: &Problem, rule: Rule) -> Search {
        if Links::<u16>::fits(problem) {
            Search::Narrow(Dance::new(problem, rule))
        } else {
            Search::Wide(Dance::new(problem, rule))
        }
    }

    /// See [`Dance::step_into`].
    pub fn step_into(&mut self, tally: &mut Tally) -> Option<Event> {
        dance!(self, dance => dance.step_into(tally))
    }

    /// Strides up to `limit` times, and stops early at a solution ([`Event::Visit`]) or at the end (`None`).
    /// The event returned is that of the last stride. `limit` must not be 0.
    pub fn stride(&mut self, limit: u32, tally: &mut Tally) -> Option<Event> {
        dance!(self, dance => {
            let mut event = dance.step_over(tally);
            for _ in 1..limit {
                if matches!(event, None | Some(Event::Visit)) {
                    break;
                }
                event = dance.step_over(tally);
            }
            event
        })
    }

    /// See [`Dance::step_back`].
    pub fn step_back(&mut self, tally: &mut Tally) -> Option<Event> {
        dance!(self, dance => dance.step_back(tally))
    }

    /// See [`Dance::rewind`].
    pub fn rewind(&mut self, level: usize) {
        dance!(self, dance => dance.rewind(level))
    }

    /// See [`Dance::descend`].
    pub fn descend(&mut self, wanted: &[OptionId], tally: &mut Tally) -> usize {
        dance!(self, dance => dance.descend(wanted, tally))
    }

    pub fn links(&self) -> &dyn Look {
        dance!(self, dance => dance.links())
    }

    pub fn chosen(&self) -> &[NodeId] {
        dance!(self, dance => dance.chosen())
    }

    pub fn phase(&self) -> Phase {
        dance!(self, dance => dance.phase())
    }

    pub fn rule(&self) -> Rule {
        dance!(self, dance => dance.rule())
    }

    /// The options chosen so far, one a level.
    pub fn path(&self) -> Vec<OptionId> {
        dance!(self, dance => dance.path().collect())
    }

    pub fn validate(&self) -> Result<(), Broken> {
        dance!(self, dance => dance.validate())
    }

    /// The item being branched on at the current level, if one is chosen and none of its options is taken.
    pub fn item_in_hand(&self) -> Option<ItemId> {
        match self.phase() {
            Phase::Try { node } => Some(self.links().item(node)),
            _ => None,
        }
    }

    /// Whether the search has just met a solution: it stands at the foot of a branch with no item left.
    pub fn at_solution(&self) -> bool {
        let links = self.links();
        match self.phase() {
            Phase::Uncover { at } => links.right(None).is_none() && Some(&links.beside(at)) == self.chosen().last(),
            Phase::Done => links.right(None).is_none(),
            _ => false,
        }
    }

    /// Where the search stands: k of d for every chosen option, and for the one that is next to be tried.
    pub fn address(&self) -> Address {
        let links = self.links();
        let branch = |node: NodeId| Branch { k: links.rank(node), d: links.len(links.item(node)) };
        let mut list: Vec<Branch> = self.chosen().iter().map(|&node| branch(node)).collect();
        if let Phase::Try { node } = self.phase() {
            let item = links.item(node);
            let d = links.len(item);
            let k = if node == links.header(item) { d + 1 } else { links.rank(node) };
            list.push(Branch { k, d });
        }
        Address(list)
    }
}
