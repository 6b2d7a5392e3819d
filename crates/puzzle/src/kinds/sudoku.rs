//! `sudoku`: rows, columns and rectangular boxes; any side from 4 to 64 that has boxes.

use super::{Data, GridKind, Kind};
use crate::alphabet::Alphabet;
use crate::areas::Areas;
use crate::form::{ANY, Form, MarkedGrid, Readings, Text, USUAL, Yields};
use crate::grid::Grid;
use crate::guise::Guise;
use crate::holds::Holds;
use crate::note::Note;
use crate::scan::{self, Line, ParseError, counted, number, short};
use crate::size::Size;
use crate::symbols::{
    Seen, alphabets, cells, characters, is_drawn_usually, line_of, lines_of, numbers_of, rows, word_entry,
};
use crate::unwrap::says_no_rule;
use dancing::Goal;

/// Sudokus with rectangular boxes.
pub static KIND: Kind = Kind {
    id: "sudoku",
    title: "Sudoku",
    help: "a grid with rectangular boxes, or none, and up to 64 rows, columns and symbols",
    forms: &[&LINE, &ROWS, &NUMBERS, &BOXES],
    goal: Goal::Unique,
    sample: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
    data: Data::Grid(GridKind { sizes: &[4, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 25, 28, 30, 32, 36, 49, 64], empty }),
};

/// One puzzle per line.
pub static LINE: Form = Form {
    id: "line",
    help: "one puzzle a line: n*n symbols, `.` `0` `-` `_` `*` `?` `X` or a blank for an empty cell",
    guise: Guise::Line,
    holds: Holds::PLAIN,
    text: Text::Spelled { read: read_lines, write: line_of },
    yields: &[
        Yields::to(ANY, is_rather_candidates),
        Yields::to("matrix", |seen| seen.are_clashing_bits()),
        Yields::to("rows", |seen| !are_several(seen)),
        Yields::to("729", |_| true),
    ],
};

/// Rows of symbols, with or without bars.
pub static ROWS: Form = Form {
    id: "rows",
    help: "n lines of n symbols, drawn with bars or not; grids follow each other",
    guise: Guise::Rows,
    holds: Holds::PLAIN,
    text: Text::Spelled { read: read_rows, write: lines_of },
    yields: &[
        Yields::to(ANY, |seen| seen.is_one_symbol()),
        Yields::to(ANY, is_rather_list),
        Yields::to(ANY, is_rather_candidates),
        Yields::to("matrix", |seen| seen.are_clashing_bits()),
        Yields::noted("line", are_several, lines_note),
    ],
};

/// Rows of numbers.
pub(crate) static NUMBERS: Form = Form {
    id: "numbers",
    help: "n lines of n numbers separated by blanks, 0 for an empty cell",
    guise: Guise::Numbers,
    holds: Holds::PLAIN,
    text: Text::Spelled { read: read_numbers, write: numbers_of },
    yields: &[
        Yields::to(ANY, |seen| seen.is_one_symbol()),
        Yields::to(ANY, is_rather_list),
        Yields::to("matrix", |seen| seen.are_clashing_bits()),
    ],
};

/// Rows of numbers after a line that gives the side and the box shape.
pub(crate) static BOXES: Form = Form {
    id: "boxes",
    help: "a line `n r c` (boxes of r rows and c columns), then n lines of n numbers",
    guise: Guise::Numbers,
    holds: Holds { boxes: true, ..Holds::PLAIN },
    text: Text::Spelled { read: read_boxes, write: write_boxes },
    yields: &[Yields::to("matrix", |seen| seen.are_clashing_bits())],
};

/// The least side of the grids in a list. Lines of smaller ones are rows of one grid.
const LEAST_LISTED: usize = 6;

/// Returns whether a grid is large and its givens clash, so that it is rather an exact cover, or a
/// list of grids of which a line is wrong.
fn is_rather_list(seen: &Readings) -> bool {
    let is_list = || {
        let lines = read_each(seen.text, None).unwrap_or_default();
        !seen.accepts(LINE.id) && 2 * lines.iter().filter(|line| line.is_ok()).count() > lines.len()
    };
    let clashes = seen.grids().any(|grid| grid.n_symbols() > USUAL && !grid.conflicts().is_empty());
    !seen.is_asked && clashes && (seen.has_listings() || is_list())
}

