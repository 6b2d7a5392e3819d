//! The actions of the screen Tree.

use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use dancing::Search;
use quadrille_study::{Destination, Tree};

pub fn act(tree: &mut Tree, search: &Search, action: on::Tree) -> Vec<Ask> {
    match action {
        on::Tree::NodeDown => tree.move_to(tree.cursor + 1),
        on::Tree::NodeUp => tree.move_to(tree.cursor.saturating_sub(1)),
        on::Tree::NodeFirst => tree.move_to(0),
        on::Tree::NodeLast => tree.move_to(usize::MAX),
        on::Tree::Unfold => tree.unfold(search),
        on::Tree::Fold => tree.fold(search),
        on::Tree::GoThere => {
            if let Some(address) = tree.place() {
                return vec![Ask::Show(Screen::Step), Ask::Go(Destination::Address(address.into()))];
            }
        }
    }
    Vec::new()
}
