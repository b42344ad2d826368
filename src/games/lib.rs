//! The sibling games, one room each. They share the kernel with gomoku and nothing else: neither its threats nor its
//! evaluation.

pub mod connect6;
pub mod oxhorn;
pub mod reversi;
