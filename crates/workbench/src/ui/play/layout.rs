//! The layout of Play: the room of the board and of the panel beside it, and what is at a point of
//! the screen.

use crate::app::{App, Document, Mode, Spot, View};
use crate::ui::board::{LaidGrid, cell_at};
use crate::ui::geometry::{Detail, Geometry};
use crate::ui::panel::{below_title, wrap};
use crate::ui::{incidence, listing};
use quadrille_puzzle::{Grid, Listing, Shape};
use quadrille_study::Hinting;
use ratatui::layout::Rect;

/// The width of the panel beside a grid on a wide screen, on a narrow one, and the least one.
const PANELS: [u16; 3] = [40, 30, 19];

/// The hint that the board shows: it is about the open grid.
pub(crate) fn hint_on<'a>(app: &'a App, document: &Document) -> Option<&'a Hinting> {
    app.desk.hint_on(&document.puzzle.shape)
}

/// The words of the hint, if the panel beside the grid has room for them.
pub fn hint_beside(app: &App, document: &Document, area: Rect) -> Option<String> {
    let (hinting, grid) = (hint_on(app, document)?, document.puzzle.grid()?);
    let (place, geometry, beside) = layout(document, grid, area);
    // Between the two are the row numbers and a gap.
    let width = usize::from(area.right().saturating_sub(place.x + geometry.width + 4));
    let words = hinting.words();
    let fits = beside && wrap(&words, width.max(1)).len() < usize::from(area.height);
    fits.then_some(words)
}

/// The sentences that the panel beside a grid shows: clashes, and the verdict of the run. A notice
/// that says one of them says nothing new.
pub fn said_beside(app: &App, document: &Document, area: Rect) -> Vec<String> {
    let Some(grid) = document.puzzle.grid().filter(|grid| layout(document, grid, area).2) else {
        return Vec::new();
    };
    let verdict = app.rooms.solving.as_ref().and_then(|solving| solving.verdict());
    let clashes = grid.conflicts().into_iter().map(|clash| clash.words(grid));
    clashes.chain(verdict).collect()
}

/// Returns the content for which the cells need room. A hint leaves the board as it is.
pub fn detail(document: &Document) -> Detail {
    match document.typing.mode {
        Mode::Weights => Detail::Weight,
        Mode::Marks(_) => Detail::Candidates,
        _ if document.view != View::Marks || document.notes.has_marks() => Detail::Candidates,
        _ => Detail::Symbol,
    }
}

/// Returns the area and the layout of the grid, and whether there is room for the panel beside it.
pub fn layout(document: &Document, grid: &Grid, area: Rect) -> (Rect, Geometry, bool) {
    board_place(grid, detail(document), area)
}

/// As [`layout`], for cells with this content.
pub fn board_place(grid: &Grid, detail: Detail, area: Rect) -> (Rect, Geometry, bool) {
    let smallest = Geometry::fit(grid, (0, 0), detail);
    // The grid gets what the panel can spare. If they do not both fit, only the grid is shown.
    let with_panel = |side: u16| {
        let beside = area.width >= smallest.width + 3 + side;
        // Without the row of column numbers if that row is needed.
        let room = |height: u16| Geometry::fit(grid, (area.width.saturating_sub(side + 3), height), detail);
        beside.then(|| [room(area.height.saturating_sub(1)), room(area.height)])
    };
    let usual = if area.width >= 110 { 0 } else { 1 };
    let panels = PANELS[usual..].iter().filter_map(|&side| Some((side, with_panel(side)?)));
    let all: Vec<(u16, Geometry)> = panels.flat_map(|(side, ways)| ways.map(|geometry| (side, geometry))).collect();
    let roomy = |geometry: &Geometry| detail != Detail::Candidates || geometry.cell.1 > 1;
    let found = all.iter().find(|(_, geometry)| roomy(geometry)).or(all.first()).cloned();
    let beside = found.is_some();
    let (side, geometry) = found.unwrap_or_else(|| (0, Geometry::fit(grid, (area.width, area.height), detail)));
    let width = if beside { area.width - side - 3 } else { area.width };
    let place = Rect { x: area.x + 1, width: width.saturating_sub(1).max(geometry.width.min(area.width)), ..area };
    (place, geometry, beside)
}

/// Returns the cell or option at a screen position.
pub fn spot(document: &Document, area: Rect, at: (u16, u16)) -> Option<Spot> {
    match &document.puzzle.shape {
        Shape::Grid(grid) => {
            let (place, geometry, _) = layout(document, grid, area);
            let laid = LaidGrid { grid, geometry: &geometry, center: Some(document.cursor) };
            cell_at(place, laid, at).map(Spot::Cell)
        }
        Shape::Listing(_) => {
            let whole = document.whole()?;
            let (_, place) = listing_place(whole, area);
            let option = match is_list(whole) {
                true => {
                    let at = place.contains(at.into()).then(|| (at.0 - place.x, at.1 - place.y));
                    at.and_then(|at| incidence::option_at(place, whole, document.row, at))
                }
                false => listing::option_at(place, whole, document.row, at),
            };
            option.map(Spot::Option)
        }
    }
}

/// Returns whether a listing is shown as its matrix, because it has no picture.
pub fn is_list(whole: &Listing) -> bool {
    whole.picture.is_none()
}

/// The area of a listing's picture with its title, and without it.
pub fn listing_place(whole: &Listing, area: Rect) -> (Rect, Rect) {
    let side = (area.width / 3).clamp(24, 44);
    let room = area.width.saturating_sub(side + 2).max(30);
    let high = area.height.saturating_sub(1);
    let wanted = match is_list(whole) {
        true => incidence::size(whole, (room, high)).0,
        false => listing::size(whole, (room, high)).0 + 1,
    };
    let width = wanted.clamp(30, room).min(area.width);
    let all = Rect { width, ..area };
    (all, below_title(all))
}
