//! Counts in symmetric parts: the subproblems below the options of one item, one for each orbit.
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

use super::parts::{Sum, added};
use super::state::{PlanState, Strategy, WIDE, WholePlan};
use crate::host::Host;
use crate::orbits::Orbits;
use crate::order::Order;
use crate::outcome::{Budget, KEPT, Outcome, Snapshot, StopReason, StoppedAt};
use dancing::{Address, Branch, ItemId, OptionId, Problem, Tally};

/// The forecast nodes per cell of the matrix from which a search for symmetries is worthwhile, and
/// the nodes per cell that allow one attempt in it.
pub(super) const WORTH: f64 = 24.0;
pub(super) const WORTH_A_TRY: f64 = 3.0;

pub(super) const SYMMETRY: Strategy = Strategy {
    name: "symmetry",
    when: "forecast of 24 nodes for each cell of the matrix, unless the count is cut later",
    budget: |state, _| {
        let nodes_a_cell = state.forecast() / state.problem.n_cells() as f64;
        // The search for symmetries does not compare colours and multiplicities.
        let worth = nodes_a_cell >= WORTH && state.all && !was_tried(state) && state.problem.is_plain();
        // A count on several threads, or one that is kept, looks for symmetries when it is cut.
        let is_cut = (state.order.threads > 1 || state.keeps) && state.forecast() > WIDE;
        (worth && !is_cut).then_some(Budget::of((nodes_a_cell / WORTH_A_TRY) as u64, "tries"))
    },
    ends: "no item has symmetric options",
    attempt: |state, budget, host| {
        let standing = state.walk().look();
        let (problem, order, tries) = (state.problem, state.order, budget.most as usize);
        let again = state.again;
        let outcome = state.beside_walk(host, |host| in_parts(problem, order, tries, &standing, again, host))?;
        Some(state.further(outcome))
    },
};

fn was_tried(state: &PlanState) -> bool {
    state.was_tried(SYMMETRY.name)
}

/// Counts below the options of one item, each orbit once. Returns `None` if no item has two options
/// in one orbit. `standing` is the snapshot of the run that is shown while symmetries are searched
/// for.
fn in_parts(
    problem: &Problem,
    order: &Order,
    tries: usize,
    standing: &Snapshot,
    again: WholePlan,
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
    let mut sum = Sum::new(standing.engine);
    let mut tried: Vec<(OptionId, Vec<Vec<OptionId>>)> = Vec::new();
    let mut stop = StopReason::Exhausted;
    let mut stopped_at = None;
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
        let mut part = |look: &dyn Fn() -> Snapshot| host.poll(&|| place.in_whole(&sum, look()));
        let outcome = again(&rest, order.clone(), &mut part);
        let covers: Vec<_> = outcome.solutions.iter().map(|cover| place.whole(cover)).collect();
        sum.keep_turned(&covers, &[]);
        sum.spare(times - 1, times);
        tried.push((option, covers));
        if let Err(reason) = sum.add(&outcome, place.times) {
            stop = reason;
            stopped_at = outcome.stopped_at.map(|stopped_at| StoppedAt::Path(place.whole(&stopped_at.path())));
            break;
        }
    }
    let Sum { engine, count, tally, solutions, counters } = sum;
    let why = "options that are alike are counted once";
    Some(Outcome { why, solutions, counters, stopped_at, ..Outcome::counted(engine, count, stop, tally) })
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

    /// A snapshot of the whole count, from one of the part and the sum of the parts before it.
    fn in_whole(&self, sum: &Sum, part: Snapshot) -> Snapshot {
        let mut tally = sum.tally.clone();
        tally.add_below(1, &part.tally);
        let latest = part.latest.as_ref().map(|cover| self.whole(cover));
        let branches = std::iter::once(self.branch).chain(part.address.branches.iter().copied()).collect();
        Snapshot {
            tally,
            path: self.whole(&part.path),
            address: Address { branches, ..part.address },
            count: sum.count.saturating_add(part.count.saturating_mul(self.times)),
            latest: latest.or_else(|| sum.solutions.last().cloned()),
            counters: added(&sum.counters, &part.counters),
            ..part
        }
    }
}
