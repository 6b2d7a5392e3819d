//! Words in, one of two doors, an exit code out.

use clap::Parser;
use quadrille::cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words = cli::Cli::parse();
    let done = match words.command {
        Some(command) => cli::run(command),
        None => Ok(ExitCode::SUCCESS),
    };
    match done {
        Ok(code) => code,
        Err(error) if cli::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(cli::code::UNUSABLE)
        }
    }
}
