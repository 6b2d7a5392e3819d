//! Drawings with their looks, and groups of drawings that look alike.

use super::Meaning;
use crate::cell::Cell;
use crate::grid::{Grid, GridRule};
use crate::scan::counted;

/// A family of colours, as words name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hue {
    Black,
    White,
    Grey,
    Red,
    Orange,
    Yellow,
    Green,
    Blue,
    Purple,
    /// None, or one that is not known.
    None,
}

/// The words for each family.
pub(super) const HUES: [(Hue, &[&str]); 9] = [
    (Hue::Black, &["black"]),
    (Hue::White, &["white"]),
    (Hue::Grey, &["grey", "gray", "silver"]),
    (Hue::Red, &["red", "crimson", "scarlet"]),
    (Hue::Orange, &["orange", "peach", "apricot", "amber", "salmon", "brown"]),
    (Hue::Yellow, &["yellow", "gold", "golden"]),
    (Hue::Green, &["green", "lime", "emerald"]),
    (Hue::Blue, &["blue", "turquoise", "cyan", "teal", "aqua", "azure"]),
    (Hue::Purple, &["purple", "violet", "pink", "magenta", "lavender", "lilac", "mauve", "fuchsia"]),
];

impl Hue {
    /// The family of a colour in hexadecimal digits: `#rgb` or `#rrggbb`, perhaps with its opacity.
    pub fn of(text: &str) -> Hue {
        let digits: Vec<u32> = text.trim_start_matches('#').chars().filter_map(|c| c.to_digit(16)).collect();
        let part = |at: usize| match digits.len() {
            3 | 4 => 17 * digits[at],
            _ => 16 * digits[2 * at] + digits[2 * at + 1],
        };
        if !matches!(digits.len(), 3 | 4 | 6 | 8) {
            return Hue::None;
        }
        if digits.len() == 4 && digits[3] == 0 || digits.len() == 8 && digits[6] == 0 && digits[7] == 0 {
            return Hue::None;
        }
        let (r, g, b) = (part(0) as f64, part(1) as f64, part(2) as f64);
        let (most, least) = (r.max(g).max(b), r.min(g).min(b));
        if most < 50.0 {
            return Hue::Black;
        }
        if most - least < 0.12 * most {
            return if most > 240.0 { Hue::White } else { Hue::Grey };
        }
        let turn = match most {
            most if most == r => ((g - b) / (most - least)).rem_euclid(6.0),
            most if most == g => (b - r) / (most - least) + 2.0,
            _ => (r - g) / (most - least) + 4.0,
        };
        match 60.0 * turn {
            0.0..15.0 => Hue::Red,
            15.0..45.0 => Hue::Orange,
            45.0..70.0 => Hue::Yellow,
            70.0..165.0 => Hue::Green,
            165.0..255.0 => Hue::Blue,
            255.0..345.0 => Hue::Purple,
            _ => Hue::Red,
        }
    }

    fn name(self) -> &'static str {
        HUES.iter().find(|(hue, _)| *hue == self).map_or("", |(_, names)| names[0])
    }
}

/// A drawing: what it shows, and its colour.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    pub shown: Shown,
    pub hue: Hue,
}

/// What a drawing shows.
#[derive(Clone, Debug)]
pub(crate) enum Shown {
    /// A line along cells.
    Line(Vec<Cell>),
    /// A line with a head at its last cell.
    Arrow(Vec<Cell>),
    /// A disc, a square or a text.
    Mark { place: Place, round: bool, size: f64, text: String },
    /// A cage without a number, whose cells hold different symbols.
    Cage(Vec<Cell>),
    /// A cage with a number whose cells may be alike.
    Labelled(Vec<Cell>, String),
    /// Another drawing, in words.
    Other(String),
}

/// Where a mark is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    Cell(Cell),
    Edge(Cell, Cell),
    /// Beside a row or a column, which is looked at from its first cell on, by this step.
    Outside(Cell, (i32, i32)),
    /// Somewhere else.
    Other,
}

