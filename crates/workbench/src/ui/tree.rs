//! Tree: the search tree, unfolded on demand, with the current path highlighted. The options by
//! level are above it. A map of the tree, the board and the nodes by level are beside it.

use super::graph;
use super::panel::{Section, fit_marked, list, span, stack, titled, write};
use super::standing::{self, Chosen};
use super::theme::{Role, Theme};
use crate::app::{App, Screen, Stepping};
use dancing::Phase;
use quadrille_puzzle::Encoded;
use quadrille_study::{Inside, Knot, Tree, TreeRow, TreeSide, forced_words, plural, row_brief, row_words, thousands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use std::collections::HashMap;
use unicode_width::UnicodeWidthStr;

pub fn facts(stepping: &Stepping) -> String {
    let tally = stepping.stepper.tally();
    if stepping.stepper.is_whole() {
        format!("{} so far, {}", plural(tally.nodes() as usize, "node"), plural(tally.solutions as usize, "solution"))
    } else {
        "counts start here".to_string()
    }
}

pub fn draw(app: &App, tree: &Tree, stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    match app.desk.is_detailed(Screen::Tree) {
        true => draw_all(tree, stepping, theme, area, buf),
        false => draw_calm(tree, stepping, theme, area, buf),
    }
}

/// Draws the tree, the board at the search's position, and the selected node in words.
fn draw_calm(tree: &Tree, stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let side = if area.width >= 72 { area.width * 9 / 20 } else { 0 };
    let names = &stepping.encoded;
    let mut words = Section { title: "SELECTED".to_string(), lines: Vec::new() };
    if let Some(selected) = tree.rows.get(tree.cursor) {
        let (by, knot) = row_words(selected, names);
        let text = match (selected.option, selected.path.last()) {
            (Some(option), Some(branch)) => {
                format!("level {}, branch {branch}, {}: {knot}", selected.path.len(), names.option_long(option))
            }
            _ => format!("{by}: {knot}"),
        };
        words.tell(&text, if side > 0 { side - 1 } else { area.width }, Role::Now, theme);
    }
    let below = if side > 0 { 0 } else { words.rows().min(area.height / 3) };
    let list = Rect { width: area.width - side, height: area.height - below, ..area };
    let room = titled(buf, list, &title(tree), theme);
    rows(tree, stepping, RowDetail::Brief, theme, room, buf);
    if side == 0 {
        return stack(vec![words], theme, Rect { y: list.bottom(), height: below, ..area }, buf);
    }
    let beside = Rect { x: area.right() - side + 1, width: side - 1, ..area };
    let rows = titled(buf, beside, POSITION, theme);
    let path = stepping.stepper.search().path();
    let most = Rect { height: rows.height.saturating_sub(words.rows() + 1), ..rows };
    let taken = standing::draw(names, Chosen::Path(&path), Role::Solver, theme, most, buf);
    let y = (taken.bottom() + 1).min(area.bottom());
    stack(vec![words], theme, Rect { y, height: area.bottom() - y, ..beside }, buf);
}

fn title(tree: &Tree) -> String {
    match tree.top {
        0 => "TREE".to_string(),
        above => format!("TREE  from level {} on", above + 1),
    }
}

/// The amount of detail in a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RowDetail {
    /// The option, and the size of what lies in it.
    Brief,
    /// Also its level, and the item chosen there or the result.
    Words,
}

