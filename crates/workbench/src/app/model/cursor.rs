//! The selection in the views, and the ways in which the arrow keys move it.

use dancing::{ItemId, NodeId, OptionId};

/// The selection, shared by all views. If nothing is selected, the views follow the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Cursor {
    pub item: Option<ItemId>,
    pub option: Option<OptionId>,
    pub node: Option<NodeId>,
}

/// The direction of an arrow key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toward {
    Left,
    Right,
    Up,
    Down,
}
