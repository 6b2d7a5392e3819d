//! The second run: the program stops at its operations, and what changed is compared.
//!
//! The stops, the calls that are open and the cases are those of any [shape](crate::shape); what a
//! change means is said by its [`Dance`].

use crate::shape::{Dance, Passing, Seen};
use crate::stops::{StopAt, StopLog, StopPlace, is_return, stop_at_functions};
use crate::survey::{Survey, end_words};
use crate::target::{Place, StopSpot, Stopped, Target, TargetError};
use crate::{BuildFault, LinkFault, RepeatedFault, SetFault};
use quadrille_puzzle::Encoded;
use quadrille_study::{AgainstReport, AgainstSettings, Comparison, Ended, Operation, StepPlace, Verdict};
use std::time::Duration;

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
    fn of(stopped: &Stopped, frames: &[Place]) -> RunEnd {
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
    pub fn is_killed(&self) -> bool {
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

    fn ended(&self) -> Ended {
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
    pub seen: Seen,
}

impl Followed {
    /// Returns true for a difference that stops in optimized code may make. A crash is one in any
    /// code.
    pub fn is_doubtful(&self) -> bool {
        let is_crash = matches!(self.wrong, Some(Wrong::End)) && !self.end.hangs();
        self.wrong.is_some() && !is_crash || matches!(self.report.verdict, Verdict::Stops(_))
    }
}

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct FollowLimits {
    /// The time without a stop after which the program hangs.
    pub silence: Duration,
    /// The most stops.
    pub stops: u64,
}

/// The most stops that are kept, for a fault that is seen late.
pub(crate) const PLACES: usize = 1_000_000;

/// The stops without an operation, a call or a return of the search after which a loop does not
/// end.
const IDLE: u64 = 3_000;

/// The breakpoint at the end of the program.
const EXIT: u64 = 900_000;

/// A run so far, whatever the shape of the matrix is.
// Many fields: the state of one run, stop by stop.
pub struct Course<'a> {
    /// The program.
    pub target: &'a mut dyn Target,
    /// The findings of the first run.
    pub survey: &'a Survey,
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
    log: StopLog,
}

impl Course<'_> {
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
    pub fn stop_at_return(&mut self, back: u64) -> Result<(), TargetError> {
        self.log.stop_at_return(self.target, back)
    }

    /// Returns whether the search is a generator.
    pub fn is_generator(&self) -> bool {
        self.survey.search.is_some_and(|search| self.survey.functions[search].is_generator)
    }

    fn is_over(&self) -> bool {
        self.wrong.is_some() || self.unsure.is_some()
    }

    /// Returns whether the memory of the matrix may be gone: at the end of a program. A search may
    /// have been left by a jump before.
    fn is_dead(&self, id: u64) -> bool {
        id == EXIT && !self.survey.changes.is_empty()
    }
}

/// A run in progress.
struct Run<'a> {
    course: Course<'a>,
    dance: Box<dyn Dance>,
    /// The calls of operations that have not returned: while one is open, the matrix is halfway.
    changing: Vec<u64>,
    /// The calls and returns of the search.
    events: u64,
    /// The stops since the last operation, call or return.
    idle: u64,
}

/// Follows the program to its end, or to the first thing that is wrong.
///
/// # Errors
///
/// Those of the target. If the user interrupts, what is known is the result.
pub fn follow(
    target: &mut dyn Target,
    survey: &Survey,
    settings: AgainstSettings,
    limits: FollowLimits,
    progress: &mut dyn FnMut(u64),
) -> Result<Followed, TargetError> {
    target.run()?;
    let course = Course {
        target,
        survey,
        comparison: Comparison::new(settings, survey.shape.vocabulary(survey)),
        settings,
        cases: 0,
        calls: Vec::new(),
        owner: None,
        before: None,
        at: None,
        case_at: None,
        places: Vec::new(),
        operations: 0,
        wrong: None,
        told: None,
        unsure: None,
        log: StopLog::default(),
    };
    let mut run = Run { course, dance: survey.shape.dance(survey), changing: Vec::new(), events: 0, idle: 0 };
    run.set_stops()?;
    let (mut end, mut end_frames) = (RunEnd::Done, Vec::new());
    let mut stops = 0;
    while !run.course.is_over() {
        let stopped = match run.course.target.go(survey.needs_values(), limits.silence) {
            // What is known is said.
            Err(TargetError::Interrupted) => {
                end = RunEnd::Cut;
                break;
            }
            stopped => stopped?,
        };
        stops += 1;
        progress(stops);
        if stopped.breakpoint().is_none() {
            end_frames = if stopped.signal.is_some() { run.course.target.frames()? } else { Vec::new() };
            end = RunEnd::of(&stopped, &end_frames);
            break;
        }
        run.stop(&stopped)?;
        if run.idle > IDLE && !run.course.is_over() {
            // It calls an operation again and again, and nothing changes.
            end_frames = run.course.target.frames()?;
            let late = Stopped { signal: Some("SIGINT".to_string()), ..stopped };
            end = RunEnd::of(&late, &end_frames);
            break;
        }
        if stops >= limits.stops {
            end = RunEnd::Cut;
            break;
        }
    }
    run.finish(end, end_frames)
}

