//! A listing as its matrix: a column an item, a row an option, a dot where the option holds the
//! item. If the names of the items have no room side by side, the table is turned: a row an item, a
//! column an option. If that does not fit either, the options are listed in words, side by side.
//! The matrix of Step also shows links; this one shows a puzzle without a search.

use super::listing::{self, Tag};
use super::panel::{fit_marked, put};
use super::theme::{Role, Theme};
use quadrille_puzzle::Listing;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::ops::Range;
use unicode_width::UnicodeWidthStr;

/// The most columns from an item to the next, and the most rows from an option to the next. More
/// would show no more.
const APART: (usize, usize) = (18, 9);

/// The layout of a matrix in a room.
struct Layout {
    /// True if a row is an item.
    turned: bool,
    /// The columns before the first dot.
    label: usize,
    /// The columns and the rows from a dot to the next.
    pitch: (usize, usize),
    /// The items and options that are shown.
    items: Range<usize>,
    options: Range<usize>,
}

/// The part of `all` that fits, around `at`.
fn window(at: usize, all: usize, fits: usize) -> Range<usize> {
    let from = at.saturating_sub(fits / 2).min(all.saturating_sub(fits));
    from..(from + fits).min(all)
}

/// The distance of `count` dots in a room: the largest up to `most`, and at least `least`.
fn spread(room: usize, count: usize, least: usize, most: usize) -> usize {
    (room.saturating_sub(least) / count.saturating_sub(1).max(1)).clamp(least, most)
}

impl Layout {
    fn new(listing: &Listing, (width, height): (u16, u16), center: usize) -> Layout {
        let (width, height) = (usize::from(width), usize::from(height));
        let (n, m) = (listing.items.len(), listing.options.len());
        // Only the names that can be visible are measured, because the problem may be large.
        let long = listing.items.iter().take(width).map(|name| name.width()).max().unwrap_or(1);
        let near = center.saturating_sub(height)..(center + height).min(m);
        let numbers = m.to_string().len();
        let names = near.map(|option| listing.option_name(option).width()).max().unwrap_or(1);
        let label = numbers + 4 + names.min(width / 4).max(1);
        let rows = height.saturating_sub(2);
        let inner = width.saturating_sub(label);
        let upright = Layout {
            turned: false,
            label,
            pitch: (spread(inner, n, long + 1, APART.0.max(long + 1)), spread(rows, m, 1, APART.1)),
            items: 0..n,
            options: 0..m,
        };
        if n * (long + 1) <= inner {
            let options = window(center, m, rows.div_ceil(upright.pitch.1));
            return Layout { options, ..upright };
        }
        let (label, each) = (long + 2, numbers + 1);
        let inner = width.saturating_sub(label);
        if n <= rows && m * each <= inner {
            let pitch = (spread(inner, m, each, APART.0.max(each)), spread(rows, n, 1, APART.1));
            return Layout { turned: true, label, pitch, items: 0..n, options: 0..m };
        }
        Layout { options: 0..0, ..upright }
    }

    /// Returns true if neither way of the matrix fits.
    fn is_too_small(&self) -> bool {
        self.options.is_empty()
    }

    /// The place of a dot.
    fn place(&self, item: usize, option: usize) -> Option<(usize, usize)> {
        let (item, option) = (item.checked_sub(self.items.start)?, option.checked_sub(self.options.start)?);
        let (column, row) = if self.turned { (option, item) } else { (item, option) };
        let shown = item < self.items.len() && option < self.options.len();
        shown.then(|| (self.label + column * self.pitch.0, 2 + row * self.pitch.1))
    }
}

