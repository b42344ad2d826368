//! All parameters of the search, in one table.

use std::time::Duration;

use kagetsu_kernel::{ClockPolicy, TimeBudget};

/// Kept back of a move's time on most systems, in milliseconds; see [`reserve`].
const USUAL_RESERVE: u64 = 30;
/// Kept back of a move's time on Windows, in milliseconds; see [`reserve`].
const WINDOWS_RESERVE: u64 = 50;
/// Part of a short turn that is kept back at most, as a divisor.
const RESERVE_SHARE: u32 = 5;

/// Kept back of a move's time for what the search does not see: the pipe, the manager's clock and the scheduler. No
/// thread of the search waits for a timer: each reads the clock as it goes, and the others are woken by events. So the
/// scheduler decides how late an answer comes on a busy machine.
///
/// - Linux: measured in 10,000 games with twice as many busy threads as processors. Answers came 46 ms before the limit of
///   the turn in the median, 21 ms before it at 99 %, 11 ms before it at 99.9 %, and 35 ms after it at worst.
/// - Windows: not measured. A thread there keeps its processor for two ticks of 15.6 ms on a desktop, so that one that loses
///   its turn to a single other thread comes 31 ms late, which is more than the reserve of Linux.
/// - Other systems: not measured, as Linux.
const fn reserve() -> Duration {
    Duration::from_millis(if cfg!(windows) {
        WINDOWS_RESERVE
    } else {
        USUAL_RESERVE
    })
}

/// The whole, for parameters in hundredths.
pub(super) const HUNDREDTHS: i32 = 100;

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $low:literal ..= $high:literal step $step:literal;)*) => {
        /// The parameters of the search. Scores are in evaluation units, depths in plies.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Params {
            /// The rows of the table: name, default, least, greatest, usual step.
            pub const ROWS: &'static [(&'static str, i32, i32, i32, i32)] =
                &[$((stringify!($name), $default, $low, $high, $step),)*];

            /// Changes the number of a row of [`Params::ROWS`]; one outside its range becomes the nearest inside.
            #[cfg(feature = "tune")]
            pub fn set(&mut self, row: usize, value: i64) {
                let fields = [$((&mut self.$name, $low, $high),)*];
                if let Some((field, low, high)) = fields.into_iter().nth(row) {
                    *field = value.clamp(low, high) as i32;
                }
            }
        }
    };
}

