//! A grid: cells that hold symbols, the areas that divide it, and optional weights.

use super::alphabet::Alphabet;
use super::areas::{Areas, Side, SubGrid};
use super::cell::{Cell, Entry, Symbol};
use super::note::Note;
use super::own_rule::OwnRule;
use super::size::Size;
use super::symbol_set::SymbolSet;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The weights of a target's cells, row-major. The score is the sum of each cell's number times its
/// weight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weights(pub Vec<u32>);

/// The largest weight that a cell can have.
pub const MAX_WEIGHT: u32 = 1_000_000;

impl Weights {
    /// Rings around the centre, as on a target: 6 at the edge of a 9x9, 10 in its centre.
    pub fn rings(size: Size) -> Weights {
        let ring = |k: usize, n: usize| k.min(n - 1 - k);
        let weight = |(row, column)| 6 + ring(row, size.rows).min(ring(column, size.columns)) as u32;
        Weights(size.cells().map(|cell| weight(size.place(cell))).collect())
    }
}

/// A rule that a grid has, with the cells and numbers that it names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GridRule {
    /// The id of a row of [`RULES`](super::rules::RULES).
    pub id: String,
    /// The named cells, in order; empty for a rule of the whole grid.
    pub cells: Vec<Cell>,
    /// Further lines of cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Vec<Cell>>,
    /// Numbers, such as a sum.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<u32>,
    /// The name in another program of a rule that is only drawn ([`DRAWN`](super::rules::DRAWN)):
    /// `killer-cage`. Or the name of a rule of one's own. Empty for every other rule.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub what: String,
    /// The groups of rules of a choice ([`ANY`](super::rules::ANY)). Empty for every other rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Vec<GridRule>>,
    /// The definition of a rule of one's own ([`OWN`](super::rules::OWN)), whose name is
    /// [`GridRule::what`]. `None` for every other rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<Arc<OwnRule>>,
}

impl GridRule {
    /// A rule that names cells and nothing else.
    pub fn new(id: &str, cells: Vec<Cell>) -> GridRule {
        GridRule {
            id: id.to_string(),
            cells,
            lines: Vec::new(),
            numbers: Vec::new(),
            what: String::new(),
            branches: Vec::new(),
            own: None,
        }
    }

    /// Every cell that the rule names, or the rules of a choice.
    pub fn all_cells(&self) -> Box<dyn Iterator<Item = Cell> + '_> {
        let own = self.cells.iter().chain(self.lines.iter().flatten()).copied();
        Box::new(own.chain(self.branches.iter().flatten().flat_map(GridRule::all_cells)))
    }

    /// The rule itself or, of a choice, the rules that it names.
    pub(crate) fn leaves(&self) -> Vec<&GridRule> {
        match &self.branches[..] {
            [] => vec![self],
            groups => groups.iter().flatten().flat_map(GridRule::leaves).collect(),
        }
    }

    /// The same rule about other cells.
    pub(crate) fn mapped(&self, to: &dyn Fn(Cell) -> Cell) -> GridRule {
        let line = |cells: &Vec<Cell>| cells.iter().map(|&cell| to(cell)).collect();
        GridRule {
            cells: line(&self.cells),
            lines: self.lines.iter().map(line).collect(),
            branches: self.branches.iter().map(|group| group.iter().map(|rule| rule.mapped(to)).collect()).collect(),
            ..self.clone()
        }
    }
}

/// A grid, for the sudoku family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    #[serde(alias = "n")]
    pub(super) size: Size,
    /// The characters of the symbols: at least as many as the longer side has cells.
    pub alphabet: Alphabet,
    /// The number that the first symbol means in rules and scores: 1, or 0. The others follow.
    #[serde(default = "one")]
    pub lowest: u8,
    /// Row-major.
    pub cells: Vec<Entry>,
    /// The division into boxes or regions.
    pub areas: Areas,
    /// True if each of the two diagonals must also hold different symbols. Only a square grid has
    /// them.
    pub diagonals: bool,
    /// The weights of the cells. `None` if symbols have no score.
    pub weights: Option<Weights>,
    /// Rules in addition to rows, columns, areas and diagonals.
    #[serde(default)]
    pub rules: Vec<GridRule>,
}

