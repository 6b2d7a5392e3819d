//! Notes on a grid: pencil marks, and the letters of regions while a jigsaw is drawn.

use quadrille_puzzle::{Areas, Cell, Grid, Mark, Marks, Size, Symbol, SymbolSet, Walls};
use serde::{Deserialize, Serialize};

/// The notes of a grid, by cell. Marks are sets of symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notes {
    /// Marks in the corners.
    pub corner: Vec<SymbolSet>,
    /// Marks in the centre.
    pub centre: Vec<SymbolSet>,
    /// Symbols that were ruled out. Empty if there are none.
    #[serde(default)]
    pub eliminated: Vec<SymbolSet>,
    /// The colour of each cell, from 1, or 0 for none. Empty if there are none.
    #[serde(default)]
    pub colors: Vec<u8>,
    /// The region to which each cell was assigned. Used while a jigsaw is drawn; otherwise the
    /// walls define the regions.
    pub letters: Vec<Option<u8>>,
}

impl Notes {
    /// Returns whether these are notes for a grid of this many cells with these symbols.
    pub fn is_of(&self, cells: usize, symbols: SymbolSet) -> bool {
        let known = Mark::ALL.into_iter().all(|mark| self.marks(mark).iter().all(|set| set.is_in(symbols)));
        let fits = |length: usize| length == 0 || length == cells;
        let whole = [self.corner.len(), self.centre.len(), self.letters.len()] == [cells; 3];
        known && whole && fits(self.eliminated.len()) && fits(self.colors.len())
    }

    /// Returns the notes of a grid that was made from this one. `from` gives the old cell of each
    /// new cell.
    pub fn moved(&self, grid: &Grid, from: impl Fn(Cell) -> Option<Cell>) -> Notes {
        let all = || grid.all_cells().map(&from);
        let (symbols, regions) = (grid.all_symbols(), grid.most_regions());
        let marked = |mark: Mark, cell: Option<Cell>| cell.map_or(SymbolSet::EMPTY, |cell| self.marked(mark, cell));
        let sets = |mark: Mark| all().map(|cell| marked(mark, cell) & symbols).collect();
        let letter = |cell: Option<Cell>| self.letters[cell?.index()].filter(|&number| usize::from(number) < regions);
        Notes {
            corner: sets(Mark::Corner),
            centre: sets(Mark::Centre),
            eliminated: sets(Mark::Eliminated),
            colors: all().map(|cell| cell.map_or(0, |cell| self.color(cell))).collect(),
            letters: all().map(letter).collect(),
        }
    }

    /// The notes of a grid that was read: the file's marks, and the regions that the walls make.
    pub fn of(grid: &Grid, marks: &Marks) -> Notes {
        let filled = |mark| {
            let sets = marks.of(mark);
            if sets.is_empty() { vec![SymbolSet::EMPTY; grid.cells.len()] } else { sets.to_vec() }
        };
        Notes {
            corner: filled(Mark::Corner),
            centre: filled(Mark::Centre),
            eliminated: filled(Mark::Eliminated),
            colors: marks.colors().to_vec(),
            letters: Notes::letters_of(grid),
        }
    }

    /// The marks as they are written to a file.
    pub(crate) fn to_marks(&self) -> Marks {
        let with = |marks: Marks, mark| marks.with(mark, self.marks(mark).to_vec());
        Mark::ALL.into_iter().fold(Marks::default(), with).with_colors(self.colors.clone())
    }

    /// Returns the letters of the regions that the walls make. Regions beyond the last that the
    /// grid can have get none.
    pub(crate) fn letters_of(grid: &Grid) -> Vec<Option<u8>> {
        let regions = grid.most_regions();
        let numbers = grid.areas.numbers(grid.size());
        // If there is only one region, nothing was drawn yet.
        let drawn = numbers.iter().any(|&number| number > 0);
        numbers
            .into_iter()
            .map(|number| u8::try_from(number).ok().filter(|&region| drawn && usize::from(region) < regions))
            .collect()
    }

    /// Returns the walls between cells of different letters. There is no wall between cells without
    /// a region.
    pub fn walls(&self, size: Size) -> Walls {
        let numbers: Vec<usize> = self.letters.iter().map(|letter| letter.map_or(usize::MAX, usize::from)).collect();
        Walls::between(size, &numbers)
    }

    /// Returns whether the letters match the walls. They do not after walls were changed by hand.
    pub fn fits(&self, grid: &Grid) -> bool {
        matches!(&grid.areas, Areas::Walls(walls) if *walls == self.walls(grid.size()))
    }

    /// The marks of one kind, by cell. Empty if there are none.
    pub fn marks(&self, mark: Mark) -> &[SymbolSet] {
        match mark {
            Mark::Corner => &self.corner,
            Mark::Centre => &self.centre,
            Mark::Eliminated => &self.eliminated,
        }
    }

    /// The marks of one kind in a cell.
    pub fn marked(&self, mark: Mark, cell: Cell) -> SymbolSet {
        self.marks(mark).get(cell.index()).copied().unwrap_or_default()
    }

    /// Replaces the marks of one kind in a cell. The cell must be one of the grid's.
    pub fn set(&mut self, mark: Mark, cell: Cell, symbols: SymbolSet) {
        let cells = self.letters.len();
        let marks = match mark {
            Mark::Corner => &mut self.corner,
            Mark::Centre => &mut self.centre,
            Mark::Eliminated => &mut self.eliminated,
        };
        marks.resize(cells, SymbolSet::EMPTY);
        marks[cell.index()] = symbols;
    }

    /// Adds or removes a mark. The cell must be one of the grid's.
    pub fn put(&mut self, mark: Mark, cell: Cell, symbol: Symbol, set: bool) {
        let marked = self.marked(mark, cell);
        self.set(mark, cell, if set { marked.with(symbol) } else { marked.without(symbol) });
    }

    /// The colour of a cell, from 1; 0 for none.
    pub fn color(&self, cell: Cell) -> u8 {
        self.colors.get(cell.index()).copied().unwrap_or(0)
    }

    /// Gives a cell a colour, from 1, or none with 0. The cell must be one of the grid's.
    pub fn paint(&mut self, cell: Cell, color: u8) {
        self.colors.resize(self.letters.len(), 0);
        self.colors[cell.index()] = color;
    }

    /// Returns true if some cell has a mark.
    pub(crate) fn has_marks(&self) -> bool {
        Mark::ALL.into_iter().any(|mark| self.marks(mark).iter().any(|set| !set.is_empty()))
    }

    /// Returns true if a cell has this mark.
    pub fn holds(&self, mark: Mark, cell: Cell, symbol: Symbol) -> bool {
        self.marked(mark, cell).contains(symbol)
    }
}
