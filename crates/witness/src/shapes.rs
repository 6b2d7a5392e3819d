//! The rows of the shapes, and the first run of a program: which of them it has.

use crate::RoleNames;
use crate::links::LINKS;
use crate::set_search::SETS;
use crate::shape::{MatrixShape, ProgramSurvey, Unfollowed};
use crate::target::{Functions, Target};

/// The shapes, in the order in which they are looked for.
pub const SHAPES: [&dyn MatrixShape; 2] = [&LINKS, &SETS];

/// Runs the program until it is known where its matrix is and what changes it. `functions` are those
/// of the target before it runs: later it has those of its libraries, too.
///
/// # Errors
///
/// The reason why it cannot be followed: if no shape is found, the one that the first shape gives.
pub fn survey(target: &mut dyn Target, functions: &Functions, asked: &RoleNames) -> Result<ProgramSurvey, Unfollowed> {
    if functions.functions.is_empty() {
        let optimized = functions.optimized.clone();
        return Err(optimized.map_or(Unfollowed::NoDebug, Unfollowed::Optimized));
    }
    let mut none = None;
    for shape in SHAPES {
        match shape.survey(target, functions, asked) {
            Err(why @ Unfollowed::NoLinks { .. }) => none = none.or(Some(why)),
            Err(Unfollowed::NoOperations { .. }) if functions.optimized.is_some() => break,
            surveyed => return surveyed,
        }
    }
    match functions.optimized.clone() {
        Some(optimized) => Err(Unfollowed::Optimized(optimized)),
        None => Err(none.unwrap_or(Unfollowed::NoDebug)),
    }
}
