//! Answers one puzzle: chooses goal, engine and limits, checks the solution, and makes the remark
//! about it.

use super::args::NOT_AT_MOST;
use super::certify::{Files, MOST_BYTES, MOST_LISTED, code_without, told};
use super::code;
use super::input::encoded;
use super::interrupt::{deadline, is_interrupted, is_over};
use super::notice::Progress;
use super::pieces::{Saved, count_saved};
use super::plan::{Plan, Question};
use super::row::{Attempted, Certificate, Decimal, ItemWeight, Obstructed, PuzzleRow, Stats, key};
use crate::dlx::{Goal, OptionId};
use crate::files::SymlinkPolicy;
use crate::puzzle::{Encoded, Expect, ExpectSolutions, Grid, Puzzle, Solution, encode};
use crate::solve::proof::{Means, ProofQuestion, Unproved, claimed, followed};
use crate::solve::{Engine, Flow, Host, Order, Outcome, Snapshot, Status, StopReason, run as solve};
use crate::study::{NoCover, noun_of, plural};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tracing::{info, warn};

/// The answer to one puzzle: the outcome, the solution and the exit code.
#[derive(Default)]
pub struct Answered {
    pub outcome: Option<Outcome>,
    solution: Option<String>,
    /// The numbers of the solution's options; `None` for a grid.
    options: Option<Vec<usize>>,
    pub code: u8,
    seconds: f64,
    /// True if the answer is what the puzzle's file expects; `None` if the two were not compared.
    expected: Option<bool>,
    entered: usize,
    obstruction: Option<Obstructed>,
    certificate: Option<Certificate>,
    /// A remark, which is printed on standard error.
    pub remark: Option<String>,
}

impl Answered {
    /// An answer without a search.
    fn refused(why: String) -> Answered {
        Answered { code: code::UNUSABLE, remark: Some(why), ..Answered::default() }
    }

    /// The answer to a count with a checkpoint.
    fn saved(plan: &Plan, saved: &Saved, seconds: f64) -> Answered {
        let stop = match saved.complete {
            true => StopReason::Exhausted,
            false if is_interrupted() => StopReason::Cancelled,
            false => StopReason::Limit,
        };
        let outcome = Outcome::sum(saved.count, stop);
        let code = match stop {
            StopReason::Cancelled => code::INTERRUPTED,
            _ => verdict(plan.question, &outcome),
        };
        let file = plan.checkpoint.as_ref().map_or(String::new(), |file| file.display().to_string());
        let remark = (!saved.complete).then(|| {
            format!("at least {}: the count so far is saved in {file}; the same command continues it", saved.count)
        });
        Answered { outcome: Some(outcome), code, seconds, remark, ..Answered::default() }
    }

    /// The same answer with an addition to its remark and with a certificate. Its exit code is
    /// raised to `code` if that is higher.
    fn with(self, code: u8, more: String, certificate: Option<Certificate>) -> Answered {
        let remark = self.remark.into_iter().chain([more]).collect::<Vec<_>>().join("; ");
        Answered { code: self.code.max(code), remark: Some(remark), certificate, ..self }
    }

