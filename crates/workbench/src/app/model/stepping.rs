//! The debugger's state: a stepper, the puzzle's names, and automatic motion.

mod cursor;
mod dance;
mod jumps;
mod layout;
mod lessons;
mod trial;
mod views;

pub use cursor::{count_place, count_side};
pub use dance::Autoplay;
pub use jumps::Jumps;
pub use layout::{Aside, StepLayout};
pub use lessons::StopError;
pub use trial::Trial;
pub(crate) use views::for_views;
pub use views::{Panel, VIEWS};

use crate::app::model::course::{Asker, Learning};
pub use crate::app::model::cursor::{Cursor, Toward};
use dancing::{AddressError, Event, ItemId, ItemRule, OptionId, Phase, Policy, Step};
use quadrille_puzzle::{Encoded, Entry, Need};
use quadrille_solve::{Break, Grain, Inquiry, Leap, Nearby, Site, Stepper, Stop};
use quadrille_study as study;
use quadrille_study::{
    NoCover, PathTree, Reading, Sentence, Sibling, Subtree, WhyLine, WhyPart, capital, narrate, thousands, why,
    why_by_names,
};
use quadrille_witness::TornPair;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Steps per second of the automatic motion.
pub const SPEEDS: [u32; 9] = [1, 2, 4, 8, 15, 30, 60, 250, 1000];

/// The automatic motion of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// The search moves by single commands only.
    Still,
    /// Steps at a steady speed.
    Dance(Autoplay),
    /// Runs to a target or a breakpoint, at full speed.
    Seek {
        target: Option<Leap>,
        forward: bool,
        /// True if it has not moved yet.
        fresh: bool,
        /// An operation or a solution that also ends it, besides the breakpoints.
        also: Option<Break>,
    },
}

/// A place to return to. An address identifies a state under one item rule only.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// The state.
    pub site: Site,
    /// The item rule of the search.
    pub rule: ItemRule,
}

/// The reason why the debugger cannot go to a site.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{site} leads nowhere: {why}")]
pub struct SiteError {
    pub site: Site,
    pub why: AddressError,
}

/// Goes to a site.
pub(in crate::app) fn go_to(stepper: &mut Stepper, site: &Site) -> Result<(), SiteError> {
    stepper.go_to(site).map_err(|why| SiteError { site: site.clone(), why })
}

/// A breakpoint of the debugger.
#[derive(Clone, Debug, PartialEq)]
pub struct Breakpoint {
    /// The condition.
    pub at: Break,
    /// True if it is active.
    pub on: bool,
}

/// The Step screen: a search, and the views of it.
// Many fields: single values that keys set.
#[derive(Clone, Debug)]
pub struct Stepping {
    /// The search, and its last move.
    pub stepper: Stepper,
    /// The problem and the names of its parts.
    pub encoded: Arc<Encoded>,
    /// The rule and the other decisions of the search.
    pub policy: Policy,
    /// The size of a step.
    pub grain: Grain,
    /// The automatic motion.
    pub motion: Motion,
    /// The size of a step of the automatic motion.
    pub beat: Grain,
    /// Index into [`SPEEDS`].
    pub speed: usize,
    /// The layout.
    pub layout: StepLayout,
    /// The view that is shown.
    pub panel: Panel,
    /// True if the panel fills the whole screen.
    pub zoom: bool,
    /// The selection.
    pub cursor: Cursor,
    /// True if the arrow keys move on the picture while the panel with the explanation is open.
    pub(crate) points: bool,
    /// The breakpoints, in the order in which they were set.
    pub breaks: Vec<Breakpoint>,
    /// The places to return to.
    pub jumps: Jumps,
    /// The starting state of a run backwards, or of a run to an operation or a solution. The run
    /// returns there if its target does not exist.
    pub from: Option<Box<Stepper>>,
    /// The selected link in the list of a step's links. `None` selects the last link done.
    pub link: Option<usize>,
    /// The state that was surveyed last.
    pub(in crate::app) surveyed: Option<Site>,
    /// The operations before and after the state, as [`Stepping::survey`] found them last.
    pub nearby: Nearby,
    /// The state that was left by moving along the path.
    pub(in crate::app) home: Option<Box<Stepper>>,
    /// The branch that the user tries. `None` if none was begun, or after the return from it.
    pub trial: Option<Arc<Trial>>,
    /// The choices on the path.
    pub path_tree: PathTree,
    /// See [`Stepping::reasons`].
    pub(in crate::app) reasons: Vec<WhyPart>,
    /// The lesson, and the question at this state.
    pub learning: Learning,
    /// The facts that are known of the whole search.
    pub whole: WholeSearch,
    /// The ring of the user's program that broke after the state in which this was opened.
    pub yours: Option<Box<TornPair>>,
}

