//! Counts all solutions: node by node or, if that would take long, by symmetric parts or by
//! memoization.
//!
//! **Idea.** A symmetry maps covers to covers, so the options of one orbit are in equally many
//! covers. A cover holds exactly one option of every primary item. So it is enough to try one
//! option of each orbit of one item, and to multiply its count by the size of the orbit. The
//! subproblem below an option is counted in the same way, and may again have symmetries.
//!
//! **Invariants.** Every symmetry was checked ([`Orbits`]). On one thread, the solutions kept for a
//! tried option are also mapped to the other options of its orbit, so as many are kept as if all
//! had been found. A part counted by `memo` keeps one solution. If a part is stopped, its count so
//! far is multiplied too, which gives a lower bound. The tally includes the nodes of an approach
//! that was given up.

use super::{run, shares};
use crate::dlx::{Address, Branch, Goal, ItemId, OptionId, Problem, Tally};
use crate::solve::engine::{bits, classes, links, memo};
use crate::solve::harvest::Walk;
use crate::solve::host::{Flow, Host};
use crate::solve::keep::Keep;
use crate::solve::orbits::Orbits;
use crate::solve::order::{Engine, Order};
use crate::solve::outcome::{Counter, KEPT, Outcome, Snapshot, Stand, StopReason};

/// Nodes before the first forecast of the tree: less than a millisecond.
const GLANCE: u64 = 1 << 12;

/// Nodes before the second forecast (`bits` does not count dead ends): some hundredths of a second.
const LOOK: u64 = 1 << 17;

/// The forecast nodes per cell of the matrix from which a search for symmetries is worthwhile, and
/// the nodes per cell that allow one attempt in it.
pub(super) const WORTH: f64 = 24.0;
pub(super) const WORTH_A_TRY: f64 = 3.0;

/// A tree with more nodes takes seconds, which makes an attempt at memoization worthwhile.
const LARGE: f64 = 3e7;

/// The most sets that `memo` may keep before `classes` is tried: some milliseconds.
const FEW: u64 = 1 << 14;

/// The reasons shown if a table counted a large tree.
const REPEATS: &str = "the tree is large, and subproblems recur";
const ALIKE: &str = "the tree is large, and subproblems recur up to symmetry";

/// A tree with more nodes takes some ten seconds, which makes it worthwhile to keep the counted
/// pieces.
const LONG: f64 = 3e8;

/// A tree with more nodes takes a tenth of a second, which makes threads worthwhile.
const WIDE: f64 = 4e6;

/// Counts with `links` or `bits`, and switches to a faster method if the forecast is large.
/// `may_repeat` is false if `memo` has been tried before; it is not tried again.
pub fn count(problem: &Problem, engine: Engine, order: &Order, may_repeat: bool, host: &mut dyn Host) -> Outcome {
    let mut walk: Box<dyn Walk + '_> = match engine {
        Engine::Bits => bits::walk(problem, order.clone()),
        _ => Box::new(links::Dance::new(problem, order.clone())),
    };
    let all = order.goal == (Goal::Count { limit: None }) && !host.wants_each() && !problem.wants_fewest();
    let memo_fits = may_repeat && Engine::Memo.answers(problem, order.goal);
    let keeps = all && host.keep().is_some();
    if keeps && host.keep().is_some_and(|keep| keep.knows(problem)) {
        // Some solutions to show.
        if let Some(stop) = walk.go_on(GLANCE, host) {
            return walk.outcome(stop);
        }
        return shares::in_pieces(problem, order, walk, true, host);
    }
    let (mut turned, mut tabled) = (false, false);
    for nodes in [GLANCE, LOOK] {
        if let Some(stop) = walk.go_on(nodes, host) {
            return walk.outcome(stop);
        }
        if all && !tabled && walk.forecast() > LARGE && Engine::Classes.answers(problem, order.goal) {
            tabled = true;
            let before = walk.look().tally;
            let mut since = Since { before: &before, host };
            if memo_fits && let Some(outcome) = memo::attempt(problem, order, FEW, &mut since) {
                return further(walk, Outcome { why: REPEATS, ..outcome });
            }
            if let Some(outcome) = classes::attempt(problem, order, walk.forecast(), &mut since) {
                return further(walk, Outcome { why: ALIKE, ..outcome });
            }
        }
        let nodes_a_cell = walk.forecast() / problem.n_cells() as f64;
        // A count on several threads, or one that is kept, waits for the second forecast. It looks
        // for symmetries when it is cut.
        if (order.threads > 1 || keeps) && all && problem.is_plain() && walk.forecast() > WIDE {
            continue;
        }
        // The search for symmetries does not compare colours and multiplicities.
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
    let long = keeps && walk.forecast() > LONG;
    let wide = order.threads > 1 && all && walk.forecast() > WIDE;
    let divisible = problem.is_plain() && problem.symmetries().is_some();
    let mut parts = None;
    if wide && divisible && !long {
        let standing = walk.look();
        let mut ask = |_| host.poll(&|| standing.clone()).into_result();
        match shares::shares(problem, walk.forecast(), order.threads, &mut ask) {
            // As on one thread, symmetric parts are preferred to memoization.
            Ok(found) if found.spared > 0 => return shares::in_shares(problem, order, found, walk, host),
            Ok(found) => parts = Some(found),
            Err(reason) => return walk.outcome(reason),
        }
    }
    if walk.forecast() > LARGE && memo_fits {
        let before = walk.look().tally;
        if let Some(outcome) = memo::attempt(problem, order, u64::MAX, &mut Since { before: &before, host }) {
            return further(walk, Outcome { why: REPEATS, ..outcome });
        }
    }
    match parts {
        Some(parts) => return shares::in_shares(problem, order, parts, walk, host),
        None if wide || long => return shares::in_pieces(problem, order, walk, long, host),
        None => {}
    }
    let stop = walk.go_on(u64::MAX, host).unwrap_or(StopReason::Exhausted);
    walk.outcome(stop)
}

