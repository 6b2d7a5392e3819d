//! Counts all solutions: node by node or, if that would take long, by symmetric parts or with
//! memory.
//!
//! **Idea.** A symmetry maps covers to covers, so the options of one orbit are in equally many
//! covers. A cover holds exactly one option of every primary item. So it is enough to try one
//! option of each orbit of one item, and to multiply its count by the size of the orbit. What is
//! left after an option is chosen is a smaller problem. It is counted in the same way, and may
//! again have symmetries.
//!
//! **Invariants.** Every symmetry was checked ([`Orbits`]). The solutions kept for a tried option
//! are also mapped to its twins, so as many are kept as if all had been found; a part counted by
//! `memo` keeps one. If a part is stopped, its count so far is multiplied too: a lower bound. The
//! tally includes the nodes of an approach that was given up.

use super::drive::run;
use super::engine::{bits, links, memo};
use super::harvest::Walk;
use super::orbits::Orbits;
use super::order::{Engine, Flow, GoOn, Host, KEPT, Order};
use super::outcome::{Counter, Outcome, Snapshot, Stand, StopReason};
use super::pieces;
use crate::dlx::{Address, Branch, Goal, ItemId, OptionId, Problem, Tally};
use std::cell::{Cell, RefCell};

/// Nodes before the first forecast of the tree: less than a millisecond.
const GLANCE: u64 = 1 << 12;

/// Nodes before the second forecast (`bits` does not count dead ends): some hundredths of a second.
const LOOK: u64 = 1 << 17;

/// Nodes per cell of the matrix: for a search for symmetries, and for each attempt in it.
const WORTH: f64 = 24.0;
const WORTH_A_TRY: f64 = 3.0;

/// A tree with more nodes takes seconds, which makes an attempt to count with memory worthwhile.
const LARGE: f64 = 3e7;

/// A tree with more nodes takes a tenth of a second, which makes threads worthwhile.
const WIDE: f64 = 4e6;

/// Pieces that a count is cut into for several threads: so many that the last ones end together,
/// and few enough that their beginnings cost little.
const PIECES: usize = 1000;
const PARTS_A_THREAD: usize = 32;

/// Counts with `links` or `bits`, and switches to a faster way if the forecast is large.
pub fn count(problem: &Problem, engine: Engine, order: &Order, host: &mut dyn Host) -> Outcome {
    let mut walk: Box<dyn Walk + '_> = match engine {
        Engine::Bits => bits::walk(problem, order.clone()),
        _ => Box::new(links::Dance::new(problem, order.clone())),
    };
    let all = order.goal == (Goal::Count { limit: None }) && !host.wants_each() && !problem.is_repeated();
    let mut turned = false;
    for nodes in [GLANCE, LOOK] {
        if let Some(stop) = walk.go_on(nodes, host) {
            return walk.outcome(stop);
        }
        let nodes_a_cell = walk.forecast() / problem.n_cells() as f64;
        // Several threads wait for the better forecast, and find symmetries themselves.
        if order.threads > 1 && all && problem.is_plain() && walk.forecast() > WIDE {
            continue;
        }
        // Colours and multiplicities are not in what is compared for symmetries.
        if nodes_a_cell >= WORTH && !turned && problem.is_plain() {
            turned = true;
            let tries = (nodes_a_cell / WORTH_A_TRY) as usize;
            let standing = walk.look();
            let mut since = Since { before: &standing.tally, host };
            if let Some(outcome) = in_parts(problem, order, tries, &standing, &mut since) {
                return further(walk, outcome);
            }
        }
    }
    let wide = order.threads > 1 && all && walk.forecast() > WIDE;
    let divisible = problem.is_plain() && problem.symmetries().is_some();
    let mut parts = None;
    if wide && divisible {
        let standing = walk.look();
        let mut ask = |_| match host.poll(&|| standing.clone()) {
            Flow::Go => Ok(()),
            Flow::Stop(reason) => Err(reason),
        };
        match shares(problem, walk.forecast(), PARTS_A_THREAD * order.threads, &mut ask) {
            // As on one thread: what is alike is worth more than what repeats.
            Ok(found) if found.spared > 0 => return in_threads(problem, order, found, walk, host),
            Ok(found) => parts = Some(found),
            Err(reason) => return walk.outcome(reason),
        }
    }
    if walk.forecast() > LARGE && Engine::Memo.answers(problem, order.goal) {
        let before = walk.look().tally;
        if let Some(outcome) = memo::attempt(problem, order, &mut Since { before: &before, host }) {
            return further(walk, Outcome { why: "the tree is large, and what is left repeats", ..outcome });
        }
    }
    match parts {
        Some(parts) => return in_threads(problem, order, parts, walk, host),
        None if wide => return in_pieces(problem, order, walk, host),
        None => {}
    }
    let stop = walk.go_on(u64::MAX, host).unwrap_or(StopReason::Exhausted);
    walk.outcome(stop)
}