/// Draws the rows around the cursor. Returns the number of rows and the width of the widest.
fn rows(
    tree: &Tree,
    stepping: &Stepping,
    detail: RowDetail,
    theme: Theme,
    room: Rect,
    buf: &mut Buffer,
) -> (usize, u16) {
    let shown = folded(tree);
    let rows = room.height as usize;
    let cursor = shown.iter().position(|run| run.contains(&tree.cursor)).unwrap_or(0);
    let from = cursor.saturating_sub(rows / 2).min(shown.len().saturating_sub(rows));
    let indents = indents(tree);
    let mut widest = 0;
    for (y, run) in shown.iter().enumerate().skip(from).take(rows) {
        let (at, row) = (run.start, &tree.rows[run.start]);
        let (by, knot) = match detail {
            RowDetail::Brief => row_brief(row, &stepping.encoded),
            RowDetail::Words => {
                let (by, knot) = row_words(row, &stepping.encoded);
                // The contents of a subtree matter more than the end of a long name.
                (fit_marked(&by, usize::from(room.width) / 3, theme), knot)
            }
        };
        let fold = match (&row.knot, row.open) {
            (Knot::Item(_, 1..), true) => theme.glyph("▾", "v"),
            (Knot::Item(_, 1..), false) => theme.glyph("▸", ">"),
            (Knot::Solution, _) => theme.glyph("✓", "*"),
            (Knot::Item(..) | Knot::Cut, _) => theme.glyph("✗", "x"),
        };
        let fails = !row.open && matches!(row.inside, Some(Inside::Fails(_)))
            || matches!(row.knot, Knot::Item(_, 0) | Knot::Cut);
        let role = match (at == tree.cursor, row.side, row.knot) {
            (true, ..) => Role::Now,
            (_, _, Knot::Solution) => Role::Good,
            (_, TreeSide::On, _) => Role::Title,
            _ if fails => Role::Done,
            (_, TreeSide::Behind, _) => Role::Done,
            (_, TreeSide::Ahead, _) => Role::Live,
        };
        let place = match row.side {
            TreeSide::On => theme.glyph("◆", "@"),
            TreeSide::Behind | TreeSide::Ahead => " ",
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
        let most = room.width as usize / 4;
        let (indent, deeper) = match indents[at].checked_sub(most) {
            Some(deeper @ 1..) => (2 * most, format!("{}{deeper} ", theme.glyph("»", "+"))),
            _ => (2 * indents[at], String::new()),
        };
        let level = row.path.len();
        let forced = || {
            let options: Vec<_> = tree.rows[run.clone()].iter().map(|row| row.option).collect();
            forced_words(&stepping.encoded, &options)
        };
        let text = match (detail, run.len()) {
            (RowDetail::Brief, 1) => format!(" {place}{:indent$}{deeper}{fold} {by}  {knot}{others}", ""),
            (RowDetail::Brief, _) => format!(" {place}{:indent$}{deeper}{fold} {}", "", forced()),
            (RowDetail::Words, 1) => format!("{level:>7} {place}{:indent$}{deeper}{fold} {by}  {knot}{others}", ""),
            (RowDetail::Words, n) => {
                let last = fit_marked(&row_words(&tree.rows[run.end - 1], &stepping.encoded).0, 24, theme);
                let dots = theme.glyph("…", "...");
                let levels = format!("{level}-{}", level + n - 1);
                format!("{levels:>7} {place}{:indent$}{deeper}{fold} {}: {by} {dots} {last}", "", forced())
            }
        };
        widest = widest.max(text.width() as u16);
        write(buf, room, (y - from) as u16, &Line::from(span(text, role, theme)), theme);
    }
    (shown.len(), widest)
}

/// Draws everything that is known of the tree.
fn draw_all(tree: &Tree, stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let search = stepping.stepper.search();
    let strips = strips(&search.address().branches, area.width, theme);
    let height = (strips.len().max(1) as u16 + 1).min(area.height / 3);
    let top = titled(buf, Rect { height, ..area }, "WHERE THE SEARCH IS  options by level: done, here, to come", theme);
    let from = strips.len().saturating_sub(top.height as usize);
    strips.iter().skip(from).enumerate().for_each(|(row, line)| write(buf, top, row as u16, line, theme));
    if strips.is_empty() {
        let text = match search.phase() {
            Phase::Done => "the search is at its end, above all choices",
            _ if search.chosen().is_empty() => "the search is at its root",
            _ => "no choice so far: every level was forced",
        };
        write(buf, top, 0, &Line::from(span(text, Role::Done, theme)), theme);
    }
    let rest = Rect { y: area.y + height, height: area.height - height, ..area };
    let side = if area.width >= 100 { area.width * 9 / 20 } else { 0 };
    let room = titled(buf, Rect { width: rest.width - side, ..rest }, &title(tree), theme);
    let (shown, widest) = rows(tree, stepping, RowDetail::Words, theme, room, buf);
    let used = (shown as u16).min(room.height);
    let free = Rect { y: room.y + used + 1, height: room.height.saturating_sub(used + 1), ..room };
    let beside_list = Rect { x: rest.right() - side + 1, width: side.saturating_sub(1), ..rest };
    let search = stepping.stepper.search();
    let profile = &stepping.stepper.tally().profile;
    if side == 0 {
        // A narrow screen has room below a short list, or beside a list of short lines.
        if free.height > 7 {
            let half = free.width / 2;
            let board = titled(buf, Rect { width: half.saturating_sub(2), ..free }, POSITION, theme);
            standing::draw(&stepping.encoded, Chosen::Path(&search.path()), Role::Solver, theme, board, buf);
            let right = Rect { x: free.x + half, width: free.width - half, ..free };
            let lines = way_lines(tree, &stepping.encoded, theme);
            let chart = right.height.saturating_sub(lines.len() as u16 + 1);
            let chart = if chart < graph::LEAST { 0 } else { chart };
            graph::profile(buf, Rect { height: chart, ..right }, profile, Some(search.chosen().len()), theme);
            let below = Rect { y: right.y + chart, height: right.height - chart, ..right };
            way(&lines, theme, below, buf);
        } else if widest + 20 < room.width {
            let chart = Rect { x: room.x + widest + 2, width: room.width - widest - 2, ..room };
            graph::profile(buf, chart, profile, Some(search.chosen().len()), theme);
        } else if free.height > 3 {
            way(&way_lines(tree, &stepping.encoded, theme), theme, free, buf);
        }
        return;
    }
    // Below a short list the board has more room than beside it.
    let is_below = free.height > 20;
    if is_below {
        let board = titled(buf, free, POSITION, theme);
        standing::draw(&stepping.encoded, Chosen::Path(&search.path()), Role::Solver, theme, board, buf);
    } else if free.height > 3 {
        way(&way_lines(tree, &stepping.encoded, theme), theme, free, buf);
    }
    beside(stepping, tree, !is_below, theme, beside_list, buf);
}

/// The title of the board.
const POSITION: &str = "POSITION  of the search";

/// The rows, with forced ones drawn together: runs of four or more in which each node has one
/// child. The row of the cursor stays separate.
fn folded(tree: &Tree) -> Vec<std::ops::Range<usize>> {
    let rows = &tree.rows;
    let is_single = |at: usize| matches!(rows[at].knot, Knot::Item(_, 1)) && rows[at].open;
    // A row is forced if it is the only one below the row above it, and has just one below itself.
    let is_forced = |at: usize| {
        let leads_to = |at: usize| rows.get(at + 1).is_some_and(|below| below.path.len() == rows[at].path.len() + 1);
        at > 0 && at != tree.cursor && is_single(at - 1) && leads_to(at - 1) && is_single(at) && leads_to(at)
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

/// The levels of a tree in which each level has an indent of its own.
const SHALLOW: usize = 12;

/// The indent of each row: the number of choices above it that have more than one branch. In a
/// shallow tree, its level.
fn indents(tree: &Tree) -> Vec<usize> {
    let deepest = tree.rows.iter().map(|row| row.path.len()).max().unwrap_or(0);
    if deepest <= SHALLOW {
        return tree.rows.iter().map(|row| row.path.len()).collect();
    }
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
fn strips(branches: &[dancing::Branch], width: u16, theme: Theme) -> Vec<Line<'static>> {
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

/// Draws what is beside the list: the map of the tree, the board at the search's position unless it
/// is below the list, and the nodes by level.
fn beside(stepping: &Stepping, tree: &Tree, with_board: bool, theme: Theme, area: Rect, buf: &mut Buffer) {
    let lines = map(tree, usize::from(area.width), theme);
    let height = (lines.len() as u16 + 2).min(area.height / 3);
    let place = Rect { height, ..area };
    let (solved, failed, large) = (theme.glyph("✓", "*"), theme.glyph("✗", "x"), theme.glyph("█", "#"));
    let title = format!("MAP  {solved} with solutions  {failed} without  {large} large");
    let rows = titled(buf, place, &title, theme);
    // The levels near the search's position matter most.
    let from = lines.len().saturating_sub(rows.height.into());
    list(buf, rows, &lines[from..], theme);
    let rest = Rect { y: place.bottom(), height: area.height - height, ..area };
    let search = stepping.stepper.search();
    let below = match with_board {
        true => {
            let chart = if stepping.stepper.is_whole() { (rest.height / 3).min(12) } else { 0 };
            let rows = titled(buf, Rect { height: rest.height - chart, ..rest }, POSITION, theme);
            let taken = standing::draw(&stepping.encoded, Chosen::Path(&search.path()), Role::Solver, theme, rows, buf);
            Rect { y: taken.bottom(), height: rest.bottom() - taken.bottom(), ..rest }
        }
        false => rest,
    };
    // Without a board, the way to the selected node is below the profile.
    let lines = if with_board { Vec::new() } else { way_lines(tree, &stepping.encoded, theme) };
    let chart = match (stepping.stepper.is_whole() && below.height >= graph::LEAST, with_board) {
        (false, _) => 0,
        (true, true) => below.height,
        (true, false) => {
            let wanted = lines.len() as u16 + 2;
            below.height.saturating_sub(wanted.min(below.height / 2)).clamp(graph::LEAST, (below.height / 2).max(18))
        }
    };
    if chart > 0 {
        let place = Rect { height: chart, ..below };
        graph::profile(buf, place, &stepping.stepper.tally().profile, Some(search.chosen().len()), theme);
    }
    let rest = Rect { y: below.y + chart, height: below.height - chart, ..below };
    if !with_board && rest.height > 3 {
        way(&lines, theme, rest, buf);
    }
}

/// Draws the choices that lead to the selected node, and the options there.
fn way(lines: &[Line], theme: Theme, area: Rect, buf: &mut Buffer) {
    let rows = titled(buf, area, "THE WAY TO THE SELECTED NODE", theme);
    // The last lines matter most.
    let from = lines.len().saturating_sub(rows.height.into());
    list(buf, rows, &lines[from..], theme);
}

fn way_lines(tree: &Tree, names: &Encoded, theme: Theme) -> Vec<Line<'static>> {
    let Some(selected) = tree.rows.get(tree.cursor) else { return Vec::new() };
    let leads = |row: &&TreeRow| !row.path.is_empty() && selected.path.starts_with(&row.path);
    let mut lines: Vec<Line> = Vec::new();
    for row in tree.rows.iter().filter(leads) {
        let Some(option) = row.option else { continue };
        let text = format!(" {:>4}  {}", row.path.len(), names.option_long(option));
        lines.push(Line::from(span(text, Role::Live, theme)));
    }
    let (_, knot) = row_words(selected, names);
    lines.push(Line::from(span(format!("    {}  {knot}", theme.glyph("▶", ">")), Role::Now, theme)));
    // The children of the node, if it is unfolded.
    let below = |row: &&TreeRow| row.path.len() == selected.path.len() + 1 && row.path.starts_with(&selected.path);
    for row in tree.rows.iter().filter(below) {
        let (by, knot) = row_words(row, names);
        lines.push(Line::from(span(format!("          {by}  {knot}"), Role::Done, theme)));
    }
    lines
}

/// The map of the tree: a line a level with several branches, a cell a branch, by what lies in it.
fn map(tree: &Tree, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let mut lines: Vec<(usize, Vec<(String, Role)>)> = Vec::new();
    let mut places: HashMap<&[usize], usize> = HashMap::new();
    for row in tree.rows.iter().filter(|row| !row.path.is_empty()) {
        let above = &row.path[..row.path.len() - 1];
        let cell = match (row.side, row.knot, row.inside) {
            (TreeSide::On, ..) => (theme.glyph("◆", "@"), Role::Now),
            (_, Knot::Solution, _) | (_, _, Some(Inside::Solutions(_))) => (theme.glyph("✓", "*"), Role::Good),
            (_, Knot::Cut | Knot::Item(_, 0), _) => (theme.glyph("✗", "x"), Role::Bad),
            (_, _, Some(Inside::Fails(nodes))) => match nodes {
                0..10 => (theme.glyph("✗", "x"), Role::Bad),
                10..100 => (theme.glyph("▒", "x"), Role::Bad),
                _ => (theme.glyph("▓", "x"), Role::Bad),
            },
            (TreeSide::Behind, ..) => (theme.glyph("█", "#"), Role::Done),
            (TreeSide::Ahead, _, Some(Inside::Large)) => (theme.glyph("█", "#"), Role::Live),
            (TreeSide::Ahead, ..) => (theme.glyph("·", "."), Role::Live),
        };
        let cell = (cell.0.to_string(), cell.1);
        let at = *places.entry(above).or_insert(lines.len());
        match lines.get_mut(at) {
            Some((_, cells)) => cells.push(cell),
            None => lines.push((row.path.len(), vec![cell])),
        }
    }
    let room = width.saturating_sub(8).max(1);
    let line = |(level, cells): (usize, Vec<(String, Role)>)| {
        // Few cells are parted by blanks.
        let wide = if 2 * cells.len() <= room { 2 } else { 1 };
        let mut spans = vec![span(format!("{level:>6}  "), Role::Done, theme)];
        spans.extend(cells.into_iter().take(room).map(|(cell, role)| span(format!("{cell:<wide$}"), role, theme)));
        Line::from(spans)
    };
    // Levels with one branch are left out, as in the list they are folded.
    lines.into_iter().filter(|(_, cells)| cells.len() > 1).map(line).collect()
}
