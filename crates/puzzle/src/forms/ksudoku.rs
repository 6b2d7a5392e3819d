//! KSudoku's puzzles. The file of one of a type of its own lists its grids, and further sets of
//! cells that hold each symbol once.

use super::boxed;
use crate::alphabet::Alphabet;
use crate::areas::{Areas, SubGrid};
use crate::cell::{Cell, Entry, Symbol};
use crate::form::MarkedGrid;
use crate::grid::{Grid, GridRule};
use crate::rules::no_such_rule;
use crate::scan::{ParseError, TextWord, place_of};
use crate::size::Size;
use roxmltree::Node;

/// The place of an element in the text.
pub(super) fn place<'t>(node: Node, text: &str) -> TextWord<'t> {
    let place = place_of(text, node.range().start);
    TextWord { line: place.line, column: place.column, text: "" }
}

/// KSudoku: the values are written column by column, `b` for 1 and `_` for none.
pub(super) fn read(root: Node, text: &str) -> Result<MarkedGrid, ParseError> {
    let named = |name: &'static str| root.descendants().find(|node| node.has_tag_name(name));
    let (graph, values) = (named("graph"), named("values"));
    let at = graph.map_or(TextWord { line: 1, column: 1, text: "" }, |graph| place(graph, text));
    let (Some(graph), Some(values)) = (graph, values.and_then(|node| node.text())) else {
        return Err(ParseError::at(&at, "a puzzle of KSudoku has a graph and its values"));
    };
    let number = |key: &str| graph.attribute(key).and_then(|value| value.parse::<usize>().ok());
    let order = number("order").unwrap_or(9);
    let side = number("sizeX").unwrap_or(order);
    let kind = graph.attribute("specific-type").unwrap_or("Plain");
    let root_of = (2..=5).find(|k| k * k == order);
    let is_free = |node: &Node| node.has_tag_name("clique") || node.attribute("withblocks") == Some("0");
    let is_free = graph.children().any(|node| is_free(&node));
    let is_custom = graph.attribute("type") == Some("custom");
    let is_plain = root_of.is_some() && side == order && number("sizeY").unwrap_or(order) == order && !is_free;
    let mut grid = match (root_of, kind) {
        _ if is_custom => several(graph, order).map_err(|fault| ParseError::at(&at, fault))?,
        (Some(root_of), "Plain" | "Killer" | "KillerSudoku" | "XSudoku") if is_plain => {
            let grid = boxed(order, (root_of, root_of));
            Grid { diagonals: kind == "XSudoku", ..grid }
        }
        _ => return Err(no_such_rule(&at, &format!("a grid of KSudoku of the type {kind}"))),
    };
    let values: Vec<char> = values.chars().filter(|c| !c.is_whitespace()).collect();
    if values.len() != grid.cells.len() {
        let message = format!("{} values are expected, and there are {}", grid.cells.len(), values.len());
        return Err(ParseError::at(&at, message));
    }
    // Their number of a cell counts down the columns.
    let high = grid.rows();
    let cell = |number: usize| grid.cell(number % high, number / high);
    let mut cells = grid.cells.clone();
    for (number, &c) in values.iter().enumerate().filter(|(_, c)| **c != '_') {
        match (c == '.', cells[cell(number).index()] == Entry::Hole) {
            (true, true) => continue,
            (false, false) => {}
            _ => {
                let message = format!("the value `{c}` of {} does not fit the grids", grid.name(cell(number)));
                return Err(ParseError::at(&at, message).help("`.` is a place that no grid covers"));
            }
        }
        // Some files have digits in place of letters.
        let letter = (c as u32).checked_sub('b' as u32).filter(|_| c.is_ascii_lowercase());
        let digit = c.to_digit(10).and_then(|digit| digit.checked_sub(1));
        let Some(symbol) = letter.or(digit).filter(|&k| (k as usize) < order) else {
            return Err(ParseError::at(&at, format!("a value is a letter from b on, or `_`: found `{c}`")));
        };
        cells[cell(number).index()] = Entry::Given(Symbol(symbol as u8));
    }
    let mut rules = grid.rules.clone();
    for cage in graph.children().filter(|node| node.has_tag_name("cage")) {
        let value = cage.attribute("value").and_then(|value| value.parse::<u32>().ok());
        let places: Option<Vec<usize>> = cage
            .text()
            .unwrap_or("")
            .split_whitespace()
            .map(|word| word.parse().ok().filter(|&k| k < cells.len()))
            .collect();
        let operator = cage.attribute("operator").unwrap_or("0");
        let id = match (operator, kind) {
            ("1", _) => "quotient",
            ("2", _) => "difference",
            ("3", _) => "product",
            ("4", "Killer" | "KillerSudoku") => "killer",
            // Only a killer's cages have different numbers. A single cell has its number.
            ("4", _) => "sum",
            ("0", _) if places.as_ref().is_some_and(|places| places.len() == 1) => "sum",
            _ => "",
        };
        match (value, places) {
            (Some(value), Some(places)) if !places.is_empty() && !id.is_empty() => {
                let cells = places.into_iter().map(cell).collect();
                rules.push(GridRule { numbers: vec![value], ..GridRule::new(id, cells) });
            }
            _ => return Err(no_such_rule(&place(cage, text), "cages without an operator, a number or cells")),
        }
    }
    grid.cells = cells;
    grid.rules = rules;
    match grid.rules.iter().find_map(|rule| rule.fault(&grid)) {
        Some(fault) => Err(ParseError::at(&at, fault)),
        None => Ok(grid.into()),
    }
}

