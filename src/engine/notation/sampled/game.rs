//! A game of samples, and what their forms share.

use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};

use crate::record::GameResult;

/// A game that was read from samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SampledGame {
    /// The board.
    pub size: BoardSize,
    /// The rule, if the form has it.
    pub rule: Option<Rule>,
    /// The moves. They are on the board, but may be illegal.
    pub moves: Vec<Point>,
    /// The result.
    pub result: GameResult,
}

impl SampledGame {
    fn goes_on_with(&self, sample: &Self) -> bool {
        (self.size, self.rule, self.result) == (sample.size, sample.rule, sample.result)
            && sample.moves.starts_with(&self.moves)
    }
}

/// Joins samples to games, in the order of the file.
pub(super) fn joined(
    samples: impl IntoIterator<Item = SampledGame>,
) -> impl Iterator<Item = SampledGame> {
    let mut samples = samples.into_iter().peekable();
    std::iter::from_fn(move || {
        let mut game = samples.next()?;
        while let Some(sample) = samples.next_if(|sample| game.goes_on_with(sample)) {
            game = sample;
        }
        Some(game)
    })
}

/// The result for the side to move after so many moves: 0 a loss, 1 a draw, 2 a win.
pub(super) fn result(code: usize, stones: usize) -> Option<GameResult> {
    let side = Side::BOTH[stones % Side::BOTH.len()];
    match code {
        0 => Some(GameResult::win(side.opponent())),
        1 => Some(GameResult::Draw),
        2 => Some(GameResult::win(side)),
        _ => None,
    }
}

/// The rule with this number, of those that c-gomoku-cli plays.
pub(super) fn rule(number: usize) -> Option<Rule> {
    let number = u32::try_from(number).ok()?;
    Rule::from_number(number).filter(|rule| !rule.void_if_closed())
}

/// The point whose column is in the upper five bits of ten, and whose row is in the lower five.
pub(super) fn point(bits: usize, size: BoardSize) -> Option<Point> {
    size.point(bits >> 5 & 0x1f, bits & 0x1f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_its_last_sample() {
        let size = BoardSize::square(15).expect("a legal size");
        let sample = |moves: &[usize]| SampledGame {
            size,
            rule: None,
            moves: moves.iter().map(|&x| Point::at(x, 0)).collect(),
            result: GameResult::Draw,
        };
        // Another result is that of another game.
        let won = SampledGame {
            result: GameResult::Black,
            ..sample(&[1])
        };
        let others = [won, sample(&[1, 2])];
        assert!(joined(others.clone()).eq(others));
        let samples = [
            sample(&[1, 2]),
            sample(&[1, 2, 3]),
            sample(&[4]),
            sample(&[4, 1]),
        ];
        assert!(joined(samples).eq([sample(&[1, 2, 3]), sample(&[4, 1])]));
    }

    #[test]
    fn a_result_is_that_of_the_side_to_move() {
        assert_eq!(result(2, 0), Some(GameResult::Black));
        assert_eq!(result(2, 1), Some(GameResult::White));
        assert_eq!(result(0, 6), Some(GameResult::White));
        assert_eq!(result(1, 6), Some(GameResult::Draw));
        assert_eq!(result(3, 6), None);
    }
}
