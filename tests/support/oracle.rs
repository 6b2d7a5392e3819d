//! What the tests know of each rule of grids, a row each: a sample, and an oracle that has the
//! definition of the rule from its help sentence and shares no code with the program.
#![allow(dead_code, reason = "not all of it is used by each crate")]

#[path = "full.rs"]
mod full;

use fastrand::Rng;
use full::*;
use quadrille_puzzle::{Cell, Cells, Grid, GridRule, Puzzle, RuleSpec, load};
use std::collections::BTreeSet;

/// What the tests know of a rule.
pub struct RuleOracle {
    /// The rule as it is written in a file, on a 9x9. It draws what the rule draws, and each form
    /// that has the rule holds it.
    pub sample: &'static str,
    /// Returns whether a full grid keeps the rule.
    keeps: fn(&Named) -> bool,
}

/// A rule of a full grid, with what it names.
struct Named<'a> {
    full: &'a Full<'a>,
    id: &'a str,
    /// The named numbers.
    numbers: Vec<u64>,
    /// The indices of the named cells, in order.
    cells: &'a [usize],
    /// The numbers in these cells.
    held: Vec<u64>,
}

impl Named<'_> {
    /// The first named number.
    fn number(&self) -> Option<u64> {
        self.numbers.first().copied()
    }

    /// Returns whether numbers add up to the named one.
    fn adds_up(&self, part: &[u64]) -> bool {
        self.number() == Some(sum(part))
    }

    /// The numbers of rows and columns, read from both ends, that are lower than the named cells,
    /// and that are equal to them, as these are to themselves. `None` in a grid that is not square.
    fn rank(&self) -> Option<(u64, u64)> {
        let n = self.full.columns();
        let number = |cell: usize| u64::from(self.full.numbers[cell]);
        let row = |k: usize| (0..n).map(|at| number(n * k + at)).collect::<Vec<u64>>();
        let column = |k: usize| (0..n).map(|at| number(n * at + k)).collect::<Vec<u64>>();
        let forwards = (0..n).flat_map(|k| [row(k), column(k)]);
        let back = |line: Vec<u64>| [line.iter().rev().copied().collect(), line];
        let lines: Vec<Vec<u64>> = self.is_square().then(|| forwards.flat_map(back).collect())?;
        let lower = lines.iter().filter(|line| **line < self.held).count();
        Some((lower as u64, lines.iter().filter(|line| **line == self.held).count() as u64))
    }

    fn is_square(&self) -> bool {
        self.full.grid.rows() == self.full.columns()
    }
}

