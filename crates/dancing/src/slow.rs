//! One step of the search, replayed link by link.
//!
//! The links of the step are recorded ([`Search::peek`]) and replayed here on a copy of the search.
//! So each state between two links can be inspected. The search itself stays before the step,
//! because addresses, ranks and events are defined only there.

use super::search::machine;
use super::{Event, Link, LinksView, Machine, Search, Step, Word};
use alloc::vec::Vec;

/// A step in progress: some of its links are done, the others are pending.
#[derive(Clone, Debug, PartialEq)]
pub struct Slow {
    /// A copy of the search, whose links alone are moved.
    copy: Search,
    /// The links of the step, in the order in which they change.
    order: Vec<Link>,
    done: usize,
    removes: bool,
    event: Event,
}

impl Slow {
    /// Splits the next step of a search into its links, with none of them done. `None` if there is
    /// no next step, or if it changes fewer than two links and so has no state in between.
    pub fn of_next(search: &mut Search) -> Option<Slow> {
        let next = search.peek()?;
        Slow::of_step(search, &next)
    }

    /// As [`Slow::of_next`], where the next step is known.
    pub fn of_step(search: &Search, next: &Step) -> Option<Slow> {
        let Step { event, links: order, removes, .. } = next;
        let slow = || Slow { copy: search.clone(), order: order.clone(), removes: *removes, done: 0, event: *event };
        (order.len() > 1).then(slow)
    }

    /// Changes the next link. Returns `false` if it was the last one: the state is then the one
    /// after the whole step.
    pub fn forward(&mut self) -> bool {
        let link = self.order[self.done];
        self.change(link, self.removes);
        self.done += 1;
        self.done < self.order.len()
    }

    /// Undoes one link, at least one of which must be done. Returns `false` if none is done any
    /// more: the state is then the one before the step.
    pub fn back(&mut self) -> bool {
        self.done -= 1;
        let link = self.order[self.done];
        self.change(link, !self.removes);
        self.done > 0
    }

    fn change(&mut self, link: Link, leaves: bool) {
        machine!(&mut self.copy, machine => machine.change(link, leaves));
    }

    /// Returns true if the step removes links, false if it puts them back.
    pub fn removes(&self) -> bool {
        self.removes
    }

    /// The links in their current state.
    pub fn links(&self) -> &dyn LinksView {
        self.copy.links()
    }

    /// The event of the step.
    pub fn event(&self) -> Event {
        self.event
    }

    /// The links of the step, in the order in which they change.
    pub fn order(&self) -> &[Link] {
        &self.order
    }

    /// The number of links done so far.
    pub fn done(&self) -> usize {
        self.done
    }
}

impl<W: Word> Machine<W> {
    /// Changes one link, and nothing else.
    fn change(&mut self, link: Link, leaves: bool) {
        let mut links = self.open();
        match (link, leaves) {
            (Link::Header(item), true) => links.unlink_header(W::new(item.index()), &mut ()),
            (Link::Header(item), false) => links.relink_header(W::new(item.index()), &mut ()),
            (Link::Node(node), true) => links.unlink_node(W::new(node.index()), &mut ()),
            (Link::Node(node), false) => links.relink_node(W::new(node.index()), &mut ()),
        }
    }
}
