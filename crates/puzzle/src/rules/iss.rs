//! The spellings of rules as constraints of the Interactive Sudoku Solver: a name, and arguments
//! that a codec reads and writes.

mod own;

use super::{CAGE, CANDIDATES, CLONE, EXACTLY as HELD_EXACTLY, OWN, RULES, RuleSpec, SUM_LOOP, no_such_rule};
use crate::cell::Cell;
use crate::grid::{Grid, GridRule};
use crate::scan::{ParseError, TextWord};
use crate::size::Size;

pub(super) use own::{DEFINED, NAMES};

/// A rule in the strings of the Interactive Sudoku Solver.
#[derive(Clone, Copy, Debug)]
pub struct Iss {
    /// The name after the dot at the beginning of a constraint. The first argument may be part of
    /// it: `Indexing~C`.
    pub name: &'static str,
    /// Other names of constraints that mean the rule.
    pub also: &'static [&'static str],
    /// Reads and writes the arguments after the name.
    pub(crate) codec: &'static IssCodec,
}

/// Reads what it writes: a rule as a constraint.
#[derive(Debug)]
pub(crate) struct IssCodec {
    /// The rules that a constraint means.
    read: fn(&IssItem, &'static RuleSpec, &Grid) -> Result<Vec<GridRule>, ParseError>,
    /// The constraint that means a rule, given its name there. `None` if there is none.
    write: fn(&str, &GridRule, &Grid) -> Option<String>,
}

/// A constraint: its name, or `Given` if it has none, and its arguments.
pub(crate) struct IssItem<'a> {
    pub(crate) at: TextWord<'a>,
    pub(crate) name: &'a str,
    pub(crate) args: Vec<&'a str>,
}

/// Rows and columns are digits of this base.
pub(crate) const BASE: u32 = 17;

impl Iss {
    pub(super) const fn of(name: &'static str, codec: &'static IssCodec) -> Iss {
        Iss { name, also: &[], codec }
    }

    pub(super) const fn also(self, also: &'static [&'static str]) -> Iss {
        Iss { also, ..self }
    }
}

/// The row of the table of rules that a name of constraints means.
pub(crate) fn row_of(name: &str) -> Option<&'static RuleSpec> {
    RULES.iter().find(|spec| is_named(spec, name))
}

fn is_named(spec: &RuleSpec, name: &str) -> bool {
    spec.iss.is_some_and(|iss| iss.name == name || iss.also.contains(&name))
}

impl GridRule {
    /// The constraint that means the rule. `None` if there is none.
    pub(crate) fn as_iss(&self, grid: &Grid) -> Option<String> {
        let Iss { name, codec, .. } = self.spec().iss?;
        (codec.write)(name, self, grid)
    }
}

impl IssItem<'_> {
    /// The rules that the constraint means, if its name is that of a row. Its first argument may be
    /// part of the name.
    pub fn rules(&self, grid: &Grid) -> Option<Result<Vec<GridRule>, ParseError>> {
        let typed = self.args.first().and_then(|first| row_of(&format!("{}~{first}", self.name)));
        let args = self.args.iter().skip(usize::from(typed.is_some())).copied().collect();
        let defined = || Some(&OWN).filter(|spec| is_named(spec, self.name));
        let spec = typed.or_else(|| row_of(self.name)).or_else(defined)?;
        Some((spec.iss?.codec.read)(&IssItem { args, ..*self }, spec, grid))
    }

    /// Returns whether the constraint may have a number at each end of a row, which are two
    /// constraints.
    pub(crate) fn is_at_both_ends(&self) -> bool {
        row_of(self.name).and_then(|spec| spec.iss).is_some_and(|iss| std::ptr::eq(iss.codec, BOTH_ENDS))
    }

    pub(crate) fn wrong(&self, message: impl Into<String>) -> ParseError {
        ParseError::at(&self.at, message)
    }

    pub(crate) fn cell(&self, grid: &Grid, name: &str) -> Result<Cell, ParseError> {
        cell_named(name, grid).ok_or_else(|| self.wrong(format!("`{name}` is not a cell of a grid of {}", grid.size())))
    }

    fn cells(&self, grid: &Grid, names: &[&str]) -> Result<Vec<Cell>, ParseError> {
        names.iter().map(|name| self.cell(grid, name)).collect()
    }

    /// An argument, `""` if there are fewer.
    fn arg(&self, at: usize) -> &str {
        self.args.get(at).copied().unwrap_or("")
    }

    /// The arguments after the first one.
    fn rest(&self) -> &[&str] {
        self.args.get(1..).unwrap_or_default()
    }

    fn number(&self, text: &str) -> Result<u32, ParseError> {
        text.parse().map_err(|_| self.wrong(format!("`{text}` is not a number")))
    }

    /// The cells of a row or column with a name such as `R3`.
    fn row(&self, grid: &Grid, name: &str) -> Result<Vec<Cell>, ParseError> {
        // Constraints made by hand may have a direction after a comma.
        let name = name.split(',').next().unwrap_or(name);
        let mut chars = name.chars();
        let (letter, number) = (chars.next().map(|c| c.to_ascii_uppercase()), chars.next());
        let k = number.filter(|_| chars.next().is_none()).and_then(|c| c.to_digit(BASE)).unwrap_or(0) as usize;
        let Size { rows, columns } = grid.grids().first().map_or(grid.size(), |first| first.size);
        match letter {
            Some('R') if (1..=rows).contains(&k) => Ok((0..columns).map(|column| grid.cell(k - 1, column)).collect()),
            Some('C') if (1..=columns).contains(&k) => Ok((0..rows).map(|row| grid.cell(row, k - 1)).collect()),
            _ => Err(self.wrong(format!("`{name}` is not a row or column of a grid of {}", grid.size()))),
        }
    }
}

