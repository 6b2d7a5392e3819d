//! The main loop: wait, handle all messages, draw at most once. It sleeps while nothing happens.

use super::effects::{self, Hands, Then, drills};
use super::logged::{begins, update, watched};
use super::terminal::{TerminalScreen, enter, guarded, leave, mouse};
use super::wake::Wake;
use super::{input, signals};
use crate::app::{App, Code, Effect, Msg};
use crate::kept;
use crate::lessons;
use crate::puzzle::printable;
use crate::ui::{self, Theme};
use signal_hook::consts::{SIGCONT, SIGSTOP, SIGTSTP};
use signal_hook::low_level::{emulate_default_handler, raise};
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use tracing::{info, warn};

/// The cause of the end of a session.
enum End {
    Quit,
    /// A signal that ends the process. It is raised again after the terminal is restored.
    Signal(i32),
    Gone,
    /// A thread that feeds the loop is dead.
    Dead(&'static str),
}

/// The shortest time between two frames while something moves. A key is drawn at once.
const FRAME: Duration = Duration::from_millis(33);

/// Runs the workbench until the user leaves it. The terminal is restored on every way out.
pub fn run(app: App, theme: Theme, kept: Option<io::Result<kept::Session>>) -> io::Result<()> {
    let (sender, wakes) = channel();
    begins(&app, theme);
    signals::listen(sender.clone())?;
    mouse(app.desk.terminal.mouse)?;
    let screen = TerminalScreen::open(theme)?;
    input::listen(sender.clone())?;
    let hands = Hands::new(move |msg| _ = sender.send(Wake::Msg(msg)), kept);
    let mut session = Session { app, screen, hands, wakes, drawn: None };
    let ended = session.run();
    match ended {
        Ok(End::Quit) => {
            let kept = session.hands.end(&session.app);
            drop(session);
            if let Some(kept) = kept {
                #[expect(clippy::print_stderr, reason = "the line is printable")]
                {
                    eprintln!("quadrille: {}", printable(&kept));
                }
            }
            Ok(())
        }
        Ok(End::Signal(signal)) => {
            info!("ended by a signal");
            drop(session);
            emulate_default_handler(signal)
        }
        Ok(End::Dead(thread)) => {
            let kept = effects::dump(&session.app.unsaved_texts());
            drop(session);
            let place = kept.map_or_else(String::new, |kept| format!("; unsaved puzzles were written to {kept}"));
            Err(io::Error::other(format!("the thread {thread} fails again and again{place}; please report it")))
        }
        // There is no terminal left to report to.
        Ok(End::Gone) => gone(),
        Err(error) if is_gone(&error) => gone(),
        Err(error) => Err(error),
    }
}

/// Exits without dropping `Terminal`, because that would panic when the terminal is gone.
fn gone() -> ! {
    info!("ended, because the terminal is gone");
    _ = leave();
    std::process::exit(0)
}

/// A write to a terminal that is gone fails with EIO or a broken pipe.
fn is_gone(error: &io::Error) -> bool {
    const EIO: i32 = 5;
    error.raw_os_error() == Some(EIO) || error.kind() == io::ErrorKind::BrokenPipe
}

/// The number of keys at one moment from which they count as a paste, for terminals that do not
/// report pastes. Typing and held keys are slower.
const PASTED: usize = 60;

/// The longest time between two keys of a paste.
const GAP: Duration = Duration::from_millis(1);

/// The most wakes that are collected before a frame is drawn.
const MOST: usize = 1 << 20;

/// The character that a wake types, if it types one.
fn typed(wake: &Wake) -> Option<char> {
    match wake {
        Wake::Msg(Msg::Key(key)) if key.code == Code::Enter => Some('\n'),
        Wake::Msg(Msg::Key(key)) => key.typed(),
        _ => None,
    }
}

/// The wakes, with a pasted text that arrived as keys turned back into one text.
fn pasted(wakes: Vec<Wake>) -> Vec<Wake> {
    let text: Option<String> = wakes.iter().map(typed).collect();
    match text.filter(|text| text.len() >= PASTED) {
        // Letters alone may be a script's commands; a grid has digits or dots.
        Some(text) if text.contains(|c: char| c.is_ascii_digit() || c == '.') => vec![Wake::Msg(Msg::Paste(text))],
        _ => wakes,
    }
}

struct Session {
    app: App,
    screen: TerminalScreen,
    hands: Hands,
    wakes: Receiver<Wake>,
    drawn: Option<Instant>,
}

impl Session {
    fn run(&mut self) -> io::Result<End> {
        let (columns, rows) = self.screen.size();
        self.take(Msg::Resize(columns, rows))?;
        self.draw()?;
        // The names are shown before any file is read.
        self.take(Msg::Shown)?;
        if drills("screen") {
            panic!("a drill on the thread of the screen");
        }
        let mut ticked = Instant::now();
        loop {
            let tick_at = self.app.next_tick().map(|wait| ticked + wait);
            let (first, mut urgent) = match tick_at {
                None => (self.wakes.recv().ok(), false),
                Some(at) => match self.wakes.recv_timeout(at.saturating_duration_since(Instant::now())) {
                    Ok(wake) => (Some(wake), false),
                    Err(RecvTimeoutError::Timeout) => (None, false),
                    Err(RecvTimeoutError::Disconnected) => return Ok(End::Gone),
                },
            };
            if tick_at.is_none() {
                // Ticks are measured from the moment when something starts to move.
                ticked = Instant::now();
            }
            for wake in pasted(self.gather(first)) {
                match wake {
                    Wake::Msg(msg) => {
                        urgent |= matches!(msg, Msg::Key(_) | Msg::Paste(_) | Msg::Resize(..) | Msg::Report(_));
                        if let Some(end) = self.take(msg)? {
                            return Ok(end);
                        }
                    }
                    Wake::Pointer { deed, at } => {
                        urgent = true;
                        let spot = ui::spot(&self.app, at);
                        if let Some(end) = self.take(Msg::Pointer { deed, spot })? {
                            return Ok(end);
                        }
                    }
                    Wake::Signal(SIGTSTP) => self.suspend()?,
                    Wake::Signal(SIGCONT) => self.resume()?,
                    Wake::Signal(signal) if signals::ENDING.contains(&signal) => return Ok(End::Signal(signal)),
                    Wake::Signal(_) => {}
                    Wake::Gone => return Ok(End::Gone),
                    Wake::Dead(thread) => return Ok(End::Dead(thread)),
                }
            }
            let now = Instant::now();
            if tick_at.is_some_and(|at| now >= at) {
                ticked = now;
                if let Some(end) = self.take(Msg::Tick(now))? {
                    return Ok(end);
                }
            }
            let due = self.drawn.is_none_or(|drawn| now.saturating_duration_since(drawn) >= FRAME);
            if urgent || due || self.app.next_tick().is_none() {
                self.draw()?;
            }
        }
    }

