//! Watch: what stands on its screen, what plays, and the way back from a try.

use crate::library::puzzle_rows;
use crate::questions::KINDS;
use dancing::{Event, ItemId, Link, OptionId, Phase};
use quadrille_solve::{Grain, Standing};
use quadrille_study::{branch_words, item_rule_words};
use quadrille_workbench::app::{
    App, Aside, Cursor, Key, LibraryRow, Motion, Msg, SPEEDS, Settings, StepLayout, Stepping, update,
};
use quadrille_workbench::ui::{Glyphs, Theme, draw};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Modifier;
use std::time::{Duration, Instant};

const THEME: Theme = Theme { color: true, glyphs: Glyphs::Unicode };

fn open_with(puzzle: &str, (width, height): (u16, u16), settings: Settings) -> App {
    let entries: Vec<LibraryRow> = puzzle_rows().into_iter().filter(|entry| entry.name == puzzle).collect();
    let mut app = App::new(settings, entries);
    update(&mut app, Msg::Resize(width, height));
    app
}

pub fn open(puzzle: &str, size: (u16, u16)) -> App {
    open_with(puzzle, size, Settings { plays: false, ..Settings::default() })
}

/// Presses keys, and waits for each seek to end.
pub fn press(app: &mut App, keys: &str) {
    for name in keys.split_whitespace() {
        update(app, Msg::Key(Key::parse(name).unwrap()));
        while matches!(&app.rooms.stepping, Some(stepping) if matches!(stepping.motion, Motion::Seek { .. })) {
            update(app, Msg::Tick(Instant::now()));
        }
    }
}

/// Closes what is open beside the picture, and clears the selection.
pub fn clear(app: &mut App) {
    while stepping(app).aside() != Aside::Nothing || stepping(app).cursor != Cursor::default() {
        press(app, "esc");
    }
}

fn stepping(app: &App) -> &Stepping {
    app.rooms.stepping.as_ref().unwrap()
}

pub fn frame(app: &App) -> ratatui::buffer::Buffer {
    let (width, height) = app.desk.terminal.size;
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(app, THEME, frame)).unwrap();
    terminal.backend().buffer().clone()
}

pub fn screen(app: &App) -> Vec<String> {
    let buffer = frame(app);
    let row = |row: &[ratatui::buffer::Cell]| row.iter().map(|cell| cell.symbol()).collect::<String>();
    buffer.content.chunks(buffer.area.width.into()).map(|cells| row(cells).trim_end().to_string()).collect()
}

/// The words of two letters or more on a screen. Boards have none.
pub fn words(lines: &[String]) -> usize {
    let letters = |word: &str| word.chars().filter(|c| c.is_ascii_alphabetic()).count() >= 2;
    lines.iter().flat_map(|line| line.split(|c: char| !c.is_alphanumeric())).filter(|word| letters(word)).count()
}

pub const TEN: [&str; 10] = [
    "cover-knuth",
    "sudoku-9x9-crossroads",
    "sudoku-4x4-first",
    "sudoku-16x16",
    "jigsaw-9x9",
    "target-9x9",
    "queens-8",
    "tiling-pentominoes-6x10",
    "setcover-bombs",
    "cover-word-squares",
];

/// A screen has its picture and few words: about sixty, and ninety with a panel.
#[test]
fn the_screen_is_calm() {
    for puzzle in TEN {
        let mut app = open(puzzle, (120, 40));
        press(&mut app, if puzzle == "sudoku-16x16" { ", d" } else { "d" });
        for keys in ["s s s s", "n n", "e", "n s"] {
            press(&mut app, keys);
            let shown = screen(&app);
            assert!(words(&shown) <= 66, "{puzzle} {keys}: {} {shown:#?}", words(&shown));
            for panel in ["w", "L", "o", "."] {
                press(&mut app, panel);
                let shown = screen(&app);
                assert!(words(&shown) <= 92, "{puzzle} {keys} {panel}: {} {shown:#?}", words(&shown));
                // A long list, and shapes without end, are shown in part.
                let in_part = panel == "L" || puzzle.starts_with("tiling");
                assert!(in_part || !shown.iter().any(|line| line.contains('…')), "{shown:#?}");
                clear(&mut app);
            }
        }
    }
}

