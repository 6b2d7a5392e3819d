//! Taking the terminal and giving it back, whatever happens.
//!
//! Every frame goes out in one write, inside the synchronized-update bracket: the backend writes into a buffer of ours,
//! and [`Screen::draw`] sends it. Nothing ever asks the terminal a question: an answer that does not come costs two
//! seconds, and one that does is stolen by the reader thread.

use crate::app::App;
use crate::ui::{self, Theme};
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, queue, terminal};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use std::io::{self, Write, stdout};
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};

/// Whether the terminal is ours at the moment. Leaving happens once, from wherever it comes first.
static OURS: AtomicBool = AtomicBool::new(false);

/// Whether the terminal tells of the mouse.
static MOUSE: AtomicBool = AtomicBool::new(false);

/// Clicks, and moves with a button held; no other moves. In numbers that fit any screen.
const TELL_MOUSE: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";
const KEEP_MOUSE: &[u8] = b"\x1b[?1006l\x1b[?1002l\x1b[?1000l";

const BEGIN_UPDATE: &[u8] = b"\x1b[?2026h";
const END_UPDATE: &[u8] = b"\x1b[?2026l";

/// Takes the terminal: raw mode, the alternate screen, bracketed paste, no cursor.
///
/// Raw mode is switched off first: crossterm believes that it is still on after the shell has reset it.
pub fn enter() -> io::Result<()> {
    OURS.store(true, Ordering::SeqCst);
    terminal::disable_raw_mode()?;
    terminal::enable_raw_mode()?;
    let mut bytes = Vec::new();
    queue!(bytes, EnterAlternateScreen, EnableBracketedPaste, cursor::Hide)?;
    if MOUSE.load(Ordering::SeqCst) {
        bytes.extend(TELL_MOUSE);
    }
    send(&bytes)
}

/// Has the terminal tell of the mouse, or keep it to itself; as soon as the terminal is ours.
pub fn mouse(on: bool) -> io::Result<()> {
    let was = MOUSE.swap(on, Ordering::SeqCst);
    match OURS.load(Ordering::SeqCst) && was != on {
        true => send(if on { TELL_MOUSE } else { KEEP_MOUSE }),
        false => Ok(()),
    }
}

/// Gives the terminal back, in the opposite order. Does nothing if it is not ours.
pub fn leave() -> io::Result<()> {
    if !OURS.swap(false, Ordering::SeqCst) {
        return Ok(());
    }
    let mut bytes = END_UPDATE.to_vec();
    if MOUSE.load(Ordering::SeqCst) {
        bytes.extend(KEEP_MOUSE);
    }
    queue!(bytes, DisableBracketedPaste, LeaveAlternateScreen, cursor::Show)?;
    let sent = send(&bytes);
    terminal::disable_raw_mode()?;
    sent
}

fn send(bytes: &[u8]) -> io::Result<()> {
    let mut out = stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Whether a panic on the thread of the screen is caught at the moment.
static GUARDED: AtomicBool = AtomicBool::new(false);

/// Runs what may fail, on the thread of the screen. `None` after a panic, of which the terminal
/// sees nothing.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    GUARDED.store(true, Ordering::SeqCst);
    // What it leaves half done is thrown away by the caller.
    let done = std::panic::catch_unwind(AssertUnwindSafe(work)).ok();
    GUARDED.store(false, Ordering::SeqCst);
    done
}

/// A panic on the thread of the screen gives the terminal back before it is reported, unless it is
/// guarded. A panic on any other thread is caught and reported by that thread; until then it
/// must not touch the screen.
pub fn restore_on_panic() {
    let screen: ThreadId = thread::current().id();
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == screen {
            if GUARDED.load(Ordering::SeqCst) {
                return;
            }
            _ = leave();
            report(panic);
        } else if !OURS.load(Ordering::SeqCst) {
            report(panic);
        }
    }));
}

/// What the backend writes into. It is sent by [`Screen::draw`], not by `flush`, which the backend calls several times
/// a frame.
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

/// The screen while the terminal is ours. Dropping it gives the terminal back.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Frame>>,
    frame: Frame,
    theme: Theme,
}

impl Screen {
    pub fn open(theme: Theme) -> io::Result<Screen> {
        if theme.color {
            // crossterm obeys NO_COLOR by itself; what was asked for on the command line wins.
            crossterm::style::force_color_output(true);
        }
        let frame = Frame::default();
        let terminal = Terminal::new(CrosstermBackend::new(frame.clone()))?;
        if let Err(error) = enter() {
            _ = leave();
            return Err(error);
        }
        Ok(Screen { terminal, frame, theme })
    }

    /// Columns and rows.
    pub fn size(&self) -> (u16, u16) {
        terminal::size().unwrap_or((80, 24))
    }

    /// Draws what has changed since the last frame, in one write; nothing when nothing has.
    pub fn draw(&mut self, app: &App) -> io::Result<()> {
        let theme = self.theme;
        self.terminal.draw(|frame| ui::draw(app, theme, frame))?;
        let bytes = self.frame.take();
        if bytes.is_empty() {
            return Ok(());
        }
        send(&[BEGIN_UPDATE, &bytes, END_UPDATE].concat())
    }

    /// Forgets what the terminal shows, so that the next frame is drawn whole. `Terminal::clear` would ask the terminal
    /// where its cursor is; resizing to the same size does not.
    pub fn forget(&mut self) -> io::Result<()> {
        let (width, height) = self.size();
        self.terminal.resize(ratatui::layout::Rect::new(0, 0, width, height))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        _ = leave();
    }
}
