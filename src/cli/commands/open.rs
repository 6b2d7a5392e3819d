//! `open`: the workbench at a shared state.

use super::{Launch, Launched, WorkbenchStart};
use crate::cli::args::{ConfigArgs, OpenArgs};
use crate::cli::input::read;
use crate::cli::interrupt::bounds;
use crate::study::{SharedError, SharedState};
use anyhow::anyhow;
use std::path::Path;

/// Open a shared state: the line that Step copies
///
/// `y` in Step copies a puzzle and a state of its search as one line, which begins with `q1:`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The line, in quotes; or a file that holds it
    state: String,
    #[command(flatten)]
    workbench: Workbench,
}

/// The options of the workbench that do not choose a puzzle.
#[derive(clap::Args, Debug)]
struct Workbench {
    /// Read commands and answer in sentences: for screen readers, dumb terminals and pipes
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    settings: ConfigArgs,
}

/// Reads a shared state: the line itself, or a file that holds it; `-` is standard input.
fn shared(state: &str) -> anyhow::Result<SharedState> {
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

impl Launch for Args {
    fn launch(self) -> anyhow::Result<Launched> {
        let Workbench { plain, settings } = self.workbench;
        let args = OpenArgs { plain, settings, ..OpenArgs::default() };
        Ok(Launched::Open { args, beginning: WorkbenchStart::Shared(Box::new(shared(&self.state)?), None), code: None })
    }
}
