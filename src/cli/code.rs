//! The exit codes.

/// Solved, unique, as expected.
pub const YES: u8 = 0;
/// No solution, several solutions, or not as expected.
pub const NO: u8 = 1;
/// Input or usage that cannot be understood.
pub const UNUSABLE: u8 = 2;
/// A limit was hit before the answer was known.
pub const LIMIT: u8 = 3;
/// An answer failed verification: a defect of this program.
pub(crate) const DEFECT: u8 = 4;
/// Interrupted. The results known by then are printed.
pub(crate) const INTERRUPTED: u8 = 130;

/// The exit codes and their meanings, as `--help`, the manual pages and the manual list them.
pub static CODES: &[(u8, &str)] = &[
    (YES, "yes: solved, unique, as expected; every count that is complete"),
    (NO, "no: no solution; in `check`, also several solutions or an answer that is not expected"),
    (UNUSABLE, "an input or an argument cannot be used"),
    (LIMIT, "a limit was reached before the answer was known"),
    (DEFECT, "an answer did not verify: a defect of quadrille"),
    (INTERRUPTED, "interrupted; what was known is printed"),
];
