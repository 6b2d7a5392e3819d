//! Finds the object at a screen position: the inverse of the layouts with which the screens are
//! drawn.

use super::draw::body;
use super::{library, play, step};
use crate::app::{App, Here, Spot};
use ratatui::layout::Rect;

/// Returns the object at a column and a row; `None` if there is nothing to click.
pub fn spot(app: &App, at: (u16, u16)) -> Option<Spot> {
    let area = body(Rect::new(0, 0, app.desk.terminal.size.0, app.desk.terminal.size.1));
    if !area.contains(at.into()) {
        return None;
    }
    match app.here() {
        Here::Library => library::row_at(app, area, at).map(Spot::Row),
        Here::Play(document) => play::spot(document, area, at),
        Here::Step(stepping) => step::spot(app, stepping, area, at),
        Here::Solve(_) | Here::Tree(..) | Here::Compare(_) | Here::Model(_) => None,
    }
}
