//! A puzzle drawn for print: as plain text, as SVG, and as a page of HTML that holds the SVG.

use super::areas::Side;
use super::caption::{below_matrix, below_picture, below_text, option_label};
use super::cell::{Cell, Entry};
use super::grid::{Grid, GridRule};
use super::listing::{Listing, Picture};
use super::meta::{CELL_COLORS, Mark};
use super::model::Puzzle;
use super::rules::{Outside, RuleFigure, Stroke};
use super::scan::printable;
use super::shape::Shape;
use super::size::Size;
use super::symbol_set::SymbolSet;
use super::unseen::xml as escaped;
use std::fmt::Write;

/// The width of a cell in an SVG, in pixels.
const CELL: usize = 48;
/// The margin around a drawing, in pixels.
const EDGE: usize = 4;
/// The room on each side of a grid for numbers outside it, in pixels.
const OUTSIDE: usize = 36;
/// A matrix with more entries (items times options) than this is not drawn.
const MOST_DRAWN: usize = 100_000;

/// The error for a listing whose matrix would be too large as a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a matrix of {items} items and {options} options is too large to be drawn")]
pub struct PictureTooLarge {
    pub items: usize,
    pub options: usize,
}

/// A puzzle as plain text: a grid with its boxes or walls and its rules below, a listing as its
/// matrix.
///
/// # Examples
///
/// ```
/// use quadrille_puzzle::{drawn, load};
///
/// let puzzle = &load("12..\n..1.\n....\n...3\n", Some("rows")).unwrap().puzzles[0];
/// assert_eq!(drawn(puzzle).unwrap().lines().take(3).collect::<Vec<_>>(), ["+-----+-----+", "| 1 2 | . . |", "| . . | 1 . |"]);
/// ```
pub fn drawn(puzzle: &Puzzle) -> Result<String, PictureTooLarge> {
    match &puzzle.shape {
        Shape::Grid(grid) => Ok(grid_text(grid) + &below_text(grid)),
        Shape::Listing(listing) => matrix_text(listing),
    }
}

/// Rows of symbols between walls. Boundaries without a wall take no space.
fn grid_text(grid: &Grid) -> String {
    let Size { rows: n_rows, columns: n_columns } = grid.size();
    let numbers = grid.areas.numbers(grid.size());
    let upright = |row: usize, boundary: usize| match boundary {
        0 => grid.is_parted(&numbers, grid.cell(row, 0), Side::Left),
        _ => grid.is_parted(&numbers, grid.cell(row, boundary - 1), Side::Right),
    };
    let level = |boundary: usize, column: usize| match boundary {
        0 => grid.is_parted(&numbers, grid.cell(0, column), Side::Up),
        _ => grid.is_parted(&numbers, grid.cell(boundary - 1, column), Side::Down),
    };
    let columns: Vec<bool> = (0..=n_columns).map(|boundary| (0..n_rows).any(|row| upright(row, boundary))).collect();
    let mut text = String::new();
    for boundary in 0..=n_rows {
        if (0..n_columns).any(|column| level(boundary, column)) {
            let mut line = String::new();
            for (column, &is_drawn) in columns.iter().enumerate() {
                let left = column > 0 && level(boundary, column - 1);
                let right = column < n_columns && level(boundary, column);
                let up = boundary > 0 && upright(boundary - 1, column);
                let down = boundary < n_rows && upright(boundary, column);
                if is_drawn {
                    line.push_str(match (left || right, up || down) {
                        (true, true) => "+",
                        (true, false) => "-",
                        (false, true) => "|",
                        (false, false) => " ",
                    });
                    line.push(if right { '-' } else { ' ' });
                }
                if column < n_columns {
                    line.push_str(if right { "--" } else { "  " });
                }
            }
            _ = writeln!(text, "{}", line.trim_end());
        }
        if boundary == n_rows {
            break;
        }
        let mut line = String::new();
        for (column, &is_drawn) in columns.iter().enumerate() {
            if is_drawn {
                line.push_str(if upright(boundary, column) { "| " } else { "  " });
            }
            if column < n_columns {
                line.push(grid.glyph(grid.cell(boundary, column)));
                line.push(' ');
            }
        }
        _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The names of a listing's items on one line, then its 0/1 matrix with dots for zeros. Each row
/// ends with the name of its option.
fn matrix_text(listing: &Listing) -> Result<String, PictureTooLarge> {
    let size = listing.items.len().saturating_mul(listing.options.len());
    if size > MOST_DRAWN {
        return Err(PictureTooLarge { items: listing.items.len(), options: listing.options.len() });
    }
    let items: Vec<String> = listing.items.iter().enumerate().map(|(at, name)| listing.ranged(at, name)).collect();
    let mut text = format!("items: {}\n", printable(&items.join(" ")));
    for (at, option) in listing.options.iter().enumerate() {
        let mut row = vec!['.'; listing.items.len()];
        option.items.iter().for_each(|&item| row[item as usize] = '1');
        _ = writeln!(text, "{}  {}", row.iter().collect::<String>(), printable(&option_label(listing, at)));
    }
    below_matrix(listing).iter().for_each(|line| _ = writeln!(text, "{}", printable(line)));
    Ok(text)
}

/// A puzzle as an SVG file.
pub fn svg(puzzle: &Puzzle) -> Result<String, PictureTooLarge> {
    let title = escaped(&puzzle.meta.title);
    let title = if title.is_empty() { escaped(&puzzle.summary()) } else { title };
    let (width, height, body) = match &puzzle.shape {
        Shape::Grid(grid) => grid_svg(puzzle, grid),
        Shape::Listing(listing) => listing_svg(listing)?,
    };
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n{body}</svg>\n"
    ))
}

