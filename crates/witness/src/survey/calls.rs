//! The calls of a run, and what the rings of headers were before and after each.

use crate::{LinkRole, LinkState, Matrix};
use std::collections::{HashMap, HashSet};

/// The calls between the search and an operation: helpers and lambdas.
const NEAR: usize = 4;

/// The calls after which enough is known: of functions that cover and that uncover, and of any.
const SETTLED: u32 = 60;
const ENOUGH: u32 = 160;

/// A call that has not returned.
pub(super) struct Call {
    pub function: usize,
    pub cfa: u64,
    /// The links when it was called.
    pub state: LinkState,
    /// The headers that it, or a function that it called, took out of their ring or put back.
    pub touched: HashSet<u32>,
}

/// The stops of a survey.
// Many fields: one for each thing that is counted.
#[derive(Default)]
pub(super) struct Calls {
    pub open: Vec<Call>,
    pub counts: HashMap<usize, u32>,
    pub covers: HashMap<usize, u32>,
    pub uncovers: HashMap<usize, u32>,
    /// By function: the most headers that a call of it touched.
    pub widest: HashMap<usize, usize>,
    /// By function that changed a ring: those that were open at each of its changes.
    pub within: HashMap<usize, HashSet<usize>>,
    /// The functions that were open at the call of another one, each with that one.
    pub pairs: HashSet<(usize, usize)>,
    /// The functions that were running while a ring changed.
    pub around: HashSet<usize>,
    pub recursive: HashMap<usize, u32>,
    /// By function: the changes of rings with few calls between it and them.
    pub near: HashMap<usize, u32>,
    /// The functions that have changed rings of rows, and those that have changed rings of columns.
    pub horizontal: HashSet<usize>,
    pub vertical: HashSet<usize>,
    /// True once the first search is over: a later case may have other nodes.
    pub is_over: bool,
}

/// The headers that their neighbours point to.
fn linked(matrix: &Matrix, state: &LinkState) -> HashSet<u32> {
    (1..=matrix.headers().0 as u32).filter(|&header| state.is_linked(header)).collect()
}

impl Calls {
    /// A function was called: those that have returned are judged.
    pub fn enter(&mut self, function: usize, cfa: u64, state: &LinkState, matrix: &Matrix) {
        self.leave(cfa, state, matrix);
        *self.counts.entry(function).or_default() += 1;
        if self.open.iter().any(|call| call.function == function) {
            *self.recursive.entry(function).or_default() += 1;
        }
        self.pairs.extend(self.open.iter().map(|outer| (outer.function, function)));
        self.open.push(Call { function, cfa, state: state.clone(), touched: HashSet::new() });
    }

    /// Judges the calls whose frames are gone.
    pub fn leave(&mut self, cfa: u64, state: &LinkState, matrix: &Matrix) {
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
    pub fn changes(&self, function: usize) -> bool {
        let does = |of: &HashMap<usize, u32>| of.contains_key(&function);
        (does(&self.covers) || does(&self.uncovers)) && self.widest.get(&function) == Some(&1)
    }

    /// Returns whether a function only helps another one that changes the same rings: the outermost
    /// one of them is the operation.
    pub fn helps(&self, function: usize, search: Option<usize>) -> bool {
        let outer = self.within.get(&function).into_iter().flatten();
        outer.into_iter().any(|&outer| outer != function && Some(outer) != search && self.changes(outer))
    }

    /// Returns true once functions that cover and that uncover are known, or after many calls.
    pub fn is_enough(&self) -> bool {
        let known = |of: &HashMap<usize, u32>| of.keys().any(|&function| self.changes(function));
        let calls: u32 = self.counts.values().sum();
        known(&self.covers) && known(&self.uncovers) && calls > SETTLED || calls > ENOUGH
    }
}