params! {
    /// First half width of the aspiration window.
    aspiration_width = 34 in 5..=200 step 8;
    /// Depth from which aspiration windows are used.
    aspiration_depth = 4 in 2..=10 step 1;
    /// Greatest depth of reverse futility pruning.
    reverse_futility_depth = 8 in 1..=12 step 1;
    /// Margin of reverse futility pruning for each ply of depth.
    reverse_futility_margin = 25 in 10..=200 step 4;
    /// Less margin when the position has become better for the side to move.
    reverse_futility_improving = 25 in 0..=150 step 8;
    /// Greatest depth of razoring.
    razor_depth = 3 in 1..=6 step 1;
    /// Margin of razoring at depth one.
    razor_base = 114 in 20..=400 step 16;
    /// Further margin of razoring for each ply of depth.
    razor_margin = 79 in 10..=300 step 12;
    /// Greatest depth at which moves are left out by their number.
    move_count_depth = 8 in 2..=14 step 1;
    /// Moves that are always searched.
    move_count_base = 5 in 2..=20 step 1;
    /// Factor of depth squared in the number of moves searched, in hundredths.
    move_count_factor = 41 in 20..=400 step 10;
    /// Greatest depth at which quiet moves are pruned because the evaluation is too far below alpha.
    futility_depth = 5 in 1..=10 step 1;
    /// Margin for leaving out quiet moves at depth zero.
    futility_base = 34 in 10..=300 step 12;
    /// Further margin for each ply of depth.
    futility_margin = 34 in 10..=200 step 6;
    /// Constant part of the reduction, in hundredths of a ply.
    lmr_base = 21 in -100..=200 step 12;
    /// Factor of the product of the logarithms of depth and move number, in hundredths.
    lmr_factor = 85 in 10..=120 step 5;
    /// History that makes or saves a ply of reduction.
    lmr_history = 8640 in 1000..=20000 step 1200;
    /// Reduction for each hundred units of policy gap, in hundredths of a ply.
    lmr_policy_gap = 158 in 0..=400 step 25;
    /// Policy gap up to which nothing is reduced.
    lmr_policy_gap_free = 142 in 0..=600 step 40;
    /// Greatest reduction by policy gap, in hundredths of a ply.
    lmr_policy_gap_max = 243 in 0..=1000 step 40;
    /// Reduction in expected cut nodes, in hundredths of a ply.
    lmr_cut_node = 107 in 0..=300 step 25;
    /// Reduction where the static evaluation has not improved, in hundredths of a ply.
    lmr_not_improving = 38 in 0..=200 step 20;
    /// Less reduction in nodes of the principal variation, in hundredths of a ply.
    lmr_pv = 101 in 0..=200 step 20;
    /// Less reduction for open threes and moves that stop them, in hundredths of a ply.
    lmr_threat = 42 in 0..=300 step 20;
    /// Less reduction for threes and fours near the own last stone when there is no threat to answer, in hundredths of a
    /// ply.
    lmr_attack = 81 in 0..=300 step 20;
    /// Reduction of moves far from the last stones of both sides, in hundredths of a ply.
    lmr_far = 48 in 0..=300 step 20;
    /// Reduction of fours that do not answer the opponent's open three and are far from the opponent's last stone, in
    /// hundredths of a ply.
    lmr_delay_far_from_opponent = 168 in 0..=400 step 30;
    /// Reduction of fours that do not answer the opponent's open three and are far from the own last stone, in hundredths of
    /// a ply.
    lmr_delay_far_from_own = 111 in 0..=400 step 30;
    /// Share of the usual reduction at the root, in percent.
    lmr_root = 50 in 0..=150 step 5;
    /// Least depth of singular extensions.
    singular_depth = 6 in 4..=12 step 1;
    /// Plies by which the table's entry may be less deep than the node of a singular test: one of a much shallower search says
    /// too little of its move.
    singular_entry_lag = 3 in 0..=8 step 1;
    /// Depth of the singular test, in percent of the depth of the moves: it is to tell whether another move comes near, at a
    /// fraction of what the node costs.
    singular_test_depth = 50 in 20..=80 step 5;
    /// Margin of the singular test for each ply of depth, in hundredths.
    singular_margin = 162 in 0..=1000 step 50;
    /// Depth from which the moves after one that raised alpha are searched a ply less deep.
    raised_depth = 3 in 2..=20 step 1;
    /// Margin above beta from which an expected cut node is searched a ply less deep, at depth zero. Reverse futility
    /// pruning comes first, so that it matters beyond its greatest depth.
    fail_high_base = 19 in 0..=300 step 12;
    /// Further margin above beta for each ply of depth.
    fail_high_margin = 22 in 0..=100 step 6;
    /// Depth from which nodes without a table move are searched a ply less deep (internal iterative reduction).
    iir_depth = 4 in 2..=8 step 1;
    /// Nodes of a VCF search at a leaf.
    vcf_leaf_nodes = 21 in 10..=1000 step 4;
    /// Further nodes of a VCF search for each ply of depth.
    vcf_depth_nodes = 3 in 0..=1000 step 2;
    /// Nodes of the VCF search before the first iteration.
    vcf_root_nodes = 100_000 in 1000..=1_000_000 step 10_000;
    /// Nodes of that search for each millisecond of the hard bound, if that gives fewer.
    vcf_root_nodes_per_ms = 300 in 50..=2000 step 50;
    /// Number of empty points from which on nothing is pruned or reduced.
    nearly_full_points = 12 in 4..=40 step 2;
    /// Greatest history bonus.
    history_bonus_max = 7227 in 200..=16000 step 1500;
    /// History bonus at depth one. It grows with the square of the depth.
    history_bonus = 40 in 2..=200 step 8;
    /// Evaluation bonus of a point on which a side makes a four with an open two or closed three, in thousandths of a unit
    /// for each point of the board: a larger board has more room to use such fours. One number for all rules, tuned
    /// for networks of games at 500 to 2,400 nodes a move; not measured since standard and renju learn from deeper games.
    four_plus_bonus = 63 in 0..=400 step 10;
    /// Policy gap above which moves are pruned off the principal variation.
    policy_margin = 409 in 200..=3000 step 50;
    /// Bonus in move ordering of the move that last refuted the opponent's move.
    counter_bonus = 60 in 0..=400 step 20;
    /// Weight of history against policy scores in move ordering, in hundredths.
    order_history = 1 in 0..=20 step 1;
    /// Added to each thread's score above the worst one, so that depth counts in the vote of the threads as well.
    vote_bias = 20 in 1..=200 step 8;
    /// Number of own moves among which the time of a game is divided at its beginning.
    clock_moves = 28 in 10..=80 step 3;
    /// Least number of own moves among which the remaining time is divided.
    clock_fewest_moves = 10 in 4..=40 step 2;
    /// Most time of a move, in percent of its share of the game's time.
    clock_stretch = 400 in 100..=1000 step 40;
    /// Soft bound when the best move has just changed, in percent of the share.
    clock_unstable = 150 in 50..=300 step 10;
    /// Reduction of the soft bound for each iteration without change, in percent of the share.
    clock_stable = 15 in 0..=50 step 3;
    /// Increase of the soft bound when the score has fallen, in percent for each hundred units.
    clock_fall = 100 in 0..=400 step 20;
    /// Reduction of the soft bound when the best move took a larger share of the nodes than usual, in percent for the
    /// whole; an increase when it took less.
    clock_effort = 100 in 0..=300 step 20;
}

