//! The configuration: its defaults, what a file changes, what is wrong in it, colours and themes.

use quadrille::app::{ACTIONS, Keymap, Palette, on};
use quadrille::config::{Color, Config, DEFAULT, Environment, GlyphSet, StepConfig, Ui};
use quadrille::ui::Glyphs;

#[test]
fn the_default_file_says_what_the_default_is() {
    let file = Config::parse(DEFAULT).unwrap();
    assert_eq!((&file.ui, &file.step), (&Ui::default(), &StepConfig::default()));
    assert_eq!(Keymap::with(&file.keys), Ok(Keymap::default()));
    let named: usize = file.keys.values().map(|actions| actions.len()).sum();
    assert_eq!(named, ACTIONS.len(), "every action is in the file");
}

#[test]
fn a_file_is_merged_over_the_defaults() {
    let config = Config::parse("[ui]\nglyphs = \"ascii\"\n[keys.step]\nforward = [\"ctrl-n\"]\n").unwrap();
    assert_eq!((config.ui.glyphs, config.ui.frame), (GlyphSet::Ascii, 100));
    assert_eq!(config.settings().keymap.hint(on::Step::Forward), "ctrl-n");
    assert_eq!(config.settings().keymap.hint(on::Step::Backward), "S");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, line, message) in [
        ("[ui]\ncolour = \"auto\"\n", 2, "unknown field `colour`"),
        ("[step]\nspeed = 3\n", 2, "speed 3 is not one of"),
        ("# forward and back\n[keys.step]\nforward = [\"n\"]\n", 3, "the key `n` would do two things in step"),
        ("[keys.step]\nfly = [\"n\"]\n", 2, "`fly` is not an action"),
        ("[ui]\nframe = 5\n", 2, "out of range"),
    ] {
        let error = Config::parse(text).unwrap_err();
        assert!(error.message.contains(message), "{error}");
        assert!(error.place.line == line, "{error}");
    }
}

#[test]
fn no_color_is_obeyed_unless_colour_is_asked_for() {
    let config = Config::default();
    let environment = |variables: &[(&str, &str)]| {
        Environment::of(|name| {
            variables.iter().find(|(variable, _)| *variable == name).map(|(_, value)| value.to_string())
        })
    };
    let (plain, mono) = (environment(&[]), environment(&[("NO_COLOR", "1")]));
    assert!(config.theme(None, plain).color && config.theme(None, plain).glyphs == Glyphs::Unicode);
    assert!(!config.theme(None, mono).color);
    assert!(config.theme(Some(Color::Always), mono).color);
    assert!(!config.theme(Some(Color::Never), plain).color);
    let glyphs = |variables: &[(&str, &str)]| config.theme(None, environment(variables)).glyphs;
    assert_eq!(glyphs(&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")]), Glyphs::Ascii);
    assert_eq!(glyphs(&[("LC_ALL", ""), ("LANG", "C.utf8")]), Glyphs::Unicode);
    assert_eq!(glyphs(&[("LANG", "en_US.UTF-8"), ("TERM", "dumb")]), Glyphs::Ascii);
}

#[test]
fn an_own_theme_is_named_and_checked() {
    let text = "[ui]\ntheme = \"mine\"\n[theme.mine]\nbackground = \"#101418\"\ntext = \"#e0e0e0\"\n";
    let settings = Config::parse(text).unwrap().settings();
    assert_eq!(settings.palette, Palette::Own);
    let colors = settings.own_colors.unwrap();
    assert_eq!((colors.paper, colors.ink, colors.bad), ([16, 20, 24], [224, 224, 224], [224, 108, 117]));
    for (text, line, part) in [
        ("[ui]\ntheme = \"mine\"\n", 2, "there is no theme `mine`"),
        ("[theme.mine]\nbackground = \"#12\"\n", 2, "`#12` is not a colour"),
        ("[theme.mine]\nbackground = \"#101418\"\ntext = \"#202020\"\n", 3, "cannot be read"),
        ("[theme.mine]\nrose = \"#ffffff\"\n", 2, "unknown field"),
    ] {
        let error = Config::parse(text).unwrap_err();
        assert!(
            error.message.contains(part) && error.place.line == line,
            "{text}: {} {}",
            error.place.line,
            error.message
        );
    }
    assert!(Config::parse("[ui]\ntheme = \"auto\"\n").unwrap().asks_terminal());
}

#[test]
fn a_base16_scheme_is_read() {
    let mut text = "scheme: \"Mine\"\nauthor: \"me\"\n".to_string();
    for (k, color) in
        ["181818", "282828", "383838", "989898", "b8b8b8", "d8d8d8", "e8e8e8", "f8f8f8"].iter().enumerate()
    {
        text += &format!("base{k:02X}: \"{color}\"\n");
    }
    for k in 8..16 {
        text += &format!("base{k:02X}: \"#{:02x}a0a0\"\n", 150 + k);
    }
    let config = "[ui]\ntheme = \"mine\"\n[theme.mine]\nbase16 = \"a.yaml\"\nnow = \"#ffff00\"\n";
    let mut config = Config::parse(config).unwrap();
    assert_eq!(config.schemes(), [("mine".to_string(), "a.yaml".into())]);
    config.set_scheme("mine", &text).unwrap();
    let colors = config.settings().own_colors.unwrap();
    assert_eq!((colors.paper, colors.ink, colors.faint), ([24; 3], [216; 3], [152; 3]));
    assert_eq!((colors.bad, colors.now), ([158, 160, 160], [255, 255, 0]), "a key overrides the scheme");
    assert!(config.set_scheme("mine", "base00: \"181818\"").unwrap_err().contains("no colour base05"));
    let pale = text.replace("181818", "d0d0d0");
    assert!(config.set_scheme("mine", &pale).unwrap_err().contains("cannot be read"));
}
