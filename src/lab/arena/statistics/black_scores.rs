//! What Black scored from each opening: whether an opening is fair between equal engines.

use std::collections::BTreeMap;

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_notation::record::{GameRecord, GameResult, MovesError};

use super::score::HALF_POINTS_WIN;
use crate::openings::canonical_form;

/// What Black scored in the games from one opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlackScore {
    /// Number of games.
    pub games: u32,
    /// Half points of Black: 2 for a win, 1 for a draw.
    pub half_points: u32,
}

impl BlackScore {
    /// Black's share of the points, from 0 to 1; `None` without games.
    pub fn share(self) -> Option<f64> {
        let most = f64::from(self.games) * f64::from(HALF_POINTS_WIN);
        (self.games > 0).then(|| f64::from(self.half_points) / most)
    }
}

/// Black's scores by opening. Openings that are the same position when turned or mirrored count as one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlackScores(BTreeMap<[Vec<Point>; 2], BlackScore>);

impl BlackScores {
    /// Adds a game of Gomoku that was played to its end. A game with a fault tells nothing of its opening and is ignored.
    ///
    /// # Errors
    /// [`MovesError`] when the moves cannot be read, or it is a game of another kind.
    pub fn push(&mut self, record: &GameRecord) -> Result<(), MovesError> {
        if record.fault.is_some() || record.result == GameResult::Unfinished {
            return Ok(());
        }
        let points = record.points()?;
        let size = BoardSize::square(record.size)?;
        let opening = points.get(..record.opening).unwrap_or(&points);
        let score = self.0.entry(canonical_form(opening, size)).or_default();
        score.games += 1;
        score.half_points += record.result.half_points(Side::Black);
        Ok(())
    }

    /// Black's score from an opening on a board of this size.
    pub fn of(&self, opening: &[Point], size: BoardSize) -> BlackScore {
        let score = self.0.get(&canonical_form(opening, size));
        score.copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::geometry::Rows;
    use kagetsu_notation::record::FaultKind;

    use super::super::test_records::{faulty, record};
    use super::*;

    const OPENING: &str = "h8i9j8";
    /// [`OPENING`] turned by a quarter.
    const TURNED: &str = "h8i7h6";

    fn game(opening: &str, result: GameResult) -> GameRecord {
        let mut record = record(0, "a", "b", result);
        record.moves = format!("{opening}a1b2");
        record.opening = 3;
        record
    }

    fn of(scores: &BlackScores, opening: &str) -> BlackScore {
        let size = BoardSize::square(15).expect("a legal size");
        let points = Rows::FromBottom.parse_moves(opening, size).expect("moves");
        scores.of(&points, size)
    }

    #[test]
    fn turned_openings_count_as_one() {
        let mut scores = BlackScores::default();
        for (opening, result) in [
            (OPENING, GameResult::Black),
            (TURNED, GameResult::Draw),
            (TURNED, GameResult::White),
            ("h8i9k8", GameResult::White),
        ] {
            scores.push(&game(opening, result)).expect("moves");
        }
        let expected = BlackScore {
            games: 3,
            half_points: 3,
        };
        assert_eq!(of(&scores, OPENING), expected);
        assert_eq!(of(&scores, TURNED), expected);
        assert_eq!(expected.share(), Some(0.5));
        assert_eq!(of(&scores, "h8i9k8").share(), Some(0.0));
        assert_eq!(of(&scores, "a1").share(), None);
    }

    #[test]
    fn games_with_a_fault_and_unfinished_games_are_ignored() {
        let mut scores = BlackScores::default();
        let mut fault = faulty(0, "a", "b", "a", FaultKind::Time);
        fault.moves = OPENING.to_owned();
        fault.opening = 3;
        scores.push(&fault).expect("moves");
        scores
            .push(&game(OPENING, GameResult::Unfinished))
            .expect("moves");
        assert_eq!(of(&scores, OPENING), BlackScore::default());
    }

    #[test]
    fn damaged_moves_are_an_error() {
        let mut scores = BlackScores::default();
        assert!(scores.push(&game("h8z99", GameResult::Black)).is_err());
    }
}
