//! The second look at a difference: the number that the program is accused of is seen to
//! be written, or the verdict is *cannot say*.
//!
//! A wrong accusation costs more than a missing one. A number that is wrong at a stop may be one of
//! a field that is not a link, or of memory that the program has given back. So the
//! program runs again, up to the line that writes the number.

use crate::course::{Followed, RunEnd, Wrong};
use crate::culprit::{Culprit, LineDeed};
use crate::shape::ProgramSurvey;
use crate::target::{Target, TargetError};

/// Finds the line of a fault. A fault of the links without one is not confirmed: `followed` says so.
///
/// # Errors
///
/// The user interrupts. Other errors of the target leave the fault unconfirmed.
pub fn confirm(
    target: &mut dyn Target,
    survey: &ProgramSurvey,
    followed: &mut Followed,
) -> Result<Option<Culprit>, TargetError> {
    if followed.end == RunEnd::Cut || followed.wrong.is_none() {
        return Ok(None);
    }
    let foreign = || followed.end.words().and_then(|end| foreign_end(end)).map(str::to_string);
    if followed.unsure.is_none() {
        followed.unsure = match foreign() {
            None => looked_for(survey.shape.doubt(target, survey, followed))?.unwrap_or_else(Some),
            why => why,
        };
    }
    if followed.unsure.is_some() {
        return Ok(None);
    }
    let mut missing = None;
    let mut seek = |target: &mut dyn Target, followed: &Followed| -> Result<Option<Culprit>, TargetError> {
        let sought = looked_for(survey.shape.blame(target, survey, followed))?;
        Ok(sought.unwrap_or_else(|why| {
            missing = Some(why);
            None
        }))
    };
    let mut culprit = seek(target, followed)?;
    // A crash in the middle of an operation leaves it halfway: that is no fault of its links.
    let is_links = matches!(followed.wrong, Some(Wrong::Links(_)));
    let wrote = |culprit: &Culprit| matches!(culprit.deed, LineDeed::Wrote { .. } | LineDeed::CalledWith { .. });
    if is_links && followed.is_halfway && !culprit.as_ref().is_some_and(wrote) {
        followed.wrong = Some(Wrong::End);
        culprit = seek(target, followed)?;
    }
    match &followed.wrong {
        Some(Wrong::Links(_) | Wrong::Build(_) | Wrong::Sets { .. }) if culprit.is_none() => {
            let unseen = || "when it ran again, no line was seen that writes this".to_string();
            followed.unsure = Some(missing.unwrap_or_else(unseen));
        }
        Some(Wrong::Search) if followed.is_left_open && culprit.is_none() => {
            followed.unsure = Some("when it ran again, it did not end there: it may look at a clock".to_string());
        }
        Some(Wrong::Unread(_)) if followed.seen.matrix().is_none_or(|matrix| matrix.roles.by_address) => {
            followed.unsure =
                Some("the links of this case may be other objects than those of the case before".to_string());
        }
        _ => {}
    }
    Ok(culprit)
}

/// The reason why an end of the program says nothing about it.
fn foreign_end(end: &str) -> Option<&'static str> {
    let is_by = |signals: &[&str]| signals.iter().any(|signal| end.contains(signal));
    match () {
        () if is_by(&["SIGALRM", "SIGVTALRM", "SIGPROF", "SIGXCPU"]) => {
            Some("a timer of its own ended it, and it runs slower here than alone")
        }
        () if is_by(&["SIGTRAP"]) => Some("it uses SIGTRAP itself, which belongs to its debugger here"),
        () if is_by(&["SIGKILL", "SIGTERM", "SIGHUP"]) => Some("a signal from outside ended it"),
        () => None,
    }
}

/// The result of another run, or, if that could not be made, the reason in words. An interrupt ends
/// all.
fn looked_for<T>(run: Result<T, TargetError>) -> Result<Result<T, String>, TargetError> {
    match run {
        Err(TargetError::Interrupted) => Err(TargetError::Interrupted),
        run => Ok(run.map_err(|why| format!("it could not be run again to confirm this: {why}"))),
    }
}
