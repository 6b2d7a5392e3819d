//! The debugger's cursor: moved in any view, shown in all of them.

use super::Stepping;
use super::layout::{Aside, StepLayout};
use super::views::VIEWS;
use crate::app::model::cursor::{Cursor, Toward};
use crate::app::model::document::beside;
use dancing::{ItemId, Link, NodeId, OptionId, Phase, Search};
use quadrille_puzzle::{Cell, Encoded, Grid, HintEffect, Need, Shape, Symbol, Words};
use quadrille_study::{Hinting, focus, ranked};

/// The rows and columns of each count board.
pub fn count_side(grid: &Grid) -> usize {
    match grid.grids().is_empty() {
        true => grid.n_symbols().max(grid.n_areas()),
        // The units of several grids have no boards.
        false => grid.size().longer(),
    }
}

/// Returns the place of an item on the count boards: the board (cells, rows, columns, areas), the
/// row on it, and the column, which is a symbol on all boards but the first. `None` for items that
/// are on no board.
pub fn count_place(names: &Encoded, item: ItemId) -> Option<(usize, usize, usize)> {
    let grid = names.grid()?;
    match names.need(item)? {
        Need::Cell(cell) => {
            let (row, column) = grid.place(cell);
            Some((0, row, column))
        }
        Need::Unit(unit, symbol) => {
            let (board, row) = match names.unit(unit).name {
                Words::Row(row) => (1, row),
                Words::Column(column) => (2, column),
                Words::Box(area) | Words::Region(area) => (3, area),
                Words::In(_) | Words::Falling | Words::Rising | Words::Rule { .. } | Words::Part(..) => return None,
            };
            Some((board, row, symbol.0.into()))
        }
        Need::Pair(..) | Need::Combination(_) | Need::Held(..) | Need::Tuple(_) => None,
        Need::Transition(..) | Need::Symbol(_) | Need::State(..) => None,
    }
}

impl Stepping {
    /// The item that the views show when nothing is selected.
    pub fn focus(&self) -> Option<ItemId> {
        // While a question about the next step is open, the item that is chosen next is not shown.
        let search = self.stepper.search();
        if self.hides_next() && search.phase() == Phase::Choose {
            return search.chosen().last().map(|&node| search.links().item(node));
        }
        focus(&self.stepper)
    }

    /// The open items as the views list them, each with its degree: in the order of the item rule
    /// or, while a question about the next step is open, in that of the problem.
    pub fn ranked(&self) -> Vec<(usize, ItemId)> {
        let mut ranked = ranked(&self.stepper);
        if self.hides_next() {
            ranked.sort_by_key(|(_, item)| *item);
        }
        ranked
    }

    /// Moves the cursor within the view that has it.
    pub(crate) fn move_cursor(&mut self, toward: Toward) {
        if self.move_aside(toward) {
            return;
        }
        match self.layout {
            StepLayout::Watch(_) if self.is_matrix() => self.in_matrix(toward),
            StepLayout::Watch(_) => self.in_puzzle(toward),
            StepLayout::Inspect => (VIEWS[self.panel.index()].moves)(self, toward),
        }
    }

    /// Returns true if the picture of the puzzle is its matrix, because it has no board.
    pub fn is_matrix(&self) -> bool {
        self.encoded.shape().listing().is_some_and(|listing| listing.picture.is_none())
    }

    pub(in crate::app) fn select_item(&mut self, item: ItemId) {
        self.cursor = Cursor { item: Some(item), ..Cursor::default() };
    }

    /// Selects an option, its first node and that node's item.
    pub fn select_option(&mut self, option: OptionId) {
        let node = self.stepper.links().first_node(option);
        self.cursor = Cursor { item: Some(self.stepper.links().item(node)), option: Some(option), node: Some(node) };
    }

