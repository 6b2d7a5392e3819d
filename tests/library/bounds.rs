//! Compares the bounds that `explain` reports with brute force over the plain options. The brute
//! force shares no code with the kernel.

use crate::support::rounds;
use quadrille::bundled::BUNDLED;
use quadrille::cli::explain::explain;
use quadrille::dlx::{Estimate, Event, ItemId, ItemRule, OptionId, Policy, Problem, Search, Tally};
use quadrille::puzzle::{Encoded, encode, load};
use quadrille::solve::Stepper;
use serde_json::Value;
use std::cmp::Ordering;
use std::sync::Arc;

/// Marsaglia's xorshift. The state is never 0.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as usize) % end
    }

    /// A number from `least` to `most`, both included.
    fn range(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    fn shuffled(&mut self, n: usize) -> Vec<usize> {
        let mut list: Vec<usize> = (0..n).collect();
        (1..n).for_each(|at| list.swap(at, self.below(at + 1)));
        list
    }
}

/// A problem as plain lists.
struct Plain {
    primary: usize,
    /// By option: its items in order, each with its colour, 0 for none.
    options: Vec<Vec<(usize, u32)>>,
    /// By item: the fewest and the most options that may hold it.
    ranges: Vec<(u32, u32)>,
    weights: Vec<i64>,
}

/// A solution, and the branches that the search takes to it, counted from 1.
struct Cover {
    place: Vec<usize>,
    options: Vec<usize>,
    score: i64,
}

/// A node of the plain enumeration.
#[derive(Clone)]
struct Node {
    place: Vec<usize>,
    chosen: Vec<usize>,
    /// The items and options that are left, in order.
    open: Vec<usize>,
    usable: Vec<usize>,
    held: Vec<u32>,
    colors: Vec<u32>,
}

impl Plain {
    fn new(problem: &Problem) -> Plain {
        let items = |option| problem.colored_items_of(option).map(|(item, color)| (item.index(), color)).collect();
        Plain {
            primary: problem.n_primary(),
            options: problem.options().map(items).collect(),
            ranges: (0..problem.n_items() as u32).map(|item| problem.multiplicity(ItemId(item))).collect(),
            weights: problem.options().map(|option| problem.weight(option)).collect(),
        }
    }

    fn holds(&self, option: usize, item: usize) -> bool {
        self.options[option].iter().any(|own| own.0 == item)
    }

    fn score(&self, options: &[usize]) -> i64 {
        options.iter().map(|&option| self.weights[option]).sum()
    }

    /// Every solution, in the order in which a search without cuts meets them (TAOCP 7.2.2.1,
    /// Algorithms C and M, on copied lists).
    fn covers(&self, rule: ItemRule) -> Vec<Cover> {
        let root = Node {
            place: Vec::new(),
            chosen: Vec::new(),
            open: (0..self.primary).collect(),
            usable: (0..self.options.len()).collect(),
            held: vec![0; self.ranges.len()],
            colors: vec![0; self.ranges.len()],
        };
        let mut found = Vec::new();
        self.enumerate(root, rule, &mut found);
        found
    }

    fn enumerate(&self, node: Node, rule: ItemRule, found: &mut Vec<Cover>) {
        if node.open.is_empty() {
            let score = self.score(&node.chosen);
            found.push(Cover { place: node.place, options: node.chosen, score });
            return;
        }
        let mut lengths = vec![0; self.ranges.len()];
        node.usable.iter().flat_map(|&option| &self.options[option]).for_each(|own| lengths[own.0] += 1);
        let missing = |item: usize| self.ranges[item].0.saturating_sub(node.held[item]) as usize;
        let degree = |item: usize| (lengths[item] + 1_usize).saturating_sub(missing(item));
        let mut open = node.open.iter().copied();
        let item = match rule {
            ItemRule::Fewest | ItemRule::Failing => open.min_by_key(|&item| degree(item)),
            ItemRule::FewestLast => open.rev().min_by_key(|&item| degree(item)),
            ItemRule::First => open.next(),
            ItemRule::Last => open.next_back(),
            ItemRule::Most => open.rev().max_by_key(|&item| degree(item)),
        };
        let item = item.expect("an item is open");
        let list: Vec<usize> = node.usable.iter().copied().filter(|&option| self.holds(option, item)).collect();
        for k in 1..=degree(item) {
            let mut next = node.clone();
            next.place.push(k);
            match list.get(k - 1) {
                Some(&option) => {
                    next.usable.retain(|other| !list[..k].contains(other));
                    self.take(&mut next, option);
                }
                // The item has its least, and takes no further option.
                None => {
                    next.usable.retain(|other| !list.contains(other));
                    next.open.retain(|&other| other != item);
                }
            }
            self.enumerate(next, rule, found);
        }
    }

