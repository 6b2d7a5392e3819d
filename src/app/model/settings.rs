//! The settings of the workbench.

use crate::app::keymap::Keymap;
use crate::solve::Grain;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The colours that frames are drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "variants say what they are by their names")]
pub enum Palette {
    /// The terminal's own background and foreground.
    #[default]
    Terminal,
    Dark,
    Light,
    /// Light on black, with the highest contrast.
    Contrast,
}

impl Palette {
    /// All palettes, in the order of the documentation.
    pub const ALL: [Palette; 4] = [Palette::Terminal, Palette::Dark, Palette::Light, Palette::Contrast];

    /// The name in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Palette::Terminal => "terminal",
            Palette::Dark => "dark",
            Palette::Light => "light",
            Palette::Contrast => "contrast",
        }
    }

    /// The theme in a phrase.
    pub fn help(self) -> &'static str {
        match self {
            Palette::Terminal => "the colours of the terminal",
            Palette::Dark => "light on dark",
            Palette::Light => "dark on light",
            Palette::Contrast => "high contrast",
        }
    }

    /// The next palette. The first one follows the last.
    pub fn next(self) -> Palette {
        Palette::ALL[(self as usize + 1) % Palette::ALL.len()]
    }
}

/// The settings of the workbench itself, from the configuration.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The keys of the actions.
    pub keymap: Keymap,
    /// The grain that Step begins with.
    pub grain: Grain,
    /// Index into [`crate::app::SPEEDS`]: the speed that Step begins with.
    pub speed: usize,
    /// The time between two snapshots of a run.
    pub frame: Duration,
    /// The colours of the frames.
    pub palette: Palette,
    /// True if the mouse is on from the start.
    pub mouse: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            keymap: Keymap::default(),
            grain: Grain::Item,
            speed: 3,
            frame: Duration::from_millis(33),
            palette: Palette::default(),
            mouse: false,
        }
    }
}
