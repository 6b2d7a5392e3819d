//! Answers one puzzle by a search: chooses goal, engine and limits, and checks the solution.

use super::answer::{Answered, PuzzlePlace, Subject};
use super::args::NOT_AT_MOST;
use super::certify::{Files, MOST_BYTES, MOST_LISTED, code_without, told};
use super::code;
use super::input::encoded;
use super::interrupt::{deadline, is_interrupted, is_over};
use super::notice::Progress;
use super::pieces::count_saved;
use super::plan::Plan;
use super::row::{Certificate, Stats};
use crate::dlx::{Goal, OptionId};
use crate::files::SymlinkPolicy;
use crate::puzzle::{Encoded, Expect, ExpectSolutions, Grid, Puzzle, Solution, encode};
use crate::solve::proof::{Means, ProofQuestion, Unproved, claimed, followed};
use crate::solve::{Engine, Flow, Host, Order, Outcome, Snapshot, Status, StopReason, run as solve};
use crate::study::plural;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tracing::info;

/// The resources of one answer.
pub(crate) struct Resources {
    /// The number of threads that one large count may use.
    pub threads: usize,
    /// The line about the search; `None` if it is one of many.
    pub progress: Option<Progress>,
}

/// Answers a puzzle. With `--goal all`, `found` is called with each solution as it is found.
/// `name` is the name of the proof's files, without their extensions.
pub fn answer<'a>(
    plan: &'a Plan,
    place: PuzzlePlace<'a>,
    name: &str,
    means: Resources,
    found: OnSolution,
) -> anyhow::Result<Answered<'a>> {
    let start = Instant::now();
    let puzzle = place.puzzle.expect("only a long input has entries without puzzles");
    let leaves_own_out = puzzle.grid().is_some_and(|grid| grid.own() > 0) && plan.leaves_own_out(puzzle);
    let without = leaves_own_out.then(|| puzzle.without_own());
    let puzzle = without.as_ref().unwrap_or(puzzle);
    let names = match encoded(puzzle) {
        Ok(names) => names,
        Err(why) => return Ok(Answered::refused(plan, place, why.to_string())),
    };
    let search = Task { plan, puzzle, names: &names, goal: plan.goal(puzzle), name, until: deadline(plan.time) };
    if let Some(why) = search.refusal() {
        return Ok(Answered::refused(plan, place, why));
    }
    info!(
        puzzle = name,
        kind = puzzle.kind.id,
        goal = search.goal.name(),
        options = names.problem.options().len(),
        asked = plan.engine.map_or("the usual engine", Engine::name),
        "search begins"
    );
    let subject = Subject::Problem(puzzle, &names);
    if let Some(file) = &plan.checkpoint {
        let outcome = search.count(file, means)?;
        let remark = (!outcome.complete).then(|| {
            let (count, file) = (outcome.count, file.display());
            format!("at least {count}: the count so far is saved in {file}; the same command continues it")
        });
        let stats = stats(&outcome, start);
        let mut answered = Answered::of(plan, place, subject, outcome, stats);
        answered.remark = remark;
        return Ok(answered);
    }
    let (mut outcome, covers) = search.run(means, found)?;
    let stats = stats(&outcome, start);
    let solution = verified(&names, &mut outcome);
    let missed = search.missed(&outcome, solution.as_ref());
    let certified = plan.certify.as_ref().map(|folder| search.certify(folder, &outcome, covers));
    let options = solution.as_ref().and_then(|solution| numbers(&names, solution));
    let solution = solution.map(|solution| puzzle.write_solution(&solution).trim_end().to_string());
    let mut answered = Answered::of(plan, place, subject, outcome, stats);
    answered.show(solution, options);
    if let Some(missed) = missed {
        answered = answered.compared(&missed);
    }
    Ok(match certified {
        None => answered,
        Some(Ok((certificate, told))) => answered.with(code::YES, told, Some(certificate)),
        Some(Err(why)) => answered.with(code_without(&why), format!("no proof: {why}"), None),
    })
}

/// A puzzle and what is asked of it.
struct Task<'a> {
    plan: &'a Plan,
    puzzle: &'a Puzzle,
    names: &'a Encoded,
    goal: Goal,
    /// The name of the proof's files, without their extensions.
    name: &'a str,
    until: Option<Instant>,
}

