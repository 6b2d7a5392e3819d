//! Constraints on the cells of a grid. Every rule lowers to them, so the encoder, the checker, the
//! candidates and the hints know no rule by its name.

use super::areas::letter;
use super::cell::{Cell, Symbol};
use super::joint::Joint;
use super::symbol_set::SymbolSet;
use super::tuples::Tuples;
use smol_str::SmolStr;
use std::sync::Arc;

/// A constraint on cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// The cells hold different symbols: a unit.
    AllDifferent(Vec<Cell>),
    /// The cell holds a symbol of this set.
    Allowed(Cell, SymbolSet),
    /// The two cells hold two symbols that the relation allows, the first cell the first of them.
    Pair(Cell, Cell, Relation),
    /// The cells hold one of these tuples of symbols.
    Tuples(Vec<Cell>, Tuples),
    /// The cells, and variables that are not cells, hold tuples of several lists.
    Joint(Joint),
}

impl Constraint {
    /// The cells that the constraint is about, in order.
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Constraint::AllDifferent(cells) | Constraint::Tuples(cells, _) => cells.clone(),
            Constraint::Allowed(cell, _) => vec![*cell],
            Constraint::Pair(one, other, _) => vec![*one, *other],
            Constraint::Joint(joint) => joint.cells.clone(),
        }
    }

    /// The same constraint with its two cells in the other order; `None` if it is not about a pair.
    pub fn turned(&self) -> Option<Constraint> {
        match self {
            Constraint::Pair(one, other, relation) => Some(Constraint::Pair(*other, *one, relation.turned())),
            Constraint::AllDifferent(_) | Constraint::Allowed(..) => None,
            Constraint::Tuples(..) | Constraint::Joint(_) => None,
        }
    }

    /// By cell of [`Constraint::cells`]: the symbols that agree with the sets of the other cells,
    /// `sets` in the same order. The cell's set does not count. A unit removes only symbols that are
    /// alone in a set. Those that are not symbols of the grid mean nothing.
    pub fn support(&self, sets: &[SymbolSet]) -> Vec<SymbolSet> {
        match (self, sets) {
            (Constraint::AllDifferent(_), _) => {
                let alone = |set: SymbolSet| set.only().into_iter().collect();
                let (mut once, mut twice) = (SymbolSet::EMPTY, SymbolSet::EMPTY);
                sets.iter().for_each(|&set| (once, twice) = (once | alone(set), twice | once & alone(set)));
                sets.iter().map(|&set| SymbolSet::ALL - ((once - alone(set)) | twice)).collect()
            }
            (Constraint::Allowed(_, allowed), _) => vec![*allowed],
            (Constraint::Pair(_, _, relation), &[one, other]) => vec![relation.before(other), relation.after(one)],
            (Constraint::Pair(..), _) => unreachable!("a pair has two cells"),
            (Constraint::Tuples(_, tuples), _) => tuples.support(sets),
            (Constraint::Joint(joint), _) => joint.support(sets),
        }
    }

    /// Returns whether the constraint holds if its cells hold these symbols.
    pub fn holds(&self, symbols: &[Symbol]) -> bool {
        let sets: Vec<SymbolSet> = symbols.iter().copied().map(SymbolSet::of).collect();
        self.support(&sets).iter().zip(&sets).all(|(&support, &set)| support.meets(set))
    }
}

/// A constraint of a grid with the words for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lowered {
    /// The constraint, without words.
    pub constraint: Constraint,
    /// The words that describe it in names and messages.
    pub words: Words,
}

/// The words for a constraint. Numbers are 0-based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Words {
    Row(usize),
    Column(usize),
    /// The box with this number, row-major.
    Box(usize),
    Region(usize),
    /// A unit of one of several grids.
    In(SubUnit),
    /// From the top left to the bottom right.
    Falling,
    /// From the bottom left to the top right.
    Rising,
    /// A constraint of a rule: the name of the rule, its short name, and for a unit or tuples the
    /// number among those of this name. It is 0 for others. The label is what the rule itself says,
    /// such as the sum of a cage; empty if it says nothing.
    Rule {
        name: SmolStr,
        short: SmolStr,
        number: usize,
        label: SmolStr,
    },
    /// A part of a constraint, with its short name and its words.
    Part(Arc<Words>, SmolStr, SmolStr),
}

/// A row, a column or a box of one of several grids. Numbers are 0-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubUnit {
    /// The row of the whole, and the grid.
    Row(usize, usize),
    /// The column of the whole, and the grid.
    Column(usize, usize),
    /// The box of the grid, row-major, and the grid.
    Box(usize, usize),
}

impl SubUnit {
    /// `row 3 of grid B`
    fn long(self) -> String {
        let (noun, k, grid) = match self {
            SubUnit::Row(k, grid) => ("row", k, grid),
            SubUnit::Column(k, grid) => ("column", k, grid),
            SubUnit::Box(k, grid) => ("box", k, grid),
        };
        format!("{noun} {} of grid {}", k + 1, grid_letter(grid))
    }