/// Counts on several threads what the walk has begun: it is cut into pieces, and begins again.
fn in_pieces(problem: &Problem, order: &Order, walk: Box<dyn Walk + '_>, host: &mut dyn Host) -> Outcome {
    let pieces = pieces::split(problem, PIECES);
    let (standing, mut stopped) = (walk.look(), StopReason::Exhausted);
    let mut shown = standing.count;
    let mut since = Since { before: &standing.tally, host };
    let mut go_on = |sum: &pieces::Progress| {
        // The first piece that is not done: at least the share before it is.
        let at = sum.known.iter().position(|known| !known).map_or(Address::default(), |at| pieces[at].clone());
        shown = sum.count.max(standing.count);
        let look = || Snapshot {
            count: shown,
            tally: sum.tally.clone(),
            address: at.clone(),
            path: Vec::new(),
            ..standing.clone()
        };
        match since.poll(&look) {
            Flow::Go => true,
            Flow::Stop(reason) => {
                stopped = reason;
                false
            }
        }
    };
    let (sum, complete) = pieces::count_all(problem, &pieces, &[], order.threads, &mut |_| (), &mut go_on);
    let stop = match complete {
        true => StopReason::Exhausted,
        false if stopped == StopReason::Exhausted => StopReason::Limit,
        false => stopped,
    };
    let engine = standing.engine;
    // The walk's solutions are kept, and its place to step from if the count was stopped.
    let walked = walk.outcome(if complete { StopReason::Limit } else { stop });
    let (solutions, stand) = (walked.solutions, walked.stand.filter(|_| !complete));
    let why = CUT;
    // What running pieces had found when they were stopped was found too.
    let count = if complete { sum.count } else { shown };
    let mut outcome = Outcome { why, solutions, stand, ..Outcome::counted(engine, count, stop, sum.tally) };
    outcome.tally.add_below(0, &standing.tally);
    outcome
}

/// A part of a count for one thread: what is left below some options.
struct Share {
    path: Vec<OptionId>,
    /// Where it lies among the parts, in the form of an address.
    branches: Vec<Branch>,
    /// How many parts of the whole it counts for.
    times: u128,
    /// Its share of the tree, if all subtrees of a node had the same size.
    share: f64,
}

/// The parts of a count.
struct Shares {
    parts: Vec<Share>,
    /// How many options need not be tried, because others are like them.
    spared: usize,
}

