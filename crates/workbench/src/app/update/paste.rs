//! Pasted text: a line for the open overlay, the path of a file, or a puzzle.

use crate::app::action::Screen;
use crate::app::ask::Ask;
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::document::Document;
use crate::app::model::import::Import;
use crate::app::model::library::LibraryRow;
use crate::app::model::room::Waiting;
use crate::app::model::stepping::Position;
use crate::app::overlay::{Message, Overlay};
use quadrille_solve::RunId;
use quadrille_study::SharedState;
use std::path::PathBuf;

/// The length from which on a text is read on another thread, in bytes: a shorter one is read
/// within a frame.
const LONG: usize = 1 << 14;

/// Handles pasted text, which is never interpreted as commands. An open prompt, editor or search
/// inserts it. Otherwise it is a file's path, or a puzzle that is shown before it is added.
pub(crate) fn on_paste(app: &mut App, text: &str) -> Vec<Ask> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if app.desk.overlay.as_mut().is_some_and(|overlay| overlay.paste(&text)) {
        return Vec::new();
    }
    if SharedState::is_one(&text) {
        return shared(app, &text);
    }
    if let Some(path) = path_of(&text) {
        // A path that was dropped on the terminal or copied. The file is opened once it is read.
        let at = app.library.entries.len();
        app.library.entries.push(LibraryRow::file(path));
        app.library.filter.clear();
        app.library.arrange();
        app.library.select(at);
        app.library.opens = Some(at);
        app.rooms.show(Screen::Library);
        return super::library::load(app, at).into_iter().collect();
    }
    if text.len() >= LONG && !text.trim().is_empty() {
        let id = app.desk.next_run();
        app.desk.opening = Some(Waiting::new(id, "puzzles of the pasted text"));
        return vec![Effect::Read { id, text }.into()];
    }
    let import = match text.trim().is_empty() {
        true => Err("the pasted text is empty".to_string()),
        false => Import::read(Import::PASTED, &text),
    };
    show(app, import);
    Vec::new()
}

/// Handles the puzzles of a long text, if they are still waited for.
pub(crate) fn on_read(app: &mut App, id: RunId, import: Result<Box<Import>, String>) {
    if app.desk.opening.take_if(|waiting| waiting.is(id)).is_some() {
        show(app, import.map(|import| *import));
    }
}

fn show(app: &mut App, import: Result<Import, String>) {
    app.desk.overlay = Some(match import {
        Ok(import) => Overlay::Import(import),
        Err(text) => Overlay::Message(Message::new("This is not a puzzle that can be read", text)),
    });
}

/// Opens a shared state in Step.
fn shared(app: &mut App, text: &str) -> Vec<Ask> {
    match SharedState::read(text) {
        Ok(SharedState { puzzle, rule, site }) => {
            app.add("shared", Document::new(puzzle, None));
            app.rooms.drop_search();
            vec![Ask::Refresh, Ask::StepAt(Position { site, rule })]
        }
        Err(why) => {
            app.desk.overlay = Some(Overlay::Message(Message::new("This state cannot be opened", why.to_string())));
            Vec::new()
        }
    }
}

/// Returns the path in a text of one line, in the forms in which terminals write dropped files.
fn path_of(text: &str) -> Option<PathBuf> {
    let line = text.trim().trim_matches(['\'', '"']);
    let line = line.strip_prefix("file://").unwrap_or(line);
    let one = !line.is_empty() && !line.contains('\n');
    let begins = ["/", "./", "../", "~/"].iter().any(|start| line.starts_with(start));
    (one && begins && line.len() < 4096).then(|| PathBuf::from(line.replace("\\ ", " ")))
}
