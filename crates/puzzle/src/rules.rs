//! RULES: rules in addition to rows, columns and areas, one row each. A row says what a rule names,
//! lowers it to constraints, and gives its drawing and its names in other programs. So files, the
//! editor, the encoding, the checks and the exchange forms follow from the row.

mod choice;
mod faults;
mod figure;
pub(crate) mod fpuzzles;
pub(crate) mod iss;
mod lower;
mod lowering;
mod outside;
mod own;
mod ranks;
mod sums;
mod table;
mod tuples;

use super::cell::{Cell, Symbol};
use super::constraint::Constraint;
use super::grid::{Grid, GridRule};
use super::own_rule::OwnRule;
use super::scan::{ParseError, TextWord, counted};
use super::size::Size;
use super::symbol_set::SymbolSet;
use std::collections::HashSet;
use std::sync::Arc;

pub use choice::ANY;
pub use figure::RuleFigure;
pub use fpuzzles::{Also, FPuzzles};
pub use iss::Iss;
pub use lowering::{HELD, Lowering};
pub use outside::Outside;
pub use own::{LOOKS, OWN};
pub(crate) use table::{
    CAGE, CANDIDATES, CLONE, EVEN, EXACTLY, FALLING, KILLER, ODD, RANK, REGION, RISING, SAME, SUM_LOOP, TIED_RANK,
};
pub use table::{DRAWN, RULES};

/// A row of the table of rules.
// Many fields: each is a column of the table.
pub struct RuleSpec {
    /// The name in files.
    pub id: &'static str,
    /// The name in words.
    pub name: &'static str,
    /// A short name, different from those of other rules. It is part of the names of items: of a
    /// unit, or of two options that exclude each other.
    pub short: &'static str,
    /// One line for the dialog and the manual.
    pub help: &'static str,
    /// The cells, lines and numbers that the rule names.
    pub takes: Takes,
    /// The number that a rule has if it names none, for this number of symbols.
    pub usual: fn(usize) -> usize,
    /// Why a rule cannot name these cells and numbers, in words, beside what [`Takes`] says. `None`
    /// if it can.
    pub fault: fn(&GridRule, &Grid) -> Option<String>,
    /// The constraints that a rule of this row means in a grid, in the order of the encoding. The
    /// rule has no [`GridRule::fault`], unless it names nothing.
    pub lower: fn(&GridRule, &Lowering) -> Vec<Constraint>,
    /// True if the constraints have variables that are not cells. A choice cannot read those.
    pub has_variables: bool,
    /// The picture of the rule on the grid.
    pub drawn: Drawn,
    /// The meaning of a line that comes back to one of its cells, in a program that has such lines.
    pub returns: Returns,
    /// The same rule in f-puzzles' JSON, if there is one.
    pub fpuzzles: Option<FPuzzles>,
    /// The same rule in the strings of the Interactive Sudoku Solver, if there is one.
    pub iss: Option<Iss>,
}

/// A row without a name and a meaning, which has what most rows have.
pub(crate) const PLAIN: RuleSpec = RuleSpec {
    id: "",
    name: "",
    short: "",
    help: "",
    takes: Takes::of(Cells::None),
    usual: |_| 0,
    fault: |_, _| None,
    lower: |_, _| Vec::new(),
    has_variables: false,
    drawn: Drawn::Words,
    returns: Returns::Never,
    fpuzzles: None,
    iss: None,
};

/// The cells, further lines and numbers that a rule names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Takes {
    /// The number and the arrangement of the cells in the first line.
    pub cells: Cells,
    /// The fewest and the most lines of cells that follow the first one. Each has two cells or
    /// more.
    pub lines: (usize, usize),
    /// The fewest and the most numbers.
    pub numbers: (usize, usize),
}

