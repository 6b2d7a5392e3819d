//! The plain workbench reads lines and answers in sentences, for screen readers, terminals that
//! cannot draw, and pipes. It runs the same `app` as the screen.

use super::effects::{self, Hands, Then};
use super::logged::{begins, update, watched};
use crate::app::{App, Effect, Motion, Msg, NoticeKind, Screen, commands, on};
use crate::files::{self, Bounds, LineError};
use crate::kept;
use crate::lessons;
use crate::puzzle::printable;
use crate::ui::{Say, Theme, drawn, progress, spoken};
use signal_hook::consts::SIGINT;
use signal_hook::iterator::Signals;
use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write, stdin, stdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use tracing::info;

enum Wake {
    Msg(Msg),
    /// A line without its line end; `None` at the end of the input.
    Line(Option<String>),
    Interrupt,
}

/// The interval between two progress reports of a long run.
const PROGRESS_PERIOD: Duration = Duration::from_secs(2);

/// Runs the plain workbench until `quit` or the end of the input. Returns `false` if a line of a
/// file or a pipe was refused. A person at a terminal sees that at once.
pub fn run_plain(app: App, theme: Theme, kept: Option<io::Result<kept::Session>>) -> io::Result<bool> {
    begins(&app, theme);
    let (sender, wakes) = channel();
    read_lines(sender.clone())?;
    let interrupts = sender.clone();
    let mut signals = Signals::new([SIGINT])?;
    let sent = move |_: &i32| {
        info!("signal: SIGINT");
        interrupts.send(Wake::Interrupt).is_ok()
    };
    let listen = move || signals.forever().take_while(sent).for_each(drop);
    thread::Builder::new().name("signals".to_string()).spawn(listen)?;
    let hands = Hands::new(move |msg| _ = sender.send(Wake::Msg(msg)), kept);
    let is_script = !stdin().is_terminal();
    let mut session = Session { app, theme, hands, asked: 0, last: String::new(), pasting: None, refused: false };
    session.take(Msg::Resize(80, 24))?;
    session.say(&spoken(&session.app, Say::Whole, theme))?;
    session.say(&["`help` lists the commands.".to_string()])?;
    session.converse(&wakes, is_script)?;
    Ok(!(is_script && session.refused))
}

/// The longest line that is read, in bytes: a large puzzle may be pasted as one line.
const LONGEST: usize = 16 << 20;

fn read_lines(sender: Sender<Wake>) -> io::Result<()> {
    let input = files::open(None, Bounds::default()).map_err(|why| io::Error::other(why.to_string()))?;
    let body = move || {
        for line in input.lines(LONGEST) {
            let line = match line {
                Ok(line) => String::from_utf8_lossy(&line).trim_end_matches('\r').to_string(),
                // This is not a command, so it is refused.
                Err(LineError::TooLong(_)) => "a-line-of-more-than-16-MiB".to_string(),
                Err(LineError::Io(_)) => break,
            };
            if sender.send(Wake::Line(Some(line))).is_err() {
                return;
            }
        }
        _ = sender.send(Wake::Line(None));
    };
    thread::Builder::new().name("lines".to_string()).spawn(body).map(|_| ())
}

struct Session {
    app: App,
    theme: Theme,
    hands: Hands,
    /// The number of answers still to come.
    asked: usize,
    /// The last command, which an empty line repeats.
    last: String,
    /// The lines pasted so far.
    pasting: Option<String>,
    /// True if a line was not understood, or could not be done.
    refused: bool,
}

