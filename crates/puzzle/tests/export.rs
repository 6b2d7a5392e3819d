//! What `convert` writes: it is read again as the same problem, names each rule that a drawing does
//! not show, and holds no character that cannot be seen.

use crate::bundled::BUNDLED;
use dancing::{Goal, Problem};
use fastrand::Rng;
use quadrille_puzzle::{
    Alphabet, Areas, Cell, Cells, Colors, Constraint, EXCHANGE, Entry, Export, ExportError, Grid, GridRule, KINDS,
    ListedOption, Listing, Lowered, Mark, Marks, Meta, Puzzle, RULES, RuleSpec, Shape, Symbol, SymbolSet, Text, encode,
    is_unseen, kind, kind_of, load,
};
use quadrille_solve::{Order, run};
use std::collections::BTreeSet;

fn export(id: &str) -> Export {
    Export::named(id).unwrap()
}

fn read(text: &str, form: &str) -> Puzzle {
    load(text, Some(form)).unwrap_or_else(|error| panic!("{form} {error}\n{text}")).puzzles.remove(0)
}

fn count(problem: &Problem) -> String {
    run(problem, Order::new(Goal::Count { limit: None }), &mut ()).count.to_string()
}

/// The options of a problem by their items, with colours numbered as they occur.
fn options(problem: &Problem) -> Vec<Vec<(u32, u32)>> {
    let mut known = vec![0];
    let mut number = |color: u32| {
        known.iter().position(|&own| own == color).unwrap_or_else(|| {
            known.push(color);
            known.len() - 1
        }) as u32
    };
    let held = |own| problem.colored_items_of(own).map(|(item, color)| (item.0, number(color))).collect();
    problem.options().map(held).collect()
}

/// Rules on a 4x4, many on the same cells: lines that branch, run back, or are there twice.
fn crowded(rng: &mut fastrand::Rng) -> Grid {
    let mut grid = Grid::new(4, Areas::usual_boxes(4).unwrap());
    grid.diagonals = rng.u8(0..6) == 0;
    for _ in 0..rng.usize(1..8) {
        let spec = &RULES[rng.usize(0..RULES.len())];
        let mut cells = Vec::new();
        if spec.names_cells() {
            cells.push(rng.u16(0..16));
            for _ in 0..rng.usize(1..4) {
                let at = *cells.last().unwrap();
                let steps = [
                    (at % 4 > 0, at.wrapping_sub(1)),
                    (at % 4 < 3, at + 1),
                    (at > 3, at.wrapping_sub(4)),
                    (at < 12, at + 4),
                ];
                let ways: Vec<u16> =
                    steps.iter().filter(|own| own.0 && !cells.contains(&own.1)).map(|own| own.1).collect();
                cells.extend(rng.choice(ways));
            }
        }
        let mut cells: Vec<Cell> = cells.into_iter().map(Cell).collect();
        let turned = rng.bool();
        for _ in 0..rng.usize(1..3) {
            for cells in [cells.clone(), cells.iter().copied().take(2).collect()] {
                let (few, many) = spec.takes.numbers;
                let numbers = (0..rng.usize(few..=many.min(few + 1))).map(|_| rng.u32(1..8)).collect();
                let rule = GridRule { numbers, ..GridRule::new(spec.id, spec.completed(&grid, &cells)) };
                if rule.fault(&grid).is_none() {
                    grid.rules.push(rule);
                }
            }
            if turned {
                cells.reverse();
            }
        }
    }
    grid
}