    /// Chooses an option, and drops the options that it excludes.
    fn take(&self, node: &mut Node, option: usize) {
        node.chosen.push(option);
        for &(item, color) in &self.options[option] {
            match color {
                0 => node.held[item] += 1,
                _ => node.colors[item] = color,
            }
        }
        let Node { open, usable, held, colors, .. } = node;
        let is_free = |item: usize| held[item] < self.ranges[item].1;
        open.retain(|&item| is_free(item));
        usable.retain(|&other| {
            self.options[other].iter().all(|&(item, color)| is_free(item) && [0, color].contains(&colors[item]))
        });
    }

    /// Every set of options that is a solution, sorted. Looks at all subsets of the options.
    fn subsets(&self) -> Vec<Vec<usize>> {
        let sets = (0..1_u32 << self.options.len()).filter(|&set| {
            let (mut held, mut colors) = (vec![0; self.ranges.len()], vec![0; self.ranges.len()]);
            for &(item, color) in bits(set.into()).flat_map(|option| &self.options[option]) {
                // Options that give an item the same colour share it.
                held[item] += u32::from(color == 0 || colors[item] != color);
                colors[item] = color;
            }
            held.iter().zip(&self.ranges).all(|(&times, &(least, most))| (least..=most).contains(&times))
        });
        let mut sets: Vec<Vec<usize>> = sets.map(|set| bits(set.into()).collect()).collect();
        sets.sort();
        sets
    }

    /// All primary items as a bit mask.
    fn all(&self) -> u128 {
        (0..self.primary).fold(0, |all, item| all | 1 << item)
    }

    /// By option: its items as a bit mask.
    fn masks(&self) -> Vec<u128> {
        let mask = |own: &Vec<(usize, u32)>| own.iter().fold(0, |mask, &(item, _)| mask | 1 << item);
        self.options.iter().map(mask).collect()
    }
}

fn bits(set: u128) -> impl Iterator<Item = usize> {
    (0..128).filter(move |at| set >> at & 1 == 1)
}

/// The least number of options that cover all open items; `None` if all options together do not.
fn least(open: u128, options: &[u128]) -> Option<u32> {
    let all = options.iter().fold(0, |all, own| all | own);
    (open & !all == 0).then(|| (0..).find(|&count| can_cover(open, options, count)).expect("all options suffice"))
}

/// Whether at most `count` options cover all open items.
fn can_cover(open: u128, options: &[u128], count: u32) -> bool {
    let largest = options.iter().map(|own| (own & open).count_ones()).max().unwrap_or(0);
    if open == 0 || largest * count < open.count_ones() {
        return open == 0;
    }
    let first = open & open.wrapping_neg();
    options.iter().any(|own| own & first != 0 && can_cover(open & !own, options, count - 1))
}

/// Where a search rests in the level of its address.
#[derive(Clone, Copy, PartialEq)]
enum Rest {
    /// At the start of a level, or at its end, where the links are the same. The search cuts only
    /// here.
    Level { ended: bool },
    /// An item is in hand, and its k-th branch is next.
    Try { k: usize },
    /// Some of the other items of the last option are covered.
    Partly { back: bool },
}

/// A state as `explain` tells it.
struct Told<'a> {
    label: &'a str,
    json: Value,
    /// The options on the path.
    chosen: Vec<usize>,
    rest: Rest,
}

