//! Properties of any input bytes. The fuzz targets call these functions, and so does
//! `tests/library/fuzzing.rs` with random bytes in every test run.

use quadrille::app::{App, Code, Deed, Effect, Import, Kept, Key, LibraryRow, Msg, Settings, update};
use quadrille::checkpoint::Checkpoint;
use quadrille::config::Config;
use quadrille::dlx::{ItemId, Problem};
use quadrille::library::puzzle_rows;
use quadrille::puzzle::{
    EXCHANGE, KINDS, LoadError, ParseError, Puzzle, TOML, cover, decode, draw as drawn, kind, load, write_toml,
};
use quadrille::seal::{FIELD, opened, seal};
use quadrille::solve::pieces::{Piece, check_alike, split, whole};
use quadrille::solve::{Flow, Host, Report, Site, Snapshot, StopReason, What, run};
use quadrille::ui::{self, Glyphs, Say, Theme};
use quadrille::witness::{JUDGES, JudgeMethod, NineLines};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The most bytes of a text that are used.
const LONGEST: usize = 4000;

/// Any text in any form: it is read, or refused with an error that can be drawn. What was read
/// survives a round trip.
pub fn read(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let own = KINDS.iter().flat_map(|kind| kind.forms.iter());
    let forms: Vec<&str> = own.chain(EXCHANGE).map(|form| form.id).collect();
    let form = forms.get(usize::from(first) % (forms.len() + 2)).copied();
    let form = if usize::from(first) % (forms.len() + 2) == forms.len() { Some(TOML.id) } else { form };
    let rest = &rest[..rest.len().min(LONGEST)];
    let text = match decode(rest) {
        Ok(text) => text,
        Err(error) => return refused(&String::from_utf8_lossy(rest), &error),
    };
    match load(&text, form) {
        Ok(loaded) => loaded.puzzles.iter().for_each(comes_back),
        Err(LoadError::Parse(error)) => refused(&text, &error),
        Err(LoadError::Foreign(error, loaded)) => {
            refused(&text, &error);
            loaded.puzzles.iter().for_each(comes_back);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// An error has a place in the text, and can be drawn.
fn refused(text: &str, error: &ParseError) {
    // Blank lines at the end are lines too, as an editor shows them.
    let lines = text.replace("\r\n", "\n").replace('\r', "\n").split('\n').count();
    assert!((1..=lines).contains(&error.place.line), "line {} of {lines}: {error}", error.place.line);
    assert!(!drawn("text", text, error).is_empty());
}

/// A written puzzle is read back as the same puzzle.
fn comes_back(puzzle: &Puzzle) {
    let text = write_toml(puzzle);
    let mut loaded = load(&text, Some(TOML.id)).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let read = loaded.puzzles.pop().expect("a file holds a puzzle");
    assert!(read.shape.means(&puzzle.shape), "{text}");
    assert_eq!((&read.meta, read.kind.id), (&puzzle.meta, puzzle.kind.id), "{text}");
    assert_eq!(read.marks, puzzle.marks, "{text}");
}

/// Any names, titles and notes survive a round trip through a file.
pub fn toml(data: &[u8]) {
    let text = String::from_utf8_lossy(&data[..data.len().min(LONGEST)]);
    let mut parts = text.split('\u{1}');
    let [title, source, note, names] = std::array::from_fn(|_| parts.next().unwrap_or("").to_string());
    let mut items: Vec<&str> = names.split_whitespace().collect();
    items.dedup();
    let cover = kind("cover").expect("a kind");
    let text = format!("{}\n{}\n", items.join(" "), items.join("\n"));
    let shape = match load(&text, Some("knuth")) {
        Ok(mut loaded) if !loaded.puzzles.is_empty() => loaded.puzzles.remove(0).shape,
        _ => load("a\na\n", Some("knuth")).expect("a problem").puzzles.remove(0).shape,
    };
    let mut puzzle = Puzzle::new(cover, &cover::KNUTH, shape);
    (puzzle.meta.title, puzzle.meta.source, puzzle.meta.note) = (title, source, note);
    puzzle.meta.tags = items.iter().map(ToString::to_string).collect();
    comes_back(&puzzle);
}

/// A small library with one puzzle for each kind of picture.
fn workbench(which: u8) -> App {
    const NAMES: [&str; 9] = [
        "sudoku-4x4-first",
        "cover-knuth",
        "queens-8",
        "jigsaw-6x6",
        "target-9x9",
        "tiling-steps",
        "setcover-squares-3",
        "setcover-watch",
        "sudoku-16x16",
    ];
    static ALL: LazyLock<Vec<LibraryRow>> = LazyLock::new(puzzle_rows);
    let all = &*ALL;
    let own = all.iter().find(|entry| entry.name == NAMES[usize::from(which) % NAMES.len()]).expect("it is bundled");
    let mut entries = vec![own.clone()];
    entries.extend(all.iter().take(3).cloned());
    App::new(Settings::default(), entries)
}

/// Maps a byte to a key: first the keys that type a character, then the named ones.
fn key(byte: u8) -> Key {
    const CODES: [Code; 13] = [
        Code::Enter,
        Code::Esc,
        Code::Tab,
        Code::Backspace,
        Code::Delete,
        Code::Left,
        Code::Right,
        Code::Up,
        Code::Down,
        Code::Home,
        Code::End,
        Code::PageUp,
        Code::PageDown,
    ];
    match byte {
        32..=126 => Key::char(char::from(byte)),
        127..=152 => Key { ctrl: true, ..Key::char(char::from(b'a' + (byte - 127))) },
        _ => {
            let code = CODES[usize::from(byte) % CODES.len()];
            Key { shift: byte >= 200, ..Key::plain(code) }
        }
    }
}

/// Stops a run after a few polls.
struct Impatient(u32);

impl Host for Impatient {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        _ = look();
        self.0 += 1;
        if self.0 < 20 { Flow::Go } else { Flow::Stop(StopReason::Cancelled) }
    }
}

/// Executes an effect that needs no files, and returns the resulting message.
fn perform(effect: Effect) -> Option<Msg> {
    match effect {
        Effect::Read { id, text } => Some(Msg::Read { id, import: Import::read(Import::PASTED, &text).map(Box::new) }),
        Effect::Open(opening) => Some(Msg::Opened { id: opening.id, room: Ok(Box::new(opening.make())) }),
        Effect::Start(job) => {
            let outcome = run(&job.problem, job.order, &mut Impatient(0));
            Some(Msg::Report(Report { run: job.run, what: What::Finished(Box::new(outcome)) }))
        }
        Effect::Save { entry, version, path, puzzle, .. } => {
            comes_back(&puzzle);
            Some(Msg::Saved { entry, version, path, result: Ok(0) })
        }
        _ => None,
    }
}

fn take(app: &mut App, msg: Msg) {
    let mut waiting = vec![msg];
    for _ in 0..20 {
        let Some(msg) = waiting.pop() else { return };
        waiting.extend(update(app, msg).into_iter().filter_map(perform));
    }
}

/// Asserts the invariants of every state of the workbench.
fn holds(app: &App) {
    if let Some(stepping) = &app.rooms.stepping {
        stepping.stepper.search().validate().expect("the links are whole");
    }
    if let Some((document, grid)) = app.document().and_then(|own| Some((own, own.puzzle.grid()?))) {
        assert!(document.cursor.index() < grid.cells.len());
    }
    assert!(app.library.open.is_none_or(|open| app.library.entries[open].document().is_some()));
}

fn paint(app: &App, columns: u16, rows: u16, glyphs: Glyphs) {
    let theme = Theme { color: columns.is_multiple_of(2), glyphs };
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a buffer");
    terminal.draw(|frame| ui::draw(app, theme, frame)).expect("it is drawn");
}

/// Any keys, then drawing at any size.
pub fn draw(data: &[u8]) {
    let [which, columns, rows, keys @ ..] = data else { return };
    let mut app = workbench(*which);
    // Sizes up to 306x102.
    let (columns, rows) = (u16::from(*columns) * 6 / 5, u16::from(*rows) * 2 / 5);
    take(&mut app, Msg::Resize(columns, rows));
    for &byte in keys.iter().take(200) {
        take(&mut app, Msg::Key(key(byte)));
    }
    paint(&app, columns, rows, if rows.is_multiple_of(2) { Glyphs::Unicode } else { Glyphs::Ascii });
    assert!(ui::spoken(&app, Say::Whole, Theme { color: false, glyphs: Glyphs::Ascii }).iter().all(|l| l.is_ascii()));
}

/// Any messages: keys, pastes, sizes, ticks, lines. Nothing may panic, and the links must stay
/// valid.
pub fn messages(data: &[u8]) {
    let Some((&which, rest)) = data.split_first() else { return };
    let (mut app, start) = (workbench(which), Instant::now());
    let mut at = 0;
    while at < rest.len().min(2000) {
        let (byte, next) = (rest[at], rest.get(at + 1).copied().unwrap_or(0));
        let words = |from: usize| {
            let end = (from + usize::from(next)).min(rest.len());
            (String::from_utf8_lossy(&rest[from.min(end)..end]).into_owned(), end)
        };
        at += 1;
        let msg = match byte {
            0..=3 => Msg::Tick(start + Duration::from_millis(at as u64 * 40)),
            4 => Msg::Resize(u16::from(next), u16::from(next) / 3),
            5 => {
                let (text, end) = words(at + 1);
                at = end.max(at + 1);
                Msg::Paste(text)
            }
            6 => {
                let (text, end) = words(at + 1);
                at = end.max(at + 1);
                Msg::Line(text.replace('\n', " "))
            }
            // The mouse at any place.
            7 => {
                app.desk.terminal.mouse = true;
                let deeds = [Deed::Press, Deed::Drag, Deed::Wheel { down: true }, Deed::Wheel { down: false }];
                let place = (
                    u16::from(next) % app.desk.terminal.size.0.max(1),
                    u16::from(rest.get(at + 1).copied().unwrap_or(0)),
                );
                Msg::Pointer { deed: deeds[usize::from(next) % 4], spot: ui::spot(&app, place) }
            }
            _ => Msg::Key(key(byte)),
        };
        take(&mut app, msg);
        holds(&app);
        if byte == next {
            paint(&app, 80, 24, Glyphs::Unicode);
        }
    }
}

/// Any input of any judge: cases are read, and the first error has a place and can be drawn.
pub fn judges(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let judge = &JUDGES[usize::from(first) % JUDGES.len()];
    let rest = &rest[..rest.len().min(LONGEST)];
    if let JudgeMethod::NineLines = judge.method {
        let mut lines = NineLines::default();
        for line in rest.split(|&byte| byte == b'\n') {
            if let Err(error) = lines.next(line) {
                assert!((1..=lines.lines()).contains(&error.place.line), "{error}");
                return;
            }
        }
        _ = lines.warning();
        return;
    }
    let Ok(text) = decode(rest) else { return };
    for case in judge.cases(&text).take(50) {
        if let Err(error) = case {
            // A judge's error may name the column behind a missing word.
            refused(&text, &error.within(&text));
        }
    }
}

/// A problem with symmetries, and its pieces.
fn cut() -> (Problem, Vec<Piece>) {
    let mut problem = Problem::new(6, 0);
    for (a, b) in (0..6).flat_map(|a| (a + 1..6).map(move |b| (a, b))) {
        problem.push(&[ItemId(a), ItemId(b)]).expect("an option");
    }
    let pieces = split(&problem, 8, &mut || true).expect("nobody stops it");
    (problem, pieces)
}

/// Lines of addresses: each is read as it is written, or refused. Pieces are a whole or not, and
/// what they call alike is checked, without a panic.
pub fn pieces(data: &[u8]) {
    let text = String::from_utf8_lossy(&data[..data.len().min(LONGEST)]);
    let mut read: Vec<Piece> = Vec::new();
    for word in text.split(['"', '\n', ';']) {
        if let Ok(site) = word.parse::<Site>() {
            assert_eq!(site.to_string().parse::<Site>().expect("it was written here"), site);
        }
        if let Ok(piece) = word.parse::<Piece>() {
            assert_eq!(piece.to_string().parse::<Piece>().expect("it was written here"), piece);
            read.extend(Some(piece).filter(|piece| piece.address.branches.len() < 10_000));
        }
    }
    _ = whole(&read);
    let (problem, _) = cut();
    _ = check_alike(&problem, &read, &mut || true);
}

/// A checkpoint, also one that is sealed again after the damage: it is read or refused, and every
/// piece that it knows is one of the cut.
pub fn checkpoint(data: &[u8]) {
    let (problem, pieces) = cut();
    let file = tempfile::NamedTempFile::new().expect("a file");
    let text = String::from_utf8_lossy(&data[..data.len().min(LONGEST)]).into_owned();
    let sealed = serde_json::from_str::<serde_json::Value>(&text).ok().filter(serde_json::Value::is_object);
    let sealed = sealed.map(|mut own| {
        own[FIELD] = seal(&own).into();
        assert!(opened::<serde_json::Value>(&own.to_string()).is_ok());
        own.to_string()
    });
    for text in [Some(text), sealed].into_iter().flatten() {
        std::fs::write(file.path(), text).expect("it is written");
        if let Ok(checkpoint) = Checkpoint::open(file.path(), &problem, &pieces) {
            assert!(checkpoint.known().iter().all(|own| own.piece < pieces.len()));
        }
    }
}

/// A checkpoint of that problem, which a test changes.
pub fn whole_checkpoint() -> String {
    let (problem, pieces) = cut();
    let file = tempfile::NamedTempFile::new().expect("a file");
    let mut checkpoint = Checkpoint::begin(file.path(), &problem, &pieces);
    for piece in [0, 2] {
        checkpoint.add(&quadrille::solve::pieces::Counted { piece, count: 3, nodes: 7 });
    }
    checkpoint.write().expect("it is written");
    std::fs::read_to_string(file.path()).expect("it was written")
}

/// A kept file of a bundled puzzle after some keys, which a test changes.
pub fn whole_kept(which: u8) -> String {
    let mut app = workbench(which);
    let mut last = None;
    for byte in b"w12cx3jl\rx5" {
        for effect in update(&mut app, Msg::Key(key(*byte))) {
            if let Effect::Keep { keeping, .. } = effect {
                last = Some(serde_json::to_string(&keeping.write()).expect("it is JSON"));
            }
        }
    }
    last.unwrap_or_default()
}

/// A kept file: it is restored, with every state drawn, or refused.
pub fn kept(data: &[u8]) {
    let Ok(kept) = serde_json::from_slice::<Kept>(&data[..data.len().min(1 << 16)]) else { return };
    let mut app = workbench(0);
    take(&mut app, Msg::Resize(80, 24));
    if app.adopt(&[&kept], false) == [None] {
        return;
    }
    holds(&app);
    paint(&app, 80, 24, Glyphs::Unicode);
    for byte in b"uu((s))x" {
        take(&mut app, Msg::Key(key(*byte)));
        holds(&app);
    }
    paint(&app, 80, 24, Glyphs::Unicode);
}

/// A configuration: it is read, or refused with an error that can be drawn.
pub fn config(data: &[u8]) {
    let text = String::from_utf8_lossy(&data[..data.len().min(LONGEST * 4)]);
    match Config::parse(&text) {
        Ok(config) => _ = config.settings(),
        Err(error) => refused(&text, &error),
    }
}
