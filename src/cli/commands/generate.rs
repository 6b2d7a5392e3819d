//! `generate`: new puzzles, the same ones for the same seed.

use super::{Example, Run};
use crate::cli::args::{BadValue, Json, Statistics, TimeLimit, named, names, threads};
use crate::cli::code;
use crate::cli::interrupt::{deadline, is_interrupted, is_over};
use crate::cli::notice::Progress;
use crate::cli::pool::pool;
use crate::cli::printout::Printout;
use crate::puzzle::{Extent, GridRule, Level, RULES, Technique, kind, load, rule, write_toml};
use crate::study::{Laid, Made, Making, Recipe, Symmetry, Unmade, generate, grid_kinds, plural};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::ops::RangeInclusive;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Headings of the options in the help.
const GRID: &str = "Options of the grid";
const GIVENS: &str = "Options of the givens";

/// Make new puzzles with one solution
///
/// The same seed makes the same puzzles.
#[derive(clap::Args, Debug)]
// Many fields: each is an option of the command line.
pub struct Args {
    /// Kind of the grids
    #[arg(default_value = "sudoku", value_parser = names(grid_kinds().into_iter().map(|kind| kind.id)))]
    kind: String,
    /// Side of the grid, or rows and columns, numbers and boxes: `6x8`, `"9 0-8"`, `"6 1-9 no boxes"`
    #[arg(long, value_name = "SIZE", default_value = "9", help_heading = GRID)]
    size: Extent,
    /// Add the two diagonals as units
    #[arg(long, help_heading = GRID)]
    diagonals: bool,
    /// Add a rule of the whole grid; any number of times
    #[arg(long = "rule", value_name = "RULE", help_heading = GRID,
          value_parser = names(RULES.iter().filter(|spec| !spec.names_cells()).map(|spec| spec.id)))]
    rules: Vec<String>,
    /// Add rules of cells that the solution keeps: killer cages, or `arrow=6`; any number of times
    ///
    /// Cages cover the grid, and any other rule is laid 8 times if no number is given. As many
    /// givens are left as the puzzle needs.
    #[arg(long, value_name = "RULE[=N]", value_parser = laid, help_heading = GRID)]
    with: Vec<Laid>,
    /// Symmetry of the pattern of givens
    #[arg(long, value_name = "NAME", default_value = "none", help_heading = GIVENS,
          value_parser = named(Symmetry::ALL, Symmetry::name, |_| ""))]
    symmetry: Symmetry,
    /// Number of givens: 26, or a range such as 24..30
    #[arg(long, value_name = "A..B", value_parser = givens, help_heading = GIVENS)]
    givens: Option<RangeInclusive<usize>>,
    /// Make minimal puzzles: if any given is removed, there are several solutions
    ///
    /// With --symmetry, givens that belong together are removed together. With --steps the puzzle
    /// is minimal for these steps: they do not solve it if a given is removed, though it may still
    /// have one solution.
    #[arg(long, help_heading = GIVENS)]
    minimal: bool,
    /// Make only puzzles that can be solved with steps up to this one
    #[arg(long, value_name = "STEP", help_heading = GIVENS,
          value_parser = named(Technique::ALL.iter().copied(), Technique::id, Technique::name))]
    steps: Option<Technique>,
    /// Make only puzzles of this level
    #[arg(long, value_name = "LEVEL", help_heading = GIVENS, value_parser = named(Level::ALL, Level::id, Level::help))]
    rating: Option<Level>,
    /// Make only puzzles that need this step or a harder one
    #[arg(long, value_name = "STEP", help_heading = GIVENS,
          value_parser = named(Technique::ALL.iter().copied(), Technique::id, |_| ""))]
    at_least: Option<Technique>,
    /// Make only puzzles for which Algorithm X needs at least N nodes
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = GIVENS)]
    min_nodes: u64,
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
    /// Random seed. Default: chosen and printed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Number of threads, at most 1024. Default: all cores
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    #[command(flatten)]
    time: TimeLimit,
    #[command(flatten)]
    statistics: Statistics,
    #[command(flatten)]
    json: Json,
}

/// Parses a range of numbers: `24..30`, `24-30` or `26`.
fn givens(text: &str) -> Result<RangeInclusive<usize>, BadValue> {
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| BadValue::Range);
    match text.split_once("..").or_else(|| text.split_once('-')) {
        Some((from, to)) => Ok(number(from)?..=number(to.trim_start_matches('='))?),
        None => number(text).map(|number| number..=number),
    }
}

