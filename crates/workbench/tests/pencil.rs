//! Solving by hand: several cells at once, marks, colours, and what is undone and kept of them.

use crate::library::puzzle_rows;
use crate::press::open;
use quadrille_puzzle::{CELL_COLORS, Cell, Export, Mark, load, sudoku, write_toml};
use quadrille_workbench::app::{App, Deed, Effect, Kept, Key, Msg, Selection, Settings, Spot, update};
use serde_json::Value;

const NINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Presses keys, which are separated by blanks. Returns their effects.
fn press(app: &mut App, keys: &str) -> Vec<Effect> {
    let key = |name: &str| Key::parse(name).unwrap_or_else(|| panic!("{name} is no key"));
    keys.split_whitespace().flat_map(|name| update(app, Msg::Key(key(name)))).collect()
}

fn line(app: &App) -> String {
    sudoku::LINE.write(&app.document().unwrap().puzzle.shape).trim().to_string()
}

fn marked(app: &App, mark: Mark, cell: usize) -> u64 {
    app.document().unwrap().notes.marked(mark, Cell(cell as u16)).0
}

fn selected(app: &App) -> Vec<u16> {
    app.document().unwrap().selected.cells().iter().map(|cell| cell.0).collect()
}

/// The cells of the box of a 9x9 that holds a cell.
fn box_of(cell: usize) -> Vec<usize> {
    (0..81).filter(|other| other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3).collect()
}

#[test]
fn a_symbol_goes_to_all_selected_cells_but_the_givens() {
    let mut app = open(&".".repeat(16), Some("line"));
    press(&mut app, "p L L 1");
    assert_eq!(line(&app), "111.............");
    press(&mut app, "u");
    assert_eq!(line(&app), ".".repeat(16), "one key, undone by one key");
    press(&mut app, "esc g r 1 c 2 enter p 3 p g r 1 c 1 enter L L 2");
    assert_eq!(line(&app), "232.............", "the given stays");
    press(&mut app, "x");
    assert_eq!(line(&app), ".3..............");
    press(&mut app, "esc l 4");
    assert_eq!(line(&app), ".3.4............", "after esc a symbol goes to the cursor");
}

#[test]
fn sets_of_cells_are_selected_by_a_letter_or_a_symbol() {
    let symbols: Vec<char> = NINE.chars().collect();
    for cell in [0usize, 40, 30, 77] {
        let goto = format!("g r {} c {} enter", cell / 9 + 1, cell % 9 + 1);
        let expected = |fits: &dyn Fn(usize) -> bool| (0..81).filter(|&at| fits(at)).map(|at| at as u16).collect();
        let sets: [(&str, Vec<u16>); 8] = [
            ("r", expected(&|at| at / 9 == cell / 9)),
            ("c", expected(&|at| at % 9 == cell % 9)),
            ("b", expected(&|at| box_of(cell).contains(&at))),
            ("s", expected(&|at| symbols[at] == symbols[cell])),
            ("e", expected(&|at| symbols[at] == '.')),
            ("a", expected(&|_| true)),
            ("6", expected(&|at| symbols[at] == '6')),
            ("n", Vec::new()),
        ];
        for (key, expected) in sets {
            let mut app = open(NINE, None);
            press(&mut app, &format!("{goto} A {key}"));
            let mut found = selected(&app);
            found.sort_unstable();
            assert_eq!(found, expected, "{key} at {cell}");
            press(&mut app, "A i");
            let rest: Vec<u16> = (0..81).filter(|at| !expected.contains(at)).collect();
            assert_eq!(selected(&app), rest, "{key} inverted");
        }
    }
    let mut app = open(NINE, None);
    press(&mut app, "A r A c");
    assert_eq!(selected(&app).len(), 17, "two sets add up");
    press(&mut app, "j j");
    assert_eq!(selected(&app).len(), 17, "and stay while the cursor moves");
    press(&mut app, "esc L L j");
    assert_eq!(selected(&app), [0u16; 0], "a line that was only begun does not");
    press(&mut app, "ctrl-a");
    assert_eq!(selected(&app).len(), 81);
}

