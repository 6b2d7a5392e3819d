//! The first run: where the links are, and which functions change them.
//!
//! Every function of the user is a stop at first. At the early ones the variables are tried, until
//! they hold a matrix. Then a function is a cover if headers have left their ring while it ran, and
//! an uncover if they have come back, whatever its name and arguments are. One that calls itself is
//! the search.

mod calls;

use crate::pages::Pages;
use crate::shape::{MatrixShape, ProgramSurvey, Unfollowed};
use crate::stops::{StopLog, is_return, stop_at_functions};
use crate::target::{Function, Functions, Place, Stopped, Target, TargetError, end_words};
use crate::{Matrix, RoleNames, find};
use calls::Calls;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// The most functions that are named.
const SHOWN: usize = 4;

/// The stops of a function before it is left alone, if it changes no ring.
const IDLE: u32 = 24;

/// The time for the first run of a survey, and for the second one: a refusal comes soon.
const TIMES: [Duration; 2] = [Duration::from_millis(2_000), Duration::from_millis(1_000)];

/// Looks for links, and for the functions that change them.
pub(crate) fn survey_links(
    shape: &'static dyn MatrixShape,
    target: &mut dyn Target,
    functions: &Functions,
    asked: &RoleNames,
) -> Result<ProgramSurvey, Unfollowed> {
    match survey_at(shape, target, functions, asked, 1) {
        // An empty case may come before the first matrix: the search is called again with it.
        Err(none @ Unfollowed::NoLinks { hangs: false, .. }) => {
            survey_at(shape, target, functions, asked, 2).map_err(|_| none)
        }
        surveyed => surveyed,
    }
}

/// Looks for the matrix in the variables of each function's call of this number, counted from 1.
fn survey_at(
    shape: &'static dyn MatrixShape,
    target: &mut dyn Target,
    known: &Functions,
    asked: &RoleNames,
    turn: u32,
) -> Result<ProgramSurvey, Unfollowed> {
    let Functions { functions, optimized } = known.clone();
    let mut run = FirstRun {
        target,
        functions: &functions,
        asked: asked.clone(),
        turn,
        calls: Calls::default(),
        log: StopLog::default(),
        tries: HashMap::new(),
        order: Vec::new(),
        matrix: None,
        found_at: 0,
        doubtful: None,
        adders: HashSet::new(),
        builders: HashSet::new(),
        of_headers: HashSet::new(),
        of_nodes: HashSet::new(),
    };
    let end = run.go()?;
    let Some(matrix) = &run.matrix else { return Err(Unfollowed::NoLinks { end: end.words, hangs: end.hangs }) };
    let roles = matrix.roles.words();
    let Operations { changes, helpers, search } = run.operations(&end);
    // Links that are wrong from the start need no operation to be seen.
    if changes.is_empty() && search.is_none() && matrix.fault.is_none() {
        return Err(Unfollowed::NoOperations { roles, ran: run.ran(end.words) });
    }
    let is_repeated = matrix.roles.has_rings_of_rows() && run.are_repeated(&changes);
    if is_repeated && (changes.is_empty() || search.is_none()) {
        return Err(Unfollowed::Repeated(roles));
    }
    let calls = &run.calls;
    let only = |one: &HashMap<usize, u32>, other: &HashMap<usize, u32>| {
        changes.iter().copied().filter(|at| one.contains_key(at) && !other.contains_key(at)).collect()
    };
    let wraps = |&outer: &usize| changes.iter().any(|&inner| inner != outer && calls.pairs.contains(&(outer, inner)));
    let bounds = if is_repeated { run.bounds(&changes, search) } else { Vec::new() };
    let (asked, found_at) = (run.asked.clone(), run.found_at);
    Ok(ProgramSurvey {
        is_repeated,
        bounds,
        asked,
        helpers,
        wrappers: changes.iter().copied().filter(wraps).collect(),
        covers: only(&calls.covers, &calls.uncovers),
        uncovers: only(&calls.uncovers, &calls.covers),
        changes,
        search,
        found_at,
        optimized,
        ..ProgramSurvey::new(shape, functions, roles)
    })
}

