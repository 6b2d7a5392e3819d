//! Texts that no reader accepts and that are known by their look: addresses, markup, and programs'
//! own files. Each has its sentence.

use super::kinds::cover::numbered;
use super::scan::{ParseError, line_of_text, short};
use super::unwrap::{has_uneven_bars, rule_beside};

/// A text that is known by its look, what it is, and what to do.
struct Look {
    fits: fn(first: &str, text: &str) -> bool,
    /// The text is known by its shape alone, so the error of a reader that was near says more.
    yields: bool,
    what: &'static str,
    help: &'static str,
}

const LOOKS: [Look; 19] = [
    Look {
        fits: |first, _| first.starts_with("http") && first.contains("Sudoku-Solver") && first.contains("code="),
        yields: false,
        what: "this link of the Interactive Sudoku Solver carries a program, not a puzzle",
        help: "run the program there, and copy the link of the puzzle that it makes: that has `q=`",
    },
    Look {
        fits: |first, _| first.starts_with("http://") || first.starts_with("https://"),
        yields: false,
        what: "this is a web address that carries no puzzle in a known form",
        help: "links of f-puzzles, SudokuPad, SudokuMaker, the Interactive Sudoku Solver, puzz.link, sudokuwiki and others are \
               read (`quadrille kinds`); from other pages, copy the grid itself, such as 81 digits and dots",
    },
    Look {
        fits: |first, _| first.starts_with('<'),
        yields: false,
        what: "this is XML or HTML, not a puzzle",
        help: "of programs that write XML, OpenSudoku, KSudoku and .1gsudoku are read; else copy the 81 digits and dots of a game",
    },
    Look {
        fits: |first, text| first.starts_with('{') && text.contains(':'),
        yields: false,
        what: "this is JSON, but not of f-puzzles, SudokuPad or GNOME Sudoku: it has no `grid` and no `cells`",
        help: "a list of rows in brackets is read, and so are lists of an option's items by their names",
    },
    Look {
        fits: |first, text| first.starts_with('[') && has_section(text),
        yields: true,
        what: "this is a file with sections, but not of a grid of n lines of n symbols",
        help: "a section [Puzzle] holds the n lines of the givens",
    },
    Look {
        fits: |first, text| (first.starts_with('[') || first.contains("([")) && has_fraction(text),
        yields: false,
        what: "this list has a fraction, which is not a cell of a grid or a matrix",
        help: "a grid has whole numbers; a matrix has rows of 0 and 1",
    },
    Look {
        fits: |first, _| first.starts_with('[') || first.starts_with('{'),
        yields: false,
        what: "this is a list in brackets, but neither of rows of one length nor of options",
        help: "a grid has as many rows as columns; a matrix has rows of 0 and 1",
    },
    Look {
        fits: |first, _| first.starts_with("SAVEFILE"),
        yields: false,
        what: "this is a saved game of Simon Tatham's collection",
        help: "copy the game ID, which begins with the size: 3x3:a1b2...",
    },
    Look {
        fits: |first, _| first.starts_with("SumoCue"),
        yields: false,
        what: "this is a puzzle in the form of SumoCue, which is not supported",
        help: "export a killer from there as a text of numbers (3x3::k:...); give regions or cages in a TOML file",
    },
    Look {
        fits: |first, _| {
            // The side, and letters for the kind: `5a:`, `6dt:`.
            let is_side = |side: &str| {
                let digits = side.trim_end_matches(|c: char| c.is_ascii_lowercase());
                (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()) && side.len() < 6
            };
            first.split_once(':').is_some_and(|(side, rest)| is_side(side) && rest.contains([',', '/']))
        },
        yields: false,
        what: "this looks like a game ID of Simon Tatham's collection, but not one that is read",
        help: "games of Solo, Unequal, Adjacent, Towers and Keen are read: 3x3:a1b2..., 9j:..., 5:1,0U,...; copy the whole ID",
    },
    Look {
        fits: |first, text| first == "begin" && text.lines().any(|line| line.starts_with("puzzle ")),
        yields: false,
        what: "this is a puzzle file of janko.at, which is not supported",
        help: "copy the rows below `problem`, and those of the regions if there are any",
    },
    Look {
        fits: |_, text| {
            let is_row = |line: &str| match line.split_whitespace().collect::<Vec<_>>()[..] {
                [cells, letters] => {
                    cells.len() == letters.len()
                        && cells.len() > 3
                        && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
                        && cells.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
                }
                _ => false,
            };
            text.lines().filter(|line| is_row(line)).count() > 3
        },
        yields: false,
        what: "these rows have letters beside their cells: regions of a jigsaw, or cages of a killer",
        help: "regions are read below the rows: n lines of symbols, then n lines of letters; cages are rules of a TOML file",
    },
    Look {
        fits: |first, _| first.starts_with("| ") && !first.trim_end().ends_with('|'),
        yields: false,
        what: "the first line begins with `| `, so it is a comment by Knuth's rule, and the items are missing",
        help: "write the primary items before the `|`: items | secondary items",
    },
    Look {
        fits: |first, text| is_gnome_text(first) && text.lines().filter(|line| !line.trim().is_empty()).count() == 1,
        yields: false,
        what: "this may be a text that GNOME Sudoku shares, which is not read",
        help: "its print-out or its saved grid as 81 digits and dots is read",
    },
    Look {
        fits: |first, text| {
            let commas = |line: &str| line.matches(',').count();
            let mut below = text.lines().filter(|line| !line.trim().is_empty()).skip(1).peekable();
            let has_name = first.split(',').any(|name| name.trim().starts_with(char::is_alphabetic));
            has_name
                && !first.contains('[')
                && commas(first) > 0
                && below.peek().is_some()
                && below.all(|line| commas(line) == commas(first))
        },
        yields: true,
        what: "this is a table with names of columns, but no column holds a puzzle in every line",
        help: "a column of puzzles has n*n symbols in each field, such as 81 digits and dots",
    },
    Look {
        fits: |first, _| {
            let is_word = |word: &&str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
            first.ends_with(['.', '!', '?']) && first.split_whitespace().filter(is_word).count() > 2
        },
        yields: false,
        what: "this text begins with a sentence, not with a puzzle",
        help: "copy the puzzle alone; what a text says beside it may be a rule",
    },
    Look {
        fits: |_, text| has_uneven_bars(text),
        yields: false,
        what: "the bars in these rows do not part boxes of the usual size, or not every row",
        help: "boxes of another size follow a line `n r c`, such as `6 3 2`; for walls of regions, n lines of letters below the rows name them",
    },
    Look {
        fits: |_, text| {
            text.lines().any(|line| line.split(is_between).any(is_whole) && line.split(is_between).any(is_word))
        },
        yields: false,
        what: "a word beside this puzzle may be a rule",
        help: "if it is not, copy the puzzle alone; rules of a grid are read from a TOML file, or from a link of f-puzzles",
    },
    Look {
        fits: |first, _| first.starts_with("int ") || first.contains("= {") || first.contains("= ["),
        yields: true,
        what: "this is part of a program, but not a list of rows of one length",
        help: "a grid has as many rows as columns; a matrix has rows of 0 and 1",
    },
];

