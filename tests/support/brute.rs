//! Sudokus by brute force: bits for candidates, and copies of the grid to go back to. Shares no
//! code with the program.

use quadrille_puzzle::{Areas, Grid};

/// A grid in the middle of the search. Cells with one candidate and symbols with one place come
/// first.
#[derive(Clone)]
struct Brute {
    open: Vec<u64>,
    set: Vec<bool>,
}

/// What does not change: rows, columns and areas, and by cell those that share one with it.
struct Plan {
    /// The number of symbols.
    n: usize,
    units: Vec<Vec<usize>>,
    peers: Vec<Vec<usize>>,
}

impl Plan {
    fn of(grid: &Grid) -> Plan {
        let (n, high, wide) = (grid.alphabet.to_string().len(), grid.rows(), grid.columns());
        let area = |cell: usize| match &grid.areas {
            Areas::None => None,
            Areas::Boxes { rows, columns } => Some(cell / wide / rows * wide + cell % wide / columns),
            Areas::Walls(walls) => Some(walls.regions()[cell]),
            Areas::Regions(regions) => regions.of().nth(cell).flatten(),
            Areas::Grids(_) => None,
        };
        let mut units = vec![Vec::new(); high + wide + high * wide];
        for cell in (0..high * wide).filter(|_| grid.grids().is_empty()) {
            units[cell / wide].push(cell);
            units[high + cell % wide].push(cell);
            area(cell).into_iter().for_each(|area| units[high + wide + area].push(cell));
        }
        for part in grid.grids() {
            let ((top, left), rows, columns) = (part.at, part.size.rows, part.size.columns);
            let mut own = vec![Vec::new(); rows + columns + rows * columns];
            for (row, column) in (0..rows * columns).map(|k| (k / columns, k % columns)) {
                let cell = (top + row) * wide + left + column;
                own[row].push(cell);
                own[rows + column].push(cell);
                if let Some((high, broad)) = part.boxes {
                    own[rows + columns + row / high * columns + column / broad].push(cell);
                }
            }
            units.extend(own);
        }
        let mut peers = vec![Vec::new(); high * wide];
        for (cell, own) in peers.iter_mut().enumerate() {
            *own = units.iter().filter(|unit| unit.contains(&cell)).flatten().copied().filter(|&k| k != cell).collect();
            own.sort_unstable();
            own.dedup();
        }
        Plan { n, units, peers }
    }
}

impl Brute {
    fn place(&mut self, plan: &Plan, cell: usize, symbol: usize) -> bool {
        if self.set[cell] || self.open[cell] >> symbol & 1 == 0 {
            return false;
        }
        (self.open[cell], self.set[cell]) = (1 << symbol, true);
        plan.peers[cell].iter().all(|&other| {
            self.open[other] &= !(1 << symbol);
            self.open[other] != 0
        })
    }

    /// Calls `met` with every solution, until it says no.
    fn all(&self, plan: &Plan, met: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        let open = (0..self.set.len()).filter(|&cell| !self.set[cell]);
        let Some(cell) = open.min_by_key(|&cell| self.open[cell].count_ones()) else { return met(&self.open) };
        let mut ways: Vec<(usize, usize)> =
            (0..plan.n).filter(|symbol| self.open[cell] >> symbol & 1 == 1).map(|symbol| (cell, symbol)).collect();
        if ways.len() > 1 {
            for unit in plan.units.iter().filter(|unit| unit.len() == plan.n) {
                for symbol in 0..plan.n {
                    let places = unit.iter().filter(|&&cell| self.open[cell] >> symbol & 1 == 1);
                    let places: Vec<(usize, usize)> = places.map(|&cell| (cell, symbol)).collect();
                    if places.len() < ways.len() && !places.iter().any(|&(cell, _)| self.set[cell]) {
                        ways = places;
                    }
                }
            }
        }
        ways.into_iter().all(|(cell, symbol)| {
            let mut with = self.clone();
            !with.place(plan, cell, symbol) || with.all(plan, met)
        })
    }
}

/// Solutions of a grid without further rules, at most `most`: by cell, the symbol's bit.
pub fn solutions(grid: &Grid, most: usize) -> Vec<Vec<u64>> {
    let plan = Plan::of(grid);
    let cells = grid.cells.len();
    // A place outside all grids holds nothing.
    let is_cell: Vec<bool> = (0..cells).map(|cell| plan.units.iter().any(|unit| unit.contains(&cell))).collect();
    let mut open: Vec<u64> = is_cell.iter().map(|&is_cell| if is_cell { (1 << plan.n) - 1 } else { 0 }).collect();
    // A smaller one of several grids has only the first symbols.
    for part in grid.grids() {
        let few = (1 << part.size.rows.max(part.size.columns)) - 1;
        for k in 0..part.size.rows * part.size.columns {
            let (row, column) = (part.at.0 + k / part.size.columns, part.at.1 + k % part.size.columns);
            open[row * grid.columns() + column] &= few;
        }
    }
    let mut brute = Brute { open, set: is_cell.iter().map(|is_cell| !is_cell).collect() };
    let mut given = grid.all_cells().filter_map(|cell| Some((cell.index(), grid.entry(cell).symbol()?.0)));
    let mut found = Vec::new();
    if given.all(|(cell, symbol)| brute.place(&plan, cell, symbol.into())) {
        brute.all(&plan, &mut |own| {
            found.push(own.to_vec());
            found.len() < most
        });
    }
    found
}
