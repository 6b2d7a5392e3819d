//! The second look at a difference: the number that the program is accused of is seen to
//! be written, or the verdict is *cannot say*.
//!
//! A wrong accusation costs more than a missing one. A number that is wrong at a stop may be one of
//! a field that is not a link, or of memory that the program has given back. So the
//! program runs again, up to the line that writes the number.

use crate::blame::{Culprit, LineDeed, blame};
use crate::follow::{Followed, Wrong};
use crate::survey::LinkSurvey;
use crate::target::{Target, TargetError};

/// The names of a number by which a column may be covered several times.
const MULTIPLICITIES: [&str; 10] =
    ["mult", "multiplicity", "bound", "need", "needs", "demand", "slack", "least", "most", "quota"];

/// Finds the line of a fault. A fault of the links without one is not confirmed: `followed` says so.
///
/// # Errors
///
/// The user interrupts. Other errors of the target leave the fault unconfirmed.
pub fn confirm(
    target: &mut dyn Target,
    survey: &LinkSurvey,
    followed: &mut Followed,
) -> Result<Option<Culprit>, TargetError> {
    if followed.is_cut || followed.wrong.is_none() {
        return Ok(None);
    }
    if matches!(followed.wrong, Some(Wrong::Search))
        && let Some(name) = several_times(target, survey, followed)
    {
        followed.unsure = Some(format!(
            "its columns have a number each, `{name}`, and some are more than 1: if a column may be covered several \
             times, this is right"
        ));
        return Ok(None);
    }
    let mut culprit = sought(target, survey, followed)?;
    // A crash in the middle of an operation leaves it halfway: that is no fault of its links.
    let is_links = matches!(followed.wrong, Some(Wrong::Links(_)));
    let wrote = |culprit: &Culprit| matches!(culprit.deed, LineDeed::Wrote { .. } | LineDeed::CalledWith { .. });
    if is_links && followed.is_halfway && !culprit.as_ref().is_some_and(wrote) {
        followed.wrong = Some(Wrong::End);
        culprit = sought(target, survey, followed)?;
    }
    match &followed.wrong {
        Some(Wrong::Links(_) | Wrong::Build(_)) if culprit.is_none() => {
            followed.unsure = Some("when it ran again, no line was seen that writes this".to_string());
        }
        Some(Wrong::Unread(_)) if followed.matrix.as_ref().is_none_or(|matrix| matrix.roles.by_address) => {
            followed.unsure =
                Some("the links of this case may be other objects than those of the case before".to_string());
        }
        _ => {}
    }
    Ok(culprit)
}

fn sought(target: &mut dyn Target, survey: &LinkSurvey, followed: &Followed) -> Result<Option<Culprit>, TargetError> {
    match blame(target, survey, followed) {
        Err(TargetError::Interrupted) => Err(TargetError::Interrupted),
        sought => Ok(sought.ok().flatten()),
    }
}

/// The name of a number of the columns by which they may be covered several times.
fn several_times(target: &mut dyn Target, survey: &LinkSurvey, followed: &Followed) -> Option<String> {
    let matrix = followed.matrix.as_ref()?;
    let at = followed.case_at.as_ref()?;
    target.run().ok()?;
    at.set(target, &survey.functions, AT).ok()?;
    target.go(false, target.silence()).ok()?;
    let variables = target.variables().ok()?;
    matrix.several(target, &variables, |name| MULTIPLICITIES.contains(&name)).ok()?
}

/// The breakpoint at the beginning of the case.
const AT: u64 = 1_000_003;