/// Every rule.
pub const ORACLES: &[RuleOracle] = &[
    // Rules of the whole grid.
    RuleOracle {
        sample: "windoku",
        keeps: |on| {
            on.full.window().is_none_or(|size| {
                let windows = on.full.rectangles((1, 1), size, (size.0 + 1, size.1 + 1));
                windows.iter().all(|window| different(window))
            })
        },
    },
    RuleOracle {
        sample: "disjoint",
        keeps: |on| on.full.boxes().is_none_or(|size| on.full.places(size).iter().all(|place| different(place))),
    },
    RuleOracle { sample: "falling", keeps: |on| !on.is_square() || different(&on.full.diagonal(true)) },
    RuleOracle { sample: "rising", keeps: |on| !on.is_square() || different(&on.full.diagonal(false)) },
    RuleOracle { sample: "antiknight", keeps: |on| on.full.every_pair(KNIGHTS_MOVE, |a, b| a != b) },
    RuleOracle { sample: "antiking", keeps: |on| on.full.every_pair(TOUCH_AT_A_CORNER, |a, b| a != b) },
    RuleOracle { sample: "nonconsecutive", keeps: |on| on.full.every_pair(SHARE_A_SIDE, |a, b| !consecutive(a, b)) },
    RuleOracle { sample: "antitaxicab", keeps: |on| on.full.no_taxicab() },
    RuleOracle {
        sample: "alldots",
        keeps: |on| on.full.every_unmarked_pair(&["white", "black"], |a, b| !consecutive(a, b) && !in_ratio(a, b, 2)),
    },
    RuleOracle {
        sample: "allwhite",
        keeps: |on| {
            let differences = if on.numbers.is_empty() { vec![1] } else { on.numbers.clone() };
            on.full.every_unmarked_pair(&["white", "black"], |a, b| !differences.contains(&a.abs_diff(b)))
        },
    },
    RuleOracle {
        sample: "allblack",
        keeps: |on| {
            let ratios = if on.numbers.is_empty() { on.full.black_ratios() } else { on.numbers.clone() };
            on.full.every_unmarked_pair(&["white", "black"], |a, b| !ratios.iter().any(|&ratio| in_ratio(a, b, ratio)))
        },
    },
    RuleOracle {
        sample: "allxv",
        keeps: |on| {
            let sums = if on.numbers.is_empty() { vec![5, 10] } else { on.numbers.clone() };
            on.full.every_unmarked_pair(&["x", "v"], |a, b| !sums.contains(&(a + b)))
        },
    },
    RuleOracle {
        sample: "leap 2 3",
        keeps: |on| {
            let (one, other) = match on.numbers[..] {
                [one, other] => (one as usize, other as usize),
                _ => (1, 3),
            };
            let columns = on.full.columns();
            let apart = |a: usize, b: usize| ((a / columns).abs_diff(b / columns), (a % columns).abs_diff(b % columns));
            (0..on.full.numbers.len()).all(|a| {
                (0..a).all(|b| {
                    let is_leap = apart(a, b) == (one, other) || apart(a, b) == (other, one);
                    !is_leap || on.full.numbers[a] != on.full.numbers[b]
                })
            })
        },
    },
    RuleOracle { sample: "allx", keeps: |on| on.full.every_unmarked_pair(&["x"], |a, b| a + b != 10) },
    RuleOracle { sample: "allv", keeps: |on| on.full.every_unmarked_pair(&["v"], |a, b| a + b != 5) },
    RuleOracle {
        sample: "mixed",
        keeps: |on| {
            let alike = |at: usize, step: usize| {
                let three = [at, at + step, at + 2 * step].map(|cell| on.full.numbers[cell] % 2);
                three == [0; 3] || three == [1; 3]
            };
            let (rows, columns) = (on.full.numbers.len() / on.full.columns(), on.full.columns());
            let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            cells().all(|(row, column)| {
                let at = row * columns + column;
                !(column + 2 < columns && alike(at, 1) || row + 2 < rows && alike(at, columns))
            })
        },
    },
    RuleOracle {
        sample: "around r1c1 r2c4",
        keeps: |on| {
            let place = |cell: usize| (cell / on.full.columns(), cell % on.full.columns());
            let touches = |one: usize, other: usize| {
                let ((r, c), (row, column)) = (place(one), place(other));
                one != other && r.abs_diff(row) < 2 && c.abs_diff(column) < 2
            };
            on.cells.iter().all(|&cell| {
                let smaller = (0..on.full.numbers.len())
                    .filter(|&other| touches(cell, other) && on.full.numbers[other] < on.full.numbers[cell]);
                smaller.count() == on.full.numbers[cell] as usize
            })
        },
    },
    RuleOracle {
        sample: "flatmates",
        keeps: |on| (on.full.lowest(), on.full.symbols()) != (1, 9) || on.full.fives_have_flatmates(),
    },
    RuleOracle { sample: "entropy", keeps: |on| on.full.three_in_every_block(|number| on.full.third(number)) },
    RuleOracle { sample: "modularity", keeps: |on| on.full.three_in_every_block(|number| number % 3) },
    // Rules of each named cell.
    RuleOracle { sample: "even r1c1 r2c3", keeps: |on| on.held.iter().all(|number| number % 2 == 0) },
    RuleOracle { sample: "odd r1c1 r2c3", keeps: |on| on.held.iter().all(|number| number % 2 == 1) },
    RuleOracle { sample: "candidates 1 3 r1c1", keeps: |on| on.held.iter().all(|number| on.numbers.contains(number)) },
    RuleOracle {
        sample: "minimum r2c2",
        keeps: |on| on.full.beats_those_beside(on.id, on.cells, |own, beside| own < beside),
    },
    RuleOracle {
        sample: "maximum r2c2",
        keeps: |on| on.full.beats_those_beside(on.id, on.cells, |own, beside| own > beside),
    },
    RuleOracle {
        sample: "columnindex r1c2 r3c4",
        keeps: |on| {
            on.cells.iter().all(|&cell| {
                let there =
                    on.full.place_said_by(cell).and_then(|column| on.full.cell(cell / on.full.columns(), column));
                there.and_then(|there| on.full.holds(there)) == Some((cell % on.full.columns()) as u64 + 1)
            })
        },
    },
    RuleOracle {
        sample: "rowindex r2c1 r4c3",
        keeps: |on| {
            on.cells.iter().all(|&cell| {
                let there = on.full.place_said_by(cell).and_then(|row| on.full.cell(row, cell % on.full.columns()));
                there.and_then(|there| on.full.holds(there)) == Some((cell / on.full.columns()) as u64 + 1)
            })
        },
    },
    // Rules of two neighbours.
    RuleOracle {
        sample: "white r1c1 r1c2",
        keeps: |on| two(&on.held, |a, b| a.abs_diff(b) == on.number().unwrap_or(1)),
    },
    RuleOracle {
        sample: "black r1c1 r2c1",
        keeps: |on| two(&on.held, |a, b| in_ratio(a, b, on.number().unwrap_or(2))),
    },
    RuleOracle { sample: "x r2c2 r2c3", keeps: |on| two(&on.held, |a, b| a + b == on.number().unwrap_or(10)) },
    RuleOracle { sample: "v r2c2 r3c2", keeps: |on| two(&on.held, |a, b| a + b == 5) },
    RuleOracle { sample: "greater r1c1 r1c2", keeps: |on| two(&on.held, |a, b| a > b) },
    // Rules of lines.
    RuleOracle { sample: "thermometer r1c1 r1c2 r2c3", keeps: |on| successive(&on.held, |a, b| a < b) },
    RuleOracle { sample: "slow r1c1 r1c2 r2c3", keeps: |on| successive(&on.held, |a, b| a <= b) },
    RuleOracle {
        sample: "whisper r1c1 r1c2 r2c3",
        keeps: |on| successive(&on.held, |a, b| a.abs_diff(b) >= on.number().unwrap_or(on.full.symbols().div_ceil(2))),
    },
    RuleOracle { sample: "parity r1c1 r1c2 r2c3", keeps: |on| successive(&on.held, |a, b| a % 2 != b % 2) },
    RuleOracle { sample: "palindrome r1c1 r1c2 r2c3", keeps: |on| on.held.iter().eq(on.held.iter().rev()) },
    RuleOracle {
        sample: "renban r1c1 r1c2 r2c3",
        keeps: |on| {
            let span = on.held.iter().max().zip(on.held.iter().min()).map_or(0, |(most, least)| most - least);
            different(&on.held) && span < on.held.len() as u64
        },
    },
    RuleOracle {
        sample: "fibonacci r1c1 r1c2 r2c3",
        keeps: |on| {
            let climbs = |held: &[u64]| {
                held.windows(2).all(|two| two[0] < two[1])
                    && held.windows(3).all(|three| three[0] + three[1] == three[2])
            };
            climbs(&on.held) || climbs(&on.held.iter().rev().copied().collect::<Vec<_>>())
        },
    },
    RuleOracle {
        sample: "sequence r1c1 r1c2 r2c3",
        keeps: |on| {
            let steps: Vec<i64> = on.held.windows(2).map(|two| two[1] as i64 - two[0] as i64).collect();
            steps.iter().all(|step| *step != 0 && *step == steps[0])
        },
    },
    RuleOracle { sample: "nabner r1c1 r1c2 r2c3", keeps: |on| successive(&sorted(&on.held), |a, b| b - a > 1) },
    RuleOracle {
        sample: "entropic r1c1 r1c2 r2c3 r3c4",
        keeps: |on| classes_differ(&on.held, 3, |number| on.full.third(number)),
    },
    RuleOracle {
        sample: "modular r1c1 r1c2 r2c3 r3c4",
        keeps: |on| {
            let divisor = on.number().unwrap_or(3);
            classes_differ(&on.held, divisor, |number| number % divisor)
        },
    },
    RuleOracle {
        sample: "arrow 2 r1c1 r1c2 r2c3 r3c4",
        keeps: |on| digits_are_sum(&on.held, on.cells, on.number().map_or(1, |digits| digits as usize)),
    },
    RuleOracle {
        sample: "doublearrow r1c1 r1c2 r1c3 r1c4",
        keeps: |on| matches!(&on.held[..], [a, inside @ .., b] if a + b == sum(inside)),
    },
    RuleOracle {
        sample: "between r1c1 r1c2 r1c3 r1c4",
        keeps: |on| {
            matches!(&on.held[..], [a, inside @ .., b]
            if inside.iter().all(|number| a.min(b) < number && number < a.max(b)))
        },
    },
    RuleOracle {
        sample: "lockout 3 r1c1 r1c2 r1c3 r1c4",
        keeps: |on| {
            matches!(&on.held[..], [a, inside @ .., b] if a.abs_diff(*b) >= on.number().unwrap_or(4)
            && inside.iter().all(|number| number < a.min(b) || a.max(b) < number))
        },
    },
    RuleOracle {
        sample: "regionsum r1c2 r1c3 r1c4",
        keeps: |on| on.full.boxes().is_none_or(|size| successive(&on.full.sums_by_box(size, on.cells), |a, b| a == b)),
    },
    RuleOracle { sample: "sumline r1c2 r1c3 r1c4", keeps: |on| cut_into_parts(&on.held, on.number().unwrap_or(10)) },
    RuleOracle {
        sample: "sumloop r1c2 r1c3 r2c3 r2c2",
        keeps: |on| {
            let turned = |by: usize| [&on.held[by..], &on.held[..by]].concat();
            (0..on.held.len()).any(|by| cut_into_parts(&turned(by), on.number().unwrap_or(10)))
        },
    },
    RuleOracle { sample: "zipper r1c2 r1c3 r1c4", keeps: |on| zipped(&on.held) },
    // Rules of sets of cells.
    RuleOracle { sample: "region r1c1 r2c4 r4c5", keeps: |on| different(&on.held) },
    RuleOracle { sample: "cage r1c1 r1c2", keeps: |on| different(&on.held) },
    RuleOracle { sample: "killer 7 r1c1 r1c2 r2c1", keeps: |on| different(&on.held) && on.adds_up(&on.held) },
    RuleOracle { sample: "sum 12 r1c1 r5c5", keeps: |on| on.adds_up(&on.held) },
    RuleOracle { sample: "product 12 r1c1 r1c2 r2c1", keeps: |on| on.number() == Some(on.held.iter().product()) },
    RuleOracle {
        sample: "difference 2 r1c1 r1c2",
        keeps: |on| {
            let held = sorted(&on.held);
            held.split_last().is_some_and(|(most, others)| Some(*most) == on.number().map(|by| by + sum(others)))
        },
    },
    RuleOracle {
        sample: "quotient 2 r1c1 r1c2",
        keeps: |on| {
            let held = sorted(&on.held);
            let others = |others: &[u64]| others.iter().product::<u64>();
            held.split_last().is_some_and(|(most, rest)| Some(*most) == on.number().map(|times| times * others(rest)))
        },
    },
    RuleOracle { sample: "littlekiller 20 r1c4..r4c1", keeps: |on| on.adds_up(&on.held) },
    RuleOracle {
        sample: "equality r1c1 r1c2 r2c1 r2c2",
        keeps: |on| {
            let even = on.held.iter().filter(|&number| number % 2 == 0).count();
            let low = on.held.iter().filter(|&&number| on.full.side_of_middle(number).is_lt()).count();
            let high = on.held.iter().filter(|&&number| on.full.side_of_middle(number).is_gt()).count();
            different(&on.held) && 2 * even == on.held.len() && low == high && low + high == on.held.len()
        },
    },
    RuleOracle {
        sample: "rellik 7 r1c1 r1c2",
        keeps: |on| different(&on.held) && on.number().is_some_and(|total| no_selection_adds_up(&on.held, total)),
    },
    RuleOracle {
        sample: "lunchbox 5 r1c1 r1c2 r1c3",
        keeps: |on| different(&on.held) && on.adds_up(between_extremes(&on.held)),
    },
    RuleOracle {
        sample: "contains 1 2 r1c1 r1c2 r1c3",
        keeps: |on| on.numbers.iter().all(|&each| count(&on.held, each) >= count(&on.numbers, each)),
    },
    RuleOracle {
        sample: "quadruple 1 2 r1c1 r1c2 r2c1 r2c2",
        keeps: |on| on.numbers.iter().all(|&each| count(&on.held, each) >= count(&on.numbers, each)),
    },
    RuleOracle {
        sample: "exactly 1 1 r1c1 r5c5 r8c8",
        keeps: |on| on.numbers.iter().all(|&each| count(&on.held, each) == count(&on.numbers, each)),
    },
    RuleOracle {
        sample: "counting r1c1 r2c4 r7c8",
        keeps: |on| on.held.iter().all(|&each| count(&on.held, each) as u64 == each),
    },
    // Rules of two parts of the named cells.
    RuleOracle {
        sample: "clone r1c1 r1c2 r5c5 r5c6",
        keeps: |on| halves(&on.held).is_some_and(|(first, second)| first == second),
    },
    RuleOracle {
        sample: "samevalues r1c1 r1c2 r5c5 r5c6",
        keeps: |on| halves(&on.held).is_some_and(|(first, second)| sorted(first) == sorted(second)),
    },
    RuleOracle {
        sample: "equalsum 1 r1c1 r1c2 r1c3 r1c4",
        keeps: |on| {
            let length = on.number().map_or(on.held.len() / 2, |length| length as usize);
            let parts = on.held.split_at_checked(length);
            parts.is_some_and(|(first, others)| sum(first) == sum(others))
        },
    },
    RuleOracle {
        sample: "distinct r1c1 r1c2 r1c3",
        keeps: |on| {
            on.held.split_first().is_some_and(|(&first, others)| {
                let others: BTreeSet<&u64> = others.iter().collect();
                first == others.len() as u64
            })
        },
    },
    RuleOracle { sample: "slingshot r1c1 r1c2 r1c3", keeps: |on| slung(&on.held) },
    // Clues at the edge, for a whole row or column.
    RuleOracle {
        sample: "sandwich 12 r1c1..r1c9",
        keeps: |on| match on.numbers[..] {
            [_, one, other] => {
                let place = |end: u64| on.held.iter().position(|&number| number == end);
                let ends = place(one).zip(place(other));
                ends.is_some_and(|(a, b)| on.adds_up(&on.held[a.min(b) + 1..a.max(b)]))
            }
            _ => on.adds_up(between_extremes(&on.held)),
        },
    },
    RuleOracle {
        sample: "rank 7 r3c1..r3c9",
        keeps: |on| on.rank().zip(on.number()).is_some_and(|((lower, equal), rank)| lower + 1 == rank && equal == 1),
    },
    RuleOracle {
        sample: "tiedrank 7 r3c9..r3c1",
        keeps: |on| {
            on.rank().zip(on.number()).is_some_and(|((lower, equal), rank)| lower < rank && rank <= lower + equal)
        },
    },
    RuleOracle {
        sample: "xsum 12 r9c2..r1c2",
        keeps: |on| said_by_first(&on.held).is_some_and(|part| on.adds_up(part)),
    },
    RuleOracle {
        sample: "skyscraper 3 r1c1..r1c9",
        keeps: |on| {
            let seen = with_highest_before(&on.held).filter(|(own, before)| own > before).count();
            on.number() == Some(seen as u64)
        },
    },
    RuleOracle {
        sample: "hidden 3 r1c1..r1c9",
        keeps: |on| {
            let hidden = with_highest_before(&on.held).find(|(own, before)| own < before);
            hidden.is_some_and(|(own, _)| on.number() == Some(own))
        },
    },
    RuleOracle {
        sample: "room 4 r1c1..r1c9",
        keeps: |on| {
            on.number().is_some() && on.number() == said_by_first(&on.held).and_then(|first| first.last().copied())
        },
    },
];

