//! Follows a search of Algorithm X through its operations, whatever order of items and options it
//! uses, and finds the first operation that no order explains.
//!
//! The choice of the item, the order in which its options are tried, and the order in which the
//! items of an option are covered are the program's own. Everything else follows: what may be
//! chosen, when a solution is found, and that items are uncovered in the reverse of the order in
//! which they were covered.

mod back;
mod split;

use super::choices::Choices;
use super::fault::Fault;
use super::hidden::HiddenOptions;
use super::operation::{Operation, Vocabulary};
use super::pointers::{Layouts, PointerFault};
use super::protocol::{Names, Numbering};
use super::sets::Sets;
use crate::needle::Needle;
use dancing::{ItemId, ItemRule, OptionId};
use std::sync::Arc;

/// A choice: the item, and the option that is chosen now.
#[derive(Clone, Debug)]
struct Level {
    item: ItemId,
    /// True if the item was covered when it was chosen, and not with the items of its options.
    item_covered: bool,
    /// The number of options tried, and a number that is different for each level.
    tried: i32,
    serial: u32,
    option: Option<OptionId>,
    /// The number of items that were covered for the option and are not uncovered.
    covered: usize,
    /// True once the option is taken back.
    back: bool,
    /// True if `untry` came before the items were uncovered.
    untried: bool,
    /// True if the item was covered after the others of its option, without being printed.
    silent: bool,
}

/// A place that the search has passed, and that a later operation shows to be wrong.
#[derive(Clone, Debug)]
pub(super) struct Earlier {
    /// The state at this place.
    pub(super) state: Arc<Follower>,
    /// The operation, in the words of the program.
    pub(super) text: String,
}

/// The point of the search between two operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// A solution, or a new choice.
    Level,
    /// An item is chosen, and its next option may be tried.
    Trying,
    /// The items of an option are being covered. This one is missing.
    Covering(ItemId),
    /// The items of an option are being uncovered.
    Back,
    End,
}

/// Deviations from the usual dance that are legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Manners {
    /// The first option that was tried before one that comes first in the file.
    pub options_reordered: Option<u64>,
    /// The first operation that goes back without a choice, because an item has no option.
    pub dead_early: Option<u64>,
    /// The first operation that goes back because no better solution can follow.
    pub cut: Option<u64>,
    /// True if the search stopped at a solution, or left options untried after it.
    pub stopped: bool,
    /// True if calls of the search return without a choice once a solution was found.
    pub returns_at_once: bool,
    /// The first operation that covers the chosen item again, for its next option.
    pub covers_in_loop: Option<u64>,
    /// The first operation after a cover of the chosen item that was not printed.
    pub covers_silently: Option<u64>,
}

/// A search that is followed.
// Many fields: one hypothesis about a program, compared with each operation.
#[derive(Clone, Debug)]
pub(super) struct Follower {
    pub(super) sets: Sets,
    pub(super) names: Arc<Names>,
    pub(super) numbering: (Numbering, Numbering),
    uses: Vocabulary,
    levels: Vec<Level>,
    ended: bool,
    /// By option: the serial number of the level that tried it last.
    tried: Vec<u32>,
    serial: u32,
    pub(super) choices: Choices,
    /// The operations and the line so far.
    pub(super) op: u64,
    pub(super) line: u64,
    /// The fewest options of a solution so far.
    best: Option<usize>,
    /// True if nothing was tried since the last solution.
    since_solution: bool,
    /// True once a second option was tried for a choice.
    tried_second: bool,
    /// The solutions so far.
    pub(super) solutions: u64,
    /// The place at which an item was left with options untried after a solution.
    unwound: Option<Earlier>,
    /// The place at which an item was uncovered with options untried: it is covered again next, or
    /// this was wrong.
    doubt: Option<Earlier>,
    /// The first place at which the chosen item was covered without being printed, until the search
    /// comes back to it.
    unseen: Option<Earlier>,
    /// The item that the last operation left after all of its options.
    done: Option<ItemId>,
    /// The earlier place that the last fault is about.
    pub(super) at_earlier: Option<Earlier>,
    /// The calls of the search function that have not returned.
    entered: usize,
    /// The present operation, in the program's words.
    text: String,
    pub(super) manners: Manners,
    hidden: HiddenOptions,
    layouts: Option<Layouts>,
    /// The state before the first choice that did not have the fewest options.
    pub(super) at_violation: Option<Arc<Follower>>,
    /// The state before the first choice that no rule explains.
    pub(super) at_sudden: Option<Arc<Follower>>,
    /// True once an item was uncovered.
    pub(super) has_uncovered: bool,
    /// An answer that is right, and the operation that came to it.
    pub(super) needle: Option<Arc<Needle>>,
    pub(super) found: Option<u64>,
}