#[test]
fn rules_on_the_same_cells_are_written_as_different_items() {
    let empty = Grid::new(4, Areas::usual_boxes(4).unwrap());
    let filled = |own: &[u64]| own.iter().map(|bit| bit.trailing_zeros() + 1).collect::<Vec<u32>>();
    let all: Vec<Vec<u32>> = crate::brute::solutions(&empty, 1000).iter().map(|own| filled(own)).collect();
    assert_eq!(all.len(), 288);
    let mut rng = fastrand::Rng::with_seed(27);
    let (mut repeated, mut solved) = (0, 0);
    for _ in 0..1800 {
        let grid = crowded(&mut rng);
        let mut ends = BTreeSet::new();
        let again = |own: Lowered| match own.constraint {
            Constraint::Pair(one, other, _) => {
                !ends.insert((one.min(other), one.max(other), own.words.rule_short().to_string()))
            }
            _ => false,
        };
        repeated += usize::from(grid.constraints().into_iter().any(again));
        let wanted = all.iter().filter(|own| crate::oracle::keeps(&grid, own)).count();
        solved += usize::from(wanted > 0);
        let shape = Shape::Grid(grid);
        let puzzle = Puzzle::new(kind("sudoku").unwrap(), kind("sudoku").unwrap().forms[0], shape);
        let text = export("knuth").write(&puzzle).unwrap().text;
        let listing = read(&text, "knuth");
        let (one, other) = (encode(&puzzle.shape).problem, encode(&listing.shape).problem);
        assert_eq!((one.n_primary(), one.n_items()), (other.n_primary(), other.n_items()), "{text}");
        assert_eq!(options(&one), options(&other), "{text}");
        let counts = (count(&one), count(&other));
        assert_eq!(counts, (wanted.to_string(), wanted.to_string()), "{text}");
    }
    assert!(repeated > 300 && solved > 150, "{repeated} with rules on the same cells, {solved} with solutions");
}

/// Puzzles of every kind, and some with little in them.
fn puzzles() -> Vec<Puzzle> {
    let bundled = BUNDLED.iter().map(|own| load(own.text, None).unwrap().puzzles.remove(0));
    let small = [
        ("squares", "squares 1\nmissing 1\n"),
        ("squares", "squares 2\nmissing 1 2 3\n"),
        ("covering", "covering 1 1 1\n"),
        ("bombs", "bombs\n1 3\n#.*\n"),
        ("lamps", "lamps\n1 2\n2 1 ON 1 OFF\n"),
        ("matrix", "1 1\n0\n"),
        ("matrix", "1 1\n1\n"),
        ("matrix", "2 3\n0 0 0\n0 0 0\n"),
        ("knuth", "a\n"),
        ("knuth", "a b | c\n"),
        ("knuth", "a | p\na p:A |0\n"),
        ("sets", "setcover\na\na\n"),
        ("sets", "setcover\na b\n"),
        ("pieces", "....\n....\npiece D x4\nXX\n"),
        ("pieces", "....\n....\npiece D x*\nXX\n"),
        ("nqueen", "4\n0 4 0 0\n"),
    ];
    bundled.chain(small.iter().map(|(form, text)| read(text, form))).collect()
}

#[test]
fn what_is_written_is_read_as_the_same_problem_or_refused_in_words() {
    let mut written = 0;
    for puzzle in puzzles() {
        let problem = encode(&puzzle.shape).problem;
        let forms = KINDS.iter().flat_map(|kind| kind.forms).chain(EXCHANGE).filter(|form| form.writes());
        let forms = forms.map(|form| form.id);
        for id in forms.chain(["toml"]) {
            match export(id).write(&puzzle) {
                Ok(own) => {
                    let again = encode(&read(&own.text, id).shape).problem;
                    let size = |of: &Problem| (of.n_primary(), of.n_items(), of.wants_fewest());
                    let about = format!("{} as {id}", puzzle.summary());
                    assert_eq!(size(&again), size(&problem), "{about}");
                    let (mut one, mut other) = (options(&problem), options(&again));
                    // Rules may come back in another order, and with them the items of an option.
                    one.iter_mut().chain(&mut other).for_each(|own| own.sort_unstable());
                    let counted = || puzzle.grid().is_some() && count(&problem) == count(&again);
                    assert!(one == other || counted(), "{about}");
                    written += 1;
                }
                Err(why) => assert!(why.to_string().starts_with(&format!("the form {id} cannot hold ")), "{why}"),
            }
        }
    }
    assert!(written > 150, "{written}");
    let no_square = read("squares 1\nmissing 1\n", "squares");
    let why = export("sets").write(&no_square).unwrap_err();
    assert_eq!(why.to_string(), "the form sets cannot hold a problem without items");
}

#[test]
fn a_set_cover_of_one_item_is_read_without_being_named() {
    let loaded = load("setcover\na\na\n", None).unwrap();
    assert_eq!(loaded.puzzles[0].shape.listing().unwrap().options.len(), 1);
    let error = |text: &str| load(text, None).unwrap_err().to_string();
    assert!(error("setcover\na b\n").contains("a listing without options"), "{}", error("setcover\na b\n"));
    assert!(!error("a\na\n").contains("without options"), "{}", error("a\na\n"));
}

