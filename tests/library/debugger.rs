//! Compares the panels of the debugger with `explain`. `tests/library/explain.rs` checks `explain`
//! itself.

use crate::command::command;
use quadrille::app::{App, Key, LibraryRow, Msg, Overlay, Settings, update};
use quadrille::bundled::BUNDLED;
use quadrille::cli::explain::explain;
use quadrille::dlx::{OptionId, Phase, Policy, Search, Tally};
use quadrille::library::puzzle_rows;
use quadrille::puzzle::{encode, load};
use quadrille::solve::Stepper;
use quadrille::study::why;
use quadrille::ui::{Glyphs, Theme, drawn};
use std::time::Instant;

fn open(puzzle: &str) -> App {
    let entries: Vec<LibraryRow> = puzzle_rows().into_iter().filter(|entry| entry.name == puzzle).collect();
    App::new(Settings { plays: false, ..Settings::default() }, entries)
}

/// Presses keys, which are separated by blanks. Waits for each run to end.
fn press(app: &mut App, keys: &str) {
    for name in keys.split_whitespace() {
        let key = Key::parse(name).unwrap_or_else(|| panic!("{name} is no key"));
        update(app, Msg::Key(key));
        for _ in 0..300 {
            update(app, Msg::Tick(Instant::now()));
        }
    }
}

fn go(app: &mut App, place: &str) {
    press(app, "g ctrl-u");
    place.chars().for_each(|c| _ = update(app, Msg::Key(Key::parse(&c.to_string()).unwrap())));
    press(app, "enter");
}

/// The screen at 80x24.
fn screen(app: &App) -> Vec<String> {
    drawn(app, Theme { color: false, glyphs: Glyphs::Unicode })
}

fn address(app: &App) -> String {
    app.rooms.stepping.as_ref().unwrap().stepper.site().to_string()
}

/// The fate of each option according to `w` and to `explain`.
#[test]
fn why_says_of_an_option_what_became_of_it() {
    let is_large =
        |own: &&quadrille::puzzle::Bundled| ["16x16", "25x25", "36x36"].iter().any(|size| own.name.contains(size));
    for own in BUNDLED.iter().filter(|own| !is_large(own)) {
        let puzzle = load(own.text, None).unwrap().puzzles.remove(0);
        let names = encode(&puzzle.shape);
        let (mut search, mut tally) = (Search::new(&names.problem, Policy::default()), Tally::default());
        let mut app = open(own.name.trim_end_matches(".toml"));
        press(&mut app, "d");
        for _ in 0..3 {
            search.stride(2, &mut tally);
            (0..3).for_each(|_| _ = search.step_into(&mut tally));
            let stepper = Stepper::at(search.clone(), tally.clone());
            let told = serde_json::to_value(explain(&stepper, &names)).unwrap();
            let Some(stepping) = &mut app.rooms.stepping else { panic!("{} is stepped", own.name) };
            stepping.stepper = stepper;
            let every = 1 + names.problem.n_options() / 40;
            for option in names.problem.options().step_by(every) {
                stepping.select_option(OptionId(option.0));
                let said =
                    &why(&stepping.stepper, &stepping.encoded, stepping.cursor.item, stepping.cursor.option)[1].text;
                let state = told["options"][option.index()]["state"].as_str().unwrap();
                let words = match state {
                    "open" => "can still be chosen",
                    "idle" => "is not chosen here",
                    "chosen" => "It is chosen",
                    "tried" => "was tried",
                    "next" => "is the next to be tried",
                    "waiting" => "is tried later",
                    _ => "was hidden at level",
                };
                assert!(said.contains(words), "{} {} {option:?} {state}: {said}", own.name, search.address());
            }
        }
    }
}

