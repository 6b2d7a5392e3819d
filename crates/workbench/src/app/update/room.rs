//! Makes rooms and shows them when they are ready. The results of tasks arrive here too.

use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use crate::app::message::Effect;
use crate::app::model::app::{App, Desk, Here};
use crate::app::model::document::Document;
use crate::app::model::library::Library;
use crate::app::model::room::{Ahead, AheadState, MOST_AHEAD, Opening, QUICK, Room, RoomState, Waiting, Wish};
use crate::app::model::rooms::Rooms;
use crate::app::model::solving::Solving;
use crate::app::model::stepping::{Cursor, Position, Stepping};
use dancing::{AddressError, Goal, Policy};
use quadrille_puzzle::{Listing, Puzzle};
use quadrille_solve::{Engine, Job, Order, RunId, Site};
use quadrille_study::{TaskResult, item_rule_words, plural, policy_of};

fn open(app: &mut App, wish: Wish) -> Vec<Ask> {
    let Some(document) = app.document() else { return Vec::new() };
    let shape = document.puzzle.shape.clone();
    let encoded = app.rooms.encoded_of(&shape).cloned();
    let id = app.desk.next_run();
    let size =
        shape.listing().map_or(String::new(), |listing| format!(" of {}", plural(listing.options.len(), "option")));
    let what = format!("{}{size}", wish.words());
    if let Wish::Step(policy, grain, speed, None) = wish
        && let Some(ahead) = app.rooms.ahead.take_if(|ahead| ahead.is_of(&shape))
    {
        match ahead.state {
            AheadState::Ready(stepping) if stepping.policy == policy => {
                let stepping = Box::new(Stepping { grain, speed, ..*stepping });
                return enter(app, Room { shape, state: RoomState::Step(stepping, Ok(())) });
            }
            AheadState::Making => {
                app.desk.opening = Some(Waiting::new(ahead.id, &what));
                app.rooms.ahead = Some(ahead);
                return Vec::new();
            }
            AheadState::Ready(_) | AheadState::Failed => {}
        }
    }
    let opening = Opening { id, shape, encoded, wish };
    if opening.is_quick() {
        return enter(app, opening.make());
    }
    app.desk.opening = Some(Waiting::new(id, &what));
    vec![Effect::Open(Box::new(opening)).into()]
}

/// Handles a room that is ready or could not be made. It is shown only if it is still wanted and
/// the puzzle has not changed.
pub(crate) fn on_opened(app: &mut App, id: RunId, room: Result<Box<Room>, String>) -> Vec<Ask> {
    let waited = app.desk.opening.as_ref().is_some_and(|waiting| waiting.is(id));
    if let Some(ahead) = app.rooms.ahead.as_mut().filter(|ahead| ahead.id == id) {
        if waited {
            app.rooms.ahead = None;
        } else {
            ahead.state = match room.map(|room| room.state) {
                Ok(RoomState::Step(stepping, _)) => AheadState::Ready(stepping),
                _ => AheadState::Failed,
            };
            return Vec::new();
        }
    }
    if app.desk.opening.take_if(|waiting| waiting.is(id)).is_none() {
        return Vec::new();
    }
    match room {
        Ok(room) if app.document().is_some_and(|document| document.puzzle.shape == room.shape) => enter(app, *room),
        Ok(_) => Vec::new(),
        Err(error) => {
            app.desk.complain(format!("an internal error, please report it: {error}"));
            Vec::new()
        }
    }
}

fn enter(app: &mut App, room: Room) -> Vec<Ask> {
    let App { rooms, desk, .. } = app;
    match room.state {
        RoomState::Solve(solving, shown) => return begin(rooms, *solving, shown),
        RoomState::Step(mut stepping, there) => {
            // The cursor starts at what the current hint is about.
            let told = desk.hinting.as_ref().filter(|hinting| hinting.is_about(stepping.encoded.shape()));
            if let Some(text) = told.and_then(|hinting| stepping.point(hinting)) {
                let key = desk.settings.keymap.hint(on::Step::Why);
                desk.say(format!("the hint's {text} is selected; {key} says what happened to it"));
            }
            if let Err(why) = there {
                desk.complain(why);
            }
            // A search that begins here, at its root, plays. One that was placed waits for a key.
            let is_begun = !stepping.stepper.site().address.branches.is_empty();
            let is_pointed = stepping.cursor != Cursor::default();
            if desk.settings.plays && !desk.settings.keymap.is_named() && !is_begun && !is_pointed {
                stepping.play();
            }
            stepping.layout = desk.settings.layout;
            rooms.stepping = Some(*stepping);
            rooms.show(Screen::Step);
            return vec![Ask::Lesson];
        }
        RoomState::Root(policy, mut stepper, site) => {
            let there = site.is_some_and(|site| stepper.go_to(&site).is_ok());
            if let Some(stepping) = &mut rooms.stepping {
                (stepping.policy, stepping.stepper) = (policy, *stepper);
            }
            let place = if there { "where you were" } else { "at the root again" };
            desk.say(format!("{place}, with another rule: {}", item_rule_words(policy.rule)));
        }
        RoomState::Tree(tree) => {
            rooms.tree = Some(*tree);
            rooms.show(Screen::Tree);
        }
        RoomState::Compare(compare) => {
            rooms.compare = Some(*compare);
            rooms.show(Screen::Compare);
        }
        RoomState::Model(modelling) => {
            rooms.modelling = Some(*modelling);
            rooms.show(Screen::Model);
        }
    }
    Vec::new()
}