    /// Steps the debugger to the state of the grid, and selects what the shown stages of the hint
    /// reveal: the option that it places or excludes, or a cell. Returns the selection in words.
    pub fn point(&mut self, hinting: &Hinting) -> Option<String> {
        let hint = hinting.hint.as_ref().ok()?;
        let encoded = self.encoded.clone();
        self.pass_givens();
        let (cell, symbol) = match &hint.effect {
            HintEffect::Place(cell, symbol) => (*cell, Some(*symbol)),
            HintEffect::Remove(gone) => gone.first().map(|&(cell, symbol)| (cell, Some(symbol)))?,
            HintEffect::Clear(cell) => (*cell, None),
            HintEffect::Dead => (*hint.cells.first()?, None),
        };
        // Reveal nothing of the stages that were not shown.
        match symbol.filter(|_| hinting.stage == 3).and_then(|symbol| encoded.option(cell, symbol)) {
            Some(option) => {
                self.select_option(option);
                Some(format!("option {}", encoded.option_short(option)))
            }
            None if hinting.stage > 1 || symbol.is_none() => {
                let n = encoded.problem.n_primary() as u32;
                let is_cell = |item: &ItemId| matches!(encoded.need(*item), Some(Need::Cell(needed)) if needed == cell);
                let item = (0..n).map(ItemId).find(is_cell)?;
                self.select_item(item);
                Some(encoded.item_noun(item))
            }
            None => None,
        }
    }

    /// The cell of the selected option or item. `None` if nothing is selected or the selection has
    /// no cell.
    pub fn cell(&self) -> Option<Cell> {
        let of_option = self.cursor.option.and_then(|option| self.cell_of_option(option));
        of_option.or(self.cursor.item.and_then(|item| self.cell_of_item(item)))
    }

    fn cell_of_option(&self, option: OptionId) -> Option<Cell> {
        self.encoded.placement(option).map(|placement| placement.cell)
    }

    fn cell_of_item(&self, item: ItemId) -> Option<Cell> {
        match self.encoded.need(item) {
            Some(Need::Cell(cell)) => Some(cell),
            _ => None,
        }
    }

    /// Gives the arrow keys to the picture, with the cursor where the search is.
    pub(super) fn point_out(&mut self) {
        self.points = true;
        self.layout = StepLayout::Watch(Aside::Why(0));
        if self.cursor != Cursor::default() {
            return;
        }
        match self.encoded.shape() {
            Shape::Grid(_) => self.select_cell(self.cell_at_hand().unwrap_or(Cell(0))),
            Shape::Listing(_) if self.is_matrix() => self.in_matrix(Toward::Down),
            Shape::Listing(_) => self.in_puzzle(Toward::Down),
        }
    }

    /// Selects the item of a cell; that of the first cell instead of a hole.
    pub(crate) fn select_cell(&mut self, cell: Cell) {
        self.select_item(self.encoded.item_of(cell).unwrap_or(ItemId(0)));
    }

    /// The cell of the item in focus or, if that is not a cell, of the option that was taken last.
    fn cell_at_hand(&self) -> Option<Cell> {
        let of_focus = self.focus().and_then(|item| self.cell_of_item(item));
        of_focus.or_else(|| self.cell_of_option(*self.stepper.search().path().last()?))
    }

    pub(super) fn in_puzzle(&mut self, toward: Toward) {
        match self.encoded.shape() {
            Shape::Grid(grid) => {
                let first = self.cell_at_hand();
                let at = self.cell().or(first).unwrap_or(Cell(0));
                // The first arrow only shows where the cursor is; later ones move it.
                let (rows, columns) = if self.cell().is_some() || first.is_none() { by(toward) } else { (0, 0) };
                let to = if (rows, columns) == (0, 0) { at } else { grid.beyond(at, (rows, columns)).unwrap_or(at) };
                self.select_cell(to);
            }
            Shape::Listing(listing) if !listing.options.is_empty() => {
                let (rows, columns) = by(toward);
                // The first arrow only shows where the cursor is; later ones move it.
                let search = self.stepper.search();
                let first = search.path().last().map_or(0, |option| option.index());
                let next = self.cursor.option.map_or(first, |option| beside(listing, option.index(), rows, columns));
                self.select_option(OptionId(next as u32));
            }
            Shape::Listing(_) => {}
        }
    }

