//! Marks on a grid that is drawn: a frame around cells, a line from a cell to another, and signs in
//! the corners of cells.

use super::board::{LaidGrid, Viewport};
use super::lines::{ArmWeight, with_arms};
use super::theme::{Role, Theme};
use quadrille_puzzle::{Cell, Side};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Draws the outline of cells as heavy lines in the style of a role, and the sign `!` in the first.
pub fn frame(buf: &mut Buffer, area: Rect, laid: LaidGrid, cells: &[Cell], role: Role, theme: Theme) {
    outline(buf, area, laid, cells, role, theme);
    if let Some(&first) = cells.first() {
        corner(buf, area, laid, first, '!', role, theme);
    }
}

/// Draws the outline of cells as heavy lines in the style of a role.
pub fn outline(buf: &mut Buffer, area: Rect, laid: LaidGrid, cells: &[Cell], role: Role, theme: Theme) {
    let (viewport, ..) = Viewport::of(area.intersection(buf.area), laid);
    let LaidGrid { grid, geometry, .. } = laid;
    let style = theme.style(role);
    let heavier = |c: char| match c {
        '│' => '┃',
        '─' => '━',
        c => c,
    };
    for &cell in cells {
        let (row, column) = grid.place(cell);
        let (left, top) = (geometry.columns[column], geometry.rows[row]);
        let (right, bottom) = (left + geometry.cell.0, top + geometry.cell.1);
        for side in [Side::Left, Side::Up, Side::Right, Side::Down] {
            if grid.moved(cell, side.step()).is_some_and(|other| cells.contains(&other)) {
                continue;
            }
            let places: Vec<(u16, u16)> = match side {
                Side::Left => geometry.upright[column].map(|x| (top..bottom).map(|y| (x, y)).collect()),
                Side::Right => geometry.upright[column + 1].map(|x| (top..bottom).map(|y| (x, y)).collect()),
                Side::Up => geometry.level[row].map(|y| (left..right).map(|x| (x, y)).collect()),
                Side::Down => geometry.level[row + 1].map(|y| (left..right).map(|x| (x, y)).collect()),
            }
            .unwrap_or_default();
            for (x, y) in places {
                if let Some(at) = viewport.place(x, y).and_then(|place| buf.cell_mut(place)) {
                    // Sums and names of regions on the lines keep their inks.
                    let c = at.symbol().chars().next().unwrap_or(' ');
                    if ('\u{2500}'..='\u{257f}').contains(&c) || !c.is_alphanumeric() {
                        at.set_char(heavier(c)).set_style(style);
                    }
                }
            }
        }
    }
}

/// Writes a sign into the top left corner of a cell or, if the cell is one character wide, before
/// it.
fn corner(buf: &mut Buffer, area: Rect, laid: LaidGrid, cell: Cell, sign: char, role: Role, theme: Theme) {
    let (viewport, ..) = Viewport::of(area.intersection(buf.area), laid);
    let (row, column) = laid.grid.place(cell);
    let (x, y) = (laid.geometry.columns[column], laid.geometry.rows[row]);
    let x = if laid.geometry.cell.0 > 1 { x } else { x.saturating_sub(1) };
    viewport.draw(buf, x, y, sign, theme.style(role));
}

/// Writes a count into the top right corner of a cell.
pub fn count(buf: &mut Buffer, area: Rect, laid: LaidGrid, cell: Cell, count: usize, theme: Theme) {
    let (viewport, ..) = Viewport::of(area.intersection(buf.area), laid);
    let (row, column) = laid.grid.place(cell);
    let geometry = laid.geometry;
    let small = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let plain = char::from_digit(count as u32, 10);
    let sign = if theme.ascii() { plain } else { small.get(count).copied() };
    let (x, y) = (geometry.columns[column] + geometry.cell.0 - 1, geometry.rows[row]);
    viewport.draw(buf, x, y, sign.unwrap_or('+'), theme.style(Role::Now));
}

/// Draws a line from a cell to another: along the lower edge of a row, along the right edge of a
/// column, or down and across. The line crosses walls and leaves out symbols.
pub fn join(buf: &mut Buffer, area: Rect, laid: LaidGrid, from: Cell, to: Cell, theme: Theme) {
    let (viewport, ..) = Viewport::of(area.intersection(buf.area), laid);
    let (grid, geometry) = (laid.grid, laid.geometry);
    if geometry.cell.1 < 3 || theme.ascii() {
        return;
    }
    let ((row, column), (last_row, last_column)) = (grid.place(from), grid.place(to));
    let (width, height) = geometry.cell;
    let mut put = |x: u16, y: u16, arms: [bool; 4]| {
        let Some(at) = viewport.place(x, y).and_then(|place| buf.cell_mut(place)) else { return };
        let arms = arms.map(|arm| if arm { ArmWeight::Light } else { ArmWeight::None });
        if let Some(c) = at.symbol().chars().next().and_then(|c| with_arms(c, arms)) {
            at.set_char(c).set_style(theme.style(Role::Now));
        }
    };
    // Down or up in the first column, to the right of its symbols.
    let x = geometry.columns[column] + width - 1;
    let (y, end) = (geometry.rows[row] + height / 2 + 1, geometry.rows[last_row] + height - 1);
    let target =
        if last_column > column { geometry.columns[last_column] } else { geometry.columns[last_column] + width - 1 };
    if column == last_column {
        let stop = if last_row > row { geometry.rows[last_row] } else { geometry.rows[last_row] + height - 1 };
        let (low, high) = (y.min(stop), y.max(stop));
        (low..=high).for_each(|y| put(x, y, [y > low, false, y < high, false]));
        let head = if last_row > row { '▾' } else { '▴' };
        viewport.draw(buf, x, stop, head, theme.style(Role::Now));
        return;
    }
    let (low, high) = (y.min(end), y.max(end));
    let rightwards = last_column > column;
    if low < high {
        (low..=high).filter(|&y| y != end).for_each(|y| put(x, y, [y > low, false, y < high, false]));
    }
    let came_down = end > y;
    put(x, end, [end == y || came_down, rightwards, !(end == y || came_down), !rightwards]);
    let (first, last) = (x.min(target), x.max(target));
    (first..=last).filter(|&at| at != x && at != target).for_each(|x| put(x, end, [false, true, false, true]));
    viewport.draw(buf, target, end, if rightwards { '▸' } else { '◂' }, theme.style(Role::Now));
}