/// The cells that a rule names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// None: it is a rule of the whole grid.
    None,
    /// Single cells, in any order.
    Each,
    /// A set of two cells or more, at most as many as there are symbols.
    Set,
    /// Two cells that share a side.
    Neighbours,
    /// Two cells or more, in order.
    Line,
    /// A set of cells, at least one and at most as many as there are symbols.
    Area,
    /// A row or a column, from one end to the other.
    Row,
    /// A diagonal of two cells or more, from one edge of the grid to another.
    Diagonal,
    /// Four cells that touch at a corner.
    Corner,
    /// Two cells or more, and as many others: the first half and the second half.
    Halves,
    /// Any number of cells, also none.
    Any,
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
    /// A sign between two cells that the first one is more than the second.
    Greater,
    /// A dot or a letter between two cells. If the rule has a number, it is in the dot.
    Between(char),
    /// A line through the cells.
    Line(Stroke),
    /// A broken line around the cells, and the numbers in the first of them.
    Cage,
    /// The same, with this sign before the number.
    Signed(char),
    /// The numbers outside the grid, before the first cell.
    Outside,
    /// The numbers at the corner where the cells touch.
    Corner,
    /// The cells as one area, the further lines as lines, and the numbers as a label.
    Foreign,
}

/// The look of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// With a bulb at its first cell.
    Bulb,
    /// A line without an end mark.
    Plain,
    /// A broken line.
    Dashed,
    /// A line of dots.
    Dotted,
    /// With a circle at its first cell and a point at its last one.
    Arrow,
    /// With circles at both ends.
    Ends,
}

/// The meaning of a line that comes back to one of its cells.
#[derive(Clone, Copy, Debug)]
pub enum Returns {
    /// It has none: such a line is refused.
    Never,
    /// The line is the set of its cells.
    Set,
    /// The rule is about as many successive cells as the function gives for its numbers, so the
    /// line is cut into lines that overlap.
    Window(fn(&[u32]) -> usize),
    /// The rule is about the parts of the line in each area. A ring is a line that begins where it
    /// enters an area.
    Ring,
}

impl Takes {
    /// Cells alone.
    const fn of(cells: Cells) -> Takes {
        Takes { cells, lines: (0, 0), numbers: (0, 0) }
    }

    /// Cells and numbers: the fewest and the most of them.
    const fn numbered(cells: Cells, numbers: (usize, usize)) -> Takes {
        Takes { cells, lines: (0, 0), numbers }
    }
}

impl std::fmt::Debug for RuleSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// The row with this id.
pub fn rule(id: &str) -> Option<&'static RuleSpec> {
    RULES.iter().chain([&DRAWN, &OWN, &ANY]).find(|spec| spec.id == id)
}

impl RuleSpec {
    /// Returns whether the rule names cells.
    pub fn names_cells(&self) -> bool {
        self.takes.cells != Cells::None
    }

    /// Returns whether it does not matter which of its cells holds which symbol, beside the rules
    /// of the grid.
    pub fn is_unordered(&self) -> bool {
        matches!(self.takes.cells, Cells::Set | Cells::Area | Cells::Each | Cells::Corner | Cells::Diagonal)
    }

    /// The fewest and the most cells that the rule names in a grid, without further lines.
    pub fn cells(&self, grid: &Grid) -> (usize, usize) {
        let all = grid.size().n_cells();
        match self.takes.cells {
            Cells::None => (0, 0),
            Cells::Each => (1, all),
            Cells::Set => (2, grid.n_symbols()),
            Cells::Neighbours => (2, 2),
            Cells::Line | Cells::Halves => (2, all),
            Cells::Row | Cells::Diagonal => (2, grid.size().longer()),
            Cells::Area => (1, grid.n_symbols()),
            Cells::Corner => (4, 4),
            Cells::Any => (0, all),
        }
    }

    /// The cells that a rule names if these are selected: a whole row, column or diagonal by two of
    /// its cells, and four cells by one or more of them.
    pub fn completed(&self, grid: &Grid, cells: &[Cell]) -> Vec<Cell> {
        self.whole(grid, cells).unwrap_or_else(|| cells.to_vec())
    }

