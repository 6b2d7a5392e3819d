//! The path of a search through a tree, and what was derived along it.

use super::Unproved;
use super::derivation::Derivation;
use super::formula::Formula;
use crate::dlx::OptionId;
use std::fmt::Write as _;

/// A choice on the path.
#[derive(Default)]
struct Level {
    /// The option taken, if the choice was one of several. A forced one is propagated.
    decided: Option<OptionId>,
    /// Derived below it, and not deleted yet.
    ids: Vec<u64>,
    /// Whether a listed solution lies below it.
    listed: bool,
}

/// The choices that led to where a search is.
#[derive(Default)]
pub(super) struct Path {
    root: Level,
    levels: Vec<Level>,
}

impl Path {
    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// The search makes a choice.
    pub(super) fn enter(&mut self, decided: Option<OptionId>) {
        self.levels.push(Level { decided, ..Level::default() });
    }

    /// A line was derived that is of use until the search leaves this branch.
    pub(super) fn keep(&mut self, id: u64) {
        self.levels.last_mut().unwrap_or(&mut self.root).ids.push(id);
    }

    /// A listed solution was met.
    pub(super) fn meet_listed(&mut self) {
        self.levels.iter_mut().for_each(|level| level.listed = true);
    }

    /// The search leaves a branch: of several, it is excluded by a line of its own.
    pub(super) fn leave(&mut self, formula: &Formula, out: &mut Derivation) -> Result<(), Unproved> {
        let Some(level) = self.levels.pop() else { return Ok(()) };
        let mut ids = level.ids;
        if let Some(option) = level.decided {
            let path = self.levels.iter().filter_map(|own| own.decided).chain([option]);
            let mut line = "rup".to_string();
            path.for_each(|option| _ = write!(line, " +1 ~{}", formula.names[option.index()]));
            // Where options tried before stay possible elsewhere, the lines that exclude them may
            // hold by a listed solution alone.
            let listed = level.listed || formula.problem.is_multiple();
            if let Some(name) = formula.listed.as_ref().filter(|_| listed) {
                _ = write!(line, " +1 {name}");
            }
            line += " >= 1";
            let id = out.derive(&line)?;
            out.delete(&ids)?;
            ids = vec![id];
        }
        self.levels.last_mut().unwrap_or(&mut self.root).ids.extend(ids);
        Ok(())
    }
}
