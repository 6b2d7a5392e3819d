//! The arguments of each command. Their descriptions are the help, the manual pages and the page of
//! commands of the manual.

mod shared;
mod values;

pub use shared::{Effort, Inputs, Json, OfPiece, One, Open, Output, Settings, Stand, Statistics};
pub use values::{ProveGoal, Schema, Shell, SolveGoal};

use crate::config::Color;
use crate::puzzle::{Export, JUDGES, RULES, Technique};
use crate::solve::{Engine, Grain};
use crate::study::{Symmetry, grid_kinds};
use clap::{ArgAction, Args, Parser, Subcommand, ValueHint};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;
use values::{bytes, givens, named, names, seconds, threads, whole_from_one};

/// The debugger for Algorithm X: a terminal workbench for sudokus and exact cover.
///
/// Without a command, quadrille opens the workbench on FILE, on the puzzles of a folder, or on the
/// bundled puzzles. Every command reads files or standard input and prints to standard output;
/// messages and progress go to standard error.
#[derive(Parser, Debug)]
#[command(name = "quadrille", version, disable_help_flag = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub open: Open,
    #[command(flatten)]
    pub global: Global,
}

/// The options of every command.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Options of every command")]
pub struct Global {
    /// Write a log to FILE, for a report of a defect
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub log: Option<PathBuf>,
    /// Use of colours. Default: on terminals, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", value_parser = named(Color::ALL, Color::name, Color::help))]
    pub color: Option<Color>,
    /// Print no progress and no notices, only answers and errors
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Print a summary of the help with -h, all of it with --help
    #[arg(short, long, global = true, action = ArgAction::Help)]
    pub help: Option<bool>,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Print a solution of each puzzle
    ///
    /// A solution is printed in the form of its puzzle: one line in, one line out. It has the best
    /// score for a target, the fewest options for a repeated cover, and the lowest cost for a cover
    /// with costs.
    Solve(Solve),
    /// Print the number of solutions of each puzzle
    ///
    /// Counts are exact, however large. One large count runs on all cores; --checkpoint saves it as
    /// it runs, and `split`, `work` and `merge` spread it over several machines.
    Count(Count),
    /// Print `none`, `unique` or `many` for each puzzle
    ///
    /// The exit code is 0 if every puzzle has exactly one solution. With --expect it is 0 if every
    /// answer is the one in the puzzle's file. Otherwise it is 1.
    Check(Check),
    /// Prove an answer for an independent checker
    ///
    /// Writes the problem as pseudo-Boolean constraints (OPB) and the proof as a derivation that
    /// VeriPB checks: `cargo install veripb`.
    Prove(Prove),
    /// Print the next step of a grid, and why it holds
    ///
    /// Steps are found without a search: singles, locked candidates, pairs, triples, fish, XY-wings
    /// and chains. If no step is known, the hint names the item on which Algorithm X would branch.
    Hint(Hint),
    /// Open the workbench in Step, at an address
    Step(StepAt),
    /// Print the operations of the search, one a line
    ///
    /// The same puzzle and options always give the same lines, so they can be compared with the
    /// operations of your own program.
    Trace(Trace),
    /// Print everything about one state of the search
    ///
    /// Prints the last and the next operation with every pointer and count that they change, the
    /// choice of the item, the path, and the state of each item and option with its cause.
    Explain(Explain),
    /// Report suspicious items and options
    ///
    /// Looks at the problem without searching: items in no option, options that occur twice, names
    /// that differ in one character. The exit code is 1 if a finding proves that there is no
    /// solution.
    Lint(Lint),
    /// Estimate the size of the search tree, by random dives
    Estimate(Estimating),
    /// Print puzzles in another form, or draw them
    ///
    /// What the other form cannot hold is named on standard error.
    Convert(Convert),
    /// Make new puzzles with one solution
    ///
    /// The same seed makes the same puzzles.
    Generate(Generate),
    /// List the kinds of puzzles and the forms that are read
    Kinds {
        #[command(flatten)]
        json: Json,
    },
    /// Answer the input of an online judge
    ///
    /// The output is the judge's own, byte for byte, so it can be compared with your program's.
    Judge {
        /// The judge's problem
        #[arg(required_unless_present = "list", value_parser = names(JUDGES.iter().map(|judge| judge.name)), hide_possible_values = true)]
        name: Option<String>,
        /// The judge's input. Default: standard input, also as `-`
        #[arg(conflicts_with = "list", value_hint = ValueHint::FilePath)]
        file: Option<PathBuf>,
        /// List the judges' problems
        #[arg(long, conflicts_with = "name")]
        list: bool,
        #[arg(long, requires = "list", conflicts_with = "name", help_heading = OUTPUT, help = shared::JSON)]
        json: bool,
    },
    /// Cut a count into pieces, as JSON lines
    Split(Split),
    /// Count the pieces that `split` wrote
    Work(Work),
    /// Add up the answers of `work`
    ///
    /// Prints the total if every piece was counted exactly once. Missing, doubled and foreign lines
    /// are named.
    Merge(Merge),
    /// List the keys of the workbench
    Keys {
        #[command(flatten)]
        settings: Settings,
    },
    /// Print the configuration in force, as a complete file
    Config {
        #[command(flatten)]
        settings: Settings,
    },
    /// List the unsaved puzzles of sessions that were killed
    ///
    /// The next workbench opens them again.
    #[command(disable_help_subcommand = true)]
    Kept {
        #[command(subcommand)]
        deed: Option<KeptDeed>,
        #[command(flatten)]
        json: Json,
    },
    /// Print the JSON schema of an output or of a file
    Schema {
        /// The command that prints it, or the kind of file. Default: list all of them
        #[arg(value_enum)]
        of: Option<Schema>,
    },
    /// Print the completion script of a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print a manual page, or write all of them
    Man {
        /// The command whose page is printed. Default: quadrille itself
        #[arg(value_parser = names(command_names()), hide_possible_values = true)]
        command: Option<String>,
        /// Write the page of quadrille and of each command into this folder
        #[arg(long, value_name = "FOLDER", conflicts_with = "command", value_hint = ValueHint::DirPath)]
        folder: Option<PathBuf>,
    },
    /// Time every engine on some bundled puzzles
    Bench {
        /// Use this engine only
        #[arg(long, value_name = "NAME", value_parser = named(Engine::all(), Engine::name, Engine::help))]
        engine: Option<Engine>,
        #[command(flatten)]
        json: Json,
    },
}

