//! The exact cover problem of a grid.

use super::ways::{Related, Way, Ways};
use super::{Encoded, GridNames, NamedVariable, Need, Placement};
use crate::cell::{Cell, Entry, Symbol};
use crate::constraint::{Constraint, Relation, Words};
use crate::grid::Grid;
use crate::joint::Joint;
use crate::shape::Shape;
use crate::symbol_set::SymbolSet;
use crate::tuples::Tuples;
use crate::units::{Unit, meet, units_of};
use dancing::{ItemId, Problem};
use std::collections::HashMap;
use std::sync::Arc;

/// The constraints of a grid by class, in their order.
struct Sorted {
    units: Vec<Unit>,
    pairs: Vec<(Words, Cell, Cell, Relation)>,
    tuples: Vec<(Words, Vec<Cell>, Tuples)>,
    /// The variables of joint constraints, which follow the cells, with the words of these.
    variables: Vec<NamedVariable>,
    /// By cell: the symbols that its entry and the constraints on it alone allow. By variable: its
    /// values.
    open: Vec<SymbolSet>,
}

/// Items, in their order: primary ones first.
struct Items {
    needs: Vec<Need>,
    n_primary: usize,
    /// By cell, the item that it holds a symbol. Meaningless for a hole.
    of_cell: Vec<ItemId>,
    /// By unit, the item of its first symbol. `None` if combinations of the same cells have items
    /// for their symbols.
    of_unit: Vec<Option<u32>>,
    /// By constraint of tuples, its first primary item and the item of its first state.
    of_related: Vec<(u32, u32)>,
    /// By placement, the items of the combinations that its cell is part of.
    of_held: HashMap<(Cell, Symbol), Vec<ItemId>>,
    /// By cell, the item that has its symbol as a colour.
    of_symbol: Vec<Option<ItemId>>,
    /// By placement, the items of the pairs in which it is excluded.
    of_pair: HashMap<(Cell, Symbol), Vec<ItemId>>,
}

/// The problem of a grid. A filled cell has one option only, an empty one those of the symbols that
/// are left; all, if `left` is empty.
pub(super) fn encode(grid: &Grid, left: &[SymbolSet]) -> Encoded {
    encode_watched(grid, left, &|| true).expect("nothing stops it")
}

/// The same; `None` if `go_on`, which is asked at each constraint of tuples, returns false.
pub(super) fn encode_watched(grid: &Grid, left: &[SymbolSet], go_on: &dyn Fn() -> bool) -> Option<Encoded> {
    let sorted = Sorted::new(grid, left);
    let mut units_of = units_of(grid, &sorted.units);
    units_of.resize(sorted.open.len(), Vec::new());
    let related = related(&sorted, &units_of, go_on)?;
    let items = Items::new(grid, &sorted, &related);
    let mut colors = Colors::new(grid, &sorted.variables);
    let secondary = items.needs.len() - items.n_primary;
    let mut problem = Problem::new(items.n_primary as u32, secondary as u32);
    let placements = push_placements(grid, &sorted.open, &units_of, &items, &mut problem);
    let ways = push_ways(&related, &items, &mut colors, &mut problem, (grid.weights.is_some(), go_on))?;
    let pairs = sorted.pairs.into_iter().map(|(words, ..)| words).collect();
    let (units, needs, colors) = (sorted.units, items.needs, colors.names);
    let variables = sorted.variables;
    let names = GridNames { units, pairs, related, variables, needs, placements, ways, colors };
    Some(Encoded { problem: Arc::new(problem), shape: Shape::Grid(grid.clone()), grid: names })
}

impl Sorted {
    fn new(grid: &Grid, left: &[SymbolSet]) -> Sorted {
        let all = |cell: Cell| left.get(cell.index()).copied().unwrap_or(grid.all_symbols());
        let held = |cell: Cell| match grid.entry(cell) {
            Entry::Empty => all(cell),
            Entry::Given(symbol) | Entry::Own(symbol) => SymbolSet::of(symbol),
            Entry::Hole => SymbolSet::EMPTY,
        };
        let open = grid.all_cells().map(held).collect();
        let mut sorted =
            Sorted { units: Vec::new(), pairs: Vec::new(), tuples: Vec::new(), variables: Vec::new(), open };
        for lowered in grid.constraints() {
            let words = lowered.words;
            match lowered.constraint {
                Constraint::AllDifferent(cells) => sorted.units.push(Unit { name: words, cells }),
                Constraint::Allowed(cell, set) => sorted.open[cell.index()] &= set,
                Constraint::Pair(one, other, relation) => sorted.pairs.push((words, one, other, relation)),
                Constraint::Tuples(cells, tuples) => sorted.tuples.push((words, cells, tuples)),
                Constraint::Joint(joint) => sorted.push_joint(words, &joint),
            }
        }
        sorted
    }