/// The number that the first symbol means, as a draft of version 0.1 has it.
fn one() -> u8 {
    1
}

impl Grid {
    /// An empty grid with n rows, columns and symbols, the given areas and the usual alphabet.
    pub fn new(n: usize, areas: Areas) -> Grid {
        Grid::sized(Size::square(n), Alphabet::usual(n), areas)
    }

    /// An empty grid whose first symbol means 1.
    pub fn sized(size: Size, alphabet: Alphabet, areas: Areas) -> Grid {
        let cells = vec![Entry::Empty; size.n_cells()];
        Grid { size, alphabet, lowest: 1, cells, areas, diagonals: false, weights: None, rules: Vec::new() }
    }

    /// An empty puzzle of several grids with cells in common. The other places of the whole are
    /// holes.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadrille_puzzle::{Alphabet, Grid, Size, SubGrid};
    ///
    /// let grids = vec![SubGrid::usual((0, 0), 9), SubGrid::usual((6, 6), 9)];
    /// let grid = Grid::several(Size::square(15), Alphabet::usual(9), grids);
    /// assert_eq!((grid.n_cells(), grid.units().len()), (2 * 81 - 9, 4 * 9 + 9 + 8));
    /// ```
    pub fn several(size: Size, alphabet: Alphabet, grids: Vec<SubGrid>) -> Grid {
        Grid::sized(size, alphabet, Areas::Grids(grids)).with_holes()
    }

