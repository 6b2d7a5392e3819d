//! The third run: the line of the user's source that wrote a wrong number, or left out a right one.
//!
//! The program runs to the last stop before the fault, and then line by line. The operation's own
//! writes are known; the first line that writes something else is the one. If none does, the line
//! beside the missing write is. A number that was wrong before the first operation is watched from
//! the start of the program.

mod build;
mod expressions;
mod inner;

use crate::course::{Followed, Wrong};
use crate::culprit::{Culprit, LineDeed};
use crate::reference::list;
use crate::shape::ProgramSurvey;
use crate::steps::{Steps, assigns, source_line};
use crate::stops::{StopAt, StopPlace};
use crate::target::{Place, Stopped, Target, TargetError};
use crate::{LinkFault, LinkOperation, LinkRole, LinkState, LinkWord, Matrix};
use build::BuildBlame;
use inner::{InnerCall, InnerCalls};
use quadrille_study::{Operation, Verdict};
use std::collections::HashMap;
use std::time::Duration;

/// The time of the program between two writes.
const WATCHED: Duration = Duration::from_secs(1);

/// The wrong numbers that the operation named by an argument may leave, beside those of the likeliest
/// one: this factor, and these more. A node that is taken out wrongly leaves four.
const MEANT: (usize, usize) = (2, 4);

/// The breakpoints of this run.
const BEFORE: u64 = 1_000_001;
const AFTER: u64 = 1_000_002;

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
    let culprit = culprit(target, survey, followed)?;
    Ok(culprit.map(|culprit| culprit.read(target)))
}

