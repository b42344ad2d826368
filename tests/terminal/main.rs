//! Tests of the game in a terminal: on a whole screen and by lines.

#![cfg(unix)]

mod games;
mod plain;
mod screen;
mod siblings;

type Fault = Box<dyn std::error::Error + Send + Sync>;

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_pbrain-kagetsu");
