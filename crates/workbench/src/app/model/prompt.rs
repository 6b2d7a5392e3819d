//! A prompt for a line of text.

use crate::app::key::{Code, Key};
use quadrille_puzzle::Export;
use tui_input::{Input, InputRequest};

/// The input that a prompt asks for.
#[derive(Clone, Copy, Debug)]
pub enum Purpose {
    SaveAs,
    /// A file for an exported puzzle.
    Export(Export),
    /// A file for a film of the next steps or of the last ones, or for one frame if there are no
    /// steps.
    Film {
        steps: usize,
        back: bool,
    },
    GotoCell,
    Weigh,
    Resize,
    NamePoint,
    /// A symbol to highlight.
    Hold,
    Filter,
    FilterRows,
    Goto,
    Break,
    Find,
}

impl Purpose {
    /// The heading of the prompt: the expected input.
    pub fn title(self) -> &'static str {
        match self {
            Purpose::SaveAs => "Save as (a file name; .toml is added)",
            Purpose::Export(_) => "Export to a new file",
            Purpose::Film { .. } => "A new file: NAME.svg, NAME.cast or NAME.html",
            Purpose::GotoCell => "Go to the cell, such as r5c7",
            Purpose::Resize => "Another size: 12, 6x8, 9 0-8, 6 1-9, 9 no boxes, 6 boxes 3x2",
            Purpose::Weigh => "The weight of this cell",
            Purpose::NamePoint => "A name for this state",
            Purpose::Hold => "Highlight the symbol",
            Purpose::Filter => "Show puzzles with",
            Purpose::FilterRows => "Show rows with",
            Purpose::Goto => "Go to: 1/2,3/3, op N, level N, solution N, root, end",
            Purpose::Break => "Break at: choose ITEM, hide OPTION, level N, dead end",
            Purpose::Find => "A name to select, or: first OPTION hidden, deepest",
        }
    }
}

/// A line that asks for an input.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// The input that it asks for.
    pub purpose: Purpose,
    line: Input,
    /// True if the text is only a proposal. The first typed character then replaces it.
    pub fresh: bool,
}

impl Prompt {
    /// A prompt with a text, the cursor at its end.
    pub fn new(purpose: Purpose, text: impl Into<String>, fresh: bool) -> Prompt {
        Prompt { purpose, line: Input::new(text.into()), fresh }
    }

    /// The text typed so far.
    pub fn text(&self) -> &str {
        self.line.value()
    }

    /// The number of characters before the cursor.
    pub fn cursor(&self) -> usize {
        self.line.cursor()
    }

    /// Replaces the text. The cursor moves to its end.
    pub fn set(&mut self, text: &str) {
        (self.line, self.fresh) = (Input::new(text.to_string()), false);
    }

    /// Inserts a character at the cursor, or replaces a text that was only proposed.
    pub fn insert(&mut self, c: char) {
        if std::mem::replace(&mut self.fresh, false) {
            self.line.reset();
        }
        self.line.handle(InputRequest::InsertChar(c));
    }

    /// Handles the keys of a line editor: arrows, home and end, words, deleting. Returns `false`
    /// for any other key.
    pub fn edit(&mut self, key: Key) -> bool {
        use InputRequest as To;
        let request = match (key.code, key.ctrl, key.alt) {
            (Code::Left, false, false) | (Code::Char('b'), true, _) => To::GoToPrevChar,
            (Code::Right, false, false) | (Code::Char('f'), true, _) => To::GoToNextChar,
            (Code::Left, ..) | (Code::Char('b'), _, true) => To::GoToPrevWord,
            (Code::Right, ..) | (Code::Char('f'), _, true) => To::GoToNextWord,
            (Code::Home, ..) | (Code::Char('a'), true, _) => To::GoToStart,
            (Code::End, ..) | (Code::Char('e'), true, _) => To::GoToEnd,
            (Code::Backspace, false, false) | (Code::Char('h'), true, _) => To::DeletePrevChar,
            (Code::Delete, ..) | (Code::Char('d'), true, _) => To::DeleteNextChar,
            (Code::Backspace, ..) | (Code::Char('w'), true, _) => To::DeletePrevWord,
            (Code::Char('u'), true, _) => To::DeleteLine,
            (Code::Char('k'), true, _) => To::DeleteTillEnd,
            (Code::Char('y'), true, _) => To::Yank,
            _ => return false,
        };
        self.fresh = false;
        self.line.handle(request);
        true
    }
}
