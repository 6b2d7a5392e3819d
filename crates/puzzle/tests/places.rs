//! Errors are placed in the text that they are about, and numbers of any size are not mistaken.

use crate::damaged::{damaged, editor_lines, is_in};
use quadrille_puzzle::{
    EXCHANGE, Form, KINDS, LoadError, ParseError, Puzzle, Shape, TOML, Text, draw, load, write_toml,
};

/// Texts of a form, and the form.
fn samples() -> Vec<(&'static Form, String)> {
    let mut samples = Vec::new();
    for kind in KINDS {
        let shape = load(kind.sample, Some(kind.id)).unwrap().puzzles.remove(0).shape;
        let plain = shape.listing().is_none_or(|own| own.source.is_none() && !own.repeated);
        for form in kind
            .forms
            .iter()
            .copied()
            .chain(EXCHANGE.iter().copied().filter(|form| form.writes() && shape.grid().is_some()))
        {
            let is_grid_form = !matches!(form.text, Text::Listings { .. });
            let holds = is_grid_form || form.holds.is_exact();
            if is_grid_form == shape.grid().is_some() && (plain && holds || form.id == kind.forms[0].id) {
                samples.push((form, form.write(&shape)));
            }
        }
        let puzzle = Puzzle::new(kind, kind.forms[0], shape);
        samples.push((&TOML, write_toml(&puzzle)));
    }
    let form = |id: &str| KINDS.iter().flat_map(|kind| kind.forms).copied().find(|form| form.id == id).unwrap();
    samples.push((form("boxes"), "4 2 2\n1 0 0 0\n0 0 2 0\n0 3 0 0\n0 0 0 4\n".to_string()));
    samples.push((form("covering"), "covering 5 3 2\n".to_string()));
    samples.push((form("squares"), "squares 2\nmissing 1 12\n".to_string()));
    samples.push((form("bombs"), "bombs\n2 5\n#.*#.\n.##..\n".to_string()));
    samples.push((form("lamps"), "lamps\n2 2\n2 1 ON 2 OFF\n1 2 ON\n".to_string()));
    samples.push((form("map"), "2\n5 5 1\n0 0 5 5\n1 2 2\n0 0 1 1\n0 1 1 2\n".to_string()));
    samples.push((form("nqueen"), "6\n0 0 0 6 0 2\n1\n0\n".to_string()));
    samples.push((form("matrix"), "2 3\n1 0 1\n0 1 0\n1 1\n1\n".to_string()));
    samples
}

