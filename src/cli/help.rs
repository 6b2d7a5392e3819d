//! The command line as a whole: its commands under headings with examples, its help, and the lists
//! of the README and the manual. All of them are made from one `clap::Command`.

use super::code::CODES;
use super::commands::{Cli, CommandGroup, CommandRow, GROUPS};
use clap::{Arg, Command, CommandFactory};
use std::fmt::Write;

pub use super::commands::entries;

fn codes() -> String {
    let rows = CODES.iter().map(|(code, meaning)| format!("\n  {code:>3}  {meaning}"));
    "Exit codes:".to_string() + &rows.collect::<String>()
}

/// The command line with its headings and examples.
pub fn program() -> Command {
    let program = Cli::command();
    let name_width = program.get_subcommands().map(|command| command.get_name().len()).max().unwrap_or(0);
    let mut list = String::new();
    for CommandGroup { title, commands } in GROUPS {
        _ = writeln!(list, "\n{title}:");
        for entry in *commands {
            _ = writeln!(list, "  {:name_width$}  {}", entry.name, about(&program, entry.name));
        }
    }
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{list}\nArguments:\n{{positionals}}\n\n\
         Options:\n{{options}}{{after-help}}"
    );
    let program = program
        .override_usage("quadrille [OPTIONS] [FILE]\n       quadrille [OPTIONS] COMMAND ...")
        .help_template(template)
        .after_help("`quadrille COMMAND -h` lists the options of a command; with --help they are explained.")
        .after_long_help(format!("`quadrille COMMAND --help` explains a command, with examples.\n\n{}", codes()));
    entries().fold(program, |program, entry| {
        if entry.examples.is_empty() {
            return program;
        }
        program.mut_subcommand(entry.name, |command| command.after_long_help(examples(entry) + "\n\n" + &codes()))
    })
}

/// The description of a command in one line.
pub fn about(program: &Command, name: &str) -> String {
    let about = program.find_subcommand(name).and_then(Command::get_about);
    about.map_or(String::new(), |text| text.to_string())
}

/// The commands of the first page, README.md, one a line.
pub fn first_page() -> String {
    let program = program();
    let entries = entries().filter(|entry| entry.on_first_page);
    entries.map(|entry| format!("quadrille {:<10} {}\n", entry.name, about(&program, entry.name))).collect()
}

/// The exit codes as a table in Markdown.
pub fn code_table() -> String {
    let rows = CODES.iter().map(|(code, meaning)| format!("| {code} | {meaning} |\n"));
    "| code | meaning |\n|---|---|\n".to_string() + &rows.collect::<String>()
}

/// The page of the manual about all commands, in Markdown.
pub fn manual() -> String {
    let mut program = program();
    program.build();
    let mut text = String::new();
    for CommandGroup { title, commands } in GROUPS {
        _ = writeln!(text, "\n## {title}");
        for entry in *commands {
            let command = program.find_subcommand(entry.name).expect("every entry is a command");
            _ = writeln!(text, "\n### quadrille {}", entry.name);
            described(command, &mut text);
            for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
                _ = writeln!(text, "\n#### quadrille {} {}", entry.name, subcommand.get_name());
                described(subcommand, &mut text);
            }
            for (at, (line, what)) in entry.examples.iter().enumerate() {
                let lead = if at == 0 { "\n```text\n" } else { "" };
                _ = writeln!(text, "{lead}# {what}\n{line}");
            }
            if !entry.examples.is_empty() {
                text += "```\n";
            }
        }
    }
    text
}

/// A command's description and its arguments.
fn described(command: &Command, text: &mut String) {
    let about = command.get_about().map_or(String::new(), |about| about.to_string());
    _ = writeln!(text, "\n{about}.");
    let long = command.get_long_about().map_or(String::new(), |long| long.to_string());
    if let Some((_, more)) = long.split_once("\n\n") {
        _ = writeln!(text, "\n{more}");
    }
    options(command, text);
}

/// The arguments and options of a command in a table, except those of every command.
fn options(command: &Command, text: &mut String) {
    let is_own = |arg: &&Arg| !arg.is_global_set() && arg.get_id() != "help";
    let lines: String = command.get_arguments().filter(is_own).map(row).collect();
    if !lines.is_empty() {
        _ = write!(text, "\n| argument | meaning |\n|---|---|\n{lines}");
    }
}

fn row(arg: &Arg) -> String {
    let value = arg.get_value_names().map_or(String::new(), |names| names.join(" "));
    let takes = arg.get_action().takes_values();
    let name = match (arg.get_short(), arg.get_long()) {
        (Some(short), Some(long)) => format!("-{short}, --{long}"),
        (None, Some(long)) if takes => format!("--{long} {value}"),
        (None, Some(long)) => format!("--{long}"),
        _ => value,
    };
    let mut help = arg.get_help().map_or(String::new(), |help| help.to_string());
    let default: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if takes && !default.is_empty() {
        help += &format!(". Default: {}", default.join(" "));
    }
    let values: Vec<String> = arg.get_possible_values().iter().map(|value| format!("`{}`", value.get_name())).collect();
    if takes && !values.is_empty() && !arg.is_hide_possible_values_set() {
        help += &format!(". One of {}", values.join(", "));
    }
    format!("| `{name}` | {} |\n", help.replace('|', "\\|"))
}

fn examples(entry: &CommandRow) -> String {
    let lines = entry.examples.iter().map(|(line, what)| format!("\n  {what}\n    $ {line}\n"));
    "Examples:".to_string() + lines.collect::<String>().trim_end()
}