    /// The cells of a rule of whole rows, diagonals or corners that these belong to; `None` if they
    /// belong to none, or the row names others.
    fn whole(&self, grid: &Grid, cells: &[Cell]) -> Option<Vec<Cell>> {
        match (self.takes.cells, cells) {
            (Cells::Row | Cells::Diagonal, &[first, second, ..]) => {
                let ((r, c), (row, column)) = (grid.place(first), grid.place(second));
                let by = ((row as i32 - r as i32).signum(), (column as i32 - c as i32).signum());
                let to_edge = |from: Cell, (down, right): (i32, i32)| {
                    std::iter::successors(Some(from), move |&cell| grid.moved(cell, (down, right))).last()
                };
                let ends = to_edge(first, (-by.0, -by.1)).zip(to_edge(first, by));
                let line = ends.and_then(|(from, to)| grid.straight(from, to));
                line.filter(|line| line.contains(&second) && by != (0, 0))
            }
            (Cells::Corner, [_, ..]) => {
                let places: Vec<(usize, usize)> = cells.iter().map(|&cell| grid.place(cell)).collect();
                let row = places.iter().map(|&(row, _)| row).min().unwrap_or(0).min(grid.rows() - 2);
                let column = places.iter().map(|&(_, column)| column).min().unwrap_or(0).min(grid.columns() - 2);
                let four = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, c)| grid.cell(row + r, column + c));
                cells.iter().all(|cell| four.contains(cell)).then(|| four.to_vec())
            }
            _ => None,
        }
    }

    /// A line as lines that name no cell twice and mean the same together: the line itself, or the
    /// parts that [`RuleSpec::returns`] allows. `None` if there are none.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadrille_puzzle::{Cell, kind, rule};
    ///
    /// let grid = kind("sudoku").unwrap().empty(9).unwrap();
    /// let ring = [0, 1, 10, 9, 0].map(Cell);
    /// let parts = rule("whisper").unwrap().without_returns(&ring, &[], &grid).unwrap();
    /// assert_eq!(parts, [[0, 1, 10, 9].map(Cell).to_vec(), [9, 0].map(Cell).to_vec()]);
    /// assert_eq!(rule("palindrome").unwrap().without_returns(&ring, &[], &grid), None);
    /// let ring = [1, 2, 3, 12, 11, 10, 1].map(Cell);
    /// let parts = rule("regionsum").unwrap().without_returns(&ring, &[], &grid).unwrap();
    /// assert_eq!(parts, [[3, 12, 11, 10, 1, 2].map(Cell)]);
    /// ```
    pub fn without_returns(&self, line: &[Cell], numbers: &[u32], grid: &Grid) -> Option<Vec<Vec<Cell>>> {
        if let (Returns::Ring, [first, inner @ .., last]) = (self.returns, line)
            && first == last
            && !inner.contains(first)
        {
            let areas = grid.areas.numbers(grid.size());
            let mut ring = line[..line.len() - 1].to_vec();
            let area = |at: usize| areas[ring[at % ring.len()].index()];
            let enters = (0..ring.len()).find(|&at| area(at) != area(at + ring.len() - 1)).unwrap_or(0);
            ring.rotate_left(enters);
            return (1..ring.len()).all(|k| !ring[..k].contains(&ring[k])).then(|| vec![ring]);
        }
        let mut parts: Vec<Vec<Cell>> = vec![Vec::new()];
        for &cell in line {
            let part = parts.last_mut().expect("there is a first part");
            if !part.contains(&cell) {
                part.push(cell);
                continue;
            }
            match self.returns {
                Returns::Never | Returns::Ring => return None,
                Returns::Set => {}
                Returns::Window(length) => {
                    let overlap = length(numbers).saturating_sub(1).min(part.len());
                    let next = [&part[part.len() - overlap..], &[cell]].concat();
                    if next[..overlap].contains(&cell) {
                        return None;
                    }
                    parts.push(next);
                }
            }
        }
        Some(parts)
    }

    /// The reason why a rule cannot name these cells of a grid and nothing else, in words; `None`
    /// if it can.
    pub fn fault(&self, grid: &Grid, cells: &[Cell]) -> Option<String> {
        GridRule::new(self.id, cells.to_vec()).fault(grid)
    }
}

