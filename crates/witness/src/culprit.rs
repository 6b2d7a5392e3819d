//! A line of the user's source, and its deed.

use crate::steps::{Steps, is_loop, source_line};
use crate::target::{Local, Place, Target};

/// The deed of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineDeed {
    /// It wrote a wrong number: its name, the value and the right one.
    Wrote { name: String, said: String, is: String },
    /// A number is left out beside what it writes: its name and the right value.
    LeftOut { name: String, is: String },
    /// It called the operation.
    Called,
    /// It called the operation for something for which it should not.
    CalledWith { what: String, why: &'static str },
    /// It ended the call of the search.
    Ended,
    /// The program was here when it crashed.
    Here,
    /// The program was here when it was stopped, since it did not end: one line of its loops.
    GoesRound,
    /// Another one, in words.
    Other(&'static str),
}

/// A line of the user's source.
#[derive(Clone, Debug)]
pub struct Culprit {
    pub place: Place,
    pub deed: LineDeed,
    /// The lines of the loops that the function or its caller was in last, the inner one first.
    pub loops: Vec<u64>,
    /// The lines that the calling function passed since the operation before.
    pub trail: Vec<u64>,
    /// The calls, the innermost first.
    pub frames: Vec<Place>,
    /// The variable from which the wrong number came, in a sentence.
    pub cause: Option<String>,
    /// The text of the line, if the file can be read.
    pub source: Option<String>,
}

impl Culprit {
    pub(crate) fn at(place: Place, deed: LineDeed) -> Culprit {
        Culprit { place, deed, loops: Vec::new(), trail: Vec::new(), frames: Vec::new(), cause: None, source: None }
    }

    /// The innermost of some calls. `None` if there is none.
    pub(crate) fn of(frames: Vec<Place>, deed: LineDeed) -> Option<Culprit> {
        let place = frames.first()?.clone();
        Some(Culprit { frames, ..Culprit::at(place, deed) })
    }

    /// With the text of its line.
    pub(crate) fn read(self, target: &dyn Target) -> Culprit {
        Culprit { source: source_line(target, &self.place, self.place.line), ..self }
    }

    /// With the last lines that were stepped, and the loops among them.
    pub(crate) fn by_steps(self, steps: &Steps, target: &dyn Target) -> Culprit {
        let mut culprit = self.by(&steps.lines);
        let callers = culprit.frames.iter().skip(1).map(|frame| &frame.function);
        let functions: Vec<Option<String>> =
            std::iter::once(&culprit.place.function).chain(callers).take(CALLERS).cloned().collect();
        // A helper of one node is in the loop of its caller.
        for function in functions {
            for (other, line) in steps.lines.iter().rev() {
                let is_loop = || source_line(target, &culprit.place, *line).is_some_and(|text| is_loop(&text));
                if *other == function && !culprit.loops.contains(line) && culprit.loops.len() < 2 && is_loop() {
                    culprit.loops.push(*line);
                }
            }
            if !culprit.loops.is_empty() {
                break;
            }
        }
        culprit
    }

    /// With the last lines of a way that are in its function.
    pub(crate) fn by(mut self, trail: &[(Option<String>, u64)]) -> Culprit {
        let lines = trail.iter().filter(|(function, _)| *function == self.place.function);
        let mut lines: Vec<u64> = lines.map(|(_, line)| *line).collect();
        lines.dedup();
        if lines.last() == Some(&self.place.line) {
            lines.pop();
        }
        let first = lines.len().saturating_sub(TRAIL);
        self.trail = lines.split_off(first);
        self
    }

    /// The variables of the innermost frame.
    pub(crate) fn locals(&self) -> &[Local] {
        self.frames.first().map_or(&[], |frame| &frame.locals)
    }
}

/// The functions in which loops are looked for: that of the line, and the one that calls it.
const CALLERS: usize = 2;

/// The most lines of a way that are shown.
pub(crate) const TRAIL: usize = 6;
