//! Quadrille.
pub mod app;
pub mod cli;
pub mod config;
pub mod dlx;
pub mod docs;
pub mod puzzle;
pub mod shell;
pub mod solve;
pub mod ui;
