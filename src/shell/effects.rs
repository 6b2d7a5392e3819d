//! What the workbench wants of the world, done: files and the worker. Answers come back as messages.

use super::run::Wake;
use crate::app::{Effect, Msg};
use crate::dlx::{Policy, Problem};
use crate::solve::{Job, NoForecast, RunId, Worker, forecast, pace};
use base64::prelude::{BASE64_STANDARD, Engine};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

/// The hands of the session.
pub struct Hands {
    wakes: Sender<Wake>,
    worker: Option<Worker>,
}

/// What an effect asks of the main loop itself.
pub enum Then {
    GoOn,
    Suspend,
    Redraw,
    Quit,
}

impl Hands {
    pub fn new(wakes: Sender<Wake>) -> Hands {
        Hands { wakes, worker: None }
    }

    pub fn perform(&mut self, effect: Effect) -> Then {
        match effect {
            Effect::Load { entry, path } => {
                let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()));
                self.answer(Msg::Loaded { entry, bytes });
            }
            Effect::Save { entry, version, path, text, replace } => {
                if !replace && path.exists() {
                    self.answer(Msg::Exists { entry, path });
                } else {
                    let result = write_whole(&path, &text).map_err(|error| error.to_string());
                    self.answer(Msg::Saved { entry, version, path, result });
                }
            }
            Effect::Start(job) => self.start(*job),
            Effect::Forecast { run, problem } => self.forecast(run, problem),
            Effect::Look => {
                if let Some(worker) = &self.worker
                    && let Some(snapshot) = worker.look()
                {
                    self.answer(Msg::Looked { run: worker.run, snapshot: Box::new(snapshot) });
                }
            }
            Effect::Pause => self.worker.iter().for_each(Worker::pause),
            Effect::Resume => self.worker.iter().for_each(Worker::resume),
            Effect::Stop => self.worker.iter().for_each(Worker::stop),
            Effect::Copy(text) => copy(&text),
            Effect::Suspend => return Then::Suspend,
            Effect::Redraw => return Then::Redraw,
            Effect::Quit => return Then::Quit,
        }
        Then::GoOn
    }

    fn start(&mut self, job: Job) {
        let (run, wakes) = (job.run, self.wakes.clone());
        let drill = std::env::var_os(DRILL).is_some_and(|what| what == "worker");
        let job = Job { drill, ..job };
        match Worker::start(job, move |report| _ = wakes.send(Wake::Msg(Msg::Report(report)))) {
            Ok(worker) => self.worker = Some(worker),
            Err(error) => {
                let what = crate::solve::What::Panicked(format!("no thread could be started: {error}"));
                self.answer(Msg::Report(crate::solve::Report { run, what }));
            }
        }
    }

    /// Dives on a thread of its own; they end by themselves, in less than a second and a half.
    fn forecast(&self, run: RunId, problem: Arc<Problem>) {
        let wakes = self.wakes.clone();
        let dive = move || {
            let policy = Policy::default();
            let found = forecast(&problem, policy, 2000, 1, Duration::from_millis(1000));
            let found = found.map(|found| (found, pace(&problem, policy, Duration::from_millis(50))));
            _ = wakes.send(Wake::Msg(Msg::Forecast { run, found }));
        };
        if thread::Builder::new().name("dives".to_string()).spawn(dive).is_err() {
            self.answer(Msg::Forecast { run, found: Err(NoForecast::NoTime) });
        }
    }

    fn answer(&self, msg: Msg) {
        // The receiver is the loop that called us.
        _ = self.wakes.send(Wake::Msg(msg));
    }
}

/// Hands a text to the terminal's clipboard (OSC 52). A terminal that has none ignores it.
fn copy(text: &str) {
    let mut out = io::stdout().lock();
    _ = write!(out, "\x1b]52;c;{}\x07", BASE64_STANDARD.encode(text));
    _ = out.flush();
}

/// Set to `worker` or `screen`, a panic is rehearsed on that thread, so that a test can see what becomes of it.
pub const DRILL: &str = "QUADRILLE_DRILL";

/// Writes a file beside its place and then moves it there: whatever happens, the old or the new file is whole. A link is
/// followed, and the old file's permissions are kept.
fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mut part = target.as_os_str().to_owned();
    part.push(format!(".{}.part", std::process::id()));
    let written = OpenOptions::new().write(true).create_new(true).open(&part).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        if let Ok(old) = fs::metadata(&target) {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()
    });
    let moved = written.and_then(|()| fs::rename(&part, &target));
    if moved.is_err() {
        _ = fs::remove_file(&part);
    }
    moved
}
