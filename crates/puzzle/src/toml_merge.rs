//! Saves into a file written by hand. Only changed values are replaced; comments, order and
//! spelling are kept.

use toml_edit::{DocumentMut, Item, TableLike};

/// The text `old` with the values of `new`. Equal values keep their spelling, keys missing from
/// `new` are removed, and new keys are appended. `None` if either text is not TOML.
pub fn merged(old: &str, new: &str) -> Option<String> {
    let (mut into, from) = (old.parse::<DocumentMut>().ok()?, new.parse::<DocumentMut>().ok()?);
    merge(into.as_table_mut(), from.as_table());
    Some(into.to_string())
}

fn merge(into: &mut dyn TableLike, from: &dyn TableLike) {
    let gone: Vec<String> = into.iter().map(|(key, _)| key.to_string()).filter(|key| !from.contains_key(key)).collect();
    for key in gone {
        into.remove(&key);
    }
    for (key, new) in from.iter() {
        let Some(old) = into.get_mut(key) else {
            into.insert(key, new.clone());
            continue;
        };
        // Tables of one name, as many as before, each with the values of its new one.
        if let (Some(old), Some(new)) = (old.as_array_of_tables_mut(), new.as_array_of_tables())
            && old.len() == new.len()
        {
            old.iter_mut().zip(new.iter()).for_each(|(old, new)| merge(old, new));
            continue;
        }
        if let Some((old, new)) = old.as_table_like_mut().zip(new.as_table_like()) {
            merge(old, new);
            continue;
        }
        if !means(old, new) {
            replace(old, new);
        }
    }
}

/// Returns whether two values are equal, regardless of their spelling.
fn means(one: &Item, other: &Item) -> bool {
    match (one.as_value(), other.as_value()) {
        (Some(one), Some(other)) => match (one.as_array(), other.as_array()) {
            (Some(one), Some(other)) => {
                let same = |(a, b): (&toml_edit::Value, &toml_edit::Value)| plain(a) == plain(b);
                one.len() == other.len() && one.iter().zip(other.iter()).all(same)
            }
            _ => plain(one) == plain(other),
        },
        _ => false,
    }
}

/// A value without its spelling.
fn plain(value: &toml_edit::Value) -> String {
    match value.as_str() {
        Some(text) => format!("\"{text}"),
        None => value.clone().decorated("", "").to_string(),
    }
}

/// Replaces a value and keeps the white space and comments around it.
fn replace(old: &mut Item, new: &Item) {
    let decor = old.as_value().map(|value| value.decor().clone());
    *old = new.clone();
    if let (Some(value), Some(decor)) = (old.as_value_mut(), decor) {
        *value.decor_mut() = decor;
    }
}

#[cfg(test)]
mod tests {
    use super::merged;
    use crate::{TOML, load, write_toml};

    const FILE: &str = "# mine\nformat = 1\nkind = 'sudoku'   # the kind\n\n[grid] # by hand\n\
                        # what is given\ngivens = \"\"\"\n1...\n..2.\n.3..\n...4\n\"\"\"\nsize = 4\n\n\
                        [meta]\nnote = \"kept\" # a note\n";

    #[test]
    fn comments_and_order_stay() {
        let mut puzzle = load(FILE, Some(TOML.id)).unwrap().puzzles.remove(0);
        // Saving an unchanged puzzle changes nothing in the file.
        assert_eq!(merged(FILE, &write_toml(&puzzle)).as_deref(), Some(FILE));
        let grid = puzzle.grid_mut().unwrap();
        grid.cells[1] = crate::Entry::Given(crate::Symbol(2));
        puzzle.meta.title = "Four".to_string();
        let text = merged(FILE, &write_toml(&puzzle)).unwrap();
        for kept in ["# mine\n", "kind = 'sudoku'   # the kind", "[grid] # by hand", "# what is given", "# a note"] {
            assert!(text.contains(kept), "{kept}:\n{text}");
        }
        assert!(text.contains("13..\n..2.") && text.contains("title = \"Four\""), "{text}");
        let again = load(&text, Some(TOML.id)).unwrap().puzzles.remove(0);
        assert!(again.shape.means(&puzzle.shape) && again.meta == puzzle.meta, "{text}");
        assert_eq!(merged("no = [", "a = 1"), None);
    }
}
