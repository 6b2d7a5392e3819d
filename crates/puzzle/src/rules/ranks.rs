//! Ranks: the rows and columns of a square, each read from both of its ends, in the order of the
//! numbers that they are.
//!
//! **Idea.** A line that is the r-th from the lowest begins with the (r/4)-th symbol, rounded up,
//! since each symbol begins four lines, one from each side. So the line is compared, cell by cell,
//! with the one line of each other side that begins as it does. Each comparison has a variable, and
//! each side has one that says how its line compares in the end.

use super::Lowering;
use crate::cell::{Cell, Symbol};
use crate::constraint::Constraint;
use crate::grid::{Grid, GridRule};
use crate::joint::{Joint, JointPart, JointVariable};
use crate::symbol_set::SymbolSet;
use crate::tuples::Tuples;
use smol_str::{SmolStr, format_smolstr};
use std::cmp::Ordering;

/// The values of a comparison so far: the other line begins with another symbol, is equal, lower,
/// or higher.
const COMPARED: &[&str] = &["other", "level", "lower", "higher"];
const OTHER: u8 = 0;
const LEVEL: u8 = 1;
const LOWER: u8 = 2;
const HIGHER: u8 = 3;

/// The values of a side: its line that begins alike is lower or higher, or equal to the clue's.
const SIDES: &[&str] = &["lower", "higher", "level"];

/// Each row and column of the grid holds all symbols, so that each begins one line of each side.
pub(super) fn no_square(rule: &GridRule, grid: &Grid) -> Option<String> {
    let is_square = grid.is_square() && grid.rows() == grid.n_symbols();
    let n = 4 * grid.rows();
    match rule.numbers[..] {
        _ if !is_square => Some(format!("`{}` needs a square grid with as many symbols as rows", rule.id)),
        [rank] if !(1..=n as u32).contains(&rank) => {
            Some(format!("`{}` names rank {rank}, 1 to {n} expected: rows and columns from both ends", rule.id))
        }
        _ => None,
    }
}

/// A line of cells from one of the four sides.
struct Line {
    /// `r3`, or `r3'` from its end.
    name: String,
    cells: Vec<Cell>,
    /// The side where it begins: left, right, top, bottom.
    side: usize,
}

/// All rows and columns from both ends.
fn lines(grid: &Grid) -> Vec<Line> {
    let n = grid.rows();
    let line = |k: usize, side: usize| {
        let mut cells: Vec<Cell> =
            (0..n).map(|at| if side < 2 { grid.cell(k, at) } else { grid.cell(at, k) }).collect();
        if side % 2 == 1 {
            cells.reverse();
        }
        let (letter, mark) = (if side < 2 { 'r' } else { 'c' }, if side % 2 == 1 { "'" } else { "" });
        Line { name: format!("{letter}{}{mark}", k + 1), cells, side }
    };
    (0..4).flat_map(|side| (0..n).map(move |k| (k, side))).map(|(k, side)| line(k, side)).collect()
}

/// The constraints of a rank. If it `ties`, other lines may be equal to the clue's.
pub(super) fn rank(rule: &GridRule, grid: &Lowering, ties: bool) -> Vec<Constraint> {
    let (Some(rank), Some(&first)) = (rule.number(grid).checked_sub(1), rule.cells.first()) else { return Vec::new() };
    let (begins, lower) = (Symbol((rank / 4) as u8), rank % 4);
    let all = lines(grid);
    let Some(own) = all.iter().find(|line| line.cells == rule.cells) else { return Vec::new() };
    let lists = Lists::new(grid.n_symbols(), begins, lower, ties);
    let mut ranking = Ranking { grid, lists, variables: Vec::new(), parts: Vec::new() };
    let mut sides = Vec::new();
    for side in (0..4).filter(|&side| side != own.side) {
        let values = if ties { SIDES } else { &SIDES[..2] };
        let place = ranking.variable(["left", "right", "top", "bottom"][side].into(), values);
        sides.push(place);
        // The line backwards begins with another symbol.
        let back = |line: &&Line| line.cells.iter().rev().ne(&own.cells);
        for line in all.iter().filter(|line| line.side == side).filter(back) {
            ranking.compare(own, line, place);
            if grid.is_spent() {
                return Vec::new();
            }
        }
    }
    let words = format_smolstr!("{lower} of the others are lower");
    ranking.part("all".into(), words, sides, |lists| &lists.rank);
    let joint = Joint::new(grid.size().n_cells(), ranking.variables, ranking.parts);
    vec![Constraint::Allowed(first, SymbolSet::of(begins)), Constraint::Joint(joint)]
}

/// The tuples of all parts of a rank.
struct Lists {
    /// The first symbol of another line, and what is known of it.
    first: Tuples,
    /// A symbol of the clue's line, one of the other, what was known, and what is known then.
    step: Tuples,
    /// The comparison in the end, and the value of the side.
    end: Tuples,
    /// The values of the sides.
    rank: Tuples,
}

