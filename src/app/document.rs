//! A puzzle in hand: its grid with a cursor on it, how keys are taken, and everything that was done to it.

use super::history::{Edit, History, Sheet};
use super::notes::{Mark, Notes};
use crate::puzzle::{Areas, Cell, Entry, Expect, Grid, Listing, MAX_WEIGHT, Picture, Puzzle, Shape, Side, Symbol};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// How a typed key is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mode {
    /// Symbols are placed where the cursor is, other letters are commands.
    #[default]
    Normal,
    /// Symbols are placed, and the cursor moves on: a grid is typed as it is read.
    Line,
    /// Symbols are pencil marks.
    Marks(Mark),
    /// Letters are regions, and the cursor moves on.
    Regions,
    /// Keys build walls.
    Walls,
    /// Digits are weights, and the cursor moves on.
    Weights,
}

/// What a placed symbol becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Pen {
    #[default]
    Own,
    Given,
}

/// What is shown of empty cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum View {
    /// The marks that were made.
    #[default]
    Marks,
    /// What the rules leave each of them; how many, where there is no room for more.
    Candidates,
    /// The same of the cursor's units, as a list beside the board.
    Units,
}

impl View {
    pub fn next(self) -> View {
        match self {
            View::Marks => View::Candidates,
            View::Candidates => View::Units,
            View::Units => View::Marks,
        }
    }
}

/// Why what is typed means nothing in a listing.
pub(super) const NO_GRID: &str = "this is no grid: its options are taken, and its text is edited";

/// What is said of a listing besides its options. Found once for each state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts {
    /// Options without a primary item.
    pub idle: usize,
    /// The first primary item that is in no option.
    pub unmet: Option<usize>,
}

impl Facts {
    fn of(shape: &Shape) -> Facts {
        shape.listing().map_or(Facts::default(), |own| Facts { idle: own.idle_options(), unmet: own.unmet() })
    }
}

/// A number for what a file holds, by which a change is noticed.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

#[derive(Clone, Debug)]
pub struct Document {
    pub puzzle: Puzzle,
    pub facts: Facts,
    /// The shape that the file's expectations are about.
    original: Shape,
    /// The file that it was saved to, or came from.
    pub path: Option<PathBuf>,
    /// What that file held then: see [`fingerprint`].
    pub disk: Option<u64>,
    pub cursor: Cell,
    /// Of a listing: the option that the cursor is on, of all there are, taken or not.
    pub row: usize,
    pub mode: Mode,
    /// Whether the last symbol ended a row, so that Enter does not leave out the next one.
    wrapped: bool,
    /// The region that arrows paint.
    pub brush: Option<u8>,
    /// Whether the next letter is a command, though it is a symbol too.
    pub prefixed: bool,
    pub pen: Pen,
    pub view: View,
    pub history: History,
    pub notes: Notes,
}

/// The option beside another one: on a board the nearest that begins in the row or column beside,
/// on a lattice of matches the match there, else the next one of the list.
fn beside(listing: &Listing, row: usize, rows: i32, columns: i32) -> usize {
    let last = listing.options.len().saturating_sub(1);
    match &listing.picture {
        Some(Picture::Board(board)) => {
            let place = |option: usize| {
                let cell = board.marks.get(option)?.cells.first().copied()? as usize;
                Some(((cell / board.columns) as i64, (cell % board.columns) as i64))
            };
            let Some(here) = place(row) else { return row.min(last) };
            // How far an option lies in the direction asked for, and how far from the line.
            let ahead = |option: usize| {
                let there = place(option)?;
                let (down, right) = (there.0 - here.0, there.1 - here.1);
                let (along, aside) = if rows != 0 {
                    (down * i64::from(rows.signum()), right)
                } else {
                    (right * i64::from(columns.signum()), down)
                };
                (along > 0).then_some((aside.abs(), along, option))
            };
            let far = rows.unsigned_abs().max(columns.unsigned_abs()) > 1;
            let ways = (0..=last).filter_map(ahead);
            let found =
                if far { ways.min_by_key(|&(aside, along, option)| (aside, -along, option)) } else { ways.min() };
            found.map_or(row, |(_, _, option)| option)
        }
        Some(Picture::Matches(matches)) => {
            let by = i64::from(rows) * (2 * matches.side as i64 + 1) + i64::from(columns);
            let wanted = matches.matches.get(row).map(|&own| i64::from(own) + by);
            let found = matches.matches.iter().position(|&own| Some(i64::from(own)) == wanted);
            found.unwrap_or(row)
        }
        Some(Picture::Tickets(_)) | None => {
            let by = (rows as isize).saturating_add((columns as isize).saturating_mul(10));
            row.saturating_add_signed(by).min(last)
        }
    }
}

