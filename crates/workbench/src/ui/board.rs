//! A grid as a picture: cells, candidates, boxes, and walls whose corners join.

use super::geometry::{Geometry, outside};
use super::ink::Ink;
use super::lines::{ArmWeight, joint};
use super::panel::{ordinal, put};
use super::rules::{self, Glyph};
use super::theme::{Ground, REGIONS, Role, Theme};
use quadrille_puzzle::{Alphabet, Areas, Cell, Drawn, Entry, Grid, GridRule, Side, Size, Symbol, letter};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use unicode_width::UnicodeWidthStr;

/// The content of a cell.
#[derive(Clone, Debug)]
pub enum Look {
    Empty,
    /// A weight, the letter of a region, or a symbol that a search placed, and its role.
    Text(String, Role),
    /// A placed symbol.
    Symbol(char, Ink),
    /// Marks or candidates, each in a fixed place, and the sign in the places of the others.
    Places(Vec<(Symbol, Sign)>, char),
    /// Marks side by side.
    Row(Vec<Sign>),
}

/// A mark in a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sign {
    pub char: char,
    pub role: Role,
    /// True if it is the symbol that is highlighted.
    pub same: bool,
    /// True if it is struck through.
    pub struck: bool,
    /// True if it is a mark that placed symbols and rules exclude. It is underlined.
    pub stale: bool,
}

impl Look {
    /// Signs in their fixed places, with blanks in the others.
    pub fn signs(signs: impl IntoIterator<Item = (Symbol, Sign)>) -> Look {
        Look::Places(signs.into_iter().collect(), ' ')
    }
}

impl Sign {
    /// The sign of a symbol, without marks. A blank if there is no symbol.
    pub fn plain(grid: &Grid, symbol: Option<Symbol>) -> Sign {
        let char = symbol.map_or(' ', |symbol| grid.alphabet.char(symbol));
        Sign { char, role: Role::Live, same: false, struck: false, stale: false }
    }
}

/// The content of a cell, and the highlights of the cell as a whole.
#[derive(Clone, Debug)]
pub(crate) struct CellLook {
    pub look: Look,
    /// True if the cell is under the cursor, or is the one that the search is about.
    pub lit: bool,
    /// True if the cell is one of several to be pointed out, such as those of a conflict.
    pub marked: bool,
    /// True if the cell holds the same symbol as the cell under the cursor.
    pub same: bool,
    /// True if the cell shares a row, a column or an area with the cell under the cursor.
    pub unit: bool,
    /// True if the cell is selected.
    pub selected: bool,
    /// True if other cells are selected, so that the cursor needs a look of its own.
    pub among: bool,
    /// The colour that the player gave the cell, from 1; 0 for none.
    pub color: u8,
    /// The number of the cell in a chain.
    pub number: Option<usize>,
    /// The links of a chain from the cell to others; true for a strong one.
    pub links: Vec<(Cell, bool)>,
    /// True if the cell has marks of another kind than those that are shown.
    pub more: bool,
    /// The weight of the cell, if it is shown beside its symbol.
    pub weight: Option<u32>,
}

impl CellLook {
    /// A cell without highlights.
    pub fn plain(look: Look) -> CellLook {
        let (lit, marked, same, unit, selected) = (false, false, false, false, false);
        CellLook {
            look,
            lit,
            marked,
            same,
            unit,
            selected,
            among: false,
            color: 0,
            number: None,
            links: Vec::new(),
            more: false,
            weight: None,
        }
    }
}

/// Returns true if a cell of this size has a place for each symbol.
pub(crate) fn holds_places(grid: &Grid, size: (u16, u16)) -> bool {
    let (row, rows) = places_of(grid, size);
    row * rows >= grid.n_symbols() as u16
}

/// Returns true if the marks in a cell of this size have blanks between them.
pub(crate) fn parts_places(grid: &Grid, size: (u16, u16)) -> bool {
    (size.0 - 1) / places_of(grid, size).0 >= 2 && holds_places(grid, size)
}

