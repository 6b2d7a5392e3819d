//! Prints the program's tables: keys, kinds, configuration, schemas, completions and the manual
//! page.

use super::args::{Cli, Schema};
use super::input::{ReadError, read};
use super::interrupt::bounds;
use super::{code, model, row};
use crate::config::{Config, usual_path};
use crate::docs;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;
use std::path::Path;

pub fn kinds(out: &mut dyn Write) -> anyhow::Result<u8> {
    write!(out, "{}", docs::kinds())?;
    Ok(code::YES)
}

pub fn keys(config: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<u8> {
    write!(out, "{}", docs::keys(&configuration(config)?.settings().keymap))?;
    Ok(code::YES)
}

pub fn config(config: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<u8> {
    write!(out, "{}", docs::config(&configuration(config)?))?;
    Ok(code::YES)
}

/// The JSON schema of what a command prints.
pub fn schema(of: Schema, out: &mut dyn Write) -> anyhow::Result<u8> {
    let schema = match of {
        Schema::Answers => schemars::schema_for!(row::Line),
        Schema::Lint => schemars::schema_for!(model::Findings),
        Schema::Estimate => schemars::schema_for!(model::Estimate),
        Schema::Generate => schemars::schema_for!(super::generate::New),
        Schema::Split => schemars::schema_for!(super::pieces::Piece),
        Schema::Work => schemars::schema_for!(super::pieces::Done),
        Schema::Kept => schemars::schema_for!(super::kept::Row),
        Schema::Merge => schemars::schema_for!(super::merge::Merged),
        Schema::Prove => schemars::schema_for!(super::prove::Proved),
        Schema::Hint => schemars::schema_for!(super::hint::Step),
        Schema::Explain => schemars::schema_for!(super::explain::State),
    };
    writeln!(out, "{}", serde_json::to_string_pretty(&schema)?)?;
    Ok(code::YES)
}

/// A shell completion script.
pub fn completions(shell: Shell, out: &mut dyn Write) -> anyhow::Result<u8> {
    // `generate` panics if it cannot write, so it writes into memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "quadrille", &mut script);
    out.write_all(&script)?;
    Ok(code::YES)
}

/// The manual page.
pub fn man(out: &mut dyn Write) -> anyhow::Result<u8> {
    clap_mangen::Man::new(Cli::command()).render(out)?;
    Ok(code::YES)
}

/// The configuration from the named file, which must exist, or from the usual one, which may be
/// missing.
pub fn configuration(named: Option<&Path>) -> Result<Config, ReadError> {
    let usual = usual_path().filter(|path| named.is_none() && path.exists());
    let Some(path) = named.or(usual.as_deref()) else { return Ok(Config::default()) };
    let input = read(Some(path), bounds())?;
    Config::parse(&input.text).map_err(|error| ReadError::Parse { name: input.name, text: input.text, error })
}
