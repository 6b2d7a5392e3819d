//! Applies each message to the workbench: one `match` per screen, one call per arm.

mod dialog;
pub mod line;
pub mod play;
pub mod pointer;
pub mod room;
mod solve;
mod step;

use crate::app::action::{Action, Screen, on};
use crate::app::key::Key;
use crate::app::legend::legend;
use crate::app::message::{Effect, Msg};
use crate::app::model::app::App;
use crate::app::model::document::Document;
use crate::app::model::kept;
use crate::app::model::library::{Entry, Source};
use crate::app::model::modelling::{Forecasting, Modelling};
use crate::app::model::solving::Phase;
use crate::app::model::stepping::{Cursor, Motion};
use crate::app::overlay::{NewGrid, Overlay, Prompt, Purpose, Search};
use crate::app::update::line as spoken;
use crate::app::update::play::watch as setter;
use crate::app::update::room as opening;
use crate::app::update::solve as running;
use crate::app::update::step as debugging;
use crate::dlx;
use crate::solve::RunId;
use crate::study::Done;
use std::time::Instant;

/// Handles a message, and returns the app's requests to its caller.
pub fn update(app: &mut App, msg: Msg) -> Vec<Effect> {
    let mut effects = take(app, msg);
    if let Some(stepping) = app.stepping.as_mut().filter(|_| app.screen == Screen::Step) {
        stepping.survey();
    }
    effects.extend(kept::keep(app));
    if app.screen == Screen::Play {
        effects.extend(setter::keep_up(app));
    }
    effects
}

fn take(app: &mut App, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Key(key) => on_key(app, key),
        Msg::Do(action) => {
            app.notice = None;
            act(app, action)
        }
        Msg::Line(line) => spoken::take(app, &line),
        Msg::Pointer { deed, spot } => pointer::on_pointer(app, deed, spot),
        Msg::Paste(text) => dialog::on_paste(app, &text),
        Msg::Resize(columns, rows) => {
            app.size = (columns, rows);
            load_selected(app)
        }
        Msg::Tick(now) => on_tick(app, now),
        Msg::Loaded { entry, bytes } => {
            match bytes {
                // An entry that was opened meanwhile keeps its document.
                _ if app.library.entries[entry].document.is_some() => {}
                Ok(bytes) => app.library.entries[entry].take(bytes),
                Err(error) => app.library.entries[entry].document = Some(Err(error)),
            }
            if app.opens.take_if(|own| *own == entry).is_some() && app.screen == Screen::Library {
                open(app);
                return stale_run(app);
            }
            Vec::new()
        }
        Msg::Saved { entry, version, path, result } => {
            dialog::on_saved(app, entry, version, path, result);
            Vec::new()
        }
        Msg::Changed { entry, path, bytes } => {
            match app.overlay {
                None => app.overlay = Some(Overlay::ConfirmMine { entry, path, bytes }),
                // Typing is not interrupted. The question comes again when the puzzle is saved.
                Some(_) => app.complain(format!("{} was changed by another program", path.display())),
            }
            Vec::new()
        }
        Msg::Resumed => check(app),
        Msg::Exported { path, result } => {
            match result {
                Ok(()) => app.say(format!("exported to {}", path.display())),
                Err(error) => app.complain(format!("{} was not written: {error}", path.display())),
            }
            Vec::new()
        }
        Msg::Notice(text) => {
            app.complain(text);
            Vec::new()
        }
        Msg::Exists { entry, path } => {
            app.overlay = Some(Overlay::ConfirmReplace { entry, path });
            Vec::new()
        }
        Msg::Looked { run, snapshot } => {
            if let Some(solving) = app.solving.as_mut().filter(|solving| solving.run == run && solving.is_alive()) {
                solving.look(snapshot);
            }
            Vec::new()
        }
        Msg::Forecast { run, found } => {
            if let Some(model) = app.modelling.as_mut().filter(|_| run == app.last_forecast) {
                model.forecast = Forecasting::Done(found);
            }
            Vec::new()
        }
        Msg::Opened { id, room } => opening::on_opened(app, id, room),
        Msg::Making { id, making } => {
            if let Some(own) = app.opening.as_mut().filter(|own| own.is(id)) {
                own.making = Some(making);
            }
            Vec::new()
        }
        Msg::Worked { id, done } => on_worked(app, id, done),
        Msg::Report(report) => running::on_report(app, report),
    }
}

