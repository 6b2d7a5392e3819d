//! The constraints of a grid: rows, columns, areas and diagonals, then those that its rules lower
//! to.

use super::areas::{Areas, SubGrid, boxes_once};
use super::cell::Cell;
use super::constraint::{Constraint, Lowered, SubUnit, Words, grid_letter};
use super::grid::{Grid, GridRule};
use super::rules::Lowering;
use super::size::Size;
use super::symbol_set::SymbolSet;
use rustc_hash::FxHashMap;
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
        self.in_order(self.lowered())
    }

    /// The same constraints, but tuples that a unit excludes are left out as far as that does not
    /// make an automaton much larger. More follows from these, but they do not say whether a rule
    /// is broken or a unit.
    pub(super) fn tight_constraints(&self) -> Vec<Lowered> {
        self.in_order(self.tightened())
    }

    /// All constraints, with those of the rules as they are given.
    fn in_order(&self, of_rules: Vec<Vec<Constraint>>) -> Vec<Lowered> {
        let mut found: Vec<Lowered> = Vec::with_capacity(3 * self.n_symbols() + 2);
        let mut unit = |words, cells: Vec<Cell>| {
            found.push(Lowered { constraint: Constraint::AllDifferent(cells), words });
        };
        let size @ Size { rows, columns } = self.size();
        match &self.areas {
            Areas::Grids(grids) => lines_of_grids(grids, size, &mut unit),
            areas => {
                (0..rows).for_each(|r| unit(Words::Row(r), (0..columns).map(|c| self.cell(r, c)).collect()));
                (0..columns).for_each(|c| unit(Words::Column(c), (0..rows).map(|r| self.cell(r, c)).collect()));
                let words = if matches!(areas, Areas::Boxes { .. }) { Words::Box } else { Words::Region };
                areas.sets(size).into_iter().enumerate().for_each(|(area, cells)| unit(words(area), cells));
            }
        }
        if self.diagonals {
            for (words, rises) in [(Words::Falling, false), (Words::Rising, true)] {
                unit(words, self.diagonal(rises));
            }
        }
        found.extend(self.fewer_symbols());
        // By short name: the number of the next one.
        let mut numbers: FxHashMap<SmolStr, usize> = FxHashMap::default();
        for (rule, constraints) in self.rules.iter().zip(of_rules) {
            if constraints.is_empty() {
                continue;
            }
            let (name, short, label) = (rule.name(), rule.short(), rule.label());
            let [name, short, label] = [name, short, label].map(SmolStr::from);
            // A unit and the tuples of one rule have one number.
            let next = numbers.entry(short.clone()).or_default();
            let (mut units, mut tuples) = (*next.., *next..);
            for constraint in constraints {
                let number = match constraint {
                    Constraint::AllDifferent(_) => units.next(),
                    Constraint::Tuples(..) | Constraint::Joint(_) => tuples.next(),
                    Constraint::Allowed(..) | Constraint::Pair(..) => None,
                };
                let number = number.unwrap_or(0);
                let words = Words::Rule { name: name.clone(), short: short.clone(), number, label: label.clone() };
                *next = (*next).max(number + 1);
                found.push(Lowered { constraint, words });
            }
        }
        found
    }

    /// The symbols of the smaller ones of several grids: the first of the alphabet.
    fn fewer_symbols(&self) -> Vec<Lowered> {
        let Areas::Grids(grids) = &self.areas else { return Vec::new() };
        let of_grid = |(number, grid): (usize, &SubGrid)| {
            let few = SymbolSet::first(grid.size.longer());
            let name = SmolStr::from(format!("symbols of grid {}", grid_letter(number)));
            let words = Words::Rule { short: name.clone(), name, number: 0, label: SmolStr::default() };
            let cells: Vec<Cell> = (0..grid.size.rows).flat_map(|row| grid.row(self.size(), row)).collect();
            cells
                .into_iter()
                .map(move |cell| Lowered { constraint: Constraint::Allowed(cell, few), words: words.clone() })
        };
        let small = grids.iter().enumerate().filter(|(_, grid)| grid.size.longer() < self.n_symbols());
        small.flat_map(of_grid).collect()
    }

    /// The constraints of each rule.
    pub(super) fn lowered(&self) -> Vec<Vec<Constraint>> {
        Kept::of(self, |kept| kept.lowered.clone())
    }

    /// The first rule for which the others leave too little.
    pub(super) fn first_unlowered(&self) -> Option<usize> {
        Kept::of(self, |kept| kept.unlowered)
    }

    /// Removes the rules from the `from`-th on that are too large beside the rules before them. It
    /// gives up after a few of them, and removes the rest. Returns false, and removes none, if
    /// `go_on` returns false.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadrille_puzzle::{Cell, GridRule, kind};
    ///
    /// let mut grid = kind("sudoku").unwrap().empty(25).unwrap();
    /// let sums = GridRule::new("regionsum", grid.all_cells().collect());
    /// grid.rules = vec![GridRule::new("odd", vec![Cell(0)]), sums];
    /// assert!(grid.drop_too_large(0, &|| true));
    /// assert_eq!(grid.rules.len(), 1);
    /// ```
    pub fn drop_too_large(&mut self, from: usize, go_on: &dyn Fn() -> bool) -> bool {
        let Some(fits) = fitting(self, from, go_on) else { return false };
        let mut fits = fits.into_iter();
        self.rules.retain(|_| fits.next().unwrap_or(false));
        true
    }

    /// Finds out what the rules mean, for the next one who asks on this thread. Returns false if
    /// `go_on` returns false before that is known.
    pub fn prepare(&self, go_on: &dyn Fn() -> bool) -> bool {
        Kept::watched(self, go_on)
    }

    /// The constraints of each rule, without tuples that a unit excludes.
    pub(super) fn tightened(&self) -> Vec<Vec<Constraint>> {
        let tight = |kept: &mut Kept| match &kept.tightened {
            Some(tightened) => tightened.clone(),
            None => {
                let tightened = self.tightening(&kept.lowered, &|| true).unwrap_or_default();
                kept.tightened.insert(tightened).clone()
            }
        };
        Kept::of(self, tight)
    }

    /// `None` if `go_on` returns false.
    fn tightening(&self, lowered: &[Vec<Constraint>], go_on: &dyn Fn() -> bool) -> Option<Vec<Vec<Constraint>>> {
        let units_of = units_of(self, &units_among(self.in_order(lowered.to_vec())));
        let tight = |constraint: &Constraint| match constraint {
            Constraint::Tuples(cells, tuples) => {
                Constraint::Tuples(cells.clone(), tuples.apart(|one, other| meet(&units_of, cells[one], cells[other])))
            }
            other => other.clone(),
        };
        lowered.iter().map(|constraints| go_on().then(|| constraints.iter().map(tight).collect())).collect()
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
        units_among(self.constraints())
    }
}

