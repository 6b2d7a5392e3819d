//! A search at either width: a [`Machine`] over 16-bit links if they suffice, else over 32-bit
//! ones; and its addresses.

use super::bound::{BestSoFar, Bound, Depth};
use super::{
    Address, At, Branch, Broken, Class, Event, ItemId, ItemRule, Links, LinksView, Machine, NodeId, OptionId, Phase,
    Policy, Price, Problem, Tally,
};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// A search, with the questions that solvers and the screen ask.
///
/// # Examples
///
/// Every state has an address, and the address leads back to it.
///
/// ```
/// use dancing::{Event, ItemId, Policy, Problem, Search, Tally};
/// let mut problem = Problem::new(2, 0);
/// for items in [&[ItemId(0)][..], &[ItemId(1)], &[ItemId(0), ItemId(1)]] {
///     problem.push(items).unwrap();
/// }
/// let (mut search, mut tally) = (Search::new(&problem, Policy::default()), Tally::default());
/// while search.step_into(&mut tally) != Some(Event::Visit) {}
/// let (there, path) = (search.address(), search.path());
/// search.restart();
/// search.go(&there).unwrap();
/// assert_eq!(search.path(), path);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Search {
    /// Over words of 16 bits.
    Narrow(Machine<u16>),
    /// Over words of 32 bits.
    Wide(Machine<u32>),
}

/// Runs the same code at either width.
macro_rules! machine {
    ($search:expr, $machine:ident => $body:expr) => {
        match $search {
            Search::Narrow($machine) => $body,
            Search::Wide($machine) => $body,
        }
    };
}
pub(super) use machine;

/// Defines methods that the machine has at either width.
macro_rules! forward {
    ($($(#[$doc:meta])* $visible:vis fn $name:ident(&$($self:ident)+ $(, $arg:ident: $type:ty)*) $(-> $out:ty)?;)*) => {
        impl Search {$(
            $(#[$doc])*
            $visible fn $name(&$($self)+ $(, $arg: $type)*) $(-> $out)? {
                forward!(@call $($self)+, $name($($arg),*))
            }
        )*}
    };
    (@call mut $search:ident, $($call:tt)+) => { machine!($search, machine => machine.$($call)+) };
    (@call $search:ident, $($call:tt)+) => { machine!($search, machine => machine.$($call)+) };
}

forward! {
    /// See [`Machine::step_into`].
    pub fn step_into(&mut self, tally: &mut Tally) -> Option<Event>;
    /// See [`Machine::step_back`].
    pub fn step_back(&mut self, tally: &mut Tally) -> Option<Event>;
    /// See [`Machine::next_event`].
    pub fn next_event(&self) -> Option<Event>;
    /// See [`Machine::last_event`].
    pub fn last_event(&self) -> Option<Event>;
    /// See [`Machine::stride`].
    pub fn stride(&mut self, limit: u32, tally: &mut Tally) -> Option<Event>;
    /// See [`Machine::stride_on`].
    pub fn stride_on(&mut self, limit: u32, tally: &mut Tally) -> Option<Event>;
    /// See [`Machine::rewind`].
    pub fn rewind(&mut self, level: usize);
    /// See [`Machine::steer`].
    pub fn steer(&mut self, k: usize) -> bool;
    /// See [`Machine::restart`].
    pub fn restart(&mut self);
    /// See [`Machine::confine`].
    pub fn confine(&mut self);
    /// See [`Machine::finish`].
    pub fn finish(&mut self);
    /// See [`Machine::descend`]. Does nothing where covers are counted (repeated covers and
    /// multiplicities).
    pub fn descend(&mut self, wanted: &[OptionId], tally: &mut Tally) -> usize;
    /// One node for each level, in the vertical list of the item chosen there.
    pub fn chosen(&self) -> &[NodeId];
    /// The phase of the search.
    pub fn phase(&self) -> Phase;
    /// The item rule.
    pub fn rule(&self) -> ItemRule;
    /// The class of the problem.
    pub fn class(&self) -> Class;
    /// See [`Machine::range`].
    pub fn range(&self, item: ItemId) -> Option<(u32, u32)>;
    /// See [`Machine::degree`].
    pub fn degree(&self, item: ItemId) -> usize;
    /// See [`Machine::tried_at`].
    pub fn tried_at(&self, level: usize) -> Vec<NodeId>;
    /// See [`Machine::tweaked`].
    pub(super) fn tweaked(&self) -> Option<&[NodeId]>;
    /// See [`Machine::times_covered`].
    pub fn times_covered(&self, item: ItemId) -> Option<u32>;
    /// See [`Machine::current_branch`].
    pub fn current_branch(&self) -> Option<Branch>;
    /// See [`Machine::level_has_ended`].
    fn level_has_ended(&self) -> bool;
    /// Checks every link. `Err` is the first wrong one.
    pub fn validate(&self) -> Result<(), Broken>;
}

/// The improvements found so far: the part of a search's state that its address does not contain.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Memory(Vec<BestSoFar>);

/// The branch-and-bound test for the best score at this node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The total weight of the options chosen.
    pub score: i64,
    /// An upper bound on what the open items can still add.
    pub upper_bound: i64,
    /// The best score found so far.
    pub best: Option<i64>,
    /// True if weights are costs: none is above 0, and some are below.
    pub costs: bool,
}

impl Score {
    /// Returns true if weights are costs, so that the best score is the least cost. Scores are then
    /// shown without their signs.
    pub fn is_cost(self) -> bool {
        self.costs
    }

    /// Returns true if no solution below this node can beat the best score.
    pub fn is_hopeless(self) -> bool {
        self.best.is_some_and(|best| self.score + self.upper_bound <= best)
    }
}

/// The IDA* pruning test at this node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Options chosen.
    pub used: u32,
    /// A lower bound on the options still needed.
    pub lower_bound: u32,
    /// Options allowed.
    pub limit: u32,
}

/// The error of an address that is not a state of this search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressError {
    /// The first level of the address that does not exist, counted from 1; 0 for the limit.
    pub level: usize,
    /// The number of branches that the level has, if an item is chosen there.
    pub options: Option<usize>,
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.options {
            Some(1) => write!(f, "level {} has 1 option", self.level),
            Some(options) => write!(f, "level {} has {options} options", self.level),
            None if self.level == 0 => write!(f, "the search never has that limit"),
            None => write!(f, "nothing is chosen at level {}", self.level),
        }
    }
}

