//! A script in Python that searches on dictionaries of sets, as the shortest programs for Algorithm
//! X do. It runs three times, as a program with links does: to find its search, to compare, and to
//! find the line.

use crate::blame::{Culprit, LineDeed};
use crate::follow::FollowLimits;
use crate::stops::{StopLog, StopPlace, is_return, stop_at_functions};
use crate::survey::end_words;
use crate::target::{Function, Place, Stopped, Target, TargetError, plain_name};
use crate::{SetChange, SetFault, SetMatrix, SetState, SetTracker};
use dancing::ItemId;
use quadrille_puzzle::Encoded;
use quadrille_study::{AgainstReport, AgainstSettings, Comparison, Ended, Operation, Verdict, Vocabulary};
use std::collections::HashMap;
use std::time::Duration;

/// The functions of the script that matter.
#[derive(Clone, Debug)]
pub struct SetSurvey {
    pub functions: Vec<Function>,
    /// The search: it calls itself.
    pub search: usize,
    /// The sets and the lists in words.
    pub roles: String,
}

/// The result of a run.
pub struct SetFollowed {
    pub report: AgainstReport,
    pub matrix: Option<SetMatrix>,
    pub fault: Option<SetFault>,
    /// True if it is in what was built.
    pub is_build: bool,
    /// The operation that differs.
    pub told: Option<Operation>,
    /// The last stop before it, and the one at which it was seen.
    pub before: Option<StopPlace>,
    pub at: Option<StopPlace>,
    /// The end of the script, if it did not end well, with the user's frames there.
    pub end: Option<String>,
    pub end_frames: Vec<Place>,
    pub hangs: bool,
    pub is_cut: bool,
    pub operations: u64,
}

/// The breakpoint before a fault.
const BEFORE: u64 = 900_001;

/// The stops after which the search is known.
const ENOUGH: u32 = 400;

/// The most readings of the items that were chosen.
const READINGS: usize = 64;

/// The most lines that are stepped.
const LINES: u32 = 4_000;

/// The time for a survey, and for a line.
const TIME: Duration = Duration::from_secs(4);

/// Finds sets and the function that searches on them.
pub fn survey_sets(target: &mut dyn Target) -> Result<Option<SetSurvey>, TargetError> {
    let functions = target.functions()?.functions;
    target.run()?;
    stop_at_functions(target, &functions)?;
    let begun = target.now();
    let mut open: Vec<(usize, u64)> = Vec::new();
    let mut recursive: HashMap<usize, u32> = HashMap::new();
    let mut roles = None;
    for _ in 0..ENOUGH {
        let stopped = target.go(true, Duration::from_secs(2))?;
        let Some(function) = function_of(&stopped).filter(|_| target.now() - begun < TIME) else { break };
        let cfa = stopped.cfa.unwrap_or(0);
        open.retain(|(_, outer)| *outer > cfa);
        if open.iter().any(|(other, _)| *other == function) {
            *recursive.entry(function).or_default() += 1;
        }
        open.push((function, cfa));
        if roles.is_none()
            && let Some(matrix) = SetMatrix::find(&target.variables()?.sets)
        {
            roles = Some(format!("sets: {} by item; {} by option", matrix.items_path, matrix.options_path));
        }
    }
    let search = recursive.into_iter().max_by_key(|(function, count)| (*count, *function)).map(|(at, _)| at);
    Ok(search.zip(roles).map(|(search, roles)| SetSurvey { functions, search, roles }))
}

/// The function at whose beginning the script stopped.
fn function_of(stopped: &Stopped) -> Option<usize> {
    stopped.ids.first().filter(|_| stopped.why == "stop" && stopped.signal.is_none()).map(|&id| id as usize)
}

struct Case {
    matrix: SetMatrix,
    names: Encoded,
    tracker: SetTracker,
}

