//! A puzzle as an exact cover problem, and back. Only this file translates between names and ids.
//!
//! A grid has one item for every cell and one for every symbol of every unit. "Put this symbol into
//! this cell" is an option. A unit with fewer cells than symbols gives secondary items. A grid's
//! weights become option weights. Constraints of tuples have items and options of their own
//! ([`Way`]). A listing names its items and options itself.

mod grid;
mod ways;

use super::cell::{Cell, Symbol};
use super::constraint::{Constraint, Words};
use super::grid::Grid;
use super::listing::{Colors, Listing};
use super::options::ListedOption;
use super::shape::{Shape, Solution};
use super::symbol_set::SymbolSet;
use super::tuples::Tuples;
use super::units::Unit;
use dancing::{ItemId, OptionId, Problem};
use smol_str::SmolStr;
use std::sync::Arc;

pub use ways::{Related, Way, Ways};

/// The constraint that an item of a grid expresses.
#[derive(Clone, Copy, Debug)]
pub enum Need {
    /// The cell needs a symbol.
    Cell(Cell),
    /// The unit with this index in `Grid::units` needs the symbol.
    Unit(usize, Symbol),
    /// A rule forbids these two placements together: at most one of them covers the item.
    /// The number names the words of the constraint.
    Pair(Placement, Placement, usize),
    /// The constraint of tuples with this number needs one of its combinations.
    Combination(usize),
    /// The symbol is in a cell of the constraint with this number, or its combination leaves it
    /// out.
    Held(usize, Symbol),
    /// The constraint of tuples with this number needs one of its tuples.
    Tuple(usize),
    /// The constraint of tuples with this number needs a transition at this one of its cells.
    Transition(usize, usize),
    /// All that hold the item agree on the symbol of the cell: its colour.
    Symbol(Cell),
    /// Two successive transitions of a constraint agree on the state between them, after this one
    /// of its cells: the item's colour.
    State(usize, usize),
}

/// A symbol put into a cell: an option of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    pub cell: Cell,
    pub symbol: Symbol,
}

/// A problem together with the meaning of its ids.
#[derive(Clone, Debug)]
pub struct Encoded {
    /// The items and options, without names.
    pub problem: Arc<Problem>,
    shape: Shape,
    /// Empty for a listing, which has its own names.
    grid: GridNames,
}

#[derive(Clone, Debug, Default)]
struct GridNames {
    units: Vec<Unit>,
    /// The words of the constraints on pairs.
    pairs: Vec<Words>,
    /// The constraints of tuples.
    related: Vec<Related>,
    /// The variables, whose numbers follow those of the cells.
    variables: Vec<NamedVariable>,
    /// By item, primary ones first.
    needs: Vec<Need>,
    /// By option. The options of `ways` follow.
    placements: Vec<Placement>,
    ways: Vec<Way>,
    /// By colour, from 1: symbols, then states.
    colors: Vec<String>,
}

/// A variable of a constraint, by its whole name.
#[derive(Clone, Debug)]
struct NamedVariable {
    name: String,
    /// The words of its values, by symbol.
    values: &'static [&'static str],
}

impl GridNames {
    /// The variable with a number; `None` if that is a cell of the grid.
    fn variable(&self, grid: &Grid, place: Cell) -> Option<&NamedVariable> {
        self.variables.get(place.index().checked_sub(grid.size().n_cells())?)
    }

    /// The name of a cell or variable.
    fn place(&self, grid: &Grid, place: Cell) -> String {
        self.variable(grid, place).map_or_else(|| grid.name(place), |variable| variable.name.clone())
    }

    /// A symbol in a cell, or the value of a variable.
    fn value(&self, grid: &Grid, place: Cell, symbol: Symbol) -> String {
        let value = |variable: &NamedVariable| variable.values[usize::from(symbol.0)].to_string();
        self.variable(grid, place).map_or_else(|| grid.alphabet.char(symbol).into(), value)
    }

    /// The name of the rule that relates a pair of cells.
    fn pair_name(&self, pair: usize) -> &str {
        self.pairs[pair].rule().map_or("", SmolStr::as_str)
    }
}

