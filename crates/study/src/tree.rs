//! The search tree. Only unfolded nodes have rows for their children.

use super::count::plural;
use super::subtree::{Subtree, walk_below};
use dancing::{Address, At, Branch, Event, ItemId, Memory, OptionId, Phase, Search, Tally};
use quadrille_puzzle::{Encoded, Entry};
use std::collections::HashMap;

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knot {
    /// An item is chosen here, with this number of branches.
    Item(ItemId, usize),
    /// A cover of the problem.
    Solution,
    /// The branch is cut.
    Cut,
}

/// The side of the search's position on which a node lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeSide {
    /// The search has left the node.
    Behind,
    /// On the current path.
    On,
    /// The search has not reached the node yet.
    Ahead,
}

/// The result of a short walk through a subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// The number of solutions in the whole subtree.
    Solutions(u64),
    /// No solution in this number of nodes.
    Fails(u64),
    /// Too large for a short walk.
    Large,
}

/// A row of the tree: a node under an option of the node above it.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeRow {
    /// The branch taken at each level, counted from 1.
    pub path: Vec<usize>,
    /// The option that leads here. `None` for the root, and where an item stopped.
    pub option: Option<OptionId>,
    /// The kind of the node.
    pub knot: Knot,
    /// The side of the search's position.
    pub side: TreeSide,
    /// The contents of the subtree. `None` if they are not known.
    pub inside: Option<Inside>,
    /// True if the node's children are shown.
    pub open: bool,
    /// The number of siblings before and after this row that have no rows. Set on the first and the
    /// last row shown.
    pub left_out: (usize, usize),
}

/// The search tree as rows, of which the unfolded nodes show their children.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The limit under which the tree of a repeated cover is searched.
    limit: Option<(u32, u64)>,
    /// The number of levels of the path above the first row.
    pub top: usize,
    /// The branches of those levels.
    above: Vec<Branch>,
    /// Nodes whose children are shown, by their paths.
    unfolded: Vec<Vec<usize>>,
    /// The rows, in the order of the search.
    pub rows: Vec<TreeRow>,
    /// The index of the selected row.
    pub cursor: usize,
    /// The branches of the search's current path.
    here: Vec<usize>,
    /// True if the search is leaving the last of them, so that all below it is done.
    is_leaving: bool,
    /// A cache of the nodes visited so far: the item chosen there, its options, and the contents of
    /// the subtree.
    known: HashMap<Vec<usize>, Known>,
    /// The improvements of the best score that the search has found. Its cuts depend on them.
    memory: Memory,
}

#[derive(Clone, Debug)]
struct Known {
    knot: Knot,
    options: Vec<Option<OptionId>>,
    inside: Option<Inside>,
}

/// A subtree is walked only if it begins less than this many levels above the search's position.
const NEAR: usize = 20;

/// The maximum number of levels of the path that have rows. The levels above are left out, and the
/// title says so.
const LEVELS: usize = 200;

/// The maximum number of children of one node that have rows, around the one on the path.
const CHILDREN: usize = 100;

/// The number of updates that the walks through subtrees may make for one set of rows: some
/// milliseconds.
const BUDGET: u64 = 1_000_000;

/// The number of rows from which on no more subtrees are unfolded at first, and the most that are.
const FULL: usize = 40;
const UNFOLDED: usize = 100;

/// The maximum number of nodes that the walk through one subtree visits.
const LOOKS: u64 = 300;

impl Tree {
    /// The tree around the search's position, with the current path unfolded.
    pub fn new(search: &Search) -> Tree {
        let address = search.address();
        let here: Vec<usize> = address.branches.iter().map(|branch| branch.k).collect();
        let top = here.len().saturating_sub(LEVELS);
        let unfolded = (top..=here.len()).map(|level| here[..level].to_vec()).collect();
        let above = address.branches[..top].to_vec();
        let (limit, rows) = (address.limit, Vec::new());
        let is_leaving = matches!(search.phase(), Phase::Uncover { .. } | Phase::Done);
        let mut tree = Tree {
            limit,
            top,
            above,
            unfolded,
            rows,
            cursor: 0,
            here,
            is_leaving,
            known: HashMap::new(),
            memory: Memory::default(),
        };
        let mut budget = BUDGET;
        tree.grow(search, &mut budget);
        tree.show_more(search, &mut budget);
        tree.cursor = tree.rows.iter().rposition(|row| row.side == TreeSide::On).unwrap_or(0);
        tree
    }

    /// Unfolds small subtrees, the first ones first, until there are enough rows for a screen.
    fn show_more(&mut self, search: &Search, budget: &mut u64) {
        for _ in 0..UNFOLDED {
            let is_small = |row: &&TreeRow| {
                let small = matches!(row.inside, Some(Inside::Solutions(_) | Inside::Fails(_)));
                !row.open && small && matches!(row.knot, Knot::Item(_, 1..))
            };
            let Some(row) = self.rows.iter().find(is_small).filter(|_| self.rows.len() < FULL) else { return };
            self.unfolded.push(row.path.clone());
            self.grow(search, budget);
        }
    }

