//! Lessons and questions: the keys that go on, go back, ask and answer.

use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use crate::app::keymap::step_key;
use crate::app::message::Effect;
use crate::app::model::app::Desk;
use crate::app::model::course::Course;
use crate::app::model::library::Library;
use crate::app::model::stepping::Stepping;
use quadrille_study::{Asks, Grade, Pick, Predict};

/// Goes to the stop of the lesson, and complains if it is not as the lesson says.
fn arrive(stepping: &mut Stepping, desk: &mut Desk) {
    if let Err(why) = stepping.to_stop(&|name| step_key(&desk.settings.keymap, name)) {
        desk.complain(format!("this stop is wrong: {why}; `quadrille lesson check` lists all errors"));
    }
}

/// Asks a question about the next step.
pub fn ask(stepping: &mut Stepping, desk: &mut Desk) {
    if stepping.learning.asked.as_ref().is_some_and(|asked| asked.by_lesson && asked.is_open()) {
        let key = desk.settings.keymap.hint(on::Step::GoOn);
        desk.say(format!("the lesson asks already: answer first, or skip the question with {key}"));
    } else if !stepping.ask() {
        desk.say("there is nothing to ask here: the search is at its end");
    }
}

/// Returns true while a question waits for an answer.
pub fn is_asked(stepping: &Stepping) -> bool {
    stepping.learning.asked.as_ref().is_some_and(|asked| asked.is_open())
}

/// Answers the open question with the selection.
pub fn answer(stepping: &mut Stepping, desk: &mut Desk) -> Vec<Ask> {
    let Some(asked) = stepping.learning.asked.as_ref().filter(|asked| asked.is_open()) else { return Vec::new() };
    let (cursor, sort, kind) = (stepping.cursor, asked.quiz.sort, asked.kind);
    let header = cursor.item.map(|item| dancing::NodeId(item.0));
    let pick = match sort {
        Asks::Item => cursor.item.map(Pick::Item),
        Asks::Option => cursor.option.map(Pick::Option),
        Asks::Node => cursor.node.or(header).map(Pick::Node),
        Asks::Sentence => None,
    };
    match pick {
        // Only an open item can be chosen next: a slip of the cursor is not an answer.
        Some(Pick::Item(item)) if kind == Some(Predict::Choice) && !stepping.stepper.links().is_open(item) => {
            desk.say(format!("{} is not open; select an open item", stepping.encoded.item_short(item)));
            Vec::new()
        }
        Some(pick) => grade(stepping, desk, pick),
        None if sort == Asks::Sentence => {
            desk.say("type the number of a sentence");
            Vec::new()
        }
        None => {
            let key = desk.settings.keymap.hint(on::Step::Find);
            desk.say(format!(
                "select {} first: arrow keys, tab to change the view, or {key} and its name",
                sort.noun()
            ));
            Vec::new()
        }
    }
}

/// Answers the open question with a typed digit. Returns `None` if it is not an answer.
pub fn typed(stepping: &mut Stepping, desk: &mut Desk, c: char) -> Option<Vec<Ask>> {
    let asked = stepping.learning.asked.as_ref().filter(|asked| asked.is_open())?;
    let at = (c.to_digit(10)? as usize).checked_sub(1).filter(|&at| at < asked.quiz.sentences.len())?;
    Some(grade(stepping, desk, Pick::Sentence(at)))
}

fn grade(stepping: &mut Stepping, desk: &mut Desk, pick: Pick) -> Vec<Ask> {
    let Some(Grade { right, text }) = stepping.pick(pick) else {
        let left = stepping.learning.asked.as_ref().map_or(0, |asked| asked.quiz.wanted - asked.picked.len());
        desk.say(format!("{left} more to mark"));
        return Vec::new();
    };
    // The lesson itself shows the verdict and the reason.
    if !stepping.learning.asked.as_ref().is_some_and(|asked| asked.by_lesson) {
        let key = desk.settings.keymap.hint(on::Step::Why);
        let why = if right { "says why" } else { "explains it" };
        desk.say(format!("{text} {key} {why}"));
    }
    keep(stepping, desk)
}

/// The effect that keeps the progress of the lesson.
fn keep(stepping: &Stepping, desk: &mut Desk) -> Vec<Ask> {
    let Some(Course { name, record, .. }) = stepping.learning.course.as_deref() else { return Vec::new() };
    if desk.records.get(name) == Some(record) {
        return Vec::new();
    }
    let (name, record) = (name.clone(), record.clone());
    desk.records.insert(name.clone(), record.clone());
    vec![Effect::Record { name, record }.into()]
}

/// Goes on to the next stop, or ends the lesson.
pub fn go_on(stepping: &mut Stepping, library: &mut Library, desk: &mut Desk) -> Vec<Ask> {
    let Some(course) = &mut stepping.learning.course else { return none(desk) };
    if !course.is_last() {
        course.at += 1;
        arrive(stepping, desk);
        return keep(stepping, desk);
    }
    course.record.done = true;
    let (right, all) = course.record.score();
    let score = if all > 0 { format!(", {right} of {all} answers right") } else { String::new() };
    let next = if library.next_lesson(library.open) { "; the cursor is on the next one" } else { "" };
    desk.say(format!("the lesson \"{}\" is done{score}{next}", course.lesson.title));
    keep(stepping, desk).into_iter().chain([Ask::Show(Screen::Library), Ask::Load]).collect()
}

/// Goes back to the state of the stop or, if the search is there, to the stop before.
pub fn go_back(stepping: &mut Stepping, desk: &mut Desk) -> Vec<Ask> {
    let Some(course) = &mut stepping.learning.course else { return none(desk) };
    if stepping.stepper.site() == course.site && course.at > 0 {
        course.at -= 1;
    }
    arrive(stepping, desk);
    keep(stepping, desk)
}

fn none(desk: &mut Desk) -> Vec<Ask> {
    desk.say("no lesson is open; the Library lists them under Start here");
    Vec::new()
}

/// Begins the lesson of the open entry, if it is one.
pub fn begin(stepping: &mut Stepping, library: &Library, desk: &mut Desk) -> Vec<Ask> {
    let entry = library.open.map(|open| &library.entries[open]);
    let lesson = entry.and_then(|entry| Some((entry.lesson_name().to_string(), entry.lesson.clone()?)));
    let Some((name, lesson)) = lesson else { return Vec::new() };
    let record = desk.records.get(&name).cloned().unwrap_or_default();
    stepping.learning.course = Some(Box::new(Course::new(name, lesson, record)));
    arrive(stepping, desk);
    keep(stepping, desk)
}
