//! Links as a textbook has them: four arrays without any care, and the lines that take a node out of
//! its ring and put it back.
//!
//! The broken dance, the lines that a learner writes, and the links of a program that is followed
//! all run these.

use dancing::Field;

/// Links with four pointers a node, and a count for each list.
pub trait Textbook {
    /// The node that a pointer leads to.
    fn link(&self, field: Field, node: usize) -> usize;

    /// Lets a pointer lead to a node.
    fn set_link(&mut self, field: Field, node: usize, to: usize);

    /// Adds to the count of the list that a node is in.
    fn count_by(&mut self, node: usize, by: i64);

    /// Takes a node out of its ring: both neighbours pass it by.
    fn unlink(&mut self, (back, forth): (Field, Field), node: usize) {
        let (before, after) = (self.link(back, node), self.link(forth, node));
        self.set_link(back, after, before);
        self.set_link(forth, before, after);
    }

    /// Puts a node back into its ring: both neighbours lead to it again.
    fn relink(&mut self, (back, forth): (Field, Field), node: usize) {
        let (before, after) = (self.link(back, node), self.link(forth, node));
        self.set_link(back, after, node);
        self.set_link(forth, before, node);
    }

    /// Takes a node out of its list.
    fn take_out(&mut self, node: usize) {
        self.unlink(COLUMN, node);
        self.count_by(node, -1);
    }

    /// The inverse of [`Textbook::take_out`], in the reverse order.
    fn put_back(&mut self, node: usize) {
        self.count_by(node, 1);
        self.relink(COLUMN, node);
    }
}

/// The pointers of the ring of headers, and of an option.
pub const ROW: (Field, Field) = (Field::Left, Field::Right);

/// The pointers of the list of an item.
pub const COLUMN: (Field, Field) = (Field::Up, Field::Down);

/// The four arrays, with the counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextbookLinks {
    /// By header: the header to the left.
    pub left: Vec<usize>,
    /// By header: the header to the right.
    pub right: Vec<usize>,
    /// By node: the node above.
    pub up: Vec<usize>,
    /// By node: the node below.
    pub down: Vec<usize>,
    /// By node: its item. The node of a header is its item.
    pub item: Vec<usize>,
    /// By item: the number of nodes in its list.
    pub len: Vec<i64>,
}

impl TextbookLinks {
    /// Nodes that are alone in their rings: up to `headers` and `nodes`.
    pub fn alone(headers: usize, nodes: usize) -> TextbookLinks {
        let (of_headers, of_nodes): (Vec<usize>, Vec<usize>) = ((0..headers).collect(), (0..nodes).collect());
        TextbookLinks {
            left: of_headers.clone(),
            right: of_headers,
            up: of_nodes.clone(),
            down: of_nodes.clone(),
            item: of_nodes,
            len: vec![0; nodes],
        }
    }

    /// Makes a ring of these headers, with the root after the last one.
    pub fn join(&mut self, headers: impl Iterator<Item = usize>, root: usize) {
        let mut last = root;
        for header in headers.chain([root]) {
            self.right[last] = header;
            self.left[header] = last;
            last = header;
        }
    }

    /// Adds a node at the end of the list of an item. Returns the node.
    pub fn append(&mut self, item: usize) -> usize {
        let (node, above) = (self.item.len(), self.up[item]);
        self.item.push(item);
        self.up.push(above);
        self.down.push(item);
        self.down[above] = node;
        self.up[item] = node;
        self.len[item] += 1;
        node
    }
}

impl Textbook for TextbookLinks {
    fn link(&self, field: Field, node: usize) -> usize {
        match field {
            Field::Left => self.left[node],
            Field::Right => self.right[node],
            Field::Up => self.up[node],
            Field::Down => self.down[node],
        }
    }

    fn set_link(&mut self, field: Field, node: usize, to: usize) {
        match field {
            Field::Left => self.left[node] = to,
            Field::Right => self.right[node] = to,
            Field::Up => self.up[node] = to,
            Field::Down => self.down[node] = to,
        }
    }

    fn count_by(&mut self, node: usize, by: i64) {
        self.len[self.item[node]] += by;
    }
}