impl Run<'_> {
    /// Sets the breakpoints of the run.
    fn set_stops(&mut self) -> Result<(), TargetError> {
        let Course { target, survey, .. } = &mut self.course;
        if survey.sees_all {
            return stop_at_functions(*target, &survey.functions);
        }
        for function in survey.stops() {
            target.stop_at(function as u64, StopAt::Function(function).spot(&survey.functions), 0)?;
        }
        target.stop_at(EXIT, StopSpot::Exit, 0).map(|_| ())
    }

    /// Takes a stop.
    fn stop(&mut self, stopped: &Stopped) -> Result<(), TargetError> {
        let done = self.course.operations + self.events;
        self.take(stopped)?;
        let is_busy = self.course.operations + self.events > done || self.course.survey.sees_all;
        self.idle = if is_busy { 0 } else { self.idle + 1 };
        Ok(())
    }

    fn take(&mut self, stopped: &Stopped) -> Result<(), TargetError> {
        let Run { course, dance, .. } = self;
        let survey = course.survey;
        let id = stopped.ids[0];
        let at = if id == EXIT { None } else { course.log.reach(id) };
        let is_known = at.is_some();
        course.at = at.or(course.at.take());
        course.owner = stopped.owner.or(course.owner);
        let is_entry = survey.search.is_some_and(|search| search as u64 == id);
        // A return of another call ends at the same address.
        let returns = is_return(id) && course.calls.last() == Some(&stopped.sp);
        let was_outside = survey.search.is_some() && course.calls.is_empty();
        // What left the search by an exception or a jump has not returned.
        if let Some(cfa) = stopped.cfa.filter(|_| is_entry) {
            while !course.is_over() && course.calls.last().is_some_and(|&open| open <= cfa) {
                if course.is_generator() {
                    course.calls.clear();
                    dance.abandon(course);
                } else {
                    course.calls.pop();
                    dance.leave(course);
                }
            }
        }
        if course.is_over() {
            return Ok(());
        }
        let is_change = survey.changes.iter().any(|&function| function as u64 == id);
        let is_halfway = self.is_halfway(stopped, is_change)?;
        let Run { course, dance, .. } = self;
        let is_outside = was_outside || survey.search.is_some() && course.calls.is_empty();
        if is_entry && is_outside || survey.search.is_none() && dance.names().is_none() && is_known {
            dance.begin(course)?;
        } else if !is_outside && !is_halfway && !course.is_dead(id) && !dance.begin_another(course)? {
            dance.compare(course, is_entry)?;
        }
        // Without a search, what the last operation changed is seen when it returns.
        let is_seen_later = is_change && survey.search.is_none() || survey.sees_all && !is_return(id);
        if let Some(back) = stopped.back.filter(|_| is_seen_later) {
            course.stop_at_return(back)?;
        }
        self.events += u64::from(is_entry || returns);
        if !course.is_over() && is_entry {
            if let (Some(cfa), Some(back)) = (stopped.cfa, stopped.back) {
                course.calls.push(cfa);
                course.stop_at_return(back)?;
            }
            dance.enter(course)?;
        }
        if !course.is_over() && !course.calls.is_empty() {
            dance.pass(course, Passing { stopped, is_change, returns })?;
        }
        if !course.is_over() && returns {
            course.calls.pop();
            dance.leave(course);
        }
        if !course.is_over() && is_known && !is_halfway {
            course.before.clone_from(&course.at);
        }
        Ok(())
    }

    /// Returns whether an operation is open at a stop, so that its links are halfway. At the call of
    /// another one inside it, they may be.
    fn is_halfway(&mut self, stopped: &Stopped, is_change: bool) -> Result<bool, TargetError> {
        let id = stopped.ids[0];
        if is_return(id) {
            self.changing.retain(|&open| open > stopped.sp);
        } else if !is_change {
            // No operation calls the search.
            self.changing.clear();
        }
        let is_inside = !self.changing.is_empty();
        // A function in which another operation was seen.
        let wraps = self.course.survey.wrappers.iter().any(|&function| function as u64 == id);
        if let (true, Some(cfa), Some(back)) = (wraps, stopped.cfa, stopped.back) {
            self.changing.push(cfa);
            self.course.stop_at_return(back)?;
        }
        Ok(is_inside && (is_change || is_return(id)))
    }

    fn finish(self, end: RunEnd, end_frames: Vec<Place>) -> Result<Followed, TargetError> {
        let Run { mut course, mut dance, changing, .. } = self;
        let survey = course.survey;
        dance.end(&mut course, &end)?;
        let is_inside = !course.calls.is_empty();
        let is_open = survey.search.is_none() || is_inside;
        let is_left = course.is_generator() && end == RunEnd::Done && is_inside;
        let is_left_open = end.is_own() && is_inside && course.wrong.is_none();
        // A program may end with any exit code after its search.
        let is_ended = end.is_killed() || matches!(end, RunEnd::Panic(_)) && is_open;
        if course.wrong.is_none() && is_ended {
            course.wrong = Some(Wrong::End);
        }
        let names = dance.names().filter(|_| !survey.is_repeated);
        let is_broken = matches!(course.wrong, Some(Wrong::Links(_)));
        let place = names.filter(|_| is_broken).and_then(|names| course.comparison.place(names));
        let is_sets = matches!(course.wrong, Some(Wrong::Sets { .. }));
        let is_unfinished = is_open && end != RunEnd::Cut && !is_left && !is_sets;
        let mut report = course.comparison.clone().end(&end.ended(), names.filter(|_| is_unfinished));
        if course.wrong.is_none() && matches!(report.verdict, Verdict::Differs(_)) {
            course.wrong = Some(Wrong::Search);
            if let RunEnd::Exit(words) = &end {
                course.unsure = Some(format!("{words}, in the middle of its search: it may mean to"));
            }
        }
        dance.settle(&mut course, &mut report, &end);
        Ok(Followed {
            report,
            wrong: course.wrong,
            before: course.before,
            at: course.at,
            case_at: course.case_at,
            places: course.places,
            told: course.told,
            operations: course.operations,
            is_halfway: end.is_killed() && !changing.is_empty(),
            is_left_open,
            end,
            end_frames,
            unsure: course.unsure,
            place,
            seen: dance.seen(),
        })
    }
}
