//! The state of the background run. Reports of any other run are dropped.

use crate::app::model::document::fatal_finding;
use crate::app::model::forecasting::Forecasting;
use crate::app::model::settings::Settings;
use crate::app::model::stepping::Stepping;
use dancing::{Address, Goal, Policy, Search, Tally};
use quadrille_puzzle::{Encoded, Puzzle, Solution};
use quadrille_solve::{Engine, Outcome, RunId, Snapshot, Status, Stepper, StopReason, StoppedAt};
use quadrille_study::{NoCover, plural, policy_of, verdict};
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub enum RunState {
    /// The run searches.
    Running,
    /// The run waits to be resumed.
    Paused,
    /// Asked to stop, but not stopped yet.
    Stopping,
    /// The run has ended with an answer.
    Finished(Box<Outcome>),
    /// The engine panicked, with this message.
    Panicked(String),
}

/// The Solve screen: one run, and its solutions.
// Many fields: the order of a run, its state and what it found, each read alone by a part of the
// screen.
#[derive(Clone, Debug)]
pub struct Solving {
    /// The id of the run.
    pub run: RunId,
    /// The problem and the names of its parts.
    pub encoded: Arc<Encoded>,
    /// The question that the run answers.
    pub goal: Goal,
    /// The engine that is running, or the one that answered.
    pub engine: Engine,
    /// The state of the run.
    pub phase: RunState,
    /// The latest snapshot. `None` before the first.
    pub snapshot: Option<Box<Snapshot>>,
    /// Solutions that were verified against the puzzle. `shown` is the index of the one on the
    /// screen.
    pub solutions: Vec<Solution>,
    /// The index of the solution on the screen.
    pub shown: usize,
    /// The running time at which the latest solution was first seen.
    found_at: Duration,
    /// The engine that worked last, if the run was stopped and its position is that of an earlier
    /// engine.
    pub left_behind: Option<Engine>,
    /// True if the debugger opens as soon as the run has stopped.
    pub then_step: bool,
    /// The engine that was asked for. `None` if the default one runs.
    pub asked: Option<Engine>,
    /// The reason why the default engine was chosen, in a few words.
    pub why: &'static str,
    /// The forecast of the search tree, for a run that takes long.
    pub forecast: Forecasting,
    /// The finding of the lint that explains why there is no solution, in a sentence.
    pub explained: Option<String>,
    /// The reason why there is no solution, if it was found without a search.
    pub no_cover: Option<NoCover>,
    /// Earlier runs that answered the same question, the first one first.
    pub past: Vec<Past>,
    clock: Clock,
}

/// A run that has ended. It is shown beside the run of another engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Past {
    pub engine: Engine,
    pub seconds: f64,
    pub nodes: u64,
    /// The answer in sentences.
    pub answer: String,
}

/// The samples of the rate that are kept: half a second each, for a minute.
const SAMPLES: usize = 120;

/// The time after which the size of the search is estimated.
const LONG: Duration = Duration::from_secs(2);

/// Times measured from the ticks.
#[derive(Clone, Debug, Default)]
struct Clock {
    last: Option<Instant>,
    running: Duration,
    /// The time of an earlier tick and its node count. The rate is taken over at least half a
    /// second, except for the first estimate.
    base: Option<(Instant, u64)>,
    rate: f64,
    /// The rates of the last minute, the latest last.
    rates: Vec<f64>,
}

impl Solving {
    /// A run that has just been started.
    pub fn new(run: RunId, encoded: Arc<Encoded>, goal: Goal, asked: Option<Engine>) -> Solving {
        let (usual, why) = Engine::usual(&encoded.problem, goal, false);
        let (engine, why) = asked.map_or((usual, why), |asked| (asked, "asked for"));
        Solving {
            run,
            encoded,
            goal,
            engine,
            phase: RunState::Running,
            snapshot: None,
            solutions: Vec::new(),
            shown: 0,
            found_at: Duration::ZERO,
            left_behind: None,
            then_step: false,
            asked,
            why,
            forecast: Forecasting::Unasked,
            explained: None,
            no_cover: None,
            past: Vec::new(),
            clock: Clock::default(),
        }
    }

    /// Returns whether the worker is running, so that a new snapshot can differ.
    pub fn is_moving(&self) -> bool {
        matches!(self.phase, RunState::Running | RunState::Stopping)
    }

