//! The lesson, in a column beside the views, or below them where a column would be too narrow. Its
//! place is the same at every stop, so that nothing moves from stop to stop.

use super::quiz;
use crate::app::{App, Course, CourseTask, Stepping, on};
use crate::ui::panel::{fit_marked, hints, list, one, span, titled, wrap, write};
use crate::ui::theme::{Role, Theme};
use quadrille_study::{LessonStop, goal_words};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

/// The narrowest screen with a column.
const COLUMN: u16 = 70;

/// The room of the views and that of the lesson. `None` if no lesson runs.
pub fn split(stepping: &Stepping, area: Rect) -> (Rect, Option<Rect>) {
    let is_alone = stepping.learning.course.is_none() && !stepping.learning.is_today();
    if is_alone || area.height < 4 {
        return (area, None);
    }
    if area.width < COLUMN {
        let height = area.height / 2;
        let rest = Rect { height: area.height - height, ..area };
        return (rest, Some(Rect { y: rest.bottom(), height, ..area }));
    }
    let width = (area.width / 3).clamp(34, 60);
    let rest = Rect { width: area.width - width - 1, ..area };
    (rest, Some(Rect { x: rest.right() + 1, width, ..area }))
}

/// The rows that the text of a lesson takes in Watch, with the title and a blank one.
pub fn rows(app: &App, stepping: &Stepping, area: Rect) -> u16 {
    let Some(course) = &stepping.learning.course else { return 0 };
    let width = usize::from(area.width).saturating_sub(1).max(1);
    let room = area.height.saturating_sub(1);
    lines(app, stepping, course, width, room.into()).len() as u16 + 2
}

pub fn draw(app: &App, stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Some(course) = &stepping.learning.course else { return today(stepping, theme, area, buf) };
    let stops = course.lesson.stops.len();
    // In Watch the header has the title and the number of the stop, and the bar has the keys.
    let is_calm = stepping.is_watch();
    let title = match (is_calm, &course.stop().title) {
        (true, Some(title)) => title.text.clone(),
        (true, None) => String::new(),
        (false, _) => format!("LESSON  {}", course.lesson.title),
    };
    let room = titled(buf, area, &title, theme);
    let (foot, height) = (if is_calm { 0 } else { room.height.min(2) }, room.height);
    let room = Rect { height: height - foot, ..room };
    let width = usize::from(room.width).saturating_sub(1).max(1);
    let lines = lines(app, stepping, course, width, room.height.into());
    let used = lines.len() as u16;
    let drawn: Vec<Line> = lines.into_iter().map(|(text, role)| Line::from(span(text, role, theme))).collect();
    list(buf, room, &drawn, theme);
    // The stops, if they all have a place below the text.
    let height = stops as u16 + 1;
    if !is_calm && used + height < room.height {
        let place = Rect { y: room.bottom() - height, height, ..room };
        list(buf, place, &outline(course, width, theme), theme);
    }
    if is_calm {
        return;
    }
    let keys = &app.desk.settings.keymap;
    let on = if course.is_last() { "end" } else { "go on" };
    let pairs = [one(keys, on::Step::GoOn, on), one(keys, on::Step::GoBack, "back")];
    let foot_room = Rect { y: room.bottom(), height: foot, ..room };
    let (right, all) = course.record.score();
    let score = if all > 0 { format!(", {right} of {all} right at once") } else { String::new() };
    let stop = Line::from(span(format!("stop {} of {stops}{score}", course.at + 1), Role::Done, theme));
    write(buf, foot_room, 0, &stop, theme);
    write(buf, foot_room, 1, &hints(&pairs, area.width, theme), theme);
}

/// The task of a stop, and what is known once it is done.
pub fn task_words(app: &App, stepping: &Stepping, task: &CourseTask, done: bool) -> Vec<String> {
    let enter = app.desk.settings.keymap.hint(on::Step::Take);
    match (task, done) {
        (CourseTask::Reach(_), true) => vec!["You are there.".to_string()],
        (CourseTask::Reach(at), false) => {
            vec![format!("To do: move the search until {}.", goal_words(*at, &stepping.encoded))]
        }
        (CourseTask::Build(build), false) => vec![format!("To do: {}. {enter} begins.", build.words())],
        (CourseTask::Build(_), true) => vec![format!("Done. {enter} opens it again.")],
        (CourseTask::Tell(text, _), false) => {
            vec![text.clone(), format!("Say it aloud, then press {enter} to compare.")]
        }
        (CourseTask::Tell(text, model), true) => vec![text.clone(), model.clone()],
    }
}

/// Draws the question of today.
fn today(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Some(asked) = &stepping.learning.asked else { return };
    let room = titled(buf, area, "What you have learnt", theme);
    let width = usize::from(room.width).saturating_sub(1).max(1);
    let lines = quiz::lines(stepping, asked, width, false);
    let drawn: Vec<Line> = lines.into_iter().map(|(text, role)| Line::from(span(text, role, theme))).collect();
    list(buf, room, &drawn, theme);
}

