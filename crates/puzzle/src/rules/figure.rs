//! The drawing of a rule: figures at cells, which every picture of a grid draws in its way.

use super::{Drawn, Outside, Stroke};
use crate::cell::Cell;
use crate::constraint::Constraint;
use crate::grid::{Grid, GridRule};

/// A part of the drawing of a rule. Cells are its unit: a figure lies in a cell, between two of
/// them, or along several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleFigure {
    /// A shaded cell.
    Shade(Cell),
    /// A line through the middles of cells.
    Line(Vec<Cell>, Stroke),
    /// The bulb at the beginning of a line.
    Bulb(Cell),
    /// A circle on a line.
    Ring(Cell),
    /// The point of a line from the first cell into the second.
    Point([Cell; 2]),
    /// A disc in a cell.
    Disc(Cell),
    /// A square in a cell.
    Square(Cell),
    /// A sign that a cell is less than its neighbours.
    Less(Cell),
    /// A sign that a cell is more than its neighbours.
    More(Cell),
    /// A sign between two cells that the first is more.
    Greater([Cell; 2]),
    /// A dot or a letter between two cells, and the number in it.
    Dot([Cell; 2], char, Option<u32>),
    /// A broken line around cells.
    Cage(Vec<Cell>),
    /// The cells of a rule that is only drawn.
    Area(Vec<Cell>),
    /// A line of a rule that is only drawn.
    Trail(Vec<Cell>),
    /// A text in one of the cells.
    Label(Vec<Cell>, String),
    /// Numbers where the cell, the first of four, touches the others.
    Corner(Cell, Vec<u32>),
    /// A number outside the grid.
    Outside(Outside),
}

impl GridRule {
    /// The drawing, in the order in which it is drawn. Empty if the rule is described in words.
    pub fn figures(&self, grid: &Grid) -> Vec<RuleFigure> {
        use RuleFigure::*;
        let each = |figure: fn(Cell) -> RuleFigure| self.cells.iter().copied().map(figure).collect();
        let pair = || <[Cell; 2]>::try_from(&self.cells[..]).ok();
        let label =
            || Some(Label(self.all_cells().collect(), self.label())).filter(|_| self.all_cells().next().is_some());
        match self.drawn() {
            Drawn::Words => Vec::new(),
            Drawn::Shade => self.lower(grid).iter().flat_map(Constraint::cells).map(Shade).collect(),
            Drawn::Round => each(Disc),
            Drawn::Square => each(Square),
            Drawn::Less => each(Less),
            Drawn::More => each(More),
            Drawn::Greater => pair().map(Greater).into_iter().collect(),
            Drawn::Between(mark) => {
                pair().map(|two| Dot(two, mark, self.numbers.first().copied())).into_iter().collect()
            }
            Drawn::Line(stroke) => {
                let (rings, point) = match (stroke, &self.cells[..]) {
                    (Stroke::Arrow, cells) => (cells.iter().take(self.circle()).copied().collect(), cells.last_chunk()),
                    (Stroke::Ends, &[first, .., last]) => (vec![first, last], None),
                    _ => (Vec::new(), None),
                };
                let bulb = self.cells.first().filter(|_| stroke == Stroke::Bulb).map(|&cell| Bulb(cell));
                let line = [Line(self.cells.clone(), stroke)].into_iter();
                line.chain(rings.into_iter().map(Ring)).chain(point.copied().map(Point)).chain(bulb).collect()
            }
            Drawn::Cage | Drawn::Signed(_) => [Cage(self.cells.clone())].into_iter().chain(label()).collect(),
            Drawn::Foreign => {
                let lines = self.lines.iter().cloned().map(Trail);
                lines.chain([Area(self.cells.clone())]).chain(label()).collect()
            }
            Drawn::Corner => self.cells.first().map(|&cell| Corner(cell, self.numbers.clone())).into_iter().collect(),
            Drawn::Outside => self.outside(grid).map(Outside).into_iter().collect(),
        }
    }
}