/// The picture stands still while the search plays: only what is in it changes.
#[test]
fn nothing_moves_but_the_search() {
    for puzzle in TEN {
        for size in [(80, 24), (120, 40), (200, 60)] {
            let mut app = open(puzzle, size);
            press(&mut app, if puzzle == "sudoku-16x16" { ", d" } else { "d" });
            let places = |app: &App| {
                let lines = screen(app);
                let tree = lines.iter().position(|line| line.contains("─ TREE "));
                let column = tree.map(|at| lines[at].split("─ TREE ").next().map(|before| before.chars().count()));
                (tree, column.flatten().filter(|_| puzzle != "cover-knuth"), lines[1].contains("TREE"))
            };
            let first = places(&app);
            for _ in 0..12 {
                press(&mut app, "s s");
                assert_eq!(places(&app), first, "{puzzle} {size:?}");
            }
        }
    }
}

/// `d` plays option by option, four a second, to the first solution; the pace grows every ten
/// seconds.
#[test]
fn it_plays_until_a_key_or_the_first_solution() {
    let mut app = open_with("queens-8", (80, 24), Settings::default());
    press(&mut app, "d");
    let start = Instant::now();
    let tick = |app: &mut App, millis: u64| _ = update(app, Msg::Tick(start + Duration::from_millis(millis)));
    tick(&mut app, 0);
    tick(&mut app, 1000);
    assert_eq!(stepping(&app).stepper.tally().nodes() - 1, 4, "four options in a second");
    assert!(app.next_tick().is_some() && screen(&app)[0].ends_with("playing, 4/s"));
    // Any key pauses it, and then nothing wakes the program.
    press(&mut app, "s");
    assert_eq!((stepping(&app).motion, app.next_tick()), (Motion::Still, None));
    assert!(screen(&app)[0].ends_with("paused, 4/s"));
    press(&mut app, "space ]");
    assert!(screen(&app)[0].ends_with("playing, 8/s"), "the pace changes while it plays");
    press(&mut app, "space");
    assert_eq!(app.next_tick(), None);

    // Left alone, it comes to the first solution, faster and faster.
    let mut app = open_with("tiling-pentominoes-6x10", (80, 24), Settings::default());
    press(&mut app, "d");
    let mut paces = Vec::new();
    for second in 0..120 {
        tick(&mut app, 1000 * second);
        paces.push(SPEEDS[stepping(&app).speed]);
    }
    assert!(stepping(&app).stepper.search().at_solution());
    assert_eq!((stepping(&app).motion, stepping(&app).stepper.tally().solutions), (Motion::Still, 1));
    assert_eq!((paces[5], paces[15]), (4, 8));
}

/// The givens of a grid pass in one beat, and what is paused at first stays so.
#[test]
fn the_givens_pass_in_one_beat() {
    let mut app = open_with("sudoku-9x9-crossroads", (80, 24), Settings::default());
    press(&mut app, "d");
    let start = Instant::now();
    for millis in [0, 250] {
        update(&mut app, Msg::Tick(start + Duration::from_millis(millis)));
    }
    let givens = app.document().unwrap().puzzle.grid().unwrap().givens();
    assert_eq!(stepping(&app).stepper.search().chosen().len(), givens);
    let mut app = open("sudoku-9x9-crossroads", (80, 24));
    press(&mut app, "d");
    assert_eq!((stepping(&app).motion, app.next_tick()), (Motion::Still, None));
    // A search that was left is shown where it was left.
    let mut app = open_with("queens-8", (80, 24), Settings::default());
    press(&mut app, "d s s s esc d");
    assert_eq!((stepping(&app).motion, stepping(&app).stepper.operations()), (Motion::Still, 3));
}

/// At each rest of the grain *choice*, an option has been taken or taken back with all that it
/// covers, and no such state is passed over.
#[test]
fn a_choice_is_an_option_with_all_that_it_covers() {
    for puzzle in ["cover-knuth", "queens-8", "cover-word-squares", "setcover-bombs", "cover-two-of-a-piece"] {
        let app = {
            let mut app = open(puzzle, (80, 24));
            press(&mut app, "d");
            app
        };
        let mut walker = stepping(&app).stepper.clone();
        let mut finer = walker.clone();
        for _ in 0..300 {
            let before = walker.search().path().len();
            if !walker.step(Grain::Choice, true) {
                break;
            }
            let mut seen = 0;
            while finer != walker {
                assert!(finer.step(Grain::Item, true));
                seen +=
                    usize::from(matches!(finer.search().last_event(), Some(Event::Try { .. } | Event::Next { .. })));
            }
            let after = walker.search().path().len();
            assert!(seen <= 1 && before.abs_diff(after) <= 1, "{puzzle}: {seen} {before} {after}");
        }
    }
}