    /// Selects the candidate of a symbol in the selected cell or, if no cell is selected, in the
    /// item in focus. Returns `false` if `c` is not a symbol, or if there is no cell and no such
    /// candidate.
    pub(crate) fn select_symbol(&mut self, c: char) -> bool {
        let symbol: Option<Symbol> = self.encoded.grid().and_then(|grid| grid.alphabet.symbol(c));
        // The option of the item in focus that places the symbol.
        let in_hand = |symbol: Symbol| {
            let links = self.stepper.search().links();
            let mut options = links.column(self.focus()?).filter_map(|node| links.option(node));
            options.find(|&option| self.encoded.placement(option).is_some_and(|placement| placement.symbol == symbol))
        };
        if self.cell().is_none()
            && let Some(option) = symbol.and_then(in_hand)
        {
            self.select_option(option);
            return true;
        }
        let Some((cell, symbol)) = self.cell().zip(symbol) else { return false };
        if let Some(option) = self.encoded.option(cell, symbol) {
            self.select_option(option);
        }
        true
    }

    /// The item whose option is taken or comes next, and its branches in the order of trying.
    /// `None` at the end of the search, and if no item is left.
    pub(crate) fn branches_at_hand(&self) -> Option<(ItemId, Vec<OptionId>)> {
        if self.stepper.search().phase() == Phase::Done {
            return None;
        }
        let mut at = Search::clone(self.stepper.before_choice());
        at.step_into(&mut Default::default());
        Some((at.current_item()?, at.branches_of_item().into_iter().flatten().collect()))
    }

    /// Selects the next branch at hand or, if there is none, the next option of the selected item.
    /// With `forward` false, the previous one.
    pub(in crate::app) fn turn_choice(&mut self, forward: bool) {
        if !self.turn_branch(forward) {
            self.turn_option(forward);
        }
    }

    /// Selects the next branch at hand, or the previous one. Begins beside the one that is taken or
    /// comes next. Returns `false` if there is none.
    fn turn_branch(&mut self, forward: bool) -> bool {
        let Some((item, branches)) = self.branches_at_hand().filter(|(_, branches)| !branches.is_empty()) else {
            return false;
        };
        let search = self.stepper.search();
        let here = match search.phase() {
            Phase::Try { node } => search.links().option(node),
            Phase::Cover { .. } | Phase::Uncover { .. } => search.path().last().copied(),
            // Nothing is tried yet, so the first branch is shown first.
            Phase::Choose | Phase::Done => branches.last().copied().filter(|_| forward),
        };
        let selected = self.cursor.option.filter(|option| branches.contains(option)).or(here);
        let at = branches.iter().position(|&option| Some(option) == selected).unwrap_or(0);
        let next = (at + if forward { 1 } else { branches.len() - 1 }) % branches.len();
        self.select_option(branches[next]);
        self.cursor.item = Some(item);
        true
    }

    /// Selects the next option of the selected item, or the previous one. Hidden options count too.
    fn turn_option(&mut self, forward: bool) {
        let Some(item) = self.cursor.item.or(self.focus()) else { return };
        let problem = self.encoded.problem.clone();
        let options: Vec<OptionId> =
            problem.options().filter(|&option| problem.items_of(option).contains(&item)).collect();
        if options.is_empty() {
            return;
        }
        let at = self.cursor.option.and_then(|option| options.iter().position(|&other| other == option));
        // With no option selected, start at the option that is tried next, or that was taken last.
        let search = self.stepper.search();
        let current = match search.phase() {
            Phase::Try { node } => search.links().option(node),
            _ => search.path().last().copied(),
        };
        let first = current.and_then(|option| options.iter().position(|&other| other == option));
        let next = match (at, forward) {
            (None, true) => first.unwrap_or(0),
            (None, false) => (first.unwrap_or(0) + options.len() - 1) % options.len(),
            (Some(at), true) => (at + 1) % options.len(),
            (Some(at), false) => (at + options.len() - 1) % options.len(),
        };
        let links = self.stepper.links();
        let node = links.option_nodes(links.first_node(options[next])).find(|&node| links.item(node) == item);
        self.cursor = Cursor { item: Some(item), option: Some(options[next]), node };
    }

