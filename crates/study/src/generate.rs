//! Generates puzzles from a seed. The same recipe gives the same puzzle on every machine, because
//! all limits are counts, not times.

mod laid;

use super::count::{noun_of, thousands};
use super::rating::{Rating, rate};
use dancing::Goal;
use fastrand::Rng;
use quadrille_puzzle::{
    Areas, Cell, Encoded, Entry, Extent, Grid, GridRule, KINDS, Kind, Level, Nine, Puzzle, Reasoning, Shape, Side,
    Size, Solution, Symbol, Technique, Walls, encode, encode_watched,
};
use quadrille_solve::{Engine, Flow, Host, NineLimits, NineSearch, Order, Snapshot, Status, StopReason, run};
use std::cell::RefCell;
use std::ops::RangeInclusive;

pub use laid::{Laid, USUAL};

/// The symmetry of the positions of a puzzle's givens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// No symmetry is asked for.
    #[default]
    None,
    /// Symmetric under a half turn.
    Half,
    /// Symmetric under a quarter turn.
    Quarter,
    /// Symmetric under reflection in the vertical axis.
    Mirror,
    /// Symmetric under reflection in the main diagonal, which falls to the right.
    Diagonal,
}

impl Symmetry {
    /// All symmetries, in the order of the picker.
    pub const ALL: [Symmetry; 5] =
        [Symmetry::None, Symmetry::Half, Symmetry::Quarter, Symmetry::Mirror, Symmetry::Diagonal];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        ["none", "half", "quarter", "mirror", "diagonal"][self as usize]
    }

    /// Returns true if only a square has the symmetry.
    pub fn needs_square(self) -> bool {
        matches!(self, Symmetry::Quarter | Symmetry::Diagonal)
    }

    /// Returns the orbit of a cell under the symmetry, sorted and without repeats.
    fn orbit(self, size: Size, cell: Cell) -> Vec<usize> {
        let ((row, column), (high, wide)) = (size.place(cell), (size.rows - 1, size.columns - 1));
        let at = |row: usize, column: usize| size.cell(row, column).index();
        let (cell, half) = (cell.index(), at(high - row, wide - column));
        let mut cells = match self {
            Symmetry::None => vec![cell],
            Symmetry::Half => vec![cell, half],
            Symmetry::Quarter => vec![cell, at(column, high - row), half, at(wide - column, row)],
            Symmetry::Mirror => vec![cell, at(row, wide - column)],
            Symmetry::Diagonal => vec![cell, at(column, row)],
        };
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// The kinds of puzzle that have an empty grid.
pub fn grid_kinds() -> Vec<&'static Kind> {
    KINDS.iter().copied().filter(|kind| !kind.is_listed()).collect()
}

/// The specification of a puzzle to generate.
// Many fields: a wish for each option of `generate`.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// A kind of grids.
    pub kind: &'static Kind,
    /// An extent of which the kind has grids ([`Kind::blank`](quadrille_puzzle::Kind::blank)).
    pub extent: Extent,
    /// True if the two diagonals must hold each symbol once.
    pub diagonals: bool,
    /// The seed of the random numbers. The same recipe and seed give the same puzzle.
    pub seed: u64,
    /// The symmetry of the givens' positions.
    pub symmetry: Symmetry,
    /// The range of the number of givens. `None` means about a third of the cells (two fifths if
    /// `n` is over 9), or as few as are needed if `minimal` is set or rules are laid.
    pub givens: Option<RangeInclusive<usize>>,
    /// True if no given can be removed; with a symmetry, no orbit of givens. A removal gives the
    /// puzzle several solutions or, if `hardest` is set, makes it need a harder step. In the second
    /// case uniqueness may not need all givens.
    pub minimal: bool,
    /// The hardest step that may be needed. `None` if the puzzle need not be solvable without a
    /// search.
    pub hardest: Option<Technique>,
    /// The minimum number of nodes that Algorithm X must need.
    pub min_nodes: u64,
    /// The level that the puzzle must have. `None` if any will do.
    pub level: Option<Level>,
    /// The technique, or a harder one, that must be needed. `None` if any will do.
    pub at_least: Option<Technique>,
    /// True if the nodes are counted although no minimum is asked for.
    pub counted: bool,
    /// True if the puzzle is rated although no level and no technique is asked for.
    pub rated: bool,
    /// Rules of the whole grid.
    pub rules: Vec<GridRule>,
    /// Rules whose cells are chosen so that the solution keeps them, in the order in which they are
    /// laid. Their cells do not overlap, except in whole rows and diagonals.
    pub laid: Vec<Laid>,
    /// The source that is written into the puzzle.
    pub source: String,
}

