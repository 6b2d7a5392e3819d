//! The picture of the puzzle: its grid, or the options of a listing on a board.

use super::drawing::{Drawing, Location};
use super::grid::draw_grid;
use super::options;
use super::pointed::{Pointed, cells_of_item};
use super::seen::{OptionStates, SeenOption};
use crate::app::{Aside, Stepping};
use crate::ui::geometry::{Detail, Geometry};
use crate::ui::listing;
use crate::ui::panel::put;
use crate::ui::theme::{Role, Theme};
use crate::ui::tiles;
use dancing::{OptionId, Phase};
use quadrille_puzzle::{Board, Listing, Picture, Shape};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

pub(crate) static DRAWING: Drawing = Drawing {
    title: |_, _, _| String::new(),
    draw,
    location: Location::Picture,
    least: |_| 1,
    wanted: |_, room| room.1,
};

fn draw(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    match stepping.encoded.shape() {
        Shape::Grid(grid) => {
            let geometry = Geometry::fit(grid, (area.width, area.height), Detail::Candidates);
            draw_grid(stepping, grid, &geometry, theme, area, buf);
        }
        Shape::Listing(listing) => draw_listing(stepping, listing, theme, area, buf),
    }
}

/// Draws the options of a listing: chosen, being tried, open, changed by the last step, or out.
pub(crate) fn draw_listing(stepping: &Stepping, listing: &Listing, theme: Theme, area: Rect, buf: &mut Buffer) {
    let search = stepping.stepper.search();
    let chosen = search.path();
    let current = options::current(stepping).and_then(|node| search.links().option(node));
    let solved = search.at_solution();
    let marks = OptionStates::of(stepping);
    let next =
        matches!(search.phase(), Phase::Try { .. }) && stepping.cause().is_none() || stepping.aside() == Aside::Try;
    let tag = |option: usize| match marks.of_option(OptionId(option as u32)) {
        SeenOption::Chosen if solved => (theme.glyph("✓", "x"), Role::Good),
        SeenOption::Now if solved => (theme.glyph("✓", "x"), Role::Good),
        SeenOption::Now if next => (theme.glyph(listing::NEXT.0, listing::NEXT.1), Role::Now),
        SeenOption::Now => (theme.glyph("▶", ">"), Role::Now),
        SeenOption::Chosen => (theme.glyph("✓", "x"), Role::Solver),
        SeenOption::Open => (" ", Role::Live),
        SeenOption::Changed(true) => (theme.glyph("○", "o"), Role::Changed),
        SeenOption::Changed(false) => (theme.glyph("●", "*"), Role::Changed),
        SeenOption::Out => (theme.glyph("·", "."), Role::Done),
    };
    let center = stepping.cursor.option.or(current).or(chosen.last().copied()).map_or(0, OptionId::index);
    listing::state(buf, area, listing, center, theme, tag);
    if let Some(option) = stepping.cursor.option.filter(|_| stepping.aside() != Aside::Try) {
        listing::light(buf, area, listing, option.index(), center, theme);
    }
    if let Some(picture @ Picture::Board(board)) = &listing.picture
        && stepping.is_watch()
    {
        point_out(stepping, listing, picture, board, center, &marks, theme, area, buf);
    }
}

/// Marks the parts of a board that are pointed out.
// Many parameters: the board, its place on the screen, and what is known of its options.
#[allow(clippy::too_many_arguments)]
fn point_out(
    stepping: &Stepping,
    listing: &Listing,
    picture: &Picture,
    board: &Board,
    center: usize,
    marks: &OptionStates,
    theme: Theme,
    area: Rect,
    buf: &mut Buffer,
) {
    let pointed = Pointed::of(stepping);
    let mut signs: Vec<(u32, String, Role)> = Vec::new();
    if pointed.counts && board.marks.len() <= MOST_COUNTED {
        let mut left = vec![0usize; board.rows * board.columns];
        for (option, mark) in board.marks.iter().enumerate() {
            let seen = marks.of_option(OptionId(option as u32));
            if matches!(seen, SeenOption::Open | SeenOption::Changed(false)) {
                mark.cells.iter().chain(&mark.reaches).for_each(|&cell| left[cell as usize] += 1);
            }
        }
        let hole = |cell: usize| board.holes.get(cell).copied().unwrap_or(false);
        let counted = (0..left.len()).filter(|&cell| !hole(cell) && left[cell] > 0);
        signs.extend(counted.map(|cell| (cell as u32, left[cell].to_string(), Role::Live)));
    } else if !pointed.explains {
        // The options of the chosen item, by their numbers. Several may begin in one cell.
        let mut first: Vec<(u32, usize, usize)> = Vec::new();
        for &(k, option) in &pointed.branches {
            let Some(&cell) = board.marks.get(option.index()).and_then(|mark| mark.cells.first()) else { continue };
            match first.iter_mut().find(|(other, ..)| *other == cell) {
                Some((_, _, more)) => *more += 1,
                None => first.push((cell, k, 0)),
            }
        }
        let sign = |(cell, k, more): (u32, usize, usize)| {
            (cell, if more > 0 { format!("{k}+") } else { k.to_string() }, Role::Now)
        };
        signs.extend(first.into_iter().map(sign));
    }
    tiles::signs(buf, area, picture, center, &signs, theme);
    if let Some(item) = pointed.dead.filter(|_| !stepping.hides_next()) {
        tiles::frame(buf, area, picture, center, &cells_of_item(stepping, listing, item), Role::Bad, theme);
    }
    // Pieces overlap, so those that a cause has hidden are shapes below the board.
    if pointed.explains && !board.outlined {
        let cells = |option: OptionId| board.marks.get(option.index()).map_or(&[][..], |mark| &mark.cells);
        let struck = pointed.about.iter().take(MOST_STRUCK).flat_map(|&option| cells(option));
        let struck: Vec<(u32, String, Role)> =
            struck.map(|&cell| (cell, theme.glyph("○", "o").to_string(), Role::Changed)).collect();
        tiles::signs(buf, area, picture, center, &struck, theme);
    }
}

