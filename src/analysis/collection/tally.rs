//! Games counted by their results.

use kagetsu_gomoku::board::Side;
use kagetsu_notation::record::GameResult;

/// Games, and how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All games, those without a result included.
    pub games: u64,
    /// Games that Black won.
    pub black: u64,
    /// Games that White won.
    pub white: u64,
    /// Games that nobody won.
    pub draws: u64,
}

impl Tally {
    /// Counts one more game. `None` and an unfinished game are games without a result.
    pub fn add(&mut self, result: Option<GameResult>) {
        self.games += 1;
        match result {
            Some(GameResult::Black) => self.black += 1,
            Some(GameResult::White) => self.white += 1,
            Some(GameResult::Draw) => self.draws += 1,
            Some(GameResult::Unfinished) | None => {}
        }
    }

    /// Games with a result.
    pub const fn decided(&self) -> u64 {
        self.black + self.white + self.draws
    }

    /// The share of the points of a side in the games with a result, a draw counted as half a win. `None` if there are no
    /// such games.
    pub fn score(&self, side: Side) -> Option<f64> {
        let wins = match side {
            Side::Black => self.black,
            Side::White => self.white,
        };
        let decided = self.decided();
        (decided > 0).then(|| (wins as f64 + self.draws as f64 / 2.0) / decided as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_half_a_win_and_games_without_result_have_no_share() {
        let mut tally = Tally::default();
        assert_eq!(tally.score(Side::Black), None);
        for result in [
            Some(GameResult::Black),
            Some(GameResult::Draw),
            Some(GameResult::White),
            Some(GameResult::White),
            Some(GameResult::Unfinished),
            None,
        ] {
            tally.add(result);
        }
        assert_eq!((tally.games, tally.decided()), (6, 4));
        assert_eq!(tally.score(Side::Black), Some(0.375));
        assert_eq!(tally.score(Side::White), Some(0.625));
    }
}
