//! `attach`: any dancing links program, unmodified, beside Algorithm X.
//!
//! What the links mean is decided in [`crate::witness`]; here are the [process](debugger) under gdb
//! or in Python, and the [rows](print) of the result.

pub mod debugger;
pub mod print;
