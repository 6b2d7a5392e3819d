//! Finds the object at a screen position: the inverse of the layouts with which the screens are
//! drawn.

use super::draw::body;
use super::{library, play, step};
use crate::app::{App, Screen, Spot};
use ratatui::layout::Rect;

/// Returns the object at a column and a row; `None` if there is nothing to click.
pub fn spot(app: &App, at: (u16, u16)) -> Option<Spot> {
    let area = body(Rect::new(0, 0, app.size.0, app.size.1));
    if !area.contains(at.into()) {
        return None;
    }
    match app.screen {
        Screen::Library => library::row_at(app, area, at).map(Spot::Row),
        Screen::Play => play::spot(app, area, at),
        Screen::Step => step::spot(app, area, at),
        Screen::Solve | Screen::Tree | Screen::Compare | Screen::Model => None,
    }
}