/// Cuts a count into parts for several threads. Where options are alike, one of each orbit is
/// taken, for all of them. `forecast` is the number of nodes of the whole.
fn shares(problem: &Problem, forecast: f64, wanted: usize, go_on: GoOn) -> Result<Shares, StopReason> {
    let mut open = vec![Share { path: Vec::new(), branches: Vec::new(), times: 1, share: 1.0 }];
    let (mut ended, mut spared) = (Vec::new(), 0);
    while open.len() + ended.len() < wanted {
        let largest = (0..open.len()).max_by(|&a, &b| open[a].share.total_cmp(&open[b].share).then(b.cmp(&a)));
        let Some(at) = largest else { break };
        let own = open.swap_remove(at);
        let (rest, names) = problem.below_all(&own.path);
        let columns = rest.columns();
        let primary = || (0..rest.n_primary() as u32).map(|item| columns.of(ItemId(item)));
        let Some(fewest) = primary().min_by_key(|options| options.len()).map(<[_]>::to_vec) else {
            // Nothing is left: a solution.
            ended.push(own);
            continue;
        };
        let nodes_a_cell = forecast * own.share / rest.n_cells().max(1) as f64;
        let orbits = match nodes_a_cell >= WORTH {
            true => {
                let items: Vec<ItemId> = (0..rest.n_items() as u32).map(ItemId).collect();
                let options: Vec<OptionId> = rest.options().collect();
                Orbits::new(&rest, &items, &options, (nodes_a_cell / WORTH_A_TRY) as usize, go_on)?
            }
            false => None,
        };
        let options = orbits.as_ref().and_then(|orbits| branches(&rest, orbits)).unwrap_or(fewest);
        // By option: the first one that it is like.
        let first = |option: OptionId| orbits.as_ref().map_or(option, |orbits| orbits.first(option));
        let mut kinds: Vec<(OptionId, OptionId, u128)> = Vec::new();
        for &option in &options {
            match kinds.iter_mut().find(|own| own.1 == first(option)) {
                Some(kind) => kind.2 += 1,
                None => kinds.push((option, first(option), 1)),
            }
        }
        let d = kinds.len();
        spared += options.len() - d;
        for (k, (option, _, times)) in kinds.into_iter().enumerate() {
            open.push(Share {
                path: own.path.iter().copied().chain([names[option.index()]]).collect(),
                branches: own.branches.iter().copied().chain([Branch { k: k + 1, d }]).collect(),
                times: own.times.saturating_mul(times),
                share: own.share / options.len() as f64,
            });
        }
    }
    open.extend(ended);
    // The largest first, so that none of them is the last to end.
    let numbers = |own: &Share| own.branches.iter().map(|branch| branch.k).collect::<Vec<_>>();
    open.sort_by(|a, b| b.share.total_cmp(&a.share).then_with(|| numbers(a).cmp(&numbers(b))));
    Ok(Shares { parts: open, spared })
}

/// Counts on several threads what the walk has begun: it is cut into parts, and begins again.
fn in_threads(
    problem: &Problem,
    order: &Order,
    shares: Shares,
    walk: Box<dyn Walk + '_>,
    host: &mut dyn Host,
) -> Outcome {
    let standing = walk.look();
    let mut since = Since { before: &standing.tally, host };
    let Shares { parts, spared } = shares;
    let mut stopped = StopReason::Exhausted;
    let threads = order.threads;
    let order = Order { threads: 1, ..order.clone() };
    let work = |at: usize, host: &mut dyn Host| {
        let (rest, names) = problem.below_all(&parts[at].path);
        let mut own = run(&rest, order.clone(), host);
        let whole = |cover: &Vec<OptionId>| {
            let below = cover.iter().map(|option| names[option.index()]);
            parts[at].path.iter().copied().chain(below).collect()
        };
        own.solutions = own.solutions.iter().map(whole).collect();
        own
    };
    let engine = standing.engine;
    let sum =
        RefCell::new(Sum { engine, count: 0, tally: Tally::default(), solutions: Vec::new(), counters: Vec::new() });
    let (done, fits) = (RefCell::new(vec![None; parts.len()]), Cell::new(true));
    let mut met = |at: usize, own: Outcome| {
        let (mut sum, depth) = (sum.borrow_mut(), parts[at].path.len());
        let mut tally = Tally::default();
        tally.add_below(depth.saturating_sub(1), &own.tally);
        let own = Outcome { tally, ..own };
        fits.set(fits.get() & sum.add(&own, parts[at].times).is_ok());
        done.borrow_mut()[at] = Some(own.solutions);
    };
    let mut shown = standing.count;
    let mut go_on = |running: &[pieces::Running]| {
        let (sum, done) = (sum.borrow(), done.borrow());
        // The first part in their order that is not done: at least the share before it is.
        let left = parts.iter().zip(&*done).filter(|(_, done)| done.is_none());
        let at =
            left.map(|(own, _)| &own.branches).min_by_key(|own| own.iter().map(|branch| branch.k).collect::<Vec<_>>());
        let address = Address { branches: at.cloned().unwrap_or_default(), ..Address::default() };
        let (mut count, mut tally) = (sum.count, sum.tally.clone());
        for (at, own) in running {
            count = count.saturating_add(own.count.saturating_mul(parts[*at].times));
            tally.add_below(parts[*at].path.len(), &own.tally);
        }
        shown = count.max(standing.count);
        let look = || Snapshot {
            count: shown,
            tally: tally.clone(),
            counters: sum.counters.clone(),
            address: address.clone(),
            path: Vec::new(),
            ..standing.clone()
        };
        match since.poll(&look) {
            Flow::Go => fits.get(),
            Flow::Stop(reason) => {
                stopped = reason;
                false
            }
        }
    };
    pieces::in_threads(parts.len(), threads, &work, &mut met, &mut go_on);
    let (sum, done) = (sum.into_inner(), done.into_inner());
    let complete = fits.get() && done.iter().all(Option::is_some);
    let stop = match complete {
        true => StopReason::Exhausted,
        false if stopped == StopReason::Exhausted => StopReason::Limit,
        false => stopped,
    };
    // The walk's solutions are kept, and its place to step from if the count was stopped.
    let walked = walk.outcome(if complete { StopReason::Limit } else { stop });
    let mut solutions: Vec<Vec<OptionId>> = done.into_iter().flatten().flatten().take(KEPT).collect();
    if solutions.len() < walked.solutions.len() {
        solutions = walked.solutions;
    }
    let stand = walked.stand.filter(|_| !complete);
    let why = if spared > 0 { "alike options count once, the rest on several threads" } else { CUT };
    // What running parts had found when they were stopped was found too.
    let count = if complete { sum.count } else { shown };
    let mut outcome = Outcome { why, solutions, stand, ..Outcome::counted(sum.engine, count, stop, sum.tally) };
    outcome.counters = sum.counters;
    outcome.tally.add_below(0, &standing.tally);
    outcome
}