impl RuleOracle {
    /// The entry of a rule.
    pub fn of(id: &str) -> &'static RuleOracle {
        let entry = ORACLES.iter().find(|oracle| oracle.id() == id);
        entry.unwrap_or_else(|| panic!("`{id}` has no entry in tests/support/oracle.rs"))
    }

    /// An empty 9x9 with the sample.
    pub fn puzzle(&self) -> Puzzle {
        let rows = ".........\n".repeat(9);
        let text = format!(
            "format = 1\nkind = \"sudoku\"\n\n[grid]\nsize = 9\nrules = [\"{}\"]\ngivens = \"\"\"\n{rows}\"\"\"\n",
            self.sample
        );
        let loaded = load(&text, None).unwrap_or_else(|error| panic!("{}: {error}", self.sample));
        loaded.puzzles.into_iter().next().expect("the text is one puzzle")
    }

    pub fn id(&self) -> &'static str {
        self.sample.split(' ').next().unwrap_or("")
    }
}

/// Returns whether a full grid, with the number of each cell, keeps all rules of a grid.
pub fn keeps(grid: &Grid, numbers: &[u32]) -> bool {
    let full = Full { grid, numbers };
    let both = [true, false].map(|from_top| !grid.diagonals || different(&full.diagonal(from_top)));
    both == [true, true] && grid.rules.iter().all(|rule| is_kept(rule, &full))
}

