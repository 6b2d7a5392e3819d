//! The screens as a person meets them: one test for each place at which somebody stumbled.

use crate::bundled::BUNDLED;
use crate::library::{lesson_rows, puzzle_rows};
use dancing::{Estimate, Event, ItemId, LinksView, OptionId, Policy, Search};
use quadrille_puzzle::{encode, load};
use quadrille_solve::{Grain, Stepper};
use quadrille_study::{narrate, policy_of, why};
use quadrille_workbench::app::{App, Aside, Effect, EntrySource, Key, LibraryRow, Msg, Overlay, Settings, update};
use quadrille_workbench::ui::{Glyphs, Theme, draw};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Instant;

const THEME: Theme = Theme { color: true, glyphs: Glyphs::Unicode };

/// A bundled puzzle in the workbench, with the screen as large as `size`.
fn open(puzzle: &str, (width, height): (u16, u16)) -> App {
    let entries: Vec<LibraryRow> = puzzle_rows().into_iter().filter(|entry| entry.name == puzzle).collect();
    assert_eq!(entries.len(), 1, "{puzzle}");
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, entries);
    update(&mut app, Msg::Resize(width, height));
    app
}

/// Presses keys, which are separated by blanks, and waits for each run to end. Returns the effects.
fn press(app: &mut App, keys: &str) -> Vec<Effect> {
    let mut effects = Vec::new();
    for name in keys.split_whitespace() {
        let key = Key::parse(name).unwrap_or_else(|| panic!("{name} is no key"));
        effects.extend(update(app, Msg::Key(key)));
        for _ in 0..300 {
            update(app, Msg::Tick(Instant::now()));
        }
    }
    effects
}

