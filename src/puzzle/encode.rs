//! A grid as an exact cover problem, and back: the one file in which names and ids meet.
//!
//! Every cell must be filled and every unit must hold every symbol: one item each, and "put this symbol into this
//! cell" is an option. A unit with fewer than n cells gives secondary items. Weights become the weights of options.

use super::grid::{Cell, Grid, Symbol};
use super::units::Unit;
use crate::dlx::{ItemId, OptionId, Problem};
use std::sync::Arc;

/// What an item asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The cell needs a symbol.
    Cell(Cell),
    /// The unit, by its number among the grid's units, needs the symbol.
    Unit(usize, Symbol),
}

/// What an option does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    pub cell: Cell,
    pub symbol: Symbol,
}

/// A problem together with what its ids mean.
#[derive(Clone, Debug)]
pub struct Encoded {
    pub problem: Arc<Problem>,
    grid: Grid,
    units: Vec<Unit>,
    /// By item, primary ones first.
    needs: Vec<Need>,
    /// By option.
    placements: Vec<Placement>,
}

/// The exact cover problem of a grid. A cell that holds a symbol keeps one option only.
pub fn encode(grid: &Grid) -> Encoded {
    let (n, units) = (grid.n(), grid.units());
    let whole = |unit: &Unit| unit.cells.len() >= n;
    let mut needs: Vec<Need> = grid.all_cells().map(Need::Cell).collect();
    let mut first_item = vec![0; units.len()];
    let order = (0..units.len()).filter(|&u| whole(&units[u])).chain((0..units.len()).filter(|&u| !whole(&units[u])));
    let mut primary = needs.len();
    for u in order {
        first_item[u] = needs.len();
        needs.extend(grid.alphabet.symbols().map(|symbol| Need::Unit(u, symbol)));
        if whole(&units[u]) {
            primary = needs.len();
        }
    }
    let mut units_of = vec![Vec::new(); n * n];
    for (u, unit) in units.iter().enumerate() {
        for &cell in &unit.cells {
            units_of[cell.index()].push(u);
        }
    }
    let mut problem = Problem::new(primary as u32, (needs.len() - primary) as u32);
    let mut placements = Vec::with_capacity(n * n * n);
    let mut items = Vec::new();
    for cell in grid.all_cells() {
        let held = grid.entry(cell).symbol();
        for symbol in grid.alphabet.symbols().filter(|&symbol| held.is_none_or(|h| h == symbol)) {
            items.clear();
            items.push(ItemId(u32::from(cell.0)));
            items.extend(units_of[cell.index()].iter().map(|&u| ItemId(first_item[u] as u32 + u32::from(symbol.0))));
            let pushed = if grid.weights.is_some() {
                problem.push_weighted(&items, (i64::from(symbol.0) + 1) * i64::from(grid.weight(cell)))
            } else {
                problem.push(&items)
            };
            pushed.expect("a cell lies in each of its units once");
            placements.push(Placement { cell, symbol });
        }
    }
    Encoded { problem: Arc::new(problem), grid: grid.clone(), units, needs, placements }
}

