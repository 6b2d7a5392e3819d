//! Hints: the next step that follows without a search, with its reason.
//!
//! A step either places a symbol or removes candidates. Techniques are tried from the easiest to
//! the hardest. Their names are terms of Algorithm X where there are such terms: a cell with one
//! candidate and a unit with one place for a symbol are both items with one option.

use super::cell::{Cell, Entry, Symbol};
use super::check::Breach;
use super::constraint::Words;
use super::grid::Grid;
use super::scan::counted;
use super::units::Unit;

/// A way to reason, from the easiest to the hardest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Technique {
    /// A cell has one candidate: a naked single.
    OneOption,
    /// A unit has one place for a symbol: a hidden single.
    OnePlace,
    /// All places of a symbol in one unit lie in another unit: locked candidates.
    Locked,
    /// Two cells of a unit have the same two candidates only.
    NakedPair,
    /// Two symbols of a unit have the same two places only.
    HiddenPair,
    /// Three cells of a unit have three candidates together.
    NakedTriple,
    /// Three symbols of a unit have three places together.
    HiddenTriple,
    /// Two rows or columns have a symbol in the same two columns or rows.
    XWing,
    /// Three rows or columns have a symbol in the same three columns or rows.
    Swordfish,
    /// A pivot and two cells that it sees, with two candidates each: one of the two cells holds a
    /// symbol.
    XyWing,
    /// A chain of places of one symbol, each two neighbours of which are the only two places in
    /// some unit (strong links): they hold the symbol in turn.
    Chain,
}

impl Technique {
    /// All techniques, from the easiest to the hardest.
    pub const ALL: [Technique; 11] = [
        Technique::OneOption,
        Technique::OnePlace,
        Technique::Locked,
        Technique::NakedPair,
        Technique::HiddenPair,
        Technique::NakedTriple,
        Technique::HiddenTriple,
        Technique::XWing,
        Technique::Swordfish,
        Technique::XyWing,
        Technique::Chain,
    ];

    /// The name on the command line and in JSON.
    pub fn id(self) -> &'static str {
        match self {
            Technique::OneOption => "naked-single",
            Technique::OnePlace => "hidden-single",
            Technique::Locked => "locked",
            Technique::NakedPair => "naked-pair",
            Technique::HiddenPair => "hidden-pair",
            Technique::NakedTriple => "naked-triple",
            Technique::HiddenTriple => "hidden-triple",
            Technique::XWing => "x-wing",
            Technique::Swordfish => "swordfish",
            Technique::XyWing => "xy-wing",
            Technique::Chain => "chain",
        }
    }

    /// The name in words.
    pub fn name(self) -> &'static str {
        match self {
            Technique::OneOption => "a naked single",
            Technique::OnePlace => "a hidden single",
            Technique::Locked => "locked candidates",
            Technique::NakedPair => "a naked pair",
            Technique::HiddenPair => "a hidden pair",
            Technique::NakedTriple => "a naked triple",
            Technique::HiddenTriple => "a hidden triple",
            Technique::XWing => "an X-wing",
            Technique::Swordfish => "a swordfish",
            Technique::XyWing => "an XY-wing",
            Technique::Chain => "a chain of places",
        }
    }
}

/// The effect of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The cell holds this symbol in every solution.
    Place(Cell, Symbol),
    /// These candidates are in no solution.
    Remove(Vec<(Cell, Symbol)>),
    /// The grid has no solution: there is a conflict, a cell without candidates, or a unit without
    /// a place for a symbol.
    Dead,
}

/// A step, described in three stages: the place to look at, the reason, and the effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// `None` if the grid is found to have no solution.
    pub technique: Option<Technique>,
    /// The place to look at: `row 4`, `cell r4c4`.
    pub place: String,
    /// The reason, as a sentence.
    pub why: String,
    /// The effect, as a sentence.
    pub what: String,
    /// The cells that the reason is about.
    pub cells: Vec<Cell>,
    /// The effect on the grid and its candidates.
    pub effect: Effect,
}

