//! Puzzles of several grids: their forms, what each says, and what is refused.

use quadrille_puzzle::{
    Areas, Cell, Entry, Grid, GridRule, LoadError, Puzzle, SubGrid, drawn, kind, load, svg, write_toml,
};

/// A samurai that was made here.
fn samurai() -> Puzzle {
    let text = include_str!("data/samurai.toml");
    load(text, None).unwrap().puzzles.remove(0)
}

fn grid(text: &str, form: Option<&str>) -> Grid {
    load(text, form).unwrap().puzzles[0].grid().unwrap().clone()
}

#[test]
fn rows_are_read_with_a_sign_or_a_blank_where_no_grid_is() {
    let puzzle = samurai();
    let whole = puzzle.grid().unwrap();
    let form = |id: &str| *puzzle.kind.forms.iter().find(|form| form.id == id).unwrap();
    let signed = form("grids").write(&puzzle.shape);
    assert_eq!(grid(&signed, None), *whole);
    let blank: String = signed.lines().map(|line| line.replace('#', " ").trim_end().to_string() + "\n").collect();
    assert_eq!(grid(&blank, None), *whole, "a row ends before its last hole");
    assert_eq!(grid(&write_toml(&puzzle), None), *whole);
    // Five lines that say the same of the boxes they share have two meanings.
    let lines = form("samurai").write(&puzzle.shape);
    assert!(matches!(load(&lines, None), Err(LoadError::Ambiguous(_))), "{lines}");
    assert_eq!(grid(&lines, Some("samurai")), *whole);
    assert_eq!(load(&lines, Some("line")).unwrap().puzzles.len(), 5);
    // The grid in the middle without the givens of the boxes that it shares.
    let mut apart: Vec<String> = lines.lines().map(str::to_string).collect();
    let is_shared = |k: usize| !(3..6).contains(&(k / 9)) && !(3..6).contains(&(k % 9));
    apart[2] = apart[2].chars().enumerate().map(|(k, c)| if is_shared(k) { '.' } else { c }).collect();
    let read = load(&(apart.join("\n") + "\n"), None).unwrap();
    assert_eq!(read.puzzles.len(), 5);
    assert!(read.notes().iter().any(|note| note.other.as_deref() == Some("samurai")), "{:?}", read.notes());
    assert_eq!(grid(&(apart.join("\n") + "\n"), Some("samurai")), *whole);
}

#[test]
fn rows_that_say_no_grids_are_refused_where_they_are_wrong() {
    let twin = kind("multi").unwrap().sample;
    let refused = |text: &str, form: Option<&str>| load(text, form).unwrap_err().to_string();
    let cut = twin.replacen("######", "#####.", 1);
    assert!(refused(&cut, None).contains("r1c15 is in no 9x9"), "{}", refused(&cut, None));
    let file = |rows: &str, grids: &str| {
        format!("format = 1\nkind = \"multi\"\n[grid]\nsize = 15\ngivens = \"\"\"\n{rows}\"\"\"\n{grids}")
    };
    let two = "[[grids]]\nat = \"r1c1\"\n[[grids]]\nat = \"r7c7\"\n";
    assert_eq!(grid(&file(twin, two), None), grid(twin, None));
    for (text, says) in [
        (file(twin, ""), "a multi needs its grids"),
        (file(twin, "[[grids]]\nat = \"r1c1\"\n"), "unexpected"),
        (file(&twin.replacen('#', "5", 1), two), "r1c10 is in none of the grids"),
        (file(&twin.replacen('.', "#", 1), two), "r1c1 is a cell of a grid"),
        (file(twin, "[[grids]]\nat = \"r8c8\"\n"), "leaves the whole"),
        (file(twin, "[[grids]]\nat = \"r16c1\"\n"), "the whole has no cell `r16c1`"),
        (file(twin, &format!("{two}{two}")), "two grids begin at r1c1"),
        (file(twin, &two.replacen("r1c1\"", "r1c1\"\nboxes = \"2x3\"", 1)), "boxes `2x3` do not fit"),
        (file(twin, two).replace("multi", "sudoku"), "`[[grids]]` belongs to kind = \"multi\""),
        (file(twin, two).replace("size = 15", "size = 15\nboxes = \"3x3\""), "`boxes` beside `[[grids]]`"),
        (file(twin, two).replace("size = 15", "size = 15\ndiagonals = true"), "no diagonals"),
        (file(twin, two).replace("size = 15", "size = 15\nrules = [\"cage r1c9 r1c10\"]"), "r1c10 is not a cell"),
    ] {
        let refused = load(&text, None).unwrap_err();
        let words = format!("{refused} {refused:?}");
        assert!(words.contains(says), "{says}: {words}");
    }
}

