//! What the next step of a search will be, read off its links: nothing is moved and nothing copied.

use super::{Event, ItemId, Look, Phase, Rule, Score, Search};
use std::cmp::Reverse;

impl Search {
    /// The event that [`Search::step_into`] will return; `None` at the end.
    pub fn next_event(&self) -> Option<Event> {
        let links = self.links();
        Some(match self.phase() {
            Phase::Choose => {
                let Some(item) = self.rule().pick(links) else { return Some(Event::Visit) };
                match (self.reckoning().filter(|own| own.is_exceeded()), self.score().is_some_and(Score::is_hopeless)) {
                    (Some(own), _) => Event::Cut { needs: own.needs },
                    (None, true) => Event::Cut { needs: 0 },
                    (None, false) => Event::Choose { item },
                }
            }
            Phase::Try { node } if links.option(node).is_none() => Event::Backtrack { item: links.item(node) },
            Phase::Try { node } => Event::Try { node },
            Phase::Cover { at } => Event::Cover { item: links.item(at) },
            Phase::Uncover { at } if self.chosen().last() == Some(&at) => Event::Next { node: at },
            Phase::Uncover { at } => Event::Uncover { item: links.item(at) },
            Phase::Done if self.has_next() => Event::Deepen { limit: self.limit()? + 1 },
            Phase::Done => return None,
        })
    }

    /// The item that is chosen next, where one is to be chosen and none is cut.
    pub fn next_item(&self) -> Option<ItemId> {
        match self.next_event() {
            Some(Event::Choose { item }) => Some(item),
            _ => None,
        }
    }
}

impl Rule {
    /// The item to cover next; `None` if none is left. [`Rule::choose`] finds the same one at speed.
    fn pick(self, links: &dyn Look) -> Option<ItemId> {
        let mut open = links.open_items();
        let length = |item: &ItemId| links.len(*item);
        match self {
            Rule::Fewest | Rule::Failing => open.min_by_key(length),
            // Of equal ones `max_by_key` takes the last, `min_by_key` the first.
            Rule::FewestLast => open.max_by_key(|item| Reverse(length(item))),
            Rule::Most => open.min_by_key(|item| Reverse(length(item))),
            Rule::First => open.next(),
            Rule::Last => links.left(None),
        }
    }
}
