//! The reason for the choice of an item: the items as they were at the choice, and the figures of
//! the bound.

use super::bound::Figures;
use super::drawing::{Drawing, Location};
use crate::app::Stepping;
use crate::ui::panel::{shade, span, wrap, write};
use crate::ui::theme::{Role, Theme};
use dancing::Phase;
use quadrille_study::{compared, rule_words};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
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
    let names = &stepping.encoded;
    if stepping.stepper.search().at_solution() {
        return write(
            buf,
            area,
            0,
            &Line::from(span("no item is left to cover: a solution", Role::Good, theme)),
            theme,
        );
    }
    if stepping.stepper.search().phase() == Phase::Done {
        let text = "every branch was tried: the search is at its end";
        return write(buf, area, 0, &Line::from(span(text, Role::Done, theme)), theme);
    }
    let before = compared(&stepping.stepper);
    let links = before.links();
    let search = stepping.stepper.search();
    let cut = search.at_cut();
    // The bound at the time of the choice, which the header and the sentence may have left behind.
    let (reckoned, scored) = (before.limit_test(), before.score());
    let is_earlier = scored != search.score() || reckoned != search.limit_test();
    let line = Figures::of(reckoned, scored, cut).map(|figures| {
        let when = if is_earlier { "at the choice: " } else { "" };
        let best_now = search.best().filter(|&best| !cut && scored.is_some_and(|scored| scored.best != Some(best)));
        let now = best_now.map_or(String::new(), |best| format!("; best by now {}", best.abs()));
        Line::from(span(format!("  {when}{}{now}", figures.words()), figures.role(), theme))
    });
    // The figures would answer the question whether the branch is cut.
    let line = line.filter(|_| !stepping.hides_next());
    let area = match line {
        None => area,
        Some(line) => {
            write(buf, area, 0, &line, theme);
            Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }
        }
    };
    let chosen = before.next_item().filter(|_| !cut && !stepping.hides_next());
    let ranked = stepping.ranked();
    if ranked.is_empty() {
        return write(buf, area, 0, &Line::from(span("no item is left to cover", Role::Good, theme)), theme);
    }
    // The rule, if the title has no room for it. The last line counts the items.
    let (name, rule) = words(stepping);
    let own_lines = match rule_fits(&name, &rule, area) || area.height < 4 {
        true => Vec::new(),
        false => wrap(&rule, usize::from(area.width).saturating_sub(2).max(1)),
    };
    let foot = 1 + own_lines.len() as u16;
    let shown = usize::from(area.height.saturating_sub(foot));
    // The selected item must be visible, wherever it ranks.
    let at = stepping.cursor.item.and_then(|item| ranked.iter().position(|(_, other)| *other == item)).unwrap_or(0);
    // The first item, which was chosen, is always shown.
    let from = if at < shown { 1 } else { at + 2 - shown };
    let places: Vec<usize> = (0..1).chain(from..ranked.len()).take(shown).collect();
    let drawn = places.iter().map(|&place| &ranked[place]);
    let name_width = drawn.map(|(_, item)| names.item_long(*item).width()).max().unwrap_or(0);
    for (line, &row) in places.iter().enumerate() {
        let (len, item) = &ranked[row];
        let now = row == 0 && chosen == Some(*item);
        let selected = stepping.cursor.item == Some(*item);
        let role = match (now, len) {
            (_, 0) => Role::Bad,
            (true, _) => Role::Now,
            (false, _) => Role::Live,
        };
        // A name takes at least a column and a blank, so no more names can fit.
        let options: Vec<String> = links
            .column(*item)
            .filter_map(|node| links.option(node))
            .take(usize::from(area.width))
            .map(|option| names.option_short(option))
            .collect();
        // An item that several options may hold can stop once it has enough. This is one of its
        // branches.
        let stops = before.range(*item).is_some_and(|(least, _)| before.times_covered(*item).unwrap_or(0) >= least);
        let options: Vec<String> = options.into_iter().chain(stops.then(|| "stop".to_string())).collect();
        let mark = match (now, line == 1 && row > 1) {
            (true, _) => theme.glyph("▶", ">"),
            (_, true) => theme.glyph("⋮", ":"),
            _ => " ",
        };
        let text = Line::from(vec![
            span(format!("{mark} {:<name_width$} {len:>2}  ", names.item_long(*item)), role, theme),
            // Names may contain blanks. Then commas separate them.
            span(
                options.join(if options.iter().any(|option| option.contains(' ')) { ", " } else { " " }),
                if now { Role::Live } else { Role::Done },
                theme,
            ),
        ]);
        let y = line as u16;
        write(buf, area, y, &text, theme);
        if selected {
            let marked = Rect { y: area.y + y, height: 1, width: area.width.min(name_width as u16 + 2), ..area };
            shade(buf, marked, theme.cursor());
        }
    }
    let mut counts = std::collections::BTreeMap::new();
    ranked.iter().for_each(|(len, _)| *counts.entry(*len).or_insert(0usize) += 1);
    let mut text = format!("  {} open:", ranked.len());
    let more = theme.glyph(" …", " ...");
    for (k, (len, items)) in counts.iter().enumerate() {
        let comma = if k + 1 < counts.len() { "," } else { "" };
        let part = format!(" {items} with {len}{comma}");
        let kept = if comma.is_empty() { 0 } else { more.width() };
        if text.width() + part.width() + kept > usize::from(area.width) {
            text += more;
            break;
        }
        text += &part;
    }
    let last = shown.min(ranked.len()) as u16;
    for (row, line) in own_lines.into_iter().enumerate() {
        write(buf, area, last + row as u16, &Line::from(span(format!("  {line}"), Role::Done, theme)), theme);
    }
    write(buf, area, last + foot - 1, &Line::from(span(text, Role::Done, theme)), theme);
}
