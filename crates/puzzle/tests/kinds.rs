//! The forms of each kind of puzzle: what a text means, that it is written as it was read, and
//! where a wrong one is refused.

use dancing::Goal;
use quadrille_puzzle::{
    Form, Grid, KINDS, Listing, ParseError, Picture, Puzzle, Shape, Text, encode, kind, load, queens, tiling,
    write_toml,
};
use quadrille_solve::{Order, run};
use std::collections::BTreeSet;

fn form(id: &str) -> &'static Form {
    let found = KINDS.iter().flat_map(|kind| kind.forms).copied().find(|form| form.id == id);
    found.unwrap_or_else(|| panic!("no form {id}"))
}

/// The listings of a text in a form.
fn listings(id: &str, text: &str) -> Result<Vec<Listing>, ParseError> {
    let Text::Listings { read, .. } = form(id).text else { panic!("{id} is a form of grids") };
    read(text)
}

/// The one listing of a text in a form.
fn listing(id: &str, text: &str) -> Result<Listing, ParseError> {
    let mut all = listings(id, text)?;
    assert_eq!(all.len(), 1, "{id}\n{text}");
    Ok(all.remove(0))
}

fn write_listing(id: &str, listing: &Listing) -> String {
    let Text::Listings { write, .. } = form(id).text else { panic!("{id} is a form of grids") };
    write(listing)
}

/// The grids of a text in a form.
fn grids(id: &str, text: &str) -> Result<Vec<Grid>, ParseError> {
    match form(id).text {
        Text::Grids { read, .. } => read(text),
        Text::Spelled { read, .. } => Ok(read(text, None)?.into_iter().map(|sheet| sheet.grid).collect()),
        _ => panic!("{id} is another form"),
    }
}

fn write_grid(id: &str, grid: &Grid) -> String {
    form(id).write(&Shape::Grid(grid.clone()))
}

/// Checks that each of the texts is refused at its line and column.
fn is_refused<const N: usize>(id: &str, texts: [(&str, usize, usize); N]) {
    for (text, line, column) in texts {
        let place = listings(id, text).unwrap_err().place;
        assert_eq!((place.line, place.column), (line, column), "{id}\n{text}");
    }
}

/// The part that must survive a round trip: a grid, or the options' items. A matrix has no item
/// names.
fn cells(shape: &Shape) -> String {
    match shape {
        Shape::Grid(grid) => format!("{grid:?}"),
        Shape::Listing(listing) => format!("{:?}", listing.options.iter().map(|o| o.items).collect::<Vec<_>>()),
    }
}

#[test]
fn every_sample_is_read_as_its_kind_and_written_back_the_same() {
    for kind in KINDS {
        let loaded = load(kind.sample, Some(kind.id)).unwrap();
        let puzzle = &loaded.puzzles[0];
        assert_eq!(puzzle.kind.id, kind.id);
        assert_eq!(puzzle.form.write(&puzzle.shape), kind.sample, "{}", kind.id);
        // The source text of a generated listing can be written in its form only.
        let made = puzzle.shape.listing().is_some_and(|listing| listing.source.is_some() || listing.repeated);
        let holds = |form: &Form| puzzle.grid().is_some() || !made && form.holds.is_exact();
        let fits = |form: &Form| puzzle.grid().is_none() || form.loss(puzzle).essential.is_empty();
        for form in kind.forms.iter().filter(|form| holds(form) && fits(form) || form.id == puzzle.form.id) {
            let text = form.write(&puzzle.shape);
            let again = load(&text, Some(form.id)).unwrap_or_else(|error| panic!("{} {error}\n{text}", form.id));
            assert_eq!(cells(&again.puzzles[0].shape), cells(&puzzle.shape), "{} as {}", kind.id, form.id);
        }
        let toml = write_toml(puzzle);
        let again = load(&toml, None).unwrap_or_else(|error| panic!("{error}\n{toml}"));
        assert_eq!((cells(&again.puzzles[0].shape), again.puzzles[0].kind.id), (cells(&puzzle.shape), kind.id));
    }
}

#[test]
fn every_kind_looks_as_its_first_form_says() {
    for kind in KINDS {
        assert!(kind.forms[0].guise.fits(kind.sample), "{}", kind.id);
    }
}

