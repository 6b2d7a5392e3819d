//! The puzzles that a pasted text or a file can be read as. Enter opens the selected one.

use super::{Dialog, TypedLine, numbered};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::model::app::App;
use crate::app::model::document::Document;
use crate::app::model::import::Import;
use quadrille_puzzle::Offer;
use quadrille_study::plural;

/// The maximum number of puzzles that the Library takes from one text at once.
const MOST_TAKEN: usize = 1000;

impl Dialog for Import {
    fn key(mut self, app: &mut App, key: Key) -> Vec<Ask> {
        let (count, rows) = (self.choices.len(), self.choices.len().max(self.picks.len()));
        let row = if self.picks.is_empty() { &mut self.cursor } else { &mut self.offer };
        match key.code {
            Code::Enter => {
                let (name, pasted) = (self.part(self.cursor), self.is_pasted());
                let mut document = Document::new(self.chosen(), None);
                if pasted {
                    document.history.mark_unsaved();
                }
                app.add(&name, document);
                return vec![Ask::Refresh];
            }
            Code::Down | Code::Tab | Code::Char('j') => *row = (*row + 1) % rows,
            Code::Up | Code::Char('k') => *row = (*row + rows - 1) % rows,
            Code::PageDown => *row = (*row + 10).min(rows - 1),
            Code::PageUp => *row = row.saturating_sub(10),
            Code::Home | Code::Char('g') => *row = 0,
            Code::End | Code::Char('G') => *row = rows - 1,
            Code::Char('x' | ' ') if !self.picks.is_empty() => self.toggle(),
            Code::Char('e') if !self.picks.is_empty() => self.next_meaning(),
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
        let note = self.note.clone().into_iter();
        if !self.picks.is_empty() {
            let row = |(offer, pick): (&Offer, &Option<usize>)| match pick.and_then(|way| offer.ways.get(way)) {
                Some(way) => format!("{}, taken as {}", offer.what(), way.reason()),
                None => format!("{}, only drawn", offer.what()),
            };
            let rows = self.offers().iter().zip(&self.picks).map(row).collect();
            let left = self.left().iter().map(|sentence| format!("left over: {sentence}"));
            return note
                .chain(left)
                .chain(numbered(rows, "type the number of one for its next meaning, open, or cancel"))
                .collect();
        }
        let choices = self.choices.iter().map(|puzzle| format!("{}, read as {}", puzzle.summary(), puzzle.form.id));
        note.chain(numbered(choices.collect(), "type the number of one to open, or cancel")).collect()
    }

    fn answer(&mut self, line: &str) -> TypedLine {
        let row = TypedLine::row(line);
        if self.picks.is_empty() {
            self.cursor = row.filter(|&at| at < self.choices.len()).unwrap_or(self.cursor);
            return TypedLine::Press(Key::plain(Code::Enter));
        }
        match row {
            Some(at) if at < self.picks.len() => {
                self.offer = at;
                TypedLine::Press(Key::plain(Code::Char('e')))
            }
            Some(_) => TypedLine::Refuse(format!("there are {}", plural(self.picks.len(), "row"))),
            None => TypedLine::Press(Key::plain(Code::Enter)),
        }
    }
}