impl Recipe {
    /// The largest side of minimal puzzles, of which every given is proved to be needed. In larger
    /// ones a proof may take hours.
    pub const MOST_MINIMAL: usize = 16;

    /// A recipe for a puzzle of a kind, of one of its sides, without further constraints.
    pub fn new(kind: &'static Kind, n: usize, seed: u64) -> Recipe {
        let symmetry = Symmetry::default();
        Recipe {
            kind,
            extent: Extent::usual(n),
            diagonals: false,
            seed,
            symmetry,
            givens: None,
            minimal: false,
            hardest: None,
            min_nodes: 0,
            level: None,
            at_least: None,
            counted: false,
            rated: false,
            rules: Vec::new(),
            laid: Vec::new(),
            source: String::new(),
        }
    }

    /// The command that makes a puzzle of this kind, side, seed, diagonals, rules, symmetry, level
    /// and minimality.
    ///
    /// ```
    /// use quadrille_puzzle::{kind, rule};
    /// use quadrille_study::{Laid, Recipe};
    ///
    /// let laid = vec![Laid { spec: rule("arrow").unwrap(), most: Some(6) }];
    /// let recipe = Recipe { laid, ..Recipe::new(kind("sudoku").unwrap(), 9, 1) };
    /// assert_eq!(recipe.command(), "quadrille generate sudoku --size 9 --with arrow=6 --seed 1");
    /// ```
    pub fn command(&self) -> String {
        let diagonals = if self.diagonals { " --diagonals" } else { "" };
        let rules: String = self.rules.iter().map(|rule| format!(" --rule {}", rule.id)).collect();
        let laid: String = self.laid.iter().map(|laid| format!(" --with {}", laid.words())).collect();
        let symmetry = match self.symmetry {
            Symmetry::None => String::new(),
            symmetry => format!(" --symmetry {}", symmetry.name()),
        };
        let level = self.level.map_or(String::new(), |level| format!(" --rating {}", level.id()));
        let minimal = if self.minimal { " --minimal" } else { "" };
        let (kind, seed) = (self.kind.id, self.seed);
        let size = self.extent.to_string();
        let size = if size.contains(' ') { format!("\"{size}\"") } else { size };
        format!(
            "quadrille generate {kind} --size {size}{diagonals}{rules}{laid}{symmetry}{level}{minimal} --seed {seed}"
        )
    }

    /// The recipe of the k-th puzzle of a series. It depends on the seed and k alone, so a series
    /// is the same however many threads make it.
    pub fn nth(&self, k: u64) -> Recipe {
        // The finalizer of splitmix64.
        let mut mixed = self.seed.wrapping_add(k.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Recipe { seed: mixed ^ (mixed >> 31), ..self.clone() }
    }
}

/// A generated puzzle.
#[derive(Clone, Debug)]
pub struct Made {
    /// The puzzle, with a title that names the recipe.
    pub puzzle: Puzzle,
    /// The effort of Algorithm X to decide uniqueness, if it was asked for. A target need not be
    /// unique.
    pub effort: Option<Effort>,
    /// The rating, if one was asked for. `None` if the puzzle is not unique, as a target may be.
    pub rating: Option<Rating>,
    /// The number of full grids that were tried.
    pub tries: u32,
    /// The givens of a minimal puzzle of which it was not proved within the limits that they are
    /// needed. Empty if all were proved, or minimality was not asked for.
    pub unproved: Vec<Cell>,
}

/// The nodes of a search by Algorithm X.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Their number.
    pub nodes: u64,
    /// True if the search was stopped at its limit, so that `nodes` is a lower bound.
    pub or_more: bool,
}

