//! The whole matrix with its links, in the usual picture of dancing links: a column per item, a row
//! per option, a dot per node. Lines are links. A list goes down from its header through the nodes
//! in the list, and passes by the nodes that have left it. The links that the last move changed are
//! heavy. If there is too little room, a window around the current item and option is shown.

use super::drawing::{Drawing, Location};
use super::options::{change, current, is_dead, settled};
use super::pointed::Pointed;
use crate::app::{Aside, StepLayout, Stepping};
use crate::ui::panel::{below_title, fit_marked, put, titled};
use crate::ui::theme::{Role, Theme};
use dancing::{Field, ItemId, LinksView, NodeId, OptionId, Phase, Pointer};
use quadrille_study::{Pick, plural};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::collections::HashSet;
use unicode_width::UnicodeWidthStr;

pub(crate) static DRAWING: Drawing = Drawing { title, draw, location: Location::Middle, least: |_| 3, wanted };

/// The rows of the whole matrix if it fits, else all.
fn wanted(stepping: &Stepping, room: (u16, u16)) -> u16 {
    size(stepping, (room.0, room.1.saturating_sub(1))).map_or(room.1, |(_, height)| height + 1)
}

/// The layout of the matrix in a room.
struct Layout {
    /// Screen columns before the first item: a mark and the names of the options.
    label: usize,
    /// Screen columns from one item to the next.
    pitch: usize,
    /// Screen rows from one option to the next.
    apart: usize,
    /// True if the names of items are written downwards.
    upright: bool,
    /// The width of the longest name, in columns.
    long: usize,
    /// True if the numbers of the nodes are shown beside them.
    numbered: bool,
    /// The items shown.
    items: std::ops::Range<usize>,
    /// The options shown.
    options: std::ops::Range<usize>,
}

/// The most columns from an item to the next, and the most rows from an option to the next.
const APART: (usize, usize) = (18, 7);

/// The widest column of names in which the names of all options are drawn, with the marks before
/// them.
const SHORT: usize = 9;

/// The number of rows for the counts and the headers, below the names.
const HEAD: usize = 2;

impl Layout {
    fn new(stepping: &Stepping, room: (u16, u16)) -> Layout {
        let (names, problem) = (&stepping.encoded, &stepping.encoded.problem);
        let (n, m) = (problem.n_items(), problem.n_options());
        let (width, height) = (usize::from(room.0), usize::from(room.1));
        let at = stepping.row_in_matrix();
        // Only the names that can be visible are measured, because the problem may be large.
        let near = |at: usize, most: usize, seen: usize| at.saturating_sub(seen)..(at + seen + 1).min(most);
        let column = stepping.column_in_matrix();
        let long = near(column, n, width).map(|item| names.item_short(ItemId(item as u32)).width()).max().unwrap_or(1);
        let label =
            near(at, m, height).map(|option| names.option_name(OptionId(option as u32)).width()).max().unwrap_or(1);
        let label = 3 + label.min(width / 3).max(4);
        let inner = width.saturating_sub(label);
        let level = (long + 1).max(4);
        let upright = n * level > inner;
        let digits = (n + problem.n_cells()).saturating_sub(1).to_string().len();
        let pitch = match upright {
            false => (inner / n.max(1)).clamp(level, level.max(APART.0)),
            true => (2..=3).rev().find(|pitch| n * pitch <= inner).unwrap_or(2),
        };
        // Numbers are drawn where links are looked at: elsewhere nodes have names.
        let wanted = stepping.layout == StepLayout::Inspect || super::watch::shows_list(stepping);
        let numbered = wanted && !upright && pitch > digits + 1;
        let above = HEAD + if upright { long } else { 1 };
        let below = height.saturating_sub(above);
        let apart = (below.saturating_sub(1) / m.saturating_sub(1).max(1)).clamp(1, APART.1);
        let window = |at: usize, all: usize, fits: usize| {
            let from = at.saturating_sub(fits / 2).min(all.saturating_sub(fits));
            from..(from + fits).min(all)
        };
        let (items, options) = (window(column, n, inner / pitch), window(at, m, below.div_ceil(apart)));
        Layout { label, pitch, apart, upright, long, numbered, items, options }
    }

    fn head(&self) -> usize {
        HEAD + if self.upright { self.long } else { 1 }
    }

