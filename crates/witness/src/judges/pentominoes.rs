//! *Dominoes*: the ways to cover a board of 60 squares with the twelve pentominoes.

use super::{Answer, Judge, JudgeMethod, line, one_line, shapes};
use dancing::Goal;
use quadrille_puzzle::scan::{self, number};
use quadrille_puzzle::tiling::{self, pieces};
use quadrille_puzzle::{Listing, ParseError};

pub(super) const DOMINOES: Judge = Judge {
    name: "dominoes",
    page: None,
    help: "pentominoes on n x m = 60 squares: `n m` until end of file; ways, turned and mirrored ones counted once",
    kind: &tiling::KIND,
    form: &pieces::PIECES,
    goal: Goal::Count { limit: None },
    method: JudgeMethod::Search,
    read: |text| shapes(boards(text)),
    input: |cases| cases.concat(),
    write: |_, _, answer| match answer {
        Answer::Counted { ways } => format!("{ways}\n"),
        _ => "0\n".to_string(),
    },
    lines: one_line,
    wrong: |wanted, lines| {
        let said = lines.first().copied().unwrap_or("nothing");
        let right = wanted.right();
        (said != right)
            .then(|| format!("there are {right} ways, turned and mirrored ones counted once; it says `{said}`"))
    },
    together: 4,
    // There are twelve boards, and a count takes long.
    most: 12,
    tiny: || {
        let boards =
            [[1, 60], [60, 1], [2, 30], [30, 2], [3, 20], [20, 3], [4, 15], [15, 4], [5, 12], [12, 5], [6, 10]];
        boards.map(line).into()
    },
    make: |_, _, _| line([10, 6]),
    parts: |_| 0,
    without: |_, _, _| None,
};

/// Boards of `n m` with 60 squares, one per line. A board and its quarter turn have the same number
/// of tilings, so both are read as the wide one.
fn boards(text: &str) -> impl Iterator<Item = Result<Listing, ParseError>> {
    let mut lines = scan::filled_lines(text).into_iter();
    scan::each(move || {
        let Some(line) = lines.next() else { return Ok(None) };
        let words = line.words();
        for word in &words {
            number(word, 1, 60)?;
        }
        let [n, m] = words[..] else {
            let column = words.get(2).map_or(line.end() + 1, |word| word.column);
            return Err(ParseError::new(line.number, column, "a line `n m` is expected"));
        };
        let (rows, columns) = (number(&n, 1, 60)? as usize, number(&m, 1, 60)? as usize);
        if rows * columns != 60 {
            let message = format!("{rows} x {columns} are {} squares; the twelve pentominoes cover 60", rows * columns);
            return Err(ParseError::at(&n, message));
        }
        Ok(Some(pieces::pentomino_board(rows.min(columns), rows.max(columns))))
    })
}