impl Error for AddressError {}

impl Search {
    /// A search at the root.
    pub fn new(problem: &Problem, policy: impl Into<Policy>) -> Search {
        let policy = policy.into();
        match Links::<u16>::fits(problem) {
            true => Search::Narrow(Machine::new(problem, policy)),
            false => Search::Wide(Machine::new(problem, policy)),
        }
    }

    /// Starts a search at the root of another problem. Small problems use the tables that the
    /// search has, which would take longer to make than to fill.
    ///
    /// ```
    /// use dancing::{ItemId, Policy, Problem, Search};
    /// let mut problem = Problem::new(2, 0);
    /// problem.push(&[ItemId(0)]).unwrap();
    /// let mut search = Search::new(&problem, Policy::default());
    /// problem.push(&[ItemId(1)]).unwrap();
    /// search.renew(&problem, Policy::default());
    /// assert_eq!(search, Search::new(&problem, Policy::default()));
    /// ```
    pub fn renew(&mut self, problem: &Problem, policy: Policy) {
        match self {
            Search::Narrow(machine) if Links::<u16>::fits(problem) => machine.renew(problem, policy),
            _ => *self = Search::new(problem, policy),
        }
    }

    /// The item of the next step, if that step chooses one.
    pub fn next_item(&self) -> Option<ItemId> {
        match self.next_event() {
            Some(Event::Choose { item }) => Some(item),
            _ => None,
        }
    }

    /// [`Search::step_into`] or [`Search::step_back`].
    pub fn step(&mut self, forward: bool, tally: &mut Tally) -> Option<Event> {
        if forward { self.step_into(tally) } else { self.step_back(tally) }
    }

    /// [`Search::step_into`], which adds to `spent` about the number of links that the step visits:
    /// the measure of its time.
    pub fn step_spending(&mut self, tally: &mut Tally, spent: &mut u64) -> Option<Event> {
        let updates = tally.updates;
        let event = self.step_into(tally)?;
        *spent += 1 + (tally.updates - updates) + self.visits(event);
        Some(event)
    }

