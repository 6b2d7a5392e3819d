//! The background of the terminal, asked for once, before anything reads the keyboard.

use crate::app::Palette;
use std::time::Duration;
use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};

/// The longest wait for an answer. A terminal that does not answer keeps its own colours.
const PATIENCE: Duration = Duration::from_millis(100);

/// The palette that suits the terminal's background.
pub fn palette_of_terminal() -> Palette {
    let mut options = QueryOptions::default();
    options.timeout = PATIENCE;
    match theme_mode(options) {
        Ok(ThemeMode::Dark) => Palette::Dark,
        Ok(ThemeMode::Light) => Palette::Light,
        Err(_) => Palette::Terminal,
    }
}
