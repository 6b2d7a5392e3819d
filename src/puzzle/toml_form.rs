//! Quadrille's own form: a TOML file with one puzzle and its description. Unknown keys are errors.

use super::alphabet::Alphabet;
use super::areas::{Areas, Walls, letter};
use super::cell::{Cell, Entry, Symbol};
use super::form::{Form, Text};
use super::grid::{Grid, MAX_WEIGHT, Rule, Weights};
use super::guise::Guise;
use super::holds::Holds;
use super::kinds::{Kind, cover, jigsaw, kind, queens, setcover};
use super::listing::Listing;
use super::meta::{Expect, ExpectSolutions, Marks, Meta};
use super::model::Puzzle;
use super::rules::{RULES, rule};
use super::scan::{self, Line, ParseError, counted, number, place_of};
use super::shape::Shape;
use super::side_length::{self, SideLength};
use super::symbols;
use super::toml_block::{self, Block, quoted};
use super::toml_schema::{self, Rows};
use schemars::JsonSchema;
use serde::Deserialize;
use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;

/// The form's row in the tables. Its `write` writes the grid alone, without title or expectations;
/// for a whole file see [`fn@write`].
pub static TOML: Form = Form {
    id: "toml",
    help: "Quadrille's own: one puzzle a file, with title, regions or weights, and what must be found",
    guise: Guise::Opens("format"),
    holds: Holds::ALL,
    text: Text::Grids { read: read_grid, write: symbols::lines_of },
};

// The docs of the tables and their keys are also the descriptions of the form's JSON schema. See
// `toml_schema`.

/// A puzzle with its title, its author's notes and its expected results.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Quadrille's puzzle file", transform = toml_schema::by_kind)]
pub struct File {
    /// The version of the format.
    #[allow(dead_code, reason = "checked before the rest is read")]
    #[schemars(extend("const" = 1))]
    format: i64,
    /// The kind of the puzzle.
    #[schemars(schema_with = "toml_schema::kinds")]
    kind: Spanned<String>,
    /// The description of the puzzle.
    #[serde(default)]
    meta: MetaTable,
    /// The grid of a sudoku, jigsaw or target.
    grid: Option<GridTable>,
    /// The items and options of an exact cover.
    cover: Option<ListingTable>,
    /// The board of a queens puzzle.
    queens: Option<ListingTable>,
    /// The board and the pieces of a tiling.
    tiling: Option<ListingTable>,
    /// The elements and sets of a set cover.
    setcover: Option<ListingTable>,
    /// The weights of a target.
    score: Option<ScoreTable>,
    /// The pencil marks of a grid.
    marks: Option<MarksTable>,
    /// The results that `quadrille check --expect` compares with those of a search.
    #[serde(default)]
    expect: ExpectTable,
}

#[derive(Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct MetaTable {
    /// The title in the Library.
    title: String,
    /// The author or the publication.
    source: String,
    /// A remark on the puzzle.
    note: String,
    /// Words to find the puzzle by.
    tags: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GridTable {
    /// The side of the grid: its number of rows, of columns and of symbols.
    #[schemars(with = "i64", range(min = *SideLength::ALL.start(), max = *SideLength::ALL.end()))]
    size: Spanned<i64>,
    /// The symbols, as many different letters or digits as the side. Default: 1 to 9, then A
    /// onwards.
    #[schemars(with = "Option<String>", regex(pattern = r"^[0-9A-Za-z]{4,25}$"))]
    symbols: Option<Spanned<String>>,
    /// true: both diagonals hold each symbol once.
    #[serde(default)]
    diagonals: bool,
    /// More rules, each with the cells that it names.
    #[serde(default)]
    #[schemars(schema_with = "toml_schema::rules")]
    rules: Vec<Spanned<String>>,
    /// The givens: a line per row, a symbol or `.` per cell.
    #[schemars(with = "Rows")]
    givens: Spanned<String>,
    /// The symbols placed by the solver, written like the givens.
    #[schemars(with = "Option<Rows>")]
    own: Option<Spanned<String>>,
    /// The rows and columns of a box, such as `2x3` for a side of 6. Default: as square as possible,
    /// and wider than high.
    #[schemars(with = "Option<String>", regex(pattern = r"^[0-9]+x[0-9]+$"))]
    boxes: Option<Spanned<String>>,
    /// The regions of a jigsaw: a line per row, a letter per cell. Cells with the same letter are
    /// one region.
    #[schemars(with = "Option<Rows>")]
    regions: Option<Spanned<String>>,
    /// The walls of a jigsaw, in place of its regions: a line per row, a number per cell. The number
    /// is the sum of 16 for a wall above the cell, 32 right, 64 below and 128 left.
    #[schemars(with = "Option<Rows>")]
    walls: Option<Spanned<String>>,
}

