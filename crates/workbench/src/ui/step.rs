//! Step: the debugger. Shows its views, of which each has a file below this one, and the narration.

mod counts;
mod drawing;
mod lesson;
mod links;
mod matrix;
mod ops;
mod options;
mod path;
mod places;
mod puzzle;
mod quiz;
mod told;
mod why;

use super::board::{LaidGrid, cell_at};
use super::geometry::{Detail, Geometry};
use super::listing;
use super::panel::{below_title, fit_marked, list, span, titled, wrap, write};
use super::theme::{Role, Theme};
use crate::app::{App, Here, Motion, Panel, SPEEDS, Spot, Stepping, VIEWS, for_views};
use dancing::OptionId;
use drawing::{Drawing, Location};
use places::{is_matrix_the_board, places};
use quadrille_puzzle::Shape;
use quadrille_study::{Reading, plural, thousands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

/// The state of the search, with more figures in a header of many columns.
pub fn facts(stepping: &Stepping, columns: u16) -> String {
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
    if columns >= 100 && stepper.is_whole() {
        facts += &format!("  {}  {}", plural(tally.covers as usize, "cover"), plural(tally.updates as usize, "update"));
    }
    facts
}

pub fn draw(app: &App, stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
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
    say(stepping, theme, said, buf);
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
pub fn spot(stepping: &Stepping, area: Rect, at: (u16, u16)) -> Option<Spot> {
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
pub fn beside_board(app: &App, area: Rect) -> Option<Rect> {
    let Here::Step(stepping) = app.here() else { return None };
    if area.width < 40 {
        return None;
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

/// Draws a view with its title. A star marks the view that has the cursor.
fn view(stepping: &Stepping, panel: Panel, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Drawing { title, draw, .. } = drawing_of(panel);
    let title = title(stepping, theme, area);
    let title = if stepping.panel == panel { format!("* {title}") } else { title };
    let rows = titled(buf, area, &title, theme);
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
    say(stepping, theme, say_room, buf);
}

/// Draws the narration: the last step and the next one.
fn say(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    // The question of a lesson is beside it; any other one takes the place of the narration.
    if let Some(asked) = stepping.learning.asked.as_ref().filter(|asked| !asked.by_lesson) {
        return quiz::draw(stepping, asked, theme, area, buf);
    }
    let width = (area.width as usize).saturating_sub(2);
    let mut lines = Vec::new();
    for sentence in stepping.sentences() {
        if sentence.ahead && stepping.hides_next() {
            continue;
        }
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
