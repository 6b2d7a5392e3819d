//! A search held still: what the Step screen walks, in both directions and at every grain.

use crate::dlx::{Event, ItemId, Link, Look, NodeId, Phase, Policy, Problem, Search, Slow, Tally};

/// How far one step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grain {
    /// To the next choice between several options, dead end or solution; forced options are passed.
    Branch,
    /// One cover or uncover, one option taken or given back.
    Item,
    /// One link.
    Link,
}

impl Grain {
    pub const ALL: [Grain; 3] = [Grain::Branch, Grain::Item, Grain::Link];

    pub fn name(self) -> &'static str {
        match self {
            Grain::Branch => "branch",
            Grain::Item => "item",
            Grain::Link => "link",
        }
    }

    pub fn finer(self) -> Grain {
        Grain::ALL[(self as usize + 1).min(2)]
    }

    pub fn coarser(self) -> Grain {
        Grain::ALL[(self as usize).saturating_sub(1)]
    }
}

/// The last thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Did {
    pub what: Moved,
    pub forward: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// A whole step of the machine.
    Step(Event),
    /// One link of a step, and the step that it is part of.
    Link(Link, Event),
}

/// A place that a search can be run to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Solution,
    DeadEnd,
}

/// A search at rest, with the link-by-link walk inside one of its steps if there is one.
///
/// A state has one spelling here too: `slow` is there only while some of its links are done and some are not.
#[derive(Clone, Debug)]
pub struct Stepper {
    search: Search,
    tally: Tally,
    slow: Option<Slow>,
    did: Option<Did>,
    /// Where a search was handed over that did not walk here from the root: what lies before is not known, so going
    /// back ends here, and the tally counts from here.
    floor: Option<(Vec<NodeId>, Phase)>,
    /// The items' lengths before the last move, so that a screen can show what it changed.
    before: Vec<usize>,
}

impl PartialEq for Stepper {
    /// Two steppers are equal when they stand at the same place, however they got there.
    fn eq(&self, other: &Stepper) -> bool {
        (&self.search, &self.tally, &self.slow) == (&other.search, &other.tally, &other.slow)
    }
}

impl Stepper {
    /// At the root.
    pub fn new(problem: &Problem, policy: impl Into<Policy>) -> Stepper {
        Stepper::at(Search::new(problem, policy), Tally::default())
    }

    /// Where a search stands.
    pub fn at(search: Search, tally: Tally) -> Stepper {
        let before = lengths(search.links());
        Stepper { search, tally, slow: None, did: None, floor: None, before }
    }

    /// Where a search stands that was set down there without walking: nothing is known of what it passed over.
    pub fn set_down(search: Search) -> Stepper {
        let floor = Some((search.chosen().to_vec(), search.phase()));
        Stepper { floor, ..Stepper::at(search, Tally::default()) }
    }

    /// Whether the search walked here from the root, so that its counts are those of the whole way.
    pub fn is_whole(&self) -> bool {
        self.floor.is_none()
    }

    fn at_floor(&self) -> bool {
        let here = (self.search.chosen(), self.search.phase());
        self.slow.is_none() && self.floor.as_ref().is_some_and(|(chosen, phase)| (&chosen[..], *phase) == here)
    }

    /// Takes one step of the machine, or one link, forwards or backwards. `false` at either end.
    fn nudge(&mut self, fine: bool, forward: bool) -> bool {
        if !forward && self.at_floor() {
            return false;
        }
        let what = match (&mut self.slow, forward, fine) {
            (Some(slow), true, true) => {
                let (link, event) = (slow.order()[slow.done()], slow.event());
                if !slow.forward() {
                    self.slow = None;
                    self.search.step_into(&mut self.tally);
                }
                Moved::Link(link, event)
            }
            (Some(slow), false, true) => {
                let (link, event) = (slow.order()[slow.done() - 1], slow.event());
                if !slow.back() {
                    self.slow = None;
                }
                Moved::Link(link, event)
            }
            (Some(slow), _, false) => {
                let event = slow.event();
                self.slow = None;
                if forward {
                    self.search.step_into(&mut self.tally);
                }
                Moved::Step(event)
            }
            (None, true, true) => match Slow::ahead(&self.search) {
                Some(mut slow) => {
                    slow.forward();
                    let what = Moved::Link(slow.order()[0], slow.event());
                    self.slow = Some(slow);
                    what
                }
                None => return self.whole(true),
            },
            (None, false, true) => {
                let Some(event) = self.search.step_back(&mut self.tally) else { return false };
                match Slow::ahead(&self.search) {
                    Some(mut slow) => {
                        while slow.done() + 1 < slow.order().len() {
                            slow.forward();
                        }
                        let what = Moved::Link(slow.order()[slow.done()], event);
                        self.slow = Some(slow);
                        what
                    }
                    None => Moved::Step(event),
                }
            }
            (None, _, false) => return self.whole(forward),
        };
        self.did = Some(Did { what, forward });
        true
    }

