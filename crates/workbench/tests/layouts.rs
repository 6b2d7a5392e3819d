//! The places of things on the screen: grids, their rules and chains, the count boards, the counts
//! of a matrix and the map of a tree.

use crate::drawn::{ASCII, COLOR, MONO};
use crate::oracle::{ORACLES, ruled};
use dancing::{ItemId, Policy};
use quadrille_puzzle::{
    Cell, Grid, GridRule, Hint, HintEffect, Puzzle, Reasoning, Shape, Symbol, Technique, encode, kind, load, svg,
};
use quadrille_solve::{Grain, Stepper};
use quadrille_study::{Hinting, Tree};
use quadrille_workbench::app::{
    App, LibraryRow, Mode, Panel, Screen, Settings, StepLayout, Stepping, View, count_place,
};
use quadrille_workbench::ui::Theme;
use quadrille_workbench::ui::film::screen;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// The content of a cell of a grid.
#[derive(Clone, Copy)]
enum Detail {
    Symbol,
    Weight,
    Candidates,
}

/// The characters of a frame, by row and column.
fn drawn(app: &App, theme: Theme, (width, height): (u16, u16)) -> Vec<Vec<char>> {
    let cells = screen(app, theme, (width, height), String::new(), Duration::ZERO).cells;
    let char = |cell: &ratatui::buffer::Cell| cell.symbol().chars().next().unwrap_or(' ');
    cells.content.chunks(width.into()).map(|row| row.iter().map(char).collect()).collect()
}

/// The lines of a frame.
fn lines(app: &App, theme: Theme, size: (u16, u16)) -> Vec<String> {
    drawn(app, theme, size).into_iter().map(|row| row.into_iter().collect()).collect()
}

/// A workbench with this grid in Play.
fn play(kind_id: &str, grid: Grid) -> App {
    let kind = kind(kind_id).unwrap_or_else(|| panic!("{kind_id} is no kind"));
    let puzzle = Puzzle::new(kind, kind.forms[0], Shape::Grid(grid));
    App::new(Settings { plays: false, ..Settings::default() }, vec![LibraryRow::made("test".to_string(), puzzle)])
}

fn empty(kind_id: &str, n: usize) -> Grid {
    let kind = kind(kind_id).unwrap_or_else(|| panic!("{kind_id} is no kind"));
    kind.empty(n).unwrap_or_else(|| panic!("{kind_id} has no grid of {n}"))
}

/// The places of the corners of a grid: left, top, right, bottom.
fn corners(rows: &[Vec<char>]) -> [usize; 4] {
    let places = || rows.iter().enumerate().flat_map(|(y, row)| row.iter().enumerate().map(move |(x, &c)| (x, y, c)));
    let first = places().find(|(.., c)| "┏┌+".contains(*c)).unwrap_or_else(|| panic!("no grid: {rows:?}"));
    let last = places().rfind(|(.., c)| "┛┘+".contains(*c)).unwrap_or_else(|| panic!("no grid: {rows:?}"));
    [first.0, first.1, last.0, last.1]
}

/// The size of an empty grid in Play where the panel beside it leaves it this room.
fn size(kind_id: &str, n: usize, (width, height): (u16, u16), detail: Detail) -> (usize, usize) {
    let mut app = play(kind_id, empty(kind_id, n));
    let Some(Ok(document)) = &mut app.library.entries[0].document else { panic!("the puzzle is read") };
    match detail {
        Detail::Symbol => {}
        Detail::Weight => document.typing.mode = Mode::Weights,
        Detail::Candidates => document.view = View::Units,
    }
    // Three columns part the grid from the panel, whose width is that of a narrow or of a wide
    // screen. The row of column numbers, the header and the footer are above and below the grid.
    let beside = if width + 43 >= 110 { 43 } else { 33 };
    let [left, top, right, bottom] = corners(&drawn(&app, MONO, (width + beside, height + 3)));
    (right - left + 1, bottom - top + 1)
}

