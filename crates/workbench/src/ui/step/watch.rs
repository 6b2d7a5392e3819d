//! Watch: the picture, what happened and what comes next, a small tree, and one panel that was
//! asked for. Each part has a place that depends on the puzzle and on the size of the terminal, and
//! never on the step, so that nothing moves while the search plays.

use super::array;
use super::aside;
use super::matrix;
use super::small_tree;
use super::strip;
use super::{grid, puzzle};
use super::{lesson, narration};
use crate::app::{App, Aside, Spot, Stepping};
use crate::ui::board::{LaidGrid, cell_at};
use crate::ui::geometry::{Detail, Geometry};
use crate::ui::listing;
use crate::ui::panel::titled;
use crate::ui::play;
use crate::ui::theme::Theme;
use dancing::OptionId;
use quadrille_puzzle::{Grid, Listing, Shape};
use quadrille_solve::Grain;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The places of the parts. A part without room has no height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    pub picture: Rect,
    /// Below the picture: the list that a step changes, or the options of the item as shapes.
    pub band: Rect,
    pub say: Rect,
    pub tree: Rect,
    pub aside: Rect,
}

/// The rows of the narration below the picture, and those beside it.
const SAY: (u16, u16) = (4, 10);

/// The rows of the small tree, with its title.
const TREE: u16 = 8;

/// The fewest columns in which a sentence can be read.
const COLUMN: u16 = 26;

/// The least column for the sentence beside a picture with room below it, and the fewest rows of
/// that picture.
const READABLE: u16 = 38;
const TALL: u16 = 20;

/// The widest column of text. Longer lines are harder to read.
const WIDEST: u16 = 62;

/// The fewest rows of the band.
const BAND: u16 = 3;

/// The fewest rows of the band below a picture that has the sentence beside it: else the list is in
/// the column too.
const LISTED: u16 = 7;

/// The fewest rows of a panel that leaves the tree its place.
const PANEL: u16 = 9;

/// Below this size there is no room for the tree and the band, and a panel takes the place of the
/// picture.
const SMALL: (u16, u16) = (78, 19);

pub fn draw(app: &App, stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let (rest, beside) = lesson::split(stepping, area);
    let parts = parts(app, stepping, area);
    let aside = stepping.aside();
    let is_small = is_small(rest);
    if aside == Aside::Array {
        let height = parts.say.y.saturating_sub(rest.y);
        let below = parts.say.y >= parts.picture.bottom();
        let room = if below { Rect { height, ..rest } } else { parts.picture };
        let width = if parts.tree.width > 0 { parts.tree.x.saturating_sub(room.x + 1) } else { room.width };
        let room = titled(buf, Rect { width: width.min(room.width), ..room }, "ARRAY", theme);
        array::draw(stepping, theme, room, buf);
    } else if !(is_small && covers(aside)) || stepping.learning.looks {
        picture(app, stepping, theme, rest, &parts, buf);
    }
    narration::draw(stepping, theme, parts.say, buf);
    let strips = shows_list(stepping);
    if aside == Aside::Array {
        // The table takes the place of the band too.
    } else if strips && parts.band.height >= BAND {
        strip::draw(stepping, theme, parts.band, buf);
    } else if !strips && parts.band.height >= BAND {
        puzzle::shapes(stepping, theme, parts.band, buf);
    }
    if let Some(beside) = beside.filter(|_| stepping.learning.looks || !covers(aside)) {
        lesson::draw(app, stepping, theme, beside, buf);
        if let Some(place) = under_lesson(app, stepping, area).filter(|_| stepping.learning.looks) {
            match aside {
                Aside::Tree => small_tree::draw(stepping, theme, place, buf),
                aside => aside::draw(app, stepping, aside, theme, place, (false, false), buf),
            }
        }
        return;
    }
    // In a low column a panel takes the place of the tree.
    let is_tight = covers(aside) && parts.aside.height < PANEL;
    if parts.tree.height > 1 && beside.is_none() && !is_tight {
        small_tree::draw(stepping, theme, parts.tree, buf);
    }
    let room = match (beside, is_small) {
        (Some(beside), _) if covers(aside) => lesson::draw_task(app, stepping, theme, beside, buf),
        (Some(beside), _) => beside,
        (None, true) => parts.picture,
        (None, false) if is_tight => parts.aside.union(parts.tree),
        (None, false) => parts.aside,
    };
    if covers(aside) {
        aside::draw(app, stepping, aside, theme, room, (is_small, parts.band.height >= BAND), buf);
    } else if strips && aside != Aside::Array && parts.band.height < BAND && beside.is_none() && !is_small {
        strip::draw(stepping, theme, room, buf);
    }
}

