//! The actions of the screen Solve: a background run, its end, and the hand-over to the debugger.

use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::solving::{RunState, Solving};
use crate::app::model::stepping::Stepping;
use dancing::{Goal, Policy, Tally};
use quadrille_solve::{Engine, Report, Status, Stepper, StoppedAt, What};
use quadrille_study::{plural, policy_of};

/// Shows the run for the open puzzle, and starts one if there is none.
pub fn show(app: &mut App) -> Vec<Ask> {
    if app.is_unfit() {
        return Vec::new();
    }
    let Some(document) = app.document() else { return Vec::new() };
    let current = app.solving.as_ref().is_some_and(|solving| *solving.encoded.shape() == document.puzzle.shape);
    let goal = document.puzzle.goal();
    if current {
        app.screen = Screen::Solve;
        return Vec::new();
    }
    vec![Ask::Run { goal, engine: None, shown: true }]
}

/// Finds out whether there is exactly one solution, without leaving the screen. A run that answers
/// this is reused.
pub fn verdict(app: &mut App) -> Vec<Ask> {
    if app.is_unfit() {
        return Vec::new();
    }
    let Some(document) = app.document() else { return Vec::new() };
    let same = app.solving.as_ref().filter(|solving| *solving.encoded.shape() == document.puzzle.shape);
    match same.filter(|solving| solving.goal != Goal::First) {
        Some(solving) => {
            let text = solving.verdict().unwrap_or_else(|| "the answer is being searched for".to_string());
            app.say(text);
            Vec::new()
        }
        None => vec![Ask::Run { goal: Goal::Unique, engine: None, shown: false }],
    }
}

pub fn act(app: &mut App, action: on::Solve) -> Vec<Ask> {
    let Some(solving) = &mut app.solving else {
        app.screen = Screen::Play;
        return Vec::new();
    };
    match action {
        on::Solve::Pause => match solving.phase {
            RunState::Running => {
                solving.phase = RunState::Paused;
                solving.rest();
                vec![Effect::Pause.into()]
            }
            RunState::Paused => {
                solving.phase = RunState::Running;
                solving.rest();
                vec![Effect::Resume.into()]
            }
            // The count was kept in a file, so the same count continues.
            RunState::Finished(ref outcome) if outcome.kept => {
                let goal = solving.goal;
                vec![Ask::Run { goal, engine: None, shown: true }]
            }
            _ => Vec::new(),
        },
        on::Solve::StepFromHere => {
            if solving.is_alive() {
                solving.then_step = true;
                solving.phase = RunState::Stopping;
                return vec![Effect::Stop.into()];
            }
            step_from_here(app);
            Vec::new()
        }
        on::Solve::Goal => {
            let goal = next_goal(solving.goal, solving.encoded.problem.is_weighted());
            vec![Ask::Run { goal, engine: None, shown: true }]
        }
        on::Solve::OtherEngine => {
            let (goal, now, problem) = (solving.goal, solving.engine, &solving.encoded.problem);
            let able: Vec<Engine> = Engine::all().filter(|engine| engine.answers(problem, goal)).collect();
            let at = able.iter().position(|&engine| engine == now).unwrap_or(0);
            let engine = able.get((at + 1) % able.len().max(1)).copied().filter(|&engine| engine != now);
            if engine.is_none() {
                app.say("no other engine answers this question");
                return Vec::new();
            }
            vec![Ask::Run { goal, engine, shown: true }]
        }
        on::Solve::NextSolution => turn(app, true),
        on::Solve::PriorSolution => turn(app, false),
        on::Solve::Fill => fill(app),
    }
}

/// Shows the next solution found, or the previous one.
fn turn(app: &mut App, forward: bool) -> Vec<Ask> {
    let Some(solving) = app.solving.as_mut().filter(|solving| !solving.is_alive()) else {
        app.say(NOT_YET);
        return Vec::new();
    };
    let count = solving.solutions.len().max(1);
    solving.shown = (solving.shown + if forward { 1 } else { count - 1 }) % count;
    Vec::new()
}

