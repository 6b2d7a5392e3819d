//! The last phase: the line of the user's source that wrote a wrong number, or left out a right
//! one.
//!
//! The program runs to the last stop before the fault, and then line by line. The operation's own
//! writes are known; the first line that writes something else is the one. If none does, the line
//! beside the missing write is. A number that was wrong before the first operation is watched from
//! the start of the program.

mod build;
mod expressions;
mod inner;
mod writing;

use crate::course::{Followed, Wrong};
use crate::culprit::{Culprit, LineDeed};
use crate::shape::ProgramSurvey;
use crate::steps::{Steps, source_line};
use crate::stops::{StopAt, StopPlace};
use crate::target::{Place, Stopped, Target, TargetError};
use crate::{LinkFault, LinkOperation, LinkRole, LinkState, LinkWord, Matrix, RepeatedFault};
use build::BuildBlame;
use quadrille_study::{Operation, Verdict};
use std::time::Duration;

/// The wrong numbers that the operation named by an argument may leave, beside those of the
/// likeliest one: this factor, and these more. A node that is taken out wrongly leaves four.
const MEANT: (usize, usize) = (2, 4);

/// The breakpoints of this run.
const BEFORE: u64 = 1_000_001;
const AFTER: u64 = 1_000_002;

/// The lines that a program passed, with their functions.
type Trail = Vec<(Option<String>, u64)>;

/// Finds the line of a fault.
///
/// # Errors
///
/// Those of the target.
pub(crate) fn blame(
    target: &mut dyn Target,
    survey: &ProgramSurvey,
    followed: &Followed,
) -> Result<Option<Culprit>, TargetError> {
    let Some(seen) = followed.seen.links() else { return Ok(None) };
    let is_hang = followed.end.hangs() && followed.before.is_some();
    let found = match (&followed.wrong, &seen.matrix) {
        (Some(Wrong::Build(fault)), Some(matrix)) => {
            BuildBlame::new(&mut *target, survey, followed, fault, matrix).find()?
        }
        (Some(Wrong::End), matrix) if !is_hang || matrix.is_none() => followed.end_culprit(),
        (Some(wrong), Some(matrix)) => LinkBlame { target: &mut *target, survey, followed, matrix }.find(wrong)?,
        _ => None,
    };
    Ok(found.map(|culprit| culprit.read(target)))
}

/// Sets a breakpoint of this run at a stop.
fn set(target: &mut dyn Target, survey: &ProgramSurvey, id: u64, place: &StopPlace) -> Result<(), TargetError> {
    place.set(target, &survey.functions, id)
}

/// Runs to a stop again, and keeps the links there.
pub(crate) fn reach(
    target: &mut dyn Target,
    survey: &ProgramSurvey,
    place: &StopPlace,
    matrix: &Matrix,
) -> Result<Stopped, TargetError> {
    target.run()?;
    set(target, survey, BEFORE, place)?;
    let stopped = target.go(true, Duration::from_secs(20))?;
    target.remove(BEFORE)?;
    target.keep(matrix.ranges())?;
    Ok(stopped)
}

/// The search for the line of a fault in links that were built right.
struct LinkBlame<'a> {
    target: &'a mut dyn Target,
    survey: &'a ProgramSurvey,
    followed: &'a Followed,
    matrix: &'a Matrix,
}

