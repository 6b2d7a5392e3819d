//! `kept`: the puzzles that workbenches left behind with unsaved changes.

use super::{Example, Run};
use crate::cli::args::Json;
use crate::cli::printout::Printout;
use crate::cli::{code, link};
use crate::files::Folder;
use crate::kept::{KeptEntry, drop_file, folder, list};
use crate::puzzle::printable;
use crate::study::plural;
use clap::Subcommand;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::time::SystemTime;

/// List the unsaved puzzles of sessions that were killed
///
/// The next workbench opens them again.
#[derive(clap::Args, Debug)]
#[command(disable_help_subcommand = true)]
pub struct Args {
    #[command(subcommand)]
    deed: Option<Deed>,
    #[command(flatten)]
    json: Json,
}

/// A command about kept puzzles.
#[derive(Subcommand, Debug)]
enum Deed {
    /// Print a kept puzzle as TOML
    Show {
        /// The file, as `quadrille kept` lists it
        file: String,
    },
    /// Remove kept puzzles
    Drop {
        /// The files, as `quadrille kept` lists them
        #[arg(required_unless_present = "all")]
        files: Vec<String>,
        /// Remove all except those of running workbenches
        #[arg(long)]
        all: bool,
    },
}

/// The object that `kept --json` prints for a file.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Row")]
pub(crate) struct KeptRow<'a> {
    file: &'a str,
    /// The puzzle's name; `null` if the file cannot be read.
    name: Option<&'a str>,
    /// The file that the puzzle came from.
    path: Option<String>,
    /// The number of states of the session that can be undone.
    changes: Option<usize>,
    /// Seconds since it was written.
    age: u64,
    bytes: u64,
    /// True if a running workbench holds it.
    open: bool,
    /// The reason why the file cannot be read.
    error: Option<&'a str>,
    /// The file that the puzzle came from, to which the text links.
    #[serde(skip)]
    source: Option<&'a Path>,
}

impl Printout for KeptRow<'_> {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let what = match (self.name, self.error) {
            (Some(name), _) => {
                let name = printable(name);
                let name = self.source.map_or(name.to_string(), |path| link::to_file(&name, path));
                format!("{name}, {}", plural(self.changes.unwrap_or(0), "change"))
            }
            (None, why) => format!("cannot be read: {}", why.unwrap_or_default()),
        };
        let open = if self.open { ", open in a running workbench" } else { "" };
        writeln!(out, "{}  {what}, {}{open}", self.file, ago(self.age))
    }
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[("quadrille kept", "List what can be restored.")];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let Some(folder) = folder() else { anyhow::bail!("there is no home folder, so nothing is kept") };
        match self.deed {
            None => print(&folder, self.json.on, out),
            Some(Deed::Show { file }) => show(&folder, &file, out),
            Some(Deed::Drop { files, all }) => drop_all(&folder, files, all),
        }
    }
}

fn print(folder: &Folder, json: bool, out: &mut dyn Write) -> anyhow::Result<u8> {
    for listed in list(folder) {
        let KeptEntry { file, bytes, is_open, kept, .. } = &listed;
        let kept = kept.as_ref();
        let age = age(&listed);
        let row = KeptRow {
            file,
            name: kept.ok().map(|kept| &*kept.name),
            path: kept.ok().and_then(|kept| Some(kept.path.as_ref()?.display().to_string())),
            changes: kept.ok().map(|kept| kept.changes()),
            age,
            bytes: *bytes,
            open: *is_open,
            error: kept.err().map(String::as_str),
            source: kept.ok().and_then(|kept| kept.path.as_deref()),
        };
        row.print(json, out)?;
    }
    Ok(code::YES)
}

fn age(listed: &KeptEntry) -> u64 {
    SystemTime::now().duration_since(listed.written).map_or(0, |age| age.as_secs())
}

/// A time span in words: `5 minutes ago`.
pub fn ago(seconds: u64) -> String {
    let units = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")];
    let unit = units.into_iter().find(|(length, _)| seconds >= *length);
    unit.map_or("now".to_string(), |(length, name)| format!("{} ago", plural((seconds / length) as usize, name)))
}

fn show(folder: &Folder, file: &str, out: &mut dyn Write) -> anyhow::Result<u8> {
    let Some(listed) = list(folder).into_iter().find(|listed| listed.file == file) else { return Ok(unknown(file)) };
    match listed.kept {
        Ok(kept) => {
            out.write_all(kept.text().as_bytes())?;
            Ok(code::YES)
        }
        Err(why) => {
            say!("error: {file}: {why}");
            Ok(code::UNUSABLE)
        }
    }
}

fn drop_all(folder: &Folder, files: Vec<String>, all: bool) -> anyhow::Result<u8> {
    let files = match all {
        true => list(folder).into_iter().filter(|listed| !listed.is_open).map(|listed| listed.file).collect(),
        false => files,
    };
    let mut highest = code::YES;
    for file in files {
        match drop_file(folder, &file) {
            Ok(true) => {}
            Ok(false) => {
                say!("error: {file}: a running workbench holds it");
                highest = code::UNUSABLE;
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => highest = unknown(&file),
            Err(error) => {
                say!("error: {file}: {error}");
                highest = code::UNUSABLE;
            }
        }
    }
    Ok(highest)
}

fn unknown(file: &str) -> u8 {
    say!("error: {file}: there is no such kept puzzle; `quadrille kept` lists them");
    code::UNUSABLE
}
