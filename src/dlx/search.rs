//! One search, whatever its machine and the width of its words: a [`Dance`] for an exact cover, a [`Deepen`] for a
//! repeated one, over 16-bit links where they suffice, else over 32-bit ones.

use super::{
    Address, Broken, Dance, Deepen, Event, ItemId, Link, Links, Look, NodeId, OptionId, Phase, Policy, Problem, Rule,
    Tally,
};

/// A search machine, with the questions that a solver and a screen ask of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Search {
    Narrow(Dance<u16>),
    Wide(Dance<u32>),
    NarrowRepeated(Deepen<u16>),
    WideRepeated(Deepen<u32>),
}

/// Does the same with any machine.
macro_rules! machine {
    ($search:expr, $machine:ident => $body:expr) => {
        match $search {
            Search::Narrow($machine) => $body,
            Search::Wide($machine) => $body,
            Search::NarrowRepeated($machine) => $body,
            Search::WideRepeated($machine) => $body,
        }
    };
}

/// Does something with the machine of a repeated cover, if it is one.
macro_rules! repeated {
    ($search:expr, $machine:ident => $body:expr) => {
        match $search {
            Search::Narrow(_) | Search::Wide(_) => None,
            Search::NarrowRepeated($machine) => Some($body),
            Search::WideRepeated($machine) => Some($body),
        }
    };
}

/// What a repeated cover's search stands under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Options taken.
    pub used: u32,
    /// Options needed beside them, at the least.
    pub needs: u32,
    /// Options allowed.
    pub limit: u32,
}

impl Search {
    /// A search at the root.
    pub fn new(problem: &Problem, policy: impl Into<Policy>) -> Search {
        let policy = policy.into();
        match (problem.is_repeated(), Links::<u16>::fits(problem)) {
            (false, true) => Search::Narrow(Dance::new(problem, policy.rule)),
            (false, false) => Search::Wide(Dance::new(problem, policy.rule)),
            (true, true) => Search::NarrowRepeated(Deepen::new(problem, policy)),
            (true, false) => Search::WideRepeated(Deepen::new(problem, policy)),
        }
    }

    /// See [`Dance::step_into`].
    pub fn step_into(&mut self, tally: &mut Tally) -> Option<Event> {
        machine!(self, machine => machine.step_into(tally))
    }

    /// Strides up to `limit` times, and stops early at a solution ([`Event::Visit`]) or at the end (`None`).
    /// The event returned is that of the last stride. `limit` must not be 0.
    pub fn stride(&mut self, limit: u32, tally: &mut Tally) -> Option<Event> {
        machine!(self, machine => {
            let mut event = machine.step_over(tally);
            for _ in 1..limit {
                if matches!(event, None | Some(Event::Visit)) {
                    break;
                }
                event = machine.step_over(tally);
            }
            event
        })
    }

    /// See [`Dance::step_back`].
    pub fn step_back(&mut self, tally: &mut Tally) -> Option<Event> {
        machine!(self, machine => machine.step_back(tally))
    }

    /// See [`Dance::rewind`].
    pub fn rewind(&mut self, level: usize) {
        machine!(self, machine => machine.rewind(level))
    }

    /// See [`Dance::steer`].
    pub fn steer(&mut self, k: usize) -> bool {
        machine!(self, machine => machine.steer(k))
    }

    /// Straight back to the root; of a repeated cover, to that of the first limit.
    pub fn restart(&mut self) {
        match self {
            Search::Narrow(_) | Search::Wide(_) => self.rewind(0),
            Search::NarrowRepeated(machine) => machine.restart(),
            Search::WideRepeated(machine) => machine.restart(),
        }
    }

    /// See [`Dance::descend`]. A repeated cover stays where it is: every search of one walks by itself.
    pub fn descend(&mut self, wanted: &[OptionId], tally: &mut Tally) -> usize {
        match self {
            Search::Narrow(dance) => dance.descend(wanted, tally),
            Search::Wide(dance) => dance.descend(wanted, tally),
            Search::NarrowRepeated(_) | Search::WideRepeated(_) => 0,
        }
    }

    pub fn links(&self) -> &dyn Look {
        machine!(self, machine => machine.links())
    }

    pub fn chosen(&self) -> &[NodeId] {
        machine!(self, machine => machine.chosen())
    }

