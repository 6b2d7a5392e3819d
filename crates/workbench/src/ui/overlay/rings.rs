//! A list twice, right and broken, side by side or one above the other.

use crate::app::Stepping;
use crate::ui::panel::{span, write};
use crate::ui::step::Strip;
use crate::ui::theme::{Role, Theme};
use quadrille_study::Ring;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

/// The size of a box with two lists, if there is room for it.
pub const SIZE: (u16, u16) = (112, 18);

/// The width from which on the lists are side by side.
const WIDE: u16 = 96;

/// The rows of a list without frames around its nodes, and with them.
const RING: [u16; 2] = [4, 6];

/// The rows that two lists take in a width, with a blank one below.
pub(crate) fn rings_height(width: u16) -> u16 {
    match width >= WIDE {
        true => RING[1] + 2,
        false => 2 * (RING[0] + 1),
    }
}

/// Draws the right list and the broken one below a row, each with its heading. Returns the row
/// after them and a blank one.
pub(crate) fn draw_rings(
    lists: [(&str, &Ring); 2],
    stepping: &Stepping,
    theme: Theme,
    inner: Rect,
    y: u16,
    buf: &mut Buffer,
) -> u16 {
    let side_by_side = inner.width >= WIDE;
    let high = RING[usize::from(side_by_side)];
    let column = if side_by_side { inner.width / 2 - 1 } else { inner.width };
    // Of long lists, the first place where they part is in sight.
    let [(_, right), (_, broken)] = lists;
    let pairs = || right.nodes.iter().zip(&broken.nodes);
    let torn = || pairs().position(|(one, other)| one != other).map(|at| at + 1);
    let parts = pairs().position(|(one, other)| one.node != other.node).or_else(torn);
    let unlike = parts.unwrap_or(right.nodes.len().min(broken.nodes.len()));
    for (k, (head, ring)) in lists.into_iter().enumerate() {
        let place = Rect {
            x: inner.x + if side_by_side { k as u16 * (column + 2) } else { 0 },
            y: inner.y + y + if side_by_side { 0 } else { k as u16 * (high + 1) },
            width: column,
            height: high + 1,
        };
        let place = place.intersection(inner);
        let role = if k == 0 { Role::Title } else { Role::Bad };
        write(buf, place, 0, &Line::from(span(head.to_string(), role, theme)), theme);
        let room = Rect { y: place.y + 1, height: place.height.saturating_sub(1), ..place };
        let mut strip = Strip::of_ring(ring, stepping.stepper.search().links(), &stepping.encoded);
        strip.near = Some((unlike.saturating_sub(1), unlike.min(strip.boxes.len() - 1)));
        strip.draw(theme, room, buf);
    }
    y + rings_height(inner.width)
}
