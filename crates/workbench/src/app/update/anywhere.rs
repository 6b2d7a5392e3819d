//! The actions that work on every screen.

use super::refuse::{unmet, why_not};
use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use crate::app::bar::bar;
use crate::app::legend::legend_and_terms;
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::modelling::Modelling;
use crate::app::model::solving::RunState;
use crate::app::model::stepping::Stepping;
use crate::app::overlay::{ConfirmQuit, Message, Overlay, PaletteSearch};

pub fn act(app: &mut App, action: on::Anywhere) -> Vec<Ask> {
    match action {
        on::Anywhere::Help => {
            let help = PaletteSearch::help(app.screen(), bar(app), |spec| unmet(app, spec.needs).is_none());
            app.desk.overlay = Some(Overlay::Search(help));
        }
        on::Anywhere::Palette => {
            let palette = PaletteSearch::palette(app.screen(), |spec| why_not(app, spec.action).is_none());
            app.desk.overlay = Some(Overlay::Search(palette));
        }
        on::Anywhere::Back => return back(app),
        on::Anywhere::Interrupt => return interrupt(app),
        on::Anywhere::Quit => return quit(app),
        on::Anywhere::Suspend => return vec![Effect::Suspend.into()],
        on::Anywhere::Redraw => return vec![Effect::Redraw.into()],
        on::Anywhere::Legend => {
            let text = legend_and_terms(app.screen());
            app.desk.overlay = Some(Overlay::Message(Message::new("MARKS AND TERMS", text)));
        }
        on::Anywhere::Details => return details(app),
        on::Anywhere::Theme => {
            app.desk.settings.palette = app.desk.settings.palette.next(app.desk.settings.own_colors.is_some());
            app.desk.say(format!("colours: {}", app.desk.settings.palette.name()));
        }
        on::Anywhere::Mouse => {
            app.desk.terminal.mouse = !app.desk.terminal.mouse;
            app.desk.say(match app.desk.terminal.mouse {
                true => "mouse on: a click moves the cursor, dragging paints, the wheel steps; Shift selects text",
                false => "mouse off: the terminal handles it again",
            });
            return vec![Effect::Mouse(app.desk.terminal.mouse).into()];
        }
    }
    Vec::new()
}

/// Shows all facts of the screen, or the picture alone.
fn details(app: &mut App) -> Vec<Ask> {
    let screen = app.screen();
    if screen == Screen::Step {
        return vec![Ask::Do(on::Step::Inspect.into())];
    }
    let key = app.desk.settings.keymap.hint(on::Anywhere::Details);
    if screen == Screen::Library {
        let is_open = !app.library.are_all_open();
        app.library.fold_all(is_open);
        app.desk.say(match is_open {
            true => format!("all kinds are open; {key} closes them"),
            false => format!("all kinds are closed; {key} opens them"),
        });
        return vec![Ask::Load];
    }
    let detailed = &mut app.desk.detailed;
    let is_detailed = !detailed.remove(&screen);
    if is_detailed {
        detailed.insert(screen);
    }
    app.desk.say(match is_detailed {
        true => format!("all facts of this screen; {key} again shows the picture alone"),
        false => format!("the picture and what is asked for; {key} shows all facts"),
    });
    Vec::new()
}

/// Returns whether going back ends the program: at Home, where every puzzle is listed and nothing is
/// being opened.
pub(crate) fn back_quits(app: &App) -> bool {
    app.screen() == Screen::Library && app.library.filter.is_empty() && app.desk.opening.is_none()
}

fn back(app: &mut App) -> Vec<Ask> {
    // The first press cancels a room that is still being made.
    if app.desk.opening.take().is_some() {
        return vec![Effect::Cease.into()];
    }
    match app.screen() {
        Screen::Library if back_quits(app) => return quit(app),
        Screen::Library => {
            app.library.filter.clear();
            return vec![Ask::Load];
        }
        // The first press clears what the screen is restricted to.
        Screen::Model if app.rooms.modelling.as_mut().is_some_and(Modelling::widen) => {}
        Screen::Step if app.rooms.stepping.as_mut().is_some_and(Stepping::widen) => {}
        Screen::Play => app.rooms.back(Screen::Library),
        Screen::Solve | Screen::Model | Screen::Step => app.rooms.back(Screen::Play),
        Screen::Tree | Screen::Compare => app.rooms.back(Screen::Step),
    }
    if app.screen() == Screen::Library
        && let Some(open) = app.library.open
    {
        app.library.select(open);
    }
    Vec::new()
}

fn interrupt(app: &mut App) -> Vec<Ask> {
    let moved = app.rooms.stepping.as_mut().is_some_and(Stepping::halt);
    if app.desk.opening.take().is_some() {
        return vec![Effect::Cease.into()];
    }
    match app.rooms.solving.as_mut().filter(|solving| solving.is_alive()) {
        Some(solving) => {
            solving.phase = RunState::Stopping;
            vec![Effect::Stop.into()]
        }
        None if moved => Vec::new(),
        None => quit(app),
    }
}

fn quit(app: &mut App) -> Vec<Ask> {
    match app.unsaved() {
        0 => vec![Effect::Quit.into()],
        _ if app.desk.backup.on => vec![Effect::Quit.into()],
        unsaved => {
            app.desk.overlay = Some(Overlay::ConfirmQuit(ConfirmQuit { unsaved }));
            Vec::new()
        }
    }
}