#[test]
fn a_drawing_names_each_rule_that_it_does_not_show() {
    let mut rng = fastrand::Rng::with_seed(10);
    for _ in 0..300 {
        let grid = crowded(&mut rng);
        let puzzle = Puzzle::new(kind("sudoku").unwrap(), kind("sudoku").unwrap().forms[0], Shape::Grid(grid.clone()));
        let text = export("text").write(&puzzle).unwrap();
        assert!(text.left_out.is_empty());
        for rule in &grid.rules {
            let name = |cell: &Cell| format!(" r{}c{}", cell.0 / 4 + 1, cell.0 % 4 + 1);
            let numbers: String = rule.numbers.iter().map(|number| format!(" {number}")).collect();
            let cells: String = match (rule.spec().takes.cells, &rule.cells[..]) {
                (Cells::Row | Cells::Diagonal, [from, .., to]) => format!("{}..{}", name(from), name(to).trim_start()),
                (_, cells) => cells.iter().map(name).collect(),
            };
            let line = format!("{}{numbers}{cells}: {}", rule.spec().name, rule.spec().help);
            assert!(text.text.lines().any(|own| own == line), "{line}\n{}", text.text);
        }
        assert_eq!(grid.diagonals, text.text.contains("diagonals: both diagonals hold each symbol once\n"));
        // The drawing is not read as a grid without its rules.
        let bare = grid.rules.is_empty() && !grid.diagonals;
        assert_eq!(load(&text.text, None).is_ok(), bare, "{}", text.text);
        for form in ["line", "rows", "csv", "sdk", "candidates", "letters"] {
            let refused = export(form).write(&puzzle);
            let named = |why: &ExportError| {
                let why = why.to_string();
                grid.rules.iter().all(|rule| why.contains(&format!("the rule {}", rule.spec().name)))
            };
            assert!(bare || refused.as_ref().is_err_and(named), "{form}: {refused:?}");
        }
        for id in ["svg", "html"] {
            // Lines are wrapped; each is a text of its own.
            let drawn = export(id).write(&puzzle).unwrap().text;
            let words: Vec<&str> =
                drawn.split("font-size=\"12\">").skip(1).map(|own| own.split('<').next().unwrap()).collect();
            let words = words.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
            for help in ["antiknight", "antiking", "nonconsecutive", "disjoint"] {
                let rule = grid.rules.iter().find(|rule| rule.id == help);
                let said = RULES.iter().find(|spec| spec.id == help).unwrap();
                assert_eq!(words.contains(said.help), rule.is_some(), "{help}: {words}");
            }
        }
    }
    let bundled = |name: &str| {
        load(BUNDLED.iter().find(|own| own.name.starts_with(name)).unwrap().text, None).unwrap().puzzles.remove(0)
    };
    let target = export("text").write(&bundled("target-9x9-empty")).unwrap().text;
    assert!(target.contains("weights, a row a line:\n 6  6  6"), "{target}");
}

#[test]
fn a_drawn_matrix_says_what_its_ones_do_not() {
    let puzzle = read("2:3|a b | x\na x:A |5\na b\n", "knuth");
    let text = export("text").write(&puzzle).unwrap().text;
    for said in ["items: 2:3|a b x\n", "1.1  a x:A |5\n", "11.  a b |0\n", "secondary items, covered at most once: x\n"]
    {
        assert!(text.contains(said), "{said}\n{text}");
    }
    let sets = export("text").write(&read("setcover\na b\na\nb\n", "sets")).unwrap().text;
    assert!(sets.ends_with("each item is covered at least once\n"), "{sets}");
    let board = export("svg").write(&read("4\n0 4 0 0\n", "nqueen")).unwrap();
    assert_eq!(board.left_out, ["the options: only the board and what was placed on it are drawn"]);
}

const HOSTILE: [&str; 14] = [
    "\u{1b}[31mred\u{1b}[2J",
    "\u{1b}]0;title\u{7}",
    "nul\0nul",
    "\u{85}\u{9b}2J\u{90}q\u{9c}",
    "\u{202e}back\u{2066}wards\u{2069}\u{200f}\u{61c}",
    "\u{feff}\u{2028}\u{2029}\u{2060}",
    "tags \u{e0001}\u{e0041}\u{e007f}",
    "a\nline\r\nand\ta tab\u{b}\u{c}",
    "<b>&amp;\"'</b> ]]> -->",
    "\u{fffe}\u{ffff}\u{fffd}",
    "back\\slash \\u001b \\U0001F600",
    "'''\"\"\"\u{7f}",
    "  blanks  ",
    "ünïcödé 数独 😀",
];