impl LinkBlame<'_> {
    fn find(&mut self, wrong: &Wrong) -> Result<Option<Culprit>, TargetError> {
        match wrong {
            Wrong::Abandoned(_) => self.step_to_yield(),
            Wrong::Links(fault) => self.links(fault),
            Wrong::Search => self.search(),
            Wrong::Repeated(fault) => self.repeated(fault),
            Wrong::End => self.hang(),
            _ => Ok(None),
        }
    }

    /// The line of a number that is wrong after an operation.
    fn links(&mut self, fault: &LinkFault) -> Result<Option<Culprit>, TargetError> {
        let followed = self.followed;
        // A size may be seen to be wrong later than it was made so.
        let at = followed.places.len().checked_sub(fault.back as usize).filter(|_| fault.back > 0);
        let before = at.and_then(|at| followed.places.get(at)).or(followed.before.as_ref());
        let now = followed.seen.links().and_then(|seen| seen.states.as_ref());
        let (Some(before), Some((_, now))) = (before, now) else { return Ok(None) };
        let (frames, _) = self.run_to(before)?;
        let argument = argument(&frames, self.survey, before);
        let is_meant = fault.operation.map(LinkOperation::node);
        let is_meant = is_meant.is_some() && is_meant == argument.and_then(|argument| self.matrix.node(argument));
        let is_size = matches!(fault.word, LinkWord::Size(_));
        if !(is_meant && is_size)
            && let Some(deed) = self.called_wrongly(before, &frames)?
        {
            let trail = self.trail_to(1, before)?;
            return Ok(called(frames).map(|culprit| Culprit { deed, ..culprit }.by(&trail)));
        }
        let (frames, cfa) = self.run_to(before)?;
        let fault = self.hinted(&frames, before, fault, now);
        self.step_to_write(before, &fault, cfa)
    }

    /// The line at which the search does something else than Algorithm X.
    fn search(&mut self) -> Result<Option<Culprit>, TargetError> {
        let followed = self.followed;
        let (Some(before), Some(at)) = (&followed.before, &followed.at) else { return Ok(None) };
        // The difference may be seen later than the operation that it is about.
        let op = match &followed.report.verdict {
            Verdict::Differs(difference) => difference.line as usize,
            _ => followed.places.len(),
        };
        let is_call = matches!(followed.told, None | Some(Operation::Enter | Operation::Leave));
        let is_change = matches!(&followed.report.verdict, Verdict::Differs(difference)
            if difference.yours.as_ref().is_some_and(|yours| yours.contains("cover ")));
        let is_earlier = op < followed.places.len() || is_call && is_change;
        if op > 1 && op <= followed.places.len() && is_earlier && !self.survey.changes.is_empty() {
            let back = followed.places.len() - (op - 2);
            return self.caller(&followed.places[op - 1], back);
        }
        match followed.told {
            Some(Operation::Cover(item) | Operation::Uncover(item)) if self.survey.changes.is_empty() => {
                self.run_to(before)?;
                self.step_to_header(item.0 + 1)
            }
            // The operation was made after the stop before, in the function that was entered there.
            Some(Operation::Cover(_) | Operation::Uncover(_)) => self.caller(before, 2),
            Some(Operation::Enter) => self.caller(at, 1),
            _ => {
                let trail = self.trail_to(2, before)?;
                self.run_to(before)?;
                self.step_to_end(trail)
            }
        }
    }

    /// The line at which a search for repeated covers goes wrong.
    fn repeated(&mut self, fault: &RepeatedFault) -> Result<Option<Culprit>, TargetError> {
        let Some(before) = &self.followed.before else { return Ok(None) };
        if fault.call.is_none() {
            return if fault.is_at_end { Ok(None) } else { self.caller(before, 2) };
        }
        let (frames, cfa) = self.run_to(before)?;
        let function = frames.first().and_then(|frame| frame.function.clone());
        let mut steps = Steps::begin(self.target, cfa)?;
        let mut last = frames.first().cloned();
        while let Some(place) = steps.next(self.target)? {
            last = if place.function == function { Some(place) } else { last };
        }
        let ended = last.map(|place| Culprit { frames, ..Culprit::at(place, LineDeed::Ended) });
        Ok(ended.map(|culprit| culprit.by(&steps.lines)))
    }

    /// The loops of a program that does not end after its last operation, or the call that made it
    /// so.
    fn hang(&mut self) -> Result<Option<Culprit>, TargetError> {
        let Some(before) = &self.followed.before else { return Ok(None) };
        let (frames, _) = self.run_to(before)?;
        if let Some(deed) = self.called_wrongly(before, &frames)? {
            let trail = self.trail_to(2, before)?;
            return Ok(called(frames).map(|culprit| Culprit { deed, ..culprit }.by(&trail)));
        }
        self.run_to(before)?;
        let mut steps = Steps::begin(self.target, None)?;
        while steps.next(self.target)?.is_some() {}
        goes_round(self.target, &steps)
    }

    /// The line that called the function of a stop, and the lines since an earlier stop: see
    /// `trail_to`.
    fn caller(&mut self, at: &StopPlace, back: usize) -> Result<Option<Culprit>, TargetError> {
        let (frames, _) = self.run_to(at)?;
        let trail = self.trail_to(back, at)?;
        Ok(called(frames).map(|culprit| culprit.by(&trail)))
    }

    /// Runs to a stop again. Returns the frames there, and the stack pointer after its return.
    fn run_to(&mut self, place: &StopPlace) -> Result<(Vec<Place>, Option<u64>), TargetError> {
        let stopped = reach(self.target, self.survey, place, self.matrix)?;
        Ok((self.target.frames()?, stopped.cfa))
    }

    /// Ends the steps that follow at a stop.
    fn end_at(&mut self, place: &StopPlace) -> Result<(), TargetError> {
        set(self.target, self.survey, AFTER, place)
    }

    /// The lines that the program passed from an earlier stop to this one, in the function that is
    /// there or calls it. The earlier stop is counted from the end of the list: 1 is the last one.
    fn trail_to(&mut self, back: usize, to: &StopPlace) -> Result<Trail, TargetError> {
        let places = &self.followed.places;
        let Some(from) = places.len().checked_sub(back).and_then(|from| places.get(from)) else {
            return Ok(Trail::new());
        };
        self.run_to(from)?;
        // How often another place was passed on the way is not known: the last lines count.
        let times = if from.at == to.at { to.times.saturating_sub(from.times).max(1) } else { 1 };
        self.end_at(&StopPlace { at: to.at, times })?;
        let mut steps = Steps::begin(self.target, None)?;
        while steps.next(self.target)?.is_some() {}
        Ok(steps.lines)
    }

    /// The wrong argument of a function, if it is wrong: something that is not a header, a column
    /// that is covered, or one that is not.
    fn called_wrongly(&mut self, before: &StopPlace, frames: &[Place]) -> Result<Option<LineDeed>, TargetError> {
        let (survey, matrix) = (self.survey, self.matrix);
        let argument = argument(frames, survey, before);
        let tracker = self.followed.seen.tracker();
        let (Some(argument), Some(tracker), StopAt::Function(function)) = (argument, tracker, before.at) else {
            return Ok(None);
        };
        let Some(node) = matrix.node(argument) else { return Ok(None) };
        let with = |why| LineDeed::CalledWith { what: matrix.node_name(node), why };
        if node == 0 && frames.first().is_some_and(has_one_argument) {
            return Ok(Some(with("which is not a column")));
        }
        if matrix.is_header(node) {
            let is_covered = tracker.covered().contains(&node);
            return Ok(match () {
                () if survey.covers.contains(&function) && is_covered => Some(with("which is covered")),
                () if survey.uncovers.contains(&function) && !is_covered => Some(with("which is not covered")),
                () => None,
            });
        }
        Ok(self.takes_headers(before)?.then(|| with("which is not a header")))
    }

    /// Returns whether a function was called with a header the first time.
    fn takes_headers(&mut self, before: &StopPlace) -> Result<bool, TargetError> {
        let first = StopPlace { at: before.at, times: 1 };
        let (frames, _) = self.run_to(&first)?;
        let argument = argument(&frames, self.survey, &first);
        Ok(argument.and_then(|argument| self.matrix.node(argument)).is_some_and(|node| self.matrix.is_header(node)))
    }

    /// The fault with the operation that the program meant, as the arguments of the function show
    /// it.
    fn hinted(&self, frames: &[Place], before: &StopPlace, fault: &LinkFault, now: &LinkState) -> LinkFault {
        let (survey, matrix) = (self.survey, self.matrix);
        let is_change = matches!(before.at, StopAt::Function(at) if survey.changes.contains(&at));
        let tracker = self.followed.seen.tracker().filter(|_| is_change);
        let (Some(tracker), Some(frame)) = (tracker, frames.first()) else { return fault.clone() };
        let nodes: Vec<u32> = argument_nodes(frame, matrix).collect();
        let is_meant = |node: u32| nodes.iter().any(|&other| other == node || matrix.header_of(other) == node);
        let known = fault.operation.is_some_and(|operation| is_meant(operation.node()));
        if known || matches!(fault.word, LinkWord::Size(_)) {
            return fault.clone();
        }
        let operations = nodes.iter().flat_map(|&node| match survey.is_repeated {
            true => [LinkOperation::Take(node), LinkOperation::Release(node)],
            false => [LinkOperation::Cover(matrix.header_of(node)), LinkOperation::Uncover(matrix.header_of(node))],
        });
        let judged = operations.map(|operation| tracker.judge(now, Some(operation), matrix));
        let best = judged.min_by_key(|fault| fault.wrong.len());
        // An argument that is a row or a depth is some column's number, too, but then far more is
        // wrong.
        let is_near = |best: &LinkFault| best.wrong.len() <= MEANT.0 * fault.wrong.len() + MEANT.1;
        best.filter(is_near).unwrap_or_else(|| fault.clone())
    }

    /// Steps until a header leaves its ring or comes back.
    fn step_to_header(&mut self, header: u32) -> Result<Option<Culprit>, TargetError> {
        let is_linked = |state: &LinkState| {
            let left = state.link(LinkRole::Left, header);
            state.link(LinkRole::Right, left) == header
        };
        let first = is_linked(&self.matrix.state(self.target.kept()));
        let mut steps = Steps::begin(self.target, None)?;
        while let Some(place) = steps.next(self.target)? {
            if is_linked(&self.matrix.state(self.target.kept())) != first {
                let frames = self.target.frames()?;
                return Ok(Some(Culprit { frames, ..Culprit::at(place, LineDeed::Called) }.by(&steps.lines)));
            }
        }
        Ok(None)
    }

    /// Steps to the line at which the search gave a solution to its caller, who left it there.
    fn step_to_yield(&mut self) -> Result<Option<Culprit>, TargetError> {
        let (Some(before), Some(search)) = (&self.followed.before, self.survey.search) else { return Ok(None) };
        let (frames, _) = self.run_to(before)?;
        let name = self.survey.functions[search].name();
        let is_own = |place: &Place| place.name() == name;
        let mut steps = Steps::begin(self.target, None)?;
        let mut last = frames.iter().find(|place| is_own(place)).cloned();
        while let Some(place) = steps.next(self.target)? {
            if is_own(&place) {
                last = Some(place);
            } else if !is_change(self.survey, &place) {
                break;
            }
        }
        let deed = LineDeed::Other("the search gives a solution here, and is left");
        Ok(last.map(|place| Culprit { frames, ..Culprit::at(place, deed) }))
    }

    /// Steps to the end of the call of the search that returns.
    fn step_to_end(&mut self, mut trail: Trail) -> Result<Option<Culprit>, TargetError> {
        let Some(at) = &self.followed.at else { return Ok(None) };
        // It is the next stop.
        self.end_at(&StopPlace { at: at.at, times: 1 })?;
        let survey = self.survey;
        let name = survey.search.map(|search| survey.functions[search].line);
        let mut steps = Steps::begin(self.target, None)?;
        // The rest of the line that has called the last operation is passed in one step.
        let mut last = steps.frames.iter().find(|place| !is_change(survey, place)).cloned();
        while let Some(place) = steps.next(self.target)? {
            // The search begins at its line, and a function after it is another one.
            let is_search = name.is_none_or(|line| place.line >= line) && !is_change(survey, &place);
            // Every end of a function passes by its last bracket: the line before it is the one.
            let is_bracket = || source_line(self.target, &place, place.line).is_some_and(|text| text == "}");
            if is_search && !(last.is_some() && is_bracket()) {
                last = Some(place);
            }
        }
        let frames = steps.frames.clone();
        trail.append(&mut steps.lines);
        Ok(last.map(|place| Culprit { frames, ..Culprit::at(place, LineDeed::Ended) }.by(&trail)))
    }
}

