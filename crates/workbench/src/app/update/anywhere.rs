//! The actions that work on every screen.

use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use crate::app::legend::legend_and_terms;
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::modelling::Modelling;
use crate::app::model::solving::RunState;
use crate::app::model::stepping::{Cursor, Motion};
use crate::app::overlay::{ConfirmQuit, Message, Overlay, PaletteSearch};

pub fn act(app: &mut App, action: on::Anywhere) -> Vec<Ask> {
    match action {
        on::Anywhere::Help => search(app, Some(app.screen)),
        on::Anywhere::Palette => search(app, None),
        on::Anywhere::Back => return back(app),
        on::Anywhere::Interrupt => return interrupt(app),
        on::Anywhere::Quit => return quit(app),
        on::Anywhere::Suspend => return vec![Effect::Suspend.into()],
        on::Anywhere::Redraw => return vec![Effect::Redraw.into()],
        on::Anywhere::Legend => {
            let text = legend_and_terms(app.screen);
            app.overlay = Some(Overlay::Message(Message::new("MARKS AND TERMS", text)));
        }
        on::Anywhere::Theme => {
            app.settings.palette = app.settings.palette.next(app.settings.own_colors.is_some());
            app.say(format!("colours: {}", app.settings.palette.name()));
        }
        on::Anywhere::Mouse => {
            app.mouse = !app.mouse;
            app.say(match app.mouse {
                true => "mouse on: a click moves the cursor, dragging paints, the wheel steps; Shift selects text",
                false => "mouse off: the terminal handles it again",
            });
            return vec![Effect::Mouse(app.mouse).into()];
        }
    }
    Vec::new()
}

/// Opens the list of actions: those of one screen, or all.
fn search(app: &mut App, screen: Option<Screen>) {
    app.overlay = Some(Overlay::Search(PaletteSearch { screen, here: app.screen, typed: String::new(), cursor: 0 }));
}

fn back(app: &mut App) -> Vec<Ask> {
    // The first press cancels a room that is still being made.
    if app.opening.take().is_some() {
        return vec![Effect::Cease.into()];
    }
    // A question that was asked for is withdrawn first.
    if app.screen == Screen::Step
        && let Some(stepping) = &mut app.stepping
        && stepping.asked.take_if(|asked| !asked.by_lesson).is_some()
    {
        return Vec::new();
    }
    match app.screen {
        Screen::Library if !app.library.filter.is_empty() => {
            app.library.filter.clear();
            return vec![Ask::Load];
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

fn interrupt(app: &mut App) -> Vec<Ask> {
    let moved = still(app);
    if app.opening.take().is_some() {
        return vec![Effect::Cease.into()];
    }
    match app.solving.as_mut().filter(|solving| solving.is_alive()) {
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
        _ if app.keeps => vec![Effect::Quit.into()],
        unsaved => {
            app.overlay = Some(Overlay::ConfirmQuit(ConfirmQuit { unsaved }));
            Vec::new()
        }
    }
}
