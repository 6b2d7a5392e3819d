//! Branch and bound on several threads, in rounds.
//!
//! **Idea.** A search with a budget of nodes leaves the rest of its tree in parts. A round searches
//! the first of them, on any number of threads and each with a budget of its own. The parts that
//! they leave take their place.
//!
//! **Invariants.** Parts are in the order of the search on one thread, and all of a round begin
//! with the best cover that was known before it. So neither the cover found nor any figure depends
//! on the number of threads, as long as there are at least two, or on time.
//!
//! **Source.** Avis and Jordan, mplrs: a scalable parallel vertex/facet enumeration code (2018), on
//! budgets.

use super::record::{NodeBudget, TaxRecord};
use super::tree::TaxSearch;
use crate::host::Host;
use crate::order::Engine;
use crate::outcome::{Improvement, Lane, Snapshot, StopReason};
use crate::threads::{Running, in_threads};
use dancing::{Address, Branch, OptionId, Tally};

/// Nodes that one thread searches alone: some hundredths of a second.
const ALONE: u64 = 1 << 10;

/// Parts in a round: enough that no thread waits long for the last one.
const PARTS: usize = 128;

/// Nodes that a part may search: fewer if there are few parts.
const NODES: u64 = 1 << 9;
const FEWEST_NODES: u64 = 1 << 4;

/// The bytes that all parts may take together: each holds what was taken and excluded above it.
const BYTES: usize = 1 << 28;

/// A part of the tree: the subtree of a node that was not searched.
pub(super) struct Part<S> {
    pub address: Vec<Branch>,
    pub chosen: Vec<OptionId>,
    /// The bytes that it takes, about.
    pub bytes: usize,
    /// The taxes of its parent, at which its own start.
    pub taxes: Vec<f64>,
    /// The data with which the search restores the node.
    pub state: S,
}

/// The budget of a search that may use `threads` threads. `None` on one thread, which searches the
/// whole tree.
pub(super) fn budget(threads: usize) -> Option<NodeBudget> {
    (threads > 1).then_some(NodeBudget { nodes: ALONE, bytes: BYTES })
}

/// The result of the search of a part.
pub(super) struct Searched<S> {
    pub record: TaxRecord,
    pub rest: Vec<Part<S>>,
    pub ended: Result<(), StopReason>,
}

/// Searches a part, with a record that holds the best cover so far and a budget.
type Resume<'a, S> = dyn Fn(&Part<S>, TaxRecord, &mut dyn Host) -> Searched<S> + Sync + 'a;

/// Searches the parts that a search with a budget has left, and adds to its record.
pub(super) fn in_rounds<S: Send + Sync>(
    tree: &mut TaxSearch<S>,
    threads: usize,
    search: &Resume<S>,
) -> Result<(), StopReason> {
    let TaxSearch { record, host, rest: open, .. } = tree;
    // The first part is the last in the list.
    open.reverse();
    while !open.is_empty() {
        let round: Vec<Part<S>> = open.split_off(open.len().saturating_sub(PARTS)).into_iter().rev().collect();
        let held: usize = open.iter().chain(&round).map(|part| part.bytes).sum();
        let bytes = BYTES.saturating_sub(held) / round.len();
        let nodes = (NODES * round.len() as u64 / PARTS as u64).max(FEWEST_NODES);
        let best = record.best.clone();
        let record_of = || TaxRecord::new(best.clone(), Some(NodeBudget { nodes, bytes }));
        let work = |at: usize, host: &mut dyn Host| Some(search(&round[at], record_of(), host));
        let mut done: Vec<Option<Searched<S>>> = round.iter().map(|_| None).collect();
        let shown = std::cell::RefCell::new(RoundView::new(record, &round[0]));
        let mut poll = |running: &[Running], lanes: &[Lane]| {
            host.poll(&|| Snapshot { lanes: lanes.to_vec(), ..shown.borrow().snapshot(running) })
        };
        let mut met = |at: usize, searched: Searched<S>| {
            shown.borrow_mut().tally.add_below(0, &searched.record.tally);
            done[at] = Some(searched);
        };
        let stopped = in_threads(round.len(), threads, &work, &mut met, &mut poll);
        let ended = done.iter().flatten().all(|searched| searched.ended.is_ok()) && done.iter().all(Option::is_some);
        let mut rest = Vec::new();
        for searched in done.into_iter().flatten() {
            record.add(&searched.record);
            rest.extend(searched.rest);
        }
        if !ended {
            record.stop_at(&round[0].chosen);
            return Err(stopped.unwrap_or(StopReason::Cancelled));
        }
        open.extend(rest.into_iter().rev());
    }
    Ok(())
}

/// The view of a round that the host gets.
struct RoundView {
    tally: Tally,
    standing: Snapshot,
}

impl RoundView {
    fn new<S>(record: &TaxRecord, first: &Part<S>) -> RoundView {
        // At least the share before the first part is done.
        let address = Address { branches: first.address.clone(), ..Address::default() };
        RoundView { tally: record.tally.clone(), standing: record.snapshot(first.chosen.clone(), address) }
    }

    fn snapshot(&self, running: &[Running]) -> Snapshot {
        let mut tally = self.tally.clone();
        running.iter().for_each(|(_, running)| tally.add_below(0, &running.tally));
        let best = running.iter().map(|(_, running)| running).max_by_key(|running| running.best);
        let mut snapshot = Snapshot { tally, engine: Engine::TAXES, ..self.standing.clone() };
        if let Some(running) = best.filter(|running| running.best > snapshot.best) {
            let found = Improvement { nodes: snapshot.tally.nodes(), score: running.best.unwrap_or_default() };
            snapshot.improvements.push(found);
            (snapshot.best, snapshot.latest) = (running.best, running.latest.clone());
        }
        snapshot
    }
}
