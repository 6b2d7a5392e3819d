//! `.sdk` files with sections: `[Puzzle]` holds the givens, `[State]` the symbols placed so far,
//! and lines of `#` and a letter the title, the author and a note.

use crate::alphabet::Alphabet;
use crate::areas::Areas;
use crate::cell::Entry;
use crate::form::{Form, MarkedGrid, Text};
use crate::grid::Grid;
use crate::guise::Guise;
use crate::holds::Holds;
use crate::meta::Meta;
use crate::scan::{self, Line, ParseError, TextWord, counted, short};
use crate::size::Size;
use crate::symbols::{Seen, cells, characters, lines_of, spelling};
use crate::unseen;

pub(crate) static SDK: Form = Form {
    id: "sdk",
    help: "sections [Puzzle] and [State] of n lines of n symbols; #D a title, #A an author, #C a note",
    guise: Guise::Signed,
    holds: Holds { entered: true, title: true, ..Holds::PLAIN },
    text: Text::MarkedGrids { read: |text| read(text).map(|sheet| sheet.into_iter().collect()), write },
    yields: &[],
};

/// Returns whether a text has a section `[Puzzle]`. Such a text looks like TOML.
pub(crate) fn has_sections(text: &str) -> bool {
    text.contains('[') && text.lines().any(|line| line.trim().eq_ignore_ascii_case("[puzzle]"))
}

fn read(text: &str) -> Result<Option<MarkedGrid>, ParseError> {
    if !has_sections(text) {
        return Ok(None);
    }
    let lines = scan::lines(text);
    let puzzle = section(&lines, "puzzle");
    let header = lines.iter().find(|line| line.text.trim().eq_ignore_ascii_case("[puzzle]"));
    let (line, Some(first)) = (header.map_or(1, |line| line.number), puzzle.first()) else {
        return Err(ParseError::new(header_end(&lines), 1, "the section [Puzzle] is empty"));
    };
    // Another section may say a rule.
    const SECTIONS: [&str; 5] = ["[puzzle]", "[state]", "[pencilmarks]", "[candidates]", "[comments]"];
    let other = lines.iter().find(|line| {
        let name = line.text.trim().to_lowercase();
        name.starts_with('[') && name.ends_with(']') && !SECTIONS.contains(&name.as_str())
    });
    if let Some(word) = other.and_then(Line::body) {
        let message = format!("the section `{}` is not known and may be a rule", short(word.text));
        return Err(ParseError::at(&word, message).help("remove it; rules of a grid are read from a TOML file"));
    }
    let n = first.text.chars().count();
    let Some(areas) = Areas::usual_boxes(n).filter(|_| Size::LONGER.contains(&n)) else {
        let message = format!("this line has {}, which is not the side of a grid with boxes", counted(n, "character"));
        return Err(ParseError::at(first, message));
    };
    let seen = Seen::of(puzzle.iter().flat_map(|row| characters(row.text)), n);
    let (symbols, note) = spelling(seen, seen, n, None);
    let mut grid = Grid { alphabet: symbols.clone(), ..Grid::new(n, areas) };
    grid.cells = rows(&puzzle, n, &symbols, line)?;
    let state = section(&lines, "state");
    if let Some(first) = state.first() {
        let placed = rows(&state, n, &symbols, first.line)?;
        for (cell, (entry, placed)) in grid.cells.iter_mut().zip(placed).enumerate() {
            match (entry.symbol(), placed.symbol()) {
                (None, Some(symbol)) => *entry = Entry::Own(symbol),
                (Some(given), now) if now != Some(given) => {
                    let row = state[cell / n];
                    let message = format!("[State] does not keep the given `{}` of [Puzzle]", symbols.char(given));
                    return Err(ParseError::new(row.line, row.column + cell % n, message));
                }
                _ => {}
            }
        }
    }
    let said = |letter: &str| {
        let line = lines.iter().find_map(|line| line.text.trim().strip_prefix('#')?.strip_prefix(letter));
        line.map_or(String::new(), |text| text.trim().to_string())
    };
    let meta = Meta { title: said("D"), source: said("A"), note: said("C"), ..Meta::default() };
    Ok(Some(MarkedGrid { meta, notes: note.into_iter().collect(), ..grid.into() }))
}

fn header_end(lines: &[Line]) -> usize {
    lines.last().map_or(1, |line| line.number)
}

/// The lines of a section.
fn section<'a>(lines: &[Line<'a>], name: &str) -> Vec<TextWord<'a>> {
    let is_header = |line: &&Line| line.text.trim().starts_with('[');
    let is_named =
        |line: &Line| line.text.trim().trim_matches(['[', ']']).eq_ignore_ascii_case(name) && is_header(&line);
    let after = lines.iter().skip_while(|line| !is_named(line)).skip(1);
    let body = after.take_while(|line| !is_header(line)).filter_map(Line::body);
    body.filter(|word| !word.text.starts_with('#')).collect()
}

fn rows(rows: &[TextWord], n: usize, symbols: &Alphabet, header: usize) -> Result<Vec<Entry>, ParseError> {
    let mut all = Vec::with_capacity(n * n);
    for row in rows.iter().take(n) {
        all.extend(cells(row, n, symbols)?);
    }
    match rows.get(n) {
        Some(extra) => Err(ParseError::at(extra, format!("a section has {n} lines of a grid"))),
        None if rows.len() < n => {
            let after = rows.last().map_or(header, |row| row.line) + 1;
            Err(ParseError::new(after, 1, format!("this section has {} of {n} lines", rows.len())))
        }
        None => Ok(all),
    }
}

fn write(sheet: &MarkedGrid) -> String {
    let mut text = String::new();
    for (letter, value) in [('D', &sheet.meta.title), ('A', &sheet.meta.source), ('C', &sheet.meta.note)] {
        let line = unseen::line(value);
        if !line.is_empty() {
            text += &format!("#{letter}{line}\n");
        }
    }
    text += "[Puzzle]\n";
    text += &lines_of(&sheet.grid.without_own());
    if sheet.grid.own() > 0 {
        text += "[State]\n";
        text += &lines_of(&sheet.grid);
    }
    text
}