fn screen(app: &App) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(app.desk.terminal.size.0, app.desk.terminal.size.1)).unwrap();
    terminal.draw(|frame| draw(app, THEME, frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |row: &[ratatui::buffer::Cell]| row.iter().map(|cell| cell.symbol()).collect::<String>();
    buffer.content.chunks(app.desk.terminal.size.0.into()).map(|cells| row(cells).trim_end().to_string()).collect()
}

fn notice(app: &App) -> String {
    app.desk.notice.as_ref().map(|notice| notice.text.clone()).unwrap_or_default()
}

fn has(lines: &[String], text: &str) -> bool {
    lines.iter().any(|line| line.contains(text))
}

/// Options taken in Play are part of the problem that Step shows, so Step names them.
#[test]
fn step_names_the_options_that_were_taken_in_play() {
    let mut app = open("cover-knuth", (80, 24));
    press(&mut app, "enter d");
    let shown = screen(&app).join("");
    assert!(shown.contains("You took c e before the search. 1 option is left out for it."), "{shown}");
    let mut app = open("cover-knuth", (80, 24));
    press(&mut app, "d");
    assert!(!screen(&app).join(" ").contains("You took"));
}

/// Where letters are symbols, the first one that is placed instead of acting says so.
#[test]
fn the_first_letter_that_is_placed_says_how_to_reach_its_action() {
    let mut app = open("sudoku-16x16", (80, 24));
    press(&mut app, "d");
    assert_eq!(notice(&app), "placed D: this key is a symbol here; , and then d: open Step, to watch Algorithm X");
    press(&mut app, "d");
    assert!(!notice(&app).contains("letters"), "it is said once");
    press(&mut app, ", d");
    assert!(app.rooms.stepping.is_some());
    let mut app = open("sudoku-9x9-gentle", (80, 24));
    press(&mut app, "5");
    assert!(!notice(&app).contains("letters"));
}

#[test]
fn a_step_back_undoes_a_branch_taken_by_hand() {
    let mut app = open("tiling-pentominoes-6x10", (80, 24));
    press(&mut app, "d s . . .");
    let before = app.rooms.stepping.as_ref().unwrap().stepper.clone();
    press(&mut app, "x");
    let taken = app.rooms.stepping.as_ref().unwrap().stepper.site();
    assert_ne!(taken, before.site());
    press(&mut app, "s s S S S");
    let after = &app.rooms.stepping.as_ref().unwrap().stepper;
    assert_eq!((after.site(), after.operations(), after.is_whole()), (before.site(), before.operations(), true));
}

/// The name of the puzzle and the facts have room beside each other after a branch taken by hand.
#[test]
fn the_tree_keeps_its_title_after_a_branch_taken_by_hand() {
    let mut app = open("tiling-pentominoes-6x10", (80, 24));
    press(&mut app, "d s . x s t");
    let head = screen(&app).remove(0);
    assert!(head.contains("Twelve pentominoes, 6 x 10  TREE  counts start here"), "{head}");
}

#[test]
fn the_rule_is_shown_whole_once_an_item_is_chosen() {
    for (puzzle, keys) in [("cover-knuth", "d i s"), ("setcover-watch", "d i s s"), ("sudoku-9x9-gentle", "d i s s s")]
    {
        let mut app = open(puzzle, (80, 24));
        press(&mut app, keys);
        let shown = screen(&app);
        press(&mut app, "w");
        let asked = screen(&app);
        let words = "fewest options, first in the";
        assert!(
            has(&shown, words) || puzzle.starts_with("set") && has(&asked, words),
            "{puzzle}: {shown:#?} {asked:#?}"
        );
    }
}

/// The bound as `w` derives it, against a sum over the options that shares no code with it: no
/// option holds open items for more than it costs.
#[test]
fn at_least_so_many_more_is_derived_from_items_options_and_prices() {
    let mut checked = 0;
    for file in BUNDLED.iter().filter(|file| file.name.starts_with("setcover")) {
        let puzzle = load(file.text, None).unwrap().puzzles.remove(0);
        let names = encode(&puzzle.shape);
        for estimate in Estimate::ALL {
            let policy = Policy { estimate, ..policy_of(&puzzle) };
            let mut stepper = Stepper::new(&names.problem, policy);
            for _ in 0..60 {
                let search = stepper.search();
                let Some(test) = search.limit_test() else { break };
                let prices = search.prices();
                let sum: f64 = prices.iter().map(|price| price.each).sum();
                let mut excess = 0.0;
                for option in names.problem.options().filter(|&option| is_left(search, option)) {
                    let items = names.problem.items_of(option);
                    let cost: f64 = prices.iter().filter(|p| items.contains(&p.item)).map(|p| p.each).sum();
                    excess += (cost - 1.0_f64).max(0.0);
                }
                let least = (sum - excess - 1e-6).ceil().max(f64::from(u8::from(!prices.is_empty()))) as u32;
                assert_eq!(test.lower_bound, least, "{} {} at {}", file.name, estimate.name(), search.address());
                if let Some(price) = prices.first().filter(|price| price.option.is_some()) {
                    let held = names.problem.items_of(price.option.unwrap()).contains(&price.item);
                    assert!(held && is_left(search, price.option.unwrap()));
                }
                let lines = why(&stepper, &names, None, None);
                let title = format!("AT LEAST {} MORE", test.lower_bound);
                assert!(prices.is_empty() || lines.iter().any(|line| line.title && line.text == title), "{lines:?}");
                checked += 1;
                stepper.step(Grain::Item, true);
            }
        }
    }
    assert!(checked > 300, "{checked}");
}

/// Returns true if an option is in the list of at least one open item.
fn is_left(search: &Search, option: OptionId) -> bool {
    let links = search.links();
    let holds = |item: ItemId| links.column(item).any(|node| links.option(node) == Some(option));
    links.open_items().any(holds)
}

/// A bound on the score is derived in the same way.
#[test]
fn a_bound_on_the_score_is_derived() {
    let file = BUNDLED.iter().find(|file| file.name.starts_with("cover-cheapest")).unwrap();
    let puzzle = load(file.text, None).unwrap().puzzles.remove(0);
    let names = encode(&puzzle.shape);
    let mut stepper = Stepper::new(&names.problem, policy_of(&puzzle));
    for _ in 0..300 {
        let search = stepper.search();
        let sum: f64 = search.prices().iter().map(|price| price.each * f64::from(price.times)).sum();
        let bound = search.score().unwrap().upper_bound;
        assert_eq!(bound, (sum + 1e-9).floor() as i64, "{}", search.address());
        for price in search.prices() {
            // An item without options adds nothing.
            let Some(option) = price.option else { continue };
            let items = names.problem.items_of(option);
            let primary = items.iter().filter(|&&item| names.problem.is_primary(item)).count() as f64;
            let share = names.problem.weight(option) as f64 / primary;
            assert!(items.contains(&price.item) && (share - price.each).abs() < 1e-5, "{price:?}");
        }
        if !stepper.step(Grain::Item, true) {
            break;
        }
    }
}

/// At a cut, the items, their counts and the bound above them are those of one state.
#[test]
fn the_counts_at_a_cut_are_those_of_the_cut() {
    let mut app = open("setcover-lottery", (120, 40));
    press(&mut app, "d i e");
    let search = app.rooms.stepping.as_ref().unwrap().stepper.search();
    assert!(search.at_cut());
    let open = search.links().open_items().count();
    let shown = screen(&app);
    assert!(has(&shown, "WHY the branch was cut") && has(&shown, &format!("{open} open:")), "{shown:#?}");
}

/// Returns whether a puzzle is too large to be walked through here.
fn is_large(file: &quadrille_puzzle::Bundled) -> bool {
    ["25x25", "36x36"].iter().any(|size| file.name.contains(size))
}

/// The paragraph on the reverse order names nodes of the step, and says of them what the links say.
#[test]
fn why_in_reverse_is_told_by_the_nodes_at_hand() {
    let (mut told, mut pairs) = (HashSet::new(), 0);
    for file in BUNDLED.iter().filter(|file| !is_large(file)) {
        let puzzle = load(file.text, None).unwrap().puzzles.remove(0);
        let names = encode(&puzzle.shape);
        let mut stepper = Stepper::new(&names.problem, policy_of(&puzzle));
        for _ in 0..2000 {
            if !stepper.step(Grain::Item, true) {
                break;
            }
            if !matches!(stepper.search().last_event(), Some(Event::Uncover { .. })) {
                continue;
            }
            let lines = why(&stepper, &names, None, None);
            let Some(at) = lines.iter().position(|line| line.text == "WHY IN REVERSE") else { continue };
            let text: Vec<&str> =
                lines[at + 1..].iter().take_while(|line| !line.title).map(|line| &line.text[..]).collect();
            assert!(!text.is_empty(), "{} at {}", file.name, stepper.site());
            told.insert(text.join(" "));
            // Each pointer that is named has that value.
            let fields = pointers(&text.join(" "));
            assert!(!fields.is_empty(), "{text:?}");
            for (field, of, to) in fields {
                assert_eq!(pointer(stepper.links(), field, of), to, "{} {text:?}", file.name);
            }
            // If two links are told apart, the second left before the first came back.
            if let Some(last) = text.iter().find(|line| line.contains("which is still out")) {
                let words: Vec<u32> =
                    last.split(|c: char| !c.is_ascii_digit()).filter_map(|w| w.parse().ok()).collect();
                let order: HashMap<u32, usize> = stepper
                    .last_step()
                    .unwrap()
                    .links
                    .iter()
                    .enumerate()
                    .map(|(at, link)| (number(*link), at))
                    .collect();
                assert!(order[&words[0]] > order[&words[1]], "{last}");
                pairs += 1;
            }
        }
    }
    assert!(told.len() > 300 && pairs > 20, "{} {pairs}", told.len());
}

fn number(link: dancing::Link) -> u32 {
    match link {
        dancing::Link::Header(item) => item.0,
        dancing::Link::Node(node) => node.0,
    }
}

/// The pointers in a text: `U[7] = 1` is (U, 7, 1), and the root is `None`.
fn pointers(text: &str) -> Vec<(char, u32, Option<u32>)> {
    let parts = text.split('[').zip(text.split('[').skip(1));
    let read = |(before, after): (&str, &str)| {
        let (of, rest) = after.split_once("] = ")?;
        let to: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
        Some((before.chars().last()?, of.parse().ok()?, to.parse().ok()))
    };
    parts.filter_map(read).collect()
}

fn pointer(links: &dyn LinksView, field: char, of: u32) -> Option<u32> {
    let node = dancing::NodeId(of);
    match field {
        'U' => Some(links.up(node).0),
        'D' => Some(links.down(node).0),
        'L' => links.left(Some(ItemId(of))).map(|item| item.0),
        _ => links.right(Some(ItemId(of))).map(|item| item.0),
    }
}

/// Regions have letters in the counts too, and a count is either digits or a plus.
#[test]
fn counts_name_regions_by_letters_and_need_no_alphabet() {
    let mut app = open("jigsaw-9x9", (120, 40));
    press(&mut app, "d i");
    let shown = screen(&app);
    assert!(has(&shown, "regions"), "{shown:#?}");
    for letter in 'a'..='i' {
        assert!(shown.iter().any(|line| line.contains(&format!(" {letter}│"))), "{letter}: {shown:#?}");
    }
    let mut app = open("sudoku-25x25", (200, 60));
    press(&mut app, ", d i");
    let shown = screen(&app);
    let from = shown.iter().position(|line| line.contains("COUNTS")).expect("the counts are shown");
    assert!(shown[from].contains("+ ten or more"), "{}", shown[from]);
    for line in &shown[from + 3..] {
        // After the label and its line: a count a column.
        for board in line.split('│').skip(2) {
            let counts: String = board.chars().take(25).collect();
            assert!(!counts.contains(|c: char| c.is_ascii_lowercase()), "{line}");
        }
    }
}

/// The branches of a level without options are none, not 1 of 0.
#[test]
fn nothing_is_one_of_none() {
    for file in BUNDLED.iter().filter(|file| !is_large(file) && !file.name.contains("16x16")) {
        let mut app = open(file.name.trim_end_matches(".toml"), (120, 40));
        press(&mut app, "d e");
        for keys in ["", "w", "esc t", "q s t", "q S S t"] {
            press(&mut app, keys);
            let shown = screen(&app);
            for bad in [" 1/0", "1 of 0", "1 of its 1 ", " 1 nodes", " 1 options", " 1 items", " 1 solutions"] {
                assert!(!has(&shown, bad), "{} after {keys}: {bad}: {shown:#?}", file.name);
            }
        }
    }
}

/// Every line of the list of keys is whole at 80 columns, and every mark can be reached.
#[test]
fn keys_and_marks_are_whole_at_80_columns() {
    for keys in ["", "d", "d t", "q", "s"] {
        let mut app = open("cover-knuth", (80, 24));
        press(&mut app, keys);
        press(&mut app, "f2");
        let Some(Overlay::Message(message)) = &app.desk.overlay else { panic!("the marks are shown") };
        let lines: Vec<String> = message.text.lines().map(|line| line.trim_end().to_string()).collect();
        let mut seen = HashSet::new();
        for _ in 0..=lines.len() {
            let shown = screen(&app);
            seen.extend(lines.iter().filter(|line| has(&shown, line)).cloned());
            if seen.len() == lines.iter().collect::<HashSet<_>>().len() {
                break;
            }
            press(&mut app, "j");
        }
        let unseen: Vec<_> = lines.iter().filter(|line| !seen.contains(*line)).collect();
        assert!(unseen.is_empty(), "{keys}: {unseen:?}");
        press(&mut app, "esc ?");
        for _ in 0..80 {
            let shown = screen(&app);
            assert!(!shown[1..23].iter().any(|line| line.contains('…')), "{keys}: {shown:#?}");
            press(&mut app, "down");
        }
    }
}

/// The bar of Watch has six keys and the one that lists all.
#[test]
fn the_bar_of_watch_has_six_keys() {
    for width in [80, 120, 200] {
        let mut app = open("cover-knuth", (width, 40));
        press(&mut app, "d");
        let shown = screen(&app);
        let bar = " s step  S back  space play  n next branch  w why  . try   ? keys";
        assert_eq!(shown.last().unwrap(), bar, "{width}: {shown:#?}");
    }
}

/// The command that `y` copies opens the same state, also between two links and under another rule.
#[test]
fn what_is_copied_is_a_command_that_opens_the_state() {
    for (keys, command) in [
        ("d s s s", "quadrille step cover-knuth --at 1/2+1"),
        ("d s s + + s", "quadrille step cover-knuth --at 1/2+0~1"),
        ("d r s s", "quadrille step cover-knuth --at 1/2+0 --rule fewest-last"),
    ] {
        let mut app = open("cover-knuth", (80, 24));
        press(&mut app, keys);
        let copied = press(&mut app, "y enter").into_iter().find_map(|effect| match effect {
            Effect::Copy(text) => Some(text),
            _ => None,
        });
        assert_eq!(copied.as_deref(), Some(command), "{keys}");
    }
    // Names of files can hold blanks and quotes.
    let file = BUNDLED.iter().find(|file| file.name == "cover-knuth.toml").unwrap();
    let mut entry = puzzle_rows().into_iter().find(|entry| entry.name == "cover-knuth").unwrap();
    entry.source = EntrySource::File("it's mine.toml".into());
    let puzzle = load(file.text, None).unwrap().puzzles.remove(0);
    entry.document = Some(Ok(Box::new(quadrille_workbench::app::Document::new(puzzle, Some("it's mine.toml".into())))));
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, vec![entry]);
    update(&mut app, Msg::Resize(80, 24));
    press(&mut app, "d");
    let copied = press(&mut app, "y enter");
    assert!(
        copied
            .iter()
            .any(|e| matches!(e, Effect::Copy(text) if text == r"quadrille step 'it'\''s mine.toml' --at root")),
        "{copied:?}"
    );
}