/// The places of marks in a cell of this size: those in a row, and the most rows.
fn places_of(grid: &Grid, (width, height): (u16, u16)) -> (u16, u16) {
    let n = grid.n_symbols() as u16;
    let side = (1..).find(|side| side * side >= n).unwrap_or(1);
    let rows = height.min(side);
    (n.div_ceil(rows).min(width), rows)
}

/// A grid with its geometry, scrolled so that `center` is visible.
#[derive(Clone, Copy)]
pub(crate) struct LaidGrid<'a> {
    pub grid: &'a Grid,
    pub geometry: &'a Geometry,
    pub center: Option<Cell>,
}

/// Draws a grid into an area. Returns the part of the area that the grid takes.
pub fn board(buf: &mut Buffer, area: Rect, laid: LaidGrid, theme: Theme, look: impl Fn(Cell) -> CellLook) -> Rect {
    let LaidGrid { grid, geometry, .. } = laid;
    let area = area.intersection(buf.area);
    let (viewport, left, top) = Viewport::of(area, laid);
    let label = label(grid);
    let numbers = grid.areas.numbers(grid.size());
    viewport.lines(buf, &numbers, theme);
    viewport.regions(buf, &numbers, theme);
    let grounds = region_grounds(laid, &numbers);
    let mut links: Vec<(Cell, Cell, bool)> = Vec::new();
    for cell in grid.all_cells().filter(|&cell| !grid.is_hole(cell)) {
        let content = look(cell);
        links.extend(content.links.iter().map(|&(to, strong)| (cell, to, strong)));
        let ground = match (content.color, content.same, content.unit) {
            _ if content.selected => Some(Ground::Selected),
            (1.., ..) => Some(Ground::of_cell(content.color)),
            (_, true, _) => Some(Ground::Same),
            (_, _, true) => Some(Ground::Units),
            _ => grounds[cell.index()],
        };
        if let Some(ground) = ground {
            viewport.fill(buf, cell, ground, theme);
        }
        viewport.cell(buf, cell, &content, theme);
    }
    viewport.glyphs(buf, &rules::glyphs(grid, geometry, theme), Role::Drawn, theme);
    viewport.outside(buf, theme);
    viewport.glyphs(buf, &rules::links(grid, geometry, &links, theme), Role::Now, theme);
    let rule = theme.style(Role::Rule);
    for (k, x) in geometry.columns.iter().map(|left| left + geometry.cell.0 / 2).enumerate() {
        if top > 0
            && let Some((x, _)) = viewport.place(x, viewport.offset.1)
        {
            put(buf, x, area.y, ordinal(k, usize::from(geometry.cell.0) - 1), usize::MAX, rule);
        }
    }
    for (k, y) in geometry.rows.iter().map(|top| top + geometry.cell.1 / 2).enumerate() {
        if left > 0
            && let Some((_, y)) = viewport.place(viewport.offset.0, y)
        {
            let number = format!("{:>width$}", k + 1, width = usize::from(label));
            put(buf, area.x, y, number, usize::MAX, rule);
        }
    }
    if is_cut(area, geometry) {
        put(buf, area.x, area.bottom() - 1, viewport.part(theme), area.width.into(), theme.style(Role::Done));
    }
    let taken = (left + geometry.width, top + geometry.height);
    Rect { width: taken.0.min(area.width), height: taken.1.min(area.height), ..area }
}

