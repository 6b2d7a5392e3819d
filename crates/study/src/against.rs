//! A program's search beside Algorithm X: the operations that it prints are followed in its own
//! order of items and options, to the first one that Algorithm X does not make.
//!
//! The data's way: a source tells typed operations ([`Operation`]), or lines that are read as such
//! ([`ProtocolLine`]). A [`Comparison`] takes them as they come. It has a follower for each reading of
//! them, which holds the state as sets; a fault is diagnosed as a bug, and becomes a [`Difference`]
//! in words.

mod choices;
mod comparison;
mod diagnosis;
mod fault;
mod follow;
mod hidden;
mod operation;
mod pointers;
mod protocol;
mod report;
mod sets;

use self::comparison::OperationSource;
use crate::needle::Needle;
use dancing::Problem;
use quadrille_puzzle::Encoded;

pub use comparison::Comparison;
pub use diagnosis::Bug;
pub use operation::{Operation, Vocabulary};
pub use protocol::{OperationLine as ProtocolLine, WORDS as PROTOCOL, brief_lines, event_lines, link_lines};
pub use report::{Difference, StepPlace};

/// The way in which a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Its trace is complete.
    Done,
    /// It crashed: the signal or the exit code, in words.
    Crashed(String),
    /// It was stopped, because it printed nothing for this many seconds.
    Hung(u64),
}

/// The settings of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AgainstSettings {
    /// The first number of items and options. Default: found out.
    pub base: Option<u8>,
    /// True if only whole covers are compared, not the options and pointers inside them.
    pub coarse: bool,
    /// True if one solution is wanted: a program that stops at it has missed nothing.
    pub first: bool,
}

/// The solutions that a program did not come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missed {
    /// The case, counted from 1.
    pub case: u64,
    /// The solutions that it found.
    pub found: u64,
    /// The solutions of the case, as far as they were counted.
    pub of: u128,
    /// True if these are all.
    pub is_all: bool,
}

/// The result of a comparison.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Every operation is one of Algorithm X, and the whole tree was searched.
    Same,
    /// Every operation is one of Algorithm X, and the search stops at a solution where there are
    /// more.
    Stops(Missed),
    /// An operation differs.
    Differs(Box<Difference>),
    /// No operation was printed.
    Silent,
    /// The cases or the trace cannot be compared: the reason.
    Unusable(String),
}

/// The result of a comparison, with its figures.
#[derive(Clone, Debug)]
pub struct AgainstReport {
    /// The result.
    pub verdict: Verdict,
    /// The operations that were compared, over all cases.
    pub operations: u64,
    /// The cases that were begun.
    pub cases: u64,
    /// The solutions that were found.
    pub solutions: u64,
    /// The way in which items and options are written.
    pub numbering: Option<String>,
    /// Habits of the program that are legal.
    pub notes: Vec<String>,
}

/// The operations that are read before the first one is compared, to see which words a program
/// prints.
const AHEAD: usize = 10_000;

/// A comparison with a trace: lines of the protocol.
#[derive(Debug)]
pub struct Against<'a> {
    cases: &'a [Encoded],
    comparison: Comparison,
    /// The operations that are not compared yet, with their lines.
    ahead: Vec<(u64, String)>,
    uses: Vocabulary,
    is_started: bool,
    lines: u64,
    /// True if the program prints where cases begin.
    says_cases: bool,
}

impl<'a> Against<'a> {
    /// A comparison with the searches of these cases.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadrille_puzzle::{encode, load};
    /// use quadrille_study::{Against, AgainstSettings, Bug, Ended, Verdict};
    ///
    /// let puzzle = load("a b c\na b\nb c\nc\n", Some("knuth")).unwrap().puzzles.remove(0);
    /// let cases = [encode(&puzzle.shape)];
    /// let mut against = Against::new(&cases, AgainstSettings::default());
    /// for line in ["choose a", "cover a", "try a b", "cover b", "choose b"] {
    ///     against.line(line);
    /// }
    /// let Verdict::Differs(difference) = against.end(Ended::Done).verdict else { panic!() };
    /// assert_eq!((difference.op, difference.bug), (5, Some(Bug::Header)));
    /// ```
    pub fn new(cases: &'a [Encoded], settings: AgainstSettings) -> Against<'a> {
        let unusable = cases.iter().position(|names| !Against::follows(&names.problem));
        let mut comparison = Comparison::new(settings, Vocabulary::default());
        comparison.verdict = match unusable {
            _ if cases.is_empty() => Some(Verdict::Unusable("there is no case to compare with".to_string())),
            Some(at) => Some(Verdict::Unusable(format!(
                "case {} is not a plain exact cover: programs for {} are not followed",
                at + 1,
                if cases[at].problem.is_colored() { "colours" } else { cases[at].problem.class().name() },
            ))),
            None => None,
        };
        Against {
            cases,
            comparison,
            ahead: Vec::new(),
            uses: Vocabulary::default(),
            is_started: false,
            lines: 0,
            says_cases: false,
        }
    }

    /// Also watches an answer of the first case that is known to be right. An operation that loses
    /// it differs.
    #[must_use]
    pub fn watching(mut self, needle: Needle) -> Against<'a> {
        self.comparison.watch(needle);
        self
    }