/// An item with a colour is purified, not covered, and the narration says which.
#[test]
fn items_that_are_purified_are_not_said_to_be_covered() {
    let file = BUNDLED.iter().find(|file| file.name.starts_with("cover-word-squares")).unwrap();
    let puzzle = load(file.text, None).unwrap().puzzles.remove(0);
    let names = encode(&puzzle.shape);
    let mut stepper = Stepper::new(&names.problem, policy_of(&puzzle));
    let mut tries = 0;
    for _ in 0..400 {
        if !stepper.step(Grain::Item, true) {
            break;
        }
        let Some(Event::Try { node }) = stepper.search().last_event() else { continue };
        let links = stepper.search().links();
        let others: Vec<bool> = links.option_nodes(node).skip(1).map(|node| links.color(node) > 0).collect();
        let (colored, covered) = (others.iter().filter(|&&c| c).count(), others.iter().filter(|&&c| !c).count());
        let said = narrate(&stepper, &names)[0].text.clone();
        match (covered, colored) {
            (_, 0) => assert!(!said.contains("colour"), "{said}"),
            (0, n) => assert!(said.contains(&format!("Its {n} other item")) && said.contains("its colour"), "{said}"),
            (a, b) => assert!(said.contains(&format!("{a} must be covered and {b} given a colour")), "{said}"),
        }
        tries += usize::from(colored > 0);
    }
    assert!(tries > 5, "{tries}");
}