    /// The row that is printed.
    pub fn row<'a>(&'a self, plan: &Plan, file: &'a str, case: usize, puzzle: &'a Puzzle) -> PuzzleRow<'a> {
        let notes = puzzle.notes.iter().map(|note| note.said.as_str()).collect();
        let row = PuzzleRow {
            file,
            case,
            notes,
            kind: puzzle.kind.id,
            status: Status::Unknown.name(),
            ..PuzzleRow::default()
        };
        let Some(outcome) = &self.outcome else { return PuzzleRow { error: self.remark.as_deref(), ..row } };
        let counts = matches!(plan.question, Question::Count { .. });
        PuzzleRow {
            status: outcome.status.name(),
            complete: outcome.complete,
            solutions: self.solution.as_deref().filter(|_| !counts).map(|solution| [solution]),
            options: self.options.as_deref().filter(|_| !counts),
            // A search for the best score counts improvements, and not all solutions.
            count: (outcome.best.is_none() || counts).then(|| Decimal(outcome.number())),
            ways: outcome.ways.map(|ways| Decimal(ways.to_string())),
            score: outcome.best.map(|best| Decimal(best.unsigned_abs())),
            at_most: plan.at_most,
            own: (self.entered > 0).then_some(self.entered),
            own_cells: puzzle.grid().map_or(Vec::new(), Grid::own_cells),
            givens_only: plan.leaves_own_out(puzzle),
            without: puzzle.grid().and_then(Grid::only_drawn),
            expected: self.expected,
            engine: Some(outcome.engine.name()),
            plan: outcome.tried.iter().map(Attempted::of).collect(),
            obstruction: self.obstruction.as_ref(),
            certificate: self.certificate.as_ref(),
            stats: Some(Stats {
                nodes: outcome.tally.nodes(),
                updates: outcome.tally.updates,
                depth: outcome.tally.deepest(),
                seconds: self.seconds,
                counters: outcome.counters.iter().map(|counter| (key(counter.what), counter.number)).collect(),
            }),
            ..row
        }
    }

    /// The statistics of the search in one line; `None` if there was no search.
    pub fn stats(&self, plan: &Plan, puzzle: &Puzzle) -> Option<String> {
        let outcome = self.outcome.as_ref()?;
        let counters: String =
            outcome.counters.iter().map(|counter| format!(", {} {}", counter.number, counter.words())).collect();
        let best = outcome.best.map_or(String::new(), |best| format!(", best {}", best.abs()));
        // A search for the best score finds improvements, not all solutions.
        let taxes = outcome.engine.spec().improves && plan.goal(puzzle) == Goal::Best;
        let found = outcome.number();
        let noun = noun_of(if found == "1" { 1 } else { 2 }, if taxes { "improvement" } else { "solution" });
        let (nodes, updates) = (outcome.tally.nodes(), outcome.tally.updates);
        Some(format!(
            "engine {} ({}), {nodes} {}, {updates} {}, {found} {noun}{best}, deepest level {}{counters}, {:.6} s",
            outcome.engine.name(),
            outcome.why,
            noun_of(nodes, "node"),
            noun_of(updates, "update"),
            outcome.tally.deepest(),
            self.seconds
        ))
    }

    /// The strategies that were tried, in one line; `None` if the first one answered.
    pub fn tried(&self) -> Option<String> {
        let tried: Vec<String> = self.outcome.as_ref()?.tried.iter().map(ToString::to_string).collect();
        (tried.len() > 1).then(|| format!("tried {}", tried.join(", ")))
    }
}

impl Answered {
    /// Logs the answer to a puzzle.
    pub fn log(&self, name: &str, case: usize) {
        let (code, seconds) = (self.code, self.seconds);
        let Some(outcome) = &self.outcome else {
            return warn!(name, case, code, "no search");
        };
        let (status, stop) = (outcome.status.name(), outcome.stop);
        let (engine, why, nodes) = (outcome.engine.name(), outcome.why, outcome.tally.nodes());
        info!(name, case, engine, why, status, ?stop, nodes, seconds, code, "answered");
        if stop == StopReason::Limit {
            warn!(name, case, "a limit was hit");
        }
    }
}

/// The resources of one answer.
pub struct Resources {
    /// The number of threads that one large count may use.
    pub threads: usize,
    /// The line about the search; `None` if it is one of many.
    pub progress: Option<Progress>,
}

