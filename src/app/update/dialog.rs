//! Handles keys in the overlays: help and palette, prompts, questions, new grids, pasted texts.
//! Saving is here too, because an overlay asks for the file name.

use crate::app::key::{Code, Key};
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::document::{Document, Mode};
use crate::app::model::editor::Editor;
use crate::app::overlay::{Exporting, Import, NewGrid, Overlay, Prompt, Purpose, Search};
use crate::app::update::play;
use crate::app::update::play::rule as drawing;
use crate::app::update::room::Waiting;
use crate::app::update::step as debugging;
use crate::app::update::{act, add, load_selected, stale_run};
use crate::puzzle::{Puzzle, Shape, TOML};
use crate::solve::RunId;
use crate::study::{Destination, Reason, Recipe, Task, plural};
use std::path::PathBuf;

/// Gives a key to the open overlay.
pub fn on_key(app: &mut App, key: Key) -> Vec<Effect> {
    let Some(overlay) = app.overlay.take() else { return Vec::new() };
    let interrupt = key == Key { ctrl: true, ..Key::char('c') };
    if key.code == Code::Esc || interrupt {
        if let Overlay::Editor(mut editor) = overlay {
            if !editor.leave() {
                app.overlay = Some(Overlay::Editor(editor));
            }
            return Vec::new();
        }
        if matches!(&overlay, Overlay::Prompt(prompt) if matches!(prompt.purpose, Purpose::Filter)) {
            app.library.filter.clear();
        }
        return Vec::new();
    }
    match overlay {
        Overlay::Search(search) => on_search_key(app, search, key),
        Overlay::Prompt(prompt) => on_prompt_key(app, prompt, key),
        Overlay::Import(import) => on_import_key(app, import, key),
        Overlay::New(new) => on_new_key(app, new, key),
        Overlay::Why { lines, cursor } => on_why_key(app, lines, cursor, key),
        Overlay::Breaks { cursor } => on_breaks_key(app, cursor, key),
        Overlay::Rules { cursor } => drawing::on_key(app, cursor, key),
        Overlay::Export(exporting) => on_export_key(app, exporting, key),
        Overlay::Editor(editor) => on_editor_key(app, editor, key),
        Overlay::Message { .. } => Vec::new(),
        Overlay::ConfirmQuit { unsaved } => match key.code {
            Code::Char('y' | 'Q') => vec![Effect::Quit],
            _ => stay(app, Overlay::ConfirmQuit { unsaved }, key),
        },
        Overlay::ConfirmReplace { entry, path } => match key.code {
            Code::Char('y') => save(app, entry, path, true),
            _ => stay(app, Overlay::ConfirmReplace { entry, path }, key),
        },
        Overlay::ConfirmMine { entry, path, bytes } => match key.code {
            Code::Char('m') => save(app, entry, path, true),
            Code::Char('t') => {
                theirs(app, entry, bytes);
                stale_run(app)
            }
            Code::Char('s') => {
                let text = path.display().to_string();
                app.overlay = Some(Overlay::Prompt(Prompt::new(Purpose::SaveAs, text, false)));
                Vec::new()
            }
            _ => stay(app, Overlay::ConfirmMine { entry, path, bytes }, key),
        },
    }
}

/// Keeps a question open until it is answered. `n` and Esc answer no.
fn stay(app: &mut App, overlay: Overlay, key: Key) -> Vec<Effect> {
    if key.code != Code::Char('n') {
        app.overlay = Some(overlay);
    }
    Vec::new()
}

