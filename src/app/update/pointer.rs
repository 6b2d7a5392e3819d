//! The mouse: the objects under the pointer, and the effects of a press, a drag and the wheel. Keys
//! can do everything that the mouse does.

use crate::app::action::{Screen, on};
use crate::app::key::{Code, Key};
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::document::Mode;
use crate::app::update::play;
use crate::app::update::{act, load_selected, on_key, stale_run};
use crate::dlx::{ItemId, OptionId};
use crate::puzzle::Cell;

/// The object that a frame shows at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    Cell(Cell),
    /// An option of a listing, by its number among all options.
    Option(usize),
    /// A row of the Library's list.
    Row(usize),
}

/// A mouse event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    Press,
    /// The pointer moves while the button is held.
    Drag,
    Wheel {
        down: bool,
    },
}

pub fn on_pointer(app: &mut App, deed: Deed, spot: Option<Spot>) -> Vec<Effect> {
    if !app.mouse {
        return Vec::new();
    }
    if let Deed::Wheel { down } = deed {
        return wheel(app, down);
    }
    // An open overlay takes keys only.
    let Some(spot) = spot.filter(|_| app.overlay.is_none()) else { return Vec::new() };
    app.notice = None;
    match (app.screen, spot) {
        (Screen::Library, Spot::Row(row)) if deed == Deed::Press => {
            // A click on the selected puzzle opens it.
            if app.library.cursor == row {
                return act(app, on::Library::Open);
            }
            app.library.move_to(row);
            load_selected(app)
        }
        (Screen::Play, Spot::Cell(cell)) => {
            play::point(app, cell, deed == Deed::Drag);
            stale_run(app)
        }
        (Screen::Play, Spot::Option(option)) => {
            if let Some(document) = app.document_mut() {
                document.row = option;
            }
            Vec::new()
        }
        (Screen::Step, spot) => {
            if let Some(stepping) = &mut app.stepping {
                match spot {
                    // The items of a grid's cells come first, in the order of the cells.
                    Spot::Cell(cell) => stepping.select_item(ItemId(cell.0.into())),
                    Spot::Option(option) => stepping.select_option(OptionId(option as u32)),
                    Spot::Row(_) => {}
                }
            }
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// Handles the wheel: it steps in Step, and moves the cursor up or down elsewhere.
fn wheel(app: &mut App, down: bool) -> Vec<Effect> {
    if app.screen == Screen::Step && app.overlay.is_none() {
        app.notice = None;
        return act(app, if down { on::Step::Forward } else { on::Step::Backward });
    }
    let typing = app.screen == Screen::Play && app.document().is_some_and(|own| own.mode != Mode::Normal);
    match typing {
        true => act(app, if down { on::Play::Down } else { on::Play::Up }),
        false => on_key(app, Key::plain(if down { Code::Down } else { Code::Up })),
    }
}
