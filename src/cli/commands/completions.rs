//! `completions`: the completion script of a shell.

use super::{Example, Run};
use crate::cli::args::named;
use crate::cli::code;
use crate::cli::help::program;
use clap::Command;
use clap_complete::{Generator, Shell as Known, generate};
use clap_complete_nushell::Nushell;
use std::io::Write;

/// Print the completion script of a shell
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The shell
    #[arg(value_parser = named(SHELLS, |shell| shell.name, |_| ""))]
    shell: &'static Shell,
}

/// A shell for which scripts are made.
#[derive(Debug)]
struct Shell {
    name: &'static str,
    write: fn(&mut Command, &mut Vec<u8>),
}

static SHELLS: &[Shell] = &[
    Shell { name: "bash", write: |program, script| of(Known::Bash, program, script) },
    Shell { name: "elvish", write: |program, script| of(Known::Elvish, program, script) },
    Shell { name: "fish", write: |program, script| of(Known::Fish, program, script) },
    Shell { name: "nushell", write: |program, script| of(Nushell, program, script) },
    Shell { name: "powershell", write: |program, script| of(Known::PowerShell, program, script) },
    Shell { name: "zsh", write: |program, script| of(Known::Zsh, program, script) },
];

fn of(shell: impl Generator, program: &mut Command, script: &mut Vec<u8>) {
    generate(shell, program, "quadrille", script);
}

impl Run for Args {
    const EXAMPLES: &'static [Example] =
        &[("quadrille completions bash > quadrille.bash", "Write the completions of bash.")];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        // `generate` panics if it cannot write, so it writes into memory.
        let mut script = Vec::new();
        (self.shell.write)(&mut program(), &mut script);
        out.write_all(&script)?;
        Ok(code::YES)
    }
}
