//! Checks the sentences about colours and multiplicities against a state computed from the path
//! alone, without links.

use crate::bundled::BUNDLED;
use dancing::{Event, Goal, ItemId, OptionId, Policy, Problem};
use quadrille_puzzle::{encode, load};
use quadrille_solve::{Did, Grain, Moved, Order, Stepper, run};
use quadrille_study::narrate;

/// The covered items and the colours given, from the options taken and the items chosen so far.
struct Board<'a> {
    problem: &'a Problem,
    covered: Vec<bool>,
    color: Vec<u32>,
}

impl Board<'_> {
    fn colors(&self, option: OptionId) -> Vec<(ItemId, u32)> {
        self.problem.colored_items_of(option).collect()
    }

    /// Whether a covered or purified item has hidden an option.
    fn is_hidden(&self, option: OptionId) -> bool {
        self.colors(option).iter().any(|&(item, color)| {
            let now = self.color[item.index()];
            self.covered[item.index()] || now > 0 && now != color
        })
    }
}

#[test]
fn every_sentence_about_a_colour_is_true() {
    let text = BUNDLED.iter().find(|own| own.name == "cover-word-squares.toml").unwrap().text;
    let puzzle = load(text, None).unwrap().puzzles.remove(0);
    let encoded = encode(&puzzle.shape);
    let problem = &*encoded.problem;
    let mut stepper = Stepper::new(problem, Policy::default());
    let empty = || Board { problem, covered: vec![false; problem.n_items()], color: vec![0; problem.n_items()] };
    let (mut purified, mut already, mut kept, mut taken) = (0, 0, 0, 0);
    // By level: the item chosen, the option taken, and how many of its other items are committed.
    let mut levels: Vec<(ItemId, Option<OptionId>, usize)> = Vec::new();
    while stepper.step(Grain::Item, true) {
        let Some(Did { what: Moved::Step(event), .. }) = stepper.did() else { panic!("a whole step") };
        let said = narrate(&stepper, &encoded)[0].text.clone();
        // The board before this event.
        let mut board = empty();
        for &(item, option, settled) in &levels {
            board.covered[item.index()] = true;
            let others = option.map_or(Vec::new(), |option| board.colors(option));
            let others: Vec<_> = others.into_iter().filter(|own| own.0 != item).take(settled).collect();
            for (other, color) in others {
                match color {
                    0 => board.covered[other.index()] = true,
                    _ => board.color[other.index()] = color,
                }
            }
        }
        let item_of = |node| stepper.search().links().item(node);
        match event {
            Event::Choose { item } => levels.push((item, None, 0)),
            Event::Try { node } => levels.last_mut().unwrap().1 = stepper.search().links().option(node),
            Event::Cover { .. } => levels.last_mut().unwrap().2 += 1,
            Event::Purify { node } => {
                let (item, own) = (item_of(node), levels.last().unwrap().1.unwrap());
                let color = board.colors(own).into_iter().find(|of| of.0 == item).unwrap().1;
                if board.color[item.index()] > 0 {
                    assert!(said.contains("already"), "{said}");
                    already += 1;
                } else {
                    let other = |&option: &OptionId| {
                        let given = board.colors(option).into_iter().find(|of| of.0 == item);
                        !board.is_hidden(option) && given.is_some_and(|(_, given)| given != color)
                    };
                    let words = match problem.options().filter(other).count() {
                        0 => "no option is hidden".to_string(),
                        1 => "the one option that gives".to_string(),
                        n => format!("the {n} options that give"),
                    };
                    assert!(said.contains(&words), "{said} {words}");
                    purified += 1;
                }
                levels.last_mut().unwrap().2 += 1;
            }
            Event::Uncover { .. } => levels.last_mut().unwrap().2 -= 1,
            Event::Unpurify { node } => {
                let above = levels[..levels.len() - 1].iter().filter_map(|own| own.1);
                let item = item_of(node);
                let keeps = above.into_iter().any(|own| board.colors(own).iter().any(|of| of.0 == item && of.1 > 0));
                assert_eq!(said.contains("keeps the colour"), keeps, "{said}");
                if keeps {
                    kept += 1
                } else {
                    taken += 1
                }
                levels.last_mut().unwrap().2 -= 1;
            }
            Event::Next { .. } => levels.last_mut().unwrap().1 = None,
            Event::Backtrack { .. } => _ = levels.pop(),
            Event::Visit | Event::Cut { .. } | Event::RaiseLimit { .. } | Event::Stop { .. } => {}
        }
    }
    assert!(levels.is_empty() && stepper.tally().solutions == 6);
    assert!(
        purified >= 50 && already >= 50 && (purified, already) == (taken, kept),
        "{purified} {already} {taken} {kept}"
    );
}

/// `needs 1 to 2 more`, from the numbers of the problem.
fn asks(least: u32, most: u32, held: u32) -> String {
    match (least.saturating_sub(held), most - held) {
        (0, 0) => "takes no more".to_string(),
        (0, most) => format!("may take up to {most} more"),
        (least, most) if least == most => format!("needs {least} more"),
        (least, most) => format!("needs {least} to {most} more"),
    }
}

