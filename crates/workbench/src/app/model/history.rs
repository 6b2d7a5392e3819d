//! Undo and redo. Every change to a puzzle is an edit with an inverse, and every state of the
//! session is kept.

use crate::app::model::notes::Notes;
use quadrille_puzzle::{
    Areas, CELL_COLORS, Cell, Entry, Grid, GridRule, Listing, Mark, Shape, Side, Symbol, SymbolSet, TakeError, Walls,
    rule,
};
use quadrille_study::plural;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One change. Applying it and then its inverse leaves the contents as they were.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edit {
    /// The content of a cell.
    Cell { cell: Cell, old: Entry, new: Entry },
    /// A wall on a side of a cell. `stands` is true if the change builds it.
    Wall { cell: Cell, side: Side, stands: bool },
    /// The weight of a cell.
    Weight { cell: Cell, old: u32, new: u32 },
    /// Several cells at once.
    Cells(Vec<(Cell, Entry, Entry)>),
    /// All weights at once, by a named rule.
    Weights { name: String, old: Vec<u32>, new: Vec<u32> },
    /// A cell is assigned to a region, or to none. `walls` are the walls between regions, before
    /// and after.
    Region { cell: Cell, old: Option<u8>, new: Option<u8>, walls: Box<(Walls, Walls)> },
    /// A pencil mark is put in a cell, or removed.
    Mark { cell: Cell, mark: Mark, symbol: Symbol, set: bool },
    /// The marks of several cells at once.
    Marks(MarkSets),
    /// The colours of cells: each cell with its colour before and after, 0 for none.
    Colors(Vec<(Cell, u8, u8)>),
    /// Several changes that are undone together, in order. The first one gives the words.
    All(Vec<Edit>),
    /// The whole grid is replaced because it was turned or resized. `sheets` are the grid and its
    /// notes, before and after.
    Grid { what: String, sheets: Box<[(Grid, Notes); 2]> },
    /// The grid's rules and whether its diagonals count, before and after.
    Rules { what: String, rules: Box<[(Vec<GridRule>, bool); 2]> },
    /// An option of a listing is taken by hand, or released. `option` is its number in the whole
    /// listing.
    Take { option: u32, taken: bool },
}

/// The marks of one kind in several cells: each cell with its marks before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "MarkSetsRead")]
pub struct MarkSets {
    pub(super) mark: Mark,
    pub(super) cells: Vec<(Cell, SymbolSet, SymbolSet)>,
}

/// The forms in which a draft may hold [`MarkSets`]. Version 0.1 wrote corner marks only.
#[derive(Deserialize)]
#[serde(untagged)]
enum MarkSetsRead {
    Corner(Vec<(Cell, SymbolSet, SymbolSet)>),
    Of { mark: Mark, cells: Vec<(Cell, SymbolSet, SymbolSet)> },
}

impl From<MarkSetsRead> for MarkSets {
    fn from(read: MarkSetsRead) -> MarkSets {
        match read {
            MarkSetsRead::Corner(cells) => MarkSets { mark: Mark::Corner, cells },
            MarkSetsRead::Of { mark, cells } => MarkSets { mark, cells },
        }
    }
}

/// Returns whether a rule that was read from a file can belong to a grid.
fn fits_grid(candidate: &GridRule, grid: &Grid) -> bool {
    let Some(spec) = rule(&candidate.id) else { return false };
    let inside = candidate.all_cells().all(|cell| cell.index() < grid.cells.len());
    inside && (!spec.names_cells() || candidate.fault(grid).is_none())
}

/// The contents of a document that edits change: the puzzle's shape and its notes.
pub struct Contents<'a> {
    pub shape: &'a mut Shape,
    pub notes: &'a mut Notes,
}

