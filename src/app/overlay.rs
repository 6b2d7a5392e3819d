//! The overlays: what can lie over a screen. An open overlay gets the keys first.

use crate::app::action::{ACTIONS, Action, Screen, Spec};
use crate::app::key::{Code, Key};
use crate::app::keymap::Keymap;
use crate::app::model::editor::Editor;
use crate::puzzle::{Areas, EXCHANGE, Export, Exported, Grid, Kind, LoadError, Puzzle, Weights, draw, load};
use crate::study::{Reason, grid_kinds};
use std::path::PathBuf;
use tui_input::{Input, InputRequest};

#[derive(Clone, Debug)]
pub enum Overlay {
    /// Help and palette: actions that match the typed words. Enter runs one.
    Search(Search),
    /// A prompt for a line of text.
    Prompt(Prompt),
    /// A pasted text, and the puzzles it can be read as.
    Import(Import),
    /// The picker of a new grid.
    New(NewGrid),
    /// A longer text, such as an error drawn with its line.
    Message { title: String, text: String },
    /// The debugger's explanations. Some lines link to a state.
    Why { lines: Vec<Reason>, cursor: usize },
    /// The debugger's breakpoints.
    Breaks { cursor: usize },
    /// The rules of the open grid, and those that can be added.
    Rules { cursor: usize },
    /// The forms that the open puzzle can be exported to.
    Export(Exporting),
    /// The open puzzle as text.
    Editor(Editor),
    /// Quitting would lose changes that are in no file.
    ConfirmQuit { unsaved: usize },
    /// The file to be written exists already.
    ConfirmReplace { entry: usize, path: PathBuf },
    /// Another program has changed the file since it was read. `bytes` is what it holds now.
    ConfirmMine { entry: usize, path: PathBuf, bytes: Vec<u8> },
}

#[derive(Clone, Debug)]
pub struct Search {
    /// The screen to which the list is limited. `None` lists all actions.
    pub screen: Option<Screen>,
    /// The screen below the overlay. Its actions come first.
    pub here: Screen,
    pub typed: String,
    pub cursor: usize,
}

impl Search {
    /// Returns the rows that match: every typed word occurs in the action's place, name, help or
    /// keys.
    pub fn rows(&self, keymap: &Keymap) -> Vec<&'static Spec> {
        let words: Vec<String> = self.typed.to_lowercase().split_whitespace().map(str::to_string).collect();
        let fits = |spec: &&Spec| {
            let text =
                format!("{} {} {} {}", spec.place.title(), spec.id, spec.help, keymap.list(spec.action)).to_lowercase();
            self.screen.is_none_or(|screen| spec.place.holds_on(screen)) && words.iter().all(|word| text.contains(word))
        };
        let mut rows: Vec<&'static Spec> = ACTIONS.iter().filter(fits).collect();
        // The screen's own actions come before those that work everywhere.
        rows.sort_by_key(|spec| {
            let anywhere = spec.place == crate::app::action::Place::ANYWHERE;
            (!spec.place.holds_on(self.here), anywhere, spec.place)
        });
        rows
    }

    pub fn selected(&self, keymap: &Keymap) -> Option<Action> {
        self.rows(keymap).get(self.cursor).map(|spec| spec.action)
    }
}

/// The input that a prompt asks for.
#[derive(Clone, Copy, Debug)]
pub enum Purpose {
    SaveAs,
    /// A file for an exported puzzle.
    Export(Export),
    GotoCell,
    Weigh,
    Resize,
    NamePoint,
    Filter,
    FilterRows,
    Goto,
    Break,
    Find,
}

