//! The row of the rules that a puzzle defines: what a rule may hold on its cells, and its drawing.

use super::Lowering;
use super::iss::{self, Iss};
use super::lower::{along, every_two};
use super::{Cells, Drawn, PLAIN, RULES, RuleSpec, Stroke, Takes};
use crate::cell::{Cell, Symbol};
use crate::constraint::Constraint;
use crate::grid::{Grid, GridRule};
use crate::own_rule::{AutomatonStep, CellValues, OwnRule, automaton};
use crate::tuples::Tuples;
use regex_automata::dfa::{Automaton, dense};
use regex_automata::{Anchored, Input};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// The row of a rule that a puzzle defines. It is not a row of [`RULES`](super::RULES): what it
/// means is in [`GridRule::own`].
pub static OWN: RuleSpec = RuleSpec {
    id: "own",
    name: "own rule",
    short: "own",
    help: "the puzzle says what it means",
    takes: Takes::of(Cells::Line),
    fault: |rule, grid| rule.own.as_ref()?.fault_on(&rule.cells, grid),
    lower: |rule, grid| rule.own.as_ref().map_or_else(Vec::new, |own| own.lower(rule, grid)),
    drawn: Drawn::Line(Stroke::Plain),
    iss: Some(Iss::of("Pair", iss::DEFINED).also(&iss::NAMES)),
    ..PLAIN
};

/// The drawings of rules that a puzzle defines, by their names.
pub const LOOKS: [(&str, Drawn); 10] = [
    ("line", Drawn::Line(Stroke::Plain)),
    ("dashed", Drawn::Line(Stroke::Dashed)),
    ("dotted", Drawn::Line(Stroke::Dotted)),
    ("bulb", Drawn::Line(Stroke::Bulb)),
    ("arrow", Drawn::Line(Stroke::Arrow)),
    ("ends", Drawn::Line(Stroke::Ends)),
    ("cage", Drawn::Cage),
    ("shade", Drawn::Shade),
    ("round", Drawn::Round),
    ("square", Drawn::Square),
];

impl GridRule {
    /// A rule that the puzzle defines.
    pub fn of_own(own: &Arc<OwnRule>, cells: Vec<Cell>) -> GridRule {
        GridRule { what: own.name.clone(), own: Some(Arc::clone(own)), ..GridRule::new(OWN.id, cells) }
    }
}

impl OwnRule {
    /// The reason why no puzzle can define the rule, in words; `None` if one can.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadrille_puzzle::{CellValues, OwnRule};
    ///
    /// let own = |pattern: &str| OwnRule {
    ///     name: "last-3".to_string(),
    ///     help: "the last number is 3".to_string(),
    ///     drawn: "line".to_string(),
    ///     means: CellValues::Pattern(pattern.to_string()),
    /// };
    /// assert_eq!(own(".*3").fault(), None);
    /// assert!(own("(3").fault().unwrap().starts_with("`(3` is not a pattern"));
    /// ```
    pub fn fault(&self) -> Option<String> {
        if LOOKS.iter().all(|(look, _)| *look != self.drawn) {
            let known: Vec<&str> = LOOKS.iter().map(|(look, _)| *look).collect();
            return Some(format!("`{}` is not a drawing; known are {}", self.drawn, known.join(", ")));
        }
        self.means.fault()
    }

    /// The reason why these cells of a grid cannot have the rule, in words; `None` if they can.
    fn fault_on(&self, cells: &[Cell], grid: &Grid) -> Option<String> {
        if let CellValues::Tuples(tuples) = &self.means {
            let expected = tuples.first().map_or(0, Vec::len);
            if expected != cells.len() {
                return Some(format!("`own:{}` names {} cells, {expected} expected", self.name, cells.len()));
            }
        }
        let strange = self.numbers().into_iter().find(|&number| grid.symbol_of(number as usize).is_none());
        strange.map(|number| format!("`own:{}` has the number {number}, but no symbol of the grid means it", self.name))
    }