/// The ground of each cell: the tint of its region in a jigsaw, in which neighbours differ if they
/// can, or of the cells that further rules name.
fn region_grounds(LaidGrid { grid, geometry, .. }: LaidGrid, numbers: &[usize]) -> Vec<Option<Ground>> {
    // Every other box is tinted where no lines are between them.
    if let (Areas::Grids(_), false) = (&grid.areas, geometry.has_levels()) {
        let (high, wide) = grid.grids().first().and_then(|part| part.boxes).unwrap_or((1, 1));
        let is_odd = |(row, column): (usize, usize)| (row / high + column / wide) % 2 == 1;
        return grid.all_cells().map(|cell| is_odd(grid.place(cell)).then_some(Ground::Region(0))).collect();
    }
    if !matches!(grid.areas, Areas::Walls(_) | Areas::Regions(_)) {
        let inside =
            grid.rules.iter().filter(|rule| !matches!(rule.drawn(), Drawn::Outside | Drawn::Cage | Drawn::Signed(_)));
        let named: Vec<Cell> = inside.flat_map(GridRule::all_cells).collect();
        return grid.all_cells().map(|cell| named.contains(&cell).then_some(Ground::Region(0))).collect();
    }
    let regions = numbers.iter().copied().max().map_or(0, |most| most + 1);
    let mut tints = vec![0; regions];
    for region in 0..regions {
        let beside = |cell: Cell| {
            let other = move |side: Side| Some((cell, grid.moved(cell, side.step())?));
            [Side::Right, Side::Down].into_iter().filter_map(other)
        };
        let pairs =
            grid.all_cells().flat_map(beside).map(|(one, other)| (numbers[one.index()], numbers[other.index()]));
        let others = pairs.filter_map(|(one, other)| match (one == region, other == region) {
            (true, false) => Some(other),
            (false, true) => Some(one),
            _ => None,
        });
        let taken: Vec<usize> = others.filter(|&other| other < region).map(|other| tints[other]).collect();
        tints[region] = (0..REGIONS).find(|tint| !taken.contains(tint)).unwrap_or(region % REGIONS);
    }
    let n_areas = grid.n_areas();
    let ground = |&region: &usize| (region < n_areas).then(|| Ground::Region(tints[region]));
    numbers.iter().map(ground).collect()
}

/// Returns the cell at a screen position of a grid that is drawn into an area.
pub(crate) fn cell_at(area: Rect, laid: LaidGrid, at: (u16, u16)) -> Option<Cell> {
    let LaidGrid { grid, geometry, .. } = laid;
    let (viewport, ..) = Viewport::of(area, laid);
    if !viewport.room.contains(at.into()) {
        return None;
    }
    let (x, y) = (at.0 - viewport.room.x + viewport.offset.0, at.1 - viewport.room.y + viewport.offset.1);
    let inside = |starts: &[u16], size: u16, at: u16| starts.iter().position(|&from| (from..from + size).contains(&at));
    // If symbols are close together, the blank before a symbol belongs to its cell.
    let column = inside(&geometry.columns, geometry.cell.0, x).or_else(|| inside(&geometry.columns, 1, x + 1));
    let column = column.filter(|_| geometry.blank > 0 || inside(&geometry.columns, geometry.cell.0, x).is_some())?;
    Some(grid.cell(inside(&geometry.rows, geometry.cell.1, y)?, column)).filter(|&cell| !grid.is_hole(cell))
}

/// The width of the row numbers, in columns.
fn label(grid: &Grid) -> u16 {
    if grid.rows() > 9 { 2 } else { 1 }
}

/// The number of columns and rows by which the grid is scrolled to the left and up.
fn scroll(LaidGrid { grid, geometry, center }: LaidGrid, room: Rect) -> (u16, u16) {
    let (row, column) = center.map_or((0, 0), |cell| grid.place(cell));
    let along = |at: u16, size: u16, whole: u16, room: u16| {
        let middle = at + size / 2;
        middle.saturating_sub(room / 2).min(whole.saturating_sub(room))
    };
    (
        along(geometry.columns[column], geometry.cell.0, geometry.width, room.width),
        along(geometry.rows[row], geometry.cell.1, geometry.height, room.height),
    )
}

/// Returns whether a grid does not fit an area of more than a few rows.
fn is_cut(area: Rect, geometry: &Geometry) -> bool {
    area.height > 4 && (area.width < geometry.width || area.height < geometry.height)
}

/// The part of the screen that shows a grid, and the scroll offset of the grid in it.
pub(super) struct Viewport<'a> {
    grid: &'a Grid,
    geometry: &'a Geometry,
    room: Rect,
    offset: (u16, u16),
}

