//! The way back: items are uncovered in the reverse order, options are taken back, and levels are
//! left.

use super::super::fault::Fault;
use super::super::operation::Operation;
use super::{Earlier, Follower, Level, Point};
use dancing::{ItemId, OptionId};

impl Follower {
    /// Makes a move that the program does not tell. Returns false if there is none.
    pub(super) fn goes_on(&mut self, operation: Operation) -> bool {
        let is_back = matches!(operation, Operation::Uncover(_) | Operation::Untry(_) | Operation::Try(_));
        match self.point() {
            Point::Level => is_back && !self.is_inside() && self.return_early().is_ok(),
            Point::Back => is_back && self.finish_option(false),
            Point::Trying => {
                let level = self.levels.last().expect("an item is chosen");
                let silent = !self.uses.uncover || !level.item_covered;
                let chooses = matches!(operation, Operation::Choose { .. });
                silent && (is_back || chooses) && self.may_leave(&self.place()).is_ok() && {
                    self.leave();
                    true
                }
            }
            Point::Covering(missing) => {
                let goes_on = is_back || matches!(operation, Operation::Choose { .. } | Operation::Solution);
                goes_on && self.covers_silently(missing)
            }
            Point::End => false,
        }
    }

    /// Covers the chosen item after the others of its option, if a program may do so without
    /// telling: as a set of options that it takes out of a dictionary.
    fn covers_silently(&mut self, missing: ItemId) -> bool {
        let Some(&Level { item, item_covered: false, option: Some(option), .. }) = self.levels.last() else {
            return false;
        };
        let items = self.sets.problem().items_of(option);
        let is_alone = items.iter().all(|&other| other == item || self.sets.is_covered(other));
        if item != missing || !is_alone || !self.uses.tries {
            return false;
        }
        if self.manners.covers_silently.is_none() {
            self.unseen = Some(self.place());
            self.manners.covers_silently = Some(self.op);
        }
        self.covers(item, false);
        self.levels.last_mut().expect("an item is chosen").silent = true;
        true
    }

    /// Uncovers the chosen item that was covered without being printed.
    fn uncovers_silently(&mut self) {
        if let Some(level) = self.levels.last_mut()
            && level.back
            && std::mem::take(&mut level.silent)
        {
            self.uncovers(false);
            self.unseen = None;
        }
    }

    /// Returns true inside a call of the search function that has chosen no item.
    pub(super) fn is_inside(&self) -> bool {
        self.uses.search && self.entered > self.levels.len()
    }

    /// Settles what an earlier operation left open.
    pub(super) fn settles(&mut self, operation: Operation) -> Result<(), Fault> {
        let Some(doubt) = self.doubt.take() else { return Ok(()) };
        let level = self.levels.last().expect("an item is chosen");
        let is_again = operation == Operation::Cover(level.item);
        if is_again || matches!(operation, Operation::Try(_)) {
            self.manners.covers_in_loop.get_or_insert(self.op);
            return Ok(());
        }
        if let Err(fault) = self.may_leave(&doubt) {
            self.at_earlier = Some(doubt);
            return Err(fault);
        }
        self.leave();
        Ok(())
    }

    /// The options of a level that are in the list of its item and were not tried.
    pub(super) fn untried(&self, level: &Level) -> Vec<OptionId> {
        self.sets.list(level.item).filter(|option| self.tried[option.index()] != level.serial).collect()
    }

    // --- The search function ------------------------------------------------------------

    /// The search function is entered: the items of the option are covered.
    pub(super) fn enter(&mut self) -> Result<(), Fault> {
        match self.point() {
            Point::Level if self.is_inside() => Err(Fault::OutOfPlace),
            Point::Level => {
                self.entered += 1;
                Ok(())
            }
            Point::Covering(missing) => Err(Fault::NotCovered(missing)),
            Point::End => Err(Fault::AfterEnd),
            Point::Back => Err(self.last_covered().map_or(Fault::OutOfPlace, Fault::NotUncovered)),
            Point::Trying => Err(Fault::OutOfPlace),
        }
    }