/// Returns whether a panel has a place of its own, rather than being drawn on the picture or below
/// it.
fn covers(aside: Aside) -> bool {
    match aside {
        Aside::Why(_) | Aside::Links | Aside::Counts | Aside::Try => true,
        Aside::Nothing | Aside::Tree | Aside::Array => false,
    }
}

/// The fewest rows of a panel that is read beside the text of a lesson, and of the tree there.
const UNDER: u16 = 5;
const TREE_UNDER: u16 = 3;

/// The place of the panel that a stop of a lesson looks at: below the text or, if that is long,
/// below the picture. `None` if it has no room, or is drawn on the picture itself.
fn under_lesson(app: &App, stepping: &Stepping, area: Rect) -> Option<Rect> {
    let aside = stepping.aside();
    let (_, beside) = lesson::split(stepping, area);
    let (beside, parts) = (beside?, parts(app, stepping, area));
    if aside == Aside::Nothing || is_on_picture(stepping, &parts) {
        return None;
    }
    let used = lesson::rows(app, stepping, beside);
    let rest = Rect { y: beside.y + used, height: beside.height.saturating_sub(used), ..beside };
    // The strip has the place below the picture.
    let band = if shows_list(stepping) { Rect { height: 0, ..parts.band } } else { parts.band };
    let least = if aside == Aside::Tree { TREE_UNDER } else { UNDER };
    [rest, band].into_iter().find(|place| place.height >= least)
}

/// Returns whether a panel is seen on the picture, in its place or as the strip below it.
fn is_on_picture(stepping: &Stepping, parts: &Parts) -> bool {
    let has_cells = match stepping.encoded.shape() {
        Shape::Grid(_) => true,
        // The numbers are at the columns of a matrix.
        Shape::Listing(listing) => listing.picture.is_none(),
    };
    match stepping.aside() {
        Aside::Array => true,
        Aside::Counts => has_cells,
        Aside::Links => parts.band.height >= BAND,
        Aside::Nothing | Aside::Why(_) | Aside::Try | Aside::Tree => false,
    }
}

/// Returns whether the panel that a stop looks at is seen, on a screen of this area.
pub(crate) fn is_look_seen(app: &App, stepping: &Stepping, area: Rect) -> bool {
    let looks = stepping.learning.looks && stepping.aside() != Aside::Nothing;
    !looks || is_on_picture(stepping, &parts(app, stepping, area)) || under_lesson(app, stepping, area).is_some()
}

/// Returns whether the list that a step changes is drawn: if links are looked at, or stepped one by
/// one.
pub(crate) fn shows_list(stepping: &Stepping) -> bool {
    stepping.aside() == Aside::Links || stepping.grain >= Grain::Option
}

fn is_small(area: Rect) -> bool {
    area.width < SMALL.0 / 2 || area.height < SMALL.1
}

