//! Drawings with their looks, and groups of drawings that look alike.

use super::hue::Hue;
use super::look::DrawnLook;
use super::sentence::Meaning;
use super::table::{SAYINGS, rows_of};
use crate::cell::Cell;
use crate::grid::{Grid, GridRule};
use crate::rules::{Drawn, FALLING, RISING, Returns, Stroke};
use crate::scan::counted;

/// A drawing: what it shows, and its colour.
#[derive(Clone, Debug)]
pub(crate) struct SeenDrawing {
    pub shown: DrawnShape,
    pub hue: Hue,
}

/// The shape of a drawing and its place.
#[derive(Clone, Debug)]
pub(crate) enum DrawnShape {
    /// A line along cells.
    Line(Vec<Cell>),
    /// A line with a head at its last cell.
    Arrow(Vec<Cell>),
    /// A disc, a square or a text.
    Mark { place: DrawnPlace, round: bool, size: f64, text: String },
    /// A cage without a number, whose cells hold different symbols.
    Cage(Vec<Cell>),
    /// A cage with a number whose cells may be alike.
    Labelled(Vec<Cell>, String),
    /// Another drawing, in words.
    Other(String),
}

/// The place of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum DrawnPlace {
    Cell(Cell),
    Edge(Cell, Cell),
    /// At a corner of four cells, of which this is the first.
    Corner(Cell),
    /// Beside a row or a column, which is looked at from its first cell on, by this step.
    Outside(Cell, (i32, i32)),
    /// Somewhere else.
    Other,
}

impl DrawnPlace {
    /// The same place, with the cells of an edge in order.
    fn sorted(self) -> DrawnPlace {
        match self {
            DrawnPlace::Edge(one, two) => DrawnPlace::Edge(one.min(two), one.max(two)),
            other => other,
        }
    }
}

/// Drawings that look alike.
#[derive(Clone, Debug)]
pub(super) struct Group {
    look: DrawnLook,
    pub hue: Hue,
    /// The drawings in words: `11 purple lines`.
    pub name: String,
    /// True for lines of which one ends on another. They may be one line in several strokes.
    touches: bool,
    /// By drawing: its cells, and the numbers that it shows.
    clues: Vec<(Vec<Cell>, Vec<u32>)>,
}

impl Group {
    pub fn is_line(&self) -> bool {
        matches!(self.look, DrawnLook::Line | DrawnLook::Middle)
    }

    /// Returns whether a sentence that names colours must name this one.
    pub fn needs_hue(&self) -> bool {
        self.is_line() || matches!(self.look, DrawnLook::Round | DrawnLook::Square)
    }

    /// Returns whether the lines have discs at their ends.
    pub fn has_discs(&self) -> bool {
        matches!(self.look, DrawnLook::Bulb | DrawnLook::Ends)
    }

    /// Returns whether there are more round marks in cells than these.
    pub fn is_part_of(&self, drawings: &[SeenDrawing]) -> bool {
        let is_round = |one: &&SeenDrawing| matches!(&one.shown, DrawnShape::Mark { place: DrawnPlace::Cell(_), round: true, text, .. } if text.trim().is_empty());
        drawings.iter().filter(is_round).count() > self.clues.len()
    }

    /// Returns whether a line has an odd number of cells.
    pub fn has_middle_cell(&self) -> bool {
        self.is_line() && self.clues.iter().any(|(cells, _)| cells.len() % 2 == 1)
    }

    pub fn is_labelled(&self) -> bool {
        self.look == DrawnLook::Labelled
    }

    pub fn is_sign(&self) -> bool {
        self.look == DrawnLook::Sign
    }

    /// Returns whether these are dots, white or black.
    pub fn are_dots(&self) -> bool {
        matches!(self.look, DrawnLook::WhiteDot | DrawnLook::BlackDot)
    }

    /// Returns whether the look may mean a rule.
    pub fn may_be(&self, id: &str) -> bool {
        rows_of(id).any(|row| row.is_drawn_as(self.look))
    }

