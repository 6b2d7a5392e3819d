//! A puzzle with some options chosen, drawn as large as a room allows: the state of a search that
//! is not stepped, beside its figures.

use super::board::{CellLook, Look, board};
use super::geometry::{Detail, Geometry};
use super::incidence;
use super::library::content;
use super::listing;
use super::theme::{Role, Theme};
use crate::dlx::OptionId;
use crate::puzzle::{Encoded, Entry, Shape, Symbol};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Draws the puzzle with the options of a path. Returns the rows that it takes.
pub fn draw(names: &Encoded, path: &[OptionId], role: Role, theme: Theme, room: Rect, buf: &mut Buffer) -> u16 {
    match names.shape() {
        Shape::Grid(grid) => {
            let mut placed: Vec<Option<Symbol>> = vec![None; grid.cells.len()];
            for placement in path.iter().filter_map(|&option| names.placement(option)) {
                placed[placement.cell.index()] = Some(placement.symbol);
            }
            let geometry = Geometry::fit(grid, (room.width, room.height), Detail::Symbol);
            let taken = board(buf, room, grid, &geometry, None, theme, |cell| {
                CellLook::plain(match (grid.entry(cell), placed[cell.index()]) {
                    (Entry::Empty, Some(symbol)) => Look::Text(grid.alphabet.char(symbol).to_string(), role),
                    _ => content(grid, cell),
                })
            });
            taken.height
        }
        Shape::Listing(whole) => {
            let chosen: std::collections::HashSet<usize> = path.iter().map(|option| option.index()).collect();
            let tag = |option: usize| match chosen.contains(&option) {
                true => (theme.glyph("✓", "x"), role),
                false => (" ", Role::Done),
            };
            let center = path.last().map_or(0, |option| option.index());
            match whole.picture {
                Some(_) => {
                    listing::state(buf, room, whole, center, theme, tag);
                    listing::size(whole, (room.width, room.height)).1.min(room.height)
                }
                None => {
                    incidence::draw(buf, room, whole, center, theme, tag);
                    room.height
                }
            }
        }
    }
}
