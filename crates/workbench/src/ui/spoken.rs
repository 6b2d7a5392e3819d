//! A screen in sentences, for the plain workbench: one fact a line, boards as text.

use super::draw::paint;
use super::play::sheet;
use super::theme::{Glyphs, Theme};
use super::{compare, library, model, step, tree};
use crate::app::{
    App, Document, Editor, Forecasting, Here, Modelling, NoticeKind, RunState, ShelfPlace, Solving, Stepping, on,
};
use quadrille_puzzle::{Areas, Grid, Shape, Size, printable};
use quadrille_study::{Compare, Tree, forecast_words, noun_of, plural, thousands};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

/// The extent of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Say {
    /// Everything that the screen shows.
    Whole,
    /// The facts that a command may have changed.
    Change,
}

/// Returns the last notice, then the overlay's question or else the screen.
pub fn spoken(app: &App, how_much: Say, theme: Theme) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(notice) = &app.desk.notice {
        let mark = if notice.kind == NoticeKind::Error { "! " } else { "" };
        lines.push(format!("{mark}{}", notice.text));
    }
    match &app.desk.overlay {
        Some(overlay) => lines.extend(overlay.words(app)),
        None => lines.extend(screen(app, how_much)),
    }
    let lines = lines.iter().flat_map(|line| line.lines().map(|part| printable(part).into_owned()).collect::<Vec<_>>());
    match theme.glyphs {
        Glyphs::Unicode => lines.collect(),
        Glyphs::Ascii => lines.map(|line| ascii(&line)).collect(),
    }
}

/// Returns the screen as it would be drawn, without colours.
pub fn drawn(app: &App, theme: Theme) -> Vec<String> {
    let area = Rect::new(0, 0, 80, 24);
    let mut buf = Buffer::empty(area);
    paint(app, Theme { color: false, ..theme }, area, &mut buf);
    let text = |row: &[Cell]| row.iter().map(Cell::symbol).collect::<String>().trim_end().to_string();
    buf.content.chunks(area.width.into()).map(text).collect()
}

fn ascii(line: &str) -> String {
    let plain = |c: char| match c {
        '→' => "->".to_string(),
        '←' => "<-".to_string(),
        '…' => "...".to_string(),
        '≤' => "<=".to_string(),
        '≥' => ">=".to_string(),
        '±' => "+-".to_string(),
        '×' => "x".to_string(),
        '·' => ".".to_string(),
        c if c.is_ascii() => c.to_string(),
        c => c.escape_unicode().to_string(),
    };
    line.chars().map(plain).collect()
}

fn screen(app: &App, how_much: Say) -> Vec<String> {
    match app.here() {
        Here::Library => in_library(app, how_much),
        Here::Play(document) => in_play(app, document, how_much),
        Here::Solve(solving) => in_solve(app, solving, how_much),
        Here::Step(stepping) => in_step(app, stepping, how_much),
        Here::Tree(tree, stepping) => in_tree(tree, stepping),
        Here::Compare(compare) => in_compare(compare),
        Here::Model(modelling) => in_model(modelling),
    }
}

fn in_compare(compare: &Compare) -> Vec<String> {
    let [one, other] = &compare.runners;
    vec![format!("Two rules: {} and {}, {}", one.rule.name(), other.rule.name(), compare::facts(compare))]
}

fn in_library(app: &App, how_much: Say) -> Vec<String> {
    let shown = app.library.shown();
    let about = |at: usize| {
        let entry = &app.library.entries[at];
        match entry.card() {
            Some(card) if card.is_unreadable() => format!("{}: cannot be read", entry.name),
            Some(card) => format!("{}: {}", entry.name, card.summary),
            None => entry.name.clone(),
        }
    };
    if how_much == Say::Change {
        return match app.library.place() {
            Some(ShelfPlace::Entry(here)) => {
                let row = shown.iter().position(|&at| at == here).map_or(0, |row| row + 1);
                vec![format!("{row}  {}", about(here))]
            }
            Some(ShelfPlace::Group(group)) => {
                vec![format!("{}: {}", group.title(), plural(app.library.of_group(group).len(), "puzzle"))]
            }
            None => Vec::new(),
        };
    }
    let rows = shown.iter().enumerate().map(|(row, &at)| format!("{:>3}  {}", row + 1, about(at)));
    let head = format!("Library: {}; `open` and a number opens one.", library::facts(app));
    std::iter::once(head).chain(rows).collect()
}

fn in_play(app: &App, document: &Document, how_much: Say) -> Vec<String> {
    let mut lines = if how_much == Say::Whole { in_whole(app.name(), document) } else { Vec::new() };
    lines.extend(cursor(document));
    if let Some(watch) = app.desk.watch.as_ref().filter(|_| document.puzzle.grid().is_some()) {
        lines.push(format!("The solutions of {}:", sheet::counted_symbols(watch)));
        let facts = sheet::watched_words(watch, document.cursor);
        lines.extend(facts.into_iter().map(|(words, _)| sentence(&words)));
    }
    lines
}

