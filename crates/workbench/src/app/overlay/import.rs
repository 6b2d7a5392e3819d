//! The puzzles that a pasted text or a file can be read as. Enter opens the selected one.

use super::{Dialog, TypedLine, numbered};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::model::app::App;
use crate::app::model::document::Document;
use crate::app::model::import::Import;
use quadrille_study::plural;

/// The maximum number of puzzles that the Library takes from one text at once.
const MOST_TAKEN: usize = 1000;

impl Dialog for Import {
    fn key(mut self, app: &mut App, key: Key) -> Vec<Ask> {
        let count = self.choices.len();
        match key.code {
            Code::Enter => {
                let (name, pasted) = (self.part(self.cursor), self.is_pasted());
                let mut document = Document::new(self.choices.swap_remove(self.cursor), None);
                if pasted {
                    document.history.mark_unsaved();
                }
                app.add(&name, document);
                return vec![Ask::Refresh];
            }
            Code::Down | Code::Tab | Code::Char('j') => self.cursor = (self.cursor + 1) % count,
            Code::Up | Code::Char('k') => self.cursor = (self.cursor + count - 1) % count,
            Code::PageDown => self.cursor = (self.cursor + 10).min(count - 1),
            Code::PageUp => self.cursor = self.cursor.saturating_sub(10),
            Code::Home | Code::Char('g') => self.cursor = 0,
            Code::End | Code::Char('G') => self.cursor = count - 1,
            Code::Char('a') if self.several => {
                if count > MOST_TAKEN {
                    app.desk
                        .complain(format!("{count} puzzles are too many for one list; pick one, or split the file"));
                    return self.stay(app);
                }
                let (names, pasted): (Vec<String>, bool) =
                    ((0..count).map(|at| self.part(at)).collect(), self.is_pasted());
                // Added in reverse order, so that the first puzzle ends up open.
                for (puzzle, name) in self.choices.into_iter().zip(names).rev() {
                    let mut document = Document::new(puzzle, None);
                    if pasted {
                        document.history.mark_unsaved();
                    }
                    app.add(&name, document);
                }
                app.desk.say(format!("added to the Library: {}", plural(count, "puzzle")));
                return vec![Ask::Refresh];
            }
            Code::Char('q' | 'n') => return Vec::new(),
            _ => {}
        }
        self.stay(app)
    }

    fn words(&self, _app: &App) -> Vec<String> {
        let choices = self.choices.iter().map(|puzzle| format!("{}, read as {}", puzzle.summary(), puzzle.form.id));
        let note = self.note.clone().into_iter();
        note.chain(numbered(choices.collect(), "type the number of one to open, or cancel")).collect()
    }

    fn answer(&mut self, line: &str) -> TypedLine {
        self.cursor = TypedLine::row(line).filter(|&at| at < self.choices.len()).unwrap_or(self.cursor);
        TypedLine::Press(Key::plain(Code::Enter))
    }
}
