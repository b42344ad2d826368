//! Tournaments between engines, ours or any other: Gomoku by the Gomocup protocol, GTP or JSON queries, Reversi by GTP or
//! `NBoard`, Connect6 by SAU, Cloudict or the words of the Gomocup protocol.
//!
//! The crate speaks the manager's side of the protocols and judges games with [`kagetsu_gomoku::board`] and
//! the crates of these. From the bottom up it holds: an engine as a child process, one conversation with it, one game
//! between two engines, for each kind of game one implementation of the trait `Contest`, the schedule of a tournament,
//! the statistics of its results, and the tuning of an engine's parameters by games.
//!
//! One game between two engines, which is not played here because it needs their programs:
//!
//! ```no_run
//! use std::sync::Arc;
//! use kagetsu_arena::{EngineSpec, GameRunner, GameSettings, Schedule};
//! use kagetsu_arena::schedule::Format;
//! use kagetsu_gomoku::board::Rule;
//! use kagetsu_gomoku::geometry::BoardSize;
//! use kagetsu_kernel::StopSignal;
//!
//! let engine = |name: &str| EngineSpec::new(name, vec![format!("./pbrain-{name}")]);
//! let engines: Arc<[EngineSpec]> = Arc::new([engine("one"), engine("other")]);
//! let settings = GameSettings::new(Rule::Freestyle, BoardSize::square(15)?);
//! let schedule = Schedule::new(2, Format::RoundRobin, vec!["h8".to_string()], 1)?;
//! let mut runner = GameRunner::new(engines, settings);
//! for plan in schedule.plans() {
//!     if let Some(record) = runner.play(&plan, &StopSignal::new()) {
//!         println!("{}: {:?}", record.moves, record.result);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Openings of a file, checked against the rule, and a schedule in which each is played with both colours:
//!
//! ```
//! use std::path::Path;
//! use kagetsu_arena::openings::{BookOrder, ReadOptions, deal_openings, parse_openings};
//! use kagetsu_arena::schedule::{Format, Schedule};
//! use kagetsu_gomoku::board::Rule;
//! use kagetsu_gomoku::geometry::BoardSize;
//!
//! let options = ReadOptions {
//!     rule: Rule::Freestyle,
//!     size: BoardSize::square(15)?,
//!     stones: None,
//! };
//! let openings = parse_openings(b"h8i9j10\n0,0, 1,2, -3,1\n", Path::new("openings.txt"), &options)?;
//! let dealt = deal_openings(&openings, options.size, BookOrder::default(), 2);
//! let schedule = Schedule::new(2, Format::RoundRobin, dealt, 2)?;
//! assert_eq!(schedule.plans().count(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The statistics of a match: pairs of games by their points, from none to two.
//!
//! ```
//! use kagetsu_arena::statistics::{Pentanomial, Sample, Sprt, SprtVerdict, elo};
//!
//! let sample = Sample::Pairs(Pentanomial([5, 40, 100, 60, 15]));
//! let gain = elo(&sample).ok_or("there are games")?;
//! assert!(gain.value > 0.0 && gain.margin() > 0.0);
//! let test = Sprt::new("elo0=0,elo1=5".parse()?)?;
//! assert_eq!(test.status(&sample).verdict, SprtVerdict::Undecided);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adjudication;
pub mod brain;
pub mod compliance;
mod connect6_contest;
mod connect6_gomocup;
mod contest;
pub mod dialogue;
pub mod digest;
mod engine_files;
mod first_request;
pub mod folder;
mod game;
pub mod game_clock;
mod game_log;
mod gomoku_contest;
mod gomoku_gtp;
mod gomoku_json;
pub mod greeting;
mod gtp_lines;
mod json_lines;
pub mod manifest;
mod memory_limit;
pub mod openings;
mod plain_form;
mod process;
pub mod process_tree;
mod processor_waits;
pub mod progress;
pub mod protocol;
pub mod referee;
pub mod remark;
pub mod report;
mod reversi_contest;
pub mod schedule;
mod seats;
pub mod settings;
mod sibling_lines;
pub mod statistics;
pub mod swap2;
pub mod toml_fault;
pub mod tournament;
mod transcript;
pub mod tuning;

pub use game::GameRunner;
pub use schedule::{Format, Schedule, ScheduleError};
pub use settings::{ClockRules, EngineSpec, GamePlan, GameSettings};
