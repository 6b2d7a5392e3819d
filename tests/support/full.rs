//! Full grids, and what the definitions of rules ask of the numbers in them. Shares no code with
//! the program.

use quadrille_puzzle::{Areas, Cell, Grid};
use std::collections::BTreeSet;

/// A grid and the number in each of its cells, row-major.
pub struct Full<'a> {
    pub grid: &'a Grid,
    pub numbers: &'a [u32],
}

/// Two cells that lie a number of rows down and a number of columns across from each other.
pub type Step = (isize, isize);

pub const SHARE_A_SIDE: &[Step] = &[(0, 1), (1, 0)];
pub const TOUCH_AT_A_CORNER: &[Step] = &[(1, 1), (1, -1)];
pub const KNIGHTS_MOVE: &[Step] = &[(1, 2), (1, -2), (2, 1), (2, -1)];

impl Full<'_> {
    fn rows(&self) -> usize {
        self.grid.rows()
    }

    pub fn columns(&self) -> usize {
        self.grid.columns()
    }

    /// The lowest number that the grid can hold. Its numbers are all whole numbers from it on, and
    /// there may be more of them than rows and columns.
    pub fn lowest(&self) -> u64 {
        self.grid.lowest.into()
    }

    /// The number of different numbers that the grid can hold.
    pub fn symbols(&self) -> u64 {
        self.grid.alphabet.len() as u64
    }

    /// The rows and the columns of a box, or `None` if the grid has no boxes.
    pub fn boxes(&self) -> Option<(usize, usize)> {
        match self.grid.areas {
            Areas::Boxes { rows, columns } => Some((rows, columns)),
            _ => None,
        }
    }

    /// The rows and the columns of a window of a square grid: as nearly square as a box can be.
    pub fn window(&self) -> Option<(usize, usize)> {
        let n = self.rows();
        let rows = (2..n).filter(|rows| rows * rows <= n && n.is_multiple_of(*rows)).max();
        rows.filter(|_| n == self.columns() && n as u64 == self.symbols()).map(|rows| (rows, n / rows))
    }

    /// The number in a cell.
    pub fn holds(&self, cell: usize) -> Option<u64> {
        self.numbers.get(cell).copied().map(u64::from)
    }

    /// The cell in a row and a column, both counted from 0, if it is in the grid.
    pub fn cell(&self, row: usize, column: usize) -> Option<usize> {
        (row < self.rows() && column < self.columns()).then_some(row * self.columns() + column)
    }

    /// The cell that is a step away from another one, if it is in the grid.
    pub fn away(&self, cell: usize, (down, across): Step) -> Option<usize> {
        let row = (cell / self.columns()).checked_add_signed(down)?;
        let column = (cell % self.columns()).checked_add_signed(across)?;
        self.cell(row, column)
    }

    /// All pairs of cells that are one of these steps from each other, each pair once.
    pub fn pairs(&self, steps: &[Step]) -> Vec<(usize, usize)> {
        let of_cell = |cell| steps.iter().filter_map(move |&step| Some((cell, self.away(cell, step)?)));
        (0..self.rows() * self.columns()).flat_map(of_cell).collect()
    }

    /// Returns whether `fits` holds for the numbers of every such pair of cells.
    pub fn every_pair(&self, steps: &[Step], fits: impl Fn(u64, u64) -> bool) -> bool {
        self.pairs(steps).into_iter().all(|(one, other)| self.both(one, other, &fits))
    }

    /// Returns whether `fits` holds for all neighbours that no rule with one of these ids names
    /// together.
    pub fn every_unmarked_pair(&self, marks: &[&str], fits: impl Fn(u64, u64) -> bool) -> bool {
        let marked = |one: usize, other: usize| {
            let mut with_mark = self.grid.rules.iter().filter(|rule| marks.contains(&rule.id.as_str()));
            with_mark.any(|rule| [one, other].iter().all(|&cell| rule.cells.contains(&Cell(cell as u16))))
        };
        self.pairs(SHARE_A_SIDE).into_iter().all(|(one, other)| marked(one, other) || self.both(one, other, &fits))
    }

    /// Returns whether `fits` holds for the numbers of two cells.
    pub fn both(&self, one: usize, other: usize, fits: impl Fn(u64, u64) -> bool) -> bool {
        matches!((self.holds(one), self.holds(other)), (Some(a), Some(b)) if fits(a, b))
    }

    /// Returns whether every two by two cells hold numbers of three classes.
    pub fn three_in_every_block(&self, class: impl Fn(u64) -> u64) -> bool {
        let classes = |block: &Vec<u64>| block.iter().map(|&number| class(number)).collect::<BTreeSet<_>>().len();
        self.rectangles((0, 0), (2, 2), (1, 1)).iter().all(|block| classes(block) == 3)
    }

    /// The numbers of all rectangles of a size that lie whole in the grid: the first begins at
    /// `start`, and they begin `apart` rows and columns from each other.
    pub fn rectangles(&self, start: (usize, usize), size: (usize, usize), apart: (usize, usize)) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        for top in (start.0..self.rows()).step_by(apart.0).filter(|top| top + size.0 <= self.rows()) {
            for left in (start.1..self.columns()).step_by(apart.1).filter(|left| left + size.1 <= self.columns()) {
                let row = |row| (left..left + size.1).filter_map(move |column| self.holds(self.cell(row, column)?));
                all.push((top..top + size.0).flat_map(row).collect());
            }
        }
        all
    }

    /// The numbers in the cells at each place of a box, over all boxes.
    pub fn places(&self, (height, width): (usize, usize)) -> Vec<Vec<u64>> {
        let mut all = vec![Vec::new(); height * width];
        for cell in 0..self.rows() * self.columns() {
            let place = cell / self.columns() % height * width + cell % self.columns() % width;
            all[place].extend(self.holds(cell));
        }
        all
    }

    /// Which third of all symbols a number is in: 0 for low, 1 for middle, 2 for high.
    pub fn third(&self, number: u64) -> u64 {
        number.saturating_sub(self.lowest()) * 3 / self.symbols()
    }

    /// Returns whether a number is below, in or above the middle of all symbols.
    pub fn side_of_middle(&self, number: u64) -> std::cmp::Ordering {
        (2 * number.saturating_sub(self.lowest()) + 1).cmp(&self.symbols())
    }

    /// The diagonal of a square grid, from the top left or from the bottom left.
    pub fn diagonal(&self, from_top: bool) -> Vec<u64> {
        let row = |column| if from_top { column } else { self.rows() - 1 - column };
        (0..self.rows()).filter_map(|column| self.holds(self.cell(row(column), column)?)).collect()
    }

    /// Returns whether `fits` holds for each named cell and each cell beside it, those apart that
    /// some rule of the same id names too.
    pub fn beats_those_beside(&self, id: &str, cells: &[usize], fits: impl Fn(u64, u64) -> bool) -> bool {
        let alike = || self.grid.rules.iter().filter(|rule| rule.id == id);
        let too = |&cell: &usize| alike().any(|rule| rule.cells.contains(&Cell(cell as u16)));
        let beats = |&cell: &usize| {
            let beside = [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter().filter_map(|step| self.away(cell, step));
            beside.filter(|other| !too(other) && !cells.contains(other)).all(|other| self.both(cell, other, &fits))
        };
        cells.iter().all(beats)
    }

    /// Returns whether no two cells with the same number are that many steps apart.
    pub fn no_taxicab(&self) -> bool {
        let steps = |one: usize, other: usize| {
            let rows = (one / self.columns()).abs_diff(other / self.columns());
            rows + (one % self.columns()).abs_diff(other % self.columns())
        };
        let cells = self.rows() * self.columns();
        let apart = |one, other| self.both(one, other, |a, b| a != b || a != steps(one, other) as u64);
        (0..cells).all(|one| (one + 1..cells).all(|other| apart(one, other)))
    }

    /// The ratios that neighbours without a dot are not in: those of the black dots, or 2 if there
    /// are none.
    pub fn black_ratios(&self) -> Vec<u64> {
        let black = self.grid.rules.iter().filter(|rule| rule.id == "black");
        let ratios: Vec<u64> = black.map(|rule| rule.numbers.first().map_or(2, |&ratio| ratio.into())).collect();
        if ratios.is_empty() { vec![2] } else { ratios }
    }

    /// Returns whether each 5 has a 1 directly above it or a 9 directly below it.
    pub fn fives_have_flatmates(&self) -> bool {
        let beyond = |cell, down| self.away(cell, (down, 0)).and_then(|cell| self.holds(cell));
        let housed = |cell| beyond(cell, -1) == Some(1) || beyond(cell, 1) == Some(9);
        (0..self.rows() * self.columns()).all(|cell| self.holds(cell) != Some(5) || housed(cell))
    }

    /// The sums of the line in each box, each time it enters one.
    pub fn sums_by_box(&self, (height, width): (usize, usize), cells: &[usize]) -> Vec<u64> {
        let of_box = |cell: usize| (cell / self.columns() / height, cell % self.columns() / width);
        let runs = cells.chunk_by(|&one, &next| of_box(one) == of_box(next));
        runs.map(|run| run.iter().filter_map(|&cell| self.holds(cell)).sum()).collect()
    }

    /// The row or column, counted from 0, that the number of a cell says, counted from 1.
    pub fn place_said_by(&self, cell: usize) -> Option<usize> {
        usize::try_from(self.holds(cell)?.checked_sub(1)?).ok()
    }
}

