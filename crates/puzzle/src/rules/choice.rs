//! A choice: at least one, or at least a number, of several groups of rules hold.
//!
//! **Idea.** Each constraint of a group is read by an automaton, cell after cell; so all groups can
//! be read together, and a state says how far each is. The whole is one deterministic automaton, in
//! which a tuple of symbols is one way, however many groups it keeps: nothing is counted twice.
//!
//! **Invariants.** The cells are read in one order. A list of tuples is followed in its own
//! order or, if others need the opposite, backwards. Where neither fits, the symbols of its cells
//! are kept until all are read.

use super::{Cells, Drawn, Lowering, PLAIN, RuleSpec, Takes};
use crate::cell::{Cell, Symbol};
use crate::constraint::Constraint;
use crate::grid::{Grid, GridRule};
use crate::symbol_set::SymbolSet;
use crate::tuples::Tuples;
use std::collections::BTreeSet;

/// The row of a choice between rules. It is not in the table, because it names rules, not cells.
pub static ANY: RuleSpec = RuleSpec {
    id: "any",
    name: "choice",
    short: "any",
    help: "at least one of these holds, or as many as it says",
    takes: Takes { cells: Cells::Any, lines: (0, 0), numbers: (0, 1) },
    usual: |_| 1,
    fault,
    lower,
    drawn: Drawn::Words,
    ..PLAIN
};

/// The most transitions of a choice, whose states take long to make: some tenths of a second.
const MOST_TRANSITIONS: usize = 100_000;

/// The most groups of a choice, and the most choices that can lie in each other.
const MOST: usize = 64;
const DEEPEST: usize = 6;

/// Why a grid cannot have a choice, in words.
fn fault(rule: &GridRule, grid: &Grid) -> Option<String> {
    if !rule.cells.is_empty() {
        return Some("`any` names rules, not cells".to_string());
    }
    if rule.branches.is_empty() || rule.branches.iter().any(Vec::is_empty) {
        return Some("`any` needs rules to choose from".to_string());
    }
    if rule.branches.len() > MOST {
        return Some(format!("`any` has {} groups of rules, at most {MOST} expected", rule.branches.len()));
    }
    let wanted = rule.number(grid) as usize;
    if !(1..=rule.branches.len()).contains(&wanted) {
        return Some(format!("{wanted} of {} groups of rules cannot be asked for", rule.branches.len()));
    }
    if depth(rule) > DEEPEST {
        return Some(format!("choices lie in each other more than {DEEPEST} deep"));
    }
    rule.branches.iter().flatten().find_map(|inner| match inner.fault(grid) {
        None if inner.is_only_drawn() => Some("a rule that is only drawn cannot be chosen".to_string()),
        None if inner.spec().has_variables => Some(format!("`{}` compares whole rows and cannot be chosen", inner.id)),
        None if !inner.spec().names_cells() => Some(format!("`{}` is a rule of the whole grid", inner.id)),
        fault => fault,
    })
}

fn depth(rule: &GridRule) -> usize {
    rule.branches.iter().flatten().map(|inner| 1 + depth(inner)).max().unwrap_or(0)
}

/// A choice as one constraint on all the cells that its rules name.
fn lower(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let of_group = |group: &Vec<GridRule>| group.iter().flat_map(|inner| (inner.spec().lower)(inner, grid)).collect();
    let groups: Vec<Vec<Constraint>> = rule.branches.iter().map(of_group).collect();
    let order = order_of(&groups);
    if order.is_empty() {
        return Vec::new();
    }
    let groups: Vec<Vec<Reader>> =
        groups.iter().map(|group| group.iter().map(|constraint| Reader::new(constraint, &order)).collect()).collect();
    let wanted = rule.number(grid) as usize;
    let start: Vec<Group> = groups.iter().map(|group| Group::start(group)).collect();
    let start = Choice::settled(start, wanted).expect("no group is broken before a cell is read");
    let next = |choice: &Choice, at: usize, symbol: Symbol| {
        let Choice::Open(states) = choice else { return Some(Choice::Kept) };
        let states = states.iter().zip(&groups).map(|(state, group)| state.after(group, at, symbol)).collect();
        Choice::settled(states, wanted)
    };
    let is_kept = |choice: &Choice| *choice == Choice::Kept;
    let tuples = grid.accepted_within(MOST_TRANSITIONS, &order, start, next, is_kept, Choice::words);
    vec![Constraint::Tuples(order, tuples)]
}

