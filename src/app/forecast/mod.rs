//! `forecast`: how well the scores of a search foretell the results of games. A better search foretells them
//! better, which takes far fewer positions to see than a match takes games; of networks learned towards different goals
//! it does not tell which plays better.

mod args;
mod error;
mod loss;
mod run;
mod sample;

pub(super) use args::ForecastArgs;
pub use error::ForecastError;
pub(super) use run::run;
