//! The router: passes keys, actions and requests to the handlers of the screens.

use super::{anywhere, compare, files, library, model, play, room, solve, step, tree};
use crate::app::action::{Action, Screen, on};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::message::Effect;
use crate::app::model::app::App;
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
                play::point(app, cell, dragged);
                vec![Ask::Refresh]
            }
            Ask::Answer(prompt) => answered(app, prompt),
            Ask::Show(screen) => show(app, screen),
            Ask::Run { goal, engine, shown } => room::run(app, goal, engine, shown),
            Ask::Verdict => solve::verdict(app),
            Ask::Restart(policy, site) => room::restart(app, policy, site),
            Ask::StepAt(position) => room::step_at(app, position),
            Ask::Lesson => step::learn::begin(app),
            Ask::Go(destination) => {
                step::go(app, &destination);
                Vec::new()
            }
            Ask::Refresh if app.drop_stale() => vec![Effect::Stop.into()],
            Ask::Refresh => Vec::new(),
            Ask::Load => library::load_selected(app),
            Ask::Check => files::check(app),
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
            app.screen = screen;
            Vec::new()
        }
        Screen::Solve => solve::show(app),
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
pub fn press_in_overlay(app: &mut App, key: Key) -> Vec<Effect> {
    let asks = key_in_overlay(app, key);
    obey(app, asks)
}

/// Runs an action.
pub fn run(app: &mut App, action: impl Into<Action>) -> Vec<Effect> {
    obey(app, vec![Ask::Do(action.into())])
}

fn key_pressed(app: &mut App, key: Key) -> Vec<Ask> {
    app.notice = None;
    if app.overlay.is_some() {
        return key_in_overlay(app, key);
    }
    if app.screen == Screen::Play && play::in_mode(app, key) {
        return vec![Ask::Refresh];
    }
    if let Some(action) = app.settings.keymap.action(app.screen, key) {
        return act(app, action);
    }
    if let Some(asks) = key.typed().filter(|_| app.screen == Screen::Step).and_then(|c| step::learn::typed(app, c)) {
        return asks;
    }
    let taken = match (app.screen, key.typed()) {
        (Screen::Step, Some(c)) => step::typed(app, c),
        (Screen::Play, Some(c)) => play::typed(app, c),
        _ => false,
    };
    if !taken && app.notice.is_none() {
        let help = app.settings.keymap.hint(on::Anywhere::Help);
        app.say(format!("{key} does nothing here; {help} lists the keys"));
    }
    if app.screen == Screen::Play { vec![Ask::Refresh] } else { Vec::new() }
}

fn key_in_overlay(app: &mut App, key: Key) -> Vec<Ask> {
    let Some(overlay) = app.overlay.take() else { return Vec::new() };
    let interrupt = key == Key { ctrl: true, ..Key::char('c') };
    // A second Ctrl-C always ends the program.
    if interrupt && matches!(overlay, Overlay::ConfirmQuit(_)) {
        return vec![Effect::Quit.into()];
    }
    if key.code == Code::Esc || interrupt {
        app.overlay = overlay.leave(app);
        return Vec::new();
    }
    overlay.key(app, key)
}

fn act(app: &mut App, action: Action) -> Vec<Ask> {
    match action {
        Action::Anywhere(action) => anywhere::act(app, action),
        Action::Library(action) => library::act(app, action),
        Action::Play(action) => play::act(app, action),
        Action::Solve(action) => solve::act(app, action),
        Action::Step(action) => step::act(app, action),
        Action::Tree(action) => tree::act(app, action),
        Action::Compare(action) => compare::act(app, action),
        Action::Model(action) => model::act(app, action),
    }
}

/// Hands the answer of a prompt to the screen that asked. If it is not understood, the prompt stays
/// open.
fn answered(app: &mut App, prompt: Prompt) -> Vec<Ask> {
    let text = prompt.text();
    let (understood, asks) = match prompt.purpose {
        Purpose::Filter => return library::filter(app, text),
        Purpose::FilterRows => return model::filter(app, text),
        Purpose::SaveAs => return files::save_as(app, text),
        Purpose::Export(to) => return files::export(app, to, text),
        Purpose::Film { steps } => match step::film(app, text, steps) {
            Some(effect) => (true, vec![effect.into()]),
            None => (false, Vec::new()),
        },
        Purpose::Find if step::is_question(app, text) => step::ask_search(app, text),
        Purpose::Goto | Purpose::Break | Purpose::Find => (step::answered(app, prompt.purpose, text), Vec::new()),
        Purpose::GotoCell | Purpose::Weigh | Purpose::Resize | Purpose::NamePoint | Purpose::Hold => {
            (play::answered(app, prompt.purpose, text), vec![Ask::Refresh])
        }
    };
    if !understood {
        app.overlay = Some(prompt.into());
    }
    asks
}
