//! Tree: the search tree, unfolded on demand, with the current path highlighted. The state of the
//! selected node, a map of the tree and the way to the node are beside it.

mod map;
mod strips;

use super::graph;
use super::panel::{Section, fit_marked, list, span, stack, titled, write};
use super::standing::{self, Chosen};
use super::theme::{Role, Theme};
use crate::app::{App, Screen, Stepping};
use dancing::Phase;
use map::TreeMap;
use quadrille_puzzle::Encoded;
use quadrille_study::{Inside, Knot, Tree, TreeRow, TreeSide, forced_words, plural, row_brief, row_words, thousands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use std::ops::Range;
use strips::strips;
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

/// Draws the tree and, beside it, the state of the selected node: its board, its words, the map,
/// and the choices that lead to it.
fn draw_calm(tree: &Tree, stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let names = &stepping.encoded;
    // What the list leaves empty goes to the picture.
    let side = match area.width {
        0..72 => 0,
        72..160 => area.width * 9 / 20,
        _ => area.width * 13 / 20,
    };
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
    let map = TreeMap::new(tree, beside.width.saturating_sub(1));
    let way_lines = way_lines(tree, names, RowDetail::Brief, theme);
    // The board comes first. A screen that is high enough keeps room for the map and for the last
    // choices of the way.
    let wanted = (map.height() + 2 + (way_lines.len() as u16 + 2).min(WAY)).min(area.height / 3);
    let kept = words.rows() + if area.height >= HIGH { wanted + 2 } else { 1 };
    let place = Rect { height: area.height.saturating_sub(kept), ..beside };
    let taken = position(tree, stepping, theme, place, buf);
    let y = (taken.bottom() + 1).min(area.bottom());
    let words_height = words.rows().min(area.bottom() - y);
    stack(vec![words], theme, Rect { y, height: words_height, ..beside }, buf);
    let y = (y + words_height + 1).min(area.bottom());
    let rest = Rect { y, height: area.bottom() - y, ..beside };
    if rest.height < 3 {
        return;
    }
    let lines = if rest.height >= map.height() + 6 { way_lines } else { Vec::new() };
    let height = if lines.is_empty() { rest.height } else { map.height() + 2 };
    draw_map(&map, theme, Rect { height, ..rest }, buf);
    let free = Rect { y: rest.y + height, height: rest.height - height, ..rest };
    if !lines.is_empty() && free.height > 2 {
        way(&lines, theme, free, buf);
    }
}

/// The rows of a screen that has room for the way to the selected node, and the most rows that are
/// kept for it.
const HIGH: u16 = 30;
const WAY: u16 = 8;

/// Draws the puzzle in the state of the selected node. What the search has not chosen, or not any
/// more, looks different.
fn position(tree: &Tree, stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) -> Rect {
    let search = stepping.stepper.search();
    let path = tree.options_to(search, tree.cursor);
    let shared = path.iter().zip(search.path()).take_while(|(one, other)| **one == *other).count();
    let title = match path.len() == shared && shared == search.path().len() {
        true => "POSITION",
        false => "POSITION  of the selected node",
    };
    let rows = titled(buf, area, title, theme);
    standing::draw(&stepping.encoded, Chosen::Node { path: &path, shared }, Role::Solver, theme, rows, buf)
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
    let indents = indents(tree, &shown);
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
        let (indent, deeper) = match indents[y].checked_sub(most) {
            Some(deeper @ 1..) => (2 * most, format!("{}{deeper} ", theme.glyph("»", "+"))),
            _ => (2 * indents[y], String::new()),
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
            position(tree, stepping, theme, Rect { width: half.saturating_sub(2), ..free }, buf);
            let right = Rect { x: free.x + half, width: free.width - half, ..free };
            let lines = way_lines(tree, &stepping.encoded, RowDetail::Words, theme);
            let chart = right.height.saturating_sub(lines.len() as u16 + 1);
            let chart = if chart < graph::LEAST { 0 } else { chart };
            graph::profile(buf, Rect { height: chart, ..right }, profile, Some(search.chosen().len()), theme);
            let below = Rect { y: right.y + chart, height: right.height - chart, ..right };
            way(&lines, theme, below, buf);
        } else if widest + 20 < room.width {
            let chart = Rect { x: room.x + widest + 2, width: room.width - widest - 2, ..room };
            graph::profile(buf, chart, profile, Some(search.chosen().len()), theme);
        } else if free.height > 3 {
            way(&way_lines(tree, &stepping.encoded, RowDetail::Words, theme), theme, free, buf);
        }
        return;
    }
    // Below a short list the board has more room than beside it.
    let is_below = free.height > 20;
    if is_below {
        position(tree, stepping, theme, free, buf);
    } else if free.height > 3 {
        way(&way_lines(tree, &stepping.encoded, RowDetail::Words, theme), theme, free, buf);
    }
    beside(stepping, tree, !is_below, theme, beside_list, buf);
}