fn grid_svg(puzzle: &Puzzle, grid: &Grid) -> (usize, usize, String) {
    let Size { rows, columns } = grid.size();
    let numbers = grid.areas.numbers(grid.size());
    let mut out = String::new();
    let (wide, high) = (columns * CELL, rows * CELL);
    let at = |k: usize| EDGE + k * CELL;
    let corner = |cell: usize| (at(cell % columns), at(cell / columns));
    if grid.diagonals {
        let (near, far) = (at(0), at(rows));
        _ = writeln!(
            out,
            "<path d=\"M{near} {near}L{far} {far}M{far} {near}L{near} {far}\" stroke=\"#c8c8c8\" stroke-width=\"3\"/>"
        );
    }
    for (cell, &color) in puzzle.marks.colors().iter().enumerate().filter(|(_, color)| **color > 0) {
        let ((x, y), fill) = (corner(cell), CELL_COLORS[usize::from(color) - 1].1);
        _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>");
    }
    draw_rules(grid, &mut out);
    for (cell, entry) in grid.cells.iter().enumerate() {
        let (x, y) = corner(cell);
        let mut write = |x: usize, y: usize, size: usize, style: &str, text: &str| {
            _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{style}>{}</text>", escaped(text));
        };
        let set = |marks: &[SymbolSet]| {
            let set = marks.get(cell).copied().unwrap_or_default();
            set.symbols().map(|symbol| grid.alphabet.char(symbol)).collect::<String>()
        };
        match entry {
            Entry::Given(symbol) => {
                write(x + CELL / 2, y + 34, 30, " font-weight=\"bold\"", &grid.alphabet.char(*symbol).to_string());
            }
            Entry::Own(symbol) => {
                let style = " font-style=\"italic\" fill=\"#2458a6\"";
                write(x + CELL / 2, y + 34, 30, style, &grid.alphabet.char(*symbol).to_string());
            }
            Entry::Hole => continue,
            Entry::Empty => {
                let (corner, centre) = (set(puzzle.marks.of(Mark::Corner)), set(puzzle.marks.of(Mark::Centre)));
                if !corner.is_empty() {
                    write(x + 4, y + 13, 11, " text-anchor=\"start\" fill=\"#555\"", &corner);
                }
                if !centre.is_empty() {
                    write(x + CELL / 2, y + 30, 12, " fill=\"#555\"", &centre);
                }
                let eliminated = set(puzzle.marks.of(Mark::Eliminated));
                if !eliminated.is_empty() {
                    let style = " text-anchor=\"start\" fill=\"#a33\" text-decoration=\"line-through\"";
                    write(x + 4, y + CELL - 4, 9, style, &eliminated);
                }
            }
        }
        if grid.weights.is_some() {
            let weight = grid.weight(Cell(cell as u16)).to_string();
            write(x + CELL - 3, y + CELL - 4, 10, " text-anchor=\"end\" fill=\"#777\"", &weight);
        }
    }
    let (mut light, mut heavy) = (String::new(), String::new());
    if grid.grids().is_empty() {
        _ = write!(heavy, "M{0} {0}h{wide}v{high}h-{wide}z", at(0));
    }
    for cell in grid.all_cells() {
        let (row, column) = grid.place(cell);
        let lines = [
            (Side::Left, column, row, 'v', column == 0),
            (Side::Up, column, row, 'h', row == 0),
            (Side::Right, column + 1, row, 'v', column + 1 == columns),
            (Side::Down, column, row + 1, 'h', row + 1 == rows),
        ];
        for (side, x, y, way, is_edge) in lines {
            // The frame of a single grid is drawn; a line between two cells belongs to the first.
            let is_second = !is_edge && matches!(side, Side::Left | Side::Up);
            if is_second || is_edge && grid.grids().is_empty() || grid.is_outside(cell, side) {
                continue;
            }
            let path = if grid.is_parted(&numbers, cell, side) { &mut heavy } else { &mut light };
            _ = write!(path, "M{} {}{way}{CELL}", at(x), at(y));
        }
    }
    _ = writeln!(out, "<path d=\"{light}\" stroke=\"#888\" stroke-width=\"1\"/>");
    _ = writeln!(
        out,
        "<path d=\"{heavy}\" fill=\"none\" stroke=\"black\" stroke-width=\"3\" stroke-linecap=\"square\"/>"
    );
    let height = high + 2 * EDGE + write_below(&below_picture(grid), (EDGE, high + 2 * EDGE), wide, &mut out);
    let width = wide + 2 * EDGE;
    match grid.outside() {
        clues if clues.is_empty() => (width, height, out),
        clues => {
            draw_outside(&clues, grid, &mut out);
            let moved = format!("<g transform=\"translate({OUTSIDE} {OUTSIDE})\">\n{out}</g>\n");
            (width + 2 * OUTSIDE, height + 2 * OUTSIDE, moved)
        }
    }
}

