//! Quadrille's own files: what is merged into a file that somebody wrote, how texts are spelled as
//! TOML strings, and where an error lies in a spelling.

use quadrille_puzzle::{
    Entry, Listing, LoadError, ParseError, Puzzle, Shape, Symbol, TOML, TextPlace, kind, load, merged, write_toml,
};

const FILE: &str = "# mine\nformat = 1\nkind = 'sudoku'   # the kind\n\n[grid] # by hand\n\
                    # what is given\ngivens = \"\"\"\n1...\n..2.\n.3..\n...4\n\"\"\"\nsize = 4\n\n\
                    [meta]\nnote = \"kept\" # a note\n";

#[test]
fn comments_and_order_stay() {
    let mut puzzle = load(FILE, Some(TOML.id)).unwrap().puzzles.remove(0);
    // Saving an unchanged puzzle changes nothing in the file.
    assert_eq!(merged(FILE, &write_toml(&puzzle)).as_deref(), Some(FILE));
    let grid = puzzle.grid_mut().unwrap();
    grid.cells[1] = Entry::Given(Symbol(2));
    puzzle.meta.title = "Four".to_string();
    let text = merged(FILE, &write_toml(&puzzle)).unwrap();
    for kept in ["# mine\n", "kind = 'sudoku'   # the kind", "[grid] # by hand", "# what is given", "# a note"] {
        assert!(text.contains(kept), "{kept}:\n{text}");
    }
    assert!(text.contains("13..\n..2.") && text.contains("title = \"Four\""), "{text}");
    let again = load(&text, Some(TOML.id)).unwrap().puzzles.remove(0);
    assert!(again.shape.means(&puzzle.shape) && again.meta == puzzle.meta, "{text}");
    assert_eq!(merged("no = [", "a = 1"), None);
}

fn refused(file: &str) -> ParseError {
    match load(file, None) {
        Err(LoadError::Parse(error)) => error,
        other => panic!("{file}\n{other:?}"),
    }
}

/// The reported place and width of the `<`, which no name of an item has, are right however the
/// string is spelled. A line `|` is a comment.
#[test]
fn a_place_in_the_value_is_found_in_its_spelling() {
    for (text, line, column, width) in [
        ("text = \"ab<\"", 1, 11, 1),
        ("text = 'ab<'", 1, 11, 1),
        ("text = \"\"\"\n|\n c<\n\"\"\"", 3, 3, 1),
        ("text = '''\r\n|\r\n\\c<\r\n'''", 3, 3, 1),
        ("text = \"\"\"|\n\\\n   \n  b<\"\"\"", 4, 4, 1),
        ("text = \"|\\nb\\u003c\"", 1, 13, 6),
        ("text = \"\\\\\\\"\\u0061<\"", 1, 19, 1),
        ("text = \"\u{e9}<\"", 1, 10, 1),
    ] {
        let error = refused(&format!("format = 1\nkind = \"cover\"\n[cover]\n{text}\n"));
        assert_eq!(error.message, "unexpected `<`", "{text}");
        assert_eq!((error.place, error.width), (TextPlace { line: line + 3, column }, width), "{text}");
    }
}

/// The regions of a grid need more rows than there are, so that the error lies behind the value.
#[test]
fn a_place_behind_the_value_is_that_of_its_closing_quotes() {
    let givens = "....\\n".repeat(4);
    for (regions, line, column) in
        [("regions = \"\"", 1, 12), ("regions = \"\"\"\nabcd\n\"\"\"", 3, 1), ("regions = ''", 1, 12)]
    {
        let head = format!("format = 1\nkind = \"jigsaw\"\n[grid]\nsize = 4\ngivens = \"{givens}\"\n");
        let place = refused(&format!("{head}{regions}\n")).place;
        assert_eq!(place, TextPlace { line: line + 5, column }, "{regions}");
    }
}

/// A listing is written by the text that it was made from.
#[test]
fn lines_are_spelled_so_that_they_are_read_back() {
    let tiling = kind("tiling").unwrap();
    for text in ["a\n", "", "\n\na", "\\d \"c\"\n", "\"\"\" \"\"\"\"\n", "a\rb\tc\u{1b}\u{7f}\n", "x\"", "'''\n"] {
        let made = Listing { source: Some(text.to_string()), ..Listing::default() };
        let file = write_toml(&Puzzle::new(tiling, tiling.forms[0], Shape::from(made)));
        let read: toml::Table = toml::from_str(&file).unwrap_or_else(|error| panic!("{text:?} {error}\n{file}"));
        assert_eq!(read["tiling"]["text"].as_str(), Some(text), "{file}");
    }
}
