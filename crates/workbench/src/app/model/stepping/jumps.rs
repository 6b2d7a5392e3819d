//! The places that the debugger can return to: those that jumps have left, and the bookmarks.

use super::Position;

/// The largest number of remembered jumps.
const MOST: usize = 1000;

/// The places to return to.
#[derive(Clone, Debug, Default)]
pub struct Jumps {
    /// The places where jumps began, latest last.
    pub back: Vec<Position>,
    /// The places that the jumps back have left, latest last. A new jump clears them.
    forth: Vec<Position>,
    /// The places that the user marked, in the order in which they were marked.
    marked: Vec<Position>,
}

impl Jumps {
    /// Records that a jump began at a place.
    pub fn leave(&mut self, from: Position) {
        self.forth.clear();
        if self.back.last() != Some(&from) {
            self.back.push(from);
        }
        if self.back.len() > MOST {
            self.back.remove(0);
        }
    }

    /// Leaves `here` for the place where the last jump began, or for the one that the last return
    /// left. Returns `None` if there is no such place.
    pub fn turn(&mut self, back: bool, here: Position) -> Option<Position> {
        let (from, to) = if back { (&mut self.back, &mut self.forth) } else { (&mut self.forth, &mut self.back) };
        let place = from.pop()?;
        to.push(here);
        Some(place)
    }

    /// Marks a place. If it was marked before, it becomes the last one.
    pub fn mark(&mut self, place: Position) {
        self.marked.retain(|other| *other != place);
        self.marked.push(place);
    }

    /// The last mark, which becomes the first one.
    pub fn recall(&mut self) -> Option<Position> {
        let place = self.marked.pop()?;
        self.marked.insert(0, place.clone());
        Some(place)
    }
}
