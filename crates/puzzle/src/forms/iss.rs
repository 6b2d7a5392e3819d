//! The strings of the Interactive Sudoku Solver (sigh.github.io): constraints that begin with a dot
//! and have their arguments after tildes, and the links that carry such a string.

use super::{MOST_NUMBERS, first_line, iss_own, killer_codes, no_such_rule, refuse};
use crate::alphabet::Alphabet;
use crate::areas::{Areas, Walls};
use crate::cell::{Cell, Entry};
use crate::constraint::Constraint;
use crate::form::{Form, MarkedGrid, Text};
use crate::grid::{Grid, GridRule};
use crate::guise::Guise;
use crate::holds::{Holds, Ruled};
use crate::rules::{Cells, Iss, RULES, RuleArgs, RuleSpec};
use crate::scan::{self, ParseError, TextWord, counted};
use crate::size::Size;

pub static ISS: Form = Form {
    id: "iss",
    help: "strings and links of the Interactive Sudoku Solver, and the two codes of killers that it reads; other rules are refused by name, or only drawn",
    guise: Guise::Signed,
    holds: Holds {
        sides: (4, 16),
        wide: true,
        regions: true,
        diagonals: true,
        rules: Ruled::Those(|rule, grid| written(rule, grid).is_some()),
        ..Holds::PLAIN
    },
    text: Text::MarkedGrids { read, write: |sheet| write(&sheet.grid) },
};

/// Rows and columns are digits of this base.
const BASE: u32 = 17;

/// The most rows, columns and symbols.
const MOST: usize = 16;

/// A constraint: its name, or `Given` if it has none, and its arguments.
pub(super) struct Item<'a> {
    pub(super) at: TextWord<'a>,
    pub(super) name: &'a str,
    pub(super) args: Vec<&'a str>,
}

fn read(text: &str) -> Result<Vec<MarkedGrid>, ParseError> {
    let first = first_line(text);
    let only = scan::each_line(text).filter_map(|line| line.body());
    let killers: Option<Vec<Result<Grid, ParseError>>> = only.map(|line| killer_codes::read(&line)).collect();
    if let Some(killers) = killers.filter(|killers| !killers.is_empty()) {
        return killers.into_iter().map(|grid| Ok(grid?.into())).collect();
    }
    let is_link = first.starts_with("http") && first.contains("Interactive-Sudoku-Solver") && first.contains("q=.");
    // `.X` may also begin the first row of a grid of letters.
    let is_named = |name: &str| name.len() > 1 && row_of(name).is_some();
    let begins = first.strip_prefix('.').and_then(|rest| rest.split(['.', '~']).next());
    if !is_link && !begins.is_some_and(|name| first.contains('~') || is_named(name)) {
        return Ok(Vec::new());
    }
    let mut items = Vec::new();
    for line in scan::lines(text) {
        let Some(body) = line.body().filter(|body| !body.text.starts_with('#')) else { continue };
        let (before, text) = match body.text.find("q=.").filter(|_| is_link) {
            Some(at) => (body.text[..at + 2].chars().count(), &body.text[at + 2..]),
            None => (0, body.text),
        };
        let text = text.split(['&', '#']).next().unwrap_or(text).trim_end();
        let word = TextWord { column: body.column + before, text, ..body };
        items.extend(items_of(&word)?);
    }
    Ok(vec![grid(&items)?])
}

fn items_of<'a>(line: &TextWord<'a>) -> Result<Vec<Item<'a>>, ParseError> {
    let Some(rest) = line.text.strip_prefix('.') else {
        return Err(ParseError::at(line, "a constraint begins with a point"));
    };
    let mut column = line.column + 1;
    let item = |text: &'a str| {
        let at = TextWord { line: line.line, column, text };
        column += text.chars().count() + 1;
        let mut parts = text.split('~').map(str::trim);
        let name = parts.next().filter(|name| !name.is_empty()).unwrap_or("Given");
        Item { at, name, args: parts.collect() }
    };
    Ok(rest.split('.').map(item).collect())
}

