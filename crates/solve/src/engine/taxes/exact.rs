//! The exact cover of least cost: branch and bound over Algorithm X's tree.

use super::ROOT_STEPS;
use super::field::{Layout, LiveMatrix};
use super::record::TaxRecord;
use super::rounds::{Part, Searched, budget, in_rounds};
use super::tree::TaxSearch;
use crate::diary::{Diary, UNIT};
use crate::host::Host;
use crate::order::Order;
use crate::outcome::{Outcome, StopReason};
use crate::threads::deeper;
use dancing::{OptionId, Problem};
use std::cmp::Reverse;

/// Subgradient steps at every node below the root.
const NODE_STEPS: usize = 12;

pub(super) fn run(problem: &Problem, order: &Order, host: &mut dyn Host) -> Outcome {
    let layout = Layout::new(problem);
    let record = TaxRecord::new(None, budget(order.threads));
    let mut search = Taxes::new(problem, &layout, record, host);
    let mut ended = search.start();
    if ended.is_ok() {
        let resume = |part: &Part<Saved>, record: TaxRecord, host: &mut dyn Host| {
            let mut search = Taxes::new(problem, &layout, record, host);
            let ended = search.resume(part);
            Searched { record: search.tree.record, rest: search.tree.rest, ended }
        };
        ended = in_rounds(&mut search.tree, order.threads, &resume);
    }
    search.tree.outcome(ended)
}

pub(super) fn follow(problem: &Problem, record: TaxRecord, diary: &mut dyn Diary, host: &mut dyn Host) -> Outcome {
    let layout = Layout::new(problem);
    let mut search = Taxes::new(problem, &layout, record, host);
    search.tree.diary = Some(diary);
    let ended = search.start();
    search.tree.outcome(ended)
}

/// The data that restores a node.
struct Saved {
    trail: Vec<Undo>,
    cost: i64,
}

/// An entry of the trail, to be undone on the way up.
#[derive(Clone, Copy)]
enum Undo {
    Deleted(u32),
    Covered(u32),
}

/// Some primary item has no option left.
struct DeadEnd;

struct Taxes<'a> {
    problem: &'a Problem,
    layout: &'a Layout,
    alive: Vec<bool>,
    open: Vec<bool>,
    /// By open item: the number of its options alive.
    left: Vec<u32>,
    trail: Vec<Undo>,
    forced: Vec<u32>,
    /// The cost of the options chosen.
    cost: i64,
    field: LiveMatrix,
    tree: TaxSearch<'a, Saved>,
}

