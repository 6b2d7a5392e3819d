//! Play and edit: what the keys of that screen do to the document.

use super::action::Action;
use super::count::plural;
use super::document::{Document, Mode, NO_GRID, Pen, View};
use super::key::{Code, Key};
use super::notes::Mark;
use super::state::App;
use crate::puzzle::{Areas, Puzzle, Shape, Side, Symbol, TOML, Weights, kind, letter};

/// A key that is no command here: typed into the grid, as the mode has it. `false` if it means
/// nothing.
pub(super) fn typed(app: &mut App, c: char) -> bool {
    let Some(document) = app.document_mut() else { return false };
    let Some(grid) = document.puzzle.grid() else { return false };
    let symbol = grid.alphabet.symbol(c);
    let blank = symbol.is_none() && matches!(c, '.' | '_' | '0');
    match (document.mode, symbol) {
        (Mode::Weights, _) => return weight(app, c),
        (Mode::Regions, _) => return region(app, c),
        (Mode::Marks(mark), Some(symbol)) => {
            let done = document.mark(mark, symbol);
            told(app, done);
        }
        (Mode::Line, _) if c == ' ' => move_on(app),
        (Mode::Line, _) if symbol.is_some() || blank => {
            let given =
                document.pen == Pen::Own && matches!(grid.entry(document.cursor), crate::puzzle::Entry::Given(_));
            // A blank of the text over a given leaves it.
            if symbol.is_none() && given || place(app, symbol) {
                move_on(app);
            }
        }
        (Mode::Normal | Mode::Walls, _) if symbol.is_some() || blank => _ = place(app, symbol),
        _ => return false,
    }
    true
}

/// On to the next cell, as one reads.
fn move_on(app: &mut App) {
    let Some(document) = app.document_mut() else { return };
    if !document.advance(true) && app.notice.is_none() {
        app.say("this was the last cell");
    }
}

/// Places a symbol, or clears the cell. `false` if it may not.
fn place(app: &mut App, symbol: Option<Symbol>) -> bool {
    let Some(document) = app.document_mut() else { return false };
    let before = document.history.version();
    let placed = document.place(symbol);
    let changed = document.history.version() != before;
    let Some(grid) = document.puzzle.grid() else { return false };
    if placed.is_err() {
        let name = grid.name(document.cursor);
        let key = app.settings.keymap.hint(Action::Givens);
        app.complain(format!("{name} is given: {key} lets you change givens"));
        return false;
    }
    let words = document.last_words().filter(|_| changed).unwrap_or_default();
    let clash = grid.conflicts().into_iter().find(|clash| [clash.first, clash.second].contains(&document.cursor));
    if let Some(clash) = clash {
        let symbol = grid.alphabet.char(clash.symbol);
        let text =
            format!("{} and {} both hold {symbol} in {}", grid.name(clash.first), grid.name(clash.second), clash.unit);
        app.complain(text);
    } else if grid.solves(grid) && document.puzzle.unfit().is_none() {
        let score = grid.weights.as_ref().map_or(String::new(), |_| format!(" It scores {}.", grid.score()));
        app.say(format!("Solved: every row, column and area holds each symbol once.{score}"));
    } else if !words.is_empty() {
        app.say(words);
    }
    true
}

/// A digit is the weight of the cell, and the cursor moves on.
fn weight(app: &mut App, c: char) -> bool {
    if c == ' ' {
        move_on(app);
        return true;
    }
    let (Some(digit), Some(document)) = (c.to_digit(10), app.document_mut()) else { return false };
    let weighed = document.weigh(|_| Some(digit));
    if told(app, weighed) {
        move_on(app);
    }
    true
}

