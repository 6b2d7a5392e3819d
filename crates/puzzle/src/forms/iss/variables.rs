//! Variables of the Interactive Sudoku Solver: cells outside the grid, which constraints name. Here
//! they are free cells below it, in rows as wide as it, and each group begins a row.

use crate::areas::{Areas, SubGrid};
use crate::cell::Cell;
use crate::grid::Grid;
use crate::note::Note;
use crate::rules::iss::{BASE, IssItem, place_name, variable_name};
use crate::rules::no_such_rule;
use crate::scan::{ParseError, counted};
use crate::size::Size;

/// The most variables of a puzzle.
const MOST: usize = 200;

/// The grid with its variables below, and by variable its name there and its cell.
pub(super) struct BelowGrid {
    pub grid: Grid,
    named: Vec<(String, Cell)>,
    pub note: Note,
}

impl BelowGrid {
    /// The variables that constraints define, beside a grid of rows, columns and perhaps boxes.
    pub(super) fn of(grid: &Grid, items: &[&IssItem]) -> Result<BelowGrid, ParseError> {
        let first = items[0];
        let boxes = match &grid.areas {
            Areas::None => None,
            Areas::Boxes { rows, columns } => Some((*rows, *columns)),
            _ => return Err(no_such_rule(&first.at, "variables beside a grid of regions")),
        };
        let size = grid.size();
        if grid.n_symbols() != size.longer() {
            return Err(no_such_rule(&first.at, "variables beside a grid with more symbols than cells in a row"));
        }
        // A row of places where no cell is parts them from the grid.
        let mut top = size.rows + 1;
        let mut named: Vec<(String, (usize, usize))> = Vec::new();
        for item in items {
            let prefix = item.args.first().filter(|prefix| prefix.chars().all(|c| c.is_ascii_uppercase()));
            let Some(prefix) = prefix.filter(|prefix| !prefix.is_empty()) else {
                return Err(item.wrong("a variable has a name of capital letters"));
            };
            // A number, or rows and columns.
            let numbers = item.args.get(2).unwrap_or(&"1").splitn(2, 'x').map(str::parse::<usize>);
            let (count, columns) = match numbers.collect::<Result<Vec<_>, _>>().unwrap_or_default()[..] {
                [count] => (count, count.min(size.columns)),
                [rows, columns] => (rows.saturating_mul(columns), columns),
                _ => (1, 1),
            };
            if count == 0 || named.len().saturating_add(count) > MOST {
                let many = counted(named.len().saturating_add(count), "variable");
                return Err(item.wrong(format!("{many}, at most {MOST} expected")));
            }
            if columns > size.columns {
                return Err(no_such_rule(&item.at, &format!("{columns} columns of variables")));
            }
            let place = |k: usize| (top + k / columns, k % columns);
            named.extend((0..count).map(|k| (variable_name(prefix, k, count), place(k))));
            // A row of places without cells parts the groups too.
            top += count.div_ceil(columns) + 1;
        }
        let whole = Size { rows: top - 1, columns: size.columns };
        if whole.rows >= BASE as usize {
            return Err(no_such_rule(&first.at, &counted(named.len(), "variable")));
        }
        let named: Vec<(String, Cell)> =
            named.into_iter().map(|(name, (row, column))| (name, whole.cell(row, column))).collect();
        let part = SubGrid { at: (0, 0), size, boxes };
        let several = Grid { lowest: grid.lowest, ..Grid::several(whole, grid.alphabet.clone(), vec![part]) };
        let cells: Vec<Cell> = named.iter().map(|(_, cell)| *cell).collect();
        let grid = several.with_free(&cells);
        let ends = [named.first(), named.last()].map(|end| end.map_or(String::new(), |(_, cell)| grid.name(*cell)));
        let said = match cells.len() {
            1 => format!("the variable is the cell {} below the grid", ends[0]),
            many => format!("the {many} variables are the cells {} to {} below the grid", ends[0], ends[1]),
        };
        Ok(BelowGrid { grid, named, note: Note::new(said) })
    }

    /// The arguments of a constraint, in which variables have the names of their cells: `VA1`, and
    /// `VA1_3` for a given.
    pub(super) fn renamed(&self, item: &IssItem) -> Vec<String> {
        let place = |arg: &&str| {
            let (name, rest) = arg.split_at(arg.find('_').unwrap_or(arg.len()));
            match self.named.iter().find(|(known, _)| known == name) {
                Some((_, cell)) => place_name(*cell, &self.grid) + rest,
                None => arg.to_string(),
            }
        };
        item.args.iter().map(place).collect()
    }
}