/// Handles the end of a task: shows a survey, or opens a new puzzle.
fn on_worked(app: &mut App, id: RunId, done: Result<Done, String>) -> Vec<Effect> {
    match done {
        Ok(Done::Survey(found)) => setter::on_surveyed(app, id, found.map(|found| *found)),
        Ok(Done::Generate(made)) if app.opening.take_if(|own| own.is(id)).is_some() => match made {
            Ok(made) => {
                let name = format!("new {}", made.puzzle.summary());
                let words = made.words();
                add(app, &name, Document::new(made.puzzle, None));
                if let Some(document) = app.document_mut() {
                    document.history.mark_unsaved();
                }
                app.say(words);
                return stale_run(app);
            }
            Err(why) => app.complain(why.to_string()),
        },
        Ok(Done::Generate(_)) => {}
        Err(error) => {
            app.opening.take_if(|own| own.is(id));
            app.complain(format!("an internal error, please report it: {error}"));
        }
    }
    Vec::new()
}

fn on_tick(app: &mut App, now: Instant) -> Vec<Effect> {
    if let Some(waiting) = &mut app.opening {
        waiting.tick(now);
    }
    if app.screen == Screen::Step
        && let Some(message) = app.stepping.as_mut().and_then(|stepping| stepping.tick(now))
    {
        app.say(message);
    }
    if app.screen == Screen::Compare
        && let Some(compare) = app.compare.as_mut().filter(|compare| compare.running)
    {
        compare.run();
    }
    match app.solving.as_mut().filter(|solving| solving.is_moving()) {
        Some(solving) => {
            solving.tick(now);
            vec![Effect::Look]
        }
        None => Vec::new(),
    }
}

pub fn on_key(app: &mut App, key: Key) -> Vec<Effect> {
    app.notice = None;
    if app.overlay.is_some() {
        return dialog::on_key(app, key);
    }
    if app.screen == Screen::Play && play::in_mode(app, key) {
        return stale_run(app);
    }
    if let Some(action) = app.settings.keymap.action(app.screen, key) {
        return act(app, action);
    }
    let taken = match (app.screen, key.typed()) {
        (Screen::Step, Some(c)) => debugging::typed(app, c),
        (Screen::Play, Some(c)) => play::typed(app, c),
        _ => false,
    };
    if !taken && app.notice.is_none() {
        let help = app.settings.keymap.hint(on::Anywhere::Help);
        app.say(format!("{key} does nothing here; {help} lists the keys"));
    }
    if app.screen == Screen::Play { stale_run(app) } else { Vec::new() }
}

/// Drops the run, and the debugger with its tree and comparison, if they belong to another puzzle
/// or to this one before it changed.
pub fn stale_run(app: &mut App) -> Vec<Effect> {
    let shape = app.open.and_then(|open| app.library.entries[open].document()).map(|document| &document.puzzle.shape);
    let stale = app.solving.as_ref().is_some_and(|solving| Some(solving.encoded.shape()) != shape);
    let elsewhere = app.stepping.as_ref().is_some_and(|stepping| Some(stepping.encoded.shape()) != shape);
    if elsewhere {
        (app.stepping, app.tree, app.compare) = (None, None, None);
    }
    if !stale {
        return Vec::new();
    }
    let alive = app.solving.take().is_some_and(|solving| solving.is_alive());
    if alive { vec![Effect::Stop] } else { Vec::new() }
}

pub fn act(app: &mut App, action: impl Into<Action>) -> Vec<Effect> {
    match action.into() {
        Action::Anywhere(action) => anywhere(app, action),
        Action::Library(action) => in_library(app, action),
        Action::Play(action) => play::act(app, action),
        Action::Solve(action) => running::in_solve(app, action),
        Action::Step(action) => debugging::in_step(app, action),
        Action::Tree(action) => debugging::in_tree(app, action),
        Action::Compare(action) => debugging::in_compare(app, action),
        Action::Model(action) => in_model(app, action),
    }
}

