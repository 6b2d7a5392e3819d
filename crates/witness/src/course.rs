//! A run of a program so far, and its result, whatever the shape of the matrix is.

use crate::culprit::{Culprit, LineDeed};
use crate::shape::{ProgramSurvey, SeenMatrix};
use crate::stops::{StopLog, StopPlace};
use crate::target::{Place, Stopped, Target, TargetError, end_words};
use crate::{BuildFault, LinkFault, RepeatedFault, SetFault};
use quadrille_puzzle::Encoded;
use quadrille_study::{AgainstReport, AgainstSettings, Comparison, Ended, Operation, StepPlace, Verdict};

/// The first thing that is wrong.
#[derive(Clone, Debug)]
pub enum Wrong {
    /// The links that were built.
    Build(BuildFault),
    /// A search that was left early: its covers were not undone, and its links are searched again.
    Abandoned(Vec<u32>),
    /// The links of a later case, which are not a matrix: the ring that does not close.
    Unread(String),
    /// A ring or a size after an operation.
    Links(Box<LinkFault>),
    /// A set: after a change, or as it was built.
    Sets {
        /// The set.
        fault: Box<SetFault>,
        /// True before the first operation.
        is_build: bool,
    },
    /// The search: the report has the difference.
    Search,
    /// The search of repeated covers.
    Repeated(Box<RepeatedFault>),
    /// The program ended in the middle, or did not end.
    End,
}

/// The end of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RunEnd {
    /// The program ended well, or what is wrong ended the run.
    #[default]
    Done,
    /// The most stops were made, or the user has interrupted it.
    Cut,
    /// The program ended itself, with an exit code other than 0: in words, as below.
    Exit(String),
    /// It panicked.
    Panic(String),
    /// A signal or an exception has ended it.
    Crash(String),
    /// It does not end.
    Hang(String),
}

/// The exit code of a panic.
const PANIC: i64 = 101;

impl RunEnd {
    /// The end of a program that stopped by itself.
    pub(crate) fn of(stopped: &Stopped, frames: &[Place]) -> RunEnd {
        let words = end_words(stopped, frames);
        match (&stopped.signal, stopped.code) {
            (Some(signal), _) if signal == "SIGINT" => RunEnd::Hang(words),
            (Some(_), _) => RunEnd::Crash(words),
            (None, None | Some(0)) => RunEnd::Done,
            (None, Some(PANIC)) => RunEnd::Panic(words),
            (None, Some(_)) => RunEnd::Exit(words),
        }
    }

    /// The end in words, unless it is a good one.
    pub fn words(&self) -> Option<&String> {
        match self {
            RunEnd::Done | RunEnd::Cut => None,
            RunEnd::Exit(words) | RunEnd::Panic(words) | RunEnd::Crash(words) | RunEnd::Hang(words) => Some(words),
        }
    }

    /// Returns whether the program was stopped from outside, with its memory as it was.
    pub(crate) fn is_killed(&self) -> bool {
        matches!(self, RunEnd::Crash(_) | RunEnd::Hang(_))
    }

    /// Returns whether the program does not end.
    pub fn hangs(&self) -> bool {
        matches!(self, RunEnd::Hang(_))
    }

    /// Returns whether the program ended by itself.
    pub fn is_own(&self) -> bool {
        matches!(self, RunEnd::Done | RunEnd::Exit(_))
    }

    pub(crate) fn ended(&self) -> Ended {
        match self {
            RunEnd::Done | RunEnd::Cut | RunEnd::Exit(_) => Ended::Done,
            RunEnd::Panic(words) | RunEnd::Crash(words) => Ended::Crashed(words.clone()),
            RunEnd::Hang(_) => Ended::Hung(0),
        }
    }
}

