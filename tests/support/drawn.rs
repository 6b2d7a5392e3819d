//! Frames of the workbench without a terminal, and the files that hold them.
#![allow(dead_code, reason = "not all of it is used by each crate")]

use crate::library::{lesson_rows, puzzle_rows};
use quadrille_solve::{Report, What, run};
use quadrille_workbench::app::{App, Effect, Key, Motion, Msg, Settings, update};
use quadrille_workbench::ui::{Glyphs, Theme, draw};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Instant;

pub const COLOR: Theme = Theme { color: true, glyphs: Glyphs::Unicode };
pub const MONO: Theme = Theme { color: false, glyphs: Glyphs::Unicode };
pub const ASCII: Theme = Theme { color: false, glyphs: Glyphs::Ascii };

/// Opens a bundled puzzle, presses keys, executes their effects, and draws.
pub fn frame(puzzle: &str, keys: &str, size: (u16, u16), theme: Theme) -> Buffer {
    frame_in(Settings { plays: false, ..Settings::default() }, puzzle, keys, size, theme)
}

pub fn frame_in(settings: Settings, puzzle: &str, keys: &str, (width, height): (u16, u16), theme: Theme) -> Buffer {
    let all = puzzle_rows().into_iter().chain(lesson_rows());
    let entries = all.filter(|entry| puzzle.is_empty() || entry.name == puzzle).collect();
    frame_of(App::new(settings, entries), keys, (width, height), theme)
}

pub fn frame_of(mut app: App, keys: &str, (width, height): (u16, u16), theme: Theme) -> Buffer {
    update(&mut app, Msg::Resize(width, height));
    for name in keys.split_whitespace() {
        let mut effects = update(&mut app, Msg::Key(Key::parse(name).unwrap()));
        while let Some(effect) = effects.pop() {
            effects.extend(match effect {
                Effect::Start(job) => {
                    let outcome = run(&job.problem, job.order.clone(), &mut ());
                    update(&mut app, Msg::Report(Report { run: job.run, what: What::Finished(Box::new(outcome)) }))
                }
                Effect::Work(id, task) => {
                    let done = Ok(task.run(&mut |_| true));
                    update(&mut app, Msg::Worked { id, done })
                }
                _ => Vec::new(),
            });
        }
        // A walk goes on at each tick until it has found its place.
        while app.rooms.stepping.as_ref().is_some_and(|own| own.motion != Motion::Still) {
            update(&mut app, Msg::Tick(Instant::now()));
        }
    }
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(&app, theme, frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The two planes and a legend of the style letters. `.` is the plain style.
pub fn planes(buffer: &Buffer) -> String {
    let mut styles: Vec<Style> = Vec::new();
    let (mut text, mut ink) = (String::new(), String::new());
    for y in 0..buffer.area.height {
        let (mut row, mut letters) = (String::new(), String::new());
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            row.push_str(cell.symbol());
            let style = Style::new().fg(cell.fg).bg(cell.bg).add_modifier(cell.modifier);
            let plain = cell.fg == Color::Reset && cell.bg == Color::Reset && cell.modifier.is_empty();
            // The foreground of a blank is visible only in reverse video.
            let unseen = cell.symbol() == " " && !cell.modifier.contains(Modifier::REVERSED);
            if plain || unseen {
                letters.push(if cell.symbol() == " " { ' ' } else { '.' });
                continue;
            }
            let at = styles.iter().position(|known| *known == style).unwrap_or_else(|| {
                styles.push(style);
                styles.len() - 1
            });
            letters.push((b'a' + at as u8) as char);
        }
        _ = writeln!(text, "{}", row.trim_end());
        _ = writeln!(ink, "{}", letters.trim_end());
    }
    let mut legend = String::new();
    for (at, style) in styles.iter().enumerate() {
        let color = style.fg.filter(|&color| color != Color::Reset).map_or(String::new(), |color| format!(" {color}"));
        _ = writeln!(legend, "{}{color} {:?}", (b'a' + at as u8) as char, style.add_modifier);
    }
    format!("{text}\n{ink}\n{legend}")
}

#[track_caller]
pub fn golden(name: &str, buffer: &Buffer) {
    held(&format!("{name}.txt"), &planes(buffer));
}

/// Compares a frame with its file under `crates/workbench/tests/frames`.
#[track_caller]
pub fn held(name: &str, found: &str) {
    // The folder of the crate that is tested: the root, or one below `crates`.
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = root.ancestors().find(|folder| folder.join("crates").is_dir()).unwrap();
    let path = root.join("crates/workbench/tests/frames").join(name);
    if std::env::var_os("QUADRILLE_BLESS").is_some() {
        return fs::write(path, found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{name} looks different now:\n{found}\nQUADRILLE_BLESS=1 renews it");
}