/// Returns whether a full grid keeps a rule. A choice counts its groups of rules.
fn is_kept(rule: &GridRule, full: &Full) -> bool {
    if rule.id == "any" {
        let wanted = rule.numbers.first().map_or(1, |&wanted| wanted as usize);
        let kept = rule.branches.iter().filter(|group| group.iter().all(|inner| is_kept(inner, full)));
        return kept.count() >= wanted;
    }
    let cells: Vec<usize> = rule.cells.iter().map(|cell| cell.index()).collect();
    let held: Vec<u64> = cells.iter().filter_map(|&cell| full.holds(cell)).collect();
    let is_held = held.len() == cells.len();
    let numbers = rule.numbers.iter().map(|&number| number.into()).collect();
    is_held && (RuleOracle::of(&rule.id).keeps)(&Named { full, id: &rule.id, numbers, cells: &cells, held })
}

/// A grid with these rules and no others.
pub fn ruled(grid: &Grid, rules: &[GridRule]) -> Grid {
    let mut grid = grid.clone();
    grid.rules = rules.to_vec();
    grid
}

/// The rules of a row at its edges that a grid can have: the fewest and the most cells and numbers,
/// the number 0, whole rows, and some cells between.
pub fn edges(spec: &RuleSpec, grid: &Grid, rng: &mut Rng) -> Vec<GridRule> {
    let sets = cells(spec, grid, rng);
    let with = |cells: &Vec<Cell>| {
        let rule = GridRule::new(spec.id, cells.clone());
        numbers(spec).into_iter().map(move |numbers| GridRule { numbers, ..rule.clone() })
    };
    sets.iter().flat_map(with).filter(|rule| rule.fault(grid).is_none()).collect()
}

