//! The candidates and the conflicts of a grid. They follow from its constraints alone and share no
//! code with a search.

use super::cell::{Cell, Entry, Symbol};
use super::constraint::{Constraint, Lowered};
use super::grid::{Grid, GridRule};
use super::symbol_set::SymbolSet;
use smol_str::SmolStr;
use std::collections::BTreeSet;

impl Grid {
    /// By cell, row-major: the symbols that every constraint allows beside the filled cells.
    pub fn candidates(&self) -> Vec<SymbolSet> {
        let mut open = self.all_open();
        for Lowered { constraint, .. } in self.constraints() {
            let cells = constraint.cells();
            // Two empty cells do not restrict each other: that would be reasoning, not a check.
            let is_silent =
                |at: usize| matches!(constraint, Constraint::Pair(..)) && self.entry(cells[1 - at]) == Entry::Empty;
            let support = constraint.support(&self.sets(&cells));
            for (at, &cell) in cells.iter().enumerate().filter(|&(at, _)| !is_silent(at)) {
                open[cell.index()] &= support[at];
            }
        }
        open
    }

    /// By cell, row-major: all symbols; none of a hole.
    fn all_open(&self) -> Vec<SymbolSet> {
        let open = |entry: &Entry| if *entry == Entry::Hole { SymbolSet::EMPTY } else { self.all_symbols() };
        self.cells.iter().map(open).collect()
    }

    /// Returns whether rules say of most cells which symbols they can hold.
    pub fn gives_candidates(&self) -> bool {
        let lowered = self.lowered().into_iter().flatten();
        let cells: BTreeSet<usize> = lowered
            .filter_map(|constraint| match constraint {
                Constraint::Allowed(cell, _) => Some(cell.index()),
                _ => None,
            })
            .collect();
        2 * cells.len() > self.n_cells()
    }

    /// By cell, row-major: the symbols that its units allow beside the filled cells. Further rules
    /// are left out.
    pub fn unit_candidates(&self) -> Vec<SymbolSet> {
        let mut open = self.all_open();
        self.narrow_by_units(&self.constraints(), &mut open);
        open
    }

    fn narrow_by_units(&self, constraints: &[Lowered], open: &mut [SymbolSet]) {
        for Lowered { constraint, .. } in constraints {
            let Constraint::AllDifferent(cells) = constraint else { continue };
            let support = constraint.support(&self.sets(cells));
            cells.iter().zip(support).for_each(|(cell, support)| open[cell.index()] &= support);
        }
    }

    /// By cell, row-major: its symbol or, if it is empty, the symbols that are left. A unit removes
    /// the symbols that are placed in it. The other constraints are arc consistent: each symbol that
    /// is left fits symbols that are left in the other cells of the constraint.
    ///
    /// # Examples
    ///
    /// The first cell of a thermometer of four cells has room for three more above it:
    ///
    /// ```
    /// use quadrille_puzzle::{Cell, GridRule, SymbolSet, kind};
    ///
    /// let mut grid = kind("sudoku").unwrap().empty(6).unwrap();
    /// grid.rules.push(GridRule::new("thermometer", (0..4).map(Cell).collect()));
    /// assert_eq!(grid.consistent()[0], SymbolSet::first(3));
    /// assert_eq!(grid.unit_candidates()[0], SymbolSet::first(6));
    /// ```
    pub fn consistent(&self) -> Vec<SymbolSet> {
        let constraints = self.tight_constraints();
        let mut left = self.all_open();
        self.narrow_by_units(&constraints, &mut left);
        for (set, entry) in left.iter_mut().zip(&self.cells) {
            *set = entry.symbol().map_or(*set, SymbolSet::of);
        }
        self.settle(constraints.iter().map(|lowered| &lowered.constraint), &mut left);
        left
    }

