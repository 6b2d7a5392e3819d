//! Rules in addition to rows, columns and areas. Each is a row of [`RULES`]: an extra unit, symbols
//! that a cell may not hold, or pairs of cells whose symbols exclude each other. All are encoded as
//! exact cover: units give items, and two options that exclude each other share a secondary item.
//! So every rule can be stepped link by link.

use super::areas::Areas;
use super::cell::Cell;
use super::grid::{Grid, Rule};
use super::scan::counted;

/// The meaning of a rule. Symbols are numbers from 1 to n.
pub enum Sense {
    /// Sets of cells that hold each symbol at most once. The function returns them as row-major
    /// positions, given the side and the areas.
    Units(fn(usize, &Areas) -> Vec<Vec<usize>>),
    /// The named cells are such a set.
    Unit,
    /// Each named cell may hold only the numbers that the function allows.
    Each(fn(u8) -> bool),
    /// Two cells at one of these offsets (rows, columns) may hold only two numbers that the
    /// function allows.
    Apart(&'static [(i32, i32)], fn(u8, u8) -> bool),
    /// Each named cell and each of its orthogonal neighbours may hold only two numbers that the
    /// function allows.
    Beside(fn(u8, u8) -> bool),
    /// Each two successive named cells may hold only two numbers that the function allows. Its last
    /// argument is the side.
    Along(fn(u8, u8, u8) -> bool),
    /// The named cells read the same from both ends.
    Mirror,
}

/// The drawing of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// No drawing: the rule is described in words.
    Words,
    /// Its cells are shaded.
    Shade,
    /// A circle in each cell.
    Round,
    /// A square in each cell.
    Square,
    /// A sign that each cell is less than its neighbours.
    Less,
    /// A sign that each cell is more than its neighbours.
    More,
    /// A dot or a letter between two cells.
    Between(char),
    /// A line through the cells.
    Line(Stroke),
}

/// The look of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// With a bulb at its first cell.
    Bulb,
    Plain,
    Dashed,
}

/// A row of the table of rules.
pub struct RuleSpec {
    /// The name in files.
    pub id: &'static str,
    /// The name in words.
    pub name: &'static str,
    /// A short name that is part of the names of items: of a unit, or of two options that exclude
    /// each other.
    pub short: &'static str,
    pub help: &'static str,
    pub sense: Sense,
    pub drawn: Drawn,
    /// The key with the same meaning in f-puzzles' JSON, if there is one.
    pub fpuzzles: Option<&'static str>,
}

