//! Typed characters in Play: symbols, marks, weights and regions, by the mode.

use super::rule;
use crate::app::action::{Screen, on, spec};
use crate::app::key::{Code, Key};
use crate::app::model::app::Desk;
use crate::app::model::document::{Document, Mode, Pen, View};
use crate::app::model::edit_error::EditError;
use quadrille_puzzle::{Symbol, letter};

/// Handles a character that is not a command, according to the mode. Returns `false` if it has no
/// meaning.
pub fn typed(document: &mut Document, desk: &mut Desk, c: char) -> bool {
    let Some(grid) = document.puzzle.grid() else { return false };
    let symbol = grid.alphabet.symbol(c);
    let blank = symbol.is_none() && matches!(c, '.' | '_' | '0');
    match (document.typing.mode, symbol) {
        (Mode::Weights, _) => return weight(document, desk, c),
        (Mode::Colors, _) => return color(document, desk, c),
        (Mode::Regions, _) => return region(document, desk, c),
        (Mode::Marks(mark), Some(symbol)) => {
            let done = document.mark(mark, symbol);
            desk.report(document, done);
        }
        (Mode::Line, _) if c == ' ' => move_on(document, desk),
        (Mode::Line, _) if symbol.is_some() || blank => {
            let given = document.typing.pen == Pen::Own
                && matches!(grid.entry(document.cursor), quadrille_puzzle::Entry::Given(_));
            // A blank typed over a given leaves the given.
            if symbol.is_none() && given || place(document, desk, symbol) {
                move_on(document, desk);
            }
        }
        (Mode::Normal | Mode::Walls, _) if symbol.is_some() || blank => _ = place(document, desk, symbol),
        _ => return false,
    }
    true
}

/// Moves on to the next cell in reading order.
pub(super) fn move_on(document: &mut Document, desk: &mut Desk) {
    let went_on = document.advance(true);
    if document.typing.mode == Mode::Line {
        document.pass_givens(true);
    }
    if !went_on && desk.notice.is_none() {
        desk.say("this was the last cell");
    }
}

/// Places a symbol, or clears the cell. Returns `false` if the cell is given.
pub(super) fn place(document: &mut Document, desk: &mut Desk, symbol: Option<Symbol>) -> bool {
    let tidy = desk.settings.tidy_marks;
    let before = document.history.version();
    let placed = document.place(symbol, tidy);
    changed(document, desk, before, placed)
}

/// Says what a change of cells did: the change, a clash, or that the grid is solved. Returns
/// `false` if it was refused.
pub(super) fn changed(document: &Document, desk: &mut Desk, before: u64, done: Result<(), EditError>) -> bool {
    let changed = document.history.version() != before;
    let Some(grid) = document.puzzle.grid() else { return false };
    match done {
        Err(why @ EditError::Given(_)) => {
            let key = desk.settings.keymap.hint(on::Play::Givens);
            desk.complain(format!("{why}: {key} lets you change givens"));
            return false;
        }
        Err(why) => {
            desk.complain(why);
            return false;
        }
        Ok(()) => {}
    }
    let words = document.last_words().filter(|_| changed).unwrap_or_default();
    let targets = document.targets();
    let clash = grid.conflicts().into_iter().find(|clash| clash.cells.iter().any(|cell| targets.contains(cell)));
    if let Some(clash) = clash {
        let text = clash.words(grid);
        desk.complain(text);
    } else if grid.solves(grid) && document.puzzle.unfit().is_none() {
        let score = grid.weights.as_ref().map_or(String::new(), |_| format!(" It scores {}.", grid.score()));
        desk.say(format!("Solved: every row, column and area holds each symbol once.{score}"));
    } else if !words.is_empty() {
        desk.say(words);
    } else if !matches!(document.typing.mode, Mode::Line) {
        let name = grid.name(document.cursor);
        desk.say(match grid.entry(document.cursor).symbol() {
            _ if document.typing.mode == Mode::Colors => "the colours are as they were".to_string(),
            Some(symbol) => format!("{name} holds {} already", grid.alphabet.char(symbol)),
            None => format!("{name} is empty: there is nothing to clear"),
        });
    }
    true
}

/// Sets the weight of the cell to a digit and moves the cursor on.
fn weight(document: &mut Document, desk: &mut Desk, c: char) -> bool {
    if c == ' ' {
        move_on(document, desk);
        return true;
    }
    let Some(digit) = c.to_digit(10) else { return false };
    let weighed = document.weigh(|_| Some(digit));
    if desk.report(document, weighed) {
        move_on(document, desk);
    }
    true
}

/// Gives the cells the colour of a digit, or none.
fn color(document: &mut Document, desk: &mut Desk, c: char) -> bool {
    let digit = if c == '.' { Some(0) } else { c.to_digit(10) };
    let Some(color) = digit else { return false };
    let before = document.history.version();
    let done = document.color(color as u8);
    changed(document, desk, before, done)
}

/// Assigns the cells to the region of a letter and moves the cursor on. A capital letter sets the
/// brush, with which arrow keys paint.
fn region(document: &mut Document, desk: &mut Desk, c: char) -> bool {
    let region = c.is_ascii_alphabetic().then(|| c.to_ascii_lowercase() as u8 - b'a');
    match (region, c) {
        (Some(region), _) if c.is_ascii_uppercase() => {
            document.typing.brush = Some(region);
            let done = document.paint(Some(region));
            if !desk.report(document, done) {
                document.typing.brush = None;
            }
        }
        (Some(_), _) | (None, '.' | '0' | '-') => {
            document.typing.brush = None;
            let many = !document.selected.is_empty();
            let done = document.paint(region);
            if desk.report(document, done) && !many {
                move_on(document, desk);
            }
        }
        (None, ' ') if document.typing.brush.take().is_some() => desk.say("the brush is off"),
        (None, ' ') => move_on(document, desk),
        _ => return false,
    }
    true
}

