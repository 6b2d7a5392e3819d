//! A listing as a picture: its options one below the other, each with its items and its state, or
//! its board.

use super::panel::{shade, span, write};
use super::theme::{Role, Theme};
use super::tiles;
use quadrille_puzzle::{Listing, Picture};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

/// The glyph before an option that shows its state, and the role of the glyph.
pub(crate) type Tag = (&'static str, Role);

/// Draws the options around `center`. `tag` gives the state of each option.
pub fn options(
    buf: &mut Buffer,
    area: Rect,
    listing: &Listing,
    center: usize,
    theme: Theme,
    tag: impl Fn(usize) -> Tag,
) {
    options_from(buf, area, listing, first_shown(area, listing, center), theme, tag);
}

/// Draws the options from one on, as many as there are rows.
pub(crate) fn options_from(
    buf: &mut Buffer,
    area: Rect,
    listing: &Listing,
    from: usize,
    theme: Theme,
    tag: impl Fn(usize) -> Tag,
) {
    let width = listing.options.len().to_string().len();
    for (row, option) in (from..listing.options.len()).take(area.height as usize).enumerate() {
        let (glyph, role) = tag(option);
        let text =
            format!("{glyph} {:>width$}  {}", listing.number(option), shown(listing, option, area.width as usize));
        write(buf, area, row as u16, &Line::from(span(text, role, theme)), theme);
    }
}

/// The first visible option of a list that is scrolled so that `center` is visible.
fn first_shown(area: Rect, listing: &Listing, center: usize) -> usize {
    let room = area.height as usize;
    center.saturating_sub(room / 2).min(listing.options.len().saturating_sub(room))
}

/// Returns the option at a screen position. If several lie there, the next one after `center`.
pub(crate) fn option_at(area: Rect, listing: &Listing, center: usize, at: (u16, u16)) -> Option<usize> {
    if !area.contains(at.into()) {
        return None;
    }
    match &listing.picture {
        Some(picture) => tiles::option_at(area, picture, center, (at.0 - area.x, at.1 - area.y)),
        None => row_at(area, listing, center, at),
    }
}

/// The option of a list at a screen position.
pub(crate) fn row_at(area: Rect, listing: &Listing, center: usize, at: (u16, u16)) -> Option<usize> {
    let row = area.contains(at.into()).then(|| first_shown(area, listing, center) + usize::from(at.1 - area.y))?;
    (row < listing.options.len()).then_some(row)
}

/// An option in words: its name if it has one, its items with their colours, and its cost.
fn shown(listing: &Listing, option: usize, width: usize) -> String {
    let mut text = match listing.options.name(option) {
        Some(name) => format!("{name}:"),
        None => String::new(),
    };
    for (k, &item) in listing.options[option].iter().enumerate() {
        if text.len() > width {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text += &listing.items[item as usize];
        if let Some(color) = listing.color_name(option, k) {
            text += &format!(":{color}");
        }
    }
    if let Some(cost) = listing.costs.get(option) {
        text += &format!(" |{cost}");
    }
    text
}

/// The preferred size of the picture of a listing: its board, or its options.
pub fn size(listing: &Listing, room: (u16, u16)) -> (u16, u16) {
    match &listing.picture {
        Some(picture) => tiles::size(picture, room),
        None => (width(listing), listing.options.len().min(1000) as u16),
    }
}

/// The width that the options of a listing need, in columns.
pub fn width(listing: &Listing) -> u16 {
    let long = (0..listing.options.len().min(500)).map(|option| shown(listing, option, 60).width()).max();
    (long.unwrap_or(0) + 4 + listing.options.len().to_string().len()).min(60) as u16
}

/// The mark of an option that is tried next, in Unicode and in ASCII.
pub const NEXT: (&str, &str) = ("▷", "?");

/// Draws a listing in the state given by `tag`: on its board if it has one, where only marked
/// options lie, else as a list.
pub fn state(buf: &mut Buffer, area: Rect, listing: &Listing, center: usize, theme: Theme, tag: impl Fn(usize) -> Tag) {
    let Some(picture) = &listing.picture else {
        return options(buf, area, listing, center, theme, tag);
    };
    if let Picture::Tickets(all) = picture {
        return tiles::tickets(buf, area, all, center, theme, tag);
    }
    let shown = |role| matches!(role, Role::Now | Role::Solver | Role::Good | Role::Given);
    let tags: Vec<(usize, Tag)> = (0..listing.options.len()).map(|option| (option, tag(option))).collect();
    let mut lying: Vec<(usize, Role)> =
        tags.iter().map(|&(option, (_, role))| (option, role)).filter(|(_, role)| shown(*role)).collect();
    // Words share cells. The one being tried is drawn over the others.
    if matches!(picture, Picture::Board(board) if !board.outlined) {
        lying.sort_by_key(|(_, role)| *role == Role::Now);
    }
    tiles::draw(buf, area, picture, &lying, center, theme);
    // An option that is only about to be tried has a question mark.
    for &(option, (glyph, _)) in tags.iter().filter(|(_, (_, role))| *role == Role::Now) {
        if glyph == theme.glyph(NEXT.0, NEXT.1) {
            tiles::doubt(buf, area, picture, option, center);
        }
    }
    // Squares that are attacked, and squares that the last step changed.
    if tiles::has_cell_options(picture) {
        let notes: Vec<(usize, &str, Role)> = tags
            .iter()
            .filter_map(|&(option, (glyph, role))| match role {
                Role::Done => Some((option, theme.glyph("×", "x"), role)),
                Role::Changed => Some((option, glyph, role)),
                _ => None,
            })
            .collect();
        tiles::note(buf, area, picture, &notes, center, theme);
        tiles::barred(buf, area, picture, center, theme);
    }
}

/// Draws a listing without a state: only the options that its model has placed lie on its board.
pub fn picture(buf: &mut Buffer, area: Rect, listing: &Listing, theme: Theme) {
    state(buf, area, listing, 0, theme, |option| (" ", role_of(listing, option)));
}

/// The role of an option: given if the model itself has placed it.
pub(crate) fn role_of(listing: &Listing, option: usize) -> Role {
    if listing.placed.contains(&(option as u32)) { Role::Given } else { Role::Live }
}

/// Highlights the selected option, whatever its state.
pub fn light(buf: &mut Buffer, area: Rect, listing: &Listing, option: usize, center: usize, theme: Theme) {
    match &listing.picture {
        Some(picture) => tiles::light(buf, area, picture, option, center, theme),
        None => light_row(buf, area, listing, option, theme),
    }
}

/// Highlights an option in the list, which is scrolled so that the option is visible.
pub(crate) fn light_row(buf: &mut Buffer, area: Rect, listing: &Listing, option: usize, theme: Theme) {
    let from = first_shown(area, listing, option);
    if option < listing.options.len() && (from..from + area.height as usize).contains(&option) {
        let row = Rect { y: area.y + (option - from) as u16, height: 1, ..area };
        shade(buf, row, theme.cursor());
    }
}
