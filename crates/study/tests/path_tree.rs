//! The choices on the path, against covers that are counted without links; and the list that a
//! mistake tears.

use dancing::{ItemId, ItemRule, OptionId, Phase, Policy, Problem};
use quadrille_puzzle::{encode, load};
use quadrille_solve::{Grain, Stepper};
use quadrille_study::{Mistake, PathTree, Sibling, Torn, broken_report};

/// The number of exact covers that contain some options, by trying all options in order.
fn covers(problem: &Problem, chosen: &[OptionId]) -> u64 {
    let mut used = vec![false; problem.n_items()];
    for &option in chosen {
        for item in problem.items_of(option) {
            if std::mem::replace(&mut used[item.index()], true) {
                return 0;
            }
        }
    }
    fn count(problem: &Problem, used: &mut Vec<bool>) -> u64 {
        let Some(open) = (0..problem.n_primary()).find(|&item| !used[item]) else { return 1 };
        let mut found = 0;
        for option in problem.options() {
            let items = problem.items_of(option);
            if !items.contains(&ItemId(open as u32)) || items.iter().any(|item| used[item.index()]) {
                continue;
            }
            items.iter().for_each(|item| used[item.index()] = true);
            found += count(problem, used);
            items.iter().for_each(|item| used[item.index()] = false);
        }
        found
    }
    count(problem, &mut used)
}

/// Each branch that was left has the number of covers that contain its option and those above it.
#[test]
fn what_was_left_is_known() {
    let mut rng = fastrand::Rng::with_seed(6);
    let (mut failed, mut solved, mut here) = (0, 0, 0);
    for _ in 0..60 {
        let items = rng.usize(5..8);
        let mut text = (0..items).map(|k| (b'a' + k as u8) as char).map(String::from).collect::<Vec<_>>().join(" ");
        for _ in 0..rng.usize(8..14) {
            let held: Vec<String> =
                (0..items).filter(|_| rng.usize(..3) == 0).map(|k| ((b'a' + k as u8) as char).to_string()).collect();
            text += &format!("\n{}", if held.is_empty() { "a".to_string() } else { held.join(" ") });
        }
        let puzzle = load(&text, Some("knuth")).unwrap().puzzles.remove(0);
        let names = encode(&puzzle.shape);
        let mut stepper = Stepper::new(&names.problem, Policy::default());
        let mut tree = PathTree::default();
        while stepper.step(Grain::Item, true) {
            tree.follow(stepper.search());
            let path = stepper.search().path();
            for fork in &tree.forks {
                for (option, sibling) in &fork.branches {
                    let option = option.unwrap();
                    let with: Vec<OptionId> = path[..fork.level - 1].iter().copied().chain([option]).collect();
                    match sibling {
                        Sibling::Done(inside) => {
                            let inside = inside.as_ref().expect("it is small");
                            assert_eq!(inside.solutions, covers(&names.problem, &with), "{text}");
                            let dead: u64 = inside.dead_ends.iter().map(|(_, times)| times).sum();
                            assert_eq!(inside.failure(&names).is_some(), inside.solutions == 0);
                            assert!(inside.solutions > 0 || dead > 0 && inside.cuts == 0);
                            if inside.solutions == 0 { failed += 1 } else { solved += 1 }
                        }
                        Sibling::Here => {
                            assert_eq!(path[fork.level - 1], option);
                            here += 1;
                        }
                        Sibling::Next => assert!(matches!(stepper.search().phase(), Phase::Try { .. })),
                        Sibling::ToCome => {}
                    }
                }
            }
        }
    }
    assert!(failed > 100 && solved > 20 && here > 100, "{failed} {solved} {here}");
}

/// Five options are enough: the list of c is torn, two of its options are lost, a cover is false.
#[test]
fn a_list_tears_and_two_options_are_lost() {
    let puzzle = load("a b c d e\nc e\na b e\na c\nb c d\na c d\n", Some("knuth")).unwrap().puzzles.remove(0);
    let names = encode(&puzzle.shape);
    let torn = Torn::of(&names, ItemRule::Fewest, Mistake::SameOrder).unwrap().unwrap();
    assert_eq!(torn.item.map(|item| names.item_short(item)).as_deref(), Some("c"));
    let frame = |op: u64| torn.frames.iter().find(|frame| frame.op == op).unwrap();
    assert_eq!((torn.frames[torn.first].op, frame(6).wrong.as_deref()), (7, None));
    assert_eq!(frame(7).wrong.as_deref(), Some("c e points at a c, which is out: the list of c is torn."));
    let lost = "c e and a c are lost from the list of c, and the count says 3.";
    assert_eq!(frame(8).wrong.as_deref(), Some(lost));
    let report = broken_report(&names, ItemRule::Fewest, Mistake::SameOrder).unwrap();
    assert_eq!(report.wrong.map(|(op, _)| op), Some(19));
    // Knuth's own example heals, and says so.
    let knuth = load("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n", Some("knuth")).unwrap().puzzles.remove(0);
    let names = encode(&knuth.shape);
    assert!(broken_report(&names, ItemRule::Fewest, Mistake::SameOrder).unwrap().is_harmless());
}
