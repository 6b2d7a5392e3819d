//! `solve`: a solution of each puzzle, or all of them.

use super::{Example, Run};
use crate::cli::args::{AT_MOST, Certify, Inputs, LIMIT, Output, SEARCH, SearchArgs, named};
use crate::cli::batch;
use crate::cli::plan::{Plan, Question, Wanted};
use std::io::Write;

/// Print a solution of each puzzle
///
/// A solution is printed in the form of its puzzle: one line in, one line out. It has the best
/// score for a target, the fewest options for a repeated cover, and the lowest cost for a cover
/// with costs.
#[derive(clap::Args, Debug, Default)]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Solutions to print. Default: best for targets, costs and repeated covers, else first
    #[arg(long, value_name = "GOAL", help_heading = SEARCH, value_parser = named(Wanted::NAMED, Wanted::name, Wanted::help))]
    goal: Option<Wanted>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = SEARCH,
          help = format!("{LIMIT} (with --goal all)"))]
    limit: Option<u64>,
    #[arg(long, value_name = "N", conflicts_with_all = ["certify", "goal"], help_heading = SEARCH, help = AT_MOST)]
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
        ("quadrille solve puzzles/sudoku-9x9-gentle.toml", "Print the solution."),
        ("quadrille solve --goal all --limit 3 puzzles/queens-8.toml", "Print the first 3 solutions."),
        ("quadrille solve -H --stats puzzles/*.toml", "Name each file, and print what each search took."),
    ];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let wanted = match self.goal.unwrap_or(Wanted::Usual) {
            Wanted::All { .. } => Wanted::All { limit: self.limit },
            wanted => {
                anyhow::ensure!(self.limit.is_none(), "--limit goes with --goal all");
                wanted
            }
        };
        let plan = Plan::of(Question::Solve(wanted), self.inputs, self.effort, self.output)?;
        batch::run(&Plan { certify: self.certify.folder, at_most: self.at_most, ..plan }, out)
    }
}
