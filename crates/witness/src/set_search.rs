//! A script in Python that searches on dictionaries of sets, as the shortest programs for Algorithm
//! X do. It runs three times, as a program with links does: to find its search, to compare, and to
//! find the line.

use crate::blame::{Culprit, LineDeed};
use crate::follow::FollowLimits;
use crate::stops::{StopLog, StopPlace, is_return, stop_at_functions};
use crate::survey::end_words;
use crate::target::{Function, Place, Stopped, Target, TargetError, plain_name};
use crate::{SetChange, SetFault, SetMatrix, SetState, SetTracker};
use dancing::{ItemId, OptionId};
use quadrille_puzzle::Encoded;
use quadrille_study::{AgainstReport, AgainstSettings, Comparison, Ended, Operation, Verdict, Vocabulary};
use std::collections::{BTreeSet, HashMap};
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
// Many fields: all that the search for the line needs.
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
    /// The reason why nothing can be said.
    pub unsure: Option<String>,
}

/// The breakpoint before a fault.
const BEFORE: u64 = 900_001;

/// The stops after which the search is known.
const ENOUGH: u32 = 400;

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
    /// The sets now.
    now: SetState,
}

/// A call of the search that has not returned.
struct Open {
    /// The stack pointer after its return.
    cfa: u64,
    /// The place of its choice among the operations, once an option was tried.
    choice: Option<usize>,
    /// The items that it may have chosen, each with its options: the script does not say which.
    candidates: Vec<(ItemId, BTreeSet<u32>)>,
    tried: Vec<u32>,
    /// True once a cover was found in it.
    has_found: bool,
    /// True if it cannot go on: no item is open, or one has no options.
    is_leaf: bool,
}

// Many fields: the state of one run, stop by stop.
struct Run<'a> {
    target: &'a mut dyn Target,
    survey: &'a SetSurvey,
    /// The comparison up to the beginning of the case.
    comparison: Comparison,
    /// The operations of the case, each with its number.
    log: Vec<(Operation, u64)>,
    /// The operations of the case that were compared and right.
    accepted: usize,
    case: Option<Case>,
    cases: u64,
    calls: Vec<Open>,
    stops: StopLog,
    before: Option<StopPlace>,
    at: Option<StopPlace>,
    fault: Option<SetFault>,
    is_build: bool,
    told: Option<Operation>,
    operations: u64,
    is_over: bool,
    unsure: Option<String>,
}

