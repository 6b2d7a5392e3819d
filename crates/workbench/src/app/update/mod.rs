//! Applies each message to the workbench. A handler changes the state and returns what else it
//! wants as [`Ask`]s, which the router does. Only the router, the plain workbench (`line`), the
//! start and this file call handlers of other files.

mod anywhere;
mod compare;
mod files;
mod keep;
mod library;
mod line;
mod model;
mod paste;
mod play;
mod pointer;
mod rate;
mod refuse;
mod room;
mod router;
mod solve;
mod start;
mod step;
mod today;
mod tree;

use super::action::Screen;
use super::ask::Ask;
use super::message::{Effect, Msg};
use super::model::app::App;
use super::model::forecasting::Forecasting;
use super::overlay::Overlay;
use quadrille_solve::Report;
use std::time::Instant;

/// Handles a message, and returns the app's requests to its caller.
pub fn update(app: &mut App, msg: Msg) -> Vec<Effect> {
    let asks = take(app, msg);
    let mut effects = router::obey(app, asks);
    effects.extend(settle(app));
    effects
}

/// Brings up to date what follows from the state, whatever the message was: what the debugger
/// shows around its step, the order of the list, the copies of unsaved puzzles, and the work that
/// is done ahead for the screen.
fn settle(app: &mut App) -> Vec<Effect> {
    let screen = app.screen();
    if let (Screen::Step, Some(stepping)) = (screen, &mut app.rooms.stepping) {
        // The moves of the search are not shown while the learner makes them.
        stepping.learning.acts = matches!(app.desk.overlay, Some(Overlay::Driving(_) | Overlay::Pointing(_)));
        stepping.survey();
    }
    // What was reached is kept at once, not only when the learner continues.
    let learnt = match &mut app.rooms.stepping {
        Some(stepping) => step::learn::keep(stepping, &mut app.desk),
        None => None,
    };
    app.library.arrange();
    let kept = keep::keep(app);
    let surveyed = match (screen, app.library.document()) {
        (Screen::Play, Some(document)) => play::watch::keep_up(document, &mut app.desk),
        _ => None,
    };
    let reviewed = step::review::keep(&mut app.desk);
    if screen == Screen::Library {
        today::keep_up(app);
    }
    let others = [learnt, kept, surveyed, rate::keep_up(app), room::keep_ready(app)].into_iter().flatten();
    others.chain(reviewed).collect()
}

fn take(app: &mut App, msg: Msg) -> Vec<Ask> {
    match msg {
        Msg::Key(key) => return vec![Ask::Press(key)],
        Msg::Do(action) => {
            app.desk.notice = None;
            return vec![Ask::Do(action)];
        }
        Msg::Line(line) => return line::take(app, &line).into_iter().map(Ask::Effect).collect(),
        Msg::Pointer { deed, spot } => return pointer::on_pointer(app, deed, spot),
        Msg::Paste(text) => return paste::on_paste(app, &text),
        Msg::Resize(columns, rows) => {
            app.desk.terminal.size = (columns, rows);
            return vec![Ask::Load];
        }
        Msg::Shown => return library::read_ahead(app),
        Msg::Tick(now) => return on_tick(app, now),
        Msg::Cards(cards) => return library::on_cards(app, cards),
        Msg::Loaded { entry, row } => return library::on_loaded(app, entry, row),
        Msg::Saved { entry, version, path, result } => files::on_saved(app, entry, version, path, result),
        Msg::Changed { entry, path, bytes } => files::on_changed(app, entry, path, bytes),
        Msg::Resumed => return vec![Ask::Check],
        Msg::Exported { path, result } => files::on_exported(app, path, result),
        Msg::Notice(text) => app.desk.complain(text),
        Msg::NotKept(text) => {
            (app.desk.backup.on, app.desk.backup.failed) = (false, true);
            app.desk.complain(text);
        }
        Msg::Exists { entry, path } => files::on_exists(app, entry, path),
        Msg::Looked { run, snapshot } => {
            if let Some(solving) = app.rooms.run_mut(run).filter(|solving| solving.is_alive()) {
                solving.look(snapshot);
            }
        }
        Msg::Forecast { run, found } => {
            if let Some(model) = &mut app.rooms.modelling {
                model.forecast.receive(run, &found);
            }
            if let Some(solving) = &mut app.rooms.solving {
                solving.forecast.receive(run, &found);
            }
        }
        Msg::Read { id, import } => paste::on_read(app, id, import),
        Msg::Opened { id, room } => return room::on_opened(app, id, room),
        Msg::Progress { id, progress } => {
            if let Some(waiting) = app.desk.opening.as_mut().filter(|waiting| waiting.is(id)) {
                waiting.progress = Some(progress);
            }
        }
        Msg::Worked { id, done } => return room::on_worked(app, id, done),
        Msg::Report(Report { run, what }) => {
            let is_shown = app.screen() == Screen::Solve;
            let App { library, rooms, desk } = app;
            let report = |solving| solve::on_report(solving, library.document_mut(), desk, what, is_shown);
            return rooms.run_mut(run).map_or(Vec::new(), report);
        }
    }
    Vec::new()
}

fn on_tick(app: &mut App, now: Instant) -> Vec<Ask> {
    if let Some(waiting) = &mut app.desk.opening {
        waiting.tick(now);
    }
    match app.screen() {
        Screen::Step => {
            if let Some(Overlay::Mistakes(mistakes)) = &mut app.desk.overlay {
                mistakes.beat();
            }
            if let Some(Overlay::Arranging(arranging)) = &mut app.desk.overlay {
                arranging.beat();
            }
            if let Some(message) = app.rooms.stepping.as_mut().and_then(|stepping| stepping.tick(now)) {
                app.desk.say(message);
            }
        }
        Screen::Compare => {
            if let Some(compare) = app.rooms.compare.as_mut().filter(|compare| compare.running) {
                compare.run();
            }
        }
        _ => {}
    }
    let Some(solving) = app.rooms.solving.as_mut().filter(|solving| solving.is_moving()) else { return Vec::new() };
    solving.tick(now);
    let mut asks = vec![Effect::Look.into()];
    if solving.wants_forecast() {
        let run = app.desk.next_run();
        solving.forecast = Forecasting::Running(run);
        asks.push(Effect::Forecast { run, problem: solving.encoded.problem.clone() }.into());
    }
    asks
}
