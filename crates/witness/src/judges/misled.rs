//! Cases on which a program with a usual mistake gives a wrong answer: few random ones are.

use dancing::{Event, ItemRule, OptionId, Problem};
use quadrille_study::{BrokenDance, Mistake};

/// The end of a search with a mistake.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum MisledEnd {
    /// It takes these options for a cover.
    Found(Vec<OptionId>),
    /// It finds none.
    None,
    /// It takes more steps than were allowed.
    Open,
}

/// The first answer of a program with a mistake that chooses the item with the fewest options.
/// `None` if there is no such program for the problem.
pub(super) fn misled(problem: &Problem, mistake: Mistake, steps: u32) -> Option<MisledEnd> {
    let mut dance = BrokenDance::new(problem, ItemRule::Fewest, mistake).ok()?;
    for _ in 0..steps {
        match dance.step() {
            Some(Event::Visit) => return Some(MisledEnd::Found(dance.path())),
            Some(_) => {}
            None => return Some(MisledEnd::None),
        }
    }
    Some(MisledEnd::Open)
}
