//! Parses the arguments, runs the workbench or a command, and returns the exit code.

#![deny(clippy::disallowed_methods)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

use anyhow::{Context, anyhow, bail};
use quadrille::app::{App, LibraryRow, Position};
use quadrille::cli::{Launched, WorkbenchStart};
use quadrille::study::SharedState;
use quadrille::{cli, config, files, kept, lessons, library, log, shell};
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;
use tracing::{error, info};

fn main() -> ExitCode {
    // If no handler can be set, exceeding the limit ends the process.
    _ = files::survive_size_limit();
    let words = match cli::words() {
        Ok(words) => words,
        Err(code) => return code,
    };
    let log = words.global.log.as_deref().map_or(Ok(()), |file| {
        log::begin(file, shell::size()).map_err(|error| anyhow!("--log {}: {error}", file.display()))
    });
    let cli::Cli { command, open, global } = words;
    let done = log.and_then(|()| match command.map(cli::Command::kind) {
        None => workbench(&open, &global, WorkbenchStart::Home),
        Some(cli::CommandKind::Print(print)) => cli::run(print),
        Some(cli::CommandKind::Workbench(launch)) => match launch()? {
            Launched::Open { args, beginning, code } => {
                workbench(&args, &global, beginning).map(|shown| code.unwrap_or(shown))
            }
            Launched::Ended(code) => Ok(code),
        },
    });
    let code = match done {
        Ok(code) => code,
        Err(error) if cli::is_broken_pipe(&error) => {
            info!("the output was closed");
            cli::code::YES
        }
        Err(error) => {
            // A large file may have been read behind a screen.
            _ = shell::leave();
            // A drawn error already begins with `error`.
            let text = format!("{error:#}");
            error!("failed: {text}");
            let lead = if text.starts_with("error") { "" } else { "error: " };
            cli::notice::print(&format!("{lead}{text}"));
            cli::code::UNUSABLE
        }
    };
    info!("ended with the exit code {code}");
    ExitCode::from(code)
}

/// Opens the workbench with the named or the bundled puzzles.
fn workbench(open: &cli::OpenArgs, global: &cli::Global, beginning: WorkbenchStart) -> anyhow::Result<u8> {
    let mut config = open.settings.load()?;
    if let Some(theme) = &open.theme {
        config.choose_theme(theme).map_err(|why| anyhow!("--theme: {why}"))?;
    }
    let environment = config::Environment::of(|name| std::env::var(name).ok());
    let theme = config.theme(global.color, environment);
    let plain = open.plain || environment.dumb;
    let mut settings = config.settings();
    settings.true_color = environment.true_color;
    if config.asks_terminal() && !open.plain {
        settings.palette = shell::palette_of_terminal();
    }
    shell::restore_on_panic();
    let entries = match (&open.file, &beginning) {
        (_, WorkbenchStart::Shared(shared, _)) => {
            let row = LibraryRow::made("shared".to_string(), shared.puzzle.clone());
            std::iter::once(row).chain(shipped()).collect()
        }
        (Some(file), _) => {
            let (path, form) =
                (file.clone(), cli::FormName { name: open.form.clone(), propose: open.propose, drawn: open.drawn });
            let offers = matches!(beginning, WorkbenchStart::Home);
            let read = move || entries(&path, &form, offers);
            let read = if plain { Some(read()) } else { shell::while_reading(file, theme, &settings, read)? };
            match read {
                Some(entries) => entries?,
                None => return Ok(cli::code::YES),
            }
        }
        // The files of earlier sessions come after the bundled puzzles, the newest last.
        (None, _) => shipped().chain(shell::recent().into_iter().map(LibraryRow::recent)).collect(),
    };
    if let Some(file) = open.file.as_ref().filter(|file| file.is_file()) {
        shell::remember(file);
    }
    let mut app = App::new(settings, entries);
    app.desk.seed = fastrand::u64(..1_000_000);
    match lessons::kept() {
        Ok(kept) => (app.desk.records, app.desk.cards) = kept,
        Err(why) => app.desk.complain(format!("the progress of lessons is not known: {why}")),
    }
    app.desk.day = lessons::day();
    let place = begin(&mut app, open, beginning)?;
    if !plain && !std::io::stdout().is_terminal() {
        bail!(
            "the workbench needs a terminal; `--plain` is the workbench in lines, and `quadrille solve`, `count` \
             and `check` answer in batch"
        );
    }
    if plain {
        app.desk.settings.keymap = app.desk.settings.keymap.by_name();
    }
    let session = kept::folder().map(kept::Session::begin);
    app.desk.backup.on = matches!(session, Some(Ok(_)));
    if let Some(Ok(session)) = &session {
        restore(&mut app, session, open, &place);
    }
    if open.file.is_none() && matches!(place, Begun::Anywhere) && app.desk.notice.is_none() {
        app.home();
    }
    if plain {
        let understood = shell::run_plain(app, theme, session)?;
        return Ok(if understood { cli::code::YES } else { cli::code::UNUSABLE });
    }
    shell::run(app, theme, session).context("the terminal failed")?;
    Ok(cli::code::YES)
}

