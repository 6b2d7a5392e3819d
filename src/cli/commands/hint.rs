//! `hint`: the next step of each grid that follows without a search, or all of them.

use super::{Example, Run};
use crate::cli::args::{Inputs, Json, OUTPUT};
use crate::cli::code;
use crate::cli::each::{Case, each};
use crate::cli::row::write_json;
use crate::puzzle::{Cell, Effect, Grid, Hint, Reasoning, Symbol, Technique};
use crate::study::no_step;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;

/// Print the next step of a grid, and why it holds
///
/// Steps are found without a search: singles, locked candidates, pairs, triples, fish, XY-wings
/// and chains. If no step is known, the hint names the item on which Algorithm X would branch.
#[derive(clap::Args, Debug, Default)]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Print steps until none is known or the grid is full
    #[arg(long, help_heading = OUTPUT)]
    all: bool,
    #[command(flatten)]
    json: Json,
}

/// The object that `hint --json` prints for a step.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Step<'a> {
    file: &'a str,
    /// The number of the puzzle in the input, counted from 1.
    case: usize,
    /// The number of the step in this grid, counted from 1.
    step: usize,
    /// The name of the technique; null if no step is known or the grid has no solution.
    technique: Option<&'a str>,
    /// The place to look at.
    place: String,
    why: String,
    what: String,
    /// The symbol that is placed, such as `r4c4=6`.
    placed: Option<String>,
    /// The candidates that are removed, in the same form.
    removed: Vec<String>,
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

/// Prints steps. The exit code is `NO` if a grid is not solved by the steps known here.
fn steps(case: &Case, words: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let Some(grid) = case.puzzle.grid() else {
        out.flush()?;
        say!("{}: hints are for grids; `quadrille trace` shows the search", case.file);
        return Ok(code::UNUSABLE);
    };
    let mut reasoning = Reasoning::new(grid);
    let mut step = 0;
    if !words.json.on && case.several {
        writeln!(out, "{}", case.title())?;
    }
    while let Some(hint) = reasoning.hint() {
        step += 1;
        print(case, step, &hint, reasoning.grid(), words.json.on, out)?;
        if hint.effect == Effect::Dead {
            return Ok(code::NO);
        }
        if !words.all {
            return Ok(code::YES);
        }
        reasoning.take(&hint.effect);
    }
    if reasoning.is_solved() {
        return Ok(code::YES);
    }
    let why = no_step(reasoning.grid());
    match words.json.on {
        true => {
            let (place, removed, what) = (String::new(), Vec::new(), String::new());
            let (file, case) = (case.file, case.case);
            write_json(
                out,
                &Step { file, case, step: step + 1, technique: None, place, why, what, placed: None, removed },
            )?;
        }
        false => writeln!(out, "{why}")?,
    }
    Ok(code::NO)
}

fn print(case: &Case, step: usize, hint: &Hint, grid: &Grid, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    if !json {
        return Ok(writeln!(out, "{} {} {}", hint.stage(0), hint.why, hint.what)?);
    }
    let name = |cell: Cell, symbol: Symbol| format!("{}={}", grid.name(cell), grid.alphabet.char(symbol));
    let (placed, removed) = match &hint.effect {
        Effect::Place(cell, symbol) => (Some(name(*cell, *symbol)), Vec::new()),
        Effect::Remove(gone) => (None, gone.iter().map(|&(cell, symbol)| name(cell, symbol)).collect()),
        Effect::Dead => (None, Vec::new()),
    };
    let technique = hint.technique.map(Technique::id);
    let (place, why, what) = (hint.place.clone(), hint.why.clone(), hint.what.clone());
    write_json(out, &Step { file: case.file, case: case.case, step, technique, place, why, what, placed, removed })?;
    Ok(())
}
