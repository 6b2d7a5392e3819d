//! Links of Penpa+: a drawing, deflated and in base64. Its numbers are givens and its heavy edges
//! are the borders of regions; everything else is a drawing that only words explain.

use super::address::{each_line, is_of_site};
use super::leave_drawn;
use crate::areas::{Areas, Walls};
use crate::cell::{Cell, Entry, Symbol};
use crate::form::{Form, MarkedGrid, Text};
use crate::grid::Grid;
use crate::guise::Guise;
use crate::holds::Holds;
use crate::json::{JsonText, JsonValue};
use crate::meta::Meta;
use crate::scan::{ParseError, TextWord};
use crate::size::Size;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

pub(crate) static PENPA: Form = Form {
    id: "penpa",
    help: "links of Penpa+ with `p=`: the numbers and the regions of a square grid; other drawings are only drawn",
    guise: Guise::Signed,
    holds: Holds::PLAIN,
    text: Text::OnlyRead { read: |text| each_line(text, |line| is_of_site(line, "penpa-edit"), link) },
    yields: &[],
};

/// The largest text that is unpacked, in bytes.
const MOST: usize = 4 << 20;

/// The sides that are read.
const SIDES: std::ops::RangeInclusive<usize> = 4..=16;

/// The styles of edges that are borders of regions.
const BORDERS: [u32; 3] = [2, 8, 21];

/// The kind of a number that fills its cell.
const WHOLE: &str = "1";

/// The columns of the drawing around the grid, in cells.
const MARGIN: usize = 2;

fn link(line: &TextWord) -> Result<MarkedGrid, ParseError> {
    let damaged = || {
        ParseError::at(line, "this link of Penpa+ does not hold a puzzle: it is damaged or cut off")
            .help("its puzzle is after `p=`")
    };
    let packed = line.text.split(['#', '?', '&']).find_map(|part| part.strip_prefix("p=")).ok_or_else(damaged)?;
    let packed = packed.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=").replace(' ', "+");
    let bytes = STANDARD_NO_PAD.decode(packed.trim_end_matches('=')).map_err(|_| damaged())?;
    let text = miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes, MOST).map_err(|_| damaged())?;
    let text = String::from_utf8(text).map_err(|_| damaged())?;
    let lines: Vec<&str> = text.lines().collect();
    let (Some(head), Some(spaces), Some(drawn)) = (lines.first(), lines.get(1), lines.get(3)) else {
        return Err(damaged());
    };
    let head: Vec<&str> = head.split(',').collect();
    let side = |at: usize| head.get(at).and_then(|side| side.parse::<usize>().ok());
    let n = side(1).filter(|n| side(2) == Some(*n) && SIDES.contains(n));
    let is_square = matches!(head[0], "square" | "sudoku");
    let Some(n) = n.filter(|_| is_square && spaces.chars().all(|c| "[0,] ".contains(c))) else {
        return Err(ParseError::at(
            line,
            "this drawing of Penpa+ is not a square grid of side 4 to 16 without margins",
        )
        .help("copy the grid itself, such as 81 digits and dots"));
    };
    let document = JsonText::new(serde_json::from_str(&spelled(drawn)).map_err(|_| damaged())?);
    let said = |at: usize, lead: &str| {
        let text = head.get(at).map_or("", |text| text.trim());
        let text = text.strip_prefix(lead).unwrap_or(text).trim();
        // Signs that part the fields and lines of the head.
        [("%2C", ","), ("%2D", "\n"), ("%2E", "&"), ("%2F", "=")]
            .iter()
            .fold(text.to_string(), |text, (code, sign)| text.replace(code, sign))
    };
    let meta = Meta { title: said(15, "Title:"), source: said(16, "Author:"), note: said(18, ""), ..Meta::default() };
    if !document.root().is_object() {
        return Err(damaged());
    }
    sheet(document.root(), (n, head[0] == "sudoku"), meta, line)
}

/// The JSON of a drawing: two characters such as `zN` are the keys, `zO` is null, and `zZ` is `z`.
fn spelled(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, if c == 'z' { chars.next() } else { None }) {
            ('z', Some('Z')) => out.push('z'),
            ('z', Some('O')) => out += "null",
            ('z', Some(key)) => out.extend(['"', 'z', key, '"']),
            (c, _) => out.push(c),
        }
    }
    out
}

