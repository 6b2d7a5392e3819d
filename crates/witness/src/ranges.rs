//! Ranges of the memory of a program, as it was reported at its stops.

use crate::memory::ProgramMemory;

/// Ranges of memory, as they were at the last stop.
#[derive(Clone, Debug, Default)]
pub struct Ranges {
    list: Vec<(u64, Vec<u8>)>,
    /// The parts that were taken since they were asked for.
    changed: Vec<(u64, usize)>,
}

/// The bytes that are compared at a time.
const CHUNK: usize = 256;

impl Ranges {
    /// Ranges by address and size in bytes. They hold zeros.
    pub fn new(ranges: Vec<(u64, u64)>) -> Ranges {
        let list = ranges.into_iter().map(|(address, size)| (address, vec![0; size as usize])).collect();
        Ranges { list, changed: Vec::new() }
    }

    /// Takes all bytes of a range, and notes the parts that differ.
    pub fn take_whole(&mut self, range: usize, bytes: &[u8]) {
        let Some((address, kept)) = self.list.get_mut(range).filter(|(_, kept)| kept.len() == bytes.len()) else {
            return;
        };
        if kept == bytes {
            return;
        }
        let chunks = kept.chunks_mut(CHUNK).zip(bytes.chunks(CHUNK)).zip((*address..).step_by(CHUNK));
        for ((old, new), at) in chunks.filter(|((old, new), _)| old != new) {
            old.copy_from_slice(new);
            self.changed.push((at, new.len()));
        }
    }

    /// Takes bytes that have changed: in this range, from this place on.
    pub fn take(&mut self, range: usize, at: usize, bytes: &[u8]) {
        let Some((address, all)) = self.list.get_mut(range) else { return };
        if let Some(kept) = all.get_mut(at..at + bytes.len()) {
            kept.copy_from_slice(bytes);
            self.changed.push((*address + at as u64, bytes.len()));
        }
    }

    /// The parts that have changed since this was asked last, by address and size in bytes.
    pub fn changed(&mut self) -> Vec<(u64, usize)> {
        std::mem::take(&mut self.changed)
    }
}

impl ProgramMemory for Ranges {
    fn read(&mut self, address: u64, into: &mut [u8]) -> bool {
        let at = self.list.partition_point(|(start, _)| *start <= address);
        let Some((start, bytes)) = at.checked_sub(1).and_then(|at| self.list.get(at)) else { return false };
        let from = (address - start) as usize;
        match bytes.get(from..from + into.len()) {
            Some(kept) => {
                into.copy_from_slice(kept);
                true
            }
            None => false,
        }
    }
}
