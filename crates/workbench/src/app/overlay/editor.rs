//! The open puzzle as text. Ctrl-S adds the text as a new puzzle, and keeps the original.

use super::{Dialog, TypedLine};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::model::app::App;
use crate::app::model::document::Document;
use crate::app::model::editor::Editor;
use quadrille_puzzle::Puzzle;

impl Dialog for Editor {
    fn key(mut self, app: &mut App, key: Key) -> Vec<Ask> {
        let takes = key.ctrl && matches!(key.code, Code::Char('s' | 'd'));
        if takes && !self.is_changed() {
            return Vec::new();
        }
        if takes && let Some(read) = self.read() {
            let Some(document) = app.document() else { return Vec::new() };
            let old = &document.puzzle;
            let meta = if read.meta == Default::default() { old.meta.clone() } else { read.meta };
            // The text may describe another kind of puzzle, which has its own forms.
            let form = if read.kind.id == old.kind.id { old.form } else { read.form };
            let puzzle = Puzzle { form, meta, expect: Default::default(), ..read };
            let name = format!("{} edited", app.name().trim_end_matches(" edited"));
            let mut document = Document::new(puzzle, None);
            document.history.mark_unsaved();
            app.add(&name, document);
            return vec![Ask::Refresh];
        }
        if !takes {
            Editor::key(&mut self, key);
        }
        self.stay(app)
    }

    fn leave(mut self, _app: &mut App) -> Option<Editor> {
        if Editor::leave(&mut self) { None } else { Some(self) }
    }

    fn paste(&mut self, text: &str) -> bool {
        Editor::paste(self, text);
        true
    }

    fn words(&self, _app: &App) -> Vec<String> {
        vec!["texts are edited on the screen only; type cancel".to_string()]
    }

    fn answer(&mut self, _line: &str) -> TypedLine {
        TypedLine::Command
    }
}
