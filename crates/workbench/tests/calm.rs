//! The screens besides Watch are calm as well, and a puzzle is solved by hand on them.

use crate::library::{lesson_rows, puzzle_rows};
use crate::watch::{TEN, open, screen, words};
use quadrille_puzzle::Entry;
use quadrille_solve::{Order, Report, What, run};
use quadrille_study::TaskResult;
use quadrille_workbench::app::{
    ACTIONS, App, Effect, Key, LibraryRow, Msg, Pen, Screen, Settings, spec as spec_of, update,
};

/// The text of the notice, or of the last line.
fn notice(app: &App) -> String {
    app.desk.notice.as_ref().map_or(String::new(), |notice| notice.text.clone())
}

/// Presses keys, and does the tasks that they ask for.
fn work(app: &mut App, keys: &str) {
    for name in keys.split_whitespace() {
        for effect in update(app, Msg::Key(Key::parse(name).unwrap())) {
            if let Effect::Work(id, task) = effect {
                let done: Result<TaskResult, String> = Ok(task.run(&mut |_| true));
                update(app, Msg::Worked { id, done });
            }
        }
    }
}

/// A killer of four by four is entered, solved and checked by keys alone: what is typed into a grid
/// with cages is the solver's, and the hint names a digit that is wrong.
#[test]
fn a_killer_without_givens_is_entered_and_solved_by_hand() {
    let mut app = open("sudoku-4x4-first", (120, 40));
    work(&mut app, "n 4 enter esc");
    let document = |app: &App| app.document().unwrap().clone();
    assert_eq!(document(&app).typing.pen, Pen::Given, "an empty grid waits for its givens");
    work(&mut app, "r k i l l e r enter");
    // The number of a cage, and its cells from the cursor on.
    work(&mut app, "6 space L L enter right 9 space J J enter");
    assert!(notice(&app).contains("killer 9"), "{}", notice(&app));
    work(&mut app, "g r 2 c 1 enter 8 space L J enter g r 2 c 3 enter 5 space J enter");
    work(&mut app, "g r 3 c 1 enter 6 space J enter right 6 space L L enter esc");
    let puzzle = document(&app).puzzle;
    assert_eq!(puzzle.grid().unwrap().rules.len(), 6, "{}", notice(&app));
    assert_eq!(document(&app).typing.pen, Pen::Own);
    assert!(screen(&app).last().unwrap().starts_with(" 1-4 place "), "{:#?}", screen(&app));
    // The cages have one solution: 1234, 3412, 2143, 4321. A wrong digit is named by its cell.
    work(&mut app, "g r 1 c 1 enter 1 right 2 right 3 right 4 g r 2 c 1 enter 4 f");
    let grid = document(&app).puzzle.grid().unwrap().clone();
    assert_eq!((grid.givens(), grid.own()), (0, 5));
    work(&mut app, "f f");
    assert!(screen(&app).iter().any(|line| line.contains("Clear r2c1")), "{:#?}", screen(&app));
    work(&mut app, "f");
    assert_eq!(document(&app).puzzle.grid().unwrap().cells[4], Entry::Empty);
    work(&mut app, "g r 2 c 1 enter i 3 4 1 2 2 1 4 3 4 3 2 1");
    assert!(notice(&app).starts_with("Solved"), "{}", notice(&app));
    // Opened again, the pen is the solver's from the start.
    let saved = LibraryRow::made("killer".to_string(), puzzle);
    let app = App::new(Settings { plays: false, ..Settings::default() }, vec![saved]);
    assert_eq!(document(&app).typing.pen, Pen::Own);
}

/// All bundled puzzles.
fn bundled() -> Vec<&'static str> {
    crate::bundled::BUNDLED.iter().map(|file| file.name.trim_end_matches(".toml")).collect()
}

/// Play has the board, what is asked and the cell at hand: few words.
#[test]
fn play_is_calm() {
    for puzzle in bundled() {
        let app = open(puzzle, (120, 40));
        let shown = screen(&app);
        // The names of a matrix are of its picture.
        let most = if puzzle.starts_with("cover-") || puzzle.starts_with("setcover-") { 82 } else { 70 };
        assert!(words(&shown) <= most, "{puzzle}: {} {shown:#?}", words(&shown));
    }
}

/// The screens to which each key is pressed: a puzzle, and the keys that lead there.
const PLACES: [(&str, &str); 16] = [
    ("sudoku-9x9-crossroads", "esc"),
    ("cover-knuth", "esc"),
    ("sudoku-9x9-crossroads", "right down"),
    ("sudoku-9x9-killer", "right down"),
    ("jigsaw-9x9", "right down"),
    ("target-9x9", "right down"),
    ("cover-knuth", ""),
    ("queens-8", "down"),
    ("sudoku-9x9-crossroads", "s"),
    ("cover-knuth", "d s s s"),
    ("sudoku-9x9-crossroads", "d n n"),
    ("cover-knuth", "d s s s i"),
    ("cover-knuth", "d n n n t"),
    ("cover-knuth", "d v space"),
    ("cover-knuth", "m"),
    ("cover-knuth", "m tab tab"),
];

