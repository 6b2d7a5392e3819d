//! The words of the command line.

use crate::config::Color;
use crate::dlx::{Estimate, Rule};
use crate::solve::{Engine, Grain};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// The debugger for Algorithm X: a workbench for the sudoku family and exact cover.
#[derive(Parser, Debug)]
#[command(name = "quadrille", version, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
#[command(
    after_help = "Exit codes: 0 yes, 1 no, 2 unusable input or usage, 3 a limit was hit, 4 an answer did not verify."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub open: Open,
}

/// What the workbench opens with.
#[derive(Args, Debug, Default)]
pub struct Open {
    /// A puzzle, or a folder of them; without one, the bundled puzzles
    pub file: Option<PathBuf>,
    /// Read the file as this kind or form (see `quadrille kinds`)
    #[arg(long = "as", value_name = "KIND")]
    pub form: Option<String>,
    /// Your configuration, instead of ~/.config/quadrille/config.toml
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Colours: what the terminal can, never, or always
    #[arg(long, value_name = "WHEN")]
    pub color: Option<ColorWhen>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolveGoal {
    First,
    Best,
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    Auto,
    Always,
    Never,
}

impl From<ColorWhen> for Color {
    fn from(when: ColorWhen) -> Color {
        match when {
            ColorWhen::Auto => Color::Auto,
            ColorWhen::Always => Color::Always,
            ColorWhen::Never => Color::Never,
        }
    }
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Print a solution of each puzzle, in the puzzle's own form; of a target the best one
    Solve(Batch),
    /// Print how many solutions each puzzle has
    Count(Batch),
    /// Print for each puzzle whether it has none, one or many: `none`, `unique`, `many`
    Check(Batch),
    /// Say what stands out in each puzzle's items and options before any search; exit code 1 if nothing can work
    Lint(Model),
    /// Tell how large the search for all solutions is, by random dives
    Estimate(Model),
    /// Print the operations of a search, a line each, the same ones every time
    Trace(Trace),
    /// Open the workbench in Step, at an address if one is given
    Step(StepAt),
    /// Answer an online judge's input with the judge's own output
    Judge {
        /// The judge's problem; `quadrille kinds` lists them
        name: String,
        /// The input; standard input without one
        file: Option<PathBuf>,
    },
    /// Time every engine on some of the bundled puzzles
    Bench {
        /// Only this engine
        #[arg(long, value_name = "NAME", value_parser = engine)]
        engine: Option<Engine>,
        /// Print one JSON object a row
        #[arg(long)]
        json: bool,
    },
    /// List the keys of the workbench
    Keys {
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// List the kinds of puzzles and the forms they are read in
    Kinds,
    /// Print the configuration in force
    Config {
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
}

/// What `trace` is told.
#[derive(Args, Debug)]
pub struct Trace {
    /// A puzzle; standard input without one, or for `-`
    pub file: Option<PathBuf>,
    /// Read it as this kind or form (see `quadrille kinds`)
    #[arg(long = "as", value_name = "KIND")]
    pub form: Option<String>,
    /// Which puzzle of the file
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_from_one)]
    pub case: usize,
    /// How large a line's step is: solution, branch, item, option or link
    #[arg(long, value_name = "GRAIN", default_value = "item", value_parser = grain)]
    pub grain: Grain,
    /// Begin at this address, as Step shows it: 1/2,3/3
    #[arg(long, value_name = "ADDRESS")]
    pub at: Option<String>,
    /// Print so many lines
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// The item rule: fewest, fewest-last, first, last or most
    #[arg(long, value_name = "NAME", default_value = "fewest", value_parser = rule)]
    pub rule: Rule,
    /// Cut what cannot beat the best score met so far
    #[arg(long)]
    pub best: bool,
    /// Print a JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// What `step` is told.
#[derive(Args, Debug)]
pub struct StepAt {
    #[command(flatten)]
    pub open: Open,
    /// Begin at this address, as Step shows it: 1/2,3/3
    #[arg(long, value_name = "ADDRESS")]
    pub at: Option<String>,
}

/// What `lint` and `estimate` share.
#[derive(Args, Debug, Default)]
pub struct Model {
    /// Puzzles, any number in a file; standard input without any, or for `-`
    pub files: Vec<PathBuf>,
    /// Read them as this kind or form (see `quadrille kinds`)
    #[arg(long = "as", value_name = "KIND")]
    pub form: Option<String>,
    /// Print every place of a finding (with `lint`)
    #[arg(long)]
    pub all: bool,
    /// How many dives (with `estimate`)
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub dives: u32,
    /// Where the dives' randomness begins: the same seed, the same dives (with `estimate`)
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Stop diving after so many seconds; 2 without (with `estimate`)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
}

/// A time given, or so many seconds.
pub fn seconds_of(given: Option<Duration>, usual: f64) -> Duration {
    given.unwrap_or(Duration::from_secs_f64(usual))
}

/// What the batch commands share.
#[derive(Args, Debug, Default)]
pub struct Batch {
    /// Puzzles, any number in a file; standard input without any, or for `-`
    pub files: Vec<PathBuf>,
    /// Read them as this kind or form (see `quadrille kinds`)
    #[arg(long = "as", value_name = "KIND")]
    pub form: Option<String>,
    /// Print one JSON object a puzzle
    #[arg(long)]
    pub json: bool,
    /// What `solve` looks for: the first solution, the best one, or all of them, printed as they are met; without it
    /// what is usual for the kind
    #[arg(long, value_name = "GOAL")]
    pub goal: Option<SolveGoal>,
    /// Stop at so many solutions (with `count`, and `solve --goal all`)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Count turned and mirrored solutions once, where a puzzle's symmetries are known (with `count`)
    #[arg(long)]
    pub up_to_symmetry: bool,
    /// What cuts the search of a repeated cover: disjoint, share or taxes
    #[arg(long, value_name = "NAME", value_parser = estimate)]
    pub estimate: Option<Estimate>,
    /// The item rule of the engine links: fewest, fewest-last, first, last, most, or failing
    #[arg(long, value_name = "NAME", value_parser = solving_rule)]
    pub rule: Option<Rule>,
    /// Give a puzzle up after so many nodes
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Give a puzzle up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Answer so many puzzles at once; without it as many as there are cores
    #[arg(long, value_name = "N", value_parser = whole_from_one)]
    pub threads: Option<usize>,
    /// Use this engine, links, bits, memo, taxes, bands or clauses; an error if it cannot answer the question
    #[arg(long, value_name = "NAME", value_parser = engine)]
    pub engine: Option<Engine>,
    /// Print nodes, updates and seconds on standard error
    #[arg(long)]
    pub stats: bool,
    /// Hold each puzzle to what its file expects; the exit code says whether all do
    #[arg(long)]
    pub expect: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds is expected".to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "a time from 0 seconds up is expected".to_string())
}

fn engine(name: &str) -> Result<Engine, String> {
    by_name(Engine::ALL, Engine::name, name)
}

fn estimate(name: &str) -> Result<Estimate, String> {
    by_name(Estimate::ALL, Estimate::name, name)
}

fn grain(name: &str) -> Result<Grain, String> {
    by_name(Grain::ALL, Grain::name, name)
}

fn rule(name: &str) -> Result<Rule, String> {
    by_name(Rule::ALL, Rule::name, name)
}

fn solving_rule(name: &str) -> Result<Rule, String> {
    by_name(Rule::SOLVING, Rule::name, name)
}

fn whole_from_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| "a number from 1 up is expected".to_string())
}

fn by_name<T: Copy, const N: usize>(all: [T; N], name_of: fn(T) -> &'static str, name: &str) -> Result<T, String> {
    all.into_iter()
        .find(|&one| name_of(one) == name)
        .ok_or_else(|| format!("known are {}", all.map(name_of).join(", ")))
}