/// A grid with the candidates that are left after the steps so far. Hints are found on it.
///
/// # Examples
///
/// ```
/// use quadrille::puzzle::{Effect, Reasoning, load};
///
/// let puzzle = &load("4..1\n....\n....\n3.2.\n", Some("rows")).unwrap().puzzles[0];
/// let mut reasoning = Reasoning::new(puzzle.grid().unwrap());
/// while let Some(hint) = reasoning.hint() {
///     reasoning.take(&hint.effect);
/// }
/// assert!(reasoning.is_solved());
/// ```
#[derive(Clone, Debug)]
pub struct Reasoning {
    grid: Grid,
    units: Vec<Unit>,
    /// By cell, the numbers of its units.
    of: Vec<Vec<usize>>,
    /// By cell, the candidates, one bit each; 0 for a filled cell.
    left: Vec<u32>,
}

impl Reasoning {
    /// The candidates that the filled cells of a grid leave.
    pub fn new(grid: &Grid) -> Reasoning {
        let units = grid.units();
        let holding = |cell: Cell| (0..units.len()).filter(|&u| units[u].cells.contains(&cell)).collect();
        let of = grid.all_cells().map(holding).collect();
        let open = |(entry, set): (&Entry, u32)| if entry.symbol().is_some() { 0 } else { set };
        let left = grid.cells.iter().zip(grid.candidates()).map(open).collect();
        Reasoning { grid: grid.clone(), units, of, left }
    }

    /// The reasoning continued on `grid`, the same grid with more symbols. Removed candidates stay
    /// removed. `None` if a symbol was removed or changed or the rules differ: then a removed
    /// candidate may be possible again.
    pub fn on(&self, grid: &Grid) -> Option<Reasoning> {
        let kept = self.grid.cells.iter().zip(&grid.cells);
        let kept = kept.clone().all(|(old, new)| old.symbol().is_none() || old.symbol() == new.symbol());
        let rules = |grid: &Grid| (grid.areas.clone(), grid.diagonals, grid.rules.clone());
        let same = rules(&self.grid) == rules(grid);
        let mut next = Reasoning::new(grid);
        next.left.iter_mut().zip(&self.left).for_each(|(set, &old)| *set &= if old > 0 { old } else { u32::MAX });
        (kept && same).then_some(next)
    }

    /// The grid, with the symbols placed so far.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The candidates of a cell, one bit each; 0 if it is filled.
    pub fn left(&self, cell: Cell) -> u32 {
        self.left[cell.index()]
    }

    /// Returns true if every cell is filled and no constraint is broken.
    pub fn is_solved(&self) -> bool {
        self.grid.empty() == 0 && self.grid.conflicts().is_empty()
    }

    /// Applies the effect of a hint.
    pub fn take(&mut self, effect: &Effect) {
        match effect {
            Effect::Place(cell, symbol) => {
                self.grid.cells[cell.index()] = Entry::Own(*symbol);
                self.left[cell.index()] = 0;
                let allowed = self.grid.candidates();
                self.left.iter_mut().zip(allowed).for_each(|(set, allowed)| *set &= allowed);
            }
            Effect::Remove(candidates) => {
                candidates.iter().for_each(|(cell, symbol)| self.left[cell.index()] &= !(1 << symbol.0));
            }
            Effect::Dead => {}
        }
    }

    /// Takes all steps that are not harder than `hardest`. Returns the hardest technique that was
    /// needed; `None` if no step was found.
    pub fn run(&mut self, hardest: Technique) -> Option<Technique> {
        let mut needed = None;
        while let Some(hint) = self.hint_up_to(hardest).filter(|hint| hint.effect != Effect::Dead) {
            needed = needed.max(hint.technique);
            self.take(&hint.effect);
        }
        needed
    }

    /// The easiest next step; `None` if the grid is full or no step is known.
    pub fn hint(&self) -> Option<Hint> {
        self.hint_up_to(Technique::Chain)
    }

    /// The easiest next step that is not harder than `hardest`.
    pub fn hint_up_to(&self, hardest: Technique) -> Option<Hint> {
        if let Some(dead) = self.dead() {
            return Some(dead);
        }
        Technique::ALL.into_iter().filter(|technique| *technique <= hardest).find_map(|technique| match technique {
            Technique::OneOption => self.one_option(),
            Technique::OnePlace => self.one_place(),
            Technique::Locked => self.locked(),
            Technique::NakedPair => self.naked(2, technique),
            Technique::HiddenPair => self.hidden(2, technique),
            Technique::NakedTriple => self.naked(3, technique),
            Technique::HiddenTriple => self.hidden(3, technique),
            Technique::XWing => self.fish(2, technique),
            Technique::Swordfish => self.fish(3, technique),
            Technique::XyWing => self.xy_wing(),
            Technique::Chain => self.chain(),
        })
    }

