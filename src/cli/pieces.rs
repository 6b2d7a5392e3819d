//! `split` and `work`: a count in pieces, one JSON line each. Any program that moves lines can
//! carry them to other machines. Also counts that keep a checkpoint on this machine.

use super::args::{One, Split, Work};
use super::code;
use super::interrupt::is_interrupted;
use super::lines::{Line, lines};
use super::notice;
use super::row::write_json;
use crate::checkpoint::Checkpoint;
use crate::dlx::{Policy, Problem};
use crate::puzzle::Encoded;
use crate::seal::{opened, seal};
use crate::solve::forecast;
use crate::solve::pieces::{KEPT, LEVELS, Piece as Subtree, check_alike, count_all, digest, digest_of_cut, split};
use crate::study::plural;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The number of subtrees for each piece. Several make the pieces similar in size.
const SUBTREES: usize = 8;

/// The number of random dives for an estimate of the nodes.
const DIVES: u32 = 1000;

/// A piece of a count: a set of subtrees.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Piece {
    /// The version that cut the problem.
    quadrille: String,
    /// The SHA-256 of the problem.
    problem: String,
    /// The SHA-256 of all pieces of the cut.
    cut: String,
    #[serde(flatten)]
    origin: Origin,
    part: usize,
    /// The number of parts.
    #[serde(rename = "of")]
    parts: usize,
    /// The subtrees of the piece. `1=8/8` is branch 1 of 8, which also counts for branch 8, because
    /// a symmetry maps one to the other.
    addresses: Vec<String>,
    /// The share of the tree that is searched, estimated as if all subtrees of a node had the same
    /// size.
    share: f64,
    /// The number of nodes that will be searched, estimated by random dives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    /// The SHA-256 of this line without this field, its keys sorted.
    sha256: String,
}

/// The place of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub(super) struct Origin {
    /// The file. `--puzzle` replaces it.
    pub(super) file: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) form: Option<String>,
    /// The number of the puzzle in the file, counted from 1.
    pub(super) case: NonZeroUsize,
}

/// The answer to a piece.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Done {
    pub(super) quadrille: String,
    /// The SHA-256 of the problem.
    pub(super) problem: String,
    /// The SHA-256 of all pieces of the cut.
    pub(super) cut: String,
    #[serde(flatten)]
    pub(super) origin: Origin,
    pub(super) part: usize,
    pub(super) of: usize,
    pub(super) addresses: Vec<String>,
    /// The count in decimal, because it may have more digits than a JSON number keeps.
    pub(super) count: String,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// The SHA-256 of this line without this field, its keys sorted.
    pub(super) sha256: String,
}

impl Origin {
    /// Reads the puzzle, from `--puzzle` if it is given. If only a line names the file, messages
    /// show nothing of its content: the sender of the line may have no right to read it.
    pub(super) fn load(&self, puzzle: Option<&Path>) -> Result<Encoded, String> {
        let file = puzzle.map_or_else(|| PathBuf::from(&self.file), Path::to_path_buf);
        let name = file.display().to_string();
        if puzzle.is_none() && !file.is_file() {
            return Err(format!("{name}: there is no such file; --puzzle names another place"));
        }
        let one = One { file: Some(file), form: self.form.clone(), case: self.case.get() };
        let loaded = one.load().map(|chosen| chosen.names);
        match puzzle {
            Some(_) => loaded,
            None => loaded.map_err(|_| format!("{name}: this file does not have the puzzle; --puzzle names another")),
        }
    }
}

