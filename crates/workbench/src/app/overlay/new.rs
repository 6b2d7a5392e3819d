//! The picker of a new grid: an empty one, or a generated puzzle.

use super::{Dialog, TypedLine};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::document::{Document, Mode};
use crate::app::model::room::Waiting;
use quadrille_puzzle::{
    Areas, Boxes, Extent, ExtentError, Grid, GridRule, Kind, Level, Puzzle, RULES, RuleSpec, Shape, Size, TOML, Weights,
};
use quadrille_study::{Laid, Recipe, Symmetry, Task, grid_kinds};

/// A row of the picker for a new grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Choice {
    #[default]
    Kind,
    Side,
    Columns,
    Numbers,
    Boxes,
    Diagonals,
    Weights,
    Level,
    Symmetry,
    Minimal,
    Rule,
    Laid,
}

/// The picker for a new grid: a field for each row, and the row under the cursor.
// Many fields: one for each row of the picker.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewGrid {
    /// The index of the kind, among the kinds of grids.
    pub kind: usize,
    size: usize,
    /// The number of columns; 0 for as many as rows.
    columns: usize,
    /// Index into the numbers that are possible for this size.
    numbers: usize,
    /// Index into the box shapes that are possible for this extent.
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
    /// Index into [`Laid::rows`], from 1; 0 for none.
    laid: usize,
}

/// The levels that can be asked for: any first.
const LEVELS: [Option<Level>; 5] =
    [None, Some(Level::Easy), Some(Level::Medium), Some(Level::Hard), Some(Level::Fiendish)];

/// Rules that give the weights of a grid.
pub const PRESETS: [Preset; 4] = [
    ("rings", |size| Weights::rings(size).0),
    ("all 1", |size| vec![1; size.n_cells()]),
    ("by rows", |size| size.cells().map(|cell| size.place(cell).0 as u32 + 1).collect()),
    ("by columns", |size| size.cells().map(|cell| size.place(cell).1 as u32 + 1).collect()),
];