#[test]
fn pentominoes_have_63_shapes() {
    // Every shape fits on the board, so the options of a piece show all of its shapes.
    let board = tiling::pieces::pentomino_board(6, 10);
    let Some(Picture::Board(picture)) = &board.picture else { panic!("a tiling has a board") };
    let shape = |option: usize| {
        let places = picture.marks[option].cells.iter().map(|&cell| (cell / 10, cell % 10));
        let (top, left) = (places.clone().map(|place| place.0).min(), places.clone().map(|place| place.1).min());
        let mut cells: Vec<(u32, u32)> =
            places.map(|(row, column)| (row - top.unwrap(), column - left.unwrap())).collect();
        cells.sort_unstable();
        cells
    };
    let shapes = |piece: u32| {
        let laid = (0..board.options.len()).filter(|&option| board.options[option].contains(&piece));
        laid.map(shape).collect::<BTreeSet<_>>().len()
    };
    let counts: Vec<usize> = (60..72).map(shapes).collect();
    assert_eq!(board.items[60..], ["F", "I", "L", "N", "P", "T", "U", "V", "W", "X", "Y", "Z"]);
    assert_eq!(counts, [8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4]);
    assert_eq!((board.primary, board.options.len(), board.symmetries.len()), (72, 2056, 3));
}

#[test]
fn pieces_are_read_and_written_back() {
    let text = "....\n.##.\npiece D x* no-flip\nXX\npiece L\nX.\nXX\n";
    let board = listing("pieces", text).unwrap();
    assert_eq!(write_listing("pieces", &board), text);
    assert_eq!(board.items[6..], ["L"]);
    assert!(board.symmetries.len() == 1, "mirrored left to right");
    is_refused(
        "pieces",
        [
            ("..x\n", 1, 3),
            ("...\n..\n", 2, 3),
            ("...\npiece\n", 2, 7),
            ("...\npiece I x201\nXXX\n", 2, 10),
            ("...\npiece I big\nXXX\n", 2, 9),
            ("...\npiece I\n", 3, 1),
            ("...\npiece I\nXYX\n", 3, 2),
            ("...\npiece I\nXX\npiece I\nX\n", 4, 7),
        ],
    );
}

#[test]
fn copies_of_a_piece_are_laid_in_one_order() {
    let board = listing("pieces", "..\n..\npiece D x2\nXX\n").unwrap();
    let encoded = encode(&Shape::from(board));
    let order = Order::new(Goal::Count { limit: None });
    assert_eq!(run(&encoded.problem, order, &mut ()).count, 2);
}

#[test]
fn a_map_is_read_and_written_back() {
    let sample = kind("tiling").unwrap().sample;
    let map = &listings("map", sample).unwrap()[0];
    assert_eq!((map.primary, map.options.len(), map.goal), (8, 3, Some(Goal::Best)));
    assert_eq!(map.options[2], [0, 1, 4, 5]);
    assert_eq!(write_listing("map", map), sample);
    is_refused(
        "map",
        [
            ("1\n5 5 1\n2 0 2 5\n", 3, 1),
            ("1\n5 5 1\n0 0 6 5\n", 3, 5),
            ("1\n5 5 1\n0 0 5\n", 3, 7),
            ("2\n1 1 0\n", 3, 1),
            ("1\n1 1 0\n7\n", 3, 1),
        ],
    );
}

#[test]
fn queens_that_attack_each_other_come_back_from_a_file() {
    // Ranks 1 and 2 both have file 1. The line of numbers cannot express that.
    let empty = queens::listing(queens::Queens { placed: vec![0; 4] });
    let board = std::sync::Arc::new(empty).taking(&[0, 4]).unwrap();
    assert!(!queens::is_said(&board));
    let puzzle = Puzzle::new(&queens::KIND, queens::KIND.forms[0], Shape::from(board));
    let text = write_toml(&puzzle);
    let read = load(&text, None).unwrap().puzzles.remove(0);
    assert!(read.shape.means(&puzzle.shape), "{text}");
    assert_eq!(read.shape.listing().unwrap().taken(), [0, 4]);
}

