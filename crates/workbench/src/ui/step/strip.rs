//! One list as a strip of boxes and arrows, from its header to its header again: the ring closes. A
//! node that has left is lifted out, and its faint arrows still point at the neighbours that it
//! remembers. The arrows that the link at hand changed are heavy.

use crate::app::Stepping;
use crate::ui::panel::{fit_marked, list, put, span, titled, wrap};
use crate::ui::theme::{Role, Theme};
use dancing::{Field, ItemId, Link, LinksView, NodeId, OptionId, Pointer};
use quadrille_puzzle::Encoded;
use quadrille_solve::Grain;
use quadrille_study::{Ring, RingNode, branch_words};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

/// A box of the strip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StripBox {
    pub label: String,
    /// The node. `None` for the root, and for dots in place of boxes that are left out.
    pub node: Option<NodeId>,
    /// The number of boxes that the dots are for. 0 for a box.
    pub left_out: usize,
    /// The neighbours that a node outside the list remembers, as indices of boxes. `None` for a box
    /// of the ring.
    pub lifted: Option<(usize, usize)>,
    /// True for a node that is in the ring and should be out of it.
    pub is_out: bool,
}

impl StripBox {
    /// The columns that it takes, with its frame. Dots have none.
    fn columns(&self) -> usize {
        self.label.width() + if self.left_out > 0 { 0 } else { 4 }
    }
}

/// A list with its lifted nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    pub title: String,
    pub boxes: Vec<StripBox>,
    /// The two boxes whose arrows changed last.
    pub bent: Option<(usize, usize)>,
    /// The pointers that changed, in words.
    pub pointers: Vec<String>,
    /// The pairs of neighbours, as indices of boxes, whose arrows do not agree: the first points at
    /// the second, and the second elsewhere.
    pub torn: Vec<(usize, usize)>,
    /// Two boxes that stay in sight if nothing is bent or lifted.
    pub near: Option<(usize, usize)>,
    /// True if the list is longer than what was walked, so that what is left out is not counted.
    pub is_cut: bool,
}

/// The most lifted nodes that are drawn.
const LIFTED: usize = 3;

/// The maximum number of nodes of a list that are walked.
const LONG: usize = 4_000;

impl Strip {
    /// The list that a step changes with the link at hand: the selected one, else the last one
    /// done. `None` if the step changes none, or too many to list.
    pub fn of(stepping: &Stepping) -> Option<Strip> {
        Strip::with(stepping, true)
    }

    /// The list that a step changes, with the nodes that have left it or, if not `is_whole`, with
    /// that of the link at hand alone.
    fn with(stepping: &Stepping, is_whole: bool) -> Option<Strip> {
        let is_numbered = stepping.grain == Grain::Link;
        // A selected node shows its list, with the nodes that are out of it.
        let links = stepping.stepper.links();
        if let Some(node) = stepping.cursor.node.filter(|&node| links.option(node).is_some()) {
            let (problem, item) = (&stepping.encoded.problem, links.item(node));
            let holds = problem.options().take(LONG).filter(|&option| problem.items_of(option).contains(&item));
            let nodes = holds.filter_map(|option| {
                links.option_nodes(links.first_node(option)).find(|&node| links.item(node) == item)
            });
            // A node that no other one remembers left first.
            let mut left: Vec<NodeId> = nodes.filter(|&node| !links.is_linked(node)).take(LIFTED + 1).collect();
            let mut out = Vec::new();
            while !left.is_empty() {
                let is_remembered =
                    |node: NodeId| left.iter().any(|&other| links.up(other) == node || links.down(other) == node);
                let at = left.iter().position(|&node| !is_remembered(node)).unwrap_or(0);
                out.push(Link::Node(left.remove(at)));
            }
            return Some(Strip::around(links, &stepping.encoded, Link::Node(node), &out, &[], is_numbered));
        }
        let (step, done) = stepping.links_shown().filter(|(step, _)| !step.links.is_empty())?;
        // While a question is open, the list that the next step changes is not shown.
        if stepping.hides_next() && done == 0 {
            return None;
        }
        let at = stepping.link.unwrap_or(done.saturating_sub(1)).min(step.links.len() - 1);
        let link = step.links[at];
        let is_done = at < done;
        let pair = step.pointers.get(2 * at..2 * at + 2).filter(|_| is_done).unwrap_or_default();
        // The nodes of this list that the step has moved, in the order in which they left.
        let mut moved: Vec<Link> = step.links.clone();
        if !step.removes {
            moved.reverse();
        }
        if !is_whole {
            moved.retain(|other| *other == link);
        }
        Some(Strip::around(links, &stepping.encoded, link, &moved, pair, is_numbered))
    }

