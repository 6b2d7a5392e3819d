//! Balances where options have two items at most: a matching, and the items that it cannot match.
//!
//! **Idea.** Items are the nodes of a graph, options with two items its edges. If the graph has two
//! sides, a cover is a matching of all primary items, and one exists if and only if the primary
//! items of each side can be matched (Mendelsohn and Dulmage). If those of a side cannot, the
//! alternating paths from an unmatched one reach more items of its side than of the other (Hall).

use crate::obstruction::Obstruction;
use dancing::{Class, ItemId, Meter, Problem, Short};

const NONE: u32 = u32::MAX;

/// Looks for items that cannot be matched. `None` if all can, or the problem has another form.
pub(super) fn unmatched(problem: &Problem, meter: &mut Meter) -> Result<Option<Obstruction>, Short> {
    let plain = problem.class() == Class::Exact && !problem.is_colored();
    if !plain || problem.options().any(|option| problem.items_of(option).len() > 2) {
        return Ok(None);
    }
    // The graph takes some numbers for each cell and item.
    meter.take(24 * (problem.n_cells() + problem.n_items()))?;
    let Some(graph) = Graph::new(problem) else { return Ok(None) };
    for side in [false, true] {
        if let Some(heavy) = graph.hall(problem, side, meter)? {
            return Ok(Some(heavy));
        }
    }
    Ok(None)
}

/// A graph with two sides.
struct Graph {
    /// By item: its neighbours are `neighbours[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
    /// By item: true if an option holds it alone.
    single: Vec<bool>,
    /// By item: its side.
    side: Vec<bool>,
}

impl Graph {
    /// `None` if the graph does not have two sides.
    fn new(problem: &Problem) -> Option<Graph> {
        let n = problem.n_items();
        let (mut single, mut edges) = (vec![false; n], Vec::new());
        for option in problem.options() {
            match *problem.items_of(option) {
                [one] => single[one.index()] = true,
                [one, other] if problem.is_primary(one) || problem.is_primary(other) => {
                    edges.extend([(one.0, other.0), (other.0, one.0)]);
                }
                _ => {}
            }
        }
        edges.sort_unstable();
        edges.dedup();
        let mut starts = vec![0u32; n + 1];
        edges.iter().for_each(|edge| starts[edge.0 as usize + 1] += 1);
        (0..n).for_each(|item| starts[item + 1] += starts[item]);
        let neighbours = edges.into_iter().map(|edge| edge.1).collect();
        let mut graph = Graph { starts, neighbours, single, side: vec![false; n] };
        let mut seen = vec![false; n];
        let mut queue = Vec::new();
        for root in 0..n as u32 {
            if std::mem::replace(&mut seen[root as usize], true) {
                continue;
            }
            queue.push(root);
            while let Some(item) = queue.pop() {
                for at in graph.starts[item as usize]..graph.starts[item as usize + 1] {
                    let other = graph.neighbours[at as usize];
                    let side = !graph.side[item as usize];
                    if !std::mem::replace(&mut seen[other as usize], true) {
                        graph.side[other as usize] = side;
                        queue.push(other);
                    } else if graph.side[other as usize] != side {
                        return None;
                    }
                }
            }
        }
        Some(graph)
    }

    fn neighbours(&self, item: u32) -> &[u32] {
        &self.neighbours[self.starts[item as usize] as usize..self.starts[item as usize + 1] as usize]
    }

    /// Matches the primary items of a side. If some cannot be matched, returns a balance: the items
    /// that alternating paths reach from them weigh 1, and their neighbours -1.
    fn hall(&self, problem: &Problem, side: bool, meter: &mut Meter) -> Result<Option<Obstruction>, Short> {
        let n = problem.n_items();
        let mut partner = vec![NONE; n];
        // By item of the other side: the item from which it was reached, and the root of that
        // search.
        let (mut reached_from, mut seen_by) = (vec![NONE; n], vec![NONE; n]);
        let mut lacking = Vec::new();
        // An item that an option holds alone needs no partner.
        let all = (0..problem.n_primary() as u32).filter(|&item| self.side[item as usize] == side);
        for root in all.filter(|&item| !self.single[item as usize]) {
            let (mut queue, mut at, mut end) = (vec![root], 0, None);
            while end.is_none() && at < queue.len() {
                let item = queue[at];
                at += 1;
                meter.spend(1 + self.neighbours(item).len())?;
                for &other in self.neighbours(item) {
                    if std::mem::replace(&mut seen_by[other as usize], root) == root {
                        continue;
                    }
                    reached_from[other as usize] = item;
                    match partner[other as usize] {
                        NONE => {
                            end = Some(other);
                            break;
                        }
                        next => queue.push(next),
                    }
                }
            }
            let Some(mut other) = end else {
                lacking.push(root);
                continue;
            };
            // Each item on the path gets the neighbour by which the next one was reached.
            loop {
                let item = reached_from[other as usize];
                let before = std::mem::replace(&mut partner[item as usize], other);
                partner[other as usize] = item;
                if before == NONE {
                    break;
                }
                other = before;
            }
        }
        if lacking.is_empty() {
            return Ok(None);
        }
        // All items that alternating paths reach from those without a partner, so that the picture
        // is as even as the board.
        let (mut heavy, mut at) = (lacking, 0);
        let mut reached = vec![false; n];
        while at < heavy.len() {
            for &other in self.neighbours(heavy[at]) {
                if !std::mem::replace(&mut reached[other as usize], true) {
                    heavy.push(partner[other as usize]);
                }
            }
            at += 1;
        }
        let light = (0..n as u32).filter(|&other| reached[other as usize]).map(|other| (ItemId(other), -1));
        let mut weights: Vec<(ItemId, i64)> = heavy.into_iter().map(|item| (ItemId(item), 1)).chain(light).collect();
        weights.sort_unstable();
        Ok(Some(Obstruction { weights, modulus: None }))
    }
}