/// Returns whether all numbers are different.
pub fn different(numbers: &[u64]) -> bool {
    numbers.iter().collect::<BTreeSet<_>>().len() == numbers.len()
}

pub fn consecutive(a: u64, b: u64) -> bool {
    a.abs_diff(b) == 1
}

/// Returns whether one number is this multiple of the other.
pub fn in_ratio(a: u64, b: u64, ratio: u64) -> bool {
    a == ratio * b || b == ratio * a
}

pub fn sum(numbers: &[u64]) -> u64 {
    numbers.iter().sum()
}

/// The number of times that a number occurs.
pub fn count(numbers: &[u64], number: u64) -> usize {
    numbers.iter().filter(|&&other| other == number).count()
}

/// Returns whether there are exactly two numbers, and `fits` holds for them.
pub fn two(numbers: &[u64], fits: impl Fn(u64, u64) -> bool) -> bool {
    matches!(*numbers, [a, b] if fits(a, b))
}

/// Returns whether `fits` holds for all successive pairs.
pub fn successive(numbers: &[u64], fits: impl Fn(u64, u64) -> bool) -> bool {
    numbers.windows(2).all(|pair| two(pair, &fits))
}

/// Returns whether any two numbers of which one is fewer than `reach` places after the other differ
/// in their class.
pub fn classes_differ(numbers: &[u64], reach: u64, class: impl Fn(u64) -> u64) -> bool {
    let pairs = numbers.iter().enumerate().flat_map(|one| numbers.iter().enumerate().map(move |other| (one, other)));
    let mut near = pairs.filter(|((i, _), (j, _))| i < j && ((j - i) as u64) < reach);
    near.all(|((_, &a), (_, &b))| class(a) != class(b))
}

