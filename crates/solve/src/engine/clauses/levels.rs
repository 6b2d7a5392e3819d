//! Sets of decision levels.

/// A set of levels, which is emptied in one step.
pub(super) struct Levels {
    /// By level: the round in which it was added last.
    added: Vec<u64>,
    round: u64,
}

impl Default for Levels {
    /// No level. Round 0 is never one in which a level was added.
    fn default() -> Levels {
        Levels { added: Vec::new(), round: 1 }
    }
}

impl Levels {
    /// Removes all levels.
    fn clear(&mut self) {
        self.round += 1;
    }

    /// Adds a level. Returns whether it is new.
    fn add(&mut self, level: u32) -> bool {
        let at = level as usize;
        if at >= self.added.len() {
            self.added.resize(at + 1, 0);
        }
        std::mem::replace(&mut self.added[at], self.round) != self.round
    }

    pub(super) fn has(&self, level: u32) -> bool {
        self.added.get(level as usize) == Some(&self.round)
    }

    /// The number of different levels among these. They become the set.
    pub(super) fn count(&mut self, levels: impl Iterator<Item = u32>) -> u32 {
        self.clear();
        levels.filter(|&level| self.add(level)).count() as u32
    }
}
