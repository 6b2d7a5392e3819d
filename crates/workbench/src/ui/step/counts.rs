//! The count boards: the number of options left for every need of the grid. Four small squares
//! replace a matrix of hundreds of columns.

use super::drawing::{Drawing, Location};
use super::options::settled;
use crate::app::{Stepping, count_place, count_side};
use crate::ui::panel::{ordinal, put};
use crate::ui::theme::{Role, Theme};
use dancing::{ItemId, LinksView};
use quadrille_puzzle::{Areas, Grid, letter};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::ops::Range;

pub(crate) static DRAWING: Drawing =
    Drawing { title, draw, location: Location::End, least: rows, wanted: |stepping, _| rows(stepping) };

/// All rows of the boards, because counts that are cut are useless.
fn rows(stepping: &Stepping) -> u16 {
    stepping.encoded.grid().map_or(3, |grid| height(count_side(grid)) + 1)
}

/// The number of boards: cells, then rows, columns and areas with the symbols that they need.
const BOARDS: usize = 4;

/// The number of rows of a board above its counts: its name, and the labels of its columns.
const HEAD: u16 = 2;

/// The number of rows of the boards of a grid of side `n` if they are side by side.
pub fn height(n: usize) -> u16 {
    n as u16 + HEAD
}

/// The number of boards of a grid. The units of several grids have none.
fn boards_of(grid: &Grid) -> usize {
    if grid.grids().is_empty() { BOARDS } else { 1 }
}

/// Returns whether all boards fit side by side.
pub fn fits(grid: &Grid, area: Rect) -> bool {
    let (n, boards) = (count_side(grid), boards_of(grid));
    let whole = |layout: Layout| layout.boards.len() == boards && layout.rows.len() == n;
    area.height > height(n) && Layout::new(n, boards, (area.width, area.height - 1), (0, 0)).is_some_and(whole)
}

/// The part of the boards that is shown: the boards that fit side by side or one above the other,
/// and the rows that fit.
#[derive(Debug)]
struct Layout {
    /// Screen columns from one count to the next.
    pitch: u16,
    /// Screen columns from one board to the next.
    width: u16,
    /// The width of the labels of rows, including the line after them.
    label: u16,
    /// The number of boards side by side.
    across: usize,
    boards: Range<usize>,
    rows: Range<usize>,
}

impl Layout {
    /// Returns the layout for a room, in which the board and the row of `center` are visible.
    /// `None` if no board fits the width, or no row the height.
    fn new(n: usize, n_boards: usize, room: (u16, u16), center: (usize, usize)) -> Option<Layout> {
        let label = if n > 9 { 3 } else { 2 };
        // A blank after each board except the last.
        let width = |pitch: u16| label + n as u16 * pitch + 2 - pitch;
        let across = |pitch: u16| usize::from((room.0 + 1) / width(pitch)).min(n_boards);
        // Two digits a count where all boards are whole. Else a count above nine is a plus.
        let down = usize::from(room.1 / height(n));
        let pitch = match n > 9 && across(3) * down >= n_boards {
            true => 3,
            false if across(2) == n_boards => 2,
            false => 1,
        };
        let across = across(pitch);
        if across == 0 || room.1 <= HEAD {
            return None;
        }
        // There are several rows of boards only if all of them are whole.
        let down = usize::from(room.1 / height(n)).clamp(1, n_boards.div_ceil(across));
        let fits = across * down;
        let from = (center.0 / fits * fits).min(n_boards.saturating_sub(fits));
        let seen = usize::from(room.1 - HEAD).min(n);
        let top = (center.1 + 1).saturating_sub(seen);
        Some(Layout {
            pitch,
            width: width(pitch),
            label,
            across,
            boards: from..(from + fits).min(n_boards),
            rows: top..top + seen,
        })
    }
}

/// The board and the row that must be visible: those of the selected item, or of the one in focus.
fn center(stepping: &Stepping) -> (usize, usize) {
    let item = stepping.cursor.item.or(stepping.focus());
    item.and_then(|item| count_place(&stepping.encoded, item)).map_or((0, 0), |(board, row, _)| (board, row))
}

/// The title of the view. It says which boards and rows are missing.
fn title(stepping: &Stepping, theme: Theme, area: Rect) -> String {
    let (n, boards) = stepping.encoded.grid().map_or((1, BOARDS), |grid| (count_side(grid), boards_of(grid)));
    let shown = Layout::new(n, boards, (area.width, area.height.saturating_sub(1)), center(stepping));
    let mut missing = String::new();
    if let Some(layout) = &shown {
        if layout.boards.len() < boards {
            missing = format!("  {} of {boards} boards", layout.boards.len());
        }
        if layout.rows.len() < n {
            missing += &format!("  rows {} to {} of {n}", layout.rows.start + 1, layout.rows.end);
        }
    }
    match missing.is_empty() {
        true => {
            let more = if shown.is_some_and(|layout| n > 9 && layout.pitch < 3) { ", + ten or more" } else { "" };
            format!("COUNTS  options left for each need; {} covered{more}", theme.glyph("·", "."))
        }
        false => format!("COUNTS{missing}"),
    }
}