/// A place outside the grids is blank in drawings, with no line around it.
#[test]
fn holes_are_drawn_as_nothing() {
    let twin = load(kind("multi").unwrap().sample, None).unwrap().puzzles.remove(0);
    let text = drawn(&twin).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "+-------+-------+-------+", "{text}");
    assert_eq!(lines.last().unwrap().trim_start(), "+-------+-------+-------+", "{text}");
    assert_eq!(text.chars().filter(|c| *c == '.' || c.is_ascii_digit()).count(), 153, "{text}");
    assert!(!svg(&twin).unwrap().contains("h720v720h-720z"), "no frame around the whole");
}

/// A rule of neighbours relates cells of grids alone, and one of whole rows is refused.
#[test]
fn rules_know_the_cells_of_grids_alone() {
    let puzzle = samurai();
    let mut whole = puzzle.grid().unwrap().clone();
    whole.rules = vec![GridRule::new("antiknight", Vec::new())];
    let hole = whole.all_cells().find(|&cell| whole.is_hole(cell)).unwrap();
    assert!(whole.constraints().iter().all(|lowered| !lowered.constraint.cells().contains(&hole)));
    assert_eq!(GridRule::new("antiknight", Vec::new()).fault(&whole), None);
    for id in ["rowindex", "columnindex"] {
        let fault = GridRule::new(id, vec![Cell(0)]).fault(&whole);
        assert!(fault.is_some_and(|words| words.contains("several grids")), "{id}");
    }
    assert_eq!((whole.n_cells(), whole.units().len()), (369, 5 * 18 + 41));
    assert!(whole.candidates()[hole.index()].is_empty());
}

#[test]
fn a_grid_is_turned_as_a_whole_and_keeps_its_size() {
    let whole = samurai().grid().unwrap().clone();
    let turned = whole.turned();
    assert!(turned.is_sound() && turned.n_cells() == whole.n_cells());
    assert_eq!(turned.turned().turned().turned(), whole);
    let resized = whole.resized("9".parse().unwrap()).unwrap_err();
    assert!(resized.to_string().contains("keeps its size"));
    // None of the cells can be a hole.
    let mut broken = whole.clone();
    broken.cells[0] = Entry::Hole;
    assert!(!broken.is_sound());
    let mut broken = whole;
    broken.areas = Areas::Grids(vec![SubGrid::usual((20, 20), 9)]);
    assert!(!broken.is_sound());
}

/// KSudoku numbers cells down the columns, and lists boxes one by one where a grid has none.
#[test]
fn graphs_of_ksudoku_are_read_as_their_grids() {
    let whole = samurai().grid().unwrap().clone();
    let down = (0..21).flat_map(|column| (0..21).map(move |row| (row, column)));
    let value = |(row, column): (usize, usize)| match whole.entry(whole.cell(row, column)) {
        Entry::Hole => '.',
        entry => entry.symbol().map_or('_', |symbol| char::from(b'b' + symbol.0)),
    };
    let values: String = down.map(value).collect();
    let at = |(row, column): (usize, usize)| column * 21 + row;
    let group = |place, blocks: u8| format!("<sudokugroups at=\"{}\" withblocks=\"{blocks}\"/>", at(place));
    let clique = |top: usize, left: usize| {
        let cells = (0..9).map(|k| at((top + k / 3, left + k % 3)).to_string()).collect::<Vec<_>>();
        format!("<clique size=\"9\">{} </clique>", cells.join(" "))
    };
    let cliques = [(6, 9), (9, 6), (9, 9), (9, 12), (12, 9)].map(|(top, left)| clique(top, left)).concat();
    let outer = [(0, 0), (0, 12), (12, 0), (12, 12)].map(|place| group(place, 1)).concat();
    let file = |graph: &str, values: &str| {
        format!(
            "<ksudoku><game><puzzle><graph order=\"9\" type=\"custom\" specific-type=\"Samurai\" sizeX=\"21\" sizeY=\"21\">\
             {graph}</graph><values>{values}</values></puzzle></game></ksudoku>"
        )
    };
    let read = grid(&file(&format!("{outer}{}{cliques}", group((6, 6), 0)), &values), None);
    assert_eq!(read.cells, whole.cells);
    let units =
        |grid: &Grid| grid.units().into_iter().map(|unit| unit.cells).collect::<std::collections::BTreeSet<_>>();
    assert_eq!(units(&read), units(&whole));
    // Without one of the boxes, the others are rules.
    let part = grid(&file(&format!("{outer}{}{}", group((6, 6), 0), clique(9, 9)), &values), None);
    assert_eq!((part.rules.len(), part.units().len()), (1, units(&whole).len() - 4));
    for (graph, values, says) in [
        (outer.clone(), values.clone(), "does not fit the grids"),
        (String::new(), values.clone(), "without rows and columns"),
        (format!("{outer}{}", group((13, 13), 1)), values.clone(), "do not fit the graph"),
        (format!("{outer}{}", group((6, 6), 1)), values[1..].to_string(), "values are expected"),
        (format!("{outer}{}<clique size=\"2\">3 999</clique>", group((6, 6), 1)), values.clone(), "outside the graph"),
    ] {
        let refused = load(&file(&graph, &values), None).unwrap_err();
        assert!(format!("{refused} {refused:?}").contains(says), "{says}: {refused:?}");
    }
}

