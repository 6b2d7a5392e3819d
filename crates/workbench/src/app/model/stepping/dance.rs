//! Automatic steps: the search plays at a pace, forwards or backwards.

use super::{Motion, SPEEDS, Stepping, end};
use quadrille_solve::Grain;
use std::time::{Duration, Instant};

/// Steps at a steady pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Autoplay {
    pub forward: bool,
    /// True if it ends at the first solution, and becomes faster until then.
    pub to_solution: bool,
    /// The time at which the pace was last set. `None` before the first tick.
    since: Option<Instant>,
    /// The steps made since then.
    done: u64,
}

/// The time after which a search that plays to its first solution becomes faster.
const STEADY: Duration = Duration::from_secs(10);

/// The fastest pace that it reaches by itself, in steps per second.
const FASTEST: u32 = 60;

impl Stepping {
    /// Plays the search from its beginning to the first solution: option by option, slowly at
    /// first.
    pub fn play(&mut self) {
        self.beat = Grain::Choice;
        self.motion = Motion::Dance(Autoplay { forward: true, to_solution: true, since: None, done: 0 });
    }

    /// Pauses a search that plays to its first solution.
    pub(in crate::app) fn pause_show(&mut self) {
        if matches!(self.motion, Motion::Dance(dance) if dance.to_solution) {
            self.motion = Motion::Still;
        }
    }

    /// Starts automatic steps in a direction, or stops them if they run already.
    pub fn dance(&mut self, forward: bool) {
        self.follow();
        self.motion = match self.motion {
            Motion::Dance(dance) if dance.forward == forward => Motion::Still,
            _ => Motion::Dance(Autoplay { forward, to_solution: false, since: None, done: 0 }),
        };
    }

    /// Makes the steps that are due at the time `now`. Returns a message when the search has ended.
    pub(super) fn dance_on(&mut self, dance: Autoplay, now: Instant) -> Option<String> {
        let since = dance.since.unwrap_or(now);
        let played = now.saturating_duration_since(since);
        if dance.to_solution && played >= STEADY && SPEEDS[self.speed] < FASTEST {
            self.change_speed(true);
            return None;
        }
        let due = (played.as_secs_f64() * f64::from(SPEEDS[self.speed])) as u64;
        // If it is more than a second behind, missed steps are dropped.
        let steps = (due - dance.done.min(due)).min(u64::from(SPEEDS[self.speed]));
        self.motion = Motion::Dance(Autoplay { since: Some(since), done: due, ..dance });
        for _ in 0..steps {
            if !self.beat(dance.forward) {
                self.motion = Motion::Still;
                return Some(end(dance.forward).to_string());
            }
            if dance.to_solution && self.stepper.search().at_solution() {
                self.motion = Motion::Still;
                return None;
            }
        }
        None
    }

    /// Makes one step of the automatic motion. The givens of a grid pass in one.
    fn beat(&mut self, forward: bool) -> bool {
        if forward && self.beat == Grain::Choice && self.stepper.search().last_event().is_none() {
            self.pass_givens();
            if self.stepper.search().last_event().is_some() {
                return true;
            }
        }
        self.stepper.step(self.beat, forward)
    }

    /// Sets the size of a step, also of the automatic motion.
    pub(crate) fn set_grain(&mut self, grain: Grain) {
        (self.grain, self.beat) = (grain, grain);
    }

    /// Changes the pace. The clock of a running motion restarts, so that no missed steps are made
    /// up.
    pub(crate) fn change_speed(&mut self, faster: bool) {
        self.speed = if faster { (self.speed + 1).min(SPEEDS.len() - 1) } else { self.speed.saturating_sub(1) };
        if let Motion::Dance(dance) = self.motion {
            self.motion = Motion::Dance(Autoplay { since: None, done: 0, ..dance });
        }
    }
}