/// The facts that are known of a whole search.
#[derive(Clone, Debug, Default)]
pub struct WholeSearch {
    /// Its index, if it was walked for a question.
    pub index: Option<Arc<Inquiry>>,
    /// The reason why there is no solution, if one is found without a search.
    pub no_cover: Option<Arc<NoCover>>,
}

/// The maximum number of operations found before a state. Half as many are found after it.
const SURVEYED: usize = 64;

impl Stepping {
    /// The search without motion, selection and breakpoints.
    pub fn new(stepper: Stepper, encoded: Arc<Encoded>, policy: Policy, grain: Grain, speed: usize) -> Stepping {
        Stepping {
            whole: WholeSearch { index: None, no_cover: NoCover::find(&encoded).map(Arc::new) },
            stepper,
            encoded,
            policy,
            grain,
            motion: Motion::Still,
            beat: grain,
            speed,
            layout: StepLayout::default(),
            panel: Panel::Grid,
            zoom: false,
            cursor: Cursor::default(),
            points: false,
            breaks: Vec::new(),
            jumps: Jumps::default(),
            from: None,
            link: None,
            surveyed: None,
            nearby: Nearby::default(),
            home: None,
            trial: None,
            path_tree: PathTree::default(),
            reasons: Vec::new(),
            learning: Learning::default(),
            yours: None,
        }
    }

    /// The explanation of the state and the selection. At the root, where nothing is chosen yet, it
    /// begins with the reason why there is no solution, if that is known.
    pub(crate) fn why_lines(&self) -> Vec<WhyLine> {
        let numbered = self.layout == StepLayout::Inspect || self.grain == Grain::Link;
        let explain = if numbered { why } else { why_by_names };
        let state = explain(&self.stepper, &self.encoded, self.cursor.item, self.cursor.option);
        let at_root = self.stepper.search().path().is_empty();
        let known =
            self.whole.no_cover.as_ref().filter(|_| at_root).map_or(Vec::new(), |found| WhyLine::of_no_cover(found));
        known.into_iter().chain(state).collect()
    }

    /// The lines of the explanation in parts, each of which can be said alone.
    /// Empty unless the panel with the explanation is open.
    pub fn reasons(&self) -> &[WhyPart] {
        &self.reasons
    }

    /// The index of the reason that derives the bound. `None` if the search has none.
    pub(in crate::app) fn bound_reason(&self) -> Option<usize> {
        let search = self.stepper.search();
        let has_bound = search.limit().is_some() || search.looks_for_best();
        let is_of_bound = |part: &WhyPart| part.title.starts_with("AT MOST") || part.title.starts_with("AT LEAST");
        if has_bound { self.explanation().iter().position(is_of_bound) } else { None }
    }

    fn explanation(&self) -> Vec<WhyPart> {
        let mut parts = WhyPart::all(self.why_lines());
        // At a dead end the narration says already what is missing: the causes come first.
        if self.stepper.dead_item().is_some() && parts.len() > 1 && parts[0].by.is_none() && parts[1].by.is_some() {
            parts.remove(0);
        }
        parts
    }

    /// The narration of the state. Before the first choice it says if there is no solution, as far
    /// as that is known.
    pub fn sentences(&self) -> Vec<Sentence> {
        let mut sentences = narrate(&self.stepper, &self.encoded);
        // A lesson has its own order of telling things.
        let is_told = self.stepper.search().last_event().is_none() && self.learning.course.is_none();
        if let Some(found) = self.whole.no_cover.as_ref().filter(|_| is_told) {
            let text = format!("There is no solution: {}.", found.argument);
            sentences.insert(1.min(sentences.len()), Sentence { text, ahead: false });
        }
        let after = self.after_branch();
        if let (Some(text), Some(first)) = (after, sentences.iter_mut().find(|sentence| !sentence.ahead)) {
            first.text += &format!(" {text}");
        }
        sentences
    }

