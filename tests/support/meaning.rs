//! The meaning of every rule of grids, from the help sentences alone: an oracle that shares no code
//! with Quadrille.

use std::collections::BTreeSet;

/// A full grid: the number in each cell, row-major.
pub struct Full<'a> {
    pub rows: usize,
    pub columns: usize,
    /// The lowest number that the grid can hold; its numbers are all whole numbers from this one to
    /// `highest`.
    pub lowest: u32,
    /// The highest number that the grid can hold. There may be more numbers than rows and columns.
    pub highest: u32,
    /// The rows and the columns of a box, or `None` if the grid has no boxes.
    pub boxes: Option<(usize, usize)>,
    pub numbers: &'a [u32],
    /// All rules of the grid, also the one that is asked: its id, its numbers and its cells.
    pub rules: &'a [(&'a str, Vec<u32>, Vec<usize>)],
}

/// Two cells that lie a number of rows down and a number of columns across from each other.
type Step = (isize, isize);

const SHARE_A_SIDE: &[Step] = &[(0, 1), (1, 0)];
const TOUCH_AT_A_CORNER: &[Step] = &[(1, 1), (1, -1)];
const KNIGHTS_MOVE: &[Step] = &[(1, 2), (1, -2), (2, 1), (2, -1)];

impl Full<'_> {
    /// The number of different numbers the grid can hold.
    fn symbols(&self) -> u64 {
        u64::from(self.highest) - u64::from(self.lowest) + 1
    }

    /// The number in a cell.
    fn holds(&self, cell: usize) -> Option<u64> {
        self.numbers.get(cell).copied().map(u64::from)
    }

    /// The cell in a row and a column, both counted from 0, if it is in the grid.
    fn cell(&self, row: usize, column: usize) -> Option<usize> {
        (row < self.rows && column < self.columns).then_some(row * self.columns + column)
    }

    /// The cell that is a step away from another one, if it is in the grid.
    fn away(&self, cell: usize, (down, across): Step) -> Option<usize> {
        let row = (cell / self.columns).checked_add_signed(down)?;
        let column = (cell % self.columns).checked_add_signed(across)?;
        self.cell(row, column)
    }

    /// All pairs of cells that are one of these steps from each other, each pair once.
    fn pairs(&self, steps: &[Step]) -> Vec<(usize, usize)> {
        let of_cell = |cell| steps.iter().filter_map(move |&step| Some((cell, self.away(cell, step)?)));
        (0..self.rows * self.columns).flat_map(of_cell).collect()
    }

    /// Returns whether `fits` holds for the numbers of every such pair of cells.
    fn every_pair(&self, steps: &[Step], fits: impl Fn(u64, u64) -> bool) -> bool {
        self.pairs(steps).into_iter().all(|(one, other)| self.both(one, other, &fits))
    }

    /// Returns whether `fits` holds for all neighbours that no rule with one of these ids names
    /// together.
    fn every_unmarked_pair(&self, marks: &[&str], fits: impl Fn(u64, u64) -> bool) -> bool {
        let marked = |one: usize, other: usize| {
            let mut with_mark = self.rules.iter().filter(|(id, ..)| marks.contains(id));
            with_mark.any(|(_, _, cells)| cells.contains(&one) && cells.contains(&other))
        };
        self.pairs(SHARE_A_SIDE).into_iter().all(|(one, other)| marked(one, other) || self.both(one, other, &fits))
    }

    /// Returns whether `fits` holds for the numbers of two cells.
    fn both(&self, one: usize, other: usize, fits: impl Fn(u64, u64) -> bool) -> bool {
        matches!((self.holds(one), self.holds(other)), (Some(a), Some(b)) if fits(a, b))
    }

    /// Returns whether every two by two cells hold numbers of three classes.
    fn three_in_every_block(&self, class: impl Fn(u64) -> u64) -> bool {
        let classes = |block: &Vec<u64>| block.iter().map(|&number| class(number)).collect::<BTreeSet<_>>().len();
        self.rectangles((0, 0), (2, 2), (1, 1)).iter().all(|block| classes(block) == 3)
    }

    /// The numbers of all rectangles of a size that lie whole in the grid: the first begins at
    /// `start`, and they begin `apart` rows and columns from each other.
    fn rectangles(&self, start: (usize, usize), size: (usize, usize), apart: (usize, usize)) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        for top in (start.0..self.rows).step_by(apart.0).filter(|top| top + size.0 <= self.rows) {
            for left in (start.1..self.columns).step_by(apart.1).filter(|left| left + size.1 <= self.columns) {
                let row = |row| (left..left + size.1).filter_map(move |column| self.holds(self.cell(row, column)?));
                all.push((top..top + size.0).flat_map(row).collect());
            }
        }
        all
    }

    /// The numbers in the cells at each place of a box, over all boxes.
    fn places(&self, (height, width): (usize, usize)) -> Vec<Vec<u64>> {
        let mut all = vec![Vec::new(); height * width];
        for cell in 0..self.rows * self.columns {
            let place = cell / self.columns % height * width + cell % self.columns % width;
            all[place].extend(self.holds(cell));
        }
        all
    }

    /// Which third of all symbols a number is in: 0 for low, 1 for middle, 2 for high.
    fn third(&self, number: u64) -> u64 {
        number.saturating_sub(u64::from(self.lowest)) * 3 / self.symbols()
    }

    /// Returns whether a number is below, in or above the middle of all symbols.
    fn side_of_middle(&self, number: u64) -> std::cmp::Ordering {
        (2 * number.saturating_sub(u64::from(self.lowest)) + 1).cmp(&self.symbols())
    }

    /// The diagonal of a square grid, from the top left or from the bottom left.
    fn diagonal(&self, from_top: bool) -> Vec<u64> {
        let row = |column| if from_top { column } else { self.rows - 1 - column };
        (0..self.rows).filter_map(|column| self.holds(self.cell(row(column), column)?)).collect()
    }

    /// Returns whether `fits` holds for each named cell and each cell beside it, those apart that
    /// some rule of the same id names too.
    fn beats_those_beside(&self, id: &str, cells: &[usize], fits: impl Fn(u64, u64) -> bool) -> bool {
        let too = |cell: &usize| self.rules.iter().any(|(other, _, named)| *other == id && named.contains(cell));
        let beats = |&cell: &usize| {
            let beside = [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter().filter_map(|step| self.away(cell, step));
            beside.filter(|other| !too(other) && !cells.contains(other)).all(|other| self.both(cell, other, &fits))
        };
        cells.iter().all(beats)
    }

    /// Returns whether no two cells with the same number are that many steps apart.
    fn no_taxicab(&self) -> bool {
        let steps = |one: usize, other: usize| {
            let rows = (one / self.columns).abs_diff(other / self.columns);
            rows + (one % self.columns).abs_diff(other % self.columns)
        };
        let cells = self.rows * self.columns;
        let apart = |one, other| self.both(one, other, |a, b| a != b || a != steps(one, other) as u64);
        (0..cells).all(|one| (one + 1..cells).all(|other| apart(one, other)))
    }

    /// The ratios that neighbours without a dot are not in: those of the black dots, or 2 if there
    /// are none.
    fn black_ratios(&self) -> Vec<u64> {
        let black = self.rules.iter().filter(|(id, ..)| *id == "black");
        let ratios: Vec<u64> = black.map(|(_, numbers, _)| numbers.first().map_or(2, |&ratio| ratio.into())).collect();
        if ratios.is_empty() { vec![2] } else { ratios }
    }

    /// Returns whether each 5 has a 1 directly above it or a 9 directly below it.
    fn fives_have_flatmates(&self) -> bool {
        let beyond = |cell, down| self.away(cell, (down, 0)).and_then(|cell| self.holds(cell));
        let housed = |cell| beyond(cell, -1) == Some(1) || beyond(cell, 1) == Some(9);
        (0..self.rows * self.columns).all(|cell| self.holds(cell) != Some(5) || housed(cell))
    }

    /// The sums of the line in each box, each time it enters one.
    fn sums_by_box(&self, (height, width): (usize, usize), cells: &[usize]) -> Vec<u64> {
        let of_box = |cell: usize| (cell / self.columns / height, cell % self.columns / width);
        let runs = cells.chunk_by(|&one, &next| of_box(one) == of_box(next));
        runs.map(|run| run.iter().filter_map(|&cell| self.holds(cell)).sum()).collect()
    }

    /// The row or column, counted from 0, that the number of a cell says, counted from 1.
    fn place_said_by(&self, cell: usize) -> Option<usize> {
        usize::try_from(self.holds(cell)?.checked_sub(1)?).ok()
    }
}

