//! Ranks: the rows and columns of a square, each read from both of its ends, in the order of the
//! numbers that they are.
//!
//! **Idea.** A line that is the r-th from the lowest begins with the (r/4)-th symbol, rounded up,
//! since each symbol begins four lines, one from each side. So the line is compared with the one
//! line of each other side that begins as it does, cell by cell: each comparison has a variable, and
//! each side has one that says how its line compares in the end.

use super::Lowering;
use crate::cell::{Cell, Symbol};
use crate::constraint::Constraint;
use crate::grid::{Grid, GridRule};
use crate::joint::{Joint, JointPart, JointVariable};
use crate::symbol_set::SymbolSet;
use crate::tuples::Tuples;
use smol_str::{SmolStr, format_smolstr};

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
    let is_square = grid.is_square() && grid.rows() == grid.n_symbols() && grid.grids().is_empty();
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
    let mut ranking = Ranking { grid, begins, variables: Vec::new(), parts: Vec::new() };
    let mut sides = Vec::new();
    for side in (0..4).filter(|&side| side != own.side) {
        let place = ranking.variable(format_smolstr!("{}", ["left", "right", "top", "bottom"][side]), SIDES, ties);
        sides.push(place);
        // The line backwards begins with another symbol.
        let back = |line: &&Line| line.cells.iter().rev().ne(&own.cells);
        for line in all.iter().filter(|line| line.side == side).filter(back) {
            ranking.compare(own, line, place);
        }
    }
    // The number of lower lines, and of equal ones.
    let next = |&(below, level): &(u32, u32), _: usize, value: Symbol| match value.0 {
        0 => Some((below + 1, level)),
        1 => Some((below, level)),
        _ => Some((below, level + 1)),
    };
    let is_rank = |&(below, level): &(u32, u32)| below <= lower && lower <= below + level;
    let words = |&(below, _): &(u32, u32)| format!("{below} lower");
    ranking.part("all".into(), format_smolstr!("{lower} of the others are lower"), sides, (0, 0), next, is_rank, words);
    let joint = Joint::new(grid.size().n_cells(), ranking.variables, ranking.parts);
    vec![Constraint::Allowed(first, SymbolSet::of(begins)), Constraint::Joint(joint)]
}

/// The variables and parts of a rank that is being lowered.
struct Ranking<'a> {
    grid: &'a Lowering<'a>,
    /// The symbol that the line begins with.
    begins: Symbol,
    variables: Vec<JointVariable>,
    parts: Vec<JointPart>,
}

impl Ranking<'_> {
    /// A new variable. The last of its values is one only if it `ties`.
    fn variable(&mut self, name: SmolStr, values: &'static [&'static str], ties: bool) -> Cell {
        let number = self.grid.size().n_cells() + self.variables.len();
        let values = if ties { values } else { &values[..values.len() - 1] };
        self.variables.push(JointVariable { name, values });
        Cell(number as u16)
    }

    /// Compares a line with another one, whose side has the value `side`.
    fn compare(&mut self, own: &Line, other: &Line, side: Cell) {
        let name = |cell: usize| format_smolstr!("{}.{cell}", other.name);
        let words = |what: &str| format_smolstr!("{} against {} {what}", own.name, other.name);
        let mut so_far = self.variable(name(1), COMPARED, true);
        let begins = self.begins;
        let first = |_: &u8, at: usize, symbol: Symbol| match at {
            0 => Some(if symbol == begins { LEVEL } else { OTHER }),
            _ => Some(symbol.0),
        };
        let start = move |state: &u8, at: usize, symbol: Symbol| {
            let read = first(state, at, symbol)?;
            (at == 0 || read == *state).then_some(read)
        };
        let compared = |&state: &u8| COMPARED[usize::from(state)].to_string();
        self.part(name(1), words("at cell 1"), vec![other.cells[0], so_far], OTHER, start, |_| true, compared);
        for (at, (&mine, &theirs)) in own.cells.iter().zip(&other.cells).enumerate().skip(1) {
            // A cell of both lines decides nothing.
            if mine == theirs {
                continue;
            }
            let after = self.variable(name(at + 1), COMPARED, true);
            // What was known, and the symbol of the own line while it matters.
            let next = |&(known, held): &(u8, Option<Symbol>), at: usize, symbol: Symbol| match (at, known, held) {
                (0, ..) => Some((symbol.0, None)),
                (1, LEVEL, _) => Some((LEVEL, Some(symbol))),
                (2, LEVEL, Some(own)) => Some((
                    match symbol.cmp(&own) {
                        std::cmp::Ordering::Less => LOWER,
                        std::cmp::Ordering::Equal => LEVEL,
                        std::cmp::Ordering::Greater => HIGHER,
                    },
                    None,
                )),
                (3, ..) => (symbol.0 == known).then_some((known, None)),
                _ => Some((known, None)),
            };
            let said = |&(known, _): &(u8, Option<Symbol>)| COMPARED[usize::from(known)].to_string();
            let places = vec![so_far, mine, theirs, after];
            let words = words(&format!("at cell {}", at + 1));
            self.part(name(at + 1), words, places, (OTHER, None), next, |_| true, said);
            so_far = after;
        }
        // In the end the side's value is that of its line that begins alike.
        let next = |&known: &u8, at: usize, value: Symbol| match (at, known) {
            (0, _) => Some(value.0),
            (_, OTHER) => Some(OTHER),
            (_, LOWER) => (value.0 == 0).then_some(OTHER),
            (_, HIGHER) => (value.0 == 1).then_some(OTHER),
            _ => (value.0 == 2).then_some(OTHER),
        };
        let end = format_smolstr!("{}.end", other.name);
        self.part(end, words("in the end"), vec![so_far, side], OTHER, next, |_| true, compared);
    }

    /// Adds a constraint on cells and variables, given as an automaton.
    // Many parameters: the two names, the places, and those of an automaton.
    #[allow(clippy::too_many_arguments, reason = "an automaton has four, and a part three")]
    fn part<S: Clone + Eq + std::hash::Hash>(
        &mut self,
        name: SmolStr,
        words: SmolStr,
        places: Vec<Cell>,
        start: S,
        next: impl Fn(&S, usize, Symbol) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
        state: impl Fn(&S) -> String,
    ) {
        let first = self.grid.size().n_cells();
        let n_values = |place: Cell| place.index().checked_sub(first).map(|at| self.variables[at].values.len());
        let within = |from: &S, at: usize, symbol: Symbol| match n_values(places[at]) {
            Some(values) if usize::from(symbol.0) >= values => None,
            _ => next(from, at, symbol),
        };
        let tuples: Tuples = self.grid.accepted(&places, start, within, accepts, state);
        self.parts.push(JointPart { name, words, places, tuples });
    }
}
