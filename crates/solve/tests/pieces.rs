//! Pieces of a count: how they are written, cut and checked, and that they come to the whole
//! however they are counted.

use crate::support::queens;
use dancing::{Goal, ItemId, ItemRule, Problem};
use fastrand::Rng;
use quadrille_solve::pieces::{Counted, Piece, Unlike, Unwhole, check_alike, count_all, split, split_whole, whole};
use quadrille_solve::{Engine, Flow, Host, Keep, Order, Snapshot, StopReason, run};
use std::collections::BTreeSet;

#[test]
fn a_piece_is_read_as_it_is_written() {
    for text in ["root", "1/2", "1=8/8,2/5", "2=3=4/5,4*1/1,1=2/2", "4*1/1,3/3"] {
        let piece: Piece = text.parse().unwrap();
        assert_eq!(piece.to_string(), text);
    }
    let piece: Piece = "2=3=4/5,4*1/1,1=2/2".parse().unwrap();
    assert_eq!((piece.times(), piece.address.to_string()), (6, "2/5,4*1/1,1/2".to_string()));
    for text in [
        "",
        "2=1/2",
        "1=3/2",
        "1=1/2",
        "1=/2",
        "=2/2",
        "1=2",
        "1=2/2.",
        "1/2+1",
        "end",
        "1=x/2",
        "3:2*1/1",
        "999999999999*1/1",
        "1/2 1=2/2",
    ] {
        assert!(text.parse::<Piece>().is_err(), "{text}");
    }
}

#[test]
fn the_depth_of_an_address_is_not_the_depth_of_the_stack() {
    let check = || {
        let pieces: Vec<Piece> = ["300000*1/1,1/2", "300000*1/1,2/2"].map(|text| text.parse().unwrap()).into();
        assert_eq!(whole(&pieces), Ok(()));
        assert!(matches!(whole(&pieces[1..]), Err(Unwhole::Missing(_))));
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(check).unwrap().join().unwrap();
}

#[test]
fn like_branches_need_no_piece_and_bear_none() {
    let pieces = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<Piece>>();
    assert_eq!(whole(&pieces(&["1=3/3,1/2", "1=3/3,2/2", "2/3"])), Ok(()));
    let missing = |name: &str| Err(Unwhole::Missing(name.to_string()));
    assert_eq!(whole(&pieces(&["1=3/3,1/2", "2/3"])), missing("1/3,2/2"));
    assert_eq!(whole(&pieces(&["1/3", "2/3"])), missing("3/3"));
    assert_eq!(whole(&pieces(&["1=3/3", "2/3", "3/3"])), Err(Unwhole::Twice("3/3".to_string())));
    assert_eq!(whole(&pieces(&["1=3/3,1/2", "1/3,2/2", "2/3"])), Err(Unwhole::Foreign("root".to_string())));
}

#[test]
fn a_missing_piece_is_named_and_so_is_one_too_many() {
    let pieces = split(&queens(6), 40, &mut || true).unwrap();
    for at in 0..pieces.len() {
        let mut less = pieces.clone();
        let gone = less.remove(at).address.to_string();
        let Err(Unwhole::Missing(missing)) = whole(&less) else { panic!("{gone} is missing") };
        assert!(gone.starts_with(&missing), "{gone} {missing}");
        let mut more = pieces.clone();
        more.push(pieces[at].clone());
        assert!(matches!(whole(&more), Err(Unwhole::Twice(_))));
    }
    assert!(matches!(whole(&[]), Err(Unwhole::Missing(_))));
}

#[test]
fn a_cut_stops_where_it_is_asked_to() {
    let mut asked = 0;
    let mut go_on = || {
        asked += 1;
        asked < 20
    };
    assert_eq!(split(&queens(12), 1000, &mut go_on), None);
    assert_eq!(asked, 20);
}

#[test]
fn branches_that_are_called_alike_are_checked() {
    let problem = queens(8);
    let pieces = split(&problem, 100, &mut || true).unwrap();
    assert!(pieces.iter().any(|piece| piece.times() > 1));
    assert_eq!(check_alike(&problem, &pieces, &mut || true), Ok(()));
    let forged: Piece = "1=2=3=4=5=6=7=8/8".parse().unwrap();
    assert!(matches!(check_alike(&problem, &[forged], &mut || true), Err(Unlike::NoSymmetry(_))));
    let astray: Piece = "1/8,1/8,2=3/9".parse().unwrap();
    assert!(matches!(
        check_alike(&problem, &[astray], &mut || true),
        Err(Unlike::NoSymmetry(_) | Unlike::NoSubtree(_))
    ));
}

/// Keeps pieces in memory, and stops the run soon after they have begun to be counted.
struct Session {
    kept: Vec<Counted>,
    left: usize,
}

impl Keep for Session {
    fn knows(&mut self, _: &Problem) -> bool {
        true
    }

    fn known(&mut self, _: &Problem, pieces: &[Piece]) -> Vec<Counted> {
        assert!(self.kept.iter().all(|known| known.piece < pieces.len()));
        self.left = 3;
        self.kept.clone()
    }

    fn add(&mut self, done: &[Counted]) {
        self.kept.extend_from_slice(done);
    }

    fn end(&mut self) -> bool {
        true
    }
}

impl Host for Session {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        look();
        self.left = self.left.saturating_sub(1);
        if self.left > 0 { Flow::Go } else { Flow::Stop(StopReason::Cancelled) }
    }

    fn keep(&mut self) -> Option<&mut dyn Keep> {
        Some(self)
    }
}