/// After a try of any length, `u` leads back to the very state in which it began.
#[test]
fn the_way_back_from_a_try_is_exact() {
    let mut rng = fastrand::Rng::with_seed(68);
    let walk = ["s", "s", "s", "n", "S", "N", "+", "-", "L", "o", "w", "j", "tab", "b enter", "i", "m", "e", "]"];
    let trying = ["s", "n", "S", "e", "+", "-", "j", "w", "b enter", "i", "tab", "0", ". enter", "ctrl-o", "["];
    let puzzles = ["cover-knuth", "sudoku-4x4-fork", "queens-8", "setcover-squares-3", "cover-two-of-a-piece"];
    let (mut tried, mut nested) = (0, 0);
    let mut rounds = 0;
    while tried < 1000 {
        rounds += 1;
        assert!(rounds < 6000, "too few tries: {tried}");
        let puzzle = puzzles[rounds % puzzles.len()];
        let mut app = open(puzzle, (80, 24));
        press(&mut app, "d");
        for _ in 0..rng.usize(1..10) {
            press(&mut app, walk[rng.usize(..walk.len())]);
        }
        app.desk.overlay = None;
        if stepping(&app).layout == StepLayout::Inspect {
            press(&mut app, "i");
        }
        for _ in 0..rng.usize(1..4) {
            press(&mut app, ".");
        }
        let before = stepping(&app).clone();
        press(&mut app, "enter");
        if stepping(&app).trial.is_none() {
            continue;
        }
        tried += 1;
        for _ in 0..rng.usize(0..8) {
            press(&mut app, trying[rng.usize(..trying.len())]);
            app.desk.overlay = None;
        }
        // A try inside a try has its own way back.
        let mut depth = 0;
        while stepping(&app).trial.is_some() {
            press(&mut app, "u");
            depth += 1;
        }
        nested += usize::from(depth > 1);
        if depth == 0 {
            continue;
        }
        let after = stepping(&app);
        assert!(after.stepper == before.stepper, "{puzzle}");
        assert_eq!(after.stepper.site(), before.stepper.site());
        assert_eq!(after.stepper.operations(), before.stepper.operations());
        assert_eq!((after.cursor, after.layout, after.panel), (before.cursor, before.layout, before.panel));
        assert_eq!(after.breaks, before.breaks);
        assert_eq!((after.grain, after.beat, after.speed), (before.grain, before.beat, before.speed));
        assert_eq!((after.zoom, after.link), (before.zoom, before.link));
    }
    assert!(nested > 30, "{nested}");
}

/// Moving along the tree moves the search, and the way down leads back.
#[test]
fn moving_along_the_path_moves_the_search_and_back() {
    let mut app = open("queens-8", (120, 40));
    press(&mut app, "d e");
    let before = stepping(&app).stepper.clone();
    press(&mut app, "tab tab tab tab tab");
    assert_eq!(stepping(&app).aside(), Aside::Tree);
    press(&mut app, "k k");
    let above = &stepping(&app).stepper;
    assert!(matches!(above.search().phase(), Phase::Try { .. }));
    assert!(above.search().chosen().len() + 1 < before.search().chosen().len());
    press(&mut app, "j j j j");
    assert!(stepping(&app).stepper == before);
}

/// A number of a try goes on from the number before, and its end says how it differs.
#[test]
fn a_try_has_a_name_and_an_end() {
    let mut app = open("cover-knuth", (120, 40));
    press(&mut app, "d s . enter");
    let head = screen(&app).remove(0);
    assert!(head.contains("your branch: a d f") && !head.contains('?'), "{head}");
    assert!(screen(&app).last().unwrap().contains("u return"));
    press(&mut app, "- s s");
    let mut said = String::new();
    for _ in 0..12 {
        said = stepping(&app).sentences()[0].text.clone();
        if said.contains("Your branch") {
            break;
        }
        press(&mut app, "s");
    }
    assert!(said.contains("Your branch a d f has 1 solution in "), "{said}");
    assert!(said.contains("the algorithm's, a d g, has no solution in "), "{said}");
    press(&mut app, "u");
    assert!(stepping(&app).trial.is_none() && !screen(&app)[0].contains("your branch"));
}

/// What the screen says of a state, on its text and its picture.
struct Said {
    screen: Vec<String>,
    /// The number of symbols that are struck out on the board.
    struck: usize,
}

