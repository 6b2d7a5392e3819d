//! The ways in which rules lower to tuples: automata that read the numbers of cells in an order.

use super::Lowering;
use super::sums::Sums;
use crate::areas::Areas;
use crate::cell::Cell;
use crate::constraint::Constraint;
use crate::grid::{Grid, GridRule};
use crate::symbol_set::SymbolSet;
use std::hash::Hash;

/// A set of used numbers is a state of its own up to this many symbols.
const MOST_IN_A_SET: usize = 10;

/// Cells whose numbers an automaton accepts. `next` gets the state, the place of the cell among
/// `cells` and its number.
pub(super) fn accepted<S: Clone + Eq + Hash>(
    grid: &Lowering,
    cells: Vec<Cell>,
    start: S,
    next: impl Fn(&S, usize, u32) -> Option<S>,
    accepts: impl Fn(&S) -> bool,
    words: impl Fn(&S) -> String,
) -> Vec<Constraint> {
    let of_symbol = |state: &S, at: usize, symbol| next(state, at, grid.number(symbol).into());
    let tuples = grid.accepted(&cells, start, of_symbol, accepts, words);
    vec![Constraint::Tuples(cells, tuples)]
}

/// Cells whose numbers add up to a total.
pub(super) fn sum(grid: &Lowering, cells: &[Cell], total: u32) -> Vec<Constraint> {
    let next = |so_far: &u32, _: usize, number: u32| Some(so_far + number).filter(|&sum| sum <= total);
    accepted(grid, cells.to_vec(), 0, next, |&sum| sum == total, u32::to_string)
}

/// Cells whose numbers multiply to the named one.
pub(super) fn product(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let total = rule.number(grid);
    let next = |so_far: &u32, _: usize, number: u32| match so_far.saturating_mul(number) {
        0 => (total == 0).then_some(0),
        product => total.is_multiple_of(product).then_some(if total == 0 { 1 } else { product }),
    };
    accepted(grid, rule.cells.clone(), 1, next, |&product| product == total, u32::to_string)
}

/// The largest number is the named one more than the sum of the others.
pub(super) fn difference(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let (by, highest) = (rule.number(grid), grid.highest());
    let join = |sum: u32, number: u32| Some(sum + number).filter(|&sum| sum <= highest);
    largest(rule, grid, 0, join, |largest, sum| largest.checked_sub(sum) == Some(by))
}

/// The largest number is the named one times the product of the others.
pub(super) fn quotient(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let (times, highest) = (rule.number(grid), grid.highest());
    // A product that is too large is so until a 0 follows.
    let join = |product: u32, number: u32| Some((product * number).min(highest + 1));
    largest(rule, grid, 1, join, |largest, product| largest == product.saturating_mul(times))
}

/// Cells whose largest number, and what `join` makes of the others from `none` on, are accepted.
fn largest(
    rule: &GridRule,
    grid: &Lowering,
    none: u32,
    join: impl Fn(u32, u32) -> Option<u32>,
    accepts: impl Fn(u32, u32) -> bool,
) -> Vec<Constraint> {
    let next = |state: &Option<(u32, u32)>, _: usize, number: u32| match *state {
        None => Some(Some((number, none))),
        Some((largest, others)) => Some(Some((largest.max(number), join(others, largest.min(number))?))),
    };
    let words = |state: &Option<(u32, u32)>| state.map_or(String::new(), |(most, others)| format!("{most},{others}"));
    let accepts = |state: &Option<(u32, u32)>| state.is_some_and(|(largest, others)| accepts(largest, others));
    accepted(grid, rule.cells.clone(), None, next, accepts, words)
}

