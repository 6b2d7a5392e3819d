//! A longer text, such as an error drawn with its line, or the legend.

use super::{Dialog, Page, PageLine, TypedLine, Width};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::model::app::App;

/// The rows of the screen that are not the text's: the frame, the keys and the line above them.
const CHROME: usize = 4;

/// A text. Keys that scroll move it, `/` searches it, any other key closes it.
#[derive(Clone, Debug)]
pub struct Message {
    /// The title in the frame of the box.
    pub title: String,
    /// The text. It may have several lines.
    pub text: String,
    /// The number of lines that are scrolled out of sight, if the text is longer than the screen.
    pub above: usize,
    /// The words that a line must have, while they are typed. `None` shows all lines.
    pub search: Option<String>,
}

impl Dialog for Message {
    fn key(mut self, app: &mut App, key: Key) -> Vec<Ask> {
        match (&mut self.search, key.code, key.typed()) {
            (Some(_), Code::Enter, _) => return Vec::new(),
            (Some(words), Code::Backspace, _) => {
                if words.pop().is_none() {
                    self.search = None;
                }
                return Message { above: 0, ..self }.stay(app);
            }
            (Some(words), _, Some(c)) => {
                words.push(c);
                return Message { above: 0, ..self }.stay(app);
            }
            (None, _, Some('/')) => return Message { search: Some(String::new()), ..self }.stay(app),
            _ => {}
        }
        let room = usize::from(app.desk.terminal.size.1).saturating_sub(CHROME).max(1);
        let most = self.lines().len().saturating_sub(room);
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
            0 if self.search.is_none() => Vec::new(),
            most => Message { above: above.min(most), ..self }.stay(app),
        }
    }

    fn paste(&mut self, text: &str) -> bool {
        let Some(words) = &mut self.search else { return false };
        words.extend(text.lines().next().unwrap_or("").chars().filter(|c| !c.is_control()));
        true
    }

    fn words(&self, _app: &App) -> Vec<String> {
        vec![self.title.clone(), self.text.clone()]
    }

    fn answer(&mut self, _line: &str) -> TypedLine {
        TypedLine::Command
    }
}

impl Message {
    /// A text that begins at its first line.
    pub fn new(title: impl Into<String>, text: String) -> Message {
        Message { title: title.into(), text, above: 0, search: None }
    }

    /// The lines that have all words of the search.
    fn lines(&self) -> Vec<&str> {
        let words: Vec<String> =
            self.search.iter().flat_map(|words| words.split_whitespace()).map(str::to_lowercase).collect();
        let fits = |line: &&str| words.iter().all(|word| line.to_lowercase().contains(word));
        self.text.lines().filter(fits).collect()
    }

    pub(super) fn page(&self, _app: &App) -> Page {
        let lines = self.lines().into_iter().map(|line| PageLine::plain(line.to_string())).collect();
        let title = self.search.as_ref().map_or(self.title.clone(), |words| format!("{} /{words}", self.title));
        let keys = if self.search.is_some() {
            "type words   esc close"
        } else {
            "arrows scroll   / search   any other key closes"
        };
        Page { title, lines, keys, width: Width::OfLines(40), above: self.above }
    }
}
