//! The areas of a grid: rectangular boxes, regions, or grids of their own.

use super::cell::Cell;
use super::scan::counted;
use super::size::Size;
use serde::{Deserialize, Serialize};

/// The areas of a grid. Each should hold no symbol twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Areas {
    /// None: only rows and columns count.
    None,
    /// Boxes of `rows` x `columns` cells, which fill the grid.
    Boxes { rows: usize, columns: usize },
    /// Regions of any shape, closed off by walls.
    Walls(Walls),
    /// Regions whose cells need not touch; cells may lie in none.
    Regions(Regions),
    /// Grids that may share cells, each with rows, columns and boxes. A place outside all of them
    /// is a hole.
    Grids(Vec<SubGrid>),
}

impl Areas {
    /// The usual boxes of a grid of side n: as square as possible, and wider than high (6 gives 2
    /// rows x 3 columns). `None` if n is prime: its only divisors would make the boxes whole rows
    /// or columns.
    pub fn usual_boxes(n: usize) -> Option<Areas> {
        Areas::fitting_boxes(Size::square(n), n)
    }

    /// All possible boxes of a grid of side n with at least two rows and two columns.
    pub fn all_boxes(n: usize) -> Vec<Areas> {
        let rows = (2..n).filter(|rows| n.is_multiple_of(*rows) && n / rows > 1);
        rows.map(|rows| Areas::Boxes { rows, columns: n / rows }).collect()
    }

    /// The boxes of a grid of this size that hold every symbol once and are as square as possible,
    /// the usual ones of a square grid. `None` if no box has that many cells and fits.
    pub(crate) fn fitting_boxes(size: Size, n_symbols: usize) -> Option<Areas> {
        let fits = |rows: &usize| {
            let columns = n_symbols / rows;
            n_symbols.is_multiple_of(*rows)
                && columns > 1
                && size.rows.is_multiple_of(*rows)
                && size.columns.is_multiple_of(columns)
        };
        let rows = (2..n_symbols).filter(fits).min_by_key(|&rows| (rows.abs_diff(n_symbols / rows), rows))?;
        Some(Areas::Boxes { rows, columns: n_symbols / rows })
    }

    /// The area of every cell, row-major: the same number for all if there are none. Areas are
    /// numbered by their first cells in reading order. Cells without an area have the number after
    /// the last. Cells of several grids have one number if they lie in the same boxes.
    pub fn numbers(&self, size: Size) -> Vec<usize> {
        match self {
            Areas::None => vec![0; size.n_cells()],
            Areas::Boxes { rows, columns } => {
                let number = |(row, column)| row / rows * (size.columns / columns) + column / columns;
                size.cells().map(|cell| number(size.place(cell))).collect()
            }
            Areas::Walls(walls) => walls.regions(),
            Areas::Regions(regions) => {
                let outside = regions.count();
                regions.0.iter().map(|region| region.map_or(outside, usize::from)).collect()
            }
            Areas::Grids(grids) => numbers_in(grids, size),
        }
    }

    /// The cells of each area, in reading order. None if there are no areas. The boxes of several
    /// grids are each there once, in the order of the grids.
    pub fn sets(&self, size: Size) -> Vec<Vec<Cell>> {
        if let Areas::Grids(grids) = self {
            return boxes_once(grids, size).into_iter().map(|(.., cells)| cells).collect();
        }
        let numbers = self.numbers(size);
        let count = match self {
            Areas::None => 0,
            Areas::Regions(regions) => regions.count(),
            _ => numbers.iter().max().map_or(0, |last| last + 1),
        };
        let mut sets = vec![Vec::new(); count];
        for cell in size.cells() {
            if let Some(set) = sets.get_mut(numbers[cell.index()]) {
                set.push(cell);
            }
        }
        sets
    }

    /// The areas of cells with these regions: walls, if these are all that they need.
    pub(crate) fn of_regions(size: Size, n_symbols: usize, of: &[Option<usize>]) -> Areas {
        let regions = Regions::new(of);
        let numbers: Option<Vec<usize>> = of.iter().copied().collect();
        let walls = numbers.map(|numbers| Walls::between(size, &numbers));
        let is_walled = |walls: &Walls| {
            walls.faults(n_symbols).is_empty() && walls.regions().into_iter().max() < Some(regions.count())
        };
        walls.filter(is_walled).map_or(Areas::Regions(regions), Areas::Walls)
    }