#[test]
fn grids_are_laid_out_as_large_as_the_room_allows() {
    assert_eq!(size("sudoku", 9, (80, 20), Detail::Symbol), (37, 19));
    assert_eq!(size("sudoku", 9, (30, 20), Detail::Symbol), (25, 13));
    assert_eq!(size("sudoku", 9, (80, 40), Detail::Symbol), (73, 37));
    assert_eq!(size("sudoku", 4, (80, 40), Detail::Symbol), (73, 37), "as large as it goes");
    assert_eq!(size("sudoku", 16, (80, 21), Detail::Symbol), (41, 21));
    assert_eq!(size("sudoku", 25, (80, 40), Detail::Symbol), (61, 31));
    assert_eq!(size("sudoku", 9, (80, 40), Detail::Candidates), (73, 37));
    assert_eq!(size("sudoku", 9, (70, 40), Detail::Candidates), (37, 37));
    assert_eq!(size("sudoku", 9, (80, 20), Detail::Candidates), (37, 19));
    assert_eq!(size("sudoku", 9, (60, 22), Detail::Candidates), (58, 22), "two lines a cell, six columns");
    assert_eq!(size("sudoku", 12, (90, 38), Detail::Candidates).1, 29);
    assert_eq!(size("sudoku", 16, (156, 58), Detail::Candidates).1, 37);
    assert_eq!(size("jigsaw", 9, (50, 20), Detail::Symbol), (37, 19));
    assert_eq!(size("jigsaw", 9, (30, 20), Detail::Symbol), (19, 19));
    assert_eq!(size("target", 9, (50, 20), Detail::Weight), (37, 19));
}

/// A terminal in which a grid of 4x4 has three columns and one row for each cell.
const LOW: (u16, u16) = (50, 12);

/// The characters on a grid of 4x4 that differ between two states of the workbench, with their
/// places from its corner, row by row.
fn added(before: &App, after: &App, theme: Theme) -> Vec<(usize, usize, char)> {
    let (before, after) = (drawn(before, theme, LOW), drawn(after, theme, LOW));
    let [left, top, right, bottom] = corners(&before);
    assert_eq!((right - left, bottom - top), (16, 8), "{before:?}");
    let places = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
    let changed = places.filter(|&(x, y)| before[y][x] != after[y][x]);
    changed.map(|(x, y)| (x - left, y - top, after[y][x])).collect()
}

#[test]
fn links_of_a_chain_end_at_its_cells() {
    let grid = empty("sudoku", 4);
    let hinted = |chain: &[(u16, u8)], technique: Option<Technique>| {
        let chain = chain.iter().map(|&(cell, symbol)| (Cell(cell), Symbol(symbol))).collect();
        let hint = Hint {
            technique,
            items: 0,
            place: "cell r4c1".to_string(),
            why: "It is so.".to_string(),
            what: "Nothing follows.".to_string(),
            cells: Vec::new(),
            house: Vec::new(),
            blocks: Vec::new(),
            chain,
            effect: HintEffect::Dead,
        };
        let mut app = play("sudoku", grid.clone());
        to(&mut app, Cell(12));
        app.desk.hinting = Some(Hinting { reasoning: Reasoning::new(&grid), hint: Ok(hint), stage: 2, several: false });
        app
    };
    // A chain without a technique has numbers, but no links.
    let drawn =
        |chain: &[(u16, u8)], theme: Theme| added(&hinted(chain, None), &hinted(chain, Some(Technique::XChain)), theme);
    // The links of a chain are strong and weak in turn; between the candidates of a cell is none.
    assert_eq!(drawn(&[(0, 0), (1, 0)], MONO), [(4, 1, '━')]);
    let through = [(4, 1, '-'), (5, 1, '-'), (6, 1, '-'), (7, 1, '-'), (8, 1, '-')];
    assert_eq!(drawn(&[(0, 0), (0, 1), (2, 1)], ASCII), through);
    assert_eq!(drawn(&[(5, 0), (5, 1), (13, 1)], MONO), [(6, 4, '╎'), (6, 5, '╎'), (6, 6, '╎')]);
}

/// Moves the cursor, which is on another cell than what is looked at.
fn to(app: &mut App, cell: Cell) {
    let Some(Ok(document)) = &mut app.library.entries[0].document else { panic!("the puzzle is read") };
    document.cursor = cell;
}