#[test]
fn the_place_of_an_error_lies_in_the_text() {
    let mut refused = 0;
    for (form, text) in samples() {
        for text in damaged(&text) {
            for wanted in [Some(form.id), None] {
                if let Err(LoadError::Parse(error)) = load(&text, wanted) {
                    is_in(&error, &text, form.id);
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 3_000, "{refused}");
}

#[test]
fn what_is_missing_is_missing_at_the_end_of_the_text() {
    for (form, text, line, column) in [
        ("nqueen", "3", 1, 2),
        ("nqueen", "3\n", 2, 1),
        ("nqueen", "3\n0 2", 2, 4),
        ("boxes", "4 2 2\n1 2 3 4", 2, 8),
        ("boxes", "4 2 2\n1 2 3 4\r\n", 3, 1),
        ("boxes", "4 2 2\r1 2 3 4\r3 4 1", 3, 6),
        ("rows", "1234\n3412\n2143", 3, 5),
        ("regions", "4 4\n1 2 3 4", 2, 8),
        ("map", "2\n1 1 1\n0 0 1 1", 3, 8),
        ("sdk", "[Puzzle]\n1234\n3412", 3, 5),
        ("csv", "1,2,3,4\n3,4,1,2", 2, 8),
        ("p1074", "1 2 3 4\n3 4 1 2", 2, 8),
        ("fpuzzles", "{\"size\":9,\n\"grid\":[", 2, 9),
    ] {
        let Err(LoadError::Parse(error)) = load(text, Some(form)) else { panic!("{form}: {text}") };
        assert_eq!((error.place.line, error.place.column), (line, column), "{form}: {error}\n{text}");
        let drawn = draw("a", text, &error);
        let shown = format!("{line} | {}", editor_lines(text)[line - 1]);
        assert!(drawn.lines().any(|row| row.trim_end() == shown.trim_end()), "{drawn}");
        let caret = drawn.lines().find(|row| row.trim_start().starts_with("|  ") || row.ends_with("| ^")).unwrap();
        assert!(caret.ends_with(&format!("| {}^", " ".repeat(column - 1))), "{drawn}");
    }
}

/// Numbers around the powers of two at which numbers of machines end.
fn edges() -> Vec<u128> {
    let around = |power: u32| (-3i128..=5).map(move |d| ((1i128 << power) + d) as u128);
    [8, 16, 31, 32, 61, 62, 63, 64].into_iter().flat_map(around).collect()
}

#[test]
fn a_size_of_any_size_is_refused_and_not_taken_for_another() {
    let toml = |size: &str, more: &str| {
        let rows = "1...\n..2.\n.3..\n...4\n";
        format!("format = 1\nkind = \"sudoku\"\n[grid]\nsize = {size}\n{more}givens = \"\"\"\n{rows}\"\"\"\n")
    };
    let rows = "0 0 0 0\n".repeat(4);
    let mut texts: Vec<(&str, String)> = Vec::new();
    for n in edges() {
        for small in [1, 2, 4, 8, 16, 25] {
            texts.push(("tatham", format!("{small}x{n}:1o\n")));
            texts.push(("tatham", format!("{small}x{n}x:1o\n")));
            texts.push(("tatham", format!("{n}x{small}:1o\n")));
            texts.push(("tatham", format!("{small}x{n}j:1o,c_\n")));
            texts.push(("toml", toml("4", &format!("boxes = \"{small}x{n}\"\n"))));
            texts.push(("toml", toml("4", &format!("boxes = \"{n}x{small}\"\n"))));
            texts.push(("boxes", format!("4 {small} {n}\n{rows}")));
            texts.push(("boxes", format!("4 {n} {small}\n{rows}")));
        }
        texts.push(("tatham", format!("{n}j:1o,c_\n")));
        texts.push(("toml", toml(&n.to_string(), "")));
        texts.push(("toml", toml("4", &format!("boxes = \"{n}x{n}\"\n"))));
        texts.push(("iss", format!(".Shape~{n}x{n}.~R1C1_1\n")));
        texts.push(("iss", format!(".Shape~4x{n}.~R1C1_1\n")));
        texts.push(("iss", format!(".Shape~{n}x4.~R1C1_1\n")));
        texts.push(("iss", format!(".Shape~4x4~{n}.~R1C1_1\n")));
        texts.push(("fpuzzles", format!("{{\"size\":{n},\"grid\":[[{{}},{{}},{{}},{{}}]]}}\n")));
        texts.push(("boxes", format!("{n} 2 2\n{rows}")));
        texts.push(("regions", format!("{n} {n}\n{rows}{rows}")));
        texts.push(("regions", format!("4 {n}\n{rows}{rows}")));
        texts.push(("hdu4069", format!("{n}\n{rows}")));
        texts.push(("rows", format!("{n}\n1234\n3412\n2143\n4321\n")));
        texts.push(("nqueen", format!("{n}\n0 0 0 0\n")));
        texts.push(("matrix", format!("{n} 4\n{rows}1 1 1 1\n")));
        texts.push(("matrix", format!("4 {n}\n{rows}")));
        texts.push(("covering", format!("covering {n} 3 2\n")));
        texts.push(("covering", format!("covering 5 {n} 2\n")));
        texts.push(("covering", format!("covering 5 3 {n}\n")));
        texts.push(("squares", format!("squares {n}\n")));
        texts.push(("bombs", format!("bombs\n{n} 3\n#..\n")));
        texts.push(("bombs", format!("bombs\n1 {n}\n#..\n")));
        texts.push(("lamps", format!("lamps\n{n} 1\n1 1 ON\n")));
        texts.push(("lamps", format!("lamps\n1 1\n{n} 1 ON\n")));
        texts.push(("map", format!("{n}\n1 1 1\n0 0 1 1\n")));
        texts.push(("map", format!("1\n1 1 {n}\n0 0 1 1\n")));
        texts.push(("pieces", format!("....\npiece A x{n}\nX\n")));
        if n > 1000 {
            texts.push(("map", format!("1\n{n} 1 1\n0 0 1 1\n")));
            texts.push(("map", format!("1\n1 {n} 1\n0 0 1 1\n")));
        }
    }
    for (form, text) in texts {
        match load(&text, Some(form)) {
            Err(LoadError::Parse(error)) => is_in(&error, &text, form),
            Err(error) => panic!("{form}: {error}\n{text}"),
            Ok(loaded) => {
                let sizes: Vec<String> = loaded.puzzles.iter().map(|own| size_of(&own.shape)).collect();
                panic!("{form} reads {sizes:?}:\n{text}");
            }
        }
    }
}

fn size_of(shape: &Shape) -> String {
    match shape {
        Shape::Grid(grid) => format!("a grid of side {}", grid.n_symbols()),
        Shape::Listing(listing) => format!("{} items", listing.items.len()),
    }
}

#[test]
fn an_error_is_drawn_with_its_line_and_a_caret() {
    let error = ParseError::new(2, 3, "unexpected `x`").help("allowed are 1-9 and .");
    let drawn = draw("a.txt", "123\n12x4\n", &error);
    let expected =
        "error: unexpected `x`\n --> a.txt:2:3\n  |\n2 | 12x4\n  |   ^\n  |\n  = help: allowed are 1-9 and .";
    assert_eq!(drawn, expected);
}

#[test]
fn a_long_line_is_cut_around_its_place() {
    let error = ParseError::new(1, 150_000, "unexpected");
    let drawn = draw("a", &"y".repeat(200_000), &error);
    assert!(drawn.len() < 400 && drawn.contains("a:1:150000"), "{drawn}");
    let past = ParseError::new(9, 1, "the input ends");
    assert!(draw("a", "1\n", &past).contains("a:9:1"));
}
