//! The events of the workbench in the log of `--log`: messages, effects, notices, slow frames. A
//! key that types a character is logged as `a character`, and a puzzle's text not at all. Notices
//! are logged as they are shown.

use crate::app::{self, App, Code, Effect, Key, Message, Mode, Msg, NoticeKind, Overlay, Screen, sayable, spec};
use crate::solve::{Report, What};
use crate::study::{Task, TaskResult};
use crate::ui::Theme;
use std::time::{Duration, Instant};
use tracing::{debug, enabled, info, warn};

/// A message or a frame that takes longer than this is felt.
const SLOW: Duration = Duration::from_millis(50);

/// Logs the state at the start.
pub fn begins(app: &App, theme: Theme) {
    info!(
        entries = app.library.entries.len(),
        seed = app.desk.seed,
        palette = app.desk.settings.palette.name(),
        ?theme,
        "workbench"
    );
    Shown::nothing().changes_to(app);
}

/// Handles a message as [`app::update`] does, and logs it and what it changes.
pub fn update(app: &mut App, msg: Msg) -> Vec<Effect> {
    if !enabled!(tracing::Level::DEBUG) {
        return app::update(app, msg);
    }
    let what = message(app, &msg);
    if !matches!(msg, Msg::Tick(_) | Msg::Looked { .. } | Msg::Progress { .. } | Msg::Report(_)) {
        info!("{what}");
    }
    let shown = Shown::of(app);
    let effects = watched(&what, || app::update(app, msg));
    shown.changes_to(app);
    effects.iter().filter(|effect| !matches!(effect, Effect::Look)).for_each(log_effect);
    effects
}

/// Does some work on the thread of the screen, and logs it if it is slow.
pub fn watched<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let begun = enabled!(tracing::Level::WARN).then(Instant::now);
    let done = work();
    if let Some(seconds) = begun.map(|begun| begun.elapsed()).filter(|&took| took > SLOW) {
        warn!(seconds = seconds.as_secs_f64(), "slow: {what}");
    }
    done
}

/// Logs the answer of work in the background that began at `begun`.
pub fn worked(what: &str, answer: &Msg, begun: Instant) {
    if !matches!(answer, Msg::Progress { .. }) {
        info!(seconds = begun.elapsed().as_secs_f64(), "background: {what} done");
    }
}

/// Logs a report of a run that began at `begun`.
pub fn ran(Report { run, what }: &Report, begun: Instant) {
    let (run, seconds) = (run.0, begun.elapsed().as_secs_f64());
    match what {
        What::Paused(state) => {
            info!(engine = state.engine.name(), nodes = state.tally.nodes(), seconds, "run {run} paused")
        }
        What::Finished(outcome) => info!(
            engine = outcome.engine.name(),
            why = outcome.why,
            status = outcome.status.name(),
            stop = ?outcome.stop,
            complete = outcome.complete,
            count = outcome.number(),
            nodes = outcome.tally.nodes(),
            seconds,
            "run {run} finished"
        ),
        What::Panicked(message) => tracing::error!(seconds, "run {run} panicked: {message}"),
    }
}

/// The parts of the screen beside the puzzle.
struct Shown {
    screen: Option<Screen>,
    overlay: &'static str,
    puzzle: String,
    notice: Option<String>,
}

impl Shown {
    fn nothing() -> Shown {
        Shown { screen: None, overlay: "", puzzle: String::new(), notice: None }
    }

    fn of(app: &App) -> Shown {
        let summary = app.document().map_or(String::new(), |document| document.puzzle.summary());
        Shown {
            screen: Some(app.screen()),
            overlay: app.desk.overlay.as_ref().map_or("", Overlay::name),
            puzzle: format!("{:?}: {summary}", app.name()),
            notice: app.desk.notice.as_ref().map(|notice| notice.text.clone()),
        }
    }

