//! The rooms: the states of screens that are made from a puzzle (a run, the debugger, the tree, a
//! comparison, the model). The room of a large puzzle is made on a separate thread.

use crate::app::model::modelling::Modelling;
use crate::app::model::solving::Solving;
use crate::app::model::stepping::{SiteError, Stepping, go_to};
use dancing::{Goal, ItemRule, Policy};
use quadrille_puzzle::{Encoded, Grid, Shape, encode};
use quadrille_solve::{Engine, Grain, RunId, Site, Stepper};
use quadrille_study::{Compare, Making, TaskProgress, Tree, plural};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The room to be made, with its parameters.
#[derive(Clone, Debug)]
pub(crate) enum Wish {
    /// A run for a goal, with an engine or the default one. The flag is true if its screen is
    /// shown.
    Solve(Goal, Option<Engine>, bool),
    /// The debugger with a grain and a speed, at a site or, without one, at the root.
    Step(Policy, Grain, usize, Option<Site>),
    /// The debugger with another policy, at a site or, without one, at the root.
    Root(Policy, Option<Site>),
    Tree(Box<Stepper>),
    Compare(Policy),
    Model,
}

impl Wish {
    pub(in crate::app) fn words(&self) -> &'static str {
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
    /// The id of the answer.
    pub id: RunId,
    pub(in crate::app) shape: Shape,
    pub(in crate::app) encoded: Option<Arc<Encoded>>,
    pub(in crate::app) wish: Wish,
}

/// A room that is ready.
#[derive(Debug)]
pub struct Room {
    pub(in crate::app) shape: Shape,
    pub(in crate::app) state: RoomState,
}

#[derive(Debug)]
pub(crate) enum RoomState {
    Solve(Box<Solving>, bool),
    /// The debugger, or why it is not at the site that was asked for.
    Step(Box<Stepping>, Result<(), SiteError>),
    Root(Policy, Box<Stepper>, Option<Site>),
    Tree(Box<Tree>),
    Compare(Box<Compare>),
    Model(Box<Modelling>),
}

impl Opening {
    /// Makes the room. A puzzle with a million options takes about a second.
    pub fn make(self) -> Room {
        let is_quick = self.is_quick();
        let Opening { id, shape, encoded, wish } = self;
        let encoded = encoded.unwrap_or_else(|| Arc::new(encode(&shape)));
        let state = match wish {
            Wish::Solve(goal, engine, shown) => {
                RoomState::Solve(Box::new(Solving::new(id, encoded, goal, engine)), shown)
            }
            Wish::Step(policy, grain, speed, site) => {
                let mut stepper = Stepper::new(&encoded.problem, policy);
                if !is_quick {
                    // The first frame needs it.
                    stepper.before_choice();
                }
                let there = site.map_or(Ok(()), |site| go_to(&mut stepper, &site));
                RoomState::Step(Box::new(Stepping::new(stepper, encoded, policy, grain, speed)), there)
            }
            Wish::Root(policy, site) => RoomState::Root(policy, Box::new(Stepper::new(&encoded.problem, policy)), site),
            Wish::Tree(stepper) => RoomState::Tree(Box::new(Tree::new(stepper.search()))),
            Wish::Compare(policy) => {
                let other = if policy.rule == ItemRule::Fewest { ItemRule::First } else { ItemRule::Fewest };
                RoomState::Compare(Box::new(Compare::new(encoded, policy, [policy.rule, other])))
            }
            Wish::Model => RoomState::Model(Box::new(Modelling::new(encoded))),
        };
        Room { shape, state }
    }

    /// Returns whether the room can be made within a frame.
    pub(in crate::app) fn is_quick(&self) -> bool {
        // A rule that names many cells may mean many transitions.
        let are_light = |grid: &Grid| {
            let named: usize = grid.rules.iter().map(|rule| rule.all_cells().count()).sum();
            named * grid.n_symbols() < HEAVY
        };
        self.shape.grid().is_none_or(are_light)
            && self.shape.listing().is_none_or(|listing| listing.options.n_cells() < QUICK)
    }
}

/// The number of nodes from which on a room is made on a separate thread.
pub(in crate::app) const QUICK: usize = 20_000;

/// The cells that the rules of a grid name, times its symbols, from which on the same holds.
const HEAVY: usize = 8_000;

/// The number of nodes up to which the debugger is made before it is asked for.
pub(in crate::app) const MOST_AHEAD: usize = 20_000_000;

/// The debugger of a large puzzle, made on another thread while the puzzle is looked at.
#[derive(Clone, Debug)]
pub struct Ahead {
    /// The id of the answer.
    pub(in crate::app) id: RunId,
    pub(in crate::app) shape: Shape,
    pub(in crate::app) state: AheadState,
}

/// The state of a debugger that is made ahead.
#[derive(Clone, Debug)]
pub(crate) enum AheadState {
    /// It is being made.
    Making,
    /// It can be shown.
    Ready(Box<Stepping>),
    /// It could not be made.
    Failed,
}

impl Ahead {
    /// Returns true if it is made from this shape, and not from one that only equals it.
    pub(in crate::app) fn is_of(&self, shape: &Shape) -> bool {
        match (&self.shape, shape) {
            (Shape::Listing(one), Shape::Listing(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

/// A room or a new puzzle that is being made on another thread.
#[derive(Clone, Debug)]
pub struct Waiting {
    id: RunId,
    what: String,
    since: Option<Instant>,
    seconds: f64,
    /// The progress of a task, if it tells.
    pub(in crate::app) progress: Option<TaskProgress>,
}

impl Waiting {
    /// The interval at which the elapsed time is updated.
    pub const TICK: Duration = Duration::from_millis(100);

    /// The wait for a room or a task. `what` names its result.
    pub(in crate::app) fn new(id: RunId, what: &str) -> Waiting {
        Waiting { id, what: what.to_string(), since: None, seconds: 0.0, progress: None }
    }

    /// Returns whether this is the wait for `id`.
    pub(in crate::app) fn is(&self, id: RunId) -> bool {
        self.id == id
    }

    /// Returns whether the wait is for this result.
    pub(in crate::app) fn is_for(&self, what: &str) -> bool {
        self.what == what
    }

    /// Updates the time that has passed. The first tick starts the clock.
    pub fn tick(&mut self, now: Instant) {
        let since = *self.since.get_or_insert(now);
        self.seconds = now.saturating_duration_since(since).as_secs_f64();
    }

    /// Describes the work and the elapsed time: `making the tree of 30,000 options: 1.2 s`.
    pub fn words(&self) -> String {
        let far = match self.progress {
            None => String::new(),
            Some(TaskProgress::Share(share)) => format!(", {} %", (share * 100.0) as u32),
            Some(TaskProgress::Making(Making { tries, givens: 0 })) => format!(", try {tries}"),
            Some(TaskProgress::Making(Making { tries, givens })) => {
                format!(", try {tries}, {} left", plural(givens, "given"))
            }
        };
        format!("making {}: {:.1} s{far}", self.what, self.seconds)
    }
}
