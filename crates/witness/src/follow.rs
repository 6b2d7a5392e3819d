//! The second run: the program stops at its operations, and what changed is compared.

use crate::pages::Pages;
use crate::stops::{StopAt, StopLog, StopPlace, is_return};
use crate::survey::{LinkSurvey, detect, end_words};
use crate::target::{Place, StopSpot, Stopped, Target, TargetError};
use crate::{
    BuildFault, LinkFault, LinkOperation, LinkState, Matrix, RepeatedFault, RepeatedSearch, Roles, Tracked, Tracker,
};
use dancing::Goal;
use quadrille_puzzle::Encoded;
use quadrille_solve::{Flow, Order, Snapshot, StopReason, run};
use quadrille_study::{AgainstReport, AgainstSettings, Comparison, Ended, Operation, StepPlace, Verdict, Vocabulary};
use std::collections::BTreeMap;
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
    /// The search: the report has the difference.
    Search,
    /// The search of repeated covers.
    Repeated(Box<RepeatedFault>),
    /// The program ended in the middle, or did not end.
    End,
}

/// The result of a run.
// Many fields: all that the search for the line needs.
pub struct Followed {
    pub report: AgainstReport,
    pub wrong: Option<Wrong>,
    /// The last stop before it.
    pub before: Option<StopPlace>,
    /// The stop at which it was seen.
    pub at: Option<StopPlace>,
    /// The user's frames at the end, if the program did not end well.
    pub end_frames: Vec<Place>,
    /// The links before it, followed.
    pub tracker: Option<Tracker>,
    /// The matrix of the first case.
    pub first: Option<Matrix>,
    /// The matrix of the case in which it is.
    pub matrix: Option<Matrix>,
    /// The links at the last stop that was right, and those after it.
    pub states: Option<(LinkState, LinkState)>,
    /// The operation in the search function that differs.
    pub told: Option<Operation>,
    /// The end of the program, if it did not end well.
    pub end: Option<String>,
    /// True if the most stops were made.
    pub is_cut: bool,
    /// True if it was interrupted, because nothing happened for too long.
    pub hangs: bool,
    /// True if sizes are counted when they are needed, or never.
    pub counts_late: bool,
    /// The stop at which the case began.
    pub case_at: Option<StopPlace>,
    /// True if it ended in the middle of an operation.
    pub is_halfway: bool,
    /// True if it ended inside its search, by itself.
    pub is_left_open: bool,
    /// The reason why what seems to be wrong is not said to be.
    pub unsure: Option<String>,
    /// The place in Step of the state before a broken ring.
    pub place: Option<StepPlace>,
    /// The covers and uncovers so far.
    pub operations: u64,
    /// The stops before the last operations, the latest one last.
    pub places: Vec<StopPlace>,
}