#[test]
fn a_place_is_remembered_between_two_links_and_under_its_rule() {
    let mut app = open("cover-knuth");
    press(&mut app, "d + + s s m");
    let here = address(&app);
    assert_eq!(here, "root~2");
    press(&mut app, "s s s '");
    assert_eq!(address(&app), here);
    // The address names another state under another rule, so the mark restores the rule too.
    press(&mut app, "r '");
    let stepping = app.rooms.stepping.as_ref().unwrap();
    assert_eq!((stepping.policy.rule, address(&app)), (Policy::default().rule, here.clone()));
    go(&mut app, "1/2+0~1");
    assert_eq!(address(&app), "1/2+0~1");
    press(&mut app, "y enter");
    assert!(app.desk.notice.as_ref().unwrap().text.contains("1/2+0~1"));
}

#[test]
fn every_jump_can_be_taken_back_and_made_again() {
    let mut app = open("queens-8");
    press(&mut app, "d s s s s s");
    let here = address(&app);
    for jump in ["0", "f", "e", "r"] {
        press(&mut app, jump);
        let there = address(&app);
        assert_ne!((there.as_str(), jump), (here.as_str(), "0"));
        press(&mut app, "ctrl-o");
        assert_eq!(address(&app), here, "{jump}");
        press(&mut app, "ctrl-f");
        assert_eq!(address(&app), there, "{jump}");
        press(&mut app, "ctrl-o");
    }
    press(&mut app, "0 f ctrl-o ctrl-o");
    assert_eq!(address(&app), here);
    press(&mut app, "ctrl-o ctrl-o ctrl-o ctrl-o ctrl-o ctrl-o ctrl-o ctrl-o ctrl-o ctrl-o");
    assert!(app.desk.notice.is_some());
}

#[test]
fn arriving_tells_the_step_that_leads_there() {
    let mut walked = open("cover-knuth");
    press(&mut walked, "d s s s");
    let mut jumped = open("cover-knuth");
    press(&mut jumped, "d");
    go(&mut jumped, &address(&walked));
    let said = |app: &App| screen(app).into_iter().find(|line| line.contains("Covered item d"));
    assert!(said(&walked).is_some());
    assert_eq!(said(&walked), said(&jumped));
}

#[test]
fn the_end_of_a_limit_is_no_end_of_the_search() {
    let mut app = open("setcover-squares-3");
    press(&mut app, "d i");
    go(&mut app, "end");
    let lines = screen(&app).join("\n");
    assert!(lines.contains("limit 5 is exhausted") && !lines.contains("at its end"), "{lines}");
    assert!(!lines.contains("100.00 %") && !lines.contains("Nothing is chosen yet"), "{lines}");
}

#[test]
fn the_best_score_beside_a_choice_is_the_one_of_now() {
    let mut app = open("target-9x9");
    press(&mut app, "d f f s");
    let best = app.rooms.stepping.as_ref().unwrap().stepper.search().best().unwrap();
    let lines = screen(&app);
    let told: Vec<&String> = lines.iter().filter(|line| line.contains(" best ")).collect();
    assert!(!told.is_empty() && told.iter().all(|line| line.contains(&best.to_string())), "{best} {told:?}");
}

/// LINKS writes each pointer or number in full, or with a sign that it is cut.
#[test]
fn no_number_of_a_link_is_cut() {
    for puzzle in ["sudoku-12x12", "cover-knuth", "tiling-pentominoes-6x10", "sudoku-9x9-thicket"] {
        let mut app = open(puzzle);
        press(&mut app, "d n + +");
        for _ in 0..40 {
            press(&mut app, "s");
            let Some(told) = app.rooms.stepping.as_ref().unwrap().stepper.slow().map(|slow| slow.order().len()) else {
                continue;
            };
            let step = app.rooms.stepping.as_ref().unwrap().stepper.next_step().unwrap();
            assert_eq!(step.links.len(), told);
            // Each pointer written in full is one of the step's.
            let known: Vec<String> = step
                .pointers
                .iter()
                .map(|own| {
                    let number =
                        |node: Option<quadrille::dlx::NodeId>| node.map_or("root".into(), |node| node.0.to_string());
                    let letter = format!("{:?}", own.field);
                    format!("{}[{}] {}→{}", &letter[..1], number(own.of), number(own.from), number(own.to))
                })
                .collect();
            for line in screen(&app) {
                for at in line.match_indices("[").map(|(at, _)| at) {
                    let Some(field) = line[..at].chars().next_back().filter(|c| "UDLR".contains(*c)) else { continue };
                    let text: String = std::iter::once(field).chain(line[at..].chars()).collect();
                    let whole = known.iter().any(|own| {
                        let rest = text.strip_prefix(own.as_str());
                        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
                    });
                    assert!(whole || text.contains('…'), "{puzzle}: {line}");
                }
            }
        }
    }
}

