//! The evaluation: a small network over line patterns that follows the board. All its weights are learned from games.
//!
//! # Inputs
//!
//! Every empty point with a stone in reach is seen from both sides: the side to move `m` and its opponent `o`. A side's
//! embedding of a point is a vector of [`EMBEDDING`] numbers: the sum over the four directions `d` of the learned vector of
//! the [`LinePattern`](crate::board::LinePattern) there, with the side's own stones as first colour. [`line_pattern_index`]
//! numbers the kinds of patterns; mirrored ones are of one kind. Each side also has a code sum: the sum over all empty points
//! of [`CODE_SUM`] numbers for the side's [pattern code](crate::board::PatternCode) of the point.
//!
//! ```text
//! embedding[s][p] = sum over d of patterns[s][pattern of s in direction d of p]
//! inputs          = sum over p of max(0, embedding[m][p]), the same for o, code sum of m, code sum of o
//! hidden          = max(0, first[m] * inputs)
//! value           = last[m] * max(0, second[m] * hidden)
//! ```
//!
//! `max(0, x)` is the rectified linear unit (ReLU). Each layer has biases. The value is in units of which
//! [`LOGISTIC_SCALE`](super::LOGISTIC_SCALE) make one unit of the logistic curve: the expected result is
//! `1 / (1 + exp(-value / 200))`.
//!
//! # Policy scores
//!
//! A policy score is the natural logarithm of the probability that a move is the best one, in hundredths, up to a constant
//! that all moves of the position share:
//!
//! ```text
//! features[s][p]  = max(0, embedding[s][p] + policy code vectors[s][code of s at p])
//! weights         = policy bias[m] + policy_hidden[m] * hidden
//! policy score(p) = weights * (features[m][p], features[o][p]) + near[m][distances of p to the last two stones]
//! ```
//!
//! A network may have a neighbour layer, which sees the points round a move. A *ring* `r` of a point are its four neighbours at
//! one distance, up to four, along row and column or along the diagonals. The layer adds to the policy scores that lie at most
//! [`NEIGHBOUR_MARGIN`] behind the greatest:
//!
//! ```text
//! positive[s][p]  = max(0, embedding[s][p]), zero off the board and where a stone lies
//! output[s][p]    = max(0, bias + own * positive[s][p] + sum over r of rings[r] * (sum over p' in r of p of positive[s][p']))
//! policy score(p) += (neighbour policy bias[m] + neighbour policy_hidden[m] * hidden) * (output[m][p], output[o][p])
//! ```
//!
//! The products with `own` and `rings` are by component; both sides have coefficients of their own ([`NeighbourLayer`]).
//!
//! So the weights of the features depend on the position as a whole. Black and White have tables of their own where the rule
//! treats them differently; elsewhere one table serves both. Sums of learned vectors over line patterns, with a small head
//! and policy weights that depend on the position, are the idea of Rapfi (Jin and others, "Rapfi: distilling efficient neural
//! network for the game of Gomoku", 2025). Features, layout and weights are our own.
//!
//! # Implementation
//!
//! `accumulator` keeps embeddings and sums up to date with every stone, in integers, so that taking a stone back restores
//! them exactly. The neighbour layer keeps no state: it is computed when policy scores are asked for. `layers` computes the
//! two small matrices in integers of 16 bits, to which the sums of every layer are requantised, so every machine gets the
//! same values. `simd` has the loops: for AVX2, for WebAssembly, and for any other processor. [`Weights`] holds the weights of
//! a rule as they are learned and stored (`networks/*.kgn`; `network_file` describes the format); rows that similar patterns
//! share in training (factorised features) are added up in it. The training record inside each file says from what and how.
//! `experiments/` has the measurements.

mod accumulator;
mod features;
mod forward;
mod layers;
mod network;
mod network_file;
mod rings;
mod rows;
mod simd;
mod weights;

pub use features::{DISTANCES, LINE_PATTERNS, LinePatternIndex, distance, line_pattern_index};
pub use forward::Nnue;
pub use network::{Network, embedded_weights, network_file};
pub use network_file::ReadNetworkError;
pub use rings::{RING_STEPS, RINGS};
pub use weights::{
    CODE_SUM, EMBEDDING, EMBEDDING_PAIR, HIDDEN, Head, INPUTS, NEIGHBOUR_MARGIN, NeighbourLayer,
    SUM_SCALE, SideWeights, Weights, learned_rule,
};

/// The name of the vector instructions that the evaluation uses on this processor. The values do not depend on it.
pub fn vector_instructions() -> &'static str {
    simd::instructions()
}
