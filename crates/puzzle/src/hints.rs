//! Hints: the next step that follows without a search, with its reason.
//!
//! A step either places a symbol or removes candidates. Techniques are tried from the easiest to
//! the hardest. Their names are terms of Algorithm X where there are such terms: a cell with one
//! candidate and a unit with one place for a symbol are both items with one option.

mod chains;
mod fish;
mod links;
mod ruled;
mod sets;
mod singles;
mod unique;
mod wings;

use super::cell::{Cell, Entry, Symbol};
use super::check::Breach;
use super::constraint::{Constraint, Lowered};
use super::grid::Grid;
use super::scan::counted;
use super::symbol_set::SymbolSet;
use super::units::{Unit, units_of};

/// The difficulty of a step or a puzzle for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Singles, and at most 800 in all in a 9x9.
    Easy,
    /// Locked candidates and sets of two or three cells, and at most 1,000 in all.
    Medium,
    /// Sets of four, fish, wings, colours and rectangles, and at most 1,600 in all.
    Hard,
    /// Chains, what no technique solves, or more than 1,600 in all.
    Fiendish,
}

impl Level {
    /// All levels, from the easiest to the hardest.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Fiendish];

    /// The name on the command line and in JSON.
    pub fn id(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Fiendish => "fiendish",
        }
    }

    /// The largest sum of costs of a puzzle of this level. Above 81 cells it grows with their
    /// number. `None` if there is no limit.
    pub fn most(self, n_cells: usize) -> Option<u32> {
        let of_nine = match self {
            Level::Easy => 800,
            Level::Medium => 1000,
            Level::Hard => 1600,
            Level::Fiendish => return None,
        };
        Some(of_nine * n_cells.max(81) as u32 / 81)
    }

    /// The meaning on the command line.
    pub fn help(self) -> &'static str {
        match self {
            Level::Easy => "singles; costs up to 800 in all",
            Level::Medium => "locked candidates, sets of two or three; up to 1,000",
            Level::Hard => "fish, wings, colours, rectangles; up to 1,600",
            Level::Fiendish => "chains, or more",
        }
    }
}

