//! `keys`, `kinds` and `config`: the program's own tables, printed.

use super::code;
use std::io::Write;
use std::path::Path;

pub fn kinds(out: &mut dyn Write) -> anyhow::Result<u8> {
    write!(out, "{}", crate::docs::kinds())?;
    Ok(code::YES)
}

pub fn keys(_config: Option<&Path>, _out: &mut dyn Write) -> anyhow::Result<u8> {
    Ok(code::YES)
}

pub fn config(_config: Option<&Path>, _out: &mut dyn Write) -> anyhow::Result<u8> {
    Ok(code::YES)
}