/// The place at which the workbench begins.
enum Begun {
    Anywhere,
    /// At the questions of today.
    Today,
    At(Position),
}

/// Goes to the place that the command line says.
fn begin(app: &mut App, open: &cli::OpenArgs, beginning: WorkbenchStart) -> anyhow::Result<Begun> {
    let (said, position) = match &beginning {
        WorkbenchStart::Home | WorkbenchStart::Today => {
            if open.file.is_some() {
                app.begin_lesson();
            }
            if matches!(beginning, WorkbenchStart::Home) {
                return Ok(Begun::Anywhere);
            }
            app.home();
            return Ok(if app.begin_today() { Begun::Today } else { Begun::Anywhere });
        }
        WorkbenchStart::At(at, rule) => match at.parse() {
            Ok(site) => (format!("--at {at}"), Position { site, rule: *rule }),
            Err(error) => bail!("--at {at}: {error}"),
        },
        WorkbenchStart::Shared(shared, _) => {
            let SharedState { rule, site, .. } = &**shared;
            (format!("the state {site}"), Position { site: site.clone(), rule: *rule })
        }
    };
    app.step_at(&position).map_err(|astray| anyhow!("{said} leads nowhere: {astray}"))?;
    if let WorkbenchStart::Shared(_, Some(pair)) = beginning {
        app.show_yours(*pair);
    }
    Ok(Begun::At(position))
}

/// Offers what earlier sessions left behind when they were ended.
fn restore(app: &mut App, session: &kept::Session, open: &cli::OpenArgs, place: &Begun) {
    let orphans = session.orphans();
    let left: Vec<_> = orphans.left.iter().map(|left| &left.kept).collect();
    let elsewhere = orphans.open.clone();
    let adopted = app.adopt(&left, open.file.is_some() || !matches!(place, Begun::Anywhere));
    // A puzzle that was restored begins at the address, too.
    if let Begun::At(position) = place
        && let Err(astray) = app.step_at(position)
    {
        app.desk.complain(format!("the restored puzzle has no state at this address: {astray}"));
    }
    let removed = orphans.removed;
    if let Err(error) = session.take_over(orphans, &adopted) {
        app.desk.complain(format!("restored puzzles are still in the kept folder and will be offered again: {error}"));
    } else if removed > 0 {
        let (least, most) = (kept::MOST, kept::MOST_BYTES >> 20);
        app.desk.complain(format!(
            "{removed} of the oldest kept puzzles were removed: at most {least} and {most} MB are kept"
        ));
    }
    if let Some(path) = open.file.as_ref().filter(|path| elsewhere.contains(path)) {
        app.desk.complain(format!("another quadrille has changes of {} that are not saved", path.display()));
    }
}

/// The bundled puzzles, and then the lessons.
fn shipped() -> impl Iterator<Item = LibraryRow> {
    library::puzzle_rows().into_iter().chain(library::lesson_rows())
}

/// The puzzles of a file, or the files of a folder and of the folders in it.
fn entries(file: &Path, form: &cli::FormName, offers: bool) -> anyhow::Result<Vec<LibraryRow>> {
    if file.is_dir() && form.name.is_some() {
        bail!("--as is for a file; {} is a folder", file.display());
    }
    if form.name.is_none()
        && let Some(own) = cli::bundled_at(file)
    {
        // All bundled puzzles are listed, and this one is opened.
        let mut rows: Vec<LibraryRow> = shipped().collect();
        let at = rows.iter().position(|row| own.name.strip_suffix(".toml") == Some(&row.name)).unwrap_or(0);
        rows.swap(0, at);
        return Ok(rows);
    }
    if !file.is_dir() {
        let meant = file.to_str().filter(|_| !file.exists()).and_then(cli::meant);
        return cli::entries_of(file, form, offers).map_err(|error| match meant {
            Some(name) => anyhow!("{}: there is no such file; did you mean `quadrille {name}`?", file.display()),
            None => error,
        });
    }
    let paths = cli::files_below(file)?;
    if paths.is_empty() {
        bail!("{}: there is no file in this folder", file.display());
    }
    Ok(paths.into_iter().map(|path| LibraryRow::below(file, path)).collect())
}
