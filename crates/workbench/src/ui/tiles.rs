//! The picture of a listing: its options at their places on a board, on a lattice of matches, or on
//! tickets.

use super::lines::{ArmWeight, joint, with_arms};
use super::panel::{ordinal, put, shade};
use super::theme::{PIECES, Role, Theme};
use quadrille_puzzle::{Board, Letters, Matches, Picture, Tickets};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

/// An option that lies on the board, and its role.
pub(crate) type Lies = (usize, Role);

/// The size that a picture needs, which may be more than `room`.
pub fn size(picture: &Picture, room: (u16, u16)) -> (u16, u16) {
    match picture {
        Picture::Board(board) => match cell(board, room) {
            Some(cell) => outlined_size(board, cell),
            None => (board.columns as u16 * 2 + 4, board.rows as u16 + 1),
        },
        Picture::Matches(matches) => lattice_size(matches, stick(matches, room)),
        Picture::Tickets(tickets) => {
            let rows = u16::try_from(tickets.tickets.len()).unwrap_or(u16::MAX);
            (4 + column(tickets, room.0) * tickets.numbers as u16, room.1.min(rows))
        }
    }
}

/// Draws a picture with some options on it; later options are drawn over earlier ones. Scrolls so
/// that `center` is visible.
pub fn draw(buf: &mut Buffer, area: Rect, picture: &Picture, lying: &[Lies], center: usize, theme: Theme) {
    let area = area.intersection(buf.area);
    match picture {
        Picture::Board(board) => match cell(board, (area.width, area.height)) {
            Some(cell) => outlined(buf, area, board, cell, lying, theme),
            None => compact(buf, area, board, lying, center, theme),
        },
        Picture::Matches(matches) => lattice(buf, area, matches, lying, theme),
        // Tickets have no places. They are drawn with their states, all of them.
        Picture::Tickets(_) => {}
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
            let scale = cell(board, (area.width, area.height));
            let (top, left) = if scale.is_some() { (0, 0) } else { corner(board, area, center) };
            for &cell in &board.marks[option].cells {
                let (row, column) = (cell as usize / board.columns, cell as usize % board.columns);
                let Some((row, column)) = row.checked_sub(top).zip(column.checked_sub(left)) else { continue };
                let (row, column) = (row as u16, column as u16);
                match scale {
                    Some((w, h)) => {
                        (0..h).for_each(|line| mark(4 + (w + 1) * column, 2 + (h + 1) * row + line, w));
                    }
                    None => mark(3 + 2 * column, 1 + row, 1),
                }
            }
            // The letters that a word would write.
            if matches!(board.marks[option].letters, Letters::Each(_)) {
                let cells = &board.marks[option].cells;
                let letters = cells.iter().map(|&cell| (cell, board.marks[option].letter_in(cell as usize)));
                for (cell, letter) in letters {
                    if let Some((x, y)) = middle(board, area, center, cell) {
                        put(buf, x, y, letter.to_string(), 1, theme.cursor());
                    }
                }
            }
        }
        Picture::Matches(matches) => {
            let (n, number) = (matches.side, matches.matches[option] as usize);
            let (row, at) = (number / (2 * n + 1), number % (2 * n + 1));
            let (w, h) = stick(matches, (area.width, area.height));
            match at < n {
                true => mark(2 + w * at as u16, h * row as u16, w - 1),
                false => (1..h).for_each(|line| mark(1 + w * (at - n) as u16, h * row as u16 + line, 1)),
            }
        }
        Picture::Tickets(tickets) => {
            let row = option - first_ticket(tickets, area.height.into(), center).min(option);
            mark(0, row as u16, area.width.min(4 + column(tickets, area.width) * tickets.numbers as u16));
        }
    }
}

/// Returns whether every option takes just one cell, so that a note about it fits there.
pub(crate) fn has_cell_options(picture: &Picture) -> bool {
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
    for &(option, glyph, role) in notes {
        let Some(&cell) = board.marks[option].cells.first() else { continue };
        if let Some((x, y)) = middle(board, area, center, cell) {
            put(buf, x, y, glyph, 1, theme.style(role));
        }
    }
}