    /// Returns whether searches of a problem can be followed: plain exact covers.
    pub fn follows(problem: &Problem) -> bool {
        problem.is_plain()
    }

    /// Counts lines of the trace that have no operation.
    pub fn pass(&mut self, lines: u64) {
        self.lines += lines;
    }

    /// Takes the next line of the trace. Returns false once the result is known.
    pub fn line(&mut self, text: &str) -> bool {
        self.lines += 1;
        if self.is_over() {
            return false;
        }
        let Some(line) = ProtocolLine::read(text) else { return true };
        if self.is_started {
            self.take(&line, self.lines, text);
        } else {
            line.add_to(&mut self.uses);
            self.ahead.push((self.lines, text.to_string()));
            if self.ahead.len() >= AHEAD {
                self.start();
            }
        }
        !self.is_over()
    }

    fn is_over(&self) -> bool {
        self.comparison.verdict.is_some()
    }

    /// The number of operations read so far.
    pub fn operations(&self) -> u64 {
        self.comparison.operations + self.ahead.len() as u64
    }

    /// Compares the operations that were read ahead.
    fn start(&mut self) {
        self.is_started = true;
        let ahead = std::mem::take(&mut self.ahead);
        let is_bare = |(_, text): &(u64, String)| {
            matches!(ProtocolLine::read(text), Some(ProtocolLine::Case(_) | ProtocolLine::Solution))
        };
        let tells = self.uses.choose || self.uses.cover;
        if !tells && !ahead.iter().all(is_bare) {
            let reason = "the search cannot be followed: the trace has no `choose` or `cover`";
            self.comparison.verdict = Some(Verdict::Unusable(reason.to_string()));
            return;
        }
        // Without covers, only what is printed shows which option is tried.
        if !self.uses.tries && !self.uses.cover && ahead.len() >= AHEAD {
            let reason = "the search cannot be followed: the trace has no `try` or `cover`";
            self.comparison.verdict = Some(Verdict::Unusable(reason.to_string()));
            return;
        }
        self.uses.tries |= !self.uses.cover || !self.uses.uncover;
        (self.uses.solution, self.uses.idle) = (true, true);
        self.comparison.declare(self.uses);
        for (at, text) in ahead {
            if self.is_over() {
                return;
            }
            let line = ProtocolLine::read(&text).expect("only operations are kept");
            self.take(&line, at, &text);
        }
    }

    fn take(&mut self, line: &ProtocolLine, at: u64, text: &str) {
        let text = text.trim();
        if let ProtocolLine::Case(number) = *line {
            self.says_cases = true;
            if self.finishes_case() {
                self.begin_case(number, at, text);
            }
            return;
        }
        if self.comparison.case == 0 {
            self.begin_case(1, at, text);
        } else if !self.says_cases && self.begins_next(line) && self.finishes_case() {
            // The program does not print where a case begins, and the last one is at its end.
            self.begin_case(self.comparison.case + 1, at, text);
        }
        if let (false, Some(names)) = (self.is_over(), self.names()) {
            self.comparison.told(OperationSource::Line(line), at, text, names);
        }
    }

    /// The present case.
    fn names(&self) -> Option<&'a Encoded> {
        self.cases.get((self.comparison.case as usize).checked_sub(1)?)
    }

    /// Ends the present case, if there is one. Returns false if it ended too early.
    fn finishes_case(&mut self) -> bool {
        self.names().is_none_or(|names| self.comparison.finish_case(&Ended::Done, names))
    }

    /// Returns whether an operation begins the next case: the search is over or at a solution,
    /// after which nothing is chosen, and there is a next case.
    fn begins_next(&self, line: &ProtocolLine) -> bool {
        let begins = matches!(line, ProtocolLine::Choose { .. } | ProtocolLine::Cover(_));
        let has_next = (self.comparison.case as usize) < self.cases.len();
        begins && has_next && self.comparison.may_be_over()
    }

    fn begin_case(&mut self, number: u64, at: u64, text: &str) {
        let names = number.checked_sub(1).and_then(|at| self.cases.get(usize::try_from(at).ok()?));
        match names {
            Some(names) => self.comparison.begin_case(number, names),
            None => {
                let held = self.cases.len();
                let reason = format!("line {at}: `{text}`: the input has {held} cases");
                self.comparison.verdict = Some(Verdict::Unusable(reason));
            }
        }
    }

    /// The trace ended: the result.
    pub fn end(mut self, how: Ended) -> AgainstReport {
        if !self.is_started && !self.is_over() {
            self.start();
        }
        let names = self.names();
        self.comparison.end(&how, names)
    }
}