/// Follows the script to its end, or to the first thing that is wrong.
///
/// # Errors
///
/// Those of the target.
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
        comparison: Comparison::new(settings, uses),
        log: Vec::new(),
        accepted: 0,
        case: None,
        cases: 0,
        calls: Vec::new(),
        stops: StopLog::default(),
        before: None,
        at: None,
        fault: None,
        is_build: false,
        told: None,
        operations: 0,
        is_over: false,
        unsure: None,
    };
    let (mut end, mut end_frames, mut hangs, mut is_cut) = (None, Vec::new(), false, false);
    let mut stops = 0;
    while !run.is_over {
        let stopped = run.target.go(true, limits.silence)?;
        stops += 1;
        progress(stops);
        if stopped.breakpoint().is_none() {
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
    Ok(SetFollowed { end_frames, ..run.finish(end, hangs, is_cut) })
}

impl Run<'_> {
    fn stop(&mut self, stopped: &Stopped) -> Result<(), TargetError> {
        let id = stopped.ids[0];
        self.at = self.stops.reach(id).or(self.at.take());
        let is_entry = id == self.survey.search as u64;
        // A generator that its caller has left does not return.
        if let Some(cfa) = stopped.cfa.filter(|_| is_entry && self.is_generator())
            && self.calls.last().is_some_and(|open| open.cfa <= cfa)
        {
            self.leave_case();
        }
        if is_entry && self.calls.is_empty() {
            self.begin_case()?;
        } else if !self.calls.is_empty() {
            self.compare_state(is_entry)?;
        }
        if let Some(back) = stopped.back.filter(|_| stopped.cfa.is_some() && !is_return(id)) {
            self.stops.stop_at_return(self.target, back)?;
        }
        if let Some(cfa) = stopped.cfa.filter(|_| !self.is_over && is_entry) {
            self.enter(cfa);
        }
        if !self.is_over && is_return(id) && self.calls.last().is_some_and(|open| open.cfa == stopped.sp) {
            self.leave();
        }
        if !self.is_over {
            self.before.clone_from(&self.at);
        }
        Ok(())
    }

    fn is_generator(&self) -> bool {
        self.survey.functions[self.survey.search].is_generator
    }

    fn begin_case(&mut self) -> Result<(), TargetError> {
        self.case = None;
        let Some(matrix) = SetMatrix::find(&self.target.variables()?.sets) else { return Ok(()) };
        let names = matrix.encoded();
        self.cases += 1;
        self.log.clear();
        self.accepted = 0;
        self.comparison.begin_typed(self.cases, &names);
        self.fault = matrix.fault();
        self.is_build = self.fault.is_some();
        self.is_over = self.is_build;
        let now = matrix.start.clone();
        self.case = Some(Case { tracker: SetTracker::new(&matrix), names, matrix, now });
        Ok(())
    }

    fn enter(&mut self, cfa: u64) {
        let Some(case) = &self.case else { return };
        // Sets that do not change between two calls are copies, which are not followed.
        if self.calls.last().is_some_and(|open| open.choice.is_none()) && self.operations == 0 {
            self.unsure = Some("its sets do not change between its calls: it may search on copies of them".to_string());
            self.is_over = true;
            return;
        }
        let is_solved = !case.tracker.has_open();
        let is_leaf = is_solved || case.tracker.has_dead();
        let (choice, candidates, tried) = (None, Vec::new(), Vec::new());
        self.calls.push(Open { cfa, choice, candidates, tried, has_found: false, is_leaf });
        if is_solved {
            self.calls.iter_mut().for_each(|open| open.has_found = true);
        }
        self.log.push((Operation::Enter, self.operations));
    }

    /// The search has returned. What it left out may be wrong.
    fn leave(&mut self) {
        let Some(open) = self.calls.pop() else { return };
        self.log.push((Operation::Leave, self.operations));
        if let Some(case) = &mut self.case {
            case.tracker.returns();
        }
        let is_whole = |(_, options): &&(ItemId, BTreeSet<u32>)| options.iter().all(|one| open.tried.contains(one));
        let whole = open.candidates.iter().find(is_whole);
        if let (Some(at), Some((item, _))) = (open.choice, whole) {
            self.log[at].0 = Operation::Choose { item: *item, left: None };
        }
        let is_right = if open.choice.is_some() { whole.is_some() || open.has_found } else { open.is_leaf };
        if self.calls.is_empty() {
            self.judge(true);
        } else if !is_right && self.log.len() >= 2 * self.accepted {
            // What was right at the last doubt is not compared again at each one.
            self.judge(false);
        }
    }

    /// Compares the operations of the case. With `finishes`, the case is over.
    fn judge(&mut self, finishes: bool) {
        let Some(case) = &self.case else { return };
        let mut comparison = self.comparison.clone();
        self.told = case.replay(&self.log, &mut comparison);
        self.is_over = self.told.is_some();
        self.accepted = self.log.len();
        if !self.is_over && finishes && !comparison.finish_case(&Ended::Done, &case.names) {
            self.told = Some(Operation::Leave);
            self.is_over = true;
        }
        if self.is_over || finishes {
            self.comparison = comparison;
            self.log.clear();
        }
    }

    /// The caller of a search that is a generator has left it.
    fn leave_case(&mut self) {
        if let Some(case) = &self.case {
            self.told = case.replay(&self.log, &mut self.comparison);
            self.is_over = self.told.is_some();
            if !self.is_over {
                self.comparison.leave_case(&case.names);
            }
            self.log.clear();
        }
        self.calls.clear();
    }

    fn compare_state(&mut self, is_entry: bool) -> Result<(), TargetError> {
        let Some(mut case) = self.case.take() else { return Ok(()) };
        let mut now = std::mem::take(&mut case.now);
        let is_read = refresh(self.target, &case.matrix, &mut now)?;
        let is_right = !is_read || self.compare(&now, is_entry, &mut case);
        case.now = now;
        self.case = Some(case);
        if !is_right {
            self.judge(false);
        }
        Ok(())
    }

    /// Takes the sets at a stop. Returns false if an option is tried that its call cannot try.
    fn compare(&mut self, now: &SetState, is_entry: bool, case: &mut Case) -> bool {
        // Two covers leave the same sets: the depth tells that another option was tried.
        let depth = self.calls.len();
        let change = match is_entry && case.tracker.is_again(now, depth) {
            true => case.tracker.take_again(&case.matrix),
            false => case.tracker.take(now, &case.matrix),
        };
        let mut is_right = true;
        match change {
            SetChange::Fault(fault) => {
                self.fault = Some(*fault);
                self.is_over = true;
            }
            SetChange::Operations(operations) => {
                for operation in operations {
                    if let Operation::Try(option) = operation {
                        is_right &= self.tries(option.0, case);
                    }
                    self.operations += 1;
                    self.log.push((operation, self.operations));
                }
            }
        }
        is_right
    }

    /// An option is tried: the item that was chosen holds it.
    fn tries(&mut self, option: u32, case: &Case) -> bool {
        let at = self.log.len();
        let Some(open) = self.calls.last_mut() else { return true };
        open.tried.push(option);
        if open.choice.is_none() {
            open.candidates = case.tracker.choices(OptionId(option), &case.matrix);
            open.choice = Some(at);
            let item = open.candidates.first().map_or(ItemId(0), |(item, _)| *item);
            self.log.push((Operation::Choose { item, left: None }, self.operations));
            return true;
        }
        let kept: Vec<_> = open.candidates.iter().filter(|(_, options)| options.contains(&option)).cloned().collect();
        if kept.is_empty() {
            return false;
        }
        if let (Some(at), Some((item, _))) = (open.choice, kept.first()) {
            self.log[at].0 = Operation::Choose { item: *item, left: None };
        }
        open.candidates = kept;
        true
    }

    fn finish(mut self, end: Option<String>, hangs: bool, is_cut: bool) -> SetFollowed {
        let is_open = !self.calls.is_empty() || hangs;
        let ended = match &end {
            None => Ended::Done,
            Some(_) if hangs => Ended::Hung(0),
            Some(end) => Ended::Crashed(end.clone()),
        };
        if is_open && end.is_none() && !is_cut && self.fault.is_none() && self.is_generator() {
            self.leave_case();
        }
        let is_open = is_open && !self.calls.is_empty() && !self.is_over;
        if let (Some(case), true) = (&self.case, is_open) {
            case.replay(&self.log, &mut self.comparison);
        }
        let names = self.case.as_ref().map(|case| &case.names);
        let is_unfinished = is_open && self.fault.is_none() && !is_cut;
        let report = self.comparison.end(&ended, names.filter(|_| is_unfinished));
        let matrix = self.case.map(|case| case.matrix);
        let (before, at, fault, told, operations) = (self.before, self.at, self.fault, self.told, self.operations);
        SetFollowed {
            report,
            matrix,
            fault,
            is_build: self.is_build,
            told,
            before,
            at,
            end,
            end_frames: Vec::new(),
            hangs,
            is_cut,
            operations,
            unsure: self.unsure,
        }
    }
}

