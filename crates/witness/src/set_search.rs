//! A script in Python that searches on dictionaries of sets, as the shortest programs for Algorithm
//! X do. It runs three times, as a program with links does: to find its search, to compare, and to
//! find the line.

use crate::course::{Followed, RunCourse, RunEnd, Wrong};
use crate::culprit::{Culprit, LineDeed};
use crate::shape::{MatrixRun, MatrixShape, ProgramSurvey, SeenMatrix, Unfollowed};
use crate::stops::stop_at_functions;
use crate::target::{Function, Functions, Stopped, Target, TargetError, plain_name};
use crate::{RoleNames, SetChange, SetMatrix, SetState, SetTracker};
use dancing::{ItemId, OptionId};
use quadrille_puzzle::Encoded;
use quadrille_study::{Comparison, Ended, Operation, Vocabulary};
use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

/// Sets of options by item, and lists of items by option, in a script.
#[derive(Debug)]
pub(crate) struct SetShape;

/// The row of sets.
pub static SETS: SetShape = SetShape;

impl MatrixShape for SetShape {
    fn survey(
        &self,
        target: &mut dyn Target,
        functions: &Functions,
        _: &RoleNames,
    ) -> Result<ProgramSurvey, Unfollowed> {
        let none = Unfollowed::NoLinks { end: None, hangs: false };
        if !target.is_script() {
            return Err(none);
        }
        let (search, roles) = survey_sets(target, &functions.functions)?.ok_or(none)?;
        let survey = ProgramSurvey::new(&SETS, functions.functions.clone(), roles);
        Ok(ProgramSurvey { search: Some(search), found_at: search, sees_all: true, ..survey })
    }

    fn vocabulary(&self, _: &ProgramSurvey) -> Vocabulary {
        let (search, choose, tries, untry, cover, uncover) = (true, true, true, true, true, true);
        Vocabulary { search, choose, tries, untry, cover, uncover, ..Vocabulary::default() }
    }

    fn run(&self, _: &ProgramSurvey) -> Box<dyn MatrixRun> {
        Box::new(SetRun::default())
    }