    /// Returns whether there is a run that can be stopped.
    pub fn is_alive(&self) -> bool {
        matches!(self.phase, RunState::Running | RunState::Paused | RunState::Stopping)
    }

    /// Adds the time since the last tick, unless the run is paused or has ended.
    pub fn tick(&mut self, now: Instant) {
        let clock = &mut self.clock;
        if let Some(last) = clock.last
            && matches!(self.phase, RunState::Running | RunState::Stopping)
        {
            clock.running += now.saturating_duration_since(last);
        }
        clock.last = Some(now);
        let nodes = self.snapshot.as_ref().map_or(0, |snapshot| snapshot.tally.nodes());
        match clock.base {
            None => clock.base = Some((now, nodes)),
            Some((then, before)) => {
                let passed = now.saturating_duration_since(then).as_secs_f64();
                if passed >= 0.5 {
                    clock.rate = nodes.saturating_sub(before) as f64 / passed;
                    clock.base = Some((now, nodes));
                    clock.rates.push(clock.rate);
                    let old = clock.rates.len().saturating_sub(SAMPLES);
                    clock.rates.drain(..old);
                } else if clock.rate == 0.0 && passed > 0.05 {
                    clock.rate = nodes.saturating_sub(before) as f64 / passed;
                }
            }
        }
    }

    /// Stops the clock. Called when the run pauses or resumes, because paused time does not count.
    pub fn rest(&mut self) {
        (self.clock.last, self.clock.base) = (None, None);
    }

    /// The running time in seconds, as measured by the ticks.
    pub fn seconds(&self) -> f64 {
        self.clock.running.as_secs_f64()
    }

    /// Returns true if the run takes long enough for a forecast, and none was asked for.
    pub(crate) fn wants_forecast(&self) -> bool {
        self.forecast == Forecasting::Unasked && self.clock.running >= LONG && matches!(self.phase, RunState::Running)
    }

    /// The recent rate in nodes per second.
    pub fn rate(&self) -> f64 {
        self.clock.rate
    }

    /// The rates of the last minute, two a second, the latest last.
    pub fn rates(&self) -> &[f64] {
        &self.clock.rates
    }

    /// Takes over the earlier runs of another run, and that run itself, if they answered the same
    /// question of the same puzzle.
    pub fn follow(&mut self, before: Solving) {
        if before.goal != self.goal || before.encoded.shape() != self.encoded.shape() {
            return;
        }
        let answer = before.verdict();
        self.past = before.past;
        if let (RunState::Finished(outcome), Some(answer)) = (&before.phase, answer)
            && outcome.stop != StopReason::Cancelled
        {
            let seconds = before.clock.running.as_secs_f64();
            self.past.push(Past { engine: before.engine, seconds, nodes: outcome.tally.nodes(), answer });
        }
    }

    /// The seconds for which the run has gone on since its latest solution was first seen.
    pub fn since_found(&self) -> f64 {
        self.clock.running.saturating_sub(self.found_at).as_secs_f64()
    }

    /// Stores a snapshot of the run, and shows a solution that is new in it.
    pub fn look(&mut self, mut snapshot: Box<Snapshot>) {
        // Between two parts of a count no thread has a path: the board keeps the last one.
        if let Some(before) = self.snapshot.take_if(|_| snapshot.path.is_empty()) {
            snapshot.path = before.path;
        }
        if let Some(solution) = snapshot.latest.as_ref().and_then(|cover| self.encoded.decode(cover)) {
            if self.solutions.last() != Some(&solution) {
                self.found_at = self.clock.running;
            }
            self.solutions = vec![solution];
        }
        // The run may have switched to another engine.
        self.engine = snapshot.engine;
        self.snapshot = Some(snapshot);
    }