impl<'a> Viewport<'a> {
    /// Returns the viewport of a grid in an area, and the columns and rows that its rulers
    /// take.
    pub(super) fn of(area: Rect, laid: LaidGrid<'a>) -> (Viewport<'a>, u16, u16) {
        let LaidGrid { grid, geometry, .. } = laid;
        // Rulers are drawn only if there is room. They let the user read names such as r3c5 off the
        // grid.
        let label = label(grid);
        let left = if area.width > geometry.width + label { label + 1 } else { 0 };
        let top = u16::from(area.height > geometry.height);
        // A grid that does not fit has a line below it that says which part is shown.
        let note = u16::from(is_cut(area, geometry));
        let room = Rect {
            x: area.x + left,
            y: area.y + top,
            width: area.width.saturating_sub(left),
            height: area.height.saturating_sub(top + note),
        };
        (Viewport { grid, geometry, room, offset: scroll(laid, room) }, left, top)
    }

    /// Says which rows and columns are shown, with a sign toward the others.
    fn part(&self, theme: Theme) -> String {
        let range = |starts: &[u16], size: u16, offset: u16, room: u16| {
            let is_shown = |start: &u16| *start >= offset && start + size <= offset + room;
            let first = starts.iter().position(is_shown)?;
            Some((first + 1, starts.iter().rposition(is_shown)? + 1))
        };
        let (geometry, (x, y)) = (self.geometry, self.offset);
        let rows = range(&geometry.rows, geometry.cell.1, y, self.room.height);
        let columns = range(&geometry.columns, geometry.cell.0, x, self.room.width);
        let sides = [
            ("rows", rows, geometry.rows.len(), theme.glyph("▴", "^"), theme.glyph("▾", "v")),
            ("columns", columns, geometry.columns.len(), theme.glyph("◂", "<"), theme.glyph("▸", ">")),
        ];
        let words = sides.into_iter().filter_map(|(what, shown, all, before, after)| {
            let (first, last) = shown.filter(|&(first, last)| last + 1 - first < all)?;
            let (before, after) = (if first > 1 { before } else { " " }, if last < all { after } else { " " });
            Some(format!("{before} {what} {first} to {last} of {all} {after}"))
        });
        words.collect::<Vec<_>>().join("  ")
    }

    /// The screen position of a point of the grid; `None` if it is scrolled out of sight.
    pub(super) fn place(&self, x: u16, y: u16) -> Option<(u16, u16)> {
        let (x, y) = (x.checked_sub(self.offset.0)?, y.checked_sub(self.offset.1)?);
        (x < self.room.width && y < self.room.height).then(|| (self.room.x + x, self.room.y + y))
    }

    pub(super) fn draw(&self, buf: &mut Buffer, x: u16, y: u16, c: char, style: Style) {
        if let Some(cell) = self.place(x, y).and_then(|place| buf.cell_mut(place)) {
            cell.set_char(c).set_style(style);
        }
    }

