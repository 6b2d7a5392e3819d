//! A board with holes, and named pieces that are turned, mirrored and laid wherever they fit.

use super::VOICE;
use crate::form::{Form, Text};
use crate::guise::Guise;
use crate::holds::Holds;
use crate::listing::{Board, Footprint, Listing, MAX_CELLS, Picture};
use crate::options::Options;
use crate::scan::{self, Line, ParseError, TextWord, counted, number, short, unexpected};
use dancing::OptionId;
use rustc_hash::FxHashMap;
use smol_str::{SmolStr, format_smolstr};
use std::collections::BTreeSet;

/// A board drawn with characters, then the pieces.
pub static PIECES: Form = Form {
    id: "pieces",
    help: "rows of a board, `.` to be covered and `#` a hole; `gaps` or `gaps N` if cells may stay empty; then pieces: \
           `piece NAME`, with `xN` or `x*`, `no-turn`, `no-flip`, and its rows; default: the twelve pentominoes",
    guise: Guise::Rows,
    holds: Holds::OWN,
    text: Text::Listings { read: |text| read(text).map(|listing| vec![listing]), write },
    yields: &[],
};

/// The largest board, in cells.
const MAX_BOARD: usize = 4096;
/// The most copies of a piece. For more, use `x*`.
const MAX_COPIES: u32 = 200;
/// Up to this number, each copy is an item; more copies are one item that is covered as often.
const MAX_ITEMS: u32 = 8;

/// The cells that stay empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gaps {
    /// None: every cell is covered.
    None,
    /// Any number. It follows from the sizes if every piece has a fixed number of copies.
    Any,
    /// This number.
    Exactly(u32),
}

/// The word of the line that says so, and the name of the item.
const GAPS: &str = "gaps";
const EMPTY: &str = "empty";

/// A cell of a piece, or of a board.
type Square = (i32, i32);

/// A piece as drawn, and the moves allowed for it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tile {
    name: String,
    cells: Vec<Square>,
    turns: bool,
    flips: bool,
    /// The number of copies that must be laid; `None` for any number.
    copies: Option<u32>,
}

/// The twelve pentominoes with Golomb's letters, one orientation each.
const PENTOMINOES: [(&str, &str); 12] = [
    ("F", ".XX/XX./.X."),
    ("I", "XXXXX"),
    ("L", "XXXX/X..."),
    ("N", "XXX./..XX"),
    ("P", "XXX/XX."),
    ("T", "XXX/.X./.X."),
    ("U", "X.X/XXX"),
    ("V", "X../X../XXX"),
    ("W", "X../XX./.XX"),
    ("X", ".X./XXX/.X."),
    ("Y", "XXXX/.X.."),
    ("Z", "XX./.X./.XX"),
];

fn pentominoes() -> Vec<Tile> {
    let cells = |rows: &str| {
        let rows = rows.split('/').zip(0..);
        rows.flat_map(|(row, r)| row.chars().zip(0..).filter(|(c, _)| *c == 'X').map(move |(_, c)| (r, c))).collect()
    };
    let piece = |(name, rows): (&str, &str)| Tile {
        name: name.to_string(),
        cells: cells(rows),
        turns: true,
        flips: true,
        copies: Some(1),
    };
    PENTOMINOES.into_iter().map(piece).collect()
}

/// A board without holes for the twelve pentominoes.
pub fn pentomino_board(rows: usize, columns: usize) -> Listing {
    let text = format!("{}\n", ".".repeat(columns)).repeat(rows);
    read(&text).expect("a board of dots")
}

