//! The count boards: how many options are left for every need of the grid. Four small squares
//! replace a matrix of hundreds of columns.

use super::options::settled;
use super::panel::put;
use super::theme::{Role, Theme};
use crate::app::Stepping;
use crate::dlx::{ItemId, Look};
use crate::puzzle::{Areas, Need};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The rows that the boards of a grid of side `n` take: title, names and counts.
pub fn height(n: usize) -> u16 {
    n as u16 + 2
}

/// The distance between two counts, in columns; `None` if the boards do not fit the width.
fn pitch(n: usize, width: u16) -> Option<u16> {
    (1..=2).rev().find(|pitch| 4 * (n as u16 * pitch + 1) - 1 <= width)
}

pub fn fits(n: usize, area: Rect) -> bool {
    area.height >= height(n) && pitch(n, area.width).is_some()
}

/// The title of the view.
pub fn title(_: &Stepping, theme: Theme, _: Rect) -> String {
    format!("COUNTS  options left for each need; {} is covered", theme.glyph("·", "."))
}

/// Draws cell, row, column and area needs side by side: `·` covered, `1` forced, `0` dead.
pub fn draw(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let names = &stepping.encoded;
    let Some(grid) = names.grid() else { return };
    let n = grid.n();
    let Some(pitch) = pitch(n, area.width) else {
        let text = "there is too little room for the counts";
        put(buf, area.x, area.y, text, area.width as usize, theme.style(Role::Done));
        return;
    };
    let links = stepping.stepper.links();
    let width = n as u16 * pitch + 1;
    let areas = if matches!(grid.areas, Areas::Walls(_)) { "region/symbol" } else { "box/symbol" };
    for (k, title) in ["row/column", "row/symbol", "column/symbol", areas].into_iter().enumerate() {
        let x = area.x + k as u16 * width;
        let room = (area.right() - x).min(width - 1) as usize;
        put(buf, x, area.y, title, room, theme.style(Role::Done));
    }
    for item in (0..links.n_primary() as u32).map(ItemId) {
        let (board, row, column) = match names.need(item) {
            Some(Need::Cell(cell)) => (0, cell.index() / n, cell.index() % n),
            Some(Need::Unit(unit, symbol)) if unit < 3 * n => (1 + unit / n, unit % n, symbol.0 as usize),
            Some(Need::Unit(..) | Need::Pair(..)) | None => continue,
        };
        let (x, y) = (area.x + board as u16 * width + column as u16 * pitch, area.y + 1 + row as u16);
        let (glyph, role) = look(stepping, links, item, theme);
        if y < area.bottom() && x < area.right() {
            let style = if stepping.cursor.item == Some(item) { theme.cursor() } else { theme.style(role) };
            put(buf, x, y, glyph, 1, style);
        }
    }
}

fn look(stepping: &Stepping, links: &dyn Look, item: ItemId, theme: Theme) -> (String, Role) {
    if !links.is_open(item) {
        return (theme.glyph("·", ".").to_string(), Role::Done);
    }
    let (now, before) = (links.len(item), stepping.stepper.length_before(item));
    let digit = u32::try_from(now).ok().and_then(|now| char::from_digit(now, 36)).unwrap_or('+');
    let role = match (now, now == before) {
        (0, _) if !settled(stepping.stepper.search(), item) => Role::Bad,
        (_, false) => Role::Changed,
        (1, true) => Role::Title,
        (_, true) => Role::Live,
    };
    (digit.to_string(), role)
}
