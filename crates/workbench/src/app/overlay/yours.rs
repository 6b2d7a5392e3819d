//! A ring of the user's program that is wrong, beside the right one, over the state before the
//! operation that broke it.

use super::{Dialog, Mistakes, TypedLine};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::model::app::App;
use quadrille_study::attach::TornPair;

/// The ring of the user's program, beside the right one.
#[derive(Clone, Debug)]
pub struct Yours {
    /// The rings, and what is said of them.
    pub pair: TornPair,
}

impl Dialog for Yours {
    fn key(self, app: &mut App, key: Key) -> Vec<Ask> {
        if let (Code::Tab, Some(stepping)) = (key.code, &app.rooms.stepping) {
            Mistakes::open(stepping, &mut app.desk);
        }
        Vec::new()
    }

    fn words(&self, _app: &App) -> Vec<String> {
        std::iter::once(&self.pair.what).chain(&self.pair.lines).cloned().collect()
    }

    fn answer(&mut self, _line: &str) -> TypedLine {
        TypedLine::Command
    }
}
