//! Records films: runs the workbench without a terminal, and keeps the frames that it draws.

use crate::app::{App, Course, LibraryRow, Motion, Msg, Palette, Settings, Stepping, StopError, on, update};
pub use crate::app::{FilmFormat, Position};
use crate::lessons::default_key;
use crate::solve::{Grain, Site};
use crate::study::{LessonFacts, narrate};
use crate::ui::film::{Film, frame, screen, still};
use crate::ui::{Glyphs, Theme};
use std::time::{Duration, Instant};

/// The end of a film.
#[derive(Clone, Debug, PartialEq)]
pub enum Until {
    /// After this number of steps.
    Steps(usize),
    /// At this state.
    Site(Site),
}

/// The stretch of a search that a film shows.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The state at which the film begins. `None`: where the debugger is.
    pub from: Option<Position>,
    /// The end.
    pub until: Until,
    /// The size of a step. `None`: that of the debugger.
    pub grain: Option<Grain>,
    /// Columns and rows.
    pub size: (u16, u16),
    /// The time for which a frame is shown.
    pub pace: Duration,
}

/// The text of a film's file.
pub fn write(film: &Film, format: FilmFormat) -> String {
    match (format, &film.frames[..]) {
        (FilmFormat::Svg, [frame]) => still(&frame.cells),
        (FilmFormat::Svg, _) => film.svg(),
        (FilmFormat::Cast, _) => film.cast(),
        (FilmFormat::Html, _) => film.html(),
    }
}

/// The most frames of a film.
pub const MOST: usize = 1000;

/// The reason why a film cannot be recorded.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Unfilmed {
    /// The debugger cannot be opened, or has no such state.
    #[error("{0}")]
    NoState(String),
    /// The lesson has too many stops.
    #[error("a film has at most {MOST} stops of a lesson, and this one has {0}")]
    Long(usize),
    /// The end is not reached.
    #[error("{site} is not reached within {MOST} steps")]
    NotReached { site: String },
    /// A lesson has a stop that is not as it says.
    #[error("stop {stop}: {why}; `quadrille lesson check` lists all errors")]
    Stop { stop: usize, why: StopError },
}

/// The workbench for a film: one puzzle, in colours that a file can name. Those of a terminal are
/// not known to a file, so dark ones take their place.
pub fn stage(row: LibraryRow, settings: Settings) -> App {
    let palette = if settings.palette == Palette::Terminal { Palette::Dark } else { settings.palette };
    // A film records each step, so the search must not play by itself.
    App::new(Settings { palette, true_color: true, plays: false, ..settings }, vec![row])
}

/// The workbench for a film in a palette.
pub(crate) fn stage_in(row: LibraryRow, palette: Palette) -> App {
    stage(row, Settings { palette, ..Settings::default() })
}

/// The characters and colours of films.
pub const THEME: Theme = Theme { color: true, glyphs: Glyphs::Unicode };

/// Records the search of the open puzzle.
///
/// # Errors
///
/// See [`Unfilmed`].
pub fn record(mut app: App, stretch: &Stretch, theme: Theme) -> Result<Film, Unfilmed> {
    let title = app.document().map_or("", |document| &document.puzzle.meta.title).to_string();
    let title = if title.is_empty() { app.name().to_string() } else { title };
    update(&mut app, Msg::Resize(stretch.size.0, stretch.size.1));
    if let Some(from) = &stretch.from {
        app.step_at(from).map_err(|why| Unfilmed::NoState(format!("{} leads nowhere: {why}", from.site)))?;
    }
    let grain = stretch.grain;
    if let Some(stepping) = &mut app.rooms.stepping {
        stepping.grain = grain.unwrap_or(stepping.grain);
    }
    let mut film = Film { title, frames: Vec::new() };
    push(&mut film, &app, stretch, theme);
    match &stretch.until {
        Until::Steps(steps) => {
            for _ in 0..(*steps).min(MOST) {
                if !step(&mut app) {
                    break;
                }
                push(&mut film, &app, stretch, theme);
            }
        }
        Until::Site(site) => {
            while app.rooms.stepping.as_ref().is_some_and(|stepping| stepping.stepper.site() != *site) {
                if film.frames.len() > MOST || !step(&mut app) {
                    return Err(Unfilmed::NotReached { site: site.to_string() });
                }
                push(&mut film, &app, stretch, theme);
            }
        }
    }
    Ok(film)
}

