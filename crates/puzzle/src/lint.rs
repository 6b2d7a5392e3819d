//! Findings about a problem before any search: reasons why it has no solution, probable mistakes,
//! and facts that may help.

mod slips;

use super::encode::Encoded;
use super::scan::counted;
use dancing::{Columns, ItemId, OptionId, Problem};
use slips::near_names;
use std::collections::HashMap;

/// The severity of a finding.
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
    /// The name in JSON and on the screen.
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
    /// The severity of the finding.
    pub severity: Severity,
    /// The finding in one line.
    pub title: String,
    /// One line each.
    pub places: Vec<String>,
}

impl Finding {
    /// The finding with its first places: `2 items are in no option: item i, item j.`
    pub fn sentence(&self) -> String {
        const SHOWN: usize = 80;
        let title = self.title.strip_suffix(NO_SOLUTION).unwrap_or(&self.title);
        // The first place, and as many more as make a short sentence.
        let mut length = 0;
        let mut fits = |place: &&String| {
            length += place.len();
            length <= SHOWN || length == place.len()
        };
        let shown: Vec<&str> = self.places.iter().take_while(|place| fits(place)).map(String::as_str).collect();
        let more = match self.places.len() - shown.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let mut sentence = format!("{title}: {}{more}.", shown.join(", "));
        if let Some(first) = sentence.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        sentence
    }
}

/// The end of a title that says what a fatal finding means.
const NO_SOLUTION: &str = ": there is no solution";