    /// Says what the branch held that has just been taken back, and how a branch that was tried by
    /// hand differs from the one that the algorithm takes.
    fn after_branch(&self) -> Option<String> {
        let is_forward = self.stepper.did().is_none_or(|did| did.forward);
        let event = self.stepper.search().last_event();
        if !matches!(event, Some(Event::Next { .. }))
            || !is_forward
            || self.stepper.slow().is_some()
            || self.stepper.is_steered()
        {
            return None;
        }
        let (names, level) = (&self.encoded, self.stepper.search().chosen().len() + 1);
        let left = self.path_tree.left();
        let is_other = |trial: &&Arc<Trial>| trial.branches.0 != trial.branches.1 && self.is_end_of(trial);
        let Some(trial) = self.trial.as_ref().filter(is_other) else {
            return left?.failure(names).map(|why| format!("{}.", capital(&why)));
        };
        let sibling = self.path_tree.branch(level, trial.branches.0);
        let option = |option: Option<OptionId>| option.map_or("stop".to_string(), |option| names.option_name(option));
        let yours = left.map_or("large".to_string(), Subtree::words);
        let sibling = match sibling {
            Some((first, Sibling::Done(Some(inside)))) => {
                format!("the algorithm's, {}, has {}", option(*first), inside.words())
            }
            Some((first, _)) => format!("the algorithm's, {}, is not searched here", option(*first)),
            None => return None,
        };
        Some(format!("Your branch {} has {yours}; {sibling}.", names.option_name(trial.option)))
    }

    /// Returns true if the search has just left the branch of a trial.
    fn is_end_of(&self, trial: &Trial) -> bool {
        let search = self.stepper.search();
        let left = search.current_branch().is_some_and(|branch| branch.k == trial.branches.1 + 1);
        left && search.chosen().len() + 1 == trial.level
    }

    /// The chosen symbols and states of the constraint of the selected item, or of the item in
    /// focus.
    pub fn reading(&self) -> Option<Reading> {
        Reading::of(&self.stepper, &self.encoded, self.cursor.item.or(self.focus()))
    }

    /// Finds the operations before and after the state. [`update`](crate::app::update()) calls it
    /// at the end of every message in Step, because drawing must not change the state.
    pub fn survey(&mut self) {
        self.settle();
        self.nearby = match self.layout {
            StepLayout::Inspect => self.stepper.nearby(SURVEYED, SURVEYED / 2),
            StepLayout::Watch(_) => Nearby::default(),
        };
        self.path_tree.follow(self.stepper.search());
        self.reasons = if matches!(self.aside(), Aside::Why(_)) { self.explanation() } else { Vec::new() };
        let site = self.stepper.site();
        if self.surveyed.as_ref() != Some(&site) {
            (self.link, self.surveyed) = (None, Some(site));
        }
    }

    /// Returns the step to list, and the number of its links that are done. It is the step in
    /// progress, else the last step, else the next one. `None` if it has too many links to list.
    pub fn links_shown(&self) -> Option<(&Step, usize)> {
        let stepper = &self.stepper;
        if let Some(slow) = stepper.slow() {
            return Some((stepper.small_next_step()?, slow.done()));
        }
        let last = stepper.small_last_step().filter(|step| !step.links.is_empty());
        last.map(|step| (&**step, step.links.len())).or_else(|| Some((stepper.small_next_step()?, 0)))
    }

    /// Steps from the root past the filled cells of a grid, as long as the next item is one of
    /// these cells.
    pub(crate) fn pass_givens(&mut self) {
        let encoded = self.encoded.clone();
        let Some(grid) = encoded.grid() else { return };
        let is_given = |item: ItemId| match encoded.need(item) {
            Some(Need::Cell(cell)) => grid.entry(cell) != Entry::Empty,
            _ => false,
        };
        for _ in 0..grid.cells.len() {
            if !self.stepper.search().next_item().is_some_and(is_given) {
                return;
            }
            // Choose the cell, try its option, and cover the option's other items.
            while self.stepper.step(Grain::Item, true) && self.stepper.search().phase() != Phase::Choose {}
        }
    }

    /// The budget of one slice of a seek, in visits: about ten milliseconds. Keys are read between
    /// slices.
    const SLICE: u32 = 1_000_000;

    /// The budget of the slice that runs at once, together with the key that begins it.
    const FIRST: u32 = 200_000;

    /// The time until the next automatic step; `None` when nothing moves.
    pub fn next_tick(&self) -> Option<Duration> {
        match self.motion {
            Motion::Still => None,
            Motion::Dance(_) => Some(Duration::from_secs_f64(1.0 / f64::from(SPEEDS[self.speed].min(30)))),
            Motion::Seek { .. } => Some(Duration::ZERO),
        }
    }

    /// Advances the automatic motion to the time `now`. Returns a message when the motion has
    /// ended.
    pub fn tick(&mut self, now: Instant) -> Option<String> {
        match self.motion {
            Motion::Still => None,
            Motion::Dance(dance) => self.dance_on(dance, now),
            Motion::Seek { .. } => self.seek_on(),
        }
    }

