//! `hint`: the next step of each grid that follows without a search, or all of them.

use super::{Example, Run};
use crate::cli::args::{Inputs, Json, OUTPUT, TimeLimit};
use crate::cli::code;
use crate::cli::each::{Case, each};
use crate::cli::interrupt::{deadline, is_interrupted, is_over};
use crate::cli::notice;
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
// Many fields: a key for each part of a hint.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Step")]
pub(crate) struct HintRow<'a> {
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
    /// True if the givens have several solutions, which steps cannot tell apart.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    several: bool,
    /// The rules that are only drawn, which the step does not regard: `3 killer cages`.
    #[serde(skip_serializing_if = "Option::is_none")]
    without: Option<String>,
    /// The notes of the reader: the meaning that it took of two, and the parts that it left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<&'a str>,
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
    let several = adviser.has_several();
    if !words.json.on && case.several {
        writeln!(out, "{}", case.title())?;
    }
    if several {
        out.flush()?;
        notice::tell(&format!("{}: the givens have several solutions: no steps lead to one of them", case.file));
    }
    loop {
        step += 1;
        match adviser.next(&reasoning, !words.all, go_on) {
            None if is_interrupted() => return Ok(code::INTERRUPTED),
            None => {
                out.flush()?;
                say!("{}: no step was found in the time; --time allows more", case.file);
                return Ok(code::LIMIT);
            }
            Some(Ok(hint)) => {
                HintRow { several, ..row(case, step, &hint, reasoning.grid()) }.print(words.json.on, out)?;
                if matches!(hint.effect, HintEffect::Dead | HintEffect::Clear(_)) {
                    return Ok(code::NO);
                }
                if !words.all {
                    return Ok(code::YES);
                }
                reasoning.take(&hint.effect);
            }
            // The steps have filled it.
            Some(Err(_)) if reasoning.is_solved() && step > 1 => return Ok(code::YES),
            Some(Err(why)) => {
                let is_late = is_over(until) && !reasoning.is_solved();
                let why = if is_late { format!("{why}; --time allows more") } else { why.to_string() };
                let (file, number, text) = (case.file, case.case, why.clone());
                let row = HintRow { file, step, why, text, several, ..HintRow::default() };
                HintRow { case: number, notes: case.notes(), ..row }.print(words.json.on, out)?;
                return Ok(match (reasoning.is_solved(), is_late) {
                    (true, _) => code::YES,
                    (false, true) => code::LIMIT,
                    (false, false) => code::NO,
                });
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
        several: false,
        without: grid.only_drawn(),
        notes: case.notes(),
        text: format!("{} {} {}", hint.stage(0), hint.why, hint.what),
    }
}