/// An estimated upper bound on the bytes that a puzzle's problem and its search take.
pub fn memory_of(shape: &Shape) -> u64 {
    match shape {
        // The placements and pairs of the largest grid take a few megabytes.
        Shape::Grid(grid) => {
            let cells = |tuples: &Tuples| match tuples.is_short() {
                true => tuples.n_tuples() * (tuples.n_cells() as u64 + 1),
                false => 4 * tuples.n_transitions() as u64,
            };
            let held = grid.tightened().into_iter().flatten().map(|constraint| match constraint {
                Constraint::Tuples(_, tuples) => cells(&tuples),
                Constraint::Joint(joint) => joint.parts.iter().map(|part| cells(&part.tuples)).sum(),
                Constraint::AllDifferent(_) | Constraint::Allowed(..) | Constraint::Pair(..) => 0,
            });
            BYTES * held.sum::<u64>()
        }
        Shape::Listing(listing) => {
            BYTES * (listing.items.len() + listing.options.len() + listing.options.n_cells()) as u64
        }
    }
}

/// Bytes per item, option or cell, in the problem, the links and the clauses together. Measured on
/// the worst of many shapes and rounded up.
const BYTES: u64 = 64;

/// The exact cover problem of a puzzle.
pub fn encode(shape: &Shape) -> Encoded {
    match shape {
        Shape::Grid(grid) => grid::encode(grid, &[]),
        Shape::Listing(listing) => encode_listing(listing),
    }
}

/// The exact cover problem of a puzzle; `None` if `go_on` returns false while the rules of a large
/// grid are encoded.
pub fn encode_watched(shape: &Shape, go_on: &dyn Fn() -> bool) -> Option<Encoded> {
    match shape {
        Shape::Grid(grid) => grid::encode_watched(grid, &[], go_on),
        Shape::Listing(listing) => Some(encode_listing(listing)),
    }
}

/// The problem of a grid in which only these symbols are left, by cell. It has no other options.
pub fn encode_left(grid: &Grid, left: &[SymbolSet]) -> Encoded {
    grid::encode(grid, left)
}

fn encode_listing(listing: &Arc<Listing>) -> Encoded {
    let secondary = listing.items.len() - listing.primary;
    let mut problem = match listing.repeated {
        true => Problem::repeated(listing.items.len() as u32),
        false => Problem::new(listing.primary as u32, secondary as u32),
    }
    // The best cover has the least total cost, or the fewest options if there are no costs.
    .weighing(-1);
    let mut items: Vec<ItemId> = Vec::new();
    for (number, option) in listing.options.iter().enumerate() {
        items.clear();
        items.extend(option.items.iter().map(|&item| ItemId(item)));
        let weight = listing.costs.get(number).map_or(-1, |&cost| -(cost as i64));
        let pushed = match listing.colors_of(number) {
            Some(colors) => problem.push_colored(&items, colors, weight),
            None => problem.push_weighted(&items, weight),
        };
        pushed.expect("a listing's options hold known items, each once, and colours of secondary ones");
    }
    for (item, &(least, most)) in (0..).zip(&listing.ranges) {
        problem
            .set_multiplicity(ItemId(item), least, most)
            .expect("a listing's ranges are of primary items, and in order");
    }
    if !listing.alike.is_empty() {
        let alike = listing.alike.iter().map(|&option| OptionId(option)).collect();
        problem.set_alike(alike).expect("a listing has one option that each option counts as");
    }
    for images in &listing.symmetries {
        let images = images.iter().map(|&option| OptionId(option)).collect();
        problem.add_symmetry(images).expect("a listing's symmetries permute its options");
    }
    Encoded { problem: Arc::new(problem), shape: Shape::Listing(Arc::clone(listing)), grid: GridNames::default() }
}

/// `r3c5=7`
fn placed(grid: &Grid, Placement { cell, symbol }: Placement) -> String {
    format!("{}={}", grid.name(cell), grid.alphabet.char(symbol))
}

impl Encoded {
    /// The puzzle as it was when it was encoded.
    #[inline]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The grid; `None` for a listing.
    #[inline]
    pub fn grid(&self) -> Option<&Grid> {
        self.shape.grid()
    }

    /// The constraint of an item of a grid; `None` for a listing.
    #[inline]
    pub fn need(&self, item: ItemId) -> Option<Need> {
        self.grid.needs.get(item.index()).copied()
    }

    /// A unit of the grid by its index in `Grid::units`.
    #[inline]
    pub fn unit(&self, number: usize) -> &Unit {
        &self.grid.units[number]
    }

