//! A listing in Play: its picture or matrix with a cursor, its question, and the option at hand.

use super::layout::{is_list, listing_place};
use super::{verdict_role, words_on};
use crate::app::{App, Document, Screen};
use crate::ui::panel::{Section, count_bars, shade, span, stack, titled, wrap};
use crate::ui::theme::{Role, Theme};
use crate::ui::{incidence, listing};
use quadrille_puzzle::Listing;
use quadrille_study::{asked, plural, thousands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use smol_str::SmolStr;

/// Draws a listing: its board or its options with a cursor and marks for the taken ones, and facts
/// about it.
pub fn draw(app: &App, document: &Document, listing: &Listing, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Some(whole) = document.whole() else { return };
    let (all, _) = listing_place(whole, area);
    let width = all.width;
    let title = if is_list(whole) { "OPTIONS" } else { "BOARD" };
    let place = titled(buf, all, title, theme);
    let (taken, row, free) = (listing.taken(), document.row, &document.facts.free);
    let tag = |option: usize| match (taken.binary_search(&(option as u32)).is_ok(), option == row) {
        (true, _) => (theme.glyph("✓", "x"), Role::Given),
        (false, true) => (theme.glyph("▶", ">"), Role::Live),
        (false, false) if free.get(option) == Some(&false) => (theme.glyph("×", "x"), Role::Done),
        (false, false) => (" ", Role::Live),
    };
    if is_list(whole) {
        incidence::draw(buf, place, whole, row, theme, tag);
        shade(buf, incidence::row_of(place, whole, row), theme.cursor());
    } else {
        listing::state(buf, place, whole, row, theme, tag);
        listing::light(buf, place, whole, row, row, theme);
    }
    let side = Rect { x: area.x + width + 2, width: area.width.saturating_sub(width + 2), ..area };
    let is_full = app.desk.is_detailed(Screen::Play);
    let mut parts = vec![about(app, document, theme, side.width), at_hand(document, listing, whole, theme, side.width)];
    if is_full {
        parts.push(Section { title: "NAMES".to_string(), lines: item_names(listing, side, theme) });
    }
    let used: u16 = parts.iter().map(|part| part.rows() + 1).sum();
    let (top, rest) = (used.min(side.height), side.height.saturating_sub(used));
    stack(parts, theme, Rect { height: if is_full { top } else { side.height }, ..side }, buf);
    let rest = Rect { y: side.y + top, height: rest, ..side };
    if !is_full {
        return;
    }
    // A matrix shows its options, but not how many hold an item. Beside or below a board, the
    // options have a list.
    if is_list(whole) {
        let high = incidence::size(whole, (place.width, place.height)).1;
        let low = Rect { y: place.y + high, height: place.height - high, ..place };
        return holders(whole, theme, if low.height > 6 { low } else { rest }, buf);
    }
    let high = listing::size(whole, (place.width, place.height)).1.min(place.height);
    let low = Rect { y: place.y + high, height: place.height - high, ..place };
    let (larger, other) = if low.height > rest.height { (low, rest) } else { (rest, low) };
    if larger.height > 2 {
        let rows = titled(buf, larger, &format!("OPTIONS  {} of {}", row + 1, whole.options.len()), theme);
        incidence::in_columns(buf, rows, whole, row, theme, tag);
        shade(buf, incidence::listed_row(rows, whole, row), theme.cursor());
    }
    if other.height > 6 {
        holders(whole, theme, other, buf);
    }
}

/// The first section: the verdict of a run, what the puzzle asks for, and the note.
fn about(app: &App, document: &Document, theme: Theme, width: u16) -> Section {
    let mut part = Section { title: document.puzzle.summary(), lines: Vec::new() };
    if let Some(solving) = &app.rooms.solving {
        part.tell(&words_on(&app.desk.settings.keymap, solving), width, verdict_role(solving), theme);
    }
    part.tell(&asked(&document.puzzle), width, Role::Live, theme);
    for note in &document.puzzle.notes {
        part.tell(&note.said, width, Role::Title, theme);
    }
    part.tell(&document.puzzle.meta.note, width, Role::Done, theme);
    part
}

/// The option under the cursor, what was selected by hand, and why there is no cover.
fn at_hand(document: &Document, listing: &Listing, whole: &Listing, theme: Theme, width: u16) -> Section {
    let (taken, row) = (listing.taken(), document.row);
    let (facts, free) = (&document.facts, &document.facts.free);
    let number = if row < whole.options.len() { whole.number(row) } else { 0 };
    let all = thousands(whole.n_listed() as u128);
    let mut part = Section { title: format!("option {} of {all}", thousands(number as u128)), lines: Vec::new() };
    let mut tell = |text: &str, role: Role| part.tell(text, width, role, theme);
    if row < whole.options.len() {
        let cost = whole.costs.get(row).map_or(String::new(), |cost| format!(", it costs {cost}"));
        tell(&format!("{}{cost}", whole.option_long(row)), Role::Now);
        tell(if taken.contains(&(row as u32)) { "selected by hand" } else { "" }, Role::Given);
    }
    if !taken.is_empty() {
        let free = plural(free.iter().filter(|free| **free).count(), "option");
        tell(&format!("{} selected, {free} still free", taken.len()), Role::Done);
    }
    if let Some(clash) = listing.clash() {
        tell(&format!("! {clash}"), Role::Bad);
    }
    if facts.idle > 0 {
        tell(&format!("{} without a primary item, never chosen", plural(facts.idle, "option")), Role::Bad);
    }
    if let Some(fatal) = document.fatal().filter(|_| facts.unmet.is_none()) {
        tell(&format!("! There is no solution. {fatal}"), Role::Bad);
    }
    if let Some(item) = facts.unmet {
        let how = match (listing.range(item).is_some(), taken.is_empty()) {
            (true, _) => "too few options",
            (false, true) => "no option",
            (false, false) => "no option that is left",
        };
        tell(&format!("! item {} is in {how}: there is no solution", listing.items[item]), Role::Bad);
    }
    part
}

/// The names of the items, primary and secondary: enough of them to recognise a puzzle.
fn item_names(listing: &Listing, room: Rect, theme: Theme) -> Vec<Line<'static>> {
    let most = (room.height as usize / 4).max(1);
    let mut lines = Vec::new();
    let mut name = |what: &str, names: &[SmolStr]| {
        // Take no more names than would fit if each were one letter, because there may be a
        // million.
        let shown = &names[..names.len().min((most + 1) * room.width as usize)];
        let mut text = wrap(&format!("{what}: {}", shown.join(" ")), room.width as usize);
        if text.len() > most || shown.len() < names.len() {
            text.truncate(most);
            text.push(format!("{} {} in all", theme.glyph("…", "..."), thousands(names.len() as u128)));
        }
        lines.extend(text.into_iter().map(|line| Line::from(span(line, Role::Live, theme))));
    };
    let (primary, secondary) = listing.items.split_at(listing.primary);
    let primary: Vec<SmolStr> =
        primary.iter().enumerate().map(|(item, name)| listing.ranged(item, name).into()).collect();
    name("items", &primary);
    if !secondary.is_empty() {
        let colored = if listing.colors.is_some() { ", or by options of one colour" } else { "" };
        name(&format!("secondary, covered at most once{colored}"), secondary);
    }
    lines
}

/// The most options that are counted for every frame.
const MOST_COUNTED: usize = 20_000;

/// Draws the number of options that hold each item, as many as there is room for.
fn holders(whole: &Listing, theme: Theme, area: Rect, buf: &mut Buffer) {
    if area.height < 3 || whole.options.len() > MOST_COUNTED {
        return;
    }
    let rows = titled(buf, area, "ITEMS  and how many options hold each", theme);
    let mut counts = vec![0usize; whole.items.len()];
    whole.options.cells().iter().for_each(|&item| counts[item as usize] += 1);
    let named = whole.items.iter().zip(&counts).take(rows.height.into());
    let bars: Vec<_> = named.map(|(name, &count)| (name.to_string(), count.to_string(), count, Role::Live)).collect();
    count_bars(buf, rows, &bars, theme);
}
