//! The picker of a new grid: an empty one, or a generated puzzle.

use super::{Answer, Dialog};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::document::{Document, Mode};
use crate::app::model::room::Waiting;
use crate::puzzle::{Areas, Grid, Kind, Level, Puzzle, RULES, Rule, RuleSpec, Shape, TOML, Weights};
use crate::study::{Recipe, Symmetry, Task, grid_kinds};

/// A row of the picker for a new grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Choice {
    #[default]
    Kind,
    Side,
    Boxes,
    Diagonals,
    Weights,
    Level,
    Symmetry,
    Minimal,
    Rule,
}

/// The picker for a new grid.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewGrid {
    /// The index of the kind, among the kinds of grids.
    pub kind: usize,
    size: usize,
    /// Index into the box shapes that are possible for this side.
    boxes: usize,
    /// True if the two diagonals must hold each symbol once.
    pub diagonals: bool,
    /// Index into [`PRESETS`].
    weights: usize,
    /// The row under the cursor.
    pub at: Choice,
    /// The number that was typed as the side.
    typed: usize,
    /// Index into [`LEVELS`].
    level: usize,
    /// Index into [`Symmetry::ALL`].
    symmetry: usize,
    /// True if a new puzzle needs all its givens.
    minimal: bool,
    /// Index into the rules of whole grids, from 1; 0 for none.
    rule: usize,
}