#[test]
fn rules_are_drawn_between_the_cells() {
    let app = |rules: Vec<GridRule>| {
        let mut grid = empty("sudoku", 4);
        grid.rules = rules;
        let mut app = play("sudoku", grid);
        to(&mut app, Cell(12));
        app
    };
    let numbered = |rule: &str, cells: &[u16], number: Option<u32>, theme: Theme| {
        let mut rule = GridRule::new(rule, cells.iter().map(|&cell| Cell(cell)).collect());
        rule.numbers.extend(number);
        added(&app(Vec::new()), &app(vec![rule]), theme)
    };
    let drawn = |rule: &str, cells: &[u16], theme: Theme| numbered(rule, cells, None, theme);
    let bulb_and_line = [(1, 1, '◖'), (3, 1, '◗'), (4, 1, '═'), (5, 1, '═'), (8, 2, '╲')];
    assert_eq!(drawn("thermometer", &[0, 1, 6], MONO), bulb_and_line);
    assert_eq!(drawn("palindrome", &[1, 5], ASCII), [(6, 2, '|')]);
    assert_eq!(drawn("white", &[5, 4], MONO), [(4, 3, '○')]);
    assert_eq!(drawn("v", &[5, 9], ASCII), [(6, 4, 'V')]);
    // At a corner there are two neighbours.
    assert_eq!(drawn("minimum", &[15], ASCII), [(14, 6, 'v'), (12, 7, '>')]);
    assert_eq!(drawn("even", &[0], MONO), [(1, 1, '['), (3, 1, ']')]);
    assert_eq!(drawn("antiknight", &[], MONO).len(), 0);
    // The glyph of a dot or letter, with the number in it, and its glyph in ASCII.
    let dot = |rule: &str, number: Option<u32>| {
        [MONO, ASCII].map(|theme| match numbered(rule, &[5, 4], number, theme)[..] {
            [(4, 3, char)] => char,
            ref other => panic!("{rule} {number:?}: {other:?}"),
        })
    };
    assert_eq!([None, Some(3), Some(20), Some(21)].map(|n| dot("white", n)[0]), ['○', '③', '⑳', '◎']);
    assert_eq!([None, Some(3), Some(11)].map(|n| dot("black", n)), [['●', '*'], ['❸', '%'], ['◉', '%']]);
    assert_eq!([None, Some(7), Some(31)].map(|n| dot("x", n)), [['X', 'X'], ['⑺', '+'], ['+', '+']]);
}

/// A rule without figures is described in words. Both pictures match all kinds of figures, so what
/// is left to see is that they leave a trace.
#[test]
fn each_rule_is_drawn_on_the_screen_and_in_pictures() {
    // The board alone: the panel beside it says the rules in words.
    const BOARD: usize = 73;
    let on_screen = |grid: &Grid| {
        let mut app = play("sudoku", grid.clone());
        to(&mut app, Cell(80));
        // The bar of keys names the pen, which differs for a grid with clues.
        drawn(&app, MONO, (120, 44)).into_iter().take(43).map(|row| row[..BOARD].to_vec()).collect::<Vec<_>>()
    };
    // Lines of text below the picture have this size.
    let in_svg = |grid: &Grid| {
        let sudoku = kind("sudoku").unwrap();
        let text = svg(&Puzzle::new(sudoku, sudoku.forms[0], Shape::Grid(grid.clone()))).unwrap();
        let shapes = text.lines().skip(3).filter(|line| !line.contains("font-size=\"12\""));
        shapes.map(str::to_string).collect::<Vec<_>>()
    };
    let blank = empty("sudoku", 9);
    let foreign = {
        let rule = GridRule { lines: vec![vec![Cell(0), Cell(1)]], ..GridRule::only_drawn("a rule", vec![Cell(3)]) };
        ruled(&blank, &[rule])
    };
    let mut kinds = HashSet::new();
    for grid in ORACLES.iter().map(|oracle| oracle.puzzle().grid().unwrap().clone()).chain([foreign]) {
        let figures = grid.rules[0].figures(&grid);
        let traces = [on_screen(&grid) != on_screen(&blank), in_svg(&grid) != in_svg(&blank)];
        assert_eq!(traces, [!figures.is_empty(); 2], "{}", grid.rules[0].text(&grid));
        kinds.extend(figures.iter().map(std::mem::discriminant));
    }
    assert!(kinds.len() >= 17, "{} kinds of figures", kinds.len());
}

/// A workbench in Step, at the root of a search with the fewest options first.
fn step(puzzle: &Puzzle) -> App {
    let encoded = Arc::new(encode(&puzzle.shape));
    let stepper = Stepper::new(&encoded.problem, Policy::default());
    let mut app = App::new(
        Settings { plays: false, ..Settings::default() },
        vec![LibraryRow::made("test".to_string(), puzzle.clone())],
    );
    app.rooms.stepping = Some(Stepping::new(stepper, encoded, Policy::default(), Grain::Item, 0));
    app.rooms.show(Screen::Step);
    app
}