/// The first and the second half, if the numbers have halves.
pub fn halves(numbers: &[u64]) -> Option<(&[u64], &[u64])> {
    if numbers.len().is_multiple_of(2) { Some(numbers.split_at(numbers.len() / 2)) } else { None }
}

pub fn sorted(numbers: &[u64]) -> Vec<u64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted
}

/// The numbers strictly between the places of the lowest and the highest one.
pub fn between_extremes(numbers: &[u64]) -> &[u64] {
    let place = |extreme: Option<&u64>| numbers.iter().position(|number| Some(number) == extreme).unwrap_or(0);
    let (lowest, highest) = (place(numbers.iter().min()), place(numbers.iter().max()));
    numbers.get(lowest.min(highest) + 1..lowest.max(highest)).unwrap_or(&[])
}

/// Returns whether no selection of the numbers, of one or more, adds up to the total.
pub fn no_selection_adds_up(numbers: &[u64], total: u64) -> bool {
    let mut sums = BTreeSet::new();
    for &number in numbers {
        let longer: Vec<u64> = sums.iter().map(|sum| sum + number).chain([number]).collect();
        sums.extend(longer);
    }
    !sums.contains(&total)
}

/// Returns whether the first `digits` cells, read by rows, are the digits of the sum of the others.
pub fn digits_are_sum(numbers: &[u64], cells: &[usize], digits: usize) -> bool {
    let Some((first, others)) = numbers.split_at_checked(digits) else { return false };
    let mut by_rows: Vec<(usize, u64)> = cells.iter().copied().zip(first.iter().copied()).collect();
    by_rows.sort_unstable();
    by_rows.iter().fold(0, |so_far, (_, digit)| so_far * 10 + digit) == sum(others)
}

/// Returns whether the line can be cut into parts, at least one, that each add up to the total;
/// zeros may follow the last.
pub fn cut_into_parts(numbers: &[u64], total: u64) -> bool {
    let (mut parts, mut part) = (0, 0);
    for number in numbers {
        part += number;
        if part == total {
            (parts, part) = (parts + 1, 0);
        }
    }
    parts > 0 && part == 0
}

/// Returns whether two cells as far from the middle as each other add up to the middle cell, or to
/// one sum if there is no middle cell.
pub fn zipped(numbers: &[u64]) -> bool {
    let half = numbers.len() / 2;
    let mut sums: Vec<u64> = numbers.iter().zip(numbers.iter().rev()).take(half).map(|(a, b)| a + b).collect();
    if !numbers.len().is_multiple_of(2) {
        sums.extend(numbers.get(half));
    }
    successive(&sums, |a, b| a == b)
}

/// Each number with the highest one before it, which is 0 for the first.
pub fn with_highest_before(numbers: &[u64]) -> impl Iterator<Item = (u64, u64)> {
    numbers.iter().scan(0, |highest, &number| {
        let before = *highest;
        *highest = before.max(number);
        Some((number, before))
    })
}

/// As many first numbers as the first one says, which is not 0.
pub fn said_by_first(numbers: &[u64]) -> Option<&[u64]> {
    let length = usize::try_from(*numbers.first()?).ok()?;
    if length > 0 { numbers.get(..length) } else { None }
}

/// Returns whether the number of the first cell occurs again as many cells after the second one as
/// that one says.
pub fn slung(numbers: &[u64]) -> bool {
    let &[thrown, distance, ref after @ ..] = numbers else { return false };
    let place = distance.checked_sub(1).and_then(|place| usize::try_from(place).ok());
    place.and_then(|place| after.get(place)) == Some(&thrown)
}