fn culprit(
    target: &mut dyn Target,
    survey: &ProgramSurvey,
    followed: &Followed,
) -> Result<Option<Culprit>, TargetError> {
    let Some(seen) = followed.seen.links() else { return Ok(None) };
    match (&followed.wrong, &seen.matrix) {
        (Some(Wrong::Build(fault)), Some(matrix)) => BuildBlame::new(target, survey, followed, fault, matrix).find(),
        (Some(Wrong::Abandoned(_)), Some(matrix)) => step_to_yield(target, survey, followed, matrix),
        (Some(Wrong::Links(fault)), Some(matrix)) => {
            // A size may be seen to be wrong later than it was made so.
            let at = followed.places.len().checked_sub(fault.back as usize).filter(|_| fault.back > 0);
            let before = at.and_then(|at| followed.places.get(at)).or(followed.before.as_ref());
            let (Some(before), Some((_, now))) = (before, &seen.states) else { return Ok(None) };
            let (frames, _) = run_to(target, survey, before, matrix)?;
            let argument = argument(&frames, survey, before);
            let is_meant = fault.operation.map(LinkOperation::node);
            let is_meant = is_meant.is_some() && is_meant == argument.and_then(|argument| matrix.node(argument));
            let is_size = matches!(fault.word, LinkWord::Size(_));
            if !(is_meant && is_size)
                && let Some(deed) = called_wrongly(target, survey, before, followed, &frames, matrix)?
            {
                let trail = trail_to(target, survey, followed.places.len().checked_sub(1), followed, before, matrix)?;
                return Ok(called(frames).map(|culprit| Culprit { deed, ..culprit }.by(&trail)));
            }
            let (frames, cfa) = run_to(target, survey, before, matrix)?;
            let fault = hinted(&frames, survey, before, followed, fault, now, matrix)?;
            step_to_write(target, survey, followed, before, matrix, &fault, cfa)
        }
        (Some(Wrong::Search), Some(matrix)) => {
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
            if op > 1 && op <= followed.places.len() && is_earlier && !survey.changes.is_empty() {
                let (frames, _) = run_to(target, survey, &followed.places[op - 1], matrix)?;
                let trail = trail_to(target, survey, Some(op - 2), followed, &followed.places[op - 1], matrix)?;
                return Ok(called(frames).map(|culprit| culprit.by(&trail)));
            }
            match followed.told {
                Some(Operation::Cover(item) | Operation::Uncover(item)) if survey.changes.is_empty() => {
                    run_to(target, survey, before, matrix)?;
                    step_to_header(target, matrix, item.0 + 1)
                }
                // The operation was made after the stop before, in the function that was entered
                // there.
                Some(Operation::Cover(_) | Operation::Uncover(_)) => {
                    let (frames, _) = run_to(target, survey, before, matrix)?;
                    let trail =
                        trail_to(target, survey, followed.places.len().checked_sub(2), followed, before, matrix)?;
                    Ok(called(frames).map(|culprit| culprit.by(&trail)))
                }
                Some(Operation::Enter) => {
                    let (frames, _) = run_to(target, survey, at, matrix)?;
                    let trail = trail_to(target, survey, followed.places.len().checked_sub(1), followed, at, matrix)?;
                    Ok(called(frames).map(|culprit| culprit.by(&trail)))
                }
                _ => {
                    let from = followed.places.len().checked_sub(2);
                    let trail = trail_to(target, survey, from, followed, before, matrix)?;
                    run_to(target, survey, before, matrix)?;
                    step_to_end(target, survey, followed, trail)
                }
            }
        }
        (Some(Wrong::Repeated(fault)), Some(matrix)) => {
            let Some(before) = &followed.before else { return Ok(None) };
            if fault.call.is_some() {
                let (frames, cfa) = run_to(target, survey, before, matrix)?;
                let function = frames.first().and_then(|frame| frame.function.clone());
                let mut steps = Steps::begin(target, cfa)?;
                let mut last = frames.first().cloned();
                while let Some(place) = steps.next(target)? {
                    last = if place.function == function { Some(place) } else { last };
                }
                let ended = last.map(|place| Culprit { frames, ..Culprit::at(place, LineDeed::Ended) });
                return Ok(ended.map(|culprit| culprit.by(&steps.lines)));
            }
            if fault.is_at_end {
                return Ok(None);
            }
            let (frames, _) = run_to(target, survey, before, matrix)?;
            let trail = trail_to(target, survey, followed.places.len().checked_sub(2), followed, before, matrix)?;
            Ok(called(frames).map(|culprit| culprit.by(&trail)))
        }
        (Some(Wrong::End), Some(matrix)) if followed.end.hangs() && followed.before.is_some() => {
            let Some(before) = &followed.before else { return Ok(None) };
            let (frames, _) = run_to(target, survey, before, matrix)?;
            if let Some(deed) = called_wrongly(target, survey, before, followed, &frames, matrix)? {
                let trail = trail_to(target, survey, followed.places.len().checked_sub(2), followed, before, matrix)?;
                return Ok(called(frames).map(|culprit| Culprit { deed, ..culprit }.by(&trail)));
            }
            run_to(target, survey, before, matrix)?;
            let mut steps = Steps::begin(target, None)?;
            while steps.next(target)?.is_some() {}
            goes_round(target, &steps)
        }
        (Some(Wrong::End), _) => Ok(followed.end_culprit()),
        _ => Ok(None),
    }
}

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

/// Runs to a stop again. Returns the frames there, and the stack pointer after its return.
fn run_to(
    target: &mut dyn Target,
    survey: &ProgramSurvey,
    place: &StopPlace,
    matrix: &Matrix,
) -> Result<(Vec<Place>, Option<u64>), TargetError> {
    let stopped = reach(target, survey, place, matrix)?;
    Ok((target.frames()?, stopped.cfa))
}

/// The wrong argument of a function, if it is wrong: something that is not a header, a column that
/// is covered, or one that is not.
fn called_wrongly(
    target: &mut dyn Target,
    survey: &ProgramSurvey,
    before: &StopPlace,
    followed: &Followed,
    frames: &[Place],
    matrix: &Matrix,
) -> Result<Option<LineDeed>, TargetError> {
    let argument = argument(frames, survey, before);
    let (Some(argument), Some(tracker), StopAt::Function(function)) = (argument, followed.seen.tracker(), before.at)
    else {
        return Ok(None);
    };
    let Some(node) = matrix.node(argument) else { return Ok(None) };
    let what = matrix.node_name(node);
    if node == 0 && frames.first().is_some_and(has_one_argument) {
        return Ok(Some(LineDeed::CalledWith { what, why: "which is not a column" }));
    }
    if matrix.is_header(node) {
        let is_covered = tracker.covered().contains(&node);
        return Ok(match () {
            () if survey.covers.contains(&function) && is_covered => {
                Some(LineDeed::CalledWith { what, why: "which is covered" })
            }
            () if survey.uncovers.contains(&function) && !is_covered => {
                Some(LineDeed::CalledWith { what, why: "which is not covered" })
            }
            () => None,
        });
    }
    Ok(takes_headers(target, survey, before, matrix)?
        .then_some(LineDeed::CalledWith { what, why: "which is not a header" }))
}

