//! Wins, draws and losses of single games.

use std::fmt;
use std::ops::AddAssign;

/// Half points for a draw.
const HALF_POINTS_DRAW: u32 = 1;
/// Half points for a win.
pub(crate) const HALF_POINTS_WIN: u32 = 2;

/// Counts of game results from one engine's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trinomial {
    /// Number of games won.
    pub wins: u64,
    /// Number of games drawn.
    pub draws: u64,
    /// Number of games lost.
    pub losses: u64,
}

impl Trinomial {
    /// Counts one game by its half points: 0 a loss, 1 a draw, 2 (or more) a win.
    pub fn push(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            HALF_POINTS_DRAW => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Number of games.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Sum of the half points.
    pub const fn half_points(self) -> u64 {
        HALF_POINTS_WIN as u64 * self.wins + self.draws
    }

    /// Sum of the points: wins and half the draws.
    pub fn points(self) -> f64 {
        self.half_points() as f64 / f64::from(HALF_POINTS_WIN)
    }

    /// Points per game from 0 to 1. `None` without a game.
    pub fn score(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Share of drawn games. `None` without a game.
    pub(crate) fn draw_ratio(self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// The same games from the opponent's point of view.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }
}

impl AddAssign for Trinomial {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl fmt::Display for Trinomial {
    /// Writes the counts as in `+12 =3 -5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_by_their_half_points() {
        let mut games = Trinomial::default();
        assert_eq!((games.score(), games.draw_ratio()), (None, None));
        for half_points in [2, 1, 0, 2, 1] {
            games.push(half_points);
        }
        assert_eq!(games.to_string(), "+2 =2 -1");
        assert_eq!((games.games(), games.half_points()), (5, 6));
        assert_eq!(games.score(), Some(0.6));
        assert_eq!(games.draw_ratio(), Some(0.4));
        assert_eq!(games.reversed().score(), Some(0.4));
        games += games.reversed();
        assert_eq!(games.score(), Some(0.5));
    }
}
