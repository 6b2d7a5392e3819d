//! The films of the manual, and what holds for every film.

use crate::drawn::{COLOR, held, planes};
use quadrille::app::{App, Key, Msg, Palette, Position, Settings, update};
use quadrille::dlx::ItemRule;
use quadrille::film::{Stretch, Until, record, record_lesson};
use quadrille::library::{lesson_rows, puzzle_rows};
use quadrille::solve::Grain;
use quadrille::ui::film::frame;
use std::time::Duration;

/// A film: name, puzzle or lesson, first state, steps, grain, size.
type Shown = (&'static str, &'static str, &'static str, usize, Grain, (u16, u16));

/// The films of the README and of the manual.
const FILMS: [Shown; 6] = [
    ("dance", "cover-knuth", "root", 37, Grain::Item, (100, 28)),
    ("cover-film", "03-cover", "", 0, Grain::Item, (100, 28)),
    ("back-film", "cover-knuth", "1/2,1/1", 12, Grain::Item, (100, 28)),
    ("tour-film", "sudoku-9x9-crossroads", "root", 14, Grain::Branch, (110, 30)),
    ("debug-film", "cover-knuth", "1/2+0", 12, Grain::Link, (100, 28)),
    ("queens-film", "queens-8", "root", 24, Grain::Branch, (110, 30)),
];

#[test]
fn the_films_of_the_manual() {
    for (name, puzzle, from, steps, grain, size) in FILMS {
        let mut rows = puzzle_rows().into_iter().chain(lesson_rows());
        let mut row = rows.find(|row| row.name == puzzle).unwrap();
        row.read_bundled();
        let app = App::new(Settings { palette: Palette::Dark, plays: false, ..Settings::default() }, vec![row]);
        let pace = Duration::from_millis(1200);
        let from = from.parse().ok().map(|site| Position { site, rule: ItemRule::Fewest });
        let stretch = Stretch { from, until: Until::Steps(steps), grain: Some(grain), size, pace };
        let film =
            if stretch.from.is_none() { record_lesson(app, &stretch, COLOR) } else { record(app, &stretch, COLOR) };
        let film = film.unwrap();
        assert!(film.frames.len() > 8, "{name}");
        let text = film.svg();
        held(&format!("../../../../docs/book/src/figures/{name}.svg"), &text);
    }
}

/// Sixty steps stay below 500 kB, also where each of them changes most of the screen.
#[test]
fn a_film_is_small() {
    for (puzzle, grain) in
        [("queens-8", Grain::Branch), ("sudoku-9x9-crossroads", Grain::Item), ("cover-knuth", Grain::Link)]
    {
        let mut row = puzzle_rows().into_iter().find(|row| row.name == puzzle).unwrap();
        row.read_bundled();
        let app = App::new(Settings { palette: Palette::Dark, plays: false, ..Settings::default() }, vec![row]);
        let from = Some(Position { site: "root".parse().unwrap(), rule: ItemRule::Fewest });
        let (until, pace) = (Until::Steps(60), Duration::from_secs(1));
        let film = record(app, &Stretch { from, until, grain: Some(grain), size: (100, 30), pace }, COLOR).unwrap();
        let size = film.svg().len();
        assert!(film.frames.len() == 61 && size < 500_000, "{puzzle}: {} frames, {size} bytes", film.frames.len());
    }
}

/// A frame of a film is the picture of the debugger after the same keys, with a caption, and without
/// header, bar and panels. The matrix is in every frame.
#[test]
fn a_film_shows_the_picture_and_a_caption() {
    let row = || {
        let mut row = puzzle_rows().remove(0);
        row.read_bundled();
        row
    };
    let settings = Settings { palette: Palette::Dark, plays: false, ..Settings::default() };
    let from = Some(Position { site: "root".parse().unwrap(), rule: ItemRule::Fewest });
    let pace = Duration::from_secs(1);
    let stretch = Stretch { from, until: Until::Steps(6), grain: Some(Grain::Link), size: (100, 30), pace };
    let film = record(App::new(settings.clone(), vec![row()]), &stretch, COLOR).unwrap();
    for (steps, shown) in film.frames.iter().enumerate() {
        let mut app = App::new(settings.clone(), vec![row()]);
        for key in format!("d + + {}", "s ".repeat(steps)).split_whitespace() {
            update(&mut app, Msg::Key(Key::parse(key).unwrap()));
        }
        let drawn = frame(&app, COLOR, (100, 30), shown.caption.clone(), pace);
        let text = planes(&shown.cells);
        assert_eq!(planes(&drawn.cells), text, "after {steps} steps");
        let (first, last) = (shown.caption.split(' ').next().unwrap(), shown.caption.split(' ').next_back().unwrap());
        assert!(["c e", "a d g", "b c f", "d e g", first, last].iter().all(|part| text.contains(part)), "{text}");
        assert!(!["quadrille", "s step", "TREE", "paused"].iter().any(|part| text.contains(part)), "{text}");
        assert!(text.contains("THE LIST OF"), "{text}");
    }
}

/// The captions of a lesson's film are the sentences of its stops, and the matrix is never left out.
#[test]
fn the_film_of_a_lesson_has_its_sentences() {
    let mut row = lesson_rows().into_iter().find(|row| row.name == "03-cover").unwrap();
    row.read_bundled();
    let lesson = row.lesson.clone().unwrap();
    let settings = Settings { palette: Palette::Dark, plays: false, ..Settings::default() };
    let pace = Duration::from_secs(1);
    let stretch = Stretch { from: None, until: Until::Steps(0), grain: None, size: (100, 30), pace };
    let film = record_lesson(App::new(settings, vec![row]), &stretch, COLOR).unwrap();
    for stop in &lesson.stops {
        // Sentences that name a key are left out.
        let first = stop.say.text.split(['.', '{']).next().unwrap();
        let start = first.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(film.frames.iter().any(|frame| frame.caption.contains(&start)), "{start}");
        assert!(film.frames.iter().all(|frame| !frame.caption.contains("Press")));
    }
    assert!(film.frames.iter().all(|frame| planes(&frame.cells).contains("d e g")));
}
