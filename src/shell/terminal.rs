//! Takes the terminal, and restores it on every way out.
//!
//! Every frame goes out in one write, inside the synchronized-update bracket. The backend writes
//! into our buffer, and [`TerminalScreen::draw`] sends it. The terminal is never queried: a missing
//! answer would cost two seconds, and the reader thread would consume an answer that arrives.

use crate::app::{App, Settings};
use crate::log;
use crate::ui::{self, Beginning, Theme};
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::terminal::{Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, queue, terminal};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use std::io::{self, IsTerminal, StdoutLock, Write, stdout};
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};

/// True while the terminal is ours. It is restored once, by the first call of [`leave`].
///
/// It is read and changed under the lock of standard output by whatever writes there. So no frame
/// follows the bytes that restore the terminal, although a signal's thread sends them while the
/// main thread may be drawing.
static OURS: AtomicBool = AtomicBool::new(false);

/// True if mouse reporting is on while the terminal is ours.
static MOUSE: AtomicBool = AtomicBool::new(false);

/// Turns on reports of clicks and drags, but not of other moves. The coordinates are decimal
/// numbers, which fit any screen.
const TELL_MOUSE: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";
const KEEP_MOUSE: &[u8] = b"\x1b[?1006l\x1b[?1002l\x1b[?1000l";

const BEGIN_UPDATE: &[u8] = b"\x1b[?2026h";
const END_UPDATE: &[u8] = b"\x1b[?2026l";

/// Takes the terminal: raw mode, the alternate screen, bracketed paste, no cursor.
///
/// Raw mode is switched off first, because crossterm believes that it is still on after the shell
/// has reset it.
#[expect(clippy::disallowed_methods, reason = "what it sends is its own")]
pub fn enter() -> io::Result<()> {
    let mut out = stdout().lock();
    OURS.store(true, Ordering::SeqCst);
    terminal::disable_raw_mode()?;
    terminal::enable_raw_mode()?;
    let mut bytes = Vec::new();
    // What is there may be the beginning of a file that was just read.
    queue!(bytes, EnterAlternateScreen, Clear(ClearType::All), EnableBracketedPaste, cursor::Hide)?;
    if MOUSE.load(Ordering::SeqCst) {
        bytes.extend(TELL_MOUSE);
    }
    write(&mut out, &bytes)
}

/// Turns mouse reporting on or off. If the terminal is not ours, this takes effect once it is.
pub fn mouse(on: bool) -> io::Result<()> {
    let was = MOUSE.swap(on, Ordering::SeqCst);
    match was != on {
        true => send_if_ours(if on { TELL_MOUSE } else { KEEP_MOUSE }),
        false => Ok(()),
    }
}

/// Restores the terminal. Does nothing if it is not ours.
#[expect(clippy::disallowed_methods, reason = "what it sends is its own")]
pub fn leave() -> io::Result<()> {
    let mut out = stdout().lock();
    if !OURS.swap(false, Ordering::SeqCst) {
        return Ok(());
    }
    let mut bytes = END_UPDATE.to_vec();
    if MOUSE.load(Ordering::SeqCst) {
        bytes.extend(KEEP_MOUSE);
    }
    queue!(bytes, DisableBracketedPaste, LeaveAlternateScreen, cursor::Show)?;
    let sent = write(&mut out, &bytes);
    terminal::disable_raw_mode()?;
    sent
}

/// Writes to the terminal, unless it has been restored.
#[expect(clippy::disallowed_methods, reason = "what it sends is its own")]
fn send_if_ours(bytes: &[u8]) -> io::Result<()> {
    let mut out = stdout().lock();
    match OURS.load(Ordering::SeqCst) {
        true => write(&mut out, bytes),
        false => Ok(()),
    }
}

fn write(out: &mut StdoutLock<'_>, bytes: &[u8]) -> io::Result<()> {
    out.write_all(bytes)?;
    out.flush()
}

