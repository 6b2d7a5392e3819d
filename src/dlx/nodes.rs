//! Nodes: the words that links are made of, and the table that they stand in.
//!
//! A node is four words: up, down, its item, and the next node of its option. The words are `u16` while every node has a
//! number below 65,536 (8 bytes a node; a 25x25 sudoku just fits), else `u32` (16 bytes a node). An option's nodes lie
//! side by side and `next` closes them into a ring, so that walking an option's other nodes takes the same path through
//! the code from wherever it starts; with Knuth's spacers the place of the jump depends on the start. `cargo bench
//! --bench kernel` measures both against each other. A header is in no option: in place of the next node it has the
//! length of its list.
//!
//! Short nodes stand in a table of 65,536 places, whatever their number: so every `u16` is an index of it, and the compiler
//! need not look whether it is. The system hands such a table out empty, and only what is used takes memory.

use std::fmt::{self, Debug};
use std::ops::{Index, IndexMut};

/// The integer that links are made of: `u16` or `u32`.
pub trait Word: Copy + Eq + Debug + Send + Sync + 'static {
    /// How many nodes can be told apart.
    const NODES: usize;
    type Nodes: Nodes<Self>;
    fn new(index: usize) -> Self;
    fn at(self) -> usize;
    fn increase(&mut self);
    fn decrease(&mut self);
}

macro_rules! word {
    ($($word:ty, $nodes:ty);*) => {$(
        impl Word for $word {
            const NODES: usize = 1 << <$word>::BITS;
            type Nodes = $nodes;
            #[inline(always)]
            fn new(index: usize) -> $word {
                debug_assert!(index < Self::NODES);
                index as $word
            }
            #[inline(always)]
            fn at(self) -> usize {
                self as usize
            }
            #[inline(always)]
            fn increase(&mut self) {
                *self = self.wrapping_add(1);
            }
            #[inline(always)]
            fn decrease(&mut self) {
                *self = self.wrapping_sub(1);
            }
        }
    )*};
}
word!(u16, Full; u32, Wide);

/// The words of a node: its neighbours in its vertical list, its item, and the next node of its option or, of a header, how
/// many nodes its list has.
pub type Node<W> = [W; 4];
pub const UP: usize = 0;
pub const DOWN: usize = 1;
pub const ITEM: usize = 2;
pub const NEXT: usize = 3;

/// Nodes by their number.
pub trait Nodes<W>: Clone + Debug + Eq + Send + Sync + IndexMut<W, Output = Node<W>> {
    fn new(nodes: Vec<Node<W>>) -> Self;
}

/// Every number that a `u16` can be, of which the first so many are used.
pub struct Full {
    nodes: Box<[Node<u16>; u16::NODES]>,
    used: usize,
}

impl Full {
    fn of(used: &[Node<u16>]) -> Full {
        let mut nodes = vec![[0; 4]; u16::NODES];
        nodes[..used.len()].copy_from_slice(used);
        let nodes = nodes.into_boxed_slice().try_into().expect("there are as many as was asked for");
        Full { nodes, used: used.len() }
    }

    fn used(&self) -> &[Node<u16>] {
        &self.nodes[..self.used]
    }
}

impl Nodes<u16> for Full {
    fn new(nodes: Vec<Node<u16>>) -> Full {
        Full::of(&nodes)
    }
}

impl Clone for Full {
    fn clone(&self) -> Full {
        Full::of(self.used())
    }

    fn clone_from(&mut self, other: &Full) {
        self.nodes[..other.used].copy_from_slice(other.used());
        self.used = other.used;
    }
}

impl PartialEq for Full {
    fn eq(&self, other: &Full) -> bool {
        self.used() == other.used()
    }
}

impl Eq for Full {}

impl Debug for Full {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.used()).finish()
    }
}

impl Index<u16> for Full {
    type Output = Node<u16>;
    #[inline(always)]
    fn index(&self, at: u16) -> &Node<u16> {
        &self.nodes[at as usize]
    }
}

impl IndexMut<u16> for Full {
    #[inline(always)]
    fn index_mut(&mut self, at: u16) -> &mut Node<u16> {
        &mut self.nodes[at as usize]
    }
}

/// As many nodes as there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wide(Vec<Node<u32>>);

impl Nodes<u32> for Wide {
    fn new(nodes: Vec<Node<u32>>) -> Wide {
        Wide(nodes)
    }
}

impl Index<u32> for Wide {
    type Output = Node<u32>;
    #[inline(always)]
    fn index(&self, at: u32) -> &Node<u32> {
        &self.0[at as usize]
    }
}

impl IndexMut<u32> for Wide {
    #[inline(always)]
    fn index_mut(&mut self, at: u32) -> &mut Node<u32> {
        &mut self.0[at as usize]
    }
}
