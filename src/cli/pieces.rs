//! `split`, `work` and `merge`: a count in pieces, a JSON line each, for any program that carries
//! lines to other machines. And the file in which a count of this machine is kept.

use super::args::{Merge, One, Split, Work};
use super::code;
use super::interrupt::Interrupt;
use super::row::{Decimal, write_json};
use crate::checkpoint::{Checkpoint, hex};
use crate::dlx::{Policy, Problem};
use crate::puzzle::Encoded;
use crate::solve::forecast;
use crate::solve::pieces::{KEPT, Piece as Subtree, count_all, digest, split, whole};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
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
    quadrille: String,
    problem: String,
    part: usize,
    of: usize,
    addresses: Vec<String>,
    /// In decimal, because it may have more digits than a JSON number keeps.
    count: String,
    nodes: u64,
    seconds: f64,
}

/// What `merge --json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Merged {
    problem: String,
    /// Whether every part of the tree is there, once.
    complete: bool,
    #[schemars(with = "String")]
    count: Decimal<u128>,
    nodes: u64,
    seconds: f64,
    pieces: usize,
    /// Lines that said again what another one had said.
    repeated: usize,
    /// What is wrong or missing.
    faults: Vec<String>,
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
    for (at, (share, mut own)) in bins.into_iter().enumerate() {
        own.sort_unstable();
        let piece = Piece {
            quadrille: VERSION.to_string(),
            problem: hash(problem),
            file: file.display().to_string(),
            form: words.one.form.clone(),
            case: words.one.case,
            part: at + 1,
            of: parts,
            addresses: own.into_iter().map(|at| subtrees[at].to_string()).collect(),
            share,
            nodes: nodes.map(|nodes| (nodes * share) as u64),
        };
        write_json(out, &piece)?;
    }
    Ok(code::YES)
}

fn subtrees(texts: &[String]) -> Result<Vec<Subtree>, String> {
    texts.iter().map(|text| text.parse().map_err(|error| format!("{text}: {error}"))).collect()
}

/// Reads lines of pieces and answers each with a line.
pub fn run_work(words: &Work, out: &mut dyn Write) -> anyhow::Result<u8> {
    let interrupt = Interrupt::default();
    interrupt.listen()?;
    let mut known: BTreeMap<(PathBuf, Option<String>, usize), Encoded> = BTreeMap::new();
    let mut highest = code::YES;
    for (number, line) in lines(&words.files)?.into_iter().enumerate() {
        let mut refuse = |why: String| {
            say!("line {}: {why}", number + 1);
            highest = highest.max(code::UNUSABLE);
        };
        let piece: Piece = match serde_json::from_str(&line) {
            Ok(piece) => piece,
            Err(error) => {
                refuse(format!("this is no piece of `quadrille split`: {error}"));
                continue;
            }
        };
        if piece.quadrille != VERSION {
            refuse(format!("this piece was cut by version {}, this is {VERSION}", piece.quadrille));
            continue;
        }
        let file = words.puzzle.clone().unwrap_or_else(|| PathBuf::from(&piece.file));
        let key = (file.clone(), piece.form.clone(), piece.case);
        if !known.contains_key(&key) {
            let one = One { file: Some(file.clone()), form: piece.form.clone(), case: piece.case };
            match one.load() {
                Ok(chosen) => _ = known.insert(key.clone(), chosen.names),
                Err(error) => {
                    refuse(error);
                    continue;
                }
            }
        }
        let problem = &known[&key].problem;
        if hash(problem) != piece.problem {
            refuse(format!(
                "the puzzle in {} is another one: {} and not {}",
                file.display(),
                hash(problem),
                piece.problem
            ));
            continue;
        }
        let subtrees = match subtrees(&piece.addresses) {
            Ok(subtrees) => subtrees,
            Err(why) => {
                refuse(why);
                continue;
            }
        };
        let start = Instant::now();
        let threads = words.threads.unwrap_or(1);
        let (sum, complete) = count_all(problem, &subtrees, &[], threads, &mut |_| (), &mut |_| !interrupt.is_set());
        if interrupt.is_set() {
            return Ok(code::INTERRUPTED);
        }
        if !complete {
            refuse(format!("part {} has an address that leads nowhere, or too many solutions", piece.part));
            continue;
        }
        let Piece { quadrille, problem, part, of, addresses, .. } = piece;
        let (count, nodes) = (sum.count.to_string(), sum.nodes);
        let seconds = start.elapsed().as_secs_f64();
        write_json(out, &Done { quadrille, problem, part, of, addresses, count, nodes, seconds })?;
        // A worker may be killed at any moment: each answer is written when it is known.
        out.flush()?;
    }
    Ok(highest)
}

