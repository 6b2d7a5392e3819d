//! A grid: cells that hold symbols, the areas that divide it, and optional weights.

use super::areas::{Areas, Side};
use super::rules::Rule;
use super::units::{self, Unit};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A cell, row-major and 0-based: row `cell / n`, column `cell % n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell(pub u16);

/// A symbol, 0-based: its place in the grid's alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Symbol(pub u8);

impl Cell {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Entry {
    #[default]
    Empty,
    /// Part of the puzzle.
    Given(Symbol),
    /// Placed by the player or the solver.
    Own(Symbol),
}

impl Entry {
    pub fn symbol(self) -> Option<Symbol> {
        match self {
            Entry::Empty => None,
            Entry::Given(symbol) | Entry::Own(symbol) => Some(symbol),
        }
    }
}

/// The characters of a grid's symbols, in order; one for each column. A file's alphabet is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alphabet(Vec<char>);

impl Alphabet {
    /// The usual alphabet: `1` to `9`, then `A` onwards.
    pub fn usual(n: usize) -> Alphabet {
        Alphabet(('1'..='9').chain('A'..='Z').take(n).collect())
    }

    /// `0` to `9`, then `A` onwards.
    pub fn from_zero(n: usize) -> Alphabet {
        Alphabet(('0'..='9').chain('A'..='Z').take(n).collect())
    }

    /// `A` onwards.
    pub fn letters(n: usize) -> Alphabet {
        Alphabet(('A'..='Z').take(n).collect())
    }

    /// Letters and digits; `None` unless all differ. Case does not matter.
    pub fn of(symbols: &str) -> Option<Alphabet> {
        let symbols: Vec<char> = symbols.chars().collect();
        let differ =
            symbols.iter().enumerate().all(|(k, c)| !symbols[..k].iter().any(|other| other.eq_ignore_ascii_case(c)));
        let plain = symbols.iter().all(|c| c.is_ascii_alphanumeric());
        (differ && plain).then_some(Alphabet(symbols))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn char(&self, symbol: Symbol) -> char {
        self.0[symbol.0 as usize]
    }

    /// The symbol of a character. Case does not matter.
    pub fn symbol(&self, c: char) -> Option<Symbol> {
        let found = self.0.iter().position(|&own| own.eq_ignore_ascii_case(&c))?;
        Some(Symbol(found as u8))
    }

    pub fn symbols(&self) -> impl Iterator<Item = Symbol> + use<> {
        (0..self.0.len() as u8).map(Symbol)
    }

    /// The alphabet's name in errors and on the screen: `1-9`, `1-9A-G`, `0-9A-F`, `A-P`.
    pub fn name(&self) -> String {
        let mut name = String::new();
        let mut rest = &self.0[..];
        while let Some((&first, _)) = rest.split_first() {
            let run = rest.iter().zip(first..).take_while(|&(&c, expected)| c == expected).count();
            name.push(first);
            if run > 1 {
                name.extend(['-', rest[run - 1]]);
            }
            rest = &rest[run..];
        }
        name
    }
}

impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|c| write!(f, "{c}"))
    }
}

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

/// A grid of side n, for the sudoku family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    pub(super) n: usize,
    pub alphabet: Alphabet,
    /// Length n * n, row-major.
    pub cells: Vec<Entry>,
    pub areas: Areas,
    /// True if each of the two diagonals must also hold each symbol once.
    pub diagonals: bool,
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

    pub fn all_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..(self.n * self.n) as u16).map(Cell)
    }

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

    pub fn entry(&self, cell: Cell) -> Entry {
        self.cells[cell.index()]
    }

    /// The name of a cell: `r3c5`.
    pub fn name(&self, cell: Cell) -> String {
        let (row, column) = self.place(cell);
        format!("r{}c{}", row + 1, column + 1)
    }

    /// The cell with a name such as `r3c5`; `None` if the grid has no such cell.
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        let (row, column) = name.strip_prefix('r')?.split_once('c')?;
        let inside = |text: &str| text.parse::<usize>().ok().filter(|at| (1..=self.n).contains(at));
        Some(self.cell(inside(row)? - 1, inside(column)? - 1))
    }

    /// The rows, the columns, the areas, the diagonals if they count, and the units of rules.
    pub fn units(&self) -> Vec<Unit> {
        units::of(self)
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
        let own = |cell: Cell| match self.entry(cell) {
            Entry::Own(symbol) => Some(format!("{}={}", self.name(cell), self.alphabet.char(symbol))),
            Entry::Given(_) | Entry::Empty => None,
        };
        self.all_cells().filter_map(own).collect()
    }

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

    /// By cell, row-major: the symbols that no other cell of its units holds and that the rules
    /// allow beside the filled cells, one bit each.
    pub fn candidates(&self) -> Vec<u32> {
        let mut open = vec![(1u32 << self.n()) - 1; self.cells.len()];
        for unit in self.units() {
            for &cell in &unit.cells {
                let others = unit.cells.iter().filter(|&&other| other != cell);
                let held = others.filter_map(|other| self.entry(*other).symbol());
                open[cell.index()] &= !held.fold(0, |all, symbol| all | 1 << symbol.0);
            }
        }
        if self.rules.is_empty() {
            return open;
        }
        let numbers = || (0..self.n() as u8).map(|k| k + 1);
        open.iter_mut().zip(self.allowed()).for_each(|(set, allowed)| *set &= allowed);
        for relation in self.relations() {
            let (one, other) = (relation.one, relation.other);
            if let Some(held) = self.entry(other).symbol() {
                let out = numbers().filter(|&own| !relation.allows(own, held.0 + 1));
                open[one.index()] &= !out.fold(0, |set, own| set | 1u32 << (own - 1));
            }
            if let Some(held) = self.entry(one).symbol() {
                let out = numbers().filter(|&own| !relation.allows(held.0 + 1, own));
                open[other.index()] &= !out.fold(0, |set, own| set | 1u32 << (own - 1));
            }
        }
        open
    }

    /// Pairs of cells that hold the same symbol in the same unit or break a rule together. A cell
    /// that breaks a rule by itself is paired with itself.
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut found = Vec::new();
        // A region that is too large must repeat a symbol. This happens while walls are being
        // drawn.
        for unit in self.units().into_iter().filter(|unit| unit.cells.len() <= self.n) {
            let mut holder = vec![None; self.n];
            for &cell in &unit.cells {
                let Some(symbol) = self.entry(cell).symbol() else { continue };
                match holder[symbol.0 as usize] {
                    None => holder[symbol.0 as usize] = Some(cell),
                    Some(first) => {
                        found.push(Conflict { first, second: cell, symbol, unit: unit.name.long(), rule: None });
                    }
                }
            }
        }
        if self.rules.is_empty() {
            return found;
        }
        let allowed = self.allowed();
        for (cell, symbol) in self.all_cells().filter_map(|cell| Some((cell, self.entry(cell).symbol()?))) {
            if allowed.get(cell.index()).is_some_and(|set| set >> symbol.0 & 1 == 0) {
                let breaks = |rule: &&Rule| rule.cells.contains(&cell) && rule.spec().forbids(symbol.0 + 1);
                let rule = self.rules.iter().find(breaks).map(|rule| rule.spec().name);
                found.push(Conflict { first: cell, second: cell, symbol, unit: String::new(), rule });
            }
        }
        for relation in self.relations() {
            let held = |cell: Cell| self.entry(cell).symbol();
            let (Some(one), Some(other)) = (held(relation.one), held(relation.other)) else { continue };
            if !relation.allows(one.0 + 1, other.0 + 1) {
                let (first, second, rule) = (relation.one, relation.other, Some(relation.spec.name));
                found.push(Conflict { first, second, symbol: one, unit: String::new(), rule });
            }
        }
        found
    }

    /// Returns whether every cell is filled, no unit holds a symbol twice, no rule is broken, and
    /// the entries of `puzzle` are kept. Every solution must pass this check before it is shown. It
    /// shares no code with the search.
    pub fn solves(&self, puzzle: &Grid) -> bool {
        let kept = |(own, asked): (&Entry, &Entry)| asked.symbol().is_none() || own.symbol() == asked.symbol();
        self.empty() == 0 && self.conflicts().is_empty() && self.cells.iter().zip(&puzzle.cells).all(kept)
    }
}

/// The same symbol twice in one unit, or a broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    pub first: Cell,
    pub second: Cell,
    pub symbol: Symbol,
    /// The unit in words: `row 3`; empty if a rule is broken.
    pub unit: String,
    /// The name of the broken rule; `None` if a unit holds a symbol twice.
    pub rule: Option<&'static str>,
}

impl Conflict {
    /// The conflict in words: `r1c1 and r1c5 both hold 7 in row 1`.
    pub fn words(&self, grid: &Grid) -> String {
        let (first, second) = (grid.name(self.first), grid.name(self.second));
        let symbol = grid.alphabet.char(self.symbol);
        match self.rule {
            None => format!("{first} and {second} both hold {symbol} in {}", self.unit),
            Some(rule) if self.first == self.second => format!("{symbol} in {first} breaks the rule {rule}"),
            Some(rule) => {
                let other = self.other_symbol(grid);
                format!("{symbol} in {first} and {other} in {second} break the rule {rule}")
            }
        }
    }

    fn other_symbol(&self, grid: &Grid) -> char {
        grid.entry(self.second).symbol().map_or(' ', |symbol| grid.alphabet.char(symbol))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alphabet_has_a_short_name() {
        assert_eq!(Alphabet::usual(9).name(), "1-9");
        assert_eq!(Alphabet::usual(16).name(), "1-9A-G");
        assert_eq!(Alphabet::from_zero(16).name(), "0-9A-F");
        assert_eq!(Alphabet::letters(16).name(), "A-P");
        assert_eq!(Alphabet::of("acdz").unwrap().name(), "ac-dz");
        assert_eq!(Alphabet::of("aa"), None);
        assert_eq!(Alphabet::of("aA"), None);
        assert_eq!(Alphabet::of("a."), None);
    }

    #[test]
    fn the_weights_of_a_target_lie_in_rings() {
        let weights = Weights::rings(9).0;
        assert_eq!(weights[..9], [6; 9]);
        assert_eq!(weights[36..45], [6, 7, 8, 9, 10, 9, 8, 7, 6]);
        assert_eq!(weights.iter().sum::<u32>(), 570);
    }
}
