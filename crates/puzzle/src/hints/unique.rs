//! Steps that hold because the puzzle has one solution only.

use super::{Hint, Reasoning, Technique, combinations};
use crate::cell::{Cell, Symbol};
use crate::size::Size;
use crate::symbol_set::SymbolSet;

impl Reasoning {
    /// Four empty cells in two rows, two columns and two areas. If they held two symbols only, the
    /// two could be exchanged, and there would be two solutions.
    pub(super) fn unique_rectangle(&self) -> Option<Hint> {
        // Further rules, diagonals and other grids may tell the two symbols apart.
        if !self.unique || !self.grid.rules.is_empty() || self.grid.diagonals || !self.grid.grids().is_empty() {
            return None;
        }
        let Size { rows, columns } = self.grid.size();
        let area = self.grid.areas.numbers(self.grid.size());
        combinations(rows, 2, &mut |rows| {
            combinations(columns, 2, &mut |columns| {
                let cell = |row: usize, column: usize| self.grid.cell(rows[row], columns[column]);
                let [a, b, c, d] = [cell(0, 0), cell(0, 1), cell(1, 0), cell(1, 1)];
                let same = |one: Cell, other: Cell| area[one.index()] == area[other.index()];
                let across = same(a, b) && same(c, d) && !same(a, c);
                let along = same(a, c) && same(b, d) && !same(a, b);
                let common = [a, b, c, d].iter().fold(SymbolSet::ALL, |set, &cell| set & self.left(cell));
                if !(across || along) || common.len() < 2 {
                    return None;
                }
                let symbols: Vec<Symbol> = common.symbols().collect();
                combinations(symbols.len(), 2, &mut |chosen| {
                    let pair = chosen.iter().map(|&at| symbols[at]).collect();
                    self.of_rectangle([a, b, c, d], pair)
                })
            })
        })
    }

    fn of_rectangle(&self, cells: [Cell; 4], pair: SymbolSet) -> Option<Hint> {
        let (floor, roof): (Vec<Cell>, Vec<Cell>) = cells.iter().partition(|&&cell| self.left(cell) == pair);
        let all = self.cell_words(&cells);
        let deadly = format!(
            "If {all} held only {}, the two could be exchanged. The puzzle has one solution, so they do not.",
            self.set_words(pair)
        );
        let technique = Technique::UniqueRectangle;
        let place = format!("cells {all}");
        match roof[..] {
            [last] => {
                let gone = pair.symbols().map(|symbol| (last, symbol)).collect();
                self.removing(technique, place, deadly, cells.to_vec(), gone)
            }
            [one, other] if self.sees(one, other) => {
                let more = (self.left(one) | self.left(other)) - pair;
                let sees_both = |cell: &Cell| self.sees(*cell, one) && self.sees(*cell, other);
                if let Some(symbol) = more.only().filter(|_| self.left(one) == self.left(other)) {
                    let gone = self.grid.all_cells().filter(sees_both).filter(|&cell| self.left(cell).meets(more));
                    let gone = gone.map(|cell| (cell, symbol)).collect();
                    let why = format!(
                        "{deadly} So {} is in {} or {}.",
                        self.char(symbol),
                        self.grid.name(one),
                        self.grid.name(other)
                    );
                    let hint = self.removing(technique, place.clone(), why, cells.to_vec(), gone);
                    if hint.is_some() {
                        return hint;
                    }
                }
                // One symbol of the pair has its place in one of the two cells, so neither holds
                // the other.
                pair.symbols().find_map(|symbol| {
                    let unit = self.of[one.index()].iter().copied().find(|&unit| {
                        self.needs(unit, symbol) && {
                            let places = self.places(unit, symbol);
                            places.len() == 2 && places.contains(&one) && places.contains(&other)
                        }
                    })?;
                    let rest = pair.without(symbol).only()?;
                    let why = format!(
                        "{deadly} In {} {} has only the places {}.",
                        self.unit_name(unit),
                        self.char(symbol),
                        self.cell_words(&[one, other])
                    );
                    self.removing(technique, place.clone(), why, cells.to_vec(), vec![(one, rest), (other, rest)])
                })
            }
            _ => None,
        }
        .filter(|_| floor.len() >= 2)
    }
}
