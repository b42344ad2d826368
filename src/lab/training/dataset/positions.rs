//! The positions of a game as numbers, for programs that learn from arrays.

use kagetsu_gomoku::geometry::{BoardSize, Point};

use super::record::TrainingGame;

/// Where there is no score: no score is so low.
const NO_SCORE: i16 = i16::MIN;

/// A position before a move, as the side to move sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionNumbers {
    /// The cells row by row from the top: 1 for an own stone, -1 for one of the other side, 0 for none.
    pub stones: Vec<i8>,
    /// The cell of the move.
    pub cell: i16,
    /// The score of the search; [`i16::MIN`] where there is none.
    pub score: i16,
    /// The score of the later search; [`i16::MIN`] where there is none.
    pub deeper: i16,
    /// The result of the game: 1 for a win, 0 for a draw, -1 for a loss.
    pub result: i8,
    /// Whether the move was the best that the search found.
    pub is_best: bool,
}

impl TrainingGame {
    /// The positions before the moves that follow the opening.
    pub fn positions(&self, size: BoardSize) -> impl Iterator<Item = PositionNumbers> {
        let cell = move |point: Point| point.y() * size.width() + point.x();
        let mut stones = vec![0_i8; size.area()];
        // The stones before a move; afterwards the other side sees them.
        let mut play = move |point| {
            let before = stones.clone();
            stones[cell(point)] = 1;
            for stone in &mut stones {
                *stone = -*stone;
            }
            before
        };
        for &point in &self.opening {
            play(point);
        }
        let plies = self.plies.iter().enumerate();
        plies.map(move |(index, ply)| PositionNumbers {
            stones: play(ply.point),
            cell: cell(ply.point) as i16,
            score: if self.scored { ply.score } else { NO_SCORE },
            deeper: ply.deeper_score().unwrap_or(NO_SCORE),
            result: (2.0 * self.result.points(self.side_at(index)) - 1.0) as i8,
            is_best: ply.is_best,
        })
    }
}
