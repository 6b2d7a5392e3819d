//! The command line as a whole: its commands under headings with examples, its help, its manual
//! pages and its completions. All of them are made from one `clap::Command`.

use super::args::{Cli, Shell};
use super::{code, notice};
use crate::files::replace;
use anyhow::Context;
use clap::builder::Resettable;
use clap::{Arg, Command, CommandFactory};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

/// Commands under a heading.
pub struct Group {
    pub title: &'static str,
    pub commands: &'static [Entry],
}

/// A command in the list of commands.
pub struct Entry {
    pub name: &'static str,
    /// Listed on the first page, README.md.
    pub on_first_page: bool,
    /// Command lines with what they do. A test runs them beside the folder `puzzles`.
    pub examples: &'static [Example],
}

/// A command line, and what it does.
pub type Example = (&'static str, &'static str);

const fn first(name: &'static str, examples: &'static [Example]) -> Entry {
    Entry { name, on_first_page: true, examples }
}

const fn more(name: &'static str, examples: &'static [Example]) -> Entry {
    Entry { name, on_first_page: false, examples }
}

/// The commands, in the order of the help. A test holds the list complete.
pub static GROUPS: &[Group] = &[
    Group {
        title: "Answers",
        commands: &[
            first(
                "solve",
                &[
                    ("quadrille solve puzzles/sudoku-9x9-gentle.toml", "Print the solution."),
                    ("quadrille solve --goal all --limit 3 puzzles/queens-8.toml", "Print the first 3 solutions."),
                    ("quadrille solve -H --stats puzzles/*.toml", "Name each file, and print what each search took."),
                ],
            ),
            first(
                "count",
                &[
                    ("quadrille count puzzles/queens-8.toml", "Count the solutions: 92."),
                    ("quadrille count --up-to-symmetry puzzles/queens-8.toml", "Count them up to symmetry: 12."),
                    (
                        "quadrille count --checkpoint dominoes.json puzzles/tiling-dominoes-4x4.toml",
                        "Save the count while it runs.",
                    ),
                ],
            ),
            first(
                "check",
                &[
                    ("quadrille check --expect puzzles/*.toml", "Compare all answers with the files."),
                    ("quadrille check --json puzzles/sudoku-9x9-thicket.toml", "Print the answer as JSON."),
                ],
            ),
            first(
                "prove",
                &[(
                    "quadrille prove puzzles/sudoku-9x9-thicket.toml --opb thicket.opb --proof thicket.pbp",
                    "Write a proof that there is exactly one solution.",
                )],
            ),
            more(
                "hint",
                &[
                    ("quadrille hint puzzles/sudoku-9x9-gentle.toml", "Print the next step."),
                    ("quadrille hint --all puzzles/sudoku-9x9-gentle.toml", "Print the steps to the solution."),
                ],
            ),
        ],
    },
    Group {
        title: "Algorithm X, step by step",
        commands: &[
            more("step", &[]),
            first(
                "trace",
                &[
                    ("quadrille trace --limit 20 puzzles/cover-knuth.toml", "Print the first 20 operations."),
                    (
                        "quadrille trace --grain link --json puzzles/cover-knuth.toml",
                        "Print every pointer that changes.",
                    ),
                ],
            ),
            first(
                "explain",
                &[
                    ("quadrille explain puzzles/cover-knuth.toml --at 1/2+1", "Print the state at an address."),
                    ("quadrille explain puzzles/cover-knuth.toml --at 2/2 --of e", "Print what happened to item e."),
                ],
            ),
            first(
                "lint",
                &[
                    ("quadrille lint puzzles/cover-knuth.toml", "Report what is suspicious."),
                    (
                        "printf '%s\\n' 'a b c' 'a b' 'b a' | quadrille lint --as knuth",
                        "Report that c is in no option, and that an option occurs twice.",
                    ),
                ],
            ),
            more(
                "estimate",
                &[(
                    "quadrille estimate puzzles/tiling-pentominoes-6x10.toml",
                    "Estimate the nodes of a search for all solutions.",
                )],
            ),
        ],
    },
    Group {
        title: "Puzzles",
        commands: &[
            first(
                "convert",
                &[
                    ("quadrille convert --to line puzzles/sudoku-9x9-gentle.toml", "Print the grid as one line."),
                    ("quadrille convert --to knuth puzzles/sudoku-4x4-first.toml", "Print the grid as an exact cover."),
                    ("quadrille convert --to svg puzzles/jigsaw-9x9.toml > jigsaw.svg", "Draw the grid."),
                ],
            ),
            first(
                "generate",
                &[
                    ("quadrille generate --seed 7", "Make a 9x9 sudoku."),
                    ("quadrille generate jigsaw --size 6 --symmetry half --seed 7", "Make a symmetric jigsaw."),
                    (
                        "quadrille generate --steps locked --count 3 --seed 7",
                        "Make 3 sudokus that need no more than locked candidates.",
                    ),
                ],
            ),
            first(
                "judge",
                &[
                    ("quadrille judge --list", "List the problems."),
                    ("printf '8\\n0 0 0 0 0 0 0 0\\n' | quadrille judge nqueen", "Answer an input of SPOJ NQUEEN."),
                ],
            ),
            more("kinds", &[("quadrille kinds", "List all forms.")]),
        ],
    },
    Group {
        title: "One count on many machines",
        commands: &[
            more(
                "split",
                &[("quadrille split puzzles/queens-8.toml --parts 20 > pieces.jsonl", "Cut a count into 20 pieces.")],
            ),
            more("work", &[("quadrille work < pieces.jsonl > done.jsonl", "Count every piece.")]),
            more("merge", &[("quadrille merge done.jsonl", "Add up the pieces.")]),
        ],
    },
    Group {
        title: "The program",
        commands: &[
            more("keys", &[("quadrille keys", "List every key.")]),
            more("config", &[("quadrille config > config.toml", "Write a complete configuration to edit.")]),
            more("kept", &[("quadrille kept", "List what can be restored.")]),
            more("schema", &[("quadrille schema answers", "Describe the JSON of solve, count and check.")]),
            more("completions", &[("quadrille completions bash > quadrille.bash", "Write the completions of bash.")]),
            more("man", &[("quadrille man --folder man", "Write all manual pages.")]),
            more("bench", &[("quadrille bench --engine bits", "Time one engine.")]),
        ],
    },
];

