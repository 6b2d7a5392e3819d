//! The forms that the open puzzle can be exported to. Enter copies the puzzle in the form under the
//! cursor to the clipboard, `w` asks for a file.

use super::{Dialog, Overlay, TypedLine, numbered};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::prompt::{Prompt, Purpose};
use quadrille_puzzle::{EXCHANGE, Export, ExportError, Exported, Puzzle};
use quadrille_study::plural;

/// The forms to which the open puzzle can be exported, each with its text and what it leaves out.
#[derive(Clone, Debug)]
pub struct Exporting {
    /// Each form with the exported puzzle, or the reason why it cannot be exported.
    pub rows: Vec<(Export, Result<Exported, ExportError>)>,
    /// The index of the selected row.
    pub cursor: usize,
}

impl Exporting {
    /// Forms that can hold the puzzle come first, those of its own kind before the others.
    pub fn new(puzzle: &Puzzle) -> Exporting {
        let rank = |export: &Export| match export {
            Export::Toml => 0,
            Export::Form(form) if puzzle.kind.forms.iter().any(|known| known.id == form.id) => 1,
            Export::Text | Export::Svg | Export::Html => 2,
            Export::Form(form) if EXCHANGE.iter().any(|known| known.id == form.id) => 3,
            Export::Form(_) => 4,
        };
        let mut rows: Vec<_> = Export::all().map(|export| (export, export.write(puzzle))).collect();
        rows.sort_by_key(|(export, text)| (text.is_err(), rank(export)));
        Exporting { rows, cursor: 0 }
    }

    /// Describes what the form under the cursor leaves out, or why it cannot hold the puzzle.
    pub fn about(&self) -> String {
        match self.rows.get(self.cursor).map(|(_, text)| text) {
            None => String::new(),
            Some(Err(why)) => why.to_string(),
            Some(Ok(written)) if written.left_out.is_empty() => "it holds the whole puzzle".to_string(),
            Some(Ok(written)) => format!("left out: {}", written.left_out.join("; ")),
        }
    }
}

impl Dialog for Exporting {
    fn key(mut self, app: &mut App, key: Key) -> Vec<Ask> {
        let last = self.rows.len() - 1;
        let at = self.cursor;
        match key.code {
            Code::Down | Code::Tab | Code::Char('j') => self.cursor = (at + 1).min(last),
            Code::Up | Code::Char('k') => self.cursor = at.saturating_sub(1),
            Code::Home => self.cursor = 0,
            Code::End => self.cursor = last,
            Code::Char('q') => return Vec::new(),
            Code::Enter | Code::Char('w') => match &self.rows[at] {
                (_, Err(why)) => app.desk.complain(why),
                (to, Ok(exported)) if key.code == Code::Enter => {
                    let size = plural(exported.text.len(), "byte");
                    app.desk.say(format!("copied to the clipboard as {}, {size}; {}", to.id(), self.about()));
                    return vec![Ask::Effect(Effect::Copy(exported.text.clone()))];
                }
                (to, Ok(_)) => {
                    let text = format!("{}.{}", app.file_stem(), to.extension());
                    app.desk.overlay = Some(Overlay::Prompt(Prompt::new(Purpose::Export(*to), text, true)));
                    return Vec::new();
                }
            },
            _ => {}
        }
        self.stay(app)
    }

    fn words(&self, _app: &App) -> Vec<String> {
        let rows = self.rows.iter().map(|(to, text)| match text {
            Ok(_) => format!("{}: {}", to.id(), to.help()),
            Err(why) => format!("{}: no, {why}", to.id()),
        });
        numbered(rows.collect(), "type a number to copy that form to the clipboard, or cancel")
    }

    fn answer(&mut self, line: &str) -> TypedLine {
        self.cursor = TypedLine::row(line).filter(|&at| at < self.rows.len()).unwrap_or(self.cursor);
        TypedLine::Press(Key::plain(Code::Enter))
    }
}
