//! Changes of cells: symbols, marks, colours and regions. Each goes to all selected cells, or to
//! the one under the cursor.

use super::{Document, Pen};
use crate::app::model::edit_error::EditError;
use crate::app::model::history::{Edit, MarkSets};
use crate::app::model::notes::Notes;
use quadrille_puzzle::{Areas, Cell, Entry, Grid, Mark, Symbol, SymbolSet};

/// By cell: true if it shares a unit with one of these cells.
fn seen_from(grid: &Grid, cells: &[Cell]) -> Vec<bool> {
    let mut seen = vec![false; grid.cells.len()];
    for unit in grid.units().iter().filter(|unit| cells.iter().any(|cell| unit.cells.contains(cell))) {
        unit.cells.iter().for_each(|cell| seen[cell.index()] = true);
    }
    seen
}

impl Document {
    /// The cells that a key changes: the selected ones, else the one under the cursor.
    pub fn targets(&self) -> Vec<Cell> {
        let cells = if self.selected.is_empty() { vec![self.cursor] } else { self.selected.cells().to_vec() };
        let is_cell = |cell: &Cell| self.puzzle.grid().is_none_or(|grid| !grid.is_hole(*cell));
        cells.into_iter().filter(is_cell).collect()
    }

    /// Makes changes that are undone together. Does nothing if there are none.
    fn edit_all(&mut self, mut edits: Vec<Edit>) {
        match edits.len() {
            0 => {}
            1 => self.edit(edits.remove(0)),
            _ => self.edit(Edit::All(edits)),
        }
    }

    /// Puts a symbol into cells, or clears them. If `tidy`, the marks that the symbol rules out are
    /// removed with it. `Err` says why no cell can change.
    pub fn place(&mut self, symbol: Option<Symbol>, tidy: bool) -> Result<(), EditError> {
        let grid = self.puzzle.grid().ok_or(EditError::NoGrid)?;
        let new = match (symbol, self.typing.pen) {
            (None, _) => Entry::Empty,
            (Some(symbol), Pen::Own) => Entry::Own(symbol),
            (Some(symbol), Pen::Given) => Entry::Given(symbol),
        };
        let targets = self.targets();
        let is_kept = |cell: Cell| matches!((grid.entry(cell), self.typing.pen), (Entry::Given(_), Pen::Own));
        if let Some(&given) = targets.first().filter(|_| targets.iter().all(|&cell| is_kept(cell))) {
            return Err(EditError::Given(grid.name(given)));
        }
        let open: Vec<Cell> = targets.into_iter().filter(|&cell| !is_kept(cell)).collect();
        let changes: Vec<(Cell, Entry, Entry)> =
            open.iter().map(|&cell| (cell, grid.entry(cell), new)).filter(|(_, old, new)| old != new).collect();
        let mut edits = match changes[..] {
            [] => return Ok(()),
            [(cell, old, new)] => vec![Edit::Cell { cell, old, new }],
            _ => vec![Edit::Cells(changes)],
        };
        if let Some(symbol) = symbol.filter(|_| tidy) {
            let seen = seen_from(grid, &open);
            let wanted = |cell: Cell, marks: SymbolSet| if seen[cell.index()] { marks.without(symbol) } else { marks };
            edits.extend([Mark::Corner, Mark::Centre].into_iter().filter_map(|mark| self.remarked(mark, wanted)));
        }
        self.edit_all(edits);
        Ok(())
    }

    /// The edit that gives the cells of the grid other marks of one kind. `None` if none differs.
    fn remarked(&self, mark: Mark, wanted: impl Fn(Cell, SymbolSet) -> SymbolSet) -> Option<Edit> {
        let grid = self.puzzle.grid()?;
        let change = |cell: Cell| (cell, self.notes.marked(mark, cell), wanted(cell, self.notes.marked(mark, cell)));
        let cells: Vec<(Cell, SymbolSet, SymbolSet)> =
            grid.all_cells().map(change).filter(|(_, old, new)| old != new).collect();
        (!cells.is_empty()).then_some(Edit::Marks(MarkSets { mark, cells }))
    }

