//! A puzzle as an exact cover problem, and back. Only this file translates between names and ids.
//!
//! A grid has one item for every cell and one for every symbol of every unit. "Put this symbol into
//! this cell" is an option. A unit with fewer cells than symbols gives secondary items. A grid's
//! weights become option weights. A listing names its items and options itself.

use super::cell::{Cell, Symbol};
use super::constraint::{Constraint, Relation, Words};
use super::grid::Grid;
use super::listing::Listing;
use super::options::ListedOption;
use super::shape::{Shape, Solution};
use super::units::Unit;
use crate::dlx::{ItemId, OptionId, Problem};
use smol_str::SmolStr;
use std::collections::HashMap;
use std::sync::Arc;

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
}

/// An option of a grid: a symbol put into a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields say what they are by their names")]
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
    /// By item, primary ones first.
    needs: Vec<Need>,
    /// By option.
    placements: Vec<Placement>,
}

impl GridNames {
    /// The name of the rule that relates a pair of cells.
    fn pair_name(&self, pair: usize) -> &str {
        self.pairs[pair].rule().map_or("", SmolStr::as_str)
    }
}

/// An estimated upper bound on the bytes that a puzzle's problem and its search take.
pub fn memory_of(shape: &Shape) -> u64 {
    match shape {
        // Negligible: the largest grid with every rule takes a few megabytes.
        Shape::Grid(_) => 0,
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
        Shape::Grid(grid) => encode_grid(grid),
        Shape::Listing(listing) => encode_listing(listing),
    }
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

/// The exact cover problem of a grid. A filled cell has one option only.
fn encode_grid(grid: &Grid) -> Encoded {
    let (n, n_cells) = (grid.n_symbols(), grid.size().n_cells());
    let (mut units, mut relations, mut words) = (Vec::new(), Vec::new(), Vec::new());
    let mut allowed = vec![grid.all_symbols(); n_cells];
    for lowered in grid.constraints() {
        match lowered.constraint {
            Constraint::AllDifferent(cells) => units.push(Unit { name: lowered.words, cells }),
            Constraint::Allowed(cell, set) => allowed[cell.index()] &= set,
            Constraint::Pair(one, other, relation) => {
                relations.push((one, other, relation));
                words.push(lowered.words);
            }
            Constraint::Tuples(..) => unreachable!("no row of the table of rules lowers to tuples"),
        }
    }
    let whole = |unit: &Unit| unit.cells.len() >= n;
    let mut needs: Vec<Need> = grid.all_cells().map(Need::Cell).collect();
    let mut first_item = vec![0; units.len()];
    let order = (0..units.len()).filter(|&u| whole(&units[u])).chain((0..units.len()).filter(|&u| !whole(&units[u])));
    let mut primary = needs.len();
    for u in order {
        first_item[u] = needs.len();
        needs.extend(grid.alphabet.symbols().map(|symbol| Need::Unit(u, symbol)));
        if whole(&units[u]) {
            primary = needs.len();
        }
    }
    let mut units_of = vec![Vec::new(); n_cells];
    for (u, unit) in units.iter().enumerate() {
        for &cell in &unit.cells {
            units_of[cell.index()].push(u);
        }
    }
    // Every two placements that a rule does not allow together share a secondary item.
    let can = |cell: Cell, symbol: Symbol| {
        let is_free = grid.entry(cell).symbol().is_none_or(|held| held == symbol);
        is_free && allowed[cell.index()] >> symbol.0 & 1 == 1
    };
    let mut pairs: HashMap<(Cell, Symbol), Vec<ItemId>> = HashMap::new();
    // Rules of one kind may relate the same two cells, in either order. A second item for the same
    // two placements would add nothing and have the same name.
    type Directed<'a> = (Cell, &'a Relation);
    let mut earlier: HashMap<(Cell, Cell, &str), Vec<Directed>> = HashMap::new();
    for (number, &(first, second, ref relation)) in relations.iter().enumerate() {
        let ends = (first.min(second), first.max(second), words[number].rule_short());
        let before = earlier.entry(ends).or_default();
        for one in grid.alphabet.symbols().filter(|&symbol| can(first, symbol)) {
            for other in grid.alphabet.symbols().filter(|&symbol| can(second, symbol)) {
                let excludes = |&(start, relation): &Directed| match start == first {
                    true => !relation.allows(one, other),
                    false => !relation.allows(other, one),
                };
                if !excludes(&(first, relation)) || before.iter().any(excludes) {
                    continue;
                }
                let item = ItemId(needs.len() as u32);
                let ends = (Placement { cell: first, symbol: one }, Placement { cell: second, symbol: other });
                needs.push(Need::Pair(ends.0, ends.1, number));
                pairs.entry((first, one)).or_default().push(item);
                pairs.entry((second, other)).or_default().push(item);
            }
        }
        before.push((first, relation));
    }
    drop(earlier);
    let mut problem = Problem::new(primary as u32, (needs.len() - primary) as u32);
    let mut placements = Vec::with_capacity(n_cells * n);
    let mut items = Vec::new();
    for cell in grid.all_cells() {
        let held = grid.entry(cell).symbol();
        let set = allowed[cell.index()];
        for symbol in grid.alphabet.symbols().filter(|&symbol| held.is_none_or(|held| held == symbol)) {
            if set >> symbol.0 & 1 == 0 {
                continue;
            }
            items.clear();
            items.push(ItemId(u32::from(cell.0)));
            items.extend(units_of[cell.index()].iter().map(|&u| ItemId(first_item[u] as u32 + u32::from(symbol.0))));
            if !pairs.is_empty() {
                items.extend(pairs.get(&(cell, symbol)).into_iter().flatten());
            }
            let pushed = if grid.weights.is_some() {
                problem.push_weighted(&items, i64::from(grid.number(symbol)) * i64::from(grid.weight(cell)))
            } else {
                problem.push(&items)
            };
            pushed.expect("a cell lies in each of its units once");
            placements.push(Placement { cell, symbol });
        }
    }
    let names = GridNames { units, pairs: words, needs, placements };
    Encoded { problem: Arc::new(problem), shape: Shape::Grid(grid.clone()), grid: names }
}

