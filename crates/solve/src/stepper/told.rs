//! The last step and the next one with their changes, computed from the links for all views of a
//! step.

use super::{Did, Moved, Stepper};
use crate::Grain;
use dancing::{Event, Link, Pointer, Step};
use std::ops::Range;
use std::sync::{Arc, PoisonError};

/// The longest list whose links are computed for every frame.
const MOST_TOLD: usize = 20_000;

/// The places of the steps that are kept for a state: the one that led here, the one that a move
/// backwards has undone, and the next one.
const LAST: usize = 0;
const UNDONE: usize = 1;
const NEXT: usize = 2;

impl Stepper {
    /// The step that led here, in its direction; after a jump, the step forwards to this state.
    /// `None` at the root, in the middle of a step, and after a branch was chosen by hand.
    pub fn last_step(&self) -> Option<Step> {
        if self.is_steered() || self.slow.is_some() {
            return None;
        }
        match self.did.is_none_or(|did| did.forward) {
            true => self.search.peek_back().map(Step::inverse),
            false => self.search.peek().map(Step::inverse),
        }
    }

    /// Returns true if the next branch was chosen by hand, and no move has followed.
    pub fn is_steered(&self) -> bool {
        let here = self.search.current_branch().map(|branch| (self.search.chosen().len(), branch.k));
        self.did.is_none() && here.is_some() && self.by_hand.last().copied() == here
    }

    /// As [`Stepper::last_step`]; `None` if its list is too long to be computed for every frame.
    pub fn small_last_step(&self) -> Option<Arc<Step>> {
        if self.is_steered() || self.slow.is_some() {
            return None;
        }
        let forward = self.did.is_none_or(|did| did.forward);
        let event = match self.did.is_none_or(|did| did.forward) {
            true => self.search.last_event(),
            false => self.search.next_event(),
        }?;
        let told = || (self.length_of(event) <= MOST_TOLD).then(|| self.last_step()).flatten();
        self.kept_step(if forward { LAST } else { UNDONE }, told)
    }

    /// The next step; `None` if its list is too long to be computed for every frame.
    pub fn small_next_step(&self) -> Option<Arc<Step>> {
        let event = self.search.next_event()?;
        let told = || (self.length_of(event) <= MOST_TOLD).then(|| self.search.peek()).flatten();
        self.kept_step(NEXT, told)
    }

    /// One of the steps around this state. Each is computed once, because several views show it.
    fn kept_step(&self, which: usize, told: impl FnOnce() -> Option<Step>) -> Option<Arc<Step>> {
        // The best score so far decides which branches are cut.
        let here = (self.search.address(), self.search.best());
        let mut kept = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, steps) = match &mut *kept {
            Some(kept) if kept.0 == here => kept,
            kept => kept.insert((here, Default::default())),
        };
        steps[which].get_or_insert_with(|| told().map(Arc::new)).clone()
    }

    /// The length of the list that an event walks.
    pub(super) fn length_of(&self, event: Event) -> usize {
        let links = self.search.links();
        match event {
            Event::Choose { item }
            | Event::Cover { item }
            | Event::Stop { item }
            | Event::Uncover { item }
            | Event::Backtrack { item } => links.len(item),
            Event::Purify { node } | Event::Unpurify { node } => links.len(links.item(node)),
            Event::Try { .. } | Event::Next { .. } => 1,
            Event::Visit | Event::Cut { .. } | Event::RaiseLimit { .. } => 0,
        }
    }

    /// The pointers that the last move changed, in its direction. The move is a whole step, or the
    /// links that the last key moved.
    pub fn last_pointers(&self, grain: Grain) -> Vec<Pointer> {
        let Some((step, moved, forward)) = self.last_moved(grain) else {
            return self.small_last_step().map_or(Vec::new(), |step| step.pointers.clone());
        };
        let pointers = &step.pointers[2 * moved.start..(2 * moved.end).min(step.pointers.len())];
        if forward {
            return pointers.to_vec();
        }
        // Each link changes two pointers. Their order is the same in both directions.
        let back = |pointer: &Pointer| Pointer { from: pointer.to, to: pointer.from, ..*pointer };
        pointers.rchunks(2).flatten().map(back).collect()
    }

    /// The links that the last key moved, in order. Empty if it moved a whole step.
    pub fn last_links(&self, grain: Grain) -> Vec<Link> {
        let Some((step, moved, forward)) = self.last_moved(grain) else { return Vec::new() };
        let mut links = step.links[moved].to_vec();
        if !forward {
            links.reverse();
        }
        links
    }

    /// The step of which the last key moved a part, the range of those links in it, and true if the
    /// move was forwards.
    fn last_moved(&self, grain: Grain) -> Option<(Arc<Step>, Range<usize>, bool)> {
        let Did { what: Moved::Link(..), forward } = self.did.filter(|_| grain >= Grain::Option)? else { return None };
        // In the middle of a step, the step is computed as if none of it were done.
        let (step, done) = match &self.slow {
            Some(slow) => (self.small_next_step()?, slow.done()),
            None if forward => (self.small_last_step()?, usize::MAX),
            None => (self.small_next_step()?, 0),
        };
        let (links, done) = (&step.links, done.min(step.links.len()));
        let of = |link: &Link| match link {
            Link::Header(_) => None,
            Link::Node(node) => self.search.links().option(*node),
        };
        // At [`Grain::Option`] the links of one option move together.
        let same = |one: &Link, other: &Link| grain == Grain::Option && of(one).is_some() && of(one) == of(other);
        let moved = match forward {
            true => {
                let last = done.saturating_sub(1);
                let from = (0..last).rev().take_while(|&at| same(&links[at], &links[last])).last().unwrap_or(last);
                from..done
            }
            false => {
                let to =
                    (done + 1..links.len()).take_while(|&at| same(&links[at], &links[done])).last().unwrap_or(done);
                done..to + 1
            }
        };
        Some((step, moved, forward))
    }
}
