//! What the workbench reads and writes is what the commands read and write.

use crate::command::command;
use crate::press::{NINE, press};
use quadrille::app::{App, Effect, Kept, Key, Msg, Overlay, Settings, update};
use quadrille::cli::{FormName, entries_of};
use quadrille::library::puzzle_rows;

/// `y` exports what `convert` prints, to the clipboard or a file.
#[test]
fn a_puzzle_is_exported_in_every_form_that_holds_it() {
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, puzzle_rows());
    press(&mut app, "q / c r o s s r enter enter");
    press(&mut app, "y");
    let Some(Overlay::Export(rows)) = &app.desk.overlay else { panic!("the forms are listed") };
    let rows = rows.rows.clone();
    assert_eq!(rows[0].0.id(), "toml");
    let held = rows.iter().filter(|(_, text)| text.is_ok()).count();
    assert!(rows[..held].iter().all(|(_, text)| text.is_ok()), "those that hold it come first");
    for (to, text) in rows {
        if app.desk.overlay.is_none() {
            press(&mut app, "y");
        }
        while let Some(Overlay::Export(own)) = &app.desk.overlay
            && own.rows[own.cursor].0.id() != to.id()
        {
            press(&mut app, "j");
        }
        match (text, &press(&mut app, "enter")[..]) {
            (Ok(own), [Effect::Copy(copied)]) => {
                let file = format!("{}/puzzles/sudoku-9x9-crossroads.toml", env!("CARGO_MANIFEST_DIR"));
                let converted = command(&["convert", &file, "--to", to.id()]);
                assert_eq!((copied, &own.text), (&converted, copied), "{}", to.id());
            }
            (Err(_), []) => assert!(app.desk.notice.is_some()),
            (_, effects) => panic!("{}: {effects:?}", to.id()),
        }
    }
    press(&mut app, "esc y j w");
    assert!(
        matches!(&press(&mut app, "enter")[..], [Effect::Export { path, .. }] if path.ends_with("sudoku-9x9-crossroads.txt"))
    );
}

#[test]
fn a_file_that_changed_on_disk_is_opened_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("grid.txt");
    std::fs::write(&file, NINE).unwrap();
    let opened = || {
        App::new(
            Settings { plays: false, ..Settings::default() },
            entries_of(&file, &FormName::default(), false).unwrap(),
        )
    };
    let mut app = opened();
    press(&mut app, "w");
    let effects = update(&mut app, Msg::Key(Key::parse("4").unwrap()));
    let kept = effects.into_iter().find_map(|effect| match effect {
        Effect::Keep { keeping, .. } => Some(keeping.write()),
        _ => None,
    });
    let text = serde_json::to_string(&kept.expect("a change is kept")).unwrap();
    let kept: &Kept = &serde_json::from_str(&text).unwrap();
    // As it was, the changes are restored in its place.
    let mut again = opened();
    assert_eq!((again.adopt(&[kept], true), again.library.open), (vec![Some(0)], Some(0)));
    // Changed by another program, the file is opened, and the changes are beside it.
    std::fs::write(&file, NINE.replace("53..", "5...")).unwrap();
    let mut again = opened();
    assert_eq!(again.adopt(&[kept], true), [Some(1)]);
    assert_eq!(again.library.open, Some(0));
    assert!(
        again.desk.notice.as_ref().is_some_and(|notice| notice.text.contains("changed on disk")),
        "{:?}",
        again.desk.notice
    );
    assert_eq!(again.library.entries[1].name, "grid.txt (unsaved changes)");
}