/// Returns whether a grid of side 27 is rather the candidates of a 9x9: 729 characters, none of
/// them a letter.
fn is_rather_candidates(seen: &Readings) -> bool {
    let is_one = |grid: &Grid| grid.side() == Some(27) && !grid.says_letter();
    seen.refused.contains(&"729") && seen.grids().any(is_one)
}

/// Returns whether each line is a grid, and not a row of one. Sixteen lines of sixteen characters
/// are one grid. 36 lines of 36 characters are several: one grid has more symbols than 6.
fn are_several(seen: &Readings) -> bool {
    let mut grids = seen.grids_of(LINE.id).peekable();
    grids.peek().is_some_and(|first| first.n_symbols() >= LEAST_LISTED) && grids.any(|grid| grid.givens() > 0)
}

fn lines_note(seen: &Readings) -> Note {
    let side = seen.grids_of(LINE.id).next().map_or(0, Grid::n_symbols);
    let (count, large) = (seen.grids_of(LINE.id).count(), side * side);
    Note::choice(
        format!("each line is read as a grid of side {side}, because it has no symbol above {side}"),
        ROWS.id.to_string(),
        format!("reads {count} lines as {}", counted(count / large, &format!("{large}x{large} grid"))),
    )
}

fn empty(n: usize) -> Grid {
    Grid::new(n, Areas::usual_boxes(n).expect("the sizes of KIND all have boxes"))
}

/// An empty grid of side n with boxes. If there is none, the error is placed at `at`.
fn grid_of(n: usize, at: &scan::TextWord) -> Result<Grid, ParseError> {
    match Areas::usual_boxes(n) {
        Some(areas) if Size::LONGER.contains(&n) => Ok(Grid::new(n, areas)),
        _ => Err(ParseError::at(at, format!("a grid of side {n} has no boxes")).help(format!(
            "a sudoku has a side from 4 to {} that is not a prime; a jigsaw has any from 4 to 16",
            Size::MOST
        ))),
    }
}

/// The lines that hold puzzles, without comments and without the `end` of the POJ files.
fn puzzles<'a>(lines: &[Line<'a>]) -> Vec<scan::TextWord<'a>> {
    let body = |line: &Line<'a>| match is_spaced(line.text) {
        true => Some(scan::TextWord { line: line.number, column: 1, text: line.text }),
        false => line.body().filter(|word| !word.text.starts_with('#')),
    };
    let mut puzzles: Vec<_> = lines.iter().filter_map(body).collect();
    if puzzles.last().is_some_and(|last| last.text == "end") {
        puzzles.pop();
    }
    puzzles
}

fn read_lines(text: &str, symbols: Option<&Alphabet>) -> Result<Vec<MarkedGrid>, ParseError> {
    let lines = scan::lines(text);
    let puzzles = puzzles(&lines);
    match puzzles.first() {
        Some(first) => grids_of(&puzzles, first, symbols)?.collect(),
        None => Ok(Vec::new()),
    }
}

/// Reads each line separately: a grid, or an error. `None` unless most lines have one length, the
/// number of cells of a grid. Such a line may be a row of a larger grid: sides below 6 do not count,
/// nor short lines with a letter.
pub(crate) fn read_each(text: &str, symbols: Option<&Alphabet>) -> Option<Vec<Result<MarkedGrid, ParseError>>> {
    let lines = scan::lines(text);
    let puzzles = puzzles(&lines);
    let side = |word: &scan::TextWord| Size::side_of(body_of(word).chars().count()).filter(|&n| n >= LEAST_LISTED);
    let usual = puzzles.iter().find(|word| side(word).is_some())?;
    let alike = puzzles.iter().filter(|word| side(word) == side(usual)).count();
    // A line of 0 and 1 is more likely a row of a matrix.
    let bits = body_of(usual).bytes().all(|byte| matches!(byte, b'0' | b'1'));
    let has_letter = |word: &scan::TextWord| body_of(word).contains(|c: char| c.is_ascii_alphabetic() && c != 'X');
    let rows = body_of(usual).len() <= Size::MOST && puzzles.iter().any(has_letter);
    (2 * alike > puzzles.len() && !bits && !rows)
        .then(|| grids_of(&puzzles, usual, symbols).ok().map(Iterator::collect))?
}

