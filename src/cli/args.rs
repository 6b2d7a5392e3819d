//! The arguments of the command line.

use crate::app::{Palette, Symmetry};
use crate::config::Color;
use crate::dlx::{Estimate, Rule};
use crate::puzzle::Technique;
use crate::solve::{Engine, Grain};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

/// The debugger for Algorithm X: a workbench for the sudoku family and exact cover.
#[derive(Parser, Debug)]
#[command(name = "quadrille", version, args_conflicts_with_subcommands = true)]
#[command(after_help = "Exit codes: 0 yes, 1 no, 2 unusable input or usage, 3 a limit was hit, 4 an answer did not \
                  verify, 130 interrupted.")]
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
    /// Whose colours: the terminal's own, or a palette that has its own paper
    #[arg(long, value_name = "NAME")]
    pub theme: Option<ThemeName>,
    /// Lines and sentences in place of a screen: for screen readers, dumb terminals and pipes
    #[arg(long)]
    pub plain: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolveGoal {
    First,
    Best,
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ThemeName {
    Terminal,
    Dark,
    Light,
    Contrast,
}

impl From<ThemeName> for Palette {
    fn from(name: ThemeName) -> Palette {
        match name {
            ThemeName::Terminal => Palette::Terminal,
            ThemeName::Dark => Palette::Dark,
            ThemeName::Light => Palette::Light,
            ThemeName::Contrast => Palette::Contrast,
        }
    }
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
    Solve(Solve),
    /// Print how many solutions each puzzle has
    Count(Count),
    /// Print for each puzzle whether it has none, one or many: `none`, `unique`, `many`
    Check(Check),
    /// Say what stands out in each puzzle's items and options before any search; exit code 1 if
    /// nothing can work
    Lint(Lint),
    /// Estimate how large the search for all solutions is, by random dives
    Estimate(Estimating),
    /// Print puzzles in another form, or draw them
    Convert(Convert),
    /// Make new puzzles; the same seed makes the same ones
    Generate(Generate),
    /// Print the next step of a grid that follows without a search, and why
    Hint(Hint),
    /// Print the operations of a search, a line each, the same ones every time
    Trace(Trace),
    /// Say everything about a state of a search: what happened, what comes, counts, pointers, and
    /// who did what
    Explain(Explain),
    /// Answer with a proof that an independent checker accepts: the problem as OPB, and a
    /// derivation for VeriPB
    Prove(Prove),
    /// Cut a count into pieces, a JSON line each
    Split(Split),
    /// Read pieces of `split` and answer each with a line
    Work(Work),
    /// Add up the answers of `work`; say what is missing, doubled or foreign
    Merge(Merge),
    /// Open the workbench in Step, at an address if one is given
    Step(StepAt),
    /// List the puzzles that a killed workbench left with unsaved changes; the next workbench opens
    /// them
    Kept {
        #[command(subcommand)]
        deed: Option<KeptDeed>,
        /// Print one JSON object a puzzle (see `quadrille schema kept`)
        #[arg(long)]
        json: bool,
    },
    /// Answer an online judge's input with the judge's own output
    Judge {
        /// The judge's problem; --list prints all of them
        #[arg(required_unless_present = "list")]
        name: Option<String>,
        /// The input. Default: standard input
        #[arg(conflicts_with = "list")]
        file: Option<PathBuf>,
        /// List the judges' problems
        #[arg(long, conflicts_with = "name")]
        list: bool,
        /// With --list, print one JSON object a problem (see `quadrille schema judges`)
        #[arg(long, requires = "list", conflicts_with = "name")]
        json: bool,
    },
    /// Time every engine on some of the bundled puzzles
    Bench {
        /// Only this engine
        #[arg(long, value_name = "NAME", value_parser = engine)]
        engine: Option<Engine>,
        /// Print one JSON object a row (see `quadrille schema bench`)
        #[arg(long)]
        json: bool,
    },
    /// List the keys of the workbench
    Keys {
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// List the kinds of puzzles and the forms they are read in
    Kinds {
        /// Print one JSON object (see `quadrille schema kinds`)
        #[arg(long)]
        json: bool,
    },
    /// Print the configuration in force
    Config {
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Print the JSON schema of what a command prints with --json
    Schema {
        /// The command
        #[arg(value_enum)]
        of: Schema,
    },
    /// Print a script that completes words in a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

/// What `kept` does with a kept puzzle.
#[derive(Subcommand, Debug)]
pub enum KeptDeed {
    /// Print a kept puzzle as TOML
    Show {
        /// Its file, as `quadrille kept` lists it
        file: String,
    },
    /// Remove kept puzzles
    Drop {
        /// Their files, as `quadrille kept` lists them
        #[arg(required_unless_present = "all")]
        files: Vec<String>,
        /// All that no running workbench holds
        #[arg(long)]
        all: bool,
    },
}

/// What has a JSON schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Schema {
    /// solve, count and check
    Answers,
    /// lint
    Lint,
    /// estimate
    Estimate,
    /// explain
    Explain,
    /// generate
    Generate,
    /// hint
    Hint,
    /// prove
    Prove,
    /// split, which work reads
    Split,
    /// work, which merge reads
    Work,
    /// merge
    Merge,
    /// kept
    Kept,
    /// trace
    Trace,
    /// kinds
    Kinds,
    /// judge --list
    Judges,
    /// bench
    Bench,
}

/// One puzzle of an input.
#[derive(Args, Debug)]
pub struct One {
    /// A puzzle; standard input without one, or for `-`
    pub file: Option<PathBuf>,
    /// Read it as this kind or form (see `quadrille kinds`)
    #[arg(long = "as", value_name = "KIND")]
    pub form: Option<String>,
    /// Which puzzle of the file
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_from_one)]
    pub case: usize,
}

/// Where a search is to stand.
#[derive(Args, Debug)]
pub struct Stand {
    #[command(flatten)]
    pub one: One,
    /// Stand at this address, as Step shows it: 1/2,3/3
    #[arg(long, value_name = "ADDRESS")]
    pub at: Option<String>,
    /// The item rule: fewest, fewest-last, first, last or most
    #[arg(long, value_name = "NAME", default_value = "fewest", value_parser = rule)]
    pub rule: Rule,
    /// Cut what cannot beat the best score met so far
    #[arg(long)]
    pub best: bool,
}

/// What `trace` is told.
#[derive(Args, Debug)]
pub struct Trace {
    #[command(flatten)]
    pub stand: Stand,
    /// How large a line's step is: solution, branch, item, option or link
    #[arg(long, value_name = "GRAIN", default_value = "item", value_parser = grain)]
    pub grain: Grain,
    /// Print so many lines
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Print one JSON object a line (see `quadrille schema trace`)
    #[arg(long)]
    pub json: bool,
}

/// What `explain` is told.
#[derive(Args, Debug)]
pub struct Explain {
    #[command(flatten)]
    pub stand: Stand,
    /// Say only what became of this item or option
    #[arg(long, value_name = "NAME")]
    pub of: Option<String>,
    /// Print a JSON object (see `quadrille schema explain`)
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

/// Where puzzles come from, and how much of them is read.
#[derive(Args, Debug, Default)]
pub struct Inputs {
    /// Puzzles, any number in a file; standard input without any, or for `-`
    pub files: Vec<PathBuf>,
    /// Read them as this kind or form (see `quadrille kinds`)
    #[arg(long = "as", value_name = "KIND")]
    pub form: Option<String>,
    /// Read the files of folders, and of the folders in them
    #[arg(short, long)]
    pub recursive: bool,
    /// Read at most so much of an input that is held as a whole: 500k, 64M, 2G
    #[arg(long, value_name = "BYTES", default_value = "256M", value_parser = bytes)]
    pub max_bytes: u64,
    /// Wait so long for somebody to write into a named pipe
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub wait: Duration,
}

/// How answers are named and printed.
#[derive(Args, Debug, Default)]
pub struct Output {
    /// Print one JSON object a puzzle (see `quadrille schema answers`)
    #[arg(long)]
    pub json: bool,
    /// Print nodes, updates and seconds on standard error
    #[arg(long)]
    pub stats: bool,
    /// Print the input's name before each answer; `count` and `check` do so for several inputs
    #[arg(short = 'H', long, conflicts_with = "no_filename")]
    pub with_filename: bool,
    /// Print no names
    #[arg(long)]
    pub no_filename: bool,
    /// Print a NUL byte after a name, in place of a colon
    #[arg(short = '0', long)]
    pub null: bool,
    /// Stop at the first input that cannot be read, or line of it that is no puzzle
    #[arg(long)]
    pub strict: bool,
}

/// What is searched of a puzzle, by what, and when it is given up.
#[derive(Args, Debug, Default)]
pub struct Effort {
    /// Leave out the symbols that are not givens but the user's own
    #[arg(long)]
    pub givens_only: bool,
    /// Give a puzzle up after so many nodes
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Give a puzzle up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Answer so many puzzles at once, at most 1024; without it as many as there are cores
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    #[arg(long, value_name = "NAME", value_parser = engine, help = engine_help())]
    pub engine: Option<Engine>,
    /// The item rule of the engine links: fewest, fewest-last, first, last, most, or failing
    #[arg(long, value_name = "NAME", value_parser = solving_rule)]
    pub rule: Option<Rule>,
    /// What cuts the search of a repeated cover: disjoint, share or taxes
    #[arg(long, value_name = "NAME", value_parser = estimate)]
    pub estimate: Option<Estimate>,
}

/// What `solve` is told.
#[derive(Args, Debug, Default)]
pub struct Solve {
    #[command(flatten)]
    pub inputs: Inputs,
    /// Look for the first solution, the best one, or all of them, printed as they are found;
    /// without it what is usual for the kind
    #[arg(long, value_name = "GOAL")]
    pub goal: Option<SolveGoal>,
    /// Stop at so many solutions (with --goal all)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Write each problem, and a proof of its answer that VeriPB checks, into this folder
    #[arg(long, value_name = "FOLDER")]
    pub certify: Option<PathBuf>,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub output: Output,
}

/// What `count` is told.
#[derive(Args, Debug, Default)]
pub struct Count {
    #[command(flatten)]
    pub inputs: Inputs,
    /// Stop at so many solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Count turned and mirrored solutions once, where a puzzle's symmetries are known
    #[arg(long)]
    pub up_to_symmetry: bool,
    /// Keep what is done in this file, and go on from there; for one puzzle
    #[arg(long, value_name = "FILE", conflicts_with_all = ["limit", "up_to_symmetry", "engine", "nodes"])]
    pub checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub output: Output,
}

/// What `check` is told.
#[derive(Args, Debug, Default)]
pub struct Check {
    #[command(flatten)]
    pub inputs: Inputs,
    /// Hold each puzzle to what its file expects; the exit code says whether all do
    #[arg(long)]
    pub expect: bool,
    /// Write each problem, and a proof of its answer that VeriPB checks, into this folder
    #[arg(long, value_name = "FOLDER")]
    pub certify: Option<PathBuf>,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub output: Output,
}

/// What `lint` is told.
#[derive(Args, Debug, Default)]
pub struct Lint {
    #[command(flatten)]
    pub inputs: Inputs,
    /// Print every place of a finding
    #[arg(long)]
    pub all: bool,
    /// Print one JSON object a puzzle (see `quadrille schema lint`)
    #[arg(long)]
    pub json: bool,
}

/// What `convert` is told.
#[derive(Args, Debug, Default)]
pub struct Convert {
    #[command(flatten)]
    pub inputs: Inputs,
    /// The form to print: one of `quadrille kinds`, toml, or a drawing: text, svg, html
    #[arg(long, value_name = "FORM")]
    pub to: String,
    /// Only this puzzle of each input
    #[arg(long, value_name = "N", value_parser = whole_from_one)]
    pub case: Option<usize>,
}

/// What `generate` is told.
#[derive(Args, Debug)]
pub struct Generate {
    /// sudoku, jigsaw or target
    #[arg(default_value = "sudoku")]
    pub kind: String,
    /// The side of the grid
    #[arg(long, value_name = "N", default_value_t = 9)]
    pub size: usize,
    /// Where the randomness begins; without it a seed is chosen and said
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// How many puzzles
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub count: u64,
    /// Each diagonal holds every symbol too
    #[arg(long)]
    pub diagonals: bool,
    /// A rule of the whole grid more, any number of times: windoku, disjoint, antiknight, antiking
    /// or nonconsecutive
    #[arg(long = "rule", value_name = "RULE")]
    pub rules: Vec<String>,
    /// How the givens lie: none, half, quarter, mirror or diagonal
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = symmetry)]
    pub symmetry: Symmetry,
    /// How many givens: 24..30, or 26
    #[arg(long, value_name = "A..B", value_parser = givens)]
    pub givens: Option<RangeInclusive<usize>>,
    /// No given can be taken away, or with a symmetry no givens that go together: the puzzle would
    /// have several solutions. With --steps it is minimal for these steps: without a given they
    /// would not solve it, though it may still have one solution
    #[arg(long)]
    pub minimal: bool,
    /// Only puzzles that steps up to this one solve: naked-single, hidden-single, locked,
    /// naked-pair, hidden-pair, naked-triple, hidden-triple, x-wing, swordfish, xy-wing, chain
    #[arg(long, value_name = "STEP", value_parser = technique)]
    pub steps: Option<Technique>,
    /// Only puzzles for which Algorithm X needs so many nodes
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub min_nodes: u64,
    /// Make so many puzzles at once, at most 1024; without it as many as there are cores
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    /// Print givens, nodes and the hardest step on standard error
    #[arg(long)]
    pub stats: bool,
    /// Print one JSON object a puzzle (see `quadrille schema generate`)
    #[arg(long)]
    pub json: bool,
}

