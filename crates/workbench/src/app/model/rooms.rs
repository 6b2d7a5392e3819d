//! The rooms of the open puzzle: what was made from it for its screens. A room outlives the visit
//! of its screen, so that the user can return to it.

use crate::app::action::Screen;
use crate::app::model::modelling::Modelling;
use crate::app::model::room::{Ahead, AheadState};
use crate::app::model::solving::Solving;
use crate::app::model::stepping::Stepping;
use quadrille_puzzle::{Encoded, Shape};
use quadrille_solve::RunId;
use quadrille_study::{Compare, Tree};
use std::sync::Arc;

/// The rooms. Each may be missing on any screen: [`App::here`](crate::app::App::here) decides what
/// is shown then.
#[derive(Clone, Debug)]
pub struct Rooms {
    /// The current run, or the last one. `None` before the first.
    pub solving: Option<Solving>,
    /// The search in the debugger. `None` before it is opened.
    pub stepping: Option<Stepping>,
    /// The tree of that search. `None` before it is shown.
    pub tree: Option<Tree>,
    /// That search beside one with another rule. `None` before they are started.
    pub compare: Option<Compare>,
    /// The problem of the open puzzle. `None` before it is shown.
    pub modelling: Option<Modelling>,
    /// The debugger of the open puzzle, if it is large, before it is asked for.
    pub(in crate::app) ahead: Option<Ahead>,
    /// The screen that was asked for last.
    pub(in crate::app) shown: Screen,
    /// The screens that lead to it, the first one first. Each is there once.
    trail: Vec<Screen>,
}

impl Rooms {
    pub(super) fn new(shown: Screen) -> Rooms {
        Rooms {
            solving: None,
            stepping: None,
            tree: None,
            compare: None,
            modelling: None,
            ahead: None,
            shown,
            trail: Vec::new(),
        }
    }

    /// Shows a screen. `back` returns from it to the screen that was shown before. A screen
    /// that led here is returned to: the screens after it are forgotten.
    pub fn show(&mut self, screen: Screen) {
        if let Some(at) = self.trail.iter().position(|&before| before == screen) {
            self.trail.truncate(at);
        } else if screen != self.shown {
            self.trail.push(self.shown);
        }
        self.shown = screen;
    }

    /// Shows the screen from which this one was opened. Without one, the screen `usual`.
    pub(in crate::app) fn back(&mut self, usual: Screen) {
        self.shown = self.trail.pop().unwrap_or(usual);
    }

    /// The run of a puzzle with this shape.
    pub(in crate::app) fn solving_of(&self, shape: &Shape) -> Option<&Solving> {
        self.solving.as_ref().filter(|solving| solving.encoded.shape() == shape)
    }

    /// The search in the debugger of a puzzle with this shape.
    pub(in crate::app) fn stepping_of(&self, shape: &Shape) -> Option<&Stepping> {
        self.stepping.as_ref().filter(|stepping| stepping.encoded.shape() == shape)
    }

    /// The model of a puzzle with this shape.
    pub(in crate::app) fn modelling_of(&self, shape: &Shape) -> Option<&Modelling> {
        self.modelling.as_ref().filter(|modelling| modelling.encoded.shape() == shape)
    }

    /// The problem of a puzzle with this shape, if a room has it.
    pub(in crate::app) fn encoded_of(&self, shape: &Shape) -> Option<&Arc<Encoded>> {
        let ahead = self.ahead.as_ref().and_then(|ahead| match &ahead.state {
            AheadState::Ready(stepping) => Some(&stepping.encoded),
            AheadState::Making | AheadState::Failed => None,
        });
        let all = [
            self.stepping.as_ref().map(|stepping| &stepping.encoded),
            self.modelling.as_ref().map(|modelling| &modelling.encoded),
            self.solving.as_ref().map(|solving| &solving.encoded),
            ahead,
        ];
        all.into_iter().flatten().find(|encoded| encoded.shape() == shape)
    }

    /// The run with this id.
    pub(in crate::app) fn run_mut(&mut self, id: RunId) -> Option<&mut Solving> {
        self.solving.as_mut().filter(|solving| solving.run == id)
    }

    /// Drops the search in the debugger, its tree and its comparison.
    pub(in crate::app) fn drop_search(&mut self) {
        (self.stepping, self.tree, self.compare) = (None, None, None);
    }

    /// Drops the run and the search that belong to another puzzle than one of this shape. Returns
    /// whether a run must be stopped.
    pub(in crate::app) fn drop_others(&mut self, shape: Option<&Shape>) -> bool {
        let is_other = |room: &Encoded| Some(room.shape()) != shape;
        if self.stepping.as_ref().is_some_and(|stepping| is_other(&stepping.encoded)) {
            self.drop_search();
        }
        let other = self.solving.take_if(|solving| is_other(&solving.encoded));
        other.is_some_and(|solving| solving.is_alive())
    }
}
