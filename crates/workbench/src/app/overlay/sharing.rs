//! The list of what can be copied or written from Step: the command that opens the state, the state
//! in one line, a picture of the frame, and a film of the next steps.

use super::{Dialog, Page, PageLine, Tick, Tone, TypedLine, Width, numbered};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::prompt::{Prompt, Purpose};
use quadrille_study::SharedError;

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Along {
    Command,
    Line,
    /// A file with this extension, and the number of steps that it shows.
    File(&'static str, usize),
}

/// The number of steps of a film.
const STEPS: usize = 20;

/// The rows, with their help.
const ROWS: [(Along, &str); 6] = [
    (Along::Command, "copy the command that opens this state"),
    (Along::Line, "copy the puzzle and the state as one line, for a chat"),
    (Along::File("svg", 0), "write this frame as a picture: a file .svg"),
    (Along::File("svg", STEPS), "write a film of the next steps, which plays where pictures do: a file .svg"),
    (Along::File("cast", STEPS), "write the next steps as a recording for asciinema: a file .cast"),
    (Along::File("html", STEPS), "write the next steps as a page of slides: a file .html"),
];

/// The list of what can be copied or written.
#[derive(Clone, Debug)]
pub struct Sharing {
    /// The index of the selected row.
    cursor: usize,
    /// The command that opens the state.
    command: String,
    /// The state in one line, or the reason why there is none.
    line: Result<String, SharedError>,
}

impl Sharing {
    /// The list for a state.
    pub fn new(command: String, line: Result<String, SharedError>) -> Sharing {
        Sharing { cursor: 0, command, line }
    }

    /// The page that is shown.
    pub fn page(&self, _app: &App) -> Page {
        let row = |(at, (_, help)): (usize, &(Along, &str))| PageLine {
            text: help.to_string(),
            tone: if at == self.cursor { Tone::Here } else { Tone::Plain },
            tick: Tick::Absent,
        };
        let mut lines: Vec<PageLine> = ROWS.iter().enumerate().map(row).collect();
        let about = match (ROWS[self.cursor].0, &self.line) {
            (Along::Command, _) => self.command.clone(),
            (Along::Line, Ok(line)) => format!("{} characters: {line:.60}...", line.len()),
            (Along::Line, Err(why)) => format!("not possible: {why}"),
            (Along::File(_, 0), _) => String::new(),
            (Along::File(..), _) => format!("{STEPS} steps at this grain"),
        };
        lines.push(PageLine::plain(String::new()));
        lines.push(PageLine { text: about, tone: Tone::Dim, tick: Tick::Absent });
        let keys = "up/down choose   enter copy or write   esc close";
        Page { title: "TAKE ALONG".to_string(), lines, keys, width: Width::Wrapped(74), above: 0 }
    }
}

impl Dialog for Sharing {
    fn key(mut self, app: &mut App, key: Key) -> Vec<Ask> {
        let last = ROWS.len() - 1;
        match key.code {
            Code::Down | Code::Tab | Code::Char('j') => self.cursor = (self.cursor + 1).min(last),
            Code::Up | Code::Char('k') => self.cursor = self.cursor.saturating_sub(1),
            // Pressed twice, the key that opens the list copies the command.
            Code::Enter | Code::Char('y') => return self.take(app),
            Code::Char('q') => return Vec::new(),
            _ => {}
        }
        self.stay(app)
    }

    fn words(&self, _app: &App) -> Vec<String> {
        numbered(ROWS.iter().map(|(_, help)| help.to_string()).collect(), "type a number, or cancel")
    }

    fn answer(&mut self, line: &str) -> TypedLine {
        match TypedLine::row(line).filter(|&at| at < ROWS.len()) {
            Some(at) => {
                self.cursor = at;
                TypedLine::Press(Key::plain(Code::Enter))
            }
            None => TypedLine::Command,
        }
    }
}

impl Sharing {
    fn take(self, app: &mut App) -> Vec<Ask> {
        match ROWS[self.cursor].0 {
            Along::Command => {
                let command = self.command;
                let tail: String = command.chars().rev().take(60).collect::<Vec<_>>().into_iter().rev().collect();
                let dots = if tail.len() < command.len() { "..." } else { "" };
                let is_saved = app.document().is_none_or(|document| document.history.is_saved());
                let unsaved = if is_saved { "" } else { "; the file does not have your changes yet" };
                app.desk.say(format!("copied: {dots}{tail}{unsaved}"));
                vec![Ask::Effect(Effect::Copy(command))]
            }
            Along::Line => match self.line {
                Ok(line) => {
                    app.desk.say(format!(
                        "copied: a line of {} characters; `quadrille open` or a paste opens it",
                        line.len()
                    ));
                    vec![Ask::Effect(Effect::Copy(line))]
                }
                Err(why) => {
                    app.desk.complain(why);
                    Vec::new()
                }
            },
            Along::File(extension, steps) => {
                let text = format!("{}.{extension}", app.file_stem());
                app.desk.overlay = Some(Prompt::new(Purpose::Film { steps, back: false }, text, true).into());
                Vec::new()
            }
        }
    }
}
