//! Lessons outside the workbench: the progress in one file of the state folder, and the check of a
//! lesson with the default keys.

use crate::app::{Keymap, LessonRecord, Records, VIEWS, step_key};
use crate::bundled::{BUNDLED, BUNDLED_LESSONS};
use crate::files::Folder;
use crate::puzzle::{ParseError, encode};
use crate::study::{
    BOXES, CardName, Exercise, Lesson, LessonWorld, REVIEW_KINDS, ReviewCard, ReviewCards, check_lesson,
    introduced_terms,
};
use crate::ui::unseen_looks;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io;

const NAME: &str = "lessons.json";

/// The largest file that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// The progress of a learner, as the file has it. What other versions keep there is written again as
/// it was read.
#[derive(Default, Serialize, Deserialize)]
struct Progress {
    /// The progress in lessons, by their names.
    lessons: Records,
    /// The questions that come back, by the names of their cards.
    cards: BTreeMap<String, serde_json::Value>,
    #[serde(flatten)]
    others: BTreeMap<String, serde_json::Value>,
}

/// The progress that earlier sessions kept. Empty if there is none.
///
/// # Errors
///
/// If it is there and cannot be read.
pub fn kept() -> io::Result<(Records, ReviewCards)> {
    let Some(folder) = Folder::of_state("") else { return Ok(Default::default()) };
    let Progress { lessons, cards, .. } = read(&folder)?;
    let known = cards.into_iter().filter_map(|(name, card)| {
        let (name, card) = (CardName::try_from(name).ok()?, serde_json::from_value::<ReviewCard>(card).ok()?);
        Some((name, ReviewCard { at: card.at.min(BOXES.len() - 1), ..card }))
    });
    Ok((lessons, known.collect()))
}

/// Keeps the progress in a lesson. What other sessions kept stays, also in the same lesson.
///
/// # Errors
///
/// If the file cannot be written, or is there and cannot be read: it is not replaced then. Without
/// a home folder nothing is kept, which is not an error.
pub fn keep(name: String, record: LessonRecord) -> io::Result<()> {
    change(|progress| {
        let record = match progress.lessons.remove(&name) {
            Some(before) => record.with(before),
            None => record,
        };
        progress.lessons.insert(name, record);
    })
}

/// Keeps the state of a question that comes back. What other sessions kept stays.
///
/// # Errors
///
/// See [`keep`].
pub(crate) fn keep_card(name: CardName, card: ReviewCard) -> io::Result<()> {
    let card = serde_json::to_value(card)?;
    change(|progress| _ = progress.cards.insert(name.into(), card))
}

fn change(with: impl FnOnce(&mut Progress)) -> io::Result<()> {
    let Some(folder) = Folder::of_state("") else { return Ok(()) };
    folder.open()?;
    folder.alone(NAME, || {
        let mut progress = read(&folder)?;
        with(&mut progress);
        folder.write(NAME, &serde_json::to_vec(&progress)?)
    })
}

fn read(folder: &Folder) -> io::Result<Progress> {
    let path = folder.path().join(NAME);
    if !path.exists() {
        return Ok(Progress::default());
    }
    let unread = |why: String| {
        let path = path.display();
        io::Error::other(format!("{path} cannot be read, and is not replaced ({why}); move it away to begin again"))
    };
    let bytes = folder.read(NAME, LARGEST).map_err(|why| unread(why.to_string()))?;
    let parsed = |why: serde_json::Error| unread(why.to_string());
    let value: serde_json::Value = serde_json::from_slice(&bytes).map_err(parsed)?;
    // Earlier versions kept the lessons alone.
    if value.get("cards").is_none() {
        let lessons = serde_json::from_value(value).map_err(parsed)?;
        return Ok(Progress { lessons, ..Progress::default() });
    }
    serde_json::from_value(value).map_err(parsed)
}

/// The kinds of questions that were answered right in a lesson.
pub fn answered(lesson: &Lesson, record: Option<&LessonRecord>) -> Vec<String> {
    let is_right = |at: &usize| {
        record.and_then(|record| record.answers.get(at)).is_some_and(|given| given.right || given.again == Some(true))
    };
    let kind_of = |at: usize| match lesson.stops[at].exercise.as_ref()? {
        exercise @ Exercise::Predict { .. } => exercise.kind(),
        _ => None,
    };
    let is_quiz =
        |at: &usize| matches!(lesson.stops[*at].exercise, Some(Exercise::Predict { .. } | Exercise::Ask { .. }));
    let kinds: Vec<_> = (0..lesson.stops.len()).filter(is_quiz).filter(is_right).map(kind_of).collect();
    let rows = REVIEW_KINDS.iter().filter(|row| kinds.contains(&row.predict));
    rows.map(|row| row.id.to_string()).collect()
}

/// The day, counted from 1970-01-01, at the clock of the machine.
pub fn day() -> u32 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| (since.as_secs() / 86_400) as u32)
}

/// The default key of an action of Step, by the action's name.
pub fn default_key(name: &str) -> Option<String> {
    step_key(&Keymap::default(), name)
}

/// Returns all errors of a lesson, in the order of the file.
pub fn check(lesson: &Lesson) -> Vec<ParseError> {
    let names = encode(&lesson.puzzle.shape);
    let views: Vec<&str> = VIEWS.iter().filter(|view| (view.fits)(&names)).map(|view| view.title).collect();
    match lesson.after.as_ref().map(|after| before(after.text.as_str())) {
        Some(None) => vec![lesson.unknown_before()],
        known => {
            let world = LessonWorld { key: &default_key, views: &views, known: known.flatten() };
            let errors = check_lesson(lesson, &world);
            match errors.is_empty() {
                true => unseen_looks(lesson).into_iter().map(|stop| lesson.unseen(stop)).collect(),
                false => errors,
            }
        }
    }
}

/// The words that a bundled lesson and those before it introduce. `None` if there is no such
/// lesson; the empty name comes before all.
fn before(name: &str) -> Option<BTreeSet<String>> {
    let count = match name {
        "" => 0,
        name => BUNDLED_LESSONS.iter().position(|bundled| bundled.stem() == name)? + 1,
    };
    let lessons = BUNDLED_LESSONS[..count].iter().filter_map(|bundled| Lesson::read(bundled.text, BUNDLED).ok());
    Some(lessons.flat_map(|lesson| introduced_terms(&lesson).map(str::to_string).collect::<Vec<_>>()).collect())
}