    /// Adds the parts of a joint constraint, whose variables get the next numbers.
    fn push_joint(&mut self, words: Words, joint: &Joint) {
        let by = self.open.len() - joint.first;
        let moved = |place: &Cell| match place.index() < joint.first {
            true => *place,
            false => Cell((place.index() + by) as u16),
        };
        let whole = Arc::new(words);
        for part in joint.parts.iter() {
            let words = Words::Part(Arc::clone(&whole), part.name.clone(), part.words.clone());
            self.tuples.push((words, part.places.iter().map(moved).collect(), part.tuples.clone()));
        }
        for variable in joint.variables.iter() {
            self.open.push(SymbolSet::first(variable.values.len()));
            let name = format!("{}.{}", whole.short(), variable.name);
            self.variables.push(NamedVariable { name, values: variable.values });
        }
    }
}

fn related(sorted: &Sorted, units_of: &[Vec<usize>], go_on: &dyn Fn() -> bool) -> Option<Vec<Related>> {
    let each = sorted.tuples.iter().map(|(words, cells, tuples)| {
        if !go_on() {
            return None;
        }
        let open: Vec<SymbolSet> = cells.iter().map(|cell| sorted.open[cell.index()]).collect();
        let differ = |one: usize, other: usize| meet(units_of, cells[one], cells[other]);
        let has_variables = cells.iter().any(|cell| cell.index() >= sorted.open.len() - sorted.variables.len());
        Some(match has_variables {
            true => Related::colored(words.clone(), cells.clone(), tuples.within(&open)),
            false => Related::new(words.clone(), cells.clone(), tuples, &open, differ),
        })
    });
    each.collect()
}

impl Items {
    fn new(grid: &Grid, sorted: &Sorted, related: &[Related]) -> Items {
        let is_whole = |unit: &Unit| unit.cells.len() >= grid.n_symbols();
        let needs: Vec<Need> = grid.all_cells().filter(|&cell| !grid.is_hole(cell)).map(Need::Cell).collect();
        let mut of_cell = vec![ItemId(0); grid.size().n_cells()];
        for (item, need) in (0..).zip(&needs) {
            if let Need::Cell(cell) = need {
                of_cell[cell.index()] = ItemId(item);
            }
        }
        let mut items = Items {
            needs,
            n_primary: 0,
            of_cell,
            of_unit: vec![None; sorted.units.len()],
            of_related: Vec::with_capacity(related.len()),
            of_held: HashMap::new(),
            of_symbol: vec![None; sorted.open.len()],
            of_pair: HashMap::new(),
        };
        // A cage is a unit and has combinations.
        let is_held = |unit: &Unit| {
            let has = |constraint: &Related| constraint.words == unit.name && constraint.cells == unit.cells;
            related.iter().any(|constraint| !constraint.colors_cells() && has(constraint))
        };
        let push_units = |items: &mut Items, whole: bool| {
            let units = sorted.units.iter().enumerate().filter(|(_, unit)| is_whole(unit) == whole);
            for (number, _) in units.filter(|(_, unit)| !is_held(unit)) {
                items.of_unit[number] = Some(items.needs.len() as u32);
                items.needs.extend(grid.alphabet.symbols().map(|symbol| Need::Unit(number, symbol)));
            }
        };
        push_units(&mut items, true);
        for (number, constraint) in related.iter().enumerate() {
            items.of_related.push((items.needs.len() as u32, 0));
            match &constraint.ways {
                Ways::Combinations { symbols, .. } => items.push_combinations(number, &constraint.cells, symbols),
                Ways::Tuples(_) => items.needs.push(Need::Tuple(number)),
                Ways::Transitions => {
                    items.needs.extend((0..constraint.cells.len()).map(|at| Need::Transition(number, at)));
                }
            }
        }
        items.n_primary = items.needs.len();
        push_units(&mut items, false);
        items.push_pairs(grid, sorted);
        let colored = related.iter().filter(|constraint| constraint.colors_cells());
        for cell in colored.flat_map(|constraint| &constraint.cells) {
            if items.of_symbol[cell.index()].is_none() {
                items.of_symbol[cell.index()] = Some(ItemId(items.needs.len() as u32));
                items.needs.push(Need::Symbol(*cell));
            }
        }
        for (number, constraint) in related.iter().enumerate() {
            items.of_related[number].1 = items.needs.len() as u32;
            items.needs.extend((0..constraint.n_states()).map(|at| Need::State(number, at)));
        }
        items
    }