    /// About the number of links that the last step has visited, without those that it changed.
    pub fn visits(&self, event: Event) -> u64 {
        let links = self.links();
        match event {
            // Without a forced item, the choice compares all open items. With multiplicities an
            // item may have several levels.
            Event::Choose { .. } | Event::Backtrack { .. } => {
                links.n_items().saturating_sub(self.chosen().len()) as u64
            }
            // The estimate reads all open items and options many times.
            Event::Try { .. } | Event::Next { .. } if self.limit().is_some() => 50 * links.n_items() as u64,
            Event::Uncover { item } => links.len(item) as u64,
            _ => 0,
        }
    }

    /// The links as they are now.
    pub fn links(&self) -> &dyn LinksView {
        machine!(self, machine => machine.links())
    }

    /// The options chosen so far. A level at which an item stopped has none.
    pub fn path(&self) -> Vec<OptionId> {
        machine!(self, machine => machine.path().collect())
    }

    /// The choice at each level: an option, or `None` if the item stopped.
    pub fn choices(&self) -> Vec<Option<OptionId>> {
        self.chosen().iter().map(|&node| self.links().option(node)).collect()
    }

    /// The branches of the item being branched on, if none was tried yet. The last is `None` if the
    /// item may stop.
    pub fn branches_of_item(&self) -> Vec<Option<OptionId>> {
        let (Some(item), Some(branch)) = (self.current_item(), self.current_branch()) else { return Vec::new() };
        let options = self.links().column(item).map(|node| self.links().option(node));
        options.chain([None]).take(branch.d).collect()
    }

    /// The number of the branch that takes an option, for the item being branched on. Counted from
    /// 1, tried branches included. `None` if no branch takes it.
    pub fn branch_of(&self, option: OptionId) -> Option<usize> {
        let item = self.current_item()?;
        // Tweaked options have left the list. Options that are hidden are still in it.
        let tweaked = self.tweaked().unwrap_or_default().iter().copied();
        let mut nodes = tweaked.chain(self.links().column(item));
        let k = 1 + nodes.position(|node| self.links().option(node) == Some(option))?;
        // With multiplicities, the last options of an item may be too few for its minimum.
        self.current_branch().filter(|branch| k <= branch.d).map(|_| k)
    }

    /// As [`Search::path`], into an existing vector.
    pub fn copy_path(&self, path: &mut Vec<OptionId>) {
        path.clear();
        machine!(self, machine => path.extend(machine.path()))
    }

    /// Returns true if the level of the item chosen last unlinks options before they are tried.
    pub fn tweaks(&self) -> bool {
        self.tweaked().is_some()
    }

    /// Returns true if there is a next step.
    pub fn has_next(&self) -> bool {
        self.phase() != Phase::Done || self.next_event().is_some()
    }

    fn bound(&self) -> &Bound {
        machine!(self, machine => &machine.bound)
    }

    fn bound_mut(&mut self) -> &mut Bound {
        machine!(self, machine => &mut machine.bound)
    }

    fn depth(&self) -> Option<&Depth> {
        if let Bound::Depth(depth) = self.bound() { Some(depth) } else { None }
    }

    fn improvements(&self) -> Option<&[BestSoFar]> {
        if let Bound::Score(best) = self.bound() { Some(&best.improvements) } else { None }
    }

    /// The current limit on the options of a repeated cover.
    pub fn limit(&self) -> Option<u32> {
        self.depth().map(|depth| depth.limit)
    }

    /// The limit with which the search of a repeated cover began.
    pub fn first_limit(&self) -> Option<u32> {
        self.depth().map(|depth| depth.first)
    }

    /// The IDA* pruning test, on the items that are open now. `None` without a limit.
    pub fn limit_test(&self) -> Option<Limit> {
        let depth = self.depth()?;
        let used = self.chosen().len() as u32;
        let lower_bound = machine!(self, machine => depth.lower_bound(&machine.reached()));
        Some(Limit { used, lower_bound, limit: depth.limit })
    }

    /// The branch-and-bound test, on the items that are open now. `None` without a bound on the
    /// score.
    pub fn score(&self) -> Option<Score> {
        let Bound::Score(best) = self.bound() else { return None };
        let (score, upper_bound) = machine!(self, machine => {
            (best.score(machine.links(), machine.chosen()), best.upper_bound(&machine.reached()))
        });
        Some(Score { score, upper_bound, best: best.best(), costs: best.costs })
    }

