//! Lessons and questions: the keys that go on, go back, ask and answer.

use super::review;
use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use crate::app::keymap::step_key;
use crate::app::message::Effect;
use crate::app::model::app::Desk;
use crate::app::model::course::{AskedKind, Asker, Course, CourseTask, Graded};
use crate::app::model::library::Library;
use crate::app::model::stepping::{Motion, Stepping, go_to};
use crate::app::overlay::{Arranging, Driving, Pointing};
use quadrille_study::{Arrange, Asks, Build, Drive, Grade, Pick, PointersExercise, Predict, plural};
use std::path::Path;

/// Goes to the stop of the lesson, and complains if it is not as the lesson says.
fn arrive(stepping: &mut Stepping, desk: &mut Desk) {
    if let Err(why) = stepping.go_to_stop(&|name| step_key(&desk.settings.keymap, name)) {
        desk.complain(format!("this stop is wrong: {why}; `quadrille lesson check` lists all errors"));
    }
}

/// Asks a question about the next step.
pub fn ask(stepping: &mut Stepping, desk: &mut Desk) {
    let waiting = stepping.learning.asked.as_ref().filter(|asked| asked.is_open() && asked.by != Asker::Learner);
    if let Some(asked) = waiting {
        let key = desk.settings.keymap.hint(on::Step::GoOn);
        let who = if asked.is_by_lesson() { "the lesson asks already" } else { "a question of today is open" };
        desk.say(format!("{who}: answer first, or skip the question with {key}"));
        return;
    }
    match stepping.ask() {
        None => desk.say("there is nothing to ask here: the search is at its end"),
        Some(AskedKind::Quiz) => {}
        Some(AskedKind::Build(build)) => construct(stepping, desk, build),
    }
}

/// Opens the dialog of a task.
fn construct(stepping: &Stepping, desk: &mut Desk, build: Build) {
    let (stepper, names) = (&stepping.stepper, &stepping.encoded);
    let is_still = !desk.settings.moves || desk.settings.keymap.is_named();
    let site = || stepper.site();
    desk.overlay = match build {
        Build::Arrange(procedure) => {
            Arrange::new(procedure, stepper, names).map(|exercise| Arranging::new(exercise, site(), is_still).into())
        }
        Build::Pointers => PointersExercise::new(stepper, names).map(|exercise| Pointing::new(exercise, site()).into()),
        Build::Drive(moves) => Drive::new(stepper, names, moves).map(|drive| Driving::new(drive, site()).into()),
    };
}

/// Does the task of the stop: opens its dialog, or shows the model answer. Returns `false` if the
/// stop has none.
pub fn task(stepping: &mut Stepping, desk: &mut Desk) -> bool {
    let Some(course) = &stepping.learning.course else { return false };
    let Some(task) = course.task.clone() else { return false };
    match task {
        (CourseTask::Build(build), _) => {
            // The task is about the state of the stop.
            if stepping.stepper.site() != course.site {
                arrive(stepping, desk);
            }
            construct(stepping, desk, build);
            true
        }
        (CourseTask::Tell(..), false) => {
            stepping.reveal();
            true
        }
        (CourseTask::Tell(..), true) | (CourseTask::Reach(_), _) => false,
    }
}

/// Returns true if the stop of a lesson waits for nothing, and nothing is selected that Enter could
/// be about.
pub fn is_done(stepping: &Stepping) -> bool {
    let Some(course) = stepping.learning.course.as_ref().filter(|_| !is_asked(stepping)) else { return false };
    // What the stop points at is not the learner's selection.
    let is_selected = stepping.cursor.option.is_some() && stepping.cursor != course.pointed;
    !is_selected && course.task.as_ref().is_none_or(|(_, is_done)| *is_done)
}

/// Returns true while a question waits for an answer.
pub fn is_asked(stepping: &Stepping) -> bool {
    stepping.learning.asked.as_ref().is_some_and(|asked| asked.is_open())
}

/// Answers the open question with the selection.
pub fn answer(stepping: &mut Stepping, desk: &mut Desk) {
    let Some(asked) = stepping.learning.asked.as_ref().filter(|asked| asked.is_open()) else { return };
    let (cursor, sort, kind) = (stepping.cursor, asked.quiz.sort, asked.kind);
    let course = stepping.learning.course.as_ref().filter(|_| asked.is_by_lesson());
    if course.is_some_and(|course| course.is_placed && course.pointed == cursor) {
        return desk.say(format!("move the cursor to {} first: the arrow keys move it", sort.noun()));
    }
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
        }
        Some(pick) => grade(stepping, desk, pick),
        None if sort == Asks::Sentence => desk.say("press the key of a sentence"),
        None => {
            let key = desk.settings.keymap.hint(on::Step::Find);
            desk.say(format!(
                "select {} first: arrow keys, tab to change the view, or {key} and its name",
                sort.noun()
            ));
        }
    }
}

/// Answers the open question with a typed digit. Returns `None` if it is not an answer.
pub fn typed(stepping: &mut Stepping, desk: &mut Desk, c: char) -> Option<()> {
    let asked = stepping.learning.asked.as_ref().filter(|asked| asked.is_open())?;
    let at = (c.to_digit(10)? as usize).checked_sub(1).filter(|&at| at < asked.quiz.sentences.len())?;
    if asked.is_struck(Pick::Sentence(at)) {
        desk.say("this sentence is ruled out; choose another one");
    } else {
        grade(stepping, desk, Pick::Sentence(at));
    }
    Some(())
}

