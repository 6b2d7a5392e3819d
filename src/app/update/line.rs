//! A line typed in the plain workbench: the name of an action, a cell, or the answer to a question.
//! The command `key` presses a key by its name.

use crate::app::action::{ACTIONS, Place, Screen, Spec, on};
use crate::app::key::{Code, Key};
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::stepping::Motion;
use crate::app::overlay::{NewGrid, Overlay};
use crate::app::update::dialog;
use crate::app::update::play;
use crate::app::update::play::rule as drawing;
use crate::app::update::{act, load_selected, on_key, stale_run};
use crate::puzzle::is_near;
use crate::study::grid_kinds;

/// The maximum number of repeats of one line, in case the number is mistyped.
const MOST: usize = 10_000;

/// Handles a line.
pub fn take(app: &mut App, line: &str) -> Vec<Effect> {
    app.notice = None;
    let line = line.trim();
    if app.overlay.is_some() {
        return answer(app, line);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match word {
        "" => Vec::new(),
        "key" | "keys" => keys(app, rest),
        "open" if app.screen == Screen::Library && !rest.is_empty() => open(app, rest),
        _ if app.screen == Screen::Play && in_cell(app, line) => stale_run(app),
        _ => command(app, word, rest),
    }
}

/// Presses keys given by their names, separated by blanks.
fn keys(app: &mut App, names: &str) -> Vec<Effect> {
    let mut effects = Vec::new();
    for name in names.split_whitespace() {
        match Key::parse(name) {
            Some(key) => effects.extend(on_key(app, key)),
            None => {
                app.complain(format!("`{name}` is not a key"));
                break;
            }
        }
    }
    effects
}

/// Runs an action given by its name or the beginning of its name, possibly several times.
fn command(app: &mut App, word: &str, rest: &str) -> Vec<Effect> {
    let spec = match named(app.screen, word) {
        Ok(spec) => spec,
        Err(why) => {
            app.complain(why);
            return Vec::new();
        }
    };
    let times = match rest.replace(',', "").parse() {
        Ok(times) => times,
        // The answer to a prompt may follow on the same line: `goto 1/2,3/3`.
        Err(_) if !rest.is_empty() && !spec.asks => {
            app.complain(format!("`{}` takes a number of times, not `{rest}`", spec.id));
            return Vec::new();
        }
        Err(_) if !rest.is_empty() => {
            let mut effects = act(app, spec.action);
            if app.overlay.is_some() {
                effects.extend(answer(app, rest));
            } else {
                app.complain(format!("`{}` takes a number of times, not `{rest}`", spec.id));
            }
            return effects;
        }
        Err(_) => 1,
    };
    if spec.action == on::Play::EditText.into() {
        app.complain("texts are edited on the screen only; `paste` takes a new one");
        return Vec::new();
    }
    let (mut effects, screen) = (Vec::new(), app.screen);
    for _ in 0..times.min(MOST) {
        effects.extend(act(app, spec.action));
        // Stop repeating at a question, a notice or an effect, so that the user sees it first.
        let walks = app.stepping.as_ref().is_some_and(|own| own.motion != Motion::Still);
        if app.overlay.is_some() || app.notice.is_some() || app.screen != screen || walks || !effects.is_empty() {
            break;
        }
    }
    effects
}

/// The actions that can be named on a screen, its own first.
pub fn sayable(screen: Screen) -> Vec<&'static Spec> {
    use on::Anywhere::{Help, Mouse, Palette, Redraw, Suspend, Theme};
    let silent = [Help, Palette, Suspend, Redraw, Theme, Mouse].map(Into::into);
    let holds = |spec: &&Spec| spec.place.holds_on(screen) && !silent.contains(&spec.action);
    let mut all: Vec<&'static Spec> = ACTIONS.iter().filter(holds).collect();
    all.sort_by_key(|spec| spec.place == Place::ANYWHERE);
    all
}

fn named(screen: Screen, word: &str) -> Result<&'static Spec, String> {
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
            let elsewhere = elsewhere.map(|spec| format!(": it is one of the screen {}", spec.place.title()));
            let hint = near.or(elsewhere).unwrap_or_else(|| "; `help` lists the commands".to_string());
            Err(format!("there is no command `{word}` here{hint}"))
        }
        _ => {
            let ids: Vec<&str> = begun.iter().map(|spec| spec.id).collect();
            Err(format!("`{word}` is ambiguous: {}", ids.join(", ")))
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
        app.complain(format!("no puzzle has the number or the name {what}"));
        return Vec::new();
    };
    app.library.move_to(row);
    let waits = load_selected(app);
    if waits.is_empty() { act(app, on::Library::Open) } else { waits }
}