impl GridRule {
    /// The row of the rule.
    pub fn spec(&self) -> &'static RuleSpec {
        rule(&self.id).expect("a grid has rules of the table only")
    }

    /// The constraints that the rule means in a grid. None if it is too large for any grid.
    pub fn lower(&self, grid: &Grid) -> Vec<Constraint> {
        self.lower_in(&Lowering::of(grid)).unwrap_or_default()
    }

    /// Returns whether a full grid keeps the rule. It takes no longer than to read the cells a few
    /// times, however large the rule is. A rule without a meaning there is not kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadrille_puzzle::{Cell, GridRule, load};
    ///
    /// let full = load("1234341221434321", None).unwrap().puzzles.remove(0);
    /// let grid = full.grid().unwrap();
    /// let cage = |sum| GridRule { numbers: vec![sum], ..GridRule::new("killer", vec![Cell(0), Cell(1)]) };
    /// assert!(cage(3).is_kept(grid) && !cage(4).is_kept(grid));
    /// ```
    pub fn is_kept(&self, grid: &Grid) -> bool {
        let constraints = self.lower_in(&Lowering::of_filled(grid)).unwrap_or_default();
        !constraints.is_empty() && constraints.iter().all(|constraint| grid.keeps(constraint))
    }

    /// The named numbers, or these if it names none.
    fn numbers_or(&self, usual: &[u32]) -> Vec<u32> {
        if self.numbers.is_empty() { usual.to_vec() } else { self.numbers.clone() }
    }

    /// The rows and columns of a leap, which leads down or, within a row, to the right. No grid is
    /// as long as the longest.
    fn leaps(&self) -> Vec<(i32, i32)> {
        let by = |number: u32| number.min(*Size::ALL.end() as u32) as i32;
        let (one, other) = match self.numbers[..] {
            [one, other] => (by(one), by(other)),
            _ => (1, 3),
        };
        let mut ways = vec![(one, other), (other, one), (one, -other), (other, -one)];
        ways.iter_mut().filter(|way| way.0 == 0).for_each(|way| way.1 = way.1.abs());
        ways.sort_unstable();
        ways.dedup();
        ways
    }

    /// The constraints that the rule means in a grid whose rules share a budget. `None` if less is
    /// left than it needs.
    pub(super) fn lower_in(&self, grid: &Lowering) -> Option<Vec<Constraint>> {
        let constraints = (self.spec().lower)(self, grid);
        (!grid.is_spent()).then_some(constraints)
    }

    /// The first number, or the usual one of the row.
    pub(crate) fn number(&self, grid: &Grid) -> u32 {
        self.numbers.first().copied().unwrap_or_else(|| (self.spec().usual)(grid.n_symbols()) as u32)
    }

    /// A rule that is only drawn, and its name in the program from which it comes. Characters that
    /// a file cannot hold become `-`. A cell that is named again is left out.
    pub fn only_drawn(name: &str, mut cells: Vec<Cell>) -> GridRule {
        let mut seen = HashSet::new();
        cells.retain(|&cell| seen.insert(cell));
        let mut what = slug(name);
        if what.is_empty() {
            what.push_str("rule");
        }
        GridRule { what, ..GridRule::new(DRAWN.id, cells) }
    }

    /// Returns whether the rule is only drawn, so that no answer regards it.
    pub fn is_only_drawn(&self) -> bool {
        self.id == DRAWN.id
    }

    /// The name in words: `thermometer`, or `killer cage` for a rule that is only drawn or that the
    /// puzzle defines.
    pub fn name(&self) -> String {
        if self.what.is_empty() { self.spec().name.to_string() } else { self.what.replace('-', " ") }
    }

    /// The short name in the names of items: the row's, or the definition's with `_`, which no row
    /// has.
    pub fn short(&self) -> String {
        if self.own.is_some() { format!("{}_", self.what) } else { self.spec().short.to_string() }
    }

    /// The cells as two sets: the first half, or as many first cells as the rule names, and the
    /// others. `None` if one of them is empty.
    pub(super) fn two_sets(&self) -> Option<(&[Cell], &[Cell])> {
        let first = self.numbers.first().map_or(self.cells.len() / 2, |&number| number as usize);
        self.cells.split_at_checked(first).filter(|(first, others)| !first.is_empty() && !others.is_empty())
    }

    /// The numbers as they are drawn in the cells: `5`, or `≠5` if they are excluded, or `×12` if
    /// the cells are multiplied.
    pub fn label(&self) -> String {
        let numbers: Vec<String> = self.numbers.iter().map(u32::to_string).collect();
        let sign = if let Drawn::Signed(sign) = self.drawn() { sign.to_string() } else { String::new() };
        sign + &numbers.join(" ")
    }

    /// The rule in one line.
    pub fn help(&self) -> &str {
        self.own.as_ref().map_or(self.spec().help, |own| &own.help)
    }

    /// The drawing.
    pub fn drawn(&self) -> Drawn {
        self.own.as_ref().map_or(self.spec().drawn, |own| own.look())
    }

    /// The number of cells in the circle of an arrow, whose digits are one number: its first ones.
    pub fn circle(&self) -> usize {
        let named = self.numbers.first().map_or(1, |&number| number as usize);
        named.clamp(1, MOST_CIRCLED).min(self.cells.len().saturating_sub(1))
    }

    /// The rule in words: `thermometer r1c1 r1c2: numbers rise along the named cells, from the bulb
    /// on`.
    pub fn words(&self, grid: &Grid) -> String {
        match self.id == ANY.id {
            true => format!("{}: {}", self.text(grid), self.help()),
            false => format!("{}{}: {}", self.name(), self.named(grid), self.help()),
        }
    }

    /// The rule as it is written in a file: `thermometer r1c1 r1c2`. Numbers come before the cells,
    /// further lines of cells after `;`. The foreign name of a rule that is only drawn follows its
    /// id: `drawn:killer-cage 12 r1c1 r1c2`.
    pub fn text(&self, grid: &Grid) -> String {
        if self.id == ANY.id {
            return self.choice(grid, &|rule| rule.text(grid));
        }
        let colon = if self.what.is_empty() { "" } else { ":" };
        format!("{}{colon}{}{}", self.id, self.what, self.named(grid))
    }

    /// A choice as its groups of rules: `any (even r1c1 or odd r1c2 and odd r1c3)`. At least two of
    /// them are `any 2 (...)`.
    fn choice(&self, grid: &Grid, words: &dyn Fn(&GridRule) -> String) -> String {
        let group = |group: &Vec<GridRule>| group.iter().map(words).collect::<Vec<_>>().join(" and ");
        let wanted = match self.number(grid) {
            1 => String::new(),
            many => format!(" {many}"),
        };
        format!("{}{wanted} ({})", self.id, self.branches.iter().map(group).collect::<Vec<_>>().join(" or "))
    }

    /// The rule in a sentence: as in a file, but a rule of one's own by its name in words.
    pub(super) fn mention(&self, grid: &Grid) -> String {
        if self.id == ANY.id {
            return self.choice(grid, &|rule| rule.mention(grid));
        }
        let name = if self.own.is_some() { self.name() } else { self.id.clone() };
        name + &self.named(grid)
    }

    /// The numbers and cells that the rule names, each after a blank. A row, column or diagonal is
    /// named by its ends.
    fn named(&self, grid: &Grid) -> String {
        let is_straight = matches!(self.spec().takes.cells, Cells::Row | Cells::Diagonal);
        let cells = |cells: &Vec<Cell>| match cells[..] {
            [first, .., last] if is_straight => format!(" {}..{}", grid.name(first), grid.name(last)),
            _ => cells.iter().map(|&cell| format!(" {}", grid.name(cell))).collect::<String>(),
        };
        let numbers: String = self.numbers.iter().map(|number| format!(" {number}")).collect();
        let lines: String = self.lines.iter().map(|line| format!(";{}", cells(line))).collect();
        numbers + &cells(&self.cells) + &lines
    }

    /// The rule as rules of rows that `has` accepts, one for each of its constraints, or the rule
    /// itself if its row is one of them. `None` if there are no such rules.
    pub(super) fn in_rows(&self, grid: &Grid, has: fn(&RuleSpec) -> bool) -> Option<Vec<GridRule>> {
        if has(self.spec()) {
            return Some(vec![self.clone()]);
        }
        if self.is_only_drawn() || self.id == ANY.id {
            return None;
        }
        self.lower(grid).iter().map(|constraint| in_row(constraint, grid, has)).collect()
    }
}

