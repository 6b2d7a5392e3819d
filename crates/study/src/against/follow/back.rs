//! The way back: items are uncovered in the reverse order, options are taken back, and levels are
//! left.

use super::super::fault::Fault;
use super::super::protocol::OperationLine;
use super::{Follower, Point};
use dancing::ItemId;

impl Follower {
    /// Makes a move backwards that the program does not print. Returns false if there is none.
    pub(super) fn goes_back(&mut self, line: &OperationLine) -> bool {
        match (self.point(), line) {
            (Point::Level, OperationLine::Uncover(_) | OperationLine::Untry(_) | OperationLine::Try(_)) => {
                self.return_early().is_ok()
            }
            (Point::Back, OperationLine::Uncover(_) | OperationLine::Try(_) | OperationLine::Untry(_)) => {
                self.finish_option(false)
            }
            (Point::Trying, OperationLine::Uncover(_) | OperationLine::Untry(_) | OperationLine::Try(_)) => {
                let level = self.levels.last().expect("an item is chosen");
                let silent = !self.uses.uncover || !level.item_covered;
                silent && self.may_leave().is_ok() && {
                    self.leave();
                    true
                }
            }
            _ => false,
        }
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
        let top = self.sets.stack().last().copied();
        match self.point() {
            Point::End => return Err(Fault::AfterEnd),
            Point::Covering(missing) => return Err(Fault::NotCovered(missing)),
            Point::Level => {
                self.return_early()?;
                return self.uncover(item, links);
            }
            Point::Back => {
                if self.last_covered().is_none() {
                    return Err(Fault::OutOfPlace);
                }
                if top != Some(item) {
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
                self.may_leave()?;
                self.uncovers(links);
                self.levels.pop();
                self.returned();
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

    pub(super) fn untry(&mut self, text: &str) -> Result<(), Fault> {
        match self.point() {
            Point::Level => {
                self.return_early()?;
                return self.untry(text);
            }
            Point::Covering(missing) if self.uses.cover => return Err(Fault::NotCovered(missing)),
            Point::End => return Err(Fault::AfterEnd),
            Point::Covering(_) | Point::Trying => return Err(Fault::OutOfPlace),
            Point::Back => {}
        }
        let level = self.levels.last().expect("an option is chosen");
        let current = level.option;
        let option = self.option(text, |option| Some(option) == current)?;
        if Some(option) != current {
            return Err(Fault::TakesBackOther(option));
        }
        self.levels.last_mut().expect("an option is chosen").untried = true;
        self.finish_option(true);
        Ok(())
    }

    /// Ends an option whose items are uncovered. Returns false if some are not, or if the program
    /// prints `untry` and `is_told` is false.
    fn finish_option(&mut self, is_told: bool) -> bool {
        if self.uses.untry && !is_told {
            return false;
        }
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
    fn may_leave(&mut self) -> Result<(), Fault> {
        let level = self.levels.last().expect("an item is chosen");
        if level.tried >= self.sets.len(level.item) {
            return Ok(());
        }
        let serial = level.serial;
        let left = self.sets.list(level.item).filter(|option| self.tried[option.index()] != serial).collect();
        if self.since_solution {
            self.unwound.get_or_insert((self.op, self.line, left));
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
    }

    /// A program that leaves options untried after a solution is at its end.
    pub(super) fn no_unwinding(&mut self) -> Result<(), Fault> {
        match self.unwound.take() {
            None => Ok(()),
            Some((op, line, left)) => {
                (self.op, self.line) = (op, line);
                Err(Fault::LeavesOptions(left))
            }
        }
    }
}
