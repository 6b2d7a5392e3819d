//! The local matrix: the item in focus, its options, and every item that they touch. In a grid an
//! item touches at most n options and 3n other items. The local matrix therefore fits a terminal
//! that is too small for the whole matrix.

use super::drawing::{Drawing, Location};
use crate::app::Stepping;
use crate::ui::panel::{fit_marked, put, span, write};
use crate::ui::theme::{Role, Theme};
use dancing::{Event, ItemId, Link, LinksView, NodeId, OptionId, Phase, Search};
use quadrille_puzzle::Encoded;
use quadrille_solve::{Did, Fate, Moved, Standing};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use unicode_width::UnicodeWidthStr;

pub(crate) static DRAWING: Drawing = Drawing {
    title,
    draw,
    location: Location::Middle,
    least: |_| 3,
    wanted: |stepping, room| height(stepping, room.0) + 1,
};

/// The node of the item in focus whose option is being tried, or is tried next.
pub fn current(stepping: &Stepping) -> Option<NodeId> {
    let search = stepping.stepper.search();
    match search.phase() {
        Phase::Try { .. } if stepping.hides_next() => None,
        Phase::Try { node } => search.links().option(node).map(|_| node),
        Phase::Cover { .. } | Phase::Uncover { .. } => search.chosen().last().copied(),
        Phase::Choose | Phase::Done => None,
    }
}

/// The state of an option in a few words: `hidden at level 2`.
pub(crate) fn fate_words(stepping: &Stepping, option: OptionId) -> String {
    match Standing::of(stepping.stepper.search()).option(option) {
        Fate::Chosen(level) => format!("chosen at level {level}"),
        Fate::Hidden(blame) => format!("hidden at level {}", blame.level),
        Fate::Tried => "tried, and taken back".to_string(),
        Fate::Next => "next".to_string(),
        Fate::Waiting => "tried later".to_string(),
        Fate::Idle => "not needed any more".to_string(),
        Fate::Open => String::new(),
    }
}

/// Returns whether the last chosen option covers the item.
pub fn settled(search: &Search, item: ItemId) -> bool {
    let links = search.links();
    search.chosen().last().is_some_and(|&node| links.option_nodes(node).any(|node| links.item(node) == item))
}

/// Returns whether an item that must be covered has too few options left. `links` are those of the
/// search, or a state between two links of its next step.
pub fn is_dead(search: &Search, links: &dyn LinksView, item: ItemId) -> bool {
    match search.range(item) {
        Some(_) => search.degree(item) == 0,
        None => item.index() < links.n_primary() && links.len(item) == 0,
    }
}

/// Writes a count that changed: `5→4`, or only the new count if the text would touch the next
/// column.
pub fn change(before: usize, now: usize, pitch: usize, theme: Theme) -> String {
    let text = format!("{before}{}{now}", theme.glyph("→", ">"));
    if text.width() < pitch { text } else { now.to_string() }
}

/// The distance between columns, and whether their names are written downwards.
struct Pitch {
    width: usize,
    upright: bool,
}

/// The title of the view. It says how many options and items are shown if not all are, and since
/// when the counts have changed.
fn title(stepping: &Stepping, theme: Theme, area: Rect) -> String {
    let heading = "OPTIONS and their items";
    let room = Rect { height: area.height.saturating_sub(1), ..area };
    let Some(item) = stepping.focus() else { return heading.to_string() };
    let Shape { rows, columns } = Shape::of(stepping, item);
    if rows.is_empty() {
        return heading.to_string();
    }
    let shown = Shown::new(stepping, room, &rows, &columns);
    let mut missing = String::new();
    if shown.rows.len() < rows.len() {
        missing += &format!("  {} of {}", shown.rows.len(), rows.len());
    }
    if shown.columns.len() < columns.len() {
        missing += &format!("  items {} to {} of {}", shown.columns.start + 1, shown.columns.end, columns.len());
    }
    if !missing.is_empty() {
        return format!("OPTIONS{missing}");
    }
    match stepping.stepper.is_stride() {
        true => format!("{heading}  {} since the last stop", theme.glyph("→", ">")),
        false => heading.to_string(),
    }
}

/// The number of rows that the matrix of a state takes, without the title.
fn height(stepping: &Stepping, width: u16) -> u16 {
    let search = stepping.stepper.search();
    let Some(item) = stepping.focus() else { return 1 };
    let Shape { rows, columns } = Shape::of(stepping, item);
    let names = Names::new(&stepping.encoded, &columns);
    let pitch = pitch(
        columns.len(),
        names.long,
        widest(stepping, &columns),
        (width as usize).saturating_sub(label_width(&stepping.encoded, search.links(), &rows, width)),
    );
    (rows.len() + 1 + if pitch.upright { names.upright.len().min(TALL) } else { 1 }) as u16
}

