//! Performs the effects that the app asks for: files and the worker. Answers come back as messages.

use super::catalog;
use super::counts::KeptCounts;
use super::keeper::Keeper;
use super::logged;
use crate::app::{App, Effect, Filming, Import, LibraryRow, Msg, Opening, fingerprint};
use crate::bundled::BUNDLED;
use crate::dlx::{Policy, Problem};
use crate::files::{self, Bounds, Folder, Unread, regular, replace_checked, text_beside, write_new};
use crate::film::{Stretch, THEME, Until, record, stage, write as write_film};
use crate::kept::Session;
use crate::lessons;
use crate::log;
use crate::puzzle::{Puzzle, TOML, decode, load, merged, write_toml};
use crate::solve::{Job, Keep, NoForecast, Order, RunId, Worker, forecast, pace};
use crate::study::{Task, TaskProgress, plural};
use base64::prelude::{BASE64_STANDARD, Engine};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The receiver of answers. Any thread may call it.
type Answers = Arc<dyn Fn(Msg) + Send + Sync>;

/// Performs the effects of a session.
pub struct Hands {
    answers: Answers,
    worker: Option<Worker>,
    /// The flag that stops the running task.
    task: Option<Arc<AtomicBool>>,
    keeper: Keeper,
}

/// The files that a save may replace.
enum Over {
    Anything,
    /// Only a file that still has this fingerprint. With `None` no existing file is replaced.
    Only(Option<u64>),
}

/// The action that the main loop must take after an effect.
pub enum Then {
    GoOn,
    Suspend,
    Mouse(bool),
    Redraw,
    Quit,
}

impl Hands {
    /// `kept` is the session of the kept puzzles, or the error of its start. `None` without a home
    /// folder.
    pub fn new(answers: impl Fn(Msg) + Send + Sync + 'static, kept: Option<io::Result<Session>>) -> Hands {
        let answers: Answers = Arc::new(answers);
        let failed = answers.clone();
        let keeper = Keeper::start(kept, move |error| failed(Msg::NotKept(error)));
        Hands { answers, worker: None, task: None, keeper }
    }

    /// Ends the session. If puzzles are unsaved and kept, they stay kept, and the result says so.
    pub fn end(&self, app: &App) -> Option<String> {
        let unsaved = app.unsaved();
        let stay = app.desk.backup.on && unsaved > 0;
        self.keeper.end(stay);
        stay.then(|| {
            let puzzles = plural(unsaved, "puzzle");
            let (are, them) = if unsaved == 1 { ("is", "it") } else { ("are", "them") };
            let drop = "`quadrille kept drop --all`";
            format!("{puzzles} with unsaved changes {are} kept for the next session; {drop} drops {them}")
        })
    }

    pub fn perform(&mut self, effect: Effect) -> Then {
        match effect {
            Effect::ReadAhead(files) => catalog::read_ahead(files, self.timed("cards")),
            Effect::Load { entry, name, path } => self.load(entry, name, path),
            Effect::Save { entry, version, path, puzzle, replace, disk } => {
                self.save(entry, version, path, *puzzle, if replace { Over::Anything } else { Over::Only(disk) });
            }
            Effect::Check { entry, path, disk } => self.check(entry, path, disk),
            Effect::Keep { entry, keeping } => self.keeper.keep(entry, keeping),
            Effect::Forget { entry } => self.keeper.forget(entry),
            Effect::Start(job) => self.start(*job),
            Effect::Read { id, text } => self.read(id, text),
            Effect::Open(opening) => self.open(*opening),
            Effect::Work(id, task) => self.work(id, *task),
            Effect::Cease => self.cease(),
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
            Effect::Record { name, record } => self.progress(lessons::keep(name, record)),
            Effect::Review { name, card } => self.progress(lessons::keep_card(name, card)),
            Effect::Copy(text) => copy(&text),
            Effect::Export { path, text } => self.export(path, text),
            Effect::Film(filming) => self.film(*filming),
            Effect::Suspend => return Then::Suspend,
            Effect::Mouse(on) => return Then::Mouse(on),
            Effect::Redraw => return Then::Redraw,
            Effect::Quit => return Then::Quit,
        }
        Then::GoOn
    }

    /// Says if the progress of a learner could not be kept.
    fn progress(&self, kept: io::Result<()>) {
        if let Err(error) = kept {
            self.answer(Msg::Notice(format!("the progress of lessons cannot be kept: {error}")));
        }
    }

