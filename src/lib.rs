//! Quadrille.
pub mod dlx;
