//! The ring of the user's program that is wrong, beside the right one, over the state before the
//! operation that broke it.

use super::{Dialog, Mistakes, TypedLine};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::model::app::App;

/// The two rings of [`Stepping::yours`](crate::app::Stepping::yours).
#[derive(Clone, Debug)]
pub struct Yours;

impl Dialog for Yours {
    fn key(self, app: &mut App, key: Key) -> Vec<Ask> {
        if let (Code::Tab, Some(stepping)) = (key.code, &app.rooms.stepping) {
            Mistakes::open(stepping, &mut app.desk);
        }
        Vec::new()
    }

    fn words(&self, app: &App) -> Vec<String> {
        let pair = app.rooms.stepping.as_ref().and_then(|stepping| stepping.yours.as_ref());
        pair.map_or(Vec::new(), |pair| std::iter::once(&pair.what).chain(&pair.lines).cloned().collect())
    }

    fn answer(&mut self, _line: &str) -> TypedLine {
        TypedLine::Command
    }
}