/// The look of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Look {
    Line,
    Bulb,
    Arrow,
    WhiteDot,
    BlackDot,
    X,
    V,
    Round,
    Square,
    Outside,
    Cage,
    Labelled,
    Unknown,
}

/// Drawings that look alike.
#[derive(Clone, Debug)]
pub(super) struct Group {
    look: Look,
    pub hue: Hue,
    /// The drawings in words: `11 purple lines`.
    pub name: String,
    /// Whether a sentence that names colours must name this one.
    pub needs_hue: bool,
    /// By drawing: its cells, and the number that it shows.
    clues: Vec<(Vec<Cell>, Option<u32>)>,
}

/// The rules that lines without further signs mean.
const LINES: [&str; 10] =
    ["renban", "whisper", "regionsum", "palindrome", "entropic", "modular", "zipper", "between", "nabner", "sumline"];

impl Group {
    pub fn is_line(&self) -> bool {
        self.look == Look::Line
    }

    /// Returns whether the look may mean a rule.
    pub fn may_be(&self, id: &str) -> bool {
        match self.look {
            Look::Line => LINES.contains(&id),
            Look::Bulb => id == "thermometer",
            Look::Arrow => id == "arrow",
            Look::WhiteDot => id == "white",
            Look::BlackDot => id == "black",
            Look::X => id == "x",
            Look::V => id == "v",
            Look::Round => matches!(id, "odd" | "counting"),
            Look::Square => id == "even",
            Look::Outside => matches!(id, "sandwich" | "skyscraper" | "xsum"),
            Look::Cage => id == "cage",
            Look::Labelled => id == "killer",
            Look::Unknown => false,
        }
    }