/// The outcome of another approach, with the nodes walked before it. If the approach was stopped,
/// returns the outcome of the walk unless the approach had counted more: only the walk can show its
/// links.
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

/// The host of another approach: adds the tally of the walk before it.
pub(super) struct Since<'a> {
    pub(super) before: &'a Tally,
    pub(super) host: &'a mut dyn Host,
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

    fn keep(&mut self) -> Option<&mut dyn Keep> {
        self.host.keep()
    }
}

/// Counts below the options of one item, each orbit once. Returns `None` if no item has two options
/// in one orbit. `standing` is the snapshot of the run that is shown while symmetries are searched
/// for.
fn in_parts(
    problem: &Problem,
    order: &Order,
    tries: usize,
    standing: &Snapshot,
    host: &mut dyn Host,
) -> Option<Outcome> {
    // If several options mean the same, solutions up to symmetry must be tested one by one.
    problem.symmetries()?;
    let items: Vec<ItemId> = (0..problem.n_items() as u32).map(ItemId).collect();
    let options: Vec<OptionId> = problem.options().collect();
    // The host adds the tally of the walk.
    let still = Snapshot { tally: Tally::default(), ..standing.clone() };
    let mut go_on = |_| host.poll(&|| still.clone()).into_result();
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
    let why = "options that are alike are counted once";
    Some(Outcome { why, solutions, counters, stand, ..Outcome::counted(engine, count, stop, tally) })
}

/// The options of the item to branch on. Candidates have fewer orbits than options, and no more
/// orbits than any unforced item has options. The smallest ratio of orbits to options wins. `None`
/// if there is no candidate.
pub(super) fn branches(problem: &Problem, orbits: &Orbits) -> Option<Vec<OptionId>> {
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
pub(super) struct Sum {
    pub(super) engine: Engine,
    pub(super) count: u128,
    pub(super) tally: Tally,
    pub(super) solutions: Vec<Vec<OptionId>>,
    pub(super) counters: Vec<Counter>,
}

impl Sum {
    /// Adds a part, `times` times. Returns `Err` if the part was stopped or the count overflows.
    pub(super) fn add(&mut self, part: &Outcome, times: u128) -> Result<(), StopReason> {
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

    /// Adds to the counter of options that need not be tried: `spared` out of `of`.
    pub(super) fn spare(&mut self, spared: usize, of: usize) {
        let own = Counter { what: "alike", number: spared as u64, of: Some(of as u64) };
        self.counters = added(&self.counters, &[own]);
    }

    /// Keeps covers, mapped by a sequence of symmetries, while there is room.
    pub(super) fn keep_turned(&mut self, covers: &[Vec<OptionId>], way: &[&[OptionId]]) {
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
    /// The number of options of the whole problem that the part counts for.
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
            if !parts.counters.iter().any(|counter| counter.what == "cached counts") {
                assert_eq!(parts.solutions.len(), whole.solutions.len(), "seed {seed}");
            }
        }
        assert!(in_how_many > 150, "{in_how_many}");
    }
}
