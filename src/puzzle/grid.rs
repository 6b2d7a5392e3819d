//! A grid: cells that hold symbols, the areas that divide it, and optional weights.

use super::alphabet::Alphabet;
use super::areas::{Areas, Side};
use super::cell::{Cell, Entry, Symbol};
use serde::{Deserialize, Serialize};

/// The weights of a target's cells, row-major. The score is the sum of each cell's number times its
/// weight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weights(pub Vec<u32>);

/// The largest weight that a cell can have.
pub const MAX_WEIGHT: u32 = 1_000_000;

impl Weights {
    /// Rings around the centre, as on a target: 6 at the edge of a 9x9, 10 in its centre.
    pub fn rings(n: usize) -> Weights {
        let ring = |k: usize| k.min(n - 1 - k);
        Weights((0..n * n).map(|cell| 6 + ring(cell / n).min(ring(cell % n)) as u32).collect())
    }
}

/// A rule that a grid has, with the cells and numbers that it names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
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
    /// `killer-cage`. Empty for every other rule.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub what: String,
}

impl Rule {
    /// A rule that names cells and nothing else.
    pub fn new(id: &str, cells: Vec<Cell>) -> Rule {
        Rule { id: id.to_string(), cells, lines: Vec::new(), numbers: Vec::new(), what: String::new() }
    }

    /// Every cell that the rule names.
    pub fn all_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells.iter().chain(self.lines.iter().flatten()).copied()
    }
}

/// A grid of side n, for the sudoku family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    pub(super) n: usize,
    /// The characters of the n symbols.
    pub alphabet: Alphabet,
    /// Length n * n, row-major.
    pub cells: Vec<Entry>,
    /// The division into boxes or regions.
    pub areas: Areas,
    /// True if each of the two diagonals must also hold each symbol once.
    pub diagonals: bool,
    /// The weights of the cells. `None` if symbols have no score.
    pub weights: Option<Weights>,
    /// Rules in addition to rows, columns, areas and diagonals.
    #[serde(default)]
    pub rules: Vec<Rule>,
}

impl Grid {
    /// An empty grid of side n with the given areas and the usual alphabet.
    pub fn new(n: usize, areas: Areas) -> Grid {
        let cells = vec![Entry::Empty; n * n];
        Grid { n, alphabet: Alphabet::usual(n), cells, areas, diagonals: false, weights: None, rules: Vec::new() }
    }

    /// The side of the grid: the number of its rows, columns and symbols.
    pub fn n(&self) -> usize {
        self.n
    }

    /// All cells, row-major.
    pub fn all_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..(self.n * self.n) as u16).map(Cell)
    }

    /// The cell in a row and a column, both 0-based.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        Cell((row * self.n + column) as u16)
    }

    /// Row and column, 0-based.
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        (cell.index() / self.n, cell.index() % self.n)
    }

    /// Returns whether the grid's edge, a wall or the edge of a box is on this side of a cell.
    /// `numbers` are the numbers of the areas ([`Areas::numbers`]).
    pub fn is_parted(&self, numbers: &[usize], cell: Cell, side: Side) -> bool {
        let (row, column) = self.place(cell);
        let n = self.n();
        let other = match side {
            Side::Up => row.checked_sub(1).map(|row| self.cell(row, column)),
            Side::Down => (row + 1 < n).then(|| self.cell(row + 1, column)),
            Side::Left => column.checked_sub(1).map(|column| self.cell(row, column)),
            Side::Right => (column + 1 < n).then(|| self.cell(row, column + 1)),
        };
        match (&self.areas, other) {
            (_, None) => true,
            (Areas::Walls(walls), Some(_)) => walls.stands(cell, side),
            (Areas::Boxes { .. }, Some(other)) => numbers[cell.index()] != numbers[other.index()],
        }
    }

    /// The cell at this offset of rows and columns, if the grid has one.
    pub fn moved(&self, cell: Cell, (rows, columns): (i32, i32)) -> Option<Cell> {
        let (row, column) = self.place(cell);
        let row = row.checked_add_signed(rows as isize).filter(|&row| row < self.n())?;
        let column = column.checked_add_signed(columns as isize).filter(|&column| column < self.n())?;
        Some(self.cell(row, column))
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

    /// The name of a cell: `r3c5`.
    pub fn name(&self, cell: Cell) -> String {
        cell.name(self.n)
    }

    /// The cell with a name such as `r3c5`; `None` if the grid has no such cell.
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        let (row, column) = name.strip_prefix('r')?.split_once('c')?;
        let inside = |text: &str| text.parse::<usize>().ok().filter(|at| (1..=self.n).contains(at));
        Some(self.cell(inside(row)? - 1, inside(column)? - 1))
    }

    /// The reason why the grid cannot be solved at all (regions of a wrong size), in words; `None`
    /// if there is none.
    pub fn unfit(&self) -> Option<String> {
        match &self.areas {
            Areas::Walls(walls) => walls.unfit(),
            Areas::Boxes { .. } => None,
        }
    }

    /// The number of givens.
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
            Entry::Given(_) | Entry::Empty => None,
        };
        self.all_cells().filter_map(entered).collect()
    }

    /// The number of empty cells.
    pub fn empty(&self) -> usize {
        self.cells.iter().filter(|&&entry| entry == Entry::Empty).count()
    }

    /// The grid with each empty cell filled from `symbols`, which has n * n entries, row-major.
    pub fn filled(&self, symbols: &[Symbol]) -> Grid {
        let fill =
            |(&entry, &symbol): (&Entry, &Symbol)| if entry == Entry::Empty { Entry::Own(symbol) } else { entry };
        Grid { cells: self.cells.iter().zip(symbols).map(fill).collect(), ..self.clone() }
    }

    /// The puzzle alone: the grid without the symbols that were placed.
    pub fn without_own(&self) -> Grid {
        let given = |entry: &Entry| if matches!(entry, Entry::Given(_)) { *entry } else { Entry::Empty };
        Grid { cells: self.cells.iter().map(given).collect(), ..self.clone() }
    }

    /// The grid without weights, so that all its solutions are equally good.
    pub fn without_weights(&self) -> Grid {
        Grid { weights: None, ..self.clone() }
    }

    /// The grid with every placed symbol turned into a given.
    pub fn all_given(&self) -> Grid {
        let given = |entry: &Entry| entry.symbol().map_or(Entry::Empty, Entry::Given);
        Grid { cells: self.cells.iter().map(given).collect(), ..self.clone() }
    }

    /// The weight of a cell; 0 if the grid has no weights.
    pub fn weight(&self, cell: Cell) -> u32 {
        self.weights.as_ref().map_or(0, |weights| weights.0[cell.index()])
    }

    /// The sum of each placed number (1-based) times the weight of its cell.
    pub fn score(&self) -> i64 {
        let worth = |cell: Cell| {
            let symbol = self.entry(cell).symbol()?;
            Some((i64::from(symbol.0) + 1) * i64::from(self.weight(cell)))
        };
        self.all_cells().filter_map(worth).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_a_target_lie_in_rings() {
        let weights = Weights::rings(9).0;
        assert_eq!(weights[..9], [6; 9]);
        assert_eq!(weights[36..45], [6, 7, 8, 9, 10, 9, 8, 7, 6]);
        assert_eq!(weights.iter().sum::<u32>(), 570);
    }
}