/// Returns whether blanks are the empty cells of a line: it has the length of a grid only if blanks
/// count, it holds only blanks and symbols, and two blanks are adjacent, which they are not between
/// words.
fn is_spaced(line: &str) -> bool {
    let is_long = |text: &str| Size::side_of(text.len()).is_some();
    let first = line.split(' ').next().unwrap_or(line);
    is_long(line)
        && !is_long(first)
        && line.contains("  ")
        && line.bytes().all(|c| c == b' ' || c.is_ascii_alphanumeric())
        && line.bytes().any(|c| c != b' ')
}

/// The puzzle's characters. Text may follow them on the line, after a blank or a semicolon.
fn body_of<'a>(word: &scan::TextWord<'a>) -> &'a str {
    if is_spaced(word.text) {
        return word.text;
    }
    word.text.split([' ', '\t', ';']).next().unwrap_or(word.text)
}

/// The note about words that follow the cells of a line.
const LEFT_OUT: &str = "the words after the cells of a line are left out; they may be a rule";

/// The error for a second grid behind the cells of a line, unless it is the solution: a map of the
/// regions, or another puzzle.
fn second_grid(line: &scan::TextWord, grid: &Grid) -> Option<ParseError> {
    let length = grid.cells.len();
    let is_cell = |c: char| ".-_*?0".contains(c) || grid.alphabet.symbol(c).is_some();
    let keeps = |word: &str| {
        let held = |c: char| grid.alphabet.symbol(c);
        word.chars()
            .zip(&grid.cells)
            .all(|(c, entry)| held(c).is_some() && entry.symbol().is_none_or(|given| held(c) == Some(given)))
    };
    let words = line.text.split([' ', '\t', ';', ',']).skip(1);
    let other =
        words.into_iter().find(|word| word.chars().count() == length && word.chars().all(is_cell) && !keeps(word))?;
    let before = line.text.rfind(other).map_or(0, |at| line.text[..at].chars().count());
    let message = format!("these {length} characters are not the solution of the puzzle before them");
    Some(
        ParseError::new(line.line, line.column + before, message)
            .help("write one puzzle a line; the regions of a jigsaw go into a TOML file"),
    )
}

/// Reads lines as grids, each of the side of the grid in the line `model`.
fn grids_of<'a>(
    puzzles: &'a [scan::TextWord<'a>],
    model: &scan::TextWord,
    symbols: Option<&Alphabet>,
) -> Result<impl Iterator<Item = Result<MarkedGrid, ParseError>> + 'a, ParseError> {
    let length = body_of(model).chars().count();
    let Some(n) = Size::side_of(length) else {
        let near = Size::LONGER.min_by_key(|n| (n * n).abs_diff(length)).expect("the range is not empty");
        let message = format!("this line has {}", counted(length, "character"));
        let missing = 81usize.saturating_sub(length);
        let is_number = (1..9).contains(&missing) && body_of(model).bytes().all(|byte| byte.is_ascii_digit());
        return Err(match is_number {
            true => ParseError::new(model.line, model.column, format!("{message}, 81 expected")).help(format!(
                "a spreadsheet drops the zeros at the beginning of a number: write {} before it",
                "0".repeat(missing)
            )),
            false => ParseError::new(model.line, model.column + length.min(near * near), message)
                .help(format!("one puzzle a line has {} characters for a side of {near}", near * near)),
        });
    };
    let seen: Vec<Seen> = puzzles.iter().map(|word| Seen::of(characters(body_of(word)), n)).collect();
    let spelled = alphabets(&seen, n, symbols, LINE.id)?;
    let empty = grid_of(n, model)?;
    Ok(puzzles.iter().zip(spelled).map(move |(word, (symbols, note))| {
        let (whole, body) = (word, body_of(word));
        let said = (!says_no_rule(&word.text[body.len()..])).then(|| Note::new(LEFT_OUT));
        let word = scan::TextWord { text: body, ..*word };
        let grid = Grid { cells: cells(&word, n * n, &symbols)?, alphabet: symbols, ..empty.clone() };
        if let Some(other) = second_grid(whole, &grid) {
            return Err(other);
        }
        Ok(MarkedGrid { notes: note.into_iter().chain(said).collect(), ..grid.into() })
    }))
}