impl Params {
    /// How the time of a game is divided.
    pub(crate) fn clock_policy(&self) -> ClockPolicy {
        ClockPolicy {
            reserve: reserve(),
            reserve_share: RESERVE_SHARE,
            moves: self.clock_moves.unsigned_abs(),
            fewest_moves: self.clock_fewest_moves.unsigned_abs(),
            stretch: self.clock_stretch.unsigned_abs(),
            unstable: self.clock_unstable,
            stable: self.clock_stable,
            fall: self.clock_fall,
            effort: self.clock_effort,
        }
    }

    /// Most positions that the search for a win by fours visits at the root, before the search of all moves. `by_nodes` is
    /// the part of a limit of nodes that it may take.
    pub(super) fn root_vcf_limit(&self, by_nodes: Option<u64>, budget: Option<TimeBudget>) -> u64 {
        let by_time = budget.map_or(u64::MAX, |budget| {
            let milliseconds = u64::try_from(budget.hard.as_millis()).unwrap_or(u64::MAX);
            milliseconds.saturating_mul(self.vcf_root_nodes_per_ms as u64)
        });
        (self.vcf_root_nodes as u64)
            .min(by_time)
            .min(by_nodes.unwrap_or(u64::MAX))
    }

    /// The row of [`Params::ROWS`] with this name, in letters of either case.
    #[cfg(any(test, feature = "tune"))]
    pub(crate) fn row_named(name: &str) -> Option<usize> {
        Self::ROWS
            .iter()
            .position(|row| row.0.eq_ignore_ascii_case(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_inside_their_ranges() {
        for &(name, default, low, high, step) in Params::ROWS {
            assert!(
                (low..=high).contains(&default) && step > 0 && step < high - low + 1,
                "{name}"
            );
        }
    }

    #[test]
    fn names_are_found_in_letters_of_either_case() {
        for (row, (name, ..)) in Params::ROWS.iter().enumerate() {
            assert_eq!(Params::row_named(&name.to_uppercase()), Some(row));
        }
        assert_eq!(Params::row_named("no_such_parameter"), None);
    }
}
