//! A key that is the same for all positions that are equal up to a symmetry of the board.

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::{BoardSize, Point, Symmetry};
use kagetsu_kernel::hash::{self, SIDE_KEY};

/// The keys of a position and of its images under the symmetries, updated with each move.
#[derive(Clone, Debug)]
pub struct CanonicalKey {
    size: BoardSize,
    images: Vec<(Symmetry, u64)>,
    side: Side,
}

impl CanonicalKey {
    /// The empty board with Black to move.
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            images: Symmetry::all(size).map(|symmetry| (symmetry, 0)).collect(),
            side: Side::Black,
        }
    }

    /// Adds a stone of the side to move.
    pub fn play(&mut self, point: Point) {
        for (symmetry, key) in &mut self.images {
            let image = symmetry.apply(point, self.size);
            *key ^= hash::key(self.side.index(), image.index());
        }
        self.side = self.side.opponent();
    }

    /// The common key of the position and its images. Other positions have it only by a hash collision.
    pub fn key(&self) -> u64 {
        let least = self.images.iter().map(|&(_, key)| key).min();
        let side = match self.side {
            Side::Black => 0,
            Side::White => SIDE_KEY,
        };
        least.unwrap_or_default() ^ side
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(size: BoardSize, moves: &[Point]) -> u64 {
        let mut key = CanonicalKey::new(size);
        for &point in moves {
            key.play(point);
        }
        key.key()
    }

    #[test]
    fn images_share_a_key_and_others_do_not() {
        for (width, height) in [(15, 15), (9, 12)] {
            let size = BoardSize::new(width, height).expect("a legal size");
            let moves = [(3, 2), (4, 6), (8, 1), (0, 0)].map(|(x, y)| Point::at(x, y));
            let expected = key(size, &moves);
            for symmetry in Symmetry::all(size) {
                let image = moves.map(|point| symmetry.apply(point, size));
                assert_eq!(key(size, &image), expected);
            }
            let [a, b, c, d] = moves;
            assert_eq!(key(size, &[c, d, a, b]), expected, "another order");
            assert_ne!(key(size, &[b, a, c, d]), expected, "other colours");
            assert_ne!(key(size, &moves[..3]), expected);
        }
    }
}
