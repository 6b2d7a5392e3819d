//! Every sentence of `lint` is held to counts: on random problems of every class, what it says is
//! compared with all solutions. They are found by trying every set of options, without the engines.

use dancing::Goal;
use quadrille_puzzle::{Severity, encode, lint, load};
use quadrille_solve::{Order, run};
use std::collections::{BTreeMap, BTreeSet};

const PRIMARY: [&str; 4] = ["ab", "aB", "abc", "q"];
const SECONDARY: [&str; 3] = ["abd", "x", "Abc"];
const COLORS: [&str; 3] = ["", "A", "B"];

/// A problem as plain lists.
#[derive(Clone, Debug)]
struct Model {
    /// By item: its name, and how often it is covered if it is primary.
    items: Vec<(String, Option<(u32, u32)>)>,
    /// By option: items with their colours, 0 for none.
    options: Vec<Vec<(usize, usize)>>,
    costs: Vec<u32>,
    priced: bool,
    repeated: bool,
}

impl Model {
    /// A small problem. The class has a bit each for colours, multiplicities and repeated covers.
    fn random(rng: &mut fastrand::Rng, class: u32) -> Model {
        let (colored, multiple, repeated) = (class & 1 > 0, class & 2 > 0, class & 4 > 0);
        let mut items: Vec<(String, Option<(u32, u32)>)> = Vec::new();
        for name in &PRIMARY[..rng.usize(1..=4)] {
            let least = rng.u32(0..3);
            let range = if multiple && rng.bool() { (least, rng.u32(least.max(1)..4)) } else { (1, 1) };
            items.push((name.to_string(), Some(range)));
        }
        let primary = items.len();
        if !repeated {
            items.extend(SECONDARY[..rng.usize(0..=3)].iter().map(|name| (name.to_string(), None)));
        }
        let mut options: Vec<Vec<(usize, usize)>> = Vec::new();
        let dense = rng.f64();
        for _ in 0..rng.usize(1..=7) {
            let color = |rng: &mut fastrand::Rng, item| if colored && item >= primary { rng.usize(0..3) } else { 0 };
            let mut option: Vec<(usize, usize)> = Vec::new();
            match options.len() {
                0 => {}
                many if rng.u8(0..3) == 0 => option = options[rng.usize(0..many)].clone(),
                _ => {}
            }
            while option.is_empty() {
                option = (0..items.len()).filter(|_| rng.f64() < dense.max(0.2)).map(|item| (item, 0)).collect();
                option.iter_mut().for_each(|(item, own)| *own = color(rng, *item));
            }
            rng.shuffle(&mut option);
            options.push(option);
        }
        // Two items in the same options.
        if items.len() > 1 && rng.bool() {
            let (one, other) = (rng.usize(0..items.len()), rng.usize(0..items.len()));
            for option in options.iter_mut().filter(|_| one != other) {
                let held = option.iter().find(|(item, _)| *item == one).map(|own| own.1);
                option.retain(|(item, _)| *item != other);
                if let Some(color) = held {
                    let painted = colored && other >= primary;
                    let color = if painted && rng.u8(0..4) > 0 { color } else { 0 };
                    let color = if painted && rng.u8(0..6) == 0 { rng.usize(0..3) } else { color };
                    option.push((other, color));
                }
            }
            options.retain(|option| !option.is_empty());
        }
        let costs = options.iter().map(|_| rng.u32(0..3)).collect();
        Model { items, options, costs, priced: !repeated && rng.u8(0..3) == 0, repeated }
    }

    fn shown(&self, option: usize) -> String {
        let name = |&(item, color): &(usize, usize)| match color {
            0 => self.items[item].0.clone(),
            _ => format!("{}:{}", self.items[item].0, COLORS[color]),
        };
        self.options[option].iter().map(name).collect::<Vec<_>>().join(" ")
    }

    fn text(&self) -> String {
        let mut text = if self.repeated { "setcover\n".to_string() } else { String::new() };
        for (at, (name, range)) in self.items.iter().enumerate() {
            let bar = range.is_none() && self.items[at - 1].1.is_some();
            text += if bar { "| " } else { "" };
            text += &match range {
                Some((least, most)) if (*least, *most) != (1, 1) => format!("{least}:{most}|{name} "),
                _ => format!("{name} "),
            };
        }
        for option in 0..self.options.len() {
            text += &format!("\n{}", self.shown(option));
            if self.priced {
                text += &format!(" |{}", self.costs[option]);
            }
        }
        text + "\n"
    }

