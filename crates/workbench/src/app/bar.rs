//! The bar of each screen: the eight keys that matter in its state, the most important first. The
//! bar below the screen shows the first of them, and the help begins with them.

use super::action::{Action, on};
use super::keymap::{BarKey, Keymap};
use super::model::app::{App, Here};
use super::model::course::CourseTask;
use super::model::document::{Document, Mode, Pen};
use super::model::prompt::Purpose;
use super::model::shelf::ShelfPlace;
use super::model::solving::{RunState, Solving};
use super::model::stepping::{Aside, Motion, StepLayout, Stepping};
use super::overlay::Overlay;
use quadrille_puzzle::{CELL_COLORS, Mark};
use quadrille_study::Asks;

/// The first key of an action.
fn one(keys: &Keymap, action: impl Into<Action>, meaning: &'static str) -> BarKey {
    let action = action.into();
    BarKey { keys: keys.hint(action), meaning, action: Some(action) }
}

/// The keys of two related actions.
fn pair(keys: &Keymap, first: impl Into<Action>, second: impl Into<Action>, meaning: &'static str) -> BarKey {
    let first = first.into();
    BarKey { keys: format!("{}/{}", keys.hint(first), keys.hint(second)), meaning, action: Some(first) }
}

/// Typed keys that are not actions: symbols, and the keys of a mode.
fn typed(keys: impl Into<String>, meaning: &'static str) -> BarKey {
    BarKey { keys: keys.into(), meaning, action: None }
}

/// The keys that matter in the state of the screen, up to eight.
pub fn bar(app: &App) -> Vec<BarKey> {
    let keys = &app.desk.settings.keymap;
    match app.here() {
        Here::Library => in_library(app),
        Here::Play(document) => in_play(keys, document),
        Here::Solve(solving) => in_solve(keys, solving),
        Here::Model(_) => vec![
            one(keys, on::Model::NextList, "next list"),
            one(keys, on::Model::EnterRow, "look inside"),
            one(keys, on::Model::FilterRows, "search"),
            one(keys, on::Model::Forecast, "how large"),
            one(keys, on::Anywhere::Back, "back"),
        ],
        Here::Tree(..) => vec![
            pair(keys, on::Tree::Unfold, on::Tree::Fold, "unfold, fold"),
            one(keys, on::Tree::GoThere, "go there"),
            pair(keys, on::Tree::NodeDown, on::Tree::NodeUp, "move"),
            one(keys, on::Anywhere::Back, "back"),
        ],
        Here::Compare(_) => vec![
            one(keys, on::Compare::BothOn, "a node each"),
            one(keys, on::Compare::BothToEnd, "run to the end"),
            pair(keys, on::Compare::LeftRule, on::Compare::RightRule, "rules"),
            one(keys, on::Anywhere::Back, "back"),
        ],
        Here::Step(stepping) => match stepping.layout {
            StepLayout::Watch(aside) => in_watch(keys, stepping, aside),
            StepLayout::Inspect => in_inspect(keys),
        },
    }
}

/// The keys of Inspect.
fn in_inspect(keys: &Keymap) -> Vec<BarKey> {
    vec![
        pair(keys, on::Step::Forward, on::Step::Backward, "step"),
        pair(keys, on::Step::NextBranch, on::Step::PriorBranch, "branch"),
        pair(keys, on::Step::Finer, on::Step::Coarser, "grain"),
        one(keys, on::Step::Why, "why"),
        one(keys, on::Step::NextPanel, "view"),
        one(keys, on::Step::Inspect, "picture alone"),
        one(keys, on::Step::AskMe, "ask me"),
        one(keys, on::Step::Tree, "tree"),
    ]
}

/// The keys of the row under the cursor, and of the list.
fn in_library(app: &App) -> Vec<BarKey> {
    let is_filtering =
        matches!(&app.desk.overlay, Some(Overlay::Prompt(prompt)) if matches!(prompt.purpose, Purpose::Filter));
    if is_filtering {
        return vec![typed("letters", "find"), typed("enter", "choose"), typed("esc", "all puzzles")];
    }
    let keys = &app.desk.settings.keymap;
    let is_lesson = |at: usize| app.library.entries[at].card().is_some_and(|card| card.is_lesson());
    let mut pairs = match app.library.place() {
        Some(ShelfPlace::Entry(at)) if is_lesson(at) => vec![one(keys, on::Library::Open, "begin")],
        Some(ShelfPlace::Entry(_)) => vec![
            one(keys, on::Library::Open, "open"),
            one(keys, on::Library::StepFromList, "let it dance"),
            one(keys, on::Library::SolveFromList, "solve"),
        ],
        Some(ShelfPlace::Group(group)) => {
            vec![one(keys, on::Library::Open, if app.library.is_open(group) { "close" } else { "list them" })]
        }
        None => Vec::new(),
    };
    pairs.extend([
        one(keys, on::Library::Filter, "find"),
        one(keys, on::Library::NewFromList, "new grid"),
        one(keys, on::Anywhere::Quit, "quit"),
    ]);
    pairs
}

