//! Tournaments between engines that speak the Gomocup protocol, ours or any other.
//!
//! It speaks the manager's side of the protocol and judges by the engine's own [`kagetsu_gomoku::board`]. From the bottom up:
//! an engine as a child process, one conversation with it, one game between two of them, the schedule of a
//! tournament, and what its results mean; and the tuning of an engine's numbers by games.

pub mod brain;
pub mod compliance;
pub mod dialogue;
pub mod folder;
pub mod game;
pub mod game_clock;
pub mod manifest;
pub mod openings;
pub mod plain_form;
pub mod process;
pub mod process_tree;
pub mod progress;
pub mod referee;
pub mod remark;
pub mod report;
pub mod schedule;
pub mod settings;
pub mod statistics;
pub mod swap2;
pub mod tournament;
pub mod transcript;
pub mod tuning;

pub use game::GameRunner;
pub use schedule::{Format, Schedule, ScheduleError};
pub use settings::{ClockRules, EngineSpec, GamePlan, GameSettings};
