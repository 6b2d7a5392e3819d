//! The links of a problem as four arrays, on which lines of a learner are run. There is no care
//! here: a wrong line damages the lists as it would in a program.

use crate::broken::{Ring, RingNode};
use crate::textbook::{ROW, Textbook, TextbookLinks};
use dancing::{Field, ItemId, LinksView, NodeId, OptionId, Problem};
use quadrille_puzzle::Encoded;

/// The four arrays, the counts, and the options as rows of nodes. Headers come first, the root after
/// the last header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists {
    links: TextbookLinks,
    /// By node: the next node of its option, in a ring.
    next: Vec<usize>,
    /// By node: its option. `None` for a header.
    option: Vec<Option<OptionId>>,
    pub root: usize,
}

/// A walk along a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListWalk {
    /// The nodes in order, without the header.
    pub nodes: Vec<usize>,
    /// True if the walk came back to the header.
    pub closes: bool,
}

/// The most nodes of a list that are drawn.
const SHOWN: usize = 24;

impl Lists {
    /// The links of a state, copied. Nodes of options move by one place, because the root has one.
    pub fn of(links: &dyn LinksView) -> Lists {
        let (n, root) = (links.n_items(), links.n_items());
        let all = links.n_nodes() + 1;
        let place = |node: NodeId| node.index() + usize::from(node.index() >= n);
        let item_place = |item: Option<ItemId>| item.map_or(root, ItemId::index);
        let mut lists =
            Lists { links: TextbookLinks::alone(all, all), next: (0..all).collect(), option: vec![None; all], root };
        for node in (0..links.n_nodes() as u32).map(NodeId) {
            let at = place(node);
            lists.links.up[at] = place(links.up(node));
            lists.links.down[at] = place(links.down(node));
            lists.links.item[at] = links.item(node).index();
            lists.next[at] = place(links.next_in_option(node));
            lists.option[at] = links.option(node);
        }
        for item in (0..n as u32).map(ItemId) {
            lists.links.len[item.index()] = links.len(item) as i64;
            if item.index() < links.n_primary() {
                lists.links.left[item.index()] = item_place(links.left(Some(item)));
                lists.links.right[item.index()] = item_place(links.right(Some(item)));
            }
        }
        lists.links.left[root] = item_place(links.left(None));
        lists.links.right[root] = item_place(links.right(None));
        lists
    }

    /// The links of a problem before any choice.
    pub(crate) fn of_problem(problem: &Problem) -> Lists {
        let search = dancing::Search::new(problem, dancing::Policy::default());
        Lists::of(search.links())
    }

    /// The kernel's node of a place. `None` for the root.
    pub fn node(&self, at: usize) -> Option<NodeId> {
        (at != self.root).then(|| NodeId((at - usize::from(at > self.root)) as u32))
    }

    /// The name of a place: of its item or its option.
    pub fn label(&self, at: usize, names: &Encoded) -> String {
        match self.option[at] {
            Some(option) => names.option_name(option),
            None if at == self.root => "root".to_string(),
            None => names.item_short(ItemId(at as u32)),
        }
    }

    /// The place of a node of the kernel.
    pub fn place(&self, node: NodeId) -> usize {
        node.index() + usize::from(node.index() >= self.root)
    }

    pub fn get(&self, field: Field, at: usize) -> usize {
        self.links.link(field, at)
    }

    pub fn set(&mut self, field: Field, at: usize, to: usize) {
        self.links.set_link(field, at, to);
    }

    /// The count that is kept of an item.
    pub fn count(&self, item: usize) -> i64 {
        self.links.len[item]
    }

    pub fn add(&mut self, item: usize, by: i64) {
        self.links.len[item] += by;
    }

    /// The other nodes of a node's option, to the right and in a ring.
    pub fn others(&self, node: usize) -> Vec<usize> {
        let mut nodes = Vec::new();
        let mut at = self.next[node];
        while at != node {
            nodes.push(at);
            at = self.next[at];
        }
        nodes
    }

