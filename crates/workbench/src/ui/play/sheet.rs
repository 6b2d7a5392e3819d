//! The panel beside a grid: the cell under the cursor, the number of placed symbols, the regions
//! while they are drawn, and the changes.

use super::cells::CellFacts;
use super::{verdict_role, words_on};
use crate::app::{App, Change, Document, Mode, Pen, Screen, View, Watch, WatchedRating};
use crate::ui::ink::Ink;
use crate::ui::panel::{Section, span, stack, wrap};
use crate::ui::theme::{Role, Theme};
use quadrille_puzzle::{
    Areas, CELL_COLORS, Cell, CellConflict, Entry, Grid, GridRule, Mark, Symbol, SymbolSet, Unit, Walls, grid_letter,
    letter,
};
use quadrille_study::{asked, plural, thousands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// The rows that are kept for the last changes.
const FEW: u16 = 6;

/// The width below which the panel has short words.
const NARROW: usize = 28;

/// The amount of detail in the panel.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PanelDetail {
    /// The question of the puzzle, and the content of the cell under the cursor.
    Asked,
    /// Also what cells and units can hold, how often each symbol is placed, and the changes.
    All,
}

/// Draws the panel. `hint` is the text of the hint, if the panel shows it.
pub fn draw(app: &App, cells: &CellFacts, hint: Option<&str>, area: Rect, buf: &mut Buffer) {
    let CellFacts { document, grid, theme, conflicts, roomy, .. } = *cells;
    let detail = if app.desk.is_detailed(Screen::Play) { PanelDetail::All } else { PanelDetail::Asked };
    let width = area.width as usize;
    let panel = SidePanel { document, grid, theme, width, candidates: &cells.consistent, roomy, detail };
    let run =
        app.rooms.solving.as_ref().map(|solving| (words_on(&app.desk.settings.keymap, solving), verdict_role(solving)));
    let is_drawing = matches!(document.typing.mode, Mode::Regions | Mode::Walls);
    // Candidates were asked for, and small cells cannot show them.
    let is_asked = !roomy && matches!(document.view, View::Units | View::Rules);
    let mut parts: Vec<Section> = hint.map(|words| panel.hint(words)).into_iter().collect();
    parts.push(panel.about(run));
    parts.push(panel.cell(conflicts));
    if let Some(watch) = &app.desk.watch {
        parts.push(panel.watched(watch, app.desk.rated.as_ref()));
    }
    match &grid.areas {
        Areas::Walls(walls) if is_drawing => parts.push(panel.regions(walls)),
        _ if detail == PanelDetail::All => {
            // What units can hold gives way to the changes, unless it was asked for.
            let changes = document.history.changes(&document.puzzle.shape, usize::from(area.height));
            let changes = (!changes.is_empty()).then(|| panel.changes(&changes));
            let kept = changes.as_ref().map_or(0, |changes| changes.rows().min(FEW));
            let rows = |parts: &[Section]| parts.iter().map(Section::rows).sum::<u16>();
            let units = panel.units();
            let used = rows(&parts) + rows(&units) + kept;
            let is_tall = used + grid.n_symbols() as u16 + 2 * FEW <= area.height;
            parts.push(if is_tall { panel.bars() } else { panel.symbols() });
            if is_asked || rows(&parts) + rows(&units) + kept <= area.height {
                parts.extend(units);
            }
            let inks = cells.inks();
            if inks.len() > 2 {
                parts.push(panel.inks(&inks, cells.signs()));
            }
            parts.extend(changes);
        }
        _ if is_asked => parts.extend(panel.units()),
        _ => {}
    }
    stack(parts, theme, area, buf);
}

/// The blanks between two entries of the legend.
const GAP: usize = 2;

/// The most rules that the panel shows of a cell, and of the whole grid.
const MOST_RULES: usize = 12;

struct SidePanel<'a> {
    document: &'a Document,
    grid: &'a Grid,
    theme: Theme,
    width: usize,
    candidates: &'a [SymbolSet],
    /// True if marks fit into the cells.
    roomy: bool,
    detail: PanelDetail,
}