/// The progress of a comparison at one cell of two lines.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Step {
    Read(Symbol),
    Compared(Ordering),
    Known(u8),
}

impl Lists {
    fn new(n: usize, begins: Symbol, lower: u32, ties: bool) -> Lists {
        let compared = |known: u8| COMPARED.get(usize::from(known)).map_or(String::new(), |words| words.to_string());
        let first = |known: &u8, at: usize, symbol: Symbol| match at {
            0 => Some(if symbol == begins { LEVEL } else { OTHER }),
            _ => (symbol.0 == *known).then_some(*known),
        };
        // The symbol of the clue's line, then how the other one compares, then what is known.
        let step = |state: &Step, at: usize, symbol: Symbol| match (at, *state) {
            (0, _) => Some(Step::Read(symbol)),
            (1, Step::Read(own)) => Some(Step::Compared(symbol.cmp(&own))),
            (2, Step::Compared(by)) => (symbol.0 <= HIGHER).then_some(Step::Known(match (symbol.0, by) {
                (LEVEL, Ordering::Less) => LOWER,
                (LEVEL, Ordering::Greater) => HIGHER,
                (known, _) => known,
            })),
            (_, Step::Known(known)) => (symbol.0 == known).then_some(Step::Known(known)),
            _ => None,
        };
        let step_words = |state: &Step| match state {
            Step::Read(own) => format!("{}", own.0 + 1),
            Step::Compared(Ordering::Less) => "less".to_string(),
            Step::Compared(Ordering::Equal) => "same".to_string(),
            Step::Compared(Ordering::Greater) => "more".to_string(),
            Step::Known(known) => compared(*known),
        };
        // In the end the side has the value of its line that begins alike.
        let end = |&known: &u8, at: usize, value: Symbol| match (at, known) {
            (0, _) => (value.0 <= HIGHER).then_some(value.0),
            (_, OTHER) => Some(OTHER),
            (_, LOWER) => (value.0 == 0).then_some(OTHER),
            (_, HIGHER) => (value.0 == 1).then_some(OTHER),
            _ => (ties && value.0 == 2).then_some(OTHER),
        };
        // The number of lower lines, and of equal ones.
        let rank = |&(below, level): &(u32, u32), _: usize, value: Symbol| match value.0 {
            0 => Some((below + 1, level)),
            1 => Some((below, level)),
            2 if ties => Some((below, level + 1)),
            _ => None,
        };
        let is_rank = |&(below, level): &(u32, u32)| below <= lower && lower <= below + level;
        let words = |&known: &u8| compared(known);
        Lists {
            first: Tuples::accepted((2, n), OTHER, first, |_| true, words),
            step: Tuples::accepted((4, n), Step::Known(OTHER), step, |_| true, step_words),
            end: Tuples::accepted((2, n), OTHER, end, |_| true, words),
            rank: Tuples::accepted((3, n), (0, 0), rank, is_rank, |(below, _)| format!("{below} lower")),
        }
    }
}

/// The variables and parts of a rank that is being lowered.
struct Ranking<'a> {
    grid: &'a Lowering<'a>,
    lists: Lists,
    variables: Vec<JointVariable>,
    parts: Vec<JointPart>,
}

impl Ranking<'_> {
    /// A new variable.
    fn variable(&mut self, name: SmolStr, values: &'static [&'static str]) -> Cell {
        let number = self.grid.size().n_cells() + self.variables.len();
        self.variables.push(JointVariable { name, values });
        Cell(number as u16)
    }

    /// Compares a line with another one, whose side has the value `side`.
    fn compare(&mut self, own: &Line, other: &Line, side: Cell) {
        let name = |cell: usize| format_smolstr!("{}.{cell}", other.name);
        let words = |at: usize| format_smolstr!("{} against {} at cell {at}", own.name, other.name);
        let mut so_far = self.variable(name(1), COMPARED);
        self.part(name(1), words(1), vec![other.cells[0], so_far], |lists| &lists.first);
        for (at, (&mine, &theirs)) in own.cells.iter().zip(&other.cells).enumerate().skip(1) {
            // A cell of both lines decides nothing.
            if mine != theirs {
                let after = self.variable(name(at + 1), COMPARED);
                self.part(name(at + 1), words(at + 1), vec![mine, theirs, so_far, after], |lists| &lists.step);
                so_far = after;
            }
        }
        let (name, words) =
            (format_smolstr!("{}.end", other.name), format_smolstr!("{} against {}", own.name, other.name));
        self.part(name, words, vec![so_far, side], |lists| &lists.end);
    }

    /// Adds a constraint on cells and variables, if the rules of the grid have room for it.
    fn part(&mut self, name: SmolStr, words: SmolStr, places: Vec<Cell>, list: impl Fn(&Lists) -> &Tuples) {
        let tuples = list(&self.lists).clone();
        if self.grid.holds(tuples.n_transitions()) {
            self.parts.push(JointPart { name, words, places, tuples });
        }
    }
}
