//! Palettes: the colours in which a frame is shown. Three palettes set their own background and
//! look the same on every terminal. The fourth uses the terminal's background and foreground,
//! whatever they are. Its marks have a medium brightness, so that they stand out from dark and from
//! light backgrounds. None of the 16 named colours of a terminal does so in all colour schemes in
//! use. Contrasts are measured in the tests below.

use super::theme::{Ground, PIECES, REGIONS};
use crate::app::{OwnColors, Palette};
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
    /// Six more colours: red to cyan.
    more: [Color; 6],
    /// The grounds of pieces, and the ink on them.
    pieces: [Color; PIECES],
    piece_ink: Color,
    /// The grounds of regions, of the cursor's units and of equal symbols.
    regions: [Color; REGIONS],
    units: Color,
    same: Color,
    selected: Color,
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
    pieces: indexed([174, 108, 179, 110, 176, 80, 173, 149, 141, 205, 145, 79]),
    piece_ink: Color::Indexed(16),
    // The paper is unknown, so a light tint of it is, too.
    regions: [Color::Reset; REGIONS],
    units: Color::Reset,
    same: Color::Reset,
    // It is seen on every paper, and has the ink of pieces.
    selected: Color::Indexed(187),
};

const fn rgb(hex: u32) -> Color {
    Color::Rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const fn rgbs<const N: usize>(hex: [u32; N]) -> [Color; N] {
    let (mut colors, mut at) = ([Color::Reset; N], 0);
    while at < N {
        colors[at] = rgb(hex[at]);
        at += 1;
    }
    colors
}

const fn indexed<const N: usize>(numbers: [u8; N]) -> [Color; N] {
    let (mut colors, mut at) = ([Color::Reset; N], 0);
    while at < N {
        colors[at] = Color::Indexed(numbers[at]);
        at += 1;
    }
    colors
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
    pieces: rgbs([
        0x7a2e3a, 0x2e5d34, 0x6b5416, 0x2c4a85, 0x6a3a7a, 0x1f5a66, 0x84471f, 0x3f6420, 0x4a3f8f, 0x832d60, 0x535963,
        0x22614f,
    ]),
    piece_ink: rgb(0xf0f2f5),
    regions: rgbs([0x20242e, 0x1f2a22, 0x2c2129, 0x1d2a2e]),
    units: rgb(0x272d3a),
    same: rgb(0x3a465f),
    selected: rgb(0x4d431c),
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
    pieces: rgbs([
        0xf6c9cc, 0xcfe8cf, 0xf2e2ae, 0xc9d9f7, 0xe6cdf0, 0xc6e6ea, 0xf7d5b5, 0xdcecb4, 0xd6d2f5, 0xf5cce2, 0xd9dde2,
        0xc2e8da,
    ]),
    piece_ink: rgb(0x1f2328),
    regions: rgbs([0xf1ede2, 0xe8f0e4, 0xf5e7ea, 0xe4edf4]),
    units: rgb(0xece6d6),
    same: rgb(0xd2ddf6),
    selected: rgb(0xffe59a),
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
    pieces: rgbs([
        0xff9a9a, 0x7dff7d, 0xffe14d, 0x9ab8ff, 0xffa8ff, 0x6ff0ff, 0xffb870, 0xc8ff5a, 0xc0b0ff, 0xff80c0, 0xd0d0d0,
        0x60ffd0,
    ]),
    piece_ink: rgb(0x000000),
    regions: rgbs([0x202020, 0x002424, 0x240024, 0x242400]),
    units: rgb(0x303030),
    same: rgb(0x404070),
    selected: rgb(0x403400),
};

/// The grounds of pieces among 256 colours, where the nearest ones would not differ.
const DARK_PIECES: [Color; PIECES] = indexed([88, 22, 58, 24, 54, 23, 94, 19, 60, 89, 240, 52]);
const LIGHT_PIECES: [Color; PIECES] = indexed([224, 194, 229, 189, 225, 195, 223, 193, 147, 218, 252, 158]);

/// The colours of a palette; those of the terminal for an own one without colours. `true_color` is
/// false for a terminal of 256 colours.
fn inks(palette: Palette, own: Option<OwnColors>, true_color: bool) -> Inks {
    let inks = match (palette, own) {
        (Palette::Own, Some(own)) => Inks::own(own),
        (Palette::Terminal | Palette::Own, _) => TERMINAL,
        (Palette::Dark, _) => DARK,
        (Palette::Light, _) => LIGHT,
        (Palette::Contrast, _) => CONTRAST,
    };
    match (true_color, palette) {
        (true, _) | (_, Palette::Terminal) => inks,
        // The grey nearest to the ground of equal symbols is too light for faint text.
        (false, Palette::Dark) => Inks { pieces: DARK_PIECES, same: Color::Indexed(238), ..inks.rounded() },
        (false, Palette::Light) => Inks { pieces: LIGHT_PIECES, ..inks.rounded() },
        (false, Palette::Contrast | Palette::Own) => inks.rounded(),
    }
}

/// The parts of a colour that is nearly grey differ by less than this.
const FAINT: u8 = 30;

/// The six levels of a part in the colour cube of a terminal of 256 colours.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The nearest colour in the cube or among the greys of a terminal of 256 colours. A colour that is
/// nearly grey becomes a grey, so that it gets no tint.
fn nearest(color: Color) -> Color {
    let Color::Rgb(r, g, b) = color else { return color };
    let level = |part: u8| (0..6).min_by_key(|&k| LEVELS[k].abs_diff(part)).unwrap_or(0);
    let [x, y, z] = [r, g, b].map(level);
    let mean = (u16::from(r) + u16::from(g) + u16::from(b)) / 3;
    let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
    let away = |parts: [u8; 3]| -> u32 {
        parts.into_iter().zip([r, g, b]).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    let cube = [x, y, z].map(|k| LEVELS[k]);
    let is_faint = r.max(g).max(b) - r.min(g).min(b) < FAINT;
    let is_edge = cube[0] == cube[1] && cube[1] == cube[2];
    match away([8 + 10 * grey; 3]) < away(cube) || is_faint && !is_edge {
        true => Color::Indexed(232 + grey),
        false => Color::Indexed((16 + 36 * x + 6 * y + z) as u8),
    }
}

/// A colour between two: `share` of the second.
fn mix(one: [u8; 3], other: [u8; 3], share: f64) -> [u8; 3] {
    let part = |k: usize| f64::from(one[k]) * (1.0 - share) + f64::from(other[k]) * share;
    [part(0).round() as u8, part(1).round() as u8, part(2).round() as u8]
}

fn color([r, g, b]: [u8; 3]) -> Color {
    Color::Rgb(r, g, b)
}

impl Inks {
    /// The nearest colours on a terminal of 256 colours.
    fn rounded(self) -> Inks {
        Inks {
            paper: nearest(self.paper),
            ink: nearest(self.ink),
            faint: nearest(self.faint),
            red: nearest(self.red),
            green: nearest(self.green),
            yellow: nearest(self.yellow),
            blue: nearest(self.blue),
            magenta: nearest(self.magenta),
            cyan: nearest(self.cyan),
            more: self.more.map(nearest),
            pieces: self.pieces.map(nearest),
            piece_ink: nearest(self.piece_ink),
            regions: self.regions.map(nearest),
            units: nearest(self.units),
            same: nearest(self.same),
            selected: nearest(self.selected),
        }
    }

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

impl Inks {
    /// The colours of an own theme. Grounds are mixed from its background and its other colours.
    fn own(own: OwnColors) -> Inks {
        let OwnColors { paper, ink, faint, now, own: placed, good, bad, drawn } = own;
        let six = [bad, good, now, placed, drawn, ink];
        let pieces: [Color; PIECES] = std::array::from_fn(|k| {
            let share = if k < six.len() { 0.34 } else { 0.20 };
            color(mix(paper, six[k % six.len()], share))
        });
        Inks {
            paper: color(paper),
            ink: color(ink),
            faint: color(faint),
            red: color(bad),
            green: color(good),
            yellow: color(now),
            blue: color(placed),
            magenta: color(drawn),
            cyan: color(placed),
            more: [bad, good, now, placed, drawn, placed].map(color),
            pieces,
            piece_ink: color(ink),
            regions: [placed, good, drawn, now].map(|tint| color(mix(paper, tint, 0.09))),
            units: color(mix(paper, ink, 0.09)),
            same: color(mix(paper, placed, 0.25)),
            selected: color(mix(paper, now, 0.3)),
        }
    }

    fn ground(&self, ground: Ground) -> Color {
        match ground {
            Ground::Piece(at) => self.pieces[at],
            Ground::Region(at) => self.regions[at],
            Ground::Units => self.units,
            Ground::Same => self.same,
            Ground::Selected => self.selected,
        }
    }
}

/// Replaces the colours of a frame with those of a palette.
pub fn tint(buf: &mut Buffer, palette: Palette, own: Option<OwnColors>, true_color: bool) {
    let inks = inks(palette, own, true_color);
    for cell in &mut buf.content {
        let ground = Ground::of(cell.bg);
        cell.fg = match ground {
            Some(Ground::Piece(_)) => inks.piece_ink,
            Some(Ground::Selected) if palette == Palette::Terminal => inks.piece_ink,
            _ => inks.of(cell.fg),
        };
        cell.bg = ground.map_or(inks.paper, |ground| inks.ground(ground));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let grounds = Ground::all().filter(|ground| !matches!(ground, Ground::Piece(_)));
            for ground in grounds.filter(|_| palette != Palette::Terminal) {
                let paper = inks.ground(ground);
                assert_ne!(paper, inks.paper, "{palette:?}: {ground:?}");
                for ink in marks(&inks).chain([inks.ink]) {
                    let found = contrast(ink, paper);
                    assert!(found >= 3.0, "{palette:?}: {ink} on {ground:?} has {found:.1} to 1");
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
        assert_eq!(nearest(Color::Reset), Color::Reset);
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
}