    /// Moves the cursor in the counts view, from board to board at their edges.
    pub(super) fn in_counts(&mut self, toward: Toward) {
        let Some(n) = self.encoded.grid().map(|grid| count_side(grid) as i32) else { return };
        let selected = self.cursor.item.and_then(|item| count_place(&self.encoded, item));
        let first = self.focus().and_then(|item| count_place(&self.encoded, item)).unwrap_or((0, 0, 0));
        let (board, row, column) = selected.unwrap_or(first);
        // The first arrow only shows where the cursor is; later ones move it.
        let (rows, columns) = if selected.is_some() { by(toward) } else { (0, 0) };
        let across = board as i32 * n + column as i32 + columns;
        let wanted = ((across / n) as usize, row as i32 + rows, (across % n) as usize);
        let items = (0..self.encoded.problem.n_primary() as u32).map(ItemId);
        let mut placed = items.filter_map(|item| Some((item, count_place(&self.encoded, item)?)));
        let found = placed.find(|(_, (board, row, column))| (*board, *row as i32, *column) == wanted);
        if let Some((item, _)) = found {
            self.select_item(item);
        }
    }

    pub(super) fn in_items(&mut self, toward: Toward) {
        let ranked = self.ranked();
        let at = self.cursor.item.and_then(|item| ranked.iter().position(|(_, other)| *other == item));
        let (rows, columns) = by(toward);
        let next = at.map_or(0, |at| (at as i32 + rows + 10 * columns).clamp(0, ranked.len() as i32 - 1) as usize);
        if let Some(&(_, item)) = ranked.get(next) {
            self.select_item(item);
        }
    }

    pub(super) fn in_options(&mut self, toward: Toward) {
        let Some(focus) = self.focus() else { return };
        let links = self.stepper.search().links();
        let rows: Vec<NodeId> = links.column(focus).collect();
        let row =
            self.cursor.option.and_then(|option| rows.iter().position(|&node| links.option(node) == Some(option)));
        let (down, right) = by(toward);
        if rows.is_empty() {
            return;
        }
        let next = (row.map_or(0, |row| row as i32 + down)).clamp(0, rows.len() as i32 - 1) as usize;
        let nodes: Vec<NodeId> = links.option_nodes(rows[next]).collect();
        let at = self.cursor.node.and_then(|node| nodes.iter().position(|&other| other == node)).unwrap_or(0);
        let column = (at as i32 + right).clamp(0, nodes.len() as i32 - 1) as usize;
        let node = nodes[column];
        self.cursor = Cursor { item: Some(links.item(node)), option: links.option(node), node: Some(node) };
    }

    /// The number of the option around which the matrix is drawn.
    pub(crate) fn row_in_matrix(&self) -> usize {
        let search = self.stepper.search();
        let links = search.links();
        let next = match search.phase() {
            Phase::Try { node } => links.option(node),
            _ => None,
        };
        let last = search.path().last().copied();
        let first = self.focus().and_then(|item| links.column(item).find_map(|node| links.option(node)));
        self.cursor.option.or(next).or(last).or(first).map_or(0, OptionId::index)
    }

    /// The number of the item around which the matrix is drawn.
    pub(crate) fn column_in_matrix(&self) -> usize {
        self.cursor.item.or(self.focus()).map_or(0, ItemId::index)
    }

    /// Moves to the next 1 of the matrix in the same row or column. Nodes that have left their
    /// lists count too.
    pub(super) fn in_matrix(&mut self, toward: Toward) {
        let links = self.stepper.links();
        let problem = &self.encoded.problem;
        if problem.n_options() == 0 {
            return;
        }
        let row = OptionId(self.row_in_matrix() as u32);
        // From a header, down leads to the first node of its list, and the sides to other headers.
        if let Some(header) = self.cursor.node.filter(|&node| links.option(node).is_none()) {
            let item = links.item(header);
            let last = links.n_items() as u32 - 1;
            let holds = |option: &OptionId| problem.items_of(*option).contains(&item);
            let next = match toward {
                Toward::Left => Some(NodeId(header.0.saturating_sub(1))),
                Toward::Right => Some(NodeId((header.0 + 1).min(last))),
                Toward::Up => None,
                Toward::Down => problem.options().find(holds).and_then(|option| self.node_of(option, item)),
            };
            return self.select_node(next.unwrap_or(header));
        }
        let Some(node) = self.cursor.node.filter(|&node| links.option(node).is_some()) else {
            let item = self.cursor.item.or(self.focus());
            let first = links.option_nodes(links.first_node(row)).find(|&node| Some(links.item(node)) == item);
            return self.select_node(first.unwrap_or(links.first_node(row)));
        };
        let item = links.item(node);
        let mut nodes: Vec<NodeId> = links.option_nodes(links.first_node(row)).collect();
        nodes.sort_by_key(|&node| links.item(node));
        let at = nodes.iter().position(|&other| other == node).unwrap_or(0);
        let holds = |option: &OptionId| problem.items_of(*option).contains(&item);
        let next = match toward {
            Toward::Left => nodes.get(at.wrapping_sub(1)).copied(),
            Toward::Right => nodes.get(at + 1).copied(),
            Toward::Up => {
                let above = (0..row.0).rev().map(OptionId).find(holds);
                above.and_then(|option| self.node_of(option, item)).or(Some(NodeId(item.0)))
            }
            Toward::Down => {
                let below = row.0 + 1..problem.n_options() as u32;
                below.map(OptionId).find(holds).and_then(|option| self.node_of(option, item))
            }
        };
        self.select_node(next.unwrap_or(node));
    }