/// A command about kept puzzles.
#[derive(Subcommand, Debug)]
pub enum KeptDeed {
    /// Print a kept puzzle as TOML
    Show {
        /// The file, as `quadrille kept` lists it
        file: String,
    },
    /// Remove kept puzzles
    Drop {
        /// The files, as `quadrille kept` lists them
        #[arg(required_unless_present = "all")]
        files: Vec<String>,
        /// Remove all except those of running workbenches
        #[arg(long)]
        all: bool,
    },
}

/// The arguments of `trace`.
#[derive(Args, Debug)]
pub struct Trace {
    #[command(flatten)]
    pub stand: Stand,
    /// Step size of a line
    #[arg(long, value_name = "GRAIN", default_value = "item", value_parser = named(Grain::ALL, Grain::name, |_| ""))]
    pub grain: Grain,
    /// Print at most N lines
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    #[command(flatten)]
    pub json: Json,
}

/// The arguments of `explain`.
#[derive(Args, Debug)]
pub struct Explain {
    #[command(flatten)]
    pub stand: Stand,
    /// Print only the state of this item or option, and its cause
    #[arg(long, value_name = "NAME")]
    pub of: Option<String>,
    #[command(flatten)]
    pub json: Json,
}

/// The arguments of `step`.
#[derive(Args, Debug)]
pub struct StepAt {
    #[command(flatten)]
    pub open: Open,
    /// Address of the state, as Step shows it: 1/2,3/3. Default: the root
    #[arg(long, value_name = "ADDRESS")]
    pub at: Option<String>,
}