    fn is_empty(&self, cell: Cell) -> bool {
        self.grid.entry(cell).symbol().is_none()
    }

    /// The cells of a unit that can still hold a symbol.
    fn places(&self, unit: usize, symbol: Symbol) -> Vec<Cell> {
        let can = |cell: &&Cell| self.left[cell.index()] >> symbol.0 & 1 == 1;
        self.units[unit].cells.iter().filter(can).copied().collect()
    }

    /// Returns whether a unit must hold every symbol and does not hold this one yet.
    fn needs(&self, unit: usize, symbol: Symbol) -> bool {
        let cells = &self.units[unit].cells;
        cells.len() == self.grid.n() && cells.iter().all(|&cell| self.grid.entry(cell).symbol() != Some(symbol))
    }

    fn sees(&self, one: Cell, other: Cell) -> bool {
        one != other && self.of[one.index()].iter().any(|&unit| self.units[unit].cells.contains(&other))
    }

    fn char(&self, symbol: Symbol) -> char {
        self.grid.alphabet.char(symbol)
    }

    fn symbols(&self, set: u32) -> impl Iterator<Item = Symbol> + use<> {
        (0..32u8).filter(move |k| set >> k & 1 == 1).map(Symbol)
    }

    /// A set of symbols in words: `2, 5 and 7`.
    fn set_words(&self, set: u32) -> String {
        listed(self.symbols(set).map(|symbol| self.char(symbol).to_string()).collect())
    }

    fn cell_words(&self, cells: &[Cell]) -> String {
        listed(cells.iter().map(|&cell| self.grid.name(cell)).collect())
    }

    fn unit_name(&self, unit: usize) -> String {
        self.units[unit].name.long()
    }

    fn placing(&self, technique: Technique, place: String, why: String, cell: Cell, symbol: Symbol) -> Hint {
        let what = format!("Put {} into {}.", self.char(symbol), self.grid.name(cell));
        let effect = Effect::Place(cell, symbol);
        Hint { technique: Some(technique), place, why, what, cells: vec![cell], effect }
    }

    /// A step that removes candidates; `None` if there is nothing to remove.
    fn removing(
        &self,
        technique: Technique,
        place: String,
        why: String,
        cells: Vec<Cell>,
        gone: Vec<(Cell, Symbol)>,
    ) -> Option<Hint> {
        let (_, first) = *gone.first()?;
        let mut set = 0u32;
        gone.iter().for_each(|(_, symbol)| set |= 1 << symbol.0);
        let mut at: Vec<Cell> = gone.iter().map(|(cell, _)| *cell).collect();
        at.dedup();
        let what = match set.count_ones() {
            1 => format!("{} cannot be in {}.", self.char(first), self.cell_words(&at)),
            _ => format!("{} cannot be in {}.", self.set_words(set), self.cell_words(&at)),
        };
        Some(Hint { technique: Some(technique), place, why, what, cells, effect: Effect::Remove(gone) })
    }

    /// The reason why the grid has no solution: a conflict, a cell without candidates, or a unit
    /// without a place for a symbol. `None` if there is none of these.
    fn dead(&self) -> Option<Hint> {
        let hint = |place: String, why: String, cells: Vec<Cell>| Hint {
            technique: None,
            place,
            why,
            what: "The grid has no solution now.".to_string(),
            cells,
            effect: Effect::Dead,
        };
        if let Some(conflict) = self.grid.conflicts().first() {
            let place = match &conflict.breach {
                Breach::Unit(unit) => unit.clone(),
                Breach::Rule(_) => self.cell_words(&conflict.cells[..1]),
            };
            return Some(hint(place, conflict.words(&self.grid) + ".", conflict.cells.clone()));
        }
        if let Some(cell) = self.grid.all_cells().find(|&cell| self.is_empty(cell) && self.left(cell) == 0) {
            let name = self.grid.name(cell);
            return Some(hint(format!("cell {name}"), format!("No option is left for {name}."), vec![cell]));
        }
        let units = 0..self.units.len();
        let mut needs = units.flat_map(|unit| self.grid.alphabet.symbols().map(move |symbol| (unit, symbol)));
        let (unit, symbol) =
            needs.find(|&(unit, symbol)| self.needs(unit, symbol) && self.places(unit, symbol).is_empty())?;
        let why = format!("No place is left for {} in {}.", self.char(symbol), self.unit_name(unit));
        Some(hint(self.unit_name(unit), why, self.units[unit].cells.clone()))
    }