/// All commands, in the order of the help.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    GROUPS.iter().flat_map(|group| group.commands)
}

/// The exit codes and their meanings.
pub static CODES: &[(u8, &str)] = &[
    (code::YES, "yes: solved, unique, as expected; every count that is complete"),
    (code::NO, "no: no solution; in `check`, also several solutions or an answer that is not expected"),
    (code::UNUSABLE, "an input or an argument cannot be used"),
    (code::LIMIT, "a limit was reached before the answer was known"),
    (code::DEFECT, "an answer did not verify: a defect of quadrille"),
    (code::INTERRUPTED, "interrupted; what was known is printed"),
];

fn codes() -> String {
    let rows = CODES.iter().map(|(code, meaning)| format!("\n  {code:>3}  {meaning}"));
    "Exit codes:".to_string() + &rows.collect::<String>()
}

/// The command line with its headings and examples.
pub fn program() -> Command {
    let program = Cli::command();
    let name_width = program.get_subcommands().map(|own| own.get_name().len()).max().unwrap_or(0);
    let mut list = String::new();
    for Group { title, commands } in GROUPS {
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
    for Group { title, commands } in GROUPS {
        _ = writeln!(text, "\n## {title}");
        for entry in *commands {
            let command = program.find_subcommand(entry.name).expect("every entry is a command");
            _ = writeln!(text, "\n### quadrille {}", entry.name);
            described(command, &mut text);
            for own in command.get_subcommands().filter(|own| own.get_name() != "help") {
                _ = writeln!(text, "\n#### quadrille {} {}", entry.name, own.get_name());
                described(own, &mut text);
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

fn examples(entry: &Entry) -> String {
    let own = entry.examples.iter().map(|(line, what)| format!("\n  {what}\n    $ {line}\n"));
    "Examples:".to_string() + own.collect::<String>().trim_end()
}

/// Prints a shell completion script.
pub fn completions(shell: Shell, out: &mut dyn Write) -> anyhow::Result<u8> {
    use clap_complete::Shell as Known;
    // `generate` panics if it cannot write, so it writes into memory.
    let mut script = Vec::new();
    let program = &mut program();
    match shell {
        Shell::Nushell => clap_complete::generate(clap_complete_nushell::Nushell, program, "quadrille", &mut script),
        Shell::Bash => clap_complete::generate(Known::Bash, program, "quadrille", &mut script),
        Shell::Elvish => clap_complete::generate(Known::Elvish, program, "quadrille", &mut script),
        Shell::Fish => clap_complete::generate(Known::Fish, program, "quadrille", &mut script),
        Shell::Pwsh => clap_complete::generate(Known::PowerShell, program, "quadrille", &mut script),
        Shell::Zsh => clap_complete::generate(Known::Zsh, program, "quadrille", &mut script),
    }
    out.write_all(&script)?;
    Ok(code::YES)
}

/// Prints the manual page of a command, or writes all pages into a folder.
pub fn man(command: Option<&str>, folder: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<u8> {
    let pages = pages()?;
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        for (name, page) in &pages {
            let file = folder.join(format!("{name}.1"));
            replace(&file, page).with_context(|| file.display().to_string())?;
        }
        notice::tell(&format!("{} pages are in {}", pages.len(), folder.display()));
        return Ok(code::YES);
    }
    let name = command.map_or("quadrille".to_string(), |command| format!("quadrille-{command}"));
    match pages.iter().find(|(own, _)| *own == name) {
        Some((_, page)) => out.write_all(page)?,
        None => anyhow::bail!("there is no command `{}`; `quadrille --help` lists them", command.unwrap_or("")),
    }
    Ok(code::YES)
}

/// The manual pages with their names: of the program, then of each command and what is below it.
fn pages() -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let mut program = program();
    program.build();
    let commands = program.get_subcommands().filter(|command| command.get_name() != "help");
    let all = commands.flat_map(|command| [command].into_iter().chain(command.get_subcommands())).cloned();
    [program.clone()].into_iter().chain(all).map(page).collect()
}

fn page(command: Command) -> std::io::Result<(String, Vec<u8>)> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_string();
    let entry = entries().find(|entry| entry.name == command.get_name());
    let mut page = Vec::new();
    let source = concat!("quadrille ", env!("CARGO_PKG_VERSION"));
    // Examples and codes are sections of a page, not its last words.
    let command = command.after_long_help(Resettable::Reset).after_help(Resettable::Reset);
    clap_mangen::Man::new(command).source(source).manual("Quadrille").render(&mut page)?;
    let examples = entry.map_or(&[][..], |entry| entry.examples);
    for (at, (line, what)) in examples.iter().enumerate() {
        let title = if at == 0 { ".SH EXAMPLES\n" } else { "" };
        writeln!(page, "{title}.PP\n{}\n.RS 4\n.nf\n{}\n.fi\n.RE", roff(what), roff(line))?;
    }
    writeln!(page, ".SH EXIT STATUS")?;
    for (code, meaning) in CODES {
        writeln!(page, ".TP\n{code}\n{}", roff(meaning))?;
    }
    Ok((name, page))
}

/// Escapes a line of a manual page, so that it can be copied as it is.
fn roff(line: &str) -> String {
    let text = line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq").replace('`', "\\(ga");
    if text.starts_with('.') { format!("\\&{text}") } else { text }
}