fn read(text: &str) -> Result<Listing, ParseError> {
    let lines = scan::lines_if(text, |first| first.text.trim_start().starts_with(['.', '#', 'p']));
    let is_head = |line: &Line| line.words()[0].text == "piece";
    let pieces_from = lines.iter().position(is_head).unwrap_or(lines.len());
    let gaps_at = lines[..pieces_from].iter().position(|line| line.words()[0].text == GAPS);
    let gaps = gaps_at.map_or(Ok(Gaps::None), |at| read_gaps(&lines[at]))?;
    if let Some(extra) = gaps_at.and_then(|at| lines[at + 1..pieces_from].first()).and_then(Line::body) {
        return Err(ParseError::at(&extra, "the pieces are expected after the line `gaps`").help("`piece NAME`"));
    }
    let end = gaps_at.unwrap_or(pieces_from);
    let Some(first) = lines[..end].first() else {
        return Err(ParseError::new(1, 1, "the board is missing").help("rows of `.`, and `#` for holes, come first"));
    };
    let cells_in = |row: &TextWord| row.text.chars().filter(|&c| c != ' ').count();
    let width = first.body().as_ref().map_or(0, cells_in);
    let mut holes = Vec::new();
    for line in &lines[..end] {
        let row = line.body().expect("blank lines were left out");
        for (k, c) in row.text.chars().enumerate() {
            match c {
                '.' => holes.push(false),
                '#' => holes.push(true),
                ' ' => {}
                c => return Err(unexpected(&row, k, c).help("a board's row has `.` for its cells and `#` for holes")),
            }
        }
        let length = cells_in(&row);
        if length != width {
            let column = row.column + length.min(width);
            let message = format!("this row has {}, {width} expected", counted(length, "cell"));
            return Err(ParseError::new(line.number, column, message)
                .help("a board is a rectangle: write `#` for each cell that is not part of it"));
        }
        if holes.len() > MAX_BOARD {
            return Err(ParseError::at(&row, format!("the board has more than {MAX_BOARD} cells")));
        }
    }
    let mut pieces: Vec<Tile> = Vec::new();
    let mut at = pieces_from;
    while at < lines.len() {
        let next = (at + 1..lines.len()).find(|&k| is_head(&lines[k])).unwrap_or(lines.len());
        let piece = read_piece(&lines[at], &lines[at + 1..next])?;
        let names = |piece: &Tile| -> Vec<String> {
            let copies = piece.copies.filter(|&copies| copies > 1 && copies <= MAX_ITEMS).unwrap_or(0);
            (1..=copies).map(|copy| format!("{}{copy}", piece.name)).chain([piece.name.clone()]).collect()
        };
        let new_names = names(&piece);
        if pieces.iter().any(|other| names(other).iter().any(|name| new_names.contains(name))) {
            let name = lines[at].words()[1];
            return Err(ParseError::at(&name, format!("there are two pieces `{}`", short(name.text))));
        }
        pieces.push(piece);
        at = next;
    }
    let usual = pieces.is_empty();
    let cells = holes.iter().filter(|&&hole| !hole).count();
    if usual && cells != 60 && gaps == Gaps::None {
        let message = format!("the board has {}; the twelve pentominoes cover 60", counted(cells, "cell"));
        return Err(
            ParseError::new(first.number, 1, message).help("give pieces of your own: `piece NAME` and its rows")
        );
    }
    let pieces = if usual { pentominoes() } else { pieces };
    let source = source(&holes, width, gaps, if usual { &[] } else { &pieces });
    let misfit = misfit(cells, &pieces, gaps);
    let listing = listing(&holes, width, &pieces, gaps, source);
    listing.map(|listing| Listing { misfit, ..listing }).ok_or_else(|| {
        ParseError::new(first.number, 1, format!("the pieces can be laid in ways of more than {MAX_CELLS} cells"))
            .help("take a smaller board or fewer pieces")
    })
}

fn read_gaps(line: &Line) -> Result<Gaps, ParseError> {
    match line.words()[..] {
        [_] => Ok(Gaps::Any),
        [_, count] => Ok(Gaps::Exactly(number(&count, 0, MAX_BOARD as u32)?)),
        [_, _, extra, ..] => Err(ParseError::at(&extra, "text after the number of gaps").help("`gaps`, or `gaps N`")),
        [] => Ok(Gaps::None),
    }
}

/// The number of cells that the pieces with a fixed number of copies cover, and the sizes of the
/// others.
fn areas(pieces: &[Tile]) -> (usize, Vec<usize>) {
    let fixed = pieces.iter().filter_map(|piece| Some(piece.copies? as usize * piece.cells.len())).sum();
    (fixed, pieces.iter().filter(|piece| piece.copies.is_none()).map(|piece| piece.cells.len()).collect())
}

