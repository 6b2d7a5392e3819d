//! Links in arrays or behind pointers, on which a search dances: for exact covers, and for covers
//! that may overlap.

use crate::blame::blame;
use crate::course::{Followed, PLACES, RunCourse, RunEnd, Wrong};
use crate::culprit::Culprit;
use crate::doubts::links_doubt;
use crate::pages::Pages;
use crate::shape::{MatrixRun, MatrixShape, Passing, ProgramSurvey, SeenLinks, SeenMatrix, Unfollowed};
use crate::stops::{StopPlace, is_return};
use crate::survey::{detect, survey_links};
use crate::target::{Functions, Target, TargetError};
use crate::{
    BuildFault, LinkOperation, LinkRole, LinkState, Matrix, RepeatedFault, RepeatedSearch, RoleNames, Roles, Tracked,
    Tracker,
};
use dancing::Goal;
use quadrille_puzzle::Encoded;
use quadrille_solve::{Flow, Order, Snapshot, StopReason, run};
use quadrille_study::{AgainstReport, Ended, Operation, Verdict, Vocabulary, plural};
use std::collections::BTreeMap;

/// Links, in which rows leave the columns, or columns the rows.
#[derive(Debug)]
pub(crate) struct LinkShape;

/// The row of links.
pub static LINKS: LinkShape = LinkShape;

impl MatrixShape for LinkShape {
    fn survey(
        &self,
        target: &mut dyn Target,
        functions: &Functions,
        asked: &RoleNames,
    ) -> Result<ProgramSurvey, Unfollowed> {
        survey_links(&LINKS, target, functions, asked)
    }

    fn vocabulary(&self, survey: &ProgramSurvey) -> Vocabulary {
        Vocabulary { search: survey.search.is_some(), cover: true, uncover: true, ..Vocabulary::default() }
    }

    fn run(&self, _: &ProgramSurvey) -> Box<dyn MatrixRun> {
        Box::new(LinkRun::default())
    }

    fn doubt(
        &self,
        target: &mut dyn Target,
        survey: &ProgramSurvey,
        followed: &Followed,
    ) -> Result<Option<String>, TargetError> {
        links_doubt(target, survey, followed)
    }

    fn blame(
        &self,
        target: &mut dyn Target,
        survey: &ProgramSurvey,
        followed: &Followed,
    ) -> Result<Option<Culprit>, TargetError> {
        blame(target, survey, followed)
    }
}

/// The links of a run.
// Many fields: the state of one run, stop by stop.
#[derive(Default)]
struct LinkRun {
    current: Option<Case>,
    /// The matrix of the first case.
    first: Option<Matrix>,
    states: Option<(LinkState, LinkState)>,
    counts_late: bool,
    /// The stops at which the search was called in this case, if covers may overlap.
    entries: Vec<StopPlace>,
    /// The calls of bounds that have not returned: the stack pointers after their returns.
    estimates: Vec<u64>,
    /// The numbers in the variables where a smallest cover so far was reached.
    kept: Option<BTreeMap<String, i64>>,
    /// The covers that were found in earlier cases, and the size of the last best one.
    covers: (u64, Option<usize>),
    /// The roles in the last case.
    roles: Option<Roles>,
    /// The object that is searched, in a script.
    owner: Option<u64>,
    /// The columns that were covered when a search was left.
    abandoned: Option<Vec<u32>>,
    /// True once the operations have shown which field is the size.
    has_sizes: bool,
    ends: OwnEnds,
}

/// The calls at which no column that is left has a node: an end test of one's own may take them for
/// covers.
#[derive(Default)]
struct OwnEnds {
    /// The open calls at the deepest ones of this case, and the number of these.
    deepest: (usize, u64),
    /// Those of earlier cases.
    before: u64,
}

impl OwnEnds {
    fn take(&mut self, depth: usize) {
        let (known, count) = &mut self.deepest;
        if depth > *known {
            (*known, *count) = (depth, 0);
        }
        *count += u64::from(depth == *known);
    }

    fn begin_case(&mut self) {
        self.before += std::mem::take(&mut self.deepest).1;
    }
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

impl MatrixRun for LinkRun {
    fn names(&self) -> Option<&Encoded> {
        self.current.as_ref().map(|case| &case.names)
    }

