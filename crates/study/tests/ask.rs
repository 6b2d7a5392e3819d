//! Questions about a whole search, against brute force over its whole trace: sets of covered items
//! in place of links for exact covers, and breakpoints for the other classes.

use crate::support::rounds;
use dancing::{Event, ItemId, ItemRule, OptionId, Policy, Problem, Search, Tally};
use fastrand::Rng;
use quadrille_puzzle::{encode, load};
use quadrille_solve::{Break, Happening, Inquiry, Occurrences, Stepper, Stop};
use quadrille_study::{Query, Which};
use std::sync::Arc;

/// The state after each operation of a search: its address, event, chosen options and covered
/// items.
struct Moment {
    address: String,
    event: Event,
    path: Vec<OptionId>,
    covered: Vec<bool>,
}

fn trace(problem: &Arc<Problem>, rule: ItemRule) -> Vec<Moment> {
    let mut search = Search::new(problem, Policy { rule, ..Policy::default() });
    let (mut path, mut covered, mut moments) = (Vec::new(), vec![false; problem.n_items()], Vec::new());
    while let Some(event) = search.step_into(&mut Tally::default()) {
        match event {
            Event::Choose { item } | Event::Cover { item } => covered[item.index()] = true,
            Event::Uncover { item } | Event::Backtrack { item } => covered[item.index()] = false,
            Event::Try { node } => path.push(search.links().option(node).unwrap()),
            Event::Next { .. } => drop(path.pop()),
            _ => {}
        }
        moments.push(Moment {
            address: search.address().to_string(),
            event,
            path: path.clone(),
            covered: covered.clone(),
        });
    }
    moments
}

/// The answer that the trace gives.
fn brute(problem: &Problem, trace: &[Moment], asked: &Happening) -> Occurrences {
    let items = |option: OptionId| problem.items_of(option);
    let is_open = |covered: &[bool], option: OptionId| items(option).iter().all(|item| !covered[item.index()]);
    let left = |covered: &[bool], item: ItemId| {
        problem.options().filter(|&option| items(option).contains(&item) && is_open(covered, option)).count()
    };
    let none = vec![false; problem.n_items()];
    let deepest = trace.iter().map(|moment| moment.path.len()).max().unwrap_or(0);
    let mut record = Occurrences::default();
    for (at, moment) in trace.iter().enumerate() {
        let before = if at == 0 { &none } else { &trace[at - 1].covered };
        let now = &moment.covered;
        let is_try = matches!(moment.event, Event::Try { .. });
        let dead = match moment.event {
            Event::Choose { item } if left(before, item) == 0 => Some(item),
            _ => None,
        };
        let happens = match asked {
            &Happening::Hidden(option) => is_open(before, option) && !is_open(now, option),
            Happening::Tried(option) => is_try && moment.path.last() == Some(option),
            Happening::Chosen(wanted) => moment.event == Event::Choose { item: *wanted },
            Happening::Covered(item) => !before[item.index()] && now[item.index()],
            &Happening::Falls { item, left: wanted } => {
                // The list of a covered item does not change.
                !now[item.index()] && !before[item.index()] && left(before, item) > wanted && left(now, item) == wanted
            }
            Happening::Solution(with) => {
                moment.event == Event::Visit && with.iter().all(|option| moment.path.contains(option))
            }
            Happening::DeadEnd => dead.is_some(),
            Happening::Blamed(blamed) => dead.is_some_and(|item| {
                let shares = |one: OptionId, other: OptionId| items(one).iter().any(|item| items(other).contains(item));
                let first = |option| moment.path.iter().copied().find(|&chosen| shares(chosen, option));
                problem.options().any(|option| items(option).contains(&item) && first(option) == Some(*blamed))
            }),
            Happening::Cut => false,
            Happening::Level(level) => is_try && moment.path.len() == *level,
            Happening::Deepest => is_try && moment.path.len() == deepest,
        };
        if happens {
            let op = at as u64 + 1;
            record = Occurrences { times: record.times + 1, first: record.first.or(Some(op)), last: Some(op) };
        }
    }
    record
}

/// A random exact cover, as text in Knuth's form. Some items may be secondary.
fn random_cover(rng: &mut Rng) -> String {
    let (primary, secondary) = (rng.usize(2..7), rng.usize(0..3));
    let name = |item: usize| format!("i{item}");
    let all: Vec<String> = (0..primary).map(name).collect();
    let others: Vec<String> = (primary..primary + secondary).map(name).collect();
    let bar = if secondary > 0 { " | " } else { "" };
    let mut text = all.join(" ") + bar + &others.join(" ") + "\n";
    for _ in 0..rng.usize(2..14) {
        let mut items: Vec<usize> = (0..primary + secondary).filter(|_| rng.usize(..3) == 0).collect();
        if items.iter().all(|&item| item >= primary) {
            items.insert(0, rng.usize(..primary));
        }
        text += &(items.into_iter().map(name).collect::<Vec<_>>().join(" ") + "\n");
    }
    text
}

