//! The needle: an answer followed through a search is found or lost where a plain walk through the
//! whole search, with sets in place of links, finds or loses it.

use crate::support::rounds;
use dancing::{Event, ItemRule, OptionId, Policy, Search, Tally};
use fastrand::Rng;
use quadrille_puzzle::{Encoded, encode, load};
use quadrille_solve::{Grain, Stepper};
use quadrille_study::{Against, AgainstSettings, Bug, Ended, Needle, NeedleEnd, Verdict, brief_lines};

/// A problem with a hidden answer, as text, and the numbers of its options. One item of an option
/// of the answer may be wrong.
fn hidden(rng: &mut Rng) -> (String, Vec<usize>) {
    let items = rng.usize(3..9);
    let parts = rng.usize(1..=items.min(4));
    let owner: Vec<usize> = (0..items).map(|_| rng.usize(..parts)).collect();
    let mut options: Vec<(bool, Vec<usize>)> = (0..parts)
        .map(|part| (true, (0..items).filter(|&item| owner[item] == part).collect()))
        .chain((0..rng.usize(2..9)).map(|_| (false, (0..items).filter(|_| rng.usize(..5) < 2).collect())))
        .filter(|(_, items): &(bool, Vec<usize>)| !items.is_empty())
        .collect();
    if rng.bool() {
        let option = &mut options[rng.usize(..1)].1;
        let (from, to) = (rng.usize(..option.len()), rng.usize(..items));
        if !option.contains(&to) {
            option[from] = to;
        }
    }
    rng.shuffle(&mut options);
    let line = |items: &[usize]| items.iter().map(|item| format!("i{item}")).collect::<Vec<_>>().join(" ") + "\n";
    let text =
        line(&(0..items).collect::<Vec<_>>()) + &options.iter().map(|(_, items)| line(items)).collect::<String>();
    let answer = (1..).zip(&options).filter(|(_, (is_answer, _))| *is_answer).map(|(number, _)| number).collect();
    (text, answer)
}

/// What a walk through the whole search sees of an answer.
fn walked(names: &Encoded, rule: ItemRule, answer: &[OptionId]) -> (&'static str, String) {
    let problem = &names.problem;
    let mut search = Search::new(problem, Policy { rule, ..Policy::default() });
    loop {
        let before = search.address().to_string();
        let path = search.path();
        // The search must end somewhere: at the latest, at the root with everything tried.
        let event = search.step_into(&mut Tally::default()).expect("the answer is found or lost");
        if !path.iter().all(|option| answer.contains(option)) {
            continue;
        }
        let items = |option: &OptionId| problem.items_of(*option);
        // An option is open if no chosen option, and not the item in hand, shares an item with it.
        let is_open =
            |option: &&OptionId| !path.iter().any(|other| items(other).iter().any(|item| items(option).contains(item)));
        let left = || answer.iter().filter(|option| !path.contains(option));
        match event {
            Event::Choose { item } => {
                match left().filter(is_open).filter(|option| items(option).contains(&item)).count() {
                    0 => return ("uncovered", search.address().to_string()),
                    1 => {}
                    _ => return ("removed", search.address().to_string()),
                }
            }
            Event::Cover { item } => {
                let (last, others) = path.split_last().expect("an option is chosen");
                let taken = |option: &OptionId| {
                    others.iter().any(|other| items(other).iter().any(|item| items(option).contains(item)))
                };
                // Items of the last option that were covered before this one.
                let first: Vec<_> = covered_before(names, &before, *last, item);
                let hides = left().any(|option| {
                    items(option).contains(&item)
                        && !taken(option)
                        && !items(option).iter().any(|item| first.contains(item))
                });
                if hides {
                    return ("removed", before);
                }
            }
            Event::Visit => {
                return (if left().next().is_none() { "found" } else { "early" }, search.address().to_string());
            }
            _ => {}
        }
    }
}

/// The items of an option that are covered before one of them, from the number in an address.
fn covered_before(names: &Encoded, address: &str, option: OptionId, item: dancing::ItemId) -> Vec<dancing::ItemId> {
    let count: usize = address.rsplit_once('+').map_or(0, |(_, count)| count.parse().unwrap());
    let mut search = Search::new(&names.problem, Policy::default());
    search.restart();
    // The chosen item is covered first; the others follow it around the option.
    let items = names.problem.items_of(option);
    let at = items.iter().position(|&own| own == item).unwrap();
    (0..=count).map(|back| items[(at + items.len() - 1 - back) % items.len()]).collect()
}

