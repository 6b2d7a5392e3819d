//! The puzzles that a text can be read as, with a picture of the selected one.

use super::{Draw, boxed, note};
use crate::app::{App, Import};
use crate::ui::library::shape;
use crate::ui::panel::{list, span, wrap};
use crate::ui::theme::{Role, Theme};
use quadrille_puzzle::{Alphabet, Grid};
use quadrille_study::plural;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

impl Draw for Import {
    fn draw(&self, _app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
        let inner = boxed(buf, area, (70, 24), if self.is_pasted() { "Pasted" } else { &self.name }, theme);
        let mut lines: Vec<Line> = Vec::new();
        if let Some(note) = &self.note {
            let wrapped = wrap(note, usize::from(inner.width)).into_iter();
            lines.extend(wrapped.map(|line| Line::from(span(line, Role::Title, theme))));
        }
        let room = 6.min(self.choices.len());
        let from = self.cursor.saturating_sub(room.saturating_sub(1));
        for (at, puzzle) in self.choices.iter().enumerate().skip(from).take(room) {
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
        let chosen = &self.choices[self.cursor];
        let clashes = chosen.grid().map_or(0, |grid| grid.conflicts().len());
        if clashes > 0 {
            lines.push(Line::from(span(format!("! {}", plural(clashes, "conflict")), Role::Bad, theme)));
        }
        list(buf, inner, &lines, theme);
        let top = lines.len() as u16 + 1;
        let room = Rect { y: inner.y + top.min(inner.height), height: inner.height.saturating_sub(top + 2), ..inner };
        shape(&chosen.shape, theme, room, buf);
        let at = if self.several { format!("{} of {}   ", self.cursor + 1, self.choices.len()) } else { String::new() };
        note(buf, inner, &format!("{at}Enter opens it, up and down choose, Esc cancels"), theme);
    }
}
