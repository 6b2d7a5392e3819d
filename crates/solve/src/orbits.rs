//! Orbits of options: the sets of options of a subproblem that symmetries map to each other.
//!
//! **Idea.** Colour refinement. Every item and option has a colour, which is hashed with the
//! colours of its neighbours until no more vertices are distinguished. Options of one colour may be
//! symmetric. A symmetry that maps one to the other proves it. To find one, one option is marked in
//! one copy of the colours, the other in a second copy, and further vertices are marked in both
//! until all colours of a copy differ. Vertices of equal colour are then images of each other,
//! provided that neighbours map to neighbours.
//!
//! **Invariants.** Only checked symmetries join orbits. If colours collide by chance, or a search
//! for a symmetry is given up, orbits are smaller than they could be. That costs time, but no
//! correctness.
//!
//! **Source.** McKay, Practical graph isomorphism (1981); Ostrowski, Linderoth, Rossi and Smriglio,
//! Orbital branching (2011).

use crate::host::GoOn;
use crate::outcome::StopReason;
use dancing::{ItemId, OptionId, Problem};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Work limit of the search for symmetries: attempts times cells of the matrix.
const CELLS: usize = 1 << 19;

pub(super) struct Orbits {
    /// By option: another option of its orbit, or itself if it is the representative (union-find).
    of: Vec<OptionId>,
    /// The symmetries found, as permutations of the options.
    symmetries: Vec<Vec<OptionId>>,
}

impl Orbits {
    /// The orbits of the options `alive`, restricted to the `open` items. `None` if every orbit is
    /// a single option. Stops after `tries` attempts to find a symmetry. Calls `go_on` regularly.
    pub fn new(
        problem: &Problem,
        open: &[ItemId],
        alive: &[OptionId],
        tries: usize,
        go_on: GoOn,
    ) -> Result<Option<Orbits>, StopReason> {
        let graph = Graph::new(problem, open, alive);
        let mut tries = tries.min(CELLS / graph.n_cells.max(1));
        if tries == 0 {
            return Ok(None);
        }
        let mut colours = graph.plain();
        graph.refine(&mut colours, go_on)?;
        let still: Vec<OptionId> = problem.options().collect();
        let mut orbits = Orbits { of: still.clone(), symmetries: Vec::new() };
        for class in sorted(&colours[..alive.len()]).chunk_by(|a, b| a.0 == b.0) {
            // One vertex of each orbit seen in this class so far.
            let mut firsts: Vec<usize> = Vec::new();
            for &(_, vertex) in class {
                if tries == 0 {
                    break;
                }
                let orbit = orbits.first(alive[vertex]);
                if firsts.iter().any(|&first| orbits.first(alive[first]) == orbit) {
                    continue;
                }
                let mut image = None;
                for &first in &firsts {
                    image = graph.image(marked(&colours, first), marked(&colours, vertex), &mut tries, go_on)?;
                    if image.is_some() {
                        break;
                    }
                }
                match image {
                    Some(image) => {
                        let mut images = still.clone();
                        for (&option, &image) in alive.iter().zip(&image) {
                            images[option.index()] = alive[image];
                            orbits.join(option, alive[image]);
                        }
                        orbits.symmetries.push(images);
                    }
                    None => firsts.push(vertex),
                }
            }
        }
        orbits.of = problem.options().map(|option| orbits.first(option)).collect();
        Ok((!orbits.symmetries.is_empty()).then_some(orbits))
    }

    /// The indices of the options of a list, grouped by orbit, groups in the order of their first
    /// options. Without orbits, each option is a group.
    pub fn kinds(orbits: Option<&Orbits>, options: &[OptionId]) -> Vec<Vec<usize>> {
        let first = |at: usize| orbits.map_or(options[at], |orbits| orbits.first(options[at]));
        let mut kinds: Vec<Vec<usize>> = Vec::new();
        let mut kind_of: FxHashMap<OptionId, usize> = FxHashMap::default();
        for at in 0..options.len() {
            let kind = *kind_of.entry(first(at)).or_insert(kinds.len());
            if kind == kinds.len() {
                kinds.push(Vec::new());
            }
            kinds[kind].push(at);
        }
        kinds
    }

    /// The number of orbits that contain any of some options.
    pub fn number(&self, options: impl Iterator<Item = OptionId>) -> usize {
        let mut firsts: Vec<OptionId> = options.map(|option| self.first(option)).collect();
        firsts.sort_unstable();
        firsts.dedup();
        firsts.len()
    }

    /// A shortest sequence of symmetries that maps one option to another of its orbit.
    pub fn way(&self, from: OptionId, to: OptionId) -> Vec<&[OptionId]> {
        // By option: the symmetry that reached it, and the option before it.
        let mut met: Vec<Option<(usize, OptionId)>> = vec![None; self.of.len()];
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front().filter(|&at| at != to) {
            for (step, images) in self.symmetries.iter().enumerate() {
                let next = images[at.index()];
                if next != from && met[next.index()].is_none() {
                    met[next.index()] = Some((step, at));
                    queue.push_back(next);
                }
            }
        }
        let mut way = Vec::new();
        let mut at = to;
        while at != from {
            let (step, before) = met[at.index()].expect("one orbit");
            way.push(&self.symmetries[step][..]);
            at = before;
        }
        way.reverse();
        way
    }