/// The keys of Play, by what a typed symbol does.
fn in_play(keymap: &Keymap, document: &Document) -> Vec<BarKey> {
    let rule = document.rule_begun();
    match document.typing.mode {
        Mode::Line => vec![
            typed(symbols(document), "place, move on"),
            typed("esc", "done"),
            typed(".", "empty"),
            typed("space", "skip"),
            typed("enter", "next row"),
            typed("backspace", "back"),
        ],
        Mode::Colors => vec![
            typed(format!("1-{}", CELL_COLORS.len()), "colour"),
            typed("0", "no colour"),
            play(keymap, document, on::Play::Undo, "undo"),
            play(keymap, document, on::Play::Colors, "place again"),
        ],
        Mode::Marks(Mark::Eliminated) => vec![
            typed(symbols(document), "rule out"),
            play(keymap, document, on::Play::Undo, "undo"),
            play(keymap, document, on::Play::Eliminate, "place again"),
        ],
        Mode::Marks(_) => vec![
            typed(symbols(document), "mark"),
            play(keymap, document, on::Play::FillMarks, "mark all"),
            play(keymap, document, on::Play::ClearMarks, "none"),
            play(keymap, document, on::Play::Undo, "undo"),
            play(keymap, document, on::Play::Marks, "place again"),
        ],
        Mode::Regions => vec![
            typed("a b c", "region, move on"),
            typed("esc", "done"),
            typed("A B C", "brush for the arrows"),
            typed("space", "skip, lift"),
            typed("enter", "next row"),
        ],
        Mode::Weights => vec![
            typed("0-9", "weigh, move on"),
            typed("esc", "done"),
            play(keymap, document, on::Play::Weigh, "larger"),
            play(keymap, document, on::Play::Preset, "by a rule"),
            typed("enter", "next row"),
        ],
        Mode::Rule(_) if rule.is_some_and(|rule| rule.spec().takes.numbers.1 > 0) => vec![
            typed("0-9", "its numbers"),
            typed("space", "select this cell"),
            typed("HJKL", "select the next"),
            play(keymap, document, on::Play::Clear, "one back"),
            typed("enter", "end the rule"),
            typed("esc", "done"),
        ],
        Mode::Rule(_) => vec![
            typed("hjkl", "move"),
            typed("space", "select this cell"),
            typed("HJKL", "select the next"),
            play(keymap, document, on::Play::Clear, "one back"),
            typed("enter", "end the rule"),
            typed("esc", "done"),
        ],
        Mode::Walls => vec![
            typed("HJKL", "walls"),
            typed("esc", "done"),
            typed("hjkl", "move"),
            play(keymap, document, on::Play::Undo, "undo"),
            play(keymap, document, on::Play::Save, "save"),
        ],
        Mode::Normal if document.puzzle.grid().is_none() => vec![
            play(keymap, document, on::Play::Debug, "let it dance"),
            play(keymap, document, on::Play::Solve, "solve"),
            play(keymap, document, on::Play::Line, "select an option"),
            play(keymap, document, on::Play::Model, "model"),
            play(keymap, document, on::Play::EditText, "edit as text"),
            play(keymap, document, on::Anywhere::Details, "details"),
            play(keymap, document, on::Anywhere::Back, "back"),
        ],
        // An empty grid is made into a puzzle.
        Mode::Normal if document.typing.pen == Pen::Given => vec![
            typed(symbols(document), "write givens"),
            play(keymap, document, on::Play::Line, "by line"),
            play(keymap, document, on::Play::Rules, "cages, lines"),
            play(keymap, document, on::Play::Watch, "solutions"),
            play(keymap, document, on::Play::Solve, "solve"),
            play(keymap, document, on::Play::Givens, "your own"),
            play(keymap, document, on::Play::Undo, "undo"),
            play(keymap, document, on::Play::Save, "save"),
        ],
        Mode::Normal => vec![
            typed(symbols(document), "place"),
            play(keymap, document, on::Play::Marks, "marks"),
            play(keymap, document, on::Play::Hint, "hint"),
            play(keymap, document, on::Play::Verdict, "check"),
            play(keymap, document, on::Play::Solve, "solve"),
            play(keymap, document, on::Play::Debug, "let it dance"),
            play(keymap, document, on::Play::Undo, "undo"),
            play(keymap, document, on::Anywhere::Details, "details"),
        ],
    }
}

/// The key of an action of Play, with its meaning.
fn play(keymap: &Keymap, document: &Document, action: impl Into<Action>, meaning: &'static str) -> BarKey {
    let action = action.into();
    BarKey { keys: play_key(keymap, document, action), meaning, action: Some(action) }
}

/// The key of an action of Play. A letter that is a symbol there follows the prefix key.
pub(super) fn play_key(keymap: &Keymap, document: &Document, action: impl Into<Action>) -> String {
    let grid = document.puzzle.grid().filter(|grid| grid.has_letters());
    let symbol = |c: char| !c.is_ascii_digit() && grid.is_some_and(|grid| grid.alphabet.symbol(c).is_some());
    let hint = keymap.hint(action);
    let mut chars = hint.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if symbol(c) => format!("{}{hint}", keymap.hint(on::Play::Prefix)),
        _ => hint,
    }
}

