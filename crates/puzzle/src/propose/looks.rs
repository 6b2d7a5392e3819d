//! Drawings with their looks, and groups of drawings that look alike.

use super::hue::Hue;
use super::look::Look;
use super::sayings::Meaning;
use super::table::{About, rows_of};
use crate::cell::Cell;
use crate::grid::{Grid, GridRule};
use crate::rules::{FALLING, RISING};
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
    /// Beside a row or a column, which is looked at from its first cell on, by this step.
    Outside(Cell, (i32, i32)),
    /// Somewhere else.
    Other,
}

/// Drawings that look alike.
#[derive(Clone, Debug)]
pub(super) struct Group {
    look: Look,
    pub hue: Hue,
    /// The drawings in words: `11 purple lines`.
    pub name: String,
    /// By drawing: its cells, and the number that it shows.
    clues: Vec<(Vec<Cell>, Option<u32>)>,
}

impl Group {
    pub fn is_line(&self) -> bool {
        self.look == Look::Line
    }

    /// Returns whether a sentence that names colours must name this one.
    pub fn needs_hue(&self) -> bool {
        matches!(self.look, Look::Line | Look::Round | Look::Square)
    }

    pub fn is_labelled(&self) -> bool {
        self.look == Look::Labelled
    }

    /// Returns whether the look may mean a rule.
    pub fn may_be(&self, id: &str) -> bool {
        rows_of(id).any(|row| row.about == About::Drawn(self.look))
    }

    /// The rules of the group with a meaning; `None` if it does not fit the grid.
    pub fn rules(&self, meaning: Meaning, grid: &Grid) -> Option<Vec<GridRule>> {
        if meaning.id == FALLING {
            // A line from corner to corner, either way.
            let is_along = |line: &[Cell], rises: bool| {
                let diagonal = grid.diagonal(rises);
                line == diagonal || line.iter().rev().eq(diagonal.iter())
            };
            let rule = |(cells, _): &(Vec<Cell>, Option<u32>)| {
                let id = if is_along(cells, false) { Some(FALLING) } else { is_along(cells, true).then_some(RISING) };
                id.map(|id| GridRule::new(id, Vec::new()))
            };
            return self.clues.iter().map(rule).collect();
        }
        let rule = |(cells, number): &(Vec<Cell>, Option<u32>)| {
            let numbers = number.or(meaning.number).into_iter().collect();
            GridRule { numbers, ..GridRule::new(meaning.id, cells.clone()) }
        };
        let rules = match self.look {
            // One rule names all cells of a kind.
            Look::Round | Look::Square => {
                let cells = self.clues.iter().flat_map(|(cells, _)| cells.clone()).collect();
                vec![GridRule::new(meaning.id, cells)]
            }
            _ => {
                let is_closed = |cells: &[Cell]| cells.len() > 3 && cells.first() == cells.last();
                let rules = self.clues.iter().map(|clue| match is_closed(&clue.0) {
                    true => closed(meaning, &clue.0, grid),
                    false => Some(vec![rule(clue)]),
                });
                rules.collect::<Option<Vec<_>>>()?.concat()
            }
        };
        rules.iter().all(|rule| rule.fault(grid).is_none()).then_some(rules)
    }
}

/// The least and the most size of discs in a cell that are bulbs and circles, and the most size of
/// dots, in cells.
const DISC: (f64, f64) = (0.6, 0.95);
const DOT: f64 = 0.5;

/// A drawing with its look: its colour, its cells, and the number that it shows.
type Part = (Look, Hue, Vec<Cell>, Option<u32>);

