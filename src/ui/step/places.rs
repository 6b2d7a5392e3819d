//! The layout of the views of Step, computed from the room, the size of the puzzle's picture, the
//! grain and the view that has the cursor.

use super::counts;
use super::drawing::Location;
use super::drawing_of;
use super::matrix;
use crate::app::{Panel, Stepping};
use crate::puzzle::{Grid, Shape};
use crate::solve::Grain;
use crate::ui::geometry::{Detail, Geometry};
use crate::ui::listing;
use ratatui::layout::Rect;

/// The areas of the picture, of the other views, and of the narration.
pub struct Places {
    pub board: Rect,
    pub views: Vec<(Panel, Rect)>,
    pub say: Rect,
}

/// The number of rows of the narration, including the rule above it.
const SAY: u16 = 4;

/// The minimum number of rows below the picture for a view over the whole width, on a narrow
/// screen.
const LOW: u16 = 6;
/// The same number on a wide screen, where only a listing has such a view.
const LOW_IF_WIDE: u16 = 12;

/// The minimum number of rows of the items and of the path, beside a view that gets the rest.
const FEW: u16 = 5;

pub fn places(stepping: &Stepping, area: Rect) -> Places {
    let wide = area.width >= 110;
    let room = if wide { (area.width - 60, area.height) } else { ((area.width - 34).max(26), area.height) };
    let (width, height) = picture_size(stepping, room);
    let rulers = (if width + 4 <= room.0 { 3 } else { 0 }, u16::from(height < room.1));
    let size = ((width + rulers.0 + 1).min(room.0), (height + rulers.1).min(room.1));
    let board = Rect { x: area.x + 1, width: size.0, height: size.1, ..area };
    let x = board.right() + 1;
    let side = Rect { x, width: area.right().saturating_sub(x), ..area };
    let say = Rect { y: area.bottom() - SAY, height: SAY, ..area };
    let under = (area.height - SAY).saturating_sub(board.height);
    let low = match (wide, stepping.encoded.shape()) {
        (false, _) => under >= LOW,
        // The options of a grid fit beside it.
        (true, Shape::Grid(_)) => false,
        (true, Shape::Listing(_)) => under >= LOW_IF_WIDE && !is_better_beside(stepping, side, under, area),
    };
    let mut places = if low {
        // The picture is low, so the middle view is below it, over the whole width.
        let below = Rect { y: board.bottom(), height: under, ..area };
        let beside = Rect { height: board.height, ..side };
        let (middle, _) = middle(stepping, board, (below.width, below.height));
        let mut views = column(stepping, board, beside, false);
        views.push((middle, below));
        Places { board, views, say }
    } else if wide {
        // On a wide screen, the picture has the whole height, and the narration is beside it.
        let say = Rect { x: side.x, width: side.width, ..say };
        let board = Rect { height: area.height, ..board };
        let beside = Rect { height: area.height - SAY, ..side };
        Places { board, views: column(stepping, board, beside, true), say }
    } else {
        high(stepping, board, side, area)
    };
    seat(stepping, &mut places);
    places
}

/// Returns whether the whole matrix fits beside the picture, but not below it.
fn is_better_beside(stepping: &Stepping, side: Rect, under: u16, area: Rect) -> bool {
    let beside = matrix::size(stepping, (side.width, area.height.saturating_sub(SAY + 2 * FEW + 1)));
    beside.is_some() && matrix::size(stepping, (area.width, under.saturating_sub(1))).is_none()
}

/// Gives the view that has the cursor a place if it has none. It replaces the operations, the links
/// or the path: the first of them that has a place.
fn seat(stepping: &Stepping, places: &mut Places) {
    let focused = stepping.panel;
    let shown =
        focused == Panel::Grid || places.views.iter().any(|&(panel, place)| panel == focused && place.height > 1);
    let on_board = focused == Panel::Matrix && is_matrix_the_board(stepping, places.board);
    if shown || on_board {
        return;
    }
    let free = [Panel::Ops, Panel::Links, Panel::Path]
        .iter()
        .find_map(|seat| places.views.iter().position(|&(panel, place)| panel == *seat && place.height > 1));
    if let Some(at) = free {
        places.views[at].0 = focused;
    }
}

/// Places views one below the other: the items, the middle view if `with_middle`, the path with its
/// operations or links, and the counts if they leave a few rows for the path.
fn column(stepping: &Stepping, board: Rect, column: Rect, with_middle: bool) -> Vec<(Panel, Rect)> {
    let link_grain = stepping.grain >= Grain::Option;
    let top = drawing_of(Panel::Why);
    let (rows_of_top, least_of_top) = ((top.wanted)(stepping, (column.width, column.height)), (top.least)(stepping));
    if column.width < 60 {
        // There is no room for two views side by side.
        let most = if with_middle { column.height / 5 } else { column.height.saturating_sub(FEW) };
        let why = Rect { height: rows_of_top.min(if link_grain { FEW } else { most }), ..column };
        return vec![(Panel::Why, why), (slot(stepping), below(column, why))];
    }
    let share = if with_middle { 4 } else { 2 };
    let why = Rect { height: rows_of_top.min(column.height / share).max(least_of_top), ..column };
    let mut views = vec![(Panel::Why, why)];
    let mut rest = below(column, why);
    if with_middle {
        let (middle, wanted) = middle(stepping, board, (column.width, rest.height.saturating_sub(FEW + 1)));
        let most = if middle == Panel::Matrix { rest.height.saturating_sub(FEW) } else { rest.height / 2 };
        let place = Rect { height: wanted.max(6).min(most), ..rest };
        views.push((middle, place));
        rest = below(rest, place);
    }
    let second = if link_grain || stepping.panel == Panel::Links { Panel::Links } else { Panel::Ops };
    // If the counts have the cursor, as much of them as possible is shown.
    let counting = stepping.panel == Panel::Counts;
    if let Some(n) = stepping.encoded.grid().map(Grid::n).filter(|_| counting || second != Panel::Links) {
        let most = rest.height.saturating_sub(FEW - 1);
        let height = (counts::height(n) + 1).min(if counting { most } else { u16::MAX });
        let place = Rect { y: rest.bottom().saturating_sub(height), height, ..rest };
        if counting || height <= most && counts::fits(n, place) {
            views.push((Panel::Counts, place));
            rest.height -= height;
        }
    }
    let (path, other) = match second {
        // The node table needs the whole width.
        Panel::Links => {
            let path = Rect { height: (rest.height / 4).max(3).min(rest.height), ..rest };
            (path, below(rest, path))
        }
        _ => {
            let path = Rect { width: rest.width / 2 - 1, ..rest };
            (path, Rect { x: path.right() + 2, width: rest.right() - path.right() - 2, ..rest })
        }
    };
    views.extend([(Panel::Path, path), (second, other)]);
    views
}