/// The lines of files, or of standard input.
fn lines(files: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let mut all = Vec::new();
    let standard = [PathBuf::from("-")];
    for file in if files.is_empty() { &standard[..] } else { files } {
        let reader: Box<dyn BufRead> = match file.as_os_str() == "-" {
            true => Box::new(std::io::stdin().lock()),
            false => {
                let opened = std::fs::File::open(file);
                Box::new(std::io::BufReader::new(
                    opened.map_err(|error| anyhow::anyhow!("{}: {error}", file.display()))?,
                ))
            }
        };
        for line in reader.lines() {
            all.push(line?);
        }
    }
    all.retain(|line| !line.trim().is_empty());
    Ok(all)
}

/// Adds the answers up, if they are the whole.
pub fn run_merge(words: &Merge, out: &mut dyn Write) -> anyhow::Result<u8> {
    // What is no answer at all is left out; anything else that does not fit makes the sum no total.
    let (mut faults, mut broken, mut repeated) = (Vec::new(), Vec::new(), 0);
    let mut first: Option<Done> = None;
    // By the addresses of the piece.
    let mut pieces: BTreeMap<Vec<String>, Done> = BTreeMap::new();
    for (number, line) in lines(&words.files)?.into_iter().enumerate() {
        let own: Done = match serde_json::from_str(&line) {
            Ok(own) => own,
            Err(error) => {
                // The last line of a worker that was killed may be half of one.
                broken.push(format!("line {}: left out, no answer of `quadrille work`: {error}", number + 1));
                continue;
            }
        };
        let of = first.get_or_insert_with(|| own.clone());
        if own.problem != of.problem {
            faults.push(format!("line {}: part {} is of another problem, {}", number + 1, own.part, own.problem));
            continue;
        }
        if own.quadrille != of.quadrille {
            faults.push(format!("line {}: part {} is of another version, {}", number + 1, own.part, own.quadrille));
            continue;
        }
        match pieces.get(&own.addresses) {
            Some(known) if known.count == own.count => repeated += 1,
            Some(known) => faults.push(format!(
                "line {}: part {} has {} solutions here and {} elsewhere",
                number + 1,
                own.part,
                own.count,
                known.count
            )),
            None => _ = pieces.insert(own.addresses.clone(), own),
        }
    }
    let Some(first) = first else {
        say!("there is no answer to merge");
        return Ok(code::UNUSABLE);
    };
    let (mut count, mut nodes, mut seconds, mut all) = (0u128, 0, 0.0, Vec::new());
    for own in pieces.values() {
        let sum = own.count.parse::<u128>().ok().and_then(|own| count.checked_add(own));
        match (sum, subtrees(&own.addresses)) {
            (Some(sum), Ok(subtrees)) => {
                count = sum;
                all.extend(subtrees);
            }
            (None, _) => faults.push(format!("part {}: {} is no count that can be added", own.part, own.count)),
            (_, Err(why)) => faults.push(format!("part {}: {why}", own.part)),
        }
        (nodes, seconds) = (nodes + own.nodes, seconds + own.seconds);
    }
    if let Err(why) = whole(&all) {
        faults.push(why.to_string());
    }
    // Where all pieces are of one cut, the missing ones have numbers.
    if pieces.values().all(|own| own.of == first.of) {
        let there: std::collections::BTreeSet<usize> = pieces.values().map(|own| own.part).collect();
        let missing: Vec<usize> = (1..=first.of).filter(|part| !there.contains(part)).collect();
        let names: Vec<String> = missing.iter().take(10).map(usize::to_string).collect();
        let more = if missing.len() > 10 { format!(" and {} more", missing.len() - 10) } else { String::new() };
        if !missing.is_empty() {
            faults.push(format!("missing of {} parts: {}{more}", first.of, names.join(", ")));
        }
    }
    let complete = faults.is_empty();
    faults.extend(broken);
    for fault in &faults {
        say!("{fault}");
    }
    if words.json {
        let problem = first.problem;
        let count = Decimal(count);
        write_json(out, &Merged { problem, complete, count, nodes, seconds, pieces: pieces.len(), repeated, faults })?;
    } else if complete {
        writeln!(out, "{count}")?;
    }
    Ok(if complete { code::YES } else { code::NO })
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
