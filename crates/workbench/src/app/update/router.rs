//! The router: passes keys, actions and requests to the handlers of the screens.

use super::{anywhere, compare, files, library, model, play, refuse, room, solve, step, today, tree};
use crate::app::action::{Action, Screen, on};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::modelling::Modelling;
use crate::app::model::prompt::{Prompt, Purpose};
use crate::app::overlay::Overlay;

/// Does requests in order, each with all that it asks for in turn. Returns those to the caller of
/// the app.
pub fn obey(app: &mut App, asks: Vec<Ask>) -> Vec<Effect> {
    let mut effects = Vec::new();
    for ask in asks {
        let more = match ask {
            Ask::Effect(effect) => {
                effects.push(effect);
                continue;
            }
            Ask::Do(action) => act(app, action),
            Ask::Press(key) => key_pressed(app, key),
            Ask::Point { cell, dragged } => {
                if let Some(document) = app.library.document_mut() {
                    play::point(document, &mut app.desk, cell, dragged);
                }
                vec![Ask::Refresh]
            }
            Ask::Answer(prompt) => answered(app, prompt),
            Ask::Show(screen) => show(app, screen),
            Ask::Findings => {
                let asks = show(app, Screen::Model);
                app.rooms.modelling.as_mut().into_iter().for_each(Modelling::show_findings);
                asks
            }
            Ask::Run { goal, engine, shown } => room::run(app, goal, engine, shown),
            Ask::Verdict => solve::verdict(app),
            Ask::Restart(policy, site) => room::restart(app, policy, site),
            Ask::StepAt(position) => room::step_at(app, position),
            Ask::StepFromRun => {
                room::step_from_run(app);
                Vec::new()
            }
            Ask::Lesson => {
                let App { library, rooms, desk } = app;
                lend(&mut rooms.stepping, |stepping| {
                    step::learn::begin(stepping, library, desk);
                    Vec::new()
                })
            }
            Ask::BeginToday => today::begin(app),
            Ask::Today => today::show(app),
            Ask::NextToday => today::next(app),
            Ask::Go(destination) => lend(&mut app.rooms.stepping, |stepping| {
                step::go(stepping, &mut app.desk, &destination);
                Vec::new()
            }),
            Ask::Refresh if app.drop_stale() => vec![Effect::Stop.into()],
            Ask::Refresh => Vec::new(),
            Ask::Load => library::load_selected(app),
            Ask::Check => files::check(app),
            Ask::SaveOpen { renamed } => files::save_open(app, renamed),
            Ask::Save { entry, path, replace } => files::save(app, entry, path, replace),
            Ask::Reread { entry, bytes } => {
                files::reread(app, entry, bytes);
                Vec::new()
            }
        };
        effects.extend(obey(app, more));
    }
    effects
}

/// Shows a screen. Its room is made if there is none.
fn show(app: &mut App, screen: Screen) -> Vec<Ask> {
    match screen {
        Screen::Library | Screen::Play => {
            app.rooms.show(screen);
            Vec::new()
        }
        Screen::Solve => room::solve(app),
        Screen::Step => room::step(app),
        Screen::Tree => room::tree(app),
        Screen::Compare => room::compare(app),
        Screen::Model => room::model(app),
    }
}

/// Presses a key.
pub fn press(app: &mut App, key: Key) -> Vec<Effect> {
    let asks = key_pressed(app, key);
    obey(app, asks)
}

/// Gives a key to the open overlay.
pub(crate) fn press_in_overlay(app: &mut App, key: Key) -> Vec<Effect> {
    let asks = key_in_overlay(app, key);
    obey(app, asks)
}

/// Runs an action.
pub fn run(app: &mut App, action: impl Into<Action>) -> Vec<Effect> {
    obey(app, vec![Ask::Do(action.into())])
}

