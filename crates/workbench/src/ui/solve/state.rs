//! The puzzle in the state of the search, and the room that it leaves.

use crate::app::{RunState, Solving};
use crate::ui::geometry::{Detail, Geometry};
use crate::ui::panel::{list, span, titled};
use crate::ui::standing::{self, Chosen};
use crate::ui::theme::{Role, Theme};
use crate::ui::{incidence, listing};
use dancing::{Goal, OptionId};
use quadrille_puzzle::Shape;
use quadrille_study::plural;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

/// The room that the puzzle leaves.
pub struct Remainder {
    pub beside: Rect,
    pub below: Rect,
    /// True if the chosen options are named in place of the puzzle.
    pub names_chosen: bool,
}

impl Remainder {
    /// The room beside and below what was drawn. If there is none beside it, the one below counts
    /// as beside.
    fn around(area: Rect, taken: Rect, is_beside: bool, names_chosen: bool) -> Remainder {
        let below = Rect { y: taken.bottom(), height: area.bottom().saturating_sub(taken.bottom()), ..area };
        if !is_beside {
            return Remainder { beside: below, below: Rect { height: 0, ..below }, names_chosen };
        }
        let x = taken.right() + 2;
        let beside = Rect { x, width: area.right().saturating_sub(x), ..area };
        Remainder { beside, below: Rect { width: taken.right().saturating_sub(area.x), ..below }, names_chosen }
    }
}

/// The options on the search's current path.
fn path(solving: &Solving) -> &[OptionId] {
    match &solving.phase {
        RunState::Finished(outcome) if outcome.stopped_at.is_none() => &[],
        _ => solving.snapshot.as_ref().map_or(&[], |snapshot| &snapshot.path),
    }
}

/// The options to draw: a solution that was found, or else the search's current path.
pub fn chosen(solving: &Solving) -> (Chosen<'_>, Role) {
    let still = !solving.is_alive() || solving.goal == Goal::Best;
    match solving.solutions.get(solving.shown).filter(|_| still) {
        Some(solution) => (Chosen::Solution(solution), Role::Good),
        None => (Chosen::Path(path(solving)), Role::Solver),
    }
}

/// The room of the figures beside a board.
fn side(area: Rect) -> u16 {
    match area.width {
        0..110 => 30.min(area.width / 2),
        110..160 => 42,
        _ => 80,
    }
}

/// Draws the puzzle in the state of the search.
pub(crate) fn draw_state(solving: &Solving, theme: Theme, area: Rect, buf: &mut Buffer) -> Remainder {
    let (chosen, role) = chosen(solving);
    match solving.encoded.shape() {
        Shape::Grid(grid) => {
            let side = side(area);
            let smallest = Geometry::fit(grid, (0, 0), Detail::Symbol);
            let beside = area.width >= smallest.width + 2 + side.min(30);
            let (width, height) = match beside {
                true => (area.width - side - 2, area.height),
                false => (area.width, area.height.saturating_sub(5)),
            };
            let place = Rect { x: area.x + 1, width: width.saturating_sub(1), height, ..area };
            let taken = standing::draw(&solving.encoded, chosen, role, theme, place, buf);
            Remainder::around(area, taken, beside, false)
        }
        Shape::Listing(listing) => {
            // If there is no room for the figures beside it, they get half of the lines.
            let beside = area.width >= 64;
            let width = if beside { area.width - side(area) } else { area.width };
            let room = (width.saturating_sub(2), area.height.saturating_sub(1));
            let size = match listing.picture {
                Some(_) => listing::size(listing, room),
                None => (room.0, incidence::size(listing, room).1),
            };
            let place = match beside {
                true => Rect {
                    width: (size.0 + 2).clamp(33, width.max(33)),
                    height: (size.1 + 1).clamp(8.min(area.height), area.height),
                    ..area
                },
                false => Rect { height: area.height - (area.height / 2).max(5).min(area.height), ..area },
            };
            let what = match (chosen, solving.is_alive()) {
                (Chosen::Solution(_), true) => "in the best so far",
                (Chosen::Solution(_), false) => "in the solution",
                (Chosen::Path(_) | Chosen::Node { .. }, _) => "on the path",
            };
            let names_chosen = is_listed(solving, room);
            let options = match chosen.options().len() {
                0 if !solving.is_alive() => "nothing is chosen".to_string(),
                taken => format!("{} {what}", plural(taken, "option")),
            };
            let mut rest = place;
            if names_chosen {
                let rows = titled(buf, place, &format!("CHOSEN  {options}"), theme);
                let taken = in_columns(solving, chosen.options(), role, theme, rows, buf);
                rest = Rect { y: rows.y + taken + 1, height: rows.height.saturating_sub(taken + 1), ..place };
            }
            let title = match listing.picture {
                Some(_) => format!("BOARD  {options}"),
                None if names_chosen => format!("MATRIX  {} in all", plural(listing.options.len(), "option")),
                None => format!("MATRIX  {options}"),
            };
            if rest.height > 2 {
                let rows = titled(buf, rest, &title, theme);
                standing::draw(&solving.encoded, chosen, role, theme, rows, buf);
            }
            Remainder::around(area, place, beside, names_chosen)
        }
    }
}

/// Returns true if the chosen options are listed in place of a matrix, because it has no room for
/// all options.
fn is_listed(solving: &Solving, room: (u16, u16)) -> bool {
    let listing = solving.encoded.shape().listing().filter(|listing| listing.picture.is_none());
    listing.is_some_and(|listing| !chosen(solving).0.options().is_empty() && !incidence::shows_all(listing, room))
}

/// Lists options by their numbers and names, in as many columns as fit if the rows are few. Returns
/// the rows that it takes.
pub fn in_columns(
    solving: &Solving,
    options: &[OptionId],
    role: Role,
    theme: Theme,
    area: Rect,
    buf: &mut Buffer,
) -> u16 {
    let numbers = solving.encoded.problem.n_options().to_string().len();
    let text = |&option: &OptionId| {
        format!(" {:>numbers$}  {}", solving.encoded.option_number(option), solving.encoded.option_long(option))
    };
    let texts: Vec<String> = options.iter().map(text).collect();
    let wide = texts.iter().map(|text| text.width() + 2).max().unwrap_or(1).min(area.width.into()) as u16;
    let across = usize::from(area.width / wide.max(1)).max(1);
    let rows = texts.len().div_ceil(across).min(area.height.into()) as u16;
    for (at, lines) in texts.chunks(usize::from(rows).max(1)).take(across).enumerate() {
        let place = Rect { x: area.x + wide * at as u16, width: wide, height: rows, ..area };
        let lines: Vec<Line> = lines.iter().map(|line| Line::from(span(line.clone(), role, theme))).collect();
        list(buf, place, &lines, theme);
    }
    rows
}