fn read_rows(text: &str, symbols: Option<&Alphabet>) -> Result<Vec<MarkedGrid>, ParseError> {
    let lines = scan::lines(text);
    let mut rows = rows(&lines);
    // A line with a single number gives the number of grids that follow (SPOJ).
    let announced = match rows.first() {
        Some((word, plain)) if plain.len() <= 3 && rows.len() > 1 => Some(number(word, 1, 999)?),
        _ => None,
    };
    if announced.is_some() {
        rows.remove(0);
    }
    let Some((first, plain)) = rows.first() else {
        return Ok(Vec::new());
    };
    let n = plain.chars().count();
    if !Size::LONGER.contains(&n) {
        let message = format!("this line has {}", counted(n, "character"));
        return Err(ParseError::new(first.line, first.column + n.min(Size::MOST), message)
            .help(format!("a grid has from 4 to {} lines of as many characters", Size::MOST)));
    }
    if !is_drawn_usually(&lines, n) {
        return Err(ParseError::at(first, "the bars around these rows do not part boxes of the usual size")
            .help("boxes of another size follow a line `n r c`, such as `6 3 2`; for walls of regions, n lines of letters below the rows name them"));
    }
    let seen: Vec<Seen> =
        rows.chunks(n).map(|block| Seen::of(block.iter().flat_map(|(_, plain)| characters(plain)), n)).collect();
    let spelled = alphabets(&seen, n, symbols, ROWS.id)?;
    let empty = grid_of(n, first)?;
    let mut grids = Vec::new();
    for (block, (symbols, note)) in rows.chunks(n).zip(spelled) {
        let mut grid = Grid { alphabet: symbols.clone(), cells: Vec::with_capacity(n * n), ..empty.clone() };
        for (word, plain) in block {
            let found = cells(&scan::TextWord { text: plain, ..*word }, n, &symbols);
            grid.cells.extend(found.map_err(|error| as_drawn(error, word, plain))?);
        }
        if block.len() < n {
            let message =
                format!("the grid that starts on line {} has {} of {n}", block[0].0.line, counted(block.len(), "row"));
            return Err(ParseError::new(block[block.len() - 1].0.line + 1, 1, message));
        }
        grids.push(MarkedGrid { notes: note.into_iter().collect(), ..grid.into() });
    }
    match announced {
        Some(count) if count as usize != grids.len() => {
            Err(ParseError::new(1, 1, format!("{count} grids are announced, {} found", grids.len())))
        }
        _ => Ok(grids),
    }
}

/// Moves an error about a row without bars to its place in the row as drawn.
fn as_drawn(mut error: ParseError, word: &scan::TextWord, plain: &str) -> ParseError {
    if word.text != plain {
        let kept = word.text.chars().enumerate().filter(|(_, c)| !matches!(c, '|' | ' '));
        let at = kept.map(|(k, _)| word.column + k).nth(error.place.column - word.column);
        error.place.column = at.unwrap_or(word.column + word.text.chars().count());
    }
    error
}