/// Groups drawings that look alike. Discs at the ends of lines and arrows belong to those.
pub(super) fn groups(grid: &Grid, drawings: &[SeenDrawing]) -> Vec<Group> {
    let discs: Vec<(Cell, Hue)> = drawings.iter().filter_map(disc).collect();
    let (mut parts, mut taken): (Vec<Part>, Vec<Cell>) = (Vec::new(), Vec::new());
    let mut other: Vec<(String, Hue)> = Vec::new();
    for drawing in drawings {
        match &drawing.shown {
            DrawnShape::Line(path) if path.len() > 1 => {
                let has = |cell: Option<&Cell>| cell.is_some_and(|cell| discs.contains(&(*cell, drawing.hue)));
                match (has(path.first()), has(path.last())) {
                    (false, false) if meets_another(path, drawing.hue, drawings) => {
                        other.push(("line touching another".to_string(), drawing.hue));
                    }
                    (false, false) => parts.push((Look::Line, drawing.hue, path.clone(), None)),
                    (true, false) => parts.push((Look::Bulb, drawing.hue, path.clone(), None)),
                    (false, true) => parts.push((Look::Bulb, drawing.hue, path.iter().rev().copied().collect(), None)),
                    (true, true) => other.push(("line with two bulbs".to_string(), drawing.hue)),
                }
                taken.extend([path.first(), path.last()].into_iter().flatten().filter(|cell| has(Some(cell))));
            }
            DrawnShape::Arrow(path) if path.len() > 1 => {
                match discs.iter().any(|(cell, _)| *cell == path[0]) {
                    true => parts.push((Look::Arrow, drawing.hue, path.clone(), None)),
                    false => other.push(("arrow without a circle".to_string(), drawing.hue)),
                }
                taken.push(path[0]);
            }
            DrawnShape::Cage(cells) => parts.push((Look::Cage, Hue::None, cells.clone(), None)),
            DrawnShape::Labelled(cells, label) => match label.parse() {
                Ok(sum) => parts.push((Look::Labelled, Hue::None, cells.clone(), Some(sum))),
                Err(_) => other.push((format!("cage labelled {label}"), Hue::None)),
            },
            DrawnShape::Other(what) => other.push((what.clone(), drawing.hue)),
            DrawnShape::Line(_) | DrawnShape::Arrow(_) => other.push(("line in one cell".to_string(), drawing.hue)),
            DrawnShape::Mark { .. } => {}
        }
    }
    for drawing in drawings {
        let DrawnShape::Mark { place, round, size, text } = &drawing.shown else { continue };
        let label = text.trim();
        match (place, label) {
            (DrawnPlace::Edge(one, two), "X" | "x") => parts.push((Look::X, Hue::None, vec![*one, *two], None)),
            (DrawnPlace::Edge(one, two), "V" | "v") => parts.push((Look::V, Hue::None, vec![*one, *two], None)),
            (DrawnPlace::Edge(one, two), "") if *round && *size < DOT && drawing.hue == Hue::White => {
                parts.push((Look::WhiteDot, Hue::White, vec![*one, *two], None));
            }
            (DrawnPlace::Edge(one, two), "") if *round && *size < DOT && drawing.hue == Hue::Black => {
                parts.push((Look::BlackDot, Hue::Black, vec![*one, *two], None));
            }
            (DrawnPlace::Cell(cell), "") if *round && taken.contains(cell) => {}
            (DrawnPlace::Cell(cell), "") if (DISC.0..=DISC.1).contains(size) => {
                parts.push((if *round { Look::Round } else { Look::Square }, drawing.hue, vec![*cell], None));
            }
            (DrawnPlace::Outside(first, step), number) if number.parse::<u32>().is_ok() => {
                let row = std::iter::successors(Some(*first), |&cell| grid.moved(cell, *step)).collect();
                parts.push((Look::Outside, Hue::None, row, number.parse().ok()));
            }
            (_, "") => other.push(("mark".to_string(), drawing.hue)),
            (_, label) => other.push((format!("text {label}"), Hue::None)),
        }
    }
    let mut groups: Vec<Group> = Vec::new();
    for (look, hue, cells, number) in parts {
        match groups.iter_mut().find(|group| group.look == look && group.hue == hue) {
            Some(group) => group.clues.push((cells, number)),
            None => {
                groups.push(Group { look, hue, name: String::new(), clues: vec![(cells, number)] });
            }
        }
    }
    other.sort();
    for part in other.chunk_by(|one, next| one == next) {
        let name = part[0].0.clone();
        let clues = vec![(Vec::new(), None); part.len()];
        groups.push(Group { look: Look::Unknown, hue: part[0].1, name, clues });
    }
    for group in &mut groups {
        let noun = if group.look == Look::Unknown { &group.name } else { group.look.noun() };
        group.name = several(group.clues.len(), format!("{} {noun}", group.hue.name()).trim());
    }
    groups
}

/// A number of drawings: the first noun of their name has the plural.
fn several(count: usize, name: &str) -> String {
    match [" with ", " without ", " outside", " in one", " touching "]
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

/// The rules of a line that comes back to its first cell. A rule about successive cells has
/// further ones across the seam; one about parts begins where a part does. `None` if the rule has
/// no such meaning.
fn closed(meaning: Meaning, cells: &[Cell], grid: &Grid) -> Option<Vec<GridRule>> {
    let ring = &cells[..cells.len() - 1];
    let rule = |cells: Vec<Cell>| GridRule {
        numbers: meaning.number.into_iter().collect(),
        ..GridRule::new(meaning.id, cells)
    };
    let n = ring.len();
    match meaning.id {
        "renban" | "nabner" => Some(vec![rule(ring.to_vec())]),
        "whisper" => Some(vec![rule(ring.to_vec()), rule(vec![ring[n - 1], ring[0]])]),
        "entropic" | "modular" => Some(vec![
            rule(ring.to_vec()),
            rule(vec![ring[n - 2], ring[n - 1], ring[0]]),
            rule(vec![ring[n - 1], ring[0], ring[1]]),
        ]),
        "regionsum" => {
            let areas = grid.areas.numbers(grid.size());
            let area = |k: usize| areas[ring[k % n].index()];
            let first = (0..n).find(|&k| area(k) != area(k + n - 1))?;
            Some(vec![rule((0..n).map(|k| ring[(first + k) % n]).collect())])
        }
        _ => None,
    }
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
