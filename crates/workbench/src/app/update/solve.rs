//! The actions of the screen Solve: a background run, its end, and the hand-over to the debugger.

use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use crate::app::message::Effect;
use crate::app::model::app::{App, Desk};
use crate::app::model::document::Document;
use crate::app::model::solving::{RunState, Solving};
use dancing::Goal;
use quadrille_puzzle::Solution;
use quadrille_solve::{Engine, Status, What};
use quadrille_study::plural;

/// Finds out whether there is exactly one solution, without leaving the screen. A run that answers
/// this is reused.
pub fn verdict(app: &mut App) -> Vec<Ask> {
    let Some(Document { puzzle, .. }) = app.library.document() else { return Vec::new() };
    if app.desk.refuses(puzzle) {
        return Vec::new();
    }
    match app.rooms.solving_of(&puzzle.shape).filter(|solving| solving.goal != Goal::First) {
        Some(solving) => {
            app.desk.say(solving.verdict().unwrap_or_else(|| "the answer is being searched for".to_string()));
            Vec::new()
        }
        None => vec![Ask::Run { goal: Goal::Unique, engine: None, shown: false }],
    }
}

pub fn act(solving: &mut Solving, document: Option<&mut Document>, desk: &mut Desk, action: on::Solve) -> Vec<Ask> {
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
            vec![Ask::StepFromRun]
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
                desk.say("no other engine answers this question");
                return Vec::new();
            }
            vec![Ask::Run { goal, engine, shown: true }]
        }
        on::Solve::NextSolution => {
            solving.turn(true);
            Vec::new()
        }
        on::Solve::PriorSolution => {
            solving.turn(false);
            Vec::new()
        }
        on::Solve::Fill => fill(solving, document, desk),
        on::Solve::Findings => vec![Ask::Findings],
    }
}

/// The next goal in the cycle. Only weighted puzzles have the goal of the best score.
fn next_goal(goal: Goal, weighted: bool) -> Goal {
    match goal {
        Goal::First => Goal::Unique,
        Goal::Unique => Goal::Count { limit: None },
        Goal::Count { .. } if weighted => Goal::Best,
        Goal::Count { .. } | Goal::Best => Goal::First,
    }
}

/// Writes the solution that is shown into the grid.
fn fill(solving: &Solving, document: Option<&mut Document>, desk: &mut Desk) -> Vec<Ask> {
    let Some(document) = document else { return Vec::new() };
    let Some(solution) = solving.solutions.get(solving.shown).and_then(Solution::grid) else {
        let listing = document.puzzle.grid().is_none();
        desk.say(if listing { "this puzzle has no grid to write into" } else { "there is no solution to write" });
        return Vec::new();
    };
    let filled = document.fill(solution);
    let key = desk.settings.keymap.hint(on::Play::Undo);
    desk.say(format!("{} written; {key} undoes it", plural(filled, "cell")));
    vec![Ask::Show(Screen::Play), Ask::Refresh]
}

/// Handles a report of the run. The verdict is said unless the screen of the run `is_shown`.
pub(crate) fn on_report(
    solving: &mut Solving,
    document: Option<&mut Document>,
    desk: &mut Desk,
    what: What,
    is_shown: bool,
) -> Vec<Ask> {
    match what {
        What::Paused(snapshot) => {
            solving.look(snapshot);
            return Vec::new();
        }
        What::Finished(outcome) => solving.finish(*outcome),
        What::Panicked(message) => solving.phase = RunState::Panicked(message),
    }
    let then_step = std::mem::take(&mut solving.then_step);
    let Some(verdict) = solving.verdict() else { return Vec::new() };
    let is_wrong = match &solving.phase {
        RunState::Panicked(_) => true,
        RunState::Finished(outcome) => outcome.status == Status::Wrong,
        _ => false,
    };
    if is_wrong {
        desk.complain(verdict);
        return Vec::new();
    }
    if let Some(document) = document {
        document.told.verdict = Some((document.history.version(), verdict.clone()));
    }
    if then_step {
        return vec![Ask::StepFromRun];
    }
    if !is_shown {
        desk.say(verdict);
    }
    Vec::new()
}