impl Effort {
    fn words(self) -> String {
        let more = if self.or_more { " or more" } else { "" };
        format!("{}{more} {} of Algorithm X", thousands(self.nodes.into()), noun_of(self.nodes, "node"))
    }
}

impl Made {
    /// Names the givens of which it was not proved that they are needed; `None` if there are none.
    pub fn unproved_words(&self) -> Option<String> {
        let names = self.unproved_names();
        (!names.is_empty()).then(|| format!("not proved to be needed: {}", names.join(", ")))
    }

    /// The names of the givens of which it was not proved that they are needed.
    pub fn unproved_names(&self) -> Vec<String> {
        let grid = self.puzzle.grid();
        grid.map_or(Vec::new(), |grid| self.unproved.iter().map(|&cell| grid.name(cell)).collect())
    }

    /// Describes the effort to solve the puzzle, as far as it was asked for: the nodes of Algorithm
    /// X and the rating.
    pub fn words(&self) -> String {
        let parts = [self.effort.map(Effort::words), self.rating.as_ref().map(Rating::words), self.unproved_words()];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}

/// The progress of a generator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Making {
    /// Full grids that were tried.
    pub tries: u32,
    /// The number of givens of the current grid.
    pub givens: usize,
}

/// The reason why no puzzle was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unmade {
    /// The caller stopped the generator.
    #[error("stopped")]
    Stopped,
    /// No puzzle fits the recipe after this number of full grids.
    #[error("no such puzzle was found in {0} tries; ask for less, or use another seed")]
    NotFound(u32),
    /// A rule to lay is too large for a grid of this size, so no reader would take the puzzle.
    #[error("`{0}` is too large for a grid of this size")]
    TooLarge(&'static str),
}

/// The number of full grids that are tried before the generator gives up.
const TRIES: u32 = 400;

/// The number of polls after which a search is stopped. Its count of nodes is then a lower bound.
const COUNTED: u32 = 1000;

/// The number of polls after which it is not known whether a large puzzle, or one with laid rules,
/// is unique, so that a given stays: some tenths of a second.
const PROOF: u32 = 60;

/// The number of polls for the same question if a puzzle is to be minimal, after all other givens
/// were looked at: some seconds.
const MINIMAL_PROOF: u32 = 2000;

/// The polls of a search that completes a grid with more symbols than [`EASY_TO_COMPLETE`].
const COMPLETED: u32 = 20 * COUNTED;

/// The largest side of grids that are completed after [`COUNTED`] polls.
const EASY_TO_COMPLETE: usize = 36;

