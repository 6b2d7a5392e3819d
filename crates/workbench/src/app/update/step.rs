//! The actions of the screen Step, the debugger.

pub mod learn;

use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::filming::{FilmFormat, Filming};
use crate::app::model::library::EntrySource;
use crate::app::model::prompt::{Prompt, Purpose};
use crate::app::model::room::Waiting;
use crate::app::model::stepping::Toward;
use crate::app::model::stepping::{Breakpoint, Cursor, Motion, Panel, Position, Stepping, end};
use crate::app::overlay::{Breaks, Mistakes, Overlay, Sharing, Why};
use dancing::{Address, At, ItemRule, NodeId, Policy};
use quadrille_solve::{Break, Fate, Grain, Standing, Target};
use quadrille_study::{
    self as study, Asking, Destination, Query, Replied, SharedState, Task, TypedError, WhyLine, plural, thousands,
};
use std::path::PathBuf;
use std::sync::Arc;

pub fn act(app: &mut App, action: on::Step) -> Vec<Ask> {
    if action == on::Step::Take && learn::is_asked(app) {
        return learn::answer(app);
    }
    let Some(stepping) = &mut app.stepping else {
        app.screen = Screen::Play;
        return Vec::new();
    };
    match action {
        on::Step::Forward => step(app, None, true),
        on::Step::Backward => step(app, None, false),
        on::Step::NextBranch => step(app, Some(Grain::Branch), true),
        on::Step::PriorBranch => step(app, Some(Grain::Branch), false),
        on::Step::ToSolution => stepping.leap(Some(Target::Solution), None, true),
        on::Step::BackToSolution => stepping.leap(Some(Target::Solution), None, false),
        on::Step::ToDeadEnd => stepping.leap(Some(Target::DeadEnd), None, true),
        on::Step::BackToDeadEnd => stepping.leap(Some(Target::DeadEnd), None, false),
        on::Step::Continue => run_on(app, true),
        on::Step::ContinueBack => run_on(app, false),
        on::Step::ToRoot => {
            stepping.motion = Motion::Still;
            stepping.leave();
            stepping.stepper.to_root();
            let key = app.settings.keymap.hint(on::Step::JumpBack);
            app.say(format!("at the root; {key} goes back to where you were"));
        }
        on::Step::Run => stepping.dance(true),
        on::Step::RunBack => stepping.dance(false),
        on::Step::Slower => stepping.change_speed(false),
        on::Step::Faster => stepping.change_speed(true),
        on::Step::Finer => stepping.grain = stepping.grain.finer(),
        on::Step::Coarser => stepping.grain = stepping.grain.coarser(),
        on::Step::NextPanel => stepping.panel = stepping.panel.turn(true, &stepping.encoded),
        on::Step::PriorPanel => stepping.panel = stepping.panel.turn(false, &stepping.encoded),
        on::Step::Zoom => stepping.zoom = !stepping.zoom,
        on::Step::Pointers => {
            stepping.zoom = stepping.panel != Panel::Links || !stepping.zoom;
            stepping.cursor = Cursor::default();
            stepping.panel = Panel::Links;
        }
        on::Step::CursorLeft => stepping.move_cursor(Toward::Left),
        on::Step::CursorRight => stepping.move_cursor(Toward::Right),
        on::Step::CursorUp => stepping.move_cursor(Toward::Up),
        on::Step::CursorDown => stepping.move_cursor(Toward::Down),
        on::Step::NextOption | on::Step::PriorOption => {
            stepping.turn_option(action == on::Step::NextOption);
            say_selected(app);
        }
        on::Step::Take => take(app),
        on::Step::AskMe => return learn::ask(app),
        on::Step::GoOn => return learn::go_on(app),
        on::Step::GoBack => return learn::go_back(app),
        on::Step::Unsteer => {
            let text = match stepping.stepper.unsteer() {
                true => "back at the first choice made by hand; the algorithm's order applies again",
                false => "no branch was taken by hand",
            };
            app.say(text);
        }
        on::Step::Why if stepping.asked.as_ref().is_some_and(|asked| asked.is_open()) => {
            app.say("a question is open: answer it first, then this key explains it");
        }
        on::Step::Why => {
            let site = stepping.stepper.site();
            let asked = stepping.asked.as_ref().filter(|asked| asked.site == site);
            let asked = asked.map_or(Vec::new(), |asked| WhyLine::of_answer(&asked.quiz));
            let state = stepping.reasons();
            let lines = asked.into_iter().chain(state).collect();
            app.overlay = Some(Overlay::Why(Why::of(lines)));
        }
        on::Step::Goto => ask(app, Purpose::Goto, |stepping| stepping.stepper.site().to_string()),
        on::Step::Find => ask(app, Purpose::Find, |_| String::new()),
        on::Step::AddBreak => ask(app, Purpose::Break, proposed_break),
        on::Step::BreakDance => match Mistakes::new(stepping) {
            Ok(mistakes) => app.overlay = Some(mistakes.into()),
            Err(why) => app.complain(why),
        },
        on::Step::Breaks => app.overlay = Some(Overlay::Breaks(Breaks { cursor: 0 })),
        on::Step::JumpBack | on::Step::JumpForth => return jump(app, action == on::Step::JumpBack),
        on::Step::Remember => {
            let position = stepping.position();
            let text = format!("remembered: {}", position.site);
            stepping.bookmarks.retain(|other| *other != position);
            stepping.bookmarks.push(position);
            app.say(text);
        }
        on::Step::Recall => match stepping.bookmarks.pop() {
            Some(position) => {
                stepping.bookmarks.insert(0, position.clone());
                stepping.leave();
                return arrive(app, position);
            }
            None => app.say("there is no bookmark yet"),
        },
        on::Step::TakeAlong => {
            let (command, line) = (command(app), line(app));
            app.overlay = Some(Sharing::new(command, line).into());
        }
        on::Step::NextRule => {
            let rule = ItemRule::ALL[(stepping.policy.rule as usize + 1) % ItemRule::ALL.len()];
            stepping.motion = Motion::Still;
            let policy = Policy { rule, ..stepping.policy };
            stepping.leave();
            return vec![Ask::Restart(policy, None)];
        }
        on::Step::Tree => return vec![Ask::Show(Screen::Tree)],
        on::Step::Compare => return vec![Ask::Show(Screen::Compare)],
    }
    Vec::new()
}

