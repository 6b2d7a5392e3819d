//! The configuration: the complete defaults of the embedded `config.toml`, and the user's file
//! merged over them.

mod theme;

pub use theme::OwnTheme;

use crate::app::{Keymap, OwnColors, Palette, SPEEDS, Settings, StepLayout, UserKeys, keys_schema};
use crate::puzzle::{ParseError, toml_error};
use crate::solve::Grain;
use crate::ui::{Glyphs, Theme};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

/// The theme that follows the terminal.
const AUTO: &str = "auto";

/// The default configuration as a commented file. A test holds it equal to [`Config::default`].
pub const DEFAULT: &str = include_str!("../config.toml");

/// The values of [`Ui::frame`].
const FRAMES: RangeInclusive<u64> = 10..=1000;

// The docs of the fields are also the comments of `config.toml` and the descriptions of its JSON
// schema. See `docs`.

/// All settings. A setting that is left out keeps its default.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(title = "Quadrille's configuration")]
pub struct Config {
    /// The look of the screen, and the mouse.
    pub ui: Ui,
    /// Playing and editing.
    pub play: Play,
    /// Stepping through a search.
    pub step: StepConfig,
    /// Themes of your own, by name: background, text, faint, now, own, good, bad and drawn as
    /// "#rrggbb", or base16 with the file of a scheme. ui.theme chooses one.
    pub theme: BTreeMap<String, OwnTheme>,
    /// Keys are named s, S, ctrl-r, shift-left, space, f1. An action named in your file loses
    /// its default keys.
    #[schemars(schema_with = "keys_schema")]
    pub keys: UserKeys,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Ui {
    /// auto: colours unless NO_COLOR is set. always, never.
    pub color: Color,
    /// auto: ascii where the locale (LC_ALL, LC_CTYPE, LANG) has no UTF-8, else unicode.
    /// ascii helps where box characters are missing or two columns wide.
    pub glyphs: GlyphSet,
    /// The terminal's colours, or a theme with its own background: terminal, dark, light, contrast.
    /// auto asks the terminal whether it is dark or light. Else the name of a theme of your own.
    pub theme: String,
    /// true: the mouse is on from the start, and Shift selects text.
    pub mouse: bool,
    /// false: nothing moves by itself, and Step opens paused.
    pub motion: bool,
    /// Milliseconds between two updates of a run's figures, from 10 to 1000.
    #[schemars(range(min = *FRAMES.start(), max = *FRAMES.end()))]
    pub frame: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Play {
    /// true: placing a symbol removes the pencil marks that it rules out.
    pub tidy_marks: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "Step")]
pub struct StepConfig {
    /// Size of a step at first: branch, choice, item or link.
    pub grain: GrainName,
    /// The state in which d opens Step: playing (until a key or the first solution), or paused.
    pub start: StepStart,
    /// The layout of Step at first: watch (the picture and two sentences), or inspect (every view).
    pub layout: LayoutName,
    /// Steps per second while the search plays, one of [`SPEEDS`].
    #[schemars(description = speed_words(), extend("enum" = SPEEDS))]
    pub speed: u32,
}

fn speed_words() -> String {
    format!("Steps per second while the search plays: {}.", SPEEDS.map(|speed| speed.to_string()).join(", "))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GlyphSet {
    /// ASCII if the locale or the terminal is known to support no more.
    #[default]
    Auto,
    Unicode,
    Ascii,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GrainName {
    Branch,
    Choice,
    #[default]
    Item,
    Link,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StepStart {
    #[default]
    Playing,
    Paused,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LayoutName {
    #[default]
    Watch,
    Inspect,
}

impl Color {
    /// All values, in the order of the documentation.
    pub const ALL: [Color; 3] = [Color::Auto, Color::Always, Color::Never];

    /// The name on the command line and in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Color::Auto => "auto",
            Color::Always => "always",
            Color::Never => "never",
        }
    }

    /// Returns true if colours are used; `auto` is what `Color::Auto` means there.
    pub fn or(self, auto: bool) -> bool {
        match self {
            Color::Auto => auto,
            Color::Always => true,
            Color::Never => false,
        }
    }

    /// The choice in a phrase.
    pub fn help(self) -> &'static str {
        match self {
            Color::Auto => "on terminals, unless NO_COLOR is set",
            Color::Always => "always",
            Color::Never => "never",
        }
    }
}

impl Default for Ui {
    fn default() -> Ui {
        Ui {
            color: Color::Auto,
            glyphs: GlyphSet::Auto,
            theme: Palette::Terminal.name().to_string(),
            mouse: false,
            motion: true,
            frame: 100,
        }
    }
}

impl Default for Play {
    fn default() -> Play {
        Play { tidy_marks: true }
    }
}

impl Default for StepConfig {
    fn default() -> StepConfig {
        StepConfig { grain: GrainName::Item, start: StepStart::Playing, layout: LayoutName::Watch, speed: 4 }
    }
}

/// The properties of the terminal, as given by environment variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Environment {
    /// True if `NO_COLOR` is set and not empty.
    pub no_color: bool,
    /// The locale or the terminal supports ASCII only.
    pub ascii: bool,
    /// The terminal cannot move its cursor, so the screen cannot be drawn.
    pub dumb: bool,
    /// The terminal says that it shows 24-bit colours.
    pub true_color: bool,
}

impl Environment {
    /// Reads the environment variables. A missing locale does not mean ASCII, because minimal
    /// systems set none.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Environment {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
        let is_wide = |locale: &String| locale.to_lowercase().replace('-', "").contains("utf8");
        let dumb = set("TERM").is_some_and(|term| term == "dumb");
        let ascii = dumb || locale.is_some_and(|locale| !is_wide(&locale));
        let true_color = set("COLORTERM").is_some_and(|color| matches!(color.as_str(), "truecolor" | "24bit"))
            || set("TERM").is_some_and(|term| term.ends_with("-direct"));
        Environment { no_color: set("NO_COLOR").is_some(), ascii, dumb, true_color }
    }
}