    fn node_of(&self, option: OptionId, item: ItemId) -> Option<NodeId> {
        let links = self.stepper.links();
        links.option_nodes(links.first_node(option)).find(|&node| links.item(node) == item)
    }

    pub(in crate::app) fn select_node(&mut self, node: NodeId) {
        let links = self.stepper.links();
        self.cursor = Cursor { item: Some(links.item(node)), option: links.option(node), node: Some(node) };
    }

    pub(super) fn in_path(&mut self, toward: Toward) {
        let path = self.stepper.search().path();
        let at = self.cursor.option.and_then(|option| path.iter().position(|&other| other == option));
        let (down, _) = by(toward);
        let last = path.len() as i32 - 1;
        if last >= 0 {
            let next = at.map_or(last, |at| (at as i32 + down).clamp(0, last));
            self.select_option(path[next as usize]);
        }
    }

    /// The level, counted from 0, at which the selected option is chosen.
    pub(crate) fn level_selected(&self) -> Option<usize> {
        let choices = self.stepper.search().choices();
        self.cursor.option.and_then(|option| choices.iter().position(|&choice| choice == Some(option)))
    }

    /// Moves the cursor in the view of links. If a node is selected, follows its links: up and down
    /// in its item's list, left and right in its option or, for a header, in the list of items. If
    /// none is selected, moves up and down through the links of the listed step, and left or right
    /// from a link to its node.
    pub(super) fn in_links(&mut self, toward: Toward) {
        if let (None, Some((step, done))) =
            (self.cursor.node, self.links_shown().filter(|(step, _)| !step.links.is_empty()))
        {
            let at = self.link.unwrap_or(done.saturating_sub(1));
            match toward {
                Toward::Up => self.link = Some(at.saturating_sub(1)),
                Toward::Down => self.link = Some((at + 1).min(step.links.len() - 1)),
                Toward::Left | Toward::Right => {
                    let node = match step.links[at] {
                        Link::Node(node) => node,
                        Link::Header(item) => NodeId(item.0),
                    };
                    let links = self.stepper.links();
                    self.cursor = Cursor { item: Some(links.item(node)), option: links.option(node), node: Some(node) };
                }
            }
            return;
        }
        let links = self.stepper.links();
        let start = self.cursor.node.or_else(|| self.focus().map(|item| NodeId(item.0)));
        let Some(node) = start else { return };
        let header = |item: Option<ItemId>| item.map(|item| NodeId(item.0));
        let in_option = links.option(node).is_some();
        let item = links.item(node);
        let next = match toward {
            Toward::Up => Some(links.up(node)),
            Toward::Down => Some(links.down(node)),
            Toward::Right if in_option => Some(links.next_in_option(node)),
            Toward::Left if in_option => links.option_nodes(node).last(),
            Toward::Right => header(links.right(Some(item))),
            Toward::Left => header(links.left(Some(item))),
        };
        if let Some(next) = next.or(Some(node)) {
            self.cursor = Cursor { item: Some(links.item(next)), option: links.option(next), node: Some(next) };
        }
    }
}

fn by(toward: Toward) -> (i32, i32) {
    match toward {
        Toward::Left => (0, -1),
        Toward::Right => (0, 1),
        Toward::Up => (-1, 0),
        Toward::Down => (1, 0),
    }
}