// Many fields: the state of one run, stop by stop.
struct Run<'a> {
    target: &'a mut dyn Target,
    survey: &'a SetSurvey,
    /// One for each item that may have been chosen: the script does not tell.
    comparisons: Vec<Comparison>,
    case: Option<Case>,
    cases: u64,
    /// The calls of the search that have not returned: the stack pointers after their returns, and
    /// whether an item was chosen in each.
    calls: Vec<(u64, bool)>,
    log: StopLog,
    before: Option<StopPlace>,
    at: Option<StopPlace>,
    fault: Option<SetFault>,
    is_build: bool,
    told: Option<Operation>,
    operations: u64,
    is_over: bool,
}

/// Follows the script to its end, or to the first thing that is wrong.
pub fn follow_sets(
    target: &mut dyn Target,
    survey: &SetSurvey,
    settings: AgainstSettings,
    limits: FollowLimits,
    progress: &mut dyn FnMut(u64),
) -> Result<SetFollowed, TargetError> {
    target.run()?;
    stop_at_functions(target, &survey.functions)?;
    let (search, choose, tries, untry, cover, uncover) = (true, true, true, true, true, true);
    let uses = Vocabulary { search, choose, tries, untry, cover, uncover, ..Vocabulary::default() };
    let mut run = Run {
        target,
        survey,
        comparisons: vec![Comparison::new(settings, uses)],
        case: None,
        cases: 0,
        calls: Vec::new(),
        log: StopLog::default(),
        before: None,
        at: None,
        fault: None,
        is_build: false,
        told: None,
        operations: 0,
        is_over: false,
    };
    let (mut end, mut end_frames, mut hangs, mut is_cut) = (None, Vec::new(), false, false);
    let mut stops = 0;
    while !run.is_over {
        let stopped = run.target.go(true, limits.silence)?;
        stops += 1;
        progress(stops);
        if stopped.why != "stop" || stopped.signal.is_some() || stopped.ids.is_empty() {
            hangs = stopped.signal.as_deref() == Some("SIGINT");
            if stopped.signal.is_some() {
                end_frames = run.target.frames()?;
                end = Some(end_words(&stopped, &end_frames));
            }
            break;
        }
        run.stop(&stopped)?;
        if stops >= limits.stops {
            is_cut = true;
            break;
        }
    }
    let is_open = !run.calls.is_empty() || hangs;
    let ended = match &end {
        None => Ended::Done,
        Some(_) if hangs => Ended::Hung(0),
        Some(end) => Ended::Crashed(end.clone()),
    };
    let names = run.case.as_ref().map(|case| &case.names);
    let report = run.comparisons.swap_remove(0).end(&ended, names.filter(|_| is_open && run.fault.is_none()));
    let matrix = run.case.map(|case| case.matrix);
    let (before, at, fault, told, operations) = (run.before, run.at, run.fault, run.told, run.operations);
    let is_build = run.is_build;
    Ok(SetFollowed { report, matrix, fault, is_build, told, before, at, end, end_frames, hangs, is_cut, operations })
}

