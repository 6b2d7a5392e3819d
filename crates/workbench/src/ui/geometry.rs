//! The layout of a grid: the places of its cells and of the lines between them. A pure function of
//! the grid and the room.

use super::lines::ArmWeight;
use quadrille_puzzle::{Areas, Cell, Grid, Outside, Side, Size, SubGrid};
use std::collections::BTreeMap;
use unicode_width::UnicodeWidthStr;

/// The layout of a grid, in characters from its top left corner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    /// The first screen column inside each column of cells; length n.
    pub columns: Vec<u16>,
    /// The first screen row inside each row of cells; length n.
    pub rows: Vec<u16>,
    /// The width and height inside a cell.
    pub cell: (u16, u16),
    /// The screen columns of the vertical lines, by boundary; length n + 1. `None` where no line is
    /// drawn.
    pub upright: Vec<Option<u16>>,
    /// The screen rows of the horizontal lines, by boundary; length n + 1. `None` where no line is
    /// drawn.
    pub level: Vec<Option<u16>>,
    pub width: u16,
    pub height: u16,
    /// True if walls and box edges are drawn heavier than the lines between cells.
    pub walls: bool,
    /// The blank columns between cells and on both sides of a row, if no lines are between cells.
    pub blank: u16,
    /// The room for numbers outside the grid, part of the width and the height.
    pub margins: Margins,
}

/// The room on each side of a grid, in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Margins {
    pub left: u16,
    pub top: u16,
    pub right: u16,
    pub bottom: u16,
}

impl Margins {
    /// The room for the numbers outside a grid. Numbers at one place are above each other over a
    /// column, and side by side beside a row.
    pub fn of(grid: &Grid) -> Margins {
        let mut margins = Margins::default();
        let (rows, columns) = (grid.rows() as i32, grid.columns() as i32);
        for ((row, column), texts) in outside(grid) {
            let width = texts.iter().map(|clue| clue.text.width() as u16 + 1).sum::<u16>();
            if !(0..rows).contains(&row) {
                let side = if row < 0 { &mut margins.top } else { &mut margins.bottom };
                *side = (*side).max(texts.len() as u16);
            }
            if !(0..columns).contains(&column) {
                let side = if column < 0 { &mut margins.left } else { &mut margins.right };
                *side = (*side).max(width);
            }
        }
        margins
    }
}

/// The numbers outside a grid by their places.
pub fn outside(grid: &Grid) -> BTreeMap<(i32, i32), Vec<Outside>> {
    let mut found: BTreeMap<(i32, i32), Vec<Outside>> = BTreeMap::new();
    grid.outside().into_iter().for_each(|clue| found.entry(clue.place).or_default().push(clue));
    found
}

/// The content for which a cell has room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    Symbol,
    /// The cell's weight.
    Weight,
    /// A symbol, or the candidates in fixed places.
    Candidates,
}

/// The rows and columns of a box that all grids of a puzzle have, at multiples of them. `None` if
/// there are no such boxes.
fn common_boxes(grids: &[SubGrid]) -> Option<(usize, usize)> {
    let (rows, columns) = grids.first()?.boxes?;
    let is_one = |grid: &SubGrid| {
        grid.boxes == Some((rows, columns)) && grid.at.0.is_multiple_of(rows) && grid.at.1.is_multiple_of(columns)
    };
    grids.iter().all(is_one).then_some((rows, columns))
}

/// The height of the largest cell that is drawn. A larger one would show no more.
const LARGEST: u16 = 9;

