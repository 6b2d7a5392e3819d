//! Palettes: what the sixteen colours of a frame become where the terminal's own are not used. A
//! palette has its own paper, so that it looks the same on every terminal; its contrasts are
//! measured in the test below.

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
}

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
};

fn inks(palette: Palette) -> Option<&'static Inks> {
    match palette {
        Palette::Terminal => None,
        Palette::Dark => Some(&DARK),
        Palette::Light => Some(&LIGHT),
        Palette::Contrast => Some(&CONTRAST),
    }
}

impl Inks {
    fn of(&self, color: Color) -> Color {
        match color {
            Color::DarkGray => self.faint,
            Color::Red | Color::LightRed => self.red,
            Color::Green | Color::LightGreen => self.green,
            Color::Yellow | Color::LightYellow => self.yellow,
            Color::Blue | Color::LightBlue => self.blue,
            Color::Magenta | Color::LightMagenta => self.magenta,
            Color::Cyan | Color::LightCyan => self.cyan,
            _ => self.ink,
        }
    }
}

/// Gives a frame that was drawn in the terminal's colours those of a palette.
pub fn tint(buf: &mut Buffer, palette: Palette) {
    let Some(inks) = inks(palette) else { return };
    for cell in &mut buf.content {
        cell.fg = inks.of(cell.fg);
        cell.bg = inks.paper;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// WCAG 2's relative luminance.
    fn luminance(color: Color) -> f64 {
        let Color::Rgb(r, g, b) = color else { panic!("{color} is of no palette") };
        let part = |value: u8| match f64::from(value) / 255.0 {
            v if v <= 0.04045 => v / 12.92,
            v => ((v + 0.055) / 1.055).powf(2.4),
        };
        0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
    }

    fn contrast(one: Color, other: Color) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn every_ink_can_be_read_on_its_paper() {
        for (palette, least) in [(Palette::Dark, 4.5), (Palette::Light, 4.5), (Palette::Contrast, 7.0)] {
            let own = inks(palette).unwrap();
            let all = [own.ink, own.faint, own.red, own.green, own.yellow, own.blue, own.magenta, own.cyan];
            for ink in all {
                let found = contrast(ink, own.paper);
                assert!(found >= least, "{palette:?}: {ink} has {found:.1} to 1");
            }
        }
    }

    #[test]
    fn faint_ink_can_be_told_from_full_ink_and_from_what_is_wrong() {
        for palette in [Palette::Dark, Palette::Light, Palette::Contrast] {
            let own = inks(palette).unwrap();
            assert!(contrast(own.ink, own.faint) >= 1.5, "{palette:?}");
            assert_ne!(own.red, own.faint);
        }
    }
}
