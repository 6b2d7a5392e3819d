//! The picture of the puzzle: a grid with its candidates, or the options of a listing on a board.

use super::drawing::{Drawing, Location};
use super::options;
use crate::app::Stepping;
use crate::ui::board::{CellLook, LaidGrid, Look, board};
use crate::ui::geometry::{Detail, Geometry};
use crate::ui::ink::Ink;
use crate::ui::listing;
use crate::ui::theme::{Role, Theme};
use dancing::{ItemId, LinksView as Links, OptionId, Phase};
use quadrille_puzzle::{Cell, Encoded, Entry, Grid, Listing, Need, Shape};
use quadrille_solve::{Fate, Standing};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::collections::HashMap;

pub static DRAWING: Drawing = Drawing {
    title: |_, _, _| String::new(),
    draw,
    location: Location::Picture,
    least: |_| 1,
    wanted: |_, room| room.1,
};

/// The state of an option on a board.
#[derive(Clone, Copy, PartialEq)]
enum Seen {
    Chosen,
    Now,
    /// The option may still be chosen.
    Open,
    /// The last step hid the option (`true`), or brought it back.
    Changed(bool),
    /// The option was hidden before that, or was tried, or nothing needs it.
    Out,
}

/// The states of the options, read once for everything that a board shows.
struct Marks<'a> {
    standing: Standing<'a>,
    /// The links in the middle of a step that is done link by link. Some options are then hidden or
    /// back before the whole step is done.
    slow: Option<&'a dyn Links>,
    current: Option<OptionId>,
    changed: HashMap<OptionId, bool>,
}

impl Marks<'_> {
    fn of(stepping: &Stepping) -> Marks<'_> {
        let stepper = &stepping.stepper;
        let search = stepper.search();
        let slow = stepper.slow().map(|slow| slow.links());
        let step = stepper.small_last_step();
        let changed = step
            .map_or(HashMap::new(), |step| step.hidden.iter().map(|hidden| (hidden.option, step.removes)).collect());
        let current = options::current(stepping).and_then(|node| search.links().option(node));
        Marks { standing: Standing::of(search), slow, current, changed }
    }

    fn of_option(&self, option: OptionId) -> Seen {
        if self.current == Some(option) {
            return Seen::Now;
        }
        match (self.standing.option(option), self.slow) {
            (Fate::Chosen(_), _) => Seen::Chosen,
            (Fate::Hidden(_), Some(links)) if !links.is_hidden(option) => Seen::Changed(false),
            (Fate::Hidden(_) | Fate::Idle | Fate::Tried, _) => match self.changed.get(&option) {
                Some(true) => Seen::Changed(true),
                _ => Seen::Out,
            },
            (Fate::Open | Fate::Next | Fate::Waiting, Some(links)) if links.is_hidden(option) => Seen::Changed(true),
            (Fate::Open | Fate::Next | Fate::Waiting, _) => match self.changed.get(&option) {
                Some(false) => Seen::Changed(false),
                _ => Seen::Open,
            },
        }
    }
}

fn draw(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    match stepping.encoded.shape() {
        Shape::Grid(grid) => draw_grid(stepping, grid, theme, area, buf),
        Shape::Listing(listing) => draw_listing(stepping, listing, theme, area, buf),
    }
}

/// Draws the options of a listing: chosen, being tried, open, changed by the last step, or out.
fn draw_listing(stepping: &Stepping, listing: &Listing, theme: Theme, area: Rect, buf: &mut Buffer) {
    let search = stepping.stepper.search();
    let chosen = search.path();
    let current = options::current(stepping).and_then(|node| search.links().option(node));
    let solved = search.at_solution();
    let marks = Marks::of(stepping);
    let next = matches!(search.phase(), Phase::Try { .. });
    let tag = |option: usize| match marks.of_option(OptionId(option as u32)) {
        Seen::Chosen if solved => (theme.glyph("✓", "x"), Role::Good),
        Seen::Now if solved => (theme.glyph("✓", "x"), Role::Good),
        Seen::Now if next => (theme.glyph(listing::NEXT.0, listing::NEXT.1), Role::Now),
        Seen::Now => (theme.glyph("▶", ">"), Role::Now),
        Seen::Chosen => (theme.glyph("✓", "x"), Role::Solver),
        Seen::Open => (" ", Role::Live),
        Seen::Changed(true) => (theme.glyph("○", "o"), Role::Changed),
        Seen::Changed(false) => (theme.glyph("●", "*"), Role::Changed),
        Seen::Out => (theme.glyph("·", "."), Role::Done),
    };
    let center = stepping.cursor.option.or(current).or(chosen.last().copied()).map_or(0, OptionId::index);
    listing::state(buf, area, listing, center, theme, tag);
    if let Some(option) = stepping.cursor.option {
        listing::light(buf, area, listing, option.index(), center, theme);
    }
}