/// The error for a table of puzzles with a field beside them that may say a rule.
pub(super) fn rule_beside_puzzles(text: &str) -> Option<ParseError> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    if !first.contains([',', ';', '\t']) || !first.contains(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let (field, place) = rule_beside(text)?;
    let message = format!("`{}` beside the puzzles of this table may be a rule", short(&field));
    let error = ParseError { place, width: field.chars().count().clamp(1, 60), ..ParseError::new(1, 1, message) };
    Some(error.help("if it is not, remove that column; rules of a grid are read from a TOML file"))
}

/// Returns whether a line is a section's name in brackets.
fn has_section(text: &str) -> bool {
    let is_name = |name: &str| !name.is_empty() && name.chars().all(char::is_alphabetic);
    text.lines().any(|line| line.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).is_some_and(is_name))
}

/// Returns whether a text has a number that is not whole.
fn has_fraction(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && !".+-".contains(c));
    let is_fraction = |word: &str| word.parse::<f64>().is_ok_and(|number| number.is_finite() && number.fract() != 0.0);
    words.filter(|word| word.contains('.')).any(is_fraction)
}

/// Returns whether a line may be what GNOME Sudoku shares: `#`, and visible characters without
/// blanks, most of which are not symbols of a grid.
fn is_gnome_text(first: &str) -> bool {
    let is_sign = |c: &char| c.is_ascii_punctuation();
    first.starts_with('#')
        && (20..=90).contains(&first.len())
        && first.bytes().all(|byte| byte.is_ascii_graphic())
        && first.chars().filter(is_sign).count() > 5
        && first.chars().any(|c| c.is_ascii_uppercase())
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || ",;:\"'".contains(c)
}

/// Returns whether a field is a whole grid of the usual size.
fn is_whole(field: &str) -> bool {
    field.len() == 81 && field.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

fn is_word(field: &str) -> bool {
    field.len() > 2 && field.chars().all(|c| c.is_alphabetic() || c == '-')
}

/// The error for a text that is known by its look; `None` for other texts. With a reader that was
/// near, the text must be known by more than its shape.
pub(super) fn looks_like(text: &str, is_near: bool) -> Option<ParseError> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let number = 1 + text.lines().position(|line| line.trim() == first)?;
    if let Some((what, help)) = numbered(first) {
        return Some(ParseError {
            width: first.chars().count().min(60),
            ..ParseError::new(number, 1, what).help(help)
        });
    }
    let Some(look) = LOOKS.iter().filter(|look| !(look.yields && is_near)).find(|look| (look.fits)(first, text)) else {
        return sentence(text);
    };
    let width = line_of_text(text, number).trim().chars().count().clamp(1, 60);
    Some(ParseError { width, ..ParseError::new(number, 1, look.what).help(look.help) })
}

/// The error for a sentence beside the rows of a grid.
fn sentence(text: &str) -> Option<ParseError> {
    let is_word = |word: &&str| word.len() > 1 && word.chars().all(|c| c.is_alphabetic() || ",.:;!?'".contains(c));
    let words = |line: &str| line.split_whitespace().filter(is_word).count();
    let has_rows = text.lines().filter(|line| words(line) == 0 && !line.trim().is_empty()).count() > 3;
    let (at, line) = text.lines().enumerate().find(|(_, line)| words(line) > 2).filter(|_| has_rows)?;
    let width = line.trim_end().chars().count().clamp(1, 60);
    let error = ParseError::new(at + 1, 1, "this line is a sentence, not a row of a grid");
    Some(ParseError { width, ..error.help("copy the grid alone; what a text says beside it may be a rule") })
}