/// Generates a puzzle. It calls `go_on` often, and stops if that returns `false`.
///
/// # Examples
///
/// ```
/// use quadrille_study::{Recipe, generate};
/// use quadrille_puzzle::kind;
///
/// let recipe = Recipe::new(kind("sudoku").unwrap(), 4, 1);
/// let made = generate(&recipe, &mut |_| true).unwrap();
/// assert!(made.puzzle.grid().unwrap().givens() >= 4);
/// ```
pub fn generate(recipe: &Recipe, go_on: &mut dyn FnMut(Making) -> bool) -> Result<Made, Unmade> {
    let mut rng = Rng::with_seed(recipe.seed);
    for tries in 1..=TRIES {
        let mut work = Work { making: Making { tries, givens: 0 }, polls: u32::MAX, go_on, stopped: false };
        let full = full_grid(recipe, &mut rng, &mut work);
        if work.stopped {
            return Err(Unmade::Stopped);
        }
        let Some(full) = full? else { continue };
        let (grid, mut unproved) = dig(recipe, full, &mut rng, &mut work);
        if work.stopped {
            return Err(Unmade::Stopped);
        }
        // A given may be needed for the steps of a level and not for a unique solution. Puzzles of
        // named steps are minimal for these steps.
        let of_level = recipe.hardest.is_none() && hardest(recipe).is_some();
        if recipe.minimal && of_level {
            match needed(recipe, &grid, &mut work) {
                Needed::All => {}
                Needed::Unproved(cells) => unproved = cells,
                Needed::NotAll => continue,
            }
        }
        if work.stopped {
            return Err(Unmade::Stopped);
        }
        let givens = grid.givens();
        if recipe.givens.as_ref().is_some_and(|range| !range.contains(&givens)) {
            continue;
        }
        let counted = recipe.counted || recipe.min_nodes > 0;
        let effort = counted.then(|| effort(&grid, &mut work));
        if work.stopped {
            return Err(Unmade::Stopped);
        }
        if effort.is_some_and(|effort| effort.nodes < recipe.min_nodes) {
            continue;
        }
        let asked = recipe.rated || recipe.level.is_some() || recipe.at_least.is_some();
        let rating = match asked {
            true => rate(&grid, &mut || work.goes_on()).ok(),
            false => None,
        };
        if work.stopped {
            return Err(Unmade::Stopped);
        }
        let level = rating.as_ref().map(|rating| rating.level);
        let is_hard = |rating: &Rating| !rating.explained.is_empty() || rating.hardest >= recipe.at_least;
        if recipe.level.is_some() && level != recipe.level
            || recipe.at_least.is_some() && !rating.as_ref().is_some_and(is_hard)
        {
            continue;
        }
        let shape = Shape::Grid(grid);
        let mut puzzle = Puzzle::new(recipe.kind, recipe.kind.forms[0], shape);
        puzzle.meta.source.clone_from(&recipe.source);
        return Ok(Made { puzzle, effort, rating, tries, unproved });
    }
    Err(Unmade::NotFound(TRIES))
}

/// The host of the searches of a generator.
struct Work<'a> {
    making: Making,
    /// The number of polls left for this search.
    polls: u32,
    go_on: &'a mut dyn FnMut(Making) -> bool,
    stopped: bool,
}

impl Host for Work<'_> {
    fn poll(&mut self, _look: &dyn Fn() -> Snapshot) -> Flow {
        self.stopped = self.stopped || !(self.go_on)(self.making);
        self.polls = self.polls.saturating_sub(1);
        match (self.stopped, self.polls) {
            (true, _) => Flow::Stop(StopReason::Cancelled),
            (false, 0) => Flow::Stop(StopReason::Limit),
            (false, _) => Flow::Go,
        }
    }
}

impl Work<'_> {
    /// Returns whether to go on. It is also called between searches, because short ones may not
    /// poll.
    fn goes_on(&mut self) -> bool {
        self.stopped = self.stopped || !(self.go_on)(self.making);
        !self.stopped
    }

    /// The same question, for functions that only ask.
    fn watch(&mut self) -> impl Fn() -> bool {
        let work = RefCell::new(self);
        move || work.borrow_mut().goes_on()
    }
}

/// Makes a full grid: a few random symbols, completed by a search. `None` if they cannot be
/// completed, or a rule fits nowhere.
///
/// # Errors
///
/// If a rule to lay is too large.
fn full_grid(recipe: &Recipe, rng: &mut Rng, work: &mut Work) -> Result<Option<Grid>, Unmade> {
    let mut grid =
        recipe.kind.blank(recipe.extent).and_then(Result::ok).expect("a recipe is of a kind that has such grids");
    let n = grid.n_symbols();
    grid.diagonals = recipe.diagonals;
    if let Areas::Walls(walls) = &grid.areas {
        grid.areas = Areas::Walls(regions(&grid, walls, rng));
    }
    grid.rules.clone_from(&recipe.rules);
    let mut cells: Vec<usize> = (0..grid.cells.len()).filter(|&cell| grid.cells[cell] != Entry::Hole).collect();
    rng.shuffle(&mut cells);
    // Fewer random symbols are easier to complete. So fewer are placed if there are rules, in the
    // largest grids, and after many tries.
    let usual = if recipe.rules.is_empty() && n <= EASY_TO_COMPLETE { n + n / 2 } else { n / 2 };
    let placed = usual.saturating_sub(work.making.tries as usize / 20);
    let cells = &cells[..placed.min(cells.len())];
    let full = match Nine::of(&grid) {
        Some(nine) => complete_nine(nine, cells, rng).map(|nine| nine.grid()),
        None => complete(&mut grid, cells, rng, work),
    };
    let Some(full) = full else { return Ok(None) };
    // The search tries the symbols in order. A random permutation of the symbols hides this. It is
    // left out if there are rules, because some rules compare numbers.
    let mut names: Vec<u8> = (0..n as u8).collect();
    if recipe.rules.is_empty() {
        rng.shuffle(&mut names);
    }
    let renamed = full.cells.iter().map(|entry| match entry.symbol() {
        Some(symbol) => Entry::Given(Symbol(names[usize::from(symbol.0)])),
        None => *entry,
    });
    grid.cells = renamed.collect();
    let mut used = vec![false; grid.cells.len()];
    for laid in &recipe.laid {
        let before = grid.rules.len();
        laid.lay(&mut grid, &mut used, rng, &work.watch()).map_err(|_| Unmade::TooLarge(laid.spec.id))?;
        if !work.goes_on() || grid.rules.len() == before {
            return Ok(None);
        }
    }
    Ok(grid.prepare(&work.watch()).then_some(grid))
}

