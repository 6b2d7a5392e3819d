//! The picture of a listing: its options at their places on a board, on a lattice of matches, or on
//! tickets.

use super::lines::{Weight, joint};
use super::panel::{ordinal, put, shade};
use super::theme::{Role, Theme};
use crate::puzzle::{Board, Matches, Picture, Tickets};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// An option that lies on the board, and its role.
pub type Lies = (usize, Role);

/// The size that a picture needs, which may be more than `room`.
pub fn size(picture: &Picture, room: (u16, u16)) -> (u16, u16) {
    match picture {
        Picture::Board(board) if fits_outlined(board, room) => outlined_size(board),
        Picture::Board(board) => (board.columns as u16 * 2 + 4, board.rows as u16 + 1),
        Picture::Matches(matches) => (matches.side as u16 * 4 + 2, matches.side as u16 * 2 + 2),
        Picture::Tickets(tickets) => (4 + 3 * tickets.numbers as u16, room.1.min(24)),
    }
}

/// Draws a picture with some options on it; later options are drawn over earlier ones. Scrolls so
/// that `center` is visible.
pub fn draw(buf: &mut Buffer, area: Rect, picture: &Picture, lying: &[Lies], center: usize, theme: Theme) {
    let area = area.intersection(buf.area);
    match picture {
        Picture::Board(board) if fits_outlined(board, (area.width, area.height)) => {
            outlined(buf, area, board, lying, theme);
        }
        Picture::Board(board) => compact(buf, area, board, lying, center, theme),
        Picture::Matches(matches) => lattice(buf, area, matches, lying, theme),
        Picture::Tickets(tickets) => rows(buf, area, tickets, lying, theme),
    }
}

/// The style of a piece's letter: the piece's own colour when it is placed, else the style of its
/// role.
fn ink(board: &Board, letter: char, role: Role, theme: Theme) -> Style {
    match role {
        Role::Solver | Role::Good if board.outlined => theme.piece(letter),
        _ => theme.style(role),
    }
}

/// Highlights the places that an option takes, or would take.
pub fn light(buf: &mut Buffer, area: Rect, picture: &Picture, option: usize, center: usize, theme: Theme) {
    let area = area.intersection(buf.area);
    let mut mark = |x: u16, y: u16, width: u16| {
        let cell = Rect { x: area.x + x, y: area.y + y, width, height: 1 };
        shade(buf, cell.intersection(area), theme.cursor());
    };
    match picture {
        Picture::Board(board) => {
            let outlined = fits_outlined(board, (area.width, area.height));
            let (top, left) = if outlined { (0, 0) } else { corner(board, area, center) };
            for &cell in &board.marks[option].cells {
                let (row, column) = (cell as usize / board.columns, cell as usize % board.columns);
                let Some((row, column)) = row.checked_sub(top).zip(column.checked_sub(left)) else { continue };
                match outlined {
                    true => mark(4 + 4 * column as u16, 2 + 2 * row as u16, 3),
                    false => mark(3 + 2 * column as u16, 1 + row as u16, 1),
                }
            }
        }
        Picture::Matches(matches) => {
            let (n, stick) = (matches.side, matches.matches[option] as usize);
            let (row, at) = (stick / (2 * n + 1), stick % (2 * n + 1));
            match at < n {
                true => mark(2 + 4 * at as u16, 2 * row as u16, 3),
                false => mark(1 + 4 * (at - n) as u16, 2 * row as u16 + 1, 1),
            }
        }
        // A ticket that is not taken has no row. The status line names the selected one.
        Picture::Tickets(_) => {}
    }
}

/// Returns whether every option takes just one cell, so that a note about it fits there.
pub fn has_cell_options(picture: &Picture) -> bool {
    matches!(picture, Picture::Board(board) if board.marks.iter().all(|mark| mark.cells.len() == 1))
}