macro_rules! techniques {
    ($($(#[$doc:meta])* $variant:ident $id:literal $name:literal $cost:literal $level:ident $find:expr;)*) => {
        /// A way to reason, from the easiest to the hardest.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Technique {
            $($(#[$doc])* $variant,)*
        }

        impl Technique {
            /// All techniques, from the easiest to the hardest.
            pub const ALL: &[Technique] = &[$(Technique::$variant),*];

            /// The name on the command line and in JSON.
            pub fn id(self) -> &'static str {
                match self { $(Technique::$variant => $id),* }
            }

            /// The name in words.
            pub fn name(self) -> &'static str {
                match self { $(Technique::$variant => $name),* }
            }

            /// The cost of a step in a rating, as HoDoKu counts it.
            pub fn cost(self) -> u32 {
                match self { $(Technique::$variant => $cost),* }
            }

            /// The level of a puzzle that needs it.
            pub fn level(self) -> Level {
                match self { $(Technique::$variant => Level::$level),* }
            }

            /// The first step of this technique.
            fn find(self, reasoning: &Reasoning) -> Option<Hint> {
                let find: fn(&Reasoning) -> Option<Hint> = match self { $(Technique::$variant => $find),* };
                find(reasoning)
            }
        }
    };
}

// TECHNIQUES: the variant, its name in files, its name in words, its cost, its level, and its
// search.
techniques! {
    /// A cell has one candidate: a naked single.
    OneOption "naked-single" "a naked single" 4 Easy Reasoning::one_option;
    /// A unit has one place for a symbol: a hidden single.
    OnePlace "hidden-single" "a hidden single" 14 Easy Reasoning::one_place;
    /// The cells of a rule leave each other fewer symbols.
    Rule "rule" "a step of a rule" 30 Easy Reasoning::by_rule;
    /// All places of a symbol in one unit lie in another unit: locked candidates.
    Locked "locked" "locked candidates" 50 Medium Reasoning::locked;
    /// Two cells of a unit have the same two candidates only.
    NakedPair "naked-pair" "a naked pair" 60 Medium |on| on.naked(2, Technique::NakedPair);
    /// Two symbols of a unit have the same two places only.
    HiddenPair "hidden-pair" "a hidden pair" 70 Medium |on| on.hidden(2, Technique::HiddenPair);
    /// Three cells of a unit have three candidates together.
    NakedTriple "naked-triple" "a naked triple" 80 Medium |on| on.naked(3, Technique::NakedTriple);
    /// Three symbols of a unit have three places together.
    HiddenTriple "hidden-triple" "a hidden triple" 100 Medium |on| on.hidden(3, Technique::HiddenTriple);
    /// Four cells of a unit have four candidates together.
    NakedQuad "naked-quad" "a naked quad" 120 Hard |on| on.naked(4, Technique::NakedQuad);
    /// Four symbols of a unit have four places together.
    HiddenQuad "hidden-quad" "a hidden quad" 150 Hard |on| on.hidden(4, Technique::HiddenQuad);
    /// Two rows or columns have a symbol in the same two columns or rows.
    XWing "x-wing" "an X-wing" 140 Hard |on| on.fish(2, Technique::XWing);
    /// Three rows or columns have a symbol in the same three columns or rows.
    Swordfish "swordfish" "a swordfish" 150 Hard |on| on.fish(3, Technique::Swordfish);
    /// Four rows or columns have a symbol in the same four columns or rows.
    Jellyfish "jellyfish" "a jellyfish" 160 Hard |on| on.fish(4, Technique::Jellyfish);
    /// Two rows or two columns with two places each for a symbol, of which two see each other.
    Skyscraper "skyscraper" "a skyscraper" 130 Hard |on| on.two_pairs(Technique::Skyscraper);
    /// A row and a column with two places each for a symbol, of which two see each other.
    TwoStringKite "two-string-kite" "a two-string kite" 150 Hard |on| on.two_pairs(Technique::TwoStringKite);
    /// Two cells with the same two candidates, joined by the two places of one of them in a unit.
    WWing "w-wing" "a W-wing" 150 Hard Reasoning::w_wing;
    /// A pivot and two cells that it sees, with two candidates each: one of the two cells holds a
    /// symbol.
    XyWing "xy-wing" "an XY-wing" 160 Hard Reasoning::xy_wing;
    /// A pivot with three candidates and two cells that it sees with two of them each: one of the
    /// three holds a symbol.
    XyzWing "xyz-wing" "an XYZ-wing" 180 Hard Reasoning::xyz_wing;
    /// Four cells in two rows, two columns and two areas, which two symbols alone would leave open.
    /// Holds in a puzzle with one solution only.
    UniqueRectangle "unique-rectangle" "a unique rectangle" 100 Hard Reasoning::unique_rectangle;
    /// Places of one symbol in two colours, of which one is right.
    Coloring "simple-colouring" "simple colouring" 150 Hard Reasoning::coloring;
    /// A chain of places of one symbol with strong and weak links in turn.
    XChain "x-chain" "an X-chain" 260 Fiendish Reasoning::x_chain;
    /// An alternating inference chain: candidates with strong and weak links in turn.
    Aic "aic" "an AIC" 280 Fiendish Reasoning::aic;
}

/// The effect of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HintEffect {
    /// The cell holds this symbol in every solution.
    Place(Cell, Symbol),
    /// These candidates are in no solution.
    Remove(Vec<(Cell, Symbol)>),
    /// The symbol that the player placed here is in no solution.
    Clear(Cell),
    /// The grid has no solution: there is a conflict, a cell without candidates, or a unit without
    /// a place for a symbol.
    Dead,
}

/// A step, described in three stages: the place to look at, the reason, and the effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// `None` if the hint is an explanation, is about a wrong symbol, or if the grid is found to
    /// have no solution.
    pub technique: Option<Technique>,
    /// The number of items of an explanation; 0 for other hints.
    pub items: usize,
    /// The place to look at: `row 4`, `cell r4c4`.
    pub place: String,
    /// The reason, as a sentence.
    pub why: String,
    /// The effect, as a sentence.
    pub what: String,
    /// The cells that the reason is about.
    pub cells: Vec<Cell>,
    /// The cells of the place to look at: of a unit, of a rule. Empty if the place is not on the
    /// grid, such as *the places of 5*.
    pub house: Vec<Cell>,
    /// The filled cells that leave a single no other place, or no other symbol, each with a cell
    /// that it blocks. Places that a rule or an earlier step takes have none.
    pub blocks: Vec<(Cell, Cell)>,
    /// The candidates of a chain in order: if the first is wrong, the second is right, so the third
    /// is wrong, and so on. Those of an explanation in order: if the first is right, so are the
    /// others. Empty for other steps.
    pub chain: Vec<(Cell, Symbol)>,
    /// The effect on the grid and its candidates.
    pub effect: HintEffect,
}

