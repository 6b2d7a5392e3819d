//! `survey`: what a setter asks of a grid: its solutions, what clashes, and what could be left out.

use super::{Example, Run};
use crate::cli::args::{Inputs, Json, TimeLimit};
use crate::cli::code;
use crate::cli::each::{Case, each};
use crate::cli::interrupt::{deadline, is_interrupted, is_over};
use crate::cli::printout::Printout;
use crate::puzzle::{Cell, Grid, Symbol};
use crate::study::{Survey, survey};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;

/// Print what a setter asks of a grid: solutions, clashes, what could be left out
///
/// A grid with one solution has symbols and rules that could be left out, each by itself, or needs
/// all. One with several solutions has cells in which they differ, and symbols that would decide.
/// One with none has symbols and rules that clash, each of which is needed for that. The exit code
/// is 0 if every grid has exactly one solution, and 1 otherwise.
#[derive(clap::Args, Debug, Default)]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    time: TimeLimit,
    #[command(flatten)]
    json: Json,
}

/// The object that `survey --json` prints for a grid.
// Many fields: a key for each question.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Surveyed")]
pub(crate) struct SurveyRow<'a> {
    file: &'a str,
    /// The number of the puzzle in the input, counted from 1.
    case: usize,
    /// `none`, `unique` or `many`; null if the time ended before that was known.
    status: Option<&'a str>,
    /// The number of solutions, at most 1,000.
    solutions: u64,
    /// True if there are no more.
    complete: bool,
    /// The answer in sentences.
    say: Vec<String>,
    /// The symbols and rules that clash; null unless there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    clash: Option<Parts>,
    /// The symbols and rules that could be left out, each by itself; null unless there is one
    /// solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    superfluous: Option<Parts>,
    /// The cells in which several solutions differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differ: Vec<String>,
    /// The placements each of which would leave one of them: `r1c1=5`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    deciding: Vec<String>,
    /// The rules that are only drawn, which no answer regards: `3 killer cages`.
    #[serde(skip_serializing_if = "Option::is_none")]
    without: Option<String>,
    /// The notes of the reader: the meaning that it took of two, and the parts that it left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<&'a str>,
    #[serde(skip)]
    title: String,
}

/// Parts of a grid.
#[derive(Debug, Serialize, JsonSchema)]
struct Parts {
    /// The cells of its symbols.
    cells: Vec<String>,
    /// Its rules, as in a file.
    rules: Vec<String>,
    /// True if the diagonals are among them.
    diagonals: bool,
    /// The number of symbols, rules and diagonals of which it is not known: a proof takes too long.
    unproved: usize,
}

impl Printout for SurveyRow<'_> {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}", self.title)?;
        self.say.iter().try_for_each(|fact| writeln!(out, "  {fact}"))
    }
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[
        ("quadrille survey puzzles/sudoku-9x9-killer.toml", "Name the rules that could be left out."),
        ("quadrille survey --json puzzles/sudoku-6x6-lying.toml", "Print the same as JSON."),
    ];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        each(&self.inputs, self.json.on, out, |case, out| print(case, &self, out))
    }
}

/// Prints the survey of one grid.
fn print(case: &Case, words: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let Some(grid) = case.puzzle.grid() else {
        out.flush()?;
        say!("{}: a survey is of grids; `quadrille lint` looks at the items and options of others", case.file);
        return Ok(code::UNUSABLE);
    };
    let until = deadline(words.time.limit);
    let found = survey(grid, &mut || !is_interrupted() && !is_over(until));
    if is_interrupted() {
        return Ok(code::INTERRUPTED);
    }
    let row = match &found {
        Some(found) => row(grid, found),
        None => SurveyRow {
            say: vec!["the time ended before the survey; --time allows more".into()],
            ..SurveyRow::default()
        },
    };
    SurveyRow { file: case.file, case: case.case, notes: case.notes(), title: case.title(), ..row }
        .print(words.json.on, out)?;
    Ok(match found {
        None => code::LIMIT,
        Some(found) if found.count == 1 && found.complete => code::YES,
        Some(_) => code::NO,
    })
}

/// The row of a survey, without the puzzle that it is of.
fn row(grid: &Grid, found: &Survey) -> SurveyRow<'static> {
    let cells = |cells: &[Cell]| cells.iter().map(|&cell| grid.name(cell)).collect::<Vec<_>>();
    let rules = |rules: &[usize]| rules.iter().map(|&rule| grid.rules[rule].text(grid)).collect();
    let placed = |&(cell, symbol): &(Cell, Symbol)| format!("{}={}", grid.name(cell), grid.alphabet.char(symbol));
    let status = match (found.count, found.complete) {
        (0, _) => "none",
        (1, true) => "unique",
        _ => "many",
    };
    let clash = &found.clash;
    let of_clash = || Parts {
        cells: cells(&clash.cells),
        rules: rules(&clash.rules),
        diagonals: clash.diagonals,
        unproved: clash.unproved,
    };
    let of_superfluous = || Parts {
        cells: cells(&found.redundant),
        rules: rules(&found.superfluous),
        diagonals: found.diagonals_superfluous,
        unproved: found.unproved,
    };
    SurveyRow {
        status: Some(status),
        solutions: found.count,
        complete: found.complete,
        say: found.words(grid),
        clash: (status == "none").then(of_clash),
        superfluous: (status == "unique").then(of_superfluous),
        differ: cells(&found.differ),
        deciding: found.deciding.iter().map(placed).collect(),
        without: grid.only_drawn(),
        ..SurveyRow::default()
    }
}