/// Writes notes about options into their cells. Those cells must be empty.
pub fn note(
    buf: &mut Buffer,
    area: Rect,
    picture: &Picture,
    notes: &[(usize, &str, Role)],
    center: usize,
    theme: Theme,
) {
    let area = area.intersection(buf.area);
    let Picture::Board(board) = picture else { return };
    let outlined = fits_outlined(board, (area.width, area.height));
    let (top, left) = if outlined { (0, 0) } else { corner(board, area, center) };
    for &(option, glyph, role) in notes {
        let Some(&cell) = board.marks[option].cells.first() else { continue };
        let (row, column) = (cell as usize / board.columns, cell as usize % board.columns);
        let Some((row, column)) = row.checked_sub(top).zip(column.checked_sub(left)) else { continue };
        let (x, y) = if outlined { (5 + 4 * column, 2 + 2 * row) } else { (3 + 2 * column, 1 + row) };
        let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else { continue };
        if x < area.width && y < area.height {
            put(buf, area.x + x, area.y + y, glyph, 1, theme.style(role));
        }
    }
}

/// Returns the option that lies, or could lie, at a place of the area. If there are several, the
/// next one after `center`.
pub fn option_at(area: Rect, picture: &Picture, center: usize, (x, y): (u16, u16)) -> Option<usize> {
    let (x, y) = (usize::from(x), usize::from(y));
    match picture {
        Picture::Board(board) => {
            let outlined = fits_outlined(board, (area.width, area.height));
            let (row, column) = match outlined {
                true => (y.checked_sub(1)? / 2, x.checked_sub(3)? / 4),
                false => {
                    let (top, left) = corner(board, area, center);
                    (top + y.checked_sub(1)?, left + x.checked_sub(3)? / 2)
                }
            };
            if row >= board.rows || column >= board.columns {
                return None;
            }
            let cell = (row * board.columns + column) as u32;
            let mut there = (0..board.marks.len()).filter(|&option| board.marks[option].cells.contains(&cell));
            let on_it = board.marks.get(center).is_some_and(|mark| mark.cells.contains(&cell));
            there.clone().find(|&option| on_it && option > center).or_else(|| there.next())
        }
        Picture::Matches(matches) => {
            let n = matches.side;
            let stick = match y % 2 == 0 {
                true => (y / 2) * (2 * n + 1) + Some(x.checked_sub(2)? / 4).filter(|&at| at < n)?,
                false => (y / 2) * (2 * n + 1) + n + Some(x.checked_sub(1)? / 4).filter(|&at| at <= n)?,
            };
            matches.matches.iter().position(|&removed| removed as usize == stick)
        }
        Picture::Tickets(_) => None,
    }
}

/// The first visible row and column of a board that is scrolled to an option.
fn corner(board: &Board, area: Rect, center: usize) -> (usize, usize) {
    let (rows, columns) = (area.height.saturating_sub(1) as usize, area.width.saturating_sub(3) as usize / 2);
    let at = board.marks.get(center).and_then(|mark| mark.cells.first()).map_or(0, |&cell| cell as usize);
    let from = |at: usize, room: usize, all: usize| at.saturating_sub(room / 2).min(all.saturating_sub(room));
    (from(at / board.columns, rows, board.rows), from(at % board.columns, columns, board.columns))
}

// --- Boards -------------------------------------------------------------------------------------

fn outlined_size(board: &Board) -> (u16, u16) {
    (board.columns as u16 * 4 + 4, board.rows as u16 * 2 + 2)
}

/// The number of rows from which on a terminal has room to spare.
const ROOMY: u16 = 30;

fn fits_outlined(board: &Board, room: (u16, u16)) -> bool {
    let (width, height) = outlined_size(board);
    // Boards whose options take one cell each are drawn without outlines, unless there is room to
    // spare.
    (board.outlined || room.1 >= ROOMY) && width <= room.0 && height <= room.1
}

/// The index in `lying` of the option that lies on each cell, if any.
fn owners(board: &Board, lying: &[Lies]) -> Vec<Option<usize>> {
    let mut cells = vec![None; board.rows * board.columns];
    for (place, &(option, _)) in lying.iter().enumerate() {
        board.marks[option].cells.iter().for_each(|&cell| cells[cell as usize] = Some(place));
    }
    cells
}