    /// The number of rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    pub fn rows(&self) -> usize {
        self.size.rows
    }

    pub fn columns(&self) -> usize {
        self.size.columns
    }

    pub fn n_symbols(&self) -> usize {
        self.alphabet.len()
    }

    /// The number of rows, columns and symbols of a usual grid, which has as many of each and
    /// begins with 1. `None` for other grids.
    pub fn side(&self) -> Option<usize> {
        (self.size.is_usual(self.n_symbols()) && self.lowest == 1).then_some(self.n_symbols())
    }

    /// The size, and the symbols if they are not the usual ones: `9x9`, `9x9 with 0-8`.
    pub fn size_words(&self) -> String {
        format!("{}{}", self.size, self.beside_size())
    }

    /// The symbols of a grid that is not a usual one, as they follow its size: ` with 0-8`. Empty
    /// for a usual grid.
    pub(crate) fn beside_size(&self) -> String {
        match self.side() {
            Some(_) => String::new(),
            None => format!(" with {}", self.alphabet.name()),
        }
    }

    /// The number of boxes or regions; 0 if there are none.
    pub fn n_areas(&self) -> usize {
        self.areas.sets(self.size).len()
    }

    /// The number that a symbol means.
    pub fn number(&self, symbol: Symbol) -> u8 {
        self.lowest + symbol.0
    }

    /// The number that the last symbol means.
    pub fn highest(&self) -> u32 {
        u32::from(self.lowest) + self.n_symbols() as u32 - 1
    }

    /// The cells on the straight way from one cell to another, along a row, a column or a diagonal,
    /// with both; `None` if there is no such way.
    pub fn straight(&self, from: Cell, to: Cell) -> Option<Vec<Cell>> {
        let ((r, c), (row, column)) = (self.place(from), self.place(to));
        let (down, right) = (row as i32 - r as i32, column as i32 - c as i32);
        let steps = down.abs().max(right.abs());
        let is_straight = down == 0 || right == 0 || down.abs() == right.abs();
        let at = |k: i32| self.moved(from, (down.signum() * k, right.signum() * k));
        is_straight.then(|| (0..=steps).map(at).collect())?
    }

    /// The symbol that means a number.
    pub(crate) fn symbol_of(&self, number: usize) -> Option<Symbol> {
        let at = number.checked_sub(self.lowest.into()).filter(|&at| at < self.n_symbols())?;
        Some(Symbol(at as u8))
    }

    /// Returns whether some symbols are letters.
    pub fn has_letters(&self) -> bool {
        self.alphabet.symbols().any(|symbol| self.alphabet.char(symbol).is_ascii_alphabetic())
    }

    /// Returns whether a cell holds a letter.
    pub(super) fn says_letter(&self) -> bool {
        let mut chars = self.cells.iter().filter_map(|entry| Some(self.alphabet.char(entry.symbol()?)));
        chars.any(|c| c.is_ascii_alphabetic())
    }

    /// The most regions that can be drawn in the grid: as many as rows in a usual one, else as many
    /// as there are letters.
    pub fn most_regions(&self) -> usize {
        self.side().unwrap_or(26)
    }

    /// Returns whether the grid can have diagonals: it is one grid, with as many rows as columns.
    pub fn is_square(&self) -> bool {
        self.size.side().is_some() && self.grids().is_empty()
    }

    /// The grids that make the grid up, if they are several with cells in common.
    pub fn grids(&self) -> &[SubGrid] {
        match &self.areas {
            Areas::Grids(grids) => grids,
            Areas::None | Areas::Boxes { .. } | Areas::Walls(_) | Areas::Regions(_) => &[],
        }
    }

    /// The rows, then the columns; of several grids, those of each.
    pub fn lines(&self) -> Vec<Vec<Cell>> {
        let frames = self.frames();
        let rows = frames.iter().flat_map(|grid| (0..grid.size.rows).map(|row| grid.row(self.size, row)));
        let columns =
            frames.iter().flat_map(|grid| (0..grid.size.columns).map(|column| grid.column(self.size, column)));
        rows.chain(columns).collect()
    }

    /// Its grids, or the whole as one grid without boxes.
    pub(crate) fn frames(&self) -> Vec<SubGrid> {
        match self.grids() {
            [] => vec![SubGrid { at: (0, 0), size: self.size, boxes: None }],
            grids => grids.to_vec(),
        }
    }

    /// The rule of the diagonals in words.
    pub fn diagonals_help(&self) -> &'static str {
        match self.size.is_usual(self.n_symbols()) {
            true => "both diagonals hold each symbol once",
            false => "neither diagonal holds a symbol twice",
        }
    }

    pub fn all_symbols(&self) -> SymbolSet {
        SymbolSet::first(self.n_symbols())
    }

    /// Returns whether a place is a hole.
    pub fn is_hole(&self, cell: Cell) -> bool {
        self.entry(cell) == Entry::Hole
    }

    /// The number of cells, without holes.
    pub fn n_cells(&self) -> usize {
        self.cells.iter().filter(|&&entry| entry != Entry::Hole).count()
    }

    /// The same grid with holes where none of its grids is, and no holes elsewhere.
    pub(crate) fn with_holes(mut self) -> Grid {
        for (cell, entry) in self.size.cells().zip(&mut self.cells) {
            match (self.areas.covers(self.size, cell), *entry) {
                (false, _) => *entry = Entry::Hole,
                (true, Entry::Hole) => *entry = Entry::Empty,
                (true, _) => {}
            }
        }
        self
    }

    /// All places, row-major, holes too.
    pub fn all_cells(&self) -> impl Iterator<Item = Cell> + Clone + use<> {
        self.size.cells()
    }

    /// The cell in a row and a column, both 0-based.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        self.size.cell(row, column)
    }

    /// Row and column, 0-based.
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        self.size.place(cell)
    }

    /// Returns whether the grid's edge, a wall or the edge of a box is on this side of a cell.
    /// `numbers` are the numbers of the areas ([`Areas::numbers`]).
    pub fn is_parted(&self, numbers: &[usize], cell: Cell, side: Side) -> bool {
        match (&self.areas, self.moved(cell, side.step())) {
            (_, None) => !self.is_outside(cell, side),
            (Areas::Walls(walls), Some(_)) => walls.stands(cell, side),
            (_, Some(other)) => numbers[cell.index()] != numbers[other.index()],
        }
    }

    /// Returns whether a cell lies beside all grids, so that rules alone speak of it.
    pub fn is_free(&self, cell: Cell) -> bool {
        !self.is_hole(cell) && !self.areas.covers(self.size, cell)
    }

    /// The cells beside all grids, row-major.
    pub fn free_cells(&self) -> Vec<Cell> {
        self.all_cells().filter(|&cell| self.is_free(cell)).collect()
    }

    /// The same grid with cells at these places, where none of its grids is. They may hold any
    /// symbol, and no rule of the whole grid is about them.
    pub(crate) fn with_free(mut self, cells: &[Cell]) -> Grid {
        cells.iter().for_each(|cell| self.cells[cell.index()] = Entry::Empty);
        self
    }

    /// Returns whether there is a cell neither at this place nor on this side of it.
    pub fn is_outside(&self, cell: Cell, side: Side) -> bool {
        self.is_hole(cell) && self.size.moved(cell, side.step()).is_none_or(|other| self.is_hole(other))
    }

    /// The cell at this offset of rows and columns, if both are cells of the grid.
    pub fn moved(&self, cell: Cell, by: (i32, i32)) -> Option<Cell> {
        self.size.moved(cell, by).filter(|&to| !self.is_hole(cell) && !self.is_hole(to))
    }

    /// The same for a rule of the whole grid, which is not about free cells.
    pub(crate) fn related(&self, cell: Cell, by: (i32, i32)) -> Option<Cell> {
        self.moved(cell, by).filter(|&to| self.areas.covers(self.size, cell) && self.areas.covers(self.size, to))
    }

    /// The next cell at steps of this size of rows and columns, beyond holes.
    pub fn beyond(&self, cell: Cell, by: (i32, i32)) -> Option<Cell> {
        std::iter::successors(self.size.moved(cell, by), |&at| self.size.moved(at, by)).find(|&at| !self.is_hole(at))
    }

    /// The cells of the row of a cell; of several grids, of its row in each.
    pub fn row_of(&self, cell: Cell) -> Vec<Cell> {
        let place = self.place(cell);
        let of = |grid: &SubGrid| grid.row(self.size, place.0 - grid.at.0);
        self.frames().iter().filter(|grid| grid.contains(place)).flat_map(of).collect()
    }

    /// The cells of the column of a cell; of several grids, of its column in each.
    pub fn column_of(&self, cell: Cell) -> Vec<Cell> {
        let place = self.place(cell);
        let of = |grid: &SubGrid| grid.column(self.size, place.1 - grid.at.1);
        self.frames().iter().filter(|grid| grid.contains(place)).flat_map(of).collect()
    }

    /// The cells of the box or the region of a cell; of several grids, of each of its boxes. None
    /// if it lies in none.
    pub fn area_of(&self, cell: Cell) -> Vec<Cell> {
        self.areas.sets(self.size).into_iter().filter(|set| set.contains(&cell)).flatten().collect()
    }

    /// Returns whether two cells share a side.
    pub fn is_beside(&self, one: Cell, other: Cell) -> bool {
        let (one, other) = (self.place(one), self.place(other));
        one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1
    }

    /// The content of a cell.
    pub fn entry(&self, cell: Cell) -> Entry {
        self.cells[cell.index()]
    }

    /// The character of a cell in a drawing: its symbol, `.` if it is empty, a blank for a hole.
    pub fn glyph(&self, cell: Cell) -> char {
        match self.entry(cell) {
            Entry::Empty => '.',
            Entry::Given(symbol) | Entry::Own(symbol) => self.alphabet.char(symbol),
            Entry::Hole => ' ',
        }
    }

    /// The name of a cell: `r3c5`.
    pub fn name(&self, cell: Cell) -> String {
        self.size.name(cell)
    }

    /// The cell with a name such as `r3c5`; `None` if the grid has no such cell.
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        self.size.cell_named(name)
    }

    /// The reason why the grid cannot be solved at all (regions of a wrong size), in words; `None`
    /// if there is none.
    pub fn unfit(&self) -> Option<String> {
        let areas = match &self.areas {
            Areas::Walls(walls) => walls.unfit(self.n_symbols()),
            Areas::Regions(regions) => regions.unfit(self.n_symbols()),
            Areas::None | Areas::Boxes { .. } | Areas::Grids(_) => None,
        };
        areas.or_else(|| Some(self.rule_too_many()?.1))
    }

    /// A note about what regions say that those of a jigsaw do not.
    pub(crate) fn note_of_areas(&self) -> Option<Note> {
        match &self.areas {
            Areas::Regions(regions) => {
                Some(Note::new(format!("regions are read as they are: {}", regions.words(self.size))))
            }
            Areas::None | Areas::Boxes { .. } | Areas::Walls(_) | Areas::Grids(_) => None,
        }
    }

    /// Returns true if a rule names cells, as a cage or a line does: such a grid can be a puzzle
    /// without givens.
    pub fn has_clues(&self) -> bool {
        self.rules.iter().any(|rule| rule.all_cells().next().is_some())
    }

    pub fn givens(&self) -> usize {
        self.cells.iter().filter(|entry| matches!(entry, Entry::Given(_))).count()
    }

    /// The number of symbols placed by the player or the solver.
    pub fn own(&self) -> usize {
        self.cells.iter().filter(|entry| matches!(entry, Entry::Own(_))).count()
    }

    /// The symbols that are not givens, as `r1c2=3`.
    pub fn own_cells(&self) -> Vec<String> {
        let entered = |cell: Cell| match self.entry(cell) {
            Entry::Own(symbol) => Some(format!("{}={}", self.name(cell), self.alphabet.char(symbol))),
            Entry::Given(_) | Entry::Empty | Entry::Hole => None,
        };
        self.all_cells().filter_map(entered).collect()
    }

    /// The number of empty cells.
    pub fn empty(&self) -> usize {
        self.cells.iter().filter(|&&entry| entry == Entry::Empty).count()
    }

    /// The grid with each empty cell filled from `symbols`, row-major. A cell for which there is
    /// none stays empty.
    pub fn filled(&self, symbols: &[Option<Symbol>]) -> Grid {
        let fill = |(&entry, &symbol): (&Entry, &Option<Symbol>)| match (entry, symbol) {
            (Entry::Empty, Some(symbol)) => Entry::Own(symbol),
            _ => entry,
        };
        Grid { cells: self.cells.iter().zip(symbols).map(fill).collect(), ..self.clone() }
    }

    /// The puzzle alone: the grid without the symbols that were placed.
    pub fn without_own(&self) -> Grid {
        Grid { cells: self.cells.iter().map(|entry| entry.without_own()).collect(), ..self.clone() }
    }

    /// The grid without weights, so that all its solutions are equally good.
    pub fn without_weights(&self) -> Grid {
        Grid { weights: None, ..self.clone() }
    }

    /// The grid with every placed symbol turned into a given.
    pub fn all_given(&self) -> Grid {
        let given = |entry: &Entry| entry.symbol().map_or(*entry, Entry::Given);
        Grid { cells: self.cells.iter().map(given).collect(), ..self.clone() }
    }

    /// The weight of a cell; 0 if the grid has no weights.
    pub fn weight(&self, cell: Cell) -> u32 {
        self.weights.as_ref().map_or(0, |weights| weights.0[cell.index()])
    }

    /// The sum of each placed number times the weight of its cell.
    pub fn score(&self) -> i64 {
        let worth = |cell: Cell| {
            let symbol = self.entry(cell).symbol()?;
            Some(i64::from(self.number(symbol)) * i64::from(self.weight(cell)))
        };
        self.all_cells().filter_map(worth).sum()
    }
}