/// A strict reading of XML, as far as an SVG of ours goes: tags are balanced, values are quoted,
/// references are known, and every character is one of XML's. Returns the texts between tags.
fn texts_of_xml(xml: &str) -> Vec<String> {
    let allowed = |c: char| {
        matches!(c, '\n' | '\t' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..) && !is_unseen_in_xml(c)
    };
    assert!(xml.chars().all(allowed), "a character that XML does not have: {xml:?}");
    let unescaped = |text: &str| {
        let mut parts = text.split('&');
        let mut out = parts.next().unwrap().to_string();
        for part in parts {
            let (name, rest) = part.split_once(';').unwrap_or_else(|| panic!("a bare & in {text:?}"));
            out.push(match name {
                "amp" => '&',
                "lt" => '<',
                "gt" => '>',
                "quot" => '"',
                other => panic!("&{other}; is not known"),
            });
            out += rest;
        }
        out
    };
    let (mut open, mut texts, mut rest): (Vec<String>, Vec<String>, &str) = (Vec::new(), Vec::new(), xml);
    while let Some(at) = rest.find('<') {
        let text = unescaped(&rest[..at]);
        assert!(!open.is_empty() || text.trim().is_empty(), "text outside of the root");
        texts.push(text);
        let end = rest[at..].find('>').expect("a tag that is not closed") + at;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "tags are not balanced");
            continue;
        }
        let (tag, alone) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut values) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(!name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric()), "<{tag}>");
        while !values.trim().is_empty() {
            let (key, after) = values.split_once("=\"").unwrap_or_else(|| panic!("<{tag}>"));
            assert!(key.trim().chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "<{tag}>");
            let (value, after) = after.split_once('"').unwrap_or_else(|| panic!("<{tag}>"));
            assert!(!value.contains('<'), "<{tag}>");
            unescaped(value);
            values = after;
        }
        if !alone {
            open.push(name.to_string());
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} is not closed");
    texts
}

fn is_unseen_in_xml(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
}

/// A grid of each kind and a listing, with hostile words wherever words go.
fn hostile(words: &str) -> Vec<Puzzle> {
    let meta = Meta {
        title: words.to_string(),
        source: format!("by {words}"),
        note: format!("{words} {words}"),
        tags: vec![words.to_string(), format!("x{words}")],
    };
    let mut grid = Grid::new(4, Areas::usual_boxes(4).unwrap());
    grid.cells[0] = Entry::Given(Symbol(1));
    grid.cells[1] = Entry::Own(Symbol(0));
    let mut ruled = grid.clone();
    ruled.rules = vec![GridRule::new("antiknight", Vec::new())];
    let nine = Grid::new(9, Areas::usual_boxes(9).unwrap());
    let grids = [grid, ruled, nine].map(|grid| (kind_of(&grid), Shape::Grid(grid)));
    let option =
        |name: Option<String>, items: &[u32]| ListedOption { name: name.map(Into::into), items: items.to_vec() };
    let listing = Listing {
        items: ["", "a", "b", "c"].map(|name| format!("{name}{words}").into()).to_vec(),
        primary: 2,
        options: [option(None, &[0, 2]), option(Some(words.to_string()), &[1, 2, 3]), option(None, &[0])]
            .into_iter()
            .collect(),
        ..Listing::default()
    };
    let colors = Colors { names: vec![words.to_string()], of: vec![0, 1, 0, 1, 0, 0] };
    let colored = Listing { colors: Some(colors), ..listing.clone() };
    let repeated = Listing {
        repeated: true,
        items: listing.items[..2].to_vec(),
        options: [option(None, &[0, 1]), option(None, &[1])].into_iter().collect(),
        ..listing.clone()
    };
    let cover = [listing, colored].map(|own| (kind("cover").unwrap(), Shape::from(own)));
    let sets = (kind("setcover").unwrap(), Shape::from(repeated));
    let shapes = grids.into_iter().chain(cover).chain([sets]);
    shapes.map(|(kind, shape)| Puzzle { meta: meta.clone(), ..Puzzle::new(kind, kind.forms[0], shape) }).collect()
}