/// Draws cells of four columns by two rows, with the outline of every piece. The piece being tried
/// has a heavy outline.
fn outlined(buf: &mut Buffer, area: Rect, board: &Board, lying: &[Lies], theme: Theme) {
    let cells = owners(board, lying);
    let hole = |cell: usize| board.holes.get(cell).copied().unwrap_or(false);
    let inside = |r: i32, c: i32| {
        let within = (0..board.rows as i32).contains(&r) && (0..board.columns as i32).contains(&c);
        within.then(|| r as usize * board.columns + c as usize).filter(|&cell| !hole(cell))
    };
    let is_now =
        |cell: Option<usize>| cell.and_then(|cell| cells[cell]).is_some_and(|owner| lying[owner].1 == Role::Now);
    // The line between two neighbouring cells: at the edge of the board, of a piece, or of the
    // piece being tried.
    let edge = |one: Option<usize>, other: Option<usize>| match (one, other) {
        (None, None) => Weight::None,
        (Some(a), Some(b)) if board.outlined && cells[a] == cells[b] => Weight::None,
        _ if is_now(one) || is_now(other) => Weight::Heavy,
        // In ASCII only heavy lines are drawn.
        _ if theme.ascii() => Weight::Heavy,
        _ => Weight::Light,
    };
    let (left, top) = (area.x + 3, area.y + 1);
    for column in 0..board.columns {
        put(buf, left + 4 * column as u16 + 2, area.y, ordinal(column, 3), 3, theme.style(Role::Rule));
    }
    for row in 0..board.rows {
        put(buf, area.x, top + 2 * row as u16 + 1, format!("{:>2}", row + 1), 2, theme.style(Role::Rule));
    }
    for r in 0..=board.rows as i32 {
        for c in 0..=board.columns as i32 {
            let (x, y) = (left + 4 * c as u16, top + 2 * r as u16);
            let up = edge(inside(r - 1, c - 1), inside(r - 1, c));
            let right = edge(inside(r - 1, c), inside(r, c));
            let down = edge(inside(r, c - 1), inside(r, c));
            let west = edge(inside(r - 1, c - 1), inside(r, c - 1));
            let style = |weight: Weight| {
                theme.style(if weight == Weight::Heavy && !theme.ascii() { Role::Now } else { Role::Wall })
            };
            let heaviest = up.max(right).max(down).max(west);
            if heaviest > Weight::None {
                let corner = joint([up, right, down, west], theme.ascii()).to_string();
                put(buf, x, y, corner, 1, style(heaviest));
            }
            if right > Weight::None {
                let line = joint([Weight::None, right, Weight::None, right], theme.ascii()).to_string();
                put(buf, x + 1, y, line.repeat(3), 3, style(right));
            }
            if down > Weight::None {
                let line = joint([down, Weight::None, down, Weight::None], theme.ascii()).to_string();
                put(buf, x, y + 1, line, 1, style(down));
            }
            let Some(cell) = inside(r, c) else { continue };
            match cells[cell] {
                Some(owner) => {
                    let (option, role) = lying[owner];
                    let letter = board.marks[option].letter;
                    put(buf, x + 2, y + 1, letter.to_string(), 1, ink(board, letter, role, theme));
                }
                None => {
                    put(buf, x + 2, y + 1, theme.glyph("·", "."), 1, theme.style(Role::Done));
                }
            }
        }
    }
}

/// Draws cells of two columns by one row. The piece being tried has a dot after its letter.
fn compact(buf: &mut Buffer, area: Rect, board: &Board, lying: &[Lies], center: usize, theme: Theme) {
    let cells = owners(board, lying);
    let (rows, columns) = (area.height.saturating_sub(1) as usize, area.width.saturating_sub(3) as usize / 2);
    let (top, left) = corner(board, area, center);
    for (k, column) in (left..board.columns).take(columns).enumerate() {
        put(buf, area.x + 3 + 2 * k as u16, area.y, ordinal(column, 1), 1, theme.style(Role::Rule));
    }
    for (r, row) in (top..board.rows).take(rows).enumerate() {
        let y = area.y + 1 + r as u16;
        put(buf, area.x, y, format!("{:>2}", row + 1), 2, theme.style(Role::Rule));
        for (k, column) in (left..board.columns).take(columns).enumerate() {
            let cell = row * board.columns + column;
            let hole = board.holes.get(cell).copied().unwrap_or(false);
            let (c, style) = match cells[cell] {
                _ if hole => ("#".to_string(), theme.style(Role::Rule)),
                Some(owner) => {
                    let (option, role) = lying[owner];
                    let letter = board.marks[option].letter;
                    let point = if role == Role::Now { theme.glyph("•", "*") } else { "" };
                    (format!("{letter}{point}"), ink(board, letter, role, theme))
                }
                None => (theme.glyph("·", ".").to_string(), theme.style(Role::Done)),
            };
            put(buf, area.x + 3 + 2 * k as u16, y, c, 2, style);
        }
    }
}