    /// Reads a file on a separate thread and with a size limit, because it may be a pipe without a
    /// writer or have no end, and a large text is not read within a frame.
    fn load(&self, entry: usize, name: String, path: PathBuf) {
        let (answers, from) = (self.timed("load"), path.clone());
        let read = move || {
            let shown = path.display().to_string();
            let row = read(&path).map_err(|error| format!("{shown}: {error}")).and_then(|bytes| {
                log::input(&path.to_string_lossy(), &bytes);
                let row = catch_unwind(AssertUnwindSafe(|| {
                    Box::new(LibraryRow::of_file(name, path, bytes, BUNDLED, &text_beside))
                }));
                row.map_err(|_| format!("{shown}: a panic while it was read"))
            });
            answers(Msg::Loaded { entry, row });
        };
        if let Err(error) = thread::Builder::new().name("load".to_string()).spawn(read) {
            self.answer(Msg::Loaded { entry, row: Err(format!("{}: {error}", from.display())) });
        }
    }

    /// Reads a pasted text on a separate thread.
    fn read(&self, id: RunId, text: String) {
        let answers = self.timed("read");
        let read = move || {
            let import = catch_unwind(AssertUnwindSafe(|| Import::read(Import::PASTED, &text).map(Box::new)));
            let import = import.unwrap_or_else(|_| Err("a panic while it was read; please report it".to_string()));
            answers(Msg::Read { id, import });
        };
        if let Err(error) = thread::Builder::new().name("read".to_string()).spawn(read) {
            self.answer(Msg::Read { id, import: Err(error.to_string()) });
        }
    }

    /// Compares a file with its fingerprint, on a separate thread.
    fn check(&self, entry: usize, path: PathBuf, disk: u64) {
        let answers = self.timed("check");
        let compare = move || {
            // A file that is missing or cannot be read is left to the next save.
            if let Ok(bytes) = regular(&path, LARGEST)
                && fingerprint(&bytes) != disk
            {
                answers(Msg::Changed { entry, path, bytes });
            }
        };
        _ = thread::Builder::new().name("check".to_string()).spawn(compare);
    }

    /// Saves on a separate thread. Writing a large puzzle as text, reading it back and waiting for
    /// the disk take time.
    fn save(&self, entry: usize, version: u64, path: PathBuf, puzzle: Puzzle, over: Over) {
        let (answers, to) = (self.timed("save"), path.clone());
        let write = move || {
            if let Over::Only(disk) = over {
                match (disk, regular(&path, LARGEST)) {
                    (None, Ok(_)) => return answers(Msg::Exists { entry, path }),
                    (Some(disk), Ok(bytes)) if disk != fingerprint(&bytes) => {
                        return answers(Msg::Changed { entry, path, bytes });
                    }
                    // A file that cannot be compared, such as a very large one, may be anything.
                    (_, Err(_)) if path.symlink_metadata().is_ok() => return answers(Msg::Exists { entry, path }),
                    (Some(_), Ok(_)) | (_, Err(_)) => {}
                }
            }
            let text = write_toml(&puzzle);
            // Keeps the comments and the spelling that a user wrote into the file, if the result
            // still reads as this puzzle.
            let old = regular(&path, LARGEST).ok().filter(|_| matches!(over, Over::Only(_)));
            let merged = old.and_then(|old| merged(&decode(&old).ok()?, &text));
            let text = merged.filter(|text| says(text.as_bytes(), &puzzle)).unwrap_or(text);
            let result = save(&path, &text, &puzzle);
            let result = result.map(|()| fingerprint(text.as_bytes())).map_err(|error| error.to_string());
            if result.is_ok() {
                super::remember(&path);
            }
            answers(Msg::Saved { entry, version, path, result });
        };
        if let Err(error) = thread::Builder::new().name("save".to_string()).spawn(write) {
            self.answer(Msg::Saved { entry, version, path: to, result: Err(error.to_string()) });
        }
    }