    /// Logs what has changed.
    fn changes_to(&self, app: &App) {
        let now = Shown::of(app);
        if now.screen != self.screen {
            info!("screen: {}", app.screen().id());
        }
        if now.puzzle != self.puzzle && app.library.open.is_some() {
            info!("puzzle {}", now.puzzle);
        }
        if now.overlay != self.overlay {
            info!("dialog: {}", if now.overlay.is_empty() { "closed" } else { now.overlay });
        }
        if let Some(Overlay::Message(Message { title, text, .. })) =
            app.desk.overlay.as_ref().filter(|_| now.overlay != self.overlay)
        {
            warn!("message {title}: {text}");
        }
        match app.desk.notice.as_ref().filter(|_| now.notice != self.notice) {
            Some(notice) if notice.kind == NoticeKind::Error => warn!("notice: {}", notice.text),
            Some(notice) => info!("notice: {}", notice.text),
            None => {}
        }
    }
}

/// A message in words.
fn message(app: &App, msg: &Msg) -> String {
    // The messages to the workbench have text as their errors.
    fn ended<T>(result: &Result<T, String>) -> &str {
        result.as_ref().err().map_or("done", |error| error)
    }
    match msg {
        Msg::Key(key) => format!("key: {}", name_of(app, *key)),
        Msg::Do(action) => format!("action: {}", action_name(*action)),
        Msg::Line(line) => format!("line: {}", command(app, line)),
        Msg::Pointer { deed, spot } => format!("pointer: {deed:?} at {spot:?}"),
        Msg::Paste(text) => format!("paste: {} bytes", text.len()),
        Msg::Resize(columns, rows) => format!("size: {columns}x{rows}"),
        Msg::Shown => "the first frame is shown".to_string(),
        Msg::Tick(_) => "tick".to_string(),
        Msg::Cards(cards) => format!("cards of {} entries", cards.len()),
        Msg::Loaded { entry, row } => format!("loaded entry {entry}: {}", ended(row)),
        Msg::Saved { entry, path, result, .. } => {
            format!("saved entry {entry} to {path:?}: {}", ended(result))
        }
        Msg::Changed { entry, path, bytes } => {
            format!("changed by another program: entry {entry}, {path:?}, {} bytes", bytes.len())
        }
        Msg::Resumed => "resumed".to_string(),
        Msg::Exported { path, result } => format!("exported to {path:?}: {}", ended(result)),
        Msg::NotKept(_) => "changes cannot be kept".to_string(),
        Msg::Notice(_) => "a thread has a notice".to_string(),
        Msg::Exists { entry, path } => format!("entry {entry}: there is a file {path:?}"),
        Msg::Looked { run, .. } => format!("snapshot of run {}", run.0),
        Msg::Forecast { run, found } => match found {
            Ok(_) => format!("forecast {}: done", run.0),
            Err(why) => format!("forecast {}: {why:?}", run.0),
        },
        Msg::Read { id, import } => format!("pasted text {}: {}", id.0, ended(import)),
        Msg::Opened { id, room } => format!("room {}: {}", id.0, ended(room)),
        Msg::Progress { id, .. } => format!("progress of task {}", id.0),
        Msg::Worked { id, done } => {
            let what = match done {
                Ok(TaskResult::Survey(None)) => "survey stopped",
                Ok(TaskResult::Survey(Some(_))) => "survey done",
                Ok(TaskResult::Rate(_)) => "rating done",
                Ok(TaskResult::Ask(None)) => "question stopped",
                Ok(TaskResult::Ask(Some(_))) => "question answered",
                Ok(TaskResult::Hint(None)) => "hint stopped",
                Ok(TaskResult::Hint(Some(_))) => "hint found",
                Ok(TaskResult::Generate(Ok(_))) => "new puzzle done",
                Ok(TaskResult::Generate(Err(_))) => "no new puzzle",
                Err(error) => error,
            };
            format!("task {}: {what}", id.0)
        }
        Msg::Report(report) => format!("report of run {}", report.run.0),
    }
}

fn action_name(action: app::Action) -> String {
    let spec = spec(action);
    format!("{}.{}", spec.scope.id(), spec.id)
}

