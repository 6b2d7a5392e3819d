//! Two models of a problem side by side: the items and options in which they differ, by their
//! names. If they have no names in common, whether one is the other with new names.

mod renaming;

use super::count::plural;
use dancing::{Class, ItemId, OptionId, Problem};
use quadrille_puzzle::Encoded;
use renaming::{Renaming, renaming};
use std::collections::{BTreeMap, HashMap};

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContrastVerdict {
    /// The same items and options, by their names.
    Same,
    /// There are differences, which are listed.
    Differs,
    /// The names differ, and one model is the other with new names.
    Renamed,
    /// The names differ, and no renaming makes one the other: a fact that shows it.
    Different(String),
    /// The names differ, and it was not found out whether a renaming exists.
    Undecided,
}

/// A difference between two models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// `class`, `item` or `option`.
    pub about: &'static str,
    /// The difference in a sentence. The first model is *yours*, the second *the other*.
    pub what: String,
    /// True if nothing of the other model is meant to be the same.
    pub is_alone: bool,
}

/// A comparison of two models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contrast {
    /// The result.
    pub verdict: ContrastVerdict,
    /// The differences, those of items first.
    pub gaps: Vec<Gap>,
    /// The names that both models have.
    pub common: usize,
    /// True if they differ by their names, and one is the other with new names.
    pub is_renamed: bool,
    /// True if the items have no name in common and are taken in their order, because most options
    /// agree then.
    pub in_order: bool,
}

/// The options left over that are compared with each other, to find pairs that almost agree.
const PAIRED: usize = 3000;

/// An option as it is compared: its items by their common numbers, with their colours, and its
/// weight.
type Key = (Vec<(u32, String)>, i64);

/// Compares two models. `map` gives names of the second model for names of the first. `go_on` is
/// called often; if it returns false, the result is undecided.
///
/// # Examples
///
/// ```
/// use quadrille_puzzle::{encode, load};
/// use quadrille_study::{ContrastVerdict, contrast};
/// use std::collections::HashMap;
/// let model = |text: &str| encode(&load(text, Some("knuth")).unwrap().puzzles.remove(0).shape);
/// let (yours, other) = (model("a b c\na b\nc\nb c\na\n"), model("a b c\na b\nc\na c\na\n"));
/// let contrast = contrast(&yours, &other, &HashMap::new(), &mut || true);
/// assert_eq!(contrast.verdict, ContrastVerdict::Differs);
/// assert_eq!(contrast.gaps[0].what, "option b c covers item b in yours, item a in the other");
/// ```
pub fn contrast(
    yours: &Encoded,
    other: &Encoded,
    map: &HashMap<String, String>,
    go_on: &mut dyn FnMut() -> bool,
) -> Contrast {
    let sides = Sides::new(yours, other, map);
    if sides.common == 0 {
        let (mine, its) = (&yours.problem, &other.problem);
        // Items without names are usually numbered in the usual order.
        if (mine.n_items(), mine.n_primary()) == (its.n_items(), its.n_primary()) {
            let names =
                |names: &Encoded| (0..mine.n_items() as u32).map(|item| names.item_short(ItemId(item))).collect();
            let (names_here, names_there): (Vec<String>, Vec<String>) = (names(yours), names(other));
            let map = names_here.into_iter().zip(names_there).collect();
            let ordered = contrast(yours, other, &map, go_on);
            let count = |is_alone: bool| {
                ordered.gaps.iter().filter(|gap| gap.about == "option" && gap.is_alone == is_alone).count()
            };
            let (alone, paired, all) = (count(true), count(false), its.n_options());
            let is_ordered = 2 * alone <= all && 4 * all.saturating_sub(alone + paired) >= all;
            if is_ordered && all > 0 {
                let is_same = ordered.gaps.is_empty() || ordered.is_renamed;
                let verdict = if is_same { ContrastVerdict::Renamed } else { ordered.verdict };
                let gaps = if is_same { Vec::new() } else { ordered.gaps };
                return Contrast { verdict, gaps, common: 0, is_renamed: is_same, in_order: true };
            }
        }
        let verdict = match renaming(&yours.problem, &other.problem, go_on) {
            Renaming::Found => ContrastVerdict::Renamed,
            Renaming::None(why) => ContrastVerdict::Different(why),
            Renaming::Unknown => ContrastVerdict::Undecided,
        };
        return Contrast { verdict, gaps: Vec::new(), common: 0, is_renamed: false, in_order: false };
    }
    let mut gaps = sides.classes();
    gaps.extend(sides.items());
    gaps.extend(sides.options());
    let verdict = if gaps.is_empty() { ContrastVerdict::Same } else { ContrastVerdict::Differs };
    let is_renamed = !gaps.is_empty() && renaming(&yours.problem, &other.problem, go_on) == Renaming::Found;
    Contrast { verdict, gaps, common: sides.common, is_renamed, in_order: false }
}

