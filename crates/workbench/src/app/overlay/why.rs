//! The debugger's explanations. Some lines link to a state.

use super::{Dialog, TypedLine, numbered};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::model::app::App;
use quadrille_study::{Destination, WhyLine};

/// The explanation of the state of an item or option.
#[derive(Clone, Debug)]
pub struct Why {
    /// The lines, from top to bottom.
    pub lines: Vec<WhyLine>,
    /// The index of the selected line.
    pub cursor: usize,
}

impl Why {
    /// The cursor starts on the first line with a link, if that line is visible without scrolling.
    pub fn of(lines: Vec<WhyLine>) -> Why {
        let cursor = lines.iter().position(|line| line.go.is_some()).filter(|&at| at < 8).unwrap_or(0);
        Why { lines, cursor }
    }
}

impl Dialog for Why {
    /// Enter follows the link of a line, arrow and page keys move the cursor, any other key closes.
    fn key(self, app: &mut App, key: Key) -> Vec<Ask> {
        let last = self.lines.len().saturating_sub(1);
        let cursor = match key.code {
            Code::Down | Code::Char('j') => (self.cursor + 1).min(last),
            Code::Up | Code::Char('k') => self.cursor.saturating_sub(1),
            Code::PageDown | Code::Char(' ') => (self.cursor + 10).min(last),
            Code::PageUp => self.cursor.saturating_sub(10),
            Code::Home => 0,
            Code::End => last,
            Code::Enter => {
                let address = self.lines.get(self.cursor).and_then(|line| line.go.clone());
                return address.map(|address| Ask::Go(Destination::Address(address.into()))).into_iter().collect();
            }
            _ => return Vec::new(),
        };
        Why { cursor, ..self }.stay(app)
    }

    fn words(&self, _app: &App) -> Vec<String> {
        let text = |line: &WhyLine| if line.go.is_some() { format!("{} *", line.text) } else { line.text.clone() };
        let lines = self.lines.iter().map(text).collect();
        numbered(lines, "type the number of a line with * to go there, or cancel")
    }

    fn answer(&mut self, line: &str) -> TypedLine {
        match TypedLine::row(line).filter(|&at| at < self.lines.len()) {
            Some(at) => {
                self.cursor = at;
                TypedLine::Press(Key::plain(Code::Enter))
            }
            None => TypedLine::Command,
        }
    }
}