/// Starts a prepared run, and shows its screen if `shown`.
fn begin(rooms: &mut Rooms, mut solving: Solving, shown: bool) -> Vec<Ask> {
    let (run, goal, problem) = (solving.run, solving.goal, solving.encoded.problem.clone());
    let order = Order { engine: solving.asked, ..Order::new(goal) };
    if let Some(before) = rooms.solving.take() {
        solving.follow(before);
    }
    rooms.solving = Some(solving);
    if shown {
        rooms.show(Screen::Solve);
    }
    vec![Effect::Start(Box::new(Job { run, problem, order, drill: false })).into()]
}

/// Starts a run of the open puzzle. Its screen is shown if `shown`.
pub fn run(app: &mut App, goal: Goal, engine: Option<Engine>, shown: bool) -> Vec<Ask> {
    open(app, Wish::Solve(goal, engine, shown))
}

/// Shows the run of the open puzzle, and starts one if there is none.
pub fn solve(app: &mut App) -> Vec<Ask> {
    let App { library, rooms, desk } = app;
    let Some(puzzle) = fit(library, desk) else { return Vec::new() };
    if rooms.solving_of(&puzzle.shape).is_some() {
        rooms.show(Screen::Solve);
        return Vec::new();
    }
    vec![Ask::Run { goal: puzzle.goal(), engine: None, shown: true }]
}

/// The open puzzle, unless it cannot be solved or stepped. A notice then says why.
fn fit<'a>(library: &'a Library, desk: &mut Desk) -> Option<&'a Puzzle> {
    let puzzle = &library.document()?.puzzle;
    (!desk.refuses(puzzle)).then_some(puzzle)
}

/// Opens the debugger at the root, or at the position at which it was left.
pub fn step(app: &mut App) -> Vec<Ask> {
    let Some(wish) = step_wish(app) else { return Vec::new() };
    open(app, wish)
}

/// Opens the debugger at a position.
pub fn step_at(app: &mut App, Position { site, rule }: Position) -> Vec<Ask> {
    match step_wish(app) {
        Some(Wish::Step(policy, grain, speed, _)) => {
            open(app, Wish::Step(Policy { rule, ..policy }, grain, speed, Some(site)))
        }
        _ => Vec::new(),
    }
}

/// Returns the wish that opens the debugger. Returns `None` if the puzzle is unfit, or if the
/// debugger is open already; then its screen is shown.
fn step_wish(app: &mut App) -> Option<Wish> {
    let App { library, rooms, desk } = app;
    let puzzle = fit(library, desk)?;
    if rooms.stepping_of(&puzzle.shape).is_some() {
        rooms.show(Screen::Step);
        return None;
    }
    Some(Wish::Step(policy_of(puzzle), desk.settings.grain, desk.settings.speed, None))
}

/// Opens the debugger at the position of the stopped run. If it opens elsewhere, a notice says so.
pub(crate) fn step_from_run(app: &mut App) {
    let App { library, rooms, desk } = app;
    let (Some(solving), Some(document)) = (&rooms.solving, library.document()) else { return };
    let (stepping, remark) = solving.debugger(&document.puzzle, &desk.settings);
    rooms.stepping = Some(stepping);
    rooms.show(Screen::Step);
    if let Some(remark) = remark {
        desk.say(remark);
    }
}

/// Makes the debugger of a large puzzle ahead, while the puzzle is looked at, so that it opens at
/// once.
pub(crate) fn keep_ready(app: &mut App) -> Option<Effect> {
    let Here::Play(Document { puzzle, .. }) = app.here() else { return None };
    let is_kept = |ahead: &Ahead| ahead.is_of(&puzzle.shape) || matches!(ahead.state, AheadState::Making);
    if app.rooms.ahead.as_ref().is_some_and(is_kept) {
        return None;
    }
    let is_large = |listing: &Listing| (QUICK..MOST_AHEAD).contains(&listing.options.n_cells());
    let wanted = puzzle.shape.listing().is_some_and(is_large) && app.rooms.stepping_of(&puzzle.shape).is_none();
    let wanted = wanted.then(|| (puzzle.shape.clone(), policy_of(puzzle)));
    app.rooms.ahead = None;
    let (shape, policy) = wanted?;
    let wish = Wish::Step(policy, app.desk.settings.grain, app.desk.settings.speed, None);
    let id = app.desk.next_run();
    app.rooms.ahead = Some(Ahead { id, shape: shape.clone(), state: AheadState::Making });
    Some(Effect::Open(Box::new(Opening { id, shape, encoded: None, wish })))
}