impl Config {
    /// Reads a configuration. Missing keys keep their defaults.
    pub fn parse(text: &str) -> Result<Config, ParseError> {
        let config: Config = toml::from_str(text).map_err(|error| toml_error(text, &error))?;
        let at = |names: &[&str], message: String| {
            let (line, column, width) = line_of(text, names);
            ParseError { width, ..ParseError::new(line, column, message) }
        };
        if !SPEEDS.contains(&config.step.speed) {
            let known = SPEEDS.map(|speed| speed.to_string()).join(", ");
            return Err(at(&["speed"], format!("speed {} is not one of {known}", config.step.speed)));
        }
        if !FRAMES.contains(&config.ui.frame) {
            return Err(at(&["frame"], format!("frame {} is out of range 10..1000", config.ui.frame)));
        }
        config.palette().map_err(|(name, why)| at(&[name.as_str(), "theme"], why))?;
        Keymap::with(&config.keys).map_err(|error| at(&error.names(), error.to_string()))?;
        Ok(config)
    }

    /// Uses this theme in place of `ui.theme`. `Err` says why it cannot be used.
    // The error is text because it is only shown.
    pub fn choose_theme(&mut self, name: &str) -> Result<(), String> {
        self.ui.theme = name.to_string();
        self.palette().map(|_| ()).map_err(|(_, why)| why)
    }

    /// The palette of `ui.theme`, and the colours of an own one. `Err` has the name at fault and
    /// the reason.
    fn palette(&self) -> Result<(Palette, Option<OwnColors>), (String, String)> {
        // A theme that is not in use has to be right too.
        let mut found = None;
        for (name, theme) in &self.theme {
            let colors = theme.colors().map_err(|(key, why)| (key, format!("theme.{name}: {why}")))?;
            if *name == self.ui.theme {
                found = Some(colors);
            }
        }
        let known = Palette::ALL.into_iter().find(|palette| palette.name() == self.ui.theme);
        match (known, found) {
            (Some(palette), _) => Ok((palette, found)),
            (None, Some(own)) => Ok((Palette::Own, Some(own))),
            (None, None) if self.ui.theme == AUTO => Ok((Palette::Terminal, None)),
            (None, None) => {
                let names = Palette::ALL.map(Palette::name).join(", ");
                let why = format!("there is no theme `{}`: {names}, {AUTO}, or a table theme.NAME", self.ui.theme);
                Err(("theme".to_string(), why))
            }
        }
    }