/// Cells that hold different numbers, which an automaton with the set of numbers so far and another
/// state accepts. If there are too many sets, the automaton does without, beside a unit.
fn different<S: Clone + Eq + Hash>(
    grid: &Lowering,
    cells: &[Cell],
    start: S,
    next: impl Fn(&S, u32) -> Option<S>,
    accepts: impl Fn(&S) -> bool,
    words: impl Fn(&S, SymbolSet) -> String,
) -> Vec<Constraint> {
    let knows_set = grid.n_symbols() <= MOST_IN_A_SET || cells.len() <= 3;
    let with_set = |(set, state): &(SymbolSet, S), _: usize, number: u32| {
        let symbol = if knows_set { grid.symbol_of(number as usize) } else { None };
        let one = symbol.map_or(SymbolSet::EMPTY, SymbolSet::of);
        (!set.meets(one)).then_some(())?;
        Some((*set | one, next(state, number)?))
    };
    let tuples = accepted(
        grid,
        cells.to_vec(),
        (SymbolSet::EMPTY, start),
        with_set,
        |(_, state)| accepts(state),
        |(set, state)| words(state, *set),
    );
    match cells.len() {
        1 => tuples,
        _ => [vec![Constraint::AllDifferent(cells.to_vec())], tuples].concat(),
    }
}

/// The numbers of a set: `2+7`.
fn numbers_in(set: SymbolSet, grid: &Grid) -> String {
    set.symbols().map(|symbol| grid.number(symbol).to_string()).collect::<Vec<_>>().join("+")
}

/// Cells that hold different numbers which add up to the named one.
pub(super) fn cage(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let total = rule.number(grid);
    let next = |so_far: &u32, number: u32| Some(so_far + number).filter(|&sum| sum <= total);
    let words = |sum: &u32, set: SymbolSet| if set.is_empty() { sum.to_string() } else { numbers_in(set, grid) };
    different(grid, &rule.cells, 0, next, |&sum| sum == total, words)
}

/// Different numbers, of which no selection adds up to the named one.
pub(super) fn rellik(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let excluded = rule.number(grid);
    let largest: u32 = (0..rule.cells.len() as u32).map(|k| grid.highest().saturating_sub(k)).sum();
    if excluded > largest {
        return different(grid, &rule.cells, (), |(), _| Some(()), |()| true, |(), set| numbers_in(set, grid));
    }
    // The sums of one or more of the numbers so far. Larger ones do not matter.
    let next = |sums: &Sums, number: u32| Some(sums.with(number)).filter(|sums| !sums.holds(excluded));
    different(grid, &rule.cells, Sums::up_to(excluded), next, |_| true, |_, set| numbers_in(set, grid))
}

/// Different numbers, as many odd as even ones and as many low as high ones. The middle of an odd
/// number of symbols is neither.
pub(super) fn balanced(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let (lowest, n) = (u32::from(grid.lowest), grid.n_symbols() as u32);
    let next = move |&(odd, high): &(i32, i32), number: u32| {
        let by = if number % 2 == 1 { 1 } else { -1 };
        let place = (2 * (number - lowest) + 1).cmp(&n) as i32;
        (place != 0).then_some((odd + by, high + place))
    };
    let words = |(odd, high): &(i32, i32), _: SymbolSet| format!("{odd},{high}");
    different(grid, &rule.cells, (0, 0), next, |balance| *balance == (0, 0), words)
}

/// The numbers of the first cells, as digits of one number read by rows, are the sum of the others.
/// The rule names how many they are, if not one. The sum is read first.
pub(super) fn arrow(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let n_digits = rule.circle();
    let (pill, shaft) = rule.cells.split_at(n_digits);
    let mut pill = pill.to_vec();
    pill.sort_unstable();
    let highest = grid.highest();
    let most = (0..n_digits as u32).map(|digit| highest * 10u32.pow(digit)).sum();
    let n_shaft = shaft.len();
    let next = |&sum: &u32, at: usize, number: u32| match at.checked_sub(n_shaft) {
        None => Some(sum + number).filter(|&sum| sum <= most),
        Some(digit) => sum.checked_sub(number * 10u32.pow((n_digits - 1 - digit) as u32)),
    };
    accepted(grid, [shaft, &pill].concat(), 0, next, |&rest| rest == 0, u32::to_string)
}

/// The numbers of some cells add up to as much as those of others, which are read first.
pub(super) fn equal(grid: &Lowering, first: &[Cell], others: &[Cell]) -> Vec<Constraint> {
    let n_first = first.len();
    let next = |&sum: &u32, at: usize, number: u32| match at < n_first {
        true => Some(sum + number),
        false => sum.checked_sub(number),
    };
    accepted(grid, [first, others].concat(), 0, next, |&rest| rest == 0, u32::to_string)
}

