//! The facts about a puzzle beside its data: pencil marks, description and expected results.

use super::symbol_set::SymbolSet;
use serde::{Deserialize, Serialize};

/// A kind of pencil mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// Each symbol at its own place in the cell. It says where in a unit the symbol can go.
    Corner,
    /// Symbols side by side. They say which symbols the cell can hold.
    Centre,
    /// Symbols that the cell cannot hold, as the player found.
    Eliminated,
}

impl Mark {
    /// All kinds of marks.
    pub const ALL: [Mark; 3] = [Mark::Corner, Mark::Centre, Mark::Eliminated];

    /// The name of the kind in a file.
    pub fn id(self) -> &'static str {
        match self {
            Mark::Corner => "corner",
            Mark::Centre => "centre",
            Mark::Eliminated => "eliminated",
        }
    }
}

/// The colours that a cell can have, each with its name and with red, green and blue as f-puzzles
/// writes them. They are numbered from 1.
pub const CELL_COLORS: [(&str, &str); 9] = [
    ("red", "#FFA0A0"),
    ("green", "#60D060"),
    ("yellow", "#FFFFB0"),
    ("blue", "#8080F0"),
    ("pink", "#FF80FF"),
    ("light blue", "#D0D0FF"),
    ("orange", "#FFE060"),
    ("light green", "#B0FFB0"),
    ("grey", "#A8A8A8"),
];

/// Pencil marks of a grid: by cell and kind, a set of symbols. Besides, the colours of its cells.
/// The fields are private so that a puzzle without marks always has the empty list, never a list of
/// empty sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    sets: [Vec<SymbolSet>; Mark::ALL.len()],
    colors: Vec<u8>,
}

impl Marks {
    /// The marks in the corners and in the centres, by cell.
    ///
    /// ```
    /// use quadrille_puzzle::{Marks, SymbolSet};
    ///
    /// assert_eq!(Marks::new(vec![SymbolSet::EMPTY; 81], Vec::new()), Marks::default());
    /// ```
    pub fn new(corner: Vec<SymbolSet>, centre: Vec<SymbolSet>) -> Marks {
        Marks::default().with(Mark::Corner, corner).with(Mark::Centre, centre)
    }

    /// The same marks, with others of one kind.
    pub fn with(mut self, mark: Mark, sets: Vec<SymbolSet>) -> Marks {
        self.sets[mark as usize] = if sets.iter().any(|set| !set.is_empty()) { sets } else { Vec::new() };
        self
    }

    /// The same marks, with other colours: by cell, a number from 1, or 0 for none.
    pub fn with_colors(mut self, colors: Vec<u8>) -> Marks {
        self.colors = if colors.iter().any(|&color| color > 0) { colors } else { Vec::new() };
        self
    }

    /// By cell, the marks of one kind; empty if there are none.
    pub fn of(&self, mark: Mark) -> &[SymbolSet] {
        &self.sets[mark as usize]
    }

    /// By cell, its colour, 0 for none; empty if no cell has one.
    pub fn colors(&self) -> &[u8] {
        &self.colors
    }

    /// The marks and colours in words, without those kinds that are `held`.
    pub(super) fn words(&self, held: &[Mark], colors_held: bool) -> Vec<String> {
        let lost = |mark: &Mark| !self.of(*mark).is_empty() && !held.contains(mark);
        let mut words = Vec::new();
        if lost(&Mark::Corner) || lost(&Mark::Centre) {
            words.push("the pencil marks".to_string());
        }
        if lost(&Mark::Eliminated) {
            words.push("the symbols that were ruled out".to_string());
        }
        if !self.colors.is_empty() && !colors_held {
            words.push("the colours of cells".to_string());
        }
        words
    }

    /// Returns true if no cell has a mark or a colour.
    pub fn is_empty(&self) -> bool {
        self.sets.iter().all(Vec::is_empty) && self.colors.is_empty()
    }
}

/// A file's description of its puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// The title. Empty if there is none.
    pub title: String,
    /// The origin of the puzzle. Empty if it is not known.
    pub source: String,
    /// A remark for the reader. Empty if there is none.
    pub note: String,
    /// Words by which the puzzle can be found. Empty if there are none.
    pub tags: Vec<String>,
}

/// A file's expected results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expect {
    /// The expected number of solutions. `None` if the file does not say.
    pub solutions: Option<ExpectSolutions>,
    /// The expected solution: one line of n * n symbols.
    pub solution: Option<String>,
    /// The expected best score.
    pub best: Option<i64>,
    /// True if this is expected of the givens alone, without the symbols that the user placed.
    pub givens_only: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectSolutions {
    /// This number of solutions.
    Exactly(u64),
    /// Written `">1"`.
    Several,
}
