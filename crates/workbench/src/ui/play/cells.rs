//! The board of a grid in Play: the look of every cell.

use super::layout::{hint_beside, hint_on, layout};
use super::sheet;
use crate::app::{App, Document, Mode, View};
use crate::ui::board::{CellLook, LaidGrid, Look, Sign, board, holds_places};
use crate::ui::ink::Ink;
use crate::ui::pointing;
use crate::ui::theme::{Role, Theme};
use quadrille_puzzle::{Cell, CellConflict, Entry, Grid, HintEffect, Mark, Symbol, SymbolSet, Technique, letter};
use quadrille_study::{Hinting, Survey};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

pub fn draw(app: &App, document: &Document, grid: &Grid, theme: Theme, area: Rect, buf: &mut Buffer) {
    // The rule that is being drawn is shown as if the grid had it.
    let with_rule = document.rule_in_hand().map(|rule| {
        let mut with = grid.clone();
        with.rules.push(rule);
        with
    });
    let grid = with_rule.as_ref().unwrap_or(grid);
    let (place, geometry, beside) = layout(document, grid, area);
    let conflicts = grid.conflicts();
    let survey = app.desk.watch.as_ref().and_then(|watch| watch.found.as_ref());
    let consistent = grid.consistent();
    let cells = CellFacts {
        document,
        grid,
        theme,
        conflicts: &conflicts,
        left: if document.view == View::Units { grid.unit_candidates() } else { consistent.clone() },
        consistent,
        // The facts of the setter's panel, once they are found.
        survey,
        hinting: hint_on(app, document),
        width: usize::from(geometry.cell.0),
        is_lined: geometry.walls,
        holds_all: geometry.cell.1 > 1 && holds_places(grid, geometry.cell),
        roomy: geometry.cell.1 > 1,
        wanted: document.held.or(grid.entry(document.cursor).symbol()),
    };
    let pointed = survey.map_or(Vec::new(), Survey::pointed);
    let mut seen = vec![false; grid.cells.len()];
    for cells in [grid.row_of(document.cursor), grid.column_of(document.cursor), grid.area_of(document.cursor)] {
        cells.into_iter().for_each(|cell| seen[cell.index()] = true);
    }
    let is_seen = |cell: Cell| seen[cell.index()];
    let laid = LaidGrid { grid, geometry: &geometry, center: Some(document.cursor) };
    let taken = board(buf, place, laid, theme, |cell| {
        let lit = cell == document.cursor;
        let holds = cells.wanted.is_some() && grid.entry(cell).symbol() == cells.wanted;
        CellLook {
            look: cells.look(cell),
            lit,
            marked: cells.clashes(cell) || pointed.contains(&cell) || cells.is_of_hint(cell),
            same: !lit && cells.is_same(cell, holds || cells.is_held(cell)),
            unit: match cells.house() {
                Some(house) => house.contains(&cell),
                None => document.held.is_none() && is_seen(cell),
            },
            selected: document.selected.contains(cell),
            among: !document.selected.is_empty(),
            color: document.notes.color(cell),
            number: cells.number(cell),
            links: cells.links(cell),
            more: cells.has_more(cell),
            weight: grid.weights.as_ref().map(|weights| weights.0[cell.index()]),
        }
    });
    cells.point_out(laid, place, buf);
    if beside {
        let x = taken.right() + 2;
        let hint = hint_beside(app, document, area);
        let area = Rect { x, width: area.right().saturating_sub(x), ..area };
        sheet::draw(app, &cells, hint.as_deref(), area, buf);
    }
}

/// The facts that the looks of the cells depend on.
// Many fields: each is found once for a board and asked for by every cell.
pub(crate) struct CellFacts<'a> {
    pub document: &'a Document,
    pub grid: &'a Grid,
    pub theme: Theme,
    pub conflicts: &'a [CellConflict],
    /// By cell: the symbols that all constraints leave it.
    pub consistent: Vec<SymbolSet>,
    /// By cell: the symbols that are shown as its candidates.
    left: Vec<SymbolSet>,
    survey: Option<&'a Survey>,
    hinting: Option<&'a Hinting>,
    /// The width of a cell, in columns.
    width: usize,
    /// True if there are lines between cells.
    is_lined: bool,
    /// True if all candidates fit into a cell.
    holds_all: bool,
    /// True if marks fit into a cell.
    pub roomy: bool,
    /// The symbol that is highlighted.
    wanted: Option<Symbol>,
}