/// The rows and columns of several grids, then their boxes, each box once.
fn lines_of_grids(grids: &[SubGrid], whole: Size, unit: &mut impl FnMut(Words, Vec<Cell>)) {
    for (number, grid) in grids.iter().enumerate() {
        let (top, left) = grid.at;
        (0..grid.size.rows).for_each(|r| unit(Words::In(SubUnit::Row(top + r, number)), grid.row(whole, r)));
        (0..grid.size.columns).for_each(|c| unit(Words::In(SubUnit::Column(left + c, number)), grid.column(whole, c)));
    }
    for (number, at, cells) in boxes_once(grids, whole) {
        unit(Words::In(SubUnit::Box(at, number)), cells);
    }
}

fn units_among(constraints: Vec<Lowered>) -> Vec<Unit> {
    let unit = |lowered: Lowered| match lowered.constraint {
        Constraint::AllDifferent(cells) => Some(Unit { name: lowered.words, cells }),
        Constraint::Allowed(..) | Constraint::Pair(..) | Constraint::Tuples(..) | Constraint::Joint(_) => None,
    };
    constraints.into_iter().filter_map(unit).collect()
}

/// By cell, the numbers of its units.
pub(super) fn units_of(grid: &Grid, units: &[Unit]) -> Vec<Vec<usize>> {
    let mut of = vec![Vec::new(); grid.size().n_cells()];
    for (number, unit) in units.iter().enumerate() {
        unit.cells.iter().for_each(|cell| of[cell.index()].push(number));
    }
    of
}

