//! The order of the Library: groups under headings, names in natural order, and the entries that
//! match the filter.

use super::library::{EntrySource, LibraryRow};
use quadrille_puzzle::{KINDS, Kind};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// A group of entries under a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShelfGroup {
    Recent,
    Start,
    /// The bundled puzzles of a kind, by its place in [`KINDS`].
    Kind(usize),
    Files,
}

impl ShelfGroup {
    /// The heading.
    pub fn title(self) -> &'static str {
        match self {
            ShelfGroup::Start => "Start here",
            ShelfGroup::Recent => "Recent",
            ShelfGroup::Kind(at) => KINDS[at].title,
            ShelfGroup::Files => "Your files",
        }
    }

    /// Returns true if the entries are listed only once the group is opened.
    pub(crate) fn folds(self) -> bool {
        matches!(self, ShelfGroup::Kind(_))
    }

    /// The group of an entry.
    pub fn of(entry: &LibraryRow) -> ShelfGroup {
        match entry.source {
            EntrySource::Made => ShelfGroup::Recent,
            EntrySource::File(_) if entry.recent => ShelfGroup::Recent,
            EntrySource::File(_) => ShelfGroup::Files,
            EntrySource::Bundled(_) => match entry.card() {
                Some(card) if card.is_lesson() => ShelfGroup::Start,
                card => {
                    let is_of = |kind: &&Kind| card.as_ref().is_some_and(|card| card.kind == kind.id);
                    KINDS.iter().position(is_of).map_or(ShelfGroup::Files, ShelfGroup::Kind)
                }
            },
        }
    }
}

/// A row of the list on which the cursor can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShelfPlace {
    /// A group that can be opened, or the entries of a group that are not listed.
    Group(ShelfGroup),
    /// An entry, by its number.
    Entry(usize),
}

/// The most recent entries, and the most lessons, that are listed unless all are asked for.
const MOST_RECENT: usize = 5;
const MOST_LESSONS: usize = 14;

/// The entries in the order of the list. The order is computed again when they or the filter
/// change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shelf {
    /// The groups that have entries, each with the numbers of its entries.
    pub groups: Vec<(ShelfGroup, Vec<usize>)>,
    /// The groups that were opened.
    pub opened: BTreeSet<ShelfGroup>,
    /// The number of entries, the number of those with a title to search, and the filter.
    stamp: Option<(usize, usize, String)>,
}

impl Shelf {
    /// Arranges the entries, if they or the filter have changed. Returns whether they have.
    pub fn arrange(&mut self, entries: &[LibraryRow], filter: &str) -> bool {
        let known = |entry: &&LibraryRow| entry.document.is_some() || entry.card.is_some();
        // Titles matter to a filter only.
        let known = if filter.is_empty() { 0 } else { entries.iter().filter(known).count() };
        let stamp = Some((entries.len(), known, filter.to_string()));
        if self.stamp == stamp {
            return false;
        }
        self.stamp = stamp;
        let matching = matching(entries, filter);
        let mut keyed: Vec<(ShelfGroup, usize)> =
            matching.into_iter().map(|at| (ShelfGroup::of(&entries[at]), at)).collect();
        keyed.sort_by(|one, other| {
            one.0.cmp(&other.0).then_with(|| match one.0 {
                // The newest file comes first, and what was made or pasted stays in its order.
                ShelfGroup::Recent => {
                    let recent = |at: usize| entries[at].recent;
                    let newest = recent(other.1).cmp(&recent(one.1));
                    newest.then_with(|| if recent(one.1) { other.1.cmp(&one.1) } else { one.1.cmp(&other.1) })
                }
                _ => natural(&entries[one.1].name, &entries[other.1].name),
            })
        });
        self.groups.clear();
        for (group, at) in keyed {
            match self.groups.last_mut() {
                Some((last, numbers)) if *last == group => numbers.push(at),
                _ => self.groups.push((group, vec![at])),
            }
        }
        true
    }

    /// The rows of the list. With a filter, all groups are open.
    pub fn places(&self) -> Vec<ShelfPlace> {
        let is_filtered = self.stamp.as_ref().is_some_and(|(_, _, filter)| !filter.is_empty());
        let mut places = Vec::new();
        for (group, numbers) in &self.groups {
            let is_open = is_filtered || self.opened.contains(group);
            let listed = match group {
                _ if is_open => numbers.len(),
                ShelfGroup::Recent => numbers.len().min(MOST_RECENT),
                ShelfGroup::Start => numbers.len().min(MOST_LESSONS),
                group if group.folds() => 0,
                _ => numbers.len(),
            };
            let entries = numbers[..listed].iter().map(|&at| ShelfPlace::Entry(at));
            let is_headed = group.folds() && !is_filtered;
            places.extend(is_headed.then_some(ShelfPlace::Group(*group)));
            places.extend(entries);
            places.extend((listed < numbers.len() && !is_headed).then_some(ShelfPlace::Group(*group)));
        }
        places
    }

    /// The numbers of all entries, in the order of the list.
    pub fn shown(&self) -> Vec<usize> {
        self.groups.iter().flat_map(|(_, numbers)| numbers).copied().collect()
    }
}

/// The numbers of the entries that match a filter: every word of it occurs in the name, the kind or
/// the title. If no entry has all words, those whose letters include the words' letters in order.
/// Only the name is searched if the file's title is not known yet.
fn matching(entries: &[LibraryRow], filter: &str) -> Vec<usize> {
    let filter = filter.to_lowercase();
    let words: Vec<&str> = filter.split_whitespace().collect();
    if words.is_empty() {
        return (0..entries.len()).collect();
    }
    let text = |entry: &LibraryRow| {
        let about = entry.card().map(|card| format!("{} {}", card.kind, card.title));
        format!("{} {}", entry.name, about.unwrap_or_default()).to_lowercase()
    };
    let texts: Vec<String> = entries.iter().map(text).collect();
    let having = |fits: fn(&str, &str) -> bool| -> Vec<usize> {
        (0..texts.len()).filter(|&at| words.iter().all(|word| fits(&texts[at], word))).collect()
    };
    let exact = having(|text, word| text.contains(word));
    if exact.is_empty() { having(is_in_order) } else { exact }
}

/// Returns true if all letters of a word occur in a text in their order.
fn is_in_order(text: &str, word: &str) -> bool {
    let mut letters = text.chars();
    word.chars().all(|wanted| letters.any(|letter| letter == wanted))
}

/// Compares two names so that numbers in them are compared as numbers: `p2` comes before `p10`.
fn natural(one: &str, other: &str) -> Ordering {
    let (mut a, mut b) = (one, other);
    loop {
        let (digits_a, digits_b) = (digits(a), digits(b));
        if digits_a > 0 && digits_b > 0 {
            let (x, y) = (a[..digits_a].trim_start_matches('0'), b[..digits_b].trim_start_matches('0'));
            let order = x.len().cmp(&y.len()).then_with(|| x.cmp(y));
            if order != Ordering::Equal {
                return order;
            }
            (a, b) = (&a[digits_a..], &b[digits_b..]);
            continue;
        }
        let (mut rest_a, mut rest_b) = (a.chars(), b.chars());
        match (rest_a.next(), rest_b.next()) {
            (Some(x), Some(y)) => match x.to_lowercase().cmp(y.to_lowercase()) {
                Ordering::Equal => (a, b) = (rest_a.as_str(), rest_b.as_str()),
                order => return order,
            },
            (x, y) => return x.cmp(&y).then_with(|| one.cmp(other)),
        }
    }
}

/// The length of the digits with which a text begins.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}