/// The empty grid of a puzzle of a type of its own: one grid, or several with cells in common.
fn several(graph: Node, order: usize) -> Result<Grid, String> {
    let number = |node: Node, key: &str| node.attribute(key).and_then(|value| value.parse::<usize>().ok());
    let size = number(graph, "sizeY").zip(number(graph, "sizeX")).map(|(rows, columns)| Size { rows, columns });
    let size = size.filter(|size| size.is_held()).ok_or("the sizes of this graph are not those of a grid")?;
    if !Size::LONGER.contains(&order) {
        return Err(format!("a grid of {order} symbols"));
    }
    let place = |index: usize| (index / size.rows < size.columns).then(|| (index % size.rows, index / size.rows));
    let mut grids: Vec<SubGrid> = Vec::new();
    for node in graph.children().filter(|node| node.has_tag_name("sudokugroups")) {
        let at = number(node, "at").and_then(place).ok_or("a group without a place")?;
        let usual = SubGrid::usual(at, order);
        let with_blocks = node.attribute("withblocks") != Some("0");
        grids.push(SubGrid { boxes: usual.boxes.filter(|_| with_blocks), ..usual });
    }
    let mut cliques: Vec<Vec<Cell>> = Vec::new();
    for node in graph.children().filter(|node| node.has_tag_name("clique")) {
        let words = node.text().unwrap_or("").split_whitespace();
        let cells = words.map(|word| place(word.parse().ok()?).map(|(row, column)| size.cell(row, column)));
        let mut cells: Vec<Cell> = cells.collect::<Option<_>>().ok_or("a clique with a cell outside the graph")?;
        cells.sort_unstable();
        cliques.push(cells);
    }
    join_boxes(&mut grids, &mut cliques, size, order);
    let whole = SubGrid { at: (0, 0), size, boxes: None };
    let areas = match &grids[..] {
        [] => return Err("a graph without rows and columns".to_string()),
        [only] if SubGrid { boxes: None, ..only.clone() } == whole => match only.boxes {
            Some((rows, columns)) => Areas::Boxes { rows, columns },
            None => regions(&mut cliques, size, order)?,
        },
        _ => Areas::Grids(grids),
    };
    if !areas.fit(size, order) {
        return Err("the grids do not fit the graph".to_string());
    }
    let rules = cliques.into_iter().map(|cells| GridRule::new("region", cells)).collect();
    Ok(Grid { rules, ..Grid::sized(size, Alphabet::usual(order), areas).with_holes() })
}

/// Gives a grid whose boxes are listed one by one, or are those of other grids, boxes of its own.
fn join_boxes(grids: &mut [SubGrid], cliques: &mut Vec<Vec<Cell>>, size: Size, order: usize) {
    let known: Vec<Vec<Cell>> = grids.iter().flat_map(|grid| grid.boxes(size)).chain(cliques.clone()).collect();
    for grid in grids.iter_mut().filter(|grid| grid.boxes.is_none()) {
        let usual = SubGrid::usual(grid.at, order);
        let inside = grid.at.0 + order <= size.rows && grid.at.1 + order <= size.columns;
        let boxes = if inside { usual.boxes(size) } else { Vec::new() };
        if !boxes.is_empty() && boxes.iter().all(|cells| known.contains(cells)) {
            cliques.retain(|cells| !boxes.contains(cells));
            *grid = usual;
        }
    }
}

/// The regions of a single grid: its cliques, as far as they have no cell in common.
fn regions(cliques: &mut Vec<Vec<Cell>>, size: Size, order: usize) -> Result<Areas, String> {
    let mut of = vec![None; size.n_cells()];
    let mut number = 0;
    cliques.retain(|cells| {
        let is_free = cells.iter().all(|cell| of[cell.index()].is_none());
        if is_free {
            cells.iter().for_each(|cell| of[cell.index()] = Some(number));
            number += 1;
        }
        !is_free
    });
    Areas::said(size, order, &of)
}