/// What a key did, if it can be seen: the screen, an overlay, the notice, or what it asks for.
fn seen(app: &App, effects: &[Effect]) -> String {
    format!("{:?} {:?} {:?} {:?}", screen(app), app.desk.notice, app.desk.overlay.is_some(), effects.len())
}

/// Each key of each action does something on each screen, or says why it does not and what would
/// help. At the edge of a list or a board, a key that moves may be silent.
#[test]
fn no_key_is_refused_in_silence() {
    let mut silent = Vec::new();
    for (puzzle, keys) in PLACES {
        let mut at = open(puzzle, (80, 24));
        crate::watch::press(&mut at, keys);
        if keys.contains("space") {
            while at.rooms.compare.as_ref().is_some_and(|compare| compare.running) {
                update(&mut at, Msg::Tick(std::time::Instant::now()));
            }
        }
        at.desk.notice = None;
        for spec in ACTIONS {
            let Some(key) = spec.keys.first() else { continue };
            let mut app = at.clone();
            let before = seen(&app, &[]);
            let effects = update(&mut app, Msg::Key(Key::parse(key).unwrap()));
            let after = seen(&app, &effects);
            let bound = app.desk.settings.keymap.action(at.screen(), Key::parse(key).unwrap());
            let moves = ["next", "previous", "first", "last", "move ", "beginning", "end of"];
            let is_move = bound.is_some_and(|action| moves.iter().any(|word| spec_of(action).help.contains(word)));
            if before == after && !is_move {
                silent.push(format!("{puzzle} [{keys}] {key}: {} {}", spec.scope.id(), spec.id));
            }
            let said = notice(&app);
            assert!(!said.contains("does nothing"), "{puzzle} {keys} {key}: {said}");
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

/// Esc returns to the screen from which this one was opened, and not to one that was never seen.
#[test]
fn esc_returns_to_where_one_came_from() {
    let rows = puzzle_rows().into_iter().chain(lesson_rows()).collect();
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, rows);
    app.home();
    let lesson = app.library.entries.iter().position(|entry| entry.name == "02-lists").unwrap();
    let puzzle = app.library.entries.iter().position(|entry| entry.name == "cover-knuth").unwrap();
    for (entry, keys, ways) in [
        // A stop selects things to look at: that is no selection to be cleared first.
        (lesson, "enter >", &[Screen::Library][..]),
        (puzzle, "d", &[Screen::Library]),
        (puzzle, "s", &[Screen::Library]),
        (puzzle, "enter d", &[Screen::Play, Screen::Library]),
        (puzzle, "d s t", &[Screen::Step, Screen::Library]),
        (puzzle, "enter d t enter", &[Screen::Play, Screen::Library]),
        (puzzle, "enter m", &[Screen::Play, Screen::Library]),
        (puzzle, "enter d v", &[Screen::Step, Screen::Play, Screen::Library]),
    ] {
        app.library.select(entry);
        work(&mut app, keys);
        for way in ways {
            // Going to a node of the tree selects nothing either.
            work(&mut app, "esc");
            assert_eq!(app.screen(), *way, "{keys}");
        }
    }
}

/// The words on each screen of ten puzzles, at 120x40. Names of a matrix are of its picture.
#[test]
fn the_other_screens_are_calm() {
    let rows = puzzle_rows().into_iter().chain(lesson_rows()).collect();
    let mut home = App::new(Settings { plays: false, ..Settings::default() }, rows);
    home.home();
    update(&mut home, Msg::Resize(120, 40));
    assert!(words(&screen(&home)) <= 110, "{} {:#?}", words(&screen(&home)), screen(&home));
    for puzzle in TEN {
        let prefix = if puzzle == "sudoku-16x16" { ", " } else { "" };
        for (keys, most) in [("m", 75), ("d e t", 125), ("d v", 84), ("d v s s s", 84), ("s", 38)] {
            let mut app = open(puzzle, (120, 40));
            crate::watch::press(&mut app, &format!("{prefix}{keys}"));
            if keys == "s" {
                finish(&mut app);
            }
            let shown = screen(&app);
            assert!(words(&shown) <= most, "{puzzle} {keys}: {} {shown:#?}", words(&shown));
            assert!(!shown.iter().any(|line| line.contains('…')), "{puzzle} {keys}: {shown:#?}");
        }
    }
}

/// Runs the open puzzle to the end.
fn finish(app: &mut App) {
    let solving = app.rooms.solving.as_ref().unwrap();
    let order = Order { engine: solving.asked, ..Order::new(solving.goal) };
    let outcome = run(&solving.encoded.problem, order, &mut ());
    let report = Report { run: solving.run, what: What::Finished(Box::new(outcome)) };
    update(app, Msg::Report(report));
}
