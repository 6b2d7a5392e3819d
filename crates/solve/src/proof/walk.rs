//! The search of `links` that a derivation follows.

use super::claim::{Claim, Unproved};
use super::derivation::Derivation;
use super::formula::Formula;
use super::path::Path;
use dancing::{Event, ItemId, OptionId, Policy, Search, Tally};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

/// The search of `links`, with the derivation that follows it.
pub(super) struct LinksWalk<'a, 'b> {
    formula: &'a Formula<'a>,
    out: &'a mut Derivation<'b>,
    /// The number of the constraint that a solution is better than the best.
    beaten: u64,
    path: Path,
    /// Listed solutions that were not found yet.
    listed: HashSet<Vec<OptionId>>,
}

/// Steps between two calls of `go_on`.
const PATIENCE: u32 = 4096;

/// Multipliers of a bound are multiples of 1 / `ONE`: fine enough for every cut of the search.
const ONE: i128 = 1 << 40;

impl<'a, 'b> LinksWalk<'a, 'b> {
    pub(super) fn new(formula: &'a Formula<'a>, out: &'a mut Derivation<'b>) -> LinksWalk<'a, 'b> {
        LinksWalk { formula, out, beaten: 0, path: Path::default(), listed: HashSet::new() }
    }

    /// Derives all but the last line.
    pub(super) fn all(&mut self, claim: &Claim, go_on: &mut dyn FnMut() -> bool) -> Result<(), Unproved> {
        let problem = self.formula.problem;
        let best = matches!(claim, Claim::Best(_));
        if problem.wants_fewest() && !best {
            // Only an item without an option leaves a repeated cover without a solution.
            return Ok(());
        }
        let mut search = Search::new(problem, Policy { best, ..Policy::default() });
        match claim {
            Claim::Exactly(covers) => self.listed = covers.iter().cloned().collect(),
            Claim::Best(cover) => {
                self.beaten = self.out.derive(&format!("soli {}", self.formula.literals(cover, true)))?;
                let met = match search.limit() {
                    Some(_) => search.set_limit(cover.len() as u32 - 1),
                    None => search.beat(problem.total(cover)),
                };
                if !met {
                    // The bound at the root is already that high, so the root is cut.
                    return self.cut(&search, cover.len() as i64 - 1);
                }
            }
            Claim::None | Claim::Some(_) | Claim::Several(_) => {}
        }
        let (mut tally, mut patience) = (Tally::default(), PATIENCE);
        loop {
            let hand = search.current_branch();
            let Some(event) = search.step_into(&mut tally) else { break };
            match event {
                Event::Try { node } => {
                    let option = search.links().option(node);
                    let several = hand.is_none_or(|branch| branch.d > 1);
                    let decided = option.filter(|_| several);
                    self.path.enter(decided);
                    if several {
                        self.out.branched(1);
                    }
                }
                Event::Stop { .. } => self.path.enter(None),
                Event::Visit => self.visit(&search, claim)?,
                Event::Cut { .. } => {
                    let most = search.limit().map_or(0, i64::from);
                    self.cut(&search, most)?;
                }
                // At a higher limit, covers are no better than the best.
                Event::RaiseLimit { .. } => break,
                _ => {}
            }
            while self.path.depth() > search.chosen().len() {
                self.path.leave(self.formula, self.out)?;
            }
            patience -= 1;
            if patience == 0 {
                patience = PATIENCE;
                if !go_on() {
                    return Err(Unproved::Stopped);
                }
            }
        }
        while self.path.depth() > 0 {
            self.path.leave(self.formula, self.out)?;
        }
        match self.listed.iter().next() {
            None => Ok(()),
            Some(cover) => Err(Unproved::Wrong(format!("the search by links did not find the solution {cover:?}"))),
        }
    }

    fn visit(&mut self, search: &Search, claim: &Claim) -> Result<(), Unproved> {
        let mut cover = search.path();
        cover.sort_unstable();
        match claim {
            Claim::Exactly(_) if self.listed.remove(&cover) => {
                self.path.meet_listed();
                Ok(())
            }
            Claim::Best(best) if search.limit().is_none() => {
                let problem = self.formula.problem;
                match problem.total(&cover) <= problem.total(best) {
                    true => Ok(()),
                    false => Err(Unproved::Wrong(format!("the search by links found a better solution, {cover:?}"))),
                }
            }
            _ => Err(Unproved::Wrong(format!("the search by links found one more solution, {cover:?}"))),
        }
    }

    /// Writes the bound of a branch as a line of cutting planes. `most` is the limit of a repeated
    /// cover.
    fn cut(&mut self, search: &Search, most: i64) -> Result<(), Unproved> {
        let taxes = search.prices();
        let room = i128::from(most) - search.chosen().len() as i128;
        let mut whole: Vec<(ItemId, i128)> =
            taxes.iter().map(|tax| (tax.item, (tax.each * ONE as f64).round() as i128)).collect();
        // A bound of a repeated cover is at least 1 if an item is open. If only that makes the cut,
        // the line is that item alone.
        if search.limit().is_some() && self.bound(search, &whole) <= room * ONE {
            whole = search.links().open_items().take(1).map(|item| (item, ONE)).collect();
            if self.bound(search, &whole) <= room * ONE {
                return Err(Unproved::Wrong(format!("the bound at {} is not proved", search.address())));
            }
        }
        let mut line = format!("pol {} {ONE} *", self.beaten);
        for (item, tax) in whole.into_iter().filter(|(_, tax)| *tax != 0) {
            let (least, atmost) = self.formula.bounds[item.index()];
            // A gain is limited by the constraint *at most* of its item. A loss, and every
            // multiplier of a repeated cover, uses *at least*.
            let id = if search.class().facts().fewest || tax < 0 { least } else { atmost };
            if id > 0 {
                _ = write!(line, " {id} {} * +", tax.abs());
            }
        }
        let id = self.out.derive(&line)?;
        self.path.keep(id);
        Ok(())
    }

    /// The Lagrangian bound of some multipliers on the options that open items still need.
    fn bound(&self, search: &Search, taxes: &[(ItemId, i128)]) -> i128 {
        let links = search.links();
        let mut prices: HashMap<OptionId, i128> = HashMap::new();
        for &(item, tax) in taxes {
            for option in links.column(item).filter_map(|node| links.option(node)) {
                *prices.entry(option).or_default() += tax;
            }
        }
        let sum: i128 = taxes.iter().map(|(_, tax)| tax).sum();
        sum - prices.values().map(|&price| (price - ONE).max(0)).sum::<i128>()
    }
}