    fn x(&self, item: usize) -> Option<usize> {
        self.items.contains(&item).then(|| self.label + (item - self.items.start) * self.pitch)
    }

    fn y(&self, option: usize) -> Option<usize> {
        self.options.contains(&option).then(|| self.head() + (option - self.options.start) * self.apart)
    }
}

/// The room that the whole matrix takes; `None` if it does not fit.
pub fn size(stepping: &Stepping, room: (u16, u16)) -> Option<(u16, u16)> {
    let problem = &stepping.encoded.problem;
    // Every item takes at least a column, and every option a row.
    if problem.n_items() > usize::from(room.0) || problem.n_options() > usize::from(room.1) {
        return None;
    }
    let layout = Layout::new(stepping, room);
    let whole = layout.items == (0..problem.n_items()) && layout.options == (0..problem.n_options());
    let width = layout.label + layout.pitch * problem.n_items();
    let height = layout.head() + (problem.n_options() * layout.apart).saturating_sub(layout.apart - 1);
    whole.then_some((width.min(room.0.into()) as u16, height as u16))
}

/// Draws the whole matrix, or a window into it.
fn draw(stepping: &Stepping, theme: Theme, rows: Rect, buf: &mut Buffer) {
    let layout = Layout::new(stepping, (rows.width, rows.height));
    let (links, search) = (stepping.stepper.links(), stepping.stepper.search());
    let here = current(stepping).and_then(|node| search.links().option(node));
    let here = stepping.cursor.option.filter(|_| stepping.aside() == Aside::Try).or(here);
    let chosen = search.path().into_iter().collect();
    let cells = vec![None; usize::from(rows.width) * usize::from(rows.height)];
    let learns = stepping.learning.course.is_some() || stepping.learning.is_today();
    let short = stepping.layout == StepLayout::Inspect || layout.label <= SHORT || learns;
    let mut picture = Picture { stepping, links, theme, layout, here, chosen, cells, width: rows.width.into(), short };
    picture.names();
    picture.lines();
    picture.changed(&stepping.stepper.last_pointers(stepping.grain));
    picture.nodes();
    for (at, cell) in picture.cells.iter().enumerate() {
        let Some((glyph, role, lit)) = cell else { continue };
        let (x, y) = (rows.x + (at % picture.width) as u16, rows.y + (at / picture.width) as u16);
        let style = if *lit { theme.cursor() } else { theme.style(*role) };
        put(buf, x, y, glyph.to_string(), 1, style);
    }
}

/// Draws the matrix of Watch. A title says what is shown if that is not all.
pub(crate) fn draw_whole(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    if size(stepping, (area.width, area.height)).is_some() {
        return draw(stepping, theme, area, buf);
    }
    let layout = Layout::new(stepping, (area.width, area.height.saturating_sub(1)));
    let problem = &stepping.encoded.problem;
    let part = |shown: usize, all: usize, what: &str| match shown == all {
        true => String::new(),
        false => format!("{shown} of {}  ", plural(all, what)),
    };
    let (options, items) = (
        part(layout.options.len(), problem.n_options(), "option"),
        part(layout.items.len(), problem.n_items(), "item"),
    );
    let rows = titled(buf, area, format!("{options}{items}").trim_end(), theme);
    draw(stepping, theme, rows, buf);
}

/// The option at a screen position of the matrix of Watch.
pub(crate) fn option_in_whole(stepping: &Stepping, area: Rect, at: (u16, u16)) -> Option<usize> {
    match size(stepping, (area.width, area.height)).is_some() {
        true => option_at(stepping, area, at),
        false => option_at(stepping, below_title(area), at),
    }
}

/// The title, with the part that is shown. `area` includes the row of the title.
fn title(stepping: &Stepping, _: Theme, area: Rect) -> String {
    let layout = Layout::new(stepping, (area.width, area.height.saturating_sub(1)));
    let problem = &stepping.encoded.problem;
    let part = |shown: &std::ops::Range<usize>, all: usize, what: &str| match shown.len() {
        seen if seen == all => plural(all, what),
        0 => format!("no room for {}", plural(all, what)),
        1 => format!("{what} {} of {all}", shown.end),
        _ => format!("{what}s {} to {} of {all}", shown.start + 1, shown.end),
    };
    let (items, options) =
        (part(&layout.items, problem.n_items(), "item"), part(&layout.options, problem.n_options(), "option"));
    format!("MATRIX  {options}, {items}")
}

