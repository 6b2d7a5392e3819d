//! The path of a search through a tree, and the lines that were derived along it.

use super::claim::Unproved;
use super::derivation::Derivation;
use super::formula::Formula;
use dancing::OptionId;
use std::fmt::Write as _;

/// A choice on the path.
#[derive(Default)]
struct Branching {
    /// The option taken, if the choice was one of several. A forced one is propagated.
    decided: Option<OptionId>,
    /// The numbers of the lines that were derived below it and not deleted yet.
    ids: Vec<u64>,
    /// True if a listed solution lies below it.
    listed: bool,
}

/// The choices that led to the current node of a search.
#[derive(Default)]
pub(super) struct Path {
    root: Branching,
    levels: Vec<Branching>,
}

impl Path {
    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Adds a choice of the search.
    pub(super) fn enter(&mut self, decided: Option<OptionId>) {
        self.levels.push(Branching { decided, ..Branching::default() });
    }

    /// Adds a derived line, which is needed until the search leaves this branch.
    pub(super) fn keep(&mut self, id: u64) {
        self.levels.last_mut().unwrap_or(&mut self.root).ids.push(id);
    }

    /// Records that a listed solution was found below all choices on the path.
    pub(super) fn meet_listed(&mut self) {
        self.levels.iter_mut().for_each(|level| level.listed = true);
    }

    /// Leaves a branch. If it was one of several, a line excludes it and replaces the lines below
    /// it.
    pub(super) fn leave(&mut self, formula: &Formula, out: &mut Derivation) -> Result<(), Unproved> {
        let Some(level) = self.levels.pop() else { return Ok(()) };
        let mut ids = level.ids;
        if let Some(option) = level.decided {
            let path = self.levels.iter().filter_map(|level| level.decided).chain([option]);
            let mut line = "rup".to_string();
            path.for_each(|option| _ = write!(line, " +1 ~{}", formula.names[option.index()]));
            // With multiplicities, the lines that exclude options tried before may hold only
            // because a solution is listed.
            let listed = level.listed || formula.problem.class().facts().ranges;
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