impl Item<'_> {
    pub(super) fn wrong(&self, message: impl Into<String>) -> ParseError {
        ParseError::at(&self.at, message)
    }

    pub(super) fn cell(&self, grid: &Grid, name: &str) -> Result<Cell, ParseError> {
        cell_named(name, grid).ok_or_else(|| self.wrong(format!("`{name}` is not a cell of a grid of {}", grid.size())))
    }

    /// The cells of a row or column with a name such as `R3`.
    fn row(&self, grid: &Grid, name: &str) -> Result<Vec<Cell>, ParseError> {
        // Constraints made by hand may have a direction after a comma.
        let name = name.split(',').next().unwrap_or(name);
        let mut chars = name.chars();
        let (letter, number) = (chars.next().map(|c| c.to_ascii_uppercase()), chars.next());
        let k = number.filter(|_| chars.next().is_none()).and_then(|c| c.to_digit(BASE)).unwrap_or(0) as usize;
        let (rows, columns) = (grid.rows(), grid.columns());
        match letter {
            Some('R') if (1..=rows).contains(&k) => Ok((0..columns).map(|column| grid.cell(k - 1, column)).collect()),
            Some('C') if (1..=columns).contains(&k) => Ok((0..rows).map(|row| grid.cell(row, k - 1)).collect()),
            _ => Err(self.wrong(format!("`{name}` is not a row or column of a grid of {}", grid.size()))),
        }
    }

    /// The constraint as a rule that is only drawn: its numbers and its cells, in their order.
    fn drawn(&self, grid: &Grid) -> GridRule {
        let numbers = self.args.iter().filter_map(|arg| arg.parse().ok()).take(MOST_NUMBERS).collect();
        let cells = self.args.iter().filter_map(|arg| cell_named(arg, grid)).collect();
        GridRule { numbers, ..GridRule::only_drawn(self.name, cells) }
    }

    fn cells(&self, grid: &Grid, names: &[&str]) -> Result<Vec<Cell>, ParseError> {
        names.iter().map(|name| self.cell(grid, name)).collect()
    }
}

/// The cell with a name such as `R3C5`, whose digits are of [`BASE`].
fn cell_named(name: &str, grid: &Grid) -> Option<Cell> {
    let mut chars = name.chars();
    let (r, row, c, column) = (chars.next()?, chars.next()?, chars.next()?, chars.next()?);
    let number = |c: char, n: usize| c.to_digit(BASE)?.checked_sub(1).map(|k| k as usize).filter(|&k| k < n);
    let is_cell = chars.next().is_none() && r.eq_ignore_ascii_case(&'r') && c.eq_ignore_ascii_case(&'c');
    is_cell.then(|| Some(grid.cell(number(row, grid.rows())?, number(column, grid.columns())?)))?
}

fn grid(items: &[Item]) -> Result<MarkedGrid, ParseError> {
    let of = |name: &str| items.iter().find(|item| item.name == name);
    let (size, alphabet, lowest) = match of("Shape") {
        Some(shape) => extent(shape)?,
        None => (Size::square(9), Alphabet::usual(9), 1),
    };
    let n = alphabet.len();
    let mut grid = Grid { lowest, ..Grid::sized(size, alphabet, Areas::None) };
    let region = match of("RegionSize") {
        Some(item) => region_size(item, size, n)?,
        None => n,
    };
    grid.areas = areas(&grid, region, of("Jigsaw"), of("NoBoxes"))?;
    // A jigsaw that keeps its boxes has its regions in addition to them.
    if let (Some(item), Areas::Boxes { .. }) = (of("Jigsaw"), &grid.areas) {
        for cells in regions(item, size, region)? {
            grid.rules.push(GridRule::new("region", cells));
        }
    }
    let (mut odd, mut even, mut refused) = (Vec::new(), Vec::new(), None);
    for item in items {
        match item.name {
            "Shape" | "Jigsaw" | "NoBoxes" | "RegionSize" | "Diagonal" => {}
            "Given" => given(item, &mut grid, &mut odd, &mut even)?,
            name if name == "LookAndSay" || iss_own::NAMES.contains(&name) => {
                let found = if name == "LookAndSay" { look_and_say(item, &grid) } else { iss_own::rules(item, &grid) };
                for rule in found? {
                    push(item, &mut grid, rule)?;
                }
            }
            name => {
                // Constraints between the first two and their end do not hold by themselves.
                if ["Or", "And", "End"].contains(&name) {
                    return Err(no_such_rule(&item.at, name));
                }
                // The first argument is part of the name of some.
                let typed = item.args.first().map(|first| format!("{name}~{first}"));
                let with_type = typed.as_deref().and_then(row_of);
                let item = match with_type {
                    Some(_) => &Item { at: item.at, name, args: item.args[1..].to_vec() },
                    None => item,
                };
                let Some((spec, args)) = with_type.or_else(|| row_of(name)) else {
                    grid.rules.push(item.drawn(&grid));
                    refuse(&mut refused, no_such_rule(&item.at, name), &grid)?;
                    continue;
                };
                for rule in rules(item, spec, args, &grid)? {
                    push(item, &mut grid, rule)?;
                }
            }
        }
    }
    for (id, cells) in [("odd", odd), ("even", even)] {
        if !cells.is_empty() {
            grid.rules.push(GridRule::new(id, cells));
        }
    }
    let diagonals: Vec<&Item> = items.iter().filter(|item| item.name == "Diagonal").collect();
    let has = |way: &str| diagonals.iter().any(|item| item.args == [way]);
    grid.diagonals = match (has("1"), has("-1"), diagonals.first()) {
        (true, true, _) => true,
        (_, _, None) => false,
        (rises, _, Some(item)) => {
            add(item, &mut grid, if rises { "rising" } else { "falling" }, Vec::new())?;
            false
        }
    };
    Ok(MarkedGrid { refused, ..grid.into() })
}