/// The named cells add up to the same in each area that they pass, each time they pass it.
pub(super) fn by_area(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let numbers = match grid.areas {
        Areas::None => return Vec::new(),
        _ => grid.areas.numbers(grid.size()),
    };
    let runs: Vec<&[Cell]> = rule.cells.chunk_by(|one, other| numbers[one.index()] == numbers[other.index()]).collect();
    let Some(shortest) = (0..runs.len()).min_by_key(|&run| runs[run].len()) else { return Vec::new() };
    let others = (0..runs.len()).filter(|&run| run != shortest);
    others.flat_map(|run| equal(grid, runs[shortest], runs[run])).collect()
}

/// Two cells as far from the ends of the line as each other add up to the cell in the middle, or
/// without one all to the same.
pub(super) fn zipper(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let (cells, half) = (&rule.cells, rule.cells.len() / 2);
    let pair = |at: usize| [cells[at], cells[cells.len() - 1 - at]];
    let (middle, n_pairs) = match cells.len() % 2 {
        1 => (vec![cells[half]], half),
        _ => (pair(half - 1).to_vec(), half - 1),
    };
    (0..n_pairs).flat_map(|at| equal(grid, &middle, &pair(at))).collect()
}

/// The cells between the two ends of a line add up to as much as the ends.
pub(super) fn double_arrow(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    match &rule.cells[..] {
        [first, middle @ .., last] => equal(grid, &[*first, *last], middle),
        _ => Vec::new(),
    }
}

/// A line as parts that follow each other, each of which adds up to a total. A line of zeros has no
/// part.
pub(super) fn sum_line(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let total = rule.number(grid);
    // The sum so far, and whether a part has ended.
    let next = |&(sum, ended): &(u32, bool), _: usize, number: u32| match sum + number {
        sum if sum == total => Some((0, true)),
        sum => Some((sum, ended)).filter(|_| sum < total),
    };
    let words = |(sum, _): &(u32, bool)| sum.to_string();
    accepted(grid, rule.cells.clone(), (0, false), next, |state| *state == (0, true), words)
}

/// The same of a line that goes on at its beginning. A part may lie across both.
pub(super) fn sum_loop(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let total = rule.number(grid);
    let longest = grid.highest().saturating_mul(rule.cells.len() as u32);
    // For each sum that the last cells may have: the sum so far of a part, and whether one ended.
    let start: Vec<(u32, u32, bool)> = (0..total.min(longest).max(1)).map(|last| (last, last, false)).collect();
    let next = |ways: &Vec<(u32, u32, bool)>, _: usize, number: u32| {
        let way = |&(last, sum, ended): &(u32, u32, bool)| match sum + number {
            sum if sum == total => Some((last, 0, true)),
            sum => Some((last, sum, ended)).filter(|_| sum < total),
        };
        let ways: Vec<(u32, u32, bool)> = ways.iter().filter_map(way).collect();
        (!ways.is_empty()).then_some(ways)
    };
    let is_cut = |ways: &Vec<(u32, u32, bool)>| ways.iter().any(|&(last, sum, ended)| ended && sum == last);
    let words = |ways: &Vec<(u32, u32, bool)>| {
        ways.iter().map(|(last, sum, _)| format!("{last}:{sum}")).collect::<Vec<_>>().join("|")
    };
    accepted(grid, rule.cells.clone(), start, next, is_cut, words)
}

/// The ends of a line, read first, and each cell between them agree: `allows` gets the smaller end,
/// the larger one and the number between. Ends that `opens` refuses are not allowed.
pub(super) fn between(
    rule: &GridRule,
    grid: &Lowering,
    opens: impl Fn(u32, u32) -> bool,
    allows: impl Fn(u32, u32, u32) -> bool,
) -> Vec<Constraint> {
    let [first, middle @ .., last] = &rule.cells[..] else { return Vec::new() };
    let next = |&(low, high): &(u32, u32), at: usize, number: u32| match at {
        0 => Some((number, number)),
        1 => Some((low.min(number), high.max(number))).filter(|&(low, high)| opens(low, high)),
        _ => allows(low, high, number).then_some((low, high)),
    };
    let words = |(low, high): &(u32, u32)| if low == high { low.to_string() } else { format!("{low}..{high}") };
    accepted(grid, [&[*first, *last], middle].concat(), (0, 0), next, |_| true, words)
}