    fn blame(
        &self,
        target: &mut dyn Target,
        survey: &ProgramSurvey,
        followed: &Followed,
    ) -> Result<Option<Culprit>, TargetError> {
        let culprit = set_culprit(target, survey, followed)?;
        Ok(culprit.map(|culprit| culprit.read(target)))
    }
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
fn survey_sets(target: &mut dyn Target, functions: &[Function]) -> Result<Option<(usize, String)>, TargetError> {
    target.run()?;
    stop_at_functions(target, functions)?;
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
    Ok(search.zip(roles))
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
#[derive(Default)]
struct Open {
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

/// The sets of a run.
#[derive(Default)]
struct SetRun {
    /// The operations of the case, each with its number.
    log: Vec<(Operation, u64)>,
    /// The operations of the case that were compared and right.
    accepted: usize,
    case: Option<Case>,
    /// The calls of the search that have not returned.
    open: Vec<Open>,
}

impl MatrixRun for SetRun {
    fn names(&self) -> Option<&Encoded> {
        self.case.as_ref().map(|case| &case.names)
    }

    fn begin(&mut self, course: &mut RunCourse) -> Result<(), TargetError> {
        self.case = None;
        // What is asked next is compared with the sets of this case, not with those of the one before.
        course.target.forget_sets();
        let Some(matrix) = SetMatrix::find(&course.target.variables()?.sets) else { return Ok(()) };
        let names = matrix.encoded();
        course.cases += 1;
        course.case_at.clone_from(&course.at);
        self.log.clear();
        self.accepted = 0;
        course.comparison.begin_typed(course.cases, &names);
        course.wrong = matrix.fault().map(|fault| Wrong::Sets { fault: Box::new(fault), is_build: true });
        let now = matrix.start.clone();
        self.case = Some(Case { tracker: SetTracker::new(&matrix), names, matrix, now });
        Ok(())
    }

    fn compare(&mut self, course: &mut RunCourse, is_entry: bool) -> Result<(), TargetError> {
        let Some(mut case) = self.case.take() else { return Ok(()) };
        let mut now = std::mem::take(&mut case.now);
        let is_read = refresh(course.target, &case.matrix, &mut now)?;
        let is_right = !is_read || self.take(course, &now, is_entry, &mut case);
        case.now = now;
        self.case = Some(case);
        if !is_right {
            self.judge(course, false);
        }
        Ok(())
    }

    fn enter(&mut self, course: &mut RunCourse) -> Result<(), TargetError> {
        let Some(case) = &self.case else { return Ok(()) };
        // Sets that do not change between two calls are copies, which are not followed.
        if self.open.last().is_some_and(|open| open.choice.is_none()) && course.operations == 0 {
            course.unsure =
                Some("its sets do not change between its calls: it may search on copies of them".to_string());
            return Ok(());
        }
        let is_solved = !case.tracker.has_open();
        let is_leaf = is_solved || case.tracker.has_dead();
        self.open.push(Open { is_leaf, ..Open::default() });
        if is_solved {
            self.open.iter_mut().for_each(|open| open.has_found = true);
        }
        self.log.push((Operation::Enter, course.operations));
        Ok(())
    }

    fn leave(&mut self, course: &mut RunCourse) {
        let Some(open) = self.open.pop() else { return };
        self.log.push((Operation::Leave, course.operations));
        if let Some(case) = &mut self.case {
            case.tracker.returns();
        }
        let is_whole = |(_, options): &&(ItemId, BTreeSet<u32>)| options.iter().all(|one| open.tried.contains(one));
        let whole = open.candidates.iter().find(is_whole);
        if let (Some(at), Some((item, _))) = (open.choice, whole) {
            self.log[at].0 = Operation::Choose { item: *item, left: None };
        }
        let is_right = if open.choice.is_some() { whole.is_some() || open.has_found } else { open.is_leaf };
        // What it left out may be wrong.
        if course.calls.is_empty() {
            self.judge(course, true);
        } else if !is_right && self.log.len() >= 2 * self.accepted {
            // What was right at the last doubt is not compared again at each one.
            self.judge(course, false);
        }
    }

    fn abandon(&mut self, course: &mut RunCourse) {
        self.open.clear();
        self.compare_log(course);
        if let Some(case) = self.case.as_ref().filter(|_| course.wrong.is_none()) {
            course.comparison.leave_case(&case.names);
        }
    }

    fn end(&mut self, course: &mut RunCourse, end: &RunEnd) -> Result<(), TargetError> {
        if course.wrong.is_some() || course.calls.is_empty() {
            return Ok(());
        }
        if course.is_generator() && *end == RunEnd::Done {
            course.calls.clear();
            self.abandon(course);
        } else {
            self.compare_log(course);
        }
        Ok(())
    }

    fn seen(self: Box<Self>) -> SeenMatrix {
        SeenMatrix::Sets(self.case.map(|case| Box::new(case.matrix)))
    }
}

impl SetRun {
    /// Compares the operations of the case that were not compared yet.
    fn compare_log(&mut self, course: &mut RunCourse) {
        if let Some(case) = &self.case
            && let Some(operation) = case.replay(&self.log, &mut course.comparison)
        {
            course.differs(operation);
        }
        self.log.clear();
    }

    /// Compares the operations of the case so far. With `finishes`, the case is over.
    fn judge(&mut self, course: &mut RunCourse, finishes: bool) {
        let Some(case) = &self.case else { return };
        let mut comparison = course.comparison.clone();
        let told = case.replay(&self.log, &mut comparison);
        let is_unfinished = told.is_none() && finishes && !comparison.finish_case(&Ended::Done, &case.names);
        self.accepted = self.log.len();
        if let Some(operation) = told.or(is_unfinished.then_some(Operation::Leave)) {
            course.differs(operation);
        }
        if course.wrong.is_some() || finishes {
            course.comparison = comparison;
            self.log.clear();
        }
    }

    /// Takes the sets at a stop. Returns false if an option is tried that its call cannot try.
    fn take(&mut self, course: &mut RunCourse, now: &SetState, is_entry: bool, case: &mut Case) -> bool {
        // Two covers leave the same sets: the depth tells that another option was tried.
        let depth = self.open.len();
        let change = match is_entry && case.tracker.is_again(now, depth) {
            true => case.tracker.take_again(&case.matrix),
            false => case.tracker.take(now, &case.matrix),
        };
        let mut is_right = true;
        match change {
            SetChange::Fault(fault) => {
                course.wrong = Some(Wrong::Sets { fault, is_build: false });
            }
            SetChange::Operations(operations) => {
                for operation in operations {
                    if let Operation::Try(option) = operation {
                        is_right &= self.tries(course, option.0, case);
                    }
                    course.operations += 1;
                    self.log.push((operation, course.operations));
                }
            }
        }
        is_right
    }

    /// An option is tried: the item that was chosen holds it.
    fn tries(&mut self, course: &RunCourse, option: u32, case: &Case) -> bool {
        let at = self.log.len();
        let Some(open) = self.open.last_mut() else { return true };
        open.tried.push(option);
        if open.choice.is_none() {
            open.candidates = case.tracker.choices(OptionId(option), &case.matrix);
            open.choice = Some(at);
            let item = open.candidates.first().map_or(ItemId(0), |(item, _)| *item);
            self.log.push((Operation::Choose { item, left: None }, course.operations));
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
    survey: &ProgramSurvey,
    followed: &Followed,
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
    Ok(Culprit::of(frames, LineDeed::Other("the sets get their options here")))
}

fn set_culprit(
    target: &mut dyn Target,
    survey: &ProgramSurvey,
    followed: &Followed,
) -> Result<Option<Culprit>, TargetError> {
    let SeenMatrix::Sets(Some(matrix)) = &followed.seen else { return Ok(None) };
    let fault = match &followed.wrong {
        Some(Wrong::Sets { is_build: true, .. }) => return blame_building(target, survey, followed, matrix),
        Some(Wrong::Sets { fault, .. }) => Some(fault),
        Some(Wrong::Search) => None,
        _ => return Ok(followed.end_culprit()),
    };
    let Some(before) = &followed.before else { return Ok(None) };
    target.run()?;
    before.set(target, &survey.functions, BEFORE)?;
    target.go(true, Duration::from_secs(20))?;
    target.remove(BEFORE)?;
    let mut frames = target.frames()?;
    let Some(fault) = fault else {
        // The search goes on, or ends, where it should not.
        let name = survey.search.map_or("", |search| survey.functions[search].name());
        let at = frames.iter().position(|frame| frame.function.as_deref().is_some_and(|own| plain_name(own) == name));
        let frames = frames.split_off(at.unwrap_or(0));
        return Ok(Culprit::of(frames, LineDeed::Other("the search is here")));
    };
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
            let is_wrong = !now.leads_to(&start, &fault.expected);
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