fn order(threads: usize) -> Order {
    Order { threads, ..Order::new(Goal::Count { limit: None }) }
}

#[test]
fn a_count_that_is_kept_goes_on_where_it_was_stopped() {
    let problem = queens(11);
    for threads in [1, 2, 3] {
        let mut session = Session { kept: Vec::new(), left: usize::MAX };
        let (mut sessions, mut before) = (1, 0);
        let last = loop {
            let outcome = run(&problem, order(threads), &mut session);
            if outcome.complete {
                break outcome;
            }
            assert!(outcome.kept && outcome.stopped_at.is_some() && outcome.count <= 2680);
            assert!(session.kept.len() >= before, "nothing is lost");
            (before, sessions) = (session.kept.len(), sessions + 1);
            session.left = usize::MAX;
        };
        assert_eq!((last.number().as_str(), last.kept, last.stopped_at.is_none()), ("2680", false, true));
        assert!(sessions > 1, "it was stopped before its end");
        let numbers: BTreeSet<usize> = session.kept.iter().map(|counted| counted.piece).collect();
        assert_eq!(numbers.len(), session.kept.len(), "no piece is counted twice");
    }
}

#[test]
fn pieces_come_to_the_whole_however_they_are_cut_and_counted() {
    let problem = queens(8);
    for wanted in [1, 2, 7, 100, 5000] {
        let pieces = split(&problem, wanted, &mut || true).unwrap();
        assert!(pieces.len() >= wanted.min(150), "{}", pieces.len());
        assert_eq!(whole(&pieces), Ok(()));
        for threads in [1, 2, 3, 7] {
            let (sum, complete) = count_all(&problem, &pieces, &[], &order(threads), &mut |_| (), &mut |_| true);
            assert_eq!((sum.count, complete, sum.done), (92, true, pieces.len()));
        }
    }
}

/// Options of up to four items, the last of them secondary: plain, with colours, and with
/// multiplicities.
fn of_each_class(rng: &mut Rng) -> Vec<Problem> {
    let mut problems = vec![Problem::new(10, 4), Problem::new(10, 4), Problem::new(10, 4)];
    (0..4).for_each(|item| problems[2].set_multiplicity(ItemId(item), 1, 2).unwrap());
    for _ in 0..45 {
        let items: BTreeSet<u32> = (0..rng.u32(1..4)).map(|_| rng.u32(0..10)).collect();
        let items: Vec<ItemId> = items.into_iter().chain([rng.u32(10..14)]).map(ItemId).collect();
        let color = rng.u32(1..4);
        for (at, problem) in problems.iter_mut().enumerate() {
            let colors: Vec<u32> = items.iter().map(|item| if at > 0 && item.0 > 9 { color } else { 0 }).collect();
            _ = problem.push_colored(&items, &colors, 0);
        }
    }
    problems
}