/// The numbers between two others add up to the named one. The two are named, or the lowest and
/// the highest one of the row. A row with as many cells as there are symbols holds all of them, so
/// these are known.
pub(super) fn sandwich(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let ends = match rule.numbers[..] {
        [_, one, other] => [one, other],
        _ if rule.cells.len() < grid.n_symbols() => return between_extremes(rule, grid),
        _ => [grid.lowest.into(), grid.highest()],
    };
    #[derive(Clone, PartialEq, Eq, Hash)]
    enum Read {
        Before,
        /// After one of the two, whose number comes first, with the sum since.
        Within(u32, u32),
        After,
    }
    let total = rule.number(grid);
    let next = |state: &Read, _: usize, number: u32| match (state, ends.contains(&number)) {
        (Read::Before, false) => Some(Read::Before),
        (Read::Before, true) => Some(Read::Within(number, 0)),
        (&Read::Within(begun, sum), false) => Some(Read::Within(begun, sum + number)).filter(|_| sum + number <= total),
        (&Read::Within(begun, sum), true) => (begun != number && sum == total).then_some(Read::After),
        (Read::After, true) => None,
        (Read::After, false) => Some(Read::After),
    };
    let words = |state: &Read| match state {
        Read::Before => "before".to_string(),
        Read::Within(begun, sum) => format!("{begun}+{sum}"),
        Read::After => "after".to_string(),
    };
    accepted(grid, rule.cells.clone(), Read::Before, next, |state| *state == Read::After, words)
}

/// As many numbers as the first one says, with itself, add up to the named one.
pub(super) fn x_sum(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let total = rule.number(grid);
    let next = |&(left, rest): &(u32, u32), at: usize, number: u32| match (at, left) {
        (0, _) => Some((number.checked_sub(1)?, rest.checked_sub(number)?)),
        (_, 0) => Some((0, rest)),
        _ => Some((left - 1, rest.checked_sub(number)?)),
    };
    let words = |(left, rest): &(u32, u32)| format!("{rest}in{left}");
    accepted(grid, rule.cells.clone(), (0, total), next, |state| *state == (0, 0), words)
}

/// The number of cells that hold more than each before them.
pub(super) fn skyscraper(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let seen = rule.number(grid);
    let next = |&(highest, count): &(u32, u32), _: usize, number: u32| match number > highest {
        true => Some((number, count + 1)).filter(|&(_, count)| count <= seen),
        false => Some((highest, count)),
    };
    let words = |(highest, count): &(u32, u32)| format!("{count}to{highest}");
    accepted(grid, rule.cells.clone(), (0, 0), next, |&(_, count)| count == seen, words)
}

/// The first number that is less than one before it is the named one.
pub(super) fn hidden(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let wanted = rule.number(grid);
    // The highest number so far; `None` after the first hidden one.
    let next = |&highest: &Option<u32>, _: usize, number: u32| match highest {
        Some(highest) if number < highest => (number == wanted).then_some(None),
        Some(_) => Some(Some(number)),
        None => Some(None),
    };
    let words = |highest: &Option<u32>| highest.map_or("after".to_string(), |highest| highest.to_string());
    accepted(grid, rule.cells.clone(), Some(0), next, Option::is_none, words)
}

/// The number of the first cell is in the line again, where the second cell says: 1 is the third
/// cell.
pub(super) fn slingshot(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    #[derive(Clone, PartialEq, Eq, Hash)]
    enum Read {
        Nothing,
        Number(u32),
        /// The number, and how many cells it is away.
        Away(u32, u32),
        Found,
    }
    let next = |state: &Read, _: usize, number: u32| match *state {
        Read::Nothing => Some(Read::Number(number)),
        Read::Number(sought) => (number > 0).then_some(Read::Away(sought, number)),
        Read::Away(sought, 1) => (number == sought).then_some(Read::Found),
        Read::Away(sought, left) => Some(Read::Away(sought, left - 1)),
        Read::Found => Some(Read::Found),
    };
    let words = |state: &Read| match state {
        Read::Nothing => String::new(),
        Read::Number(sought) => sought.to_string(),
        Read::Away(sought, left) => format!("{sought}in{left}"),
        Read::Found => "after".to_string(),
    };
    accepted(grid, rule.cells.clone(), Read::Nothing, next, |state| *state == Read::Found, words)
}

