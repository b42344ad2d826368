//! Tests of the engine: board, search, solver and threads, against a slow referee.

mod balance;
mod clock;
mod decided;
mod dense_boards;
mod full_boards;
mod known;
mod laws;
mod lines;
mod little_memory;
mod oracle;
mod puzzles;
mod search;
mod signature;
mod solver;
mod stopping;
mod table_values;
mod threads;
mod tree_search;
