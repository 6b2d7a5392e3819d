//! UVa 387: pieces, none of them turned, that fill a square of 4 x 4 cells.

use super::answers::{between, options_or};
use super::{Answer, CheckedCase, Flavour, Judge, JudgeMethod, line, reread, shapes};
use dancing::{Goal, OptionId};
use fastrand::Rng;
use quadrille_puzzle::feed::Feed;
use quadrille_puzzle::scan::each;
use quadrille_puzzle::{Board, Footprint, ListedOption, Listing, Options, ParseError, Picture, cover, setcover};

/// The rows of each piece in its box, of `0` and `1`.
type Pieces = Vec<Vec<Vec<char>>>;

pub(super) const UVA387: Judge = Judge {
    name: "uva387",
    page: Some("https://onlinejudge.org/external/3/387.pdf"),
    help: "UVa 387 A Puzzling Problem: pieces, none turned, that fill 4 x 4; until a line 0",
    kind: &cover::KIND,
    form: &cover::KNUTH,
    goal: Goal::First,
    method: JudgeMethod::Search,
    read: |text| {
        let mut feed = Feed::new(text);
        shapes(each(move || {
            let pieces = if feed.is_over() { Vec::new() } else { read(&mut feed)? };
            Ok((!pieces.is_empty()).then(|| listing(&pieces)))
        }))
    },
    input: |cases| cases.concat() + "0\n",
    write: |case, shape, answer| between(case) + &options_or(shape, answer, write_square, "No solution possible\n"),
    lines: |first, _| if first.starts_with("No") { 1 } else { 4 },
    wrong: square_is_wrong,
    together: 10,
    most: u64::MAX,
    tiny: || {
        let full = |rows, columns| vec![vec!['1'; columns]; rows];
        [vec![full(4, 4)], vec![full(2, 2)], vec![full(2, 4); 2]].map(|pieces| write(&pieces)).into()
    },
    make: |rng, flavour, _| write(&random(rng, flavour)),
    parts: |case| reread(case, read).len(),
    without: |case, _, gone| {
        let pieces = (0..).zip(reread(case, read)).filter(|(at, _)| !gone.contains(at));
        let kept: Pieces = pieces.map(|(_, piece)| piece).collect();
        (!kept.is_empty()).then(|| write(&kept))
    },
};

/// The pieces of a case; none at the end of the input.
fn read(feed: &mut Feed) -> Result<Pieces, ParseError> {
    let ([pieces], _) = feed.numbers("the number of pieces, or 0 at the end", [(0, 5)])?;
    let piece = |_| {
        let ([rows, columns], _) = feed.numbers("the size of a piece", [(1, 4), (1, 4)])?;
        feed.rows(rows, columns, "01")
    };
    (0..pieces).map(piece).collect()
}

fn write(pieces: &Pieces) -> String {
    let row = |row: &Vec<char>| row.iter().collect::<String>() + "\n";
    let piece = |rows: &Vec<Vec<char>>| line([rows.len(), rows[0].len()]) + &rows.iter().map(row).collect::<String>();
    line([pieces.len()]) + &pieces.iter().map(piece).collect::<String>()
}

/// Each of the 16 cells and each piece is an item.
fn listing(pieces: &Pieces) -> Listing {
    let cells = (0..16).map(|cell| setcover::cell_name(cell / 4, cell % 4));
    let items = cells.chain((1..=pieces.len()).map(|piece| format!("piece{piece}").into())).collect();
    let (mut options, mut marks) = (Options::default(), Vec::new());
    for (piece, rows) in (0..).zip(pieces) {
        for down in 0..=4 - rows.len() {
            for right in 0..=4 - rows[0].len() {
                let ones = rows.iter().zip(down..).flat_map(|(row, r)| {
                    row.iter().zip(right..).filter(|(cell, _)| **cell == '1').map(move |(_, c)| (r * 4 + c) as u32)
                });
                let cells: Vec<u32> = ones.collect();
                let name = format!("piece {} at {}", piece + 1, setcover::cell_name(down, right));
                options.push(ListedOption::named(name, cells.iter().copied().chain([16 + piece]).collect()));
                marks.push(Footprint::piece(cells, number_of(piece)));
            }
        }
    }
    let board = Board { rows: 4, columns: 4, marks, outlined: true, ..Board::default() };
    let picture = Some(Picture::Board(board));
    Listing { picture, ..Listing::with(items, 16 + pieces.len(), options) }
}