impl Purpose {
    pub fn title(self) -> &'static str {
        match self {
            Purpose::SaveAs => "Save as (a file name; .toml is added)",
            Purpose::Export(_) => "Export to a new file",
            Purpose::GotoCell => "Go to the cell, such as r5c7",
            Purpose::Resize => "Another side, such as 12; what fits is kept",
            Purpose::Weigh => "The weight of this cell",
            Purpose::NamePoint => "A name for this state",
            Purpose::Filter => "Show puzzles with",
            Purpose::FilterRows => "Show rows with",
            Purpose::Goto => "Go to: 1/2,3/3, op N, level N, solution N, root, end",
            Purpose::Break => "Break at, such as: hide OPTION, choose ITEM, level N, dead end",
            Purpose::Find => "Select the item or option named",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Prompt {
    pub purpose: Purpose,
    line: Input,
    /// True if the text is only a proposal. The first typed character then replaces it.
    pub fresh: bool,
}

impl Prompt {
    pub fn new(purpose: Purpose, text: impl Into<String>, fresh: bool) -> Prompt {
        Prompt { purpose, line: Input::new(text.into()), fresh }
    }

    pub fn text(&self) -> &str {
        self.line.value()
    }

    /// The number of characters before the cursor.
    pub fn cursor(&self) -> usize {
        self.line.cursor()
    }

    pub fn set(&mut self, text: &str) {
        (self.line, self.fresh) = (Input::new(text.to_string()), false);
    }

    /// Inserts a character at the cursor, or replaces a text that was only proposed.
    pub fn insert(&mut self, c: char) {
        if std::mem::replace(&mut self.fresh, false) {
            self.line.reset();
        }
        self.line.handle(InputRequest::InsertChar(c));
    }

    /// Handles the keys of a line editor: arrows, home and end, words, deleting. Returns `false`
    /// for any other key.
    pub fn edit(&mut self, key: Key) -> bool {
        use InputRequest as To;
        let request = match (key.code, key.ctrl, key.alt) {
            (Code::Left, false, false) | (Code::Char('b'), true, _) => To::GoToPrevChar,
            (Code::Right, false, false) | (Code::Char('f'), true, _) => To::GoToNextChar,
            (Code::Left, ..) | (Code::Char('b'), _, true) => To::GoToPrevWord,
            (Code::Right, ..) | (Code::Char('f'), _, true) => To::GoToNextWord,
            (Code::Home, ..) | (Code::Char('a'), true, _) => To::GoToStart,
            (Code::End, ..) | (Code::Char('e'), true, _) => To::GoToEnd,
            (Code::Backspace, false, false) | (Code::Char('h'), true, _) => To::DeletePrevChar,
            (Code::Delete, ..) | (Code::Char('d'), true, _) => To::DeleteNextChar,
            (Code::Backspace, ..) | (Code::Char('w'), true, _) => To::DeletePrevWord,
            (Code::Char('u'), true, _) => To::DeleteLine,
            (Code::Char('k'), true, _) => To::DeleteTillEnd,
            (Code::Char('y'), true, _) => To::Yank,
            _ => return false,
        };
        self.fresh = false;
        self.line.handle(request);
        true
    }
}

/// The puzzles that a pasted text or a file can be read as. Enter takes the selected one.
#[derive(Clone, Debug)]
pub struct Import {
    /// The file's name, or [`Import::PASTED`].
    pub name: String,
    pub choices: Vec<Puzzle>,
    pub cursor: usize,
    /// The note that the text holds several puzzles, or the assumption with which it was read.
    pub note: Option<String>,
    /// True if the choices are several puzzles of one text, rather than several readings of one
    /// puzzle. All of them can then be taken.
    pub several: bool,
}

impl Import {
    /// The name of a text that was pasted.
    pub const PASTED: &str = "pasted";

    /// Returns whether the text was pasted, so that no file holds these puzzles.
    pub fn is_pasted(&self) -> bool {
        self.name == Import::PASTED
    }

    /// Reads the puzzles of a text. If the form is ambiguous, returns the first puzzle of each
    /// reading.
    ///
    /// # Errors
    ///
    /// The reason why the text cannot be read, with the offending line.
    pub fn read(name: &str, text: &str) -> Result<Import, String> {
        let import = |choices: Vec<Puzzle>, note| {
            let several = choices.len() > 1;
            Import { name: name.to_string(), several, choices, cursor: 0, note }
        };
        match load(text, None) {
            Ok(loaded) if loaded.puzzles.is_empty() => Err(format!("{name}: there is no puzzle in it")),
            Ok(loaded) => {
                let several = (loaded.puzzles.len() > 1)
                    .then(|| format!("{} puzzles: pick one, or take them all with a", loaded.puzzles.len()));
                Ok(import(loaded.puzzles, loaded.note.or(several)))
            }
            Err(LoadError::Ambiguous(readers)) => {
                let first = |form: &str| load(text, Some(form)).ok().map(|loaded| loaded.puzzles.into_iter().next());
                let choices = readers.iter().filter_map(|(_, form)| first(form.id)).flatten().collect();
                let note = Some("this can be read in several ways; pick one".to_string());
                Ok(Import { several: false, ..import(choices, note) })
            }
            Err(LoadError::Parse(error)) => Err(draw(name, text, &error)),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The name of a puzzle of the text: `list.txt #3`.
    pub fn part(&self, at: usize) -> String {
        if self.several { format!("{} #{}", self.name, at + 1) } else { self.name.clone() }
    }
}

/// The forms to which the open puzzle can be exported, each with its text and what it leaves out.
#[derive(Clone, Debug)]
pub struct Exporting {
    pub rows: Vec<(Export, Result<Exported, String>)>,
    pub cursor: usize,
}

impl Exporting {
    /// Forms that can hold the puzzle come first, those of its own kind before the others.
    pub fn new(puzzle: &Puzzle) -> Exporting {
        let rank = |own: &Export| match own {
            Export::Toml => 0,
            Export::Form(form) if puzzle.kind.forms.iter().any(|known| known.id == form.id) => 1,
            Export::Text | Export::Svg | Export::Html => 2,
            Export::Form(form) if EXCHANGE.iter().any(|known| known.id == form.id) => 3,
            Export::Form(_) => 4,
        };
        let mut rows: Vec<_> = Export::all().map(|own| (own, own.write(puzzle))).collect();
        rows.sort_by_key(|(own, text)| (text.is_err(), rank(own)));
        Exporting { rows, cursor: 0 }
    }

    /// Describes what the form under the cursor leaves out, or why it cannot hold the puzzle.
    pub fn about(&self) -> String {
        match self.rows.get(self.cursor).map(|(_, text)| text) {
            None => String::new(),
            Some(Err(why)) => why.clone(),
            Some(Ok(own)) if own.left_out.is_empty() => "it holds the whole puzzle".to_string(),
            Some(Ok(own)) => format!("left out: {}", own.left_out.join("; ")),
        }
    }
}

/// A row of the picker for a new grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Choice {
    #[default]
    Kind,
    Side,
    Boxes,
    Diagonals,
    Weights,
}

/// The picker for a new grid.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewGrid {
    pub kind: usize,
    size: usize,
    /// Index into the box shapes that are possible for this side.
    boxes: usize,
    pub diagonals: bool,
    /// Index into [`PRESETS`].
    weights: usize,
    /// The row under the cursor.
    pub at: Choice,
}

/// Rules that give the weights of a grid.
pub const PRESETS: [Preset; 4] = [
    ("rings", |n| Weights::rings(n).0),
    ("all 1", |n| vec![1; n * n]),
    ("by rows", |n| (0..n * n).map(|cell| (cell / n) as u32 + 1).collect()),
    ("by columns", |n| (0..n * n).map(|cell| (cell % n) as u32 + 1).collect()),
];

/// A name, and a function from the side of a grid to the weights of its cells, row-major.
pub type Preset = (&'static str, fn(usize) -> Vec<u32>);

impl NewGrid {
    pub fn of(kind: usize, side: usize) -> NewGrid {
        let sizes = grid_kinds()[kind].sizes;
        let size = (0..sizes.len()).min_by_key(|&at| sizes[at].abs_diff(side)).unwrap_or(0);
        NewGrid { kind, size, ..NewGrid::default() }.with_usual_boxes()
    }

    pub fn kind(self) -> &'static Kind {
        grid_kinds()[self.kind]
    }

    /// The side of the grid.
    pub fn side(self) -> usize {
        let sizes = self.kind().sizes;
        sizes[self.size.min(sizes.len() - 1)]
    }

    /// The box shapes that are possible for this grid; none for a jigsaw.
    fn shapes(self) -> Vec<Areas> {
        let boxed = self.kind().empty.is_some_and(|empty| matches!(empty(self.side()).areas, Areas::Boxes { .. }));
        if boxed { Areas::all_boxes(self.side()) } else { Vec::new() }
    }

    fn with_usual_boxes(self) -> NewGrid {
        let usual = Areas::usual_boxes(self.side());
        let boxes = self.shapes().iter().position(|own| Some(own) == usual.as_ref()).unwrap_or(0);
        NewGrid { boxes, ..self }
    }

    /// The rows for this kind, each with its current choice.
    pub fn rows(self) -> Vec<(Choice, &'static str, String)> {
        let side = self.side();
        let mut rows = vec![
            (Choice::Kind, "kind", self.kind().id.to_string()),
            (Choice::Side, "side", format!("{side} x {side}")),
        ];
        if let Some(Areas::Boxes { rows: high, columns: wide }) = self.shapes().get(self.boxes) {
            rows.push((Choice::Boxes, "boxes", format!("{high} rows x {wide} columns")));
        }
        rows.push((Choice::Diagonals, "diagonals", if self.diagonals { "on" } else { "off" }.to_string()));
        if self.is_weighted() {
            rows.push((Choice::Weights, "weights", PRESETS[self.weights].0.to_string()));
        }
        rows
    }

    fn is_weighted(self) -> bool {
        self.kind().empty.is_some_and(|empty| empty(self.side()).weights.is_some())
    }

    /// Moves to the row below, or above.
    pub fn go(self, forward: bool) -> NewGrid {
        let rows = self.rows();
        let at = rows.iter().position(|(own, ..)| *own == self.at).unwrap_or(0);
        let next = (at + if forward { 1 } else { rows.len() - 1 }) % rows.len();
        NewGrid { at: rows[next].0, ..self }
    }

    /// Changes the row to its next choice, or the previous one.
    pub fn turn(self, forward: bool) -> NewGrid {
        let round = |at: usize, count: usize| if forward { (at + 1) % count } else { (at + count - 1) % count };
        match self.at {
            Choice::Kind => {
                let kind = round(self.kind, grid_kinds().len());
                NewGrid { diagonals: self.diagonals, weights: self.weights, ..NewGrid::of(kind, self.side()) }
            }
            Choice::Side => {
                let last = self.kind().sizes.len() - 1;
                let size = if forward { (self.size + 1).min(last) } else { self.size.saturating_sub(1) };
                NewGrid { size, ..self }.with_usual_boxes()
            }
            Choice::Boxes => NewGrid { boxes: round(self.boxes, self.shapes().len().max(1)), ..self },
            Choice::Diagonals => NewGrid { diagonals: !self.diagonals, ..self },
            Choice::Weights => NewGrid { weights: round(self.weights, PRESETS.len()), ..self },
        }
    }

    /// The chosen grid, empty.
    pub fn grid(self) -> Option<Grid> {
        let mut grid = self.kind().empty?(self.side());
        if let Some(areas) = self.shapes().get(self.boxes) {
            grid.areas = areas.clone();
        }
        grid.diagonals = self.diagonals;
        if let Some(weights) = &mut grid.weights {
            weights.0 = PRESETS[self.weights].1(self.side());
        }
        Some(grid)
    }
}