fn key_pressed(app: &mut App, key: Key) -> Vec<Ask> {
    app.desk.notice = None;
    if app.desk.overlay.is_some() {
        return key_in_overlay(app, key);
    }
    let screen = app.screen();
    let App { library, rooms, desk } = app;
    if screen == Screen::Play && library.document_mut().is_some_and(|document| play::in_mode(document, desk, key)) {
        return vec![Ask::Refresh];
    }
    if let Some(action) = desk.settings.keymap.action(screen, key) {
        // Esc leaves what is open, and Home is what is left: it does not end the program.
        if key.code == Code::Esc && action == on::Anywhere::Back.into() && anywhere::back_quits(app) {
            let quit = app.desk.settings.keymap.hint(on::Anywhere::Quit);
            app.desk.say(format!("this is the first screen; {quit} quits"));
            return Vec::new();
        }
        return act(app, action);
    }
    let asks = match (screen, key.typed(), &mut rooms.stepping, library.document_mut()) {
        (Screen::Step, Some(c), Some(stepping), _) => step::typed(stepping, desk, c),
        (Screen::Play, Some(c), _, Some(document)) => play::typed(document, desk, c).then(|| vec![Ask::Refresh]),
        _ => None,
    };
    if asks.is_none() && app.desk.notice.is_none() {
        let why = refuse::unbound(app, key);
        app.desk.say(why);
    }
    asks.unwrap_or_default()
}

fn key_in_overlay(app: &mut App, key: Key) -> Vec<Ask> {
    let Some(overlay) = app.desk.overlay.take() else { return Vec::new() };
    let interrupt = key == Key { ctrl: true, ..Key::char('c') };
    // A second Ctrl-C always ends the program.
    if interrupt && matches!(overlay, Overlay::ConfirmQuit(_)) {
        return vec![Effect::Quit.into()];
    }
    if key.code == Code::Esc || interrupt {
        app.desk.overlay = overlay.leave(app);
        return Vec::new();
    }
    overlay.key(app, key)
}

fn act(app: &mut App, action: Action) -> Vec<Ask> {
    if let Some(why) = refuse::why_not(app, action) {
        app.desk.complain(why);
        return Vec::new();
    }
    let App { library, rooms, desk } = app;
    match action {
        Action::Anywhere(action) => anywhere::act(app, action),
        Action::Library(action) => library::act(app, action),
        Action::Play(action) => library.document_mut().map_or(Vec::new(), |document| play::act(document, desk, action)),
        Action::Solve(action) => {
            lend(&mut rooms.solving, |solving| solve::act(solving, library.document_mut(), desk, action))
        }
        Action::Step(action) => lend(&mut rooms.stepping, |stepping| step::act(stepping, library, desk, action)),
        Action::Tree(action) => match (&mut rooms.tree, &rooms.stepping) {
            (Some(tree), Some(stepping)) => tree::act(tree, stepping.stepper.search(), action),
            _ => Vec::new(),
        },
        Action::Compare(action) => {
            rooms.compare.as_mut().into_iter().for_each(|compare| compare::act(compare, action));
            Vec::new()
        }
        Action::Model(action) => lend(&mut rooms.modelling, |model| model::act(model, desk, action)),
    }
}

/// Hands a room to a handler. Without the room nothing happens.
fn lend<R>(room: &mut Option<R>, handler: impl FnOnce(&mut R) -> Vec<Ask>) -> Vec<Ask> {
    room.as_mut().map_or(Vec::new(), handler)
}

/// Hands the answer of a prompt to the screen that asked. If it is not understood, the prompt stays
/// open.
fn answered(app: &mut App, prompt: Prompt) -> Vec<Ask> {
    let (text, purpose) = (prompt.text(), prompt.purpose);
    let App { library, rooms, desk } = app;
    let asks = match purpose {
        Purpose::Filter => return library::filter(app, text),
        Purpose::SaveAs => return files::save_as(app, text),
        Purpose::Export(to) => return files::export(app, to, text),
        Purpose::FilterRows => {
            rooms.modelling.as_mut().into_iter().for_each(|model| model.filter(text.to_string()));
            return Vec::new();
        }
        Purpose::Film { .. } | Purpose::Goto | Purpose::Break | Purpose::Find => {
            rooms.stepping.as_mut().and_then(|stepping| step::answered(stepping, library, desk, purpose, text))
        }
        Purpose::GotoCell | Purpose::Weigh | Purpose::Resize | Purpose::NamePoint | Purpose::Hold => {
            let document = library.document_mut();
            document.is_some_and(|document| play::answered(document, desk, purpose, text)).then(|| vec![Ask::Refresh])
        }
    };
    asks.unwrap_or_else(|| {
        desk.overlay = Some(prompt.into());
        Vec::new()
    })
}