fn on_search_key(app: &mut App, mut search: Search, key: Key) -> Vec<Effect> {
    let rows = search.rows(&app.settings.keymap).len();
    match (key.code, key.typed()) {
        (Code::Enter, _) => {
            // An action of another screen cannot run here.
            let action = search.selected(&app.settings.keymap);
            let here = action.filter(|&action| crate::app::action::spec(action).place.holds_on(app.screen));
            return match (action, here) {
                (_, Some(action)) => act(app, action),
                (Some(action), None) => {
                    let place = crate::app::action::spec(action).place.title();
                    app.say(format!("this command belongs to the screen {place}"));
                    Vec::new()
                }
                (None, None) => Vec::new(),
            };
        }
        (Code::Down | Code::Tab, _) => search.cursor = (search.cursor + 1).min(rows.saturating_sub(1)),
        (Code::Up, _) => search.cursor = search.cursor.saturating_sub(1),
        (Code::PageDown, _) => search.cursor = (search.cursor + 10).min(rows.saturating_sub(1)),
        (Code::PageUp, _) => search.cursor = search.cursor.saturating_sub(10),
        (Code::Backspace, _) => {
            search.typed.pop();
            search.cursor = 0;
        }
        (_, Some('?')) if search.typed.is_empty() => return Vec::new(),
        (_, Some(c)) => {
            search.typed.push(c);
            search.cursor = 0;
        }
        _ => {}
    }
    app.overlay = Some(Overlay::Search(search));
    Vec::new()
}

fn on_prompt_key(app: &mut App, mut prompt: Prompt, key: Key) -> Vec<Effect> {
    match (key.code, key.typed()) {
        (Code::Enter, _) => match prompt.purpose {
            Purpose::Filter => {
                app.library.filter = prompt.text().to_string();
                app.library.move_to(0);
                return load_selected(app);
            }
            Purpose::Goto | Purpose::Break | Purpose::Find => {
                if !debugging::answered(app, prompt.purpose, prompt.text()) {
                    app.overlay = Some(Overlay::Prompt(prompt));
                }
                return Vec::new();
            }
            Purpose::GotoCell | Purpose::Weigh | Purpose::Resize | Purpose::NamePoint => {
                let done = match prompt.purpose {
                    Purpose::GotoCell => play::to_cell(app, prompt.text()),
                    Purpose::Weigh => play::weigh(app, prompt.text()),
                    Purpose::Resize => play::resize(app, prompt.text()),
                    _ => play::name_point(app, prompt.text()),
                };
                if !done {
                    app.overlay = Some(Overlay::Prompt(prompt));
                }
                return stale_run(app);
            }
            Purpose::FilterRows => {
                if let Some(model) = &mut app.modelling {
                    model.filter(prompt.text().to_string());
                }
                return Vec::new();
            }
            Purpose::Export(to) => {
                let path = PathBuf::from(prompt.text().trim());
                let written = app.document().map(|document| to.write(&document.to_be_saved()));
                return match written {
                    Some(Ok(own)) if path.file_name().is_some() => vec![Effect::Export { path, text: own.text }],
                    Some(Err(why)) => {
                        app.complain(why);
                        Vec::new()
                    }
                    _ => {
                        app.complain("a file needs a name");
                        Vec::new()
                    }
                };
            }
            Purpose::SaveAs => {
                let name = prompt.text().trim();
                if name.is_empty() {
                    app.complain("a file needs a name");
                    return Vec::new();
                }
                let mut path = PathBuf::from(name);
                if path.extension().is_none_or(|end| end != "toml") {
                    path.as_mut_os_string().push(".toml");
                }
                return app.open.map_or(Vec::new(), |entry| save(app, entry, path, false));
            }
        },
        _ if prompt.edit(key) => {}
        (_, Some(c)) => prompt.insert(c),
        _ => {}
    }
    let filters = matches!(prompt.purpose, Purpose::Filter);
    if filters {
        app.library.filter = prompt.text().to_string();
        app.library.move_to(0);
    }
    app.overlay = Some(Overlay::Prompt(prompt));
    if filters { load_selected(app) } else { Vec::new() }
}

/// Loads what another program has written to the file. The user's version stays in the Library as a
/// separate entry.
fn theirs(app: &mut App, entry: usize, bytes: Vec<u8>) {
    let mine = app.library.entries[entry].clone();
    app.library.entries[entry].document = None;
    app.library.entries[entry].take(bytes);
    if app.library.entries[entry].document().is_none() {
        app.library.entries[entry] = mine;
        return app.complain("the file has no puzzle now: nothing was read");
    }
    if let Some(Ok(mut document)) = mine.document {
        (document.path, document.disk) = (None, None);
        document.history.mark_unsaved();
        let name = format!("{} mine", mine.name);
        let source = crate::app::model::library::Source::Made;
        app.library.entries.push(crate::app::model::library::Entry {
            name,
            source,
            document: Some(Ok(document)),
            choices: None,
        });
    }
    app.say("the file as it is now; yours is in the Library beside it");
}