/// Draws the boards: `·` covered, `1` forced, `0` dead.
fn draw(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let names = &stepping.encoded;
    let Some(grid) = names.grid() else { return };
    let n = count_side(grid);
    let Some(layout) = Layout::new(n, boards_of(grid), (area.width, area.height), center(stepping)) else {
        let text = "too narrow for the counts";
        put(buf, area.x, area.y, text, area.width as usize, theme.style(Role::Done));
        return;
    };
    let areas = match grid.areas {
        Areas::None => "",
        Areas::Boxes { .. } => "boxes",
        Areas::Walls(_) | Areas::Regions(_) => "regions",
        Areas::Grids(_) => "",
    };
    let corner = |board: usize| {
        let at = board - layout.boards.start;
        let (x, y) = ((at % layout.across) as u16 * layout.width, (at / layout.across) as u16 * height(n));
        (area.x + x, area.y + y)
    };
    let label = theme.style(Role::Rule);
    let digits = usize::from(layout.pitch - 1).max(1);
    for (board, title) in
        layout.boards.clone().zip(["cells", "rows", "columns", areas].into_iter().skip(layout.boards.start))
    {
        let (x, y) = corner(board);
        put(buf, x + layout.label, y, title, usize::from(layout.width - layout.label), theme.style(Role::Done));
        let wide = if board == 0 { grid.columns() } else { grid.n_symbols() };
        for k in 0..wide {
            // The board of cells has numbered columns; the others have a column for each symbol.
            let head = match board {
                0 => ordinal(k, digits),
                _ => grid.alphabet.char(quadrille_puzzle::Symbol(k as u8)).to_string(),
            };
            put(buf, x + layout.label + k as u16 * layout.pitch, y + 1, format!("{head:>digits$}"), digits, label);
        }
        let high = match board {
            2 => grid.columns(),
            0 | 1 => grid.rows(),
            _ => grid.n_areas(),
        };
        for (line, row) in layout.rows.clone().enumerate().filter(|(_, row)| *row < high) {
            // Regions have letters, as everywhere else.
            let name = match (board, &grid.areas) {
                (3, Areas::Walls(_) | Areas::Regions(_)) => letter(row),
                _ => (row + 1).to_string(),
            };
            let (width, bar) = (usize::from(layout.label - 1), theme.glyph("│", "|"));
            put(buf, x, y + HEAD + line as u16, format!("{name:>width$}{bar}"), width + 1, label);
        }
    }
    let links = stepping.stepper.links();
    let mut counted = [false; BOARDS];
    for item in (0..links.n_primary() as u32).map(ItemId) {
        let Some((board, row, column)) = count_place(names, item) else { continue };
        counted[board] = true;
        if !layout.boards.contains(&board) || !layout.rows.contains(&row) {
            continue;
        }
        let (x, y) = corner(board);
        let (x, y) = (x + layout.label + column as u16 * layout.pitch, y + HEAD + (row - layout.rows.start) as u16);
        let (glyph, role) = look(stepping, links, item, digits, theme);
        if y < area.bottom() && x < area.right() {
            let style = if stepping.cursor.item == Some(item) { theme.cursor() } else { theme.style(role) };
            put(buf, x, y, format!("{glyph:>digits$}"), digits, style);
        }
    }
    // A unit with fewer cells than symbols needs none of them.
    for board in layout.boards.clone().filter(|&board| !counted[board] && (board < 3 || grid.n_areas() > 0)) {
        let (x, y) = corner(board);
        let width = usize::from(layout.width - layout.label);
        put(buf, x + layout.label, y + HEAD, "at most 1", width, theme.style(Role::Done));
    }
}

/// The count of an item in a number of columns, and its role. A count that needs more is a plus.
fn look(stepping: &Stepping, links: &dyn LinksView, item: ItemId, digits: usize, theme: Theme) -> (String, Role) {
    if !links.is_open(item) {
        return (theme.glyph("·", ".").to_string(), Role::Done);
    }
    let (now, before) = (links.len(item), stepping.stepper.length_before(item));
    let count = Some(now.to_string()).filter(|count| count.len() <= digits).unwrap_or("+".to_string());
    let role = match (now, now == before) {
        (0, _) if !settled(stepping.stepper.search(), item) => Role::Bad,
        (_, false) => Role::Changed,
        (1, true) => Role::Title,
        (_, true) if count == "+" => Role::Done,
        (_, true) => Role::Live,
    };
    (count, role)
}
