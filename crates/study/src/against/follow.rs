//! Follows a search of Algorithm X through its operations, whatever order of items and options it
//! uses, and finds the first operation that no order explains.
//!
//! The choice of the item, the order in which its options are tried, and the order in which the
//! items of an option are covered are the program's own. Everything else follows: what may be
//! chosen, when a solution is found, and that items are uncovered in the reverse of the order in
//! which they were covered.

mod back;

use super::choices::Choices;
use super::fault::Fault;
use super::hidden::HiddenOptions;
use super::pointers::{Layouts, PointerFault};
use super::protocol::{Names, Numbering, OperationLine, Vocabulary};
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
pub struct Manners {
    /// The first option that was tried before one that comes first in the file.
    pub options_reordered: Option<u64>,
    /// The first operation that goes back without a choice, because an item has no option.
    pub dead_early: Option<u64>,
    /// The first operation that goes back because no better solution can follow.
    pub cut: Option<u64>,
    /// True if the search stopped at a solution.
    pub stopped: bool,
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
    /// The place at which an item was left with options untried after a solution.
    unwound: Option<(u64, u64, Vec<OptionId>)>,
    pub(super) manners: Manners,
    hidden: HiddenOptions,
    layouts: Option<Layouts>,
    /// The state before the first choice that did not have the fewest options.
    pub(super) at_violation: Option<Box<Follower>>,
    /// The state before the first choice that no rule explains.
    pub(super) at_sudden: Option<Box<Follower>>,
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
            unwound: None,
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
        match items.iter().find(|&&item| !self.sets.is_covered(item)) {
            Some(&missing) => Point::Covering(missing),
            None => Point::Level,
        }
    }

    /// The item of a word.
    pub(super) fn item_named(&self, text: &str) -> Option<ItemId> {
        self.item(text).ok()
    }

    fn item(&self, text: &str) -> Result<ItemId, Fault> {
        self.names.item(text, self.numbering.0).ok_or(Fault::Unknown { what: "item", text: text.to_string() })
    }

    /// The first option of the text's name for which `fits`; else the first one.
    fn option(&self, text: &str, fits: impl Fn(OptionId) -> bool) -> Result<OptionId, Fault> {
        let unknown = || Fault::Unknown { what: "option", text: text.to_string() };
        let first = self.names.option(text, self.numbering.1).ok_or_else(unknown)?;
        Ok(match self.numbering.1 {
            Numbering::Names => self.names.same(first).find(|&option| fits(option)).unwrap_or(first),
            Numbering::From(_) | Numbering::Cells(_) => first,
        })
    }

    /// Takes the next operation. `links` says whether options and pointers inside a cover are
    /// compared.
    ///
    /// # Errors
    ///
    /// The fact that the operation contradicts.
    pub(super) fn take(&mut self, line: &OperationLine, at: u64, links: bool) -> Result<(), Fault> {
        self.line = at;
        if let &OperationLine::Links { node, up, down, left, right } = line {
            return match links {
                true => self.pointers([node, up, down, left, right]).map_err(Fault::Pointer),
                false => Ok(()),
            };
        }
        self.op += 1;
        self.uses.add(line);
        if let OperationLine::Hide(text) | OperationLine::Unhide(text) = line {
            return if links { self.hide(text, matches!(line, OperationLine::Hide(_))) } else { Ok(()) };
        }
        self.hidden.finish(self.uses.unhide)?;
        let first = match self.apply(line, links) {
            Ok(()) => return self.keeps_needle(),
            Err(fault) => fault,
        };
        // What a program does not print happens on its own, if it must.
        while self.goes_back(line) {
            match self.apply(line, links) {
                Ok(()) => return self.keeps_needle(),
                // The move back was right, and this is what is wrong after it.
                Err(order @ Fault::Order { .. }) => return Err(order),
                Err(_) => {}
            }
        }
        Err(first)
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

    fn apply(&mut self, line: &OperationLine, links: bool) -> Result<(), Fault> {
        match *line {
            OperationLine::Choose { item, left } => self.item(item).and_then(|item| self.choose(item, left, links)),
            OperationLine::Cover(item) => self.item(item).and_then(|item| self.cover(item, links)),
            OperationLine::Uncover(item) => self.item(item).and_then(|item| self.uncover(item, links)),
            OperationLine::Try(option) => self.try_option(option),
            OperationLine::Untry(option) => self.untry(option),
            OperationLine::Solution => self.solution(),
            OperationLine::Case(_)
            | OperationLine::Hide(_)
            | OperationLine::Unhide(_)
            | OperationLine::Links { .. } => Ok(()),
        }
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
        let is = self.sets.len(item);
        if let Some(said) = left.filter(|&said| said != i64::from(is)) {
            // The same mistake may have led to an earlier choice.
            return Err(match (self.choices.said(item, said), self.choices.violation) {
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
            self.at_violation = Some(Box::new(self.clone()));
        }
        if before.1 != self.choices.sudden {
            self.at_sudden = Some(Box::new(self.clone()));
        }
        if let Some((how, violation)) = shown {
            return Err(Fault::Miscount { how, violation });
        }
        self.serial += 1;
        let (tried, serial, option, covered) = (0, self.serial, None, 0);
        let item_covered = !self.uses.cover;
        self.levels.push(Level { item, item_covered, tried, serial, option, covered, back: false, untried: false });
        if !self.uses.cover {
            self.covers(item, links);
        }
        Ok(())
    }

    fn cover(&mut self, item: ItemId, links: bool) -> Result<(), Fault> {
        let point = self.point();
        if point == Point::Level && !self.uses.choose {
            if self.sets.is_covered(item) && self.levels.is_empty() {
                return Err(Fault::CoversTwice(item));
            }
            self.choose(item, None, links)?;
            return self.cover(item, links);
        }
        let chosen = self.levels.last().map(|level| (level.item, level.option));
        match (point, chosen) {
            (Point::Trying, Some((chosen, _))) if chosen == item && !self.sets.is_covered(item) => {
                self.covers(item, links);
                let level = self.levels.last_mut().expect("an item is chosen");
                level.item_covered = true;
                Ok(())
            }
            (Point::Trying, Some((chosen, _))) if chosen != item && !self.sets.is_covered(chosen) => {
                Err(Fault::NotCovered(chosen))
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

    fn try_option(&mut self, text: &str) -> Result<(), Fault> {
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
        let option = self.option(text, is_new)?;
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
        (level.option, level.back, level.untried, level.covered) = (Some(option), false, false, 0);
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
        let options = self.levels.len();
        self.best = Some(self.best.map_or(options, |best| best.min(options)));
        self.returned();
        Ok(())
    }

    // --- Options and pointers ------------------------------------------------------------

    fn hide(&mut self, text: &str, hides: bool) -> Result<(), Fault> {
        let option = self.option(text, |option| self.hidden.is_left(option, hides))?;
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
        // A program may end without printing that it goes back.
        let back = OperationLine::Uncover("");
        if self.point() == Point::Level && self.levels.is_empty() && self.return_early().is_ok() {
            self.manners.dead_early = None;
        }
        while self.goes_back(&back) {}
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
