//! A grid as the search has it: symbols, candidates, and what is pointed out.

use super::options;
use super::pointed::Pointed;
use super::seen::{OptionStates, SeenOption};
use crate::app::{Aside, Stepping};
use crate::ui::board::{self, CellLook, LaidGrid, Look, Sign};
use crate::ui::geometry::Geometry;
use crate::ui::ink::Ink;
use crate::ui::pointing;
use crate::ui::theme::{Role, Theme};
use dancing::{ItemId, OptionId, Phase};
use quadrille_puzzle::{Cell, Encoded, Entry, Grid, Need, Symbol};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

/// Draws a grid in a layout: its symbols, its candidates, and what the search does with them.
pub(crate) fn draw_grid(
    stepping: &Stepping,
    grid: &Grid,
    geometry: &Geometry,
    theme: Theme,
    area: Rect,
    buf: &mut Buffer,
) {
    let seen = SeenGrid::new(stepping, grid, geometry, theme);
    let laid = LaidGrid { grid, geometry, center: stepping.cell().or(seen.current) };
    board::board(buf, area, laid, theme, |cell| seen.cell(cell));
    seen.point_out(laid, area, buf);
}

/// The room that a layout leaves in a cell, and so what is said there.
#[derive(Clone, Copy)]
struct CellRoom {
    width: u16,
    is_high: bool,
    /// Candidates are drawn only if there is room for them, in Watch with blanks between them.
    /// Where cells have weights, Watch shows those.
    has_candidates: bool,
    has_weights: bool,
}

impl CellRoom {
    fn of(grid: &Grid, geometry: &Geometry, is_watch: bool) -> CellRoom {
        let (width, height) = geometry.cell;
        let has_weights = is_watch && grid.weights.is_some();
        let has_parts = !is_watch || board::parts_places(grid, geometry.cell);
        CellRoom { width, is_high: height > 1, has_candidates: height > 1 && !has_weights && has_parts, has_weights }
    }
}

/// A grid in a state of the search.
// Many fields: each is read once from the search and asked for by every cell.
struct SeenGrid<'a> {
    stepping: &'a Stepping,
    grid: &'a Grid,
    theme: Theme,
    room: CellRoom,
    marks: OptionStates<'a>,
    pointed: Pointed,
    /// By cell: the symbol that the search has put there.
    placed: Vec<Option<(Symbol, Role)>>,
    /// The cells of the option that is tried next.
    next: Vec<Cell>,
    /// The cell of the option at hand.
    current: Option<Cell>,
    focus: Option<ItemId>,
    /// The options of the item in focus.
    in_focus: Vec<OptionId>,
    dead: Option<ItemId>,
    dead_cell: Option<Cell>,
    /// The cells of a dead item, and of a constraint whose tuple or transition is chosen.
    shown: Vec<Cell>,
    /// By cell: its options, where they are drawn or counted.
    by_cell: Vec<Vec<OptionId>>,
}

