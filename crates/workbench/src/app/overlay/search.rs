//! Help and palette: the actions that match the typed words. Enter runs one.

use super::{Dialog, TypedLine};
use crate::app::action::{ACTIONS, Action, Scope, Screen, Spec, spec};
use crate::app::ask::Ask;
use crate::app::commands::commands;
use crate::app::key::{Code, Key};
use crate::app::keymap::Keymap;
use crate::app::model::app::App;

/// The palette: a search for an action by its name.
#[derive(Clone, Debug)]
pub struct PaletteSearch {
    /// The screen to which the list is limited. `None` lists all actions.
    pub screen: Option<Screen>,
    /// The screen below the overlay. Its actions come first.
    pub here: Screen,
    /// The words typed so far.
    pub typed: String,
    /// The index of the selected row.
    pub cursor: usize,
}

impl PaletteSearch {
    /// Returns the rows that match: every typed word occurs in the action's scope, name, help or
    /// keys.
    pub fn rows(&self, keymap: &Keymap) -> Vec<&'static Spec> {
        let words: Vec<String> = self.typed.to_lowercase().split_whitespace().map(str::to_string).collect();
        let fits = |spec: &&Spec| {
            let text =
                format!("{} {} {} {}", spec.scope.title(), spec.id, spec.help, keymap.list(spec.action)).to_lowercase();
            self.screen.is_none_or(|screen| spec.scope.holds_on(screen)) && words.iter().all(|word| text.contains(word))
        };
        let mut rows: Vec<&'static Spec> = ACTIONS.iter().filter(fits).collect();
        // The screen's own actions come before those that work everywhere.
        rows.sort_by_key(|spec| {
            let anywhere = spec.scope == Scope::ANYWHERE;
            (!spec.scope.holds_on(self.here), anywhere, spec.scope)
        });
        rows
    }

    /// The action of the selected row. `None` if no action matches.
    pub fn selected(&self, keymap: &Keymap) -> Option<Action> {
        self.rows(keymap).get(self.cursor).map(|spec| spec.action)
    }
}

impl Dialog for PaletteSearch {
    fn key(mut self, app: &mut App, key: Key) -> Vec<Ask> {
        let rows = self.rows(&app.desk.settings.keymap).len();
        match (key.code, key.typed()) {
            (Code::Enter, _) => {
                let Some(action) = self.selected(&app.desk.settings.keymap) else { return Vec::new() };
                let scope = spec(action).scope;
                if scope.holds_on(app.screen()) {
                    return vec![Ask::Do(action)];
                }
                // An action of another screen cannot run here.
                app.desk.say(format!("this command belongs to the screen {}", scope.title()));
                return Vec::new();
            }
            (Code::Down | Code::Tab, _) => self.cursor = (self.cursor + 1).min(rows.saturating_sub(1)),
            (Code::Up, _) => self.cursor = self.cursor.saturating_sub(1),
            (Code::PageDown, _) => self.cursor = (self.cursor + 10).min(rows.saturating_sub(1)),
            (Code::PageUp, _) => self.cursor = self.cursor.saturating_sub(10),
            (Code::Backspace, _) => {
                self.typed.pop();
                self.cursor = 0;
            }
            (_, Some('?')) if self.typed.is_empty() => return Vec::new(),
            (_, Some(c)) => {
                self.typed.push(c);
                self.cursor = 0;
            }
            _ => {}
        }
        self.stay(app)
    }

    fn paste(&mut self, text: &str) -> bool {
        self.typed.extend(text.lines().next().unwrap_or("").chars().filter(|c| !c.is_control()));
        true
    }

    fn words(&self, app: &App) -> Vec<String> {
        commands(app.screen())
    }

    fn answer(&mut self, _line: &str) -> TypedLine {
        TypedLine::Command
    }
}