/// The command that opens the current state: `quadrille step FILE --at ADDRESS`.
fn command(app: &App) -> String {
    // A lesson has a file, but its puzzle is not saved there.
    let source = app.open.map(|open| &app.library.entries[open].source);
    let of_lesson = source.and_then(|source| if let EntrySource::File(path) = source { Some(path) } else { None });
    let file = app.document().and_then(|document| document.path.as_ref()).or(of_lesson);
    let name = file.map_or_else(|| app.name().to_string(), |file| file.display().to_string());
    let Some(stepping) = &app.stepping else { return format!("quadrille step {}", quoted(&name)) };
    let Position { site, rule } = stepping.position();
    let rule = if rule == ItemRule::default() { String::new() } else { format!(" --rule {}", rule.name()) };
    format!("quadrille step {} --at {}{rule}", quoted(&name), quoted(&site.to_string()))
}

/// The current state as one line, or the reason why there is none.
fn line(app: &App) -> Result<String, String> {
    let (document, stepping) = app.document().zip(app.stepping.as_ref()).ok_or("no puzzle is open")?;
    let Position { site, rule } = stepping.position();
    let shared = SharedState { puzzle: document.to_be_saved(), rule, site };
    shared.write().map_err(|why| why.to_string())
}

/// Returns the effect that records a film of the next steps, or of this frame, in a file that was
/// typed. `None` if the name is not that of a film.
pub fn film(app: &mut App, name: &str, steps: usize) -> Option<Effect> {
    let path = PathBuf::from(name.trim());
    let format = match FilmFormat::of(&path) {
        Ok(format) => format,
        Err(why) => {
            app.complain(why);
            return None;
        }
    };
    let (entry, stepping) = (app.open?, app.stepping.as_ref()?);
    let filming = Filming {
        row: app.library.entries[entry].clone(),
        from: stepping.position(),
        grain: stepping.grain,
        settings: app.settings.clone(),
        size: app.size,
        steps,
        path,
        format,
    };
    app.say("recording");
    Some(Effect::Film(Box::new(filming)))
}