    fn is_idle(&self, option: usize) -> bool {
        self.options[option].iter().all(|&(item, _)| self.items[item].1.is_none())
    }

    /// Every solution as a set of options, one bit each, without options that have no primary item.
    fn solutions(&self) -> Vec<u32> {
        let chosen = |set: u32| (0..self.options.len()).filter(move |option| set >> option & 1 == 1);
        let works = |set: &u32| {
            (0..self.items.len()).all(|item| {
                let held: Vec<usize> = chosen(*set)
                    .flat_map(|option| &self.options[option])
                    .filter(|own| own.0 == item)
                    .map(|own| own.1)
                    .collect();
                match self.items[item].1 {
                    Some(_) if self.repeated => !held.is_empty(),
                    Some((least, most)) => (least..=most).contains(&(held.len() as u32)),
                    None => held.len() < 2 || held[0] > 0 && held.iter().all(|color| *color == held[0]),
                }
            })
        };
        let usable = |set: &u32| chosen(*set).all(|option| !self.is_idle(option));
        (0..1u32 << self.options.len()).filter(usable).filter(works).collect()
    }

    /// The least cost of a solution, or the fewest options.
    fn best(&self) -> Option<u32> {
        let cost = |option: usize| if self.priced { self.costs[option] } else { 1 };
        let total = |set: u32| (0..self.options.len()).filter(|option| set >> option & 1 == 1).map(cost).sum();
        self.solutions().into_iter().map(total).min()
    }

    fn without_options(&self, gone: &BTreeSet<usize>) -> Model {
        let kept = |at: &usize| !gone.contains(at);
        let options = (0..self.options.len()).filter(kept).map(|at| self.options[at].clone()).collect();
        let costs = (0..self.costs.len()).filter(kept).map(|at| self.costs[at]).collect();
        Model { options, costs, ..self.clone() }
    }

    /// The same problem with fewer items. The options keep their numbers.
    fn without_items(&self, gone: &BTreeSet<usize>) -> Model {
        let kept: Vec<usize> = (0..self.items.len()).filter(|item| !gone.contains(item)).collect();
        let number = |(item, color): (usize, usize)| Some((kept.iter().position(|&own| own == item)?, color));
        let options = self.options.iter().map(|own| own.iter().filter_map(|&pair| number(pair)).collect()).collect();
        Model { items: kept.iter().map(|&item| self.items[item].clone()).collect(), options, ..self.clone() }
    }

    fn item(&self, name: &str) -> usize {
        self.items.iter().position(|own| own.0 == name).unwrap_or_else(|| panic!("no item {name:?}"))
    }

    fn in_options(&self, item: usize) -> usize {
        self.options.iter().filter(|own| own.iter().any(|pair| pair.0 == item)).count()
    }
}

/// The options of a place such as `a b (option 3) = b a (option 5, cost 2)`, from 0.
fn numbers(place: &str) -> Vec<usize> {
    let parts = place.split("(option ").skip(1);
    parts.map(|part| part.split([',', ')']).next().unwrap().parse::<usize>().unwrap() - 1).collect()
}

/// The fewest characters to be inserted, removed or replaced.
fn distance(one: &[u8], other: &[u8]) -> usize {
    match (one, other) {
        ([], rest) | (rest, []) => rest.len(),
        ([a, one_rest @ ..], [b, other_rest @ ..]) => {
            let replaced = distance(one_rest, other_rest) + usize::from(a != b);
            replaced.min(1 + distance(one_rest, other)).min(1 + distance(one, other_rest))
        }
    }
}

