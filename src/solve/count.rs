//! Counting all solutions: node by node and, where that would take long, in parts that are alike, or with memory.
//!
//! **Idea.** A symmetry takes covers to covers, so options that it turns into each other are in as many covers each. A cover
//! holds exactly one option of every primary item. So one item's options need not all be tried: of those that are alike one
//! is, and counts for all of them. What is left when an option is taken is a problem of its own. It is counted in the same
//! way, and may have symmetries again.
//!
//! **Invariants.** Every symmetry was checked ([`Orbits`]). The solutions that are kept are also turned into those of the
//! options that were not tried, so there are as many as if each had been met; but a part that `memo` counted has one. What a
//! part that is stopped had counted was counted once. Nodes of a way that was given up count as well.

use super::drive::run;
use super::engine::{bits, links, memo};
use super::harvest::Walk;
use super::orbits::Orbits;
use super::order::{Engine, Flow, Host, KEPT, Order};
use super::outcome::{Counter, Outcome, Snapshot, Stand, StopReason};
use crate::dlx::{Address, Branch, ItemId, OptionId, Problem, Tally};

/// Nodes after which a count is first judged by what it came to: less than a millisecond.
const GLANCE: u64 = 1 << 12;

/// Nodes after which it is judged again, with `bits` without its dead ends: some hundredths of a second.
const LOOK: u64 = 1 << 17;

/// Nodes for each cell of the matrix that a tree must have for symmetries to be looked for, and for each attempt at one.
const WORTH: f64 = 24.0;
const WORTH_A_TRY: f64 = 3.0;

/// A tree of more nodes than this takes seconds, so much that it is worth an attempt to count with memory.
const LARGE: f64 = 3e7;

/// Counts with `links` or `bits`, or how else it turns out to be shorter.
pub fn count(problem: &Problem, engine: Engine, order: &Order, host: &mut dyn Host) -> Outcome {
    let mut walk: Box<dyn Walk + '_> = match engine {
        Engine::Bits => bits::walk(problem, order.clone()),
        _ => Box::new(links::Dance::new(problem, order.clone())),
    };
    let mut turned = false;
    for nodes in [GLANCE, LOOK] {
        if let Some(stop) = walk.go_on(nodes, host) {
            return walk.outcome(stop);
        }
        let nodes_a_cell = walk.forecast() / problem.n_cells() as f64;
        if nodes_a_cell >= WORTH && !turned {
            turned = true;
            let tries = (nodes_a_cell / WORTH_A_TRY) as usize;
            let standing = walk.look();
            let mut since = Since { before: &standing.tally, host };
            if let Some(outcome) = in_parts(problem, order, tries, &standing, &mut since) {
                return further(walk, outcome);
            }
        }
    }
    if walk.forecast() > LARGE && Engine::Memo.answers(problem, order.goal) {
        let before = walk.look().tally;
        if let Some(outcome) = memo::attempt(problem, order, &mut Since { before: &before, host }) {
            return further(walk, Outcome { why: "the tree is large, and what is left repeats", ..outcome });
        }
    }
    let stop = walk.go_on(u64::MAX, host).unwrap_or(StopReason::Exhausted);
    walk.outcome(stop)
}

/// What another way came to. One who stops a run wants to see where a search stood, with its links; or that way, if it had met
/// more.
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

/// The host of another way: shows it with what was walked before.
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

/// Counts what is left below the options of one item, those that are alike once; `None` if no item has such options. While
/// symmetries are looked for, `standing` is where the run stands.
fn in_parts(
    problem: &Problem,
    order: &Order,
    tries: usize,
    standing: &Snapshot,
    host: &mut dyn Host,
) -> Option<Outcome> {
    // Where several options mean the same, solutions up to symmetry are told apart one by one.
    problem.symmetries()?;
    let items: Vec<ItemId> = (0..problem.n_items() as u32).map(ItemId).collect();
    let options: Vec<OptionId> = problem.options().collect();
    // The host adds what was walked.
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
        // Those that are not tried are no part of the way that is still to go.
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

/// The options of the item to begin with: of those that have no more options to try than any item has options, the one of
/// which the least share is to be tried. `None` if all would be.
fn branches(problem: &Problem, orbits: &Orbits) -> Option<Vec<OptionId>> {
    let columns = problem.columns();
    let primary = || (0..problem.n_primary() as u32).map(|item| columns.of(ItemId(item)));
    // What is forced branches nowhere, and the rest has the same symmetries.
    let fewest = primary().map(<[_]>::len).filter(|&d| d > 1).min()?;
    let tried = primary().map(|options| (orbits.number(options.iter().copied()), options));
    tried
        .filter(|(tries, options)| *tries < options.len() && *tries <= fewest)
        .min_by(|(a, of_a), (b, of_b)| (a * of_b.len()).cmp(&(b * of_a.len())).then(a.cmp(b)))
        .map(|(_, options)| options.to_vec())
}

/// What the parts came to so far.
struct Sum {
    engine: Engine,
    count: u128,
    tally: Tally,
    solutions: Vec<Vec<OptionId>>,
    counters: Vec<Counter>,
}

impl Sum {
    /// Adds a part that counts so many times. The reason to stop, if that was cut short, or the number is too large.
    fn add(&mut self, part: &Outcome, times: u128) -> Result<(), StopReason> {
        self.engine = part.engine;
        self.tally.add_below(1, &part.tally);
        self.counters = added(&self.counters, &part.counters);
        let count = part.count.checked_mul(times).and_then(|all| all.checked_add(self.count));
        // Of what is too large the largest number is a lower bound.
        self.count = count.unwrap_or(u128::MAX);
        count.ok_or(StopReason::Limit)?;
        if part.complete { Ok(()) } else { Err(part.stop) }
    }

    /// So many options need not be tried, of so many.
    fn spare(&mut self, spared: usize, of: usize) {
        let own = Counter { what: "alike", number: spared as u64, of: Some(of as u64) };
        self.counters = added(&self.counters, &[own]);
    }

    /// Keeps covers, turned by some symmetries, while there is room.
    fn keep_turned(&mut self, covers: &[Vec<OptionId>], way: &[&[OptionId]]) {
        let turn = |&option: &OptionId| way.iter().fold(option, |at, images| images[at.index()]);
        let room = KEPT - self.solutions.len();
        self.solutions.extend(covers.iter().take(room).map(|cover| cover.iter().map(turn).collect()));
    }
}

/// Counters of the same kind added up.
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

/// Where a part lies in the whole.
struct Beginning {
    option: OptionId,
    /// Of the part's options, in the whole.
    names: Vec<OptionId>,
    branch: Branch,
    /// How many options it counts for.
    times: u128,
}

impl Beginning {
    /// Options of the part, as those of the whole.
    fn whole(&self, options: &[OptionId]) -> Vec<OptionId> {
        let names = options.iter().map(|option| self.names[option.index()]);
        std::iter::once(self.option).chain(names).collect()
    }
}

/// The host of a part: shows the whole.
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

    /// Perfect matchings of points, some pairs of which are left out: all of them are alike, or few.
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

    /// Queens on a torus whose diagonals are secondary, or not there at all: rooks.
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
            // Each of those that are kept is another one, and there are as many, unless `memo` counted a part.
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
