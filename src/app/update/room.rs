//! Makes rooms. A room is the state of a screen: a run, the debugger, the tree, a comparison or the
//! model. The room of a large puzzle is made on a separate thread and shown when it is ready.

use crate::app::action::{Screen, on};
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::modelling::Modelling;
use crate::app::model::solving::Solving;
use crate::app::model::stepping::Stepping;
use crate::app::update::play::hint as hinting;
use crate::app::update::solve as running;
use crate::app::update::unfit;
use crate::dlx::{Goal, Policy, Rule};
use crate::puzzle::{Encoded, Shape, encode};
use crate::solve::{Grain, RunId, Site, Stepper};
use crate::study::{Compare, Making, Tree, plural, policy_of};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The room to be made, with its parameters.
#[derive(Clone, Debug)]
enum Wish {
    /// A run for a goal. The flag is true if its screen is shown.
    Solve(Goal, bool),
    /// The debugger at the root, with a grain and a speed.
    Step(Policy, Grain, usize),
    /// The debugger with another policy, at a site or, without one, at the root.
    Root(Policy, Option<Site>),
    Tree(Box<Stepper>),
    Compare(Policy),
    Model,
}

impl Wish {
    fn words(&self) -> &'static str {
        match self {
            Wish::Solve(..) => "the run",
            Wish::Step(..) | Wish::Root(..) => "the debugger",
            Wish::Tree(_) => "the tree",
            Wish::Compare(_) => "two searches",
            Wish::Model => "the model",
        }
    }
}

/// The input from which any thread can make a room.
#[derive(Clone, Debug)]
pub struct Opening {
    pub id: RunId,
    shape: Shape,
    encoded: Option<Arc<Encoded>>,
    wish: Wish,
}

/// A room that is ready.
#[derive(Debug)]
pub struct Room {
    shape: Shape,
    what: What,
}

#[derive(Debug)]
enum What {
    Solve(Box<Solving>, bool),
    Step(Box<Stepping>),
    Root(Policy, Box<Stepper>, Option<Site>),
    Tree(Box<Tree>),
    Compare(Box<Compare>),
    Model(Box<Modelling>),
}

impl Opening {
    /// Makes the room. A puzzle with a million options takes about a second.
    pub fn make(self) -> Room {
        let Opening { id, shape, encoded, wish } = self;
        let encoded = encoded.unwrap_or_else(|| Arc::new(encode(&shape)));
        let what = match wish {
            Wish::Solve(goal, shown) => What::Solve(Box::new(Solving::new(id, encoded, goal)), shown),
            Wish::Step(policy, grain, speed) => {
                let stepper = Stepper::new(&encoded.problem, policy);
                What::Step(Box::new(Stepping::new(stepper, encoded, policy, grain, speed)))
            }
            Wish::Root(policy, site) => What::Root(policy, Box::new(Stepper::new(&encoded.problem, policy)), site),
            Wish::Tree(stepper) => What::Tree(Box::new(Tree::new(stepper.search()))),
            Wish::Compare(policy) => {
                let other = if policy.rule == Rule::Fewest { Rule::First } else { Rule::Fewest };
                What::Compare(Box::new(Compare::new(encoded, policy, [policy.rule, other])))
            }
            Wish::Model => What::Model(Box::new(Modelling::new(encoded))),
        };
        Room { shape, what }
    }

    /// Returns whether the room can be made within a frame.
    fn is_quick(&self) -> bool {
        self.shape
            .listing()
            .is_none_or(|own| own.options.iter().map(|option| option.items.len()).sum::<usize>() < QUICK)
    }
}

/// The number of nodes from which on a room is made on a separate thread.
const QUICK: usize = 20_000;

/// A room or a new puzzle that is being made on another thread.
#[derive(Clone, Debug)]
pub struct Waiting {
    id: RunId,
    what: String,
    since: Option<Instant>,
    seconds: f64,
    /// The progress of a new puzzle, if one is being made.
    pub(in crate::app) making: Option<Making>,
}

impl Waiting {
    /// The interval at which the elapsed time is updated.
    pub const TICK: Duration = Duration::from_millis(100);

    /// The wait for a task. `what` names its result.
    pub(in crate::app) fn for_task(id: RunId, what: &str) -> Waiting {
        Waiting { id, what: what.to_string(), since: None, seconds: 0.0, making: None }
    }

    /// Returns whether this is the wait for `id`.
    pub(in crate::app) fn is(&self, id: RunId) -> bool {
        self.id == id
    }

    pub fn tick(&mut self, now: Instant) {
        let since = *self.since.get_or_insert(now);
        self.seconds = now.saturating_duration_since(since).as_secs_f64();
    }

    /// Describes the work and the elapsed time: `making the tree of 30,000 options: 1.2 s`.
    pub fn words(&self) -> String {
        let far = self.making.map_or(String::new(), |own| match own.givens {
            0 => format!(", try {}", own.tries),
            givens => format!(", try {}, {} left", own.tries, plural(givens, "given")),
        });
        format!("making {}: {:.1} s{far}", self.what, self.seconds)
    }
}

fn open(app: &mut App, wish: Wish) -> Vec<Effect> {
    let Some(document) = app.document() else { return Vec::new() };
    let shape = document.puzzle.shape.clone();
    let same = [
        app.stepping.as_ref().map(|own| &own.encoded),
        app.modelling.as_ref().map(|own| &own.encoded),
        app.solving.as_ref().map(|own| &own.encoded),
    ];
    let encoded = same.into_iter().flatten().find(|own| *own.shape() == shape).cloned();
    let id = RunId(app.last_run.0 + 1);
    app.last_run = id;
    let size = shape.listing().map_or(String::new(), |own| format!(" of {}", plural(own.options.len(), "option")));
    let what = format!("{}{size}", wish.words());
    let opening = Opening { id, shape, encoded, wish };
    if opening.is_quick() {
        return enter(app, opening.make());
    }
    app.opening = Some(Waiting { id, what, since: None, seconds: 0.0, making: None });
    vec![Effect::Open(Box::new(opening))]
}