    /// The list of a link. `moved` are links that may be out, in the order in which they left.
    pub fn around(
        links: &dyn LinksView,
        names: &Encoded,
        link: Link,
        moved: &[Link],
        pair: &[Pointer],
        is_numbered: bool,
    ) -> Strip {
        let item = match link {
            Link::Header(_) => None,
            Link::Node(node) => Some(links.item(node)),
        };
        let number = |node: NodeId| if is_numbered { format!(" {}", node.0) } else { String::new() };
        // In the list of an item, an option is named by the rest of its name.
        let brief = |option: OptionId| match item {
            Some(item) => branch_words(names, item, Some(option)),
            None => names.option_name(option),
        };
        let label = |node: Option<NodeId>| match node {
            None => "root".to_string(),
            Some(node) => match links.option(node) {
                Some(option) => format!("{}{}", brief(option), number(node)),
                None => format!("{}{}", names.item_short(ItemId(node.0)), number(node)),
            },
        };
        // The ring, from its header to its header.
        let header = item.map(|item| NodeId(item.0));
        let mut ring: Vec<Option<NodeId>> = vec![header];
        match item {
            Some(item) => ring.extend(links.column(item).take(LONG).map(Some)),
            None => ring.extend(links.open_items().take(LONG).map(|item| Some(NodeId(item.0)))),
        }
        let is_cut = ring.len() > LONG;
        ring.push(header);
        let is_out = |node: NodeId| match links.option(node) {
            Some(_) => !links.is_linked(node),
            None => !links.is_open(ItemId(node.0)),
        };
        // The neighbours that a node points at.
        let remembers = |node: NodeId| match links.option(node) {
            Some(_) => (Some(links.up(node)), Some(links.down(node))),
            None => {
                let side = |item: Option<ItemId>| item.map(|item| NodeId(item.0));
                (side(links.left(Some(ItemId(node.0)))), side(links.right(Some(ItemId(node.0)))))
            }
        };
        let same_list = |link: &&Link| match (link, item) {
            (Link::Header(_), None) => true,
            (Link::Node(node), Some(item)) => links.item(*node) == item,
            _ => false,
        };
        let node_of = |link: &Link| match link {
            Link::Header(item) => NodeId(item.0),
            Link::Node(node) => *node,
        };
        let mut out: Vec<NodeId> = moved.iter().filter(same_list).map(node_of).filter(|&node| is_out(node)).collect();
        let hand = node_of(&link);
        while out.len() > LIFTED {
            let drop = if out[0] == hand { 1 } else { 0 };
            out.remove(drop);
        }
        // The last to leave is put in first: what it remembers is in the ring, or came out later.
        let mut order: Vec<(Option<NodeId>, bool)> = ring.iter().map(|&node| (node, false)).collect();
        for &node in out.iter().rev() {
            let (left, _) = remembers(node);
            let at = order.iter().position(|(other, _)| *other == left).unwrap_or(0);
            order.insert(at + 1, (Some(node), true));
        }
        let find = |order: &[(Option<NodeId>, bool)], node: Option<NodeId>, last: bool| match last {
            true => order.iter().rposition(|(other, _)| *other == node),
            false => order.iter().position(|(other, _)| *other == node),
        };
        let mut boxes: Vec<StripBox> = order
            .iter()
            .map(|&(node, lifted)| {
                let ends = node.filter(|_| lifted).map(remembers);
                let last = order.len() - 1;
                let ends = ends.map(|(left, right)| {
                    (find(&order, left, false).unwrap_or(0), find(&order, right, true).unwrap_or(last))
                });
                StripBox { label: label(node), node, left_out: 0, lifted: ends, is_out: false }
            })
            .collect();
        // On a board, the word that all options begin with says nothing about one of them.
        let has_board = names.shape().listing().is_some_and(|listing| listing.picture.is_some());
        let is_option = |one: &StripBox| one.node.is_some_and(|node| links.option(node).is_some());
        let first = |one: &StripBox| one.label.split_once(' ').map(|(word, _)| word.to_string());
        let mut words = boxes.iter().filter(|one| has_board && is_option(one)).map(first);
        if let Some(Some(word)) = words.next().filter(|word| words.all(|other| other == *word)) {
            for one in boxes.iter_mut().filter(|one| is_option(one)) {
                one.label = one.label[word.len()..].trim_start().to_string();
            }
        }
        // The pointers that changed belong to the two neighbours.
        let bent = match pair {
            [one, other] => {
                let (near, far) = match one.field {
                    Field::Down | Field::Right => (one.of, other.of),
                    Field::Up | Field::Left => (other.of, one.of),
                };
                find(&order, near, false).zip(find(&order, far, true))
            }
            _ => None,
        };
        let title = match item {
            Some(item) => format!("THE LIST OF {}", names.item_noun(item)),
            None => "THE LIST OF ITEMS".to_string(),
        };
        let word = |node: Option<NodeId>| node.map_or("root".to_string(), |node| node.0.to_string());
        let pointers = match is_numbered {
            true => pair
                .iter()
                .map(|p| format!("{}[{}] {}→{}", p.field.letter(), word(p.of), word(p.from), word(p.to)))
                .collect(),
            false => Vec::new(),
        };
        Strip { title, boxes, bent, pointers, is_cut, ..Strip::default() }
    }

