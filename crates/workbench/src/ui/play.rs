//! Play and edit: the grid with its cursor, and the facts beside it.

mod cells;
mod layout;
pub mod sheet;

pub use layout::{board_place, detail, hint_beside, listing_place, spot};

use layout::is_list;

use super::incidence;
use super::listing;
use super::panel::{key_list, list, shade, span, titled, wrap, write};
use super::theme::{Role, Theme};
use crate::app::{ACTIONS, Action, App, Document, Keymap, Mode, Scope, Screen, Solving, on};
use quadrille_puzzle::{CELL_COLORS, Listing, Mark, Shape, letter};
use quadrille_study::{plural, thousands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use smol_str::SmolStr;
use unicode_width::UnicodeWidthStr;

/// The state of the puzzle, with its counts in a header of many columns.
pub fn facts(document: &Document, columns: u16) -> String {
    let saved = if document.history.is_saved() { "" } else { "  not saved" };
    let grid = match &document.puzzle.shape {
        Shape::Grid(grid) => grid,
        Shape::Listing(listing) => {
            return format!("{}  {}{saved}", document.puzzle.kind.id, listing::about(listing.whole()));
        }
    };
    let mode = match (document.typing.mode, document.typing.brush) {
        _ if document.typing.prefixed => "  COMMAND".to_string(),
        (Mode::Normal, _) => String::new(),
        (Mode::Line, _) => "  LINE".to_string(),
        (Mode::Marks(Mark::Corner), _) => "  MARKS".to_string(),
        (Mode::Marks(Mark::Centre), _) => "  CENTRE MARKS".to_string(),
        (Mode::Marks(Mark::Eliminated), _) => "  RULE OUT".to_string(),
        (Mode::Colors, _) => "  COLOURS".to_string(),
        (Mode::Regions, None) => "  REGIONS".to_string(),
        (Mode::Regions, Some(region)) => format!("  BRUSH {}", letter(region.into())),
        (Mode::Walls, _) => "  WALLS".to_string(),
        (Mode::Weights, _) => "  WEIGHTS".to_string(),
        (Mode::Rule(_), _) => {
            document.rule_begun().map_or(String::new(), |rule| format!("  {}", rule.name().to_uppercase()))
        }
    };
    let yours = if grid.own() > 0 { format!("  {} yours", grid.own()) } else { String::new() };
    // A narrow header has room only for the name, and for whether the puzzle is saved.
    let counts = match columns {
        0..100 => String::new(),
        _ => format!("  {}{yours}  {} empty", plural(grid.givens(), "given"), grid.empty()),
    };
    let (size, beside) = (grid.size(), grid.beside_size());
    format!("{size} {}{beside}{mode}{counts}{saved}", document.puzzle.kind.id)
}

pub fn hints(keymap: &Keymap, document: &Document) -> Vec<(String, &'static str)> {
    let rule = document.rule_begun();
    match document.typing.mode {
        Mode::Line => vec![
            (symbols(document), "place, move on"),
            ("esc".to_string(), "done"),
            (".".to_string(), "empty"),
            ("space".to_string(), "skip"),
            ("enter".to_string(), "next row"),
            ("backspace".to_string(), "back"),
        ],
        Mode::Colors => vec![
            (format!("1-{}", CELL_COLORS.len()), "colour"),
            ("0".to_string(), "no colour"),
            one(keymap, document, on::Play::Undo, "undo"),
            one(keymap, document, on::Play::Colors, "place again"),
        ],
        Mode::Marks(Mark::Eliminated) => vec![
            (symbols(document), "rule out"),
            one(keymap, document, on::Play::Undo, "undo"),
            one(keymap, document, on::Play::Eliminate, "place again"),
        ],
        Mode::Marks(_) => vec![
            (symbols(document), "mark"),
            one(keymap, document, on::Play::FillMarks, "mark all"),
            one(keymap, document, on::Play::ClearMarks, "none"),
            one(keymap, document, on::Play::Undo, "undo"),
            one(keymap, document, on::Play::Marks, "place again"),
        ],
        Mode::Regions => vec![
            ("a b c".to_string(), "region, move on"),
            ("esc".to_string(), "done"),
            ("A B C".to_string(), "brush for the arrows"),
            ("space".to_string(), "skip, lift"),
            ("enter".to_string(), "next row"),
        ],
        Mode::Weights => vec![
            ("0-9".to_string(), "weigh, move on"),
            ("esc".to_string(), "done"),
            one(keymap, document, on::Play::Weigh, "larger"),
            one(keymap, document, on::Play::Preset, "by a rule"),
            ("enter".to_string(), "next row"),
        ],
        Mode::Rule(_) if rule.is_some_and(|rule| rule.spec().takes.numbers.1 > 0) => vec![
            (symbols(document), "its numbers"),
            ("space".to_string(), "select this cell"),
            ("HJKL".to_string(), "select the next"),
            one(keymap, document, on::Play::Clear, "one back"),
            ("enter".to_string(), "end the rule"),
            ("esc".to_string(), "done"),
        ],
        Mode::Rule(_) => vec![
            ("hjkl".to_string(), "move"),
            ("space".to_string(), "select this cell"),
            ("HJKL".to_string(), "select the next"),
            one(keymap, document, on::Play::Clear, "one back"),
            ("enter".to_string(), "end the rule"),
            ("esc".to_string(), "done"),
        ],
        Mode::Walls => vec![
            ("HJKL".to_string(), "walls"),
            ("esc".to_string(), "done"),
            ("hjkl".to_string(), "move"),
            one(keymap, document, on::Play::Undo, "undo"),
            one(keymap, document, on::Play::Save, "save"),
        ],
        Mode::Normal if document.puzzle.grid().is_none() => {
            vec![
                one(keymap, document, on::Play::Line, "select or not"),
                one(keymap, document, on::Play::Solve, "solve"),
                one(keymap, document, on::Play::Debug, "step"),
                one(keymap, document, on::Play::Model, "model"),
                one(keymap, document, on::Play::EditText, "edit as text"),
                one(keymap, document, on::Play::Save, "save"),
                one(keymap, document, on::Anywhere::Back, "library"),
            ]
        }
        Mode::Normal => {
            let rest = [
                one(keymap, document, on::Play::Line, "by line"),
                one(keymap, document, on::Play::Marks, "marks"),
                one(keymap, document, on::Play::Verdict, "verdict"),
                one(keymap, document, on::Play::Hint, "hint"),
                one(keymap, document, on::Play::Solve, "solve"),
                one(keymap, document, on::Play::Debug, "step"),
                one(keymap, document, on::Play::Undo, "undo"),
                one(keymap, document, on::Play::Save, "save"),
                one(keymap, document, on::Play::New, "new"),
                one(keymap, document, on::Anywhere::Back, "library"),
            ];
            [(symbols(document), "place")].into_iter().chain(rest).collect()
        }
    }
}

/// The key of an action, and its meaning.
fn one(
    keymap: &Keymap,
    document: &Document,
    action: impl Into<Action>,
    meaning: &'static str,
) -> (String, &'static str) {
    let grid = document.puzzle.grid().filter(|grid| grid.has_letters());
    let symbol = |c: char| c.is_ascii_alphabetic() && grid.is_some_and(|grid| grid.alphabet.symbol(c).is_some());
    let hint = keymap.hint(action);
    // A letter that is a symbol here is a command only after the prefix key.
    let mut chars = hint.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if symbol(c) => (format!("{}{hint}", keymap.hint(on::Play::Prefix)), meaning),
        _ => (hint, meaning),
    }
}