/// Draws the matrix of a listing around option `center`. `tag` gives the state of each option.
pub fn draw(buf: &mut Buffer, area: Rect, listing: &Listing, center: usize, theme: Theme, tag: impl Fn(usize) -> Tag) {
    let area = area.intersection(buf.area);
    if area.width < 8 || area.height < 3 {
        return;
    }
    let layout = Layout::new(listing, (area.width, area.height), center);
    if layout.is_too_small() {
        return in_columns(buf, area, listing, center, theme, tag);
    }
    let mut write = |(x, y): (usize, usize), text: &str, role: Role| {
        if x < area.width.into() && y < area.height.into() {
            put(buf, area.x + x as u16, area.y + y as u16, text, usize::from(area.width) - x, theme.style(role));
        }
    };
    names(&layout, listing, theme, &tag, &mut write);
    let (right, down) = (theme.glyph("─", "-"), theme.glyph("│", "|"));
    let cross = theme.glyph("┼", "+");
    let mut lines = std::collections::HashSet::new();
    // The lists of the items, from their headers to their last options.
    let mut last = vec![None; listing.items.len()];
    for option in layout.options.clone() {
        listing.options[option].iter().for_each(|&item| last[item as usize] = Some(option));
    }
    for item in layout.items.clone() {
        let Some(end) = last[item].and_then(|option| layout.place(item, option)) else { continue };
        match layout.turned {
            true => (layout.label..end.0).for_each(|x| {
                write((x, end.1), right, Role::Rule);
                lines.insert((x, end.1));
            }),
            false => (2..end.1).for_each(|y| {
                write((end.0, y), down, Role::Rule);
                lines.insert((end.0, y));
            }),
        }
    }
    for option in layout.options.clone() {
        let (glyph, role) = tag(option);
        // What is ruled out is marked, and faint as a whole.
        let dots = if role == Role::Done && glyph == " " { Role::Live } else { role };
        let places: Vec<_> = listing.options[option].iter().map(|&item| layout.place(item as usize, option)).collect();
        let (low, high) = (places.iter().flatten().min().copied(), places.iter().flatten().max().copied());
        if let Some((low, high)) = low.zip(high) {
            let line = if layout.turned { down } else { right };
            let along = if layout.turned { low.1..high.1 } else { low.0..high.0 };
            for at in along {
                let place = if layout.turned { (low.0, at) } else { (at, low.1) };
                write(place, if lines.contains(&place) { cross } else { line }, Role::Rule);
            }
        }
        for (k, place) in places.into_iter().enumerate() {
            let Some(place) = place else { continue };
            let dot = listing.color_name(option, k).unwrap_or(theme.glyph("●", "*"));
            write(place, dot, dots);
        }
    }
}

/// Lists the options around `center` in as many columns as fit.
pub fn in_columns(
    buf: &mut Buffer,
    area: Rect,
    listing: &Listing,
    center: usize,
    theme: Theme,
    tag: impl Fn(usize) -> Tag,
) {
    for (from, place) in columns(area, listing, center) {
        listing::options_from(buf, place, listing, from, theme, &tag);
    }
}

/// The row of an option that is listed in columns, with the cursor on it.
pub(crate) fn listed_row(area: Rect, listing: &Listing, option: usize) -> Rect {
    let at = columns(area, listing, option).into_iter().rfind(|(from, _)| *from <= option);
    at.map_or(Rect { width: 0, ..area }, |(from, place)| {
        let y = place.y + (option - from) as u16;
        Rect { y, height: 1, ..place }.intersection(area)
    })
}

/// The columns of a list of options around `center`: the first option of each, and its place.
fn columns(area: Rect, listing: &Listing, center: usize) -> Vec<(usize, Rect)> {
    let width = (listing::width(listing) + 2).min(area.width.max(1));
    let rows = usize::from(area.height).max(1);
    let across = usize::from((area.width + 2) / width).min(listing.options.len().div_ceil(rows)).max(1);
    let width = width.max(area.width / across as u16);
    let shown = across * rows;
    // Whole columns, so that options keep their places while the cursor moves inside one.
    let first = center.saturating_sub(shown / 2) / rows * rows;
    let first = first.min(listing.options.len().saturating_sub(shown));
    let place = |k: usize| {
        let x = area.x + width * k as u16;
        (first + k * rows, Rect { x, width: width.saturating_sub(2).min(area.right().saturating_sub(x)), ..area })
    };
    (0..across).map(place).collect()
}

