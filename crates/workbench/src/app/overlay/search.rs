//! Help and palette: the keys that matter now and all keys of a screen under headings, or the
//! actions that can run here. Typed words find a row, Enter runs it.

use super::{Dialog, TypedLine};
use crate::app::action::{ACTIONS, Action, Scope, Screen, Spec, spec};
use crate::app::ask::Ask;
use crate::app::commands::commands;
use crate::app::key::{Code, Key};
use crate::app::keymap::{BarKey, Keymap};
use crate::app::model::app::App;

/// A row of the list.
#[derive(Clone, Debug)]
pub enum KeyRow {
    /// A heading, with the rows below it.
    Heading(&'static str),
    /// A key that matters in this state, and what it does. What is typed has no action.
    Now(BarKey),
    /// An action with all its keys.
    Action(&'static Spec),
}

impl KeyRow {
    /// The action that Enter runs.
    fn action(&self) -> Option<Action> {
        match self {
            KeyRow::Heading(_) => None,
            KeyRow::Now(key) => key.action,
            KeyRow::Action(spec) => Some(spec.action),
        }
    }

    /// The keys and the meaning, as the list shows them.
    pub fn words(&self, keymap: &Keymap) -> (String, &'static str) {
        match self {
            KeyRow::Heading(title) => (String::new(), title),
            KeyRow::Now(key) => (key.keys.clone(), key.meaning),
            KeyRow::Action(spec) => (keymap.list(spec.action), spec.help),
        }
    }
}

/// The help or the palette: a search for an action by its name.
#[derive(Clone, Debug)]
pub struct PaletteSearch {
    /// The screen whose keys the help lists. `None` in the palette.
    pub screen: Option<Screen>,
    /// The words typed so far.
    pub typed: String,
    /// The index of the selected row, among those that Enter runs.
    pub cursor: usize,
    /// All rows, in the order in which they are listed.
    pub all: Vec<KeyRow>,
}

/// The heading of the keys that matter now.
const NOW: &str = "Now";

impl PaletteSearch {
    /// The keys of the screen: those that matter in its state, then all under their headings that
    /// are `listed`.
    pub fn help(screen: Screen, now: Vec<BarKey>, listed: impl Fn(&Spec) -> bool) -> PaletteSearch {
        let mut all = vec![KeyRow::Heading(NOW)];
        all.extend(now.into_iter().map(KeyRow::Now));
        let mut heading = NOW;
        for spec in of_screen(screen).into_iter().filter(|spec| listed(spec)) {
            if spec.heading != heading {
                heading = spec.heading;
                all.push(KeyRow::Heading(heading));
            }
            all.push(KeyRow::Action(spec));
        }
        PaletteSearch { screen: Some(screen), typed: String::new(), cursor: 0, all }
    }

    /// The actions that can run here: those of the screen and of all screens that are `listed`.
    pub fn palette(screen: Screen, listed: impl Fn(&Spec) -> bool) -> PaletteSearch {
        let all = of_screen(screen).into_iter().filter(|spec| listed(spec)).map(KeyRow::Action).collect();
        PaletteSearch { screen: None, typed: String::new(), cursor: 0, all }
    }

    /// Returns the rows that match: every typed word occurs in an action's heading, name, help or
    /// keys. Without words these are all rows.
    pub fn rows(&self, keymap: &Keymap) -> Vec<&KeyRow> {
        let words: Vec<String> = self.typed.to_lowercase().split_whitespace().map(str::to_string).collect();
        let has_all = |text: &str| {
            let text = text.to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        let fits = |row: &&KeyRow| match row {
            _ if words.is_empty() => true,
            KeyRow::Heading(_) => false,
            // The bar has words of its own: `let it dance`.
            KeyRow::Now(key) => has_all(key.meaning) && !key.action.is_some_and(|action| has_all(spec(action).help)),
            KeyRow::Action(spec) => {
                let keys = keymap.list(spec.action);
                has_all(&format!("{} {} {} {} {keys}", spec.scope.title(), spec.heading, spec.id, spec.help))
            }
        };
        self.all.iter().filter(fits).collect()
    }

    /// The places of the rows that Enter runs, among those that match.
    pub(crate) fn runnable(&self, keymap: &Keymap) -> Vec<usize> {
        let rows = self.rows(keymap).into_iter().enumerate();
        rows.filter(|(_, row)| row.action().is_some()).map(|(at, _)| at).collect()
    }

    /// The action of the selected row. `None` if no action matches.
    pub fn selected(&self, keymap: &Keymap) -> Option<Action> {
        let at = *self.runnable(keymap).get(self.cursor)?;
        self.rows(keymap).get(at)?.action()
    }
}

/// The actions of a screen, its own first.
fn of_screen(screen: Screen) -> Vec<&'static Spec> {
    let mut rows: Vec<&'static Spec> = ACTIONS.iter().filter(|spec| spec.scope.holds_on(screen)).collect();
    rows.sort_by_key(|spec| spec.scope == Scope::ANYWHERE);
    rows
}

impl Dialog for PaletteSearch {
    fn key(mut self, app: &mut App, key: Key) -> Vec<Ask> {
        let last = self.runnable(&app.desk.settings.keymap).len().saturating_sub(1);
        match (key.code, key.typed()) {
            (Code::Enter, _) => {
                let Some(action) = self.selected(&app.desk.settings.keymap) else { return self.stay(app) };
                let holds = spec(action).scope.holds_on(app.screen());
                return holds.then_some(Ask::Do(action)).into_iter().collect();
            }
            (Code::Down | Code::Tab, _) => self.cursor = (self.cursor + 1).min(last),
            (Code::Up, _) => self.cursor = self.cursor.saturating_sub(1),
            (Code::PageDown, _) => self.cursor = (self.cursor + 10).min(last),
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