/// The count boards of an empty sudoku of side `n` in a room, with the cursor in a row of a board:
/// the boards that are shown, the rows of them, and the columns from one count to the next. `None`
/// if the room is too narrow.
fn boards(
    n: usize,
    (width, height): (u16, u16),
    (board, row): (usize, usize),
) -> Option<(Vec<usize>, Vec<usize>, usize)> {
    const BOARDS: [&str; 4] = ["cells", "rows", "columns", "boxes"];
    let kind = kind("sudoku").expect("sudoku is a kind");
    let mut app = step(&Puzzle::new(kind, kind.forms[0], Shape::Grid(empty("sudoku", n))));
    let stepping = app.rooms.stepping.as_mut().expect("it is in Step");
    let mut items = (0..stepping.encoded.problem.n_items() as u32).map(ItemId);
    let at =
        |item: &ItemId| count_place(&stepping.encoded, *item).is_some_and(|found| (found.0, found.1) == (board, row));
    stepping.cursor.item = items.rfind(at);
    assert!(stepping.cursor.item.is_some(), "{board} {row}");
    (stepping.panel, stepping.zoom, stepping.layout) = (Panel::Counts, true, StepLayout::Inspect);
    // Above the boards are the header, the tabs and a title; below are three lines of narration and
    // the footer.
    let shown = lines(&app, MONO, (width, height + 7));
    let room = &shown[3..3 + usize::from(height)];
    if room[0].starts_with("too narrow for the c") {
        return None;
    }
    let words = room.iter().flat_map(|line| line.split_whitespace());
    let boards = words.filter_map(|word| BOARDS.iter().position(|board| *board == word)).collect();
    let label = |line: &String| line.split_once('│').and_then(|(label, _)| label.trim().parse::<usize>().ok());
    let mut rows: Vec<usize> = room.iter().filter_map(label).map(|row| row - 1).collect();
    rows.dedup();
    if let Some(again) = rows.iter().skip(1).position(|&row| row == rows[0]) {
        // The boards of a second line have the same rows.
        let (one, other) = rows.split_at(again + 1);
        assert_eq!(one, other);
        rows = one.to_vec();
    }
    let heads: Vec<usize> = room[1].chars().enumerate().filter(|(_, c)| *c != ' ').map(|(x, _)| x).collect();
    Some((boards, rows, heads[1] - heads[0]))
}

#[test]
fn boards_flow_into_the_room_and_keep_the_cursor_visible() {
    let seen = |boards: std::ops::Range<usize>, rows: std::ops::Range<usize>, pitch: usize| {
        Some((boards.collect::<Vec<_>>(), rows.collect::<Vec<_>>(), pitch))
    };
    assert_eq!(boards(9, (80, 11), (0, 0)), seen(0..4, 0..9, 2));
    assert_eq!(boards(9, (51, 11), (0, 0)), seen(0..4, 0..9, 1));
    assert_eq!(boards(9, (51, 6), (3, 8)), seen(0..4, 5..9, 1));
    assert_eq!(boards(16, (62, 18), (0, 0)), seen(0..3, 0..16, 1));
    assert_eq!(boards(16, (62, 18), (3, 0)), seen(1..4, 0..16, 1));
    assert_eq!(boards(16, (62, 40), (3, 0)), seen(0..4, 0..16, 1));
    assert_eq!(boards(25, (20, 40), (0, 0)), None);
}

/// The counts in the matrix after item `a` of this problem was covered: `b` had 6 options and has
/// 5, `c` had 10 and has 9, the last item had 21 and has 17.
fn counts(last: &str) -> (Vec<String>, usize) {
    let subsets = |count: usize| {
        (1..=count).map(|set| ["s", "t", "u", "v", "w"].iter().enumerate().filter(move |(k, _)| set >> k & 1 == 1))
    };
    let mut text = format!("a b c {last} | s t u v w x y z\na b c {last}\na {last} x\na {last} y\na {last} z\n");
    for (item, count) in [("b", 5), ("c", 9), (last, 17)] {
        for set in subsets(count) {
            let set: Vec<&str> = set.map(|(_, name)| *name).collect();
            text += &format!("{item} {}\n", set.join(" "));
        }
    }
    let puzzle = load(&text, Some("knuth")).unwrap().puzzles.remove(0);
    let mut app = step(&puzzle);
    let stepping = app.rooms.stepping.as_mut().expect("it is in Step");
    assert!(stepping.stepper.step(Grain::Item, true));
    (stepping.panel, stepping.zoom, stepping.layout) = (Panel::Options, true, StepLayout::Inspect);
    let shown = lines(&app, MONO, (80, 24));
    let at = shown.iter().position(|line| line.starts_with("  left")).unwrap_or_else(|| panic!("{shown:#?}"));
    let names: Vec<char> = shown[at - 1].chars().collect();
    let column = |name: char| names.iter().position(|&c| c == name).unwrap_or_else(|| panic!("{name}: {shown:#?}"));
    (shown[at].split_whitespace().skip(1).take(4).map(str::to_string).collect(), column('c') - column('b'))
}