/// A listing in one of the forms of its kind.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListingTable {
    /// The puzzle in one of the forms of its kind; `quadrille kinds` lists them.
    #[schemars(with = "String", regex(pattern = r"\S"))]
    text: Spanned<String>,
    /// The options taken by hand: their names, or the names of their items.
    #[serde(default)]
    #[schemars(with = "Vec<String>", extend("uniqueItems" = true))]
    taken: Vec<Spanned<String>>,
}

/// Pencil marks: one line per row of the grid, one word per cell, `.` for none.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MarksTable {
    /// The marks in the corners: a line per row, a word of symbols per cell, `.` for none.
    #[schemars(with = "Option<Rows>")]
    corner: Option<Spanned<String>>,
    /// The marks in the centre, written like those in the corners.
    #[schemars(with = "Option<Rows>")]
    centre: Option<Spanned<String>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ScoreTable {
    /// The weights: a line per row, a number per cell. Or `rings`: 6 at the edge, 1 more on
    /// each ring inside.
    #[schemars(schema_with = "toml_schema::weights")]
    weights: Spanned<String>,
}

#[derive(Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct ExpectTable {
    /// The number of solutions, or `>1`.
    #[schemars(schema_with = "toml_schema::solutions")]
    solutions: Option<Spanned<toml::Value>>,
    /// The solution of a grid, row by row in one line.
    solution: Option<String>,
    /// The best score of a target, or the lowest cost or the fewest options of a cover.
    best: Option<i64>,
    /// true: the solutions are those of the givens alone, without the symbols placed by the solver.
    #[serde(default)]
    givens_only: bool,
}

/// Returns whether a text is probably TOML: its first line that is not blank or a comment opens a
/// table or sets a key.
pub(super) fn looks_like_toml(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| {
        let key = line.split('=').next().unwrap_or("").trim();
        line.starts_with('[') || line.contains('=') && !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphabetic())
    })
}

fn read_grid(text: &str) -> Result<Vec<Grid>, ParseError> {
    Ok(read(text)?.grid().cloned().into_iter().collect())
}

/// Reads one puzzle with all its metadata.
pub(super) fn read(text: &str) -> Result<Puzzle, ParseError> {
    let table: toml::Table = toml::from_str(text).map_err(|error| toml_error(text, &error))?;
    match table.get("format") {
        Some(toml::Value::Integer(1)) => {}
        Some(other) => {
            let at = text.find("format").unwrap_or(0);
            return Err(error(text, at..at + 6, format!("format {other} is not known"))
                .help("this program reads format = 1; a newer one may be needed"));
        }
        None => {
            return Err(
                ParseError::new(1, 1, "the key `format` is missing").help("a puzzle file starts with format = 1")
            );
        }
    }
    let file: File = toml::from_str(text).map_err(|error| toml_error(text, &error))?;
    let puzzle_kind = kind(file.kind.get_ref()).ok_or_else(|| {
        let known: Vec<&str> = super::kinds::KINDS.iter().map(|kind| kind.id).collect();
        error(text, file.kind.span(), format!("kind `{}` is not known", file.kind.get_ref()))
            .help(format!("known are {}", known.join(", ")))
    })?;
    let shape = shape(text, &file)?;
    let expect = Expect {
        solutions: file.expect.solutions.map(|value| expect_solutions(text, &value)).transpose()?,
        solution: file.expect.solution,
        best: file.expect.best,
        givens_only: file.expect.givens_only,
    };
    let MetaTable { title, source, note, tags } = file.meta;
    let meta = Meta { title, source, note, tags };
    let marks = match (&shape, &file.marks) {
        (Shape::Grid(grid), Some(table)) => {
            Marks::new(marks_of(text, table.corner.as_ref(), grid)?, marks_of(text, table.centre.as_ref(), grid)?)
        }
        (Shape::Listing(_), Some(_)) => {
            let at = text.find("[marks]").unwrap_or(0);
            return Err(error(text, at..(at + 7).min(text.len()), "only a grid has marks".to_string()));
        }
        (_, None) => Marks::default(),
    };
    Ok(Puzzle { meta, expect, marks, ..Puzzle::new(puzzle_kind, &TOML, shape) })
}

