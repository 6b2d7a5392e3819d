//! SVG: pieces of frames as texts and rectangles. In a film, style sheets show each piece for its
//! time. Texts stay texts: they can be selected, searched and read aloud.
//!
//! A film has thousands of pieces, so each is written in few bytes: whole numbers, and classes for
//! colours and times.

use super::Film;
use super::runs::{FramePiece, paper, seen};
use quadrille_puzzle::unseen;
use ratatui::buffer::Buffer;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Range;

/// The width and height of a cell. At this size of the font, common fonts of one width have it.
const CELL: (u32, u32) = (8, 18);
const FONT: &str = "13.33";

/// The most frequent colours have classes of one letter.
struct Colors {
    classes: BTreeMap<u32, char>,
}

impl Colors {
    fn of<'a>(pieces: impl Iterator<Item = &'a FramePiece>) -> Colors {
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        for piece in pieces {
            let (FramePiece::Ground { color, .. } | FramePiece::Text { color, .. }) = piece;
            *counts.entry(*color).or_default() += 1;
        }
        let mut order: Vec<(usize, u32)> = counts.into_iter().map(|(color, count)| (count, color)).collect();
        order.sort_unstable_by(|one, other| other.cmp(one));
        Colors { classes: order.into_iter().map(|(_, color)| color).zip('a'..='v').collect() }
    }

    /// The rules of the style sheet.
    fn rules(&self) -> String {
        self.classes.iter().map(|(color, class)| format!(".{class}{{fill:#{color:06x}}}")).collect()
    }
}

/// The beginning of a picture, with its ground and its style sheet.
fn begin(out: &mut String, cells: &Buffer, title: &str, colors: &Colors, style: &str) {
    let (width, height) = (u32::from(cells.area.width) * CELL.0, u32::from(cells.area.height) * CELL.1);
    let title = if title.is_empty() { String::new() } else { format!("<title>{}</title>\n", unseen::xml(title)) };
    let rules = colors.rules();
    _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"ui-monospace, \
         'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"{FONT}\" xml:space=\"preserve\">\n{title}<style>\n\
         text{{white-space:pre}}{rules}.x{{font-weight:bold}}.y{{font-style:italic}}.z{{text-decoration:underline}}\n\
         {style}</style>\n<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#{:06x}\"/>\n",
        paper(cells)
    );
}

/// Writes a piece. `more` are further attributes, each with a blank before it.
fn write_piece(out: &mut String, piece: &FramePiece, colors: &Colors, more: &str) {
    let (left, top) = (|x: u16| u32::from(x) * CELL.0, |y: u16| u32::from(y) * CELL.1);
    let mut classes: Vec<String> = Vec::new();
    let (FramePiece::Ground { color, .. } | FramePiece::Text { color, .. }) = piece;
    let mut fill = String::new();
    match colors.classes.get(color) {
        Some(class) => classes.push(class.to_string()),
        None => fill = format!(" fill=\"#{color:06x}\""),
    }
    if let FramePiece::Text { bold, italic, underlined, .. } = piece {
        let marks = [(*bold, "x"), (*italic, "y"), (*underlined, "z")];
        classes.extend(marks.into_iter().filter(|(is_on, _)| *is_on).map(|(_, mark)| mark.to_string()));
    }
    let class = if classes.is_empty() { String::new() } else { format!(" class=\"{}\"", classes.join(" ")) };
    match piece {
        FramePiece::Ground { y, x, width, .. } => {
            let (x, y, width, height) = (left(*x), top(*y), left(*width), CELL.1);
            _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{fill}{class}{more}/>");
        }
        FramePiece::Text { y, x, width, text, .. } => {
            let (x, baseline) = (left(*x), top(*y) + CELL.1 * 3 / 4);
            // Text is stretched to the grid, whatever the font's width.
            let length = if *width > 1 { format!(" textLength=\"{}\"", left(*width)) } else { String::new() };
            let text = unseen::xml(text);
            _ = writeln!(out, "<text x=\"{x}\" y=\"{baseline}\"{length}{fill}{class}{more}>{text}</text>");
        }
    }
}

