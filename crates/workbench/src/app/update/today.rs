//! Today: the questions that are due are asked one after the other, each in the debugger, on a state
//! of its lesson's puzzle.

use super::step::review::question;
use crate::app::action::Screen;
use crate::app::ask::Ask;
use crate::app::model::app::{App, Desk};
use crate::app::model::library::Library;
use crate::app::model::record::LessonRecord;
use crate::app::model::today::TodaySession;
use quadrille_study::{CardName, due_cards, is_due, next_due, plural};

/// The names of the lessons that were begun, in their order.
fn learnt(library: &Library, desk: &Desk) -> Vec<String> {
    let lessons = library.entries.iter().filter(|entry| entry.card().is_some_and(|card| card.is_lesson()));
    let names = lessons.map(|entry| entry.lesson_name());
    // What was learnt today is asked from tomorrow on.
    let is_learnt = |record: &LessonRecord| !record.answers.is_empty() && record.since < desk.day.max(1);
    names.filter(|name| desk.records.get(name).is_some_and(is_learnt)).collect()
}

/// Begins the questions of today, or says when the next ones come.
pub fn begin(app: &mut App) -> Vec<Ask> {
    let learnt = learnt(&app.library, &app.desk);
    let App { library, desk, .. } = app;
    let seed = desk.seed.wrapping_add(u64::from(desk.day));
    let mut has = |name: &CardName| question(library, desk, name, seed).is_some();
    let queue = due_cards(&desk.cards, &learnt, desk.day, &mut has);
    if queue.is_empty() {
        let text = match (learnt.is_empty(), next_due(&desk.cards, &learnt)) {
            (true, _) => "nothing to ask yet: questions come back from the lessons that you have begun".to_string(),
            (false, Some(day)) => {
                format!("nothing is due today; the next questions come in {}", plural((day - desk.day) as usize, "day"))
            }
            (false, None) => "nothing is due today".to_string(),
        };
        app.desk.say(text);
        return Vec::new();
    }
    app.desk.today = Some(TodaySession::new(queue, seed));
    vec![Ask::Today]
}

/// Opens the puzzle of the card at hand. The question is asked when it is there.
pub fn show(app: &mut App) -> Vec<Ask> {
    let Some(card) = app.desk.today.as_ref().and_then(|session| session.card()).cloned() else { return Vec::new() };
    let entry = app.library.entries.iter().position(|entry| entry.lesson_name() == card.lesson);
    let Some(entry) = entry else { return next(app) };
    app.library.entries[entry].read_bundled();
    app.open_entry(entry);
    vec![Ask::Refresh, Ask::Show(Screen::Step), Ask::Lesson]
}

/// Goes on to the next card, or ends.
pub fn next(app: &mut App) -> Vec<Ask> {
    let Some(session) = &mut app.desk.today else { return Vec::new() };
    session.at += 1;
    session.is_answered = false;
    if session.card().is_some() {
        return vec![Ask::Today];
    }
    let (right, all, left) = (session.right, session.answered, session.queue.len() - session.answered);
    app.desk.today = None;
    if all == 0 {
        app.desk.say(format!("{} skipped; they stay due", plural(left, "question")));
        return vec![Ask::Show(Screen::Library), Ask::Load];
    }
    let learnt = learnt(&app.library, &app.desk);
    let next = next_due(&app.desk.cards, &learnt).map(|day| day.saturating_sub(app.desk.day).max(1) as usize);
    let next = next.map_or(String::new(), |days| format!("; the next ones come in {}", plural(days, "day")));
    app.desk.say(format!("these were the questions of today: {right} of {all} right at once{next}"));
    vec![Ask::Show(Screen::Library), Ask::Load]
}

impl App {
    /// Returns true if questions are due today.
    pub fn asks_today(&self) -> bool {
        is_due(&self.desk.cards, &learnt(&self.library, &self.desk), self.desk.day)
    }
}
