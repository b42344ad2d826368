//! The two clocks of a game: time per move, time per game, and an increment.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::game::{Refusal, Seat, Step};

/// Time rules of a game, in milliseconds. Without any limit the clocks only count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TimeRules {
    /// Most time for one step.
    pub per_move: Option<u64>,
    /// Time for all steps of a seat.
    pub per_game: Option<u64>,
    /// Added to the time for the game after each move.
    #[serde(default)]
    pub increment: u64,
}

impl TimeRules {
    /// Does each limit leave time for a move?
    ///
    /// # Errors
    /// [`Refusal::NoTime`]: with a limit of zero whoever begins has lost before the first move.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        if [self.per_move, self.per_game].contains(&Some(0)) {
            return Err(Refusal::NoTime);
        }
        Ok(())
    }
}

/// The clocks as they stand, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ClockReading {
    /// What each seat has left for the game.
    pub left: [Option<u64>; 2],
    /// What the seat to act has left for this step, by the stricter of both limits.
    pub step_left: Option<u64>,
    /// What a seat has for each step.
    pub per_move: Option<u64>,
    /// What each seat has used.
    pub used: [u64; 2],
}

/// Kagetsu moves so many milliseconds before the time is over, or a part of the time before.
const LEAST_MARGIN: u64 = 150;
const MARGIN_PART: u64 = 10;
/// Moves for which Kagetsu's time for the game is to last.
const MOVES_TO_COME: u64 = 20;

/// Clocks of both seats. Times are readings of the session's clock.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    rules: TimeRules,
    used: [u64; 2],
    /// Moves that have earned the increment.
    moves: [u64; 2],
    /// The time of the running step before it was last started.
    before: u64,
    /// When it was last started; `None` while the clocks stand.
    since: Option<Duration>,
}

const fn milliseconds(time: Duration) -> u64 {
    time.as_millis() as u64
}

impl Clocks {
    pub(super) const fn new(rules: TimeRules) -> Self {
        Self {
            rules,
            used: [0; 2],
            moves: [0; 2],
            before: 0,
            since: None,
        }
    }

    pub(super) const fn start(&mut self, now: Duration) {
        if self.since.is_none() {
            self.since = Some(now);
        }
    }

    pub(super) const fn stand(&self) -> bool {
        self.since.is_none()
    }

    /// Stops both clocks; the running step keeps its time.
    pub(super) fn stop(&mut self, now: Duration) {
        self.before = self.step(now);
        self.since = None;
    }

    /// Time of the running step.
    pub(super) fn step(&self, now: Duration) -> u64 {
        let running = self
            .since
            .map_or(0, |since| milliseconds(now.saturating_sub(since)));
        self.before.saturating_add(running)
    }

    /// Gives the running step so much time that was used before.
    pub(super) const fn resume_step(&mut self, before: u64) {
        self.before = before;
    }

    fn left(&self, seat: Seat) -> Option<u64> {
        let index = seat.index();
        let gained = self.rules.increment.saturating_mul(self.moves[index]);
        let total = self.rules.per_game?.saturating_add(gained);
        Some(total.saturating_sub(self.used[index]))
    }

    /// What the seat has for its running step: the stricter of both limits.
    fn limit(&self, seat: Seat) -> Option<u64> {
        let limits = [self.rules.per_move, self.left(seat)];
        limits.into_iter().flatten().min()
    }

    /// What the seat has left for its running step, if there is a limit.
    pub(super) fn step_left(&self, seat: Seat, now: Duration) -> Option<u64> {
        Some(self.limit(seat)?.saturating_sub(self.step(now)))
    }

    /// What is left of the running step until shortly before its time is over, if there is a limit.
    pub(super) fn left_before_the_end(&self, seat: Seat, now: Duration) -> Option<u64> {
        let limit = self.limit(seat)?;
        let margin = LEAST_MARGIN.max(limit / MARGIN_PART);
        Some(limit.saturating_sub(margin).saturating_sub(self.step(now)))
    }

    /// What Kagetsu has left to think about its running step, if there is a limit: of the time for the game it keeps some for
    /// the moves to come.
    pub(super) fn thinking_left(&self, seat: Seat, now: Duration) -> Option<u64> {
        let share = |left: u64| (left / MOVES_TO_COME).saturating_add(self.rules.increment);
        let of_game = self.left(seat).map(share);
        let limits = [
            self.left_before_the_end(seat, now),
            of_game.map(|share| share.saturating_sub(self.step(now))),
        ];
        limits.into_iter().flatten().min()
    }

