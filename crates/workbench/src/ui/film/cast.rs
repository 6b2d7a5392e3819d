//! A recording in the format asciicast v2: a line with the size, then a line for each change.

use super::Film;
use super::runs::hex;
use quadrille_puzzle::unseen;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use serde_json::json;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

pub fn write(film: &Film) -> String {
    let Some(first) = film.frames.first() else { return String::new() };
    let (width, height) = (first.cells.area.width, first.cells.area.height);
    let head = json!({ "version": 2, "width": width, "height": height, "title": film.title });
    let mut out = format!("{head}\n");
    let mut before = Buffer::empty(first.cells.area);
    let mut time = 0.0;
    for (at, frame) in film.frames.iter().enumerate() {
        let begin = if at == 0 { "\x1b[2J\x1b[?25l" } else { "" };
        let shown = begin.to_string() + &changes(&before, &frame.cells, at == 0);
        _ = writeln!(out, "{}", json!([time, "o", shown]));
        // A marker names the frame, and players can stop there.
        _ = writeln!(out, "{}", json!([time, "m", frame.caption]));
        time += frame.time.as_secs_f64();
        before = frame.cells.clone();
    }
    _ = writeln!(out, "{}", json!([time, "o", "\x1b[0m"]));
    unseen::json(&out)
}

/// The escape sequences that turn one frame into the next.
fn changes(before: &Buffer, now: &Buffer, all: bool) -> String {
    let (mut out, mut style, mut cursor) = (String::new(), None, None);
    for y in 0..now.area.height {
        let mut x = 0;
        while x < now.area.width {
            let cell = &now[(x, y)];
            let width = (cell.symbol().width() as u16).max(1);
            if all || before[(x, y)] != *cell {
                if cursor != Some((x, y)) {
                    _ = write!(out, "\x1b[{};{}H", y + 1, x + 1);
                }
                if style != Some((cell.fg, cell.bg, cell.modifier)) {
                    out += &sgr(cell);
                    style = Some((cell.fg, cell.bg, cell.modifier));
                }
                out += cell.symbol();
                cursor = Some((x + width, y));
            }
            x += width;
        }
    }
    out
}

/// The escape sequence of a cell's style.
fn sgr(cell: &Cell) -> String {
    let marks = [
        (Modifier::BOLD, 1),
        (Modifier::DIM, 2),
        (Modifier::ITALIC, 3),
        (Modifier::UNDERLINED, 4),
        (Modifier::REVERSED, 7),
    ];
    let mut out = "\x1b[0".to_string();
    for (mark, number) in marks {
        if cell.modifier.contains(mark) {
            _ = write!(out, ";{number}");
        }
    }
    for (lead, color) in [(38, cell.fg), (48, cell.bg)] {
        if matches!(color, Color::Rgb(..)) {
            let all = hex(color);
            _ = write!(out, ";{lead};2;{};{};{}", all >> 16, all >> 8 & 255, all & 255);
        }
    }
    out + "m"
}
