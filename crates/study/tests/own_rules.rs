//! Rules that a puzzle defines: what they mean, against brute force over all 4x4 sudokus, and what
//! files and other forms make of them.

use super::rules::{all, means};
use crate::support::rounds;
use dancing::Goal;
use quadrille_puzzle::{
    AutomatonStep, Cell, CellValues, EXCHANGE, Entry, GridRule, LOOKS, LoadError, OwnRule, Puzzle, Shape, Symbol, TOML,
    encode, kind, load, merged, write_toml,
};
use quadrille_solve::{Order, run};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A rule, and whether the numbers of its cells keep it.
type Told = (GridRule, Box<dyn Fn(&[u8]) -> bool>);

fn own(name: &str, means: CellValues, cells: &[usize], random: &mut fastrand::Rng) -> GridRule {
    let drawn = LOOKS[random.usize(..LOOKS.len())].0.to_string();
    let own = OwnRule { name: name.to_string(), help: format!("{name}, \"said\" in words"), drawn, means };
    GridRule::of_own(&Arc::new(own), cells.iter().map(|&cell| Cell(cell as u16)).collect())
}

/// A rule with a random meaning on random cells of a 4x4, each kind of meaning in turn.
fn random_rule(at: u32, random: &mut fastrand::Rng) -> Told {
    let mut cells: Vec<usize> = (0..16).collect();
    random.shuffle(&mut cells);
    cells.truncate(random.usize(2..=5));
    let number = |random: &mut fastrand::Rng| random.u32(1..=4);
    let pairs = |random: &mut fastrand::Rng| -> Vec<(u32, u32)> {
        let all: BTreeSet<(u32, u32)> = (0..random.usize(4..14)).map(|_| (number(random), number(random))).collect();
        all.into_iter().collect()
    };
    let has = |pairs: &[(u32, u32)], one: u8, other: u8| pairs.contains(&(one.into(), other.into()));
    match at % 5 {
        0 => {
            let list: Vec<Vec<u32>> =
                (0..random.usize(1..60)).map(|_| cells.iter().map(|_| number(random)).collect()).collect();
            let rule = own("tuples", CellValues::Tuples(list.clone()), &cells, random);
            (rule, Box::new(move |line| list.iter().any(|own| own.iter().zip(line).all(|(a, b)| *a == u32::from(*b)))))
        }
        1 => {
            let list = pairs(random);
            let rule = own("pairs", CellValues::Pairs(list.clone()), &cells, random);
            (rule, Box::new(move |line| line.windows(2).all(|pair| has(&list, pair[0], pair[1]))))
        }
        2 => {
            let list = pairs(random);
            let rule = own("every-two", CellValues::EveryTwo(list.clone()), &cells, random);
            let every = move |line: &[u8]| {
                (0..line.len()).all(|one| (one + 1..line.len()).all(|other| has(&list, line[one], line[other])))
            };
            (rule, Box::new(every))
        }
        3 => {
            // An automaton of three states in which a number may lead to several.
            let names = ["a", "b", "c"];
            let steps: Vec<(usize, u32, usize)> =
                (0..random.usize(4..16)).map(|_| (random.usize(..3), number(random), random.usize(..3))).collect();
            let start = steps[0].0;
            let known = |state: usize| steps.iter().any(|step| step.0 == state || step.2 == state);
            let ends: Vec<usize> = (0..3).filter(|&state| known(state) && random.bool()).collect();
            let step = |&(from, number, to): &(usize, u32, usize)| AutomatonStep {
                from: names[from].to_string(),
                numbers: vec![number],
                to: names[to].to_string(),
            };
            let meaning = CellValues::Automaton {
                steps: steps.iter().map(step).collect(),
                ends: ends.iter().map(|&end| names[end].to_string()).collect(),
            };
            let rule = own("automaton", meaning, &cells, random);
            let accepts = move |line: &[u8]| {
                let mut states = [false; 3];
                states[start] = true;
                for &number in line {
                    let mut next = [false; 3];
                    for &(from, own, to) in &steps {
                        next[to] |= states[from] && own == u32::from(number);
                    }
                    states = next;
                }
                ends.iter().any(|&end| states[end])
            };
            (rule, Box::new(accepts))
        }
        _ => {
            type Known = (&'static str, fn(&[u8]) -> bool);
            const PATTERNS: [Known; 6] = [
                (".*4", |line| line.last() == Some(&4)),
                ("[^3]*", |line| !line.contains(&3)),
                ("([24]?[13]+)*[24]?", |line| line.windows(2).all(|pair| pair[0] % 2 == 1 || pair[1] % 2 == 1)),
                ("1.+|.+1", |line| line.first() == Some(&1) || line.last() == Some(&1)),
                ("(12|3|4)+", |line| {
                    line.iter().enumerate().all(|(at, &number)| match number {
                        1 => line.get(at + 1) == Some(&2),
                        2 => at > 0 && line[at - 1] == 1,
                        _ => true,
                    })
                }),
                ("[1-4]{2}|.{4}", |line| line.len() == 2 || line.len() == 4),
            ];
            let (pattern, kept) = PATTERNS[random.usize(..PATTERNS.len())];
            (own("pattern", CellValues::Pattern(pattern.to_string()), &cells, random), Box::new(kept))
        }
    }
}

fn with(rules: Vec<GridRule>) -> Puzzle {
    let mut grid = kind("sudoku").unwrap().empty(4).unwrap();
    grid.rules = rules;
    Puzzle::new(kind("sudoku").unwrap(), &TOML, Shape::Grid(grid))
}

#[test]
fn own_rules_count_what_brute_force_counts() {
    let (all, mut random) = (all(), fastrand::Rng::with_seed(46));
    let iss = EXCHANGE.iter().find(|form| form.id == "iss").unwrap();
    let mut some = 0;
    for at in 0..rounds(250, 3000) {
        let (rule, kept) = random_rule(at, &mut random);
        let cells: Vec<usize> = rule.cells.iter().map(|cell| cell.index()).collect();
        let line = |full: &[u8; 16]| cells.iter().map(|&cell| full[cell]).collect::<Vec<u8>>();
        let expected = all.iter().filter(|full| kept(&line(full))).count();
        some += usize::from(expected > 0 && expected < 288);
        means(rule.clone(), &|full| kept(&line(full)), &all);
        // A file keeps the rule, and a string of another program its meaning.
        let puzzle = with(vec![rule.clone()]);
        let again = load(&write_toml(&puzzle), None).unwrap().puzzles.remove(0);
        assert_eq!(again.grid().unwrap().rules, std::slice::from_ref(&rule));
        let text = iss.write_all(&puzzle);
        let again = load(&text, Some("iss")).unwrap_or_else(|error| panic!("{text}: {error:?}")).puzzles.remove(0);
        let count = |puzzle: &Puzzle| {
            run(&encode(&puzzle.shape).problem, Order::new(Goal::Count { limit: None }), &mut ()).count
        };
        assert_eq!(count(&again), expected as u128, "{text} {:?}", rule.own);
    }
    assert!(some > 100, "{some}");
}

/// The text of a puzzle with a definition.
fn defined(body: &str) -> String {
    let uses = "rules = [\"own:mine r1c1 r1c2 r2c3\"]\n";
    format!(
        "format = 1\nkind = \"sudoku\"\n[grid]\nsize = 4\n{uses}givens = \"\"\"\n....\n....\n....\n....\n\"\"\"\n[[rules]]\nname = \"mine\"\nhelp = \"what it says\"\n{body}\n"
    )
}

#[test]
fn a_definition_that_means_nothing_is_refused_where_it_is_written() {
    let refused = |text: &str, line: usize, message: &str| {
        let Err(LoadError::Parse(error)) = load(text, None) else { panic!("not refused: {message}") };
        assert_eq!((error.place.line, error.message.as_str()), (line, message), "{text}");
    };
    let body = |body: &str, line: usize, message: &str| refused(&defined(body), line, message);
    assert!(load(&defined("pattern = \"12.\""), None).is_ok());
    body("", 13, "the rule `mine` needs one meaning");
    body("pattern = \"...\"\npairs = [\"1 2\"]", 13, "the rule `mine` needs one meaning");
    body("tuples = []", 15, "a tuple of two numbers or more is expected");
    body("tuples = [\"1 2 3\", \"1 2\"]", 15, "tuple 2 has 2 numbers, but the first has 3");
    body("tuples = [\"1 2\"]", 5, "`own:mine` names 3 cells, 2 expected");
    body("tuples = [\"1 2 x\"]", 15, "`x` is not a number");
    body("pairs = [\"1 2 3\"]", 15, "`1 2 3` is not a pair");
    body("pairs = [\"1 5\"]", 5, "`own:mine` has the number 5, but no symbol of the grid means it");
    body("automaton = [\"a 1 b\"]\nends = [\"b\"]", 15, "`a 1 b` is not a step");
    body("automaton = [\"a 1 > b\"]", 15, "the automaton has no ends");
    body("automaton = [\"a 1 > b\"]\nends = [\"c\"]", 15, "no step leads to the state `c`");
    body("pattern = \"..\"\nends = [\"c\"]", 16, "only an automaton has ends");
    body(
        "pattern = \"..\"\ndrawn = \"star\"",
        16,
        &format!("`star` is not a drawing; known are {}", LOOKS.map(|(look, _)| look).join(", ")),
    );
    refused(&defined("pattern = \".\"").replace("own:mine", "own:other"), 5, "the puzzle defines no rule `other`");
    refused(
        &defined("pattern = \".\"").replace("\"own:mine r1c1 r1c2 r2c3\"", ""),
        13,
        "no rule of the grid is `own:mine`",
    );
    let twice = "pattern = \"...\"\n[[rules]]\nname = \"mine\"\nhelp = \"\"\npattern = \"1..\"";
    body(twice, 17, "the rule `mine` is defined twice");
    refused(&defined("pattern = \".\"").replace("mine", "killer"), 13, "`killer` is a rule already");
    let large = defined(&format!("pattern = \"{}\"", "(.*1.{9}|.*2.{9})".repeat(9)));
    assert!(matches!(load(&large, None), Err(LoadError::Parse(error)) if error.message.contains("bytes")));
}

#[test]
fn a_file_with_own_rules_is_saved_with_its_comments() {
    let text = defined("# as in the rules\npattern = \"1..\"   # begins with 1");
    let mut puzzle = load(&text, None).unwrap().puzzles.remove(0);
    assert_eq!(merged(&text, &write_toml(&puzzle)).as_deref(), Some(text.as_str()));
    puzzle.grid_mut().unwrap().cells[5] = Entry::Given(Symbol(0));
    let saved = merged(&text, &write_toml(&puzzle)).unwrap();
    assert!(saved.contains("# as in the rules") && saved.contains("# begins with 1"), "{saved}");
    assert_eq!(load(&saved, None).unwrap().puzzles[0].grid(), puzzle.grid());
}