    /// True if a built-in rule has the name: no rule of one's own may have it.
    pub(crate) fn is_built_in(name: &str) -> bool {
        RULES.iter().any(|spec| spec.id == name)
    }

    /// The numbers that the rule names.
    fn numbers(&self) -> BTreeSet<u32> {
        match &self.means {
            CellValues::Tuples(tuples) => tuples.iter().flatten().copied().collect(),
            CellValues::Pairs(pairs) | CellValues::EveryTwo(pairs) => pairs.iter().flat_map(|&(a, b)| [a, b]).collect(),
            CellValues::Pattern(_) => BTreeSet::new(),
            CellValues::Automaton { steps, .. } => steps.iter().flat_map(|step| &step.numbers).copied().collect(),
        }
    }

    /// The drawing.
    pub(super) fn look(&self) -> Drawn {
        LOOKS.iter().find(|(look, _)| *look == self.drawn).map_or(OWN.drawn, |(_, drawn)| *drawn)
    }

    fn lower(&self, rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
        let has = |pairs: &[(u32, u32)], one: u8, other: u8| pairs.contains(&(one.into(), other.into()));
        let size = (rule.cells.len(), grid.n_symbols());
        let tuples = match &self.means {
            CellValues::Pairs(pairs) => return along(rule, grid, |one, other| has(pairs, one, other)),
            CellValues::EveryTwo(pairs) => return every_two(rule, grid, |one, other| has(pairs, one, other)),
            CellValues::Tuples(tuples) => {
                let symbols = |tuple: &Vec<u32>| tuple.iter().map(|&number| grid.symbol_of(number as usize)).collect();
                let list: Vec<Vec<Symbol>> = tuples.iter().filter_map(symbols).collect();
                let tuples = Tuples::listed(&list, grid.n_symbols());
                grid.holds(tuples.n_transitions());
                tuples
            }
            CellValues::Pattern(pattern) => {
                let start =
                    |dfa: &dense::DFA<Vec<u32>>| dfa.start_state_forward(&Input::new("").anchored(Anchored::Yes));
                let built = automaton(pattern).ok().and_then(|dfa| Some((start(&dfa).ok()?, dfa)));
                let Some((start, dfa)) = built else { return vec![Constraint::Tuples(rule.cells.clone(), none(size))] };
                let next = |&state: &_, _: usize, symbol| {
                    let next = dfa.next_state(state, grid.alphabet.char(symbol) as u8);
                    (!dfa.is_dead_state(next) && !dfa.is_quit_state(next)).then_some(next)
                };
                let accepts = |&state: &_| dfa.is_match_state(dfa.next_eoi_state(state));
                grid.accepted(&rule.cells, start, next, accepts, |_| String::new())
            }
            CellValues::Automaton { steps, ends } => {
                // Several states at once, if a number leads to several.
                let start: BTreeSet<&str> = steps.first().map(|step| step.from.as_str()).into_iter().collect();
                let mut from: HashMap<&str, Vec<&AutomatonStep>> = HashMap::new();
                steps.iter().for_each(|step| from.entry(&step.from).or_default().push(step));
                let next = |states: &BTreeSet<&str>, _: usize, symbol: Symbol| {
                    let number = u32::from(grid.number(symbol));
                    let open = states.iter().filter_map(|state| from.get(state)).flatten();
                    let to = open.filter(|step| step.numbers.contains(&number)).map(|step| step.to.as_str());
                    Some(to.collect::<BTreeSet<&str>>()).filter(|to| !to.is_empty())
                };
                let accepts = |states: &BTreeSet<&str>| ends.iter().any(|end| states.contains(end.as_str()));
                let words = |states: &BTreeSet<&str>| states.iter().copied().collect::<Vec<_>>().join("/");
                grid.accepted(&rule.cells, start, next, accepts, words)
            }
        };
        vec![Constraint::Tuples(rule.cells.clone(), tuples)]
    }
}

/// No tuples, of a number of cells and symbols.
fn none(size: (usize, usize)) -> Tuples {
    Tuples::accepted(size, (), |_, _, _| None, |_| true, |_| String::new())
}
