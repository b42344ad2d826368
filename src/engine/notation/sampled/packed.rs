//! The packed binary form, `*.binpack`. A game is four numbers of 16 bits, the moves of the position it was sampled from,
//! and two numbers for each move after that: the move and its value. Bits of the head from the lowest: 5 for the side of
//! the board, 3 for the rule, 4 for the result, 10 for all moves, 10 for those of the position, 14 for a tag, 18 for the
//! number of moves that follow. Bits of a move: first of its position, last of its position, without a value, a pass, 2
//! unused, 10 for the point. Only the first move of a position was played.

use super::game::{SampledGame, point, result, rule};
use super::plain::{Words, entries};
use kagetsu_gomoku::geometry::BoardSize;

const IS_FIRST: usize = 1;
const IS_PASS: usize = 1 << 3;

pub(super) fn read(bytes: &[u8]) -> Option<impl Iterator<Item = SampledGame>> {
    entries(bytes, entry)
}

/// A game ends before a pass.
fn entry(words: &mut Words) -> Option<SampledGame> {
    let low = words.next()? | words.next()? << 16;
    let high = words.next()? | words.next()? << 16;
    let size = BoardSize::square(low & 0x1f).ok()?;
    let (all, given) = (low >> 12 & 0x3ff, low >> 22);
    let mut moves = Vec::new();
    for _ in 0..given {
        moves.push(point(words.next()?, size)?);
    }
    let (mut played, mut has_passed) = (given, false);
    for _ in 0..high >> 14 {
        let (bits, _value) = (words.next()?, words.next()?);
        if bits & IS_FIRST == 0 {
            continue;
        }
        played += 1;
        has_passed |= bits & IS_PASS != 0;
        if !has_passed {
            moves.push(point(bits >> 6, size)?);
        }
    }
    let is_sound = played == all || has_passed;
    is_sound.then_some(SampledGame {
        size,
        rule: Some(rule(low >> 5 & 0x7)?),
        moves,
        result: result(low >> 8 & 0xf, given)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult;
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::Point;

    /// A game of the standard rule on a board of 20x20, won by the side to move after the given moves.
    fn game(all: u32, given: &[u16], moves: &[(u16, u16)]) -> Vec<u8> {
        let low = 0x14 | 1 << 5 | 2 << 8 | all << 12 | (given.len() as u32) << 22;
        let high = 9 | (moves.len() as u32) << 14;
        let words = moves
            .iter()
            .flat_map(|&(flags, bits)| [flags | bits << 6, 77]);
        let words = given.iter().copied().chain(words);
        let heads = [low, high].into_iter().flat_map(u32::to_le_bytes);
        heads.chain(words.flat_map(u16::to_le_bytes)).collect()
    }

    #[test]
    fn the_first_move_of_each_position_was_played() {
        let (a, b, c, other) = (9 << 5 | 9, 10 << 5 | 8, 19 << 5, 3);
        let bytes = game(3, &[a], &[(0b01, b), (0b10, other), (0b11, c)]);
        let games: Vec<SampledGame> = read(&bytes).expect("a game").collect();
        let moves = [Point::at(9, 9), Point::at(10, 8), Point::at(19, 0)];
        assert_eq!(games[0].moves, moves);
        assert_eq!(games[0].size.to_string(), "20x20");
        assert_eq!(games[0].rule, Some(Rule::Standard));
        assert_eq!(games[0].result, GameResult::White);
        let two = [bytes.clone(), game(1, &[], &[(0b11, b)])].concat();
        assert_eq!(read(&two).map(Iterator::count), Some(2));
        assert!(read(&bytes[..bytes.len() - 2]).is_none());
        assert!(read(&game(4, &[a], &[(0b11, b)])).is_none());
        let pass = game(3, &[a], &[(0b11, b), (0b1011, 0)]);
        let passed = read(&pass).and_then(|mut games| games.next());
        assert_eq!(passed.map(|game| game.moves.len()), Some(2));
    }
}
