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
