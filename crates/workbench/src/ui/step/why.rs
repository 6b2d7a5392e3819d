//! The reason for the choice of an item: the items as they were at the choice, and the figures of
//! the bound.

use super::bound::Figures;
use super::drawing::{Drawing, Location};
use crate::app::Stepping;
use crate::ui::panel::{shade, span, wrap, write};
use crate::ui::theme::{Role, Theme};
use dancing::{ItemId, Phase, Search};
use quadrille_study::{compared, rule_words};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use std::collections::BTreeMap;
use unicode_width::UnicodeWidthStr;

pub(crate) static DRAWING: Drawing =
    Drawing { title, draw, location: Location::Top, least: |_| 5, wanted: |stepping, _| height(stepping) };

/// The title of the view, with the rule if there is room for it.
fn title(stepping: &Stepping, _: Theme, area: Rect) -> String {
    let (name, rule) = words(stepping);
    match rule_fits(&name, &rule, area) {
        true => format!("{name}  {rule}"),
        false => name,
    }
}

/// Returns whether the title has room for the rule. Else the rule has a line of its own.
fn rule_fits(name: &str, rule: &str, area: Rect) -> bool {
    // The rule before the title takes four columns, the cursor's star two.
    name.width() + rule.width() + 8 <= usize::from(area.width)
}

/// The name of the view with the item that was chosen, and the rule that chose it.
fn words(stepping: &Stepping) -> (String, String) {
    let search = stepping.stepper.search();
    // After a choice, the items are shown as they were at the choice, not as they are now.
    let chosen = match search.phase() {
        Phase::Choose | Phase::Done => None,
        Phase::Try { .. } | Phase::Cover { .. } | Phase::Uncover { .. } => stepping.focus(),
    };
    let what = match chosen {
        _ if search.at_cut() => " the branch was cut".to_string(),
        _ if search.at_solution() => " a solution was found".to_string(),
        Some(item) => format!(" {} was chosen", stepping.encoded.item_short(item)),
        None => String::new(),
    };
    let estimate = search.estimate().map_or(String::new(), |estimate| format!("; estimate: {}", estimate.name()));
    (format!("WHY{what}"), format!("{}{estimate}", rule_words(search)))
}

/// The number of rows for all items, including the title, a bound and the last two lines.
fn height(stepping: &Stepping) -> u16 {
    stepping.stepper.links().open_items().take(1000).count() as u16 + 5
}

/// Draws the items as they were at the choice: the chosen item first, then those with the fewest
/// branches.
fn draw(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let search = stepping.stepper.search();
    let mut say = |text: &str, role: Role| write(buf, area, 0, &Line::from(span(text, role, theme)), theme);
    if search.at_solution() {
        return say("no item is left to cover: a solution", Role::Good);
    }
    if search.phase() == Phase::Done {
        return say("every branch was tried: the search is at its end", Role::Done);
    }
    let before = compared(&stepping.stepper);
    // The figures would answer the question whether the branch is cut.
    let line = bound_line(stepping, &before, theme).filter(|_| !stepping.hides_next());
    let area = match line {
        None => area,
        Some(line) => {
            write(buf, area, 0, &line, theme);
            Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }
        }
    };
    let ranked = stepping.ranked();
    if ranked.is_empty() {
        return write(buf, area, 0, &Line::from(span("no item is left to cover", Role::Good, theme)), theme);
    }
    // The rule, if the title has no room for it. The last line counts the items.
    let (name, rule) = words(stepping);
    let rule_lines = match rule_fits(&name, &rule, area) || area.height < 4 {
        true => Vec::new(),
        false => wrap(&rule, usize::from(area.width).saturating_sub(2).max(1)),
    };
    let foot = 1 + rule_lines.len() as u16;
    let items = Rect { height: area.height.saturating_sub(foot), ..area };
    draw_items(stepping, &before, &ranked, theme, items, buf);
    let last = usize::from(items.height).min(ranked.len()) as u16;
    for (row, line) in rule_lines.into_iter().enumerate() {
        write(buf, area, last + row as u16, &Line::from(span(format!("  {line}"), Role::Done, theme)), theme);
    }
    let text = lengths(&ranked, usize::from(area.width), theme);
    write(buf, area, last + foot - 1, &Line::from(span(text, Role::Done, theme)), theme);
}