    /// The areas of a grid of which another program says the region of each cell: boxes, walls, or
    /// other regions. The error says in words why no symbols fit.
    pub(crate) fn said(size: Size, n_symbols: usize, of: &[Option<usize>]) -> Result<Areas, String> {
        let boxes = Areas::all_boxes(n_symbols).into_iter().chain(Areas::usual_boxes(n_symbols));
        let numbers: Option<Vec<usize>> = Regions::new(of).of().collect();
        let is_it = |areas: &Areas| size.is_usual(n_symbols) && Some(areas.numbers(size)) == numbers;
        match boxes.into_iter().find(is_it) {
            Some(boxes) => Ok(boxes),
            None if of.iter().all(Option::is_none) => Ok(Areas::None),
            None => Areas::drawn(size, n_symbols, of),
        }
    }

    /// The same, but boxes are regions too.
    pub(crate) fn drawn(size: Size, n_symbols: usize, of: &[Option<usize>]) -> Result<Areas, String> {
        match Areas::of_regions(size, n_symbols, of) {
            Areas::Regions(regions) if regions.count() > Regions::NAMES.len() => {
                Err(format!("more than {} regions", Regions::NAMES.len()))
            }
            Areas::Regions(regions) => regions.unfit(n_symbols).map_or(Ok(Areas::Regions(regions)), Err),
            areas => Ok(areas),
        }
    }

    /// Returns whether a place is covered by a grid.
    pub(crate) fn covers(&self, size: Size, cell: Cell) -> bool {
        match self {
            Areas::Grids(grids) => grids.iter().any(|grid| grid.contains(size.place(cell))),
            Areas::None | Areas::Boxes { .. } | Areas::Walls(_) | Areas::Regions(_) => true,
        }
    }

    /// Returns whether these are areas of a grid of this size and number of symbols. Regions of a
    /// wrong size are, because walls may still be drawn.
    pub fn fit(&self, size: Size, n_symbols: usize) -> bool {
        match self {
            Areas::None => true,
            &Areas::Boxes { rows, columns } => {
                let divides = |part: usize, whole: usize| part > 0 && whole.is_multiple_of(part);
                // In a usual grid a box holds every symbol.
                let fewest = if size.is_usual(n_symbols) { n_symbols } else { 1 };
                let fits = |cells| (fewest..=n_symbols).contains(&cells);
                divides(rows, size.rows)
                    && divides(columns, size.columns)
                    && rows.checked_mul(columns).is_some_and(fits)
            }
            Areas::Walls(walls) => walls.is_of(size),
            Areas::Regions(regions) => regions.0.len() == size.n_cells() && regions.is_numbered(),
            Areas::Grids(grids) => {
                (1..=SubGrid::MOST).contains(&grids.len()) && grids.iter().all(|grid| grid.fits(size, n_symbols))
            }
        }
    }
}

/// The boxes of several grids, each once: its first grid, its number there, and its cells.
pub(super) fn boxes_once(grids: &[SubGrid], whole: Size) -> Vec<(usize, usize, Vec<Cell>)> {
    let mut once: Vec<(usize, usize, Vec<Cell>)> = Vec::new();
    for (number, grid) in grids.iter().enumerate() {
        for (at, cells) in grid.boxes(whole).into_iter().enumerate() {
            if !once.iter().any(|(.., known)| *known == cells) {
                once.push((number, at, cells));
            }
        }
    }
    once
}

/// By cell of several grids: a number for each set of boxes, in reading order. Places outside all
/// grids have the number after the last.
fn numbers_in(grids: &[SubGrid], size: Size) -> Vec<usize> {
    let mut known: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut number = |cell: Cell| {
        let place = size.place(cell);
        let of: Vec<(usize, usize)> =
            (0..).zip(grids).filter_map(|(at, grid)| Some((at, grid.box_of(place)?))).collect();
        (!of.is_empty()).then(|| {
            known.iter().position(|other| *other == of).unwrap_or_else(|| {
                known.push(of);
                known.len() - 1
            })
        })
    };
    let numbers: Vec<Option<usize>> = size.cells().map(&mut number).collect();
    numbers.into_iter().map(|number| number.unwrap_or(known.len())).collect()
}

/// Regions whose cells need not touch, by cell, row-major; `None` for a cell without a region. They
/// are numbered by their first cells in reading order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Regions(Vec<Option<u16>>);

impl Regions {
    /// The regions of cells with the same numbers.
    pub fn new(of: &[Option<usize>]) -> Regions {
        let mut order: Vec<usize> = Vec::new();
        let mut number = |region: usize| {
            order.iter().position(|&known| known == region).unwrap_or_else(|| {
                order.push(region);
                order.len() - 1
            }) as u16
        };
        Regions(of.iter().map(|region| region.map(&mut number)).collect())
    }

