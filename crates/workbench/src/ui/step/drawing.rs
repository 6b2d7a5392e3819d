//! The drawing of a view of Step: its title, its content, its place and its size.

use crate::app::Stepping;
use crate::ui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The drawing of a view. The row of `for_views` in `app` names its file, which has it as
/// `DRAWING`.
pub(crate) struct Drawing {
    /// The title in an area.
    pub title: fn(&Stepping, Theme, Rect) -> String,
    /// Draws the part below the title.
    pub draw: fn(&Stepping, Theme, Rect, &mut Buffer),
    pub location: Location,
    /// The number of rows, with the title, below which the view shows nothing useful.
    pub least: fn(&Stepping) -> u16,
    /// The number of rows, with the title, in which it shows everything in a room of this width and
    /// height.
    pub wanted: fn(&Stepping, (u16, u16)) -> u16,
}

/// The place of a view on a screen that shows several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Location {
    /// The picture of the puzzle.
    Picture,
    /// Above the other views.
    Top,
    /// In the middle, which its views share: the whole matrix if it fits, else the one with the
    /// cursor, else the options.
    Middle,
    /// At the end, which its views share: the one with the cursor, else the one that suits the
    /// grain.
    End,
}