/// The stops with the beginning of their sentences, and how their questions were answered.
fn outline(course: &Course, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let line = |(at, stop): (usize, &LessonStop)| {
        let answer = course.record.answers.get(&at).map(|answered| answered.right);
        let (mark, role) = match (at == course.at, answer) {
            (true, _) => (theme.glyph("▶", ">"), Role::Now),
            (false, Some(true)) => (theme.glyph("✓", "+"), Role::Good),
            (false, Some(false)) => (theme.glyph("✗", "x"), Role::Bad),
            (false, None) => (" ", Role::Done),
        };
        let title = stop.title.as_ref().map_or_else(|| beginning(stop), |title| title.text.clone());
        let text = format!("{mark} {:>2} {title}", at + 1);
        Line::from(span(fit_marked(&text, width, theme), role, theme))
    };
    course.lesson.stops.iter().enumerate().map(line).collect()
}

/// The first sentence of a stop without a title. Facts are left out: they are those of its state.
fn beginning(stop: &LessonStop) -> String {
    let mut text = String::new();
    for part in stop.say.text.split_inclusive(['{', '}']) {
        match part.strip_suffix('{') {
            Some(plain) => text += plain,
            None if part.ends_with('}') => text.push('…'),
            None => text += part,
        }
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.split_inclusive(['.', '?', ':']).next().unwrap_or_default().to_string()
}

/// Draws what the stop asks for at the foot of its column, which a panel covers. Returns the room
/// above it.
pub fn draw_task(app: &App, stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) -> Rect {
    let Some(course) = &stepping.learning.course else { return area };
    let width = usize::from(area.width).saturating_sub(1).max(1);
    let open = stepping.learning.asked.as_ref().filter(|asked| asked.is_by_lesson() && asked.is_open());
    let task = course.task.as_ref().map(|(task, done)| task_words(app, stepping, task, *done).remove(0));
    let Some(text) = open.map(|asked| asked.quiz.text.clone()).or(task) else { return area };
    let lines = wrap(&text, width);
    let height = lines.len() as u16;
    if height + 4 > area.height {
        return area;
    }
    let place = Rect { y: area.bottom() - height, height, ..area };
    let drawn: Vec<Line> = lines.into_iter().map(|line| Line::from(span(line, Role::Now, theme))).collect();
    list(buf, place, &drawn, theme);
    Rect { height: area.height - height - 1, ..area }
}

/// The sentences of the stop, its question, and what is to be reached. In little room, blank lines
/// go first, then the sentences that were wrong and not chosen.
fn lines(app: &App, stepping: &Stepping, course: &Course, width: usize, room: usize) -> Vec<(String, Role)> {
    let mut lines = all_lines(app, stepping, course, width, false);
    if lines.len() > room {
        lines.retain(|(text, _)| !text.is_empty());
    }
    if lines.len() > room {
        lines = all_lines(app, stepping, course, width, true);
        lines.retain(|(text, _)| !text.is_empty());
    }
    if lines.len() > room && room > 0 {
        let more = lines.len() - room + 1;
        lines.truncate(room - 1);
        lines.push((format!("({more} more lines: a larger screen shows them)"), Role::Done));
    }
    lines
}

fn all_lines(app: &App, stepping: &Stepping, course: &Course, width: usize, few: bool) -> Vec<(String, Role)> {
    let mut lines: Vec<(String, Role)> = Vec::new();
    for paragraph in course.said.trim().split("\n\n") {
        let joined = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        lines.extend(wrap(&joined, width).into_iter().map(|line| (line, Role::Live)));
        lines.push((String::new(), Role::Live));
    }
    if let Some(asked) = stepping.learning.asked.as_ref().filter(|asked| asked.is_by_lesson()) {
        lines.extend(quiz::lines(stepping, asked, width, few));
        lines.push((String::new(), Role::Live));
        if !asked.is_open() {
            let why = asked.quiz.why.iter().flat_map(|text| wrap(text, width));
            lines.extend(why.map(|line| (line, Role::Live)));
        }
    }
    if let Some((task, done)) = &course.task {
        let words = task_words(app, stepping, task, *done);
        let last = words.len() - 1;
        for (at, text) in words.into_iter().enumerate() {
            let role = match (done, at == last) {
                (false, _) => Role::Now,
                // What was asked is above its answer.
                (true, false) => Role::Live,
                (true, true) => Role::Good,
            };
            lines.extend(wrap(&text, width).into_iter().map(|line| (line, role)));
        }
    }
    if stepping.stepper.site() != course.site && stepping.learning.asked.is_none() && course.task.is_none() {
        let key = app.desk.settings.keymap.hint(on::Step::GoBack);
        let text = format!("{key} returns to the state of this stop.");
        lines.extend(wrap(&text, width).into_iter().map(|line| (line, Role::Done)));
    }
    lines
}