impl Edit {
    /// The edit that takes this one back. See [`Edit::apply`].
    pub fn inverse(&self) -> Edit {
        match self.clone() {
            Edit::Cell { cell, old, new } => Edit::Cell { cell, old: new, new: old },
            Edit::Wall { cell, side, stands } => Edit::Wall { cell, side, stands: !stands },
            Edit::Weight { cell, old, new } => Edit::Weight { cell, old: new, new: old },
            Edit::Cells(cells) => Edit::Cells(cells.into_iter().map(|(cell, old, new)| (cell, new, old)).collect()),
            Edit::Weights { name, old, new } => Edit::Weights { name, old: new, new: old },
            Edit::Region { cell, old, new, walls } => {
                let (before, after) = *walls;
                Edit::Region { cell, old: new, new: old, walls: Box::new((after, before)) }
            }
            Edit::Mark { cell, mark, symbol, set } => Edit::Mark { cell, mark, symbol, set: !set },
            Edit::Marks(MarkSets { mark, cells }) => {
                let cells = cells.into_iter().map(|(cell, old, new)| (cell, new, old)).collect();
                Edit::Marks(MarkSets { mark, cells })
            }
            Edit::Colors(cells) => Edit::Colors(cells.into_iter().map(|(cell, old, new)| (cell, new, old)).collect()),
            Edit::All(edits) => Edit::All(edits.iter().rev().map(Edit::inverse).collect()),
            Edit::Take { option, taken } => Edit::Take { option, taken: !taken },
            Edit::Rules { what, rules } => {
                let [before, after] = *rules;
                Edit::Rules { what, rules: Box::new([after, before]) }
            }
            Edit::Grid { what, sheets } => {
                let [before, after] = *sheets;
                Edit::Grid { what, sheets: Box::new([after, before]) }
            }
        }
    }

    /// Makes the change. The contents must be in the state before it.
    pub fn apply(&self, contents: &mut Contents) {
        if let Edit::All(edits) = self {
            return edits.iter().for_each(|edit| edit.apply(contents));
        }
        let grid = match &mut *contents.shape {
            Shape::Grid(grid) => grid,
            Shape::Listing(listing) => {
                if let Edit::Take { option, taken } = *self
                    && let Ok(left) = toggled(listing, option, taken)
                {
                    *listing = Arc::new(left);
                }
                return;
            }
        };
        match self {
            Edit::Cell { cell, new, .. } => grid.cells[cell.index()] = *new,
            Edit::Wall { cell, side, stands } => {
                if let Areas::Walls(walls) = &mut grid.areas {
                    walls.set(*cell, *side, *stands);
                }
            }
            Edit::Weight { cell, new, .. } => {
                if let Some(weights) = &mut grid.weights {
                    weights.0[cell.index()] = *new;
                }
            }
            Edit::Cells(cells) => cells.iter().for_each(|(cell, _, new)| grid.cells[cell.index()] = *new),
            Edit::Weights { new, .. } => {
                if let Some(weights) = &mut grid.weights {
                    weights.0.clone_from(new);
                }
            }
            Edit::Region { cell, new, walls, .. } => {
                contents.notes.letters[cell.index()] = *new;
                grid.areas = Areas::Walls(walls.1.clone());
            }
            Edit::Mark { cell, mark, symbol, set } => contents.notes.put(*mark, *cell, *symbol, *set),
            Edit::Marks(MarkSets { mark, cells }) => {
                cells.iter().for_each(|(cell, _, new)| contents.notes.set(*mark, *cell, *new));
            }
            Edit::Colors(cells) => cells.iter().for_each(|(cell, _, new)| contents.notes.paint(*cell, *new)),
            Edit::Rules { rules, .. } => (grid.rules, grid.diagonals) = rules[1].clone(),
            Edit::Grid { sheets, .. } => (*grid, *contents.notes) = sheets[1].clone(),
            Edit::Take { .. } | Edit::All(_) => {}
        }
    }

