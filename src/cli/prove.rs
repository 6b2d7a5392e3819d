//! `prove`: an answer with a proof that an independent checker accepts.

use super::args::{Prove, ProveGoal};
use super::code;
use super::input::Chosen;
use super::interrupt::{Interrupt, deadline, is_over};
use super::row::write_json;
use crate::app::{plural, thousands};
use crate::dlx::{Goal, Policy};
use crate::puzzle::Encoded;
use crate::solve::forecast;
use crate::solve::proof::{Ask, Claim, Names, Unproved, claim, prove};
use schemars::JsonSchema;
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};

/// What `prove --json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Proved<'a> {
    file: &'a str,
    kind: &'a str,
    /// `none`, `some`, `unique`, `many`, `exactly` or `best`.
    claim: &'a str,
    /// Solutions listed, or found of `some` and `many`.
    solutions: u64,
    /// The best score, the least cost or the fewest options.
    best: Option<i64>,
    variables: usize,
    constraints: usize,
    /// Derived lines of the proof.
    lines: u64,
    bytes: u64,
    seconds: f64,
}

/// Writes the problem and the proof. The exit code is that of the answer, as for `check`.
pub fn run(words: &Prove, out: &mut dyn Write) -> anyhow::Result<u8> {
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
    if goal == Goal::Best && !problem.is_repeated() && !problem.is_weighted() {
        anyhow::bail!("there is no score to be the best by: --goal best is for targets, costs and repeated covers");
    }
    let interrupt = Interrupt::default();
    interrupt.listen()?;
    let (start, until) = (Instant::now(), deadline(words.time));
    let mut go_on = || !interrupt.is_set() && !is_over(until);
    if words.stats
        && let Ok(told) = forecast(problem, Policy::default(), 1000, 1, Duration::from_millis(300))
    {
        say!("about {} nodes to be proved, before bounds cut any", thousands(told.nodes.mean as u128));
    }
    let ask = Ask { goal, most: words.limit, max_bytes: words.max_size };
    let named = Names { item: &|item| names.item_long(item), option: &|option| names.option_name(option) };
    // The answer comes first. A question without one leaves no files behind.
    let claimed = match claim(problem, ask, &mut go_on) {
        Ok(claimed) => claimed,
        Err(why) => return refused(&file, why),
    };
    let files = (File::create(&words.opb), File::create(&words.proof));
    let (opb, proof) = match files {
        (Ok(opb), Ok(proof)) => (opb, proof),
        (Err(error), _) => anyhow::bail!("{}: {error}", words.opb.display()),
        (_, Err(error)) => anyhow::bail!("{}: {error}", words.proof.display()),
    };
    let (mut opb, mut proof) = (BufWriter::new(opb), BufWriter::new(proof));
    let size = match prove(problem, &claimed, &named, words.max_size, (&mut opb, &mut proof), &mut go_on) {
        Ok(size) => size,
        Err(why) => {
            say!("{}: the proof ends before its conclusion", words.proof.display());
            return refused(&file, why);
        }
    };
    let Told { claim, solutions, best, words: told } = told(&claimed, &names);
    if words.json {
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
    } else {
        writeln!(out, "{told}: {} in {}", plural(size.lines as usize, "line"), plural(size.bytes as usize, "byte"))?;
        writeln!(out, "check it with: veripb {} {}", words.opb.display(), words.proof.display())?;
    }
    Ok(match claimed {
        Claim::None | Claim::Several(_) => code::NO,
        Claim::Some(_) | Claim::Exactly(_) | Claim::Best(_) => code::YES,
    })
}

/// A claim as the JSON object and the sentence tell it.
struct Told {
    claim: &'static str,
    solutions: u64,
    best: Option<i64>,
    words: String,
}

fn told(claim: &Claim, names: &Encoded) -> Told {
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
            let total = if problem.is_repeated() { -(cover.len() as i64) } else { problem.total(cover) };
            Told { best: Some(total.abs()), ..told("best", 1, names.bound_words(total)) }
        }
    }
}

fn refused(file: &str, why: Unproved) -> anyhow::Result<u8> {
    let code = match &why {
        Unproved::Io(_) | Unproved::CountOfSmallest => code::UNUSABLE,
        Unproved::Stopped | Unproved::TooLarge(_) | Unproved::TooMany(_) => code::LIMIT,
        Unproved::Wrong(_) => code::DEFECT,
    };
    say!("{file}: {why}");
    Ok(code)
}