/// What a player does all the time takes few keys.
#[test]
fn many_cells_take_few_keys() {
    let count = |keys: &str| keys.split_whitespace().count();
    let keys = "A b o 5";
    let mut app = open(NINE, None);
    press(&mut app, &format!("g r 4 c 4 enter {keys}"));
    for cell in 0..81 {
        let empty = NINE.as_bytes()[cell] == b'.';
        let ruled_out = empty && box_of(30).contains(&cell);
        assert_eq!(marked(&app, Mark::Eliminated, cell), if ruled_out { 1 << 4 } else { 0 }, "{cell}");
    }
    assert!(count(keys) <= 8);

    let regions = "aaaabbbbcaaabbbcccaabbcccccddddeeeefdddeeefffddeefffffgggghhhhiggghhhiiigghhiiiii";
    let rows: String = regions.as_bytes().chunks(9).map(|row| format!("{}\n", str::from_utf8(row).unwrap())).collect();
    let dots = format!("{}\n", ".".repeat(9)).repeat(9);
    let text = format!(
        "format = 1\nkind = \"jigsaw\"\n[grid]\nsize = 9\ngivens = \"\"\"\n{dots}\"\"\"\nregions = \"\"\"\n{rows}\"\"\"\n"
    );
    let keys = "A b b 3";
    let mut app = open(&text, None);
    press(&mut app, keys);
    let colored = |app: &App, cell: u16| app.document().unwrap().notes.color(Cell(cell));
    for cell in 0..81 {
        let expected = if regions.as_bytes()[usize::from(cell)] == b'a' { 3 } else { 0 };
        assert_eq!(colored(&app, cell), expected, "{cell}");
    }
    assert!(count(keys) <= 8);

    let keys = "L L J r t enter";
    let mut app = open(&".".repeat(16), Some("line"));
    press(&mut app, keys);
    let document = app.document().unwrap();
    let grid = document.puzzle.grid().unwrap();
    assert_eq!(grid.rules[0].text(grid), "thermometer r1c1 r1c2 r1c3 r2c3");
    assert!(document.selected.is_empty());
    assert!(count(keys) <= 8);

    // A region of a jigsaw is selected, then named.
    let mut app = open(&text, None);
    press(&mut app, "g r 1 c 5 enter L L L R a");
    let letters = &app.document().unwrap().notes.letters;
    assert_eq!(letters[..8], [Some(0); 8], "four cells of b are of a now");
    press(&mut app, "ctrl-u");
    assert_eq!(app.document().unwrap().puzzle.unfit(), None, "undone at once");
}

#[test]
fn placing_a_symbol_removes_the_marks_that_it_rules_out() {
    for tidy in [true, false] {
        let mut app = open(NINE, None);
        app.desk.settings.tidy_marks = tidy;
        press(&mut app, "M");
        let before: Vec<u64> = (0..81).map(|cell| marked(&app, Mark::Corner, cell)).collect();
        press(&mut app, "g r 1 c 3 enter 1");
        for (cell, &before) in before.iter().enumerate() {
            let seen = cell / 9 == 0 || cell % 9 == 2 || box_of(2).contains(&cell);
            let expected = if seen && tidy { before & !1 } else { before };
            assert_eq!(marked(&app, Mark::Corner, cell), expected, "{cell}");
        }
        press(&mut app, "u");
        assert_eq!(line(&app), NINE);
        let after: Vec<u64> = (0..81).map(|cell| marked(&app, Mark::Corner, cell)).collect();
        assert_eq!(after, before, "undone with the symbol");
    }
}

#[test]
fn what_was_ruled_out_is_not_filled_in_again() {
    let mut app = open(NINE, None);
    // r1c3 can hold 1, 2 and 4.
    press(&mut app, "M g r 1 c 3 enter o 2 M");
    assert_eq!(marked(&app, Mark::Eliminated, 2), 1 << 1);
    assert_eq!(marked(&app, Mark::Corner, 2), 0b1001, "2 is neither kept nor filled in");
    press(&mut app, "C M");
    assert_eq!(marked(&app, Mark::Corner, 2), 0b1001);
    // A mark of it takes that back.
    press(&mut app, "space 2");
    assert_eq!((marked(&app, Mark::Eliminated, 2), marked(&app, Mark::Corner, 2)), (0, 0b1011));
    press(&mut app, "u");
    assert_eq!(marked(&app, Mark::Eliminated, 2), 1 << 1);
}

