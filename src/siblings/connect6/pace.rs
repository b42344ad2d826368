//! The limits of turns by the command line and by the other program.

use std::time::Duration;

use kagetsu_kernel::SearchLimits;

use super::protocol::Setting;

/// Time for a turn that no limit of the command line bounds.
const USUAL_TURN: Duration = Duration::from_secs(1);

/// The time for a turn of a game without a clock, by the limits of the command line.
fn usual_turn(limits: &SearchLimits) -> Option<Duration> {
    let is_free = limits.depth.is_none() && limits.nodes.is_none();
    limits.time.turn.or(is_free.then_some(USUAL_TURN))
}

/// The limits of the turns, as the command line and the other program set them.
#[derive(Debug)]
pub(crate) struct Pace {
    /// Those of the next turn.
    limits: SearchLimits,
    /// Time for a turn where neither a turn nor a game is bounded.
    usual_turn: Option<Duration>,
    /// Time for each whole game.
    game: Option<Duration>,
    /// Has the other program said that games have no limit? What it tells of the time left then means nothing.
    is_endless: bool,
    /// Has it told the time that is left for the next turn?
    is_told: bool,
}

impl Pace {
    /// The limits of the command line.
    pub(crate) fn new(limits: SearchLimits) -> Self {
        Self {
            limits,
            usual_turn: usual_turn(&limits),
            game: limits.time.match_left,
            is_endless: false,
            is_told: false,
        }
    }

    /// A new game has its whole time, unless the other program has told what is left of it.
    pub(crate) const fn new_game(&mut self) {
        if !self.is_told {
            self.limits.time.match_left = self.game;
        }
    }

    /// Takes the time of a turn off the clock of the game.
    pub(crate) fn spend(&mut self, took: Duration) {
        self.limits.time.spend(took);
        self.is_told = false;
    }

    /// Takes a setting of a limit; others are left to the player.
    pub(crate) const fn set(&mut self, setting: Setting) {
        let time = &mut self.limits.time;
        match setting {
            Setting::Depth(depth) => self.limits.depth = Some(depth),
            Setting::TurnTime(turn) => time.turn = turn,
            Setting::GameTime(game) => {
                self.game = game;
                self.is_endless = game.is_none();
                time.match_left = game;
            }
            Setting::TimeLeft(left) if !self.is_endless => {
                time.match_left = left;
                self.is_told = true;
            }
            Setting::TimeLeft(_) | Setting::Threats(_) | Setting::Memory(_) => {}
        }
    }

    /// The limits of a turn that begins now.
    pub(crate) fn turn(&self, now: Duration) -> SearchLimits {
        let mut limits = self.limits;
        limits.started = now;
        if limits.time.match_left.is_none() {
            limits.time.turn = limits.time.turn.or(self.usual_turn);
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::TimeControl;

    use super::super::levels::Level;
    use super::*;

    #[test]
    fn what_the_manager_sets_bounds_the_turns() {
        let seconds = Duration::from_secs;
        let mut pace = Pace::new(SearchLimits::of_time(TimeControl::per_move(seconds(1))));
        let time = |pace: &Pace| {
            let time = pace.turn(Duration::ZERO).time;
            (time.turn, time.match_left)
        };
        assert_eq!(
            time(&Pace::new(SearchLimits::default())),
            (Some(USUAL_TURN), None)
        );
        pace.set(Setting::TurnTime(None));
        assert_eq!(
            time(&pace),
            (Some(seconds(1)), None),
            "something must bound it"
        );
        pace.set(Setting::GameTime(Some(seconds(60))));
        assert_eq!(time(&pace), (None, Some(seconds(60))));
        pace.set(Setting::TimeLeft(Some(seconds(7))));
        assert_eq!(time(&pace), (None, Some(seconds(7))));
        pace.new_game();
        assert_eq!(time(&pace), (None, Some(seconds(7))), "it was told");
        pace.spend(seconds(2));
        assert_eq!(time(&pace), (None, Some(seconds(5))));
        pace.new_game();
        assert_eq!(time(&pace), (None, Some(seconds(60))));
        pace.set(Setting::GameTime(None));
        pace.set(Setting::TimeLeft(Some(seconds(7))));
        pace.set(Setting::TurnTime(Some(seconds(2))));
        assert_eq!(time(&pace), (Some(seconds(2)), None));
        // A clock of the game alone bounds no turn.
        let mut pace = Pace::new(SearchLimits::default());
        pace.set(Setting::GameTime(Some(seconds(600))));
        assert_eq!(time(&pace), (None, Some(seconds(600))));
        // A depth that the other program sets may be more than it waits for.
        let mut pace = Pace::new(SearchLimits::default());
        pace.set(Setting::Depth(9));
        assert_eq!(time(&pace), (Some(USUAL_TURN), None));
        // Positions that are bounded here need no time.
        let few = Level::new(9)
            .expect("a level")
            .bounding(&SearchLimits::default());
        let mut pace = Pace::new(few);
        assert_eq!(time(&pace), (None, None));
        pace.set(Setting::TurnTime(Some(seconds(2))));
        assert_eq!(time(&pace), (Some(seconds(2)), None));
    }
}