    /// The number of regions.
    pub fn count(&self) -> usize {
        self.0.iter().flatten().max().map_or(0, |&last| usize::from(last) + 1)
    }

    /// By cell, the number of its region.
    pub fn of(&self) -> impl Iterator<Item = Option<usize>> + '_ {
        self.0.iter().map(|region| region.map(usize::from))
    }

    /// Returns whether these can be the regions of a grid: numbered by their first cells, and not
    /// more than have a character each.
    fn is_numbered(&self) -> bool {
        self.count() <= Regions::NAMES.len() && Regions::new(&self.of().collect::<Vec<_>>()) == *self
    }

    /// The characters of regions in files: as many regions can a grid have.
    pub(crate) const NAMES: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

    /// The regions in rows of characters, `.` for a cell without one.
    pub(crate) fn rows(&self, columns: usize) -> String {
        let names = Regions::NAMES.as_bytes();
        let name = |region: &Option<u16>| region.map_or('.', |region| char::from(names[usize::from(region)]));
        self.0.chunks(columns).map(|row| row.iter().map(name).chain(['\n']).collect::<String>()).collect()
    }

    /// The regions and their sizes in a few words.
    pub(crate) fn words(&self, size: Size) -> String {
        let mut sizes: Vec<usize> =
            (0..self.count()).map(|region| self.of().filter(|&of| of == Some(region)).count()).collect();
        sizes.sort_unstable();
        let each = match (sizes.first(), sizes.last()) {
            (Some(few), Some(many)) if few == many => format!("of {}", counted(*few, "cell")),
            (Some(few), Some(many)) => format!("of {few} to {}", counted(*many, "cell")),
            _ => String::new(),
        };
        let outside = match self.0.iter().filter(|region| region.is_none()).count() {
            0 => String::new(),
            count => format!(", {} in none of them", counted(count, "cell")),
        };
        let numbers = Areas::Regions(self.clone()).numbers(size);
        let pieces = Walls::between(size, &numbers).regions();
        let is_parted = |region: &usize| {
            let mut of = (0..numbers.len()).filter(|&at| numbers[at] == *region).map(|at| pieces[at]);
            let first = of.next();
            of.any(|piece| Some(piece) != first)
        };
        let parted = match (0..self.count()).filter(is_parted).count() {
            0 => String::new(),
            count => format!(", {count} of them in pieces"),
        };
        format!("{} {each}{parted}{outside}", counted(sizes.len(), "region"))
    }

    /// The reason why no symbols fit, in words: a region has more cells than there are symbols.
    pub fn unfit(&self, n_symbols: usize) -> Option<String> {
        let cells = |region: usize| self.of().filter(|&of| of == Some(region)).count();
        let (region, cells) =
            (0..self.count()).map(|region| (region, cells(region))).find(|(_, cells)| *cells > n_symbols)?;
        Some(format!("region {} has {cells} cells: at most {n_symbols} expected", letter(region)))
    }
}

/// A grid inside a larger one. Its symbols are the first of those of the whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubGrid {
    /// The row and the column of its first cell, 0-based.
    pub at: (usize, usize),
    pub size: Size,
    /// The rows and columns of a box; `None` if it has no boxes.
    pub boxes: Option<(usize, usize)>,
}

impl SubGrid {
    /// The most grids of one puzzle.
    pub(crate) const MOST: usize = 64;

    /// A square grid of this side with its usual boxes, if it has any.
    pub fn usual(at: (usize, usize), side: usize) -> SubGrid {
        let boxes = match Areas::usual_boxes(side) {
            Some(Areas::Boxes { rows, columns }) => Some((rows, columns)),
            _ => None,
        };
        SubGrid { at, size: Size::square(side), boxes }
    }

    /// The same grid in a whole of this many rows that is turned clockwise by 90 degrees.
    pub(crate) fn turned(&self, rows: usize) -> SubGrid {
        let (row, column) = self.at;
        SubGrid {
            at: (column, rows - row - self.size.rows),
            size: self.size.turned(),
            boxes: self.boxes.map(|(rows, columns)| (columns, rows)),
        }
    }

    /// Returns whether a row and a column, 0-based, are in the grid.
    pub fn contains(&self, (row, column): (usize, usize)) -> bool {
        let inside = |at: usize, from: usize, many: usize| (from..from + many).contains(&at);
        inside(row, self.at.0, self.size.rows) && inside(column, self.at.1, self.size.columns)
    }

    /// The cells of one row of the grid, counted from its top.
    pub fn row(&self, whole: Size, row: usize) -> Vec<Cell> {
        (0..self.size.columns).map(|column| whole.cell(self.at.0 + row, self.at.1 + column)).collect()
    }

