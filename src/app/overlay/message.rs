//! A longer text, such as an error drawn with its line.

use super::{Answer, Dialog, Page, PageLine, Width};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::model::app::App;

/// The rows of the screen that are not the text's: the frame, the keys and the line above them.
const CHROME: usize = 4;

/// A text. Keys that scroll move it, any other key closes it.
#[derive(Clone, Debug)]
pub struct Message {
    /// The title in the frame of the box.
    pub title: String,
    /// The text. It may have several lines.
    pub text: String,
    /// The number of lines that are scrolled out of sight, if the text is longer than the screen.
    pub above: usize,
}

impl Dialog for Message {
    /// Keys that scroll move a long text, any other key closes it.
    fn key(self, app: &mut App, key: Key) -> Vec<Ask> {
        let room = usize::from(app.size.1).saturating_sub(CHROME).max(1);
        let most = self.text.lines().count().saturating_sub(room);
        let above = match key.code {
            Code::Down | Code::Char('j') => self.above + 1,
            Code::Up | Code::Char('k') => self.above.saturating_sub(1),
            Code::PageDown | Code::Char(' ') => self.above + room,
            Code::PageUp => self.above.saturating_sub(room),
            Code::Home => 0,
            Code::End => most,
            _ => return Vec::new(),
        };
        match most {
            0 => Vec::new(),
            most => Message { above: above.min(most), ..self }.stay(app),
        }
    }

    fn words(&self, _app: &App) -> Vec<String> {
        vec![self.title.clone(), self.text.clone()]
    }

    fn answer(&mut self, _line: &str) -> Answer {
        Answer::Command
    }
}

impl Message {
    /// A text that begins at its first line.
    pub fn new(title: impl Into<String>, text: String) -> Message {
        Message { title: title.into(), text, above: 0 }
    }

    pub(super) fn page(&self, _app: &App) -> Page {
        let lines = self.text.lines().map(|line| PageLine::plain(line.to_string())).collect();
        Page { title: self.title.clone(), lines, keys: "any key", width: Width::OfLines(40), above: self.above }
    }
}