/// Every kind of question, about a random item or option.
fn questions(rng: &mut Rng, problem: &Problem) -> Vec<Happening> {
    let mut option = || OptionId(rng.u32(..problem.n_options() as u32));
    let (a, b, c, d, e) = (option(), option(), option(), option(), option());
    let mut item = || ItemId(rng.u32(..problem.n_items() as u32));
    let (i, j, k) = (item(), item(), item());
    vec![
        Happening::Hidden(a),
        Happening::Tried(b),
        Happening::Chosen(i),
        Happening::Covered(j),
        Happening::Falls { item: k, left: rng.usize(..3) },
        Happening::Solution(Vec::new()),
        Happening::Solution(vec![c]),
        Happening::Solution(vec![c, d]),
        Happening::DeadEnd,
        Happening::Blamed(e),
        Happening::Cut,
        Happening::Level(rng.usize(1..4)),
        Happening::Deepest,
    ]
}

#[test]
fn answers_are_those_of_the_whole_trace() {
    let mut rng = Rng::with_seed(44);
    let (mut asked, mut happened) = (0, 0);
    for round in 0..rounds(780, 8_000) {
        let puzzle = load(&random_cover(&mut rng), Some("knuth")).unwrap().puzzles.remove(0);
        let names = encode(&puzzle.shape);
        let problem = &names.problem;
        let rule = [ItemRule::Fewest, ItemRule::First, ItemRule::Last][round as usize % 3];
        let trace = trace(problem, rule);
        let questions = questions(&mut rng, problem);
        let mut inquiry = Inquiry::new(problem, rule, questions.clone()).in_blocks_of(rng.u64(1..40), rng.usize(2..20));
        while inquiry.run(rng.u32(1..50)) {}
        let size = rng.u64(1..40);
        let mut index = Inquiry::new(problem, rule, Vec::new()).in_blocks_of(size, rng.usize(2..20)).indexed();
        while index.run(100) {}
        for (at, question) in questions.iter().enumerate() {
            let right = brute(problem, &trace, question);
            assert_eq!(inquiry.record(at), right, "{question:?} {rule:?}\n{}", puzzle.form.write(&puzzle.shape));
            for op in [right.first, right.last].into_iter().flatten() {
                let address = inquiry.moment(op).unwrap().to_string();
                assert_eq!(address, trace[op as usize - 1].address, "{question:?} {op}");
            }
            for (last, right) in [(false, right.first), (true, right.last)] {
                if let Some(found) = index.from_index(question, last) {
                    assert_eq!(found, right, "{question:?}, blocks of {size}");
                }
            }
            let mut first = Inquiry::new(problem, rule, vec![question.clone()]).first_only();
            while first.run(10) {}
            if *question != Happening::Deepest {
                assert_eq!(first.record(0).first, right.first);
            }
            asked += 1;
            happened += u32::from(right.times > 0);
        }
    }
    assert!(asked >= 10_000 && happened > asked / 3, "{asked} {happened}");
}

#[test]
fn answers_are_those_of_breakpoints_in_every_class() {
    let texts = [
        "setcover\na b c d e\na b\nb c d\na e\nd e\nc\n",
        "1:2|a b c\na b\nb c\na\nc\nb\na c\n",
        "a b | x y\na x:1\na x:2 y\nb x:1\nb y x:2\n",
    ];
    for text in texts {
        let puzzle = load(text, None).unwrap().puzzles.remove(0);
        let names = encode(&puzzle.shape);
        let problem = &names.problem;
        let options = problem
            .options()
            .flat_map(|o| [(Happening::Hidden(o), Break::Hidden(o)), (Happening::Tried(o), Break::Tried(o))]);
        let items = (0..problem.n_items() as u32).map(ItemId).flat_map(|item| {
            [
                (Happening::Chosen(item), Break::Chosen(item)),
                (Happening::Falls { item, left: 0 }, Break::Falls { item, to: 0 }),
            ]
        });
        let others = [
            (Happening::Solution(Vec::new()), Break::Solution(None)),
            (Happening::DeadEnd, Break::DeadEnd),
            (Happening::Cut, Break::Cut),
        ];
        for (asked, breakpoint) in options.chain(items).chain(others) {
            let mut stepper = Stepper::new(problem, ItemRule::Fewest);
            let (mut times, mut ends) = (0, Vec::new());
            while let Some(Stop::Break(_)) = stepper.run(None, &[breakpoint], true, u32::MAX, times == 0) {
                times += 1;
                ends.push((stepper.operations() as u64, stepper.search().address()));
            }
            let mut inquiry = Inquiry::new(problem, ItemRule::Fewest, vec![asked.clone()]).in_blocks_of(7, 6);
            while inquiry.run(1000) {}
            let record = inquiry.record(0);
            assert_eq!(
                (record.times, record.first, record.last),
                (times, ends.first().map(|end| end.0), ends.last().map(|end| end.0)),
                "{asked:?}\n{text}"
            );
            assert_eq!(record.last.and_then(|op| inquiry.moment(op)), ends.last().map(|end| end.1.clone()));
        }
    }
}