impl Told<'_> {
    fn new<'a>(label: &'a str, stepper: &Stepper, names: &Encoded, plain: &Plain) -> Told<'a> {
        let json = serde_json::to_value(explain(stepper, names)).unwrap();
        let mut told = Told { label, json, chosen: Vec::new(), rest: Rest::Level { ended: false } };
        // Options of the same name have the same items.
        let mut left: Vec<usize> = (0..plain.options.len()).filter(|&own| told.state(own) == "chosen").collect();
        for level in told.json["path"].as_array().unwrap() {
            let Some(name) = level["option"].as_str() else { continue };
            let at = left.iter().position(|&own| names.option_name(OptionId(own as u32)) == name);
            told.chosen.push(left.remove(at.expect("an option on the path is chosen")));
        }
        assert!(left.is_empty(), "{} chosen options are on the path", told.place());
        told.rest = told.rest(names, plain);
        told
    }

    fn rest(&self, names: &Encoded, plain: &Plain) -> Rest {
        let address = self.json["address"].as_str().unwrap();
        let address = address.split_once(':').map_or(address, |(_, address)| address);
        let number = |text: &str| text.parse().unwrap();
        if address == "end" {
            return Rest::Level { ended: true };
        }
        if let Some(branches) = address.strip_suffix('.') {
            // A run of forced branches is written as 3*1/1.
            let last = branches.rsplit([',', '*']).next().unwrap();
            return Rest::Try { k: number(last.split_once('/').unwrap().0) };
        }
        let Some(at) = address.find(['+', '-']) else { return Rest::Level { ended: false } };
        let (settled, back) = (number(&address[at + 1..]), address.as_bytes()[at] == b'-');
        match back && settled == self.others(names, plain).len() {
            true => Rest::Level { ended: true },
            false => Rest::Partly { back },
        }
    }

    /// The items of the last option on the path after the chosen item, in cyclic order.
    fn others(&self, names: &Encoded, plain: &Plain) -> Vec<usize> {
        let Some(last) = self.json["path"].as_array().unwrap().last().filter(|own| !own["option"].is_null()) else {
            return Vec::new();
        };
        let mut items: Vec<usize> = plain.options[*self.chosen.last().unwrap()].iter().map(|own| own.0).collect();
        let at = items.iter().position(|&item| names.item_short(ItemId(item as u32)) == last["item"]).unwrap();
        items.rotate_left(at);
        items.split_off(1)
    }

    fn state(&self, option: usize) -> &str {
        self.json["options"][option]["state"].as_str().unwrap()
    }

    fn number(&self, field: &str) -> i64 {
        self.json["bound"][field].as_i64().unwrap_or_else(|| panic!("{} has no {field}", self.place()))
    }

    /// The branches on the path, and the one that is next.
    fn branches(&self) -> Vec<usize> {
        let path = self.json["path"].as_array().unwrap().iter().map(|own| own["k"].as_u64().unwrap() as usize);
        path.chain(if let Rest::Try { k } = self.rest { Some(k) } else { None }).collect()
    }

    /// Whether the bound is that of this state, and not of the state before the choice in hand.
    fn is_bound_of_here(&self) -> bool {
        self.json["bound"]["at"] == self.json["address"]
    }

    /// Compares the bound inside a level with the one that is told at the address it names.
    fn hold_before(&self, stepper: &Stepper, names: &Encoded) {
        let bound = &self.json["bound"];
        let mut before = stepper.clone();
        before.go(&bound["at"].as_str().unwrap().parse().unwrap()).unwrap();
        let there = serde_json::to_value(explain(&before, names)).unwrap();
        for field in ["used", "lower", "limit", "score", "upper"] {
            assert_eq!(there["bound"][field], bound[field], "{} {field}", self.place());
        }
        let path = |json: &Value| json["path"].as_array().unwrap().len();
        assert!(path(&there) + 1 >= path(&self.json), "it is the last choice before this state");
    }

    /// Whether the search cuts this branch next, or has just cut it.
    fn is_cut(&self) -> bool {
        self.json["next"]["event"] == "cut" || self.json["last"]["event"] == "cut"
    }

    /// Whether the bound decides here: the branch is cut, or an item is chosen next.
    fn decides(&self) -> bool {
        self.is_cut() || self.json["next"]["event"] == "choose"
    }

    fn place(&self) -> String {
        format!("{}\nat {}, {}:", self.label, self.json["address"], self.json["bound"])
    }
}

