//! Which options of what is left turn into each other.
//!
//! **Idea.** Every item and option has a colour, mixed again and again with the colours around it until no more can be
//! told apart. Options of one colour may turn into each other. That they do is shown by a symmetry: one of them is marked in
//! one copy of the colours and the other in a second copy, and more is marked in both until all colours of a copy
//! differ. What has the same colour in both is then each other's image, if neighbours come to be neighbours.
//!
//! **Invariants.** Only symmetries that were checked join orbits. Where colours meet by chance, or a search for a symmetry is
//! given up, orbits are smaller than they could be, which costs time and never an answer.
//!
//! **Source.** McKay, Practical graph isomorphism (1981); Ostrowski, Linderoth, Rossi and Smriglio, Orbital branching (2011).

use crate::dlx::{ItemId, OptionId, Problem};
use crate::solve::order::GoOn;
use crate::solve::outcome::StopReason;
use std::collections::VecDeque;

/// The cells that all pairs of colourings may have that are refined in search of symmetries.
const CELLS: usize = 1 << 19;

pub(super) struct Orbits {
    /// By option, one of its orbit.
    of: Vec<OptionId>,
    /// The symmetries that were found: where each takes an option to.
    symmetries: Vec<Vec<OptionId>>,
}

impl Orbits {
    /// The orbits of the options that are `alive`, by what they hold of the `open` items; `None` where each is alone. After so
    /// many `tries` no more symmetries are looked for. Asks again and again whether to `go_on`.
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
            // One of each orbit that is known to have a part in this class.
            let mut firsts: Vec<usize> = Vec::new();
            for &(_, vertex) in class {
                if tries == 0 {
                    break;
                }
                let own = orbits.first(alive[vertex]);
                if firsts.iter().any(|&first| orbits.first(alive[first]) == own) {
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

    /// How many orbits some options are of.
    pub fn number(&self, options: impl Iterator<Item = OptionId>) -> usize {
        let mut firsts: Vec<OptionId> = options.map(|option| self.first(option)).collect();
        firsts.sort_unstable();
        firsts.dedup();
        firsts.len()
    }

    /// Symmetries that, one after the other, take an option to another one of its orbit: the shortest way.
    pub fn way(&self, from: OptionId, to: OptionId) -> Vec<&[OptionId]> {
        // By option: the step that met it, and where that began.
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

    /// One of the option's orbit, the same for all of them.
    pub fn first(&self, option: OptionId) -> OptionId {
        let up = self.of[option.index()];
        if up == option { option } else { self.first(up) }
    }

    fn join(&mut self, one: OptionId, other: OptionId) {
        let (one, other) = (self.first(one), self.first(other));
        self.of[one.max(other).index()] = one.min(other);
    }
}

/// What a vertex stands for. One is never turned into another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Primary,
    Option,
    Secondary,
}

/// What is left: options first, then items, each with what it holds or is held by.
struct Graph {
    n_options: usize,
    n_cells: usize,
    /// By vertex: what is what.
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

    /// A colour for each sort.
    fn plain(&self) -> Vec<u64> {
        self.sorts.iter().map(|&sort| sort as u64).collect()
    }

    /// Mixes the colours until no more are told apart.
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

    /// A symmetry that takes the colours of `from` to those of `to`: the image of each vertex.
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
        let (own, other) = (sorted(&from), sorted(&to));
        if own.iter().zip(&other).any(|(own, other)| own.0 != other.0) {
            return Ok(None);
        }
        // What is not told apart may well stay where it is, and comes in the same order in both.
        let mut image = vec![0; own.len()];
        own.iter().zip(&other).for_each(|(own, other)| image[own.1] = other.1);
        if self.is_symmetry(&image) {
            return Ok(Some(image));
        }
        let Some(twins) = own.windows(2).find(|pair| pair[0].0 == pair[1].0) else { return Ok(None) };
        let (colour, vertex) = twins[0];
        for alike in other.iter().filter(|other| other.0 == colour) {
            // To mark copies all colours, so it is not done in vain.
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

/// Each colour with its vertex.
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

/// The colours, with one vertex told apart from all others.
fn marked(colours: &[u64], vertex: usize) -> Vec<u64> {
    let mut colours = colours.to_vec();
    colours[vertex] = mixed(colours[vertex] ^ 1);
    colours
}

/// Spreads what two colours differ in over all bits. The finishing steps of splitmix64.
fn mixed(colour: u64) -> u64 {
    let mut mixed = colour.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
