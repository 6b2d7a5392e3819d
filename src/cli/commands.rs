//! The commands. Each is a file below with its arguments, its examples and its `run`, and a row of
//! the table here. The parser, the help, the manual pages, the completions and the lists of the
//! README and the manual follow from the row.

pub mod against;
mod ask;
mod attach;
mod bench;
mod check;
mod completions;
mod config;
mod convert;
mod count;
mod estimate;
pub mod explain;
mod film;
mod generate;
mod hint;
mod judge;
pub mod kept;
mod keys;
mod kinds;
mod learn;
mod lesson;
mod lint;
mod man;
mod merge;
pub mod open;
mod prove;
mod rate;
mod schema;
mod shim;
mod solve;
mod split;
mod step;
mod stress;
mod survey;
mod trace;
mod work;

use super::args::{Global, OpenArgs};
use crate::dlx::ItemRule;
use crate::study::SharedState;
use crate::witness::TornPair;
use clap::{Args as _, Parser, Subcommand};
use std::ffi::OsString;
use std::io::Write;

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
    pub open: OpenArgs,
    #[command(flatten)]
    pub global: Global,
}

/// A command that prints: its type holds the arguments, and the type's documentation is the help.
pub trait Run: clap::Args {
    /// True for the commands that the first page lists, README.md.
    const ON_FIRST_PAGE: bool = false;

    /// Command lines with their effects. A test runs them beside the folder `puzzles`.
    const EXAMPLES: &'static [Example];

    /// Prints into `out`, and returns the exit code. Messages go to standard error.
    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8>;
}

/// A command that opens the workbench. The consts are those of [`Run`].
pub trait Launch: clap::Args {
    const ON_FIRST_PAGE: bool = false;
    const EXAMPLES: &'static [Example] = &[];

    /// Returns what the workbench opens.
    fn launch(self) -> anyhow::Result<Launched>;
}

/// The result of a command that opens the workbench.
pub enum Launched {
    /// Opens the workbench. The exit code is that of the workbench if the command has none.
    Open { args: OpenArgs, beginning: WorkbenchStart, code: Option<u8> },
    /// Opens nothing.
    Ended(u8),
}

/// The first thing that the workbench shows.
pub enum WorkbenchStart {
    /// The named puzzle, or the Library.
    Home,
    /// The named puzzle in Step, at an address.
    At(String, ItemRule),
    /// A shared state in Step, and the ring of the user's program that broke after it.
    Shared(Box<SharedState>, Option<Box<TornPair>>),
    /// The questions of today.
    Today,
}

/// A command that prints, with its arguments.
pub(crate) type PrintingCommand = dyn FnOnce(&mut dyn Write) -> anyhow::Result<u8>;

/// A command with its arguments, by its result.
pub enum CommandKind {
    /// Prints, and returns the exit code. Messages go to standard error.
    Print(Box<PrintingCommand>),
    /// Returns what the workbench opens.
    Workbench(Box<dyn FnOnce() -> anyhow::Result<Launched>>),
}

/// A command line and its effect.
pub(crate) type Example = (&'static str, &'static str);

/// Commands under a heading.
pub(crate) struct CommandGroup {
    pub title: &'static str,
    pub commands: &'static [CommandRow],
}

/// A command in the lists of commands.
pub struct CommandRow {
    pub name: &'static str,
    /// Adds the arguments to the command's entry of the parser.
    pub arguments: fn(clap::Command) -> clap::Command,
    pub on_first_page: bool,
    pub examples: &'static [Example],
}

impl CommandRow {
    const fn print<T: Run>(name: &'static str) -> CommandRow {
        CommandRow { name, arguments: T::augment_args, on_first_page: T::ON_FIRST_PAGE, examples: T::EXAMPLES }
    }

    const fn workbench<T: Launch>(name: &'static str) -> CommandRow {
        CommandRow { name, arguments: T::augment_args, on_first_page: T::ON_FIRST_PAGE, examples: T::EXAMPLES }
    }
}

macro_rules! commands {
    (@row Print $file:ident) => { CommandRow::print::<$file::Args>(stringify!($file)) };
    (@row Workbench $file:ident) => { CommandRow::workbench::<$file::Args>(stringify!($file)) };
    (@kind Print $args:ident) => { CommandKind::Print(Box::new(|out| $args.run(out))) };
    (@kind Workbench $args:ident) => { CommandKind::Workbench(Box::new(|| $args.launch())) };
    ($($title:literal { $($variant:ident: $kind:ident = $file:ident,)* })*) => {
        /// A command with its arguments.
        #[derive(Subcommand, Debug)]
        pub enum Command {
            $($($variant($file::Args),)*)*
        }

        impl Command {
            /// The command as its row in the table says.
            pub fn kind(self) -> CommandKind {
                match self {
                    $($(Command::$variant(args) => commands!(@kind $kind args),)*)*
                }
            }
        }

        /// The commands, in the order of the help.
        pub(crate) static GROUPS: &[CommandGroup] = &[
            $(CommandGroup { title: $title, commands: &[$(commands!(@row $kind $file),)*] },)*
        ];
    };
}

commands! {
    "Answers" {
        Solve: Print = solve,
        Count: Print = count,
        Check: Print = check,
        Prove: Print = prove,
        Hint: Print = hint,
        Rate: Print = rate,
        Survey: Print = survey,
    }
    "Algorithm X, step by step" {
        Step: Workbench = step,
        Open: Workbench = open,
        Trace: Print = trace,
        Ask: Print = ask,
        Explain: Print = explain,
        Lesson: Print = lesson,
        Learn: Workbench = learn,
        Film: Print = film,
        Lint: Print = lint,
        Estimate: Print = estimate,
    }
    "Your own program" {
        Attach: Workbench = attach,
        Against: Workbench = against,
        Stress: Print = stress,
        Shim: Print = shim,
    }
    "Puzzles" {
        Convert: Print = convert,
        Generate: Print = generate,
        Judge: Print = judge,
        Kinds: Print = kinds,
    }
    "One count on many machines" {
        Split: Print = split,
        Work: Print = work,
        Merge: Print = merge,
    }
    "The program" {
        Keys: Print = keys,
        Config: Print = config,
        Kept: Print = kept,
        Schema: Print = schema,
        Completions: Print = completions,
        Man: Print = man,
        Bench: Print = bench,
    }
}

/// The grammar of a command line, without anything that only the help prints, and without the
/// commands that none of its words names. To build those costs as much as a small search: each gets
/// the options of every command.
pub fn grammar(words: &[OsString]) -> clap::Command {
    let root = clap::Command::new("quadrille").disable_help_flag(true);
    let root = Global::augment_args(OpenArgs::augment_args(root));
    let named = entries().filter(|row| words.iter().any(|word| word == row.name));
    root.subcommands(named.map(|row| clap::Command::new(row.name).defer(row.arguments)))
}

/// All commands, in the order of the help.
pub fn entries() -> impl Iterator<Item = &'static CommandRow> {
    GROUPS.iter().flat_map(|group| group.commands)
}
