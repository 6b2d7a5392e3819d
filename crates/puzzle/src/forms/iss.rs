//! The strings of the Interactive Sudoku Solver (sigh.github.io): constraints that begin with a dot
//! and have their arguments after tildes, and the links that carry such a string.

mod composite;
mod variables;

use super::{MOST_NUMBERS, candidates, first_line, killer_codes, refuse};
use crate::alphabet::Alphabet;
use crate::areas::Areas;
use crate::cell::{Cell, Entry};
use crate::constraint::Constraint;
use crate::form::{Form, MarkedGrid, Text, Yields};
use crate::grid::{Grid, GridRule};
use crate::guise::Guise;
use crate::holds::{Holds, Ruled};
use crate::rules::iss::{BASE, IssItem, VARIABLES, cell_named, name_of, names_of, row_of};
use crate::rules::{ANY, CANDIDATES, EVEN, FALLING, ODD, RANK, REGION, RISING, SAME, TIED_RANK, no_such_rule};
use crate::scan::{self, ParseError, TextWord, counted};
use crate::size::Size;
use composite::IssPart;
use variables::BelowGrid;

pub(crate) static ISS: Form = Form {
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
    yields: &[Yields::to("729", |_| true)],
};

/// The most rows, columns and symbols.
const MOST: usize = 16;

fn read(text: &str) -> Result<Vec<MarkedGrid>, ParseError> {
    let first = first_line(text);
    let only = scan::each_line(text).filter_map(|line| line.body());
    let killers: Option<Vec<Result<Grid, ParseError>>> = only.map(|line| killer_codes::read(&line)).collect();
    if let Some(killers) = killers.filter(|killers| !killers.is_empty()) {
        return killers.into_iter().map(|grid| Ok(grid?.into())).collect();
    }
    // The candidates of each cell are a puzzle there too.
    if first.chars().count() == candidates::LISTED {
        return candidates::read_list(text);
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

fn items_of<'a>(line: &TextWord<'a>) -> Result<Vec<IssItem<'a>>, ParseError> {
    let Some(rest) = line.text.strip_prefix('.') else {
        return Err(ParseError::at(line, "a constraint begins with a point"));
    };
    let mut column = line.column + 1;
    let item = |text: &'a str| {
        let at = TextWord { line: line.line, column, text };
        column += text.chars().count() + 1;
        let mut parts = text.split('~').map(str::trim);
        let name = parts.next().filter(|name| !name.is_empty()).unwrap_or("Given");
        IssItem { at, name, args: parts.collect() }
    };
    Ok(rest.split('.').map(item).collect())
}

/// A constraint as a rule that is only drawn: its numbers and its cells, in their order.
fn drawn(item: &IssItem, grid: &Grid) -> GridRule {
    let numbers = item.args.iter().filter_map(|arg| arg.parse().ok()).take(MOST_NUMBERS).collect();
    let cells = item.args.iter().filter_map(|arg| cell_named(arg, grid)).collect();
    GridRule { numbers, ..GridRule::only_drawn(item.name, cells) }
}

fn grid(items: &[IssItem]) -> Result<MarkedGrid, ParseError> {
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
    let defined: Vec<&IssItem> = items.iter().filter(|item| item.name == "Var").collect();
    if !defined.is_empty() {
        if let Some(item) = of("Jigsaw").or(of("Diagonal")) {
            return Err(no_such_rule(&item.at, &format!("{} beside variables", item.name)));
        }
        let below = BelowGrid::of(&grid, &defined)?;
        let renamed: Vec<Vec<String>> = items.iter().map(|item| below.renamed(item)).collect();
        let items: Vec<IssItem> = items
            .iter()
            .zip(&renamed)
            .map(|(item, args)| IssItem { args: args.iter().map(String::as_str).collect(), ..*item })
            .collect();
        let read = rules_of(&items, below.grid, region)?;
        return Ok(MarkedGrid { notes: vec![below.note], ..read });
    }
    rules_of(items, grid, region)
}