impl Follower {
    pub(super) fn new(
        sets: Sets,
        names: Arc<Names>,
        numbering: (Numbering, Numbering),
        uses: Vocabulary,
        before: Option<&[i32]>,
    ) -> Follower {
        let choices = Choices::new(&sets, before);
        Follower {
            tried: vec![0; sets.problem().n_options()],
            sets,
            names,
            numbering,
            uses,
            levels: Vec::new(),
            ended: false,
            serial: 0,
            choices,
            op: 0,
            line: 0,
            best: None,
            since_solution: false,
            solutions: 0,
            tried_second: false,
            unwound: None,
            doubt: None,
            unseen: None,
            done: None,
            at_earlier: None,
            entered: 0,
            text: String::new(),
            manners: Manners::default(),
            hidden: HiddenOptions::default(),
            layouts: None,
            at_violation: None,
            at_sudden: None,
            has_uncovered: false,
            needle: None,
            found: None,
        }
    }

    /// The chosen items and options.
    pub(super) fn path(&self) -> Vec<(ItemId, OptionId)> {
        self.levels.iter().filter_map(|level| Some((level.item, level.option?))).collect()
    }

    /// The chosen items with their options. The last one may have none.
    pub(super) fn choices_made(&self) -> Vec<(ItemId, Option<OptionId>)> {
        self.levels.iter().map(|level| (level.item, level.option)).collect()
    }

    /// The item of the last choice, and the number of its options that were tried.
    pub(super) fn current(&self) -> Option<(ItemId, usize)> {
        self.levels.last().map(|level| (level.item, level.tried as usize))
    }

    /// The number of items that were covered for the last option and are not uncovered.
    pub(super) fn covered_here(&self) -> usize {
        self.levels.last().map_or(0, |level| level.covered)
    }

    /// Returns true if a choice can only be that of another search.
    pub(super) fn may_be_over(&self) -> bool {
        self.since_solution || self.point() == Point::End
    }

    /// Returns true before the first option of the search was tried.
    pub(super) fn is_at_first_choice(&self) -> bool {
        self.serial <= 1 && self.levels.iter().all(|level| level.tried == 0)
    }

    /// Returns whether a program may cover an item of an option without being seen: it is secondary,
    /// and no other option that is left in its list is in another one.
    fn is_idle(&self, item: ItemId, option: OptionId) -> bool {
        let problem = self.sets.problem();
        let is_unseen = |other: OptionId| other == option || problem.items_of(other).len() == 1;
        !self.uses.idle && !problem.is_primary(item) && self.sets.list(item).all(is_unseen)
    }

    /// The items of the last option that are not covered.
    pub(super) fn missing_here(&self) -> usize {
        let option = self.levels.last().and_then(|level| level.option);
        let items = option.map_or(&[][..], |option| self.sets.problem().items_of(option));
        items.iter().filter(|&&item| !self.sets.is_covered(item)).count()
    }

    /// Returns true if a second option was tried for some choice.
    pub(super) fn has_tried_second(&self) -> bool {
        self.tried_second
    }

    /// The options of the current item that were tried.
    pub(super) fn tried_here(&self) -> Vec<OptionId> {
        let Some(level) = self.levels.last() else { return Vec::new() };
        self.sets.list(level.item).filter(|option| self.tried[option.index()] == level.serial).collect()
    }

