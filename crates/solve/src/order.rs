//! The order of a run: its goal, and the means that it may use.

use dancing::{Goal, Policy};
use std::fmt;

/// An engine, by its name. `ENGINES` has a row for each, and a constant here: [`Engine::LINKS`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Engine(&'static str);

impl Engine {
    pub(super) const fn named(name: &'static str) -> Engine {
        Engine(name)
    }

    /// The name on the command line (`--engine`) and on the screen.
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The order of a run: its goal, and the means that it may use.
#[derive(Clone, Debug)]
pub struct Order {
    /// The question that the run answers.
    pub goal: Goal,
    /// The engine asked for; `None` for the default one.
    pub engine: Option<Engine>,
    /// The rule, the seed and the other decisions of the search.
    pub policy: Policy,
    /// The search will not be stepped afterwards.
    pub in_batch: bool,
    /// The most threads of the run. The outcome on two threads is the outcome on one. On more
    /// threads the verdict is the same, but other solutions may be found.
    pub threads: usize,
    /// The most options of interest in a repeated cover, or with costs the highest cost: the run
    /// stops once it is proved that more are needed. With the goal `first`, any cover within the
    /// ceiling is enough, and if more options are needed there is none.
    pub ceiling: Option<u32>,
}

impl Order {
    /// The question whether a repeated cover with at most `options` options exists, or with costs
    /// one of at most that cost.
    pub fn at_most(options: u32) -> Order {
        Order { ceiling: Some(options), ..Order::new(Goal::First) }
    }

    /// Returns true if any cover within the ceiling is enough.
    pub(super) fn is_decision(&self) -> bool {
        self.goal == Goal::First && self.ceiling.is_some()
    }

    /// The default engine and policy, one thread, and no limit.
    pub fn new(goal: Goal) -> Order {
        Order { goal, engine: None, policy: Policy::default(), in_batch: false, threads: 1, ceiling: None }
    }
}