impl Document {
    /// A puzzle as its file says it.
    pub fn new(puzzle: Puzzle, path: Option<PathBuf>) -> Document {
        let pen = if puzzle.grid().is_some_and(|grid| grid.givens() == 0) { Pen::Given } else { Pen::Own };
        let notes = puzzle.grid().map_or(Notes::default(), |grid| Notes::of(grid, &puzzle.marks));
        Document {
            original: puzzle.shape.clone(),
            facts: Facts::of(&puzzle.shape),
            puzzle,
            path,
            disk: None,
            cursor: Cell(0),
            row: 0,
            mode: Mode::Normal,
            wrapped: false,
            brush: None,
            prefixed: false,
            pen,
            view: View::default(),
            history: History::new(),
            notes,
        }
    }

    /// The puzzle as it is written to a file. What was expected of other givens, walls or weights is left out.
    pub fn to_be_saved(&self) -> Puzzle {
        let same = match (&self.puzzle.shape, &self.original) {
            (Shape::Grid(now), Shape::Grid(then)) => now.without_own() == then.without_own(),
            (now, then) => now == then,
        };
        let expect = if same { self.puzzle.expect.clone() } else { Expect::default() };
        Puzzle { expect, marks: self.notes.to_marks(), ..self.puzzle.clone() }
    }

    /// Moves the cursor; it stops at the edge. In a listing it goes from option to option.
    pub fn move_by(&mut self, rows: i32, columns: i32) {
        self.wrapped = false;
        if let Some(listing) = self.whole() {
            self.row = beside(listing, self.row, rows, columns);
        }
        let Some(grid) = self.puzzle.grid() else { return };
        let (row, column) = grid.place(self.cursor);
        let step = |at: usize, by: i32| (at as i32).saturating_add(by).clamp(0, grid.n() as i32 - 1) as usize;
        self.cursor = grid.cell(step(row, rows), step(column, columns));
    }

    /// The listing with all its options, whatever was taken.
    pub fn whole(&self) -> Option<&Listing> {
        match &self.puzzle.shape {
            Shape::Grid(_) => None,
            Shape::Listing(listing) => Some(listing.whole()),
        }
    }

    /// Takes the option under the cursor by hand, or lets it go. `Err` says why it cannot be.
    pub fn take(&mut self, taken: bool) -> Result<(), String> {
        let Shape::Listing(listing) = &self.puzzle.shape else { return Err("a grid has no options to take".into()) };
        let option = self.row as u32;
        if listing.options.is_empty() || listing.taken().contains(&option) == taken {
            return Ok(());
        }
        super::history::toggled(listing, option, taken)?;
        self.edit(Edit::Take { option, taken });
        Ok(())
    }

    /// The next option of the board's cell that the cursor's option is on, or the one before.
    fn turn_option(&mut self, forward: bool) {
        let Some(Picture::Board(board)) = self.whole().and_then(|listing| listing.picture.as_ref()) else { return };
        let Some(own) = board.marks.get(self.row) else { return };
        let spot = own.cells.first().copied();
        let mut there = (0..board.marks.len()).filter(|&other| board.marks[other].cells.first().copied() == spot);
        let next = match forward {
            true => there.clone().find(|&other| other > self.row).or_else(|| there.next()),
            false => there.clone().rfind(|&other| other < self.row).or_else(|| there.next_back()),
        };
        self.row = next.unwrap_or(self.row);
    }

    /// Moves on by a cell as one reads, from row to row. `false` at the end of the grid.
    pub fn advance(&mut self, forward: bool) -> bool {
        let Some(grid) = self.puzzle.grid() else { return false };
        let last = grid.cells.len() - 1;
        let next = if forward { self.cursor.index() + 1 } else { self.cursor.index().wrapping_sub(1) };
        if next > last {
            return false;
        }
        self.cursor = Cell(next as u16);
        self.wrapped = forward && next % grid.n() == 0;
        true
    }

    /// To the beginning of the next row, unless the row was typed to its end and the cursor is there
    /// already.
    pub fn next_row(&mut self) {
        if !std::mem::replace(&mut self.wrapped, false) {
            self.move_by(1, i32::MIN);
        }
    }

    /// Moves the cursor to the next cell that is empty, or given, or to the one before; round and
    /// round.
    pub fn to_next(&mut self, forward: bool, given: bool) {
        self.turn_option(forward);
        let Some(grid) = self.puzzle.grid() else { return };
        let cells = grid.cells.len();
        let at = self.cursor.index();
        let mut order = (1..=cells).map(|k| if forward { (at + k) % cells } else { (at + cells - k) % cells });
        let fits = |cell: &usize| match grid.cells[*cell] {
            Entry::Empty => !given,
            Entry::Given(_) => given,
            Entry::Own(_) => false,
        };
        self.cursor = order.find(fits).map_or(self.cursor, |cell| Cell(cell as u16));
        self.wrapped = false;
    }

