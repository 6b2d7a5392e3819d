//! Dancing links of the tests' own, as TAOCP 7.2.2.1 has them: arrays, cover, uncover and purify.
//! They share nothing with the kernel, and keep by whom each option was hidden.

use std::collections::BTreeMap;

/// The options as lists of items with colours; 0 is no colour.
pub type Options = Vec<Vec<(usize, u32)>>;

/// The operation that hid an option, and the options on the path then: the last one is its cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hider {
    pub level: usize,
    /// The item that was covered, or whose colour was fixed.
    pub item: usize,
    /// The option on the path that covers the item. `None` if the item was chosen.
    pub by: Option<usize>,
}

/// A state: the links, and what hid each option.
#[derive(Clone)]
pub struct Dance {
    options: Options,
    /// Header 0 is the root, header i + 1 that of item i. Only primary items are in the ring.
    left: Vec<usize>,
    right: Vec<usize>,
    up: Vec<usize>,
    down: Vec<usize>,
    item_of: Vec<usize>,
    option_of: Vec<usize>,
    color_of: Vec<u32>,
    len: Vec<usize>,
    /// By item: the colour that an option has given it.
    fixed: Vec<u32>,
    /// By option: its first node.
    first: Vec<usize>,
    /// True if an item may be covered again: covering it hides nothing.
    repeats: bool,
    pub hidden: BTreeMap<usize, Hider>,
}

impl Dance {
    pub fn new(n_items: usize, n_primary: usize, options: Options, repeats: bool) -> Dance {
        let mut dance = Dance {
            left: (0..=n_items).collect(),
            right: (0..=n_items).collect(),
            up: (0..=n_items).collect(),
            down: (0..=n_items).collect(),
            item_of: (0..=n_items).map(|header| header.wrapping_sub(1)).collect(),
            option_of: vec![usize::MAX; n_items + 1],
            color_of: vec![0; n_items + 1],
            len: vec![0; n_items],
            fixed: vec![0; n_items],
            first: Vec::new(),
            repeats,
            hidden: BTreeMap::new(),
            options,
        };
        for header in 1..=n_primary {
            let last = dance.left[0];
            (dance.left[header], dance.right[header]) = (last, 0);
            (dance.right[last], dance.left[0]) = (header, header);
        }
        for (option, items) in dance.options.clone().iter().enumerate() {
            dance.first.push(dance.up.len());
            for &(item, color) in items {
                let (node, header) = (dance.up.len(), item + 1);
                let last = dance.up[header];
                dance.up.push(last);
                dance.down.push(header);
                (dance.down[last], dance.up[header]) = (node, node);
                dance.item_of.push(item);
                dance.option_of.push(option);
                dance.color_of.push(color);
                dance.len[item] += 1;
            }
        }
        dance
    }

    /// The other nodes of a node's option, to the right and around.
    fn others(&self, node: usize) -> Vec<usize> {
        let (option, first) = (self.option_of[node], self.first[self.option_of[node]]);
        let size = self.options[option].len();
        (1..size).map(|k| first + (node - first + k) % size).collect()
    }

    fn hide(&mut self, node: usize, why: &Hider) {
        self.hidden.entry(self.option_of[node]).or_insert_with(|| why.clone());
        for other in self.others(node) {
            // What agrees with a colour stays in its list.
            let item = self.item_of[other];
            if self.fixed[item] != 0 && self.fixed[item] == self.color_of[other] {
                continue;
            }
            let (up, down) = (self.up[other], self.down[other]);
            (self.down[up], self.up[down]) = (down, up);
            self.len[item] -= 1;
        }
    }

    /// Covers an item: its header leaves the ring and, unless items repeat, its options are hidden.
    pub fn cover(&mut self, item: usize, why: &Hider) {
        let header = item + 1;
        let (left, right) = (self.left[header], self.right[header]);
        (self.right[left], self.left[right]) = (right, left);
        if self.repeats {
            return;
        }
        for node in self.list(item) {
            self.hide(node, why);
        }
    }

    /// Gives an item the colour of a node: options with another one are hidden.
    pub fn purify(&mut self, node: usize, why: &Hider) {
        let (item, color) = (self.item_of[node], self.color_of[node]);
        if self.fixed[item] != 0 {
            return;
        }
        self.fixed[item] = color;
        let others: Vec<usize> = self.list(item).into_iter().filter(|&node| self.color_of[node] != color).collect();
        for node in others {
            self.hide(node, why);
        }
    }

    /// An option that was tried is hidden, as by a cover of the item that it was tried for: a
    /// repeated cover does not try it below again.
    pub fn drop_option(&mut self, option: usize, why: &Hider) {
        let first = self.first[option];
        let node = (first..first + self.options[option].len()).find(|&node| self.item_of[node] == why.item);
        self.hide(node.expect("the option has the item"), why);
    }

    /// The nodes of an item's list, from its header down.
    pub fn list(&self, item: usize) -> Vec<usize> {
        let mut nodes = Vec::new();
        let mut at = self.down[item + 1];
        while at != item + 1 {
            nodes.push(at);
            at = self.down[at];
        }
        nodes
    }

    /// The options of an item's list.
    pub fn options_of(&self, item: usize) -> Vec<usize> {
        self.list(item).into_iter().map(|node| self.option_of[node]).collect()
    }

    pub fn len(&self, item: usize) -> usize {
        self.len[item]
    }

    /// The primary items that are open, in the order of their ring.
    pub fn open(&self) -> Vec<usize> {
        let mut items = Vec::new();
        let mut at = self.right[0];
        while at != 0 {
            items.push(at - 1);
            at = self.right[at];
        }
        items
    }

    /// The items of an option after one of them, around, each with its node: the order in which
    /// they are covered.
    pub fn after(&self, option: usize, item: usize) -> Vec<(usize, usize)> {
        let first = self.first[option];
        let node = (first..first + self.options[option].len()).find(|&node| self.item_of[node] == item);
        let node = node.expect("the option has the item");
        self.others(node).into_iter().map(|other| (self.item_of[other], other)).collect()
    }

    /// Covers an item of an option on the path, or gives it its colour.
    pub fn commit(&mut self, (item, node): (usize, usize), why: &Hider) {
        match self.color_of[node] {
            0 => self.cover(item, why),
            _ => self.purify(node, why),
        }
    }
}