impl Session {
    /// Handles messages and lines until the session ends.
    fn converse(&mut self, wakes: &Receiver<Wake>, is_script: bool) -> io::Result<()> {
        let (mut lines, mut reported, mut ticked) = (VecDeque::new(), Instant::now(), Instant::now());
        self.prompt(is_script)?;
        loop {
            let tick_at = self.app.next_tick().map(|wait| ticked + wait);
            let wake = match tick_at {
                None => wakes.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => wakes.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            if tick_at.is_none() {
                (ticked, reported) = (Instant::now(), Instant::now());
            }
            match wake {
                Ok(Wake::Msg(msg)) => {
                    let was = self.app.screen();
                    let speaks = !matches!(msg, Msg::Looked { .. });
                    if self.take(msg)? {
                        return Ok(());
                    }
                    if speaks {
                        self.tell(was)?;
                        self.prompt(is_script)?;
                    }
                }
                Ok(Wake::Line(line)) => lines.push_back(line),
                Ok(Wake::Interrupt) => {
                    if self.take(Msg::Do(on::Anywhere::Interrupt.into()))? {
                        return Ok(());
                    }
                    self.tell(self.app.screen())?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            let now = Instant::now();
            if tick_at.is_some_and(|at| now >= at) {
                ticked = now;
                let moved = self.is_walking();
                if self.take(Msg::Tick(now))? {
                    return Ok(());
                }
                // A walk reports once, when it has ended; a dance reports at every tick.
                if moved && (!self.is_walking() || self.is_dancing()) {
                    self.tell(self.app.screen())?;
                } else if now.duration_since(reported) >= PROGRESS_PERIOD {
                    reported = now;
                    self.say_progress()?;
                }
            }
            // Lines from a file wait for the answers. Lines from a terminal may interrupt them.
            while let Some(line) = lines.front() {
                if is_script && self.is_busy() {
                    break;
                }
                let Some(line) = line.clone() else { return self.end() };
                lines.pop_front();
                if self.line(&line, is_script)? {
                    return Ok(());
                }
            }
        }
    }

    /// Handles a line. Returns `true` if it ends the session.
    fn line(&mut self, line: &str, is_script: bool) -> io::Result<bool> {
        if is_script {
            self.say(&[format!("> {line}")])?;
        }
        if let Some(text) = &mut self.pasting {
            if line.trim() != "end" {
                *text += line;
                text.push('\n');
                return Ok(false);
            }
            let text = std::mem::take(text);
            self.pasting = None;
            return self.handle(Msg::Paste(text), is_script);
        }
        let repeated = line.trim().is_empty() && self.app.desk.overlay.is_none();
        let line = if repeated { std::mem::take(&mut self.last) } else { line.trim().to_string() };
        match line.as_str() {
            "help" | "?" => self.say(&commands(self.app.screen()))?,
            "show" => self.say(&spoken(&self.app, Say::Whole, self.theme))?,
            "screen" => self.say(&drawn(&self.app, self.theme))?,
            "paste" => self.pasting = Some(String::new()),
            _ => {
                // A line stops a running dance.
                if self.is_dancing() {
                    self.take(Msg::Do(on::Anywhere::Interrupt.into()))?;
                }
                self.last.clone_from(&line);
                return self.handle(Msg::Line(line), is_script);
            }
        }
        self.last = line;
        self.prompt(is_script)?;
        Ok(false)
    }

    /// Handles a message from the user, and reports the changes.
    fn handle(&mut self, msg: Msg, is_script: bool) -> io::Result<bool> {
        let was = self.app.screen();
        if self.take(msg)? {
            return Ok(true);
        }
        if !self.is_busy() || self.app.desk.overlay.is_some() {
            self.tell(was)?;
        }
        // In a script the next line is a command, not another answer to a question.
        let is_refused = self.app.desk.notice.as_ref().is_some_and(|notice| notice.kind == NoticeKind::Error);
        if is_script && is_refused && self.app.desk.overlay.is_some() && self.take(Msg::Line("cancel".to_string()))? {
            return Ok(true);
        }
        self.prompt(is_script)?;
        Ok(false)
    }

    fn tell(&self, was: Screen) -> io::Result<()> {
        let how_much = if self.app.screen() == was { Say::Change } else { Say::Whole };
        self.say(&watched("answer", || spoken(&self.app, how_much, self.theme)))
    }

    fn is_dancing(&self) -> bool {
        self.app.rooms.stepping.as_ref().is_some_and(|stepping| matches!(stepping.motion, Motion::Dance(_)))
    }

    fn is_walking(&self) -> bool {
        self.app.rooms.stepping.as_ref().is_some_and(|stepping| stepping.motion != Motion::Still)
    }

    /// Returns true if an answer will come without further input.
    fn is_busy(&self) -> bool {
        let runs = self.app.rooms.solving.as_ref().is_some_and(|solving| solving.is_moving());
        let seeks = self.is_walking() && !self.is_dancing();
        runs || seeks || self.asked > 0 || self.app.rooms.compare.as_ref().is_some_and(|compare| compare.running)
    }

    fn say_progress(&self) -> io::Result<()> {
        if let Some(opening) = &self.app.desk.opening {
            return self.say(&[opening.words()]);
        }
        match self.app.rooms.solving.as_ref().filter(|solving| solving.is_moving()) {
            Some(solving) => self.say(&[progress(solving)]),
            None => Ok(()),
        }
    }

    /// Handles a message and performs its effects. Returns `true` if it ends the session.
    fn take(&mut self, msg: Msg) -> io::Result<bool> {
        if matches!(
            msg,
            Msg::Loaded { .. }
                | Msg::Saved { .. }
                | Msg::Exists { .. }
                | Msg::Changed { .. }
                | Msg::Read { .. }
                | Msg::Opened { .. }
                | Msg::Forecast { .. }
                | Msg::Worked { .. }
        ) {
            self.asked = self.asked.saturating_sub(1);
        }
        // A notice of a thread in the background comes whenever it is ready, and refuses no line.
        let is_aside = matches!(msg, Msg::Notice(_));
        let before = self.app.desk.notice.clone();
        self.app.desk.day = lessons::day();
        let effects = update(&mut self.app, msg);
        let notice = self.app.desk.notice.as_ref().filter(|notice| notice.kind == NoticeKind::Error);
        self.refused |= !is_aside && notice.is_some() && self.app.desk.notice != before;
        for effect in effects {
            match &effect {
                Effect::Load { .. }
                | Effect::Save { .. }
                | Effect::Read { .. }
                | Effect::Open(_)
                | Effect::Work(..)
                | Effect::Forecast { .. } => self.asked += 1,
                Effect::Copy(text) => {
                    self.say(std::slice::from_ref(text))?;
                    continue;
                }
                _ => {}
            }
            if matches!(self.hands.perform(effect), Then::Quit) {
                if let Some(kept) = self.hands.end(&self.app) {
                    self.say(&[kept])?;
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Handles the end of the input: unsaved puzzles are kept or, if they cannot be, written to
    /// files.
    fn end(&self) -> io::Result<()> {
        info!("the input has ended");
        if let Some(kept) = self.hands.end(&self.app) {
            return self.say(&[kept]);
        }
        match effects::dump(&self.app.unsaved_texts()) {
            Some(kept) => self.say(&[format!("Unsaved puzzles were written to {kept}.")]),
            None => Ok(()),
        }
    }

    #[expect(clippy::disallowed_methods, reason = "its lines are printable")]
    fn say(&self, lines: &[String]) -> io::Result<()> {
        let mut out = stdout().lock();
        lines.iter().try_for_each(|line| writeln!(out, "{}", printable(line)))?;
        out.flush()
    }

    #[expect(clippy::disallowed_methods, reason = "the prompt is our own")]
    fn prompt(&self, is_script: bool) -> io::Result<()> {
        if is_script || self.is_busy() {
            return Ok(());
        }
        let mut out = stdout().lock();
        write!(out, "{}> ", self.app.screen().id())?;
        out.flush()
    }
}
