//! The test whether one model is another with new names: an isomorphism of their graphs.
//!
//! **Idea.** The nodes of a graph are items, options, and the colours that items take; an option is
//! joined to what it holds. Nodes get labels, and a label is refined by those of the neighbours until
//! nothing changes, on both graphs at once. If the labels are not equally frequent, the models
//! differ, and the label that shows it is put in words. Otherwise one node is given a label of its
//! own, and each node of the other graph with the same label is tried for it, until all labels are
//! different. Then they give the renaming, which is checked.

use dancing::{ItemId, Problem};
use std::collections::HashMap;

/// The answer to the question whether a renaming exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Renaming {
    Found,
    /// There is none: the reason.
    None(String),
    /// The budget ended first.
    Unknown,
}

/// The neighbours that are looked at before the question is left open: some seconds.
const BUDGET: usize = 40_000_000;

/// Two graphs as one: the nodes of the second follow those of the first.
struct Graph {
    neighbours: Vec<Vec<u32>>,
    /// By node, what it is.
    kinds: Vec<Kind>,
    half: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Kind {
    Item { primary: bool, range: (u32, u32) },
    Option { weight: i64 },
    Color,
}

pub(super) fn renaming(one: &Problem, two: &Problem, go_on: &mut dyn FnMut() -> bool) -> Renaming {
    let facts = |problem: &Problem| {
        [
            (problem.n_primary(), "primary items"),
            (problem.n_items() - problem.n_primary(), "secondary items"),
            (problem.n_options(), "options"),
            (problem.n_cells(), "ones"),
        ]
    };
    for ((mine, what), (its, _)) in facts(one).into_iter().zip(facts(two)) {
        if mine != its {
            return Renaming::None(format!("{what}: {mine} in yours, {its} in the other"));
        }
    }
    if one.class() != two.class() {
        return Renaming::None(format!(
            "the class of yours is `{}`, of the other `{}`",
            one.class().name(),
            two.class().name()
        ));
    }
    let graph = Graph::new(one, two);
    let mut search = Search { graph: &graph, left: BUDGET, size: graph.neighbours.iter().map(Vec::len).sum(), go_on };
    let labels = search.refined(graph.first());
    if let Some(why) = graph.unlike(&labels) {
        return Renaming::None(why);
    }
    match search.matches(&labels) {
        Some(true) => Renaming::Found,
        Some(false) => Renaming::None("every way to match their items and options was tried".to_string()),
        None => Renaming::Unknown,
    }
}

impl Graph {
    fn new(one: &Problem, two: &Problem) -> Graph {
        let mut graph = Graph { neighbours: Vec::new(), kinds: Vec::new(), half: 0 };
        for problem in [one, two] {
            graph.half = graph.kinds.len();
            let first = graph.half as u32;
            for item in (0..problem.n_items() as u32).map(ItemId) {
                let primary = problem.is_primary(item);
                let range = if primary { problem.multiplicity(item) } else { (0, 1) };
                graph.push(Kind::Item { primary, range });
            }
            let mut colors: HashMap<(ItemId, u32), u32> = HashMap::new();
            let weights = super::weights(problem);
            for option in problem.options() {
                let node = graph.push(Kind::Option { weight: weights[option.index()] });
                for (item, color) in problem.colored_items_of(option) {
                    graph.join(node, first + item.0);
                    if color > 0 {
                        let known = colors.get(&(item, color)).copied();
                        let of = known.unwrap_or_else(|| {
                            let of = graph.push(Kind::Color);
                            graph.join(of, first + item.0);
                            of
                        });
                        colors.insert((item, color), of);
                        graph.join(node, of);
                    }
                }
            }
        }
        graph
    }

    fn push(&mut self, kind: Kind) -> u32 {
        self.kinds.push(kind);
        self.neighbours.push(Vec::new());
        self.kinds.len() as u32 - 1
    }

    fn join(&mut self, one: u32, two: u32) {
        self.neighbours[one as usize].push(two);
        self.neighbours[two as usize].push(one);
    }

    /// The first labels: what a node is, and the number of its neighbours.
    fn first(&self) -> Vec<u32> {
        ranked(self.kinds.iter().zip(&self.neighbours).map(|(kind, near)| (*kind, near.len())).collect())
    }

