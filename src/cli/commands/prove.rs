//! `prove`: an answer with a proof that an independent checker accepts.

use super::{Example, Run};
use crate::cli::args::{
    AT_MOST, Json, NOT_AT_MOST, OUTPUT, OnePuzzle, SEARCH, Statistics, TimeLimit, bytes, engines, named,
};
use crate::cli::certify::{Files, Told, code_without, told};
use crate::cli::code;
use crate::cli::input::Searchable;
use crate::cli::interrupt::{deadline, is_interrupted, is_over};
use crate::cli::printout::Printout;
use crate::dlx::Goal;
use crate::files::{SymlinkPolicy, is_own_descriptor};
use crate::puzzle::Grid;
use crate::solve::Engine;
use crate::solve::proof::{Claim, Claimed, Means, ProofQuestion, Unproved, bytes_before, claim, proves};
use crate::study::{plural, thousands};
use clap::ValueHint;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Prove an answer for an independent checker
///
/// Writes the problem as pseudo-Boolean constraints (OPB) and the proof as a derivation that
/// VeriPB checks: `cargo install veripb`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    one: OnePuzzle,
    /// Claim to prove. Default: unique; if there is a score, best
    #[arg(long, value_name = "GOAL", help_heading = SEARCH, value_parser = named(CLAIMS.map(|(goal, _)| goal), Goal::name, claimed))]
    goal: Option<Goal>,
    #[arg(long, value_name = "N", conflicts_with = "goal", help_heading = SEARCH, help = AT_MOST)]
    at_most: Option<u32>,
    /// Engine whose search the proof follows: links, clauses or taxes. Default: the engine that
    /// answered, or links
    #[arg(long, value_name = "NAME", value_parser = engines(), hide_possible_values = true, help_heading = SEARCH)]
    engine: Option<Engine>,
    /// File to write the problem to
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    opb: PathBuf,
    /// File to write the proof to
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    proof: PathBuf,
    /// Most solutions that the proof of a count may list
    #[arg(long, value_name = "N", default_value_t = 100_000, help_heading = SEARCH)]
    limit: u64,
    /// Maximum size of the proof: 500k, 64M, 2G
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = bytes, help_heading = SEARCH)]
    max_size: u64,
    #[command(flatten)]
    time: TimeLimit,
    #[command(flatten)]
    statistics: Statistics,
    #[command(flatten)]
    json: Json,
}

/// The goals that can be proved, each with the claim about it.
const CLAIMS: [(Goal, &str); 4] = [
    (Goal::First, "There is a solution, or there is none"),
    (Goal::Unique, "There is exactly one solution"),
    (Goal::Count { limit: None }, "There are exactly the solutions that are listed"),
    (Goal::Best, "No solution has a better score, cost or number of options"),
];

fn claimed(goal: Goal) -> &'static str {
    CLAIMS.iter().find(|(known, _)| *known == goal).map_or("", |(_, claim)| claim)
}

/// The object that `prove --json` prints.
#[derive(Debug, Serialize, JsonSchema)]
// Many fields: a JSON object has one for each of its keys.
pub struct Proved<'a> {
    file: &'a str,
    kind: &'a str,
    /// `none`, `some`, `unique`, `many`, `exactly` or `best`.
    claim: &'a str,
    /// The number of solutions that the proof lists; for `some` and `many`, the number found.
    solutions: u64,
    /// The best score, the least cost or the fewest options.
    best: Option<i64>,
    /// With --at-most: true if that number of options is enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<bool>,
    variables: usize,
    constraints: usize,
    /// The number of derived lines in the proof.
    lines: u64,
    bytes: u64,
    seconds: f64,
    /// The rules that are only drawn, which the claim does not regard: `3 killer cages`.
    #[serde(skip_serializing_if = "Option::is_none")]
    without: Option<String>,
    /// The claim in words, and the size of its proof.
    #[serde(skip)]
    told: String,
    #[serde(skip)]
    files: (&'a Path, &'a Path),
}

impl Printout for Proved<'_> {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}", self.told)?;
        let (opb, proof) = self.files;
        writeln!(out, "check it with: veripb {} {}", opb.display(), proof.display())
    }
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[(
        "quadrille prove puzzles/sudoku-9x9-thicket.toml --opb thicket.opb --proof thicket.pbp",
        "Write a proof that there is exactly one solution.",
    )];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        write(&self, out)
    }
}