    pub fn phase(&self) -> Phase {
        machine!(self, machine => machine.phase())
    }

    pub fn rule(&self) -> Rule {
        machine!(self, machine => machine.rule())
    }

    /// The options chosen so far, one a level.
    pub fn path(&self) -> Vec<OptionId> {
        machine!(self, machine => machine.path().collect())
    }

    pub fn validate(&self) -> Result<(), Broken> {
        machine!(self, machine => machine.validate())
    }

    /// Whether covers may repeat items, so that the search deepens.
    pub fn is_repeated(&self) -> bool {
        matches!(self, Search::NarrowRepeated(_) | Search::WideRepeated(_))
    }

    /// Whether there is a next step.
    pub fn has_next(&self) -> bool {
        match self.phase() {
            Phase::Done => repeated!(self, machine => !machine.is_last()).unwrap_or(false),
            _ => true,
        }
    }

    /// The most options that a repeated cover may have at present.
    pub fn limit(&self) -> Option<u32> {
        repeated!(self, machine => machine.limit())
    }

    /// What a repeated cover's search stands under, reckoned on the items that are open now.
    pub fn reckoning(&self) -> Option<Limit> {
        repeated!(self, machine => {
            Limit { used: machine.chosen().len() as u32, needs: machine.needs(), limit: machine.limit() }
        })
    }

    /// The estimate of a repeated cover's search.
    pub fn estimate(&self) -> Option<super::Estimate> {
        repeated!(self, machine => machine.estimate())
    }

    /// How many chosen options hold an item, in a repeated cover.
    pub fn held(&self, item: ItemId) -> Option<u32> {
        repeated!(self, machine => machine.held(item))
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
        self.at_foot() && self.links().right(None).is_none()
    }

    /// Whether the search has just cut a branch: it stands at its foot, and items are left that the limit does not allow.
    pub fn at_cut(&self) -> bool {
        self.at_foot() && self.links().right(None).is_some() && self.reckoning().is_some_and(Limit::is_exceeded)
    }

    /// Whether a level has just been left at its very beginning, before any item was chosen in it.
    fn at_foot(&self) -> bool {
        match self.phase() {
            Phase::Uncover { at } => Some(&self.links().beside(at)) == self.chosen().last(),
            Phase::Done => true,
            _ => false,
        }
    }

    /// Where the search stands: k of d for every chosen option, and for the one that is next to be tried.
    pub fn address(&self) -> Address {
        Address { limit: self.limit(), branches: machine!(self, machine => machine.branches()) }
    }

    /// The links that the next step changes, in order, and whether it removes them; none if it changes none.
    pub(super) fn links_ahead(&self) -> (Vec<Link>, bool) {
        let Some(event) = self.clone().step_into(&mut Tally::default()) else { return (Vec::new(), true) };
        let links = self.links();
        let nodes = |item: ItemId| links.column(item).flat_map(|node| links.around(node).skip(1)).map(Link::Node);
        let (mut order, removes): (Vec<Link>, bool) = match (event, self.is_repeated()) {
            (Event::Choose { item } | Event::Cover { item }, false) => {
                (header(links, item).chain(nodes(item)).collect(), true)
            }
            (Event::Uncover { item } | Event::Backtrack { item }, false) => {
                (header(links, item).chain(nodes(item)).collect(), false)
            }
            (Event::Choose { item } | Event::Cover { item }, true) if self.held(item) == Some(0) => {
                (header(links, item).collect(), true)
            }
            (Event::Uncover { item }, true) if self.held(item) == Some(1) => (header(links, item).collect(), false),
            (Event::Backtrack { item }, true) => (header(links, item).chain(nodes(item)).collect(), false),
            (Event::Next { node }, true) => (links.around(node).skip(1).map(Link::Node).collect(), true),
            _ => (Vec::new(), true),
        };
        if !removes {
            order.reverse();
        }
        (order, removes)
    }
}

/// The header of an item, if it stands in the list of items at all: those of secondary items do not.
fn header(links: &dyn Look, item: ItemId) -> impl Iterator<Item = Link> + use<> {
    (item.index() < links.n_primary()).then_some(Link::Header(item)).into_iter()
}

impl Limit {
    /// Whether the limit cannot be kept.
    pub fn is_exceeded(self) -> bool {
        self.used + self.needs > self.limit
    }
}
