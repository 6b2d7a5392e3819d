//! `count`: the number of solutions of each puzzle.

use super::{Example, Run};
use crate::cli::args::{Inputs, LIMIT, Output, SEARCH, SearchArgs};
use crate::cli::batch;
use crate::cli::plan::{Plan, Question};
use crate::files::same_file;
use clap::ValueHint;
use std::io::Write;
use std::path::PathBuf;

/// Print the number of solutions of each puzzle
///
/// Counts are exact, however large. One large count runs on all cores; --checkpoint saves it as
/// it runs, and `split`, `work` and `merge` spread it over several machines.
#[derive(clap::Args, Debug, Default)]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = SEARCH, help = LIMIT)]
    limit: Option<u64>,
    /// Count solutions up to symmetry: turned and mirrored images count once
    #[arg(long, help_heading = SEARCH)]
    up_to_symmetry: bool,
    /// Save the count of one puzzle in this file while it runs, and resume from it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["limit", "up_to_symmetry", "engine", "nodes"],
          value_hint = ValueHint::FilePath, help_heading = SEARCH)]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    effort: SearchArgs,
    #[command(flatten)]
    output: Output,
}

impl Run for Args {
    const ON_FIRST_PAGE: bool = true;
    const EXAMPLES: &'static [Example] = &[
        ("quadrille count puzzles/queens-8.toml", "Count the solutions: 92."),
        ("quadrille count --up-to-symmetry puzzles/queens-8.toml", "Count them up to symmetry: 12."),
        (
            "quadrille count --checkpoint dominoes.json puzzles/tiling-dominoes-4x4.toml",
            "Save the count while it runs.",
        ),
    ];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let question = Question::Count { limit: self.limit, up_to_symmetry: self.up_to_symmetry };
        let plan = Plan::of(question, self.inputs, self.effort, self.output)?;
        if let Some(file) = &self.checkpoint {
            let is_input = plan.sources.iter().flatten().any(|source| same_file(source, file));
            anyhow::ensure!(!is_input, "{} is the puzzle and cannot be its checkpoint", file.display());
        }
        batch::run(&Plan { checkpoint: self.checkpoint, ..plan }, out)
    }
}