/// Saves an entry. An existing file is overwritten only with `replace`, or if its content is what
/// it was when it was last read or written.
pub fn save(app: &App, entry: usize, path: PathBuf, replace: bool) -> Vec<Effect> {
    let Some(document) = app.library.entries[entry].document() else { return Vec::new() };
    let version = document.history.version();
    let disk = document.disk.filter(|_| document.path.as_ref() == Some(&path));
    vec![Effect::Save { entry, version, path, puzzle: Box::new(document.to_be_saved()), replace, disk }]
}

/// Handles the result of a save. Changes made after the saved version stay unsaved.
pub fn on_saved(app: &mut App, entry: usize, version: u64, path: PathBuf, result: Result<u64, String>) {
    let shown = path.display().to_string();
    let disk = match result {
        Ok(disk) => disk,
        Err(error) => return app.complain(format!("{shown} was not saved: {error}")),
    };
    let entry = &mut app.library.entries[entry];
    if let Some(name) = path.file_name() {
        entry.name = name.to_string_lossy().into_owned();
    }
    if let Some(Ok(document)) = &mut entry.document {
        document.history.mark_saved(version);
        document.path = Some(path);
        document.disk = Some(disk);
    }
    app.say(format!("saved as {shown}"));
}

fn on_new_key(app: &mut App, new: NewGrid, key: Key) -> Vec<Effect> {
    let next = match key.code {
        Code::Enter => {
            let name = format!("new {} {}x{}", new.kind().id, new.side(), new.side());
            if let Some(grid) = new.grid() {
                let puzzle = Puzzle::new(new.kind(), &TOML, Shape::Grid(grid));
                add(app, &name, Document::new(puzzle, None));
                // The next thing to do with an empty grid is to type it.
                if let Some(document) = app.document_mut() {
                    document.mode = if new.kind().id == "jigsaw" { Mode::Regions } else { Mode::Line };
                }
            }
            return stale_run(app);
        }
        Code::Char('g') if new.side() <= 16 => {
            let id = RunId(app.last_run.0 + 1);
            app.last_run = id;
            app.seed += 1;
            let recipe = Recipe { diagonals: new.diagonals, ..Recipe::new(new.kind(), new.side(), app.seed) };
            // The first puzzle of the series, which is the one that the command line makes.
            let recipe = Recipe { source: recipe.command(), ..recipe.nth(0) };
            app.opening = Some(Waiting::for_task(id, "a puzzle"));
            return vec![Effect::Work(id, Box::new(Task::Generate(Box::new(recipe))))];
        }
        Code::Down | Code::Tab | Code::Char('j') => new.go(true),
        Code::Up | Code::Char('k') => new.go(false),
        Code::Right | Code::Char('l' | '+' | ' ') => new.turn(true),
        Code::Left | Code::Char('h' | '-') => new.turn(false),
        Code::Char('q') => return Vec::new(),
        _ => new,
    };
    app.overlay = Some(Overlay::New(next));
    Vec::new()
}

/// The maximum number of puzzles that the Library takes from one text at once.
const MOST_TAKEN: usize = 1000;