/// A clue as pairs of digits, a count and a number: `1623` says that the cells hold one 6 and two
/// 3. Numbers that are held exactly are a rule of the table. Excluded numbers are missing among
/// the candidates; if one number is left, all cells hold it.
fn look_and_say(item: &Item, grid: &Grid) -> Result<Vec<GridRule>, ParseError> {
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
        rules.push(rule("exactly", numbers));
    }
    let all = grid.alphabet.symbols().map(|symbol| u32::from(grid.number(symbol)));
    let left: Vec<u32> = all.filter(|number| !excluded.contains(number)).collect();
    match left[..] {
        _ if excluded.is_empty() => {}
        [] => return Err(item.wrong(format!("`{text}` excludes all numbers"))),
        [one] => rules.push(rule("exactly", vec![one; cells.len()])),
        _ => rules.push(rule("candidates", left)),
    }
    Ok(rules)
}

/// The row of the table of rules that a constraint is equal to, and its arguments.
fn row_of(name: &str) -> Option<(&'static RuleSpec, RuleArgs)> {
    RULES.iter().find_map(|spec| match spec.iss? {
        iss if iss.name == name => Some((spec, iss.args)),
        Iss { numbered: Some(other), .. } if other == name => Some((spec, RuleArgs::Numbers)),
        _ => None,
    })
}

