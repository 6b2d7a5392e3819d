//! Every goal of a puzzle has the same answer, whichever command asks: what `solve`, `check`,
//! `count` and `solve --goal all` say agrees with each other and, where the puzzle is small, with
//! brute force.
//!
//! `QUADRILLE_LONG=1` asks a hundred thousand times and more.

use dancing::{Class, Goal, OptionId, Problem};
use fastrand::Rng;
use quadrille_puzzle::{Entry, Grid, KINDS, Puzzle, Shape, Symbol, encode, kind, load};
use quadrille_solve::{Flow, Host, Order, Outcome, Snapshot, Status, StopReason, run};
use quadrille_study::{Recipe, generate};
use std::time::{Duration, Instant};

/// Polls after which an answer is not waited for.
const PATIENCE: u32 = 4000;

/// A host that stops after some polls, and takes the solutions if it wants them.
struct Patient {
    polls: u32,
    wants: bool,
    found: Vec<Vec<OptionId>>,
}

impl Host for Patient {
    fn poll(&mut self, _look: &dyn Fn() -> Snapshot) -> Flow {
        self.polls += 1;
        if self.polls > PATIENCE { Flow::Stop(StopReason::Limit) } else { Flow::Go }
    }

    fn wants_each(&self) -> bool {
        self.wants
    }

    fn receive(&mut self, cover: &[OptionId]) {
        self.found.push(cover.to_vec());
    }
}

/// An answer, the solutions that were listed, and the time that it took.
struct Answer {
    outcome: Outcome,
    listed: Vec<Vec<OptionId>>,
    /// True if the host stopped the run.
    gave_up: bool,
    time: Duration,
}

fn ask(problem: &Problem, goal: Goal, wants: bool) -> Answer {
    let begun = Instant::now();
    let mut host = Patient { polls: 0, wants, found: Vec::new() };
    let outcome = run(problem, Order { in_batch: true, ..Order::new(goal) }, &mut host);
    let mut listed = host.found;
    listed.iter_mut().for_each(|cover| cover.sort_unstable());
    Answer { outcome, listed, gave_up: host.polls > PATIENCE, time: begun.elapsed() }
}

/// The number of covers, by trying every set of options; `None` if there are too many to try.
fn brute(problem: &Problem) -> Option<u128> {
    fn go(problem: &Problem, rest: &[OptionId], taken: &mut Vec<OptionId>) -> u128 {
        let Some((&option, rest)) = rest.split_first() else { return u128::from(problem.is_cover(taken)) };
        let without = go(problem, rest, taken);
        taken.push(option);
        let with = go(problem, rest, taken);
        taken.pop();
        without + with
    }
    let useful: Vec<OptionId> = problem.options().filter(|&option| problem.is_useful(option)).collect();
    let may = useful.len() <= 14 && problem.class() != Class::Repeated;
    may.then(|| go(problem, &useful, &mut Vec::new()))
}