/// Returns whether all numbers are different.
fn different(numbers: &[u64]) -> bool {
    numbers.iter().collect::<BTreeSet<_>>().len() == numbers.len()
}

fn consecutive(a: u64, b: u64) -> bool {
    a.abs_diff(b) == 1
}

/// Returns whether one number is this multiple of the other.
fn in_ratio(a: u64, b: u64, ratio: u64) -> bool {
    a == ratio * b || b == ratio * a
}

fn sum(numbers: &[u64]) -> u64 {
    numbers.iter().sum()
}

/// The number of times that a number occurs.
fn count(numbers: &[u64], number: u64) -> usize {
    numbers.iter().filter(|&&other| other == number).count()
}

/// Returns whether there are exactly two numbers, and `fits` holds for them.
fn two(numbers: &[u64], fits: impl Fn(u64, u64) -> bool) -> bool {
    matches!(*numbers, [a, b] if fits(a, b))
}

/// Returns whether `fits` holds for all successive pairs.
fn successive(numbers: &[u64], fits: impl Fn(u64, u64) -> bool) -> bool {
    numbers.windows(2).all(|pair| two(pair, &fits))
}

/// Returns whether any two numbers of which one is fewer than `reach` places after the other differ
/// in their class.
fn classes_differ(numbers: &[u64], reach: u64, class: impl Fn(u64) -> u64) -> bool {
    let pairs = numbers.iter().enumerate().flat_map(|one| numbers.iter().enumerate().map(move |other| (one, other)));
    let mut near = pairs.filter(|((i, _), (j, _))| i < j && ((j - i) as u64) < reach);
    near.all(|((_, &a), (_, &b))| class(a) != class(b))
}