/// A word of a shell's command line, in quotes if it needs them.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,@~".contains(c);
    // A point at the end would look like that of a sentence.
    match !word.is_empty() && !word.starts_with(['-', '~']) && !word.ends_with('.') && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

fn step(app: &mut App, grain: Option<Grain>, forward: bool) {
    let Some(stepping) = &mut app.stepping else { return };
    let grain = grain.unwrap_or(stepping.grain);
    if grain == Grain::Solution {
        return stepping.seek(Some(Target::Solution), None, forward);
    }
    // The next branch may be far away. The first slice runs at once and is usually enough.
    if grain == Grain::Branch && stepping.stepper.slow().is_none() {
        stepping.leap(Some(Target::Branch), None, forward);
        if let Some(message) = stepping.seek_on() {
            app.say(message);
        }
        return;
    }
    stepping.motion = Motion::Still;
    if !stepping.stepper.step(grain, forward) {
        app.say(end(forward));
    }
}

fn run_on(app: &mut App, forward: bool) {
    let Some(stepping) = &mut app.stepping else { return };
    if stepping.breaks.iter().any(|breakpoint| breakpoint.on) {
        return stepping.leap(None, None, forward);
    }
    let key = app.settings.keymap.hint(on::Step::AddBreak);
    app.say(format!("there is no breakpoint to run to; {key} makes one"));
}

/// The breakpoint that is proposed for the current selection.
fn proposed_break(stepping: &Stepping) -> String {
    let names = &stepping.encoded;
    match (stepping.cursor.option, stepping.cursor.item) {
        (Some(option), _) => study::breakpoint_words(Break::Hidden(option), names),
        (None, Some(item)) => study::breakpoint_words(Break::Falls { item, to: 1 }, names),
        (None, None) => "dead end".to_string(),
    }
}

fn ask(app: &mut App, purpose: Purpose, proposed: fn(&Stepping) -> String) {
    let text = app.stepping.as_ref().map(proposed).unwrap_or_default();
    app.overlay = Some(Overlay::Prompt(Prompt::new(purpose, text, true)));
}

/// Handles the answer to a prompt of the debugger. Returns `false` if the answer was not
/// understood, so that the prompt stays open.
pub fn answered(app: &mut App, purpose: Purpose, text: &str) -> bool {
    let Some(stepping) = &mut app.stepping else { return true };
    let done = match purpose {
        Purpose::Goto => match study::destination(text) {
            Ok(place) => return go(app, &place),
            Err(error) => Err(error),
        },
        Purpose::Break => study::breakpoint(text, &stepping.encoded).map(|at| {
            stepping.breaks.retain(|other| other.at != at);
            stepping.breaks.push(Breakpoint { at, on: true });
            format!("breakpoint: {}", study::breakpoint_words(at, &stepping.encoded))
        }),
        Purpose::Find => find(stepping, text),
        _ => return true,
    };
    match done {
        Ok(text) => app.say(text),
        Err(error) => {
            app.complain(error);
            return false;
        }
    }
    true
}

/// Returns whether a text in the prompt for a name is a question about the whole search: it begins
/// like one, and is not a name.
pub fn is_question(app: &App, text: &str) -> bool {
    let Some(stepping) = &app.stepping else { return false };
    let names = &stepping.encoded;
    let text = text.trim();
    let is_name = study::option_named(text, names).is_ok() || study::item_named(text, names).is_ok();
    let first = text.split(' ').next().unwrap_or("");
    let leads = ["first", "last", "how", "when", "dead", "solution", "solutions", "deepest", "level"];
    let lead = leads.iter().any(|lead| first.eq_ignore_ascii_case(lead));
    !is_name && (lead || Query::read(text, names).is_ok())
}

/// The name of the result in the line that says what is being made.
const AN_ANSWER: &str = "the answer";

/// Asks a question about the whole search, on another thread. Returns false if it is not understood.
pub fn ask_search(app: &mut App, text: &str) -> (bool, Vec<Ask>) {
    let Some(stepping) = &app.stepping else { return (true, Vec::new()) };
    let query = match Query::read(text, &stepping.encoded) {
        Ok(query) => query,
        Err(error) => {
            app.complain(error);
            return (false, Vec::new());
        }
    };
    let (names, policy, index) = (stepping.encoded.clone(), stepping.policy, stepping.index.clone());
    let id = app.next_run();
    app.opening = Some(Waiting::new(id, AN_ANSWER));
    let task = Task::Ask(Box::new(Asking { query, names, policy, index }));
    (true, vec![Effect::Work(id, Box::new(task)).into()])
}