fn on_import_key(app: &mut App, mut import: Import, key: Key) -> Vec<Effect> {
    match key.code {
        Code::Enter => {
            let (name, pasted) = (import.part(import.cursor), import.is_pasted());
            let mut document = Document::new(import.choices.swap_remove(import.cursor), None);
            if pasted {
                document.history.mark_unsaved();
            }
            add(app, &name, document);
            return stale_run(app);
        }
        Code::Down | Code::Tab | Code::Char('j') => import.cursor = (import.cursor + 1) % import.choices.len(),
        Code::Up | Code::Char('k') => import.cursor = (import.cursor + import.choices.len() - 1) % import.choices.len(),
        Code::PageDown => import.cursor = (import.cursor + 10).min(import.choices.len() - 1),
        Code::PageUp => import.cursor = import.cursor.saturating_sub(10),
        Code::Home | Code::Char('g') => import.cursor = 0,
        Code::End | Code::Char('G') => import.cursor = import.choices.len() - 1,
        Code::Char('a') if import.several => {
            let count = import.choices.len();
            if count > MOST_TAKEN {
                app.complain(format!("{count} puzzles are too many for one list; pick one, or split the file"));
                app.overlay = Some(Overlay::Import(import));
                return Vec::new();
            }
            let (names, pasted): (Vec<String>, bool) =
                ((0..count).map(|at| import.part(at)).collect(), import.is_pasted());
            // Added in reverse order, so that the first puzzle ends up open.
            for (puzzle, name) in import.choices.into_iter().zip(names).rev() {
                let mut document = Document::new(puzzle, None);
                if pasted {
                    document.history.mark_unsaved();
                }
                add(app, &name, document);
            }
            app.say(format!("added to the Library: {}", plural(count, "puzzle")));
            return stale_run(app);
        }
        Code::Char('q' | 'n') => return Vec::new(),
        _ => {}
    }
    app.overlay = Some(Overlay::Import(import));
    Vec::new()
}

/// Handles a key in the explanations: Enter follows the link of a line, arrow and page keys move
/// the cursor, any other key closes them.
fn on_why_key(app: &mut App, lines: Vec<Reason>, cursor: usize, key: Key) -> Vec<Effect> {
    let step = |from: usize, forward: bool| match forward {
        true => (from + 1).min(lines.len().saturating_sub(1)),
        false => from.saturating_sub(1),
    };
    let last = lines.len().saturating_sub(1);
    let cursor = match key.code {
        Code::Down | Code::Char('j') => step(cursor, true),
        Code::Up | Code::Char('k') => step(cursor, false),
        Code::PageDown | Code::Char(' ') => (cursor + 10).min(last),
        Code::PageUp => cursor.saturating_sub(10),
        Code::Home => 0,
        Code::End => last,
        Code::Enter => {
            if let Some(address) = lines.get(cursor).and_then(|line| line.go.clone()) {
                _ = debugging::go(app, &Destination::Address(address.into()));
            }
            return Vec::new();
        }
        _ => return Vec::new(),
    };
    app.overlay = Some(Overlay::Why { lines, cursor });
    Vec::new()
}

fn on_breaks_key(app: &mut App, cursor: usize, key: Key) -> Vec<Effect> {
    let Some(stepping) = &mut app.stepping else { return Vec::new() };
    let last = stepping.breaks.len().saturating_sub(1);
    let cursor = match key.code {
        Code::Down | Code::Char('j') => (cursor + 1).min(last),
        Code::Up | Code::Char('k') => cursor.saturating_sub(1),
        Code::Enter | Code::Char(' ') => {
            if let Some(own) = stepping.breaks.get_mut(cursor) {
                own.on = !own.on;
            }
            cursor
        }
        Code::Delete | Code::Char('x' | 'd') => {
            if cursor < stepping.breaks.len() {
                stepping.breaks.remove(cursor);
            }
            cursor.min(stepping.breaks.len().saturating_sub(1))
        }
        Code::Char('b') => return debugging::in_step(app, crate::app::action::on::Step::AddBreak),
        _ => return Vec::new(),
    };
    app.overlay = Some(Overlay::Breaks { cursor });
    Vec::new()
}

