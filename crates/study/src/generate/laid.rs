//! Rules whose cells the generator chooses, so that a full grid keeps them: cages, arrows, sums
//! outside the grid. It draws cells as the rule's row takes them, and a number that the cells of
//! the grid fit, so no rule needs code of its own.

use fastrand::Rng;
use quadrille_puzzle::{Cell, Cells, Drawn, Grid, GridRule, RULES, RuleSpec};
use std::ops::RangeInclusive;

/// A rule to lay, and how often.
#[derive(Clone, Copy, Debug)]
pub struct Laid {
    /// A row of [`Laid::rows`].
    pub spec: &'static RuleSpec,
    /// The most times that it is laid. `None`: cages cover the grid, and another rule is laid
    /// [`USUAL`] times.
    pub most: Option<usize>,
}

/// The number of times that a rule is laid if it does not cover the grid.
pub const USUAL: usize = 8;

/// The number of draws of cells after which no more cells are found.
const DRAWS: usize = 3000;

/// The cells of a cage and of a line.
const CAGE: RangeInclusive<usize> = 2..=4;
const LINE: RangeInclusive<usize> = 3..=5;

impl Laid {
    /// The rules that can be laid: those that name one set of cells, and one number at most that
    /// follows from them.
    pub fn rows() -> impl Iterator<Item = &'static RuleSpec> {
        RULES.iter().filter(|spec| {
            let takes = spec.takes;
            // A number of a single cell would be the cell's own.
            let is_clue = takes.numbers.0 == 1 && takes.cells != Cells::Each;
            let is_drawn = !matches!(takes.cells, Cells::None | Cells::Halves | Cells::Any);
            // The least number that a cage excludes says nothing.
            let says = spec.drawn != Drawn::Signed('≠');
            says && is_drawn && takes.lines.0 == 0 && (takes.numbers.0 == 0 || is_clue)
        })
    }

    /// The option of the command line: `killer`, `arrow=6`.
    pub fn words(&self) -> String {
        match self.most {
            None => self.spec.id.to_string(),
            Some(most) => format!("{}={most}", self.spec.id),
        }
    }

    /// Adds rules of this row to a full grid, which keeps them. Their cells are not in `used`, and
    /// are in it afterwards; only whole rows and diagonals may cross others. Stops when `go_on`
    /// returns false.
    ///
    /// # Errors
    ///
    /// If a rule of this row is too large for such a grid, wherever it lies.
    pub(super) fn lay(
        &self,
        grid: &mut Grid,
        used: &mut [bool],
        rng: &mut Rng,
        go_on: &dyn Fn() -> bool,
    ) -> Result<(), TooLarge> {
        let covers = self.spec.takes.cells == Cells::Area;
        let most = self.most.unwrap_or(if covers { grid.cells.len() } else { USUAL });
        let is_whole = matches!(self.spec.takes.cells, Cells::Row | Cells::Diagonal);
        let mut draws = 0;
        let mut laid: Vec<GridRule> = Vec::new();
        while laid.len() < most && draws < DRAWS && go_on() {
            draws += 1;
            let cells = self.cells(grid, used, rng);
            let is_known = |other: &GridRule| other.cells.iter().all(|cell| cells.contains(cell));
            if is_whole && laid.iter().any(is_known) {
                continue;
            }
            let Some(rule) = kept(self.spec, cells, grid) else { continue };
            if !is_whole {
                rule.cells.iter().for_each(|cell| used[cell.index()] = true);
            }
            laid.push(rule);
            draws = 0;
        }
        if covers && self.most.is_none() {
            self.join_rest(grid, &mut laid, used, go_on);
        }
        let before = grid.rules.len();
        let fits_nowhere = laid.is_empty();
        grid.rules.extend(laid);
        // A row is as long as any other, so another one would be too large as well.
        let is_done = grid.drop_too_large(before, go_on);
        if is_done && !fits_nowhere && grid.rules.len() == before && self.spec.takes.cells == Cells::Row {
            return Err(TooLarge);
        }
        Ok(())
    }

    /// Adds each cell that no cage has to one beside it, where the full grid keeps that.
    fn join_rest(&self, grid: &Grid, laid: &mut [GridRule], used: &mut [bool], go_on: &dyn Fn() -> bool) {
        for cell in grid.all_cells() {
            if used[cell.index()] || !go_on() {
                continue;
            }
            let beside = |rule: &GridRule| rule.cells.iter().any(|&other| grid.is_beside(cell, other));
            let joined = laid.iter_mut().filter(|rule| beside(rule)).find_map(|rule| {
                let all = [rule.cells.clone(), vec![cell]].concat();
                kept(self.spec, all, grid).map(|larger| *rule = larger)
            });
            used[cell.index()] = joined.is_some();
        }
    }

    /// Draws cells in the arrangement that the rule takes; none if there is no room.
    fn cells(&self, grid: &Grid, used: &[bool], rng: &mut Rng) -> Vec<Cell> {
        let beside = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let around = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
        let first = Cell(rng.usize(..grid.cells.len()) as u16);
        let free = |cell: &Cell, cells: &[Cell]| !used[cell.index()] && !cells.contains(cell);
        // The next cell touches the last one or, in a cage, any one.
        let grown = |lengths: RangeInclusive<usize>, offsets: &[(i32, i32)], is_line: bool, rng: &mut Rng| {
            let (least, length) = (*lengths.start(), rng.usize(lengths));
            let mut cells: Vec<Cell> = Some(first).filter(|first| free(first, &[])).into_iter().collect();
            while !cells.is_empty() && cells.len() < length {
                let from = &cells[if is_line { cells.len() - 1 } else { 0 }..];
                let near = from.iter().flat_map(|&cell| offsets.iter().filter_map(move |&by| grid.moved(cell, by)));
                let next: Vec<Cell> = near.filter(|cell| free(cell, &cells)).collect();
                match next.is_empty() {
                    true => break,
                    false => cells.push(next[rng.usize(..next.len())]),
                }
            }
            if cells.len() < least { Vec::new() } else { cells }
        };
        match self.spec.takes.cells {
            Cells::None | Cells::Halves | Cells::Any => Vec::new(),
            Cells::Each => grown(1..=1, &beside, true, rng),
            Cells::Neighbours => grown(2..=2, &beside, true, rng),
            Cells::Line => grown(LINE, &around, true, rng),
            Cells::Set | Cells::Area => grown(CAGE, &beside, false, rng),
            Cells::Row | Cells::Diagonal | Cells::Corner => {
                let by = around[rng.usize(..around.len())];
                let two: Vec<Cell> = [Some(first), grid.moved(first, by)].into_iter().flatten().collect();
                let cells = self.spec.completed(grid, &two);
                let is_free = self.spec.takes.cells != Cells::Corner || cells.iter().all(|cell| free(cell, &[]));
                if is_free { cells } else { Vec::new() }
            }
        }
    }
}

/// A rule is too large for a grid: no reader would take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// A rule of a row on these cells that a full grid keeps, with the least number that fits if the
/// rule needs one. `None` if there is none, or if it means nothing there.
fn kept(spec: &RuleSpec, mut cells: Vec<Cell>, grid: &Grid) -> Option<GridRule> {
    if spec.is_unordered() && spec.takes.cells != Cells::Diagonal {
        cells.sort_unstable();
    }
    let mut rule = GridRule::new(spec.id, cells);
    let highest: u32 =
        rule.cells.iter().filter_map(|&cell| Some(u32::from(grid.number(grid.entry(cell).symbol()?)))).sum();
    let is_clue = spec.takes.numbers.0 == 1;
    // No clue is above the sum of its cells or, as a rank, four times their number.
    let most = if is_clue { highest.max(4 * rule.cells.len() as u32) } else { 0 };
    for number in 0..=most {
        rule.numbers = if is_clue { vec![number] } else { Vec::new() };
        if rule.fault(grid).is_none() && rule.is_kept(grid) {
            return Some(rule);
        }
    }
    None
}
