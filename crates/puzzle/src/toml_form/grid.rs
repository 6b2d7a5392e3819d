//! Reads the table of a grid: its symbols, areas, rules, givens and weights.

use super::block::StringBlock;
use super::error;
use super::file::{File, GridTable, ScoreTable, SizeValue, SubGridTable};
use super::rules;
use crate::alphabet::Alphabet;
use crate::areas::{Areas, Regions, SubGrid, Walls};
use crate::cell::{Cell, Entry};
use crate::grid::{Grid, GridRule, MAX_WEIGHT, Weights};
use crate::kinds::{KINDS, Kind, jigsaw, multi};
use crate::own_rule::OwnRule;
use crate::rules::{ANY, Cells, OWN, RULES, rule};
use crate::scan::{self, Line, ParseError, counted, number};
use crate::side_length::SideLength;
use crate::size::Size;
use crate::symbols;
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;

/// Reads the grid of a file.
pub(super) fn read(text: &str, kind: &Kind, file: &File, table: &GridTable) -> Result<Grid, ParseError> {
    let size = size(text, &table.size)?;
    let grids = grids(text, kind, file, table, size)?;
    let lowest = table.lowest.as_ref().map_or(1, |lowest| *lowest.get_ref());
    let Some(lowest) = u8::try_from(lowest).ok().filter(|&lowest| lowest <= 1) else {
        let span = table.lowest.as_ref().map_or(0..0, Spanned::span);
        return Err(error(text, span, format!("lowest = {lowest}")).help("the first symbol means 0 or 1"));
    };
    // Of several grids, each has its own symbols.
    let longer = grids.iter().map(|grid| grid.size.longer()).max().unwrap_or(size.longer());
    let alphabet = match &table.symbols {
        None => Alphabet::from(lowest, longer),
        Some(symbols) => {
            let fits = |alphabet: &Alphabet| (longer..=*Size::LONGER.end()).contains(&alphabet.len());
            Alphabet::of(symbols.get_ref()).filter(fits).ok_or_else(|| {
                error(text, symbols.span(), "these are not symbols for the grid".to_string())
                    .help(format!("{longer} different letters or digits are expected, or more, at most {}", Size::MOST))
            })?
        }
    };
    let areas = match grids.is_empty() {
        true => areas(text, table, kind, size, &alphabet)?,
        false => Areas::Grids(grids),
    };
    let grid = Grid { lowest, ..Grid::sized(size, alphabet, areas) }.with_holes();
    let free = free(text, &table.free, &grid)?;
    let mut grid = grid.with_free(&free);
    if table.diagonals && !grid.is_square() {
        return Err(error(text, table.size.span(), format!("a grid of {size} cells has no diagonals"))
            .help("diagonals = true needs one grid with as many rows as columns"));
    }
    grid.diagonals = table.diagonals;
    let defined = rules::read(text, &file.rules)?;
    // By rule: its place in the file. A line that comes back to a cell is several rules.
    let mut places = Vec::new();
    for (at, rule) in table.rules.iter().enumerate() {
        grid.rules.extend(rules_of(text, rule, &grid, &defined)?);
        places.resize(grid.rules.len(), at);
    }
    let one = |rule: &Spanned<String>| rules_of(text, rule, &grid, &defined);
    let choices = rules::choices(text, &file.rules, &one)?;
    let mut spans: Vec<Range<usize>> = places.into_iter().map(|at: usize| table.rules[at].span()).collect();
    for (choice, span) in choices {
        if let Some(fault) = choice.fault(&grid) {
            return Err(error(text, span, fault).help(ANY.help));
        }
        grid.rules.push(choice);
        spans.push(span);
    }
    if let Some((at, message)) = grid.rule_too_many() {
        return Err(error(text, spans.swap_remove(at), message));
    }
    rules::all_used(text, &file.rules, &grid)?;
    for (at, entry) in entries(text, &table.givens, &grid)? {
        grid.cells[at] = entry;
    }
    if let Some(entered) = &table.own {
        for (at, entry) in entries(text, entered, &grid)? {
            match (grid.cells[at], entry) {
                (Entry::Empty, Entry::Given(symbol)) => grid.cells[at] = Entry::Own(symbol),
                (_, Entry::Empty | Entry::Hole) => {}
                _ => {
                    let message = format!("{} is given and cannot be filled again", grid.name(Cell(at as u16)));
                    return Err(error(text, entered.span(), message));
                }
            }
        }
    }
    grid.weights = weights(text, kind, file.score.as_ref(), size)?;
    Ok(grid)
}

