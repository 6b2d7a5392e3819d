//! SVG: pieces of frames as texts and rectangles. In a film, style sheets show each piece for its
//! time. Texts stay texts: they can be selected, searched and read aloud.

use super::Film;
use super::runs::{Piece, paper, seen};
use ratatui::buffer::Buffer;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

/// The size of a cell.
const CELL: (f32, f32) = (8.4, 18.0);

/// The beginning of a picture of this many columns and rows, with its ground.
fn begin(out: &mut String, cells: &Buffer, title: &str, style: &str) {
    let (width, height) = (f32::from(cells.area.width) * CELL.0, f32::from(cells.area.height) * CELL.1);
    let title = if title.is_empty() { String::new() } else { format!("<title>{}</title>\n", escaped(title)) };
    _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" font-family=\"ui-monospace, \
         'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"14\" xml:space=\"preserve\">\n{title}{style}\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#{:06x}\"/>\n",
        paper(cells)
    );
}

/// Writes a piece. `more` are further attributes, each with a blank before it.
pub fn piece(out: &mut String, piece: &Piece, more: &str) {
    let (left, top) = (|x: u16| f32::from(x) * CELL.0, |y: u16| f32::from(y) * CELL.1);
    match piece {
        Piece::Ground { y, x, width, color } => {
            let (x, y, width) = (left(*x), top(*y), left(*width));
            _ = writeln!(
                out,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{}\" fill=\"#{color:06x}\"{more}/>",
                CELL.1
            );
        }
        Piece::Text { y, x, width, text, color, bold, italic, underlined } => {
            let baseline = top(*y) + 0.75 * CELL.1;
            let weight = if *bold { " font-weight=\"bold\"" } else { "" };
            let slant = if *italic { " font-style=\"italic\"" } else { "" };
            let line = if *underlined { " text-decoration=\"underline\"" } else { "" };
            // Text is stretched to the grid, whatever the font's width.
            let (x, width) = (left(*x), left(*width));
            let text = escaped(text).replace(' ', "\u{a0}");
            _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{baseline:.1}\" textLength=\"{width:.1}\" \
                 fill=\"#{color:06x}\"{weight}{slant}{line}{more}>{text}</text>"
            );
        }
    }
}

pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

pub fn still(cells: &Buffer) -> String {
    let mut out = String::new();
    begin(&mut out, cells, "", "");
    seen(std::iter::once(cells)).iter().for_each(|(shown, _)| piece(&mut out, shown, ""));
    out + "</svg>\n"
}

/// The class of pieces that are seen in these frames.
fn class(range: &Range<usize>) -> String {
    format!("f{}-{}", range.start, range.end)
}

pub fn animated(film: &Film) -> String {
    let Some(first) = film.frames.first() else { return String::new() };
    let (n, seen) = (film.frames.len(), seen(film.frames.iter().map(|frame| &frame.cells)));
    // The moment at which each frame begins, and the end.
    let mut starts = vec![0.0];
    film.frames.iter().for_each(|frame| starts.push(starts[starts.len() - 1] + frame.time.as_secs_f64()));
    let total = starts[n];
    let share = |at: usize| format!("{:.3}%", starts[at] / total * 100.0);
    let ranges: BTreeSet<(usize, usize)> =
        seen.iter().map(|(_, range)| (range.start, range.end)).filter(|range| *range != (0, n)).collect();
    let mut style = format!(
        "<style>\ntext,rect{{animation-duration:{total:.2}s;animation-timing-function:step-end;\
         animation-iteration-count:infinite}}\n.h{{visibility:hidden}}\n"
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
        _ = writeln!(style, "@keyframes {name}{{{steps}}}.{name}{{animation-name:{name}}}");
    }
    style += "@media(prefers-reduced-motion:reduce){text,rect{animation-name:none!important}}\n</style>\n";
    let mut out = String::new();
    begin(&mut out, &first.cells, &film.title, &style);
    for (shown, range) in &seen {
        let hidden = if range.start > 0 { " h" } else { "" };
        let more = if *range == (0..n) { String::new() } else { format!(" class=\"{}{hidden}\"", class(range)) };
        piece(&mut out, shown, &more);
    }
    out + "</svg>\n"
}

/// The frames as one picture without motion, for a page that shows them by a script: each piece
/// names the first frame in which it is seen and the one after the last.
pub fn for_slides(film: &Film) -> String {
    let Some(first) = film.frames.first() else { return String::new() };
    let mut out = String::new();
    begin(&mut out, &first.cells, &film.title, "");
    for (shown, range) in seen(film.frames.iter().map(|frame| &frame.cells)) {
        let hidden = if range.start > 0 { " visibility=\"hidden\"" } else { "" };
        piece(&mut out, &shown, &format!(" data-f=\"{}\" data-t=\"{}\"{hidden}", range.start, range.end));
    }
    out + "</svg>\n"
}