/// The levels that can be asked for: any first.
const LEVELS: [Option<Level>; 5] =
    [None, Some(Level::Easy), Some(Level::Medium), Some(Level::Hard), Some(Level::Fiendish)];

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
    /// The picker for a kind, at the size that is nearest to `side`.
    pub fn of(kind: usize, side: usize) -> NewGrid {
        let sizes = grid_kinds()[kind].sizes();
        let size = (0..sizes.len()).min_by_key(|&at| sizes[at].abs_diff(side)).unwrap_or(0);
        NewGrid { kind, size, ..NewGrid::default() }.with_usual_boxes()
    }

    /// The kind that is selected.
    pub fn kind(self) -> &'static Kind {
        grid_kinds()[self.kind]
    }

    /// The side of the grid.
    pub fn side(self) -> usize {
        let sizes = self.kind().sizes();
        sizes[self.size.min(sizes.len() - 1)]
    }

    /// The box shapes that are possible for this grid; none for a jigsaw.
    fn shapes(self) -> Vec<Areas> {
        if self.kind().has_walls() { Vec::new() } else { Areas::all_boxes(self.side()) }
    }

    fn with_usual_boxes(self) -> NewGrid {
        let usual = Areas::usual_boxes(self.side());
        let boxes = self.shapes().iter().position(|shape| Some(shape) == usual.as_ref()).unwrap_or(0);
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
        if self.kind().is_weighted() {
            rows.push((Choice::Weights, "weights", PRESETS[self.weights].0.to_string()));
        }
        // What only a new puzzle has.
        if self.is_made() {
            let on = |on: bool| if on { "on" } else { "off" }.to_string();
            if !self.kind().is_weighted() {
                let level = LEVELS[self.level].map_or("any", Level::id);
                rows.push((Choice::Level, "g: level", level.to_string()));
            }
            rows.push((Choice::Symmetry, "g: symmetry", Symmetry::ALL[self.symmetry].name().to_string()));
            if !self.kind().is_weighted() {
                rows.push((Choice::Minimal, "g: minimal", on(self.minimal)));
            }
            let rule = self.rule().map_or("none", |spec| spec.name);
            rows.push((Choice::Rule, "g: rule", rule.to_string()));
        }
        rows
    }

    /// The rules of whole grids that a grid of this kind and side can have.
    fn rules(self) -> Vec<&'static RuleSpec> {
        let Some(grid) = self.grid() else { return Vec::new() };
        RULES.iter().filter(|spec| !spec.names_cells() && spec.fault(&grid, &[]).is_none()).collect()
    }

    /// The rule that a new puzzle has, if one is chosen.
    fn rule(self) -> Option<&'static RuleSpec> {
        self.rules().get(self.rule.checked_sub(1)?).copied()
    }

    /// Returns whether puzzles of this side are made.
    fn is_made(self) -> bool {
        self.side() <= 16
    }

    /// Takes a digit of the side.
    fn digit(self, digit: usize) -> NewGrid {
        let sizes = self.kind().sizes();
        let begins = |number: usize| {
            let known = |size: &usize| number > 0 && size.to_string().starts_with(&number.to_string());
            sizes.iter().any(known)
        };
        let typed = [10 * self.typed + digit, digit].into_iter().find(|&number| begins(number)).unwrap_or(0);
        let at = Choice::Side;
        match sizes.iter().position(|&size| size == typed) {
            Some(size) => NewGrid { size, typed, at, ..self }.with_usual_boxes(),
            None => NewGrid { typed, at, ..self },
        }
    }

    /// Moves to the row below, or above.
    pub fn go(self, forward: bool) -> NewGrid {
        let rows = self.rows();
        let at = rows.iter().position(|(choice, ..)| *choice == self.at).unwrap_or(0);
        let next = (at + if forward { 1 } else { rows.len() - 1 }) % rows.len();
        NewGrid { at: rows[next].0, ..self }
    }

    /// Changes the row to its next choice, or the previous one.
    pub fn turn(self, forward: bool) -> NewGrid {
        let round = |at: usize, count: usize| if forward { (at + 1) % count } else { (at + count - 1) % count };
        match self.at {
            Choice::Kind => {
                let kind = round(self.kind, grid_kinds().len());
                let NewGrid { diagonals, weights, level, symmetry, minimal, rule, .. } = self;
                NewGrid { diagonals, weights, level, symmetry, minimal, rule, ..NewGrid::of(kind, self.side()) }
            }
            Choice::Side => {
                let last = self.kind().sizes().len() - 1;
                let size = if forward { (self.size + 1).min(last) } else { self.size.saturating_sub(1) };
                NewGrid { size, ..self }.with_usual_boxes()
            }
            Choice::Boxes => NewGrid { boxes: round(self.boxes, self.shapes().len().max(1)), ..self },
            Choice::Diagonals => NewGrid { diagonals: !self.diagonals, ..self },
            Choice::Weights => NewGrid { weights: round(self.weights, PRESETS.len()), ..self },
            Choice::Level => NewGrid { level: round(self.level, LEVELS.len()), ..self },
            Choice::Symmetry => NewGrid { symmetry: round(self.symmetry, Symmetry::ALL.len()), ..self },
            Choice::Minimal => NewGrid { minimal: !self.minimal, ..self },
            Choice::Rule => NewGrid { rule: round(self.rule, self.rules().len() + 1), ..self },
        }
    }

    /// The chosen grid, empty.
    pub fn grid(self) -> Option<Grid> {
        let mut grid = self.kind().empty(self.side())?;
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

impl Dialog for NewGrid {
    fn key(self, app: &mut App, key: Key) -> Vec<Ask> {
        let next = match key.code {
            Code::Enter => {
                let name = format!("new {} {}x{}", self.kind().id, self.side(), self.side());
                if let Some(grid) = self.grid() {
                    let puzzle = Puzzle::new(self.kind(), &TOML, Shape::Grid(grid));
                    app.add(&name, Document::new(puzzle, None));
                    // The next thing to do with an empty grid is to type it.
                    if let Some(document) = app.document_mut() {
                        document.mode = if self.kind().has_walls() { Mode::Regions } else { Mode::Line };
                    }
                }
                return vec![Ask::Refresh];
            }
            Code::Char(c @ '0'..='9') => self.digit(c as usize - '0' as usize),
            Code::Char('g') if self.is_made() => {
                let id = app.next_run();
                app.seed += 1;
                let weighted = self.kind().is_weighted();
                let recipe = Recipe {
                    diagonals: self.diagonals,
                    level: LEVELS[self.level].filter(|_| !weighted),
                    symmetry: Symmetry::ALL[self.symmetry],
                    minimal: self.minimal && !weighted,
                    counted: true,
                    rated: !weighted,
                    rules: self.rule().map(|spec| Rule::new(spec.id, Vec::new())).into_iter().collect(),
                    ..Recipe::new(self.kind(), self.side(), app.seed)
                };
                // The first puzzle of the series, which is the one that the command line makes.
                let recipe = Recipe { source: recipe.command(), ..recipe.nth(0) };
                app.opening = Some(Waiting::new(id, "a puzzle"));
                return vec![Ask::Effect(Effect::Work(id, Box::new(Task::Generate(Box::new(recipe)))))];
            }
            Code::Down | Code::Tab | Code::Char('j') => self.go(true),
            Code::Up | Code::Char('k') => self.go(false),
            Code::Right | Code::Char('l' | '+' | ' ') => self.turn(true),
            Code::Left | Code::Char('h' | '-') => self.turn(false),
            Code::Char('q') => return Vec::new(),
            _ => self,
        };
        next.stay(app)
    }

    fn words(&self, _app: &App) -> Vec<String> {
        let kinds = grid_kinds().into_iter().map(|kind| format!("{}: {}", kind.id, kind.help));
        kinds.chain(["type a kind and a side, such as jigsaw 9, or cancel".to_string()]).collect()
    }

    fn answer(&mut self, line: &str) -> Answer {
        match named(line) {
            Ok(grid) => {
                *self = grid.unwrap_or(*self);
                Answer::Press(Key::plain(Code::Enter))
            }
            Err(why) => Answer::Refuse(why),
        }
    }
}

/// Parses the kind and side of a new grid: `jigsaw 9`, `sudoku`. `None` for an empty line, which
/// accepts the proposed grid.
fn named(line: &str) -> Result<Option<NewGrid>, String> {
    let mut words = line.split_whitespace();
    let Some(word) = words.next() else { return Ok(None) };
    let names = || grid_kinds().iter().map(|kind| kind.id).collect::<Vec<_>>().join(", ");
    let kind = grid_kinds().iter().position(|kind| kind.id == word);
    let kind = kind.ok_or_else(|| format!("`{word}` is not one of {}", names()))?;
    let sizes = grid_kinds()[kind].sizes();
    let side = match words.next() {
        None => 9,
        Some(side) => side.parse().ok().filter(|side| sizes.contains(side)).ok_or_else(|| {
            let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
            format!("a {word} has a side of {}", sizes.join(", "))
        })?,
    };
    Ok(Some(NewGrid::of(kind, side)))
}
