//! How much time a move may take: a soft bound after which no new iteration starts, scaled by how stable the best move is, and
//! a hard bound at which the search is aborted. All games plan with it, each by its own [`ClockPolicy`].

use std::time::Duration;

use super::PERCENT;
use super::limits::TimeControl;

/// What a move costs beside its search on a busy machine: the process wakes up late, and the manager reads late. A game
/// may last as long as there is room, so this is kept for every move that may still come.
const MOVE_COST: Duration = Duration::from_millis(20);
/// Part of the time kept for a move's cost that the move may think, as a divisor.
const THINKING_SHARE: u32 = 2;
/// Largest part of the game's remaining time for one move, as a divisor.
const LARGEST_SHARE: u32 = 4;
/// Part of the increment that a move may use, in percent.
const USED_INCREMENT: u32 = 75;
/// Iterations without change after which a best move counts as fully stable.
const SETTLED_ITERATIONS: i32 = 5;
/// Fall of the score, in units, beyond which it is no longer a matter of time.
const MOST_FALL: i32 = 100;
/// Least part of its share that a move gets, in percent.
const LEAST_PERCENT: i32 = 10;
/// The share of positions below the best move for which effort changes nothing, in percent.
const USUAL_EFFORT: i32 = 60;
const WHOLE: i32 = PERCENT as i32;
/// Longest time that is planned with: the reading of a clock can be added to it.
const LONGEST: Duration = Duration::from_secs(u64::MAX / 4);

/// How a game divides its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockPolicy {
    /// Kept back for the pipe, the manager's clock and the scheduler.
    pub reserve: Duration,
    /// Part of a short turn that is kept back at most, as a divisor.
    pub reserve_share: u32,
    /// Number of own moves among which the time of a game is divided at its beginning.
    pub moves: u32,
    /// Least number of own moves among which the remaining time is divided.
    pub fewest_moves: u32,
    /// Most time of a move, in percent of its share of the game's time.
    pub stretch: u32,
    /// Soft bound when the best move has just changed, in percent of the share.
    pub unstable: i32,
    /// Reduction of the soft bound for each iteration without change, in percent of the share.
    pub stable: i32,
    /// Increase of the soft bound when the score has fallen, in percent for each hundred units.
    pub fall: i32,
    /// Reduction of the soft bound when the best move took a larger share of the nodes than usual, in percent for the
    /// whole; an increase when it took less.
    pub effort: i32,
}

impl ClockPolicy {
    /// The part of its share that a move is worth after these signs, in percent.
    pub fn percent(&self, stability: Stability) -> u32 {
        let stable = stability.stable.min(SETTLED_ITERATIONS);
        let by_stability = (self.unstable - self.stable * stable).max(0);
        // A falling score says that the best move may be refuted, and another has to be found.
        let by_fall = WHOLE + self.fall * stability.fall.clamp(0, MOST_FALL) / WHOLE;
        let by_effort = WHOLE + self.effort * (USUAL_EFFORT - stability.effort) / WHOLE;
        let percent = by_stability * by_fall / WHOLE * by_effort.max(0) / WHOLE;
        percent.max(LEAST_PERCENT).unsigned_abs()
    }

    fn without_reserve(&self, time: Duration) -> Duration {
        let time = time.min(LONGEST);
        time.saturating_sub(self.reserve.min(time / self.reserve_share.max(1)))
    }

    fn share_of_game(&self, left: Duration, increment: Duration, progress: Progress) -> TimeBudget {
        let room = progress.room.max(1);
        let usable = self.without_reserve(left);
        // Each further move costs MOVE_COST beside its search.
        let cost = MOVE_COST.saturating_sub(increment);
        let kept = (cost * room).min(usable);
        // The number of moves to divide by is measured in matches: fewer and more do worse.
        let moves = self
            .moves
            .saturating_sub(progress.played)
            .max(self.fewest_moves);
        let added = part(increment, USED_INCREMENT);
        let share = (usable.saturating_sub(kept) / moves.max(1) + kept / (THINKING_SHARE * room))
            .saturating_add(added);
        let hard = part(share, self.stretch)
            .min((usable / LARGEST_SHARE).saturating_add(added))
            .min(usable);
        TimeBudget {
            soft: Some(share.min(hard)),
            hard,
        }
    }
}

/// How far a game has come, in moves of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Own moves that were played.
    pub played: u32,
    /// Own moves that the board still has room for, this one included.
    pub room: u32,
}

/// The bounds of one move, counted from the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// No new iteration after this. `None` when time that is saved now is worth nothing later.
    pub soft: Option<Duration>,
    /// The search ends here.
    pub hard: Duration,
}

impl TimeBudget {
    /// The budget of a move; `None` without a time limit.
    pub fn plan(time: &TimeControl, progress: Progress, policy: &ClockPolicy) -> Option<Self> {
        let turn = time.turn.map(|turn| policy.without_reserve(turn));
        let share = time
            .match_left
            .map(|left| policy.share_of_game(left, time.increment, progress));
        match (turn, share) {
            (None, None) => None,
            (Some(hard), None) => Some(Self { soft: None, hard }),
            (None, Some(budget)) => Some(budget),
            (Some(turn), Some(budget)) => {
                // The clock of the game outlasts turns of this length, so time that is saved now is not needed later.
                let ample = budget.soft.is_some_and(|share| share >= turn);
                let soft = if ample { None } else { budget.soft };
                Some(Self {
                    soft,
                    hard: budget.hard.min(turn),
                })
            }
        }
    }

    /// A part of the time that the move is worth, in percent.
    pub fn share(self, percent: u32) -> Duration {
        part(self.soft.unwrap_or(self.hard), percent)
    }

