//! A prompt for a line of text. The screen that asked gets the answer.

use super::{Dialog, TypedLine};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::model::app::App;
use crate::app::model::prompt::{Prompt, Purpose};
use quadrille_study::names_like;

impl Prompt {
    /// The names that fit what is typed so far, in a prompt for a name.
    pub fn matches(&self, app: &App) -> Vec<String> {
        const SHOWN: usize = 6;
        match (self.purpose, &app.rooms.stepping) {
            (Purpose::Find, Some(stepping)) => names_like(self.text(), &stepping.encoded, SHOWN),
            _ => Vec::new(),
        }
    }
}

impl Dialog for Prompt {
    fn key(mut self, app: &mut App, key: Key) -> Vec<Ask> {
        match (key.code, key.typed()) {
            (Code::Enter, _) => return vec![Ask::Answer(self)],
            (Code::Down, _) if matches!(self.purpose, Purpose::Filter) => {
                app.library.move_to(app.library.cursor + 1);
                self.stay(app);
                return vec![Ask::Load];
            }
            (Code::Up, _) if matches!(self.purpose, Purpose::Filter) => {
                app.library.move_to(app.library.cursor.saturating_sub(1));
                self.stay(app);
                return vec![Ask::Load];
            }
            // The first name that fits is taken over.
            (Code::Tab | Code::Down, _) if matches!(self.purpose, Purpose::Find) => {
                if let Some(name) = self.matches(app).first() {
                    self.set(name);
                }
            }
            _ if self.edit(key) => {}
            (_, Some(c)) => self.insert(c),
            _ => {}
        }
        // The Library and the lists of Model are filtered while the words are typed.
        let filters = matches!(self.purpose, Purpose::Filter);
        match (self.purpose, &mut app.rooms.modelling) {
            (Purpose::Filter, _) => app.library.filter_by(self.text()),
            (Purpose::FilterRows, Some(model)) if model.is_quick() => model.filter(self.text().to_string()),
            _ => {}
        }
        self.stay(app);
        if filters { vec![Ask::Load] } else { Vec::new() }
    }

    fn leave(self, app: &mut App) -> Option<Prompt> {
        if matches!(self.purpose, Purpose::Filter) {
            app.library.filter_by("");
        }
        None
    }

    fn paste(&mut self, text: &str) -> bool {
        text.lines().next().unwrap_or("").chars().filter(|c| !c.is_control()).for_each(|c| self.insert(c));
        true
    }

    fn words(&self, _app: &App) -> Vec<String> {
        let proposed = if self.text().is_empty() { String::new() } else { format!(" [{}]", self.text()) };
        vec![format!("{}:{proposed}", self.purpose.title())]
    }

    fn answer(&mut self, line: &str) -> TypedLine {
        if !line.is_empty() {
            self.set(line);
        }
        TypedLine::Press(Key::plain(Code::Enter))
    }
}