impl Geometry {
    /// Returns the layout with the largest cells that fit this room. If none fits, returns the
    /// smallest one, which is then scrolled.
    pub fn fit(grid: &Grid, (width, height): (u16, u16), detail: Detail) -> Geometry {
        let (size, n) = (grid.size(), grid.n_symbols());
        let lattice = |w, h| Geometry::lattice(size, w, h);
        let side = (1..).find(|side| side * side >= n).unwrap_or(1) as u16;
        let mut wanted = Vec::new();
        // A cell that shows candidates has a place for every symbol, in as many rows as it has.
        let holds = |high: u16, wide: u16| (n as u16).div_ceil(high.min(side)) <= wide;
        let candidates = detail == Detail::Candidates;
        let square = if candidates { side.max(2) } else { 2 };
        for high in (square..=LARGEST.max(square)).rev() {
            wanted.push(lattice(2 * high + 1, high));
        }
        if candidates {
            wanted.push(lattice(side.max(3), side));
            let low = (2..square).rev().filter(|&high| holds(high, 2 * high + 1));
            wanted.extend(low.map(|high| lattice(2 * high + 1, high)));
        }
        let weight = grid.weights.as_ref().and_then(|weights| weights.0.iter().max()).copied().unwrap_or(0);
        match (&grid.areas, detail) {
            (_, Detail::Weight) => wanted.push(lattice((weight.to_string().len() as u16).max(3), 1)),
            (Areas::Boxes { rows, columns }, _) => {
                // Rules are drawn between the cells, so they need the lattice.
                let between = !grid.is_drawn_on();
                if candidates && between {
                    wanted.push(Geometry::boxes(size, (*rows, *columns), ((n as u16).div_ceil(2) + 1, 2), 0));
                }
                wanted.push(lattice(3, 1));
                if between {
                    wanted.push(Geometry::boxes(size, (*rows, *columns), (1, 1), 1));
                }
            }
            (Areas::Grids(grids), _) => {
                wanted.push(lattice(3, 1));
                // The whole is seen where lines between the boxes leave room, else without those between rows.
                match common_boxes(grids).filter(|_| !grid.is_drawn_on()) {
                    Some(boxes) => {
                        let parted = Geometry::boxes(size, boxes, (1, 1), 1);
                        wanted.extend([parted.clone(), parted.without_levels()]);
                    }
                    None => wanted.push(lattice(1, 1)),
                }
            }
            _ => wanted.extend([lattice(3, 1), lattice(1, 1)]),
        }
        let margins = Margins::of(grid);
        let wanted: Vec<Geometry> = wanted.into_iter().map(|geometry| geometry.framed(margins)).collect();
        let fits = |geometry: &Geometry| geometry.width <= width && geometry.height <= height;
        let smallest = wanted.last().cloned();
        wanted.into_iter().find(fits).or(smallest).expect("every grid has a layout")
    }

    /// The same layout with room around it.
    fn framed(mut self, margins: Margins) -> Geometry {
        let Margins { left, top, right, bottom } = margins;
        self.columns.iter_mut().chain(self.upright.iter_mut().flatten()).for_each(|x| *x += left);
        self.rows.iter_mut().chain(self.level.iter_mut().flatten()).for_each(|y| *y += top);
        Geometry { width: self.width + left + right, height: self.height + top + bottom, margins, ..self }
    }

    /// A layout with a line at every boundary.
    fn lattice(size: Size, w: u16, h: u16) -> Geometry {
        let (columns, rows) = (size.columns as u16, size.rows as u16);
        let boundary = |n: u16, by: u16| (0..=n).map(|b| Some(b * (by + 1))).collect();
        let inside = |n: u16, by: u16| (0..n).map(|k| k * (by + 1) + 1).collect();
        Geometry {
            columns: inside(columns, w),
            rows: inside(rows, h),
            cell: (w, h),
            upright: boundary(columns, w),
            level: boundary(rows, h),
            width: columns * (w + 1) + 1,
            height: rows * (h + 1) + 1,
            walls: true,
            blank: 0,
            margins: Margins::default(),
        }
    }

    /// A layout with lines around the boxes only, and with blanks beside each cell.
    fn boxes(size: Size, (box_rows, box_columns): (usize, usize), cell: (u16, u16), blank: u16) -> Geometry {
        let run = |n: usize, every: usize, size: u16, blank: u16| {
            let (mut at, mut inside, mut lines) = (0, Vec::with_capacity(n), vec![None; n + 1]);
            for (k, line) in lines.iter_mut().enumerate().take(n) {
                if k % every == 0 {
                    *line = Some(at);
                    at += 1;
                }
                at += blank;
                inside.push(at);
                at += size;
                if (k + 1) % every == 0 {
                    at += blank;
                }
            }
            lines[n] = Some(at);
            (inside, lines, at + 1)
        };
        let (columns, upright, width) = run(size.columns, box_columns, cell.0, blank);
        let (rows, level, height) = run(size.rows, box_rows, cell.1, 0);
        Geometry {
            columns,
            rows,
            cell,
            upright,
            level,
            width,
            height,
            walls: false,
            blank,
            margins: Margins::default(),
        }
    }

    /// The same layout without horizontal lines.
    fn without_levels(self) -> Geometry {
        let rows = self.rows.len() as u16;
        Geometry { rows: (0..rows).collect(), level: vec![None; self.level.len()], height: rows, ..self }
    }

    /// Returns whether no horizontal line parts the boxes of a grid.
    pub(super) fn has_levels(&self) -> bool {
        self.level.iter().any(Option::is_some)
    }

    /// The weight of the line on a side of a cell.
    pub fn line(&self, grid: &Grid, numbers: &[usize], cell: Cell, side: Side) -> ArmWeight {
        if grid.is_outside(cell, side) {
            return ArmWeight::None;
        }
        match (grid.is_parted(numbers, cell, side), self.walls) {
            (true, true) => ArmWeight::Heavy,
            _ => ArmWeight::Light,
        }
    }
}