/// A name, and a function from the size of a grid to the weights of its cells, row-major.
pub(crate) type Preset = (&'static str, fn(Size) -> Vec<u32>);

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

    /// The rows and columns of the grid: the side is the number of rows.
    fn cells(self) -> Size {
        let rows = self.side();
        Size { rows, columns: if self.columns == 0 { rows } else { self.columns } }
    }

    /// The numbers that are possible for this size, each as the first and the number of them. The
    /// usual ones come first.
    fn all_numbers(self) -> Vec<(u8, usize)> {
        let n = self.cells().longer();
        let mut all = Vec::new();
        for (lowest, count) in [(1, n), (0, n), (0, n + 1), (1, 9), (0, 9)] {
            let fits = (n..=*Size::LONGER.end()).contains(&count);
            if fits && !all.contains(&(lowest, count)) {
                all.push((lowest, count));
            }
        }
        all
    }

    /// The extent that is chosen, with the usual boxes.
    fn usual_extent(self) -> Extent {
        let numbers = self.all_numbers();
        let (lowest, n_symbols) = numbers[self.numbers.min(numbers.len() - 1)];
        Extent { size: self.cells(), lowest, n_symbols, boxes: Boxes::Usual }
    }

    /// The areas that are possible for this grid, none of them last; empty if the kind says them.
    fn shapes(self) -> Vec<Areas> {
        if self.kind().has_walls() || self.kind().has_grids() {
            return Vec::new();
        }
        let Extent { size, n_symbols, .. } = self.usual_extent();
        let boxes =
            (2..=size.rows).flat_map(|rows| (2..=size.columns).map(move |columns| Areas::Boxes { rows, columns }));
        boxes.filter(|areas| areas.fit(size, n_symbols)).chain([Areas::None]).collect()
    }

    fn with_usual_boxes(self) -> NewGrid {
        let usual = self.usual_extent().areas();
        let boxes = self.shapes().iter().position(|shape| Ok(shape) == usual.as_ref());
        NewGrid { boxes: boxes.unwrap_or(self.shapes().len().saturating_sub(1)), ..self }
    }

    /// The picker after a change of the rows or columns.
    fn settled(self) -> NewGrid {
        let columns = if self.columns == self.side() { 0 } else { self.columns };
        NewGrid { columns, ..self }.with_usual_boxes()
    }

    /// The extent that is chosen.
    fn extent(self) -> Extent {
        let extent = self.usual_extent();
        match self.shapes().get(self.boxes) {
            None => extent,
            Some(areas) => Extent::of(&extent.with(areas.clone())),
        }
    }

    /// The rows for this kind, each with its current choice.
    pub fn rows(self) -> Vec<(Choice, &'static str, String)> {
        let side = self.side();
        let mut rows =
            vec![(Choice::Kind, "kind", self.kind().id.to_string()), (Choice::Side, "rows", side.to_string())];
        let Extent { size, lowest, n_symbols, .. } = self.extent();
        let has_grids = self.kind().has_grids();
        if has_grids {
            let grids = self.kind().empty(side).map_or(0, |grid| grid.grids().len());
            rows[1].2 = format!("{side}: {grids} grids");
        }
        if !self.kind().has_walls() && !has_grids {
            let columns = if self.columns == 0 { format!("{side}, as many") } else { size.columns.to_string() };
            rows.push((Choice::Columns, "columns", columns));
        }
        if !has_grids {
            rows.push((Choice::Numbers, "numbers", format!("{lowest} to {}", usize::from(lowest) + n_symbols - 1)));
        }
        match self.shapes().get(self.boxes) {
            Some(Areas::Boxes { rows: high, columns: wide }) => {
                rows.push((Choice::Boxes, "boxes", format!("{high} rows x {wide} columns")));
            }
            Some(_) => rows.push((Choice::Boxes, "boxes", "none".to_string())),
            None => {}
        }
        if size.side().is_some() && !has_grids {
            rows.push((Choice::Diagonals, "diagonals", if self.diagonals { "on" } else { "off" }.to_string()));
        }
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
            rows.push((Choice::Symmetry, "g: symmetry", self.symmetry().name().to_string()));
            if self.is_proved() {
                rows.push((Choice::Minimal, "g: minimal", on(self.minimal)));
            }
            let rule = self.rule().map_or("none", |spec| spec.name);
            rows.push((Choice::Rule, "g: rule", rule.to_string()));
            let laid = self.laid().map_or("none", |laid| laid.spec.name);
            rows.push((Choice::Laid, "g: with", laid.to_string()));
        }
        rows
    }

    /// The symmetry of the givens: none if only a square has the chosen one.
    fn symmetry(self) -> Symmetry {
        let symmetry = Symmetry::ALL[self.symmetry];
        if self.columns > 0 && symmetry.needs_square() { Symmetry::None } else { symmetry }
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

    /// The rule whose cells are drawn on a new puzzle, if one is chosen.
    fn laid(self) -> Option<Laid> {
        let spec = Laid::rows().nth(self.laid.checked_sub(1)?)?;
        Some(Laid { spec, most: None })
    }

    /// Returns whether puzzles of this side are made.
    fn is_made(self) -> bool {
        self.cells().longer() <= self.kind().largest()
    }

    /// Returns whether puzzles of this side are made minimal, and rated.
    fn is_proved(self) -> bool {
        !self.kind().is_weighted() && self.cells().longer() <= Recipe::MOST_MINIMAL
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
            Some(size) => NewGrid { size, typed, at, ..self }.settled(),
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
                let NewGrid { diagonals, weights, level, symmetry, minimal, rule, laid, .. } = self;
                NewGrid { diagonals, weights, level, symmetry, minimal, rule, laid, ..NewGrid::of(kind, self.side()) }
            }
            Choice::Side => {
                let last = self.kind().sizes().len() - 1;
                let size = if forward { (self.size + 1).min(last) } else { self.size.saturating_sub(1) };
                NewGrid { size, ..self }.settled()
            }
            Choice::Columns => {
                // As many as rows comes first, then all numbers from 2 on.
                let columns = match (self.columns, forward) {
                    (0, true) => self.side() + 1,
                    (0, false) => self.side() - 1,
                    (columns, true) => columns + 1,
                    (columns, false) => columns - 1,
                };
                let columns = columns.clamp(*Size::ALL.start(), *Size::ALL.end());
                NewGrid { columns, ..self }.settled()
            }
            Choice::Numbers => {
                NewGrid { numbers: round(self.numbers, self.all_numbers().len()), ..self }.with_usual_boxes()
            }
            Choice::Boxes => NewGrid { boxes: round(self.boxes, self.shapes().len().max(1)), ..self },
            Choice::Diagonals => NewGrid { diagonals: !self.diagonals, ..self },
            Choice::Weights => NewGrid { weights: round(self.weights, PRESETS.len()), ..self },
            Choice::Level => NewGrid { level: round(self.level, LEVELS.len()), ..self },
            Choice::Symmetry => NewGrid { symmetry: round(self.symmetry, Symmetry::ALL.len()), ..self },
            Choice::Minimal => NewGrid { minimal: !self.minimal, ..self },
            Choice::Rule => NewGrid { rule: round(self.rule, self.rules().len() + 1), ..self },
            Choice::Laid => NewGrid { laid: round(self.laid, Laid::rows().count() + 1), ..self },
        }
    }

    /// The chosen grid, empty.
    pub fn grid(self) -> Option<Grid> {
        let mut grid = self.kind().blank(self.extent())?.ok()?;
        grid.diagonals = self.diagonals && grid.size().side().is_some();
        let size = grid.size();
        if let Some(weights) = &mut grid.weights {
            weights.0 = PRESETS[self.weights].1(size);
        }
        Some(grid)
    }
}