/// Handles keys that the mode takes before the keymap. Returns `false` for other keys.
pub fn in_mode(document: &mut Document, desk: &mut Desk, key: Key) -> bool {
    if std::mem::take(&mut document.typing.prefixed) {
        return false;
    }
    match (document.typing.mode, key.code) {
        // Esc ends what is shown before it leaves the puzzle.
        (Mode::Normal, Code::Esc) if document.selected.is_empty() => {
            let is_hinted = desk.hint_on(&document.puzzle.shape).is_some();
            desk.hinting = None;
            let is_watched = !is_hinted && desk.watch.take().is_some();
            let shown = is_hinted || is_watched || document.view != View::Marks || document.held.is_some();
            (document.view, document.held) = (View::Marks, None);
            shown
        }
        (Mode::Normal, code) if code != Code::Esc => {
            // If letters are symbols, typing one places it. The prefix key makes it a command.
            let letter = key.typed().filter(|c| !c.is_ascii_digit());
            let grid = document.puzzle.grid().filter(|grid| grid.has_letters());
            let symbol = letter.and_then(|c| Some((c, grid?.alphabet.char(grid?.alphabet.symbol(c)?))));
            symbol.is_some_and(|(c, placed)| {
                typed(document, desk, c) && {
                    explain_letter(document, desk, c, placed);
                    true
                }
            })
        }
        (mode, Code::Esc) if !document.selected.is_empty() => {
            if matches!(mode, Mode::Rule(_)) {
                desk.say("no cell is selected now; Esc again ends the rules");
            }
            document.selected.clear();
            true
        }
        (Mode::Rule(_), _) => document.rule_begun().is_some_and(|rule| rule::in_mode(document, desk, &rule, key)),
        (_, Code::Esc) => {
            (document.typing.mode, document.typing.brush) = (Mode::Normal, None);
            true
        }
        (Mode::Line | Mode::Regions | Mode::Weights, Code::Enter) => {
            document.next_row();
            if document.typing.mode == Mode::Line {
                document.pass_givens(true);
            }
            true
        }
        (Mode::Walls | Mode::Marks(_) | Mode::Colors, Code::Enter) => {
            document.typing.mode = Mode::Normal;
            true
        }
        (Mode::Line | Mode::Regions | Mode::Weights, Code::Backspace) => {
            if document.advance(false) && document.typing.mode == Mode::Line {
                document.pass_givens(false);
                // Backspace also clears the symbol typed last, unless it is a given and the pen may
                // not change givens.
                _ = document.place(None, false);
            }
            true
        }
        // The list of keys is not a symbol.
        (Mode::Line | Mode::Regions, Code::Char('?')) => false,
        (Mode::Line | Mode::Regions, Code::Char(_)) => key.typed().is_some_and(|c| {
            if !typed(document, desk, c) {
                refuse_symbol(document, desk, c);
            }
            true
        }),
        (Mode::Weights | Mode::Colors, Code::Char('0'..='9' | ' ')) => {
            key.typed().is_some_and(|c| typed(document, desk, c))
        }
        (Mode::Marks(_), Code::Char(c)) if key.typed().is_some() => {
            let known = document.puzzle.grid().is_some_and(|grid| grid.alphabet.symbol(c).is_some());
            known && typed(document, desk, c)
        }
        _ => false,
    }
}

/// Says, once in a puzzle, that a letter was placed although it is the key of an action on other
/// boards.
fn explain_letter(document: &mut Document, desk: &mut Desk, c: char, placed: char) {
    let action = desk.settings.keymap.action(Screen::Play, Key::char(c));
    let prefix = desk.settings.keymap.hint(on::Play::Prefix);
    let Some(action) = action.filter(|_| !document.told.letters) else { return };
    document.told.letters = true;
    let help = spec(action).help;
    desk.say(format!("placed {placed}: this key is a symbol here; {prefix} and then {c}: {help}"));
}

/// Refuses a character, and says which characters the mode takes.
fn refuse_symbol(document: &Document, desk: &mut Desk, c: char) {
    let Some(grid) = document.puzzle.grid() else { return };
    let takes = match document.typing.mode {
        Mode::Regions => format!("the letters a to {}", letter(grid.most_regions() - 1)),
        _ => grid.alphabet.name(),
    };
    desk.complain(format!("`{c}` is not a symbol here: {takes}; esc ends typing, ctrl-u undoes"));
}

/// Handles a line that names a cell: `r1c3` goes to it, `r1c3=5` and `r1c3 5` write into it,
/// `r1c3=.` clears it. Returns `false` for any other line.
pub fn take_line(document: &mut Document, desk: &mut Desk, line: &str) -> bool {
    if rule::say_cells(document, desk, line) {
        return true;
    }
    let Some(grid) = document.puzzle.grid() else { return false };
    let (name, symbol) = line.split_once(['=', ' ']).map_or((line, ""), |(name, rest)| (name.trim(), rest.trim()));
    let Some(cell) = grid.cell_named(name) else { return false };
    let mut symbols = symbol.chars();
    document.cursor = cell;
    match (symbols.next(), symbols.next()) {
        (None, _) => {}
        (Some(c), None) if typed(document, desk, c) => {}
        _ => desk.complain(format!("`{symbol}` is not a symbol of this grid")),
    }
    true
}
