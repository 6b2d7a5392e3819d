//! The survey of a grid for its setter: the number of solutions, the cells in which they differ,
//! what could be left out, and clashes.
//!
//! **Invariants.** What is said to be needed or not needed was proved by a search, on which the
//! other answers do not wait for ever: after [`PATIENCE`] polls it is said that it is not known.

use super::count::{plural, thousands};
use dancing::Goal;
use quadrille_puzzle::{Cell, Encoded, Entry, Grid, Shape, Solution, Symbol, SymbolSet, encode_watched};
use quadrille_solve::{Gather, Order, Status, StopReason, run};
use std::cell::RefCell;

/// The maximum number of solutions that are counted and compared.
pub(crate) const CAP: u64 = 1000;

/// The facts found about a grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// The number of solutions, at most 1,000.
    pub count: u64,
    /// True if there are no more.
    pub complete: bool,
    /// The solution, or two of them if there are several.
    pub solutions: Vec<Grid>,
    /// If there are several solutions: the cells in which they differ.
    pub differ: Vec<Cell>,
    /// If there are several solutions and the count is complete: the symbols that exactly one
    /// solution has in their cells. If one of them is placed, the solution is unique.
    pub deciding: Vec<(Cell, Symbol)>,
    /// By cell: the symbols that some solution has there.
    pub candidates: Vec<SymbolSet>,
    /// By cell and symbol: the number of solutions that have it. Empty unless the count is
    /// complete.
    pub times: Vec<Vec<u32>>,
    /// If the solution is unique: the givens that can be cleared, each by itself, without losing
    /// uniqueness. Filled cells if the givens alone have several solutions.
    pub redundant: Vec<Cell>,
    /// If the solution is unique: the rules that can be left out, each by itself, without losing
    /// uniqueness, by their numbers in the grid.
    pub superfluous: Vec<usize>,
    /// True if the diagonals can be left out in the same way.
    pub diagonals_superfluous: bool,
    /// The symbols, rules and diagonals of which it is not known whether they are needed: proving
    /// it takes too long.
    pub unproved: usize,
    /// If there is no solution: filled cells and rules that clash.
    pub clash: Clash,
}

/// Filled cells and rules of a grid that clash. Without any one of them, the others do not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clash {
    /// The filled cells.
    pub cells: Vec<Cell>,
    /// The rules, by their numbers in the grid.
    pub rules: Vec<usize>,
    /// True if the diagonals are among them.
    pub diagonals: bool,
    /// The number of them of which it is not known whether the others clash without them.
    pub unproved: usize,
}

impl Clash {
    /// The clash of a grid without a solution. `None` if `go_on` stopped it.
    pub(super) fn of(grid: &Grid, go_on: &mut dyn FnMut() -> bool) -> Option<Clash> {
        let mut asking = Asking { go_on, unproved: 0 };
        // Two equal symbols of a row, a column or an area clash by themselves.
        for conflict in grid.conflicts().into_iter().filter(|conflict| conflict.cells.len() == 2) {
            let mut bare = Grid::sized(grid.size(), grid.alphabet.clone(), grid.areas.clone());
            conflict.cells.iter().for_each(|cell| bare.cells[cell.index()] = grid.entry(*cell));
            if !bare.conflicts().is_empty() {
                return Some(Clash { cells: conflict.cells, ..Clash::default() });
            }
        }
        // What is not needed for the clash is left out, one after the other. Rules come first: if
        // the symbols clash without them, no rule is to blame. Some rules except the cells of
        // others, so what was needed may not be once these are gone.
        let mut left = Left { rules: (0..grid.rules.len()).collect(), grid: grid.clone() };
        left.rules.retain(|&rule| !grid.rules[rule].is_only_drawn());
        left.grid.rules = left.rules.iter().map(|&rule| grid.rules[rule].clone()).collect();
        while left.leave_out(&mut asking)? {
            asking.unproved = 0;
        }
        let Left { grid: left, rules } = left;
        let cells = filled(&left).collect();
        Some(Clash { cells, rules, diagonals: left.diagonals, unproved: asking.unproved })
    }

