//! The two layouts of Step: Watch, with one panel beside the picture, and Inspect, with all views.

use super::Stepping;
use super::views::Panel;
use crate::app::model::cursor::{Cursor, Toward};
use dancing::{Address, At, OptionId, Phase};

/// The layout of Step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepLayout {
    /// The picture, the narration, a small tree, and the panel that was asked for.
    Watch(Aside),
    /// All views, in docks beside each other.
    Inspect,
}

impl Default for StepLayout {
    fn default() -> StepLayout {
        StepLayout::Watch(Aside::Nothing)
    }
}

/// The panel that Watch shows beside the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aside {
    Nothing,
    /// The explanation, one reason at a time. The number is that of the reason, from 0.
    Why(usize),
    /// The list that the step changes, one link at a time.
    Links,
    /// The numbers of options, drawn on the picture.
    Counts,
    /// The options of the current item, of which the selected one is drawn on the picture.
    Try,
    /// The path: moving along it moves the search.
    Tree,
    /// Knuth's table of the state, in place of the picture.
    Array,
}

impl Aside {
    /// The next panel in the order of the tab key, or the one before. That order does not contain
    /// [`Aside::Try`].
    fn turn(self, forward: bool) -> Aside {
        const ORDER: [Aside; 6] =
            [Aside::Nothing, Aside::Why(0), Aside::Links, Aside::Counts, Aside::Tree, Aside::Array];
        let is_same = |aside: &Aside| std::mem::discriminant(aside) == std::mem::discriminant(&self);
        let at = ORDER.iter().position(is_same).unwrap_or(0);
        ORDER[(at + if forward { 1 } else { ORDER.len() - 1 }) % ORDER.len()]
    }
}

impl Stepping {
    /// Returns true if the layout is Watch.
    pub(crate) fn is_watch(&self) -> bool {
        matches!(self.layout, StepLayout::Watch(_))
    }

    /// The panel of Watch. [`Aside::Nothing`] in Inspect.
    pub fn aside(&self) -> Aside {
        match self.layout {
            StepLayout::Watch(aside) => aside,
            StepLayout::Inspect => Aside::Nothing,
        }
    }

    /// The option that the reason shown names as the cause. `None` if no reason is shown.
    pub fn cause(&self) -> Option<OptionId> {
        let Aside::Why(at) = self.aside() else { return None };
        let reasons = self.reasons();
        reasons.get(at.min(reasons.len().saturating_sub(1)))?.by
    }

    /// Shows a view that a lesson names: as the panel of Watch or, if Watch has none for it, as the
    /// only view of Inspect.
    pub(in crate::app) fn look_at(&mut self, panel: Panel) {
        let aside = match panel {
            Panel::Grid | Panel::Matrix => Some(Aside::Nothing),
            Panel::Why => Some(Aside::Why(self.bound_reason().unwrap_or(0))),
            Panel::Links => Some(Aside::Links),
            Panel::Counts => Some(Aside::Counts),
            Panel::Path => Some(Aside::Tree),
            Panel::Array => Some(Aside::Array),
            Panel::Options | Panel::Ops | Panel::Told => None,
        };
        (self.panel, self.zoom, self.link) = (panel, aside.is_none(), None);
        self.learning.looks = aside.is_some_and(|aside| aside != Aside::Nothing);
        self.layout = aside.map_or(StepLayout::Inspect, StepLayout::Watch);
    }

    /// Opens a panel of Watch, or closes it if it is open.
    pub fn show(&mut self, aside: Aside) {
        let is_open = std::mem::discriminant(&self.aside()) == std::mem::discriminant(&aside);
        // A panel that a lesson has opened beside its text gets the room that it would have alone.
        let by_stop = std::mem::take(&mut self.learning.looks);
        let is_open = is_open && !by_stop;
        self.layout = StepLayout::Watch(if is_open { Aside::Nothing } else { aside });
        (self.link, self.points) = (None, false);
    }

