//! Questions about the next step, and their grading, compared with the independent implementation of
//! dancing links in `explain.rs`.

use crate::explain::{Book, Reading, parse, problems};
use crate::support::rounds;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use quadrille::dlx::{Event, ItemId, NodeId, OptionId, Policy, Search, Tally};
use quadrille::puzzle::Encoded;
use quadrille::solve::{Grain, Stepper};
use quadrille::study::{Asks, Pick, Predict, Quiz};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The right answers of each kind of question, from the book's next operation. `done` links of it
/// are done.
fn truth(kind: Predict, told: &Value, names: &Encoded, done: usize) -> BTreeSet<Pick> {
    let n = names.problem.n_items() as u32;
    let item = |name: &Value| {
        let found = (0..n).map(ItemId).find(|&item| names.item_short(item) == name.as_str().unwrap());
        found.expect("the book names items")
    };
    let option = |name: &Value| {
        let named = |option: &OptionId| names.option_name(*option) == name.as_str().unwrap();
        names.problem.options().find(named).expect("the book names options")
    };
    let list = |key: &str| told[key].as_array().cloned().unwrap_or_default();
    match kind {
        Predict::Choice if told["event"] == "choose" => [Pick::Item(item(&told["item"]))].into(),
        Predict::Choice => BTreeSet::new(),
        Predict::Counts => list("counts").iter().map(|count| Pick::Item(item(&count[0]))).collect(),
        Predict::Hidden => list("hidden").iter().map(|hidden| Pick::Option(option(&hidden[0]))).collect(),
        Predict::Pointer => {
            let pair: Vec<Value> = list("pointers").into_iter().skip(2 * done).take(2).collect();
            let node = pair.iter().find_map(|pointer| pointer[0].as_u64());
            node.map(|node| Pick::Node(NodeId(node as u32))).into_iter().collect()
        }
        Predict::Next => unreachable!("sentences are compared by themselves"),
    }
}

/// The sentence of an event of the book.
fn sentence(event: &str) -> &'static str {
    match event {
        "choose" => "An item is chosen and covered.",
        "try" => "An option of the item is tried.",
        "cover" => "An item of the option is covered.",
        "purify" => "An item gets its colour.",
        "solution" => "A solution is found.",
        "uncover" => "An item of the option is uncovered.",
        "unpurify" => "An item loses its colour.",
        "take back" => "The option is taken back.",
        "leave" => "The chosen item is uncovered.",
        "stop" => "The item takes no further option.",
        "cut" => "The branch is cut by the bound.",
        "limit" => "The limit is raised.",
        other => panic!("{other}"),
    }
}

/// Compares every question at a state with the book, and grades answers: the right ones, and others.
fn hold(stepper: &Stepper, names: &Encoded, plain: &Book, asked: &mut BTreeMap<&'static str, usize>) {
    let search = stepper.search();
    let address = search.address().to_string();
    let next = search.next_event();
    let (is_cut, has_limit) = (matches!(next, Some(Event::Cut { .. })), matches!(next, Some(Event::RaiseLimit { .. })));
    let told = Reading::build(names, plain, parse(&address)).next(is_cut, has_limit);
    let done = stepper.slow().map_or(0, |slow| slow.done());
    for kind in Predict::ALL {
        let quiz = Quiz::about(kind, stepper, names);
        if kind == Predict::Next {
            let Some(quiz) = quiz else {
                assert!(told.is_null() || done > 0, "{address}");
                continue;
            };
            *asked.entry(kind.id()).or_default() += 1;
            let expected = sentence(told["event"].as_str().unwrap());
            assert_eq!(quiz.sentences.len(), 4);
            assert_eq!(quiz.sentences.iter().collect::<BTreeSet<_>>().len(), 4, "{:?}", quiz.sentences);
            for (at, said) in quiz.sentences.iter().enumerate() {
                let right = quiz.grade(&[Pick::Sentence(at)].into(), stepper, names).right;
                assert_eq!(right, said == expected, "{said} at {address}");
            }
            continue;
        }
        let truth =
            if done > 0 && kind != Predict::Pointer { BTreeSet::new() } else { truth(kind, &told, names, done) };
        let Some(quiz) = quiz else {
            assert!(truth.is_empty(), "{} at {address}: {truth:?}", kind.id());
            continue;
        };
        *asked.entry(kind.id()).or_default() += 1;
        assert_eq!(quiz.right, truth, "{} at {address}", kind.id());
        let all: Vec<Pick> = match quiz.sort {
            Asks::Item => (0..names.problem.n_items() as u32).map(|item| Pick::Item(ItemId(item))).collect(),
            Asks::Option => names.problem.options().map(Pick::Option).collect(),
            Asks::Node => (0..stepper.links().n_nodes() as u32).map(|node| Pick::Node(NodeId(node))).collect(),
            Asks::Sentence => unreachable!(),
        };
        let grade = |picked: &BTreeSet<Pick>| quiz.grade(picked, stepper, names).right;
        match quiz.wanted {
            1 => all.iter().for_each(|pick| assert_eq!(grade(&[*pick].into()), truth.contains(pick), "{address}")),
            _ => {
                assert_eq!(quiz.wanted, truth.len());
                assert!(grade(&truth), "{address}");
                // One that is missing, and one that is wrong in its place.
                let mut other = truth.clone();
                other.pop_first();
                assert!(!grade(&other), "{address}");
                if let Some(wrong) = all.iter().find(|pick| !truth.contains(pick)) {
                    other.insert(*wrong);
                    assert!(!grade(&other), "{address}");
                }
            }
        }
    }
}

/// With `QUADRILLE_LONG=1`, ten thousand states and more.
#[test]
fn predictions_are_graded_as_by_the_book() {
    let problems = problems();
    let each = rounds(300, 12_000) as usize / problems.len() + 1;
    let mut runner = TestRunner::deterministic();
    let mut random = move |below: usize| (0..below).new_tree(&mut runner).unwrap().current();
    let (mut asked, mut states) = (BTreeMap::new(), 0);
    for (name, names) in &problems {
        let plain = Book::new(&names.problem);
        // Cuts by a score are taken from the search: the book has no bound.
        let best = names.problem.is_weighted() && !names.problem.wants_fewest();
        for policy in [Policy::default(), Policy { best: true, ..Policy::default() }] {
            if policy.best && !best {
                continue;
            }
            let (mut search, mut tally) = (Search::new(&names.problem, policy), Tally::default());
            for _ in 0..each {
                for _ in 0..random(25) {
                    if search.step_into(&mut tally).is_none() {
                        search.restart();
                    }
                }
                let mut stepper = Stepper::at(search.clone(), tally.clone());
                for _ in 0..random(4) {
                    stepper.step(Grain::Link, true);
                }
                hold(&stepper, names, &plain, &mut asked);
                states += 1;
            }
        }
        println!("{name}: {states} states, {asked:?}");
    }
    assert!(Predict::ALL.into_iter().all(|kind| asked.contains_key(kind.id())), "{asked:?}");
}
