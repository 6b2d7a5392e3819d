//! A frame of a film: the picture, the list that a step changes, and a caption. Bar, panels and
//! header are left out, because a film is watched and not used.

use super::watch::shows_list;
use super::{array, grid, matrix, puzzle, strip};
use crate::app::{Aside, Stepping};
use crate::ui::geometry::{Detail, Geometry};
use crate::ui::listing;
use crate::ui::panel::{list, span, wrap};
use crate::ui::theme::{Role, Theme};
use quadrille_puzzle::Shape;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

/// The most rows of a caption, and the rows of a list with frames around its nodes.
const CAPTION: usize = 5;
const BAND: u16 = 8;

/// The fewest rows of a picture beside which the list has a place.
const PICTURE: u16 = 8;

pub fn draw(stepping: &Stepping, caption: &str, theme: Theme, area: Rect, buf: &mut Buffer) {
    let width = usize::from(area.width).saturating_sub(4).max(1);
    let mut lines = wrap(caption, width);
    lines.truncate(CAPTION.min(usize::from(area.height / 3)));
    // The caption keeps its rows, so that the picture does not move from frame to frame.
    let foot = (CAPTION as u16).min(area.height / 3);
    let rest = Rect { height: area.height - foot, ..area };
    let strips = shows_list(stepping) && rest.height >= PICTURE + BAND;
    let high = if strips { rest.height - BAND } else { rest.height };
    let room = Rect { x: rest.x + 1, width: rest.width.saturating_sub(2), height: high, ..rest };
    picture(stepping, theme, room, buf);
    if strips {
        strip::draw(stepping, theme, Rect { y: rest.y + high, height: BAND - 1, ..rest }, buf);
    }
    let drawn: Vec<Line> =
        lines.into_iter().map(|line| Line::from(span(format!("  {line}"), Role::Title, theme))).collect();
    list(buf, Rect { y: rest.bottom(), height: foot, ..area }, &drawn, theme);
}

/// Draws the picture in the middle of its room.
fn picture(stepping: &Stepping, theme: Theme, room: Rect, buf: &mut Buffer) {
    let middle = |width: u16| {
        let width = width.min(room.width);
        Rect { x: room.x + (room.width - width) / 2, width, ..room }
    };
    if stepping.aside() == Aside::Array {
        return array::draw(stepping, theme, room, buf);
    }
    match stepping.encoded.shape() {
        Shape::Grid(grid) => {
            let detail = if grid.weights.is_some() { Detail::Symbol } else { Detail::Candidates };
            let geometry = Geometry::fit(grid, (room.width.saturating_sub(3), room.height.saturating_sub(1)), detail);
            let place = middle(geometry.width + 3);
            grid::draw_grid(stepping, grid, &geometry, theme, place, buf);
        }
        Shape::Listing(listing) if listing.picture.is_some() => {
            let (width, _) = listing::size(listing, (room.width, room.height));
            puzzle::draw_listing(stepping, listing, theme, middle(width + 1), buf);
        }
        Shape::Listing(_) => {
            let size = matrix::size(stepping, (room.width, room.height)).unwrap_or((room.width, room.height));
            matrix::draw_whole(stepping, theme, middle(size.0), buf);
        }
    }
}
