//! Key scripts on the application state, without a terminal: a puzzle's text and keys go in; a
//! grid, a screen or an effect comes out.

use crate::library::puzzle_rows;
use crate::press::{NINE, open, press};
use dancing::Goal;
use quadrille_puzzle::{Mark, RULES, SymbolSet, load, sudoku, write_toml};
use quadrille_solve::{Engine, Flow, Grain, Host, Order, Report, RunId, Snapshot, StopReason, StoppedAt, What, run};
use quadrille_study::{Laid, TaskResult};
use quadrille_workbench::app::{
    App, ConfirmQuit, Effect, Import, Kept, Key, KeyRow, LibraryRow, Mode, Msg, NoticeKind, Overlay, Screen, Settings,
    View, Why, update,
};
use quadrille_workbench::ui::film::screen;
use quadrille_workbench::ui::{Glyphs, Theme};
use std::time::{Duration, Instant};

/// The current grid as one line.
fn line(app: &App) -> String {
    sudoku::LINE.write(&app.document().unwrap().puzzle.shape)
}

#[test]
fn keys_edit_the_grid() {
    for (keys, expected) in [
        ("l l 4", &NINE.replacen("53.", "534", 1)),
        ("l l 4 u", &NINE.to_string()),
        ("l l 4 u ctrl-r", &NINE.replacen("53.", "534", 1)),
        ("l l 4 2", &NINE.replacen("53.", "532", 1)),
        ("l l 4 x", &NINE.to_string()),
        ("w 4 w 2 X", &NINE.to_string()),
        ("w 4 w 2 X u", &NINE.replacen("53..7", "53427", 1)),
        ("4", &NINE.to_string()),
        ("p 4", &NINE.replacen("53", "43", 1)),
        ("G", &NINE.to_string()),
        ("W 1", &NINE.replacen("8..79", "8.179", 1)),
    ] {
        let mut app = open(NINE, None);
        press(&mut app, keys);
        assert_eq!(line(&app), *expected, "{keys}");
    }
}

#[test]
fn letters_that_are_symbols_are_typed_and_follow_a_prefix_as_commands() {
    let empty = format!("{}\n", ".".repeat(256).replacen("..", "1G", 1));
    let mut app = open(&empty, None);
    press(&mut app, "w a l e");
    assert!(line(&app).starts_with("1GAE."), "{}", &line(&app)[..8]);
    assert_eq!(app.document().unwrap().view, View::Marks, "a is a symbol");
    press(&mut app, ", a");
    assert_eq!(app.document().unwrap().view, View::Units, "and a command after the prefix");
    // In a grid of digits no prefix is needed.
    let mut app = open(NINE, None);
    press(&mut app, "a");
    assert_eq!(app.document().unwrap().view, View::Units);
}

#[test]
fn a_conflict_is_said_and_a_solved_grid_is_noticed() {
    let mut app = open(NINE, None);
    press(&mut app, "w 5");
    let notice = app.desk.notice.clone().unwrap();
    assert_eq!((notice.kind, notice.text.as_str()), (NoticeKind::Error, "r1c1 and r1c3 both hold 5 in row 1"));
    press(&mut app, "u");
    let notice = app.desk.notice.clone().unwrap();
    assert_eq!((notice.kind, notice.text.as_str()), (NoticeKind::Note, "undone: r1c3 = 5"));
}

#[test]
fn undo_redo_and_saving_know_when_the_file_is_up_to_date() {
    let mut app = open(NINE, None);
    let saved = |app: &App| app.document().unwrap().history.is_saved();
    assert!(saved(&app));
    press(&mut app, "w 4");
    assert!(!saved(&app));
    press(&mut app, "u");
    assert!(saved(&app));
    press(&mut app, "U ctrl-s");
    let effects = press(&mut app, "a b enter");
    let [Effect::Save { entry, version, path, puzzle, replace: false, .. }] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert_eq!(path.to_str(), Some("ab.toml"));
    let again = load(&write_toml(puzzle), None).unwrap().puzzles.remove(0);
    assert_eq!(again.shape, app.document().unwrap().puzzle.shape);
    let written = |entry: &usize, version: &u64| Msg::Saved {
        entry: *entry,
        version: *version,
        path: path.clone(),
        result: Ok(0),
    };
    press(&mut app, "w 2");
    update(&mut app, written(entry, version));
    assert!(!saved(&app), "what was typed while the file was written is not in it");
    press(&mut app, "u");
    assert!(saved(&app));
    press(&mut app, "u 4");
    assert!(!saved(&app), "the saved state is behind an edit that is gone");
}

#[test]
fn quitting_asks_when_something_would_be_lost() {
    let mut app = open(NINE, None);
    assert!(matches!(press(&mut app, "Q")[..], [Effect::Quit]));
    press(&mut app, "w 4 Q");
    assert!(matches!(app.desk.overlay, Some(Overlay::ConfirmQuit(ConfirmQuit { unsaved: 1 }))));
    assert!(press(&mut app, "n").is_empty() && app.desk.overlay.is_none());
    assert!(matches!(press(&mut app, "Q y")[..], [Effect::Quit]));
    // The second Ctrl-C always ends the program.
    assert!(press(&mut app, "ctrl-c").is_empty());
    assert!(matches!(press(&mut app, "ctrl-c")[..], [Effect::Quit]));
    // Nothing is asked if the changes are kept.
    app.desk.backup.on = true;
    assert!(matches!(press(&mut app, "Q")[..], [Effect::Quit]));
    update(&mut app, Msg::NotKept("the disk is full".to_string()));
    press(&mut app, "Q");
    assert!(matches!(app.desk.overlay, Some(Overlay::ConfirmQuit(_))));
}

#[test]
fn a_side_is_typed_and_a_new_puzzle_has_what_was_chosen() {
    let mut app = open(NINE, None);
    press(&mut app, "n 1 6 enter");
    assert_eq!(app.document().unwrap().puzzle.grid().unwrap().n_symbols(), 16);
    press(&mut app, "esc , n 4 right enter");
    assert_eq!(app.document().unwrap().puzzle.grid().unwrap().n_symbols(), 6, "4, then the next side");
    press(&mut app, "esc n 6");
    let Some(Overlay::New(picker)) = &app.desk.overlay else { panic!("the picker is open") };
    let rows: Vec<&str> = picker.rows().iter().map(|(_, name, _)| *name).collect();
    let to = |name: &str| "down ".repeat(rows.iter().position(|row| *row == name).unwrap() - 1);
    let back = |name: &str| "up ".repeat(rows.iter().position(|row| *row == name).unwrap() - 1);
    for (name, turns) in [("g: level", "right "), ("g: symmetry", "right "), ("g: rule", "right ")] {
        press(&mut app, &format!("{}{turns}{}", to(name), back(name)));
    }
    let Some(Effect::Work(id, task)) = press(&mut app, "g").pop() else { panic!("it is made") };
    update(&mut app, Msg::Worked { id, done: Ok(task.run(&mut |_| true)) });
    let grid = app.document().unwrap().puzzle.grid().unwrap();
    assert_eq!(grid.rules.len(), 1);
    assert_eq!(quadrille_study::rate(grid, &mut || true).unwrap().level, quadrille_puzzle::Level::Easy);
    let is_given = |at: usize| grid.cells[at] != quadrille_puzzle::Entry::Empty;
    assert!((0..36).all(|at| is_given(at) == is_given(35 - at)), "symmetric under a half turn");
}

#[test]
fn cages_are_laid_on_a_new_puzzle() {
    let mut app = open(NINE, None);
    let killer = Laid::rows().position(|spec| spec.id == "killer").unwrap();
    press(&mut app, &format!("n 6 up up {}", "right ".repeat(killer + 1)));
    let Some(Effect::Work(id, task)) = press(&mut app, "g").pop() else { panic!("it is made") };
    update(&mut app, Msg::Worked { id, done: Ok(task.run(&mut |_| true)) });
    let puzzle = &app.document().unwrap().puzzle;
    assert!(puzzle.meta.source.contains("--with killer"), "{}", puzzle.meta.source);
    let rules = &puzzle.grid().unwrap().rules;
    assert!(rules.len() > 1 && rules.iter().all(|rule| rule.id == "killer"));
}

#[test]
fn a_line_that_is_typed_passes_over_the_givens() {
    let mut app = open(NINE, None);
    // 5 and 3 are given: the first symbol goes to r1c3.
    press(&mut app, "i 4 6 8");
    assert_eq!(line(&app)[..9], *"534678...");
    press(&mut app, "backspace backspace 2");
    assert_eq!(line(&app)[..9], *"5342 7....".replace(' ', ""));
}