    /// The meanings of the look, whatever the words say.
    pub fn meanings(&self) -> impl Iterator<Item = Meaning> {
        let mut ids: Vec<&str> = SAYINGS.iter().filter(|row| row.is_drawn_as(self.look)).map(|row| row.id).collect();
        ids.dedup();
        ids.into_iter().map(|id| Meaning { id, number: None, is_of_one: true, is_more: false })
    }

    /// The rules of the group with a meaning; `None` if it does not fit the grid.
    pub fn rules(&self, meaning: Meaning, grid: &Grid) -> Option<Vec<GridRule>> {
        let rules = match self.look {
            _ if meaning.id == FALLING => self.diagonals(grid)?,
            // One rule names all cells of a kind.
            DrawnLook::Round | DrawnLook::Square | DrawnLook::Sign => {
                let cells = self.clues.iter().flat_map(|(cells, _)| cells.clone()).collect();
                vec![GridRule::new(meaning.id, cells)]
            }
            DrawnLook::Line | DrawnLook::Middle => {
                let lines = self.lines(meaning)?;
                lines.iter().map(|line| of_line(meaning, line, grid)).collect::<Option<Vec<_>>>()?.concat()
            }
            _ => {
                let rule = |(cells, shown): &(Vec<Cell>, Vec<u32>)| {
                    let numbers = if shown.is_empty() { meaning.number.into_iter().collect() } else { shown.clone() };
                    GridRule { numbers, ..GridRule::new(meaning.id, cells.clone()) }
                };
                self.clues.iter().map(rule).collect()
            }
        };
        rules.iter().all(|rule| rule.fault(grid).is_none()).then_some(rules)
    }

    /// The diagonals, if each line goes from corner to corner.
    fn diagonals(&self, grid: &Grid) -> Option<Vec<GridRule>> {
        let is_along = |line: &[Cell], rises: bool| {
            let diagonal = grid.diagonal(rises);
            line == diagonal || line.iter().rev().eq(diagonal.iter())
        };
        let rule = |(cells, _): &(Vec<Cell>, Vec<u32>)| {
            let id = if is_along(cells, false) { Some(FALLING) } else { is_along(cells, true).then_some(RISING) };
            id.map(|id| GridRule::new(id, Vec::new()))
        };
        self.clues.iter().map(rule).collect()
    }

    /// The lines of a meaning. Strokes that touch are one line if it is a set of cells; if the rule
    /// is about two successive cells, it does not matter. `None` if it does, or if the lines have
    /// not the length that the rule asks for.
    fn lines(&self, meaning: Meaning) -> Option<Vec<Vec<Cell>>> {
        let strokes: Vec<Vec<Cell>> = self.clues.iter().map(|(cells, _)| cells.clone()).collect();
        if let Some(length) = rows_of(meaning.id).find_map(|row| row.length) {
            return strokes.iter().all(|stroke| stroke.len() == length).then_some(strokes);
        }
        let numbers: Vec<u32> = meaning.number.into_iter().collect();
        match GridRule::new(meaning.id, Vec::new()).spec().returns {
            _ if !self.touches => Some(strokes),
            Returns::Window(length) if length(&numbers) == 2 => Some(strokes),
            // They are one line if the words know of one only.
            Returns::Set if meaning.is_of_one => Some(joined(strokes)).filter(|lines| lines.len() == 1),
            _ => None,
        }
    }
}

/// Strokes that share a cell as one line each.
fn joined(strokes: Vec<Vec<Cell>>) -> Vec<Vec<Cell>> {
    let mut lines: Vec<Vec<Cell>> = Vec::new();
    for stroke in strokes {
        let (meets, apart) =
            lines.into_iter().partition(|line: &Vec<Cell>| stroke.iter().any(|cell| line.contains(cell)));
        lines = apart;
        let mut line: Vec<Cell> = Vec::new();
        let cells = meets.into_iter().chain([stroke]).flatten();
        cells.for_each(|cell| {
            if !line.contains(&cell) {
                line.push(cell)
            }
        });
        lines.push(line);
    }
    lines
}