    fn lines(&self, buf: &mut Buffer, numbers: &[usize], theme: Theme) {
        let (Size { rows, columns }, geometry) = (self.grid.size(), self.geometry);
        // The weight of the line along a piece of a boundary: to the left of a column, above a row.
        let upright = |row: usize, boundary: usize| {
            let (column, side) = if boundary < columns { (boundary, Side::Left) } else { (columns - 1, Side::Right) };
            geometry.line(self.grid, numbers, self.grid.cell(row, column), side)
        };
        let level = |boundary: usize, column: usize| {
            let (row, side) = if boundary < rows { (boundary, Side::Up) } else { (rows - 1, Side::Down) };
            geometry.line(self.grid, numbers, self.grid.cell(row, column), side)
        };
        let ink = |weight: ArmWeight| theme.style(if weight == ArmWeight::Heavy { Role::Wall } else { Role::Rule });
        // In ASCII no light lines are drawn. A grid of boxes has only light lines, so they count as
        // heavy.
        let shown = |weight: ArmWeight| if theme.ascii() && !geometry.walls { ArmWeight::Heavy } else { weight };
        for (boundary, x) in geometry.upright.iter().enumerate().filter_map(|(b, x)| Some((b, (*x)?))) {
            for row in 0..rows {
                let weight = shown(upright(row, boundary));
                let c = joint([weight, ArmWeight::None, weight, ArmWeight::None], theme.ascii());
                let end = geometry.rows[row] + geometry.cell.1;
                (geometry.rows[row]..end).for_each(|y| self.draw(buf, x, y, c, ink(weight)));
            }
        }
        for (boundary, y) in geometry.level.iter().enumerate().filter_map(|(b, y)| Some((b, (*y)?))) {
            for x in geometry.margins.left..geometry.width - geometry.margins.right {
                let column = geometry.columns.iter().rposition(|&left| left <= x + geometry.blank).unwrap_or(0);
                let weight = shown(level(boundary, column));
                let c = joint([ArmWeight::None, weight, ArmWeight::None, weight], theme.ascii());
                self.draw(buf, x, y, c, ink(weight));
            }
            for (side, x) in geometry.upright.iter().enumerate().filter_map(|(b, x)| Some((b, (*x)?))) {
                let arms = [
                    if boundary > 0 { upright(boundary - 1, side) } else { ArmWeight::None },
                    if side < columns { level(boundary, side) } else { ArmWeight::None },
                    if boundary < rows { upright(boundary, side) } else { ArmWeight::None },
                    if side > 0 { level(boundary, side - 1) } else { ArmWeight::None },
                ]
                .map(|weight| if weight == ArmWeight::None { weight } else { shown(weight) });
                let heaviest = arms.into_iter().max().unwrap_or(ArmWeight::None);
                self.draw(buf, x, y, joint(arms, theme.ascii()), ink(heaviest));
            }
        }
    }

    /// Draws the letters of a jigsaw's regions. Each letter is in the wall above the first cell of
    /// its region. There always is one, because the cell above belongs to another region.
    fn regions(&self, buf: &mut Buffer, numbers: &[usize], theme: Theme) {
        let (Areas::Walls(_) | Areas::Regions(_), true) = (&self.grid.areas, self.geometry.walls) else { return };
        for region in 0..self.grid.n_areas() {
            let Some(first) = numbers.iter().position(|&number| number == region) else { continue };
            let (row, column) = self.grid.place(Cell(first as u16));
            let (Some(y), Some(name)) = (self.geometry.level[row], letter(region).chars().next()) else { continue };
            self.draw(buf, self.geometry.columns[column], y, name, theme.style(Role::Live));
        }
    }

    /// Draws the glyphs of rules at places with a blank or a line.
    fn glyphs(&self, buf: &mut Buffer, glyphs: &[Glyph], role: Role, theme: Theme) {
        for glyph in glyphs {
            let Some(cell) = self.place(glyph.at.0, glyph.at.1).and_then(|place| buf.cell_mut(place)) else { continue };
            let held = cell.symbol().chars().next().unwrap_or(' ');
            if !held.is_alphanumeric() && !Alphabet::can_hold(held) {
                // Under the cursor only the character changes.
                let lit = cell.modifier.contains(Modifier::REVERSED);
                let style = if lit { Style::new() } else { theme.style(role).remove_modifier(Modifier::DIM) };
                cell.set_char(glyph.char).set_style(style);
            }
        }
    }

