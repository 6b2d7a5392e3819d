//! A grid as a table: n lines of n fields between commas, semicolons or tabs.

use crate::alphabet::Alphabet;
use crate::areas::Areas;
use crate::cell::Entry;
use crate::form::{ANY, Form, MarkedGrid, Text, Yields};
use crate::grid::Grid;
use crate::guise::Guise;
use crate::holds::Holds;
use crate::scan::{ParseError, TextWord, counted};
use crate::size::Size;
use crate::symbols::{Seen, alphabets, number_of, word_entry};

pub static CSV: Form = Form {
    id: "csv",
    help: "n lines of n fields separated by commas, semicolons or tabs; an empty field is an empty cell",
    guise: Guise::Signed,
    holds: Holds::PLAIN,
    text: Text::Spelled { read, write },
    yields: &[Yields::to(ANY, |seen| seen.is_one_symbol())],
};

fn read<'t>(text: &'t str, symbols: Option<&Alphabet>) -> Result<Vec<MarkedGrid>, ParseError> {
    let is_row = |line: &&str| !line.trim_matches(' ').is_empty();
    let Some(first) = text.lines().find(is_row) else { return Ok(Vec::new()) };
    let Some(comma) = [',', ';', '\t'].into_iter().find(|&comma| first.matches(comma).count() >= 3) else {
        return Ok(Vec::new());
    };
    let short = |field: &str| field.trim().trim_matches('"').chars().count() <= 2;
    if !first.split(comma).all(short) || first.contains(':') {
        return Ok(Vec::new());
    }
    // Separators at the end of a line mark empty fields, so lines are not trimmed.
    let rows: Vec<(usize, &str)> =
        text.lines().enumerate().map(|(k, line)| (k + 1, line)).filter(|(_, line)| is_row(line)).collect();
    let first_line = rows[0].0;
    let n = first.split(comma).count();
    let Some(areas) = Areas::usual_boxes(n).filter(|_| n <= Size::MOST) else {
        let message = format!("a grid of {} has no boxes", counted(n, "column"));
        return Err(
            ParseError::new(first_line, 1, message).help(format!("a table holds a sudoku of side 4 to {}", Size::MOST))
        );
    };
    let content = |field: &'t str| field.trim().trim_matches('"').trim();
    let seen =
        |block: &[(usize, &'t str)]| Seen::of(block.iter().flat_map(|(_, line)| line.split(comma)).map(content), n);
    let spelled = alphabets(&rows.chunks(n).map(seen).collect::<Vec<_>>(), n, symbols, CSV.id)?;
    let mut grids = Vec::new();
    for (block, (alphabet, note)) in rows.chunks(n).zip(spelled) {
        let mut grid = Grid { alphabet: alphabet.clone(), ..Grid::new(n, areas.clone()) };
        for (row, &(line, fields)) in block.iter().enumerate() {
            let mut column = 1;
            let mut count = 0;
            for field in fields.split(comma) {
                let lead = field.chars().take_while(|c| matches!(c, ' ' | '"')).count();
                let content = content(field);
                if count == n {
                    let message = format!("this row has more than {}", counted(n, "field"));
                    return Err(ParseError::new(line, column, message));
                }
                if !content.is_empty() {
                    let entry = word_entry(&TextWord { line, column: column + lead, text: content }, n, &alphabet)?;
                    grid.cells[row * n + count] = entry;
                }
                column += field.chars().count() + 1;
                count += 1;
            }
            if count < n {
                let message = format!("this row has {}, {n} expected", counted(count, "field"));
                return Err(ParseError::new(line, column.saturating_sub(1).max(1), message));
            }
        }
        if block.len() < n {
            let message = format!("the table has {} of {n}", counted(block.len(), "row"));
            return Err(ParseError::new(block[block.len() - 1].0 + 1, 1, message));
        }
        grids.push(MarkedGrid { notes: note.into_iter().collect(), ..grid.into() });
    }
    Ok(grids)
}

fn write(grid: &Grid) -> String {
    let field = |&entry: &Entry| number_of(entry, grid).unwrap_or_default();
    let rows = grid.cells.chunks(grid.columns()).map(|row| row.iter().map(field).collect::<Vec<_>>().join(",") + "\n");
    rows.collect()
}