/// Reads the rows and columns: one number for both, or two with an `x` between them.
fn size(text: &str, written: &Spanned<SizeValue>) -> Result<Size, ParseError> {
    let wrong = |size: String| error(text, written.span(), format!("size {size} is out of range 4..{}", Size::MOST));
    match written.get_ref() {
        SizeValue::Side(n) => {
            let side = u64::try_from(*n).ok().and_then(|n| SideLength::new(n, SideLength::ALL));
            side.map(|side| Size::square(side.n())).ok_or_else(|| wrong(n.to_string()))
        }
        SizeValue::Both(both) => Size::read(both).filter(|size| size.is_held()).ok_or_else(|| {
            error(text, written.span(), format!("`{both}` is not a size")).help(format!(
                "write rows x columns, such as \"6x8\": each from 2 to {}, the longer one at least 4",
                Size::MOST
            ))
        }),
    }
}

/// Reads the cells that lie beside all grids.
fn free(text: &str, written: &[Spanned<String>], grid: &Grid) -> Result<Vec<Cell>, ParseError> {
    let cell = |name: &Spanned<String>| {
        let wrong = |message: String| error(text, name.span(), message);
        let Some(cell) = grid.size().cell_named(name.get_ref()) else {
            return Err(wrong(format!("the whole has no cell `{}`", name.get_ref())).help("cells are named r11c1"));
        };
        match grid.is_hole(cell) {
            true => Ok(cell),
            false => Err(wrong(format!("`{}` is a cell of a grid", name.get_ref()))
                .help("a free cell lies in none of the [[grids]]")),
        }
    };
    written.iter().map(cell).collect()
}

/// Reads the grids that make up a puzzle of several.
fn grids(text: &str, kind: &Kind, file: &File, table: &GridTable, size: Size) -> Result<Vec<SubGrid>, ParseError> {
    match (&file.grids[..], kind.has_grids()) {
        ([], false) => return Ok(Vec::new()),
        ([], true) => {
            return Err(error(text, table.size.span(), format!("a {} needs its grids", kind.id))
                .help("write [[grids]] with at = \"r1c1\", the first cell, for each of them"));
        }
        ([first, ..], false) => {
            let several = named(Kind::has_grids);
            return Err(error(text, first.at.span(), format!("`[[grids]]` belongs to kind = \"{several}\"")));
        }
        _ => {}
    }
    let keys = [("boxes", &table.boxes), ("regions", &table.regions), ("walls", &table.walls)];
    if let Some((name, value)) = keys.into_iter().find_map(|(name, value)| Some((name, value.as_ref()?))) {
        return Err(error(text, value.span(), format!("`{name}` beside `[[grids]]`"))
            .help("each of the grids has boxes of its own"));
    }
    let mut read: Vec<SubGrid> = Vec::with_capacity(file.grids.len());
    for table in &file.grids {
        let span = table.at.span();
        if read.len() == SubGrid::MOST {
            return Err(error(text, span, format!("more than {} grids", SubGrid::MOST)));
        }
        let grid = sub_grid(text, table, size)?;
        if read.contains(&grid) {
            return Err(error(text, span, format!("two grids begin at {}", table.at.get_ref())));
        }
        read.push(grid);
    }
    Ok(read)
}

