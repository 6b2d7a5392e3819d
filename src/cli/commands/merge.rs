//! `merge`: adds up the answers of workers, if together they are one whole count.

use super::{Example, Run};
use crate::cli::args::{Json, PieceFiles, whole_from_one};
use crate::cli::code;
use crate::cli::interrupt::is_interrupted;
use crate::cli::lines::{InputLine, lines};
use crate::cli::notice;
use crate::cli::pieces::{Done, brief, subtrees};
use crate::cli::row::{Decimal, write_json};
use crate::seal::opened;
use crate::solve::pieces::{LEVELS, Piece as Subtree, check_alike, digest, whole};
use anyhow::{anyhow, ensure};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::io::Write;

/// Add up the answers of `work`
///
/// Prints the total if every piece was counted exactly once. Missing, doubled and foreign lines
/// are named.
#[derive(clap::Args, Debug, Default)]
pub struct Args {
    #[command(flatten)]
    pieces: PieceFiles,
    /// Number of answers that must agree on each piece
    ///
    /// With 2 or more, a wrong count of one worker is noticed.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_from_one)]
    quorum: usize,
    #[command(flatten)]
    json: Json,
}

/// The object that `merge --json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Merged {
    problem: String,
    /// True if every part of the tree is there exactly once.
    complete: bool,
    #[schemars(with = "String")]
    count: Decimal<u128>,
    nodes: u64,
    seconds: f64,
    pieces: usize,
    /// The number of lines that repeat another one.
    repeated: usize,
    /// The smallest number of answers that agree on a piece. With 1, a wrong count would not be
    /// noticed.
    agree: usize,
    /// The errors and the missing parts, in words.
    faults: Vec<String>,
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[("quadrille merge done.jsonl", "Add up the pieces.")];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        add_up(&self, out)
    }
}

/// Adds up the answers, if together they are one whole count.
fn add_up(words: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let (mut answers, mut broken) = (Vec::new(), Vec::new());
    for line in lines(words.pieces.files.clone()) {
        let InputLine { place, text } = line?;
        let done = text.map_err(|why| why.to_string()).and_then(|text| opened(&text).map_err(|why| why.to_string()));
        match done {
            Ok(done) => answers.push((place, done)),
            // The last line of a killed worker may be incomplete. The sum is right without it.
            Err(error) => broken.push(format!("{place}: left out, not an answer of `quadrille work`: {error}")),
        }
    }
    let Some((problem, version)) = most_frequent(&answers) else {
        broken.iter().for_each(|why| say!("{why}"));
        say!("there is no answer to merge");
        return Ok(code::UNUSABLE);
    };
    let Sorted { pieces, repeated, agree, mut faults } = sorted(answers, &problem, &version, words.quorum);
    let (count, subtrees) = total(&pieces, &mut faults);
    faults.extend(whole(&subtrees).err().map(|why| why.to_string()));
    faults.extend(missing(&pieces));
    faults.extend(unlike(words, &problem, &pieces, &subtrees).err().map(|why| why.to_string()));
    if is_interrupted() {
        return Ok(code::INTERRUPTED);
    }
    let complete = faults.is_empty();
    faults.extend(broken);
    faults.iter().for_each(|why| say!("{why}"));
    if !repeated.is_empty() {
        notice::tell(&format!("note: repeated, and counted once: part {}", some(repeated.iter(), repeated.len())));
    }
    if complete {
        match agree {
            1 => notice::tell("note: each count rests on one answer; --quorum 2 requires two that agree"),
            agree => notice::tell(&format!("note: at least {agree} answers agree on each count")),
        }
    }
    if words.json.on {
        let nodes = pieces.values().fold(0u64, |sum, piece| sum.saturating_add(piece.nodes));
        let seconds = pieces.values().map(|piece| piece.seconds).sum();
        let (count, pieces, repeated) = (Decimal(count), pieces.len(), repeated.len());
        write_json(out, &Merged { problem, complete, count, nodes, seconds, pieces, repeated, agree, faults })?;
    } else if complete {
        writeln!(out, "{count}")?;
    }
    Ok(if complete { code::YES } else { code::NO })
}

/// The problem and the version of most answers. Answers of any other are reported.
fn most_frequent(answers: &[(String, Done)]) -> Option<(String, String)> {
    let mut times: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (_, done) in answers {
        *times.entry((&done.problem, &done.quadrille)).or_default() += 1;
    }
    let (&(problem, version), _) = times.iter().max_by_key(|&(_, times)| times)?;
    Some((problem.to_string(), version.to_string()))
}

/// The answers that can be added up, and the faults of the others.
struct Sorted {
    /// The answers, by the addresses of their pieces.
    pieces: BTreeMap<Vec<String>, Done>,
    /// The parts of lines that repeat an earlier line.
    repeated: Vec<usize>,
    /// The smallest number of answers that agree on a piece.
    agree: usize,
    faults: Vec<String>,
}

/// The answers to one piece, by count and then by SHA-256. A repeated line is one answer.
type Votes = BTreeMap<String, BTreeMap<String, (String, Done)>>;

