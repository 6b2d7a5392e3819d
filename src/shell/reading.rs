//! The screen while a large file is read: its first lines, at once, and how long it takes.

use super::signals;
use super::terminal::{TerminalScreen, enter, leave};
use super::wake::Wake;
use crate::app::Settings;
use crate::files::{self, Bounds};
use crate::ui::{Beginning, Theme};
use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, poll, read};
use signal_hook::consts::{SIGSTOP, SIGTSTP};
use signal_hook::low_level::{emulate_default_handler, raise};
use std::io::{self, IsTerminal, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The size from which on a file is read behind this screen, in bytes. A smaller one is read within
/// a tenth of a second.
const LARGE: u64 = 1 << 18;

/// The bytes of the beginning that are shown: more than a screen has.
const SHOWN: u64 = 1 << 16;

/// The time between two frames.
const FRAME: Duration = Duration::from_millis(100);

/// The longest time for which neither a key nor the end of the work is seen.
const GLANCE: Duration = Duration::from_millis(10);

/// Does the work of reading a file. If the file is large, its first lines are shown meanwhile, and
/// `None` says that the user gave up; the work then goes on until the process ends. The terminal
/// stays taken for the workbench; [`leave`] gives it back.
///
/// # Errors
///
/// If the terminal fails, or the work panics.
pub fn while_reading<T: Send + 'static>(
    file: &Path,
    theme: Theme,
    settings: &Settings,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Option<T>> {
    let bytes = file.metadata().map_or(0, |meta| if meta.is_file() { meta.len() } else { 0 });
    if bytes < LARGE || !stdout().is_terminal() {
        return Ok(Some(work()));
    }
    let (sender, done) = channel();
    let body = move || _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    thread::Builder::new().name("read".to_string()).spawn(body)?;
    let shown = show(file, bytes, theme, settings, &done);
    match shown {
        Ok(Some(Ok(read))) => Ok(Some(read)),
        Ok(Some(Err(_))) => Err(io::Error::other("a panic while the file was read; please report it")),
        Ok(None) => leave().map(|()| None),
        Err(error) => {
            _ = leave();
            Err(error)
        }
    }
}

/// Shows the beginning of the file until the work is done. Returns `None` if the user gives up.
fn show<T>(file: &Path, bytes: u64, theme: Theme, settings: &Settings, done: &Receiver<T>) -> io::Result<Option<T>> {
    let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut head = Vec::new();
    if let Ok(mut source) = files::open(Some(file), Bounds::default()) {
        _ = source.fill(&mut head, SHOWN);
    }
    let text = String::from_utf8_lossy(&head).into_owned();
    let (sender, wakes) = channel();
    signals::listen(sender)?;
    let mut screen = TerminalScreen::open(theme)?;
    let begun = Instant::now();
    let mut drawn: Option<Instant> = None;
    let read = loop {
        if drawn.is_none_or(|drawn| drawn.elapsed() >= FRAME) {
            drawn = Some(Instant::now());
            screen.draw_beginning(&Beginning { name: &name, text: &text, bytes, time: begun.elapsed() }, settings)?;
        }
        match done.recv_timeout(GLANCE) {
            Ok(read) => break Some(read),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(io::Error::other("the file is no longer read")),
        }
        match wakes.try_recv() {
            Ok(Wake::Signal(SIGTSTP)) => {
                leave()?;
                raise(SIGSTOP)?;
                enter()?;
                screen.forget()?;
                drawn = None;
            }
            Ok(Wake::Signal(signal)) if signals::ENDING.contains(&signal) => {
                leave()?;
                emulate_default_handler(signal)?;
            }
            Ok(Wake::Gone | Wake::Dead(_)) => break None,
            _ => {}
        }
        // A wait of no time at all would read nothing.
        while poll(Duration::from_millis(1))? {
            match read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    let ctrl_c = key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c');
                    if ctrl_c || matches!(key.code, KeyCode::Esc | KeyCode::Char('q')) {
                        return Ok(None);
                    }
                }
                Event::Resize(..) => drawn = None,
                _ => {}
            }
        }
    };
    // The workbench draws over it, without the shell's screen in between.
    std::mem::forget(screen);
    Ok(read)
}
