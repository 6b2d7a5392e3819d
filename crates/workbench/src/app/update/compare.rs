//! The actions of the screen Compare.

use crate::app::action::on;
use quadrille_study::Compare;

pub fn act(compare: &mut Compare, action: on::Compare) {
    match action {
        on::Compare::BothOn => compare.step(),
        on::Compare::BothToEnd => compare.running = !compare.running,
        on::Compare::LeftRule => compare.turn(0),
        on::Compare::RightRule => compare.turn(1),
    }
}