/// The reason why the pieces cannot fill the board, from their sizes alone; `None` if they may.
fn misfit(cells: usize, pieces: &[Tile], gaps: Gaps) -> Option<String> {
    let (fixed, free) = areas(pieces);
    let lay = if free.is_empty() { "the pieces cover" } else { "the pieces that must be laid cover" };
    let board = format!("the board has {}", counted(cells, "cell"));
    let empty = match gaps {
        Gaps::Any if fixed <= cells => return None,
        Gaps::None | Gaps::Any => 0,
        Gaps::Exactly(count) => count as usize,
    };
    let stay = if empty > 0 { format!(", of which {empty} stay empty") } else { String::new() };
    let why = match cells.checked_sub(fixed + empty) {
        None => format!("{lay} {} and {board}{stay}", counted(fixed, "cell")),
        Some(0) => return None,
        Some(_) if free.is_empty() => format!("{lay} {} and {board}{stay}", counted(fixed, "cell")),
        Some(left) => {
            let part = free.iter().fold(0, |one, &other| gcd(one, other));
            if left.is_multiple_of(part) {
                return None;
            }
            format!("{left} cells are left for pieces whose sizes are multiples of {part}")
        }
    };
    Some(format!("{why}: there is no tiling"))
}

fn gcd(one: usize, other: usize) -> usize {
    if other == 0 { one } else { gcd(other, one % other) }
}

fn read_piece(head: &Line, rows: &[Line]) -> Result<Tile, ParseError> {
    let words = head.words();
    let Some(name) = words.get(1) else {
        return Err(ParseError::new(head.number, head.end() + 1, "the piece has no name").help("`piece NAME`"));
    };
    let odd = name.text.chars().enumerate().find(|(_, c)| !c.is_alphanumeric());
    if let Some((k, c)) = odd {
        return Err(unexpected(name, k, c).help("a piece's name has letters and digits"));
    }
    if name.text == EMPTY {
        return Err(ParseError::at(name, "cells that stay empty have this name").help("give the piece another name"));
    }
    if super::is_cell(name.text) || super::is_cell(&format!("{}1", name.text)) {
        return Err(ParseError::at(name, "cells have names like this").help("give the piece another name"));
    }
    let mut piece = Tile { name: name.text.to_string(), cells: Vec::new(), turns: true, flips: true, copies: Some(1) };
    for word in &words[2..] {
        match word.text {
            "no-turn" => piece.turns = false,
            "no-flip" => piece.flips = false,
            "x*" => piece.copies = None,
            text if text.starts_with('x') && text.len() > 1 => {
                let digits = TextWord { column: word.column + 1, text: &text[1..], ..*word };
                let copies = number(&digits, 1, MAX_COPIES);
                piece.copies =
                    Some(copies.map_err(|error| error.help(format!("x1 to x{MAX_COPIES}, or `x*`: any number")))?);
            }
            _ => {
                return Err(ParseError::at(word, format!("`{}` is not known here", short(word.text)))
                    .help("`xN` or `x*`, `no-turn`, `no-flip`"));
            }
        }
    }
    for (line, row) in rows.iter().zip(0..) {
        if line.number != head.number + 1 + row as usize {
            return Err(ParseError::new(line.number - 1, 1, "a blank line inside a piece")
                .help("write an empty row of it as dots"));
        }
        // Blanks before the first character of a row belong to the piece's shape too.
        for (c, column) in line.text.chars().zip(0..) {
            match c {
                'X' | 'x' | '#' => piece.cells.push((row, column)),
                '.' | ' ' => {}
                c => {
                    return Err(ParseError::new(
                        line.number,
                        column as usize + 1,
                        format!("unexpected {}", scan::show(c)),
                    )
                    .help("a piece's row has X and ."));
                }
            }
        }
    }
    if piece.cells.is_empty() {
        return Err(ParseError::new(head.number + 1, 1, format!("piece {} has no cell", piece.name))
            .help("rows of X and . follow the name"));
    }
    Ok(piece)
}