    /// Writes an exported text, on a separate thread. No existing file is replaced.
    fn export(&self, path: PathBuf, text: String) {
        let (answers, to) = (self.timed("export"), path.clone());
        let write = move || {
            let result = write_new(&path, text.as_bytes()).map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => "there is such a file already; export to another name".to_string(),
                _ => error.to_string(),
            });
            answers(Msg::Exported { path, result });
        };
        if let Err(error) = thread::Builder::new().name("export".to_string()).spawn(write) {
            self.answer(Msg::Exported { path: to, result: Err(error.to_string()) });
        }
    }

    /// Records a film and writes it, on a separate thread. No existing file is replaced.
    fn film(&self, filming: Filming) {
        let (answers, to) = (self.timed("film"), filming.path.clone());
        let write = move || {
            let path = filming.path.clone();
            let text = catch_unwind(AssertUnwindSafe(|| recorded(filming)));
            let text = text.unwrap_or_else(|_| Err("a panic while it was recorded".to_string()));
            let result = text.and_then(|text| write_new(&path, text.as_bytes()).map_err(|error| error.to_string()));
            answers(Msg::Exported { path, result });
        };
        if let Err(error) = thread::Builder::new().name("film".to_string()).spawn(write) {
            self.answer(Msg::Exported { path: to, result: Err(error.to_string()) });
        }
    }

    fn start(&mut self, job: Job) {
        let (run, answers) = (job.run, self.answers.clone());
        let drill = drills("worker");
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let job = Job { drill, order: Order { threads, ..job.order }, ..job };
        let failed = self.answers.clone();
        let keep =
            KeptCounts::new(move |error| failed(Msg::Notice(error))).map(|counts| Box::new(counts) as Box<dyn Keep>);
        let begun = Instant::now();
        let report = move |report| {
            logged::ran(&report, begun);
            answers(Msg::Report(report));
        };
        match Worker::start(job, keep, give_way, report) {
            Ok(worker) => self.worker = Some(worker),
            Err(error) => {
                let what = crate::solve::What::Panicked(format!("no thread could be started: {error}"));
                self.answer(Msg::Report(crate::solve::Report { run, what }));
            }
        }
    }

    /// Makes a room on a separate thread. It cannot be stopped; the app ignores a room that is no
    /// longer wanted.
    fn open(&self, opening: Opening) {
        let (answers, id) = (self.timed("room"), opening.id);
        let make = move || {
            let room = catch_unwind(AssertUnwindSafe(|| Box::new(opening.make())));
            let room = room.map_err(|_| "a panic while it was made".to_string());
            answers(Msg::Opened { id, room });
        };
        if let Err(error) = thread::Builder::new().name("room".to_string()).spawn(make) {
            self.answer(Msg::Opened { id, room: Err(error.to_string()) });
        }
    }

    /// Does a task on a separate thread, and stops the one before it.
    fn work(&mut self, id: RunId, task: Task) {
        self.cease();
        let stop = Arc::new(AtomicBool::new(false));
        self.task = Some(stop.clone());
        let answers = self.timed("task");
        let work = move || {
            let mut told = Instant::now();
            let end = task.time().map(|time| Instant::now() + time);
            let mut go_on = |progress: Option<TaskProgress>| {
                if let Some(progress) = progress.filter(|_| told.elapsed() > Duration::from_millis(100)) {
                    told = Instant::now();
                    answers(Msg::Progress { id, progress });
                }
                !stop.load(Ordering::Relaxed) && end.is_none_or(|end| Instant::now() < end)
            };
            let done = catch_unwind(AssertUnwindSafe(|| task.run(&mut go_on)));
            let done = done.map_err(|_| "a panic in a task".to_string());
            answers(Msg::Worked { id, done });
        };
        if let Err(error) = thread::Builder::new().name("task".to_string()).spawn(work) {
            self.answer(Msg::Worked { id, done: Err(error.to_string()) });
        }
    }

    fn cease(&mut self) {
        if let Some(stop) = self.task.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Runs random dives on a separate thread. They end by themselves, in less than 1.5 seconds.
    fn forecast(&self, run: RunId, problem: Arc<Problem>) {
        let answers = self.timed("forecast");
        let dive = move || {
            let policy = Policy::default();
            let found = forecast(&problem, policy, 2000, 1, Duration::from_millis(1000));
            let found = found.map(|found| (found, pace(&problem, policy, Duration::from_millis(50))));
            answers(Msg::Forecast { run, found });
        };
        if thread::Builder::new().name("dives".to_string()).spawn(dive).is_err() {
            self.answer(Msg::Forecast { run, found: Err(NoForecast::NoTime) });
        }
    }

    /// The receiver of the answer of a thread that begins now. The log says how long it took.
    fn timed(&self, what: &'static str) -> impl Fn(Msg) + use<> {
        let (answers, begun) = (self.answers.clone(), Instant::now());
        move |msg| {
            logged::worked(what, &msg, begun);
            answers(msg);
        }
    }

    fn answer(&self, msg: Msg) {
        (self.answers)(msg);
    }
}