    /// Collects all waiting wakes. After a typed key it also waits for keys that follow at once.
    fn gather(&self, first: Option<Wake>) -> Vec<Wake> {
        let mut wakes: Vec<Wake> = first.into_iter().chain(self.wakes.try_iter()).collect();
        while wakes.last().and_then(typed).is_some() && wakes.len() < MOST {
            match self.wakes.recv_timeout(GAP) {
                Ok(wake) => wakes.push(wake),
                Err(_) => break,
            }
        }
        wakes
    }

    fn draw(&mut self) -> io::Result<()> {
        self.drawn = Some(Instant::now());
        let (app, screen) = (&self.app, &mut self.screen);
        if let Some(drawn) = watched("frame", || guarded(|| screen.draw(app))) {
            return drawn;
        }
        // Leaves the screen that cannot be drawn, and draws the frame again.
        self.recover();
        self.screen.forget()?;
        let (app, screen) = (&self.app, &mut self.screen);
        guarded(|| screen.draw(app)).unwrap_or_else(|| Err(io::Error::other("the screen could not be drawn")))
    }

    /// Updates the workbench with a message. After a panic it leaves the screen that failed.
    fn update(&mut self, msg: Msg) -> Vec<Effect> {
        let drill = matches!(msg, Msg::Key(_)) && drills("key");
        // A session may go on past midnight.
        self.app.desk.day = lessons::day();
        let app = &mut self.app;
        let done = guarded(|| {
            if drill {
                panic!("a drill while a key is taken in");
            }
            update(app, msg)
        });
        done.unwrap_or_else(|| {
            self.recover();
            Vec::new()
        })
    }

    /// Recovers from a panic: writes unsaved puzzles into the state folder, and shows the Library.
    fn recover(&mut self) {
        let kept = effects::dump(&self.app.unsaved_texts());
        warn!("back to the Library after a panic; unsaved puzzles were written to {kept:?}");
        self.app.fall_back(kept);
    }

    fn take(&mut self, msg: Msg) -> io::Result<Option<End>> {
        for effect in self.update(msg) {
            match self.hands.perform(effect) {
                Then::GoOn => {}
                Then::Suspend => self.suspend()?,
                Then::Mouse(on) => mouse(on)?,
                Then::Redraw => self.screen.forget()?,
                Then::Quit => return Ok(Some(End::Quit)),
            }
        }
        Ok(None)
    }

    /// Restores the terminal and stops the process. After SIGCONT it continues here and takes the
    /// terminal again.
    fn suspend(&mut self) -> io::Result<()> {
        leave()?;
        raise(SIGSTOP)?;
        self.resume()
    }

    /// Takes the terminal again, whatever state it is in, and redraws everything.
    fn resume(&mut self) -> io::Result<()> {
        enter()?;
        self.screen.forget()?;
        let (columns, rows) = self.screen.size();
        self.update(Msg::Resize(columns, rows));
        for effect in self.update(Msg::Resumed) {
            self.hands.perform(effect);
        }
        self.draw()
    }
}
