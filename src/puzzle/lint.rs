//! What can be said about a problem before any search: what makes it impossible, what looks like a
//! mistake, and which facts are worth knowing.

use super::encode::Encoded;
use super::listing::{Listing, is_near};
use super::scan::counted;
use crate::dlx::{Columns, ItemId, OptionId, Problem};
use std::collections::HashMap;

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// There can be no solution.
    Fatal,
    /// Probably a mistake.
    Odd,
    /// A fact that may help.
    Fact,
}

impl Severity {
    pub fn name(self) -> &'static str {
        match self {
            Severity::Fatal => "fatal",
            Severity::Odd => "odd",
            Severity::Fact => "fact",
        }
    }
}

/// A finding, and each place where it applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub severity: Severity,
    pub title: String,
    /// One line each.
    pub places: Vec<String>,
}

/// Every finding that needs no search, the most serious first.
pub fn lint(names: &Encoded) -> Vec<Finding> {
    let problem = &*names.problem;
    let columns = problem.columns();
    let mut findings = Vec::new();
    let mut found = |severity, title: String, places: Vec<String>| {
        if !places.is_empty() {
            findings.push(Finding { severity, title, places });
        }
    };
    let primary = || (0..problem.n_primary() as u32).map(ItemId);

    let least = |item: ItemId| problem.multiplicity(item).0 as usize;
    let unmet: Vec<ItemId> = primary().filter(|&item| columns.len(item) < least(item)).collect();
    let why = if problem.is_multiple() { "too few options" } else { "no option" };
    let title = format!("{} in {why}: nothing can work", counted(unmet.len(), "item"));
    found(Severity::Fatal, title, unmet.iter().map(|&item| names.item_long(item)).collect());

    let forced: Vec<(ItemId, OptionId)> = primary()
        .filter(|&item| columns.len(item) == least(item))
        .flat_map(|item| columns.of(item).iter().map(move |&option| (item, option)))
        .collect();
    // For each forced option, the first item that forces it.
    let mut only: Vec<(OptionId, ItemId)> = forced.iter().map(|&(item, option)| (option, item)).collect();
    only.sort_unstable();
    only.dedup_by_key(|(option, _)| *option);
    let clashes = if problem.is_repeated() { Vec::new() } else { clashes(names, &only) };
    let title = format!("{} of forced options clash: nothing can work", counted(clashes.len(), "pair"));
    found(Severity::Fatal, title, clashes);

    let idle: Vec<OptionId> = problem
        .options()
        .filter(|&option| !problem.items_of(option).iter().any(|&item| problem.is_primary(item)))
        .collect();
    let title = format!("{} without a primary item: never chosen", counted(idle.len(), "option"));
    found(Severity::Odd, title, idle.iter().map(|&option| names.option_long(option)).collect());

    let same = same_options(problem);
    let title = format!("{} of options that cover the same items: one of each would do", counted(same.len(), "group"));
    let group = |options: &Vec<OptionId>| {
        let names: Vec<String> =
            options.iter().map(|&option| format!("{} (option {})", names.option_short(option), option.0 + 1)).collect();
        names.join(" = ")
    };
    // In a listing generated from a text of its kind this is expected, not a mistake.
    let made = names.shape().listing().is_some_and(|listing| listing.source.is_some());
    let severity = if made { Severity::Fact } else { Severity::Odd };
    found(severity, title, same.iter().map(group).collect());

    let near = names.shape().listing().filter(|listing| listing.source.is_none()).map(|own| near_names(own, &columns));
    let near = near.unwrap_or_default();
    let title = format!(
        "{} of items whose names differ by one character, one of them hardly used",
        counted(near.len(), "pair")
    );
    found(Severity::Odd, title, near);

    let together = always_together(problem, &columns);
    let title =
        format!("{} of items that always occur together: one of each is enough", counted(together.len(), "group"));
    let group = |items: &Vec<ItemId>| {
        let list: Vec<String> = items.iter().map(|&item| names.item_short(item)).collect();
        format!("{}   (in {})", list.join(" "), counted(columns.len(items[0]), "option"))
    };
    found(Severity::Fact, title, together.iter().map(group).collect());

    let title = format!(
        "{} forced: {}",
        counted(only.len(), "option"),
        match problem.is_multiple() {
            true => "some item needs all that it has",
            false => "the only one of some item",
        }
    );
    let why = |&(option, item): &(OptionId, ItemId)| {
        format!("{}: nothing else is left for {}", names.option_long(option), names.item_noun(item))
    };
    found(Severity::Fact, title, only.iter().map(why).collect());

    let parts = components(problem);
    if parts.len() > 1 {
        let title = format!("{} separate parts: no option joins them, so their counts multiply", parts.len());
        let part = |items: &Vec<ItemId>| {
            let shown: Vec<String> = items.iter().take(8).map(|&item| names.item_short(item)).collect();
            let more = if items.len() > 8 { format!(" and {} more", items.len() - 8) } else { String::new() };
            format!("{}: {}{more}", counted(items.len(), "item"), shown.join(" "))
        };
        found(Severity::Fact, title, parts.iter().map(part).collect());
    }
    findings.sort_by_key(|finding| finding.severity);
    findings
}