/// Checks one finding. Returns the sentence that was checked.
fn holds(model: &Model, title: &str, severity: Severity, places: &[String]) -> &'static str {
    let solutions = model.solutions();
    let groups: Vec<Vec<usize>> = places.iter().map(|place| numbers(place)).collect();
    let says = |part: &str| title.contains(part);
    if says("diagonals of queens") {
        assert!(solutions.is_empty() && severity == Severity::Fatal);
        return "diagonals";
    }
    if says("option: there is no solution") || says("options: there is no solution") {
        assert!(solutions.is_empty() && severity == Severity::Fatal);
        return "unmet";
    }
    if says("forced options that clash: there is no solution") {
        assert!(solutions.is_empty() && severity == Severity::Fatal);
        return "clash";
    }
    assert!(severity != Severity::Fatal, "{title}");
    if says("without a primary item: never chosen") {
        let idle: Vec<usize> = (0..model.options.len()).filter(|&option| model.is_idle(option)).collect();
        let shown = |&option: &usize| format!("the option {}", model.shown(option));
        assert_eq!(places, idle.iter().map(shown).collect::<Vec<_>>());
        return "idle";
    }
    if says("cover the same items: one of each is enough to find a solution") || says("the cheapest of each is enough")
    {
        let counted = says("a count counts each copy");
        assert_eq!(counted, !model.repeated);
        for group in &groups {
            for (at, _) in group.iter().enumerate() {
                let mut gone: BTreeSet<usize> = group.iter().copied().collect();
                let kept = group[at];
                gone.remove(&kept);
                let left = model.without_options(&gone);
                let found = left.solutions();
                assert_eq!(found.is_empty(), solutions.is_empty());
                if counted {
                    let number = kept - gone.iter().filter(|own| **own < kept).count();
                    let with = found.iter().filter(|set| **set >> number & 1 == 1).count();
                    assert_eq!(solutions.len(), found.len() - with + group.len() * with);
                }
                let cheapest = group.iter().all(|&other| model.costs[kept] <= model.costs[other]);
                let dear = says("the cheapest");
                assert!(!dear || group.iter().any(|&other| model.costs[kept] != model.costs[other]));
                assert!(!dear || model.priced);
                if cheapest || !dear {
                    assert_eq!(left.best(), model.best());
                }
            }
        }
        let others = groups.iter().flat_map(|group| {
            let kept = *group.iter().min_by_key(|&&own| model.costs[own]).unwrap();
            group.iter().copied().filter(move |&own| own != kept)
        });
        assert_eq!(model.without_options(&others.collect()).best(), model.best());
        return if says("the cheapest") { "cheapest copies" } else { "copies" };
    }
    if says("cover the same items: no item forbids that a solution holds several of each") {
        for group in &groups {
            let sets: BTreeSet<BTreeSet<(usize, usize)>> =
                group.iter().map(|&option| model.options[option].iter().copied().collect()).collect();
            assert!(sets.len() == 1 && group.len() > 1);
            for &(item, color) in &model.options[group[0]] {
                assert!(color > 0 || model.items[item].1.is_some_and(|(_, most)| most > 1));
            }
        }
        return "copies that fit together";
    }
    if says("always occur together: one of each is enough, with the same solutions") {
        let groups: Vec<Vec<usize>> = places
            .iter()
            .map(|place| place.split("   (").next().unwrap().split(' ').map(|name| model.item(name)).collect())
            .collect();
        for group in &groups {
            assert!(group.len() > 1);
            for kept in group {
                let gone = group.iter().copied().filter(|own| own != kept).collect();
                assert_eq!(model.without_items(&gone).solutions(), solutions);
            }
        }
        let gone = groups.iter().flat_map(|group| group[1..].iter().copied()).collect();
        assert_eq!(model.without_items(&gone).solutions(), solutions);
        return "together";
    }
    if says("forced, so in every solution") {
        for place in places {
            let (option, why) = place.split_once(": ").unwrap();
            let same = |&at: &usize| format!("the option {}", model.shown(at)) == option;
            let forced: Vec<usize> = (0..model.options.len()).filter(same).collect();
            assert!(!forced.is_empty());
            assert!(solutions.iter().all(|set| forced.iter().all(|at| set >> at & 1 == 1)));
            match why.strip_prefix("no other option covers item ") {
                Some(name) => assert_eq!(model.in_options(model.item(name)), 1),
                None => {
                    let words: Vec<&str> = why.split(' ').collect();
                    assert_eq!((words[0], &words[2..5]), ("item", &["needs", "all", "its"][..]), "{why}");
                    assert_eq!(model.in_options(model.item(words[1])).to_string(), words[5]);
                }
            }
        }
        return "forced";
    }
    if says("separate parts: no option joins them") {
        let (mut product, mut best) = (1, Some(0));
        for place in places {
            let own: BTreeSet<usize> =
                place.split_once(": ").unwrap().1.split(' ').map(|name| model.item(name)).collect();
            let apart = |at: &usize| {
                let held = model.options[*at].iter().filter(|pair| own.contains(&pair.0)).count();
                assert!(held == 0 || held == model.options[*at].len(), "an option joins two parts");
                held == 0
            };
            let gone = (0..model.options.len()).filter(apart).collect();
            let others = (0..model.items.len()).filter(|item| !own.contains(item)).collect();
            let part = model.without_options(&gone).without_items(&others);
            product *= part.solutions().len();
            best = best.zip(part.best()).map(|(sum, own): (u32, u32)| sum + own);
        }
        assert!(places.len() > 1 && title.starts_with(&format!("{} ", places.len())));
        assert_eq!(best, model.best());
        assert_eq!(says("their counts multiply"), !model.repeated);
        assert!(model.repeated || product == solutions.len());
        return "parts";
    }
    if says("names differ by one character or in letter case, one of them in at most one option") {
        for place in places {
            let (one, other) = place.split_once(" and ").unwrap();
            let names = [one, other].map(|text| text.split(' ').next().unwrap());
            assert!(names.iter().any(|name| model.in_options(model.item(name)) < 2));
            let [one, other] = names.map(str::as_bytes);
            assert!(distance(one, other) == 1 || one.eq_ignore_ascii_case(other));
        }
        return "near";
    }
    panic!("a sentence that no count holds: {title}");
}