/// What `split` is told.
#[derive(Args, Debug)]
pub struct Split {
    #[command(flatten)]
    pub one: One,
    /// How many pieces
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole_from_one)]
    pub parts: usize,
}

/// What `work` is told.
#[derive(Args, Debug, Default)]
pub struct Work {
    /// Files of pieces; standard input without one, or for `-`
    pub files: Vec<PathBuf>,
    /// The puzzle, if it is not where `split` read it
    #[arg(long, value_name = "FILE")]
    pub puzzle: Option<PathBuf>,
    /// Threads for a piece; without it one
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
}

/// What `merge` is told.
#[derive(Args, Debug, Default)]
pub struct Merge {
    /// Files of answers; standard input without one, or for `-`
    pub files: Vec<PathBuf>,
    /// The puzzle, if it is not where `split` read it; symmetries of pieces are checked on it
    #[arg(long, value_name = "FILE")]
    pub puzzle: Option<PathBuf>,
    /// Answers that must agree on each piece. A wrong count of one worker is seen from 2 on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_from_one)]
    pub quorum: usize,
    /// Print one JSON object (see `quadrille schema merge`)
    #[arg(long)]
    pub json: bool,
}

/// What `prove` is told.
#[derive(Args, Debug)]
pub struct Prove {
    #[command(flatten)]
    pub one: One,
    /// What is proved: that there is a solution or none, just one, so many, or none better;
    /// without it just one, or of a puzzle with a score none better
    #[arg(long, value_name = "GOAL")]
    pub goal: Option<ProveGoal>,
    /// Follow the search of this engine, links, clauses or taxes; without it that of the engine
    /// that answered, or links if that cannot be followed
    #[arg(long, value_name = "NAME", value_parser = engine)]
    pub engine: Option<Engine>,
    /// The file for the problem
    #[arg(long, value_name = "FILE")]
    pub opb: PathBuf,
    /// The file for the proof
    #[arg(long, value_name = "FILE")]
    pub proof: PathBuf,
    /// Solutions that a count may list
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub limit: u64,
    /// The size that the proof may reach, such as 500k, 64M or 2G
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = bytes)]
    pub max_size: u64,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Print an estimate of the work on standard error first
    #[arg(long)]
    pub stats: bool,
    /// Print one JSON object (see `quadrille schema prove`)
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProveGoal {
    First,
    Unique,
    Count,
    Best,
}