#[test]
fn a_run_is_started_once_and_reports_of_another_are_dropped() {
    let mut app = open(NINE, None);
    let effects = press(&mut app, "s");
    let [Effect::Start(job)] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!((app.screen(), job.order.goal), (Screen::Solve, Goal::Unique));
    assert!(app.next_tick().is_some(), "a run is watched");
    let outcome = || Box::new(run(&job.problem, job.order.clone(), &mut ()));
    update(&mut app, Msg::Report(Report { run: RunId(99), what: What::Finished(outcome()) }));
    assert!(app.rooms.solving.as_ref().unwrap().is_alive(), "that was another run");
    update(&mut app, Msg::Report(Report { run: job.run, what: What::Finished(outcome()) }));
    assert_eq!(app.rooms.solving.as_ref().unwrap().verdict().unwrap(), "There is exactly one solution.");
    assert_eq!(app.next_tick(), None, "nothing moves any more");
    assert!(press(&mut app, "q s").is_empty(), "the answer is known");
    press(&mut app, "enter");
    assert_eq!((app.screen(), app.document().unwrap().puzzle.grid().unwrap().empty()), (Screen::Play, 0));
    press(&mut app, "u");
    assert_eq!(line(&app), NINE, "one undo takes the whole solution back");
}

#[test]
fn an_edit_stops_a_run_for_the_old_grid() {
    let mut app = open(NINE, None);
    press(&mut app, "s q");
    assert!(matches!(press(&mut app, "w 4")[..], [Effect::Stop]));
    assert!(app.rooms.solving.is_none());
}

#[test]
fn steps_go_both_ways_at_every_grain() {
    let mut app = open(NINE, None);
    press(&mut app, "d");
    let root = app.rooms.stepping.as_ref().unwrap().stepper.clone();
    for (grain, forward, back) in [
        (Grain::Item, "s s s", "S S S"),
        (Grain::Option, "+ s s s s s", "S S S S S"),
        (Grain::Link, "+ s s s s s", "S S S S S"),
        (Grain::Branch, "- - - - n", "N"),
    ] {
        press(&mut app, forward);
        assert_eq!(app.rooms.stepping.as_ref().unwrap().grain, grain);
        assert!(app.rooms.stepping.as_ref().unwrap().stepper != root);
        press(&mut app, back);
        assert!(app.rooms.stepping.as_ref().unwrap().stepper == root, "{grain:?}");
    }
    press(&mut app, "S");
    assert_eq!(app.desk.notice.as_ref().unwrap().text, "this is the root: nothing has happened yet");
}

#[test]
fn a_seek_goes_on_by_ticks_and_a_key_stops_it() {
    let mut app = open(NINE, None);
    press(&mut app, "d f");
    assert_eq!(app.next_tick(), Some(Duration::ZERO));
    let now = Instant::now();
    while app.next_tick().is_some() {
        update(&mut app, Msg::Tick(now));
    }
    assert!(app.rooms.stepping.as_ref().unwrap().stepper.search().at_solution());
    press(&mut app, "f ctrl-c");
    assert_eq!(app.next_tick(), None);
}

#[test]
fn it_dances_as_fast_as_it_is_told() {
    let mut app = open(NINE, None);
    press(&mut app, "d space");
    let start = Instant::now();
    for second in 0..=3u64 {
        update(&mut app, Msg::Tick(start + Duration::from_secs(second)));
    }
    // Four steps per second for three seconds.
    let covers = app.rooms.stepping.as_ref().unwrap().stepper.tally().covers;
    let nodes = app.rooms.stepping.as_ref().unwrap().stepper.tally().nodes();
    assert_eq!(covers + nodes - 1, 12);
    press(&mut app, "space");
    assert_eq!(app.next_tick(), None);
}

#[test]
fn help_shows_the_keys_of_the_screen_and_runs_one() {
    let mut app = open(NINE, None);
    press(&mut app, "? u n d o");
    let Some(Overlay::Search(search)) = &app.desk.overlay else { panic!("{:?}", app.desk.overlay) };
    let rows = search.rows(&app.desk.settings.keymap);
    assert!(matches!(rows[0], KeyRow::Action(spec) if spec.id == "undo"), "{rows:?}");
    press(&mut app, "backspace backspace backspace backspace s t e p enter");
    assert_eq!(app.screen(), Screen::Step);
}

#[test]
fn walls_are_built_and_their_faults_said() {
    let mut app = open("1...\n..3.\n.4..\n...2\n\naaab\nacbb\nccdb\ncddd\n", None);
    press(&mut app, "e");
    assert_eq!(app.desk.notice.as_ref().unwrap().text, "a jigsaw: 4 regions of 4 cells");
    press(&mut app, "J L");
    let text = &app.desk.notice.as_ref().unwrap().text;
    assert_eq!(text, "region a (with r1c1) has 1 cell, region b (with r1c2) 2, region d (with r2c1) 1: 4 expected");
    press(&mut app, "esc s");
    assert_eq!(app.screen(), Screen::Play, "walls that are no jigsaw cannot be solved");
    press(&mut app, "u u s");
    assert_eq!(app.screen(), Screen::Solve);
    let mut app = open(NINE, None);
    press(&mut app, "e");
    assert_eq!(app.desk.notice.as_ref().unwrap().kind, NoticeKind::Error);
}

#[test]
fn weights_are_typed_and_changed() {
    let mut app = open(
        NINE.trim()
            .replace('.', "0")
            .chars()
            .fold(String::new(), |text, c| {
                let end = if (text.len() + 2).is_multiple_of(18) { '\n' } else { ' ' };
                format!("{text}{c}{end}")
            })
            .as_str(),
        Some("target"),
    );
    press(&mut app, "E + + - l 0");
    let grid = app.document().unwrap().puzzle.grid().unwrap();
    assert_eq!((grid.weight(grid.cell(0, 0)), grid.weight(grid.cell(0, 1))), (7, 0));
    // A single digit moves the cursor on. A weight of several digits is entered in a prompt.
    press(&mut app, "1 2 = 1 2 enter esc");
    let weights = |app: &App| {
        let grid = app.document().unwrap().puzzle.grid().unwrap();
        grid.all_cells().map(|cell| grid.weight(cell)).collect::<Vec<_>>()
    };
    assert_eq!(weights(&app)[..5], [7, 0, 1, 2, 12]);
    press(&mut app, "u");
    assert_eq!(weights(&app)[4], 6);
    // `P` steps through the rules that set all weights.
    // Those that are the user's own are replaced only if it is asked for twice.
    press(&mut app, "P");
    assert_eq!(weights(&app)[..5], [7, 0, 1, 2, 6]);
    press(&mut app, "P P");
    assert_eq!(weights(&app), [1; 81]);
    press(&mut app, "P");
    assert_eq!(weights(&app)[8..10], [1, 2], "by rows");
}

#[test]
fn a_pasted_text_that_can_be_two_things_is_asked_about() {
    let rows: String = NINE
        .trim()
        .replace('.', "0")
        .as_bytes()
        .chunks(9)
        .map(|row| row.iter().map(|&b| (b as char).to_string()).collect::<Vec<_>>().join(" ") + "\r\n")
        .collect();
    let mut app = open(NINE, None);
    update(&mut app, Msg::Paste(rows));
    let Some(Overlay::Import(import)) = &app.desk.overlay else { panic!("{:?}", app.desk.overlay) };
    assert_eq!(import.choices.iter().map(|puzzle| puzzle.kind.id).collect::<Vec<_>>(), ["sudoku", "target"]);
    press(&mut app, "j enter");
    assert_eq!(app.document().unwrap().puzzle.kind.id, "target");
    assert_eq!(app.unsaved(), 1);
}

/// A side of 4 in SudokuPad's JSON: a purple line, a grey circle, and words about the line alone.
fn drawn_text() -> String {
    let row = "[{}, {}, {}, {}]";
    format!(
        r##"{{"cells": [{row}, {row}, {row}, {row}],
        "regions": [[[0,0],[0,1],[1,0],[1,1]], [[0,2],[0,3],[1,2],[1,3]], [[2,0],[2,1],[3,0],[3,1]], [[2,2],[2,3],[3,2],[3,3]]],
        "lines": [{{"wayPoints": [[0.5,0.5],[0.5,2.5]], "color": "#c060d0", "thickness": 10}}],
        "underlays": [{{"center": [3.5,3.5], "width": 0.8, "height": 0.8, "rounded": true, "backgroundColor": "#cfcfcf"}}],
        "metadata": {{"rules": "Purple lines are renbans."}}}}"##
    )
}