    /// Describes the clash in a sentence. `names` lists cells.
    pub(super) fn words(&self, grid: &Grid, names: impl Fn(&[Cell]) -> String) -> String {
        let mut rules: Vec<String> = self.rules.iter().map(|&rule| grid.rules[rule].text(grid)).collect();
        if self.diagonals {
            rules.push("the diagonals".to_string());
        }
        let symbols = (!self.cells.is_empty()).then(|| plural(self.cells.len(), "symbol"));
        let counted = (!rules.is_empty()).then(|| plural(rules.len(), "rule"));
        let what: Vec<String> = symbols.into_iter().chain(counted).collect();
        let listed = Some(names(&self.cells)).filter(|names| !names.is_empty()).into_iter().chain(rules);
        let listed = listed.collect::<Vec<_>>().join(", ");
        match (what.is_empty(), self.cells.len() + self.rules.len() + usize::from(self.diagonals)) {
            (true, _) => "even the empty grid has none".to_string(),
            (_, 1) => format!("the reason is one {}: {listed}", if self.cells.is_empty() { "rule" } else { "symbol" }),
            _ if self.unproved == 0 => {
                format!("{} clash; if any one is removed, the rest do not: {listed}", what.join(" and "))
            }
            _ => format!("{} clash, though perhaps not all are needed: {listed}", what.join(" and ")),
        }
    }
}

/// The parts of a grid without a solution that are left.
struct Left {
    grid: Grid,
    /// By rule that is left, its number in the whole grid.
    rules: Vec<usize>,
}

impl Left {
    /// Leaves out each part without which there is no solution either. Returns whether something
    /// was left out; `None` if it was stopped.
    fn leave_out(&mut self, asking: &mut Asking) -> Option<bool> {
        let before = self.size();
        let mut at = 0;
        while at < self.rules.len() {
            let mut less = self.grid.clone();
            less.rules.remove(at);
            if asking.is(&less, Status::None)? {
                self.grid = less;
                self.rules.remove(at);
            } else {
                at += 1;
            }
        }
        if self.grid.diagonals && asking.is(&without_diagonals(&self.grid), Status::None)? {
            self.grid.diagonals = false;
        }
        for cell in filled(&self.grid).collect::<Vec<Cell>>() {
            let less = without(&self.grid, cell);
            if asking.is(&less, Status::None)? {
                self.grid = less;
            }
        }
        Some(self.size() < before)
    }

    /// The number of parts.
    fn size(&self) -> usize {
        self.rules.len() + usize::from(self.grid.diagonals) + filled(&self.grid).count()
    }
}

/// The same question; it returns `false` after a number of times.
pub(super) fn at_most(times: u32, go_on: &mut dyn FnMut() -> bool) -> impl FnMut() -> bool {
    let mut asked = 0;
    move || {
        asked += 1;
        go_on() && asked < times
    }
}

/// The cells of a grid that hold a symbol.
fn filled(grid: &Grid) -> impl Iterator<Item = Cell> + '_ {
    grid.all_cells().filter(|&cell| grid.entry(cell).symbol().is_some())
}

/// The polls of a search after which the answer to a single question is not known: some seconds.
const PATIENCE: u32 = 2000;

/// Questions about grids that have a little less than the one that is surveyed.
struct Asking<'a> {
    go_on: &'a mut dyn FnMut() -> bool,
    /// The questions without an answer.
    unproved: usize,
}

impl Asking<'_> {
    /// Returns whether a grid is proved to have no solution, or one. `None` if it was stopped.
    fn is(&mut self, grid: &Grid, wanted: Status) -> Option<bool> {
        let mut is_stopped = false;
        let mut ask = || {
            is_stopped |= !(self.go_on)();
            !is_stopped
        };
        let goal = if wanted == Status::Unique { Goal::Unique } else { Goal::First };
        let found = verdict(grid, goal, &mut at_most(PATIENCE, &mut ask));
        if is_stopped {
            return None;
        }
        self.unproved += usize::from(found.is_none());
        Some(found == Some(wanted))
    }
}

/// The grid with one cell cleared.
fn without(grid: &Grid, cell: Cell) -> Grid {
    let mut less = grid.clone();
    less.cells[cell.index()] = Entry::Empty;
    less
}