/// Prints the pieces of a count.
pub fn run_split(words: &Split, out: &mut dyn Write) -> anyhow::Result<u8> {
    let Some(file) = words.one.file.as_ref().filter(|file| file.as_os_str() != "-") else {
        say!("error: each piece names its puzzle's file, so `split` needs a file and not standard input");
        return Ok(code::UNUSABLE);
    };
    let names = match words.one.load() {
        Ok(chosen) => chosen.names,
        Err(error) => {
            say!("{error}");
            return Ok(code::UNUSABLE);
        }
    };
    let problem = &names.problem;
    if problem.wants_fewest() {
        say!("{}: a repeated cover is not counted in pieces: its limit depends on all of them", file.display());
        return Ok(code::UNUSABLE);
    }
    let wanted = if words.parts == 1 { 1 } else { words.parts.saturating_mul(SUBTREES) };
    let Some(subtrees) = split(problem, wanted, &mut || !is_interrupted()) else {
        say!("{}: interrupted before the tree was cut", file.display());
        return Ok(code::INTERRUPTED);
    };
    let parts = words.parts.min(subtrees.len());
    if parts < words.parts {
        notice::tell(&format!("note: the tree has no more than {}", plural(parts, "part")));
    }
    // The largest subtree that is left goes to the part with the smallest share.
    let share = |at: usize| subtrees[at].address.share_within();
    let nodes = forecast(problem, Policy::default(), DIVES, 1, Duration::from_secs(1)).ok().map(|told| told.nodes.mean);
    let mut order: Vec<usize> = (0..subtrees.len()).collect();
    order.sort_by(|&a, &b| share(b).total_cmp(&share(a)).then(a.cmp(&b)));
    let mut bins: Vec<(f64, Vec<usize>)> = vec![(0.0, Vec::new()); parts];
    let mut least = std::collections::BTreeSet::from_iter((0..parts).map(|bin| (0u64, bin)));
    for at in order {
        let Some((_, bin)) = least.pop_first() else { break };
        bins[bin].0 += share(at);
        bins[bin].1.push(at);
        // Shares are not negative, so their bits have the same order as the numbers.
        least.insert((bins[bin].0.to_bits(), bin));
    }
    let (own, cut) = (digest(problem), digest_of_cut(&subtrees));
    let case = NonZeroUsize::new(words.one.case).unwrap_or(NonZeroUsize::MIN);
    let origin = Origin { file: file.display().to_string(), form: words.one.form.clone(), case };
    for (at, (share, mut held)) in bins.into_iter().enumerate() {
        held.sort_unstable();
        let mut piece = Piece {
            quadrille: VERSION.to_string(),
            problem: own.clone(),
            cut: cut.clone(),
            origin: origin.clone(),
            part: at + 1,
            parts,
            addresses: held.into_iter().map(|at| subtrees[at].to_string()).collect(),
            share,
            nodes: nodes.map(|nodes| (nodes * share) as u64),
            sha256: String::new(),
        };
        piece.sha256 = seal(&piece);
        write_json(out, &piece)?;
    }
    Ok(code::YES)
}

/// The subtrees that addresses name.
///
/// # Errors
///
/// The first text that is not an address, or too many levels: a cut never has more than [`LEVELS`].
pub(super) fn subtrees(texts: &[String]) -> Result<Vec<Subtree>, String> {
    let (mut all, mut levels) = (Vec::new(), 0);
    for text in texts {
        let piece: Subtree = text.parse().map_err(|error| format!("{}: {error}", brief(text)))?;
        levels += piece.address.branches.len();
        if levels > 2 * LEVELS {
            return Err(format!("its addresses have more than {} levels", 2 * LEVELS));
        }
        all.push(piece);
    }
    Ok(all)
}

/// The beginning of an address, for a message.
pub(super) fn brief(text: &str) -> String {
    let shown: String = text.chars().take(60).collect();
    if shown.len() < text.len() { shown + "..." } else { shown }
}

/// Reads lines of pieces and answers each with a line before it reads the next one.
pub fn run_work(words: &Work, out: &mut dyn Write) -> anyhow::Result<u8> {
    let mut worker = Worker { words, known: BTreeMap::new() };
    let mut highest = code::YES;
    for line in lines(words.pieces.files.clone()) {
        let line = line?;
        match worker.answer(&line) {
            Ok(done) => {
                write_json(out, &done)?;
                // A worker may be killed at any moment, so each answer is written as soon as it is
                // known.
                out.flush()?;
            }
            Err(_) if is_interrupted() => {}
            Err(why) => {
                say!("{}: {why}", line.place);
                highest = code::UNUSABLE;
            }
        }
        if is_interrupted() {
            break;
        }
    }
    Ok(if is_interrupted() { code::INTERRUPTED } else { highest })
}