    /// Recomputes the rows.
    fn grow(&mut self, search: &Search, budget: &mut u64) {
        let mut at = search.clone();
        self.memory = search.memory();
        let mut rows = Vec::new();
        let mut branches = self.above.clone();
        let option = search.choices().get(self.top.wrapping_sub(1)).copied().flatten();
        self.row(&mut at, &mut branches, option, &mut rows, budget);
        self.rows = rows;
        self.cursor = self.cursor.min(self.rows.len().saturating_sub(1));
    }

    fn address(&self, branches: &[Branch], at: At) -> Address {
        Address { limit: self.limit.map(|(limit, _)| (limit, 0)), branches: branches.to_vec(), at }
    }

    /// Adds the row of a node, and the rows of its children if it is unfolded.
    fn row(
        &mut self,
        at: &mut Search,
        branches: &mut Vec<Branch>,
        option: Option<OptionId>,
        rows: &mut Vec<TreeRow>,
        budget: &mut u64,
    ) {
        let path: Vec<usize> = branches.iter().map(|branch| branch.k).collect();
        let open = self.unfolded.contains(&path);
        let shared = path.len().min(self.here.len());
        let side = match path[..shared].cmp(&self.here[..shared]) {
            std::cmp::Ordering::Less => TreeSide::Behind,
            std::cmp::Ordering::Equal if path.len() <= self.here.len() => TreeSide::On,
            std::cmp::Ordering::Equal if self.is_leaving => TreeSide::Behind,
            std::cmp::Ordering::Equal | std::cmp::Ordering::Greater => TreeSide::Ahead,
        };
        // Subtrees that begin far above the search's position are not walked.
        let looks = !open && side != TreeSide::On && path.len() + NEAR > self.here.len() && *budget > 0;
        // A node without a subtree is known as it is.
        let is_known = |known: &&Known| !looks || known.inside.is_some() || !matches!(known.knot, Knot::Item(..));
        let known = self.known.get(&path).filter(is_known).cloned();
        let Some(Known { knot, options, inside }) = known.or_else(|| self.find_out(at, branches, looks, budget)) else {
            return;
        };
        let entry = Known { knot, options: options.clone(), inside };
        self.known.insert(path.clone(), entry);
        let inside = inside.filter(|_| side != TreeSide::On && matches!(knot, Knot::Item(_, 1..)));
        let shown = self.children(&path, options.len());
        rows.push(TreeRow { path, option, knot, side, inside, open: open && !options.is_empty(), left_out: (0, 0) });
        if open {
            for k in shown.clone() {
                let row = rows.len();
                branches.push(Branch { k: k + 1, d: options.len() });
                self.row(at, branches, options[k], rows, budget);
                branches.pop();
                if let Some(row) = rows.get_mut(row) {
                    let before = if k == shown.start { k } else { 0 };
                    let after = if k + 1 == shown.end { options.len() - shown.end } else { 0 };
                    row.left_out = (before, after);
                }
            }
        }
    }

    /// The range of children that have rows: all of them, or those around the one on the path.
    fn children(&self, path: &[usize], count: usize) -> std::ops::Range<usize> {
        let current = self.here.get(path.len()).filter(|_| self.here.starts_with(path)).map_or(0, |k| k - 1);
        let from = current.saturating_sub(CHILDREN / 2).min(count.saturating_sub(CHILDREN));
        from..(from + CHILDREN).min(count)
    }

    /// Goes to a node and finds the item chosen there and, if `looks`, the contents of its subtree.
    fn find_out(&self, at: &mut Search, branches: &[Branch], looks: bool, budget: &mut u64) -> Option<Known> {
        // Earlier walks may have found other scores. The cuts here must depend on those that the
        // search found.
        at.set_memory(&self.memory);
        at.go(&self.address(branches, At::Level)).ok()?;
        let (knot, options) = match at.step_into(&mut Tally::default()) {
            Some(Event::Choose { item }) => {
                let branches = at.branches_of_item();
                (Knot::Item(item, branches.len()), branches)
            }
            Some(Event::Visit) => (Knot::Solution, Vec::new()),
            _ => (Knot::Cut, Vec::new()),
        };
        let is_item = matches!(knot, Knot::Item(..));
        let inside = if looks && is_item { look_inside(at, budget) } else { None };
        Some(Known { knot, options, inside })
    }

    /// Selects a row. An index past the end selects the last one.
    pub fn move_to(&mut self, row: usize) {
        self.cursor = row.min(self.rows.len().saturating_sub(1));
    }

    /// Unfolds the node under the cursor.
    pub fn unfold(&mut self, search: &Search) {
        let Some(row) = self.rows.get(self.cursor) else { return };
        if !row.open && matches!(row.knot, Knot::Item(_, 1..)) {
            self.unfolded.push(row.path.clone());
            self.grow(search, &mut { BUDGET });
        }
    }

    /// Folds the node under the cursor. If it is folded already, goes to its parent.
    pub fn fold(&mut self, search: &Search) {
        let Some(row) = self.rows.get(self.cursor) else { return };
        let path = row.path.clone();
        if row.open {
            self.unfolded.retain(|other| !other.starts_with(&path));
            self.grow(search, &mut { BUDGET });
        } else if let Some(above) = path.split_last().map(|(_, above)| above.to_vec()) {
            self.cursor = self.rows.iter().position(|row| row.path == above).unwrap_or(0);
        }
    }

