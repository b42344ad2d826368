//! Learning the network of the evaluation from games.
//!
//! # What is learned
//!
//! One network, described in [`eval::nnue`](kagetsu_gomoku::eval::nnue), gives values of positions and policy_scores of moves; both are
//! learned at once from the same games.
//!
//! **Values.** The value `v` of a position for the mover is in units of the logistic curve, and its loss against a wanted
//! result `t` the cross-entropy `-t ln p - (1 - t) ln (1 - p)` with `p = 1 / (1 + exp(-v))`. Wanted is a mixture of what
//! the search expected, `1 / (1 + exp(-score / 200))`, and of what came of the game, 0, 1/2 or 1;
//! [`TrainSettings::mix`] is the share of the search. One unit of the logistic curve is 200 of the evaluation, before and
//! after: margins of the search keep their meaning. Positions count in which a search would ask for the value: nobody has
//! a five, the mover has neither an open four nor two threats at once, and the score is not decided.
//!
//! **PolicyScores.** Of the moves that the search would rank, each is chosen with a chance proportional to `exp(policy_score)`; the
//! loss is the cross-entropy against the best move of the search. Where it valued several moves, each is wanted in
//! proportion to `exp(expectation / 0.05)`. [`TrainSettings::choice`] weighs this loss beside that of the values.
//!
//! # Fitting
//!
//! `fit` goes over the positions in small batches, in a new order each round, by the method of Adam in single precision.
//! The steps grow at first and then get shorter to the end. The numbers are held inside what the network's file can
//! store. Kept are those of the round that was best on games that are held out; it ends early when rounds bring nothing.
//! Games, not positions, are held out. It begins with numbers drawn by lot, or with those of another network: what lines
//! are worth is much the same by every rule, so games by one rule help to learn another.
//!
//! # The same everywhere
//!
//! Equal files and settings give equal bytes on any machine with any number of threads: sums are cut into parts that do
//! not depend on the threads and added in order, exponentials and logarithms come from the `libm` crate and not from the
//! system, no multiplication is fused with an addition, and lots are drawn by [`Rng`](kagetsu_kernel::rng::Rng). The
//! [`TrainingRecord`] in the network's file names data, settings and losses, and neither machine nor time.
//!
//! # What was tried
//!
//! November 2026, freestyle 15x15, mean losses on the games held out; the value's loss is that against results alone.
//! Differences of 0.003 mean nothing.
//!
//! | 320,000 to 340,000 positions | value | choice of moves |
//! |---|---|---|
//! | embeddings alone, also for policy_scores | 0.5855 | 2.376 |
//! | and codes of points inside the embeddings | 0.5784 | 2.354 |
//! | embeddings and code_sums | 0.5714 | 2.349 |
//! | and codes inside embeddings | 0.5696 | 2.307 |
//! | embeddings and code_sums, codes in policy_scores only: as it is, and cheaper to keep up to date | 0.5697 | 2.313 |
//! | and a number for each code and role in policy_scores | 0.5703 | 2.309 |
//!
//! | 400,000 positions | value | choice of moves |
//! |---|---|---|
//! | as it is | 0.5754 | 2.307 |
//! | weights of features that do not depend on the position | 0.5768 | 2.421 |
//!
//! | positions | value | choice of moves |
//! |---|---|---|
//! | 500,000 | 0.5633 | 2.275 |
//! | 800,000 | 0.5609 | 2.252 |
//! | the linear tables before, learned from 195,000 positions of weaker games | 0.5946 | about 2.72 |
//!
//! Decay of the weights (0.02) changed nothing at 800,000 positions.
//!
//! Beginning with the network of another rule, here that of freestyle learned from 711,684 positions, or with one that
//! began so (each held-out set is that of its rule):
//!
//! | rule, positions | begins with | steps, rounds | value | choice of moves |
//! |---|---|---|---|---|
//! | renju, 341,573 | lots | 0.004, 6 | 0.5640 | 1.962 |
//! | | freestyle | 0.004, 6 | 0.5476 | 1.908 |
//! | | freestyle | 0.002, 6 | 0.5495 | 1.897 |
//! | standard, 343,247 | lots | 0.004, 6 | 0.5747 | 1.950 |
//! | | freestyle | 0.003, 6 | 0.5664 | 1.907 |
//! | | renju, itself from freestyle | 0.003, 6 | 0.5606 | 1.895 |
//! | | the same, of shorter steps | 0.002, 3 | 0.5587 | 1.889 |
//! | caro, 354,794 | lots | 0.004, 6 | 0.6049 | 2.184 |
//! | | freestyle | 0.003, 6 | 0.5966 | 2.147 |
//! | | renju, itself from freestyle | 0.003, 6 | 0.5947 | 2.134 |
//! | freestyle, 711,684 | lots | 0.004, 6 | 0.5527 | 1.906 |
//! | | standard, itself from freestyle | 0.003, 5 | 0.5494 | 1.893 |
//! | | standard, itself from renju | 0.002, 3 | 0.5474 | 1.886 |
//!
//! **What the result is mixed with.** Renju, 559,922 positions, everything else alike; the scores of these games foretell
//! their results best when 145, not 200, of them make a unit of the logistic curve:
//!
//! | share of the search | unit of scores | result alone | choice of moves | forecast | games |
//! |---|---|---|---|---|---|
//! | 0.6, as it is | 200 | 0.5559 | 1.865 | | |
//! | 0.6 | 145 | 0.5542 | 1.865 | +0.0004 ± 0.0021 | |
//! | 0.3 | 145 | 0.5474 | 1.867 | -0.0082 ± 0.0028 | -53 ± 40 Elo in 240 |
//! | 0.3, of which the first round was the best | 200 | 0.5488 | 1.869 | | -10 ± 37 in 200 |
//! | 0.8 | 145 | 0.5633 | 1.865 | +0.0134 ± 0.0023 | +10 ± 42 in 200 |
//! | 0.6, for the result what later searches expected, each 0.95 times as much as the one before, anew where a move was drawn by lot | 145 | 0.5639 | 1.865 | | |
//! | 0.6, likewise 0.9, not anew | 200 | 0.5630 | 1.864 | | |
//!
//! The forecast is that of 4,000 positions of 840 games at 4,000 nodes (one standard error), the games are of 12,000. Here
//! they disagree, and so would the loss against results: how well scores foretell results does not tell which of two
//! evaluations plays better, when one leans more to the results by what it was learned from.

mod adam;
mod curves;
mod samples;

mod layout;
mod matrix;

mod goal;
mod pass;

mod fit;
mod set;

mod measure;

mod trainer;

mod record;

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod same_everywhere;
#[cfg(test)]
mod test_games;

pub use fit::EpochLoss;
pub use measure::{CalibrationBin, NetworkLosses, calibration_error};
pub use record::{DataSource, Sources, TrainingRecord};
pub use set::{DataSplit, SampleSet};
pub use trainer::{SampleCounts, TrainSettings, Trained, train};
