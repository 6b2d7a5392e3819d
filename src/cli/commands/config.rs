//! `config`: the configuration in force.

use super::{Example, Run};
use crate::cli::args::ConfigArgs;
use crate::cli::code;
use crate::docs;
use std::io::Write;

/// Print the configuration in force, as a complete file
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    settings: ConfigArgs,
}

impl Run for Args {
    const EXAMPLES: &'static [Example] =
        &[("quadrille config > config.toml", "Write a complete configuration to edit.")];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        write!(out, "{}", docs::config(&self.settings.load()?))?;
        Ok(code::YES)
    }
}