/// The grid in which the diagonals do not count.
fn without_diagonals(grid: &Grid) -> Grid {
    let mut less = grid.clone();
    less.diagonals = false;
    less
}

/// Returns whether a grid has no solution. `None` if it was stopped.
pub(super) fn is_unsolvable(grid: &Grid, go_on: &mut dyn FnMut() -> bool) -> Option<bool> {
    Some(verdict(grid, Goal::First, go_on)? == Status::None)
}

/// Returns the solutions of a grid, at most `limit`, and whether these are all. `None` if it was
/// stopped.
fn solutions(grid: &Grid, limit: u64, go_on: &mut dyn FnMut() -> bool) -> Option<(Vec<Grid>, bool)> {
    let encoded = encoded(grid, go_on)?;
    let goal = Goal::Count { limit: Some(limit) };
    let mut host = Gather::new(go_on);
    let outcome = run(&encoded.problem, Order::new(goal), &mut host);
    let grids = host.found.iter().filter_map(|cover| match encoded.decode(cover) {
        Some(Solution::Grid(grid)) => Some(grid),
        _ => None,
    });
    (outcome.stop != StopReason::Cancelled).then(|| (grids.collect(), outcome.complete))
}

/// Returns what a search with this goal finds out about a grid. `None` if it was stopped.
fn verdict(grid: &Grid, goal: Goal, go_on: &mut dyn FnMut() -> bool) -> Option<Status> {
    let encoded = encoded(grid, go_on)?;
    let order = Order { in_batch: true, ..Order::new(goal) };
    let outcome = run(&encoded.problem, order, &mut Gather::new(go_on));
    (outcome.stop != StopReason::Cancelled && go_on()).then_some(outcome.status)
}

/// The problem of a grid. `None` if it was stopped.
fn encoded(grid: &Grid, go_on: &mut dyn FnMut() -> bool) -> Option<Encoded> {
    let go_on = RefCell::new(go_on);
    encode_watched(&Shape::Grid(grid.without_weights()), &|| (go_on.borrow_mut())())
}

/// Surveys a grid. `None` if `go_on` stopped it.
///
/// # Examples
///
/// ```
/// use quadrille_study::survey;
/// use quadrille_puzzle::load;
///
/// let puzzle = &load("12..\n..1.\n....\n...3\n", Some("rows")).unwrap().puzzles[0];
/// let found = survey(puzzle.grid().unwrap(), &mut || true).unwrap();
/// assert_eq!((found.count, found.complete, found.solutions.len()), (3, true, 2));
/// ```
pub fn survey(grid: &Grid, go_on: &mut dyn FnMut() -> bool) -> Option<Survey> {
    let (all, complete) = solutions(grid, CAP, go_on)?;
    let mut found = Survey { count: all.len() as u64, complete, ..Survey::default() };
    match &all[..] {
        [] => found.clash = Clash::of(grid, go_on)?,
        [one] if complete => {
            found.solutions = vec![one.clone()];
            // Where the givens have one solution, what was placed beside them is no part of them.
            let givens = grid.without_own();
            let is_of_givens = grid.own() > 0 && verdict(&givens, Goal::Unique, go_on)? == Status::Unique;
            found.leave_out(if is_of_givens { &givens } else { grid }, go_on);
            found.count_times(&all);
        }
        several => {
            found.solutions = several.iter().take(2).cloned().collect();
            found.count_times(several);
            if !complete {
                found.times.clear();
                found.search_candidates(grid, go_on)?;
            }
            found.differ = grid.all_cells().filter(|cell| found.candidates[cell.index()].len() > 1).collect();
            found.deciding = found.decide();
        }
    }
    Some(found)
}