/// Reads one of several grids.
fn sub_grid(text: &str, table: &SubGridTable, whole: Size) -> Result<SubGrid, ParseError> {
    let at = table.at.get_ref();
    let Some(first) = whole.cell_named(at) else {
        return Err(error(text, table.at.span(), format!("the whole has no cell `{at}`"))
            .help(format!("write the first cell of the grid, from r1c1 to r{}c{}", whole.rows, whole.columns)));
    };
    let own = table.size.as_ref().map_or(Ok(Size::square(9)), |written| size(text, written))?;
    let at = whole.place(first);
    let boxes = match &table.boxes {
        None => Areas::fitting_boxes(own, own.longer()).and_then(|areas| match areas {
            Areas::Boxes { rows, columns } => Some((rows, columns)),
            _ => None,
        }),
        Some(boxes) if boxes.get_ref() == "none" => None,
        Some(boxes) => {
            let read = Size::read(boxes.get_ref()).map(|Size { rows, columns }| (rows, columns));
            let fits = |&(rows, columns): &(usize, usize)| Areas::Boxes { rows, columns }.fit(own, own.longer());
            let wrong = || {
                error(text, boxes.span(), format!("boxes `{}` do not fit a grid of {own} cells", boxes.get_ref()))
                    .help("write rows x columns of a box, such as \"3x3\", or \"none\"")
            };
            Some(read.filter(fits).ok_or_else(wrong)?)
        }
    };
    let grid = SubGrid { at, size: own, boxes };
    match at.0 + own.rows <= whole.rows && at.1 + own.columns <= whole.columns {
        true => Ok(grid),
        false => Err(error(
            text,
            table.at.span(),
            format!("a grid of {own} cells at {} leaves the whole", table.at.get_ref()),
        )
        .help(format!("the whole has {} rows and {} columns", whole.rows, whole.columns))),
    }
}

/// Reads a rule as it is written in a file: its id, its numbers, the cells that it names, and
/// further lines of cells after `;`. A line that comes back to a cell is the rules that mean the
/// same together.
fn rules_of(
    text: &str,
    written: &Spanned<String>,
    grid: &Grid,
    defined: &[Arc<OwnRule>],
) -> Result<Vec<GridRule>, ParseError> {
    let wrong = |message: String| error(text, written.span(), message);
    let line = written.get_ref().trim_start();
    let (first, rest) = line.split_at(line.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(line.len()));
    let words = rest.split_whitespace();
    let (id, what) = first.split_once(':').unwrap_or((first, ""));
    let spec = rule(id).ok_or_else(|| {
        let known: Vec<&str> = RULES.iter().map(|spec| spec.id).collect();
        wrong(format!("`{id}` is not a rule")).help(format!("known are {}", known.join(", ")))
    })?;
    let own = defined.iter().find(|own| spec.id == OWN.id && own.name == what).cloned();
    if spec.id == OWN.id && own.is_none() {
        return Err(wrong(format!("the puzzle defines no rule `{what}`"))
            .help(format!("[[rules]] with name = \"{what}\" defines it")));
    }
    let (mut rule, mut is_first) = (GridRule { what: what.to_string(), own, ..GridRule::new(id, Vec::new()) }, true);
    for word in words {
        // `;` may be written without blanks around it.
        let takes_lines = spec.takes.lines.1 > 0;
        for (k, name) in word.split(|c| takes_lines && c == ';').enumerate() {
            if k > 0 {
                rule.lines.push(Vec::new());
            }
            match name.parse() {
                _ if takes_lines && name.is_empty() => continue,
                Ok(number) if spec.takes.numbers.1 > 0 && is_first => rule.numbers.push(number),
                _ => {
                    let cell = |name: &str| {
                        let unknown = || wrong(format!("the grid has no cell `{name}`")).help("cells are named r3c5");
                        grid.cell_named(name).ok_or_else(unknown)
                    };
                    let cells = match name.split_once("..") {
                        None => vec![cell(name)?],
                        Some((from, to)) => grid.straight(cell(from)?, cell(to)?).ok_or_else(|| {
                            wrong(format!("`{name}` is not a straight way"))
                                .help("the two cells lie in one row, column or diagonal")
                        })?,
                    };
                    rule.lines.last_mut().unwrap_or(&mut rule.cells).extend(cells);
                    is_first = false;
                }
            }
        }
    }
    let is_line = spec.takes.cells == Cells::Line && spec.takes.lines.1 == 0;
    let parts = is_line.then(|| spec.without_returns(&rule.cells, &rule.numbers, grid)).flatten();
    let parts = parts.filter(|parts| parts.iter().all(|part| part.len() > 1));
    let rules: Vec<GridRule> = match parts {
        Some(parts) => parts.into_iter().map(|cells| GridRule { cells, ..rule.clone() }).collect(),
        None => vec![rule],
    };
    match rules.iter().find_map(|rule| rule.fault(grid)) {
        Some(fault) => Err(wrong(fault).help(spec.help)),
        None => Ok(rules),
    }
}

