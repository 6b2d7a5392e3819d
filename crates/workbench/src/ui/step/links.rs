//! The links of one step in the order in which they change, and a node with the nodes it points at.

use super::drawing::{Drawing, Location};
use crate::app::Stepping;
use crate::ui::panel::{fit_marked, span, write};
use crate::ui::theme::{Role, Theme};
use dancing::{Field, Link, LinksView, NodeId, Pointer};
use quadrille_puzzle::Encoded;
use quadrille_solve::Grain;
use quadrille_study::node_words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use std::ops::Range;

pub(crate) static DRAWING: Drawing =
    Drawing { title, draw, location: Location::End, least: |_| 3, wanted: |_, room| room.1 };

fn title(stepping: &Stepping, _: Theme, area: Rect) -> String {
    let (stepper, ends) = (&stepping.stepper, stepping.stepper.search());
    if stepping.cursor.node.is_some() {
        return "LINKS  of the node selected".to_string();
    }
    if stepping.hides_next() {
        return "LINKS  a question is open".to_string();
    }
    match stepping.links_shown() {
        None if stepper.slow().is_none() && ends.last_event().is_none() && ends.next_event().is_none() => {
            "LINKS  no step changed any".to_string()
        }
        None => "LINKS  too many to list".to_string(),
        Some((step, _)) if step.links.is_empty() => "LINKS  this step changes none".to_string(),
        Some((step, done)) => {
            let verb = if step.removes { "unlinked" } else { "linked again" };
            let n = step.links.len();
            let seen = window(at(stepping, done), n, area.height.saturating_sub(1).into());
            let mut unseen = String::new();
            if seen.start > 0 {
                unseen += &format!("; {} above", seen.start);
            }
            if seen.end < n {
                unseen += &format!("; {} below", n - seen.end);
            }
            match (done, stepper.slow()) {
                // The last step changed none, so the next one is shown.
                (0, None) => format!("LINKS  next: {n} to be {verb}{unseen}"),
                _ => format!("LINKS  {done} of {n} {verb}{unseen}"),
            }
        }
    }
}

/// The number of rows below the link shown in full, for its list before and after. If there are two
/// rows in all, the list before is left out; if there is one, both are.
fn extra(height: usize) -> usize {
    height.saturating_sub(1).min(2)
}

/// The link that is shown in full: the selected one, else the last one of `done`, else the first
/// one.
fn at(stepping: &Stepping, done: usize) -> usize {
    stepping.link.unwrap_or(done.saturating_sub(1))
}

/// The links that fit `height` rows, around link `at`.
fn window(at: usize, n: usize, height: usize) -> Range<usize> {
    let room = height - extra(height);
    let from = at.saturating_sub(room.saturating_sub(1) / 2).min(n.saturating_sub(room));
    from..(from + room).min(n)
}

/// Draws the links of a step in order, each with the two pointers that change. For the link shown
/// in full it also draws the list before and after. If a node is selected, it draws that node's
/// links instead, and those of the nodes that it points at.
fn draw(stepping: &Stepping, theme: Theme, rows: Rect, buf: &mut Buffer) {
    let (names, search) = (&stepping.encoded, stepping.stepper.search());
    if let Some(node) = stepping.cursor.node {
        return ring(stepping, node, theme, rows, buf);
    }
    if stepping.hides_next() {
        return;
    }
    let Some((step, done)) = stepping.links_shown().filter(|(step, _)| !step.links.is_empty()) else {
        let node = search.chosen().last().copied().or(stepping.focus().map(|item| NodeId(item.0)));
        if let Some(node) = node {
            ring(stepping, node, theme, rows, buf);
        }
        return;
    };
    let at = at(stepping, done);
    let (width, height) = (usize::from(rows.width), usize::from(rows.height));
    let mut lines: Vec<(String, Role)> = Vec::new();
    for k in window(at, step.links.len(), height) {
        let link = step.links[k];
        let (mark, role) = match (k == at, k < done) {
            (true, true) => (theme.glyph("▶", ">"), Role::Now),
            (false, true) => (theme.glyph("✓", "x"), Role::Done),
            (true, false) => (theme.glyph("▷", "?"), Role::Now),
            (false, false) => (" ", Role::Live),
        };
        let pair = step.pointers.get(2 * k..2 * k + 2).unwrap_or_default();
        let changes: Vec<String> = pair.iter().map(|change| pointer(*change, theme)).collect();
        lines.push((format!("{mark} {}   {}", changes.join("  "), what(names, search.links(), link)), role));
        if k == at {
            let [was, is] = around(search.links(), link, pair, step.removes, theme);
            let lists = [(format!("    before  {was}"), Role::Done), (format!("    after   {is}"), Role::Now)];
            lines.extend(lists.into_iter().skip(2 - extra(height)));
        }
    }
    for (row, (text, role)) in lines.into_iter().take(height).enumerate() {
        write(buf, rows, row as u16, &Line::from(span(fit_marked(&text, width, theme), role, theme)), theme);
    }
}