impl<'a> Taxes<'a> {
    fn new(problem: &'a Problem, layout: &'a Layout, record: TaxRecord, host: &'a mut dyn Host) -> Taxes<'a> {
        // Algorithm X never chooses an option without a primary item, so this engine does not
        // either.
        let alive: Vec<bool> = problem.options().map(|option| problem.is_useful(option)).collect();
        let n_alive = |item: u32| layout.options(item).iter().filter(|&&o| alive[o as usize]).count() as u32;
        Taxes {
            problem,
            left: (0..problem.n_items() as u32).map(n_alive).collect(),
            layout,
            alive,
            open: vec![true; problem.n_items()],
            trail: Vec::new(),
            forced: Vec::new(),
            cost: 0,
            field: LiveMatrix::default(),
            tree: TaxSearch::new(record, host),
        }
    }

    /// Searches a part that another search has left.
    fn resume(&mut self, part: &Part<Saved>) -> Result<(), StopReason> {
        for &entry in &part.state.trail {
            match entry {
                Undo::Covered(item) => self.open[item as usize] = false,
                Undo::Deleted(option) => {
                    self.alive[option as usize] = false;
                    for item in self.problem.items_of(OptionId(option)) {
                        self.left[item.index()] -= u32::from(self.open[item.index()]);
                    }
                }
            }
        }
        self.trail.clone_from(&part.state.trail);
        self.tree.chosen.clone_from(&part.chosen);
        self.cost = part.state.cost;
        self.tree.record.address.clone_from(&part.address);
        self.node(&part.taxes, NODE_STEPS)
    }

    fn start(&mut self) -> Result<(), StopReason> {
        for item in 0..self.problem.n_primary() as u32 {
            match self.left[item as usize] {
                0 => return Ok(()),
                1 => self.forced.push(item),
                _ => {}
            }
        }
        if self.cover_forced().is_err() {
            return Ok(());
        }
        let taxes = vec![0.0; self.problem.n_items()];
        self.node(&taxes, ROOT_STEPS)
    }

    fn options(&self, item: u32) -> impl Iterator<Item = u32> + use<'_, 'a> {
        self.layout.options(item).iter().copied().filter(|&o| self.alive[o as usize])
    }

    /// Searches the subtree of the current state, and restores the state.
    fn node(&mut self, taxes: &[f64], steps: usize) -> Result<(), StopReason> {
        if self
            .tree
            .leave_rest(taxes, size_of_val(&self.trail[..]), || Saved { trail: self.trail.clone(), cost: self.cost })
        {
            return Ok(());
        }
        self.tree.ask(self.problem.n_cells())?;
        let mark = (self.trail.len(), self.tree.chosen.len(), self.cost);
        let mut taxes = taxes.to_vec();
        self.field.survey(self.layout, &self.alive, &self.open, &self.left);
        let mut bound = self.field.bound(self.cost, &taxes);
        if !self.is_hopeless(bound) && (steps == ROOT_STEPS || self.gap(bound) > UNIT) {
            let known = self.best().map_or(f64::INFINITY, |best| (best - self.cost) as f64);
            self.field.walk(&mut taxes, steps, known, &mut |cells| self.tree.ask(cells))?;
            bound = self.field.bound(self.cost, &taxes);
        }
        self.tree.bound(-ceil(bound), || self.field.taxes());
        if self.is_hopeless(bound) || self.delete_hopeless(bound).is_err() {
            self.put_back(mark);
            return Ok(());
        }
        let result = match self.branch_item() {
            None => {
                self.improve();
                Ok(())
            }
            Some(item) => self.branch(item, &taxes),
        };
        if result.is_ok() {
            self.put_back(mark);
        }
        result
    }

    fn branch(&mut self, item: u32, taxes: &[f64]) -> Result<(), StopReason> {
        let mut order: Vec<(i64, u32)> = self.options(item).map(|o| (self.field.net(o), o)).collect();
        order.sort_unstable();
        let d = order.len();
        for (k, (_, option)) in order.into_iter().enumerate() {
            self.tree.enter(k + 1, d, OptionId(option));
            let mark = (self.trail.len(), self.tree.chosen.len(), self.cost);
            let before = self.tree.record.tally.updates;
            let covered = self.cover(option).and_then(|()| self.cover_forced());
            // A branch that ends at once is work too.
            self.tree.ask((self.tree.record.tally.updates - before) as usize)?;
            if covered.is_ok() {
                deeper(|| self.node(taxes, NODE_STEPS))?;
            }
            self.put_back(mark);
            self.tree.leave();
        }
        Ok(())
    }

    /// Chooses an option: covers its items and deletes the options that conflict with it.
    fn cover(&mut self, option: u32) -> Result<(), DeadEnd> {
        self.tree.chosen.push(OptionId(option));
        self.cost += self.layout.cost[option as usize];
        let problem = self.problem;
        for &item in problem.items_of(OptionId(option)) {
            self.open[item.index()] = false;
            self.trail.push(Undo::Covered(item.0));
            self.tree.record.tally.covers += 1;
        }
        self.delete(option).ok();
        for &item in problem.items_of(OptionId(option)) {
            for at in 0..self.layout.options(item.0).len() {
                let other = self.layout.options(item.0)[at];
                if self.alive[other as usize] {
                    self.delete(other)?;
                }
            }
        }
        Ok(())
    }

    /// Deletes an option that is alive. A primary item with one option left is recorded as forced.
    fn delete(&mut self, option: u32) -> Result<(), DeadEnd> {
        self.alive[option as usize] = false;
        self.trail.push(Undo::Deleted(option));
        let mut result = Ok(());
        for &item in self.problem.items_of(OptionId(option)) {
            if self.open[item.index()] {
                self.left[item.index()] -= 1;
                self.tree.record.tally.updates += 1;
                match self.left[item.index()] {
                    0 if self.problem.is_primary(item) => result = Err(DeadEnd),
                    1 if self.problem.is_primary(item) => self.forced.push(item.0),
                    _ => {}
                }
            }
        }
        result
    }

    fn cover_forced(&mut self) -> Result<(), DeadEnd> {
        while let Some(item) = self.forced.pop() {
            if self.open[item as usize] {
                let option = self.options(item).next();
                let covered = option.ok_or(DeadEnd).and_then(|option| self.cover(option));
                if covered.is_err() {
                    self.forced.clear();
                    return covered;
                }
            }
        }
        Ok(())
    }

    /// Undoes all deletions, covers and choices since a mark.
    fn put_back(&mut self, (trail, chosen, cost): (usize, usize, i64)) {
        self.forced.clear();
        while self.trail.len() > trail {
            match self.trail.pop().expect("the trail is longer than the mark") {
                Undo::Covered(item) => self.open[item as usize] = true,
                Undo::Deleted(option) => {
                    self.alive[option as usize] = true;
                    for item in self.problem.items_of(OptionId(option)) {
                        self.left[item.index()] += u32::from(self.open[item.index()]);
                    }
                }
            }
        }
        self.tree.chosen.truncate(chosen);
        self.cost = cost;
    }

    /// The cost of the best cover found so far.
    fn best(&self) -> Option<i64> {
        self.tree.record.best.as_ref().map(|&(score, _)| -score)
    }

    /// Returns true if a bound rules out a better cover. Costs are integers, so a better cover
    /// costs at least 1 less.
    fn is_hopeless(&self, bound: i64) -> bool {
        self.best().is_some_and(|best| bound > (best - 1) * UNIT)
    }

    /// The cost of the best cover so far minus a bound, scaled by [`UNIT`].
    fn gap(&self, bound: i64) -> i64 {
        self.best().map_or(i64::MAX, |best| best * UNIT - bound)
    }

    /// Deletes the options whose net cost plus the bound rules out a better cover.
    fn delete_hopeless(&mut self, bound: i64) -> Result<(), DeadEnd> {
        let Some(best) = self.best() else { return Ok(()) };
        let room = (best - 1) * UNIT - bound;
        for option in self.field.dearer(room) {
            if self.delete(option).is_err() {
                self.forced.clear();
                return Err(DeadEnd);
            }
        }
        self.cover_forced()
    }

    /// The open item to branch on: largest regret (the cost of its second-best option above the
    /// best) divided by the square of its number of options; ties go to the fewest options. `None`
    /// when all items are covered.
    fn branch_item(&self) -> Option<u32> {
        let regrets = self.field.regrets(&self.alive).filter(|&(item, _)| self.open[item as usize]);
        let keys = regrets.map(|(item, regret)| {
            let left = self.left[item as usize];
            (regret / i64::from(left.max(1)).pow(2), Reverse(left), Reverse(item))
        });
        keys.max().map(|(_, _, Reverse(item))| item)
    }

    fn improve(&mut self) {
        if self.best().is_none_or(|best| self.cost < best) {
            self.tree.record.improve(-self.cost, self.tree.chosen.clone());
        }
    }
}

/// Rounds a bound up to whole units of cost.
fn ceil(bound: i64) -> i64 {
    bound.div_euclid(UNIT) + i64::from(bound.rem_euclid(UNIT) > 0)
}