/// Home says what this is and lists the lessons. The kinds are closed and counted: a list of all
/// puzzles at once was more than a newcomer could read. Opened in place, each lists its puzzles
/// once, by title.
#[test]
fn home_lists_every_puzzle_once_under_headings() {
    let rows = puzzle_rows().into_iter().chain(lesson_rows()).collect();
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, rows);
    app.home();
    update(&mut app, Msg::Resize(120, 80));
    let shown = screen(&app);
    assert!(has(&shown[1..2], "The debugger for Algorithm X."), "{shown:#?}");
    assert_eq!(shown.iter().filter(|line| line.contains("START HERE") || line.contains("PUZZLES")).count(), 2);
    for (kind, count) in [
        ("Sudoku", 17),
        ("Jigsaw", 3),
        ("Target score", 2),
        ("Exact cover", 6),
        ("Queens", 2),
        ("Tiling", 5),
        ("Set cover", 6),
    ] {
        let row = format!("▸ {kind:<14}{count:>3}");
        assert_eq!(shown.iter().filter(|line| line.contains(&row)).count(), 1, "{kind}: {shown:#?}");
    }
    assert!(!has(&shown, "Crossroads"));
    let entry = &app.library.entries[app.library.selected().unwrap()];
    assert_eq!(entry.name, "01-by-hand", "the cursor begins where one should begin");
    // On a kind, Enter lists its puzzles in place, and h closes it from any of them.
    press(&mut app, "G enter j");
    assert!(has(&screen(&app), "▾ Set cover"), "{:#?}", screen(&app));
    press(&mut app, "h");
    assert!(has(&screen(&app), "▸ Set cover") && app.library.selected().is_none());
    press(&mut app, "I");
    let shown = screen(&app);
    for file in BUNDLED {
        let title = load(file.text, None).unwrap().puzzles.remove(0).meta.title;
        // The caption repeats the title of the row under the cursor.
        let listed = shown.iter().filter(|line| line.chars().take(52).collect::<String>().trim() == title);
        // The cursor is on one of them.
        let marked = shown.iter().any(|line| line.contains(&format!("▶   {title}")));
        assert_eq!(listed.count() + usize::from(marked), 1, "{title}: {shown:#?}");
    }
    let numbers = app.library.shown();
    assert_eq!(numbers.len(), numbers.iter().collect::<HashSet<_>>().len());
    press(&mut app, "I");
    // The filter looks through all of them, and letters in order are enough.
    press(&mut app, "/ c r s s o a d");
    let shown = screen(&app);
    assert!(has(&shown, "Crossroads") && !has(&shown, "Thicket"), "{shown:#?}");
    press(&mut app, "enter enter");
    assert_eq!(app.name(), "sudoku-9x9-crossroads");
}