/// Regions of a file may be in pieces, of other sizes than the symbols, and leave cells out.
#[test]
fn regions_are_read_as_they_are() {
    let file = |regions: &str| {
        let empty = "....\n".repeat(4);
        format!(
            "format = 1\nkind = \"jigsaw\"\n[grid]\nsize = 4\ngivens = \"\"\"\n{empty}\"\"\"\nregions = \"\"\"\n{regions}\"\"\"\n"
        )
    };
    let sets = |regions: &str| {
        let loaded = load(&file(regions), None).unwrap();
        let grid = loaded.puzzles[0].grid().unwrap();
        let notes: Vec<String> = loaded.notes().iter().map(|note| note.said.clone()).collect();
        assert_eq!(self::grid(&write_toml(&loaded.puzzles[0]), None), *grid);
        (grid.areas.sets(grid.size()), notes)
    };
    let (pieces, notes) = sets("abab\nabab\ncdcd\ncdcd\n");
    assert_eq!(pieces[0], [0, 2, 4, 6].map(Cell));
    assert_eq!(notes, ["regions are read as they are: 4 regions of 4 cells, 4 of them in pieces"]);
    let (few, notes) = sets("aa..\naa..\n..bb\n..b.\n");
    assert_eq!((few.len(), few[1].len()), (2, 3));
    assert_eq!(notes, ["regions are read as they are: 2 regions of 3 to 4 cells, 9 cells in none of them"]);
    let refused = load(&file("aaaa\na...\n....\n....\n"), None).unwrap_err();
    assert!(refused.to_string().contains("region a has 5 cells"), "{refused}");
    let walls = load(&file("aabb\naabb\nccdd\nccdd\n"), None).unwrap();
    assert!(walls.notes().is_empty() && matches!(walls.puzzles[0].grid().unwrap().areas, Areas::Walls(_)));
}

/// A 4x4 with two free cells below.
const FREE: &str = "format = 1
kind = \"multi\"

