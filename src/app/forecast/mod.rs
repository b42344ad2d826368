//! `forecast`: measures how well the scores of a search predict the results of games. A better search predicts them
//! better, and this shows on far fewer positions than a match needs games. It does not tell which of two networks with
//! different training targets plays better.

mod args;
mod games;
mod loss;
mod run;
mod sample;

pub(super) use args::ForecastArgs;
pub(super) use run::run;
