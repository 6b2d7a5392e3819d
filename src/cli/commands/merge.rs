//! `merge`: adds up the answers of workers, if together they are one whole count.

use super::{Example, Run};
use crate::cli::args::{Json, PieceFiles, whole_from_one};
use crate::cli::code;
use crate::cli::interrupt::is_interrupted;
use crate::cli::lines::{InputLine, lines};
use crate::cli::notice;
use crate::cli::pieces::{PieceAnswer, brief, subtrees};
use crate::cli::printout::Printout;
use crate::cli::row::Decimal;
use crate::seal::opened;
use crate::solve::pieces::{LEVELS, Piece as Subtree, Region, check_alike, digest, regions, whole};
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
pub(crate) struct Merged {
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

impl Printout for Merged {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        if self.complete { writeln!(out, "{}", self.count.0) } else { Ok(()) }
    }
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
    let answers = Answers::of(answers, &problem, &version);
    let subtrees: Vec<&[Subtree]> = answers.all.iter().map(|answer| &answer.subtrees[..]).collect();
    let Some(regions) = regions(&subtrees, &mut || !is_interrupted()) else { return Ok(code::INTERRUPTED) };
    let Answers { all, repeated, mut faults } = answers;
    let (mut count, mut agree, mut taken, mut unused) = (0u128, usize::MAX, Vec::new(), Vec::new());
    for region in &regions {
        let Verdict { reading, agreeing, fault } = verdict(region, &all, words.quorum);
        faults.extend(fault);
        agree = agree.min(agreeing);
        match count.checked_add(sum(&reading, &all)) {
            Some(more) => count = more,
            None => faults.push("the counts have a sum of more than 2^128".to_string()),
        }
        taken.extend(reading.iter().map(|&answer| &all[answer]));
        let used: BTreeSet<usize> = region.readings.iter().flatten().copied().collect();
        unused.extend(region.answers.iter().filter(|answer| !used.contains(answer)).map(|&answer| &all[answer].place));
    }
    let agree = if regions.is_empty() { 0 } else { agree };
    let subtrees: Vec<Subtree> = taken.iter().flat_map(|answer| answer.subtrees.iter().cloned()).collect();
    faults.extend(whole(&subtrees).err().map(|why| why.to_string()));
    faults.extend(missing(&taken));
    faults.extend(unlike(words, &problem, &taken, &subtrees).err().map(|why| why.to_string()));
    if is_interrupted() {
        return Ok(code::INTERRUPTED);
    }
    let complete = faults.is_empty();
    faults.extend(broken);
    faults.iter().for_each(|why| say!("{why}"));
    if !repeated.is_empty() {
        notice::tell(&format!("note: repeated, and counted once: part {}", some(repeated.iter(), repeated.len())));
    }
    if !unused.is_empty() {
        let unused = some(unused.iter(), unused.len());
        notice::tell(&format!("note: without use, because other answers count the same subtrees: {unused}"));
    }
    if complete {
        match agree {
            1 => notice::tell("note: each count rests on one answer; --quorum 2 requires two that agree"),
            agree => notice::tell(&format!("note: at least {agree} answers agree on each count")),
        }
    }
    let merged = Merged {
        problem,
        complete,
        count: Decimal(count),
        nodes: taken.iter().fold(0u64, |sum, answer| sum.saturating_add(answer.done.nodes)),
        seconds: taken.iter().map(|answer| answer.done.seconds).sum(),
        pieces: taken.len(),
        repeated: repeated.len(),
        agree,
        faults,
    };
    merged.print(words.json.on, out)?;
    Ok(if complete { code::YES } else { code::NO })
}

/// The problem and the version of most answers. Answers of any other are reported.
fn most_frequent(answers: &[(String, PieceAnswer)]) -> Option<(String, String)> {
    let mut times: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (_, done) in answers {
        *times.entry((&done.problem, &done.quadrille)).or_default() += 1;
    }
    let (&(problem, version), _) = times.iter().max_by_key(|&(_, times)| times)?;
    Some((problem.to_string(), version.to_string()))
}

/// A whole line of a worker.
struct Answer {
    place: String,
    done: PieceAnswer,
    subtrees: Vec<Subtree>,
    count: u128,
}

/// The answers that can be added up.
struct Answers {
    all: Vec<Answer>,
    /// The parts of lines that repeat an earlier line.
    repeated: Vec<usize>,
    /// The faults of the other lines.
    faults: Vec<String>,
}

