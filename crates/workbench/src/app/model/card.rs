//! The cards of the Library's catalog: what its list says of a puzzle without reading it again.

use super::document::Document;
use super::import::Import;
use quadrille_puzzle::{Bundled, Puzzle, Shape};
use quadrille_study::Lesson;
use serde::{Deserialize, Serialize};

/// The facts of a puzzle that the list shows and searches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The title. Empty if there is none.
    pub title: String,
    /// The id of the kind. Empty if the file cannot be read as a puzzle.
    pub kind: String,
    /// The [summary](Puzzle::summary) of the puzzle.
    pub summary: String,
    /// The side of a grid twice, or the numbers of items and options.
    pub size: (usize, usize),
    /// The number of puzzles in the file.
    pub puzzles: usize,
    /// The part that was done by hand.
    pub progress: HandProgress,
    /// The minutes and the number of stops of a lesson.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<(u32, usize)>,
}

/// The part of a puzzle that was done by hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum HandProgress {
    /// Nothing.
    #[default]
    None,
    /// Some cells of a grid, and the number of cells that have no given.
    Filled(usize, usize),
    /// All cells of a grid, and no rule is broken.
    Solved,
    /// The number of options of a listing that are taken.
    Taken(usize),
}

impl HandProgress {
    /// The progress in a puzzle.
    pub fn of(puzzle: &Puzzle) -> HandProgress {
        match &puzzle.shape {
            Shape::Grid(grid) => match (grid.own(), grid.empty()) {
                (0, _) => HandProgress::None,
                (_, 0) if grid.conflicts().is_empty() => HandProgress::Solved,
                (filled, empty) => HandProgress::Filled(filled, filled + empty),
            },
            Shape::Listing(listing) => match listing.taken().len() {
                0 => HandProgress::None,
                taken => HandProgress::Taken(taken),
            },
        }
    }

    /// Returns true if something is done, but not all.
    pub(crate) fn is_begun(self) -> bool {
        matches!(self, HandProgress::Filled(..) | HandProgress::Taken(_))
    }
}

impl Card {
    /// The card of a document. `choices` are the puzzles of its file, if there are several.
    pub fn of(document: &Document, choices: Option<&Import>) -> Card {
        let puzzle = &document.puzzle;
        let several = choices.filter(|choices| choices.several);
        Card {
            // A file of several puzzles is listed under its own name.
            title: if choices.is_none() { puzzle.meta.title.clone() } else { String::new() },
            kind: puzzle.kind.id.to_string(),
            summary: puzzle.summary(),
            size: match &puzzle.shape {
                Shape::Grid(grid) => (grid.rows(), grid.columns()),
                Shape::Listing(listing) => (listing.whole().items.len(), listing.whole().options.len()),
            },
            puzzles: several.map_or(1, |several| several.choices.len()),
            progress: HandProgress::of(puzzle),
            lesson: None,
        }
    }

    /// The card of a lesson. The document is that of its puzzle.
    pub fn of_lesson(lesson: &Lesson, document: &Document) -> Card {
        let length = Some((lesson.minutes, lesson.stops.len()));
        Card { title: lesson.title.clone(), lesson: length, ..Card::of(document, None) }
    }

    /// Returns true if the file is a lesson.
    pub fn is_lesson(&self) -> bool {
        self.lesson.is_some()
    }

    /// Returns true if the file cannot be read as a puzzle.
    pub fn is_unreadable(&self) -> bool {
        self.kind.is_empty()
    }

    /// The cards of bundled files, which follow each other among the lines: the name, a tab and the
    /// card as JSON.
    pub(super) fn bundled(files: &'static [Bundled], cards: &'static str) -> impl Iterator<Item = Option<Card>> {
        let first = files.first().map_or("", |file| file.name);
        let mut lines = cards.lines().skip_while(move |line| !line.starts_with(first)).peekable();
        files.iter().map(move |bundled| {
            let line = lines.next_if(|line| line.starts_with(bundled.name))?;
            serde_json::from_str(line.strip_prefix(bundled.name)?).ok()
        })
    }
}