/// The rules that a constraint means.
fn rules(item: &Item, spec: &RuleSpec, args: RuleArgs, grid: &Grid) -> Result<Vec<GridRule>, ParseError> {
    let rule = |numbers: Vec<u32>, cells: Vec<Cell>| GridRule { numbers, ..GridRule::new(spec.id, cells) };
    let number = |text: &&str| text.parse().map_err(|_| item.wrong(format!("`{text}` is not a number")));
    let arg = |at: usize| item.args.get(at).copied().unwrap_or("");
    let one = match args {
        RuleArgs::Cells if spec.takes.cells == Cells::Neighbours => {
            let pairs = touching(grid, &item.cells(grid, &item.args)?).into_iter();
            return Ok(pairs.map(|pair| rule(Vec::new(), pair.to_vec())).collect());
        }
        RuleArgs::Cells => rule(Vec::new(), item.cells(grid, &item.args)?),
        RuleArgs::Usual(expected) => {
            let (numbers, names) = after_number(item, spec, expected(grid.n_symbols()))?;
            rule(numbers, item.cells(grid, names)?)
        }
        RuleArgs::Numbers => {
            let cells = item.cells(grid, item.args.get(1..).unwrap_or_default())?;
            let first = arg(0);
            if first.contains('=') {
                return Err(no_such_rule(&item.at, &format!("{} with factors", item.name)));
            }
            match (item.name, first) {
                // A cage without a sum.
                ("Cage", "" | "0") if cells.len() == 1 => return Ok(Vec::new()),
                ("Cage", "" | "0") => GridRule::new("cage", cells),
                _ => {
                    let numbers: Vec<&str> = first.split('_').collect();
                    rule(numbers.iter().map(number).collect::<Result<_, _>>()?, cells)
                }
            }
        }
        RuleArgs::Corner => {
            let cell = item.cell(grid, arg(0))?;
            let numbers = item.args.iter().skip(1).map(number).collect::<Result<_, _>>()?;
            rule(numbers, spec.completed(grid, &[cell]))
        }
        RuleArgs::Row => rule(vec![number(&arg(0))?], item.row(grid, arg(1))?),
        RuleArgs::BothEnds => {
            let row = item.row(grid, arg(0))?;
            let mut found = Vec::new();
            for (at, backwards) in [(1, false), (2, true)].into_iter().filter(|&(at, _)| !arg(at).is_empty()) {
                let cells = if backwards { row.iter().rev().copied().collect() } else { row.clone() };
                found.push(rule(vec![number(&arg(at))?], cells));
            }
            return Ok(found);
        }
        RuleArgs::Segments => {
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
                let halves = rule(Vec::new(), [&first[..], &other].concat());
                let is_half = halves.two_sets().is_some_and(|(half, _)| half == first);
                if is_half { halves } else { GridRule { numbers: vec![first.len() as u32], ..halves } }
            };
            return Ok(others.iter().map(with).filter(|rule| !rule.cells.is_empty()).collect());
        }
        RuleArgs::Sets => {
            let cells = item.cells(grid, item.args.get(1..).unwrap_or_default())?;
            let n_sets = arg(0).parse().ok().filter(|&n: &usize| n > 1 && cells.len() % n == 0);
            let Some(n_sets) = n_sets else {
                return Err(item.wrong(format!("`{}` is not a number of sets of {} cells", arg(0), cells.len())));
            };
            let (first, others) = cells.split_at(cells.len() / n_sets);
            let with = |other: &[Cell]| [first, other].concat();
            // Sets of one cell are equal cells.
            let id = if first.len() == 1 { "clone" } else { spec.id };
            return Ok(others.chunks(first.len()).map(|other| GridRule::new(id, with(other))).collect());
        }
        RuleArgs::Diagonal => {
            let cell = item.cell(grid, arg(1))?;
            let Some(cells) = diagonal_from(grid, cell) else {
                return Err(item.wrong(format!("no diagonal begins at `{}`", arg(1))));
            };
            rule(vec![number(&arg(0))?], cells)
        }
    };
    Ok(vec![one])
}

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

/// The number of a constraint, if it is not the expected one, and the names of the cells after it.
/// The number of a whisper line that is left out is 5.
fn after_number<'a, 'b>(
    item: &'b Item<'a>,
    spec: &RuleSpec,
    expected: usize,
) -> Result<(Vec<u32>, &'b [&'a str]), ParseError> {
    let (number, names): (u32, _) = match item.args.split_first().map(|(first, rest)| (first.parse(), rest)) {
        Some((Ok(number), rest)) => (number, rest),
        _ if item.name == "Whisper" => (5, &item.args[..]),
        _ => return Err(item.wrong("a number is expected before the cells".to_string())),
    };
    match number as usize == expected {
        true => Ok((Vec::new(), names)),
        false if spec.takes.numbers.1 > 0 => Ok((vec![number], names)),
        false => Err(no_such_rule(&item.at, &format!("a {} with the number {number}", spec.name))),
    }
}

/// The size, the symbols, and the number that the first of them means.
fn extent(shape: &Item) -> Result<(Size, Alphabet, u8), ParseError> {
    let size = shape.args.first().and_then(|dims| Size::read(dims));
    let Some(size) = size else { return Err(shape.wrong("a shape such as 9x9 is expected")) };
    if !size.is_held() || size.longer() > MOST {
        let Size { rows, columns } = size;
        return Err(no_such_rule(&shape.at, &format!("a grid of {rows} rows and {columns} columns")));
    }
    let range = shape.args.get(1).filter(|range| !range.is_empty());
    let numbers = range.map_or(Some((1, size.longer())), |range| match range.split_once('-') {
        Some((from, to)) => Some((from.parse().ok()?, to.parse().ok()?)),
        None => Some((1, range.parse().ok()?)),
    });
    let fits = |&(from, to): &(usize, usize)| {
        from <= 1 && to <= MOST && (size.longer()..=MOST).contains(&(to + 1).saturating_sub(from))
    };
    let Some((from, to)) = numbers.filter(fits) else {
        let range = range.copied().unwrap_or_default();
        return Err(no_such_rule(&shape.at, &format!("the numbers {range} in a grid of {size}")));
    };
    match shape.args.get(2).filter(|kind| !kind.is_empty() && !kind.eq_ignore_ascii_case("sudoku")) {
        Some(kind) => Err(no_such_rule(&shape.at, &format!("a grid of the type {kind}"))),
        None => Ok((size, Alphabet::from(from as u8, to + 1 - from), from as u8)),
    }
}