/// The last argument of a function that covers or uncovers, in which the program is.
fn argument(frames: &[Place], survey: &ProgramSurvey, before: &StopPlace) -> Option<i64> {
    let is_change = matches!(before.at, StopAt::Function(at) if survey.changes.contains(&at));
    let frame = frames.first().filter(|_| is_change)?;
    let argument = frame.locals.iter().rev().find(|local| local.argument)?;
    i64::try_from(argument.value).ok()
}

/// The nodes with which a function was called, without the root.
fn argument_nodes(frame: &Place, matrix: &Matrix) -> impl Iterator<Item = u32> {
    let arguments = frame.locals.iter().filter(|local| local.argument);
    arguments.filter_map(|local| matrix.node(i64::try_from(local.value).ok()?)).filter(|&node| node > 0)
}

fn has_one_argument(frame: &Place) -> bool {
    frame.locals.iter().filter(|local| local.argument).count() == 1
}

fn called(frames: Vec<Place>) -> Option<Culprit> {
    let place = frames.get(1).or(frames.first())?.clone();
    Some(Culprit { frames: frames.into_iter().skip(1).collect(), ..Culprit::at(place, LineDeed::Called) })
}

/// The loops of a program that does not end, and the line at which it was stopped.
fn goes_round(target: &mut dyn Target, steps: &Steps) -> Result<Option<Culprit>, TargetError> {
    let frames = target.frames()?;
    let place = steps.last.clone().or_else(|| frames.first().cloned());
    Ok(place.map(|place| Culprit { frames, ..Culprit::at(place, LineDeed::GoesRound) }.by_steps(steps, target)))
}

/// Returns whether a place is in a function that covers or uncovers.
fn is_change(survey: &ProgramSurvey, place: &Place) -> bool {
    let name = place.name();
    let mut names = survey.changes.iter().map(|&at| survey.functions[at].name());
    !name.is_empty() && names.any(|own| own == name)
}