/// The places of the parts in an area.
pub fn parts(app: &App, stepping: &Stepping, area: Rect) -> Parts {
    let (rest, beside) = lesson::split(stepping, area);
    if is_small(rest) {
        let say = Rect { y: rest.bottom() - SAY.0.min(rest.height / 2), height: SAY.0.min(rest.height / 2), ..rest };
        let picture = Rect { height: rest.height - say.height, ..rest };
        return Parts { picture, say, ..Parts::default() };
    }
    let size = picture_size(app, stepping, rest, beside.is_some());
    let picture = Rect { width: size.0.min(rest.width), height: size.1.min(rest.height), ..rest };
    let under = rest.height - picture.height;
    let column = Rect { x: picture.right() + 2, width: rest.right().saturating_sub(picture.right() + 2), ..rest };
    let has_column = column.width >= COLUMN && beside.is_none();
    let bar = narration::bar_rows(stepping, rest.width);
    let is_tall = column.width >= READABLE && picture.height >= TALL;
    if !has_column || under >= SAY.0 + bar && !is_tall {
        let height = SAY.0 + bar + u16::from(under > 2 * SAY.0 + BAND);
        let height = height.min(rest.height / 2);
        let say = Rect { y: rest.bottom() - height, height, ..rest };
        let picture = Rect { height: picture.height.min(rest.height - height), ..picture };
        let band = Rect { y: picture.bottom(), height: say.y - picture.bottom(), ..rest };
        let band = if band.height >= BAND { band } else { Rect { height: 0, ..band } };
        // Where a picture leaves much room below it, the column ends at the picture.
        let bottom = if band.height >= BAND { picture.bottom() } else { say.y };
        let column = Rect { height: bottom - rest.y, width: column.width.min(WIDEST), ..column };
        if !has_column {
            return Parts { picture, band, say, ..Parts::default() };
        }
        let tree = Rect { height: TREE.min(column.height / 2), ..column };
        let aside =
            Rect { y: tree.bottom() + 1, height: (column.bottom() - tree.bottom()).saturating_sub(1), ..column };
        return Parts { picture, band, say, tree, aside };
    }
    // The list has the rows below the picture and the column.
    let band = Rect { y: picture.bottom(), height: if under < LISTED { 0 } else { under }, ..rest };
    let bottom = if band.height > 0 { band.y } else { rest.bottom() };
    let column = Rect { width: column.width.min(WIDEST), height: bottom - column.y, ..column };
    let bar = narration::bar_rows(stepping, column.width);
    let say = Rect { height: (SAY.1 + bar).min(column.height / 2), ..column };
    let tree = Rect { y: column.bottom() - TREE.min(column.height / 3), height: TREE.min(column.height / 3), ..column };
    let aside = Rect { y: say.bottom(), height: tree.y.saturating_sub(say.bottom() + 1), ..column };
    Parts { picture, band, say, tree, aside }
}

/// The columns beside a matrix and the rows below it that are left for the other parts.
fn beside_matrix(area: Rect, is_lesson: bool) -> (u16, u16) {
    let column = if is_lesson { 0 } else { (area.width / 3).clamp(28, 52) + 2 };
    let band = match area.height {
        32.. => 9,
        20.. => 4,
        _ => 0,
    };
    (column, if column > READABLE { band } else { SAY.0 + band })
}

/// The size of the picture with its rulers.
fn picture_size(app: &App, stepping: &Stepping, area: Rect, is_lesson: bool) -> (u16, u16) {
    match stepping.encoded.shape() {
        Shape::Grid(grid) => {
            let (place, geometry) = grid_place(app, stepping, grid, area);
            let label = if grid.rows() > 9 { 3 } else { 2 };
            let left = if place.width > geometry.width + label - 1 { label } else { 0 };
            (geometry.width + left + 1, geometry.height + u16::from(area.height > geometry.height))
        }
        Shape::Listing(listing) if listing.picture.is_some() => {
            let (all, place) = board_of(listing, area);
            let (width, height) = listing::size(listing, (place.width, place.height));
            (all.width.min(width + 1), height + 1)
        }
        Shape::Listing(_) => {
            let (column, rows) = beside_matrix(area, is_lesson);
            let room = (area.width - column, area.height.saturating_sub(rows));
            matrix::size(stepping, room).unwrap_or(room)
        }
    }
}

