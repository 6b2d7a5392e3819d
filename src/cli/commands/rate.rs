//! `rate`: how hard each grid is for a person.

use super::{Example, Run};
use crate::cli::args::{Inputs, Json, TimeLimit};
use crate::cli::code;
use crate::cli::each::{Case, each};
use crate::cli::interrupt::{deadline, is_interrupted, is_over};
use crate::cli::printout::Printout;
use crate::puzzle::{Level, Technique};
use crate::study::{Unrated, rate};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;

/// Print how hard each grid is for a person: level, hardest step, sum of costs
///
/// The easiest known step is taken again and again, and its cost is added up, as HoDoKu does. Where
/// no technique helps, the step is an explanation of some elimination. A grid needs exactly one
/// solution; symbols that are not givens are left out.
#[derive(clap::Args, Debug, Default)]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    time: TimeLimit,
    #[command(flatten)]
    json: Json,
}

/// The object that `rate --json` prints for a puzzle.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Rated")]
pub(crate) struct RateReport<'a> {
    file: &'a str,
    /// The number of the puzzle in the input, counted from 1.
    case: usize,
    /// `easy`, `medium`, `hard` or `fiendish`; null if the puzzle has no rating.
    level: Option<&'a str>,
    /// The hardest technique; null if the grid is full or has no rating.
    technique: Option<&'a str>,
    /// The sum of the costs of all steps.
    sum: Option<u32>,
    /// The number of steps.
    steps: Option<usize>,
    /// The number of items of each explanation, where no technique helped.
    explanations: Vec<usize>,
    /// The reason why there is no rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The notes of the reader: the meaning that it took of two, and the parts that it left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<&'a str>,
    #[serde(skip)]
    text: String,
}

impl Printout for RateReport<'_> {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}", self.text)
    }
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[
        ("quadrille rate puzzles/sudoku-9x9-gentle.toml", "Print the level, the hardest step and the sum of costs."),
        ("quadrille rate --json puzzles/sudoku-9x9-thicket.toml", "Print the rating as JSON."),
    ];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        each(&self.inputs, self.json.on, out, |case, out| print(case, self.time, self.json.on, out))
    }
}

/// Prints a rating. The exit code is `NO` if the grid does not have exactly one solution, and
/// `LIMIT` if that or the steps were not found.
fn print(case: &Case, time: TimeLimit, json: bool, out: &mut dyn Write) -> anyhow::Result<u8> {
    let Some(grid) = case.puzzle.grid() else {
        out.flush()?;
        say!("{}: ratings are for grids; `quadrille estimate` foretells a search", case.file);
        return Ok(code::UNUSABLE);
    };
    let until = deadline(time.limit);
    let rating = rate(grid, &mut || !is_interrupted() && !is_over(until));
    if rating == Err(Unrated::Stopped) && is_interrupted() {
        return Ok(code::INTERRUPTED);
    }
    let place = RateReport { file: case.file, case: case.case, notes: case.notes(), ..RateReport::default() };
    let report = match &rating {
        Ok(rating) => RateReport {
            level: Some(Level::id(rating.level)),
            technique: rating.hardest.map(Technique::id),
            sum: Some(rating.sum),
            steps: Some(rating.steps),
            explanations: rating.explained.clone(),
            text: format!("{} {} {}", rating.level.id(), rating.hardest_words(), rating.sum),
            ..place
        },
        Err(why) => RateReport { error: Some(words(*why)), text: format!("unrated: {}", words(*why)), ..place },
    };
    report.print(json, out)?;
    Ok(match rating {
        Ok(_) => code::YES,
        Err(Unrated::Stopped | Unrated::Unexplained) => code::LIMIT,
        Err(Unrated::None | Unrated::Many | Unrated::Drawn) => code::NO,
    })
}

/// The reason why there is no rating. No signal has stopped it.
fn words(why: Unrated) -> String {
    match why {
        Unrated::Stopped => "it was not rated in the time".to_string(),
        why => why.to_string(),
    }
}