/// Writes the names of the items and of the options.
fn names(
    layout: &Layout,
    listing: &Listing,
    theme: Theme,
    tag: &impl Fn(usize) -> Tag,
    write: &mut impl FnMut((usize, usize), &str, Role),
) {
    let numbers = listing.number(listing.options.len().saturating_sub(1)).to_string().len();
    for item in layout.items.clone() {
        let secondary = item >= listing.primary;
        let role = if secondary { Role::Done } else { Role::Live };
        let header = match secondary {
            true => theme.glyph("◆", "#"),
            false => theme.glyph("■", "#"),
        };
        match (layout.turned, layout.place(item, layout.options.start)) {
            (true, Some((_, y))) => write((0, y), &listing.items[item], role),
            (false, Some((x, _))) => {
                write((x, 0), &listing.items[item], role);
                write((x, 1), header, role);
            }
            (_, None) => {}
        }
    }
    for option in layout.options.clone() {
        let Some((x, y)) = layout.place(layout.items.start, option) else { continue };
        let (glyph, role) = tag(option);
        match layout.turned {
            true => {
                write((x, 0), &listing.number(option).to_string(), role);
                write((x, 1), glyph, role);
            }
            false => {
                let name = fit_marked(&listing.option_name(option), layout.label - numbers - 4, theme);
                write((0, y), &format!("{glyph} {:>numbers$} {name}", listing.number(option)), role);
            }
        }
    }
}

/// The size of the matrix in a room, or of the part that is shown.
pub fn size(listing: &Listing, room: (u16, u16)) -> (u16, u16) {
    let layout = Layout::new(listing, room, 0);
    if layout.is_too_small() {
        // A list of one column is as wide as its options; more columns share the room.
        let across = columns(Rect::new(0, 0, room.0, room.1), listing, 0).len();
        return (if across == 1 { (listing::width(listing) + 2).min(room.0) } else { room.0 }, room.1);
    }
    let (columns, rows) = match layout.turned {
        true => (layout.options.len(), layout.items.len()),
        false => (layout.items.len(), layout.options.len()),
    };
    let width = layout.label + columns.saturating_sub(1) * layout.pitch.0 + 4;
    let height = 3 + rows.saturating_sub(1) * layout.pitch.1;
    (width.min(room.0.into()) as u16, height.min(room.1.into()) as u16)
}

/// Returns true if all options are visible in a room, as a matrix or as a list in columns.
pub(crate) fn shows_all(listing: &Listing, room: (u16, u16)) -> bool {
    let layout = Layout::new(listing, room, 0);
    match layout.is_too_small() {
        true => {
            let across = columns(Rect::new(0, 0, room.0, room.1), listing, 0).len();
            across * usize::from(room.1) >= listing.options.len()
        }
        false => layout.options.len() == listing.options.len(),
    }
}

/// Returns the option at a place of the area.
pub(crate) fn option_at(area: Rect, listing: &Listing, center: usize, (x, y): (u16, u16)) -> Option<usize> {
    let layout = Layout::new(listing, (area.width, area.height), center);
    if layout.is_too_small() {
        let all = columns(area, listing, center);
        let (from, _) = all.into_iter().rfind(|(_, place)| place.x <= area.x + x)?;
        return Some(from + usize::from(y)).filter(|&option| option < listing.options.len());
    }
    let (x, y) = (usize::from(x), usize::from(y));
    let at = match layout.turned {
        true => x.checked_sub(layout.label)? / layout.pitch.0,
        false => y.checked_sub(2)? / layout.pitch.1,
    };
    Some(layout.options.start + at).filter(|option| layout.options.contains(option))
}

/// The part of the area that the name of an option takes.
pub fn row_of(area: Rect, listing: &Listing, option: usize) -> Rect {
    let layout = Layout::new(listing, (area.width, area.height), option);
    if layout.is_too_small() {
        return listed_row(area, listing, option);
    }
    let Some((x, y)) = layout.place(layout.items.start, option) else { return Rect { width: 0, ..area } };
    let (x, y) = (x as u16, y as u16);
    let row = match layout.turned {
        true => Rect { x: area.x + x, y: area.y, width: layout.pitch.0 as u16 - 1, height: 1 },
        false => Rect { x: area.x, y: area.y + y, width: layout.label as u16 - 1, height: 1 },
    };
    row.intersection(area)
}