/// The terminal's columns and rows. `None` if standard output is not a terminal.
pub fn size() -> Option<(u16, u16)> {
    stdout().is_terminal().then(|| terminal::size().ok()).flatten()
}

/// True while panics on the screen's thread are caught.
static GUARDED: AtomicBool = AtomicBool::new(false);

/// Runs work that may panic, on the screen's thread. Returns `None` after a panic, which is not
/// reported on the terminal.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    GUARDED.store(true, Ordering::SeqCst);
    // The caller discards what the panic leaves half done.
    let done = std::panic::catch_unwind(AssertUnwindSafe(work)).ok();
    GUARDED.store(false, Ordering::SeqCst);
    done
}

/// Restores the terminal on a panic of the screen's thread and then reports the panic, unless it is
/// guarded. Every other thread catches and reports its own panics. Their panics must not write to
/// the screen while it is up.
pub fn restore_on_panic() {
    let screen: ThreadId = thread::current().id();
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let is_screen = thread::current().id() == screen;
        let silent = if is_screen { &GUARDED } else { &OURS };
        if silent.load(Ordering::SeqCst) {
            // Nothing may be written to the screen. `report` would log the panic too.
            log::panicked(panic);
            return;
        }
        if is_screen {
            _ = leave();
        }
        report(panic);
    }));
}

/// The buffer that the backend writes into. [`TerminalScreen::draw`] sends it instead of `flush`,
/// which the backend calls several times a frame.
#[derive(Clone, Default)]
struct Frame(Arc<Mutex<Vec<u8>>>);

impl Frame {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Frame {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The screen while the terminal is ours. Dropping it restores the terminal.
pub(crate) struct TerminalScreen {
    terminal: Terminal<CrosstermBackend<Frame>>,
    frame: Frame,
    theme: Theme,
}

impl TerminalScreen {
    pub fn open(theme: Theme) -> io::Result<TerminalScreen> {
        if theme.color {
            // crossterm obeys NO_COLOR by itself. A choice on the command line overrides it.
            crossterm::style::force_color_output(true);
        }
        let frame = Frame::default();
        let terminal = Terminal::new(CrosstermBackend::new(frame.clone()))?;
        if let Err(error) = enter() {
            _ = leave();
            return Err(error);
        }
        Ok(TerminalScreen { terminal, frame, theme })
    }

    /// The terminal's columns and rows.
    pub fn size(&self) -> (u16, u16) {
        terminal::size().unwrap_or((80, 24))
    }

    /// Draws what has changed since the last frame, in one write. Writes nothing if nothing has
    /// changed.
    pub fn draw(&mut self, app: &App) -> io::Result<()> {
        let theme = self.theme;
        self.terminal.draw(|frame| ui::draw(app, theme, frame))?;
        self.send()
    }

    /// Draws the beginning of a file that is being read.
    pub(crate) fn draw_beginning(&mut self, of: &Beginning, settings: &Settings) -> io::Result<()> {
        let theme = self.theme;
        self.terminal.draw(|frame| ui::beginning(of, settings, theme, frame))?;
        self.send()
    }

    /// Sends a frame that was drawn. After [`leave`] nothing is sent.
    fn send(&mut self) -> io::Result<()> {
        let bytes = self.frame.take();
        if bytes.is_empty() {
            return Ok(());
        }
        send_if_ours(&[BEGIN_UPDATE, &bytes, END_UPDATE].concat())
    }

    /// Forgets what the terminal shows, so that the next frame is drawn whole. `Terminal::clear`
    /// would query the cursor's position; resizing to the same size does not.
    pub fn forget(&mut self) -> io::Result<()> {
        let (width, height) = self.size();
        self.terminal.resize(ratatui::layout::Rect::new(0, 0, width, height))
    }
}

impl Drop for TerminalScreen {
    fn drop(&mut self) {
        _ = leave();
    }
}
