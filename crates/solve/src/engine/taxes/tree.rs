//! The place of a search in its tree, and everything that it reports: to the host, to a diary, and
//! as parts for other threads.

use super::record::TaxRecord;
use super::rounds::Part;
use crate::diary::Diary;
use crate::host::Host;
use crate::outcome::{Outcome, StopReason};
use dancing::{ItemId, OptionId};

pub(super) struct TaxSearch<'a, S> {
    pub host: &'a mut dyn Host,
    pub record: TaxRecord,
    pub diary: Option<&'a mut dyn Diary>,
    /// The options chosen on the way to the current node.
    pub chosen: Vec<OptionId>,
    /// The parts that were left when the budget was used up.
    pub rest: Vec<Part<S>>,
}

impl<'a, S> TaxSearch<'a, S> {
    pub fn new(record: TaxRecord, host: &'a mut dyn Host) -> TaxSearch<'a, S> {
        TaxSearch { host, record, diary: None, chosen: Vec::new(), rest: Vec::new() }
    }

    /// Leaves the current node to others, if the budget is used up and there is room. `state`, of
    /// this size, restores the node.
    pub(crate) fn leave_rest(&mut self, taxes: &[f64], size: usize, state: impl FnOnce() -> S) -> bool {
        let path = size_of_val(&self.record.address[..]) + size_of_val(&self.chosen[..]);
        let bytes = size + path + size_of_val(taxes);
        let leaves = self.record.leaves(bytes);
        if leaves {
            let (address, chosen) = (self.record.address.clone(), self.chosen.clone());
            self.rest.push(Part { address, chosen, bytes, taxes: taxes.to_vec(), state: state() });
        }
        leaves
    }

    /// Enters the `k`-th of `d` branches, which takes an option. [`TaxSearch::leave`] leaves it.
    pub fn enter(&mut self, k: usize, d: usize, option: OptionId) {
        self.record.enter(k, d);
        if let Some(diary) = &mut self.diary {
            diary.enter(option);
        }
    }

    pub fn leave(&mut self) {
        self.record.leave();
        if let Some(diary) = &mut self.diary {
            diary.leave();
        }
    }

    /// Reports the bound of the current node. `score` is the best score that it allows.
    pub fn bound(&mut self, score: i64, taxes: impl FnOnce() -> Vec<(ItemId, i64)>) {
        self.record.bound.get_or_insert(score);
        if let Some(diary) = &mut self.diary {
            diary.taxed(&taxes());
        }
    }

    /// Polls the host once enough `cells` have been read.
    pub fn ask(&mut self, cells: usize) -> Result<(), StopReason> {
        self.record.ask(self.host, &self.chosen, cells)
    }

    /// The outcome of a search that has ended.
    pub fn outcome(self, ended: Result<(), StopReason>) -> Outcome {
        self.record.outcome(ended.err().unwrap_or(StopReason::Exhausted))
    }
}
