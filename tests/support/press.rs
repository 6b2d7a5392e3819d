//! A workbench without a terminal, and keys that are pressed in it.
#![allow(dead_code, reason = "not all of it is used by each crate")]

use quadrille_puzzle::{Puzzle, load};
use quadrille_study::Task;
use quadrille_workbench::app::{App, Effect, Key, LibraryRow, Msg, Settings, update};

/// A puzzle with one solution.
pub const NINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

pub fn open(text: &str, form: Option<&str>) -> App {
    let puzzle: Puzzle = load(text, form).unwrap().puzzles.remove(0);
    App::new(Settings { plays: false, ..Settings::default() }, vec![LibraryRow::made("test".to_string(), puzzle)])
}

/// Presses keys, which are separated by blanks. Returns their effects, except those that keep the
/// history of changes.
pub fn press(app: &mut App, keys: &str) -> Vec<Effect> {
    let mut effects = Vec::new();
    for name in keys.split_whitespace() {
        let key = Key::parse(name).unwrap_or_else(|| panic!("{name} is no key"));
        let more = update(app, Msg::Key(key));
        // Hints are found at once.
        for effect in &more {
            if let Effect::Work(id, task) = effect
                && matches!(**task, Task::Hint(_))
            {
                let done = task.clone().run(&mut |_| true);
                update(app, Msg::Worked { id: *id, done: Ok(done) });
            }
        }
        effects.extend(more);
    }
    effects.retain(|effect| !matches!(effect, Effect::Keep { .. } | Effect::Forget { .. }));
    effects
}