fn grade(stepping: &mut Stepping, desk: &mut Desk, pick: Pick) {
    let (by, is_here) = match &stepping.learning.asked {
        Some(asked) => (asked.by, asked.site == stepping.stepper.site()),
        None => return,
    };
    let is_today = matches!(by, Asker::Today(..));
    if is_today && !is_here {
        let key = desk.settings.keymap.hint(on::Step::GoBack);
        return desk.say(format!("the question is about another state; {key} goes back to it"));
    }
    let Grade { right, text } = match stepping.pick(pick) {
        Some(Graded::Done(grade)) => grade,
        // The hint is shown beside the question.
        Some(Graded::Again(_)) if is_today => return review::answered(desk, false),
        Some(Graded::Again(_)) => return,
        None => {
            let left = stepping.learning.asked.as_ref().map_or(0, |asked| asked.quiz.wanted - asked.picked.len());
            return desk.say(format!("{left} more to mark"));
        }
    };
    if is_today {
        return review::answered(desk, right);
    }
    // The lesson itself shows the verdict and the reason.
    if by == Asker::Learner {
        let key = desk.settings.keymap.hint(on::Step::Why);
        let why = if right { "says why" } else { "explains it" };
        desk.say(format!("{text} {key} {why}"));
    }
}

/// The effect that keeps the progress of the lesson, if it changed.
pub fn keep(stepping: &mut Stepping, desk: &mut Desk) -> Option<Effect> {
    let Course { name, record, .. } = stepping.learning.course.as_deref_mut()?;
    if record.since == 0 && !record.answers.is_empty() {
        record.since = desk.day;
    }
    let record = &*record;
    if desk.records.get(name) == Some(record) {
        return None;
    }
    desk.due = None;
    desk.records.insert(name.clone(), record.clone());
    Some(Effect::Record { name: name.clone(), record: record.clone() })
}

/// Goes on to the next stop, or ends the lesson.
pub fn go_on(stepping: &mut Stepping, library: &mut Library, desk: &mut Desk) -> Vec<Ask> {
    let Some(course) = &mut stepping.learning.course else {
        if desk.today.is_some() {
            return vec![Ask::NextToday];
        }
        none(desk);
        return Vec::new();
    };
    if !course.is_last() {
        course.at += 1;
        arrive(stepping, desk);
        return Vec::new();
    }
    let open = course.record.open(&course.lesson);
    let next = if library.next_lesson(library.open) { "; the cursor is on the next one" } else { "" };
    course.record.done = open.is_empty();
    desk.say(match open.first() {
        None => {
            let (right, all) = course.record.score();
            let score = if all > 0 { format!(", {right} of {all} right at once") } else { String::new() };
            format!("the lesson \"{}\" is done{score}{next}", course.lesson.title)
        }
        // The lesson begins there when it is opened again.
        Some(&first) => {
            course.record.stop = first;
            let questions = plural(open.len(), "exercise");
            format!("{questions} of \"{}\" open: the next time it begins at stop {}", course.lesson.title, first + 1)
        }
    });
    vec![Ask::Show(Screen::Library), Ask::Load]
}

/// Goes back to the state of the stop or, if the search is there, to the stop before.
pub(crate) fn go_back(stepping: &mut Stepping, desk: &mut Desk) {
    let Some(course) = &mut stepping.learning.course else { return to_question(stepping, desk) };
    if stepping.stepper.site() == course.site && course.at > 0 {
        course.at -= 1;
    }
    arrive(stepping, desk);
}

/// Goes back to the state of a question of today.
fn to_question(stepping: &mut Stepping, desk: &mut Desk) {
    let Some(site) = stepping.learning.asked.as_ref().filter(|_| stepping.learning.is_today()).map(|asked| &asked.site)
    else {
        return none(desk);
    };
    match go_to(&mut stepping.stepper, site) {
        Ok(()) => stepping.motion = Motion::Still,
        Err(why) => desk.complain(why),
    }
}

fn none(desk: &mut Desk) {
    desk.say("no lesson is open; the Library lists them under Start here");
}

/// Begins the lesson of the open entry, if it is one; or asks the question of today that is about
/// its puzzle.
pub fn begin(stepping: &mut Stepping, library: &mut Library, desk: &mut Desk) {
    if review::pose(stepping, library, desk) {
        return;
    }
    desk.today = None;
    let entry = library.open.map(|open| &library.entries[open]);
    let lesson = entry.and_then(|entry| Some((entry.lesson_name().to_string(), entry.lesson.clone()?)));
    let Some((name, lesson)) = lesson else { return };
    // Earlier versions kept the progress of a file under its name without the extension.
    let is_bundled = |name: &str| library.entries.iter().any(|entry| entry.lesson_name() == name);
    let old = Path::new(&name).file_stem().and_then(|stem| stem.to_str()).filter(|stem| !is_bundled(stem));
    let record = desk.records.get(&name).or_else(|| desk.records.get(old?)).cloned().unwrap_or_default();
    stepping.learning.course = Some(Box::new(Course::new(name, lesson, record)));
    arrive(stepping, desk);
}
