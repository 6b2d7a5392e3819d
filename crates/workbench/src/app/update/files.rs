//! Saving and exporting puzzles, and files that another program changes.

use crate::app::action::Screen;
use crate::app::ask::Ask;
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::library::{EntrySource, LibraryRow};
use crate::app::model::prompt::{Prompt, Purpose};
use crate::app::overlay::{ConfirmMine, ConfirmReplace, Overlay};
use quadrille_puzzle::Export;
use std::path::PathBuf;

/// Saves an entry. An existing file is overwritten only with `replace`, or if its content is what
/// it was when it was last read or written.
pub fn save(app: &App, entry: usize, path: PathBuf, replace: bool) -> Vec<Ask> {
    let Some(document) = app.library.entries[entry].document() else { return Vec::new() };
    let version = document.history.version();
    let disk = document.file.disk.filter(|_| document.file.path.as_ref() == Some(&path));
    vec![Effect::Save { entry, version, path, puzzle: Box::new(document.to_be_saved()), replace, disk }.into()]
}

/// Saves the open puzzle. A TOML file with a name is saved without asking, unless another name is
/// wanted.
pub(crate) fn save_open(app: &mut App, renamed: bool) -> Vec<Ask> {
    let library = &app.library;
    let (Some(entry), Some(document)) = (library.open, library.document()) else { return Vec::new() };
    let path = document.file.path.clone().filter(|path| path.extension().is_some_and(|end| end == "toml"));
    let text = match path {
        Some(path) if !renamed => return vec![Ask::Save { entry, path, replace: false }],
        Some(path) => path.display().to_string(),
        None => format!("{}.toml", library.name().trim_end_matches(".txt").replace([' ', '#'], "-")),
    };
    app.desk.overlay = Some(Overlay::Prompt(Prompt::new(Purpose::SaveAs, text, true)));
    Vec::new()
}

/// Handles the result of a save. Changes made after the saved version stay unsaved.
pub(crate) fn on_saved(app: &mut App, entry: usize, version: u64, path: PathBuf, result: Result<u64, String>) {
    let shown = path.display().to_string();
    let disk = match result {
        Ok(disk) => disk,
        Err(error) => return app.desk.complain(format!("{shown} was not saved: {error}")),
    };
    let entry = &mut app.library.entries[entry];
    if let Some(name) = path.file_name() {
        entry.name = name.to_string_lossy().into_owned();
    }
    if let Some(Ok(document)) = &mut entry.document {
        document.history.mark_saved(version);
        document.file.path = Some(path);
        document.file.disk = Some(disk);
    }
    app.desk.say(format!("saved as {shown}"));
}

/// Saves the open puzzle under a name that was typed.
pub(crate) fn save_as(app: &mut App, name: &str) -> Vec<Ask> {
    let name = name.trim();
    if name.is_empty() {
        app.desk.complain("a file needs a name");
        return Vec::new();
    }
    let mut path = PathBuf::from(name);
    if path.extension().is_none_or(|end| end != "toml") {
        path.as_mut_os_string().push(".toml");
    }
    app.library.open.map_or(Vec::new(), |entry| save(app, entry, path, false))
}

/// Exports the open puzzle to a file whose name was typed.
pub fn export(app: &mut App, to: Export, name: &str) -> Vec<Ask> {
    let path = PathBuf::from(name.trim());
    match app.document().map(|document| to.write(&document.to_be_saved())) {
        Some(Ok(exported)) if path.file_name().is_some() => {
            return vec![Effect::Export { path, text: exported.text }.into()];
        }
        Some(Err(why)) => app.desk.complain(why),
        _ => app.desk.complain("a file needs a name"),
    }
    Vec::new()
}

/// Handles the result of an export.
pub(crate) fn on_exported(app: &mut App, path: PathBuf, result: Result<(), String>) {
    match result {
        Ok(()) => app.desk.say(format!("exported to {}", path.display())),
        Err(error) => app.desk.complain(format!("{} was not written: {error}", path.display())),
    }
}

/// Asks before a file is replaced.
pub(crate) fn on_exists(app: &mut App, entry: usize, path: PathBuf) {
    app.desk.overlay = Some(Overlay::ConfirmReplace(ConfirmReplace { entry, path }));
}

/// Asks which version of a file is wanted, after another program has changed it.
pub fn on_changed(app: &mut App, entry: usize, path: PathBuf, bytes: Vec<u8>) {
    match app.desk.overlay {
        None => app.desk.overlay = Some(Overlay::ConfirmMine(ConfirmMine { entry, path, bytes })),
        // Typing is not interrupted. The question comes again when the puzzle is saved.
        Some(_) => app.desk.complain(format!("{} was changed by another program", path.display())),
    }
}

/// Loads what another program has written to the file. The user's version stays in the Library as a
/// separate entry.
pub fn reread(app: &mut App, entry: usize, bytes: Vec<u8>) {
    let mine = app.library.entries[entry].clone();
    app.library.entries[entry].document = None;
    app.library.entries[entry].take(bytes);
    if app.library.entries[entry].document().is_none() {
        app.library.entries[entry] = mine;
        return app.desk.complain("the file has no puzzle now: nothing was read");
    }
    if let Some(Ok(mut document)) = mine.document {
        (document.file.path, document.file.disk) = (None, None);
        document.history.mark_unsaved();
        let name = format!("{} mine", mine.name);
        app.library.entries.push(LibraryRow::of(name, EntrySource::Made, *document));
    }
    app.desk.say("the file as it is now; yours is in the Library beside it");
}

/// Asks for a check of the open puzzle's file, because another program may have changed it.
pub fn check(app: &App) -> Vec<Ask> {
    let known = app.library.open.filter(|_| app.screen() != Screen::Library).and_then(|entry| {
        let document = app.document()?;
        Some(Effect::Check { entry, path: document.file.path.clone()?, disk: document.file.disk? })
    });
    known.into_iter().map(Ask::Effect).collect()
}