/// The answers to all goals of a puzzle. Returns their number.
fn agree(puzzle: &Puzzle, about: &str) -> usize {
    let problem = encode(&puzzle.shape).problem;
    let fewest = problem.wants_fewest();
    let mut answers = vec![("first", Goal::First, false), ("check", Goal::Unique, false)];
    if !problem.wants_cheapest() {
        answers.push(("count", Goal::Count { limit: None }, false));
        for limit in [1, 2, 10] {
            answers.push(("count to a limit", Goal::Count { limit: Some(limit) }, false));
            answers.push(("all to a limit", Goal::Count { limit: Some(limit) }, true));
        }
        answers.push(("all", Goal::Count { limit: None }, true));
    }
    answers.push(("best", Goal::Best, false));
    let answers: Vec<_> =
        answers.into_iter().map(|(name, goal, wants)| (name, goal, wants, ask(&problem, goal, wants))).collect();
    // Who answers is waited for by who does not.
    let quickest = |goal: &dyn Fn(&Goal) -> bool| {
        let known = answers.iter().filter(|(_, other, _, answer)| goal(other) && !answer.gave_up);
        known.map(|(.., answer)| answer.time).min()
    };
    let number = answers.iter().find(|(name, .., answer)| *name == "count" && answer.outcome.complete);
    let number = number.map(|(.., answer)| answer.outcome.count);
    if let (Some(number), Some(brute)) = (number, brute(&problem).filter(|_| !fewest)) {
        assert_eq!(number, brute, "{about}: by brute force");
    }
    let is_none = answers.iter().find_map(|(.., answer)| match answer.outcome.status {
        Status::None => Some(true),
        Status::Unknown | Status::Wrong => None,
        _ => Some(false),
    });
    for (name, goal, wants, Answer { outcome, listed, gave_up, time }) in &answers {
        let told = format!("{about}, {name} {goal:?}: {outcome:?}");
        assert_ne!(outcome.status, Status::Wrong, "{told}");
        if *gave_up {
            // A question about a second solution is as hard for each command that asks it.
            let alike = |other: &Goal| match (goal, other) {
                (Goal::First | Goal::Count { limit: Some(1) }, other) => *other != Goal::Best,
                (Goal::Unique | Goal::Count { limit: Some(2) }, other) => {
                    matches!(other, Goal::Unique | Goal::Count { limit: Some(2..) | None })
                }
                (Goal::Count { limit }, Goal::Count { limit: other }) => limit == other,
                (Goal::Count { .. } | Goal::Best, _) => false,
            };
            let quickest = quickest(&alike).unwrap_or(Duration::MAX);
            assert!(
                *time < quickest.max(Duration::from_millis(50)).saturating_mul(10),
                "{told}\nothers took {quickest:?}"
            );
            continue;
        }
        if let Some(is_none) = is_none {
            assert_eq!(outcome.status == Status::None, is_none, "{told}");
        }
        if let Some(number) = number {
            let word = match (goal, number) {
                (_, 0) => Status::None,
                (Goal::First | Goal::Count { limit: Some(1) }, _) => Status::Solved,
                (Goal::Best, _) => Status::Best,
                (_, 1) => Status::Unique,
                (_, _) => Status::Many,
            };
            let is_best = outcome.status == Status::Best && fewest;
            assert!(outcome.status == word || is_best || *goal == Goal::Best && number == 0, "{told}: not {word:?}");
            if let Goal::Count { limit } = goal {
                assert_eq!(outcome.count, number.min(limit.unwrap_or(u64::MAX).into()), "{told}");
            }
        }
        if *wants {
            assert_eq!(listed.len() as u128, outcome.count, "{told}");
            assert!(listed.iter().all(|cover| problem.is_cover(cover)), "{told}");
            let mut distinct = listed.clone();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), listed.len(), "{told}: one is listed twice");
        }
    }
    answers.len()
}

/// A grid of a kind with a few givens changed, so that it has no solution, one or several.
fn grid(rng: &mut Rng) -> Puzzle {
    const RULES: [&str; 6] = ["killer", "arrow", "thermometer", "sandwich", "whisper", "black"];
    let kind = kind(["sudoku", "jigsaw", "sudoku", "target"][rng.usize(..4)]).unwrap();
    let n = [4, 6][rng.usize(..2)];
    let laid = match rng.u8(..2) {
        0 => Vec::new(),
        _ => {
            vec![quadrille_study::Laid { spec: quadrille_puzzle::rule(RULES[rng.usize(..6)]).unwrap(), most: Some(2) }]
        }
    };
    let recipe = Recipe { laid, ..Recipe::new(kind, n, rng.u64(..)) };
    let mut polls = 0;
    let made = generate(&recipe, &mut |_| {
        polls += 1;
        polls < 20_000
    });
    let Ok(made) = made else { return grid(rng) };
    let mut puzzle = made.puzzle;
    let Shape::Grid(grid) = &mut puzzle.shape else { unreachable!("a generator makes grids") };
    let full: Vec<usize> = (0..grid.cells.len()).filter(|&at| grid.cells[at] != Entry::Empty).collect();
    match rng.u8(..4) {
        0 if !full.is_empty() => grid.cells[full[rng.usize(..full.len())]] = Entry::Empty,
        1 if !full.is_empty() => changed(grid, full[rng.usize(..full.len())], rng),
        2 => (0..3.min(full.len())).for_each(|_| grid.cells[full[rng.usize(..full.len())]] = Entry::Empty),
        _ => {}
    }
    puzzle
}

fn changed(grid: &mut Grid, at: usize, rng: &mut Rng) {
    grid.cells[at] = Entry::Given(Symbol(rng.u8(..grid.n_symbols() as u8)));
}

