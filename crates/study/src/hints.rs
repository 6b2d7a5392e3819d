//! Hints for a grid, in stages: a wrong symbol of the player, the easiest step, or an explanation
//! where no technique helps.

use super::count::thousands;
use super::refutation::{Deduction, Refutation, Refuter, Unrefuted};
use super::survey::{Clash, Survey, at_most, is_unsolvable, survey};
use dancing::{Goal, ItemId, OptionId};
use quadrille_puzzle::{
    Cell, Encoded, Entry, Grid, Hint, HintEffect, Need, Reasoning, Shape, Solution, Symbol, SymbolSet, Way, encode,
    listed,
};
use quadrille_solve::{Gather, Order, Status, StopReason, run};

/// The most items of an explanation that are listed.
const FEW: usize = 13;

/// The polls of a search after which it is not known whether a puzzle has one solution, or what
/// its solutions have in common.
const FOR_SOLUTION: u32 = 3000;

#[derive(Clone, Debug)]
pub struct HintQuestion {
    /// The grid, with the player's symbols.
    pub grid: Grid,
    /// By cell: the symbols that the player ruled out. Empty if there are none.
    pub ruled_out: Vec<SymbolSet>,
    /// The reasoning of an earlier hint. Candidates that it removed stay removed if the grid only
    /// gained symbols.
    pub before: Option<Box<Reasoning>>,
}

/// The reason why there is no hint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoHint {
    /// The grid is full.
    #[error("every cell is filled: nothing is left to find")]
    Full,
    /// Two solutions differ in a cell, and nothing can be ruled out: the sentence has both symbols.
    #[error("{0}")]
    Open(String),
    /// The time ended before the search for an elimination.
    #[error("no elimination was found in the time for a hint")]
    Late,
    /// No candidate can be ruled out in a few steps.
    #[error("no elimination has a short explanation here")]
    Long,
    /// The hint was followed, and the next one is not asked for yet.
    #[error("the hint was followed")]
    Followed,
}

/// The current hint, and the number of its stages that were shown.
#[derive(Clone, Debug)]
pub struct Hinting {
    /// The grid of the hint, with the candidates that earlier hints removed.
    pub reasoning: Reasoning,
    /// The hint, or the reason why there is none.
    pub hint: Result<Hint, NoHint>,
    /// The number of stages shown: 1 to 3.
    pub stage: usize,
    /// True if the givens are known to have several solutions, which is said before the first hint.
    pub several: bool,
}

impl Hinting {
    /// Answers a question. If `go_on` returns `false`, the answer is the best one so far. `None` if
    /// there is none yet.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadrille_puzzle::load;
    /// use quadrille_study::{Hinting, HintQuestion};
    ///
    /// let puzzle = &load("4..1\n....\n....\n3.2.\n", Some("rows")).unwrap().puzzles[0];
    /// let grid = puzzle.grid().unwrap().clone();
    /// let question = HintQuestion { grid, ruled_out: Vec::new(), before: None };
    /// let hinting = Hinting::of(question, &mut || true).unwrap();
    /// assert!(hinting.words().starts_with("Look at "));
    /// ```
    pub fn of(question: HintQuestion, go_on: &mut dyn FnMut() -> bool) -> Option<Hinting> {
        let HintQuestion { grid, ruled_out, before } = question;
        let adviser = Adviser::new(&grid, go_on);
        let known = before.and_then(|before| before.on(&grid));
        let reasoning = adviser.on(known.unwrap_or_else(|| Reasoning::new(&grid)), &ruled_out);
        let hint = adviser.next(&reasoning, true, go_on)?;
        Some(Hinting { reasoning, hint, stage: 1, several: adviser.has_several() })
    }

    /// Returns whether the hint is about this puzzle.
    pub fn is_about(&self, shape: &Shape) -> bool {
        let hinted = self.reasoning.grid();
        let same = |grid: &Grid| {
            (&grid.cells, &grid.areas, &grid.rules, grid.diagonals)
                == (&hinted.cells, &hinted.areas, &hinted.rules, hinted.diagonals)
        };
        shape.grid().is_some_and(same)
    }

    /// The text of the current stage.
    pub fn words(&self) -> String {
        match &self.hint {
            Ok(hint) if self.several => format!("The givens have several solutions. {}", hint.stage(self.stage - 1)),
            Ok(hint) => hint.stage(self.stage - 1),
            Err(why) => why.to_string(),
        }
    }
}