    /// A constraint of tuples of the grid by its number.
    #[inline]
    pub fn related(&self, number: usize) -> &Related {
        &self.grid.related[number]
    }

    /// The constraints of tuples of the grid, by their numbers.
    #[inline]
    pub fn all_related(&self) -> &[Related] {
        &self.grid.related
    }

    /// The placement of an option of a grid; `None` for a listing, and for an option that is a
    /// [`Encoded::way`].
    #[inline]
    pub fn placement(&self, option: OptionId) -> Option<Placement> {
        self.grid.placements.get(option.index()).copied()
    }

    /// The combination, tuple or transition that an option of a grid is; `None` for a listing and a
    /// placement.
    #[inline]
    pub fn way(&self, option: OptionId) -> Option<&Way> {
        self.grid.ways.get(option.index().checked_sub(self.grid.placements.len())?)
    }

    /// The item that a cell of the grid holds a symbol. `None` for a listing and a hole.
    pub fn item_of(&self, cell: Cell) -> Option<ItemId> {
        let at = self.grid.needs.iter().position(|need| matches!(need, Need::Cell(own) if *own == cell))?;
        Some(ItemId(at as u32))
    }

    /// The cells of the grid that an item is about; empty for a listing.
    pub fn cells(&self, item: ItemId) -> Vec<Cell> {
        match self.need(item) {
            None => Vec::new(),
            Some(Need::Cell(cell)) => vec![cell],
            Some(Need::Symbol(cell)) => self.without_variables(&[cell]),
            Some(Need::Unit(unit, _)) => self.unit(unit).cells.clone(),
            Some(Need::Pair(one, other, _)) => vec![one.cell, other.cell],
            Some(Need::Combination(number) | Need::Held(number, _) | Need::Tuple(number)) => {
                self.without_variables(&self.related(number).cells)
            }
            Some(Need::Transition(number, at)) => self.without_variables(&[self.related(number).cells[at]]),
            Some(Need::State(number, at)) => self.without_variables(&self.related(number).cells[at..at + 2]),
        }
    }

    /// The cells among cells and variables.
    fn without_variables(&self, places: &[Cell]) -> Vec<Cell> {
        places.iter().copied().filter(|&place| self.is_cell(place)).collect()
    }

    /// Returns whether a place of a constraint is a cell of the grid, and no variable.
    fn is_cell(&self, place: Cell) -> bool {
        self.grid().is_some_and(|grid| place.index() < grid.size().n_cells())
    }

    /// The symbols that an option means for cells: its placement, or those of its tuple or
    /// transition. A combination says no cell's symbol, and the value of a variable is none.
    pub fn means(&self, option: OptionId) -> Vec<Placement> {
        let of = |number: usize, at: usize, symbol: Symbol| Placement { cell: self.related(number).cells[at], symbol };
        let mut meant = match (self.placement(option), self.way(option)) {
            (Some(placement), _) => vec![placement],
            (_, Some(Way::Tuple(number, tuple))) => {
                tuple.iter().enumerate().map(|(at, &symbol)| of(*number, at, symbol)).collect()
            }
            (_, Some(&Way::Transition(number, at, step))) => vec![of(number, at, step.symbol)],
            (None, Some(Way::Combination(..)) | None) => Vec::new(),
        };
        meant.retain(|placement| self.is_cell(placement.cell));
        meant
    }

    /// The option that puts a symbol into a cell; `None` if the cell holds another symbol.
    #[inline]
    pub fn option(&self, cell: Cell, symbol: Symbol) -> Option<OptionId> {
        let wanted = Placement { cell, symbol };
        self.grid.placements.iter().position(|&placement| placement == wanted).map(|at| OptionId(at as u32))
    }

    /// The items and options as a listing, under their short names. Weights are left out.
    pub fn listing(&self) -> Listing {
        if let Shape::Listing(listing) = &self.shape {
            return Listing::clone(listing);
        }
        let problem = &self.problem;
        let items = (0..problem.n_items() as u32).map(|item| self.item_short(ItemId(item)).into()).collect();
        let options = problem.options().map(|option| ListedOption {
            name: Some(self.option_short(option).into()),
            items: problem.items_of(option).iter().map(|item| item.0).collect(),
        });
        let of = || problem.options().flat_map(|option| problem.colored_items_of(option).map(|(_, color)| color));
        let colors = problem.is_colored().then(|| Colors { names: self.grid.colors.clone(), of: of().collect() });
        Listing { items, primary: problem.n_primary(), options: options.collect(), colors, ..Listing::default() }
    }

