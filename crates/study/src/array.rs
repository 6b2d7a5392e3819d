//! The state as Knuth's table: the array of his Algorithms X and C, with his numbers, spacers and
//! fields (TAOCP 7.2.2.1). The kernel keeps the same links in another order of nodes.

use dancing::{ItemId, NodeId};
use quadrille_puzzle::Encoded;
use quadrille_solve::Stepper;

/// A row of the table of items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayItem {
    /// The number: 0 for the root, then the items and, if there are secondary items, the header of
    /// their ring.
    pub i: usize,
    /// Empty for the root and the header of the secondary items.
    pub name: String,
    pub llink: usize,
    pub rlink: usize,
    /// BOUND and SLACK of Algorithm M. `None` in other problems, and for what is not a primary item.
    pub range: Option<(u32, u32)>,
}

/// A row of the table of nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayNode {
    /// The number. Headers are 1 to N, then spacers and nodes follow option by option.
    pub x: usize,
    /// LEN of a header, TOP of a node; of a spacer 0 or minus the number of the option before it.
    pub top: i64,
    /// The node before it in the list. For a spacer: the first node of the option before it, `None`
    /// for the first spacer.
    pub ulink: Option<usize>,
    /// The node after it in the list. For a spacer: the last node of the option after it, `None` for
    /// the last spacer.
    pub dlink: Option<usize>,
    /// The colour that the node's option gives its item, or the colour of an item. Empty for none.
    pub color: String,
    /// True if a node with a colour has the colour of its item: it stays in the list.
    pub agrees: bool,
}

/// The two tables of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeArray {
    pub items: Vec<ArrayItem>,
    pub nodes: Vec<ArrayNode>,
}

impl NodeArray {
    /// The tables of a state.
    ///
    /// # Examples
    ///
    /// ```
    /// use dancing::Policy;
    /// use quadrille_puzzle::{encode, load};
    /// use quadrille_solve::Stepper;
    /// use quadrille_study::NodeArray;
    ///
    /// let puzzle = load("a b c\na b\nc\n", Some("knuth")).unwrap().puzzles.remove(0);
    /// let names = encode(&puzzle.shape);
    /// let array = NodeArray::of(&Stepper::new(&names.problem, Policy::default()), &names);
    /// // Three headers, a spacer, a b, a spacer, c, a spacer.
    /// let tops: Vec<i64> = array.nodes.iter().map(|node| node.top).collect();
    /// assert_eq!(tops, [1, 1, 1, 0, 1, 2, -1, 3, -2]);
    /// ```
    pub fn of(stepper: &Stepper, names: &Encoded) -> NodeArray {
        let (links, problem) = (stepper.links(), &names.problem);
        let (n, primary) = (links.n_items(), links.n_primary());
        let number = |item: Option<ItemId>| item.map_or(0, |item| item.index() + 1);
        let mut items = vec![ArrayItem {
            i: 0,
            name: String::new(),
            llink: number(links.left(None)),
            rlink: number(links.right(None)),
            range: None,
        }];
        for item in (0..n as u32).map(ItemId) {
            let i = item.index() + 1;
            let (llink, rlink) = match item.index() < primary {
                true => (number(links.left(Some(item))), number(links.right(Some(item)))),
                // Secondary items have a ring of their own, which never changes.
                false => (if i == primary + 1 { n + 1 } else { i - 1 }, i + 1),
            };
            let search = stepper.search();
            let range = search.range(item).filter(|_| item.index() < primary).map(|(least, most)| {
                let held = search.times_covered(item).unwrap_or(0);
                (most.saturating_sub(held), most - least)
            });
            items.push(ArrayItem { i, name: names.item_short(item), llink, rlink, range });
        }
        if primary < n {
            items.push(ArrayItem { i: n + 1, name: String::new(), llink: n, rlink: primary + 1, range: None });
        }
        let mut nodes: Vec<ArrayNode> = Vec::new();
        // One spacer comes before each option.
        let x_of = |node: NodeId| node.index() + 1 + links.option(node).map_or(0, |option| option.index() + 1);
        let x = |node: NodeId| Some(x_of(node));
        let color = |color: u32| if color > 0 { names.color_name(color).to_string() } else { String::new() };
        for item in (0..n as u32).map(ItemId) {
            let header = links.header(item);
            let given = links.purifier(item).map_or(0, |node| links.color(node));
            nodes.push(ArrayNode {
                x: item.index() + 1,
                top: links.len(item) as i64,
                ulink: x(links.up(header)),
                dlink: x(links.down(header)),
                color: color(given),
                agrees: false,
            });
        }
        let mut first = None;
        for option in problem.options() {
            let spacer = nodes.len() + 1;
            let size = problem.items_of(option).len();
            nodes.push(spacer_of(spacer, option.index(), first, Some(spacer + size)));
            for node in links.option_nodes(links.first_node(option)) {
                nodes.push(ArrayNode {
                    x: x_of(node),
                    top: links.item(node).index() as i64 + 1,
                    ulink: x(links.up(node)),
                    dlink: x(links.down(node)),
                    color: color(links.color(node)),
                    // A node that was out before keeps its sign.
                    agrees: links.agrees(node) && links.is_linked(node),
                });
            }
            first = Some(spacer + 1);
        }
        nodes.push(spacer_of(nodes.len() + 1, problem.n_options(), first, None));
        NodeArray { items, nodes }
    }
}

fn spacer_of(x: usize, before: usize, ulink: Option<usize>, dlink: Option<usize>) -> ArrayNode {
    ArrayNode { x, top: -(before as i64), ulink, dlink, color: String::new(), agrees: false }
}