    fn one_option(&self) -> Option<Hint> {
        let cell = self.grid.all_cells().find(|cell| self.left(*cell).count_ones() == 1)?;
        let symbol = Symbol(self.left(cell).trailing_zeros() as u8);
        let name = self.grid.name(cell);
        // Earlier steps may have removed candidates that the units still allow.
        let because = match self.grid.candidates()[cell.index()].count_ones() {
            1 if self.grid.rules.is_empty() => format!("{} is the only symbol still possible here", self.char(symbol)),
            1 => format!("its units and the rules allow only {}", self.char(symbol)),
            _ => format!("earlier steps leave only {}", self.char(symbol)),
        };
        let why = format!("{name} has one option left: {because}.");
        Some(self.placing(Technique::OneOption, format!("cell {name}"), why, cell, symbol))
    }

    fn one_place(&self) -> Option<Hint> {
        // Areas first: people see a box at a glance.
        let is_line = |unit: &usize| matches!(self.units[*unit].name, Words::Row(_) | Words::Column(_));
        let units: Vec<usize> = (0..self.units.len()).collect();
        let (lines, areas): (Vec<usize>, Vec<usize>) = units.into_iter().partition(is_line);
        for unit in areas.into_iter().chain(lines) {
            for symbol in self.grid.alphabet.symbols().filter(|&symbol| self.needs(unit, symbol)) {
                if let [cell] = self.places(unit, symbol)[..] {
                    let (unit, symbol_name) = (self.unit_name(unit), self.char(symbol));
                    let why = format!("One place is left for {symbol_name} in {unit}: {}.", self.grid.name(cell));
                    return Some(self.placing(Technique::OnePlace, unit, why, cell, symbol));
                }
            }
        }
        None
    }

    fn locked(&self) -> Option<Hint> {
        for unit in 0..self.units.len() {
            for symbol in self.grid.alphabet.symbols().filter(|&symbol| self.needs(unit, symbol)) {
                let places = self.places(unit, symbol);
                let Some(first) = places.first() else { continue };
                for &other in self.of[first.index()].iter().filter(|&&other| other != unit) {
                    if !places.iter().all(|cell| self.units[other].cells.contains(cell)) {
                        continue;
                    }
                    let gone: Vec<_> =
                        self.places(other, symbol).into_iter().filter(|cell| !places.contains(cell)).collect();
                    let gone = gone.into_iter().map(|cell| (cell, symbol)).collect();
                    let (one, two) = (self.unit_name(unit), self.unit_name(other));
                    let why = format!(
                        "Every place for {} in {one} lies in {two}: {}.",
                        self.char(symbol),
                        self.cell_words(&places)
                    );
                    let hint = self.removing(Technique::Locked, one, why, places.clone(), gone);
                    if hint.is_some() {
                        return hint;
                    }
                }
            }
        }
        None
    }