/// Handles a room that is ready or could not be made. It is shown only if it is still wanted and
/// the puzzle has not changed.
pub fn on_opened(app: &mut App, id: RunId, room: Result<Box<Room>, String>) -> Vec<Effect> {
    if app.opening.take_if(|own| own.id == id).is_none() {
        return Vec::new();
    }
    match room {
        Ok(room) if app.document().is_some_and(|document| document.puzzle.shape == room.shape) => enter(app, *room),
        Ok(_) => Vec::new(),
        Err(error) => {
            app.complain(format!("an internal error, please report it: {error}"));
            Vec::new()
        }
    }
}

fn enter(app: &mut App, room: Room) -> Vec<Effect> {
    match room.what {
        What::Solve(solving, shown) => return running::begin(app, *solving, shown),
        What::Step(mut stepping) => {
            // The cursor starts at what the current hint is about.
            let told = app.hinting.as_ref().filter(|own| own.is_about(stepping.encoded.shape()));
            let about = told.and_then(|own| hinting::point(own, &mut stepping));
            (app.stepping, app.screen) = (Some(*stepping), Screen::Step);
            if let Some(text) = about {
                let key = app.settings.keymap.hint(on::Step::Why);
                app.say(format!("the hint's {text} is selected; {key} says what happened to it"));
            }
        }
        What::Root(policy, mut stepper, site) => {
            let there = site.is_some_and(|site| stepper.go_to(&site).is_ok());
            if let Some(stepping) = &mut app.stepping {
                (stepping.policy, stepping.stepper) = (policy, *stepper);
            }
            let place = if there { "where you were" } else { "at the root again" };
            app.say(format!("{place}, with another rule: {}", policy.rule.words()));
        }
        What::Tree(tree) => (app.tree, app.screen) = (Some(*tree), Screen::Tree),
        What::Compare(compare) => (app.compare, app.screen) = (Some(*compare), Screen::Compare),
        What::Model(modelling) => {
            (app.modelling, app.screen) = (Some(*modelling), Screen::Model);
            // Dives into another problem may still be running. Their forecast must not be shown
            // here.
            app.last_forecast = RunId(app.last_forecast.0 + 1);
        }
    }
    Vec::new()
}

/// Starts a run of the open puzzle.
pub fn solve(app: &mut App, goal: Goal) -> Vec<Effect> {
    open(app, Wish::Solve(goal, true))
}

/// Starts a run that finds out whether there is exactly one solution. Its screen is not shown.
pub fn verdict(app: &mut App) -> Vec<Effect> {
    open(app, Wish::Solve(Goal::Unique, false))
}

/// Opens the debugger at the root, or at the position at which it was left.
pub fn step(app: &mut App) -> Vec<Effect> {
    let Some(wish) = step_wish(app) else { return Vec::new() };
    open(app, wish)
}

/// Returns the wish that opens the debugger. Returns `None` if the puzzle is unfit, or if the
/// debugger is open already; then its screen is shown.
fn step_wish(app: &mut App) -> Option<Wish> {
    if unfit(app) {
        return None;
    }
    let document = app.document()?;
    if app.stepping.as_ref().is_some_and(|stepping| *stepping.encoded.shape() == document.puzzle.shape) {
        app.screen = Screen::Step;
        return None;
    }
    Some(Wish::Step(policy_of(&document.puzzle), app.settings.grain, app.settings.speed))
}

/// Restarts the debugger with another policy, at the root or at a site.
pub fn root(app: &mut App, policy: Policy, site: Option<Site>) -> Vec<Effect> {
    open(app, Wish::Root(policy, site))
}

/// Opens the tree at the debugger's position.
pub fn tree(app: &mut App) -> Vec<Effect> {
    let stepper = app.stepping.as_ref().map(|stepping| Box::new(stepping.stepper.clone()));
    stepper.map_or(Vec::new(), |stepper| open(app, Wish::Tree(stepper)))
}

/// Opens the comparison of the debugger's rule with another.
pub fn compare(app: &mut App) -> Vec<Effect> {
    let policy = app.stepping.as_ref().map(|stepping| stepping.policy);
    policy.map_or(Vec::new(), |policy| open(app, Wish::Compare(policy)))
}

/// Opens the model of the open puzzle.
pub fn model(app: &mut App) -> Vec<Effect> {
    if unfit(app) {
        return Vec::new();
    }
    let Some(document) = app.document() else { return Vec::new() };
    if app.modelling.as_ref().is_some_and(|own| *own.encoded.shape() == document.puzzle.shape) {
        app.screen = Screen::Model;
        return Vec::new();
    }
    open(app, Wish::Model)
}

/// Opens the debugger at once, before there is a screen. `Err` says why it cannot be opened.
pub fn step_now(app: &mut App) -> Result<(), String> {
    if let (Some(wish), Some(document)) = (step_wish(app), app.document()) {
        let opening = Opening { id: RunId(0), shape: document.puzzle.shape.clone(), encoded: None, wish };
        enter(app, opening.make());
    }
    let fault = app.notice.take().map(|notice| notice.text);
    match app.stepping {
        Some(_) => Ok(()),
        None => Err(fault.unwrap_or_else(|| "there is no puzzle to step".to_string())),
    }
}