/// The problem of a grid; `None` if the generator is stopped before it is made.
fn encoded(grid: &Grid, work: &mut Work) -> Option<Encoded> {
    let go_on = work.watch();
    let is_known = grid.prepare(&go_on);
    is_known.then(|| encode_watched(&Shape::Grid(grid.clone()), &go_on)).flatten().filter(|_| go_on())
}

/// Puts random symbols into some cells, and completes the grid by a search.
fn complete(grid: &mut Grid, cells: &[usize], rng: &mut Rng, work: &mut Work) -> Option<Grid> {
    for &cell in cells {
        let symbol = one_of(grid.candidates()[cell].symbols(), rng)?;
        grid.cells[cell] = Entry::Given(symbol);
    }
    let encoded = encoded(&grid.without_weights(), work)?;
    work.polls = if grid.n_symbols() <= EASY_TO_COMPLETE { COUNTED } else { COMPLETED };
    let outcome = run(&encoded.problem, Order::new(Goal::First), work);
    let Solution::Grid(full) = encoded.decode(outcome.solutions.first()?)? else { return None };
    Some(full)
}

/// As [`complete`], for a plain 9x9: encoding takes a hundred times as long as the search.
fn complete_nine(mut nine: Nine, cells: &[usize], rng: &mut Rng) -> Option<Nine> {
    for &cell in cells {
        let seen = nine.seen_by(cell);
        nine.0[cell] = one_of((1..10).filter(|digit| seen >> digit & 1 == 0), rng)?;
    }
    let first = NineLimits { limit: 1, keep: 1, nodes: u64::MAX };
    NineSearch::default().solve(&nine.0, first).first.map(Nine)
}

/// One of the symbols, drawn at random; `None` if there is none.
fn one_of<T>(mut symbols: impl Iterator<Item = T> + Clone, rng: &mut Rng) -> Option<T> {
    match symbols.clone().count() {
        0 => None,
        count => symbols.nth(rng.usize(..count)),
    }
}

/// Makes random regions: starts with those of an empty jigsaw, and swaps cells of adjacent regions.
fn regions(grid: &Grid, walls: &Walls, rng: &mut Rng) -> Walls {
    let (size, n, cells) = (grid.size(), grid.n_symbols(), grid.cells.len());
    let mut region = walls.regions();
    let count = grid.n_areas();
    let neighbours = |cell: usize| {
        let beside = Side::ALL.into_iter().filter_map(move |side| walls.neighbour(Cell(cell as u16), side));
        beside.map(Cell::index)
    };
    for _ in 0..8 * cells {
        let (one, other) = (rng.usize(..cells), rng.usize(..cells));
        let (a, b) = (region[one], region[other]);
        let touches =
            |cell: usize, label: usize, skipped: usize| neighbours(cell).any(|k| k != skipped && region[k] == label);
        if a == b || !touches(one, b, other) || !touches(other, a, one) {
            continue;
        }
        region.swap(one, other);
        // In a grid that is not a usual one, a region of any size is right, so its pieces are
        // counted.
        let walls = Walls::between(size, &region);
        if !walls.faults(n).is_empty() || walls.regions().iter().max() != Some(&(count - 1)) {
            region.swap(one, other);
        }
    }
    Walls::between(size, &region)
}

