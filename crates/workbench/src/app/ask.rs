//! The requests ([`Ask`]) that handlers make. A handler of one screen never calls that of another:
//! it returns what it wants, and the router does it.
//!
//! An `Ask` stays inside one update. A [`Msg`](super::message::Msg) comes from the caller and an
//! [`Effect`] goes back to it, so neither can name what only the router may do.

use super::action::{Action, Screen};
use super::key::Key;
use super::message::Effect;
use super::model::prompt::Prompt;
use super::model::stepping::Position;
use dancing::{Goal, Policy};
use quadrille_puzzle::Cell;
use quadrille_solve::{Engine, Site};
use quadrille_study::Destination;
use std::path::PathBuf;

/// A request from a handler to the router. Requests are done in order, each with all that it asks
/// for in turn.
#[derive(Debug)]
pub enum Ask {
    /// Pass this to the caller of the app.
    Effect(Effect),
    /// Run an action, as its key does.
    Do(Action),
    /// Press a key.
    Press(Key),
    /// Handle a press on a cell of Play, or a drag onto it.
    Point { cell: Cell, dragged: bool },
    /// Hand the answer of a prompt to the screen that asked.
    Answer(Prompt),
    /// Show a screen of the open puzzle. Its room is made if there is none.
    Show(Screen),
    /// Show the model's findings.
    Findings,
    /// Start a run for a goal, with an engine or the default one. Its screen is shown if `shown`.
    Run { goal: Goal, engine: Option<Engine>, shown: bool },
    /// Find out whether there is exactly one solution, without leaving the screen.
    Verdict,
    /// Restart the debugger with another policy, at a site or at the root.
    Restart(Policy, Option<Site>),
    /// Open the debugger at a position, under its item rule.
    StepAt(Position),
    /// Open the debugger at the position of the stopped run.
    StepFromRun,
    /// Begin the lesson of the open entry in the debugger, if it is one.
    Lesson,
    /// Begin the questions of today.
    BeginToday,
    /// Ask the question of today that is at hand.
    Today,
    /// Go on to the next question of today.
    NextToday,
    /// Go to a state in the debugger.
    Go(Destination),
    /// Drop what was made from another puzzle, or from this one before it changed.
    Refresh,
    /// Read the file of the entry under the Library's cursor, unless it was read before.
    Load,
    /// Check the file of the open puzzle, because another program may have changed it.
    Check,
    /// Save the open puzzle. A name is asked for if it has none, or if it is to be `renamed`.
    SaveOpen { renamed: bool },
    /// Save an entry. An existing file is overwritten only with `replace`, or if its content is
    /// what it was when it was last read or written.
    Save { entry: usize, path: PathBuf, replace: bool },
    /// Take what another program has written to the file of an entry.
    Reread { entry: usize, bytes: Vec<u8> },
}

impl From<Effect> for Ask {
    fn from(effect: Effect) -> Ask {
        Ask::Effect(effect)
    }
}