/// What `hint` is told.
#[derive(Args, Debug, Default)]
pub struct Hint {
    #[command(flatten)]
    pub inputs: Inputs,
    /// Print every step, until none is known or the grid is full
    #[arg(long)]
    pub all: bool,
    /// Print one JSON object a step (see `quadrille schema hint`)
    #[arg(long)]
    pub json: bool,
}

/// What `estimate` is told.
#[derive(Args, Debug, Default)]
pub struct Estimating {
    #[command(flatten)]
    pub inputs: Inputs,
    /// How many dives
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub dives: u32,
    /// Where the dives' randomness begins: the same seed, the same dives
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Stop diving after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    pub time: Duration,
    /// Print one JSON object a puzzle (see `quadrille schema estimate`)
    #[arg(long)]
    pub json: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds is expected".to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "a time from 0 seconds up is expected".to_string())
}

/// A number of bytes, with a suffix k, M or G for powers of 1024.
fn bytes(text: &str) -> Result<u64, String> {
    let (digits, power) = match text.strip_suffix(['k', 'K', 'M', 'G']) {
        Some(digits) => (digits, 1 + "kMG".find(&text[digits.len()..].replace('K', "k")).unwrap_or(0) as u32),
        None => (text, 0),
    };
    let number: Option<u64> = digits.parse().ok();
    let bytes = number.and_then(|number| number.checked_mul(1024u64.pow(power))).filter(|&bytes| bytes > 0);
    bytes.ok_or_else(|| "a number of bytes is expected, such as 500k, 64M or 2G".to_string())
}