#[test]
fn drawn_rules_are_taken_one_by_one() {
    let ids = |app: &App| {
        let rules = &app.document().unwrap().puzzle.grid().unwrap().rules;
        rules.iter().map(|rule| rule.id.split(':').next().unwrap().to_string()).collect::<Vec<_>>()
    };
    // What is sure is marked at first; the circle is left drawn.
    let taken = |keys: &str| {
        let mut app = open(NINE, None);
        update(&mut app, Msg::Paste(drawn_text()));
        let Some(Overlay::Import(import)) = &app.desk.overlay else { panic!("{:?}", app.desk.overlay) };
        assert_eq!(import.picks, [Some(0), None]);
        press(&mut app, &format!("{keys} enter"));
        ids(&app)
    };
    let drawn = |ids: &[String]| ids.iter().filter(|id| *id == "drawn").count();
    let usual = taken("");
    // The line is a rule, and the circle is still drawn.
    assert!(usual.contains(&"renban".to_string()) && drawn(&usual) == 1, "{usual:?}");
    // With a meaning for each look, nothing is only drawn.
    assert_eq!(taken("j e"), ["renban", "odd"]);
    assert_eq!(taken("j e e"), ["renban", "counting"]);
    assert_eq!(taken("j x k x x"), ["renban", "odd"]);
    let none = taken("x");
    assert!(!none.contains(&"renban".to_string()) && drawn(&none) > 0, "{none:?}");
}

#[test]
fn the_question_about_drawn_rules_fits_any_size() {
    let mut app = open(NINE, None);
    update(&mut app, Msg::Paste(drawn_text()));
    for size in (0..90).step_by(9).flat_map(|width| (0..26).map(move |height| (width, height))) {
        let frame = screen(&app, Theme { color: false, glyphs: Glyphs::Ascii }, size, String::new(), Duration::ZERO);
        assert_eq!((frame.cells.area.width, frame.cells.area.height), size);
    }
}

#[test]
fn a_long_pasted_text_is_read_elsewhere_unless_it_is_given_up() {
    let names: Vec<String> = (0..5000).map(|at| format!("i{at}")).collect();
    let text = format!("{}\n{}\n", names.join(" "), names.join("\n"));
    let read = |app: &mut App| {
        let effects = update(app, Msg::Paste(text.clone()));
        let [Effect::Read { id, text }] = &effects[..] else { panic!("{effects:?}") };
        Msg::Read { id: *id, import: Import::read(Import::PASTED, text).map(Box::new) }
    };
    let mut app = open(NINE, None);
    let answer = read(&mut app);
    press(&mut app, "esc");
    update(&mut app, answer);
    assert!(app.desk.overlay.is_none() && app.desk.opening.is_none());
    let answer = read(&mut app);
    assert!(app.desk.opening.as_ref().unwrap().words().starts_with("making puzzles of the pasted text"));
    update(&mut app, answer);
    press(&mut app, "enter");
    let listing = app.document().unwrap().puzzle.shape.listing().unwrap();
    assert_eq!((listing.items.len(), listing.options.len()), (5000, 5000));
    // An empty text is empty at any length.
    assert!(update(&mut app, Msg::Paste("\n".repeat(1 << 15))).is_empty());
    assert!(matches!(&app.desk.overlay, Some(Overlay::Message(_))), "{:?}", app.desk.overlay);
}

#[test]
fn the_library_filters_opens_and_keeps_what_was_done() {
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, puzzle_rows());
    assert_eq!(app.name(), "cover-knuth");
    press(&mut app, "q g enter j enter w 4 q");
    assert_eq!(app.screen(), Screen::Library);
    press(&mut app, "/ j i g enter j enter");
    assert_eq!(app.name(), "jigsaw-9x9");
    press(&mut app, "q esc g j enter");
    assert_eq!(app.name(), "sudoku-4x4-first");
    assert_eq!(app.unsaved(), 1, "the cell is still filled");
}

#[test]
fn hints_are_told_in_stages_and_followed_to_the_end() {
    let mut app = open(NINE, None);
    press(&mut app, "f");
    let said = |app: &App| app.desk.notice.as_ref().unwrap().text.clone();
    assert!(said(&app).starts_with("Look at cell r5c5"), "{}", said(&app));
    press(&mut app, "f f");
    assert!(said(&app).contains("Put 5 into r5c5."), "{}", said(&app));
    assert_eq!(app.document().unwrap().puzzle.grid().unwrap().own(), 0, "nothing is written before the last stage");
    for _ in 0..400 {
        press(&mut app, "f");
        if said(&app).starts_with("every cell is filled") {
            break;
        }
    }
    let grid = app.document().unwrap().puzzle.grid().unwrap();
    assert!(grid.empty() == 0 && grid.conflicts().is_empty() && grid.givens() == 30);
    // A wrong symbol is found, and a step is not told twice of another grid.
    press(&mut app, "u f");
    assert!(said(&app).starts_with("Look at"), "{}", said(&app));
}

#[test]
fn the_setters_panel_is_asked_anew_after_every_change() {
    let mut app = open(NINE, None);
    let task = |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Work(..)));
    assert!(!task(&press(&mut app, "w 4")), "nothing is looked for before it is asked for");
    assert!(task(&press(&mut app, "V")));
    assert!(!task(&press(&mut app, "j")), "a cursor that moves asks nothing");
    assert!(task(&press(&mut app, "u")) && task(&press(&mut app, "U")) && task(&press(&mut app, "O")));
    // An answer to an older question is not shown.
    let id = app.desk.watch.as_ref().unwrap().id;
    let late = Msg::Worked { id: RunId(id.0 - 1), done: Ok(TaskResult::Survey(Some(Box::default()))) };
    update(&mut app, late);
    assert!(app.desk.watch.as_ref().unwrap().found.is_none());
    press(&mut app, "V");
    assert!(app.desk.watch.is_none() && !task(&press(&mut app, "u")));
}

#[test]
fn a_new_puzzle_is_made_and_opened() {
    let mut app = open(NINE, None);
    press(&mut app, "n");
    let effects = press(&mut app, "g");
    let Some(Effect::Work(id, task)) = effects.into_iter().next() else { panic!("a task is wanted") };
    let done = task.run(&mut |_| true);
    update(&mut app, Msg::Worked { id, done: Ok(done) });
    let puzzle = &app.document().unwrap().puzzle;
    assert_eq!(puzzle.grid().unwrap().givens(), 27);
    assert!(puzzle.meta.source.starts_with("quadrille generate sudoku --size 9 --seed "), "{}", puzzle.meta.source);
    assert!(app.desk.notice.as_ref().unwrap().text.contains("nodes of Algorithm X"));
    // Leaving it stops it.
    press(&mut app, "n");
    press(&mut app, "g");
    assert!(matches!(press(&mut app, "q")[..], [Effect::Cease]));
}

#[test]
fn a_text_without_a_puzzle_is_refused_when_it_is_pasted() {
    let mut app = open(NINE, None);
    update(&mut app, Msg::Paste("# hello".to_string()));
    assert!(matches!(app.desk.overlay, Some(Overlay::Message(_))), "{:?}", app.desk.overlay);
}

#[test]
fn what_was_found_for_one_puzzle_is_not_said_of_another() {
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, puzzle_rows());
    let effects = press(&mut app, "s");
    let [Effect::Start(job)] = &effects[..] else { panic!("{effects:?}") };
    let outcome = run(&job.problem, job.order.clone(), &mut ());
    update(&mut app, Msg::Report(Report { run: job.run, what: What::Finished(Box::new(outcome)) }));
    press(&mut app, "q q j enter");
    assert!(app.rooms.solving.is_none() && app.rooms.stepping.is_none());
}

#[test]
fn an_edit_that_changes_nothing_keeps_the_debuggers_place() {
    let mut app = open(NINE, None);
    press(&mut app, "d n s s q w x d");
    assert!(!app.rooms.stepping.as_ref().unwrap().stepper.search().chosen().is_empty());
    press(&mut app, "q w 4 d");
    assert!(app.rooms.stepping.as_ref().unwrap().stepper.search().chosen().is_empty());
}

#[test]
fn a_search_that_was_set_down_counts_from_there_in_both_directions() {
    let target = "0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";
    let mut app = open(target, Some("target"));
    let effects = press(&mut app, "s");
    let [Effect::Start(job)] = &effects[..] else { panic!("{effects:?}") };
    // The outcome of an engine that was stopped on a path of two options.
    let mut outcome = run(&job.problem, job.order.clone(), &mut ());
    let path = outcome.solutions[0][..2].to_vec();
    outcome.stopped_at = Some(quadrille_solve::StoppedAt::Path(path));
    update(&mut app, Msg::Report(Report { run: job.run, what: What::Finished(Box::new(outcome)) }));
    press(&mut app, "s");
    assert_eq!(app.screen(), Screen::Step);
    let here = app.rooms.stepping.as_ref().unwrap().stepper.clone();
    assert!(!here.is_whole());
    press(&mut app, "s s S S S");
    assert_eq!(app.rooms.stepping.as_ref().unwrap().stepper.operations(), -1);
    press(&mut app, "s");
    assert!(app.rooms.stepping.as_ref().unwrap().stepper == here);
    press(&mut app, "0 S");
    assert!(app.rooms.stepping.as_ref().unwrap().stepper.is_whole());
}

