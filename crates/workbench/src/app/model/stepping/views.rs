//! The views of the debugger's state. One view has the cursor.

use super::Stepping;
use crate::app::model::cursor::Toward;
use quadrille_puzzle::Encoded;

/// VIEWS, in the order of the tab key: the variant, its file under `ui/step`, its title, the
/// puzzles that it fits, and the function that moves the cursor in it. Passes the rows to a macro.
macro_rules! for_views {
    ($rows:ident) => {
        $rows! {
            Grid     puzzle   "Puzzle"   |_| true,                          Stepping::in_puzzle;
            Why      why      "Why"      |_| true,                          Stepping::in_items;
            Options  options  "Options"  |_| true,                          Stepping::in_options;
            Matrix   matrix   "Matrix"   |_| true,                          Stepping::in_matrix;
            Path     path     "Path"     |_| true,                          Stepping::in_path;
            Ops      ops      "Ops"      |_| true,                          Stepping::in_path;
            Links    links    "Links"    |_| true,                          Stepping::in_links;
            Counts   counts   "Counts"   |puzzle| puzzle.grid().is_some(),  Stepping::in_counts;
            Array    array    "Array"    |_| true,                          Stepping::in_path;
            Told     told     "Explain"  |_| true,                          Stepping::in_path;
        }
    };
}
pub(crate) use for_views;

/// A row of [`VIEWS`].
pub struct ViewRow {
    pub panel: Panel,
    pub title: &'static str,
    pub fits: fn(&Encoded) -> bool,
    pub(super) moves: fn(&mut Stepping, Toward),
}

macro_rules! views {
    ($($panel:ident $file:ident $title:literal $fits:expr, $moves:expr;)*) => {
        /// A view of the state.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Panel { $($panel),* }

        /// All views, in the order of the tab key.
        pub static VIEWS: &[ViewRow] = &[
            $(ViewRow { panel: Panel::$panel, title: $title, fits: $fits, moves: $moves }),*
        ];
    };
}
for_views!(views);

impl Panel {
    /// The view's position in [`VIEWS`].
    pub fn index(self) -> usize {
        VIEWS.iter().position(|view| view.panel == self).expect("every view has a row")
    }

    /// The next view that fits a puzzle, or the previous one.
    pub fn turn(self, forward: bool, names: &Encoded) -> Panel {
        let (at, count) = (self.index(), VIEWS.len());
        let step = if forward { 1 } else { count - 1 };
        let others = (1..=count).map(|k| &VIEWS[(at + k * step) % count]);
        others.into_iter().find(|view| (view.fits)(names)).map_or(self, |view| view.panel)
    }
}