/// Why a count was cut without symmetries.
const CUT: &str = "cut into pieces for several threads";

/// The outcome of the other approach, with the nodes walked before. If that was stopped, the walk's
/// own outcome is returned unless the other had counted more: only the walk can show its links.
fn further(walk: Box<dyn Walk + '_>, mut outcome: Outcome) -> Outcome {
    let before = walk.look().tally;
    if !outcome.complete {
        let walked = walk.outcome(outcome.stop);
        if outcome.count <= walked.count {
            return walked;
        }
    }
    outcome.tally.add_below(0, &before);
    outcome
}

/// The host of another approach: adds what was walked before to its tally.
struct Since<'a> {
    before: &'a Tally,
    host: &'a mut dyn Host,
}

impl Host for Since<'_> {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        let Since { before, host } = self;
        host.poll(&|| {
            let mut own = look();
            own.tally.add_below(0, before);
            own
        })
    }
}

/// Counts below the options of one item, each orbit once. `None` if no item has two options in one
/// orbit. `standing` is the run's snapshot, shown while symmetries are searched for.
fn in_parts(
    problem: &Problem,
    order: &Order,
    tries: usize,
    standing: &Snapshot,
    host: &mut dyn Host,
) -> Option<Outcome> {
    // If several options mean the same, solutions up to symmetry have to be tested one by one.
    problem.symmetries()?;
    let items: Vec<ItemId> = (0..problem.n_items() as u32).map(ItemId).collect();
    let options: Vec<OptionId> = problem.options().collect();
    // The host adds the tally of the walk.
    let still = Snapshot { tally: Tally::default(), ..standing.clone() };
    let mut go_on = |_| match host.poll(&|| still.clone()) {
        Flow::Go => Ok(()),
        Flow::Stop(reason) => Err(reason),
    };
    let orbits = match Orbits::new(problem, &items, &options, tries, &mut go_on) {
        Ok(orbits) => orbits?,
        Err(reason) => return Some(Outcome::counted(standing.engine, 0, reason, Tally::default())),
    };
    let options = branches(problem, &orbits)?;
    let engine = standing.engine;
    let mut sum = Sum { engine, count: 0, tally: Tally::default(), solutions: Vec::new(), counters: Vec::new() };
    let mut tried: Vec<(OptionId, Vec<Vec<OptionId>>)> = Vec::new();
    let mut stop = StopReason::Exhausted;
    let mut stand = None;
    for &option in &options {
        let orbit = orbits.first(option);
        if let Some((twin, covers)) = tried.iter().find(|(twin, _)| orbits.first(*twin) == orbit) {
            if sum.solutions.len() < KEPT && !covers.is_empty() {
                sum.keep_turned(covers, &orbits.way(*twin, option));
            }
            continue;
        }
        let times = options.iter().filter(|&&other| orbits.first(other) == orbit).count();
        let (rest, names) = problem.below(option);
        sum.tally.enter(1);
        // Branches that are not tried do not count as work still to do.
        let branch = Branch { k: tried.len() + 1, d: orbits.number(options.iter().copied()) };
        let place = Beginning { option, names, branch, times: times as u128 };
        let outcome = run(&rest, order.clone(), &mut Part { sum: &sum, place: &place, host });
        let covers: Vec<_> = outcome.solutions.iter().map(|cover| place.whole(cover)).collect();
        sum.keep_turned(&covers, &[]);
        sum.spare(times - 1, times);
        tried.push((option, covers));
        if let Err(reason) = sum.add(&outcome, place.times) {
            stop = reason;
            stand = outcome.stand.map(|stand| Stand::Path(place.whole(&stand.path())));
            break;
        }
    }
    let Sum { engine, count, tally, solutions, counters } = sum;
    let why = "options that are alike count for each other";
    Some(Outcome { why, solutions, counters, stand, ..Outcome::counted(engine, count, stop, tally) })
}