#[test]
fn questions_are_read_in_the_puzzles_words() {
    let puzzle = load("a b c\na b\nb c\nc\na\n", Some("knuth")).unwrap().puzzles.remove(0);
    let names = encode(&puzzle.shape);
    let read = |text: &str| Query::read(text, &names).map(|query| (query.which, query.about));
    let (a_b, c) = (OptionId(0), OptionId(2));
    for (text, which, about) in [
        ("first a b hidden", Which::First, Happening::Hidden(a_b)),
        ("First option a b is hidden?", Which::First, Happening::Hidden(a_b)),
        ("last #3 tried", Which::Last, Happening::Tried(c)),
        ("how often b chosen", Which::Times, Happening::Chosen(ItemId(1))),
        ("when a b chosen", Which::All, Happening::Tried(a_b)),
        ("item b is covered", Which::All, Happening::Covered(ItemId(1))),
        ("when b has 0 left", Which::All, Happening::Falls { item: ItemId(1), left: 0 }),
        ("first b has no option left", Which::First, Happening::Falls { item: ItemId(1), left: 0 }),
        ("dead ends blamed on a b", Which::All, Happening::Blamed(a_b)),
        ("solutions with a b, c", Which::All, Happening::Solution(vec![a_b, c])),
        ("how many solutions", Which::Times, Happening::Solution(Vec::new())),
        ("first dead end", Which::First, Happening::DeadEnd),
        ("level 2", Which::All, Happening::Level(2)),
        ("deepest", Which::All, Happening::Deepest),
    ] {
        assert_eq!(read(text), Ok((which, about)), "{text}");
    }
    for (text, part) in [
        ("", "a question is one of"),
        ("first", "a question is one of"),
        ("first x hidden", "there is no option `x`"),
        ("first a c hidden", "did you mean"),
        ("when b has many left", "needs the number of options left"),
        ("level x", "needs the number of a level"),
        ("first hidden", "a question is one of"),
        ("ü hidden", "there is no option `ü`"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// A walk may end where a block ends, and the last operation be the answer.
#[test]
fn a_walk_that_ends_with_a_block_knows_its_last_state() {
    let problem = Arc::new(crate::support::knuth());
    for size in [1, 2, 3, 8] {
        for ops in 1..37 {
            let mut inquiry = Inquiry::new(&problem, ItemRule::Fewest, Vec::new()).in_blocks_of(size, 4);
            inquiry.run(ops);
            let mut search = Search::new(&problem, ItemRule::Fewest);
            let mut tally = Tally::default();
            (0..ops).for_each(|_| _ = search.step_into(&mut tally));
            assert_eq!(inquiry.moment(u64::from(ops)), Some(search.address()), "{ops} in blocks of {size}");
        }
    }
}

/// With multiplicities an item has several levels, so that there are more of them than items.
#[test]
fn more_levels_than_items_are_walked_and_stepped() {
    let options = (0..6).map(|at| format!("a b{}\n", at % 2)).collect::<String>();
    let loaded = load(&format!("4:4|a 0:2|b0 0:2|b1\n{options}"), Some("knuth")).unwrap();
    let problem = encode(&loaded.puzzles[0].shape).problem;
    let mut inquiry = Inquiry::new(&problem, Policy::default(), Vec::new());
    while inquiry.run(1000) {}
    let (mut search, mut deepest) = (Search::new(&problem, Policy::default()), 0);
    while search.step_into(&mut Tally::default()).is_some() {
        deepest = deepest.max(search.chosen().len());
    }
    assert!(deepest > problem.n_items(), "{deepest}");
    let mut stepper = Stepper::new(&problem, Policy::default());
    let mut stops = 0;
    while stepper.run(None, &[], true, 1000, stops == 0) != Some(Stop::End) {
        stops += 1;
    }
    assert_eq!(stepper.search().address().to_string(), "end");
}
