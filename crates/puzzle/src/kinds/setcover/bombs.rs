//! Maps for bombs, as in HDU 3529: every soft wall must be destroyed, by the fewest bombs. A blast
//! goes up, down, left and right, up to the first wall, hard or soft.

use super::{Form, Guise, Holds, ListedOption, Listing, Options, ParseError, Picture, Text, VOICE, Voice};
use super::{cell_name, marked, sets};
use crate::feed::Feed;
use crate::listing::{Board, Footprint};

/// The largest side of a map.
const MAX_SIDE: u32 = 50;

/// A map after a line `bombs`.
pub static BOMBS: Form = Form {
    id: "bombs",
    help: "a line `bombs`, `n m`, and n rows of m cells: `*` hard wall, `#` soft wall, `.` free; destroy the soft walls",
    guise: Guise::Opens("bombs"),
    holds: Holds::OWN,
    text: Text::Listings {
        read: |text| {
            let feed = Feed::opened(text, "bombs", "a line `n m`, and the rows of the map")?;
            feed.only(|feed| map(feed, MAX_SIDE), "the map").map(|map| vec![map])
        },
        write: Listing::as_read,
    },
    yields: &[],
};

/// A map. Each soft wall is an item, and each free cell from which a bomb reaches one an option.
pub fn map(feed: &mut Feed, most: u32) -> Result<Listing, ParseError> {
    let ([rows, columns], _) = feed.numbers("a line `n m`", [(1, most), (1, most)])?;
    let board = feed.rows(rows, columns, "*#.")?;
    let (items, numbers) = marked(&board, '#');
    let cell = |r: usize, c: usize| r as u32 * columns + c as u32;
    let (mut options, mut marks) = (Options::default(), Vec::new());
    for (r, row) in board.iter().enumerate() {
        for (c, _) in row.iter().enumerate().filter(|(_, cell)| **cell == '.') {
            let hit = blast(&board, (r, c));
            if !hit.is_empty() {
                let walls = hit.iter().filter_map(|&(r, c)| numbers[r][c]).collect();
                options.push(ListedOption::named(format!("bomb {}", cell_name(r, c)), walls));
                let reaches = hit.iter().map(|&(r, c)| cell(r, c)).collect();
                marks.push(Footprint { reaches, ..Footprint::piece(vec![cell(r, c)], 'o') });
            }
        }
    }
    let source: String = board.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
    let ground = board.concat().into_iter().map(|cell| if cell == '.' { ' ' } else { cell }).collect();
    let picture = Board { rows: rows as usize, columns: columns as usize, ground, marks, ..Board::default() };
    Ok(Listing {
        voice: Voice {
            noun: |listing, item| format!("wall {}", listing.items[item]),
            wants: |_| "must be destroyed",
            choose: "place {}",
            ..VOICE
        },
        source: Some(format!("bombs\n{rows} {columns}\n{source}")),
        picture: Some(Picture::Board(picture)),
        ..sets(items, options)
    })
}

/// The soft walls that a bomb reaches.
fn blast(board: &[Vec<char>], from: (usize, usize)) -> Vec<(usize, usize)> {
    let mut hit = Vec::new();
    for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        let mut at = from;
        while let (Some(r), Some(c)) = (at.0.checked_add_signed(down), at.1.checked_add_signed(right)) {
            at = (r, c);
            match board.get(r).and_then(|row| row.get(c)) {
                Some('.') => {}
                Some('#') => {
                    hit.push(at);
                    break;
                }
                _ => break,
            }
        }
    }
    hit
}
