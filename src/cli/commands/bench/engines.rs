//! Every engine on fixed bundled puzzles: compares machines, and versions of the program.

use crate::bundled::BUNDLED;
use crate::cli::code;
use crate::cli::printout::Printout;
use crate::dlx::{Goal, Problem};
use crate::puzzle::{encode, load};
use crate::solve::{Engine, Flow, Host, Order, Snapshot, StopReason, run as solve};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Bundled puzzles, the goal for each, and the number of repetitions. Small puzzles are repeated
/// often enough to be timed.
const SETS: [(&str, Goal, u32); 12] = [
    ("sudoku-9x9-crossroads.toml", Goal::Unique, 300),
    ("sudoku-9x9-thicket.toml", Goal::Unique, 100),
    ("sudoku-16x16.toml", Goal::Unique, 20),
    ("sudoku-25x25.toml", Goal::Unique, 5),
    ("jigsaw-9x9.toml", Goal::Unique, 100),
    ("queens-12.toml", Goal::Count { limit: None }, 200),
    ("tiling-dominoes-4x4.toml", Goal::Count { limit: None }, 1000),
    ("tiling-steps.toml", Goal::Count { limit: None }, 50),
    ("tiling-pentominoes-8x8.toml", Goal::Count { limit: None }, 1),
    ("tiling-map.toml", Goal::Best, 500),
    ("target-9x9.toml", Goal::Best, 3),
    ("setcover-squares-3.toml", Goal::Best, 100),
];

/// The object that `bench --engines --json` prints for a problem and an engine.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Measured<'a> {
    /// The file of the bundled puzzle.
    puzzle: &'a str,
    goal: &'a str,
    engine: &'a str,
    /// True if the answer was found before the time limit.
    complete: bool,
    /// The mean over all repetitions.
    seconds: f64,
    nodes: u64,
    /// Removals of a node from its vertical list, by engines with links.
    updates: u64,
}

impl Printout for Measured<'_> {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let &Measured { puzzle, goal, engine, complete, seconds, nodes, updates } = self;
        // An engine without links does no updates.
        let of_updates = |text: String| if updates > 0 { text } else { "-".to_string() };
        let per_update = of_updates(format!("{:.1}", seconds * 1e9 / updates as f64));
        writeln!(
            out,
            "{:<28} {goal:<6} {engine:<6} {:>12} {nodes:>12} {:>10.2e} {:>11} {per_update:>10}",
            puzzle.trim_end_matches(".toml"),
            if complete { format!("{:.1}", seconds * 1e6) } else { "over 10 s".to_string() },
            nodes as f64 / seconds,
            of_updates(format!("{:.2e}", updates as f64 / seconds)),
        )?;
        out.flush()
    }
}

/// The time limit for all repetitions of one problem by one engine.
const PATIENCE: Duration = Duration::from_secs(10);

struct Patience {
    until: Instant,
}

impl Host for Patience {
    fn poll(&mut self, _look: &dyn Fn() -> Snapshot) -> Flow {
        if Instant::now() < self.until { Flow::Go } else { Flow::Stop(StopReason::Limit) }
    }
}

/// Runs all engines, or only one, on every problem.
pub fn measure(only: Option<Engine>, as_json: bool, out: &mut dyn Write) -> anyhow::Result<u8> {
    if !as_json {
        writeln!(
            out,
            "{:<28} {:<6} {:<6} {:>12} {:>12} {:>10} {:>11} {:>10}",
            "puzzle", "goal", "engine", "us each", "nodes", "nodes/s", "updates/s", "ns/update"
        )?;
    }
    for (name, goal, times) in SETS {
        let bundled = BUNDLED.iter().find(|bundled| bundled.name == name).expect("the sets are bundled puzzles");
        let puzzle = load(bundled.text, None)?.puzzles.remove(0);
        let problem: Arc<Problem> = encode(&puzzle.shape).problem;
        for engine in Engine::all().filter(|&engine| only.is_none_or(|only| only == engine)) {
            if !engine.answers(&problem, goal) {
                continue;
            }
            let start = Instant::now();
            let mut outcome = None;
            let mut done = 0;
            while done < times && start.elapsed() < PATIENCE {
                let mut host = Patience { until: start + PATIENCE };
                outcome = Some(solve(&problem, Order { engine: Some(engine), ..Order::new(goal) }, &mut host));
                done += 1;
            }
            let each = start.elapsed().as_secs_f64() / f64::from(done);
            // There is no row if the engine gave up and another one answered instead.
            let Some(outcome) = outcome.filter(|outcome| outcome.engine == engine) else { continue };
            let measured = Measured {
                puzzle: name,
                goal: goal.name(),
                engine: engine.name(),
                complete: outcome.stop != StopReason::Limit,
                seconds: each,
                nodes: outcome.tally.nodes(),
                updates: outcome.tally.updates,
            };
            measured.print(as_json, out)?;
        }
    }
    Ok(code::YES)
}
