//! The board of a cover that writes letters into cells, as crosswords and word squares do: its
//! secondary items are cells, and their colours are letters.

use super::listing::{Board, Footprint, Letters, Listing, Picture};

/// The largest side of a board of letters.
const MOST: usize = 99;

/// Adds the board to a listing, if all options write letters into cells. The cells have names with
/// a row and a column: `r1c2`, `1_2`, `1,2` or `12`.
pub(super) fn with_board(listing: Listing) -> Listing {
    let picture = board(&listing).map(Picture::Board);
    Listing { picture, ..listing }
}

fn board(listing: &Listing) -> Option<Board> {
    let colors = listing.colors.as_ref()?;
    if !colors.names.iter().all(|name| name.chars().count() == 1) {
        return None;
    }
    let letters: Vec<char> = colors.names.iter().filter_map(|name| name.chars().next()).collect();
    // Only secondary items have colours.
    let secondary = listing.items.iter().enumerate().map(|(item, name)| (item >= listing.primary, name));
    let places: Vec<Option<(usize, usize)>> =
        secondary.map(|(is_secondary, name)| if is_secondary { place(name) } else { None }).collect();
    // The items of an option that get a letter, each with the number of its colour.
    let written = |option: usize| {
        let painted = listing.options[option].iter().zip(listing.colors_of(option).unwrap_or_default());
        painted.filter(|(_, color)| **color > 0).map(|(&item, &color)| (item as usize, color as usize))
    };
    // The cells are the items that get a letter; each of them must have a place.
    let mut is_cell = vec![false; listing.items.len()];
    for option in 0..listing.options.len() {
        written(option).next()?;
        for (item, _) in written(option) {
            places[item]?;
            is_cell[item] = true;
        }
    }
    let cells = || places.iter().zip(&is_cell).filter(|(_, is_cell)| **is_cell).filter_map(|(place, _)| *place);
    let (first_row, first_column) = (cells().map(|cell| cell.0).min()?, cells().map(|cell| cell.1).min()?);
    let rows = cells().map(|cell| cell.0).max()? - first_row + 1;
    let columns = cells().map(|cell| cell.1).max()? - first_column + 1;
    if rows.max(columns) > MOST || rows.min(columns) < 2 {
        return None;
    }
    let at = |(row, column): (usize, usize)| (row - first_row) * columns + column - first_column;
    let mut holes = vec![true; rows * columns];
    for cell in cells() {
        // Two names may mean one place: `12` and `1_2`.
        if !std::mem::replace(&mut holes[at(cell)], false) {
            return None;
        }
    }
    // Other items may have names of places, too, outside of the board.
    let of_item =
        |(place, is_cell): (&Option<_>, &bool)| place.filter(|_| *is_cell).map_or(0, |place| at(place) as u32);
    let by_item: Vec<u32> = places.iter().zip(&is_cell).map(of_item).collect();
    let mark = |option: usize| Footprint {
        cells: written(option).map(|(item, _)| by_item[item]).collect(),
        letters: Letters::Each(written(option).map(|(_, color)| letters[color - 1]).collect()),
        reaches: Vec::new(),
    };
    let marks = (0..listing.options.len()).map(mark).collect();
    if !holes.contains(&true) {
        holes.clear();
    }
    Some(Board { rows, columns, holes, marks, ..Board::default() })
}

/// The row and the column in the name of a cell.
fn place(name: &str) -> Option<(usize, usize)> {
    let name = name.strip_prefix('r').unwrap_or(name);
    let digits = |text: &str| !text.is_empty() && text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    let (row, column) = match name.split_once(['c', '_', ',', '.']) {
        Some(parts) => parts,
        None if name.len() == 2 && name.is_char_boundary(1) => name.split_at(1),
        None => return None,
    };
    (digits(row) && digits(column)).then(|| Some((row.parse().ok()?, column.parse().ok()?)))?
}
