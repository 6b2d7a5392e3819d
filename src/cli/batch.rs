//! `solve`, `count` and `check`: any number of puzzles, one answer each, in input order.

use super::args::{Batch, SolveGoal};
use super::bulk;
use super::code;
use super::input::{ReadError, open, read_on, sources};
use crate::dlx::{Goal, OptionId, Policy};
use crate::puzzle::{Encoded, Expect, ExpectSolutions, Grid, Loaded, Puzzle, Solution, encode};
use crate::solve::{Engine, Flow, Host, Order, Outcome, Snapshot, Status, StopReason, run as solve};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde_json::{Value, json};
use std::io::{IsTerminal, Read, Write};
use std::path::Path;
use std::time::Instant;

/// What is asked of each puzzle.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Question {
    Solve,
    Count,
    Check,
}

/// Puzzles that are answered before any of them is printed: enough for every core, few enough for the memory.
const CHUNK: usize = 512;

/// How far a batch is, if there is anybody to see it and enough to wait for.
fn progress(puzzles: usize) -> ProgressBar {
    if puzzles < 2 || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{pos} of {len} puzzles  {per_sec}  {eta} left {wide_bar}");
    ProgressBar::new(puzzles as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Answers for all puzzles; the highest exit code met.
pub fn run(question: Question, batch: &Batch, out: &mut dyn Write) -> anyhow::Result<u8> {
    let all = batch.goal == Some(SolveGoal::All);
    for (given, word, belongs, fits) in [
        (batch.limit.is_some(), "--limit", "`count` and `solve --goal all`", question == Question::Count || all),
        (batch.goal.is_some(), "--goal", "`solve`", question == Question::Solve),
        (batch.up_to_symmetry, "--up-to-symmetry", "`count`", question == Question::Count),
    ] {
        anyhow::ensure!(!given || fits, "{word} belongs to {belongs}");
    }
    let by_links = batch.engine.is_none_or(|engine| engine == Engine::Links);
    anyhow::ensure!(batch.rule.is_none() || by_links, "--rule belongs to the engine links");
    anyhow::ensure!(!(all && batch.json), "--goal all prints text; `count --json` counts");
    // Made when it is first wanted.
    let mut pool: Option<ThreadPool> = None;
    let build = || ThreadPoolBuilder::new().num_threads(batch.threads.unwrap_or(0)).build();
    let mut highest = code::YES;
    for source in sources(&batch.files) {
        let (name, loaded) = match begin(question, batch, source) {
            Ok(Begun::Whole(name, loaded)) => (name, loaded),
            Ok(Begun::Long { name, beginning, rest, goal }) => {
                let threads = pool.take().map_or_else(build, Ok)?;
                let code = bulk::run((question, goal), &name, beginning, rest, &threads, out)?;
                pool = Some(threads);
                highest = highest.max(code);
                continue;
            }
            Err(error) => {
                out.flush()?;
                say!("{error}");
                highest = highest.max(code::UNUSABLE);
                continue;
            }
        };
        if let Some(note) = &loaded.note {
            say!("note: {name}: {note}");
        }
        let several = loaded.puzzles.len() > 1;
        let bar = progress(loaded.puzzles.len());
        if several && !all && pool.is_none() {
            pool = Some(build()?);
        }
        let threads = pool.as_ref().filter(|_| several && !all);
        for (chunk, puzzles) in loaded.puzzles.chunks(CHUNK).enumerate() {
            // What is printed as it is met is printed by one thread, and one puzzle needs no other.
            let answers: Vec<anyhow::Result<Answered>> = match threads {
                None => puzzles.iter().map(|puzzle| answer(question, batch, puzzle, out)).collect(),
                Some(threads) => threads.install(|| {
                    let done = |answered| {
                        bar.inc(1);
                        answered
                    };
                    puzzles
                        .par_iter()
                        .map(|puzzle| done(answer(question, batch, puzzle, &mut std::io::sink())))
                        .collect()
                }),
            };
            bar.suspend(|| -> anyhow::Result<()> {
                for (at, (puzzle, answered)) in puzzles.iter().zip(answers).enumerate() {
                    let (index, answered) = (chunk * CHUNK + at, answered?);
                    highest = highest.max(answered.code);
                    let case = several.then_some(index + 1);
                    print(question, batch, &name, case, puzzle, &answered, index, out)?;
                }
                Ok(())
            })?;
        }
        bar.finish_and_clear();
    }
    Ok(highest)
}

/// An input, as far as it is read before anything is answered.
enum Begun {
    Whole(String, Loaded),
    /// One 9x9 a line, and many of them.
    Long {
        name: String,
        beginning: Vec<u8>,
        rest: Box<dyn Read + Send>,
        goal: Goal,
    },
}

fn begin(question: Question, batch: &Batch, source: Option<&Path>) -> Result<Begun, ReadError> {
    let (name, mut rest) = open(source)?;
    let mut beginning = Vec::new();
    if let Some(goal) = bulk::goal(question, batch) {
        if let Err(error) = rest.by_ref().take(bulk::LONG as u64).read_to_end(&mut beginning) {
            return Err(ReadError::Io { name, error });
        }
        if bulk::suits(&beginning) {
            return Ok(Begun::Long { name, beginning, rest, goal });
        }
    }
    let loaded = read_on(name.clone(), beginning, &mut rest)?.puzzles(batch.form.as_deref())?;
    Ok(Begun::Whole(name, loaded))
}

/// A puzzle's outcome, the solution that was found, and what it comes to.
struct Answered {
    outcome: Option<Outcome>,
    solution: Option<Solution>,
    code: u8,
    seconds: f64,
    /// Said on standard error.
    remark: Option<String>,
}

impl Answered {
    /// Nothing was searched.
    fn refused(why: String) -> Answered {
        Answered { outcome: None, solution: None, code: code::UNUSABLE, seconds: 0.0, remark: Some(why) }
    }
}

fn goal_of(question: Question, batch: &Batch, puzzle: &Puzzle) -> Goal {
    match question {
        Question::Solve if batch.goal == Some(SolveGoal::All) => Goal::Count { limit: batch.limit },
        Question::Solve if batch.goal == Some(SolveGoal::Best) => Goal::Best,
        Question::Solve if batch.goal == Some(SolveGoal::First) => Goal::First,
        Question::Solve if puzzle.goal() == Goal::Best => Goal::Best,
        Question::Solve => Goal::First,
        Question::Count => Goal::Count { limit: batch.limit },
        Question::Check if batch.expect && puzzle.expect.best.is_some() => Goal::Best,
        Question::Check => match puzzle.expect.solutions {
            Some(ExpectSolutions::Exactly(count)) if batch.expect => Goal::Count { limit: Some(count.max(1) + 1) },
            _ => Goal::Unique,
        },
    }
}

fn answer(question: Question, batch: &Batch, puzzle: &Puzzle, out: &mut dyn Write) -> anyhow::Result<Answered> {
    if let Some(unfit) = puzzle.unfit() {
        return Ok(Answered::refused(unfit));
    }
    let start = Instant::now();
    let encoded = encode(&puzzle.shape);
    let goal = goal_of(question, batch, puzzle);
    if let Some(engine) = batch.engine.filter(|engine| !engine.answers(&encoded.problem, goal)) {
        let why = format!(
            "the engine {} cannot answer this: the goal {} of a problem of this size and shape",
            engine.name(),
            goal.name()
        );
        return Ok(Answered::refused(why));
    }
    if goal == Goal::Best && puzzle.grid().is_some_and(|grid| grid.weights.is_none()) {
        return Ok(Answered::refused(
            "there is no score to be the best by: --goal best is for targets and listings".to_string(),
        ));
    }
    if batch.goal == Some(SolveGoal::All) && batch.engine == Some(Engine::Memo) {
        return Ok(Answered::refused("the engine memo counts solutions without meeting them".to_string()));
    }
    let streamed = batch.goal == Some(SolveGoal::All);
    let (rule, estimate) = (batch.rule.unwrap_or_default(), batch.estimate.unwrap_or_default());
    let policy = Policy { rule, estimate, ..Policy::default() };
    // All solutions are met one by one only by an engine that meets them.
    let mut meet = [Engine::Bands, Engine::Bits, Engine::Taxes, Engine::Links].into_iter();
    let meets = meet.find(|engine| engine.answers(&encoded.problem, goal)).filter(|_| streamed);
    // A rule is what the search by links chooses by, and an estimate what it cuts by.
    let cuts = (batch.rule.is_some() || batch.estimate.is_some()).then_some(Engine::Links);
    let order = Order { engine: batch.engine.or(cuts).or(meets), policy, in_batch: true, ..Order::new(goal) };
    let until = batch.time.and_then(|time| Instant::now().checked_add(time));
    let mut later = false;
    let mut stream = |cover: &[OptionId]| match encoded.decode(cover) {
        Some(solution) => {
            let text = puzzle.write_solution(&solution);
            let blank = if std::mem::replace(&mut later, true) && text.lines().count() > 1 { "\n" } else { "" };
            write!(out, "{blank}{text}")
        }
        None => Ok(()),
    };
    let mut host = Batched { nodes: batch.nodes, until, stream: None, failed: None };
    if streamed {
        host.stream = Some(&mut stream);
    }
    let outcome = solve(&encoded.problem, order, &mut host);
    if let Some(error) = host.failed {
        return Err(error.into());
    }
    let seconds = start.elapsed().as_secs_f64();
    let (solution, verified) = decoded(&encoded, &outcome);
    let grid = puzzle.grid().filter(|_| outcome.status == Status::None);
    let remark = grid.and_then(clash);
    let remark = remark.or_else(|| {
        let cut = question == Question::Count && !outcome.complete;
        let number = outcome.ways.filter(|_| batch.up_to_symmetry).unwrap_or(outcome.count);
        cut.then(|| format!("at least {number}: a limit was hit before all were counted"))
    });
    let remark = remark.or_else(|| {
        let unknown = batch.up_to_symmetry && outcome.ways.is_none();
        unknown.then(|| "no symmetry is known here: all solutions are counted".to_string())
    });
    let remark = remark.or_else(|| {
        let bound = outcome.bound.filter(|_| outcome.status == Status::Unknown)?;
        Some(format!("not finished: {}", encoded.bound_words(bound)))
    });
    let remark = remark.or_else(|| {
        let own = puzzle.grid().map_or(0, Grid::own);
        let asked = matches!(question, Question::Check | Question::Count);
        (own > 0 && asked).then(|| format!("symbols of your own count as givens: {own}"))
    });
    let answers = !matches!(outcome.status, Status::Wrong | Status::Unknown);
    let missed =
        (answers && expects(question, batch, puzzle)).then(|| missed(batch, puzzle, &outcome, solution.as_ref()));
    let code = match &missed {
        _ if !verified => code::DEFECT,
        None => verdict(question, &outcome),
        Some(missed) if missed.is_empty() => code::YES,
        Some(_) => code::NO,
    };
    let missed = missed.filter(|missed| !missed.is_empty()).map(|missed| missed.join("; "));
    let remark = missed.or(remark);
    let remark =
        if verified { remark } else { Some("an answer did not verify; please report this puzzle".to_string()) };
    Ok(Answered { outcome: Some(outcome), solution, code, seconds, remark })
}

/// Two symbols of a grid that rule each other out, if there are any: a reason why it has no solution.
pub fn clash(grid: &Grid) -> Option<String> {
    let clash = grid.conflicts().into_iter().next()?;
    let (first, second) = (grid.name(clash.first), grid.name(clash.second));
    Some(format!("{first} and {second} both hold {} in {}", grid.alphabet.char(clash.symbol), clash.unit))
}

/// The first or best solution, and whether everything that was found is a solution of the puzzle.
fn decoded(encoded: &Encoded, outcome: &Outcome) -> (Option<Solution>, bool) {
    let solutions: Vec<Option<Solution>> = outcome.solutions.iter().map(|cover| encoded.decode(cover)).collect();
    let verified = outcome.status != Status::Wrong && solutions.iter().all(Option::is_some);
    let score_holds = match (outcome.best, solutions.first()) {
        (Some(best), Some(Some(Solution::Grid(grid)))) => grid.score() == best,
        _ => true,
    };
    (solutions.into_iter().next().flatten(), verified && score_holds)
}

fn verdict(question: Question, outcome: &Outcome) -> u8 {
    match (question, outcome.status) {
        (_, Status::Wrong) => code::DEFECT,
        (_, Status::Unknown) => code::LIMIT,
        (Question::Solve, Status::None) => code::NO,
        (Question::Count, _) | (Question::Solve, Status::Unique | Status::Many) => {
            if outcome.complete {
                code::YES
            } else {
                code::LIMIT
            }
        }
        (_, Status::None) => code::NO,
        (Question::Check, Status::Many) => code::NO,
        _ => code::YES,
    }
}

/// Whether a puzzle is held to what its file expects of it.
fn expects(question: Question, batch: &Batch, puzzle: &Puzzle) -> bool {
    question == Question::Check && batch.expect && puzzle.expect != Default::default()
}

/// Where what was found is not what the puzzle's file expects.
fn missed(batch: &Batch, puzzle: &Puzzle, outcome: &Outcome, found: Option<&Solution>) -> Vec<String> {
    let expect = &puzzle.expect;
    // A search for the best score does not count, so the number of solutions is asked for by itself.
    let counted = (outcome.best.is_some() && expect.solutions.is_some()).then(|| {
        let only = Puzzle { expect: Expect { best: None, ..expect.clone() }, ..puzzle.clone() };
        let order = Order::new(goal_of(Question::Check, batch, &only));
        solve(&encode(&puzzle.shape).problem, order, &mut ())
    });
    let counted = counted.as_ref().unwrap_or(outcome);
    let mut missed = Vec::new();
    let wanted = match expect.solutions {
        Some(ExpectSolutions::Exactly(count)) if !(counted.complete && counted.count == u128::from(count)) => {
            Some(count.to_string())
        }
        Some(ExpectSolutions::Several) if counted.count < 2 => Some("several".to_string()),
        Some(_) | None => None,
    };
    if let Some(wanted) = wanted {
        let more = if counted.complete { "" } else { " or more" };
        missed.push(format!("{wanted} expected as the number of solutions, found {}{more}", counted.count));
    }
    let best = outcome.best.map(i64::abs).filter(|_| outcome.status == Status::Best);
    if let Some(wanted) = expect.best.map(i64::abs).filter(|&wanted| best != Some(wanted)) {
        let found = best.map_or("none".to_string(), |best| best.to_string());
        missed.push(format!("{wanted} expected as the best, found {found}"));
    }
    let is_it = |wanted: &Grid| found.and_then(Solution::grid).is_some_and(|found| found.cells == wanted.cells);
    if expect.solution.is_some() && !puzzle.expected_solution().is_some_and(|wanted| is_it(&wanted)) {
        missed.push("the solution found is not the one expected".to_string());
    }
    missed
}

#[expect(clippy::too_many_arguments, reason = "one line of output has that many sources")]
fn print(
    question: Question,
    batch: &Batch,
    name: &str,
    case: Option<usize>,
    puzzle: &Puzzle,
    answered: &Answered,
    index: usize,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if let Some(remark) = &answered.remark {
        out.flush()?;
        let case = case.map_or(String::new(), |case| format!(" (puzzle {case})"));
        say!("{name}{case}: {remark}");
    }
    if batch.json {
        writeln!(out, "{}", as_json(question, name, index + 1, puzzle, answered))?;
    } else {
        let status = answered.outcome.as_ref().map_or(Status::Unknown, |outcome| outcome.status);
        match (question, &answered.solution) {
            // They were printed as they were met.
            (Question::Solve, Some(_)) if batch.goal == Some(SolveGoal::All) => {}
            (Question::Solve, Some(solution)) => {
                let blank = index > 0 && puzzle.form.id != "line";
                write!(out, "{}{}", if blank { "\n" } else { "" }, puzzle.write_solution(solution))?;
            }
            (Question::Solve, None) => writeln!(out, "{}", if status == Status::None { "none" } else { "unknown" })?,
            (Question::Count, _) => {
                let ways = |outcome: &Outcome| outcome.ways.filter(|_| batch.up_to_symmetry).unwrap_or(outcome.count);
                match &answered.outcome {
                    Some(outcome) => writeln!(out, "{}", ways(outcome))?,
                    None => writeln!(out, "unknown")?,
                }
            }
            (Question::Check, _) if expects(question, batch, puzzle) => {
                writeln!(out, "{}", if answered.code == code::YES { "as expected" } else { "not as expected" })?;
            }
            (Question::Check, _) => writeln!(out, "{}", status.name())?,
        }
    }
    if batch.stats
        && let Some(outcome) = &answered.outcome
    {
        out.flush()?;
        let own = outcome.counters.iter().map(|counter| format!(", {} {}", counter.number, counter.what));
        let own: String = own.collect();
        let best = outcome.best.map_or(String::new(), |best| format!(", best {}", best.abs()));
        // A search for the best score meets better and better ones, not all.
        let taxes = outcome.engine == Engine::Taxes && goal_of(question, batch, puzzle) == Goal::Best;
        let met = if taxes { "improvements" } else { "solutions" };
        say!(
            "{name}: engine {} ({}), {} nodes, {} updates, {} {met}{best}, deepest level {}{own}, {:.6} s",
            outcome.engine.name(),
            outcome.why,
            outcome.tally.nodes(),
            outcome.tally.updates,
            outcome.count,
            outcome.tally.deepest(),
            answered.seconds
        );
    }
    Ok(())
}

fn as_json(question: Question, name: &str, case: usize, puzzle: &Puzzle, answered: &Answered) -> Value {
    let mut object = json!({ "file": name, "case": case, "kind": puzzle.kind.id });
    let Some(outcome) = &answered.outcome else {
        object["status"] = json!("unknown");
        object["complete"] = json!(false);
        object["error"] = json!(answered.remark);
        return object;
    };
    object["status"] = json!(outcome.status.name());
    object["complete"] = json!(outcome.complete);
    if question != Question::Count
        && let Some(solution) = &answered.solution
    {
        object["solutions"] = json!([puzzle.write_solution(solution).trim_end()]);
    }
    // A search for the best score counts its improvements, which are nobody's solutions.
    if outcome.best.is_none() || question == Question::Count {
        object["count"] = json!(outcome.count.to_string());
    }
    if let Some(ways) = outcome.ways {
        object["ways"] = json!(ways.to_string());
    }
    if let Some(best) = outcome.best {
        object["score"] = json!(best.abs().to_string());
    }
    object["engine"] = json!(outcome.engine.name());
    object["stats"] = json!({
        "nodes": outcome.tally.nodes(),
        "updates": outcome.tally.updates,
        "depth": outcome.tally.deepest(),
        "seconds": answered.seconds,
    });
    for counter in &outcome.counters {
        object["stats"][counter.what] = json!(counter.number);
    }
    object
}

/// Writes a solution as it is met.
type Stream<'a> = &'a mut dyn FnMut(&[OptionId]) -> std::io::Result<()>;

/// The limits of `--nodes` and `--time`, and where solutions go as they are met, if all are asked for.
struct Batched<'a> {
    nodes: Option<u64>,
    until: Option<Instant>,
    stream: Option<Stream<'a>>,
    /// What went wrong with writing a solution.
    failed: Option<std::io::Error>,
}

impl Host for Batched<'_> {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        let late = self.until.is_some_and(|until| Instant::now() >= until);
        let large = self.nodes.is_some_and(|nodes| look().tally.nodes() >= nodes);
        if late || large || self.failed.is_some() { Flow::Stop(StopReason::Limit) } else { Flow::Go }
    }

    fn wants_each(&self) -> bool {
        self.stream.is_some()
    }

    fn met(&mut self, cover: &[OptionId]) {
        if let Some(stream) = &mut self.stream
            && self.failed.is_none()
        {
            self.failed = stream(cover).err();
        }
    }
}