    /// `Br3`
    fn short(self) -> String {
        let (sign, k, grid) = match self {
            SubUnit::Row(k, grid) => ('r', k, grid),
            SubUnit::Column(k, grid) => ('c', k, grid),
            SubUnit::Box(k, grid) => ('b', k, grid),
        };
        format!("{}{sign}{}", grid_letter(grid), k + 1)
    }
}

/// The letter of one of several grids: `A` for 0. After `Z`, the grid's 1-based number.
pub fn grid_letter(grid: usize) -> String {
    letter(grid).to_uppercase()
}

impl Words {
    /// A unit in words: `row 3`, `region b`, `window 2`, `killer cage 5 (23)`.
    pub fn long(&self) -> String {
        match self {
            Words::Row(k) => format!("row {}", k + 1),
            Words::Column(k) => format!("column {}", k + 1),
            Words::Box(k) => format!("box {}", k + 1),
            Words::Region(k) => format!("region {}", letter(*k)),
            Words::In(unit) => unit.long(),
            Words::Falling => "the falling diagonal".to_string(),
            Words::Rising => "the rising diagonal".to_string(),
            Words::Rule { name, number, label, .. } if label.is_empty() => format!("{name} {}", number + 1),
            Words::Rule { name, number, label, .. } => format!("{name} {} ({label})", number + 1),
            Words::Part(whole, _, words) => format!("{}, {words}", whole.long()),
        }
    }

    /// The short name of a unit: `r3`, `b`, `w2`.
    pub fn short(&self) -> String {
        match self {
            Words::Row(k) => format!("r{}", k + 1),
            Words::Column(k) => format!("c{}", k + 1),
            Words::Box(k) => format!("b{}", k + 1),
            Words::Region(k) => letter(*k),
            Words::In(unit) => unit.short(),
            Words::Falling => "\\".to_string(),
            Words::Rising => "/".to_string(),
            Words::Rule { short, number, .. } => format!("{short}{}", number + 1),
            Words::Part(whole, name, _) => format!("{}.{name}", whole.short()),
        }
    }

    /// Returns whether this is a row.
    pub(crate) fn is_row(&self) -> bool {
        matches!(self, Words::Row(_) | Words::In(SubUnit::Row(..)))
    }

    /// Returns whether this is a row or a column.
    pub(crate) fn is_line(&self) -> bool {
        self.is_row() || matches!(self, Words::Column(_) | Words::In(SubUnit::Column(..)))
    }

    /// The name of the rule: `anti-knight`; `None` for rows, columns, areas and diagonals.
    pub fn rule(&self) -> Option<&SmolStr> {
        match self {
            Words::Rule { name, .. } => Some(name),
            Words::Part(whole, ..) => whole.rule(),
            _ => None,
        }
    }

    /// The short name of the rule: `knight`; empty for rows, columns, areas and diagonals.
    pub fn rule_short(&self) -> &str {
        match self {
            Words::Rule { short, .. } => short,
            Words::Part(whole, ..) => whole.rule_short(),
            _ => "",
        }
    }
}

/// The pairs of symbols that two cells may hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Relation {
    /// By symbol of the first cell, the symbols that the second cell may hold.
    /// Shared, because a rule relates many pairs of cells in the same way.
    after: Arc<[SymbolSet]>,
}

impl Relation {
    /// The pairs of symbols that a function allows.
    pub fn new(n_symbols: usize, allows: impl Fn(Symbol, Symbol) -> bool) -> Relation {
        let all = || (0..n_symbols as u8).map(Symbol);
        let after = |one| all().filter(|&other| allows(one, other)).collect();
        Relation { after: all().map(after).collect() }
    }

    /// Returns true if the first cell may hold `one` while the second holds `other`.
    pub fn allows(&self, one: Symbol, other: Symbol) -> bool {
        self.after[usize::from(one.0)].contains(other)
    }

    /// The symbols that the second cell may hold beside some symbol of a set in the first cell.
    pub fn after(&self, set: SymbolSet) -> SymbolSet {
        self.symbols().filter(|&symbol| set.contains(symbol)).map(|symbol| self.after[usize::from(symbol.0)]).collect()
    }

    /// The symbols that the first cell may hold beside some symbol of a set in the second cell.
    pub fn before(&self, set: SymbolSet) -> SymbolSet {
        self.symbols().filter(|&symbol| self.after[usize::from(symbol.0)].meets(set)).collect()
    }

    /// The relation with the cells in the other order.
    pub fn turned(&self) -> Relation {
        Relation { after: self.symbols().map(|symbol| self.before(SymbolSet::of(symbol))).collect() }
    }

    fn symbols(&self) -> impl Iterator<Item = Symbol> + use<> {
        (0..self.after.len() as u8).map(Symbol)
    }
}