#[test]
fn every_sentence_about_how_often_is_true() {
    let text = BUNDLED.iter().find(|own| own.name == "cover-two-of-a-piece.toml").unwrap().text;
    let puzzle = load(text, None).unwrap().puzzles.remove(0);
    let encoded = encode(&puzzle.shape);
    let problem = &*encoded.problem;
    let mut stepper = Stepper::new(problem, Policy::default());
    let mut levels: Vec<(ItemId, Option<OptionId>, usize)> = Vec::new();
    let (mut told, mut stops) = (0, 0);
    while stepper.step(Grain::Item, true) {
        let Some(Did { what: Moved::Step(event), .. }) = stepper.did() else { panic!("a whole step") };
        let said = narrate(&stepper, &encoded)[0].text.clone();
        match event {
            Event::Choose { item } => levels.push((item, None, 0)),
            Event::Try { node } => levels.last_mut().unwrap().1 = stepper.search().links().option(node),
            Event::Cover { .. } => levels.last_mut().unwrap().2 += 1,
            Event::Uncover { .. } => levels.last_mut().unwrap().2 -= 1,
            Event::Next { .. } => levels.last_mut().unwrap().1 = None,
            Event::Backtrack { .. } => _ = levels.pop(),
            _ => {}
        }
        // How many options hold an item: those chosen for it, and those for which it has already
        // been committed.
        let held = |wanted: ItemId| {
            let settled = |option: OptionId, own: ItemId, n: usize| {
                // Items are committed cyclically from the chosen one.
                let items = problem.items_of(option);
                let at = items.iter().position(|&item| item == own).unwrap();
                items[at + 1..].iter().chain(&items[..at]).take(n).any(|&item| item == wanted)
            };
            let counts = |&&(own, option, n): &&(ItemId, Option<OptionId>, usize)| {
                option.is_some_and(|option| own == wanted || settled(option, own, n))
            };
            levels.iter().filter(counts).count() as u32
        };
        let (Event::Choose { item }
        | Event::Cover { item }
        | Event::Uncover { item }
        | Event::Backtrack { item }
        | Event::Stop { item }) = event
        else {
            continue;
        };
        let (least, most) = problem.multiplicity(item);
        let words = asks(least, most, held(item));
        match event {
            _ if (least, most) == (1, 1) => continue,
            Event::Stop { .. } => {
                assert!(held(item) >= least && said.contains(&format!("held by {} option", held(item))), "{said}");
                stops += 1;
            }
            _ => assert!(said.contains(&words), "{said} {words}"),
        }
        told += 1;
    }
    assert_eq!((levels.len(), stepper.tally().solutions), (0, 44));
    assert!(told > 100 && stops > 20, "{told} {stops}");
}

#[test]
fn how_often_an_item_is_covered_is_read_and_written_again() {
    let text = "2:3|a b 0:2|c 2|d | x\na d x:1\nb d\na\nc\n";
    let puzzle = load(text, Some("knuth")).unwrap().puzzles.remove(0);
    assert_eq!(puzzle.shape.listing().unwrap().ranges, [(2, 3), (1, 1), (0, 2), (2, 2)]);
    let problem = encode(&puzzle.shape).problem;
    assert_eq!(problem.multiplicity(ItemId(4)), (0, 1));
    let saved = quadrille_puzzle::write_toml(&puzzle);
    assert!(load(&saved, None).unwrap().puzzles[0].shape.means(&puzzle.shape), "{saved}");
    for (text, place, message) in [
        ("0|a\na\n", (1, 1), "an item that no option may cover"),
        ("3:2|a\na\n", (1, 1), "at least 3 and at most 2"),
        ("a | 2|x\na x\n", (1, 5), "item `x` is secondary"),
        ("2:|a\na\n", (1, 3), "a number"),
        ("2:3|\na\n", (1, 4), "unexpected `|`"),
        ("2:3:4|a\na\n", (1, 3), "`3:4`"),
        ("9999999999|a\na\n", (1, 1), "1000000000"),
    ] {
        let Err(quadrille_puzzle::LoadError::Parse(error)) = load(text, Some("knuth")) else {
            panic!("{text} is read")
        };
        assert_eq!((error.place.line, error.place.column), place, "{text} {error}");
        assert!(error.message.contains(message), "{text} {error}");
    }
}

/// Ways to choose `k` of `n`.
fn choose(n: u128, k: u128) -> u128 {
    (0..k).fold(1, |ways, at| ways * (n - at) / (at + 1))
}

/// Large enough that a count looks for symmetries and cuts the tree for threads: both are full of
/// symmetries that hold for the items alone, and not for colours and multiplicities.
#[test]
fn counts_of_many_solutions_come_to_their_formula() {
    // Each of n items takes a place in one of two colours; a place has one colour.
    let (n, places) = (5u32, 6u32);
    let mut colored = Problem::new(n, places);
    for item in 0..n {
        for (place, color) in (0..places).flat_map(|place| [(place, 1), (place, 2)]) {
            colored.push_colored(&[ItemId(item), ItemId(n + place)], &[0, color], 0).unwrap();
        }
    }
    let onto = |m: u128| -> i128 {
        (0..=m).map(|k| (-1i128).pow(k as u32) * choose(m, k) as i128 * ((m - k) as i128).pow(n)).sum()
    };
    let expected: i128 = (0..=6u128).map(|m| choose(6, m) as i128 * (1 << m) * onto(m)).sum();
    // Each of four items takes two of its eight options.
    let mut multiple = Problem::new(4, 32);
    (0..4).for_each(|item| multiple.set_multiplicity(ItemId(item), 2, 2).unwrap());
    for (item, own) in (0..4).flat_map(|item| (0..8).map(move |own| (item, own))) {
        multiple.push(&[ItemId(item), ItemId(4 + 8 * item + own)]).unwrap();
    }
    for (problem, expected) in [(colored, expected as u128), (multiple, choose(8, 2).pow(4))] {
        for threads in [1, 2] {
            let order = Order { threads, in_batch: true, ..Order::new(Goal::Count { limit: None }) };
            let outcome = run(&problem, order, &mut ());
            assert_eq!((outcome.count, outcome.complete), (expected, true), "{threads} threads, {}", outcome.why);
        }
    }
}