/// The cell with a name such as `R3C5`, whose digits are of [`BASE`].
pub(crate) fn cell_named(name: &str, grid: &Grid) -> Option<Cell> {
    let mut chars = name.chars();
    let (r, row, c, column) = (chars.next()?, chars.next()?, chars.next()?, chars.next()?);
    let number = |c: char, n: usize| c.to_digit(BASE)?.checked_sub(1).map(|k| k as usize).filter(|&k| k < n);
    let is_cell = chars.next().is_none() && r.eq_ignore_ascii_case(&'r') && c.eq_ignore_ascii_case(&'c');
    is_cell.then(|| Some(grid.cell(number(row, grid.rows())?, number(column, grid.columns())?)))?
}

fn digit(k: usize) -> char {
    char::from_digit(k as u32 + 1, BASE).unwrap_or('0')
}

/// The name of a cell, with digits of [`BASE`]. Free cells are the variables of one group.
pub(crate) fn name_of(cell: Cell, grid: &Grid) -> String {
    if !grid.is_free(cell) {
        return place_name(cell, grid);
    }
    let free = grid.free_cells();
    let at = free.iter().position(|&other| other == cell).unwrap_or(0);
    variable_name(VARIABLES, at, free.len())
}

/// The name of a cell by its place in the whole, whatever it is.
pub(crate) fn place_name(cell: Cell, grid: &Grid) -> String {
    let (row, column) = grid.place(cell);
    format!("R{}C{}", digit(row), digit(column))
}

/// The name of the group of variables that free cells are.
pub(crate) const VARIABLES: &str = "A";

/// The name of a variable of a group, by its number from 0. A single one has no number.
pub(crate) fn variable_name(group: &str, at: usize, count: usize) -> String {
    if count == 1 { format!("V{group}") } else { format!("V{group}{}", at + 1) }
}

/// The names of cells, each after `~`.
pub(crate) fn names_of(cells: &[Cell], grid: &Grid) -> String {
    cells.iter().map(|&cell| format!("~{}", name_of(cell, grid))).collect()
}

/// The name of the row or column of a rule, and whether the rule reads it from its end.
fn row_name(rule: &GridRule, grid: &Grid) -> Option<(String, bool)> {
    let (first, last) = rule.cells.first().zip(rule.cells.last())?;
    let (from, to) = (grid.place(*first), grid.place(*last));
    let name = if from.0 == to.0 { format!("R{}", digit(from.0)) } else { format!("C{}", digit(from.1)) };
    Some((name, first > last))
}

fn rule(spec: &RuleSpec, numbers: Vec<u32>, cells: Vec<Cell>) -> GridRule {
    GridRule { numbers, ..GridRule::new(spec.id, cells) }
}

/// The cells.
pub(super) const CELLS: &IssCodec = &IssCodec {
    read: |item, spec, grid| Ok(vec![rule(spec, Vec::new(), item.cells(grid, &item.args)?)]),
    write: |name, rule, grid| rule.numbers.is_empty().then(|| format!(".{name}{}", names_of(&rule.cells, grid))),
};