    /// An item's short name: `r3c5`, `r3=7`, or its name in the listing.
    pub fn item_short(&self, item: ItemId) -> String {
        match &self.shape {
            Shape::Listing(listing) => listing.items[item.index()].to_string(),
            Shape::Grid(grid) => match self.grid.needs[item.index()] {
                Need::Cell(cell) => grid.name(cell),
                Need::Unit(u, symbol) => format!("{}={}", self.unit(u).name.short(), grid.alphabet.char(symbol)),
                Need::Pair(one, other, pair) => {
                    format!("{}/{},{}", self.grid.pairs[pair].rule_short(), placed(grid, one), placed(grid, other))
                }
                Need::Combination(number) | Need::Tuple(number) => self.related(number).words.short(),
                Need::Held(number, symbol) => {
                    format!("{}={}", self.related(number).words.short(), grid.alphabet.char(symbol))
                }
                Need::Transition(number, at) => self.place_short(grid, number, at),
                Need::Symbol(cell) => format!("@{}", self.grid.place(grid, cell)),
                Need::State(number, at) => format!("{}/", self.place_short(grid, number, at)),
            },
        }
    }

    /// An item in words: `r3c5 needs a symbol`, `row 3 needs 7`, `item a must be covered`.
    pub fn item_long(&self, item: ItemId) -> String {
        match &self.shape {
            Shape::Listing(listing) => listing.item_long(item.index()),
            Shape::Grid(grid) => match self.grid.needs[item.index()] {
                Need::Cell(cell) => format!("{} needs a symbol", grid.name(cell)),
                Need::Unit(u, symbol) => format!("{} needs {}", self.unit(u).name.long(), grid.alphabet.char(symbol)),
                Need::Pair(one, other, pair) => {
                    let (one, other) = (placed(grid, one), placed(grid, other));
                    format!("{one} and {other} exclude each other ({})", self.grid.pair_name(pair))
                }
                Need::Combination(number) => format!("{} needs a combination", self.related(number).words.long()),
                Need::Held(number, symbol) => {
                    let (symbol, words) = (grid.alphabet.char(symbol), self.related(number).words.long());
                    format!("{words} holds {symbol} or leaves it out")
                }
                Need::Tuple(number) => format!("{} needs a tuple", self.related(number).words.long()),
                Need::Transition(..) => format!("{} needs a transition", self.item_noun(item)),
                Need::Symbol(_) => format!("all agree on {}", self.item_noun(item)),
                Need::State(..) => format!("the transitions agree on {}", self.item_noun(item)),
            },
        }
    }

    /// An item as a noun phrase: `cell r3c5`, `the 7 of row 3`, `item a`.
    pub fn item_noun(&self, item: ItemId) -> String {
        match &self.shape {
            Shape::Listing(listing) => listing.item_noun(item.index()),
            Shape::Grid(grid) => match self.grid.needs[item.index()] {
                Need::Cell(cell) => format!("cell {}", grid.name(cell)),
                Need::Unit(u, symbol) => format!("the {} of {}", grid.alphabet.char(symbol), self.unit(u).name.long()),
                Need::Pair(one, other, pair) => {
                    let (one, other) = (placed(grid, one), placed(grid, other));
                    format!("the pair {one}, {other} ({})", self.grid.pair_name(pair))
                }
                Need::Combination(number) | Need::Tuple(number) => self.related(number).words.long(),
                Need::Held(number, symbol) => {
                    format!("the {} of {}", grid.alphabet.char(symbol), self.related(number).words.long())
                }
                Need::Transition(number, at) => {
                    let related = self.related(number);
                    format!("{} at {}", related.words.long(), self.grid.place(grid, related.cells[at]))
                }
                Need::Symbol(cell) => match self.grid.variable(grid, cell) {
                    Some(variable) => format!("the value of {}", variable.name),
                    None => format!("the symbol of {}", grid.name(cell)),
                },
                Need::State(number, at) => {
                    let related = self.related(number);
                    format!("the state of {} after {}", related.words.long(), self.grid.place(grid, related.cells[at]))
                }
            },
        }
    }

