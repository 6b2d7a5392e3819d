//! The reader thread turns the terminal's events into messages of the workbench. No other thread
//! reads crossterm's queue.

use super::wake::Wake;
use crate::app::{Code, Deed, Key, Msg};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind, read};
use std::sync::mpsc::Sender;
use std::thread;

/// Starts the reader thread. It is never joined, because a blocked read cannot be interrupted. It
/// ends when the receiver is dropped, or when the terminal is gone.
pub fn listen(wakes: Sender<Wake>) -> std::io::Result<()> {
    let body = move || {
        loop {
            let wake = match read() {
                Ok(Event::Mouse(event)) => match deed(event.kind) {
                    Some(deed) => Wake::Pointer { deed, at: (event.column, event.row) },
                    None => continue,
                },
                Ok(event) => match message(event) {
                    Some(msg) => Wake::Msg(msg),
                    None => continue,
                },
                Err(_) => Wake::Gone,
            };
            let gone = matches!(wake, Wake::Gone);
            if wakes.send(wake).is_err() || gone {
                break;
            }
        }
    };
    thread::Builder::new().name("input".to_string()).spawn(body).map(|_| ())
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

/// Converts a key event. Releases are ignored, and a shifted character is its capital.
fn key(event: KeyEvent) -> Option<Key> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_is_no_key_and_a_repeat_is_one() {
        let event = |kind| KeyEvent::new_with_kind(KeyCode::Char('S'), KeyModifiers::SHIFT, kind);
        assert_eq!(key(event(KeyEventKind::Press)), Some(Key::char('S')));
        assert_eq!(key(event(KeyEventKind::Repeat)), Some(Key::char('S')));
        assert_eq!(key(event(KeyEventKind::Release)), None);
        let back = key(KeyEvent::new(KeyCode::BackTab, KeyModifiers::SHIFT));
        assert_eq!(back, Key::parse("shift-tab"));
    }
}
