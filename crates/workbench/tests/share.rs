//! States as lines of text: what is written is read as the same state, and anything else is refused
//! by name.

use crate::bundled::BUNDLED;
use crate::library::puzzle_rows;
use dancing::ItemRule;
use quadrille_puzzle::{TOML, encode, load};
use quadrille_solve::{Grain, Stepper};
use quadrille_study::{LONGEST, SharedError, SharedState, policy_of};
use quadrille_workbench::app::{App, Msg, Screen, Settings, update};

fn puzzle(text: &str) -> quadrille_puzzle::Puzzle {
    load(text, Some(TOML.id)).unwrap().puzzles.remove(0)
}

#[test]
fn a_shared_state_is_the_state() {
    let mut written = 0;
    for file in BUNDLED {
        let puzzle = puzzle(file.text);
        let names = encode(&puzzle.shape);
        for rule in [ItemRule::Fewest, ItemRule::First] {
            let mut stepper = Stepper::new(&names.problem, dancing::Policy { rule, ..policy_of(&puzzle) });
            for _ in 0..7 {
                stepper.step(Grain::Item, true);
            }
            stepper.step(Grain::Link, true);
            let shared = SharedState { puzzle: puzzle.clone(), rule, site: stepper.site() };
            let line = match shared.write() {
                Ok(line) => line,
                Err(SharedError::TooLarge) => continue,
                Err(other) => panic!("{}: {other}", file.name),
            };
            written += 1;
            assert!(
                line.len() <= LONGEST
                    && line.bytes().all(|byte| byte.is_ascii_graphic() && !b"'\"$`\\&|;<>".contains(&byte))
            );
            // As a chat or a shell may give it back.
            for text in [line.clone(), format!("  {line}\n"), format!("'{line}'")] {
                assert!(SharedState::is_one(&text));
                let back = SharedState::read(&text).unwrap();
                assert_eq!((back.rule, &back.site), (rule, &shared.site), "{}", file.name);
                assert!(back.puzzle.shape.means(&puzzle.shape) && back.puzzle.meta == puzzle.meta, "{}", file.name);
            }
        }
    }
    assert!(written > 40, "{written}");
}

#[test]
fn a_line_that_is_not_whole_is_refused_by_name() {
    let puzzle = puzzle(BUNDLED[0].text);
    let line = SharedState { puzzle, rule: ItemRule::Fewest, site: "1/2".parse().unwrap() }.write().unwrap();
    let read = |text: &str| SharedState::read(text).map(drop);
    assert_eq!(read("hello"), Err(SharedError::NotOne));
    assert_eq!(read(""), Err(SharedError::NotOne));
    assert_eq!(read("q1"), Err(SharedError::NotOne));
    assert_eq!(read(&line.replacen("q1:", "q2:", 1)), Err(SharedError::Version { version: "2".to_string() }));
    assert!(SharedState::is_one("q17:x") && read("q17:x").unwrap_err().to_string().contains("version 17"));
    assert_eq!(read(&format!("q1:{}", "A".repeat(LONGEST))), Err(SharedError::TooLong { length: LONGEST + 3 }));
    assert_eq!(read("q1:"), Err(SharedError::Damaged));
    // Each character counts, and so does each that is missing.
    let mut same = 0;
    for at in 3..line.len() {
        let mut bytes = line.clone().into_bytes();
        bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(bytes).unwrap();
        // Bits after the end of the packed text mean nothing.
        match SharedState::read(&changed) {
            Ok(_) => same += 1,
            Err(error) => assert_eq!(error, SharedError::Damaged, "{at}"),
        }
        assert!(SharedState::read(&line[..at]).is_err() || at + 2 >= line.len(), "cut at {at}");
    }
    assert!(same <= 2, "{same}");
}

#[test]
fn a_puzzle_that_is_too_large_for_a_line_says_so_at_once() {
    let items: Vec<String> = (0..3000).map(|at| format!("i{at}")).collect();
    let rows: Vec<String> = (0..60_000).map(|at| format!("i{} i{}", at % 3000, (at * 7 + 1) % 3000)).collect();
    let rows: Vec<String> = rows.into_iter().filter(|row| row.split(' ').next() != row.split(' ').nth(1)).collect();
    let text = format!("{}\n{}\n", items.join(" "), rows.join("\n"));
    let puzzle = load(&text, Some("knuth")).unwrap().puzzles.remove(0);
    let start = std::time::Instant::now();
    let shared = SharedState { puzzle, rule: ItemRule::Fewest, site: "root".parse().unwrap() };
    assert_eq!(shared.write(), Err(SharedError::TooLarge));
    assert!(start.elapsed().as_millis() < 200, "{:?}", start.elapsed());
}

#[test]
fn a_line_that_is_pasted_opens_the_state() {
    let puzzle = puzzle(BUNDLED[0].text);
    let line = SharedState { puzzle, rule: ItemRule::First, site: "1/2+1".parse().unwrap() }.write().unwrap();
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, puzzle_rows());
    update(&mut app, Msg::Paste(format!("{line}\n")));
    assert_eq!(app.screen(), Screen::Step);
    let stepping = app.rooms.stepping.as_ref().unwrap();
    assert_eq!((stepping.stepper.site().to_string().as_str(), stepping.policy.rule), ("1/2+1", ItemRule::First));
    update(&mut app, Msg::Paste(line.replacen("q1", "q9", 1)));
    let said = app.desk.overlay.as_ref().unwrap().words(&app).join(" ");
    assert!(said.contains("version 9"), "{said}");
}