    /// The cell to which the cursor moves when the edit is undone or redone.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            Edit::Cell { cell, .. }
            | Edit::Wall { cell, .. }
            | Edit::Weight { cell, .. }
            | Edit::Region { cell, .. }
            | Edit::Mark { cell, .. } => Some(*cell),
            Edit::Cells(cells) => cells.first().map(|(cell, _, _)| *cell),
            Edit::Marks(MarkSets { cells, .. }) => cells.first().map(|(cell, _, _)| *cell),
            Edit::Colors(cells) => cells.first().map(|(cell, _, _)| *cell),
            Edit::All(edits) => edits.first()?.cell(),
            Edit::Weights { .. } | Edit::Take { .. } | Edit::Rules { .. } | Edit::Grid { .. } => None,
        }
    }

    /// Describes the edit in a few words: `r4c3 = 5`. `shape` has the size on which the edit was
    /// made.
    pub fn words(&self, shape: &Shape) -> String {
        match (shape, self) {
            (Shape::Grid(grid), _) => self.words_on(grid),
            (Shape::Listing(listing), Edit::Take { option, taken }) => {
                let name = listing.whole().option_name(*option as usize);
                format!("{name} is {}", if *taken { "selected" } else { "deselected" })
            }
            (Shape::Listing(_), _) => String::new(),
        }
    }

    fn words_on(&self, grid: &Grid) -> String {
        let name = |cell: &Cell| grid.name(*cell);
        let char = |symbol: Symbol| grid.alphabet.char(symbol);
        let letter = |region: &Option<u8>| {
            region
                .map_or("no region".to_string(), |number| format!("region {}", quadrille_puzzle::letter(number.into())))
        };
        match self {
            Edit::Cell { cell, new, old } => match (new.symbol(), old.symbol()) {
                (Some(new), Some(old)) if new != old => format!("{} = {}, was {}", name(cell), char(new), char(old)),
                (Some(new), _) => format!("{} = {}", name(cell), char(new)),
                (None, Some(old)) => format!("{} cleared, was {}", name(cell), char(old)),
                (None, None) => format!("{} cleared", name(cell)),
            },
            Edit::Wall { cell, side, stands } => {
                let what = if *stands { "wall" } else { "no wall" };
                format!("{what} {} of {}", side.name(), name(cell))
            }
            Edit::Weight { cell, new, old } => format!("{} weighs {new}, was {old}", name(cell)),
            Edit::Cells(cells) => {
                let cleared = cells.iter().all(|(_, _, new)| new.symbol().is_none());
                format!("{} {}", plural(cells.len(), "cell"), if cleared { "cleared" } else { "written" })
            }
            Edit::Weights { name, .. } => format!("weights: {name}"),
            Edit::Region { cell, new, .. } => format!("{} is in {}", name(cell), letter(new)),
            Edit::Mark { cell, mark, symbol, set } => {
                let what = match (mark, set) {
                    (Mark::Eliminated, true) => "cannot be",
                    (Mark::Eliminated, false) => "may again be",
                    (_, true) => "marked",
                    (_, false) => "no longer marked",
                };
                format!(
                    "{} {what} {}{}",
                    name(cell),
                    char(*symbol),
                    if *mark == Mark::Centre { ", centre" } else { "" }
                )
            }
            Edit::Marks(MarkSets { mark, cells }) => {
                let what = if *mark == Mark::Eliminated { "ruled out in" } else { "marks of" };
                format!("{what} {}", plural(cells.len(), "cell"))
            }
            Edit::Colors(cells) => {
                let color = cells.first().map_or(0, |(_, _, new)| *new);
                let named = color.checked_sub(1).and_then(|at| CELL_COLORS.get(usize::from(at)));
                format!("{} {}", plural(cells.len(), "cell"), named.map_or("without colour", |(name, _)| name))
            }
            Edit::All(edits) => match &edits[..] {
                [Edit::Region { new, .. }, ..] => format!("{} in {}", plural(edits.len(), "cell"), letter(new)),
                edits => edits.first().map_or(String::new(), |edit| edit.words_on(grid)),
            },
            Edit::Rules { what, .. } | Edit::Grid { what, .. } => what.clone(),
            Edit::Take { .. } => String::new(),
        }
    }
}

impl Edit {
    /// The grid and its notes before and after, if the edit replaces them.
    fn sheets(&self) -> Option<&[(Grid, Notes); 2]> {
        match self {
            Edit::Grid { sheets, .. } => Some(sheets),
            _ => None,
        }
    }

    /// Returns whether an edit that was read from a file can belong to a listing of `options`
    /// options.
    fn fits_listing(&self, options: usize) -> bool {
        match self {
            Edit::Take { option, .. } => (*option as usize) < options,
            Edit::All(edits) => edits.iter().all(|edit| !matches!(edit, Edit::All(_)) && edit.fits_listing(options)),
            _ => false,
        }
    }

