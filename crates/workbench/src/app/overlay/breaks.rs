//! The debugger's breakpoints.

use super::{Dialog, Page, PageLine, Tick, Tone, TypedLine, Width, numbered};
use crate::app::action::on;
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::model::app::App;
use crate::app::model::stepping::Breakpoint;
use quadrille_study::{BREAKS, breakpoint_words};

/// The list of breakpoints.
#[derive(Clone, Debug)]
pub struct Breaks {
    /// The index of the selected breakpoint.
    pub cursor: usize,
}

impl Dialog for Breaks {
    fn key(self, app: &mut App, key: Key) -> Vec<Ask> {
        let cursor = self.cursor;
        let Some(stepping) = &mut app.rooms.stepping else { return Vec::new() };
        let last = stepping.breaks.len().saturating_sub(1);
        let cursor = match key.code {
            Code::Down | Code::Char('j') => (cursor + 1).min(last),
            Code::Up | Code::Char('k') => cursor.saturating_sub(1),
            Code::Enter | Code::Char(' ') => {
                if let Some(breakpoint) = stepping.breaks.get_mut(cursor) {
                    breakpoint.on = !breakpoint.on;
                }
                cursor
            }
            Code::Delete | Code::Char('x' | 'd') => {
                if cursor < stepping.breaks.len() {
                    stepping.breaks.remove(cursor);
                }
                cursor.min(stepping.breaks.len().saturating_sub(1))
            }
            Code::Char('b') => return vec![Ask::Do(on::Step::AddBreak.into())],
            _ => return Vec::new(),
        };
        Breaks { cursor }.stay(app)
    }

    fn words(&self, app: &App) -> Vec<String> {
        let breaks = app.rooms.stepping.as_ref().map_or(Vec::new(), |stepping| {
            let words = |breakpoint: &Breakpoint| {
                let state = if breakpoint.on { "on" } else { "off" };
                format!("{}: {state}", breakpoint_words(breakpoint.at, &stepping.encoded))
            };
            stepping.breaks.iter().map(words).collect()
        });
        numbered(breaks, "type a number to switch one off or on, or cancel")
    }

    /// A number switches a breakpoint off, or on again.
    fn answer(&mut self, line: &str) -> TypedLine {
        match TypedLine::row(line) {
            Some(at) => {
                self.cursor = at;
                TypedLine::Press(Key::plain(Code::Enter))
            }
            None => TypedLine::Command,
        }
    }
}

impl Breaks {
    pub(super) fn page(&self, app: &App) -> Page {
        let mut lines = Vec::new();
        if let Some(stepping) = &app.rooms.stepping {
            for (at, breakpoint) in stepping.breaks.iter().enumerate() {
                let text = breakpoint_words(breakpoint.at, &stepping.encoded);
                let tone = if at == self.cursor { Tone::Here } else { Tone::Plain };
                let tick = if breakpoint.on { Tick::On } else { Tick::Off };
                lines.push(PageLine { text, tone, tick });
            }
        }
        // The forms of a breakpoint are long.
        let wrapped = if lines.is_empty() { Some(50) } else { None };
        if lines.is_empty() {
            lines.push(PageLine { tone: Tone::Dim, ..PageLine::plain("none yet; b sets one:".to_string()) });
            lines.push(PageLine::plain(BREAKS.to_string()));
        }
        let keys = "enter on, off   x remove   b new   esc close";
        Page { title: "BREAKPOINTS".to_string(), lines, keys, width: Width::Fixed(56, wrapped), above: 0 }
    }
}