/// The number of cells of a box or region, at most the number of symbols.
fn region_size(item: &Item, size: Size, n_symbols: usize) -> Result<usize, ParseError> {
    let number = item.args.first().and_then(|number| number.parse().ok());
    let number = number.filter(|number| (2..=n_symbols).contains(number));
    match number {
        Some(number) if number < n_symbols && size.is_usual(n_symbols) => {
            Err(no_such_rule(&item.at, &format!("boxes or regions of {number} cells in a grid of {size}")))
        }
        Some(number) => Ok(number),
        None => Err(item.wrong(format!("a number of cells from 2 to {n_symbols} is expected"))),
    }
}

/// The cells of each region of a jigsaw, each of n cells.
fn regions(item: &Item, size: Size, n: usize) -> Result<Vec<Vec<Cell>>, ParseError> {
    let n_cells = size.n_cells();
    let letters: Vec<char> = item.args.last().map_or(Vec::new(), |layout| layout.chars().collect());
    if letters.len() != n_cells {
        return Err(item.wrong(format!("a layout of {n_cells} characters is expected, not {}", letters.len())));
    }
    let mut found: Vec<(char, Vec<Cell>)> = Vec::new();
    for (at, &letter) in letters.iter().enumerate() {
        let cell = Cell(at as u16);
        match found.iter_mut().find(|(known, _)| *known == letter) {
            Some((_, cells)) => cells.push(cell),
            None => found.push((letter, vec![cell])),
        }
    }
    match found.iter().find(|(_, cells)| cells.len() != n) {
        Some((letter, cells)) => {
            Err(item.wrong(format!("the region `{letter}` has {}, not {n}", counted(cells.len(), "cell"))))
        }
        None => Ok(found.into_iter().map(|(_, cells)| cells).collect()),
    }
}

/// The areas: boxes or regions of `region` cells each.
fn areas(grid: &Grid, region: usize, jigsaw: Option<&Item>, no_boxes: Option<&Item>) -> Result<Areas, ParseError> {
    let size = grid.size();
    match (jigsaw, no_boxes, Areas::fitting_boxes(size, region)) {
        (_, None, Some(boxes)) => Ok(boxes),
        (None, _, _) => Ok(Areas::None),
        (Some(item), _, _) => {
            let mut numbers = vec![0; size.n_cells()];
            for (number, cells) in regions(item, size, region)?.into_iter().enumerate() {
                cells.into_iter().for_each(|cell| numbers[cell.index()] = number);
            }
            let walls = Walls::between(size, &numbers);
            // In a grid that is not a usual one, the pieces of a region are not too small.
            let whole = walls.regions().iter().max() == numbers.iter().max();
            match walls.unfit(region) {
                Some(fault) => Err(item.wrong(fault)),
                None if !whole => Err(item.wrong("a region lies in pieces that do not touch")),
                None => Ok(Areas::Walls(walls)),
            }
        }
    }
}

/// Reads givens such as `R1C1_5`, and cells with several numbers: `R1C1_2_9`. All odd or all even
/// numbers are a rule of their own.
fn given(item: &Item, grid: &mut Grid, odd: &mut Vec<Cell>, even: &mut Vec<Cell>) -> Result<(), ParseError> {
    let (low, high) = (usize::from(grid.lowest), usize::from(grid.lowest) + grid.n_symbols() - 1);
    for arg in &item.args {
        let mut parts = arg.split('_');
        let cell = item.cell(grid, parts.next().unwrap_or(""))?;
        let number = |text: &str| text.parse().ok().filter(|number| (low..=high).contains(number));
        let Some(numbers) = parts.map(number).collect::<Option<Vec<usize>>>() else {
            return Err(item.wrong(format!("`{arg}` has a value that is not a number from {low} to {high}")));
        };
        let all_of = |rest: usize| numbers.iter().copied().eq((low..=high).filter(|number| number % 2 == rest));
        match numbers[..] {
            [number] => grid.cells[cell.index()] = grid.symbol_of(number).map_or(Entry::Empty, Entry::Given),
            _ if all_of(1) && odd.contains(&cell) || all_of(0) && even.contains(&cell) => {}
            _ if all_of(1) => odd.push(cell),
            _ if all_of(0) => even.push(cell),
            _ => {
                let mut numbers: Vec<u32> = numbers.iter().map(|&number| number as u32).collect();
                numbers.sort_unstable();
                numbers.dedup();
                push(item, grid, GridRule { numbers, ..GridRule::new("candidates", vec![cell]) })?;
            }
        }
    }
    Ok(())
}