/// Each 5 has a 1 directly above it or a 9 directly below it: a constraint for each column. None if
/// the numbers are not 1 to 9.
pub(super) fn flatmates(grid: &Lowering) -> Vec<Constraint> {
    #[derive(Clone, PartialEq, Eq, Hash)]
    enum Read {
        Other,
        One,
        /// A 5 without a 1 above it: a 9 follows.
        Five,
    }
    if grid.lowest != 1 || grid.n_symbols() != 9 || !grid.grids().is_empty() {
        return Vec::new();
    }
    let next = |state: &Read, _: usize, number: u32| match (state, number) {
        (Read::Five, 9) => Some(Read::Other),
        (Read::Five, _) => None,
        (_, 1) => Some(Read::One),
        (Read::Other, 5) => Some(Read::Five),
        (_, _) => Some(Read::Other),
    };
    let words = |state: &Read| match state {
        Read::Other => "other".to_string(),
        Read::One => "1".to_string(),
        Read::Five => "5".to_string(),
    };
    let column = |column: usize| {
        let cells = (0..grid.rows()).map(|row| grid.cell(row, column)).collect();
        accepted(grid, cells, Read::Other, next, |state| *state != Read::Five, words)
    };
    (0..grid.columns()).flat_map(column).collect()
}

/// The cell whose place the first cell says holds the named number.
pub(super) fn room(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let wanted = rule.number(grid);
    // The number of cells to the one that is meant; `None` after it.
    let next = |&left: &Option<u32>, at: usize, number: u32| match (at, left) {
        (0, _) if number == 0 => None,
        (0, _) if number == 1 => (number == wanted).then_some(None),
        (0, _) => Some(Some(number - 1)),
        (_, None) => Some(None),
        (_, Some(1)) => (number == wanted).then_some(None),
        (_, Some(left)) => Some(Some(left - 1)),
    };
    let words = |left: &Option<u32>| left.map_or("after".to_string(), |left| left.to_string());
    accepted(grid, rule.cells.clone(), Some(0), next, Option::is_none, words)
}

/// The named numbers occur in the cells, each as often as it is named. More than a few are one
/// constraint each.
pub(super) fn holding(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    const FEW: usize = 6;
    let mut wanted = rule.numbers.clone();
    wanted.sort_unstable();
    if wanted.len() <= FEW {
        return holding_all(rule, grid, wanted);
    }
    wanted.chunk_by(|one, other| one == other).flat_map(|alike| holding_all(rule, grid, alike.to_vec())).collect()
}

fn holding_all(rule: &GridRule, grid: &Lowering, wanted: Vec<u32>) -> Vec<Constraint> {
    let next = |left: &Vec<u32>, _: usize, number: u32| {
        let mut left = left.clone();
        if let Ok(at) = left.binary_search(&number) {
            left.remove(at);
        }
        Some(left)
    };
    let words = |left: &Vec<u32>| match &left[..] {
        [] => "all".to_string(),
        left => left.iter().map(u32::to_string).collect::<Vec<_>>().join("&"),
    };
    accepted(grid, rule.cells.clone(), wanted, next, Vec::is_empty, words)
}

/// Each number that occurs in the cells occurs as often as it says.
pub(super) fn counting(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let of_number = |counted: u32| often(rule, grid, counted, move |count| count == 0 || count == counted, counted);
    grid.alphabet.symbols().flat_map(|symbol| of_number(grid.number(symbol).into())).collect()
}

/// Each two by two cells hold numbers of the classes 0, 1 and 2.
pub(super) fn squares(grid: &Lowering, class: impl Fn(u32) -> u32) -> Vec<Constraint> {
    let next = |&seen: &u32, _: usize, number: u32| Some(seen | 1 << class(number));
    let words = |&seen: &u32| (0..3).filter(|class| seen >> class & 1 == 1).map(|class| class.to_string()).collect();
    let first = grid.all_cells().filter_map(|cell| Some((cell, grid.related(cell, (1, 1))?)));
    let four =
        first.filter_map(|(cell, last)| Some([cell, grid.related(cell, (0, 1))?, grid.related(cell, (1, 0))?, last]));
    four.flat_map(|four| accepted(grid, four.to_vec(), 0, next, |&seen| seen == 7, words)).collect()
}