/// The solutions of the givens of a grid, as far as hints need them.
#[derive(Clone, Debug)]
pub struct Adviser {
    /// The only solution. `None` if there are several, none, or if it is not known.
    solution: Option<Grid>,
    several: bool,
}

impl Adviser {
    /// Solves the givens of a grid. If `go_on` returns `false`, or if it takes too long, the
    /// solution is not known.
    pub fn new(grid: &Grid, go_on: &mut dyn FnMut() -> bool) -> Adviser {
        let encoded = encode(&Shape::Grid(grid.without_own().without_weights()));
        let mut in_time = at_most(FOR_SOLUTION, go_on);
        let order = Order { in_batch: true, ..Order::new(Goal::Unique) };
        let outcome = run(&encoded.problem, order, &mut Gather::new(&mut in_time));
        let found = outcome.solutions.first().and_then(|cover| encoded.decode(cover));
        let known = outcome.stop != StopReason::Cancelled;
        let solution = match (found, outcome.status) {
            (Some(Solution::Grid(grid)), Status::Unique) if known => Some(grid),
            _ => None,
        };
        Adviser { solution, several: known && outcome.status == Status::Many }
    }

    /// Returns true if the givens are known to have several solutions.
    pub fn has_several(&self) -> bool {
        self.several
    }

    /// The reasoning with what is known about the solution: that there is one only, and which of
    /// the player's eliminations are right.
    pub fn on(&self, reasoning: Reasoning, ruled_out: &[SymbolSet]) -> Reasoning {
        let Some(solution) = &self.solution else { return reasoning };
        let right = |(cell, set): (usize, &SymbolSet)| match solution.cells[cell].symbol() {
            Some(symbol) => set.without(symbol),
            None => SymbolSet::EMPTY,
        };
        let gone: Vec<SymbolSet> = ruled_out.iter().enumerate().map(right).collect();
        reasoning.of_unique().without(&gone)
    }