/// Writes signs about cells: into their top left corners, or into their middles if they are small
/// and empty.
pub fn signs(
    buf: &mut Buffer,
    area: Rect,
    picture: &Picture,
    center: usize,
    signs: &[(u32, String, Role)],
    theme: Theme,
) {
    let area = area.intersection(buf.area);
    let Picture::Board(board) = picture else { return };
    let scale = cell(board, (area.width, area.height));
    for (at, text, role) in signs {
        let Some((x, y)) = middle(board, area, center, *at) else { continue };
        match scale {
            Some((w, h)) if w >= 5 && h >= 2 => {
                put(buf, x - w / 2 + 1, y - h / 2, text, usize::from(w) - 1, theme.style(*role));
            }
            _ => {
                let is_empty = buf.cell((x, y)).is_some_and(|cell| ["·", "▫", ".", " "].contains(&cell.symbol()));
                if is_empty {
                    // From the middle on or, if it is longer, from the left. A number that is cut
                    // would be another one.
                    let (whole, half) = scale.map_or((1, 1), |(w, _)| (usize::from(w), usize::from(w / 2 + 1)));
                    let (x, text) = match text.width() {
                        width if width <= half.max(1) => (x, text.as_str()),
                        width if width <= whole => (x.saturating_sub(scale.map_or(0, |(w, _)| w / 2)), text.as_str()),
                        _ => (x, "+"),
                    };
                    put(buf, x, y, text, whole.max(1), theme.style(*role));
                }
            }
        }
    }
}

/// Draws the outline of cells as heavy lines in the style of a role, and the sign `!` in the first.
/// Where cells have no outlines, each gets the sign.
pub fn frame(buf: &mut Buffer, area: Rect, picture: &Picture, center: usize, cells: &[u32], role: Role, theme: Theme) {
    let area = area.intersection(buf.area);
    let Picture::Board(board) = picture else { return };
    let style = theme.style(role);
    let Some((w, h)) = cell(board, (area.width, area.height)) else {
        for &at in cells {
            if let Some((x, y)) = middle(board, area, center, at) {
                put(buf, x, y, "!", 1, style);
            }
        }
        return;
    };
    let has = |row: i32, column: i32| {
        let inside = (0..board.rows as i32).contains(&row) && (0..board.columns as i32).contains(&column);
        inside && cells.contains(&((row as usize * board.columns + column as usize) as u32))
    };
    let mut heavy = |x: u16, y: u16, arms: [bool; 4]| {
        let Some(at) = buf.cell_mut((x, y)).filter(|_| area.contains((x, y).into())) else { return };
        let arms = arms.map(|arm| if arm { ArmWeight::Heavy } else { ArmWeight::None });
        let c = at.symbol().chars().next().unwrap_or(' ');
        let c = if theme.ascii() { joint(arms, true) } else { with_arms(c, arms).unwrap_or(c) };
        at.set_char(c).set_style(style);
    };
    for &at in cells {
        let (row, column) = ((at as usize / board.columns) as i32, (at as usize % board.columns) as i32);
        let (x, y) = (area.x + 3 + (w + 1) * column as u16, area.y + 1 + (h + 1) * row as u16);
        let (right, bottom) = (x + w + 1, y + h + 1);
        for (is_edge, line) in [(!has(row - 1, column), y), (!has(row + 1, column), bottom)] {
            if is_edge {
                (x..=right).for_each(|at| heavy(at, line, [false, at < right, false, at > x]));
            }
        }
        for (is_edge, line) in [(!has(row, column - 1), x), (!has(row, column + 1), right)] {
            if is_edge {
                (y..=bottom).for_each(|at| heavy(line, at, [at > y, false, at < bottom, false]));
            }
        }
    }
    if let Some((x, y)) = cells.first().and_then(|&first| middle(board, area, center, first)) {
        put(buf, x - w / 2, y - h / 2, "!", 1, style);
    }
}

/// Crosses out the cells that no option takes: those that were selected have removed them. Where
/// cells have characters, some are taken by no option from the start, and none is crossed out.
pub fn barred(buf: &mut Buffer, area: Rect, picture: &Picture, center: usize, theme: Theme) {
    let area = area.intersection(buf.area);
    let Picture::Board(board) = picture else { return };
    let mut is_open = vec![false; board.rows * board.columns];
    board.marks.iter().flat_map(|mark| &mark.cells).for_each(|&cell| is_open[cell as usize] = true);
    let is_hole = |cell: usize| board.holes.get(cell).copied().unwrap_or(false);
    let may_be_barred = |cell: usize| board.ground.is_empty() && !is_hole(cell);
    for cell in (0..is_open.len()).filter(|&cell| !is_open[cell] && may_be_barred(cell)) {
        if let Some((x, y)) = middle(board, area, center, cell as u32) {
            put(buf, x, y, theme.glyph("×", "x"), 1, theme.style(Role::Done));
        }
    }
}