impl CellFacts<'_> {
    fn clashes(&self, cell: Cell) -> bool {
        self.conflicts.iter().any(|clash| clash.cells.contains(&cell))
    }

    /// The unit that the hint says to look at. `None` if there is no hint, or if it is about cells.
    fn house(&self) -> Option<&[Cell]> {
        let hint = self.hinting?.hint.as_ref().ok()?;
        Some(&hint.house[..]).filter(|house| !house.is_empty())
    }

    /// Returns whether the shown stages of the hint are about a cell. The place to look at comes
    /// first, then the cells of the reason, then those that change.
    fn is_of_hint(&self, cell: Cell) -> bool {
        let Some((stage, hint)) = self.hinting.and_then(|hinting| Some((hinting.stage, hinting.hint.as_ref().ok()?)))
        else {
            return false;
        };
        let changes = match &hint.effect {
            HintEffect::Place(at, _) | HintEffect::Clear(at) => *at == cell,
            HintEffect::Remove(gone) => gone.iter().any(|(at, _)| *at == cell),
            HintEffect::Dead => false,
        };
        let reason = stage > 1 && hint.cells.contains(&cell);
        // Where the place cannot be framed, or not in a colour, its cells are marked.
        let place = stage == 1 && !(self.theme.color && self.is_lined) && hint.house.contains(&cell);
        reason || place || stage > 2 && changes
    }

    /// The cells that block others, by the reason of the hint that is shown.
    fn blockers(&self) -> &[(Cell, Cell)] {
        let hint = self.hinting.filter(|hinting| hinting.stage > 1).and_then(|hinting| hinting.hint.as_ref().ok());
        hint.map_or(&[], |hint| &hint.blocks)
    }

    /// The places of a symbol that the hint shows to be taken, each with the cell that takes it.
    /// What leaves a cell one symbol takes no places.
    fn taken(&self) -> &[(Cell, Cell)] {
        let hint = self.hinting.and_then(|hinting| hinting.hint.as_ref().ok());
        match hint.is_some_and(|hint| hint.technique == Some(Technique::OneOption)) {
            true => &[],
            false => self.blockers(),
        }
    }

    /// Returns whether a cell is marked as one of the same kind: those that block, while a hint
    /// shows them, else those with the symbol at the cursor. Cells that the setter's panel names
    /// are marked alone.
    fn is_same(&self, cell: Cell, holds: bool) -> bool {
        match self.blockers() {
            [] => holds && self.survey.is_none(),
            blockers => blockers.iter().any(|(blocker, _)| *blocker == cell),
        }
    }

    /// Frames the place that the hint says to look at, and joins what blocks with what it blocks.
    fn point_out(&self, laid: LaidGrid, area: Rect, buf: &mut Buffer) {
        let Some(Ok(hint)) = self.hinting.map(|hinting| &hinting.hint) else { return };
        if self.is_lined {
            pointing::outline(buf, area, laid, &hint.house, Role::Now, self.theme);
        }
        for &(blocker, blocked) in self.taken().iter().filter(|pair| !self.is_on_the_way(**pair)) {
            pointing::join(buf, area, laid, blocker, blocked, self.theme);
        }
    }

    /// Returns whether a blocked cell lies between its blocker and another one that it blocks.
    fn is_on_the_way(&self, (blocker, blocked): (Cell, Cell)) -> bool {
        let place = |cell: Cell| {
            let (row, column) = self.grid.place(cell);
            (row as i32, column as i32)
        };
        let away = |cell: Cell| (place(cell).0 - place(blocker).0, place(cell).1 - place(blocker).1);
        let (near, others) = (away(blocked), self.blockers().iter().filter(|(other, _)| *other == blocker));
        let is_farther = |far: (i32, i32)| match near {
            (0, near) => far.0 == 0 && far.1.signum() == near.signum() && far.1.abs() > near.abs(),
            (near, 0) => far.1 == 0 && far.0.signum() == near.signum() && far.0.abs() > near.abs(),
            _ => false,
        };
        others.map(|(_, other)| away(*other)).any(is_farther)
    }

    /// The number of a cell in the chain of the hint, counted from 1.
    fn number(&self, cell: Cell) -> Option<usize> {
        let hinting = self.hinting.filter(|hinting| hinting.stage > 1)?;
        let chain = &hinting.hint.as_ref().ok()?.chain;
        chain.iter().position(|(at, _)| *at == cell).map(|at| at + 1)
    }

    /// The links of the hint's chain from a cell to the next ones; true for a strong one. The steps
    /// of an explanation are numbered, but they are not links.
    fn links(&self, cell: Cell) -> Vec<(Cell, bool)> {
        let hint = self.hinting.filter(|hinting| hinting.stage > 1).and_then(|hinting| hinting.hint.as_ref().ok());
        let chain = hint.filter(|hint| hint.technique.is_some()).map_or(&[][..], |hint| &hint.chain);
        let pairs = chain.windows(2).enumerate().filter(|(_, pair)| pair[0].0 == cell && pair[1].0 != cell);
        pairs.map(|(at, pair)| (pair[1].0, at % 2 == 0)).collect()
    }

    /// The candidates of a cell that the hint is about. Those that go are struck through.
    fn hinted(&self, cell: Cell) -> Option<Look> {
        let hinting = self.hinting.filter(|hinting| hinting.stage > 1)?;
        let hint = hinting.hint.as_ref().ok()?;
        if self.taken().iter().any(|(_, blocked)| *blocked == cell) {
            return Some(Look::Text(self.theme.glyph("×", "x").to_string(), Role::Done));
        }
        if !self.is_of_hint(cell) {
            return None;
        }
        let left = hinting.reasoning.left(cell);
        if !self.holds_all {
            let gone = |gone: &[(Cell, Symbol)]| {
                gone.iter().filter(|(at, _)| *at == cell).map(|(_, symbol)| *symbol).collect::<SymbolSet>()
            };
            let (lead, shown, role) = match &hint.effect {
                HintEffect::Place(at, symbol) if hinting.stage > 2 && *at == cell => {
                    ("", SymbolSet::of(*symbol), Role::Now)
                }
                HintEffect::Remove(all) if hinting.stage > 2 && !gone(all).is_empty() => {
                    (self.theme.glyph("×", "x"), gone(all), Role::Bad)
                }
                _ => ("", left, Role::Now),
            };
            let symbols = shown.symbols().map(|symbol| self.grid.alphabet.char(symbol));
            let text: String = lead.chars().chain(symbols).collect();
            let fits = !shown.is_empty() && text.width() <= self.width;
            return Some(Look::Text(text, role)).filter(|_| fits);
        }
        let goes = |symbol: Symbol| match &hint.effect {
            HintEffect::Remove(gone) => hinting.stage > 2 && gone.contains(&(cell, symbol)),
            _ => false,
        };
        let stays = |symbol: Symbol| match &hint.effect {
            HintEffect::Place(at, placed) => hinting.stage > 2 && *at == cell && *placed == symbol,
            _ => hint.chain.contains(&(cell, symbol)),
        };
        let sign = |symbol: Symbol| {
            let role = match (goes(symbol), stays(symbol)) {
                (true, _) => Role::Bad,
                (_, true) => Role::Now,
                _ => Ink::Candidate.role(),
            };
            let char = self.grid.alphabet.char(symbol);
            (symbol, Sign { char, role, same: false, struck: goes(symbol), stale: false })
        };
        Some(Look::Places(left.symbols().map(sign).collect(), Ink::Candidate.absent(self.theme)))
    }

    /// The inks on the board, in the order of the legend.
    pub fn inks(&self) -> Vec<Ink> {
        let unhinted = self.grid.all_cells().filter(|&cell| self.hinted(cell).is_none());
        let looks: Vec<Look> = unhinted.map(|cell| self.look(cell)).collect();
        let is_on = |ink: &Ink| {
            looks.iter().any(|look| match look {
                Look::Symbol(_, other) => other == ink,
                Look::Row(signs) => *ink == Ink::Centre || *ink == Ink::Stale && signs.iter().any(|sign| sign.stale),
                Look::Places(signs, _) => signs.iter().any(|(symbol, sign)| {
                    let shown = match self.document.view {
                        View::Marks if sign.stale => Ink::Stale,
                        View::Marks => Ink::Corner,
                        _ => Ink::Candidate,
                    };
                    let gone = sign.char == Ink::Eliminated.char(self.grid.alphabet.char(*symbol), self.theme);
                    *ink == if gone { Ink::Eliminated } else { shown }
                }),
                Look::Empty | Look::Text(..) => false,
            })
        };
        Ink::ALL.into_iter().filter(is_on).collect()
    }

    /// Further signs on the board, each with its meaning and its role.
    pub fn signs(&self) -> Vec<(String, &'static str, Role)> {
        let mut signs = Vec::new();
        let same = |cell: Cell| cell != self.document.cursor && self.grid.entry(cell).symbol() == self.wanted;
        if let Some(symbol) = self.wanted.filter(|_| self.grid.all_cells().any(same)) {
            let (open, close) = (self.theme.glyph("‹", "<"), self.theme.glyph("›", ">"));
            signs.push((format!("{open}{}{close}", self.grid.alphabet.char(symbol)), "same symbol", Role::Now));
        }
        let is_own_clash = |cell: &Cell| matches!(self.grid.entry(*cell), Entry::Own(_)) && self.clashes(*cell);
        if let Some(symbol) = self.grid.all_cells().find(is_own_clash).and_then(|cell| self.grid.entry(cell).symbol()) {
            signs.push((format!("({}!", self.grid.alphabet.char(symbol)), "yours clashes", Role::Bad));
        }
        let is_dead = |cell: Cell| matches!(self.look(cell), Look::Text(text, Role::Bad) if text == "!");
        if self.grid.all_cells().any(is_dead) {
            signs.push(("!".to_string(), "none left", Role::Bad));
        }
        signs
    }

    /// Returns whether an empty cell has marks in the corners and in the centre, of which one kind
    /// is shown.
    fn has_more(&self, cell: Cell) -> bool {
        let marked = |mark| !self.document.notes.marked(mark, cell).is_empty();
        let is_empty = self.grid.entry(cell) == Entry::Empty && self.document.view == View::Marks;
        is_empty && marked(Mark::Corner) && marked(Mark::Centre)
    }

    /// Returns whether an empty cell could hold the symbol that is held, by what is shown in it.
    fn is_held(&self, cell: Cell) -> bool {
        let Some(symbol) = self.document.held.filter(|_| self.grid.entry(cell) == Entry::Empty) else { return false };
        self.shown(cell).contains(symbol)
    }

    /// The symbols that are shown in an empty cell.
    fn shown(&self, cell: Cell) -> SymbolSet {
        let notes = &self.document.notes;
        match self.document.view {
            View::Marks => notes.marked(Mark::Corner, cell) | notes.marked(Mark::Centre, cell),
            View::Units | View::Rules => self.left[cell.index()] - notes.marked(Mark::Eliminated, cell),
            View::Solutions => {
                self.survey.and_then(|survey| survey.candidates.get(cell.index())).copied().unwrap_or_default()
            }
        }
    }

    fn sign(&self, symbol: Symbol, ink: Ink, role: Role) -> Sign {
        let char = ink.char(self.grid.alphabet.char(symbol), self.theme);
        let same = self.wanted == Some(symbol) && ink != Ink::Eliminated;
        let stale = role == Role::Bad && matches!(ink, Ink::Corner | Ink::Centre);
        Sign { char, role, same, struck: false, stale }
    }

    fn look(&self, cell: Cell) -> Look {
        let (document, grid) = (self.document, self.grid);
        match document.typing.mode {
            Mode::Weights => return Look::Text(grid.weight(cell).to_string(), Role::Own),
            Mode::Regions => {
                let region = document.notes.letters[cell.index()];
                return region.map_or(Look::Empty, |region| Look::Text(letter(region.into()), Role::Own));
            }
            _ => {}
        }
        match Ink::of_entry(grid.entry(cell)) {
            Some((symbol, ink)) => {
                let ink = if self.clashes(cell) { Ink::Wrong } else { ink };
                Look::Symbol(grid.alphabet.char(symbol), ink)
            }
            None => match self.hinted(cell) {
                Some(look) => look,
                None if document.view == View::Marks => self.marks(cell),
                None => self.candidates(cell),
            },
        }
    }

    /// The symbols that an empty cell can hold, or their number.
    fn candidates(&self, cell: Cell) -> Look {
        let is_searched = self.document.view == View::Solutions;
        if is_searched && self.survey.is_none() {
            return Look::Empty;
        }
        let shown = self.shown(cell);
        if !self.roomy {
            return count(shown.len(), self.theme);
        }
        let survey = self.survey.filter(|_| is_searched);
        let differs = survey.is_some_and(|survey| survey.differ.contains(&cell));
        // A symbol that would leave one solution is in bold.
        let role = |symbol: Symbol| match survey.is_some_and(|survey| survey.deciding.contains(&(cell, symbol))) {
            true => Role::Now,
            false if differs => Role::Changed,
            false => Ink::Candidate.role(),
        };
        let mut signs: Vec<(Symbol, Sign)> =
            shown.symbols().map(|symbol| (symbol, self.sign(symbol, Ink::Candidate, role(symbol)))).collect();
        if !is_searched {
            let gone = self.left[cell.index()] & self.document.notes.marked(Mark::Eliminated, cell);
            signs.extend(gone.symbols().map(|symbol| (symbol, self.sign(symbol, Ink::Eliminated, Role::Bad))));
        }
        if shown.is_empty() {
            return Look::Text("!".to_string(), Role::Bad);
        }
        Look::Places(signs, Ink::Candidate.absent(self.theme))
    }

    /// The player's marks in an empty cell, of one kind, or their number.
    fn marks(&self, cell: Cell) -> Look {
        let notes = &self.document.notes;
        let [corner, centre, gone] = Mark::ALL.map(|mark| notes.marked(mark, cell));
        if !self.roomy {
            let all = (corner | centre).len();
            return if all == 0 { Look::Empty } else { count(all, self.theme) };
        }
        // A mark that the rules exclude is shown as wrong instead of hidden.
        let role =
            |symbol: Symbol, ink: Ink| if self.left[cell.index()].contains(symbol) { ink.role() } else { Role::Bad };
        let kind = match self.document.typing.mode {
            Mode::Marks(mark) => mark,
            _ => Mark::Corner,
        };
        if !centre.is_empty() && (kind == Mark::Centre || corner.is_empty()) {
            let signs = centre.symbols().map(|symbol| self.sign(symbol, Ink::Centre, role(symbol, Ink::Centre)));
            return Look::Row(signs.collect());
        }
        if (corner | gone).is_empty() {
            return Look::Empty;
        }
        let marked = corner.symbols().map(|symbol| (symbol, self.sign(symbol, Ink::Corner, role(symbol, Ink::Corner))));
        // A sign has no symbol: its place tells which one was ruled out.
        let absent = if gone.is_empty() { Ink::Corner } else { Ink::Eliminated }.absent(self.theme);
        let gone = (gone - corner).symbols().map(|symbol| (symbol, self.sign(symbol, Ink::Eliminated, Role::Bad)));
        Look::Places(marked.chain(gone).collect(), absent)
    }
}

/// The number of symbols that a cell can hold, drawn if they do not fit: a bar, which cannot be
/// mistaken for a symbol.
fn count(number: usize, theme: Theme) -> Look {
    const BARS: [&str; 9] = ["!", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
    const PLAIN: [&str; 4] = ["!", "'", "\"", ":"];
    let text = if theme.ascii() { PLAIN[number.min(PLAIN.len() - 1)] } else { BARS[number.min(BARS.len() - 1)] };
    let role = match number {
        0 => Role::Bad,
        1 => Role::Now,
        _ => Role::Done,
    };
    Look::Text(text.to_string(), role)
}