/// Every finding that needs no search, the most serious first. `go_on` is called between the checks
/// and in long loops. `None` if it returns false.
pub fn lint(names: &Encoded, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<Finding>> {
    let problem = &*names.problem;
    let columns = problem.columns();
    go_on().then_some(())?;
    let mut findings = Vec::new();
    let mut found = |severity, title: String, places: Vec<String>| {
        if !places.is_empty() {
            findings.push(Finding { severity, title, places });
        }
    };
    let primary = || (0..problem.n_primary() as u32).map(ItemId);

    let least = |item: ItemId| problem.multiplicity(item).0 as usize;
    let unmet: Vec<ItemId> = primary().filter(|&item| columns.len(item) < least(item)).collect();
    let why = if problem.class().facts().ranges { "too few options" } else { "no option" };
    let be = if unmet.len() == 1 { "is" } else { "are" };
    let title = format!("{} {be} in {why}{NO_SOLUTION}", counted(unmet.len(), "item"));
    let is_unmet = !unmet.is_empty();
    found(Severity::Fatal, title, unmet.iter().map(|&item| names.item_noun(item)).collect());

    let diagonals = primary_diagonals(problem, &columns);
    let title = "the diagonals of queens are primary, but should be secondary items";
    let named = (!diagonals.is_empty()).then(|| some(&diagonals, |&item| names.item_short(item), " "));
    found(Severity::Fatal, title.to_string(), named.into_iter().collect());

    // For each forced option, the first item that forces it.
    let mut first: Vec<Option<ItemId>> = vec![None; problem.n_options()];
    for item in primary().filter(|&item| columns.len(item) == least(item)) {
        columns.of(item).iter().for_each(|option| _ = first[option.index()].get_or_insert(item));
    }
    let only: Vec<(OptionId, ItemId)> =
        problem.options().filter_map(|option| Some((option, first[option.index()]?))).collect();
    drop(first);
    let clashes = if problem.class().facts().hides_others { clashes(names, &only) } else { Vec::new() };
    let title = format!("{} of forced options that clash{NO_SOLUTION}", counted(clashes.len(), "pair"));
    found(Severity::Fatal, title, clashes);

    let misfit = names.shape().listing().and_then(|listing| listing.misfit.clone());
    found(Severity::Fatal, "the sizes of the parts do not fit".to_string(), misfit.into_iter().collect());

    let empty = names.shape().listing().map_or(&[][..], |listing| &listing.left_out);
    let title = format!(
        "{} without items: left out, because a cover is a set of options that each cover something; counted as \
         subsets of rows, each would double the number of covers",
        counted(empty.len(), "option")
    );
    found(Severity::Odd, title, empty.iter().map(|number| format!("row {number}")).collect());

    go_on().then_some(())?;
    let idle: Vec<OptionId> = problem.options().filter(|&option| !problem.is_useful(option)).collect();
    let title = format!("{} without a primary item: never chosen", counted(idle.len(), "option"));
    found(Severity::Odd, title, idle.iter().map(|&option| names.option_long(option)).collect());

    // In a listing generated from a text of its kind this is expected, not a mistake.
    let made = names.shape().listing().is_some_and(|listing| listing.source.is_some());
    let severity = if made { Severity::Fact } else { Severity::Odd };
    let (several, single) =
        same_options(problem, go_on)?.into_iter().partition::<Vec<_>, _>(|group| fit_twice(problem, group[0]));
    let (dear, single) = single.into_iter().partition::<Vec<_>, _>(|group| differ_in_weight(problem, group));
    // A count of a repeated cover is about its search, not about all covers.
    let also = if problem.wants_fewest() { "" } else { "; a count counts each copy" };
    for (groups, severity, fact) in [
        (single, severity, format!("one of each is enough to find a solution{also}")),
        (dear, severity, format!("the cheapest of each is enough to find a best solution{also}")),
        (several, Severity::Fact, "no item forbids that a solution holds several of each".to_string()),
    ] {
        let title = format!("{} of options that cover the same items: {fact}", counted(groups.len(), "group"));
        found(severity, title, groups.iter().map(|group| copies(names, group)).collect());
    }

    let listing = names.shape().listing().filter(|listing| listing.source.is_none());
    let near = listing.map_or(Some(Vec::new()), |listing| near_names(listing, &columns, go_on))?;
    let title = format!(
        "{} of items whose names differ by one character or in letter case, one of them in at most one option",
        counted(near.len(), "pair")
    );
    found(Severity::Odd, title, near);

    let together = always_together(problem, &columns, go_on)?;
    let title = format!(
        "{} of items that always occur together: one of each is enough, with the same solutions",
        counted(together.len(), "group")
    );
    let group = |items: &Vec<ItemId>| {
        let list = some(items, |&item| names.item_short(item), " ");
        format!("{list}   (in {})", counted(columns.len(items[0]), "option"))
    };
    found(Severity::Fact, title, together.iter().map(group).collect());

    let title = format!("{} forced, so in every solution", counted(only.len(), "option"));
    let why = |&(option, item): &(OptionId, ItemId)| {
        let noun = names.item_noun(item);
        let why = match columns.len(item) {
            1 => format!("no other option covers {noun}"),
            needed => format!("{noun} needs all its {needed} options"),
        };
        format!("{}: {why}", names.option_long(option))
    };
    found(Severity::Fact, title, only.iter().map(why).collect());

    // An item in no option belongs to no part, so the product of the counts would be wrong.
    let parts = if is_unmet { Vec::new() } else { problem.components(go_on)? };
    if parts.len() > 1 {
        let so = if problem.wants_fewest() { "each can be solved alone" } else { "their counts multiply" };
        let title = format!("{} separate parts: no option joins them, so {so}", parts.len());
        let part = |items: &Vec<ItemId>| {
            let shown: Vec<String> = items.iter().take(8).map(|&item| names.item_short(item)).collect();
            let more = if items.len() > 8 { format!(" and {} more", items.len() - 8) } else { String::new() };
            format!("{}: {}{more}", counted(items.len(), "item"), shown.join(" "))
        };
        found(Severity::Fact, title, parts.iter().map(part).collect());
    }
    findings.sort_by_key(|finding| finding.severity);
    Some(findings)
}

/// The primary diagonals of a board of queens, if the problem is one: n * n options, a square each,
/// and as items n ranks, n files and the diagonals both ways, perhaps without those of one square.
///
/// They cannot all be covered: each square is in one rank, so a cover has n options, and n options
/// of four items each cover fewer items than there are.
fn primary_diagonals(problem: &Problem, columns: &Columns) -> Vec<ItemId> {
    const MOST_ITEMS: usize = 4;
    let n = problem.n_options().isqrt();
    let is_small = |option: OptionId| problem.items_of(option).len() <= MOST_ITEMS;
    let items = || (0..problem.n_primary() as u32).map(ItemId);
    let is_square = n >= 2 && n * n == problem.n_options() && problem.n_primary() > MOST_ITEMS * n;
    if !is_square || !items().all(|item| problem.multiplicity(item) == (1, 1)) {
        return Vec::new();
    }
    // By number of squares: the items that have so many.
    let mut lengths = vec![0; n + 1];
    for item in items() {
        let Some(count) = lengths.get_mut(columns.len(item)) else { return Vec::new() };
        *count += 1;
    }
    let is_board =
        lengths[n] == 2 * n + 2 && lengths[2..n].iter().all(|&count| count == 4) && [0, 4].contains(&lengths[1]);
    // The ranks: items of n squares each that share none, and together have all squares.
    let mut is_taken = vec![false; problem.n_options()];
    let mut ranks = 0;
    for item in items().filter(|&item| columns.len(item) == n) {
        if columns.of(item).iter().all(|option| !is_taken[option.index()]) {
            columns.of(item).iter().for_each(|option| is_taken[option.index()] = true);
            ranks += 1;
        }
    }
    let is_queens = is_board && ranks == n && problem.options().all(is_small);
    if is_queens { items().filter(|&item| columns.len(item) < n).collect() } else { Vec::new() }
}

/// Calls `go_on` for one index in 1024. `None` if it returns false.
fn now_and_then(at: usize, go_on: &mut dyn FnMut() -> bool) -> Option<()> {
    (!at.is_multiple_of(1024) || go_on()).then_some(())
}

/// Returns whether a solution may hold an option and a copy of it: each of its items may be covered
/// twice. In a repeated cover a copy covers nothing new, so it is never needed.
fn fit_twice(problem: &Problem, option: OptionId) -> bool {
    let twice = |(item, color): (ItemId, u32)| color > 0 || problem.multiplicity(item).1 > 1;
    problem.class().facts().hides_others && problem.colored_items_of(option).all(twice)
}

fn differ_in_weight(problem: &Problem, options: &[OptionId]) -> bool {
    options.iter().any(|&option| problem.weight(option) != problem.weight(options[0]))
}

/// A group of equal options, each by its name and number, and with its cost if the costs differ.
fn copies(names: &Encoded, options: &[OptionId]) -> String {
    let costs = differ_in_weight(&names.problem, options);
    let one = |&option: &OptionId| {
        let cost = if costs { format!(", cost {}", -names.problem.weight(option)) } else { String::new() };
        format!("{} (option {}{cost})", names.option_short(option), names.option_number(option))
    };
    some(options, one, " = ")
}

/// The maximum number of names listed for one group.
const LISTED: usize = 50;

/// The first names of a group, and the number of the others.
fn some<T>(all: &[T], name: impl Fn(&T) -> String, between: &str) -> String {
    let listed = all.iter().take(LISTED).map(name).collect::<Vec<_>>().join(between);
    match all.len().saturating_sub(LISTED) {
        0 => listed,
        more => format!("{listed}{between}{more} more"),
    }
}

/// Pairs of forced options that share an item, in words.
fn clashes(names: &Encoded, forced: &[(OptionId, ItemId)]) -> Vec<String> {
    let mut taken: Vec<Option<(OptionId, u32)>> = vec![None; names.problem.n_items()];
    let mut clashes = Vec::new();
    for &(option, _) in forced {
        for (item, color) in names.problem.colored_items_of(option) {
            if names.problem.multiplicity(item).1 > 1 {
                continue;
            }
            match taken[item.index()].replace((option, color)) {
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

/// Groups of options with the same items and the same colours, without options that are never
/// chosen.
fn same_options(problem: &Problem, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<Vec<OptionId>>> {
    // The items of all options, in order within each. One array, because there may be millions.
    let (mut starts, mut sorted): (Vec<usize>, Vec<(ItemId, u32)>) = (vec![0], Vec::with_capacity(problem.n_cells()));
    for option in problem.options() {
        now_and_then(option.index(), go_on)?;
        let from = sorted.len();
        sorted.extend(problem.colored_items_of(option));
        sorted[from..].sort_unstable();
        starts.push(sorted.len());
    }
    let chosen = problem.options().filter(|&option| problem.is_useful(option)).collect();
    Some(groups(chosen, |option| &sorted[starts[option.index()]..starts[option.index() + 1]]))
}

/// Groups of equivalent items: all primary or all secondary, in the same two or more options, with
/// the same multiplicity, and with colours that agree and differ in the same options.
fn always_together(problem: &Problem, columns: &Columns, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<Vec<ItemId>>> {
    // By item and in the order of its options: the first option that gives it the same colour, 0
    // for no colour.
    let mut patterns: Vec<Vec<u32>> = vec![Vec::new(); if problem.is_colored() { problem.n_items() } else { 0 }];
    let mut first: HashMap<(ItemId, u32), u32> = HashMap::new();
    for option in problem.options().filter(|_| problem.is_colored()) {
        now_and_then(option.index(), go_on)?;
        for (item, color) in problem.colored_items_of(option) {
            let same = if color > 0 { *first.entry((item, color)).or_insert(option.0 + 1) } else { 0 };
            patterns[item.index()].push(same);
        }
    }
    let items = (0..problem.n_items() as u32).map(ItemId).filter(|item| columns.len(*item) > 1).collect();
    let asks = |item: ItemId| {
        let pattern = patterns.get(item.index()).map_or(&[][..], Vec::as_slice);
        (problem.is_primary(item), columns.of(item), problem.multiplicity(item), pattern)
    };
    Some(groups(items, asks))
}

/// Groups of two or more elements with the same key, ordered by their first elements.
fn groups<K: Ord, T: Copy + Ord>(mut things: Vec<T>, key: impl Fn(T) -> K) -> Vec<Vec<T>> {
    // Sorted by reference to the keys: a table of keys would be larger than the problem.
    things.sort_unstable_by(|&a, &b| key(a).cmp(&key(b)).then(a.cmp(&b)));
    let same = things.chunk_by(|&a, &b| key(a) == key(b)).filter(|group| group.len() > 1);
    let mut groups: Vec<Vec<T>> = same.map(<[T]>::to_vec).collect();
    groups.sort_unstable();
    groups
}