/// The cells of a block of rows.
fn entries(text: &str, string: &Spanned<String>, grid: &Grid) -> Result<Vec<(usize, Entry)>, ParseError> {
    let block = StringBlock::new(text, string);
    let rows = block.rows();
    let cells = match grid.grids().is_empty() {
        true => cells_of(&rows, grid),
        false => {
            let emptied = |entry: &Entry| if *entry == Entry::Hole { Entry::Hole } else { Entry::Empty };
            let mut bare = Grid { cells: grid.cells.iter().map(emptied).collect(), ..grid.clone() };
            multi::fill(&mut bare, &rows).map(|()| bare.cells)
        }
    };
    let cells = cells.map_err(|error| block.placed(error))?;
    if rows.len() != grid.rows() {
        return Err(error(text, string.span(), format!("{}, {} expected", counted(rows.len(), "row"), grid.rows())));
    }
    Ok(cells.into_iter().enumerate().collect())
}

fn cells_of(rows: &[Line], grid: &Grid) -> Result<Vec<Entry>, ParseError> {
    let n = grid.columns();
    let spaced = rows.first().is_some_and(|line| line.words().len() == n);
    let mut cells = Vec::with_capacity(grid.size().n_cells());
    for line in rows {
        match line.body() {
            Some(word) if !spaced => cells.extend(symbols::cells(&word, n, &grid.alphabet)?),
            _ => {
                let words = line.words();
                if words.len() != n {
                    let message = format!("this row has {}, {n} expected", counted(words.len(), "word"));
                    return Err(ParseError::new(line.number, line.end(), message));
                }
                for word in words {
                    cells.push(entry_of(&word, grid)?);
                }
            }
        }
    }
    Ok(cells)
}

/// A cell written as a separate word. A word of several digits is the number that a symbol means.
fn entry_of(word: &scan::TextWord, grid: &Grid) -> Result<Entry, ParseError> {
    if grid.lowest == 1 || word.text.len() == 1 {
        return symbols::word_entry(word, grid.n_symbols(), &grid.alphabet);
    }
    let number = number(word, 0, grid.n_symbols() as u32 - 1)?;
    Ok(grid.symbol_of(number as usize).map_or(Entry::Empty, Entry::Given))
}