/// Shown when solutions are asked for while the run may still find more.
const NOT_YET: &str = "solutions can be looked at when the run is over";

/// The next goal in the cycle. Only weighted puzzles have the goal of the best score.
fn next_goal(goal: Goal, weighted: bool) -> Goal {
    match goal {
        Goal::First => Goal::Unique,
        Goal::Unique => Goal::Count { limit: None },
        Goal::Count { .. } if weighted => Goal::Best,
        Goal::Count { .. } | Goal::Best => Goal::First,
    }
}

fn fill(app: &mut App) -> Vec<Ask> {
    if app.solving.as_ref().is_some_and(Solving::is_alive) {
        app.say(NOT_YET);
        return Vec::new();
    }
    let Some(solution) = app.solving.as_ref().and_then(|solving| solving.solutions.get(solving.shown)?.grid().cloned())
    else {
        let listing = app.document().is_some_and(|document| document.puzzle.grid().is_none());
        app.say(if listing { "this puzzle has no grid to write into" } else { "there is no solution to write" });
        return Vec::new();
    };
    app.screen = Screen::Play;
    let key = app.settings.keymap.hint(on::Play::Undo);
    let Some(document) = app.document_mut() else { return Vec::new() };
    let filled = document.fill(&solution);
    app.say(format!("{} written; {key} undoes it", plural(filled, "cell")));
    vec![Ask::Refresh]
}

/// Opens the debugger at the position of a stopped run. If it opens elsewhere, a notice says so.
fn step_from_here(app: &mut App) {
    let Some(solving) = &app.solving else { return };
    let encoded = solving.encoded.clone();
    let Some(document) = app.document() else { return };
    // A search that can be continued keeps its own setting of `best`.
    let policy = match solving.stand() {
        Some(StoppedAt::Search(search, _)) => Policy { best: search.looks_for_best(), ..policy_of(&document.puzzle) },
        _ => policy_of(&document.puzzle),
    };
    let (stepper, remark) = match solving.stand() {
        Some(StoppedAt::Search(search, tally)) => {
            let remark = solving.left_behind.map(|engine| {
                let (engine, walked) = (engine.name(), solving.engine.name());
                format!("{engine} has no position to step from: this is where {walked} was when {engine} took over")
            });
            (Stepper::at((**search).clone(), tally.clone()), remark)
        }
        Some(StoppedAt::Path(path)) => {
            let (mut search, mut tally) = (dancing::Search::new(&encoded.problem, policy), Tally::default());
            let depth = search.descend(path, &mut tally);
            let had = format!("{} had chosen {}", solving.engine.name(), plural(path.len(), "option"));
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
    app.stepping = Some(Stepping::new(stepper, encoded, policy, app.settings.grain, app.settings.speed));
    app.screen = Screen::Step;
    if let Some(remark) = remark {
        app.say(remark);
    }
}

pub fn on_report(app: &mut App, Report { run, what }: Report) {
    let Some(solving) = app.solving.as_mut().filter(|solving| solving.run == run) else { return };
    match what {
        What::Paused(snapshot) => {
            solving.look(snapshot);
            return;
        }
        What::Finished(outcome) => solving.finish(*outcome),
        What::Panicked(message) => solving.phase = RunState::Panicked(message),
    }
    let (step, verdict) = (std::mem::take(&mut solving.then_step), solving.verdict());
    let finished = matches!(&solving.phase, RunState::Finished(outcome) if outcome.status != Status::Wrong);
    let wrong = match &solving.phase {
        RunState::Panicked(_) => true,
        RunState::Finished(outcome) => outcome.status == Status::Wrong,
        _ => false,
    };
    if let (true, Some(verdict), Some(document)) = (finished, &verdict, app.document_mut()) {
        document.told = Some((document.history.version(), verdict.clone()));
    }
    match verdict {
        Some(verdict) if wrong => app.complain(verdict),
        Some(_) if step => step_from_here(app),
        Some(verdict) if app.screen != Screen::Solve => app.say(verdict),
        _ => {}
    }
}
