//! The options that a cover hides and an uncover brings back, one by one. A cover may hide its
//! options in any order; an uncover must bring them back in the reverse of it.

use super::fault::Fault;
use dancing::OptionId;

/// The options that are hidden, and those that the last cover or uncover still has to print.
#[derive(Clone, Debug, Default)]
pub(super) struct HiddenOptions {
    now: Option<Now>,
    /// The options hidden by the covers that are done, in the order in which they were hidden.
    done: Vec<OptionId>,
    /// By covered item: the number of options in `done` before it.
    marks: Vec<usize>,
}

/// A cover or an uncover that is not complete.
#[derive(Clone, Debug)]
struct Now {
    /// The options that are missing, the next one last.
    left: Vec<OptionId>,
    /// True for a cover.
    hides: bool,
}

impl HiddenOptions {
    /// A cover begins that hides these options.
    pub(super) fn cover(&mut self, mut options: Vec<OptionId>) {
        self.marks.push(self.done.len());
        options.reverse();
        self.now = Some(Now { left: options, hides: true });
    }

    /// The last cover is undone. `compares` says whether its options are compared.
    pub(super) fn uncover(&mut self, compares: bool) {
        let Some(mark) = self.marks.pop() else { return };
        let left = self.done.split_off(mark);
        if compares {
            self.now = Some(Now { left, hides: false });
        }
    }

    /// Returns whether an option may be hidden, or brought back, next.
    pub(super) fn is_left(&self, option: OptionId, hides: bool) -> bool {
        self.now.as_ref().is_some_and(|now| now.hides == hides && now.left.contains(&option))
    }

    /// An option is hidden, or brought back.
    pub(super) fn take(&mut self, option: OptionId, hides: bool) -> Result<(), Fault> {
        let now = self.now.as_mut().filter(|now| now.hides == hides).ok_or(Fault::HidesForeign(option))?;
        let last = *now.left.last().ok_or(Fault::HidesForeign(option))?;
        match now.left.iter().rposition(|&left| left == option) {
            None => return Err(Fault::HidesForeign(option)),
            Some(_) if !hides && last != option => return Err(Fault::UnhideOrder { unhidden: option, last }),
            Some(at) => drop(now.left.remove(at)),
        }
        if hides {
            self.done.push(option);
        }
        Ok(())
    }

    /// The last cover or uncover is over: all of its options must have been printed. `unhides` says
    /// whether the program prints those that come back: many print only those that are hidden.
    pub(super) fn finish(&mut self, unhides: bool) -> Result<(), Fault> {
        let Some(Now { left, hides }) = self.now.take() else { return Ok(()) };
        match left.last() {
            Some(&missing) if hides || unhides => Err(Fault::NotHidden(missing)),
            _ => Ok(()),
        }
    }
}
