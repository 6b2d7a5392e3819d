//! `hint`: the next step of each grid that follows without a search, or all of them.

use super::{Example, Run};
use crate::cli::args::{Inputs, Json, OUTPUT, TimeLimit};
use crate::cli::code;
use crate::cli::each::{Case, each};
use crate::cli::interrupt::{deadline, is_interrupted, is_over};
use crate::cli::printout::Printout;
use crate::puzzle::{Cell, Grid, Hint, HintEffect, Mark, Reasoning, Symbol, Technique};
use crate::study::{Adviser, HINT};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;

/// Print the next step of a grid, and why it holds
///
/// Steps are those of HoDoKu's list that are known here, from singles to chains, and those of
/// further rules. Where none helps, the hint is an explanation: items of the cover that together
/// exclude a candidate, none of which can be left out. A wrong symbol is named first. The search for
/// a hint takes 2 seconds at most; with --all or --time, as long as they say.
#[derive(clap::Args, Debug, Default)]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Print steps until none is known or the grid is full
    #[arg(long, help_heading = OUTPUT)]
    all: bool,
    #[command(flatten)]
    time: TimeLimit,
    #[command(flatten)]
    json: Json,
}

/// The object that `hint --json` prints for a step.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Step")]
pub struct HintRow<'a> {
    file: &'a str,
    /// The number of the puzzle in the input, counted from 1.
    case: usize,
    /// The number of the step in this grid, counted from 1.
    step: usize,
    /// The name of the technique; null for an explanation, for a wrong symbol, and if there is no
    /// step.
    technique: Option<&'a str>,
    /// The number of items of an explanation; null for other hints.
    items: Option<usize>,
    /// The place to look at.
    place: String,
    why: String,
    what: String,
    /// The symbol that is placed, such as `r4c4=6`.
    placed: Option<String>,
    /// The candidates that are removed, in the same form.
    removed: Vec<String>,
    /// The rules that are only drawn, which the step does not regard: `3 killer cages`.
    #[serde(skip_serializing_if = "Option::is_none")]
    without: Option<String>,
    #[serde(skip)]
    text: String,
}

impl Printout for HintRow<'_> {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}", self.text)
    }
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[
        ("quadrille hint puzzles/sudoku-9x9-gentle.toml", "Print the next step."),
        ("quadrille hint --all puzzles/sudoku-9x9-gentle.toml", "Print the steps to the solution."),
    ];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        each(&self.inputs, self.json.on, out, |case, out| steps(case, &self, out))
    }
}

/// Prints steps. The exit code is `NO` if a grid is not solved by the steps, and `LIMIT` if the time
/// is over before.
fn steps(case: &Case, words: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let Some(grid) = case.puzzle.grid() else {
        out.flush()?;
        say!("{}: hints are for grids; `quadrille trace` shows the search", case.file);
        return Ok(code::UNUSABLE);
    };
    // With all steps, the first explanation is good enough, so that the output is the same however
    // fast the machine is.
    let until = deadline(words.time.limit.or((!words.all).then_some(HINT)));
    let go_on = &mut || !is_interrupted() && !is_over(until);
    let adviser = Adviser::new(grid, go_on);
    let mut reasoning = adviser.on(Reasoning::new(grid), case.puzzle.marks.of(Mark::Eliminated));
    let mut step = 0;
    if !words.json.on && case.several {
        writeln!(out, "{}", case.title())?;
    }
    loop {
        step += 1;
        match adviser.next(&reasoning, !words.all, go_on) {
            None if is_interrupted() => return Ok(code::INTERRUPTED),
            None => {
                out.flush()?;
                say!("{}: no step was found in the time", case.file);
                return Ok(code::LIMIT);
            }
            Some(Ok(hint)) => {
                row(case, step, &hint, reasoning.grid()).print(words.json.on, out)?;
                if matches!(hint.effect, HintEffect::Dead | HintEffect::Clear(_)) {
                    return Ok(code::NO);
                }
                if !words.all {
                    return Ok(code::YES);
                }
                reasoning.take(&hint.effect);
            }
            Some(Err(_)) if reasoning.is_solved() => return Ok(code::YES),
            Some(Err(why)) => {
                let (file, case, text) = (case.file, case.case, why.clone());
                HintRow { file, case, step, why, text, ..HintRow::default() }.print(words.json.on, out)?;
                return Ok(if is_over(until) { code::LIMIT } else { code::NO });
            }
        }
    }
}

/// The row of a step.
fn row<'a>(case: &Case<'a>, step: usize, hint: &Hint, grid: &Grid) -> HintRow<'a> {
    let name = |cell: Cell, symbol: Symbol| format!("{}={}", grid.name(cell), grid.alphabet.char(symbol));
    let (placed, removed) = match &hint.effect {
        HintEffect::Place(cell, symbol) => (Some(name(*cell, *symbol)), Vec::new()),
        HintEffect::Remove(gone) => (None, gone.iter().map(|&(cell, symbol)| name(cell, symbol)).collect()),
        HintEffect::Clear(_) | HintEffect::Dead => (None, Vec::new()),
    };
    HintRow {
        file: case.file,
        case: case.case,
        step,
        technique: hint.technique.map(Technique::id),
        items: Some(hint.items).filter(|&items| items > 0),
        place: hint.place.clone(),
        why: hint.why.clone(),
        what: hint.what.clone(),
        placed,
        removed,
        without: grid.only_drawn(),
        text: format!("{} {} {}", hint.stage(0), hint.why, hint.what),
    }
}