/// A letter is the region of the cell, and the cursor moves on. A capital is a brush: arrows paint.
fn region(app: &mut App, c: char) -> bool {
    let Some(document) = app.document_mut() else { return false };
    let own = c.is_ascii_alphabetic().then(|| c.to_ascii_lowercase() as u8 - b'a');
    match (own, c) {
        (Some(own), _) if c.is_ascii_uppercase() => {
            document.brush = Some(own);
            let done = document.paint(Some(own));
            if !told(app, done)
                && let Some(document) = app.document_mut()
            {
                document.brush = None;
            }
        }
        (Some(_), _) | (None, '.' | '0' | '-') => {
            document.brush = None;
            let done = document.paint(own);
            if told(app, done) {
                move_on(app);
            }
        }
        (None, ' ') if document.brush.take().is_some() => app.say("the brush is lifted"),
        (None, ' ') => move_on(app),
        _ => return false,
    }
    true
}

/// Says what was changed, or why nothing was. Whether it was done.
fn told(app: &mut App, done: Result<(), String>) -> bool {
    match done {
        Ok(()) => {
            if let Some(words) = app.document().and_then(Document::last_words) {
                app.say(words);
            }
            true
        }
        Err(why) => {
            app.complain(why);
            false
        }
    }
}

/// Keys that a mode takes before the keymap sees them.
pub(super) fn in_mode(app: &mut App, key: Key) -> bool {
    let Some(document) = app.document_mut() else { return false };
    if std::mem::take(&mut document.prefixed) {
        return false;
    }
    match (document.mode, key.code) {
        (Mode::Normal, _) => {
            // Where letters are symbols they are typed; as commands they follow a prefix.
            let letter = key.typed().filter(|c| c.is_ascii_alphabetic());
            let grid = document.puzzle.grid().filter(|grid| grid.n() > 9);
            let symbol = letter.filter(|&c| grid.is_some_and(|grid| grid.alphabet.symbol(c).is_some()));
            symbol.is_some_and(|c| typed(app, c))
        }
        (_, Code::Esc) => {
            (document.mode, document.brush) = (Mode::Normal, None);
            true
        }
        (Mode::Line | Mode::Regions | Mode::Weights, Code::Enter) => {
            document.next_row();
            true
        }
        (Mode::Walls | Mode::Marks(_), Code::Enter) => {
            document.mode = Mode::Normal;
            true
        }
        (Mode::Line | Mode::Regions | Mode::Weights, Code::Backspace) => {
            if document.advance(false) && document.mode == Mode::Line {
                // What was typed last is taken out, where the pen may.
                _ = document.place(None);
            }
            true
        }
        (Mode::Line | Mode::Regions, Code::Char(_)) => key.typed().is_some_and(|c| {
            if !typed(app, c) {
                refuse_symbol(app, c);
            }
            true
        }),
        (Mode::Weights, Code::Char('0'..='9' | ' ')) => key.typed().is_some_and(|c| typed(app, c)),
        (Mode::Marks(_), Code::Char(c)) if key.typed().is_some() => {
            let known = document.puzzle.grid().is_some_and(|grid| grid.alphabet.symbol(c).is_some());
            known && typed(app, c)
        }
        _ => false,
    }
}

/// What a mode takes, said about a character that it does not.
fn refuse_symbol(app: &mut App, c: char) {
    let Some(document) = app.document() else { return };
    let Some(grid) = document.puzzle.grid() else { return };
    let takes = match document.mode {
        Mode::Regions => format!("the letters a to {}", letter(grid.n() - 1)),
        _ => grid.alphabet.name(),
    };
    app.complain(format!("`{c}` is no symbol here: {takes}; esc ends typing, ctrl-u undoes"));
}