    fn edit(&mut self, edit: Edit) {
        self.history.push(edit, &mut Sheet { shape: &mut self.puzzle.shape, notes: &mut self.notes });
        self.facts = Facts::of(&self.puzzle.shape);
    }

    /// The last change, in a few words.
    pub fn last_words(&self) -> Option<String> {
        Some(self.history.last()?.words(&self.puzzle.shape))
    }

    /// Puts a symbol under the cursor, or nothing. `Err` says why not.
    pub fn place(&mut self, symbol: Option<Symbol>) -> Result<(), String> {
        let cell = self.cursor;
        let grid = self.puzzle.grid().ok_or(NO_GRID)?;
        let old = grid.entry(cell);
        let new = match (symbol, self.pen) {
            (None, _) => Entry::Empty,
            (Some(symbol), Pen::Own) => Entry::Own(symbol),
            (Some(symbol), Pen::Given) => Entry::Given(symbol),
        };
        if let (Entry::Given(_), Pen::Own) = (old, self.pen) {
            return Err(format!("{} is given", grid.name(cell)));
        }
        if old != new {
            self.edit(Edit::Cell { cell, old, new });
        }
        Ok(())
    }

    /// Clears every cell that is not given.
    pub fn clear_own(&mut self) -> usize {
        let Some(grid) = self.puzzle.grid() else { return 0 };
        let own: Vec<(Cell, Entry, Entry)> = grid
            .all_cells()
            .filter(|&cell| matches!(grid.entry(cell), Entry::Own(_)))
            .map(|cell| (cell, grid.entry(cell), Entry::Empty))
            .collect();
        let count = own.len();
        if count > 0 {
            self.edit(Edit::Cells(own));
        }
        count
    }

