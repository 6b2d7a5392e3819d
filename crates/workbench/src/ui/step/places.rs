//! The layout of the views of Step, computed from the room, the size of the puzzle's picture, the
//! grain and the view that has the cursor.

use super::counts;
use super::drawing::Location;
use super::drawing_of;
use super::matrix;
use crate::app::{Panel, Stepping, count_side};
use crate::ui::geometry::{Detail, Geometry};
use crate::ui::listing;
use dancing::Phase;
use quadrille_puzzle::{Areas, Shape};
use quadrille_solve::Grain;
use ratatui::layout::Rect;

/// The areas of the picture, of the other views, and of the narration.
pub struct Places {
    pub board: Rect,
    pub views: Vec<(Panel, Rect)>,
    pub say: Rect,
}

/// The number of rows of the narration, including the rule above it.
const SAY: u16 = 4;

/// The minimum number of rows below the picture for a view over the whole width.
const LOW: u16 = 6;

/// The minimum number of rows of the items and of the path, beside a view that gets the rest.
const FEW: u16 = 5;

pub fn places(stepping: &Stepping, area: Rect) -> Places {
    let wide = area.width >= 100 && area.height >= 28;
    let room = (board_room(stepping, area, wide), area.height);
    let (width, height) = picture_size(stepping, room);
    let rulers = (if width + 4 <= room.0 { 3 } else { 0 }, u16::from(height < room.1));
    let size = ((width + rulers.0 + 1).min(room.0), (height + rulers.1).min(room.1));
    let board = Rect { x: area.x + 1, width: size.0, height: size.1, ..area };
    let x = board.right() + 1;
    let side = Rect { x, width: area.right().saturating_sub(x), ..area };
    let say = Rect { y: area.bottom() - SAY, height: SAY, ..area };
    let under = (area.height - SAY).saturating_sub(board.height);
    let mut places = if wide {
        docked(stepping, board, side, area)
    } else if under >= LOW {
        // The picture is low, so the middle view is below it, over the whole width.
        let below = Rect { y: board.bottom(), height: under, ..area };
        let beside = Rect { height: board.height, ..side };
        let (middle, wanted) = middle(stepping, board, (below.width, below.height));
        let mut views = column(stepping, beside);
        // What the middle view leaves goes to the links.
        let links = below.height.saturating_sub(wanted.max(4));
        let is_shown = views.iter().any(|&(panel, place)| panel == Panel::Links && place.height > 2);
        if stepping.grain >= Grain::Option && !is_shown && links >= 4 {
            views.push((Panel::Links, Rect { y: below.bottom() - links, height: links, ..below }));
            views.push((middle, Rect { height: below.height - links, ..below }));
        } else {
            views.push((middle, below));
        }
        Places { board, views, say }
    } else {
        high(stepping, board, side, area)
    };
    seat(stepping, &mut places);
    places
}

/// The wish of a view for a part of a column.
#[derive(Clone, Copy)]
struct Wish {
    panel: Panel,
    /// The rows, with the title, below which it is not shown.
    least: u16,
    /// The rows in which it shows everything.
    wanted: u16,
    /// Its share of the rows that are left.
    weight: u16,
}

/// Lays views out one below the other: each gets its least height, as long as there is room, and
/// then its share of the rest up to its wanted height. The last view also gets the rows that are
/// left.
fn stack(column: Rect, wishes: Vec<Wish>) -> Vec<(Panel, Rect)> {
    let mut left = column.height;
    let mut kept: Vec<(Wish, u16)> = Vec::new();
    for wish in wishes {
        if wish.least <= left {
            left -= wish.least;
            kept.push((wish, wish.least));
        }
    }
    while left > 0 {
        let before = left;
        for (wish, height) in &mut kept {
            let more = wish.weight.min(wish.wanted.saturating_sub(*height)).min(left);
            *height += more;
            left -= more;
        }
        if left == before {
            break;
        }
    }
    if let Some((_, height)) = kept.last_mut() {
        *height += left;
    }
    let mut y = column.y;
    let mut place = |(wish, height): (Wish, u16)| {
        let at = Rect { y, height, ..column };
        y += height;
        (wish.panel, at)
    };
    kept.into_iter().map(&mut place).collect()
}

