//! Answers to pieces of a count, sorted by the region of the tree that they count.
//!
//! **Idea.** Two workers may cut the same region differently, so that their answers agree only in
//! sum. A *reading* is a set of answers that together count a region exactly once. So it is an
//! exact cover: the items are the parts of the region that the answers distinguish, and the options
//! are the answers.
//!
//! **Invariants.** Two answers are in the same region if their subtrees overlap, directly or
//! through other answers. A part of a region that only some of its answers count is an item too: no
//! set of answers without it is a reading.

use super::host::Flow;
use super::order::Order;
use super::outcome::{Snapshot, StopReason};
use super::piece::Piece;
use super::strategy::run;
use dancing::{Branch, Goal, ItemId, Problem};
use std::collections::{BTreeMap, BTreeSet};

/// A region of the tree that answers count, and no others count any of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The numbers of the answers, in ascending order.
    pub answers: Vec<usize>,
    /// Sets of answers that each count the region exactly once. No answer is in two of them.
    pub readings: Vec<Vec<usize>>,
}

/// Sorts answers, each with its subtrees, into regions, in the order of their first answers.
/// Returns `None` if `go_on` returns false.
///
/// # Examples
///
/// ```
/// use quadrille_solve::pieces::regions;
///
/// // One worker has counted a piece at once, another one in two steps.
/// let answers = [&["1/2"][..], &["2/2"], &["1/2,1/3"], &["1/2,2/3", "1/2,3/3"]]
///     .map(|subtrees| subtrees.iter().map(|text| text.parse().unwrap()).collect::<Vec<_>>());
/// let regions = regions(&answers.each_ref().map(Vec::as_slice), &mut || true).unwrap();
/// assert_eq!(regions[0].readings, [vec![0], vec![2, 3]]);
/// assert_eq!(regions[1].readings, [vec![1]]);
/// ```
pub fn regions(answers: &[&[Piece]], go_on: &mut dyn FnMut() -> bool) -> Option<Vec<Region>> {
    let parts = parts(answers);
    let mut first: Vec<usize> = (0..answers.len()).collect();
    for part in &parts {
        let root = part.iter().map(|&answer| root(&mut first, answer)).min().expect("an answer counts it");
        for &answer in part {
            let other = self::root(&mut first, answer);
            first[other] = root;
        }
    }
    let mut regions: BTreeMap<usize, (Vec<usize>, Vec<Vec<usize>>)> = BTreeMap::new();
    for answer in 0..answers.len() {
        regions.entry(root(&mut first, answer)).or_default().0.push(answer);
    }
    for part in parts {
        regions.get_mut(&root(&mut first, part[0])).expect("each answer is in a region").1.push(part);
    }
    let regions = regions.into_values().map(|(answers, parts)| {
        let readings = readings(&answers, &parts, go_on)?;
        Some(Region { answers, readings })
    });
    regions.collect()
}

/// The first answer of the region of an answer, as far as it is known.
fn root(first: &mut [usize], mut answer: usize) -> usize {
    while first[answer] != answer {
        first[answer] = first[first[answer]];
        answer = first[answer];
    }
    answer
}

/// The parts of the tree that the answers distinguish: by part, the answers that count it, in
/// ascending order. Parts that the same answers count are one.
fn parts(answers: &[&[Piece]]) -> BTreeSet<Vec<usize>> {
    let pair = |branch: &Branch| (branch.k, branch.d);
    let branch = |piece: &Piece, depth: usize| piece.address.branches.get(depth).map(pair);
    let mut sorted: Vec<(&Piece, usize)> = answers
        .iter()
        .enumerate()
        .flat_map(|(answer, pieces)| pieces.iter().map(move |piece| (piece, answer)))
        .collect();
    sorted.sort_by(|(one, _), (other, _)| {
        one.address.branches.iter().map(pair).cmp(other.address.branches.iter().map(pair))
    });
    let mut parts = BTreeSet::new();
    // Groups of subtrees with the same first branches, and the answers that count all of a group.
    // A stack of them, not recursion: an address from a file may have a million levels.
    let mut groups = vec![(&sorted[..], 0, Vec::new())];
    while let Some((group, depth, mut counting)) = groups.pop() {
        let whole = group.partition_point(|(piece, _)| piece.address.branches.len() == depth);
        let (whole, within) = group.split_at(whole);
        counting.extend(whole.iter().map(|(_, answer)| *answer));
        counting.sort_unstable();
        counting.dedup();
        let (mut covered, mut branches) = (BTreeSet::new(), 0);
        for group in within.chunk_by(|(one, _), (other, _)| branch(one, depth) == branch(other, depth)) {
            let (k, d) = branch(group[0].0, depth).expect("these have more levels");
            branches = branches.max(d);
            covered.insert(k);
            covered.extend(group[0].0.like.get(depth).into_iter().flatten().copied());
            groups.push((group, depth + 1, counting.clone()));
        }
        if (within.is_empty() || covered.len() < branches) && !counting.is_empty() {
            parts.insert(counting);
        }
    }
    parts
}

/// The readings of a region of these parts.
fn readings(answers: &[usize], parts: &[Vec<usize>], go_on: &mut dyn FnMut() -> bool) -> Option<Vec<Vec<usize>>> {
    if let [_] = parts {
        return Some(answers.iter().map(|&answer| vec![answer]).collect());
    }
    let mut items: BTreeMap<usize, Vec<ItemId>> = BTreeMap::new();
    for (item, part) in (0..).zip(parts) {
        part.iter().for_each(|&answer| items.entry(answer).or_default().push(ItemId(item)));
    }
    let mut readings = Vec::new();
    while !items.is_empty() {
        let mut problem = Problem::new(parts.len() as u32, 0);
        for items in items.values() {
            problem.push(items).expect("items that are there, each once");
        }
        let mut host = |_: &dyn Fn() -> Snapshot| if go_on() { Flow::Go } else { Flow::Stop(StopReason::Cancelled) };
        let outcome = run(&problem, Order::new(Goal::First), &mut host);
        if outcome.stop == StopReason::Cancelled {
            return None;
        }
        let Some(cover) = outcome.solutions.first() else { break };
        let numbers: Vec<usize> = items.keys().copied().collect();
        let mut reading: Vec<usize> = cover.iter().map(|option| numbers[option.index()]).collect();
        reading.sort_unstable();
        reading.iter().for_each(|answer| drop(items.remove(answer)));
        readings.push(reading);
    }
    Some(readings)
}
