//! Everything the workbench knows.

use super::action::Screen;
use super::compare::Compare;
use super::document::Document;
use super::keymap::Keymap;
use super::library::{Entry, Library};
use super::modelling::Modelling;
use super::opening::Waiting;
use super::overlay::Overlay;
use super::solving::Solving;
use super::stepping::Stepping;
use super::tree::Tree;
use crate::puzzle::write_toml;
use crate::solve::{Grain, RunId};
use serde::Deserialize;
use std::time::Duration;

/// How serious a notice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Note,
    Error,
}

/// One line about what just happened. The next key takes it away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub level: Level,
    pub text: String,
}

/// Whose colours are drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Palette {
    /// The terminal's own paper and ink.
    #[default]
    Terminal,
    Dark,
    Light,
    /// Light on black, as far apart as they can be.
    Contrast,
}

impl Palette {
    pub const ALL: [Palette; 4] = [Palette::Terminal, Palette::Dark, Palette::Light, Palette::Contrast];

    pub fn name(self) -> &'static str {
        match self {
            Palette::Terminal => "terminal",
            Palette::Dark => "dark",
            Palette::Light => "light",
            Palette::Contrast => "contrast",
        }
    }

    pub fn next(self) -> Palette {
        Palette::ALL[(self as usize + 1) % Palette::ALL.len()]
    }
}

/// What the configuration says about the workbench itself.
#[derive(Clone, Debug)]
pub struct Settings {
    pub keymap: Keymap,
    /// The grain that Step begins with.
    pub grain: Grain,
    /// Which of [`super::SPEEDS`] it begins with.
    pub speed: usize,
    /// How often a run that is watched is looked at.
    pub frame: Duration,
    pub palette: Palette,
    /// Whether the mouse is asked for from the start.
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

#[derive(Clone, Debug)]
pub struct App {
    pub settings: Settings,
    pub screen: Screen,
    pub overlay: Option<Overlay>,
    pub library: Library,
    /// The entry whose document is in hand; always one that was read.
    pub open: Option<usize>,
    pub solving: Option<Solving>,
    pub stepping: Option<Stepping>,
    pub tree: Option<Tree>,
    pub compare: Option<Compare>,
    pub modelling: Option<Modelling>,
    pub notice: Option<Notice>,
    /// Whether the terminal tells of the mouse.
    pub mouse: bool,
    /// What is being made on a thread of its own, to be shown when it is ready.
    pub opening: Option<Waiting>,
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    /// An entry that is opened as soon as its file is read.
    pub(super) opens: Option<usize>,
    /// The entry that was kept last, in which state, and where the debugger stood.
    pub(super) kept: Option<(usize, u64, usize, Option<String>)>,
    pub(super) last_run: RunId,
    pub(super) last_forecast: RunId,
}

impl App {
    /// A workbench with these entries, on the first of them if it can be opened.
    pub fn new(settings: Settings, entries: Vec<Entry>) -> App {
        let library = Library { entries, ..Library::default() };
        let open = library.entries.first().and_then(Entry::document).map(|_| 0);
        App {
            mouse: settings.mouse,
            settings,
            screen: if open.is_some() { Screen::Play } else { Screen::Library },
            overlay: None,
            library,
            open,
            solving: None,
            stepping: None,
            tree: None,
            compare: None,
            modelling: None,
            notice: None,
            opening: None,
            size: (80, 24),
            opens: None,
            kept: None,
            last_run: RunId(0),
            last_forecast: RunId(0),
        }
    }

    /// The puzzle in hand.
    pub fn document(&self) -> Option<&Document> {
        self.library.entries[self.open?].document()
    }

    pub(super) fn document_mut(&mut self) -> Option<&mut Document> {
        self.library.entries[self.open?].document.as_mut()?.as_deref_mut().ok()
    }

    /// The name of the puzzle in hand.
    pub fn name(&self) -> &str {
        self.open.map_or("", |open| &self.library.entries[open].name)
    }

    /// How long until something is to happen by itself; `None` when nothing does, so that the loop can sleep.
    pub fn next_tick(&self) -> Option<Duration> {
        let step = self.stepping.as_ref().filter(|_| self.screen == Screen::Step).and_then(Stepping::next_tick);
        let solve = self.solving.as_ref().filter(|solving| solving.is_moving()).map(|_| self.settings.frame);
        let compare = self.compare.as_ref().filter(|own| self.screen == Screen::Compare && own.running);
        let opening = self.opening.as_ref().map(|_| Waiting::TICK);
        step.into_iter().chain(solve).chain(compare.map(|_| Duration::ZERO)).chain(opening).min()
    }

    /// Puzzles with changes that no file has.
    pub fn unsaved(&self) -> usize {
        let changed = |entry: &&Entry| entry.document().is_some_and(|document| !document.history.is_saved());
        self.library.entries.iter().filter(changed).count()
    }

    /// Puzzles with changes that no file has: their names, and their texts.
    pub fn unsaved_texts(&self) -> Vec<(String, String)> {
        let changed = |entry: &Entry| {
            let document = entry.document().filter(|document| !document.history.is_saved())?;
            Some((entry.name.clone(), write_toml(&document.to_be_saved())))
        };
        self.library.entries.iter().filter_map(changed).collect()
    }

    /// After something failed: back to the Library, without anything that was made of the puzzle in
    /// hand. `kept` says where unsaved puzzles were written.
    pub fn fall_back(&mut self, kept: Option<String>) {
        (self.overlay, self.solving, self.stepping, self.tree) = (None, None, None, None);
        (self.compare, self.modelling, self.open, self.screen) = (None, None, None, Screen::Library);
        self.opening = None;
        let kept = kept.map_or(String::new(), |kept| format!(" Unsaved puzzles were written to {kept}."));
        self.complain(format!("This failed, and the program went back to the Library: please report it.{kept}"));
    }

    /// Says something that nobody asked for, before the first key.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.complain(text);
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { level: Level::Note, text: text.into() });
    }

    pub(super) fn complain(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { level: Level::Error, text: text.into() });
    }
}
