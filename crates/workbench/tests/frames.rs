//! Frames as golden files with their styles: a plane of text, then a plane of letters that stand
//! for styles.
//!
//! To update them, run `QUADRILLE_BLESS=1 cargo frames` and review the changes.

use crate::bundled::BUNDLED;
use crate::drawn::{ASCII, COLOR, MONO, frame, frame_in, frame_of, golden, held, planes};
use crate::foreign::foreign;
use crate::library::puzzle_rows;
use crate::support::is_thorough;
use dancing::{ItemRule, NodeId};
use quadrille_puzzle::load;
use quadrille_study::{Ring, RingNode};
use quadrille_witness::TornPair;
use quadrille_workbench::app::{App, Deed, Key, LibraryRow, Msg, Palette, Position, Settings, Spot, update};
use quadrille_workbench::ui::film::still;
use quadrille_workbench::ui::{draw, spot};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::{Color, Modifier};

const SMALL: (u16, u16) = (80, 24);
const MIDDLE: (u16, u16) = (120, 40);
const LARGE: (u16, u16) = (200, 60);

#[test]
fn the_library() {
    golden("library-80x24", &frame("", "q j j", SMALL, COLOR));
    golden("library-120x40", &frame("", "q G k k", MIDDLE, COLOR));
}

#[test]
fn play_and_edit() {
    golden("play-80x24", &frame("sudoku-9x9-crossroads", "w 5", SMALL, COLOR));
    golden("play-80x24-mono", &frame("sudoku-9x9-crossroads", "w 5", SMALL, MONO));
    golden("play-candidates-120x40", &frame("sudoku-9x9-crossroads", "a w", MIDDLE, COLOR));
    golden("play-16x16-80x24", &frame("sudoku-16x16", "", SMALL, COLOR));
    golden("play-36x36-200x60", &frame("sudoku-36x36", "", LARGE, COLOR));
    golden("play-walls-80x24", &frame("jigsaw-9x9", "e L", SMALL, COLOR));
    golden("play-walls-80x24-ascii", &frame("jigsaw-9x9", "e L", SMALL, ASCII));
    golden("play-weights-80x24", &frame("target-9x9", "E +", SMALL, COLOR));
}

#[test]
fn solve() {
    golden("solve-80x24", &frame("sudoku-9x9-crossroads", "s", SMALL, COLOR));
    golden("solve-target-120x40", &frame("target-9x9", "s", MIDDLE, COLOR));
    golden("solve-lottery-80x24", &frame("setcover-lottery", "s", SMALL, COLOR));
    golden("solve-lottery-80x24-ascii", &frame("setcover-lottery", "s", SMALL, ASCII));
}

#[test]
fn step() {
    golden("step-root-80x24", &frame("sudoku-9x9-crossroads", "d", SMALL, COLOR));
    golden("step-item-80x24", &frame("sudoku-9x9-crossroads", "d n s s", SMALL, COLOR));
    golden("step-item-80x24-mono", &frame("sudoku-9x9-crossroads", "d n s s", SMALL, MONO));
    golden("step-item-80x24-ascii", &frame("sudoku-9x9-crossroads", "d n s s", SMALL, ASCII));
    golden("step-link-80x24", &frame("sudoku-9x9-crossroads", "d n s s + s s", SMALL, COLOR));
    golden("step-branch-120x40", &frame("sudoku-9x9-crossroads", "d - n n n n", MIDDLE, COLOR));
    golden("step-link-200x60", &frame("sudoku-9x9-crossroads", "d n s s + s s s", LARGE, COLOR));
    golden("step-16x16-80x24", &frame("sudoku-16x16", ", d n s", SMALL, COLOR));
    golden("step-jigsaw-120x40", &frame("jigsaw-9x9", "d n s s", MIDDLE, COLOR));
    golden("step-60x15", &frame("sudoku-9x9-crossroads", "d n s tab", (60, 15), COLOR));
    golden("step-why-120x40", &frame("sudoku-9x9-crossroads", "d e w", MIDDLE, COLOR));
    golden("step-pieces-120x40", &frame("tiling-pentominoes-6x10", "d s", MIDDLE, COLOR));
    golden("step-list-120x40", &frame("cover-knuth", "d s s + + s", MIDDLE, COLOR));
    golden("step-queens-80x24", &frame("queens-8", "d e", SMALL, COLOR));
    golden("inspect-120x40", &frame("sudoku-9x9-crossroads", "d i n s s", MIDDLE, COLOR));
    golden("inspect-80x24", &frame("cover-knuth", "d i s s", SMALL, COLOR));
}