    /// The constraint needs a combination, and each symbol is in a cell or left out by that.
    fn push_combinations(&mut self, number: usize, cells: &[Cell], symbols: &[Symbol]) {
        self.needs.push(Need::Combination(number));
        for &symbol in symbols {
            let item = ItemId(self.needs.len() as u32);
            self.needs.push(Need::Held(number, symbol));
            for &cell in cells {
                self.of_held.entry((cell, symbol)).or_default().push(item);
            }
        }
    }

    /// Every two placements that a rule does not allow together share an item.
    fn push_pairs(&mut self, grid: &Grid, sorted: &Sorted) {
        let can = |cell: Cell, symbol: Symbol| sorted.open[cell.index()].contains(symbol);
        // Rules of one kind may relate the same two cells, in either order. A second item for the
        // same two placements would add nothing and have the same name.
        type Directed<'a> = (Cell, &'a Relation);
        let mut earlier: HashMap<(Cell, Cell, &str), Vec<Directed>> = HashMap::new();
        for (number, (words, first, second, relation)) in sorted.pairs.iter().enumerate() {
            let (first, second) = (*first, *second);
            let before = earlier.entry((first.min(second), first.max(second), words.rule_short())).or_default();
            for one in grid.alphabet.symbols().filter(|&symbol| can(first, symbol)) {
                for other in grid.alphabet.symbols().filter(|&symbol| can(second, symbol)) {
                    let excludes = |&(start, relation): &Directed| match start == first {
                        true => !relation.allows(one, other),
                        false => !relation.allows(other, one),
                    };
                    if !excludes(&(first, relation)) || before.iter().any(excludes) {
                        continue;
                    }
                    let item = ItemId(self.needs.len() as u32);
                    let ends = (Placement { cell: first, symbol: one }, Placement { cell: second, symbol: other });
                    self.needs.push(Need::Pair(ends.0, ends.1, number));
                    self.of_pair.entry((first, one)).or_default().push(item);
                    self.of_pair.entry((second, other)).or_default().push(item);
                }
            }
            before.push((first, relation));
        }
    }
}

/// Adds the options that put symbols into cells.
fn push_placements(
    grid: &Grid,
    open: &[SymbolSet],
    units_of: &[Vec<usize>],
    items: &Items,
    problem: &mut Problem,
) -> Vec<Placement> {
    let mut placements = Vec::with_capacity(grid.size().n_cells() * grid.n_symbols());
    let (mut held, mut of_units) = (Vec::new(), Vec::new());
    for cell in grid.all_cells() {
        of_units.clear();
        of_units.extend(units_of[cell.index()].iter().filter_map(|&unit| items.of_unit[unit]));
        for symbol in open[cell.index()].symbols() {
            held.clear();
            held.push(items.of_cell[cell.index()]);
            held.extend(of_units.iter().map(|first: &u32| ItemId(first + u32::from(symbol.0))));
            if !items.of_held.is_empty() {
                held.extend(items.of_held.get(&(cell, symbol)).into_iter().flatten());
            }
            if !items.of_pair.is_empty() {
                held.extend(items.of_pair.get(&(cell, symbol)).into_iter().flatten());
            }
            let weight = grid.weights.is_some().then(|| i64::from(grid.number(symbol)) * i64::from(grid.weight(cell)));
            let pushed = match (items.of_symbol[cell.index()], weight) {
                (Some(item), weight) => {
                    held.push(item);
                    let mut colors = vec![0; held.len()];
                    colors[held.len() - 1] = Colors::of_symbol(symbol);
                    problem.push_colored(&held, &colors, weight)
                }
                (None, Some(weight)) => problem.push_weighted(&held, weight),
                (None, None) => problem.push(&held),
            };
            pushed.expect("a cell lies in each of its units once");
            placements.push(Placement { cell, symbol });
        }
    }
    placements
}