    /// Writes the numbers outside the grid.
    fn outside(&self, buf: &mut Buffer, theme: Theme) {
        let (geometry, margins) = (self.geometry, self.geometry.margins);
        let (rows, columns) = (self.grid.rows() as i32, self.grid.columns() as i32);
        let style = theme.style(Role::Drawn).remove_modifier(Modifier::DIM);
        let right = geometry.width - margins.right;
        for ((row, column), clues) in outside(self.grid) {
            let texts: Vec<&str> =
                clues.iter().map(|clue| if theme.ascii() { &clue.plain } else { &clue.text }.as_str()).collect();
            let write = |x: u16, y: u16, text: &str, buf: &mut Buffer| {
                (x..).zip(text.chars()).for_each(|(x, c)| self.draw(buf, x, y, c, style));
            };
            let length = |text: &str| text.width() as u16;
            if (0..rows).contains(&row) {
                let (line, y) = (texts.join(" "), geometry.rows[row as usize] + geometry.cell.1 / 2);
                let x = if column < 0 { margins.left.saturating_sub(length(&line) + 1) } else { right + 1 };
                write(x, y, &line, buf);
                continue;
            }
            // The number nearest to the grid comes first.
            for (away, text) in (0..).zip(texts) {
                let y = if row < 0 {
                    margins.top.saturating_sub(1 + away)
                } else {
                    geometry.height - margins.bottom + away
                };
                let x = match column {
                    column if column < 0 => margins.left.saturating_sub(length(text) + 1),
                    column if column >= columns => right + 1,
                    column => {
                        let middle = geometry.columns[column as usize] + geometry.cell.0 / 2;
                        middle.saturating_sub((length(text) - 1) / 2)
                    }
                };
                write(x, y, text, buf);
            }
        }
    }

    /// Gives a cell its ground.
    fn fill(&self, buf: &mut Buffer, cell: Cell, ground: Ground, theme: Theme) {
        let (row, column) = self.grid.place(cell);
        let (left, top) = (self.geometry.columns[column], self.geometry.rows[row]);
        let (width, height) = self.geometry.cell;
        // Symbols that stand close together have blanks beside them.
        let beside = self.geometry.blank;
        for y in top..top + height {
            for x in left.saturating_sub(beside)..left + width + beside {
                if let Some(at) = self.place(x, y).and_then(|place| buf.cell_mut(place)) {
                    at.set_style(theme.ground(ground));
                }
            }
        }
    }

    fn cell(&self, buf: &mut Buffer, cell: Cell, content: &CellLook, theme: Theme) {
        let (row, column) = self.grid.place(cell);
        let place = Rect {
            x: self.geometry.columns[column],
            y: self.geometry.rows[row],
            width: self.geometry.cell.0,
            height: self.geometry.cell.1,
        };
        let over = over(content, theme);
        let bare = is_bare(content, theme);
        let mut around = self.look(buf, place, cell, content, theme);
        if content.lit && bare {
            around = Some((('[', ']'), Role::Now));
        }
        if let Some((signs, role)) = around.filter(|_| place.width > 2 || self.geometry.blank > 0) {
            self.around(buf, place, signs, role, theme);
        }
        self.extras(buf, place, content, theme);
        if content.lit && !bare || bare && content.selected {
            // A cell of several characters is highlighted as one block, whatever the colours of its
            // characters.
            let over = if place.width > 1 { over.fg(Color::Reset) } else { over };
            for y in place.y..place.bottom() {
                for x in place.x..place.right() {
                    if let Some(at) = self.place(x, y).and_then(|place| buf.cell_mut(place)) {
                        at.set_style(over);
                    }
                }
            }
        }
    }

    /// Draws what is in a cell. Returns the signs on both sides of its symbol.
    fn look(
        &self,
        buf: &mut Buffer,
        place: Rect,
        cell: Cell,
        content: &CellLook,
        theme: Theme,
    ) -> Option<((char, char), Role)> {
        let over = over(content, theme);
        let (x, y) = (place.x + place.width / 2, place.y + place.height / 2);
        match &content.look {
            Look::Empty => {
                let c = if theme.ascii() { '.' } else { '·' };
                // On some terminals, a faint colour in reverse video looks like the background, so
                // the cell under the cursor has the full colour.
                let role = if content.lit { Role::Live } else { Role::Done };
                self.draw(buf, x, y, c, theme.style(role).patch(over));
                None
            }
            Look::Text(text, role) => {
                let length = text.width().min(place.width as usize);
                let start = place.x + (place.width - length as u16) / 2;
                for (k, c) in text.chars().take(length).enumerate() {
                    self.draw(buf, start + k as u16, y, c, theme.style(*role).patch(over));
                }
                (content.same && text.width() == 1).then_some((('‹', '›'), Role::Now))
            }
            Look::Symbol(c, ink) => {
                self.draw(buf, x, y, *c, theme.style(ink.role()).patch(over));
                let mut around = ink.around(theme).map(|signs| (signs, ink.role()));
                // The same symbol elsewhere stands between two signs, so that it is seen without
                // colours.
                if content.same && *ink != Ink::Wrong {
                    around = Some((('‹', '›'), Role::Now));
                }
                // A symbol of the player keeps its first sign.
                let is_own = matches!(self.grid.entry(cell), Entry::Own(_));
                if let Some(((first, _), _)) =
                    around.as_mut().filter(|_| is_own && (*ink == Ink::Wrong || !theme.color))
                {
                    *first = '(';
                }
                around
            }
            Look::Places(signs, absent) => {
                self.places(buf, place, signs, *absent, theme);
                None
            }
            Look::Row(signs) => {
                self.row(buf, place, signs, theme);
                None
            }
        }
    }