/// The maximum number of rows that names written downwards ask for.
const TALL: usize = 10;

/// The names of the columns, written downwards if they are too wide.
struct Names {
    /// The length of the longest name, in characters.
    long: usize,
    /// The lines of the names that get a row if the names are aligned at their last line. A line of
    /// hyphens only is left out.
    upright: Vec<usize>,
}

impl Names {
    fn new(encoded: &Encoded, columns: &[ItemId]) -> Names {
        let names: Vec<Vec<char>> = columns.iter().map(|&item| encoded.item_short(item).chars().collect()).collect();
        let long = names.iter().map(Vec::len).max().unwrap_or(1);
        let says = |line: &usize| {
            let letter = |name: &Vec<char>| (line + name.len()).checked_sub(long).map(|at| name[at]);
            names.iter().filter_map(letter).any(char::is_alphanumeric)
        };
        Names { long, upright: (0..long).filter(says).collect() }
    }

    /// Keeps the last `rows` rows of names written downwards.
    fn cut(&mut self, rows: usize) {
        self.upright.drain(..self.upright.len().saturating_sub(rows));
    }
}

/// The maximum number of options in the matrix, around the option being tried. This is many times
/// what a screen shows.
const ROWS: usize = 1000;
/// The maximum number of items in the matrix.
const COLUMNS: usize = 1000;

/// The options of an item, and the items that they touch.
struct Shape {
    rows: Vec<NodeId>,
    columns: Vec<ItemId>,
}

impl Shape {
    fn of(stepping: &Stepping, item: ItemId) -> Shape {
        let links = stepping.stepper.search().links();
        let at = current(stepping).and_then(|node| links.column(item).position(|row| row == node)).unwrap_or(0);
        let before = at.saturating_sub(ROWS / 2).min(links.len(item).saturating_sub(ROWS));
        let rows: Vec<NodeId> = links.column(item).skip(before).take(ROWS).collect();
        let (mut columns, mut seen) = (vec![item], HashSet::from([item]));
        'all: for &row in &rows {
            for node in links.option_nodes(row).skip(1) {
                if columns.len() >= COLUMNS {
                    break 'all;
                }
                let item = links.item(node);
                if seen.insert(item) {
                    columns.push(item);
                }
            }
        }
        Shape { rows, columns }
    }
}

/// The number of columns before the first item: a mark, and the names of the options. Long names
/// take at most a third of the room.
fn label_width(names: &Encoded, links: &dyn LinksView, rows: &[NodeId], width: u16) -> usize {
    let seen = rows.iter().filter_map(|&row| links.option(row));
    let long = seen.map(|option| names.option_name(option).width()).max().unwrap_or(4);
    4 + long.min(usize::from(width) / 3).max(4)
}

/// Returns the pitch of the columns. `widest` is the number of digits of the largest count. If
/// columns do not fit, the view scrolls; no column is cut.
fn pitch(columns: usize, name: usize, widest: usize, room: usize) -> Pitch {
    let level = (name + 1).max(5);
    if columns * level <= room {
        return Pitch { width: level, upright: false };
    }
    let least = widest + 1;
    let width = (least..=least.max(3)).rev().find(|width| columns * width <= room).unwrap_or(least);
    Pitch { width, upright: true }
}

/// The number of digits of the largest count of some items, before the last step and now.
fn widest(stepping: &Stepping, columns: &[ItemId]) -> usize {
    let links = stepping.stepper.links();
    let most = columns.iter().map(|&item| links.len(item).max(stepping.stepper.length_before(item))).max();
    most.unwrap_or(0).to_string().len()
}

/// Draws the matrix of the current state, scrolled to the option being tried.
fn draw(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let search = stepping.stepper.search();
    let names = &stepping.encoded;
    let Some(item) = stepping.focus() else {
        let end = match (stepping.hides_next(), search.has_next()) {
            (true, _) => "hidden while a question is open",
            (false, true) => "this limit is exhausted",
            (false, false) => "the search is at its end",
        };
        return write(buf, area, 0, &Line::from(span(end, Role::Done, theme)), theme);
    };
    // Between two links of a step the counts come from these links; the rows are those of the state
    // before the step.
    let links = stepping.stepper.links();
    let Shape { rows, columns } = Shape::of(stepping, item);
    if rows.is_empty() {
        let text = format!("{}: no option is left", names.item_long(item));
        return write(buf, area, 0, &Line::from(span(text, Role::Bad, theme)), theme);
    }
    let here = current(stepping);
    let at = place(stepping, &rows);
    let Shown { label, pitch, written, rows: below, columns: across } = Shown::new(stepping, area, &rows, &columns);
    let at_column = columns.iter().enumerate().map(|(k, &item)| (item, k)).collect();
    let painter = Painter { stepping, links, theme, area, label, pitch, columns, across, at_column };
    let head = painter.names(buf, &written);
    painter.counts(buf, head, item);
    for (line, k) in below.enumerate() {
        painter.option(buf, head + 1 + line as u16, rows[k], here.map(|_| k.cmp(&at)));
    }
}