/// Reads rows of `n` words as grids until the end, for a form with this id.
pub(super) fn read_words(
    lines: &[Line],
    n: usize,
    grid: &Grid,
    symbols: Option<&Alphabet>,
    form: &str,
) -> Result<Vec<MarkedGrid>, ParseError> {
    let rows: Vec<_> = lines.iter().filter(|line| line.body().is_some_and(|b| !b.text.starts_with('#'))).collect();
    let mut seen = Vec::new();
    for block in rows.chunks(n) {
        let words: Vec<scan::TextWord> = block.iter().flat_map(|line| line.words()).collect();
        seen.push(Seen::of(words.iter().map(|word| word.text), n));
    }
    let spelled = alphabets(&seen, n, symbols, form)?;
    let mut grids = Vec::new();
    for (block, (symbols, note)) in rows.chunks(n).zip(spelled) {
        let mut cells = Vec::with_capacity(n * n);
        for line in block {
            let words = line.words();
            for word in words.iter().take(n) {
                cells.push(word_entry(word, n, &symbols)?);
            }
            if words.len() != n {
                let message = format!("this row has {}, {n} expected", counted(words.len(), "number"));
                let column = words.get(n).map_or(line.end(), |word| word.column);
                return Err(ParseError::new(line.number, column, message));
            }
        }
        if block.len() < n {
            let last = block[block.len() - 1].number;
            return Err(ParseError::new(last + 1, 1, format!("the grid has {} of {n}", counted(block.len(), "row"))));
        }
        let grid = Grid { cells, alphabet: symbols, ..grid.clone() };
        grids.push(MarkedGrid { notes: note.into_iter().collect(), ..grid.into() });
    }
    Ok(grids)
}

pub(super) fn read_numbers(text: &str, symbols: Option<&Alphabet>) -> Result<Vec<MarkedGrid>, ParseError> {
    let lines = scan::lines(text);
    let rows = lines.iter().filter(|line| line.body().is_some_and(|b| !b.text.starts_with('#')));
    let Some(first) = rows.map(Line::words).next() else {
        return Ok(Vec::new());
    };
    let n = first.len();
    if n < 4 {
        let message = format!("`{}` is neither a row of symbols nor one of numbers", short(first[0].text));
        return Err(ParseError::at(&first[0], message));
    }
    let grid = grid_of(n, &first[0])?;
    read_words(&lines, n, &grid, symbols, NUMBERS.id)
}

fn read_boxes(text: &str, symbols: Option<&Alphabet>) -> Result<Vec<MarkedGrid>, ParseError> {
    let lines = scan::lines(text);
    let words = lines.iter().map(Line::words).find(|words| !words.is_empty()).unwrap_or_default();
    let [side, rows, columns] = words[..] else {
        let place = words.first().map_or((1, 1), |word| (word.line, word.column));
        return Err(ParseError::new(place.0, place.1, "a line `n r c` is expected first"));
    };
    let most = Size::MOST as u32;
    let n = number(&side, 4, most)? as usize;
    let (r, c) = (number(&rows, 1, most)? as usize, number(&columns, 1, most)? as usize);
    // Rows of 0 and 1 alone are a matrix, whose reader says what the three numbers are not.
    let is_bit = |word: &scan::TextWord| matches!(word.text, "0" | "1");
    if r * c != n && lines.iter().skip(1).flat_map(Line::words).all(|word| is_bit(&word)) {
        return Ok(Vec::new());
    }
    if r * c != n {
        let message = format!("boxes of {r} rows and {c} columns hold {}, {n} expected", counted(r * c, "cell"));
        return Err(ParseError::at(&rows, message));
    }
    let grid = Grid::new(n, Areas::Boxes { rows: r, columns: c });
    let after = lines.iter().position(|line| line.number == side.line).map_or(0, |at| at + 1);
    let grids = read_words(&lines[after..], n, &grid, symbols, BOXES.id)?;
    match grids.len() {
        1 => Ok(grids),
        0 => Err(ParseError::new(side.line + 1, 1, format!("{n} rows of {n} numbers are expected"))),
        _ => Err(ParseError::new(side.line + 1 + n, 1, format!("more than {n} rows"))),
    }
}

fn write_boxes(grid: &Grid) -> String {
    let n = grid.n_symbols();
    let (rows, columns) = match grid.areas {
        Areas::Boxes { rows, columns } => (rows, columns),
        _ => (1, n),
    };
    format!("{n} {rows} {columns}\n{}", numbers_of(grid))
}