/// The end of a run before enough was known.
#[derive(Default)]
struct FirstRunEnd {
    words: Option<String>,
    /// True if it went on in silence.
    hangs: bool,
    /// The function that did not end, or that crashed.
    caught: Option<usize>,
}

/// The functions that change links, of them those that only help, and the one that searches.
struct Operations {
    changes: Vec<usize>,
    helpers: Vec<usize>,
    search: Option<usize>,
}

/// The first run of a program: its calls, and the matrix in its variables.
// Many fields: the state of one run, and a set for each way in which a function was called.
struct FirstRun<'a> {
    target: &'a mut dyn Target,
    functions: &'a [Function],
    asked: RoleNames,
    /// The variables are read when a function is called for this time, counted from 1.
    turn: u32,
    calls: Calls,
    log: StopLog,
    /// By function: how often it was called.
    tries: HashMap<usize, u32>,
    /// The functions in the order of their first calls.
    order: Vec<usize>,
    matrix: Option<Matrix>,
    /// The function that was called when the matrix was found.
    found_at: usize,
    /// That function until it is called again: the matrix may grow in it.
    doubtful: Option<usize>,
    /// The functions in which the matrix grew.
    adders: HashSet<usize>,
    /// The functions that were called before the matrix was there.
    builders: HashSet<usize>,
    of_headers: HashSet<usize>,
    /// The functions that were called with a node that is not a header.
    of_nodes: HashSet<usize>,
}

