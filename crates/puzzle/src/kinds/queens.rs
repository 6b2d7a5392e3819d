//! `queens`: n queens on an n x n board, some already placed. Ranks and files are primary items.
//! Diagonals are secondary, because a diagonal holds at most one queen.

use super::{Data, Kind, ListingKind};
use crate::form::{Form, Text};
use crate::guise::Guise;
use crate::holds::Holds;
use crate::listing::{Board, Footprint, Listing, Picture, Voice};
use crate::options::Options;
use crate::scan::{self, ParseError, number};
use dancing::{Goal, OptionId};
use smol_str::SmolStr;
use std::sync::Arc;

/// Boards of queens, some of them placed.
pub static KIND: Kind = Kind {
    id: "queens",
    title: "Queens",
    help: "n queens, none attacking another, some of them placed, n up to 50",
    forms: &[&NQUEEN],
    goal: Goal::First,
    sample: "6\n0 0 0 6 0 2\n",
    data: Data::Listing(ListingKind { table: "The board of a queens puzzle.", says_taken: is_said }),
};

/// The file of the queen on each rank, or 0.
pub static NQUEEN: Form = Form {
    id: "nqueen",
    help: "n, then the file of the queen on each of n ranks, 0 where it is free; boards follow each other",
    guise: Guise::Numbers,
    holds: Holds { taken: true, ..Holds::OWN },
    text: Text::Listings { read, write },
    yields: &[],
};

/// The largest board. On larger boards the first solution may take a long time.
pub(crate) const MAX_SIDE: usize = 50;

/// The queens placed on a board of side n: by rank, the 1-based file, or 0 if the rank is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queens {
    /// By rank, the 1-based file, or 0 if the rank is free.
    pub placed: Vec<u32>,
}

static VOICE: Voice = Voice {
    noun: |listing, item| line(listing.primary / 2, item),
    wants: |_| "needs a queen",
    allows: "may hold a queen",
    choose: "put a queen on {}",
    solution: |listing, options| files(listing, options) + "\n",
};

/// The name of a rank, file or diagonal by its item: `rank 3`, `file 5`, `rising diagonal 7`.
fn line(n: usize, item: usize) -> String {
    match item {
        k if k < n => format!("rank {}", k + 1),
        k if k < 2 * n => format!("file {}", k - n + 1),
        k if k < 4 * n - 1 => format!("rising diagonal {}", k - 2 * n + 1),
        k => format!("falling diagonal {}", k - (4 * n - 1) + 1),
    }
}

fn read(text: &str) -> Result<Vec<Listing>, ParseError> {
    boards(text).collect()
}

/// The boards of a text, one after the other, until its end or a line `0`.
pub fn boards(text: &str) -> impl Iterator<Item = Result<Listing, ParseError>> {
    let lines = scan::lines_if(text, |first| first.each_word().nth(1).is_none());
    let mut at = 0;
    scan::each(move || {
        let Some(first) = lines.get(at) else { return Ok(None) };
        let words = first.words();
        let closes = words[0].text.bytes().all(|byte| byte == b'0');
        let n = if closes { 0 } else { number(&words[0], 1, MAX_SIDE as u32)? as usize };
        if let Some(extra) = words.get(1) {
            return Err(ParseError::at(extra, "the side of the board must be alone on its line")
                .help("a line with n, then a line with n numbers"));
        }
        if closes {
            scan::nothing_after(&lines, at + 1, "the boards, which is the line `0`")?;
            return Ok(None);
        }
        let (numbers, after) = scan::matrix(&lines, at + 1, (1, n), n as u32)?;
        for (rank, (file, word)) in numbers.iter().enumerate() {
            if let Some(other) = numbers[..rank].iter().position(|(earlier, _)| *file > 0 && earlier == file) {
                let message = format!("the queens of ranks {} and {} are both on file {file}", other + 1, rank + 1);
                return Err(ParseError::at(word, message).help("a file holds one queen"));
            }
        }
        at = after;
        Ok(Some(listing(Queens { placed: numbers.iter().map(|(file, _)| *file).collect() })))
    })
}