    /// A list that was walked along its pointers, torn or not, with the count that is kept of it.
    pub(crate) fn of_ring(ring: &Ring, links: &dyn LinksView, names: &Encoded) -> Strip {
        let item = ring.nodes.first().and_then(|first| first.node).map(|header| links.item(header));
        let label = |node: Option<NodeId>| match node.map(|node| (links.option(node), node)) {
            None => "root".to_string(),
            Some((Some(option), _)) => {
                item.map_or_else(|| names.option_name(option), |item| branch_words(names, item, Some(option)))
            }
            Some((None, header)) => names.item_short(ItemId(header.0)),
        };
        let one = |node: &RingNode| StripBox {
            label: label(node.node),
            node: node.node,
            left_out: 0,
            lifted: None,
            is_out: node.out,
        };
        let mut boxes: Vec<StripBox> = ring.nodes.iter().map(one).collect();
        let is_torn = |&at: &usize| !ring.nodes[at].agrees;
        let mut torn: Vec<(usize, usize)> = (0..ring.nodes.len()).filter(is_torn).map(|at| (at, at + 1)).collect();
        if ring.closes {
            boxes.extend(boxes.first().cloned());
        }
        torn.retain(|&(_, other)| other < boxes.len());
        let pointers = vec![format!("count {}", ring.count)];
        Strip { boxes, pointers, near: torn.first().copied(), torn, ..Strip::default() }
    }

    /// With the first and the last of these nodes in sight.
    pub(crate) fn near(mut self, nodes: &[NodeId]) -> Strip {
        self.pointers.clear();
        let is_one = |one: &StripBox| one.node.is_some_and(|node| nodes.contains(&node));
        let ends = self.boxes.iter().position(is_one).zip(self.boxes.iter().rposition(is_one));
        self.near = ends.or(self.near);
        self
    }

    /// Leaves out boxes far from the change until the strip fits a width. Both ends stay.
    fn fit(self, width: usize) -> Strip {
        let hand = self.bent.or_else(|| {
            let lifted = self.boxes.iter().position(|one| one.lifted.is_some())?;
            Some((lifted, lifted))
        });
        let (near, far) = hand.or(self.near).unwrap_or((0, 0));
        let keeps = |strip: &Strip, at: usize| {
            let is_end = at == 0 || at + 1 == strip.boxes.len();
            let is_remembered =
                strip.boxes.iter().any(|one| one.lifted.is_some_and(|(left, right)| at == left || at == right));
            is_end
                || is_remembered
                || strip.boxes[at].lifted.is_some()
                || (near.min(far)..=near.max(far)).contains(&at) && near.abs_diff(far) <= 2 + LIFTED
        };
        let mut dropped: Vec<usize> = Vec::new();
        let size = |strip: &Strip, dropped: &[usize]| {
            let mut total = 0;
            let mut gap = false;
            for (at, one) in strip.boxes.iter().enumerate() {
                if dropped.contains(&at) {
                    total += if gap { 0 } else { MOST_DOTS + GAP };
                    gap = true;
                } else {
                    total += one.label.width() + 4 + GAP;
                    gap = false;
                }
            }
            total.saturating_sub(GAP)
        };
        // Those farthest from the change go first.
        let mut candidates: Vec<usize> = (0..self.boxes.len()).filter(|&at| !keeps(&self, at)).collect();
        let away = |at: usize| at.abs_diff(near).min(at.abs_diff(far));
        candidates.sort_by_key(|&at| std::cmp::Reverse(away(at)));
        for at in candidates {
            if size(&self, &dropped) <= width {
                break;
            }
            dropped.push(at);
        }
        if dropped.is_empty() {
            return self;
        }
        self.without(&dropped)
    }