#[test]
fn a_run_that_was_stopped_is_shown_where_it_stands() {
    let mut app = open(&".".repeat(81), None);
    press(&mut app, "s");
    let [Effect::Start(job)] = &press(&mut app, "g")[..] else { panic!("no run") };
    let order = Order { engine: Some(Engine::LINKS), ..job.order.clone() };
    let outcome = run(&job.problem, order, &mut After(3));
    let Some(StoppedAt::Search(search, _)) = outcome.stopped_at.clone() else { panic!("links stand somewhere") };
    update(&mut app, Msg::Report(Report { run: job.run, what: What::Finished(Box::new(outcome)) }));
    let shown = app.rooms.solving.as_ref().unwrap().snapshot.as_ref().unwrap();
    assert_eq!((&shown.path, &shown.address), (&search.path(), &search.address()));
    press(&mut app, "s");
    assert_eq!(app.rooms.stepping.as_ref().unwrap().stepper.search().address(), search.address());
}

/// A host that stops a run after a number of polls.
struct After(u32);

impl Host for After {
    fn poll(&mut self, _: &dyn Fn() -> Snapshot) -> Flow {
        self.0 -= 1;
        if self.0 == 0 { Flow::Stop(StopReason::Cancelled) } else { Flow::Go }
    }
}

/// Sends ticks until nothing runs by itself.
fn settle(app: &mut App) {
    let now = Instant::now();
    while app.next_tick().is_some() {
        update(app, Msg::Tick(now));
    }
}

fn typed(app: &mut App, text: &str) {
    for c in text.chars() {
        update(app, Msg::Key(Key::char(c)));
    }
}

fn notice(app: &App) -> &str {
    app.desk.notice.as_ref().map_or("", |notice| &notice.text)
}

#[test]
fn a_breakpoint_in_the_puzzles_words_stops_from_either_side() {
    let mut app = open(NINE, None);
    press(&mut app, "d b");
    typed(&mut app, "hide r9c1=3");
    press(&mut app, "enter");
    assert_eq!(notice(&app), "breakpoint: hide r9c1=3");
    press(&mut app, "c");
    settle(&mut app);
    assert_eq!(notice(&app), "stopped by: hide r9c1=3");
    let address = app.rooms.stepping.as_ref().unwrap().stepper.search().address();
    press(&mut app, "s s s C");
    settle(&mut app);
    assert_eq!(app.rooms.stepping.as_ref().unwrap().stepper.search().address(), address);
    press(&mut app, "b");
    typed(&mut app, "hide r9c1=33");
    press(&mut app, "enter");
    assert!(notice(&app).contains("did you mean"), "{}", notice(&app));
    assert!(matches!(app.desk.overlay, Some(Overlay::Prompt(_))), "what was typed can be mended");
}

#[test]
fn places_are_gone_to_and_come_back_from() {
    let mut app = open(NINE, None);
    press(&mut app, "d n n s s s m");
    let here = app.rooms.stepping.as_ref().unwrap().stepper.clone();
    press(&mut app, "g");
    typed(&mut app, "op 5");
    press(&mut app, "enter");
    assert_eq!(app.rooms.stepping.as_ref().unwrap().stepper.operations(), 5);
    press(&mut app, "'");
    assert!(app.rooms.stepping.as_ref().unwrap().stepper == here, "with its counts");
    press(&mut app, "g");
    typed(&mut app, "9/9");
    press(&mut app, "enter");
    assert!(notice(&app).contains("leads nowhere") && app.desk.overlay.is_some(), "{}", notice(&app));
    press(&mut app, "esc");
    assert!(
        matches!(&press(&mut app, "y enter")[..], [Effect::Copy(command)] if command.starts_with("quadrille step"))
    );
}

#[test]
fn another_option_is_taken_by_hand_and_given_back() {
    let mut app = open("a b c\na\na b\nb\nb c\nc\n", Some("knuth"));
    press(&mut app, "d s");
    let before = app.rooms.stepping.as_ref().unwrap().stepper.clone();
    press(&mut app, ". x");
    assert!(notice(&app).contains("your branch: a b; u returns"), "{}", notice(&app));
    press(&mut app, "s");
    assert_eq!(app.rooms.stepping.as_ref().unwrap().stepper.search().path(), [dancing::OptionId(1)]);
    press(&mut app, "X");
    assert!(app.rooms.stepping.as_ref().unwrap().stepper == before);
}

#[test]
fn why_leads_to_the_operation_that_is_to_blame() {
    let mut app = open(NINE, None);
    press(&mut app, "d i n");
    press(&mut app, "/");
    typed(&mut app, "r9c1=1");
    press(&mut app, "enter w");
    let Some(Overlay::Why(Why { lines, cursor })) = &app.desk.overlay else { panic!("why is shown") };
    let before = lines[*cursor].go.clone().expect("somebody hid it");
    press(&mut app, "enter");
    let stepper = &app.rooms.stepping.as_ref().unwrap().stepper;
    assert_eq!(stepper.search().address(), before);
    let encoded = &app.rooms.stepping.as_ref().unwrap().encoded;
    let option = encoded.problem.options().find(|&option| encoded.option_name(option) == "r9c1=1").unwrap();
    assert!(!quadrille_solve::is_gone(stepper.search(), option));
    press(&mut app, "s");
    assert!(quadrille_solve::is_gone(app.rooms.stepping.as_ref().unwrap().stepper.search(), option));
}

#[test]
fn the_tree_unfolds_and_leads_into_step() {
    let mut app = open("a b c\na\na b\nb\nb c\nc\n", Some("knuth"));
    press(&mut app, "d t l j l j enter");
    assert_eq!(app.screen(), Screen::Step);
    assert_eq!(app.rooms.stepping.as_ref().unwrap().stepper.search().path().len(), 2);
    press(&mut app, "v f");
    settle(&mut app);
    let compare = app.rooms.compare.as_ref().unwrap();
    assert!(compare.runners.iter().all(|runner| runner.over && runner.tally.solutions == 3));
}

#[test]
fn a_text_is_edited_and_taken_as_a_puzzle_of_its_own() {
    let mut app = open("a b\na\nb\n", Some("knuth"));
    press(&mut app, "t down down end enter");
    typed(&mut app, "a b");
    press(&mut app, "ctrl-s");
    assert_eq!(app.library.entries.len(), 2);
    assert_eq!(app.document().unwrap().puzzle.shape.listing().unwrap().options.len(), 3);
    press(&mut app, "t x esc");
    assert!(app.desk.overlay.is_some(), "a change is not dropped by one key");
    press(&mut app, "esc");
    assert!(app.desk.overlay.is_none());
}

#[test]
fn a_place_that_is_not_there_is_not_gone_to() {
    let mut app = open(include_str!("../../../puzzles/cover-knuth.toml"), None);
    press(&mut app, "d s s s");
    let here = |app: &App| app.rooms.stepping.as_ref().unwrap().stepper.search().address();
    let before = here(&app);
    for (text, said) in [("op 9999", "no operation 9,999"), ("solution 7", "no solution 7")] {
        press(&mut app, "g");
        typed(&mut app, text);
        press(&mut app, "enter");
        let start = std::time::Instant::now();
        for tick in 0..100 {
            update(&mut app, Msg::Tick(start + std::time::Duration::from_millis(tick)));
        }
        assert_eq!(here(&app), before, "{text}");
        assert!(notice(&app).contains(said), "{}", notice(&app));
    }
}

