//! The debugger's state: a stepper, what it is called in words, and how it moves by itself.

use crate::puzzle::Encoded;
use crate::solve::{Grain, Stepper, Target};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Steps a second when it dances by itself.
pub const SPEEDS: [u32; 9] = [1, 2, 4, 8, 15, 30, 60, 250, 1000];

/// How the search moves when no key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    Still,
    /// A step every so often.
    Dance {
        forward: bool,
        since: Option<Instant>,
        done: u64,
    },
    /// On to a target, as fast as it goes.
    Seek {
        target: Target,
        forward: bool,
    },
}

/// What a small screen shows one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    Grid,
    Matrix,
    Why,
    Path,
    Links,
}

impl Panel {
    pub const ALL: [Panel; 5] = [Panel::Grid, Panel::Matrix, Panel::Why, Panel::Path, Panel::Links];

    pub fn title(self) -> &'static str {
        match self {
            Panel::Grid => "Grid",
            Panel::Matrix => "Matrix",
            Panel::Why => "Why",
            Panel::Path => "Path",
            Panel::Links => "Links",
        }
    }

    pub fn next(self, forward: bool) -> Panel {
        let count = Panel::ALL.len();
        Panel::ALL[(self as usize + if forward { 1 } else { count - 1 }) % count]
    }
}

#[derive(Clone, Debug)]
pub struct Stepping {
    pub stepper: Stepper,
    pub encoded: Arc<Encoded>,
    pub grain: Grain,
    pub motion: Motion,
    /// Which of [`SPEEDS`].
    pub speed: usize,
    pub panel: Panel,
}

/// Steps that a seek takes before it lets the keys be read: a few milliseconds' worth.
const SEEK_SLICE: u32 = 20_000;

impl Stepping {
    pub fn new(stepper: Stepper, encoded: Arc<Encoded>, grain: Grain, speed: usize) -> Stepping {
        Stepping { stepper, encoded, grain, motion: Motion::Still, speed, panel: Panel::Grid }
    }

    /// How long until the next step by itself; `None` when nothing moves.
    pub fn next_tick(&self) -> Option<Duration> {
        match self.motion {
            Motion::Still => None,
            Motion::Dance { .. } => Some(Duration::from_secs_f64(1.0 / f64::from(SPEEDS[self.speed].min(30)))),
            Motion::Seek { .. } => Some(Duration::ZERO),
        }
    }

    /// Moves by itself as far as time allows. A message when a seek has ended.
    pub fn tick(&mut self, now: Instant) -> Option<&'static str> {
        match self.motion {
            Motion::Still => None,
            Motion::Dance { forward, since, done } => {
                let since = since.unwrap_or(now);
                let due = (now.saturating_duration_since(since).as_secs_f64() * f64::from(SPEEDS[self.speed])) as u64;
                // Behind by more than a second's worth, time is forgotten rather than made up for.
                let steps = (due - done.min(due)).min(u64::from(SPEEDS[self.speed]));
                self.motion = Motion::Dance { forward, since: Some(since), done: due };
                for _ in 0..steps {
                    if !self.stepper.step(self.grain, forward) {
                        self.motion = Motion::Still;
                        return Some(end(forward));
                    }
                }
                None
            }
            Motion::Seek { target, forward } => match self.stepper.seek(target, forward, SEEK_SLICE) {
                None => None,
                Some(found) => {
                    self.motion = Motion::Still;
                    (!found).then(|| end(forward))
                }
            },
        }
    }

    /// Lets it dance in a direction; stops it if it does so already.
    pub fn dance(&mut self, forward: bool) {
        self.motion = match self.motion {
            Motion::Dance { forward: same, .. } if same == forward => Motion::Still,
            _ => Motion::Dance { forward, since: None, done: 0 },
        };
    }

    /// Changes the speed without losing the beat.
    pub fn change_speed(&mut self, faster: bool) {
        self.speed = if faster { (self.speed + 1).min(SPEEDS.len() - 1) } else { self.speed.saturating_sub(1) };
        if let Motion::Dance { forward, .. } = self.motion {
            self.motion = Motion::Dance { forward, since: None, done: 0 };
        }
    }
}

/// What is said when there is nothing further in a direction.
pub fn end(forward: bool) -> &'static str {
    if forward { "the search is at its end" } else { "this is the root: nothing has happened yet" }
}