/// The place of a grid: that in Play, so that nothing moves from screen to screen. In a lesson the
/// text is beside it, so the grid has all columns, and the rows above the narration.
fn grid_place(app: &App, stepping: &Stepping, grid: &Grid, area: Rect) -> (Rect, Geometry) {
    if stepping.learning.course.is_none() && !stepping.learning.is_today() {
        let (place, geometry, _) = play::board_place(grid, detail(app), area);
        return (place, geometry);
    }
    let detail = if grid.weights.is_some() { Detail::Symbol } else { detail(app) };
    let rows = area.height.saturating_sub(SAY.0 + 2 + narration::bar_rows(stepping, area.width));
    let geometry = Geometry::fit(grid, (area.width.saturating_sub(3), rows), detail);
    (Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area }, geometry)
}

/// The board of Play has room for what is shown there.
fn detail(app: &App) -> Detail {
    app.document().map_or(Detail::Symbol, play::detail)
}

/// The place of a listing's board: with the row above it, which has the title in Play, and without.
fn board_of(listing: &Listing, area: Rect) -> (Rect, Rect) {
    play::listing_place(listing.by_hand.as_ref().map_or(listing, |taken| &taken.whole), area)
}

/// The place of a grid as it is drawn: a board that does not fit ends above the narration, and says
/// at its edge what is not shown.
fn drawn_place(app: &App, stepping: &Stepping, grid: &Grid, area: Rect, parts: &Parts) -> (Rect, Geometry) {
    let (board, geometry) = grid_place(app, stepping, grid, area);
    let is_below = parts.say.height > 0 && parts.say.x < board.x + geometry.width;
    let bottom = if is_below { parts.say.y } else { board.bottom() };
    (Rect { height: board.height.min(bottom.saturating_sub(board.y)), ..board }, geometry)
}

fn picture(app: &App, stepping: &Stepping, theme: Theme, area: Rect, parts: &Parts, buf: &mut Buffer) {
    let place = parts.picture;
    match stepping.encoded.shape() {
        Shape::Grid(grid) => {
            let (board, geometry) = drawn_place(app, stepping, grid, area, parts);
            grid::draw_grid(stepping, grid, &geometry, theme, board, buf);
        }
        Shape::Listing(listing) if listing.picture.is_some() => {
            let (_, board) = board_of(listing, area);
            let board = Rect { height: board.height.min(place.bottom().saturating_sub(board.y)), ..board };
            puzzle::draw_listing(stepping, listing, theme, board, buf);
        }
        Shape::Listing(_) => matrix::draw_whole(stepping, theme, place, buf),
    }
}

/// Returns the cell or option at a screen position.
pub fn spot(app: &App, stepping: &Stepping, area: Rect, at: (u16, u16)) -> Option<Spot> {
    let (rest, _) = lesson::split(stepping, area);
    let parts = parts(app, stepping, area);
    let search = stepping.stepper.search();
    let current = super::options::current(stepping).and_then(|node| search.links().option(node));
    match stepping.encoded.shape() {
        Shape::Grid(grid) => {
            let (board, geometry) = drawn_place(app, stepping, grid, rest, &parts);
            let current = current.and_then(|option| stepping.encoded.placement(option)).map(|now| now.cell);
            let laid = LaidGrid { grid, geometry: &geometry, center: stepping.cell().or(current) };
            cell_at(board, laid, at).map(Spot::Cell)
        }
        Shape::Listing(listing) if listing.picture.is_some() => {
            let (_, board) = board_of(listing, rest);
            let center = stepping.cursor.option.or(current).or(search.path().last().copied());
            listing::option_at(board, listing, center.map_or(0, OptionId::index), at).map(Spot::Option)
        }
        Shape::Listing(_) => matrix::option_in_whole(stepping, parts.picture, at).map(Spot::Option),
    }
}

/// The room for an explanation that covers neither the picture nor the narration.
pub fn beside(app: &App, stepping: &Stepping, area: Rect) -> Rect {
    let parts = parts(app, stepping, area);
    if parts.aside.width >= 34 {
        let y = parts.aside.y.min(parts.tree.y);
        return Rect { y, height: parts.aside.bottom().max(parts.tree.bottom()) - y, ..parts.aside };
    }
    Rect { height: parts.say.y.saturating_sub(area.y).max(6), ..area }
}
