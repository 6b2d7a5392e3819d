//! Draws the rules of a grid over its board: lines, dots, frames and signs. They take places that
//! are blank or lines of the board, never those of symbols.

use super::geometry::Geometry;
use super::theme::Theme;
use quadrille_puzzle::{Cell, Grid, RuleFigure, Side, Stroke};
use unicode_width::UnicodeWidthStr;

/// A character at a place of the grid's layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    pub at: (u16, u16),
    pub char: char,
}

/// Returns the glyphs of the rules and diagonals of a grid. Later glyphs are drawn over earlier
/// ones.
pub fn glyphs(grid: &Grid, geometry: &Geometry, theme: Theme) -> Vec<Glyph> {
    let mut pen = Pen { grid, geometry, ascii: theme.ascii(), drawn: Vec::new() };
    // Without a line at every boundary there is no room between the cells.
    if !geometry.walls {
        return pen.drawn;
    }
    if grid.diagonals {
        pen.diagonals();
    }
    // Shades lie below lines, and lines below the rest.
    let layer = |figure: &RuleFigure| match figure {
        RuleFigure::Shade(_) => 0,
        RuleFigure::Line(..) => 1,
        _ => 2,
    };
    let mut figures: Vec<RuleFigure> = grid.rules.iter().flat_map(|rule| rule.figures(grid)).collect();
    figures.sort_by_key(layer);
    figures.iter().for_each(|figure| pen.figure(figure));
    pen.drawn
}

/// The glyph of a dot or letter between two cells, with the number in it, and its glyph in ASCII.
fn dot(mark: char, number: Option<u32>) -> (char, char) {
    let circled = |first: char, most: u32| {
        let number = number.filter(|number| (1..=most).contains(number))?;
        char::from_u32(first as u32 + number - 1)
    };
    // A number that no character has is shown as a dot of another look, and named in the panel.
    match (mark, number) {
        ('○', None) => (mark, 'o'),
        ('●', None) => (mark, '*'),
        ('○', Some(number)) => (circled('①', 20).unwrap_or('◎'), char::from_digit(number, 10).unwrap_or('O')),
        // In ASCII one character cannot show a number and that it is a ratio or a sum.
        ('●', Some(_)) => (circled('❶', 10).unwrap_or('◉'), '%'),
        ('X', Some(_)) => (circled('⑴', 20).unwrap_or('+'), '+'),
        (letter, _) => (letter, letter),
    }
}

/// Returns the glyphs of the links of a chain: lines from cell to cell, broken where a link is
/// weak. The cells of the chain show candidates, so the lines end at them.
pub fn links(grid: &Grid, geometry: &Geometry, links: &[(Cell, Cell, bool)], theme: Theme) -> Vec<Glyph> {
    let mut pen = Pen { grid, geometry, ascii: theme.ascii(), drawn: Vec::new() };
    for &(one, other, strong) in links.iter().filter(|_| geometry.walls) {
        let (from, to) = (pen.middle(one), pen.middle(other));
        let (across, down) = if strong { (('━', '='), ('┃', '|')) } else { (('╌', '-'), ('╎', ':')) };
        pen.straight(from, to, directed(from, to, across, down));
    }
    let (width, height) = geometry.cell;
    let is_inside = |(x, y): (u16, u16), cell: Cell| {
        let (row, column) = grid.place(cell);
        let (left, top) = (geometry.columns[column], geometry.rows[row]);
        (left..left + width).contains(&x) && (top..top + height).contains(&y)
    };
    let ends: Vec<Cell> = links.iter().flat_map(|&(one, other, _)| [one, other]).collect();
    pen.drawn.retain(|glyph| !ends.iter().any(|&cell| is_inside(glyph.at, cell)));
    pen.drawn
}

/// The glyph of a line between two places: `across` in a row, `down` in a column, else a slanted
/// one. Each comes with its glyph in ASCII.
fn directed(from: (u16, u16), to: (u16, u16), across: (char, char), down: (char, char)) -> (char, char) {
    match (from.1 == to.1, from.0 == to.0, (from.1 < to.1) == (from.0 < to.0)) {
        (true, ..) => across,
        (_, true, _) => down,
        (.., true) => ('╲', '\\'),
        (.., false) => ('╱', '/'),
    }
}