    /// The short name of a transition's item: `sum1@r3c5`.
    fn place_short(&self, grid: &Grid, number: usize, at: usize) -> String {
        let related = self.related(number);
        format!("{}@{}", related.words.short(), self.grid.place(grid, related.cells[at]))
    }

    /// The symbol of a cell of a constraint of tuples, or the value of its variable, in words.
    pub fn value(&self, number: usize, at: usize, symbol: Symbol) -> String {
        let place = self.related(number).cells[at];
        self.grid().map_or(String::new(), |grid| self.grid.value(grid, place, symbol))
    }

    /// The symbols and values of a tuple of a constraint.
    fn values(&self, grid: &Grid, number: usize, tuple: &[Symbol]) -> Vec<String> {
        let places = self.related(number).cells.iter();
        places.zip(tuple).map(|(&place, &symbol)| self.grid.value(grid, place, symbol)).collect()
    }

    /// An option's short name for sentences: `r3c5=7`, `cage1=689`, `sum1@r3c5=7,14>21`, or the
    /// name in the listing cut after 32 characters.
    pub fn option_short(&self, option: OptionId) -> String {
        match (&self.shape, self.placement(option)) {
            (Shape::Grid(grid), Some(placement)) => placed(grid, placement),
            (Shape::Grid(grid), None) => match self.way(option) {
                Some(Way::Combination(number, symbols)) => {
                    let symbols: String = symbols.iter().map(|&symbol| grid.alphabet.char(symbol)).collect();
                    format!("{}={symbols}", self.related(*number).words.short())
                }
                Some(Way::Tuple(number, tuple)) => {
                    let related = self.related(*number);
                    let between = if related.cells.iter().all(|&place| self.is_cell(place)) { "" } else { "," };
                    format!("{}={}", related.words.short(), self.values(grid, *number, tuple).join(between))
                }
                Some(&Way::Transition(number, at, step)) => {
                    let (before, after) = self.related(number).states(at, step);
                    let value = self.grid.value(grid, self.related(number).cells[at], step.symbol);
                    format!("{}={value},{before}>{after}", self.place_short(grid, number, at))
                }
                None => unreachable!("an option of a grid is a placement or a way"),
            },
            (Shape::Listing(listing), _) => {
                let name = listing.option_name(option.index());
                match name.char_indices().nth(32) {
                    Some((at, _)) => format!("{}~", &name[..at]),
                    None => name,
                }
            }
        }
    }

    /// An option's full name: `r3c5=7`, its name in the listing, or its items.
    pub fn option_name(&self, option: OptionId) -> String {
        match &self.shape {
            Shape::Grid(_) => self.option_short(option),
            Shape::Listing(listing) => listing.option_name(option.index()),
        }
    }

    /// An option's number, counted from 1: its place in the puzzle's file, or for a grid its place
    /// among the placements of the problem.
    pub fn option_number(&self, option: OptionId) -> usize {
        match &self.shape {
            Shape::Grid(_) => option.index() + 1,
            Shape::Listing(listing) => listing.number(option.index()),
        }
    }

    /// An option in words: `put 7 into r3c5`, `give 6 8 9 to killer cage 1`, `the option a d g`.
    pub fn option_long(&self, option: OptionId) -> String {
        match (&self.shape, self.placement(option)) {
            (Shape::Grid(grid), Some(Placement { cell, symbol })) => {
                format!("put {} into {}", grid.alphabet.char(symbol), grid.name(cell))
            }
            (Shape::Listing(listing), _) => listing.option_long(option.index()),
            (Shape::Grid(grid), None) => match self.way(option) {
                Some(Way::Combination(number, symbols)) => {
                    let symbols: Vec<String> =
                        symbols.iter().map(|&symbol| grid.alphabet.char(symbol).into()).collect();
                    let words = self.related(*number).words.long();
                    format!("let {words} hold {} in any order", symbols.join(" "))
                }
                Some(Way::Tuple(number, tuple)) => {
                    let words = self.related(*number).words.long();
                    format!("give {} to {words}", self.values(grid, *number, tuple).join(" "))
                }
                Some(&Way::Transition(number, at, step)) => {
                    let related = self.related(number);
                    let place = related.cells[at];
                    let (symbol, cell) = (self.grid.value(grid, place, step.symbol), self.grid.place(grid, place));
                    let states = match related.states(at, step) {
                        ("", "") => String::new(),
                        ("", after) => format!(", so far {after}"),
                        (before, "") => format!(" after {before}"),
                        (before, after) => format!(" after {before}, so far {after}"),
                    };
                    format!("let {} read {symbol} in {cell}{states}", related.words.long())
                }
                None => unreachable!("an option of a grid is a placement or a way"),
            },
        }
    }