/// Sets of cells that a row can name, at its edges.
fn cells(spec: &RuleSpec, grid: &Grid, rng: &mut Rng) -> Vec<Vec<Cell>> {
    let all: Vec<Cell> = grid.all_cells().collect();
    let (fewest, most) = spec.cells(grid);
    let row: Vec<Cell> = (0..grid.columns()).map(|column| grid.cell(0, column)).collect();
    let column: Vec<Cell> = (0..grid.rows()).map(|row| grid.cell(row, 0)).collect();
    let back: Vec<Cell> = row.iter().rev().copied().collect();
    let mut found = vec![row.clone(), column.clone(), back, all.clone()];
    found.push(row.iter().take(fewest).copied().collect());
    found.push(all.iter().take(most.min(6)).copied().collect());
    found.push(all.iter().rev().step_by(2).copied().collect());
    for length in [1, 2, 2, 3, 4, 5, 6] {
        let mut some = all.clone();
        rng.shuffle(&mut some);
        some.truncate(length);
        found.push(some);
    }
    for at in [0, grid.columns() - 1, grid.columns()] {
        let pair = |by| Some(vec![all[at], grid.moved(all[at], by)?]);
        found.extend([(0, 1), (1, 0), (1, 1), (1, -1), (0, -1)].into_iter().filter_map(pair));
    }
    found.extend(found.clone().iter().map(|cells| spec.completed(grid, cells)));
    if spec.takes.cells == Cells::None {
        found = vec![Vec::new()];
    }
    found.sort();
    found.dedup();
    found
}

/// Numbers that a row can name, at its edges.
fn numbers(spec: &RuleSpec) -> Vec<Vec<u32>> {
    let (fewest, most) = spec.takes.numbers;
    let mut found: Vec<Vec<u32>> = (0..=12).chain([20]).map(|number| vec![number]).collect();
    found.extend([vec![], vec![1, 1], vec![0, 1], vec![1, 2, 3], vec![3, 3, 4]]);
    found.retain(|numbers| (fewest..=most).contains(&numbers.len()));
    found
}