/// The lines that the program passed between an earlier operation and a stop, in the function that
/// is there or calls it.
fn trail_to(
    target: &mut dyn Target,
    survey: &ProgramSurvey,
    from: Option<usize>,
    followed: &Followed,
    to: &StopPlace,
    matrix: &Matrix,
) -> Result<Vec<(Option<String>, u64)>, TargetError> {
    let Some(from) = from.and_then(|from| followed.places.get(from)) else { return Ok(Vec::new()) };
    run_to(target, survey, from, matrix)?;
    // How often another place was passed on the way is not known: the last lines count.
    let times = if from.at == to.at { to.times.saturating_sub(from.times).max(1) } else { 1 };
    set(target, survey, AFTER, &StopPlace { at: to.at, times })?;
    let mut steps = Steps::begin(target, None)?;
    while steps.next(target)?.is_some() {}
    Ok(steps.lines)
}

/// The fault with the operation that the program meant, as the arguments of the function show it.
// Many parameters: a stop, and all that is known of it.
fn hinted(
    frames: &[Place],
    survey: &ProgramSurvey,
    before: &StopPlace,
    followed: &Followed,
    fault: &LinkFault,
    now: &LinkState,
    matrix: &Matrix,
) -> Result<LinkFault, TargetError> {
    let is_change = matches!(before.at, StopAt::Function(at) if survey.changes.contains(&at));
    let (Some(tracker), Some(frame)) = (followed.seen.tracker().filter(|_| is_change), frames.first()) else {
        return Ok(fault.clone());
    };
    let nodes: Vec<u32> = argument_nodes(frame, matrix).collect();
    let is_meant = |node: u32| nodes.iter().any(|&own| own == node || matrix.header_of(own) == node);
    let known = fault.operation.is_some_and(|operation| is_meant(operation.node()));
    if known || matches!(fault.word, LinkWord::Size(_)) {
        return Ok(fault.clone());
    }
    let operations = nodes.iter().flat_map(|&node| match survey.is_repeated {
        true => [LinkOperation::Take(node), LinkOperation::Release(node)],
        false => [LinkOperation::Cover(matrix.header_of(node)), LinkOperation::Uncover(matrix.header_of(node))],
    });
    let judged = operations.map(|operation| tracker.judge(now, Some(operation), matrix));
    let best = judged.min_by_key(|fault| fault.wrong.len());
    // A number that is not meant as a column fits by chance only.
    let is_near = |best: &LinkFault| best.wrong.len() <= MEANT.0 * fault.wrong.len() + MEANT.1;
    Ok(best.filter(is_near).unwrap_or_else(|| fault.clone()))
}

/// The first argument of a function that covers or uncovers, in which the program is.
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

/// Returns whether a function was called with a header the first time.
fn takes_headers(
    target: &mut dyn Target,
    survey: &ProgramSurvey,
    before: &StopPlace,
    matrix: &Matrix,
) -> Result<bool, TargetError> {
    let first = StopPlace { at: before.at, times: 1 };
    let (frames, _) = run_to(target, survey, &first, matrix)?;
    let argument = argument(&frames, survey, &first);
    Ok(argument.and_then(|argument| matrix.node(argument)).is_some_and(|node| matrix.is_header(node)))
}

fn called(frames: Vec<Place>) -> Option<Culprit> {
    let place = frames.get(1).or(frames.first())?.clone();
    Some(Culprit { frames: frames.into_iter().skip(1).collect(), ..Culprit::at(place, LineDeed::Called) })
}

