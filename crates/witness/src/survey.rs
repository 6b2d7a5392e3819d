//! The first run: where the links are, and which functions change them.
//!
//! Every function of the user is a stop at first. At the early ones the variables are tried, until
//! they hold a matrix. Then a function is a cover if headers have left their ring while it ran, and
//! an uncover if they have come back, whatever its name and arguments are. One that calls itself is
//! the search.

use crate::pages::Pages;
use crate::shape::{MatrixShape, ProgramSurvey, Unfollowed};
use crate::stops::{StopLog, is_return, stop_at_functions};
use crate::target::{Function, Functions, Place, Target, TargetError, end_words};
use crate::{LinkRole, LinkState, Matrix, RoleNames, find};
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// The most functions that are named.
const SHOWN: usize = 4;

/// The stops of a function before it is left alone, if it changes no ring.
const IDLE: u32 = 24;

/// The calls between the search and an operation: helpers and lambdas.
const NEAR: usize = 4;

/// The stops after which enough is known.
const ENOUGH: u32 = 160;

/// The time for the first run of a survey, and for the second one: a refusal comes soon.
const TIMES: [Duration; 2] = [Duration::from_millis(2_000), Duration::from_millis(1_000)];

/// A call that has not returned.
struct Call {
    function: usize,
    cfa: u64,
    /// The links when it was called.
    state: LinkState,
    /// The headers that it, or a function that it called, took out of their ring or put back.
    touched: HashSet<u32>,
}

/// The stops of a survey.
// Many fields: one for each thing that is counted.
#[derive(Default)]
struct Calls {
    open: Vec<Call>,
    counts: HashMap<usize, u32>,
    covers: HashMap<usize, u32>,
    uncovers: HashMap<usize, u32>,
    /// By function: the most headers that a call of it touched.
    widest: HashMap<usize, usize>,
    /// By function that changed a ring: those that were open at each of its changes.
    within: HashMap<usize, HashSet<usize>>,
    /// The functions that were open at the call of another one, each with that one.
    pairs: HashSet<(usize, usize)>,
    /// The functions that were running while a ring changed.
    around: HashSet<usize>,
    recursive: HashMap<usize, u32>,
    /// By function: the changes of rings with few calls between it and them.
    near: HashMap<usize, u32>,
    /// The functions that have changed rings of rows, and those that have changed rings of columns.
    horizontal: HashSet<usize>,
    vertical: HashSet<usize>,
    /// True once the first search is over: a later case may have other nodes.
    is_over: bool,
}

/// The headers that their neighbours point to.
fn linked(matrix: &Matrix, state: &LinkState) -> HashSet<u32> {
    (1..=matrix.headers().0 as u32).filter(|&header| state.is_linked(header)).collect()
}

impl Calls {
    /// A function was called: those that have returned are judged.
    fn enter(&mut self, function: usize, cfa: u64, state: &LinkState, matrix: &Matrix) {
        self.leave(cfa, state, matrix);
        *self.counts.entry(function).or_default() += 1;
        if self.open.iter().any(|call| call.function == function) {
            *self.recursive.entry(function).or_default() += 1;
        }
        self.pairs.extend(self.open.iter().map(|outer| (outer.function, function)));
        self.open.push(Call { function, cfa, state: state.clone(), touched: HashSet::new() });
    }

    /// Judges the calls whose frames are gone.
    fn leave(&mut self, cfa: u64, state: &LinkState, matrix: &Matrix) {
        let now = linked(matrix, state);
        while let Some(mut call) = self.open.pop_if(|call| call.cfa <= cfa) {
            let before = linked(matrix, &call.state);
            let (gone, back) = (before.difference(&now).count(), now.difference(&before).count());
            call.touched.extend(before.symmetric_difference(&now));
            // A later case may have other headers.
            if !self.is_over {
                let widest = self.widest.entry(call.function).or_default();
                *widest = call.touched.len().max(*widest);
            }
            if let Some(outer) = self.open.last_mut() {
                outer.touched.extend(&call.touched);
            }
            if gone + back == 0 {
                continue;
            }
            if call.touched.len() == 1 && !self.is_over {
                for (role, node) in state.unlike(&call.state) {
                    if matches!(role, LinkRole::Up | LinkRole::Down) {
                        self.vertical.insert(call.function);
                    } else if node as usize > matrix.headers().1 {
                        self.horizontal.insert(call.function);
                    }
                }
            }
            let open: HashSet<usize> = self.open.iter().map(|outer| outer.function).collect();
            self.within
                .entry(call.function)
                .and_modify(|known| known.retain(|outer| open.contains(outer)))
                .or_insert(open);
            self.around.extend(self.open.iter().map(|outer| outer.function));
            for outer in self.open.iter().rev().take(NEAR) {
                *self.near.entry(outer.function).or_default() += 1;
            }
            match (gone, back) {
                (_, 0) => *self.covers.entry(call.function).or_default() += 1,
                (0, _) => *self.uncovers.entry(call.function).or_default() += 1,
                _ => {}
            }
        }
        self.is_over |= self.open.is_empty() && !self.covers.is_empty();
    }

