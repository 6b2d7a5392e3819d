//! The puzzles that a text can be read as, with a picture of the selected one.

use super::{Draw, boxed, note};
use crate::app::{App, Import};
use crate::ui::library::shape;
use crate::ui::panel::{list, span, wrap};
use crate::ui::theme::{Role, Theme};
use quadrille_puzzle::{Alphabet, Grid, Puzzle, Shape};
use quadrille_study::plural;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

impl Draw for Import {
    fn draw(&self, _app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
        // The picture of looks is beside their list, so that both are whole.
        let size = if self.picks.is_empty() { (70, 24) } else { (100, 28) };
        let inner = boxed(buf, area, size, if self.is_pasted() { "Pasted" } else { &self.name }, theme);
        let foot = inner;
        let beside = if self.picks.is_empty() { 0 } else { 42.min(inner.width / 2) };
        let inner = Rect { width: inner.width - beside, ..inner };
        let mut lines: Vec<Line> = Vec::new();
        if let Some(note) = &self.note {
            let wrapped = wrap(note, usize::from(inner.width)).into_iter();
            lines.extend(wrapped.map(|line| Line::from(span(line, Role::Title, theme))));
        }
        match self.picks.is_empty() {
            true => self.choice_lines(theme, &mut lines),
            false => self.offer_lines(theme, usize::from(inner.width), &mut lines),
        }
        let chosen = self.lit();
        let clashes = chosen.grid().map_or(0, |grid| grid.conflicts().len());
        if clashes > 0 {
            lines.push(Line::from(span(format!("! {}", plural(clashes, "conflict")), Role::Bad, theme)));
        }
        list(buf, inner, &lines, theme);
        let top = if beside > 0 { 0 } else { (lines.len() as u16 + 1).min(inner.height) };
        let room = match beside {
            0 => Rect { y: inner.y + top, height: inner.height.saturating_sub(top + 2), ..inner },
            _ => Rect { x: inner.right() + 1, width: beside - 1, height: inner.height.saturating_sub(1), ..inner },
        };
        shape(&chosen.shape, theme, room, buf);
        let at = if self.several { format!("{} of {}   ", self.cursor + 1, self.choices.len()) } else { String::new() };
        let keys = match self.picks.is_empty() {
            true => "Enter opens it, up and down choose, Esc cancels",
            false => "Enter opens it, x leaves it drawn, e another rule, Esc cancels",
        };
        note(buf, foot, &format!("{at}{keys}"), theme);
    }
}

/// The most rows of a list in the dialog.
const MOST_ROWS: usize = 8;

impl Import {
    /// The rows of a list that are shown: around the selected one.
    fn shown<T>(list: &[T], selected: usize) -> impl Iterator<Item = (usize, &T)> {
        let room = MOST_ROWS.min(list.len());
        list.iter().enumerate().skip((selected + 1).saturating_sub(room)).take(room)
    }

    /// The puzzles to choose from.
    fn choice_lines(&self, theme: Theme, lines: &mut Vec<Line>) {
        for (at, puzzle) in Import::shown(&self.choices, self.cursor) {
            let chosen = at == self.cursor;
            let mark = if chosen { theme.glyph("▶ ", "> ") } else { "  " };
            let form = match self.drawn {
                true => puzzle.summary(),
                false => {
                    let usual = |grid: &&Grid| grid.alphabet == Alphabet::usual(grid.n_symbols());
                    let symbols = puzzle.grid().filter(|grid| !usual(grid));
                    let symbols = symbols.map_or(String::new(), |grid| format!(", symbols {}", grid.alphabet.name()));
                    format!("{}  read as {}, {}{symbols}", puzzle.summary(), puzzle.kind.id, puzzle.form.id)
                }
            };
            lines.push(Line::from(span(format!("{mark}{form}"), if chosen { Role::Now } else { Role::Live }, theme)));
        }
    }

    /// The looks and what they are taken for, and why the selected one is.
    fn offer_lines(&self, theme: Theme, width: usize, lines: &mut Vec<Line>) {
        for (at, offer) in Import::shown(self.offers(), self.offer) {
            let chosen = at == self.offer;
            let mark = if chosen { theme.glyph("▶ ", "> ") } else { "  " };
            let (sign, rule) = match self.picks[at].and_then(|way| offer.ways.get(way)) {
                Some(way) => ("[x]", way.rule),
                None if offer.drawings.is_empty() => ("[ ]", "left out"),
                None => ("[ ]", "only drawn"),
            };
            let text = format!("{mark}{sign} {}: {rule}", offer.what());
            lines.push(Line::from(span(text, if chosen { Role::Now } else { Role::Live }, theme)));
        }
        let mut say = |text: &str, most: usize, role: Role| {
            let wrapped = wrap(text, width).into_iter().take(most);
            lines.extend(wrapped.map(|line| Line::from(span(line, role, theme))));
        };
        let offer = &self.offers()[self.offer];
        match self.picks[self.offer].and_then(|way| offer.ways.get(way)) {
            Some(way) => say(&way.reason(), 3, Role::Title),
            None if offer.ways.is_empty() => say("no rule has such a look", 1, Role::Title),
            None => say(&format!("perhaps: {}", offer.ways[0].reason()), 3, Role::Title),
        }
        match self.left() {
            [] => {}
            [one] => say(&format!("! left over: {one}"), 2, Role::Bad),
            [one, more @ ..] => say(&format!("! left over: {one} and {} more", more.len()), 3, Role::Bad),
        }
    }

    /// The puzzle of the picture: the one that is selected, or the grid with the selected look as
    /// its rule alone.
    fn lit(&self) -> Puzzle {
        let mut puzzle = self.choices[self.cursor].clone();
        let offer = self.offers().get(self.offer);
        let way = offer.and_then(|offer| offer.ways.get(self.picks[self.offer].unwrap_or(0)));
        if let (Some(way), Shape::Grid(grid)) = (way, &mut puzzle.shape) {
            grid.rules.clone_from(&way.rules);
        }
        puzzle
    }
}