/// A grid with the candidates that are left after the steps so far. Hints are found on it.
///
/// # Examples
///
/// ```
/// use quadrille_puzzle::{Reasoning, load};
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
    /// By cell, the others that share a unit with it.
    seen: Vec<Vec<Cell>>,
    /// The constraints that are not units.
    others: Vec<Lowered>,
    /// By cell, the candidates; none of a filled cell.
    left: Vec<SymbolSet>,
    /// True if the puzzle is known to have one solution only.
    unique: bool,
}

impl Reasoning {
    /// The candidates that the filled cells of a grid leave.
    pub fn new(grid: &Grid) -> Reasoning {
        let units = grid.units();
        let is_unit = |lowered: &Lowered| matches!(lowered.constraint, Constraint::AllDifferent(_));
        let others = grid.tight_constraints().into_iter().filter(|lowered| !is_unit(lowered)).collect();
        let of = units_of(grid, &units);
        let seen = |cell: Cell| {
            let mut seen: Vec<Cell> = of[cell.index()].iter().flat_map(|&unit| units[unit].cells.clone()).collect();
            seen.sort_unstable();
            seen.dedup();
            seen.retain(|&other| other != cell);
            seen
        };
        let seen = grid.all_cells().map(seen).collect();
        let open = |(entry, set): (&Entry, SymbolSet)| entry.symbol().map_or(set, |_| SymbolSet::EMPTY);
        let left = grid.cells.iter().zip(grid.candidates()).map(open).collect();
        Reasoning { grid: grid.clone(), units, of, seen, others, left, unique: false }
    }

    /// The reasoning continued on `grid`, the same grid with more symbols. Removed candidates stay
    /// removed. `None` if a symbol was removed or changed or the rules differ: then a removed
    /// candidate may be possible again.
    pub fn on(&self, grid: &Grid) -> Option<Reasoning> {
        let kept = self.grid.cells.iter().zip(&grid.cells);
        let kept = kept.clone().all(|(old, new)| old.symbol().is_none() || old.symbol() == new.symbol());
        let rules = |grid: &Grid| (grid.areas.clone(), grid.diagonals, grid.rules.clone());
        let same = rules(&self.grid) == rules(grid);
        let mut next = Reasoning { unique: self.unique, ..Reasoning::new(grid) };
        next.left.iter_mut().zip(&self.left).filter(|(_, old)| !old.is_empty()).for_each(|(set, &old)| *set &= old);
        (kept && same).then_some(next)
    }

    /// The same reasoning about a puzzle that is known to have one solution only. Then unique
    /// rectangles are steps too.
    pub fn of_unique(self) -> Reasoning {
        Reasoning { unique: true, ..self }
    }

    /// The same reasoning without these candidates, which are known to be wrong.
    pub fn without(mut self, gone: &[SymbolSet]) -> Reasoning {
        self.left.iter_mut().zip(gone).for_each(|(set, &gone)| *set -= gone);
        self
    }

    /// The grid, with the symbols placed so far.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The candidates of a cell; none if it is filled.
    pub fn left(&self, cell: Cell) -> SymbolSet {
        self.left[cell.index()]
    }

    /// Returns true if every cell is filled and no constraint is broken.
    pub fn is_solved(&self) -> bool {
        self.grid.empty() == 0 && self.grid.conflicts().is_empty()
    }

    /// Applies the effect of a hint.
    pub fn take(&mut self, effect: &HintEffect) {
        match effect {
            HintEffect::Place(cell, symbol) => {
                self.grid.cells[cell.index()] = Entry::Own(*symbol);
                self.left[cell.index()] = SymbolSet::EMPTY;
                let allowed = self.grid.candidates();
                self.left.iter_mut().zip(allowed).for_each(|(set, allowed)| *set &= allowed);
            }
            HintEffect::Remove(candidates) => {
                for &(cell, symbol) in candidates {
                    self.left[cell.index()] -= SymbolSet::of(symbol);
                }
            }
            HintEffect::Clear(_) | HintEffect::Dead => {}
        }
    }

