//! Reads the table of a kind of listings: a text in one of its forms, and the options taken by
//! hand.

use super::block::StringBlock;
use super::error;
use super::file::ListingTable;
use crate::form::Text;
use crate::kinds::Kind;
use crate::listing::Listing;
use crate::scan::ParseError;
use std::sync::Arc;
use toml::Spanned;

/// Reads the table of a kind of listings.
pub(super) fn read(text: &str, kind: &Kind, table: &ListingTable) -> Result<Listing, ParseError> {
    let block = StringBlock::new(text, &table.text);
    // The errors of the readers are placed in the value.
    let listing = in_any_form(kind, table.text.get_ref()).map_err(|error| block.placed(error))?;
    taken(text, listing, &table.taken)
}

/// A listing with some options taken by hand.
fn taken(text: &str, listing: Listing, names: &[Spanned<String>]) -> Result<Listing, ParseError> {
    let Some(first) = names.first() else { return Ok(listing) };
    let mut options = listing.taken().to_vec();
    let whole = listing.by_hand.as_ref().map(|taken| Arc::clone(&taken.whole)).unwrap_or_else(|| Arc::new(listing));
    for name in names {
        let known = (0..whole.options.len()).find(|&option| {
            whole.option_name(option) == *name.get_ref() || whole.option_items(option) == *name.get_ref()
        });
        let option = known.ok_or_else(|| {
            error(text, name.span(), "no option has this name".to_string())
                .help("write the name that the Model screen lists, or the option's items")
        })?;
        if options.contains(&(option as u32)) {
            return Err(error(text, name.span(), "this option is taken twice".to_string()));
        }
        options.push(option as u32);
    }
    whole.taking(&options).map_err(|why| error(text, first.span(), why.to_string()))
}

/// Reads the one listing of a text with any form of its kind. If none accepts it, the error is that
/// of the reader that got furthest.
fn in_any_form(kind: &Kind, text: &str) -> Result<Listing, ParseError> {
    let mut nearest: Option<ParseError> = None;
    for form in kind.forms {
        let Text::Listings { read, .. } = form.text else { continue };
        match read(text).and_then(only_one) {
            Ok(listing) => return Ok(listing),
            Err(error) if nearest.as_ref().is_none_or(|nearest| error.place > nearest.place) => nearest = Some(error),
            Err(_) => {}
        }
    }
    Err(nearest.expect("a listed kind has a form"))
}

/// Returns the only listing. Any other number of listings is an error.
fn only_one(mut listings: Vec<Listing>) -> Result<Listing, ParseError> {
    match listings.len() {
        1 => Ok(listings.remove(0)),
        count => Err(ParseError::new(1, 1, format!("{count} puzzles, one expected"))),
    }
}