    /// The search function returns: the item of the call is uncovered, or a solution was found and
    /// one is enough.
    pub(super) fn leaves(&mut self) -> Result<(), Fault> {
        if self.point() == Point::Back && self.last_covered().is_none() && !self.is_inside() {
            self.finish_option(true);
        }
        match self.point() {
            Point::End => {}
            Point::Level if !self.is_inside() => return Err(Fault::OutOfPlace),
            Point::Level if self.sets.open().next().is_none() && !self.uses.solution => self.solution()?,
            Point::Level => self.return_early()?,
            // The level of this call is gone.
            Point::Back | Point::Trying if self.is_inside() => {}
            _ if self.since_solution => {}
            Point::Covering(missing) => return Err(Fault::NotCovered(missing)),
            Point::Back => return Err(self.last_covered().map_or(Fault::OutOfPlace, Fault::NotUncovered)),
            Point::Trying => {
                let level = self.levels.last().expect("an item is chosen");
                let (item, left) = (level.item, self.untried(level));
                if !left.is_empty() {
                    return Err(Fault::LeavesOptions(left));
                }
                if level.item_covered {
                    return Err(Fault::NotUncovered(item));
                }
                self.leave();
            }
        }
        self.entered = self.entered.saturating_sub(1);
        Ok(())
    }

    /// The level below is done: the option of this one is taken back.
    pub(super) fn returned(&mut self) {
        match self.levels.last_mut() {
            Some(level) => level.back = true,
            None => self.ended = true,
        }
    }

    /// Goes back from a new level without a choice.
    pub(super) fn return_early(&mut self) -> Result<(), Fault> {
        let Some(first) = self.sets.open().next() else { return Err(Fault::MissesSolution) };
        let is_dead = self.sets.len(first) == 0 || self.sets.open().any(|item| self.sets.len(item) == 0);
        if is_dead {
            self.manners.dead_early.get_or_insert(self.op);
        } else if self.is_cut() {
            self.manners.cut.get_or_insert(self.op);
        } else if self.uses.search && self.solutions > 0 {
            // A flag may end the search: each call returns at once.
            self.manners.returns_at_once = true;
        } else if !self.since_solution {
            return Err(Fault::NotDead);
        }
        self.returned();
        Ok(())
    }

    /// Returns true if no solution below has fewer options than the best one.
    fn is_cut(&self) -> bool {
        self.best.is_some_and(|best| self.levels.len() + 1 >= best)
    }

    /// The item that was covered last for the current option.
    pub(super) fn last_covered(&self) -> Option<ItemId> {
        let covers = self.levels.last().is_some_and(|level| level.covered > 0);
        self.sets.stack().last().copied().filter(|_| covers)
    }

    pub(super) fn uncover(&mut self, item: ItemId, links: bool) -> Result<(), Fault> {
        match self.point() {
            Point::End => return Err(Fault::AfterEnd),
            Point::Covering(missing) => return Err(Fault::NotCovered(missing)),
            Point::Level => {
                if self.is_inside() {
                    return Err(Fault::OutOfPlace);
                }
                self.return_early()?;
                return self.uncover(item, links);
            }
            Point::Back => {
                self.uncovers_silently();
                if self.last_covered().is_none() {
                    return Err(Fault::OutOfPlace);
                }
                if self.sets.stack().last() != Some(&item) {
                    return Err(self.misplaced(item));
                }
                self.uncovers(links);
                let level = self.levels.last_mut().expect("an option is chosen");
                level.covered -= 1;
                if level.covered == 0 && level.untried {
                    self.finish_option(true);
                }
            }
            Point::Trying => {
                let level = self.levels.last().expect("an item is chosen");
                if level.item != item || !level.item_covered {
                    return Err(self.misplaced(item));
                }
                if !self.untried(level).is_empty() {
                    // It may be covered again for the next option.
                    self.doubt = Some(self.place());
                    self.uncovers(links);
                    self.levels.last_mut().expect("an item is chosen").item_covered = false;
                    return Ok(());
                }
                self.uncovers(links);
                self.levels.pop();
                self.returned();
                self.done = Some(item);
            }
        }
        Ok(())
    }

