//! Compare: two item rules on one problem, with their profiles side by side, and the first choice
//! at which they differ.

use super::panel::{span, titled, write};
use super::theme::{Role, Theme};
use super::tree::bars;
use crate::app::{App, on};
use crate::study::{Runner, plural, thousands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

pub fn facts(app: &App) -> String {
    let Some(compare) = &app.compare else { return String::new() };
    let [one, other] = &compare.runners;
    let state = match (compare.running, one.over && other.over) {
        (_, true) => "both ended",
        (true, false) => "running",
        (false, false) => "still",
    };
    format!("{} and {}  {state}", one.rule.name(), other.rule.name())
}

pub fn draw(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Some(compare) = &app.compare else { return };
    let below = 4.min(area.height);
    let half = area.width / 2;
    let height = area.height - below;
    for (side, runner) in compare.runners.iter().enumerate() {
        let x = area.x + side as u16 * half;
        column(runner, theme, Rect { x, width: half.saturating_sub(1), height, ..area }, buf);
    }
    let room = titled(buf, Rect { y: area.y + height, height: below, ..area }, "WHERE THEY FIRST DIFFER", theme);
    let names = &compare.encoded;
    let Some((number, chosen)) = compare.differ else {
        let text = match compare.is_begun() {
            true => " so far both chose the same items".to_string(),
            false => {
                let hint = |action| app.settings.keymap.hint(action);
                format!(
                    " nothing is chosen yet: {} steps both by a node, {} to the end",
                    hint(on::Compare::BothOn),
                    hint(on::Compare::BothToEnd)
                )
            }
        };
        return write(buf, room, 0, &Line::from(span(text, Role::Done, theme)), theme);
    };
    for (row, ((item, options), runner)) in chosen.iter().zip(&compare.runners).enumerate() {
        let text = format!(
            " choice {number}: {} took {}, which had {}",
            runner.rule.name(),
            names.item_noun(*item),
            plural(*options, "option")
        );
        write(buf, room, row as u16, &Line::from(span(text, Role::Live, theme)), theme);
    }
}

fn column(runner: &Runner, theme: Theme, area: Rect, buf: &mut Buffer) {
    let title = format!("{}  {}", runner.rule.name().to_uppercase(), runner.rule.words());
    let room = titled(buf, area, &title, theme);
    let tally = &runner.tally;
    let facts = [
        ("nodes", tally.nodes()),
        ("updates", tally.updates),
        ("solutions", tally.solutions),
        ("deepest", tally.deepest() as u64),
    ];
    for (row, (name, value)) in facts.iter().enumerate() {
        let line = Line::from(vec![
            span(format!(" {name:<9}"), Role::Done, theme),
            span(
                format!("{:>w$}", thousands((*value).into()), w = (room.width as usize).saturating_sub(11).min(20)),
                Role::Live,
                theme,
            ),
        ]);
        write(buf, room, row as u16, &line, theme);
    }
    let over = if runner.over { " at its end: the whole tree" } else { "" };
    write(buf, room, 4, &Line::from(span(over, Role::Good, theme)), theme);
    let below = Rect { y: room.y + 5.min(room.height), height: room.height.saturating_sub(5), ..room };
    bars(&tally.profile, theme, below, buf);
}