    /// A label that is not as frequent in one model as in the other, in words.
    fn unlike(&self, labels: &[u32]) -> Option<String> {
        let most = labels.iter().max().map_or(0, |most| *most as usize + 1);
        let mut counts = vec![[0usize; 2]; most];
        for (node, &label) in labels.iter().enumerate() {
            counts[label as usize][usize::from(node >= self.half)] += 1;
        }
        let label = counts.iter().position(|[mine, its]| mine != its)?;
        let node = labels.iter().position(|&own| own as usize == label)?;
        let near = self.neighbours[node].len();
        // How many nodes of this kind and size there are, whatever their neighbours.
        let alike = |half: std::ops::Range<usize>| {
            half.filter(|&other| self.kinds[other] == self.kinds[node] && self.neighbours[other].len() == near).count()
        };
        let what = match self.kinds[node] {
            Kind::Item { primary: true, .. } => format!("primary items in {near} options"),
            Kind::Item { .. } => format!("secondary items in {near} options"),
            Kind::Option { .. } => format!("options with {near} items"),
            Kind::Color => format!("colours in {} options", near - 1),
        };
        let (mine, its) = (alike(0..self.half), alike(self.half..self.kinds.len()));
        Some(match mine == its {
            false => format!("{what}: {mine} in yours, {its} in the other"),
            true => format!("the {what} are joined in another way"),
        })
    }
}

/// Equal values get equal numbers, in the order of the values.
fn ranked<T: Ord + Clone>(values: Vec<T>) -> Vec<u32> {
    let mut sorted = values.clone();
    sorted.sort_unstable();
    sorted.dedup();
    let rank = |value: &T| sorted.binary_search(value).expect("every value is there") as u32;
    values.iter().map(rank).collect()
}

struct Search<'a> {
    graph: &'a Graph,
    /// The neighbours that may still be looked at.
    left: usize,
    /// The neighbours of all nodes.
    size: usize,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl Search<'_> {
    /// Refines labels by those of the neighbours, until their number does not grow.
    fn refined(&mut self, mut labels: Vec<u32>) -> Vec<u32> {
        let mut count = labels.iter().max().map_or(0, |most| most + 1);
        loop {
            let next: Vec<(u32, Vec<u32>)> = self
                .graph
                .neighbours
                .iter()
                .zip(&labels)
                .map(|(near, &label)| {
                    let mut near: Vec<u32> = near.iter().map(|&other| labels[other as usize]).collect();
                    near.sort_unstable();
                    (label, near)
                })
                .collect();
            labels = ranked(next);
            self.left = self.left.saturating_sub(self.size);
            let now = labels.iter().max().map_or(0, |most| most + 1);
            if now == count {
                return labels;
            }
            count = now;
        }
    }

    /// Returns whether the labels can be refined to a renaming. `None` if that was not found out.
    fn matches(&mut self, labels: &[u32]) -> Option<bool> {
        if self.left == 0 || !(self.go_on)() {
            return None;
        }
        let half = self.graph.half;
        let count = labels.iter().max().map_or(0, |most| *most as usize + 1);
        let mut nodes = vec![[Vec::new(), Vec::new()]; count];
        for (node, &label) in labels.iter().enumerate() {
            nodes[label as usize][usize::from(node >= half)].push(node);
        }
        if nodes.iter().any(|[mine, its]| mine.len() != its.len()) {
            return Some(false);
        }
        let open = nodes.iter().filter(|[mine, _]| mine.len() > 1).min_by_key(|[mine, _]| mine.len());
        let Some([mine, its]) = open else { return Some(self.is_renaming(labels, &nodes)) };
        let mut known = Some(false);
        for &twin in its {
            let mut next = labels.to_vec();
            (next[mine[0]], next[twin]) = (count as u32, count as u32);
            let next = self.refined(next);
            match self.matches(&next) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => known = None,
            }
        }
        known
    }

    /// Checks that nodes with equal labels have neighbours with equal labels.
    fn is_renaming(&self, labels: &[u32], nodes: &[[Vec<usize>; 2]]) -> bool {
        let near = |node: usize| {
            let mut near: Vec<u32> = self.graph.neighbours[node].iter().map(|&other| labels[other as usize]).collect();
            near.sort_unstable();
            near
        };
        nodes
            .iter()
            .all(|[mine, its]| self.graph.kinds[mine[0]] == self.graph.kinds[its[0]] && near(mine[0]) == near(its[0]))
    }
}