/// The bound at the time of the choice, which the header and the sentence may have left behind.
fn bound_line(stepping: &Stepping, before: &Search, theme: Theme) -> Option<Line<'static>> {
    let search = stepping.stepper.search();
    let cut = search.at_cut();
    let (reckoned, scored) = (before.limit_test(), before.score());
    let is_earlier = scored != search.score() || reckoned != search.limit_test();
    let figures = Figures::of(reckoned, scored, cut)?;
    let when = if is_earlier { "at the choice: " } else { "" };
    let best_now = search.best().filter(|&best| !cut && scored.is_some_and(|scored| scored.best != Some(best)));
    let now = best_now.map_or(String::new(), |best| format!("; best by now {}", best.abs()));
    Some(Line::from(span(format!("  {when}{}{now}", figures.words()), figures.role(), theme)))
}

/// A line for each item: the first one, which was chosen, and those around the selected one.
fn draw_items(
    stepping: &Stepping,
    before: &Search,
    ranked: &[(usize, ItemId)],
    theme: Theme,
    area: Rect,
    buf: &mut Buffer,
) {
    let shown = usize::from(area.height);
    let names = &stepping.encoded;
    let is_hidden = stepping.stepper.search().at_cut() || stepping.hides_next();
    let chosen = before.next_item().filter(|_| !is_hidden);
    // The selected item must be visible, wherever it ranks.
    let at = stepping.cursor.item.and_then(|item| ranked.iter().position(|(_, other)| *other == item)).unwrap_or(0);
    let from = if at < shown { 1 } else { at + 2 - shown };
    let places: Vec<usize> = (0..1).chain(from..ranked.len()).take(shown).collect();
    let drawn = places.iter().map(|&place| &ranked[place]);
    let name_width = drawn.map(|(_, item)| names.item_long(*item).width()).max().unwrap_or(0);
    for (line, &row) in places.iter().enumerate() {
        let (len, item) = &ranked[row];
        let now = row == 0 && chosen == Some(*item);
        let role = match (now, len) {
            (_, 0) => Role::Bad,
            (true, _) => Role::Now,
            (false, _) => Role::Live,
        };
        let mark = match (now, line == 1 && row > 1) {
            (true, _) => theme.glyph("▶", ">"),
            (_, true) => theme.glyph("⋮", ":"),
            _ => " ",
        };
        let branches = branches(stepping, before, *item, usize::from(area.width));
        let text = Line::from(vec![
            span(format!("{mark} {:<name_width$} {len:>2}  ", names.item_long(*item)), role, theme),
            span(branches, if now { Role::Live } else { Role::Done }, theme),
        ]);
        let y = line as u16;
        write(buf, area, y, &text, theme);
        if stepping.cursor.item == Some(*item) {
            let marked = Rect { y: area.y + y, height: 1, width: area.width.min(name_width as u16 + 2), ..area };
            shade(buf, marked, theme.cursor());
        }
    }
}

/// The options of an item, and that it may stop, as far as they can fit in a width.
fn branches(stepping: &Stepping, before: &Search, item: ItemId, width: usize) -> String {
    let links = before.links();
    // A name takes at least a column and a blank, so no more names can fit.
    let options = links.column(item).filter_map(|node| links.option(node)).take(width);
    let options = options.map(|option| stepping.encoded.option_short(option));
    // An item that several options may hold can stop once it has enough. This is one of its
    // branches.
    let stops = before.range(item).is_some_and(|(least, _)| before.times_covered(item).unwrap_or(0) >= least);
    let all: Vec<String> = options.chain(stops.then(|| "stop".to_string())).collect();
    // Names may contain blanks. Then commas separate them.
    all.join(if all.iter().any(|option| option.contains(' ')) { ", " } else { " " })
}

/// The line that counts the open items by the lengths of their lists, as far as it fits.
fn lengths(ranked: &[(usize, ItemId)], width: usize, theme: Theme) -> String {
    let mut counts = BTreeMap::new();
    ranked.iter().for_each(|(len, _)| *counts.entry(*len).or_insert(0usize) += 1);
    let mut text = format!("  {} open:", ranked.len());
    let more = theme.glyph(" …", " ...");
    for (k, (len, items)) in counts.iter().enumerate() {
        let comma = if k + 1 < counts.len() { "," } else { "" };
        let part = format!(" {items} with {len}{comma}");
        let kept = if comma.is_empty() { 0 } else { more.width() };
        if text.width() + part.width() + kept > width {
            return text + more;
        }
        text += &part;
    }
    text
}
