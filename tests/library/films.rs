//! The films of the manual, and what holds for every film.

use crate::drawn::{COLOR, frame_in, held, planes};
use quadrille::app::{App, Palette, Position, Settings};
use quadrille::dlx::ItemRule;
use quadrille::film::{Stretch, Until, record, record_lesson};
use quadrille::library::{lesson_rows, puzzle_rows};
use quadrille::solve::Grain;
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

/// A frame of a film is the frame that the workbench draws after the same keys.
#[test]
fn a_film_shows_what_the_workbench_shows() {
    let mut row = puzzle_rows().remove(0);
    row.read_bundled();
    let settings = Settings { palette: Palette::Dark, plays: false, ..Settings::default() };
    let app = App::new(settings.clone(), vec![row]);
    let from = Some(Position { site: "root".parse().unwrap(), rule: ItemRule::Fewest });
    let pace = Duration::from_secs(1);
    let stretch = Stretch { from, until: Until::Steps(6), grain: Some(Grain::Link), size: (100, 30), pace };
    let film = record(app, &stretch, COLOR).unwrap();
    // Before the first step the workbench says what a step is now.
    for (steps, shown) in film.frames.iter().enumerate().skip(1) {
        let keys = format!("d + + {}", "s ".repeat(steps));
        let mut drawn = frame_in(settings.clone(), "cover-knuth", &keys, (100, 30), COLOR);
        drawn.area = shown.cells.area;
        assert_eq!(planes(&drawn), planes(&shown.cells), "after {steps} steps");
    }
}
