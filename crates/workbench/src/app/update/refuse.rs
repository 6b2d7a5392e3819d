//! Refusals: why an action cannot run in this state, and what would help. The router
//! asks before it runs an action, and the palette leaves out what is refused.

use crate::app::action::{ACTIONS, Action, Needs, Screen, Spec, on, spec};
use crate::app::key::Key;
use crate::app::keymap::Keymap;
use crate::app::model::app::App;
use crate::app::model::edit_error::EditError;
use crate::app::model::modelling::List;
use crate::app::model::shelf::ShelfPlace;
use crate::app::model::solving::{RunState, Solving};
use quadrille_puzzle::Areas;
use quadrille_study::{Compare, Knot, Tree};
use std::collections::VecDeque;

/// The reason why an action cannot run in this state, and what would help. `None` if it can, or if
/// the handler of the action says more.
pub(crate) fn why_not(app: &App, action: Action) -> Option<String> {
    let keys = &app.desk.settings.keymap;
    if let Some(why) = unmet(app, spec(action).needs) {
        return Some(why);
    }
    match action {
        Action::Library(action) => in_library(app, action),
        Action::Solve(action) => in_solve(keys, app.rooms.solving.as_ref()?, action),
        Action::Tree(action) => in_tree(keys, app.rooms.tree.as_ref()?, action),
        Action::Compare(action) => in_compare(keys, app.rooms.compare.as_ref()?, action),
        Action::Model(on::Model::EnterRow) if app.rooms.modelling.as_ref()?.list == List::Findings => {
            let key = keys.hint(on::Model::NextList);
            Some(format!("a finding is shown in full beside the list; {key} goes to the items and options"))
        }
        Action::Play(on::Play::WatchOwn) if app.desk.watch.is_none() => {
            Some(format!("{} shows the setter's panel first", keys.hint(on::Play::Watch)))
        }
        Action::Play(on::Play::Prefix) if app.document().is_some_and(|document| !document.has_letters()) => {
            Some("the symbols are digits here, so letters are commands already".to_string())
        }
        Action::Anywhere(_) | Action::Play(_) | Action::Step(_) | Action::Model(_) => None,
    }
}

/// Returns why the open puzzle does not have what an action needs.
pub fn unmet(app: &App, needs: Needs) -> Option<String> {
    let grid = app.document().and_then(|document| document.puzzle.grid());
    let new = app.desk.settings.keymap.hint(on::Play::New);
    match (needs, grid) {
        (Needs::Nothing, _) => None,
        (Needs::Grid | Needs::Jigsaw | Needs::Weights, None) => Some(EditError::NoGrid.to_string()),
        (Needs::Jigsaw, Some(grid)) if matches!(grid.areas, Areas::Regions(_)) => Some(EditError::Free.to_string()),
        (Needs::Jigsaw, Some(grid)) if !matches!(grid.areas, Areas::Walls(_)) => {
            Some(format!("{}; {new} makes a new one", EditError::NoJigsaw("walls and regions")))
        }
        (Needs::Weights, Some(grid)) if grid.weights.is_none() => {
            Some(format!("{}; {new} makes a new one", EditError::NoWeights))
        }
        (Needs::Grid | Needs::Jigsaw | Needs::Weights, Some(_)) => None,
    }
}

fn in_library(app: &App, action: on::Library) -> Option<String> {
    use on::Library::{Open, SolveFromList, StepFromList};
    let keys = &app.desk.settings.keymap;
    match (action, app.library.place()) {
        (Open | SolveFromList | StepFromList, None) => {
            let back = keys.hint(on::Anywhere::Back);
            Some(format!("no puzzle has that in its name, kind or title; {back} lists all"))
        }
        (SolveFromList | StepFromList, Some(ShelfPlace::Group(_))) => {
            Some(format!("choose a puzzle of this kind first; {} lists them", keys.hint(Open)))
        }
        _ => None,
    }
}

fn in_solve(keys: &Keymap, solving: &Solving, action: on::Solve) -> Option<String> {
    use on::Solve::{Fill, Goal, NextSolution, Pause, PriorSolution};
    let is_over = !solving.is_alive();
    let goal = keys.hint(Goal);
    match action {
        Pause if is_over && !matches!(&solving.phase, RunState::Finished(outcome) if outcome.kept) => {
            Some(format!("the run is over; {goal} asks something else"))
        }
        NextSolution | PriorSolution | Fill if !is_over => {
            let stop = keys.hint(on::Anywhere::Interrupt);
            Some(format!("solutions can be looked at when the run is over; {stop} stops it"))
        }
        NextSolution | PriorSolution if solving.solutions.len() < 2 => Some(match solving.solutions.len() {
            0 => format!("there is no solution to look at; {goal} asks something else"),
            _ => format!("this is the only solution that was kept; {goal} asks for more"),
        }),
        _ => None,
    }
}

