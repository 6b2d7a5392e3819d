//! `split` and `work`: a count in pieces, a JSON line each, for any program that carries lines to
//! other machines. And the file in which a count of this machine is kept.

use super::args::{One, Split, Work};
use super::code;
use super::interrupt::Interrupt;
use super::lines::{Line, lines};
use super::row::write_json;
use crate::checkpoint::{Checkpoint, hex};
use crate::dlx::{Policy, Problem};
use crate::puzzle::Encoded;
use crate::solve::forecast;
use crate::solve::pieces::{KEPT, Piece as Subtree, count_all, digest, split};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Subtrees a piece, so that pieces are of about the same size.
const SUBTREES: usize = 8;

/// Random dives for an estimate of the nodes.
const DIVES: u32 = 1000;

/// A piece of work.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Piece {
    /// The version that cut the problem.
    quadrille: String,
    /// The problem's digest.
    problem: String,
    /// Where the puzzle is; `work --puzzle` names another place.
    file: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    form: Option<String>,
    case: usize,
    part: usize,
    of: usize,
    /// The subtrees of the piece. `1=8/8` is branch 1 of 8, which counts for branch 8 too: a
    /// symmetry maps one to the other.
    addresses: Vec<String>,
    /// The share of the tree that is searched, if all subtrees of a node had the same size.
    share: f64,
    /// About how many nodes will be searched, by random dives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
}

/// The answer to a piece.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Done {
    pub(super) quadrille: String,
    pub(super) problem: String,
    pub(super) part: usize,
    pub(super) of: usize,
    pub(super) addresses: Vec<String>,
    /// In decimal, because it may have more digits than a JSON number keeps.
    pub(super) count: String,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
}

fn hash(problem: &Problem) -> String {
    hex(digest(problem))
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
    if problem.is_repeated() {
        say!("{}: a repeated cover is not counted in pieces: its limit depends on all of them", file.display());
        return Ok(code::UNUSABLE);
    }
    let subtrees = split(problem, if words.parts == 1 { 1 } else { words.parts.saturating_mul(SUBTREES) });
    let parts = words.parts.min(subtrees.len());
    if parts < words.parts {
        say!("note: the tree has no more than {parts} parts");
    }
    // The largest subtree left goes to the part that has least.
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
        // Shares are not negative, so their bits are in their order.
        least.insert((bins[bin].0.to_bits(), bin));
    }
    let own = hash(problem);
    for (at, (share, mut held)) in bins.into_iter().enumerate() {
        held.sort_unstable();
        let piece = Piece {
            quadrille: VERSION.to_string(),
            problem: own.clone(),
            file: file.display().to_string(),
            form: words.one.form.clone(),
            case: words.one.case,
            part: at + 1,
            of: parts,
            addresses: held.into_iter().map(|at| subtrees[at].to_string()).collect(),
            share,
            nodes: nodes.map(|nodes| (nodes * share) as u64),
        };
        write_json(out, &piece)?;
    }
    Ok(code::YES)
}

/// The subtrees that addresses name.
///
/// # Errors
///
/// The first text that is no address.
pub(super) fn subtrees(texts: &[String]) -> Result<Vec<Subtree>, String> {
    texts.iter().map(|text| text.parse().map_err(|error| format!("{text}: {error}"))).collect()
}

/// How long `work` waits for a line before it looks whether it is interrupted.
const GLANCE: Duration = Duration::from_millis(20);

/// Reads lines of pieces and answers each with a line, before the next one is there.
pub fn run_work(words: &Work, out: &mut dyn Write) -> anyhow::Result<u8> {
    let interrupt = Interrupt::default();
    interrupt.listen()?;
    // A thread that waits for a line would not notice an interrupt.
    let (sender, receiver) = sync_channel(1);
    let files = words.files.clone();
    std::thread::spawn(move || lines(files).try_for_each(|line| sender.send(line)));
    let mut worker = Worker { words, known: BTreeMap::new() };
    let mut highest = code::YES;
    loop {
        let line = match receiver.recv_timeout(GLANCE) {
            _ if interrupt.is_set() => return Ok(code::INTERRUPTED),
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(highest),
            Ok(line) => line?,
        };
        match worker.answer(&line, &interrupt) {
            Ok(done) => {
                write_json(out, &done)?;
                // A worker may be killed at any moment: each answer is written when it is known.
                out.flush()?;
            }
            Err(_) if interrupt.is_set() => return Ok(code::INTERRUPTED),
            Err(why) => {
                say!("{}: {why}", line.place);
                highest = code::UNUSABLE;
            }
        }
    }
}

/// What answers pieces.
struct Worker<'a> {
    words: &'a Work,
    /// By file, form and case: the puzzles that pieces named.
    known: BTreeMap<(PathBuf, Option<String>, usize), (Encoded, String)>,
}

impl Worker<'_> {
    /// Counts a piece.
    ///
    /// # Errors
    ///
    /// In words, if the line is no piece of this version and of its puzzle, or was not counted to
    /// the end.
    fn answer(&mut self, line: &Line, interrupt: &Interrupt) -> Result<Done, String> {
        let piece: Piece = serde_json::from_str(&line.text)
            .map_err(|error| format!("this is no piece of `quadrille split`: {error}"))?;
        if piece.quadrille != VERSION {
            return Err(format!("this piece was cut by version {}, this is {VERSION}", piece.quadrille));
        }
        let file = self.words.puzzle.clone().unwrap_or_else(|| PathBuf::from(&piece.file));
        let (names, own) = match self.known.entry((file.clone(), piece.form.clone(), piece.case)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let names = One { file: Some(file.clone()), form: piece.form, case: piece.case }.load()?.names;
                let own = hash(&names.problem);
                new.insert((names, own))
            }
        };
        if *own != piece.problem {
            return Err(format!("the puzzle in {} is another one: {own} and not {}", file.display(), piece.problem));
        }
        let subtrees = subtrees(&piece.addresses)?;
        let start = Instant::now();
        let threads = self.words.threads.unwrap_or(1);
        let (sum, complete) =
            count_all(&names.problem, &subtrees, &[], threads, &mut |_| (), &mut |_| !interrupt.is_set());
        if !complete {
            return Err(format!("part {} has an address that leads nowhere, or too many solutions", piece.part));
        }
        let Piece { quadrille, problem, part, of, addresses, .. } = piece;
        let (count, nodes) = (sum.count.to_string(), sum.nodes);
        Ok(Done { quadrille, problem, part, of, addresses, count, nodes, seconds: start.elapsed().as_secs_f64() })
    }
}

/// What a count with a checkpoint came to.
pub struct Saved {
    pub count: u128,
    pub complete: bool,
}

/// Counts all solutions, and keeps what is done in a file. A count that the file knows goes on.
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
    anyhow::ensure!(!problem.is_repeated(), "a repeated cover is not counted in pieces");
    let pieces = split(problem, KEPT);
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
