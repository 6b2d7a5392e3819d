//! `merge`: the answers of workers are added up, if they are the whole of one count.

use super::args::Merge;
use super::code;
use super::lines::{Line, lines};
use super::pieces::{Done, subtrees};
use super::row::{Decimal, write_json};
use crate::solve::pieces::{Piece as Subtree, whole};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::io::Write;

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

/// Adds the answers up, if they are the whole.
pub fn run_merge(words: &Merge, out: &mut dyn Write) -> anyhow::Result<u8> {
    let (mut answers, mut broken) = (Vec::new(), Vec::new());
    for line in lines(words.files.clone()) {
        let Line { place, text } = line?;
        match serde_json::from_str(&text) {
            Ok(done) => answers.push((place, done)),
            // The last line of a worker that was killed may be half of one: no fault of the sum.
            Err(error) => broken.push(format!("{place}: left out, no answer of `quadrille work`: {error}")),
        }
    }
    let Some((problem, version)) = most_frequent(&answers) else {
        broken.iter().for_each(|why| say!("{why}"));
        say!("there is no answer to merge");
        return Ok(code::UNUSABLE);
    };
    let Sorted { pieces, repeated, mut faults } = sorted(answers, &problem, &version);
    let (count, subtrees) = total(&pieces, &mut faults);
    faults.extend(whole(&subtrees).err().map(|why| why.to_string()));
    faults.extend(missing(&pieces));
    let complete = faults.is_empty();
    faults.extend(broken);
    faults.iter().for_each(|why| say!("{why}"));
    if !repeated.is_empty() {
        say!("note: there again, and counted once: part {}", some(repeated.iter(), repeated.len()));
    }
    if words.json {
        let nodes = pieces.values().fold(0u64, |sum, own| sum.saturating_add(own.nodes));
        let seconds = pieces.values().map(|own| own.seconds).sum();
        let (count, pieces, repeated) = (Decimal(count), pieces.len(), repeated.len());
        write_json(out, &Merged { problem, complete, count, nodes, seconds, pieces, repeated, faults })?;
    } else if complete {
        writeln!(out, "{count}")?;
    }
    Ok(if complete { code::YES } else { code::NO })
}

/// The problem and the version that most answers are of: the others are then those named.
fn most_frequent(answers: &[(String, Done)]) -> Option<(String, String)> {
    let mut times: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (_, done) in answers {
        *times.entry((&done.problem, &done.quadrille)).or_default() += 1;
    }
    let (&(problem, version), _) = times.iter().max_by_key(|&(_, times)| times)?;
    Some((problem.to_string(), version.to_string()))
}

/// The answers that can be added up, and what is wrong with the others.
struct Sorted {
    /// By the addresses of the piece.
    pieces: BTreeMap<Vec<String>, Done>,
    /// The parts that are there again.
    repeated: Vec<usize>,
    faults: Vec<String>,
}

fn sorted(answers: Vec<(String, Done)>, problem: &str, version: &str) -> Sorted {
    let (mut pieces, mut repeated, mut faults) = (BTreeMap::<Vec<String>, Done>::new(), Vec::new(), Vec::new());
    // By what they are of: the places of the answers that are of something else.
    let mut others: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (place, own) in answers {
        if own.problem != problem {
            others.entry(format!("another problem, {} and not {problem}", own.problem)).or_default().push(place);
        } else if own.quadrille != version {
            others.entry(format!("another version, {} and not {version}", own.quadrille)).or_default().push(place);
        } else {
            match pieces.get(&own.addresses) {
                None => _ = pieces.insert(own.addresses.clone(), own),
                Some(known) if known.count == own.count => repeated.push(own.part),
                Some(known) => faults.push(format!(
                    "{place}: part {} has {} solutions here and {} elsewhere",
                    own.part, own.count, known.count
                )),
            }
        }
    }
    faults.extend(others.iter().map(|(what, places)| format!("of {what}: {}", some(places.iter(), places.len()))));
    Sorted { pieces, repeated, faults }
}

/// The sum of the counts, and the subtrees that they are of.
fn total(pieces: &BTreeMap<Vec<String>, Done>, faults: &mut Vec<String>) -> (u128, Vec<Subtree>) {
    let (mut count, mut all) = (0u128, Vec::new());
    for own in pieces.values() {
        let sum = own.count.parse().ok().and_then(|own| count.checked_add(own));
        match (sum, subtrees(&own.addresses)) {
            (Some(sum), Ok(subtrees)) => {
                count = sum;
                all.extend(subtrees);
            }
            (None, _) => faults.push(format!("part {}: {} is no count that can be added", own.part, own.count)),
            (_, Err(why)) => faults.push(format!("part {}: {why}", own.part)),
        }
    }
    (count, all)
}

/// Which parts are missing. Only pieces of one cut have numbers that tell.
fn missing(pieces: &BTreeMap<Vec<String>, Done>) -> Option<String> {
    let of = pieces.values().next()?.of;
    if pieces.values().any(|own| own.of != of) {
        return None;
    }
    let there: BTreeSet<usize> = pieces.values().map(|own| own.part).filter(|part| (1..=of).contains(part)).collect();
    let gone = of - there.len();
    // `of` is what a file says: no more than ten are looked for.
    (gone > 0).then(|| format!("missing of {of} parts: {}", some((1..=of).filter(|part| !there.contains(part)), gone)))
}

/// The first ten of so many names.
fn some(names: impl Iterator<Item = impl Display>, of: usize) -> String {
    let first: Vec<String> = names.take(10).map(|name| name.to_string()).collect();
    let more = if of > first.len() { format!(" and {} more", of - first.len()) } else { String::new() };
    first.join(", ") + &more
}
