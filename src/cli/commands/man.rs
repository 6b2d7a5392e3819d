//! `man`: the manual pages.

use super::{Example, Run, entries};
use crate::cli::args::names;
use crate::cli::code::{self, CODES};
use crate::cli::help::program;
use crate::cli::notice;
use crate::files::replace;
use anyhow::Context;
use clap::builder::Resettable;
use clap::{Command, ValueHint};
use std::io::Write;
use std::path::PathBuf;

/// Print a manual page, or write all of them
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The command whose page is printed. Default: quadrille itself
    #[arg(value_parser = names(entries().map(|entry| entry.name)), hide_possible_values = true)]
    command: Option<String>,
    /// Write the page of quadrille and of each command into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command", value_hint = ValueHint::DirPath)]
    folder: Option<PathBuf>,
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[("quadrille man --folder man", "Write all manual pages.")];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let pages = pages()?;
        if let Some(folder) = self.folder {
            std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
            for (name, page) in &pages {
                let file = folder.join(format!("{name}.1"));
                replace(&file, page).with_context(|| file.display().to_string())?;
            }
            notice::tell(&format!("{} pages are in {}", pages.len(), folder.display()));
            return Ok(code::YES);
        }
        let name = self.command.map_or("quadrille".to_string(), |command| format!("quadrille-{command}"));
        let (_, page) = pages.iter().find(|(page, _)| *page == name).expect("every command has a page");
        out.write_all(page)?;
        Ok(code::YES)
    }
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
