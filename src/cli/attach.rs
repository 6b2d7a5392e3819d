//! `attach`: any dancing links program, unmodified, beside Algorithm X.
//!
//! The program runs under a debugger three times. The [survey] finds its links and the functions
//! that change them; the [follower](follow) stops at these and compares what changed; if something
//! differs, the program runs to this place again, and the [search for the line](blame) steps
//! through it. What the links mean is decided in `study::attach`; here are the process, its
//! [memory](pages), its [stops], and the [result in words](report).

pub mod blame;
pub mod debugger;
pub mod follow;
pub mod pages;
pub mod report;
pub mod sets;
pub mod stops;
pub mod survey;