/// Writes the numbers outside a grid. Those at one place follow each other outwards.
fn draw_outside(clues: &[Outside], grid: &Grid, out: &mut String) {
    let mut before: Vec<(i32, i32)> = Vec::new();
    for clue in clues {
        let (row, column) = clue.place;
        let away = before.iter().filter(|&&place| place == clue.place).count() as i32 * 13;
        before.push(clue.place);
        let middle = |k: i32, n: usize| match k {
            -1 => EDGE as i32 - 18,
            k if k == n as i32 => (EDGE + n * CELL) as i32 + 18,
            k => (EDGE + k as usize * CELL + CELL / 2) as i32,
        };
        let y = middle(row, grid.rows())
            + if row < 0 {
                -away
            } else if row >= grid.rows() as i32 {
                away
            } else {
                0
            };
        let x = middle(column, grid.columns()) + if (0..grid.rows() as i32).contains(&row) { away } else { 0 };
        _ = writeln!(out, "<text x=\"{x}\" y=\"{}\" font-size=\"13\">{}</text>", y + 5, clue.text);
    }
}

/// Writes lines below a picture, starting at (x, y) and wrapped to a width. Returns their height.
/// All are in pixels.
fn write_below(lines: &[String], (x, y): (usize, usize), width: usize, out: &mut String) -> usize {
    /// The width of a letter and the height of a line.
    const LETTER: (usize, usize) = (7, 16);
    let room = (width / LETTER.0).max(20);
    let mut height = 0;
    for line in lines {
        let mut row = String::new();
        let mut words = line.split(' ').peekable();
        while let Some(word) = words.next() {
            row += word;
            let next = words.peek().map_or(usize::MAX, |next| row.chars().count() + 1 + next.chars().count());
            if next <= room {
                row.push(' ');
                continue;
            }
            height += LETTER.1;
            _ = writeln!(
                out,
                "<text x=\"{x}\" y=\"{}\" text-anchor=\"start\" font-size=\"12\">{}</text>",
                y + height,
                escaped(&row)
            );
            row.clear();
        }
    }
    // Room for the descenders of the last line.
    if height > 0 { height + EDGE } else { 0 }
}

