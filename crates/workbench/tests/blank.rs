//! No screen is empty: the largest blank rectangle takes at most a fifth of it, and at most 35 % at
//! 200 columns. What fills it answers a question; see the screens' own tests.

use crate::bundled::BUNDLED;
use crate::library::puzzle_rows;
use crate::support::is_thorough;
use dancing::{Policy, Search, Tally};
use quadrille_solve::{Engine, Job, Report, Snapshot, What, run};
use quadrille_workbench::app::{App, Effect, Key, Motion, Msg, Settings, update};
use quadrille_workbench::ui::{Glyphs, Theme, draw};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::Color;
use std::time::{Duration, Instant};

/// The puzzles that are always looked at. With `QUADRILLE_ROUNDS`, as in CI, all are.
const TEN: [&str; 10] = [
    "cover-knuth",
    "sudoku-9x9-crossroads",
    "sudoku-4x4-first",
    "sudoku-16x16",
    "jigsaw-9x9",
    "target-9x9",
    "queens-8",
    "tiling-pentominoes-6x10",
    "setcover-lottery",
    "setcover-squares-3",
];

/// A search that began, as it is after some steps, with the rates of ten seconds.
fn watch(app: &mut App, job: &Job) {
    let mut search = Search::new(&job.problem, Policy::default());
    let (mut tally, start) = (Tally::default(), Instant::now());
    for second in 0..10 {
        for _ in 0..job.problem.n_options() / 4 {
            if search.step_into(&mut tally).is_none() {
                break;
            }
        }
        let snapshot = Snapshot::new(Engine::LINKS, &tally, search.path(), search.address());
        update(app, Msg::Looked { run: job.run, snapshot: Box::new(snapshot) });
        update(app, Msg::Tick(start + Duration::from_secs(second)));
    }
}

/// Presses keys, executes their effects, and waits for each run to end. Returns the runs that were
/// left running, if asked to leave them so.
fn press(app: &mut App, keys: &str, running: bool) -> Vec<Job> {
    let mut left = Vec::new();
    for name in keys.split_whitespace() {
        let mut effects = update(app, Msg::Key(Key::parse(name).unwrap()));
        while let Some(effect) = effects.pop() {
            effects.extend(match effect {
                Effect::Start(job) if running => {
                    watch(app, &job);
                    left.push(*job);
                    Vec::new()
                }
                Effect::Start(job) => {
                    finish(app, &job);
                    Vec::new()
                }
                Effect::Open(opening) => {
                    let (id, room) = (opening.id, Ok(Box::new(opening.make())));
                    update(app, Msg::Opened { id, room })
                }
                _ => Vec::new(),
            });
        }
        while app.rooms.stepping.as_ref().is_some_and(|stepping| stepping.motion != Motion::Still) {
            update(app, Msg::Tick(Instant::now()));
        }
    }
    left
}

/// Ends a run.
fn finish(app: &mut App, job: &Job) {
    let outcome = run(&job.problem, job.order.clone(), &mut ());
    update(app, Msg::Report(Report { run: job.run, what: What::Finished(Box::new(outcome)) }));
}

/// The share of the screen that its largest blank rectangle takes, in percent, and that rectangle:
/// top, left, rows, columns. A small dot is blank, and a ground of its own is not.
fn blank(buffer: &Buffer) -> (f64, [usize; 4]) {
    let (columns, rows) = (usize::from(buffer.area.width), usize::from(buffer.area.height));
    let is_blank = |x: usize, y: usize| {
        let cell = &buffer.content[y * columns + x];
        matches!(cell.symbol(), " " | "·")
            && cell.bg == Color::Reset
            && !cell.modifier.contains(ratatui::style::Modifier::REVERSED)
    };
    let mut heights = vec![0; columns];
    let (mut most, mut place) = (0, [0; 4]);
    for y in 0..rows {
        for (x, height) in heights.iter_mut().enumerate() {
            *height = if is_blank(x, y) { *height + 1 } else { 0 };
        }
        // Every rectangle whose last row is this one, by its left column.
        for left in 0..columns {
            let mut low = usize::MAX;
            for (right, &height) in heights.iter().enumerate().skip(left) {
                low = low.min(height);
                if low == 0 {
                    break;
                }
                let area = low * (right - left + 1);
                if area > most {
                    (most, place) = (area, [y + 1 - low, left, low, right - left + 1]);
                }
            }
        }
    }
    (100.0 * most as f64 / (columns * rows) as f64, place)
}

#[test]
fn no_screen_is_empty() {
    let theme = Theme { color: true, glyphs: Glyphs::Unicode };
    let mut over = Vec::new();
    let wanted = |name: &str| is_thorough() || TEN.contains(&name);
    for file in BUNDLED.iter().filter(|file| wanted(file.name.trim_end_matches(".toml"))) {
        let name = file.name.trim_end_matches(".toml");
        let letters = name.contains("12x12") || name.contains("16x16") || name.contains("25x25");
        let open = if letters { ", d" } else { "d" };
        for (size, limit) in [((80, 24), 20.0), ((120, 40), 20.0), ((200, 60), 35.0)] {
            let entries = puzzle_rows().into_iter().filter(|entry| entry.name == name).collect();
            let mut app = App::new(Settings::default(), entries);
            update(&mut app, Msg::Resize(size.0, size.1));
            let screens = [
                ("play", ""),
                ("step at the root", open),
                ("step", "s s s s s s s"),
                ("step at a choice", "n n n n"),
                ("step between links", "+ + s s s"),
                ("tree", "t"),
                ("compare", "q v"),
                ("solve, running", "q q s"),
                ("solve", ""),
            ];
            let mut runs = Vec::new();
            for (screen, keys) in screens {
                runs.extend(press(&mut app, keys, screen == "solve, running"));
                if screen == "solve" {
                    runs.iter().for_each(|run| finish(&mut app, run));
                }
                // Trees of a few nodes are small.
                let few = app.rooms.stepping.as_ref().is_some_and(|stepping| stepping.stepper.tally().nodes() < 10);
                let small =
                    screen == "tree" && (few || app.rooms.tree.as_ref().is_some_and(|tree| tree.rows.len() < 10));
                let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
                terminal.draw(|frame| draw(&app, theme, frame)).unwrap();
                let (share, [top, left, rows, columns]) = blank(terminal.backend().buffer());
                if share > limit && !small {
                    over.push(format!("{share:.1} %: {rows} x {columns} at {top}, {left}: {name} {screen} {size:?}"));
                }
            }
        }
    }
    over.sort();
    assert!(over.is_empty(), "{}", over.join("\n"));
}

#[test]
fn home_is_not_empty() {
    let theme = Theme { color: true, glyphs: Glyphs::Unicode };
    for (size, limit) in [((80, 24), 20.0), ((120, 40), 20.0), ((200, 60), 35.0)] {
        let mut app = App::new(Settings::default(), puzzle_rows());
        app.home();
        update(&mut app, Msg::Resize(size.0, size.1));
        for row in 0..BUNDLED.len() {
            app.library.move_to(row);
            let here = app.library.selected().unwrap();
            app.library.entries[here].read_bundled();
            let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
            terminal.draw(|frame| draw(&app, theme, frame)).unwrap();
            let (share, place) = blank(terminal.backend().buffer());
            let name = &app.library.entries[here].name;
            assert!(share <= limit, "{share:.1} % {place:?} {name} {size:?}");
        }
    }
}