#[test]
fn no_writer_puts_out_what_cannot_be_seen() {
    let unseen = "\u{ad}\u{34f}\u{61c}\u{200b}\u{200e}\u{202e}\u{2028}\u{2060}\u{2066}\u{3164}\u{feff}\u{e0041}";
    unseen.chars().for_each(|c| assert!(is_unseen(c), "{}", c.escape_unicode()));
    let mut written = 0;
    for words in HOSTILE {
        for puzzle in hostile(words) {
            for to in Export::all() {
                let Ok(own) = to.write(&puzzle) else { continue };
                let odd = own.text.chars().find(|&c| is_unseen(c) && !matches!(c, '\n' | '\t'));
                assert_eq!(odd, None, "{} of {words:?}: {:?}", to.id(), own.text);
                written += 1;
                match to.id() {
                    "svg" => {
                        let texts = texts_of_xml(&own.text);
                        assert!(words != HOSTILE[8] || texts.iter().any(|text| text == words), "{texts:?}");
                    }
                    "html" => {
                        let from = own.text.find("<svg").unwrap();
                        let to = own.text.find("</svg>").unwrap() + "</svg>".len();
                        texts_of_xml(&own.text[from..to]);
                        assert!(!own.text.contains(HOSTILE[8]), "{}", own.text);
                    }
                    "toml" => {
                        // No text of items can hold some of these names, whatever their spelling.
                        let again = load(&own.text, None);
                        if let Some(grid) = puzzle.grid() {
                            let again = again.unwrap().puzzles.remove(0);
                            assert_eq!((&again.meta, again.grid()), (&puzzle.meta, Some(grid)), "{}", own.text);
                        }
                    }
                    "fpuzzles" | "fpuzzles-link" => {
                        let meta = read(&own.text, to.id()).meta;
                        let Meta { title, source, .. } = puzzle.meta.clone();
                        // A note would be read as a rule.
                        assert_eq!(
                            (meta.title, meta.source, meta.note),
                            (title, source, String::new()),
                            "{}",
                            own.text
                        );
                    }
                    "knuth" | "sets" => {
                        let (one, other) =
                            (encode(&puzzle.shape).problem, encode(&read(&own.text, to.id()).shape).problem);
                        assert_eq!(options(&one), options(&other), "{}", own.text);
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(written > 900, "{written}");
}

#[test]
fn names_of_other_scripts_and_directions_come_back_from_a_file() {
    let text = "a\u{202e}b \u{200f}c | \u{2066}d\na\u{202e}b \u{2066}d:\u{202d}A\n\u{200f}c\n";
    let puzzle = read(text, "knuth");
    let toml = export("toml").write(&puzzle).unwrap().text;
    assert!(!toml.contains(|c| is_unseen(c) && c != '\n'), "{toml:?}");
    assert!(read(&toml, "toml").shape.means(&puzzle.shape), "{toml:?}");
}

#[test]
fn marks_have_one_spelling_in_every_form() {
    let mut rng = fastrand::Rng::with_seed(15);
    for round in 0..200 {
        let n = [4, 6, 9][round % 3];
        let mut grid = Grid::new(n, Areas::usual_boxes(n).unwrap());
        for cell in &mut grid.cells {
            if rng.u8(0..5) == 0 {
                *cell = Entry::Given(Symbol(rng.u8(0..n as u8)));
            }
        }
        let mut sets = |some: bool| -> Vec<SymbolSet> {
            let set = |rng: &mut fastrand::Rng| if some && rng.bool() { rng.u64(0..1 << n) } else { 0 };
            (0..n * n).map(|_| SymbolSet(set(&mut rng))).collect()
        };
        let (corner, centre) = (sets(round % 5 > 1), sets(round % 7 > 3));
        let eliminated = sets(round % 3 > 0);
        let ruled_out = eliminated.iter().any(|set| !set.is_empty());
        let colors: Vec<u8> = (0..n * n).map(|_| if round % 4 > 1 { rng.u8(0..=9) } else { 0 }).collect();
        let no_color = colors.iter().all(|&color| color == 0);
        let marks = Marks::new(corner.clone(), centre.clone()).with(Mark::Eliminated, eliminated).with_colors(colors);
        let puzzle = Puzzle {
            marks,
            ..Puzzle::new(kind("sudoku").unwrap(), kind("sudoku").unwrap().forms[0], Shape::Grid(grid))
        };
        let no_marks = corner.iter().chain(&centre).all(|set| set.is_empty());
        assert_eq!(puzzle.marks == Marks::default(), no_marks && !ruled_out && no_color);
        for to in Export::all() {
            let holds = match to {
                Export::Form(form) => form.holds.marks,
                Export::Toml => &Mark::ALL,
                _ => &[],
            };
            let Some(own) = (!holds.is_empty()).then(|| to.write(&puzzle).ok()).flatten() else { continue };
            let again = read(&own.text, to.id());
            let all_zero = |sets: &[SymbolSet]| sets.iter().all(|set| set.is_empty());
            for mark in Mark::ALL {
                let sets = again.marks.of(mark);
                assert!(!all_zero(sets) || sets.is_empty(), "{}", to.id());
            }
            let f_puzzles = ["fpuzzles", "fpuzzles-link"].contains(&to.id());
            if f_puzzles {
                let held = puzzle.marks.clone().with(Mark::Eliminated, Vec::new());
                assert_eq!(again.marks, held, "{}\n{}", to.id(), own.text);
            } else if to.id() == "toml" {
                assert_eq!(again.marks, puzzle.marks, "{}\n{}", to.id(), own.text);
            }
            assert_eq!(own.left_out.iter().any(|lost| lost.contains("ruled out")), f_puzzles && ruled_out);
        }
        // A file that says of every cell that it has no mark says the same as one without marks.
        let dots = format!("{}\n", vec!["."; n].join(" ")).repeat(n);
        let toml = export("toml").write(&Puzzle { marks: Marks::default(), ..puzzle.clone() }).unwrap().text;
        let said = format!("{toml}\n[marks]\ncorner = \"\"\"\n{dots}\"\"\"\ncentre = \"\"\"\n{dots}\"\"\"\n");
        assert_eq!(read(&said, "toml").marks, Marks::default());
    }
    // All candidates everywhere are no marks.
    let all = vec!["1234"; 16].chunks(4).map(|row| row.join(" ") + "\n").collect::<String>();
    assert_eq!(read(&all, "candidates").marks, Marks::default());
}

/// A grid of a shape and an alphabet, with a rule if it has one, and a few givens.
fn shaped(rng: &mut Rng, n: usize, areas: Areas, alphabet: Alphabet, rule: Option<GridRule>) -> Option<Puzzle> {
    let mut grid = Grid::new(n, areas);
    grid.alphabet = alphabet;
    for _ in 0..2 {
        grid.cells[rng.usize(..n * n)] = Entry::Given(Symbol(rng.u8(..n as u8)));
    }
    if let Some(rule) = rule {
        if rule.fault(&grid).is_some() || rule.lower(&grid).is_empty() {
            return None;
        }
        grid.rules.push(rule);
    }
    let kind = kind_of(&grid);
    Some(Puzzle::new(kind, kind.forms[0], Shape::Grid(grid)))
}

#[test]
fn what_is_converted_is_read_again_or_was_refused() {
    let mut rng = Rng::with_seed(15);
    let (mut written, mut refused) = (0, 0);
    for n in 4..=16 {
        let boxes = (1..=n).filter(|rows| n % rows == 0).map(|rows| Areas::Boxes { rows, columns: n / rows });
        for areas in boxes.chain([Areas::None]) {
            let alphabets = [Alphabet::usual(n), Alphabet::from_zero(n), Alphabet::letters(n)];
            for alphabet in alphabets.into_iter().filter(|alphabet| alphabet.len() == n) {
                let of_row = |spec: &'static RuleSpec| {
                    let cells = if spec.names_cells() { vec![Cell(0), Cell(1), Cell(2)] } else { Vec::new() };
                    let numbers = vec![3; spec.takes.numbers.0];
                    let cells = spec.completed(&Grid::new(n, areas.clone()), &cells);
                    GridRule { numbers, ..GridRule::new(spec.id, cells) }
                };
                let rules = RULES.iter().filter(|spec| spec.takes.lines.0 == 0).map(of_row).map(Some);
                for rule in std::iter::once(None).chain(rules) {
                    let Some(puzzle) = shaped(&mut rng, n, areas.clone(), alphabet.clone(), rule) else { continue };
                    let grid = puzzle.grid().unwrap();
                    for to in Export::all() {
                        let Export::Form(form) = to else { continue };
                        if puzzle.kind.is_weighted()
                            || !matches!(
                                form.text,
                                Text::Grids { .. } | Text::Spelled { .. } | Text::MarkedGrids { .. }
                            )
                        {
                            continue;
                        }
                        let Ok(exported) = to.write(&puzzle) else {
                            refused += 1;
                            continue;
                        };
                        written += 1;
                        let about = || {
                            format!("{n} {:?} {} {:?}: {}", grid.areas, grid.alphabet.name(), grid.rules, exported.text)
                        };
                        let again =
                            load(&exported.text, Some(form.id)).unwrap_or_else(|error| panic!("{error}\n{}", about()));
                        let again = again.puzzles[0].grid().unwrap().clone();
                        let cells = |grid: &Grid| grid.cells.iter().map(|entry| entry.symbol()).collect::<Vec<_>>();
                        if !form.holds.candidates {
                            assert_eq!(cells(&again), cells(grid), "{}", about());
                        }
                        // On small grids, as many grids keep the rules as before.
                        if n == 4 && !form.holds.candidates {
                            let number = |grid: &Grid| count(&encode(&Shape::Grid(grid.clone())).problem);
                            assert_eq!(number(&again), number(grid), "{}", about());
                        }
                    }
                }
            }
        }
    }
    assert!(written > 3000 && refused > 3000, "{written} {refused}");
}

#[test]
fn items_with_numbers_for_names_are_read_again_as_what_they_are() {
    let mut rng = Rng::with_seed(7);
    let mut signed = 0;
    for _ in 0..3000 {
        let (items, options) = (rng.usize(1..10), rng.usize(1..10));
        let from = rng.usize(..2);
        let names = (from..from + items).map(|name| name.to_string().into()).collect::<Vec<_>>();
        let option = |rng: &mut Rng| {
            let mut held: Vec<u32> = (0..items as u32).filter(|_| rng.u8(..3) == 0).collect();
            if held.is_empty() {
                held.push(rng.u32(..items as u32));
            }
            ListedOption { name: None, items: held }
        };
        let options = (0..options).map(|_| option(&mut rng)).collect();
        let listing = Listing { primary: items, items: names, options, ..Listing::default() };
        let cover = kind("cover").unwrap();
        let puzzle = Puzzle::new(cover, cover.forms[0], Shape::from(listing));
        let text = export("knuth").write(&puzzle).unwrap().text;
        signed += usize::from(text.starts_with("| "));
        // A single item, or none that is held, is asked about.
        let Ok(again) = load(&text, None).map_err(|error| assert!(items < 2, "{error}\n{text}")) else {
            continue;
        };
        let again = again.puzzles[0].shape.listing().unwrap_or_else(|| panic!("a grid\n{text}"));
        let held = |listing: &Listing| (listing.items.clone(), options_of(listing));
        assert_eq!(held(again), held(puzzle.shape.listing().unwrap()), "{text}");
    }
    assert!(signed > 20, "{signed}");
}

fn options_of(listing: &Listing) -> Vec<Vec<u32>> {
    listing.options.iter().map(|option| option.items.to_vec()).collect()
}

/// A form that has a rule without its numbers does not write another one.
#[test]
fn numbers_that_a_form_cannot_hold_are_refused() {
    for text in ["allxv 7", "allwhite 2", "allblack 3", "sandwich 12 2 5 r1c1..r1c9", "leap 2 3", "rank 3 r1c1..r1c9"] {
        let rows = ".........\n".repeat(9);
        let file = format!(
            "format = 1\nkind = \"sudoku\"\n\n[grid]\nsize = 9\nrules = [\"{text}\"]\ngivens = \"\"\"\n{rows}\"\"\"\n"
        );
        let puzzle = read(&file, "toml");
        for form in ["fpuzzles", "sudokupad-short"] {
            assert!(export(form).write(&puzzle).is_err(), "{form} wrote {text}");
        }
        let is_known = text.starts_with("rank");
        assert_eq!(export("iss").write(&puzzle).is_ok(), is_known, "{text}");
    }
}