/// A name with small letters, digits and `-` alone; empty if it has none of them.
pub(super) fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut slug = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    slug.truncate(LONGEST_NAME);
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

/// The most cells in the circle of an arrow.
const MOST_CIRCLED: usize = 3;

/// The help for a rule that our grids do not support.
pub(crate) const ONLY_DRAWN: &str =
    "without the rule this is another puzzle; --drawn opens it with the rule only drawn";

/// The error for a rule of another program that our grids do not support.
pub(crate) fn no_such_rule(at: &TextWord, rule: &str) -> ParseError {
    ParseError::at(at, format!("this puzzle has a rule that is not supported: {rule}")).help(ONLY_DRAWN)
}

/// The most characters of a foreign name.
pub(super) const LONGEST_NAME: usize = 40;

impl Grid {
    /// The rules that the puzzle defines, in the order of their first use.
    pub fn defined(&self) -> Vec<&Arc<OwnRule>> {
        let mut defined: Vec<&Arc<OwnRule>> = Vec::new();
        for own in self.rules.iter().flat_map(GridRule::leaves).filter_map(|rule| rule.own.as_ref()) {
            if !defined.contains(&own) {
                defined.push(own);
            }
        }
        defined
    }

    /// The first rule for which the others leave too little, and why the grid cannot have it, in
    /// words. `None` if it can have all.
    ///
    /// ```
    /// use quadrille_puzzle::{GridRule, kind};
    ///
    /// let mut grid = kind("sudoku").unwrap().empty(25).unwrap();
    /// assert_eq!(grid.rule_too_many(), None);
    /// // Sums of cells that may hold the same number.
    /// grid.rules.push(GridRule::new("regionsum", grid.all_cells().collect()));
    /// assert_eq!(grid.rule_too_many().unwrap().0, 0);
    /// ```
    pub fn rule_too_many(&self) -> Option<(usize, String)> {
        let at = self.first_unlowered()?;
        let id = &self.rules[at].id;
        let others = if at > 0 { " beside the rules before it" } else { "" };
        Some((at, format!("`{id}` is too large{others}: more than {HELD} transitions or pairs of symbols")))
    }