    /// Leaves out some boxes: runs of them become one box of dots, with their number.
    fn without(mut self, dropped: &[usize]) -> Strip {
        let mut places = vec![0; self.boxes.len()];
        let mut kept: Vec<StripBox> = Vec::new();
        for (at, one) in self.boxes.iter().enumerate() {
            let is_dots = one.left_out > 0 || dropped.contains(&at);
            match kept.last_mut().filter(|last| is_dots && last.left_out > 0) {
                Some(last) => last.left_out += one.left_out.max(1),
                None if is_dots => kept.push(StripBox { left_out: one.left_out.max(1), node: None, ..one.clone() }),
                None => kept.push(one.clone()),
            }
            places[at] = kept.len() - 1;
        }
        for one in &mut kept {
            one.lifted = one.lifted.map(|(left, right)| (places[left], places[right]));
            if one.left_out > 0 {
                let number = if self.is_cut { String::new() } else { one.left_out.to_string() };
                one.label = format!("{DOTS}{number}");
            }
        }
        self.bent = self.bent.map(|(near, far)| (places[near], places[far]));
        self.torn = self.torn.iter().map(|&(one, other)| (places[one], places[other])).collect();
        self.boxes = kept;
        self
    }

    /// The strip as it is drawn in a width, and the columns between its boxes. With little room the
    /// arrows are shorter, the numbers of nodes are left out, and the ends, which are dots then.
    fn laid(self, width: usize, theme: Theme) -> (Strip, usize) {
        let mut strip = self.fit(width);
        let mut gap = if strip.wide(GAP) <= width { GAP } else { NARROW };
        if strip.wide(gap) > width {
            // The pointers below have the numbers of the nodes.
            for one in strip.boxes.iter_mut().filter(|one| one.node.is_some()) {
                let name = one.label.rsplit_once(' ').filter(|(_, number)| number.bytes().all(|c| c.is_ascii_digit()));
                one.label = name.map_or(one.label.clone(), |(name, _)| name.to_string());
            }
        }
        if strip.wide(gap) > width {
            let last = strip.boxes.len() - 1;
            let is_near = |at: usize| {
                let mut ends = strip.boxes.iter().filter_map(|one| one.lifted).chain(strip.bent);
                ends.any(|(left, right)| at == left || at == right)
            };
            let ends: Vec<usize> = [0, last].into_iter().filter(|&at| !is_near(at)).collect();
            strip = strip.without(&ends);
        }
        if strip.wide(gap) > width {
            gap = CLOSE;
        }
        if strip.wide(gap) > width {
            let count = strip.boxes.len().max(1);
            let most = (width.saturating_sub((count - 1) * gap) / count).saturating_sub(4).max(2);
            let boxes = strip.boxes.iter_mut().filter(|one| one.left_out == 0);
            boxes.for_each(|one| one.label = fit_marked(&one.label, most, theme));
        }
        (strip, gap)
    }

    /// The width with this many columns between the boxes.
    fn wide(&self, gap: usize) -> usize {
        self.boxes.iter().map(StripBox::columns).sum::<usize>() + self.boxes.len().saturating_sub(1) * gap
    }

    /// Returns true if no label has to be cut in a width.
    fn fits(&self, width: usize, theme: Theme) -> bool {
        let (strip, _) = self.clone().laid(width, theme);
        let is_cut = |one: &StripBox| one.left_out == 0 && one.label.ends_with(theme.glyph("…", "~"));
        !strip.boxes.iter().any(is_cut)
    }