impl SidePanel<'_> {
    fn text(&self, text: impl Into<String>, role: Role) -> Line<'static> {
        Line::from(span(text.into(), role, self.theme))
    }

    /// The rules that are `wanted`, in words.
    fn rules(&self, wanted: impl Fn(&&GridRule) -> bool, lines: &mut Vec<Line<'static>>) {
        let rules: Vec<&GridRule> = self.grid.rules.iter().filter(wanted).collect();
        for rule in rules.iter().take(MOST_RULES) {
            self.wrapped(&rule.words(self.grid), Role::Drawn, lines);
        }
        if rules.len() > MOST_RULES {
            lines.push(self.text(format!("and {}", plural(rules.len() - MOST_RULES, "more rule")), Role::Drawn));
        }
    }

    /// The names and numbers of the rules that are `wanted`: `killer cage 15`.
    fn rule_names(&self, wanted: impl Fn(&&GridRule) -> bool, lines: &mut Vec<Line<'static>>) {
        let named = self.grid.rules.iter().filter(wanted).map(|rule| {
            let numbers: String = rule.numbers.iter().map(|number| format!(" {number}")).collect();
            rule.name() + &numbers
        });
        let mut named: Vec<String> = named.collect();
        named.dedup();
        if !named.is_empty() {
            self.wrapped(&named.join(", "), Role::Drawn, lines);
        }
    }

    fn hint(&self, words: &str) -> Section {
        let mut lines = Vec::new();
        self.wrapped(words, Role::Live, &mut lines);
        Section { title: "HINT".to_string(), lines }
    }

    fn wrapped(&self, text: &str, role: Role, lines: &mut Vec<Line<'static>>) {
        lines.extend(wrap(text, self.width).into_iter().map(|line| self.text(line, role)));
    }

    /// The symbols of a set, with blanks between them.
    fn names(&self, set: SymbolSet) -> String {
        set.symbols().map(|symbol| self.grid.alphabet.char(symbol).to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The cell under the cursor: its symbol or those that it can hold, and the symbols that its
    /// units still need.
    fn cell(&self, conflicts: &[CellConflict]) -> Section {
        let (document, grid) = (self.document, self.grid);
        let cell = document.cursor;
        let open = self.candidates[cell.index()];
        let is_full = self.detail == PanelDetail::All;
        // What a cell can hold is told only to those who ask for it.
        let shows_candidates = is_full || document.view != View::Marks;
        let mut lines = Vec::new();
        match grid.entry(cell) {
            Entry::Given(symbol) => {
                lines.push(self.text(format!("given: {}", grid.alphabet.char(symbol)), Role::Given))
            }
            Entry::Own(symbol) => lines.push(self.text(format!("yours: {}", grid.alphabet.char(symbol)), Role::Own)),
            Entry::Hole => {}
            Entry::Empty if !shows_candidates => lines.push(self.text("empty", Role::Done)),
            Entry::Empty if open.is_empty() => lines.push(self.text("nothing fits here", Role::Bad)),
            Entry::Empty => self.wrapped(&format!("can hold {}", self.names(open)), Role::Live, &mut lines),
        }
        for (mark, what) in [(Mark::Corner, "marked"), (Mark::Centre, "middle"), (Mark::Eliminated, "not")] {
            let marked = document.notes.marked(mark, cell);
            if !marked.is_empty() && grid.entry(cell) == Entry::Empty {
                let wrong =
                    if mark == Mark::Eliminated || !shows_candidates { SymbolSet::EMPTY } else { marked - open };
                let also =
                    if wrong.is_empty() { String::new() } else { format!("  ! {} cannot be", self.names(wrong)) };
                let role = if wrong.is_empty() { Role::Own } else { Role::Bad };
                self.wrapped(&format!("{what}   {}{also}", self.names(marked)), role, &mut lines);
            }
        }
        let color = usize::from(document.notes.color(cell));
        if let Some((name, _)) = color.checked_sub(1).and_then(|at| CELL_COLORS.get(at)) {
            lines.push(self.text(format!("colour {color}, {name}"), Role::Live));
        }
        if !document.selected.is_empty() {
            let cells: Vec<String> = document.selected.cells().iter().map(|&cell| grid.name(cell)).collect();
            let (most, count) = (usize::max(self.width / 3, 6), plural(cells.len(), "cell"));
            let names = if cells.len() > most { String::new() } else { format!(": {}", cells.join(" ")) };
            self.wrapped(&format!("{count} selected{names}"), Role::Now, &mut lines);
        }
        for unit in self.own_units().into_iter().filter(|_| is_full) {
            let left = self.left(&unit);
            let text = if left.is_empty() { "complete".to_string() } else { format!("left {}", self.names(left)) };
            self.wrapped(&format!("{:<9} {text}", unit.name.long()), Role::Done, &mut lines);
        }
        let names_cell = |rule: &&GridRule| rule.all_cells().any(|named| named == cell);
        if is_full {
            self.rules(names_cell, &mut lines);
            self.combinations(cell, &mut lines);
        } else {
            self.rule_names(names_cell, &mut lines);
        }
        if grid.weights.is_some() {
            let score = thousands(grid.score().unsigned_abs().into());
            lines.push(self.text(format!("weight {}, score so far {score}", grid.weight(cell)), Role::Live));
        }
        for clash in conflicts.iter().take(4) {
            let words = format!("! {}", clash.words(grid));
            self.wrapped(&words, Role::Bad, &mut lines);
        }
        if conflicts.len() > 4 {
            lines.push(self.text(format!("! and {} more clashes", conflicts.len() - 4), Role::Bad));
        }
        Section { title: place_of(document, grid, cell), lines }
    }

    /// The combinations of symbols that the cells of a rule can hold: `killer cage 23: 6 8 9`.
    fn combinations(&self, cell: Cell, lines: &mut Vec<Line<'static>>) {
        /// The most combinations that are listed.
        const MOST: usize = 16;
        for rule in self.grid.rules.iter().filter(|rule| rule.cells.contains(&cell)) {
            let Some(all) = self.grid.combinations(rule, self.candidates, MOST) else { continue };
            let char = |symbol: &Symbol| self.grid.alphabet.char(*symbol);
            let each: Vec<String> = all.iter().map(|held| held.iter().map(char).collect()).collect();
            let numbers: String = rule.numbers.iter().map(|number| format!(" {number}")).collect();
            let text = if each.is_empty() { "nothing fits".to_string() } else { each.join(" ") };
            let role = if each.is_empty() { Role::Bad } else { Role::Live };
            self.wrapped(&format!("{}{numbers}: {text}", rule.name()), role, lines);
        }
    }

    fn own_units(&self) -> Vec<Unit> {
        let cell = self.document.cursor;
        self.grid.units().into_iter().filter(|unit| unit.cells.contains(&cell)).collect()
    }

    /// The symbols that a unit still needs.
    fn left(&self, unit: &Unit) -> SymbolSet {
        let held = unit.cells.iter().filter_map(|&cell| self.grid.entry(cell).symbol());
        self.grid.all_symbols() - held.collect::<SymbolSet>()
    }

    /// The meanings of the inks on the board.
    fn inks(&self, inks: &[Ink], signs: Vec<(String, &'static str, Role)>) -> Section {
        let mut entries: Vec<(String, &str, Style)> = Vec::new();
        for ink in inks {
            let words = if self.width < NARROW { ink.short() } else { ink.words() };
            entries.push((ink.example(&self.grid.alphabet, self.theme), words, ink.style(self.theme)));
        }
        entries.extend(signs.into_iter().map(|(sign, words, role)| (sign, words, self.theme.style(role))));
        if !self.theme.color && self.document.notes.colors.iter().any(|&color| color > 0) {
            let letters = self.theme.glyph("ᵃ-ⁱ", "a-i");
            entries.push((
                letters.to_string(),
                if self.width < NARROW { "colour" } else { "colours 1-9" },
                self.theme.style(Role::Drawn),
            ));
        }
        let width = |(example, words, _): &(String, &str, Style)| example.width() + 1 + words.len();
        let widest = entries.iter().map(width).max().unwrap_or(1);
        let each = ((self.width + GAP) / (widest + GAP)).max(1);
        let one = |entry: &(String, &str, Style)| {
            let (example, words, style) = entry;
            let blank = " ".repeat(widest + GAP - width(entry));
            let example = Span::styled(example.clone(), *style);
            [example, span(format!(" {words}{blank}"), Role::Done, self.theme)]
        };
        let lines = entries.chunks(each).map(|row| Line::from(row.iter().flat_map(one).collect::<Vec<_>>()));
        Section { title: "INKS".to_string(), lines: lines.collect() }
    }

    /// The setter's panel.
    fn watched(&self, watch: &Watch, rated: Option<&WatchedRating>) -> Section {
        let mut lines = Vec::new();
        for (words, role) in watched_words(watch, self.document.cursor) {
            self.wrapped(&words, role, &mut lines);
        }
        let givens = watch.grid.without_own();
        let rated = rated.filter(|rated| rated.grid == givens);
        if let Some(Ok(rating)) = rated.and_then(|rated| rated.rating.as_ref()) {
            self.wrapped(&rating.sentence(), Role::Live, &mut lines);
        }
        if watch.found.as_ref().is_some_and(|found| !found.pointed().is_empty()) {
            self.wrapped("The named cells are underlined.", Role::Done, &mut lines);
        }
        let title = match (self.width < NARROW, watch.givens_only) {
            (false, _) => format!("SOLUTIONS  of {}", counted_symbols(watch)),
            (true, true) => "OF GIVENS ONLY".to_string(),
            (true, false) => "OF ALL SYMBOLS".to_string(),
        };
        Section { title, lines }
    }

    /// The number of cells in which each symbol is placed.
    fn bars(&self) -> Section {
        let (grid, n) = (self.grid, most_of_each(self.grid));
        let lines = grid.alphabet.symbols().map(|symbol| {
            let number = grid.cells.iter().filter(|entry| entry.symbol() == Some(symbol)).count();
            let (full, empty) = (self.theme.glyph("■", "#"), self.theme.glyph("·", "."));
            let bar = format!("{}{}", full.repeat(number.min(n)), empty.repeat(n - number.min(n)));
            let spread: String = bar.chars().flat_map(|c| [c, ' ']).collect();
            let done = if number == n { self.theme.glyph(" ✓", " ok") } else { "" };
            let role = if number == n { Role::Done } else { Role::Live };
            self.text(format!("{}  {spread} {number:>2}{done}", grid.alphabet.char(symbol)), role)
        });
        Section { title: format!("PLACED  of {n} each"), lines: lines.collect() }
    }

    fn symbols(&self) -> Section {
        let (grid, n) = (self.grid, most_of_each(self.grid));
        let count = |symbol| grid.cells.iter().filter(|entry| entry.symbol() == Some(symbol)).count();
        let all = grid.alphabet.symbols().map(|symbol| {
            let number = count(symbol);
            let name = grid.alphabet.char(symbol);
            // A cross, so that symbol and number do not look like two symbols.
            let text = match number == n {
                true => format!("{name} {}", self.theme.glyph("✓", "ok")),
                false => format!("{name}{}{number}", self.theme.glyph("×", "x")),
            };
            format!("{text:<4}")
        });
        let all: Vec<String> = all.collect();
        let mut lines = Vec::new();
        // There are as many columns of equal width as fit.
        let fit = ((self.width + 2) / 6).max(1);
        for row in all.chunks(fit) {
            lines.push(self.text(row.join("  "), Role::Live));
        }
        if !self.roomy && self.theme.ascii() {
            self.wrapped("marks or symbols left: ! none, ' one, \" two, : more", Role::Done, &mut lines);
        }
        Section { title: format!("PLACED  of {n} each"), lines }
    }

    /// The symbols that the empty cells of the cursor's units can hold.
    fn units(&self) -> Vec<Section> {
        let part = |unit: Unit| {
            let empty = unit.cells.iter().filter(|&&cell| self.grid.entry(cell) == Entry::Empty);
            let words = empty.map(|&cell| {
                let open = self.candidates[cell.index()];
                let what = if open.is_empty() { "! nothing".to_string() } else { self.names(open) };
                format!("{} {what}", self.grid.name(cell))
            });
            let words: Vec<String> = words.collect();
            // The entries form columns, so that a cell and its symbols are never on different
            // lines.
            let widest = words.iter().map(|entry| entry.width()).max().unwrap_or(0);
            let fit = ((self.width + 3) / (widest + 3)).max(1);
            let row = |entries: &[String]| {
                entries.iter().map(|entry| format!("{entry:<widest$}")).collect::<Vec<_>>().join("   ")
            };
            let lines = words.chunks(fit).map(|entries| self.text(row(entries).trim_end(), Role::Live)).collect();
            Section { title: format!("{}  can hold", unit.name.long().to_uppercase()), lines }
        };
        self.own_units().into_iter().map(part).collect()
    }

    /// Every region, with its number of cells and its faults.
    fn regions(&self, walls: &Walls) -> Section {
        let (n, grid) = (self.grid.n_symbols(), self.grid);
        // Only in a usual grid is a region too small.
        let is_usual = grid.side().is_some();
        let letters = &self.document.notes.letters;
        // Regions are known by their letters if these match the walls, else by the walls.
        let fits = self.document.notes.fits(grid);
        let numbers: Vec<Option<usize>> = match fits {
            true => letters.iter().map(|letter| letter.map(usize::from)).collect(),
            false => walls.regions().into_iter().map(Some).collect(),
        };
        let parts = walls.regions();
        let last = numbers.iter().flatten().max().map_or(0, |last| last + 1).max(if fits && is_usual { n } else { 0 });
        let mut right = 0;
        let mut rows = Vec::new();
        for region in 0..last {
            let cells: Vec<usize> = (0..grid.cells.len()).filter(|&cell| numbers[cell] == Some(region)).collect();
            let mut pieces: Vec<usize> = cells.iter().map(|&cell| parts[cell]).collect();
            pieces.sort_unstable();
            pieces.dedup();
            let first = |piece: &usize| cells.iter().find(|&&cell| parts[cell] == *piece).copied().unwrap_or(0);
            let wrong = match (cells.len().cmp(&n), pieces.len()) {
                (std::cmp::Ordering::Equal, 0 | 1) => String::new(),
                (std::cmp::Ordering::Less, 1) if !is_usual => String::new(),
                (_, 2..) => {
                    let names: Vec<String> = pieces.iter().map(|piece| grid.name(Cell(first(piece) as u16))).collect();
                    format!("in {} parts: {}", pieces.len(), names.join(", "))
                }
                (std::cmp::Ordering::Less, _) if cells.is_empty() => "no cell yet".to_string(),
                (std::cmp::Ordering::Less, _) => format!("{} short", n - cells.len()),
                (std::cmp::Ordering::Greater, _) => format!("{} too many", cells.len() - n),
            };
            right += usize::from(wrong.is_empty());
            let mark = if wrong.is_empty() { self.theme.glyph("✓", "ok").to_string() } else { wrong.clone() };
            let role = if wrong.is_empty() { Role::Good } else { Role::Bad };
            rows.push((format!("{}  {:>2}  {mark}", letter(region), cells.len()), role, wrong.is_empty()));
        }
        // Regions with faults come first. The others are side by side.
        let mut lines: Vec<Line> =
            rows.iter().filter(|row| !row.2).map(|row| self.text(row.0.clone(), row.1)).collect();
        let fine: Vec<String> = rows.iter().filter(|row| row.2).map(|row| row.0.clone()).collect();
        let fit = (self.width / 12).max(1);
        lines.extend(fine.chunks(fit).map(|row| self.text(row.join("    "), Role::Good)));
        let none = numbers.iter().filter(|number| number.is_none()).count();
        if none > 0 {
            lines.push(self.text(format!("{} in no region", plural(none, "cell")), Role::Done));
        }
        Section { title: format!("REGIONS  {right} of {} right", if is_usual { n } else { last }), lines }
    }

    /// The first section: the verdict of a run, what the puzzle asks for, and its note.
    fn about(&self, run: Option<(String, Role)>) -> Section {
        let document = self.document;
        let mut lines = Vec::new();
        // The list of regions shows the fault in more detail.
        let listed = matches!(document.typing.mode, Mode::Regions | Mode::Walls);
        if let Some(fault) = document.puzzle.unfit().filter(|_| !listed) {
            self.wrapped(&format!("! {fault}"), Role::Bad, &mut lines);
        }
        if let Some((run, role)) = run {
            self.wrapped(&run, role, &mut lines);
        }
        self.wrapped(&asked(&document.puzzle), Role::Live, &mut lines);
        let note = &document.puzzle.meta.note;
        // A note explains the rules of its puzzle. Without one, each rule has a line of its own.
        let mut told: Vec<(String, &str)> = Vec::new();
        for rule in self.grid.rules.iter().filter(|rule| note.is_empty() || rule.is_only_drawn()) {
            // A choice is said by its rules.
            let name = if rule.branches.is_empty() { rule.name() } else { rule.text(self.grid) };
            let what = (name, rule.help());
            if !told.contains(&what) {
                self.wrapped(&format!("{}: {}", what.0, what.1), Role::Drawn, &mut lines);
                told.push(what);
            }
        }
        for note in &document.puzzle.notes {
            self.wrapped(&note.said, Role::Title, &mut lines);
        }
        self.wrapped(note, Role::Done, &mut lines);
        if self.detail == PanelDetail::All {
            let (pen, role) = match document.typing.pen {
                Pen::Given => ("pen: givens", Role::Given),
                Pen::Own => ("pen: your symbols", Role::Own),
            };
            lines.push(self.text(pen, role));
        }
        Section { title: document.puzzle.summary(), lines }
    }

    /// The changes, newest first. Changes that were undone or lie on another branch are marked.
    fn changes(&self, changes: &[Change]) -> Section {
        let line = |change: &Change| {
            let mark = match (change.here, change.done) {
                (true, _) => self.theme.glyph("▶", ">"),
                (false, true) => " ",
                (false, false) => self.theme.glyph("├", "|"),
            };
            let name = change.name.as_ref().map_or(String::new(), |name| format!("  * {name}"));
            let undone = if change.done { "" } else { "  undone" };
            let role = if change.here {
                Role::Now
            } else if change.done {
                Role::Live
            } else {
                Role::Done
            };
            self.text(format!("{mark} {}{name}{undone}", change.words), role)
        };
        let title = format!("CHANGES  {}", self.document.history.len());
        Section { title, lines: changes.iter().map(line).collect() }
    }
}

/// The symbols whose solutions the setter's panel counts.
pub(in crate::ui) fn counted_symbols(watch: &Watch) -> &'static str {
    if watch.givens_only { "givens only" } else { "givens and your own symbols" }
}

/// The facts of the setter's panel, each with its role: the verdict, and the symbols of the
/// cursor's cell in solutions.
pub(in crate::ui) fn watched_words(watch: &Watch, cursor: Cell) -> Vec<(String, Role)> {
    let Some(found) = &watch.found else { return vec![("looking".to_string(), Role::Done)] };
    let role = |at| match (found.count, at) {
        (0, _) => Role::Bad,
        (_, 0) => Role::Title,
        (_, _) => Role::Live,
    };
    let verdict = found.words(&watch.grid).into_iter().enumerate().map(|(at, words)| (words, role(at)));
    verdict.chain(found.cell_words(&watch.grid, cursor).map(|words| (words, Role::Done))).collect()
}

/// The most cells that can hold the same symbol: each row and column has it at most once.
fn most_of_each(grid: &Grid) -> usize {
    grid.rows().min(grid.columns())
}

/// Names a cell and its area: `r3c5, box 2` or `r3c5, region b`.
fn place_of(document: &Document, grid: &Grid, cell: Cell) -> String {
    let number = grid.areas.numbers(grid.size())[cell.index()];
    let area = match &grid.areas {
        Areas::None => return grid.name(cell),
        Areas::Grids(grids) => {
            let place = grid.place(cell);
            let of = (0..).zip(grids).filter(|(_, part)| part.contains(place));
            let letters: Vec<String> = of.map(|(at, _)| grid_letter(at)).collect();
            let noun = if letters.len() == 1 { "grid" } else { "grids" };
            format!("{noun} {}", letters.join(" and "))
        }
        Areas::Regions(_) if number == grid.n_areas() => "no region".to_string(),
        Areas::Regions(_) => format!("region {}", letter(number)),
        Areas::Boxes { .. } => format!("box {}", number + 1),
        // While regions are drawn they keep the letters that the user gave them.
        Areas::Walls(_) if document.notes.fits(grid) => match document.notes.letters[cell.index()] {
            Some(region) => format!("region {}", letter(region.into())),
            None => "no region".to_string(),
        },
        Areas::Walls(_) => format!("region {}", letter(number)),
    };
    format!("{}, {area}", grid.name(cell))
}