#[test]
fn a_board_has_an_item_for_each_line() {
    let sample = queens::KIND.sample;
    let board = &listings("nqueen", sample).unwrap()[0];
    assert_eq!((board.primary, board.items.len(), board.options.len()), (12, 34, 4 * 6 + 2));
    assert_eq!(write_listing("nqueen", board), sample);
    let clash = listings("nqueen", "3\n0 2 2\n").unwrap_err();
    assert_eq!((clash.place.line, clash.place.column), (2, 5));
    assert_eq!(listings("nqueen", "51\n0\n").unwrap_err().message, "51 is out of range 1..50");
    assert_eq!(listings("nqueen", "3\n0 2\n").unwrap_err().place.column, 5);
}

#[test]
fn boards_end_at_a_line_of_zero_or_with_the_text() {
    for text in ["1\n0\n3\n0 2 0\n", "1\n0\n3\n0 2 0\n0\n", "1\n0\n\n3\n0 2 0\n\n0\n\n"] {
        let boards = listings("nqueen", text).unwrap();
        assert_eq!(boards.iter().map(|board| board.primary).collect::<Vec<_>>(), [2, 6], "{text}");
    }
    is_refused("nqueen", [("1\n0\n0\n1\n0\n", 4, 1), ("1\n0\n0 1\n", 3, 3), ("0\n\n x\n", 3, 2)]);
}

#[test]
fn a_blast_ends_at_the_first_wall() {
    let map = &listing("bombs", "bombs\n2 5\n#.*#.\n.##..\n").unwrap();
    assert_eq!(map.items, ["r1c1", "r1c4", "r2c2", "r2c3"]);
    // The hard wall between r1c2 and r1c4 protects the latter, and r2c3 stands before r2c2.
    assert_eq!(map.option_items(0), "r1c1 r2c2");
    let names: Vec<String> = (0..map.options.len()).map(|option| map.option_name(option)).collect();
    assert_eq!(names, ["bomb r1c2", "bomb r1c5", "bomb r2c1", "bomb r2c4", "bomb r2c5"]);
    assert_eq!(map.option_items(3), "r1c4 r2c3");
    assert_eq!(write_listing("bombs", map), "bombs\n2 5\n#.*#.\n.##..\n");
}

#[test]
fn a_map_is_refused_with_its_place() {
    is_refused(
        "bombs",
        [
            ("bomb\n1 1\n#\n", 1, 1),
            ("bombs 1 1\n#\n", 1, 7),
            ("bombs\n1\n#\n", 2, 3),
            ("bombs\n1 51\n#\n", 2, 3),
            ("bombs\n1 3\n#x.\n", 3, 2),
            ("bombs\n2 2\n#.\n#\n", 4, 3),
            ("bombs\n2 2\n#.\n", 4, 1),
            ("bombs\n1 2\n#.\n\n#\n", 5, 1),
        ],
    );
}

#[test]
fn sets_are_a_cover_with_a_head() {
    let sample = kind("setcover").unwrap().sample;
    let sets = listing("sets", sample).unwrap();
    assert_eq!((sets.items.len(), sets.options.len(), sets.repeated), (5, 4, true));
    // All line endings are accepted.
    for ends in ["\r\n", "\r"] {
        assert_eq!(listing("sets", &sample.replace('\n', ends)).unwrap(), sets, "{ends:?}");
    }
    assert_eq!(write_listing("sets", &sets), sample);
    is_refused(
        "sets",
        [("a b\na\n", 1, 1), ("setcover\na b | c\na\n", 2, 5), ("setcover\na b\nz\n", 3, 1), ("setcover\n", 1, 1)],
    );
}

#[test]
fn a_covering_design_has_its_sets_and_tickets() {
    let design = listing("covering", "covering 5 3 2\n").unwrap();
    assert_eq!((design.items.len(), design.options.len()), (10, 10));
    assert_eq!(design.option_name(1), "1 2 4");
    assert_eq!(design.option_items(1), "1-2 1-4 2-4");
    assert_eq!(write_listing("covering", &design), "covering 5 3 2\n");
    assert!(listing("covering", "covering 1000 500 250\n").unwrap_err().message.contains("too large"));
}