fn shape(text: &str, file: &File) -> Result<Shape, ParseError> {
    let kind = kind(file.kind.get_ref()).expect("the kind was looked up before");
    let tables =
        [("cover", &file.cover), ("queens", &file.queens), ("tiling", &file.tiling), ("setcover", &file.setcover)];
    let mut given = tables.iter().filter_map(|(name, table)| Some((*name, table.as_ref()?)));
    match (&file.grid, given.next(), given.next()) {
        (Some(table), None, None) if !kind.is_listed() => grid(text, file, table).map(Shape::Grid),
        (None, Some((name, table)), None) if name == kind.id => {
            if let Some(score) = &file.score {
                return Err(no_score(text, score, kind.id));
            }
            let listing = block_of(text, &table.text, |text| in_any_form(kind, text))?;
            taken(text, listing, &table.taken).map(Shape::from)
        }
        _ => {
            let (kind, table) = (kind.id, if kind.is_listed() { kind.id } else { "grid" });
            Err(error(text, file.kind.span(), format!("a {kind} has the table [{table}], and no other of its kind")))
        }
    }
}

/// A listing with some options taken by hand.
fn taken(text: &str, listing: Listing, names: &[Spanned<String>]) -> Result<Listing, ParseError> {
    let Some(first) = names.first() else { return Ok(listing) };
    let mut options = listing.taken().to_vec();
    let whole = listing.by_hand.as_ref().map(|taken| Arc::clone(&taken.whole)).unwrap_or_else(|| Arc::new(listing));
    for name in names {
        let known = (0..whole.options.len()).find(|&option| {
            whole.option_name(option) == *name.get_ref() || whole.option_items(option) == *name.get_ref()
        });
        let option = known.ok_or_else(|| {
            error(text, name.span(), "no option has this name".to_string())
                .help("write the name that the Model screen lists, or the option's items")
        })?;
        if options.contains(&(option as u32)) {
            return Err(error(text, name.span(), "this option is taken twice".to_string()));
        }
        options.push(option as u32);
    }
    whole.taking(&options).map_err(|why| error(text, first.span(), why))
}

/// Reads the one listing of a text with any form of its kind. If none accepts it, the error is that
/// of the reader that got furthest.
fn in_any_form(kind: &Kind, text: &str) -> Result<Listing, ParseError> {
    let mut nearest: Option<ParseError> = None;
    for form in kind.forms {
        let Text::Listings { read, .. } = form.text else { continue };
        match read(text).and_then(only_one) {
            Ok(listing) => return Ok(listing),
            Err(error) if nearest.as_ref().is_none_or(|nearest| error.place > nearest.place) => nearest = Some(error),
            Err(_) => {}
        }
    }
    Err(nearest.expect("a listed kind has a form"))
}

/// Returns the only listing. Any other number of listings is an error.
fn only_one(mut listings: Vec<Listing>) -> Result<Listing, ParseError> {
    match listings.len() {
        1 => Ok(listings.remove(0)),
        count => Err(ParseError::new(1, 1, format!("{count} puzzles, one expected"))),
    }
}

/// Reads a string with a form's reader.
fn block_of(
    text: &str,
    string: &Spanned<String>,
    read: impl Fn(&str) -> Result<Listing, ParseError>,
) -> Result<Listing, ParseError> {
    let block = Block::new(text, string);
    // The reader's errors are placed in the value.
    read(string.get_ref()).map_err(|error| block.placed(error))
}