    /// Takes one step of the machine. `false` at either end.
    fn whole(&mut self, forward: bool) -> bool {
        let event = match forward {
            true => self.search.step_into(&mut self.tally),
            false => self.search.step_back(&mut self.tally),
        };
        let did = event.map(|event| Did { what: Moved::Step(event), forward });
        self.did = did.or(self.did);
        did.is_some()
    }

    /// One step of a grain. `false` at either end of the search.
    pub fn step(&mut self, grain: Grain, forward: bool) -> bool {
        self.before = lengths(self.links());
        let moved = self.nudge(grain == Grain::Link, forward);
        while moved && grain == Grain::Branch && !self.at_branch() {
            if !self.nudge(false, forward) {
                break;
            }
        }
        moved
    }

    /// Goes on to a target, `budget` steps at most. `Some(found)` when it is reached or the search ends, `None` when
    /// the budget ran out first: ask again.
    pub fn seek(&mut self, target: Target, forward: bool, budget: u32) -> Option<bool> {
        let mut found = None;
        for _ in 0..budget {
            if !self.nudge(false, forward) {
                found = Some(false);
                break;
            }
            let reached = match target {
                Target::Solution => self.search.at_solution(),
                Target::DeadEnd => self.dead_item().is_some() || self.search.at_cut(),
            };
            if reached {
                found = Some(true);
                break;
            }
        }
        // After a jump nothing is said of what changed: it was too much.
        self.before = lengths(self.links());
        found
    }

    /// Straight back to the root.
    pub fn to_root(&mut self) {
        self.before = lengths(self.links());
        self.slow = None;
        self.search.restart();
        (self.tally, self.did, self.floor) = (Tally::default(), None, None);
    }

    /// Whether the search stands where the branch grain rests: at the root, at an item with several options or none,
    /// at a solution, or at the end.
    pub fn at_branch(&self) -> bool {
        let links = self.search.links();
        self.slow.is_none()
            && match self.search.phase() {
                Phase::Choose => self.search.chosen().is_empty(),
                Phase::Try { node } => links.len(links.item(node)) != 1,
                Phase::Cover { .. } => false,
                Phase::Uncover { .. } => self.search.at_solution() || self.search.at_cut(),
                Phase::Done => true,
            }
    }

    /// The chosen item that had no option at all, if the search stands at such a dead end.
    pub fn dead_item(&self) -> Option<ItemId> {
        let item = self.search.item_in_hand()?;
        (self.search.links().len(item) == 0).then_some(item)
    }

    /// The links as they are now, between two unlinks too.
    pub fn links(&self) -> &dyn Look {
        match &self.slow {
            Some(slow) => slow.links(),
            None => self.search.links(),
        }
    }

    pub fn search(&self) -> &Search {
        &self.search
    }

    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The step that is half done, link by link.
    pub fn slow(&self) -> Option<&Slow> {
        self.slow.as_ref()
    }

    pub fn did(&self) -> Option<Did> {
        self.did
    }

    /// The length that an item had before the last move.
    pub fn length_before(&self, item: ItemId) -> usize {
        self.before[item.index()]
    }

    /// The search as it was when the item in hand, or the item of the last chosen option, was about to be chosen: what
    /// the choice was made on.
    pub fn before_choice(&self) -> Search {
        let mut at = self.search.clone();
        let level = match at.phase() {
            Phase::Cover { .. } | Phase::Uncover { .. } => at.chosen().len().saturating_sub(1),
            _ => at.chosen().len(),
        };
        at.rewind(level);
        at
    }
}

fn lengths(links: &dyn Look) -> Vec<usize> {
    (0..links.n_items() as u32).map(|item| links.len(ItemId(item))).collect()
}
