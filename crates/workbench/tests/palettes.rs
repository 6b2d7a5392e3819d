//! Palettes and inks: contrasts are measured, and what differs in meaning looks different.

use crate::drawn::frame;
use quadrille_workbench::app::{OwnColors, Palette};
use quadrille_workbench::ui::{Glyphs, Inks, Theme, inks};
use ratatui::style::{Color, Modifier};
use std::collections::BTreeMap;

/// The six levels of a part in the colour cube of a terminal of 256 colours.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The parts of a colour that is nearly grey differ by less than this.
const FAINT: u8 = 30;

fn rgb(hex: u32) -> Color {
    Color::Rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// The colour that a terminal of 256 colours shows in place of another.
fn nearest(color: Color) -> Color {
    let Color::Rgb(r, g, b) = color else { panic!("{color} has no parts") };
    let paper = [r, g, b];
    let colors =
        OwnColors { paper, ink: paper, faint: paper, now: paper, own: paper, good: paper, bad: paper, drawn: paper };
    inks(Palette::Own, Some(colors), false).paper
}

/// The grounds of a palette that are not those of pieces, each with its name.
fn grounds(of: &Inks) -> Vec<(String, Color)> {
    // All fields are named, so that a ground that is added does not go untested.
    let Inks {
        paper: _,
        ink: _,
        faint: _,
        red: _,
        green: _,
        yellow: _,
        blue: _,
        magenta: _,
        cyan: _,
        more: _,
        pieces: _,
        piece_ink: _,
        regions,
        units,
        same,
        selected,
    } = of;
    let regions = regions.iter().enumerate().map(|(at, &color)| (format!("region {at}"), color));
    let others = [("units", *units), ("same", *same), ("selected", *selected)];
    regions.chain(others.map(|(name, color)| (name.to_string(), color))).collect()
}

/// Red, green and blue. The colour cube and the greys of the 256 colours are the same on every
/// terminal.
fn parts(color: Color) -> [u8; 3] {
    match color {
        Color::Rgb(r, g, b) => [r, g, b],
        Color::Indexed(grey @ 232..) => [8 + 10 * (grey - 232); 3],
        Color::Indexed(at @ 16..) => [(at - 16) / 36, (at - 16) / 6 % 6, (at - 16) % 6].map(|k| LEVELS[k as usize]),
        other => panic!("the look of {other} is unknown"),
    }
}

/// WCAG 2's relative luminance.
fn luminance(color: Color) -> f64 {
    let part = |value: u8| match f64::from(value) / 255.0 {
        v if v <= 0.04045 => v / 12.92,
        v => ((v + 0.055) / 1.055).powf(2.4),
    };
    let [r, g, b] = parts(color).map(part);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

fn contrast(one: Color, other: Color) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn marks(inks: &Inks) -> impl Iterator<Item = Color> {
    let named = [inks.faint, inks.red, inks.green, inks.yellow, inks.blue, inks.magenta, inks.cyan];
    named.into_iter().chain(inks.more)
}

#[test]
fn every_ink_can_be_read_on_its_paper() {
    for (palette, least) in [(Palette::Dark, 4.5), (Palette::Light, 4.5), (Palette::Contrast, 7.0)] {
        for inks in [true, false].map(|true_color| inks(palette, None, true_color)) {
            for ink in marks(&inks).chain([inks.ink]) {
                let found = contrast(ink, inks.paper);
                assert!(found >= least, "{palette:?}: {ink} has {found:.1} to 1");
            }
        }
    }
}

#[test]
fn letters_can_be_read_on_every_ground() {
    for (palette, true_color) in Palette::ALL.into_iter().flat_map(|palette| [(palette, true), (palette, false)]) {
        let inks = inks(palette, None, true_color);
        for (at, &piece) in inks.pieces.iter().enumerate() {
            let found = contrast(inks.piece_ink, piece);
            assert!(found >= 4.5, "{palette:?}: piece {at} has {found:.1} to 1");
            assert!(!inks.pieces[..at].contains(&piece), "{palette:?}: piece {at}");
        }
        for (ground, paper) in grounds(&inks).into_iter().filter(|_| palette != Palette::Terminal) {
            assert_ne!(paper, inks.paper, "{palette:?}: {ground}");
            for ink in marks(&inks).chain([inks.ink]) {
                let found = contrast(ink, paper);
                assert!(found >= 3.0, "{palette:?}: {ink} on {ground} has {found:.1} to 1");
            }
        }
    }
}

#[test]
fn the_nearest_of_256_colours_is_found() {
    let all: Vec<Color> = (16..=255).map(Color::Indexed).collect();
    let away = |one: Color, other: Color| -> i32 {
        parts(one).into_iter().zip(parts(other)).map(|(a, b)| (i32::from(a) - i32::from(b)).pow(2)).sum()
    };
    for k in 0..2000_u32 {
        let color = rgb(k.wrapping_mul(0x9e37_79b1) >> 8);
        let is_grey = |color: Color| parts(color).iter().all(|&part| part == parts(color)[0]);
        let [r, g, b] = parts(color);
        let faint = r.max(g).max(b) - r.min(g).min(b) < FAINT;
        let able = all.iter().filter(|&&other| !faint || is_grey(other));
        let (found, best) = (nearest(color), able.map(|&other| away(color, other)).min().unwrap());
        assert_eq!(away(color, found), best, "{color} {found}");
    }
    // An own palette without colours has those of the terminal, whose paper is unknown.
    assert_eq!(inks(Palette::Own, None, true).paper, Color::Reset);
    assert_eq!(inks(Palette::Own, None, false).paper, Color::Reset);
}

/// Background and foreground of schemes in use, as their makers publish them.
const SCHEMES: [(&str, u32, u32); 8] = [
    ("Solarized Dark", 0x002b36, 0x839496),
    ("Solarized Light", 0xfdf6e3, 0x657b83),
    ("Gruvbox Dark", 0x282828, 0xebdbb2),
    ("Gruvbox Light", 0xfbf1c7, 0x3c3836),
    ("Tango Dark", 0x2e3436, 0xd3d7cf),
    ("Tango Light", 0xeeeeec, 0x2e3436),
    ("white", 0xffffff, 0x000000),
    ("black", 0x000000, 0xe5e5e5),
];

#[test]
fn marks_can_be_told_from_the_paper_of_every_terminal() {
    for (name, paper, ink) in SCHEMES {
        let both = [true, false].map(|true_color| inks(Palette::Terminal, None, true_color));
        for mark in both.iter().flat_map(marks) {
            let found = contrast(mark, rgb(paper));
            assert!(found >= 3.0, "{name}: {mark} has {found:.2} to 1");
        }
        // Text has the terminal's own foreground. Solarized Light itself has only 4.1 to 1.
        let least = if name == "Solarized Light" { 4.1 } else { 4.5 };
        assert!(contrast(rgb(ink), rgb(paper)) >= least, "{name}");
    }
}

#[test]
fn no_two_marks_are_one() {
    for palette in Palette::ALL {
        let inks = inks(palette, None, true);
        let named = [inks.faint, inks.red, inks.green, inks.yellow, inks.blue, inks.magenta, inks.cyan];
        for (at, one) in named.iter().enumerate() {
            assert!(!named[..at].contains(one), "{palette:?}: {one}");
        }
    }
}

#[test]
fn faint_ink_can_be_told_from_full_ink_and_from_what_is_wrong() {
    for palette in [Palette::Dark, Palette::Light, Palette::Contrast] {
        let inks = inks(palette, None, true);
        assert!(contrast(inks.ink, inks.faint) >= 1.5, "{palette:?}");
        assert_ne!(inks.red, inks.faint);
    }
}

/// Keys that put all inks on the board of a gentle sudoku, and the inks by the words of the legend.
const ALL_INKS: (&str, [&str; 8]) = (
    "M g r 5 c 5 enter A b x c 1 4 6 c esc g r 3 c 5 enter 1 w o 4 7 o g r 8 c 2 enter A b b 3 b esc \
     g r 9 c 9 enter 8 g r 1 c 1 enter 6 I",
    ["given", "yours", "clashes", "corner mark", "centre mark", "possible", "ruled out", "excluded mark"],
);

/// The legend of the inks on a board: the example of each, with its style, by its words.
fn legend(keys: &str, theme: Theme) -> BTreeMap<&'static str, (String, Color, Modifier)> {
    let buffer = frame("sudoku-9x9-gentle", keys, (110, 40), theme);
    let rows: Vec<Vec<&str>> =
        buffer.content.chunks(110).map(|row| row.iter().map(|cell| cell.symbol()).collect()).collect();
    let places = |text: &str, y: usize| -> Vec<usize> {
        let wanted: Vec<String> = text.chars().map(String::from).collect();
        (0..rows[y].len())
            .filter(|&x| rows[y][x..].iter().zip(&wanted).filter(|(a, b)| *a == *b).count() == wanted.len())
            .collect()
    };
    let title = (0..rows.len()).find_map(|y| places(" INKS ", y).first().map(|&x| (x, y)));
    let (left, top) = title.unwrap_or_else(|| panic!("there is no legend: {rows:?}"));
    let mut found = BTreeMap::new();
    for words in ALL_INKS.1 {
        for y in top + 1..(top + 9).min(rows.len()) {
            // Two blanks part the entries.
            for x in places(&format!(" {words}  "), y).into_iter().filter(|&x| x >= left) {
                let from = (0..x).rfind(|&x| rows[y][x] == " ").map_or(0, |blank| blank + 1);
                let (example, cell) = (rows[y][from..x].concat(), &buffer[(from as u16, y as u16)]);
                // The sign of a symbol of the player's that clashes is no ink.
                if example != "yours" {
                    found.insert(words, (example, cell.fg, cell.modifier));
                }
            }
        }
    }
    found
}

/// Examples or styles differ, without colours too.
#[test]
fn no_two_inks_look_the_same() {
    for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
        for color in [true, false] {
            let theme = Theme { color, glyphs };
            // Candidates are seen in place of marks.
            let mut looks = legend(ALL_INKS.0, theme);
            looks.extend(legend(&format!("{} a", ALL_INKS.0), theme));
            for words in ALL_INKS.1 {
                assert!(looks.contains_key(words), "{words} {theme:?}: {looks:?}");
            }
            let looks: Vec<_> = looks.into_iter().collect();
            for (at, (one, look)) in looks.iter().enumerate() {
                for (other, other_look) in &looks[..at] {
                    assert_ne!(look, other_look, "{one} {other} {theme:?}");
                }
            }
        }
    }
}