fn draw_grid(stepping: &Stepping, grid: &Grid, theme: Theme, area: Rect, buf: &mut Buffer) {
    let (names, stepper) = (&stepping.encoded, &stepping.stepper);
    let search = stepper.search();
    let geometry = Geometry::fit(grid, (area.width, area.height), Detail::Candidates);
    let marks = Marks::of(stepping);
    // Candidates are drawn only if there is room for them.
    let detailed = geometry.cell.1 > 1;
    let mut placed = vec![None; grid.cells.len()];
    for placement in search.path().into_iter().filter_map(|option| names.placement(option)) {
        placed[placement.cell.index()] = Some((placement.symbol, Role::Solver));
    }
    let now = options::current(stepping).and_then(|node| search.links().option(node));
    let now = now.map_or(Vec::new(), |option| names.means(option));
    let current = now.first().copied();
    // An option that is about to be tried looks different from one that was taken.
    let is_next = matches!(search.phase(), Phase::Try { .. });
    let next: Vec<Cell> = now.iter().filter(|_| is_next).map(|next| next.cell).collect();
    for now in &now {
        let role = if is_next { Role::Changed } else { Role::Now };
        placed[now.cell.index()] = Some((now.symbol, role));
    }
    let focus = stepping.focus();
    let in_focus: Vec<OptionId> = focus.map_or(Vec::new(), |item| {
        search.links().column(item).filter_map(|node| search.links().option(node)).collect()
    });
    let dead = stepper.dead_item().and_then(|item| names.need(item));
    // The cells of a dead item, and of a constraint whose tuple or transition is chosen.
    let shown = match (stepper.dead_item(), focus) {
        (Some(item), _) if !matches!(dead, Some(Need::Cell(_))) => names.cells(item),
        (_, Some(item)) if is_related(names, item) => names.cells(item),
        _ => Vec::new(),
    };
    let solved = stepper.search().at_solution();
    let by_cell = if detailed { options_by_cell(stepping, grid) } else { Vec::new() };
    let center = stepping.cell().or(current.map(|now| now.cell));
    board(buf, area, LaidGrid { grid, geometry: &geometry, center }, theme, |cell| {
        let role = |usual: Role| if solved { Role::Good } else { usual };
        let look = match (grid.entry(cell), placed[cell.index()]) {
            (Entry::Given(symbol), _) => Look::Symbol(grid.alphabet.char(symbol), Ink::Given),
            (_, Some((symbol, usual))) if next.contains(&cell) && geometry.cell.0 > 1 => {
                Look::Text(format!("{}?", grid.alphabet.char(symbol)), usual)
            }
            (_, Some((symbol, usual))) => Look::Text(grid.alphabet.char(symbol).to_string(), role(usual)),
            (Entry::Own(symbol), None) => Look::Symbol(grid.alphabet.char(symbol), Ink::Own),
            _ if matches!(dead, Some(Need::Cell(needed)) if needed == cell) => Look::Text("!".to_string(), Role::Bad),
            _ if detailed => Look::candidates(
                grid,
                by_cell[cell.index()].iter().filter_map(|option| {
                    let role = match (marks.of_option(*option), in_focus.contains(option)) {
                        _ if stepping.cursor.option == Some(*option) => Role::Changed,
                        (_, true) => Role::Now,
                        (Seen::Changed(_), _) => Role::Changed,
                        (Seen::Out, _) => return None,
                        (Seen::Open | Seen::Chosen | Seen::Now, _) => Role::Live,
                    };
                    Some((names.placement(*option)?.symbol, role))
                }),
            ),
            _ => Look::Empty,
        };
        let mut meant =
            in_focus.iter().any(|&option| names.placement(option).is_some_and(|placement| placement.cell == cell));
        meant |= shown.contains(&cell);
        let lit = stepping.cell().map_or(current.map(|now| now.cell), Some) == Some(cell);
        CellLook { lit, marked: meant && !lit && !detailed, ..CellLook::plain(look) }
    });
}

/// Returns true if an item needs an option of a constraint that is neither a unit nor a pair.
fn is_related(names: &Encoded, item: ItemId) -> bool {
    match names.need(item) {
        Some(Need::Combination(_) | Need::Held(..) | Need::Tuple(_) | Need::Transition(..)) => true,
        Some(Need::Cell(_) | Need::Unit(..) | Need::Pair(..) | Need::Symbol(_) | Need::State(..)) | None => false,
    }
}

fn options_by_cell(stepping: &Stepping, grid: &Grid) -> Vec<Vec<OptionId>> {
    let names = &stepping.encoded;
    let mut by_cell = vec![Vec::new(); grid.cells.len()];
    for option in names.problem.options() {
        if let Some(placement) = names.placement(option) {
            by_cell[placement.cell.index()].push(option);
        }
    }
    by_cell
}