/// Draws the figures of rules below the symbols: shaded cells, then the others.
fn draw_rules(grid: &Grid, out: &mut String) {
    let of = |rule| GridRule::figures(rule, grid).into_iter().map(move |figure| (rule, figure));
    let mut all: Vec<(&GridRule, RuleFigure)> = grid.rules.iter().flat_map(of).collect();
    all.sort_by_key(|(_, figure)| !matches!(figure, RuleFigure::Shade(_)));
    all.iter().for_each(|(rule, figure)| draw_figure(figure, rule, grid, out));
}

fn draw_figure(figure: &RuleFigure, rule: &GridRule, grid: &Grid, out: &mut String) {
    const HALF: usize = CELL / 2;
    let middle = |cell: Cell| {
        let (row, column) = grid.place(cell);
        (EDGE + column * CELL + HALF, EDGE + row * CELL + HALF)
    };
    let between = |[one, other]: [Cell; 2]| {
        let ((ax, ay), (bx, by)) = (middle(one), middle(other));
        ((ax + bx) / 2, (ay + by) / 2)
    };
    let path = |cells: &[Cell]| {
        let points: Vec<String> = cells.iter().map(|&cell| middle(cell)).map(|(x, y)| format!("{x},{y}")).collect();
        points.join(" ")
    };
    let name = rule.name();
    let circle = |cell: Cell, look: &str| {
        let (x, y) = middle(cell);
        format!("<circle cx=\"{x}\" cy=\"{y}\" {look}/>")
    };
    let sign = |cell: Cell, word: &str| {
        let (x, y) = middle(cell);
        format!("<text x=\"{x}\" y=\"{}\" font-size=\"9\" fill=\"#555\">{word}</text>", y + 21)
    };
    _ = match figure {
        &RuleFigure::Shade(cell) => {
            let (x, y) = middle(cell);
            let (x, y) = (x - HALF, y - HALF);
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#000\" fill-opacity=\".07\"/>"
            )
        }
        RuleFigure::Line(cells, stroke) => {
            let dashes = match stroke {
                Stroke::Dashed => " stroke-dasharray=\"1 18\"",
                Stroke::Dotted => " stroke-dasharray=\"1 12\"",
                Stroke::Bulb | Stroke::Plain | Stroke::Arrow | Stroke::Ends => "",
            };
            let width = if *stroke == Stroke::Arrow { 4 } else { 12 };
            writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"#c4c4c4\" stroke-width=\"{width}\"{dashes} \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\"><title>{name}</title></polyline>",
                path(cells)
            )
        }
        &RuleFigure::Ring(cell) => {
            writeln!(out, "{}", circle(cell, "r=\"18\" fill=\"white\" stroke=\"#c4c4c4\" stroke-width=\"3\""))
        }
        &RuleFigure::Bulb(cell) => writeln!(out, "{}", circle(cell, "r=\"16\" fill=\"#c4c4c4\"")),
        &RuleFigure::Disc(cell) => writeln!(out, "{}", circle(cell, "r=\"19\" fill=\"#ddd\"")),
        &RuleFigure::Square(cell) => {
            let (x, y) = middle(cell);
            writeln!(out, "<rect x=\"{}\" y=\"{}\" width=\"36\" height=\"36\" fill=\"#ddd\"/>", x - 18, y - 18)
        }
        &RuleFigure::Point([before, last]) => writeln!(out, "{}", arrow_head(middle(before), middle(last))),
        &RuleFigure::Less(cell) => writeln!(out, "{}", sign(cell, "min")),
        &RuleFigure::More(cell) => writeln!(out, "{}", sign(cell, "max")),
        &RuleFigure::Greater([one, other]) => {
            let ((ax, ay), (bx, by), (x, y)) = (middle(one), middle(other), between([one, other]));
            let (dx, dy) = ((bx as i32 - ax as i32).signum(), (by as i32 - ay as i32).signum());
            let head = arrow_head((ax, ay), ((x as i32 + 4 * dx) as usize, (y as i32 + 4 * dy) as usize));
            writeln!(out, "{head}")
        }
        &RuleFigure::Dot(cells, mark, number) => {
            let ((x, y), is_black) = (between(cells), mark == '●');
            let (fill, ink) = if is_black { ("black", " fill=\"white\"") } else { ("white", "") };
            _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{fill}\" stroke=\"black\"/>");
            // A number without a dot is a sum.
            let sign = if mark.is_ascii() { "Σ" } else { "" };
            let number = number.map(|number| format!("{sign}{number}"));
            match number.or(mark.is_ascii().then(|| mark.to_string())) {
                Some(text) => writeln!(out, "<text x=\"{x}\" y=\"{}\" font-size=\"11\"{ink}>{text}</text>", y + 4),
                None => Ok(()),
            }
        }
        RuleFigure::Trail(cells) => writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#d8d8d8\" stroke-width=\"6\"><title>{name}</title></polyline>",
            path(cells)
        ),
        RuleFigure::Cage(cells) | RuleFigure::Area(cells) => {
            draw_outline(cells, grid, out);
            Ok(())
        }
        RuleFigure::Label(cells, text) => {
            let (x, y) = middle(cells[0]);
            let (x, y) = (x - HALF + 6, y - HALF + 14);
            writeln!(out, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"start\" font-size=\"11\">{text}</text>")
        }
        RuleFigure::Corner(cell, numbers) => {
            let (x, y) = middle(*cell);
            let (x, y) = (x + HALF, y + HALF);
            let text = numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
            _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"12\" fill=\"white\" stroke=\"black\"/>");
            writeln!(out, "<text x=\"{x}\" y=\"{}\" font-size=\"9\">{text}</text>", y + 3)
        }
        // It is drawn beside the grid.
        RuleFigure::Outside(_) => Ok(()),
    };
}