    /// Stores the outcome of the run. A solution that does not decode makes the status `Wrong`.
    pub fn finish(&mut self, mut outcome: Outcome) {
        let decoded: Vec<Option<Solution>> = outcome.solutions.iter().map(|cover| self.encoded.decode(cover)).collect();
        if decoded.iter().any(Option::is_none) {
            outcome.status = Status::Wrong;
        }
        self.solutions = decoded.into_iter().flatten().collect();
        self.shown = 0;
        // Show where the run ended, rather than where it was at the last snapshot.
        if let Some(stand) = &outcome.stopped_at {
            let address = match stand {
                StoppedAt::Search(search, _) => search.address(),
                StoppedAt::Path(_) => Address::default(),
            };
            let snapshot = Snapshot::new(outcome.engine, &outcome.tally, stand.path(), address);
            self.snapshot = Some(Box::new(Snapshot { bound: outcome.bound, ..snapshot }));
        }
        let stopped = matches!(outcome.stop, StopReason::Cancelled | StopReason::Limit);
        self.left_behind = (stopped && outcome.engine != self.engine).then_some(self.engine);
        self.engine = outcome.engine;
        self.no_cover = outcome.obstruction.as_ref().map(|found| NoCover::of(&self.encoded, found));
        self.explained = (outcome.status == Status::None).then(|| fatal_finding(&self.encoded)).flatten();
        self.phase = RunState::Finished(Box::new(outcome));
    }

    /// Shows the next solution found, or the previous one.
    pub fn turn(&mut self, forward: bool) {
        let count = self.solutions.len().max(1);
        self.shown = (self.shown + if forward { 1 } else { count - 1 }) % count;
    }

    /// The nodes counted so far.
    pub fn nodes(&self) -> u64 {
        match &self.phase {
            RunState::Finished(outcome) => outcome.tally.nodes(),
            _ => self.snapshot.as_ref().map_or(0, |snapshot| snapshot.tally.nodes()),
        }
    }

    /// The position of a stopped run, if it is known.
    pub fn stand(&self) -> Option<&StoppedAt> {
        match &self.phase {
            RunState::Finished(outcome) => outcome.stopped_at.as_ref(),
            _ => None,
        }
    }

    /// Makes the debugger at the position of a stopped run. The second value says where it is,
    /// unless that is where the run was.
    pub(in crate::app) fn debugger(&self, puzzle: &Puzzle, settings: &Settings) -> (Stepping, Option<String>) {
        let encoded = self.encoded.clone();
        // A search that can be continued keeps its own setting of `best`.
        let policy = match self.stand() {
            Some(StoppedAt::Search(search, _)) => Policy { best: search.looks_for_best(), ..policy_of(puzzle) },
            _ => policy_of(puzzle),
        };
        let (stepper, remark) = match self.stand() {
            Some(StoppedAt::Search(search, tally)) => {
                let remark = self.left_behind.map(|engine| {
                    let (engine, walked) = (engine.name(), self.engine.name());
                    format!("{engine} has no position to step from: this is where {walked} was when {engine} took over")
                });
                (Stepper::at((**search).clone(), tally.clone()), remark)
            }
            Some(StoppedAt::Path(path)) => {
                let (mut search, mut tally) = (Search::new(&encoded.problem, policy), Tally::default());
                let depth = search.descend(path, &mut tally);
                let had = format!("{} had chosen {}", self.engine.name(), plural(path.len(), "option"));
                let remark = match encoded.problem.wants_fewest() {
                    true => format!("{had}; the search by links starts at its root"),
                    false => format!("{had}; Algorithm X, in its own order, follows {depth} of them"),
                };
                (Stepper::set_down(search), Some(remark))
            }
            None => (
                Stepper::new(&encoded.problem, policy),
                Some("the run is over: Algorithm X starts at its root".to_string()),
            ),
        };
        let stepping = Stepping::new(stepper, encoded, policy, settings.grain, settings.speed);
        (Stepping { layout: settings.layout, ..stepping }, remark)
    }

    /// Returns true if the run found that there is no solution, or failed.
    pub(crate) fn is_bad_news(&self) -> bool {
        match &self.phase {
            RunState::Panicked(_) => true,
            RunState::Finished(outcome) => matches!(outcome.status, Status::None | Status::Wrong),
            RunState::Running | RunState::Paused | RunState::Stopping => false,
        }
    }

    /// The answer in sentences, once there is one.
    pub fn verdict(&self) -> Option<String> {
        let outcome = match &self.phase {
            RunState::Finished(outcome) => outcome,
            RunState::Panicked(message) => return Some(format!("the engine panicked: {message}")),
            _ => return None,
        };
        Some(verdict(outcome, &self.encoded))
    }
}