    /// Runs one slice of a seek. Returns a message when it has ended anywhere but at its target.
    pub(crate) fn seek_on(&mut self) -> Option<String> {
        let Motion::Seek { target, forward, fresh, also } = self.motion else { return None };
        let on = self.breaks.iter().filter(|breakpoint| breakpoint.on && target != Some(Leap::Branch));
        let breaks: Vec<Break> = on.map(|breakpoint| breakpoint.at).chain(also).collect();
        let budget = if fresh { Self::FIRST } else { Self::SLICE };
        let Some(stop) = self.stepper.run(target, &breaks, forward, budget, fresh) else {
            self.motion = Motion::Seek { target, forward, fresh: false, also };
            return None;
        };
        self.motion = Motion::Still;
        match stop {
            Stop::End => Some(match also {
                Some(Break::Solution(Some(number))) => {
                    self.go_back(&format!("there is no solution {}", thousands(number.into())))
                }
                Some(Break::Operation(number)) => {
                    let last = thousands(self.stepper.operations() as u128);
                    let wanted = thousands(number.into());
                    self.go_back(&format!("there is no operation {wanted}: the last is {last}"))
                }
                Some(_) => end(forward).to_string(),
                None if self.from.is_none() => end(forward).to_string(),
                None => self.go_back(match target {
                    Some(Leap::DeadEnd) => "there is no earlier dead end or cut",
                    Some(Leap::Solution) => "there is no earlier solution",
                    Some(Leap::Branch) | None => "no breakpoint is hit before this state",
                }),
            }),
            Stop::Break(at) if Some(breaks[at]) == also => {
                Some(format!("operation {}", thousands(self.stepper.operations() as u128)))
            }
            Stop::Break(at) => Some(format!("stopped by: {}", study::breakpoint_words(breaks[at], &self.encoded))),
            Stop::Leap(_) => None,
        }
    }

    /// Returns to the start of a run that found nothing to stop at. The message begins with `why`.
    fn go_back(&mut self, why: &str) -> String {
        match self.from.take() {
            Some(from) => {
                self.stepper = *from;
                let here = self.position();
                self.jumps.back.pop_if(|place| *place == here);
                format!("{why}; this is where you were")
            }
            None => why.to_string(),
        }
    }

    /// The current place.
    pub fn position(&self) -> Position {
        Position { site: self.stepper.site(), rule: self.policy.rule }
    }

    /// Records that a jump begins here.
    pub fn leave(&mut self) {
        self.jumps.leave(self.position());
    }

    /// Makes the k-th branch of the item being branched on the next one. Returns `false` if there
    /// is none.
    pub fn steer(&mut self, k: usize) -> bool {
        let from = self.position();
        let steered = self.stepper.steer(k);
        if steered {
            self.jumps.leave(from);
        }
        steered
    }

    /// Starts a seek as [`Stepping::seek`] does, and records its starting place. A backward seek
    /// returns there if it finds nothing to stop at.
    pub(crate) fn leap(&mut self, target: Option<Leap>, also: Option<Break>, forward: bool) {
        self.leave();
        self.seek(target, also, forward);
        if !forward && target != Some(Leap::Branch) {
            self.from = Some(Box::new(self.stepper.clone()));
        }
    }

    /// Starts running to a target, a breakpoint or the end.
    pub fn seek(&mut self, target: Option<Leap>, also: Option<Break>, forward: bool) {
        self.motion = Motion::Seek { target, forward, fresh: true, also };
        self.from = None;
    }

    /// Ends the motion. Returns whether there was one.
    pub(crate) fn halt(&mut self) -> bool {
        std::mem::replace(&mut self.motion, Motion::Still) != Motion::Still
    }

    /// Withdraws a question that the user asked for. Without one, ends the motion and clears the
    /// selection and the zoom. Returns `false` if there was nothing to withdraw or clear.
    pub(crate) fn widen(&mut self) -> bool {
        if self.learning.asked.take_if(|asked| asked.by == Asker::Learner).is_some() {
            return true;
        }
        self.halt();
        // The selection that is not seen in a panel goes together with the panel.
        let aside = self.close_aside();
        // What a lesson has selected is no selection of the user.
        let pointed = self.learning.course.as_ref().map_or(Cursor::default(), |course| course.pointed);
        let is_selected = self.cursor != Cursor::default() && self.cursor != pointed;
        if is_selected {
            self.cursor = Cursor::default();
        }
        std::mem::take(&mut self.zoom) || is_selected || aside
    }
}

/// The notice that the search cannot move further in a direction.
pub fn end(forward: bool) -> &'static str {
    if forward { "the search is at its end" } else { "this is the root: nothing has happened yet" }
}
