//! The actions of the screen Step, the debugger.

pub mod learn;
pub mod review;
mod taking;

use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use crate::app::message::Effect;
use crate::app::model::app::Desk;
use crate::app::model::document::Document;
use crate::app::model::filming::{FilmFormat, Filming};
use crate::app::model::library::{EntrySource, Library};
use crate::app::model::prompt::{Prompt, Purpose};
use crate::app::model::room::Waiting;
use crate::app::model::stepping::{
    Aside, Breakpoint, Cursor, Motion, Panel, Position, SPEEDS, StepLayout, Stepping, Toward, end, go_to,
};
use crate::app::overlay::{Breaks, Mistakes, Overlay, Sharing, Why, Yours};
use dancing::{Address, At, ItemRule, NodeId, Policy};
use quadrille_solve::{Break, Grain, Leap};
use quadrille_study::{
    self as study, Asking, Destination, Query, Replied, SharedError, SharedState, Task, TypedError, WhyLine, plural,
    thousands,
};
use std::path::PathBuf;
use std::sync::Arc;

pub fn act(stepping: &mut Stepping, library: &mut Library, desk: &mut Desk, action: on::Step) -> Vec<Ask> {
    // A search that plays to its first solution pauses at any key but those of the pace.
    if !matches!(action, on::Step::Slower | on::Step::Faster | on::Step::Run) {
        stepping.pause_show();
    }
    match action {
        on::Step::Forward => step(stepping, desk, None, true),
        on::Step::Backward => step(stepping, desk, None, false),
        on::Step::NextBranch => step(stepping, desk, Some(Grain::Branch), true),
        on::Step::PriorBranch => step(stepping, desk, Some(Grain::Branch), false),
        on::Step::ToSolution => stepping.leap(Some(Leap::Solution), None, true),
        on::Step::BackToSolution => stepping.leap(Some(Leap::Solution), None, false),
        on::Step::ToDeadEnd => stepping.leap(Some(Leap::DeadEnd), None, true),
        on::Step::BackToDeadEnd => stepping.leap(Some(Leap::DeadEnd), None, false),
        on::Step::Continue => run_on(stepping, desk, true),
        on::Step::ContinueBack => run_on(stepping, desk, false),
        on::Step::ToRoot => {
            stepping.motion = Motion::Still;
            stepping.leave();
            stepping.follow();
            stepping.stepper.to_root();
            let key = desk.settings.keymap.hint(on::Step::JumpBack);
            desk.say(format!("at the root; {key} goes back to where you were"));
        }
        on::Step::Run => stepping.dance(true),
        on::Step::RunBack => stepping.dance(false),
        on::Step::Slower | on::Step::Faster => {
            stepping.change_speed(action == on::Step::Faster);
            // The header of Watch shows the pace.
            if !stepping.is_watch() {
                desk.say(format!("{} steps a second", SPEEDS[stepping.speed]));
            }
        }
        on::Step::Finer | on::Step::Coarser => {
            let grain = stepping.grain;
            stepping.set_grain(if action == on::Step::Finer { grain.finer() } else { grain.coarser() });
            desk.say(format!("a step is now: {}", stepping.grain.help()));
        }
        on::Step::NextPanel | on::Step::PriorPanel => {
            let forward = action == on::Step::NextPanel;
            match stepping.layout {
                StepLayout::Watch(_) => stepping.turn_aside(forward),
                StepLayout::Inspect => stepping.panel = stepping.panel.turn(forward, &stepping.encoded),
            }
        }
        on::Step::Inspect => {
            stepping.inspect();
            let key = desk.settings.keymap.hint(on::Step::Inspect);
            desk.say(match stepping.layout {
                StepLayout::Inspect => format!("every view; {key} leaves the picture alone with its sentences"),
                StepLayout::Watch(_) => format!("the picture and its sentences; {key} shows every view"),
            });
        }
        on::Step::Counts => stepping.show(Aside::Counts),
        on::Step::Array if stepping.is_watch() => stepping.show(Aside::Array),
        on::Step::Array => {
            stepping.zoom = stepping.panel != Panel::Array || !stepping.zoom;
            stepping.panel = Panel::Array;
        }
        on::Step::Zoom => match stepping.layout {
            StepLayout::Inspect => stepping.zoom = !stepping.zoom,
            StepLayout::Watch(_) => {
                let key = desk.settings.keymap.hint(on::Step::Inspect);
                desk.say(format!("the picture is as large as it can be; {key} shows every view, which can be zoomed"));
            }
        },
        on::Step::Pointers if stepping.is_watch() => stepping.show(Aside::Links),
        on::Step::Pointers => {
            stepping.zoom = stepping.panel != Panel::Links || !stepping.zoom;
            stepping.cursor = Cursor::default();
            stepping.panel = Panel::Links;
        }
        on::Step::CursorLeft => stepping.move_cursor(Toward::Left),
        on::Step::CursorRight => stepping.move_cursor(Toward::Right),
        on::Step::CursorUp => stepping.move_cursor(Toward::Up),
        on::Step::CursorDown => stepping.move_cursor(Toward::Down),
        on::Step::NextOption | on::Step::PriorOption if stepping.is_watch() => {
            taking::preview(stepping, desk, action == on::Step::NextOption);
        }
        on::Step::NextOption | on::Step::PriorOption => {
            let forward = action == on::Step::NextOption;
            stepping.turn_choice(forward);
            say_selected(stepping, desk);
        }
        on::Step::Take if learn::is_asked(stepping) => learn::answer(stepping, desk),
        on::Step::Take => {
            // A task waits for this key, unless something is selected or tried.
            let is_free = stepping.aside() == Aside::Nothing || stepping.learning.looks;
            let is_free = is_free && stepping.trial.is_none();
            if !is_free || !learn::task(stepping, desk) {
                return match is_free && learn::is_done(stepping) {
                    true => learn::go_on(stepping, library, desk),
                    false => taking::take(stepping, desk),
                };
            }
        }
        on::Step::Return => taking::come_back(stepping, desk),
        on::Step::AskMe => learn::ask(stepping, desk),
        on::Step::GoOn => return learn::go_on(stepping, library, desk),
        on::Step::GoBack => learn::go_back(stepping, desk),
        on::Step::Unsteer => {
            stepping.trial = None;
            let text = match stepping.stepper.unsteer() {
                true => "back at the first choice made by hand; the algorithm's order applies again",
                false => "no branch was taken by hand",
            };
            desk.say(text);
        }
        on::Step::Why if learn::is_asked(stepping) => {
            desk.say("a question is open: answer it first, then this key explains it");
        }
        on::Step::Why if stepping.is_watch() && !desk.settings.keymap.is_named() => {
            stepping.halt();
            stepping.show(Aside::Why(0));
        }
        on::Step::Why => {
            let site = stepping.stepper.site();
            let asked = stepping.learning.asked.as_ref().filter(|asked| asked.site == site);
            let asked = asked.map_or(Vec::new(), |asked| WhyLine::of_answer(&asked.quiz));
            let state = stepping.why_lines();
            let lines = asked.into_iter().chain(state).collect();
            desk.overlay = Some(Overlay::Why(Why::of(lines)));
        }
        on::Step::Goto => ask(desk, Purpose::Goto, stepping.stepper.site().to_string()),
        on::Step::Find => ask(desk, Purpose::Find, String::new()),
        on::Step::AddBreak => ask(desk, Purpose::Break, proposed_break(stepping)),
        on::Step::BreakDance => match &stepping.yours {
            Some(_) => desk.overlay = Some(Yours.into()),
            None => Mistakes::open(stepping, desk),
        },
        on::Step::Breaks => desk.overlay = Some(Overlay::Breaks(Breaks { cursor: 0 })),
        on::Step::JumpBack | on::Step::JumpForth => return jump(stepping, desk, action == on::Step::JumpBack),
        on::Step::Remember => {
            let position = stepping.position();
            let text = format!("remembered: {}", position.site);
            stepping.jumps.mark(position);
            desk.say(text);
        }
        on::Step::Recall => match stepping.jumps.recall() {
            Some(position) => {
                stepping.leave();
                return arrive(stepping, desk, position);
            }
            None => desk.say("there is no bookmark yet"),
        },
        on::Step::TakeAlong => {
            if let Some(document) = library.document() {
                desk.overlay = Some(Sharing::new(command(stepping, library), line(stepping, document)).into());
            }
        }
        on::Step::FilmBack => {
            let name = format!("{}.svg", library.name().trim_end_matches(".toml").replace([' ', '#', '/'], "-"));
            desk.overlay =
                Some(Overlay::Prompt(Prompt::new(Purpose::Film { steps: LAST_STEPS, back: true }, name, true)));
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

/// The steps of a film of what just happened.
const LAST_STEPS: usize = 12;

/// The command that opens the current state: `quadrille step FILE --at ADDRESS`.
fn command(stepping: &Stepping, library: &Library) -> String {
    // A lesson has a file, but its puzzle is not saved there.
    let source = library.open.map(|open| &library.entries[open].source);
    let of_lesson = source.and_then(|source| if let EntrySource::File(path) = source { Some(path) } else { None });
    let file = library.document().and_then(|document| document.file.path.as_ref()).or(of_lesson);
    let name = file.map_or_else(|| library.name().to_string(), |file| file.display().to_string());
    let Position { site, rule } = stepping.position();
    let rule = if rule == ItemRule::default() { String::new() } else { format!(" --rule {}", rule.name()) };
    format!("quadrille step {} --at {}{rule}", quoted(&name), quoted(&site.to_string()))
}

/// The current state as one line, or the reason why there is none.
fn line(stepping: &Stepping, document: &Document) -> Result<String, SharedError> {
    let Position { site, rule } = stepping.position();
    SharedState { puzzle: document.to_be_saved(), rule, site }.write()
}

/// Returns the effect that records a film of the next steps or the last ones, or of this frame, in a
/// file that was typed. `None` if the name is not that of a film.
// Many parameters: the parts of the app, and what was asked for.
fn film(
    stepping: &Stepping,
    library: &Library,
    desk: &mut Desk,
    name: &str,
    steps: usize,
    back: bool,
) -> Option<Effect> {
    let path = PathBuf::from(name.trim());
    let format = FilmFormat::of(&path).map_err(|why| desk.complain(why)).ok()?;
    let (mut from, mut steps) = (stepping.position(), steps);
    if back {
        let mut walker = stepping.stepper.clone();
        steps = (0..steps).take_while(|_| walker.step(stepping.grain, false)).count();
        from.site = walker.site();
    }
    let filming = Filming {
        row: library.entries[library.open?].clone(),
        from,
        grain: stepping.grain,
        settings: desk.settings.clone(),
        size: desk.terminal.size,
        steps,
        path,
        format,
    };
    desk.say("recording");
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

fn step(stepping: &mut Stepping, desk: &mut Desk, grain: Option<Grain>, forward: bool) {
    stepping.follow();
    let grain = grain.unwrap_or(stepping.grain);
    if grain == Grain::Solution {
        return stepping.seek(Some(Leap::Solution), None, forward);
    }
    // The next branch may be far away. The first slice runs at once and is usually enough.
    if grain == Grain::Branch && stepping.stepper.slow().is_none() {
        stepping.leap(Some(Leap::Branch), None, forward);
        if let Some(message) = stepping.seek_on() {
            desk.say(message);
        }
        return;
    }
    stepping.motion = Motion::Still;
    if !stepping.stepper.step(grain, forward) {
        desk.say(end(forward));
    }
}

fn run_on(stepping: &mut Stepping, desk: &mut Desk, forward: bool) {
    if stepping.breaks.iter().any(|breakpoint| breakpoint.on) {
        return stepping.leap(None, None, forward);
    }
    let key = desk.settings.keymap.hint(on::Step::AddBreak);
    desk.say(format!("there is no breakpoint to run to; {key} makes one"));
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

fn ask(desk: &mut Desk, purpose: Purpose, proposed: String) {
    desk.overlay = Some(Overlay::Prompt(Prompt::new(purpose, proposed, true)));
}

/// Handles the answer to a prompt of the debugger. Returns `None` if the answer was not understood,
/// so that the prompt stays open.
pub fn answered(
    stepping: &mut Stepping,
    library: &Library,
    desk: &mut Desk,
    purpose: Purpose,
    text: &str,
) -> Option<Vec<Ask>> {
    let done = match purpose {
        Purpose::Film { steps, back } => return Some(vec![film(stepping, library, desk, text, steps, back)?.into()]),
        Purpose::Find if is_question(stepping, text) => {
            ask_search(stepping, desk, text).map(|effect| vec![effect.into()])
        }
        Purpose::Goto => match study::destination(text) {
            Ok(place) => return go(stepping, desk, &place).then(Vec::new),
            Err(error) => Err(error),
        },
        Purpose::Break => study::breakpoint(text, &stepping.encoded).map(|at| {
            stepping.breaks.retain(|other| other.at != at);
            stepping.breaks.push(Breakpoint { at, on: true });
            desk.say(format!("breakpoint: {}", study::breakpoint_words(at, &stepping.encoded)));
            Vec::new()
        }),
        _ => find(stepping, text).map(|found| {
            desk.say(found);
            Vec::new()
        }),
    };
    done.map_err(|error| desk.complain(error)).ok()
}

/// Returns whether a text in the prompt for a name is a question about the whole search: it begins
/// like one, and is not a name.
fn is_question(stepping: &Stepping, text: &str) -> bool {
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

/// Asks a question about the whole search, on another thread.
fn ask_search(stepping: &Stepping, desk: &mut Desk, text: &str) -> Result<Effect, TypedError> {
    let query = Query::read(text, &stepping.encoded)?;
    let (names, policy, index) = (stepping.encoded.clone(), stepping.policy, stepping.whole.index.clone());
    let id = desk.next_run();
    desk.opening = Some(Waiting::new(id, AN_ANSWER));
    let task = Task::Ask(Box::new(Asking { query, names, policy, index }));
    Ok(Effect::Work(id, Box::new(task)))
}

/// Says the answer to a question and, if the debugger `is_shown`, goes to its state. An answer
/// about another search is dropped.
pub(crate) fn replied(stepping: &mut Stepping, desk: &mut Desk, replied: Replied, is_shown: bool) {
    if stepping.policy != replied.policy || !Arc::ptr_eq(&stepping.encoded, &replied.names) {
        return;
    }
    let words = replied.reply.words(&replied.query, &stepping.encoded).join("; ");
    stepping.whole.index = replied.index.or(stepping.whole.index.take());
    if let Some(address) = replied.reply.address().filter(|_| is_shown) {
        go(stepping, desk, &Destination::Address(address.clone().into()));
    }
    desk.say(words);
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
pub fn go(stepping: &mut Stepping, desk: &mut Desk, place: &Destination) -> bool {
    stepping.motion = Motion::Still;
    stepping.follow();
    let from = stepping.position();
    let said = match place {
        Destination::Address(site) => {
            go_to(&mut stepping.stepper, site).map(|()| arrived(stepping)).map_err(|why| why.to_string())
        }
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
        stepping.jumps.leave(from);
    }
    match said {
        Ok(text) => desk.say(text),
        Err(text) => desk.complain(text),
    }
    arrived
}

/// Goes back to where the last jump began, or undoes the last such return.
fn jump(stepping: &mut Stepping, desk: &mut Desk, back: bool) -> Vec<Ask> {
    let Some(position) = stepping.jumps.turn(back, stepping.position()) else {
        desk.say(if back { "no jump to go back from" } else { "no jump to go forth to" });
        return Vec::new();
    };
    arrive(stepping, desk, position)
}

/// Goes to a place that was left before, under the item rule in force at that time.
fn arrive(stepping: &mut Stepping, desk: &mut Desk, position: Position) -> Vec<Ask> {
    stepping.motion = Motion::Still;
    stepping.follow();
    if position.rule != stepping.policy.rule {
        let policy = Policy { rule: position.rule, ..stepping.policy };
        return vec![Ask::Restart(policy, Some(position.site))];
    }
    match go_to(&mut stepping.stepper, &position.site) {
        Ok(()) => desk.say(arrived(stepping)),
        Err(why) => desk.complain(why),
    }
    Vec::new()
}

fn arrived(stepping: &Stepping) -> String {
    let stepper = &stepping.stepper;
    let covered = stepper.search().chosen().len();
    match stepper.is_counted() {
        true => {
            format!("operation {}, by a path of {}", thousands(stepper.operations() as u128), plural(covered, "option"))
        }
        false => format!("placed on a path of {}; counts start here", plural(covered, "option")),
    }
}

/// Handles a typed character that is not a command: the number of an answer or, while the Grid view
/// has the cursor, a symbol whose candidate is selected. Returns `None` if it is neither.
pub fn typed(stepping: &mut Stepping, desk: &mut Desk, c: char) -> Option<Vec<Ask>> {
    let answered = learn::typed(stepping, desk, c);
    let on_picture = match stepping.layout {
        StepLayout::Watch(_) => true,
        StepLayout::Inspect => stepping.panel == Panel::Grid,
    };
    if answered.is_none() && on_picture && stepping.select_symbol(c) {
        say_selected(stepping, desk);
        return Some(Vec::new());
    }
    answered.map(|()| Vec::new())
}

/// Names the selected option in a notice, because the highlighted cell alone does not identify it.
fn say_selected(stepping: &Stepping, desk: &mut Desk) {
    if let Some(option) = stepping.cursor.option {
        desk.say(format!("selected: {}", stepping.encoded.option_long(option)));
    }
}