fn grid(text: &str, file: &File, table: &GridTable) -> Result<Grid, ParseError> {
    let kind = file.kind.get_ref().as_str();
    let size = *table.size.get_ref();
    let side = u64::try_from(size).ok().and_then(|n| SideLength::new(n, SideLength::ALL));
    let Some(n) = side.map(SideLength::n) else {
        return Err(error(text, table.size.span(), format!("size {size} is out of range 4..25")));
    };
    let alphabet = match &table.symbols {
        None => Alphabet::usual(n),
        Some(own) => Alphabet::of(own.get_ref()).filter(|alphabet| alphabet.len() == n).ok_or_else(|| {
            error(text, own.span(), "these are not symbols for the grid".to_string())
                .help(format!("{n} different letters or digits are expected"))
        })?,
    };
    let areas = areas(text, table, kind, n)?;
    let mut grid = Grid { alphabet, diagonals: table.diagonals, ..Grid::new(n, areas) };
    for own in &table.rules {
        grid.rules.push(rule_of(text, own, &grid)?);
    }
    for (at, entry) in entries(text, &table.givens, &grid)? {
        grid.cells[at] = entry;
    }
    if let Some(own) = &table.own {
        for (at, entry) in entries(text, own, &grid)? {
            match (grid.cells[at], entry) {
                (Entry::Empty, Entry::Given(symbol)) => grid.cells[at] = Entry::Own(symbol),
                (_, Entry::Empty) => {}
                _ => {
                    let message = format!("{} is given and cannot be filled again", grid.name(Cell(at as u16)));
                    return Err(error(text, own.span(), message));
                }
            }
        }
    }
    grid.weights = weights(text, file, n)?;
    Ok(grid)
}

/// Reads a rule as it is written in a file: its id, its numbers, the cells that it names, and further
/// lines of cells after `;`.
fn rule_of(text: &str, written: &Spanned<String>, grid: &Grid) -> Result<Rule, ParseError> {
    let wrong = |message: String| error(text, written.span(), message);
    let mut words = written.get_ref().split_whitespace();
    let id = words.next().unwrap_or_default();
    let spec = rule(id).ok_or_else(|| {
        let known: Vec<&str> = RULES.iter().map(|spec| spec.id).collect();
        wrong(format!("`{id}` is not a rule")).help(format!("known are {}", known.join(", ")))
    })?;
    let (mut rule, mut is_first) = (Rule::new(id, Vec::new()), true);
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
                    let cell = grid
                        .cell_named(name)
                        .ok_or_else(|| wrong(format!("the grid has no cell `{name}`")).help("cells are named r3c5"))?;
                    rule.lines.last_mut().unwrap_or(&mut rule.cells).push(cell);
                    is_first = false;
                }
            }
        }
    }
    match rule.fault(grid) {
        Some(fault) => Err(wrong(fault).help(spec.help)),
        None => Ok(rule),
    }
}

/// The cells of a block of rows.
fn entries(text: &str, string: &Spanned<String>, grid: &Grid) -> Result<Vec<(usize, Entry)>, ParseError> {
    let block = Block::new(text, string);
    let rows = block.rows();
    let cells = cells_of(&rows, grid).map_err(|error| block.placed(error))?;
    if rows.len() != grid.n() {
        return Err(error(text, string.span(), format!("{}, {} expected", counted(rows.len(), "row"), grid.n())));
    }
    Ok(cells.into_iter().enumerate().collect())
}

fn cells_of(rows: &[Line], grid: &Grid) -> Result<Vec<Entry>, ParseError> {
    let n = grid.n();
    let spaced = rows.first().is_some_and(|line| line.words().len() == n);
    let mut cells = Vec::with_capacity(n * n);
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
                    cells.push(symbols::word_entry(&word, n, &grid.alphabet)?);
                }
            }
        }
    }
    Ok(cells)
}