    /// Returns true if the search cuts branches that cannot beat the best score found so far.
    pub fn looks_for_best(&self) -> bool {
        matches!(self.bound(), Bound::Score(_))
    }

    /// The best score found so far, if the search looks for it.
    pub fn best(&self) -> Option<i64> {
        if let Bound::Score(best) = self.bound() { best.best() } else { None }
    }

    /// Sets a score that solutions must beat, as if the search at the root had found it before.
    /// Returns `false` and does nothing unless the search looks for the best score.
    pub fn beat(&mut self, score: i64) -> bool {
        machine!(self, machine => machine.bound.beat(score))
    }

    /// Sets the limit of a repeated cover that is at the root. Returns `false` if the search never
    /// has it.
    pub fn set_limit(&mut self, limit: u32) -> bool {
        machine!(self, machine => machine.bound.set_limit(limit, 0))
    }

    /// The derivation of the bound at this state: the open items that add to it, each with its
    /// price. Under a limit, the prices are multipliers of the estimate. With a bound on the score,
    /// each is the largest weight per primary item among the item's options, negative if the item
    /// must cost.
    pub fn prices(&self) -> Vec<Price> {
        machine!(self, machine => machine.bound.prices(&machine.reached()))
    }

    /// The improvements found so far. Together with the address they give the whole state.
    pub fn memory(&self) -> Memory {
        Memory(self.improvements().unwrap_or_default().to_vec())
    }

    /// Replaces the improvements with those of another search at the same place.
    pub fn set_memory(&mut self, memory: &Memory) {
        if let Bound::Score(best) = self.bound_mut() {
            best.improvements.clone_from(&memory.0);
        }
    }

    /// The estimate of a repeated cover.
    pub fn estimate(&self) -> Option<super::Estimate> {
        self.depth().map(|depth| depth.estimate)
    }

    /// The item of each level, with the one being branched on.
    pub fn items(&self) -> Vec<ItemId> {
        let links = self.links();
        self.chosen().iter().map(|&node| links.item(node)).chain(self.current_item()).collect()
    }

    /// The item being branched on: the item of the current level, while none of its options is
    /// chosen.
    pub fn current_item(&self) -> Option<ItemId> {
        match self.phase() {
            Phase::Try { node } => Some(self.links().item(node)),
            _ => None,
        }
    }

    /// Returns true if the last step found a solution: a level ended with no item left.
    pub fn at_solution(&self) -> bool {
        self.level_has_ended() && self.links().right(None).is_none()
    }

    /// Returns true if the last step cut a branch: a level ended with items left, because of the
    /// bound.
    pub fn at_cut(&self) -> bool {
        self.level_has_ended() && matches!(self.last_event(), Some(Event::Cut { .. }))
    }

    /// The address of this state. [`Search::go`] finds the state again.
    pub fn address(&self) -> Address {
        let links = self.links();
        let others = |end: NodeId| {
            let top = *self.chosen().last().expect("items are covered below a chosen option");
            links.option_nodes(top).skip(1).take_while(|&node| node != end).count()
        };
        let at = match self.phase() {
            Phase::Choose => At::Level,
            Phase::Try { .. } => At::Try,
            Phase::Cover { at } => At::Cover(others(at)),
            Phase::Uncover { at } if self.chosen().last() == Some(&at) => At::Uncover(0),
            Phase::Uncover { at } => At::Uncover(others(at) + 1),
            Phase::Done => At::End,
        };
        let limit = self.depth().map(|depth| (depth.limit, depth.found));
        Address { limit, branches: machine!(self, machine => machine.branches()), at }
    }

    /// Goes to the state of an address: back to the level at which the two paths part, then down by
    /// the options that the address names. If the problem has no such state, the search does not
    /// move.
    pub fn go(&mut self, address: &Address) -> Result<(), AddressError> {
        self.go_along(address, &[])
    }

