//! `estimate`: the expected size of a search, before it begins.

use super::{Example, Run};
use crate::cli::args::{Inputs, Json, SEARCH, TIME, seconds};
use crate::cli::code;
use crate::cli::each::{Case, each};
use crate::cli::printout::Printout;
use crate::cli::row::Refused;
use crate::dlx::Policy;
use crate::solve::{Spread, forecast, pace};
use crate::study::forecast_words;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

/// Estimate the size of the search tree, by random dives
#[derive(clap::Args, Debug, Default)]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Number of dives
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..), help_heading = SEARCH)]
    dives: u32,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = SEARCH)]
    seed: u64,
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds, help_heading = SEARCH, help = TIME)]
    time: Duration,
    #[command(flatten)]
    json: Json,
}

/// The object that `estimate --json` prints for a puzzle.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Estimate")]
pub(crate) struct EstimateReport<'a> {
    file: &'a str,
    /// The number of the puzzle in the input, counted from 1.
    case: usize,
    kind: &'a str,
    /// The number of random dives.
    dives: u32,
    /// The number of dives that ended at a solution.
    met: u32,
    nodes: Figure,
    updates: Figure,
    solutions: Figure,
    /// Updates per second of the search by links, measured at the time of the command.
    pace: f64,
    /// Seconds that the search by links is estimated to take.
    seconds: Option<f64>,
    #[serde(skip)]
    title: String,
    #[serde(skip)]
    lines: Vec<String>,
}

impl Printout for EstimateReport<'_> {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}", self.title)?;
        self.lines.iter().try_for_each(|line| writeln!(out, "  {line}"))
    }
}

#[derive(Debug, Serialize, JsonSchema)]
struct Figure {
    mean: f64,
    /// The standard error of the mean; null for a single dive.
    error: Option<f64>,
    /// A tenth of the dives lie below this value.
    low: f64,
    /// A tenth of the dives lie above this value.
    high: f64,
}

impl From<Spread> for Figure {
    fn from(Spread { mean, error, low, high }: Spread) -> Figure {
        Figure { mean, error: Some(error).filter(|error| error.is_finite()), low, high }
    }
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[(
        "quadrille estimate puzzles/tiling-pentominoes-6x10.toml",
        "Estimate the nodes of a search for all solutions.",
    )];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        each(&self.inputs, self.json.on, out, |case, out| print(case, &self, out))
    }
}

fn print(case: &Case, words: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let problem = &case.names.problem;
    let told = match forecast(problem, Policy::default(), words.dives, words.seed, words.time) {
        Ok(told) => told,
        Err(why) => {
            out.flush()?;
            say!("{}: {why}", case.file);
            Refused::new(case.file, why.to_string()).print(words.json.on, out)?;
            return Ok(code::LIMIT);
        }
    };
    let pace = pace(problem, Policy::default(), Duration::from_millis(50));
    let estimate = EstimateReport {
        file: case.file,
        case: case.case,
        kind: case.puzzle.kind.id,
        dives: told.dives,
        met: told.met,
        nodes: told.nodes.into(),
        updates: told.updates.into(),
        solutions: told.solutions.into(),
        pace,
        seconds: Some(told.updates.mean / pace).filter(|seconds| seconds.is_finite()),
        title: case.title(),
        lines: forecast_words(&told, pace),
    };
    estimate.print(words.json.on, out)?;
    Ok(code::YES)
}