/// The two models, with their items under common numbers.
struct Sides<'a> {
    yours: &'a Encoded,
    other: &'a Encoded,
    /// By item of the first model, its name in the second.
    names: Vec<String>,
    /// By name in the second model, a number: that of the item there, or one after them.
    numbers: HashMap<String, u32>,
    common: usize,
}

impl<'a> Sides<'a> {
    fn new(yours: &'a Encoded, other: &'a Encoded, map: &HashMap<String, String>) -> Sides<'a> {
        let items = |names: &Encoded| (0..names.problem.n_items() as u32).map(ItemId);
        let mut numbers: HashMap<String, u32> = items(other).map(|item| (other.item_short(item), item.0)).collect();
        let short = items(yours).map(|item| yours.item_short(item));
        let names: Vec<String> = short.map(|name| map.get(&name).cloned().unwrap_or(name)).collect();
        let common = names.iter().filter(|name| numbers.contains_key(*name)).count();
        for name in &names {
            let next = numbers.len() as u32;
            numbers.entry(name.clone()).or_insert(next);
        }
        Sides { yours, other, names, numbers, common }
    }

    /// The item of the second model with the name of one of the first.
    fn twin(&self, item: ItemId) -> Option<ItemId> {
        let number = self.numbers[&self.names[item.index()]];
        (number < self.other.problem.n_items() as u32).then_some(ItemId(number))
    }

    /// The item of the first model with a common number.
    fn yours_of(&self, number: u32) -> Option<ItemId> {
        let at = self.names.iter().position(|name| self.numbers[name] == number)?;
        Some(ItemId(at as u32))
    }

    /// An item of the first model in words: by its name there, and by the name in the other model
    /// if they differ.
    fn item_of_yours(&self, number: u32) -> String {
        let item = self.yours_of(number).filter(|_| self.other.grid().is_none());
        let name = item.map(|item| self.yours.item_short(item));
        let known = |name: &String| self.numbers.get(name) == Some(&number);
        match name.filter(|name| !known(name)) {
            Some(name) => format!("item {name} ({})", self.item(number)),
            None => self.item(number),
        }
    }

    /// An item under its common number, in words.
    fn item(&self, number: u32) -> String {
        if number < self.other.problem.n_items() as u32 {
            return self.other.item_noun(ItemId(number));
        }
        self.yours_of(number).map_or(String::new(), |item| format!("item {}", self.yours.item_short(item)))
    }

    fn classes(&self) -> Vec<Gap> {
        let class = |problem: &Problem| problem.class();
        let (yours, other) = (class(&self.yours.problem), class(&self.other.problem));
        // Ranges are compared item by item.
        let is_repeated = |class: Class| class == Class::Repeated;
        if is_repeated(yours) == is_repeated(other) {
            return Vec::new();
        }
        let what =
            format!("yours is a cover of the class `{}`, the other of the class `{}`", yours.name(), other.name());
        vec![Gap { about: "class", what, is_alone: false }]
    }

    fn items(&self) -> Vec<Gap> {
        let (yours, other) = (&self.yours.problem, &self.other.problem);
        let mut gaps = Vec::new();
        let mut gap = |what: String| gaps.push(Gap { about: "item", what, is_alone: false });
        let kind = |problem: &Problem, item: ItemId| if problem.is_primary(item) { "primary" } else { "secondary" };
        let mut seen = vec![false; other.n_items()];
        for item in (0..yours.n_items() as u32).map(ItemId) {
            let Some(twin) = self.twin(item) else {
                gap(format!("item {} is only in yours: {}", self.yours.item_short(item), kind(yours, item)));
                continue;
            };
            seen[twin.index()] = true;
            let noun = self.other.item_noun(twin);
            let (mine, its) = (kind(yours, item), kind(other, twin));
            if mine != its {
                gap(format!("{noun} is {mine} in yours, {its} in the other"));
                continue;
            }
            let (mine, its) = (yours.multiplicity(item), other.multiplicity(twin));
            if yours.is_primary(item) && mine != its {
                let range = |(least, most): (u32, u32)| match least == most {
                    true => format!("exactly {least}"),
                    false => format!("{least} to {most}"),
                };
                gap(format!("{noun} is covered {} times in yours, {} in the other", range(mine), range(its)));
            }
        }
        for item in (0..other.n_items() as u32).map(ItemId).filter(|item| !seen[item.index()]) {
            gap(format!("item {} is only in the other: {}", self.other.item_short(item), kind(other, item)));
        }
        gaps
    }

    /// An option under the common numbers of its items.
    fn key(&self, names: &Encoded, option: OptionId, weight: i64, number: impl Fn(ItemId) -> u32) -> Key {
        let problem = &names.problem;
        let color = |color: u32| if color == 0 { String::new() } else { names.color_name(color).to_string() };
        let mut items: Vec<(u32, String)> =
            problem.colored_items_of(option).map(|(item, of)| (number(item), color(of))).collect();
        items.sort_unstable();
        (items, weight)
    }

    fn options(&self) -> Vec<Gap> {
        let (yours, other) = (self.yours, self.other);
        let (own_weights, weights) = (weights(&yours.problem), weights(&other.problem));
        let key = |option: OptionId| {
            self.key(yours, option, own_weights[option.index()], |item| self.numbers[&self.names[item.index()]])
        };
        // Options with the same items are the same, whatever their names and their order.
        let mut left: HashMap<Key, Vec<OptionId>> = HashMap::new();
        for option in other.problem.options() {
            left.entry(self.key(other, option, weights[option.index()], |item| item.0)).or_default().push(option);
        }
        left.values_mut().for_each(|options| options.reverse());
        let mut mine: Vec<(OptionId, Key)> = Vec::new();
        let mut twins: HashMap<Key, usize> = HashMap::new();
        for option in yours.problem.options() {
            let key = key(option);
            if let Some(same) = left.get_mut(&key).filter(|same| !same.is_empty()) {
                same.pop();
                *twins.entry(key).or_default() += 1;
            } else {
                mine.push((option, key));
            }
        }
        let mut its: Vec<(OptionId, Key)> = left
            .into_iter()
            .flat_map(|(key, options)| options.into_iter().map(move |option| (option, key.clone())))
            .collect();
        its.sort_unstable();
        let pairs = self.pairs(&mine, &its);
        let mut paired = vec![false; its.len()];
        let mut gaps = Vec::new();
        for (at, (option, key)) in mine.iter().enumerate() {
            let what = match pairs.get(&at) {
                Some(&twin) => {
                    paired[twin] = true;
                    self.differ(*option, key, its[twin].0, &its[twin].1)
                }
                None if twins.contains_key(key) => {
                    format!("option {} is in yours more often than in the other", yours.option_name(*option))
                }
                None => format!("option {} is only in yours", yours.option_name(*option)),
            };
            gaps.push(Gap { about: "option", what, is_alone: !pairs.contains_key(&at) });
        }
        for ((option, key), _) in its.iter().zip(paired).filter(|(_, paired)| !paired) {
            let name = other.option_name(*option);
            let what = match twins.contains_key(key) {
                true => format!("option {name} is in the other more often than in yours"),
                false => format!("option {name} is only in the other"),
            };
            gaps.push(Gap { about: "option", what, is_alone: true });
        }
        gaps
    }

    /// Pairs of options that are meant to be the same: they have the same name or, if options have
    /// no names of their own, almost the same items.
    fn pairs(&self, mine: &[(OptionId, Key)], its: &[(OptionId, Key)]) -> BTreeMap<usize, usize> {
        let mut pairs = BTreeMap::new();
        let mut free = vec![true; its.len()];
        let named: HashMap<String, usize> =
            its.iter().enumerate().map(|(at, (option, _))| (self.other.option_name(*option), at)).collect();
        for (at, (option, _)) in mine.iter().enumerate() {
            if let Some(&twin) = named.get(&self.yours.option_name(*option)).filter(|&&twin| free[twin]) {
                free[twin] = false;
                pairs.insert(at, twin);
            }
        }
        let mut holders: HashMap<u32, Vec<usize>> = HashMap::new();
        for (at, (_, (items, _))) in its.iter().enumerate().filter(|(at, _)| free[*at]).take(PAIRED) {
            items.iter().for_each(|(item, _)| holders.entry(*item).or_default().push(at));
        }
        // The pairs that agree most come first.
        let mut close: Vec<(usize, usize, usize)> = Vec::new();
        for (at, (_, (items, _))) in mine.iter().enumerate().filter(|(at, _)| !pairs.contains_key(at)).take(PAIRED) {
            let mut shared: HashMap<usize, usize> = HashMap::new();
            for twin in items.iter().flat_map(|(item, _)| holders.get(item).into_iter().flatten()) {
                *shared.entry(*twin).or_default() += 1;
            }
            for (twin, shared) in shared {
                let apart = items.len().max(its[twin].1.0.len()) - shared;
                if apart <= shared {
                    close.push((apart, at, twin));
                }
            }
        }
        close.sort_unstable();
        for (_, at, twin) in close {
            if free[twin] && !pairs.contains_key(&at) {
                free[twin] = false;
                pairs.insert(at, twin);
            }
        }
        pairs
    }

    /// The difference of two options that are meant to be the same.
    fn differ(&self, mine: OptionId, own: &Key, its: OptionId, others: &Key) -> String {
        // A grid names its options best.
        let name = if self.other.grid().is_some() { self.other.option_name(its) } else { self.yours.option_name(mine) };
        let without = |one: &Key, two: &Key| -> Vec<u32> {
            let in_two = |item: u32| two.0.iter().any(|(other, _)| *other == item);
            one.0.iter().filter(|(item, _)| !in_two(*item)).map(|(item, _)| *item).collect()
        };
        let more: Vec<String> = without(own, others).into_iter().map(|item| self.item_of_yours(item)).collect();
        let less: Vec<String> = without(others, own).into_iter().map(|item| self.item(item)).collect();
        match (more.is_empty(), less.is_empty()) {
            (false, false) => {
                format!("option {name} covers {} in yours, {} in the other", more.join(" and "), less.join(" and "))
            }
            (false, true) => format!("option {name} covers {} in yours, and not in the other", more.join(" and ")),
            (true, false) => format!("option {name} covers {} in the other, and not in yours", less.join(" and ")),
            (true, true) if own.0 != others.0 => {
                let changed = own.0.iter().zip(&others.0).find(|(one, two)| one != two);
                let ((item, mine), (_, its)) = changed.expect("the items differ in a colour");
                let color =
                    |color: &str| if color.is_empty() { "no colour".to_string() } else { format!("colour {color}") };
                format!(
                    "option {name} gives {} {} in yours, {} in the other",
                    self.item(*item),
                    color(mine),
                    color(its)
                )
            }
            (true, true) => format!("option {name} has weight {} in yours, {} in the other", own.1, others.1),
        }
    }
}

