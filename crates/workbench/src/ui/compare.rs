//! Compare: two item rules on one problem, with their boards and profiles side by side, the first
//! choice at which they differ, and what the better rule saves.

use super::graph;
use super::panel::{list, span, titled, wrap, write};
use super::standing::{self, Chosen};
use super::theme::{Role, Theme};
use crate::app::{App, Screen};
use dancing::ItemId;
use quadrille_puzzle::Encoded;
use quadrille_study::{Compare, Reached, Runner, item_rule_words, plural, thousands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

pub fn facts(compare: &Compare) -> String {
    let [one, other] = &compare.runners;
    let state = match (compare.running, one.over && other.over) {
        (_, true) => "both ended",
        (true, false) => "running",
        (false, false) => "still",
    };
    state.to_string()
}

pub fn draw(app: &App, compare: &Compare, theme: Theme, area: Rect, buf: &mut Buffer) {
    let is_full = app.desk.is_detailed(Screen::Compare);
    let mut lines: Vec<Line> = Vec::new();
    let mut tell = |text: &str, role: Role| {
        let parts = wrap(text, usize::from(area.width).saturating_sub(2));
        lines.extend(parts.into_iter().map(|line| Line::from(span(format!(" {line}"), role, theme))));
    };
    let names = &compare.encoded;
    match compare.differ {
        None => tell("So far both chose the same items.", Role::Done),
        Some((number, chosen)) => {
            let took = |k: usize| {
                let (item, options) = chosen[k];
                let rule = compare.runners[k].rule.name();
                format!("{rule} took {}, which had {}", names.item_noun(item), plural(options, "option"))
            };
            tell(&format!("They first differ at choice {number}: {}; {}.", took(0), took(1)), Role::Live);
        }
    }
    tell(&compare.saving(), Role::Title);
    let below = (lines.len() as u16 + 1).min(area.height);
    let half = area.width / 2;
    let height = area.height - below;
    for (side, runner) in compare.runners.iter().enumerate() {
        let x = area.x + side as u16 * half;
        column(names, runner, is_full, theme, Rect { x, width: half.saturating_sub(1), height, ..area }, buf);
    }
    let place = Rect { y: area.y + height, height: below, ..area };
    let room = titled(buf, place, "", theme);
    list(buf, room, &lines, theme);
}

fn column(names: &Encoded, runner: &Runner, is_full: bool, theme: Theme, area: Rect, buf: &mut Buffer) {
    let title = format!("{}  {}", runner.rule.name().to_uppercase(), item_rule_words(runner.rule));
    let room = titled(buf, area, &title, theme);
    let tally = &runner.tally;
    let figures = [
        ("nodes", tally.nodes()),
        ("solutions", tally.solutions),
        ("updates", tally.updates),
        ("deepest", tally.deepest() as u64),
    ];
    // Two figures a line, each with half of it.
    let value = usize::from(room.width / 2).saturating_sub(12).min(13);
    let lines = if is_full { 2 } else { 1 };
    for (row, pair) in figures.chunks(2).take(lines).enumerate() {
        let figure = |(name, number): &(&str, u64)| {
            [
                span(format!(" {name:<9}"), Role::Done, theme),
                span(format!("{:>value$}  ", thousands((*number).into())), Role::Live, theme),
            ]
        };
        write(buf, room, row as u16, &Line::from(pair.iter().flat_map(figure).collect::<Vec<_>>()), theme);
    }
    let (over, role) = match &runner.last {
        _ if !runner.over => ("", Role::Solver),
        Reached::Solution(_) => (" Its last solution:", Role::Good),
        Reached::Deepest(_) => (" No solution. Its deepest path:", Role::Solver),
    };
    write(buf, room, lines as u16, &Line::from(span(over, role, theme)), theme);
    let used = (lines as u16 + 1).min(room.height);
    let room = Rect { y: room.y + used, height: room.height - used, ..room };
    // The board takes what it needs. In full, it leaves a few rows for the profile.
    let height = room.height.saturating_sub(if is_full { graph::LEAST } else { 0 });
    let place = Rect { x: room.x + 1, width: room.width.saturating_sub(1), height, ..room };
    let drawn = if place.height > 3 {
        standing::draw(names, Chosen::Path(&runner.options()), role, theme, place, buf).height
    } else {
        0
    };
    if !is_full {
        return;
    }
    // The profile takes what the board leaves, or a third of it if the open items have room too.
    let below = Rect { y: place.y + drawn, height: room.height - drawn, ..place };
    let chart = match below.height >= 2 * graph::LEAST {
        true => (below.height / 3).max(graph::LEAST),
        false => below.height,
    };
    if chart >= graph::LEAST {
        let place = Rect { height: chart, ..below };
        graph::profile(buf, place, &tally.profile, Some(runner.search.chosen().len()), theme);
    }
    open_items(names, runner, theme, Rect { y: below.y + chart, height: below.height - chart, ..below }, buf);
}

/// Draws the items among which the rule chooses, those with the fewest branches first.
fn open_items(names: &Encoded, runner: &Runner, theme: Theme, area: Rect, buf: &mut Buffer) {
    if area.height < 3 {
        return;
    }
    let search = &runner.search;
    let items: Vec<ItemId> = search.links().open_items().take(MOST_COMPARED + 1).collect();
    // Of a part of the items neither the number nor the fewest is known.
    if items.len() > MOST_COMPARED {
        return;
    }
    let mut items: Vec<(usize, ItemId)> = items.into_iter().map(|item| (search.degree(item), item)).collect();
    items.sort_by_key(|(left, _)| *left);
    let rows =
        titled(buf, area, &format!("OPEN ITEMS  {}, fewest options first", thousands(items.len() as u128)), theme);
    for (row, (left, item)) in items.into_iter().take(rows.height.into()).enumerate() {
        let text = format!(" {left:>5}  {}", names.item_long(item));
        write(buf, rows, row as u16, &Line::from(span(text, Role::Live, theme)), theme);
    }
}

/// The most items that are compared for every frame.
const MOST_COMPARED: usize = 5_000;