/// The figures of the README and of the manual: name, puzzle, keys, size.
const FIGURES: [(&str, &str, &str, (u16, u16)); 14] = [
    ("library", "", "q", (100, 30)),
    ("play", "sudoku-9x9-crossroads", "w 5 a", (100, 30)),
    ("solve", "target-9x9", "s", (100, 30)),
    ("knuth-root", "cover-knuth", "d", (100, 28)),
    ("knuth-cover", "cover-knuth", "d s", (100, 28)),
    ("knuth-link", "cover-knuth", "d + + s s", (100, 28)),
    ("knuth-dead-end", "cover-knuth", "d e", (100, 28)),
    ("tree", "cover-knuth", "d n n n t", (100, 28)),
    ("break", "cover-knuth", "d b h i d e space d space e space g enter c", (100, 28)),
    ("panel", "sudoku-9x9-gentle", "V", (110, 30)),
    ("hint", "sudoku-9x9-gentle", "f f", (100, 30)),
    ("compare", "sudoku-9x9-crossroads", "d v s s s", (110, 30)),
    ("sandwich", "sudoku-9x9-sandwich", "d n n s s", (100, 30)),
    (
        "inks",
        "sudoku-9x9-gentle",
        "M g r 5 c 5 enter A b x c 1 4 6 c esc g r 3 c 5 enter 1 w o 4 7 o g r 8 c 2 enter A b b 3 b esc g r 9 c 9 enter 8 I",
        (110, 40),
    ),
];

#[test]
fn the_figures_of_the_manual() {
    for (name, puzzle, keys, size) in FIGURES {
        let settings = Settings { palette: Palette::Dark, plays: false, ..Settings::default() };
        let file = format!("../../../../docs/book/src/figures/{name}.svg");
        held(&file, &still(&frame_in(settings, puzzle, keys, size, COLOR)));
    }
}

#[test]
fn lessons() {
    golden("home-lessons-80x24", &frame("", "q g", SMALL, COLOR));
    golden("lesson-80x24", &frame("01-by-hand", "q enter >", SMALL, COLOR));
    golden("lesson-80x24-ascii", &frame("01-by-hand", "q enter > 2", SMALL, ASCII));
    golden("lesson-120x40", &frame("03-cover", "q enter > > > >", MIDDLE, COLOR));
    golden("ask-80x24", &frame("sudoku-9x9-crossroads", "d n a", SMALL, COLOR));
    golden("ask-next-80x24", &frame("cover-knuth", "d s a", SMALL, MONO));
    golden("broken-dance-80x24", &frame("cover-knuth", "d D", SMALL, COLOR));
    golden("take-along-80x24", &frame("cover-knuth", "d y", SMALL, COLOR));
}

/// A cover that forgot the pointer to the left: the ring of the items, right and as a program left it.
#[test]
fn a_ring_of_a_program_is_beside_the_right_one() {
    let ring = |agrees: bool| {
        let nodes = [None, Some(1), Some(2), Some(3), Some(4), Some(5), Some(6)];
        let node = |at: Option<u32>| RingNode { node: at.map(NodeId), out: false, agrees: agrees || at.is_some() };
        Ring { nodes: nodes.map(node).to_vec(), count: 6, closes: true, lost: Vec::new() }
    };
    let what = "Operation 1: L[2] is 1 after the cover of column 1; it should be 0.".to_string();
    let lines = ["mine.cpp:49 (cover): R[L[c]] = R[c];", "L[2] is not set beside it; right is 0"];
    let pair = TornPair { rings: [ring(true), ring(false)], what, lines: lines.map(str::to_string).to_vec() };
    let shown = |keys: &str, size, theme| {
        let entries = puzzle_rows().into_iter().filter(|entry| entry.name == "cover-knuth").collect();
        let mut app = App::new(Settings { plays: false, ..Settings::default() }, entries);
        app.step_at(&Position { site: "root".parse().unwrap(), rule: ItemRule::Fewest }).unwrap();
        app.show_yours(pair.clone());
        frame_of(app, keys, size, theme)
    };
    golden("step-yours-80x24", &shown("", SMALL, COLOR));
    golden("step-yours-120x40-mono", &shown("", MIDDLE, MONO));
    // It can be left and seen again, and the usual mistakes are behind it.
    assert_eq!(planes(&shown("esc D", SMALL, COLOR)), planes(&shown("", SMALL, COLOR)));
    assert_eq!(planes(&shown("tab", SMALL, COLOR)), planes(&frame("cover-knuth", "d D", SMALL, COLOR)));
}

