//! The readings of a search whose options are not printed: which option an item is covered for is found
//! out by what follows.
//!
//! An option may be a part of another, and an option of one item covers nothing more. So an
//! operation may have several readings, and each goes on until an operation contradicts it.

use super::super::fault::Fault;
use super::super::operation::Operation;
use super::{Follower, Point};
use dancing::OptionId;
use std::collections::BTreeSet;

/// The most states that are looked at for one operation.
const STATES: usize = 400;

impl Follower {
    /// Returns true if some operation may have several readings.
    pub(in super::super) fn has_readings(&self) -> bool {
        !self.uses.tries
    }

    /// Takes the next operation in each of its readings.
    ///
    /// # Errors
    ///
    /// The fact that the operation contradicts, in the reading that says most, and this reading.
    pub(in super::super) fn split(
        &self,
        operation: Operation,
        at: u64,
        text: &str,
        links: bool,
    ) -> Result<Vec<Follower>, (Box<Follower>, Fault)> {
        let mut state = self.clone();
        match state.begin(operation, at, text, links) {
            Ok(true) => {}
            Ok(false) => return Ok(vec![state]),
            Err(fault) => return Err((Box::new(state), fault)),
        }
        let (mut found, mut wrong) = (Vec::new(), None::<(Box<Follower>, Fault)>);
        let mut open = vec![state];
        let mut seen = 0;
        while let Some(mut state) = open.pop() {
            seen += 1;
            if seen < STATES {
                open.extend(state.moves(Some(operation)));
            }
            match state.apply(operation, links).and_then(|()| state.keeps_needle()) {
                Ok(()) => found.push(state),
                Err(fault) => {
                    let says_more = wrong.as_ref().is_none_or(|(_, known)| *known == Fault::OutOfPlace);
                    if says_more {
                        wrong = Some((Box::new(state), fault));
                    }
                }
            }
        }
        if found.is_empty() { Err(wrong.expect("a state was looked at")) } else { Ok(found) }
    }

    /// Ends the search in the first reading in which it may end here.
    ///
    /// # Errors
    ///
    /// The fault of an end without a move that is not printed.
    pub(in super::super) fn finish_in_readings(&mut self) -> Result<(), Fault> {
        let mut open = vec![self.clone()];
        let fault = match self.finish() {
            Err(fault) if self.has_readings() => fault,
            ended => return ended,
        };
        let mut seen = 0;
        while let Some(mut state) = open.pop().filter(|_| seen < STATES) {
            seen += 1;
            open.extend(state.moves(None));
            if state.finish().is_ok() {
                *self = state;
                return Ok(());
            }
        }
        Err(fault)
    }

    /// The states after one move that is not printed and that may come before an operation, or before
    /// the end.
    fn moves(&self, operation: Option<Operation>) -> Vec<Follower> {
        match self.point() {
            Point::Level => {
                let goes_back = match operation {
                    Some(Operation::Uncover(_)) => !self.is_inside(),
                    Some(Operation::Cover(_)) | None => !self.uses.search,
                    Some(_) => false,
                };
                let mut state = self.clone();
                let is_solution = !self.uses.solution && self.sets.open().next().is_none();
                let went = match is_solution {
                    true => state.solution(),
                    false => state.return_early(),
                };
                (goes_back && went.is_ok()).then_some(state).into_iter().collect()
            }
            Point::Back => {
                let mut state = self.clone();
                let is_back = operation != Some(Operation::Leave) && state.finish_option(false);
                is_back.then_some(state).into_iter().collect()
            }
            Point::Trying => self.candidates(operation).into_iter().filter_map(|option| self.tries(option)).collect(),
            Point::Covering(_) | Point::End => Vec::new(),
        }
    }

    /// The state after an option was tried.
    fn tries(&self, option: OptionId) -> Option<Follower> {
        let mut state = self.clone();
        state.try_option(option).ok()?;
        Some(state)
    }

    /// The options that may be tried before an operation, one for each set of items.
    fn candidates(&self, operation: Option<Operation>) -> Vec<OptionId> {
        let Some(level) = self.levels.last() else { return Vec::new() };
        let problem = self.sets.problem();
        // Nothing is seen of an option of one item, nor of secondary items that it alone has.
        let is_alone = |option| {
            let mut others = problem.items_of(option).iter().filter(|&&item| item != level.item);
            others.all(|&item| self.is_idle(item, option))
        };
        let fits = |option| match operation {
            Some(Operation::Cover(item)) => item != level.item && problem.items_of(option).contains(&item),
            Some(Operation::Enter) => is_alone(option),
            _ => false,
        };
        // Without a known entry of the search, such an option may have come before.
        let may_be_alone = |option| !self.uses.search && is_alone(option);
        let mut sets = BTreeSet::new();
        let options = self.untried(level).into_iter();
        let fitting = options
            .filter(|&option| (fits(option) || may_be_alone(option)) && sets.insert(problem.items_of(option).to_vec()));
        fitting.collect()
    }
}