    /// The next hint. `Err` holds the reason why there is none: the grid is full, or every
    /// candidate is in some solution. Where no technique helps, `thorough` searches for the
    /// smallest explanation until `go_on` returns `false`. `None` if that ends it before there is
    /// an answer.
    pub fn next(
        &self,
        reasoning: &Reasoning,
        thorough: bool,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Result<Hint, NoHint>> {
        let grid = reasoning.grid();
        if let Some(cell) = self.wrong(grid) {
            return Some(Ok(wrong(grid, cell, go_on)?));
        }
        // With several solutions, no symbol of the player is wrong by itself.
        if self.several && grid.own() > 0 && is_unsolvable(grid, go_on)? {
            return Some(Ok(clash(grid, &Clash::of(grid, go_on)?)));
        }
        if let Some(hint) = reasoning.hint() {
            return Some(Ok(hint));
        }
        if grid.empty() == 0 {
            return Some(Err(NoHint::Full));
        }
        if self.solution.is_none() {
            let found = survey(grid, &mut at_most(FOR_SOLUTION, go_on));
            if let Some(found) = found.as_ref().filter(|found| found.count == 0) {
                return Some(Ok(clash(grid, &found.clash)));
            }
            let words = found.filter(|_| self.several).and_then(|found| all_possible(reasoning, &found));
            if let Some(words) = words {
                return Some(Err(NoHint::Open(words)));
            }
        }
        let refuter = Refuter::new(reasoning);
        match refuter.smallest(thorough, go_on) {
            Ok(refutation) => Some(Ok(explained(grid, &refutation, refuter.encoded()))),
            Err(Unrefuted::Stopped) => Some(Err(NoHint::Late)),
            Err(Unrefuted::None) => Some(Err(NoHint::Long)),
        }
    }

    /// A cell in which the player placed a symbol that the solution does not have there.
    fn wrong(&self, grid: &Grid) -> Option<Cell> {
        let solution = self.solution.as_ref()?;
        let differs = |cell: Cell| match grid.entry(cell) {
            Entry::Own(symbol) => solution.entry(cell).symbol() != Some(symbol),
            Entry::Given(_) | Entry::Empty | Entry::Hole => false,
        };
        grid.all_cells().find(|&cell| differs(cell))
    }
}

/// A hint that is not a step of a technique.
fn other(place: String, why: String, what: String, cells: Vec<Cell>, effect: HintEffect) -> Hint {
    let house = cells.first().copied().into_iter().collect();
    let (blocks, chain) = (Vec::new(), Vec::new());
    Hint { technique: None, items: 0, place, why, what, cells, house, blocks, chain, effect }
}

/// The hint about a symbol of the player that is in no solution: the givens and rules with which it
/// clashes. `None` if `go_on` returned `false`.
fn wrong(grid: &Grid, cell: Cell, go_on: &mut dyn FnMut() -> bool) -> Option<Hint> {
    let name = grid.name(cell);
    let symbol = grid.entry(cell).symbol().map_or(' ', |symbol| grid.alphabet.char(symbol));
    let mut with = grid.without_own();
    with.cells[cell.index()] = grid.entry(cell);
    // A visible clash is the plainest reason: with givens, else with symbols of the player.
    let seen = |grid: &Grid| grid.conflicts().into_iter().find(|seen| seen.cells.contains(&cell));
    let with_givens = seen(&with).map(|seen| (format!("{name} cannot be {symbol}: {}.", seen.words(&with)), seen));
    let found =
        with_givens.or_else(|| seen(grid).map(|seen| (format!("{}; {name} is wrong.", seen.words(grid)), seen)));
    if let Some((why, seen)) = found {
        let cells = [cell].into_iter().chain(seen.cells.iter().copied().filter(|&other| other != cell)).collect();
        return Some(other(format!("cell {name}"), why, format!("Clear {name}."), cells, HintEffect::Clear(cell)));
    }
    let clash = Clash::of(&with, go_on)?;
    let others: Vec<Cell> = clash.cells.iter().copied().filter(|&other| other != cell).collect();
    let with: Vec<String> = others
        .iter()
        .map(|&other| grid.name(other))
        .chain(clash.rules.iter().map(|&rule| grid.rules[rule].text(grid)))
        .collect();
    let why = match with.is_empty() {
        true => format!("{name} cannot be {symbol}."),
        false => format!("{name} cannot be {symbol}: together with {} it leaves no solution.", listed(with)),
    };
    let cells = [cell].into_iter().chain(others).collect();
    Some(other(format!("cell {name}"), why, format!("Clear {name}."), cells, HintEffect::Clear(cell)))
}

/// The hint about a grid without a solution.
fn clash(grid: &Grid, clash: &Clash) -> Hint {
    let names = |cells: &[Cell]| cells.iter().map(|&cell| grid.name(cell)).collect::<Vec<_>>().join(" ");
    let place = clash.cells.first().map_or("the rules".to_string(), |&cell| format!("cell {}", grid.name(cell)));
    let why = format!("There is no solution: {}.", clash.words(grid, names));
    other(place, why, "One of them is wrong.".to_string(), clash.cells.clone(), HintEffect::Dead)
}

/// The hint that a candidate is excluded by items together, in the order of the steps.
fn explained(grid: &Grid, found: &Refutation, names: &Encoded) -> Hint {
    let (name, symbol) = (grid.name(found.cell), grid.alphabet.char(found.symbol));
    let course = course(grid, &found.steps, names);
    let size = match found.items.len() {
        1 => String::new(),
        count @ ..=FEW => {
            let items = found.items.iter().map(|&item| names.item_noun(item)).collect();
            format!(" None of these {count} items can be left out: {}.", listed(items))
        }
        count => {
            format!(" None of the {} items can be left out.", thousands(count as u128))
        }
    };
    let why = format!("With {symbol} in {name}, {course}{size}");
    let what = format!("{symbol} cannot be in {name}.");
    // The cells are numbered as far as the steps follow each other.
    let forced = |step: &Deduction| match step {
        Deduction::Forced { option, .. } => names.placement(*option).map(|placed| (placed.cell, placed.symbol)),
        Deduction::Split { .. } | Deduction::Dead(_) => None,
    };
    let first = (found.cell, found.symbol);
    let chain: Vec<(Cell, Symbol)> = std::iter::once(first).chain(found.steps.iter().map_while(forced)).collect();
    let cells = chain.iter().map(|(cell, _)| *cell).collect();
    let hint = other(format!("cell {name}"), why, what, cells, HintEffect::Remove(vec![first]));
    Hint { items: found.items.len(), chain, ..hint }
}

/// The steps to a contradiction as sentences, after a beginning such as *With 5 in r1c1,*.
fn course(grid: &Grid, steps: &[Deduction], names: &Encoded) -> String {
    let mut clauses: Vec<String> = Vec::new();
    for step in steps {
        clauses.push(match step {
            // What follows from a transition is said by the symbols that it forces.
            Deduction::Forced { option, .. } if matches!(names.way(*option), Some(Way::Transition(..))) => continue,
            Deduction::Forced { item, option } => forced_words(grid, *item, *option, names),
            Deduction::Dead(item) => format!("nothing is left for {}", names.item_noun(*item)),
            Deduction::Split { item, ways } => {
                let some: Vec<String> = ways.iter().map(|(option, _)| option_words(*item, *option, names)).collect();
                format!("{} {}", said(*item, ways[0].0, names), some.join(" or "))
            }
        });
    }
    let mut told = listed(clauses) + ".";
    if let Some(Deduction::Split { ways, .. }) = steps.last() {
        for (option, steps) in ways {
            told += &format!(" If {}: {}", names.option_short(*option), course(grid, steps, names));
        }
    }
    told
}

/// The step that one option is left for an item, as a clause.
fn forced_words(grid: &Grid, item: ItemId, option: OptionId, names: &Encoded) -> String {
    let noun = names.item_noun(item);
    let Some(placed) = names.placement(option) else {
        // A combination is said of its constraint, its first item, whichever symbol it is left for.
        let item = match names.way(option) {
            Some(Way::Combination(..)) => names.problem.items_of(option)[0],
            _ => item,
        };
        return format!("{} {}", said(item, option, names), option_words(item, option, names));
    };
    let (cell, symbol) = (grid.name(placed.cell), grid.alphabet.char(placed.symbol));
    match noun == format!("cell {cell}") {
        true => format!("{cell} is {symbol}"),
        false => format!("{noun} is in {cell}"),
    }
}

/// An item and the verb before one of its options: `cell r1c1 is`, `killer cage 2 holds`.
fn said(item: ItemId, option: OptionId, names: &Encoded) -> String {
    let is = names.placement(option).is_some() || matches!(names.need(item), Some(Need::Held(..)));
    let verb = if is { "is" } else { "holds" };
    format!("{} {verb}", names.item_noun(item))
}

/// An option in a sentence about its item: `r1c1=5`, and the symbols of a tuple or transition.
fn option_words(item: ItemId, option: OptionId, names: &Encoded) -> String {
    let Some(grid) = names.shape().grid().filter(|_| names.way(option).is_some()) else {
        return names.option_short(option);
    };
    let symbols = match names.way(option) {
        Some(Way::Combination(_, symbols)) => symbols.clone(),
        _ => names.means(option).into_iter().map(|placed| placed.symbol).collect(),
    };
    let chars: Vec<String> = symbols.into_iter().map(|symbol| grid.alphabet.char(symbol).to_string()).collect();
    match names.need(item) {
        Some(Need::Held(..)) => format!("left out by {}", chars.join(" ")),
        _ => chars.join(" "),
    }
}

/// Says that every candidate that is left is in some solution, and in which cell two solutions
/// differ. `None` if some candidate is in none.
fn all_possible(reasoning: &Reasoning, found: &Survey) -> Option<String> {
    let grid = reasoning.grid();
    let left = |cell: Cell| reasoning.left(cell) - found.candidates[cell.index()];
    if grid.all_cells().any(|cell| !left(cell).is_empty()) {
        return None;
    }
    let [one, other] = &found.solutions[..] else { return None };
    let cell = grid.all_cells().find(|&cell| one.entry(cell).symbol() != other.entry(cell).symbol())?;
    let char = |solution: &Grid| solution.entry(cell).symbol().map_or(' ', |symbol| grid.alphabet.char(symbol));
    let name = grid.name(cell);
    let without = grid.without().map_or(String::new(), |without| format!("{without}, "));
    Some(format!(
        "{without}every candidate that is left is in some solution: {name} is {} in one and {} in another",
        char(one),
        char(other)
    ))
}
