//! The mouse: the effects of a press, a drag and the wheel. Keys can do everything that the mouse
//! does.

use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::message::{Deed, Spot};
use crate::app::model::app::App;
use crate::app::model::document::Mode;
use dancing::OptionId;

pub(crate) fn on_pointer(app: &mut App, deed: Deed, spot: Option<Spot>) -> Vec<Ask> {
    if !app.desk.terminal.mouse {
        return Vec::new();
    }
    if let Deed::Wheel { down } = deed {
        return wheel(app, down);
    }
    // An open overlay takes keys only.
    let Some(spot) = spot.filter(|_| app.desk.overlay.is_none()) else { return Vec::new() };
    app.desk.notice = None;
    match (app.screen(), spot) {
        (Screen::Library, Spot::Row(row)) if deed == Deed::Press => {
            // A click on the selected puzzle opens it.
            if app.library.cursor == row {
                return vec![Ask::Do(on::Library::Open.into())];
            }
            app.library.move_to(row);
            return vec![Ask::Load];
        }
        (Screen::Play, Spot::Cell(cell)) => return vec![Ask::Point { cell, dragged: deed == Deed::Drag }],
        (Screen::Play, Spot::Option(option)) => {
            if let Some(document) = app.library.document_mut() {
                document.row = option;
            }
        }
        (Screen::Step, spot) => {
            if let Some(stepping) = &mut app.rooms.stepping {
                match spot {
                    // The items of a grid's cells come first, in the order of the cells.
                    Spot::Cell(cell) => stepping.select_cell(cell),
                    Spot::Option(option) => stepping.select_option(OptionId(option as u32)),
                    Spot::Row(_) => {}
                }
            }
        }
        _ => {}
    }
    Vec::new()
}

/// Handles the wheel: it steps in Step, and moves the cursor up or down elsewhere.
fn wheel(app: &mut App, down: bool) -> Vec<Ask> {
    if app.screen() == Screen::Step && app.desk.overlay.is_none() {
        app.desk.notice = None;
        let step = if down { on::Step::Forward } else { on::Step::Backward };
        return vec![Ask::Do(step.into())];
    }
    let typing =
        app.screen() == Screen::Play && app.document().is_some_and(|document| document.typing.mode != Mode::Normal);
    vec![match typing {
        true => Ask::Do(if down { on::Play::Down } else { on::Play::Up }.into()),
        false => Ask::Press(Key::plain(if down { Code::Down } else { Code::Up })),
    }]
}