    /// The rules of the group with a meaning; `None` if it does not fit the grid.
    pub fn rules(&self, meaning: Meaning, grid: &Grid) -> Option<Vec<GridRule>> {
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

/// Groups drawings that look alike. Discs at the ends of lines and arrows belong to those.
pub(super) fn groups(grid: &Grid, drawings: &[Drawing]) -> Vec<Group> {
    let discs: Vec<(Cell, Hue)> = drawings.iter().filter_map(disc).collect();
    let (mut parts, mut taken): (Vec<(Look, Hue, Vec<Cell>, Option<u32>)>, Vec<Cell>) = (Vec::new(), Vec::new());
    let mut other: Vec<(String, Hue)> = Vec::new();
    for drawing in drawings {
        match &drawing.shown {
            Shown::Line(path) if path.len() > 1 => {
                let has = |cell: Option<&Cell>| cell.is_some_and(|cell| discs.contains(&(*cell, drawing.hue)));
                match (has(path.first()), has(path.last())) {
                    (false, false) if meets_another(path, drawing.hue, drawings) => {
                        other.push(("line that meets another".to_string(), drawing.hue));
                    }
                    (false, false) => parts.push((Look::Line, drawing.hue, path.clone(), None)),
                    (true, false) => parts.push((Look::Bulb, drawing.hue, path.clone(), None)),
                    (false, true) => parts.push((Look::Bulb, drawing.hue, path.iter().rev().copied().collect(), None)),
                    (true, true) => other.push(("line with two bulbs".to_string(), drawing.hue)),
                }
                taken.extend([path.first(), path.last()].into_iter().flatten().filter(|cell| has(Some(cell))));
            }
            Shown::Arrow(path) if path.len() > 1 => {
                match discs.iter().any(|(cell, _)| *cell == path[0]) {
                    true => parts.push((Look::Arrow, drawing.hue, path.clone(), None)),
                    false => other.push(("arrow without a circle".to_string(), drawing.hue)),
                }
                taken.push(path[0]);
            }
            Shown::Cage(cells) => parts.push((Look::Cage, Hue::None, cells.clone(), None)),
            Shown::Labelled(cells, label) => match label.parse() {
                Ok(sum) => parts.push((Look::Labelled, Hue::None, cells.clone(), Some(sum))),
                Err(_) => other.push((format!("cage labelled {label}"), Hue::None)),
            },
            Shown::Other(what) => other.push((what.clone(), drawing.hue)),
            Shown::Line(_) | Shown::Arrow(_) => other.push(("line in one cell".to_string(), drawing.hue)),
            Shown::Mark { .. } => {}
        }
    }
    for drawing in drawings {
        let Shown::Mark { place, round, size, text } = &drawing.shown else { continue };
        let label = text.trim();
        match (place, label) {
            (Place::Edge(one, two), "X" | "x") => parts.push((Look::X, Hue::None, vec![*one, *two], None)),
            (Place::Edge(one, two), "V" | "v") => parts.push((Look::V, Hue::None, vec![*one, *two], None)),
            (Place::Edge(one, two), "") if *round && *size < DOT && drawing.hue == Hue::White => {
                parts.push((Look::WhiteDot, Hue::White, vec![*one, *two], None));
            }
            (Place::Edge(one, two), "") if *round && *size < DOT && drawing.hue == Hue::Black => {
                parts.push((Look::BlackDot, Hue::Black, vec![*one, *two], None));
            }
            (Place::Cell(cell), "") if *round && taken.contains(cell) => {}
            (Place::Cell(cell), "") if (DISC.0..=DISC.1).contains(size) => {
                parts.push((if *round { Look::Round } else { Look::Square }, drawing.hue, vec![*cell], None));
            }
            (Place::Outside(first, step), number) if number.parse::<u32>().is_ok() => {
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
                let needs_hue = matches!(look, Look::Line | Look::Round | Look::Square);
                groups.push(Group { look, hue, name: String::new(), needs_hue, clues: vec![(cells, number)] });
            }
        }
    }
    other.sort();
    for part in other.chunk_by(|one, next| one == next) {
        let name = part[0].0.clone();
        let clues = vec![(Vec::new(), None); part.len()];
        groups.push(Group { look: Look::Unknown, hue: part[0].1, name, needs_hue: false, clues });
    }
    for group in &mut groups {
        let noun = match group.look {
            Look::Line => "line",
            Look::Bulb => "line with a bulb",
            Look::Arrow => "arrow",
            Look::WhiteDot | Look::BlackDot => "dot",
            Look::X => "X",
            Look::V => "V",
            Look::Round => "circle",
            Look::Square => "square",
            Look::Outside => "number outside",
            Look::Cage => "cage without a number",
            Look::Labelled => "cage with a number",
            Look::Unknown => group.name.as_str(),
        };
        group.name = several(group.clues.len(), format!("{} {noun}", group.hue.name()).trim());
    }
    groups
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

/// Returns whether a line ends where another one of its colour does. The two may be one line in two
/// strokes, or two lines.
fn meets_another(path: &[Cell], hue: Hue, drawings: &[Drawing]) -> bool {
    let ends = |path: &[Cell]| path.first().copied().zip(path.last().copied()).filter(|(first, last)| first != last);
    let Some((first, last)) = ends(path) else { return false };
    drawings.iter().filter(|other| other.hue == hue).any(|other| match &other.shown {
        Shown::Line(other) if other != path => {
            ends(other).is_some_and(|(one, two)| [first, last].iter().any(|end| *end == one || *end == two))
        }
        _ => false,
    })
}

/// The rules of a line that comes back to its first cell. A rule about successive cells has further
/// ones across the seam; one about parts begins where a part does. `None` if it has no such meaning.
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
fn disc(drawing: &Drawing) -> Option<(Cell, Hue)> {
    match &drawing.shown {
        Shown::Mark { place: Place::Cell(cell), round: true, size, text }
            if text.trim().is_empty() && (DISC.0..=DISC.1).contains(size) =>
        {
            Some((*cell, drawing.hue))
        }
        _ => None,
    }
}
