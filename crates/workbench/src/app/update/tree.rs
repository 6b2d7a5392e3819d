//! The actions of the screen Tree.

use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use crate::app::model::app::App;
use quadrille_study::Destination;

pub fn act(app: &mut App, action: on::Tree) -> Vec<Ask> {
    let (Some(tree), Some(stepping)) = (&mut app.tree, &app.stepping) else {
        app.screen = Screen::Step;
        return Vec::new();
    };
    let search = stepping.stepper.search();
    match action {
        on::Tree::NodeDown => tree.move_to(tree.cursor + 1),
        on::Tree::NodeUp => tree.move_to(tree.cursor.saturating_sub(1)),
        on::Tree::NodeFirst => tree.move_to(0),
        on::Tree::NodeLast => tree.move_to(usize::MAX),
        on::Tree::Unfold => tree.unfold(search),
        on::Tree::Fold => tree.fold(search),
        on::Tree::GoThere => {
            if let Some(address) = tree.place() {
                app.screen = Screen::Step;
                return vec![Ask::Go(Destination::Address(address.into()))];
            }
        }
    }
    Vec::new()
}
