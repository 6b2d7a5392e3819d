//! `keys`, `kinds` and `config`: the program's own tables, printed.

use super::code;
use super::input::{ReadError, read};
use crate::config::{Config, usual_path};
use crate::docs;
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

/// The configuration of the file named, which must be there, or of the usual one, which need not.
pub fn configuration(named: Option<&Path>) -> Result<Config, ReadError> {
    let usual = usual_path().filter(|path| named.is_none() && path.exists());
    let Some(path) = named.or(usual.as_deref()) else { return Ok(Config::default()) };
    let input = read(Some(path))?;
    Config::parse(&input.text).map_err(|error| ReadError::Parse { name: input.name, text: input.text, error })
}
