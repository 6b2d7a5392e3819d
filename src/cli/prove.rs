//! `prove`: an answer with a proof that an independent checker accepts.

use super::args::{Prove, ProveGoal};
use super::code;
use super::input::{Bounds, read};
use super::row::write_json;
use crate::app::{plural, thousands};
use crate::dlx::{Goal, Policy};
use crate::puzzle::encode;
use crate::solve::forecast;
use crate::solve::proof::{Ask, Claim, Names, Unproved, claim, prove};
use schemars::JsonSchema;
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
    let loaded = read(words.file.as_deref(), Bounds::default()).and_then(|input| {
        let name = input.name.clone();
        input.puzzles(words.form.as_deref()).map(|loaded| (name, loaded))
    });
    let (file, mut loaded) = match loaded {
        Ok(found) => found,
        Err(error) => {
            say!("{error}");
            return Ok(code::UNUSABLE);
        }
    };
    anyhow::ensure!(
        words.case <= loaded.puzzles.len(),
        "there is no puzzle {}; the input holds {}",
        words.case,
        loaded.puzzles.len()
    );
    let puzzle = loaded.puzzles.swap_remove(words.case - 1);
    if let Some(unfit) = puzzle.unfit() {
        say!("error: {unfit}");
        return Ok(code::UNUSABLE);
    }
    let names = encode(&puzzle.shape);
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
    let interrupted = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(signal_hook::consts::SIGINT, interrupted.clone())?;
    let (start, until) = (Instant::now(), words.time.map(|time| Instant::now() + time));
    let mut go_on = || !interrupted.load(Ordering::Relaxed) && until.is_none_or(|until| Instant::now() < until);
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
    let (claim, solutions, best) = match &claimed {
        Claim::None => ("none", 0, None),
        Claim::Several(_) => ("many", 2, None),
        Claim::Some(_) => ("some", 1, None),
        Claim::Exactly(covers) if covers.len() == 1 => ("unique", 1, None),
        Claim::Exactly(covers) => ("exactly", covers.len() as u64, None),
        Claim::Best(cover) if problem.is_repeated() => ("best", 1, Some(cover.len() as i64)),
        Claim::Best(cover) => ("best", 1, Some(problem.total(cover).abs())),
    };
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
        let told = match &claimed {
            Claim::None => "no solution".to_string(),
            Claim::Some(_) => "a solution".to_string(),
            Claim::Several(_) => "at least 2 solutions".to_string(),
            Claim::Exactly(covers) => format!("exactly {}", plural(covers.len(), "solution")),
            Claim::Best(cover) if problem.is_repeated() => names.bound_words(-(cover.len() as i64)),
            Claim::Best(cover) => names.bound_words(problem.total(cover)),
        };
        writeln!(out, "{told}: {} in {}", plural(size.lines as usize, "line"), plural(size.bytes as usize, "byte"))?;
        writeln!(out, "check it with: veripb {} {}", words.opb.display(), words.proof.display())?;
    }
    Ok(match claimed {
        Claim::None | Claim::Several(_) => code::NO,
        Claim::Some(_) | Claim::Exactly(_) | Claim::Best(_) => code::YES,
    })
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