/// The symbols that can be typed: `1-9`, or `1-4` on a small grid.
fn symbols(document: &Document) -> String {
    // Up to side 9, symbols are digits. On a larger grid, letters are symbols too.
    document.puzzle.grid().map_or(String::new(), |grid| match grid.has_letters() {
        false => grid.alphabet.name().chars().take(3).collect(),
        _ => grid.alphabet.name(),
    })
}

pub fn draw(app: &App, document: &Document, theme: Theme, area: Rect, buf: &mut Buffer) {
    match &document.puzzle.shape {
        Shape::Grid(grid) => cells::draw(app, document, grid, theme, area, buf),
        Shape::Listing(listing) => draw_listing(app, document, listing, theme, area, buf),
    }
}

/// Draws a listing: its board or its options with a cursor and marks for the taken ones, and facts
/// about it.
fn draw_listing(app: &App, document: &Document, listing: &Listing, theme: Theme, area: Rect, buf: &mut Buffer) {
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
    let room = titled(buf, side, &document.puzzle.summary(), theme);
    let mut lines: Vec<Line> = Vec::new();
    let tell = |lines: &mut Vec<Line>, text: &str, role: Role| {
        let parts = wrap(text, room.width as usize).into_iter().filter(|part| !part.is_empty());
        lines.extend(parts.map(|part| Line::from(span(part, role, theme))));
    };
    if row < whole.options.len() {
        if let Some(cost) = whole.costs.get(row) {
            tell(&mut lines, &format!("it costs {cost}"), Role::Live);
        }
        let state = if taken.contains(&(row as u32)) { "selected by hand" } else { "" };
        tell(
            &mut lines,
            &format!(
                "option {} of {}: {}",
                whole.number(row),
                thousands(whole.n_listed() as u128),
                whole.option_long(row)
            ),
            Role::Now,
        );
        tell(&mut lines, state, Role::Given);
    }
    if !taken.is_empty() {
        tell(
            &mut lines,
            &format!(
                "{} selected, {} still free",
                taken.len(),
                plural(free.iter().filter(|free| **free).count(), "option")
            ),
            Role::Done,
        );
    }
    if let Some(clash) = listing.clash() {
        tell(&mut lines, &format!("! {clash}"), Role::Bad);
    }
    // Enough names to recognise the items, and room for all the lines below.
    let most = (room.height as usize / 4).max(1);
    let name = |what: &str, names: &[SmolStr], lines: &mut Vec<Line>| {
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
    name("items", &primary, &mut lines);
    if !secondary.is_empty() {
        let colored = if listing.colors.is_some() { ", or by options of one colour" } else { "" };
        name(&format!("secondary, covered at most once{colored}"), secondary, &mut lines);
    }
    let facts = &document.facts;
    if facts.idle > 0 {
        tell(&mut lines, &format!("{} without a primary item, never chosen", plural(facts.idle, "option")), Role::Bad);
    }
    if let Some(item) = facts.unmet {
        tell(
            &mut lines,
            &format!(
                "! item {} is in {}: there is no cover",
                listing.items[item],
                match (listing.range(item).is_some(), taken.is_empty()) {
                    (true, _) => "too few options",
                    (false, true) => "no option",
                    (false, false) => "no option that is left",
                }
            ),
            Role::Bad,
        );
    }
    if let Some(solving) = &app.rooms.solving {
        tell(&mut lines, &words_on(&app.desk.settings.keymap, solving), verdict_role(solving));
    }
    for note in &document.puzzle.notes {
        tell(&mut lines, &note.said, Role::Title);
    }
    tell(&mut lines, &document.puzzle.meta.note, Role::Done);
    list(buf, room, &lines, theme);
    let used = (lines.len() as u16 + 1).min(room.height);
    let rest = Rect { y: room.y + used, height: room.height - used, ..room };
    let rest = keys(&app.desk.settings.keymap, document, theme, rest, buf);
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

/// The most options that are counted for every frame.
const MOST_COUNTED: usize = 20_000;

/// Draws the number of options that hold each item, as many as there is room for.
fn holders(whole: &Listing, theme: Theme, area: Rect, buf: &mut Buffer) {
    if area.height < 3 || whole.options.len() > MOST_COUNTED {
        return;
    }
    let rows = titled(buf, area, "ITEMS  and how many options hold each", theme);
    let seen = usize::from(rows.height);
    let mut counts = vec![0usize; whole.items.len()];
    whole.options.cells().iter().for_each(|&item| counts[item as usize] += 1);
    let width = whole.items.iter().take(seen).map(|name| name.width()).max().unwrap_or(1).min(16);
    let most = counts.iter().take(seen).copied().max().unwrap_or(1).max(1);
    let room = usize::from(rows.width).saturating_sub(width + 8).max(1);
    for (row, (name, &count)) in whole.items.iter().zip(&counts).enumerate().take(seen) {
        let long = if most <= room / 2 { 2 * count } else { count * room / most };
        let line = Line::from(vec![
            span(format!("{name:<width$} {count:>5} "), Role::Live, theme),
            span(theme.glyph("▆", "#").repeat(long), Role::Own, theme),
        ]);
        write(buf, rows, row as u16, &line, theme);
    }
}

/// The rows below which no keys are listed.
const FEWEST_KEYS: u16 = 5;

/// Draws the keys that matter, with their help where a line has room for it. Returns the room
/// below.
pub fn keys(keymap: &Keymap, document: &Document, theme: Theme, area: Rect, buf: &mut Buffer) -> Rect {
    // A listing has fewer actions than the first page of the help.
    let normal = document.typing.mode == Mode::Normal && document.puzzle.grid().is_some();
    let mut pairs: Vec<(String, &str)> = match normal && area.width >= 56 {
        true => {
            let rows = ACTIONS.iter().filter(|spec| {
                spec.scope != Scope::ANYWHERE && spec.scope.holds_on(Screen::Play) && spec.on_first_page
            });
            rows.map(|spec| (one(keymap, document, spec.action, "").0, spec.help)).collect()
        }
        false => hints(keymap, document),
    };
    // If there is too little room, the last ones are left out, but not the key that lists them all.
    let help = (keymap.hint(on::Anywhere::Help), "all keys");
    pairs.truncate(usize::from(area.height).saturating_sub(2));
    pairs.push(help);
    let height = pairs.len() as u16 + 1;
    if area.height < FEWEST_KEYS {
        return area;
    }
    key_list(buf, Rect { height, ..area }, "KEYS", &pairs, theme);
    let below = area.y + height + u16::from(area.height > height);
    Rect { y: below, height: area.bottom() - below, ..area }
}

pub fn verdict_role(solving: &Solving) -> Role {
    if solving.is_bad_news() { Role::Bad } else { Role::Good }
}

/// The verdict of a run, or its progress.
pub fn words_on(keymap: &Keymap, solving: &Solving) -> String {
    let (key, nodes) = (keymap.hint(on::Play::Solve), plural(solving.nodes() as usize, "node"));
    match solving.verdict() {
        Some(verdict) => verdict,
        None if solving.is_moving() => format!("solving: {nodes}; {key} shows how"),
        None => format!("paused at {nodes}; {key} shows where"),
    }
}