[grid]
size = \"6x4\"
rules = [
  \"sum 7 r1c1 r6c1\",
  \"thermometer r6c1 r6c2\",
  \"leap 2 3\",
]
free = [\"r6c1\", \"r6c2\"]
givens = \"\"\"
....
..2.
....
....
####
..##
\"\"\"

[[grids]]
at = \"r1c1\"
size = 4
";

#[test]
fn free_cells_are_variables_of_rules_alone() {
    let puzzle = load(FREE, None).unwrap().puzzles.remove(0);
    let grid = puzzle.grid().unwrap();
    let names: Vec<String> = grid.free_cells().iter().map(|&cell| grid.name(cell)).collect();
    assert_eq!((names.join(" "), write_toml(&puzzle).as_str()), ("r6c1 r6c2".to_string(), FREE));
    let turned = grid.turned();
    assert!(turned.is_sound() && turned.free_cells().len() == 2 && turned.turned().turned().turned() == *grid);
    // By definition: r1c1 is 3 or 4, r6c1 the rest of 7, and r6c2 is more.
    let mut small = kind("sudoku").unwrap().empty(4).unwrap();
    small.cells[6] = Entry::Given(quadrille_puzzle::Symbol(1));
    let all = crate::brute::solutions(&small, 300);
    let number = |own: &[u64], cell: usize| own[cell].trailing_zeros() + 1;
    let touch = |own: &[u64]| {
        let apart = |one: usize, other: usize| ((one / 4).abs_diff(other / 4), (one % 4).abs_diff(other % 4));
        let is_leap = |one: usize, other: usize| [(2, 3), (3, 2)].contains(&apart(one, other));
        (0..16).any(|one| (0..one).any(|other| is_leap(one, other) && own[one] == own[other]))
    };
    let ways = |own: &Vec<u64>| match number(own, 0) {
        _ if touch(own) => 0,
        4 => 1,
        _ => 0,
    };
    let expected: u128 = all.iter().map(ways).sum();
    let problem = quadrille_puzzle::encode(&puzzle.shape).problem;
    for engine in [quadrille_solve::Engine::LINKS, quadrille_solve::Engine::BITS] {
        let goal = dancing::Goal::Count { limit: None };
        let order = quadrille_solve::Order { engine: Some(engine), ..quadrille_solve::Order::new(goal) };
        assert_eq!(quadrille_solve::run(&problem, order, &mut ()).count, expected, "{}", engine.name());
    }
    assert!(expected > 0);
    for (text, says) in [
        (FREE.replace("free = [\"r6c1\"", "free = [\"r1c1\""), "`r1c1` is a cell of a grid"),
        (FREE.replace("free = [\"r6c1\"", "free = [\"r9c1\""), "the whole has no cell `r9c1`"),
    ] {
        let words = load(&text, None).unwrap_err().to_string();
        assert!(words.contains(says), "{says}: {words}");
    }
}

#[test]
fn variables_of_the_interactive_solver_are_cells_below_the_grid() {
    let text = ".Shape~4x4.Var~A~Outside~2.Var~B.Sum~7~R1C1~VA1.Thermo~VA1~VA2.SameValues~2~VB~R1C2.~VA2_4";
    let puzzle = load(text, Some("iss")).unwrap().puzzles.remove(0);
    let grid = puzzle.grid().unwrap();
    let rules: Vec<String> = grid.rules.iter().map(|rule| rule.text(grid)).collect();
    assert_eq!(rules, ["sum 7 r1c1 r6c1", "thermometer r6c1 r6c2", "clone r8c1 r1c2"]);
    assert_eq!((grid.free_cells().len(), grid.entry(Cell(21)).symbol().map(|symbol| symbol.0)), (3, Some(3)));
    assert!(puzzle.notes[0].said.contains("the 3 variables are the cells r6c1 to r8c1"));
    // What is written is read again.
    let again = load(&puzzle.form.write(&puzzle.shape), Some("iss")).unwrap().puzzles.remove(0);
    let again = again.grid().unwrap();
    let written: Vec<String> =
        again.rules.iter().filter(|rule| rule.id != "region").map(|rule| rule.text(again)).collect();
    assert_eq!((again.free_cells().len(), written[0].as_str()), (3, "sum 7 r1c1 r6c1"), "{written:?}");
    let dots = load(".Shape~6x6.Var~X~~3x3.BlackDot~VX1~VX4.Var~Y", Some("iss")).unwrap().puzzles.remove(0);
    let dots = dots.grid().unwrap();
    assert_eq!((dots.rules[0].text(dots), dots.rows()), ("black r8c1 r9c1".to_string(), 12));
    for (text, says) in [
        (".Var~a~x~2", "capital letters"),
        (".Var~A~x~999", "999 variables, at most 200"),
        (".Var~A~x~0", "0 variables"),
        (".Var~A~x~2.~VA3_1", "`VA3` is not a cell"),
        (".Shape~4x4~9.Var~A", "more symbols than cells in a row"),
        (".Var~A.Var~B~x~99999999999x99999999999", "at most 200"),
        (".Shape~4x4.Jigsaw~aaabcabbccbdcddd.Var~A", "Jigsaw beside variables"),
        (".Shape~4x4.Var~A.Diagonal~1.Diagonal~-1", "Diagonal beside variables"),
        (".Shape~6x6.Var~X~~3x3.BlackDot~VX3~VX4", "not neighbours"),
    ] {
        let words = load(text, Some("iss")).unwrap_err().to_string();
        assert!(words.contains(says), "{says}: {words}");
    }
}
