//! Learning the tables of the classical evaluation from games.
//!
//! # What is learned
//!
//! Two models, one after the other, from the same games. Both are linear: every number of the tables is the sum of a few
//! weights.
//!
//! **Values.** The value `v` of a position for the mover, in units of the logistic curve, is the sum that
//! [`eval::classical`](crate::eval::classical) describes, and its loss against a wanted result `t` the cross-entropy
//! `-t ln p - (1 - t) ln (1 - p)` with `p = 1 / (1 + exp(-v))`. Wanted is a mixture of what the search expected,
//! `1 / (1 + exp(-score / 200))`, and of what came of the game, 0, 1/2 or 1; [`TrainSettings::mix`] is the share of the
//! search. One unit of the logistic curve is 200 of the evaluation, before and after: margins of the search keep their
//! meaning. Positions count in which a search would ask for the value: nobody has a five, the mover has no open four, and
//! the score is not decided.
//!
//! **Promises.** Of the moves that the search would rank, each is chosen with a chance proportional to `exp(promise)`; the
//! loss is the cross-entropy against the best move of the search. Where it valued several moves, each is wanted in
//! proportion to `exp(expectation / 0.05)`.
//!
//! # Weights
//!
//! A code is worth the sum of its factors, which it shares with others, and of a remainder of its own: `factors` has them.
//! The worth to mover and waiter is split into what both have in common and what the turn adds: `value_model` tells why.
//! Of every weight it is expected beforehand to be near zero, with a standard deviation that [`TrainSettings`] names
//! in units of the evaluation: the loss has `w² / 2σ²` added for every weight, once for all positions. So a rare code falls
//! back on its factors, and the more games there are, the less this matters.
//!
//! # Fitting
//!
//! `fit` goes over the positions in small batches, in a new order each round, by the method of Adam in double precision,
//! with steps that get shorter. It keeps the numbers of the round that was best on games that are held out, and ends when
//! rounds bring nothing. Games, not positions, are held out.
//!
//! # The same everywhere
//!
//! Equal files and settings give equal bytes on any machine with any number of threads: sums are cut into parts that do
//! not depend on the threads and added in order, exponentials and logarithms come from the `libm` crate and not from the
//! system, no multiplication is fused with an addition, and lots are drawn by [`Rng`](crate::kernel::rng::Rng). The
//! [`TrainingRecord`] in the table file names data, settings and losses, and neither machine nor time.
//!
//! # What was tried
//!
//! November 2026, freestyle 15x15, 195,000 positions of 14,100 games at 1,000 to 4,000 positions a move, mean losses on the
//! 1,600 games held out. Most differ by much less than the first row from the second:
//!
//! | values | loss | against results alone |
//! |---|---|---|
//! | factors fitted by hand before | 0.6206 | 0.6131 |
//! | learned, masks of nine facts | 0.6117 | 0.6007 |
//! | the same, rounded to whole units (other games, where 0.5654 became 0.5732) | + 0.008 | |
//! | masks of thirteen facts, as it is | 0.6090 | 0.5946 |
//! | and counts of four classes up to three for each side | 0.6085 | 0.5937 |
//! | and tempo by number of stones | 0.6087 | 0.5938 |
//! | and pairs of classes at every point, which every change of a code would have to keep up to date | 0.6078 | 0.5927 |
//! | mix 0, 0.25, 0.6, 1 with nine facts | | 0.5970, 0.5966, 0.6008, 0.6115 |
//!
//! | promises | loss | best move first |
//! |---|---|---|
//! | factors fitted by hand before | 2.178 | 39.9 % |
//! | learned, remainders of 3, 30, 50, 100 units | 2.056, 2.035, 2.033, 2.035 | 40.4 % |
//! | with longer steps | 2.031 | 40.4 % |
//! | and pairs of classes, as it is | 1.979 | 41.0 % |
//! | and distance to the last two moves, unused so far | 1.956 | 41.4 % |
//!
//! The scores of the search themselves fit the results best if 150 and not 200 units are one of the logistic curve (0.5405
//! against 0.5468); values learned with that had no smaller loss against the results (0.6020 against 0.6007).

mod adam;
mod curves;
mod factors;
mod model;
mod samples;

mod choice_model;
mod value_model;

mod fit;
mod integers;
mod set;

mod measure;

mod trainer;

mod record;

#[cfg(test)]
mod test_games;

pub use fit::EpochLoss;
pub use integers::PROMISE_SCALE;
pub use measure::{CalibrationBin, Losses};
pub use record::{DataSource, TrainingRecord};
pub use set::{Purpose, SampleSet};
pub use trainer::{Part, SampleCounts, TrainSettings, Trained, train};