/// The options of the item to branch on. Candidates have fewer orbits than options, and no more
/// orbits than any unforced item has options. The smallest ratio of orbits to options wins. `None`
/// if there is no candidate.
fn branches(problem: &Problem, orbits: &Orbits) -> Option<Vec<OptionId>> {
    let columns = problem.columns();
    let primary = || (0..problem.n_primary() as u32).map(|item| columns.of(ItemId(item)));
    // Forced items do not branch, and the rest has the same symmetries.
    let fewest = primary().map(<[_]>::len).filter(|&d| d > 1).min()?;
    let tried = primary().map(|options| (orbits.number(options.iter().copied()), options));
    tried
        .filter(|(tries, options)| *tries < options.len() && *tries <= fewest)
        .min_by(|(a, of_a), (b, of_b)| (a * of_b.len()).cmp(&(b * of_a.len())).then(a.cmp(b)))
        .map(|(_, options)| options.to_vec())
}

/// The sum of the parts so far.
struct Sum {
    engine: Engine,
    count: u128,
    tally: Tally,
    solutions: Vec<Vec<OptionId>>,
    counters: Vec<Counter>,
}

impl Sum {
    /// Adds a part, `times` times. `Err` if the part was stopped or the count overflows.
    fn add(&mut self, part: &Outcome, times: u128) -> Result<(), StopReason> {
        self.engine = part.engine;
        self.tally.add_below(1, &part.tally);
        self.counters = added(&self.counters, &part.counters);
        let held = Some(part.count).filter(|_| part.large.is_none());
        let count = held.and_then(|own| own.checked_mul(times)?.checked_add(self.count));
        // On overflow, the largest number is a lower bound.
        self.count = count.unwrap_or(u128::MAX);
        count.ok_or(StopReason::Limit)?;
        if part.complete { Ok(()) } else { Err(part.stop) }
    }

    /// Counts the options that need not be tried, and of how many.
    fn spare(&mut self, spared: usize, of: usize) {
        let own = Counter { what: "alike", number: spared as u64, of: Some(of as u64) };
        self.counters = added(&self.counters, &[own]);
    }

    /// Keeps covers, mapped by a sequence of symmetries, while there is room.
    fn keep_turned(&mut self, covers: &[Vec<OptionId>], way: &[&[OptionId]]) {
        let turn = |&option: &OptionId| way.iter().fold(option, |at, images| images[at.index()]);
        let room = KEPT - self.solutions.len();
        self.solutions.extend(covers.iter().take(room).map(|cover| cover.iter().map(turn).collect()));
    }
}

