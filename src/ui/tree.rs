//! Tree: the search tree, unfolded on demand, with the current path highlighted. The options by
//! level are above it, the nodes by level beside it.

use super::panel::{fit_marked, span, titled, write};
use super::theme::{Role, Theme};
use crate::app::App;
use crate::study::{Inside, Knot, Side, Tree, forced_words, plural, row_words, thousands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

pub fn facts(app: &App) -> String {
    let Some(stepping) = &app.stepping else { return String::new() };
    let tally = stepping.stepper.tally();
    if stepping.stepper.is_whole() {
        format!("{} so far, {}", plural(tally.nodes() as usize, "node"), plural(tally.solutions as usize, "solution"))
    } else {
        "counts start here".to_string()
    }
}

pub fn draw(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    let (Some(tree), Some(stepping)) = (&app.tree, &app.stepping) else { return };
    let search = stepping.stepper.search();
    let strips = strips(&search.address().branches, area.width, theme);
    let height = (strips.len().max(1) as u16 + 1).min(area.height / 3);
    let top = titled(buf, Rect { height, ..area }, "WHERE THE SEARCH IS  options by level: done, here, to come", theme);
    let from = strips.len().saturating_sub(top.height as usize);
    strips.iter().skip(from).enumerate().for_each(|(row, line)| write(buf, top, row as u16, line, theme));
    if strips.is_empty() {
        write(buf, top, 0, &Line::from(span("no choice so far: every level was forced", Role::Done, theme)), theme);
    }
    let rest = Rect { y: area.y + height, height: area.height - height, ..area };
    let side = if area.width >= 100 { 34 } else { 0 };
    let title = match tree.top {
        0 => "TREE".to_string(),
        above => format!("TREE  from level {} on", above + 1),
    };
    let room = titled(buf, Rect { width: rest.width - side, ..rest }, &title, theme);
    let shown = folded(tree);
    let rows = room.height as usize;
    let cursor = shown.iter().position(|run| run.contains(&tree.cursor)).unwrap_or(0);
    let from = cursor.saturating_sub(rows / 2).min(shown.len().saturating_sub(rows));
    let indents = indents(tree);
    for (y, run) in shown.iter().enumerate().skip(from).take(rows) {
        let (at, row) = (run.start, &tree.rows[run.start]);
        let (by, knot) = row_words(row, &stepping.encoded);
        // The contents of a subtree matter more than the end of a long name.
        let by = fit_marked(&by, usize::from(room.width) / 3, theme);
        let fold = match (&row.knot, row.open) {
            (Knot::Item(_, 1..), true) => theme.glyph("▾", "v"),
            (Knot::Item(_, 1..), false) => theme.glyph("▸", ">"),
            (Knot::Solution, _) => theme.glyph("✓", "*"),
            (Knot::Item(..) | Knot::Cut, _) => theme.glyph("✗", "x"),
        };
        let fails = matches!(row.inside, Some(Inside::Fails(_))) || matches!(row.knot, Knot::Item(_, 0) | Knot::Cut);
        let role = match (at == tree.cursor, row.side, row.knot) {
            (true, ..) => Role::Now,
            (_, _, Knot::Solution) => Role::Good,
            (_, Side::On, _) => Role::Title,
            _ if fails => Role::Done,
            (_, Side::Behind, _) => Role::Done,
            (_, Side::Ahead, _) => Role::Live,
        };
        let place = match row.side {
            Side::On => theme.glyph("◆", "@"),
            Side::Behind | Side::Ahead => " ",
        };
        let others = match row.left_out {
            (0, 0) => String::new(),
            (before, 0) => format!("  (not listed: {} before it)", plural(before, "option")),
            (0, after) => format!("  (not listed: {} after it)", plural(after, "option")),
            (before, after) => {
                format!("  (not listed: {} before it and {} after)", plural(before, "option"), thousands(after as u128))
            }
        };
        // The level comes first and the indent is limited, so that a deep path stays on the screen
        // and its levels can be distinguished.
        let most = area.width as usize / 6;
        let (indent, deeper) = match indents[at].checked_sub(most) {
            Some(deeper @ 1..) => (2 * most, format!("{}{deeper} ", theme.glyph("»", "+"))),
            _ => (2 * indents[at], String::new()),
        };
        let level = row.path.len();
        let text = match run.len() {
            1 => format!("{level:>7} {place}{:indent$}{deeper}{fold} {by}  {knot}{others}", ""),
            n => {
                let last = fit_marked(&row_words(&tree.rows[run.end - 1], &stepping.encoded).0, 24, theme);
                let dots = theme.glyph("…", "...");
                let levels = format!("{level}-{}", level + n - 1);
                let options: Vec<_> = tree.rows[run.clone()].iter().map(|row| row.option).collect();
                let what = forced_words(&stepping.encoded, &options);
                format!("{levels:>7} {place}{:indent$}{deeper}{fold} {what}: {by} {dots} {last}", "")
            }
        };
        write(buf, room, (y - from) as u16, &Line::from(span(text, role, theme)), theme);
    }
    if side > 0 {
        profile(app, theme, Rect { x: rest.right() - side + 1, width: side - 1, ..rest }, buf);
    }
}

/// The rows, with forced ones drawn together: runs of four or more in which each node has one
/// child. The row of the cursor stays separate.
fn folded(tree: &Tree) -> Vec<std::ops::Range<usize>> {
    let rows = &tree.rows;
    let is_forced = |at: usize| {
        let below = rows.get(at + 1).is_some_and(|below| below.path.len() == rows[at].path.len() + 1);
        matches!(rows[at].knot, Knot::Item(_, 1)) && rows[at].open && below && at != tree.cursor && at > 0
    };
    let mut shown = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let run = (at..rows.len()).take_while(|&at| is_forced(at)).count();
        let taken = if run > 3 { run } else { 1 };
        shown.push(at..at + taken);
        at += taken;
    }
    shown
}