#[test]
fn a_lattice_of_matches_has_its_squares() {
    let full = listing("squares", "squares 2\n").unwrap();
    assert_eq!((full.items.len(), full.options.len()), (5, 12));
    assert_eq!(full.option_items(0), "1@r1c1 2@r1c1");
    assert_eq!(full.item_long(4), "the 2x2 square at r1c1 must be broken");
    let broken = listing("squares", "squares 2\nmissing 12 1\n").unwrap();
    assert_eq!(broken.items, ["1@r1c2", "1@r2c1"]);
    assert_eq!(write_listing("squares", &broken), "squares 2\nmissing 1 12\n");
}

#[test]
fn knuths_form_is_read_and_written_back() {
    let text = "a b | x y\na x\nb x\na b y\n";
    let own = listing("knuth", text).unwrap();
    assert_eq!((own.primary, own.items.len(), own.options.len()), (2, 4, 3));
    assert_eq!(write_listing("knuth", &own), text);
    assert_eq!(listing("knuth", &format!("| a comment\n{text}")).unwrap(), own);
    for (text, place, message) in [
        ("a b\na z\n", (2, 3), "item `z` is not declared"),
        ("a b\na a\n", (2, 3), "item `a` is twice"),
        ("a b | x | y\n", (1, 9), "a second `|`"),
        ("a b|x\n", (1, 4), "unexpected `|`"),
        ("a a\n", (1, 3), "item `a` is declared twice"),
    ] {
        let error = listing("knuth", text).unwrap_err();
        assert_eq!((error.place.line, error.place.column), place, "{text}: {error}");
        assert!(error.message.contains(message), "{text}: {error}");
    }
    assert_eq!(listing("knuth", "a b\nA\n").unwrap_err().help.unwrap(), "did you mean `a`?");
}

#[test]
fn a_matrix_is_read_glued_or_not_sized_or_not() {
    let expected = listings("matrix", "2 3\n1 0 1\n0 1 0\n").unwrap();
    assert_eq!(expected[0].options[0], [0, 2]);
    for text in ["1 0 1\n0 1 0\n", "101\n010\n", "2 3\n101\n010\n"] {
        assert_eq!(listings("matrix", text).unwrap(), expected, "{text}");
    }
    assert_eq!(listings("matrix", "2 3\n1 0 1\n0 1 0\n1 1\n1\n").unwrap().len(), 2);
    assert_eq!(listings("matrix", "101\n01\n").unwrap_err().place.line, 2);
}

#[test]
fn an_option_is_a_switch_with_a_state() {
    let text = "lamps\n3 2\n2 1 ON 2 OFF\n1 1 OFF\n2 2 ON 2 OFF\n";
    let lamps = &listing("lamps", text).unwrap();
    assert_eq!((lamps.primary, lamps.items.len(), lamps.options.len()), (3, 5, 4));
    assert_eq!(lamps.item_long(0), "lamp 1 must be covered once to 2 times");
    assert_eq!(lamps.item_long(4), "switch 2 has one state");
    assert_eq!(lamps.option_long(1), "turn switch 1 ON");
    assert_eq!(lamps.source.as_deref(), Some(text));
    let Some(Picture::Board(board)) = &lamps.picture else { panic!("lamps have a picture") };
    assert_eq!(board.ground.iter().collect::<String>(), "+-- \u{20}*");
    let marks: Vec<(&[u32], char)> = board.marks.iter().map(|mark| (&mark.cells[..], mark.letter())).collect();
    assert_eq!(marks, [(&[2][..], '0'), (&[0], '1'), (&[1, 5], '0'), (&[5], '1')]);
}

#[test]
fn lamps_are_refused_with_their_place() {
    is_refused(
        "lamps",
        [
            ("lamp\n", 1, 1),
            ("lamps\n1 1\n1 1 AN\n", 3, 5),
            ("lamps\n1 1\n1 2 ON\n", 3, 3),
            ("lamps\n1 1\n2 1 ON\n", 3, 8),
            ("lamps\n1 1\n1 1\n", 3, 5),
            ("lamps\n1 1\n1 1 ON 2\n", 3, 8),
            ("lamps\n2 1\n1 1 ON\n", 4, 1),
            ("lamps\n1 1\n1 1 ON\n3\n", 4, 1),
        ],
    );
}