/// Adds up counters of the same kind.
fn added(one: &[Counter], other: &[Counter]) -> Vec<Counter> {
    let mut sum = one.to_vec();
    for counter in other {
        match sum.iter_mut().find(|own| own.what == counter.what) {
            Some(own) => {
                own.number += counter.number;
                own.of = own.of.zip(counter.of).map(|(own, of)| own + of);
            }
            None => sum.push(*counter),
        }
    }
    sum
}

/// The place of a part in the whole problem.
struct Beginning {
    option: OptionId,
    /// By option of the part: the option of the whole problem.
    names: Vec<OptionId>,
    branch: Branch,
    /// How many options of the whole the part counts for.
    times: u128,
}

impl Beginning {
    /// Translates options of the part into options of the whole.
    fn whole(&self, options: &[OptionId]) -> Vec<OptionId> {
        let names = options.iter().map(|option| self.names[option.index()]);
        std::iter::once(self.option).chain(names).collect()
    }
}

/// The host of a part: shows the whole run.
struct Part<'a> {
    sum: &'a Sum,
    place: &'a Beginning,
    host: &'a mut dyn Host,
}

impl Host for Part<'_> {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        let Part { sum, place, host } = self;
        host.poll(&|| {
            let part = look();
            let mut tally = sum.tally.clone();
            tally.add_below(1, &part.tally);
            let latest = part.latest.as_ref().map(|cover| place.whole(cover));
            let branches = std::iter::once(place.branch).chain(part.address.branches.iter().copied()).collect();
            Snapshot {
                tally,
                path: place.whole(&part.path),
                address: Address { branches, ..part.address },
                count: sum.count.saturating_add(part.count.saturating_mul(place.times)),
                latest: latest.or_else(|| sum.solutions.last().cloned()),
                counters: added(&sum.counters, &part.counters),
                ..part
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dlx::Goal;
    use fastrand::Rng;

    /// Perfect matchings of a complete graph, some edges left out: many symmetries, or few.
    fn matchings(points: u32, rng: &mut Rng) -> Problem {
        let mut problem = Problem::new(points, 0);
        let spoilt = rng.u8(0..3);
        for a in 0..points {
            for b in a + 1..points {
                if rng.u8(0..12) >= spoilt {
                    problem.push(&[ItemId(a), ItemId(b)]).unwrap();
                }
            }
        }
        problem
    }

    /// Queens on a torus with secondary diagonals; without diagonals: rooks.
    fn torus(n: u32, rng: &mut Rng) -> Problem {
        let diagonals = rng.bool();
        let mut problem = Problem::new(2 * n, 2 * n);
        for (row, column) in (0..n * n).map(|square| (square / n, square % n)) {
            let lines = [row, n + column, 2 * n + (row + column) % n, 3 * n + (n + row - column) % n].map(ItemId);
            problem.push(if diagonals { &lines } else { &lines[..2] }).unwrap();
        }
        problem
    }

    #[test]
    fn parts_come_to_what_the_whole_comes_to() {
        let order = Order::new(Goal::Count { limit: None });
        let mut in_how_many = 0;
        for seed in 0..300 {
            let mut rng = Rng::with_seed(seed);
            let problem = if rng.bool() { matchings(rng.u32(4..9), &mut rng) } else { torus(rng.u32(3..6), &mut rng) };
            let whole = links::run(&problem, order.clone(), &mut ());
            let standing = Snapshot::new(Engine::Links, &Tally::default(), Vec::new(), Address::default());
            let Some(mut parts) = in_parts(&problem, &order, 100, &standing, &mut ()) else { continue };
            in_how_many += 1;
            assert_eq!((parts.count, parts.status, parts.complete), (whole.count, whole.status, true), "seed {seed}");
            assert!(parts.solutions.iter().all(|cover| problem.is_cover(cover)), "seed {seed}");
            // The kept covers are distinct, and none is missing unless `memo` counted a part.
            parts.solutions.iter_mut().for_each(|cover| cover.sort_unstable());
            parts.solutions.sort_unstable();
            parts.solutions.dedup();
            if !parts.counters.iter().any(|counter| counter.what == "sets kept") {
                assert_eq!(parts.solutions.len(), whole.solutions.len(), "seed {seed}");
            }
        }
        assert!(in_how_many > 150, "{in_how_many}");
    }
}