    /// The options on the way to the node of a row, in the order of the levels. `search` is the one
    /// that the tree was made for.
    pub fn options_to(&self, search: &Search, row: usize) -> Vec<OptionId> {
        let Some(path) = self.rows.get(row).map(|row| &row.path) else { return Vec::new() };
        let above = search.choices().into_iter().take(self.top).flatten();
        // Rows are in the order of the search: each node on the way comes before the next one.
        let leads = |other: &&TreeRow| other.path.len() > self.top && path.starts_with(&other.path);
        above.chain(self.rows[..=row].iter().filter(leads).filter_map(|row| row.option)).collect()
    }

    /// The address of the node under the cursor.
    pub fn place(&self) -> Option<Address> {
        let path = &self.rows.get(self.cursor)?.path;
        let branch = |level: usize| match level < self.above.len() {
            true => Some(self.above[level]),
            false => Some(Branch { k: path[level], d: self.known.get(&path[..level])?.options.len() }),
        };
        let branches: Option<Vec<Branch>> = (0..path.len()).map(branch).collect();
        Some(self.address(&branches?, At::Level))
    }
}

/// Walks the subtree of the item just chosen, and returns its contents if it is small. `None` if
/// the budget is used up: another walk may see them. Leaves the search somewhere in the subtree,
/// and subtracts the cost of the walk from the budget.
fn look_inside(at: &mut Search, budget: &mut u64) -> Option<Inside> {
    match walk_below(at, LOOKS, budget, &mut Subtree::default()) {
        None if *budget == 0 => None,
        None => Some(Inside::Large),
        Some(tally) if tally.solutions == 0 => Some(Inside::Fails(tally.nodes() - 1)),
        Some(tally) => Some(Inside::Solutions(tally.solutions)),
    }
}

/// Describes a run of choices with only one branch each: `28 givens, 10 forced`. Givens of a grid
/// are forced too, but by the puzzle and not by the search.
pub fn forced_words(names: &Encoded, options: &[Option<OptionId>]) -> String {
    let is_given = |option: &Option<OptionId>| {
        let cell = option.and_then(|option| names.placement(option)).map(|placement| placement.cell);
        names.grid().zip(cell).is_some_and(|(grid, cell)| grid.entry(cell) != Entry::Empty)
    };
    let givens = options.iter().filter(|option| is_given(option)).count();
    match (givens, options.len() - givens) {
        (0, forced) => format!("{forced} forced"),
        (givens, 0) => plural(givens, "given"),
        (givens, forced) => format!("{}, {forced} forced", plural(givens, "given")),
    }
}

/// The option that leads to a node, and what lies in it if its children are not shown. A sign in
/// front of them says what kind of node it is.
pub fn row_brief(row: &TreeRow, names: &Encoded) -> (String, String) {
    let by = match (row.option, row.path.is_empty()) {
        (Some(option), _) => names.option_name(option),
        (None, false) => "stop".to_string(),
        (None, true) => "root".to_string(),
    };
    let inside = match row.inside.filter(|_| !row.open && matches!(row.knot, Knot::Item(_, 1..))) {
        None => String::new(),
        Some(Inside::Fails(nodes)) => plural(nodes as usize, "node"),
        Some(Inside::Solutions(many)) => plural(many as usize, "solution"),
        Some(Inside::Large) => "large".to_string(),
    };
    (by, inside)
}

/// Describes a node: the option that leads to it, and the item chosen there or the result.
pub fn row_words(row: &TreeRow, names: &Encoded) -> (String, String) {
    let by = match (row.option, row.path.last()) {
        (Some(option), Some(k)) => format!("{k}: {}", names.option_name(option)),
        (None, Some(k)) => format!("{k}: stop"),
        _ => "root".to_string(),
    };
    // The rows below an unfolded node say what is in it.
    let knot = match (row.knot, row.inside.filter(|_| !row.open)) {
        (Knot::Solution, _) => "solution".to_string(),
        (Knot::Cut, _) => "cut".to_string(),
        (Knot::Item(item, 0), _) => format!("dead end: nothing for {}", names.item_noun(item)),
        (Knot::Item(item, n), None) => format!("{} ({n})", names.item_noun(item)),
        (Knot::Item(item, n), Some(Inside::Fails(nodes))) => {
            format!("{} ({n}), no solution in {}", names.item_noun(item), plural(nodes as usize, "node"))
        }
        (Knot::Item(item, n), Some(Inside::Solutions(1))) => format!("{} ({n}), 1 solution", names.item_noun(item)),
        (Knot::Item(item, n), Some(Inside::Solutions(many))) => {
            format!("{} ({n}), {}", names.item_noun(item), plural(many as usize, "solution"))
        }
        (Knot::Item(item, n), Some(Inside::Large)) => {
            format!("{} ({n}), large: a short walk does not reach its end", names.item_noun(item))
        }
    };
    (by, knot)
}