/// What was opened in an earlier session comes first, the newest with the cursor.
#[test]
fn home_begins_with_the_most_recent_puzzle() {
    let recent = ["/a/p2.txt", "/a/p10.txt"].map(|path| LibraryRow::recent(path.into()));
    let entries = puzzle_rows().into_iter().chain(recent).collect();
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, entries);
    app.home();
    assert_eq!(app.library.entries[app.library.selected().unwrap()].name, "a/p10.txt");
}

/// At link grain the list that changes is on the screen, in every puzzle and at every size.
#[test]
fn the_list_is_drawn_at_link_grain() {
    let wanted =
        |name: &str| ["cover-k", "sudoku-9x9-g", "queens-8", "tiling-p"].iter().any(|begin| name.starts_with(begin));
    for file in BUNDLED.iter().filter(|file| wanted(file.name)) {
        for size in [(80, 24), (100, 30), (120, 40), (200, 60)] {
            let mut app = open(file.name.trim_end_matches(".toml"), size);
            press(&mut app, "d s s s s + + s s s");
            assert!(
                has(&screen(&app), "◂") || has(&screen(&app), " link "),
                "{} {size:?}: {:#?}",
                file.name,
                screen(&app)
            );
        }
    }
}

/// An explanation covers neither the board nor the narration.
#[test]
fn why_does_not_cover_the_sentence() {
    for (puzzle, keys) in [("sudoku-9x9-gentle", "d s s s s"), ("cover-knuth", "d s s s"), ("queens-8", "d s s s s s")]
    {
        let mut app = open(puzzle, (80, 24));
        press(&mut app, keys);
        let (before, said) = (screen(&app), narrate_now(&app));
        press(&mut app, "w");
        let after = screen(&app);
        assert!(matches!(app.rooms.stepping.as_ref().unwrap().aside(), Aside::Why(_)));
        let start: String = said.chars().take(16).collect();
        assert!(has(&before, &start) && has(&after, &start), "{puzzle}: {start}: {after:#?}");
    }
}