/// Turns words into a sentence: `exactly one solution` becomes `Exactly one solution.` The name of
/// a cell keeps its small letter.
fn sentence(words: &str) -> String {
    let is_cell = words.starts_with('r') && words[1..].starts_with(|c: char| c.is_ascii_digit());
    let first = words.chars().next().map_or(0, char::len_utf8);
    let (first, rest) = words.split_at(if is_cell { 0 } else { first });
    format!("{}{rest}.", first.to_uppercase())
}

/// The puzzle and its faults.
fn in_whole(name: &str, document: &Document) -> Vec<String> {
    let puzzle = &document.puzzle;
    let saved = if document.history.is_saved() { "" } else { "; not saved" };
    let mut lines = vec![format!("Play: {name}, {}{saved}.", puzzle.summary())];
    match &puzzle.shape {
        Shape::Grid(grid) => {
            lines.extend(board(grid));
            if let Areas::Walls(_) | Areas::Regions(_) = grid.areas {
                lines.push("The regions, and the rest, as the puzzle's own text:".to_string());
                lines.extend(Editor::new(puzzle).lines());
            }
            lines.push(format!("{} empty.", plural(grid.empty(), "cell")));
            lines.extend(grid.rules.iter().map(|rule| rule.words(grid) + "."));
            lines.extend(grid.conflicts().iter().map(|conflict| conflict.words(grid) + "."));
        }
        Shape::Listing(listing) => {
            const FEW: usize = 100;
            let text = Editor::new(puzzle);
            lines.extend(text.lines().take(FEW));
            if text.lines().nth(FEW).is_some() {
                lines.push(format!("and so on: {} in all", plural(listing.options.len(), "option")));
            }
        }
    }
    lines
}

/// Describes the cell under the cursor: `The cursor is at r1c3: 5, given.`
fn cursor(document: &Document) -> Option<String> {
    let grid = document.puzzle.grid()?;
    let cell = document.cursor;
    let what = match grid.entry(cell) {
        quadrille_puzzle::Entry::Given(symbol) => format!("{}, given", grid.alphabet.char(symbol)),
        quadrille_puzzle::Entry::Own(symbol) => format!("{}, your own", grid.alphabet.char(symbol)),
        quadrille_puzzle::Entry::Empty => "empty".to_string(),
        quadrille_puzzle::Entry::Hole => "no cell".to_string(),
    };
    Some(format!("The cursor is at {}: {what}.", grid.name(cell)))
}

/// Rows of symbols, with the boxes separated.
fn board(grid: &Grid) -> Vec<String> {
    let Size { rows: n_rows, columns: n_columns } = grid.size();
    let (high, wide) = match grid.areas {
        Areas::Boxes { rows, columns } => (rows, columns),
        Areas::None | Areas::Walls(_) | Areas::Regions(_) | Areas::Grids(_) => (n_rows, n_columns),
    };
    let mut lines = Vec::new();
    for row in 0..n_rows {
        let symbol = |column: usize| {
            let glyph = grid.glyph(grid.cell(row, column));
            if column > 0 && column.is_multiple_of(wide) { format!("| {glyph}") } else { glyph.to_string() }
        };
        if row > 0 && row.is_multiple_of(high) {
            let box_rule = "-".repeat(2 * wide);
            lines.push((0..n_columns / wide).map(|_| box_rule.clone()).collect::<Vec<_>>().join("+-"));
        }
        lines.push((0..n_columns).map(symbol).collect::<Vec<_>>().join(" "));
    }
    lines
}

fn in_solve(app: &App, solving: &Solving, how_much: Say) -> Vec<String> {
    let mut lines = Vec::new();
    match solving.verdict() {
        Some(verdict) => lines.push(verdict),
        None => lines.push(progress(solving)),
    }
    let over = matches!(solving.phase, RunState::Finished(_));
    if let (true, Some(solution), Some(document)) = (over, solving.solutions.get(solving.shown), app.document()) {
        if solving.solutions.len() > 1 {
            lines.push(format!("Solution {} of {} that are kept:", solving.shown + 1, solving.solutions.len()));
        }
        match solution.grid() {
            Some(grid) => lines.extend(board(grid)),
            None => lines.extend(document.puzzle.write_solution(solution).lines().map(str::to_string)),
        }
    }
    if how_much == Say::Whole && !over {
        lines.push("`interrupt` stops it, `pause` pauses it, `step-from-here` opens its state in Step.".to_string());
    }
    lines
}