/// The arguments of `solve`.
#[derive(Args, Debug, Default)]
pub struct Solve {
    #[command(flatten)]
    pub inputs: Inputs,
    /// Solutions to print. Default: best for targets, costs and repeated covers, else first
    #[arg(long, value_name = "GOAL", help_heading = SEARCH)]
    pub goal: Option<SolveGoal>,
    /// Stop at N solutions (with --goal all)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = SEARCH)]
    pub limit: Option<u64>,
    /// Write each problem, and a proof of its answer for VeriPB, into this folder
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, help_heading = OUTPUT)]
    pub certify: Option<PathBuf>,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub output: Output,
}

/// The arguments of `count`.
#[derive(Args, Debug, Default)]
pub struct Count {
    #[command(flatten)]
    pub inputs: Inputs,
    /// Stop at N solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = SEARCH)]
    pub limit: Option<u64>,
    /// Count solutions up to symmetry: turned and mirrored images count once
    #[arg(long, help_heading = SEARCH)]
    pub up_to_symmetry: bool,
    /// Save the count of one puzzle in this file while it runs, and resume from it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["limit", "up_to_symmetry", "engine", "nodes"],
          value_hint = ValueHint::FilePath, help_heading = SEARCH)]
    pub checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub output: Output,
}

/// The arguments of `check`.
#[derive(Args, Debug, Default)]
pub struct Check {
    #[command(flatten)]
    pub inputs: Inputs,
    /// Compare answers with the [expect] tables of the files
    #[arg(long, help_heading = SEARCH)]
    pub expect: bool,
    /// Write each problem, and a proof of its answer for VeriPB, into this folder
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, help_heading = OUTPUT)]
    pub certify: Option<PathBuf>,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub output: Output,
}

/// The arguments of `lint`.
#[derive(Args, Debug, Default)]
pub struct Lint {
    #[command(flatten)]
    pub inputs: Inputs,
    /// Print every place of a finding. Default: the first few
    #[arg(long, help_heading = OUTPUT)]
    pub all: bool,
    #[command(flatten)]
    pub json: Json,
}

/// The arguments of `convert`.
#[derive(Args, Debug, Default)]
pub struct Convert {
    #[command(flatten)]
    pub inputs: Inputs,
    /// Form to print: one of `quadrille kinds`, toml, or a drawing: text, svg, html
    #[arg(long, value_name = "FORM", value_parser = names(Export::all().map(Export::id)), hide_possible_values = true, help_heading = OUTPUT)]
    pub to: String,
    /// Use only the Nth puzzle of an input
    #[arg(long, value_name = "N", value_parser = whole_from_one, help_heading = INPUT)]
    pub case: Option<usize>,
}

/// The arguments of `generate`.
#[derive(Args, Debug)]
pub struct Generate {
    /// Kind of the grids
    #[arg(default_value = "sudoku", value_parser = names(grid_kinds().into_iter().map(|kind| kind.id)))]
    pub kind: String,
    /// Side of the grid
    #[arg(long, value_name = "N", default_value_t = 9, help_heading = GRID)]
    pub size: usize,
    /// Add the two diagonals as units
    #[arg(long, help_heading = GRID)]
    pub diagonals: bool,
    /// Add a rule of the whole grid; any number of times
    #[arg(long = "rule", value_name = "RULE", help_heading = GRID,
          value_parser = names(RULES.iter().filter(|spec| !spec.names_cells()).map(|spec| spec.id)))]
    pub rules: Vec<String>,
    /// Symmetry of the pattern of givens
    #[arg(long, value_name = "NAME", default_value = "none", help_heading = GIVENS, value_parser = named(Symmetry::ALL, Symmetry::name, |_| ""))]
    pub symmetry: Symmetry,
    /// Number of givens: 26, or a range such as 24..30
    #[arg(long, value_name = "A..B", value_parser = givens, help_heading = GIVENS)]
    pub givens: Option<RangeInclusive<usize>>,
    /// Make minimal puzzles: if any given is removed, there are several solutions
    ///
    /// With --symmetry, givens that belong together are removed together. With --steps the puzzle
    /// is minimal for these steps: they do not solve it if a given is removed, though it may still
    /// have one solution.
    #[arg(long, help_heading = GIVENS)]
    pub minimal: bool,
    /// Make only puzzles that can be solved with steps up to this one
    #[arg(long, value_name = "STEP", value_parser = named(Technique::ALL, Technique::id, Technique::name), help_heading = GIVENS)]
    pub steps: Option<Technique>,
    /// Make only puzzles for which Algorithm X needs at least N nodes
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = GIVENS)]
    pub min_nodes: u64,
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub count: u64,
    /// Random seed. Default: chosen and printed
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Number of threads, at most 1024. Default: all cores
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub statistics: Statistics,
    #[command(flatten)]
    pub json: Json,
}

