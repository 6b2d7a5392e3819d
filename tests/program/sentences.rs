//! Sentences agree with their numbers: no screen and no line says `1 options` or `1 of 0`, and no
//! sentence uses the name of an action where a word is meant.
//!
//! Random keys on small puzzles, where ones and zeros are frequent. Each state is drawn and spoken.

use crate::support::rounds;
use clap::Parser;
use quadrille::app::{ACTIONS, App, Effect, Key, LibraryRow, Msg, Settings, update};
use quadrille::cli::{Cli, run_into};
use quadrille::puzzle::load;
use quadrille::solve::{Report, What, forecast, run};
use quadrille::ui::{Glyphs, Say, Theme, draw, spoken};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::process::{Command, Stdio};
use std::time::Duration;

const MONO: Theme = Theme { color: false, glyphs: Glyphs::Unicode };

/// Plurals of the program's nouns.
const PLURALS: &str = "options items rows columns cells solutions nodes levels updates improvements lines puzzles \
    givens branches steps symbols regions covers marks changes conflicts clauses restarts reductions propagations findings dives \
    sets shapes pieces operations boards pointers links lists words forms rules numbers tickets matches colours \
    sides places bytes";

/// Where a text has a plural noun beside a 1, or a place in an empty list.
fn faults(text: &str) -> Vec<String> {
    let of_zero = text.match_indices("1 of 0").map(|(at, _)| at);
    let plurals = text.match_indices("1 ").filter(|(at, _)| {
        let word: String = text[at + 2..].chars().take_while(|c| c.is_ascii_lowercase()).collect();
        PLURALS.split_whitespace().any(|plural| plural == word)
    });
    // The 1 is not the end of another number or of a name, and no `r1=` or `level 1`.
    let alone = |at: &usize| {
        let before = text[..*at].trim_end_matches(['+', '(']);
        !before.ends_with(|c: char| c.is_alphanumeric() || ".,:=/-–".contains(c))
            && !["level ", "operation ", "node ", "size ", "depth "].iter().any(|word| before.ends_with(word))
    };
    let around = |at: usize| text[at..].chars().take(40).collect();
    of_zero.chain(plurals.map(|(at, _)| at)).filter(alone).map(around).collect()
}

#[test]
fn the_faults_are_found_where_they_are() {
    for bad in ["1 options", "find: x   1 of 0: enter", "has 1 rows of 4", "(1 options before it", "1 nodes"] {
        assert_eq!(faults(bad).len(), 1, "{bad}");
    }
    for good in ["1 option", "11 options", "2.1 rows", "level 1 options", "1 of 10", "r1 cells", "1,001 options"] {
        assert!(faults(good).is_empty(), "{good}");
    }
}

/// Opens a puzzle, and does what effects ask as the shell would.
struct Session {
    app: App,
    name: &'static str,
    pressed: String,
}

impl Session {
    fn of(name: &'static str, text: &str, form: Option<&str>) -> Session {
        let puzzle = load(text, form).unwrap().puzzles.remove(0);
        let mut session = Session {
            app: App::new(
                Settings { plays: false, ..Settings::default() },
                vec![LibraryRow::made(name.to_string(), puzzle)],
            ),
            name,
            pressed: String::new(),
        };
        session.send(Msg::Resize(100, 30));
        session
    }

    fn send(&mut self, msg: Msg) {
        for effect in update(&mut self.app, msg) {
            match effect {
                Effect::Start(job) => {
                    let outcome = run(&job.problem, job.order.clone(), &mut ());
                    self.send(Msg::Report(Report { run: job.run, what: What::Finished(Box::new(outcome)) }));
                }
                Effect::Work(id, task) => {
                    let done = Ok(task.run(&mut |_| true));
                    self.send(Msg::Worked { id, done });
                }
                Effect::Forecast { run, problem } => {
                    let found = forecast(&problem, Default::default(), 10, 1, Duration::from_secs(1));
                    self.send(Msg::Forecast { run, found: found.map(|found| (found, 1e6)) });
                }
                _ => {}
            }
        }
    }

    /// Presses keys, and reads every screen on the way.
    fn press(&mut self, keys: &str) {
        for name in keys.split_whitespace() {
            self.pressed += &format!("{name} ");
            self.send(Msg::Key(Key::parse(name).unwrap_or_else(|| panic!("{name} is no key"))));
            self.read();
        }
    }

    /// The screen, and what is spoken of it.
    fn text(&self) -> String {
        let (width, height) = self.app.desk.terminal.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(&self.app, MONO, frame)).unwrap();
        let buffer = terminal.backend().buffer();
        let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>() + "\n";
        (0..height).map(row).collect::<String>() + &spoken(&self.app, Say::Whole, MONO).join("\n")
    }

    fn read(&self) {
        let text = self.text();
        let found = faults(&text);
        assert!(found.is_empty(), "{}, keys {}: {found:?}\n{text}", self.name, self.pressed);
        // What is not a word of a list of commands is a sentence: it names no action.
        for notice in self.app.desk.notice.iter().map(|notice| &notice.text) {
            for spec in ACTIONS.iter().filter(|spec| spec.id.contains('-')) {
                assert!(!notice.contains(spec.id), "{}, keys {}: {notice}", self.name, self.pressed);
            }
        }
    }
}