/// The head of an arrow at the second of two points.
fn arrow_head((fx, fy): (usize, usize), (x, y): (usize, usize)) -> String {
    let way = |from: usize, to: usize| (to as i32 - from as i32).signum() * 9;
    let (dx, dy) = (way(fx, x), way(fy, y));
    let (x, y) = (x as i32, y as i32);
    // Both ends of the head lie behind the point, one on each side of the line.
    let (ax, ay, bx, by) = (x - dx + dy, y - dy - dx, x - dx - dy, y - dy + dx);
    format!("<path d=\"M{ax} {ay}L{x} {y}L{bx} {by}\" fill=\"none\" stroke=\"#c4c4c4\" stroke-width=\"4\"/>")
}

/// Draws a broken line around cells.
fn draw_outline(cells: &[Cell], grid: &Grid, out: &mut String) {
    const INSET: usize = 4;
    for &cell in cells {
        let (row, column) = grid.place(cell);
        let (x, y) = (EDGE + column * CELL, EDGE + row * CELL);
        let (left, right, top, bottom) = (x + INSET, x + CELL - INSET, y + INSET, y + CELL - INSET);
        let sides = [
            ((-1, 0), (left, top, right, top)),
            ((1, 0), (left, bottom, right, bottom)),
            ((0, -1), (left, top, left, bottom)),
            ((0, 1), (right, top, right, bottom)),
        ];
        for (to, (x1, y1, x2, y2)) in sides {
            if !grid.moved(cell, to).is_some_and(|other| cells.contains(&other)) {
                _ = writeln!(
                    out,
                    "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#777\" stroke-dasharray=\"4 3\"/>"
                );
            }
        }
    }
}