/// Counts of what was compared, so that no comparison is empty.
#[derive(Debug, Default)]
struct Seen {
    problems: usize,
    states: usize,
    levels: usize,
    cuts: usize,
    /// Levels at which the bound is the true number.
    tight: usize,
}

/// Compares the bound of a repeated cover with the true number of options. `optimum` is the size
/// of the smallest cover.
fn hold_limit(told: &Told, plain: &Plain, optimum: Option<u32>, seen: &mut Seen) {
    let [used, lower, limit] = ["used", "lower", "limit"].map(|field| told.number(field) as u32);
    assert!(optimum.is_none_or(|optimum| limit <= optimum), "{} {optimum:?} suffice", told.place());
    if !told.is_bound_of_here() {
        return;
    }
    assert_eq!(used as usize, told.json["path"].as_array().unwrap().len(), "{}", told.place());
    let masks = plain.masks();
    let open = told.chosen.iter().fold(plain.all(), |open, &option| open & !masks[option]);
    let usable = (0..masks.len()).filter(|&option| told.state(option) != "hidden").map(|option| masks[option]);
    let truth = least(open, &usable.collect::<Vec<_>>());
    assert!(truth.is_none_or(|truth| lower <= truth), "{} {truth:?} suffice", told.place());

    if told.json["next"]["event"] == "limit" {
        assert!(optimum.is_none_or(|optimum| limit < optimum), "{} {optimum:?} suffice", told.place());
    }
    if told.decides() {
        assert_eq!(told.is_cut(), used + lower > limit, "{} the bound decides on the cut", told.place());
    }
    if told.is_cut() {
        assert!(truth.is_none_or(|truth| used + truth > limit), "{} {truth:?} suffice", told.place());
    }
    seen.states += 1;
    seen.cuts += usize::from(told.is_cut());
    if matches!(told.rest, Rest::Level { .. }) && open != 0 && truth.is_some() {
        seen.levels += 1;
        seen.tight += usize::from(truth == Some(lower));
    }
}

/// Compares the bound on the score with all solutions, which are in the search's order.
fn hold_score(told: &Told, plain: &Plain, covers: &[Cover], seen: &mut Seen) {
    let [score, upper] = ["score", "upper"].map(|field| told.number(field));
    let here = told.branches();
    let back = matches!(told.rest, Rest::Level { ended: true } | Rest::Partly { back: true });
    let met = covers.partition_point(|cover| match cover.place.iter().take(here.len()).cmp(&here) {
        Ordering::Less => true,
        Ordering::Equal => back,
        Ordering::Greater => false,
    });
    let best = covers[..met].iter().map(|cover| cover.score).max();
    assert_eq!(told.json["bound"]["best"].as_i64(), best, "{} the best score met", told.place());

    seen.states += 1;
    seen.cuts += usize::from(told.is_cut());
    if !told.is_bound_of_here() {
        return;
    }
    assert_eq!(score, plain.score(&told.chosen), "{}", told.place());
    let states = (0..plain.options.len()).map(|option| told.state(option));
    let is_left: Vec<bool> = states.map(|state| state == "chosen" || state == "open").collect();
    // Covers share their first options more often than their last ones.
    let is_below = |cover: &&Cover| {
        cover.options.iter().rev().all(|&option| is_left[option])
            && told.chosen.iter().all(|option| cover.options.contains(option))
    };
    let truth = covers.iter().filter(is_below).map(|cover| cover.score).max();
    assert!(truth.is_none_or(|truth| upper >= truth), "{} {truth:?} can be reached", told.place());
    if told.decides() {
        let is_hopeless = best.is_some_and(|best| upper <= best);
        assert_eq!(told.is_cut(), is_hopeless, "{} the bound decides on the cut", told.place());
    }
    if told.is_cut() {
        assert!(truth <= best, "{} {truth:?} can be reached", told.place());
    }
    seen.levels += usize::from(truth.is_some());
    seen.tight += usize::from(truth == Some(upper));
}

