//! Nodes, the words that they are made of, and the tables that hold them.
//!
//! A node is four words: up, down, its item, and the next node of its option. The words are `u16`
//! if every node number is below 65,536 (8 bytes a node; a 25x25 sudoku just fits), else `u32` (16
//! bytes a node). The nodes of an option are adjacent, and `next` closes them into a ring. Walking
//! the other nodes of an option then takes the same branches from every start. With Knuth's
//! spacers, the position of the jump depends on the start. `cargo bench --bench kernel` compares
//! the two. A header belongs to no option, so its fourth word is the length of its list.
//!
//! A table of `u16` words always has 65,536 entries. Every `u16` is then a valid index, and the
//! compiler drops the bounds check. The system allocates the first such table lazily, so only the
//! used part takes memory. Once a table was freed, the next one may get its memory back and be
//! cleared as a whole: 40 times what a small problem needs. So one search after another is made in
//! the tables of the last one ([`Machine::renew`](super::Machine::renew)).
//!
//! A table is opened for writing. The open table is a plain reference, which stays in a register. A
//! pointer inside the owner would be loaded again after every write, because the compiler must
//! assume that the write changed it.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::ops::{Index, IndexMut};

/// The words of a node, indexed by [`UP`], [`DOWN`], [`ITEM`] and [`NEXT`]. An array, because the
/// system supplies zeroed tables of arrays on first use. Tables of structs would be written whole.
pub type Node<W> = [W; 4];
/// The node above in the vertical list, or the header. In a header: the last node.
pub const UP: usize = 0;
/// The node below in the vertical list, or the header. In a header: the first node.
pub const DOWN: usize = 1;
/// The item whose list this is.
pub const ITEM: usize = 2;
/// The next node of the same option, in a ring.
pub const NEXT: usize = 3;
/// In a header, where a node has [`NEXT`]: the number of nodes in its list (Knuth's LEN).
pub const LEN: usize = NEXT;

/// The neighbours of a header in the list of items, indexed by [`LEFT`] and [`RIGHT`].
pub type Neighbours<W> = [W; 2];
pub const LEFT: usize = 0;
pub const RIGHT: usize = 1;

/// The integer that links are made of: `u16` or `u32`.
pub trait Word: Copy + Default + Eq + Debug + Send + Sync + 'static {
    /// The number of nodes that words of this type can number.
    const NODES: usize;
    /// A table indexed by this word.
    type Table<T: TableEntry>: Table<Self, T>;
    /// Converts an index into a word.
    fn new(index: usize) -> Self;
    /// Converts a word into an index.
    fn index(self) -> usize;
    /// Adds 1. Wraps around.
    fn increase(&mut self);
    /// Subtracts 1. Wraps around.
    fn decrease(&mut self);
}

macro_rules! word {
    ($($word:ty, $table:ident);*) => {$(
        impl Word for $word {
            const NODES: usize = 1 << <$word>::BITS;
            type Table<T: TableEntry> = $table<T>;
            #[inline(always)]
            fn new(index: usize) -> $word {
                debug_assert!(index < Self::NODES);
                index as $word
            }
            #[inline(always)]
            fn index(self) -> usize {
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
word!(u16, Table16; u32, Table32);

/// An entry of a table.
pub trait TableEntry: Copy + Default + Eq + Debug + Send + Sync + 'static {}

impl<T: Copy + Default + Eq + Debug + Send + Sync + 'static> TableEntry for T {}

/// A table of entries that is indexed by a word.
pub trait Table<W, T>: Clone + Debug + Eq + Send + Sync + Index<W, Output = T> {
    /// The entries, borrowed for writing.
    type EntriesMut<'a>: IndexMut<W, Output = T>
    where
        Self: 'a;
    /// An empty table.
    fn new() -> Self;
    /// Makes room for this many entries. Those that come into use have any value, and are to be
    /// written first.
    fn resize(&mut self, used: usize);
    /// Opens the table for writing.
    fn open(&mut self) -> Self::EntriesMut<'_>;
}

/// An open table.
pub(crate) type OpenTable<'a, W, T> = <<W as Word>::Table<T> as Table<W, T>>::EntriesMut<'a>;

/// One entry for each `u16`, of which the first `used` are in use.
pub struct Table16<T> {
    entries: Box<[T; u16::NODES]>,
    used: usize,
}

impl<T: TableEntry> Table16<T> {
    fn used(&self) -> &[T] {
        &self.entries[..self.used]
    }
}

impl<T: TableEntry> Table<u16, T> for Table16<T> {
    type EntriesMut<'a> = Table16Mut<'a, T>;

    fn new() -> Table16<T> {
        // The system supplies zeroed memory on first use, and most entries are never used.
        let entries = vec![T::default(); u16::NODES].into_boxed_slice();
        Table16 { entries: entries.try_into().expect("there are as many as was asked for"), used: 0 }
    }

    fn resize(&mut self, used: usize) {
        debug_assert!(used <= u16::NODES);
        self.used = used;
    }

    #[inline(always)]
    fn open(&mut self) -> Table16Mut<'_, T> {
        Table16Mut(&mut self.entries)
    }
}

impl<T: TableEntry> Clone for Table16<T> {
    fn clone(&self) -> Table16<T> {
        let mut copy = Table16::new();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &Table16<T>) {
        self.entries[..other.used].copy_from_slice(other.used());
        self.used = other.used;
    }
}

impl<T: TableEntry> PartialEq for Table16<T> {
    fn eq(&self, other: &Table16<T>) -> bool {
        self.used() == other.used()
    }
}

impl<T: TableEntry> Eq for Table16<T> {}

impl<T: TableEntry> Debug for Table16<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.used()).finish()
    }
}

/// A table of exactly the entries in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table32<T>(Vec<T>);

impl<T: TableEntry> Table<u32, T> for Table32<T> {
    type EntriesMut<'a> = Table32Mut<'a, T>;

    fn new() -> Table32<T> {
        Table32(Vec::new())
    }

    fn resize(&mut self, used: usize) {
        self.0.resize(used, T::default());
    }

    #[inline(always)]
    fn open(&mut self) -> Table32Mut<'_, T> {
        Table32Mut(&mut self.0)
    }
}

/// A [`Table16`] table, opened for writing.
pub struct Table16Mut<'a, T>(&'a mut [T; u16::NODES]);

/// A [`Table32`] table, opened for writing.
pub struct Table32Mut<'a, T>(&'a mut [T]);

macro_rules! index {
    ($table:ty, $word:ty, $entries:tt) => {
        impl<T> Index<$word> for $table {
            type Output = T;
            #[inline(always)]
            fn index(&self, at: $word) -> &T {
                &self.$entries[at as usize]
            }
        }
    };
}
index!(Table16<T>, u16, entries);
index!(Table32<T>, u32, 0);
index!(Table16Mut<'_, T>, u16, 0);
index!(Table32Mut<'_, T>, u32, 0);

impl<T> IndexMut<u16> for Table16Mut<'_, T> {
    #[inline(always)]
    fn index_mut(&mut self, at: u16) -> &mut T {
        &mut self.0[at as usize]
    }
}

impl<T> IndexMut<u32> for Table32Mut<'_, T> {
    #[inline(always)]
    fn index_mut(&mut self, at: u32) -> &mut T {
        &mut self.0[at as usize]
    }
}