fn narrate_now(app: &App) -> String {
    let stepping = app.rooms.stepping.as_ref().unwrap();
    narrate(&stepping.stepper, &stepping.encoded)[0].text.clone()
}

/// The options that are still free are those that can be selected beside the selected ones.
#[test]
fn free_options_are_those_that_can_be_selected() {
    let mut rng = fastrand::Rng::with_seed(11);
    let (mut tried, mut refused) = (0, 0);
    for round in 0..400 {
        let head = ["a b c | d e\n", "a 2|b c | d e\n", "setcover\na b c d e\n"][round % 3];
        let items = ["a", "b", "c", "d", "e"];
        let colors = if round % 3 == 0 { ["", ":x", ":y"] } else { [""; 3] };
        let mut text = head.to_string();
        for _ in 0..rng.usize(2..8) {
            let mut option: Vec<String> = items[..3].iter().filter(|_| rng.bool()).map(ToString::to_string).collect();
            for item in &items[3..] {
                if rng.bool() {
                    continue;
                }
                option.push(format!("{item}{}", colors[rng.usize(..3)]));
            }
            if !option.is_empty() {
                text += &(option.join(" ") + "\n");
            }
        }
        let Ok(loaded) = load(&text, None) else { continue };
        let whole = Arc::new(loaded.puzzles[0].shape.listing().unwrap().clone());
        let count = whole.options.len() as u32;
        let chosen: Vec<u32> = (0..count).filter(|_| rng.u8(..4) == 0).collect();
        let Ok(left) = whole.taking(&chosen) else { continue };
        if chosen.is_empty() || left.clash().is_some() {
            continue;
        }
        for (option, free) in (0..count).zip(left.free()) {
            if chosen.contains(&option) {
                assert!(!free);
                continue;
            }
            let items = |option: u32| whole.options[option as usize].iter().copied();
            let covered: HashSet<u32> = chosen.iter().flat_map(|&option| items(option)).collect();
            let fits = match whole.repeated {
                true => items(option).any(|item| !covered.contains(&item)),
                false => {
                    // No item is held too often, and a colour is shared or there is none.
                    items(option).enumerate().all(|(k, item)| {
                        let holders: Vec<u32> =
                            chosen.iter().copied().filter(|&other| items(other).any(|held| held == item)).collect();
                        let color = whole.color_name(option as usize, k);
                        let same = |other: &u32| {
                            let at = items(*other).position(|held| held == item).unwrap();
                            color.is_some() && whole.color_name(*other as usize, at) == color
                        };
                        let most = whole.range(item as usize).map_or(1, |(_, most)| most) as usize;
                        holders.len() < most || holders.iter().all(same)
                    })
                }
            };
            assert_eq!(free, fits, "{text}{chosen:?} {option}");
            (tried, refused) = (tried + 1, refused + usize::from(!fits));
        }
    }
    assert!(tried > 300 && refused > 100, "{tried} {refused}");
}