    /// Is it too late for a new iteration, when the soft bound is scaled by a percentage?
    pub(crate) fn is_spent(self, elapsed: Duration, percent: u32) -> bool {
        elapsed >= self.hard || self.soft.is_some_and(|soft| elapsed >= part(soft, percent))
    }
}

/// What the iterations have shown of how settled the choice is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stability {
    /// Iterations for which the best move has stayed the same.
    pub stable: i32,
    /// Units by which the score of the last iteration is below that of the one before; negative if it has risen.
    pub fall: i32,
    /// Part of the last iteration's positions that lay below its best move, in percent: a move that is hard to
    /// replace leaves little to do for the others.
    pub effort: i32,
}

fn part(whole: Duration, percent: u32) -> Duration {
    whole.saturating_mul(percent) / WHOLE.unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    const AREA: u32 = 15 * 15;

    const POLICY: ClockPolicy = ClockPolicy {
        reserve: ms(30),
        reserve_share: 5,
        moves: 28,
        fewest_moves: 10,
        stretch: 400,
        unstable: 150,
        stable: 15,
        fall: 100,
        effort: 100,
    };

    /// The plan of a move with so many stones on a board of 15 by 15.
    fn plan(time: &TimeControl, taken: u32) -> Option<TimeBudget> {
        let progress = Progress {
            played: taken / 2,
            room: (AREA - taken).div_ceil(2),
        };
        TimeBudget::plan(time, progress, &POLICY)
    }

    #[test]
    fn a_match_lasts_until_the_board_is_full_on_a_busy_machine() {
        let late = ms(12);
        for match_left in [30_000, 120_000, 180_000, 1_000_000] {
            let mut left = ms(match_left);
            for taken in (0..AREA).step_by(2) {
                let time = TimeControl {
                    turn: Some(ms(30_000)),
                    match_left: Some(left),
                    increment: Duration::ZERO,
                };
                let budget = plan(&time, taken).expect("limited");
                let spent = budget.soft.unwrap_or(budget.hard) + late;
                let rest = left.checked_sub(spent);
                left = rest.unwrap_or_else(|| panic!("{match_left} ms: {left:?} at {taken}"));
            }
        }
    }

    #[test]
    fn a_turn_limit_keeps_a_reserve() {
        let budget = plan(&TimeControl::per_move(ms(1000)), 10).expect("limited");
        assert_eq!(budget.hard, ms(970));
        assert_eq!(budget.soft, None);
        let short = plan(&TimeControl::per_move(ms(20)), 10).expect("limited");
        assert_eq!(short.hard, ms(16));
    }

    #[test]
    fn the_match_clock_is_never_spent_on_one_move() {
        let time = TimeControl {
            turn: Some(ms(30_000)),
            match_left: Some(ms(8_000)),
            increment: Duration::ZERO,
        };
        let budget = plan(&time, 60).expect("limited");
        assert!(budget.hard <= ms(2_000), "{budget:?}");
    }

    #[test]
    fn an_ample_match_clock_leaves_the_turn_limit_alone() {
        let time = TimeControl {
            turn: Some(ms(500)),
            match_left: Some(ms(1_000_000)),
            increment: Duration::ZERO,
        };
        assert_eq!(plan(&time, 10), plan(&TimeControl::per_move(ms(500)), 10));
    }

    #[test]
    fn a_tight_match_clock_has_a_soft_bound_that_scales() {
        let time = TimeControl {
            turn: Some(ms(30_000)),
            match_left: Some(ms(60_000)),
            increment: Duration::ZERO,
        };
        let budget = plan(&time, 10).expect("limited");
        let soft = budget.soft.expect("a share of the match");
        assert!(soft < budget.hard && budget.is_spent(soft, 100) && !budget.is_spent(soft, 150));
    }

    #[test]
    fn the_longest_times_are_planned_too() {
        let time = TimeControl {
            turn: Some(Duration::MAX),
            match_left: Some(Duration::MAX),
            increment: Duration::MAX,
        };
        let budget = plan(&time, 0).expect("limited");
        assert!(budget.is_spent(Duration::MAX, u32::MAX));
        let turn = plan(&TimeControl::per_move(Duration::MAX), 0).expect("limited");
        assert!(turn.hard.checked_add(LONGEST).is_some());
    }

    #[test]
    fn no_limit_means_no_budget() {
        assert_eq!(plan(&TimeControl::UNLIMITED, 0), None);
    }

    #[test]
    fn zero_time_means_zero_budget() {
        let budget = plan(&TimeControl::per_move(Duration::ZERO), 0).expect("limited");
        assert_eq!(budget.hard, Duration::ZERO);
    }

    #[test]
    fn a_settled_choice_takes_less_time_than_one_in_doubt() {
        let usual = Stability {
            stable: 2,
            fall: 0,
            effort: USUAL_EFFORT,
        };
        let percent = |stability: Stability| POLICY.percent(stability);
        assert!(percent(Stability { stable: 9, ..usual }) < percent(usual));
        assert!(percent(Stability { stable: 0, ..usual }) > percent(usual));
        assert!(percent(Stability { fall: 60, ..usual }) > percent(usual));
        assert_eq!(percent(Stability { fall: -60, ..usual }), percent(usual));
        assert!(
            percent(Stability {
                effort: 95,
                ..usual
            }) < percent(usual)
        );
        assert!(
            percent(Stability {
                effort: 20,
                ..usual
            }) > percent(usual)
        );
    }

    #[test]
    fn signs_never_leave_a_move_without_time() {
        let policy = ClockPolicy {
            stable: 50,
            effort: 300,
            ..POLICY
        };
        let stability = Stability {
            stable: i32::MAX,
            fall: i32::MIN,
            effort: 100,
        };
        assert_eq!(policy.percent(stability), LEAST_PERCENT.unsigned_abs());
    }
}