    /// Takes all steps that are not harder than `hardest`. Returns the hardest technique that was
    /// needed; `None` if no step was found.
    pub fn run(&mut self, hardest: Technique) -> Option<Technique> {
        let mut needed = None;
        while let Some(hint) = self.hint_up_to(hardest).filter(|hint| hint.effect != HintEffect::Dead) {
            needed = needed.max(hint.technique);
            self.take(&hint.effect);
        }
        needed
    }

    /// The easiest next step; `None` if the grid is full or no step is known.
    pub fn hint(&self) -> Option<Hint> {
        self.hint_up_to(Technique::ALL[Technique::ALL.len() - 1])
    }

    /// The easiest next step that is not harder than `hardest`.
    pub(crate) fn hint_up_to(&self, hardest: Technique) -> Option<Hint> {
        if let Some(dead) = self.dead() {
            return Some(dead);
        }
        let able = Technique::ALL.iter().filter(|technique| **technique <= hardest);
        able.copied().find_map(|technique| technique.find(self))
    }

    fn is_empty(&self, cell: Cell) -> bool {
        self.grid.entry(cell) == Entry::Empty
    }

    /// The cells of a unit that can still hold a symbol.
    fn places(&self, unit: usize, symbol: Symbol) -> Vec<Cell> {
        let can = |cell: &&Cell| self.left[cell.index()].contains(symbol);
        self.units[unit].cells.iter().filter(can).copied().collect()
    }

    /// Returns whether a unit must hold every symbol and does not hold this one yet.
    fn needs(&self, unit: usize, symbol: Symbol) -> bool {
        let cells = &self.units[unit].cells;
        cells.len() == self.grid.n_symbols() && cells.iter().all(|&cell| self.grid.entry(cell).symbol() != Some(symbol))
    }

    fn sees(&self, one: Cell, other: Cell) -> bool {
        self.seen[one.index()].binary_search(&other).is_ok()
    }

    fn char(&self, symbol: Symbol) -> char {
        self.grid.alphabet.char(symbol)
    }

    /// A set of symbols in words: `2, 5 and 7`.
    fn set_words(&self, set: SymbolSet) -> String {
        listed(set.symbols().map(|symbol| self.char(symbol).to_string()).collect())
    }

    /// A set of symbols in words, of which one holds: `2, 5 or 7`; three or more in a row as
    /// `2 to 7`.
    fn any_of(&self, set: SymbolSet) -> String {
        let symbols: Vec<Symbol> = set.symbols().collect();
        match symbols[..] {
            [first, .., last] if symbols.len() > 2 && usize::from(last.0 - first.0) == symbols.len() - 1 => {
                format!("{} to {}", self.char(first), self.char(last))
            }
            _ => self.set_words(set).replace(" and ", " or "),
        }
    }

    fn cell_words(&self, cells: &[Cell]) -> String {
        listed(cells.iter().map(|&cell| self.grid.name(cell)).collect())
    }

    fn unit_name(&self, unit: usize) -> String {
        self.units[unit].name.long()
    }

    /// The cells that a place names: those of its units, and its cells. Empty if it names none.
    fn house(&self, place: &str) -> Vec<Cell> {
        let parts = || place.split(" and ").flat_map(|part| part.split(", "));
        let named = |unit: &&Unit| parts().any(|part| part == unit.name.long());
        let of_units = self.units.iter().filter(named).flat_map(|unit| unit.cells.iter().copied());
        let words = place.split(|c: char| !c.is_alphanumeric());
        of_units.chain(words.filter_map(|word| self.grid.cell_named(word))).collect()
    }

    fn placing(&self, technique: Technique, place: String, why: String, cell: Cell, symbol: Symbol) -> Hint {
        let what = format!("Put {} into {}.", self.char(symbol), self.grid.name(cell));
        let effect = HintEffect::Place(cell, symbol);
        let house = self.house(&place);
        let blocks = self.blocks(technique, &house, cell, symbol);
        let (technique, cells, chain) = (Some(technique), vec![cell], Vec::new());
        Hint { technique, items: 0, place, why, what, cells, house, blocks, chain, effect }
    }