/// The progress of a run, in one line.
pub fn progress(solving: &Solving) -> String {
    let state = if matches!(solving.phase, RunState::Paused) { "Paused" } else { "Running" };
    let Some(snapshot) = &solving.snapshot else { return format!("{state}: {}.", solving.engine.name()) };
    let share = snapshot.share_searched() * 100.0;
    let share = if share > 0.0 { format!(", {share:.4} % of the tree searched") } else { String::new() };
    let nodes = plural(snapshot.tally.nodes() as usize, "node");
    let solutions = format!("{} {}", thousands(snapshot.count), noun_of(snapshot.count.min(2) as u64, "solution"));
    format!("{state}: {} at {nodes} after {:.1} s, {solutions}{share}.", snapshot.engine.name(), solving.seconds())
}

/// Returns the lesson's sentences at its stop, and the question that is open or was just answered.
fn in_lesson(app: &App, stepping: &Stepping) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(course) = stepping.learning.course.as_ref().filter(|course| stepping.stepper.site() == course.site) {
        let (at, stops) = (course.at + 1, course.lesson.stops.len());
        lines.push(format!("Lesson: {}, stop {at} of {stops}.", course.lesson.title));
        lines.extend(course.said.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" ")));
        let keys = &app.desk.settings.keymap;
        lines.push(format!("{} goes on, {} goes back.", keys.hint(on::Step::GoOn), keys.hint(on::Step::GoBack)));
    }
    if let Some((task, done)) = stepping.learning.course.as_ref().and_then(|course| course.task.as_ref()) {
        lines.extend(step::task_words(app, stepping, task, *done));
    }
    if let Some(asked) = &stepping.learning.asked {
        lines.push(asked.quiz.text.clone());
        let sentences = asked.quiz.sentences.iter().enumerate();
        let sentences = sentences.filter(|&(at, _)| !asked.is_struck(quadrille_study::Pick::Sentence(at)));
        lines.extend(sentences.map(|(at, sentence)| format!("{}  {sentence}", at + 1)));
        match &asked.grade {
            Some(grade) => lines.extend([grade.text.clone()].into_iter().chain(asked.quiz.why.clone())),
            None if asked.hint.is_some() => {
                lines.extend(asked.hint.as_ref().map(|hint| format!("Not that. {}", hint.text)));
            }
            None if asked.quiz.sentences.is_empty() => lines.push("`find NAME` selects, `take` answers.".to_string()),
            None => lines.push("Type its number.".to_string()),
        }
    }
    lines
}

fn in_step(app: &App, stepping: &Stepping, how_much: Say) -> Vec<String> {
    let mut lines = in_lesson(app, stepping);
    let said = stepping.sentences();
    lines.extend(said.into_iter().filter(|said| !said.ahead || !stepping.hides_next()).map(|said| said.text));
    lines.extend(step::panel_words(stepping));
    if how_much == Say::Change {
        return lines;
    }
    lines.push(format!("Step: {}", step::facts(stepping, app.desk.terminal.size.0)));
    let search = stepping.stepper.search();
    let names: Vec<String> = search.path().iter().map(|&option| stepping.encoded.option_short(option)).collect();
    lines.push(match names.is_empty() {
        true => "Chosen: nothing yet.".to_string(),
        false => format!("Chosen: {}.", names.join(", ")),
    });
    lines.extend(stepping.reading().map(|reading| format!("{}: {}", reading.words, reading.parts.join(" "))));
    lines.push(format!("The address of this state: {}", search.address()));
    if let Some(puzzle) = stepping.encoded.grid() {
        let mut grid = puzzle.clone();
        for placement in search.path().iter().filter_map(|&option| stepping.encoded.placement(option)) {
            grid.cells[placement.cell.index()] = quadrille_puzzle::Entry::Own(placement.symbol);
        }
        lines.extend(board(&grid));
    }
    lines
}

fn in_tree(tree: &Tree, stepping: &Stepping) -> Vec<String> {
    let mut lines = vec![format!("The tree: {}.", tree::facts(stepping))];
    for (at, row) in tree.rows.iter().enumerate() {
        let (by, knot) = quadrille_study::row_words(row, &stepping.encoded);
        let here = if at == tree.cursor { ">" } else { " " };
        let level = row.path.len();
        lines.push(format!("{here} level {level}, {by}: {knot}"));
    }
    lines
}

fn in_model(modelling: &Modelling) -> Vec<String> {
    const FEW: usize = 60;
    let mut lines = vec![format!("The model: {}. {}:", model::facts(modelling), modelling.list.title())];
    lines.extend(modelling.rows.iter().take(FEW).map(|&row| model::row_words(modelling, row).0));
    if modelling.rows.len() > FEW {
        lines.push(format!("and {} more; `filter` and a word narrows the list", modelling.rows.len() - FEW));
    }
    match &modelling.forecast {
        Forecasting::Done(Ok((forecast, pace))) => lines.extend(forecast_words(forecast, *pace)),
        Forecasting::Done(Err(error)) => lines.push(error.to_string()),
        Forecasting::Running(_) => lines.push("estimating by random dives".to_string()),
        Forecasting::Unasked => {}
    }
    lines
}
