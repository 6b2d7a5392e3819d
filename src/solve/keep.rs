//! What keeps the pieces of a count, so that it can go on in another session.

use super::pieces::piece::{Counted, Piece};
use crate::dlx::Problem;

/// Keeps the pieces of a count that are done.
pub trait Keep: Send {
    /// Whether something is known of a problem, so that its count is cut at once.
    fn knows(&mut self, problem: &Problem) -> bool;

    /// What is known of these pieces of a problem. Their count begins.
    fn known(&mut self, problem: &Problem, pieces: &[Piece]) -> Vec<Counted>;

    /// These pieces are done. Called about a hundred times a second, also if there are none.
    fn add(&mut self, done: &[Counted]);

    /// The count is over, or was stopped. Returns whether what was added is kept.
    fn end(&mut self) -> bool;
}
