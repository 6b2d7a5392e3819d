//! Hints on the board: the place to look at is framed, what blocks is joined with what it blocks,
//! and the board stays where it is.

use crate::press::{open, press};
use crate::watch::{frame, screen};
use quadrille_puzzle::{Cell, Entry, Grid, Hint};
use quadrille_workbench::app::{App, Msg, update};
use std::collections::BTreeSet;

const CROSSROADS: &str = ".13.....7...3...16.....9...14...237..3.4.1.5..765...41...9.....62...4...9.....46.";

fn asked(size: (u16, u16), keys: &str) -> App {
    let mut app = open(CROSSROADS, None);
    update(&mut app, Msg::Resize(size.0, size.1));
    press(&mut app, keys);
    app
}

fn hint(app: &App) -> Hint {
    app.desk.hinting.as_ref().unwrap().hint.clone().unwrap()
}

fn grid(app: &App) -> &Grid {
    app.document().unwrap().puzzle.grid().unwrap()
}

/// By row of the screen: the digits on it, with their columns. The panel beside the board is left
/// out.
fn digits(app: &App) -> BTreeSet<(usize, usize, char)> {
    let board = if app.desk.terminal.size.0 < 100 { 40 } else { 74 };
    // Without the header and the keys.
    let rows = usize::from(app.desk.terminal.size.1) - 2;
    let lines = screen(app).into_iter().enumerate().skip(1).take(rows);
    let lines = lines.map(|(y, line)| (y, line.chars().take(board).collect::<Vec<char>>()));
    let is_digit = |c: &char| c.is_ascii_digit();
    lines
        .flat_map(|(y, line)| line.into_iter().enumerate().filter(|(_, c)| is_digit(c)).map(move |(x, c)| (y, x, c)))
        .collect()
}

#[test]
fn the_board_stays_where_it_is() {
    for size in [(80, 24), (120, 40), (200, 60)] {
        let before = digits(&asked(size, ""));
        for keys in ["f", "f f", "f f f"] {
            let now = digits(&asked(size, keys));
            assert!(before.is_subset(&now), "{size:?} {keys}: {:?}", before.difference(&now));
        }
    }
}

/// The digit of each cell that blocks stands between signs, each place that it takes is crossed
/// out, and a line ends at the last of those that lie behind each other.
#[test]
fn what_blocks_is_joined_with_what_it_blocks() {
    let app = asked((120, 40), "f f");
    let (hint, lines) = (hint(&app), screen(&app));
    let blockers: BTreeSet<Cell> = hint.blocks.iter().map(|(blocker, _)| *blocker).collect();
    let symbol = grid(&app).entry(hint.blocks[0].0).symbol().unwrap();
    let text = lines.concat();
    let sign = format!("‹{}›", grid(&app).alphabet.char(symbol));
    assert_eq!(text.matches(&sign).count(), blockers.len(), "{lines:#?}");
    assert_eq!(text.matches('×').count(), hint.blocks.len(), "{lines:#?}");
    // Lines in the same direction are one.
    let way = |(blocker, blocked): &(Cell, Cell)| {
        let ((row, column), (to_row, to_column)) = (grid(&app).place(*blocker), grid(&app).place(*blocked));
        let (down, right) = (to_row as i32 - row as i32, to_column as i32 - column as i32);
        match (down, right) {
            (0, _) | (_, 0) => (*blocker, down.signum(), right.signum()),
            _ => (*blocker, down, right),
        }
    };
    let ways: BTreeSet<(Cell, i32, i32)> = hint.blocks.iter().map(way).collect();
    let heads = text.chars().filter(|c| matches!(c, '▸' | '◂' | '▴' | '▾')).count();
    assert_eq!(heads, ways.len(), "{lines:#?}");
}

/// The first stage frames the place that it names, and nothing else.
#[test]
fn the_place_to_look_at_is_framed() {
    let (plain, hinted) = (asked((120, 40), ""), asked((120, 40), "f"));
    let (before, after) = (frame(&plain), frame(&hinted));
    let changed: Vec<(u16, u16)> = (1..38)
        .flat_map(|y| (0..73).map(move |x| (x, y)))
        .filter(|&(x, y)| before[(x, y)].style() != after[(x, y)].style())
        .collect();
    let house = hint(&hinted).house;
    assert!(!changed.is_empty() && house.iter().any(|cell| grid(&hinted).entry(*cell) == Entry::Empty));
    // Box 1 is in the first three rows and columns: its frame is within 28 columns and 13 rows.
    assert!(changed.iter().all(|&(x, y)| x <= 27 && y <= 14), "{changed:?}");
    let corners = [(3, 2), (27, 2), (3, 14)];
    assert!(
        corners.iter().all(|corner| changed.iter().any(|at| at.0.abs_diff(corner.0) + at.1.abs_diff(corner.1) < 3))
    );
}
