//! Breakpoints: what a run through the search stops at, in either direction.

use crate::dlx::{Event, ItemId, OptionId, Search};

/// Something that happens in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// An item is left with so many options, and had more.
    Falls { item: ItemId, to: usize },
    /// An item is chosen.
    Chosen(ItemId),
    /// An option is tried.
    Tried(OptionId),
    /// An option is hidden.
    Hidden(OptionId),
    /// So many options are chosen.
    Level(usize),
    /// The n-th solution, or any.
    Solution(Option<u64>),
    /// An item without options is chosen.
    DeadEnd,
    /// So many operations were done since the root.
    Operation(u64),
    /// A solution is better than all before it.
    Improved,
    /// A branch is cut.
    Cut,
}

/// What a breakpoint watches of a state: it breaks on a change of it, or on the event alone.
type Probe = i64;

impl Break {
    pub(super) fn probe(self, search: &Search) -> Probe {
        match self {
            Break::Falls { item, .. } => search.links().len(item) as Probe,
            Break::Hidden(option) => Probe::from(is_gone(search, option)),
            Break::Improved => search.best().unwrap_or(Probe::MIN),
            _ => 0,
        }
    }

    /// Whether a step from a state with one probe to a state with another, by an event, is what is waited for. `after`
    /// is the state after it.
    pub(super) fn is_hit(
        self,
        before: Probe,
        now: Probe,
        event: Event,
        after: &Search,
        ops: u64,
        solutions: u64,
    ) -> bool {
        match self {
            Break::Falls { to, .. } => before > to as Probe && now == to as Probe,
            Break::Chosen(wanted) => event == Event::Choose { item: wanted },
            Break::Tried(wanted) => matches!(event, Event::Try { node } if after.links().option(node) == Some(wanted)),
            Break::Hidden(_) => before == 0 && now == 1,
            Break::Level(level) => matches!(event, Event::Try { .. }) && after.chosen().len() == level,
            Break::Solution(None) => event == Event::Visit,
            Break::Solution(Some(number)) => event == Event::Visit && solutions == number,
            Break::DeadEnd => matches!(event, Event::Choose { item } if after.links().len(item) == 0),
            Break::Operation(number) => ops == number,
            Break::Improved => event == Event::Visit && (before != now || !after.looks_for_best()),
            Break::Cut => matches!(event, Event::Cut { .. }),
        }
    }

    /// Whether a step may be what is waited for, as far as that is seen without the state after it.
    pub(super) fn may_hit(self, before: Probe, now: Probe, event: Event, ops: u64) -> bool {
        match self {
            Break::Falls { .. } | Break::Hidden(_) => before != now,
            Break::Chosen(_) | Break::DeadEnd => matches!(event, Event::Choose { .. }),
            Break::Tried(_) | Break::Level(_) => matches!(event, Event::Try { .. }),
            Break::Solution(_) | Break::Improved => event == Event::Visit,
            Break::Operation(number) => ops == number,
            Break::Cut => matches!(event, Event::Cut { .. }),
        }
    }
}

/// Whether an option cannot be chosen any more: one of its nodes has left its list, or one of its items is covered.
/// A repeated cover hides options that were tried; its covered items leave the others alone.
pub fn is_gone(search: &Search, option: OptionId) -> bool {
    let links = search.links();
    let first = links.first_node(option);
    links.around(first).any(|node| {
        let item = links.item(node);
        let covered = !search.is_repeated() && item.index() < links.n_primary() && !links.is_open(item);
        covered || !links.is_linked(node)
    })
}
