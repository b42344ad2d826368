//! Matches between players: every balanced opening is played twice, the colours exchanged.

use std::fmt;

use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{Clock, SearchLimits, StopSignal};

use super::board::Side;
use super::game::{Ending, Game};
use super::opening::OpeningMaker;
use super::player::Player;
use super::turn::Turn;

/// What is set for a match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatchSetting {
    /// Pairs of games.
    pub pairs: u32,
    /// Start of the random openings.
    pub seed: u64,
    /// Limits of engines for every turn.
    pub limits: SearchLimits,
}

/// The result, as the first player sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MatchScore {
    /// Games won, with Black and with White.
    pub wins: [u32; 2],
    /// Games drawn.
    pub draws: u32,
    /// Games lost, with Black and with White.
    pub losses: [u32; 2],
}

impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = self.wins;
        let losses = self.losses[0] + self.losses[1];
        write!(
            f,
            "{} wins, {} draws, {losses} losses ({black} wins as Black)",
            black + white,
            self.draws
        )
    }
}

/// Plays the match. Raised, the signal ends it; the game that is being played then does not count.
pub(crate) fn play_match(
    players: &mut [Player; 2],
    setting: &MatchSetting,
    clock: &dyn Clock,
    stop: &StopSignal,
) -> MatchScore {
    let mut rng = Rng::new(setting.seed);
    let mut score = MatchScore::default();
    let mut openings = OpeningMaker::new();
    for _ in 0..setting.pairs {
        let opening = openings.opening(&mut rng);
        for first in Side::BOTH {
            let winner = play_game(players, first, &opening, setting.limits, stop, clock);
            if stop.is_raised() {
                return score;
            }
            match winner {
                Some(winner) if winner == first => score.wins[first.index()] += 1,
                Some(_) => score.losses[first.index()] += 1,
                None => score.draws += 1,
            }
        }
    }
    score
}

/// Plays one game with the first player on side `first`, and says who won. Who makes no legal turn loses.
fn play_game(
    players: &mut [Player; 2],
    first: Side,
    opening: &[Turn],
    limits: SearchLimits,
    stop: &StopSignal,
    clock: &dyn Clock,
) -> Option<Side> {
    let mut game = Game::new();
    for &turn in opening {
        if game.play(turn).is_err() {
            return None;
        }
    }
    let mut times = [limits.time; 2];
    loop {
        match game.ending() {
            Some(Ending::Won(side)) => return Some(side),
            Some(Ending::Draw) => return None,
            None => {}
        }
        let side = game.board().side();
        let limits = SearchLimits {
            started: clock.now(),
            time: times[side.index()],
            ..limits
        };
        let player = &mut players[usize::from(side != first)];
        let is_legal = player
            .turn(&game, &limits, stop)
            .is_some_and(|choice| game.play(choice.turn()).is_ok());
        times[side.index()].spend(clock.now().saturating_sub(limits.started));
        if !is_legal || stop.is_raised() {
            return Some(side.opponent());
        }
    }
}