    /// The representative of an option's orbit.
    pub fn first(&self, option: OptionId) -> OptionId {
        let mut first = option;
        while self.of[first.index()] != first {
            first = self.of[first.index()];
        }
        first
    }

    fn join(&mut self, one: OptionId, other: OptionId) {
        let (one, other) = (self.first(one), self.first(other));
        self.of[one.max(other).index()] = one.min(other);
    }
}

/// The sort of a vertex. Symmetries preserve sorts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Primary,
    Option,
    Secondary,
}

/// The subproblem as a graph: options first, then items, with an edge for each item that an option
/// holds.
struct Graph {
    n_options: usize,
    n_cells: usize,
    /// By vertex: its sort.
    sorts: Vec<Sort>,
    around: Vec<Vec<usize>>,
}

impl Graph {
    fn new(problem: &Problem, open: &[ItemId], alive: &[OptionId]) -> Graph {
        let n_options = alive.len();
        let mut around = vec![Vec::new(); n_options + open.len()];
        let mut vertex_of = vec![usize::MAX; problem.n_items()];
        (n_options..).zip(open).for_each(|(vertex, item)| vertex_of[item.index()] = vertex);
        for (vertex, &option) in alive.iter().enumerate() {
            let items = problem.items_of(option).iter().map(|item| vertex_of[item.index()]);
            for item in items.filter(|&item| item != usize::MAX) {
                around[vertex].push(item);
                around[item].push(vertex);
            }
        }
        let n_cells = around[..n_options].iter().map(Vec::len).sum();
        let items = open.iter().map(|&item| if problem.is_primary(item) { Sort::Primary } else { Sort::Secondary });
        let sorts = alive.iter().map(|_| Sort::Option).chain(items).collect();
        Graph { n_options, n_cells, sorts, around }
    }

    /// The initial colours, one for each sort.
    fn plain(&self) -> Vec<u64> {
        self.sorts.iter().map(|&sort| sort as u64).collect()
    }

    /// Refines the colours until no more vertices are distinguished.
    fn refine(&self, colours: &mut Vec<u64>, go_on: GoOn) -> Result<(), StopReason> {
        let mut told = n_distinct(colours);
        loop {
            go_on(self.n_cells)?;
            let sum =
                |around: &Vec<usize>| around.iter().fold(0, |sum: u64, &other| sum.wrapping_add(mixed(colours[other])));
            let next =
                (0..colours.len()).map(|at| mixed(colours[at].rotate_left(1).wrapping_add(sum(&self.around[at]))));
            *colours = next.collect();
            let now = n_distinct(colours);
            if now <= told {
                return Ok(());
            }
            told = now;
        }
    }

    /// Searches for a symmetry that maps the colours `from` to the colours `to`. Returns the image
    /// of each vertex.
    fn image(
        &self,
        mut from: Vec<u64>,
        mut to: Vec<u64>,
        tries: &mut usize,
        go_on: GoOn,
    ) -> Result<Option<Vec<usize>>, StopReason> {
        if *tries == 0 {
            return Ok(None);
        }
        *tries -= 1;
        self.refine(&mut from, go_on)?;
        self.refine(&mut to, go_on)?;
        let (these, those) = (sorted(&from), sorted(&to));
        if these.iter().zip(&those).any(|(one, other)| one.0 != other.0) {
            return Ok(None);
        }
        // Vertices of equal colour are paired in the same order on both sides, so most stay fixed.
        let mut image = vec![0; these.len()];
        these.iter().zip(&those).for_each(|(one, other)| image[one.1] = other.1);
        if self.is_symmetry(&image) {
            return Ok(Some(image));
        }
        let Some(twins) = these.windows(2).find(|pair| pair[0].0 == pair[1].0) else { return Ok(None) };
        let (colour, vertex) = twins[0];
        for alike in those.iter().filter(|other| other.0 == colour) {
            // Marking copies all colours, so stop before it.
            if *tries == 0 {
                break;
            }
            let image = self.image(marked(&from, vertex), marked(&to, alike.1), tries, go_on)?;
            if image.is_some() {
                return Ok(image);
            }
        }
        Ok(None)
    }

    fn is_symmetry(&self, image: &[usize]) -> bool {
        let keeps_sorts = image.iter().zip(&self.sorts).all(|(&image, &sort)| self.sorts[image] == sort);
        keeps_sorts
            && (0..self.n_options).all(|option| {
                let mut turned: Vec<usize> = self.around[option].iter().map(|&item| image[item]).collect();
                let mut held = self.around[image[option]].clone();
                turned.sort_unstable();
                held.sort_unstable();
                turned == held
            })
    }
}

/// The (colour, vertex) pairs, sorted.
fn sorted(colours: &[u64]) -> Vec<(u64, usize)> {
    let mut sorted: Vec<(u64, usize)> = colours.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    sorted
}

fn n_distinct(colours: &[u64]) -> usize {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// The colours, with one vertex given a colour of its own.
fn marked(colours: &[u64], vertex: usize) -> Vec<u64> {
    let mut colours = colours.to_vec();
    colours[vertex] = mixed(colours[vertex] ^ 1);
    colours
}

/// Hashes a colour: the finalizer of splitmix64.
pub(super) fn mixed(colour: u64) -> u64 {
    let mut mixed = colour.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