    /// Makes constraints arc consistent, units left out: removes from `left` each symbol of an
    /// empty cell that fits none of the symbols that are left in the other cells, until all do.
    pub(super) fn settle<'a>(&self, constraints: impl Iterator<Item = &'a Constraint>, left: &mut [SymbolSet]) {
        let constraints: Vec<(Vec<Cell>, &Constraint)> = constraints
            .filter(|constraint| !matches!(constraint, Constraint::AllDifferent(_)))
            .map(|constraint| (constraint.cells(), constraint))
            .collect();
        let set =
            |left: &[SymbolSet], cell: &Cell| self.entry(*cell).symbol().map_or(left[cell.index()], SymbolSet::of);
        let mut settled = false;
        while !settled {
            settled = true;
            for (cells, constraint) in &constraints {
                let sets: Vec<SymbolSet> = cells.iter().map(|cell| set(left, cell)).collect();
                for (&cell, support) in cells.iter().zip(constraint.support(&sets)) {
                    let open = &mut left[cell.index()];
                    if self.entry(cell) == Entry::Empty && !open.is_in(support) {
                        *open &= support;
                        settled = false;
                    }
                }
            }
        }
    }

    /// Sets of cells that break a constraint together: two cells of a unit that hold the same
    /// symbol, or cells that break a rule.
    pub fn conflicts(&self) -> Vec<CellConflict> {
        let constraints = self.constraints();
        let mut found = Vec::new();
        for Lowered { constraint, words } in &constraints {
            // A region that is too large must repeat a symbol. This happens while walls are being
            // drawn.
            let Constraint::AllDifferent(cells) = constraint else { continue };
            let mut holder = vec![None; self.n_symbols()];
            for &cell in cells.iter().filter(|_| cells.len() <= self.n_symbols()) {
                let Some(symbol) = self.entry(cell).symbol() else { continue };
                match holder[symbol.0 as usize] {
                    None => holder[symbol.0 as usize] = Some(cell),
                    Some(first) => {
                        found.push(CellConflict {
                            cells: vec![first, cell],
                            symbol,
                            breach: Breach::Unit(words.long()),
                        });
                    }
                }
            }
        }
        // A cell whose symbol several rules do not allow is in conflict with the first of them.
        let mut single: Vec<CellConflict> = Vec::new();
        let mut several: Vec<CellConflict> = Vec::new();
        for lowered in &constraints {
            match lowered.constraint {
                Constraint::AllDifferent(_) => {}
                Constraint::Allowed(..) => single.extend(self.broken(lowered)),
                Constraint::Pair(..) | Constraint::Tuples(..) | Constraint::Joint(_) => {
                    several.extend(self.broken(lowered))
                }
            }
        }
        single.sort_by_key(|conflict| conflict.cells[0]);
        single.dedup_by(|next, before| next.cells == before.cells);
        found.into_iter().chain(single).chain(several).collect()
    }

    /// The conflict of filled cells with a constraint; `None` if there is none.
    fn broken(&self, Lowered { constraint, words }: &Lowered) -> Option<CellConflict> {
        let cells = constraint.cells();
        let filled: Vec<Cell> = cells.iter().copied().filter(|&cell| self.entry(cell) != Entry::Empty).collect();
        let symbol = self.entry(*filled.first()?).symbol()?;
        let is_open = matches!(constraint, Constraint::Pair(..)) && filled.len() < 2;
        let breach = || Breach::Rule(words.rule().cloned().unwrap_or_default());
        (!is_open && !self.keeps(constraint)).then(|| CellConflict { cells: filled, symbol, breach: breach() })
    }

    /// Returns whether the filled cells of a constraint fit each other. Empty cells fit in what is
    /// left for each alone.
    pub fn keeps(&self, constraint: &Constraint) -> bool {
        let sets = self.sets(&constraint.cells());
        constraint.support(&sets).iter().zip(&sets).all(|(&support, &set)| support.meets(set))
    }

    /// By cell: its symbol, or all symbols if it is empty.
    fn sets(&self, cells: &[Cell]) -> Vec<SymbolSet> {
        let set = |cell: &Cell| self.entry(*cell).symbol().map_or(self.all_symbols(), SymbolSet::of);
        cells.iter().map(set).collect()
    }

    /// Returns whether every cell is filled, no unit holds a symbol twice, no rule is broken, and
    /// the entries of `puzzle` are kept. Every solution must pass this check before it is shown. It
    /// shares no code with the search.
    pub fn solves(&self, puzzle: &Grid) -> bool {
        let kept = |(entry, asked): (&Entry, &Entry)| asked.symbol().is_none() || entry.symbol() == asked.symbol();
        self.empty() == 0 && self.conflicts().is_empty() && self.cells.iter().zip(&puzzle.cells).all(kept)
    }
}

/// Filled cells that cannot all be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellConflict {
    /// Two cells with the same symbol, or the cells that break a rule: one, two or more.
    pub cells: Vec<Cell>,
    /// The symbol in the first of them.
    pub symbol: Symbol,
    /// The constraint that they break.
    pub breach: Breach,
}

/// The constraint that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breach {
    /// A unit that holds a symbol twice, in words: `row 3`.
    Unit(String),
    /// Another constraint of the rule with this name.
    Rule(SmolStr),
}

impl CellConflict {
    /// The conflict in words: `r1c1 and r1c5 both hold 7 in row 1`.
    pub fn words(&self, grid: &Grid) -> String {
        let char = |cell: Cell| grid.entry(cell).symbol().map_or(' ', |symbol| grid.alphabet.char(symbol));
        let holding: Vec<String> =
            self.cells.iter().map(|&cell| format!("{} in {}", char(cell), grid.name(cell))).collect();
        // The numbers of the rule say which one it is: `killer cage 15`.
        let numbered = |name: &str| {
            let is_of = |rule: &&GridRule| {
                rule.name() == name && self.cells.iter().all(|cell| rule.all_cells().any(|other| other == *cell))
            };
            let rule = grid.rules.iter().find(is_of);
            let numbers = rule.map_or(&[][..], |rule| &rule.numbers).iter().map(|number| format!(" {number}"));
            format!("{name}{}", numbers.collect::<String>())
        };
        match (&self.breach, &holding[..]) {
            (Breach::Unit(unit), _) => {
                let names: Vec<String> = self.cells.iter().map(|&cell| grid.name(cell)).collect();
                format!("{} both hold {} in {unit}", names.join(" and "), grid.alphabet.char(self.symbol))
            }
            (Breach::Rule(rule), [rest @ .., last]) if !rest.is_empty() => {
                format!("{} and {last} break the rule {}", rest.join(", "), numbered(rule))
            }
            (Breach::Rule(rule), holding) => format!("{} breaks the rule {}", holding.concat(), numbered(rule)),
        }
    }
}