/// The most steps between two stops of a lesson that are shown one by one.
const BETWEEN: usize = 12;

/// Records the lesson of the open entry from stop to stop, with the steps between two stops where
/// they are few. Its questions are left out: a film cannot be answered.
///
/// # Errors
///
/// See [`Unfilmed`].
pub fn record_lesson(mut app: App, stretch: &Stretch, theme: Theme) -> Result<Film, Unfilmed> {
    update(&mut app, Msg::Resize(stretch.size.0, stretch.size.1));
    app.begin_lesson();
    app.desk.notice = None;
    let Some(lesson) =
        app.rooms.stepping.as_ref().and_then(|stepping| Some(stepping.learning.course.as_ref()?.lesson.clone()))
    else {
        return Err(Unfilmed::NoState("this is not a lesson".to_string()));
    };
    if lesson.stops.len() > MOST {
        return Err(Unfilmed::Long(lesson.stops.len()));
    }
    let mut film = Film { title: lesson.title.clone(), frames: Vec::new() };
    for stop in 0..lesson.stops.len() {
        if let Err(why) = app.to_lesson_stop(stop) {
            return Err(Unfilmed::Stop { stop: stop + 1, why });
        }
        push(&mut film, &app, stretch, theme);
        let Some(site) = lesson.stops.get(stop + 1).map(|next| &next.at) else { continue };
        // The way to the next stop, if it is a short walk forwards.
        let mut walker = app.clone();
        let mut between = Vec::new();
        while between.len() <= BETWEEN && step(&mut walker) {
            if walker.rooms.stepping.as_ref().is_some_and(|stepping| stepping.stepper.site() == *site) {
                between.iter().for_each(|app| push(&mut film, app, stretch, theme));
                break;
            }
            between.push(walker.clone());
        }
    }
    Ok(film)
}

/// The most ticks of a run to a solution: about ten seconds.
const LONGEST_RUN: usize = 1000;

/// Takes a step. Returns `false` at the end of the search.
fn step(app: &mut App) -> bool {
    let place = |app: &App| {
        let stepper = &app.rooms.stepping.as_ref()?.stepper;
        Some((stepper.site(), stepper.operations()))
    };
    let before = place(app);
    update(app, Msg::Do(on::Step::Forward.into()));
    // A step to the next solution is a run, which goes on at each tick.
    for _ in 0..LONGEST_RUN {
        if app.rooms.stepping.as_ref().is_none_or(|stepping| stepping.motion == Motion::Still) {
            break;
        }
        update(app, Msg::Tick(Instant::now()));
    }
    app.desk.notice = None;
    place(app) != before
}

/// The sentences of a stop without those that name a key: a film is watched.
fn watched(course: &Course, stepping: &Stepping) -> String {
    let sentences = course.stop().say.text.split_inclusive(['.', '!', '?', '\n']);
    let kept: String = sentences.filter(|sentence| !sentence.contains("{key")).collect();
    let facts = LessonFacts { stepper: &stepping.stepper, names: &stepping.encoded, key: &default_key };
    facts.expand(&kept).unwrap_or_else(|_| course.said.clone())
}

/// Adds the frame that the workbench draws now.
fn push(film: &mut Film, app: &App, stretch: &Stretch, theme: Theme) {
    let said = app.rooms.stepping.as_ref().map(|stepping| match &stepping.learning.course {
        Some(course) if stepping.stepper.site() == course.site => watched(course, stepping),
        _ => narrate(&stepping.stepper, &stepping.encoded).swap_remove(0).text,
    });
    let caption = said.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    // Long sentences need more time: about 15 characters are read in a second.
    let is_stop = app.rooms.stepping.as_ref().is_some_and(|stepping| stepping.learning.course.is_some());
    let time = if is_stop {
        stretch.pace.max(Duration::from_millis(60 * caption.chars().count() as u64))
    } else {
        stretch.pace
    };
    // One frame alone is a picture of the screen.
    let draw = if stretch.until == Until::Steps(0) && !is_stop { screen } else { frame };
    film.frames.push(draw(app, theme, stretch.size, caption, time));
}