#[test]
fn pieces_of_a_named_engine_make_the_search_of_one_thread() {
    let mut rng = Rng::with_seed(45);
    let mut most = 0;
    for at in 0..60 {
        let rule = ItemRule::ALL[at % ItemRule::ALL.len()];
        for problem in of_each_class(&mut rng) {
            for engine in [Engine::LINKS, Engine::BITS] {
                let order = Order { engine: Some(engine), policy: rule.into(), ..order(2) };
                if !engine.answers(&problem, order.goal) || engine == Engine::BITS && rule != ItemRule::Fewest {
                    continue;
                }
                let whole = run(&problem, Order { threads: 1, ..order.clone() }, &mut ());
                let (pieces, above) =
                    split_whole(&problem, order.policy, rng.usize(1..60), &mut || true).expect("it is not stopped");
                let (sum, complete) = count_all(&problem, &pieces, &[], &order, &mut |_| (), &mut |_| true);
                let mut tally = sum.tally;
                tally.add_below(0, &above);
                assert_eq!((sum.count, complete), (whole.count, true), "{at}, {engine:?}");
                assert_eq!(tally.nodes(), whole.tally.nodes(), "{at}, {engine:?}");
                if engine == Engine::LINKS {
                    assert_eq!(tally, whole.tally, "{at}");
                }
                most = most.max(pieces.len());
            }
        }
    }
    assert!(most > 20, "{most}");
}

#[test]
fn workers_wait_while_the_driver_is_held() {
    let problem = queens(9);
    let pieces = split(&problem, 3000, &mut || true).unwrap();
    let mut seen = Vec::new();
    let (sum, complete) = count_all(&problem, &pieces, &[], &order(2), &mut |_| (), &mut |sum| {
        if seen.len() < 2 {
            std::thread::sleep(std::time::Duration::from_millis(400));
        }
        seen.push(sum.done);
        true
    });
    assert_eq!((sum.count, complete), (352, true));
}

/// Items in a row that only one option covers, and then some choices.
fn chain(forced: u32) -> Problem {
    let mut problem = Problem::new(forced + 2, 0);
    for item in 0..forced {
        problem.push(&[ItemId(item)]).unwrap();
    }
    for _ in 0..2 {
        problem.push(&[ItemId(forced)]).unwrap();
        problem.push(&[ItemId(forced + 1)]).unwrap();
    }
    problem
}

#[test]
fn forced_levels_are_walked_once() {
    let problem = chain(20_000);
    let mut asked = 0;
    let mut go_on = || {
        asked += 1;
        true
    };
    let pieces = split(&problem, 4, &mut go_on).unwrap();
    assert!(asked < 25_000, "{asked}");
    assert_eq!(whole(&pieces), Ok(()));
    let (sum, complete) = count_all(&problem, &pieces, &[], &order(1), &mut |_| (), &mut |_| true);
    assert_eq!((sum.count, complete), (4, true));
}

#[test]
fn what_is_known_is_not_counted_again() {
    let problem = queens(7);
    let pieces = split(&problem, 50, &mut || true).unwrap();
    let mut all = Vec::new();
    count_all(&problem, &pieces, &[], &order(2), &mut |counted| all.push(counted.clone()), &mut |_| true);
    let (sum, complete) = count_all(&problem, &pieces, &all[..20], &order(2), &mut |_| (), &mut |_| true);
    assert_eq!((sum.count, complete), (40, true));
    let (sum, complete) =
        count_all(&problem, &pieces, &all, &order(2), &mut |counted| panic!("{counted:?}"), &mut |_| true);
    assert_eq!((sum.count, complete), (40, true));
}
