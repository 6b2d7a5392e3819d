//! A program's search beside Algorithm X: the operations that it prints are followed in its own
//! order of items and options, to the first one that Algorithm X does not make.
//!
//! The data's way: a line is read as an operation ([`ProtocolLine`]); each way to read its numbers
//! has a follower, which holds the state as sets; a fault is diagnosed as a bug, and becomes a
//! [`Difference`] in words.

mod choices;
mod diagnosis;
mod fault;
mod follow;
mod hidden;
mod pointers;
mod protocol;
mod report;
mod sets;

use self::fault::Fault;
use self::follow::Follower;
use self::protocol::{Names, Numbering, OperationLine, Vocabulary};
use self::report::{ProblemWords, notes};
use self::sets::Sets;
use crate::needle::Needle;
use dancing::{ItemId, Problem};
use quadrille_puzzle::Encoded;
use std::sync::Arc;

pub use diagnosis::Bug;
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
}

/// The result of a comparison.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Every operation is one of Algorithm X.
    Same,
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
    /// The solutions that were reported.
    pub solutions: u64,
    /// The way in which items and options are written.
    pub numbering: Option<String>,
    /// Habits of the program that are legal.
    pub notes: Vec<String>,
}

/// The operations that are read before the first one is compared, to see which words a program
/// prints.
const AHEAD: usize = 10_000;