/// The keys that type a text, one for each character.
fn keys_of(text: &str) -> String {
    text.chars().map(|c| c.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_grid_is_typed_at_one_key_a_cell() {
    // An empty 9x9 grid is filled by typing its line. The cursor wraps at the end of a row.
    let mut app = open(NINE, None);
    press(&mut app, "n enter");
    assert_eq!((app.document().unwrap().typing.mode, line(&app)), (Mode::Line, ".".repeat(81) + "\n"));
    let keys = keys_of(NINE.trim());
    assert_eq!(keys.split(' ').count(), 81);
    press(&mut app, &keys);
    assert_eq!(line(&app), NINE);
    // Row by row with Enter. Blanks at the end of a row are left out, which takes fewer keys.
    let mut app = open(NINE, None);
    press(&mut app, "n enter");
    let rows: Vec<&str> = (0..9).map(|row| NINE[9 * row..9 * row + 9].trim_end_matches('.')).collect();
    let keys: Vec<String> = rows.iter().map(|row| keys_of(row) + if row.len() < 9 { " enter" } else { "" }).collect();
    press(&mut app, &keys.join(" "));
    assert_eq!(line(&app), NINE);
    // Enter after a full row does not skip the next row. Backspace deletes.
    let mut app = open(NINE, None);
    press(&mut app, "n enter 1 2 3 4 5 6 7 8 9 enter 4 5 backspace 6");
    assert!(line(&app).starts_with("12345678946......."), "{}", line(&app));

    // In a 16x16 grid letters are symbols.
    let empty = format!("{}\n", ".".repeat(256).replacen("..", "1G", 1));
    let mut app = open(&empty, None);
    let text: String = "123456789ABCDEFG".repeat(16);
    press(&mut app, "p i");
    let keys = keys_of(&text);
    assert_eq!(keys.split(' ').count(), 256);
    press(&mut app, &keys);
    assert_eq!(line(&app).trim(), text);

    // So is the sign after Z of a 36x36, in the mode for lines and without a mode, and as a mark.
    let mut app = open(&(".".repeat(36) + "\n").repeat(36), None);
    press(&mut app, "@ right , i z @ esc right space @");
    let document = app.document().unwrap();
    let grid = document.puzzle.grid().unwrap();
    let typed: String = grid.cells.iter().filter_map(|entry| Some(grid.alphabet.char(entry.symbol()?))).collect();
    assert_eq!(typed, "@Z@");
    assert_eq!(document.notes.marks(Mark::Corner).iter().filter_map(|set| set.only()).count(), 1);
}

#[test]
fn regions_are_typed_painted_and_told() {
    let letters = "aaaabbbbcaaabbbcccaabbcccccddddeeeefdddeeefffddeefffffgggghhhhiggghhhiiigghhiiiii";
    let mut app = open(NINE, None);
    // The jigsaw is the second kind in the dialog.
    press(&mut app, "n right enter");
    assert_eq!(app.document().unwrap().typing.mode, Mode::Regions);
    let keys = keys_of(letters);
    assert_eq!(keys.split(' ').count(), 81);
    press(&mut app, &keys);
    assert_eq!(app.document().unwrap().puzzle.unfit(), None);
    let numbers = app.document().unwrap().puzzle.grid().unwrap().areas.numbers(quadrille_puzzle::Size::square(9));
    let typed_letters: String = numbers.iter().map(|&number| (b'a' + number as u8) as char).collect();
    assert_eq!(typed_letters, letters);
    // Painting with the arrow keys alone. One wrong cell is enough to break two regions.
    press(&mut app, "esc g r 1 c 4 enter R B");
    assert!(app.document().unwrap().puzzle.unfit().is_some());
    press(&mut app, "ctrl-u esc");
    assert_eq!(app.document().unwrap().puzzle.unfit(), None);
    press(&mut app, "R A right right space");
    let notes = &app.document().unwrap().notes;
    assert_eq!(notes.letters[3..6], [Some(0), Some(0), Some(0)], "painted from the cursor on");
}

#[test]
fn marks_are_in_the_file() {
    let mut app = open(NINE, None);
    press(&mut app, "w space 1 2 4 l c 6 2");
    let Some(Effect::Save { puzzle, .. }) = press(&mut app, "ctrl-s a enter").pop() else { panic!("it is saved") };
    let text = write_toml(&puzzle);
    assert!(text.contains("[marks]\ncorner = \"\"\"\n. . 124 . . . . . .\n"), "{text}");
    let mut again = open(&text, None);
    let notes = |app: &App| app.document().unwrap().notes.clone();
    assert_eq!(notes(&again), notes(&app));
    press(&mut again, "g r 1 c 3 enter space 1");
    assert_eq!(notes(&again).marks(Mark::Corner)[2], SymbolSet(0b1010));
    let error = load(&text.replacen("124", "1x4", 1), None).unwrap_err().to_string();
    assert!(error.contains("`x` is not a symbol here"), "{error}");
}

#[test]
fn every_row_of_colours_has_one_for_each_cell() {
    let with = |first: &str, second: &str| {
        let puzzle = write_toml(&load(NINE, None).unwrap().puzzles[0]);
        let rest = ".........\n".repeat(7);
        load(&format!("{puzzle}\n[marks]\ncolors = \"\"\"\n{first}\n{second}\n{rest}\"\"\"\n"), None)
    };
    assert!(with("1........", "........2").is_ok());
    for (first, second, found) in [
        ("1.................", "........2", "18 cells"),
        ("1.......", ".........2", "8 cells"),
        ("1.........", "........", "10 cells"),
        ("1........", ".", "1 cell"),
    ] {
        let error = with(first, second).unwrap_err().to_string();
        assert!(error.contains(&format!("this row has colours of {found}, 9 expected")), "{error}");
    }
}

#[test]
fn marks_are_made_filled_and_cleared_and_undone() {
    let mut app = open(NINE, None);
    press(&mut app, "w space 1 2 4");
    let marks = |app: &App, cell: usize| app.document().unwrap().notes.marks(Mark::Corner)[cell].0;
    assert_eq!(marks(&app, 2), 0b1011, "r1c3 is marked 1, 2 and 4");
    press(&mut app, "2 space u");
    assert_eq!(marks(&app, 2), 0b1011, "a mark is taken out, and that undone");
    assert_eq!(line(&app), NINE, "no symbol was placed");
    press(&mut app, "M");
    assert_eq!(marks(&app, 2), 0b1011, "1, 2 and 4 is what the units leave r1c3");
    assert_eq!(marks(&app, 0), 0, "a given has none");
    press(&mut app, "C");
    assert!((0..81).all(|cell| marks(&app, cell) == 0));
    press(&mut app, "u u u u u u");
    assert!((0..81).all(|cell| marks(&app, cell) == 0), "back at the beginning");
}

#[test]
fn what_was_undone_is_not_lost() {
    let mut app = open(NINE, None);
    press(&mut app, "w 1 u 2 u 4");
    assert!(line(&app).starts_with("534"));
    press(&mut app, "(");
    assert!(line(&app).starts_with("532"), "the state before in time is on another branch");
    press(&mut app, "(");
    assert!(line(&app).starts_with("531"));
    press(&mut app, "( (");
    assert!(line(&app).starts_with("53."), "the beginning");
    press(&mut app, ") ) )");
    assert!(line(&app).starts_with("534"));
    press(&mut app, "' o n e enter");
    let document = app.document().unwrap();
    let changes = document.history.changes(&document.puzzle.shape, 10);
    let told: Vec<(&str, bool)> = changes.iter().map(|change| (change.words.as_str(), change.done)).collect();
    assert_eq!(told, [("r1c3 = 4", true), ("r1c3 = 2", false), ("r1c3 = 1", false)]);
    assert_eq!(changes[0].name.as_deref(), Some("one"));
}

#[test]
fn a_change_is_told_in_the_symbols_of_its_own_size() {
    let mut app = open(&".".repeat(81), None);
    press(&mut app, "9 Z 4 enter 3 Z 1 2 enter C");
    for _ in 0..4 {
        let document = app.document().unwrap();
        let changes = document.history.changes(&document.puzzle.shape, 10);
        let told: Vec<&str> = changes.iter().rev().map(|change| change.words.as_str()).collect();
        let all = ["r1c1 = 9", "4x4, was 9x9, 1 symbol did not fit", "r1c1 = 3", "12x12, was 4x4", "r1c1 = C, was 3"];
        assert_eq!(told, all);
        press(&mut app, "u");
    }
}

#[test]
fn the_verdict_is_asked_for_without_leaving() {
    let mut app = open(NINE, None);
    let effects = press(&mut app, "v");
    assert!(matches!(effects[..], [Effect::Start(_)]), "{effects:?}");
    assert_eq!(app.screen(), Screen::Play);
    let Some(Effect::Start(job)) = effects.into_iter().next() else { unreachable!() };
    let outcome = run(&job.problem, job.order, &mut ());
    update(&mut app, Msg::Report(Report { run: job.run, what: What::Finished(Box::new(outcome)) }));
    assert_eq!(
        app.rooms.solving.as_ref().and_then(|solving| solving.verdict()).as_deref(),
        Some("There is exactly one solution.")
    );
}

#[test]
fn what_is_not_saved_is_kept_and_found_again_with_all_its_states() {
    let mut app = open(NINE, None);
    let kept = |effects: Vec<Effect>| {
        let kept = effects.into_iter().find_map(|effect| match effect {
            Effect::Keep { keeping, .. } => Some(keeping.write()),
            _ => None,
        });
        let text = serde_json::to_string(&kept.expect("a change is kept")).unwrap();
        serde_json::from_str::<Kept>(&text).unwrap()
    };
    press(&mut app, "w 1 u 2 space w 4 6");
    let last = kept(update(&mut app, Msg::Key(Key::parse("7").unwrap())));
    let mut again = App::new(Settings { plays: false, ..Settings::default() }, puzzle_rows());
    assert_eq!(again.adopt(&[&last], false), [Some(puzzle_rows().len())]);
    assert_eq!((again.screen(), line(&again)), (Screen::Play, line(&app)));
    let (one, other) = (app.document().unwrap(), again.document().unwrap());
    assert_eq!((&one.notes, &one.history, one.cursor), (&other.notes, &other.history, other.cursor));
    assert!(again.desk.notice.clone().unwrap().text.contains("restored"));
    // Each change can be undone. Changes undone before are still in the history.
    press(&mut again, "space u u u u");
    assert_eq!(line(&again), NINE);
    press(&mut again, "( ( ( (");
    // The position of the debugger is restored too.
    press(&mut app, "space d s s");
    let address = app.rooms.stepping.as_ref().unwrap().stepper.search().address();
    let last = kept(update(&mut app, Msg::Key(Key::parse("s").unwrap())));
    update(&mut app, Msg::Key(Key::parse("S").unwrap()));
    let mut again = App::new(Settings { plays: false, ..Settings::default() }, puzzle_rows());
    again.adopt(&[&last], false);
    press(&mut again, "S");
    assert_eq!(again.rooms.stepping.unwrap().stepper.search().address(), address);
    // A grid that was resized, and a board with queens.
    for (text, form, keys, last) in [
        (NINE, None, "w 4 T Z 1 2 enter u w 5 U Z 6 enter", "T"),
        ("6\n0 0 0 0 0 0\n", Some("nqueen"), "j l enter j l enter x u", "u"),
    ] {
        let mut app = open(text, form);
        press(&mut app, keys);
        let last = kept(update(&mut app, Msg::Key(Key::parse(last).unwrap())));
        let mut again = App::new(Settings { plays: false, ..Settings::default() }, puzzle_rows());
        assert_eq!(again.adopt(&[&last], false), [Some(puzzle_rows().len())], "{keys}");
        let (one, other) = (app.document().unwrap(), again.document().unwrap());
        assert!(other.puzzle.shape.means(&one.puzzle.shape) && one.history == other.history, "{keys}");
        press(&mut again, "u u u u u u u u u u");
        assert!(again.document().unwrap().puzzle.shape.means(&open(text, form).document().unwrap().puzzle.shape));
    }
    // A rule that the grid was given.
    let mut app = open(NINE, None);
    press(&mut app, "r");
    let last = kept(update(&mut app, Msg::Key(Key::parse("enter").unwrap())));
    let mut again = App::new(Settings { plays: false, ..Settings::default() }, puzzle_rows());
    assert_eq!(again.adopt(&[&last], false), [Some(puzzle_rows().len())]);
    let rules = |app: &App| {
        let grid = app.document().unwrap().puzzle.grid().unwrap();
        (grid.diagonals, grid.rules.clone())
    };
    assert!(rules(&again) != (false, Vec::new()) && rules(&again) == rules(&app));
    // A symbol that the grid does not have.
    let mut app = open(NINE, None);
    press(&mut app, "w");
    let draft = kept(update(&mut app, Msg::Key(Key::parse("1").unwrap())));
    let text = serde_json::to_string(&draft).unwrap();
    assert!(text.contains("{\"Own\":0}"), "{text}");
    let text = text.replace("{\"Own\":0}", "{\"Own\":255}");
    assert_eq!(app.adopt(&[&serde_json::from_str(&text).unwrap()], false), [None]);
    // A file with another grid's notes is refused.
    let mut app = open(NINE, None);
    press(&mut app, "w");
    let draft = kept(update(&mut app, Msg::Key(Key::parse("1").unwrap())));
    let text = serde_json::to_string(&draft).unwrap().replace("\"cursor\":2", "\"cursor\":81");
    assert_eq!(app.adopt(&[&serde_json::from_str(&text).unwrap()], false), [None]);
}

#[test]
fn a_file_that_others_changed_is_not_overwritten_unasked() {
    let mut app = open(NINE, None);
    let entry = 0;
    update(&mut app, Msg::Saved { entry, version: 0, path: "a.toml".into(), result: Ok(7) });
    press(&mut app, "w 4");
    let effects = press(&mut app, "ctrl-s");
    let [Effect::Save { replace: false, disk: Some(7), path, .. }] = &effects[..] else { panic!("{effects:?}") };
    let theirs = NINE.replacen("53..7", "53.67", 1);
    let changed = |app: &mut App| {
        update(app, Msg::Changed { entry, path: path.clone(), bytes: theirs.clone().into_bytes() });
    };
    changed(&mut app);
    assert!(press(&mut app, "esc").is_empty() && line(&app).starts_with("534"), "neither");
    changed(&mut app);
    assert!(matches!(press(&mut app, "m")[..], [Effect::Save { replace: true, .. }]), "mine");
    changed(&mut app);
    press(&mut app, "t");
    assert_eq!(line(&app), theirs, "theirs is taken");
    let mine = app.library.entries.last().unwrap();
    assert!(mine.name.ends_with("mine") && mine.document().is_some_and(|document| !document.history.is_saved()));
    // The file is checked on return: after a stop, and from the Library.
    let looks = |effects: Vec<Effect>| effects.iter().any(|effect| matches!(effect, Effect::Check { .. }));
    let mut app = open(NINE, None);
    assert!(!looks(update(&mut app, Msg::Resumed)), "it has no file");
    update(&mut app, Msg::Saved { entry, version: 0, path: "a.toml".into(), result: Ok(7) });
    assert!(looks(update(&mut app, Msg::Resumed)));
    assert!(looks(press(&mut app, "q enter")));
    // A change of the file does not discard what is being typed.
    press(&mut app, "t down");
    update(&mut app, Msg::Changed { entry, path: "a.toml".into(), bytes: Vec::new() });
    assert!(matches!(app.desk.overlay, Some(Overlay::Editor(_))));
}

#[test]
fn a_pasted_path_is_opened_and_pasted_puzzles_become_a_list() {
    let mut app = open(NINE, None);
    let effects = update(&mut app, Msg::Paste("'/tmp/some puzzle.txt'\n".to_string()));
    let [Effect::Load { entry, name, path }] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(path.to_str(), Some("/tmp/some puzzle.txt"));
    let other = NINE.replacen("53", "35", 1);
    update(
        &mut app,
        Msg::Loaded {
            entry: *entry,
            row: Ok(Box::new(LibraryRow::of_file(
                name.clone(),
                path.clone(),
                other.clone().into_bytes(),
                &[],
                &|_| None,
            ))),
        },
    );
    assert_eq!((app.screen(), line(&app)), (Screen::Play, other.clone()));
    let before = app.library.entries.len();
    update(&mut app, Msg::Paste(format!("{NINE}{other}{NINE}")));
    press(&mut app, "a");
    assert_eq!((app.library.entries.len() - before, app.screen()), (3, Screen::Play));
    assert_eq!(line(&app), NINE, "the first is opened");
}

#[test]
fn a_prompt_is_edited_like_any_line() {
    let mut app = open(NINE, None);
    let text = |app: &App| match &app.desk.overlay {
        Some(Overlay::Prompt(prompt)) => (prompt.text().to_string(), prompt.cursor()),
        other => panic!("{other:?}"),
    };
    press(&mut app, "S a b - c d");
    assert_eq!(text(&app), ("ab-cd".to_string(), 5), "what was proposed gives way");
    press(&mut app, "left left X home Y end Z");
    assert_eq!(text(&app).0, "Yab-XcdZ");
    press(&mut app, "home delete ctrl-e backspace ctrl-left ctrl-k");
    assert_eq!(text(&app).0, "ab-");
    press(&mut app, "ctrl-u q");
    assert_eq!(text(&app), ("q".to_string(), 1));
}

#[test]
fn options_of_a_listing_are_taken_by_hand() {
    // A queen is placed on the board and removed again.
    let mut app = open("6\n0 0 0 0 0 0\n", Some("nqueen"));
    press(&mut app, "j l enter");
    assert_eq!(app.desk.notice.as_ref().unwrap().text, "r2c2 is selected");
    let queens = |app: &App| quadrille_puzzle::queens::KIND.forms[0].write(&app.document().unwrap().puzzle.shape);
    assert_eq!(queens(&app), "6\n0 2 0 0 0 0\n");
    press(&mut app, "j l enter");
    let notice = app.desk.notice.clone().unwrap();
    assert_eq!((notice.kind, notice.text.contains("r2c2 and r3c3 both cover")), (NoticeKind::Error, true));
    press(&mut app, "x j enter");
    assert_eq!(queens(&app), "6\n0 2 0 3 0 0\n");
    press(&mut app, "X");
    assert_eq!(queens(&app), "6\n0 0 0 0 0 0\n");
    press(&mut app, "u u u u");
    assert_eq!(queens(&app), "6\n0 2 3 0 0 0\n", "r3c3 was let go, and is back");
    assert!(app.unsaved() == 1);
    // Two queens in one rank are refused.
    press(&mut app, "l enter");
    assert_eq!(app.desk.notice.as_ref().unwrap().text, "r3c3 and r3c4 both cover r3");
    // The solver uses the taken options: the debugger has one option for that rank.
    press(&mut app, "X j enter d");
    assert_eq!(app.rooms.stepping.as_ref().unwrap().encoded.problem.n_options(), 36 - 5);
}

#[test]
fn a_grid_is_turned_and_given_another_size() {
    let mut app = open(NINE, None);
    let before = line(&app);
    press(&mut app, "T");
    assert_eq!(app.desk.notice.as_ref().unwrap().text, "turned to the right");
    let column: String = (0..9).map(|row| before.as_bytes()[(8 - row) * 9] as char).collect();
    assert_eq!(&line(&app)[..9], column, "the first column, from below, is the first row");
    press(&mut app, "T T T");
    assert_eq!(line(&app), before);
    press(&mut app, "Z 1 6 enter");
    let grid = app.document().unwrap().puzzle.grid().unwrap().clone();
    assert_eq!((grid.n_symbols(), grid.givens()), (16, 30));
    // Symbols that do not fit are reported, and undo restores them.
    press(&mut app, "Z 6 enter");
    let notice = app.desk.notice.as_ref().unwrap().text.clone();
    assert!(notice.starts_with("6x6, was 16x16, ") && notice.ends_with("symbols did not fit"), "{notice}");
    press(&mut app, "u u");
    assert_eq!(line(&app), before);
    press(&mut app, "Z 7 enter");
    assert_eq!(app.desk.notice.as_ref().unwrap().text, "a grid of side 7 cannot be divided into boxes");
}

#[test]
fn a_new_grid_is_chosen_row_by_row() {
    let mut app = open(NINE, None);
    // A sudoku of side 12 with boxes of 2 rows and 6 columns, and with diagonals.
    press(&mut app, "n down right right down down down left down right enter");
    let grid = app.document().unwrap().puzzle.grid().unwrap().clone();
    assert_eq!(grid.n_symbols(), 12);
    assert_eq!(grid.areas, quadrille_puzzle::Areas::Boxes { rows: 2, columns: 6 });
    assert!(grid.diagonals);
    // A target of side 12 with weights by rows.
    press(&mut app, "esc , n right right down down down down down down right right enter");
    let document = app.document().unwrap();
    let grid = document.puzzle.grid().unwrap();
    assert_eq!((document.puzzle.kind.id, grid.n_symbols()), ("target", 12));
    let weights = grid.weights.as_ref().unwrap();
    assert_eq!((weights.0[0], weights.0[143]), (1, 12));
    // It survives a round trip through a file.
    let text = write_toml(&document.to_be_saved());
    assert_eq!(load(&text, None).unwrap().puzzles[0].grid(), Some(grid));
    // A sudoku of 9 rows and 10 columns, without boxes, with the numbers from 0 to 9.
    press(&mut app, "esc , n 9 down right down right down enter");
    let grid = app.document().unwrap().puzzle.grid().unwrap();
    assert_eq!((grid.size_words().as_str(), grid.lowest), ("9x10 with 0-9", 0));
    assert_eq!(grid.areas, quadrille_puzzle::Areas::None);
    // And a new puzzle of another size, which is as many cells long and wide as it says.
    press(&mut app, "esc , Z 6 x 8 enter");
    let grid = app.document().unwrap().puzzle.grid().unwrap();
    assert_eq!(
        (grid.size_words().as_str(), grid.areas.clone()),
        ("6x8 with 1-8", quadrille_puzzle::Areas::Boxes { rows: 2, columns: 4 })
    );
}

/// Keys that visit all cells of a grid with arrows alone, in alternating directions. `at` gives the
/// keys pressed on a cell.
fn to_and_fro(n: usize, at: impl Fn(usize) -> Vec<String>) -> Vec<String> {
    let mut keys = Vec::new();
    for row in 0..n {
        for step in 0..n {
            let column = if row % 2 == 0 { step } else { n - 1 - step };
            keys.extend(at(row * n + column));
            keys.push(match step + 1 < n {
                true if row % 2 == 0 => "right".to_string(),
                true => "left".to_string(),
                false => "down".to_string(),
            });
        }
    }
    keys.pop();
    keys
}

#[test]
fn a_grid_is_entered_with_the_arrows_alone_at_two_keys_a_cell() {
    // The symbols, with one arrow between any two cells.
    let mut app = open(&format!("{}\n", ".".repeat(81)), None);
    let keys =
        to_and_fro(9, |cell| NINE.chars().nth(cell).filter(|c| *c != '.').map(String::from).into_iter().collect());
    assert_eq!(keys.len(), 30 + 80);
    press(&mut app, &keys.join(" "));
    assert_eq!(line(&app), NINE);
    let text: String = "123456789ABCDEFG".repeat(16);
    let mut app = open(&format!("{}\n", ".".repeat(256).replacen("..", "1G", 1)), None);
    let keys = to_and_fro(16, |cell| vec![text[cell..=cell].to_string()]);
    assert_eq!(keys.len(), 256 + 255);
    press(&mut app, &format!("p {}", keys.join(" ")));
    assert_eq!(line(&app).trim(), text);

    // Regions, with a brush that changes where the region changes.
    let letters = "aaaabbbbcaaabbbcccaabbcccccddddeeeefdddeeefffddeefffffgggghhhhiggghhhiiigghhiiiii";
    let mut app = open(NINE, None);
    press(&mut app, "n right enter");
    let last = std::cell::Cell::new(' ');
    let brush = |cell: usize| {
        let letter = letters.as_bytes()[cell] as char;
        let changed = last.replace(letter) != letter;
        changed.then(|| letter.to_ascii_uppercase().to_string()).into_iter().collect::<Vec<_>>()
    };
    let keys = to_and_fro(9, brush);
    assert_eq!(keys.len(), 80 + 21);
    press(&mut app, &keys.join(" "));
    let numbers = app.document().unwrap().puzzle.grid().unwrap().areas.numbers(quadrille_puzzle::Size::square(9));
    let painted: String = numbers.iter().map(|&number| (b'a' + number as u8) as char).collect();
    assert_eq!(painted, letters);

    // Weights, typed at cells reached by arrows.
    let mut app = open(NINE, None);
    press(&mut app, "n right right enter esc E 7 down left 8");
    let weights = app.document().unwrap().puzzle.grid().unwrap().weights.clone().unwrap();
    assert_eq!((weights.0[0], weights.0[9], weights.0[1]), (7, 8, 6));
}

/// The lines below the title of `w` about the last step.
fn why(puzzle: &str, keys: &str) -> Vec<String> {
    let entries: Vec<LibraryRow> = puzzle_rows().into_iter().filter(|entry| entry.name == puzzle).collect();
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, entries);
    press(&mut app, &format!("d i {keys} w"));
    let Some(Overlay::Why(Why { lines, .. })) = &app.desk.overlay else { panic!("an answer") };
    lines.iter().map(|line| line.text.clone()).collect()
}

#[test]
fn why_tells_the_last_step_alone_and_the_way_it_went() {
    // Each count is the change made by this option, not by the whole stride.
    let lines = why("queens-8", "n n");
    for line in lines.iter().filter(|line| line.contains("left the lists")) {
        for change in line.split_whitespace().filter(|word| word.contains('→')) {
            let (before, after) = change.trim_end_matches(',').split_once('→').unwrap();
            let (before, after): (usize, usize) = (before.parse().unwrap(), after.parse().unwrap());
            assert_eq!(before, after + 1, "{line}");
        }
    }
    assert!(lines.iter().any(|line| line.contains('→')), "{lines:#?}");
    // Knuth's example: covering the first item hides two options, and each of them leaves the list
    // of d.
    let lines = why("cover-knuth", "s");
    assert!(lines.contains(&"counts: g 3→2, d 3→1, f 2→1".to_string()), "{lines:#?}");
    assert!(lines.contains(&"a d g left the lists of d 3→2, g 3→2".to_string()), "{lines:#?}");
    assert!(lines.contains(&"a d f left the lists of d 2→1, f 2→1".to_string()), "{lines:#?}");
    // Undoing brings the options back in the reverse order.
    let lines = why("cover-knuth", "s S");
    assert!(lines[0].starts_with("BACK because covering"), "{lines:#?}");
    assert_eq!(lines[1], "counts: f 1→2, g 2→3, d 1→3");
    let back: Vec<&str> = lines[2..4].iter().map(String::as_str).collect();
    assert_eq!(back, ["a d f is back in the lists of d 1→2, f 1→2", "a d g is back in the lists of d 2→3, g 2→3"]);
    // After a jump, `w` is about the step that leads to the state.
    let walked = why("cover-knuth", "s s s");
    let jumped = why("cover-knuth", "s s s m s s s s '");
    assert_eq!(walked, jumped);
    // In a repeated cover only tried options are hidden, so `w` lists no hidden options here.
    let lines = why("setcover-watch", "s s");
    assert!(!lines.iter().any(|line| line.starts_with("HIDDEN")), "{lines:#?}");
}

#[test]
fn a_solution_tells_its_score() {
    for (puzzle, words) in [("target-9x9", "It scores "), ("cover-cheapest-rounds", "It costs ")] {
        let entries: Vec<LibraryRow> = puzzle_rows().into_iter().filter(|entry| entry.name == puzzle).collect();
        let mut app = App::new(Settings { plays: false, ..Settings::default() }, entries);
        press(&mut app, "d f");
        for _ in 0..200 {
            update(&mut app, Msg::Tick(Instant::now()));
        }
        let stepping = app.rooms.stepping.as_ref().unwrap();
        let path = stepping.stepper.search().path();
        // The total is computed from the weights of the options.
        let total: i64 = path.iter().map(|&option| stepping.encoded.problem.weight(option)).sum();
        let said = quadrille_study::narrate(&stepping.stepper, &stepping.encoded)[0].text.clone();
        assert!(said.contains(&format!("{words}{}", total.abs())), "{said} {total}");
        assert!(said.contains("so far"), "{said}");
    }
}

/// A file with several puzzles is asked about; the filter knows kinds and titles.
#[test]
fn the_library_knows_what_is_in_its_files() {
    let list = "1.3...2......4.1\n..3...2......4.1\n....1.2......4.1\n";
    let mut entries = puzzle_rows();
    entries.push(LibraryRow::below(std::path::Path::new("/a"), "/a/b/list.txt".into()));
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, entries);
    press(&mut app, "q G");
    let at = app.library.selected().unwrap();
    assert_eq!(app.library.entries[at].name, "b/list.txt");
    update(
        &mut app,
        Msg::Loaded {
            entry: at,
            row: Ok(Box::new(LibraryRow::of_file(
                "b/list.txt".into(),
                "/a/b/list.txt".into(),
                list.as_bytes().to_vec(),
                &[],
                &|_| None,
            ))),
        },
    );
    press(&mut app, "enter j j enter");
    let document = app.document().unwrap();
    assert_eq!((app.name(), document.puzzle.grid().unwrap().givens()), ("b/list.txt #3", 4));
    assert!(document.history.is_saved(), "it is in a file");
    for (filter, some, none) in [("queens", "queens-8", "cover-knuth"), ("eight", "queens-8", "queens-12")] {
        press(&mut app, "q /");
        filter.chars().for_each(|c| _ = press(&mut app, &c.to_string()));
        let names: Vec<&str> =
            app.library.shown().into_iter().map(|at| app.library.entries[at].name.as_str()).collect();
        assert!(names.contains(&some) && !names.contains(&none), "{filter}: {names:?}");
        press(&mut app, "esc");
    }
}

