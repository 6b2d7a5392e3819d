//! `keys`: every key of the workbench.

use super::{Example, Run};
use crate::cli::args::ConfigArgs;
use crate::cli::code;
use crate::docs;
use std::io::Write;

/// List the keys of the workbench
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    settings: ConfigArgs,
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[("quadrille keys", "List every key.")];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        write!(out, "{}", docs::keys(&self.settings.load()?.settings().keymap))?;
        Ok(code::YES)
    }
}