fn anywhere(app: &mut App, action: on::Anywhere) -> Vec<Effect> {
    match action {
        on::Anywhere::Help => search(app, Some(app.screen)),
        on::Anywhere::Palette => search(app, None),
        on::Anywhere::Back => return back(app),
        on::Anywhere::Interrupt => return interrupt(app),
        on::Anywhere::Quit => return quit(app),
        on::Anywhere::Suspend => return vec![Effect::Suspend],
        on::Anywhere::Redraw => return vec![Effect::Redraw],
        on::Anywhere::Legend => {
            let text = legend(app.screen).to_string();
            app.overlay = Some(Overlay::Message { title: "MARKS".to_string(), text });
        }
        on::Anywhere::Theme => {
            app.settings.palette = app.settings.palette.next();
            app.say(format!("colours: {}", app.settings.palette.name()));
        }
        on::Anywhere::Mouse => {
            app.mouse = !app.mouse;
            app.say(match app.mouse {
                true => "mouse on: a click moves the cursor, dragging paints, the wheel steps; Shift selects text",
                false => "mouse off: the terminal handles it again",
            });
            return vec![Effect::Mouse(app.mouse)];
        }
    }
    Vec::new()
}

/// Opens the list of actions: those of one screen, or all.
fn search(app: &mut App, screen: Option<Screen>) {
    app.overlay = Some(Overlay::Search(Search { screen, here: app.screen, typed: String::new(), cursor: 0 }));
}

fn back(app: &mut App) -> Vec<Effect> {
    // The first press cancels a room that is still being made.
    if app.opening.take().is_some() {
        return vec![Effect::Cease];
    }
    match app.screen {
        Screen::Library if !app.library.filter.is_empty() => {
            app.library.filter.clear();
            return load_selected(app);
        }
        Screen::Library => return quit(app),
        Screen::Play => {
            app.screen = Screen::Library;
            let open = app.open.and_then(|open| app.library.shown().iter().position(|&at| at == open));
            app.library.move_to(open.unwrap_or(app.library.cursor));
        }
        Screen::Solve => app.screen = Screen::Play,
        Screen::Model => {
            if !app.modelling.as_mut().is_some_and(Modelling::widen) {
                app.screen = Screen::Play;
            }
        }
        Screen::Step => {
            still(app);
            match app.stepping.as_mut().filter(|stepping| stepping.zoom || stepping.cursor != Cursor::default()) {
                // The first press clears the selection and the zoom.
                Some(stepping) => (stepping.zoom, stepping.cursor) = (false, Cursor::default()),
                None => app.screen = Screen::Play,
            }
        }
        Screen::Tree | Screen::Compare => app.screen = Screen::Step,
    }
    Vec::new()
}

fn still(app: &mut App) -> bool {
    app.stepping
        .as_mut()
        .is_some_and(|stepping| std::mem::replace(&mut stepping.motion, Motion::Still) != Motion::Still)
}

fn interrupt(app: &mut App) -> Vec<Effect> {
    let moved = still(app);
    if app.opening.take().is_some() {
        return vec![Effect::Cease];
    }
    match app.solving.as_mut().filter(|solving| solving.is_alive()) {
        Some(solving) => {
            solving.phase = Phase::Stopping;
            vec![Effect::Stop]
        }
        None if moved => Vec::new(),
        None => quit(app),
    }
}

fn quit(app: &mut App) -> Vec<Effect> {
    match app.unsaved() {
        0 => vec![Effect::Quit],
        unsaved => {
            app.overlay = Some(Overlay::ConfirmQuit { unsaved });
            Vec::new()
        }
    }
}

// --- Library ------------------------------------------------------------------------------------

fn in_library(app: &mut App, action: on::Library) -> Vec<Effect> {
    let cursor = app.library.cursor;
    match action {
        on::Library::ListDown => app.library.move_to(cursor + 1),
        on::Library::ListUp => app.library.move_to(cursor.saturating_sub(1)),
        on::Library::ListFirst => app.library.move_to(0),
        on::Library::ListLast => app.library.move_to(usize::MAX),
        on::Library::Open => {
            open(app);
            let mut effects = stale_run(app);
            effects.extend(check(app));
            return effects;
        }
        on::Library::SolveFromList | on::Library::StepFromList => {
            let mut effects = in_library(app, on::Library::Open);
            if app.screen == Screen::Play {
                effects.extend(match action {
                    on::Library::SolveFromList => act(app, on::Play::Solve),
                    _ => act(app, on::Play::Debug),
                });
            }
            return effects;
        }
        on::Library::Filter => {
            let text = std::mem::take(&mut app.library.filter);
            app.overlay = Some(Overlay::Prompt(Prompt::new(Purpose::Filter, text, false)));
        }
        on::Library::NewFromList => app.overlay = Some(Overlay::New(NewGrid::of(0, 9))),
    }
    load_selected(app)
}