impl Case {
    /// Compares operations. Returns the first one that differs.
    fn replay(&self, log: &[(Operation, u64)], comparison: &mut Comparison) -> Option<Operation> {
        let mut is_right =
            |&(operation, at): &(Operation, u64)| comparison.take(operation, at, &self.text(operation), &self.names);
        let right = log.iter().take_while(|told| is_right(told)).count();
        log.get(right).map(|(operation, _)| *operation)
    }

    /// An operation in words.
    fn text(&self, operation: Operation) -> String {
        match operation {
            Operation::Try(option) => format!("try {}", self.names.option_name(option)),
            Operation::Untry(option) => format!("untry {}", self.names.option_name(option)),
            Operation::Cover(item) => format!("cover {}", self.matrix.item(item.0)),
            Operation::Uncover(item) => format!("uncover {}", self.matrix.item(item.0)),
            Operation::Choose { .. } => "choose".to_string(),
            Operation::Leave => "the search returns".to_string(),
            _ => "the search is called".to_string(),
        }
    }
}

/// Brings the sets up to date. Returns false if they are not there, or are others.
fn refresh(target: &mut dyn Target, matrix: &SetMatrix, now: &mut SetState) -> Result<bool, TargetError> {
    Ok(target.set(&matrix.items_path)?.is_some_and(|parts| matrix.refresh(now, &parts)))
}

/// The sets now.
fn state(target: &mut dyn Target, matrix: &SetMatrix) -> Result<Option<SetState>, TargetError> {
    let mut now = matrix.start.clone();
    // Without what was asked before, all of them are sent.
    target.forget_sets();
    Ok(refresh(target, matrix, &mut now)?.then_some(now))
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
    if followed.unsure.is_some() {
        return Ok(None);
    }
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