/// A comparison in progress.
// Many fields: the state of one comparison, line by line.
#[derive(Debug)]
pub struct Against<'a> {
    cases: &'a [Encoded],
    settings: AgainstSettings,
    /// The operations that are not compared yet, with their lines.
    ahead: Vec<(u64, String)>,
    uses: Vocabulary,
    is_started: bool,
    lines: u64,
    operations: u64,
    solutions: u64,
    /// The case, counted from 1; 0 before the first one.
    case: u64,
    followers: Vec<Follower>,
    /// The counts at the end of the case before.
    counts: Option<Vec<i32>>,
    /// Habits of the program, each with the case that first showed it.
    notes: Vec<(u64, String)>,
    last: Option<String>,
    needle: Option<Arc<Needle>>,
    /// True if the program prints where cases begin.
    says_cases: bool,
    /// The numbering of the search that differs.
    numbering: Option<(Numbering, Numbering)>,
    /// A fault that the next operation may explain better.
    pending: Option<(Box<Follower>, Fault, String)>,
    verdict: Option<Verdict>,
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
    /// assert_eq!((difference.op, difference.bug), (5, Bug::Header));
    /// ```
    pub fn new(cases: &'a [Encoded], settings: AgainstSettings) -> Against<'a> {
        let unusable = cases.iter().position(|names| !Against::follows(&names.problem));
        let verdict = match unusable {
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
            settings,
            ahead: Vec::new(),
            uses: Vocabulary::default(),
            is_started: false,
            lines: 0,
            operations: 0,
            solutions: 0,
            case: 0,
            followers: Vec::new(),
            counts: None,
            notes: Vec::new(),
            last: None,
            needle: None,
            says_cases: false,
            numbering: None,
            pending: None,
            verdict,
        }
    }

    /// Also watches an answer of the first case that is known to be right. An operation that loses
    /// it differs.
    #[must_use]
    pub fn watching(self, needle: Needle) -> Against<'a> {
        Against { needle: Some(Arc::new(needle)), ..self }
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
        if self.verdict.is_some() {
            return false;
        }
        let Some(line) = OperationLine::read(text) else { return true };
        if self.is_started {
            self.take(&line, self.lines, text);
        } else {
            self.uses.add(&line);
            self.ahead.push((self.lines, text.to_string()));
            if self.ahead.len() >= AHEAD {
                self.start();
            }
        }
        self.verdict.is_none()
    }

    /// The number of operations read so far.
    pub fn operations(&self) -> u64 {
        self.operations + self.ahead.len() as u64
    }

    /// Compares the operations that were read ahead.
    fn start(&mut self) {
        self.is_started = true;
        let ahead = std::mem::take(&mut self.ahead);
        let is_bare = |(_, text): &(u64, String)| {
            matches!(OperationLine::read(text), Some(OperationLine::Case(_) | OperationLine::Solution))
        };
        if !ahead.iter().all(is_bare) && (!self.uses.tries || !self.uses.choose && !self.uses.cover) {
            let missing = if self.uses.tries { "`choose` or `cover`" } else { "`try`" };
            let reason = format!("the search cannot be followed: the trace has no {missing}");
            // A program that stops before its first option has none.
            if ahead.len() >= AHEAD || !self.uses.choose && !self.uses.cover {
                self.verdict = Some(Verdict::Unusable(reason));
                return;
            }
        }
        for (at, text) in ahead {
            if self.verdict.is_some() {
                return;
            }
            let line = OperationLine::read(&text).expect("only operations are kept");
            self.take(&line, at, &text);
        }
    }

    fn take(&mut self, line: &OperationLine, at: u64, text: &str) {
        let text = text.trim();
        if self.pending.is_some() {
            if !matches!(line, OperationLine::Hide(_) | OperationLine::Unhide(_) | OperationLine::Links { .. }) {
                self.settle(Some(line));
            }
            return;
        }
        if let OperationLine::Case(number) = *line {
            self.says_cases = true;
            if self.case > 0 && !self.finish_case(&Ended::Done) {
                return;
            }
            self.begin_case(number, at, text);
            return;
        }
        if self.case == 0 {
            self.begin_case(1, at, text);
        } else if !self.says_cases && self.begins_next(line) {
            // The program does not print where a case begins, and the last one is at its end.
            if !self.finish_case(&Ended::Done) {
                return;
            }
            self.begin_case(self.case + 1, at, text);
        }
        if self.verdict.is_some() {
            return;
        }
        self.operations += 1;
        let links = !self.settings.coarse;
        let mut faults = Vec::new();
        for (number, follower) in self.followers.iter_mut().enumerate() {
            if let Err(fault) = follower.take(line, at, links) {
                faults.push((number, fault));
            }
        }
        if faults.len() < self.followers.len() {
            for &(number, _) in faults.iter().rev() {
                self.followers.remove(number);
            }
            self.solutions += u64::from(*line == OperationLine::Solution);
            self.last = Some(text.to_string());
            return;
        }
        // Of several ways to read the numbers, the wrong ones make words unknown and counts wrong.
        let doubt = |fault: &Fault| match fault {
            Fault::Unknown { .. } => 2,
            Fault::Count { .. } => 1,
            _ => 0,
        };
        let best = (0..faults.len()).min_by_key(|&at| doubt(&faults[at].1)).unwrap_or(0);
        let (number, fault) = faults.swap_remove(best);
        let follower = Box::new(self.followers.swap_remove(number));
        match fault {
            Fault::Order { .. } => self.pending = Some((follower, fault, text.to_string())),
            _ => self.differs(&follower, &fault, Some(text), None),
        }
    }

    /// Returns whether an operation begins the next case: the search is over or at a solution,
    /// after which nothing is chosen, and there is a next case.
    fn begins_next(&self, line: &OperationLine) -> bool {
        let begins = matches!(line, OperationLine::Choose { .. } | OperationLine::Cover(_));
        let has_next = (self.case as usize) < self.cases.len();
        begins && has_next && self.followers.iter().any(Follower::may_be_over)
    }

    /// Judges a fault again with the next operation in view.
    fn settle(&mut self, next: Option<&OperationLine>) {
        let Some((follower, fault, text)) = self.pending.take() else { return };
        let fault = match fault {
            // If the item that was covered last is never uncovered, the order is not the mistake.
            Fault::Order { last, .. } if !follower.uncovers_later(next) => Fault::NotUncovered(last),
            fault => fault,
        };
        self.differs(&follower, &fault, Some(&text), None);
    }

    fn begin_case(&mut self, number: u64, at: u64, text: &str) {
        let names = number.checked_sub(1).and_then(|at| self.cases.get(usize::try_from(at).ok()?));
        let Some(names) = names else {
            let held = self.cases.len();
            self.verdict = Some(Verdict::Unusable(format!("line {at}: `{text}`: the input has {held} cases")));
            return;
        };
        // What was found out in the first case holds in the others.
        let named = Arc::new(Names::new(names));
        let known: Vec<_> = self.followers.iter().map(|follower| follower.numbering).collect();
        let numberings = match self.settings.base {
            _ if !known.is_empty() => known,
            Some(base) => vec![(Numbering::From(base), Numbering::From(base))],
            None => {
                let ways = [Numbering::Names, Numbering::From(1), Numbering::From(0)];
                let cells = [Numbering::Cells(1), Numbering::Cells(0)];
                let cells = cells.into_iter().filter(|_| named.has_cells());
                let options: Vec<Numbering> = ways.into_iter().chain(cells).collect();
                ways.into_iter().flat_map(|items| options.iter().map(move |&options| (items, options))).collect()
            }
        };
        self.case = number;
        let sets = Sets::new(&names.problem);
        let needle = self.needle.as_ref().filter(|_| number == 1);
        let follow = |numbering| {
            let counts = self.counts.as_deref();
            let mut follower = Follower::new(sets.clone(), Arc::clone(&named), numbering, self.uses, counts);
            follower.needle = needle.cloned();
            follower
        };
        self.followers = numberings.into_iter().map(follow).collect();
    }

    /// Ends a case. Returns false if it ended too early.
    fn finish_case(&mut self, how: &Ended) -> bool {
        let mut faults: Vec<_> = self.followers.iter_mut().map(|follower| follower.finish().err()).collect();
        if faults.iter().all(Option::is_some) {
            let fault = faults.swap_remove(0).expect("every follower has a fault");
            let follower = self.followers.swap_remove(0);
            let bug = match how {
                Ended::Crashed(_) => Some(Bug::Crash),
                Ended::Hung(_) => Some(Bug::Hang),
                Ended::Done => None,
            };
            self.differs(&follower, &fault, None, bug);
            return false;
        };
        let mut ends = faults.iter().map(Option::is_none);
        self.followers.retain(|_| ends.next() == Some(true));
        let follower = &self.followers[0];
        let words = ProblemWords { names: &self.cases[self.case as usize - 1], follower };
        // The same of several cases is said once.
        for note in notes(&words) {
            if !self.notes.iter().any(|(_, known)| *known == note) {
                self.notes.push((self.case, note));
            }
        }
        self.counts = Some(follower.choices.left(&follower.sets));
        true
    }

    fn differs(&mut self, follower: &Follower, fault: &Fault, yours: Option<&str>, bug: Option<Bug>) {
        self.numbering = Some(follower.numbering);
        let names = &self.cases[self.case as usize - 1];
        let bug = bug.unwrap_or_else(|| diagnosis::diagnose(fault, follower, self.case > 1));
        // A missing header and wrong counts are known later than their first effect.
        let passed = follower.choices.sudden.filter(|_| bug == Bug::Header);
        let passes = passed.map(Fault::PassesOver);
        let fault = passes.as_ref().unwrap_or(fault);
        let (what, invariant) = ProblemWords { names, follower }.fault(fault);
        let earlier = match (fault, &follower.at_violation, &follower.at_sudden) {
            (Fault::Miscount { violation, .. }, Some(state), _) => Some((violation, &**state)),
            (Fault::PassesOver(violation), _, Some(state)) => Some((violation, &**state)),
            _ => None,
        };
        let words = ProblemWords { names, follower: earlier.map_or(follower, |(_, state)| state) };
        let (op, line) = earlier.map_or((follower.op, follower.line), |(violation, _)| (violation.op, violation.line));
        let yours = match earlier {
            Some((violation, _)) => Some(format!("choose {}", words.name(violation.chosen.0))),
            None => yours.map(str::to_string),
        };
        let difference = Difference {
            case: self.case,
            op: op + u64::from(yours.is_none()),
            line,
            yours,
            last: self.last.clone().filter(|_| earlier.is_none()),
            expected: words.expected(fault),
            bug,
            what,
            invariant,
            picture: words.picture(fault, bug),
            path: words.follower.path().into_iter().map(|(_, option)| names.option_name(option)).collect(),
            spot: words.spot(),
        };
        self.verdict = Some(Verdict::Differs(Box::new(difference)));
    }

    /// The trace ended: the result.
    pub fn end(mut self, how: Ended) -> AgainstReport {
        if !self.is_started && self.verdict.is_none() {
            self.start();
        }
        if self.verdict.is_none() {
            self.settle(None);
        }
        let mut numberings = self.followers.iter().map(|follower| follower.numbering);
        let is_number = |numbering: &Numbering| matches!(numbering, Numbering::From(_));
        let first = numberings.clone().next();
        let shown = numberings.find(|(items, options)| is_number(items) && is_number(options)).or(first);
        let numbering = self.numbering.or(shown);
        if self.verdict.is_none() && self.case > 0 {
            self.finish_case(&how);
        }
        if self.verdict.is_none() && self.case == 0 {
            self.verdict = Some(Verdict::Silent);
        }
        let several = self.cases.len() > 1;
        let said = |(case, note): (u64, String)| if several { format!("case {case}: {note}") } else { note };
        let notes = self.notes.into_iter().map(said).collect();
        let numbering = numbering.map(|(items, options)| match items == options {
            true => format!("items and options {items}"),
            false => format!("items {items}, options {options}"),
        });
        AgainstReport {
            verdict: self.verdict.unwrap_or(Verdict::Same),
            operations: self.operations,
            cases: self.case,
            solutions: self.solutions,
            numbering,
            notes,
        }
    }
}

impl Follower {
    /// Returns true if the next operation uncovers another item of the current option, so that the
    /// items come back in another order and none is left out.
    fn uncovers_later(&self, next: Option<&OperationLine>) -> bool {
        let Some(OperationLine::Uncover(text)) = next else { return false };
        let item: Option<ItemId> = self.item_named(text);
        let stack = self.sets.stack();
        item.is_some_and(|item| stack[stack.len() - self.covered_here()..].contains(&item))
    }
}
