//! The evaluation: a small network over line patterns that follows the board. All its numbers are learned from games.
//!
//! # What it sees
//!
//! Every empty point with a stone in reach is seen from both sides, mover `m` and opponent `w`. A side's embedding of a point is a
//! vector of [`EMBEDDING`] numbers: the sum over the four directions of what the [`LinePattern`](crate::board::LinePattern) there, with
//! the side's own stones as first colour, is worth ([`line_pattern_index`] numbers the patterns; mirrored ones are equal). Beside it
//! each side has a code_sum: the sum over all empty points of [`CODE_SUM`] numbers for the side's [code](crate::board::PatternCode) of the
//! point.
//!
//! ```text
//! embedding[s][p]  = Σd patterns[s][pattern of s in direction d of p]
//! inputs      = Σp max(0, embedding[m][p]), Σp max(0, embedding[w][p]), Σp code_sums[m][c(m, p)], Σp code_sums[w][c(w, p)]
//! hidden      = max(0, first[m] · inputs)
//! value       = last[m] · max(0, second[m] · hidden)
//! ```
//!
//! The value is in units of which [`LOGISTIC_SCALE`](super::LOGISTIC_SCALE) make one unit of the logistic curve: an expected
//! result of `1 / (1 + exp(-value / 200))`. Each layer has biases. A policy_score is what a move's logarithm of a chance to be
//! the best one is, in hundredths, up to a number that all moves of the position share:
//!
//! ```text
//! features[s][p] = max(0, embedding[s][p] + codes[s][c(s, p)])
//! weights     = policy_score[m] + policy_hidden[m] · hidden
//! policy_score(p)  = weights · (features[m][p], features[w][p]) + near[m][distances of p to the last two stones]
//! ```
//!
//! So what a pattern policy_scores depends on the position as a whole. Tables are apart for Black and White where the rule
//! treats them differently, and one table serves both sides elsewhere. The idea, sums of learned vectors over
//! patterns of lines with a small head and weights of the policy that depend on the position, is Rapfi's (Jin and others,
//! "Rapfi: distilling efficient neural network for the game of Gomoku", 2025); features, layout and numbers are our own.
//!
//! # How it is computed
//!
//! `accumulator` keeps embeddings and sums up to date with every stone, in integers, so taking a stone back restores them
//! exactly; a value is then two small matrices, which `layers` has in integers of 16 bits: every machine gets the same
//! values. The loops over rows of numbers are in `simd`, which has them for AVX2 and for any other processor.
//!
//! # What was measured
//!
//! November 2026, positions of games at 800 to 2,400 positions a move (freestyle in part 1,000 to 3,000 and 1,500 to 5,000,
//! standard and renju in part 500 to 1,500), mean losses on the tenth of the games that was held out:
//!
//! | | positions | value | against results alone | choice of moves | best move first |
//! |---|---|---|---|---|---|
//! | freestyle | 1,839,259 | 0.5941 | 0.5734 | 1.979 | 38.8 % |
//! | freestyle on large boards, 15x15 and 20x20 | 3,417,190 | 0.5799 | 0.5631 | 1.940 | 39.7 % |
//! | standard | 1,086,909 | 0.5998 | 0.5796 | 1.930 | 39.3 % |
//! | renju | 1,163,584 | 0.5990 | 0.5716 | 1.900 | 39.9 % |
//! | caro | 237,986 | 0.6401 | 0.6389 | 2.507 | 28.9 % |
//!
//! Games held out are a tenth of those of each row, so rows with more games from edges look worse than they are. The
//! first was learned by itself, from chance (0.004, 6 rounds); the second began with it (0.003, 4 rounds), standard and
//! renju with an earlier one of 1,273,551 positions (0.003, 4 rounds). Caro began with the one before, of 354,794
//! positions, which was the end of a chain in which each began with the one before (`train --start`), from freestyle of
//! 639,740 positions over renju: on the way the first renju that began with freestyle had +111 ± 42 against renju learned
//! for itself (200 games of 12,000 positions a move).
//!
//! The last step of caro, 237,986 positions at 1,000 to 4,000 positions a move, has +37 ± 20 against the one before (901
//! games of 12,000 positions a move, SPRT [0, 10] passed), which had 0.6411, 0.6436 and 2.693 on the same held-out games.
//! Begun with freestyle it came to 0.6405, 0.6388 and 2.501, with renju to 0.6411, 0.6393 and 2.512; from chance to
//! 0.6457, 0.6464 and 2.580, and -29 ± 20 against the one before in 1,000 games of 20,000 positions a move.
//!
//! **More positions, and from all of the board.** Freestyle had 639,740 positions of 15x15 and 956,069 of both sizes
//! first, eight of ten games beginning in the middle. As many more, three in ten of the games beginning at an edge, had
//! at 12,000 positions a move +55 ± 30 on 15x15 and +128 ± 35 on 20x20, in 400 games each with openings of tournaments,
//! which lie mostly at edges for 20x20. Then 671,000 more of 15x15 and 784,000 of 20x20, most at 1,000 to 3,000
//! positions a move, brought +28 ± 31 and +42 ± 33 in 400 games each; on the same held-out games of 15x15 the network
//! before had 0.5950, 0.5770 and 2.001. They count most in full positions: the loss of `forecast` at 1,000 positions a
//! move, in games on 20x20 with other engines, changed by -0.013 ± 0.003 from 40 stones on, by -0.002 ± 0.003 before.
//! Learning from those of 20x20 alone, 1.6 million, begun with the same network, changed it by -0.001.
//!
//! The same was true of standard and renju: about three and two times the positions of the networks before, the new ones
//! mostly of games at 500 to 1,500 positions a move with three in ten from an edge, gave +40 ± 29 in 400 games of standard
//! and +21 ± 22 in 800 of renju, again with openings of tournaments. On the same held-out games the ones before had
//! 0.6012, 0.5869 and 1.991, and 0.6002, 0.5794 and 1.930. A third of the new games of standard was enough for +39 ± 31;
//! without new games, beginning with the new freestyle, it was +4 ± 29.
//!
//! Then a million more of renju at 1,000 to 3,000 positions a move (841,000 after thinning), four rounds begun with the
//! network as it is: on 784 other games 0.6016 for 0.6019, against results alone 0.5959 for 0.6031, choice of moves 2.061
//! for 2.115; and nothing in games, +4 ± 10 in 3,716 at 12,000 positions a move. With 0.3 for 0.6 of the score in the wanted
//! value 0.6027 against results alone, after eight rounds in place of four 0.5995. More of the same is not what
//! renju lacks.
//!
//! **Wider embeddings, 32 for 16,** learned from the 1,273,551 positions of freestyle have 0.5893, 0.5630 and 1.930 for 0.5891,
//! 0.5632 and 1.936: there are not enough games for them yet. Games of freestyle beside those of standard, 1.3 million
//! and 762,000, then one round of standard alone: 0.5989, 0.5810 and 1.999 on other games of standard, for 0.5996, 0.5824
//! and 1.999 without them.
//!
//! **Two sizes.** One that knows both sizes served neither as well as its own: at 12,000 positions a move an earlier network
//! for large boards had +183 ± 58 in 120 games on 20x20 against the other, which in turn had +39 ± 37 in 240 games on 15x15.
//! Learning from games on 20x20 alone, 430,000, was worse again, -53 ± 38 on 20x20 in 240 games; going on with them after
//! both, -9 ± 28 in 400.
//!
//! **Going on with the same games** brings nothing, whatever the losses say: the last of a chain on 15x15 had 0.5830, 0.5474
//! and 1.886 where the first had 0.5853, 0.5527 and 1.906, and -10 ± 29 against it in 400 games. Positions of games of
//! another engine against itself tell them apart: there, 20 to 45 plies before the end and after a search of 25,000
//! positions, the first network foretells the results with a loss of 0.402, its successors with 0.409, 0.420 and 0.422.
//! Learning on from 73,946 positions at 6,000 to 14,000 positions a move made that worse, too (0.481 and 0.470 for 0.464,
//! after 2,500 positions).
//!
//! Networks learned each for itself had 0.5853, 0.5991, 0.5978 (of 341,573 positions) and 0.6214. These in turn played
//! the linear tables before, one number for each code and facts on threats, the search the same, 100 games each, 12,000
//! positions a move (freestyle 15,000): freestyle +191 ± 70, standard +127 ± 71, renju +78 ± 69, caro +156 ± 67. On one
//! set of games of freestyle the tables had 0.6025 and 0.5946 where a network had 0.5881 and 0.5609.
//!
//! The networks as they are, caro's the one before, against the linear tables that stood before any learning by this program (features made by
//! hand, numbers fitted to 140,000 positions), the search the same and tuned for the networks, `four_plus_bonus` 0 for the
//! tables, 1,000 games of each rule on 15x15 at 20,000 positions a move: freestyle +290 ± 29, standard +299 ± 28, renju
//! +275 ± 26, caro +269 ± 27. At 0.15 s a move, again 1,000 games each: freestyle +285 ± 28, standard +246 ± 24, renju
//! +237 ± 24, caro +247 ± 24. A position took 1.33 to 1.35 of the time that the tables take.
//!
//! Calibration: what the value says of the result is off by 1.6 % of a game on freestyle 15x15, 2.2 on 20x20, 4.1 on
//! standard, 1.5 on renju and 2.5 on caro, the mean over twentieths of the scale by how many positions lie there; in some 700
//! games of each, made after the networks, of which none was learned (`train --epochs 0 --calibration`; caro's the one
//! before, 1.3 % now).
//!
//! - Rows of both embeddings lie side by side, a cache line for each kind of pattern.
//! - A stone is only noted, and counts when a value or a policy_score is asked for: 0.74 of the samples of a profile of `bench`
//!   before, in one run each.
//! - Loops written in AVX2: 0.79 of the instructions and 0.84 of the time of a search. The compiler alone, told to build for
//!   such a processor, came to 0.92 and 0.93.
//! - Then less work around them, in the board and the order of moves: together 0.69 of the instructions and 0.72 of the time
//!   [0.68, 0.78] in ten paired runs on freestyle 15x15.
//! - A stone's work on the board without branches that nobody can foresee: empty points whose shapes change are listed
//!   first, then changed; classes are looked up only where a shape is strong, codes when the network asks; what a stone
//!   changed in patterns is read from the lines then. Smaller tables of codes and shapes with it, and changes of codes of
//!   both sides summed in one pass. 0.94 of the time of `bench`, the middle of 16 paired runs between 0.90 and 1.05, and
//!   0.6 of the mispredicted branches of a simulated processor.
//! - Layers in integers of 16 bits for single precision: 0.96 of the instructions, 0.72 of the misses of a simulated
//!   first cache, and about 0.97 of the time of `bench`, less than its noise. No worse in games of 12,000 positions a
//!   move: SPRT [-8, 4] passed, 790 games.
//! - A true prefetch in place of the table's early load, for which the kernel would need unsafe code: 0.97 [0.95, 1.00] at
//!   first, nothing after what stands above.
//! - Neither a profile-guided build nor smaller tables of patterns, codes and shapes alone gained anything before that.
//!
//! # The file
//!
//! [`Weights`] holds the numbers of a rule as they are learned and stored (`networks/*.kgn`, the format is described in
//! `network_file`), written by the `train` command; the training record inside each tells from what and how.

mod accumulator;
mod features;
mod forward;
mod layers;
mod network;
mod network_file;
mod rows;
mod simd;
mod weights;

pub use features::{DISTANCES, LINE_PATTERNS, LinePatternIndex, distance, line_pattern_index};
pub use forward::Nnue;
pub use network::{Network, embedded_weights};
pub use network_file::ReadNetworkError;
pub use weights::{
    CODE_SUM, EMBEDDING, EMBEDDING_PAIR, HIDDEN, Head, INPUTS, SUM_SCALE, SideWeights, Weights,
    learned_rule,
};
