//! The small tree: a line for each choice on the path, with its branches in the order of trying.

use crate::app::{Aside, Stepping};
use crate::ui::panel::{span, titled, write};
use crate::ui::theme::{Role, Theme};
use dancing::Phase;
use quadrille_study::{Fork, Sibling, branch_words};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

pub fn draw(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let title = if stepping.aside() == Aside::Tree { "TREE  j k along the path" } else { "TREE" };
    let rows = titled(buf, area, title, theme);
    let lines = lines(stepping, theme, rows);
    for (row, line) in lines.iter().enumerate() {
        write(buf, rows, row as u16, line, theme);
    }
}

/// The mark of a branch, and its role.
fn mark(sibling: &Sibling, theme: Theme) -> (&'static str, Role) {
    match sibling {
        Sibling::Done(Some(inside)) if inside.solutions > 0 => (theme.glyph("✓", "*"), Role::Good),
        Sibling::Done(Some(_)) => (theme.glyph("✗", "x"), Role::Done),
        Sibling::Done(None) => (theme.glyph("▪", "="), Role::Done),
        Sibling::Here => (theme.glyph("◆", "@"), Role::Now),
        Sibling::Next => (theme.glyph("▷", "?"), Role::Now),
        Sibling::ToCome => (theme.glyph("·", "."), Role::Done),
    }
}

fn lines(stepping: &Stepping, theme: Theme, area: Rect) -> Vec<Line<'static>> {
    let tree = &stepping.path_tree;
    let names = &stepping.encoded;
    let room = usize::from(area.height);
    let dim = |text: String| Line::from(span(text, Role::Done, theme));
    let place = place(stepping);
    let forks = match tree.forks.last() {
        Some(last) if stepping.hides_next() && last.branches.iter().any(|(_, state)| *state == Sibling::Next) => {
            &tree.forks[..tree.forks.len() - 1]
        }
        _ => &tree.forks[..],
    };
    let from = forks.len().saturating_sub(room.saturating_sub(1));
    let shown = &forks[from..];
    let level = shown.last().map_or(1, |fork| fork.level.to_string().len());
    let item = shown.iter().map(|fork| names.item_short(fork.item).width()).max().unwrap_or(1).min(10);
    let mut lines: Vec<Line> = shown
        .iter()
        .map(|fork| {
            let lead = format!(" {:>level$}  {:<item$}  ", fork.level, names.item_short(fork.item));
            let width = usize::from(area.width).saturating_sub(lead.width());
            let mut spans = vec![span(lead, Role::Live, theme)];
            let is_last = shown.last() == Some(fork);
            spans.extend(branches(stepping, fork, theme, width, is_last));
            Line::from(spans)
        })
        .collect();
    lines.push(dim(format!(" {:level$}  {place}", "")));
    lines
}

/// The place of the state in the tree. The header has its level.
pub fn place(stepping: &Stepping) -> String {
    let search = stepping.stepper.search();
    let text = match search.phase() {
        Phase::Done => "the search is at its end",
        Phase::Try { .. } => "you are here",
        _ if search.chosen().is_empty() => "you are at the root",
        _ if stepping.path_tree.forks.is_empty() => "you are here: all forced",
        _ => "you are here",
    };
    // Levels with one branch have no line.
    let is_on_path = |fork: &&Fork| fork.branches.iter().any(|(_, state)| *state == Sibling::Here);
    let last = stepping.path_tree.forks.iter().rfind(is_on_path).map_or(0, |fork| fork.level);
    match search.chosen().len().saturating_sub(last) {
        forced if forced > 0 && last > 0 => format!("{text}, after {forced} forced"),
        _ => text.to_string(),
    }
}

/// The most branches of the last choice that are all named, and those of any choice.
const ALL: usize = 6;
const FEW: usize = 2;

/// The columns from which on only the branch on the path is named.
const LONG: usize = 9;

/// The columns that the names of branches may take.
const NAMED: usize = 34;

/// The branches of a choice: that on the path by its name, those beside it as far as there is room,
/// and the numbers of the others.
fn branches(stepping: &Stepping, fork: &Fork, theme: Theme, width: usize, is_last: bool) -> Vec<Span<'static>> {
    let names = &stepping.encoded;
    if fork.branches.is_empty() {
        return vec![span(format!("{} no option", theme.glyph("✗", "x")), Role::Bad, theme)];
    }
    let name = |k: usize| branch_words(names, fork.item, fork.branches[k].0);
    // A branch that was skipped by hand was not searched.
    let trial = stepping.trial.as_ref().filter(|trial| trial.level == fork.level);
    let is_skipped = |k: usize| trial.is_some_and(|trial| (trial.branches.0..trial.branches.1).contains(&(k + 1)));
    let state = |k: usize| if is_skipped(k) { &Sibling::ToCome } else { &fork.branches[k].1 };
    let at = fork.branches.iter().position(|(_, state)| matches!(state, Sibling::Here | Sibling::Next));
    let at = at.unwrap_or(fork.branches.len() - 1);
    // Branches are added around the one on the path, first those behind it. If not all have room,
    // the numbers of the others are written.
    let size = |k: usize| name(k).width() + 4;
    let (count, room) = (fork.branches.len(), (width + 2).min(NAMED));
    // Long names of other branches would be a wall of words.
    let is_long = name(at).width() > LONG;
    let named = match (is_long, is_last) {
        (true, _) => 1,
        (false, true) => ALL,
        (false, false) => FEW,
    };
    let all_fit = count <= named && (0..count).map(size).sum::<usize>() <= room;
    let (spare, most) = if all_fit { (0, ALL) } else { (6, if is_last && !is_long { 2 } else { 0 }) };
    let (mut first, mut last, mut used) = (at, at, size(at));
    loop {
        let fits = |k: &usize| used + size(*k) + spare <= room;
        let before = first.checked_sub(1).filter(|k| at - k <= most && fits(k));
        let after = Some(last + 1).filter(|k| *k < count && k - at <= most && fits(k));
        match (before, after) {
            (Some(k), _) => (first, used) = (k, used + size(k)),
            (None, Some(k)) => (last, used) = (k, used + size(k)),
            (None, None) => break,
        }
    }
    let mut spans = Vec::new();
    if first > 0 {
        let done = (0..first).map(|k| mark(state(k), theme).0);
        // A solution says more than a branch that is not known, and that more than a failed one.
        let order = [theme.glyph("✓", "*"), theme.glyph("▪", "="), theme.glyph("✗", "x"), theme.glyph("·", ".")];
        let glyph = done.min_by_key(|glyph| order.iter().position(|one| one == glyph)).unwrap_or_default();
        spans.push(span(format!("{glyph}{first}  "), Role::Done, theme));
    }
    for k in first..=last {
        let (glyph, role) = mark(state(k), theme);
        spans.push(span(format!("{glyph} {}  ", name(k)), role, theme));
    }
    if last + 1 < fork.branches.len() {
        let (glyph, role) = mark(&Sibling::ToCome, theme);
        spans.push(span(format!("{glyph}{}", fork.branches.len() - last - 1), role, theme));
    }
    spans
}