pub fn still(cells: &Buffer) -> String {
    let pieces = seen(std::iter::once(cells));
    let colors = Colors::of(pieces.iter().map(|(piece, _)| piece));
    let mut out = String::new();
    begin(&mut out, cells, "", &colors, "");
    pieces.iter().for_each(|(piece, _)| write_piece(&mut out, piece, &colors, ""));
    out + "</svg>\n"
}

/// The class of pieces that are seen in these frames.
fn class(range: &Range<usize>) -> String {
    format!("f{}-{}", range.start, range.end)
}

pub(crate) fn animated(film: &Film) -> String {
    let Some(first) = film.frames.first() else { return String::new() };
    let (n, pieces) = (film.frames.len(), seen(film.frames.iter().map(|frame| &frame.cells)));
    // The moment at which each frame begins, and the end.
    let mut starts = vec![0.0];
    film.frames.iter().for_each(|frame| starts.push(starts[starts.len() - 1] + frame.time.as_secs_f64()));
    let total = starts[n];
    let share = |at: usize| format!("{:.3}%", starts[at] / total * 100.0);
    let ranges: BTreeSet<(usize, usize)> =
        pieces.iter().map(|(_, range)| (range.start, range.end)).filter(|range| *range != (0, n)).collect();
    let mut style = format!(
        "g{{animation-duration:{total:.2}s;animation-timing-function:step-end;\
         animation-iteration-count:infinite}}\n"
    );
    for (from, to) in ranges {
        let (name, mut steps) = (class(&(from..to)), String::new());
        if from > 0 {
            _ = write!(steps, "0%{{visibility:hidden}}{}", share(from));
        } else {
            steps += "0%";
        }
        steps += "{visibility:visible}";
        if to < n {
            _ = write!(steps, "{}{{visibility:hidden}}", share(to));
        }
        // Programs that know no animation show the first frame.
        let hidden = if from > 0 { "visibility:hidden;" } else { "" };
        _ = writeln!(style, "@keyframes {name}{{{steps}}}.{name}{{{hidden}animation-name:{name}}}");
    }
    style += "@media(prefers-reduced-motion:reduce){g{animation-name:none!important}}\n";
    let colors = Colors::of(pieces.iter().map(|(piece, _)| piece));
    let mut out = String::new();
    begin(&mut out, &first.cells, &film.title, &colors, &style);
    // What is seen in the same frames is one group. Grounds are below texts.
    for is_ground in [true, false] {
        let mut groups: BTreeMap<(usize, usize), Vec<&FramePiece>> = BTreeMap::new();
        for (piece, range) in &pieces {
            if matches!(piece, FramePiece::Ground { .. }) == is_ground {
                groups.entry((range.start, range.end)).or_default().push(piece);
            }
        }
        for ((from, to), group) in groups {
            let is_always = (from, to) == (0, n);
            if !is_always {
                _ = writeln!(out, "<g class=\"{}\">", class(&(from..to)));
            }
            group.iter().for_each(|piece| write_piece(&mut out, piece, &colors, ""));
            if !is_always {
                out += "</g>\n";
            }
        }
    }
    out + "</svg>\n"
}

/// The frames as one picture without motion, for a page that shows them by a script: each piece
/// names the first frame in which it is seen and the one after the last.
pub(crate) fn for_slides(film: &Film) -> String {
    let Some(first) = film.frames.first() else { return String::new() };
    let pieces = seen(film.frames.iter().map(|frame| &frame.cells));
    let colors = Colors::of(pieces.iter().map(|(piece, _)| piece));
    let mut out = String::new();
    begin(&mut out, &first.cells, &film.title, &colors, "");
    for (piece, range) in &pieces {
        let hidden = if range.start > 0 { " visibility=\"hidden\"" } else { "" };
        let times = format!(" data-f=\"{}\" data-t=\"{}\"{hidden}", range.start, range.end);
        write_piece(&mut out, piece, &colors, &times);
    }
    out + "</svg>\n"
}
