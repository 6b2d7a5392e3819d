//! HDU 4069: squiggly sudokus, as the form `hdu4069` reads them.

use super::answers::grid_or;
use super::grids::grid_is_wrong;
use super::{Answer, CheckedCase, Flavour, Judge, JudgeMethod};
use super::{counted, line, numbers, same, shapes};
use dancing::Goal;
use fastrand::Rng;
use quadrille_puzzle::symbols::lines_of;
use quadrille_puzzle::{Entry, Shape, Solution, Symbol, jigsaw};
use quadrille_study::{Recipe, generate};

pub(super) const HDU4069: Judge = Judge {
    name: "hdu4069",
    page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=4069"),
    help: "HDU 4069 Squiggly Sudoku: T, then 9x9 sums of digit + 16 up + 32 right + 64 down + 128 left",
    kind: &jigsaw::KIND,
    form: &jigsaw::HDU4069,
    goal: Goal::Unique,
    method: JudgeMethod::Search,
    read: |text| shapes(jigsaw::sums(text, Some(9))),
    input: counted,
    write: |case, _, answer| format!("Case {case}:\n{}", grid_or(answer, lines_of, "No solution\n")),
    // The title, and the grid or a sentence, up to the next title.
    lines: |_, _| 10,
    wrong: titled_grid_is_wrong,
    together: 10,
    most: u64::MAX,
    tiny: Vec::new,
    make: |rng, flavour, size| random(rng, flavour, size).unwrap_or_default(),
    parts: |case| numbers(case).iter().filter(|&&sum| sum % 16 == 0).count(),
    without: |case, answer, gone| {
        let Answer::Solved(Solution::Grid(full)) = answer else { return None };
        let mut sums = numbers(case);
        let open = sums.iter_mut().enumerate().filter(|(_, sum)| **sum % 16 == 0);
        for (cell, sum) in open.take(gone.end).skip(gone.start) {
            *sum += full.cells.get(cell)?.symbol()?.0 as usize + 1;
        }
        Some(sums.chunks(9).map(line).collect())
    },
};

/// The sums of digits and walls, without the number of cases. `None` if no grid is generated.
fn random(rng: &mut Rng, flavour: Flavour, size: f64) -> Option<String> {
    let recipe = Recipe::new(&jigsaw::KIND, 9, rng.u64(..));
    let mut grid = generate(&recipe, &mut |_| true).ok()?.puzzle.grid()?.clone();
    let solved = HDU4069.answer(&Shape::Grid(grid.clone()), &mut ())?;
    let Answer::Solved(Solution::Grid(full)) = solved else { return None };
    let open: Vec<usize> = (0..81).filter(|&cell| grid.cells[cell] == Entry::Empty).collect();
    // More givens make it easier. The puzzle as it was made is the hardest.
    let left = match flavour {
        Flavour::Edge => [0, 1][rng.usize(..2)],
        Flavour::Adversarial | Flavour::Largest => open.len(),
        Flavour::Random | Flavour::Tiny => (open.len() as f64 * size).ceil() as usize,
    };
    let mut fills = open.clone();
    rng.shuffle(&mut fills);
    for &cell in fills.iter().skip(left) {
        grid.cells[cell] = full.cells[cell].symbol().map_or(Entry::Empty, Entry::Given);
    }
    // Some have several solutions, and some have none.
    let givens: Vec<usize> = (0..81).filter(|&cell| grid.cells[cell] != Entry::Empty).collect();
    match rng.usize(..5) {
        0 => (0..4).for_each(|_| grid.cells[givens[rng.usize(..givens.len())]] = Entry::Empty),
        1 => {
            let cell = givens[rng.usize(..givens.len())];
            let symbol = grid.cells[cell].symbol().map_or(0, |symbol| symbol.0);
            grid.cells[cell] = Entry::Given(Symbol((symbol + 1) % 9));
        }
        _ => {}
    }
    let text = jigsaw::HDU4069.write(&Shape::Grid(grid));
    text.split_once('\n').map(|(_, rows)| rows.to_string())
}

fn titled_grid_is_wrong(wanted: &CheckedCase, lines: &[&str]) -> Option<String> {
    if lines.first().copied() != Some(wanted.right()) {
        return same(wanted, lines);
    }
    match (wanted.answer, lines.get(1).copied()) {
        (Answer::Solved(_), Some(said)) if said.starts_with("No") => {
            Some("there is a solution; it says that there is none".to_string())
        }
        (Answer::Solved(_), Some(said)) if said.starts_with("Mul") => {
            Some("there is one solution; it says that there are several".to_string())
        }
        (Answer::Solved(_), _) => grid_is_wrong(wanted, &lines[1..]),
        _ => same(wanted, lines),
    }
}