/// Answers one puzzle. With `--goal all`, `found` is called with each solution as it is found.
/// `name` is the name of the proof's files, without their extensions.
pub fn answer(
    plan: &Plan,
    puzzle: &Puzzle,
    name: &str,
    means: Resources,
    found: OnSolution,
) -> anyhow::Result<Answered> {
    let Resources { threads, mut progress } = means;
    let start = Instant::now();
    let entered = puzzle.grid().map_or(0, Grid::own);
    let without;
    let puzzle = match entered > 0 && plan.leaves_own_out(puzzle) {
        true => {
            without = puzzle.without_own();
            &without
        }
        false => puzzle,
    };
    let encoded = match encoded(puzzle) {
        Ok(encoded) => encoded,
        Err(why) => return Ok(Answered::refused(why.to_string())),
    };
    if plan.at_most.is_some() && !encoded.problem.wants_fewest() {
        return Ok(Answered::refused(NOT_AT_MOST.to_string()));
    }
    let goal = plan.goal(puzzle);
    if let Some(engine) = plan.engine.filter(|engine| !engine.answers(&encoded.problem, goal)) {
        let why = format!(
            "the engine {} cannot answer this: the goal {} of a problem of this size and shape",
            engine.name(),
            goal.name()
        );
        return Ok(Answered::refused(why));
    }
    if goal == Goal::Best && puzzle.grid().is_some_and(|grid| grid.weights.is_none()) {
        return Ok(Answered::refused("this puzzle has no score: --goal best is for targets and listings".to_string()));
    }
    if let Some(engine) = plan.engine.filter(|engine| plan.streams() && !engine.spec().lists) {
        return Ok(Answered::refused(format!("the engine {} counts solutions but cannot list them", engine.name())));
    }
    info!(
        puzzle = name,
        kind = puzzle.kind.id,
        goal = goal.name(),
        options = encoded.problem.options().len(),
        asked = plan.engine.map_or("the usual engine", Engine::name),
        "search begins"
    );
    let until = deadline(plan.time);
    if let Some(file) = &plan.checkpoint {
        let mut go_on = || {
            if let Some(progress) = &mut progress {
                progress.draw(|| format!("the count is saved in {}", file.display()));
            }
            !is_interrupted() && !is_over(until)
        };
        let saved = count_saved(&encoded.problem, file, threads, &mut go_on)?;
        return Ok(Answered::saved(plan, &saved, start.elapsed().as_secs_f64()));
    }
    let lists = plan.certify.is_some() && matches!(goal, Goal::Count { .. });
    let each = plan.streams() || lists;
    // Only some engines find the solutions one by one.
    let meets = each.then(|| Engine::listing(&encoded.problem, goal));
    let by_links = plan.by_policy.then_some(Engine::LINKS);
    let order = Order {
        engine: plan.engine.or(by_links).or(meets),
        policy: plan.policy,
        in_batch: true,
        threads,
        ceiling: plan.at_most,
        ..Order::new(goal)
    };
    let mut stream = |cover: &[OptionId]| match encoded.decode(cover) {
        Some(solution) => {
            let options = numbers(&encoded, &solution);
            found(puzzle.write_solution(&solution).trim_end(), options.as_deref())
        }
        None => Ok(()),
    };
    let mut host = Batched { plan, until, progress, stream: None, covers: lists.then(Vec::new), failed: None };
    if plan.streams() {
        host.stream = Some(&mut stream);
    }
    let mut outcome = solve(&encoded.problem, order, &mut host);
    drop(host.progress.take());
    // The state of a stopped run holds a whole search, and a batch holds hundreds of outcomes.
    outcome.stopped_at = None;
    if let Some(error) = host.failed {
        return Err(error.into());
    }
    let seconds = start.elapsed().as_secs_f64();
    let (solution, verified) = decoded(&encoded, &outcome);
    let answers = !matches!(outcome.status, Status::Wrong | Status::Unknown);
    let missed = (answers && plan.expects(puzzle)).then(|| missed(plan, puzzle, &outcome, solution.as_ref()));
    let code = match &missed {
        _ if !verified => code::DEFECT,
        _ if outcome.stop == StopReason::Cancelled => code::INTERRUPTED,
        None => verdict(plan.question, &outcome),
        Some(missed) if missed.is_empty() => code::YES,
        Some(_) => code::NO,
    };
    let obstruction = outcome.obstruction.as_ref().map(|found| {
        let weight = |&(item, weight)| ItemWeight { item: encoded.item_short(item), weight };
        Obstructed {
            argument: NoCover::of(&encoded, found).argument,
            modulus: found.modulus,
            weights: found.weights.iter().map(weight).collect(),
        }
    });
    let remark = match &missed {
        _ if !verified => Some("an answer did not verify; please report this puzzle".to_string()),
        Some(missed) if !missed.is_empty() => Some(missed.join("; ")),
        _ => remark(plan, puzzle, &encoded, &outcome, obstruction.as_ref()),
    };
    let expected = missed.map(|missed| missed.is_empty());
    let options = solution.as_ref().and_then(|solution| numbers(&encoded, solution));
    let solution = solution.map(|solution| puzzle.write_solution(&solution).trim_end().to_string());
    let covers = host.covers.unwrap_or_default();
    let certified =
        plan.certify.as_ref().map(|folder| certify(plan, until, &encoded, goal, &outcome, covers, (folder, name)));
    let answered = Answered {
        outcome: Some(outcome),
        solution,
        options,
        code,
        seconds,
        expected,
        entered,
        remark,
        obstruction,
        certificate: None,
    };
    Ok(match certified {
        None => answered,
        Some(Ok((certificate, told))) => answered.with(code::YES, told, Some(certificate)),
        Some(Err(why)) => answered.with(code_without(&why), format!("no proof: {why}"), None),
    })
}