    /// Returns whether a function changes the rings of one header.
    fn changes(&self, function: usize) -> bool {
        let does = |of: &HashMap<usize, u32>| of.contains_key(&function);
        (does(&self.covers) || does(&self.uncovers)) && self.widest.get(&function) == Some(&1)
    }

    /// Returns whether a function only helps another one that changes the same rings: the outermost
    /// one of them is the operation.
    fn helps(&self, function: usize, search: Option<usize>) -> bool {
        let outer = self.within.get(&function).into_iter().flatten();
        outer.into_iter().any(|&outer| outer != function && Some(outer) != search && self.changes(outer))
    }

    /// Returns true once functions that cover and that uncover are known.
    fn is_enough(&self) -> bool {
        let known = |of: &HashMap<usize, u32>| of.keys().any(|&function| self.changes(function));
        let stops: u32 = self.counts.values().sum();
        known(&self.covers) && known(&self.uncovers) && stops > 60 || stops > ENOUGH
    }
}

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

/// Looks for the matrix when a function is called for this time, counted from 1.
fn survey_at(
    shape: &'static dyn MatrixShape,
    target: &mut dyn Target,
    known: &Functions,
    asked: &RoleNames,
    turn: u32,
) -> Result<ProgramSurvey, Unfollowed> {
    let Functions { functions, optimized } = known.clone();
    let mut asked = asked.clone();
    target.run()?;
    stop_at_functions(target, &functions)?;
    let begun = target.now();
    let mut calls = Calls::default();
    let mut tries: HashMap<usize, u32> = HashMap::new();
    // The functions in the order of their first calls.
    let mut order: Vec<usize> = Vec::new();
    let mut log = StopLog::default();
    // The functions that run while the matrix grows.
    let mut builders: HashSet<usize> = HashSet::new();
    let mut known: Option<Matrix> = None;
    let mut doubtful: Option<usize> = None;
    // The functions that were called with a node that is not a header.
    let mut of_nodes: HashSet<usize> = HashSet::new();
    let mut of_headers: HashSet<usize> = HashSet::new();
    let mut adders: HashSet<usize> = HashSet::new();
    let (mut ended, mut hangs) = (None, false);
    let mut caught = None;
    let mut found_at = 0;
    while target.now() - begun < TIMES[turn as usize - 1] && !(known.is_some() && calls.is_enough()) {
        // In one function: a loop in it does not end.
        let stopped = target.go(true, target.silence())?;
        let Some(&id) = stopped.ids.first().filter(|_| stopped.why == "stop" && stopped.signal.is_none()) else {
            let frames = if stopped.signal.is_some() { target.frames()? } else { Vec::new() };
            hangs = stopped.signal.as_deref() == Some("SIGINT");
            ended = Some(end_words(&stopped, &frames));
            // The function that does not end, or that crashes, may be one of those.
            if stopped.signal.is_some() {
                caught = calls.open.last().map(|call| call.function);
            }
            break;
        };
        if is_return(id) {
            if let Some(matrix) = known.as_ref() {
                let state = matrix.state(target.kept());
                calls.leave(stopped.sp, &state, matrix);
            }
            continue;
        }
        let function = id as usize;
        let tried = tries.entry(function).or_default();
        *tried += 1;
        let times = *tried;
        if times == 1 {
            order.push(function);
        }
        // While the program builds, the matrix grows.
        let is_building = calls.covers.is_empty() && calls.uncovers.is_empty();
        // A function in which the matrix still grows is one that builds it.
        if let Some(nodes) = known.as_ref().filter(|_| doubtful == Some(function)).map(Matrix::nodes) {
            doubtful = None;
            if detect_named(target, &mut asked)?.is_some_and(|matrix| matrix.nodes() > nodes) {
                (known, calls) = (None, Calls::default());
                adders.insert(function);
            }
        }
        if times == turn
            && !adders.contains(&function)
            && is_building
            && !(turn > 1 && is_inside_itself(target, &functions[function])?)
            && let Some(matrix) = detect_named(target, &mut asked)?
            && known.as_ref().is_none_or(|known| matrix.nodes() > known.nodes())
        {
            target.keep(matrix.ranges())?;
            known = Some(matrix);
            found_at = function;
            doubtful = Some(function).filter(|_| times > 1);
            calls = Calls::default();
            builders = order.iter().copied().take_while(|&other| other != function).collect();
        }
        if let (Some(matrix), Some(cfa)) = (known.as_ref(), stopped.cfa) {
            let state = matrix.state(target.kept());
            calls.enter(function, cfa, &state, matrix);
            let argument = stopped.arguments.last().and_then(|&argument| matrix.node(argument));
            match argument.filter(|_| !calls.is_over) {
                Some(node) if node > 0 && matrix.is_header(node) => {
                    of_headers.insert(function);
                }
                Some(_) => {
                    of_nodes.insert(function);
                }
                None => {}
            }
            // What changed is known when it returns.
            if let Some(back) = stopped.back {
                log.stop_at_return(target, back)?;
            }
        }
        if times > IDLE && !calls.changes(function) && !calls.recursive.contains_key(&function) {
            target.remove(function as u64)?;
        }
    }
    // A function that calls itself so long may come before the search.
    let is_cut = ended.is_none() && calls.covers.is_empty() && calls.uncovers.is_empty();
    let Some(matrix) = known else { return Err(Unfollowed::NoLinks { end: ended, hangs }) };
    // A destructor gives the memory of the links back.
    let is_change = |&function: &usize| {
        let is_destructor = functions[function].name().starts_with('~');
        calls.changes(function) && !builders.contains(&function) && !is_destructor
    };
    let mut changes: Vec<usize> = (0..functions.len()).filter(is_change).collect();
    let searches = |function: &usize| {
        calls.around.contains(function) || changes.is_empty() && !is_cut && !builders.contains(function)
    };
    let recursive = calls.recursive.iter().filter(|(function, _)| searches(function));
    // A function that calls itself before the search is around it, too, and farther away.
    let near = |function: &usize| calls.near.get(function).copied().unwrap_or_default();
    let search = recursive.max_by_key(|(at, count)| (near(at), **count, **at)).map(|(&at, _)| at);
    changes.retain(|&function| Some(function) != search);
    if let Some(caught) = caught.filter(|caught| changes.is_empty() && Some(*caught) != search) {
        changes.push(caught);
    }
    let helpers = changes.iter().copied().filter(|&function| calls.helps(function, search)).collect();
    add_named(&functions, search, &mut changes);
    let wraps = |&outer: &usize| changes.iter().any(|&inner| inner != outer && calls.pairs.contains(&(outer, inner)));
    let wrappers: Vec<usize> = changes.iter().copied().filter(wraps).collect();
    let roles = matrix.roles.words();
    // Links that are wrong from the start need no operation to be seen.
    if changes.is_empty() && search.is_none() && matrix.fault.is_none() {
        // A search that returns at once, or that does not end, is among those that ran.
        let ran = order.iter().skip_while(|&&at| at != found_at).take(SHOWN);
        let ran: Vec<String> = ran.map(|&at| functions[at].place()).collect();
        let end = ended.unwrap_or("it ended".to_string());
        let ran =
            if ran.is_empty() { String::new() } else { format!("; after them it ran {}, and {end}", ran.join(", ")) };
        return Err(Unfollowed::NoOperations { roles, ran });
    }
    let only = |one: &HashMap<usize, u32>, other: &HashMap<usize, u32>| {
        changes.iter().copied().filter(|at| one.contains_key(at) && !other.contains_key(at)).collect()
    };
    let (covers, uncovers) = (only(&calls.covers, &calls.uncovers), only(&calls.uncovers, &calls.covers));
    let is_known = |function: &usize| calls.covers.contains_key(function) || calls.uncovers.contains_key(function);
    let does = |of: &HashSet<usize>| changes.iter().any(|function| is_known(function) && of.contains(function));
    // What takes a column by one of its nodes leaves this node in its row.
    let is_repeated = matrix.roles.has_rings_of_rows()
        && (does(&calls.horizontal) || does(&of_nodes) && !does(&of_headers))
        && !does(&calls.vertical);
    if is_repeated && (changes.is_empty() || search.is_none()) {
        return Err(Unfollowed::Repeated(roles));
    }
    let is_bound = |&at: &usize| {
        let called = &functions[at];
        let is_other = changes.contains(&at) || Some(at) == search || builders.contains(&at);
        let name = called.name().to_lowercase();
        let chooses = ["choose", "select", "pick", "min", "find", "next", "main", "read", "get_col"];
        called.is_number && !is_other && tries.contains_key(&at) && !chooses.iter().any(|part| name.contains(part))
    };
    let bounds = (0..functions.len()).filter(|at| is_repeated && is_bound(at)).collect();
    Ok(ProgramSurvey {
        is_repeated,
        bounds,
        asked,
        helpers,
        wrappers,
        covers,
        uncovers,
        changes,
        search,
        found_at,
        optimized,
        ..ProgramSurvey::new(shape, functions, roles)
    })
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