/// Pairs of forced options that share an item, in words.
fn clashes(names: &Encoded, forced: &[(OptionId, ItemId)]) -> Vec<String> {
    let mut taken: HashMap<ItemId, (OptionId, u32)> = HashMap::new();
    let mut clashes = Vec::new();
    for &(option, _) in forced {
        for (item, color) in names.problem.colored_items_of(option) {
            if names.problem.multiplicity(item).1 > 1 {
                continue;
            }
            match taken.insert(item, (option, color)) {
                // Options that give an item the same colour may share it.
                Some((_, given)) if given == color && color > 0 => {}
                Some((other, _)) if other != option => clashes.push(format!(
                    "{} and {} both cover {}",
                    names.option_short(other),
                    names.option_short(option),
                    names.item_noun(item)
                )),
                _ => {}
            }
        }
    }
    clashes.sort();
    clashes.dedup();
    clashes
}

/// Groups of options with the same items and the same colours.
fn same_options(problem: &Problem) -> Vec<Vec<OptionId>> {
    let sorted = |option: OptionId| {
        let mut items: Vec<(ItemId, u32)> = problem.colored_items_of(option).collect();
        items.sort_unstable();
        items
    };
    groups(problem.options().map(|option| (sorted(option), option)))
}

/// Groups of items with the same options, at least two, and the same multiplicity. Items with a
/// single option are left out: they are reported as forced.
fn always_together(problem: &Problem, columns: &Columns) -> Vec<Vec<ItemId>> {
    let items = (0..problem.n_items() as u32).map(ItemId).filter(|item| columns.len(*item) > 1);
    groups(items.map(|item| ((columns.of(item), problem.multiplicity(item)), item)))
}

/// Groups of two or more things with the same key, ordered by their first things.
fn groups<K: std::hash::Hash + Eq, T: Copy + Ord>(pairs: impl Iterator<Item = (K, T)>) -> Vec<Vec<T>> {
    let mut by_key: HashMap<K, Vec<T>> = HashMap::new();
    pairs.for_each(|(key, thing)| by_key.entry(key).or_default().push(thing));
    let mut groups: Vec<Vec<T>> = by_key.into_values().filter(|group| group.len() > 1).collect();
    groups.sort_unstable();
    groups
}

/// Pairs of names that differ in one character, where one occurs in at most one option and the
/// other in more than two: probably a typing mistake. Two names that occur together in an option
/// are both meant. Numbered names such as `d3` and `d4`, or `A3` and `B3`, are similar by design.
fn near_names(listing: &Listing, columns: &Columns) -> Vec<String> {
    let numbering = Numbering::of(listing);
    let options_of = |item: usize| columns.of(ItemId(item as u32));
    let rare = |item: &usize| options_of(*item).len() <= 1 && !numbering.has(&listing.items[*item]);
    let usual: Vec<usize> = (0..listing.items.len())
        .filter(|&item| options_of(item).len() > 2 && !numbering.has(&listing.items[item]))
        .collect();
    let mut pairs = Vec::new();
    for slip in (0..listing.items.len()).filter(rare).take(MOST_SLIPS) {
        for &meant in usual.iter().take(MOST_COMPARED) {
            let name = &listing.items[meant];
            let together = options_of(slip).iter().any(|&option| options_of(meant).binary_search(&option).is_ok());
            if !together && is_near(&listing.items[slip], name) {
                pairs.push(format!(
                    "{} (in {}) and {name} (in {})",
                    listing.items[slip],
                    counted(options_of(slip).len(), "option"),
                    counted(options_of(meant).len(), "option")
                ));
            }
        }
    }
    pairs
}

/// Limits on the number of rare and usual names compared. Problems typed by hand stay below them.
const MOST_SLIPS: usize = 200;
const MOST_COMPARED: usize = 10_000;