/// Writes the problem and a proof of its answer. Also returns the sentence about the proof.
fn certify(
    plan: &Plan,
    until: Option<Instant>,
    names: &Encoded,
    goal: Goal,
    outcome: &Outcome,
    covers: Vec<Vec<OptionId>>,
    (folder, name): (&Path, &str),
) -> Result<(Certificate, String), Unproved> {
    let ask = ProofQuestion { goal, most: MOST_LISTED };
    let claim = claimed(&names.problem, ask, outcome, covers)?;
    let engine = followed(&names.problem, outcome, &claim);
    let means = Means { engine, obstruction: outcome.obstruction.as_ref(), max_bytes: MOST_BYTES };
    let [opb, proof] = ["opb", "pbp"].map(|end| folder.join(format!("{name}.{end}")));
    // The names are predictable, so links with these names are replaced and not followed.
    let files = Files { opb, proof, links: SymlinkPolicy::Replace };
    let is_output = |file: &&PathBuf| file.extension().is_some_and(|end| end == "opb" || end == "pbp");
    files.differ(plan.sources.iter().flatten().filter(is_output))?;
    let parent = files.proof.parent().unwrap_or(folder);
    std::fs::create_dir_all(parent)
        .map_err(|error| std::io::Error::new(error.kind(), format!("{}: {error}", parent.display())))?;
    let size = files.write(names, &claim, means, &mut || !is_interrupted() && !is_over(until))?;
    let told = told(&claim, names);
    let [opb, proof] = [files.opb, files.proof].map(|file| file.display().to_string());
    let said = format!("{}, proved in {}: {proof}", told.words, plural(size.lines as usize, "line"));
    Ok((Certificate { claim: told.claim, opb, proof, lines: size.lines, bytes: size.bytes }, said))
}

/// The remark about an answer, if there is one.
fn remark(
    plan: &Plan,
    puzzle: &Puzzle,
    encoded: &Encoded,
    outcome: &Outcome,
    obstruction: Option<&Obstructed>,
) -> Option<String> {
    let (counts, by_symmetry) = match plan.question {
        Question::Count { up_to_symmetry, .. } => (true, up_to_symmetry),
        Question::Solve(_) | Question::Check { .. } => (false, false),
    };
    if outcome.status == Status::None {
        return puzzle.grid().and_then(clash).or(obstruction.map(|found| found.argument.clone()));
    }
    if counts && !outcome.complete {
        let number = outcome.ways.filter(|_| by_symmetry).unwrap_or(outcome.count);
        let why = if outcome.stop == StopReason::Cancelled { "interrupted" } else { "a limit was hit" };
        return Some(match number {
            u128::MAX => format!("more than 2^128 - 1: {why} before all were counted"),
            _ => format!("at least {number}: {why} before all were counted"),
        });
    }
    if by_symmetry && outcome.ways.is_none() {
        return Some("no symmetry is known here: all solutions are counted".to_string());
    }
    if let Some(bound) = outcome.bound.filter(|_| outcome.status == Status::Unknown) {
        return Some(format!("not finished: {}", encoded.bound_words(bound)));
    }
    let entered = puzzle.grid().map_or(0, Grid::own);
    let asked = !matches!(plan.question, Question::Solve(_));
    (entered > 0 && asked).then(|| format!("your own symbols count as givens: {entered}"))
}