fn write(listing: &Listing) -> String {
    listing.source.clone().expect("a tiling is made from a text")
}

fn source(holes: &[bool], width: usize, gaps: Gaps, pieces: &[Tile]) -> String {
    let row = |row: &[bool]| row.iter().map(|&hole| if hole { '#' } else { '.' }).collect::<String>() + "\n";
    let mut text: String = holes.chunks(width).map(row).collect();
    match gaps {
        Gaps::None => {}
        Gaps::Any => text += &format!("{GAPS}\n"),
        Gaps::Exactly(count) => text += &format!("{GAPS} {count}\n"),
    }
    for piece in pieces {
        text += &format!("piece {}", piece.name);
        match piece.copies {
            Some(1) => {}
            Some(copies) => text += &format!(" x{copies}"),
            None => text += " x*",
        }
        text += if piece.turns { "" } else { " no-turn" };
        text += if piece.flips { "" } else { " no-flip" };
        text.push('\n');
        let shape = normal(&piece.cells);
        let extent = |of: fn(&Square) -> i32| shape.iter().map(of).max().expect("a piece has a cell") + 1;
        for r in 0..extent(|place| place.0) {
            let cell = |c| if shape.contains(&(r, c)) { 'X' } else { '.' };
            text.extend((0..extent(|place| place.1)).map(cell));
            text.push('\n');
        }
    }
    text
}

/// A shape moved to the corner, with its cells sorted.
fn normal(cells: &[Square]) -> Vec<Square> {
    let top = cells.iter().map(|place| place.0).min().unwrap_or(0);
    let left = cells.iter().map(|place| place.1).min().unwrap_or(0);
    let mut cells: Vec<Square> = cells.iter().map(|&(r, c)| (r - top, c - left)).collect();
    cells.sort_unstable();
    cells
}

/// The eight symmetries of the square: first the four rotations, then the four reflections.
const WAYS: [fn(Square) -> Square; 8] = [
    |(r, c)| (r, c),
    |(r, c)| (c, -r),
    |(r, c)| (-r, -c),
    |(r, c)| (-c, r),
    |(r, c)| (r, -c),
    |(r, c)| (-c, -r),
    |(r, c)| (-r, c),
    |(r, c)| (c, r),
];

/// The distinct shapes that a piece may take. The allowed symmetries form a group, so that
/// symmetries of the board map tilings to tilings. A piece that flips but does not turn is only
/// reflected left to right: reflecting it top to bottom as well would make a half turn.
fn shapes(piece: &Tile) -> BTreeSet<Vec<Square>> {
    let allowed = |way: usize| match (piece.turns, piece.flips) {
        (true, true) => true,
        (true, false) => way < 4,
        (false, true) => matches!(way, 0 | 4),
        (false, false) => way == 0,
    };
    let ways = WAYS.iter().enumerate().filter(|(way, _)| allowed(*way));
    ways.map(|(_, way)| normal(&piece.cells.iter().map(|&place| way(place)).collect::<Vec<_>>())).collect()
}

/// The items of a board and its pieces: cells, pieces, the gaps, and then the order of copies.
struct PieceItems {
    names: Vec<SmolStr>,
    /// By place: the item of a cell of the board.
    cells: FxHashMap<Square, u32>,
    /// Each copy of a piece, with its item if it must be laid.
    copies: Vec<(usize, Option<u32>)>,
    /// The item of the cells that stay empty, if any do.
    empty: Option<u32>,
    primary: usize,
    /// By primary item: how often it is covered. Empty if each is covered once.
    ranges: Vec<(u32, u32)>,
    /// By copy: the first item of the order of it and the next one, if both are of one piece.
    orders: Vec<Option<u32>>,
}

