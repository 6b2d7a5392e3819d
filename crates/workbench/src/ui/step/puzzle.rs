//! The picture of the puzzle: a grid with its candidates, or the options of a listing on a board.

use super::drawing::{Drawing, Location};
use super::options;
use super::pointed::{Pointed, cells_of_item};
use crate::app::{Aside, Stepping};
use crate::ui::board::{self, CellLook, LaidGrid, Look, Sign};
use crate::ui::geometry::{Detail, Geometry};
use crate::ui::ink::Ink;
use crate::ui::listing;
use crate::ui::panel::put;
use crate::ui::pointing;
use crate::ui::theme::{Role, Theme};
use crate::ui::tiles;
use dancing::{ItemId, LinksView as Links, OptionId, Phase};
use quadrille_puzzle::{Board, Cell, Encoded, Entry, Grid, Listing, Need, Picture, Shape, Symbol};
use quadrille_solve::{Fate, Standing};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::collections::HashMap;
use unicode_width::UnicodeWidthStr;

pub(crate) static DRAWING: Drawing = Drawing {
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
        // An option that the user looks at takes the place of the one that is tried next, and so
        // does the cause of what is explained.
        let preview = stepping.cursor.option.filter(|_| stepping.aside() == Aside::Try);
        let cause = stepping.cause();
        Marks { standing: Standing::of(search), slow, current: preview.or(cause).or(current), changed }
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
    let marks = Marks::of(stepping);
    let next =
        matches!(search.phase(), Phase::Try { .. }) && stepping.cause().is_none() || stepping.aside() == Aside::Try;
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
    marks: &Marks,
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
            if matches!(seen, Seen::Open | Seen::Changed(false)) {
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

/// Draws a grid in a layout: its symbols, its candidates, and what the search does with them.
pub(crate) fn draw_grid(
    stepping: &Stepping,
    grid: &Grid,
    geometry: &Geometry,
    theme: Theme,
    area: Rect,
    buf: &mut Buffer,
) {
    let (names, stepper) = (&stepping.encoded, &stepping.stepper);
    let search = stepper.search();
    let marks = Marks::of(stepping);
    let pointed = Pointed::of(stepping);
    // Candidates are drawn only if there is room for them, in Watch with blanks between them. Where
    // cells have weights, Watch shows those.
    let is_watch = stepping.is_watch();
    let is_weighted = is_watch && grid.weights.is_some();
    let detailed = geometry.cell.1 > 1 && !is_weighted && (!is_watch || board::parts_places(grid, geometry.cell));
    let step = stepper.small_last_step().filter(|step| step.removes && is_watch && !stepping.hides_next());
    let gone = |cell: Cell| {
        let hidden = step.iter().flat_map(|step| &step.hidden).filter_map(|hidden| names.placement(hidden.option));
        let mut symbols = hidden.filter(|placement| placement.cell == cell).map(|placement| placement.symbol);
        symbols.next().filter(|_| symbols.next().is_none())
    };
    let mut placed = vec![None; grid.cells.len()];
    for placement in search.path().into_iter().filter_map(|option| names.placement(option)) {
        placed[placement.cell.index()] = Some((placement.symbol, Role::Solver));
    }
    let now = options::current(stepping).and_then(|node| search.links().option(node));
    let now = now.map_or(Vec::new(), |option| names.means(option));
    let current = now.first().copied();
    // An option that is about to be tried looks different from one that was taken.
    let is_next = matches!(search.phase(), Phase::Try { .. });
    // An option that the user looks at takes the place of the one that is tried next.
    let preview = stepping.cursor.option.filter(|_| stepping.aside() == Aside::Try);
    let preview = preview.map_or(Vec::new(), |option| names.means(option));
    let now = if is_next && !preview.is_empty() { Vec::new() } else { now };
    let next: Vec<Cell> = now.iter().filter(|_| is_next).chain(&preview).map(|next| next.cell).collect();
    for now in now.iter().chain(&preview) {
        let is_tried = is_next || preview.contains(now);
        placed[now.cell.index()] = Some((now.symbol, if is_tried { Role::Changed } else { Role::Now }));
    }
    let focus = stepping.focus();
    let in_focus: Vec<OptionId> = focus.map_or(Vec::new(), |item| {
        search.links().column(item).filter_map(|node| search.links().option(node)).collect()
    });
    let dead = stepper.dead_item().and_then(|item| names.need(item));
    let dead_cell = match dead {
        Some(Need::Cell(cell)) => Some(cell),
        _ => None,
    };
    // The cells of a dead item, and of a constraint whose tuple or transition is chosen.
    let shown = match (stepper.dead_item(), focus) {
        (Some(item), _) if dead_cell.is_none() => names.cells(item),
        (_, Some(item)) if is_related(names, item) => names.cells(item),
        _ => Vec::new(),
    };
    let cell_of = |option: OptionId| names.placement(option).map(|placement| placement.cell);
    let causes: Vec<Cell> = pointed.causes.iter().filter_map(|&option| cell_of(option)).collect();
    let cause = pointed.by.and_then(cell_of);
    // Beside a cause and what it took, other candidates would only distract.
    let shows_cause = pointed.explains && (cause.is_some() || !pointed.about.is_empty());
    let solved = stepper.search().at_solution();
    let by_cell = if detailed || pointed.counts { options_by_cell(stepping, grid) } else { Vec::new() };
    let center = stepping.cell().or(current.map(|now| now.cell));
    let laid = LaidGrid { grid, geometry, center };
    let in_time = |cell: Cell| stepping.cell().map_or(current.map(|now| now.cell), Some) == Some(cell);
    board::board(buf, area, laid, theme, |cell| {
        let role = |usual: Role| if solved { Role::Good } else { usual };
        let candidates = || {
            let options = by_cell[cell.index()].iter();
            Look::signs(options.filter_map(|option| {
                let plain = |role| Sign { role, ..Sign::plain(grid, names.placement(*option).map(|at| at.symbol)) };
                let sign = match (marks.of_option(*option), in_focus.contains(option)) {
                    _ if pointed.about.contains(option) => Sign { stale: true, ..plain(Role::Now) },
                    // The symbols that a dead cell had.
                    _ if dead_cell == Some(cell) => plain(Role::Done),
                    _ if shows_cause => return None,
                    _ if stepping.cursor.option == Some(*option) => plain(Role::Changed),
                    (Seen::Changed(true), _) => Sign { struck: true, stale: true, ..plain(Role::Done) },
                    (_, true) => plain(Role::Now),
                    (Seen::Changed(false), _) => plain(Role::Changed),
                    (Seen::Out, _) => return None,
                    (Seen::Open | Seen::Chosen | Seen::Now, _) => plain(Role::Live),
                };
                Some((names.placement(*option)?.symbol, sign))
            }))
        };
        let look = match (grid.entry(cell), placed[cell.index()]) {
            (Entry::Given(symbol), _) => Look::Symbol(grid.alphabet.char(symbol), Ink::Given),
            (_, Some((symbol, usual))) if next.contains(&cell) && geometry.cell.0 > 1 => {
                Look::Text(choice_words(stepping, grid, &pointed, cell, symbol, geometry.cell.0), usual)
            }
            (_, Some((symbol, usual))) => Look::Text(grid.alphabet.char(symbol).to_string(), role(usual)),
            (Entry::Own(symbol), None) => Look::Symbol(grid.alphabet.char(symbol), Ink::Own),
            _ if dead_cell == Some(cell) && (!detailed || pointed.counts) => Look::Text("!".to_string(), Role::Bad),
            _ if pointed.counts => count_look(&by_cell[cell.index()], &marks, geometry.cell.0, theme),
            _ if detailed => candidates(),
            // In a small cell, the option that would be tried later is its symbol alone.
            _ => match pointed.branches.iter().find(|(_, option)| cell_of(*option) == Some(cell)) {
                Some((_, option)) if dead_cell.is_none() && focus.is_some_and(|item| names.cells(item).len() > 1) => {
                    let symbol = names.placement(*option).map_or(' ', |at| grid.alphabet.char(at.symbol));
                    Look::Text(symbol.to_string(), Role::Changed)
                }
                // A symbol that this step has hidden there.
                _ => match gone(cell).filter(|_| geometry.cell.0 > 2 && !pointed.explains) {
                    Some(symbol) => {
                        Look::Text(format!("{}{}", theme.glyph("×", "x"), grid.alphabet.char(symbol)), Role::Done)
                    }
                    None => Look::Empty,
                },
            },
        };
        let mut meant = in_focus.iter().any(|&option| cell_of(option) == Some(cell));
        meant |= shown.contains(&cell);
        let is_cause = causes.contains(&cell);
        let lit = match shows_cause {
            true => cause == Some(cell),
            false => in_time(cell),
        };
        let marked = (meant && !detailed || is_cause && geometry.cell.0 == 1) && !lit;
        let weight = grid.weights.as_ref().filter(|_| is_weighted).map(|weights| weights.0[cell.index()]);
        CellLook { lit, marked, same: is_cause && !lit, weight, ..CellLook::plain(look) }
    });
    if let Some(item) = stepper.dead_item().filter(|_| !stepping.hides_next()) {
        match dead_cell {
            Some(cell) if detailed && !pointed.counts => {
                pointing::frame(buf, area, laid, &[cell], Role::Bad, theme);
            }
            Some(_) => {}
            None => pointing::frame(buf, area, laid, &names.cells(item), Role::Bad, theme),
        }
    }
    if let (Some(from), Some(to)) = (cause, pointed.about.first().copied().and_then(cell_of)) {
        pointing::join(buf, area, laid, from, to, theme);
    }
    // The counts that the last step made fall stand in the corners of their cells.
    if is_watch && geometry.cell.1 > 1 && !pointed.explains && !pointed.counts && geometry.cell.0 > 6 {
        let step = stepper.small_last_step().filter(|step| step.removes);
        for change in step.iter().flat_map(|step| &step.counts) {
            if let Some(Need::Cell(cell)) = names.need(change.item)
                && placed[cell.index()].is_none()
                && change.after > 0
            {
                pointing::count(buf, area, laid, cell, change.after, theme);
            }
        }
    }
}

/// The symbols that are left for a cell: the next one with a question mark, then those to come, as
/// many as there is room for.
fn choice_words(stepping: &Stepping, grid: &Grid, pointed: &Pointed, cell: Cell, next: Symbol, width: u16) -> String {
    let there = pointed.branches.iter().filter_map(|&(_, option)| stepping.encoded.placement(option));
    let later: Vec<char> =
        there.filter(|at| at.cell == cell && at.symbol != next).map(|at| grid.alphabet.char(at.symbol)).collect();
    let room = usize::from(width.saturating_sub(2));
    let next = format!("{}?", grid.alphabet.char(next));
    match later.len() {
        0 => next,
        n if 2 * n <= room => later.iter().fold(next, |text, c| format!("{text} {c}")),
        n if n <= room => next + &String::from_iter(later),
        _ if room > 0 => next + "+",
        _ => next,
    }
}

/// The number of options that a cell has, hotter the fewer they are, and what it was before a step
/// that has changed it. A sign parts it from a symbol of the grid.
fn count_look(options: &[OptionId], marks: &Marks, width: u16, theme: Theme) -> Look {
    let (mut before, mut now) = (0usize, 0usize);
    for &option in options {
        let seen = marks.of_option(option);
        now += usize::from(!matches!(seen, Seen::Out | Seen::Changed(true)));
        before += usize::from(!matches!(seen, Seen::Out | Seen::Changed(false)));
    }
    let role = match now {
        _ if before != now => Role::Changed,
        0 => Role::Bad,
        1 => Role::Now,
        2 | 3 => Role::Live,
        _ => Role::Done,
    };
    let change = format!("{before}{}{now}", theme.glyph("→", ">"));
    match before != now && change.width() < usize::from(width) {
        true => Look::Text(change, role),
        false if width > 2 => Look::Text(format!("{}{now}", theme.glyph("×", "x")), role),
        false => Look::Text(now.to_string(), role),
    }
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
        listed(&mut shown, &pointed.about, "hidden", Role::Changed);
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