impl Said {
    fn of(app: &App) -> Said {
        let is_struck = |cell: &&ratatui::buffer::Cell| cell.modifier.contains(Modifier::CROSSED_OUT);
        Said { screen: screen(app), struck: frame(app).content.iter().filter(is_struck).count() }
    }

    /// Returns true if every word of a text is on the screen: a text may be broken over lines, with
    /// a board beside it.
    fn has(&self, text: &str) -> bool {
        let words = text.split_whitespace().map(|word| word.trim_matches([',', '.', ';', ':']));
        words.filter(|word| !word.is_empty()).all(|word| self.screen.iter().any(|line| line.contains(word)))
    }
}

/// All parts of the explanation, as `w` and `j` show them.
fn explained(app: &mut App) -> Vec<Said> {
    press(app, "w");
    let mut pages = vec![Said::of(app)];
    for _ in 0..stepping(app).reasons().len().min(12) {
        press(app, "j");
        pages.push(Said::of(app));
    }
    for _ in 0..20 {
        press(app, "k");
    }
    pages.push(Said::of(app));
    press(app, "esc");
    pages
}

/// Twelve questions are answered from the picture and the sentence within two keys.
#[test]
fn twelve_questions_are_answered() {
    let mut rng = fastrand::Rng::with_seed(12);
    let mut asked = [0usize; 12];
    for puzzle in KINDS {
        let mut app = open(puzzle, (120, 40));
        press(&mut app, if puzzle == "sudoku-16x16" { ", d" } else { "d" });
        for _ in 0..23 {
            for _ in 0..rng.usize(1..4) {
                press(&mut app, ["s", "s", "s", "n", "e", "S"][rng.usize(..6)]);
            }
            let names = stepping(&app).encoded.clone();
            let stepper = stepping(&app).stepper.clone();
            let search = stepper.search();
            let rest = Said::of(&app);
            // What happened, and what is next: item or option of both events, in full sentences.
            for (at, sentence) in stepping(&app).sentences().iter().enumerate().take(2) {
                assert!(rest.has(&sentence.text), "{puzzle}: {} {:#?}", sentence.text, rest.screen);
                asked[at] += 1;
            }
            // Where in the tree.
            if search.phase() != Phase::Done {
                assert!(rest.has(&format!("level {}", search.chosen().len())), "{:#?}", rest.screen);
                asked[8] += 1;
            }
            let pages = explained(&mut app);
            let any = |text: &str| pages.iter().any(|page| page.has(text));
            // Why this item.
            if let (Some(item), Phase::Try { .. }) = (search.current_item(), search.phase())
                && stepper.dead_item().is_none()
            {
                assert!(any(item_rule_words(search.rule())), "{puzzle}: {}", names.item_noun(item));
                asked[2] += 1;
            }
            // Hidden through what: each option that the step hid, up to the first few.
            let step = stepper.last_step().filter(|step| step.removes && step.hidden.len() <= 3);
            for hidden in step.iter().flat_map(|step| &step.hidden) {
                let name = names.option_short(hidden.option);
                let is_marked = rest.struck >= step.as_ref().map_or(1, |step| step.hidden.len());
                assert!(is_marked || any(&name), "{puzzle}: {name} {:#?}", rest.screen);
                // An option that is hidden because it was tried is hidden through no other item.
                let through = matches!(search.last_event(), Some(Event::Choose { .. } | Event::Cover { .. }));
                assert!(!through || any(&names.item_noun(hidden.through)), "{puzzle}: {name}");
                asked[3] += 1;
            }
            // Why back here.
            if let (Some(item), true) = (stepper.dead_item(), stepper.did().is_some_and(|did| did.forward)) {
                assert!(rest.has(&names.item_noun(item)) && rest.has("dead end"), "{puzzle} {:#?}", rest.screen);
                let marked = rest.screen.iter().any(|line| line.contains('!'));
                assert!(marked, "{puzzle}: the dead item is marked on the picture: {:#?}", rest.screen);
                asked[7] += 1;
            }
            // Why in reverse.
            if matches!(search.last_event(), Some(Event::Uncover { .. }))
                && stepper.did().is_some_and(|did| did.forward)
            {
                let moved = stepper.last_step().is_some_and(|step| !step.links.is_empty() && !step.back);
                assert!(!moved || any("reverse"), "{puzzle} {:?} {:#?}", stepper.site(), pages[0].screen);
                asked[6] += usize::from(moved);
            }
            // Which counts.
            press(&mut app, "o");
            let counted = Said::of(&app);
            let now = stepping(&app).stepper.links();
            let mut open: Vec<(usize, ItemId)> = now.open_items().map(|item| (now.len(item), item)).collect();
            open.retain(|(_, item)| item.index() < now.n_primary());
            open.sort();
            for (count, item) in open.into_iter().take(1) {
                assert!(counted.has(&format!("{} {count}", names.item_noun(item))), "{puzzle} {:#?}", counted.screen);
                asked[4] += 1;
            }
            press(&mut app, "esc");
            // Which pointers.
            press(&mut app, "L");
            let linked = Said::of(&app);
            let shown = stepping(&app).links_shown().filter(|(step, done)| !step.links.is_empty() && *done > 0);
            if let Some((step, done)) = shown {
                let (links, names) = (stepping(&app).stepper.links(), &stepping(&app).encoded);
                let item = match step.links[done - 1] {
                    Link::Header(_) => None,
                    Link::Node(node) => Some(links.item(node)),
                };
                // The heavy arrows are between the two neighbours, whose pointers changed.
                for pointer in &step.pointers[2 * done - 2..2 * done] {
                    let label = match pointer.of.map(|node| (links.option(node), node)) {
                        None => "root".to_string(),
                        Some((Some(option), _)) => {
                            item.map_or_else(String::new, |item| branch_words(names, item, Some(option)))
                        }
                        Some((None, header)) => names.item_short(ItemId(header.0)),
                    };
                    // A word that all options of a list begin with is left out.
                    let rest = label.split_once(' ').map_or(&label[..], |(_, rest)| rest);
                    let text = format!("│ {rest} │");
                    let has = |line: &str| line.contains(&text) || line.contains(&format!("│ {label} │"));
                    let is_bent = |line: &&String| (line.contains("◂━") || line.contains('◀')) && has(line);
                    assert!(linked.screen.iter().any(|line| is_bent(&line)), "{puzzle}: {text} {:#?}", linked.screen);
                    asked[5] += 1;
                }
            }
            press(&mut app, "esc");
            // Who hid it: a hidden option of the problem, selected.
            let standing = Standing::of(search);
            let problem = &names.problem;
            let hidden = (0..40).map(|_| OptionId(rng.u32(..problem.n_options() as u32))).find_map(|option| {
                match standing.option(option) {
                    quadrille_solve::Fate::Hidden(blame) => Some((option, blame)),
                    _ => None,
                }
            });
            if let Some((option, blame)) = hidden {
                app.rooms.stepping.as_mut().unwrap().select_option(option);
                press(&mut app, "w");
                let told = Said::of(&app);
                assert!(told.has(&format!("level {}", blame.level)), "{puzzle}: {:#?}", told.screen);
                if let Some(by) = blame.by {
                    let by = names.option_short(by);
                    assert!(told.has(&by), "{puzzle}: {by} {:#?}", told.screen);
                }
                asked[9] += 1;
                clear(&mut app);
            }
            // What if, and how back.
            press(&mut app, ".");
            if stepping(&app).aside() == Aside::Try {
                let option = stepping(&app).cursor.option.unwrap();
                let shown = Said::of(&app);
                assert!(shown.has(&names.option_long(option)), "{puzzle}: {:#?}", shown.screen);
                asked[10] += 1;
                press(&mut app, "enter");
                if stepping(&app).trial.is_some() {
                    assert!(screen(&app)[0].contains("your branch"));
                    press(&mut app, "s");
                    assert!(screen(&app).last().unwrap().contains("u return"), "{puzzle}");
                    press(&mut app, "u");
                    assert_eq!(stepping(&app).stepper.site(), stepper.site());
                    asked[11] += 1;
                }
            }
            clear(&mut app);
        }
    }
    assert!(asked.iter().all(|&times| times >= 10), "{asked:?}");
}

