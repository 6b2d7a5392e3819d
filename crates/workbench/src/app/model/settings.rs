//! The settings of the workbench.

use crate::app::keymap::Keymap;
use crate::app::model::stepping::StepLayout;
use quadrille_solve::Grain;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The colours that frames are drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Palette {
    /// The terminal's own background and foreground.
    #[default]
    Terminal,
    Dark,
    Light,
    /// Light on black, with the highest contrast.
    Contrast,
    /// A theme of the configuration.
    #[serde(skip)]
    Own,
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
            Palette::Own => "your own",
        }
    }

    /// The theme in a phrase.
    pub fn help(self) -> &'static str {
        match self {
            Palette::Terminal => "the colours of the terminal",
            Palette::Dark => "light on dark",
            Palette::Light => "dark on light",
            Palette::Contrast => "high contrast",
            Palette::Own => "of the configuration",
        }
    }

    /// The next palette. The first one follows the last, and an own one comes at the end if there
    /// is one.
    pub fn next(self, has_own: bool) -> Palette {
        match Palette::ALL.iter().position(|&palette| palette == self) {
            Some(at) if at + 1 < Palette::ALL.len() => Palette::ALL[at + 1],
            Some(_) if has_own => Palette::Own,
            _ => Palette::Terminal,
        }
    }
}

/// The colours of an own theme as red, green and blue, by what they are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnColors {
    /// The background.
    pub paper: [u8; 3],
    /// Text.
    pub ink: [u8; 3],
    /// Lines, and what is covered, hidden or tried.
    pub faint: [u8; 3],
    /// The chosen item, the option being tried, and changes.
    pub now: [u8; 3],
    /// Symbols that the user placed.
    pub own: [u8; 3],
    /// Symbols that a search placed, solutions and good news.
    pub good: [u8; 3],
    /// Conflicts and dead ends.
    pub bad: [u8; 3],
    /// Signs of a grid's further rules.
    pub drawn: [u8; 3],
}

/// The settings of the workbench itself, from the configuration.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The keys of the actions.
    pub keymap: Keymap,
    /// The grain that Step begins with.
    pub grain: Grain,
    /// True if things may move by themselves.
    pub moves: bool,
    /// True if the search plays when Step is opened from Home or Play.
    pub plays: bool,
    /// The layout that Step begins with.
    pub layout: StepLayout,
    /// Index into [`crate::app::SPEEDS`]: the speed that Step begins with.
    pub speed: usize,
    /// The time between two snapshots of a run.
    pub frame: Duration,
    /// The colours of the frames.
    pub palette: Palette,
    /// True if the terminal shows 24-bit colours, else it shows 256.
    pub true_color: bool,
    /// The colours of [`Palette::Own`], if the configuration has a theme.
    pub own_colors: Option<OwnColors>,
    /// True if the mouse is on from the start.
    pub mouse: bool,
    /// True if placing a symbol removes the marks that it rules out.
    pub tidy_marks: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            keymap: Keymap::default(),
            grain: Grain::Item,
            moves: true,
            plays: true,
            layout: StepLayout::default(),
            speed: 2,
            frame: Duration::from_millis(100),
            palette: Palette::default(),
            true_color: true,
            own_colors: None,
            mouse: false,
            tidy_marks: true,
        }
    }
}