    /// The fault of an uncover that is not the next one.
    fn misplaced(&self, item: ItemId) -> Fault {
        let stack = self.sets.stack();
        let here = &stack[stack.len() - self.covered_here()..];
        match stack.last() {
            Some(&last) if here.contains(&item) => Fault::Order { uncovered: item, last },
            Some(&last) if self.sets.is_covered(item) => Fault::NotUncovered(last),
            _ => Fault::NotCoveredBefore(item),
        }
    }

    fn uncovers(&mut self, links: bool) {
        self.has_uncovered = true;
        let item = self.sets.stack().last().copied();
        let choices = &mut self.choices;
        let by = item.unwrap_or(ItemId(0));
        self.sets.uncover(|option, problem| choices.unhidden(option, by, problem));
        self.hidden.uncover(links);
    }

    pub(super) fn untry(&mut self, named: OptionId) -> Result<(), Fault> {
        match self.point() {
            Point::Level => {
                self.return_early()?;
                return self.untry(named);
            }
            Point::Covering(missing) if self.uses.cover => return Err(Fault::NotCovered(missing)),
            Point::End => return Err(Fault::AfterEnd),
            Point::Covering(_) | Point::Trying => return Err(Fault::OutOfPlace),
            Point::Back => {}
        }
        let level = self.levels.last().expect("an option is chosen");
        let current = level.option;
        let option = self.twin(named, |option| Some(option) == current);
        if Some(option) != current {
            return Err(Fault::TakesBackOther(option));
        }
        self.levels.last_mut().expect("an option is chosen").untried = true;
        self.finish_option(true);
        Ok(())
    }

    /// Ends an option whose items are uncovered. Returns false if some are not, or if the program
    /// prints `untry` and `is_told` is false.
    pub(super) fn finish_option(&mut self, is_told: bool) -> bool {
        if self.uses.untry && !is_told {
            return false;
        }
        self.uncovers_silently();
        let level = self.levels.last().expect("an option is chosen");
        if level.covered > 0 {
            if self.uses.uncover {
                return false;
            }
            for _ in 0..level.covered {
                self.uncovers(false);
            }
        }
        let level = self.levels.last_mut().expect("an option is chosen");
        (level.option, level.back, level.untried, level.covered) = (None, false, false, 0);
        true
    }

    /// Checks that the current item may be left.
    fn may_leave(&mut self, place: &Earlier) -> Result<(), Fault> {
        let level = self.levels.last().expect("an item is chosen");
        if level.tried >= self.sets.len(level.item) {
            return Ok(());
        }
        let left = self.untried(level);
        if self.since_solution {
            self.unwound.get_or_insert_with(|| place.clone());
            return Ok(());
        }
        if self.best.is_some_and(|best| self.levels.len() >= best) {
            self.manners.cut.get_or_insert(self.op);
            return Ok(());
        }
        Err(Fault::LeavesOptions(left))
    }

    /// Leaves the current item, which the program does not uncover in its trace.
    fn leave(&mut self) {
        let level = self.levels.pop().expect("an item is chosen");
        if level.item_covered {
            self.uncovers(false);
        }
        self.returned();
        self.done = Some(level.item);
    }

    /// A program that leaves options untried after a solution is at its end.
    pub(super) fn no_unwinding(&mut self) -> Result<(), Fault> {
        let Some(earlier) = self.unwound.take() else { return Ok(()) };
        let left = earlier.state.untried(earlier.state.levels.last().expect("an item is chosen"));
        self.at_earlier = Some(earlier);
        Err(Fault::LeavesOptions(left))
    }
}