/// Restarts the debugger with another policy, at the root or at a site.
pub fn restart(app: &mut App, policy: Policy, site: Option<Site>) -> Vec<Ask> {
    open(app, Wish::Root(policy, site))
}

/// Opens the tree at the debugger's position.
pub fn tree(app: &mut App) -> Vec<Ask> {
    let stepper = app.rooms.stepping.as_ref().map(|stepping| Box::new(stepping.stepper.clone()));
    stepper.map_or(Vec::new(), |stepper| open(app, Wish::Tree(stepper)))
}

/// Opens the comparison of the debugger's rule with another.
pub fn compare(app: &mut App) -> Vec<Ask> {
    let policy = app.rooms.stepping.as_ref().map(|stepping| stepping.policy);
    policy.map_or(Vec::new(), |policy| open(app, Wish::Compare(policy)))
}

/// Opens the model of the open puzzle.
pub fn model(app: &mut App) -> Vec<Ask> {
    let App { library, rooms, desk } = app;
    let Some(puzzle) = fit(library, desk) else { return Vec::new() };
    if rooms.modelling_of(&puzzle.shape).is_some() {
        rooms.show(Screen::Model);
        return Vec::new();
    }
    open(app, Wish::Model)
}

/// The reason why the debugger is not open at a state.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoStep {
    /// There is no puzzle.
    #[error("there is no puzzle to step")]
    Empty,
    /// The room was not made: the notice that says why.
    #[error("{0}")]
    Unmade(String),
    /// The search has no such state.
    #[error(transparent)]
    Astray(#[from] AddressError),
}

/// Opens the debugger at once, before there is a screen.
pub(crate) fn step_now(app: &mut App) -> Result<&mut Stepping, NoStep> {
    if let (Some(wish), Some(document)) = (step_wish(app), app.document()) {
        let opening = Opening { id: RunId(0), shape: document.puzzle.shape.clone(), encoded: None, wish };
        enter(app, opening.make());
    }
    let fault = app.desk.notice.take().map(|notice| notice.text);
    let missing = || fault.map_or(NoStep::Empty, NoStep::Unmade);
    let stepping = app.rooms.stepping.as_mut().ok_or_else(missing)?;
    stepping.halt();
    Ok(stepping)
}

/// The columns below which the setter's panel has no room beside a grid.
const SMALL: u16 = 60;

/// Handles the end of a task: shows a survey, or opens a new puzzle.
pub(crate) fn on_worked(app: &mut App, id: RunId, done: Result<TaskResult, String>) -> Vec<Ask> {
    match done {
        Ok(TaskResult::Survey(found)) => {
            if let Some(watch) = &mut app.desk.watch {
                watch.take(id, found.map(|found| *found));
                // A small screen has no room for the panel.
                let words = watch.found.as_ref().map(|found| found.words(&watch.grid).join("; "));
                if let Some(words) = words.filter(|_| app.desk.terminal.size.0 < SMALL) {
                    app.desk.say(words);
                }
            }
        }
        Ok(TaskResult::Hint(found)) => {
            let waited = app.desk.opening.take_if(|waiting| waiting.is(id)).is_some();
            match found {
                Some(found) if waited => {
                    if let Some(document) = app.library.document_mut() {
                        super::play::hint_found(document, &mut app.desk, *found);
                    }
                }
                None if waited => app.desk.say("no hint was found in two seconds"),
                _ => {}
            }
            // The hint stopped a survey that was being made.
            if let Some(watch) = app.desk.watch.as_mut().filter(|watch| watch.found.is_none()) {
                watch.id = RunId(0);
            }
        }
        Ok(TaskResult::Rate(rating)) => {
            if let Some(rated) = app.desk.rated.as_mut().filter(|rated| rated.id == id) {
                rated.rating = Some(rating);
            }
        }
        Ok(TaskResult::Ask(found)) if app.desk.opening.take_if(|waiting| waiting.is(id)).is_some() => {
            let is_shown = app.screen() == Screen::Step;
            if let (Some(found), Some(stepping)) = (found, &mut app.rooms.stepping) {
                super::step::replied(stepping, &mut app.desk, *found, is_shown);
            }
        }
        Ok(TaskResult::Generate(made)) if app.desk.opening.take_if(|waiting| waiting.is(id)).is_some() => match made {
            Ok(made) => {
                let name = format!("new {}", made.puzzle.summary());
                let words = made.words();
                app.add(&name, Document::new(made.puzzle, None));
                if let Some(document) = app.library.document_mut() {
                    document.history.mark_unsaved();
                }
                app.desk.say(words);
                return vec![Ask::Refresh];
            }
            Err(why) => app.desk.complain(why),
        },
        Ok(TaskResult::Generate(_) | TaskResult::Ask(_)) => {}
        Err(error) => {
            app.desk.opening.take_if(|waiting| waiting.is(id));
            app.desk.complain(format!("an internal error, please report it: {error}"));
        }
    }
    Vec::new()
}
