//! The state before the first key: an address to open, and the puzzles of earlier sessions.

use super::room::NoStep;
use super::{room, router, today};
use crate::app::action::Screen;
use crate::app::ask::Ask;
use crate::app::keymap::step_key;
use crate::app::model::app::App;
use crate::app::model::kept::Kept;
use crate::app::model::library::{EntrySource, LibraryRow};
use crate::app::model::stepping::{Position, StopError};
use crate::app::overlay::Yours;
use dancing::ItemRule;
use quadrille_solve::Stepper;
use quadrille_study::plural;
use quadrille_witness::TornPair;

/// The suffix of a restored puzzle's name if another one has newer changes of the same file.
const OLDER: &str = " (older changes)";

/// Follows the name of a kept puzzle whose file another program has changed since.
const STALE: &str = " (unsaved changes)";

impl App {
    /// Opens the debugger at an address, before any key is pressed.
    ///
    /// # Errors
    ///
    /// If there is nothing to step, or no such state.
    pub fn step_at(&mut self, position: &Position) -> Result<(), NoStep> {
        let stepping = room::step_now(self)?;
        if position.rule != stepping.policy.rule {
            stepping.policy.rule = position.rule;
            stepping.stepper = Stepper::new(&stepping.encoded.problem, stepping.policy);
        }
        stepping.stepper.go_to(&position.site)?;
        stepping.survey();
        Ok(())
    }

    /// Shows a ring of the user's program beside the right one, over the state that is open.
    pub fn show_yours(&mut self, pair: TornPair) {
        if let Some(stepping) = &mut self.rooms.stepping {
            stepping.yours = Some(Box::new(pair));
            self.desk.overlay = Some(Yours.into());
        }
    }

    /// Begins the open entry's lesson, if it is one, before any key is pressed.
    pub fn begin_lesson(&mut self) {
        let is_lesson = self.library.open.is_some_and(|open| self.library.entries[open].lesson.is_some());
        if is_lesson && room::step_now(self).is_ok() {
            _ = router::obey(self, vec![Ask::Lesson]);
        }
    }

    /// Begins the questions of today, before any key is pressed. Returns false if none is due.
    pub fn begin_today(&mut self) -> bool {
        if today::begin(self).is_empty() || !today::open(self) {
            return false;
        }
        match room::step_now(self) {
            Ok(_) => _ = router::obey(self, vec![Ask::Lesson]),
            Err(why) => {
                self.desk.today = None;
                self.desk.complain(why);
                return false;
            }
        }
        true
    }

    /// Goes to a stop of the lesson that runs, without its question.
    ///
    /// # Errors
    ///
    /// The reason why the stop is not as the lesson says.
    pub fn to_lesson_stop(&mut self, stop: usize) -> Result<(), StopError> {
        let Some(stepping) = &mut self.rooms.stepping else { return Ok(()) };
        if let Some(course) = &mut stepping.learning.course {
            course.at = stop.min(course.lesson.stops.len() - 1);
        }
        let done = stepping.go_to_stop(&|name| step_key(&self.desk.settings.keymap, name));
        stepping.learning.asked = None;
        if let Some(course) = &mut stepping.learning.course {
            course.task = None;
        }
        stepping.survey();
        done
    }

    /// Restores the puzzles that earlier sessions left unsaved, and opens the newest. If a file was
    /// asked for, only the puzzle of that file is opened. Returns the entry number of each puzzle,
    /// all different; `None` for one that cannot be read.
    pub fn adopt(&mut self, kept: &[&Kept], asked: bool) -> Vec<Option<usize>> {
        let (mut entries, mut newest, mut stale) = (vec![None; kept.len()], None, false);
        // Newest first: if several kept puzzles belong to one file, the newest gets the file's
        // entry.
        for (at, puzzle) in kept.iter().enumerate().rev() {
            let Some(document) = puzzle.document() else { continue };
            let same = |entry: &LibraryRow| match (&entry.source, &puzzle.path) {
                (EntrySource::File(path), Some(kept)) => path == kept,
                (EntrySource::Bundled(_), None) => entry.name == puzzle.name,
                _ => false,
            };
            let place =
                self.library.entries.iter().position(same).filter(|place| !self.desk.backup.last.contains_key(place));
            let is_stale = place.is_some_and(|place| self.has_changed_since(place, puzzle));
            stale |= is_stale && self.library.open == place;
            let place = place.filter(|_| !is_stale);
            let is_older = !is_stale && place.is_none() && self.library.entries.iter().any(same);
            let mark = if is_stale { STALE } else { OLDER };
            let is_marked = (is_older || is_stale) && !puzzle.name.ends_with(mark);
            let name = if is_marked { puzzle.name.clone() + mark } else { puzzle.name.clone() };
            let source = match place.map(|place| &self.library.entries[place].source) {
                Some(source @ EntrySource::Bundled(_)) => source.clone(),
                _ => puzzle.path.clone().map_or(EntrySource::Made, EntrySource::File),
            };
            let entry = LibraryRow { recent: true, ..LibraryRow::of(name, source, document) };
            let place = match place {
                Some(place) => {
                    self.library.entries[place] = entry;
                    place
                }
                None => {
                    self.library.entries.push(entry);
                    self.library.entries.len() - 1
                }
            };
            self.desk.backup.last.insert(place, None);
            entries[at] = Some(place);
            if newest.is_none() && (!asked || self.library.open == Some(place)) {
                newest = Some((place, puzzle));
            }
        }
        let found = entries.iter().flatten().count();
        if let Some((at, puzzle)) = newest {
            self.library.open = Some(at);
            self.rooms.show(Screen::Play);
            let changes = plural(puzzle.history.len(), "change");
            if let Some(site) = puzzle.step.as_ref().and_then(|step| step.parse().ok()) {
                _ = self.step_at(&Position { site, rule: ItemRule::default() });
            }
            self.desk.say(format!("restored: {}, with {changes} that can be undone one by one", puzzle.name));
        } else if stale {
            self.desk.complain("this file has changed on disk; its unsaved changes are in the Library beside it");
        } else if found > 0 {
            let puzzles = plural(found, "puzzle");
            self.desk.say(format!("the Library has {puzzles} that an earlier session had not saved"));
        }
        entries
    }

    /// Returns true if the file of an entry is not the one that a kept puzzle was read from.
    fn has_changed_since(&self, place: usize, kept: &Kept) -> bool {
        let now = match &self.library.entries[place].document {
            Some(Ok(document)) => document.file.disk,
            _ => None,
        };
        matches!((now, kept.disk), (Some(now), Some(then)) if now != then)
    }
}