/// The links of the search agree with the boxes of the strip: its ring is the list, and what is
/// lifted has left it.
#[test]
fn the_strip_is_the_list() {
    let mut app = open("cover-knuth", (120, 40));
    press(&mut app, "d + +");
    let mut drawn = 0;
    for _ in 0..60 {
        press(&mut app, "s");
        let state = stepping(&app);
        let Some(strip) = quadrille_workbench::ui::Strip::of(state) else { continue };
        let links = state.stepper.links();
        for (at, one) in strip.boxes.iter().enumerate() {
            let Some(node) = one.node.filter(|_| at > 0 && at + 1 < strip.boxes.len()) else { continue };
            match links.option(node) {
                Some(_) => assert_eq!(links.is_linked(node), one.lifted.is_none()),
                None => assert_eq!(links.is_open(ItemId(node.0)), one.lifted.is_none()),
            }
            if let Some((left, right)) = one.lifted.filter(|_| links.option(node).is_some()) {
                assert_eq!(strip.boxes[left].node, Some(links.up(node)));
                assert_eq!(strip.boxes[right].node, Some(links.down(node)));
            }
            drawn += 1;
        }
    }
    assert!(drawn > 60, "{drawn}");
}

/// The boxes of the drawn ring and those that its dots stand for are all nodes of the list, with
/// its header at both ends: on every kind, wherever the strip is drawn.
#[test]
fn the_whole_list_is_drawn_or_counted_on_every_kind() {
    let kinds = [
        "sudoku-9x9-gentle",
        "sudoku-12x12",
        "jigsaw-9x9",
        "target-9x9",
        "tiling-pentominoes-6x10",
        "queens-12",
        "setcover-lottery",
        "cover-word-squares",
        "cover-knuth",
    ];
    for kind in kinds {
        let mut app = open(kind, (120, 40));
        press(&mut app, "d L");
        let mut drawn = 0;
        for _ in 0..25 {
            press(&mut app, "s");
            let state = stepping(&app);
            let Some((step, done)) = state.links_shown().filter(|(step, done)| !step.links.is_empty() && *done > 0)
            else {
                continue;
            };
            let links = state.stepper.links();
            let length = match step.links[done - 1] {
                Link::Header(_) => links.open_items().count(),
                Link::Node(node) => links.column(links.item(node)).count(),
            };
            let shown = screen(&app);
            let below = shown.iter().position(|line| line.contains("THE LIST OF")).unwrap_or(shown.len());
            let rows = shown[below.min(shown.len())..].iter();
            let is_ring = |line: &&String| line.contains(['◂', '◀']) && !line.contains('┊');
            let Some(ring) = rows.into_iter().find(is_ring) else { continue };
            let from = shown[below].chars().position(|c| c == 'T').unwrap_or(0) - 2;
            let ring: String = ring.chars().skip(from).collect();
            let boxes = ring.split(['◂', '▸', '◀', '▶']).filter(|part| part.contains('│')).count();
            let number = |part: &str| part.trim_matches(|c: char| !c.is_ascii_digit()).parse::<usize>().unwrap_or(0);
            let dots: usize = ring.split(['◂', '▸', '◀', '▶']).filter(|part| part.contains('…')).map(number).sum();
            assert_eq!(boxes + dots, length + 2, "{kind}: {ring}");
            drawn += 1;
        }
        assert!(drawn >= 10, "{kind}: {drawn}");
    }
}