pub(super) fn act(app: &mut App, action: Action) {
    let Some(document) = app.document_mut() else { return };
    match action {
        Action::Left => go(app, 0, -1),
        Action::Right => go(app, 0, 1),
        Action::Up => go(app, -1, 0),
        Action::Down => go(app, 1, 0),
        Action::RowStart => document.move_by(0, i32::MIN),
        Action::RowEnd => document.move_by(0, i32::MAX),
        Action::NextEmpty => document.to_next(true, false),
        Action::PreviousEmpty => document.to_next(false, false),
        Action::NextGiven => document.to_next(true, true),
        Action::PreviousGiven => document.to_next(false, true),
        Action::Prefix => document.prefixed = true,
        Action::Clear if document.mode == Mode::Weights => {
            let weighed = document.weigh(|old| Some(old / 10));
            told(app, weighed);
        }
        Action::Clear if matches!(document.mode, Mode::Regions) => {
            let painted = document.paint(None);
            told(app, painted);
        }
        Action::Clear => _ = place(app, None),
        Action::ClearOwn => {
            let cleared = document.clear_own();
            app.say(format!("{} cleared", plural(cleared, "cell")));
        }
        Action::Undo | Action::Redo => {
            let forward = action == Action::Redo;
            match document.undo(forward) {
                Some(words) => {
                    app.say(format!("{}: {words}", if forward { "again" } else { "undone" }));
                    about_walls(app);
                }
                None => app.say(if forward { "nothing to do again" } else { "nothing to undo" }),
            }
        }
        Action::Earlier | Action::Later => {
            let later = action == Action::Later;
            if document.in_time(later) {
                let (at, all) = (document.history.version(), document.history.len());
                app.say(format!("change {at} of {all}"));
            } else {
                app.say(if later { "this is the last state in time" } else { "this is the beginning" });
            }
        }
        Action::Candidates => {
            document.view = document.view.next();
            let text = match document.view {
                View::Marks => "your own marks",
                View::Candidates => "what the rules leave each empty cell; a count where there is no room",
                View::Units => "what the rules leave the cells of the cursor's units, in the list",
            };
            app.say(text);
        }
        Action::Line if document.puzzle.grid().is_some() => {
            document.mode = Mode::Line;
            app.say("typing line by line: . empties a cell, space leaves it, Enter begins the next row, Esc ends it");
        }
        Action::Line => app.complain(NO_GRID),
        Action::Marks => turn(app, Mode::Marks(Mark::Corner)),
        Action::CentreMarks => turn(app, Mode::Marks(Mark::Centre)),
        Action::FillMarks | Action::ClearMarks => {
            let fill = action == Action::FillMarks;
            let cells = document.mark_all(fill);
            let what = if fill { "marked with what their units leave them" } else { "without marks now" };
            app.say(format!("{} {what}", plural(cells, "cell")));
        }
        Action::Givens => {
            document.pen = if document.pen == Pen::Own { Pen::Given } else { Pen::Own };
            let what = if document.pen == Pen::Own { "your own symbols" } else { "givens" };
            app.say(format!("you now write {what}"));
        }
        Action::Walls | Action::Regions => match document.puzzle.grid().map(|grid| &grid.areas) {
            Some(Areas::Walls(_)) => {
                let mode = if action == Action::Walls { Mode::Walls } else { Mode::Regions };
                document.mode = if document.mode == mode { Mode::Normal } else { mode };
                about_walls(app);
            }
            Some(Areas::Boxes { .. }) | None => app.complain("only a jigsaw has walls and regions"),
        },
        Action::WallLeft => wall(app, Side::Left),
        Action::WallRight => wall(app, Side::Right),
        Action::WallUp => wall(app, Side::Up),
        Action::WallDown => wall(app, Side::Down),
        Action::Weights if document.puzzle.grid().is_some_and(|grid| grid.weights.is_some()) => {
            document.mode = if document.mode == Mode::Weights { Mode::Normal } else { Mode::Weights };
        }
        Action::Weights => app.complain("only a target has weights"),
        Action::Preset => preset(app),
        Action::Heavier | Action::Lighter => {
            let up = action == Action::Heavier;
            let weighed = document.weigh(|old| if up { old.checked_add(1) } else { old.checked_sub(1) });
            told(app, weighed);
        }
        _ => {}
    }
}

/// Moves the cursor; a brush paints where it comes.
fn go(app: &mut App, rows: i32, columns: i32) {
    let Some(document) = app.document_mut() else { return };
    document.move_by(rows, columns);
    if let (Mode::Regions, Some(brush)) = (document.mode, document.brush) {
        let painted = document.paint(Some(brush));
        told(app, painted);
    }
}