fn add(item: &Item, grid: &mut Grid, id: &str, cells: Vec<Cell>) -> Result<(), ParseError> {
    push(item, grid, GridRule::new(id, cells))
}

fn push(item: &Item, grid: &mut Grid, rule: GridRule) -> Result<(), ParseError> {
    match rule.fault(grid) {
        Some(fault) => Err(item.wrong(fault)),
        None => {
            grid.rules.push(rule);
            Ok(())
        }
    }
}

/// The pairs of neighbours among some cells.
fn touching(grid: &Grid, cells: &[Cell]) -> Vec<[Cell; 2]> {
    let mut found = Vec::new();
    for (k, &one) in cells.iter().enumerate() {
        for &other in &cells[k + 1..] {
            let (a, b) = (grid.place(one), grid.place(other));
            if a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1 {
                found.push([one, other]);
            }
        }
    }
    found
}

/// The name of a cell, with digits of [`BASE`].
pub(super) fn name_of(cell: Cell, grid: &Grid) -> String {
    let digit = |k: usize| char::from_digit(k as u32 + 1, BASE).unwrap_or('0');
    let (row, column) = grid.place(cell);
    format!("R{}C{}", digit(row), digit(column))
}

/// A rule as constraints: the one of its row, given candidates, or constraints of other rows that
/// mean the same: a minimum as neighbours that are more. `None` if there are no such constraints.
fn written(rule: &GridRule, grid: &Grid) -> Option<String> {
    match rule.id.as_str() {
        "rising" => return Some(".Diagonal~1".to_string()),
        "falling" => return Some(".Diagonal~-1".to_string()),
        _ => {}
    }
    if let Some(own) = &rule.own {
        return iss_own::written(rule, own, grid);
    }
    let constraints = rule.lower(grid);
    if rule.spec().iss.is_none() && constraints.iter().all(|constraint| matches!(constraint, Constraint::Allowed(..))) {
        let candidates = |constraint: &Constraint| match *constraint {
            Constraint::Allowed(cell, set) => {
                let numbers = grid.alphabet.symbols().filter(|symbol| set >> symbol.0 & 1 == 1);
                let numbers = numbers.map(|symbol| format!("_{}", grid.number(symbol)));
                format!(".~{}{}", name_of(cell, grid), numbers.collect::<String>())
            }
            _ => String::new(),
        };
        return Some(constraints.iter().map(candidates).collect());
    }
    let named = |rule: GridRule| {
        let Iss { name, args, numbered } = rule.spec().iss?;
        let first = rule.numbers.first().copied();
        let named_cells =
            |cells: &[Cell]| cells.iter().map(|&cell| format!("~{}", name_of(cell, grid))).collect::<String>();
        let cells = named_cells(&rule.cells);
        let number = first.unwrap_or(0);
        let ends = rule.cells.first().zip(rule.cells.last());
        // The name of a row or column, and whether it is read from its end.
        let row = || {
            let (first, last) = ends?;
            let (from, to) = (grid.place(*first), grid.place(*last));
            let digit = |k: usize| char::from_digit(k as u32 + 1, BASE).unwrap_or('0');
            let name = if from.0 == to.0 { format!("R{}", digit(from.0)) } else { format!("C{}", digit(from.1)) };
            Some((name, first > last))
        };
        Some(match args {
            RuleArgs::Cells => match (numbered, first) {
                (Some(other), Some(number)) => format!(".{other}~{number}{cells}"),
                (None, Some(_)) => return None,
                (_, None) => format!(".{name}{cells}"),
            },
            RuleArgs::Usual(usual) => {
                format!(".{name}~{}{cells}", first.map_or_else(|| usual(grid.n_symbols()), |number| number as usize))
            }
            // There, a cage of 0 is one without a sum.
            RuleArgs::Numbers if rule.numbers == [0] && name == "Cage" => return None,
            RuleArgs::Numbers => {
                let numbers: Vec<String> = rule.numbers.iter().map(u32::to_string).collect();
                format!(".{name}~{}{cells}", numbers.join("_"))
            }
            RuleArgs::Corner => {
                let numbers: String = rule.numbers.iter().map(|number| format!("~{number}")).collect();
                format!(".{name}~{}{numbers}", name_of(*rule.cells.first()?, grid))
            }
            RuleArgs::Sets => format!(".{name}~2{cells}"),
            RuleArgs::Segments => {
                let (first, others) = rule.two_sets()?;
                format!(".{name}{}~-{}~-", named_cells(first), named_cells(others))
            }
            RuleArgs::Row => format!(".{name}~{number}~{}", row()?.0),
            RuleArgs::BothEnds => match row()? {
                (row, false) => format!(".{name}~{row}~{number}~"),
                (row, true) => format!(".{name}~{row}~~{number}"),
            },
            RuleArgs::Diagonal => {
                let (first, last) = ends?;
                let is_named = |cell: &&Cell| {
                    diagonal_from(grid, **cell).is_some_and(|cells| cells.contains(first) && cells.contains(last))
                };
                let cell = [first, last].into_iter().find(is_named)?;
                format!(".{name}~{number}~{}", name_of(*cell, grid))
            }
        })
    };
    if rule.spec().iss.is_some_and(|iss| !matches!(iss.args, RuleArgs::Cells)) || !rule.numbers.is_empty() {
        return named(rule.clone());
    }
    rule.in_rows(grid, |spec| spec.iss.is_some())?.into_iter().map(named).collect()
}