/// The arguments of `split`.
#[derive(Args, Debug)]
pub struct Split {
    #[command(flatten)]
    pub one: One,
    /// Number of pieces
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole_from_one)]
    pub parts: usize,
}

/// The arguments of `work`.
#[derive(Args, Debug, Default)]
pub struct Work {
    #[command(flatten)]
    pub pieces: OfPiece,
    /// Number of threads, at most 1024. Default: 1
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
}

/// The arguments of `merge`.
#[derive(Args, Debug, Default)]
pub struct Merge {
    #[command(flatten)]
    pub pieces: OfPiece,
    /// Number of answers that must agree on each piece
    ///
    /// With 2 or more, a wrong count of one worker is noticed.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_from_one)]
    pub quorum: usize,
    #[command(flatten)]
    pub json: Json,
}

/// The arguments of `prove`.
#[derive(Args, Debug)]
pub struct Prove {
    #[command(flatten)]
    pub one: One,
    /// Claim to prove. Default: unique; if there is a score, best
    #[arg(long, value_name = "GOAL", help_heading = SEARCH)]
    pub goal: Option<ProveGoal>,
    /// Engine whose search the proof follows: links, clauses or taxes. Default: the engine that
    /// answered, or links
    #[arg(long, value_name = "NAME", value_parser = named(Engine::all(), Engine::name, Engine::help), hide_possible_values = true, help_heading = SEARCH)]
    pub engine: Option<Engine>,
    /// File to write the problem to
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub opb: PathBuf,
    /// File to write the proof to
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub proof: PathBuf,
    /// Most solutions that the proof of a count may list
    #[arg(long, value_name = "N", default_value_t = 100_000, help_heading = SEARCH)]
    pub limit: u64,
    /// Maximum size of the proof: 500k, 64M, 2G
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = bytes, help_heading = SEARCH)]
    pub max_size: u64,
    /// Time limit in seconds, for each puzzle
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = SEARCH)]
    pub time: Option<Duration>,
    #[command(flatten)]
    pub statistics: Statistics,
    #[command(flatten)]
    pub json: Json,
}

/// The arguments of `hint`.
#[derive(Args, Debug, Default)]
pub struct Hint {
    #[command(flatten)]
    pub inputs: Inputs,
    /// Print steps until none is known or the grid is full
    #[arg(long, help_heading = OUTPUT)]
    pub all: bool,
    #[command(flatten)]
    pub json: Json,
}

/// The arguments of `estimate`.
#[derive(Args, Debug, Default)]
pub struct Estimating {
    #[command(flatten)]
    pub inputs: Inputs,
    /// Number of dives
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..), help_heading = SEARCH)]
    pub dives: u32,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = SEARCH)]
    pub seed: u64,
    /// Time limit in seconds, for each puzzle
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds, help_heading = SEARCH)]
    pub time: Duration,
    #[command(flatten)]
    pub json: Json,
}

/// The names of all commands.
fn command_names() -> impl Iterator<Item = &'static str> {
    super::help::entries().map(|entry| entry.name)
}

/// Headings of the options in the help.
const INPUT: &str = "Input options";
const SEARCH: &str = "Search options";
const OUTPUT: &str = "Output options";
const GRID: &str = "Options of the grid";
const GIVENS: &str = "Options of the givens";
