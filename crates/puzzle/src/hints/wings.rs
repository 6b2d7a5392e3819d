//! Wings: cells with two or three candidates, of which one holds a symbol.

use super::{Hint, Reasoning, Technique, combinations};
use crate::cell::{Cell, Symbol};

impl Reasoning {
    /// A pivot with two candidates, and two cells that it sees, each with one of them and the same
    /// third symbol.
    pub(super) fn xy_wing(&self) -> Option<Hint> {
        let two: Vec<Cell> = self.grid.all_cells().filter(|&cell| self.left(cell).len() == 2).collect();
        for &pivot in &two {
            let seen: Vec<Cell> = two.iter().copied().filter(|&cell| self.sees(pivot, cell)).collect();
            let found = combinations(seen.len(), 2, &mut |chosen| {
                let (one, other) = (seen[chosen[0]], seen[chosen[1]]);
                let third = (self.left(one) & self.left(other)) - self.left(pivot);
                let all = self.left(one) | self.left(other) | self.left(pivot);
                let symbol = third.only().filter(|_| all.len() == 3 && self.left(one) != self.left(other))?;
                let sees_both = |&cell: &Cell| self.sees(cell, one) && self.sees(cell, other);
                let gone = self.grid.all_cells().filter(sees_both).filter(|&cell| self.left(cell).contains(symbol));
                let gone = gone.map(|cell| (cell, symbol)).collect();
                let (pivot_name, ends) = (self.grid.name(pivot), self.cell_words(&[one, other]));
                let why = format!(
                    "{pivot_name} holds {}. Either way one of {ends} is {}.",
                    self.any_of(self.left(pivot)),
                    self.char(symbol)
                );
                self.removing(Technique::XyWing, format!("cell {pivot_name}"), why, vec![pivot, one, other], gone)
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// A pivot with three candidates, and two cells that it sees, each with two of them, of which
    /// they share one. One of the three holds the shared symbol.
    pub(super) fn xyz_wing(&self) -> Option<Hint> {
        let count = |cell: Cell| self.left(cell).len();
        for pivot in self.grid.all_cells().filter(|&cell| count(cell) == 3) {
            let is_wing =
                |cell: &Cell| count(*cell) == 2 && self.left(*cell).is_in(self.left(pivot)) && self.sees(pivot, *cell);
            let wings: Vec<Cell> = self.grid.all_cells().filter(is_wing).collect();
            let found = combinations(wings.len(), 2, &mut |chosen| {
                let (one, other) = (wings[chosen[0]], wings[chosen[1]]);
                let shared = self.left(one) & self.left(other);
                let symbol = shared.only()?;
                let sees_all = |cell: &Cell| [pivot, one, other].iter().all(|&end| self.sees(*cell, end));
                let gone = self.grid.all_cells().filter(sees_all).filter(|&cell| self.left(cell).contains(symbol));
                let gone = gone.map(|cell| (cell, symbol)).collect();
                let name = self.grid.name(pivot);
                let why = format!(
                    "{name} holds {}. Whichever it is, {} is in {}.",
                    self.any_of(self.left(pivot)),
                    self.char(symbol),
                    self.cell_words(&[pivot, one, other]).replace(" and ", " or ")
                );
                self.removing(Technique::XyzWing, format!("cell {name}"), why, vec![pivot, one, other], gone)
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Two cells with the same two candidates, and a unit with two places for one of these symbols,
    /// one place seen by each cell. One of the two cells holds the other symbol.
    pub(super) fn w_wing(&self) -> Option<Hint> {
        let two: Vec<Cell> = self.grid.all_cells().filter(|&cell| self.left(cell).len() == 2).collect();
        combinations(two.len(), 2, &mut |chosen| {
            let (one, other) = (two[chosen[0]], two[chosen[1]]);
            if self.left(one) != self.left(other) || self.sees(one, other) {
                return None;
            }
            for linked in self.left(one).symbols() {
                let symbol = self.left(one).without(linked).only()?;
                let sees_both = |cell: &Cell| self.sees(*cell, one) && self.sees(*cell, other);
                let gone: Vec<(Cell, Symbol)> = self
                    .grid
                    .all_cells()
                    .filter(sees_both)
                    .filter(|&cell| self.left(cell).contains(symbol))
                    .map(|cell| (cell, symbol))
                    .collect();
                if gone.is_empty() {
                    continue;
                }
                for unit in (0..self.units.len()).filter(|&unit| self.needs(unit, linked)) {
                    let [left, right] = self.places(unit, linked)[..] else { continue };
                    let joins = |a: Cell, b: Cell| self.sees(one, a) && self.sees(other, b);
                    if [left, right].contains(&one) || [left, right].contains(&other) {
                        continue;
                    }
                    if joins(left, right) || joins(right, left) {
                        let why = format!(
                            "{cells} hold {both}. In {unit} {linked} has the places {places}: one of them takes {linked} \
                             from one of these cells, which then holds {symbol}.",
                            cells = self.cell_words(&[one, other]),
                            both = self.any_of(self.left(one)),
                            unit = self.unit_name(unit),
                            linked = self.char(linked),
                            places = self.cell_words(&[left, right]),
                            symbol = self.char(symbol),
                        );
                        let place = format!("cells {}", self.cell_words(&[one, other]));
                        return self.removing(Technique::WWing, place, why, vec![one, left, right, other], gone);
                    }
                }
            }
            None
        })
    }
}