/// In the panel of links `j` and `k` go through the links of the step, and a step ends that.
#[test]
fn links_are_looked_at_one_by_one() {
    let mut app = open("cover-knuth", (120, 40));
    press(&mut app, "d s L");
    let at = |app: &App| {
        let lines = screen(app);
        let line = lines.iter().find(|line| line.contains(" link ")).cloned().unwrap_or_default();
        line.split(" link ").nth(1).unwrap_or_default().split(',').next().unwrap_or_default().to_string()
    };
    assert_eq!(at(&app), "5 of 5");
    press(&mut app, "k k");
    assert_eq!(at(&app), "3 of 5");
    press(&mut app, "j");
    assert_eq!(at(&app), "4 of 5");
    press(&mut app, "s");
    assert_eq!(stepping(&app).link, None);
}

/// A list has both ends on the screen or, without room for its names, is told in words.
#[test]
fn a_strip_fits_its_room() {
    for (puzzle, size) in
        [("sudoku-9x9-gentle", (80, 24)), ("queens-8", (80, 24)), ("queens-8", (120, 40)), ("jigsaw-9x9", (120, 40))]
    {
        let mut app = open(puzzle, size);
        press(&mut app, "d + + s s s s");
        let arrows = |line: &&String| line.contains('◂') && line.contains('▸') && !line.contains('┊');
        let shown = screen(&app);
        let told = shown.iter().any(|line| line.contains(" link "));
        let ring = shown.iter().rfind(arrows).cloned().unwrap_or_default();
        let end = ring.trim_end().trim_end_matches(|c: char| c.is_ascii_digit());
        assert!(told || end.ends_with(['│', '…']), "{puzzle}: {shown:#?}");
    }
}