    /// k cells of a unit that have k candidates between them.
    fn naked(&self, k: usize, technique: Technique) -> Option<Hint> {
        for unit in 0..self.units.len() {
            let open: Vec<Cell> = self.units[unit].cells.iter().copied().filter(|&cell| self.is_empty(cell)).collect();
            let few: Vec<Cell> =
                open.iter().copied().filter(|cell| self.left(*cell).count_ones() as usize <= k).collect();
            let found = combinations(few.len(), k, &mut |chosen| {
                let cells: Vec<Cell> = chosen.iter().map(|&at| few[at]).collect();
                let set = cells.iter().fold(0, |set, &cell| set | self.left(cell));
                if set.count_ones() as usize != k {
                    return None;
                }
                let others = open.iter().filter(|cell| !cells.contains(cell));
                let gone =
                    others.flat_map(|&cell| self.symbols(self.left(cell) & set).map(move |symbol| (cell, symbol)));
                let name = self.unit_name(unit);
                let why = format!(
                    "{} hold {} between them, so no other cell of {name} can hold these.",
                    self.cell_words(&cells),
                    self.set_words(set)
                );
                self.removing(technique, name, why, cells.clone(), gone.collect())
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// k symbols of a unit that have k places between them.
    fn hidden(&self, k: usize, technique: Technique) -> Option<Hint> {
        for unit in 0..self.units.len() {
            let needed: Vec<Symbol> = self.grid.alphabet.symbols().filter(|&symbol| self.needs(unit, symbol)).collect();
            let few: Vec<Symbol> = needed.into_iter().filter(|&symbol| self.places(unit, symbol).len() <= k).collect();
            let found = combinations(few.len(), k, &mut |chosen| {
                let set = chosen.iter().fold(0u32, |set, &at| set | 1 << few[at].0);
                let cells: Vec<Cell> =
                    self.units[unit].cells.iter().copied().filter(|cell| self.left(*cell) & set > 0).collect();
                if cells.len() != k {
                    return None;
                }
                let gone = cells
                    .iter()
                    .flat_map(|&cell| self.symbols(self.left(cell) & !set).map(move |symbol| (cell, symbol)));
                let name = self.unit_name(unit);
                let why = format!(
                    "In {name} {} have only the places {}, so no other symbol can be there.",
                    self.set_words(set),
                    self.cell_words(&cells)
                );
                self.removing(technique, name, why, cells.clone(), gone.collect())
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// k rows whose places for a symbol lie in k columns, or k columns whose places lie in k rows.
    fn fish(&self, k: usize, technique: Technique) -> Option<Hint> {
        let n = self.grid.n();
        for (lines, across) in [(0..n, n), (n..2 * n, 0)] {
            for symbol in self.grid.alphabet.symbols() {
                let few: Vec<(usize, Vec<Cell>)> = lines
                    .clone()
                    .map(|line| (line, self.places(line, symbol)))
                    .filter(|(line, places)| self.needs(*line, symbol) && (2..=k).contains(&places.len()))
                    .collect();
                let found = combinations(few.len(), k, &mut |chosen| {
                    let cells: Vec<Cell> = chosen.iter().flat_map(|&at| few[at].1.iter().copied()).collect();
                    let line_across =
                        |cell: Cell| if across == n { n + self.grid.place(cell).1 } else { self.grid.place(cell).0 };
                    let mut crossed: Vec<usize> = cells.iter().map(|&cell| line_across(cell)).collect();
                    crossed.sort_unstable();
                    crossed.dedup();
                    if crossed.len() != k {
                        return None;
                    }
                    let places = crossed.iter().flat_map(|&unit| self.places(unit, symbol));
                    let gone = places.filter(|cell| !cells.contains(cell)).map(|cell| (cell, symbol)).collect();
                    let names = |units: &mut dyn Iterator<Item = usize>| {
                        listed(units.map(|unit| self.unit_name(unit)).collect())
                    };
                    let rows = names(&mut chosen.iter().map(|&at| few[at].0));
                    let columns = names(&mut crossed.iter().copied());
                    let why = format!(
                        "In {rows}, {} is possible only in {columns}. So these rows take its places there, and no other cell of {columns} can hold it.",
                        self.char(symbol)
                    );
                    self.removing(technique, rows, why, cells.clone(), gone)
                });
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// A pivot with two candidates, and two cells that it sees, each with one of them and the same
    /// third symbol.
    fn xy_wing(&self) -> Option<Hint> {
        let two: Vec<Cell> = self.grid.all_cells().filter(|&cell| self.left(cell).count_ones() == 2).collect();
        for &pivot in &two {
            let seen: Vec<Cell> = two.iter().copied().filter(|&cell| self.sees(pivot, cell)).collect();
            let found = combinations(seen.len(), 2, &mut |chosen| {
                let (one, other) = (seen[chosen[0]], seen[chosen[1]]);
                let third = self.left(one) & self.left(other) & !self.left(pivot);
                let all = self.left(one) | self.left(other) | self.left(pivot);
                let fits = third.count_ones() == 1 && all.count_ones() == 3 && self.left(one) != self.left(other);
                if !fits {
                    return None;
                }
                let symbol = Symbol(third.trailing_zeros() as u8);
                let sees_both = |&cell: &Cell| self.sees(cell, one) && self.sees(cell, other);
                let gone = self.grid.all_cells().filter(sees_both).filter(|&cell| self.left(cell) & third > 0);
                let gone = gone.map(|cell| (cell, symbol)).collect();
                let (pivot_name, ends) = (self.grid.name(pivot), self.cell_words(&[one, other]));
                let why = format!(
                    "{pivot_name} holds {}. Either way one of {ends} is {}.",
                    self.set_words(self.left(pivot)).replace(" and ", " or "),
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

    /// Places of one symbol, joined by units with exactly two places for it. One of the two holds
    /// the symbol, so one of any two places at an odd distance holds it.
    fn chain(&self) -> Option<Hint> {
        for symbol in self.grid.alphabet.symbols() {
            let mut strong: Vec<(Cell, Cell)> = Vec::new();
            for unit in (0..self.units.len()).filter(|&unit| self.needs(unit, symbol)) {
                if let [one, other] = self.places(unit, symbol)[..] {
                    strong.push((one, other));
                }
            }
            let starts: Vec<Cell> = strong.iter().flat_map(|&(one, other)| [one, other]).collect();
            for &start in &starts {
                // Breadth first: the shortest chain to each place.
                let mut reached: Vec<(Cell, usize, usize)> = vec![(start, 0, usize::MAX)];
                let mut at = 0;
                while at < reached.len() {
                    let (cell, far, _) = reached[at];
                    for &(one, other) in &strong {
                        let next = if one == cell {
                            other
                        } else if other == cell {
                            one
                        } else {
                            continue;
                        };
                        if reached.iter().all(|(known, ..)| *known != next) {
                            reached.push((next, far + 1, at));
                        }
                    }
                    at += 1;
                }
                for end in (1..reached.len()).filter(|&end| reached[end].1 % 2 == 1 && reached[end].1 > 1) {
                    let last = reached[end].0;
                    let bit = 1 << symbol.0;
                    let sees_both =
                        |&cell: &Cell| self.sees(cell, start) && self.sees(cell, last) && self.left(cell) & bit > 0;
                    let on_chain = |cell: &Cell| *cell != start && *cell != last;
                    let gone: Vec<_> =
                        self.grid.all_cells().filter(sees_both).filter(on_chain).map(|cell| (cell, symbol)).collect();
                    if gone.is_empty() {
                        continue;
                    }
                    let mut cells = vec![last];
                    let mut from = reached[end].2;
                    while from != usize::MAX {
                        cells.push(reached[from].0);
                        from = reached[from].2;
                    }
                    cells.reverse();
                    let names: Vec<String> = cells.iter().map(|&cell| self.grid.name(cell)).collect();
                    let why = format!(
                        "Each two neighbours in {1} are the only places for {0} in a unit. So {0} is in every other one of them: in {2} or in {3}.",
                        self.char(symbol),
                        names.join(", "),
                        names[0],
                        names[names.len() - 1]
                    );
                    let place = format!("the places of {}", self.char(symbol));
                    return self.removing(Technique::Chain, place, why, cells, gone);
                }
            }
        }
        None
    }
}

impl Hint {
    /// The text of a stage: 0 is the place to look at, 1 the reason, 2 the reason and the effect.
    pub fn stage(&self, stage: usize) -> String {
        let name = self.technique.map_or("a contradiction", Technique::name);
        match stage {
            0 => format!("Look at {}: {name}.", self.place),
            1 => self.why.clone(),
            _ => format!("{} {}", self.why, self.what),
        }
    }
}

/// Joins words: `a`, `a and b`, `a, b and c`.
fn listed(mut words: Vec<String>) -> String {
    match words.len() {
        0 => counted(0, "cell"),
        1 => words.remove(0),
        _ => {
            let last = words.pop().expect("there are several");
            format!("{} and {last}", words.join(", "))
        }
    }
}

/// Calls `found` with each combination of k of the numbers below n, in lexicographic order, until
/// it returns a value.
fn combinations<T>(n: usize, k: usize, found: &mut dyn FnMut(&[usize]) -> Option<T>) -> Option<T> {
    if k > n {
        return None;
    }
    let mut chosen: Vec<usize> = (0..k).collect();
    loop {
        if let Some(one) = found(&chosen) {
            return Some(one);
        }
        let at = (0..k).rev().find(|&at| chosen[at] < n - k + at)?;
        chosen[at] += 1;
        (at + 1..k).for_each(|next| chosen[next] = chosen[next - 1] + 1);
    }
}
