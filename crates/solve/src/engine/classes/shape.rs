//! The shape of a subproblem: its items, numbered by their position in the structure alone, and its
//! options as lists of these numbers.
//!
//! **Idea.** Colour refinement, as for orbits of options. When refinement distinguishes no more
//! items, one item of the first colour that several have gets a unique colour. At the end all
//! colours differ, and their order numbers the items. If all items of a colour are symmetric,
//! marking any of them gives the same shape.

use super::rest::Rest;
use crate::orbits::mixed;
use dancing::Problem;
use sha2::{Digest, Sha256};

/// The SHA-256 of a shape.
pub(super) type ShapeKey = [u8; 32];

/// Makes keys. Holds buffers that are reused from one key to the next.
// Many fields: buffers that are reused, so that no shape allocates.
#[derive(Default)]
pub(super) struct Shapes {
    /// By vertex: the item. A secondary item that no live option holds is not a vertex.
    items: Vec<u32>,
    /// By item: its vertex.
    vertices: Vec<u32>,
    /// The vertices of the live options, one option after the other, and the end of each.
    cells: Vec<u32>,
    ends: Vec<usize>,
    /// By vertex: its colour, its colour mixed, and the sum over its options.
    colours: Vec<u64>,
    mixed: Vec<u64>,
    sums: Vec<u64>,
    sorted: Vec<(u64, u32)>,
    /// Colours by their hash.
    met: Vec<u64>,
    /// By vertex: its number in the shape.
    numbers: Vec<u16>,
    /// The numbers of each option's items, in order, and a hash of each with its place.
    lists: Vec<u16>,
    order: Vec<(u64, usize)>,
    bytes: Vec<u8>,
    read: u64,
}

impl Shapes {
    /// Cells of matrices read for keys so far.
    pub(super) fn read(&self) -> u64 {
        self.read
    }

    /// The key of a subproblem.
    pub(super) fn key(&mut self, problem: &Problem, rest: &Rest) -> ShapeKey {
        self.list(problem, rest);
        self.refine();
        while let Some(alike) = self.first_alike() {
            self.colours[alike] = mixed(self.colours[alike] ^ 1);
            self.refine();
        }
        self.number();
        self.digest(problem)
    }

    /// Lists the vertices and options, and gives each vertex its first colour.
    fn list(&mut self, problem: &Problem, rest: &Rest) {
        self.items.clear();
        self.vertices.resize(problem.n_items(), 0);
        self.colours.clear();
        for item in 0..problem.n_items() {
            let primary = item < problem.n_primary();
            if rest.open[item] && (primary || rest.left[item] > 0) {
                self.vertices[item] = self.items.len() as u32;
                self.items.push(item as u32);
                self.colours.push(mixed(u64::from(rest.left[item]) << 1 | u64::from(primary)));
            }
        }
        self.cells.clear();
        self.ends.clear();
        for option in problem.options().filter(|option| rest.live[option.index()]) {
            let vertices = problem.items_of(option).iter().map(|item| self.vertices[item.index()]);
            self.cells.extend(vertices);
            self.ends.push(self.cells.len());
        }
    }

    /// Refines the colours by the colours of the neighbours, until no more vertices are
    /// distinguished.
    fn refine(&mut self) {
        let mut told = 0;
        loop {
            let now = self.n_distinct();
            if now <= told || now >= self.items.len() {
                return self.sort();
            }
            told = now;
            self.read += self.cells.len() as u64;
            self.mixed.clear();
            self.mixed.extend(self.colours.iter().map(|&colour| mixed(colour)));
            self.sums.clear();
            self.sums.resize(self.items.len(), 0);
            let mut start = 0;
            for &end in &self.ends {
                let vertices = &self.cells[start..end];
                let sum = vertices.iter().fold(0u64, |sum, &at| sum.wrapping_add(self.mixed[at as usize]));
                let colour = mixed(sum);
                vertices.iter().for_each(|&at| self.sums[at as usize] = self.sums[at as usize].wrapping_add(colour));
                start = end;
            }
            for (colour, &sum) in self.colours.iter_mut().zip(&self.sums) {
                *colour = mixed(colour.rotate_left(1).wrapping_add(sum));
            }
        }
    }

    /// The number of different colours, counted in a hash table. To sort them each time would take
    /// most of the time.
    fn n_distinct(&mut self) -> usize {
        let size = (2 * self.items.len()).next_power_of_two();
        self.met.clear();
        self.met.resize(size, 0);
        let mut distinct = 0;
        for &colour in &self.colours {
            // Colours are hashes, so their low bits are a good index. A colour is 0 only by chance.
            let mut at = colour as usize & (size - 1);
            while self.met[at] != 0 && self.met[at] != colour {
                at = (at + 1) & (size - 1);
            }
            distinct += usize::from(self.met[at] == 0);
            self.met[at] = colour;
        }
        distinct
    }

    fn sort(&mut self) {
        self.sorted.clear();
        self.sorted.extend(self.colours.iter().copied().zip(0..));
        self.sorted.sort_unstable();
    }

    /// A vertex of the first colour that several have.
    fn first_alike(&self) -> Option<usize> {
        self.sorted.windows(2).find(|two| two[0].0 == two[1].0).map(|two| two[0].1 as usize)
    }

    fn number(&mut self) {
        self.numbers.resize(self.items.len(), 0);
        for (number, &(_, at)) in self.sorted.iter().enumerate() {
            self.numbers[at as usize] = number as u16;
        }
    }

    /// The hash of the shape: a flag for each number, set if its item is primary; then the options.
    fn digest(&mut self, problem: &Problem) -> ShapeKey {
        self.lists.clear();
        self.lists.extend(self.cells.iter().map(|&at| self.numbers[at as usize]));
        self.order.clear();
        let mut start = 0;
        for (option, &end) in self.ends.iter().enumerate() {
            let list = &mut self.lists[start..end];
            list.sort_unstable();
            // Options with the same hash are in any order, which costs at most a hit.
            self.order.push((list.iter().fold(0, |hash, &number| mixed(hash ^ u64::from(number))), option));
            start = end;
        }
        self.order.sort_unstable();
        self.bytes.clear();
        self.bytes.extend(
            self.sorted.iter().map(|vertex| u8::from((self.items[vertex.1 as usize] as usize) < problem.n_primary())),
        );
        for &(_, option) in &self.order {
            let start = if option > 0 { self.ends[option - 1] } else { 0 };
            let list = &self.lists[start..self.ends[option]];
            self.bytes.extend((list.len() as u16).to_le_bytes());
            self.bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
        }
        let mut hash = Sha256::new();
        hash.update((self.items.len() as u32).to_le_bytes());
        hash.update(&self.bytes);
        hash.finalize().into()
    }
}