    /// The name of a colour of the problem; empty for 0, which means no colour.
    pub fn color_name(&self, color: u32) -> &str {
        let names = match &self.shape {
            Shape::Grid(_) => Some(&self.grid.colors),
            Shape::Listing(listing) => listing.colors.as_ref().map(|colors| &colors.names),
        };
        names.zip(color.checked_sub(1)).and_then(|(names, at)| names.get(at as usize)).map_or("", String::as_str)
    }

    /// The best total weight in words: a score, a cost or a number of options.
    pub fn best_words(&self, best: i64) -> String {
        match &self.shape {
            Shape::Listing(listing) if !listing.costs.is_empty() => format!("least cost: {}", -best),
            Shape::Listing(_) => format!("fewest options: {}", -best),
            Shape::Grid(_) => format!("best score: {best}"),
        }
    }

    /// A bound on the best total weight in words.
    pub fn bound_words(&self, bound: i64) -> String {
        match &self.shape {
            Shape::Listing(listing) if !listing.costs.is_empty() => format!("no cover costs less than {}", -bound),
            Shape::Listing(_) if bound == -1 => "at least 1 option is needed".to_string(),
            Shape::Listing(_) => format!("at least {} options are needed", -bound),
            Shape::Grid(_) => format!("no score is above {bound}"),
        }
    }

    /// A cover in the puzzle's terms. `None` if it is not a solution of the puzzle.
    pub fn decode(&self, cover: &[OptionId]) -> Option<Solution> {
        match &self.shape {
            Shape::Grid(grid) => self.decode_grid(grid, cover).map(Solution::Grid),
            Shape::Listing(listing) => covers(listing, cover).then(|| {
                let mut options = cover.to_vec();
                options.sort_unstable();
                Solution::Options(options)
            }),
        }
    }

    fn decode_grid(&self, grid: &Grid, cover: &[OptionId]) -> Option<Grid> {
        let mut symbols = vec![None; grid.size().n_cells()];
        for &option in cover {
            let Some(Placement { cell, symbol }) = self.placement(option) else {
                self.way(option)?;
                continue;
            };
            if symbols[cell.index()].replace(symbol).is_some() {
                return None;
            }
        }
        let solved = grid.filled(&symbols);
        solved.solves(grid).then_some(solved)
    }
}

/// Returns whether options cover every primary item as often as the listing asks, and no secondary
/// item twice unless in one colour. Reads the listing, not the problem made from it.
fn covers(listing: &Listing, cover: &[OptionId]) -> bool {
    let mut times = vec![0u32; listing.items.len()];
    let mut given: Vec<Option<&str>> = vec![None; if listing.colors.is_some() { listing.items.len() } else { 0 }];
    for option in cover {
        let Some(listed) = listing.options.get(option.index()) else { return false };
        for (k, &item) in listed.items.iter().enumerate() {
            // Options that give an item the same colour may share it.
            if let (Some(given), Some(color)) = (given.get_mut(item as usize), listing.color_name(option.index(), k))
                && given.replace(color) == Some(color)
            {
                continue;
            }
            times[item as usize] += 1;
        }
    }
    let (primary, secondary) = times.split_at(listing.primary);
    let often_enough = |(item, &times): (usize, &u32)| match listing.range(item) {
        Some((least, most)) => (least..=most).contains(&times),
        None => times == 1 || times > 1 && listing.repeated,
    };
    // If items may be covered several times, the counts alone do not exclude that an option is
    // chosen twice.
    (listing.ranges.is_empty() && !listing.repeated || are_different(cover))
        && primary.iter().enumerate().all(often_enough)
        && secondary.iter().all(|&times| times <= 1)
}

fn are_different(options: &[OptionId]) -> bool {
    let mut sorted = options.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}