impl std::fmt::Debug for RuleSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// Every rule. A new rule with one of the existing senses is a new row.
pub static RULES: &[RuleSpec] = &[
    RuleSpec {
        id: "windoku",
        name: "window",
        short: "w",
        help: "the four windows of a 9x9 hold each symbol once",
        sense: Sense::Units(windows),
        drawn: Drawn::Shade,
        fpuzzles: None,
    },
    RuleSpec {
        id: "disjoint",
        name: "disjoint group",
        short: "g",
        help: "cells at the same place of their boxes hold different symbols",
        sense: Sense::Units(groups),
        drawn: Drawn::Words,
        fpuzzles: Some("disjointgroups"),
    },
    RuleSpec {
        id: "region",
        name: "extra region",
        short: "x",
        help: "the named cells hold different symbols",
        sense: Sense::Unit,
        drawn: Drawn::Shade,
        fpuzzles: Some("extraregion"),
    },
    RuleSpec {
        id: "antiknight",
        name: "anti-knight",
        short: "knight",
        help: "cells a knight's move apart hold different symbols",
        sense: Sense::Apart(&[(1, 2), (2, 1), (1, -2), (2, -1)], |one, other| one != other),
        drawn: Drawn::Words,
        fpuzzles: Some("antiknight"),
    },
    RuleSpec {
        id: "antiking",
        name: "anti-king",
        short: "king",
        help: "cells that touch at a corner hold different symbols",
        sense: Sense::Apart(&[(1, 1), (1, -1)], |one, other| one != other),
        drawn: Drawn::Words,
        fpuzzles: Some("antiking"),
    },
    RuleSpec {
        id: "nonconsecutive",
        name: "non-consecutive",
        short: "next",
        help: "cells that share a side do not hold consecutive numbers",
        sense: Sense::Apart(&[(0, 1), (1, 0)], |one, other| one.abs_diff(other) != 1),
        drawn: Drawn::Words,
        fpuzzles: Some("nonconsecutive"),
    },
    RuleSpec {
        id: "even",
        name: "even cells",
        short: "even",
        help: "the named cells hold even numbers",
        sense: Sense::Each(|number| number % 2 == 0),
        drawn: Drawn::Square,
        fpuzzles: Some("even"),
    },
    RuleSpec {
        id: "odd",
        name: "odd cells",
        short: "odd",
        help: "the named cells hold odd numbers",
        sense: Sense::Each(|number| number % 2 == 1),
        drawn: Drawn::Round,
        fpuzzles: Some("odd"),
    },
    RuleSpec {
        id: "minimum",
        name: "minimum",
        short: "min",
        help: "each named cell holds less than every cell that shares a side with it",
        sense: Sense::Beside(|own, other| own < other),
        drawn: Drawn::Less,
        fpuzzles: Some("minimum"),
    },
    RuleSpec {
        id: "maximum",
        name: "maximum",
        short: "max",
        help: "each named cell holds more than every cell that shares a side with it",
        sense: Sense::Beside(|own, other| own > other),
        drawn: Drawn::More,
        fpuzzles: Some("maximum"),
    },
    RuleSpec {
        id: "white",
        name: "white dot",
        short: "white",
        help: "two neighbours hold consecutive numbers (white kropki dot)",
        sense: Sense::Along(|one, other, _| one.abs_diff(other) == 1),
        drawn: Drawn::Between('○'),
        fpuzzles: None,
    },
    RuleSpec {
        id: "black",
        name: "black dot",
        short: "black",
        help: "one of two neighbours is twice the other (black kropki dot)",
        sense: Sense::Along(|one, other, _| one == 2 * other || other == 2 * one),
        drawn: Drawn::Between('●'),
        fpuzzles: None,
    },
    RuleSpec {
        id: "x",
        name: "X",
        short: "x10",
        help: "two neighbours add up to 10",
        sense: Sense::Along(|one, other, _| one + other == 10),
        drawn: Drawn::Between('X'),
        fpuzzles: None,
    },
    RuleSpec {
        id: "v",
        name: "V",
        short: "v5",
        help: "two neighbours add up to 5",
        sense: Sense::Along(|one, other, _| one + other == 5),
        drawn: Drawn::Between('V'),
        fpuzzles: None,
    },
    RuleSpec {
        id: "thermometer",
        name: "thermometer",
        short: "thermo",
        help: "numbers rise along the named cells, from the bulb on",
        sense: Sense::Along(|one, other, _| one < other),
        drawn: Drawn::Line(Stroke::Bulb),
        fpuzzles: Some("thermometer"),
    },
    RuleSpec {
        id: "whisper",
        name: "whisper line",
        short: "whisper",
        help: "successive named cells differ by at least half the side, rounded up: 5 in a 9x9",
        sense: Sense::Along(|one, other, n| one.abs_diff(other) >= n.div_ceil(2)),
        drawn: Drawn::Line(Stroke::Dashed),
        fpuzzles: Some("whispers"),
    },
    RuleSpec {
        id: "palindrome",
        name: "palindrome",
        short: "palin",
        help: "the named cells read the same from both ends",
        sense: Sense::Mirror,
        drawn: Drawn::Line(Stroke::Plain),
        fpuzzles: Some("palindrome"),
    },
];

/// The rule with this id.
pub fn rule(id: &str) -> Option<&'static RuleSpec> {
    RULES.iter().find(|own| own.id == id)
}