/// The result of a run.
// Many fields: all that the search for the line needs.
pub struct Followed {
    /// The comparison.
    pub report: AgainstReport,
    /// The first thing that is wrong.
    pub wrong: Option<Wrong>,
    /// The last stop before it.
    pub before: Option<StopPlace>,
    /// The stop at which it was seen.
    pub at: Option<StopPlace>,
    /// The stop at which the case began.
    pub case_at: Option<StopPlace>,
    /// The stops before the last operations, the latest one last.
    pub places: Vec<StopPlace>,
    /// The operation in the search function that differs.
    pub told: Option<Operation>,
    /// The covers and uncovers so far.
    pub operations: u64,
    /// The end of the run.
    pub end: RunEnd,
    /// The user's frames there, if the program did not end well.
    pub end_frames: Vec<Place>,
    /// True if it ended in the middle of an operation.
    pub is_halfway: bool,
    /// True if it ended inside its search, by itself.
    pub is_left_open: bool,
    /// The reason why what seems to be wrong is not said to be.
    pub unsure: Option<String>,
    /// The place in Step of the state before a broken ring.
    pub place: Option<StepPlace>,
    /// The matrix.
    pub seen: SeenMatrix,
}

impl Followed {
    /// Returns true for a difference that stops in optimized code may make. A crash is one in any
    /// code.
    pub fn is_doubtful(&self) -> bool {
        let is_crash = matches!(self.wrong, Some(Wrong::End)) && !self.end.hangs();
        self.wrong.is_some() && !is_crash || matches!(self.report.verdict, Verdict::Stops(_))
    }

    /// The line at which the program crashed or was stopped.
    pub(crate) fn end_culprit(&self) -> Option<Culprit> {
        let deed = if self.end.hangs() { LineDeed::GoesRound } else { LineDeed::Here };
        Culprit::of(self.end_frames.clone(), deed)
    }
}

/// The most stops that are kept, for a fault that is seen late.
pub(crate) const PLACES: usize = 1_000_000;

/// A run so far, whatever the shape of the matrix is.
// Many fields: the state of one run, stop by stop.
pub struct RunCourse<'a> {
    /// The program.
    pub target: &'a mut dyn Target,
    /// The findings of the first run.
    pub survey: &'a ProgramSurvey,
    /// The comparison with Algorithm X.
    pub comparison: Comparison,
    /// The settings of the comparison.
    pub settings: AgainstSettings,
    /// The cases that were begun.
    pub cases: u64,
    /// The calls of the search that have not returned: the stack pointers after their returns.
    pub calls: Vec<u64>,
    /// The object whose method was called last, in a script.
    pub owner: Option<u64>,
    /// The last stop before the one now.
    pub before: Option<StopPlace>,
    /// The stop now.
    pub at: Option<StopPlace>,
    /// The stop at which the case began.
    pub case_at: Option<StopPlace>,
    /// The stops before the last operations.
    pub places: Vec<StopPlace>,
    /// The covers and uncovers so far.
    pub operations: u64,
    /// The first thing that is wrong.
    pub wrong: Option<Wrong>,
    /// The operation of the search that differs.
    pub told: Option<Operation>,
    /// The reason why nothing can be said.
    pub unsure: Option<String>,
    pub(crate) log: StopLog,
}

impl RunCourse<'_> {
    /// Compares an operation. The run is over if it differs.
    pub fn tell(&mut self, operation: Operation, text: &str, names: &Encoded) {
        if !self.comparison.take(operation, self.operations, text, names) {
            self.differs(operation);
        }
    }

    /// Ends the case: its search has returned. The run is over if it left something out.
    pub fn finish_case(&mut self, names: &Encoded) {
        if !self.comparison.finish_case(&Ended::Done, names) {
            self.differs(Operation::Leave);
        }
    }

    /// The search differs in this operation.
    pub fn differs(&mut self, operation: Operation) {
        self.told = Some(operation);
        self.wrong = Some(Wrong::Search);
    }

    /// Stops where a function returns, too.
    pub(crate) fn stop_at_return(&mut self, back: u64) -> Result<(), TargetError> {
        self.log.stop_at_return(self.target, back)
    }

    /// Returns whether the search is a generator.
    pub fn is_generator(&self) -> bool {
        self.survey.search.is_some_and(|search| self.survey.functions[search].is_generator)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.wrong.is_some() || self.unsure.is_some()
    }
}
