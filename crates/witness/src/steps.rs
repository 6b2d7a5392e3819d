//! The program, line by line of the user's source.

use crate::target::{Place, Stopped, Target, TargetError};
use std::time::Duration;

/// The most lines that are stepped.
const LINES: u32 = 4_000;

/// The time for a search.
pub const TIME: Duration = Duration::from_millis(2_500);

/// Lines of the user's source, one after the other.
pub struct Steps {
    /// The stack pointer of the caller, past which the function has returned.
    cfa: Option<u64>,
    pub last: Option<Place>,
    pub lines: Vec<(Option<String>, u64)>,
    count: u32,
    begun: Duration,
    pub frames: Vec<Place>,
    /// The address to which the function returns.
    pub back: Option<u64>,
    is_over: bool,
}

impl Steps {
    pub fn begin(target: &mut dyn Target, cfa: Option<u64>) -> Result<Steps, TargetError> {
        let frames = target.frames()?;
        Ok(Steps {
            cfa,
            last: frames.first().cloned(),
            lines: Vec::new(),
            count: 0,
            begun: target.now(),
            back: frames.get(1).map(|frame| frame.pc),
            frames,
            is_over: false,
        })
    }

    /// Makes a step. Returns the line that it has carried out; `None` after the function.
    pub fn next(&mut self, target: &mut dyn Target) -> Result<Option<Place>, TargetError> {
        if self.is_over || self.count >= LINES || target.now() - self.begun > TIME {
            return Ok(None);
        }
        self.count += 1;
        let stopped: Stopped = target.step(Duration::from_secs(2))?;
        let done = self.last.clone();
        let ends = stopped.why != "stop" || stopped.signal.is_some() || !stopped.ids.is_empty();
        if ends {
            self.is_over = true;
            return Ok(done);
        }
        if let (Some(cfa), Some(outer)) = (stopped.cfa, self.cfa) {
            self.is_over = cfa > outer;
        }
        if let Some(done) = &done {
            self.lines.push((done.function.clone(), done.line));
        }
        self.last = stopped.place.filter(|place| !place.system).or_else(|| done.clone());
        Ok(done)
    }
}

/// A line of a file.
pub(crate) fn source_line(target: &dyn Target, place: &Place, line: u64) -> Option<String> {
    let text = target.source(place.path.as_deref().or(place.file.as_deref())?, line)?;
    Some(text.trim().to_string()).filter(|text| !text.is_empty())
}

/// Returns whether a line of the source is the head of a loop.
pub(crate) fn is_loop(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.any(|word| matches!(word, "for" | "while" | "loop" | "do" | "goto") || word.starts_with("FOR"))
}

/// Returns whether a line of the source assigns something. The head of a loop does if it assigns an
/// element or a field: its variable alone is not in the matrix.
pub(crate) fn assigns(target: &dyn Target, place: &Place) -> bool {
    source_line(target, place, place.line).is_none_or(|text| assigns_number(&text))
}

fn assigns_number(text: &str) -> bool {
    let plain = ["==", "!=", "<=", ">="].iter().fold(text.to_string(), |text, sign| text.replace(sign, "  "));
    if !is_loop(text) {
        return plain.contains('=') || plain.contains("--") || plain.contains("++");
    }
    let mut before = plain.match_indices('=').map(|(at, _)| plain[..at].trim_end());
    before.any(|left| {
        let name = left.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        name.ends_with([']', '.']) || name.ends_with("->")
    })
}

#[cfg(test)]
mod tests {
    use super::assigns_number;

    #[test]
    fn a_line_that_reads_assigns_nothing() {
        for text in ["L[R[c]] = L[c];", "S[c]--;", "for (j = 0; j < n; j++) L[j] = j;", "while (i) n->left = i;"] {
            assert!(assigns_number(text), "{text}");
        }
        for text in ["if (a == b)", "for (int c = R[0]; c; c = R[c])", "while (i != c)", "cover(c);"] {
            assert!(!assigns_number(text), "{text}");
        }
    }
}