/// Handles a line that names a cell: `r1c3` goes to it, `r1c3=5` and `r1c3 5` write into it,
/// `r1c3=.` clears it. Returns `false` for any other line.
fn in_cell(app: &mut App, line: &str) -> bool {
    if drawing::say_cells(app, line) {
        return true;
    }
    let Some(grid) = app.document().and_then(|document| document.puzzle.grid()) else { return false };
    let (name, symbol) = line.split_once(['=', ' ']).map_or((line, ""), |(name, rest)| (name.trim(), rest.trim()));
    let Some(cell) = grid.cell_named(name) else { return false };
    let mut symbols = symbol.chars();
    let Some(document) = app.document_mut() else { return false };
    document.cursor = cell;
    match (symbols.next(), symbols.next()) {
        (None, _) => {}
        (Some(c), None) if play::typed(app, c) => {}
        _ => app.complain(format!("`{symbol}` is not a symbol of this grid")),
    }
    true
}

/// Answers the open overlay. A row of a list is chosen by its number; `cancel` closes the overlay.
fn answer(app: &mut App, line: &str) -> Vec<Effect> {
    let enter = |app: &mut App| dialog::on_key(app, Key::plain(Code::Enter));
    let leave = |app: &mut App| dialog::on_key(app, Key::plain(Code::Esc));
    let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    if line == "cancel" {
        return leave(app);
    }
    match app.overlay.as_mut() {
        None => Vec::new(),
        Some(Overlay::Prompt(prompt)) => {
            if !line.is_empty() {
                prompt.set(line);
            }
            enter(app)
        }
        Some(Overlay::ConfirmQuit { .. } | Overlay::ConfirmReplace { .. }) => {
            let key = if matches!(line, "y" | "yes") { 'y' } else { 'n' };
            dialog::on_key(app, Key::char(key))
        }
        // `mine`, `theirs`, `save as`: the first letter is the key.
        Some(Overlay::ConfirmMine { .. }) => dialog::on_key(app, Key::char(line.chars().next().unwrap_or(' '))),
        Some(Overlay::New(new)) => match new_grid(line) {
            Ok(None) => enter(app),
            Ok(Some(made)) => {
                *new = made;
                enter(app)
            }
            Err(why) => {
                app.complain(why);
                Vec::new()
            }
        },
        Some(Overlay::Import(import)) => {
            import.cursor = number.filter(|&at| at < import.choices.len()).unwrap_or(import.cursor);
            enter(app)
        }
        Some(Overlay::Rules { cursor }) => {
            *cursor = number.unwrap_or(*cursor);
            enter(app)
        }
        Some(Overlay::Export(own)) => {
            own.cursor = number.filter(|&at| at < own.rows.len()).unwrap_or(own.cursor);
            enter(app)
        }
        Some(Overlay::Why { cursor, lines }) => match number.filter(|&at| at < lines.len()) {
            Some(at) => {
                *cursor = at;
                enter(app)
            }
            None => {
                app.overlay = None;
                take(app, line)
            }
        },
        Some(Overlay::Breaks { cursor }) => match number {
            // Switches the breakpoint off, or on again.
            Some(at) => {
                *cursor = at;
                enter(app)
            }
            None => {
                app.overlay = None;
                take(app, line)
            }
        },
        Some(Overlay::Search(_) | Overlay::Message { .. } | Overlay::Editor(_)) => {
            app.overlay = None;
            take(app, line)
        }
    }
}

/// Parses the kind and side of a new grid: `jigsaw 9`, `sudoku`. `None` for an empty line, which
/// accepts the proposed grid.
fn new_grid(line: &str) -> Result<Option<NewGrid>, String> {
    let mut words = line.split_whitespace();
    let Some(word) = words.next() else { return Ok(None) };
    let names = || grid_kinds().iter().map(|kind| kind.id).collect::<Vec<_>>().join(", ");
    let kind = grid_kinds().iter().position(|kind| kind.id == word);
    let kind = kind.ok_or_else(|| format!("`{word}` is not one of {}", names()))?;
    let sizes = grid_kinds()[kind].sizes;
    let side = match words.next() {
        None => 9,
        Some(side) => side.parse().ok().filter(|side| sizes.contains(side)).ok_or_else(|| {
            let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
            format!("a {word} has a side of {}", sizes.join(", "))
        })?,
    };
    Ok(Some(NewGrid::of(kind, side)))
}
