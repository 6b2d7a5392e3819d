//! The parts of a puzzle that are lost when it is written in a form.

use super::alphabet::Alphabet;
use super::areas::Areas;
use super::cell::Entry;
use super::form::{Form, Text};
use super::grid::{Grid, GridRule, Weights};
use super::holds::HeldGrids;
use super::holds::{Holds, Listed, Ruled};
use super::kinds::{cover, sudoku};
use super::listing::MAX_CELLS;
use super::model::Puzzle;
use super::shape::Shape;
use super::words;

/// The parts of a puzzle that are lost when it is written in a form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loss {
    /// Parts without which it would be another puzzle. If there are any, it cannot be written.
    pub essential: Vec<String>,
    /// Parts that are left out.
    pub left_out: Vec<String>,
}

impl Form {
    /// Returns the parts that are lost when a puzzle is written in this form.
    pub fn loss(&self, puzzle: &Puzzle) -> Loss {
        let mut loss = Loss::default();
        match (&puzzle.shape, &self.text) {
            (Shape::Grid(grid), Text::Grids { .. } | Text::Spelled { .. } | Text::MarkedGrids { .. }) => {
                self.holds.of_grid(grid, &mut loss);
                let name = || grid.alphabet.name();
                match loss.essential.is_empty().then(|| self.keeps_alphabet(grid)) {
                    None | Some(Some(true)) => {}
                    Some(Some(false)) => loss
                        .left_out
                        .push(format!("the symbols {}: the text is read with others, in the same order", name())),
                    Some(None) => loss.essential.push(format!("the symbols {}", name())),
                }
                // Such a line is a list of candidates.
                if self.id == sudoku::LINE.id && grid.side() == Some(27) && !grid.says_letter() {
                    loss.essential.push("grids of side 27 without a letter".to_string());
                }
            }
            (Shape::Listing(listing), Text::Listings { .. }) => {
                let is_own = puzzle.form.id == self.id;
                let plain = listing.colors.is_none() && listing.costs.is_empty() && listing.ranges.is_empty();
                let bare = plain && listing.primary == listing.items.len();
                let lost = match self.holds.listing {
                    _ if is_own => None,
                    Listed::Exact if listing.repeated => Some("items that may be covered several times"),
                    Listed::Bare if listing.repeated => Some("items that may be covered several times"),
                    Listed::Bare if !bare => Some("secondary items, colours, costs and ranges"),
                    Listed::Repeated if !listing.repeated => Some("exact covers"),
                    Listed::Own => Some("puzzles that were read from another form"),
                    Listed::Exact | Listed::Bare | Listed::Repeated => None,
                };
                loss.essential.extend(lost.map(str::to_string));
                // The text of either could not be read again.
                if self.holds.listing != Listed::Own && listing.items.is_empty() {
                    loss.essential.push("a problem without items".to_string());
                } else if self.holds.listing == Listed::Bare && listing.options.is_empty() {
                    loss.essential.push("a problem without options".to_string());
                }
                let cells = listing.items.len().saturating_mul(listing.options.len());
                if self.id == cover::MATRIX.id && cells > MAX_CELLS {
                    loss.essential.push(format!("a matrix of more than {MAX_CELLS} cells"));
                }
                let counts = (1..).zip(&listing.items).all(|(number, item): (usize, _)| *item == number.to_string());
                let is_named =
                    !counts || (0..listing.options.len()).any(|option| listing.options.name(option).is_some());
                if self.holds.listing == Listed::Bare && is_named {
                    loss.left_out.push("the names of items and options".to_string());
                }
                if self.holds.listing == Listed::Bare && !listing.left_out.is_empty() {
                    loss.left_out.push("the rows without items".to_string());
                }
            }
            (Shape::Grid(_), Text::OnlyRead { .. }) => loss.essential.push("what it says: it is only read".to_string()),
            (Shape::Grid(_), Text::Listings { .. }) => loss.essential.push("grids".to_string()),
            (Shape::Listing(_), _) => loss.essential.push("items and options".to_string()),
        }
        loss.left_out.extend(puzzle.marks.words(self.holds.marks, self.holds.colors));
        if !puzzle.meta.title.is_empty() && !self.holds.title {
            loss.left_out.push("the title".to_string());
        }
        let says_rules = |grid: &Grid| !words::unread(&puzzle.meta.note, grid).is_empty();
        if self.holds.note_is_rules && puzzle.grid().is_some_and(says_rules) {
            loss.left_out.push("the note, which would be read as a rule".to_string());
        }
        loss
    }

