//! The path: the current choices from the root down.

use super::drawing::{Drawing, Location};
use crate::app::Stepping;
use crate::ui::panel::{list, span};
use crate::ui::theme::{Role, Theme};
use dancing::Phase;
use quadrille_study::forced_words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

pub(crate) static DRAWING: Drawing =
    Drawing { title, draw, location: Location::End, least: |_| 3, wanted: |_, room| room.1 };

fn title(stepping: &Stepping, _: Theme, _: Rect) -> String {
    let search = stepping.stepper.search();
    let share = if search.phase() == Phase::Done { 100.0 } else { search.address().share_behind() * 100.0 };
    let steered = if stepping.stepper.by_hand().is_empty() { "searched" } else { "searched or skipped" };
    if let (Phase::Done, true, Some(limit)) = (search.phase(), search.has_next(), search.limit()) {
        return format!("PATH  limit {limit} is exhausted");
    }
    let limit = search.limit().map_or(String::new(), |limit| format!(" of limit {limit}"));
    format!("PATH  {share:.2} %{limit} {steered}")
}

/// Draws the choices from the root down, with forced choices drawn together. If not all rows fit,
/// the last ones are shown, or those from the selected level on.
fn draw(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let (names, search) = (&stepping.encoded, stepping.stepper.search());
    let address = search.address();
    let options = search.choices();
    let short = |level: usize| match options[level] {
        Some(option) => names.option_name(option),
        None => format!("stop {}", names.item_short(search.links().item(search.chosen()[level]))),
    };
    let selected = stepping.level_selected();
    // Numbers of levels are as wide as the last one.
    let place = format!("{0}-{0}", options.len() + 1).len().min(usize::from(area.width) / 5).max(4);
    // Runs of forced choices are drawn as one line, the short ones too if there is little room.
    let fold = if options.len() < usize::from(area.height) { 3 } else { 1 };
    let mut lines: Vec<Line> = Vec::new();
    // The line of the selected level.
    let mut seen = None;
    let mut level = 0;
    while level < options.len() {
        let run = address.branches[level..options.len()].iter().take_while(|branch| branch.d == 1).count();
        if run > fold && !selected.is_some_and(|selected| (level..level + run).contains(&selected)) {
            let (first, last) = (short(level), short(level + run - 1));
            let dots = theme.glyph("…", "...");
            let levels = format!("{}-{}", level + 1, level + run);
            let what = forced_words(names, &options[level..level + run]);
            lines.push(Line::from(span(format!("{levels:>place$}  {what}: {first} {dots} {last}"), Role::Done, theme)));
            level += run;
            continue;
        }
        let branch = address.branches[level];
        let hand = if stepping.stepper.by_hand().contains(&(level, branch.k)) { "  by hand" } else { "" };
        let role = if branch.d == 1 { Role::Done } else { Role::Live };
        let text = format!("{:>place$}  {:<8} {}/{}", level + 1, short(level), branch.k, branch.d);
        let mut line = Line::from(span(text + hand, role, theme));
        if selected == Some(level) {
            line = line.style(theme.cursor());
            seen = Some(lines.len());
        }
        lines.push(line);
        level += 1;
    }
    let next = address.branches.get(options.len()).filter(|_| !stepping.hides_next());
    if let (Phase::Try { node }, Some(branch)) = (search.phase(), next) {
        let what = match search.links().option(node) {
            _ if branch.k > branch.d && branch.d > 0 => match branch.d {
                1 => format!("the one branch was tried  {} going back", theme.glyph("◀", "<")),
                n => format!("all {n} were tried  {} going back", theme.glyph("◀", "<")),
            },
            None if branch.k == branch.d => {
                format!("{:<8} {}/{}  {} next", "stop", branch.k, branch.d, theme.glyph("◀", "<"))
            }
            Some(option) if branch.d > 0 => {
                format!("{:<8} {}/{}  {} next", names.option_name(option), branch.k, branch.d, theme.glyph("◀", "<"))
            }
            _ => format!("nothing to try  {} going back", theme.glyph("◀", "<")),
        };
        lines.push(Line::from(span(format!("{:>place$}  {what}", options.len() + 1), Role::Now, theme)));
    }
    if lines.is_empty() {
        let text = match search.phase() {
            Phase::Done => "nothing is chosen any more: the search is over",
            _ => "nothing is chosen yet",
        };
        lines.push(Line::from(span(text, Role::Done, theme)));
    }
    let last = lines.len().saturating_sub(area.height as usize);
    let from = seen.map_or(last, |seen: usize| seen.min(last));
    if from > 0 && area.height > 1 {
        lines[from] =
            Line::from(span(format!("{:>place$}  the levels above", theme.glyph("⋮", ":")), Role::Done, theme));
    }
    list(buf, area, &lines[from..], theme);
}