fn areas(text: &str, table: &GridTable, kind: &Kind, size: Size, alphabet: &Alphabet) -> Result<Areas, ParseError> {
    let given: Vec<(&str, Range<usize>)> =
        [("boxes", &table.boxes), ("regions", &table.regions), ("walls", &table.walls)]
            .into_iter()
            .filter_map(|(name, value)| Some((name, value.as_ref()?.span())))
            .collect();
    if let [(first, _), (second, span), ..] = &given[..] {
        return Err(error(text, span.clone(), format!("`{second}` beside `{first}`"))
            .help("write one of them: each divides the grid"));
    }
    if kind.has_walls() && (given.is_empty() || table.boxes.is_some()) {
        return Err(error(text, table.size.span(), format!("a {} needs `regions` or `walls`", kind.id)));
    }
    if !kind.has_walls()
        && let Some((name, span)) = given.first().filter(|(name, _)| *name != "boxes")
    {
        let walled = named(Kind::has_walls);
        return Err(error(text, span.clone(), format!("`{name}` belongs to kind = \"{walled}\"")));
    }
    if let Some(boxes) = &table.boxes {
        if boxes.get_ref() == "none" {
            return Ok(Areas::None);
        }
        let parsed = Size::read(boxes.get_ref()).map(|Size { rows, columns }| Areas::Boxes { rows, columns });
        return parsed.filter(|areas| areas.fit(size, alphabet.len())).ok_or_else(|| {
            let of = size.side().map_or(format!("a grid of {size} cells"), |n| format!("a side of {n}"));
            error(text, boxes.span(), format!("boxes `{}` do not fit {of}", boxes.get_ref()))
                .help("write rows x columns of a box, such as \"2x3\" for a side of 6, or \"none\"")
        });
    }
    if let Some(regions) = &table.regions {
        if let Some(areas) = free_regions(text, regions, size, alphabet.len())? {
            return Ok(areas);
        }
        if !size.is_usual(alphabet.len()) {
            return named_regions(text, regions, size, alphabet.len());
        }
        let n = alphabet.len();
        let block = StringBlock::new(text, regions);
        let rows = block.rows();
        let mut both = format!("{}\n", vec![".".repeat(n); n].join("\n"));
        rows.iter().for_each(|line| both += &format!("{}\n", line.text.trim()));
        let column = |line: usize| rows.get(line).and_then(Line::body).map_or(1, |word| word.column);
        return jigsaw::read_letters(&both, None).map(|mut grids| grids.remove(0).grid.areas).map_err(|mut e| {
            // The regions' reader expects a grid before the regions, so `both` begins with an empty
            // grid.
            let row = e.place.line.saturating_sub(n + 1);
            e.place.line = rows.get(row).map_or(usize::MAX, |line| line.number);
            e.place.column += column(row) - 1;
            block.placed(e)
        });
    }
    if let Some(walls) = &table.walls {
        return self::walls(text, walls, size, alphabet);
    }
    Areas::fitting_boxes(size, size.longer()).ok_or_else(|| {
        let of = size.side().map_or(format!("of {size} cells"), |n| format!("of side {n}"));
        error(text, table.size.span(), format!("a grid {of} has no boxes"))
            .help(format!("give it `regions` and kind = \"{}\", or write boxes = \"none\"", named(Kind::has_walls)))
    })
}

/// Regions that are not those of a jigsaw: in pieces, of other sizes than the symbols, or `.` for a
/// cell without one. `None` for others, and for rows of another length.
///
/// # Errors
///
/// If a region has more cells than there are symbols.
fn free_regions(
    text: &str,
    regions: &Spanned<String>,
    size: Size,
    n_symbols: usize,
) -> Result<Option<Areas>, ParseError> {
    let block = StringBlock::new(text, regions);
    let lines = block.rows();
    let words: Vec<scan::TextWord> = lines.iter().filter_map(Line::body).collect();
    let is_whole = words.len() == size.rows && words.iter().all(|word| word.text.chars().count() == size.columns);
    if !is_whole {
        return Ok(None);
    }
    let of = words.iter().flat_map(|word| word.text.chars()).map(|c| (c != '.').then_some(c as usize));
    let of: Vec<Option<usize>> = of.collect();
    let names: Vec<usize> = of.iter().map(|region| region.unwrap_or(0)).collect();
    let last_piece = Walls::between(size, &names).regions().into_iter().max();
    let is_free = of.contains(&None) || last_piece >= Some(Regions::new(&of).count());
    let count = |region: usize| of.iter().filter(|&&of| of == Some(region)).count();
    let large = of.iter().position(|region| region.is_some_and(|region| count(region) > n_symbols));
    match (Areas::drawn(size, n_symbols, &of), large) {
        (Ok(areas @ Areas::Regions(_)), _) => Ok(Some(areas)),
        (Err(_), Some(at)) if is_free => {
            let (row, column) = (at / size.columns, at % size.columns);
            let place = (words[row].line, words[row].column + column);
            let name = words[row].text.chars().nth(column).unwrap_or('.');
            let cells = of[at].map_or(0, count);
            let message = format!("region {name} has {cells} cells: at most {n_symbols} expected");
            Err(block.placed(ParseError::new(place.0, place.1, message).help("a region holds no symbol twice")))
        }
        _ => Ok(None),
    }
}

