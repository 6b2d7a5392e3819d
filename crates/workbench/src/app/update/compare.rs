//! The actions of the screen Compare.

use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use crate::app::model::app::App;

pub fn act(app: &mut App, action: on::Compare) -> Vec<Ask> {
    let Some(compare) = &mut app.compare else {
        app.screen = Screen::Step;
        return Vec::new();
    };
    match action {
        on::Compare::BothOn => compare.step(),
        on::Compare::BothToEnd => compare.running = !compare.running,
        on::Compare::LeftRule => compare.turn(0),
        on::Compare::RightRule => compare.turn(1),
    }
    Vec::new()
}
