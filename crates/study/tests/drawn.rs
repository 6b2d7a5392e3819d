//! Rules that are only drawn: kept, shown, and regarded by no answer.

use crate::foreign::foreign;
use dancing::Goal;
use quadrille_puzzle::{EXCHANGE, Export, Extent, Grid, Shape, encode, load, write_toml};
use quadrille_solve::{Order, run};
use quadrille_study::{Unrated, rate, survey, verdict};

#[test]
fn rules_that_are_not_supported_can_be_left_out_but_are_kept_and_drawn() {
    let refused = load(&foreign(), None).unwrap_err();
    assert!(refused.to_string().contains("not supported: kropki dots with the value \"?\""), "{refused}");
    let puzzle = refused.only_drawn().unwrap().puzzles.remove(0);
    let grid = puzzle.grid().unwrap();
    let rules: Vec<String> = grid.rules.iter().map(|rule| rule.text(grid)).collect();
    assert_eq!(
        rules,
        [
            "arrow r3c3 r3c4 r4c5",
            "rising",
            "white r6c5 r6c6",
            "drawn:kropki-dot r5c5 r5c6",
            "killer 7 r1c1 r1c2",
            "killer 11 r2c1 r2c2",
            "drawn:negative",
            "quadruple 1 2 r5c1 r5c2 r6c1 r6c2",
            "sandwich 5 r1c4..r6c4",
            "drawn:sandwich-sum r6c6",
            "thermometer r1c6 r2c6",
        ]
    );
    let drawn = "1 kropki dot, 1 negative and 1 sandwich sum";
    assert_eq!(grid.only_drawn().as_deref(), Some(drawn));
    // The program's own file keeps them. No other form can.
    let again = load(&write_toml(&puzzle), None).unwrap().puzzles.remove(0);
    assert_eq!(again.grid(), Some(grid));
    for form in EXCHANGE.iter().chain(puzzle.kind.forms) {
        assert!(!form.loss(&puzzle).essential.is_empty(), "{}", form.id);
    }
    // No answer regards them, and each one says so.
    let mut held = grid.clone();
    held.rules.retain(|rule| !rule.is_only_drawn());
    assert_eq!((grid.candidates(), grid.consistent()), (held.candidates(), held.consistent()));
    let count = |grid: &Grid| {
        let encoded = encode(&Shape::Grid(grid.clone()));
        let outcome = run(&encoded.problem, Order::new(Goal::Unique), &mut ());
        (verdict(&outcome, &encoded), outcome.count)
    };
    let ((with, found), (without, other)) = (count(grid), count(&held));
    assert_eq!(found, other);
    assert_eq!(with, format!("Without {drawn}: {}{}", without[..1].to_lowercase(), &without[1..]));
    let said = survey(grid, &mut || true).unwrap().words(grid);
    assert!(said[0].starts_with(&format!("without {drawn}: 2 solutions")), "{said:?}");
    assert_eq!(rate(grid, &mut || true), Err(Unrated::Drawn));
    for to in ["knuth", "matrix", "line"] {
        assert!(Export::named(to).unwrap().write(&puzzle).is_err(), "{to}");
    }
    // Turned four times it is the same again; a smaller grid has none of their cells.
    assert_eq!((0..4).fold(grid.clone(), |grid, _| grid.turned()), *grid);
    let small = grid.resized(Extent::usual(4)).unwrap();
    assert_eq!(small.only_drawn().as_deref(), Some("1 negative"));
    // Too many drawings are refused, and so is a name that a file could not hold.
    let many = foreign().replace("[\"sums\"]", &format!("{:?}", [0; 500]));
    assert!(load(&many, None).unwrap_err().only_drawn().is_err());
    let cages = ".Unheard~9~R1C1".repeat(501);
    assert!(load(&cages, None).unwrap_err().only_drawn().is_err());
    let long = format!(".Unheard~R1C1.Unheard{}", "~1".repeat(80_000));
    let read = load(&long, None).unwrap_err().only_drawn().unwrap().puzzles.remove(0);
    assert_eq!(read.grid().unwrap().without().unwrap(), "without 2 unheards");
    for (iss, rule) in
        [(".Diagonal~1", "rising"), (".Diagonal~-1", "falling"), (".~R1C1_1_2_3", "candidates 1 2 3 r1c1")]
    {
        let read = load(iss, None).unwrap().puzzles.remove(0);
        let grid = read.grid().unwrap();
        assert_eq!(grid.rules[0].text(grid), rule);
    }
    // These do not only forbid.
    for iss in [".Or.Unheard~9~R1C1.End", ".RegionSize~4~R1C1"] {
        assert!(load(iss, None).unwrap_err().only_drawn().is_err(), "{iss}");
    }
    // Another error comes first.
    for (from, to) in [("[{\"lines\":[[\"R1C6\",\"R2C6\"]]}]", "true"), ("\"diagonal+\":true", "\"diagonal+\":\"yes\"")]
    {
        let text = foreign().replace(from, to);
        assert!(text != foreign());
        assert!(load(&text, None).unwrap_err().to_string().contains("expected"), "{to}");
    }
    for rule in [
        "drawn",
        "drawn:",
        "drawn:-",
        "drawn:a-",
        "drawn:Cage r1c1",
        "odd:cage r1c1",
        "drawn:cage r1c1 r1c1",
        "drawn:cage r9c9",
    ] {
        let text = write_toml(&puzzle).replace("drawn:negative", rule);
        assert!(load(&text, None).is_err(), "{rule}");
    }
}