    /// Draws the list in words: its nodes in order, then those that are out.
    fn tell(&self, theme: Theme, area: Rect, buf: &mut Buffer) {
        let rows = titled(buf, area, &self.title, theme);
        let width = usize::from(rows.width).saturating_sub(2).max(1);
        let both = theme.glyph(" ⇄ ", " <> ");
        let ring: Vec<&str> =
            self.boxes.iter().filter(|one| one.lifted.is_none()).map(|one| one.label.as_str()).collect();
        let mut lines: Vec<(String, Role)> =
            wrap(&ring.join(both), width).into_iter().map(|line| (line, Role::Live)).collect();
        for one in &self.boxes {
            let Some((left, right)) = one.lifted else { continue };
            let (left, right) = (&self.boxes[left].label, &self.boxes[right].label);
            let text = format!("{} is out, and points at {left} and {right}", one.label);
            lines.extend(wrap(&text, width).into_iter().map(|line| (line, Role::Done)));
        }
        let lines: Vec<Line> =
            lines.into_iter().map(|(line, role)| Line::from(span(format!(" {line}"), role, theme))).collect();
        list(buf, rows, &lines, theme);
    }

    /// Draws the strip, with frames around the boxes if there is room for them.
    pub fn draw(self, theme: Theme, area: Rect, buf: &mut Buffer) {
        let pointers = self.pointers.clone();
        let (strip, gap) = self.laid(usize::from(area.width).saturating_sub(2), theme);
        let mut pen = Pen { theme, area, buf };
        let lifted: Vec<usize> = (0..strip.boxes.len()).filter(|&at| strip.boxes[at].lifted.is_some()).collect();
        let is_framed = usize::from(area.height) >= 5 + lifted.len().max(1);
        // Columns of the boxes.
        let mut starts = Vec::with_capacity(strip.boxes.len());
        let mut x = 1;
        for one in &strip.boxes {
            starts.push(x);
            x += one.columns() + gap;
        }
        let end = |at: usize| starts[at] + strip.boxes[at].columns();
        let middle = |at: usize| (starts[at] + end(at)) / 2;
        let rows = lifted.len().max(1);
        let ring = rows + if is_framed { 2 } else { 0 };
        // The lifted nodes, one a row: those that left first are on top, because they may point at
        // one that left later.
        for (row, &at) in lifted.iter().enumerate() {
            let one = &strip.boxes[at];
            let Some((left, right)) = one.lifted else { continue };
            let shift = row * 2;
            let (from, to) = ((middle(left) + shift).min(starts[at] - 2), middle(right).max(end(at) + 1));
            pen.text(from, row, "╭", Role::Done);
            pen.run(from + 1, starts[at] - 1, row, "┄", Role::Done);
            pen.text(starts[at] - 1, row, "◂", Role::Done);
            pen.text(starts[at], row, &format!("┊ {} ┊", one.label), Role::Now);
            pen.text(end(at), row, "▸", Role::Done);
            pen.run(end(at) + 1, to, row, "┄", Role::Done);
            pen.text(to, row, "╮", Role::Done);
            // Down to the ring, or to the node that left later.
            let bottom = |target: usize| match lifted.iter().position(|&other| other == target) {
                Some(below) => below,
                None => rows + if is_framed { 1 } else { 0 },
            };
            for (x, target) in [(from, left), (to, right)] {
                let last = bottom(target);
                for y in row + 1..last {
                    pen.text(x, y, if y + 1 == last { "▾" } else { "┊" }, Role::Done);
                }
            }
        }
        // The ring.
        let in_ring: Vec<usize> = (0..strip.boxes.len()).filter(|&at| strip.boxes[at].lifted.is_none()).collect();
        for &at in &in_ring {
            let one = &strip.boxes[at];
            if one.left_out > 0 {
                pen.text(starts[at], ring, &one.label, Role::Done);
                continue;
            }
            let wide = one.label.width() + 2;
            if one.is_out {
                pen.text(starts[at], ring, &format!("┊ {} ┊", one.label), Role::Bad);
                if is_framed {
                    pen.text(starts[at], ring - 1, &format!("┌{}┐", "┄".repeat(wide)), Role::Bad);
                    pen.text(starts[at], ring + 1, &format!("└{}┘", "┄".repeat(wide)), Role::Bad);
                }
                continue;
            }
            let role =
                if strip.bent.is_some_and(|(near, far)| at == near || at == far) { Role::Title } else { Role::Live };
            pen.text(starts[at], ring, &format!("│ {} │", one.label), role);
            if is_framed {
                pen.text(starts[at], ring - 1, &format!("┌{}┐", "─".repeat(wide)), Role::Rule);
                pen.text(starts[at], ring + 1, &format!("└{}┘", "─".repeat(wide)), Role::Rule);
                pen.text(starts[at], ring, "│", Role::Rule);
                pen.text(end(at) - 1, ring, "│", Role::Rule);
            }
        }
        for pair in in_ring.windows(2) {
            let (one, other) = (pair[0], pair[1]);
            // A node that has come back is between the two.
            let is_bent = strip.bent.is_some_and(|(near, far)| near <= one && other <= far);
            let (line, role) = if is_bent { ("━", Role::Now) } else { ("─", Role::Live) };
            let (from, to) = (end(one), starts[other]);
            let is_torn = strip.torn.contains(&(one, other));
            // Without room for a line, heavy arrows have heavy heads.
            let [left, right] = if is_bent && from + 2 >= to { ["◀", "▶"] } else { ["◂", "▸"] };
            pen.text(from, ring, if is_torn { line } else { left }, if is_torn { Role::Bad } else { role });
            pen.run(from + 1, to - 1, ring, line, role);
            pen.text(to - 1, ring, right, role);
        }
        let below = ring + if is_framed { 2 } else { 1 };
        if !pointers.is_empty() && below < usize::from(area.height) {
            // No number is cut: without room, each pointer has a line of its own.
            let line = pointers.join("   ");
            let spare = usize::from(area.width).saturating_sub(line.width());
            let from = strip.bent.map_or(1, |(near, _)| end(near)).min(spare);
            let rows = if spare > 0 { vec![line] } else { pointers };
            for (row, text) in rows.iter().enumerate() {
                pen.text(from.max(1), below + row, text, Role::Now);
            }
        }
    }
}