/// The least and the most size of discs in a cell that are bulbs and circles, and the most size of
/// dots, in cells.
const DISC: (f64, f64) = (0.6, 0.95);
const DOT: f64 = 0.5;

/// A drawing with its look. The name is that of a sign, or of a drawing whose look is not known.
struct Part {
    look: DrawnLook,
    hue: Hue,
    name: String,
    cells: Vec<Cell>,
    numbers: Vec<u32>,
}

impl Part {
    fn of(look: DrawnLook, hue: Hue, cells: Vec<Cell>) -> Part {
        Part { look, hue, name: String::new(), cells, numbers: Vec::new() }
    }

    fn unknown(name: impl Into<String>, hue: Hue) -> Part {
        Part { name: name.into(), ..Part::of(DrawnLook::Unknown, hue, Vec::new()) }
    }
}

/// The one to four numbers of a text at a corner: `1 4`, `14`.
fn numbers_at_corner(text: &str, grid: &Grid) -> Option<Vec<u32>> {
    let digits = text.chars().filter(|c| !c.is_whitespace() && *c != ',');
    let symbols = u32::from(grid.lowest)..u32::from(grid.lowest) + grid.n_symbols() as u32;
    let numbers: Option<Vec<u32>> = digits.map(|c| c.to_digit(10).filter(|number| symbols.contains(number))).collect();
    numbers.filter(|numbers| (1..=4).contains(&numbers.len()))
}

/// Groups drawings that look alike. Marks at the ends or at the middle of a line belong to it.
pub(super) fn groups(grid: &Grid, drawings: &[SeenDrawing]) -> Vec<Group> {
    let discs: Vec<(Cell, Hue)> = drawings.iter().filter_map(disc).collect();
    // The circles of arrows are no ends of lines.
    let of_arrows: Vec<Cell> = drawings.iter().filter_map(arrow_start).collect();
    let marked_ends = |drawing: &SeenDrawing| marked_ends(drawing, &discs, &of_arrows);
    let ends: Vec<Cell> = drawings.iter().flat_map(marked_ends).collect();
    let middles: Vec<(DrawnPlace, Hue)> =
        drawings.iter().filter(|one| marked_ends(one).is_empty()).filter_map(middle).collect();
    let marks: Vec<(DrawnPlace, Hue)> = drawings.iter().filter_map(bare_mark).collect();
    let texts: Vec<DrawnPlace> = drawings.iter().filter_map(text_place).collect();
    let part = |drawing: &SeenDrawing| match &drawing.shown {
        DrawnShape::Mark { place: DrawnPlace::Cell(cell), round: true, text, .. }
            if text.trim().is_empty() && ends.contains(cell) =>
        {
            None
        }
        DrawnShape::Mark { .. } if bare_mark(drawing).is_some_and(|mark| middles.contains(&mark)) => None,
        // The disc under a letter or a number.
        DrawnShape::Mark { place, .. } if is_background(drawing) && texts.contains(&place.sorted()) => None,
        DrawnShape::Mark { place, round, size, text } => {
            Some(of_mark((*place, *round, *size, text.trim()), drawing.hue, grid))
        }
        _ if middle(drawing).is_some_and(|at| middles.contains(&at) && marks.contains(&at)) => {
            let DrawnShape::Line(path) = &drawing.shown else { return None };
            Some(Part::of(DrawnLook::Middle, drawing.hue, path.clone()))
        }
        shape => Some(of_shape(shape, drawing.hue, &marked_ends(drawing))),
    };
    let mut groups: Vec<Group> = Vec::new();
    let mut parts: Vec<Part> = drawings.iter().filter_map(part).collect();
    // What is not known comes last.
    parts.sort_by(|one, other| {
        let key = |part: &Part| (part.look == DrawnLook::Unknown).then(|| (part.name.clone(), part.hue));
        key(one).cmp(&key(other))
    });
    for Part { look, hue, name, cells, numbers } in parts {
        match groups.iter_mut().find(|group| (group.look, group.hue, &group.name) == (look, hue, &name)) {
            Some(group) => group.clues.push((cells, numbers)),
            None => groups.push(Group { look, hue, name, touches: false, clues: vec![(cells, numbers)] }),
        }
    }
    for group in &mut groups {
        let strokes = || group.clues.iter().map(|(cells, _)| cells);
        group.touches = group.is_line() && strokes().any(|path| meets_another(path, group.hue, drawings));
        if group.is_sign() {
            group.name = format!("{} {}", counted(group.clues.len(), "sign"), group.name);
            continue;
        }
        let noun = if group.name.is_empty() { group.look.noun() } else { &group.name };
        let meet = if group.touches { " that touch" } else { "" };
        group.name = several(group.clues.len(), format!("{} {noun}{meet}", group.hue.name()).trim());
    }
    groups
}