/// `d` after a hint opens Step where the hint is: past the givens, at its option.
#[test]
fn a_hint_is_one_key_from_its_state_in_step() {
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, puzzle_rows());
    press(&mut app, "q / g e n t l e enter enter f f f");
    let Some(Ok(hint)) = app.desk.hinting.as_ref().map(|hinting| hinting.hint.clone()) else {
        panic!("a hint is told")
    };
    let quadrille_puzzle::HintEffect::Place(cell, symbol) = hint.effect else { panic!("{hint:?}") };
    let givens = app.document().unwrap().puzzle.grid().unwrap().givens();
    press(&mut app, "d");
    let stepping = app.rooms.stepping.as_ref().unwrap();
    assert_eq!(stepping.cursor.option, stepping.encoded.option(cell, symbol));
    let path = stepping.stepper.search().path();
    assert!(path.len() <= givens && !path.is_empty());
    for option in path {
        let cell = stepping.encoded.placement(option).unwrap().cell;
        assert_ne!(stepping.encoded.grid().unwrap().entry(cell), quadrille_puzzle::Entry::Empty);
    }
}

#[test]
fn rules_are_drawn_and_taken_away_by_keys() {
    let row = |id: &str| {
        // The diagonals are the first row; a 4x4 has no flat mates.
        let new = RULES.iter().filter(|rule| rule.id != "flatmates").position(|rule| rule.id == id);
        "down ".repeat(new.unwrap() + 1)
    };
    let rules = |app: &App| {
        let grid = app.document().unwrap().puzzle.grid().unwrap();
        grid.rules.iter().map(|rule| rule.text(grid)).collect::<Vec<_>>()
    };
    for (keys, expected) in [
        (format!("r {} enter L L J enter esc", row("thermometer")), vec!["thermometer r1c1 r1c2 r1c3 r2c3"]),
        // A step to the side of a corner: the cells are named one by one. The last is taken back.
        (format!("r {} enter space j l space l space space enter", row("palindrome")), vec!["palindrome r1c1 r2c2"]),
        // The second cell ends a pair, and the next one can begin at once.
        (format!("r {} enter L j J", row("black")), vec!["black r1c1 r1c2", "black r2c2 r3c2"]),
        (format!("r {} enter", row("antiknight")), vec!["antiknight"]),
        (format!("r {} enter u", row("antiknight")), vec![]),
        (format!("r {} enter r enter", row("antiking")), vec![]),
        // Esc gives up the cells first, then the mode; what was drawn stays.
        (format!("r {} enter space esc L enter esc", row("even")), vec!["even r1c1 r1c2"]),
        (format!("r {} enter space esc esc", row("even")), vec![]),
        // Numbers are typed before the cells or between them; one that is typed again is dropped.
        (format!("r {} enter 3 1 space 4 3 enter", row("candidates")), vec!["candidates 1 4 r1c1"]),
        (format!("r {} enter space 2 enter", row("candidates")), vec![]),
        (format!("r {} enter 1 L enter", row("whisper")), vec!["whisper 1 r1c1 r1c2"]),
        // Both diagonals say what the rule of one does.
        (format!("r {} enter r down enter", row("rising")), vec![]),
        // A thermometer of one cell is none.
        (format!("r {} enter space enter", row("thermometer")), vec![]),
        // A grid of another side has other cells.
        (format!("r {} enter L Z 9 enter enter esc", row("thermometer")), vec![]),
    ] {
        let mut app = open(&".".repeat(16), Some("line"));
        press(&mut app, &keys);
        assert_eq!(rules(&app), expected, "{keys}");
        let puzzle = app.document().unwrap().to_be_saved();
        let back = load(&write_toml(&puzzle), None).unwrap().puzzles.remove(0);
        assert_eq!(back.grid(), puzzle.grid(), "{keys}");
    }
    let mut app = open(&".".repeat(16), Some("line"));
    press(&mut app, "r enter");
    assert!(app.document().unwrap().puzzle.grid().unwrap().diagonals);
    press(&mut app, "r enter");
    assert!(!app.document().unwrap().puzzle.grid().unwrap().diagonals);
    // Only a square has diagonals: the first rule of a 6x8 is another one.
    press(&mut app, "Z 6 x 8 enter r enter esc");
    assert!(!app.document().unwrap().puzzle.grid().unwrap().diagonals);
    assert!(app.document().unwrap().clone().set_diagonals(true).is_err());
}

