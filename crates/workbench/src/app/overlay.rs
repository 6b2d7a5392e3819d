//! The overlays: what can lie over a screen. An open overlay gets the keys first.
//!
//! An overlay is a row of [`for_overlays`] and a file: its state, its keys, its words in the plain
//! workbench and, if it is `plain`, its [`Page`]. A `drawn` overlay has a file of the same name
//! under `ui/overlay`.

mod arranging;
mod breaks;
mod confirm;
mod driving;
mod editor;
mod export;
mod import;
mod message;
mod mistakes;
mod new;
mod pointing;
mod prompt;
mod rules;
mod search;
mod select;
mod sharing;
mod why;
mod yours;

pub use crate::app::model::editor::Editor;
pub use crate::app::model::import::Import;
pub use crate::app::model::prompt::Prompt;
pub use arranging::Arranging;
pub use breaks::Breaks;
pub use confirm::{ConfirmMine, ConfirmQuit, ConfirmReplace};
pub use driving::Driving;
pub use export::Exporting;
pub use message::Message;
pub use mistakes::Mistakes;
pub use new::{NewGrid, PRESETS};
pub use pointing::Pointing;
pub use rules::{RuleRow, Rules, is_pair};
pub use search::{KeyRow, PaletteSearch};
pub use select::Select;
pub use sharing::Sharing;
pub use why::Why;
pub use yours::Yours;

use crate::app::ask::Ask;
use crate::app::key::Key;
use crate::app::model::app::App;
use std::time::Duration;

/// OVERLAYS: the variant, the type of its state, its name in the log, and whether it is a `plain`
/// page or is `drawn` by a function of `ui`. Passes the rows to a macro.
macro_rules! for_overlays {
    ($rows:ident) => {
        $rows! {
            Search          PaletteSearch          "list of actions"                       drawn;
            Prompt          Prompt          "prompt"                                drawn;
            Import          Import          "import"                                drawn;
            New             NewGrid         "new grid"                              drawn;
            Message         Message         "message"                               plain;
            Why             Why             "why"                                   drawn;
            Breaks          Breaks          "breakpoints"                           plain;
            Mistakes        Mistakes        "the broken dance"                      drawn;
            Yours           Yours           "your program"                          drawn;
            Arranging       Arranging       "arrange the lines"                     drawn;
            Pointing        Pointing        "set the pointers"                      drawn;
            Driving         Driving         "be the search"                         drawn;
            Rules           Rules           "rules"                                 drawn;
            Select          Select          "sets of cells"                         plain;
            Sharing         Sharing         "take along"                            plain;
            Export          Exporting       "export"                                drawn;
            Editor          Editor          "editor"                                drawn;
            ConfirmQuit     ConfirmQuit     "quit without saving?"                  plain;
            ConfirmReplace  ConfirmReplace  "replace the file?"                     plain;
            ConfirmMine     ConfirmMine     "replace what another program wrote?"   plain;
        }
    };
}
pub(crate) use for_overlays;

/// The behaviour of an overlay.
pub(crate) trait Dialog: Into<Overlay> {
    /// Handles a key. The overlay closes, unless this puts it back with [`Dialog::stay`].
    fn key(self, app: &mut App, key: Key) -> Vec<Ask>;

    /// Handles Esc and Ctrl-C. Returns the overlay if it stays open.
    fn leave(self, _app: &mut App) -> Option<Self> {
        None
    }

    /// Takes a pasted text. Returns `false` if the text is not for the overlay.
    fn paste(&mut self, _text: &str) -> bool {
        false
    }

    /// The time between two frames, while it plays some.
    fn beat(&self) -> Option<Duration> {
        None
    }

    /// The overlay in lines, for the plain workbench.
    fn words(&self, app: &App) -> Vec<String>;

    /// Handles a line of the plain workbench.
    fn answer(&mut self, line: &str) -> TypedLine;

    /// Keeps the overlay open.
    fn stay(self, app: &mut App) -> Vec<Ask> {
        app.desk.overlay = Some(self.into());
        Vec::new()
    }
}

/// The meaning of a line that was typed while an overlay is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TypedLine {
    /// A key of the overlay.
    Press(Key),
    /// The line is a command. The overlay closes.
    Command,
    /// The line cannot be understood, for this reason.
    Refuse(String),
}