/// Reads a drawing of side `n`. A grid that `has_boxes` has the usual ones without drawn borders.
fn sheet(
    root: JsonValue,
    (n, has_boxes): (usize, bool),
    meta: Meta,
    line: &TextWord,
) -> Result<MarkedGrid, ParseError> {
    let mut grid = Grid::new(n, Areas::None);
    let mut unread: Vec<String> = Vec::new();
    let width = n + 2 * MARGIN;
    let mut borders: Vec<(usize, usize)> = Vec::new();
    for (key, value) in root.all_fields().iter() {
        let parts = value.all_fields();
        match key {
            "zN" => {
                for (at, number) in parts.iter() {
                    let place = at.parse::<usize>().ok().and_then(|at| cell(at, n, width));
                    let held = number.list().unwrap_or_default();
                    let text = held.first().map_or(String::new(), |text| text.text());
                    let is_whole = held.get(2).is_some_and(|kind| kind.text() == WHOLE);
                    let digit = text.parse::<usize>().ok().filter(|digit| (1..=n).contains(digit) && is_whole);
                    match (place, digit) {
                        (Some(cell), Some(digit)) => grid.cells[cell.index()] = Entry::Given(Symbol(digit as u8 - 1)),
                        _ if text.is_empty() => {}
                        _ => unread.push("numbers that are not digits of cells".to_string()),
                    }
                }
            }
            "zE" => {
                for (ends, style) in parts.iter() {
                    let ends = ends.split_once(',').and_then(|(one, two)| Some((one.parse().ok()?, two.parse().ok()?)));
                    match (ends, style.plain_number().is_some_and(|style| BORDERS.contains(&style))) {
                        (Some(ends), true) => borders.push(ends),
                        _ => unread.push("drawings (edges) that only words explain".to_string()),
                    }
                }
            }
            _ if is_blank(value) => {}
            _ => unread.push("drawings that only words explain".to_string()),
        }
    }
    grid.areas = match areas(&borders, n, width).filter(|_| has_boxes || !borders.is_empty()) {
        Some(areas) => areas,
        None => {
            unread.push("a grid without regions of one size".to_string());
            Areas::None
        }
    };
    unread.dedup();
    leave_drawn(MarkedGrid { meta, ..grid.into() }, &unread, line)
}

/// Returns whether a part of the drawing is empty, as are those in it.
fn is_blank(value: JsonValue) -> bool {
    value.is_empty() || value.is_object() && value.all_fields().iter().all(|(_, part)| part.is_empty())
}

/// The cell with a number; `None` in the margin.
fn cell(at: usize, n: usize, width: usize) -> Option<Cell> {
    let inside = |k: usize| k.checked_sub(MARGIN).filter(|&k| k < n);
    Some(Cell((inside(at / width)? * n + inside(at % width)?) as u16))
}

/// The regions between borders. Usual boxes if nothing is drawn inside the grid; `None` if the
/// regions are not all of one size.
fn areas(borders: &[(usize, usize)], n: usize, width: usize) -> Option<Areas> {
    // Corners are numbered after all cells, from the upper left corner of each on.
    let corner = |at: usize| {
        let at = at.checked_sub(width * width)?;
        Some(((at / width).checked_sub(MARGIN - 1)?, (at % width).checked_sub(MARGIN - 1)?))
    };
    let (mut right, mut below) = (vec![false; n * n], vec![false; n * n]);
    for &(one, two) in borders {
        let (Some(one), Some(two)) = (corner(one), corner(two)) else { continue };
        let (from, to) = (one.min(two), one.max(two));
        match (to.0 - from.0, to.1.abs_diff(from.1)) {
            // A level edge lies below the row before it, an upright one to the right of a column.
            (0, 1) if (1..n).contains(&from.0) && from.1 < n => below[(from.0 - 1) * n + from.1] = true,
            (1, 0) if (1..n).contains(&from.1) && from.0 < n => right[from.0 * n + from.1 - 1] = true,
            // The frame of the grid.
            (0, 1) | (1, 0) => {}
            _ => return None,
        }
    }
    let size = Size::square(n);
    if !right.iter().chain(&below).any(|&wall| wall) {
        return Areas::usual_boxes(n);
    }
    // Each cell has the number of the first one that it is joined to.
    let mut region: Vec<usize> = (0..n * n).collect();
    loop {
        let before = region.clone();
        for at in 0..n * n {
            for (other, is_open) in [(at + 1, at % n + 1 < n && !right[at]), (at + n, at + n < n * n && !below[at])] {
                if is_open {
                    let least = region[at].min(region[other]);
                    (region[at], region[other]) = (least, least);
                }
            }
        }
        if region == before {
            break;
        }
    }
    let walls = Walls::between(size, &region);
    let numbers = walls.regions();
    let boxes =
        Areas::all_boxes(n).into_iter().chain(Areas::usual_boxes(n)).find(|areas| areas.numbers(size) == numbers);
    boxes.or_else(|| walls.unfit(n).is_none().then_some(Areas::Walls(walls)))
}
