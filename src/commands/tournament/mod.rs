//! `tournament`: games between engines, from flags or a settings file to a folder of results.

mod cli;
mod clock_text;
mod engine_text;
mod error;
mod files;
mod players;
mod prepare;
mod programs;
mod rule_text;
mod run;
mod sprt_text;
mod toml_value;
mod word_text;

pub(super) use cli::TournamentArgs;
pub(super) use run::run;

pub use error::TournamentInputError;