/// The sign in place of boxes that are left out, before their number, and the columns of both.
const DOTS: &str = "…";
const MOST_DOTS: usize = 3;

/// The columns between two boxes, those with little room, and the fewest.
const GAP: usize = 5;
const NARROW: usize = 3;
const CLOSE: usize = 2;

/// Writes into an area, with ASCII where the theme asks for it.
struct Pen<'a> {
    theme: Theme,
    area: Rect,
    buf: &'a mut Buffer,
}

impl Pen<'_> {
    fn text(&mut self, x: usize, y: usize, text: &str, role: Role) {
        if x >= self.area.width.into() || y >= self.area.height.into() {
            return;
        }
        let plain = |c: char| match c {
            '◂' => '<',
            '▸' => '>',
            '◀' | '▶' => '=',
            '─' => '-',
            '━' => '=',
            '│' => '|',
            '┊' => ':',
            '┄' => '.',
            '╭' | '╮' | '┌' | '┐' | '└' | '┘' => '+',
            '▾' => 'v',
            '→' => '>',
            '…' => '~',
            c => c,
        };
        let text: String = if self.theme.ascii() { text.chars().map(plain).collect() } else { text.to_string() };
        let room = usize::from(self.area.width) - x;
        put(self.buf, self.area.x + x as u16, self.area.y + y as u16, text, room, self.theme.style(role));
    }

    fn run(&mut self, from: usize, to: usize, y: usize, glyph: &str, role: Role) {
        (from..to).for_each(|x| self.text(x, y, glyph, role));
    }
}

/// Draws the list that the step changes, with its title if there is room for it.
pub fn draw(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Some(strip) = Strip::of(stepping) else { return };
    // A strip of cut names would say nothing: the link in words is better.
    let width = usize::from(area.width).saturating_sub(2);
    // A list that was selected is to be read, so none of its nodes is left out.
    let is_selected = stepping.cursor.node.is_some();
    let drops = is_selected && strip.clone().laid(width, theme).0.boxes.iter().any(|one| one.left_out > 0);
    let alone = || Strip::with(stepping, false).filter(|alone| !is_selected && alone.fits(width, theme));
    let strip = match drops || !strip.fits(width, theme) {
        false => strip,
        true => match alone() {
            Some(alone) => alone,
            None if stepping.grain == Grain::Link && !is_selected => {
                super::links::around_one(stepping, theme, area, buf);
                return;
            }
            None => return strip.tell(theme, area, buf),
        },
    };
    let room = match area.height >= 6 {
        true => titled(buf, area, &strip.title, theme),
        false if area.height > BARE => Rect { y: area.y + 1, height: area.height - 1, ..area },
        false => area,
    };
    strip.draw(theme, room, buf);
}

/// The rows that a strip without frames takes, with the pointers below it.
const BARE: u16 = 3;