/// Steps until a number is written that the operation does not write.
// Many parameters: a stop, and all that is known of it.
fn step_to_write(
    target: &mut dyn Target,
    survey: &ProgramSurvey,
    followed: &Followed,
    at: &StopPlace,
    matrix: &Matrix,
    fault: &LinkFault,
    cfa: Option<u64>,
) -> Result<Option<Culprit>, TargetError> {
    let start = matrix.state(target.kept());
    let mut allowed: HashMap<LinkWord, Vec<i64>> = HashMap::new();
    for write in &fault.writes {
        allowed.entry(write.word).or_default().push(write.value);
    }
    let of_sizes = matches!(fault.word, LinkWord::Size(_));
    let mut written: HashMap<LinkWord, Place> = HashMap::new();
    let mut before = start.clone();
    let mut inner = followed.seen.tracker().and_then(|tracker| InnerCalls::new(survey, at, tracker));
    let mut steps = Steps::begin(target, cfa)?;
    // A loop in one line calls the function again without leaving the line.
    if let Some(back) = steps.back {
        set(target, survey, AFTER, &StopPlace { at: StopAt::Address(back), times: 1 })?;
    }
    while let Some(place) = steps.next(target)? {
        let now = matrix.state(target.kept());
        let links = now.unlike(&before).map(|(role, node)| LinkWord::Link(role, node));
        let sizes = (1..now.sizes.len()).filter(|&at| now.sizes[at] != before.sizes[at]);
        let sizes = sizes.map(|at| LinkWord::Size(at as u32)).filter(|_| of_sizes);
        let changed: Vec<LinkWord> = links.chain(sizes).collect();
        for &word in &changed {
            let said = now.value(word);
            let right = allowed.get(&word);
            if right.is_some_and(|values| values.contains(&said)) {
                written.insert(word, place.clone());
                continue;
            }
            let is = right.and_then(|values| values.last().copied()).unwrap_or_else(|| start.value(word));
            let name = matrix.word_name(word);
            let deed =
                LineDeed::Wrote { name, said: matrix.value_written(word, said), is: matrix.value_written(word, is) };
            let frames = target.frames()?;
            if let Some((deed, frames)) = called_for_another(&place, &frames, survey, at, followed, fault) {
                return Ok(Culprit::of(frames, deed).map(|culprit| culprit.by_steps(&steps, target)));
            }
            // A step may have returned from a function in the middle of a line.
            let exact = exact(target, survey, at, matrix, word, said, steps.back)?;
            // What no watchpoint has seen is not said.
            let Some(place) = exact.or_else(|| Some(place).filter(|_| steps.back.is_none())) else {
                return Ok(None);
            };
            return Ok(Some(Culprit { frames, ..Culprit::at(place, deed) }.by_steps(&steps, target)));
        }
        if let Some(inner) = &mut inner {
            match inner.next(&place, &steps, &now, matrix, target)? {
                Some(InnerCall::Wrong(deed, frames)) => {
                    return Ok(Culprit::of(frames, deed).map(|culprit| culprit.by_steps(&steps, target)));
                }
                Some(InnerCall::Right(writes)) => {
                    allowed.clear();
                    writes.iter().for_each(|write| allowed.entry(write.word).or_default().push(write.value));
                }
                None => {}
            }
        }
        before = now;
    }
    if followed.end.hangs() {
        return goes_round(target, &steps);
    }
    // It may be written as it was, which changes nothing.
    if let Some((address, width)) = matrix.place(fault.word) {
        run_to(target, survey, at, matrix)?;
        let end = steps.back.map(|pc| StopPlace { at: StopAt::Address(pc), times: 1 });
        if let Some(end) = end {
            set(target, survey, AFTER, &end)?;
            let accesses = target.watch(&[(address, width)], true, 40, WATCHED).unwrap_or_default();
            if let Some(place) = accesses.into_iter().rev().find(|place| assigns(target, place)) {
                let (_, said, is) = fault.values;
                let written = |value| matrix.value_written(fault.word, value);
                let deed = LineDeed::Wrote { name: matrix.word_name(fault.word), said: written(said), is: written(is) };
                return Ok(Some(
                    Culprit { frames: steps.frames.clone(), ..Culprit::at(place, deed) }.by_steps(&steps, target),
                ));
            }
        }
    }
    // What is missing belongs beside its neighbours in the order of writing.
    let from = at;
    let at = fault.writes.iter().rposition(|write| write.word == fault.word);
    let near = at.and_then(|at| {
        let order = (1..fault.writes.len()).flat_map(|away| [at.checked_sub(away), Some(at + away)]);
        let near = order.flatten().filter_map(|at| fault.writes.get(at)).take(8);
        near.into_iter().find_map(|write| Some((*write, written.get(&write.word).cloned()?)))
    });
    // A step may have returned from a function in the middle of a line.
    let near = match near {
        Some((write, place)) => {
            let exact = exact(target, survey, from, matrix, write.word, write.value, steps.back)?;
            Some(exact.unwrap_or(place))
        }
        None => None,
    };
    // A function that wrote nothing left it out, unless something was written elsewhere.
    let states = followed.seen.links().and_then(|seen| seen.states.as_ref());
    let is_still = states.is_some_and(|(before, now)| before.has_same_links(now));
    let place = near.or_else(|| entry(survey, followed).filter(|_| written.is_empty() && is_still));
    let is = matrix.value_written(fault.word, fault.values.2);
    let deed = LineDeed::LeftOut { name: matrix.word_name(fault.word), is };
    let frames = steps.frames.clone();
    let found = place.map(|place| Culprit { frames, ..Culprit::at(place, deed) }.by_steps(&steps, target));
    // A header is in no loop.
    let is_header = matches!(fault.word, LinkWord::Link(LinkRole::Left | LinkRole::Right, _));
    Ok(found.map(|culprit| match is_header {
        true => Culprit { loops: Vec::new(), ..culprit },
        false => culprit,
    }))
}