impl Task<'_> {
    /// The reason why the puzzle cannot be answered with this plan, if there is one.
    fn refusal(&self) -> Option<String> {
        let &Task { plan, puzzle, names, goal, .. } = self;
        if plan.at_most.is_some() && !names.problem.wants_fewest() {
            return Some(NOT_AT_MOST.to_string());
        }
        if let Some(engine) = plan.engine.filter(|engine| !engine.answers(&names.problem, goal)) {
            let (engine, goal) = (engine.name(), goal.name());
            return Some(format!(
                "the engine {engine} cannot answer this: the goal {goal} of a problem of this size and shape"
            ));
        }
        if goal == Goal::Best && puzzle.grid().is_some_and(|grid| grid.weights.is_none()) {
            return Some("this puzzle has no score: --goal best is for targets and listings".to_string());
        }
        let engine = plan.engine.filter(|engine| plan.streams() && !engine.spec().lists)?;
        Some(format!("the engine {} counts solutions but cannot list them", engine.name()))
    }

    /// Counts all solutions with a checkpoint.
    fn count(&self, file: &Path, means: Resources) -> anyhow::Result<Outcome> {
        let Resources { threads, mut progress } = means;
        let mut go_on = || {
            if let Some(progress) = &mut progress {
                progress.draw(|| format!("the count is saved in {}", file.display()));
            }
            !is_interrupted() && !is_over(self.until)
        };
        let saved = count_saved(&self.names.problem, file, threads, &mut go_on)?;
        let stop = match saved.complete {
            true => StopReason::Exhausted,
            false if is_interrupted() => StopReason::Cancelled,
            false => StopReason::Limit,
        };
        Ok(Outcome::sum(saved.count, stop))
    }

    /// Searches. Also returns the solutions that a proof must list.
    fn run(&self, means: Resources, found: OnSolution) -> anyhow::Result<(Outcome, Vec<Vec<OptionId>>)> {
        let &Task { plan, puzzle, names, goal, until, .. } = self;
        let Resources { threads, progress } = means;
        let mut stream = |cover: &[OptionId]| match names.decode(cover) {
            Some(solution) => {
                let options = numbers(names, &solution);
                found(puzzle.write_solution(&solution).trim_end(), options.as_deref())
            }
            None => Ok(()),
        };
        let lists = plan.certify.is_some() && matches!(goal, Goal::Count { .. });
        let mut host = Batched { plan, until, progress, stream: None, covers: lists.then(Vec::new), failed: None };
        if plan.streams() {
            host.stream = Some(&mut stream);
        }
        let order = Order {
            engine: plan.engine.or(plan.by_policy.then_some(Engine::LINKS)),
            policy: plan.policy,
            in_batch: true,
            threads,
            ceiling: plan.at_most,
            ..Order::new(goal)
        };
        let mut outcome = solve(&names.problem, order, &mut host);
        // The state of a stopped run holds a whole search, and a batch holds hundreds of outcomes.
        outcome.stopped_at = None;
        match host.failed {
            Some(error) => Err(error.into()),
            None => Ok((outcome, host.covers.unwrap_or_default())),
        }
    }

    /// The differences between the answer and the expectations of the puzzle's file. `None` if the
    /// two are not compared.
    fn missed(&self, outcome: &Outcome, found: Option<&Solution>) -> Option<Vec<String>> {
        let &Task { plan, puzzle, .. } = self;
        if !plan.expects(puzzle) || matches!(outcome.status, Status::Wrong | Status::Unknown) {
            return None;
        }
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
        Some(missed)
    }

    /// Writes the problem and a proof of its answer. Also returns the sentence about the proof.
    fn certify(
        &self,
        folder: &Path,
        outcome: &Outcome,
        covers: Vec<Vec<OptionId>>,
    ) -> Result<(Certificate, String), Unproved> {
        let &Task { plan, names, goal, name, until, .. } = self;
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
}

fn stats(outcome: &Outcome, start: Instant) -> Stats {
    Stats {
        nodes: outcome.tally.nodes(),
        updates: outcome.tally.updates,
        depth: outcome.tally.deepest(),
        seconds: start.elapsed().as_secs_f64(),
        ..Stats::default()
    }
}

/// The first or best solution. If something found is not a solution of the puzzle, the outcome is
/// wrong, and there is none.
fn verified(encoded: &Encoded, outcome: &mut Outcome) -> Option<Solution> {
    let solutions: Vec<Option<Solution>> = outcome.solutions.iter().map(|cover| encoded.decode(cover)).collect();
    let score_holds = match (outcome.best, solutions.first()) {
        (Some(best), Some(Some(Solution::Grid(grid)))) => grid.score() == best,
        _ => true,
    };
    if !score_holds || solutions.iter().any(Option::is_none) {
        outcome.status = Status::Wrong;
    }
    solutions.into_iter().next().flatten().filter(|_| outcome.status != Status::Wrong)
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
pub(crate) type OnSolution<'a> = &'a mut dyn FnMut(&str, Option<&[usize]>) -> std::io::Result<()>;

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
