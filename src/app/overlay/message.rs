//! A longer text, such as an error drawn with its line.

use super::{Answer, Dialog, Page, PageLine, Width};
use crate::app::ask::Ask;
use crate::app::key::Key;
use crate::app::model::app::App;

/// A text that any key closes.
#[derive(Clone, Debug)]
pub struct Message {
    /// The title in the frame of the box.
    pub title: String,
    /// The text. It may have several lines.
    pub text: String,
}

impl Dialog for Message {
    /// Any key closes it.
    fn key(self, _app: &mut App, _key: Key) -> Vec<Ask> {
        Vec::new()
    }

    fn words(&self, _app: &App) -> Vec<String> {
        vec![self.title.clone(), self.text.clone()]
    }

    fn answer(&mut self, _line: &str) -> Answer {
        Answer::Command
    }
}

impl Message {
    pub(super) fn page(&self, _app: &App) -> Page {
        let lines = self.text.lines().map(|line| PageLine::plain(line.to_string())).collect();
        Page { title: self.title.clone(), lines, keys: "any key", width: Width::OfLines(40) }
    }
}