#[test]
fn overlays() {
    golden("help-80x24", &frame("sudoku-9x9-crossroads", "d ?", SMALL, COLOR));
    golden("new-80x24", &frame("sudoku-9x9-crossroads", "n down right", SMALL, COLOR));
}

#[test]
fn nothing_is_told_by_colour_alone() {
    // Cells that differ in colour must also differ without colour, or hold different characters. So
    // the glyph, the attributes or the place of every character show its role.
    for keys in ["w 5", "s", "d n s s", "d n s s + s s"] {
        let (color, mono) =
            (frame("sudoku-9x9-crossroads", keys, SMALL, COLOR), frame("sudoku-9x9-crossroads", keys, SMALL, MONO));
        for (a, b) in color.content().iter().zip(mono.content()) {
            assert_eq!(a.symbol(), b.symbol());
            assert_eq!(b.fg, Color::Reset, "no colour where none is wanted");
            assert_eq!(b.bg, Color::Reset);
        }
    }
}

#[test]
fn what_is_pointed_at_is_what_is_shown() {
    let bundled = |name: &str| puzzle_rows().into_iter().filter(|entry| entry.name == name).collect::<Vec<_>>();
    for (name, keys) in [
        ("sudoku-9x9-crossroads", ""),
        ("sudoku-16x16", ""),
        ("sudoku-25x25", ""),
        ("sudoku-36x36", ""),
        ("jigsaw-9x9", "R"),
        ("target-9x9", "E"),
        ("queens-8", ""),
        ("tiling-pentominoes-6x10", ""),
        ("setcover-squares-3", ""),
        ("setcover-bombs", ""),
        ("cover-lamps", ""),
        ("cover-knuth", ""),
        ("sudoku-4x4-first", "d"),
        ("sudoku-9x9-crossroads", "d s"),
        ("sudoku-16x16", ", d z"),
        ("queens-8", "d s s"),
    ] {
        for (width, height) in [(80, 24), (120, 40), (200, 60), (50, 14)] {
            let mut app = App::new(Settings { plays: false, ..Settings::default() }, bundled(name));
            app.desk.terminal.mouse = true;
            update(&mut app, Msg::Resize(width, height));
            keys.split_whitespace().for_each(|key| _ = update(&mut app, Msg::Key(Key::parse(key).unwrap())));
            let spots: Vec<Spot> = match &app.document().unwrap().puzzle.shape {
                quadrille_puzzle::Shape::Grid(grid) => grid.all_cells().map(Spot::Cell).collect(),
                quadrille_puzzle::Shape::Listing(listing) => (0..listing.options.len()).map(Spot::Option).collect(),
            };
            for pointed in spots.into_iter().step_by(if is_thorough() { 7 } else { 19 }) {
                update(&mut app, Msg::Pointer { deed: Deed::Press, spot: Some(pointed) });
                let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
                terminal.draw(|frame| draw(&app, MONO, frame)).unwrap();
                let buffer = terminal.backend().buffer();
                // The cursor is in reverse video. Pointing there means what the cursor is on.
                let places = (0..height - 1).flat_map(|y| (0..width).map(move |x| (x, y)));
                let lit = places.filter(|&at| buffer[at].modifier.contains(Modifier::REVERSED));
                let found: Vec<Spot> = lit.filter_map(|at| spot(&app, at)).collect();
                let same = |spot: &Spot| match (spot, pointed) {
                    // Several options may lie on one place.
                    (Spot::Option(_), Spot::Option(_)) => true,
                    _ => *spot == pointed,
                };
                assert!(!found.is_empty() && found.iter().all(same), "{name} {width}x{height}: {pointed:?} {found:?}");
            }
        }
    }
}

