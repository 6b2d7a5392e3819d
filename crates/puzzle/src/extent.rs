//! The extent of a grid: its size, its numbers and its boxes, as a user writes them.

use super::alphabet::Alphabet;
use super::areas::Areas;
use super::grid::Grid;
use super::size::Size;
use std::fmt;
use std::str::FromStr;

/// The size, the numbers and the boxes of a grid.
///
/// # Examples
///
/// ```
/// use quadrille_puzzle::Extent;
///
/// let extent: Extent = "9x9 0-9 boxes 3x3".parse().unwrap();
/// assert_eq!((extent.lowest, extent.n_symbols, extent.to_string()), (0, 10, "9 0-9 boxes 3x3".to_string()));
/// assert_eq!("6x8".parse::<Extent>().unwrap().grid().unwrap().units().len(), 6 + 8 + 6);
/// assert!("6x8 1-7".parse::<Extent>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The rows and columns.
    pub size: Size,
    /// The number that the first symbol means: 0 or 1.
    pub lowest: u8,
    /// The number of symbols: at least as many as the longer side has cells.
    pub n_symbols: usize,
    pub boxes: Boxes,
}

/// The boxes that an extent asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boxes {
    /// Those of the size, as square as possible; none if it is not a square and has none.
    Usual,
    None,
    /// Boxes of these rows and columns.
    Of(usize, usize),
}

/// The reason why a text or a size is not the extent of a grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExtentError {
    /// The text is not written as an extent.
    #[error("`{0}` is not a size: write 9, 6x8, 9 0-8, 6 1-9, 9 no boxes, or 6 boxes 3x2")]
    Text(String),
    /// A side is out of range.
    #[error("{0} is out of range: sides are from 2 to {most}, the longer one from 4", most = Size::MOST)]
    Size(String),
    /// There are too few numbers, or too many.
    #[error("a grid of {size} needs from {} to {} numbers, from 0 or 1 on", size.longer(), Size::MOST)]
    Numbers { size: Size },
    /// No boxes have as many cells as there are symbols.
    #[error("a grid of side {side} cannot be divided into boxes")]
    NoBoxes { side: usize },
    /// The kind has grids of a few sizes alone.
    #[error("a puzzle of several grids has the side 12, 15 or 21 here; a file has any others")]
    Arranged,
    /// The boxes do not fit.
    #[error("boxes {rows}x{columns} do not fit a grid of {size} with {n_symbols} symbols")]
    Boxes { rows: usize, columns: usize, size: Size, n_symbols: usize },
}

impl Extent {
    /// A grid with n rows, columns and symbols, the usual boxes, and 1 as the first number.
    pub fn usual(n: usize) -> Extent {
        Extent { size: Size::square(n), lowest: 1, n_symbols: n, boxes: Boxes::Usual }
    }

    /// The extent of a grid. For a jigsaw, the boxes are the usual ones.
    pub fn of(grid: &Grid) -> Extent {
        let (size, n_symbols) = (grid.size(), grid.n_symbols());
        let usual = Extent { size, lowest: grid.lowest, n_symbols, boxes: Boxes::Usual };
        let boxes = match grid.areas {
            _ if usual.areas().as_ref() == Ok(&grid.areas) => Boxes::Usual,
            Areas::None => Boxes::None,
            Areas::Boxes { rows, columns } => Boxes::Of(rows, columns),
            Areas::Walls(_) | Areas::Regions(_) | Areas::Grids(_) => Boxes::Usual,
        };
        Extent { boxes, ..usual }
    }

    /// The areas of a grid that is not a jigsaw.
    ///
    /// # Errors
    ///
    /// If the boxes do not fit, or if a square grid with as many symbols as rows has none.
    pub fn areas(self) -> Result<Areas, ExtentError> {
        let Extent { size, n_symbols, boxes, .. } = self;
        match boxes {
            Boxes::None => Ok(Areas::None),
            Boxes::Of(rows, columns) => {
                let areas = Areas::Boxes { rows, columns };
                let error = ExtentError::Boxes { rows, columns, size, n_symbols };
                if areas.fit(size, n_symbols) { Ok(areas) } else { Err(error) }
            }
            Boxes::Usual => match Areas::fitting_boxes(size, size.longer()) {
                Some(areas) => Ok(areas),
                None if size.is_usual(n_symbols) => Err(ExtentError::NoBoxes { side: n_symbols }),
                None => Ok(Areas::None),
            },
        }
    }

    /// The empty grid of this extent, with boxes.
    ///
    /// # Errors
    ///
    /// As [`Extent::areas`].
    pub fn grid(self) -> Result<Grid, ExtentError> {
        Ok(self.with(self.areas()?))
    }

    /// The empty grid of this extent with other areas.
    pub fn with(self, areas: Areas) -> Grid {
        let alphabet = Alphabet::from(self.lowest, self.n_symbols);
        Grid { lowest: self.lowest, ..Grid::sized(self.size, alphabet, areas) }
    }
}

impl FromStr for Extent {
    type Err = ExtentError;

    fn from_str(text: &str) -> Result<Extent, ExtentError> {
        let wrong = || ExtentError::Text(text.trim().to_string());
        let number = |text: &str| {
            let plain = !text.is_empty() && text.len() < 10 && text.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| text.parse::<usize>().ok()).flatten().ok_or_else(wrong)
        };
        let mut words = text.split_whitespace();
        let first = words.next().ok_or_else(wrong)?;
        let size = match first.contains('x') {
            true => Size::read(first).ok_or_else(wrong)?,
            false => Size::square(number(first)?),
        };
        if !size.is_held() {
            return Err(ExtentError::Size(first.to_string()));
        }
        let mut extent = Extent { size, lowest: 1, n_symbols: size.longer(), boxes: Boxes::Usual };
        while let Some(word) = words.next() {
            match word {
                "no" if words.next() == Some("boxes") => extent.boxes = Boxes::None,
                "boxes" => {
                    let Size { rows, columns } = words.next().and_then(Size::read).ok_or_else(wrong)?;
                    extent.boxes = Boxes::Of(rows, columns);
                }
                _ => {
                    let (from, to) = word.split_once('-').ok_or_else(wrong)?;
                    let (from, to) = (number(from)?, number(to)?);
                    let n_symbols = (to + 1).saturating_sub(from);
                    if from > 1 || n_symbols < size.longer() || !Size::LONGER.contains(&n_symbols) {
                        return Err(ExtentError::Numbers { size });
                    }
                    (extent.lowest, extent.n_symbols) = (from as u8, n_symbols);
                }
            }
        }
        Ok(extent)
    }
}

/// Writes the text that is read: only what is not usual.
impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.size.side() {
            Some(side) => write!(f, "{side}")?,
            None => write!(f, "{}", self.size)?,
        }
        if (self.lowest, self.n_symbols) != (1, self.size.longer()) {
            write!(f, " {}-{}", self.lowest, usize::from(self.lowest) + self.n_symbols - 1)?;
        }
        match self.boxes {
            Boxes::Usual => Ok(()),
            Boxes::None => write!(f, " no boxes"),
            Boxes::Of(rows, columns) => write!(f, " boxes {rows}x{columns}"),
        }
    }
}