    /// [`Search::go`], where the items are known that are chosen on the way, by level: an item rule
    /// looks at all open items at each. They are those of [`Search::items`] at that place.
    ///
    /// # Errors
    ///
    /// If the search has no such state.
    pub fn go_along(&mut self, address: &Address, items: &[ItemId]) -> Result<(), AddressError> {
        let (here, memory) = (self.address(), self.memory());
        let floor = machine!(self, machine => machine.floor());
        // Improvements found elsewhere would cut branches on the way.
        self.set_memory(&Memory::default());
        let result = self.go_down(address, items);
        if result.is_err() {
            let place = if here.at == At::End { Address { at: At::Level, ..here.clone() } } else { here.clone() };
            self.go_down(&place, &[]).expect("the search was there a moment ago");
            // The way led above the level at which a confined search ends.
            machine!(self, machine => machine.confine_to(floor));
            if here.at == At::End {
                self.finish();
            }
        }
        self.set_memory(&memory);
        if result.is_ok() {
            // Only improvements that lie before the new place are kept.
            machine!(self, machine => machine.drop_improvements());
        }
        result
    }

    /// Goes back to the level at which this path and the path of an address part. Returns the
    /// number of levels that they share, or `None` if the search never has the limit of the
    /// address.
    fn back_to_fork(&mut self, address: &Address) -> Option<usize> {
        let here = self.address();
        // If the address ends within a level, that level is entered again.
        let whole = match address.at {
            At::Level => address.branches.len(),
            At::Try | At::Cover(_) | At::Uncover(_) | At::End => address.branches.len().saturating_sub(1),
        };
        let paths = here.branches.iter().zip(&address.branches).take(whole.min(self.chosen().len()));
        let shared = paths.take_while(|(ours, other)| ours == other).count();
        if shared > 0 && here.limit.map(|(limit, _)| limit) == address.limit.map(|(limit, _)| limit) {
            self.rewind(shared);
        } else {
            self.restart();
        }
        if let Some((limit, found)) = address.limit
            && !self.bound_mut().set_limit(limit, found)
        {
            return None;
        }
        // A partly covered option is taken back together with its level.
        Some(self.chosen().len())
    }

    fn go_down(&mut self, address: &Address, items: &[ItemId]) -> Result<(), AddressError> {
        let mut unseen = Tally::default();
        let shared = self.back_to_fork(address).ok_or(AddressError { level: 0, options: None })?;
        let last = address.branches.len().wrapping_sub(1);
        for (level, branch) in address.branches.iter().enumerate().skip(shared) {
            let choose = |&item: &ItemId| machine!(self, machine => machine.choose_known(item, &mut unseen));
            if !items.get(level).is_some_and(choose)
                && !matches!(self.step_into(&mut unseen), Some(Event::Choose { .. }))
            {
                return Err(AddressError { level: level + 1, options: None });
            }
            let options = self.current_branch().map_or(0, |branch| branch.d);
            let no_branch = Err(AddressError { level: level + 1, options: Some(options) });
            let past = branch.k == options + 1 && (level < last || address.at != At::Try);
            if branch.d != options || past || !self.steer(branch.k) {
                return no_branch;
            }
            if level == last && address.at == At::Try {
                return Ok(());
            }
            self.step_into(&mut unseen);
            if let (true, At::Cover(items)) = (level == last, address.at) {
                for _ in 0..items {
                    if self.phase() == Phase::Choose {
                        break;
                    }
                    self.step_into(&mut unseen);
                }
                // Once all items of an option are covered, the address is no longer `At::Cover`.
                return if self.phase() == Phase::Choose { no_branch } else { Ok(()) };
            }
            while self.phase() != Phase::Choose {
                self.step_into(&mut unseen);
            }
        }
        match address.at {
            At::Level | At::Try | At::Cover(_) => Ok(()),
            At::End if address.branches.is_empty() => {
                self.finish();
                Ok(())
            }
            At::Uncover(left) if !address.branches.is_empty() => {
                self.finish();
                let top = *self.chosen().last().expect("an option was taken");
                let others = self.links().option_nodes(top).count() - 1;
                for _ in 0..others.checked_sub(left).ok_or(AddressError { level: last + 1, options: None })? {
                    self.step_into(&mut unseen);
                }
                Ok(())
            }
            At::End | At::Uncover(_) => Err(AddressError { level: last.wrapping_add(1), options: None }),
        }
    }
}
