//! The actions of the screen Library, and the files of its entries as they are read.

use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::card::Card;
use crate::app::model::library::Source;
use crate::app::model::prompt::{Prompt, Purpose};
use crate::app::overlay::{Message, NewGrid, Overlay};

pub fn act(app: &mut App, action: on::Library) -> Vec<Ask> {
    let cursor = app.library.cursor;
    match action {
        on::Library::ListDown => app.library.move_to(cursor + 1),
        on::Library::ListUp => app.library.move_to(cursor.saturating_sub(1)),
        on::Library::ListFirst => app.library.move_to(0),
        on::Library::ListLast => app.library.move_to(usize::MAX),
        on::Library::Open => return open(app).into_iter().chain([Ask::Refresh, Ask::Check]).collect(),
        on::Library::SolveFromList | on::Library::StepFromList => {
            let mut asks = act(app, on::Library::Open);
            let is_lesson = app.open.is_some_and(|open| app.library.entries[open].lesson.is_some());
            if app.screen == Screen::Play && !is_lesson {
                let next = if action == on::Library::SolveFromList { on::Play::Solve } else { on::Play::Debug };
                asks.push(Ask::Do(next.into()));
            }
            return asks;
        }
        on::Library::Filter => {
            let text = std::mem::take(&mut app.library.filter);
            app.overlay = Some(Overlay::Prompt(Prompt::new(Purpose::Filter, text, false)));
        }
        on::Library::NewFromList => app.overlay = Some(Overlay::New(NewGrid::of(0, 9))),
    }
    vec![Ask::Load]
}

/// Loads the puzzle of the entry under the cursor, if it was not read before.
pub fn load_selected(app: &mut App) -> Vec<Ask> {
    let Some(entry) = app.library.selected() else { return Vec::new() };
    app.library.entries[entry].read_bundled();
    match (&app.library.entries[entry].source, &app.library.entries[entry].document) {
        (Source::File(path), None) => vec![Effect::Load { entry, path: path.clone() }.into()],
        _ => Vec::new(),
    }
}

/// Opens the entry under the cursor. A lesson is opened in Step.
fn open(app: &mut App) -> Vec<Ask> {
    let Some(entry) = app.library.selected() else {
        app.complain("no puzzle has that in its name, kind or title");
        return Vec::new();
    };
    app.library.entries[entry].read_bundled();
    if let Some(choices) = &app.library.entries[entry].choices {
        app.overlay = Some(Overlay::Import((**choices).clone()));
        return Vec::new();
    }
    match &app.library.entries[entry].document {
        Some(Ok(_)) => app.open_entry(entry),
        Some(Err(error)) => {
            let title = format!("{} cannot be read", app.library.entries[entry].name);
            app.overlay = Some(Overlay::Message(Message::new(title, error.clone())));
        }
        None => app.say("the file is being read"),
    }
    let is_lesson = app.screen == Screen::Play && app.library.entries[entry].lesson.is_some();
    if is_lesson { vec![Ask::Show(Screen::Step)] } else { Vec::new() }
}

/// Shows the entries that match the words of a prompt.
pub fn filter(app: &mut App, words: &str) -> Vec<Ask> {
    app.library.filter_by(words);
    vec![Ask::Load]
}

/// Reads the files ahead of which the list knows nothing.
pub fn read_ahead(app: &App) -> Vec<Ask> {
    let unknown = app.library.unknown();
    if unknown.is_empty() { Vec::new() } else { vec![Effect::ReadAhead(unknown).into()] }
}

/// Takes the cards of files that were read ahead.
pub fn on_cards(app: &mut App, cards: Vec<(usize, Card)>) {
    for (entry, card) in cards {
        app.library.entries[entry].card = Some(card);
    }
    app.library.arrange();
}

/// Handles the bytes of an entry's file. If the entry waits to be opened, it is opened.
pub fn on_loaded(app: &mut App, entry: usize, bytes: Result<Vec<u8>, String>) -> Vec<Ask> {
    match bytes {
        // An entry that was opened meanwhile keeps its document.
        _ if app.library.entries[entry].document.is_some() => {}
        Ok(bytes) => app.library.entries[entry].take(bytes),
        Err(error) => app.library.entries[entry].document = Some(Err(error)),
    }
    if app.opens.take_if(|waiting| *waiting == entry).is_some() && app.screen == Screen::Library {
        return open(app).into_iter().chain([Ask::Refresh]).collect();
    }
    Vec::new()
}
