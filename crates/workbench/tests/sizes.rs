//! Frames of every size: every screen draws without a panic, and names are seen to their ends.

use crate::library::puzzle_rows;
use crate::support::is_long;
use quadrille_puzzle::load;
use quadrille_workbench::app::{App, Key, LibraryRow, Msg, Settings, update};
use quadrille_workbench::ui::film::screen;
use quadrille_workbench::ui::{Glyphs, Theme};
use ratatui::buffer::Buffer;
use std::time::Duration;

/// The cells of a frame.
fn paint(app: &App, theme: Theme, size: (u16, u16)) -> Buffer {
    screen(app, theme, size, String::new(), Duration::ZERO).cells
}

/// With `QUADRILLE_LONG=1`, tests every size from 0x0 to 300x100.
#[test]
fn every_screen_draws_at_every_size() {
    let long = is_long();
    let widths: Vec<u16> = if long { (0..=300).collect() } else { (0..12).chain([17, 40, 59, 80, 121, 300]).collect() };
    let heights: Vec<u16> = if long { (0..=100).collect() } else { (0..9).chain([12, 24, 41, 100]).collect() };
    let mut frames = 0;
    // The long run takes one puzzle for each sort of picture; the short run also takes one of
    // each kind.
    let short = ["jigsaw-9x9", "target-9x9", "tiling-steps", "setcover-watch", "cover-knuth"];
    let always = ["sudoku-9x9-crossroads", "queens-8", "setcover-squares-3"];
    let wanted = |name: &str| always.contains(&name) || !long && short.contains(&name);
    let glyphs = if long { &[Glyphs::Unicode][..] } else { &[Glyphs::Unicode, Glyphs::Ascii] };
    for entry in puzzle_rows().iter().filter(|entry| wanted(&entry.name)) {
        for theme in glyphs.iter().map(|&glyphs| Theme { color: true, glyphs }) {
            let mut app = App::new(Settings { plays: false, ..Settings::default() }, vec![entry.clone()]);
            for keys in [
                "",
                "?",
                "esc s",
                "q d",
                "n n n",
                "s s + s s",
                "w",
                "esc t",
                "q c",
                "q q m",
                "tab",
                "q E",
                "esc q n",
                "esc /",
            ] {
                for name in keys.split_whitespace() {
                    update(&mut app, Msg::Key(Key::parse(name).unwrap()));
                }
                for &width in &widths {
                    for &height in &heights {
                        let buf = paint(&app, theme, (width, height));
                        let is_plain = !theme.ascii() || buf.content.iter().all(|cell| cell.symbol().is_ascii());
                        assert!(is_plain, "{} {keys} {width}x{height}", entry.name);
                        frames += 1;
                    }
                }
            }
        }
    }
    assert!(frames > 10_000, "{frames} frames");
}

#[test]
fn a_wide_name_and_note_are_seen_to_their_ends() {
    let text = "format = 1\nkind = \"cover\"\n[meta]\ntitle = \"\u{8986}\u{76d6}\"\nnote = \"NOTE\"\n[cover]\ntext = \"a\\na\"\n";
    let note = "\u{7cbe}\u{786e}\u{8986}\u{76d6}".repeat(20) + "\u{672b}\u{202e}x";
    let puzzle = load(&text.replace("NOTE", &note), None).unwrap().puzzles.remove(0);
    let mut app = App::new(
        Settings { plays: false, ..Settings::default() },
        vec![LibraryRow::made("\u{8986}".repeat(50), puzzle)],
    );
    update(&mut app, Msg::Key(Key::parse("q").unwrap()));
    let buf = paint(&app, Theme { color: true, glyphs: Glyphs::Unicode }, (80, 24));
    let all: String = buf.content.iter().map(|cell| cell.symbol()).collect();
    assert!(all.contains('\u{672b}'), "the note's last character: {all}");
    assert!(!all.contains('\u{202e}'), "what turns the text round is not drawn");
}

/// Every screen draws at any size without a panic, with overlays too.
#[test]
fn no_size_panics() {
    let theme = Theme { color: true, glyphs: Glyphs::Unicode };
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, puzzle_rows());
    let sizes = [
        (0, 0),
        (1, 1),
        (200, 1),
        (100, 2),
        (3, 2),
        (8, 3),
        (13, 5),
        (27, 15),
        (40, 16),
        (60, 15),
        (79, 23),
        (80, 24),
        (220, 70),
    ];
    for keys in
        ["", "?", "esc n", "esc d", "s s n n n + + s s", "q s", "q e", "esc q m tab enter e tab tab", "q q q q", "/ x"]
    {
        for name in keys.split_whitespace() {
            update(&mut app, Msg::Key(Key::parse(name).unwrap()));
        }
        for size in sizes {
            paint(&app, theme, size);
        }
    }
}
