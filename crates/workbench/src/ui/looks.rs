//! The check that what a stop of a lesson looks at is seen on the smallest screen that is promised.

use super::draw::body;
use super::step::is_look_seen;
use crate::app::{App, LibraryRow, Settings, step_key};
use quadrille_study::Lesson;
use ratatui::layout::Rect;
use std::path::PathBuf;

/// The smallest screen that is promised.
const SIZE: (u16, u16) = (80, 24);

/// The stops of a lesson, by index, whose view has no room beside their text at 80x24.
pub fn unseen_looks(lesson: &Lesson) -> Vec<usize> {
    let row = LibraryRow::of_lesson(PathBuf::from("lesson.toml"), lesson.clone());
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, vec![row]);
    app.begin_lesson();
    let keymap = app.desk.settings.keymap.clone();
    let is_unseen = |&stop: &usize| {
        let Some(stepping) = &mut app.rooms.stepping else { return false };
        if let Some(course) = &mut stepping.learning.course {
            course.at = stop;
        }
        // A stop that is not as it says is reported elsewhere.
        let arrived = stepping.go_to_stop(&|name| step_key(&keymap, name)).is_ok();
        stepping.survey();
        let Some(stepping) = &app.rooms.stepping else { return false };
        arrived && !is_look_seen(&app, stepping, body(Rect::new(0, 0, SIZE.0, SIZE.1)))
    };
    (0..lesson.stops.len()).filter(is_unseen).collect()
}
