//! What the last move did, and what the next one will: read off the links, for every view that
//! tells of a step.

use super::{Did, Moved, Stepper};
use crate::dlx::{Event, Link, Pointer, Step};
use crate::solve::Grain;
use std::ops::Range;

/// The longest list whose links are told with every frame.
const MOST_TOLD: usize = 20_000;

impl Stepper {
    /// The step that led here, as it was done, forwards or back; after a jump the step that leads
    /// there. `None` at the root, or if a step is half done.
    pub fn last_step(&self) -> Option<Step> {
        if self.is_steered() {
            return None;
        }
        let step = match self.did.is_none_or(|did| did.forward) {
            true => self.search.peek_back(),
            false => self.search.peek(),
        };
        Some(step.filter(|_| self.slow.is_none())?.inverse())
    }

    /// Whether the branch that is next was put there by hand, and nothing was done since.
    pub fn is_steered(&self) -> bool {
        let here = self.search.branch_in_hand().map(|branch| (self.search.chosen().len(), branch.k));
        self.did.is_none() && here.is_some() && self.by_hand.last().copied() == here
    }

    /// The same, if the list that it goes through is not too long to be told with every frame.
    pub fn small_last_step(&self) -> Option<Step> {
        let event = match self.did.is_none_or(|did| did.forward) {
            true => self.search.last_event(),
            false => self.search.next_event(),
        }?;
        (self.length_of(event) <= MOST_TOLD).then(|| self.last_step()).flatten()
    }

    /// What the next step is and does, under the same condition.
    pub fn small_next_step(&self) -> Option<Step> {
        let event = self.search.next_event()?;
        (self.length_of(event) <= MOST_TOLD).then(|| self.search.peek()).flatten()
    }

    /// How long the list is that an event goes through.
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
            Event::Visit | Event::Cut { .. } | Event::Deepen { .. } => 0,
        }
    }

    /// The pointers that the last move changed, as it did: those of the whole step, or of the links
    /// that the last key moved.
    pub fn last_pointers(&self, grain: Grain) -> Vec<Pointer> {
        let Some((step, moved, forward)) = self.last_moved(grain) else {
            return self.small_last_step().map_or(Vec::new(), |step| step.pointers);
        };
        let own = &step.pointers[2 * moved.start..(2 * moved.end).min(step.pointers.len())];
        if forward {
            return own.to_vec();
        }
        // Each link changes two pointers, of which one is told first whichever way it goes.
        let back = |own: &Pointer| Pointer { from: own.to, to: own.from, ..*own };
        own.rchunks(2).flatten().map(back).collect()
    }

    /// The links that the last key moved, in the order in which it did, where it moved some of a
    /// step alone.
    pub fn last_links(&self, grain: Grain) -> Vec<Link> {
        let Some((step, moved, forward)) = self.last_moved(grain) else { return Vec::new() };
        let mut links = step.links[moved].to_vec();
        if !forward {
            links.reverse();
        }
        links
    }

    /// The step that the last key moved a part of, which of its links those are, and whether it
    /// moved forwards.
    fn last_moved(&self, grain: Grain) -> Option<(Step, Range<usize>, bool)> {
        let Did { what: Moved::Link(..), forward } = self.did.filter(|_| grain >= Grain::Option)? else { return None };
        // Of a step that is half done everything is told before it is taken.
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
        // At the grain of options the links of one option move together.
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
