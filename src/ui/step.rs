//! Step: the debugger. The table of its views (the puzzle, the local matrix, the choice of the
//! item, the path, the narration), and the picture of the puzzle.

mod counts;
mod links;
mod matrix;
mod options;
mod path;
mod places;
mod why;

use super::board::{CellLook, Look, board, cell_at};
use super::geometry::{Detail, Geometry};
use super::listing;
use super::panel::{below_title, fit_marked, list, rule, span, titled, wrap, write};
use super::theme::{Role, Theme};
use crate::app::{App, Motion, Panel, SPEEDS, Spot, Stepping, VIEWS};
use crate::dlx::{LinksView as Links, OptionId, Phase};
use crate::puzzle::{Entry, Grid, Listing, Need, Shape};
use crate::solve::{Fate, Standing};
use crate::study::{narrate, plural, thousands};
use places::{is_matrix_the_board, places};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use std::collections::HashMap;
use unicode_width::UnicodeWidthStr;

pub fn facts(app: &App) -> String {
    let Some(stepping) = &app.stepping else { return String::new() };
    let (stepper, tally) = (&stepping.stepper, stepping.stepper.tally());
    let speed = SPEEDS[stepping.speed];
    let motion = match stepping.motion {
        Motion::Still => String::new(),
        Motion::Dance { forward, .. } => format!("  {} {speed}/s", if forward { "▶" } else { "◀" }),
        Motion::Seek { .. } => "  seeking".to_string(),
    };
    let mut facts = format!(
        "{} grain{motion}  depth {}  node {}  {}",
        stepping.grain.name(),
        stepper.search().chosen().len(),
        if stepper.is_whole() { thousands(tally.nodes().into()) } else { "?".to_string() },
        if stepper.is_whole() { plural(tally.solutions as usize, "solution") } else { "counts start here".to_string() },
    );
    let problem = &stepping.encoded.problem;
    if problem.is_weighted() && stepping.encoded.grid().is_some() {
        facts += &format!("  score {}", problem.total(&stepper.search().path()));
    }
    if app.size.0 >= 100 && stepper.is_whole() {
        facts += &format!("  {}  {}", plural(tally.covers as usize, "cover"), plural(tally.updates as usize, "update"));
    }
    facts
}

pub fn draw(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Some(stepping) = &app.stepping else { return };
    if is_one_panel(stepping, area) {
        return one_panel(stepping, theme, area, buf);
    }
    let places = places(stepping, area);
    match is_matrix_the_board(stepping, places.board) {
        true => view(stepping, Panel::Matrix, theme, places.board, buf),
        false => draw_board(stepping, theme, places.board, buf),
    }
    for (panel, place) in places.views.into_iter().filter(|(_, place)| place.height > 1) {
        view(stepping, panel, theme, place, buf);
    }
    rule(buf, places.say, theme);
    say(stepping, theme, Rect { y: places.say.y + 1, height: places.say.height - 1, ..places.say }, buf);
}

/// Returns whether only one view is shown, because there is little room or because it is zoomed.
fn is_one_panel(stepping: &Stepping, area: Rect) -> bool {
    stepping.zoom || area.width < 78 || area.height < 20
}

/// Returns the cell or option at a screen position.
pub fn spot(app: &App, area: Rect, at: (u16, u16)) -> Option<Spot> {
    let stepping = app.stepping.as_ref()?;
    let room = match is_one_panel(stepping, area) {
        true => Some(one_place(area).1).filter(|_| stepping.panel == Panel::Grid)?,
        false => places(stepping, area).board,
    };
    let search = stepping.stepper.search();
    let current = options::current(search).and_then(|node| search.links().option(node));
    match stepping.encoded.shape() {
        Shape::Grid(grid) => {
            let geometry = Geometry::fit(grid, (room.width, room.height), Detail::Candidates);
            let current = current.and_then(|option| stepping.encoded.placement(option)).map(|now| now.cell);
            cell_at(room, grid, &geometry, stepping.cell().or(current), at).map(Spot::Cell)
        }
        Shape::Listing(_) if !is_one_panel(stepping, area) && is_matrix_the_board(stepping, room) => {
            matrix::option_at(stepping, below_title(room), at).map(Spot::Option)
        }
        Shape::Listing(own) => {
            let center = stepping.cursor.option.or(current).or(search.path().last().copied());
            listing::option_at(room, own, center.map_or(0, OptionId::index), at).map(Spot::Option)
        }
    }
}

