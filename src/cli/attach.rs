//! `attach`: any dancing links program, unmodified, beside Algorithm X.
//!
//! What the links mean is decided in [`crate::witness`]; here are the [process](debugger) under gdb
//! or in Python, its stops without gdb (`traced`), and the [rows](print) of the result.

pub mod debugger;
pub mod print;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub mod traced;