impl Run<'_> {
    fn stop(&mut self, stopped: &Stopped) -> Result<(), TargetError> {
        let id = stopped.ids[0];
        self.at = self.log.reach(id).or(self.at.take());
        let is_entry = id == self.survey.search as u64;
        if is_entry && self.calls.is_empty() {
            self.begin_case()?;
        } else if !self.calls.is_empty() {
            self.compare_state()?;
        }
        if let Some(back) = stopped.back.filter(|_| stopped.cfa.is_some() && !is_return(id)) {
            self.log.stop_at_return(self.target, back)?;
        }
        if !self.is_over && is_entry {
            self.calls.extend(stopped.cfa.map(|cfa| (cfa, false)));
            self.tell(Operation::Enter, "the search is called");
        }
        if !self.is_over && is_return(id) && self.calls.last().is_some_and(|(sp, _)| *sp == stopped.sp) {
            self.calls.pop();
            self.tell(Operation::Leave, "the search returns");
            let is_last = self.calls.is_empty() && !self.is_over;
            if let Some(case) = self.case.take_if(|_| is_last) {
                self.all(|one| one.finish_case(&Ended::Done, &case.names));
                self.told = Some(Operation::Leave).filter(|_| self.is_over);
                self.case = Some(case);
            }
        }
        if !self.is_over {
            self.before.clone_from(&self.at);
        }
        Ok(())
    }

    fn begin_case(&mut self) -> Result<(), TargetError> {
        self.case = None;
        let Some(matrix) = SetMatrix::find(&self.target.variables()?.sets) else { return Ok(()) };
        let names = matrix.encoded();
        self.cases += 1;
        self.comparisons.truncate(1);
        self.comparisons.iter_mut().for_each(|one| one.begin_typed(self.cases, &names));
        self.fault = matrix.fault();
        self.is_build = self.fault.is_some();
        self.is_over = self.is_build;
        self.case = Some(Case { tracker: SetTracker::new(&matrix), names, matrix });
        Ok(())
    }

    fn compare_state(&mut self) -> Result<(), TargetError> {
        let Some(mut case) = self.case.take() else { return Ok(()) };
        if let Some(now) = state(self.target, &case.matrix)? {
            self.compare(&now, &mut case);
        }
        self.case = Some(case);
        Ok(())
    }

    fn compare(&mut self, now: &SetState, case: &mut Case) {
        let before = case.tracker.clone();
        match case.tracker.take(now, &case.matrix) {
            SetChange::Fault(fault) => {
                self.fault = Some(*fault);
                self.is_over = true;
            }
            SetChange::Operations(operations) => {
                for operation in operations {
                    if let (Operation::Try(option), Some((_, has_chosen))) = (operation, self.calls.last_mut())
                        && !std::mem::replace(has_chosen, true)
                    {
                        let items = before.choices(option, &case.matrix);
                        self.choose(&items, case);
                    }
                    let (word, name) = match operation {
                        Operation::Try(option) => ("try", case.names.option_name(option)),
                        Operation::Untry(option) => ("untry", case.names.option_name(option)),
                        Operation::Cover(item) => ("cover", case.matrix.item(item.0).to_string()),
                        Operation::Uncover(item) => ("uncover", case.matrix.item(item.0).to_string()),
                        _ => continue,
                    };
                    self.operations += 1;
                    let text = format!("{word} {name}");
                    let at = self.operations;
                    self.all(|one| one.take(operation, at, &text, &case.names));
                    if self.is_over {
                        self.told = Some(operation);
                        return;
                    }
                }
            }
        }
    }

    /// Any of these items was chosen.
    fn choose(&mut self, items: &[ItemId], case: &Case) {
        let mut readings = Vec::new();
        for comparison in std::mem::take(&mut self.comparisons) {
            for &item in items {
                let mut reading = comparison.clone();
                reading.take(Operation::Choose { item, left: None }, self.operations, "choose", &case.names);
                readings.push(reading);
            }
        }
        self.comparisons = readings;
        self.comparisons.truncate(READINGS);
    }

    fn tell(&mut self, operation: Operation, text: &str) {
        let Some(case) = self.case.take() else { return };
        let at = self.operations;
        self.all(|one| one.take(operation, at, text, &case.names));
        self.told = self.told.or(Some(operation).filter(|_| self.is_over));
        self.case = Some(case);
    }

    /// Does the same with each reading, and drops those that it contradicts. The first one is kept
    /// if all are: then the result is known.
    fn all(&mut self, mut take: impl FnMut(&mut Comparison) -> bool) {
        let mut fit: Vec<bool> = self.comparisons.iter_mut().map(&mut take).collect();
        if !fit.contains(&true) {
            self.is_over = true;
            fit[0] = true;
        }
        let mut fit = fit.into_iter();
        self.comparisons.retain(|_| fit.next() == Some(true));
    }
}

/// The sets now.
fn state(target: &mut dyn Target, matrix: &SetMatrix) -> Result<Option<SetState>, TargetError> {
    Ok(target.set(&matrix.items_path)?.and_then(|sets| matrix.state(&sets)))
}

