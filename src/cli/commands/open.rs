//! `open`: the workbench at a shared state. `main` opens it.

use super::{Example, Run};
use crate::cli::args::{ConfigArgs, OpenArgs};
use crate::cli::input::read;
use crate::cli::interrupt::bounds;
use crate::study::{SharedError, SharedState};
use anyhow::anyhow;
use std::io::Write;
use std::path::Path;

/// Open a shared state: the line that Step copies
///
/// `y` in Step copies a puzzle and a state of its search as one line, which begins with `q1:`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The line, in quotes; or a file that holds it
    pub state: String,
    #[command(flatten)]
    pub workbench: Workbench,
}

/// The options of the workbench that do not choose a puzzle.
#[derive(clap::Args, Debug)]
pub struct Workbench {
    /// Read commands and answer in sentences: for screen readers, dumb terminals and pipes
    #[arg(long)]
    pub plain: bool,
    #[command(flatten)]
    pub settings: ConfigArgs,
}

impl Args {
    /// The arguments of the workbench.
    pub fn workbench(&self) -> OpenArgs {
        let Workbench { plain, settings } = &self.workbench;
        let settings = ConfigArgs { config: settings.config.clone() };
        OpenArgs { plain: *plain, settings, ..OpenArgs::default() }
    }
}

/// Reads a shared state: the line itself, or a file that holds it; `-` is standard input.
pub fn shared(state: &str) -> anyhow::Result<SharedState> {
    if SharedState::is_one(state) {
        return Ok(SharedState::read(state)?);
    }
    let input =
        read(Some(Path::new(state)), bounds()).map_err(|error| match Path::new(state).exists() || state == "-" {
            true => anyhow!("{error}"),
            false => anyhow!("{}", SharedError::NotOne),
        })?;
    Ok(SharedState::read(&input.text)?)
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[];

    fn run(self, _: &mut dyn Write) -> anyhow::Result<u8> {
        anyhow::bail!("this opens the workbench")
    }
}
