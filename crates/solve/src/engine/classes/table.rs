//! The table of shapes and their counts, which several threads share.

use super::super::number::Number;
use super::shape::ShapeKey;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering as Memory};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most bytes of the table. Each part of a count in parts may have one.
const MOST_BYTES: usize = 512 << 20;

/// The number of parts of the table, each with a lock. To grow, a part is copied, which blocks it.
const SHARDS: usize = 64;

/// The result for a shape: the number of its covers, and of the nodes of its tree.
#[derive(Clone)]
pub(super) struct Known<T> {
    pub number: T,
    pub nodes: f64,
}

/// The state of a shape in the table.
enum Slot<T> {
    /// A thread has begun to count it.
    Begun,
    Done {
        known: Known<T>,
        by: usize,
    },
}

/// The answer to a thread that looks up a shape.
pub(super) enum Lookup<T> {
    /// No thread has begun to count it. If there is room (`kept`), the table records that it is
    /// begun now.
    Nothing {
        kept: bool,
    },
    Begun,
    /// It is known. The number is that of the thread that counted it.
    Done(Known<T>, usize),
}

pub(super) struct ShapeTable<T> {
    shards: Vec<Mutex<FxHashMap<ShapeKey, Slot<T>>>>,
    /// The number of look-ups of a known shape.
    hits: AtomicU64,
}

impl<T: Number> ShapeTable<T> {
    pub(super) fn new() -> ShapeTable<T> {
        ShapeTable { shards: (0..SHARDS).map(|_| Mutex::default()).collect(), hits: AtomicU64::new(0) }
    }

    fn shard(&self, key: &ShapeKey) -> MutexGuard<'_, FxHashMap<ShapeKey, Slot<T>>> {
        self.shards[key[0] as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks up a shape, and records that it is begun if no thread has begun it.
    pub(super) fn begin(&self, key: &ShapeKey) -> Lookup<T> {
        let mut shard = self.shard(key);
        match shard.get(key) {
            Some(Slot::Begun) => Lookup::Begun,
            Some(Slot::Done { known, by }) => {
                self.hits.fetch_add(1, Memory::Relaxed);
                Lookup::Done(known.clone(), *by)
            }
            None => {
                // To grow, a part is copied into one of twice the size.
                let entry = size_of::<(ShapeKey, Slot<T>)>() + T::BYTES;
                let kept = shard.len() < shard.capacity() || 3 * shard.capacity() * entry < MOST_BYTES / SHARDS;
                if kept {
                    shard.insert(*key, Slot::Begun);
                }
                Lookup::Nothing { kept }
            }
        }
    }

    /// Stores the result for a shape that was begun.
    pub(super) fn end(&self, key: &ShapeKey, known: &Known<T>, by: usize) {
        if let Some(entry @ Slot::Begun) = self.shard(key).get_mut(key) {
            *entry = Slot::Done { known: known.clone(), by };
        }
    }

    pub(super) fn hits(&self) -> u64 {
        self.hits.load(Memory::Relaxed)
    }

    /// The number of shapes in the table.
    pub(super) fn len(&self) -> u64 {
        self.shards.iter().map(|shard| shard.lock().unwrap_or_else(PoisonError::into_inner).len() as u64).sum()
    }
}