/// Walks at random, shows each state where it stops to `hold`, and then goes to the end. `legs` are
/// the stops, and the most steps between two of them. Returns the solutions counted.
fn walk(
    names: &Encoded,
    policy: Policy,
    random: &mut Random,
    legs: (usize, usize),
    mut hold: impl FnMut(&Stepper),
) -> u64 {
    let start = Search::new(&names.problem, policy);
    let (mut search, mut tally) = (start.clone(), Tally::default());
    for _ in 0..legs.0 {
        hold(&Stepper::at(search.clone(), tally.clone()));
        let forward = !random.chance(4);
        let most = 1 + (legs.1 >> random.below(8));
        for _ in 0..random.range(1, most) {
            match search.step(forward, &mut tally) {
                // Cuts are rare, so many legs end at one.
                Some(Event::Cut { .. }) if random.chance(2) => break,
                Some(_) => {}
                None => {
                    (search, tally) = (start.clone(), Tally::default());
                    break;
                }
            }
        }
    }
    while search.step_into(&mut tally).is_some() {}
    hold(&Stepper::at(search, tally.clone()));
    tally.solutions
}

fn check_limit(
    label: &str,
    names: &Encoded,
    policy: Policy,
    random: &mut Random,
    legs: (usize, usize),
    seen: &mut Seen,
) {
    let plain = Plain::new(&names.problem);
    let masks = plain.masks();
    let optimum = least(plain.all(), &masks);
    let mut last = Value::Null;
    let solutions = walk(names, policy, random, legs, |stepper| {
        let mut told = Told::new(label, stepper, names, &plain);
        told.hold_before(stepper, names);
        hold_limit(&told, &plain, optimum, seen);
        last = told.json["bound"]["limit"].take();
    });
    match optimum {
        Some(optimum) => assert_eq!(last, optimum, "{label}"),
        None => assert_eq!(solutions, 0, "{label}"),
    }
    if plain.options.len() < 16 {
        let is_cover = |&set: &u32| bits(set.into()).fold(0, |all, option| all | masks[option]) == plain.all();
        let sizes: Vec<u32> = (0..1 << masks.len()).filter(is_cover).map(u32::count_ones).collect();
        assert_eq!(sizes.iter().copied().min(), optimum, "{label}");
        let smallest = sizes.iter().filter(|&&size| Some(size) == optimum).count();
        assert_eq!(solutions, smallest as u64, "{label}");
    }
    seen.problems += 1;
}

fn check_score(
    label: &str,
    names: &Encoded,
    rule: ItemRule,
    random: &mut Random,
    legs: (usize, usize),
    seen: &mut Seen,
) {
    let plain = Plain::new(&names.problem);
    let covers = plain.covers(rule);
    if plain.options.len() < 14 {
        let sorted = |cover: &Cover| {
            let mut options = cover.options.clone();
            options.sort_unstable();
            options
        };
        let mut sets: Vec<Vec<usize>> = covers.iter().map(sorted).collect();
        sets.sort();
        assert_eq!(sets, plain.subsets(), "{label}");
    }
    let mut best = Value::Null;
    walk(names, Policy { rule, best: true, ..Policy::default() }, random, legs, |stepper| {
        let mut told = Told::new(label, stepper, names, &plain);
        told.hold_before(stepper, names);
        hold_score(&told, &plain, &covers, seen);
        best = told.json["bound"]["best"].take();
    });
    assert_eq!(best.as_i64(), covers.iter().map(|cover| cover.score).max(), "{label}");
    seen.problems += 1;
}