    /// Opens the next panel of Watch, or the one before. The explanation has the picture after it:
    /// the arrow keys then choose what it explains.
    pub(in crate::app) fn turn_aside(&mut self, forward: bool) {
        let points = std::mem::take(&mut self.points);
        if points != forward && matches!(self.aside(), Aside::Why(_)) {
            if forward {
                self.point_out();
            }
            return;
        }
        self.layout = StepLayout::Watch(self.aside().turn(forward));
        (self.link, self.learning.looks) = (None, false);
    }

    /// Switches between Watch and Inspect.
    pub(in crate::app) fn inspect(&mut self) {
        self.zoom = false;
        self.layout = match self.layout {
            StepLayout::Watch(_) => StepLayout::Inspect,
            StepLayout::Inspect => StepLayout::default(),
        };
    }

    /// Closes the panel of Watch. Returns `false` if none is open.
    pub(super) fn close_aside(&mut self) -> bool {
        // The panel that a stop looks at belongs to the lesson.
        let is_open = self.aside() != Aside::Nothing && !self.learning.looks;
        if is_open {
            self.layout = StepLayout::default();
            (self.home, self.points) = (None, false);
        }
        is_open
    }

    /// Moves within the panel of Watch. Returns `false` if the picture has the cursor.
    pub(super) fn move_aside(&mut self, toward: Toward) -> bool {
        // While a question waits for the cursor, the picture has it.
        if self.learning.looks && self.learning.asked.as_ref().is_some_and(|asked| asked.is_open()) {
            return false;
        }
        let forward = matches!(toward, Toward::Down | Toward::Right);
        match self.aside() {
            Aside::Nothing | Aside::Counts | Aside::Array => return false,
            Aside::Why(_) if self.points => {
                self.layout = StepLayout::Watch(Aside::Why(0));
                return false;
            }
            Aside::Why(at) => {
                let last = self.reasons().len().saturating_sub(1);
                let at = if forward { (at + 1).min(last) } else { at.min(last).saturating_sub(1) };
                self.layout = StepLayout::Watch(Aside::Why(at));
            }
            Aside::Links => {
                if let Some((step, done)) = self.links_shown().filter(|(step, _)| !step.links.is_empty()) {
                    let (at, last) = (self.link.unwrap_or(done.saturating_sub(1)), step.links.len() - 1);
                    self.link = Some(if forward { (at + 1).min(last) } else { at.saturating_sub(1) });
                }
            }
            Aside::Try => self.turn_choice(forward),
            Aside::Tree => self.walk_path(forward),
        }
        true
    }

    /// Goes up the path to the choice above, or down again, at the end to the state that was left.
    fn walk_path(&mut self, down: bool) {
        let home = self.home.get_or_insert_with(|| Box::new(self.stepper.clone()));
        let address = home.search().address();
        // Levels with one branch are no choices. At a choice, the one above it comes first.
        let at_choice = matches!(home.search().phase(), Phase::Try { .. }) && home.slow().is_none();
        let levels = address.branches.len() - usize::from(at_choice && !address.branches.is_empty());
        let mut choices = (1..=levels).filter(|&level| address.branches[level - 1].d > 1);
        let here = if *home.search() == *self.stepper.search() && home.slow() == self.stepper.slow() {
            usize::MAX
        } else {
            self.stepper.search().address().branches.len()
        };
        let level = if down { choices.find(|&level| level > here) } else { choices.rfind(|&level| level < here) };
        match level {
            Some(level) => {
                let branches = address.branches[..level].to_vec();
                _ = self.stepper.go(&Address { branches, at: At::Try, ..address });
            }
            None if down => self.stepper = *home.clone(),
            None => {}
        }
    }

    /// In Watch a move of the search clears the selection, so that the picture follows the search.
    pub(in crate::app) fn follow(&mut self) {
        self.home = None;
        if let StepLayout::Watch(aside) = self.layout {
            (self.cursor, self.points) = (Cursor::default(), false);
            self.layout = StepLayout::Watch(match aside {
                // The tree beside a lesson's text follows the search.
                Aside::Tree if self.learning.looks => Aside::Tree,
                Aside::Try | Aside::Tree => Aside::Nothing,
                Aside::Why(_) => Aside::Why(0),
                aside => aside,
            });
        }
    }
}