/// Writes a pointer that changes: `D[8] 21→4`.
fn pointer(pointer: Pointer, theme: Theme) -> String {
    let letter = pointer.field.letter();
    format!("{letter}[{}] {}{}{}", number(pointer.of), number(pointer.from), theme.glyph("→", ">"), number(pointer.to))
}

fn number(node: Option<NodeId>) -> String {
    node.map_or("root".to_string(), |node| node.0.to_string())
}

/// Names a link: `22 d e g in g`, `1 header of b`.
fn what(names: &Encoded, links: &dyn LinksView, link: Link) -> String {
    match link {
        Link::Header(item) => node_name(names, links, NodeId(item.0)),
        Link::Node(node) => node_name(names, links, node),
    }
}

/// Names a link without the numbers of its nodes: `d e g`.
fn plainly(names: &Encoded, links: &dyn LinksView, link: Link) -> String {
    let node = match link {
        Link::Header(item) => NodeId(item.0),
        Link::Node(node) => node,
    };
    let header = || format!("the header of {}", names.item_noun(links.item(node)));
    links.option(node).map_or_else(header, |option| names.option_name(option))
}

/// The part of a list that a link changes, before and after: `4 ⇄ 8 ⇄ 21 ⇄ 4` and `4 ⇄ 8 ⇄ 4`.
fn around(links: &dyn LinksView, link: Link, pair: &[Pointer], removes: bool, theme: Theme) -> [String; 2] {
    let node = match link {
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
    let (with, without) = (format!("{first}{joint}{}{joint}{last}", node.0), format!("{first}{joint}{last}"));
    if removes { [with, without] } else { [without, with] }
}

/// Names a node: `1874 r2c7=B in c7=B`, `12 header of c7=B`.
fn node_name(names: &Encoded, links: &dyn LinksView, node: NodeId) -> String {
    let item = names.item_short(links.item(node));
    match links.option(node) {
        Some(option) => format!("{} {} in {item}", node.0, names.option_name(option)),
        None => format!("{} header of {item}", node.0),
    }
}

/// Draws a node's row in the node table, and the rows of the nodes that it points at.
fn ring(stepping: &Stepping, node: NodeId, theme: Theme, area: Rect, buf: &mut Buffer) {
    let (names, links) = (&stepping.encoded, stepping.stepper.links());
    let mut shown = vec![("node", node), ("U", links.up(node)), ("D", links.down(node))];
    if links.option(node).is_some() {
        shown.extend(links.option_nodes(node).skip(1).map(|node| ("R", node)));
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

/// Draws the link at hand of the step that is listed: its number, its node, and its two pointers.
/// Returns the number of rows.
pub(crate) fn around_one(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) -> u16 {
    let mut rows = 0;
    for (text, role) in words_of_one(stepping, theme).into_iter().chain([("j k others".to_string(), Role::Done)]) {
        write(buf, area, rows, &Line::from(span(format!(" {text}"), role, theme)), theme);
        rows += 1;
    }
    rows
}

/// The link at hand in words. No number is cut, so each pointer has a line of its own.
pub(crate) fn words_of_one(stepping: &Stepping, theme: Theme) -> Vec<(String, Role)> {
    let links = stepping.stepper.links();
    let Some((step, done)) = stepping.links_shown().filter(|(step, _)| !step.links.is_empty()) else {
        let text = if stepping.links_shown().is_none() { "too many to list" } else { "this step changes none" };
        return vec![(text.to_string(), Role::Done)];
    };
    if stepping.hides_next() && done == 0 {
        return vec![("a question is open".to_string(), Role::Done)];
    }
    let (at, n) = (at(stepping, done).min(step.links.len() - 1), step.links.len());
    let pair = step.pointers.get(2 * at..2 * at + 2).unwrap_or_default();
    let state = match (at < done, step.removes) {
        (true, true) => "unlinked",
        (true, false) => "linked again",
        (false, _) => "to come",
    };
    // The numbers of nodes are said where the picture has them, or where links are stepped.
    let is_numbered = stepping.grain == Grain::Link || stepping.is_matrix();
    let pointers = pair.iter().filter(|_| is_numbered).map(|&one| (pointer(one, theme), Role::Now));
    let (names, link) = (&stepping.encoded, step.links[at]);
    let named = if is_numbered { what(names, links, link) } else { plainly(names, links, link) };
    let first = [(format!("link {} of {n}, {state}", at + 1), Role::Live), (named, Role::Now)];
    first.into_iter().chain(pointers).collect()
}