impl PieceItems {
    fn new(holes: &[bool], width: usize, pieces: &[Tile], gaps: Gaps) -> PieceItems {
        let mut cells: FxHashMap<Square, u32> = FxHashMap::default();
        let mut names = Vec::new();
        for at in (0..holes.len()).filter(|&at| !holes[at]) {
            cells.insert(place_of(at, width), names.len() as u32);
            names.push(format_smolstr!("r{}c{}", at / width + 1, at % width + 1));
        }
        let mut copies: Vec<(usize, Option<u32>)> = Vec::new();
        // By item: how often it is covered, if not once.
        let mut often: Vec<(usize, (u32, u32))> = Vec::new();
        for (k, piece) in pieces.iter().enumerate() {
            match piece.copies {
                None => copies.push((k, None)),
                Some(count) if count > MAX_ITEMS => {
                    copies.push((k, Some(names.len() as u32)));
                    often.push((names.len(), (count, count)));
                    names.push(piece.name.as_str().into());
                }
                Some(count) => {
                    for copy in 0..count {
                        copies.push((k, Some(names.len() as u32)));
                        names.push(match count {
                            1 => piece.name.as_str().into(),
                            _ => format_smolstr!("{}{}", piece.name, copy + 1),
                        });
                    }
                }
            }
        }
        let n_empty = n_empty(cells.len() as u32, pieces, gaps);
        let empty = n_empty.map(|_| names.len() as u32);
        if let Some(range) = n_empty {
            often.push((names.len(), range));
            names.push(EMPTY.into());
        }
        let primary = names.len();
        let mut ranges = if often.is_empty() { Vec::new() } else { vec![(1, 1); primary] };
        often.into_iter().for_each(|(item, range)| ranges[item] = range);
        let mut items = PieceItems { names, cells, copies, empty, primary, ranges, orders: Vec::new() };
        items.add_orders();
        items
    }

    /// Adds a secondary item for each cell and each two copies of one piece in a row.
    fn add_orders(&mut self) {
        for pair in self.copies.windows(2) {
            let ordered = pair[0].0 == pair[1].0;
            self.orders.push(ordered.then_some(self.names.len() as u32));
            if ordered {
                let name =
                    |item: Option<u32>| self.names[item.expect("copies that must be laid are items") as usize].clone();
                let (one, other) = (name(pair[0].1), name(pair[1].1));
                let cells = 1..=self.cells.len();
                let order: Vec<SmolStr> = cells.map(|cell| format_smolstr!("{one}<{other}@{cell}")).collect();
                self.names.extend(order);
            }
        }
    }

    /// The items that a copy takes when it is laid on these cells: the piece, the cells, and those
    /// of the order of copies.
    fn taken(&self, copy: usize, cells: &[u32]) -> Vec<u32> {
        let first = *cells.iter().min().expect("a piece has a cell");
        let mut taken: Vec<u32> = self.copies[copy].1.into_iter().chain(cells.iter().copied()).collect();
        if let Some(order) = self.orders.get(copy).copied().flatten() {
            taken.extend((0..=first).map(|q| order + q));
        }
        if let Some(order) = copy.checked_sub(1).and_then(|before| self.orders[before]) {
            taken.extend((first..self.cells.len() as u32).map(|q| order + q));
        }
        taken
    }
}

/// The row and the column of a cell.
fn place_of(at: usize, width: usize) -> Square {
    ((at / width) as i32, (at % width) as i32)
}

/// The least and the most cells that stay empty. `None` if none may.
fn n_empty(cells: u32, pieces: &[Tile], gaps: Gaps) -> Option<(u32, u32)> {
    let (fixed, free) = areas(pieces);
    let range = match gaps {
        Gaps::None => None,
        Gaps::Exactly(count) => Some((count, count)),
        // The pieces say how many.
        Gaps::Any if free.is_empty() => {
            let left = (cells as usize).saturating_sub(fixed) as u32;
            Some((left, left))
        }
        Gaps::Any => Some((0, cells)),
    };
    range.filter(|&(_, most)| most > 0)
}

/// The placements of pieces, as options.
#[derive(Default)]
struct Placements {
    options: Options,
    marks: Vec<Footprint>,
    piece_of: Vec<usize>,
    /// For the symmetries: the option that lays each piece (not copy) on a set of cells.
    laid: FxHashMap<(usize, Vec<u32>), u32>,
    alike: Vec<u32>,
}