impl FirstRun<'_> {
    /// Runs the program until enough is known, until its time is over, or until it ends.
    fn go(&mut self) -> Result<FirstRunEnd, TargetError> {
        self.target.run()?;
        stop_at_functions(self.target, self.functions)?;
        let begun = self.target.now();
        let time = TIMES[self.turn as usize - 1];
        while self.target.now() - begun < time && !(self.matrix.is_some() && self.calls.is_enough()) {
            // In one function: a loop in it does not end.
            let stopped = self.target.go(true, self.target.silence())?;
            let Some(&id) = stopped.ids.first().filter(|_| stopped.why == "stop" && stopped.signal.is_none()) else {
                return self.end(&stopped);
            };
            if !is_return(id) {
                self.called(id as usize, &stopped)?;
            } else if let Some(matrix) = &self.matrix {
                let state = matrix.state(self.target.kept());
                self.calls.leave(stopped.sp, &state, matrix);
            }
        }
        Ok(FirstRunEnd::default())
    }

    /// The end of the program. The function that does not end, or that crashes, may be an
    /// operation.
    fn end(&mut self, stopped: &Stopped) -> Result<FirstRunEnd, TargetError> {
        let is_caught = stopped.signal.is_some();
        let frames = if is_caught { self.target.frames()? } else { Vec::new() };
        Ok(FirstRunEnd {
            words: Some(end_words(stopped, &frames)),
            hangs: stopped.signal.as_deref() == Some("SIGINT"),
            caught: self.calls.open.last().filter(|_| is_caught).map(|call| call.function),
        })
    }

    /// A function was called. One that changes nothing for long is left alone.
    fn called(&mut self, function: usize, stopped: &Stopped) -> Result<(), TargetError> {
        let tried = self.tries.entry(function).or_default();
        *tried += 1;
        let times = *tried;
        if times == 1 {
            self.order.push(function);
        }
        // Asked first: a matrix that grew is forgotten with its calls, and is looked for again
        // later.
        let is_building = self.calls.covers.is_empty() && self.calls.uncovers.is_empty();
        self.look_again(function)?;
        if times == self.turn && is_building {
            self.look(function, times)?;
        }
        self.enter(function, stopped)?;
        if times > IDLE && !self.calls.changes(function) && !self.calls.recursive.contains_key(&function) {
            self.target.remove(function as u64)?;
        }
        Ok(())
    }

    /// A function in which the matrix still grows is one that builds it.
    fn look_again(&mut self, function: usize) -> Result<(), TargetError> {
        let Some(matrix) = self.matrix.as_ref().filter(|_| self.doubtful == Some(function)) else { return Ok(()) };
        let nodes = matrix.nodes();
        self.doubtful = None;
        if detect_named(self.target, &mut self.asked)?.is_some_and(|matrix| matrix.nodes() > nodes) {
            (self.matrix, self.calls) = (None, Calls::default());
            self.adders.insert(function);
        }
        Ok(())
    }

    /// Looks for the matrix, or for one with more nodes: while the program builds, it grows.
    fn look(&mut self, function: usize, times: u32) -> Result<(), TargetError> {
        let is_inside = |target: &mut dyn Target| is_inside_itself(target, &self.functions[function]);
        if self.adders.contains(&function) || self.turn > 1 && is_inside(self.target)? {
            return Ok(());
        }
        let Some(matrix) = detect_named(self.target, &mut self.asked)? else { return Ok(()) };
        if self.matrix.as_ref().is_some_and(|known| matrix.nodes() <= known.nodes()) {
            return Ok(());
        }
        self.target.keep(matrix.ranges())?;
        self.matrix = Some(matrix);
        self.found_at = function;
        self.doubtful = Some(function).filter(|_| times > 1);
        self.calls = Calls::default();
        self.builders = self.order.iter().copied().take_while(|&other| other != function).collect();
        Ok(())
    }

    /// Notes a call with the links as they are. What it changed is known when it returns.
    fn enter(&mut self, function: usize, stopped: &Stopped) -> Result<(), TargetError> {
        let (Some(matrix), Some(cfa)) = (self.matrix.as_ref(), stopped.cfa) else { return Ok(()) };
        let state = matrix.state(self.target.kept());
        self.calls.enter(function, cfa, &state, matrix);
        let argument = stopped.arguments.last().and_then(|&argument| matrix.node(argument));
        match argument.filter(|_| !self.calls.is_over) {
            Some(node) if node > 0 && matrix.is_header(node) => {
                self.of_headers.insert(function);
            }
            Some(_) => {
                self.of_nodes.insert(function);
            }
            None => {}
        }
        match stopped.back {
            Some(back) => self.log.stop_at_return(self.target, back),
            None => Ok(()),
        }
    }

    /// The functions that change links, and the one that searches.
    fn operations(&self, end: &FirstRunEnd) -> Operations {
        let calls = &self.calls;
        // A function that calls itself so long may come before the search.
        let is_cut = end.words.is_none() && calls.covers.is_empty() && calls.uncovers.is_empty();
        // A destructor gives the memory of the links back.
        let is_change = |&function: &usize| {
            let is_destructor = self.functions[function].name().starts_with('~');
            calls.changes(function) && !self.builders.contains(&function) && !is_destructor
        };
        let mut changes: Vec<usize> = (0..self.functions.len()).filter(is_change).collect();
        let searches = |function: &usize| {
            calls.around.contains(function) || changes.is_empty() && !is_cut && !self.builders.contains(function)
        };
        let recursive = calls.recursive.iter().filter(|(function, _)| searches(function));
        // A function that calls itself before the search is around it, too, and farther away.
        let near = |function: &usize| calls.near.get(function).copied().unwrap_or_default();
        let search = recursive.max_by_key(|(at, count)| (near(at), **count, **at)).map(|(&at, _)| at);
        changes.retain(|&function| Some(function) != search);
        if let Some(caught) = end.caught.filter(|caught| changes.is_empty() && Some(*caught) != search) {
            changes.push(caught);
        }
        let helpers = changes.iter().copied().filter(|&function| calls.helps(function, search)).collect();
        add_named(self.functions, search, &mut changes);
        Operations { changes, helpers, search }
    }

    /// The words for what ran once the matrix was there: a search that returns at once, or that
    /// does not end, is among it.
    fn ran(&self, end: Option<String>) -> String {
        let ran = self.order.iter().skip_while(|&&at| at != self.found_at).take(SHOWN);
        let ran: Vec<String> = ran.map(|&at| self.functions[at].place()).collect();
        if ran.is_empty() {
            return String::new();
        }
        format!("; after them it ran {}, and {}", ran.join(", "), end.unwrap_or("it ended".to_string()))
    }

    /// Returns whether the operations are those of repeated covers: what takes a column by one of
    /// its nodes leaves this node in its row.
    fn are_repeated(&self, changes: &[usize]) -> bool {
        let calls = &self.calls;
        let is_known = |function: &usize| calls.covers.contains_key(function) || calls.uncovers.contains_key(function);
        let does = |of: &HashSet<usize>| changes.iter().any(|function| is_known(function) && of.contains(function));
        let is_by_nodes = does(&calls.horizontal) || does(&self.of_nodes) && !does(&self.of_headers);
        is_by_nodes && !does(&calls.vertical)
    }

    /// The functions that return a number and may be the bound of a search for repeated covers.
    fn bounds(&self, changes: &[usize], search: Option<usize>) -> Vec<usize> {
        let chooses = ["choose", "select", "pick", "min", "find", "next", "main", "read", "get_col"];
        let is_bound = |&at: &usize| {
            let called = &self.functions[at];
            let is_other = changes.contains(&at) || Some(at) == search || self.builders.contains(&at);
            let name = called.name().to_lowercase();
            let is_chooser = chooses.iter().any(|part| name.contains(part));
            called.is_number && !is_other && self.tries.contains_key(&at) && !is_chooser
        };
        (0..self.functions.len()).filter(is_bound).collect()
    }
}

