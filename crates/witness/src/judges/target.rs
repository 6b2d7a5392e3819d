//! Luogu P1074: the target sudoku with the best score, in nine rows of numbers.

use super::answers::grid_or;
use super::grids::{DIGITS, blanks, fill, full, grid_of, spaced, text_of};
use super::{Flavour, Judge, JudgeMethod, one_line, shapes};
use dancing::Goal;
use quadrille_puzzle::{Alphabet, Entry, Grid, ParseError, Size, Symbol, Weights, scan, target};

/// The rows of a grid.
const SIDE: usize = 9;

pub(super) const P1074: Judge = Judge {
    name: "p1074",
    page: Some("https://www.luogu.com.cn/problem/P1074"),
    help: "Luogu P1074, NOIP 2009 target sudoku: 9 lines of 9 numbers, 0 empty; the best score, or -1",
    kind: &target::KIND,
    form: &target::P1074,
    goal: Goal::Best,
    method: JudgeMethod::Search,
    read: |text| shapes(std::iter::once(read(text))),
    input: |cases| cases.concat(),
    write: |_, _, answer| grid_or(answer, |grid| format!("{}\n", grid.score()), "-1\n"),
    lines: one_line,
    wrong: |wanted, lines| match (lines.first().copied(), wanted.right()) {
        (Some(said), right) if said == right => None,
        (said, "-1") => Some(format!("there is no solution; it says {}", said.unwrap_or(""))),
        (said, right) => Some(format!("the best score is {right}; it says {}", said.unwrap_or("nothing"))),
    },
    together: 1,
    most: u64::MAX,
    tiny: Vec::new,
    make: |rng, flavour, size| {
        let mut grid = full(rng, 3);
        let blanks = match flavour {
            Flavour::Edge => [0, 1, 9][rng.usize(..3)],
            Flavour::Largest | Flavour::Adversarial => 57,
            Flavour::Random | Flavour::Tiny => 3 + (size * 50.0) as usize,
        };
        let mut cells: Vec<usize> = (0..81).collect();
        rng.shuffle(&mut cells);
        if flavour == Flavour::Adversarial {
            cells.sort_by_key(|cell| cell / 54);
        }
        cells.iter().take(blanks).for_each(|&cell| grid[cell] = 0);
        // One in eight has no solution.
        if rng.usize(..8) == 0 {
            let one = cells[80];
            grid[one] = 1 + grid[one] % 9;
        }
        spaced(&text_of(&grid, DIGITS, '0', SIDE))
    },
    parts: |case| blanks(case, '0'),
    without: |case, answer, gone| fill(case, answer, '0', gone),
};

/// Nine rows of nine numbers.
fn read(text: &str) -> Result<Grid, ParseError> {
    let lines = scan::lines(text);
    let (numbers, after) = scan::matrix(&lines, 0, (SIDE, SIDE), SIDE as u32)?;
    scan::nothing_after(&lines, after, "the 9 rows")?;
    let cell = |value: u32| value.checked_sub(1).map_or(Entry::Empty, |digit| Entry::Given(Symbol(digit as u8)));
    let cells = numbers.iter().map(|(value, _)| cell(*value)).collect();
    let mut grid = grid_of(SIDE, Alphabet::usual(SIDE), cells);
    grid.weights = Some(Weights::rings(Size::square(SIDE)));
    Ok(grid)
}