/// The places of the tabs, the view and the narration when only one view is shown.
fn one_place(area: Rect) -> (Rect, Rect, Rect) {
    let say_height = if area.height > 10 { 3 } else { u16::from(area.height > 4) };
    let tab_height = u16::from(area.height > 6);
    let room = Rect { y: area.y + tab_height, height: area.height - tab_height - say_height, ..area };
    (Rect { height: tab_height, ..area }, room, Rect { y: room.bottom(), height: say_height, ..area })
}

/// The functions that draw a view: its title, and the part below the title.
struct Drawn {
    panel: Panel,
    title: fn(&Stepping, Theme, Rect) -> String,
    draw: fn(&Stepping, Theme, Rect, &mut Buffer),
}

/// A row for each of [`VIEWS`], in the same order.
static DRAWN: [Drawn; 8] = [
    Drawn { panel: Panel::Grid, title: |_, _, _| String::new(), draw: draw_board },
    Drawn { panel: Panel::Why, title: |own, _, area| why::title(own, area.width), draw: why::draw },
    Drawn { panel: Panel::Options, title: options::title, draw: options::draw },
    Drawn { panel: Panel::Matrix, title: matrix::title, draw: matrix::draw },
    Drawn { panel: Panel::Path, title: |own, _, _| path::title(own), draw: path::draw },
    Drawn { panel: Panel::Ops, title: |own, _, _| path::operations_title(own), draw: path::operations },
    Drawn { panel: Panel::Links, title: |own, _, area| links::title(own, area), draw: links::draw },
    Drawn { panel: Panel::Counts, title: counts::title, draw: counts::draw },
];

/// Draws a view with its title. A star marks the view that has the cursor.
fn view(stepping: &Stepping, panel: Panel, theme: Theme, area: Rect, buf: &mut Buffer) {
    let own = DRAWN.iter().find(|own| own.panel == panel).expect("every view is drawn");
    let title = (own.title)(stepping, theme, area);
    let title = if stepping.panel == panel { format!("* {title}") } else { title };
    let rows = titled(buf, area, &title, theme);
    (own.draw)(stepping, theme, rows, buf);
}

/// Draws only one view: a strip of tabs, the view, and the narration below.
fn one_panel(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    // If the strip is too long, the tabs before the current one are left out.
    let at = stepping.panel.index();
    let from = if area.width < 60 { at.saturating_sub(2) } else { 0 };
    let tabs: Vec<_> = VIEWS
        .iter()
        .skip(from)
        .filter(|view| (view.fits)(&stepping.encoded))
        .map(|view| {
            let role = if view.panel == stepping.panel { Role::Now } else { Role::Done };
            span(format!(" {} ", view.title), role, theme)
        })
        .collect();
    let (tab_room, room, say_room) = one_place(area);
    if tab_room.height > 0 {
        write(buf, area, 0, &Line::from(tabs), theme);
    }
    match stepping.panel {
        Panel::Grid => draw_board(stepping, theme, room, buf),
        panel => view(stepping, panel, theme, room, buf),
    }
    say(stepping, theme, say_room, buf);
}

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
        let changed =
            step.map_or(HashMap::new(), |step| step.hidden.iter().map(|own| (own.option, step.removes)).collect());
        let current = options::current(search).and_then(|node| search.links().option(node));
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

fn draw_board(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    match stepping.encoded.shape() {
        Shape::Grid(grid) => draw_grid(stepping, grid, theme, area, buf),
        Shape::Listing(own) => draw_listing(stepping, own, theme, area, buf),
    }
}

