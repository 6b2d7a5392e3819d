//! Frames as goldens, with their styles: a plane of text, then a plane of letters that stand for styles.
//!
//! To renew them: `QUADRILLE_BLESS=1 cargo test --test frames`, and then look at what changed.

use quadrille::app::{App, Entry, Key, Msg, Settings, update};
use quadrille::solve::{Report, What, run};
use quadrille::ui::{Glyphs, Theme, draw};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use std::fmt::Write;
use std::fs;
use std::path::Path;

const COLOR: Theme = Theme { color: true, glyphs: Glyphs::Unicode };
const MONO: Theme = Theme { color: false, glyphs: Glyphs::Unicode };
const ASCII: Theme = Theme { color: false, glyphs: Glyphs::Ascii };

/// Opens a bundled puzzle, presses keys, runs what they start, and draws.
fn frame(puzzle: &str, keys: &str, (width, height): (u16, u16), theme: Theme) -> Buffer {
    let entries = Entry::bundled().into_iter().filter(|entry| puzzle.is_empty() || entry.name == puzzle).collect();
    let mut app = App::new(Settings::default(), entries);
    update(&mut app, Msg::Resize(width, height));
    for name in keys.split_whitespace() {
        for effect in update(&mut app, Msg::Key(Key::parse(name).unwrap())) {
            if let quadrille::app::Effect::Start(job) = effect {
                let outcome = run(&job.problem, job.order.clone(), &mut ());
                update(&mut app, Msg::Report(Report { run: job.run, what: What::Finished(Box::new(outcome)) }));
            }
        }
    }
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(&app, theme, frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The two planes, and what the letters of the second one mean. `.` is the plain style.
fn planes(buffer: &Buffer) -> String {
    let mut styles: Vec<Style> = Vec::new();
    let (mut text, mut ink) = (String::new(), String::new());
    for y in 0..buffer.area.height {
        let (mut row, mut letters) = (String::new(), String::new());
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            row.push_str(cell.symbol());
            let style = Style::new().fg(cell.fg).bg(cell.bg).add_modifier(cell.modifier);
            let plain = cell.fg == Color::Reset && cell.bg == Color::Reset && cell.modifier.is_empty();
            // The ink of a blank is seen only when it is turned round.
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
fn golden(name: &str, buffer: &Buffer) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frames").join(format!("{name}.txt"));
    let found = planes(buffer);
    if std::env::var_os("QUADRILLE_BLESS").is_some() {
        return fs::write(path, found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{name} looks different now:\n{found}\nQUADRILLE_BLESS=1 renews it");
}

const SMALL: (u16, u16) = (80, 24);
const MIDDLE: (u16, u16) = (120, 40);
const LARGE: (u16, u16) = (200, 60);

#[test]
fn the_library() {
    golden("library-80x24", &frame("", "q j j", SMALL, COLOR));
    golden("library-120x40", &frame("", "q G k k", MIDDLE, COLOR));
}

#[test]
fn play_and_edit() {
    golden("play-80x24", &frame("sudoku-9x9-crossroads", "w 5", SMALL, COLOR));
    golden("play-80x24-mono", &frame("sudoku-9x9-crossroads", "w 5", SMALL, MONO));
    golden("play-candidates-120x40", &frame("sudoku-9x9-crossroads", "a w", MIDDLE, COLOR));
    golden("play-16x16-80x24", &frame("sudoku-16x16", "", SMALL, COLOR));
    golden("play-walls-80x24", &frame("jigsaw-9x9", "e L", SMALL, COLOR));
    golden("play-walls-80x24-ascii", &frame("jigsaw-9x9", "e L", SMALL, ASCII));
    golden("play-weights-80x24", &frame("target-9x9", "E +", SMALL, COLOR));
}

#[test]
fn solve() {
    golden("solve-80x24", &frame("sudoku-9x9-crossroads", "s", SMALL, COLOR));
    golden("solve-target-120x40", &frame("target-9x9", "s", MIDDLE, COLOR));
    golden("solve-lottery-80x24", &frame("setcover-lottery", "s", SMALL, COLOR));
    golden("solve-lottery-80x24-ascii", &frame("setcover-lottery", "s", SMALL, ASCII));
}

#[test]
fn step() {
    golden("step-root-80x24", &frame("sudoku-9x9-crossroads", "d", SMALL, COLOR));
    golden("step-item-80x24", &frame("sudoku-9x9-crossroads", "d n s s", SMALL, COLOR));
    golden("step-item-80x24-mono", &frame("sudoku-9x9-crossroads", "d n s s", SMALL, MONO));
    golden("step-item-80x24-ascii", &frame("sudoku-9x9-crossroads", "d n s s", SMALL, ASCII));
    golden("step-link-80x24", &frame("sudoku-9x9-crossroads", "d n s s + s s", SMALL, COLOR));
    golden("step-branch-120x40", &frame("sudoku-9x9-crossroads", "d - n n n n", MIDDLE, COLOR));
    golden("step-link-200x60", &frame("sudoku-9x9-crossroads", "d n s s + s s s", LARGE, COLOR));
    golden("step-16x16-80x24", &frame("sudoku-16x16", "d n s", SMALL, COLOR));
    golden("step-jigsaw-120x40", &frame("jigsaw-9x9", "d n s s", MIDDLE, COLOR));
    golden("step-60x15", &frame("sudoku-9x9-crossroads", "d n s tab", (60, 15), COLOR));
}

#[test]
fn the_readme_shows_a_frame() {
    let readme = include_str!("../README.md");
    let picture = readme.split("```text\n").nth(2).and_then(|rest| rest.split("```").next()).unwrap();
    let frame = planes(&frame("sudoku-9x9-crossroads", "d n s s", SMALL, COLOR));
    let drawn: Vec<&str> = frame.lines().collect();
    // Blank lines and the hints are left out there.
    for line in picture.lines().filter(|line| !line.trim().is_empty()) {
        assert!(drawn.contains(&line.trim_end()), "the README shows what is not on the screen:\n{line}");
    }
}

#[test]
fn overlays() {
    golden("help-80x24", &frame("sudoku-9x9-crossroads", "d ?", SMALL, COLOR));
    golden("new-80x24", &frame("sudoku-9x9-crossroads", "n j", SMALL, COLOR));
}

#[test]
fn nothing_is_told_by_colour_alone() {
    // Whatever two cells differ in with colour they differ in without, or hold different characters: the role of every
    // character can be read from its glyph, its attributes or its place.
    for keys in ["w 5", "s", "d n s s", "d n s s + s s"] {
        let (color, mono) =
            (frame("sudoku-9x9-crossroads", keys, SMALL, COLOR), frame("sudoku-9x9-crossroads", keys, SMALL, MONO));
        for (a, b) in color.content().iter().zip(mono.content()) {
            assert_eq!(a.symbol(), b.symbol());
            assert_eq!(b.fg, Color::Reset, "no colour where none is wanted");
            assert_eq!(b.bg, Color::Reset);
        }
    }
}
