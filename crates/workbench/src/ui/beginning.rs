//! The frame while a large file is read.

use super::draw::{body, disarm};
use super::palette::tint;
use super::panel::{span, write};
use super::theme::{Role, Theme};
use crate::app::Settings;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use std::time::Duration;

/// A file that is being read.
#[derive(Clone, Copy, Debug)]
pub struct Beginning<'a> {
    pub name: &'a str,
    /// The beginning of its text.
    pub text: &'a str,
    pub bytes: u64,
    /// The time since the reading began.
    pub time: Duration,
}

/// Draws the first lines of a file, its size and how long it has been read.
pub fn beginning(of: &Beginning, settings: &Settings, theme: Theme, frame: &mut Frame) {
    let area = frame.area();
    let buf = frame.buffer_mut();
    if area.width == 0 || area.height == 0 {
        return;
    }
    let Rect { y, height, .. } = body(area);
    let what = format!("{:.1} MB, {:.1} s", of.bytes as f64 / f64::from(1 << 20), of.time.as_secs_f64());
    if y > area.y {
        let head = vec![
            span(" quadrille  ", Role::Title, theme),
            span(of.name.to_string(), Role::Live, theme),
            span(format!("  READING  {what}"), Role::Done, theme),
        ];
        write(buf, area, 0, &Line::from(head), theme);
    }
    let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(2), y, height };
    for (row, line) in of.text.lines().enumerate().take(usize::from(height)) {
        let start: String = line.chars().take(usize::from(inner.width)).collect();
        write(buf, inner, row as u16, &Line::from(span(start.replace('\t', " "), Role::Done, theme)), theme);
    }
    if area.bottom() > y + height {
        let keys = vec![span(" esc", Role::Title, theme), span(" gives up", Role::Done, theme)];
        write(buf, area, area.height - 1, &Line::from(keys), theme);
    }
    disarm(buf, theme);
    if theme.color {
        tint(buf, settings.palette, settings.own_colors, settings.true_color);
    }
}
