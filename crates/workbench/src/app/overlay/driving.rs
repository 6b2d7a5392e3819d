//! The moves of the search, which the learner types. The search behind it follows them.

use super::{Dialog, TypedLine};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::model::app::App;
use crate::app::model::prompt::{Prompt, Purpose};
use quadrille_solve::Site;
use quadrille_study::{Build, Drive, DriveReply};

/// Moves that are being made.
#[derive(Clone, Debug)]
pub struct Driving {
    /// The state that the task is about.
    pub site: Site,
    /// Boxed, because it has a search.
    pub drive: Box<Drive>,
    /// The line that is typed.
    pub line: Prompt,
    /// The answer to a wrong move.
    pub said: Option<String>,
}

impl Driving {
    pub fn new(drive: Drive, site: Site) -> Driving {
        Driving { site, drive: Box::new(drive), line: Prompt::new(Purpose::Find, "", false), said: None }
    }

    /// Takes the typed move. The search behind the dialog moves with it.
    fn take(&mut self, app: &mut App) {
        let Some(stepping) = &mut app.rooms.stepping else { return };
        let text = self.line.text().to_string();
        if text.trim().is_empty() {
            self.said = Some(HELP.to_string());
            return;
        }
        match self.drive.take(&text, &stepping.encoded) {
            DriveReply::Wrong(why) => {
                // The next typed character replaces what was refused.
                (self.said, self.line.fresh) = (Some(why), true);
                return;
            }
            DriveReply::Right => self.said = None,
        }
        self.line.set("");
        stepping.stepper = self.drive.stepper.clone();
        if self.drive.is_done() {
            let answer = self.drive.moves.join("; ");
            stepping.built(Build::Drive(self.drive.wanted), &self.site, answer, self.drive.wrong == 0);
        }
    }
}

/// The moves, for an empty line.
const HELP: &str = "The moves: choose ITEM, cover ITEM, try OPTION, uncover ITEM, untry OPTION, solution.";

impl Dialog for Driving {
    fn key(mut self, app: &mut App, key: Key) -> Vec<Ask> {
        match (key.code, key.typed()) {
            (Code::Enter, _) if self.drive.is_done() => return Vec::new(),
            (Code::Enter, _) => self.take(app),
            _ if self.drive.is_done() || self.line.edit(key) => {}
            (_, Some(c)) => self.line.insert(c),
            _ => {}
        }
        self.stay(app)
    }

    fn paste(&mut self, text: &str) -> bool {
        text.trim().chars().filter(|c| !c.is_control()).for_each(|c| self.line.insert(c));
        true
    }

    fn words(&self, _app: &App) -> Vec<String> {
        let moves = self.drive.moves.iter().map(|done| format!("made: {done}"));
        let end = match self.drive.is_done() {
            true => "All moves are made.".to_string(),
            false => format!("Move {} of {}. {HELP}", self.drive.moves.len() + 1, self.drive.wanted),
        };
        moves.chain(self.said.clone()).chain([end]).collect()
    }

    fn answer(&mut self, line: &str) -> TypedLine {
        if self.drive.is_done() || matches!(line, "cancel" | "quit") {
            return TypedLine::Command;
        }
        self.line.set(line);
        TypedLine::Press(Key::plain(Code::Enter))
    }
}