#[test]
fn every_sentence_holds_on_random_problems_of_every_class() {
    let mut rng = fastrand::Rng::with_seed(28);
    let mut seen: BTreeMap<(u32, &str), usize> = BTreeMap::new();
    for round in 0..12_000 {
        let class = [0, 1, 2, 3, 4][round % 5];
        let model = Model::random(&mut rng, class);
        let text = model.text();
        let form = if model.repeated { "sets" } else { "knuth" };
        let loaded = load(&text, Some(form)).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let encoded = encode(&loaded.puzzles[0].shape);
        if !model.repeated && round < 3000 {
            let order = Order::new(Goal::Count { limit: None });
            let count = run(&encoded.problem, order, &mut ()).count;
            assert_eq!(count.to_string(), model.solutions().len().to_string(), "{text}");
        }
        for finding in lint(&encoded, &mut || true).unwrap() {
            let check = || holds(&model, &finding.title, finding.severity, &finding.places);
            let sentence = std::panic::catch_unwind(check)
                .unwrap_or_else(|_| panic!("{}\n{:#?}\nis false of\n{text}", finding.title, finding.places));
            *seen.entry((class, sentence)).or_default() += 1;
        }
    }
    for class in 0..5 {
        let mut wanted = vec!["unmet", "copies", "together", "forced", "parts", "near"];
        // These repeated covers have no costs.
        wanted.extend((class < 4).then_some("cheapest copies"));
        wanted.extend((class < 4).then_some("clash"));
        wanted.extend((class < 4).then_some("idle"));
        wanted.extend((class == 2 || class == 3).then_some("copies that fit together"));
        for sentence in wanted {
            let times = seen.get(&(class, sentence)).copied().unwrap_or(0);
            assert!(times >= 10, "class {class}: `{sentence}` was seen {times} times");
        }
    }
}

#[test]
fn what_is_true_of_plain_covers_is_not_said_of_others() {
    let titles = |text: &str| -> Vec<String> {
        let loaded = load(text, Some("knuth")).unwrap();
        lint(&encode(&loaded.puzzles[0].shape), &mut || true)
            .unwrap()
            .into_iter()
            .map(|finding| finding.title)
            .collect()
    };
    for (text, never) in [
        // Item p needs both copies.
        ("2|p q\np\np\nq\n", "is enough"),
        // The items x and y get other colours.
        ("p q | x y\np x:A y:A\nq x:A y:B\n", "always occur together"),
        // Without p, which is primary, the two options would never be chosen.
        ("0:1|p q | x\np x\nq\np x\n", "always occur together"),
        // Item c is in no option, so the product of the counts is wrong.
        ("a b c\na\nb\n", "separate parts"),
    ] {
        let all = titles(text);
        assert!(!all.iter().any(|title| title.contains(never)), "{text}{all:#?}");
    }
}