/// A listing of a kind, as a text that its reader takes.
fn listing(rng: &mut Rng) -> (String, &'static str) {
    let set = |rng: &mut Rng, items: u32, most: usize| {
        let mut all: Vec<u32> = (1..=items).collect();
        rng.shuffle(&mut all);
        all.truncate(rng.usize(1..=most));
        all
    };
    match rng.u8(..6) {
        // Exact covers, with secondary items, colours and multiplicities.
        0 | 1 => {
            let items = rng.u32(3..8);
            let (second, colours) = (rng.u32(..3), rng.bool());
            let often = rng.u8(..4) == 0;
            let name = |item: u32| if often && item == 1 { "1:2|i1".to_string() } else { format!("i{item}") };
            let mut text: String = (1..=items).map(|item| name(item) + " ").collect();
            if second > 0 {
                text += "| ";
                text += &(1..=second).map(|item| format!("s{item} ")).collect::<String>();
            }
            text.push('\n');
            for _ in 0..rng.usize(3..14) {
                text += &set(rng, items, 3).iter().map(|item| format!("i{item} ")).collect::<String>();
                for item in 1..=second {
                    match (rng.u8(..3), colours) {
                        (0, true) => text += &format!("s{item}:{} ", ["A", "B"][rng.usize(..2)]),
                        (0, false) => text += &format!("s{item} "),
                        _ => {}
                    }
                }
                text.push('\n');
            }
            (text, "knuth")
        }
        2 => {
            let n = rng.usize(1..8);
            let queens: Vec<String> =
                (0..n).map(|_| if rng.u8(..3) == 0 { rng.usize(1..=n).to_string() } else { "0".to_string() }).collect();
            (format!("{n}\n{}\n", queens.join(" ")), "nqueen")
        }
        3 => {
            let (rows, columns) = (rng.usize(1..5), rng.usize(2..6));
            let mut text = format!("{}\n", ".".repeat(columns)).repeat(rows);
            text += ["", "gaps\n", "gaps 1\n"][rng.usize(..3)];
            for name in ["a", "b"] {
                let copies = if rng.u8(..3) == 0 { "x*".to_string() } else { format!("x{}", rng.u32(1..12)) };
                let shape = rng.choice(["X", "XX", "XX/X.", "XXX"]).expect("shapes").replace('/', "\n");
                text += &format!("piece {name} {copies}\n{shape}\n");
            }
            (text, "pieces")
        }
        4 => {
            let items = rng.u32(3..8);
            let mut text = format!("setcover\n{}\n", (1..=items).map(|item| format!("{item} ")).collect::<String>());
            for _ in 0..rng.usize(3..10) {
                text += &(set(rng, items, 3).iter().map(|item| format!("{item} ")).collect::<String>() + "\n");
            }
            (text, "sets")
        }
        _ => {
            let (width, height) = (rng.u32(2..6), rng.u32(2..5));
            let mut text = String::new();
            let pieces = rng.usize(2..9);
            for _ in 0..pieces {
                let (x, y) = (rng.u32(..width), rng.u32(..height));
                text += &format!("{x} {y} {} {}\n", rng.u32(x + 1..=width), rng.u32(y + 1..=height));
            }
            (format!("1\n{width} {height} {pieces}\n{text}"), "map")
        }
    }
}

#[test]
fn every_goal_has_one_answer_whichever_command_asks() {
    let wanted = if std::env::var_os("QUADRILLE_LONG").is_some() { 100_000 } else { 4_000 };
    let mut rng = Rng::with_seed(8500);
    let (mut asked, mut kinds) = (0, std::collections::BTreeSet::new());
    for kind in KINDS {
        let puzzle = load(kind.sample, None).or_else(|_| load(kind.sample, Some(kind.id))).unwrap().puzzles.remove(0);
        asked += agree(&puzzle, &format!("the sample of {}", kind.id));
        // Random puzzles are of the other kinds.
        kinds.extend(kind.has_grids().then_some(kind.id));
    }
    while asked < wanted {
        let (puzzle, about) = if rng.u8(..3) == 0 {
            let puzzle = grid(&mut rng);
            let about = quadrille_puzzle::write_toml(&puzzle);
            (puzzle, about)
        } else {
            let (text, form) = listing(&mut rng);
            // A queen may be placed where another one is.
            let Ok(loaded) = load(&text, Some(form)) else { continue };
            (loaded.puzzles.into_iter().next().unwrap(), text)
        };
        kinds.insert(puzzle.kind.id);
        asked += agree(&puzzle, &about);
    }
    assert_eq!(kinds.len(), KINDS.len(), "{kinds:?}");
}
