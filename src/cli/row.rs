//! The printed form of an answer: JSON objects, text and statistics are all made from it.
//!
//! A key has no blanks. A count is a decimal string. `tests/program/contract.rs` compares the
//! output with the schemas.

use crate::puzzle::{ParseError, TextPlace, unseen};
use crate::solve::{Budget, Tried};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// An answer to one puzzle. Numbers that may be large are decimal strings.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Row")]
// Many fields: a JSON object has one for each of its keys.
pub(crate) struct PuzzleRow<'a> {
    /// The name of the input; `standard input` if it has no name.
    pub file: &'a str,
    /// The number of the puzzle in the input, counted from 1.
    pub case: usize,
    pub kind: &'a str,
    /// `solved`, `none`, `unique`, `many`, `best`, or `unknown` if a limit was hit.
    pub status: &'a str,
    /// True if the search is exhausted, so that nothing more can be found.
    pub complete: bool,
    /// A solution in the puzzle's own form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<[String; 1]>,
    /// The options of this solution by their numbers, counted from 1 in the order of the puzzle's
    /// file. A grid has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<usize>>,
    /// The number of solutions found: exact if `complete`, otherwise a lower bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Decimal<String>>,
    /// The number of solutions up to symmetry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ways: Option<Decimal<String>>,
    /// The best score, the least cost, or the fewest options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Decimal<u64>>,
    /// The most options, or the highest cost, that was asked for with --at-most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u32>,
    /// The number of symbols that the user placed. They count as givens unless `givens_only` is
    /// true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<usize>,
    /// These symbols, as `r1c2=3`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub own_cells: Vec<String>,
    /// True if the symbols that the user placed were left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub givens_only: bool,
    /// The rules that are only drawn, which the answer does not regard: `3 killer cages`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<String>,
    /// The notes of the reader: the meaning that it took of two, and the parts that it left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<&'a str>,
    /// With --expect: true if the answer is what the puzzle's file expects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<&'a str>,
    /// The strategies that were tried, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plan: Vec<Attempted>,
    /// The reason why there is no solution, if it was found without a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obstruction: Option<Obstructed>,
    /// The files of --certify.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Stats>,
    /// The reason why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A problem and a proof of its answer, in files.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Certificate {
    /// The claim that is proved: `none`, `some`, `unique`, `many`, `exactly` or `best`.
    pub claim: &'static str,
    pub opb: String,
    pub proof: String,
    /// The number of derived lines in the proof.
    pub lines: u64,
    /// The size of the proof, in bytes.
    pub bytes: u64,
}

/// The reason why there is no solution, found without a search: no cover can balance the weights.
/// Items that are not named weigh 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Obstructed {
    /// The reason in a sentence.
    pub argument: String,
    /// A number that divides the weight of every option, but not that of the items. Without it, no
    /// option weighs more than 0, but the items do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modulus: Option<u32>,
    pub weights: Vec<ItemWeight>,
}

/// The weight of an item.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Weight")]
pub(crate) struct ItemWeight {
    pub item: String,
    pub weight: i64,
}

/// A strategy that was tried. The last one answered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Attempted {
    pub name: &'static str,
    /// The most that it might spend, in `units`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<&'static str>,
    /// The expected number of nodes of the tree, if it has found that out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forecast: Option<f64>,
    /// The reason why it ended without an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<&'static str>,
}

impl Attempted {
    pub fn of(tried: &Tried) -> Attempted {
        let &Tried { name, budget, forecast, ended } = tried;
        let limited = Some(budget).filter(|budget| *budget != Budget::UNLIMITED);
        let (most, units) = (limited.map(|budget| budget.most), limited.map(|budget| budget.units));
        Attempted { name, most, units, forecast: forecast.filter(|nodes| nodes.is_finite()), ended }
    }
}

/// The cost of the search.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Stats {
    pub nodes: u64,
    /// Removals of a node from its vertical list, by engines with links.
    pub updates: u64,
    /// The deepest level.
    pub depth: usize,
    /// The time of the search. If an input is answered line by line, it is the mean over a few
    /// hundred lines.
    pub seconds: f64,
    /// The counters that only some engines have, by their keys.
    #[serde(flatten)]
    pub counters: BTreeMap<&'static str, u64>,
}

/// One solution of several, as it is found (`solve --goal all --json`). The puzzle's own object
/// follows.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Found")]
pub(crate) struct FoundRow<'a> {
    /// True for the first solution of its puzzle.
    #[serde(skip)]
    pub is_first: bool,
    pub file: &'a str,
    pub case: usize,
    pub solution: &'a str,
    /// Its options by their numbers, counted from 1 in the order of the puzzle's file. A grid has
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<&'a [usize]>,
}

/// An input, or a line of it, that is not a puzzle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Refused {
    pub file: String,
    /// The line of the error, counted from 1, if it has a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column of the error, counted from 1, if it has a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// Always `error`.
    pub status: &'static str,
    pub error: String,
}

impl Refused {
    /// An error without a place.
    pub fn new(file: &str, error: String) -> Refused {
        Refused { file: file.to_string(), line: None, column: None, status: "error", error }
    }

    pub fn at(file: &str, error: &ParseError) -> Refused {
        let TextPlace { line, column } = error.place;
        Refused { line: Some(line), column: Some(column), ..Refused::new(file, error.message.clone()) }
    }
}

/// A line that `solve`, `count` or `check` prints with --json.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "the type of which the schema is made")]
#[schemars(rename = "Line")]
pub(crate) enum AnswerLine<'a> {
    Answer(Box<PuzzleRow<'a>>),
    FoundRow(FoundRow<'a>),
    Refused(Refused),
}

/// A line of another command that answers every puzzle of its inputs.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "the type of which the schema is made")]
pub enum Either<T> {
    Answer(T),
    Refused(Refused),
}

/// A number as a decimal string, because JSON readers round large numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal<T>(pub T);

impl<T: std::fmt::Display> Serialize for Decimal<T> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl<T> JsonSchema for Decimal<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Decimal".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let why = "A decimal number as a string: readers that hold numbers as doubles round those from 2^53 up.";
        schemars::json_schema!({ "type": "string", "pattern": "^[0-9]+$", "description": why })
    }
}

/// Writes an object and a line end.
pub(crate) fn write_json(out: &mut dyn Write, object: &impl Serialize) -> std::io::Result<()> {
    let text = serde_json::to_string(object)?;
    writeln!(out, "{}", unseen::json(&text))
}
