//! A line typed in the plain workbench: the name of an action, a cell, or the answer to a question.
//! The command `key` presses a key by its name.

use super::{play, router};
use crate::app::action::{ACTIONS, Screen, Spec, on};
use crate::app::ask::Ask;
use crate::app::commands::sayable;
use crate::app::key::{Code, Key};
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::stepping::Motion;
use crate::app::overlay::TypedLine;
use quadrille_puzzle::is_near;

/// The maximum number of repeats of one line, in case the number is mistyped.
const MOST: usize = 10_000;

/// Handles a line.
pub fn take(app: &mut App, line: &str) -> Vec<Effect> {
    app.desk.notice = None;
    let line = line.trim();
    if app.desk.overlay.is_some() {
        return answer(app, line);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match word {
        "" => Vec::new(),
        "key" | "keys" => keys(app, rest),
        // In Step, a digit is the number of a sentence, or a symbol.
        _ if app.screen() == Screen::Step && line.len() == 1 && line.as_bytes()[0].is_ascii_digit() => keys(app, line),
        "open" if app.screen() == Screen::Library && !rest.is_empty() => open(app, rest),
        _ if takes_line(app, line) => router::obey(app, vec![Ask::Refresh]),
        _ => command(app, word, rest),
    }
}

/// Hands a line to Play. Returns `false` if another screen is shown, or if it is not for Play.
fn takes_line(app: &mut App, line: &str) -> bool {
    app.screen() == Screen::Play
        && app.library.document_mut().is_some_and(|document| play::take_line(document, &mut app.desk, line))
}

/// Presses keys given by their names, separated by blanks.
fn keys(app: &mut App, names: &str) -> Vec<Effect> {
    let mut effects = Vec::new();
    for name in names.split_whitespace() {
        match Key::parse(name) {
            Some(key) => effects.extend(router::press(app, key)),
            None => {
                app.desk.complain(format!("`{name}` is not a key"));
                break;
            }
        }
    }
    effects
}

/// Runs an action given by its name or the beginning of its name, possibly several times.
fn command(app: &mut App, word: &str, rest: &str) -> Vec<Effect> {
    let spec = match named(app.screen(), word) {
        Ok(spec) => spec,
        Err(why) => {
            app.desk.complain(why);
            return Vec::new();
        }
    };
    let times = match rest.replace(',', "").parse() {
        Ok(times) => times,
        // The answer to a prompt may follow on the same line: `goto 1/2,3/3`.
        Err(_) if !rest.is_empty() && !spec.asks => {
            app.desk.complain(format!("`{}` takes a number of times, not `{rest}`", spec.id));
            return Vec::new();
        }
        Err(_) if !rest.is_empty() => {
            let mut effects = router::run(app, spec.action);
            if app.desk.overlay.is_some() {
                effects.extend(answer(app, rest));
            } else {
                app.desk.complain(format!("`{}` takes a number of times, not `{rest}`", spec.id));
            }
            return effects;
        }
        Err(_) => 1,
    };
    if spec.action == on::Play::EditText.into() {
        app.desk.complain("texts are edited on the screen only; `paste` takes a new one");
        return Vec::new();
    }
    let (mut effects, screen) = (Vec::new(), app.screen());
    for _ in 0..times.min(MOST) {
        effects.extend(router::run(app, spec.action));
        // Stop repeating at a question, a notice or an effect, so that the user sees it first.
        let walks = app.rooms.stepping.as_ref().is_some_and(|stepping| stepping.motion != Motion::Still);
        if app.desk.overlay.is_some()
            || app.desk.notice.is_some()
            || app.screen() != screen
            || walks
            || !effects.is_empty()
        {
            break;
        }
    }
    effects
}

/// The reason why a word is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum NoCommand {
    /// No command of the screen begins with it. The words after it say what could be meant.
    #[error("there is no command `{word}` here{hint}")]
    Unknown { word: String, hint: String },
    /// Several commands begin with it.
    #[error("`{word}` is ambiguous: {ids}")]
    Ambiguous { word: String, ids: String },
}

/// The action of a name.
fn named(screen: Screen, word: &str) -> Result<&'static Spec, NoCommand> {
    let all = sayable(screen);
    if let Some(spec) = all.iter().find(|spec| spec.id == word) {
        return Ok(spec);
    }
    let begun: Vec<&&Spec> = all.iter().filter(|spec| spec.id.starts_with(word)).collect();
    match begun[..] {
        [spec] => Ok(spec),
        [] => {
            let near =
                all.iter().find(|spec| is_near(spec.id, word)).map(|spec| format!("; did you mean `{}`?", spec.id));
            let elsewhere = ACTIONS.iter().find(|spec| spec.id == word);
            let elsewhere = elsewhere.map(|spec| format!(": it is one of the screen {}", spec.scope.title()));
            let hint = near.or(elsewhere).unwrap_or_else(|| "; `help` lists the commands".to_string());
            Err(NoCommand::Unknown { word: word.to_string(), hint })
        }
        _ => {
            let ids: Vec<&str> = begun.iter().map(|spec| spec.id).collect();
            Err(NoCommand::Ambiguous { word: word.to_string(), ids: ids.join(", ") })
        }
    }
}

/// Opens a puzzle of the list by its number, or by a part of its name.
fn open(app: &mut App, what: &str) -> Vec<Effect> {
    let shown = app.library.shown();
    let entry = |at: &usize| app.library.entries[*at].name.to_lowercase();
    let wanted = what.to_lowercase();
    let row = what.parse::<usize>().ok().and_then(|number| number.checked_sub(1)).filter(|&row| row < shown.len());
    let row = row.or_else(|| shown.iter().position(|at| entry(at) == wanted));
    let row = row.or_else(|| shown.iter().position(|at| entry(at).contains(&wanted)));
    let Some(row) = row else {
        app.desk.complain(format!("no puzzle has the number or the name {what}"));
        return Vec::new();
    };
    app.library.select(shown[row]);
    let waits = router::obey(app, vec![Ask::Load]);
    if waits.is_empty() { router::run(app, on::Library::Open) } else { waits }
}

/// Answers the open overlay. A row of a list is chosen by its number; `cancel` closes the overlay.
fn answer(app: &mut App, line: &str) -> Vec<Effect> {
    if line == "cancel" {
        return router::press_in_overlay(app, Key::plain(Code::Esc));
    }
    let Some(overlay) = &mut app.desk.overlay else { return Vec::new() };
    match overlay.answer(line) {
        TypedLine::Press(key) => router::press_in_overlay(app, key),
        TypedLine::Command => {
            app.desk.overlay = None;
            take(app, line)
        }
        TypedLine::Refuse(why) => {
            app.desk.complain(why);
            Vec::new()
        }
    }
}