/// The grid with the rules that constraints mean.
fn rules_of(items: &[IssItem], mut grid: Grid, region: usize) -> Result<MarkedGrid, ParseError> {
    let of = |name: &str| items.iter().find(|item| item.name == name);
    let (size, n) = (grid.size(), grid.n_symbols());
    // A jigsaw that keeps its boxes has its regions in addition to them.
    if let (Some(item), Areas::Boxes { .. }) = (of("Jigsaw"), &grid.areas) {
        for cells in regions(item, size, (region, n))? {
            grid.rules.push(GridRule::new(REGION, cells));
        }
    }
    let (mut odd, mut even, mut refused) = (Vec::new(), Vec::new(), None);
    let mut choices = Vec::new();
    for part in composite::parts(items)? {
        let item = match part {
            IssPart::One(item) => item,
            IssPart::Many(head, inner) => {
                for rule in composite::rules(head, &inner, &grid)? {
                    choices.push((head, rule));
                }
                continue;
            }
        };
        match item.name {
            "RegionSameValues" => {
                for rule in same_values(&grid) {
                    push(item, &mut grid, rule)?;
                }
            }
            "Shape" | "Jigsaw" | "NoBoxes" | "RegionSize" | "Diagonal" | "Var" => {}
            // Without the option only lines that have no clue may be equal.
            "FullRankTies" if matches!(item.args[..], ["any" | "only-unclued"]) => {}
            "Given" => given(item, &mut grid, &mut odd, &mut even)?,
            name => match item.rules(&grid) {
                Some(found) => {
                    for rule in found? {
                        push(item, &mut grid, rule)?;
                    }
                }
                None => {
                    grid.rules.push(drawn(item, &grid));
                    refuse(&mut refused, no_such_rule(&item.at, name), &grid)?;
                }
            },
        }
    }
    for (head, rule) in choices {
        push(head, &mut grid, rule)?;
    }
    if of("FullRankTies").is_some_and(|item| item.args == ["any"]) {
        let ranks = grid.rules.iter_mut().filter(|rule| rule.id == RANK);
        ranks.for_each(|rule| rule.id = TIED_RANK.to_string());
    }
    for (id, cells) in [(ODD, odd), (EVEN, even)] {
        if !cells.is_empty() {
            grid.rules.push(GridRule::new(id, cells));
        }
    }
    let diagonals: Vec<&IssItem> = items.iter().filter(|item| item.name == "Diagonal").collect();
    let has = |way: &str| diagonals.iter().any(|item| item.args == [way]);
    grid.diagonals = match (has("1"), has("-1"), diagonals.first()) {
        (true, true, _) => true,
        (_, _, None) => false,
        (rises, _, Some(item)) => {
            push(item, &mut grid, GridRule::new(if rises { RISING } else { FALLING }, Vec::new()))?;
            false
        }
    };
    Ok(MarkedGrid { refused, ..grid.into() })
}

/// The size, the symbols, and the number that the first of them means.
fn extent(shape: &IssItem) -> Result<(Size, Alphabet, u8), ParseError> {
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
fn region_size(item: &IssItem, size: Size, n_symbols: usize) -> Result<usize, ParseError> {
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

/// All the largest rows, columns and areas hold the same numbers, if they do not hold all.
fn same_values(grid: &Grid) -> Vec<GridRule> {
    let all: Vec<Vec<Cell>> = grid.lines().into_iter().chain(grid.areas.sets(grid.size())).collect();
    let largest = all.iter().map(Vec::len).max().unwrap_or(0);
    let mut largest = all.into_iter().filter(|cells| cells.len() == largest && largest < grid.n_symbols());
    let Some(first) = largest.next() else { return Vec::new() };
    let same = |other: Vec<Cell>| {
        // A cell that both have is the same in both.
        let mut cells: Vec<Cell> = first.iter().copied().filter(|cell| !other.contains(cell)).collect();
        cells.extend(other.iter().filter(|cell| !first.contains(cell)));
        (!cells.is_empty()).then(|| GridRule::new(SAME, cells))
    };
    largest.filter_map(same).collect()
}

/// The cells of each region of a jigsaw, each of n cells. There, one region of another size than a
/// row has is left out.
fn regions(item: &IssItem, size: Size, (n, n_symbols): (usize, usize)) -> Result<Vec<Vec<Cell>>, ParseError> {
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
    let (regions, others): (Vec<_>, Vec<_>) = found.into_iter().partition(|(_, cells)| cells.len() == n);
    let is_left = |cells: usize| !(size.longer()..=n_symbols).contains(&cells);
    match &others[..] {
        [] => Ok(regions.into_iter().map(|(_, cells)| cells).collect()),
        [(_, cells)] if is_left(cells.len()) => Ok(regions.into_iter().map(|(_, cells)| cells).collect()),
        [(letter, cells), ..] => {
            Err(item.wrong(format!("the region `{letter}` has {}, not {n}", counted(cells.len(), "cell"))))
        }
    }
}

/// The areas: boxes or regions of `region` cells each.
fn areas(
    grid: &Grid,
    region: usize,
    jigsaw: Option<&IssItem>,
    no_boxes: Option<&IssItem>,
) -> Result<Areas, ParseError> {
    let size = grid.size();
    match (jigsaw, no_boxes, Areas::fitting_boxes(size, region)) {
        (_, None, Some(boxes)) => Ok(boxes),
        (None, _, _) => Ok(Areas::None),
        (Some(item), _, _) => {
            let mut numbers = vec![None; size.n_cells()];
            for (number, cells) in regions(item, size, (region, grid.n_symbols()))?.into_iter().enumerate() {
                cells.into_iter().for_each(|cell| numbers[cell.index()] = Some(number));
            }
            Areas::drawn(size, region, &numbers).map_err(|fault| item.wrong(fault))
        }
    }
}

/// Reads givens such as `R1C1_5`, and cells with several numbers: `R1C1_2_9`. All odd or all even
/// numbers are a rule of their own.
fn given(item: &IssItem, grid: &mut Grid, odd: &mut Vec<Cell>, even: &mut Vec<Cell>) -> Result<(), ParseError> {
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
                push(item, grid, GridRule { numbers, ..GridRule::new(CANDIDATES, vec![cell]) })?;
            }
        }
    }
    Ok(())
}