/// The last line that changed the sets before the search.
fn blame_building(
    target: &mut dyn Target,
    survey: &SetSurvey,
    followed: &SetFollowed,
    matrix: &SetMatrix,
) -> Result<Option<Culprit>, TargetError> {
    let Some(at) = &followed.at else { return Ok(None) };
    target.run()?;
    at.set(target, &survey.functions, BEFORE)?;
    let begun = target.now();
    let (mut last, mut known, mut found) = (None, None, None);
    for _ in 0..LINES {
        let stopped = target.step(Duration::from_secs(2))?;
        if target.now() - begun > TIME || stopped.why != "stop" || stopped.signal.is_some() {
            break;
        }
        target.variables()?;
        let now = state(target, matrix)?;
        if now.is_some() && now != known {
            (known, found) = (now, last.clone());
        }
        if !stopped.ids.is_empty() {
            break;
        }
        last = stopped.place;
    }
    let frames = found.iter().cloned().collect();
    Ok(culprit(frames, LineDeed::Other("the sets get their options here")))
}

/// Finds the line of the first difference.
///
/// # Errors
///
/// Those of the target.
pub fn blame_sets(
    target: &mut dyn Target,
    survey: &SetSurvey,
    followed: &SetFollowed,
) -> Result<Option<Culprit>, TargetError> {
    let culprit = set_culprit(target, survey, followed)?;
    Ok(culprit.map(|culprit| culprit.read(target)))
}

fn set_culprit(
    target: &mut dyn Target,
    survey: &SetSurvey,
    followed: &SetFollowed,
) -> Result<Option<Culprit>, TargetError> {
    if followed.end.is_some() && followed.fault.is_none() {
        return Ok(culprit(followed.end_frames.clone(), LineDeed::Here));
    }
    if let (true, Some(matrix)) = (followed.is_build, &followed.matrix) {
        return blame_building(target, survey, followed, matrix);
    }
    let is_wrong = followed.fault.is_some() || matches!(followed.report.verdict, Verdict::Differs(_));
    let (Some(before), Some(matrix)) = (followed.before.as_ref().filter(|_| is_wrong), &followed.matrix) else {
        return Ok(None);
    };
    target.run()?;
    before.set(target, &survey.functions, BEFORE)?;
    target.go(true, Duration::from_secs(20))?;
    target.remove(BEFORE)?;
    let mut frames = target.frames()?;
    if followed.fault.is_none() {
        // The search goes on, or ends, where it should not.
        let name = survey.functions[survey.search].name();
        let at = frames.iter().position(|frame| frame.function.as_deref().is_some_and(|own| plain_name(own) == name));
        let frames = frames.split_off(at.unwrap_or(0));
        return Ok(culprit(frames, LineDeed::Other("the search is here")));
    }
    target.variables()?;
    let Some(start) = state(target, matrix)? else { return Ok(None) };
    let end = followed.at.as_ref().map(|at| at.at);
    if let Some(end) = end {
        target.stop_at(BEFORE, end.spot(&survey.functions), 0)?;
    }
    let begun = target.now();
    let mut last = frames.first().cloned();
    let (mut changed, mut known) = (None, start.clone());
    for _ in 0..LINES {
        if target.now() - begun > TIME {
            break;
        }
        let stopped = target.step(Duration::from_secs(2))?;
        let Some(now) = state(target, matrix)? else { break };
        if now != known {
            changed = last.clone().map(|place| (place, frames.clone()));
            let is_wrong = followed.fault.as_ref().is_some_and(|fault| !now.leads_to(&start, &fault.expected));
            if let (true, Some(place)) = (is_wrong, last.clone()) {
                let deed = LineDeed::Other("it makes the first wrong change");
                return Ok(Some(Culprit { frames, ..Culprit::at(place, deed) }));
            }
            known = now;
        }
        if stopped.why != "stop" || stopped.signal.is_some() || !stopped.ids.is_empty() {
            break;
        }
        last = stopped.place;
        frames = target.frames()?;
    }
    let deed = LineDeed::Other("a change is left out beside it");
    Ok(changed.map(|(place, frames)| Culprit { frames, ..Culprit::at(place, deed) }))
}

/// The line at which the innermost frame is.
fn culprit(frames: Vec<Place>, deed: LineDeed) -> Option<Culprit> {
    let place = frames.first()?.clone();
    Some(Culprit { frames, ..Culprit::at(place, deed) })
}