impl RuleSpec {
    /// Returns true for a rule of single cells that does not allow a number.
    pub fn forbids(&self, number: u8) -> bool {
        matches!(self.sense, Sense::Each(allows) if !allows(number))
    }

    /// Returns whether the rule names cells.
    pub fn names_cells(&self) -> bool {
        !matches!(self.sense, Sense::Units(_) | Sense::Apart(..))
    }

    /// The fewest and the most cells that the rule names in a grid of side n.
    pub fn cells(&self, n: usize) -> (usize, usize) {
        match self.sense {
            Sense::Units(_) | Sense::Apart(..) => (0, 0),
            Sense::Unit => (2, n),
            Sense::Each(_) | Sense::Beside(_) => (1, n * n),
            Sense::Along(_) if matches!(self.drawn, Drawn::Between(_)) => (2, 2),
            Sense::Along(_) | Sense::Mirror => (2, n * n),
        }
    }

    /// The reason why a rule cannot name these cells of a grid, in words; `None` if it can.
    pub fn fault(&self, grid: &Grid, cells: &[Cell]) -> Option<String> {
        let n = grid.n();
        let mut seen = cells.to_vec();
        seen.sort_unstable();
        seen.dedup();
        let neighbours = |pair: &[Cell]| {
            let (one, other) = (grid.place(pair[0]), grid.place(pair[1]));
            one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1
        };
        if matches!(self.sense, Sense::Units(units) if units(n, &grid.areas).is_empty()) {
            return Some(format!("`{}` has no cells in this grid: {}", self.id, self.help));
        }
        let (few, many) = self.cells(n);
        if !(few..=many).contains(&cells.len()) {
            let wanted = if few == many { few.to_string() } else { format!("{few} to {many}") };
            return Some(format!("`{}` names {}, {wanted} expected", self.id, counted(cells.len(), "cell")));
        }
        if seen.len() < cells.len() {
            return Some(format!("`{}` names a cell twice", self.id));
        }
        let is_dot = few == 2 && many == 2;
        (is_dot && !neighbours(cells)).then(|| format!("the two cells of `{}` are not neighbours", self.id))
    }
}

impl Rule {
    pub fn spec(&self) -> &'static RuleSpec {
        rule(&self.id).expect("a grid has rules of the table only")
    }

    /// The rule in words: `thermometer r1c1 r1c2: numbers rise along the named cells, from the bulb
    /// on`.
    pub fn words(&self, grid: &Grid) -> String {
        let names = self.cells.iter().map(|&cell| format!(" {}", grid.name(cell)));
        format!("{}{}: {}", self.spec().name, names.collect::<String>(), self.spec().help)
    }

    /// The rule as it is written in a file: `thermometer r1c1 r1c2`.
    pub fn text(&self, grid: &Grid) -> String {
        let names = self.cells.iter().map(|&cell| format!(" {}", grid.name(cell)));
        self.id.clone() + &names.collect::<String>()
    }
}

/// Two cells, and the rule that restricts the two numbers in them.
pub struct Relation {
    pub one: Cell,
    pub other: Cell,
    pub spec: &'static RuleSpec,
    n: u8,
}

impl Relation {
    /// Returns whether the first cell may hold one number and the second the other; numbers from 1.
    pub fn allows(&self, one: u8, other: u8) -> bool {
        match self.spec.sense {
            Sense::Apart(_, allows) | Sense::Beside(allows) => allows(one, other),
            Sense::Along(allows) => allows(one, other, self.n),
            Sense::Mirror => one == other,
            Sense::Units(_) | Sense::Unit | Sense::Each(_) => true,
        }
    }
}

