//! The actions of the screen Library, and the files of its entries as they are read.

use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::card::Card;
use crate::app::model::library::{EntrySource, LibraryRow};
use crate::app::model::prompt::{Prompt, Purpose};
use crate::app::model::shelf::{ShelfGroup, ShelfPlace};
use crate::app::overlay::{Message, NewGrid, Overlay};

pub fn act(app: &mut App, action: on::Library) -> Vec<Ask> {
    let cursor = app.library.cursor;
    match action {
        on::Library::ListDown => app.library.move_to(cursor + 1),
        on::Library::ListUp => app.library.move_to(cursor.saturating_sub(1)),
        on::Library::ListFirst => app.library.move_to(0),
        on::Library::ListLast => app.library.move_to(usize::MAX),
        on::Library::Open => return open(app, Screen::Play),
        on::Library::SolveFromList => return open(app, Screen::Solve),
        on::Library::StepFromList => return open(app, Screen::Step),
        on::Library::Today => return vec![Ask::BeginToday],
        on::Library::Close => close(app),
        on::Library::Filter => {
            let text = std::mem::take(&mut app.library.filter);
            app.desk.overlay = Some(Overlay::Prompt(Prompt::new(Purpose::Filter, text, false)));
        }
        on::Library::NewFromList => app.desk.overlay = Some(Overlay::New(NewGrid::of(0, 9))),
    }
    vec![Ask::Load]
}

/// Loads the puzzle of the entry under the cursor, if it was not read before.
pub(crate) fn load_selected(app: &mut App) -> Vec<Ask> {
    let Some(entry) = app.library.pictured() else { return Vec::new() };
    app.library.entries[entry].read_bundled();
    load(app, entry).into_iter().collect()
}

/// The request to read an entry's file, if it was not read before.
pub fn load(app: &App, entry: usize) -> Option<Ask> {
    match &app.library.entries[entry] {
        LibraryRow { source: EntrySource::File(path), document: None, name, .. } => {
            Some(Effect::Load { entry, name: name.clone(), path: path.clone() }.into())
        }
        _ => None,
    }
}

/// Opens the entry under the cursor on a screen. A lesson is opened in Step.
fn open(app: &mut App, screen: Screen) -> Vec<Ask> {
    let entry = match app.library.place() {
        Some(ShelfPlace::Entry(entry)) => entry,
        Some(ShelfPlace::Group(group)) => {
            app.library.fold(group, !app.library.is_open(group));
            return vec![Ask::Load];
        }
        None => return Vec::new(),
    };
    app.library.entries[entry].read_bundled();
    if let Some(choices) = &app.library.entries[entry].choices {
        app.desk.overlay = Some(Overlay::Import((**choices).clone()));
        return Vec::new();
    }
    let LibraryRow { name, document, lesson, .. } = &app.library.entries[entry];
    let screen = if lesson.is_some() { Screen::Step } else { screen };
    match document {
        Some(Ok(_)) => {
            // What is opened here is not the puzzle of a question of today.
            app.desk.today = None;
            app.open_entry(entry);
            // The results of the puzzle that was open go before the screen of this one comes.
            vec![Ask::Refresh, Ask::Show(screen), Ask::Check]
        }
        Some(Err(error)) => {
            app.desk.overlay = Some(Overlay::Message(Message::new(format!("{name} cannot be read"), error.clone())));
            Vec::new()
        }
        None => {
            app.desk.say("the file is being read");
            Vec::new()
        }
    }
}

/// Closes the kind of the row under the cursor.
fn close(app: &mut App) {
    let group = match app.library.place() {
        Some(ShelfPlace::Group(group)) => Some(group),
        Some(ShelfPlace::Entry(entry)) => Some(ShelfGroup::of(&app.library.entries[entry])),
        None => None,
    };
    match group.filter(|&group| app.library.is_open(group)) {
        Some(group) => app.library.fold(group, false),
        None => {
            let key = app.desk.settings.keymap.hint(on::Library::Open);
            app.desk.say(format!("no kind is open here; on a kind, {key} opens it and this key closes it"));
        }
    }
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
pub(crate) fn on_cards(app: &mut App, cards: Vec<(usize, Card)>) -> Vec<Ask> {
    let entries: Vec<usize> = cards.iter().map(|(entry, _)| *entry).collect();
    for (entry, card) in cards {
        app.library.entries[entry].card = Some(card);
    }
    app.library.arrange();
    app.desk.due = None;
    // A lesson that was begun is read, because its questions may be due.
    let is_begun = |entry: &usize| {
        let entry = &app.library.entries[*entry];
        entry.card().is_some_and(|card| card.is_lesson()) && app.desk.records.contains_key(entry.lesson_name())
    };
    entries.into_iter().filter(is_begun).filter_map(|entry| load(app, entry)).collect()
}

/// Handles what an entry's file holds. If the entry waits to be opened, it is opened.
pub(crate) fn on_loaded(app: &mut App, entry: usize, row: Result<Box<LibraryRow>, String>) -> Vec<Ask> {
    match row {
        // An entry that was opened meanwhile keeps its document.
        _ if app.library.entries[entry].document.is_some() => {}
        Ok(row) => {
            let LibraryRow { document, choices, lesson, .. } = *row;
            let here = &mut app.library.entries[entry];
            (here.document, here.choices, here.lesson) = (document, choices, lesson);
            app.desk.due = None;
        }
        Err(error) => app.library.entries[entry].document = Some(Err(error)),
    }
    if app.library.opens.take_if(|waiting| *waiting == entry).is_some() && app.screen() == Screen::Library {
        return open(app, Screen::Play);
    }
    Vec::new()
}