const KNUTH: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
const TINY: [(&str, &str, Option<&str>); 8] = [
    ("one option", "a\na\n", Some("knuth")),
    ("one dead item", "a b\na\n", Some("knuth")),
    ("two options", "a b | c\na c\nb\nb c\n", Some("knuth")),
    ("knuth", KNUTH, Some("knuth")),
    ("multiple", "1:2|a b c\na b\na c\nb\nc\n", Some("knuth")),
    ("sets", "setcover\na b c\na b\nb c\nc\n", Some("sets")),
    ("one given", "1...\n....\n....\n....\n", None),
    ("one empty", "1234\n3412\n2143\n432.\n", None),
];

#[test]
fn no_screen_says_one_options() {
    for (name, text, form) in TINY {
        // The library, and each room with its views.
        let mut session = Session::of(name, text, form);
        session.press("q ? z z q z esc : z z q z esc f2 esc enter ? n o n e esc");
        session.press("n j l l l l k j j j j j esc M C u V O V y esc v");
        session.press("m tab tab tab e j enter esc / z z enter esc esc");
        let mut session = Session::of(name, text, form);
        session.press("d + + s s s s w esc - - - s s s tab tab tab tab tab z z t j l esc v s s f esc n n n n f f N");
        let mut session = Session::of(name, text, form);
        session.press("s n enter esc g");
    }
}

#[test]
fn random_keys_never_lead_to_one_options() {
    let keys: Vec<&str> = ACTIONS
        .iter()
        .flat_map(|spec| spec.keys.iter().copied())
        .filter(|key| !["Q", "ctrl-z", "ctrl-c", "ctrl-s", "S", "t"].contains(key))
        .chain(["1", "2", "3", "enter", "esc", "s", "n", "j", "l"])
        .collect();
    for (at, (name, text, form)) in TINY.into_iter().enumerate() {
        let mut random = fastrand::Rng::with_seed(7 + at as u64);
        for (width, height) in [(80, 24), (200, 60)] {
            let mut session = Session::of(name, text, form);
            session.send(Msg::Resize(width, height));
            for _ in 0..rounds(50, 150) {
                session.press(keys[random.usize(..keys.len())]);
            }
        }
    }
}

/// A sentence about marks says what was changed, and is true of the whole grid.
#[test]
fn marks_are_told_as_what_they_are() {
    let mut session = Session::of("one given", TINY[6].1, None);
    let told = |session: &Session| session.app.desk.notice.as_ref().unwrap().text.clone();
    session.press("l space 2 space C");
    assert_eq!(told(&session), "marks taken out of 1 cell; symbols that were ruled out stay so");
    session.press("C");
    assert_eq!(told(&session), "there are no marks");
    session.press("M");
    assert_eq!(told(&session), "marks changed in 15 cells: every empty cell has the symbols that its units allow");
    session.press("M");
    assert_eq!(told(&session), "every empty cell has the marks that its units allow already");
}

#[test]
fn no_command_says_one_options() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text, form) in TINY {
        let path = folder.path().join("puzzle.txt");
        std::fs::write(&path, text).unwrap();
        let file = path.to_str().unwrap();
        let read_as: Vec<&str> = form.map_or(Vec::new(), |form| vec!["--as", form]);
        for words in [
            &["solve"][..],
            &["count"],
            &["lint", "--all"],
            &["estimate", "--dives", "1"],
            &["trace", "--grain", "branch"],
            &["trace", "--grain", "item"],
            &["trace", "--grain", "option"],
            &["trace", "--grain", "link"],
            &["explain"],
        ] {
            let cli = Cli::try_parse_from([&["quadrille"], words, &read_as, &[file]].concat()).unwrap();
            let mut out = Vec::new();
            run_into(cli, &mut out).unwrap();
            let found = faults(std::str::from_utf8(&out).unwrap());
            assert!(found.is_empty(), "{name} {words:?}: {found:?}");
        }
        // Statistics are on standard error.
        for engine in ["links", "clauses", "memo", "taxes"] {
            for words in [&["solve"][..], &["count"], &["solve", "--goal", "best"]] {
                let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
                let command = command.args(words).args(["--stats", "--engine", engine]).args(&read_as).arg(file);
                let said = command.stdout(Stdio::null()).output().unwrap().stderr;
                let said = String::from_utf8_lossy(&said).into_owned();
                assert!(faults(&said).is_empty(), "{name} {words:?} {engine}: {said}");
            }
        }
    }
}