impl Grid {
    /// The units of the rules: the rule, the number of the unit among those of the same rule, and
    /// its cells.
    pub fn rule_units(&self) -> Vec<(&'static RuleSpec, usize, Vec<Cell>)> {
        let mut found: Vec<(&'static RuleSpec, usize, Vec<Cell>)> = Vec::new();
        for rule in &self.rules {
            let spec = rule.spec();
            let units = match spec.sense {
                Sense::Units(units) => {
                    let cells = |unit: Vec<usize>| unit.into_iter().map(|cell| Cell(cell as u16)).collect();
                    units(self.n(), &self.areas).into_iter().map(cells).collect()
                }
                Sense::Unit => vec![rule.cells.clone()],
                _ => Vec::new(),
            };
            for cells in units {
                let number = found.iter().filter(|(own, ..)| own.id == spec.id).count();
                found.push((spec, number, cells));
            }
        }
        found
    }

    /// The pairs of cells whose symbols restrict each other by a rule.
    pub fn relations(&self) -> Vec<Relation> {
        let n = self.n();
        let mut found = Vec::new();
        for rule in &self.rules {
            let spec = rule.spec();
            let mut relate = |one: Cell, other: Cell| found.push(Relation { one, other, spec, n: n as u8 });
            match spec.sense {
                Sense::Apart(moves, _) => {
                    for cell in self.all_cells() {
                        moves.iter().filter_map(|&by| self.moved(cell, by)).for_each(|other| relate(cell, other));
                    }
                }
                Sense::Beside(_) => {
                    for &cell in &rule.cells {
                        let around = [(0, 1), (1, 0), (0, -1), (-1, 0)];
                        around.iter().filter_map(|&by| self.moved(cell, by)).for_each(|other| relate(cell, other));
                    }
                }
                Sense::Along(_) => rule.cells.windows(2).for_each(|pair| relate(pair[0], pair[1])),
                Sense::Mirror => {
                    let ends = rule.cells.iter().zip(rule.cells.iter().rev()).take(rule.cells.len() / 2);
                    ends.for_each(|(&one, &other)| relate(one, other));
                }
                Sense::Units(_) | Sense::Unit | Sense::Each(_) => {}
            }
        }
        found
    }

    /// Returns whether a drawing shows more than the symbols and areas: diagonals, or rules with a
    /// drawing.
    pub fn is_drawn_on(&self) -> bool {
        self.diagonals || self.rules.iter().any(|rule| rule.spec().drawn != Drawn::Words)
    }

    /// By cell, the symbols that the rules about single cells allow, one bit each.
    pub fn allowed(&self) -> Vec<u32> {
        let mut sets = vec![(1u32 << self.n()) - 1; self.n() * self.n()];
        for rule in &self.rules {
            if let Sense::Each(allows) = rule.spec().sense {
                let set = (0..self.n() as u8).filter(|&k| allows(k + 1)).fold(0, |set, k| set | 1u32 << k);
                rule.cells.iter().for_each(|cell| sets[cell.index()] &= set);
            }
        }
        sets
    }

    /// The cell at this offset of rows and columns, if the grid has one.
    fn moved(&self, cell: Cell, (rows, columns): (i32, i32)) -> Option<Cell> {
        let (row, column) = self.place(cell);
        let row = row.checked_add_signed(rows as isize).filter(|&row| row < self.n())?;
        let column = column.checked_add_signed(columns as isize).filter(|&column| column < self.n())?;
        Some(self.cell(row, column))
    }
}

/// The windows of a 9x9; empty for other sides.
fn windows(n: usize, _: &Areas) -> Vec<Vec<usize>> {
    let window = |top: usize, left: usize| (0..9).map(|k| (top + k / 3) * 9 + left + k % 3).collect();
    if n == 9 { [(1, 1), (1, 5), (5, 1), (5, 5)].map(|(top, left)| window(top, left)).to_vec() } else { Vec::new() }
}

/// Cells at the same place of their boxes; none in a jigsaw.
fn groups(n: usize, areas: &Areas) -> Vec<Vec<usize>> {
    let Areas::Boxes { rows, columns } = areas else { return Vec::new() };
    let place = |cell: usize| cell / n % rows * columns + cell % n % columns;
    (0..n).map(|k| (0..n * n).filter(|&cell| place(cell) == k).collect()).collect()
}