/// Three successive cells of a row or a column are neither all odd nor all even.
pub(super) fn mixed(grid: &Lowering) -> Vec<Constraint> {
    // The parity of the last cell, and how many successive cells have it.
    let next = |&(parity, run): &(u32, u32), _: usize, number: u32| {
        let run = if number % 2 == parity { run + 1 } else { 1 };
        (run < 3).then_some((number % 2, run))
    };
    let words = |&(parity, run): &(u32, u32)| format!("{run} {}", if parity == 1 { "odd" } else { "even" });
    grid.lines().into_iter().flat_map(|line| accepted(grid, line, (0, 0), next, |_| true, words)).collect()
}

/// The number of each named cell is how many of the cells around it hold a smaller one.
pub(super) fn around(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    // The number of the named cell, once it is read, and how many smaller ones are still to come.
    let next = |state: &Option<(u32, u32)>, _: usize, number: u32| match *state {
        None => Some(Some((number, number))),
        Some((own, left)) if number < own => Some(Some((own, left.checked_sub(1)?))),
        other => Some(other),
    };
    let words = |state: &Option<(u32, u32)>| state.map_or(String::new(), |(own, left)| format!("{own}, {left} left"));
    let steps = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
    let of_cell = |&cell: &Cell| {
        let cells = [cell].into_iter().chain(steps.iter().filter_map(|&step| grid.related(cell, step))).collect();
        accepted(grid, cells, None, next, |state| state.is_none_or(|(_, left)| left == 0), words)
    };
    rule.cells.iter().flat_map(of_cell).collect()
}

/// The numbers rise from one end on, and each from the third on is the sum of the two before it.
pub(super) fn fibonacci(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    // The last two numbers. From the higher end on, each is the difference of the two before it.
    let next = |state: &[u32], _: usize, number: u32| match *state {
        [before, last] if before < last => (before + last == number && last < number).then(|| vec![last, number]),
        [before, last] => (last + number == before && number < last).then(|| vec![last, number]),
        [last] => (last != number).then(|| vec![last, number]),
        _ => Some(vec![number]),
    };
    let next = |state: &Vec<u32>, at: usize, number: u32| next(state, at, number);
    let words = |state: &Vec<u32>| state.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    accepted(grid, rule.cells.clone(), Vec::new(), next, |_| true, words)
}

/// The numbers rise by the same from each cell to the next, or fall.
pub(super) fn sequence(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    // The last number, and the step to it, once there is one.
    let next = |state: &Option<(u32, Option<i64>)>, _: usize, number: u32| {
        let Some((last, step)) = *state else { return Some(Some((number, None))) };
        let by = i64::from(number) - i64::from(last);
        (by != 0 && step.is_none_or(|step| step == by)).then_some(Some((number, Some(by))))
    };
    let words = |state: &Option<(u32, Option<i64>)>| match *state {
        None => String::new(),
        Some((last, None)) => last.to_string(),
        Some((last, Some(step))) => format!("{last}{step:+}"),
    };
    accepted(grid, rule.cells.clone(), None, next, |_| true, words)
}

/// Each number occurs in both halves of the cells equally often: a constraint for each number.
pub(super) fn same(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let half = rule.cells.len() / 2;
    let of_number = |counted: u32| {
        let next = move |&count: &u32, at: usize, number: u32| match (number == counted, at < half) {
            (false, _) => Some(count),
            (true, true) => Some(count + 1),
            (true, false) => count.checked_sub(1),
        };
        accepted(grid, rule.cells.clone(), 0, next, |&count| count == 0, u32::to_string)
    };
    grid.alphabet.symbols().flat_map(|symbol| of_number(grid.number(symbol).into())).collect()
}

/// The named numbers occur in the cells exactly as often as they are named.
pub(super) fn exactly(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let mut named = rule.numbers.clone();
    named.sort_unstable();
    let of_number = |alike: &[u32]| {
        let times = alike.len() as u32;
        often(rule, grid, alike[0], move |count| count == times, times)
    };
    named.chunk_by(|one, other| one == other).flat_map(of_number).collect()
}

