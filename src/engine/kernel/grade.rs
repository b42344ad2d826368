//! The scale of moves: how much of the probability to win a move may lose. Reviews of games and the page have the same one.

/// Loss from which on a move is an inaccuracy.
pub const INACCURACY: f64 = 0.05;
/// Loss from which on it is a mistake.
pub const MISTAKE: f64 = 0.10;
/// Loss from which on it is a blunder.
pub const BLUNDER: f64 = 0.20;