impl Dialog for NewGrid {
    fn key(self, app: &mut App, key: Key) -> Vec<Ask> {
        let next = match key.code {
            Code::Enter => {
                let name = format!("new {} {}", self.kind().id, self.cells());
                if let Some(grid) = self.grid() {
                    let puzzle = Puzzle::new(self.kind(), &TOML, Shape::Grid(grid));
                    app.add(&name, Document::new(puzzle, None));
                    // The next thing to do with an empty grid is to type it.
                    if let Some(document) = app.library.document_mut() {
                        document.typing.mode = if self.kind().has_walls() { Mode::Regions } else { Mode::Line };
                    }
                }
                return vec![Ask::Refresh];
            }
            Code::Char(c @ '0'..='9') => self.digit(c as usize - '0' as usize),
            Code::Char('g') if self.is_made() => {
                let id = app.desk.next_run();
                app.desk.seed += 1;
                let weighted = self.kind().is_weighted();
                let extent = self.extent();
                let is_square = extent.size.side().is_some();
                let recipe = Recipe {
                    extent,
                    diagonals: self.diagonals && is_square,
                    level: LEVELS[self.level].filter(|_| !weighted),
                    symmetry: self.symmetry(),
                    minimal: self.minimal && self.is_proved(),
                    counted: true,
                    rated: self.is_proved(),
                    laid: self.laid().into_iter().collect(),
                    rules: self.rule().map(|spec| GridRule::new(spec.id, Vec::new())).into_iter().collect(),
                    ..Recipe::new(self.kind(), self.side(), app.desk.seed)
                };
                // The first puzzle of the series, which is the one that the command line makes.
                let recipe = Recipe { source: recipe.command(), ..recipe.nth(0) };
                app.desk.opening = Some(Waiting::new(id, "a puzzle"));
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
        kinds.chain(["type a kind and a size, such as jigsaw 9 or sudoku 6x8, or cancel".to_string()]).collect()
    }

    fn answer(&mut self, line: &str) -> TypedLine {
        match named(line) {
            Ok(grid) => {
                *self = grid.unwrap_or(*self);
                TypedLine::Press(Key::plain(Code::Enter))
            }
            Err(why) => TypedLine::Refuse(why.to_string()),
        }
    }
}

/// The reason why a line does not name a new grid.
#[derive(Debug, thiserror::Error)]
enum NamedGridError {
    #[error("`{0}` is not one of {ids}", ids = grid_kinds().iter().map(|kind| kind.id).collect::<Vec<_>>().join(", "))]
    Kind(String),
    #[error(transparent)]
    Extent(#[from] ExtentError),
    #[error("a {} has a side of {}", .0.id, .0.sizes().iter().map(usize::to_string).collect::<Vec<_>>().join(", "))]
    Side(&'static Kind),
}

/// Parses the kind and size of a new grid: `jigsaw 9`, `sudoku`, `sudoku 6x8`. `None` for an empty
/// line, which accepts the proposed grid.
fn named(line: &str) -> Result<Option<NewGrid>, NamedGridError> {
    let mut words = line.split_whitespace();
    let Some(word) = words.next() else { return Ok(None) };
    let kind = grid_kinds().iter().position(|kind| kind.id == word);
    let kind = kind.ok_or_else(|| NamedGridError::Kind(word.to_string()))?;
    let rest: Vec<&str> = words.collect();
    let extent = match &rest[..] {
        [] => Extent::usual(9),
        rest => rest.join(" ").parse()?,
    };
    let side = extent.size.rows;
    let grid = NewGrid { columns: extent.size.columns, ..NewGrid::of(kind, side) }.settled();
    let numbers = grid.all_numbers().iter().position(|&numbers| numbers == (extent.lowest, extent.n_symbols));
    let grid = NewGrid { numbers: numbers.unwrap_or(0), ..grid }.with_usual_boxes();
    let areas = extent.areas().unwrap_or(Areas::None);
    let boxes = grid.shapes().iter().position(|shape| *shape == areas);
    let grid = NewGrid { boxes: boxes.unwrap_or(grid.boxes), ..grid };
    // Without boxes, the extent of a jigsaw is the usual one.
    let is_asked = grid.kind().sizes().contains(&side) && grid.extent().grid().ok() == extent.grid().ok();
    if is_asked { Ok(Some(grid)) } else { Err(NamedGridError::Side(grid.kind())) }
}
