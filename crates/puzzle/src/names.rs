//! Names of items and colours as words of Knuth's form. Other kinds have names that the form cannot
//! hold: the item for the order of two copies of a piece is `D1<D2@1`.

use super::listing::{Colors, Listing};
use super::scan::is_unseen;
use smol_str::SmolStr;
use std::collections::HashSet;

/// The listing with new names for those that cannot be written. All names stay different. `None` if
/// every name can be written.
pub(super) fn writable(listing: &Listing) -> Option<Listing> {
    let items: Vec<SmolStr> = words(&listing.items).into_iter().map(SmolStr::from).collect();
    let colors = listing.colors.as_ref().map(|colors| Colors { names: words(&colors.names), of: colors.of.clone() });
    let changed = items != listing.items || colors != listing.colors;
    changed.then(|| Listing { items, colors, ..listing.clone() })
}

fn words(names: &[impl AsRef<str>]) -> Vec<String> {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    // As the first word, `setcover` would start a set cover.
    let is_word = |(at, name): &(usize, &&str)| {
        !name.is_empty() && !name.chars().any(|c| is_unseen(c) || is_sign(c)) && (*at > 0 || **name != "setcover")
    };
    let mut used: HashSet<String> =
        names.iter().enumerate().filter(is_word).map(|(_, name)| name.to_string()).collect();
    let word = |(at, name): (usize, &&str)| {
        if is_word(&(at, name)) {
            return name.to_string();
        }
        let mut base = String::new();
        for c in name.chars() {
            match c {
                c if is_sign(c) => base.push('_'),
                c if is_unseen(c) => base.extend(c.escape_unicode()),
                c => base.push(c),
            }
        }
        if base.is_empty() || base == "setcover" {
            base.push('_');
        }
        let mut word = base.clone();
        let mut number = 2;
        while !used.insert(word.clone()) {
            word = format!("{base}_{number}");
            number += 1;
        }
        word
    };
    names.iter().enumerate().map(word).collect()
}

/// Returns whether a character is a sign of Knuth's form or separates words.
fn is_sign(c: char) -> bool {
    matches!(c, '|' | ':' | '<' | '>' | ' ')
}