/// Turns a mode of marks on, or off again.
fn turn(app: &mut App, mode: Mode) {
    let Some(document) = app.document_mut() else { return };
    if document.puzzle.grid().is_none() {
        return app.complain(NO_GRID);
    }
    document.mode = if document.mode == mode { Mode::Normal } else { mode };
    let text = match document.mode {
        Mode::Marks(Mark::Corner) => "symbols are marks in the corners now",
        Mode::Marks(Mark::Centre) => "symbols are marks in the middle now",
        _ => "symbols are placed again",
    };
    app.say(text);
}

/// The weights of all cells of a grid of a side, by a rule.
type Weigh = fn(usize) -> Vec<u32>;

/// The next preset after the one that the weights follow, if they follow one.
fn preset(app: &mut App) {
    const PRESETS: [(&str, Weigh); 4] = [
        ("rings", |n| Weights::rings(n).0),
        ("all 1", |n| vec![1; n * n]),
        ("by rows", |n| (0..n * n).map(|cell| (cell / n) as u32 + 1).collect()),
        ("by columns", |n| (0..n * n).map(|cell| (cell % n) as u32 + 1).collect()),
    ];
    let Some(document) = app.document_mut() else { return };
    let own = document.puzzle.grid().and_then(|grid| Some((grid.n(), &grid.weights.as_ref()?.0)));
    let follows = own.and_then(|(n, own)| PRESETS.iter().position(|(_, weigh)| *own == weigh(n)));
    let (name, weigh) = PRESETS[follows.map_or(0, |at| (at + 1) % PRESETS.len())];
    let done = document.preset(name, weigh);
    told(app, done);
}

/// Takes the answer to a prompt of this screen. `false` if it was not understood.
pub(super) fn to_cell(app: &mut App, name: &str) -> bool {
    let Some(document) = app.document_mut() else { return true };
    match document.puzzle.grid().and_then(|grid| grid.cell_named(name.trim())) {
        Some(cell) => {
            document.cursor = cell;
            true
        }
        None => {
            app.complain(format!("`{name}` is no cell of this grid: r5c7 is row 5, column 7"));
            false
        }
    }
}

pub(super) fn weigh(app: &mut App, text: &str) -> bool {
    let Ok(weight) = text.trim().replace(',', "").parse() else {
        app.complain("a weight is a number from 0 to 1,000,000");
        return false;
    };
    let Some(document) = app.document_mut() else { return true };
    let weighed = document.weigh(|_| Some(weight));
    let done = told(app, weighed);
    if done && app.document().is_some_and(|document| document.mode == Mode::Weights) {
        move_on(app);
    }
    done
}

/// Names the state, so that it is found in the list of changes.
pub(super) fn name_point(app: &mut App, name: &str) -> bool {
    let Some(document) = app.document_mut() else { return true };
    let named = document.history.name(name.trim());
    app.say(if named { format!("this state is {}", name.trim()) } else { "nothing was changed yet".to_string() });
    true
}

fn wall(app: &mut App, side: Side) {
    let Some(document) = app.document_mut() else { return };
    let done = document.toggle_wall(side).map(|_| ());
    if told(app, done) {
        about_walls(app);
    }
}

/// Says what the walls come to, while they are being edited.
fn about_walls(app: &mut App) {
    let Some(document) = app.document() else { return };
    if document.mode != Mode::Walls {
        return;
    }
    match document.puzzle.unfit() {
        Some(fault) => app.complain(fault),
        None => {
            let n = document.puzzle.grid().map_or(0, |grid| grid.n());
            app.say(format!("a jigsaw: {n} regions of {n} cells"));
        }
    }
}

/// An empty document of a kind.
pub(super) fn empty(kind_id: &str, side: usize) -> Option<Document> {
    let kind = kind(kind_id)?;
    let shape = Shape::Grid(kind.empty?(side));
    let puzzle = Puzzle::new(kind, &TOML, shape);
    Some(Document::new(puzzle, None))
}