    /// A seat has made its step; gives the time it took in milliseconds.
    pub(super) fn press(&mut self, seat: Seat, step: Step, now: Duration) -> u64 {
        let took = self.step(now);
        self.count(seat, step, took);
        self.before = 0;
        self.since = Some(now);
        took
    }

    /// Counts a step that took so long. Decisions and offers of an opening earn nothing; the fifth that is picked is the move
    /// of whoever has offered it.
    pub(super) const fn count(&mut self, seat: Seat, step: Step, took: u64) {
        let index = seat.index();
        self.used[index] = self.used[index].saturating_add(took);
        match step {
            Step::Move(_) | Step::Pass => self.moves[index] += 1,
            Step::Pick(_) => self.moves[seat.other().index()] += 1,
            Step::Choose(_) | Step::Announce(_) | Step::Offer(_) => {}
        }
    }

    /// Begins again from these steps: the clocks stand, and the running step begins at zero.
    pub(super) fn replay(&mut self, taken: impl Iterator<Item = (Seat, Step, u64)>) {
        *self = Self::new(self.rules);
        for (seat, step, took) in taken {
            self.count(seat, step, took);
        }
    }

    pub(super) const fn rules(&self) -> TimeRules {
        self.rules
    }

    pub(super) fn reading(&self, to_act: Option<Seat>, now: Duration) -> ClockReading {
        let mut used = self.used;
        let mut left = Seat::BOTH.map(|seat| self.left(seat));
        if let Some(seat) = to_act {
            let step = self.step(now);
            used[seat.index()] = used[seat.index()].saturating_add(step);
            if let Some(left) = &mut left[seat.index()] {
                *left = left.saturating_sub(step);
            }
        }
        ClockReading {
            left,
            step_left: to_act.and_then(|seat| self.step_left(seat, now)),
            per_move: self.rules.per_move,
            used,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Choice, Spot};

    #[test]
    fn kagetsu_moves_before_its_time_is_over() {
        let thinking = |per_move, per_game, increment, step| {
            let mut clocks = Clocks::new(TimeRules {
                per_move,
                per_game,
                increment,
            });
            clocks.start(Duration::ZERO);
            clocks.thinking_left(Seat::First, Duration::from_millis(step))
        };
        assert_eq!(thinking(None, None, 0, 0), None);
        assert_eq!(thinking(Some(1_000), None, 0, 300), Some(550));
        assert_eq!(thinking(Some(10_000), None, 0, 300), Some(8_700));
        assert_eq!(thinking(None, Some(60_000), 2_000, 0), Some(5_000));
        assert_eq!(thinking(None, Some(1_000), 5_000, 0), Some(850));
        assert_eq!(thinking(Some(1_000), Some(60_000), 0, 2_000), Some(0));
    }

    #[test]
    fn in_place_of_a_person_no_time_is_kept_for_the_moves_to_come() {
        let clocks = |rules| {
            let mut clocks = Clocks::new(rules);
            clocks.start(Duration::ZERO);
            clocks.left_before_the_end(Seat::First, Duration::from_secs(4))
        };
        let rules = TimeRules::default();
        assert_eq!(clocks(rules), None);
        let per_game = Some(60_000);
        assert_eq!(clocks(TimeRules { per_game, ..rules }), Some(50_000));
        let per_move = Some(5_000);
        assert_eq!(
            clocks(TimeRules {
                per_move,
                per_game,
                ..rules
            }),
            Some(500)
        );
    }

    #[test]
    fn only_moves_earn_the_increment() {
        let mut clocks = Clocks::new(TimeRules {
            per_game: Some(60),
            increment: 1,
            ..TimeRules::default()
        });
        let Step::Move(stone) = Step::stone(Spot::new(0, 0)) else {
            panic!("it is a move");
        };
        let mut left_after = |seat, step| {
            clocks.press(seat, step, Duration::ZERO);
            clocks
                .reading(None, Duration::ZERO)
                .left
                .map(Option::unwrap_or_default)
        };
        for step in [
            Step::Choose(Choice::Swap),
            Step::Announce(2),
            Step::Offer(stone),
        ] {
            assert_eq!(left_after(Seat::First, step), [60, 60]);
        }
        assert_eq!(left_after(Seat::Second, Step::Pick(stone)), [61, 60]);
        assert_eq!(left_after(Seat::Second, Step::Move(stone)), [61, 61]);
        assert_eq!(left_after(Seat::First, Step::Pass), [62, 61]);
    }
}