    /// The rules that can be added to a grid, without their cells: those of the table, then those
    /// that the puzzle defines.
    pub fn addable(&self) -> impl Iterator<Item = GridRule> + '_ {
        let of_table = RULES.iter().map(|spec| GridRule::new(spec.id, Vec::new()));
        of_table.chain(self.defined().into_iter().map(|own| GridRule::of_own(own, Vec::new())))
    }

    /// The combinations of symbols that a rule's cells can hold together, given the symbols that
    /// are left for each cell. `None` if their order matters, or there are more than `most`.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadrille_puzzle::{Cell, GridRule, Symbol, kind};
    ///
    /// let grid = kind("sudoku").unwrap().empty(9).unwrap();
    /// let cells = vec![Cell(0), Cell(1), Cell(2)];
    /// let cage = GridRule { numbers: vec![23], ..GridRule::new("killer", cells) };
    /// let only = vec![Symbol(5), Symbol(7), Symbol(8)];
    /// assert_eq!(grid.combinations(&cage, &grid.consistent(), 3), Some(vec![only]));
    /// ```
    pub fn combinations(&self, rule: &GridRule, left: &[SymbolSet], most: usize) -> Option<Vec<Vec<Symbol>>> {
        let known = self.rules.iter().position(|own| own == rule);
        let constraints = known.map_or_else(|| rule.lower(self), |at| self.tightened().swap_remove(at));
        let mut tuples = constraints.into_iter().filter_map(|constraint| match constraint {
            Constraint::Tuples(cells, tuples) if rule.spec().is_unordered() => Some((cells, tuples)),
            _ => None,
        });
        let (Some((cells, tuples)), None) = (tuples.next(), tuples.next()) else { return None };
        let sets: Vec<SymbolSet> = cells.iter().map(|cell| left[cell.index()]).collect();
        tuples.within(&sets).combinations(most)
    }

    /// The rules that are only drawn, counted by name: `3 killer cages and 1 arrow`. `None` if
    /// there are none. Every answer about such a grid is one without them, and says so.
    ///
    /// ```
    /// use quadrille_puzzle::{GridRule, kind};
    ///
    /// let mut grid = kind("sudoku").unwrap().empty(9).unwrap();
    /// assert_eq!(grid.only_drawn(), None);
    /// grid.rules = vec![GridRule::only_drawn("killer cage", Vec::new()); 3];
    /// assert_eq!(grid.only_drawn().unwrap(), "3 killer cages");
    /// ```
    pub fn only_drawn(&self) -> Option<String> {
        let mut counts: Vec<(String, usize)> = Vec::new();
        for rule in self.rules.iter().filter(|rule| rule.is_only_drawn()) {
            let name = rule.name();
            match counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
        }
        const FEW: usize = 3;
        let more = counts.iter().skip(FEW).map(|(_, count)| count).sum();
        let several = |name: &str, count: usize| match count > 1 && name.ends_with('s') {
            true => format!("{count} {name}"),
            false => counted(count, name),
        };
        let mut named: Vec<String> = counts.iter().take(FEW).map(|(name, count)| several(name, *count)).collect();
        if more > 0 {
            named.push(counted(more, "more rule"));
        }
        match &named[..] {
            [] => None,
            [one] => Some(one.clone()),
            [some @ .., last] => Some(format!("{} and {last}", some.join(", "))),
        }
    }

    /// The beginning of what is said about such a grid: `without 3 killer cages and 1 arrow`.
    pub fn without(&self) -> Option<String> {
        Some(format!("without {}", self.only_drawn()?))
    }

    /// Returns whether a drawing shows more than the symbols and areas: diagonals, or rules with a
    /// drawing.
    pub fn is_drawn_on(&self) -> bool {
        self.diagonals || self.rules.iter().any(|rule| rule.spec().drawn != Drawn::Words)
    }
}

/// A rule that means one constraint, of a row that `has` accepts.
fn in_row(constraint: &Constraint, grid: &Grid, has: fn(&RuleSpec) -> bool) -> Option<GridRule> {
    [Some(constraint.clone()), constraint.turned()].into_iter().flatten().find_map(|constraint| {
        let rows = RULES.iter().filter(|spec| spec.names_cells() && has(spec));
        let mut rules = rows.map(|spec| GridRule::new(spec.id, constraint.cells()));
        rules.find(|rule| rule.fault(grid).is_none() && rule.lower(grid) == [constraint.clone()])
    })
}