/// More threads than this would only wait for each other.
const MOST_THREADS: usize = 1024;

fn threads(text: &str) -> Result<usize, String> {
    let number = whole_from_one(text)?;
    if number > MOST_THREADS {
        return Err(format!("at most {MOST_THREADS} threads are started"));
    }
    Ok(number)
}

fn engine_help() -> String {
    let names: Vec<&str> = Engine::all().map(Engine::name).collect();
    let (last, others) = names.split_last().expect("there are engines");
    format!("Use this engine, {} or {last}; an error if it cannot answer the question", others.join(", "))
}

fn engine(name: &str) -> Result<Engine, String> {
    by_name(Engine::all(), Engine::name, name)
}

fn symmetry(name: &str) -> Result<Symmetry, String> {
    by_name(Symmetry::ALL, Symmetry::name, name)
}

fn technique(name: &str) -> Result<Technique, String> {
    by_name(Technique::ALL, Technique::id, name)
}

/// `24..30`, `24-30` or `26`.
fn givens(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number =
        |text: &str| text.trim().parse::<usize>().map_err(|_| "a range such as 24..30 is expected".to_string());
    match text.split_once("..").or_else(|| text.split_once('-')) {
        Some((from, to)) => Ok(number(from)?..=number(to.trim_start_matches('='))?),
        None => number(text).map(|number| number..=number),
    }
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

fn by_name<T: Copy>(all: impl IntoIterator<Item = T>, name_of: fn(T) -> &'static str, name: &str) -> Result<T, String> {
    let all: Vec<T> = all.into_iter().collect();
    let names = || all.iter().map(|&one| name_of(one)).collect::<Vec<_>>().join(", ");
    all.iter().copied().find(|&one| name_of(one) == name).ok_or_else(|| format!("known are {}", names()))
}
