//! A store for the pieces of a count, so that the count can continue in another session.

use super::piece::{Counted, Piece};
use dancing::Problem;

/// A store for the pieces of a count that are done.
pub trait Keep: Send {
    /// Returns true if pieces of a problem are stored, so that its count is cut into pieces at
    /// once.
    fn knows(&mut self, problem: &Problem) -> bool;

    /// Begins the count of these pieces of a problem. Returns the stored results.
    fn known(&mut self, problem: &Problem, pieces: &[Piece]) -> Vec<Counted>;

    /// Adds pieces that are done. Called about a hundred times a second, also without any piece.
    fn add(&mut self, done: &[Counted]);

    /// Ends the count, which is complete or was stopped. Returns true if the added pieces are
    /// stored.
    fn end(&mut self) -> bool;
}