    fn begin(&mut self, course: &mut RunCourse) -> Result<(), TargetError> {
        // The same links are searched again, and not those of another object.
        if let (Some(covered), Some(case)) = (self.abandoned.take(), &self.current) {
            let root = case.matrix.roles.root;
            let is_other = self.owner != course.owner
                || detect(course.target, &course.survey.asked)?.is_some_and(|found| found.roles.root != root);
            if !is_other {
                course.wrong = Some(Wrong::Abandoned(covered));
                return Ok(());
            }
        }
        self.estimates.clear();
        self.kept = None;
        let matrix = match self.next_matrix(course)? {
            Ok(Some(matrix)) => matrix,
            // A case without columns has nothing to search.
            Ok(None) => {
                self.finish_repeated(course);
                course.cases += u64::from(course.survey.search.is_some());
                self.current = None;
                return Ok(());
            }
            Err(why) => {
                course.cases += 1;
                course.wrong = Some(Wrong::Unread(why));
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
        self.finish_repeated(course);
        if let (None, Some(fault)) = (&course.wrong, self.wrong_size()) {
            course.wrong = Some(Wrong::Build(fault));
            course.at.clone_from(&course.case_at);
        }
        self.has_sizes |= self.current.as_ref().is_some_and(|case| case.tracker.has_proved_sizes());
        if course.wrong.is_some() {
            return Ok(());
        }
        self.entries.clear();
        self.ends.begin_case();
        self.roles = Some(matrix.roles.clone());
        self.owner = course.owner;
        course.target.keep(matrix.ranges())?;
        course.cases += 1;
        let names = matrix.encoded();
        course.comparison.begin_typed(course.cases, &names);
        course.case_at.clone_from(&course.at);
        let sizes = matrix.size_fault.as_ref().filter(|_| self.has_sizes || matrix.roles.is_size_asked);
        course.wrong = matrix.fault.as_ref().or(sizes).cloned().map(Wrong::Build);
        self.first.get_or_insert_with(|| matrix.clone());
        let is_repeated = course.survey.is_repeated;
        let tracker = match is_repeated {
            true => Tracker::repeated(&matrix, matrix.start.clone()),
            false => Tracker::new(&matrix, matrix.start.clone(), course.survey.changes.is_empty()),
        };
        let now = matrix.state(course.target.kept());
        course.target.kept().changed();
        self.current = Some(Case { names, matrix, tracker, now, repeated: is_repeated.then(RepeatedSearch::default) });
        Ok(())
    }

    fn begin_another(&mut self, course: &mut RunCourse) -> Result<bool, TargetError> {
        let Some(case) = self.current.as_ref().filter(|_| course.survey.search.is_none()) else { return Ok(false) };
        let now = case.matrix.state(course.target.kept());
        let is_covered = !case.tracker.covered().is_empty();
        let is_same = self.owner == course.owner;
        if is_same && (now.has_same_links(case.tracker.state()) || case.tracker.explains(&now, &case.matrix)) {
            return Ok(false);
        }
        let known = (case.matrix.headers(), case.matrix.nodes());
        let Ok(Some(next)) = self.next_matrix(course)? else { return Ok(false) };
        let is_another = next.fault.is_none() && (!is_same || !is_covered || (next.headers(), next.nodes()) != known);
        let Some(case) = self.current.take_if(|_| is_another) else { return Ok(false) };
        if course.comparison.finish_case(&Ended::Done, &case.names) {
            self.begin(course)?;
        } else {
            course.differs(Operation::Leave);
            self.current = Some(case);
        }
        Ok(true)
    }

    fn compare(&mut self, course: &mut RunCourse, _: bool) -> Result<(), TargetError> {
        let Some(case) = &mut self.current else { return Ok(()) };
        let changed = case.matrix.refresh(&mut case.now, course.target.kept());
        match case.tracker.take_changed(&case.now, &changed, &case.matrix) {
            Tracked::Operations(operations) => {
                for operation in operations {
                    course.operations += 1;
                    if let Some(before) = course.before.clone().filter(|_| course.places.len() < PLACES) {
                        course.places.push(before);
                    }
                    let judged = match (operation, &mut case.repeated) {
                        (LinkOperation::Take(node), Some(repeated)) => repeated.take(node, &case.matrix),
                        (LinkOperation::Release(node), Some(repeated)) => repeated.release(node, &case.matrix),
                        _ => Ok(()),
                    };
                    if let Err(fault) = judged {
                        course.wrong = Some(Wrong::Repeated(Box::new(fault)));
                        return Ok(());
                    }
                    let (operation, word) = match operation {
                        LinkOperation::Cover(header) => (Operation::Cover(dlx_item(header)), "cover"),
                        LinkOperation::Uncover(header) => (Operation::Uncover(dlx_item(header)), "uncover"),
                        LinkOperation::Take(_) | LinkOperation::Release(_) => continue,
                    };
                    let (Operation::Cover(item) | Operation::Uncover(item)) = operation else { continue };
                    let text = format!("{word} {}", case.matrix.item(item.0 + 1));
                    course.tell(operation, &text, &case.names);
                    if course.wrong.is_some() {
                        return Ok(());
                    }
                }
            }
            Tracked::Fault(fault) => {
                course.wrong = Some(Wrong::Links(fault));
                self.states = Some((case.tracker.state().clone(), case.now.clone()));
            }
        }
        self.counts_late |= case.tracker.counts_late();
        Ok(())
    }

    fn enter(&mut self, course: &mut RunCourse) -> Result<(), TargetError> {
        let Some(case) = &mut self.current else { return Ok(()) };
        let Some(repeated) = &mut case.repeated else {
            case.tracker.enter();
            let state = case.tracker.state();
            let mut open = state.ring(0, LinkRole::Right, state.sizes.len()).peekable();
            if open.peek().is_some() && open.all(|header| state.link(LinkRole::Down, header) == header) {
                self.ends.take(course.calls.len());
            }
            course.tell(Operation::Enter, "the search is called", &case.names);
            return Ok(());
        };
        judge(course, repeated.enter(&case.matrix));
        let survey = course.survey;
        let is_void = survey.search.is_some_and(|search| survey.functions[search].is_void);
        if is_void && !survey.bounds.is_empty() && repeated.is_at_best() {
            self.kept = Some(course.target.variables()?.numbers());
        }
        self.entries.extend(course.at.clone().filter(|_| self.entries.len() < PLACES));
        Ok(())
    }

    fn leave(&mut self, course: &mut RunCourse) {
        let Some(case) = &mut self.current else { return };
        if let Some(repeated) = &mut case.repeated {
            return judge(course, repeated.leave(&case.matrix));
        }
        case.tracker.leave();
        course.tell(Operation::Leave, "the search returns", &case.names);
        if course.calls.is_empty() && course.wrong.is_none() {
            course.finish_case(&case.names);
        }
    }

    fn abandon(&mut self, course: &mut RunCourse) {
        let Some(case) = &self.current else { return };
        course.comparison.leave_case(&case.names);
        let now = case.matrix.state(course.target.kept());
        let covered = case.tracker.covered().to_vec();
        if !covered.is_empty() && now.has_same_links(case.tracker.state()) {
            self.abandoned = Some(covered);
        }
    }

    fn pass(&mut self, course: &mut RunCourse, passing: Passing) -> Result<(), TargetError> {
        self.estimate(course, passing)?;
        if course.wrong.is_none() && passing.returns {
            self.keeps_cover(course)?;
        }
        if let Some(Case { matrix, tracker, repeated: Some(_), .. }) = &mut self.current {
            let argument = passing.stopped.arguments.last().filter(|_| passing.is_change);
            tracker.mean(argument.and_then(|&argument| matrix.node(argument)).filter(|&node| node > 0));
        }
        Ok(())
    }

    fn end(&mut self, course: &mut RunCourse, end: &RunEnd) -> Result<(), TargetError> {
        // Outside the search, the links are being built.
        if end.is_killed() && (course.survey.search.is_none() || !course.calls.is_empty()) {
            self.compare(course, false)?;
        }
        if course.wrong.is_none() && end.is_own() && course.calls.is_empty() {
            self.finish_repeated(course);
        }
        let is_left = course.is_generator() && *end == RunEnd::Done && !course.calls.is_empty();
        if let Some(case) = self.current.as_ref().filter(|_| is_left && course.wrong.is_none()) {
            course.comparison.leave_case(&case.names);
        }
        Ok(())
    }

    fn settle(&mut self, course: &mut RunCourse, report: &mut AgainstReport, end: &RunEnd) {
        let is_repeated = course.survey.is_repeated;
        if is_repeated && course.wrong.is_none() {
            report.solutions = self.covers.0;
            report.notes.extend(self.covers.1.map(|best| format!("its smallest cover has {best} rows, as it should")));
        }
        self.ends.begin_case();
        let ends = self.ends.before;
        if course.wrong.is_none() && report.solutions == 0 && ends > 0 && !is_repeated {
            report.notes.push(format!(
                "its columns are never all covered; {}, no column that is left has a row: if it counts these, it has \
                 an end test of its own, and what is left are secondary columns",
                plural(ends as usize, "time")
            ));
        }
        // Without calls of the search, what it did not try is not seen.
        let may_miss = course.survey.search.is_none() && *end != RunEnd::Cut && !is_repeated;
        let is_empty = course.wrong.is_none()
            && report.solutions == 0
            && matches!(report.verdict, Verdict::Same)
            && may_miss
            && self.names().is_some_and(has_cover);
        if is_empty {
            course.unsure = Some(
                "it comes to no cover, and there is one; no function of it that calls itself was seen, so that what \
                 it leaves out is not known"
                    .to_string(),
            );
        }
        let is_settled = matches!(course.wrong, None | Some(Wrong::Search | Wrong::End));
        if let Some(fault) = self.wrong_size().filter(|_| is_settled) {
            course.wrong = Some(Wrong::Build(fault));
            course.at.clone_from(&course.case_at);
        }
    }

    fn seen(self: Box<Self>) -> SeenMatrix {
        let LinkRun { current, first, states, counts_late, .. } = *self;
        let (matrix, tracker) = current.map(|case| (case.matrix, case.tracker)).unzip();
        SeenMatrix::Links(Box::new(SeenLinks { first, matrix, tracker, states, counts_late }))
    }
}

impl LinkRun {
    /// Takes the call or the return of a bound.
    fn estimate(&mut self, course: &mut RunCourse, passing: Passing) -> Result<(), TargetError> {
        let stopped = passing.stopped;
        let id = stopped.ids[0];
        let is_call = course.survey.bounds.iter().any(|&function| function as u64 == id);
        if let (true, Some(cfa), Some(back)) = (is_call, stopped.cfa, stopped.back) {
            self.estimates.push(cfa);
            return course.stop_at_return(back);
        }
        if !is_return(id) || self.estimates.last() != Some(&stopped.sp) {
            return Ok(());
        }
        self.estimates.pop();
        let Some(Case { repeated: Some(repeated), matrix, .. }) = &self.current else { return Ok(()) };
        let judged = stopped.value.map_or(Ok(()), |value| repeated.bound(value, matrix));
        judge(course, judged);
        Ok(())
    }

    /// A smallest cover so far changes a variable of a search that returns nothing.
    fn keeps_cover(&mut self, course: &mut RunCourse) -> Result<(), TargetError> {
        let Some(before) = self.kept.take() else { return Ok(()) };
        let Some(Case { repeated: Some(repeated), .. }) = &self.current else { return Ok(()) };
        let fault = repeated.unrecorded();
        let now = course.target.variables()?.numbers();
        if before.iter().all(|(path, value)| now.get(path).is_none_or(|now| now == value)) {
            judge(course, Err(fault));
        }
        Ok(())
    }

    /// The search is over: its best cover is the smallest one, or it was cut.
    fn finish_repeated(&mut self, course: &mut RunCourse) {
        let Some(Case { repeated: Some(repeated), matrix, .. }) = &self.current else { return };
        let judged = repeated.finish(course.settings.first, matrix);
        self.covers = (self.covers.0 + repeated.found(), repeated.best().or(self.covers.1));
        if let Some(place) = judged.as_ref().err().and_then(|fault| self.entries.get(fault.call?)) {
            course.before = Some(place.clone());
            course.at = Some(place.clone());
        }
        judge(course, judged);
    }

    /// A size that was wrong from the beginning, once the operations have shown that it is one.
    fn wrong_size(&self) -> Option<BuildFault> {
        let case = self.current.as_ref().filter(|case| case.tracker.has_proved_sizes())?;
        case.matrix.size_fault.clone()
    }

    /// The matrix now, or the ring of it that does not close.
    fn next_matrix(&mut self, course: &mut RunCourse) -> Result<Result<Option<Matrix>, String>, TargetError> {
        let found = detect(course.target, &course.survey.asked)?;
        let Some(roles) = self.roles.clone() else { return Ok(Ok(found)) };
        // A slip in the building of a later case may hide a role: it is where it was.
        let variables = course.target.variables()?;
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
        let mut pages = Pages::of(course.target);
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
}

/// Takes the result of a step of repeated covers.
fn judge(course: &mut RunCourse, judged: Result<(), RepeatedFault>) {
    if let Err(fault) = judged {
        course.wrong = Some(Wrong::Repeated(Box::new(fault)));
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
