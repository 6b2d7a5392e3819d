//! The map of the tree: each node below its parent, siblings beside each other.
//!
//! Nodes with one child are one with it, so that a level of the map is a level of choices. The
//! first child is right below its parent, and a line joins it with the others.

use crate::ui::panel::put;
use crate::ui::theme::{Role, Theme};
use quadrille_study::{Inside, Knot, Tree, TreeRow, TreeSide};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::collections::HashSet;
use std::ops::Range;

/// A node of the map.
struct MapNode {
    /// The rows of the tree that are drawn as this node: it, and what is forced below it.
    rows: Range<usize>,
    parent: Option<usize>,
    depth: usize,
    x: usize,
    /// True if siblings after it have no rows: dots follow all that is below it.
    has_more: bool,
    dots: Option<usize>,
}

/// The tree as a map.
pub(super) struct TreeMap<'a> {
    tree: &'a Tree,
    nodes: Vec<MapNode>,
    /// The columns from one leaf to the next one.
    step: usize,
}

impl<'a> TreeMap<'a> {
    /// The map of the rows that a tree has, for a width in columns.
    pub fn new(tree: &'a Tree, width: u16) -> TreeMap<'a> {
        let mut nodes: Vec<MapNode> = Vec::new();
        // The nodes above, one inside the other.
        let mut above: Vec<usize> = Vec::new();
        for (at, row) in tree.rows.iter().enumerate() {
            let is_inside = |node: usize| {
                let path = &tree.rows[nodes[node].rows.end - 1].path;
                path.len() < row.path.len() && row.path.starts_with(path)
            };
            while above.pop_if(|node| !is_inside(*node)).is_some() {}
            let parent = above.last().copied();
            let is_forced = |&parent: &usize| {
                let last = nodes[parent].rows.end - 1;
                last + 1 == at && matches!(tree.rows[last].knot, Knot::Item(_, 1))
            };
            if let Some(parent) = parent.filter(is_forced) {
                nodes[parent].rows.end = at + 1;
                continue;
            }
            above.push(nodes.len());
            let depth = parent.map_or(0, |parent| nodes[parent].depth + 1);
            nodes.push(MapNode { rows: at..at + 1, parent, depth, x: 0, has_more: row.left_out.1 > 0, dots: None });
        }
        let mut map = TreeMap { tree, nodes, step: 2 };
        let parents: HashSet<usize> = map.nodes.iter().filter_map(|node| node.parent).collect();
        let leaves = map.nodes.len() - parents.len();
        map.step = if 2 * leaves <= usize::from(width) { 2 } else { 1 };
        map.place();
        map
    }

    /// Gives each node its column: a parent that of its first child, a leaf the next free one.
    fn place(&mut self) {
        let mut next = 0;
        // Nodes whose dots come when all that is below them has its place.
        let mut waiting: Vec<usize> = Vec::new();
        for at in 0..self.nodes.len() {
            self.place_dots(&mut waiting, self.nodes[at].depth, &mut next);
            let is_first = self.nodes[at].parent.is_none_or(|parent| parent + 1 == at);
            if !is_first {
                next += self.step;
            }
            self.nodes[at].x = next;
            if self.nodes[at].has_more {
                waiting.push(at);
            }
        }
        self.place_dots(&mut waiting, 0, &mut next);
    }

    /// Places the dots of the nodes that are waiting, up to those of this depth.
    fn place_dots(&mut self, waiting: &mut Vec<usize>, depth: usize, next: &mut usize) {
        while let Some(at) = waiting.pop_if(|at| self.nodes[*at].depth >= depth) {
            *next += self.step;
            self.nodes[at].dots = Some(*next);
        }
    }

    /// The number of levels.
    pub fn height(&self) -> u16 {
        self.nodes.iter().map(|node| node.depth + 1).max().unwrap_or(0) as u16
    }

    /// The node of the selected row.
    fn selected(&self) -> usize {
        self.nodes.iter().position(|node| node.rows.contains(&self.tree.cursor)).unwrap_or(0)
    }

    /// Draws the levels and the columns around the selected node that have room.
    pub fn draw(&self, theme: Theme, area: Rect, buf: &mut Buffer) {
        let selected = self.selected();
        let width = usize::from(area.width);
        let widest = self.nodes.iter().map(|node| node.dots.unwrap_or(node.x) + 1).max().unwrap_or(0);
        let left = around(self.nodes[selected].x, widest, width);
        let top = around(self.nodes[selected].depth, self.height().into(), area.height.into());
        let shown = |x: usize| (left..left + width).contains(&x).then(|| area.x + (x - left) as u16);
        let mut draw = |x: usize, depth: usize, text: &str, role: Role, is_selected: bool| {
            let line = (top..top + usize::from(area.height)).contains(&depth).then(|| area.y + (depth - top) as u16);
            let (Some(x), Some(y)) = (shown(x), line) else { return };
            let style = theme.style(role);
            put(buf, x, y, text, 1, if is_selected { style.patch(theme.cursor()) } else { style });
        };
        let rule = theme.glyph("─", "-");
        for (at, node) in self.nodes.iter().enumerate() {
            // The line from the sibling before it.
            if let Some(first) = node.parent.map(|parent| parent + 1).filter(|&first| first != at) {
                let before = (first..at).rev().find(|&other| self.nodes[other].depth == node.depth).unwrap_or(first);
                (self.nodes[before].x + 1..node.x).for_each(|x| draw(x, node.depth, rule, Role::Rule, false));
            }
        }
        for (at, node) in self.nodes.iter().enumerate() {
            let (glyph, role) = self.glyph(node, theme);
            draw(node.x, node.depth, glyph, role, at == selected);
            if let Some(x) = node.dots {
                draw(x, node.depth, theme.glyph("…", "."), Role::Done, false);
            }
        }
    }

    /// The sign of a node: what lies in it, as far as that is known.
    fn glyph(&self, node: &MapNode, theme: Theme) -> (&'static str, Role) {
        let rows: &[TreeRow] = &self.tree.rows[node.rows.clone()];
        let (first, last) = (&rows[0], &rows[rows.len() - 1]);
        match (first.side, last.knot, last.inside) {
            (TreeSide::On, ..) => (theme.glyph("◆", "@"), Role::Now),
            (_, Knot::Solution, _) | (_, _, Some(Inside::Solutions(_))) => (theme.glyph("✓", "*"), Role::Good),
            (_, Knot::Cut | Knot::Item(_, 0), _) => (theme.glyph("✗", "x"), Role::Bad),
            (_, _, Some(Inside::Fails(_))) => (theme.glyph("✗", "x"), Role::Bad),
            // What is unfolded says itself what it holds.
            (..) if last.open => (theme.glyph("┬", "+"), Role::Done),
            (_, _, Some(Inside::Large)) => (theme.glyph("█", "#"), Role::Live),
            (TreeSide::Behind, ..) => (theme.glyph("·", "."), Role::Done),
            (TreeSide::Ahead, ..) => (theme.glyph("·", "."), Role::Live),
        }
    }
}

/// The first of `room` places that are shown of `all`, so that one is among them.
fn around(one: usize, all: usize, room: usize) -> usize {
    one.saturating_sub(room / 2).min(all.saturating_sub(room))
}