/// A number occurs in the cells as often as a function allows. It allows no count above `most`.
fn often(rule: &GridRule, grid: &Lowering, counted: u32, allows: impl Fn(u32) -> bool, most: u32) -> Vec<Constraint> {
    let next = |&count: &u32, _: usize, number: u32| match number == counted {
        true => Some(count + 1).filter(|&count| count <= most),
        false => Some(count),
    };
    accepted(grid, rule.cells.clone(), 0, next, |&count| allows(count), u32::to_string)
}

/// Different numbers; those between the lowest and the highest add up to the named one.
pub(super) fn lunchbox(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    [vec![Constraint::AllDifferent(rule.cells.clone())], between_extremes(rule, grid)].concat()
}

/// Numbers of which those between the lowest and the highest add up to the named one.
fn between_extremes(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    /// The extremes so far, the one that was read last at the end, and two sums.
    #[derive(Clone, PartialEq, Eq, Hash)]
    struct Read {
        low: u32,
        high: u32,
        low_is_last: bool,
        /// Between the extremes.
        between: u32,
        /// After the last of them.
        after: u32,
    }
    let total = rule.number(grid);
    // A sum that is too large stays so.
    let add = |sum: u32, more: u32| sum.saturating_add(more).min(total.saturating_add(1));
    let next = |state: &Option<Read>, _: usize, number: u32| {
        let Some(state) = state else {
            return Some(Some(Read { low: number, high: number, low_is_last: true, between: 0, after: 0 }));
        };
        let Read { low, high, low_is_last, between, after } = *state;
        Some(Some(match number {
            number if (low..=high).contains(&number) => Read { after: add(after, number), ..*state },
            // The first number is both extremes until there is another.
            number if low == high => Read {
                low: low.min(number),
                high: high.max(number),
                low_is_last: number < low,
                between: after,
                after: 0,
            },
            number if number < low => {
                let between = if low_is_last { add(between, low + after) } else { after };
                Read { low: number, low_is_last: true, between, after: 0, ..*state }
            }
            number => {
                let between = if low_is_last { after } else { add(between, high + after) };
                Read { high: number, low_is_last: false, between, after: 0, ..*state }
            }
        }))
    };
    let words =
        |state: &Option<Read>| state.as_ref().map_or(String::new(), |read| format!("{}..{}", read.low, read.high));
    let accepts = |state: &Option<Read>| state.as_ref().is_some_and(|read| read.between == total);
    accepted(grid, rule.cells.clone(), None, next, accepts, words)
}

/// The number of different numbers in the cells after the first one, which is read last.
pub(super) fn distinct(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let [first, others @ ..] = &rule.cells[..] else { return Vec::new() };
    let n_others = others.len();
    let next = |set: &SymbolSet, at: usize, number: u32| match at < n_others {
        true => grid.symbol_of(number as usize).map(|symbol| set.with(symbol)),
        false => (set.len() == number as usize).then_some(SymbolSet::EMPTY),
    };
    let words = |set: &SymbolSet| set.len().to_string();
    accepted(grid, [others, &[*first]].concat(), SymbolSet::EMPTY, next, |_| true, words)
}

/// A cell says at which place of its row, or of its column, the number of its own place is.
pub(super) fn indexing(rule: &GridRule, grid: &Lowering, by_rows: bool) -> Vec<Constraint> {
    let one = |&cell: &Cell| {
        let (row, column) = grid.place(cell);
        let (own, n) = if by_rows { (row, grid.rows()) } else { (column, grid.columns()) };
        let at = |place: usize| if by_rows { grid.cell(place, column) } else { grid.cell(row, place) };
        let others: Vec<usize> = (0..n).filter(|&place| place != own).collect();
        let cells = std::iter::once(cell).chain(others.iter().map(|&place| at(place))).collect();
        let wanted = own as u32 + 1;
        // The place that is meant, from 1; 0 after it.
        let next = |&meant: &u32, read: usize, number: u32| match read.checked_sub(1).map(|k| others[k] as u32 + 1) {
            None if number == wanted => Some(0),
            None => (1..=n as u32).contains(&number).then_some(number),
            Some(place) if place == meant => (number == wanted).then_some(0),
            Some(_) => Some(meant),
        };
        accepted(grid, cells, 0, next, |&meant| meant == 0, u32::to_string)
    };
    rule.cells.iter().flat_map(one).collect()
}
