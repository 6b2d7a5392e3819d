//! Step: the debugger. The places of its views (the puzzle, the local matrix, the choice of the
//! item, the path, the narration), and the picture of the puzzle.

use super::board::{CellLook, Look, board, cell_at};
use super::counts;
use super::geometry::{Detail, Geometry};
use super::links;
use super::listing;
use super::matrix;
use super::options;
use super::panel::{below_title, fit_marked, list, rule, span, titled, wrap, write};
use super::path;
use super::theme::{Role, Theme};
use super::why;
use crate::app::{App, Motion, Panel, SPEEDS, Spot, Stepping, VIEWS, narrate, plural, thousands};
use crate::dlx::{Look as Links, OptionId, Phase};
use crate::puzzle::{Entry, Grid, Listing, Need, Shape};
use crate::solve::{Fate, Grain, Standing};
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

/// The places of all views, computed from the area and the debugger's state.
struct Places {
    board: Rect,
    why: Rect,
    matrix: Rect,
    path: Rect,
    links: Rect,
    counts: Rect,
    say: Rect,
    /// The views at the places of matrix, path and links.
    middle: Panel,
    first: Panel,
    second: Panel,
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
    let rest = [
        (Panel::Why, places.why),
        (places.middle, places.matrix),
        (places.first, places.path),
        (places.second, places.links),
        (Panel::Counts, places.counts),
    ];
    for (panel, place) in rest.into_iter().filter(|(_, place)| place.height > 1) {
        view(stepping, panel, theme, place, buf);
    }
    rule(buf, places.say, theme);
    say(stepping, theme, Rect { y: places.say.y + 1, height: places.say.height - 1, ..places.say }, buf);
}

/// Whether only one view is shown, because there is little room or because it is zoomed.
fn is_one_panel(stepping: &Stepping, area: Rect) -> bool {
    stepping.zoom || area.width < 78 || area.height < 20
}

/// What is shown at a screen position.
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

/// How a view is drawn: its title, and the part below the title.
struct Drawn {
    panel: Panel,
    title: fn(&Stepping, Theme, Rect) -> String,
    draw: fn(&Stepping, Theme, Rect, &mut Buffer),
}

