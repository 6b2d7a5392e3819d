//! Cases on which a program with a usual mistake gives a wrong answer: few random ones are.

use crate::dlx::{Event, Rule};
use crate::puzzle::{Answer, encode};
use crate::study::broken::{BrokenDance, Mistake};
use crate::study::judging::judged;

/// The steps of a broken search that are looked at. A broken search may not end.
const STEPS: u32 = 20_000;

/// Returns whether a program with this mistake finds a cover where there is none, or none where
/// there is one.
pub(super) fn is_misled(trial: &super::Trial, case: &str, mistake: Mistake) -> bool {
    let Some(shape) = trial.shape(case) else { return false };
    let Ok(mut dance) = BrokenDance::new(&encode(&shape).problem, Rule::Fewest, mistake) else { return false };
    let mut found = false;
    for _ in 0..STEPS {
        match dance.step() {
            Some(Event::Visit) => {
                found = true;
                break;
            }
            Some(_) => {}
            None => break,
        }
    }
    judged(trial.of(), &shape, &mut ()).is_some_and(|answer| found == matches!(answer, Answer::None))
}
