//! A treasure map: a board covered by the fewest rectangles. The rectangles have fixed places.

use crate::form::{Form, Text};
use crate::guise::Guise;
use crate::holds::Holds;
use crate::listing::{Board, Footprint, Listing, MAX_CELLS, Picture};
use crate::options::Options;
use crate::scan::{self, Line, ParseError, TextWord, counted, number};
use dancing::Goal;
use smol_str::format_smolstr;

/// Maps and their rectangles, the format of ZOJ 3209.
pub static MAP: Form = Form {
    id: "map",
    help: "T, then `n m p` and p rectangles `x1 y1 x2 y2` a map n wide and m high (ZOJ 3209)",
    guise: Guise::Numbers,
    holds: Holds::OWN,
    text: Text::Listings { read, write },
    yields: &[],
};

/// A map and its rectangles `[x1, y1, x2, y2]`; the upper bounds are exclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// The number of columns.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// The rectangles, in the order of the text.
    pub pieces: Vec<[u32; 4]>,
}

fn read(text: &str) -> Result<Vec<Listing>, ParseError> {
    let mut cells = 0;
    let each = read_maps(text).map(|map| {
        let (first, map) = map?;
        cells += map.cells();
        match cells > MAX_CELLS {
            true => Err(ParseError::at(&first, format!("the maps have more than {MAX_CELLS} cells"))),
            false => Ok(listing(map)),
        }
    });
    each.collect()
}

/// The maps of a text, one after the other.
pub fn maps(text: &str) -> impl Iterator<Item = Result<Listing, ParseError>> {
    read_maps(text).map(|map| map.map(|(_, map)| listing(map)))
}

/// The maps of a text, each with the first word of its lines.
fn read_maps(text: &str) -> impl Iterator<Item = Result<(TextWord<'_>, Map), ParseError>> {
    let lines = scan::lines_if(text, |first| first.each_word().nth(1).is_none());
    let head = announced(lines.first());
    let (mut at, mut case) = (1, 0);
    scan::each(move || {
        let Some(announced) = head.clone()? else { return Ok(None) };
        if case == announced {
            return scan::nothing_after(&lines, at, "the last map").map(|()| None);
        }
        if at == lines.len() {
            let message = format!("{announced} maps are announced, {case} found");
            return Err(ParseError::new(lines[at - 1].number + 1, 1, message));
        }
        let (map, after) = read_map(&lines, at)?;
        let first = lines[at].words()[0];
        (at, case) = (after, case + 1);
        Ok(Some((first, map)))
    })
}

/// The number of maps, alone on its line; `None` if there is no line.
fn announced(line: Option<&Line>) -> Result<Option<u32>, ParseError> {
    let words = line.map(Line::words).unwrap_or_default();
    let Some(count) = words.first() else { return Ok(None) };
    let announced = number(count, 0, 100_000)?;
    match words.get(1) {
        Some(extra) => Err(ParseError::at(extra, "the number of maps must be alone on the first line")),
        None => Ok(Some(announced)),
    }
}

/// Reads a map from line index `at`. Also returns the index of the line after it.
fn read_map(lines: &[Line], mut at: usize) -> Result<(Map, usize), ParseError> {
    let [n, m, p] = numbers(&lines[at])?;
    let (width, height) = (number(&n, 1, 1000)?, number(&m, 1, 1000)?);
    let pieces = number(&p, 0, 1_000_000)?;
    let mut map = Map { width, height, pieces: Vec::new() };
    let mut cells = map.cells();
    if cells > MAX_CELLS {
        return Err(ParseError::at(&n, format!("the map has more than {MAX_CELLS} cells")));
    }
    for k in 0..pieces {
        at += 1;
        let Some(line) = lines.get(at) else {
            let message = format!("this map has {} of {pieces}", counted(k as usize, "rectangle"));
            return Err(ParseError::new(lines[at - 1].number + 1, 1, message));
        };
        let [x1, y1, x2, y2] = numbers(line)?;
        let corner = |word: &TextWord, low: u32, high: u32| number(word, low.min(high), high);
        let left = corner(&x1, 0, width)?;
        let top = corner(&y1, 0, height)?;
        let (right, bottom) = (corner(&x2, 0, width)?, corner(&y2, 0, height)?);
        for (word, low, high, name) in [(&x1, left, right, "x1 < x2"), (&y1, top, bottom, "y1 < y2")] {
            if low >= high {
                return Err(ParseError::at(word, format!("this rectangle is empty: {name} is needed")));
            }
        }
        map.pieces.push([left, top, right, bottom]);
        cells += area(map.pieces[k as usize]);
        if cells > MAX_CELLS {
            return Err(ParseError::at(&x1, format!("the rectangles cover more than {MAX_CELLS} cells")));
        }
    }
    Ok((map, at + 1))
}

impl Map {
    /// The number of cells of the map and of its rectangles.
    fn cells(&self) -> usize {
        self.width as usize * self.height as usize + self.pieces.iter().map(|&piece| area(piece)).sum::<usize>()
    }
}

fn area([left, top, right, bottom]: [u32; 4]) -> usize {
    (right - left) as usize * (bottom - top) as usize
}

/// Reads a line of exactly `N` numbers.
fn numbers<'a, const N: usize>(line: &Line<'a>) -> Result<[TextWord<'a>; N], ParseError> {
    let words = line.words();
    for word in &words {
        number(word, 0, u32::MAX)?;
    }
    match words.try_into() {
        Ok(words) => Ok(words),
        Err(words) => {
            let column = words.get(N).map_or(line.end() + 1, |word: &TextWord| word.column);
            let message = format!("this line has {}, {N} expected", counted(words.len(), "number"));
            Err(ParseError::new(line.number, column, message))
        }
    }
}

/// The listing of a map: every cell is an item, every rectangle an option. The goal is the fewest
/// options.
pub fn listing(map: Map) -> Listing {
    let (width, height) = (map.width as usize, map.height as usize);
    let cells = |[left, top, right, bottom]: [u32; 4]| -> Vec<u32> {
        (top..bottom).flat_map(|y| (left..right).map(move |x| y * map.width + x)).collect()
    };
    let letters: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
    let mut options = Options::default();
    let mut marks = Vec::with_capacity(map.pieces.len());
    for (k, &piece) in map.pieces.iter().enumerate() {
        let [left, top, right, bottom] = piece;
        options.add(Some(&format!("#{} {left},{top}-{right},{bottom}", k + 1)), &cells(piece));
        marks.push(Footprint::piece(cells(piece), letters[k % letters.len()]));
    }
    let items = (0..width * height).map(|cell| format_smolstr!("x{}y{}", cell % width, cell / width)).collect();
    let board = Board { rows: height, columns: width, marks, outlined: true, ..Board::default() };
    Listing {
        items,
        primary: width * height,
        options,
        goal: Some(Goal::Best),
        voice: super::VOICE,
        source: Some(text(&map)),
        picture: Some(Picture::Board(board)),
        ..Listing::default()
    }
}

pub(crate) fn write(listing: &Listing) -> String {
    listing.source.clone().expect("a map is made from a text")
}

fn text(map: &Map) -> String {
    let mut text = format!("1\n{} {} {}\n", map.width, map.height, map.pieces.len());
    for [left, top, right, bottom] in &map.pieces {
        text += &format!("{left} {top} {right} {bottom}\n");
    }
    text
}
