//! The file of a count that can continue later: the pieces that are done, each with its count.
//!
//! It contains the version of the program, and digests of the problem and of its cut into pieces.
//! It is refused if any of them differs.

use crate::dlx::Problem;
use crate::files::{Unread, regular, replace};
use crate::seal::{SealError, opened, seal};
use crate::solve::pieces::{Counted, Piece, digest, digest_of_cut};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The shortest interval between two regular writes of the file.
const OFTEN: Duration = Duration::from_millis(500);

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The largest file that is read, in bytes. A node that was cut last may have a million branches.
const LARGEST: u64 = 256 << 20;

/// A checkpoint, and its file.
#[derive(Debug)]
pub struct Checkpoint {
    file: PathBuf,
    kept: Kept,
    /// The time of the last write; and true if a piece was added since.
    written: Instant,
    is_new: bool,
}

/// The contents of the file.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    quadrille: String,
    problem: String,
    /// The digest of the pieces, which `done` names by their numbers.
    cut: String,
    /// By piece that is done: its number, its count and its nodes.
    done: Vec<(usize, String, u64)>,
    /// The SHA-256 of the file without this field.
    sha256: String,
}

/// The reason why a file is not used.
#[derive(Debug, thiserror::Error)]
pub enum Unfit {
    /// The file could not be read.
    #[error("{0}")]
    Unreadable(#[from] Unread),
    /// The text is not a sealed checkpoint, or it was changed.
    #[error("this is not a checkpoint: {0}")]
    Foreign(#[from] SealError),
    /// A checkpoint of another problem or order: the field that differs, its value, and the
    /// expected value.
    #[error("a checkpoint of another {what}: {is}, and not {wanted}")]
    Other { what: &'static str, is: String, wanted: String },
    /// A field of the checkpoint does not fit, in words.
    #[error("{0}")]
    Broken(String),
}

impl Checkpoint {
    /// Reads the file, or begins one that is not there yet.
    ///
    /// # Errors
    ///
    /// If the file is of another problem, version or cut, or cannot be read.
    pub fn open(file: &Path, problem: &Problem, pieces: &[Piece]) -> Result<Checkpoint, Unfit> {
        let wanted = Checkpoint::begin(file, problem, pieces);
        let kept: Kept = match regular(file, LARGEST) {
            Ok(bytes) => opened(&String::from_utf8_lossy(&bytes))?,
            Err(Unread::Io(error)) if error.kind() == io::ErrorKind::NotFound => return Ok(wanted),
            Err(error) => return Err(error.into()),
        };
        for (what, is, wanted) in [
            ("version", &kept.quadrille, wanted.kept.quadrille),
            ("problem", &kept.problem, wanted.kept.problem),
            ("cut", &kept.cut, wanted.kept.cut),
        ] {
            if *is != wanted {
                return Err(Unfit::Other { what, is: is.clone(), wanted });
            }
        }
        let mut seen = BTreeSet::new();
        for (piece, count, _) in &kept.done {
            if *piece >= pieces.len() {
                return Err(Unfit::Broken(format!("there is no piece {piece}")));
            }
            if count.parse::<u128>().ok().is_none_or(|number| number.to_string() != *count) {
                return Err(Unfit::Broken(format!("`{count}` is not a count")));
            }
            if !seen.insert(*piece) {
                return Err(Unfit::Broken(format!("piece {piece} is there twice")));
            }
        }
        Ok(Checkpoint { kept, ..wanted })
    }

    /// An empty checkpoint, which replaces the file when it is written.
    pub fn begin(file: &Path, problem: &Problem, pieces: &[Piece]) -> Checkpoint {
        let (problem, cut, sha256) = (digest(problem), digest_of_cut(pieces), String::new());
        let kept = Kept { quadrille: VERSION.to_string(), problem, cut, done: Vec::new(), sha256 };
        Checkpoint { file: file.to_path_buf(), kept, written: Instant::now(), is_new: false }
    }

    /// The results of the pieces that are done.
    pub fn known(&self) -> Vec<Counted> {
        let counted = |(piece, count, nodes): &(usize, String, u64)| Some((*piece, count.parse().ok()?, *nodes));
        let known = self.kept.done.iter().filter_map(counted);
        known.map(|(piece, count, nodes)| Counted { piece, count, nodes }).collect()
    }

    /// Adds a piece that is done.
    pub fn add(&mut self, counted: &Counted) {
        self.kept.done.push((counted.piece, counted.count.to_string(), counted.nodes));
        self.is_new = true;
    }

    /// Writes the file as [`Checkpoint::write`] does, but at most every half second.
    pub(crate) fn write_sometimes(&mut self) -> io::Result<()> {
        if self.written.elapsed() > OFTEN { self.write() } else { Ok(()) }
    }

    /// Writes the file, if there is anything new.
    pub fn write(&mut self) -> io::Result<()> {
        self.written = Instant::now();
        if std::mem::take(&mut self.is_new) {
            self.kept.sha256 = seal(&self.kept);
            replace(&self.file, &serde_json::to_vec(&self.kept)?)?;
        }
        Ok(())
    }
}