    /// Clears cells of what is uppermost in them: symbols, else marks, else colours. `Err` says why
    /// no cell can change.
    pub fn clear(&mut self) -> Result<(), EditError> {
        let grid = self.puzzle.grid().ok_or(EditError::NoGrid)?;
        let targets = self.targets();
        // Givens do not count beside other cells, unless the pen writes givens.
        let holds = |entry: Entry| match entry {
            Entry::Empty | Entry::Hole => false,
            Entry::Own(_) => true,
            Entry::Given(_) => self.typing.pen == Pen::Given || targets.len() == 1,
        };
        if targets.iter().any(|&cell| holds(grid.entry(cell))) {
            return self.place(None, false);
        }
        let wanted = |cell: Cell, marks: SymbolSet| if targets.contains(&cell) { SymbolSet::EMPTY } else { marks };
        let edits: Vec<Edit> = Mark::ALL.into_iter().filter_map(|mark| self.remarked(mark, wanted)).collect();
        if edits.is_empty() {
            return self.color(0);
        }
        self.edit_all(edits);
        Ok(())
    }

    /// Clears every cell that is not given. Returns the number of cleared cells.
    pub(crate) fn clear_own(&mut self) -> usize {
        let Some(grid) = self.puzzle.grid() else { return 0 };
        let cleared: Vec<(Cell, Entry, Entry)> = grid
            .all_cells()
            .filter(|&cell| matches!(grid.entry(cell), Entry::Own(_)))
            .map(|cell| (cell, grid.entry(cell), Entry::Empty))
            .collect();
        let count = cleared.len();
        if count > 0 {
            self.edit(Edit::Cells(cleared));
        }
        count
    }

    /// Writes the symbols of a solution into the empty cells. Returns the number of written cells.
    pub fn fill(&mut self, solution: &Grid) -> usize {
        let Some(grid) = self.puzzle.grid() else { return 0 };
        let new = |cell: Cell| solution.entry(cell).symbol().map_or(Entry::Empty, Entry::Own);
        let cells: Vec<(Cell, Entry, Entry)> = grid
            .all_cells()
            .filter(|&cell| grid.entry(cell) == Entry::Empty)
            .map(|cell| (cell, Entry::Empty, new(cell)))
            .collect();
        let count = cells.len();
        if count > 0 {
            self.edit(Edit::Cells(cells));
        }
        count
    }

    /// Puts a mark into empty cells; if all of them have it, removes it. A symbol that is ruled out
    /// is no longer marked, and a marked one no longer ruled out. `Err` if no cell is empty.
    pub fn mark(&mut self, mark: Mark, symbol: Symbol) -> Result<(), EditError> {
        let grid = self.puzzle.grid().ok_or(EditError::NoGrid)?;
        let targets = self.targets();
        let open: Vec<Cell> = targets.iter().copied().filter(|&cell| grid.entry(cell) == Entry::Empty).collect();
        if let (Some(&cell), []) = (targets.first(), &open[..]) {
            let symbol = grid.entry(cell).symbol().map_or('.', |symbol| grid.alphabet.char(symbol));
            return Err(EditError::Holds { cell: grid.name(cell), symbol });
        }
        let set = !open.iter().all(|&cell| self.notes.holds(mark, cell, symbol));
        let wanted = |cell: Cell, marks: SymbolSet| match (open.contains(&cell), set) {
            (false, _) => marks,
            (true, true) => marks.with(symbol),
            (true, false) => marks.without(symbol),
        };
        let mut edits = match open[..] {
            [cell] => vec![Edit::Mark { cell, mark, symbol, set }],
            _ => self.remarked(mark, wanted).into_iter().collect(),
        };
        if set {
            let against = |other: &Mark| (*other == Mark::Eliminated) != (mark == Mark::Eliminated);
            let without =
                |cell: Cell, marks: SymbolSet| if open.contains(&cell) { marks.without(symbol) } else { marks };
            edits.extend(Mark::ALL.into_iter().filter(against).filter_map(|other| self.remarked(other, without)));
        }
        self.edit_all(edits);
        Ok(())
    }

    /// Rules candidates out. Marks of them are removed.
    pub fn rule_out(&mut self, gone: &[(Cell, Symbol)]) {
        let of =
            |cell: Cell| gone.iter().filter(|(at, _)| *at == cell).map(|(_, symbol)| *symbol).collect::<SymbolSet>();
        let more = self.remarked(Mark::Eliminated, |cell, marks| marks | of(cell));
        let fewer = [Mark::Corner, Mark::Centre].map(|mark| self.remarked(mark, |cell, marks| marks - of(cell)));
        self.edit_all([more].into_iter().chain(fewer).flatten().collect());
    }