    /// The cells of one column of the grid, counted from its left.
    pub fn column(&self, whole: Size, column: usize) -> Vec<Cell> {
        (0..self.size.rows).map(|row| whole.cell(self.at.0 + row, self.at.1 + column)).collect()
    }

    /// The cells of its boxes, row-major.
    pub fn boxes(&self, whole: Size) -> Vec<Vec<Cell>> {
        let Some((rows, columns)) = self.boxes else { return Vec::new() };
        let of = |number: usize| {
            let across = self.size.columns / columns;
            let (top, left) = (self.at.0 + number / across * rows, self.at.1 + number % across * columns);
            (0..rows * columns).map(|k| whole.cell(top + k / columns, left + k % columns)).collect()
        };
        (0..self.size.n_cells() / (rows * columns)).map(of).collect()
    }

    /// The number of the box of a place; 0 without boxes. `None` outside the grid.
    fn box_of(&self, place: (usize, usize)) -> Option<usize> {
        let (rows, columns) = self.boxes.unwrap_or((self.size.rows, self.size.columns));
        let (row, column) = self.contains(place).then(|| (place.0 - self.at.0, place.1 - self.at.1))?;
        Some(row / rows * (self.size.columns / columns) + column / columns)
    }

    /// Returns whether this can be a grid of a larger one with this number of symbols.
    fn fits(&self, whole: Size, n_symbols: usize) -> bool {
        let inside = |at: usize, many: usize, whole: usize| at.checked_add(many).is_some_and(|end| end <= whole);
        let divides = |part: usize, whole: usize| part > 0 && whole.is_multiple_of(part);
        let is_parted = |(rows, columns): (usize, usize)| {
            divides(rows, self.size.rows)
                && divides(columns, self.size.columns)
                && rows.checked_mul(columns).is_some_and(|cells| cells <= n_symbols)
        };
        self.size.is_held()
            && self.size.longer() <= n_symbols
            && inside(self.at.0, self.size.rows, whole.rows)
            && inside(self.at.1, self.size.columns, whole.columns)
            && self.boxes.is_none_or(is_parted)
    }
}

/// Walls between the cells of a grid. The grid's edge is always a wall and is not stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walls {
    #[serde(alias = "n")]
    size: Size,
    /// True if the cell has a wall to its right. Row-major.
    right: Vec<bool>,
    /// True if the cell has a wall below it. Row-major.
    below: Vec<bool>,
}

/// The four sides of a cell, with their bits in a wall sum: 16 up, 32 right, 64 down, 128 left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    Up,
    Right,
    Down,
    Left,
}

impl Side {
    /// All sides, clockwise from the top, in the order of the bits.
    pub const ALL: [Side; 4] = [Side::Up, Side::Right, Side::Down, Side::Left];

    /// The side's bit in a wall sum.
    pub fn bit(self) -> u32 {
        16 << self as u32
    }

    /// The name in files: `up`, `right`, `down`, `left`.
    pub fn name(self) -> &'static str {
        ["up", "right", "down", "left"][self as usize]
    }

    /// The rows and columns to the neighbour on that side.
    pub fn step(self) -> (i32, i32) {
        [(-1, 0), (0, 1), (1, 0), (0, -1)][self as usize]
    }

    /// The side of the neighbour that touches this one.
    pub(crate) fn opposite(self) -> Side {
        Side::ALL[(self as usize + 2) % 4]
    }
}

impl Walls {
    /// Returns whether these are the walls of a grid of this size.
    pub fn is_of(&self, size: Size) -> bool {
        (self.size, self.right.len(), self.below.len()) == (size, size.n_cells(), size.n_cells())
    }

    /// No walls except the edge.
    pub fn none(size: Size) -> Walls {
        Walls { size, right: vec![false; size.n_cells()], below: vec![false; size.n_cells()] }
    }

    /// Walls between neighbours with different numbers. `region` is row-major.
    pub fn between(size: Size, region: &[usize]) -> Walls {
        let mut walls = Walls::none(size);
        for cell in size.cells() {
            let parted = |by| size.moved(cell, by).is_some_and(|other| region[cell.index()] != region[other.index()]);
            let (right, below) = (parted(Side::Right.step()), parted(Side::Down.step()));
            walls.right[cell.index()] = right;
            walls.below[cell.index()] = below;
        }
        walls
    }

    /// The neighbour of a cell on one side; `None` beyond the edge.
    pub fn neighbour(&self, cell: Cell, side: Side) -> Option<Cell> {
        self.size.moved(cell, side.step())
    }

