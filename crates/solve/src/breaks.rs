//! Breakpoints: conditions that stop a run through the search, in either direction.

use dancing::{Event, ItemId, OptionId, Search};

/// A condition on one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// The options left for an item drop to `to`, from more.
    Falls { item: ItemId, to: usize },
    /// An item is chosen.
    Chosen(ItemId),
    /// An option is tried.
    Tried(OptionId),
    /// An option can no longer be chosen.
    Hidden(OptionId),
    /// This many options are chosen.
    Level(usize),
    /// The n-th solution, or any if `None`.
    Solution(Option<u64>),
    /// An item with no option left is chosen.
    DeadEnd,
    /// This many operations have been done.
    Operation(u64),
    /// A solution beats all solutions before it. If the search does not look for the best score,
    /// any solution counts.
    Improved,
    /// A branch is cut.
    Cut,
}

/// The quantity that a breakpoint watches; 0 for breakpoints that depend on the event alone.
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

    /// Returns true if a step hits the breakpoint. `before` and `now` are the probes of the two
    /// states, `after` is the state after the step.
    // Many parameters: the facts on which a condition can depend, each read by one of them.
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

    /// A necessary condition for [`Break::is_hit`] that does not need the state after the step.
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

/// Returns true if an option can no longer be chosen: one of its nodes has left its list, or one of
/// its items is covered. In a repeated cover the second does not count, because a covered item
/// hides nothing.
pub fn is_gone(search: &Search, option: OptionId) -> bool {
    let links = search.links();
    let first = links.first_node(option);
    links.option_nodes(first).any(|node| {
        let item = links.item(node);
        let covered = search.class().facts().hides_others && item.index() < links.n_primary() && !links.is_open(item);
        covered || !links.is_linked(node)
    })
}