#[test]
fn stale_marks_go_by_a_key() {
    let mut app = open(NINE, None);
    // 5 stands in row 1, so it is stale. 1 is not.
    press(&mut app, "g r 1 c 3 enter space 5 1 c 5 2 esc D");
    assert_eq!((marked(&app, Mark::Corner, 2), marked(&app, Mark::Centre, 2)), (0b1, 0b10));
}

#[test]
fn a_key_clears_symbols_then_marks_then_colours() {
    let mut app = open(&".".repeat(16), Some("line"));
    press(&mut app, "p space 1 2 esc b 4 esc p 3");
    let state = |app: &App| {
        let document = app.document().unwrap();
        (line(app).chars().next().unwrap(), marked(app, Mark::Corner, 0), document.notes.color(Cell(0)))
    };
    assert_eq!(state(&app), ('3', 0b11, 4));
    for expected in [('.', 0b11, 4), ('.', 0, 4), ('.', 0, 0)] {
        press(&mut app, "x");
        assert_eq!(state(&app), expected);
    }
    press(&mut app, "u u u");
    assert_eq!(state(&app), ('3', 0b11, 4));
}

#[test]
fn a_drag_selects_and_a_press_ends_it() {
    let mut app = open(NINE, None);
    let point =
        |app: &mut App, deed: Deed, cell: u16| update(app, Msg::Pointer { deed, spot: Some(Spot::Cell(Cell(cell))) });
    point(&mut app, Deed::Press, 10);
    assert_eq!(app.document().unwrap().cursor, Cell(0), "the mouse is off until it is asked for");
    app.desk.terminal.mouse = true;
    point(&mut app, Deed::Press, 2);
    for cell in [3, 12, 11] {
        point(&mut app, Deed::Drag, cell);
    }
    assert_eq!(selected(&app), [2, 3, 12, 11]);
    press(&mut app, "space 4");
    let marks: Vec<u64> = [2, 3, 12, 11].map(|cell| marked(&app, Mark::Corner, cell)).to_vec();
    // r2c4 and r2c3 are 1 and empty: 1 is given.
    let expected: Vec<u64> = [2, 3, 12, 11].map(|cell| if NINE.as_bytes()[cell] == b'.' { 8 } else { 0 }).to_vec();
    assert_eq!(marks, expected);
    point(&mut app, Deed::Press, 40);
    assert!(selected(&app).is_empty());
}

/// A given among the selected cells does not keep their marks.
#[test]
fn marks_of_a_box_are_cleared_beside_its_givens() {
    let mut app = open(NINE, None);
    press(&mut app, "M g r 1 c 3 enter A b x");
    for cell in 0..81 {
        let expected = NINE.as_bytes()[cell] == b'.' && !box_of(2).contains(&cell);
        assert_eq!(marked(&app, Mark::Corner, cell) != 0, expected, "{cell}");
    }
    assert_eq!(line(&app), NINE);
}

/// Marks, colours and eliminations are in the file, and a kept session has its selection too.
#[test]
fn all_of_it_is_written_and_kept() {
    let mut app = open(NINE, None);
    let mut effects = press(&mut app, "g r 1 c 3 enter A b space 1 c 2 o 4 b 7 esc esc L L z");
    effects.retain(|effect| matches!(effect, Effect::Keep { .. }));
    let Some(Effect::Keep { keeping, .. }) = effects.pop() else { panic!("it is kept") };
    let text = serde_json::to_string(&keeping.write()).unwrap();
    let kept: Kept = serde_json::from_str(&text).unwrap();
    let mut again = App::new(Settings { plays: false, ..Settings::default() }, Vec::new());
    again.adopt(&[&kept], false);
    let (before, after) = (app.document().unwrap(), again.document().unwrap());
    assert_eq!(after.notes, before.notes);
    assert_eq!(after.selected, before.selected);
    assert_eq!(after.selected.cells().len(), 2);
    assert_eq!(after.history, before.history);

    let puzzle = before.to_be_saved();
    let back = load(&write_toml(&puzzle), None).unwrap().puzzles.remove(0);
    assert_eq!(back.marks, puzzle.marks);
    assert!(!puzzle.marks.colors().is_empty() && !puzzle.marks.of(Mark::Eliminated).is_empty());

    let exported = Export::named("fpuzzles").unwrap().write(&puzzle).unwrap();
    let json: Value = serde_json::from_str(&exported.text).unwrap();
    for cell in 0..81 {
        let expected = if box_of(2).contains(&cell) { Value::from(CELL_COLORS[6].1) } else { Value::Null };
        assert_eq!(json["grid"][cell / 9][cell % 9]["highlight"], expected, "{cell}");
    }
    assert_eq!(exported.left_out, ["the symbols that were ruled out"]);
}

