//! Frames as files: a picture, an animated picture, a recording for asciinema, and a page of
//! slides. A film shows the picture of the screen and the list that a step changes, with a caption.

mod cast;
mod runs;
mod slides;
mod svg;

use super::draw::paint;
use super::step::reel;
use super::theme::Theme;
use crate::app::App;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::time::Duration;

/// Frames of one size, in order.
#[derive(Clone, Debug, Default)]
pub struct Film {
    /// The title, for readers that do not see the frames.
    pub title: String,
    /// The frames. At least one when it is written.
    pub frames: Vec<FilmFrame>,
}

#[derive(Clone, Debug)]
pub struct FilmFrame {
    /// The cells. Their colours are known numbers, not those of a terminal.
    pub cells: Buffer,
    /// One or two sentences about the frame.
    pub caption: String,
    /// The time for which it is shown.
    pub time: Duration,
}

impl Film {
    /// An SVG picture that moves by itself, without a script. Readers that want less motion, and
    /// programs that know no animation, show the first frame.
    pub fn svg(&self) -> String {
        svg::animated(self)
    }

    /// A recording in the format asciicast v2, for asciinema.
    pub fn cast(&self) -> String {
        cast::write(self)
    }

    /// A page in one file, with keys and buttons for the next and the previous frame.
    pub fn html(&self) -> String {
        slides::write(self)
    }
}

/// The frame of a film: the picture of the debugger with a caption. Without the debugger, the screen.
pub fn frame(app: &App, theme: Theme, (width, height): (u16, u16), caption: String, time: Duration) -> FilmFrame {
    let Some(stepping) = &app.rooms.stepping else { return screen(app, theme, (width, height), caption, time) };
    let area = Rect::new(0, 0, width, height);
    let mut cells = Buffer::empty(area);
    reel::draw(stepping, &caption, theme, area, &mut cells);
    FilmFrame { cells, caption, time }
}

/// The whole screen as the workbench draws it.
pub fn screen(app: &App, theme: Theme, (width, height): (u16, u16), caption: String, time: Duration) -> FilmFrame {
    let area = Rect::new(0, 0, width, height);
    let mut cells = Buffer::empty(area);
    paint(app, theme, area, &mut cells);
    FilmFrame { cells, caption, time }
}

/// One frame as an SVG picture.
pub fn still(cells: &Buffer) -> String {
    svg::still(cells)
}
