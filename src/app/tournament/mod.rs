//! `tournament`: games between engines, from flags or a settings file to a folder of results.

mod cli;
mod clock_text;
mod engine_files;
mod engine_text;
mod error;
mod files;
mod from_folder;
mod game_name;
mod game_options;
mod games;
mod greet;
mod own_program;
mod prepare;
mod programs;
mod run;
mod sibling_openings;
mod toml_value;
mod untold;

pub(super) use cli::TournamentArgs;
pub(super) use engine_text::EngineEntry;
pub(super) use error::{conflict, not_given, resume_missing, resume_nothing};
pub(super) use from_folder::recorded_options;
pub(super) use game_name::GameName;
pub(super) use game_options::GameOptions;
pub(super) use games::{
    DEFAULT_MEMORY_TOLERANCE_PERCENT, DEFAULT_PATIENCE, DEFAULT_TOLERANCE, PreparedGames,
    prepare_games,
};
pub(super) use greet::{Greeted, greet_engines, interrupted_after};
pub(super) use prepare::Prepared;
pub(super) use programs::{
    EngineDefaults, engine_spec, existing_folder, find_program, is_gomocup_gomoku, names_self,
};
pub(super) use run::{FAULT, run};
