//! A listing's board: what its options look like where they lie.

use super::theme::{Role, Theme};
use crate::puzzle::Picture;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// How an option lies on the board, if it does.
pub type Lies = (usize, Role);

/// The room that a board takes: rulers and two columns a cell.
pub fn size(picture: &Picture) -> (u16, u16) {
    (picture.columns as u16 * 2 + 4, picture.rows as u16 + 1)
}

/// Draws a board with some options on it; later ones lie over earlier ones. Scrolls so that `center` is seen.
pub fn draw(buf: &mut Buffer, area: Rect, picture: &Picture, lying: &[Lies], center: usize, theme: Theme) {
    let mut cells = vec![None; picture.rows * picture.columns];
    for &(option, role) in lying {
        let mark = &picture.marks[option];
        mark.cells.iter().for_each(|&cell| cells[cell as usize] = Some((mark.letter, role)));
    }
    let (rows, columns) = (area.height.saturating_sub(1) as usize, area.width.saturating_sub(3) as usize / 2);
    let at = picture.marks.get(center).and_then(|mark| mark.cells.first()).map_or(0, |&cell| cell as usize);
    let from = |at: usize, room: usize, all: usize| at.saturating_sub(room / 2).min(all.saturating_sub(room));
    let top = from(at / picture.columns, rows, picture.rows);
    let left = from(at % picture.columns, columns, picture.columns);
    let rule = theme.style(Role::Rule);
    for (k, column) in (left..picture.columns).take(columns).enumerate() {
        buf.set_stringn(area.x + 3 + 2 * k as u16, area.y, ((column + 1) % 10).to_string(), 1, rule);
    }
    for (r, row) in (top..picture.rows).take(rows).enumerate() {
        let y = area.y + 1 + r as u16;
        buf.set_stringn(area.x, y, format!("{:>2}", row + 1), 2, rule);
        for (k, column) in (left..picture.columns).take(columns).enumerate() {
            let cell = row * picture.columns + column;
            let hole = picture.holes.get(cell).copied().unwrap_or(false);
            let (c, role) = match cells[cell] {
                _ if hole => ('#', Role::Rule),
                Some(found) => found,
                None => (if theme.ascii() { '.' } else { '·' }, Role::Done),
            };
            buf.set_stringn(area.x + 3 + 2 * k as u16, y, c.to_string(), 1, theme.style(role));
        }
    }
}