/// Writes a question mark behind the letters of an option.
pub fn doubt(buf: &mut Buffer, area: Rect, picture: &Picture, option: usize, center: usize) {
    let area = area.intersection(buf.area);
    let Picture::Board(board) = picture else { return };
    for &cell in &board.marks[option].cells {
        if let Some((x, y)) = middle(board, area, center, cell).filter(|(x, _)| x + 1 < area.right()) {
            put(buf, x + 1, y, "?", 1, Style::new());
        }
    }
}

/// The place of a cell's content on the screen. `None` if it is out of sight.
fn middle(board: &Board, area: Rect, center: usize, at: u32) -> Option<(u16, u16)> {
    let scale = cell(board, (area.width, area.height));
    let (top, left) = if scale.is_some() { (0, 0) } else { corner(board, area, center) };
    let (row, column) = (at as usize / board.columns, at as usize % board.columns);
    let (row, column) = row.checked_sub(top).zip(column.checked_sub(left))?;
    let (row, column) = (u16::try_from(row).ok()?, u16::try_from(column).ok()?);
    let (x, y) = match scale {
        Some((w, h)) => (4 + (w + 1) * column + w / 2, 2 + (h + 1) * row + h / 2),
        None => (3 + 2 * column, 1 + row),
    };
    (x < area.width && y < area.height).then_some((area.x + x, area.y + y))
}