fn areas(text: &str, table: &GridTable, kind: &str, n: usize) -> Result<Areas, ParseError> {
    let given: Vec<(&str, Range<usize>)> =
        [("boxes", &table.boxes), ("regions", &table.regions), ("walls", &table.walls)]
            .into_iter()
            .filter_map(|(name, value)| Some((name, value.as_ref()?.span())))
            .collect();
    if let [(first, _), (second, span), ..] = &given[..] {
        return Err(error(text, span.clone(), format!("`{second}` beside `{first}`"))
            .help("write one of them: each divides the grid"));
    }
    if kind == "jigsaw" && (given.is_empty() || table.boxes.is_some()) {
        return Err(error(text, table.size.span(), "a jigsaw needs `regions` or `walls`".to_string()));
    }
    if kind != "jigsaw"
        && let Some((name, span)) = given.first().filter(|(name, _)| *name != "boxes")
    {
        return Err(error(text, span.clone(), format!("`{name}` belongs to kind = \"jigsaw\"")));
    }
    if let Some(boxes) = &table.boxes {
        let parsed = side_length::pair(boxes.get_ref());
        let fits = |&(rows, columns): &(u64, u64)| SideLength::of_boxes(rows, columns).map(SideLength::n) == Some(n);
        return match parsed.filter(fits) {
            Some((rows, columns)) => Ok(Areas::Boxes { rows: rows as usize, columns: columns as usize }),
            None => Err(error(text, boxes.span(), format!("boxes `{}` do not fit a side of {n}", boxes.get_ref()))
                .help("write rows x columns of a box, such as \"2x3\" for a side of 6")),
        };
    }
    if let Some(regions) = &table.regions {
        let block = Block::new(text, regions);
        let rows = block.rows();
        let mut both = format!("{}\n", vec![".".repeat(n); n].join("\n"));
        rows.iter().for_each(|line| both += &format!("{}\n", line.text.trim()));
        let column = |line: usize| rows.get(line).and_then(Line::body).map_or(1, |word| word.column);
        return jigsaw::read_letters(&both).map(|mut grids| grids.remove(0).areas).map_err(|mut e| {
            // The regions' reader expects a grid before the regions, so `both` begins with an empty
            // grid.
            let row = e.place.line.saturating_sub(n + 1);
            e.place.line = rows.get(row).map_or(usize::MAX, |line| line.number);
            e.place.column += column(row) - 1;
            block.placed(e)
        });
    }
    if let Some(walls) = &table.walls {
        return self::walls(text, walls, n);
    }
    Areas::usual_boxes(n).ok_or_else(|| {
        error(text, table.size.span(), format!("a grid of side {n} has no boxes"))
            .help("give it `regions` and kind = \"jigsaw\"")
    })
}

/// Reads walls as sums. Regions of a wrong size are accepted, because the file may hold a jigsaw
/// that is still being drawn.
fn walls(text: &str, walls: &Spanned<String>, n: usize) -> Result<Areas, ParseError> {
    if !(4..=16).contains(&n) {
        return Err(error(text, walls.span(), format!("a jigsaw of side {n}")).help("a jigsaw has a side from 4 to 16"));
    }
    let block = Block::new(text, walls);
    let rows = block.rows();
    let read = || {
        let (sums, after) = scan::matrix(&rows, 0, (n, n), 255)?;
        scan::nothing_after(&rows, after, "the walls")?;
        Ok(jigsaw::from_sums(n, &sums)?.areas)
    };
    read().map_err(|error| block.placed(error))
}

fn weights(text: &str, file: &File, n: usize) -> Result<Option<Weights>, ParseError> {
    match (&file.score, file.kind.get_ref().as_str()) {
        (None, "target") => Ok(Some(Weights::rings(n))),
        (None, _) => Ok(None),
        (Some(score), "target") if score.weights.get_ref() == "rings" => Ok(Some(Weights::rings(n))),
        (Some(score), "target") => {
            let block = Block::new(text, &score.weights);
            let rows = block.rows();
            let weights = weights_of(&rows, n).map_err(|error| block.placed(error))?;
            if rows.len() != n {
                return Err(error(
                    text,
                    score.weights.span(),
                    format!("{} of weights, {n} expected", counted(rows.len(), "row")),
                ));
            }
            Ok(Some(Weights(weights)))
        }
        (Some(score), kind) => Err(no_score(text, score, kind)),
    }
}

fn no_score(text: &str, score: &ScoreTable, kind: &str) -> ParseError {
    error(text, score.weights.span(), format!("a {kind} has no score")).help("write kind = \"target\"")
}

fn marks_of(text: &str, rows: Option<&Spanned<String>>, grid: &Grid) -> Result<Vec<u32>, ParseError> {
    let Some(rows) = rows else { return Ok(Vec::new()) };
    let (n, block) = (grid.n(), Block::new(text, rows));
    let lines = block.rows();
    if lines.len() != n {
        return Err(error(text, rows.span(), format!("{} of marks, {n} expected", counted(lines.len(), "row"))));
    }
    let mut marks = Vec::with_capacity(n * n);
    for line in &lines {
        let words = line.words();
        if words.len() != n {
            let message = format!("this row has marks of {}, {n} expected", counted(words.len(), "cell"));
            let fault = ParseError::new(line.number, line.end(), message).help("a cell without marks is written as .");
            return Err(block.placed(fault));
        }
        for word in &words {
            let mut set = 0;
            for c in word.text.chars().filter(|&c| c != '.') {
                let symbol = grid.alphabet.symbol(c);
                let symbol =
                    symbol.ok_or_else(|| block.placed(ParseError::at(word, format!("`{c}` is not a symbol here"))))?;
                set |= 1 << symbol.0;
            }
            marks.push(set);
        }
    }
    Ok(marks)
}