/// Writes the problem and the proof. The exit code is that of the answer, as for `check`.
fn write(words: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let files = Files { opb: words.opb.clone(), proof: words.proof.clone(), links: SymlinkPolicy::Follow };
    let input = words.one.file.clone().filter(|file| file.as_os_str() != "-");
    // A proof on standard output must be the only output there.
    let alone = [&words.opb, &words.proof].into_iter().any(|file| is_own_descriptor(file));
    anyhow::ensure!(!(alone && words.json.on), "--json needs standard output for itself");
    files.differ(std::iter::once(&input.unwrap_or_else(|| "/dev/stdin".into())))?;
    let Searchable { input: file, puzzle, names } = match words.one.load() {
        Ok(chosen) => chosen,
        Err(error) => {
            say!("{error}");
            return Ok(code::UNUSABLE);
        }
    };
    let problem = &names.problem;
    if words.at_most.is_some() && !problem.wants_fewest() {
        anyhow::bail!(NOT_AT_MOST);
    }
    // The fewest options, or the least cost, answer the question for every number.
    let goal = match words.goal {
        Some(goal) => goal,
        None if words.at_most.is_some() => Goal::Best,
        None if puzzle.goal() == Goal::Best => Goal::Best,
        None => Goal::Unique,
    };
    if goal == Goal::Best && !problem.wants_fewest() && !problem.is_weighted() {
        anyhow::bail!("this puzzle has no score: --goal best is for targets, costs and repeated covers");
    }
    let (start, until) = (Instant::now(), deadline(words.time.limit));
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
    let ask = ProofQuestion { goal, most: words.limit };
    // The answer is found first, so a question without an answer leaves no files behind.
    let Claimed { claim: claimed, engine, obstruction } = match claim(problem, ask, &mut go_on) {
        Ok(claimed) => claimed,
        Err(why) => return refused(&file, why),
    };
    // A proof that follows a named engine follows its search.
    let obstruction = obstruction.filter(|_| words.engine.is_none());
    let engine = words.engine.unwrap_or(engine);
    if !proves(engine, problem, &claimed) {
        let name = engine.name();
        say!(
            "{file}: a proof cannot follow the engine {name} here; use links, or clauses if there is no score, or taxes for the best score"
        );
        return Ok(code::UNUSABLE);
    }
    let means = Means { engine, obstruction: obstruction.as_ref(), max_bytes: words.max_size };
    let size = match files.write(&names, &claimed, means, &mut go_on) {
        Ok(size) => size,
        Err(why) => return refused(&file, why),
    };
    let Told { claim, solutions, best, words: told } = told(&claimed, &names);
    let within = words.at_most.map(|most| best.is_some_and(|best| best.unsigned_abs() <= u64::from(most)));
    let told = match (words.at_most, within) {
        (Some(most), Some(true)) => format!("{told}, so at most {most} are enough"),
        (Some(most), Some(false)) => format!("{told}, so at most {most} are not enough"),
        _ => told,
    };
    let proved = Proved {
        file: &file,
        kind: puzzle.kind.id,
        claim,
        solutions,
        best,
        within,
        variables: size.variables,
        constraints: size.constraints,
        lines: size.lines,
        bytes: size.bytes,
        seconds: start.elapsed().as_secs_f64(),
        without: puzzle.grid().and_then(Grid::only_drawn),
        told: format!("{told}: {} in {}", plural(size.lines as usize, "line"), plural(size.bytes as usize, "byte")),
        files: (&words.opb, &words.proof),
    };
    match alone {
        true => say!("{}", proved.told),
        false => proved.print(words.json.on, out)?,
    }
    if let Some(within) = within {
        return Ok(if within { code::YES } else { code::NO });
    }
    Ok(match claimed {
        Claim::None | Claim::Several(_) => code::NO,
        Claim::Some(_) | Claim::Exactly(_) | Claim::Best(_) => code::YES,
    })
}

fn refused(file: &str, why: Unproved) -> anyhow::Result<u8> {
    say!("{file}: {why}");
    Ok(code_without(&why))
}