impl Followed {
    /// Returns true for a difference that stops in optimized code may make. A crash is one in any
    /// code.
    pub fn is_doubtful(&self) -> bool {
        let is_crash = matches!(self.wrong, Some(Wrong::End)) && !self.hangs;
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
const PLACES: usize = 1_000_000;

/// The stops without an operation, a call or a return of the search after which a loop does not
/// end.
const IDLE: u64 = 3_000;

/// The breakpoint at the end of the program.
const EXIT: u64 = 900_000;

/// A run in progress.
// Many fields: the state of one run, stop by stop.
struct Run<'a> {
    target: &'a mut dyn Target,
    survey: &'a LinkSurvey,
    comparison: Comparison,
    case: u64,
    current: Option<Case>,
    /// The calls of the search that have not returned: the stack pointers after their returns.
    calls: Vec<u64>,
    /// The same for operations: while one is open, the links are halfway.
    changing: Vec<u64>,
    log: StopLog,
    before: Option<StopPlace>,
    at: Option<StopPlace>,
    wrong: Option<Wrong>,
    told: Option<Operation>,
    states: Option<(LinkState, LinkState)>,
    stops: u64,
    operations: u64,
    /// The calls and returns of the search.
    events: u64,
    /// The stops since the last operation, call or return.
    idle: u64,
    counts_late: bool,
    places: Vec<StopPlace>,
    first: Option<Matrix>,
    /// The stops at which the search was called in this case, if covers may overlap.
    entries: Vec<StopPlace>,
    /// The calls of bounds that have not returned: the stack pointers after their returns.
    estimates: Vec<u64>,
    /// True if any cover is wanted, not the smallest one.
    first_wanted: bool,
    /// The numbers in the variables where a smallest cover so far was reached.
    kept: Option<BTreeMap<String, i64>>,
    /// The covers that were found in earlier cases, and the size of the last best one.
    covers: (u64, Option<usize>),
    /// The roles in the last case.
    roles: Option<Roles>,
    /// The stop at which the last case began.
    case_at: Option<StopPlace>,
    /// The columns that were covered when a search was left.
    abandoned: Option<Vec<u32>>,
    /// True once the operations have shown which field is the size.
    has_sizes: bool,
}

struct Case {
    names: Encoded,
    matrix: Matrix,
    tracker: Tracker,
    /// The links now.
    now: LinkState,
    /// The search, if covers may overlap: it is then judged by this alone.
    repeated: Option<RepeatedSearch>,
}

/// Follows the program to its end, or to the first thing that is wrong.
pub fn follow(
    target: &mut dyn Target,
    survey: &LinkSurvey,
    settings: AgainstSettings,
    limits: FollowLimits,
    progress: &mut dyn FnMut(u64),
) -> Result<Followed, TargetError> {
    target.run()?;
    let uses = Vocabulary { search: survey.search.is_some(), cover: true, uncover: true, ..Vocabulary::default() };
    let mut run = Run {
        target,
        survey,
        comparison: Comparison::new(settings, uses),
        case: 0,
        current: None,
        calls: Vec::new(),
        changing: Vec::new(),
        log: StopLog::default(),
        before: None,
        at: None,
        wrong: None,
        told: None,
        states: None,
        stops: 0,
        operations: 0,
        events: 0,
        idle: 0,
        counts_late: false,
        places: Vec::new(),
        first: None,
        entries: Vec::new(),
        estimates: Vec::new(),
        first_wanted: settings.first,
        kept: None,
        covers: (0, None),
        roles: None,
        case_at: None,
        abandoned: None,
        has_sizes: false,
    };
    if survey.changes.is_empty() && survey.search.is_none() {
        // Only what was built can be judged.
        run.target.stop_at(survey.found_at as u64, StopAt::Function(survey.found_at).spot(&survey.functions), 0)?;
    }
    for &function in survey.changes.iter().chain(&survey.search).chain(&survey.bounds) {
        run.target.stop_at(function as u64, StopAt::Function(function).spot(&survey.functions), 0)?;
    }
    run.target.stop_at(EXIT, StopSpot::Exit, 0)?;
    let mut end = None;
    let mut end_frames = Vec::new();
    let (mut hangs, mut is_killed, mut is_cut) = (false, false, false);
    while run.wrong.is_none() {
        let is_search = survey.search.is_some();
        let stopped = match run.target.go(survey.is_repeated, limits.silence) {
            // What is known is said.
            Err(TargetError::Interrupted) => {
                is_cut = true;
                break;
            }
            stopped => stopped?,
        };
        run.stops += 1;
        progress(run.stops);
        let is_over = stopped.why != "stop" || stopped.signal.is_some() || stopped.ids.is_empty();
        if is_over {
            hangs = stopped.signal.as_deref() == Some("SIGINT");
            if stopped.signal.is_some() || stopped.code.is_some_and(|code| code != 0) {
                end_frames = if stopped.signal.is_some() { run.target.frames()? } else { Vec::new() };
                end = Some(end_words(&stopped, &end_frames));
            }
            is_killed = stopped.signal.is_some();
            // Outside the search, the links are being built.
            if is_killed && (!is_search || !run.calls.is_empty()) {
                run.compare_state();
            }
            break;
        }
        let done = run.operations + run.events;
        run.stop(&stopped)?;
        run.idle = if run.operations + run.events > done { 0 } else { run.idle + 1 };
        if run.idle > IDLE && run.wrong.is_none() {
            // It calls an operation again and again, and nothing changes.
            end_frames = run.target.frames()?;
            end = Some(end_words(&Stopped { signal: Some("SIGINT".to_string()), ..stopped }, &end_frames));
            (hangs, is_killed) = (true, true);
            break;
        }
        if run.stops >= limits.stops {
            is_cut = true;
            break;
        }
    }
    Ok(Followed { end_frames, ..run.finish(end, hangs, is_killed, is_cut) })
}

impl Run<'_> {
    /// Takes a stop.
    fn stop(&mut self, stopped: &Stopped) -> Result<(), TargetError> {
        let id = stopped.ids[0];
        let at = if id == EXIT { None } else { self.log.reach(id) };
        let is_known = at.is_some();
        self.at = at.or(self.at.take());
        let is_entry = self.survey.search.is_some_and(|search| search as u64 == id);
        // A return of another call ends at the same address.
        let returns = is_return(id) && self.calls.last() == Some(&stopped.sp);
        let is_outside = self.survey.search.is_some() && self.calls.is_empty();
        // What left the search by an exception or a jump has not returned.
        if let Some(cfa) = stopped.cfa.filter(|_| is_entry) {
            while self.wrong.is_none() && self.calls.last().is_some_and(|&open| open <= cfa) {
                if self.is_generator() { self.abandon() } else { self.leaves() }
            }
        }
        if self.wrong.is_some() {
            return Ok(());
        }
        let is_change = self.survey.changes.iter().any(|&function| function as u64 == id);
        let is_halfway = self.is_halfway(stopped, is_change)?;
        let is_outside = is_outside || self.survey.search.is_some() && self.calls.is_empty();
        if is_entry && is_outside || self.survey.search.is_none() && self.current.is_none() && is_known {
            self.begin_case()?;
        } else if !is_outside && !is_halfway && !self.is_dead(id) && !self.begins_another()? {
            self.compare_state();
        }
        // Without a search, what the last operation changed is seen when it returns.
        if let Some(back) = stopped.back.filter(|_| is_change && self.survey.search.is_none()) {
            self.log.stop_at_return(self.target, back)?;
        }
        self.events += u64::from(is_entry || returns);
        if self.wrong.is_none() && is_entry {
            self.enters(stopped)?;
        }
        if self.wrong.is_none() && !self.calls.is_empty() {
            self.estimate(stopped, id)?;
        }
        if self.wrong.is_none() && returns {
            self.keeps_cover()?;
        }
        if self.wrong.is_none() && returns {
            self.leaves();
        }
        if self.wrong.is_none() && is_known && !is_halfway {
            self.before.clone_from(&self.at);
        }
        if let Some(Case { matrix, tracker, repeated: Some(_), .. }) = &mut self.current {
            let argument = stopped.arguments.last().filter(|_| is_change);
            tracker.mean(argument.and_then(|&argument| matrix.node(argument)).filter(|&node| node > 0));
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
        if let (true, Some(cfa), Some(back)) = (self.wraps(id), stopped.cfa, stopped.back) {
            self.changing.push(cfa);
            self.log.stop_at_return(self.target, back)?;
        }
        Ok(is_inside && (is_change || is_return(id)))
    }

    /// Returns whether a breakpoint is at a function in which another operation was seen.
    fn wraps(&self, id: u64) -> bool {
        self.survey.wrappers.iter().any(|&function| function as u64 == id)
    }

    /// Returns whether the memory of the links may be gone: at the end of a program. A search may have
    /// been left by a jump before.
    fn is_dead(&self, id: u64) -> bool {
        id == EXIT && !self.survey.changes.is_empty()
    }

    fn is_generator(&self) -> bool {
        self.survey.search.is_some_and(|search| self.survey.functions[search].is_generator)
    }

    /// The caller of a search that is a generator has left it.
    fn abandon(&mut self) {
        self.calls.clear();
        let Some(case) = &self.current else { return };
        self.comparison.leave_case(&case.names);
        let now = case.matrix.state(self.target.kept());
        let covered = case.tracker.covered().to_vec();
        if !covered.is_empty() && now.has_same_links(case.tracker.state()) {
            self.abandoned = Some(covered);
        }
    }

    /// Takes the call or the return of a bound.
    fn estimate(&mut self, stopped: &Stopped, id: u64) -> Result<(), TargetError> {
        let is_call = self.survey.bounds.iter().any(|&function| function as u64 == id);
        if let (true, Some(cfa), Some(back)) = (is_call, stopped.cfa, stopped.back) {
            self.estimates.push(cfa);
            return self.log.stop_at_return(self.target, back);
        }
        if !is_return(id) || self.estimates.last() != Some(&stopped.sp) {
            return Ok(());
        }
        self.estimates.pop();
        let Some(Case { repeated: Some(repeated), matrix, .. }) = &self.current else { return Ok(()) };
        let judged = stopped.value.map_or(Ok(()), |value| repeated.bound(value, matrix));
        self.judge(judged);
        Ok(())
    }

    /// A smallest cover so far changes a variable of a search that returns nothing.
    fn keeps_cover(&mut self) -> Result<(), TargetError> {
        let Some(before) = self.kept.take() else { return Ok(()) };
        let Some(Case { repeated: Some(repeated), .. }) = &self.current else { return Ok(()) };
        let fault = repeated.unrecorded();
        let now = self.target.variables()?.numbers();
        if before.iter().all(|(path, value)| now.get(path).is_none_or(|now| now == value)) {
            self.judge(Err(fault));
        }
        Ok(())
    }

    /// Takes the result of a step of repeated covers.
    fn judge(&mut self, judged: Result<(), RepeatedFault>) {
        if let Err(fault) = judged {
            self.wrong = Some(Wrong::Repeated(Box::new(fault)));
        }
    }

    /// The search is over: its best cover is the smallest one, or it was cut.
    fn finish_repeated(&mut self) {
        let Some(Case { repeated: Some(repeated), matrix, .. }) = &self.current else { return };
        let judged = repeated.finish(self.first_wanted, matrix);
        self.covers = (self.covers.0 + repeated.found(), repeated.best().or(self.covers.1));
        if let Some(place) = judged.as_ref().err().and_then(|fault| self.entries.get(fault.call?)) {
            self.before = Some(place.clone());
            self.at = Some(place.clone());
        }
        self.judge(judged);
    }

    /// Reads the matrix of the next case.
    fn begin_case(&mut self) -> Result<(), TargetError> {
        // The same links are searched again, and not those of another object.
        if let (Some(covered), Some(case)) = (self.abandoned.take(), &self.current) {
            let root = case.matrix.roles.root;
            let is_other = detect(self.target, &self.survey.asked)?.is_some_and(|found| found.roles.root != root);
            if !is_other {
                self.wrong = Some(Wrong::Abandoned(covered));
                return Ok(());
            }
        }
        let matrix = match self.next_matrix()? {
            Ok(Some(matrix)) => matrix,
            // A case without columns has nothing to search.
            Ok(None) => {
                self.current = None;
                return Ok(());
            }
            Err(why) => {
                self.case += 1;
                self.wrong = Some(Wrong::Unread(why));
                return Ok(());
            }
        };
        // A search that goes deeper begins again with the same matrix.
        if let Some(Case { matrix: known, repeated: Some(repeated), tracker, now, .. }) = &mut self.current
            && known.start == matrix.start
        {
            repeated.begin_again();
            *tracker = Tracker::repeated(known, known.start.clone());
            now.clone_from(&known.start);
            return Ok(());
        }
        self.finish_repeated();
        if let (None, Some(fault)) = (&self.wrong, self.wrong_size()) {
            self.wrong = Some(Wrong::Build(fault));
            self.at.clone_from(&self.case_at);
        }
        self.has_sizes |= self.current.as_ref().is_some_and(|case| case.tracker.has_proved_sizes());
        if self.wrong.is_some() {
            return Ok(());
        }
        self.entries.clear();
        self.roles = Some(matrix.roles.clone());
        self.target.keep(matrix.ranges())?;
        self.case += 1;
        let names = matrix.encoded();
        self.comparison.begin_typed(self.case, &names);
        self.case_at.clone_from(&self.at);
        let sizes = matrix.size_fault.as_ref().filter(|_| self.has_sizes || matrix.roles.is_size_asked);
        self.wrong = matrix.fault.as_ref().or(sizes).cloned().map(Wrong::Build);
        self.first.get_or_insert_with(|| matrix.clone());
        let is_repeated = self.survey.is_repeated;
        let tracker = match is_repeated {
            true => Tracker::repeated(&matrix, matrix.start.clone()),
            false => Tracker::new(&matrix, matrix.start.clone(), self.survey.changes.is_empty()),
        };
        let now = matrix.state(self.target.kept());
        self.target.kept().changed();
        self.current = Some(Case { names, matrix, tracker, now, repeated: is_repeated.then(RepeatedSearch::default) });
        Ok(())
    }

    /// A size that was wrong from the beginning, once the operations have shown that it is one.
    fn wrong_size(&self) -> Option<BuildFault> {
        let case = self.current.as_ref().filter(|case| case.tracker.has_proved_sizes())?;
        case.matrix.size_fault.clone()
    }

    /// The matrix now, or the ring of it that does not close.
    fn next_matrix(&mut self) -> Result<Result<Option<Matrix>, String>, TargetError> {
        let found = detect(self.target, &self.survey.asked)?;
        let Some(roles) = self.roles.clone() else { return Ok(Ok(found)) };
        // A slip in the building of a later case may hide a role: it is where it was.
        let variables = self.target.variables()?;
        // Nodes of a case that is over may still be in memory.
        let is_named =
            roles.root_path.as_ref().is_some_and(|path| variables.places.iter().any(|own| own.path == *path));
        if found.is_none() && roles.by_address && !is_named {
            return Ok(Ok(None));
        }
        let roles = roles.moved(&variables);
        // A small matrix fits several roles: the arrays of the first case hold. The root may be
        // another.
        let is_moved = |found: &Matrix| roles.by_address || found.roles.has_arrays_of(&roles);
        if found.as_ref().is_some_and(|found| found.roles.root != roles.root && is_moved(found)) {
            return Ok(Ok(found));
        }
        let mut pages = Pages::of(self.target);
        let is_empty = roles.right.get(roles.root, &mut pages) == Some(roles.root);
        Ok(match Matrix::read(&roles, &mut pages) {
            Ok(matrix) => Ok(Some(matrix)),
            Err(why) => {
                if is_empty || found.is_some() {
                    Ok(found)
                } else {
                    Err(why)
                }
            }
        })
    }

    /// Returns true if a program without a search function has built the next case.
    fn begins_another(&mut self) -> Result<bool, TargetError> {
        let Some(case) = self.current.as_ref().filter(|_| self.survey.search.is_none()) else { return Ok(false) };
        let now = case.matrix.state(self.target.kept());
        let is_covered = !case.tracker.covered().is_empty();
        if now.has_same_links(case.tracker.state()) || case.tracker.explains(&now, &case.matrix) {
            return Ok(false);
        }
        let known = (case.matrix.headers(), case.matrix.nodes());
        let Ok(Some(next)) = self.next_matrix()? else { return Ok(false) };
        let is_another = next.fault.is_none() && (!is_covered || (next.headers(), next.nodes()) != known);
        let Some(case) = self.current.take_if(|_| is_another) else { return Ok(false) };
        if self.comparison.finish_case(&Ended::Done, &case.names) {
            self.begin_case()?;
        } else {
            self.told = Some(Operation::Leave);
            self.wrong = Some(Wrong::Search);
            self.current = Some(case);
        }
        Ok(true)
    }

    /// Compares the links with those at the last stop.
    fn compare_state(&mut self) {
        let Some(case) = &mut self.current else { return };
        let changed = case.matrix.refresh(&mut case.now, self.target.kept());
        match case.tracker.take_changed(&case.now, &changed, &case.matrix) {
            Tracked::Operations(operations) => {
                for operation in operations {
                    self.operations += 1;
                    if let Some(before) = self.before.clone().filter(|_| self.places.len() < PLACES) {
                        self.places.push(before);
                    }
                    let judged = match (operation, &mut case.repeated) {
                        (LinkOperation::Take(node), Some(repeated)) => repeated.take(node, &case.matrix),
                        (LinkOperation::Release(node), Some(repeated)) => repeated.release(node, &case.matrix),
                        _ => Ok(()),
                    };
                    if let Err(fault) = judged {
                        self.wrong = Some(Wrong::Repeated(Box::new(fault)));
                        return;
                    }
                    let (operation, word) = match operation {
                        LinkOperation::Cover(header) => (Operation::Cover(dlx_item(header)), "cover"),
                        LinkOperation::Uncover(header) => (Operation::Uncover(dlx_item(header)), "uncover"),
                        LinkOperation::Take(_) | LinkOperation::Release(_) => continue,
                    };
                    let (Operation::Cover(item) | Operation::Uncover(item)) = operation else { continue };
                    let text = format!("{word} {}", case.matrix.item(item.0 + 1));
                    if !self.comparison.take(operation, self.operations, &text, &case.names) {
                        self.told = Some(operation);
                        self.wrong = Some(Wrong::Search);
                        return;
                    }
                }
            }
            Tracked::Fault(fault) => {
                self.wrong = Some(Wrong::Links(fault));
                self.states = Some((case.tracker.state().clone(), case.now.clone()));
            }
        }
        self.counts_late |= case.tracker.counts_late();
    }

    fn enters(&mut self, stopped: &Stopped) -> Result<(), TargetError> {
        if let (Some(cfa), Some(back)) = (stopped.cfa, stopped.back) {
            self.calls.push(cfa);
            self.log.stop_at_return(self.target, back)?;
        }
        if let Some(Case { repeated: Some(repeated), matrix, .. }) = &mut self.current {
            let judged = repeated.enter(matrix);
            let is_void = self.survey.search.is_some_and(|search| self.survey.functions[search].is_void);
            if is_void && !self.survey.bounds.is_empty() && repeated.is_at_best() {
                self.kept = Some(self.target.variables()?.numbers());
            }
            self.entries.extend(self.at.clone().filter(|_| self.entries.len() < PLACES));
            self.judge(judged);
            return Ok(());
        }
        if let Some(case) = &mut self.current {
            case.tracker.enter();
        }
        self.tell(Operation::Enter, "the search is called");
        Ok(())
    }

    fn leaves(&mut self) {
        self.calls.pop();
        if let Some(Case { repeated: Some(repeated), matrix, .. }) = &mut self.current {
            let judged = repeated.leave(matrix);
            self.judge(judged);
            return;
        }
        if let Some(case) = &mut self.current {
            case.tracker.leave();
        }
        self.tell(Operation::Leave, "the search returns");
        if self.calls.is_empty()
            && self.wrong.is_none()
            && let Some(case) = &self.current
            && !self.comparison.finish_case(&Ended::Done, &case.names)
        {
            self.told = Some(Operation::Leave);
            self.wrong = Some(Wrong::Search);
        }
    }

    fn tell(&mut self, operation: Operation, text: &str) {
        let Some(case) = &self.current else { return };
        if !self.comparison.take(operation, self.operations, text, &case.names) {
            self.told = Some(operation);
            self.wrong = Some(Wrong::Search);
        }
    }

    fn finish(mut self, end: Option<String>, hangs: bool, is_killed: bool, is_cut: bool) -> Followed {
        let is_repeated = self.survey.is_repeated;
        if self.wrong.is_none() && end.is_none() && self.calls.is_empty() && !is_cut {
            self.finish_repeated();
        }
        let is_open = self.survey.search.is_none() || !self.calls.is_empty();
        let ended = match &end {
            None => Ended::Done,
            Some(_) if hangs => Ended::Hung(0),
            Some(end) => Ended::Crashed(end.clone()),
        };
        let sizes = self.wrong_size();
        let is_left_open = end.is_none() && !is_cut && !self.calls.is_empty() && self.wrong.is_none();
        let names = self.current.as_ref().map(|case| &case.names);
        let is_left = self.is_generator() && end.is_none() && !is_cut && !self.calls.is_empty();
        if let Some(names) = names.filter(|_| is_left && self.wrong.is_none()) {
            self.comparison.leave_case(names);
        }
        // A program may end with any exit code after its search.
        if self.wrong.is_none() && (is_killed || end.is_some() && is_open) {
            self.wrong = Some(Wrong::End);
        }
        let is_broken = matches!(self.wrong, Some(Wrong::Links(_))) && !is_repeated;
        let place = names.filter(|_| is_broken).and_then(|names| self.comparison.place(names));
        let is_unfinished = is_open && !is_repeated && !is_cut && !is_left;
        // Without calls of the search, what it did not try is not seen.
        let may_miss = self.wrong.is_none() && self.survey.search.is_none() && !is_cut && !is_repeated;
        let has_cover = may_miss && names.is_some_and(has_cover);
        let mut report = self.comparison.end(&ended, names.filter(|_| is_unfinished));
        if is_repeated && self.wrong.is_none() {
            report.solutions = self.covers.0;
            report.notes.extend(self.covers.1.map(|best| format!("its smallest cover has {best} rows, as it should")));
        }
        let is_empty = has_cover && report.solutions == 0 && matches!(report.verdict, Verdict::Same);
        let unsure = is_empty.then(|| {
            "it comes to no cover, and there is one; no function of it that calls itself was seen, so that what it \
             leaves out is not known"
                .to_string()
        });
        if self.wrong.is_none() && matches!(report.verdict, Verdict::Differs(_)) {
            self.wrong = Some(Wrong::Search);
        }
        let is_settled = matches!(self.wrong, None | Some(Wrong::Search | Wrong::End));
        if let Some(fault) = sizes.filter(|_| is_settled) {
            self.wrong = Some(Wrong::Build(fault));
            self.at.clone_from(&self.case_at);
        }
        let tracker = self.current.as_ref().map(|case| case.tracker.clone());
        let matrix = self.current.map(|case| case.matrix);
        Followed {
            report,
            wrong: self.wrong,
            before: self.before,
            at: self.at,
            end_frames: Vec::new(),
            is_cut,
            tracker,
            matrix,
            states: self.states,
            told: self.told,
            end,
            hangs,
            counts_late: self.counts_late,
            place,
            operations: self.operations,
            places: self.places,
            first: self.first,
            case_at: self.case_at,
            is_left_open,
            is_halfway: is_killed && !self.changing.is_empty(),
            unsure,
        }
    }
}

/// The polls of a search after which it is given up.
const POLLS: u32 = 2_000;

/// Returns whether a problem has a cover, as far as a short search says.
fn has_cover(names: &Encoded) -> bool {
    let mut polls = 0;
    let mut host = |_: &dyn Fn() -> Snapshot| {
        polls += 1;
        if polls < POLLS { Flow::Go } else { Flow::Stop(StopReason::Limit) }
    };
    let order = Order { in_batch: true, ..Order::new(Goal::First) };
    !run(&names.problem, order, &mut host).solutions.is_empty()
}

/// The item of a header.
fn dlx_item(header: u32) -> dancing::ItemId {
    dancing::ItemId(header - 1)
}