/// The index of the option being tried among the options of its item.
fn place(stepping: &Stepping, rows: &[NodeId]) -> usize {
    current(stepping).and_then(|node| rows.iter().position(|&row| row == node)).unwrap_or(0)
}

/// The part of a shape that a room shows: its rows and columns, and the form of their names.
struct Shown {
    label: usize,
    pitch: Pitch,
    written: Names,
    rows: Range<usize>,
    columns: Range<usize>,
}

impl Shown {
    fn new(stepping: &Stepping, area: Rect, rows: &[NodeId], columns: &[ItemId]) -> Shown {
        let (search, names) = (stepping.stepper.search(), &stepping.encoded);
        let label = label_width(names, search.links(), rows, area.width);
        let room = usize::from(area.width).saturating_sub(label);
        let mut written = Names::new(names, columns);
        let pitch = pitch(columns.len(), written.long, widest(stepping, columns), room);
        let fits = (room / pitch.width).max(1).min(columns.len());
        // The columns of the option being tried must be visible.
        let at = place(stepping, rows);
        let wanted = search.links().option_nodes(rows[at]).take(COLUMNS).map(|node| search.links().item(node));
        let last = wanted.filter_map(|item| columns.iter().position(|&column| column == item)).max();
        let left = last.map_or(0, |last| (last + 1).saturating_sub(fits)).min(columns.len() - fits);
        if pitch.upright {
            written = Names::new(names, &columns[left..left + fits]);
            // The options matter more than the beginnings of long names.
            written.cut(usize::from(area.height).saturating_sub(1 + rows.len().min(4)).max(3));
        }
        let head = if pitch.upright { written.upright.len() } else { 1 } + 1;
        let below = usize::from(area.height).saturating_sub(head).min(rows.len());
        let top = (at + 1).saturating_sub(below.saturating_sub(1).max(1)).min(rows.len() - below);
        Shown { label, pitch, written, rows: top..top + below, columns: left..left + fits }
    }
}

struct Painter<'a> {
    stepping: &'a Stepping,
    links: &'a dyn LinksView,
    theme: Theme,
    area: Rect,
    label: usize,
    pitch: Pitch,
    columns: Vec<ItemId>,
    /// The columns shown.
    across: Range<usize>,
    /// The place of each item among the columns.
    at_column: HashMap<ItemId, usize>,
}