/// The kind of a key, and its action. A character that may be typed into a puzzle is not named.
fn name_of(app: &App, key: Key) -> String {
    let kind = |key: Key| match key.typed() {
        Some(_) => "a character".to_string(),
        None => key.to_string(),
    };
    let types =
        app.document().is_some_and(|document| document.typing.mode != Mode::Normal) && app.screen() == Screen::Play;
    if let Some(shown) = &app.desk.overlay {
        return format!("{} in the dialog {}", kind(key), shown.name());
    }
    match app.desk.settings.keymap.action(app.screen(), key) {
        _ if types && matches!(key.code, Code::Char(_)) => format!("{} in a mode of Play", kind(key)),
        Some(action) => format!("{key}, bound to {}", action_name(action)),
        None => format!("{}, bound to nothing", kind(key)),
    }
}

/// A line of the plain workbench. One that is not a command may be a puzzle's.
fn command(app: &App, line: &str) -> String {
    let word = line.split_whitespace().next().unwrap_or("");
    let known = word == "open" || sayable(app.screen()).iter().any(|spec| spec.id.starts_with(word));
    match app.desk.overlay.is_none() && known && word.len() > 1 {
        true => line.to_string(),
        false => format!("{} bytes", line.len()),
    }
}

/// Logs what the app asks for.
fn log_effect(effect: &Effect) {
    match effect {
        Effect::ReadAhead(files) => info!("effect: read {} files ahead", files.len()),
        Effect::Load { entry, path, .. } => info!("effect: load entry {entry} from {path:?}"),
        Effect::Save { entry, path, replace, .. } => info!(replace, "effect: save entry {entry} to {path:?}"),
        Effect::Check { entry, path, .. } => debug!("effect: check entry {entry} at {path:?}"),
        Effect::Keep { entry, .. } => debug!("effect: keep entry {entry}"),
        Effect::Forget { entry } => debug!("effect: forget entry {entry}"),
        Effect::Work(id, task) => {
            let what = match **task {
                Task::Survey(_) => "a survey",
                Task::Generate(_) => "a new puzzle",
                Task::Hint(_) => "a hint",
                Task::Rate(_) => "a rating",
                Task::Ask(_) => "a question",
            };
            info!("effect: task {}, {what}", id.0);
        }
        Effect::Cease => info!("effect: stop the task"),
        Effect::Read { id, text } => info!("effect: read pasted text {}, {} bytes", id.0, text.len()),
        Effect::Open(opening) => info!("effect: make room {}", opening.id.0),
        Effect::Start(job) => info!(
            goal = job.order.goal.name(),
            engine = job.order.engine.map_or("the usual one", crate::solve::Engine::name),
            options = job.problem.options().len(),
            class = ?job.problem.class(),
            "effect: start run {}", job.run.0
        ),
        Effect::Forecast { run, .. } => info!("effect: forecast {}", run.0),
        Effect::Look => debug!("effect: look at the run"),
        Effect::Pause => info!("effect: pause the run"),
        Effect::Resume => info!("effect: resume the run"),
        Effect::Stop => info!("effect: stop the run"),
        Effect::Review { name, card } => info!("effect: keep card {} in box {}", String::from(name.clone()), card.at),
        Effect::Record { name, record } => {
            info!("effect: keep lesson {name} at stop {}", record.stop.saturating_add(1))
        }
        Effect::Copy(text) => info!("effect: copy {} bytes", text.len()),
        Effect::Film(filming) => info!("effect: film {} steps to {:?}", filming.steps, filming.path),
        Effect::Export { path, text } => info!("effect: export {} bytes to {path:?}", text.len()),
        Effect::Suspend => info!("effect: suspend"),
        Effect::Mouse(on) => info!("effect: mouse {}", if *on { "on" } else { "off" }),
        Effect::Redraw => info!("effect: redraw"),
        Effect::Quit => info!("effect: quit"),
    }
}
