//! Questions before something is lost. A question stays open until it is answered; `n` and Esc
//! answer no.

use super::{Dialog, Overlay, Page, PageLine, TypedLine, Width};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::prompt::{Prompt, Purpose};
use quadrille_study::plural;
use std::path::PathBuf;

/// Quitting would lose changes that are in no file.
#[derive(Clone, Debug)]
pub struct ConfirmQuit {
    /// The number of puzzles with unsaved changes.
    pub unsaved: usize,
}

/// The file to be written exists already.
#[derive(Clone, Debug)]
pub struct ConfirmReplace {
    /// The index of the library entry.
    pub entry: usize,
    /// The path of the file.
    pub path: PathBuf,
}

/// Another program has changed the file since it was read. `bytes` is what it holds now.
#[derive(Clone, Debug)]
pub struct ConfirmMine {
    /// The index of the library entry.
    pub entry: usize,
    /// The path of the file.
    pub path: PathBuf,
    /// The present content of the file.
    pub bytes: Vec<u8>,
}

/// Keeps a question open, unless the key answers no.
fn unanswered(question: impl Dialog, app: &mut App, key: Key) -> Vec<Ask> {
    if key.code == Code::Char('n') { Vec::new() } else { question.stay(app) }
}

/// The key of `yes` or, for any other word, of `no`.
fn yes_or_no(line: &str) -> TypedLine {
    TypedLine::Press(Key::char(if matches!(line, "y" | "yes") { 'y' } else { 'n' }))
}

fn question(text: String, keys: &'static str) -> Page {
    Page { title: "?".to_string(), lines: vec![PageLine::plain(text)], keys, width: Width::Wrapped(70), above: 0 }
}

impl Dialog for ConfirmQuit {
    fn key(self, app: &mut App, key: Key) -> Vec<Ask> {
        match key.code {
            Code::Char('y' | 'Q') => vec![Ask::Effect(Effect::Quit)],
            _ => unanswered(self, app, key),
        }
    }

    fn words(&self, _app: &App) -> Vec<String> {
        vec![format!("{} with unsaved changes. Quit all the same? yes or no", plural(self.unsaved, "puzzle"))]
    }

    fn answer(&mut self, line: &str) -> TypedLine {
        yes_or_no(line)
    }
}

impl ConfirmQuit {
    pub(super) fn page(&self, _app: &App) -> Page {
        let have = if self.unsaved == 1 { "has changes that are" } else { "have changes that are" };
        question(format!("{} {have} not saved.", plural(self.unsaved, "puzzle")), "y quit all the same   n stay")
    }
}

impl Dialog for ConfirmReplace {
    fn key(self, app: &mut App, key: Key) -> Vec<Ask> {
        match key.code {
            Code::Char('y') => vec![Ask::Save { entry: self.entry, path: self.path, replace: true }],
            _ => unanswered(self, app, key),
        }
    }

    fn words(&self, _app: &App) -> Vec<String> {
        vec![format!("{} is there. Replace it? yes or no", self.path.display())]
    }

    fn answer(&mut self, line: &str) -> TypedLine {
        yes_or_no(line)
    }
}

impl ConfirmReplace {
    pub(super) fn page(&self, _app: &App) -> Page {
        question(format!("{} is there already.", self.path.display()), "y replace it   n keep it")
    }
}

impl Dialog for ConfirmMine {
    fn key(self, app: &mut App, key: Key) -> Vec<Ask> {
        match key.code {
            Code::Char('m') => vec![Ask::Save { entry: self.entry, path: self.path, replace: true }],
            Code::Char('t') => vec![Ask::Reread { entry: self.entry, bytes: self.bytes }, Ask::Refresh],
            Code::Char('s') => {
                let text = self.path.display().to_string();
                app.desk.overlay = Some(Overlay::Prompt(Prompt::new(Purpose::SaveAs, text, false)));
                Vec::new()
            }
            _ => unanswered(self, app, key),
        }
    }

    fn words(&self, _app: &App) -> Vec<String> {
        let path = self.path.display();
        vec![format!("{path} was changed by another program since it was read. mine, theirs, or save as?")]
    }

    /// `mine`, `theirs`, `save as`: the first letter is the key.
    fn answer(&mut self, line: &str) -> TypedLine {
        TypedLine::Press(Key::char(line.chars().next().unwrap_or(' ')))
    }
}

impl ConfirmMine {
    pub(super) fn page(&self, _app: &App) -> Page {
        let text = format!("{} was changed by another program since it was read.", self.path.display());
        question(text, "m keep mine   t take theirs   s save mine as   esc neither")
    }
}