/// Parses a rule that can be laid, and how often: `killer`, `arrow=6`.
fn laid(text: &str) -> Result<Laid, BadValue> {
    let (id, most) = match text.split_once('=') {
        Some((id, most)) => (id, Some(most.trim().parse::<usize>().ok().filter(|most| *most > 0))),
        None => (text, None),
    };
    let spec = Laid::rows().find(|spec| spec.id == id.trim()).filter(|_| most != Some(None));
    let all = || Laid::rows().map(|spec| spec.id).collect::<Vec<_>>().join(", ");
    let spec = spec.ok_or_else(|| BadValue::Laid(all()))?;
    Ok(Laid { spec, most: most.flatten() })
}

/// The object that `generate --json` prints for a puzzle.
// Many fields: a key for each fact about a puzzle.
#[derive(Debug, Serialize, JsonSchema)]
pub struct New<'a> {
    kind: &'a str,
    /// The longer side.
    size: usize,
    /// The size, numbers and boxes, as `--size` takes them.
    extent: String,
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
    /// The level for a person; null if the puzzle is not unique, as a target may be.
    level: Option<&'a str>,
    /// The hardest technique that is needed to solve the puzzle without a search; null if the known
    /// techniques do not solve it.
    hardest: Option<&'a str>,
    /// The sum of the costs of all steps, as `quadrille rate` prints it.
    cost: Option<u32>,
    /// The givens of a minimal puzzle of which it was not proved that they are needed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unproved: Vec<String>,
}

impl Printout for New<'_> {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        if self.number > 1 && self.puzzle.matches('\n').count() > 1 {
            writeln!(out)?;
        }
        out.write_all(self.puzzle.as_bytes())
    }
}

/// The number of puzzles made before the first of them is printed.
const CHUNK: u64 = 64;

impl Run for Args {
    const ON_FIRST_PAGE: bool = true;
    const EXAMPLES: &'static [Example] = &[
        ("quadrille generate --seed 7", "Make a 9x9 sudoku."),
        ("quadrille generate jigsaw --size 6 --symmetry half --seed 7", "Make a symmetric jigsaw."),
        (
            "quadrille generate --steps locked --count 3 --seed 7",
            "Make 3 sudokus that need no more than locked candidates.",
        ),
        ("quadrille generate --with killer --seed 7", "Make a killer: cages with sums cover the grid."),
        ("quadrille generate --rating hard --seed 7 --stats", "Make a hard sudoku, and print its rating."),
    ];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let recipe = recipe(&self)?;
        let pool = pool(self.threads)?;
        if self.seed.is_none() {
            say!("seed {}", recipe.seed);
        }
        let mut highest = code::YES;
        let mut number = 0;
        while number < self.count {
            let numbers = number..self.count.min(number + CHUNK);
            number = numbers.end;
            let work =
                Work { done: AtomicU64::new(numbers.start), grids: AtomicU64::new(0), of: self.count, time: self.time };
            let progress = Mutex::new(Progress::begin());
            let make = |k: u64| (k, work.make(&recipe.nth(k), &progress));
            let made: Vec<(u64, Result<Made, Unmade>)> = pool.install(|| numbers.into_par_iter().map(make).collect());
            // The line is cleared before anything is printed.
            drop(progress);
            for (k, made) in made {
                match made {
                    Ok(made) => {
                        print(&self, &recipe, k + 1, &made, out)?;
                        if let Some(words) = made.unproved_words() {
                            out.flush()?;
                            say!("puzzle {}: it may not be minimal; {words}", k + 1);
                            highest = highest.max(code::LIMIT);
                        }
                    }
                    Err(_) if is_interrupted() => return Ok(code::INTERRUPTED),
                    Err(Unmade::Stopped) => {
                        out.flush()?;
                        say!("puzzle {}: it was not made in the time", k + 1);
                        highest = code::LIMIT;
                    }
                    Err(why @ Unmade::TooLarge(_)) => {
                        out.flush()?;
                        say!("error: {why}: no puzzle with it could be read again; take a smaller size");
                        return Ok(code::UNUSABLE);
                    }
                    Err(why @ Unmade::NotFound(_)) => {
                        out.flush()?;
                        say!("puzzle {}: {why}", k + 1);
                        highest = highest.max(code::NO);
                    }
                }
            }
            out.flush()?;
        }
        Ok(highest)
    }
}

/// The work so far, as the line of progress shows it.
struct Work {
    /// The puzzles that are made.
    done: AtomicU64,
    /// The full grids that were tried for them and for those that follow.
    grids: AtomicU64,
    /// The puzzles that are wanted.
    of: u64,
    /// The time for each of them.
    time: TimeLimit,
}

impl Work {
    fn make(&self, recipe: &Recipe, progress: &Mutex<Option<Progress>>) -> Result<Made, Unmade> {
        let (mut tries, until) = (0, deadline(self.time.limit));
        let made = generate(recipe, &mut |making: Making| {
            self.grids.fetch_add(u64::from(making.tries - tries), Ordering::Relaxed);
            tries = making.tries;
            // One thread draws; the others go on.
            if let Ok(mut progress) = progress.try_lock()
                && let Some(progress) = &mut *progress
            {
                progress.draw(|| self.words());
            }
            !is_interrupted() && !is_over(until)
        });
        self.done.fetch_add(1, Ordering::Relaxed);
        made
    }

