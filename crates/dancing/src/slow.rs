//! One step of the search, replayed link by link.
//!
//! The kernel does not report the unlinks inside a cover. They are computed from the links before
//! the step (the item's options and their nodes, in order) and replayed here on a copy. So every
//! state between two unlinks is a real structure, which can be shown.

use super::{Event, Link, Links, LinksView, Search, Step, Word};
use alloc::vec::Vec;

/// A step in progress: some of its links are done, the others are pending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slow {
    links: Either,
    /// The links of the step, in the order in which they change.
    order: Vec<Link>,
    done: usize,
    removes: bool,
    event: Event,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Either {
    Narrow(Links<u16>),
    Wide(Links<u32>),
}

impl Slow {
    /// Splits the next step of a search into its links, with none of them done. `None` if there is
    /// no next step, or if it changes fewer than two links and so has no state in between.
    pub fn of_next(search: &Search) -> Option<Slow> {
        let Step { event, links: order, removes, .. } = search.peek()?;
        let links = match search {
            Search::Narrow(machine) => Either::Narrow(machine.links().clone()),
            Search::Wide(machine) => Either::Wide(machine.links().clone()),
        };
        (order.len() > 1).then_some(Slow { links, order, removes, done: 0, event })
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

    fn change(&mut self, link: Link, remove: bool) {
        match &mut self.links {
            Either::Narrow(links) => change(links, link, remove),
            Either::Wide(links) => change(links, link, remove),
        }
    }

    /// Returns true if the step removes links, false if it puts them back.
    pub fn removes(&self) -> bool {
        self.removes
    }

    /// The links in their current state.
    pub fn links(&self) -> &dyn LinksView {
        match &self.links {
            Either::Narrow(links) => links,
            Either::Wide(links) => links,
        }
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

fn change<W: Word>(links: &mut Links<W>, link: Link, remove: bool) {
    match (link, remove) {
        (Link::Header(item), true) => links.unlink_header(item),
        (Link::Header(item), false) => links.relink_header(item),
        (Link::Node(node), true) => links.unlink_node(node),
        (Link::Node(node), false) => links.relink_node(node),
    }
}