/// The call of a function, inside an operation, for a node that is none of its: its caller is
/// wrong. Returns the deed of the caller, and the frames from it on.
fn called_for_another(
    place: &Place,
    frames: &[Place],
    survey: &ProgramSurvey,
    at: &StopPlace,
    followed: &Followed,
    fault: &LinkFault,
) -> Option<(LineDeed, Vec<Place>)> {
    let StopAt::Function(operation) = at.at else { return None };
    let seen = followed.seen.links()?;
    let (matrix, (state, _)) = (seen.matrix.as_ref()?, seen.states.as_ref()?);
    let name = survey.functions[operation].name();
    let caller = frames.iter().position(|frame| frame.name() == name).filter(|&at| at > 0)?;
    let helper = frames.get(caller - 1).filter(|helper| helper.name() == place.name())?;
    let node = argument_nodes(helper, matrix).next()?;
    let header = fault.operation.map(LinkOperation::node).filter(|&header| matrix.is_header(header))?;
    let column = list(header, LinkRole::Down, matrix, state);
    let is_in = |at: u32| at == node || matrix.others(at).any(|other| other == node);
    if matrix.is_header(node) || column.into_iter().any(is_in) {
        return None;
    }
    let why = "which is not one of this operation's";
    let deed = LineDeed::CalledWith { what: matrix.node_name(node), why };
    Some((deed, frames[caller..].to_vec()))
}

/// The loops of a program that does not end, and the line at which it was stopped.
fn goes_round(target: &mut dyn Target, steps: &Steps) -> Result<Option<Culprit>, TargetError> {
    let frames = target.frames()?;
    let place = steps.last.clone().or_else(|| frames.first().cloned());
    Ok(place.map(|place| Culprit { frames, ..Culprit::at(place, LineDeed::GoesRound) }.by_steps(steps, target)))
}

/// The place at which a number was given a value, after a stop.
// Many parameters: a stop, and all that is known of it.
fn exact(
    target: &mut dyn Target,
    survey: &ProgramSurvey,
    at: &StopPlace,
    matrix: &Matrix,
    word: LinkWord,
    said: i64,
    back: Option<u64>,
) -> Result<Option<Place>, TargetError> {
    let (Some((address, width)), Some(back)) = (matrix.place(word), back) else { return Ok(None) };
    run_to(target, survey, at, matrix)?;
    set(target, survey, AFTER, &StopPlace { at: StopAt::Address(back), times: 1 })?;
    let writes = target.watch(&[(address, width)], false, 40, WATCHED).unwrap_or_default();
    let is_said = |place: &Place| {
        let bytes = place.words.first().map_or(&[][..], Vec::as_slice);
        matrix.value(word, bytes) == said
    };
    Ok(writes.into_iter().find(is_said))
}