/// Returns the option that lies, or could lie, at a place of the area. If there are several, the
/// next one after `center`.
pub(crate) fn option_at(area: Rect, picture: &Picture, center: usize, (x, y): (u16, u16)) -> Option<usize> {
    let (x, y) = (usize::from(x), usize::from(y));
    match picture {
        Picture::Board(board) => {
            let (row, column) = match cell(board, (area.width, area.height)) {
                Some((w, h)) => (y.checked_sub(1)? / usize::from(h + 1), x.checked_sub(3)? / usize::from(w + 1)),
                None => {
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
            let (w, h) = stick(matches, (area.width, area.height));
            let (w, h) = (usize::from(w), usize::from(h));
            let number = match y % h == 0 {
                true => (y / h) * (2 * n + 1) + Some(x.checked_sub(2)? / w).filter(|&at| at < n)?,
                false => (y / h) * (2 * n + 1) + n + Some(x.checked_sub(1)? / w).filter(|&at| at <= n)?,
            };
            matches.matches.iter().position(|&removed| removed as usize == number)
        }
        Picture::Tickets(tickets) => {
            let option = first_ticket(tickets, area.height.into(), center) + y;
            Some(option).filter(|&option| option < tickets.tickets.len())
        }
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

/// The largest cell that is drawn, in rows. A larger one would show no more.
const LARGEST: u16 = 9;

/// The width and height inside a cell: the largest that fit a room. `None` if no outlines fit.
fn cell(board: &Board, room: (u16, u16)) -> Option<(u16, u16)> {
    let fits = |size: (u16, u16)| size.0 <= room.0 && size.1 <= room.1;
    let cells = (1..=LARGEST).rev().map(|high| (2 * high + 1, high));
    cells.into_iter().find(|&cell| fits(outlined_size(board, cell)))
}

fn outlined_size(board: &Board, (w, h): (u16, u16)) -> (u16, u16) {
    let along = |cells: usize, each: u16| u16::try_from(cells * usize::from(each + 1)).unwrap_or(u16::MAX - 9);
    (along(board.columns, w) + 4, along(board.rows, h) + 2)
}

/// The colour of each piece that lies on the board, one of the theme's twelve. Pieces with
/// different letters differ as far as there are colours, and neighbours differ if they can.
fn colors(board: &Board, lying: &[Lies], cells: &[Option<usize>]) -> Vec<usize> {
    let mut letters: Vec<char> = board.marks.iter().map(|mark| mark.letter()).collect();
    letters.sort_unstable();
    letters.dedup();
    let mut colors: Vec<usize> = Vec::with_capacity(lying.len());
    for (place, &(option, _)) in lying.iter().enumerate() {
        let taken: Vec<usize> = neighbours(board, option)
            .filter_map(|cell| cells[cell])
            .filter(|&other| other < place)
            .map(|other| colors[other])
            .collect();
        let first = letters.binary_search(&board.marks[option].letter()).unwrap_or(0);
        let free = (first..first + PIECES).map(|color| color % PIECES).find(|color| !taken.contains(color));
        colors.push(free.unwrap_or(first % PIECES));
    }
    colors
}

/// The cells beside those of an option.
fn neighbours(board: &Board, option: usize) -> impl Iterator<Item = usize> {
    let (rows, columns) = (board.rows, board.columns);
    board.marks[option].cells.iter().flat_map(move |&cell| {
        let (r, c) = (cell as usize / columns, cell as usize % columns);
        let up = (r > 0).then(|| (r - 1) * columns + c);
        let down = (r + 1 < rows).then(|| (r + 1) * columns + c);
        let left = (c > 0).then(|| r * columns + c - 1);
        let right = (c + 1 < columns).then(|| r * columns + c + 1);
        [up, down, left, right].into_iter().flatten()
    })
}

/// The index in `lying` of the option that lies on each cell, if any.
fn owners(board: &Board, lying: &[Lies]) -> Vec<Option<usize>> {
    let mut cells = vec![None; board.rows * board.columns];
    for (place, &(option, _)) in lying.iter().enumerate() {
        board.marks[option].cells.iter().for_each(|&cell| cells[cell as usize] = Some(place));
    }
    cells
}

/// The character of an empty cell, or a cross if an option that lies on the board reaches it.
/// `None` if it has no character.
fn ground(board: &Board, lying: &[Lies], cell: usize, theme: Theme) -> Option<(String, Role)> {
    let held = *board.ground.get(cell).filter(|&&held| held != ' ')?;
    let reaches = |&&(option, _): &&Lies| board.marks[option].reaches.contains(&(cell as u32));
    Some(match lying.iter().rev().find(reaches) {
        Some((_, Role::Now)) => (theme.glyph("×", "x").to_string(), Role::Now),
        Some(_) => (theme.glyph("×", "x").to_string(), Role::Done),
        None => (held.to_string(), Role::Wall),
    })
}

/// Draws cells of a size, with the outline of every piece. A piece is filled with its colour; the
/// one being tried has a heavy outline.
fn outlined(buf: &mut Buffer, area: Rect, board: &Board, (w, h): (u16, u16), lying: &[Lies], theme: Theme) {
    let cells = owners(board, lying);
    let colors = if board.outlined { colors(board, lying, &cells) } else { Vec::new() };
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
        (None, None) => ArmWeight::None,
        (Some(a), Some(b)) if board.outlined && cells[a] == cells[b] => ArmWeight::None,
        _ if is_now(one) || is_now(other) => ArmWeight::Heavy,
        // In ASCII only heavy lines are drawn.
        _ if theme.ascii() => ArmWeight::Heavy,
        _ => ArmWeight::Light,
    };
    let (left, top) = (area.x + 3, area.y + 1);
    let (across, down) = (w + 1, h + 1);
    for column in 0..board.columns {
        let x = left + across * column as u16 + 1 + w / 2;
        put(buf, x, area.y, ordinal(column, w.into()), w.into(), theme.style(Role::Rule));
    }
    for row in 0..board.rows {
        let y = top + down * row as u16 + 1 + h / 2;
        put(buf, area.x, y, format!("{:>2}", row + 1), 2, theme.style(Role::Rule));
    }
    // Faint lines between empty cells, so that they can be counted.
    let empty = |r: i32, c: i32| inside(r, c).is_some_and(|cell| cells[cell].is_none());
    let faint =
        |one: bool, other: bool| if one && other && !theme.ascii() { ArmWeight::Light } else { ArmWeight::None };
    for r in 0..=board.rows as i32 {
        for c in 0..=board.columns as i32 {
            let (x, y) = (left + across * c as u16, top + down * r as u16);
            let (nw, ne, sw, se) = (empty(r - 1, c - 1), empty(r - 1, c), empty(r, c - 1), empty(r, c));
            let arms = [faint(nw, ne), faint(ne, se), faint(sw, se), faint(nw, sw)];
            let rule = theme.style(Role::Rule);
            if arms.iter().any(|&arm| arm > ArmWeight::None) {
                put(buf, x, y, joint(arms, false).to_string(), 1, rule);
            }
            if arms[1] > ArmWeight::None {
                put(buf, x + 1, y, "─".repeat(w.into()), w.into(), rule);
            }
            if arms[2] > ArmWeight::None {
                (y + 1..=y + h).for_each(|y| put(buf, x, y, "│", 1, rule));
            }
            let north = edge(inside(r - 1, c - 1), inside(r - 1, c));
            let east = edge(inside(r - 1, c), inside(r, c));
            let south = edge(inside(r, c - 1), inside(r, c));
            let west = edge(inside(r - 1, c - 1), inside(r, c - 1));
            let style = |weight: ArmWeight| {
                theme.style(if weight == ArmWeight::Heavy && !theme.ascii() { Role::Now } else { Role::Wall })
            };
            let heaviest = north.max(east).max(south).max(west);
            // Between two cells of a piece there is no line, but its colour.
            let fill = |one: Option<usize>| one.and_then(|cell| cells[cell]).and_then(|owner| colors.get(owner));
            let mut area =
                |x: u16, y: u16, width: u16, height: u16, weight: ArmWeight, line: char, of: Option<usize>| {
                    let text = line.to_string().repeat(width.into());
                    let style = match (weight, fill(of)) {
                        (ArmWeight::None, Some(&color)) => theme.piece(color),
                        (ArmWeight::None, None) => return,
                        (weight, _) => style(weight),
                    };
                    (y..y + height).for_each(|y| put(buf, x, y, &text, width.into(), style));
                };
            let at = |arms: [ArmWeight; 4]| if heaviest == ArmWeight::None { ' ' } else { joint(arms, theme.ascii()) };
            // The faint lines between empty cells meet the edge of the board.
            let joined = [north.max(arms[0]), east.max(arms[1]), south.max(arms[2]), west.max(arms[3])];
            area(x, y, 1, 1, heaviest, at(joined), inside(r, c));
            let line = if east == ArmWeight::None { ' ' } else { at([ArmWeight::None, east, ArmWeight::None, east]) };
            area(x + 1, y, w, 1, east, line, inside(r, c));
            let line =
                if south == ArmWeight::None { ' ' } else { at([south, ArmWeight::None, south, ArmWeight::None]) };
            area(x, y + 1, 1, h, south, line, inside(r, c));
            let Some(cell) = inside(r, c) else { continue };
            area(x + 1, y + 1, w, h, ArmWeight::None, ' ', Some(cell));
            let middle = (x + 1 + w / 2, y + 1 + h / 2);
            match cells[cell] {
                Some(owner) => {
                    let (option, role) = lying[owner];
                    let letter = board.marks[option].letter_in(cell);
                    let style = colors.get(owner).map_or(theme.style(role), |&color| theme.piece(color));
                    put(buf, middle.0, middle.1, letter.to_string(), 1, style);
                }
                None => {
                    let bare = || (theme.glyph("·", ".").to_string(), Role::Done);
                    let (text, role) = ground(board, lying, cell, theme).unwrap_or_else(bare);
                    put(buf, middle.0, middle.1, text, 1, theme.style(role));
                }
            }
        }
    }
}

/// Draws cells of two columns by one row. The piece being tried has a dot after its letter.
fn compact(buf: &mut Buffer, area: Rect, board: &Board, lying: &[Lies], center: usize, theme: Theme) {
    let cells = owners(board, lying);
    let colors = if board.outlined { colors(board, lying, &cells) } else { Vec::new() };
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
                    let letter = board.marks[option].letter_in(cell);
                    let point = if role == Role::Now { theme.glyph("•", "*") } else { "" };
                    let style = colors.get(owner).map_or(theme.style(role), |&color| theme.piece(color));
                    (format!("{letter}{point:<1}"), style)
                }
                None => {
                    let bare = || (theme.glyph("▫", ".").to_string(), Role::Rule);
                    let (text, role) = ground(board, lying, cell, theme).unwrap_or_else(bare);
                    (text, theme.style(role))
                }
            };
            put(buf, area.x + 3 + 2 * k as u16, y, c, 2, style);
        }
    }
}

