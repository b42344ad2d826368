//! Kagetsu: a Gomoku and Renju engine that speaks the Gomocup protocol.
//!
//! An import may only point down (proved by `tests/architecture.rs`):
//!
//! ```text
//! main -> commands -> protocol -> engine -> search -> eval -> board -> geometry -> kernel
//! ```

pub mod board;
pub mod commands;
pub mod engine;
pub mod eval;
pub mod geometry;
pub mod kernel;
pub mod protocol;
pub mod search;
