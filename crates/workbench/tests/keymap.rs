//! Keys and their names, the table of actions, and the keymap.

use quadrille_workbench::app::{ACTIONS, Key, Keymap, KeymapError, Screen, UserKeys, on};
use std::collections::BTreeMap;

fn user_key(scope: &str, action: &str, key: &str) -> UserKeys {
    let actions = BTreeMap::from([(action.to_string(), vec![key.to_string()])]);
    BTreeMap::from([(scope.to_string(), actions)])
}

#[test]
fn a_key_is_read_back_by_its_name() {
    for name in ["s", "S", "-", "+", "ctrl-r", "shift-left", "space", "f11", "alt-x", "page-up", "ctrl-shift-end"] {
        let key = Key::parse(name).unwrap_or_else(|| panic!("{name} is no key"));
        assert_eq!(key.to_string(), name);
    }
    for name in ["", "hyper-x", "f13", "spacebar", "ctrl-"] {
        assert_eq!(Key::parse(name), None, "{name}");
    }
}

#[test]
fn the_names_of_a_scope_are_their_own() {
    for row in ACTIONS {
        let namesakes = ACTIONS.iter().filter(|other| (other.id, other.scope) == (row.id, row.scope));
        assert_eq!(namesakes.count(), 1, "{} in {}", row.id, row.scope.id());
    }
}

/// Beside the names of its keys, a line fits a screen of 80 columns.
#[test]
fn every_line_of_help_is_short() {
    for row in ACTIONS {
        assert!(row.help.chars().count() <= 54, "{}: {}", row.id, row.help);
    }
}

/// A keymap without keys of the user is refused if its own keys clash.
#[test]
fn the_default_keys_do_not_clash() {
    assert_eq!(Keymap::with(&UserKeys::new()), Ok(Keymap::default()));
}

#[test]
fn own_keys_replace_the_default_ones() {
    let keymap = Keymap::with(&user_key("step", "forward", "ctrl-n")).unwrap();
    assert_eq!(keymap.action(Screen::Step, Key::parse("ctrl-n").unwrap()), Some(on::Step::Forward.into()));
    assert_eq!(keymap.action(Screen::Step, Key::char('s')), None);
    assert_eq!(keymap.action(Screen::Play, Key::char('s')), Some(on::Play::Solve.into()));
}

#[test]
fn a_key_with_two_meanings_is_refused_and_both_are_named() {
    let clash = Keymap::with(&user_key("step", "forward", "n")).unwrap_err();
    assert_eq!(clash.to_string(), "the key `n` would do two things in step: `forward` and `next-branch`");
    let clash = Keymap::with(&user_key("step", "forward", "?")).unwrap_err();
    assert_eq!(clash.to_string(), "the key `?` would do two things in step: `help` and `forward`");
    assert!(matches!(Keymap::with(&user_key("stop", "forward", "n")), Err(KeymapError::Scope(_))));
    assert!(matches!(Keymap::with(&user_key("step", "fly", "n")), Err(KeymapError::Action { .. })));
    assert!(matches!(Keymap::with(&user_key("step", "forward", "nn")), Err(KeymapError::Key { .. })));
}