/// Removes givens in a random order as long as the puzzle still fits the recipe. Also returns the
/// givens of a minimal puzzle of which it is not known whether it would.
fn dig(recipe: &Recipe, full: Grid, rng: &mut Rng, work: &mut Work) -> (Grid, Vec<Cell>) {
    let cells = full.n_cells();
    // Small grids need a smaller share of givens.
    let usual = match full.n_symbols() {
        ..10 => cells / 3,
        10..=16 => cells * 2 / 5,
        17..=25 => cells / 2,
        _ => cells * 11 / 20,
    };
    let fewest = match &recipe.givens {
        // Every given that can be removed is removed. If the number of givens is then out of range,
        // `generate` discards the grid.
        _ if recipe.minimal => 0,
        // Few givens make hard puzzles.
        None if recipe.level > Some(Level::Easy) || recipe.at_least.is_some() => 0,
        Some(range) => rng.usize(range.clone()),
        // The laid rules say as much as givens.
        None if !recipe.laid.is_empty() => 0,
        None => usual,
    };
    let mut orbits = orbits(recipe, &full);
    rng.shuffle(&mut orbits);
    let mut grid = full;
    // If only uniqueness is asked, a plain 9x9 is dug as digits.
    let mut nine = if hardest(recipe).is_none() { Nine::of(&grid) } else { None };
    let mut search = NineSearch::default();
    let mut givens = grid.givens();
    let mut unsure = Vec::new();
    for orbit in orbits {
        work.making.givens = givens;
        if givens < fewest + orbit.len() || !work.goes_on() {
            continue;
        }
        let fits = match &mut nine {
            Some(nine) => {
                let less = without(nine, &orbit, &mut search);
                less.map(|less| *nine = less).is_some()
            }
            None => match stays(recipe, &emptied(&grid, &orbit), work) {
                Some(fits) => fits,
                None => {
                    unsure.push(orbit);
                    continue;
                }
            },
        };
        if fits {
            orbit.iter().for_each(|&cell| grid.cells[cell] = Entry::Empty);
            givens -= orbit.len();
        }
    }
    let mut unproved = Vec::new();
    // With fewer givens, a search for a second solution may be quicker.
    for orbit in unsure.into_iter().filter(|_| recipe.minimal) {
        match is_unique(recipe, &emptied(&grid, &orbit), MINIMAL_PROOF, work) {
            Some(true) => {
                grid = emptied(&grid, &orbit);
                work.making.givens = grid.givens();
            }
            Some(false) => {}
            None => unproved.extend(given(&grid, &orbit)),
        }
    }
    (grid, unproved)
}

/// A grid without the givens of some cells.
fn emptied(grid: &Grid, cells: &[usize]) -> Grid {
    let mut less = grid.clone();
    cells.iter().for_each(|&cell| less.cells[cell] = Entry::Empty);
    less
}

/// Those of some cells that are given.
fn given(grid: &Grid, cells: &[usize]) -> Vec<Cell> {
    let cells = cells.iter().map(|&cell| Cell(cell as u16));
    cells.filter(|&cell| grid.entry(cell).symbol().is_some()).collect()
}

/// A puzzle with one solution, without some of its givens. `None` if it then has several.
fn without(nine: &Nine, givens: &[usize], search: &mut NineSearch) -> Option<Nine> {
    let mut less = *nine;
    // Another solution has another digit in one of these cells, and those before it unchanged.
    for &cell in givens.iter().rev() {
        less.0[cell] = 0;
        if search.can_differ(&less.0, cell, nine.0[cell]) {
            return None;
        }
    }
    Some(less)
}