// --- Matches ------------------------------------------------------------------------------------

/// Draws the matches. Those taken away are crossed; those missing from the start are not drawn.
fn lattice(buf: &mut Buffer, area: Rect, matches: &Matches, lying: &[Lies], theme: Theme) {
    let n = matches.side;
    let state = |stick: u32| lying.iter().find(|(option, _)| matches.matches[*option] == stick).map(|(_, role)| *role);
    let mut put = |x: u16, y: u16, text: &str, style: Style| {
        if x < area.width && y < area.height {
            put(buf, area.x + x, area.y + y, text, (area.width - x) as usize, style);
        }
    };
    for row in 0..=n {
        for column in 0..=n {
            let (x, y) = (1 + 4 * column as u16, 2 * row as u16);
            put(x, y, theme.glyph("•", "+"), theme.style(Role::Wall));
            let across = (row * (2 * n + 1) + column) as u32;
            let down = across + n as u32;
            if column < n && !matches.missing.contains(&across) {
                let (text, role) = match state(across) {
                    None => (theme.glyph("───", "---"), Role::Live),
                    Some(Role::Now) => (theme.glyph("▶╳◀", ">x<"), Role::Now),
                    Some(role) => (theme.glyph(" ╳ ", " x "), role),
                };
                put(x + 1, y, text, theme.style(role));
            }
            if row < n && !matches.missing.contains(&down) {
                match state(down) {
                    None => put(x, y + 1, theme.glyph("│", "|"), theme.style(Role::Live)),
                    Some(Role::Now) => put(x - 1, y + 1, theme.glyph("▶╳◀", ">x<"), theme.style(Role::Now)),
                    Some(role) => put(x, y + 1, theme.glyph("╳", "x"), theme.style(role)),
                }
            }
        }
    }
}

// --- Tickets ------------------------------------------------------------------------------------

/// Draws the taken tickets, one a row, with their numbers in columns. If there is no room for all,
/// the last ones are shown, with the number of the others.
fn rows(buf: &mut Buffer, area: Rect, tickets: &Tickets, lying: &[Lies], theme: Theme) {
    if area.is_empty() {
        return;
    }
    if lying.is_empty() {
        put(buf, area.x + 1, area.y, "no ticket is taken yet", area.width as usize, theme.style(Role::Done));
        return;
    }
    // The ticket being tried comes last, wherever it is in the list of options.
    let mut lying = lying.to_vec();
    lying.sort_by_key(|(_, role)| *role == Role::Now);
    let hidden = match lying.len().saturating_sub(area.height as usize) {
        0 => 0,
        more => more + 1,
    };
    let above = u16::from(hidden > 0);
    if hidden > 0 {
        let text = format!("{} {hidden} more above", theme.glyph("…", "..."));
        put(buf, area.x, area.y, text, area.width as usize, theme.style(Role::Done));
    }
    for (y, &(option, role)) in (area.y + above..area.bottom()).zip(lying.iter().skip(hidden)) {
        let mark = match role {
            Role::Now => theme.glyph("▶", ">"),
            _ => theme.glyph("✓", "x"),
        };
        put(buf, area.x, y, mark, 1, theme.style(role));
        for number in 1..=tickets.numbers {
            let x = area.x + 1 + 3 * (number as u16 - 1);
            if x + 3 > area.right() {
                break;
            }
            match tickets.tickets[option].contains(&(number as u32)) {
                true => put(buf, x, y, format!("{number:>3}"), 3, theme.style(role)),
                false => put(buf, x, y, theme.glyph("  ·", "  ."), 3, theme.style(Role::Done)),
            };
        }
    }
}
