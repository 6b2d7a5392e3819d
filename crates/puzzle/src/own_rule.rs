//! Rules of one's own, as a puzzle defines them: what the cells of a rule may hold, as a table or an
//! automaton, with its words and the name of its drawing.

use regex_automata::MatchKind;
use regex_automata::dfa::dense;
use regex_automata::nfa::thompson;
use regex_automata::util::syntax;
use serde::{Deserialize, Serialize};

/// A rule that a puzzle defines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnRule {
    /// The name, of small letters, digits and `-`: `odd-run`.
    pub name: String,
    /// One line that says the rule.
    pub help: String,
    /// The drawing: the name of one of [`LOOKS`](crate::LOOKS).
    pub drawn: String,
    /// The numbers that the cells may hold.
    pub means: CellValues,
}

/// The numbers that the cells of a rule may hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CellValues {
    /// The cells together: one of these tuples.
    Tuples(Vec<Vec<u32>>),
    /// Each two successive cells: one of these pairs.
    Pairs(Vec<(u32, u32)>),
    /// Each two cells, the earlier one first: one of these pairs.
    EveryTwo(Vec<(u32, u32)>),
    /// The symbols of the cells in order: a text that this regular expression matches as a whole.
    Pattern(String),
    /// The numbers of the cells in order: a way from the first state to one of `ends`.
    Automaton { steps: Vec<AutomatonStep>, ends: Vec<String> },
}

/// A step of an automaton. The state of the first step is the state before the first cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutomatonStep {
    /// The state before a cell.
    pub from: String,
    /// The numbers that the cell may hold.
    pub numbers: Vec<u32>,
    /// The state after it.
    pub to: String,
}

/// The most bytes of a pattern's automaton.
const MOST_BYTES: usize = 1 << 22;

impl CellValues {
    /// The reason why no rule can mean this, in words; `None` if one can.
    pub(crate) fn fault(&self) -> Option<String> {
        match self {
            CellValues::Tuples(tuples) => {
                let n_cells = tuples.first().map_or(0, Vec::len);
                let odd = tuples.iter().position(|tuple| tuple.len() != n_cells);
                match (n_cells, odd) {
                    (0 | 1, _) => Some("a tuple of two numbers or more is expected".to_string()),
                    (_, Some(at)) => {
                        Some(format!("tuple {} has {} numbers, but the first has {n_cells}", at + 1, tuples[at].len()))
                    }
                    (_, None) => None,
                }
            }
            CellValues::Pairs(pairs) | CellValues::EveryTwo(pairs) => {
                pairs.is_empty().then(|| "at least one pair is expected".to_string())
            }
            CellValues::Pattern(pattern) => automaton(pattern).err(),
            CellValues::Automaton { steps, ends } => {
                let known = |state: &&String| steps.iter().any(|step| [&step.from, &step.to].contains(state));
                match (steps.is_empty(), ends.iter().find(|end| !known(end))) {
                    (true, _) => Some("at least one step is expected".to_string()),
                    (_, Some(end)) => Some(format!("no step leads to the state `{end}`")),
                    (_, None) => None,
                }
            }
        }
    }
}

/// The automaton of a pattern that matches texts as a whole, or the reason why there is none.
pub(crate) fn automaton(pattern: &str) -> Result<dense::DFA<Vec<u32>>, String> {
    let config = dense::Config::new()
        .match_kind(MatchKind::All)
        .start_kind(regex_automata::dfa::StartKind::Anchored)
        .dfa_size_limit(Some(MOST_BYTES))
        .determinize_size_limit(Some(MOST_BYTES));
    // Symbols are letters and digits: bytes.
    let rules = syntax::Config::new().unicode(false).utf8(false);
    if syntax::parse_with(pattern, &rules).is_err() {
        return Err(format!(
            "`{pattern}` is not a pattern: symbols, `.`, `[12]`, `(1|2)`, `*`, `+`, `?` and `{{2}}` are known"
        ));
    }
    let size = thompson::Config::new().nfa_size_limit(Some(MOST_BYTES));
    let built =
        dense::Builder::new().configure(config).thompson(size).syntax(rules).build(&format!("(?:{pattern})\\z"));
    built.map_err(|_| format!("the automaton of `{pattern}` has more than {MOST_BYTES} bytes"))
}