    /// Returns whether a grid that is written in this form is read with the same symbols; `None` if
    /// it cannot be read.
    fn keeps_alphabet(&self, grid: &Grid) -> Option<bool> {
        let is_usual = grid.n_symbols() <= 9 && grid.alphabet == Alphabet::usual(grid.n_symbols());
        if matches!(self.holds.rules, Ruled::All) || is_usual {
            return Some(true);
        }
        let again = match self.text {
            Text::Spelled { read, write } => read(&write(grid), None),
            Text::MarkedGrids { read, write } if !self.holds.candidates => read(&write(&grid.clone().into())),
            _ => return Some(self.holds.wide),
        };
        let [again] = &again.ok()?[..] else { return None };
        // The order of the symbols is the same if each cell has the symbol of its place.
        let symbols = |grid: &Grid| grid.cells.iter().map(|entry| entry.symbol()).collect::<Vec<_>>();
        (symbols(&again.grid) == symbols(grid)).then_some(again.grid.alphabet == grid.alphabet)
    }
}

impl Holds {
    fn of_grid(&self, grid: &Grid, loss: &mut Loss) {
        let is_several = !grid.grids().is_empty();
        match self.grids {
            HeldGrids::None if is_several => {
                return loss.essential.push("several grids with cells in common".to_string());
            }
            HeldGrids::Those(_) if !is_several => return loss.essential.push("a single grid".to_string()),
            HeldGrids::Those(holds) if !holds(grid) => {
                return loss.essential.push("this arrangement of grids".to_string());
            }
            _ => {}
        }
        match grid.side() {
            _ if is_several => {}
            None if !self.wide || grid.size().longer() > self.sides.1 => {
                loss.essential.push(format!("grids of {}", grid.size_words()));
            }
            Some(n) if !(self.sides.0..=self.sides.1).contains(&n) => {
                loss.essential.push(format!("grids of side {n}"));
            }
            _ => {}
        }
        match &grid.areas {
            Areas::Walls(_) if !self.regions => loss.essential.push("the regions of a jigsaw".to_string()),
            areas @ &Areas::Boxes { rows, columns }
                if !self.boxes && Areas::fitting_boxes(grid.size(), rows * columns).as_ref() != Some(areas) =>
            {
                loss.essential.push(format!("boxes of {rows} rows and {columns} columns"));
            }
            Areas::None if !self.wide => loss.essential.push("grids without boxes".to_string()),
            Areas::Regions(_) if !self.apart => {
                loss.essential.push("regions in pieces, of other sizes, or of some cells alone".to_string());
            }
            Areas::None | Areas::Walls(_) | Areas::Boxes { .. } | Areas::Regions(_) | Areas::Grids(_) => {}
        }
        if self.candidates {
            match grid.empty() {
                0 => loss.essential.push("grids without empty cells".to_string()),
                _ => loss
                    .left_out
                    .push("which candidates were given: the text gives all that the givens leave".to_string()),
            }
        }
        if grid.diagonals && !self.diagonals {
            loss.essential.push("the diagonals".to_string());
        }
        let is_held = |rule: &GridRule| match self.rules {
            Ruled::None => false,
            Ruled::Those(holds) => !rule.is_only_drawn() && holds(rule, grid),
            Ruled::All => true,
        };
        for rule in grid.rules.iter().filter(|rule| !is_held(rule)) {
            let lost = format!("the rule {}", rule.name());
            if !loss.essential.contains(&lost) {
                loss.essential.push(lost);
            }
        }
        match &grid.weights {
            Some(weights) if self.rings && *weights == Weights::rings(grid.size()) => {}
            Some(_) if !self.weights => loss.essential.push("these weights".to_string()),
            None if self.rings && !self.weights => loss.essential.push("grids without weights".to_string()),
            _ => {}
        }
        if !self.entered && grid.cells.iter().any(|entry| matches!(entry, Entry::Own(_))) {
            loss.left_out.push("which symbols are your own: they become givens".to_string());
        }
    }
}