/// Lays out a screen that is large enough for every view: the picture with views below it, the
/// others beside it as docks, and the narration at their foot.
fn docked(stepping: &Stepping, board: Rect, side: Rect, area: Rect) -> Places {
    let say = Rect { y: area.bottom() - SAY, height: SAY, ..side };
    let right = Rect { height: area.height - SAY, ..side };
    let left =
        Rect { x: area.x, y: board.bottom(), width: board.right() - area.x, height: area.bottom() - board.bottom() };
    let wish = |panel: Panel, column: Rect, weight: u16| {
        let drawing = drawing_of(panel);
        let (least, wanted) = ((drawing.least)(stepping), (drawing.wanted)(stepping, (column.width, column.height)));
        Wish { panel, least, wanted: wanted.max(least), weight }
    };
    let link_grain = stepping.grain >= Grain::Option;
    let (middle, wanted) = middle(stepping, board, (right.width, right.height / 2));
    let least = if wanted > right.height / 2 { 6 } else { wanted.clamp(4, 8) };
    let mut wishes = vec![wish(Panel::Why, right, 1), Wish { panel: middle, least, wanted, weight: 2 }];
    wishes[0].wanted = wishes[0].wanted.min(right.height / 3).max(wishes[0].least);
    let counts = stepping.encoded.grid().and_then(|grid| {
        let height = counts::height(count_side(grid)) + 1;
        let fits = counts::fits(grid, Rect { height, ..right });
        let counting = stepping.panel == Panel::Counts;
        (fits || counting).then_some(Wish { panel: Panel::Counts, least: height, wanted: height, weight: 0 })
    });
    let links = Wish {
        least: if link_grain { 8 } else { 5 },
        wanted: if link_grain { 16 } else { 9 },
        ..wish(Panel::Links, right, 1)
    };
    let path = Wish { least: 5, wanted: 12, ..wish(Panel::Path, right, 1) };
    // What the explanation says of the last step, the links and the operations say already, so it
    // is shown only if it has the cursor.
    let told = (stepping.panel == Panel::Told).then(|| wish(Panel::Told, right, 2));
    // Views that are better high than wide are below the picture, if there is room.
    let low = left.height >= 7;
    // At link grain nothing matters more than the links.
    wishes.extend(link_grain.then_some(links));
    let mut below = Vec::new();
    match low {
        true => below.extend([path, Wish { least: 6, wanted: 40, ..wish(Panel::Ops, left, 1) }]),
        false => wishes.push(path),
    }
    match link_grain {
        true => wishes.extend(told.into_iter().chain(counts)),
        false => wishes.extend(counts.into_iter().chain([links]).chain(told)),
    }
    let mut views = stack(right, wishes);
    views.extend(stack(left, below));
    // The operations stand beside a path that has the whole width of the column.
    if let Some(at) = views.iter().position(|&(panel, place)| panel == Panel::Path && !low && place.width >= 50) {
        let place = views[at].1;
        let half = Rect { width: place.width / 2 - 1, ..place };
        views[at].1 = half;
        views.push((Panel::Ops, Rect { x: half.right() + 2, width: place.right() - half.right() - 2, ..place }));
    }
    Places { board, views, say }
}

/// The columns that the picture may take. The views beside it say more than a larger picture would.
fn board_room(stepping: &Stepping, area: Rect, wide: bool) -> u16 {
    if wide {
        return (area.width - 60).min((area.width * 2 / 5 + 8).max(60));
    }
    let room = (area.width - 34).max(26);
    match stepping.encoded.grid() {
        Some(grid) if matches!(grid.areas, Areas::Boxes { .. }) => {
            room.min(Geometry::fit(grid, (0, 0), Detail::Candidates).width + 4)
        }
        _ => room,
    }
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
    let free = [Panel::Told, Panel::Ops, Panel::Links, Panel::Path]
        .iter()
        .find_map(|seat| places.views.iter().position(|&(panel, place)| panel == *seat && place.height > 1));
    if let Some(at) = free {
        places.views[at].0 = focused;
    }
}

/// Places the items, and the path or the links below them, beside the picture of a narrow screen.
fn column(stepping: &Stepping, column: Rect) -> Vec<(Panel, Rect)> {
    let rows = (drawing_of(Panel::Why).wanted)(stepping, (column.width, column.height));
    let most = column.height.saturating_sub(FEW);
    let why = Rect { height: rows.min(if stepping.grain >= Grain::Option { FEW } else { most }), ..column };
    vec![(Panel::Why, why), (slot(stepping), below(column, why))]
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
pub(crate) fn is_matrix_the_board(stepping: &Stepping, board: Rect) -> bool {
    let plain = stepping.encoded.shape().listing().is_some_and(|listing| listing.picture.is_none());
    plain && matrix::size(stepping, (board.width, board.height.saturating_sub(1))).is_some()
}

/// Returns the view in the middle, and the number of rows that it wants: the whole matrix if it
/// fits, else the view with the cursor, else the options of the item in focus.
fn middle(stepping: &Stepping, board: Rect, room: (u16, u16)) -> (Panel, u16) {
    let on_board = is_matrix_the_board(stepping, board);
    let whole = !on_board && matrix::size(stepping, (room.0, room.1.saturating_sub(1))).is_some();
    // At its end the search has no item in focus, so there is nothing to say of options.
    let is_over = stepping.stepper.search().phase() == Phase::Done && !on_board;
    let panel = match stepping.panel {
        _ if whole || is_over => Panel::Matrix,
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