/// Handles a key in the list of forms: Enter copies the puzzle in the form under the cursor to the
/// clipboard, `w` asks for a file.
fn on_export_key(app: &mut App, mut exporting: Exporting, key: Key) -> Vec<Effect> {
    let last = exporting.rows.len() - 1;
    let at = exporting.cursor;
    match key.code {
        Code::Down | Code::Tab | Code::Char('j') => exporting.cursor = (at + 1).min(last),
        Code::Up | Code::Char('k') => exporting.cursor = at.saturating_sub(1),
        Code::Home => exporting.cursor = 0,
        Code::End => exporting.cursor = last,
        Code::Char('q') => return Vec::new(),
        Code::Enter | Code::Char('w') => match &exporting.rows[at] {
            (_, Err(why)) => app.complain(why.clone()),
            (to, Ok(own)) if key.code == Code::Enter => {
                let size = plural(own.text.len(), "byte");
                app.say(format!("copied to the clipboard as {}, {size}; {}", to.id(), exporting.about()));
                return vec![Effect::Copy(own.text.clone())];
            }
            (to, Ok(_)) => {
                let name = app.name().trim_end_matches(".toml").trim_end_matches(".txt").replace([' ', '#'], "-");
                let text = format!("{name}.{}", to.extension());
                app.overlay = Some(Overlay::Prompt(Prompt::new(Purpose::Export(*to), text, true)));
                return Vec::new();
            }
        },
        _ => {}
    }
    app.overlay = Some(Overlay::Export(exporting));
    Vec::new()
}

/// Handles a key in the editor: Ctrl-S adds the text as a new puzzle, and keeps the original.
fn on_editor_key(app: &mut App, mut editor: Editor, key: Key) -> Vec<Effect> {
    let takes = key.ctrl && matches!(key.code, Code::Char('s' | 'd'));
    if takes && !editor.is_changed() {
        return Vec::new();
    }
    if takes && let Some(read) = editor.read() {
        let Some(document) = app.document() else { return Vec::new() };
        let old = &document.puzzle;
        let meta = if read.meta == Default::default() { old.meta.clone() } else { read.meta };
        // The text may describe another kind of puzzle, which has its own forms.
        let form = if read.kind.id == old.kind.id { old.form } else { read.form };
        let puzzle = Puzzle { form, meta, expect: Default::default(), ..read };
        let name = format!("{} edited", app.name().trim_end_matches(" edited"));
        let mut document = Document::new(puzzle, None);
        document.history.mark_unsaved();
        add(app, &name, document);
        return stale_run(app);
    }
    if !takes {
        editor.key(key);
    }
    app.overlay = Some(Overlay::Editor(editor));
    Vec::new()
}

/// Handles pasted text, which is never interpreted as commands. An open prompt, editor or search
/// inserts it. Otherwise it is a file's path, or a puzzle that is shown before it is added.
pub fn on_paste(app: &mut App, text: &str) -> Vec<Effect> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if let Some(Overlay::Prompt(prompt)) = &mut app.overlay {
        text.lines().next().unwrap_or("").chars().filter(|c| !c.is_control()).for_each(|c| prompt.insert(c));
        return Vec::new();
    }
    if let Some(Overlay::Editor(editor)) = &mut app.overlay {
        editor.paste(&text);
        return Vec::new();
    }
    if let Some(Overlay::Search(search)) = &mut app.overlay {
        search.typed.extend(text.lines().next().unwrap_or("").chars().filter(|c| !c.is_control()));
        return Vec::new();
    }
    if let Some(path) = path_of(&text) {
        // A path that was dropped on the terminal or copied. The file is opened once it is read.
        let at = app.library.entries.len();
        app.library.entries.push(crate::app::model::library::Entry::file(path.clone()));
        app.library.filter.clear();
        app.library.move_to(at);
        (app.screen, app.opens) = (crate::app::action::Screen::Library, Some(at));
        return vec![Effect::Load { entry: at, path }];
    }
    let read = match text.trim().is_empty() {
        true => Err("the pasted text is empty".to_string()),
        false => Import::read(Import::PASTED, &text),
    };
    app.overlay = Some(match read {
        Ok(import) => Overlay::Import(import),
        Err(text) => Overlay::Message { title: "This is not a puzzle that can be read".to_string(), text },
    });
    Vec::new()
}

/// Returns the path in a text of one line, in the forms in which terminals write dropped files.
fn path_of(text: &str) -> Option<PathBuf> {
    let line = text.trim().trim_matches(['\'', '"']);
    let line = line.strip_prefix("file://").unwrap_or(line);
    let one = !line.is_empty() && !line.contains('\n');
    let begins = ["/", "./", "../", "~/"].iter().any(|start| line.starts_with(start));
    (one && begins && line.len() < 4096).then(|| PathBuf::from(line.replace("\\ ", " ")))
}