/// The hardest step that may be needed. A puzzle that must have a level is dug with the techniques
/// up to that level.
fn hardest(recipe: &Recipe) -> Option<Technique> {
    let of_level = |level: Level| Technique::ALL.iter().copied().filter(|technique| technique.level() <= level).max();
    recipe.hardest.or(recipe.level.filter(|&level| level < Level::Fiendish).and_then(of_level))
}

/// Returns whether a grid fits the recipe: it is solved by the allowed steps if these are limited,
/// else it is unique. A target always fits. `None` if it is not known.
fn stays(recipe: &Recipe, grid: &Grid, work: &mut Work) -> Option<bool> {
    if recipe.kind.is_weighted() {
        return Some(true);
    }
    if let Some(hardest) = hardest(recipe) {
        let mut reasoning = Reasoning::new(grid);
        reasoning.run(hardest);
        return Some(reasoning.is_solved());
    }
    is_unique(recipe, grid, PROOF, work)
}

/// Returns whether a grid has one solution. Where that may take long, the search is stopped after
/// `most` polls. `None` if it is not known then.
fn is_unique(recipe: &Recipe, grid: &Grid, most: u32, work: &mut Work) -> Option<bool> {
    if let Some(nine) = Nine::of(grid) {
        let found = NineSearch::default().solve(&nine.0, NineLimits { limit: 2, keep: 1, nodes: u64::MAX });
        return Some(found.complete && found.count == 1);
    }
    // A large problem takes long to make, and a search of it to begin.
    let encoded = encoded(grid, work)?;
    let is_patient = recipe.laid.is_empty() && (recipe.minimal || grid.n_symbols() <= Recipe::MOST_MINIMAL);
    work.polls = if is_patient { u32::MAX } else { most };
    match run(&encoded.problem, Order { in_batch: true, ..Order::new(Goal::Unique) }, work).status {
        Status::Unique => Some(true),
        Status::Many | Status::None => Some(false),
        _ => None,
    }
}

/// The answer to whether a puzzle needs all of its givens.
enum Needed {
    All,
    NotAll,
    /// It may need all; of these it is not proved.
    Unproved(Vec<Cell>),
}

/// Looks for givens without which a grid still has one solution, each with those at the symmetrical
/// cells. A target needs all of them.
fn needed(recipe: &Recipe, grid: &Grid, work: &mut Work) -> Needed {
    let mut unproved = Vec::new();
    for orbit in orbits(recipe, grid).into_iter().filter(|_| !recipe.kind.is_weighted()) {
        let less = emptied(grid, &orbit);
        if less.givens() == grid.givens() {
            continue;
        }
        match work.goes_on().then(|| is_unique(recipe, &less, MINIMAL_PROOF, work)).flatten() {
            Some(true) => return Needed::NotAll,
            Some(false) => {}
            None => unproved.extend(given(grid, &orbit)),
        }
    }
    if unproved.is_empty() { Needed::All } else { Needed::Unproved(unproved) }
}

/// The sets of cells that are given or empty together.
fn orbits(recipe: &Recipe, grid: &Grid) -> Vec<Vec<usize>> {
    let size = grid.size();
    let orbits = size.cells().map(|cell| (cell, recipe.symmetry.orbit(size, cell)));
    let whole = orbits.filter(|(cell, orbit)| orbit[0] == cell.index()).map(|(_, orbit)| orbit);
    let is_cell = |cell: &usize| grid.cells[*cell] != Entry::Hole;
    whole
        .map(|orbit| orbit.into_iter().filter(is_cell).collect::<Vec<usize>>())
        .filter(|orbit| !orbit.is_empty())
        .collect()
}

/// The effort of Algorithm X to decide uniqueness.
fn effort(grid: &Grid, work: &mut Work) -> Effort {
    let encoded = encode(&Shape::Grid(grid.without_weights()));
    work.polls = COUNTED;
    let order = Order { engine: Some(Engine::LINKS), ..Order::new(Goal::Unique) };
    let outcome = run(&encoded.problem, order, work);
    Effort { nodes: outcome.tally.nodes(), or_more: outcome.stop == StopReason::Limit }
}
