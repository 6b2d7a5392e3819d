//! The order in which nodes come back: what is drawn of the other order is what four arrays do.

use dancing::{Link, NodeId, Policy};
use quadrille_puzzle::{encode, load};
use quadrille_solve::{Grain, Stepper};
use quadrille_study::{OtherOrder, Ring};
use std::collections::HashMap;

/// Pointers up and down, of all nodes.
#[derive(Clone)]
struct Arrays {
    up: HashMap<u32, u32>,
    down: HashMap<u32, u32>,
}

impl Arrays {
    fn leave(&mut self, node: u32) {
        let (up, down) = (self.up[&node], self.down[&node]);
        self.down.insert(up, down);
        self.up.insert(down, up);
    }

    fn return_(&mut self, node: u32) {
        let (up, down) = (self.up[&node], self.down[&node]);
        self.down.insert(up, node);
        self.up.insert(down, node);
    }

    /// The nodes of a list, until it closes, or a node is out, or it grows too long, and whether
    /// each is pointed back at.
    fn walk(&self, header: u32, out: &[u32], most: usize) -> Vec<(u32, bool)> {
        let mut found = Vec::new();
        let mut at = header;
        loop {
            let next = self.down[&at];
            found.push((at, self.up[&next] == at));
            if out.contains(&at) || next == header || found.len() > most {
                return found;
            }
            at = next;
        }
    }
}

fn drawn(ring: &Ring) -> Vec<(u32, bool)> {
    ring.nodes.iter().map(|node| (node.node.unwrap().0, node.agrees)).collect()
}

#[test]
fn the_other_order_is_what_the_arrays_do() {
    let mut rng = fastrand::Rng::with_seed(88);
    let (mut seen, mut torn, mut misled) = (0, 0, 0);
    while seen < 500 {
        let items = rng.usize(5..10);
        let mut text = (0..items).map(|k| char::from(b'a' + k as u8).to_string()).collect::<Vec<_>>().join(" ");
        for _ in 0..rng.usize(10..30) {
            let held: Vec<String> =
                (0..items).filter(|_| rng.usize(..3) == 0).map(|k| char::from(b'a' + k as u8).to_string()).collect();
            text += &format!("\n{}", if held.is_empty() { "a".to_string() } else { held.join(" ") });
        }
        let puzzle = load(&text, Some("knuth")).unwrap().puzzles.remove(0);
        let names = encode(&puzzle.shape);
        let mut stepper = Stepper::new(&names.problem, Policy::default());
        for _ in 0..400 {
            if !stepper.step(Grain::Item, true) {
                break;
            }
            let Some(order) = OtherOrder::of(&stepper) else { continue };
            let step = stepper.small_last_step().unwrap();
            let links = stepper.links();
            let nodes = || (0..links.n_nodes() as u32).map(NodeId);
            let mut arrays = Arrays { up: HashMap::new(), down: HashMap::new() };
            for node in nodes() {
                arrays.up.insert(node.0, links.up(node).0);
                arrays.down.insert(node.0, links.down(node).0);
            }
            let back: Vec<u32> = step
                .links
                .iter()
                .filter_map(|link| match link {
                    Link::Node(node) => Some(node.0),
                    Link::Header(_) => None,
                })
                .collect();
            let length = links.len(order.item) + 1;
            // All nodes of the step leave, those of other lists too, and one comes back.
            let own = |node: &u32| links.item(NodeId(*node)) == order.item;
            let mut of_list = back.iter().copied().filter(own);
            let (first, last) = (of_list.clone().next().unwrap(), of_list.next_back().unwrap());
            for (ring, one) in order.rings.iter().zip([first, last]) {
                let mut when = arrays.clone();
                back.iter().rev().for_each(|&node| when.leave(node));
                when.return_(one);
                let out: Vec<u32> = back.iter().copied().filter(|&node| own(&node) && node != one).collect();
                assert_eq!(drawn(ring), when.walk(order.item.0, &out, length), "{text}");
            }
            misled += u32::from(order.misleads());
            if let Some((three, ring)) = &order.torn {
                let mut whole = arrays.clone();
                three.iter().for_each(|node| whole.leave(node.0));
                [0, 2, 1].into_iter().for_each(|at| whole.return_(three[at].0));
                let walked = whole.walk(order.item.0, &[], length);
                assert_eq!(drawn(ring), walked);
                let lost = walked.len() < length;
                assert!(lost || walked.iter().any(|(_, agrees)| !agrees), "{walked:?}");
                torn += 1;
            }
            seen += 1;
        }
    }
    assert!(torn > 100 && misled > 100, "{torn} and {misled} of {seen}");
}
