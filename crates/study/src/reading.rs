//! The cells of a constraint as its automaton reads them: the symbols and states that the chosen
//! options give them.

use dancing::ItemId;
use quadrille_puzzle::{Cell, Encoded, Grid, Need, Symbol, Way};
use quadrille_solve::Stepper;

/// The chosen symbols of a constraint of tuples, and the chosen states between its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The words of the constraint, with its number.
    pub words: String,
    /// By cell: its symbol, and the state after it if one is chosen: `4 (11)`. A dot is a cell
    /// without a symbol. A last part says which combination is chosen.
    pub parts: Vec<String>,
    /// The part that the search is at.
    pub at: usize,
}

impl Reading {
    /// The constraint that an item is about or, if that is none, the one of the last chosen option.
    /// `None` if neither is about a constraint of tuples.
    pub fn of(stepper: &Stepper, names: &Encoded, item: Option<ItemId>) -> Option<Reading> {
        let grid = names.grid()?;
        let last = || {
            let option = stepper.search().path().last().copied()?;
            match names.way(option)? {
                Way::Combination(number, _) | Way::Tuple(number, _) => Some((*number, 0)),
                Way::Transition(number, at, _) => Some((*number, *at)),
            }
        };
        let (number, at) = item.and_then(|item| about(names, item)).or_else(last)?;
        Some(Reading { words: names.related(number).words.long(), parts: parts(stepper, names, grid, number), at })
    }

    /// The parts in a line. If it is longer than `width` characters, cells before the one that the
    /// search is at are left out, with `cut` in their place. It may still be longer.
    pub fn line(&self, width: usize, cut: &str) -> String {
        let line = |from: usize| {
            let begun = if from > 0 { cut } else { "" };
            format!("{begun}{}", self.parts[from..].join(" "))
        };
        let fits = |from: &usize| line(*from).chars().count() <= width;
        line((0..self.at).find(fits).unwrap_or(self.at))
    }
}

/// The constraint of tuples that an item is about, and the place of its cell. A cell may have
/// several constraints: the first one is taken.
fn about(names: &Encoded, item: ItemId) -> Option<(usize, usize)> {
    match names.need(item)? {
        Need::Combination(number) | Need::Held(number, _) | Need::Tuple(number) => Some((number, 0)),
        Need::Transition(number, at) | Need::State(number, at) => Some((number, at)),
        Need::Cell(cell) | Need::Symbol(cell) => {
            let place = |cells: &[Cell]| cells.iter().position(|&other| other == cell);
            let mut all = names.all_related().iter().enumerate();
            all.find_map(|(number, constraint)| Some((number, place(&constraint.cells)?)))
        }
        Need::Unit(..) | Need::Pair(..) => None,
    }
}

fn parts(stepper: &Stepper, names: &Encoded, grid: &Grid, number: usize) -> Vec<String> {
    let constraint = names.related(number);
    let mut symbols: Vec<Option<Symbol>> =
        constraint.cells.iter().map(|&cell| grid.cells.get(cell.index())?.symbol()).collect();
    let mut states = vec![""; constraint.cells.len()];
    let mut combination = None;
    for option in stepper.search().path() {
        match names.way(option) {
            Some(Way::Combination(of, symbols)) if *of == number => combination = Some(symbols),
            Some(Way::Tuple(of, tuple)) if *of == number => symbols = tuple.iter().copied().map(Some).collect(),
            Some(&Way::Transition(of, at, step)) if of == number => {
                symbols[at] = Some(step.symbol);
                let (before, after) = constraint.states(at, step);
                states[at] = after;
                if let Some(previous) = at.checked_sub(1) {
                    states[previous] = before;
                }
            }
            _ => {}
        }
        for placed in names.means(option) {
            if let Some(at) = constraint.cells.iter().position(|&cell| cell == placed.cell) {
                symbols[at] = Some(placed.symbol);
            }
        }
    }
    let read = symbols.iter().zip(states).enumerate().map(|(at, (symbol, state))| {
        let symbol = symbol.map_or(".".to_string(), |symbol| names.value(number, at, symbol));
        if state.is_empty() { symbol } else { format!("{symbol} ({state})") }
    });
    let chosen = combination.map(|symbols| {
        let symbols: Vec<String> = symbols.iter().map(|&symbol| grid.alphabet.char(symbol).into()).collect();
        format!("of {}", symbols.join(" "))
    });
    read.chain(chosen).collect()
}