// --- Matches ------------------------------------------------------------------------------------

/// The columns and rows from a joint of the lattice to the next: the largest that fit a room.
fn stick(matches: &Matches, room: (u16, u16)) -> (u16, u16) {
    let fits = |size: (u16, u16)| size.0 <= room.0 && size.1 <= room.1;
    let pitches = (2..=2 * LARGEST).rev().map(|high| (2 * high, high));
    pitches.into_iter().find(|&pitch| fits(lattice_size(matches, pitch))).unwrap_or((4, 2))
}

fn lattice_size(matches: &Matches, (w, h): (u16, u16)) -> (u16, u16) {
    (matches.side as u16 * w + 2, matches.side as u16 * h + 2)
}

/// Draws the matches. Those taken away are crossed; those missing from the start are not drawn.
fn lattice(buf: &mut Buffer, area: Rect, matches: &Matches, lying: &[Lies], theme: Theme) {
    let n = matches.side;
    let (w, h) = stick(matches, (area.width, area.height));
    let state = |stick: u32| lying.iter().find(|(option, _)| matches.matches[*option] == stick).map(|(_, role)| *role);
    let mut put = |x: u16, y: u16, text: &str, style: Style| {
        if x < area.width && y < area.height {
            put(buf, area.x + x, area.y + y, text, (area.width - x) as usize, style);
        }
    };
    for row in 0..=n {
        for column in 0..=n {
            let (x, y) = (1 + w * column as u16, h * row as u16);
            put(x, y, theme.glyph("•", "+"), theme.style(Role::Wall));
            let across = (row * (2 * n + 1) + column) as u32;
            let down = across + n as u32;
            if column < n && !matches.missing.contains(&across) {
                let whole = theme.glyph("─", "-").repeat(usize::from(w) - 1);
                match state(across) {
                    None => put(x + 1, y, &whole, theme.style(Role::Live)),
                    Some(Role::Now) => put(x + w / 2 - 1, y, theme.glyph("▶╳◀", ">x<"), theme.style(Role::Now)),
                    Some(role) => put(x + w / 2, y, theme.glyph("╳", "x"), theme.style(role)),
                }
            }
            if row < n && !matches.missing.contains(&down) {
                let middle = y + h / 2;
                match state(down) {
                    None => (y + 1..y + h).for_each(|y| put(x, y, theme.glyph("│", "|"), theme.style(Role::Live))),
                    Some(Role::Now) => put(x - 1, middle, theme.glyph("▶╳◀", ">x<"), theme.style(Role::Now)),
                    Some(role) => put(x, middle, theme.glyph("╳", "x"), theme.style(role)),
                }
            }
        }
    }
}