    /// Draws signs on both sides of a cell's symbol.
    fn around(&self, buf: &mut Buffer, place: Rect, signs: (char, char), role: Role, theme: Theme) {
        let (x, y) = (place.x + place.width / 2, place.y + place.height / 2);
        let plain = |sign: char| match sign {
            '‹' if theme.ascii() => '<',
            '›' if theme.ascii() => '>',
            sign => sign,
        };
        let signs = (plain(signs.0), plain(signs.1));
        // A cell of five columns has room for `(7)!`, one of three for `(7!`.
        let is_wide = signs == ('(', '!') && place.width > 4;
        let right = if is_wide { [(x + 1, ')'), (x + 2, '!')] } else { [(x + 1, signs.1), (x + 1, ' ')] };
        let all = [(x.wrapping_sub(1), signs.0)].into_iter().chain(right);
        for (x, sign) in all.filter(|(_, c)| *c != ' ') {
            self.draw(buf, x, y, sign, theme.style(role));
        }
    }

    /// Draws what is at the edge of a cell: a number, a sign for more, its weight and the letter of
    /// its colour.
    fn extras(&self, buf: &mut Buffer, place: Rect, content: &CellLook, theme: Theme) {
        if let Some(number) = content.number.filter(|_| place.width > 2) {
            let c = char::from_digit(number as u32, 36).unwrap_or('+');
            // On the line above the cell, if there is one: beside a candidate it would look like
            // another.
            let y = if self.geometry.walls { place.y.saturating_sub(1) } else { place.y };
            self.draw(buf, place.right() - 1, y, c, theme.style(Role::Now).add_modifier(Modifier::REVERSED));
        }
        if content.more && place.width > 5 {
            self.draw(buf, place.right() - 1, place.bottom() - 1, '+', theme.style(Role::Own));
        }
        let is_free = matches!(content.look, Look::Empty | Look::Symbol(..) | Look::Text(..));
        if let Some(weight) = content.weight.filter(|_| is_free && place.height > 1) {
            let text = weight.to_string();
            let fits = text.len() < usize::from(place.width) / 2;
            for (k, c) in text.chars().enumerate().filter(|_| fits) {
                let x = place.right() - text.len() as u16 + k as u16;
                self.draw(buf, x, place.bottom() - 1, c, theme.style(Role::Done));
            }
        }
        // Without colours, the colour of a cell is a letter.
        if content.color > 0 && !theme.color {
            let letters = if theme.ascii() { "abcdefghi" } else { "ᵃᵇᶜᵈᵉᶠᵍʰⁱ" };
            let letter = letters.chars().nth(usize::from(content.color) - 1).unwrap_or('?');
            let x = if place.width > 2 { place.right() - 1 } else { place.x + place.width };
            let style = theme.style(Role::Drawn).add_modifier(Modifier::UNDERLINED);
            self.draw(buf, x, place.y, letter, style);
        }
    }

