//! Step: the debugger. Shows its views, of which each has a file below this one, and the narration.

mod array;
mod aside;
mod bound;
mod counts;
mod drawing;
mod grid;
mod lesson;
mod links;
mod matrix;
mod narration;
mod ops;
mod options;
mod path;
mod places;
mod pointed;
mod puzzle;
mod quiz;
pub mod reel;
mod seen;
mod small_tree;
pub mod strip;
mod told;
mod watch;
mod why;

pub use lesson::task_words;
pub use strip::Strip;

use super::board::{LaidGrid, cell_at};
use super::geometry::{Detail, Geometry};
use super::listing;
use super::panel::{below_title, focused, span, titled, write};
use super::theme::{Role, Theme};
use crate::app::{App, Here, Motion, Panel, SPEEDS, Spot, StepLayout, Stepping, VIEWS, for_views};
use dancing::OptionId;
use drawing::{Drawing, Location};
use places::{is_matrix_the_board, places};
use quadrille_puzzle::Shape;
use quadrille_study::{Reading, plural, thousands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

/// The state of the search for the header: in Watch the level, the solutions and the pace.
pub fn facts(stepping: &Stepping, columns: u16) -> String {
    match stepping.layout {
        StepLayout::Watch(_) => few_facts(stepping),
        StepLayout::Inspect => all_facts(stepping, columns),
    }
}

fn few_facts(stepping: &Stepping) -> String {
    if let Some(course) = &stepping.learning.course {
        return format!("stop {} of {}", course.at + 1, course.lesson.stops.len());
    }
    if let Some((at, all)) = stepping.learning.today() {
        return format!("question {at} of {all}");
    }
    let (search, tally) = (stepping.stepper.search(), stepping.stepper.tally());
    let solutions = match tally.solutions {
        0 => String::new(),
        n => format!("  {}", plural(n as usize, "solution")),
    };
    let hand = match &stepping.trial {
        Some(trial) => format!("  your branch: {}", stepping.encoded.option_name(trial.option)),
        None => String::new(),
    };
    let pace = format!("{}/s", SPEEDS[stepping.speed]);
    let motion = match stepping.motion {
        Motion::Still => format!("  paused, {pace}"),
        Motion::Dance(dance) if dance.forward => format!("  playing, {pace}"),
        Motion::Dance(_) => format!("  playing back, {pace}"),
        Motion::Seek { .. } => "  seeking".to_string(),
    };
    format!("level {}{solutions}{hand}{motion}", search.chosen().len())
}

/// The state of the search, with more figures in a header of many columns.
fn all_facts(stepping: &Stepping, columns: u16) -> String {
    let (stepper, tally) = (&stepping.stepper, stepping.stepper.tally());
    let speed = SPEEDS[stepping.speed];
    let motion = match stepping.motion {
        Motion::Still => String::new(),
        Motion::Dance(dance) => format!("  {} {speed}/s", if dance.forward { "▶" } else { "◀" }),
        Motion::Seek { .. } => "  seeking".to_string(),
    };
    let mut facts = format!(
        "{} grain{motion}  depth {}  node {}  {}",
        stepping.grain.name(),
        stepper.search().chosen().len(),
        if stepper.is_counted() { thousands(tally.nodes().into()) } else { "?".to_string() },
        if stepper.is_counted() {
            plural(tally.solutions as usize, "solution")
        } else {
            "counts start here".to_string()
        },
    );
    let problem = &stepping.encoded.problem;
    if problem.is_weighted() && stepping.encoded.grid().is_some() {
        facts += &format!("  score {}", problem.total(&stepper.search().path()));
    }
    if columns >= 100 && stepper.is_counted() {
        facts += &format!("  {}  {}", plural(tally.covers as usize, "cover"), plural(tally.updates as usize, "update"));
    }
    facts
}

/// The panel of Watch in words, for the plain workbench.
pub(crate) fn panel_words(stepping: &Stepping) -> Vec<String> {
    aside::words(stepping)
}

/// Returns whether the panel that a stop of a lesson looks at is seen, in this area.
pub(crate) fn is_look_seen(app: &App, stepping: &Stepping, area: Rect) -> bool {
    // Without a panel in Watch, the view has the whole screen.
    !stepping.is_watch() || watch::is_look_seen(app, stepping, area)
}

pub fn draw(app: &App, stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    match stepping.layout {
        StepLayout::Watch(_) => watch::draw(app, stepping, theme, area, buf),
        StepLayout::Inspect => inspect(app, stepping, theme, area, buf),
    }
}

/// Draws every view.
fn inspect(app: &App, stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let (area, beside) = lesson::split(stepping, area);
    if let Some(beside) = beside {
        lesson::draw(app, stepping, theme, beside, buf);
    }
    if is_one_panel(stepping, area) {
        return one_panel(stepping, theme, area, buf);
    }
    let places = places(stepping, area);
    match is_matrix_the_board(stepping, places.board) {
        true => view(stepping, Panel::Matrix, theme, places.board, buf),
        false => (drawing_of(Panel::Grid).draw)(stepping, theme, places.board, buf),
    }
    for (panel, place) in places.views.into_iter().filter(|(_, place)| place.height > 1) {
        view(stepping, panel, theme, place, buf);
    }
    let read = stepping.reading().map_or(String::new(), |read| reading_line(&read, places.say.width, theme));
    let said = titled(buf, places.say, &read, theme);
    narration::draw(stepping, theme, said, buf);
}

/// The title above the narration: the chosen symbols and states of a constraint.
fn reading_line(reading: &Reading, width: u16, theme: Theme) -> String {
    let words = format!("{}:", reading.words);
    let room = usize::from(width).saturating_sub(words.width() + 6);
    format!("{words} {}", reading.line(room, theme.glyph("…", "~")))
}

/// Returns whether only one view is shown, because there is little room or because it is zoomed.
fn is_one_panel(stepping: &Stepping, area: Rect) -> bool {
    stepping.zoom || area.width < 78 || area.height < 20
}

/// Returns the cell or option at a screen position.
pub fn spot(app: &App, stepping: &Stepping, area: Rect, at: (u16, u16)) -> Option<Spot> {
    if stepping.is_watch() {
        return watch::spot(app, stepping, area, at);
    }
    let (area, _) = lesson::split(stepping, area);
    let room = match is_one_panel(stepping, area) {
        true => Some(one_place(area).1).filter(|_| stepping.panel == Panel::Grid)?,
        false => places(stepping, area).board,
    };
    let search = stepping.stepper.search();
    let current = options::current(stepping).and_then(|node| search.links().option(node));
    match stepping.encoded.shape() {
        Shape::Grid(grid) => {
            let geometry = Geometry::fit(grid, (room.width, room.height), Detail::Candidates);
            let current = current.and_then(|option| stepping.encoded.placement(option)).map(|now| now.cell);
            let laid = LaidGrid { grid, geometry: &geometry, center: stepping.cell().or(current) };
            cell_at(room, laid, at).map(Spot::Cell)
        }
        Shape::Listing(_) if !is_one_panel(stepping, area) && is_matrix_the_board(stepping, room) => {
            matrix::option_at(stepping, below_title(room), at).map(Spot::Option)
        }
        Shape::Listing(listing) => {
            let center = stepping.cursor.option.or(current).or(search.path().last().copied());
            listing::option_at(room, listing, center.map_or(0, OptionId::index), at).map(Spot::Option)
        }
    }
}

/// The room beside the board and above the narration, in which an explanation covers neither.
/// `None` if it is too narrow for sentences.
pub(crate) fn beside_board(app: &App, area: Rect) -> Option<Rect> {
    let Here::Step(stepping) = app.here() else { return None };
    if area.width < 40 {
        return None;
    }
    if stepping.is_watch() {
        return Some(watch::beside(app, stepping, area));
    }
    let (area, _) = lesson::split(stepping, area);
    if is_one_panel(stepping, area) {
        let (_, room, _) = one_place(area);
        return Some(room);
    }
    let places = places(stepping, area);
    let x = places.board.right() + 1;
    let bottom = if places.say.x >= x || places.say.width == area.width { places.say.y } else { area.bottom() };
    let room = Rect { x, y: area.y, width: area.right().saturating_sub(x), height: bottom - area.y };
    // Beside a wide board there is no room for sentences: then they are below it, or over its foot.
    match room.width >= 34 {
        true => Some(room),
        false => Some(Rect { height: places.say.y - area.y, ..area }),
    }
}

/// The places of the tabs, the view and the narration when only one view is shown.
fn one_place(area: Rect) -> (Rect, Rect, Rect) {
    let say_height = if area.height > 10 { 3 } else { u16::from(area.height > 4) };
    let tab_height = u16::from(area.height > 6);
    let room = Rect { y: area.y + tab_height, height: area.height - tab_height - say_height, ..area };
    (Rect { height: tab_height, ..area }, room, Rect { y: room.bottom(), height: say_height, ..area })
}

macro_rules! views {
    ($($panel:ident $file:ident $title:literal $fits:expr, $moves:expr;)*) => {
        fn drawing_of(panel: Panel) -> &'static Drawing {
            match panel { $(Panel::$panel => &$file::DRAWING),* }
        }
    };
}
for_views!(views);

/// Draws a view with its title. The rule of the view that has the cursor is heavy.
fn view(stepping: &Stepping, panel: Panel, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Drawing { title, draw, .. } = drawing_of(panel);
    let title = title(stepping, theme, area);
    let rows = match stepping.panel == panel {
        true => focused(buf, area, &title, theme),
        false => titled(buf, area, &title, theme),
    };
    draw(stepping, theme, rows, buf);
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
    match drawing_of(stepping.panel) {
        Drawing { location: Location::Picture, draw, .. } => draw(stepping, theme, room, buf),
        _ => view(stepping, stepping.panel, theme, room, buf),
    }
    narration::draw(stepping, theme, say_room, buf);
}