impl Placements {
    /// Adds a piece on cells of the board, with the items that it takes.
    fn add(&mut self, piece: usize, board: Vec<u32>, letter: char, name: &str, taken: &[u32]) {
        let number = self.options.len() as u32;
        self.alike.push(*self.laid.entry((piece, board.clone())).or_insert(number));
        self.piece_of.push(piece);
        self.options.add(Some(name), taken);
        self.marks.push(Footprint::piece(board, letter));
    }
}

/// The listing of a board and its pieces. The cells of the board and the pieces that must be laid
/// are items; each placement of a piece is an option. `None` if there are too many nodes.
///
/// Copies of a piece must be laid in the order of their first cells; otherwise every tiling would
/// be found once for each order of the copies. Each pair of consecutive copies has one secondary
/// item for each cell. The first copy, laid at cell p, takes the items of all cells up to p. The
/// second copy, laid at cell q, takes those from q on. Both fit only if p < q.
///
/// If cells may stay empty, an option for each cell leaves it so. They cover an item together, as
/// often as cells stay empty: so a search ends as soon as too many are.
fn listing(holes: &[bool], width: usize, pieces: &[Tile], gaps: Gaps, source: String) -> Option<Listing> {
    let items = PieceItems::new(holes, width, pieces, gaps);
    let letters: Vec<char> = letters(pieces);
    let (mut placements, mut ones) = (Placements::default(), 0);
    for (copy, &(k, piece_item)) in items.copies.iter().enumerate() {
        let shapes = shapes(&pieces[k]);
        for (number, shape) in shapes.iter().enumerate() {
            for at in 0..holes.len() {
                let (row, column) = place_of(at, width);
                let places: Vec<Square> = shape.iter().map(|&(r, c)| (row + r, column + c)).collect();
                let numbers: Option<Vec<u32>> = places.iter().map(|place| items.cells.get(place).copied()).collect();
                let Some(numbers) = numbers else { continue };
                let taken = items.taken(copy, &numbers);
                ones += taken.len();
                if ones > MAX_CELLS {
                    return None;
                }
                let mut board: Vec<u32> = places.iter().map(|&(r, c)| r as u32 * width as u32 + c as u32).collect();
                board.sort_unstable();
                // The name gives the shape's number, if there are several, and the first cell.
                let way = if shapes.len() > 1 { format!(".{}", number + 1) } else { String::new() };
                let of = piece_item.map_or(pieces[k].name.as_str(), |item| &items.names[item as usize]);
                let first = items.cells[&place_of(board[0] as usize, width)];
                let name = format!("{of}{way}@{}", items.names[first as usize]);
                placements.add(k, board, letters[k], &name, &taken);
            }
        }
    }
    if let Some(empty) = items.empty {
        for cell in (0..holes.len()).filter(|&at| !holes[at]) {
            let name = format!("{EMPTY}@r{}c{}", cell / width + 1, cell % width + 1);
            let taken = [items.cells[&place_of(cell, width)], empty];
            placements.add(pieces.len(), vec![cell as u32], ' ', &name, &taken);
        }
    }
    let Placements { options, marks, piece_of, laid, alike } = placements;
    let symmetries = symmetries(holes, width, &marks, &laid, &piece_of);
    let height = holes.len() / width;
    let board =
        Board { rows: height, columns: width, holes: holes.to_vec(), marks, outlined: true, ..Board::default() };
    Some(Listing {
        items: items.names,
        primary: items.primary,
        options,
        ranges: items.ranges,
        voice: VOICE,
        source: Some(source),
        picture: Some(Picture::Board(board)),
        symmetries,
        alike,
        ..Listing::default()
    })
}