    fn words(&self) -> String {
        let (done, grids) = (self.done.load(Ordering::Relaxed), self.grids.load(Ordering::Relaxed));
        format!("{done} of {} made  {} tried", plural(self.of as usize, "puzzle"), plural(grids as usize, "grid"))
    }
}

fn recipe(words: &Args) -> anyhow::Result<Recipe> {
    let kind = kind(&words.kind).expect("the argument's parser lists kinds of grids");
    let extent = words.size;
    let (side, sizes) = (extent.size.longer(), kind.sizes());
    anyhow::ensure!(
        side <= kind.largest() && (sizes.contains(&side) || extent != Extent::usual(side)),
        "a {} of side {side} is not made here; its sides are {}",
        kind.id,
        sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    );
    let empty = kind.blank(extent).expect("a kind of grids")?;
    let is_square = extent.size.side().is_some();
    anyhow::ensure!(is_square || !words.diagonals, "a grid of {} cells has no diagonals", extent.size);
    anyhow::ensure!(
        is_square || !words.symmetry.needs_square(),
        "a grid of {} cells cannot have the symmetry {}",
        extent.size,
        words.symmetry.name()
    );
    anyhow::ensure!(!words.diagonals || !kind.has_walls() && !kind.is_weighted(), "only a sudoku has diagonals");
    anyhow::ensure!(
        !words.minimal || !kind.is_weighted(),
        "a target has a best score whatever is given, so --minimal would leave an empty grid"
    );
    anyhow::ensure!(
        !words.minimal || side <= Recipe::MOST_MINIMAL,
        "a puzzle of side {side} is not made minimal: that takes hours; the largest side is {}",
        Recipe::MOST_MINIMAL
    );
    let cells = extent.size.n_cells();
    let is_small = words.givens.as_ref().is_none_or(|range| *range.end() <= cells && range.start() <= range.end());
    anyhow::ensure!(
        is_small,
        "a grid of side {} has {cells} cells",
        extent.size.side().map_or(extent.size.to_string(), |n| n.to_string())
    );
    let mut rules = Vec::new();
    for id in &words.rules {
        let spec = rule(id).expect("the argument's parser lists the rules of whole grids");
        if let Some(fault) = spec.fault(&empty, &[]) {
            anyhow::bail!("{fault}");
        }
        rules.push(GridRule::new(id, Vec::new()));
    }
    let seed = words.seed.unwrap_or_else(|| fastrand::u64(..1_000_000_000));
    Ok(Recipe {
        diagonals: words.diagonals,
        symmetry: words.symmetry,
        givens: words.givens.clone(),
        minimal: words.minimal,
        hardest: words.steps,
        min_nodes: words.min_nodes,
        level: words.rating,
        at_least: words.at_least,
        counted: words.json.on || words.statistics.on,
        rated: words.json.on || words.statistics.on,
        rules,
        laid: words.with.clone(),
        extent,
        ..Recipe::new(kind, side, seed)
    })
}

fn print(words: &Args, recipe: &Recipe, number: u64, made: &Made, out: &mut dyn Write) -> anyhow::Result<()> {
    let puzzle = &made.puzzle;
    // What is printed is read again without --as, or it names its kind.
    let is_read =
        |text: &String| load(text, None).is_ok_and(|read| read.puzzles.iter().all(|it| it.kind.id == puzzle.kind.id));
    let short = puzzle.form.loss(puzzle).essential.is_empty().then(|| puzzle.form.write_all(puzzle)).filter(is_read);
    let text = short.unwrap_or_else(|| write_toml(puzzle));
    let givens = puzzle.grid().map_or(0, crate::puzzle::Grid::givens);
    let rating = made.rating.as_ref();
    let new = New {
        kind: recipe.kind.id,
        size: recipe.extent.size.longer(),
        extent: recipe.extent.to_string(),
        seed: recipe.seed,
        number,
        puzzle: text,
        givens,
        // Only JSON has the nodes, and --json counts them.
        nodes: made.effort.map_or(0, |effort| effort.nodes),
        nodes_or_more: made.effort.is_some_and(|effort| effort.or_more),
        level: rating.map(|rating| rating.level.id()),
        hardest: rating
            .filter(|rating| rating.explained.is_empty())
            .and_then(|rating| rating.hardest)
            .map(Technique::id),
        cost: rating.map(|rating| rating.sum),
        unproved: made.unproved_names(),
    };
    new.print(words.json.on, out)?;
    if words.statistics.on && !words.json.on {
        say!("{number}: {}, {}", plural(givens, "given"), made.words());
    }
    Ok(())
}