/// The indent of each row: the number of choices above it that have more than one branch.
fn indents(tree: &Tree) -> Vec<usize> {
    let mut indents: Vec<usize> = Vec::with_capacity(tree.rows.len());
    // The rows above, one a level.
    let mut above: Vec<usize> = Vec::new();
    for row in &tree.rows {
        above.truncate(row.path.len() - tree.top);
        let indent = above.last().map_or(0, |&at| {
            let branches = matches!(tree.rows[at].knot, Knot::Item(_, 2..));
            indents[at] + usize::from(branches)
        });
        above.push(indents.len());
        indents.push(indent);
    }
    indents
}

/// One line per level: its options side by side, with those already searched filled and the current
/// one marked. Levels without a choice are left out.
fn strips(branches: &[crate::dlx::Branch], width: u16, theme: Theme) -> Vec<Line<'static>> {
    let room = (width as usize).saturating_sub(16).max(1);
    branches
        .iter()
        .enumerate()
        .filter(|(_, branch)| branch.d > 1)
        .map(|(level, branch)| {
            let cell = |k: usize| match k.cmp(&branch.k) {
                std::cmp::Ordering::Less => theme.glyph("█", "#"),
                std::cmp::Ordering::Equal => theme.glyph("◆", "@"),
                std::cmp::Ordering::Greater => theme.glyph("░", "."),
            };
            let each = (room / branch.d.max(1)).clamp(1, 4);
            let strip: String = (1..=branch.d).take(room).map(|k| cell(k).repeat(each)).collect();
            Line::from(vec![
                span(format!("{:>5} {:>7} ", level + 1, format!("{}/{}", branch.k, branch.d)), Role::Done, theme),
                span(strip, Role::Live, theme),
            ])
        })
        .collect()
}

/// Draws the nodes by level as bars.
fn profile(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Some(stepping) = &app.stepping else { return };
    let room = titled(buf, area, "NODES BY LEVEL", theme);
    if !stepping.stepper.is_whole() {
        return;
    }
    bars(&stepping.stepper.tally().profile, theme, room, buf);
}

/// Draws a profile as bars, level by level. If there is too little room, only the first levels are
/// shown.
pub fn bars(profile: &[u64], theme: Theme, room: Rect, buf: &mut Buffer) {
    let most = profile.iter().copied().max().unwrap_or(0).max(1);
    let width = (room.width as usize).saturating_sub(16).max(1);
    for (level, &nodes) in profile.iter().enumerate().take(room.height as usize) {
        // The length of a bar is logarithmic, so that a few nodes are visible beside millions.
        let long = ((nodes as f64 + 1.0).ln() / (most as f64 + 1.0).ln() * width as f64).round() as usize;
        let line = Line::from(vec![
            span(format!("{:>3} {:>11} ", level + 1, thousands(nodes.into())), Role::Done, theme),
            span(theme.glyph("▆", "#").repeat(long), Role::Live, theme),
        ]);
        write(buf, room, level as u16, &line, theme);
    }
}