    /// Fills every empty cell with corner marks for the symbols that `allowed` has for it and that
    /// are not ruled out. Returns the number of changed cells.
    pub(crate) fn mark_all(&mut self, allowed: &[SymbolSet]) -> usize {
        let Some(grid) = self.puzzle.grid() else { return 0 };
        let open = |cell: Cell| allowed[cell.index()] - self.notes.marked(Mark::Eliminated, cell);
        let wanted =
            |cell: Cell, _: SymbolSet| if grid.entry(cell) == Entry::Empty { open(cell) } else { SymbolSet::EMPTY };
        self.changed(self.remarked(Mark::Corner, wanted).into_iter().collect())
    }

    /// Removes all marks in the corners and in the centres. Returns the number of changed cells.
    pub(crate) fn clear_marks(&mut self) -> usize {
        let edits =
            [Mark::Corner, Mark::Centre].into_iter().filter_map(|mark| self.remarked(mark, |_, _| SymbolSet::EMPTY));
        self.changed(edits.collect())
    }

    /// Removes the marks of symbols that `allowed` does not have for their cells. Returns the
    /// number of changed cells.
    pub(crate) fn drop_stale(&mut self, allowed: &[SymbolSet]) -> usize {
        let Some(grid) = self.puzzle.grid() else { return 0 };
        let wanted = |cell: Cell, marks: SymbolSet| match grid.entry(cell) {
            Entry::Empty => marks & allowed[cell.index()],
            _ => marks,
        };
        let edits = [Mark::Corner, Mark::Centre].into_iter().filter_map(|mark| self.remarked(mark, wanted));
        self.changed(edits.collect())
    }

    /// Makes changes of marks. Returns the number of cells that change.
    fn changed(&mut self, edits: Vec<Edit>) -> usize {
        let sets = edits.iter().flat_map(|edit| match edit {
            Edit::Marks(sets) => &sets.cells[..],
            _ => &[],
        });
        let mut cells: Vec<Cell> = sets.map(|(cell, ..)| *cell).collect();
        cells.sort_unstable();
        cells.dedup();
        self.edit_all(edits);
        cells.len()
    }

    /// Gives cells a colour, from 1, or none with 0. `Err` if the puzzle is not a grid.
    pub fn color(&mut self, color: u8) -> Result<(), EditError> {
        self.puzzle.grid().ok_or(EditError::NoGrid)?;
        let change = |cell: Cell| (cell, self.notes.color(cell), color);
        let cells: Vec<(Cell, u8, u8)> =
            self.targets().into_iter().map(change).filter(|(_, old, new)| old != new).collect();
        self.edit_all(if cells.is_empty() { Vec::new() } else { vec![Edit::Colors(cells)] });
        Ok(())
    }

    /// Assigns cells to a region, or to none. `Err` says why it cannot.
    pub fn paint(&mut self, region: Option<u8>) -> Result<(), EditError> {
        let targets = self.targets();
        let grid = self.puzzle.grid().ok_or(EditError::NoGrid)?;
        let Areas::Walls(before) = &grid.areas else { return Err(EditError::of_areas(&grid.areas, "regions")) };
        let regions = grid.most_regions();
        if region.is_some_and(|number| usize::from(number) >= regions) {
            return Err(EditError::Region { side: regions });
        }
        // If walls were changed by hand, the letters are out of date and derived from the walls
        // again.
        if !self.notes.fits(grid) {
            self.notes.letters = Notes::letters_of(grid);
        }
        let mut letters = Notes { letters: self.notes.letters.clone(), ..Notes::default() };
        let mut walls = before.clone();
        let mut edits = Vec::new();
        for cell in targets {
            let old = std::mem::replace(&mut letters.letters[cell.index()], region);
            if old != region {
                let after = letters.walls(grid.size());
                let change = Box::new((std::mem::replace(&mut walls, after.clone()), after));
                edits.push(Edit::Region { cell, old, new: region, walls: change });
            }
        }
        self.edit_all(edits);
        Ok(())
    }
}
