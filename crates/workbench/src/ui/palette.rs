//! Palettes: the colours in which a frame is shown. Three palettes set their own background and
//! look the same on every terminal. The fourth uses the terminal's background and foreground,
//! whatever they are. Its marks have a medium brightness, so that they stand out from dark and from
//! light backgrounds. None of the 16 named colours of a terminal does so in all colour schemes in
//! use. Contrasts are measured in the tests.

use super::theme::{Ground, PIECES, REGIONS};
use crate::app::{OwnColors, Palette};
use ratatui::buffer::Buffer;
use ratatui::style::Color;

/// The colours of a palette: a field for each use.
// Many fields: one for each use of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inks {
    /// The background.
    pub paper: Color,
    /// Text.
    pub ink: Color,
    /// Lines, and what is covered, hidden or tried.
    pub faint: Color,
    /// Conflicts and dead ends.
    pub red: Color,
    /// Symbols that a search placed, solutions and good news.
    pub green: Color,
    /// The chosen item, the option being tried, and changes.
    pub yellow: Color,
    /// A colour that no role has.
    pub blue: Color,
    /// Lines, dots and signs of a grid's further rules.
    pub magenta: Color,
    /// Symbols that the user placed.
    pub cyan: Color,
    /// Six more colours: red to cyan.
    pub more: [Color; 6],
    /// The grounds of pieces.
    pub pieces: [Color; PIECES],
    /// The ink on the grounds of pieces.
    pub piece_ink: Color,
    /// The grounds of regions.
    pub regions: [Color; REGIONS],
    /// The ground of the cursor's units.
    pub units: Color,
    /// The ground of symbols that are equal to the one under the cursor.
    pub same: Color,
    /// The ground of selected cells.
    pub selected: Color,
}

/// The terminal's own background and foreground. Each mark has the brightness of the highest
/// contrast with the backgrounds of common schemes.
const TERMINAL: Inks = Inks {
    paper: Color::Reset,
    ink: Color::Reset,
    faint: rgb(0x808080),
    red: rgb(0xd75a56),
    green: rgb(0x489148),
    yellow: rgb(0xbb701b),
    blue: rgb(0x4a83cf),
    magenta: rgb(0xad66c5),
    cyan: rgb(0x268ea3),
    more: [rgb(0xba6f4a), rgb(0x309179), rgb(0x7a8a2e), rgb(0x8b73d0), rgb(0xb0699f), rgb(0xc95e94)],
    pieces: indexed([174, 108, 179, 110, 176, 80, 173, 149, 141, 205, 145, 79]),
    piece_ink: Color::Indexed(16),
    // The paper is unknown, so a light tint of it is, too.
    regions: [Color::Reset; REGIONS],
    units: Color::Reset,
    same: Color::Reset,
    // It is seen on every paper, and has the ink of pieces.
    selected: Color::Indexed(187),
};

/// The marks of [`TERMINAL`] on a terminal of 256 colours, where few have that brightness.
const TERMINAL_256: Inks = Inks {
    faint: Color::Indexed(244),
    red: Color::Indexed(167),
    green: Color::Indexed(65),
    yellow: Color::Indexed(166),
    blue: Color::Indexed(68),
    magenta: Color::Indexed(134),
    cyan: Color::Indexed(31),
    more: [
        Color::Indexed(168),
        Color::Indexed(66),
        Color::Indexed(100),
        Color::Indexed(99),
        Color::Indexed(133),
        Color::Indexed(198),
    ],
    ..TERMINAL
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
/// false for a terminal of 256 colours, on which each colour is the nearest of these, or another
/// one where two would not differ.
pub fn inks(palette: Palette, colors: Option<OwnColors>, true_color: bool) -> Inks {
    let inks = match (palette, colors) {
        (Palette::Own, Some(colors)) => Inks::own(colors),
        (Palette::Terminal | Palette::Own, _) => TERMINAL,
        (Palette::Dark, _) => DARK,
        (Palette::Light, _) => LIGHT,
        (Palette::Contrast, _) => CONTRAST,
    };
    match (true_color, palette) {
        (true, _) => inks,
        (false, Palette::Terminal) => TERMINAL_256,
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
    fn own(colors: OwnColors) -> Inks {
        let OwnColors { paper, ink, faint, now, own: placed, good, bad, drawn } = colors;
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
pub(crate) fn tint(buf: &mut Buffer, palette: Palette, colors: Option<OwnColors>, true_color: bool) {
    let inks = inks(palette, colors, true_color);
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
