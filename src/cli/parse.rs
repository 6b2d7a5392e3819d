//! Parses the command line, and says what is wrong with it.

use super::args::OpenArgs;
use super::commands::{self, Cli};
use super::outlet::Outlet;
use super::{code, help, notice};
use clap::FromArgMatches;
use clap::error::ErrorKind;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Parses the command line. `Err` is the exit code after help was printed or the arguments were
/// invalid.
pub fn words() -> Result<Cli, ExitCode> {
    let given: Vec<OsString> = std::env::args_os().collect();
    let matches = commands::grammar(&given)
        .try_get_matches_from(&given)
        .or_else(|_| help::program().try_get_matches_from(&given));
    let parsed = matches.and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches));
    let words = parsed.map_err(|error| {
        // A misspelled command is taken for a file, and the file after it for a command.
        let first = std::env::args().nth(1).filter(|word| !word.starts_with('-') && !Path::new(word).exists());
        if error.kind() == ErrorKind::InvalidSubcommand
            && let Some(word) = first
            && let Some(name) = meant(&word)
            && name != word
        {
            say!("error: there is no command `{word}`; did you mean `{name}`?");
            return ExitCode::from(code::UNUSABLE);
        }
        let text = error.render();
        if error.use_stderr() {
            // The message quotes the user's arguments, so it is escaped.
            say!("{}", text.to_string().trim_end());
            return ExitCode::from(code::UNUSABLE);
        }
        let mut out = Outlet::stdout();
        match write!(out, "{text}").and_then(|()| out.flush()) {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                say!("error: standard output: {error}");
                ExitCode::from(code::UNUSABLE)
            }
            _ => ExitCode::SUCCESS,
        }
    })?;
    notice::set(&words.global);
    match stray(&words) {
        None => Ok(words),
        Some(why) => {
            say!("error: {why}");
            Err(ExitCode::from(code::UNUSABLE))
        }
    }
}

/// Returns a message if there is an argument of the workbench before a command.
fn stray(words: &Cli) -> Option<String> {
    let OpenArgs { file, form, propose, drawn, theme, plain, settings } = &words.open;
    words.command.as_ref()?;
    let stray = [
        (file.is_some(), "FILE"),
        (form.is_some(), "--as"),
        (*propose, "--propose"),
        (*drawn, "--drawn"),
        (theme.is_some(), "--theme"),
        (*plain, "--plain"),
        (settings.config.is_some(), "--config"),
    ];
    let (_, name) = stray.into_iter().find(|(given, _)| *given)?;
    Some(format!(
        "{name} before a command belongs to the workbench; if the command has it too, write it after the command"
    ))
}

/// The command that was probably meant by a word that is not a file: one with the same letters
/// except for case, with one letter changed, missing, added or swapped with the next, or one that
/// the word begins.
pub fn meant(word: &str) -> Option<String> {
    let program = help::program();
    let names = program.get_subcommands().map(|command| command.get_name().to_string());
    let differ = |name: &str| !name.eq_ignore_ascii_case(word) && strsim::osa_distance(name, word) > 1;
    names.into_iter().find(|name| !differ(name) || name.starts_with(word) && word.len() > 2)
}