fn weights_of(rows: &[Line], n: usize) -> Result<Vec<u32>, ParseError> {
    let mut weights = Vec::with_capacity(n * n);
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

fn expect_solutions(text: &str, value: &Spanned<toml::Value>) -> Result<ExpectSolutions, ParseError> {
    match value.get_ref() {
        toml::Value::Integer(count) if *count >= 0 => Ok(ExpectSolutions::Exactly(*count as u64)),
        toml::Value::String(several) if several == ">1" => Ok(ExpectSolutions::Several),
        other => Err(error(text, value.span(), format!("{other} is not a number of solutions"))
            .help("write 0, 1, another number, or \">1\"")),
    }
}

fn error(text: &str, span: Range<usize>, message: String) -> ParseError {
    let place = place_of(text, span.start);
    let width = text[span].lines().next().map_or(1, |line| line.chars().count().max(1));
    ParseError { place, width, ..ParseError::new(1, 1, message) }
}

/// A TOML error with its place in the text.
pub fn toml_error(text: &str, toml: &toml::de::Error) -> ParseError {
    let span = toml.span().unwrap_or(0..0);
    let message = toml.message().lines().next().unwrap_or("this is not TOML").trim_end_matches('.').to_string();
    error(text, span.start..span.end.min(text.len()), message)
}

/// A puzzle as a file with all its metadata.
pub fn write(puzzle: &Puzzle) -> String {
    let mut out = format!("format = 1\nkind = {}\n", quoted(puzzle.kind.id));
    let Meta { title, source, note, tags } = &puzzle.meta;
    if puzzle.meta != Meta::default() {
        out += "\n[meta]\n";
        for (key, value) in [("title", title), ("source", source), ("note", note)] {
            if !value.is_empty() {
                _ = writeln!(out, "{key} = {}", quoted(value));
            }
        }
        if !tags.is_empty() {
            let tags: Vec<String> = tags.iter().map(|tag| quoted(tag)).collect();
            _ = writeln!(out, "tags = [{}]", tags.join(", "));
        }
    }
    match &puzzle.shape {
        Shape::Grid(grid) => {
            write_grid(&mut out, grid);
            write_marks(&mut out, grid, &puzzle.marks);
        }
        Shape::Listing(listing) => {
            // In a form of its kind: the text that it was generated from, or its items and options.
            let whole = listing.whole();
            let shape = Shape::Listing(Arc::clone(whole));
            let on_board = puzzle.kind.id == queens::KIND.id && queens::is_said(listing);
            let body = match (on_board, &whole.source, whole.repeated) {
                // The text of a board includes the queens on it.
                (true, ..) => queens::write(listing),
                (false, Some(source), _) => source.clone(),
                (false, None, true) => setcover::SETS.write(&shape),
                (false, None, false) => cover::KNUTH.write(&shape),
            };
            _ = writeln!(out, "\n[{}]\ntext = {}", puzzle.kind.id, toml_block::lines(&body));
            let taken = if on_board { &[] } else { listing.taken() };
            if !taken.is_empty() {
                // A text of items and options has no option names; the items identify an option.
                let name = |option: usize| match whole.source {
                    Some(_) => whole.option_name(option),
                    None => whole.option_items(option),
                };
                let names = taken.iter().map(|&option| quoted(&name(option as usize)));
                _ = writeln!(out, "taken = [{}]", names.collect::<Vec<_>>().join(", "));
            }
        }
    }
    let Expect { solutions, solution, best, givens_only } = &puzzle.expect;
    if puzzle.expect != Expect::default() {
        out += "\n[expect]\n";
        match solutions {
            Some(ExpectSolutions::Exactly(count)) => _ = writeln!(out, "solutions = {count}"),
            Some(ExpectSolutions::Several) => out += "solutions = \">1\"\n",
            None => {}
        }
        if let Some(solution) = solution {
            _ = writeln!(out, "solution = {}", quoted(solution));
        }
        if let Some(best) = best {
            _ = writeln!(out, "best = {best}");
        }
        if *givens_only {
            out += "givens_only = true\n";
        }
    }
    out
}

fn write_grid(out: &mut String, grid: &Grid) {
    let n = grid.n();
    _ = writeln!(out, "\n[grid]\nsize = {n}");
    if grid.alphabet != Alphabet::usual(n) {
        _ = writeln!(out, "symbols = {}", quoted(&grid.alphabet.to_string()));
    }
    if grid.diagonals {
        *out += "diagonals = true\n";
    }
    if !grid.rules.is_empty() {
        let rules: Vec<String> = grid.rules.iter().map(|rule| format!("  {},\n", quoted(&rule.text(grid)))).collect();
        _ = writeln!(out, "rules = [\n{}]", rules.concat());
    }
    if let Areas::Boxes { rows, columns } = &grid.areas
        && Areas::usual_boxes(n).as_ref() != Some(&grid.areas)
    {
        _ = writeln!(out, "boxes = \"{rows}x{columns}\"");
    }
    _ = writeln!(
        out,
        "givens = \"\"\"\n{}\"\"\"",
        symbols::lines_of(&only(grid, |entry| matches!(entry, Entry::Given(_))))
    );
    if grid.own() > 0 {
        _ = writeln!(
            out,
            "own = \"\"\"\n{}\"\"\"",
            symbols::lines_of(&only(grid, |entry| matches!(entry, Entry::Own(_))))
        );
    }
    if let Areas::Walls(walls) = &grid.areas {
        // Letters cannot show a wall that ends inside a region.
        let regions = walls.regions();
        if walls.faults().is_empty() && *walls == Walls::between(n, &regions) {
            let rows = regions.chunks(n).map(|row| row.iter().map(|&r| letter(r)).collect::<String>() + "\n");
            _ = writeln!(out, "regions = \"\"\"\n{}\"\"\"", rows.collect::<String>());
        } else {
            let bits =
                |row: usize| (0..n).map(|column| walls.bits(grid.cell(row, column)).to_string()).collect::<Vec<_>>();
            let rows: String = (0..n).map(|row| bits(row).join(" ") + "\n").collect();
            _ = writeln!(out, "walls = \"\"\"\n{rows}\"\"\"");
        }
    }
    if let Some(weights) = &grid.weights {
        *out += "\n[score]\n";
        if *weights == Weights::rings(n) {
            *out += "weights = \"rings\"\n";
        } else {
            let rows =
                weights.0.chunks(n).map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ") + "\n");
            _ = writeln!(out, "weights = \"\"\"\n{}\"\"\"", rows.collect::<String>());
        }
    }
}

fn write_marks(out: &mut String, grid: &Grid, marks: &Marks) {
    let cell = |set: &u32| {
        let own = grid.alphabet.symbols().filter(|symbol| set & (1 << symbol.0) != 0);
        let own: String = own.map(|symbol| grid.alphabet.char(symbol)).collect();
        if own.is_empty() { ".".to_string() } else { own }
    };
    let mut title = "\n[marks]\n";
    for (name, sets) in [("corner", marks.corner()), ("centre", marks.centre())] {
        if !sets.is_empty() {
            let rows = sets.chunks(grid.n()).map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" ") + "\n");
            _ = writeln!(out, "{title}{name} = \"\"\"\n{}\"\"\"", rows.collect::<String>());
            title = "";
        }
    }
}

fn only(grid: &Grid, keep: impl Fn(&Entry) -> bool) -> Grid {
    let cells = grid.cells.iter().map(|entry| if keep(entry) { *entry } else { Entry::Empty }).collect();
    Grid { cells, ..grid.clone() }
}

impl Puzzle {
    /// The expected solution as a grid; `None` if there is none or it does not fit.
    pub fn expected_solution(&self) -> Option<Grid> {
        let line = self.expect.solution.as_ref()?;
        let grid = self.grid()?;
        let symbols: Option<Vec<Symbol>> = line.chars().map(|c| grid.alphabet.symbol(c)).collect();
        symbols.filter(|all| all.len() == grid.cells.len()).map(|all| grid.filled(&all))
    }
}