/// Says the answer to a question, and goes to its state.
pub fn replied(app: &mut App, replied: Replied) -> Vec<Ask> {
    let is_same = |it: &&mut Stepping| it.policy == replied.policy && Arc::ptr_eq(&it.encoded, &replied.names);
    let Some(stepping) = app.stepping.as_mut().filter(is_same) else { return Vec::new() };
    let words = replied.reply.words(&replied.query, &stepping.encoded).join("; ");
    stepping.index = replied.index.or(stepping.index.take());
    if app.screen == Screen::Step
        && let Some(address) = replied.reply.address()
    {
        go(app, &Destination::Address(address.clone().into()));
    }
    app.say(words);
    Vec::new()
}

/// Selects an item or an option by its name.
fn find(stepping: &mut Stepping, text: &str) -> Result<String, TypedError> {
    let text = text.trim();
    if let Ok(option) = study::option_named(text, &stepping.encoded) {
        stepping.select_option(option);
        return Ok(format!("selected: {}", stepping.encoded.option_long(option)));
    }
    let item = match (study::item_named(text, &stepping.encoded), text.parse::<u32>()) {
        // Nodes are found by their numbers, where no item has that name.
        (Err(_), Ok(number)) if (number as usize) < stepping.stepper.links().n_nodes() => {
            stepping.select_node(NodeId(number));
            return Ok(format!("selected: node {number}"));
        }
        (found, _) => found?,
    };
    stepping.cursor = Cursor { item: Some(item), ..Default::default() };
    Ok(format!("selected: {}", stepping.encoded.item_long(item)))
}

/// Goes to a place and reports the result. Returns `false` if there is no such place.
pub fn go(app: &mut App, place: &Destination) -> bool {
    let Some(stepping) = &mut app.stepping else { return false };
    stepping.motion = Motion::Still;
    let from = stepping.position();
    let said = match place {
        Destination::Address(site) => match stepping.stepper.go_to(site) {
            Ok(()) => Ok(arrived(stepping)),
            Err(astray) => Err(format!("{site} leads nowhere: {astray}")),
        },
        Destination::Level(level) => {
            let mut address = stepping.stepper.search().address();
            if *level == 0 || *level > address.branches.len() {
                Err(format!("this path has {}", plural(address.branches.len(), "level")))
            } else {
                address.branches.truncate(*level);
                let go = stepping.stepper.go(&Address { at: At::Try, ..address });
                go.map(|()| arrived(stepping)).map_err(|astray| astray.to_string())
            }
        }
        Destination::Operation(number) => {
            let from = stepping.stepper.clone();
            if stepping.stepper.go_to_operation(*number) {
                Ok(arrived(stepping))
            } else {
                stepping.seek(None, Some(Break::Operation(*number)), true);
                stepping.from = Some(Box::new(from));
                Ok(format!("going on to operation {}", thousands((*number).into())))
            }
        }
        Destination::Solution(number) => {
            let from = Box::new(stepping.stepper.clone());
            stepping.stepper.go_before_solution(*number);
            stepping.seek(None, Some(Break::Solution(Some(*number))), true);
            stepping.from = Some(from);
            Ok(format!("going on to solution {}", thousands((*number).into())))
        }
    };
    let arrived = said.is_ok();
    if arrived {
        stepping.left(from);
    }
    match said {
        Ok(text) => app.say(text),
        Err(text) => app.complain(text),
    }
    arrived
}

/// Goes back to where the last jump began, or undoes the last such return.
fn jump(app: &mut App, back: bool) -> Vec<Ask> {
    let Some(stepping) = &mut app.stepping else { return Vec::new() };
    let here = stepping.position();
    let Some(position) = (if back { stepping.jumps.pop() } else { stepping.undone.pop() }) else {
        app.say(if back { "no jump to go back from" } else { "no jump to go forth to" });
        return Vec::new();
    };
    if back {
        stepping.undone.push(here)
    } else {
        stepping.jumps.push(here)
    }
    arrive(app, position)
}

