//! The files of a problem and its proof, and the claim that is proved.

use super::code;
use crate::files::{Draft, SymlinkPolicy, same_file};
use crate::puzzle::{Encoded, Grid};
use crate::solve::proof::{Claim, Means, ProofSize, Unproved, VariableNames, prove};
use crate::study::plural;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The default limit on the solutions that a proof lists.
pub(crate) const MOST_LISTED: u64 = 100_000;
/// The default limit on the size of a proof, in bytes.
pub const MOST_BYTES: u64 = 1 << 30;

/// The files of a problem and its proof.
pub struct Files {
    pub opb: PathBuf,
    pub proof: PathBuf,
    pub links: SymlinkPolicy,
}

impl Files {
    /// Returns an error if the two files are the same, or if one of them is an input.
    pub fn differ<'a>(&self, inputs: impl Iterator<Item = &'a PathBuf>) -> io::Result<()> {
        let same = |one: &PathBuf, other: &PathBuf| {
            let why = format!("{} and {} are the same file; nothing was written", one.display(), other.display());
            if same_file(one, other) { Err(io::Error::other(why)) } else { Ok(()) }
        };
        // Derived names differ, and links with these names are replaced.
        if self.links == SymlinkPolicy::Follow {
            same(&self.opb, &self.proof)?;
        }
        for input in inputs {
            same(input, &self.opb)?;
            same(input, &self.proof)?;
        }
        Ok(())
    }

    /// Writes both files. If the proof is not completed, neither is written, and files that existed
    /// before stay. A proof that was sent to a pipe then ends before its conclusion, so no checker
    /// accepts it. If the complete proof cannot be moved to its place, only the problem is there.
    pub fn write(
        &self,
        names: &Encoded,
        claim: &Claim,
        means: Means,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<ProofSize, Unproved> {
        let mut create = |file: &PathBuf| Draft::create(file, self.links, go_on).map_err(|error| named(file, error));
        let (mut opb, mut proof) = (create(&self.opb)?, create(&self.proof)?);
        let words = VariableNames { item: &|item| names.item_long(item), option: &|option| names.option_name(option) };
        let (mut to_opb, mut to_proof) = (NamedDraft(&mut opb, &self.opb), NamedDraft(&mut proof, &self.proof));
        let proved = prove(&names.problem, claim, &words, means, (&mut to_opb, &mut to_proof), go_on);
        let size = proved.inspect_err(|_| {
            if proof.is_pipe() {
                say!("{}: the proof ends before its conclusion", self.proof.display());
            }
        })?;
        opb.ready().map_err(|error| named(&self.opb, error))?;
        proof.ready().map_err(|error| named(&self.proof, error))?;
        opb.finish().map_err(|error| named(&self.opb, error))?;
        proof.finish().map_err(|error| named(&self.proof, error))?;
        Ok(size)
    }
}

/// An error with the name of its file.
fn named(file: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

/// One of several files that are written at once: its errors name it.
struct NamedDraft<'a>(&'a mut Draft, &'a Path);

impl Write for NamedDraft<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(|error| named(self.1, error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(|error| named(self.1, error))
    }
}

/// A claim in the form of the JSON object and of the sentence about it.
pub struct Told {
    pub claim: &'static str,
    pub solutions: u64,
    pub best: Option<i64>,
    pub words: String,
}

/// Describes a claim.
pub fn told(claim: &Claim, names: &Encoded) -> Told {
    let without = names.grid().and_then(Grid::without).map_or(String::new(), |without| format!("{without}: "));
    let told = |claim, solutions, words: String| Told { claim, solutions, best: None, words: without.clone() + &words };
    match claim {
        Claim::None => told("none", 0, "no solution".to_string()),
        Claim::Several(_) => told("many", 2, "at least 2 solutions".to_string()),
        Claim::Some(_) => told("some", 1, "a solution".to_string()),
        Claim::Exactly(covers) => {
            let name = if covers.len() == 1 { "unique" } else { "exactly" };
            told(name, covers.len() as u64, format!("exactly {}", plural(covers.len(), "solution")))
        }
        Claim::Best(cover) => {
            let total = names.problem.total(cover);
            Told { best: Some(total.abs()), ..told("best", 1, names.bound_words(total)) }
        }
    }
}

/// The exit code if there is no proof.
pub(crate) fn code_without(why: &Unproved) -> u8 {
    match why {
        Unproved::Io(_) | Unproved::CountOfSmallest => code::UNUSABLE,
        Unproved::Stopped | Unproved::TooLarge(_) | Unproved::TooMany(_) => code::LIMIT,
        Unproved::Wrong(_) => code::DEFECT,
    }
}
