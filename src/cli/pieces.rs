//! A count in pieces, one JSON line each: `split` writes pieces, `work` counts them and `merge`
//! adds up. Any program that moves lines can carry them to other machines. Also counts that keep a
//! checkpoint on this machine.

use super::args::{FormName, OnePuzzle};
use super::input::bundled_at;
use crate::checkpoint::Checkpoint;
use crate::dlx::{Goal, Problem};
use crate::puzzle::Encoded;
use crate::solve::Order;
use crate::solve::pieces::{KEPT, LEVELS, Piece as Subtree, count_all, split};
use anyhow::{anyhow, ensure};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// The version of the program, which a piece and its answer name.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A piece of a count: a set of subtrees.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Piece")]
pub(crate) struct PieceRow {
    /// The version that cut the problem.
    pub quadrille: String,
    /// The SHA-256 of the problem.
    pub problem: String,
    /// The SHA-256 of all pieces of the cut.
    pub cut: String,
    #[serde(flatten)]
    pub origin: Origin,
    pub part: usize,
    /// The number of parts.
    #[serde(rename = "of")]
    pub parts: usize,
    /// The subtrees of the piece. `1=8/8` is branch 1 of 8, which also counts for branch 8, because
    /// a symmetry maps one to the other.
    pub addresses: Vec<String>,
    /// The share of the tree that is searched, estimated as if all subtrees of a node had the same
    /// size.
    pub share: f64,
    /// The number of nodes that will be searched, estimated by random dives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The SHA-256 of this line without this field, its keys sorted.
    pub sha256: String,
}

/// The place of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Origin {
    /// The file. `--puzzle` replaces it.
    pub file: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// The number of the puzzle in the file, counted from 1.
    pub case: NonZeroUsize,
}

/// The answer to a piece.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Done")]
pub(crate) struct PieceAnswer {
    pub quadrille: String,
    /// The SHA-256 of the problem.
    pub problem: String,
    /// The SHA-256 of all pieces of the cut.
    pub cut: String,
    #[serde(flatten)]
    pub origin: Origin,
    pub part: usize,
    pub of: usize,
    pub addresses: Vec<String>,
    /// The count in decimal, because it may have more digits than a JSON number keeps.
    pub count: String,
    pub nodes: u64,
    pub seconds: f64,
    /// The SHA-256 of this line without this field, its keys sorted.
    pub sha256: String,
}

impl Origin {
    /// Reads the puzzle, from `--puzzle` if it is given. If only a line names the file, messages
    /// show nothing of its content: the sender of the line may have no right to read it.
    pub fn load(&self, puzzle: Option<&Path>) -> anyhow::Result<Encoded> {
        let file = puzzle.map_or_else(|| PathBuf::from(&self.file), Path::to_path_buf);
        let name = file.display().to_string();
        let is_there = puzzle.is_some() || file.is_file() || bundled_at(&file).is_some();
        ensure!(is_there, "{name}: there is no such file; --puzzle names another place");
        let form = FormName { name: self.form.clone(), propose: false, drawn: false };
        let one = OnePuzzle { file: Some(file), form, case: self.case.get() };
        let loaded = one.chosen().map(|chosen| chosen.names);
        match puzzle {
            Some(_) => loaded,
            None => loaded.map_err(|_| anyhow!("{name}: this file does not have the puzzle; --puzzle names another")),
        }
    }
}

/// The subtrees that addresses name.
///
/// # Errors
///
/// The first text that is not an address, or too many levels: a cut never has more than [`LEVELS`].
pub fn subtrees(texts: &[String]) -> anyhow::Result<Vec<Subtree>> {
    let (mut all, mut levels) = (Vec::new(), 0);
    for text in texts {
        let piece: Subtree = text.parse().map_err(|error| anyhow!("{}: {error}", brief(text)))?;
        levels += piece.address.branches.len();
        ensure!(levels <= 2 * LEVELS, "its addresses have more than {} levels", 2 * LEVELS);
        all.push(piece);
    }
    Ok(all)
}

/// The beginning of an address, for a message.
pub fn brief(text: &str) -> String {
    let shown: String = text.chars().take(60).collect();
    if shown.len() < text.len() { shown + "..." } else { shown }
}

/// The result of a count with a checkpoint.
pub struct Saved {
    pub count: u128,
    pub complete: bool,
}

/// Counts all solutions, and keeps the pieces that are done in a file. If the file has pieces of
/// this count, the count continues from them.
///
/// # Errors
///
/// If the file is of another problem or version, or cannot be read or written.
pub(crate) fn count_saved(
    problem: &Problem,
    file: &Path,
    threads: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> anyhow::Result<Saved> {
    ensure!(!problem.wants_fewest(), "a repeated cover is not counted in pieces");
    let Some(pieces) = split(problem, KEPT, go_on) else { return Ok(Saved { count: 0, complete: false }) };
    let named = |error: &dyn std::fmt::Display| anyhow!("{}: {error}", file.display());
    let mut kept = Checkpoint::open(file, problem, &pieces).map_err(|error| named(&error))?;
    let known = kept.known();
    let state = std::cell::RefCell::new((&mut kept, Ok(())));
    let order = Order { threads, ..Order::new(Goal::Count { limit: None }) };
    let (sum, complete) =
        count_all(problem, &pieces, &known, &order, &mut |counted| state.borrow_mut().0.add(counted), &mut |_| {
            let (kept, written) = &mut *state.borrow_mut();
            *written = kept.write_sometimes();
            written.is_ok() && go_on()
        });
    state.into_inner().1.map_err(|error| named(&error))?;
    kept.write().map_err(|error| named(&error))?;
    Ok(Saved { count: sum.count, complete })
}