    /// The files of base16 schemes, by the names of their themes.
    pub fn schemes(&self) -> Vec<(String, PathBuf)> {
        self.theme.iter().filter_map(|(name, theme)| Some((name.clone(), theme.base16.clone()?))).collect()
    }

    /// Gives a theme the text of its scheme. `Err` says why it cannot be used.
    // The error is text because it is only shown.
    pub fn set_scheme(&mut self, name: &str, text: &str) -> Result<(), String> {
        let Some(theme) = self.theme.get_mut(name) else { return Ok(()) };
        theme.scheme = Some(theme::base16(text)?);
        theme.colors().map(|_| ()).map_err(|(_, why)| why)
    }

    /// Returns true if the theme depends on what the terminal answers.
    pub fn asks_terminal(&self) -> bool {
        self.ui.theme == AUTO
    }

    /// The settings of the workbench.
    pub fn settings(&self) -> Settings {
        let grain = match self.step.grain {
            GrainName::Branch => Grain::Branch,
            GrainName::Choice => Grain::Choice,
            GrainName::Item => Grain::Item,
            GrainName::Link => Grain::Link,
        };
        let (palette, own_colors) = self.palette().expect("the theme was checked when the file was read");
        Settings {
            keymap: Keymap::with(&self.keys).expect("the keys were checked when the file was read"),
            grain,
            moves: self.ui.motion,
            plays: self.ui.motion && self.step.start == StepStart::Playing,
            layout: match self.step.layout {
                LayoutName::Watch => StepLayout::default(),
                LayoutName::Inspect => StepLayout::Inspect,
            },
            speed: SPEEDS.iter().position(|&speed| speed == self.step.speed).unwrap_or(2),
            frame: Duration::from_millis(self.ui.frame),
            palette,
            own_colors,
            mouse: self.ui.mouse,
            tidy_marks: self.play.tidy_marks,
            true_color: true,
        }
    }

    /// The theme for the configuration, the environment and the colour option of the command line.
    pub fn theme(&self, asked: Option<Color>, environment: Environment) -> Theme {
        let color = asked.unwrap_or(self.ui.color).or(!environment.no_color);
        let glyphs = match self.ui.glyphs {
            GlyphSet::Unicode => Glyphs::Unicode,
            GlyphSet::Ascii => Glyphs::Ascii,
            GlyphSet::Auto if environment.ascii => Glyphs::Ascii,
            GlyphSet::Auto => Glyphs::Unicode,
        };
        Theme { color, glyphs }
    }
}

/// The line, column and width of the first line that sets one of the names, or else opens a table
/// of keys with one of them. If there is none, as for a clash with a default key, the first line.
fn line_of(text: &str, names: &[&str]) -> (usize, usize, usize) {
    let sets = |line: &str| {
        let set =
            |name: &&str| line.trim_start().strip_prefix(*name).is_some_and(|rest| rest.trim_start().starts_with('='));
        names.iter().any(set)
    };
    let opens = |line: &str| names.iter().any(|name| line.trim() == format!("[keys.{name}]"));
    let found = text.lines().position(sets).or_else(|| text.lines().position(opens)).unwrap_or(0);
    let line = text.lines().nth(found).unwrap_or("");
    let indent = line.chars().take_while(|c| c.is_whitespace()).count();
    (found + 1, indent + 1, line.trim().chars().count().max(1))
}

/// The path of the user's configuration: `$XDG_CONFIG_HOME/quadrille/config.toml`, usually under
/// `~/.config`.
pub(crate) fn usual_path() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.config_dir().join("quadrille").join("config.toml"))
}