/// Cells, of which each two neighbours are a rule.
pub(super) const PAIRS: &IssCodec = &IssCodec {
    read: |item, spec, grid| {
        let cells = item.cells(grid, &item.args)?;
        let both = (0..cells.len()).flat_map(|k| cells[k + 1..].iter().map(move |&other| (k, other)));
        let pairs = both.map(|(k, other)| [cells[k], other]);
        let pairs: Vec<[Cell; 2]> = pairs.filter(|&[one, other]| grid.is_beside(one, other)).collect();
        if pairs.is_empty() && cells.iter().any(|&cell| grid.is_free(cell)) {
            return Err(no_such_rule(&item.at, &format!("{} of variables that are not neighbours", item.name)));
        }
        Ok(pairs.into_iter().map(|pair| rule(spec, Vec::new(), pair.to_vec())).collect())
    },
    write: CELLS.write,
};

/// A number, then the cells. A rule without a number means its usual one.
pub(super) const USUAL: &IssCodec = &IssCodec {
    read: |item, spec, grid| match item.arg(0).parse() {
        Ok(number) => usual(item, spec, grid, number, item.rest()),
        Err(_) => Err(item.wrong("a number is expected before the cells".to_string())),
    },
    write: |name, rule, grid| Some(format!(".{name}~{}{}", rule.number(grid), names_of(&rule.cells, grid))),
};

/// The argument after the cells of a line that comes back to its beginning.
const LOOP: &str = "LOOP";

/// A number, then the cells of a line. It may come back to its beginning.
pub(super) const SUM_LINES: &IssCodec = &IssCodec {
    read: |item, spec, grid| match item.args.split_last() {
        Some((&LOOP, args)) => {
            let item = IssItem { args: args.to_vec(), ..*item };
            let rules = (USUAL.read)(&item, spec, grid)?;
            Ok(rules.into_iter().map(|rule| GridRule { id: SUM_LOOP.to_string(), ..rule }).collect())
        }
        _ => (USUAL.read)(item, spec, grid),
    },
    write: |name, rule, grid| match name.strip_suffix("~LOOP") {
        Some(name) => Some(format!("{}~{LOOP}", (USUAL.write)(name, rule, grid)?)),
        None => (USUAL.write)(name, rule, grid),
    },
};

/// The same. A number that is left out is 5.
pub(super) const WHISPER: &IssCodec = &IssCodec {
    read: |item, spec, grid| match item.arg(0).parse() {
        Ok(number) => usual(item, spec, grid, number, item.rest()),
        Err(_) => usual(item, spec, grid, 5, &item.args),
    },
    write: USUAL.write,
};

fn usual(
    item: &IssItem,
    spec: &RuleSpec,
    grid: &Grid,
    number: u32,
    names: &[&str],
) -> Result<Vec<GridRule>, ParseError> {
    let numbers = if number == (spec.usual)(grid.n_symbols()) as u32 { Vec::new() } else { vec![number] };
    Ok(vec![rule(spec, numbers, item.cells(grid, names)?)])
}

/// The numbers, joined by `_`, then the cells.
pub(super) const NUMBERS: &IssCodec = &IssCodec {
    read: |item, spec, grid| {
        let cells = item.cells(grid, item.rest())?;
        if item.arg(0).contains('=') {
            return Err(no_such_rule(&item.at, &format!("{} with factors", item.name)));
        }
        let numbers = item.arg(0).split('_').map(|text| item.number(text)).collect::<Result<_, _>>()?;
        Ok(vec![rule(spec, numbers, cells)])
    },
    write: |name, rule, grid| {
        let numbers: Vec<String> = rule.numbers.iter().map(u32::to_string).collect();
        Some(format!(".{name}~{}{}", numbers.join("_"), names_of(&rule.cells, grid)))
    },
};

/// The sum, then the cells. Without a sum, or with 0, they are a cage that only holds different
/// symbols.
pub(super) const CAGES: &IssCodec = &IssCodec {
    read: |item, spec, grid| match (item.arg(0), item.cells(grid, item.rest())?) {
        ("" | "0", cells) if cells.len() == 1 => Ok(Vec::new()),
        ("" | "0", cells) => Ok(vec![GridRule::new(CAGE, cells)]),
        _ => (NUMBERS.read)(item, spec, grid),
    },
    write: |name, rule, grid| if rule.numbers == [0] { None } else { (NUMBERS.write)(name, rule, grid) },
};

/// The name of an arrow with a number of cells in its circle before the cells.
pub(super) const PILL: &str = "PillArrow";

/// The cells, or by the name [`PILL`] a number, then the cells.
pub(super) const ARROWS: &IssCodec = &IssCodec {
    read: |item, spec, grid| (if item.name == PILL { NUMBERS } else { CELLS }.read)(item, spec, grid),
    write: |name, rule, grid| match rule.numbers[..] {
        [] => (CELLS.write)(name, rule, grid),
        _ => (NUMBERS.write)(PILL, rule, grid),
    },
};