#[test]
fn no_level_of_the_tree_looks_like_another() {
    let mut app = open("sudoku-9x9-thicket");
    press(&mut app, "d n n n n e n n t I");
    let tree = app.rooms.tree.as_ref().unwrap();
    assert!(tree.rows.iter().any(|row| row.path.len() > 40));
    let lines = screen(&app);
    // Each row begins with its level, or with the levels of a collapsed run.
    let mut seen = 0;
    for row in &tree.rows {
        let words = quadrille::study::row_words(row, &app.rooms.stepping.as_ref().unwrap().encoded);
        for line in lines.iter().filter(|line| line.contains(&format!(" {}  {}", words.0, words.1))) {
            let level: usize = line.split_whitespace().next().unwrap().parse().unwrap_or_else(|_| panic!("{line}"));
            assert!(tree.rows.iter().any(|own| own.path.len() == level), "{line}");
            seen += 1;
        }
    }
    assert!(seen > 5, "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains(" forced: ")));
}

#[test]
fn a_key_that_means_nothing_says_so() {
    let mut app = open("cover-knuth");
    press(&mut app, "q");
    for (keys, wanted) in [
        ("m", "m is a key of Play and edit (list its items and options in words); enter goes there"),
        // What needs a grid is of no use to this puzzle.
        ("Z", "no action has the key Z; ? lists the keys here"),
        ("w", "w is a key of"),
        ("d %", "no action has the key %; ? lists the keys here"),
        ("esc m %", "no action has the key %"),
    ] {
        press(&mut app, keys);
        let said = app.desk.notice.as_ref().map(|notice| notice.text.clone()).unwrap_or_default();
        assert!(said.contains(wanted), "{keys}: {said}");
    }
    assert!(!matches!(app.desk.overlay, Some(Overlay::Why(_))));
}

/// Tweaked options leave the list of the item in hand, so the list holds only untried ones.
#[test]
fn what_is_put_next_by_hand_is_what_was_selected() {
    let mut passed = 0;
    for own in BUNDLED.iter().filter(|own| own.name.starts_with("cover") || own.name.starts_with("setcover")) {
        let puzzle = load(own.text, None).unwrap().puzzles.remove(0);
        let names = encode(&puzzle.shape);
        let (mut search, mut tally) = (Search::new(&names.problem, Policy::default()), Tally::default());
        for _ in 0..400 {
            search.step_into(&mut tally);
            for option in names.problem.options() {
                let Some(k) = search.branch_of(option) else { continue };
                let mut other = search.clone();
                assert!(other.steer(k));
                let Phase::Try { node } = other.phase() else { panic!("an item is in hand") };
                assert_eq!(other.links().option(node), Some(option), "{} {}", own.name, search.address());
                passed += 1;
            }
        }
    }
    assert!(passed > 1000, "{passed}");
}

#[test]
fn running_back_to_what_is_not_there_comes_back() {
    let mut app = open("sudoku-9x9-crossroads");
    press(&mut app, "d s s s");
    let here = address(&app);
    for (key, said) in [("E", "no earlier dead end"), ("F", "no earlier solution")] {
        press(&mut app, key);
        assert_eq!(address(&app), here);
        let notice = app.desk.notice.as_ref().map(|own| own.text.clone()).unwrap_or_default();
        assert!(notice.contains(said) && notice.contains("this is where you were"), "{notice}");
    }
    press(&mut app, "e e E");
    assert!(app.rooms.stepping.as_ref().unwrap().stepper.dead_item().is_some(), "one that is there is found");
}

/// An option of an item that was chosen above can be put next: the search goes back to that item.
#[test]
fn an_option_of_an_item_above_is_put_next_there() {
    let mut app = open("queens-8");
    press(&mut app, "d n n n");
    let here = address(&app);
    let stepping = app.rooms.stepping.as_ref().unwrap();
    let search = stepping.stepper.search();
    assert!(search.chosen().len() > 1);
    // Another option of the item chosen first, found in the problem itself.
    let problem = stepping.encoded.problem.clone();
    let taken = search.path()[0];
    let item = search.links().item(search.chosen()[0]);
    let other = problem.options().find(|&own| own != taken && problem.items_of(own).contains(&item)).unwrap();
    app.rooms.stepping.as_mut().unwrap().select_option(other);
    press(&mut app, "x");
    let search = app.rooms.stepping.as_ref().unwrap().stepper.search();
    let Phase::Try { node } = search.phase() else { panic!("an item is in hand") };
    assert_eq!((search.chosen().len(), search.links().option(node)), (0, Some(other)));
    press(&mut app, "ctrl-o");
    assert_eq!(address(&app), here);
}

/// Option grain tells the lists that an option leaves in the order in which link grain shows it
/// leave them.
#[test]
fn the_grains_of_options_and_links_name_lists_in_one_order() {
    // `a d g left the list of item d: 3 → 2 (covering ...`: option, verb, and each list's change.
    fn moves(said: &str) -> Vec<String> {
        let Some((option, rest)) = said.split_once(" left the ").or_else(|| said.split_once(" is back in the ")) else {
            return Vec::new();
        };
        if let Some(one) = rest.strip_prefix("list of ") {
            let (item, counts) = one.split_once(": ").unwrap_or((one, ""));
            let counts = counts.split(" (").next().unwrap_or_default().split('.').next().unwrap_or_default();
            return if item.contains('(') { Vec::new() } else { vec![format!("{option}, {item}: {counts}")] };
        }
        let Some(lists) = rest.strip_prefix("lists of ") else { return Vec::new() };
        let lists = lists.rsplit_once("): ").map_or(lists, |own| own.0);
        let of = |list: &str| {
            let (item, counts) = list.split_once(" (").unwrap();
            format!("{option}, {item}: {counts}")
        };
        lists.split("), ").map(of).collect()
    }
    for puzzle in ["cover-knuth", "sudoku-4x4-fork", "queens-8"] {
        let told = |grain: &str| -> Vec<String> {
            let path = format!("{}/puzzles/{puzzle}.toml", env!("CARGO_MANIFEST_DIR"));
            let text = command(&["trace", &path, "--grain", grain, "--limit", "600"]);
            text.lines().filter(|line| line.len() > 16).flat_map(|line| moves(line[16..].trim_start())).collect()
        };
        let (links, options) = (told("link"), told("option"));
        let common = links.len().min(options.len());
        assert!(common > 30, "{puzzle}: {} and {}", links.len(), options.len());
        assert_eq!(links[..common], options[..common], "{puzzle}");
    }
}

/// The cursor walks over the four count boards as they are drawn.
#[test]
fn the_cursor_goes_from_board_to_board() {
    let mut app = open("sudoku-9x9-crossroads");
    press(&mut app, "d i tab tab tab tab tab tab tab");
    let at = |app: &App| app.rooms.stepping.as_ref().unwrap().cursor.item.map(|item| item.0);
    press(&mut app, "left left left");
    assert_eq!(at(&app), Some(0));
    press(&mut app, "right right right right right right right right right");
    assert_eq!(at(&app), Some(81), "the first row's needs stand beside the first row's cells");
    press(&mut app, "down left");
    assert_eq!(at(&app), Some(17));
    assert!(screen(&app).iter().any(|line| line.contains("━ COUNTS")));
}