/// The first line of the function that was entered last.
fn entry(survey: &ProgramSurvey, followed: &Followed) -> Option<Place> {
    let Some(StopPlace { at: StopAt::Function(at), .. }) = followed.before else { return None };
    let function = &survey.functions[at];
    Some(Place { file: Some(function.file.clone()), line: function.line, ..Place::default() })
}

/// Steps until a header leaves its ring or comes back.
fn step_to_header(target: &mut dyn Target, matrix: &Matrix, header: u32) -> Result<Option<Culprit>, TargetError> {
    let is_linked = |state: &LinkState| {
        let left = state.link(LinkRole::Left, header);
        state.link(LinkRole::Right, left) == header
    };
    let first = is_linked(&matrix.state(target.kept()));
    let mut steps = Steps::begin(target, None)?;
    while let Some(place) = steps.next(target)? {
        if is_linked(&matrix.state(target.kept())) != first {
            let frames = target.frames()?;
            return Ok(Some(Culprit { frames, ..Culprit::at(place, LineDeed::Called) }.by(&steps.lines)));
        }
    }
    Ok(None)
}

/// Steps to the line at which the search gave a solution to its caller, who left it there.
fn step_to_yield(
    target: &mut dyn Target,
    survey: &ProgramSurvey,
    followed: &Followed,
    matrix: &Matrix,
) -> Result<Option<Culprit>, TargetError> {
    let (Some(before), Some(search)) = (&followed.before, survey.search) else { return Ok(None) };
    let (frames, _) = run_to(target, survey, before, matrix)?;
    let name = survey.functions[search].name();
    let is_own = |place: &Place| place.name() == name;
    let mut steps = Steps::begin(target, None)?;
    let mut last = frames.iter().find(|place| is_own(place)).cloned();
    while let Some(place) = steps.next(target)? {
        if is_own(&place) {
            last = Some(place);
        } else if !is_change(survey, &place) {
            break;
        }
    }
    let deed = LineDeed::Other("the search gives a solution here, and is left");
    Ok(last.map(|place| Culprit { frames, ..Culprit::at(place, deed) }))
}

/// Steps to the end of the call of the search that returns.
fn step_to_end(
    target: &mut dyn Target,
    survey: &ProgramSurvey,
    followed: &Followed,
    mut trail: Vec<(Option<String>, u64)>,
) -> Result<Option<Culprit>, TargetError> {
    let Some(at) = &followed.at else { return Ok(None) };
    // It is the next stop.
    set(target, survey, AFTER, &StopPlace { at: at.at, times: 1 })?;
    let name = survey.search.map(|search| survey.functions[search].line);
    let mut steps = Steps::begin(target, None)?;
    // The rest of the line that has called the last operation is passed in one step.
    let mut last = steps.frames.iter().find(|place| !is_change(survey, place)).cloned();
    while let Some(place) = steps.next(target)? {
        // The search begins at its line, and a function after it is another one.
        let is_search = name.is_none_or(|line| place.line >= line) && !is_change(survey, &place);
        // Every end of a function passes by its last bracket: the line before it is the one.
        let is_bracket = || source_line(target, &place, place.line).is_some_and(|text| text == "}");
        if is_search && !(last.is_some() && is_bracket()) {
            last = Some(place);
        }
    }
    let frames = steps.frames.clone();
    trail.append(&mut steps.lines);
    Ok(last.map(|place| Culprit { frames, ..Culprit::at(place, LineDeed::Ended) }.by(&trail)))
}

/// Returns whether a place is in a function that covers or uncovers.
fn is_change(survey: &ProgramSurvey, place: &Place) -> bool {
    let name = place.name();
    let mut names = survey.changes.iter().map(|&at| survey.functions[at].name());
    !name.is_empty() && names.any(|own| own == name)
}