/// Knuth's example with c e selected: three of the other five are still free, and the rest is
/// marked. The numbers of the options stay as they are.
#[test]
fn what_cannot_be_selected_any_more_is_marked() {
    let mut app = open("cover-knuth", (80, 24));
    press(&mut app, "i");
    let shown = screen(&app);
    assert!(has(&shown, "1 selected, 3 options still") && has(&shown, "7 items, 6 options"), "{shown:#?}");
    assert!(has(&shown, "✓ 1 c e") && has(&shown, "× 3 b c f") && has(&shown, "× 6 d e g"), "{shown:#?}");
    assert!(has(&shown, "  5 b g"), "{shown:#?}");
    press(&mut app, "s I");
    assert!(has(&screen(&app), "selected"), "{:#?}", screen(&app));
}

/// The sizes of files are in the list at every width, and no title of a lesson is cut.
#[test]
fn the_list_has_its_columns_at_every_width() {
    for width in [60, 80, 100, 120, 133, 134, 160, 200, 250] {
        let bytes = BUNDLED.iter().find(|file| file.name.contains("lying")).unwrap().text.as_bytes().to_vec();
        let file = LibraryRow::of_file("lying.toml".to_string(), "/a/lying.toml".into(), bytes, &[], &|_| None);
        let rows = lesson_rows().into_iter().chain([file]).collect();
        let mut app = App::new(Settings { plays: false, ..Settings::default() }, rows);
        app.home();
        update(&mut app, Msg::Resize(width, 40));
        let shown = screen(&app);
        let row = shown.iter().find(|line| line.contains("Lying boxes")).unwrap();
        assert!(row.contains("6×6"), "{width}: {row}");
        assert!(width < 80 || has(&shown, "Repeated cover: the fewest options"), "{shown:#?}");
    }
}

