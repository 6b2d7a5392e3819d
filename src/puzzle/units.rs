//! The constraints of a grid: rows, columns, areas and diagonals, then those that its rules lower
//! to.

use super::areas::Areas;
use super::cell::Cell;
use super::constraint::{Constraint, Lowered, Words};
use super::grid::Grid;
use super::size::Size;
use smol_str::SmolStr;
use std::cell::RefCell;

/// Cells that hold each symbol once; at most once if there are fewer cells than symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The words for the unit, with its number.
    pub name: Words,
    /// The cells, in the order of the unit.
    pub cells: Vec<Cell>,
}

impl Grid {
    /// The constraints of the rows, the columns, the areas, the diagonals if they count, and the
    /// rules in their order. Items and options of the encoding have this order.
    pub fn constraints(&self) -> Vec<Lowered> {
        let mut found: Vec<Lowered> = Vec::with_capacity(3 * self.n_symbols() + 2);
        let mut unit = |words, cells: Vec<Cell>| {
            found.push(Lowered { constraint: Constraint::AllDifferent(cells), words });
        };
        let Size { rows, columns } = self.size();
        (0..rows).for_each(|r| unit(Words::Row(r), (0..columns).map(|c| self.cell(r, c)).collect()));
        (0..columns).for_each(|c| unit(Words::Column(c), (0..rows).map(|r| self.cell(r, c)).collect()));
        let words = match self.areas {
            Areas::None => None,
            Areas::Boxes { .. } => Some(Words::Box as fn(usize) -> Words),
            Areas::Walls(_) => Some(Words::Region as fn(usize) -> Words),
        };
        if let Some(words) = words {
            let number = self.areas.numbers(self.size());
            for area in 0..self.n_areas() {
                unit(words(area), self.all_cells().filter(|cell| number[cell.index()] == area).collect());
            }
        }
        if self.diagonals {
            for (words, rises) in [(Words::Falling, false), (Words::Rising, true)] {
                unit(words, self.diagonal(rises));
            }
        }
        for (rule, constraints) in self.rules.iter().zip(self.lowered()) {
            let spec = rule.spec();
            // A unit and the tuples of one rule have one number.
            let own = found.iter().filter(|lowered| lowered.words.rule_short() == spec.short);
            let next = own.filter_map(|lowered| lowered.words.number()).max().map_or(0, |number| number + 1);
            let (mut units, mut tuples) = (next.., next..);
            for constraint in constraints {
                let number = match constraint {
                    Constraint::AllDifferent(_) => units.next(),
                    Constraint::Tuples(..) => tuples.next(),
                    Constraint::Allowed(..) | Constraint::Pair(..) => None,
                };
                let number = number.unwrap_or(0);
                let (name, short) = (SmolStr::new_static(spec.name), SmolStr::new_static(spec.short));
                found.push(Lowered { constraint, words: Words::Rule { name, short, number } });
            }
        }
        found
    }

    /// The constraints of each rule. Those of the last grid that was asked are kept, because the
    /// views of a grid ask again and again, and an automaton takes long to make.
    fn lowered(&self) -> Vec<Vec<Constraint>> {
        thread_local! {
            static LAST: RefCell<Option<(Grid, Vec<Vec<Constraint>>)>> = const { RefCell::new(None) };
        }
        if self.rules.is_empty() {
            return Vec::new();
        }
        let is_same = |last: &Grid| {
            let of = |grid: &Grid| (grid.size(), grid.n_symbols(), grid.lowest, grid.diagonals);
            of(last) == of(self) && last.areas == self.areas && last.rules == self.rules
        };
        LAST.with_borrow_mut(|last| match last {
            Some((grid, lowered)) if is_same(grid) => lowered.clone(),
            _ => {
                let lowered: Vec<Vec<Constraint>> = self.rules.iter().map(|rule| rule.lower(self)).collect();
                *last = Some((self.clone(), lowered.clone()));
                lowered
            }
        })
    }

    /// The cells of the rising diagonal, or of the falling one, from the left. In a grid that is
    /// not square it ends at the nearer edge.
    pub fn diagonal(&self, rises: bool) -> Vec<Cell> {
        let last = self.rows() - 1;
        let row = |k: usize| if rises { last - k } else { k };
        (0..self.rows().min(self.columns())).map(|k| self.cell(row(k), k)).collect()
    }

    /// The units: the constraints whose cells hold different symbols.
    pub fn units(&self) -> Vec<Unit> {
        let unit = |lowered: Lowered| match lowered.constraint {
            Constraint::AllDifferent(cells) => Some(Unit { name: lowered.words, cells }),
            Constraint::Allowed(..) | Constraint::Pair(..) | Constraint::Tuples(..) => None,
        };
        self.constraints().into_iter().filter_map(unit).collect()
    }
}