/// Answers pieces.
struct Worker<'a> {
    words: &'a Work,
    /// The puzzles that pieces named, and the SHA-256 of their problems.
    known: BTreeMap<Origin, (Encoded, String)>,
}

/// The maximum number of puzzles that a worker keeps.
const HELD: usize = 16;

impl Worker<'_> {
    /// Counts a piece.
    ///
    /// # Errors
    ///
    /// In words, if the line is not a whole piece of this version and of its puzzle, or was not
    /// counted to the end.
    fn answer(&mut self, line: &Line) -> Result<Done, String> {
        let text = line.text.as_ref().map_err(ToString::to_string)?;
        let piece: Piece =
            opened(text).map_err(|error| format!("this is not a piece of `quadrille split`: {error}"))?;
        if piece.quadrille != VERSION {
            return Err(format!("this piece was cut by version {}, this is {VERSION}", piece.quadrille));
        }
        if !self.known.contains_key(&piece.origin) {
            let names = piece.origin.load(self.words.pieces.puzzle.as_deref())?;
            if self.known.len() >= HELD {
                self.known.clear();
            }
            let own = digest(&names.problem);
            self.known.insert(piece.origin.clone(), (names, own));
        }
        let (names, own) = &self.known[&piece.origin];
        if *own != piece.problem {
            let file =
                self.words.pieces.puzzle.as_ref().map_or(piece.origin.file.clone(), |own| own.display().to_string());
            return Err(format!("the puzzle in {file} is another one: {own} and not {}", piece.problem));
        }
        let subtrees = subtrees(&piece.addresses)?;
        check_alike(&names.problem, &subtrees, &mut || !is_interrupted()).map_err(|why| why.to_string())?;
        let start = Instant::now();
        let threads = self.words.threads.unwrap_or(1);
        let mut go_on = |_: &_| !is_interrupted();
        let (sum, complete) = count_all(&names.problem, &subtrees, &[], threads, &mut |_| (), &mut go_on);
        if !complete {
            return Err(format!("part {} has an address that leads nowhere, or too many solutions", piece.part));
        }
        let Piece { quadrille, problem, cut, origin, part, parts: of, addresses, .. } = piece;
        let (count, nodes, seconds) = (sum.count.to_string(), sum.nodes, start.elapsed().as_secs_f64());
        let sha256 = String::new();
        let mut done = Done { quadrille, problem, cut, origin, part, of, addresses, count, nodes, seconds, sha256 };
        done.sha256 = seal(&done);
        Ok(done)
    }
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
pub fn count_saved(
    problem: &Problem,
    file: &Path,
    threads: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> anyhow::Result<Saved> {
    anyhow::ensure!(!problem.wants_fewest(), "a repeated cover is not counted in pieces");
    let Some(pieces) = split(problem, KEPT, go_on) else { return Ok(Saved { count: 0, complete: false }) };
    let named = |error: &dyn std::fmt::Display| anyhow::anyhow!("{}: {error}", file.display());
    let mut kept = Checkpoint::open(file, problem, &pieces).map_err(|error| named(&error))?;
    let known = kept.known();
    let state = std::cell::RefCell::new((&mut kept, Ok(())));
    let (sum, complete) =
        count_all(problem, &pieces, &known, threads, &mut |own| state.borrow_mut().0.add(own), &mut |_| {
            let (kept, written) = &mut *state.borrow_mut();
            *written = kept.write_sometimes();
            written.is_ok() && go_on()
        });
    state.into_inner().1.map_err(|error| named(&error))?;
    kept.write().map_err(|error| named(&error))?;
    Ok(Saved { count: sum.count, complete })
}