    fn edge(&mut self, cell: Cell, side: Side) -> Option<&mut bool> {
        let other = self.neighbour(cell, side)?;
        Some(match side {
            Side::Up => &mut self.below[other.index()],
            Side::Right => &mut self.right[cell.index()],
            Side::Down => &mut self.below[cell.index()],
            Side::Left => &mut self.right[other.index()],
        })
    }

    /// Returns whether a cell has a wall on one side. Always true at the grid's edge.
    pub fn stands(&self, cell: Cell, side: Side) -> bool {
        match (self.neighbour(cell, side), side) {
            (None, _) => true,
            (Some(_), Side::Right) => self.right[cell.index()],
            (Some(_), Side::Down) => self.below[cell.index()],
            (Some(other), Side::Left) => self.right[other.index()],
            (Some(other), Side::Up) => self.below[other.index()],
        }
    }

    /// Adds or removes a wall. The grid's edge cannot be removed.
    pub fn set(&mut self, cell: Cell, side: Side, stands: bool) {
        if let Some(edge) = self.edge(cell, side) {
            *edge = stands;
        }
    }

    /// The wall bits of a cell.
    pub fn bits(&self, cell: Cell) -> u32 {
        Side::ALL.iter().filter(|&&side| self.stands(cell, side)).map(|side| side.bit()).sum()
    }

    /// The region of every cell, row-major. A region is a set of cells connected without crossing a
    /// wall; regions are numbered by their first cells in reading order.
    pub fn regions(&self) -> Vec<usize> {
        let mut region = vec![usize::MAX; self.size.n_cells()];
        let mut count = 0;
        for start in 0..region.len() {
            if region[start] != usize::MAX {
                continue;
            }
            let mut flood = vec![Cell(start as u16)];
            region[start] = count;
            while let Some(cell) = flood.pop() {
                for side in Side::ALL {
                    if let Some(next) = self.neighbour(cell, side)
                        && !self.stands(cell, side)
                        && region[next.index()] == usize::MAX
                    {
                        region[next.index()] = count;
                        flood.push(next);
                    }
                }
            }
            count += 1;
        }
        region
    }

    /// The regions of a wrong size. In a square grid with as many symbols as rows, each region
    /// holds every symbol once. In others, each has at most as many cells as there are symbols.
    /// Empty if the walls make a jigsaw.
    pub fn faults(&self, n_symbols: usize) -> Vec<RegionFault> {
        let is_usual = self.size.is_usual(n_symbols);
        let region = self.regions();
        let count = region.iter().max().map_or(0, |last| last + 1);
        let mut faults = Vec::new();
        for number in 0..count {
            let cells = region.iter().filter(|&&r| r == number).count();
            if cells > n_symbols || is_usual && cells < n_symbols {
                let first = region.iter().position(|&r| r == number).expect("every number has a cell");
                faults.push(RegionFault { region: number, first: Cell(first as u16), cells });
            }
        }
        faults
    }

    /// The reason why the walls do not make a jigsaw, in words; `None` if they do.
    pub fn unfit(&self, n_symbols: usize) -> Option<String> {
        let faults = self.faults(n_symbols);
        let (first, rest) = faults.split_first()?;
        let size = self.size;
        let count = self.regions().iter().max().map_or(0, |last| last + 1);
        if count == 1 {
            let regions = size.n_cells().div_ceil(n_symbols);
            return Some(format!("all {} cells form one region, {regions} regions expected", size.n_cells()));
        }
        let with = |fault: &RegionFault| format!("region {} (with {})", letter(fault.region), size.name(fault.first));
        let cells = if first.cells == 1 { "1 cell".to_string() } else { format!("{} cells", first.cells) };
        let mut words = format!("{} has {cells}", with(first));
        for other in rest.iter().take(2) {
            words += &format!(", {} {}", with(other), other.cells);
        }
        if rest.len() > 2 {
            words += &format!(" and {} more are wrong", rest.len() - 2);
        }
        let most = if size.is_usual(n_symbols) { "" } else { "at most " };
        Some(format!("{words}: {most}{n_symbols} expected"))
    }
}

/// A region of the wrong size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionFault {
    /// The number of the region, from 0.
    pub region: usize,
    /// The region's first cell in reading order.
    pub first: Cell,
    pub cells: usize,
}

/// The letter of a region: `a` for 0. After `z`, the region's 1-based number.
pub fn letter(region: usize) -> String {
    match u8::try_from(region) {
        Ok(small) if small < 26 => char::from(b'a' + small).to_string(),
        _ => format!("{}", region + 1),
    }
}