    /// Walks a list from its header, or the list of items from the root, in the direction of a
    /// field. A walk that does not close is cut.
    pub fn walk(&self, header: usize, field: Field) -> ListWalk {
        self.walk_at_most(header, field, self.links.item.len() + 1)
    }

    /// Walks a list as [`Lists::walk`] does, up to `most` nodes.
    pub(crate) fn walk_at_most(&self, header: usize, field: Field, most: usize) -> ListWalk {
        let mut nodes = Vec::new();
        let mut at = self.get(field, header);
        while at != header && nodes.len() < most {
            nodes.push(at);
            at = self.get(field, at);
        }
        ListWalk { closes: at == header, nodes }
    }

    /// The fields of the list of a header, forwards and backwards.
    pub fn fields(&self, header: usize) -> (Field, Field) {
        if header == self.root { (Field::Right, Field::Left) } else { (Field::Down, Field::Up) }
    }

    /// The headers of all lists: the root, then the items.
    pub fn headers(&self) -> impl Iterator<Item = usize> + use<> {
        [self.root].into_iter().chain(0..self.root)
    }

    /// Returns true if two states have the same list of a header, in both directions, with the same
    /// count.
    pub fn same_list(&self, other: &Lists, header: usize) -> bool {
        let (forth, back) = self.fields(header);
        self.links.len[header] == other.links.len[header]
            && self.walk(header, forth) == other.walk(header, forth)
            && self.walk(header, back) == other.walk(header, back)
    }

    /// A list as a ring to be drawn. `due` are the nodes that belong to it, where that is known.
    pub fn ring(&self, header: usize, due: Option<&[usize]>) -> Ring {
        let (forth, back) = self.fields(header);
        let walk = self.walk(header, forth);
        let shown: Vec<usize> = [header].into_iter().chain(walk.nodes.iter().copied().take(SHOWN)).collect();
        let ring_node = |&at: &usize| RingNode {
            node: self.node(at),
            out: at != header && due.is_some_and(|due| !due.contains(&at)),
            agrees: self.get(back, self.get(forth, at)) == at,
        };
        let lost = due.unwrap_or_default().iter().filter(|node| !walk.nodes.contains(node));
        Ring {
            nodes: shown.iter().map(ring_node).collect(),
            count: if header == self.root { walk.nodes.len() as i64 } else { self.count(header) },
            closes: walk.closes,
            lost: lost.filter_map(|&node| self.node(node)).collect(),
        }
    }

    /// The number of nodes, headers and the root too.
    pub fn n_nodes(&self) -> usize {
        self.links.item.len()
    }

    /// The item of a node.
    pub fn item(&self, node: usize) -> usize {
        self.links.item[node]
    }

    /// Takes a node out of its list, as the right line does.
    pub fn unlink(&mut self, node: usize) {
        self.links.take_out(node);
    }

    /// Puts a node back, the inverse of [`Lists::unlink`].
    pub fn relink(&mut self, node: usize) {
        self.links.put_back(node);
    }

    /// Takes a header out of the list of items.
    pub fn unlink_header(&mut self, item: usize) {
        self.links.unlink(ROW, item);
    }

    /// Puts a header back, the inverse of [`Lists::unlink_header`].
    pub fn relink_header(&mut self, item: usize) {
        self.links.relink(ROW, item);
    }

    pub fn hide(&mut self, node: usize) {
        self.others(node).into_iter().for_each(|other| self.unlink(other));
    }

    /// The inverse of [`Lists::hide`].
    pub fn unhide(&mut self, node: usize) {
        self.others(node).into_iter().rev().for_each(|other| self.relink(other));
    }

    pub fn cover(&mut self, item: usize) {
        self.unlink_header(item);
        self.walk(item, Field::Down).nodes.into_iter().for_each(|node| self.hide(node));
    }

    /// The inverse of [`Lists::cover`].
    pub fn uncover(&mut self, item: usize) {
        self.walk(item, Field::Up).nodes.into_iter().for_each(|node| self.unhide(node));
        self.relink_header(item);
    }
}
