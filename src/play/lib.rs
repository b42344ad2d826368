//! Playing against Kagetsu. A `session::Session` holds one game with its seats, clocks and record and knows no screen;
//! the game itself stands behind [`game::Game`]. Front ends ask for a [`game::Picture`] and turn typed events into the
//! words of [`text`]. Layers, an import may only point down:
//!
//! ```text
//! page, terminal -> progress_file, host -> table -> study, practice -> registry, puzzles, learn -> player -> text -> session -> gomoku, siblings -> opening -> game
//! ```

// The page, its server and the terminal use all of the table; a host in a browser and the puzzles alone use parts of it.
#![cfg_attr(
    not(feature = "page"),
    allow(
        dead_code,
        unreachable_pub,
        unused_imports,
        reason = "parts of the table that only the page uses"
    )
)]

#[cfg(test)]
mod expectations;
pub mod game;
pub mod gomoku;
#[cfg(feature = "host")]
pub mod host;
mod learn;
pub mod opening;
#[cfg(feature = "page")]
pub mod page;
pub mod player;
mod practice;
mod progress_file;
pub mod puzzles;
pub mod registry;
pub mod session;
mod siblings;
pub mod study;
mod table;
pub mod terminal;
pub mod text;
