//! The part of the search tree around the current path: the choices above the state, their branches,
//! and the contents of the branches that the search has left.

use super::subtree::{Subtree, walk_inside};
use dancing::{Address, At, Branch, ItemId, ItemRule, OptionId, Phase, Search};
use quadrille_puzzle::{Encoded, Letters, Need, Picture};
use std::collections::HashMap;

/// The state of a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sibling {
    /// The search has left it. `None` if its subtree is too large for a short walk.
    Done(Option<Subtree>),
    /// The path leads through it.
    Here,
    /// It is tried next.
    Next,
    ToCome,
}

/// A choice on the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The level, from 1.
    pub level: usize,
    /// The item that was chosen there.
    pub item: ItemId,
    /// Its branches, in the order of trying. `None` is the branch at which the item stops.
    pub branches: Vec<(Option<OptionId>, Sibling)>,
}

/// The choices on the path that are nearest to the state, and the subtrees that were walked for
/// them.
#[derive(Clone, Debug, Default)]
pub struct PathTree {
    /// From the root down. Levels with one branch are left out, except the one that has no branch
    /// or is being branched on.
    pub forks: Vec<Fork>,
    /// The contents of the subtree below the last option, while the search leaves it.
    leaving: Option<Subtree>,
    /// The contents of subtrees by the numbers of their branches. `None` for one that is too large.
    known: HashMap<Vec<usize>, Option<Subtree>>,
    /// The search to which they belong: its rule, its limit and its best score.
    of: Option<(ItemRule, Option<u32>, Option<i64>)>,
}

/// The number of choices that are kept.
const FORKS: usize = 6;

/// The number of nodes from which on a search is not copied after every step.
const HUGE: usize = 400_000;

/// The most nodes that a walk through one subtree visits.
const NEAR: u64 = 200;

/// The updates that all walks of one call may make: a fraction of a millisecond.
const BUDGET: u64 = 20_000;

/// The most subtrees that are kept.
const KEPT: usize = 20_000;

impl PathTree {
    /// Finds the choices on the path of a search.
    pub fn follow(&mut self, search: &Search) {
        self.forks.clear();
        if search.links().n_nodes() > HUGE {
            return;
        }
        let of = Some((search.rule(), search.limit(), search.best()));
        if self.of != of || self.known.len() > KEPT {
            (self.of, self.known) = (of, HashMap::new());
        }
        let address = search.address();
        let depth = search.chosen().len();
        let open = matches!(search.phase(), Phase::Try { .. });
        let is_fork = |&level: &usize| address.branches[level].d > 1 || open && level == depth;
        let levels: Vec<usize> = (0..address.branches.len()).rev().filter(is_fork).take(FORKS).collect();
        let (mut at, mut budget, memory) = (search.clone(), BUDGET, search.memory());
        for level in levels {
            at.rewind(level);
            if at.step_into(&mut Default::default()).is_none() {
                continue;
            }
            let Some(item) = at.current_item() else { continue };
            let options = at.branches_of_item();
            let (here, above) = (address.branches[level].k, &address.branches[..level]);
            let mut branches = Vec::with_capacity(options.len());
            for (k, &option) in (1..).zip(&options) {
                let sibling = match k.cmp(&here) {
                    std::cmp::Ordering::Less => {
                        let branch = Branch { k, d: options.len() };
                        let path = above.iter().copied().chain([branch]).collect();
                        let there = Address { limit: address.limit, branches: path, at: At::Level };
                        Sibling::Done(self.inside(&mut at, &there, &memory, &mut budget))
                    }
                    std::cmp::Ordering::Equal if level < depth => Sibling::Here,
                    std::cmp::Ordering::Equal => Sibling::Next,
                    std::cmp::Ordering::Greater => Sibling::ToCome,
                };
                branches.push((option, sibling));
            }
            self.forks.insert(0, Fork { level: level + 1, item, branches });
        }
        self.leaving = None;
        if matches!(search.phase(), Phase::Uncover { .. }) && !search.at_solution() && !search.at_cut() {
            let there = Address { at: At::Level, ..address };
            self.leaving = self.inside(&mut at, &there, &memory, &mut budget);
        }
    }

    /// The contents of the subtree at an address. Walks it if that was not done before and the
    /// budget allows it.
    fn inside(
        &mut self,
        at: &mut Search,
        there: &Address,
        memory: &dancing::Memory,
        budget: &mut u64,
    ) -> Option<Subtree> {
        let path: Vec<usize> = there.branches.iter().map(|branch| branch.k).collect();
        if let Some(known) = self.known.get(&path) {
            return known.clone();
        }
        if *budget == 0 {
            return None;
        }
        // The cuts of the subtree depend on the scores that the search has found.
        at.set_memory(memory);
        at.go(there).ok()?;
        let found = walk_inside(at, NEAR, budget);
        // With the budget used up, the next call tries again.
        if found.is_some() || *budget > 0 {
            self.known.insert(path, found.clone());
        }
        found
    }

    /// A branch of the choice at a level, both from 1.
    pub fn branch(&self, level: usize, k: usize) -> Option<&(Option<OptionId>, Sibling)> {
        let fork = self.forks.iter().find(|fork| fork.level == level)?;
        fork.branches.get(k.checked_sub(1)?)
    }

    /// The contents of the subtree below the last option of the path, which the search is leaving.
    /// `None` if it is too large.
    pub fn below(&self) -> Option<&Subtree> {
        self.leaving.as_ref()
    }

    /// The contents of the subtree that the search has just left, by taking back its option. `None`
    /// if it is too large, or if no option was taken back last.
    pub fn left(&self) -> Option<&Subtree> {
        let fork = self.forks.last()?;
        let next = fork.branches.iter().position(|(_, sibling)| *sibling == Sibling::Next);
        let last = next.unwrap_or(fork.branches.len()).checked_sub(1)?;
        match &fork.branches[last].1 {
            Sibling::Done(inside) => inside.as_ref(),
            Sibling::Here | Sibling::Next | Sibling::ToCome => None,
        }
    }
}

/// Names a branch of an item as briefly as its item allows: the symbol for a cell, the cell for a
/// symbol of a unit, else the option.
pub fn branch_words(names: &Encoded, item: ItemId, option: Option<OptionId>) -> String {
    let Some(option) = option else { return "stop".to_string() };
    let placed = names.placement(option).zip(names.grid());
    match (names.need(item), placed) {
        (Some(Need::Cell(_)), Some((placement, grid))) => grid.alphabet.char(placement.symbol).to_string(),
        (Some(Need::Unit(..)), Some((placement, grid))) => grid.name(placement.cell),
        _ => letters(names, option).unwrap_or_else(|| names.option_name(option)),
    }
}

/// The letters that an option writes on its board: the word of a word square.
fn letters(names: &Encoded, option: OptionId) -> Option<String> {
    let Some(Picture::Board(board)) = &names.shape().listing()?.picture else { return None };
    match &board.marks.get(option.index())?.letters {
        Letters::Each(word) => Some(word.to_string()),
        Letters::Same(_) => None,
    }
}