/// Returns whether a line of numbers can express the queens on a board: no two of them share a
/// file.
pub fn is_said(listing: &Listing) -> bool {
    let n = listing.by_hand.as_ref().map_or(0, |taken| taken.whole.primary / 2).max(1);
    let mut files: Vec<usize> = listing.taken().iter().map(|&option| option as usize % n).collect();
    files.sort_unstable();
    files.windows(2).all(|pair| pair[0] != pair[1])
}

/// The listing of a board. Its queens count as taken by hand.
pub fn listing(queens: Queens) -> Listing {
    let n = queens.placed.len();
    let standing = queens.placed.iter().enumerate().filter(|(_, file)| **file > 0);
    let taken: Vec<u32> = standing.map(|(rank, &file)| (rank * n) as u32 + file - 1).collect();
    let board = board(n);
    if taken.is_empty() {
        return board;
    }
    Arc::new(board).taking(&taken).expect("a rank has a queen at most")
}

/// An empty board of side n.
fn board(n: usize) -> Listing {
    let lines = |name: &'static str| (1..=n).map(move |k| format!("{name}{k}"));
    let diagonals = |name: &'static str| (1..2 * n).map(move |k| format!("{name}{k}"));
    let items = lines("r").chain(lines("c")).chain(diagonals("/")).chain(diagonals("\\")).map(SmolStr::from).collect();
    let mut options = Options::default();
    let mut marks = Vec::new();
    for (rank, file) in (0..n * n).map(|at| (at / n, at % n)) {
        let items = [rank, n + file, 2 * n + rank + file, 4 * n - 1 + rank + (n - 1) - file];
        options.add(Some(&format!("r{}c{}", rank + 1, file + 1)), &items.map(|item| item as u32));
        marks.push(Footprint::piece(vec![(rank * n + file) as u32], 'Q'));
    }
    let picture = Board { rows: n, columns: n, marks, ..Board::default() };
    Listing {
        items,
        primary: 2 * n,
        options,
        voice: VOICE,
        source: Some(text(&Queens { placed: vec![0; n] })),
        picture: Some(Picture::Board(picture)),
        symmetries: symmetries(n),
        ..Listing::default()
    }
}

/// The symmetries of an empty board, without the identity. Each maps a square, and so an option, to
/// its image.
fn symmetries(n: usize) -> Vec<Vec<u32>> {
    let square = |rank: usize, file: usize| (rank * n + file) as u32;
    let last = n - 1;
    let turned: [&dyn Fn(usize, usize) -> u32; 7] = [
        &|r, f| square(f, last - r),
        &|r, f| square(last - r, last - f),
        &|r, f| square(last - f, r),
        &|r, f| square(r, last - f),
        &|r, f| square(last - r, f),
        &|r, f| square(f, r),
        &|r, f| square(last - f, last - r),
    ];
    turned.iter().map(|image| (0..n * n).map(|at| image(at / n, at % n)).collect()).collect()
}

/// The files of a solution's queens, rank by rank, separated by blanks.
pub fn files(listing: &Listing, options: &[OptionId]) -> String {
    let n = listing.primary / 2;
    let mut files = vec![0; n];
    for option in options {
        let items = &listing.options[option.index()];
        files[items[0] as usize] = items[1] as usize - n + 1;
    }
    files.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

pub(crate) fn write(listing: &Listing) -> String {
    let n = listing.primary / 2;
    let mut placed = vec![0; n];
    for &option in listing.taken() {
        placed[option as usize / n] = option % n as u32 + 1;
    }
    text(&Queens { placed })
}

fn text(queens: &Queens) -> String {
    let files: Vec<String> = queens.placed.iter().map(u32::to_string).collect();
    format!("{}\n{}\n", files.len(), files.join(" "))
}