/// Counts the figures of Play's panel for a 9x9 from the puzzle's text alone.
#[test]
fn the_figures_beside_a_grid_are_those_of_its_text() {
    for entry in BUNDLED {
        let puzzle = quadrille_puzzle::load(entry.text, None).unwrap().puzzles.remove(0);
        let Some(text) =
            puzzle.grid().filter(|grid| grid.n_symbols() == 9).map(|_| entry.text.split("givens = \"\"\"").nth(1))
        else {
            continue;
        };
        let cells: Vec<char> =
            text.unwrap().split("\"\"\"").next().unwrap().split_whitespace().flat_map(str::chars).collect();
        assert_eq!(cells.len(), 81, "{}", entry.name);
        let buffer = frame(entry.name.trim_end_matches(".toml"), "I", (120, 40), MONO);
        let rows: Vec<String> = (0..40).map(|y| (0..120).map(|x| buffer[(x, y)].symbol()).collect()).collect();
        let after = |title: &str| {
            let at = rows.iter().position(|row| row.contains(title)).unwrap_or_else(|| panic!("{title}: {rows:#?}"));
            let column = rows[at].find(title).map(|byte| rows[at][..byte].chars().count()).unwrap();
            move |line: usize, rows: &[String]| rows[at + line].chars().skip(column).collect::<String>()
        };
        // How many of each symbol are placed, as pairs of symbol and number.
        let placed = after("─ PLACED");
        let words = placed(1, &rows) + " " + &placed(2, &rows);
        let is_figure = |c: char| c.is_ascii_digit() || c == '×';
        let words: Vec<&str> = words.split_whitespace().take_while(|word| word.chars().all(is_figure)).collect();
        let words: Vec<&str> = words.iter().flat_map(|word| word.split('×')).collect();
        for pair in words.chunks(2) {
            let symbol = pair[0].chars().next().unwrap();
            let count = cells.iter().filter(|&&c| c == symbol).count();
            assert_eq!(pair[1], count.to_string(), "{} {symbol}: {words:?}", entry.name);
        }
        assert_eq!(words.len(), 18, "{}: {words:?}", entry.name);
        // The symbols left in the first row and in the first column.
        let line = after("row 1 ")(0, &rows);
        let left: String = line.split("left").nth(1).unwrap().split_whitespace().collect();
        let wanted: String = ('1'..='9').filter(|c| !cells[..9].contains(c)).collect();
        assert_eq!(left, wanted, "{} {line}", entry.name);
        let line = after("column 1 ")(0, &rows);
        let left: String = line.split("left").nth(1).unwrap().split_whitespace().collect();
        let wanted: String = ('1'..='9').filter(|c| !cells.iter().step_by(9).any(|placed| placed == c)).collect();
        assert_eq!(left, wanted, "{} {line}", entry.name);
    }
}

#[test]
fn every_screen_says_which_rules_are_only_drawn() {
    let read = load(&foreign(), None).unwrap_err().only_drawn().unwrap().puzzles.remove(0);
    for (keys, screen) in
        [("", "PLAY"), ("s", "SOLVE"), ("d s", "STEP"), ("d n n t", "TREE"), ("d v", "COMPARE"), ("m", "MODEL")]
    {
        for size in [(80, 24), (120, 40), (200, 60)] {
            let app = App::new(
                Settings { plays: false, ..Settings::default() },
                vec![LibraryRow::made("foreign".to_string(), read.clone())],
            );
            let buffer = frame_of(app, keys, size, ASCII);
            let first: String = (0..size.0).map(|x| buffer[(x, 0)].symbol()).collect();
            let said =
                if size.0 < 160 { "without 3 rules" } else { "without 1 kropki dot, 1 negative and 1 sandwich sum" };
            assert!(first.contains(screen) && first.contains(said), "{keys} {size:?} {first}");
        }
    }
    // Pasted, it is opened only after a question.
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, puzzle_rows());
    update(&mut app, Msg::Resize(80, 24));
    update(&mut app, Msg::Paste(foreign()));
    let asked = planes(&frame_of(app, "", (80, 24), ASCII));
    assert!(asked.contains("not supported: kropki dots") && asked.contains("rules are only drawn"), "{asked}");
}