/// `r3c5=7`
fn placed(grid: &Grid, Placement { cell, symbol }: Placement) -> String {
    format!("{}={}", grid.name(cell), grid.alphabet.char(symbol))
}

impl Encoded {
    /// The puzzle as it was when it was encoded.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The grid; `None` for a listing.
    pub fn grid(&self) -> Option<&Grid> {
        self.shape.grid()
    }

    /// The constraint of an item of a grid; `None` for a listing.
    pub fn need(&self, item: ItemId) -> Option<Need> {
        self.grid.needs.get(item.index()).copied()
    }

    /// A unit of the grid by its index in `Grid::units`.
    pub fn unit(&self, number: usize) -> &Unit {
        &self.grid.units[number]
    }

    /// The placement of an option of a grid; `None` for a listing.
    pub fn placement(&self, option: OptionId) -> Option<Placement> {
        self.grid.placements.get(option.index()).copied()
    }

    /// The option that puts a symbol into a cell; `None` if the cell holds another symbol.
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
        Listing { items, primary: problem.n_primary(), options: options.collect(), ..Listing::default() }
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
            },
        }
    }

    /// An option's short name for sentences: `r3c5=7`, or the name in the listing cut after 32
    /// characters.
    pub fn option_short(&self, option: OptionId) -> String {
        match (&self.shape, self.placement(option)) {
            (Shape::Grid(grid), Some(Placement { cell, symbol })) => {
                format!("{}={}", grid.name(cell), grid.alphabet.char(symbol))
            }
            (Shape::Listing(listing), _) => {
                let name = listing.option_name(option.index());
                match name.char_indices().nth(32) {
                    Some((at, _)) => format!("{}~", &name[..at]),
                    None => name,
                }
            }
            (Shape::Grid(_), None) => unreachable!("every option of a grid is a placement"),
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

    /// An option in words: `put 7 into r3c5`, `the option a d g`.
    pub fn option_long(&self, option: OptionId) -> String {
        match (&self.shape, self.placement(option)) {
            (Shape::Grid(grid), Some(Placement { cell, symbol })) => {
                format!("put {} into {}", grid.alphabet.char(symbol), grid.name(cell))
            }
            (Shape::Listing(listing), _) => listing.option_long(option.index()),
            (Shape::Grid(_), None) => unreachable!("every option of a grid is a placement"),
        }
    }

    /// The name of a colour of the problem; empty for 0, which means no colour.
    pub fn color_name(&self, color: u32) -> &str {
        let colors = self.shape.listing().and_then(|listing| listing.colors.as_ref());
        colors
            .zip(color.checked_sub(1))
            .and_then(|(colors, at)| colors.names.get(at as usize))
            .map_or("", String::as_str)
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
            let Placement { cell, symbol } = self.placement(option)?;
            if symbols[cell.index()].replace(symbol).is_some() {
                return None;
            }
        }
        let symbols: Vec<Symbol> = symbols.into_iter().collect::<Option<_>>()?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::areas::Areas;

    #[test]
    fn a_nine_by_nine_has_324_items_and_729_options() {
        let mut grid = Grid::new(9, Areas::usual_boxes(9).unwrap());
        let encoded = encode_grid(&grid);
        assert_eq!(
            (encoded.problem.n_primary(), encoded.problem.n_items(), encoded.problem.n_options()),
            (324, 324, 729)
        );
        grid.cells[22] = crate::puzzle::Entry::Given(Symbol(6));
        let encoded = encode_grid(&grid);
        assert_eq!(encoded.problem.n_options(), 721);
        let option = encoded.option(Cell(22), Symbol(6)).unwrap();
        assert_eq!(encoded.option_long(option), "put 7 into r3c5");
        let names: Vec<_> = encoded.problem.items_of(option).iter().map(|&item| encoded.item_short(item)).collect();
        assert_eq!(names, ["r3c5", "r3=7", "c5=7", "b2=7"]);
        assert_eq!(encoded.option(Cell(22), Symbol(0)), None);
    }

    #[test]
    fn what_is_no_solution_is_not_decoded() {
        let encoded = encode_grid(&Grid::new(4, Areas::usual_boxes(4).unwrap()));
        let rows = ["1234", "3412", "2143", "4321"].concat();
        let cover: Vec<OptionId> = rows
            .chars()
            .enumerate()
            .map(|(at, c)| encoded.option(Cell(at as u16), Symbol(c as u8 - b'1')).unwrap())
            .collect();
        assert!(encoded.decode(&cover).is_some());
        assert!(encoded.decode(&cover[1..]).is_none());
        let mut wrong = cover.clone();
        wrong[0] = OptionId(wrong[0].0 + 1);
        assert!(encoded.decode(&wrong).is_none());
    }

    #[test]
    fn a_listing_is_decoded_when_it_covers() {
        let option = |items: &[u32]| crate::puzzle::ListedOption { name: None, items: items.to_vec() };
        let items = ["a", "b", "x"].map(Into::into).to_vec();
        let options = [option(&[0, 2]), option(&[1, 2]), option(&[1])].into_iter().collect();
        let listing = Listing { items, primary: 2, options, ..Listing::default() };
        let encoded = encode(&Shape::from(listing));
        let cover = |options: &[u32]| encoded.decode(&options.iter().map(|&o| OptionId(o)).collect::<Vec<_>>());
        assert_eq!(cover(&[2, 0]), Some(Solution::Options(vec![OptionId(0), OptionId(2)])));
        assert_eq!(cover(&[0, 1]), None, "x twice");
        assert_eq!(cover(&[0]), None);
        assert_eq!(cover(&[0, 7]), None);
        assert_eq!(encoded.option_long(OptionId(0)), "the option a x");
    }
}
