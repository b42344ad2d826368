//! Tournaments between engines, ours or any other: Gomoku by the Gomocup protocol, Reversi by GTP or `NBoard`, Connect6 by
//! SAU or Cloudict.
//!
//! The crate speaks the manager's side of the protocols and judges games with [`kagetsu_gomoku::board`] and
//! [`kagetsu_games`]. From the bottom up it holds: an engine as a child process, one conversation with it, one game
//! between two engines, for each kind of game one implementation of the trait `Contest`, the schedule of a tournament, the statistics of its results, and the tuning of an engine's parameters by games.

pub mod brain;
pub mod compliance;
mod connect6_contest;
mod contest;
pub mod dialogue;
pub mod first_request;
pub mod folder;
pub mod game;
pub mod game_clock;
mod gomoku_contest;
pub mod greeting;
pub mod manifest;
pub mod openings;
pub mod plain_form;
pub mod process;
pub mod process_tree;
pub mod processor_waits;
pub mod progress;
pub mod protocol;
mod quote;
pub mod referee;
pub mod remark;
pub mod report;
mod reversi_contest;
pub mod schedule;
mod seats;
pub mod settings;
pub mod statistics;
pub mod swap2;
pub mod tournament;
pub mod transcript;
pub mod tuning;

pub use game::GameRunner;
pub use schedule::{Format, Schedule, ScheduleError};
pub use settings::{ClockRules, EngineSpec, GamePlan, GameSettings};
