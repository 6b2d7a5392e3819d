//! Jumps of a [`Stepper`]: to an address, an operation or a solution. From a milestone that is near
//! enough, the search walks to the target, so that its counters cover the whole way.

use super::Stepper;
use crate::Site;
use crate::milestones::APART;
use dancing::{Address, AddressError, Event, Search, Slow, Tally};

/// The operations on both sides of a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nearby {
    /// The operations before the state, the last one first.
    pub behind: Vec<Event>,
    /// The operations after the state, the next one first.
    pub ahead: Vec<Event>,
}

/// The most nodes and headers that [`Stepper::nearby`] visits in one direction: about a
/// millisecond.
const NEAR: u64 = 100_000;

/// As [`NEAR`], for links that do not fit into the caches of a processor: each visit then waits for
/// the memory.
const NEAR_IN_MEMORY: u64 = 10_000;

/// The number of nodes from which on links do not fit.
const IN_MEMORY: usize = 1_000_000;

impl Stepper {
    /// The last `behind` operations and the next `ahead` ones; fewer at an end of the search, and
    /// if the walk would visit more than 100,000 nodes and headers, or 10,000 of very large links.
    ///
    /// The search itself walks there and back: every step has an exact inverse, so a screen needs
    /// no copy of the search. A bound depends on what was found on the way from the root, so the
    /// steps of a bounded search have exact inverses only if it walked from there. Otherwise the
    /// result is empty.
    pub fn nearby(&mut self, behind: usize, ahead: usize) -> Nearby {
        let is_bounded = self.search.limit().is_some() || self.search.looks_for_best();
        if is_bounded && !(self.whole && self.hand.branches.is_empty()) {
            return Nearby::default();
        }
        Nearby { behind: self.walk_and_return(behind, false), ahead: self.walk_and_return(ahead, true) }
    }

    /// The events of the next steps in one direction. The search ends where it began.
    fn walk_and_return(&mut self, most: usize, forward: bool) -> Vec<Event> {
        let (mut events, mut tally, mut visits) = (Vec::new(), self.tally.clone(), 0);
        let near = if self.search.links().n_nodes() < IN_MEMORY { NEAR } else { NEAR_IN_MEMORY };
        while events.len() < most {
            // What the search would do before a branch that was taken by hand, the user never saw.
            if !forward && self.hand.turns.last().is_some_and(|turn| turn.to == self.search.address()) {
                break;
            }
            let event = if forward { self.search.next_event() } else { self.search.last_event() };
            let Some(event) = event else { break };
            visits += self.length_of(event) as u64 + self.search.visits(event);
            if visits > near {
                break;
            }
            self.search.step(forward, &mut tally);
            events.push(event);
        }
        for _ in &events {
            self.search.step(!forward, &mut tally);
        }
        events
    }

    /// Goes to the state of an address. If a milestone is near, walks from there, so that the
    /// counters are exact; else they start at zero.
    pub fn go(&mut self, address: &Address) -> Result<(), AddressError> {
        let mut there = self.search.clone();
        there.go(address)?;
        if !self.walk_near(&there, address) {
            self.land(there);
        }
        self.begin_last_step();
        Ok(())
    }

    /// The current state, also between two links.
    pub fn site(&self) -> Site {
        Site { address: self.search.address(), links: self.slow.as_ref().map_or(0, Slow::done) }
    }

    /// Goes to a state, and then does the site's number of links of its next step, or all if it has
    /// fewer.
    pub fn go_to(&mut self, site: &Site) -> Result<(), AddressError> {
        self.go(&site.address)?;
        self.move_links(site.links);
        Ok(())
    }

    /// Goes to a state as [`Stepper::go_to`] does, but keeps what was taken by hand, so the
    /// counters start there.
    pub(super) fn return_to(&mut self, site: &Site) -> Result<(), AddressError> {
        let mut there = self.search.clone();
        there.go(&site.address)?;
        self.land(there);
        self.begin_last_step();
        self.move_links(site.links);
        Ok(())
    }

    /// Does this number of links of the next step, or all if it has fewer.
    fn move_links(&mut self, links: usize) {
        for done in 0..links {
            if done > 0 && self.slow.is_none() {
                break;
            }
            self.begin_move();
            self.nudge(true, true);
        }
        if links > 0 {
            self.settle();
        }
    }

    /// Makes the step that leads here the last move, after a jump.
    fn begin_last_step(&mut self) {
        self.begin_move();
        self.settle();
        let counts = self.last.iter().flat_map(|step| &step.counts);
        counts.for_each(|count| self.before.lengths[count.item.index()] = count.before);
    }

    fn land(&mut self, there: Search) {
        let (milestones, hand) = (std::mem::take(&mut self.milestones), std::mem::take(&mut self.hand));
        let choice = std::mem::take(&mut self.choice);
        *self = Stepper { milestones, hand, choice, ..Stepper::placed(there) };
    }

    /// Walks from the last milestone before an address to its state. Returns `false` if that is too
    /// far.
    fn walk_near(&mut self, there: &Search, address: &Address) -> bool {
        let known = self.milestones.before(address);
        let (mut search, mut tally, mut ops) = (self.search.clone(), Tally::default(), 0);
        search.restart();
        if let Some(milestone) = known {
            if !milestone.find(&mut search) {
                return false;
            }
            (tally, ops) = (milestone.tally.clone(), milestone.ops);
        }
        for _ in 0..2 * APART {
            if search.phase() == there.phase() && search.chosen() == there.chosen() && search.limit() == there.limit() {
                (self.search, self.tally, self.ops, self.whole) = (search, tally, ops, true);
                self.counted = true;
                (self.slow, self.did) = (None, None);
                self.forget_turns();
                return true;
            }
            if search.step_into(&mut tally).is_none() {
                return false;
            }
            ops += 1;
        }
        false
    }

    /// Walks to the state after this many operations since the root. Returns `false` if the search
    /// ends before it, or if it is too far from the last milestone; the walk then stops on the way.
    pub fn go_to_operation(&mut self, number: u64) -> bool {
        let is_there = self.walk_to_operation(number);
        self.begin_move();
        self.settle();
        is_there
    }

    fn walk_to_operation(&mut self, number: u64) -> bool {
        let known = self.milestones.last(|milestone| milestone.ops <= number).cloned();
        let here = self.whole && self.ops <= number && known.as_ref().is_none_or(|milestone| milestone.ops <= self.ops);
        self.slow = None;
        if !here {
            self.restart();
            if let Some(milestone) = known
                && milestone.find(&mut self.search)
            {
                (self.tally, self.ops) = (milestone.tally, milestone.ops);
            }
        }
        for _ in 0..2 * APART {
            if self.ops == number {
                return true;
            }
            if !self.whole_step(true) {
                return false;
            }
        }
        self.ops == number
    }

    /// Goes back to the last milestone with fewer solutions than this, or to the root. Run on from
    /// there to reach the n-th solution.
    pub fn go_before_solution(&mut self, number: u64) {
        let known =
            self.milestones.last(|milestone| milestone.tally.solutions < number).map_or(0, |milestone| milestone.ops);
        let here = self.whole && self.tally.solutions < number && known <= self.ops;
        if !here {
            self.go_to_operation(known);
        }
    }
}