/// A board with the options that are taken or placed on it, or the matrix with a dot for each 1.
fn listing_svg(listing: &Listing) -> Result<(usize, usize, String), PictureTooLarge> {
    let mut out = String::new();
    let whole = listing.by_hand.as_ref().map_or(listing, |taken| &taken.whole);
    if let Some(Picture::Board(board)) = &whole.picture {
        let at = |k: usize| EDGE + k * CELL;
        let is_hole = |cell: usize| board.holes.get(cell).copied().unwrap_or(false);
        for cell in (0..board.rows * board.columns).filter(|&cell| !is_hole(cell)) {
            let (x, y) = (at(cell % board.columns), at(cell / board.columns));
            _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"white\" stroke=\"black\"/>"
            );
            if let Some(ground) = board.ground.get(cell).filter(|&&ground| ground != ' ') {
                let ground = escaped(&ground.to_string());
                _ = writeln!(out, "<text x=\"{}\" y=\"{}\" font-size=\"26\">{ground}</text>", x + CELL / 2, y + 33);
            }
        }
        let taken = listing.taken().iter().chain(&listing.placed);
        for mark in taken.filter_map(|&option| board.marks.get(option as usize)) {
            for &cell in &mark.cells {
                let (x, y) = (at(cell as usize % board.columns), at(cell as usize / board.columns));
                let letter = escaped(&mark.letter_in(cell as usize).to_string());
                _ = writeln!(
                    out,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#dde6f3\" stroke=\"black\"/>"
                );
                _ = writeln!(out, "<text x=\"{}\" y=\"{}\" font-size=\"26\">{letter}</text>", x + CELL / 2, y + 33);
            }
        }
        return Ok((board.columns * CELL + 2 * EDGE, board.rows * CELL + 2 * EDGE, out));
    }
    let (items, options) = (listing.items.len(), listing.options.len());
    if items.saturating_mul(options) > MOST_DRAWN {
        return Err(PictureTooLarge { items, options });
    }
    const PITCH: usize = 22;
    let long = |names: &mut dyn Iterator<Item = usize>| names.max().unwrap_or(0) * 8 + 12;
    let names: Vec<String> = listing.items.iter().enumerate().map(|(at, name)| listing.ranged(at, name)).collect();
    let labels: Vec<String> = (0..options).map(|option| option_label(listing, option)).collect();
    let left = long(&mut labels.iter().map(|label| label.chars().count()));
    let top = long(&mut names.iter().map(|name| name.chars().count()));
    for (k, name) in names.iter().enumerate() {
        let (x, y) = (left + k * PITCH + PITCH / 2, top - 6);
        _ = writeln!(
            out,
            "<text transform=\"translate({} {y}) rotate(-90)\" text-anchor=\"start\" font-size=\"13\">{}</text>",
            x + 4,
            escaped(name)
        );
    }
    for (row, option) in listing.options.iter().enumerate() {
        let y = top + row * PITCH + PITCH / 2;
        let name = escaped(&labels[row]);
        _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" font-size=\"13\">{name}</text>",
            left - 6,
            y + 5
        );
        let columns: Vec<usize> = option.items.iter().map(|&item| left + item as usize * PITCH + PITCH / 2).collect();
        let (first, last) = (columns.iter().min(), columns.iter().max());
        if let (Some(first), Some(last)) = (first, last) {
            _ = writeln!(out, "<path d=\"M{first} {y}H{last}\" stroke=\"#999\"/>");
        }
        for x in columns {
            _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\"/>");
        }
    }
    let (width, height) = (left + items * PITCH + EDGE, top + options * PITCH + EDGE);
    let below = write_below(&below_matrix(listing), (EDGE, height), width, &mut out);
    Ok((width.max(2 * EDGE + 140), height + below, out))
}

/// A page of HTML with a drawing of each puzzle, its title and its note.
pub fn page(puzzles: &[&Puzzle]) -> Result<String, PictureTooLarge> {
    let mut body = String::new();
    for puzzle in puzzles {
        let (title, note) = (escaped(&puzzle.meta.title), escaped(&puzzle.meta.note));
        let caption = if title.is_empty() { escaped(&puzzle.summary()) } else { title };
        let note = if note.is_empty() { note } else { format!("<p>{note}</p>") };
        _ = write!(body, "<figure>\n{}<figcaption>{caption}{note}</figcaption>\n</figure>\n", svg(puzzle)?);
    }
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Quadrille</title>\n<style>\n\
         figure {{ margin: 2em auto; width: fit-content; break-inside: avoid; font-family: sans-serif }}\n\
         figcaption {{ margin-top: .5em; text-align: center; max-width: 40em }}\n</style>\n{body}</html>\n"
    ))
}