/// Lays out a narrow screen with little room below the picture: views beside the picture and, if
/// three rows or more are left, one below it.
fn high(stepping: &Stepping, board: Rect, side: Rect, area: Rect) -> Places {
    // If the picture leaves too few rows below it, the narration is beside it too.
    let beside = board.height + SAY > area.height;
    let height = if beside { SAY + 2 } else { SAY };
    let all = Rect { y: area.bottom() - height, height, ..area };
    let say = if beside { Rect { x: side.x, width: side.width, ..all } } else { all };
    let body = area.height - height;
    let under = Rect { y: board.bottom(), height: body.saturating_sub(board.height), ..area };
    let slot = slot(stepping);
    // A line of the links needs more room than a narrow side has.
    let low = under.height >= 3 && (slot == Panel::Path || slot == Panel::Links && side.width < 45);
    let mut views = Vec::new();
    let side = Rect { height: if low { board.height } else { body }, ..side };
    if low {
        views.push((slot, under));
    } else if under.height >= 3 {
        views.push((Panel::Path, Rect { x: board.x, width: board.width, ..under }));
    }
    let mut rest = side;
    let least_of_top = (drawing_of(Panel::Why).least)(stepping);
    let why = if stepping.panel == Panel::Matrix { 0 } else { least_of_top.min(body / 3) };
    let (middle, wanted) = middle(stepping, board, (side.width, side.height.saturating_sub(why + 3)));
    let least = match low {
        true => 0,
        // Counts that are cut are useless, so the options make room for them.
        false => (drawing_of(slot).least)(stepping).min(side.height - why),
    };
    let wanted = wanted.max(4).min(side.height - why - least);
    let wanted = if wanted >= (drawing_of(middle).least)(stepping) { wanted } else { 0 };
    // With one view fewer, the items take what the options leave.
    let place = Rect { height: if low { side.height - wanted } else { why }, ..side };
    views.push((Panel::Why, place));
    rest = below(rest, place);
    if wanted > 0 {
        let place = Rect { height: wanted, ..rest };
        views.push((middle, place));
        rest = below(rest, place);
    }
    if !low {
        views.push((slot, rest));
    }
    Places { board, views, say }
}

/// The part of `all` below `top`, which lies at its top.
fn below(all: Rect, top: Rect) -> Rect {
    Rect { y: top.bottom(), height: all.bottom().saturating_sub(top.bottom()), ..all }
}

/// The preferred size of the puzzle's picture, without rulers.
fn picture_size(stepping: &Stepping, room: (u16, u16)) -> (u16, u16) {
    match stepping.encoded.shape() {
        Shape::Grid(grid) => {
            let geometry = Geometry::fit(grid, room, Detail::Candidates);
            (geometry.width, geometry.height)
        }
        Shape::Listing(listing) => {
            let title = |(width, height): (u16, u16)| (width, height + 1);
            let whole =
                matrix::size(stepping, (room.0, room.1.saturating_sub(5))).filter(|_| listing.picture.is_none());
            let (width, height) = whole.map(title).unwrap_or_else(|| listing::size(listing, room));
            (width.min(room.0), height.min(room.1))
        }
    }
}

/// Returns whether the matrix replaces the board. It does for a listing without a picture, if the
/// whole matrix fits.
pub fn is_matrix_the_board(stepping: &Stepping, board: Rect) -> bool {
    let plain = stepping.encoded.shape().listing().is_some_and(|listing| listing.picture.is_none());
    plain && matrix::size(stepping, (board.width, board.height.saturating_sub(1))).is_some()
}

/// Returns the view in the middle, and the number of rows that it wants: the whole matrix if it
/// fits, else the view with the cursor, else the options of the item in focus.
fn middle(stepping: &Stepping, board: Rect, room: (u16, u16)) -> (Panel, u16) {
    let on_board = is_matrix_the_board(stepping, board);
    let whole = !on_board && matrix::size(stepping, (room.0, room.1.saturating_sub(1))).is_some();
    let panel = match stepping.panel {
        _ if whole => Panel::Matrix,
        Panel::Matrix if on_board => Panel::Options,
        panel if drawing_of(panel).location == Location::Middle => panel,
        _ => Panel::Options,
    };
    (panel, (drawing_of(panel).wanted)(stepping, room))
}

/// Returns the view at the end: the one with the cursor, else the one that suits the grain.
fn slot(stepping: &Stepping) -> Panel {
    match stepping.panel {
        panel if drawing_of(panel).location == Location::End => panel,
        _ if stepping.grain >= Grain::Option => Panel::Links,
        _ => Panel::Path,
    }
}
