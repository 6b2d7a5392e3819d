//! The arguments that several commands share. Each is described once, so that its words are the
//! same everywhere; a command adds its own beside its `run` in [`super::commands`].

mod values;

pub use values::{BadValue, bytes, engines, named, names, seconds, suggested, threads, whole_from_one};

use crate::app::Palette;
use crate::config::Color;
use crate::dlx::{Estimate, ItemRule};
use crate::puzzle::{LoadError, Loaded};
use crate::solve::Engine;
use crate::study::{estimate_words, item_rule_words};
use crate::witness::load_cases;
use clap::{ArgAction, Args, ValueHint};
use std::path::PathBuf;
use std::time::Duration;
use values::forms;

/// Headings of the options in the help.
pub(crate) const INPUT: &str = "Input options";
pub const SEARCH: &str = "Search options";
pub(crate) const OUTPUT: &str = "Output options";

/// Descriptions of options that commands declare with a heading or a default of their own.
pub const FORM: &str = "Read the input as this kind or form, one of `quadrille kinds`; `rows:0-8` also says the symbols. Default: detected";
pub const PROPOSE: &str = "Take rules that drawings and words say together, if nothing is left over; a note names them";
pub const DRAWN: &str = "Draw the rules that are not supported, and leave them out of every answer";
pub(crate) const CASE: &str = "Use only the Nth puzzle of an input";
pub const AT: &str = "Address of the state, as Step shows it: 1/2,3/3. Default: the root";
pub const TIME: &str = "Time limit in seconds, for each puzzle";
pub(crate) const AT_MOST: &str =
    "Ask whether a set cover has a solution with at most N options, or a cost of at most N";
pub(crate) const NOT_AT_MOST: &str = "--at-most is for set covers, where items may be covered more than once";
pub const LIMIT: &str = "Stop at N solutions";
pub const JSON: &str = "Print JSON; `quadrille schema` describes it";

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

/// The configuration file.
#[derive(Args, Debug, Default)]
pub struct ConfigArgs {
    /// Configuration file. Default: ~/.config/quadrille/config.toml
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
}

/// The arguments of the workbench.
#[derive(Args, Debug, Default)]
pub struct OpenArgs {
    /// A puzzle file, the name of a bundled puzzle, or a folder. Default: the Library
    #[arg(value_hint = ValueHint::AnyPath)]
    pub file: Option<PathBuf>,
    #[arg(long = "as", value_name = "FORM", value_parser = forms(), hide_possible_values = true, help = FORM)]
    pub form: Option<String>,
    #[arg(long, help = PROPOSE)]
    pub propose: bool,
    #[arg(long, help = DRAWN)]
    pub drawn: bool,
    /// Colour theme: the terminal's own colours, one with its own background, or one of yours
    #[arg(long, value_name = "NAME", value_parser = suggested(Palette::ALL, Palette::name, Palette::help))]
    pub theme: Option<String>,
    /// Read commands and answer in sentences: for screen readers, dumb terminals and pipes
    #[arg(long)]
    pub plain: bool,
    #[command(flatten)]
    pub settings: ConfigArgs,
}

/// The form of an input, and whether it may hold rules that are not supported.
#[derive(Args, Clone, Debug, Default)]
pub struct FormName {
    #[arg(id = "form", long = "as", value_name = "FORM", value_parser = forms(), hide_possible_values = true,
          help_heading = INPUT, help = FORM)]
    pub name: Option<String>,
    #[arg(long, help_heading = INPUT, help = PROPOSE)]
    pub propose: bool,
    #[arg(long, help_heading = INPUT, help = DRAWN)]
    pub drawn: bool,
}

impl FormName {
    /// Reads the puzzles of a text.
    pub fn read(&self, text: &str) -> Result<Loaded, LoadError> {
        let loaded = load_cases(text, self.name.as_deref());
        let loaded = if self.propose { loaded.or_else(LoadError::proposed) } else { loaded };
        if self.drawn { loaded.or_else(LoadError::only_drawn) } else { loaded }
    }
}

/// One puzzle of an input.
#[derive(Args, Debug)]
pub(crate) struct OnePuzzle {
    /// The puzzle. Default: standard input, also as `-`
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub form: FormName,
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_from_one, help_heading = INPUT, help = CASE)]
    pub case: usize,
}

