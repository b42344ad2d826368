//! Games in the samples that c-gomoku-cli writes for training. A sample is a position as its moves, the move that was
//! played and the result. The samples of a game stand one after another, and each position begins with the one before,
//! so the last sample of a game holds all its moves.

mod packed;
mod plain;
mod text;

use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};

use crate::record::GameResult;

pub use text::{SampleTextError, is_sample_text, read_sample_text};

/// A game that was read from samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampledGame {
    /// The board.
    pub size: BoardSize,
    /// The rule, if the form has it.
    pub rule: Option<Rule>,
    /// The moves. They are on the board, but may be illegal.
    pub moves: Vec<Point>,
    /// The result.
    pub result: GameResult,
}

/// Reads a binary file of samples, plain or packed. Returns `None` if it is in neither form: both are recognised only as a
/// whole, because they begin with nothing that marks them.
pub fn read_sample_bytes(bytes: &[u8]) -> Option<Vec<SampledGame>> {
    plain::read(bytes).or_else(|| packed::read(bytes))
}

/// Joins samples to games, in the order of the file.
fn joined(samples: impl IntoIterator<Item = SampledGame>) -> Vec<SampledGame> {
    let mut games: Vec<SampledGame> = Vec::new();
    for sample in samples {
        match games.last_mut() {
            Some(game)
                if (game.size, game.rule) == (sample.size, sample.rule)
                    && sample.moves.starts_with(&game.moves) =>
            {
                *game = sample;
            }
            _ => games.push(sample),
        }
    }
    games
}

/// The result for the side to move after so many moves: 0 a loss, 1 a draw, 2 a win.
fn result(code: usize, stones: usize) -> Option<GameResult> {
    let side = Side::BOTH[stones % Side::BOTH.len()];
    match code {
        0 => Some(GameResult::win(side.opponent())),
        1 => Some(GameResult::Draw),
        2 => Some(GameResult::win(side)),
        _ => None,
    }
}

/// The rule with this number, of those that c-gomoku-cli plays.
fn rule(number: usize) -> Option<Rule> {
    let number = u32::try_from(number).ok()?;
    Rule::from_number(number).filter(|rule| !rule.void_if_blocked())
}

/// The point whose column is in the upper five bits of ten, and whose row is in the lower five.
fn point(bits: usize, size: BoardSize) -> Option<Point> {
    size.point(bits >> 5 & 0x1f, bits & 0x1f)
}

/// Takes numbers of little-endian bytes from the front.
struct Words<'b>(&'b [u8]);

impl Words<'_> {
    /// The next 16 bits.
    fn next(&mut self) -> Option<usize> {
        let (&word, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u16::from_le_bytes(word).into())
    }
}

/// Reads entries up to the end of the bytes. `None` if one of them is damaged, or there is none.
fn entries<T>(bytes: &[u8], read: impl Fn(&mut Words) -> Option<T>) -> Option<Vec<T>> {
    let mut words = Words(bytes);
    let mut found = Vec::new();
    while !words.0.is_empty() {
        found.push(read(&mut words)?);
    }
    (!found.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, proptest};

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
        let samples = [
            sample(&[1, 2]),
            sample(&[1, 2, 3]),
            sample(&[4]),
            sample(&[4, 1]),
        ];
        assert_eq!(joined(samples), [sample(&[1, 2, 3]), sample(&[4, 1])]);
    }

    #[test]
    fn a_result_is_that_of_the_side_to_move() {
        assert_eq!(result(2, 0), Some(GameResult::Black));
        assert_eq!(result(2, 1), Some(GameResult::White));
        assert_eq!(result(0, 6), Some(GameResult::White));
        assert_eq!(result(1, 6), Some(GameResult::Draw));
        assert_eq!(result(3, 6), None);
    }

    proptest! {
        #[test]
        fn no_bytes_are_fatal(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = read_sample_bytes(&bytes);
        }
    }
}