impl Survey {
    /// Finds the symbols and rules without each of which a grid still has one solution. Where it is
    /// stopped, the rest is not known.
    fn leave_out(&mut self, judged: &Grid, go_on: &mut dyn FnMut() -> bool) {
        let mut asking = Asking { go_on, unproved: 0 };
        let cells: Vec<Cell> = filled(judged).collect();
        let rules: Vec<usize> = (0..judged.rules.len()).filter(|&rule| !judged.rules[rule].is_only_drawn()).collect();
        let mut left = cells.len() + rules.len() + usize::from(judged.diagonals);
        let mut is_spare = |less: &Grid| {
            let found = asking.is(less, Status::Unique)?;
            left -= 1;
            Some(found)
        };
        let mut each = || {
            for &cell in &cells {
                if is_spare(&without(judged, cell))? {
                    self.redundant.push(cell);
                }
            }
            for &rule in &rules {
                let mut less = judged.clone();
                less.rules.remove(rule);
                if is_spare(&less)? {
                    self.superfluous.push(rule);
                }
            }
            self.diagonals_superfluous = judged.diagonals && is_spare(&without_diagonals(judged))?;
            Some(())
        };
        _ = each();
        self.unproved = asking.unproved + left;
    }

    /// Counts in how many solutions each cell has each symbol.
    fn count_times(&mut self, solutions: &[Grid]) {
        let Some(first) = solutions.first() else { return };
        let n = first.n_symbols();
        self.times = vec![vec![0; n]; first.size().n_cells()];
        for solution in solutions {
            for (times, entry) in self.times.iter_mut().zip(&solution.cells) {
                entry.symbol().into_iter().for_each(|symbol| times[usize::from(symbol.0)] += 1);
            }
        }
        let had = |times: &Vec<u32>| first.alphabet.symbols().filter(|k| times[usize::from(k.0)] > 0).collect();
        self.candidates = self.times.iter().map(had).collect();
    }

    /// Finds out which candidates, of those in no solution found so far, are in a solution.
    fn search_candidates(&mut self, grid: &Grid, go_on: &mut dyn FnMut() -> bool) -> Option<()> {
        let allowed = grid.candidates();
        for cell in grid.all_cells().filter(|&cell| grid.entry(cell) == Entry::Empty) {
            for symbol in grid.alphabet.symbols() {
                if !allowed[cell.index()].contains(symbol) || self.candidates[cell.index()].contains(symbol) {
                    continue;
                }
                let mut with = grid.clone();
                with.cells[cell.index()] = Entry::Own(symbol);
                for solution in solutions(&with, 1, go_on)?.0 {
                    let had = solution.cells.iter().map(|entry| entry.symbol().into_iter().collect());
                    self.candidates.iter_mut().zip(had).for_each(|(set, had): (_, SymbolSet)| *set |= had);
                }
            }
        }
        Some(())
    }

    /// Describes the verdict, one fact a line.
    pub fn words(&self, grid: &Grid) -> Vec<String> {
        let mut facts = self.facts(grid);
        if let (Some(without), Some(first)) = (grid.without(), facts.first_mut()) {
            *first = format!("{without}: {first}");
        }
        facts
    }

    fn facts(&self, grid: &Grid) -> Vec<String> {
        let more = |all: usize| if all > FEW { format!(" and {} more", all - FEW) } else { String::new() };
        let names = |cells: &[Cell]| {
            let few: Vec<String> = cells.iter().take(FEW).map(|&cell| grid.name(cell)).collect();
            few.join(" ") + &more(cells.len())
        };
        let cells = |cells: &[Cell]| plural(cells.len(), "cell");
        match (self.count, self.complete) {
            (0, _) => vec!["no solution".to_string(), self.clash.words(grid, names)],
            (1, true) => {
                let symbols = match self.redundant.len() {
                    0 => None,
                    1 => Some(format!("this symbol could be left out: {}", names(&self.redundant))),
                    n => Some(format!("any one of these {n} symbols could be left out: {}", names(&self.redundant))),
                };
                let facts = ["exactly one solution".to_string()].into_iter().chain(symbols);
                facts.chain(self.superfluous_words(grid)).chain(self.minimal_words(grid)).collect()
            }
            (count, complete) => {
                let number = if complete {
                    thousands(count.into())
                } else {
                    format!("more than {}", thousands((count - 1).into()))
                };
                let decide = complete.then(|| match &self.deciding[..] {
                    [] => "no single symbol would make it unique".to_string(),
                    some => {
                        let name = |&(cell, symbol): &(Cell, Symbol)| {
                            format!("{}={}", grid.name(cell), grid.alphabet.char(symbol))
                        };
                        let few: Vec<String> = some.iter().take(FEW).map(name).collect();
                        let symbols = plural(some.len(), "placement");
                        format!("{symbols} would leave one solution: {}{}", few.join(" "), more(some.len()))
                    }
                });
                let differ = format!("they differ in {}: {}", cells(&self.differ), names(&self.differ));
                [Some(format!("{number} solutions")), Some(differ), decide].into_iter().flatten().collect()
            }
        }
    }