/// Loads the file of the entry under the cursor, if it was not read before.
pub fn load_selected(app: &App) -> Vec<Effect> {
    let Some(entry) = app.library.selected() else { return Vec::new() };
    match (&app.library.entries[entry].source, &app.library.entries[entry].document) {
        (Source::File(path), None) => vec![Effect::Load { entry, path: path.clone() }],
        _ => Vec::new(),
    }
}

fn open(app: &mut App) {
    let Some(entry) = app.library.selected() else {
        return app.complain("no puzzle has that in its name, kind or title");
    };
    if let Some(choices) = &app.library.entries[entry].choices {
        app.overlay = Some(Overlay::Import((**choices).clone()));
        return;
    }
    match &app.library.entries[entry].document {
        Some(Ok(_)) => in_hand(app, entry),
        Some(Err(error)) => {
            let title = format!("{} cannot be read", app.library.entries[entry].name);
            app.overlay = Some(Overlay::Message { title, text: error.clone() });
        }
        None => app.say("the file is being read"),
    }
}

/// Asks for a check of the open puzzle's file, because another program may have changed it.
fn check(app: &App) -> Vec<Effect> {
    let known = app.open.filter(|_| app.screen != Screen::Library).and_then(|entry| {
        let document = app.document()?;
        Some(Effect::Check { entry, path: document.path.clone()?, disk: document.disk? })
    });
    known.into_iter().collect()
}

/// Opens the puzzle of an entry. The caller drops the results for the previous one: see
/// [`stale_run`].
fn in_hand(app: &mut App, entry: usize) {
    app.open = Some(entry);
    app.screen = Screen::Play;
}

/// Adds a document to the library and opens it.
pub fn add(app: &mut App, name: &str, document: Document) {
    let taken = |name: &str| app.library.entries.iter().any(|entry| entry.name == name);
    let name = std::iter::once(name.to_string())
        .chain((2..).map(|k| format!("{name} {k}")))
        .find(|name| !taken(name))
        .expect("there are more numbers than entries");
    app.library.entries.push(Entry {
        name,
        source: Source::Made,
        document: Some(Ok(Box::new(document))),
        choices: None,
    });
    app.library.filter.clear();
    in_hand(app, app.library.entries.len() - 1);
}

// --- Play ---------------------------------------------------------------------------------------

/// Returns true if the open puzzle cannot be solved or stepped. A notice then says why.
pub fn unfit(app: &mut App) -> bool {
    let unfit = app.document().and_then(|document| document.puzzle.unfit());
    let found = unfit.is_some();
    if let Some(fault) = unfit {
        app.complain(format!("fix the walls first: {fault}"));
    }
    found
}

impl App {
    /// Opens the debugger at an address, before any key is pressed. `Err` says why it cannot be
    /// opened.
    pub fn step_at(&mut self, address: &dlx::Address) -> Result<(), String> {
        opening::step_now(self)?;
        let stepping = self.stepping.as_mut().expect("it was opened");
        stepping.stepper.go(address).map_err(|astray| astray.to_string())
    }
}

// --- Model --------------------------------------------------------------------------------------

fn in_model(app: &mut App, action: on::Model) -> Vec<Effect> {
    let Some(model) = &mut app.modelling else {
        app.screen = Screen::Play;
        return Vec::new();
    };
    match action {
        on::Model::RowDown => model.move_to(model.cursor + 1),
        on::Model::RowUp => model.move_to(model.cursor.saturating_sub(1)),
        on::Model::RowFirst => model.move_to(0),
        on::Model::RowLast => model.move_to(usize::MAX),
        on::Model::NextList => model.turn(true),
        on::Model::PriorList => model.turn(false),
        on::Model::EnterRow => model.enter(),
        on::Model::FilterRows => {
            let text = model.filter.clone();
            app.overlay = Some(Overlay::Prompt(Prompt::new(Purpose::FilterRows, text, true)));
        }
        on::Model::Forecast => {
            model.forecast = Forecasting::Running;
            app.last_forecast = RunId(app.last_forecast.0 + 1);
            return vec![Effect::Forecast { run: app.last_forecast, problem: model.encoded.problem.clone() }];
        }
    }
    Vec::new()
}