/// A bundled puzzle that was left with changes is found again in its own row.
#[test]
fn a_bundled_puzzle_is_restored_in_its_row() {
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, puzzle_rows());
    let at = app.library.entries.iter().position(|row| row.name == "sudoku-9x9-gentle").unwrap();
    app.library.entries[at].read_bundled();
    let mut one = App::new(Settings { plays: false, ..Settings::default() }, vec![app.library.entries[at].clone()]);
    let effects = press(&mut one, "w 5");
    let Some(Effect::Keep { keeping, .. }) = effects.into_iter().find(|effect| matches!(effect, Effect::Keep { .. }))
    else {
        panic!("it is kept")
    };
    let kept = keeping.write();
    let rows = app.library.entries.len();
    assert_eq!(app.adopt(&[&kept, &kept], false), [Some(rows), Some(at)], "an older one has a row of its own");
    assert_eq!(line(&app), line(&one));
    assert_eq!(app.library.open, Some(at));
}

/// While a hint is searched, the key does not begin the search again.
#[test]
fn a_hint_is_asked_for_once() {
    let mut app = open(NINE, None);
    let asks = |app: &mut App| press(app, "f").iter().filter(|effect| matches!(effect, Effect::Work(..))).count();
    assert_eq!([asks(&mut app), asks(&mut app), asks(&mut app)], [1, 0, 0]);
}

/// A draft of version 0.1 has corner marks of several cells without their kind, and no colours.
#[test]
fn an_older_draft_is_read() {
    let mut app = open(NINE, None);
    let effects = press(&mut app, "M");
    let Some(Effect::Keep { keeping, .. }) = effects.into_iter().find(|effect| matches!(effect, Effect::Keep { .. }))
    else {
        panic!("it is kept")
    };
    let mut json = serde_json::to_value(keeping.write()).unwrap();
    let edit = &mut json["history"]["states"][0]["edit"];
    let cells = edit["Marks"]["cells"].clone();
    assert!(cells.is_array(), "{edit}");
    *edit = serde_json::json!({ "Marks": cells });
    for gone in ["eliminated", "colors"] {
        json["notes"].as_object_mut().unwrap().remove(gone);
    }
    json.as_object_mut().unwrap().remove("selected");
    let kept: Kept = serde_json::from_value(json).unwrap();
    let mut again = App::new(Settings { plays: false, ..Settings::default() }, Vec::new());
    again.adopt(&[&kept], false);
    assert!(again.document().is_some());
    press(&mut again, "u");
    assert!((0..81).all(|cell| marked(&again, Mark::Corner, cell) == 0));
    press(&mut again, "ctrl-r o 4 b 3");
    assert_eq!(marked(&again, Mark::Corner, 2), 0b0011);
}

fn cells(numbers: &[u16]) -> Vec<Cell> {
    numbers.iter().copied().map(Cell).collect()
}

#[test]
fn a_line_is_extended_and_taken_back() {
    let mut selection = Selection::default();
    for (from, to) in [(0, 1), (1, 2), (2, 3), (3, 2)] {
        selection.extend(Cell(from), Cell(to));
    }
    assert_eq!(selection.cells(), cells(&[0, 1, 2]), "the step back deselects r1c4");
    selection.let_go();
    assert!(selection.is_empty(), "it is not held");
}

#[test]
fn a_chosen_cell_is_held() {
    let mut selection = Selection::default();
    selection.toggle(Cell(5));
    selection.toggle(Cell(9));
    selection.let_go();
    assert_eq!(selection.cells(), cells(&[5, 9]));
    selection.toggle(Cell(5));
    selection.toggle(Cell(9));
    assert!(selection.is_empty() && !selection.is_held());
}