fn push(item: &IssItem, grid: &mut Grid, rule: GridRule) -> Result<(), ParseError> {
    match rule.fault(grid) {
        Some(fault) => Err(item.wrong(fault)),
        None => {
            grid.rules.push(rule);
            Ok(())
        }
    }
}

/// A rule as constraints: the one of its row, given candidates, or constraints of other rows that
/// mean the same: a minimum as neighbours that are more. `None` if there are no such constraints.
fn written(rule: &GridRule, grid: &Grid) -> Option<String> {
    if rule.id == ANY.id {
        return composite::written(rule, grid, written);
    }
    if rule.spec().iss.is_some() {
        return rule.as_iss(grid);
    }
    let constraints = rule.lower(grid);
    if constraints.iter().all(|constraint| matches!(constraint, Constraint::Allowed(..))) {
        let candidates = |constraint: &Constraint| match *constraint {
            Constraint::Allowed(cell, set) => {
                let numbers = set.symbols().map(|symbol| format!("_{}", grid.number(symbol)));
                format!(".~{}{}", name_of(cell, grid), numbers.collect::<String>())
            }
            _ => String::new(),
        };
        return Some(constraints.iter().map(candidates).collect());
    }
    let others = rule.in_rows(grid, |spec| spec.iss.is_some()).filter(|_| rule.numbers.is_empty())?;
    others.iter().map(|rule| rule.as_iss(grid)).collect()
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
        Areas::Walls(_) | Areas::Regions(_) | Areas::Grids(_) => {
            let numbers = grid.areas.numbers(grid.size());
            let regions = grid.areas.sets(grid.size());
            let cells = regions.first().map_or(0, Vec::len);
            let is_walled = matches!(grid.areas, Areas::Walls(_));
            if is_walled && cells > 1 && regions.iter().all(|region| region.len() == cells) {
                let digit = |&number: &usize| char::from_digit(number as u32, BASE).unwrap_or('0');
                let layout: String = numbers.iter().map(digit).collect();
                return format!("{}.Jigsaw~{layout}.NoBoxes", of_size(cells));
            }
            // A jigsaw there has regions of one size.
            let several = regions.iter().filter(|region| region.len() > 1);
            let named = several.map(|region| format!(".AllDifferent{}", names_of(region, grid)));
            format!(".NoBoxes{}", named.collect::<String>())
        }
    }
}

fn write(grid: &Grid) -> String {
    // The variables of a grid lie beside it.
    let size = grid.grids().first().map_or(grid.size(), |first| first.size);
    let mut text = String::new();
    match size.side().filter(|_| size.is_usual(grid.n_symbols()) && grid.lowest == 1) {
        Some(9) => {}
        Some(_) => text += &format!(".Shape~{size}"),
        None => {
            let (low, high) = (grid.lowest, usize::from(grid.lowest) + grid.n_symbols() - 1);
            text += &format!(".Shape~{size}~{low}-{high}");
        }
    }
    text += &areas_of(grid);
    let free = grid.free_cells().len();
    if free > 0 {
        text += &format!(".Var~{VARIABLES}~~{free}");
    }
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
