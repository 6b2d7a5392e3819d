//! Palettes: the colours in which a frame is shown. Three palettes set their own background and
//! look the same on every terminal. The fourth uses the terminal's background and foreground,
//! whatever they are. Its marks have a medium brightness, so that they stand out from dark and from
//! light backgrounds. None of the 16 named colours of a terminal does so in all colour schemes in
//! use. Contrasts are measured in the tests below.

use crate::app::Palette;
use ratatui::buffer::Buffer;
use ratatui::style::Color;

/// The colours of a palette.
struct Inks {
    paper: Color,
    ink: Color,
    faint: Color,
    red: Color,
    green: Color,
    yellow: Color,
    blue: Color,
    magenta: Color,
    cyan: Color,
    /// Six more colours, for pieces of a board: red to cyan.
    more: [Color; 6],
}

/// The terminal's own background and foreground.
const TERMINAL: Inks = Inks {
    paper: Color::Reset,
    ink: Color::Reset,
    faint: Color::Indexed(244),
    red: Color::Indexed(196),
    green: Color::Indexed(65),
    yellow: Color::Indexed(166),
    blue: Color::Indexed(32),
    magenta: Color::Indexed(165),
    cyan: Color::Indexed(31),
    more: [
        Color::Indexed(167),
        Color::Indexed(66),
        Color::Indexed(100),
        Color::Indexed(99),
        Color::Indexed(133),
        Color::Indexed(198),
    ],
};

const fn rgb(hex: u32) -> Color {
    Color::Rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const DARK: Inks = Inks {
    paper: rgb(0x16181d),
    ink: rgb(0xd8dce3),
    faint: rgb(0x8a93a3),
    red: rgb(0xff8a8f),
    green: rgb(0x9ccc7a),
    yellow: rgb(0xe5c76b),
    blue: rgb(0x82aaff),
    magenta: rgb(0xd7a6f5),
    cyan: rgb(0x6cc6d8),
    more: [rgb(0xff8a8f), rgb(0x9ccc7a), rgb(0xe5c76b), rgb(0x82aaff), rgb(0xd7a6f5), rgb(0x6cc6d8)],
};

const LIGHT: Inks = Inks {
    paper: rgb(0xfbfaf7),
    ink: rgb(0x1f2328),
    faint: rgb(0x63676f),
    red: rgb(0xb3202c),
    green: rgb(0x1d6b2f),
    yellow: rgb(0x7a5b00),
    blue: rgb(0x1f4fbf),
    magenta: rgb(0x8a2a91),
    cyan: rgb(0x0b6478),
    more: [rgb(0xb3202c), rgb(0x1d6b2f), rgb(0x7a5b00), rgb(0x1f4fbf), rgb(0x8a2a91), rgb(0x0b6478)],
};

const CONTRAST: Inks = Inks {
    paper: rgb(0x000000),
    ink: rgb(0xffffff),
    faint: rgb(0xc0c0c0),
    red: rgb(0xff9a9a),
    green: rgb(0x7dff7d),
    yellow: rgb(0xffe14d),
    blue: rgb(0x9ab8ff),
    magenta: rgb(0xffa8ff),
    cyan: rgb(0x6ff0ff),
    more: [rgb(0xff9a9a), rgb(0x7dff7d), rgb(0xffe14d), rgb(0x9ab8ff), rgb(0xffa8ff), rgb(0x6ff0ff)],
};

fn inks(palette: Palette) -> &'static Inks {
    match palette {
        Palette::Terminal => &TERMINAL,
        Palette::Dark => &DARK,
        Palette::Light => &LIGHT,
        Palette::Contrast => &CONTRAST,
    }
}

impl Inks {
    fn of(&self, color: Color) -> Color {
        match color {
            Color::DarkGray => self.faint,
            Color::Red => self.red,
            Color::Green => self.green,
            Color::Yellow => self.yellow,
            Color::Blue => self.blue,
            Color::Magenta => self.magenta,
            Color::Cyan => self.cyan,
            Color::LightRed => self.more[0],
            Color::LightGreen => self.more[1],
            Color::LightYellow => self.more[2],
            Color::LightBlue => self.more[3],
            Color::LightMagenta => self.more[4],
            Color::LightCyan => self.more[5],
            _ => self.ink,
        }
    }
}

/// Replaces the colours of a frame with those of a palette.
pub fn tint(buf: &mut Buffer, palette: Palette) {
    let inks = inks(palette);
    for cell in &mut buf.content {
        cell.fg = inks.of(cell.fg);
        cell.bg = inks.paper;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red, green and blue. The colour cube and the greys of the 256 colours are the same on every
    /// terminal.
    fn parts(color: Color) -> [u8; 3] {
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
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
            let inks = inks(palette);
            for ink in marks(inks).chain([inks.ink]) {
                let found = contrast(ink, inks.paper);
                assert!(found >= least, "{palette:?}: {ink} has {found:.1} to 1");
            }
        }
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
            for mark in marks(&TERMINAL) {
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
            let inks = inks(palette);
            let named = [inks.faint, inks.red, inks.green, inks.yellow, inks.blue, inks.magenta, inks.cyan];
            for (at, one) in named.iter().enumerate() {
                assert!(!named[..at].contains(one), "{palette:?}: {one}");
            }
        }
    }

    #[test]
    fn faint_ink_can_be_told_from_full_ink_and_from_what_is_wrong() {
        for palette in [Palette::Dark, Palette::Light, Palette::Contrast] {
            let inks = inks(palette);
            assert!(contrast(inks.ink, inks.faint) >= 1.5, "{palette:?}");
            assert_ne!(inks.red, inks.faint);
        }
    }
}