    /// See [`Hint::blocks`]: of the other places of a symbol in its unit, or of the other symbols
    /// of a cell.
    fn blocks(&self, technique: Technique, house: &[Cell], cell: Cell, symbol: Symbol) -> Vec<(Cell, Cell)> {
        // The one in the row or in the column of the cell is seen first.
        let blocker = |of: Symbol, at: Cell| {
            let (row, column) = self.grid.place(at);
            let holds = self.seen[at.index()].iter().filter(|&&other| self.grid.entry(other).symbol() == Some(of));
            holds.copied().min_by_key(|&other| {
                let place = self.grid.place(other);
                place.0 != row && place.1 != column
            })
        };
        match technique {
            Technique::OneOption => {
                let others = self.grid.alphabet.symbols().filter(|&other| other != symbol);
                others.filter_map(|other| Some((blocker(other, cell)?, cell))).collect()
            }
            Technique::OnePlace => {
                let others = house.iter().copied().filter(|&other| other != cell && self.is_empty(other));
                others.filter_map(|other| Some((blocker(symbol, other)?, other))).collect()
            }
            _ => Vec::new(),
        }
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
        let of =
            |cell: Cell| gone.iter().filter(|(at, _)| *at == cell).map(|(_, symbol)| *symbol).collect::<SymbolSet>();
        let mut at: Vec<Cell> = gone.iter().map(|(cell, _)| *cell).collect();
        at.dedup();
        gone.first()?;
        let set: SymbolSet = at.iter().map(|&cell| of(cell)).collect();
        // One sentence for all cells, unless a cell keeps one of the symbols.
        let what = match at.iter().all(|&cell| self.left(cell) & set == of(cell)) {
            true => format!("{} cannot be in {}.", self.set_words(set), self.cell_words(&at)),
            false => {
                let each = at.iter().map(|&cell| format!("{} not {}", self.grid.name(cell), self.any_of(of(cell))));
                format!("Ruled out: {}.", each.collect::<Vec<_>>().join(", "))
            }
        };
        let (house, chain) = (self.house(&place), Vec::new());
        let (effect, blocks) = (HintEffect::Remove(gone), Vec::new());
        let technique = Some(technique);
        Some(Hint { technique, items: 0, place, why, what, cells, house, blocks, chain, effect })
    }

    /// The reason why the grid has no solution: a conflict, a cell without candidates, or a unit
    /// without a place for a symbol. `None` if there is none of these.
    fn dead(&self) -> Option<Hint> {
        let hint = |place: String, why: String, cells: Vec<Cell>| Hint {
            technique: None,
            items: 0,
            place,
            why,
            what: "The grid has no solution now.".to_string(),
            house: Vec::new(),
            blocks: Vec::new(),
            chain: Vec::new(),
            cells,
            effect: HintEffect::Dead,
        };
        if let Some(conflict) = self.grid.conflicts().first() {
            let place = match &conflict.breach {
                Breach::Unit(unit) => unit.clone(),
                Breach::Rule(_) => self.cell_words(&conflict.cells[..1]),
            };
            return Some(hint(place, conflict.words(&self.grid) + ".", conflict.cells.clone()));
        }
        if let Some(cell) = self.grid.all_cells().find(|&cell| self.is_empty(cell) && self.left(cell).is_empty()) {
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
}

impl Hint {
    /// The text of a stage: 0 is the place to look at, 1 the reason, 2 the reason and the effect.
    pub fn stage(&self, stage: usize) -> String {
        let name = match (self.technique, &self.effect) {
            (Some(technique), _) => technique.name().to_string(),
            (None, HintEffect::Remove(_)) => format!("an explanation of {}", counted(self.items, "item")),
            (None, HintEffect::Clear(_)) => "a wrong symbol".to_string(),
            (None, _) => "a contradiction".to_string(),
        };
        match stage {
            0 => format!("Look at {}: {name}.", self.place),
            1 => self.why.clone(),
            _ => format!("{} {}", self.why, self.what),
        }
    }
}

/// Joins words: `a`, `a and b`, `a, b and c`.
pub fn listed(mut words: Vec<String>) -> String {
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