fn sorted(answers: Vec<(String, Done)>, problem: &str, version: &str, quorum: usize) -> Sorted {
    let (mut all, mut repeated, mut faults) = (BTreeMap::<Vec<String>, Votes>::new(), Vec::new(), Vec::new());
    // The places of the answers to another problem or of another version, by its description.
    let mut others: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (place, answer) in answers {
        if answer.problem != problem {
            others.entry(format!("another problem, {} and not {problem}", answer.problem)).or_default().push(place);
        } else if answer.quadrille != version {
            others.entry(format!("another version, {} and not {version}", answer.quadrille)).or_default().push(place);
        } else {
            let votes = all.entry(answer.addresses.clone()).or_default().entry(answer.count.clone()).or_default();
            let part = answer.part;
            if votes.insert(answer.sha256.clone(), (place, answer)).is_some() {
                repeated.push(part);
            }
        }
    }
    faults.extend(others.iter().map(|(what, places)| format!("of {what}: {}", some(places.iter(), places.len()))));
    let (mut pieces, mut agree) = (BTreeMap::new(), usize::MAX);
    for (addresses, votes) in all {
        // The counts on which enough answers agree.
        let mut enough = votes.iter().filter(|(_, answers)| answers.len() >= quorum);
        let winner = enough.next().filter(|_| enough.next().is_none());
        let differ = votes.len() > 1;
        match winner.filter(|_| !differ || quorum > 1) {
            Some((_, answers)) => {
                agree = agree.min(answers.len());
                let (_, done) = answers.values().next().expect("a count is there because of an answer").clone();
                pieces.insert(addresses, done);
            }
            None => {
                faults.push(disagreement(&votes, quorum));
                // The sum continues with one of the answers, so that the other faults are reported
                // too.
                if let Some((_, done)) = votes.into_values().flat_map(BTreeMap::into_values).next() {
                    pieces.insert(addresses, done);
                }
            }
        }
    }
    let agree = if agree == usize::MAX { 0 } else { agree };
    Sorted { pieces, repeated, agree, faults }
}

/// The reason why no count of a piece is accepted.
fn disagreement(votes: &Votes, quorum: usize) -> String {
    let all: Vec<&(String, Done)> = votes.values().flat_map(BTreeMap::values).collect();
    let part = all.first().map_or(0, |(_, done)| done.part);
    if votes.len() == 1 {
        return format!("part {part} has {} of the {quorum} answers that --quorum requires", all.len());
    }
    let counts = votes.iter().map(|(count, answers)| {
        let places = some(answers.values().map(|(place, _)| place), answers.len());
        format!("{count} ({places})")
    });
    format!("part {part} has different counts: {}", some(counts, votes.len()))
}

/// Checks the symmetries that the pieces claim against the puzzle.
fn unlike(
    words: &Args,
    problem: &str,
    pieces: &BTreeMap<Vec<String>, Done>,
    subtrees: &[Subtree],
) -> anyhow::Result<()> {
    let Some(done) = pieces.values().next().filter(|_| subtrees.iter().any(|subtree| subtree.times() > 1)) else {
        return Ok(());
    };
    let names = done
        .origin
        .load(words.pieces.puzzle.as_deref())
        .map_err(|why| anyhow!("the symmetries of the pieces cannot be checked: {why}"))?;
    let problem_digest = digest(&names.problem);
    ensure!(
        problem_digest == problem,
        "the symmetries of the pieces cannot be checked: the puzzle is another one, {problem_digest}"
    );
    check_alike(&names.problem, subtrees, &mut || !is_interrupted())
        .map_err(|why| anyhow!("{}", brief(&why.to_string())))
}

/// The sum of the counts, and the subtrees that were counted.
fn total(pieces: &BTreeMap<Vec<String>, Done>, faults: &mut Vec<String>) -> (u128, Vec<Subtree>) {
    let (mut count, mut all, mut levels) = (0u128, Vec::new(), 0);
    for piece in pieces.values() {
        // `+92` and `092` are other spellings of a count, which no worker writes.
        let number = piece.count.parse::<u128>().ok().filter(|number| number.to_string() == piece.count);
        let sum = number.and_then(|number| count.checked_add(number));
        match (sum, subtrees(&piece.addresses)) {
            (Some(sum), Ok(subtrees)) => {
                count = sum;
                levels += subtrees.iter().map(|subtree| subtree.address.branches.len()).sum::<usize>();
                if levels > 2 * LEVELS {
                    faults.push(format!("the addresses have more than {} levels", 2 * LEVELS));
                    return (count, all);
                }
                all.extend(subtrees);
            }
            (None, _) => faults.push(format!("part {}: {} is not a count that can be added", piece.part, piece.count)),
            (_, Err(why)) => faults.push(format!("part {}: {why}", piece.part)),
        }
    }
    (count, all)
}

/// The missing parts, in words. `None` if there are none, or if the pieces are of cuts into
/// different numbers of parts, so that their numbers cannot show it.
fn missing(pieces: &BTreeMap<Vec<String>, Done>) -> Option<String> {
    let of = pieces.values().next()?.of;
    if pieces.values().any(|piece| piece.of != of) {
        return None;
    }
    let there: BTreeSet<usize> =
        pieces.values().map(|piece| piece.part).filter(|part| (1..=of).contains(part)).collect();
    let gone = of - there.len();
    // `of` comes from a file and may be huge, so the search for missing parts ends after ten.
    (gone > 0)
        .then(|| format!("missing from {of} parts: {}", some((1..=of).filter(|part| !there.contains(part)), gone)))
}

/// The first ten of `of` names, and the number of the others.
fn some(names: impl Iterator<Item = impl Display>, of: usize) -> String {
    let first: Vec<String> = names.take(10).map(|name| name.to_string()).collect();
    let more = if of > first.len() { format!(" and {} more", of - first.len()) } else { String::new() };
    first.join(", ") + &more
}
