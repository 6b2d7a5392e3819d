//! The program in a pseudo-terminal, driven by keys and read as a screen.
#![allow(dead_code, reason = "not every test uses every part")]

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::Pid;
use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap()
}

/// The time after which a test fails. No step here takes that long.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The silence after which the output of a program that has ended is taken for complete.
const QUIET: Duration = Duration::from_secs(3);

/// The program in a separate terminal.
pub struct Session {
    pub master: Option<Box<dyn MasterPty + Send>>,
    pub keyboard: Box<dyn Write + Send>,
    pub output: Receiver<Vec<u8>>,
    pub screen: vt100::Parser,
    pub child: Box<dyn Child + Send + Sync>,
    pub bytes: usize,
    /// The session's state folder, so that sessions do not share state.
    _state: tempfile::TempDir,
}

impl Session {
    pub fn start(words: &[&str], (columns, rows): (u16, u16), env: &[(&str, &str)]) -> Session {
        let size = PtySize { cols: columns, rows, pixel_width: 0, pixel_height: 0 };
        let pty = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_quadrille"));
        command.args(words);
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        for name in ["NO_COLOR", "COLORTERM"] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm-256color");
        command.env("XDG_CONFIG_HOME", "/nonexistent");
        let state = tempfile::tempdir().unwrap();
        command.env("XDG_STATE_HOME", state.path());
        env.iter().for_each(|(name, value)| command.env(name, value));
        let child = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        let mut reader = pty.master.try_clone_reader().unwrap();
        let keyboard = pty.master.take_writer().unwrap();
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(read @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        let screen = vt100::Parser::new(cells(rows), cells(columns), 0);
        Session { master: Some(pty.master), keyboard, output, screen, child, bytes: 0, _state: state }
    }

    pub fn pid(&self) -> Pid {
        Pid::from_raw(self.child.process_id().unwrap() as i32).unwrap()
    }

    /// Reads output for up to `wait`; `false` if the program has closed the terminal.
    pub fn pump(&mut self, wait: Duration) -> bool {
        match self.output.recv_timeout(wait) {
            Ok(bytes) => {
                self.bytes += bytes.len();
                self.screen.process(&bytes);
                true
            }
            Err(RecvTimeoutError::Timeout) => true,
            Err(RecvTimeoutError::Disconnected) => false,
        }
    }

    pub fn text(&self) -> String {
        // Trimmed, because blanks that were written must equal cells that never were.
        self.screen.screen().contents().lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }

    /// Waits until the screen fulfils a condition.
    pub fn until(&mut self, what: &str, wish: impl Fn(&str) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !wish(&self.text()) {
            let going = self.pump(Duration::from_millis(20));
            assert!(going && Instant::now() < end, "never came: {what}. The screen:\n{}", self.text());
        }
    }

    pub fn sees(&mut self, text: &str) {
        self.until(text, |screen| screen.contains(text));
    }

    pub fn keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        let size = PtySize { cols: columns, rows, pixel_width: 0, pixel_height: 0 };
        self.screen.screen_mut().set_size(cells(rows), cells(columns));
        self.master.as_ref().unwrap().resize(size).unwrap();
    }

    /// Reads output until nothing arrives for a while. Used after a key whose effect is already
    /// known.
    pub fn settle(&mut self) {
        loop {
            let before = self.bytes;
            if !self.pump(Duration::from_millis(120)) || self.bytes == before {
                break;
            }
        }
    }

    /// Waits until all keys before are done with, however long that takes: the help opens after them,
    /// and closes.
    pub fn handled(&mut self) {
        self.keys("?");
        self.sees("Keys: ");
        self.keys("\x1b");
        self.until("the help is closed", |screen| !screen.contains("Keys: "));
        self.settle();
    }

    pub fn exit(&mut self) -> portable_pty::ExitStatus {
        let end = Instant::now() + PATIENCE;
        loop {
            self.pump(Duration::from_millis(5));
            if let Some(status) = self.child.try_wait().unwrap() {
                // Until the terminal is closed. If another process holds it, until nothing has come
                // for so long that a slow machine would have read it.
                let mut last = (self.bytes, Instant::now());
                while self.pump(Duration::from_millis(20)) && last.1.elapsed() < QUIET {
                    if self.bytes != last.0 {
                        last = (self.bytes, Instant::now());
                    }
                }
                return status;
            }
            assert!(Instant::now() < end, "the program does not end. The screen:\n{}", self.text());
        }
    }

    /// Asserts that the terminal is restored: main screen, visible cursor, no paste mode, and
    /// canonical mode.
    pub fn is_given_back(&mut self) {
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen(), "still on the alternate screen");
        assert!(!screen.hide_cursor(), "the cursor is still hidden");
        assert!(!screen.bracketed_paste(), "still in paste mode");
        assert!(screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None, "still told of the mouse");
        let tty = self.master.as_ref().unwrap().tty_name().unwrap();
        let stty = Command::new("stty").arg("-a").arg("-F").arg(tty).output().unwrap();
        let modes = String::from_utf8_lossy(&stty.stdout).into_owned();
        assert!(modes.contains(" icanon") && modes.contains(" echo "), "still raw: {modes}");
    }

    pub fn state(&self) -> char {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.process_id().unwrap())).unwrap();
        stat.rsplit(')').next().unwrap().trim_start().chars().next().unwrap()
    }

    /// By thread: how often it has gone to sleep so far.
    pub fn sleeps(&self) -> BTreeMap<String, u64> {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.child.process_id().unwrap())).unwrap();
        let read = |task: fs::DirEntry| {
            let status = fs::read_to_string(task.path().join("status")).unwrap();
            let line = status.lines().find(|line| line.starts_with("voluntary_ctxt_switches")).unwrap();
            (task.file_name().into_string().unwrap(), line.split_whitespace().last().unwrap().parse().unwrap())
        };
        tasks.map(|task| read(task.unwrap())).collect()
    }
}
