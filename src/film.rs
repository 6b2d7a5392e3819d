//! Records films: runs the workbench without a terminal, and keeps the frames that it draws.

use crate::app::{App, Msg, Position, on, update};
use crate::solve::{Grain, Site};
use crate::study::narrate;
use crate::ui::Theme;
use crate::ui::film::{Film, frame, still};
use std::path::Path;
use std::time::Duration;

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
pub struct Take {
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

/// The form of a film's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A moving picture; a still one if there is one frame only.
    Svg,
    /// A recording for asciinema.
    Cast,
    /// A page of slides.
    Html,
}

impl Format {
    /// The form that the extension of a file names.
    pub fn of(file: &Path) -> Option<Format> {
        match file.extension()?.to_str()? {
            "svg" => Some(Format::Svg),
            "cast" => Some(Format::Cast),
            "html" => Some(Format::Html),
            _ => None,
        }
    }

    /// The text of the file.
    pub fn write(self, film: &Film) -> String {
        match (self, &film.frames[..]) {
            (Format::Svg, [frame]) => still(&frame.cells),
            (Format::Svg, _) => film.svg(),
            (Format::Cast, _) => film.cast(),
            (Format::Html, _) => film.html(),
        }
    }
}

/// The most frames of a film.
pub const MOST: usize = 1000;

/// The reason why a film cannot be recorded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "fields say what they are by their names")]
pub enum Unfilmed {
    /// The debugger cannot be opened, or has no such state.
    #[error("{0}")]
    NoState(String),
    /// The end is not reached.
    #[error("{site} is not reached within {MOST} steps")]
    NotReached { site: String },
    /// A lesson has a stop that is not as it says.
    #[error("stop {stop}: {why}; `quadrille lesson check` lists all errors")]
    Stop { stop: usize, why: String },
}

/// Records the open puzzle's search. A lesson is recorded from stop to stop, with the steps between
/// two stops where they are few.
///
/// # Errors
///
/// See [`Unfilmed`].
pub fn record(mut app: App, take: &Take, theme: Theme) -> Result<Film, Unfilmed> {
    let title = app.document().map_or("", |document| &document.puzzle.meta.title).to_string();
    let title = if title.is_empty() { app.name().to_string() } else { title };
    update(&mut app, Msg::Resize(take.size.0, take.size.1));
    if let Some(from) = &take.from {
        app.step_at(from).map_err(|why| Unfilmed::NoState(format!("{} leads nowhere: {why}", from.site)))?;
    }
    let grain = take.grain;
    if let Some(stepping) = &mut app.stepping {
        stepping.grain = grain.unwrap_or(stepping.grain);
    }
    let mut film = Film { title, frames: Vec::new() };
    push(&mut film, &app, take, theme);
    match &take.until {
        Until::Steps(steps) => {
            for _ in 0..(*steps).min(MOST) {
                if !step(&mut app) {
                    break;
                }
                push(&mut film, &app, take, theme);
            }
        }
        Until::Site(site) => {
            while app.stepping.as_ref().is_some_and(|stepping| stepping.stepper.site() != *site) {
                if film.frames.len() > MOST || !step(&mut app) {
                    return Err(Unfilmed::NotReached { site: site.to_string() });
                }
                push(&mut film, &app, take, theme);
            }
        }
    }
    Ok(film)
}

/// The most steps between two stops of a lesson that are shown one by one.
const BETWEEN: usize = 12;

/// Records the lesson of the open entry. Its questions are left out: a film cannot be answered.
///
/// # Errors
///
/// See [`Unfilmed`].
pub fn record_lesson(mut app: App, take: &Take, theme: Theme) -> Result<Film, Unfilmed> {
    update(&mut app, Msg::Resize(take.size.0, take.size.1));
    app.begin_lesson();
    let Some(lesson) = app.stepping.as_ref().and_then(|stepping| Some(stepping.course.as_ref()?.lesson.clone())) else {
        return Err(Unfilmed::NoState("this is not a lesson".to_string()));
    };
    let mut film = Film { title: lesson.title.clone(), frames: Vec::new() };
    for stop in 0..lesson.stops.len() {
        if let Err(why) = app.to_lesson_stop(stop) {
            return Err(Unfilmed::Stop { stop: stop + 1, why });
        }
        push(&mut film, &app, take, theme);
        let next = lesson.stops.get(stop + 1).and_then(|next| next.at.as_ref());
        let Some((site, _)) = next else { continue };
        // The way to the next stop, if it is a short walk forwards.
        let mut walker = app.clone();
        let mut between = Vec::new();
        while between.len() <= BETWEEN && step(&mut walker) {
            if walker.stepping.as_ref().is_some_and(|stepping| stepping.stepper.site() == *site) {
                between.iter().for_each(|app| push(&mut film, app, take, theme));
                break;
            }
            between.push(walker.clone());
        }
    }
    Ok(film)
}

/// Takes a step. Returns `false` at the end of the search.
fn step(app: &mut App) -> bool {
    let before = app.stepping.as_ref().map(|stepping| stepping.stepper.site());
    let operations = app.stepping.as_ref().map(|stepping| stepping.stepper.operations());
    update(app, Msg::Do(on::Step::Forward.into()));
    app.notice = None;
    let after = app.stepping.as_ref().map(|stepping| stepping.stepper.site());
    (before, operations) != (after, app.stepping.as_ref().map(|stepping| stepping.stepper.operations()))
}

/// Adds the frame that the workbench draws now.
fn push(film: &mut Film, app: &App, take: &Take, theme: Theme) {
    let said = app.stepping.as_ref().map(|stepping| match &stepping.course {
        Some(course) if stepping.stepper.site() == course.site => course.said.clone(),
        _ => narrate(&stepping.stepper, &stepping.encoded).swap_remove(0).text,
    });
    let caption = said.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    // Long sentences need more time: about 15 characters are read in a second.
    let is_stop = app.stepping.as_ref().is_some_and(|stepping| stepping.course.is_some());
    let time =
        if is_stop { take.pace.max(Duration::from_millis(60 * caption.chars().count() as u64)) } else { take.pace };
    film.frames.push(frame(app, theme, take.size, caption, time));
}
