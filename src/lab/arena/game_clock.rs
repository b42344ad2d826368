//! The clock of one engine in one game.

use std::time::Duration;

use super::settings::ClockRules;

/// Value sent for a limit that does not exist, in milliseconds. It is large, but sums with it fit into 32 bits.
const NO_LIMIT_MS: u128 = 1_000_000_000;
/// Value sent for the time left when the game has no limit, as other managers do.
const NO_GAME_LIMIT_MS: u128 = i32::MAX as u128;

/// The time that an engine has left.
#[derive(Clone, Copy, Debug)]
pub struct GameClock {
    rules: ClockRules,
    left: Option<Duration>,
    /// What was used beyond the time of the game. Nothing is left then.
    overdrawn: Duration,
}

impl GameClock {
    /// The clock at the start of a game.
    pub const fn new(rules: ClockRules) -> Self {
        Self {
            rules,
            left: rules.game,
            overdrawn: Duration::ZERO,
        }
    }

    /// Time left for the game, if it is limited.
    pub(crate) const fn left(&self) -> Option<Duration> {
        self.left
    }

    /// What was used beyond the time of the game.
    pub(crate) const fn overdrawn(&self) -> Duration {
        self.overdrawn
    }

    /// Time for the next move, if it is limited.
    pub fn limit(&self) -> Option<Duration> {
        match (self.rules.turn, self.left) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (turn, left) => turn.or(left),
        }
    }

    /// What is left by the clock of a board, which knows better.
    pub const fn set_left(&mut self, left: Duration) {
        self.left = Some(left);
        self.overdrawn = Duration::ZERO;
    }

    /// Subtracts the time of a move.
    pub fn spend(&mut self, took: Duration) {
        if let Some(left) = &mut self.left {
            let (had, spent) = (*left + self.rules.increment, self.overdrawn + took);
            *left = had.saturating_sub(spent);
            self.overdrawn = spent.saturating_sub(had);
        }
    }

    /// The `INFO` lines of a game's start: the limits.
    pub(crate) fn rules_lines(&self) -> Vec<String> {
        let ClockRules {
            game,
            turn,
            increment,
            nodes,
            depth,
        } = self.rules;
        let turn = turn.or(game).map_or(NO_LIMIT_MS, |turn| turn.as_millis());
        let game = game.map_or(0, |game| game.as_millis());
        let mut lines = vec![
            format!("INFO timeout_match {game}"),
            format!("INFO timeout_turn {turn}"),
        ];
        if !increment.is_zero() {
            lines.push(format!("INFO time_increment {}", increment.as_millis()));
        }
        lines.extend(nodes.map(|nodes| format!("INFO max_node {nodes}")));
        lines.extend(depth.map(|depth| format!("INFO max_depth {depth}")));
        lines
    }

    /// The `INFO` line that precedes every request.
    pub fn left_line(&self) -> String {
        let left = self.left.map_or(NO_GAME_LIMIT_MS, |left| left.as_millis());
        format!("INFO time_left {left}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn the_shorter_limit_counts_and_the_increment_is_added() {
        let mut clock = GameClock::new(ClockRules {
            game: Some(3 * SECOND),
            turn: Some(2 * SECOND),
            increment: SECOND / 2,
            ..ClockRules::default()
        });
        assert_eq!(clock.limit(), Some(2 * SECOND));
        clock.spend(2 * SECOND);
        assert_eq!(clock.limit(), Some(SECOND + SECOND / 2));
        assert_eq!(clock.left_line(), "INFO time_left 1500");
        clock.set_left(SECOND);
        assert_eq!(clock.left_line(), "INFO time_left 1000");
    }

    #[test]
    fn what_exceeds_the_time_of_the_game_is_owed() {
        let mut clock = GameClock::new(ClockRules {
            game: Some(SECOND),
            increment: SECOND / 2,
            ..ClockRules::default()
        });
        for (took, left, overdrawn) in [
            (2 * SECOND, Duration::ZERO, SECOND / 2),
            (SECOND, Duration::ZERO, SECOND),
            (Duration::ZERO, Duration::ZERO, SECOND / 2),
            (Duration::ZERO, Duration::ZERO, Duration::ZERO),
            (Duration::ZERO, SECOND / 2, Duration::ZERO),
        ] {
            clock.spend(took);
            assert_eq!((clock.limit(), clock.overdrawn()), (Some(left), overdrawn));
        }
    }

    #[test]
    fn limits_that_do_not_exist_are_told_as_managers_do() {
        let clock = GameClock::new(ClockRules {
            nodes: Some(20_000),
            ..ClockRules::default()
        });
        assert_eq!(clock.limit(), None);
        assert_eq!(clock.left_line(), "INFO time_left 2147483647");
        assert_eq!(
            clock.rules_lines(),
            [
                "INFO timeout_match 0",
                "INFO timeout_turn 1000000000",
                "INFO max_node 20000"
            ]
        );
    }
}
