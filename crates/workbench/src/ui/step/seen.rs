//! The state of each option, as a board shows it.

use super::options;
use crate::app::{Aside, Stepping};
use dancing::{LinksView as Links, OptionId};
use quadrille_solve::{Fate, Standing};
use std::collections::HashMap;

/// The state of an option on a board.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum SeenOption {
    Chosen,
    Now,
    /// The option may still be chosen.
    Open,
    /// The last step hid the option (`true`), or brought it back.
    Changed(bool),
    /// The option was hidden before that, or was tried, or nothing needs it.
    Out,
}

/// The states of the options, read once for everything that a board shows.
pub(super) struct OptionStates<'a> {
    standing: Standing<'a>,
    /// The links in the middle of a step that is done link by link. Some options are then hidden or
    /// back before the whole step is done.
    slow: Option<&'a dyn Links>,
    current: Option<OptionId>,
    changed: HashMap<OptionId, bool>,
}

impl OptionStates<'_> {
    pub fn of(stepping: &Stepping) -> OptionStates<'_> {
        let stepper = &stepping.stepper;
        let search = stepper.search();
        let slow = stepper.slow().map(|slow| slow.links());
        let step = stepper.small_last_step();
        let changed = step
            .map_or(HashMap::new(), |step| step.hidden.iter().map(|hidden| (hidden.option, step.removes)).collect());
        let current = options::current(stepping).and_then(|node| search.links().option(node));
        // An option that the user looks at takes the place of the one that is tried next, and so
        // does the cause of what is explained.
        let preview = stepping.cursor.option.filter(|_| stepping.aside() == Aside::Try);
        let cause = stepping.cause();
        OptionStates { standing: Standing::of(search), slow, current: preview.or(cause).or(current), changed }
    }

    pub fn of_option(&self, option: OptionId) -> SeenOption {
        if self.current == Some(option) {
            return SeenOption::Now;
        }
        match (self.standing.option(option), self.slow) {
            (Fate::Chosen(_), _) => SeenOption::Chosen,
            (Fate::Hidden(_), Some(links)) if !links.is_hidden(option) => SeenOption::Changed(false),
            (Fate::Hidden(_) | Fate::Idle | Fate::Tried, _) => match self.changed.get(&option) {
                Some(true) => SeenOption::Changed(true),
                _ => SeenOption::Out,
            },
            (Fate::Open | Fate::Next | Fate::Waiting, Some(links)) if links.is_hidden(option) => {
                SeenOption::Changed(true)
            }
            (Fate::Open | Fate::Next | Fate::Waiting, _) => match self.changed.get(&option) {
                Some(false) => SeenOption::Changed(false),
                _ => SeenOption::Open,
            },
        }
    }
}
