//! Tournaments between engines that speak the Gomocup protocol, ours or any other.
//!
//! The crate speaks the manager's side of the protocol and judges games with [`kagetsu_gomoku::board`]. From the bottom
//! up it holds: an engine as a child process, one conversation with it, one game between two engines, the schedule of a
//! tournament, the statistics of its results, and the tuning of an engine's parameters by games.

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