/// Returns whether a function was called by itself: in the middle of a search, columns are covered.
fn is_inside_itself(target: &mut dyn Target, function: &Function) -> Result<bool, TargetError> {
    let is_own = |place: &&Place| place.name() == function.name();
    Ok(target.frames()?.iter().filter(is_own).count() > 1)
}

/// Adds functions that changed nothing yet, and whose names say that they cover or uncover: where
/// one half of a pair is known, the other is near.
fn add_named(functions: &[Function], search: Option<usize>, changes: &mut Vec<usize>) {
    const NAMES: [&str; 16] = [
        "cover",
        "uncover",
        "remove",
        "resume",
        "recover",
        "restore",
        "unremove",
        "del",
        "delete",
        "undel",
        "rem",
        "rec",
        "cover_row",
        "uncover_row",
        "hide_column",
        "unhide_column",
    ];
    for (at, function) in functions.iter().enumerate() {
        // A method of a script has its class before it.
        let name = function.name().rsplit('.').next().unwrap_or_default().to_lowercase();
        if NAMES.contains(&name.as_str()) && Some(at) != search && !changes.contains(&at) {
            changes.push(at);
        }
    }
}

/// The matrix in the variables, if there is one.
pub(crate) fn detect(target: &mut dyn Target, asked: &RoleNames) -> Result<Option<Matrix>, TargetError> {
    detect_named(target, &mut asked.clone())
}

/// The matrix in the variables. Where too many of them could be links, those whose names say so are
/// the ones, from now on.
fn detect_named(target: &mut dyn Target, asked: &mut RoleNames) -> Result<Option<Matrix>, TargetError> {
    let variables = target.variables()?;
    let mut pages = Pages::of(target);
    let mut found = find(&variables, asked, &mut pages);
    let named = RoleNames::of_variables(&variables);
    if let Some(named) = named.filter(|_| asked.are_open() && pages.error == Some(TargetError::TooManyCandidates)) {
        *asked = asked.with_links_of(named);
        pages = Pages::of(target);
        found = find(&variables, asked, &mut pages);
    }
    let matrix = found.and_then(|found| Matrix::read(&found.roles, &mut pages).ok());
    // A few numbers that agree are no links, unless their names say so.
    let is_clear = |matrix: &Matrix| {
        let is_small = matrix.headers().0 < 2 || matrix.nodes() < 2 || matrix.options() < 2;
        !is_small || matrix.roles.are_named()
    };
    let matrix = matrix.filter(is_clear);
    match pages.error {
        Some(error) => Err(error),
        None => Ok(matrix),
    }
}