/// By option: its weight; 0 if all options have the same.
fn weights(problem: &Problem) -> Vec<i64> {
    let weights: Vec<i64> = problem.options().map(|option| problem.weight(option)).collect();
    let differ = weights.windows(2).any(|two| two[0] != two[1]);
    if differ { weights } else { vec![0; weights.len()] }
}

impl Contrast {
    /// The result in a sentence.
    pub fn words(&self) -> String {
        match &self.verdict {
            ContrastVerdict::Same => format!("the same, with {} in common", plural(self.common, "item")),
            ContrastVerdict::Differs if self.in_order => {
                format!(
                    "{}; no name is in common, so items are compared in their order",
                    plural(self.gaps.len(), "difference")
                )
            }
            ContrastVerdict::Differs if self.is_renamed => {
                format!("{} by name; with other names they are the same", plural(self.gaps.len(), "difference"))
            }
            ContrastVerdict::Differs => plural(self.gaps.len(), "difference"),
            ContrastVerdict::Renamed => "the same up to renaming: they have no name in common".to_string(),
            ContrastVerdict::Different(why) => {
                format!("different, whatever the names: {why}; --map gives names, and then the differences are listed")
            }
            ContrastVerdict::Undecided => {
                "undecided: they have no name in common, and may be the same up to renaming; --map gives names"
                    .to_string()
            }
        }
    }
}