struct Pen<'a> {
    grid: &'a Grid,
    geometry: &'a Geometry,
    ascii: bool,
    drawn: Vec<Glyph>,
}

impl Pen<'_> {
    fn put(&mut self, x: u16, y: u16, char: char, plain: char) {
        self.drawn.push(Glyph { at: (x, y), char: if self.ascii { plain } else { char } });
    }

    fn figure(&mut self, figure: &RuleFigure) {
        match figure {
            &RuleFigure::Shade(cell) => self.sides(cell, ('░', '░'), (':', ':'), true),
            RuleFigure::Line(cells, stroke) => {
                for (at, pair) in cells.windows(2).enumerate() {
                    self.stroke(pair[0], pair[1], *stroke, at == 0 && *stroke == Stroke::Bulb);
                }
            }
            &RuleFigure::Bulb(cell) => self.frame(cell, ('◖', '◗'), ('{', '}')),
            &(RuleFigure::Ring(cell) | RuleFigure::Disc(cell)) => self.frame(cell, ('(', ')'), ('(', ')')),
            &RuleFigure::Square(cell) => self.frame(cell, ('[', ']'), ('[', ']')),
            &RuleFigure::Point([before, last]) => self.point(before, last),
            // The point of a sign is at the smaller symbol.
            &RuleFigure::Less(cell) => self.signs(cell, ['>', '<', '∨', '∧'], ['>', '<', 'v', '^']),
            &RuleFigure::More(cell) => self.signs(cell, ['<', '>', '∧', '∨'], ['<', '>', '^', 'v']),
            &RuleFigure::Greater([one, other]) => self.greater(one, other),
            &RuleFigure::Dot([one, other], mark, number) => {
                let (char, plain) = dot(mark, number);
                self.between(one, other, char, plain);
            }
            RuleFigure::Cage(cells) => self.cage(cells),
            RuleFigure::Area(cells) => self.area(cells),
            RuleFigure::Trail(cells) => {
                cells.windows(2).for_each(|pair| self.stroke(pair[0], pair[1], Stroke::Plain, false));
            }
            RuleFigure::Label(cells, text) => self.label(cells, text),
            RuleFigure::Corner(cell, numbers) => self.corner(*cell, numbers),
            // It is drawn beside the board.
            RuleFigure::Outside(_) => {}
        }
    }

    /// The place of the symbol of a cell.
    fn middle(&self, cell: Cell) -> (u16, u16) {
        let (row, column) = self.grid.place(cell);
        let (width, height) = self.geometry.cell;
        (self.geometry.columns[column] + width / 2, self.geometry.rows[row] + height / 2)
    }

    /// Draws glyphs beside a symbol, or with `far` at the edges of its cell. A narrow cell has no
    /// room.
    fn sides(&mut self, cell: Cell, glyphs: (char, char), plain: (char, char), far: bool) {
        let ((x, y), half) = (self.middle(cell), self.geometry.cell.0 / 2);
        if half > 0 {
            let by = if far { half } else { 1 };
            self.put(x - by, y, glyphs.0, plain.0);
            self.put(x + by, y, glyphs.1, plain.1);
        }
    }

    fn frame(&mut self, cell: Cell, glyphs: (char, char), plain: (char, char)) {
        // Candidates of a wide cell are beside its middle.
        self.sides(cell, glyphs, plain, self.geometry.cell.1 > 1);
    }

    /// Draws a mark on the line between two neighbours.
    fn between(&mut self, one: Cell, other: Cell, char: char, plain: char) {
        let (from, to) = (self.middle(one.min(other)), self.middle(one.max(other)));
        let (width, height) = self.geometry.cell;
        match from.1 == to.1 {
            true => self.put(to.0 - width / 2 - 1, to.1, char, plain),
            false => self.put(to.0, to.1 - height / 2 - 1, char, plain),
        }
    }

    /// Draws the point of a line from one cell into the last one.
    fn point(&mut self, before: Cell, last: Cell) {
        let ((r, c), (row, column)) = (self.grid.place(before), self.grid.place(last));
        let by = ((row as i32 - r as i32).signum(), (column as i32 - c as i32).signum());
        let (char, plain) = match by {
            (0, 1) => ('→', '>'),
            (0, -1) => ('←', '<'),
            (1, 0) => ('↓', 'v'),
            (-1, 0) => ('↑', '^'),
            (1, 1) => ('↘', '>'),
            (1, _) => ('↙', '<'),
            (_, 1) => ('↗', '>'),
            _ => ('↖', '<'),
        };
        // The point is on the last place of the line that is outside the last cell.
        let (x, y) = self.middle(last);
        let (width, height) = self.geometry.cell;
        match by.0 {
            0 if width > 1 => self.put((i32::from(x) - by.1) as u16, y, char, plain),
            0 => self.put((i32::from(x) - by.1 * i32::from(width / 2 + 1)) as u16, y, char, plain),
            down => {
                let beside = i32::from(width / 2 + 1) * by.1;
                let up = i32::from(height / 2 + 1) * down;
                self.put((i32::from(x) - beside) as u16, (i32::from(y) - up) as u16, char, plain);
            }
        }
    }

    /// Draws a cage: without lines between its cells, and with broken ones around them. Walls stay,
    /// broken inside.
    fn cage(&mut self, cells: &[Cell]) {
        let numbers = self.grid.areas.numbers(self.grid.size());
        for &cell in cells {
            for side in [Side::Left, Side::Right, Side::Up, Side::Down] {
                let other = self.grid.moved(cell, side.step());
                let is_inside = other.is_some_and(|other| cells.contains(&other));
                let is_wall = self.grid.is_parted(&numbers, cell, side);
                let is_upright = matches!(side, Side::Left | Side::Right);
                let (char, plain) = match (is_inside, is_wall, is_upright) {
                    (true, true, true) => ('┇', '!'),
                    (true, true, false) => ('┅', '~'),
                    (true, false, _) => (' ', ' '),
                    (false, true, _) => continue,
                    (false, false, true) => ('┆', ':'),
                    (false, false, false) => ('┄', '-'),
                };
                self.edge(cell, side, char, plain);
            }
        }
    }

    /// Draws a side of a cell.
    fn edge(&mut self, cell: Cell, side: Side, char: char, plain: char) {
        let (row, column) = self.grid.place(cell);
        let (left, top) = (self.geometry.columns[column], self.geometry.rows[row]);
        let (width, height) = self.geometry.cell;
        match side {
            Side::Left => (top..top + height).for_each(|y| self.put(left - 1, y, char, plain)),
            Side::Right => (top..top + height).for_each(|y| self.put(left + width, y, char, plain)),
            Side::Up => (left..left + width).for_each(|x| self.put(x, top - 1, char, plain)),
            Side::Down => (left..left + width).for_each(|x| self.put(x, top + height, char, plain)),
        }
    }

    /// Writes a text on the line above the first of some cells.
    fn label(&mut self, cells: &[Cell], label: &str) {
        let Some(&first) = cells.iter().min() else { return };
        let (row, column) = self.grid.place(first);
        let (left, top) = (self.geometry.columns[column], self.geometry.rows[row].saturating_sub(1));
        let width = self.geometry.cell.0;
        let is_cut = label.width() > width.into();
        for (x, char) in (left..left + width).zip(label.chars()) {
            let (char, plain) = match char {
                _ if is_cut && x + 1 == left + width => ('…', '~'),
                '≠' => (char, '!'),
                '×' => (char, '*'),
                '÷' => (char, '/'),
                '−' => (char, '-'),
                _ => (char, char),
            };
            self.put(x, top, char, plain);
        }
    }

    /// Writes numbers where four cells touch, of which this is the first.
    fn corner(&mut self, first: Cell, numbers: &[u32]) {
        let (row, column) = self.grid.place(first);
        let (left, top) = (self.geometry.columns[column], self.geometry.rows[row]);
        let label: String = numbers.iter().map(u32::to_string).collect();
        let half = label.len().saturating_sub(1) as u16 / 2;
        let x = (left + self.geometry.cell.0).saturating_sub(half);
        (x..).zip(label.chars()).for_each(|(x, c)| self.put(x, top + self.geometry.cell.1, c, c));
    }

    /// Joins cells across the lines between them.
    fn area(&mut self, cells: &[Cell]) {
        for &cell in cells {
            for other in [(0, 1), (1, 0)].into_iter().filter_map(|to| self.grid.moved(cell, to)) {
                if cells.contains(&other) {
                    self.between(cell, other, '░', ':');
                }
            }
        }
    }

    /// Draws a sign between two neighbours, with its point at the second.
    fn greater(&mut self, one: Cell, other: Cell) {
        let (a, b) = (self.grid.place(one), self.grid.place(other));
        let (char, plain) = match (a.0 == b.0, one < other) {
            (true, true) => ('>', '>'),
            (true, false) => ('<', '<'),
            (false, true) => ('∨', 'v'),
            (false, false) => ('∧', '^'),
        };
        self.between(one, other, char, plain);
    }

    /// Draws signs towards the neighbours on the left, on the right, above and below.
    fn signs(&mut self, cell: Cell, glyphs: [char; 4], plain: [char; 4]) {
        let there = [Side::Left, Side::Right, Side::Up, Side::Down].map(|side| self.grid.moved(cell, side.step()));
        for (at, other) in there.into_iter().enumerate() {
            if let Some(other) = other {
                self.between(cell, other, glyphs[at], plain[at]);
            }
        }
    }

    /// Draws a line between two cells that touch by a side or a corner. If the line is from a bulb,
    /// it begins outside the bulb.
    fn stroke(&mut self, one: Cell, other: Cell, stroke: Stroke, bulb: bool) {
        let (from, to) = (self.middle(one), self.middle(other));
        let (a, b) = (self.grid.place(one), self.grid.place(other));
        if a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)) != 1 {
            return;
        }
        let (across, down) = match stroke {
            Stroke::Bulb => (('═', '='), ('║', '"')),
            Stroke::Plain | Stroke::Arrow | Stroke::Ends => (('─', '-'), ('│', '|')),
            Stroke::Dashed => (('┄', '~'), ('┆', ':')),
            Stroke::Dotted => (('┈', '.'), ('┊', '.')),
        };
        let before = self.drawn.len();
        self.straight(from, to, directed(from, to, across, down));
        if bulb && from.1 == to.1 {
            let half = self.geometry.cell.0 / 2;
            let inside = |glyph: &Glyph| glyph.at.1 == from.1 && glyph.at.0.abs_diff(from.0) <= half;
            let added = self.drawn.split_off(before);
            self.drawn.extend(added.into_iter().filter(|glyph| !inside(glyph)));
        }
    }

    /// Draws characters on the way from one place to another, without its ends.
    fn straight(&mut self, from: (u16, u16), to: (u16, u16), (char, plain): (char, char)) {
        let steps = match from.1.abs_diff(to.1) {
            0 => from.0.abs_diff(to.0),
            rows => rows,
        };
        let along = |from: u16, to: u16, step: u16| {
            let way = i32::from(to) - i32::from(from);
            (i32::from(from) + way * i32::from(step) / i32::from(steps)) as u16
        };
        for step in 1..steps {
            self.put(along(from.0, to.0, step), along(from.1, to.1, step), char, plain);
        }
    }

    /// Draws both diagonals, at the corners that they pass.
    fn diagonals(&mut self) {
        let n = self.grid.rows();
        for k in 1..n {
            let (falling, rising) = ((k - 1, k - 1, k, k), (k - 1, n - k, k, n - 1 - k));
            for ((up, left, down, right), (char, plain)) in [(falling, ('╲', '\\')), (rising, ('╱', '/'))] {
                let (from, to) = (self.middle(self.grid.cell(up, left)), self.middle(self.grid.cell(down, right)));
                // Only the corner is drawn. Lines through the cells would look like those of a
                // rule.
                let x = from.0.min(to.0) + from.0.abs_diff(to.0) / 2;
                self.put(x, from.1 + (to.1 - from.1) / 2, char, plain);
            }
        }
    }
}