    pub(super) fn point(&self) -> Point {
        let Some(level) = self.levels.last() else { return if self.ended { Point::End } else { Point::Level } };
        let Some(option) = level.option else { return Point::Trying };
        if level.back {
            return Point::Back;
        }
        let items = self.sets.problem().items_of(option);
        match items.iter().find(|&&item| !self.sets.is_covered(item) && !self.is_idle(item, option)) {
            Some(&missing) => Point::Covering(missing),
            None => Point::Level,
        }
    }

    /// The first option for which `fits`, of one and those with the same name; else this one.
    fn twin(&self, first: OptionId, fits: impl Fn(OptionId) -> bool) -> OptionId {
        match self.numbering.1 {
            Numbering::Names => self.names.same(first).find(|&option| fits(option)).unwrap_or(first),
            Numbering::From(_) | Numbering::Cells(_) => first,
        }
    }

    /// Takes the next operation, which is in line `at` and is shown as `text`. `links` says
    /// whether options and pointers inside a cover are compared.
    ///
    /// # Errors
    ///
    /// The fact that the operation contradicts. `at_earlier` has its place if it was wrong before.
    pub(super) fn take(&mut self, operation: Operation, at: u64, text: &str, links: bool) -> Result<(), Fault> {
        if !self.begin(operation, at, text, links)? {
            return Ok(());
        }
        let first = match self.apply(operation, links) {
            Ok(()) => return self.keeps_needle(),
            Err(fault) => fault,
        };
        let branches = self.branches_again(operation, &first);
        // What a program does not print happens on its own, if it must.
        while self.goes_on(operation) {
            match self.apply(operation, links) {
                Ok(()) => return self.keeps_needle(),
                // The move back was right, and this is what is wrong after it.
                Err(fault @ (Fault::Order { .. } | Fault::BranchesAgain { .. })) => return Err(fault),
                Err(_) => {}
            }
        }
        Err(branches.unwrap_or_else(|| self.explained(first)))
    }

    /// Begins an operation. Returns false if it is one inside a cover, and done with.
    fn begin(&mut self, operation: Operation, at: u64, text: &str, links: bool) -> Result<bool, Fault> {
        self.line = at;
        if let Operation::Links { node, up, down, left, right } = operation {
            if links {
                self.pointers([node, up, down, left, right]).map_err(Fault::Pointer)?;
            }
            return Ok(false);
        }
        self.op += 1;
        self.uses.add(&operation);
        self.text.clear();
        self.text.push_str(text);
        if let Operation::Hide(option) | Operation::Unhide(option) = operation {
            if links {
                self.hide(option, matches!(operation, Operation::Hide(_)))?;
            }
            return Ok(false);
        }
        self.hidden.finish(self.uses.unhide)?;
        self.settles(operation)?;
        Ok(true)
    }

    /// The present place, for a fault that a later operation shows.
    fn place(&self) -> Earlier {
        Earlier { state: Arc::new(self.clone()), text: self.text.clone() }
    }

    /// The fault of an earlier place, if that explains this one.
    fn explained(&mut self, fault: Fault) -> Fault {
        let shows = matches!(fault, Fault::ChoosesCovered(_) | Fault::Count { .. } | Fault::TriesHidden(..));
        match self.unseen.take().filter(|_| shows) {
            Some(earlier) => {
                let missing = earlier.state.levels.last().expect("an item is chosen").item;
                self.at_earlier = Some(earlier);
                Fault::NotCovered(missing)
            }
            None => fault,
        }
    }

    /// Checks that the last operation did not lose the answer that is known to be right.
    fn keeps_needle(&mut self) -> Result<(), Fault> {
        let Some(needle) = self.needle.as_ref().filter(|_| self.found.is_none()) else { return Ok(()) };
        let chosen = || self.levels.iter().filter_map(|level| level.option);
        if !chosen().all(|option| needle.has(option)) {
            return Ok(());
        }
        let last = self.levels.last();
        if let Some(left) = last.filter(|level| level.back).and_then(|level| level.option) {
            if self.since_solution && chosen().count() == needle.options().len() {
                self.found = Some(self.op);
                return Ok(());
            }
            return Err(Fault::NeedleLeft(left));
        }
        // The options of the item in hand are hidden, and can be tried.
        let in_hand = last.filter(|level| level.option.is_none()).map(|level| level.item);
        for &option in needle.options() {
            match self.sets.hidden_by(option).filter(|&by| Some(by) != in_hand) {
                Some(by) if !chosen().any(|other| other == option) => return Err(Fault::NeedleHidden(option, by)),
                _ => {}
            }
        }
        Ok(())
    }

