//! The sets of cells that a key selects.

use super::{Dialog, Page, PageLine, TypedLine, Width};
use crate::app::ask::Ask;
use crate::app::key::Key;
use crate::app::model::app::App;
use crate::app::model::document::PICKS;
use quadrille_study::plural;

/// The list of sets. A key selects one of them.
#[derive(Clone, Copy, Debug)]
pub struct Select;

impl Select {
    fn rows(app: &App) -> Vec<String> {
        let symbols = app.document().and_then(|document| document.puzzle.grid()).map(|grid| grid.alphabet.name());
        let rows = PICKS.iter().map(|pick| format!("{}  {}", pick.key, pick.help));
        rows.chain(symbols.map(|symbols| format!("{symbols}  all cells with that symbol"))).collect()
    }

    pub(super) fn page(self, app: &App) -> Page {
        let lines = Select::rows(app).into_iter().map(PageLine::plain).collect();
        let keys = "the cells of several sets add up   esc close";
        Page { title: "SELECT".to_string(), lines, keys, width: Width::OfLines(46), above: 0 }
    }
}

impl Dialog for Select {
    fn key(self, app: &mut App, key: Key) -> Vec<Ask> {
        let Some(c) = key.typed() else { return self.stay(app) };
        let Some(document) = app.library.document_mut() else { return Vec::new() };
        let symbol = document.puzzle.grid().and_then(|grid| grid.alphabet.symbol(c));
        match (PICKS.iter().find(|pick| pick.key == c), symbol) {
            (Some(pick), _) => document.pick(pick),
            (None, Some(symbol)) => document.pick_symbol(symbol),
            (None, None) => {
                app.desk.complain(format!("`{c}` selects nothing"));
                return self.stay(app);
            }
        }
        let words = match document.selected.cells().len() {
            0 => "nothing is selected".to_string(),
            cells => format!("{} selected; esc ends it", plural(cells, "cell")),
        };
        app.desk.say(words);
        vec![Ask::Refresh]
    }

    fn words(&self, app: &App) -> Vec<String> {
        Select::rows(app).into_iter().chain(["type the letter of a set, a symbol, or cancel".to_string()]).collect()
    }

    fn answer(&mut self, line: &str) -> TypedLine {
        let mut chars = line.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => TypedLine::Press(Key::char(c)),
            _ => TypedLine::Command,
        }
    }
}
