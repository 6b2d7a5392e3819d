//! The editor of a puzzle's text: its lines, its cursor, and what is wrong.

use crate::bundled::BUNDLED;
use quadrille_puzzle::load;
use quadrille_workbench::app::{Editor, Key};

fn editor(text: &str) -> Editor {
    Editor::new(&load(text, Some("knuth")).unwrap().puzzles[0])
}

fn press(editor: &mut Editor, keys: &str) {
    keys.split_whitespace().for_each(|key| assert!(editor.key(Key::parse(key).unwrap()), "{key}"));
}

#[test]
fn lines_are_joined_and_parted() {
    let mut editor = editor("a b\na\nb\n");
    // The editor closes at once only if the text is that which was opened.
    let is_changed = |editor: &Editor| !editor.clone().leave();
    press(&mut editor, "down end enter a");
    assert_eq!((editor.text(), is_changed(&editor)), ("a b\na\na\nb\n".to_string(), true));
    press(&mut editor, "backspace backspace");
    assert_eq!(
        (editor.text(), is_changed(&editor), editor.row, editor.column),
        ("a b\na\nb\n".to_string(), false, 1, 1)
    );
    press(&mut editor, "delete");
    assert_eq!(editor.text(), "a b\nab\n");
    editor.paste("x\ny");
    assert_eq!(editor.text(), "a b\nax\nyb\n");
}

#[test]
fn every_bundled_puzzle_is_taken_as_it_is_shown() {
    for bundled in BUNDLED {
        let puzzle = load(bundled.text, None).unwrap().puzzles.remove(0);
        let read = Editor::new(&puzzle).read().unwrap_or_else(|| panic!("{}", bundled.name));
        assert_eq!(read.shape, puzzle.shape, "{}", bundled.name);
    }
}

#[test]
fn what_is_wrong_is_pointed_at() {
    let mut editor = editor("a b\na\nb\n");
    press(&mut editor, "down end z");
    assert!(editor.read().is_none());
    assert_eq!((editor.row, editor.column), (1, 0));
    assert!(editor.refused.as_ref().unwrap().contains("`az` is not declared"), "{:?}", editor.refused);
    press(&mut editor, "right right backspace");
    assert!(editor.read().is_some());
}
