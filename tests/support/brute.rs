//! Sudokus by brute force: bits for candidates, and copies of the grid to go back to. Shares no
//! code with the program.

use quadrille::puzzle::{Areas, Grid};

/// A grid in the middle of the search. Cells with one candidate and symbols with one place come
/// first.
#[derive(Clone)]
struct Brute {
    open: Vec<u32>,
    set: Vec<bool>,
}

/// What does not change: rows, columns and areas, and by cell those that share one with it.
struct Plan {
    n: usize,
    units: Vec<Vec<usize>>,
    peers: Vec<Vec<usize>>,
}

impl Plan {
    fn of(grid: &Grid) -> Plan {
        let n = grid.n();
        let area = |cell: usize| match &grid.areas {
            Areas::Boxes { rows, columns } => cell / n / rows * (n / columns) + cell % n / columns,
            Areas::Walls(walls) => walls.regions()[cell],
        };
        let areas: Vec<usize> = (0..n * n).map(area).collect();
        let mut units = vec![Vec::new(); 3 * n];
        for cell in 0..n * n {
            units[cell / n].push(cell);
            units[n + cell % n].push(cell);
            units[2 * n + areas[cell]].push(cell);
        }
        let mut peers = vec![Vec::new(); n * n];
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
    fn all(&self, plan: &Plan, met: &mut dyn FnMut(&[u32]) -> bool) -> bool {
        let open = (0..plan.n * plan.n).filter(|&cell| !self.set[cell]);
        let Some(cell) = open.min_by_key(|&cell| self.open[cell].count_ones()) else { return met(&self.open) };
        let mut ways: Vec<(usize, usize)> =
            (0..plan.n).filter(|symbol| self.open[cell] >> symbol & 1 == 1).map(|symbol| (cell, symbol)).collect();
        if ways.len() > 1 {
            for unit in &plan.units {
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
pub fn solutions(grid: &Grid, most: usize) -> Vec<Vec<u32>> {
    let plan = Plan::of(grid);
    let n = grid.n();
    let mut brute = Brute { open: vec![(1 << n) - 1; n * n], set: vec![false; n * n] };
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