fn in_tree(keys: &Keymap, tree: &Tree, action: on::Tree) -> Option<String> {
    let row = tree.rows.get(tree.cursor)?;
    let go = keys.hint(on::Tree::GoThere);
    match (action, row.knot) {
        (on::Tree::Unfold, Knot::Solution) => Some(format!("a solution has no branches; {go} opens it in Step")),
        (on::Tree::Unfold, Knot::Cut | Knot::Item(_, 0)) => {
            Some(format!("a dead end has no branches; {go} opens it in Step"))
        }
        (on::Tree::Unfold, Knot::Item(..)) if row.open => {
            Some(format!("its branches are listed below it; {} goes there", keys.hint(on::Tree::NodeDown)))
        }
        (on::Tree::Fold, _) if row.path.is_empty() && !row.open => {
            Some(format!("this is the root, and it is folded; {} unfolds it", keys.hint(on::Tree::Unfold)))
        }
        _ => None,
    }
}

fn in_compare(keys: &Keymap, compare: &Compare, action: on::Compare) -> Option<String> {
    let is_over = compare.runners.iter().all(|runner| runner.over);
    match action {
        on::Compare::BothOn | on::Compare::BothToEnd if is_over => {
            let (left, right) = (keys.hint(on::Compare::LeftRule), keys.hint(on::Compare::RightRule));
            Some(format!("both searches are at their end; {left} and {right} restart them with another rule"))
        }
        _ => None,
    }
}

/// The ways between screens: the action on a screen that opens another.
fn ways() -> [(Screen, Action, Screen); 13] {
    use Screen::{Compare, Library, Model, Play, Solve, Step, Tree};
    [
        (Library, on::Library::Open.into(), Play),
        (Library, on::Library::StepFromList.into(), Step),
        (Library, on::Library::SolveFromList.into(), Solve),
        (Play, on::Play::Debug.into(), Step),
        (Play, on::Play::Solve.into(), Solve),
        (Play, on::Play::Model.into(), Model),
        (Play, on::Anywhere::Back.into(), Library),
        (Solve, on::Solve::StepFromHere.into(), Step),
        (Solve, on::Anywhere::Back.into(), Play),
        (Step, on::Step::Tree.into(), Tree),
        (Step, on::Step::Compare.into(), Compare),
        (Step, on::Anywhere::Back.into(), Play),
        (Model, on::Anywhere::Back.into(), Play),
    ]
}

/// The keys that lead from a screen to another. From Tree and Compare the way begins with the key
/// that goes back to Step.
fn way(keys: &Keymap, from: Screen, to: Screen) -> Vec<String> {
    let ways = ways();
    let mut found: VecDeque<(Screen, Vec<String>)> = VecDeque::from([(from, Vec::new())]);
    while let Some((here, path)) = found.pop_front() {
        if here == to || path.len() > ways.len() {
            return path;
        }
        let back = (here, on::Anywhere::Back.into(), Screen::Step);
        let above = matches!(here, Screen::Tree | Screen::Compare).then_some(&back);
        for (_, action, next) in ways.iter().filter(|(start, ..)| *start == here).chain(above) {
            found.push_back((*next, path.iter().cloned().chain([keys.hint(*action)]).collect()));
        }
    }
    Vec::new()
}

/// The answer to a key that has no action on a screen: what it does on the nearest screen that has
/// one for this puzzle, and how to get there, or where the keys are listed.
pub(crate) fn unbound(app: &App, key: Key) -> String {
    let (keys, screen) = (&app.desk.settings.keymap, app.screen());
    let is_key = |spec: &&Spec| !spec.scope.holds_on(screen) && keys.keys(spec.action).contains(&key);
    let elsewhere = ACTIONS.iter().filter(|spec| is_key(spec) && unmet(app, spec.needs).is_none());
    let ways = elsewhere.filter_map(|spec| {
        let there = spec.scope.screen()?;
        Some((spec, there, way(keys, screen, there)))
    });
    let help = keys.hint(on::Anywhere::Help);
    match ways.min_by_key(|(_, there, way)| (way.len(), *there == Screen::Library)) {
        Some((spec, there, way)) => {
            let way = way.join(", then ");
            format!("{key} is a key of {} ({}); {way} goes there. {help} lists the keys here", there.title(), spec.help)
        }
        None => format!("no action has the key {key}; {help} lists the keys here"),
    }
}