#[test]
fn wall_sums_are_read_back_as_written() {
    let grid = grids("letters", kind("jigsaw").unwrap().sample).unwrap().remove(0);
    let sums = write_grid("hdu4069", &grid);
    assert_eq!(grids("hdu4069", &sums).unwrap(), std::slice::from_ref(&grid));
    assert_eq!(grids("regions", &write_grid("regions", &grid)).unwrap().remove(0), grid);
    assert_eq!(sums.lines().nth(1).unwrap(), "145 80 112 176");
}

#[test]
fn walls_that_close_off_no_region_are_refused_with_their_place() {
    let sums = write_grid("hdu4069", &grids("letters", kind("jigsaw").unwrap().sample).unwrap()[0]);
    let broken = sums.replacen("145", "129", 1);
    assert_eq!(grids("hdu4069", &broken).unwrap().len(), 1, "the edge is a wall anyway");
    let one_sided = sums.replacen("145", "177", 1);
    let error = grids("hdu4069", &one_sided).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 5: r1c1 has a wall right, r1c2 has none left");
    let merged = grids("letters", "....\n....\n....\n....\naaaa\naaaa\nbbbb\nbbbb\n").unwrap_err();
    assert!(merged.message.contains("region a (with r1c1) has 8 cells"), "{merged}");
    let apart = grids("letters", "....\n....\n....\n....\naaab\nbccc\nbbad\ncddd\n").unwrap_err();
    assert!(apart.message.contains("two pieces"), "{apart}");
}

const NINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn one_puzzle_is_read_however_it_is_written() {
    let plain = |form: &str, text: &str| grids(form, text).unwrap_or_else(|error| panic!("{form} {error}\n{text}"));
    let expected = plain("line", NINE);
    let chunks: Vec<&str> = (0..9).map(|k| &NINE[9 * k..9 * k + 9]).collect();
    let rows = chunks.join("\n");
    let drawn: Vec<String> =
        chunks.iter().map(|row| format!("| {} | {} | {} |", &row[..3], &row[3..6], &row[6..])).collect();
    let drawn = format!("+---+---+---+\n{}\n+---+---+---+\n", drawn.join("\n"));
    let spaced: String = rows.chars().map(|c| if c == '\n' { "\n".into() } else { format!("{c} ") }).collect();
    assert_eq!(plain("rows", &rows), expected);
    assert_eq!(plain("rows", &drawn), expected);
    assert_eq!(plain("numbers", &spaced.replace('.', "0")), expected);
    assert_eq!(plain("line", &format!("# a comment\n{} rated 1.2\nend\n", NINE.replace('.', "0"))), expected);
    assert_eq!(plain("boxes", &format!("9 3 3\n{spaced}")), expected);
    assert_eq!(plain("numbers", &spaced.replace('.', "?")), expected);
    assert_eq!(plain("line", &format!("{NINE};1.2;easy;a name\n")), expected);
    for blank in ["0", "-", "_", "*", "?", "X", " "] {
        assert_eq!(plain("line", &NINE.replace('.', blank)), expected, "{blank}");
        let later = NINE.replacen("53", "..", 1);
        let first = plain("line", &later);
        assert_eq!(plain("line", &later.replace('.', blank)), first, "{blank} comes first");
    }
}

#[test]
fn the_alphabet_of_a_sixteen_is_kept() {
    let line = |fill: &str| format!("{}{fill}\n", ".".repeat(256 - fill.len()));
    for (fill, name) in [("1G", "1-9A-G"), ("0F", "0-9A-F"), ("AP", "A-P"), ("1A", "1-9A-G")] {
        let text = line(fill);
        let read = grids("line", &text).unwrap();
        assert_eq!(read[0].alphabet.name(), name);
        assert_eq!(write_grid("line", &read[0]), text);
    }
    assert_eq!(grids("line", &line("0G")).unwrap_err().message, "unexpected `G`");
}

#[test]
fn an_error_says_where() {
    let place = |text: &str| grids("line", text).unwrap_err().place;
    assert_eq!((place(&NINE[..80]).line, place(&NINE[..80]).column), (1, 81));
    let long = format!("{NINE}\n{NINE}1");
    assert_eq!((place(&long).line, place(&long).column), (2, 82));
    let odd = format!("{}x{}", &NINE[..40], &NINE[41..]);
    assert_eq!(grids("line", &odd).unwrap_err().to_string(), "line 1, column 41: unexpected `x`");
}