/// The most options of a board that are counted for every frame.
const MOST_COUNTED: usize = 20_000;

/// The most options whose cells are marked for one reason.
const MOST_STRUCK: usize = 200;

/// The largest board that is drawn as a small shape, in rows and columns.
const SHAPE: (usize, usize) = (24, 40);

/// Draws options of a board of pieces as small shapes: those of the chosen item in the order of
/// trying or, after a step, the first and the last of those that it hid or brought back.
pub fn shapes(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let listing = stepping.encoded.shape().listing();
    let Some(Picture::Board(board)) = listing.and_then(|listing| listing.picture.as_ref()) else { return };
    let high = if theme.ascii() { board.rows } else { board.rows.div_ceil(2) };
    let fits = board.rows <= SHAPE.0 && board.columns <= SHAPE.1 && high + 2 <= usize::from(area.height);
    if !board.outlined || !fits {
        return;
    }
    let pointed = Pointed::of(stepping);
    let pitch = board.columns.max(6) + 3;
    let most = usize::from(area.width).saturating_sub(2) / pitch;
    let (next, first) = (theme.glyph(listing::NEXT.0, listing::NEXT.1), pointed.branches.first());
    let mut shown: Vec<(String, Option<OptionId>, Role)> = Vec::new();
    let listed = |shown: &mut Vec<(String, Option<OptionId>, Role)>, options: &[OptionId], what: &str, role: Role| {
        let (Some(&first), Some(&last)) = (options.first(), options.last()) else { return };
        let n = options.len();
        shown.push((format!("{n} {what}"), Some(first), role));
        if n > 2 {
            shown.push((theme.glyph("…", "...").to_string(), None, Role::Done));
        }
        if n > 1 {
            shown.push((String::new(), Some(last), role));
        }
    };
    if pointed.explains && !pointed.about.is_empty() {
        let step = stepping.stepper.small_last_step().filter(|step| !step.removes);
        let is_back =
            step.is_some_and(|step| step.hidden.iter().any(|hidden| pointed.about.first() == Some(&hidden.option)));
        listed(&mut shown, &pointed.about, if is_back { "back" } else { "hidden" }, Role::Changed);
    } else if let Some(&(from, _)) = first {
        let chosen = stepping.cursor.option.filter(|_| stepping.aside() == Aside::Try);
        let from = pointed.branches.iter().find(|(_, option)| Some(*option) == chosen).map_or(from, |&(k, _)| k);
        let skipped = pointed.branches.iter().position(|&(k, _)| k == from).unwrap_or(0);
        let skipped = if skipped + 1 < most { 0 } else { skipped };
        let all = pointed.branches.len() - skipped;
        let room = if all > most { most.saturating_sub(1) } else { most };
        shown.extend(pointed.branches.iter().skip(skipped).take(room).map(|&(k, option)| match k == from {
            true => (format!("{next} {k}"), Some(option), Role::Now),
            false => (format!("  {k}"), Some(option), Role::Live),
        }));
        if all > room {
            shown.push((format!("{} {} more", theme.glyph("…", "..."), all - room), None, Role::Done));
        }
    } else if let Some(step) = stepping.stepper.small_last_step().filter(|step| !step.hidden.is_empty()) {
        let options: Vec<OptionId> = step.hidden.iter().map(|hidden| hidden.option).collect();
        let (what, role) = if step.removes { ("hidden", Role::Done) } else { ("back", Role::Live) };
        listed(&mut shown, &options, what, role);
    }
    let mut x = area.x + 3;
    for (label, option, role) in shown {
        put(buf, x.saturating_sub(2), area.y + 1, &label, pitch, theme.style(role));
        let Some(mark) = option.and_then(|option| board.marks.get(option.index())) else {
            x += label.width() as u16 + 3;
            continue;
        };
        let taken = |row: usize, column: usize| mark.cells.contains(&((row * board.columns + column) as u32));
        for line in 0..high {
            let glyph = |column: usize| match theme.ascii() {
                true => {
                    if taken(line, column) {
                        '#'
                    } else {
                        '.'
                    }
                }
                false => match (taken(2 * line, column), 2 * line + 1 < board.rows && taken(2 * line + 1, column)) {
                    (true, true) => '█',
                    (true, false) => '▀',
                    (false, true) => '▄',
                    (false, false) => '·',
                },
            };
            for column in 0..board.columns {
                let c = glyph(column);
                let role = if c == '·' || c == '.' { Role::Rule } else { role };
                put(buf, x + column as u16, area.y + 2 + line as u16, c.to_string(), 1, theme.style(role));
            }
        }
        x += pitch as u16;
    }
}