    fn apply(&mut self, operation: Operation, links: bool) -> Result<(), Fault> {
        let done = self.done.take();
        let applied = match operation {
            Operation::Enter => self.enter(),
            Operation::Leave => self.leaves(),
            Operation::Choose { item, left } => self.choose(item, left, links),
            Operation::Cover(item) => self.cover(item, links),
            Operation::Uncover(item) => self.uncover(item, links),
            Operation::Try(option) => self.try_option(option),
            Operation::Untry(option) => self.untry(option),
            Operation::Solution => self.solution(),
            Operation::Hide(_) | Operation::Unhide(_) | Operation::Links { .. } => Ok(()),
        };
        match (applied, done, operation) {
            // A second item where one was done with: the branches of both lead to the same covers.
            (Err(fault), Some(done), Operation::Choose { item, .. } | Operation::Cover(item))
                if fault != Fault::MissesSolution && self.is_open_primary(item) =>
            {
                Err(Fault::BranchesAgain { done, again: item })
            }
            (Err(fault), Some(done), _) => {
                self.done = Some(done);
                Err(fault)
            }
            (applied, _, _) => applied,
        }
    }

    /// The fault of an option of another item, where all options of the chosen one were tried.
    fn branches_again(&self, operation: Operation, fault: &Fault) -> Option<Fault> {
        let (Operation::Try(option), Fault::TriesForeign(_)) = (operation, fault) else { return None };
        let level = self.levels.last().filter(|level| level.option.is_none())?;
        if level.tried < self.sets.len(level.item) {
            return None;
        }
        let mut open = self.sets.problem().items_of(option).iter().copied();
        let again = open.find(|&item| item != level.item && self.is_open_primary(item))?;
        Some(Fault::BranchesAgain { done: level.item, again })
    }

    fn is_open_primary(&self, item: ItemId) -> bool {
        self.sets.problem().is_primary(item) && !self.sets.is_covered(item)
    }

    fn choose(&mut self, item: ItemId, left: Option<i64>, links: bool) -> Result<(), Fault> {
        match self.point() {
            Point::Level => {}
            Point::Covering(missing) if self.uses.cover => return Err(Fault::NotCovered(missing)),
            Point::End => return Err(Fault::AfterEnd),
            Point::Back => return Err(self.last_covered().map_or(Fault::OutOfPlace, Fault::NotUncovered)),
            Point::Covering(_) | Point::Trying => return Err(Fault::OutOfPlace),
        }
        let is_primary = self.sets.problem().is_primary(item);
        if !is_primary {
            return Err(Fault::ChoosesSecondary(item));
        }
        if self.sets.is_covered(item) {
            return Err(Fault::ChoosesCovered(item));
        }
        self.no_unwinding()?;
        if self.uses.search && self.entered <= self.levels.len() {
            return Err(Fault::OutOfPlace);
        }
        let is = self.sets.len(item);
        if let Some(said) = left.filter(|&said| said != i64::from(is)) {
            // The same mistake may have led to an earlier choice.
            return Err(match (self.choices.said_and_chosen(item, said), self.choices.violation) {
                (Some(how), Some(violation)) => Fault::Miscount { how, violation },
                _ => Fault::Count { item, said, is },
            });
        }
        if left.is_some() {
            self.choices.confirm(item, is);
        }
        let before = (self.choices.violation, self.choices.sudden);
        let shown = self.choices.add(item, &self.sets, self.op, self.line);
        if before.0 != self.choices.violation {
            self.at_violation = Some(Arc::new(self.clone()));
        }
        if before.1 != self.choices.sudden {
            self.at_sudden = Some(Arc::new(self.clone()));
        }
        if let Some((how, violation)) = shown {
            return Err(Fault::Miscount { how, violation });
        }
        self.serial += 1;
        let (tried, serial, option, covered) = (0, self.serial, None, 0);
        let item_covered = !self.uses.cover;
        let (back, untried, silent) = (false, false, false);
        self.levels.push(Level { item, item_covered, tried, serial, option, covered, back, untried, silent });
        if !self.uses.cover {
            self.covers(item, links);
        }
        Ok(())
    }