/// Reads the regions of a grid that is not a usual one, a letter a cell.
fn named_regions(text: &str, regions: &Spanned<String>, size: Size, n_symbols: usize) -> Result<Areas, ParseError> {
    let block = StringBlock::new(text, regions);
    let rows: Vec<Line> = block.rows();
    let mut names = Vec::with_capacity(size.n_cells());
    for line in &rows {
        let Some(word) = line.body() else { continue };
        let length = word.text.chars().count();
        if length != size.columns {
            let message = format!("this line has {}, {} expected", counted(length, "character"), size.columns);
            return Err(block.placed(ParseError::at(&word, message)));
        }
        let places = word.text.chars().enumerate();
        names.extend(places.map(|(k, c)| (c.to_string(), (word.line, word.column + k))));
    }
    if names.len() != size.n_cells() {
        let found = counted(names.len() / size.columns, "row");
        return Err(error(text, regions.span(), format!("{found}, {} expected", size.rows)));
    }
    let walls = jigsaw::named_regions(size, n_symbols, &names).map_err(|error| block.placed(error))?;
    Ok(Areas::Walls(walls))
}

/// Reads walls as sums. Regions of a wrong size are accepted, because the file may hold a jigsaw
/// that is still being drawn.
fn walls(text: &str, walls: &Spanned<String>, size: Size, alphabet: &Alphabet) -> Result<Areas, ParseError> {
    let n = size.longer();
    if n > 16 || size.side().is_some_and(|n| n < 4) {
        return Err(error(text, walls.span(), format!("a jigsaw of side {n}")).help("a jigsaw has a side from 4 to 16"));
    }
    let empty = Grid::sized(size, alphabet.clone(), Areas::None);
    let block = StringBlock::new(text, walls);
    let rows = block.rows();
    let read = || {
        let (sums, after) = scan::matrix(&rows, 0, (size.rows, size.columns), 255)?;
        scan::nothing_after(&rows, after, "the walls")?;
        Ok(jigsaw::from_sums(empty.clone(), &sums)?.areas)
    };
    read().map_err(|error| block.placed(error))
}

/// The name of the first kind of grids with a property.
fn named(has: fn(&Kind) -> bool) -> &'static str {
    KINDS.iter().find(|kind| has(kind)).map_or("", |kind| kind.id)
}

fn weights(text: &str, kind: &Kind, score: Option<&ScoreTable>, size: Size) -> Result<Option<Weights>, ParseError> {
    match score {
        Some(score) if !kind.is_weighted() => Err(no_score(text, score, kind)),
        Some(score) if score.weights.get_ref() != "rings" => {
            let block = StringBlock::new(text, &score.weights);
            let rows = block.rows();
            let weights = weights_of(&rows, size).map_err(|error| block.placed(error))?;
            if rows.len() != size.rows {
                let message = format!("{} of weights, {} expected", counted(rows.len(), "row"), size.rows);
                return Err(error(text, score.weights.span(), message));
            }
            Ok(Some(Weights(weights)))
        }
        _ => Ok(kind.is_weighted().then(|| Weights::rings(size))),
    }
}

/// The error for a score of a kind without weights.
pub(super) fn no_score(text: &str, score: &ScoreTable, kind: &Kind) -> ParseError {
    let weighted = named(Kind::is_weighted);
    error(text, score.weights.span(), format!("a {} has no score", kind.id))
        .help(format!("write kind = \"{weighted}\""))
}

fn weights_of(rows: &[Line], size: Size) -> Result<Vec<u32>, ParseError> {
    let n = size.columns;
    let mut weights = Vec::with_capacity(size.n_cells());
    for line in rows {
        let words = line.words();
        if words.len() != n {
            let message = format!("this row has {} weights, {n} expected", words.len());
            return Err(ParseError::new(line.number, line.end(), message).help("or write weights = \"rings\""));
        }
        for word in &words {
            weights.push(number(word, 0, MAX_WEIGHT)?);
        }
    }
    Ok(weights)
}
