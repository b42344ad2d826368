//! What the results of games mean: pure functions from results to numbers and tables, without I/O, clocks or processes.
//!
//! From the bottom up:
//!
//! - [`Trinomial`] and [`Pentanomial`] count games and pairs of games; [`Results`] collects both from finished games,
//!   and [`Sample`] is that of the two which statistics are made of.
//! - [`distribution`] finds what the results would look like if the score were another: the one idea on which
//!   intervals near 0 % and 100 % and the sequential test rest.
//! - [`mod@elo`] turns a sample into Elo, normalised Elo and likelihood of superiority; [`Sprt`] decides when to stop.
//! - [`rate`] rates a whole pool at once, [`CrossTable`] gathers it from records.
//! - [`MatchSummary`] is all that is said of two engines; [`tables`] prints pools.
//!
//! # Pairs
//!
//! Both games of a pair share an opening, so their results are not independent: a drawish or one-sided opening tells
//! on both. The pair is therefore the unit of observation. Games whose partner is missing are used only as long as no
//! pair is complete.

mod bradley_terry;
pub mod brownian;
pub mod cross_table;
pub mod distribution;
pub mod elo;
pub mod estimate;
mod linear;
pub mod pentanomial;
pub mod ratings;
pub mod results;
pub mod sample;
pub mod score;
pub mod sprt;
pub mod summary;
pub mod tables;
#[cfg(test)]
pub(super) mod test_records;

pub use cross_table::{CrossTable, Totals};
pub use elo::{elo, elo_of_score, likelihood_of_superiority, normalised_elo, score_of_elo};
pub use estimate::Estimate;
pub use pentanomial::Pentanomial;
pub use ratings::{Anchor, Encounter, Footing, Rating, RatingError, Ratings, rate};
pub use results::Results;
pub use sample::Sample;
pub use score::Trinomial;
pub use sprt::{EloModel, Hypotheses, Sprt, SprtError, SprtStatus, SprtVerdict};
pub use summary::{Detailed, MatchSummary};
pub use tables::{cross_table_text, faults_text, ratings_text};