    fn cover(&mut self, item: ItemId, links: bool) -> Result<(), Fault> {
        let point = self.point();
        let may_choose = !self.uses.search || self.entered > self.levels.len();
        if point == Point::Level && !self.uses.choose && may_choose {
            if self.sets.is_covered(item) && self.levels.is_empty() {
                return Err(Fault::CoversTwice(item));
            }
            self.choose(item, None, links)?;
            return self.cover(item, links);
        }
        let chosen = self.levels.last().map(|level| (level.item, level.option));
        match (point, chosen) {
            (Point::Level, Some(_)) if self.uses.search && self.entered <= self.levels.len() => {
                Err(if self.sets.is_covered(item) { Fault::CoversTwice(item) } else { Fault::CoversForeign(item) })
            }
            (Point::Trying, Some((chosen, _))) if chosen == item && !self.sets.is_covered(item) => {
                self.covers(item, links);
                let level = self.levels.last_mut().expect("an item is chosen");
                level.item_covered = true;
                Ok(())
            }
            (Point::Trying, Some((chosen, _))) if chosen != item && !self.sets.is_covered(chosen) => {
                Err(Fault::NotCovered(chosen))
            }
            (Point::Trying, Some((chosen, _))) if chosen != item && !self.sets.is_covered(item) => {
                Err(Fault::CoversOutside(item))
            }
            (Point::Covering(_), Some((_, Some(option)))) => {
                if !self.sets.problem().items_of(option).contains(&item) {
                    return Err(Fault::CoversForeign(item));
                }
                if self.sets.is_covered(item) {
                    return Err(Fault::CoversTwice(item));
                }
                self.covers(item, links);
                let level = self.levels.last_mut().expect("an option is chosen");
                level.covered += 1;
                Ok(())
            }
            (Point::End, _) => Err(Fault::AfterEnd),
            (Point::Level, _) if self.sets.open().next().is_none() => Err(Fault::MissesSolution),
            _ if self.sets.is_covered(item) => Err(Fault::CoversTwice(item)),
            (Point::Level, Some((_, Some(_)))) => Err(Fault::CoversForeign(item)),
            _ => Err(Fault::OutOfPlace),
        }
    }

    fn covers(&mut self, item: ItemId, links: bool) {
        let compares = links && self.uses.hide;
        let choices = &mut self.choices;
        let mut options = Vec::new();
        self.sets.cover(item, |option, problem| {
            choices.hidden(option, item, problem);
            if compares {
                options.push(option);
            }
        });
        if compares {
            self.hidden.cover(options);
        }
    }

    fn try_option(&mut self, named: OptionId) -> Result<(), Fault> {
        match self.point() {
            Point::Trying => {}
            Point::Covering(missing) if self.uses.cover => return Err(Fault::NotCovered(missing)),
            Point::End => return Err(Fault::AfterEnd),
            Point::Back => return Err(self.last_covered().map_or(Fault::OutOfPlace, Fault::NotUncovered)),
            Point::Level if self.sets.open().next().is_none() => return Err(Fault::MissesSolution),
            Point::Level | Point::Covering(_) => return Err(Fault::OutOfPlace),
        }
        let level = self.levels.last().expect("an item is chosen");
        let (item, serial) = (level.item, level.serial);
        let is_new = |option: OptionId| {
            let holds = self.sets.problem().items_of(option).contains(&item);
            holds && self.sets.is_in_list(option, item) && self.tried[option.index()] != serial
        };
        let option = self.twin(named, is_new);
        if !self.sets.problem().items_of(option).contains(&item) {
            return Err(Fault::TriesForeign(option));
        }
        if !self.sets.is_in_list(option, item) {
            let by = self.sets.hidden_by(option).expect("an option outside a list is hidden");
            return Err(Fault::TriesHidden(option, by));
        }
        if self.tried[option.index()] == serial {
            return Err(Fault::TriesTwice(option));
        }
        self.no_unwinding()?;
        self.since_solution = false;
        if self.manners.options_reordered.is_none() {
            let next = self.sets.list(item).find(|option| self.tried[option.index()] != serial);
            self.manners.options_reordered = (next != Some(option)).then_some(self.op);
        }
        self.tried[option.index()] = serial;
        let level = self.levels.last_mut().expect("an item is chosen");
        level.tried += 1;
        self.tried_second |= level.tried > 1;
        (level.option, level.back, level.untried, level.covered) = (Some(option), false, false, 0);
        level.silent = false;
        if !self.uses.cover {
            let others: Vec<ItemId> =
                self.sets.problem().items_of(option).iter().copied().filter(|&other| other != item).collect();
            for &other in &others {
                self.covers(other, false);
            }
            self.levels.last_mut().expect("an item is chosen").covered = others.len();
        }
        Ok(())
    }