/// Returns whether two cells share a unit, given the units of each cell.
pub(super) fn meet(units_of: &[Vec<usize>], one: Cell, other: Cell) -> bool {
    units_of[one.index()].iter().any(|unit| units_of[other.index()].contains(unit))
}

/// The rules that are too large, after which no further rule is tried: each may take some tenths of
/// a second.
const MISFITS: usize = 8;

/// By rule of a grid, whether it is before the `from`-th one or fits beside those before it. `None`
/// if `go_on` returns false.
fn fitting(grid: &Grid, from: usize, go_on: &dyn Fn() -> bool) -> Option<Vec<bool>> {
    let within = Lowering::watched(grid, go_on);
    let (mut fits, mut misfits) = (Vec::with_capacity(grid.rules.len()), 0);
    for (at, rule) in grid.rules.iter().enumerate() {
        let left = within.left();
        let is_lowered = misfits < MISFITS && rule.lower_in(&within).is_some();
        if !go_on() {
            return None;
        }
        if !is_lowered {
            misfits += 1;
            within.take_back(left);
        }
        fits.push(is_lowered || at < from);
    }
    Some(fits)
}

/// The constraints of the rules of the last grid that was asked. They are kept, because the views
/// of a grid ask again and again, and an automaton takes long to make.
struct Kept {
    grid: Grid,
    lowered: Vec<Vec<Constraint>>,
    /// The first rule for which the others leave too little. It and the rules after it have no
    /// constraints.
    unlowered: Option<usize>,
    /// `None` until it is asked for.
    tightened: Option<Vec<Vec<Constraint>>>,
}

thread_local! {
    static LAST: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

impl Kept {
    /// Lowers the rules of a grid. A rule that is there twice means what it means once.
    fn new(grid: &Grid, within: &Lowering) -> Kept {
        let mut known: FxHashMap<(&str, &[Cell]), Vec<&GridRule>> = FxHashMap::default();
        let mut lowered = Vec::with_capacity(grid.rules.len());
        for rule in &grid.rules {
            let alike = known.entry((&rule.id, &rule.cells)).or_default();
            if alike.contains(&rule) {
                lowered.push(Vec::new());
                continue;
            }
            alike.push(rule);
            let Some(constraints) = rule.lower_in(within) else { break };
            lowered.push(constraints);
        }
        let unlowered = (lowered.len() < grid.rules.len()).then_some(lowered.len());
        lowered.resize(grid.rules.len(), Vec::new());
        Kept { grid: grid.clone(), lowered, unlowered, tightened: None }
    }

    /// Returns the answer of a function on the constraints of a grid. Without rules there are none.
    fn of<T: Default>(grid: &Grid, answer: impl FnOnce(&mut Kept) -> T) -> T {
        if grid.rules.is_empty() {
            return T::default();
        }
        LAST.with_borrow_mut(|last| match last {
            Some(kept) if kept.is_about(grid) => answer(kept),
            _ => answer(last.insert(Kept::new(grid, &Lowering::of(grid)))),
        })
    }

    /// Lowers the rules of a grid and tightens them. Returns false if `go_on` returns false before.
    fn watched(grid: &Grid, go_on: &dyn Fn() -> bool) -> bool {
        let is_known = |last: &Option<Kept>| last.as_ref().is_some_and(|kept| kept.is_about(grid));
        if grid.rules.is_empty() {
            return go_on();
        }
        if !LAST.with_borrow(is_known) {
            let kept = Kept::new(grid, &Lowering::watched(grid, go_on));
            if !go_on() {
                return false;
            }
            LAST.set(Some(kept));
        }
        LAST.with_borrow_mut(|last| {
            let Some(kept) = last.as_mut().filter(|kept| kept.tightened.is_none()) else { return true };
            kept.tightened = grid.tightening(&kept.lowered, go_on);
            kept.tightened.is_some()
        })
    }

    /// Returns whether a grid has the same constraints, whatever its cells hold.
    fn is_about(&self, grid: &Grid) -> bool {
        let of = |grid: &Grid| (grid.size(), grid.n_symbols(), grid.lowest, grid.diagonals);
        of(&self.grid) == of(grid) && self.grid.areas == grid.areas && self.grid.rules == grid.rules
    }
}