    /// The rules that could be left out, in a sentence. `None` if there are none.
    fn superfluous_words(&self, grid: &Grid) -> Option<String> {
        let few = self.superfluous.iter().take(FEW_RULES);
        let mut named: Vec<String> = few.map(|&rule| grid.rules[rule].text(grid)).collect();
        if self.diagonals_superfluous {
            named.push("the diagonals".to_string());
        }
        let more = self.superfluous.len().saturating_sub(FEW_RULES);
        let all = named.len() + more;
        let listed = named.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() };
        match all {
            0 => None,
            1 => Some(format!("this rule could be left out: {listed}")),
            _ => Some(format!("any one of these {all} rules could be left out: {listed}")),
        }
    }

    /// The sort of part of which none could be left out, or that it is not known, in a sentence.
    fn minimal_words(&self, grid: &Grid) -> Option<String> {
        if self.unproved > 0 {
            let are = if self.unproved == 1 { "is" } else { "are" };
            let parts = plural(self.unproved, "part");
            return Some(format!("{parts} {are} not decided: the proof takes too long"));
        }
        let has_symbols = grid.givens() + grid.own() > 0;
        let has_rules = grid.diagonals || grid.rules.iter().any(|rule| !rule.is_only_drawn());
        let needs_symbols = self.redundant.is_empty();
        let needs_rules = self.superfluous.is_empty() && !self.diagonals_superfluous;
        let symbols = (has_symbols && needs_symbols).then_some("no symbol");
        let rules = (has_rules && needs_rules).then_some("no rule");
        let none: Vec<&str> = symbols.into_iter().chain(rules).collect();
        let minimal = if needs_symbols && needs_rules { ": it is minimal" } else { "" };
        (!none.is_empty()).then(|| format!("{} could be left out{minimal}", none.join(" and ")))
    }

    /// The cells that the sentences are about: those that clash, could be cleared, or decide.
    pub fn pointed(&self) -> Vec<Cell> {
        let deciding = self.deciding.iter().map(|(cell, _)| *cell);
        self.clash.cells.iter().chain(&self.redundant).copied().chain(deciding).collect()
    }

    /// Returns the symbols that exactly one solution has in their cells. Empty unless the count is
    /// complete.
    fn decide(&self) -> Vec<(Cell, Symbol)> {
        let symbols = |&cell: &Cell| {
            let times = self.times.get(cell.index()).map_or(&[][..], Vec::as_slice);
            let once = times.iter().enumerate().filter(|(_, times)| **times == 1);
            once.map(move |(symbol, _)| (cell, Symbol(symbol as u8))).collect::<Vec<_>>()
        };
        self.differ.iter().flat_map(symbols).collect()
    }

    /// Describes an empty cell: `In the solutions r4c3 is 3 in 12, 5 in 4`. `None` if the cell is
    /// filled, and where it would be the answer of a puzzle with one solution.
    pub fn cell_words(&self, grid: &Grid, cell: Cell) -> Option<String> {
        if self.count == 1 && self.complete {
            return None;
        }
        let set = self.candidates.get(cell.index()).copied().filter(|_| grid.entry(cell) == Entry::Empty)?;
        let word = |symbol: Symbol| {
            let name = grid.alphabet.char(symbol);
            match self.times.get(cell.index()).map(|times| times[usize::from(symbol.0)]) {
                Some(times) if self.count > 1 => format!("{name} in {times}"),
                _ => name.to_string(),
            }
        };
        let words: Vec<String> = set.symbols().map(word).collect();
        Some(format!("In the solutions {} is {}", grid.name(cell), words.join(", ")))
    }
}

/// The maximum number of cell names in a line.
const FEW: usize = 12;

/// The maximum number of rules in a line.
const FEW_RULES: usize = 5;