    fn solution(&mut self) -> Result<(), Fault> {
        match self.point() {
            Point::Level => {}
            Point::Covering(missing) if self.uses.cover => return Err(Fault::NotCovered(missing)),
            Point::End => return Err(Fault::AfterEnd),
            _ => return Err(Fault::OutOfPlace),
        }
        if let Some(open) = self.sets.open().next() {
            return Err(Fault::EarlySolution(open));
        }
        self.since_solution = true;
        self.solutions += 1;
        let options = self.levels.len();
        self.best = Some(self.best.map_or(options, |best| best.min(options)));
        self.returned();
        Ok(())
    }

    // --- Options and pointers ------------------------------------------------------------

    fn hide(&mut self, named: OptionId, hides: bool) -> Result<(), Fault> {
        let option = self.twin(named, |option| self.hidden.is_left(option, hides));
        self.hidden.take(option, hides)
    }

    fn pointers(&mut self, line: [i64; 5]) -> Result<(), PointerFault> {
        let sets = &self.sets;
        self.layouts.get_or_insert_with(|| Layouts::new(sets.problem())).check(line, sets)
    }

    // --- The end -------------------------------------------------------------------------

    /// The trace ends here.
    ///
    /// # Errors
    ///
    /// If the search is not at its end and did not stop at a solution.
    pub(super) fn finish(&mut self) -> Result<(), Fault> {
        self.hidden.finish(self.uses.unhide)?;
        self.settles(Operation::Solution)?;
        // A program may end without printing that it goes back.
        let back = Operation::Untry(OptionId(u32::MAX));
        if self.point() == Point::Level && self.levels.is_empty() && self.return_early().is_ok() {
            self.manners.dead_early = None;
        }
        while self.goes_on(back) {}
        self.manners.stopped = self.unwound.is_some() || self.manners.returns_at_once;
        // The program may end at a solution, inside the search.
        if self.uses.search && !self.uses.solution && self.point() == Point::Level && self.sets.open().next().is_none()
        {
            self.solution()?;
        }
        if self.point() == Point::End {
            return Ok(());
        }
        if self.since_solution {
            self.manners.stopped = true;
            return Ok(());
        }
        if let Some((how, violation)) = self.choices.shown() {
            return Err(Fault::Miscount { how, violation });
        }
        Err(Fault::EndsEarly)
    }

    /// Counts the solutions so far, and the one at this place.
    pub(super) fn solutions_here(&mut self) -> u64 {
        let is_reached = self.point() == Point::Level && self.sets.open().next().is_none();
        if self.uses.search && !self.uses.solution && is_reached {
            // What is wrong with it is said by the next operation, and there is none.
            _ = self.solution();
        }
        self.solutions
    }

    /// The rule that explains all choices.
    pub(super) fn rule(&self) -> Option<ItemRule> {
        self.choices.rule()
    }

    /// Returns true if a secondary item is open that still has a list.
    pub(super) fn has_open_secondary(&self) -> bool {
        let problem = self.sets.problem();
        let mut secondary = (problem.n_primary() as u32..problem.n_items() as u32).map(ItemId);
        secondary.any(|item| !self.sets.is_covered(item))
    }
}
