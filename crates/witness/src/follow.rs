//! The second run: the program stops at its operations, and what changed is compared.
//!
//! The stops, the calls that are open and the cases are those of any [shape](crate::shape); what a
//! change means is said by its [`MatrixRun`].

use crate::course::{Followed, RunCourse, RunEnd, Wrong};
use crate::shape::{MatrixRun, Passing, ProgramSurvey};
use crate::stops::{StopAt, StopLog, is_return, stop_at_functions};
use crate::target::{Place, StopSpot, Stopped, Target, TargetError};
use quadrille_study::{AgainstSettings, Comparison, Verdict};
use std::time::Duration;

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct FollowLimits {
    /// The time without a stop after which the program hangs.
    pub silence: Duration,
    /// The most stops.
    pub stops: u64,
}

/// The stops without an operation, a call or a return of the search after which a loop does not
/// end.
const IDLE: u64 = 3_000;

/// The breakpoint at the end of the program.
const EXIT: u64 = 900_000;

/// A run in progress.
struct Run<'a> {
    course: RunCourse<'a>,
    matrix: Box<dyn MatrixRun>,
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
    survey: &ProgramSurvey,
    settings: AgainstSettings,
    limits: FollowLimits,
    progress: &mut dyn FnMut(u64),
) -> Result<Followed, TargetError> {
    target.run()?;
    let course = RunCourse {
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
    let mut run = Run { course, matrix: survey.shape.run(survey), changing: Vec::new(), events: 0, idle: 0 };
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
        let RunCourse { target, survey, .. } = &mut self.course;
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
        let Run { course, matrix, .. } = self;
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
                    matrix.abandon(course);
                } else {
                    course.calls.pop();
                    matrix.leave(course);
                }
            }
        }
        if course.is_over() {
            return Ok(());
        }
        let is_change = survey.changes.iter().any(|&function| function as u64 == id);
        let is_halfway = self.is_halfway(stopped, is_change)?;
        let Run { course, matrix, .. } = self;
        // At the end of a program, its memory may be gone: a search may have been left by a jump before.
        let is_dead = id == EXIT && !survey.changes.is_empty();
        let is_outside = was_outside || survey.search.is_some() && course.calls.is_empty();
        if is_entry && is_outside || survey.search.is_none() && matrix.names().is_none() && is_known {
            matrix.begin(course)?;
        } else if !is_outside && !is_halfway && !is_dead && !matrix.begin_another(course)? {
            matrix.compare(course, is_entry)?;
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
            matrix.enter(course)?;
        }
        if !course.is_over() && !course.calls.is_empty() {
            matrix.pass(course, Passing { stopped, is_change, returns })?;
        }
        if !course.is_over() && returns {
            course.calls.pop();
            matrix.leave(course);
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
        let Run { mut course, mut matrix, changing, .. } = self;
        let survey = course.survey;
        matrix.end(&mut course, &end)?;
        let is_inside = !course.calls.is_empty();
        let is_open = survey.search.is_none() || is_inside;
        let is_left = course.is_generator() && end == RunEnd::Done && is_inside;
        let is_left_open = end.is_own() && is_inside && course.wrong.is_none();
        // A program may end with any exit code after its search.
        let is_ended = end.is_killed() || matches!(end, RunEnd::Panic(_)) && is_open;
        if course.wrong.is_none() && is_ended {
            course.wrong = Some(Wrong::End);
        }
        let names = matrix.names().filter(|_| !survey.is_repeated);
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
        matrix.settle(&mut course, &mut report, &end);
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
            seen: matrix.seen(),
        })
    }
}
