//! The plain binary form, `*.bin`. A sample is two numbers of 16 bits and the moves of its position. Bits from the lowest:
//! 2 for the result, 9 for the number of moves, 5 for the side of the board; 3 for the rule, 13 for the move that was
//! played.

use super::game::{SampledGame, joined, point, result, rule};
use kagetsu_gomoku::geometry::{BoardSize, Point};

pub(super) fn read(bytes: &[u8]) -> Option<impl Iterator<Item = SampledGame>> {
    entries(bytes, entry).map(joined)
}

fn entry(words: &mut Words) -> Option<SampledGame> {
    let (first, second) = (words.next()?, words.next()?);
    let stones = first >> 2 & 0x1ff;
    let size = BoardSize::square(first >> 11).ok()?;
    let mut moves: Vec<Point> = Vec::new();
    for _ in 0..stones {
        moves.push(point(words.next()?, size)?);
    }
    moves.push(point(second >> 3, size)?);
    Some(SampledGame {
        size,
        rule: Some(rule(second & 0x7)?),
        moves,
        result: result(first & 0x3, stones)?,
    })
}

/// Takes numbers of little-endian bytes from the front.
pub(super) struct Words<'b>(&'b [u8]);

impl Words<'_> {
    /// The next 16 bits.
    pub(super) fn next(&mut self) -> Option<usize> {
        let (&word, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u16::from_le_bytes(word).into())
    }
}

/// The entries up to the end of the bytes, each read when it is asked for. `None` if one of them is damaged, or there is none.
pub(super) fn entries<T>(
    bytes: &[u8],
    read: fn(&mut Words) -> Option<T>,
) -> Option<impl Iterator<Item = T>> {
    let all = move || {
        let mut words = Words(bytes);
        std::iter::from_fn(move || (!words.0.is_empty()).then(|| read(&mut words)))
    };
    let is_sound = !bytes.is_empty() && all().all(|entry| entry.is_some());
    is_sound.then(|| all().flatten())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult;
    use kagetsu_gomoku::board::Rule;

    /// A sample of renju on a board of 15x15.
    fn sample(code: u16, moves: &[(u16, u16)]) -> Vec<u8> {
        let (last, position) = moves.split_last().expect("the move that was played");
        let bits = |&(x, y): &(u16, u16)| x << 5 | y;
        let head = [
            code | (position.len() as u16) << 2 | 15 << 11,
            4 | bits(last) << 3,
        ];
        let words = head.into_iter().chain(position.iter().map(bits));
        words.flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn samples_of_two_games_are_read() {
        let bytes = [
            sample(0, &[(7, 7)]),
            sample(2, &[(7, 7), (8, 6)]),
            sample(1, &[(0, 14), (14, 0)]),
        ]
        .concat();
        let games: Vec<SampledGame> = read(&bytes).expect("samples").collect();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].moves, [Point::at(7, 7), Point::at(8, 6)]);
        assert_eq!(games[0].rule, Some(Rule::Renju));
        assert_eq!(games[0].result, GameResult::White);
        assert_eq!(games[1].moves, [Point::at(0, 14), Point::at(14, 0)]);
        assert_eq!(games[1].size.to_string(), "15x15");
        for bytes in [
            &bytes[..bytes.len() - 1],
            &sample(0, &[(15, 0)]),
            &sample(3, &[(7, 7)]),
            &[],
        ] {
            assert!(read(bytes).is_none(), "{bytes:?}");
        }
    }
}
