//! The parts that frames are drawn from: lines that join, texts that are broken, and the pieces of
//! a film.

use crate::lines::ArmWeight::{Heavy, Light, None};
use crate::lines::joint;
use crate::runs::{FramePiece, seen};
use crate::text::wrap;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use std::collections::BTreeSet;
use std::ops::Range;

#[test]
fn arms_join() {
    let weights = [None, Light, Heavy];
    let pairs = || weights.into_iter().flat_map(|one| weights.map(|other| (one, other)));
    let all = pairs().flat_map(|(up, right)| pairs().map(move |(down, left)| [up, right, down, left]));
    let joints: BTreeSet<char> = all.map(|arms| joint(arms, false)).collect();
    assert_eq!(joints.len(), 81, "each has a character of its own");
    for (arms, expected) in [
        ([None, Light, Light, None], '┌'),
        ([Heavy, Heavy, Heavy, Heavy], '╋'),
        ([Light, Heavy, Light, Light], '┾'),
        ([Heavy, None, Heavy, None], '┃'),
        ([Light, Light, Light, Light], '┼'),
        ([Heavy, Light, Light, Heavy], '╃'),
    ] {
        assert_eq!(joint(arms, false), expected);
    }
    assert_eq!(joint([Heavy, Light, None, None], true), '|');
}

#[test]
fn texts_are_broken_at_blanks() {
    assert_eq!(wrap("one two three", 7), ["one two", "three"]);
    assert_eq!(wrap("incomprehensible word", 7), ["incompr", "ehensib", "le word"]);
    assert_eq!(wrap("a \u{6570}\u{72ec}\u{6570}\u{72ec}", 6), ["a", "\u{6570}\u{72ec}\u{6570}", "\u{72ec}"]);
    assert_eq!(wrap("\u{6570}\u{72ec}", 0), ["\u{6570}", "\u{72ec}"], "a line holds at least one character");
    assert_eq!(wrap("a\n\nb", 9), ["a", "", "b"]);
}

fn frame(lines: [&str; 2]) -> Buffer {
    let mut cells = Buffer::empty(Rect::new(0, 0, 12, 2));
    cells.set_style(cells.area, Style::new().fg(Color::Rgb(1, 2, 3)).bg(Color::Rgb(0, 0, 0)));
    for (y, line) in (0..).zip(lines) {
        cells.set_string(0, y, line, Style::new());
    }
    cells
}

/// Draws the pieces of one frame again.
fn drawn(pieces: &[(FramePiece, Range<usize>)], at: usize) -> String {
    let mut rows = vec![vec![' '; 12]; 2];
    for (piece, _) in pieces.iter().filter(|(_, range)| range.contains(&at)) {
        if let FramePiece::Text { y, x, text, .. } = piece {
            text.chars().enumerate().for_each(|(k, c)| rows[usize::from(*y)][usize::from(*x) + k] = c);
        }
    }
    rows.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect()
}

#[test]
fn the_pieces_of_a_film_are_its_frames() {
    let frames = [frame(["a  same", "one two"]), frame(["b  same", "one two"]), frame(["a  same", "one  two"])];
    let pieces = seen(frames.iter());
    let texts = |cells: &Buffer| -> String {
        (0..2).map(|y| (0..12).map(|x| cells[(x, y)].symbol()).collect::<String>() + "\n").collect()
    };
    for (at, cells) in frames.iter().enumerate() {
        assert_eq!(drawn(&pieces, at), texts(cells));
    }
    let same = pieces.iter().filter(|(piece, _)| matches!(piece, FramePiece::Text { text, .. } if text == "same"));
    assert_eq!(same.map(|(_, range)| (range.start, range.end)).collect::<Vec<_>>(), [(0, 3)]);
}

#[test]
fn a_change_of_a_count_stays_with_its_name() {
    let text = "counts: r2c1 3→2, /4 3→2, \\5 2→1, item d: 4 → 3, and on";
    for width in 12..60 {
        let lines = wrap(text, width);
        for line in &lines {
            assert!(!line.starts_with(|c: char| c.is_ascii_digit()) && !line.starts_with('→'), "{width} {lines:?}");
            assert!(line.chars().count() <= width);
        }
        assert_eq!(lines.join(" "), text);
    }
}
