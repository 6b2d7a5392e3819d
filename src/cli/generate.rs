//! `generate`: new puzzles, the same ones for the same seed.

use super::args::Generate;
use super::code;
use super::interrupt::is_interrupted;
use super::row::write_json;
use crate::puzzle::{Rule, Technique, kind, rule, sudoku, write_toml};
use crate::study::{Made, Making, Recipe, Unmade, generate, plural};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;

/// The object that `generate --json` prints for a puzzle.
#[derive(Debug, Serialize, JsonSchema)]
pub struct New<'a> {
    kind: &'a str,
    size: usize,
    /// The seed of the series.
    seed: u64,
    /// The number of the puzzle in the series, counted from 1.
    number: u64,
    /// The puzzle in the kind's first form, or as TOML if that cannot hold it.
    puzzle: String,
    givens: usize,
    /// Nodes of Algorithm X for a proof that the puzzle is unique.
    nodes: u64,
    /// True if counting stopped at `nodes`.
    nodes_or_more: bool,
    /// The hardest technique that is needed to solve the puzzle without a search; null if the known
    /// techniques do not solve it.
    hardest: Option<&'a str>,
}

/// The number of puzzles made before the first of them is printed.
const CHUNK: u64 = 64;

pub fn run(words: &Generate, out: &mut dyn Write) -> anyhow::Result<u8> {
    let recipe = recipe(words)?;
    let pool = super::batch::pool(words.threads)?;
    if words.seed.is_none() {
        say!("seed {}", recipe.seed);
    }
    let mut highest = code::YES;
    let mut number = 0;
    while number < words.count {
        let numbers = number..words.count.min(number + CHUNK);
        number = numbers.end;
        let make = |k: u64| (k, generate(&recipe.nth(k), &mut |_: Making| !is_interrupted()));
        let made: Vec<(u64, Result<Made, Unmade>)> = pool.install(|| numbers.into_par_iter().map(make).collect());
        for (k, made) in made {
            match made {
                Ok(made) => print(words, &recipe, k + 1, &made, out)?,
                Err(_) if is_interrupted() => return Ok(code::INTERRUPTED),
                Err(why) => {
                    out.flush()?;
                    say!("puzzle {}: {why}", k + 1);
                    highest = code::NO;
                }
            }
        }
        out.flush()?;
    }
    Ok(highest)
}

fn recipe(words: &Generate) -> anyhow::Result<Recipe> {
    let kind = kind(&words.kind).expect("the argument's parser lists kinds of grids");
    anyhow::ensure!(
        kind.sizes.contains(&words.size) && words.size <= 16,
        "a {} of side {} is not made here; its sides are {}",
        kind.id,
        words.size,
        kind.sizes.iter().filter(|n| **n <= 16).map(ToString::to_string).collect::<Vec<_>>().join(", ")
    );
    anyhow::ensure!(!words.diagonals || kind.id == sudoku::KIND.id, "only a sudoku has diagonals");
    let cells = words.size * words.size;
    let is_small = words.givens.as_ref().is_none_or(|range| *range.end() <= cells && range.start() <= range.end());
    anyhow::ensure!(is_small, "a grid of side {} has {cells} cells", words.size);
    let empty = (kind.empty.expect("a kind of grids"))(words.size);
    let mut rules = Vec::new();
    for id in &words.rules {
        let spec = rule(id).expect("the argument's parser lists the rules of whole grids");
        if let Some(fault) = spec.fault(&empty, &[]) {
            anyhow::bail!("{fault}");
        }
        rules.push(Rule::new(id, Vec::new()));
    }
    let seed = words.seed.unwrap_or_else(|| fastrand::u64(..1_000_000_000));
    Ok(Recipe {
        diagonals: words.diagonals,
        symmetry: words.symmetry,
        givens: words.givens.clone(),
        minimal: words.minimal,
        hardest: words.steps,
        min_nodes: words.min_nodes,
        rules,
        ..Recipe::new(kind, words.size, seed)
    })
}

fn print(words: &Generate, recipe: &Recipe, number: u64, made: &Made, out: &mut dyn Write) -> anyhow::Result<()> {
    let puzzle = &made.puzzle;
    let text = match puzzle.form.loss(puzzle).essential.is_empty() {
        true => puzzle.form.write_all(puzzle),
        false => write_toml(puzzle),
    };
    let givens = puzzle.grid().map_or(0, crate::puzzle::Grid::givens);
    if words.json.on {
        write_json(
            out,
            &New {
                kind: recipe.kind.id,
                size: recipe.n,
                seed: recipe.seed,
                number,
                puzzle: text,
                givens,
                nodes: made.nodes,
                nodes_or_more: made.nodes_or_more,
                hardest: made.hardest.map(Technique::id),
            },
        )?;
        return Ok(());
    }
    if number > 1 && text.matches('\n').count() > 1 {
        writeln!(out)?;
    }
    out.write_all(text.as_bytes())?;
    if words.statistics.on {
        say!("{number}: {}, {}", plural(givens, "given"), made.words());
    }
    Ok(())
}
