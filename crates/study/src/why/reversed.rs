//! The reason why links come back in the reverse order, with the links of a step.

use super::Asker;
use dancing::Link;
use std::collections::HashMap;

impl Asker<'_> {
    /// Explains the order of the last step, which put links back, by the nodes that it moved.
    pub(super) fn reversed(&mut self) {
        let Some(step) = self.stepper.small_last_step() else { return };
        let (names, links) = (self.names, self.stepper.links());
        let number = |link: &Link| match link {
            Link::Header(item) => item.0,
            Link::Node(node) => node.0,
        };
        let name = |link: &Link| match link {
            Link::Header(item) => format!("{} (the header of {})", item.0, names.item_short(*item)),
            Link::Node(node) => {
                let option = links.option(*node).map(|option| names.option_short(option)).unwrap_or_default();
                format!("{} ({option} in {})", node.0, names.item_short(links.item(*node)))
            }
        };
        // The two neighbours that a link still points at.
        let ends = |link: &Link| match link {
            Link::Header(item) => {
                ('L', links.left(Some(*item)).map(|i| i.0), 'R', links.right(Some(*item)).map(|i| i.0))
            }
            Link::Node(node) => ('U', Some(links.up(*node).0), 'D', Some(links.down(*node).0)),
        };
        let word = |end: Option<u32>| end.map_or("root".to_string(), |end| end.to_string());
        let Some((first, last)) = step.links.first().zip(step.links.last()) else { return };
        let (one, near, other, far) = ends(first);
        let (n, back) =
            (number(first), format!("{one}[{0}] = {1} and {other}[{0}] = {2}", number(first), word(near), word(far)));
        if step.links.len() == 1 {
            return self
                .say(format!("{} kept its pointers while it was out: {back}. They say where it goes.", name(first)));
        }
        self.say(format!(
            "Covering took out {} links, first {}, last {}. They come back in the reverse order, {n} first.",
            step.links.len(),
            name(last),
            name(first)
        ));
        self.say(format!("Each kept its pointers while it was out, as {back}, and they say where it goes."));
        // A link that points at one that left later: in the order of covering, it would come back
        // before its neighbour.
        let places: HashMap<u32, usize> = step.links.iter().enumerate().map(|(at, link)| (number(link), at)).collect();
        let is_node = |link: &Link| matches!(link, Link::Node(_));
        let pair = step.links.iter().enumerate().rev().find_map(|(at, link)| {
            let (one, near, other, far) = ends(link);
            let is_later = |end: Option<u32>| {
                let place = end.and_then(|end| places.get(&end)).filter(|&&place| place < at);
                place.is_some_and(|&place| is_node(&step.links[place]) == is_node(link))
            };
            let later = [(one, near), (other, far)].into_iter().find(|&(_, end)| is_later(end));
            later.map(|(field, end)| (number(link), field, word(end)))
        });
        if let Some((link, field, end)) = pair {
            self.say(format!(
                "{field}[{link}] = {end}: if {link} came back before {end}, its list would lead to {end}, which is still out."
            ));
        }
    }
}