/// The areas as constraints; empty for boxes with as many cells as there are symbols.
fn areas_of(grid: &Grid) -> String {
    let of_size = |cells: usize| match cells == grid.n_symbols() {
        true => String::new(),
        false => format!(".RegionSize~{cells}"),
    };
    match grid.areas {
        Areas::None => ".NoBoxes".to_string(),
        Areas::Boxes { rows, columns } => of_size(rows * columns),
        Areas::Walls(_) => {
            let numbers = grid.areas.numbers(grid.size());
            let mut regions = vec![Vec::new(); grid.n_areas()];
            grid.all_cells().for_each(|cell| regions[numbers[cell.index()]].push(cell));
            let cells = regions[0].len();
            if cells > 1 && regions.iter().all(|region| region.len() == cells) {
                let digit = |&number: &usize| char::from_digit(number as u32, BASE).unwrap_or('0');
                let layout: String = numbers.iter().map(digit).collect();
                return format!("{}.Jigsaw~{layout}.NoBoxes", of_size(cells));
            }
            // A jigsaw there has regions of one size.
            let several = regions.iter().filter(|region| region.len() > 1);
            let named = several.map(|region| {
                let cells: String = region.iter().map(|&cell| format!("~{}", name_of(cell, grid))).collect();
                format!(".AllDifferent{cells}")
            });
            format!(".NoBoxes{}", named.collect::<String>())
        }
    }
}

fn write(grid: &Grid) -> String {
    let size = grid.size();
    let mut text = String::new();
    match grid.side() {
        Some(9) => {}
        Some(_) => text += &format!(".Shape~{size}"),
        None => {
            let (low, high) = (grid.lowest, usize::from(grid.lowest) + grid.n_symbols() - 1);
            text += &format!(".Shape~{size}~{low}-{high}");
        }
    }
    text += &areas_of(grid);
    if grid.diagonals {
        text += ".Diagonal~1.Diagonal~-1";
    }
    text.extend(grid.rules.iter().filter_map(|rule| written(rule, grid)));
    let givens = grid.all_cells().filter_map(|cell| Some((cell, grid.entry(cell).symbol()?)));
    let givens: String =
        givens.map(|(cell, symbol)| format!("~{}_{}", name_of(cell, grid), grid.number(symbol))).collect();
    match (givens.is_empty(), text.is_empty()) {
        // Without this, an empty 9x9 without rules would be an empty text.
        (true, true) => ".Shape~9x9\n".to_string(),
        (true, false) => text + "\n",
        (false, _) => format!("{text}.{givens}\n"),
    }
}