/// Adds the options of the constraints of tuples. `None` if it is stopped.
fn push_ways(
    related: &[Related],
    items: &Items,
    names: &mut Colors,
    problem: &mut Problem,
    (is_weighted, go_on): (bool, &dyn Fn() -> bool),
) -> Option<Vec<Way>> {
    let mut ways = Vec::new();
    let of_cell = |cell: Cell| items.of_symbol[cell.index()].expect("a cell of tuples has an item for its symbol");
    let weight = is_weighted.then_some(0);
    let mut push = |held: &[(ItemId, u32)], way: Way, problem: &mut Problem| {
        let (held, colors): (Vec<ItemId>, Vec<u32>) = held.iter().copied().unzip();
        problem.push_colored(&held, &colors, weight).expect("the cells of a constraint are different");
        ways.push(way);
    };
    for (number, constraint) in related.iter().enumerate() {
        if !go_on() {
            return None;
        }
        let (first, first_state) = items.of_related[number];
        match &constraint.ways {
            Ways::Combinations { symbols, all } => {
                for combination in all {
                    let out = (first + 1..).zip(symbols).filter(|(_, symbol)| !combination.contains(symbol));
                    let held = std::iter::once(first).chain(out.map(|(item, _)| item));
                    let held: Vec<(ItemId, u32)> = held.map(|item| (ItemId(item), 0)).collect();
                    push(&held, Way::Combination(number, combination.clone()), problem);
                }
                continue;
            }
            Ways::Tuples(list) => {
                for tuple in list {
                    let painted = constraint.cells.iter().zip(tuple);
                    let painted = painted.map(|(&cell, &symbol)| (of_cell(cell), names.of_place(cell, symbol)));
                    let held: Vec<(ItemId, u32)> = [(ItemId(first), 0)].into_iter().chain(painted).collect();
                    push(&held, Way::Tuple(number, tuple.clone()), problem);
                }
                continue;
            }
            Ways::Transitions => {}
        }
        for (at, &cell) in constraint.cells.iter().enumerate() {
            for &step in constraint.tuples.transitions(at) {
                let color = names.of_place(cell, step.symbol);
                let mut held = vec![(ItemId(first + at as u32), 0), (of_cell(cell), color)];
                let states =
                    [(at.checked_sub(1), step.from), (Some(at).filter(|at| at + 1 < constraint.cells.len()), step.to)];
                for (after, state) in states.into_iter().filter_map(|(after, state)| Some((after?, state))) {
                    let color = names.of_state(constraint.tuples.state(after, state));
                    held.push((ItemId(first_state + after as u32), color));
                }
                push(&held, Way::Transition(number, at, step), problem);
            }
        }
    }
    Some(ways)
}

/// The names of the colours of a problem. A symbol is the colour of its number from 1. States have
/// different names only at one place, so a name is one colour.
struct Colors {
    /// By colour, from 1.
    names: Vec<String>,
    of_name: HashMap<String, u32>,
    /// The number of the first variable.
    first: usize,
    /// By variable and value.
    of_values: Vec<Vec<u32>>,
}

impl Colors {
    fn new(grid: &Grid, variables: &[NamedVariable]) -> Colors {
        let names: Vec<String> = grid.alphabet.symbols().map(|symbol| grid.alphabet.char(symbol).into()).collect();
        let of_name = names.iter().cloned().zip(1..).collect();
        let mut colors = Colors { names, of_name, first: grid.size().n_cells(), of_values: Vec::new() };
        for variable in variables {
            let of_values = variable.values.iter().map(|value| colors.of_state(value)).collect();
            colors.of_values.push(of_values);
        }
        colors
    }

    /// The colour of a symbol in a cell, or of the value of a variable.
    fn of_place(&self, place: Cell, symbol: Symbol) -> u32 {
        match place.index().checked_sub(self.first) {
            Some(variable) => self.of_values[variable][usize::from(symbol.0)],
            None => Colors::of_symbol(symbol),
        }
    }

    fn of_symbol(symbol: Symbol) -> u32 {
        u32::from(symbol.0) + 1
    }

    fn of_state(&mut self, words: &str) -> u32 {
        if let Some(&known) = self.of_name.get(words) {
            return known;
        }
        self.names.push(words.to_string());
        self.of_name.insert(words.to_string(), self.names.len() as u32);
        self.names.len() as u32
    }
}
