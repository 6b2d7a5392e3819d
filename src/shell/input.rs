//! The reader thread turns the terminal's events into messages of the workbench. No other thread
//! reads crossterm's queue.

use super::effects::drills;
use super::wake::{Fed, Wake, feed};
use crate::app::{Code, Deed, Key, Msg};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind, poll, read};
use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// Starts the reader thread. It ends when the terminal is gone.
pub fn listen(wakes: Sender<Wake>) -> io::Result<()> {
    let mut events = Events::default();
    feed("input", wakes, move || {
        let event = match events.next() {
            Ok(event) => event,
            Err(_) => return Fed::End(Some(Wake::Gone)),
        };
        let wake = match event {
            Event::Mouse(event) => deed(event.kind).map(|deed| Wake::Pointer { deed, at: (event.column, event.row) }),
            event => message(event).map(Wake::Msg),
        };
        if matches!(wake, Some(Wake::Msg(Msg::Key(key))) if key == Key::char('!')) && drills("input") {
            panic!("a drill on the thread that reads the keyboard");
        }
        wake.map_or(Fed::Nothing, Fed::Wake)
    })
}

/// The longest pause inside an answer of the terminal.
const PAUSE: Duration = Duration::from_millis(200);

/// The most keys of an answer of the terminal.
const ANSWER: usize = 256;

/// The events of the terminal, without its answers to questions.
///
/// An answer such as `ESC ] 11 ; rgb:0000/0000/0000 BEL` may arrive when it is not waited for any
/// more, over a slow line. crossterm reads it as keys: alt-], the characters, and ctrl-g or alt-\.
#[derive(Default)]
struct Events {
    /// Events that were read ahead, and belong to no answer.
    waiting: VecDeque<Event>,
}

impl Events {
    fn next(&mut self) -> io::Result<Event> {
        loop {
            let event = match self.waiting.pop_front() {
                Some(event) => return Ok(event),
                None => read()?,
            };
            if !is_held(&event, KeyModifiers::ALT, ']') {
                return Ok(event);
            }
            self.waiting.push_back(event);
            if self.reads_answer()? {
                self.waiting.clear();
            }
        }
    }

    /// Reads on after the beginning of an answer. Returns false if it was none.
    fn reads_answer(&mut self) -> io::Result<bool> {
        while self.waiting.len() < ANSWER && poll(PAUSE)? {
            let event = read()?;
            let first = self.waiting.len() == 1;
            let digit = typed(&event).is_some_and(|c| c.is_ascii_digit());
            let text = typed(&event).is_some_and(|c| c.is_ascii_graphic() || c == ' ');
            let ends = is_held(&event, KeyModifiers::CONTROL, 'g') || is_held(&event, KeyModifiers::ALT, '\\');
            self.waiting.push_back(event);
            if first && !digit || !text && !ends {
                return Ok(false);
            }
            if ends {
                return Ok(true);
            }
        }
        // Digits and text that nothing ends are an answer that was cut off.
        Ok(self.waiting.len() > 2)
    }
}

/// The character that an event types.
fn typed(event: &Event) -> Option<char> {
    match event {
        Event::Key(KeyEvent { code: KeyCode::Char(c), modifiers, .. })
            if !modifiers.intersects(KeyModifiers::ALT | KeyModifiers::CONTROL) =>
        {
            Some(*c)
        }
        _ => None,
    }
}

/// Returns true if an event is a character with a modifier held.
fn is_held(event: &Event, modifier: KeyModifiers, c: char) -> bool {
    matches!(event, Event::Key(key) if key.code == KeyCode::Char(c) && key.modifiers.contains(modifier))
}

fn message(event: Event) -> Option<Msg> {
    match event {
        Event::Key(event) => key(event).map(Msg::Key),
        Event::Paste(text) => Some(Msg::Paste(text)),
        Event::Resize(columns, rows) => Some(Msg::Resize(columns, rows)),
        Event::FocusGained | Event::FocusLost | Event::Mouse(_) => None,
    }
}

fn deed(kind: MouseEventKind) -> Option<Deed> {
    match kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Deed::Press),
        MouseEventKind::Drag(MouseButton::Left) => Some(Deed::Drag),
        MouseEventKind::ScrollDown => Some(Deed::Wheel { down: true }),
        MouseEventKind::ScrollUp => Some(Deed::Wheel { down: false }),
        _ => None,
    }
}

/// Returns the key of an event. A release is ignored, and a shifted character is its capital.
pub fn key(event: KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let held = |modifier| event.modifiers.contains(modifier);
    let (code, shift) = match event.code {
        KeyCode::Char(c) => (Code::Char(c), false),
        KeyCode::BackTab => (Code::Tab, true),
        KeyCode::Enter => (Code::Enter, held(KeyModifiers::SHIFT)),
        KeyCode::Esc => (Code::Esc, false),
        KeyCode::Tab => (Code::Tab, held(KeyModifiers::SHIFT)),
        KeyCode::Backspace => (Code::Backspace, false),
        KeyCode::Delete => (Code::Delete, held(KeyModifiers::SHIFT)),
        KeyCode::Insert => (Code::Insert, held(KeyModifiers::SHIFT)),
        KeyCode::Up => (Code::Up, held(KeyModifiers::SHIFT)),
        KeyCode::Down => (Code::Down, held(KeyModifiers::SHIFT)),
        KeyCode::Left => (Code::Left, held(KeyModifiers::SHIFT)),
        KeyCode::Right => (Code::Right, held(KeyModifiers::SHIFT)),
        KeyCode::Home => (Code::Home, held(KeyModifiers::SHIFT)),
        KeyCode::End => (Code::End, held(KeyModifiers::SHIFT)),
        KeyCode::PageUp => (Code::PageUp, held(KeyModifiers::SHIFT)),
        KeyCode::PageDown => (Code::PageDown, held(KeyModifiers::SHIFT)),
        KeyCode::F(n) => (Code::F(n), held(KeyModifiers::SHIFT)),
        _ => return None,
    };
    Some(Key { code, shift, ctrl: held(KeyModifiers::CONTROL), alt: held(KeyModifiers::ALT) })
}