/// The option at a screen position. `area` does not include the title.
pub(crate) fn option_at(stepping: &Stepping, area: Rect, at: (u16, u16)) -> Option<usize> {
    let layout = Layout::new(stepping, (area.width, area.height));
    let row = usize::from(at.1.checked_sub(area.y)?).checked_sub(layout.head())?;
    Some(layout.options.start + row / layout.apart).filter(|option| layout.options.contains(option))
}

/// The picture under construction: for each place a glyph, its role, and whether the cursor is
/// there.
struct Picture<'a> {
    stepping: &'a Stepping,
    links: &'a dyn LinksView,
    theme: Theme,
    layout: Layout,
    /// The option being tried, or tried next.
    here: Option<OptionId>,
    /// The chosen options.
    chosen: HashSet<OptionId>,
    cells: Vec<Option<(char, Role, bool)>>,
    width: usize,
    /// True if the names of all options are drawn.
    short: bool,
}

impl Picture<'_> {
    fn put(&mut self, x: usize, y: usize, glyph: char, role: Role, lit: bool) {
        if x < self.width
            && let Some(cell) = self.cells.get_mut(y * self.width + x)
        {
            *cell = Some((glyph, role, lit));
        }
    }

    fn text(&mut self, x: usize, y: usize, text: &str, role: Role, lit: bool) {
        text.chars().enumerate().for_each(|(k, c)| self.put(x + k, y, c, role, lit));
    }

    /// Draws a piece of a line. If a line of the other direction is there, the two cross.
    fn line(&mut self, x: usize, y: usize, down: bool, heavy: bool, role: Role) {
        let ascii = self.theme.glyph("│", "|") == "|";
        let there = self.cells.get(y * self.width + x).copied().flatten().map(|(glyph, ..)| glyph);
        let glyph = match (ascii, down, heavy, there) {
            (false, _, true, Some('│' | '─' | '┼')) if there != Some(if down { '│' } else { '─' }) => '╋',
            (false, _, false, Some('│' | '─' | '┼')) if there != Some(if down { '│' } else { '─' }) => '┼',
            (true, _, _, Some('|' | '-' | '+')) if there != Some(if down { '|' } else { '-' }) => '+',
            (false, true, false, _) => '│',
            (false, false, false, _) => '─',
            (false, true, true, _) => '┃',
            (false, false, true, _) => '━',
            (true, true, false, _) => '|',
            (true, false, false, _) => '-',
            (true, true, true, _) => '!',
            (true, false, true, _) => '=',
        };
        self.put(x, y, glyph, role, false);
    }

    /// Draws the names and counts of the items, and the names and marks of the options.
    fn names(&mut self) {
        let stepping = self.stepping;
        let (search, names) = (stepping.stepper.search(), &stepping.encoded);
        let top = self.layout.head() - HEAD;
        for item in self.layout.items.clone() {
            let id = ItemId(item as u32);
            let Some(x) = self.layout.x(item) else { continue };
            let open = self.is_open(id);
            let lit = stepping.cursor.item == Some(id);
            let role = if open { Role::Live } else { Role::Done };
            let name = names.item_short(id);
            match self.layout.upright {
                true => {
                    let start = self.layout.long - name.width().min(self.layout.long);
                    for (k, c) in name.chars().enumerate() {
                        self.put(x, start + k, c, role, lit);
                    }
                }
                false => self.text(x, 0, &name, role, lit),
            }
            let (now, before) = (self.links.len(id), stepping.stepper.length_before(id));
            // In Watch only a dead end is marked: an item may have no option because the one that
            // covers it is being tried.
            let dead = match stepping.layout {
                StepLayout::Inspect => is_dead(search, self.links, id) && open && !settled(search, id),
                StepLayout::Watch(_) => stepping.stepper.dead_item() == Some(id) && !stepping.hides_next(),
            };
            let role = match (dead, now == before, open) {
                (true, ..) => Role::Bad,
                (_, false, _) => Role::Changed,
                (_, true, true) => Role::Live,
                (_, true, false) => Role::Done,
            };
            // The count of a covered item has no meaning. Inspect keeps that of the item in focus.
            let in_focus = stepping.layout == StepLayout::Inspect && stepping.focus() == Some(id);
            let counts = open || dead || in_focus;
            let text = if !counts {
                self.theme.glyph("·", ".").to_string()
            } else if dead && stepping.layout != StepLayout::Inspect {
                format!("{now}!")
            } else if now == before {
                now.to_string()
            } else {
                change(before, now, self.layout.pitch, self.theme)
            };
            let room = self.layout.pitch.saturating_sub(1).max(1);
            let text = if text.width() > room && self.layout.pitch < 5 { "+".to_string() } else { text };
            self.text(x, top, &text, role, false);
        }
        let is_next = matches!(search.phase(), Phase::Try { .. });
        let pointed = Pointed::of(stepping);
        let step = stepping.stepper.small_last_step();
        let moved: HashSet<OptionId> = step.iter().flat_map(|step| &step.hidden).map(|one| one.option).collect();
        for option in self.layout.options.clone() {
            let id = OptionId(option as u32);
            let Some(y) = self.layout.y(option) else { continue };
            let is_picked =
                stepping.learning.asked.as_ref().is_some_and(|asked| asked.picked.contains(&Pick::Option(id)));
            let (mark, role) = match (self.here == Some(id), self.chosen.contains(&id), self.links.is_hidden(id)) {
                _ if is_picked => (self.theme.glyph("◉", "*"), Role::Own),
                (true, ..) if is_next => (self.theme.glyph("▷", "?"), Role::Now),
                (true, ..) => (self.theme.glyph("▶", ">"), Role::Now),
                (_, true, _) => (self.theme.glyph("✓", "x"), Role::Solver),
                (.., true) => (self.theme.glyph("·", "."), Role::Done),
                _ => (" ", Role::Live),
            };
            let name = fit_marked(&names.option_name(id), self.layout.label - 3, self.theme);
            // The options of the chosen item have their numbers, in the order of trying.
            let number = pointed.branches.iter().find(|(_, branch)| *branch == id && self.here != Some(id));
            let number = number.and_then(|&(k, _)| char::from_digit(k as u32, 10)).map(|digit| digit.to_string());
            let role = match (pointed.about.contains(&id), number.is_some()) {
                (true, _) => Role::Changed,
                (false, true) => Role::Live,
                (false, false) => role,
            };
            self.text(0, y, number.as_deref().unwrap_or(mark), role, false);
            let lit = stepping.cursor.option == Some(id) || pointed.by == Some(id);
            // Long names of options that play no part would be a wall of words beside the dots.
            let plays = mark != " " && mark != self.theme.glyph("·", ".") || lit;
            if plays || self.short || moved.contains(&id) || pointed.about.contains(&id) {
                self.text(2, y, &name, role, lit);
            }
        }
    }

    fn is_open(&self, item: ItemId) -> bool {
        let held = self.stepping.stepper.search().links().purifier(item).is_some();
        if item.index() < self.links.n_primary() { self.links.is_open(item) } else { !held }
    }

    fn row(&self) -> usize {
        self.layout.head() - 1
    }

    /// Draws the links of every list, and of every option.
    fn lines(&mut self) {
        let (first, last) = (self.layout.head(), self.cells.len() / self.width.max(1));
        for item in self.layout.items.clone() {
            let Some(x) = self.layout.x(item) else { continue };
            let Some(lowest) = self.links.option(self.links.up(NodeId(item as u32))) else { continue };
            let lowest = lowest.index();
            // From the header down to the lowest node, or to the bottom if that node lies below the
            // window.
            let end = match self.layout.y(lowest) {
                Some(y) => y,
                None if lowest >= self.layout.options.end => last,
                None => continue,
            };
            let role = if self.is_open(ItemId(item as u32)) { Role::Rule } else { Role::Done };
            (first..end).for_each(|y| self.line(x, y, true, false, role));
        }
        // The list of items begins and ends at the root.
        self.text(0, self.row(), "root", Role::Done, false);
        let open: Vec<ItemId> =
            self.links.open_items().filter(|item| self.layout.items.contains(&item.index())).collect();
        if let (Some(left), Some(right)) = (open.first(), open.last()) {
            let (Some(from), Some(to)) = (self.layout.x(left.index()), self.layout.x(right.index())) else { return };
            (from..to).for_each(|x| self.line(x, self.row(), false, false, Role::Rule));
        }
        for option in self.layout.options.clone() {
            let Some(y) = self.layout.y(option) else { continue };
            let id = OptionId(option as u32);
            // If columns are close together, horizontal lines would hide the nodes. Only those of
            // the current and the selected option are drawn.
            if self.layout.upright && self.here != Some(id) && self.stepping.cursor.option != Some(id) {
                continue;
            }
            if let Some((from, to)) = self.ends(id) {
                (from..to).for_each(|x| self.line(x, y, false, false, Role::Rule));
            }
        }
    }

    /// The first and the last screen column of an option's nodes, limited to the window.
    fn ends(&self, option: OptionId) -> Option<(usize, usize)> {
        let items = self.links.option_nodes(self.links.first_node(option)).map(|node| self.links.item(node).index());
        let (mut low, mut high) = (usize::MAX, 0);
        items.for_each(|item| (low, high) = (low.min(item), high.max(item)));
        if low >= self.layout.items.end || high < self.layout.items.start {
            return None;
        }
        let from = self.layout.x(low).unwrap_or(self.layout.label);
        Some((from, self.layout.x(high).unwrap_or(self.width)))
    }

    /// The screen position of a node; `None` outside the window.
    fn place(&self, node: NodeId) -> Option<(usize, usize)> {
        let x = self.layout.x(self.links.item(node).index())?;
        match self.links.option(node) {
            Some(option) => Some((x, self.layout.y(option.index())?)),
            None => Some((x, self.row())),
        }
    }

    /// Draws the links that the last move changed, as they are now. Their lines are heavy and not
    /// underlined, because underlines would look like links.
    fn changed(&mut self, pointers: &[Pointer]) {
        for pointer in pointers {
            let (Some(of), Some(to)) = (pointer.of, pointer.to) else { continue };
            let (Some(of), Some(to)) = (self.place(of), self.place(to)) else { continue };
            match pointer.field {
                // A link that closes a list at its header is not drawn.
                Field::Down if to.1 > of.1 => {
                    (of.1 + 1..to.1).for_each(|y| self.line(of.0, y, true, true, Role::Now));
                }
                Field::Right if to.0 > of.0 => {
                    (of.0 + 1..to.0).for_each(|x| self.line(x, of.1, false, true, Role::Now));
                }
                _ => {}
            }
        }
    }

    /// Draws the nodes: full if they are in their list, hollow if they have left it.
    fn nodes(&mut self) {
        let cursor = self.stepping.cursor.node;
        for item in self.layout.items.clone() {
            let id = ItemId(item as u32);
            let Some(x) = self.layout.x(item) else { continue };
            let (glyph, role) = match (id.index() < self.links.n_primary(), self.is_open(id)) {
                (true, true) => (self.theme.glyph("■", "#"), Role::Live),
                (true, false) => (self.theme.glyph("□", "o"), Role::Done),
                // Secondary items are not in the list of items, so their glyph differs.
                (false, true) => (self.theme.glyph("◆", "#"), Role::Live),
                (false, false) => (self.theme.glyph("◇", "o"), Role::Done),
            };
            let y = self.row();
            self.text(x, y, glyph, role, cursor == Some(NodeId(id.0)));
            if self.layout.numbered {
                self.text(x + 1, y, &id.0.to_string(), Role::Done, false);
            }
        }
        for option in self.layout.options.clone() {
            let id = OptionId(option as u32);
            let Some(y) = self.layout.y(option) else { continue };
            let around: Vec<NodeId> = self.links.option_nodes(self.links.first_node(id)).collect();
            for node in around {
                let Some(x) = self.layout.x(self.links.item(node).index()) else { continue };
                let role = match (self.here == Some(id), self.chosen.contains(&id)) {
                    (true, _) => Role::Now,
                    (_, true) => Role::Solver,
                    _ if !self.links.is_linked(node) => Role::Done,
                    _ => Role::Live,
                };
                let glyph = match self.links.is_linked(node) {
                    true => self.theme.glyph("●", "*"),
                    false => self.theme.glyph("○", "o"),
                };
                self.text(x, y, glyph, role, cursor == Some(node));
                if self.layout.numbered {
                    self.text(x + 1, y, &node.0.to_string(), Role::Done, false);
                }
            }
        }
    }
}