impl<'a> SeenGrid<'a> {
    fn new(stepping: &'a Stepping, grid: &'a Grid, geometry: &Geometry, theme: Theme) -> SeenGrid<'a> {
        let (names, stepper) = (&stepping.encoded, &stepping.stepper);
        let search = stepper.search();
        let room = CellRoom::of(grid, geometry, stepping.is_watch());
        let pointed = Pointed::of(stepping);
        let mut placed = vec![None; grid.cells.len()];
        for placement in search.path().into_iter().filter_map(|option| names.placement(option)) {
            placed[placement.cell.index()] = Some((placement.symbol, Role::Solver));
        }
        let now = options::current(stepping).and_then(|node| search.links().option(node));
        let now = now.map_or(Vec::new(), |option| names.means(option));
        let current = now.first().map(|now| now.cell);
        // An option that is about to be tried looks different from one that was taken.
        let is_next = matches!(search.phase(), Phase::Try { .. });
        // An option that the user looks at takes the place of the one that is tried next.
        let preview = stepping.cursor.option.filter(|_| stepping.aside() == Aside::Try);
        let preview = preview.map_or(Vec::new(), |option| names.means(option));
        let now = if is_next && !preview.is_empty() { Vec::new() } else { now };
        let next = now.iter().filter(|_| is_next).chain(&preview).map(|next| next.cell).collect();
        for now in now.iter().chain(&preview) {
            let is_tried = is_next || preview.contains(now);
            placed[now.cell.index()] = Some((now.symbol, if is_tried { Role::Changed } else { Role::Now }));
        }
        let focus = stepping.focus();
        let in_focus = focus.map_or(Vec::new(), |item| {
            search.links().column(item).filter_map(|node| search.links().option(node)).collect()
        });
        let dead = stepper.dead_item();
        let dead_cell = match dead.and_then(|item| names.need(item)) {
            Some(Need::Cell(cell)) => Some(cell),
            _ => None,
        };
        let shown = match (dead, focus) {
            (Some(item), _) if dead_cell.is_none() => names.cells(item),
            (_, Some(item)) if is_related(names, item) => names.cells(item),
            _ => Vec::new(),
        };
        let is_asked = room.has_candidates || pointed.counts;
        let by_cell = if is_asked { options_by_cell(stepping, grid) } else { Vec::new() };
        let marks = OptionStates::of(stepping);
        SeenGrid {
            stepping,
            grid,
            theme,
            room,
            marks,
            pointed,
            placed,
            next,
            current,
            focus,
            in_focus,
            dead,
            dead_cell,
            shown,
            by_cell,
        }
    }

    fn cell_of(&self, option: OptionId) -> Option<Cell> {
        self.stepping.encoded.placement(option).map(|placement| placement.cell)
    }

    /// The cell of the cause that is looked at.
    fn cause(&self) -> Option<Cell> {
        self.pointed.by.and_then(|option| self.cell_of(option))
    }

    /// Returns whether what a cause took is shown: other candidates would only distract.
    fn shows_cause(&self) -> bool {
        self.pointed.explains && !self.pointed.about.is_empty()
    }

    fn cell(&self, cell: Cell) -> CellLook {
        let is_meant = self.in_focus.iter().any(|&option| self.cell_of(option) == Some(cell));
        let is_meant = is_meant || self.shown.contains(&cell);
        let is_cause = self.pointed.causes.iter().any(|&option| self.cell_of(option) == Some(cell));
        let is_at_cursor = self.stepping.cell().or(self.current) == Some(cell);
        let lit = if self.shows_cause() { self.cause() == Some(cell) } else { is_at_cursor };
        let marked = (is_meant && !self.room.has_candidates || is_cause && self.room.width == 1) && !lit;
        let weights = self.grid.weights.as_ref().filter(|_| self.room.has_weights);
        let weight = weights.map(|weights| weights.0[cell.index()]);
        CellLook { lit, marked, same: is_cause && !lit, weight, ..CellLook::plain(self.look(cell)) }
    }

    /// The text of a cell: its symbol, the choice that is made for it, or what is left for it.
    fn look(&self, cell: Cell) -> Look {
        let (grid, width) = (self.grid, self.room.width);
        let counts = self.pointed.counts;
        match (grid.entry(cell), self.placed[cell.index()]) {
            (Entry::Given(symbol), _) => Look::Symbol(grid.alphabet.char(symbol), Ink::Given),
            (_, Some((symbol, usual))) if self.next.contains(&cell) && width > 1 => {
                Look::Text(choice_words(self.stepping, grid, &self.pointed, cell, symbol, width), usual)
            }
            (_, Some((symbol, usual))) => {
                let role = if self.stepping.stepper.search().at_solution() { Role::Good } else { usual };
                Look::Text(grid.alphabet.char(symbol).to_string(), role)
            }
            (Entry::Own(symbol), None) => Look::Symbol(grid.alphabet.char(symbol), Ink::Own),
            _ if self.dead_cell == Some(cell) && (!self.room.has_candidates || counts) => {
                Look::Text("!".to_string(), Role::Bad)
            }
            _ if counts => count_look(&self.by_cell[cell.index()], &self.marks, width, self.theme),
            _ if self.room.has_candidates => self.candidates(cell),
            _ => self.later(cell).or_else(|| self.gone(cell)).unwrap_or(Look::Empty),
        }
    }

    /// The candidates of a cell, each with what happens to it.
    fn candidates(&self, cell: Cell) -> Look {
        let (grid, names) = (self.grid, &self.stepping.encoded);
        let shows_cause = self.shows_cause();
        Look::signs(self.by_cell[cell.index()].iter().filter_map(|option| {
            let plain = |role| Sign { role, ..Sign::plain(grid, names.placement(*option).map(|at| at.symbol)) };
            let sign = match (self.marks.of_option(*option), self.in_focus.contains(option)) {
                _ if self.pointed.about.contains(option) => Sign { stale: true, ..plain(Role::Now) },
                // The symbols that a dead cell had.
                _ if self.dead_cell == Some(cell) => plain(Role::Done),
                _ if shows_cause => return None,
                _ if self.stepping.cursor.option == Some(*option) => plain(Role::Changed),
                (SeenOption::Changed(true), _) => Sign { struck: true, stale: true, ..plain(Role::Done) },
                (_, true) => plain(Role::Now),
                (SeenOption::Changed(false), _) => plain(Role::Changed),
                (SeenOption::Out, _) => return None,
                (SeenOption::Open | SeenOption::Chosen | SeenOption::Now, _) => plain(Role::Live),
            };
            Some((names.placement(*option)?.symbol, sign))
        }))
    }

    /// The symbol of an option that would be tried later, in a cell that is too small for more.
    fn later(&self, cell: Cell) -> Option<Look> {
        let names = &self.stepping.encoded;
        let (_, option) = self.pointed.branches.iter().find(|(_, option)| self.cell_of(*option) == Some(cell))?;
        let is_line = self.focus.is_some_and(|item| names.cells(item).len() > 1);
        let symbol = names.placement(*option).map_or(' ', |at| self.grid.alphabet.char(at.symbol));
        (self.dead_cell.is_none() && is_line).then(|| Look::Text(symbol.to_string(), Role::Changed))
    }

    /// The one symbol that this step has hidden in a small cell.
    fn gone(&self, cell: Cell) -> Option<Look> {
        if self.room.width <= 2 || self.pointed.explains || !self.stepping.is_watch() || self.stepping.hides_next() {
            return None;
        }
        let step = self.stepping.stepper.small_last_step().filter(|step| step.removes)?;
        let hidden = step.hidden.iter().filter_map(|hidden| self.stepping.encoded.placement(hidden.option));
        let mut symbols = hidden.filter(|placement| placement.cell == cell).map(|placement| placement.symbol);
        let symbol = symbols.next().filter(|_| symbols.next().is_none())?;
        let text = format!("{}{}", self.theme.glyph("×", "x"), self.grid.alphabet.char(symbol));
        Some(Look::Text(text, Role::Done))
    }

    /// Frames what is dead, joins a cause with what it took, and puts the counts that the last step
    /// made fall in the corners of their cells.
    fn point_out(&self, laid: LaidGrid, area: Rect, buf: &mut Buffer) {
        let (names, stepper, theme) = (&self.stepping.encoded, &self.stepping.stepper, self.theme);
        let counts = self.pointed.counts;
        if let Some(item) = self.dead.filter(|_| !self.stepping.hides_next()) {
            match self.dead_cell {
                Some(cell) if self.room.has_candidates && !counts => {
                    pointing::frame(buf, area, laid, &[cell], Role::Bad, theme);
                }
                Some(_) => {}
                None => pointing::frame(buf, area, laid, &names.cells(item), Role::Bad, theme),
            }
        }
        let about = self.pointed.about.first().and_then(|&option| self.cell_of(option));
        if let (Some(from), Some(to)) = (self.cause(), about) {
            pointing::join(buf, area, laid, from, to, theme);
        }
        let has_corners = self.room.is_high && self.room.width > 6;
        if !self.stepping.is_watch() || self.pointed.explains || counts || !has_corners {
            return;
        }
        let step = stepper.small_last_step().filter(|step| step.removes);
        for change in step.iter().flat_map(|step| &step.counts) {
            if let Some(Need::Cell(cell)) = names.need(change.item)
                && self.placed[cell.index()].is_none()
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
fn count_look(options: &[OptionId], marks: &OptionStates, width: u16, theme: Theme) -> Look {
    let (mut before, mut now) = (0usize, 0usize);
    for &option in options {
        let seen = marks.of_option(option);
        now += usize::from(!matches!(seen, SeenOption::Out | SeenOption::Changed(true)));
        before += usize::from(!matches!(seen, SeenOption::Out | SeenOption::Changed(false)));
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
