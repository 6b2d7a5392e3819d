//! Lessons and questions: the keys that go on, go back, ask and answer.

use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use crate::app::keymap::step_key;
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::course::Course;
use quadrille_study::{Asks, Grade, Pick, Predict};

/// Goes to the stop of the lesson, and complains if it is not as the lesson says.
pub fn arrive(app: &mut App) {
    let keymap = app.settings.keymap.clone();
    let Some(stepping) = &mut app.stepping else { return };
    let done = stepping.to_stop(&|name| step_key(&keymap, name));
    if let Err(why) = done {
        app.complain(format!("this stop is wrong: {why}; `quadrille lesson check` lists all errors"));
    }
}

/// Asks a question about the next step.
pub fn ask(app: &mut App) -> Vec<Ask> {
    let key = app.settings.keymap.hint(on::Step::GoOn).to_string();
    let Some(stepping) = &mut app.stepping else { return Vec::new() };
    if stepping.asked.as_ref().is_some_and(|asked| asked.by_lesson && asked.is_open()) {
        app.say(format!("the lesson asks already: answer first, or skip the question with {key}"));
    } else if !stepping.ask() {
        app.say("there is nothing to ask here: the search is at its end");
    }
    Vec::new()
}

/// Returns true while a question waits for an answer.
pub fn is_asked(app: &App) -> bool {
    app.stepping.as_ref().and_then(|stepping| stepping.asked.as_ref()).is_some_and(|asked| asked.is_open())
}

/// Answers the open question with the selection.
pub fn answer(app: &mut App) -> Vec<Ask> {
    let Some(stepping) = &app.stepping else { return Vec::new() };
    let Some(asked) = stepping.asked.as_ref().filter(|asked| asked.is_open()) else { return Vec::new() };
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
            let text = format!("{} is not open; select an open item", stepping.encoded.item_short(item));
            app.say(text);
            Vec::new()
        }
        Some(pick) => grade(app, pick),
        None if sort == Asks::Sentence => {
            app.say("type the number of a sentence");
            Vec::new()
        }
        None => {
            let key = app.settings.keymap.hint(on::Step::Find);
            app.say(format!("select {} first: arrow keys, tab to change the view, or {key} and its name", sort.noun()));
            Vec::new()
        }
    }
}

/// Answers the open question with a typed digit. Returns `None` if it is not an answer.
pub fn typed(app: &mut App, c: char) -> Option<Vec<Ask>> {
    let asked = app.stepping.as_ref()?.asked.as_ref().filter(|asked| asked.is_open())?;
    let at = (c.to_digit(10)? as usize).checked_sub(1).filter(|&at| at < asked.quiz.sentences.len())?;
    Some(grade(app, Pick::Sentence(at)))
}

fn grade(app: &mut App, pick: Pick) -> Vec<Ask> {
    let key = app.settings.keymap.hint(on::Step::Why).to_string();
    let Some(stepping) = &mut app.stepping else { return Vec::new() };
    let Some(Grade { right, text }) = stepping.pick(pick) else {
        let left = stepping.asked.as_ref().map_or(0, |asked| asked.quiz.wanted - asked.picked.len());
        app.say(format!("{left} more to mark"));
        return Vec::new();
    };
    // The lesson itself shows the verdict and the reason.
    if !stepping.asked.as_ref().is_some_and(|asked| asked.by_lesson) {
        let why = if right { "says why" } else { "explains it" };
        app.say(format!("{text} {key} {why}"));
    }
    keep(app)
}

/// The effect that keeps the progress of the lesson.
fn keep(app: &mut App) -> Vec<Ask> {
    let course = app.stepping.as_ref().and_then(|stepping| stepping.course.as_ref());
    let Some(Course { name, record, .. }) = course.map(|course| &**course) else { return Vec::new() };
    if app.records.get(name) == Some(record) {
        return Vec::new();
    }
    let (name, record) = (name.clone(), record.clone());
    app.records.insert(name.clone(), record.clone());
    vec![Effect::Record { name, record }.into()]
}

/// Goes on to the next stop, or ends the lesson.
pub fn go_on(app: &mut App) -> Vec<Ask> {
    let Some(course) = course_mut(app) else { return none(app) };
    if !course.is_last() {
        course.at += 1;
        arrive(app);
        return keep(app);
    }
    course.record.done = true;
    let (right, all) = course.record.score();
    let title = course.lesson.title.clone();
    let mut asks = keep(app);
    let score = if all > 0 { format!(", {right} of {all} answers right") } else { String::new() };
    let next = if app.library.next_lesson(app.open) { "; the cursor is on the next one" } else { "" };
    asks.push(Ask::Show(Screen::Library));
    asks.push(Ask::Load);
    app.say(format!("the lesson \"{title}\" is done{score}{next}"));
    asks
}

/// Goes back to the state of the stop or, if the search is there, to the stop before.
pub fn go_back(app: &mut App) -> Vec<Ask> {
    let here = app.stepping.as_ref().map(|stepping| stepping.stepper.site());
    let Some(course) = course_mut(app) else { return none(app) };
    if here.as_ref() == Some(&course.site) && course.at > 0 {
        course.at -= 1;
    }
    arrive(app);
    keep(app)
}

fn course_mut(app: &mut App) -> Option<&mut Course> {
    app.stepping.as_mut()?.course.as_deref_mut()
}

fn none(app: &mut App) -> Vec<Ask> {
    app.say("no lesson is open; the Library lists them under Start here");
    Vec::new()
}

/// Begins the lesson of the open entry, if it is one.
pub fn begin(app: &mut App) -> Vec<Ask> {
    let entry = app.open.map(|open| &app.library.entries[open]);
    let lesson = entry.and_then(|entry| Some((entry.lesson_name().to_string(), entry.lesson.clone()?)));
    let (Some((name, lesson)), Some(stepping)) = (lesson, &mut app.stepping) else { return Vec::new() };
    let record = app.records.get(&name).cloned().unwrap_or_default();
    stepping.course = Some(Box::new(Course::new(name, lesson, record)));
    arrive(app);
    keep(app)
}
