//! The pieces of frames: texts of one style in a row, and their grounds. Each piece knows the
//! frames in which it is seen, so that a film holds changes only.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};
use std::collections::BTreeMap;
use std::ops::Range;
use unicode_width::UnicodeWidthStr;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FramePiece {
    /// A ground that is not that of the frame, in hexadecimal.
    Ground { y: u16, x: u16, width: u16, color: u32 },
    /// A text in one style.
    Text { y: u16, x: u16, width: u16, text: String, color: u32, bold: bool, italic: bool, underlined: bool },
}

/// The ground of a frame: that of its first cell.
pub fn paper(cells: &Buffer) -> u32 {
    cells.content.first().map_or(0, |cell| hex(cell.bg))
}

/// A colour as a number; black for the terminal's own colours.
pub fn hex(color: Color) -> u32 {
    match color {
        Color::Rgb(r, g, b) => u32::from(r) << 16 | u32::from(g) << 8 | u32::from(b),
        _ => 0,
    }
}

/// The pieces of a frame. A text ends where its style changes, and where two blanks follow each
/// other.
pub fn pieces(cells: &Buffer) -> Vec<FramePiece> {
    let mut found = Vec::new();
    let (area, paper) = (cells.area, paper(cells));
    for y in area.top()..area.bottom() {
        let inks: Vec<(u32, u32)> = (area.left()..area.right())
            .map(|x| {
                let cell = &cells[(x, y)];
                let (ink, ground) = (hex(cell.fg), hex(cell.bg));
                if cell.modifier.contains(Modifier::REVERSED) { (ground, ink) } else { (ink, ground) }
            })
            .collect();
        let same =
            |from: usize, key: &dyn Fn(usize) -> bool| (from..inks.len()).find(|&at| !key(at)).unwrap_or(inks.len());
        let mut at = 0;
        while at < inks.len() {
            let (ground, end) = (inks[at].1, same(at, &|other| inks[other].1 == inks[at].1));
            if ground != paper {
                let (x, width) = (at as u16, (end - at) as u16);
                found.push(FramePiece::Ground { y: y - area.top(), x, width, color: ground });
            }
            at = end;
        }
        let cell = |at: usize| &cells[(area.left() + at as u16, y)];
        let mut at = 0;
        while at < inks.len() {
            let (ink, style) = (inks[at].0, cell(at).modifier);
            let end = same(at, &|other| inks[other].0 == ink && cell(other).modifier == style);
            texts(&mut found, y - area.top(), at, (at..end).map(|at| cell(at).symbol()).collect(), ink, style);
            at = end;
        }
    }
    found
}

/// Adds the texts of a run of one style, without the blanks around them.
fn texts(found: &mut Vec<FramePiece>, y: u16, from: usize, symbols: Vec<&str>, color: u32, style: Modifier) {
    let mut at = 0;
    let is_blank = |at: usize| symbols.get(at).is_none_or(|symbol| *symbol == " ");
    while at < symbols.len() {
        if is_blank(at) {
            at += 1;
            continue;
        }
        let end = (at..symbols.len()).find(|&end| is_blank(end) && is_blank(end + 1)).unwrap_or(symbols.len());
        let text: String = symbols[at..end].concat();
        let text = text.trim_end().to_string();
        let (x, width) = ((from + at) as u16, text.width() as u16);
        let (bold, italic) = (style.contains(Modifier::BOLD), style.contains(Modifier::ITALIC));
        let underlined = style.contains(Modifier::UNDERLINED);
        found.push(FramePiece::Text { y, x, width, text, color, bold, italic, underlined });
        at = end;
    }
}

/// All pieces of the frames, each with the ranges of frames in which it is seen, in the order in
/// which they are first seen.
pub fn seen<'a>(frames: impl Iterator<Item = &'a Buffer>) -> Vec<(FramePiece, Range<usize>)> {
    let mut open: BTreeMap<FramePiece, usize> = BTreeMap::new();
    let mut found = Vec::new();
    let mut count = 0;
    for (at, cells) in frames.enumerate() {
        let mut now: BTreeMap<FramePiece, usize> = BTreeMap::new();
        for piece in pieces(cells) {
            let since = open.remove(&piece).unwrap_or(at);
            now.insert(piece, since);
        }
        found.extend(open.into_iter().map(|(piece, since)| (piece, since..at)));
        open = now;
        count = at + 1;
    }
    found.extend(open.into_iter().map(|(piece, since)| (piece, since..count)));
    // Grounds are below texts.
    found.sort_by(|one, other| (&one.0, one.1.start).cmp(&(&other.0, other.1.start)));
    found
}