/// The digit of a piece, counted from 0.
fn number_of(piece: u32) -> char {
    char::from_digit(piece + 1, 10).unwrap_or('?')
}

/// The square with the numbers of its pieces.
fn write_square(listing: &Listing, chosen: &[OptionId]) -> String {
    let mut square = [['.'; 4]; 4];
    for &chosen in chosen {
        let (piece, cells) = listing.options[chosen.index()].split_last().expect("an option holds its piece");
        cells.iter().for_each(|&cell| square[cell as usize / 4][cell as usize % 4] = number_of(piece - 16));
    }
    square.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
}

fn square_is_wrong(wanted: &CheckedCase, lines: &[&str]) -> Option<String> {
    let listing = wanted.shape.listing()?;
    let said = lines.first().copied().unwrap_or("nothing");
    match wanted.answer {
        Answer::Solved(_) if said.starts_with("No") => {
            return Some("the pieces fill the square; it says that they do not".to_string());
        }
        Answer::Solved(_) => {}
        _ => return (said != "No solution possible").then(|| format!("the pieces do not fit; it says `{said}`")),
    }
    let cells: Vec<char> = lines.iter().flat_map(|line| line.chars()).collect();
    if cells.len() != 16 {
        return Some(format!("the square has {} cells, 16 expected", cells.len()));
    }
    (16..listing.items.len() as u32).find_map(|piece| {
        let letter = number_of(piece - 16);
        let held = (0..16).filter(|&cell| cells[cell as usize] == letter);
        let items: Vec<u32> = held.chain([piece]).collect();
        let fits = listing.options.iter().any(|option| option.items == items);
        (!fits).then(|| format!("the cells with {letter} are not piece {letter}, unturned"))
    })
}

/// The square cut into connected pieces, each in its box.
fn random(rng: &mut Rng, flavour: Flavour) -> Pieces {
    let count = if flavour == Flavour::Edge { 1 } else { rng.usize(2..=5) };
    let mut square = [0usize; 16];
    for piece in 1..=count {
        square[rng.usize(..16)] = piece;
    }
    while let Some(free) = Some((0..16).filter(|&at| square[at] == 0).collect::<Vec<_>>()).filter(|it| !it.is_empty()) {
        let at = free[rng.usize(..free.len())];
        let (r, c) = (at / 4, at % 4);
        let beside = [(r > 0, at.wrapping_sub(4)), (r < 3, at + 4), (c > 0, at.wrapping_sub(1)), (c < 3, at + 1)];
        let next = beside[rng.usize(..4)];
        if next.0 {
            square[at] = square[next.1];
        }
    }
    let mut pieces: Pieces = (1..=count).filter_map(|piece| boxed(&square, piece)).collect();
    // A cell may be missing, so that nothing fits.
    if rng.usize(..4) == 0 && pieces[0].len() > 1 {
        pieces[0].pop();
    }
    rng.shuffle(&mut pieces);
    pieces
}

/// The rows of a piece in its box. `None` if it has no cell.
fn boxed(square: &[usize; 16], piece: usize) -> Option<Vec<Vec<char>>> {
    let cells: Vec<(usize, usize)> = (0..16).filter(|&at| square[at] == piece).map(|at| (at / 4, at % 4)).collect();
    let (top, bottom) = (cells.iter().map(|cell| cell.0).min()?, cells.iter().map(|cell| cell.0).max()?);
    let (left, right) = (cells.iter().map(|cell| cell.1).min()?, cells.iter().map(|cell| cell.1).max()?);
    let row = |r: usize| (left..=right).map(|c| if cells.contains(&(r, c)) { '1' } else { '0' }).collect();
    Some((top..=bottom).map(row).collect())
}