#[test]
fn counts_of_two_columns_never_touch() {
    assert_eq!(counts("d"), (["4", "6→5", "10→9", "17"].map(str::to_string).to_vec(), 5));
    assert_eq!(counts("ddddd"), (["4", "6→5", "10→9", "21→17"].map(str::to_string).to_vec(), 6));
}

/// Options as sets of items.
type Options = Vec<Vec<usize>>;

/// The branches of an open problem: those of the item with the fewest options.
fn branches(open: &[usize], options: &Options) -> Vec<(Vec<usize>, Options)> {
    let holders = |item: usize| options.iter().filter(|option| option.contains(&item)).count();
    let Some(&item) = open.iter().min_by_key(|&&item| holders(item)) else { return Vec::new() };
    let below = |option: &Vec<usize>| {
        let left = open.iter().copied().filter(|item| !option.contains(item)).collect();
        let rest = options.iter().filter(|other| !other.iter().any(|item| option.contains(item)));
        (left, rest.cloned().collect())
    };
    options.iter().filter(|option| option.contains(&item)).map(below).collect()
}

/// Returns true if there is a cover.
fn is_solvable(open: &[usize], options: &Options) -> bool {
    open.is_empty() || branches(open, options).iter().any(|(open, rest)| is_solvable(open, rest))
}

/// A node of a map: its level, its column, and whether a cover is below it.
type Seat = (usize, usize, bool);

/// Seats a node and those below it from a column on: a node below its parent, each sibling after
/// all that is below the one before it. What is forced is one with what forces it. Returns the
/// columns that they take.
fn expected(level: usize, left: usize, open: &[usize], options: &Options, seats: &mut Vec<Seat>) -> usize {
    seats.push((level, left, is_solvable(open, options)));
    let mut all = branches(open, options);
    while let [(open, rest)] = &all[..] {
        all = branches(open, rest);
    }
    let mut used = 0;
    for (open, rest) in &all {
        used += expected(level + 1, left + used, open, rest, seats);
    }
    used.max(2)
}

/// The nodes of the map that a wide screen shows beside the tree, but the root.
fn map(app: &App) -> Vec<Seat> {
    let shown = drawn(app, COLOR, (450, 200));
    let title: Vec<char> = "─ MAP ".chars().collect();
    let place = shown.iter().enumerate().find_map(|(y, row)| {
        let x = row.windows(title.len()).position(|part| part == title)?;
        Some((x, y))
    });
    let (left, top) = place.unwrap_or_else(|| panic!("there is no map: {shown:?}"));
    let lines = shown[top + 1..].iter().map(|row| &row[left + 1..]);
    let lines = lines.take_while(|line| line.iter().any(|c| *c != ' ')).enumerate().skip(1);
    let seats = lines.flat_map(|(level, line)| {
        let is_node = |c: &char| !matches!(c, ' ' | '─');
        line.iter().enumerate().filter(move |(_, c)| is_node(c)).map(move |(x, c)| (level, x, *c == '✓'))
    });
    seats.collect()
}

#[test]
fn the_map_says_which_branches_have_solutions() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut seen = (0, 0);
    for _ in 0..60 {
        let items = rng.usize(3..7);
        let options: Options = (0..rng.usize(4..10))
            .map(|_| (0..items).filter(|_| rng.u8(..3) == 0).collect::<Vec<_>>())
            .filter(|option| !option.is_empty())
            .collect();
        let row = |option: &Vec<usize>| {
            (0..items).map(|item| if option.contains(&item) { "1" } else { "0" }).collect::<String>()
        };
        let text: Vec<String> = options.iter().map(row).collect();
        let Ok(loaded) = load(&text.join("\n"), Some("matrix")) else { continue };
        let mut app = step(&loaded.puzzles[0]);
        let stepping = app.rooms.stepping.as_mut().expect("it is in Step");
        while stepping.stepper.step(Grain::Item, true) {}
        let search = stepping.stepper.search();
        let mut tree = Tree::new(search);
        for at in 0.. {
            let Some(_) = tree.rows.get(at) else { break };
            tree.cursor = at;
            tree.unfold(search);
        }
        app.rooms.tree = Some(tree);
        app.rooms.show(Screen::Tree);
        app.desk.detailed.insert(Screen::Tree);
        let mut wanted = Vec::new();
        expected(0, 0, &(0..items).collect::<Vec<_>>(), &options, &mut wanted);
        wanted.retain(|(level, ..)| *level > 0);
        wanted.sort_unstable();
        let seats = map(&app);
        seen = (seen.0 + seats.len(), seen.1 + seats.iter().filter(|(.., solved)| *solved).count());
        assert_eq!(seats, wanted, "{text:?}");
    }
    assert!(seen.0 > 20 && seen.1 > 5, "{seen:?}");
}