/// A level that was reached by a choice is not among the forced ones.
#[test]
fn a_choice_is_not_drawn_as_forced() {
    let mut app = open("sudoku-4x4-fork", (120, 40));
    press(&mut app, "d n n t I");
    let shown = screen(&app);
    assert!(has(&shown, " forced: 1:") && !has(&shown, " forced: 2:"), "{shown:#?}");
    // At the end nothing is chosen, and no item is left to be covered.
    press(&mut app, "q n n n n n n n n n n");
    assert!(has(&screen(&app), "the search is at its end"), "{:#?}", screen(&app));
    assert!(!has(&screen(&app), "must be covered"), "{:#?}", screen(&app));
}

/// An option that is only about to be tried differs from one that is tried.
#[test]
fn what_is_tried_next_has_a_question_mark() {
    let mut app = open("queens-8", (120, 40));
    press(&mut app, "d s");
    let before = screen(&app);
    assert!(before.iter().any(|line| line.contains("Q?")), "{before:#?}");
    press(&mut app, "s s");
    assert!(!screen(&app).iter().any(|line| line.contains("Q?")), "{:#?}", screen(&app));
    let mut app = open("cover-knuth", (120, 40));
    press(&mut app, "d s");
    assert!(has(&screen(&app), "▷ a d g") && !has(&screen(&app), "▶ a d g"), "{:#?}", screen(&app));
}

/// Squares that the selected queens attack are crossed out in a search, too: the rank of such a
/// queen has no other option.
#[test]
fn squares_without_an_option_are_crossed_out() {
    for keys in ["", "d", "s"] {
        let mut app = open("queens-12", (120, 40));
        press(&mut app, keys);
        let shown = screen(&app);
        for rank in ["3", "9"] {
            let line = shown.iter().find(|line| line.trim_start().starts_with(&format!("{rank} │")));
            let squares: String = line.map(|line| line.chars().take(56).collect()).unwrap_or_default();
            assert_eq!(squares.matches('×').count(), 11, "{keys}: {shown:#?}");
        }
    }
}

/// A change that could not be kept is said for a moment, and the header says it from then on.
#[test]
fn the_header_says_that_changes_are_not_kept() {
    let mut app = open("cover-knuth", (80, 24));
    press(&mut app, "enter");
    assert!(!screen(&app)[0].contains("not kept"));
    update(&mut app, Msg::NotKept("the disk is full".to_string()));
    for key in ["j", "l"] {
        press(&mut app, key);
        assert!(screen(&app)[0].contains("changes are not kept"), "{}", screen(&app)[0]);
    }
}