impl Painter<'_> {
    fn x(&self, column: usize) -> u16 {
        self.area.x + (self.label + column * self.pitch.width) as u16
    }

    fn put(&self, buf: &mut Buffer, x: u16, row: u16, text: &str, style: Style) {
        if row < self.area.height && x < self.area.right() {
            put(buf, x, self.area.y + row, text, (self.area.right() - x) as usize, style);
        }
    }

    /// Returns whether the last step covered or uncovered this item, or the last link changed its
    /// list.
    fn is_now(&self, item: ItemId) -> bool {
        let stepper = &self.stepping.stepper;
        let done = match stepper.did() {
            Some(Did { what: Moved::Step(Event::Cover { item } | Event::Uncover { item }), .. }) => Some(item),
            Some(Did { what: Moved::Link(Link::Node(node), _), .. }) => Some(stepper.search().links().item(node)),
            Some(Did { what: Moved::Link(Link::Header(item), _), .. }) => Some(item),
            _ => None,
        };
        done == Some(item)
    }

    fn is_covered(&self, item: ItemId) -> bool {
        item.index() < self.links.n_primary() && !self.links.is_open(item)
    }

    /// Writes the columns' names and returns the rows they took.
    fn names(&self, buf: &mut Buffer, names: &Names) -> u16 {
        for (column, &item) in self.columns[self.across.clone()].iter().enumerate() {
            let name = self.stepping.encoded.item_short(item);
            let role = match (self.is_now(item), self.is_covered(item)) {
                (true, _) => Role::Now,
                (false, true) => Role::Done,
                (false, false) => Role::Live,
            };
            let selected = self.stepping.cursor.item == Some(item);
            let style = if selected { self.theme.cursor() } else { self.theme.style(role) };
            if self.pitch.upright {
                let start = names.long - name.width();
                let top = names.upright.first().copied().unwrap_or(0);
                for (k, c) in name.chars().enumerate() {
                    if let Ok(row) = names.upright.binary_search(&(start + k)) {
                        // A name that begins above the first row is cut there.
                        let cut = start + k == top && k > 0 && start < top;
                        let text = if cut { self.theme.glyph("…", "~").to_string() } else { c.to_string() };
                        self.put(buf, self.x(column), row as u16, &text, style);
                    }
                }
            } else {
                self.put(buf, self.x(column), 0, &name, style);
            }
        }
        if self.pitch.upright { names.upright.len() as u16 } else { 1 }
    }

    /// Draws the number of options left for each item. A count that the last step changed is shown
    /// as `5→4` if there is room.
    fn counts(&self, buf: &mut Buffer, row: u16, focus: ItemId) {
        self.put(buf, self.area.x, row, "  left", self.theme.style(Role::Done));
        for (column, &item) in self.columns[self.across.clone()].iter().enumerate() {
            let (now, before) = (self.links.len(item), self.stepping.stepper.length_before(item));
            let (text, role) = match (self.is_covered(item) && item != focus, now == before) {
                (true, _) => (self.theme.glyph("·", ".").to_string(), Role::Done),
                (false, false) => (change(before, now, self.pitch.width, self.theme), Role::Changed),
                (false, true) => (now.to_string(), Role::Live),
            };
            let search = self.stepping.stepper.search();
            // While the items of an option are covered, their counts fall to 0. That is not a dead
            // end.
            let dead = is_dead(search, self.links, item) && !self.is_covered(item) && !settled(search, item);
            let role = if dead { Role::Bad } else { role };
            self.put(buf, self.x(column), row, &text, self.theme.style(role));
        }
    }

    /// Draws an option. `order` compares it with the option that is tried; `None` if none is.
    fn option(&self, buf: &mut Buffer, row: u16, first: NodeId, order: Option<Ordering>) {
        let Some(option) = self.links.option(first) else { return };
        let taken = self.stepping.stepper.search().chosen().last() == Some(&first);
        let (mark, role) = match order {
            Some(Ordering::Equal) if !taken => (self.theme.glyph("▷ ", "? "), Role::Now),
            Some(Ordering::Equal) => (self.theme.glyph("▶ ", "> "), Role::Now),
            Some(Ordering::Less) => ("  ", Role::Done),
            _ => ("  ", Role::Live),
        };
        let selected = self.stepping.cursor.option == Some(option);
        let style = if selected { self.theme.cursor() } else { self.theme.style(role) };
        self.put(buf, self.area.x, row, mark, style);
        let name = fit_marked(&self.stepping.encoded.option_name(option), self.label - 4, self.theme);
        self.put(buf, self.area.x + 2, row, &name, style);
        let nodes: Vec<(usize, NodeId)> = self
            .links
            .option_nodes(first)
            .filter_map(|node| Some((*self.at_column.get(&self.links.item(node))?, node)))
            .collect();
        let (left, right) = (nodes.iter().map(|n| n.0).min(), nodes.iter().map(|n| n.0).max());
        if let (Some(left), Some(right)) = (left, right) {
            let dash = self.theme.glyph("─", "-");
            let rule = if role == Role::Now && taken { style } else { self.theme.style(Role::Rule) };
            let Range { start, end } = self.across;
            let (from, to) = (self.x(left.clamp(start, end) - start), self.x(right.clamp(start, end) - start));
            (from..to).for_each(|x| self.put(buf, x, row, dash, rule));
            // Marks for nodes in columns that are not shown.
            if left < start {
                self.put(buf, self.x(0) - 1, row, self.theme.glyph("◂", "<"), rule);
            }
            if right >= end {
                let edge = (self.x(end - start)).min(self.area.right()) - 1;
                self.put(buf, edge, row, self.theme.glyph("▸", ">"), rule);
            }
        }
        let nodes = nodes.into_iter().filter(|(column, _)| self.across.contains(column));
        for (column, node) in nodes.map(|(column, node)| (column - self.across.start, node)) {
            let linked = node == first || self.links.is_linked(node);
            let (glyph, role) = match linked {
                true => (self.theme.glyph("●", "*"), role),
                false => (self.theme.glyph("○", "o"), if role == Role::Now { role } else { Role::Done }),
            };
            self.put(buf, self.x(column), row, glyph, self.theme.style(role));
        }
    }
}