/// The rows, with forced ones drawn together: runs of four or more in which each node has one
/// child. The row of the cursor stays separate.
fn folded(tree: &Tree) -> Vec<Range<usize>> {
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

/// The indents of the rows that are shown: each is farther in than the row of its parent.
fn indents(tree: &Tree, shown: &[Range<usize>]) -> Vec<usize> {
    let mut indents = Vec::with_capacity(shown.len());
    // The last rows of the runs above, one inside the other.
    let mut above: Vec<usize> = Vec::new();
    for run in shown {
        let path = &tree.rows[run.start].path;
        let is_below = |at: usize| path.len() > tree.rows[at].path.len() && path.starts_with(&tree.rows[at].path);
        while above.pop_if(|at| !is_below(*at)).is_some() {}
        indents.push(above.len());
        above.push(run.end - 1);
    }
    indents
}

/// Draws what is beside the list: the map of the tree, the board of the selected node unless it is
/// below the list, and the nodes by level.
fn beside(stepping: &Stepping, tree: &Tree, with_board: bool, theme: Theme, area: Rect, buf: &mut Buffer) {
    let map = TreeMap::new(tree, area.width.saturating_sub(1));
    let height = (map.height() + 2).min(area.height / 3);
    let place = Rect { height, ..area };
    draw_map(&map, theme, place, buf);
    let rest = Rect { y: place.bottom(), height: area.height - height, ..area };
    let search = stepping.stepper.search();
    let below = match with_board {
        true => {
            let chart = if stepping.stepper.is_whole() { (rest.height / 3).min(12) } else { 0 };
            let taken = position(tree, stepping, theme, Rect { height: rest.height - chart, ..rest }, buf);
            Rect { y: taken.bottom(), height: rest.bottom() - taken.bottom(), ..rest }
        }
        false => rest,
    };
    // Without a board, the way to the selected node is below the profile.
    let lines = if with_board { Vec::new() } else { way_lines(tree, &stepping.encoded, RowDetail::Words, theme) };
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

/// Draws the map with its title.
fn draw_map(map: &TreeMap, theme: Theme, area: Rect, buf: &mut Buffer) {
    let (solved, failed, large) = (theme.glyph("✓", "*"), theme.glyph("✗", "x"), theme.glyph("█", "#"));
    let unknown = theme.glyph("·", ".");
    let title = format!("MAP  {solved} solutions  {failed} none  {large} large  {unknown} not seen");
    let rows = titled(buf, area, &title, theme);
    let rows = Rect { x: rows.x + 1, width: rows.width.saturating_sub(1), ..rows };
    map.draw(theme, Rect { height: rows.height.min(map.height()), ..rows }, buf);
}

/// Draws the choices that lead to the selected node, and the options there.
fn way(lines: &[Line], theme: Theme, area: Rect, buf: &mut Buffer) {
    let rows = titled(buf, area, "THE WAY THERE", theme);
    // The last lines matter most.
    let from = lines.len().saturating_sub(rows.height.into());
    if from == 0 {
        return list(buf, rows, lines, theme);
    }
    let above = Line::from(span(format!("        {} more before", from + 1), Role::Done, theme));
    let shown: Vec<Line> = std::iter::once(above).chain(lines[from + 1..].iter().cloned()).collect();
    list(buf, rows, &shown, theme);
}

/// The choices that lead to the selected node, the node in words unless they are brief, and the
/// options there.
fn way_lines(tree: &Tree, names: &Encoded, detail: RowDetail, theme: Theme) -> Vec<Line<'static>> {
    let Some(selected) = tree.rows.get(tree.cursor) else { return Vec::new() };
    let leads = |row: &TreeRow| selected.path.starts_with(&row.path);
    let mut lines: Vec<Line> = Vec::new();
    // Levels with one branch are no choices.
    let mut is_choice = true;
    for row in tree.rows.iter().filter(|row| leads(row)) {
        let was_choice = std::mem::replace(&mut is_choice, matches!(row.knot, Knot::Item(_, 2..)));
        let Some(option) = row.option.filter(|_| was_choice) else { continue };
        let text = format!(" {:>4}  {}", row.path.len(), names.option_long(option));
        lines.push(Line::from(span(text, Role::Live, theme)));
    }
    if detail == RowDetail::Words {
        let (_, knot) = row_words(selected, names);
        lines.push(Line::from(span(format!("    {}  {knot}", theme.glyph("▶", ">")), Role::Now, theme)));
    }
    // The children of the node, if it is unfolded.
    let below = |row: &&TreeRow| row.path.len() == selected.path.len() + 1 && row.path.starts_with(&selected.path);
    for row in tree.rows.iter().filter(below) {
        let (by, knot) = row_words(row, names);
        lines.push(Line::from(span(format!("          {by}  {knot}"), Role::Done, theme)));
    }
    lines
}