// --- Tickets ------------------------------------------------------------------------------------

/// The columns from a number to the next: the most that fit a width.
fn column(tickets: &Tickets, width: u16) -> u16 {
    (3..=8).rev().find(|pitch| 4 + pitch * tickets.numbers as u16 <= width).unwrap_or(3)
}

/// The first visible ticket of a table that is scrolled so that `center` is visible.
fn first_ticket(tickets: &Tickets, rows: usize, center: usize) -> usize {
    center.saturating_sub(rows / 2).min(tickets.tickets.len().saturating_sub(rows))
}

/// Draws the tickets around `center`, one a row, with their numbers in columns. `tag` gives the
/// state of each ticket.
pub fn tickets(
    buf: &mut Buffer,
    area: Rect,
    tickets: &Tickets,
    center: usize,
    theme: Theme,
    tag: impl Fn(usize) -> (&'static str, Role),
) {
    let area = area.intersection(buf.area);
    let (pitch, rows) = (column(tickets, area.width), usize::from(area.height));
    let from = first_ticket(tickets, rows, center);
    for (y, option) in (area.y..area.bottom()).zip(from..tickets.tickets.len()) {
        let (mark, role) = tag(option);
        put(buf, area.x, y, mark, 1, theme.style(role));
        for number in 1..=tickets.numbers {
            let x = area.x + 1 + pitch * (number as u16 - 1);
            if x + pitch > area.right() {
                break;
            }
            let (text, role) = match tickets.tickets[option].contains(&(number as u32)) {
                true => (number.to_string(), role),
                false => (theme.glyph("·", ".").to_string(), Role::Done),
            };
            // A rule before each column makes the tickets a table.
            let width = usize::from(pitch) - 1;
            put(buf, x, y, theme.glyph("│", "|"), 1, theme.style(Role::Rule));
            put(buf, x + 1, y, format!("{text:^width$}"), width, theme.style(role));
        }
        let end = area.x + 1 + pitch * tickets.numbers as u16;
        if end < area.right() {
            put(buf, end, y, theme.glyph("│", "|"), 1, theme.style(Role::Rule));
        }
    }
}