/// How many names have each shape; see `shape_of`.
struct Numbering {
    shapes: HashMap<String, usize>,
}

/// At least this many items of one shape are a numbering.
const NUMBERED: usize = 4;

impl Numbering {
    fn of(listing: &Listing) -> Numbering {
        let mut shapes = HashMap::new();
        for shape in listing.items.iter().filter_map(|name| shape_of(name)) {
            *shapes.entry(shape).or_default() += 1;
        }
        Numbering { shapes }
    }

    /// Whether a name belongs to a numbering.
    fn has(&self, name: &str) -> bool {
        shape_of(name).is_some_and(|shape| self.shapes.get(&shape).is_some_and(|&many| many >= NUMBERED))
    }
}

/// The shape of a name: each run of digits becomes a 0 and each letter an A, so `r3=7` gives
/// `A0=0`. A single character that is no digit has the shape `A`. `None` for longer names without
/// digits.
fn shape_of(name: &str) -> Option<String> {
    if !name.contains(|c: char| c.is_ascii_digit()) {
        return (name.chars().count() == 1).then(|| "A".to_string());
    }
    let marked: Vec<char> = name
        .chars()
        .map(|c| match c {
            '0'..='9' => '0',
            c if c.is_alphabetic() => 'A',
            c => c,
        })
        .collect();
    Some(marked.chunk_by(|a, b| *a == '0' && *b == '0').map(|run| run[0]).collect())
}

/// The connected components of the items, largest first. Options connect their items; items that
/// are in no option are left out.
fn components(problem: &Problem) -> Vec<Vec<ItemId>> {
    fn root(parent: &mut [u32], mut at: u32) -> u32 {
        while parent[at as usize] != at {
            parent[at as usize] = parent[parent[at as usize] as usize];
            at = parent[at as usize];
        }
        at
    }
    let mut parent: Vec<u32> = (0..problem.n_items() as u32).collect();
    let mut used = vec![false; problem.n_items()];
    for option in problem.options() {
        let items = problem.items_of(option);
        for item in items {
            used[item.index()] = true;
            let (one, other) = (root(&mut parent, items[0].0), root(&mut parent, item.0));
            parent[one.max(other) as usize] = one.min(other);
        }
    }
    let mut parts: HashMap<u32, Vec<ItemId>> = HashMap::new();
    for item in (0..problem.n_items() as u32).filter(|&item| used[item as usize]) {
        parts.entry(root(&mut parent, item)).or_default().push(ItemId(item));
    }
    let mut parts: Vec<Vec<ItemId>> = parts.into_values().collect();
    parts.sort_unstable_by_key(|part| (std::cmp::Reverse(part.len()), part[0]));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{encode, load};

    fn titles(text: &str) -> Vec<(Severity, String, usize)> {
        let loaded = load(text, Some("knuth")).unwrap();
        lint(&encode(&loaded.puzzles[0].shape)).into_iter().map(|f| (f.severity, f.title, f.places.len())).collect()
    }

    #[test]
    fn each_finding_is_found() {
        let found = |text: &str, severity, part: &str, places| {
            let all = titles(text);
            assert!(
                all.iter().any(|(own, title, count)| *own == severity && title.contains(part) && *count == places),
                "{part}: {all:?}"
            );
        };
        found("a b c\na b\n", Severity::Fatal, "in no option", 1);
        found("a b c\na c\nb c\n", Severity::Fatal, "clash", 1);
        found("a b | x\na\nb\nb x\nx\n", Severity::Odd, "without a primary item", 1);
        found("a b\na b\nb a\na\nb\n", Severity::Odd, "cover the same items", 1);
        found("item1 itemI b\nitem1\nitemI\nitemI b\nitemI\n", Severity::Odd, "differ by one character", 1);
        let queens = "r0 r1 | d3 d10\nr0 d3\nr1 d10\nr0 d10\nr1 d10\nr1\n";
        assert!(!titles(queens).iter().any(|(_, title, _)| title.contains("one character")), "numbers are no slips");
        found("a b c\na b\na b c\nc\n", Severity::Fact, "always occur together", 1);
        found("a b c d\na b\na\nb\nc d\nc\nd\n", Severity::Fact, "separate parts", 2);
        found("a b\na b\nb\n", Severity::Fact, "forced", 1);
    }

    #[test]
    fn what_is_well_has_no_findings_but_facts() {
        let all = titles("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n");
        assert!(all.iter().all(|(severity, ..)| *severity == Severity::Fact), "{all:?}");
    }
}