/// Goes to a place that was left before, under the item rule in force at that time.
fn arrive(app: &mut App, position: Position) -> Vec<Ask> {
    let Some(stepping) = &mut app.stepping else { return Vec::new() };
    stepping.motion = Motion::Still;
    if position.rule != stepping.policy.rule {
        let policy = Policy { rule: position.rule, ..stepping.policy };
        return vec![Ask::Restart(policy, Some(position.site))];
    }
    match stepping.stepper.go_to(&position.site) {
        Ok(()) => {
            let text = arrived(stepping);
            app.say(text);
        }
        Err(astray) => app.complain(format!("{} leads nowhere: {astray}", position.site)),
    }
    Vec::new()
}

fn arrived(stepping: &Stepping) -> String {
    let stepper = &stepping.stepper;
    let covered = stepper.search().chosen().len();
    match stepper.is_whole() {
        true => {
            format!("operation {}, by a path of {}", thousands(stepper.operations() as u128), plural(covered, "option"))
        }
        false => format!("placed on a path of {}; counts start here", plural(covered, "option")),
    }
}

/// Handles Enter. A selected option of the item being branched on becomes the next to be tried; a
/// chosen option leads to its level.
fn take(app: &mut App) {
    let Some(stepping) = &mut app.stepping else { return };
    let search = stepping.stepper.search();
    let Some(option) = stepping.cursor.option else {
        return app.say(
            "select an option first: an option of the current item is tried next, a chosen one leads to its level",
        );
    };
    if let Some(level) = stepping.level_selected() {
        _ = go(app, &Destination::Level(level + 1));
        return;
    }
    let name = stepping.encoded.option_short(option);
    // If an item chosen higher on the path has this option as a branch, go back to that choice.
    let items = stepping.encoded.problem.items_of(option);
    let chosen = search.chosen();
    let above = (0..chosen.len()).rev().find(|&level| items.contains(&search.links().item(chosen[level])));
    if let (None, Some(level)) = (search.branch_of(option), above) {
        let mut there = search.clone();
        let address = search.address();
        let branches = address.branches[..=level].to_vec();
        let is_branch = there.go(&Address { branches, at: At::Try, ..address }).is_ok();
        if is_branch && there.branch_of(option).is_some() {
            let jumps = stepping.jumps.len();
            _ = go(app, &Destination::Level(level + 1));
            take(app);
            // This is one jump, not two.
            if let Some(stepping) = &mut app.stepping {
                stepping.jumps.truncate(jumps + 1);
            }
            return;
        }
    }
    let Some(stepping) = &mut app.stepping else { return };
    let k = stepping.stepper.search().branch_of(option);
    match k {
        Some(k) if stepping.steer(k) => {
            let key = app.settings.keymap.hint(on::Step::Unsteer);
            app.say(format!("{name} is next, by hand; {key} returns to the algorithm's own order"));
        }
        None if stepping.stepper.search().next_item().is_some() => {
            let key = app.settings.keymap.hint(on::Step::Forward);
            app.say(format!("no item is chosen yet: {key} chooses one; then {name} can be next if it holds that item"));
        }
        _ => {
            let why = match Standing::of(stepping.stepper.search()).option(option) {
                Fate::Hidden(blame) => format!(
                    "it was hidden at level {}; {} says by what",
                    blame.level,
                    app.settings.keymap.hint(on::Step::Why)
                ),
                Fate::Idle => "no open item needs it".to_string(),
                _ => "it is not an option of the current item".to_string(),
            };
            app.say(format!("{name} cannot be next: {why}"));
        }
    }
}

/// Selects the candidate for a typed symbol while the Grid view has the cursor. Returns `false` if
/// there is none.
pub fn typed(app: &mut App, c: char) -> bool {
    let stepping = app.stepping.as_mut().filter(|stepping| stepping.panel == Panel::Grid);
    let selected = stepping.is_some_and(|stepping| stepping.select_symbol(c));
    if selected {
        say_selected(app);
    }
    selected
}

/// Names the selected option in a notice, because the highlighted cell alone does not identify it.
fn say_selected(app: &mut App) {
    if let Some(stepping) = &app.stepping
        && let Some(option) = stepping.cursor.option
    {
        let text = format!("selected: {}", stepping.encoded.option_long(option));
        app.say(text);
    }
}