/// The cells of a line or of an arrow's beginning that a disc marks: a bulb of the line's colour,
/// two discs of another one, or any circle.
fn marked_ends(drawing: &SeenDrawing, discs: &[(Cell, Hue)], of_arrows: &[Cell]) -> Vec<Cell> {
    match &drawing.shown {
        DrawnShape::Line(path) if path.len() > 1 => {
            let of_hue = |hue: Hue| -> Vec<Cell> {
                let ends = [path.first(), path.last()].into_iter().flatten();
                ends.filter(|cell| discs.contains(&(**cell, hue))).copied().collect()
            };
            let mut at_start = discs.iter().filter(|(cell, _)| *cell == path[0]).map(|(_, hue)| of_hue(*hue));
            let bulbs = of_hue(drawing.hue);
            let is_pair = |ends: &Vec<Cell>| {
                ends.len() == 2 && ends[0] != ends[1] && !ends.iter().any(|end| of_arrows.contains(end))
            };
            match bulbs.is_empty() {
                true => at_start.find(is_pair).unwrap_or_default(),
                false => bulbs,
            }
        }
        DrawnShape::Arrow(path) if path.len() > 1 => {
            path.first().filter(|cell| discs.iter().any(|(disc, _)| disc == *cell)).copied().into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The first cell of an arrow.
fn arrow_start(drawing: &SeenDrawing) -> Option<Cell> {
    match &drawing.shown {
        DrawnShape::Arrow(path) => path.first().copied(),
        _ => None,
    }
}

/// The place and the colour of the middle of a line of three cells or more.
fn middle(drawing: &SeenDrawing) -> Option<(DrawnPlace, Hue)> {
    let DrawnShape::Line(path) = &drawing.shown else { return None };
    let half = path.len() / 2;
    let place = match path.len() {
        0..3 => return None,
        n if n % 2 == 1 => DrawnPlace::Cell(path[half]),
        _ => DrawnPlace::Edge(path[half - 1], path[half]),
    };
    Some((place.sorted(), drawing.hue))
}

/// The place and the colour of a mark without a text.
fn bare_mark(drawing: &SeenDrawing) -> Option<(DrawnPlace, Hue)> {
    match &drawing.shown {
        DrawnShape::Mark { place, text, .. } if text.trim().is_empty() => Some((place.sorted(), drawing.hue)),
        _ => None,
    }
}

/// Returns whether a mark may be the ground of a letter.
fn is_background(drawing: &SeenDrawing) -> bool {
    bare_mark(drawing).is_some() && matches!(drawing.hue, Hue::White | Hue::None)
}

/// The place of a text on an edge or at a corner.
fn text_place(drawing: &SeenDrawing) -> Option<DrawnPlace> {
    match &drawing.shown {
        DrawnShape::Mark { place: place @ (DrawnPlace::Edge(..) | DrawnPlace::Corner(_)), text, .. }
            if !text.trim().is_empty() =>
        {
            Some(place.sorted())
        }
        _ => None,
    }
}

/// A drawing that is not a mark, with the cells of its ends that are marked.
fn of_shape(shape: &DrawnShape, hue: Hue, ends: &[Cell]) -> Part {
    match shape {
        DrawnShape::Line(path) if path.len() > 1 => {
            let has = |cell: Option<&Cell>| cell.is_some_and(|cell| ends.contains(cell));
            match (has(path.first()), has(path.last())) {
                (false, false) => Part::of(DrawnLook::Line, hue, path.clone()),
                (true, false) => Part::of(DrawnLook::Bulb, hue, path.clone()),
                (false, true) => Part::of(DrawnLook::Bulb, hue, path.iter().rev().copied().collect()),
                (true, true) => Part::of(DrawnLook::Ends, hue, path.clone()),
            }
        }
        DrawnShape::Arrow(path) if path.len() > 1 => match ends {
            [] => Part::unknown("arrow without a circle", hue),
            _ => Part::of(DrawnLook::Arrow, hue, path.clone()),
        },
        DrawnShape::Cage(cells) => Part::of(DrawnLook::Cage, Hue::None, cells.clone()),
        DrawnShape::Labelled(cells, label) => match label.parse() {
            Ok(sum) => Part { numbers: vec![sum], ..Part::of(DrawnLook::Labelled, Hue::None, cells.clone()) },
            Err(_) => Part::unknown(format!("cage labelled {label}"), Hue::None),
        },
        DrawnShape::Other(what) => Part::unknown(what, hue),
        _ => Part::unknown("line in one cell", hue),
    }
}

/// A mark by its place, whether it is round, its size and its text.
fn of_mark((place, round, size, text): (DrawnPlace, bool, f64, &str), hue: Hue, grid: &Grid) -> Part {
    let is_dot = round && size < DOT;
    match (place, text) {
        (DrawnPlace::Edge(one, two), "X" | "x") => Part::of(DrawnLook::X, Hue::None, vec![one, two]),
        (DrawnPlace::Edge(one, two), "V" | "v") => Part::of(DrawnLook::V, Hue::None, vec![one, two]),
        (DrawnPlace::Edge(one, two), "") if is_dot && hue == Hue::White => {
            Part::of(DrawnLook::WhiteDot, hue, vec![one, two])
        }
        (DrawnPlace::Edge(one, two), "") if is_dot && hue == Hue::Black => {
            Part::of(DrawnLook::BlackDot, hue, vec![one, two])
        }
        (DrawnPlace::Cell(cell), "") if (DISC.0..=DISC.1).contains(&size) => {
            Part::of(if round { DrawnLook::Round } else { DrawnLook::Square }, hue, vec![cell])
        }
        (DrawnPlace::Outside(first, step), number) if number.parse::<u32>().is_ok() => {
            let row = std::iter::successors(Some(first), |&cell| grid.moved(cell, step)).collect();
            Part { numbers: number.parse().into_iter().collect(), ..Part::of(DrawnLook::Outside, Hue::None, row) }
        }
        (DrawnPlace::Corner(first), shown) if numbers_at_corner(shown, grid).is_some() => {
            let four = [(0, 0), (0, 1), (1, 0), (1, 1)].iter().filter_map(|&step| grid.moved(first, step)).collect();
            let numbers = numbers_at_corner(shown, grid).unwrap_or_default();
            Part { numbers, ..Part::of(DrawnLook::Corner, Hue::None, four) }
        }
        (_, "") => Part::unknown("mark", hue),
        (DrawnPlace::Cell(cell), sign) if !sign.chars().any(|c| c.is_ascii_digit()) => {
            Part { name: sign.to_string(), ..Part::of(DrawnLook::Sign, Hue::None, vec![cell]) }
        }
        (_, label) => Part::unknown(format!("text {label}"), Hue::None),
    }
}

/// Returns whether nothing is drawn that a rule could be about: no dots for a rule of dots, no
/// discs in cells for one of circles. Lines, numbers and signs may always be meant. The grid has no
/// rule of this row.
pub(super) fn is_absent(id: &str, drawings: &[SeenDrawing], grid: &Grid) -> bool {
    let is_edge = |one: &SeenDrawing| matches!(&one.shown, DrawnShape::Mark { place: DrawnPlace::Edge(..), .. });
    let is_square =
        |one: &SeenDrawing| matches!(&one.shown, DrawnShape::Mark { round: false, text, .. } if text.trim().is_empty());
    let any = |is: &dyn Fn(&SeenDrawing) -> bool| drawings.iter().any(is);
    let is_drawn_as = |looks: &[DrawnLook]| rows_of(id).any(|row| looks.iter().any(|look| row.is_drawn_as(*look)));
    if is_drawn_as(&[DrawnLook::WhiteDot, DrawnLook::BlackDot, DrawnLook::X, DrawnLook::V]) {
        return !any(&is_edge);
    }
    if is_drawn_as(&[DrawnLook::Round]) {
        let has_circles = |rule: &GridRule| {
            matches!(
                rule.spec().drawn,
                Drawn::Line(Stroke::Arrow | Stroke::Ends | Stroke::Bulb) | Drawn::Round | Drawn::Corner
            )
        };
        return !any(&|one| disc(one).is_some()) && !grid.rules.iter().any(has_circles);
    }
    is_drawn_as(&[DrawnLook::Square]) && !any(&is_square)
}

/// A number of drawings: the first noun of their name has the plural.
fn several(count: usize, name: &str) -> String {
    match [" with ", " without ", " outside", " in one", " that "]
        .into_iter()
        .find_map(|word| name.split_once(word).map(|parts| (parts, word)))
    {
        Some(((noun, rest), word)) => format!("{}{word}{rest}", counted(count, noun)),
        None => counted(count, name),
    }
}

/// Returns whether a line ends on another one of its colour, or the other one on it. The two may be
/// one line in two strokes, or two lines.
fn meets_another(path: &[Cell], hue: Hue, drawings: &[SeenDrawing]) -> bool {
    let ends = |path: &[Cell]| path.first().copied().zip(path.last().copied()).filter(|(first, last)| first != last);
    let Some((first, last)) = ends(path) else { return false };
    drawings.iter().filter(|other| other.hue == hue).any(|other| match &other.shown {
        DrawnShape::Line(other) if other != path => {
            let touches = |line: &[Cell], ends: [Cell; 2]| ends.iter().any(|end| line.contains(end));
            touches(other, [first, last]) || ends(other).is_some_and(|(one, two)| touches(path, [one, two]))
        }
        _ => false,
    })
}

/// The rules of a line. If it comes back to its first cell, a rule about successive cells goes on
/// across the seam. `None` if the rule has no such meaning.
fn of_line(meaning: Meaning, line: &[Cell], grid: &Grid) -> Option<Vec<GridRule>> {
    let numbers: Vec<u32> = meaning.number.into_iter().collect();
    let rule = |cells| GridRule { numbers: numbers.clone(), ..GridRule::new(meaning.id, cells) };
    if line.len() < 4 || line.first() != line.last() {
        return Some(vec![rule(line.to_vec())]);
    }
    let ring = &line[..line.len() - 1];
    let spec = GridRule::new(meaning.id, Vec::new()).spec();
    let again = match spec.returns {
        Returns::Window(length) => length(&numbers).saturating_sub(1),
        _ => 1,
    };
    let line: Vec<Cell> = ring.iter().chain(ring.iter().take(again)).copied().collect();
    Some(spec.without_returns(&line, &numbers, grid)?.into_iter().map(rule).collect())
}

/// The cell and the colour of a disc that may be a bulb or a circle.
fn disc(drawing: &SeenDrawing) -> Option<(Cell, Hue)> {
    match &drawing.shown {
        DrawnShape::Mark { place: DrawnPlace::Cell(cell), round: true, size, text }
            if text.trim().is_empty() && (DISC.0..=DISC.1).contains(size) =>
        {
            Some((*cell, drawing.hue))
        }
        _ => None,
    }
}
