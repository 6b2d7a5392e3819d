//! The links of one step in the order in which they change, and a node with the nodes it points at.

use super::panel::{fit_marked, span, write};
use super::theme::{Role, Theme};
use crate::app::{Stepping, node_words};
use crate::dlx::{Field, Link, Look, NodeId, Pointer, Step};
use crate::puzzle::Encoded;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

/// The step whose links are shown, and how many of its links are done: the step in progress, or
/// else the last one, or else the next one.
fn shown(stepping: &Stepping) -> Option<(Step, usize)> {
    let stepper = &stepping.stepper;
    if let Some(slow) = stepper.slow() {
        return Some((stepper.small_next_step()?, slow.done()));
    }
    let last = stepper.small_last_step().map(|step| (step.links.len(), step)).map(|(done, step)| (step, done));
    last.filter(|(step, _)| !step.links.is_empty()).or_else(|| Some((stepper.small_next_step()?, 0)))
}

pub fn title(stepping: &Stepping) -> String {
    if stepping.cursor.node.is_some() {
        return "LINKS  of the node selected".to_string();
    }
    match shown(stepping).filter(|(step, _)| !step.links.is_empty()) {
        None if stepping.stepper.slow().is_some() => "LINKS  too many to be listed".to_string(),
        None => "LINKS  this step changes none, or too many to be listed".to_string(),
        Some((step, done)) => {
            let verb = if step.removes { "unlinked" } else { "linked again" };
            format!("LINKS  {done} of {} {verb}", step.links.len())
        }
    }
}

/// Draws the links of a step in order, each with the two pointers that change. For the last link
/// done it also draws the list before and after. With a node selected, it draws that node's links,
/// and those of the nodes it points at.
pub fn draw(stepping: &Stepping, theme: Theme, rows: Rect, buf: &mut Buffer) {
    let (names, search) = (&stepping.encoded, stepping.stepper.search());
    if let Some(node) = stepping.cursor.node {
        return ring(stepping, node, theme, rows, buf);
    }
    let Some((step, done)) = shown(stepping).filter(|(step, _)| !step.links.is_empty()) else {
        let node = search.chosen().last().copied().or(stepping.focus().map(|item| NodeId(item.0)));
        if let Some(node) = node {
            ring(stepping, node, theme, rows, buf);
        }
        return;
    };
    // The last link done, or the first one if none is done.
    let at = done.saturating_sub(1);
    let width = usize::from(rows.width);
    let mut lines: Vec<(String, Role)> = Vec::new();
    let height = usize::from(rows.height);
    // Two rows below the link show its list. The rest of the room is for the links around it.
    let before = at.min(height.saturating_sub(3) / 2);
    for (k, link) in step.links.iter().enumerate().skip(at - before).take(height) {
        let (mark, role) = match (k.cmp(&at), done) {
            (std::cmp::Ordering::Equal, 1..) => (theme.glyph("▶", ">"), Role::Now),
            (std::cmp::Ordering::Less, _) => (theme.glyph("✓", "x"), Role::Done),
            _ => (" ", Role::Live),
        };
        let pair = step.pointers.get(2 * k..2 * k + 2).unwrap_or_default();
        let changes: Vec<String> = pair.iter().map(|own| pointer(*own, theme)).collect();
        lines.push((format!("{mark} {}   {}", changes.join("  "), what(names, search.links(), *link)), role));
        if k == at {
            let [was, is] = around(search.links(), *link, pair, step.removes, theme);
            lines.push((format!("    before  {was}"), Role::Done));
            lines.push((format!("    after   {is}"), Role::Changed));
        }
    }
    for (row, (text, role)) in lines.into_iter().take(height).enumerate() {
        write(buf, rows, row as u16, &Line::from(span(fit_marked(&text, width, theme), role, theme)), theme);
    }
}

/// `D[8] 21→4`
fn pointer(own: Pointer, theme: Theme) -> String {
    let letter = own.field.letter();
    format!("{letter}[{}] {}{}{}", number(own.of), number(own.from), theme.glyph("→", ">"), number(own.to))
}

fn number(node: Option<NodeId>) -> String {
    node.map_or("root".to_string(), |node| node.0.to_string())
}

/// `22 d e g in g`, `1 header of b`
fn what(names: &Encoded, links: &dyn Look, link: Link) -> String {
    match link {
        Link::Header(item) => node_name(names, links, NodeId(item.0)),
        Link::Node(node) => node_name(names, links, node),
    }
}

/// The part of a list that a link changes, before and after: `4 ⇄ 8 ⇄ 21 ⇄ 4` and `4 ⇄ 8 ⇄ 4`.
fn around(links: &dyn Look, link: Link, pair: &[Pointer], removes: bool, theme: Theme) -> [String; 2] {
    let own = match link {
        Link::Header(item) => NodeId(item.0),
        Link::Node(node) => node,
    };
    let [one, other] = pair else { return Default::default() };
    // The pointers that change belong to the node's neighbours.
    let (near, far) = match one.field {
        Field::Down | Field::Right => (one.of, other.of),
        Field::Up | Field::Left => (other.of, one.of),
    };
    let joint = theme.glyph(" ⇄ ", " = ");
    // A list begins and ends with its header. At other nodes dots say that it continues.
    let closes =
        |node: Option<NodeId>| node.is_none_or(|node| links.option(node).is_none()) && matches!(link, Link::Node(_));
    let (first, last) = (
        if closes(near) { number(near) } else { format!("{} {}", theme.glyph("…", "..."), number(near)) },
        if closes(far) { number(far) } else { format!("{} {}", number(far), theme.glyph("…", "...")) },
    );
    let (with, without) = (format!("{first}{joint}{}{joint}{last}", own.0), format!("{first}{joint}{last}"));
    if removes { [with, without] } else { [without, with] }
}

/// `1874 r2c7=B in c7=B`, `12 header of c7=B`.
fn node_name(names: &Encoded, links: &dyn Look, node: NodeId) -> String {
    let item = names.item_short(links.item(node));
    match links.option(node) {
        Some(option) => format!("{} {} in {item}", node.0, names.option_short(option)),
        None => format!("{} header of {item}", node.0),
    }
}

/// A node's row in the node table, and the rows of the nodes it points at.
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
        write(
            buf,
            area,
            row as u16,
            &Line::from(span(fit_marked(&text, area.width.into(), theme), role, theme)),
            theme,
        );
    }
}