/// The text of a film.
// The error is text because a message to the workbench takes it.
fn recorded(filming: Filming) -> Result<String, String> {
    let Filming { row, from, grain, settings, size, steps, format, .. } = filming;
    let pace = Duration::from_millis(1000);
    let stretch = Stretch { from: Some(from), until: Until::Steps(steps), grain: Some(grain), size, pace };
    let film = record(stage(row, settings), &stretch, THEME).map_err(|why| why.to_string())?;
    Ok(write_film(&film, format))
}

/// Writes unsaved puzzles into the state folder, or else into the folder for temporary files.
/// Returns that folder; `None` if there are no puzzles or nothing could be written.
pub fn dump(puzzles: &[(String, String)]) -> Option<String> {
    if puzzles.is_empty() {
        return None;
    }
    // A name that others cannot predict, because all users share the folder for temporary files.
    let once = RandomState::new().hash_one(Instant::now());
    let folders = [Folder::of_state(""), Some(Folder::at(std::env::temp_dir()))];
    folders.into_iter().flatten().find_map(|folder| {
        for (at, (name, text)) in puzzles.iter().enumerate() {
            let name = name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' });
            let name: String = name.take(60).collect();
            folder.write_new(&format!("rescued-{once:016x}-{at}-{name}.toml"), text.as_bytes()).ok()?;
        }
        Some(folder.path().display().to_string())
    })
}

/// Gives way to the thread of the screen: this thread and those that it starts run at a lower
/// priority, so that a key is answered at once while all processors are busy.
fn give_way() {
    // Elsewhere than on Linux, this would slow down the whole process.
    #[cfg(target_os = "linux")]
    {
        _ = rustix::process::nice(LOWER);
    }
}

/// The priority of a run below that of the screen, in steps of `nice`.
#[cfg(target_os = "linux")]
const LOWER: i32 = 10;

/// The size of the largest file that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// Reads a file or a pipe.
fn read(path: &Path) -> Result<Vec<u8>, Unread> {
    files::open(Some(path), Bounds::default())?.read_all(Vec::new(), LARGEST, |_, _| true)
}

/// Copies a text to the terminal's clipboard (OSC 52). A terminal without one ignores it.
#[expect(clippy::disallowed_methods, reason = "the text goes out as Base64")]
fn copy(text: &str) {
    let mut out = io::stdout().lock();
    _ = write!(out, "\x1b]52;c;{}\x07", BASE64_STANDARD.encode(text));
    _ = out.flush();
}

/// Returns whether a test asks for a panic on the thread of the `worker`, on that of the `screen`,
/// or while a `key` is handled. A release has no such drills.
pub fn drills(place: &str) -> bool {
    cfg!(debug_assertions) && std::env::var_os("QUADRILLE_DRILL").is_some_and(|asked| asked == place)
}

/// Replaces a file with `text`, if the text reads back as the puzzle `meant`. A link is followed.
///
/// # Errors
///
/// If the text does not read back as the puzzle, or the file cannot be written. It keeps its old
/// text then.
pub fn save(path: &Path, text: &str, meant: &Puzzle) -> io::Result<()> {
    let wrong = || io::Error::other("the text does not read back as this puzzle; please report it");
    replace_checked(path, text.as_bytes(), |back| if says(back, meant) { Ok(()) } else { Err(wrong()) })
}

/// Returns true if a text reads as the puzzle `meant`.
fn says(text: &[u8], meant: &Puzzle) -> bool {
    let read = decode(text).ok().and_then(|text| load(&text, Some(TOML.id)).ok());
    read.and_then(|mut loaded| loaded.puzzles.pop()).is_some_and(|read| {
        read.shape.means(&meant.shape)
            && read.meta == meant.meta
            && read.marks == meant.marks
            && read.expect == meant.expect
            && read.kind.id == meant.kind.id
    })
}