    /// The grid after an edit that was read from a file: one of the same size and symbols. `None`
    /// if the edit cannot belong to `grid`.
    fn grid_after<'a>(&'a self, grid: &'a Grid) -> Option<&'a Grid> {
        let (n, cells) = (grid.n_symbols(), grid.cells.len());
        let inside = |cell: &Cell| cell.index() < cells;
        let known = |entry: &Entry| entry.symbol().is_none_or(|symbol| usize::from(symbol.0) < n);
        let is_of = |walls: &Walls| walls.is_of(grid.size());
        let fits = match self {
            Edit::Cell { cell, old, new } => inside(cell) && known(old) && known(new),
            Edit::Cells(changes) => changes.iter().all(|(cell, old, new)| inside(cell) && known(old) && known(new)),
            Edit::Mark { cell, symbol, .. } => inside(cell) && usize::from(symbol.0) < n,
            Edit::Region { cell, walls, .. } => inside(cell) && is_of(&walls.0) && is_of(&walls.1),
            Edit::Rules { rules, .. } => rules.iter().flat_map(|(rules, _)| rules).all(|rule| fits_grid(rule, grid)),
            Edit::Marks(MarkSets { cells: changes, .. }) => {
                let known = |set: SymbolSet| set.is_in(grid.all_symbols());
                changes.iter().all(|(cell, old, new)| inside(cell) && known(*old) && known(*new))
            }
            Edit::Colors(changes) => {
                let known = |color: u8| usize::from(color) <= CELL_COLORS.len();
                changes.iter().all(|(cell, old, new)| inside(cell) && known(*old) && known(*new))
            }
            // A change of the size is never part of another change.
            Edit::All(edits) => {
                let fits = |edit: &Edit| !matches!(edit, Edit::Grid { .. } | Edit::All(_));
                edits.iter().all(|edit| fits(edit) && edit.grid_after(grid).is_some())
            }
            Edit::Weights { old, new, .. } => old.len() == cells && new.len() == cells,
            Edit::Take { .. } => false,
            Edit::Grid { sheets, .. } => {
                let [(old, notes), (new, later)] = &**sheets;
                let sound =
                    |grid: &Grid, notes: &Notes| grid.is_sound() && notes.is_of(grid.cells.len(), grid.all_symbols());
                let alike =
                    |one: &Grid, other: &Grid| (one.size(), one.n_symbols()) == (other.size(), other.n_symbols());
                let fits = alike(old, grid) && sound(old, notes) && sound(new, later);
                return fits.then_some(new);
            }
            Edit::Wall { cell, .. } | Edit::Weight { cell, .. } => inside(cell),
        };
        fits.then_some(grid)
    }
}

/// Returns the listing with one option more or one option fewer taken. `Err` says why the option
/// cannot be taken.
pub(crate) fn toggled(listing: &Arc<Listing>, option: u32, taken: bool) -> Result<Listing, TakeError> {
    let mut options: Vec<u32> = listing.taken().iter().copied().filter(|&other| other != option).collect();
    if taken {
        options.push(option);
    }
    listing.whole().taking(&options)
}

/// A state of the contents, and the edit that led to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    /// The state before the edit.
    before: usize,
    edit: Edit,
    /// The name that the user gave it.
    name: Option<String>,
}

/// All states of a session, as a tree. Undo goes towards the root, redo goes along the newest
/// branch, and an edit after an undo begins a new branch. State 0 is the beginning; the k-th edit
/// made state k.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    states: Vec<State>,
    at: usize,
    /// The state that is saved in a file, if any.
    saved: Option<u64>,
}

/// A row of the list of changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The description of the change.
    pub words: String,
    /// The name that the user gave to this state. `None` if it has none.
    pub name: Option<String>,
    /// True if the change is part of the current state.
    pub done: bool,
    /// True if this is the current state.
    pub here: bool,
}

impl History {
    /// The history of a puzzle that is unchanged since its file was read.
    pub fn new() -> History {
        History { saved: Some(0), ..History::default() }
    }

    /// Applies an edit and records it. Edits that were undone before stay on their own branch.
    pub fn push(&mut self, edit: Edit, contents: &mut Contents) {
        edit.apply(contents);
        self.states.push(State { before: self.at, edit, name: None });
        self.at = self.states.len();
    }

    /// Undoes the last edit and returns it; `None` when there is none.
    pub fn undo(&mut self, contents: &mut Contents) -> Option<&Edit> {
        let state = self.states.get(self.at.checked_sub(1)?)?;
        state.edit.inverse().apply(contents);
        self.at = state.before;
        Some(&state.edit)
    }

    /// Redoes the newest edit that was made to this state; `None` when there is none.
    pub fn redo(&mut self, contents: &mut Contents) -> Option<&Edit> {
        let newest = self.states.iter().rposition(|state| state.before == self.at)?;
        self.at = newest + 1;
        self.states[newest].edit.apply(contents);
        Some(&self.states[newest].edit)
    }