impl TypedLine {
    /// The row that a line gives by its number, counted from 1.
    fn row(line: &str) -> Option<usize> {
        line.parse::<usize>().ok()?.checked_sub(1)
    }
}

/// Numbers lines from 1, and adds an unnumbered last line.
fn numbered(lines: Vec<String>, end: &str) -> Vec<String> {
    let rows = lines.iter().enumerate().map(|(at, line)| format!("{:>3}  {line}", at + 1));
    rows.chain([end.to_string()]).collect()
}

/// The content of a plain overlay: a box with a title, lines, and the keys at its foot.
#[derive(Clone, Debug)]
pub struct Page {
    /// The title in the frame of the box.
    pub title: String,
    /// The lines, from top to bottom.
    pub lines: Vec<PageLine>,
    /// The keys at the foot, with their meanings.
    pub keys: &'static str,
    /// The width of the box.
    pub width: Width,
    /// The number of lines that are scrolled out of sight.
    pub above: usize,
}

/// The width of a page in columns.
#[derive(Clone, Copy, Debug)]
pub enum Width {
    /// As wide as the longest line, at least this wide. Lines are not wrapped.
    OfLines(u16),
    /// As wide as the longest line or the keys, up to this width, at which lines are wrapped.
    Wrapped(u16),
    /// Exactly this wide. Lines are wrapped at the second number, if there is one.
    Fixed(u16, Option<u16>),
}

#[derive(Clone, Debug)]
pub struct PageLine {
    /// The text, without its tick.
    pub text: String,
    /// The emphasis of the line.
    pub tone: Tone,
    /// The tick before the text.
    pub tick: Tick,
}

/// The emphasis of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// No emphasis.
    Plain,
    /// The line under the cursor.
    Here,
    /// Less important text.
    Dim,
}

/// The tick before a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tick {
    /// No tick, and no place for one.
    Absent,
    /// A tick that is set.
    On,
    /// A tick that is not set.
    Off,
}

impl PageLine {
    fn plain(text: String) -> PageLine {
        PageLine { text, tone: Tone::Plain, tick: Tick::Absent }
    }
}

macro_rules! overlays {
    ($($variant:ident $state:ident $name:literal $how:ident;)*) => {
        /// The overlay that is open.
        #[derive(Clone, Debug)]
        pub enum Overlay {
            $($variant($state)),*
        }

        $(impl From<$state> for Overlay {
            fn from(state: $state) -> Overlay {
                Overlay::$variant(state)
            }
        })*

        impl Overlay {
            /// Its name in the log.
            pub fn name(&self) -> &'static str {
                match self { $(Overlay::$variant(_) => $name),* }
            }

            /// See [`Dialog::key`].
            pub(in crate::app) fn key(self, app: &mut App, key: Key) -> Vec<Ask> {
                match self { $(Overlay::$variant(state) => Dialog::key(state, app, key)),* }
            }

            /// See [`Dialog::leave`].
            pub(in crate::app) fn leave(self, app: &mut App) -> Option<Overlay> {
                match self { $(Overlay::$variant(state) => Dialog::leave(state, app).map(Overlay::from)),* }
            }

            /// See [`Dialog::paste`].
            pub(in crate::app) fn paste(&mut self, text: &str) -> bool {
                match self { $(Overlay::$variant(state) => Dialog::paste(state, text)),* }
            }

            /// See [`Dialog::beat`].
            pub(in crate::app) fn beat(&self) -> Option<Duration> {
                match self { $(Overlay::$variant(state) => Dialog::beat(state)),* }
            }

            /// The overlay as lines, for the plain workbench.
            pub fn words(&self, app: &App) -> Vec<String> {
                match self { $(Overlay::$variant(state) => Dialog::words(state, app)),* }
            }

            /// See [`Dialog::answer`].
            pub(in crate::app) fn answer(&mut self, line: &str) -> TypedLine {
                match self { $(Overlay::$variant(state) => Dialog::answer(state, line)),* }
            }

            /// The page of a plain overlay. `None` for one that is drawn.
            pub fn page(&self, app: &App) -> Option<Page> {
                match self { $(Overlay::$variant(state) => overlays!(@page $how state app)),* }
            }
        }
    };
    (@page plain $state:ident $app:ident) => { Some($state.page($app)) };
    (@page drawn $state:ident $app:ident) => {{ _ = $state; None }};
}
for_overlays!(overlays);