#[test]
fn an_answer_is_lost_where_a_walk_loses_it() {
    let mut rng = Rng::with_seed(71);
    let mut seen = std::collections::BTreeMap::new();
    for round in 0..rounds(600, 20_000) {
        let (text, answer) = hidden(&mut rng);
        let puzzle = load(&text, Some("knuth")).unwrap().puzzles.remove(0);
        let names = encode(&puzzle.shape);
        let numbers: Vec<String> = answer.iter().map(usize::to_string).collect();
        let needle = Needle::read(&numbers.join(" "), &names).unwrap();
        let lines: String =
            answer.iter().map(|&number| names.option_name(OptionId(number as u32 - 1)) + "\n").collect();
        // Options may have the same items, so the names may be those of others.
        assert_eq!(Needle::read(&lines, &names).unwrap().options().len(), {
            let mut lines: Vec<&str> = lines.lines().collect();
            lines.sort_unstable();
            lines.dedup();
            lines.len()
        });
        let rule = [ItemRule::Fewest, ItemRule::First][round as usize % 2];
        let mut search = Search::new(&names.problem, Policy { rule, ..Policy::default() });
        let end = needle.follow(&mut search, |_| ());
        let status = match end {
            NeedleEnd::Found(_) => "found",
            NeedleEnd::Removed { .. } => "removed",
            NeedleEnd::Uncovered { .. } => "uncovered",
            NeedleEnd::Early { .. } => "early",
        };
        *seen.entry(status).or_insert(0) += 1;
        let walk = walked(&names, rule, needle.options());
        assert_eq!((status, end.address().to_string()), walk, "\n{text}{numbers:?} {rule:?}");
        // A trace of the same search loses it in the same way.
        let mut stepper = Stepper::new(&names.problem, rule);
        let cases = [names.clone()];
        let mut against = Against::new(&cases, AgainstSettings::default()).watching(needle);
        while let Some(step) = stepper.next_step() {
            let lines = brief_lines(&step, stepper.search(), &names, false);
            stepper.step(Grain::Item, true);
            for line in &lines {
                against.line(line);
            }
        }
        let report = against.end(Ended::Done);
        match (&report.verdict, status) {
            (Verdict::Differs(difference), "removed" | "uncovered") => assert_eq!(difference.bug, Some(Bug::Needle)),
            // Nothing of the answer was chosen before the end.
            (Verdict::Same, "uncovered" | "early") => {}
            (Verdict::Differs(difference), "early") => assert_eq!(difference.bug, Some(Bug::Needle)),
            (Verdict::Same, "found") => assert!(report.notes.iter().any(|note| note.contains("comes to the answer"))),
            (verdict, status) => panic!("{status}: {verdict:?}\n{text}{numbers:?}"),
        }
    }
    assert!(seen.len() >= 3, "{seen:?}");
}

#[test]
fn an_answer_that_is_none_is_refused_with_its_place() {
    let puzzle = load("a b c\na b\nb c\nc\n", Some("knuth")).unwrap().puzzles.remove(0);
    let names = encode(&puzzle.shape);
    let error = Needle::read("1 x\n", &names).unwrap_err();
    assert_eq!((error.place.line, error.place.column, error.width), (1, 1, 3));
    assert!(error.to_string().contains("`1 x` is not an option"), "{error}");
    let error = Needle::read("1\n2 9\n", &names).unwrap_err();
    assert_eq!((error.place.line, error.place.column, error.width), (2, 3, 1));
    assert!(Needle::read("\n\n", &names).is_err());
    let puzzle = load("1234\n3412\n2143\n4.21\n", Some("rows")).unwrap().puzzles.remove(0);
    let names = encode(&puzzle.shape);
    assert_eq!(Needle::read("1234\n3412\n2143\n4321\n", &names).unwrap().options().len(), 16);
    let error = Needle::read("1234\n3412\n2143\n4.21\n", &names).unwrap_err().to_string();
    assert!(error.contains("r4c2 is empty"), "{error}");
    let error = Needle::read("2134\n3412\n2143\n4321\n", &names).unwrap_err().to_string();
    assert!(error.contains("r1c1 is 1 in the puzzle and 2 in the answer"), "{error}");
}