/// The name of a clue that counts numbers in cells.
pub(super) const LOOK_AND_SAY: &str = "LookAndSay";

/// The numbers, joined by `_`, then the cells; or a clue by the name [`LOOK_AND_SAY`].
pub(super) const EXACTLY: &IssCodec = &IssCodec {
    read: |item, spec, grid| match item.name == LOOK_AND_SAY {
        true => look_and_say(item, grid),
        false => (NUMBERS.read)(item, spec, grid),
    },
    write: NUMBERS.write,
};

/// A clue as pairs of digits, a count and a number: `1623` says that the cells hold one 6 and two
/// 3. Numbers that are held exactly are a rule of the table. Excluded numbers are missing among
/// the candidates; if one number is left, all cells hold it.
fn look_and_say(item: &IssItem, grid: &Grid) -> Result<Vec<GridRule>, ParseError> {
    let (text, names) = item.args.split_first().unwrap_or((&"", &[]));
    let clue: Option<Vec<u32>> = text.chars().map(|c| c.to_digit(10)).collect();
    let Some(clue) = clue.filter(|clue| !clue.is_empty() && clue.len() % 2 == 0) else {
        return Err(item.wrong(format!("`{text}` is not a clue: pairs of digits, a count and a number, are expected")));
    };
    let cells = item.cells(grid, names)?;
    let (mut numbers, mut excluded) = (Vec::new(), Vec::new());
    for pair in clue.chunks(2) {
        if numbers.contains(&pair[1]) || excluded.contains(&pair[1]) {
            return Err(item.wrong(format!("the number {} is counted twice", pair[1])));
        }
        numbers.extend(vec![pair[1]; pair[0] as usize]);
        excluded.extend(Some(pair[1]).filter(|_| pair[0] == 0));
    }
    if numbers.len() > cells.len() {
        return Err(item.wrong(format!("`{text}` counts {} numbers in {} cells", numbers.len(), cells.len())));
    }
    numbers.sort_unstable();
    let rule = |id: &str, numbers: Vec<u32>| GridRule { numbers, ..GridRule::new(id, cells.clone()) };
    let mut rules = Vec::new();
    if !numbers.is_empty() {
        rules.push(rule(HELD_EXACTLY, numbers));
    }
    let all = grid.alphabet.symbols().map(|symbol| u32::from(grid.number(symbol)));
    let left: Vec<u32> = all.filter(|number| !excluded.contains(number)).collect();
    match left[..] {
        _ if excluded.is_empty() => {}
        [] => return Err(item.wrong(format!("`{text}` excludes all numbers"))),
        [one] => rules.push(rule(HELD_EXACTLY, vec![one; cells.len()])),
        _ => rules.push(rule(CANDIDATES, left)),
    }
    Ok(rules)
}

/// The cell at the top left, then the numbers.
pub(super) const CORNER: &IssCodec = &IssCodec {
    read: |item, spec, grid| {
        let cell = item.cell(grid, item.arg(0))?;
        let numbers = item.args.iter().skip(1).map(|text| item.number(text)).collect::<Result<_, _>>()?;
        Ok(vec![rule(spec, numbers, spec.completed(grid, &[cell]))])
    },
    write: |name, rule, grid| {
        let numbers: String = rule.numbers.iter().map(|number| format!("~{number}")).collect();
        Some(format!(".{name}~{}{numbers}", name_of(*rule.cells.first()?, grid)))
    },
};

/// A number, then a row or a column: `R3`.
pub(super) const ROW: &IssCodec = &IssCodec {
    read: |item, spec, grid| Ok(vec![rule(spec, vec![item.number(item.arg(0))?], item.row(grid, item.arg(1))?)]),
    write: |name, rule, grid| match rule.numbers[..] {
        [number] => Some(format!(".{name}~{number}~{}", row_name(rule, grid)?.0)),
        _ => None,
    },
};

/// A row or a column, the number at its beginning, and the number at its end. Each may be missing.
pub(super) const BOTH_ENDS: &IssCodec = &AT_BOTH_ENDS;

/// A static, which has one place: codecs are compared by it.
static AT_BOTH_ENDS: IssCodec = IssCodec {
    read: |item, spec, grid| {
        let row = item.row(grid, item.arg(0))?;
        let back = row.iter().rev().copied().collect();
        let ends = [(item.arg(1), row), (item.arg(2), back)].into_iter().filter(|(text, _)| !text.is_empty());
        ends.map(|(text, cells)| Ok(rule(spec, vec![item.number(text)?], cells))).collect()
    },
    write: |name, rule, grid| {
        let number = rule.number(grid);
        Some(match row_name(rule, grid)? {
            (row, false) => format!(".{name}~{row}~{number}~"),
            (row, true) => format!(".{name}~{row}~~{number}"),
        })
    },
};

