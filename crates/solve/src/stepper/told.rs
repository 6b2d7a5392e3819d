//! The last step and the next one with their changes, for all views of a step.

use super::{Did, Moved, Stepper};
use crate::Grain;
use dancing::{Event, Link, Pointer, Step};
use std::ops::Range;
use std::sync::Arc;

/// The longest list whose step is recorded after every move.
const MOST_TOLD: usize = 20_000;

impl Stepper {
    /// Records the steps around this state.
    pub(super) fn record_steps(&mut self) {
        let is_told =
            |stepper: &Stepper, event: Option<Event>| event.is_some_and(|event| stepper.length_of(event) <= MOST_TOLD);
        self.next = is_told(self, self.search.next_event()).then(|| self.search.peek()).flatten().map(Arc::new);
        self.last = match self.is_forward() {
            _ if !self.has_last() => None,
            true if is_told(self, self.search.last_event()) => self.search.peek_back().map(Step::inverse).map(Arc::new),
            true => None,
            false => self.next.as_deref().cloned().map(Step::inverse).map(Arc::new),
        };
    }

    /// True if the last move went forwards, and after a jump.
    fn is_forward(&self) -> bool {
        self.did.is_none_or(|did| did.forward)
    }

    /// False in the middle of a step, and after a branch was chosen by hand: no whole step led
    /// here.
    fn has_last(&self) -> bool {
        self.slow.is_none() && !self.is_steered()
    }

    /// The step that led here, in its direction; after a jump, the step forwards to this state.
    /// `None` at the root, in the middle of a step, and after a branch was chosen by hand.
    pub fn last_step(&self) -> Option<Arc<Step>> {
        let event = if self.is_forward() { self.search.last_event() } else { self.search.next_event() };
        let recorded = || {
            let mut search = self.search.clone();
            if self.is_forward() { search.peek_back() } else { search.peek() }
        };
        match &self.last {
            None if event.is_some() && self.has_last() => recorded().map(Step::inverse).map(Arc::new),
            last => last.clone(),
        }
    }

    /// The next step. `None` at the end.
    pub fn next_step(&self) -> Option<Arc<Step>> {
        let recorded = || self.search.has_next().then(|| self.search.clone().peek()).flatten().map(Arc::new);
        self.next.clone().or_else(recorded)
    }

    /// Returns true if the next branch was chosen by hand, and no move has followed.
    pub fn is_steered(&self) -> bool {
        let here = self.search.current_branch().map(|branch| (self.search.chosen().len(), branch.k));
        self.did.is_none() && here.is_some() && self.hand.branches.last().copied() == here
    }

    /// As [`Stepper::last_step`]; `None` also if its list is too long to be walked after every
    /// move.
    pub fn small_last_step(&self) -> Option<&Arc<Step>> {
        self.last.as_ref()
    }

    /// As [`Stepper::next_step`]; `None` also if its list is too long to be walked after every
    /// move.
    pub fn small_next_step(&self) -> Option<&Arc<Step>> {
        self.next.as_ref()
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
    fn last_moved(&self, grain: Grain) -> Option<(&Step, Range<usize>, bool)> {
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