/// Two symbols of a grid that exclude each other, in words, if there are any. They are a reason why
/// the grid has no solution.
pub fn clash(grid: &Grid) -> Option<String> {
    let clash = grid.conflicts().into_iter().next()?;
    Some(clash.words(grid))
}

/// The first or best solution, and true if everything found is a solution of the puzzle.
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
        (Question::Solve(_), Status::None) => code::NO,
        (Question::Count { .. }, _) | (Question::Solve(_), Status::Unique | Status::Many) => {
            if outcome.complete {
                code::YES
            } else {
                code::LIMIT
            }
        }
        (_, Status::None) => code::NO,
        (Question::Check { .. }, Status::Many) => code::NO,
        _ => code::YES,
    }
}

/// The differences between the answer and the expectations of the puzzle's file; empty if there are
/// none.
fn missed(plan: &Plan, puzzle: &Puzzle, outcome: &Outcome, found: Option<&Solution>) -> Vec<String> {
    let expect = &puzzle.expect;
    // A search for the best score does not count solutions, so a second search counts them.
    let counted = (outcome.best.is_some() && expect.solutions.is_some()).then(|| {
        let only = Puzzle { expect: Expect { best: None, ..expect.clone() }, ..puzzle.clone() };
        let order = Order::new(plan.goal(&only));
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
        missed.push(format!("{wanted} expected as the number of solutions, found {}{more}", counted.number()));
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

/// The numbers of a solution's options; `None` for a grid.
fn numbers(names: &Encoded, solution: &Solution) -> Option<Vec<usize>> {
    match solution {
        Solution::Grid(_) => None,
        Solution::Options(options) => Some(options.iter().map(|&option| names.option_number(option)).collect()),
    }
}

/// A callback that takes a solution as text without its last line end, and the numbers of its
/// options.
pub type OnSolution<'a> = &'a mut dyn FnMut(&str, Option<&[usize]>) -> std::io::Result<()>;

type Stream<'a> = &'a mut dyn FnMut(&[OptionId]) -> std::io::Result<()>;

/// Applies the limits of `--nodes` and `--time`, and streams the solutions of `--goal all`.
struct Batched<'a> {
    plan: &'a Plan,
    until: Option<Instant>,
    progress: Option<Progress>,
    stream: Option<Stream<'a>>,
    /// The solutions found, if a proof must list them.
    covers: Option<Vec<Vec<OptionId>>>,
    /// The error of writing a solution, if there was one.
    failed: Option<std::io::Error>,
}

impl Host for Batched<'_> {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        if let Some(progress) = &mut self.progress {
            progress.show(look);
        }
        let late = is_over(self.until);
        let large = self.plan.nodes.is_some_and(|nodes| look().tally.nodes() >= nodes);
        if is_interrupted() {
            return Flow::Stop(StopReason::Cancelled);
        }
        if late || large || self.failed.is_some() { Flow::Stop(StopReason::Limit) } else { Flow::Go }
    }

    fn wants_each(&self) -> bool {
        self.stream.is_some() || self.covers.is_some()
    }

    fn receive(&mut self, cover: &[OptionId]) {
        // One solution more than may be listed shows that there are too many.
        if let Some(covers) = self.covers.as_mut().filter(|covers| covers.len() as u64 <= MOST_LISTED) {
            covers.push(cover.to_vec());
        }
        if let Some(stream) = &mut self.stream
            && self.failed.is_none()
        {
            self.failed = stream(cover).err();
        }
    }
}
