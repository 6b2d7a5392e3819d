//! Today: the questions that are due are asked one after the other, each in the debugger, on a state
//! of its lesson's puzzle.

use crate::app::action::Screen;
use crate::app::ask::Ask;
use crate::app::model::app::{App, Desk};
use crate::app::model::library::{Library, LibraryRow};
use crate::app::model::record::LessonRecord;
use crate::app::model::today::TodaySession;
use quadrille_study::{CardName, REVIEW_KINDS, days_until_due, due_cards, has_review, plural};
use std::collections::BTreeMap;

/// The names of the lessons that were begun, in their order.
fn learnt(library: &Library, desk: &Desk) -> Vec<String> {
    let lessons = library.entries.iter().filter(|entry| entry.card().is_some_and(|card| card.is_lesson()));
    let names = lessons.map(|entry| entry.lesson_name());
    // What was learnt today is asked from tomorrow on.
    let is_learnt = |record: &LessonRecord| !record.answers.is_empty() && record.since < desk.day.max(1);
    names.filter(|name| desk.records.get(*name).is_some_and(is_learnt)).map(str::to_string).collect()
}

/// Returns true if a lesson has questions of a kind. The lesson is looked at once.
fn has(library: &mut Library, known: &mut BTreeMap<CardName, bool>, name: &CardName) -> bool {
    if let Some(&has) = known.get(name) {
        return has;
    }
    let Some(lesson) = library.lesson(&name.lesson) else { return false };
    let has = has_review(&lesson, &REVIEW_KINDS[name.kind]);
    known.insert(name.clone(), has);
    has
}

/// Finds the cards that are due, if that is not known for this day.
pub(crate) fn keep_up(app: &mut App) {
    if app.desk.due.as_ref().is_some_and(|(day, _)| *day == app.desk.day) {
        return;
    }
    let learnt = learnt(&app.library, &app.desk);
    let App { library, desk, .. } = app;
    let due = due_cards(&desk.cards, &learnt, desk.day, &mut |name| has(library, &mut desk.asked_of, name));
    desk.due = Some((desk.day, due));
}

/// The days until something is asked again.
fn days_left(app: &mut App) -> Option<u32> {
    let learnt = learnt(&app.library, &app.desk);
    let App { library, desk, .. } = app;
    days_until_due(&desk.cards, &learnt, desk.day, &mut |name| has(library, &mut desk.asked_of, name))
}

/// Begins the questions of today, or says when the next ones come.
pub fn begin(app: &mut App) -> Vec<Ask> {
    keep_up(app);
    let queue = app.desk.due.clone().map_or(Vec::new(), |(_, due)| due);
    if queue.is_empty() {
        let is_new = learnt(&app.library, &app.desk).is_empty();
        let is_begun = app.desk.records.values().any(|record| !record.answers.is_empty());
        let text = match days_left(app) {
            _ if is_new && is_begun => "what was learnt today is asked from tomorrow on".to_string(),
            _ if is_new => "nothing to ask yet: questions come back from the lessons that you have begun".to_string(),
            Some(days) => {
                format!("nothing is left for today; the next questions come in {}", plural(days as usize, "day"))
            }
            None => "nothing is left for today".to_string(),
        };
        app.desk.say(text);
        return Vec::new();
    }
    let seed = app.desk.seed.wrapping_add(u64::from(app.desk.day));
    app.desk.today = Some(TodaySession::new(queue, seed));
    vec![Ask::Today]
}

/// Opens the puzzle of the card at hand. Returns false if there is none.
pub fn open(app: &mut App) -> bool {
    let card = app.desk.today.as_ref().and_then(|session| session.card());
    let is_its = |entry: &LibraryRow| card.is_some_and(|card| entry.lesson_name() == card.lesson);
    let Some(entry) = app.library.entries.iter().position(is_its) else { return false };
    app.library.entries[entry].read_bundled();
    app.open_entry(entry);
    true
}

/// Opens the puzzle of the card at hand, and asks its question when Step is there.
pub fn show(app: &mut App) -> Vec<Ask> {
    match open(app) {
        true => vec![Ask::Refresh, Ask::Show(Screen::Step), Ask::Lesson],
        false => next(app),
    }
}

/// Goes on to the next card, or ends.
pub fn next(app: &mut App) -> Vec<Ask> {
    let Some(session) = &mut app.desk.today else { return Vec::new() };
    session.at += 1;
    session.is_answered = false;
    if session.card().is_some() {
        return vec![Ask::Today];
    }
    // The search was on a state of a card, and is not that of the learner.
    app.rooms.drop_search();
    let (right, all, left) = (session.right, session.answered, session.queue.len() - session.answered);
    app.desk.today = None;
    if all == 0 {
        app.desk.say(format!("{} skipped; they stay due", plural(left, "question")));
        return vec![Ask::Show(Screen::Library), Ask::Load];
    }
    let next = days_left(app).map(|days| days as usize);
    let next = next.map_or(String::new(), |days| format!("; the next ones come in {}", plural(days, "day")));
    app.desk.say(format!("these were the questions of today: {right} of {all} right at once{next}"));
    vec![Ask::Show(Screen::Library), Ask::Load]
}

impl App {
    /// Returns true if questions are due today.
    pub fn asks_today(&self) -> bool {
        self.desk.due.as_ref().is_some_and(|(day, due)| *day == self.desk.day && !due.is_empty())
    }
}