/// The findings of a text in Knuth's form: how grave each is, its title, and its number of places.
fn titles(text: &str) -> Vec<(Severity, String, usize)> {
    let loaded = load(text, Some("knuth")).unwrap();
    lint(&encode(&loaded.puzzles[0].shape), &mut || true)
        .unwrap()
        .into_iter()
        .map(|f| (f.severity, f.title, f.places.len()))
        .collect()
}

#[test]
fn each_finding_is_found() {
    let found = |text: &str, severity, part: &str, places| {
        let all = titles(text);
        assert!(
            all.iter().any(|(actual, title, count)| *actual == severity && title.contains(part) && *count == places),
            "{part}: {all:?}"
        );
    };
    found("a b c\na b\n", Severity::Fatal, "in no option", 1);
    found("a b c\na c\nb c\n", Severity::Fatal, "clash", 1);
    found("a b | x\na\nb\nb x\nx\n", Severity::Odd, "without a primary item", 1);
    found("a b\na b\nb a\na\nb\n", Severity::Odd, "cover the same items", 1);
    found("item1 itemI b\nitem1\nitemI\nitemI b\nitemI\n", Severity::Odd, "differ by one character", 1);
    let queens = "r0 r1 | d3 d10\nr0 d3\nr1 d10\nr0 d10\nr1 d10\nr1\n";
    assert!(!titles(queens).iter().any(|(_, title, _)| title.contains("one character")), "numbers are not slips");
    let signed = queens.replace("d3", "d-3").replace("d10", "d-1") + "r0 d0\nr1 d2\n";
    let signed = signed.replacen("d-1\n", "d-1 d0 d2\n", 1);
    assert!(!titles(&signed).iter().any(|(_, title, _)| title.contains("one character")), "nor are signs");
    found("a b c\na b\na b c\nc\n", Severity::Fact, "always occur together", 1);
    found("a b c d\na b\na\nb\nc d\nc\nd\n", Severity::Fact, "separate parts", 2);
    found("a b\na b\nb\n", Severity::Fact, "forced", 1);
}

#[test]
fn what_is_well_has_no_findings_but_facts() {
    let all = titles("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n");
    assert!(all.iter().all(|(severity, ..)| *severity == Severity::Fact), "{all:?}");
}

/// A board of n queens as an exact cover: ranks, files, and the diagonals both ways, from the one
/// of `least` squares on. The diagonals are primary, or secondary.
fn queens(n: usize, least: usize, are_primary: bool) -> String {
    let length = |at: usize| n - at.abs_diff(n - 1);
    let names = |way: &str, count: usize| -> Vec<String> { (0..count).map(|at| format!("{way}{at}")).collect() };
    let diagonal = |way: &str, at: usize| (length(at) >= least).then(|| format!("{way}{at}"));
    let diagonals = ["u", "d"].into_iter().flat_map(|way| (0..2 * n - 1).filter_map(move |at| diagonal(way, at)));
    let (ranks, files) = (names("r", n).join(" "), names("c", n).join(" "));
    let bar = if are_primary { "" } else { "| " };
    let mut text = format!("{ranks} {files} {bar}{}\n", diagonals.collect::<Vec<_>>().join(" "));
    for (row, column) in (0..n * n).map(|square| (square / n, square % n)) {
        let both = [diagonal("u", row + column), diagonal("d", row + n - 1 - column)];
        let both: Vec<String> = both.into_iter().flatten().collect();
        text += &format!("r{row} c{column} {}\n", both.join(" "));
    }
    text
}

#[test]
fn primary_diagonals_of_queens_are_found() {
    let is_found = |text: &str| titles(text).iter().any(|(_, title, _)| title.contains("diagonals of queens"));
    for (n, least) in [(4, 1), (5, 1), (5, 2), (8, 1), (8, 2), (12, 2)] {
        assert!(is_found(&queens(n, least, true)), "{n} {least}");
        assert!(!is_found(&queens(n, least, false)), "{n} {least}: secondary diagonals are right");
    }
    // Other models of as many options and items are no boards of queens.
    let moved = queens(5, 1, true).replacen("r0 c0 u0 d4", "r0 c1 u0 d4", 1);
    assert!(!is_found(&moved));
}

#[test]
fn a_finding_is_a_short_sentence() {
    let loaded = load("a b c d\na b\n", Some("knuth")).unwrap();
    let findings = lint(&encode(&loaded.puzzles[0].shape), &mut || true).unwrap();
    assert_eq!(findings[0].sentence(), "2 items are in no option: item c, item d.");
}