    /// Goes to a state on any branch. Returns `false` if there is no state of that number.
    pub fn go(&mut self, number: usize, contents: &mut Contents) -> bool {
        if number > self.states.len() {
            return false;
        }
        let above = |mut at: usize| {
            let mut path = vec![at];
            while let Some(state) = at.checked_sub(1) {
                at = self.states[state].before;
                path.push(at);
            }
            path
        };
        let (here, there) = (above(self.at), above(number));
        // The part of the path to the target that lies below the common ancestor, deepest state
        // first.
        let down: Vec<usize> = there.into_iter().take_while(|at| !here.contains(at)).collect();
        let meeting = down.last().map_or(number, |&last| self.states[last - 1].before);
        while self.at != meeting {
            self.undo(contents);
        }
        for &at in down.iter().rev() {
            self.states[at - 1].edit.apply(contents);
        }
        self.at = number;
        true
    }

    /// Goes to the state made just before this one or just after it, on any branch. Returns `false`
    /// if there is none.
    pub fn in_time(&mut self, later: bool, contents: &mut Contents) -> bool {
        match if later { Some(self.at + 1) } else { self.at.checked_sub(1) } {
            Some(number) => self.go(number, contents),
            None => false,
        }
    }

    /// Names the current state. Returns `false` at the beginning, which has no name.
    pub fn name(&mut self, name: &str) -> bool {
        let state = self.at.checked_sub(1).and_then(|at| self.states.get_mut(at));
        state.map(|state| state.name = Some(name.to_string())).is_some()
    }

    /// For each state, a grid of the size that it has. `None` throughout if the size never changed.
    fn grids(&self) -> Vec<Option<&Grid>> {
        let mut grids = vec![self.states.iter().find_map(|state| Some(&state.edit.sheets()?[0].0))];
        for state in &self.states {
            grids.push(state.edit.sheets().map(|sheets| &sheets[1].0).or(grids[state.before]));
        }
        grids
    }

    /// Up to `most` edits, newest first.
    pub fn changes(&self, shape: &Shape, most: usize) -> Vec<Change> {
        let mut done = vec![false; self.states.len() + 1];
        let mut at = self.at;
        while let Some(state) = at.checked_sub(1) {
            done[at] = true;
            at = self.states[state].before;
        }
        let grids = self.grids();
        let row = |(at, state): (usize, &State)| Change {
            words: grids[at + 1].map_or_else(|| state.edit.words(shape), |grid| state.edit.words_on(grid)),
            name: state.name.clone(),
            done: done[at + 1],
            here: at + 1 == self.at,
        };
        self.states.iter().enumerate().rev().take(most).map(row).collect()
    }

    /// The edit that led to the current state.
    pub fn last(&self) -> Option<&Edit> {
        Some(&self.states.get(self.at.checked_sub(1)?)?.edit)
    }

    /// Returns whether the history can belong to a puzzle of this shape. A history that was read
    /// from a file must be checked.
    pub fn fits(&self, shape: &Shape) -> bool {
        let now = match shape {
            Shape::Grid(grid) => grid,
            Shape::Listing(listing) => {
                let options = listing.whole().options.len();
                let edits = self.states.iter().enumerate();
                let mut fit = edits.map(|(at, state)| state.before <= at && state.edit.fits_listing(options));
                return fit.all(|fits| fits) && self.at <= self.states.len();
            }
        };
        // The grid may have had another size at the beginning. The first edit that replaced it says
        // which.
        let first = self.states.iter().find_map(|state| Some(&state.edit.sheets()?[0].0));
        let mut grids = vec![first.unwrap_or(now)];
        if !grids[0].is_sound() {
            return false;
        }
        for (at, state) in self.states.iter().enumerate() {
            let Some(&grid) = grids.get(state.before).filter(|_| state.before <= at) else { return false };
            let Some(after) = state.edit.grid_after(grid) else { return false };
            grids.push(after);
        }
        let alike = |grid: &&Grid| (grid.size(), grid.n_symbols()) == (now.size(), now.n_symbols());
        grids.get(self.at).is_some_and(alike)
    }

    /// The number of the current state, unique within the session.
    pub fn version(&self) -> u64 {
        self.at as u64
    }

    /// The number of states after the beginning.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns true if nothing was ever changed.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Records that a file holds the state of a version.
    pub(crate) fn mark_saved(&mut self, version: u64) {
        self.saved = Some(version);
    }

    /// Records that no file holds the puzzle.
    pub(crate) fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// Returns true if a file holds the current state.
    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.version())
    }
}
