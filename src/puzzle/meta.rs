//! The facts about a puzzle beside its data: pencil marks, description and expected results.

/// Pencil marks of a grid: by cell, a set of symbols with one bit each. The fields are private so
/// that a puzzle without marks always has the empty list, never a list of empty sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    corner: Vec<u32>,
    centre: Vec<u32>,
}

impl Marks {
    /// The marks in the corners and in the centres, by cell.
    ///
    /// ```
    /// use quadrille::puzzle::Marks;
    /// assert_eq!(Marks::new(vec![0; 81], Vec::new()), Marks::default());
    /// ```
    pub fn new(corner: Vec<u32>, centre: Vec<u32>) -> Marks {
        let plain = |sets: Vec<u32>| if sets.iter().any(|&set| set > 0) { sets } else { Vec::new() };
        Marks { corner: plain(corner), centre: plain(centre) }
    }

    /// By cell, the marks in the corners; empty if there are none.
    pub fn corner(&self) -> &[u32] {
        &self.corner
    }

    /// By cell, the marks in the centre; empty if there are none.
    pub fn centre(&self) -> &[u32] {
        &self.centre
    }

    /// Returns true if no cell has a mark.
    pub fn is_empty(&self) -> bool {
        self.corner.is_empty() && self.centre.is_empty()
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

/// An expected number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectSolutions {
    /// This number of solutions.
    Exactly(u64),
    /// Written `">1"`.
    Several,
}
