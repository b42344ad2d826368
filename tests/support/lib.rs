//! Helpers shared by the test programs: a slow referee, the replay of claimed wins, readers of the data files, games, searches,
//! running programs, the rule for outputs and wrong inputs. Referee and readers do not use the engine's algorithms. This is a
//! crate of its own because its loops are hot: it is built with optimisation, the test programs are not.

pub mod cases;
pub mod claims;
pub mod filling;
pub mod made_up;
pub mod openings;
pub mod oracle;
pub mod outputs;
pub mod play;
pub mod process;
pub mod puzzles;
pub mod ran;
#[cfg(target_os = "linux")]
pub mod scripted;
pub mod searching;
#[cfg(unix)]
pub mod shell;
pub mod wrong_inputs;