/// A row for each of [`VIEWS`], in the same order.
static DRAWN: [Drawn; 8] = [
    Drawn { panel: Panel::Grid, title: |_, _, _| String::new(), draw: draw_board },
    Drawn { panel: Panel::Why, title: |own, _, area| why::title(own, area.width), draw: why::draw },
    Drawn { panel: Panel::Options, title: |own, _, area| options::title(own, area), draw: options::draw },
    Drawn { panel: Panel::Matrix, title: matrix::title, draw: matrix::draw },
    Drawn { panel: Panel::Path, title: |own, _, _| path::title(own), draw: path::draw },
    Drawn { panel: Panel::Ops, title: |own, _, _| path::operations_title(own), draw: path::operations },
    Drawn { panel: Panel::Links, title: |own, _, _| links::title(own), draw: links::draw },
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

/// The size of the puzzle's picture at best, without rulers.
fn picture_size(stepping: &Stepping, room: (u16, u16)) -> (u16, u16) {
    match stepping.encoded.shape() {
        Shape::Grid(grid) => {
            let geometry = Geometry::fit(grid, room, Detail::Candidates);
            (geometry.width, geometry.height)
        }
        Shape::Listing(own) => {
            let title = |(width, height): (u16, u16)| (width, height + 1);
            let whole = matrix::size(stepping, (room.0, room.1.saturating_sub(5))).filter(|_| own.picture.is_none());
            let (width, height) = whole.map(title).unwrap_or_else(|| listing::size(own, room));
            (width.min(room.0), height.min(room.1))
        }
    }
}

fn places(stepping: &Stepping, area: Rect) -> Places {
    let none = Rect { width: 0, height: 0, ..area };
    let wide = area.width >= 110;
    let say_height = 4;
    // A wide screen gives the grid its whole height, and shows the narration beside it.
    let room = if wide { (area.width - 60, area.height) } else { ((area.width - 34).max(26), area.height) };
    let (width, height) = picture_size(stepping, room);
    let rulers = (if width + 4 <= room.0 { 3 } else { 0 }, u16::from(height < room.1));
    let board = Rect {
        x: area.x + 1,
        width: (width + rulers.0 + 1).min(room.0),
        height: if wide { area.height } else { (height + rulers.1).min(room.1) },
        ..area
    };
    let x = board.right() + 1;
    let side = Rect { x, width: area.right().saturating_sub(x), ..area };
    let link_grain = stepping.grain >= Grain::Option;
    let on_board = is_matrix_the_board(stepping, board);
    if wide {
        let say = Rect { y: area.bottom() - say_height, height: say_height, ..side };
        let column = Rect { height: area.height - say_height, ..side };
        let why = Rect { height: (column.height / 5).clamp(5, 14), ..column };
        let (middle, wanted) = middle(stepping, on_board, (side.width, column.height.saturating_sub(why.height + 6)));
        let most =
            if middle == Panel::Matrix { column.height - why.height - 5 } else { (column.height - why.height) / 2 };
        let matrix = Rect { y: why.bottom(), height: wanted.max(6).min(most), ..column };
        let rest = Rect { y: matrix.bottom(), height: column.bottom() - matrix.bottom(), ..column };
        // The count boards stand at the bottom if they leave a few lines for the path.
        let n = stepping.encoded.grid().map(Grid::n);
        let boards = counts::height(n.unwrap_or(0)) + 1;
        let second = if link_grain || stepping.panel == Panel::Links { Panel::Links } else { Panel::Ops };
        let roomy = |n| rest.height >= boards + 4 && counts::fits(n, Rect { height: boards, ..rest });
        let counted = n.is_some_and(roomy) && second != Panel::Links;
        let boards = if counted { boards } else { 0 };
        let counts = Rect { y: rest.bottom() - boards, height: boards, ..rest };
        let rest = Rect { height: rest.height - boards, ..rest };
        let both = rest.width >= 60;
        let half = if both { rest.width / 2 - 1 } else { rest.width };
        let (path, links) = match (both, second) {
            // The node table needs the whole width.
            (true, Panel::Links) => {
                let height = (rest.height / 4).max(3).min(rest.height);
                (Rect { height, ..rest }, Rect { y: rest.y + height, height: rest.height - height, ..rest })
            }
            (true, _) => {
                let x = rest.x + half + 2;
                (Rect { width: half, ..rest }, Rect { x, width: rest.width - half - 2, ..rest })
            }
            (false, _) => (rest, none),
        };
        let first = if both { Panel::Path } else { slot(stepping) };
        return Places { board, why, matrix, middle, path, links, counts, say, first, second };
    }
    // If the grid leaves no line below it, the narration stands beside it too.
    let beside = board.height + say_height > area.height;
    let say_height = if beside { 6 } else { say_height };
    let under_all = Rect { y: area.bottom() - say_height, height: say_height, ..area };
    let say = if beside { Rect { x: side.x, width: side.width, ..under_all } } else { under_all };
    let body = area.height - say_height;
    let under = body.saturating_sub(board.height);
    if under >= 6 {
        // The grid is low: reasons and path beside it, the matrix below over the whole width.
        let why = Rect { height: if link_grain { 5 } else { 7 }.min(board.height / 2), ..side };
        let rest = Rect { y: why.bottom(), height: board.height - why.height, ..side };
        let matrix = Rect { x: area.x, y: board.bottom(), width: area.width, height: under };
        let (first, second) = (slot(stepping), Panel::Links);
        let (middle, _) = middle(stepping, on_board, (matrix.width, matrix.height));
        return Places { board, why, matrix, middle, path: rest, links: none, counts: none, say, first, second };
    }
    // The grid is high: everything stands beside it.
    let side = Rect { height: body, ..side };
    let why = Rect { height: 5.min(body / 3), ..side };
    let (middle, wanted) = middle(stepping, on_board, (side.width, body.saturating_sub(why.height + 3)));
    let matrix = Rect { y: why.bottom(), height: wanted.max(4).min((body - why.height).saturating_sub(3)), ..side };
    let rest = Rect { y: matrix.bottom(), height: side.bottom().saturating_sub(matrix.bottom()), ..side };
    let (first, second) = (slot(stepping), Panel::Links);
    Places { board, why, matrix, middle, path: rest, links: none, counts: none, say, first, second }
}

/// Whether the matrix takes the place of the board. It does for a listing without a picture, if the
/// whole matrix fits.
fn is_matrix_the_board(stepping: &Stepping, board: Rect) -> bool {
    let plain = stepping.encoded.shape().listing().is_some_and(|own| own.picture.is_none());
    plain && matrix::size(stepping, (board.width, board.height.saturating_sub(1))).is_some()
}

/// The view in the middle, and the rows that it takes at best: the whole matrix if it fits or has
/// the cursor, else the options of the item in focus.
fn middle(stepping: &Stepping, on_board: bool, room: (u16, u16)) -> (Panel, u16) {
    let whole = matrix::size(stepping, (room.0, room.1.saturating_sub(1))).filter(|_| !on_board);
    match (whole, stepping.panel) {
        (Some((_, height)), _) => (Panel::Matrix, height + 1),
        (None, Panel::Matrix) if !on_board => (Panel::Matrix, room.1),
        (None, _) => (Panel::Options, options::height(stepping, room.0) + 1),
    }
}

/// The view at the place that path, operations, links and counts share: the one with the cursor, or
/// else the one that suits the grain.
fn slot(stepping: &Stepping) -> Panel {
    match stepping.panel {
        Panel::Path | Panel::Ops | Panel::Links | Panel::Counts => stepping.panel,
        Panel::Grid | Panel::Why | Panel::Options | Panel::Matrix if stepping.grain >= Grain::Option => Panel::Links,
        Panel::Grid | Panel::Why | Panel::Options | Panel::Matrix => Panel::Path,
    }
}

/// Draws one view where there is little room: a strip of tabs, the view, and the narration below.
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
    /// The links between two links of a step, where some options are hidden or back before the
    /// whole step is done.
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

/// The options of a listing: chosen, being tried, still alive, or out.
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
    // Candidates are drawn only where there is room for them.
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

/// Draws what happened, and what happens next.
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