/// A state of a search.
#[derive(Args, Debug)]
pub(crate) struct SearchState {
    #[command(flatten)]
    pub puzzle: OnePuzzle,
    #[arg(long, value_name = "ADDRESS", help_heading = SEARCH, help = AT)]
    pub at: Option<String>,
    /// Item rule: how the next item is chosen
    #[arg(long, value_name = "NAME", default_value = "fewest", help_heading = SEARCH,
          value_parser = named(ItemRule::ALL, ItemRule::name, item_rule_words))]
    pub rule: ItemRule,
    /// Prune branches that cannot beat the best score so far
    #[arg(long, help_heading = SEARCH)]
    pub best: bool,
}

/// The inputs, and how much of them is read.
#[derive(Args, Debug, Default)]
pub struct Inputs {
    /// Files, with any number of puzzles each. Default: standard input, also as `-`
    #[arg(value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub form: FormName,
    /// Read the files in folders, to any depth
    #[arg(short, long, help_heading = INPUT)]
    pub recursive: bool,
    /// Maximum size of an input that is read into memory: 500k, 64M, 2G
    #[arg(long, value_name = "BYTES", default_value = "256M", value_parser = bytes, help_heading = INPUT)]
    pub max_bytes: u64,
    /// Seconds to wait for a writer of a named pipe
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, help_heading = INPUT)]
    pub wait: Duration,
}

/// Files of pieces or of their answers, and the puzzle.
#[derive(Args, Debug, Default)]
pub(crate) struct PieceFiles {
    /// Files of JSON lines. Default: standard input, also as `-`
    #[arg(value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// The puzzle, if it is not where `split` read it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub puzzle: Option<PathBuf>,
}

impl PieceFiles {
    /// Returns whether standard input is read.
    pub fn is_standard(&self) -> bool {
        self.files.is_empty() || self.files.iter().any(|file| file.as_os_str() == "-")
    }
}

/// JSON in place of text.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Json {
    #[arg(id = "json", long = "json", help_heading = OUTPUT, help = JSON)]
    pub on: bool,
}

/// Statistics beside the answers.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Print statistics on standard error
    #[arg(id = "stats", long = "stats", help_heading = OUTPUT)]
    pub on: bool,
}

/// A folder for proofs of the answers.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Certify {
    /// Write each problem, and a proof of its answer for VeriPB, into this folder
    #[arg(id = "certify", long = "certify", value_name = "FOLDER", value_hint = ValueHint::DirPath, help_heading = OUTPUT)]
    pub folder: Option<PathBuf>,
}

/// The names and the form of answers.
#[derive(Args, Debug, Default)]
pub struct Output {
    #[command(flatten)]
    pub json: Json,
    #[command(flatten)]
    pub statistics: Statistics,
    /// Print the input's name before each answer. Default: for several inputs, but not in `solve`
    #[arg(short = 'H', long, conflicts_with = "no_filename", help_heading = OUTPUT)]
    pub with_filename: bool,
    /// Print no names of inputs
    #[arg(long, help_heading = OUTPUT)]
    pub no_filename: bool,
    /// Print a NUL byte after a name, in place of a colon
    #[arg(short = '0', long, help_heading = OUTPUT)]
    pub null: bool,
    /// Stop at the first input or line that cannot be read
    #[arg(long, help_heading = OUTPUT)]
    pub strict: bool,
}

/// The time that a search may take.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct TimeLimit {
    #[arg(id = "time", long = "time", value_name = "SECONDS", value_parser = seconds, help_heading = SEARCH, help = TIME)]
    pub limit: Option<Duration>,
}

/// The search of a puzzle, and its limits.
#[derive(Args, Debug, Default)]
pub(crate) struct SearchArgs {
    /// Use only the givens, not your own symbols
    #[arg(long, help_heading = INPUT)]
    pub givens_only: bool,
    /// Node limit for each puzzle
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    pub nodes: Option<u64>,
    #[command(flatten)]
    pub time: TimeLimit,
    /// Number of threads, at most 1024. Default: all cores
    #[arg(long, value_name = "N", value_parser = threads, help_heading = SEARCH)]
    pub threads: Option<usize>,
    /// Use this engine only; an error if it cannot answer the question
    #[arg(long, value_name = "NAME", help_heading = SEARCH, value_parser = engines())]
    pub engine: Option<Engine>,
    /// Item rule: how the next item is chosen (only for the engine links). Default: fewest
    #[arg(long, value_name = "NAME", help_heading = SEARCH, value_parser = named(ItemRule::SOLVING, ItemRule::name, item_rule_words))]
    pub rule: Option<ItemRule>,
    /// Lower bound for a repeated cover. Default: taxes
    #[arg(long, value_name = "NAME", help_heading = SEARCH, value_parser = named(Estimate::ALL, Estimate::name, estimate_words))]
    pub estimate: Option<Estimate>,
}
