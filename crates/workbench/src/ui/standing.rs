//! A puzzle with some options chosen, drawn as large as a room allows: the state of a search that
//! is not stepped, beside its figures.

use super::board::{CellLook, LaidGrid, Look, board};
use super::geometry::{Detail, Geometry};
use super::incidence;
use super::library::content;
use super::listing;
use super::theme::{Role, Theme};
use dancing::OptionId;
use quadrille_puzzle::{Encoded, Entry, Grid, Shape, Solution, Symbol};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::collections::HashMap;

/// The options that are drawn as chosen.
#[derive(Clone, Copy)]
pub enum Chosen<'a> {
    /// Those of a path.
    Path(&'a [OptionId]),
    /// Those of the path to a node. Those after the shared ones look different.
    Node { path: &'a [OptionId], shared: usize },
    /// Those of a solution.
    Solution(&'a Solution),
}

impl<'a> Chosen<'a> {
    /// The options. Empty for the solution of a grid.
    pub fn options(self) -> &'a [OptionId] {
        match self {
            Chosen::Path(path) | Chosen::Node { path, .. } => path,
            Chosen::Solution(solution) => solution.options(),
        }
    }

    /// The inks of the options, where `usual` is that of a chosen one.
    fn roles(self, usual: Role) -> impl Iterator<Item = (OptionId, Role)> {
        let shared = if let Chosen::Node { shared, .. } = self { shared } else { usize::MAX };
        let role = move |at: usize| if at < shared { usual } else { Role::Now };
        self.options().iter().enumerate().map(move |(at, &option)| (option, role(at)))
    }

    /// The symbols in the cells of a grid, each with its ink.
    fn symbols(self, names: &Encoded, grid: &Grid, usual: Role) -> Vec<Option<(Symbol, Role)>> {
        if let Chosen::Solution(Solution::Grid(solved)) = self {
            return solved.cells.iter().map(|entry| entry.symbol().map(|symbol| (symbol, usual))).collect();
        }
        let mut symbols = vec![None; grid.cells.len()];
        for (option, role) in self.roles(usual) {
            if let Some(placement) = names.placement(option) {
                symbols[placement.cell.index()] = Some((placement.symbol, role));
            }
        }
        symbols
    }
}

/// Draws the puzzle with some options chosen. Returns the room that it takes.
pub fn draw(names: &Encoded, chosen: Chosen, role: Role, theme: Theme, room: Rect, buf: &mut Buffer) -> Rect {
    match names.shape() {
        Shape::Grid(grid) => {
            let geometry = Geometry::fit(grid, (room.width, room.height), Detail::Symbol);
            let symbols = chosen.symbols(names, grid, role);
            board(buf, room, LaidGrid { grid, geometry: &geometry, center: None }, theme, |cell| {
                CellLook::plain(match (grid.entry(cell), symbols[cell.index()]) {
                    (Entry::Empty, Some((symbol, role))) => Look::Text(grid.alphabet.char(symbol).to_string(), role),
                    _ => content(grid, cell),
                })
            })
        }
        Shape::Listing(whole) => {
            let options = chosen.options();
            let center = options.last().map_or(0, |option| option.index());
            let among: HashMap<usize, Role> = chosen.roles(role).map(|(option, role)| (option.index(), role)).collect();
            let mut covered = vec![false; whole.items.len()];
            let items = |option: usize| whole.options[option].iter().map(|&item| item as usize);
            among.keys().flat_map(|&option| items(option)).for_each(|item| covered[item] = true);
            // An option without a covered item is still open.
            let tag = |option: usize| match among.get(&option) {
                Some(role) => (theme.glyph("✓", "x"), *role),
                None if whole.picture.is_some() && !items(option).any(|item| covered[item]) => (" ", Role::Live),
                None => (" ", Role::Done),
            };
            match whole.picture {
                Some(_) => {
                    listing::state(buf, room, whole, center, theme, tag);
                    let (width, height) = listing::size(whole, (room.width, room.height));
                    Rect { width: width.min(room.width), height: height.min(room.height), ..room }
                }
                None => {
                    incidence::draw(buf, room, whole, center, theme, tag);
                    room
                }
            }
        }
    }
}