fn bundled(wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = (&'static str, Encoded)> {
    let own = BUNDLED.iter().filter(move |own| wanted(own.name));
    own.map(|own| (own.name, encode(&load(own.text, None).unwrap().puzzles[0].shape)))
}

fn name(item: usize) -> char {
    (b'a' + item as u8).into()
}

/// A repeated cover as text. Some have no cover at all.
fn random_setcover(random: &mut Random) -> String {
    let (items, options) = (random.range(3, 12), random.range(3, 15));
    let line = |items: &[usize]| items.iter().map(|&item| format!("{} ", name(item))).collect::<String>() + "\n";
    let mut text = format!("setcover\n{}", line(&(0..items).collect::<Vec<_>>()));
    for _ in 0..options {
        let size = random.range(1, 4.min(items));
        text += &line(&random.shuffled(items)[..size]);
    }
    text
}

/// An exact cover as text: two partitions of the items, so that there is a cover, and some more
/// options. Some have secondary items, colours, multiplicities or costs.
fn random_cover(random: &mut Random) -> String {
    let (primary, secondary) = (random.range(3, 8), random.below(3));
    let mut options: Vec<Vec<usize>> = Vec::new();
    for _ in 0..2 {
        let mut rest = random.shuffled(primary);
        while !rest.is_empty() {
            let size = random.range(1, 3.min(rest.len()));
            options.push(rest.drain(..size).collect());
        }
    }
    for _ in 0..random.below(5) {
        let size = random.range(1, 3);
        options.push(random.shuffled(primary)[..size].to_vec());
    }
    options.truncate(13);
    let mut ranges = vec![String::new(); primary];
    if random.chance(3) {
        // Some set of options is made a cover.
        let mut times = vec![0; primary];
        options.iter().filter(|_| random.chance(2)).flatten().for_each(|&item| times[item] += 1);
        for (range, times) in ranges.iter_mut().zip(times) {
            let least = times - random.below(2).min(times);
            *range = format!("{least}:{}|", (times + random.below(2)).max(1));
        }
    }
    let mut text: String = (0..primary).map(|item| format!("{}{} ", ranges[item], name(item))).collect();
    if secondary > 0 {
        text += "| ";
        (primary..primary + secondary).for_each(|item| text += &format!("{} ", name(item)));
    }
    let (colored, priced) = (random.chance(2), random.chance(2));
    for option in options {
        text += "\n";
        option.iter().for_each(|&item| text += &format!("{} ", name(item)));
        for item in primary..primary + secondary {
            if random.chance(5) {
                let color = if colored { [":A", ":B", ""][random.below(3)] } else { "" };
                text += &format!("{}{color} ", name(item));
            }
        }
        if priced {
            text += &format!("|{}", random.below(12));
        }
    }
    text + "\n"
}

/// The problem with other weights, some of which may be above 0 and others below. No puzzle text
/// holds such weights.
fn reweigh(names: &mut Encoded, random: &mut Random) -> Vec<i64> {
    let (old, least) = (Arc::clone(&names.problem), [0, -9][random.below(2)]);
    let mut problem = Problem::new(old.n_primary() as u32, (old.n_items() - old.n_primary()) as u32);
    for option in old.options() {
        let (items, colors): (Vec<ItemId>, Vec<u32>) = old.colored_items_of(option).unzip();
        problem.push_colored(&items, &colors, least + random.below(19) as i64).unwrap();
    }
    for item in (0..old.n_primary() as u32).map(ItemId) {
        let (least, most) = old.multiplicity(item);
        problem.set_multiplicity(item, least, most).unwrap();
    }
    names.problem = Arc::new(problem);
    old.options().map(|option| names.problem.weight(option)).collect()
}

/// A target of side 4 with random weights, as text.
fn random_target(random: &mut Random) -> String {
    let mut cells: Vec<u8> = b"1234\n3412\n2143\n4321\n".to_vec();
    let given = random.below(7);
    for at in random.shuffled(16).split_off(given) {
        cells[at + at / 4] = b'.';
    }
    let mut text = "format = 1\nkind = \"target\"\n[grid]\nsize = 4\ngivens = \"\"\"\n".to_string();
    text += &String::from_utf8(cells).unwrap();
    text += "\"\"\"\n[score]\nweights = \"\"\"\n";
    for _ in 0..4 {
        (0..4).for_each(|_| text += &format!("{} ", random.below(20)));
        text += "\n";
    }
    text + "\"\"\"\n"
}

#[test]
fn the_lower_bound_of_a_repeated_cover_never_overstates() {
    let (mut random, mut seen) = (Random(0x9e37_79b9_7f4a_7c15), Seen::default());
    for (label, names) in bundled(|name| name.starts_with("setcover") && !name.contains("night")) {
        for estimate in Estimate::ALL {
            let policy = Policy { estimate, ..Policy::default() };
            check_limit(label, &names, policy, &mut random, (30, 600), &mut seen);
        }
    }
    for number in 0..300 {
        let text = random_setcover(&mut random);
        let names = encode(&load(&text, Some("sets")).unwrap().puzzles[0].shape);
        let (rule, estimate) = (ItemRule::ALL[number % 5], Estimate::ALL[number % 3]);
        let label = format!("{text}{rule:?} {estimate:?}");
        check_limit(&label, &names, Policy { rule, estimate, best: false }, &mut random, (15, 60), &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.cuts > 500 && seen.tight > 1000, "few bounds were tested: {seen:?}");
}

#[test]
fn the_upper_bound_on_the_score_never_understates() {
    let (mut random, mut seen) = (Random(0x2545_f491_4f6c_dd1d), Seen::default());
    let small = ["cover-", "queens-8", "sudoku-4x4", "target-9x9.", "tiling-dominoes"];
    for (label, names) in bundled(|name| small.iter().any(|own| name.starts_with(own))) {
        check_score(label, &names, ItemRule::Fewest, &mut random, (40, 9000), &mut seen);
    }
    for number in 0..300 {
        let rule = ItemRule::ALL[number % 5];
        let (text, form) = match number % 6 {
            0 => (random_target(&mut random), None),
            _ => (random_cover(&mut random), Some("knuth")),
        };
        let mut names = encode(&load(&text, form).unwrap_or_else(|error| panic!("{text}{error:?}")).puzzles[0].shape);
        let weights = (form.is_some() && random.chance(2)).then(|| reweigh(&mut names, &mut random));
        let label = format!("{text}{rule:?} {weights:?}");
        check_score(&label, &names, rule, &mut random, (15, 120), &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.cuts > 500 && seen.tight > 1000, "few bounds were tested: {seen:?}");
}

#[test]
fn at_most_is_answered_as_by_the_fewest() {
    use quadrille::solve::{ENGINES, Engine, Order, Status, run};
    let mut rng = fastrand::Rng::with_seed(12);
    for _ in 0..rounds(150, 3000) {
        let (items, sets) = (rng.u32(2..9), rng.usize(2..14));
        let mut problem = quadrille::dlx::Problem::repeated(items);
        for _ in 0..sets {
            let own: Vec<_> = (0..items).filter(|_| rng.usize(..3) == 0).map(quadrille::dlx::ItemId).collect();
            if !own.is_empty() {
                problem.push(&own).unwrap();
            }
        }
        if problem.n_options() == 0 {
            continue;
        }
        // Every set of options.
        let covers = |bits: u32| {
            (0..items).all(|item| {
                problem
                    .options()
                    .any(|option| bits >> option.0 & 1 == 1 && problem.items_of(option).iter().any(|own| own.0 == item))
            })
        };
        let fewest = (0..1u32 << problem.n_options()).filter(|&bits| covers(bits)).map(u32::count_ones).min();
        let engines: Vec<Engine> = ENGINES
            .iter()
            .map(|row| row.engine)
            .filter(|engine| engine.answers(&problem, quadrille::dlx::Goal::First))
            .collect();
        for most in 0..=items {
            for engine in engines.iter().copied().map(Some).chain([None]) {
                let outcome = run(&problem, Order { engine, ..Order::at_most(most) }, &mut ());
                let right = fewest.is_some_and(|fewest| fewest <= most);
                assert_eq!(
                    outcome.status,
                    if right { Status::Solved } else { Status::None },
                    "{most} of {fewest:?} {engine:?}"
                );
                assert!(outcome.solutions.iter().all(|cover| cover.len() as u32 <= most && problem.is_cover(cover)));
            }
        }
    }
}
