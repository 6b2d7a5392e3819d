//! `check`: none, one or many solutions.

use super::{Example, Run};
use crate::cli::args::{AT_MOST, Certify, Inputs, Output, SEARCH, SearchArgs};
use crate::cli::batch;
use crate::cli::plan::{Plan, Question};
use std::io::Write;

/// Print `none`, `unique` or `many` for each puzzle
///
/// The exit code is 0 if every puzzle has exactly one solution. With --expect it is 0 if every
/// answer is the one in the puzzle's file. With --at-most, the answer is `yes` or `no`, and it is 0
/// if every answer is `yes`. Otherwise it is 1.
#[derive(clap::Args, Debug, Default)]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Compare answers with the [expect] tables of the files
    #[arg(long, help_heading = SEARCH)]
    expect: bool,
    #[arg(long, value_name = "N", conflicts_with_all = ["certify", "expect"], help_heading = SEARCH, help = AT_MOST)]
    at_most: Option<u32>,
    #[command(flatten)]
    certify: Certify,
    #[command(flatten)]
    effort: SearchArgs,
    #[command(flatten)]
    output: Output,
}

impl Run for Args {
    const ON_FIRST_PAGE: bool = true;
    const EXAMPLES: &'static [Example] = &[
        ("quadrille check --expect puzzles/*.toml", "Compare all answers with the files."),
        ("quadrille check --json puzzles/sudoku-9x9-thicket.toml", "Print the answer as JSON."),
    ];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let question = Question::Check { expect: self.expect };
        let plan = Plan::of(question, self.inputs, self.effort, self.output)?;
        batch::run(&Plan { certify: self.certify.folder, at_most: self.at_most, ..plan }, out)
    }
}
