//! How much time a move may take: a soft bound after which no new iteration starts, and a hard bound at which
//! the search is broken off.

use std::time::Duration;

use crate::kernel::TimeControl;

/// Kept back for the pipe, the manager's clock and the scheduler.
const RESERVE: Duration = Duration::from_millis(30);
/// Part of a short turn that is kept back at most, as a divisor.
const RESERVE_SHARE: u32 = 5;
/// Own moves that the rest of a game is planned for at its start.
const EXPECTED_MOVES: u32 = 28;
/// Own moves that are planned for late in a game.
const FEWEST_MOVES: u32 = 10;
/// A move may take so many times its planned share.
const STRETCH: u32 = 4;
/// Largest part of the game's remaining time for one move, as a divisor.
const LARGEST_SHARE: u32 = 4;
const WHOLE_PERCENT: u32 = 100;

/// The bounds of one move, counted from the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// No new iteration after this. `None` when time that is saved now is worth nothing later.
    pub soft: Option<Duration>,
    /// The search ends here.
    pub hard: Duration,
}

impl TimeBudget {
    /// The budget of a move with `stones` stones on the board; `None` without a time limit.
    pub fn plan(time: &TimeControl, stones: usize) -> Option<Self> {
        let turn = time.turn.map(without_reserve);
        let share = time
            .match_left
            .map(|left| share_of_match(left, time.increment, stones));
        match (turn, share) {
            (None, None) => None,
            (Some(hard), None) => Some(Self { soft: None, hard }),
            (None, Some(budget)) => Some(budget),
            (Some(turn), Some(budget)) => {
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
        self.soft.unwrap_or(self.hard) * percent / WHOLE_PERCENT
    }

    /// Is it too late for a new iteration, when the soft bound is scaled by a percentage?
    pub fn is_spent(self, elapsed: Duration, percent: u32) -> bool {
        elapsed >= self.hard
            || self
                .soft
                .is_some_and(|soft| elapsed >= soft * percent / WHOLE_PERCENT)
    }
}

fn without_reserve(time: Duration) -> Duration {
    time.saturating_sub(RESERVE.min(time / RESERVE_SHARE))
}

fn share_of_match(left: Duration, increment: Duration, stones: usize) -> TimeBudget {
    let usable = without_reserve(left);
    let played = stones as u32 / 2;
    let moves = EXPECTED_MOVES.saturating_sub(played).max(FEWEST_MOVES);
    let share = usable / moves + increment * 3 / 4;
    let hard = (share * STRETCH)
        .min(usable / LARGEST_SHARE + increment * 3 / 4)
        .min(usable);
    TimeBudget {
        soft: Some(share.min(hard)),
        hard,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_turn_limit_keeps_a_reserve() {
        let budget = TimeBudget::plan(&TimeControl::per_move(ms(1000)), 10).expect("limited");
        assert_eq!(budget.hard, ms(970));
        assert_eq!(budget.soft, None);
        let short = TimeBudget::plan(&TimeControl::per_move(ms(20)), 10).expect("limited");
        assert_eq!(short.hard, ms(16));
    }

    #[test]
    fn the_match_clock_is_never_spent_on_one_move() {
        let time = TimeControl {
            turn: Some(ms(30_000)),
            match_left: Some(ms(8_000)),
            increment: Duration::ZERO,
        };
        let budget = TimeBudget::plan(&time, 60).expect("limited");
        assert!(budget.hard <= ms(2_000), "{budget:?}");
    }

    #[test]
    fn an_ample_match_clock_leaves_the_turn_limit_alone() {
        let time = TimeControl {
            turn: Some(ms(500)),
            match_left: Some(ms(1_000_000)),
            increment: Duration::ZERO,
        };
        assert_eq!(
            TimeBudget::plan(&time, 10),
            TimeBudget::plan(&TimeControl::per_move(ms(500)), 10)
        );
    }

    #[test]
    fn a_tight_match_clock_has_a_soft_bound_that_scales() {
        let time = TimeControl {
            turn: Some(ms(30_000)),
            match_left: Some(ms(60_000)),
            increment: Duration::ZERO,
        };
        let budget = TimeBudget::plan(&time, 10).expect("limited");
        let soft = budget.soft.expect("a share of the match");
        assert!(soft < budget.hard && budget.is_spent(soft, 100) && !budget.is_spent(soft, 150));
    }

    #[test]
    fn no_limit_means_no_budget() {
        assert_eq!(TimeBudget::plan(&TimeControl::UNLIMITED, 0), None);
    }

    #[test]
    fn zero_time_means_zero_budget() {
        let budget = TimeBudget::plan(&TimeControl::per_move(Duration::ZERO), 0).expect("limited");
        assert_eq!(budget.hard, Duration::ZERO);
    }
}