impl Answers {
    /// The answers to a problem of a version. A repeated line is one answer.
    fn of(lines: Vec<(String, PieceAnswer)>, problem: &str, version: &str) -> Answers {
        let (mut all, mut repeated, mut faults) = (Vec::new(), Vec::new(), Vec::new());
        // The places of the answers to another problem or of another version, by its description.
        let mut others: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let (mut known, mut levels) = (BTreeSet::new(), 0);
        for (place, done) in lines {
            if done.problem != problem {
                others.entry(format!("another problem, {} and not {problem}", done.problem)).or_default().push(place);
                continue;
            }
            if done.quadrille != version {
                others.entry(format!("another version, {} and not {version}", done.quadrille)).or_default().push(place);
                continue;
            }
            if !known.insert(done.sha256.clone()) {
                repeated.push(done.part);
                continue;
            }
            let subtrees = match subtrees(&done.addresses) {
                Ok(subtrees) => subtrees,
                Err(why) => {
                    faults.push(format!("part {}: {why}", done.part));
                    continue;
                }
            };
            levels += subtrees.iter().map(|subtree| subtree.address.branches.len()).sum::<usize>();
            if levels > MOST_LEVELS {
                faults.push(format!("the addresses of all answers have more than {MOST_LEVELS} levels"));
                break;
            }
            // `+92` and `092` are other spellings of a count, which no worker writes.
            match done.count.parse::<u128>().ok().filter(|count| count.to_string() == done.count) {
                Some(count) => all.push(Answer { place, done, subtrees, count }),
                None => faults.push(format!("part {}: {} is not a count that can be added", done.part, done.count)),
            }
        }
        faults.extend(others.iter().map(|(what, places)| format!("of {what}: {}", some(places.iter(), places.len()))));
        Answers { all, repeated, faults }
    }
}

/// The most levels that the addresses of all answers may have together: some cuts, each counted
/// several times.
const MOST_LEVELS: usize = 4 * LEVELS;

/// The sum of the counts of answers.
fn sum(reading: &[usize], all: &[Answer]) -> u128 {
    reading.iter().fold(0u128, |sum, &answer| sum.saturating_add(all[answer].count))
}

/// The decision about the count of a region.
struct Verdict {
    /// The answers whose sum is the count. If there is a fault, the sum continues with some
    /// answers, so that the other faults are reported too.
    reading: Vec<usize>,
    /// The number of readings that have this sum.
    agreeing: usize,
    fault: Option<String>,
}

fn verdict(region: &Region, all: &[Answer], quorum: usize) -> Verdict {
    let mut counts: BTreeMap<u128, Vec<&Vec<usize>>> = BTreeMap::new();
    for reading in &region.readings {
        counts.entry(sum(reading, all)).or_default().push(reading);
    }
    let mut enough = counts.values().filter(|readings| readings.len() >= quorum);
    let winner = enough.next().filter(|_| enough.next().is_none());
    if let Some(readings) = winner.filter(|_| counts.len() == 1 || quorum > 1) {
        return Verdict { reading: readings[0].clone(), agreeing: readings.len(), fault: None };
    }
    let parts: BTreeSet<usize> = region.answers.iter().map(|&answer| all[answer].done.part).collect();
    let parts = format!("part {}", some(parts.iter(), parts.len()));
    let places = |answers: &[usize]| some(answers.iter().map(|&answer| &all[answer].place), answers.len());
    let fault = match (counts.len(), region.readings.first()) {
        (_, None) => format!("{parts}: no answers count every subtree once: {}", places(&region.answers)),
        (1, Some(_)) => {
            format!("{parts} has {} of the {quorum} answers that --quorum requires", region.readings.len())
        }
        _ => {
            let each = counts.iter().map(|(count, readings)| {
                let answers: Vec<usize> = readings.iter().copied().flatten().copied().collect();
                format!("{count} ({})", places(&answers))
            });
            format!("{parts} has different counts: {}", some(each, counts.len()))
        }
    };
    let reading = region.readings.first().cloned().unwrap_or_else(|| region.answers[..1].to_vec());
    Verdict { reading, agreeing: 0, fault: Some(fault) }
}

/// Checks the symmetries that the pieces claim against the puzzle.
fn unlike(words: &Args, problem: &str, taken: &[&Answer], subtrees: &[Subtree]) -> anyhow::Result<()> {
    let Some(Answer { done, .. }) = taken.first().filter(|_| subtrees.iter().any(|subtree| subtree.times() > 1)) else {
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

/// The missing parts, in words. `None` if there are none, or if the pieces are of cuts into
/// different numbers of parts, so that their numbers cannot show it.
fn missing(taken: &[&Answer]) -> Option<String> {
    let of = taken.first()?.done.of;
    if taken.iter().any(|answer| answer.done.of != of) {
        return None;
    }
    let there: BTreeSet<usize> =
        taken.iter().map(|answer| answer.done.part).filter(|part| (1..=of).contains(part)).collect();
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
