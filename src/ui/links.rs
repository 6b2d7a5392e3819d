//! The links of one step in the order in which they are changed, and a node with what it points at.

use super::panel::{span, titled, write};
use super::step::head;
use super::theme::{Role, Theme};
use crate::app::{Panel, Stepping, node_words};
use crate::dlx::{Link, Look, NodeId};
use crate::puzzle::Encoded;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

/// The links of the step that is half done, of the last one, or of the next one, in order, each with where it points
/// now. With a node selected: its own links and those of what it points at. The title takes the first row.
pub fn draw(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let (names, stepper) = (&stepping.encoded, &stepping.stepper);
    let (search, now) = (stepper.search(), stepper.links());
    if let Some(node) = stepping.cursor.node {
        let rows = titled(buf, area, &head(stepping, Panel::Links, "LINKS  of the node selected"), theme);
        return ring(stepping, node, theme, rows, buf);
    }
    let last = stepper.last_step().filter(|step| !step.back && !step.links.is_empty());
    let (order, done, removes) = match (stepper.slow(), last) {
        (Some(slow), _) => (slow.order().to_vec(), slow.done(), slow.removes()),
        (None, Some(step)) => {
            let done = step.links.len();
            (step.links, done, step.removes)
        }
        (None, None) => search.peek().map_or((Vec::new(), 0, true), |step| (step.links, 0, step.removes)),
    };
    if order.is_empty() {
        let rows = titled(buf, area, &head(stepping, Panel::Links, "LINKS  this step changes none"), theme);
        let node = search.chosen().last().copied().or(stepping.focus().map(|item| NodeId(item.0)));
        if let Some(node) = node {
            ring(stepping, node, theme, rows, buf);
        }
        return;
    }
    let verb = if removes { "unlinked" } else { "linked again" };
    let title = format!("LINKS  {done} of {} {verb}", order.len());
    let rows = titled(buf, area, &head(stepping, Panel::Links, &title), theme);
    let from = done.saturating_sub(rows.height as usize / 2);
    let from = from.min(order.len().saturating_sub(rows.height as usize));
    for (row, (at, link)) in order.iter().enumerate().skip(from).take(rows.height as usize).enumerate() {
        let (mark, role) = match at.cmp(&done) {
            std::cmp::Ordering::Less => (theme.glyph("✓", "x"), Role::Done),
            std::cmp::Ordering::Equal => (theme.glyph("▶", ">"), Role::Now),
            std::cmp::Ordering::Greater => (" ", Role::Live),
        };
        let node = match link {
            Link::Header(item) => NodeId(item.0),
            Link::Node(node) => *node,
        };
        let text = format!("{mark} {} {}", node_name(names, now, node), node_words(now, node));
        write(buf, rows, row as u16, &Line::from(span(text, role, theme)));
    }
}

/// `1874 r2c7=B in c7=B`, `12 header of c7=B`.
fn node_name(names: &Encoded, links: &dyn Look, node: NodeId) -> String {
    let item = names.item_short(links.item(node));
    match links.option(node) {
        Some(option) => format!("{} {} in {item}", node.0, names.option_short(option)),
        None => format!("{} header of {item}", node.0),
    }
}

/// A node's row in the table of nodes, and those of the nodes that it points at.
fn ring(stepping: &Stepping, node: NodeId, theme: Theme, area: Rect, buf: &mut Buffer) {
    let (names, links) = (&stepping.encoded, stepping.stepper.links());
    let mut shown = vec![("node", node), ("U", links.up(node)), ("D", links.down(node))];
    if links.option(node).is_some() {
        shown.extend(links.around(node).skip(1).map(|node| ("R", node)));
    }
    for (row, (what, at)) in shown.into_iter().enumerate().take(area.height as usize) {
        let gone = links.option(at).is_some() && !links.is_linked(at);
        let role = match (row, gone) {
            (0, _) => Role::Now,
            (_, true) => Role::Done,
            (_, false) => Role::Live,
        };
        let text = format!("{what:<4} {} {}", node_name(names, links, at), node_words(links, at));
        write(buf, area, row as u16, &Line::from(span(text, role, theme)));
    }
}