    /// Writes the symbols of a solution into the empty cells.
    pub fn fill(&mut self, solution: &crate::puzzle::Grid) -> usize {
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

    /// Whether some symbols are letters, which are keys as well.
    pub fn has_letters(&self) -> bool {
        self.puzzle.grid().is_some_and(|grid| grid.n() > 9)
    }

    /// Puts a wall up beside the cursor, or takes it down. `Err` says why not.
    pub fn toggle_wall(&mut self, side: Side) -> Result<bool, String> {
        let Some(Areas::Walls(walls)) = self.puzzle.grid().map(|grid| &grid.areas) else {
            return Err("only a jigsaw has walls".to_string());
        };
        let cell = self.cursor;
        if walls.neighbour(cell, side).is_none() {
            return Err("the edge of the grid is always a wall".to_string());
        }
        let stands = !walls.stands(cell, side);
        self.edit(Edit::Wall { cell, side, stands });
        Ok(stands)
    }

    /// Gives the cell under the cursor another weight. `Err` says why not.
    pub fn weigh(&mut self, change: impl Fn(u32) -> Option<u32>) -> Result<(), String> {
        let cell = self.cursor;
        let grid = self.puzzle.grid().ok_or(NO_GRID)?;
        if grid.weights.is_none() {
            return Err("only a target has weights".to_string());
        }
        let old = grid.weight(cell);
        let new = change(old).filter(|&new| new <= MAX_WEIGHT).ok_or("a weight is from 0 to 1,000,000")?;
        if new != old {
            self.edit(Edit::Weight { cell, old, new });
        }
        Ok(())
    }

    /// Turns the grid by a quarter, to the right. `Err` says why not.
    pub fn turn(&mut self) -> Result<(), String> {
        let grid = self.puzzle.grid().ok_or(NO_GRID)?;
        let (n, turned) = (grid.n(), grid.turned());
        let notes = self.notes.moved(n, |cell| Some(Grid::before_turn(n, cell)));
        let (row, column) = grid.place(self.cursor);
        self.cursor = grid.cell(column, n - 1 - row);
        self.replace("turned to the right".to_string(), turned, notes);
        Ok(())
    }

    /// Gives the grid another side; what fits is kept. `Err` says why not.
    pub fn resize(&mut self, side: usize) -> Result<(), String> {
        let grid = self.puzzle.grid().ok_or(NO_GRID)?;
        if side == grid.n() {
            return Ok(());
        }
        let resized = grid.resized(side)?;
        let notes = self.notes.moved(side, |cell| grid.before_resize(side, cell));
        let (row, column) = grid.place(self.cursor);
        self.cursor = resized.cell(row.min(side - 1), column.min(side - 1));
        let lost = grid.cells.len() - grid.empty() - (resized.cells.len() - resized.empty());
        let lost = if lost > 0 { format!(", {lost} symbols did not fit") } else { String::new() };
        self.replace(format!("{side}x{side}, was {0}x{0}{lost}", grid.n()), resized, notes);
        Ok(())
    }

    fn replace(&mut self, what: String, grid: Grid, notes: Notes) {
        let Some(old) = self.puzzle.grid().cloned() else { return };
        self.edit(Edit::Grid { what, sheets: Box::new([(old, self.notes.clone()), (grid, notes)]) });
    }

    /// Keeps the cursor on the grid, which may have another size now.
    fn stay_inside(&mut self) {
        if let Some(grid) = self.puzzle.grid() {
            self.cursor = Cell(self.cursor.0.min(grid.cells.len() as u16 - 1));
        }
    }

    /// Undoes, or does again. What was undone or done, in a few words; `None` when there is nothing
    /// left to.
    pub fn undo(&mut self, forward: bool) -> Option<String> {
        let sheet = &mut Sheet { shape: &mut self.puzzle.shape, notes: &mut self.notes };
        let edit = if forward { self.history.redo(sheet) } else { self.history.undo(sheet) }?;
        self.cursor = edit.cell().unwrap_or(self.cursor);
        if let Edit::Take { option, .. } = edit {
            self.row = *option as usize;
        }
        self.facts = Facts::of(&self.puzzle.shape);
        let words = edit.words(&self.puzzle.shape);
        self.stay_inside();
        Some(words)
    }

    /// The state made just before this one or just after it, on whatever branch.
    pub fn in_time(&mut self, later: bool) -> bool {
        let moved = self.history.in_time(later, &mut Sheet { shape: &mut self.puzzle.shape, notes: &mut self.notes });
        self.facts = Facts::of(&self.puzzle.shape);
        self.stay_inside();
        moved
    }

    /// Puts a pencil mark in the cell under the cursor, or takes it out. `Err` says why not.
    pub fn mark(&mut self, mark: Mark, symbol: Symbol) -> Result<(), String> {
        let cell = self.cursor;
        let grid = self.puzzle.grid().ok_or(NO_GRID)?;
        if let Some(symbol) = grid.entry(cell).symbol() {
            return Err(format!("{} holds {}: marks are for empty cells", grid.name(cell), grid.alphabet.char(symbol)));
        }
        let set = !self.notes.holds(mark, cell, symbol);
        self.edit(Edit::Mark { cell, mark, symbol, set });
        Ok(())
    }

    /// Marks every empty cell with what its units leave it, or takes all marks out. The cells that
    /// this changes.
    pub fn mark_all(&mut self, fill: bool) -> usize {
        let Some(grid) = self.puzzle.grid() else { return 0 };
        let candidates = grid.candidates();
        let wanted = |cell: Cell| if fill && grid.entry(cell) == Entry::Empty { candidates[cell.index()] } else { 0 };
        let change = |cell: Cell| (cell, self.notes.corner[cell.index()], wanted(cell));
        let cells: Vec<(Cell, u32, u32)> = grid.all_cells().map(change).filter(|(_, old, new)| old != new).collect();
        let count = cells.len();
        if count > 0 {
            self.edit(Edit::Marks(cells));
        }
        count
    }

    /// Gives the cell under the cursor to a region, or to none. `Err` says why not.
    pub fn paint(&mut self, region: Option<u8>) -> Result<(), String> {
        let cell = self.cursor;
        let grid = self.puzzle.grid().ok_or(NO_GRID)?;
        let Areas::Walls(before) = &grid.areas else { return Err("only a jigsaw has regions".to_string()) };
        let n = grid.n();
        if region.is_some_and(|own| usize::from(own) >= n) {
            let last = crate::puzzle::letter(n - 1);
            return Err(format!("a grid of side {n} has the regions a to {last}"));
        }
        // Walls that were changed by hand say more than the letters do.
        let letters = if self.notes.fits(grid) { self.notes.letters.clone() } else { Notes::letters_of(grid) };
        let mut after = Notes { letters, ..Notes::default() };
        let old = std::mem::replace(&mut after.letters[cell.index()], region);
        if old == region {
            return Ok(());
        }
        let walls = Box::new((before.clone(), after.walls(n)));
        self.notes.letters = after.letters;
        self.notes.letters[cell.index()] = old;
        self.edit(Edit::Region { cell, old, new: region, walls });
        Ok(())
    }

    /// Gives all cells weights by a rule. `Err` says why not.
    pub fn preset(&mut self, name: &str, weigh: impl Fn(usize) -> Vec<u32>) -> Result<(), String> {
        let grid = self.puzzle.grid().ok_or(NO_GRID)?;
        let old = grid.weights.as_ref().ok_or("only a target has weights")?.0.clone();
        let new = weigh(grid.n());
        if new != old {
            self.edit(Edit::Weights { name: name.to_string(), old, new });
        }
        Ok(())
    }
}