    /// Draws marks in their fixed places, spread over the cell.
    fn places(&self, buf: &mut Buffer, place: Rect, signs: &[(Symbol, Sign)], absent: char, theme: Theme) {
        let n = self.grid.n_symbols() as u16;
        let (row, _) = places_of(self.grid, (place.width, place.height));
        let rows = n.div_ceil(row);
        let (apart, below) = (((place.width - 1) / row).max(1), (place.height / rows).max(1));
        let first = (place.width - ((row - 1) * apart + 1).min(place.width)) / 2;
        let above = (place.height - ((rows - 1) * below + 1).min(place.height)) / 2;
        for symbol in self.grid.alphabet.symbols() {
            let (at, line) = (u16::from(symbol.0) % row, u16::from(symbol.0) / row);
            let (x, y) = (place.x + first + at * apart, place.y + above + line * below);
            match signs.iter().find(|(known, _)| *known == symbol) {
                Some((_, sign)) => self.sign(buf, x, y, *sign, theme),
                None => self.draw(buf, x, y, absent, theme.style(Role::Done)),
            }
        }
    }

    /// Draws marks side by side in the middle of the cell, in as many lines as they need.
    fn row(&self, buf: &mut Buffer, place: Rect, signs: &[Sign], theme: Theme) {
        // Signs around the marks show that they do not have places of their own.
        let brackets = signs.len() + 2 <= usize::from(place.width);
        let bracket = |char| Sign { char, role: Role::Done, same: false, struck: false, stale: false };
        let mut all: Vec<Sign> = signs.to_vec();
        if brackets {
            let (open, close) = Ink::AROUND_ROW;
            all.insert(0, bracket(open));
            all.push(bracket(close));
        }
        // The last column is left blank, so that the marks of two cells do not run together, unless
        // a bracket is there.
        let blank = place.width > 3 && !(brackets && all.len() == usize::from(place.width));
        let wide = usize::from(place.width) - usize::from(blank);
        let most = wide * usize::from(place.height);
        let lines: Vec<&[Sign]> = all[..all.len().min(most)].chunks(wide.max(1)).collect();
        let top = place.y + (place.height - lines.len() as u16) / 2;
        for (line, signs) in lines.iter().enumerate() {
            let left = place.x + (place.width - signs.len() as u16) / 2;
            for (k, sign) in signs.iter().enumerate() {
                self.sign(buf, left + k as u16, top + line as u16, *sign, theme);
            }
        }
    }

    /// Draws a mark. The highlighted symbol has a ground of its own or, without colours, is in
    /// reverse video.
    fn sign(&self, buf: &mut Buffer, x: u16, y: u16, sign: Sign, theme: Theme) {
        let crossed = match (sign.struck, sign.stale) {
            // A symbol that has just gone.
            (true, true) => Modifier::CROSSED_OUT | Modifier::UNDERLINED,
            (true, false) => Modifier::CROSSED_OUT | Modifier::REVERSED,
            (false, true) => Modifier::UNDERLINED,
            (false, false) => Modifier::empty(),
        };
        let style = match (sign.same, theme.color) {
            (false, _) => theme.style(sign.role).add_modifier(crossed),
            (true, true) => theme.style(Role::Now).patch(theme.ground(Ground::Same)).add_modifier(Modifier::UNDERLINED),
            (true, false) => theme.style(Role::Now).add_modifier(Modifier::REVERSED),
        };
        self.draw(buf, x, y, sign.char, style);
    }
}

/// Returns whether the cursor of a cell is between brackets: without colours, selected cells are in
/// reverse video, and the cursor is among them.
fn is_bare(content: &CellLook, theme: Theme) -> bool {
    !theme.color && content.among
}

/// The style that lies over what is in a cell.
fn over(content: &CellLook, theme: Theme) -> Style {
    let bare = is_bare(content, theme);
    match (content.lit && !bare, content.marked, content.same) {
        _ if bare && content.selected => theme.cursor(),
        (true, ..) => theme.cursor(),
        (false, true, _) => Style::new().add_modifier(Modifier::UNDERLINED),
        (false, false, true) => Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
        (false, false, false) => Style::new(),
    }
}