/// The debugger of a large puzzle is made while the puzzle is looked at. Before it is ready, `d`
/// waits for it; a puzzle that has changed gets another one.
#[test]
fn step_opens_at_once_if_it_was_made_ahead() {
    let lines: String = (0..12000).map(|k| format!("a{} b{} c{} d{k}\n", k % 3, k % 5, k % 7)).collect();
    let names = |letter, count: usize| (0..count).map(move |k| format!("{letter}{k} "));
    let items: String = names('a', 3).chain(names('b', 5)).chain(names('c', 7)).collect();
    let text = format!("{items}| {}\n{lines}", names('d', 12000).collect::<String>());
    let made = |effects: Vec<Effect>| {
        let opening = effects.into_iter().find_map(|effect| match effect {
            Effect::Open(opening) => Some(opening),
            _ => None,
        });
        opening.map(|opening| (opening.id, Msg::Opened { id: opening.id, room: Ok(Box::new(opening.make())) }))
    };
    let mut app = open(&text, Some("knuth"));
    let (_, ready) = made(update(&mut app, Msg::Shown)).unwrap();
    update(&mut app, ready);
    assert_eq!(app.screen(), Screen::Play);
    assert!(made(press(&mut app, "d")).is_none());
    assert_eq!((app.screen(), app.desk.opening.is_some()), (Screen::Step, false));

    let mut app = open(&text, Some("knuth"));
    let (_, ready) = made(update(&mut app, Msg::Shown)).unwrap();
    assert!(made(press(&mut app, "d")).is_none(), "it is being made");
    assert_eq!((app.screen(), app.desk.opening.is_some()), (Screen::Play, true));
    update(&mut app, ready);
    assert_eq!((app.screen(), app.desk.opening.is_some()), (Screen::Step, false));

    let mut app = open(&text, Some("knuth"));
    let (first, ready) = made(update(&mut app, Msg::Shown)).unwrap();
    assert!(made(press(&mut app, "enter")).is_none(), "one at a time");
    let (second, other) = made(update(&mut app, ready)).unwrap();
    assert_ne!(first, second);
    update(&mut app, other);
    press(&mut app, "d");
    assert_eq!(app.screen(), Screen::Step);
    let left = app.document().unwrap().puzzle.shape.listing().unwrap().options.len();
    assert_eq!(app.rooms.stepping.unwrap().encoded.problem.n_options(), left);
    assert!(left < 12000);
}
