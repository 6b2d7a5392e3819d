//! `prove`: an answer with a proof that an independent checker accepts.

use super::args::{Prove, ProveGoal};
use super::code;
use super::input::Chosen;
use super::interrupt::{deadline, is_interrupted, is_over};
use super::row::write_json;
use crate::dlx::Goal;
use crate::files::{Draft, Links, is_own_descriptor, same_file};
use crate::puzzle::Encoded;
use crate::solve::Engine;
use crate::solve::proof::{Ask, Claim, Means, Names, Size, Unproved, bytes_before, claim, prove, proves};
use crate::study::{plural, thousands};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The object that `prove --json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Proved<'a> {
    file: &'a str,
    kind: &'a str,
    /// `none`, `some`, `unique`, `many`, `exactly` or `best`.
    claim: &'a str,
    /// The number of solutions that the proof lists; for `some` and `many`, the number found.
    solutions: u64,
    /// The best score, the least cost or the fewest options.
    best: Option<i64>,
    variables: usize,
    constraints: usize,
    /// The number of derived lines in the proof.
    lines: u64,
    bytes: u64,
    seconds: f64,
}

/// Writes the problem and the proof. The exit code is that of the answer, as for `check`.
pub fn run(words: &Prove, out: &mut dyn Write) -> anyhow::Result<u8> {
    let files = Files { opb: words.opb.clone(), proof: words.proof.clone(), links: Links::Follow };
    let input = words.one.file.clone().filter(|file| file.as_os_str() != "-");
    // A proof on standard output must be the only output there.
    let alone = [&words.opb, &words.proof].into_iter().any(|file| is_own_descriptor(file));
    anyhow::ensure!(!(alone && words.json.on), "--json needs standard output for itself");
    files.differ(std::iter::once(&input.unwrap_or_else(|| "/dev/stdin".into())))?;
    let Chosen { input: file, puzzle, names } = match words.one.load() {
        Ok(chosen) => chosen,
        Err(error) => {
            say!("{error}");
            return Ok(code::UNUSABLE);
        }
    };
    let problem = &names.problem;
    let goal = match words.goal {
        Some(ProveGoal::First) => Goal::First,
        Some(ProveGoal::Unique) => Goal::Unique,
        Some(ProveGoal::Count) => Goal::Count { limit: None },
        Some(ProveGoal::Best) => Goal::Best,
        None if puzzle.goal() == Goal::Best => Goal::Best,
        None => Goal::Unique,
    };
    if goal == Goal::Best && !problem.wants_fewest() && !problem.is_weighted() {
        anyhow::bail!("this puzzle has no score: --goal best is for targets, costs and repeated covers");
    }
    let (start, until) = (Instant::now(), deadline(words.time));
    let mut go_on = || !is_interrupted() && !is_over(until);
    if words.statistics.on && matches!(words.engine, None | Some(Engine::LINKS)) {
        match bytes_before(problem, &|option| names.option_name(option), Duration::from_millis(300)) {
            Ok(bytes) => {
                // If random dives differ much, the mean is usually too low.
                let wild = if bytes.is_wild() { ", or many more" } else { "" };
                let cuts = if goal == Goal::Best { ", before bounds cut any" } else { "" };
                say!("a proof by links takes about {} bytes{wild}{cuts}", thousands(bytes.mean as u128));
            }
            Err(why) => say!("{why}"),
        }
    }
    let ask = Ask { goal, most: words.limit };
    // The answer is found first, so a question without an answer leaves no files behind.
    let (claimed, engine) = match claim(problem, ask, &mut go_on) {
        Ok(claimed) => claimed,
        Err(why) => return refused(&file, why),
    };
    let engine = words.engine.unwrap_or(engine);
    if !proves(engine, problem, &claimed) {
        let name = engine.name();
        say!(
            "{file}: a proof cannot follow the engine {name} here; use links, or clauses if there is no score, or taxes for the best score"
        );
        return Ok(code::UNUSABLE);
    }
    let means = Means { engine, max_bytes: words.max_size };
    let size = match files.write(&names, &claimed, means, &mut go_on) {
        Ok(size) => size,
        Err(why) => return refused(&file, why),
    };
    let Told { claim, solutions, best, words: told } = told(&claimed, &names);
    if words.json.on {
        let proved = Proved {
            file: &file,
            kind: puzzle.kind.id,
            claim,
            solutions,
            best,
            variables: size.variables,
            constraints: size.constraints,
            lines: size.lines,
            bytes: size.bytes,
            seconds: start.elapsed().as_secs_f64(),
        };
        write_json(out, &proved)?;
    } else if alone {
        say!("{told}: {} in {}", plural(size.lines as usize, "line"), plural(size.bytes as usize, "byte"));
    } else {
        writeln!(out, "{told}: {} in {}", plural(size.lines as usize, "line"), plural(size.bytes as usize, "byte"))?;
        writeln!(out, "check it with: veripb {} {}", words.opb.display(), words.proof.display())?;
    }
    Ok(match claimed {
        Claim::None | Claim::Several(_) => code::NO,
        Claim::Some(_) | Claim::Exactly(_) | Claim::Best(_) => code::YES,
    })
}

/// The default limit on the solutions that a proof lists.
pub const MOST_LISTED: u64 = 100_000;
/// The default limit on the size of a proof, in bytes.
pub const MOST_BYTES: u64 = 1 << 30;

/// The files of a problem and its proof.
pub struct Files {
    pub opb: PathBuf,
    pub proof: PathBuf,
    pub links: Links,
}

impl Files {
    /// Returns an error if the two files are the same, or if one of them is an input.
    pub fn differ<'a>(&self, inputs: impl Iterator<Item = &'a PathBuf>) -> io::Result<()> {
        let same = |one: &PathBuf, other: &PathBuf| {
            let why = format!("{} and {} are the same file; nothing was written", one.display(), other.display());
            if same_file(one, other) { Err(io::Error::other(why)) } else { Ok(()) }
        };
        // Derived names differ, and links with these names are replaced.
        if self.links == Links::Follow {
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
    ) -> Result<Size, Unproved> {
        let named =
            |file: &PathBuf, error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
        let mut create = |file: &PathBuf| Draft::create(file, self.links, go_on).map_err(|error| named(file, error));
        let (mut opb, mut proof) = (create(&self.opb)?, create(&self.proof)?);
        let words = Names { item: &|item| names.item_long(item), option: &|option| names.option_name(option) };
        let size = prove(&names.problem, claim, &words, means, (&mut opb, &mut proof), go_on).inspect_err(|_| {
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

/// A claim in the form of the JSON object and of the sentence about it.
pub struct Told {
    pub claim: &'static str,
    solutions: u64,
    best: Option<i64>,
    pub words: String,
}

/// Describes a claim.
pub fn told(claim: &Claim, names: &Encoded) -> Told {
    let told = |claim, solutions, words: String| Told { claim, solutions, best: None, words };
    match claim {
        Claim::None => told("none", 0, "no solution".to_string()),
        Claim::Several(_) => told("many", 2, "at least 2 solutions".to_string()),
        Claim::Some(_) => told("some", 1, "a solution".to_string()),
        Claim::Exactly(covers) => {
            let name = if covers.len() == 1 { "unique" } else { "exactly" };
            told(name, covers.len() as u64, format!("exactly {}", plural(covers.len(), "solution")))
        }
        Claim::Best(cover) => {
            let problem = &names.problem;
            let total = if problem.wants_fewest() { -(cover.len() as i64) } else { problem.total(cover) };
            Told { best: Some(total.abs()), ..told("best", 1, names.bound_words(total)) }
        }
    }
}

fn refused(file: &str, why: Unproved) -> anyhow::Result<u8> {
    say!("{file}: {why}");
    Ok(why.code())
}

impl Unproved {
    /// The exit code if there is no proof.
    pub fn code(&self) -> u8 {
        match self {
            Unproved::Io(_) | Unproved::CountOfSmallest => code::UNUSABLE,
            Unproved::Stopped | Unproved::TooLarge(_) | Unproved::TooMany(_) => code::LIMIT,
            Unproved::Wrong(_) => code::DEFECT,
        }
    }
}