/// The cells of all constraints, so that as many lists of tuples as possible are read in their
/// order or against it.
fn order_of(groups: &[Vec<Constraint>]) -> Vec<Cell> {
    let all = || groups.iter().flatten();
    let lists = all().filter(|constraint| matches!(constraint, Constraint::Tuples(..))).map(Constraint::cells);
    let mut ways: Vec<Vec<Cell>> = Vec::new();
    for list in lists {
        let back: Vec<Cell> = list.iter().rev().copied().collect();
        for way in [list, back] {
            let is_known = ways.contains(&way);
            ways.push(way);
            if is_known || sorted(&ways).is_some() {
                break;
            }
            ways.pop();
        }
    }
    let mut order = sorted(&ways).unwrap_or_default();
    for cell in all().flat_map(Constraint::cells) {
        if !order.contains(&cell) {
            order.push(cell);
        }
    }
    order
}

/// The cells of several ways, each in its order; `None` if they contradict each other. A way that
/// was begun is gone on first.
fn sorted(ways: &[Vec<Cell>]) -> Option<Vec<Cell>> {
    let mut left: Vec<&[Cell]> = ways.iter().map(Vec::as_slice).collect();
    let mut order: Vec<Cell> = Vec::new();
    while left.iter().any(|way| !way.is_empty()) {
        let is_free = |cell: &Cell| left.iter().all(|way| !way.iter().skip(1).any(|later| later == cell));
        let begun = (0..ways.len()).filter(|&at| left[at].len() < ways[at].len()).chain(0..ways.len());
        let next = begun.filter_map(|at| left[at].first()).find(|cell| is_free(cell)).copied()?;
        order.push(next);
        left.iter_mut().for_each(|way| *way = way.strip_prefix(&[next]).unwrap_or(way));
    }
    Some(order)
}

/// A constraint, and by place of the order, the place of its cell in the constraint.
struct Reader<'a> {
    constraint: &'a Constraint,
    places: Vec<Option<usize>>,
    way: Way,
    /// The last place of the order that it reads.
    last: usize,
}

/// The direction in which the cells of a constraint lie in the order.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Forward,
    Backward,
    /// Neither, or it does not matter.
    Other,
}