impl Encoded {
    /// The grid as it was when it was encoded.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    pub fn need(&self, item: ItemId) -> Need {
        self.needs[item.index()]
    }

    /// A unit of the grid, by its number.
    pub fn unit(&self, number: usize) -> &Unit {
        &self.units[number]
    }

    pub fn placement(&self, option: OptionId) -> Placement {
        self.placements[option.index()]
    }

    /// The option that puts a symbol into a cell, unless the cell holds another one.
    pub fn option(&self, cell: Cell, symbol: Symbol) -> Option<OptionId> {
        let wanted = Placement { cell, symbol };
        self.placements.iter().position(|&own| own == wanted).map(|at| OptionId(at as u32))
    }

    /// An item in a few letters: `r3c5`, `r3=7`.
    pub fn item_short(&self, item: ItemId) -> String {
        match self.need(item) {
            Need::Cell(cell) => self.grid.name(cell),
            Need::Unit(u, symbol) => format!("{}={}", self.units[u].name.short(), self.grid.alphabet.char(symbol)),
        }
    }

    /// An item in words: `r3c5 needs a symbol`, `row 3 needs 7`.
    pub fn item_long(&self, item: ItemId) -> String {
        match self.need(item) {
            Need::Cell(cell) => format!("{} needs a symbol", self.grid.name(cell)),
            Need::Unit(u, symbol) => format!("{} needs {}", self.units[u].name.long(), self.grid.alphabet.char(symbol)),
        }
    }

    /// What an item stands for, to be put into a sentence: `the cell r3c5`, `the 7 of row 3`.
    pub fn item_noun(&self, item: ItemId) -> String {
        match self.need(item) {
            Need::Cell(cell) => format!("cell {}", self.grid.name(cell)),
            Need::Unit(u, symbol) => {
                format!("the {} of {}", self.grid.alphabet.char(symbol), self.units[u].name.long())
            }
        }
    }

    /// An option in a few letters: `r3c5=7`.
    pub fn option_short(&self, option: OptionId) -> String {
        let Placement { cell, symbol } = self.placement(option);
        format!("{}={}", self.grid.name(cell), self.grid.alphabet.char(symbol))
    }

    /// An option in words: `put 7 into r3c5`.
    pub fn option_long(&self, option: OptionId) -> String {
        let Placement { cell, symbol } = self.placement(option);
        format!("put {} into {}", self.grid.alphabet.char(symbol), self.grid.name(cell))
    }

    /// The grid that a cover stands for, checked against the grid that was asked: `None` if it is no solution of it.
    pub fn decode(&self, cover: &[OptionId]) -> Option<Grid> {
        let n = self.grid.n();
        let mut symbols = vec![None; n * n];
        for &option in cover {
            let Placement { cell, symbol } = *self.placements.get(option.index())?;
            if symbols[cell.index()].replace(symbol).is_some() {
                return None;
            }
        }
        let symbols: Vec<Symbol> = symbols.into_iter().collect::<Option<_>>()?;
        let solved = self.grid.filled(&symbols);
        solved.solves(&self.grid).then_some(solved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::areas::Areas;

    #[test]
    fn a_nine_by_nine_has_324_items_and_729_options() {
        let mut grid = Grid::new(9, Areas::usual_boxes(9).unwrap());
        let encoded = encode(&grid);
        assert_eq!(
            (encoded.problem.n_primary(), encoded.problem.n_items(), encoded.problem.n_options()),
            (324, 324, 729)
        );
        grid.cells[22] = super::super::grid::Entry::Given(Symbol(6));
        let encoded = encode(&grid);
        assert_eq!(encoded.problem.n_options(), 721);
        let option = encoded.option(Cell(22), Symbol(6)).unwrap();
        assert_eq!(encoded.option_long(option), "put 7 into r3c5");
        let names: Vec<_> = encoded.problem.items_of(option).iter().map(|&item| encoded.item_short(item)).collect();
        assert_eq!(names, ["r3c5", "r3=7", "c5=7", "b2=7"]);
        assert_eq!(encoded.option(Cell(22), Symbol(0)), None);
    }

    #[test]
    fn what_is_no_solution_is_not_decoded() {
        let encoded = encode(&Grid::new(4, Areas::usual_boxes(4).unwrap()));
        let rows = ["1234", "3412", "2143", "4321"].concat();
        let cover: Vec<OptionId> = rows
            .chars()
            .enumerate()
            .map(|(at, c)| encoded.option(Cell(at as u16), Symbol(c as u8 - b'1')).unwrap())
            .collect();
        assert!(encoded.decode(&cover).is_some());
        assert!(encoded.decode(&cover[1..]).is_none());
        let mut wrong = cover.clone();
        wrong[0] = OptionId(wrong[0].0 + 1);
        assert!(encoded.decode(&wrong).is_none());
    }
}