/// The letter of each piece: the first of its name. Where names begin alike, as `c1` to `c9`, it is
/// the first character by which they differ; if there is none, a free letter.
fn letters(pieces: &[Tile]) -> Vec<char> {
    let mut used = BTreeSet::new();
    let all = || ('A'..='Z').chain('a'..='z').chain('0'..='9');
    let mut letter = |piece: &Tile| {
        let alike = |other: &&Tile| other.name != piece.name && other.name.chars().next() == piece.name.chars().next();
        let others: Vec<&Tile> = pieces.iter().filter(alike).collect();
        let shared = |at: usize| others.iter().any(|other| other.name.chars().nth(at) == piece.name.chars().nth(at));
        let letter = piece.name.chars().enumerate().find(|&(at, c)| !shared(at) && !used.contains(&c));
        let found = letter.map(|(_, c)| c).or_else(|| piece.name.chars().next().filter(|c| !used.contains(c)));
        let found = found.or_else(|| all().find(|c| !used.contains(c))).unwrap_or('?');
        used.insert(found);
        found
    };
    pieces.iter().map(&mut letter).collect()
}

/// The symmetries that keep the board and map placements to placements. By option, the first option
/// that lays the same piece on the image of its cells.
fn symmetries(
    holes: &[bool],
    width: usize,
    marks: &[Footprint],
    laid: &FxHashMap<(usize, Vec<u32>), u32>,
    piece_of: &[usize],
) -> Vec<Vec<u32>> {
    let height = holes.len() / width;
    let mut found = Vec::new();
    for way in &WAYS[1..] {
        let (turned_rows, turned_columns) = way((height as i32 - 1, width as i32 - 1));
        // A quarter turn keeps only square boards.
        if (turned_rows.unsigned_abs() as usize, turned_columns.unsigned_abs() as usize) != (height - 1, width - 1) {
            continue;
        }
        let image = |cell: u32| {
            let (r, c) = way((cell as i32 / width as i32, cell as i32 % width as i32));
            let r = if turned_rows < 0 { r + height as i32 - 1 } else { r };
            let c = if turned_columns < 0 { c + width as i32 - 1 } else { c };
            // With one row or column, a reflection leaves that coordinate at 0.
            (r.rem_euclid(height as i32) * width as i32 + c.rem_euclid(width as i32)) as u32
        };
        if (0..holes.len()).any(|cell| holes[cell] != holes[image(cell as u32) as usize]) {
            continue;
        }
        let images: Option<Vec<u32>> = marks
            .iter()
            .zip(piece_of)
            .map(|(mark, &piece)| {
                let mut cells: Vec<u32> = mark.cells.iter().map(|&cell| image(cell)).collect();
                cells.sort_unstable();
                laid.get(&(piece, cells)).copied()
            })
            .collect();
        found.extend(images);
    }
    // On a board of one row or column several symmetries are the same.
    found.sort_unstable();
    found.dedup();
    found.retain(|images| images.iter().zip(0..).any(|(&image, option)| image != option));
    found
}

/// A tiling drawn as its board, with a letter for each piece. A map is written as its options'
/// names, because letters could not distinguish its rectangles.
pub fn solution(listing: &Listing, options: &[OptionId]) -> String {
    let Some(Picture::Board(board)) = &listing.picture else { unreachable!("tilings have a board") };
    if board.holes.is_empty() {
        return options.iter().map(|option| listing.option_name(option.index()) + "\n").collect();
    }
    // If two pieces share a letter, every piece gets a new one. A cell that stays empty has none.
    let mut seen = BTreeSet::new();
    let is_empty = |option: &OptionId| board.marks[option.index()].letter() == ' ';
    let mut laid = options.iter().filter(|option| !is_empty(option));
    let repeats = laid.any(|option| !seen.insert(board.marks[option.index()].letter()));
    let mut letters = ('A'..='Z').chain('a'..='z').chain('0'..='9').cycle();
    let mut rows = vec![vec!['#'; board.columns]; board.rows];
    for option in options {
        let mark = &board.marks[option.index()];
        let letter = match is_empty(option) {
            true => '.',
            false if repeats => letters.next().unwrap_or('?'),
            false => mark.letter(),
        };
        mark.cells.iter().for_each(|&cell| rows[cell as usize / board.columns][cell as usize % board.columns] = letter);
    }
    rows.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect()
}