impl Reader<'_> {
    fn new<'a>(constraint: &'a Constraint, order: &[Cell]) -> Reader<'a> {
        let cells = constraint.cells();
        let places: Vec<Option<usize>> =
            order.iter().map(|cell| cells.iter().position(|other| other == cell)).collect();
        let met: Vec<usize> = places.iter().flatten().copied().collect();
        let way = match constraint {
            Constraint::Tuples(..) if met.is_sorted() => Way::Forward,
            Constraint::Tuples(..) if met.is_sorted_by(|one, other| one > other) => Way::Backward,
            _ => Way::Other,
        };
        Reader { constraint, last: places.iter().rposition(Option::is_some).unwrap_or(0), places, way }
    }

    fn start(&self) -> Part {
        match (self.constraint, self.way) {
            (Constraint::Tuples(..), Way::Forward) => Part::At(0),
            (Constraint::Tuples(..), Way::Backward) => Part::Among(BTreeSet::from([0])),
            (Constraint::AllDifferent(_), _) => Part::Used(SymbolSet::EMPTY),
            _ => Part::Read(vec![None; self.constraint.cells().len()]),
        }
    }

    /// The progress after a symbol at a place of the order; `None` if the constraint is broken.
    fn after(&self, part: &Part, at: usize, symbol: Symbol) -> Option<Part> {
        let Some(place) = self.places[at] else { return Some(part.clone()) };
        let part = match (part, self.constraint) {
            (Part::At(state), Constraint::Tuples(_, tuples)) => Part::At(step(tuples, place, *state, symbol)?),
            (Part::Among(states), Constraint::Tuples(_, tuples)) => {
                let before = |step: &&crate::tuples::Transition| step.symbol == symbol && states.contains(&step.to);
                let among: BTreeSet<u32> =
                    tuples.transitions(place).iter().filter(before).map(|step| step.from).collect();
                (!among.is_empty()).then_some(Part::Among(among))?
            }
            (Part::Used(used), _) => (!used.contains(symbol)).then_some(Part::Used(used.with(symbol)))?,
            (Part::Read(read), constraint) => {
                let mut read = read.clone();
                read[place] = Some(symbol);
                let whole: Option<Vec<Symbol>> = read.iter().copied().collect();
                whole.is_none_or(|whole| constraint.holds(&whole)).then_some(Part::Read(read))?
            }
            (part, _) => part.clone(),
        };
        Some(if at == self.last { Part::Kept } else { part })
    }
}

/// The state after a symbol.
fn step(tuples: &Tuples, place: usize, state: u32, symbol: Symbol) -> Option<u32> {
    tuples.transitions_from(place, state).iter().find(|step| step.symbol == symbol).map(|step| step.to)
}

/// The progress of a constraint.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Part {
    /// All its cells were read, and it holds.
    Kept,
    /// The state of an automaton.
    At(u32),
    /// The states of an automaton from which the cells that were read, which are its last, end.
    Among(BTreeSet<u32>),
    /// The symbols of cells that differ.
    Used(SymbolSet),
    /// The symbols that were read.
    Read(Vec<Option<Symbol>>),
}

/// The progress of a group of rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Group {
    Kept,
    Broken,
    Open(Vec<Part>),
}

impl Group {
    fn start(readers: &[Reader]) -> Group {
        Group::Open(readers.iter().map(Reader::start).collect()).settled()
    }

    fn after(&self, readers: &[Reader], at: usize, symbol: Symbol) -> Group {
        let Group::Open(parts) = self else { return self.clone() };
        let parts: Option<Vec<Part>> =
            parts.iter().zip(readers).map(|(part, reader)| reader.after(part, at, symbol)).collect();
        parts.map_or(Group::Broken, |parts| Group::Open(parts).settled())
    }

    fn settled(self) -> Group {
        match &self {
            Group::Open(parts) if parts.iter().all(|part| *part == Part::Kept) => Group::Kept,
            _ => self,
        }
    }
}

/// The progress of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Choice {
    /// As many groups as are wanted hold, whatever follows.
    Kept,
    Open(Vec<Group>),
}

impl Choice {
    /// `None` if too few groups can still hold.
    fn settled(groups: Vec<Group>, wanted: usize) -> Option<Choice> {
        let kept = groups.iter().filter(|group| **group == Group::Kept).count();
        let broken = groups.iter().filter(|group| **group == Group::Broken).count();
        match (kept >= wanted, groups.len() - broken >= wanted) {
            (true, _) => Some(Choice::Kept),
            (false, true) => Some(Choice::Open(groups)),
            (false, false) => None,
        }
    }

    /// The groups that can still hold: `1|3`, with a mark behind those that do.
    fn words(&self) -> String {
        let Choice::Open(groups) = self else { return "kept".to_string() };
        let word = |(at, group): (usize, &Group)| match group {
            Group::Broken => None,
            Group::Kept => Some(format!("{at}!")),
            Group::Open(_) => Some(at.to_string()),
        };
        (1..).zip(groups).filter_map(word).collect::<Vec<_>>().join("|")
    }
}
