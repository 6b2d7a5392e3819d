//! Quadrille.
pub mod app;
pub mod cli;
pub mod dlx;
pub mod docs;
pub mod puzzle;
pub mod solve;
