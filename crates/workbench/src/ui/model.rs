//! Model: items and options in words with their counts, the findings, and the estimated size of the
//! search.

use super::panel::{list, span, titled, wrap, write};
use super::theme::{Role, Theme};
use crate::app::{App, Forecasting, List, Modelling, Screen, Within};
use dancing::{ItemId, OptionId};
use quadrille_puzzle::Severity;
use quadrille_study::{forecast_words, plural, thousands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

/// The number of secondary items. The list names all other counts.
pub fn facts(model: &Modelling) -> String {
    let problem = &model.encoded.problem;
    let secondary = problem.n_items() - problem.n_primary();
    if secondary > 0 { plural(secondary, "secondary item") } else { String::new() }
}

/// The most rows of a list, and of what the selected row holds, that are shown unless all are asked
/// for.
const FEW: (usize, usize) = (18, 8);

pub fn draw(app: &App, model: &Modelling, theme: Theme, area: Rect, buf: &mut Buffer) {
    let is_full = app.desk.is_detailed(Screen::Model);
    let tabs: Vec<_> = List::ALL
        .iter()
        .map(|&list| {
            let count = match list {
                List::Items => model.encoded.problem.n_items(),
                List::Options => model.encoded.problem.n_options(),
                List::Findings => model.findings.len(),
            };
            let (open, close) = if list == model.list { ("[", "]") } else { (" ", " ") };
            let role = if list == model.list { Role::Now } else { Role::Done };
            span(format!("{open}{} {}{close} ", list.title(), thousands(count as u128)), role, theme)
        })
        .collect();
    write(buf, area, 0, &Line::from(tabs), theme);
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let wide = body.width >= 60;
    let width = if wide { body.width / 2 - 1 } else { body.width };
    let forecast = forecast_lines(model, width as usize, theme);
    let below = if forecast.is_empty() { 0 } else { (forecast.len() as u16 + 1).min(body.height / 2) };
    let listed = Rect { width, height: body.height - if wide { 0 } else { below }, ..body };
    rows(model, is_full, theme, listed, buf);
    if wide {
        let side = Rect { x: body.x + width + 2, width: body.width - width - 2, ..body };
        detail(model, is_full, theme, Rect { height: side.height - below, ..side }, buf);
        forecast_at(&forecast, theme, Rect { y: side.bottom() - below, height: below, ..side }, buf);
    } else {
        forecast_at(&forecast, theme, Rect { y: body.bottom() - below, height: below, ..body }, buf);
    }
}

fn rows(model: &Modelling, is_full: bool, theme: Theme, area: Rect, buf: &mut Buffer) {
    let names = &model.encoded;
    let narrowed = match (model.within, model.filter.as_str()) {
        (Within::Item(item), filter) => format!("the options of {}{}", names.item_noun(item), with(filter)),
        (Within::Option(option), filter) => format!("the items of {}{}", names.option_short(option), with(filter)),
        (Within::Everything, "") => match model.list {
            List::Items => "ITEMS  how many options cover each".to_string(),
            List::Options => "OPTIONS".to_string(),
            List::Findings => "FINDINGS  before any search".to_string(),
        },
        (Within::Everything, filter) => format!("{} with \"{filter}\"", plural(model.rows.len(), "row")),
    };
    let room = titled(buf, area, &narrowed, theme);
    if model.rows.is_empty() {
        let text = match (model.list, model.filter.as_str()) {
            (List::Findings, "") => "no findings",
            _ => "nothing fits",
        };
        return write(buf, room, 0, &Line::from(span(format!("  {text}"), Role::Done, theme)), theme);
    }
    let all = model.rows.len();
    let height = match usize::from(room.height) {
        height if is_full || all <= FEW.0 => height,
        height => height.saturating_sub(1).min(FEW.0),
    };
    let from = model.cursor.saturating_sub(height / 2).min(model.rows.len().saturating_sub(height));
    let named = model.rows.iter().skip(from).take(height).filter(|_| model.list == List::Items);
    let width = named.map(|&row| names.item_short(ItemId(row as u32)).width()).max().unwrap_or(1).min(16);
    for (at, &row) in model.rows.iter().enumerate().skip(from).take(height) {
        let here = at == model.cursor;
        let mark = if here { theme.glyph("▶", ">") } else { " " };
        let (text, role) = row_brief(model, row, width, is_full, theme);
        let role = if here { Role::Now } else { role };
        write(buf, room, (at - from) as u16, &Line::from(span(format!("{mark} {text}"), role, theme)), theme);
    }
    if all > height && !is_full {
        let text = format!("  {} to {} of {}", from + 1, from + height, thousands(all as u128));
        write(buf, room, height as u16, &Line::from(span(text, Role::Done, theme)), theme);
    }
}

/// A row of the list by its short name: an item with its number of options and a bar, an option, or
/// a finding. In full, an item has its long name too, and an option has it alone.
fn row_brief(model: &Modelling, row: usize, width: usize, is_full: bool, theme: Theme) -> (String, Role) {
    /// The longest bar.
    const LONGEST: usize = 16;
    let names = &model.encoded;
    match model.list {
        List::Items => {
            let item = ItemId(row as u32);
            let count = model.columns.len(item);
            let bar = theme.glyph("▆", "#").repeat(count.min(LONGEST));
            let long = if is_full { format!("  {}", names.item_long(item)) } else { String::new() };
            let bar = if is_full { format!("{bar:<LONGEST$}") } else { bar };
            (format!("{:<width$} {count:>4} {bar}{long}", names.item_short(item)), row_words(model, row).1)
        }
        List::Options if !is_full => {
            (format!("{:>5}  {}", row + 1, names.option_short(OptionId(row as u32))), Role::Live)
        }
        List::Options | List::Findings => row_words(model, row),
    }
}

/// A row of the list in words, with its role: an item with its number of options, an option, or a
/// finding.
pub fn row_words(model: &Modelling, row: usize) -> (String, Role) {
    let names = &model.encoded;
    match model.list {
        List::Items => {
            let item = ItemId(row as u32);
            let (count, primary) = (model.columns.len(item), names.problem.is_primary(item));
            let least = names.problem.multiplicity(item).0 as usize;
            let role = if count < least && primary { Role::Bad } else { Role::Live };
            (format!("{count:>4}  {}", names.item_long(item)), role)
        }
        List::Options => (format!("{:>5}  {}", row + 1, names.option_long(OptionId(row as u32))), Role::Live),
        List::Findings => {
            let finding = &model.findings[row];
            (format!("{:<5}  {}", finding.severity.name(), finding.title), role_of(finding.severity))
        }
    }
}

fn with(filter: &str) -> String {
    if filter.is_empty() { String::new() } else { format!(" with \"{filter}\"") }
}

fn role_of(severity: Severity) -> Role {
    match severity {
        Severity::Fatal => Role::Bad,
        Severity::Odd => Role::Changed,
        Severity::Fact => Role::Live,
    }
}

/// Draws the row under the cursor in full.
fn detail(model: &Modelling, is_full: bool, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Some(&row) = model.rows.get(model.cursor) else { return };
    let names = &model.encoded;
    let width = (area.width as usize).saturating_sub(1);
    let longest = if is_full { usize::MAX } else { FEW.1 };
    let mut lines: Vec<Line> = Vec::new();
    let mut say = |text: &str, role: Role| {
        wrap(text, width).into_iter().for_each(|line| lines.push(Line::from(span(line, role, theme))));
    };
    let title = match model.list {
        List::Items => {
            let item = ItemId(row as u32);
            let colored = names.shape().listing().is_some_and(|listing| listing.has_color(row));
            let (least, most) = names.problem.multiplicity(item);
            let rule = match (names.problem.is_primary(item), least, most) {
                (true, 1, 1) => "primary: exactly once".to_string(),
                (true, 1, u32::MAX) => "at least once".to_string(),
                (true, ..) => format!("primary: held by {least} to {}", plural(most as usize, "option")),
                (false, ..) if colored => "secondary: at most once, or by options of one colour".to_string(),
                (false, ..) => "secondary: at most once".to_string(),
            };
            say(&names.item_long(item), Role::Title);
            say(&format!("{rule}; in {}", plural(model.columns.len(item), "option")), Role::Done);
            let (shown, left) = seen(model.columns.of(item), area, longest);
            for &option in shown {
                let option = if is_full { names.option_long(option) } else { names.option_short(option) };
                say(&option, Role::Live);
            }
            say(&left, Role::Done);
            format!("ITEM {}  {}", row + 1, names.item_short(item))
        }
        List::Options => {
            let option = OptionId(row as u32);
            let items = names.problem.items_of(option);
            say(&names.option_long(option), Role::Title);
            say(&format!("covers {}", plural(items.len(), "item")), Role::Done);
            let (shown, left) = seen(items, area, longest);
            for &item in shown {
                let also = if names.problem.is_primary(item) { "" } else { "  (secondary)" };
                say(&format!("{}{also}", names.item_noun(item)), Role::Live);
            }
            say(&left, Role::Done);
            format!("OPTION {}", row + 1)
        }
        List::Findings => {
            let finding = &model.findings[row];
            say(&finding.title, role_of(finding.severity));
            let (shown, left) = seen(&finding.places, area, longest);
            shown.iter().for_each(|place| say(place, Role::Live));
            say(&left, Role::Done);
            finding.severity.name().to_uppercase()
        }
    };
    let room = titled(buf, area, &title, theme);
    list(buf, room, &lines, theme);
}

/// The entries that fit below the title and rule, and the number of the others in words.
fn seen<T>(all: &[T], area: Rect, most: usize) -> (&[T], String) {
    let room = usize::from(area.height).saturating_sub(4).clamp(1, most);
    match all.split_at_checked(room) {
        Some((first, rest)) if !rest.is_empty() => (first, format!("and {} more", thousands(rest.len() as u128))),
        _ => (all, String::new()),
    }
}

fn forecast_at(lines: &[Line], theme: Theme, area: Rect, buf: &mut Buffer) {
    if lines.is_empty() {
        return;
    }
    let room = titled(buf, area, "HOW LARGE IS THE SEARCH", theme);
    list(buf, room, lines, theme);
}

fn forecast_lines(model: &Modelling, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let text = match &model.forecast {
        Forecasting::Unasked => Vec::new(),
        Forecasting::Running(_) => vec!["estimating by random dives".to_string()],
        Forecasting::Done(Err(why)) => vec![why.to_string()],
        Forecasting::Done(Ok((forecast, pace))) => forecast_words(forecast, *pace),
    };
    let wrapped = text.iter().flat_map(|line| wrap(line, width));
    wrapped.map(|line| Line::from(span(line, Role::Live, theme))).collect()
}