/// A number, then the first cell of a diagonal.
pub(super) const DIAGONAL: &IssCodec = &IssCodec {
    read: |item, spec, grid| {
        let cell = item.cell(grid, item.arg(1))?;
        let Some(cells) = diagonal_from(grid, cell) else {
            return Err(item.wrong(format!("no diagonal begins at `{}`", item.arg(1))));
        };
        Ok(vec![rule(spec, vec![item.number(item.arg(0))?], cells)])
    },
    write: |name, rule, grid| {
        let (first, last) = rule.cells.first().zip(rule.cells.last())?;
        let is_named = |cell: &&Cell| {
            diagonal_from(grid, **cell).is_some_and(|cells| cells.contains(first) && cells.contains(last))
        };
        let cell = [first, last].into_iter().find(is_named)?;
        Some(format!(".{name}~{}~{}", rule.number(grid), name_of(*cell, grid)))
    },
};

/// The diagonal that a cell at the edge of the grid is the name of: falling from the left and the
/// right edge, rising from the upper and the lower one.
fn diagonal_from(grid: &Grid, cell: Cell) -> Option<Vec<Cell>> {
    let ((row, column), (last_row, last_column)) = (grid.place(cell), (grid.rows() - 1, grid.columns() - 1));
    let by = match (row, column) {
        (row, 0) if row < last_row => (1, 1),
        (0, _) => (1, -1),
        (row, column) if column == last_column && row < last_row => (-1, -1),
        (row, column) if row == last_row && column > 0 && column < last_column => (-1, 1),
        _ => return None,
    };
    let cells: Vec<Cell> = std::iter::successors(Some(cell), |&cell| grid.moved(cell, by)).collect();
    (cells.len() > 1).then_some(cells)
}

/// The number of sets of cells, then the cells. Each two sets are a rule.
pub(super) const SETS: &IssCodec = &IssCodec {
    read: |item, spec, grid| {
        let cells = item.cells(grid, item.rest())?;
        let n_sets = item.arg(0).parse().ok().filter(|&n: &usize| n > 1 && cells.len().is_multiple_of(n));
        let Some(n_sets) = n_sets else {
            return Err(item.wrong(format!("`{}` is not a number of sets of {} cells", item.arg(0), cells.len())));
        };
        let (first, others) = cells.split_at(cells.len() / n_sets);
        // Sets of one cell are equal cells.
        let id = if first.len() == 1 { CLONE } else { spec.id };
        Ok(others.chunks(first.len()).map(|other| GridRule::new(id, [first, other].concat())).collect())
    },
    write: |name, rule, grid| Some(format!(".{name}~2{}", names_of(&rule.cells, grid))),
};

/// Sets of cells, each with `-` after it. The smallest set and each other one are a rule, which
/// names the number of cells in the first set if that is not half of them.
pub(super) const SEGMENTS: &IssCodec = &IssCodec {
    read: |item, spec, grid| {
        let sets = item.args.split(|arg| *arg == "-").filter(|names| !names.is_empty());
        let mut sets: Vec<Vec<Cell>> = sets.map(|names| item.cells(grid, names)).collect::<Result<_, _>>()?;
        sets.sort_by_key(Vec::len);
        let Some((first, others)) = sets.split_first().filter(|(_, others)| !others.is_empty()) else {
            return Err(item.wrong("two sets of cells or more are expected, with `-` after each".to_string()));
        };
        // A cell of both sets adds the same to both.
        let apart = |one: &[Cell], other: &[Cell]| -> Vec<Cell> {
            one.iter().copied().filter(|cell| !other.contains(cell)).collect()
        };
        let with = |other: &Vec<Cell>| {
            let (first, other) = (apart(first, other), apart(other, first));
            let halves = rule(spec, Vec::new(), [&first[..], &other].concat());
            let is_half = halves.two_sets().is_some_and(|(half, _)| half == first);
            if is_half { halves } else { GridRule { numbers: vec![first.len() as u32], ..halves } }
        };
        Ok(others.iter().map(with).filter(|rule| !rule.cells.is_empty()).collect())
    },
    write: |name, rule, grid| {
        let (first, others) = rule.two_sets()?;
        Some(format!(".{name}{}~-{}~-", names_of(first, grid), names_of(others, grid)))
    },
};
