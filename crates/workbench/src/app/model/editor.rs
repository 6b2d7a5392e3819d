//! A puzzle edited as text: its lines, a cursor, and the parser's error.

use crate::app::key::{Code, Key};
use quadrille_puzzle::{LoadError, Puzzle, draw, load};

/// A text being edited.
#[derive(Clone, Debug)]
pub struct Editor {
    lines: Vec<Vec<char>>,
    /// The line of the cursor, from 0.
    pub row: usize,
    /// The column of the cursor, in characters from 0.
    pub column: usize,
    /// The text as it was opened.
    before: String,
    /// The form in which the text is read.
    form: &'static str,
    /// The reason why the text was refused, with the offending line.
    pub refused: Option<String>,
    /// True if the user has asked once to leave with unsaved changes.
    leaving: bool,
}

impl Editor {
    /// The text of a puzzle in a form of its kind.
    pub fn new(puzzle: &Puzzle) -> Editor {
        let (form, text) = puzzle.to_edit();
        let lines = text.lines().map(|line| line.chars().collect()).collect();
        Editor { lines, row: 0, column: 0, before: text, form, refused: None, leaving: false }
    }

    /// The text. Each line ends with a newline.
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| line.iter().collect::<String>() + "\n").collect()
    }

    /// Returns true if the text differs from the one that was opened.
    pub(crate) fn is_changed(&self) -> bool {
        self.text() != self.before
    }

    /// Returns whether the editor may close: at once if nothing changed, else on the second
    /// request.
    pub fn leave(&mut self) -> bool {
        let leaves = !self.is_changed() || self.leaving;
        self.leaving = true;
        self.refused = Some("the text was changed: esc again drops the changes, ctrl-s takes them".to_string());
        leaves
    }

    /// The lines, without newlines.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.lines.iter().map(|line| line.iter().collect())
    }

    /// Reads the text as a puzzle. On an error it returns `None`, sets `refused`, and moves the
    /// cursor to the error if its place is known.
    pub fn read(&mut self) -> Option<Puzzle> {
        self.leaving = false;
        let text = self.text();
        match load(&text, Some(self.form)) {
            Ok(mut loaded) if loaded.puzzles.len() == 1 => loaded.puzzles.pop(),
            Ok(loaded) => {
                self.refused = Some(format!("one puzzle is edited here; this text holds {}", loaded.puzzles.len()));
                None
            }
            Err(LoadError::Parse(error)) => {
                self.refused = Some(draw("the text", &text, &error));
                self.go(error.place.line - 1, error.place.column - 1);
                None
            }
            Err(error) => {
                self.refused = Some(error.to_string());
                None
            }
        }
    }

    fn go(&mut self, row: usize, column: usize) {
        self.row = row.min(self.lines.len().saturating_sub(1));
        self.column = column.min(self.lines.get(self.row).map_or(0, Vec::len));
    }

    /// Handles a key that edits. Returns `false` for any other key.
    pub fn key(&mut self, key: Key) -> bool {
        if self.lines.is_empty() {
            self.lines.push(Vec::new());
        }
        let (row, column, width) = (self.row, self.column, self.lines[self.row].len());
        match (key.code, key.typed()) {
            (Code::Left, _) if column == 0 && row > 0 => self.go(row - 1, usize::MAX),
            (Code::Left, _) => self.go(row, column.saturating_sub(1)),
            (Code::Right, _) if column == width && row + 1 < self.lines.len() => self.go(row + 1, 0),
            (Code::Right, _) => self.go(row, column + 1),
            (Code::Up, _) => self.go(row.saturating_sub(1), column),
            (Code::Down, _) => self.go(row + 1, column),
            (Code::PageUp, _) => self.go(row.saturating_sub(15), column),
            (Code::PageDown, _) => self.go(row + 15, column),
            (Code::Home, _) => self.go(row, 0),
            (Code::End, _) => self.go(row, usize::MAX),
            (Code::Enter, _) => {
                let rest = self.lines[row].split_off(column);
                self.lines.insert(row + 1, rest);
                self.go(row + 1, 0);
            }
            (Code::Backspace, _) if column > 0 => {
                self.lines[row].remove(column - 1);
                self.go(row, column - 1);
            }
            (Code::Backspace, _) if row > 0 => {
                let rest = self.lines.remove(row);
                let end = self.lines[row - 1].len();
                self.lines[row - 1].extend(rest);
                self.go(row - 1, end);
            }
            (Code::Delete, _) if column < width => {
                self.lines[row].remove(column);
            }
            (Code::Delete, _) if row + 1 < self.lines.len() => {
                let rest = self.lines.remove(row + 1);
                self.lines[row].extend(rest);
            }
            (_, Some(c)) => {
                self.lines[row].insert(column, c);
                self.go(row, column + 1);
            }
            _ => return false,
        }
        (self.refused, self.leaving) = (None, false);
        true
    }

    /// Inserts a pasted text at the cursor.
    pub fn paste(&mut self, text: &str) {
        for c in text.chars().map(|c| if c == '\t' { ' ' } else { c }) {
            let key = if c == '\n' { Key { code: Code::Enter, ..Key::char(' ') } } else { Key::char(c) };
            if c == '\n' || !c.is_control() {
                self.key(key);
            }
        }
    }
}