/// The first and the second half, if the numbers have halves.
fn halves(numbers: &[u64]) -> Option<(&[u64], &[u64])> {
    if numbers.len().is_multiple_of(2) { Some(numbers.split_at(numbers.len() / 2)) } else { None }
}

fn sorted(numbers: &[u64]) -> Vec<u64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted
}

/// The numbers strictly between the places of the lowest and the highest one.
fn between_extremes(numbers: &[u64]) -> &[u64] {
    let place = |extreme: Option<&u64>| numbers.iter().position(|number| Some(number) == extreme).unwrap_or(0);
    let (lowest, highest) = (place(numbers.iter().min()), place(numbers.iter().max()));
    numbers.get(lowest.min(highest) + 1..lowest.max(highest)).unwrap_or(&[])
}

/// Returns whether no selection of the numbers, of one or more, adds up to the total.
fn no_selection_adds_up(numbers: &[u64], total: u64) -> bool {
    let mut sums = BTreeSet::new();
    for &number in numbers {
        let longer: Vec<u64> = sums.iter().map(|sum| sum + number).chain([number]).collect();
        sums.extend(longer);
    }
    !sums.contains(&total)
}

/// Returns whether the first `digits` cells, read by rows, are the digits of the sum of the others.
fn digits_are_sum(numbers: &[u64], cells: &[usize], digits: usize) -> bool {
    let Some((first, others)) = numbers.split_at_checked(digits) else { return false };
    let mut by_rows: Vec<(usize, u64)> = cells.iter().copied().zip(first.iter().copied()).collect();
    by_rows.sort_unstable();
    by_rows.iter().fold(0, |so_far, (_, digit)| so_far * 10 + digit) == sum(others)
}