/// Draws the options of a listing: chosen, being tried, open, changed by the last step, or out.
fn draw_listing(stepping: &Stepping, own: &Listing, theme: Theme, area: Rect, buf: &mut Buffer) {
    let search = stepping.stepper.search();
    let chosen = search.path();
    let current = options::current(search).and_then(|node| search.links().option(node));
    let solved = search.at_solution();
    let marks = Marks::of(stepping);
    let next = matches!(search.phase(), Phase::Try { .. });
    let mark = |option: usize| match marks.of_option(OptionId(option as u32)) {
        Seen::Chosen if solved => (theme.glyph("✓", "x"), Role::Good),
        Seen::Now if solved => (theme.glyph("✓", "x"), Role::Good),
        Seen::Now if next => (theme.glyph("▷", "?"), Role::Now),
        Seen::Now => (theme.glyph("▶", ">"), Role::Now),
        Seen::Chosen => (theme.glyph("✓", "x"), Role::Solver),
        Seen::Open => (" ", Role::Live),
        Seen::Changed(true) => (theme.glyph("○", "o"), Role::Changed),
        Seen::Changed(false) => (theme.glyph("●", "*"), Role::Changed),
        Seen::Out => (theme.glyph("·", "."), Role::Done),
    };
    let center = stepping.cursor.option.or(current).or(chosen.last().copied()).map_or(0, OptionId::index);
    listing::state(buf, area, own, center, theme, mark);
    if let Some(option) = stepping.cursor.option {
        listing::light(buf, area, own, option.index(), center, theme);
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
    let current = options::current(search)
        .and_then(|node| search.links().option(node))
        .and_then(|option| names.placement(option));
    // An option that is about to be tried looks different from one that was taken.
    let next = current.filter(|_| matches!(search.phase(), Phase::Try { .. })).map(|next| next.cell);
    if let Some(now) = current {
        let role = if next.is_some() { Role::Changed } else { Role::Now };
        placed[now.cell.index()] = Some((now.symbol, role));
    }
    let focus = stepping.focus();
    let in_focus: Vec<OptionId> = focus.map_or(Vec::new(), |item| {
        search.links().column(item).filter_map(|node| search.links().option(node)).collect()
    });
    let dead = stepper.dead_item().and_then(|item| names.need(item));
    let solved = stepper.search().at_solution();
    let by_cell = if detailed { options_by_cell(stepping, grid) } else { Vec::new() };
    board(buf, area, grid, &geometry, stepping.cell().or(current.map(|now| now.cell)), theme, |cell| {
        let role = |own: Role| if solved { Role::Good } else { own };
        let look = match (grid.entry(cell), placed[cell.index()]) {
            (Entry::Given(symbol), _) => Look::Text(grid.alphabet.char(symbol).to_string(), Role::Given),
            (_, Some((symbol, own))) if next == Some(cell) && geometry.cell.0 > 1 => {
                Look::Text(format!("{}?", grid.alphabet.char(symbol)), own)
            }
            (_, Some((symbol, own))) => Look::Text(grid.alphabet.char(symbol).to_string(), role(own)),
            (Entry::Own(symbol), None) => Look::Text(grid.alphabet.char(symbol).to_string(), Role::Own),
            _ if matches!(dead, Some(Need::Cell(own)) if own == cell) => Look::Text("!".to_string(), Role::Bad),
            _ if detailed => Look::Candidates(
                by_cell[cell.index()]
                    .iter()
                    .filter_map(|option| {
                        let role = match (marks.of_option(*option), in_focus.contains(option)) {
                            _ if stepping.cursor.option == Some(*option) => Role::Changed,
                            (_, true) => Role::Now,
                            (Seen::Changed(_), _) => Role::Changed,
                            (Seen::Out, _) => return None,
                            (Seen::Open | Seen::Chosen | Seen::Now, _) => Role::Live,
                        };
                        Some((names.placement(*option)?.symbol, role))
                    })
                    .collect(),
            ),
            _ => Look::Empty,
        };
        let mut meant = in_focus.iter().any(|&option| names.placement(option).is_some_and(|own| own.cell == cell));
        if let Some(Need::Unit(unit, _)) = dead {
            meant |= names.unit(unit).cells.contains(&cell);
        }
        let lit = stepping.cell().map_or(current.map(|now| now.cell), Some) == Some(cell);
        CellLook { look, lit, marked: meant && !lit && !detailed, same: false }
    });
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

/// Draws the narration: the last step and the next one.
fn say(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let width = (area.width as usize).saturating_sub(2);
    let mut lines = Vec::new();
    for sentence in narrate(&stepping.stepper, &stepping.encoded) {
        let role = if sentence.ahead { Role::Done } else { Role::Title };
        // The first sentence may take all lines but one; the second takes what is left.
        let room = if sentence.ahead {
            usize::from(area.height) - lines.len().min(area.height.into())
        } else {
            usize::from(area.height.max(2)) - 1
        };
        let wrapped = wrap(&sentence.text, width);
        let cut = wrapped.len() > room;
        let mut shown: Vec<String> = wrapped.into_iter().take(room).collect();
        if let (true, Some(last)) = (cut, shown.last_mut()) {
            *last = fit_marked(&format!("{last}   "), width.min(last.width() + 1), theme);
        }
        lines.extend(shown.into_iter().map(|line| Line::from(span(format!(" {line}"), role, theme))));
    }
    list(buf, area, &lines, theme);
}
