//! The links and files of other sites: what each holds, and what the writer of its form makes of
//! it.

use quadrille_puzzle::{EXCHANGE, KINDS, Puzzle, Shape, load};

/// The givens of a plain 9x9.
const GIVENS: &str = "4...86......7......294......5...........69.57.1......2.4..7.6..2..9.81..5.1....4.";

fn one(text: &str) -> Puzzle {
    let mut puzzles = load(text, None).unwrap_or_else(|error| panic!("{text:.80}: {error}")).puzzles;
    assert_eq!(puzzles.len(), 1, "{text:.80}");
    puzzles.remove(0)
}

fn givens(puzzle: &Puzzle) -> String {
    let line = KINDS.iter().flat_map(|kind| kind.forms).find(|form| form.id == "line").unwrap();
    line.write(&Shape::Grid(puzzle.grid().unwrap().clone())).trim().to_string()
}

fn refusal(text: &str) -> String {
    load(text, None).expect_err(text).to_string()
}

#[test]
fn packed_digits_are_read_and_written() {
    let digits = GIVENS.replace('.', "0");
    let packed = "Y8u0v029s0to6J5Hp0COHQMJ8LFfE";
    let page = "https://sudokuexchange.com/play/?s=";
    for text in [format!("{page}{digits}"), format!("{page}{packed}&d=3"), format!("https://sudokupad.app/scf{packed}")]
    {
        assert_eq!(givens(&one(&text)), GIVENS, "{text}");
    }
    let form = EXCHANGE.iter().find(|form| form.id == "sudokuexchange").unwrap();
    let shape = one(&format!("{page}{digits}")).shape;
    assert_eq!(form.write(&shape), format!("{page}{packed}\n"));

    let named = one(&format!("scf{packed}*xwtTwo ** stars*aSetter"));
    assert_eq!((named.meta.title.as_str(), named.meta.source.as_str()), ("Two * stars", "Setter"));
    let grid = named.grid().unwrap();
    assert!(grid.diagonals && grid.rules.iter().any(|rule| rule.id == "windoku"));
    assert!(refusal(&format!("https://sudokupad.app/scf{packed}*q")).contains("`q` after the digits"));
    assert!(refusal(&format!("https://sudokupad.app/scf{}", &packed[..20])).contains("cells, 81 expected"));
    assert!(refusal(&format!("{page}{packed}8")).contains("1 character after its 81 cells"));
    // A name on the site may begin like it.
    assert!(refusal("https://sudokupad.app/scfab").contains("its site keeps"));
}
