//! The two shapes of a puzzle's data, and of its solutions: a grid or a listing.

use super::grid::Grid;
use super::listing::Listing;
use dancing::OptionId;
use std::sync::Arc;

/// A puzzle's data. A screen must be able to draw each variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A grid of cells.
    Grid(Grid),
    /// Shared, because several screens hold the same large listing at once.
    Listing(Arc<Listing>),
}

/// A cover in the puzzle's terms, checked against the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// The filled grid.
    Grid(Grid),
    /// The chosen options in ascending order.
    Options(Vec<OptionId>),
}

impl Solution {
    /// The filled grid. `None` for the options of a listing.
    pub fn grid(&self) -> Option<&Grid> {
        match self {
            Solution::Grid(grid) => Some(grid),
            Solution::Options(_) => None,
        }
    }

    /// The chosen options. Empty for a grid.
    pub fn options(&self) -> &[OptionId] {
        match self {
            Solution::Grid(_) => &[],
            Solution::Options(options) => options,
        }
    }
}

impl From<Grid> for Shape {
    fn from(grid: Grid) -> Shape {
        Shape::Grid(grid)
    }
}

impl From<Listing> for Shape {
    fn from(listing: Listing) -> Shape {
        Shape::Listing(Arc::new(listing))
    }
}

impl Shape {
    /// The grid. `None` for a listing.
    pub fn grid(&self) -> Option<&Grid> {
        match self {
            Shape::Grid(grid) => Some(grid),
            Shape::Listing(_) => None,
        }
    }

    /// Returns whether two shapes are the same problem. The names of options may differ, because a
    /// text of items and options does not contain them.
    pub fn means(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::Grid(one), Shape::Grid(other)) => one == other,
            (Shape::Listing(one), Shape::Listing(other)) => {
                (&one.items, one.primary, one.repeated) == (&other.items, other.primary, other.repeated)
                    && (&one.placed, &one.colors, &one.costs) == (&other.placed, &other.colors, &other.costs)
                    && one.ranges == other.ranges
                    && one.options.iter().map(|option| option.items).eq(other.options.iter().map(|option| option.items))
            }
            (Shape::Grid(_), Shape::Listing(_)) | (Shape::Listing(_), Shape::Grid(_)) => false,
        }
    }

    /// The listing. `None` for a grid.
    pub fn listing(&self) -> Option<&Listing> {
        match self {
            Shape::Grid(_) => None,
            Shape::Listing(listing) => Some(listing),
        }
    }
}