/// The symbols that can be typed: `1-9`, or `1-4` on a small grid.
fn symbols(document: &Document) -> String {
    // Up to side 9, symbols are digits. On a larger grid, letters are symbols too.
    document.puzzle.grid().map_or(String::new(), |grid| match grid.has_letters() {
        false => grid.alphabet.name().chars().take(3).collect(),
        _ => grid.alphabet.name(),
    })
}

/// The keys of Solve, by the state of the run.
fn in_solve(keys: &Keymap, solving: &Solving) -> Vec<BarKey> {
    let mut pairs = Vec::new();
    if solving.is_alive() {
        let pause = if matches!(solving.phase, RunState::Paused) { "go on" } else { "pause" };
        pairs.push(one(keys, on::Solve::Pause, pause));
        pairs.push(one(keys, on::Solve::StepFromHere, "step from here"));
        pairs.push(one(keys, on::Anywhere::Interrupt, "stop"));
    } else {
        if matches!(&solving.phase, RunState::Finished(outcome) if outcome.kept) {
            pairs.push(one(keys, on::Solve::Pause, "go on"));
        }
        if solving.solutions.first().is_some_and(|solution| solution.grid().is_some()) {
            pairs.push(one(keys, on::Solve::Fill, "write it in"));
        }
        if solving.solutions.len() > 1 {
            pairs.push(one(keys, on::Solve::NextSolution, "next solution"));
        }
        if solving.is_bad_news() {
            pairs.push(one(keys, on::Solve::Findings, "findings"));
        }
        pairs.push(one(keys, on::Solve::StepFromHere, "step"));
    }
    pairs.push(one(keys, on::Anywhere::Details, "details"));
    pairs.push(one(keys, on::Anywhere::Back, "back"));
    pairs.push(one(keys, on::Solve::OtherEngine, "another engine"));
    pairs.push(one(keys, on::Solve::Goal, "ask something else"));
    pairs
}

/// The keys of Watch, by whether it plays, and in a lesson.
fn in_watch(keys: &Keymap, stepping: &Stepping, aside: Aside) -> Vec<BarKey> {
    if stepping.motion != Motion::Still {
        return vec![
            one(keys, on::Step::Run, "pause"),
            one(keys, on::Step::Forward, "step"),
            one(keys, on::Step::Slower, "slower"),
            one(keys, on::Step::Faster, "faster"),
        ];
    }
    let mut pairs = Vec::new();
    let asked = stepping.learning.asked.as_ref().filter(|asked| asked.is_open());
    match asked.map(|asked| (asked.quiz.sort, asked.quiz.sentences.len())) {
        Some((Asks::Sentence, n)) => pairs.push(typed(format!("1-{n}"), "answer")),
        Some(_) => pairs.extend([one(keys, on::Step::Take, "answer"), one(keys, on::Step::Find, "by name")]),
        None => {}
    }
    let why = asked.is_none().then(|| one(keys, on::Step::Why, "why"));
    if stepping.learning.is_today() {
        let is_away = stepping.learning.asked.as_ref().is_some_and(|asked| asked.site != stepping.stepper.site());
        if is_away {
            pairs = vec![one(keys, on::Step::GoBack, "back to the question")];
        }
        pairs.extend(why);
        pairs.push(one(keys, on::Step::GoOn, "next question"));
        return pairs;
    }
    if let Some(course) = stepping.learning.course.as_ref().filter(|_| stepping.trial.is_none()) {
        pairs.splice(0..0, [one(keys, on::Step::GoOn, "go on"), one(keys, on::Step::GoBack, "back")]);
        match &course.task {
            Some((CourseTask::Build(_), _)) => pairs.push(one(keys, on::Step::Take, "begin")),
            Some((CourseTask::Tell(..), false)) => pairs.push(one(keys, on::Step::Take, "compare")),
            Some((CourseTask::Tell(..), true) | (CourseTask::Reach(_), _)) | None => {}
        }
        pairs.extend([one(keys, on::Step::Forward, "step"), one(keys, on::Step::Backward, "back")]);
        pairs.extend(why);
        return pairs;
    }
    if asked.is_some() {
        pairs.push(one(keys, on::Step::AskMe, "another question"));
        return pairs;
    }
    pairs.extend([
        one(keys, on::Step::Forward, "step"),
        one(keys, on::Step::Backward, "back"),
        one(keys, on::Step::Run, "play"),
        one(keys, on::Step::NextBranch, "next branch"),
        one(keys, on::Step::Why, if matches!(aside, Aside::Why(_)) { "close" } else { "why" }),
    ]);
    pairs.push(match (&stepping.trial, aside) {
        (_, Aside::Try) => one(keys, on::Step::Take, "try it"),
        (Some(_), _) => one(keys, on::Step::Return, "return"),
        (None, _) => one(keys, on::Step::NextOption, "try"),
    });
    pairs.push(one(keys, on::Step::Inspect, "every view"));
    pairs.push(one(keys, on::Step::Tree, "tree"));
    pairs
}