/// Returns whether the line can be cut into parts, at least one, that each add up to the total;
/// zeros may follow the last.
fn cut_into_parts(numbers: &[u64], total: u64) -> bool {
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
fn zipped(numbers: &[u64]) -> bool {
    let half = numbers.len() / 2;
    let mut sums: Vec<u64> = numbers.iter().zip(numbers.iter().rev()).take(half).map(|(a, b)| a + b).collect();
    if !numbers.len().is_multiple_of(2) {
        sums.extend(numbers.get(half));
    }
    successive(&sums, |a, b| a == b)
}

/// Each number with the highest one before it, which is 0 for the first.
fn with_highest_before(numbers: &[u64]) -> impl Iterator<Item = (u64, u64)> {
    numbers.iter().scan(0, |highest, &number| {
        let before = *highest;
        *highest = before.max(number);
        Some((number, before))
    })
}

/// As many first numbers as the first one says, which is not 0.
fn said_by_first(numbers: &[u64]) -> Option<&[u64]> {
    let length = usize::try_from(*numbers.first()?).ok()?;
    if length > 0 { numbers.get(..length) } else { None }
}

/// Returns whether the number of the first cell occurs again as many cells after the second one as
/// that one says.
fn slung(numbers: &[u64]) -> bool {
    let &[thrown, distance, ref after @ ..] = numbers else { return false };
    let place = distance.checked_sub(1).and_then(|place| usize::try_from(place).ok());
    place.and_then(|place| after.get(place)) == Some(&thrown)
}

/// Returns whether a full grid keeps a rule: its id, its numbers, and the indices of its cells in
/// order. `None` if the id has no definition here. A rule without a cell or a number that it needs
/// is not kept.
pub fn keeps(full: &Full, id: &str, numbers: &[u32], cells: &[usize]) -> Option<bool> {
    let named: Vec<u64> = numbers.iter().copied().map(u64::from).collect();
    let held: Vec<u64> = cells.iter().filter_map(|&cell| full.holds(cell)).collect();
    let number = named.first().copied();
    let adds_up = |part: &[u64]| number == Some(sum(part));
    let kept = match id {
        // Rules of the whole grid.
        "windoku" => full.boxes.is_none_or(|size| {
            let windows = full.rectangles((1, 1), size, (size.0 + 1, size.1 + 1));
            windows.iter().all(|window| different(window))
        }),
        "disjoint" => full.boxes.is_none_or(|size| full.places(size).iter().all(|place| different(place))),
        "falling" => full.rows != full.columns || different(&full.diagonal(true)),
        "rising" => full.rows != full.columns || different(&full.diagonal(false)),
        "antiknight" => full.every_pair(KNIGHTS_MOVE, |a, b| a != b),
        "antiking" => full.every_pair(TOUCH_AT_A_CORNER, |a, b| a != b),
        "nonconsecutive" => full.every_pair(SHARE_A_SIDE, |a, b| !consecutive(a, b)),
        "antitaxicab" => full.no_taxicab(),
        "alldots" => full.every_unmarked_pair(&["white", "black"], |a, b| !consecutive(a, b) && !in_ratio(a, b, 2)),
        "allwhite" => full.every_unmarked_pair(&["white", "black"], |a, b| !consecutive(a, b)),
        "allblack" => {
            let ratios = full.black_ratios();
            full.every_unmarked_pair(&["white", "black"], |a, b| !ratios.iter().any(|&ratio| in_ratio(a, b, ratio)))
        }
        "allxv" => full.every_unmarked_pair(&["x", "v"], |a, b| a + b != 10 && a + b != 5),
        "flatmates" => (full.lowest, full.highest) != (1, 9) || full.fives_have_flatmates(),
        "entropy" => full.three_in_every_block(|number| full.third(number)),
        "modularity" => full.three_in_every_block(|number| number % 3),
        // Rules of each named cell.
        "even" => held.iter().all(|number| number % 2 == 0),
        "odd" => held.iter().all(|number| number % 2 == 1),
        "candidates" => held.iter().all(|number| named.contains(number)),
        "minimum" => full.beats_those_beside(id, cells, |own, beside| own < beside),
        "maximum" => full.beats_those_beside(id, cells, |own, beside| own > beside),
        "columnindex" => cells.iter().all(|&cell| {
            let told = full.place_said_by(cell).and_then(|column| full.cell(cell / full.columns, column));
            told.and_then(|there| full.holds(there)) == Some((cell % full.columns) as u64 + 1)
        }),
        "rowindex" => cells.iter().all(|&cell| {
            let told = full.place_said_by(cell).and_then(|row| full.cell(row, cell % full.columns));
            told.and_then(|there| full.holds(there)) == Some((cell / full.columns) as u64 + 1)
        }),
        // Rules of two neighbours.
        "white" => two(&held, |a, b| a.abs_diff(b) == number.unwrap_or(1)),
        "black" => two(&held, |a, b| in_ratio(a, b, number.unwrap_or(2))),
        "x" => two(&held, |a, b| a + b == number.unwrap_or(10)),
        "v" => two(&held, |a, b| a + b == 5),
        "greater" => two(&held, |a, b| a > b),
        // Rules of lines.
        "thermometer" => successive(&held, |a, b| a < b),
        "slow" => successive(&held, |a, b| a <= b),
        "whisper" => successive(&held, |a, b| a.abs_diff(b) >= number.unwrap_or(full.symbols().div_ceil(2))),
        "parity" => successive(&held, |a, b| a % 2 != b % 2),
        "palindrome" => held.iter().eq(held.iter().rev()),
        "renban" => {
            let span = held.iter().max().zip(held.iter().min()).map_or(0, |(most, least)| most - least);
            different(&held) && span < held.len() as u64
        }
        "nabner" => successive(&sorted(&held), |a, b| b - a > 1),
        "entropic" => classes_differ(&held, 3, |number| full.third(number)),
        "modular" => {
            let divisor = number.unwrap_or(3);
            classes_differ(&held, divisor, |number| number % divisor)
        }
        "arrow" => digits_are_sum(&held, cells, numbers.first().map_or(1, |&digits| digits as usize)),
        "doublearrow" => matches!(&held[..], [a, inside @ .., b] if a + b == sum(inside)),
        "between" => matches!(&held[..], [a, inside @ .., b]
            if inside.iter().all(|number| a.min(b) < number && number < a.max(b))),
        "lockout" => matches!(&held[..], [a, inside @ .., b] if a.abs_diff(*b) >= number.unwrap_or(4)
            && inside.iter().all(|number| number < a.min(b) || a.max(b) < number)),
        "regionsum" => full.boxes.is_none_or(|size| successive(&full.sums_by_box(size, cells), |a, b| a == b)),
        "sumline" => cut_into_parts(&held, number.unwrap_or(10)),
        "zipper" => zipped(&held),
        // Rules of sets of cells.
        "region" | "cage" => different(&held),
        "killer" => different(&held) && adds_up(&held),
        "sum" | "littlekiller" => adds_up(&held),
        "equality" => {
            let even = held.iter().filter(|&number| number % 2 == 0).count();
            let low = held.iter().filter(|&&number| full.side_of_middle(number).is_lt()).count();
            let high = held.iter().filter(|&&number| full.side_of_middle(number).is_gt()).count();
            different(&held) && 2 * even == held.len() && low == high && low + high == held.len()
        }
        "rellik" => different(&held) && number.is_some_and(|total| no_selection_adds_up(&held, total)),
        "lunchbox" => different(&held) && adds_up(between_extremes(&held)),
        "contains" | "quadruple" => named.iter().all(|&each| count(&held, each) >= count(&named, each)),
        "exactly" => named.iter().all(|&each| count(&held, each) == count(&named, each)),
        "counting" => held.iter().all(|&each| count(&held, each) as u64 == each),
        // Rules of two parts of the named cells.
        "clone" => halves(&held).is_some_and(|(first, second)| first == second),
        "samevalues" => halves(&held).is_some_and(|(first, second)| sorted(first) == sorted(second)),
        "equalsum" => {
            let length = numbers.first().map_or(held.len() / 2, |&length| length as usize);
            let parts = held.split_at_checked(length);
            parts.is_some_and(|(first, others)| sum(first) == sum(others))
        }
        "distinct" => held.split_first().is_some_and(|(&first, others)| {
            let others: BTreeSet<&u64> = others.iter().collect();
            first == others.len() as u64
        }),
        "slingshot" => slung(&held),
        // Clues at the edge, for a whole row or column.
        "sandwich" => adds_up(between_extremes(&held)),
        "xsum" => said_by_first(&held).is_some_and(adds_up),
        "skyscraper" => {
            let seen = with_highest_before(&held).filter(|(own, before)| own > before).count();
            number == Some(seen as u64)
        }
        "hidden" => {
            let hidden = with_highest_before(&held).find(|(own, before)| own < before);
            hidden.is_some_and(|(own, _)| number == Some(own))
        }
        "room" => number.is_some() && number == said_by_first(&held).and_then(|first| first.last().copied()),
        _ => return None,
    };
    Some(kept && held.len() == cells.len())
}
