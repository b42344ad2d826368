//! The canonical key of a position: the least encoding among its images under the symmetries of the board. It holds the
//! whole position, so different positions never share a key.
//!
//! Bytes: number of the rule, columns, rows, side to move (0 Black, 1 White), number of black stones and of white stones
//! (two bytes each, the high one first), then the cells of Black, of White and those that are blocked, each list in
//! rising order. A cell is `row * columns + column`: one byte on boards of at most 256 cells, else two.

use kagetsu_gomoku::board::{Position, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point, Symmetry};

const HEAD: usize = 8;
/// Bytes that tell rule and size.
const BOARD: usize = 3;
/// Cells of the largest board whose cells take one byte.
const ONE_BYTE: usize = 256;

/// The key of a position and its images.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionKey(Vec<u8>);

/// A position as the database sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The key.
    pub key: PositionKey,
    /// Takes points of the position to points of the stored one. It is the first that does when the position has
    /// symmetries of its own.
    pub to_stored: Symmetry,
}

impl Canonical {
    /// Finds the key of a position. The order of its stones does not matter.
    pub fn new(position: &Position) -> Self {
        let size = position.size();
        let (key, to_stored) = Symmetry::all(size)
            .map(|symmetry| (PositionKey::image(position, symmetry), symmetry))
            .min_by(|(one, _), (other, _)| one.cmp(other))
            .unwrap_or_else(|| {
                let itself = Symmetry::IDENTITY;
                (PositionKey::image(position, itself), itself)
            });
        Self { key, to_stored }
    }
}

impl PositionKey {
    /// The bytes of the key.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn image(position: &Position, symmetry: Symmetry) -> Self {
        let size = position.size();
        let cell = |point: Point| {
            let image = symmetry.apply(point, size);
            image.y() * size.width() + image.x()
        };
        let of = |side: Side| position.stones_of(side).map(|&point| cell(point));
        let mut cells: Vec<usize> = of(Side::Black).collect();
        let black = cells.len();
        cells.extend(of(Side::White));
        let both = cells.len();
        cells.extend(position.blocked().iter().map(|&point| cell(point)));
        cells[..black].sort_unstable();
        cells[black..both].sort_unstable();
        cells[both..].sort_unstable();
        let mut bytes = vec![
            position.rule().number() as u8,
            size.width() as u8,
            size.height() as u8,
            position.side_to_move().index() as u8,
        ];
        bytes.extend((black as u16).to_be_bytes());
        bytes.extend(((both - black) as u16).to_be_bytes());
        for cell in cells {
            let pair = (cell as u16).to_be_bytes();
            bytes.extend(&pair[usize::from(size.area() <= ONE_BYTE)..]);
        }
        Self(bytes)
    }

    /// Reads the bytes of a key. `None` when they are not the canonical key of a position.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let key = Self(bytes.to_vec());
        (Canonical::new(&key.position()?).key == key).then_some(key)
    }

    /// Rule and size of the board. `None` only for bytes that are no key.
    pub fn board(&self) -> Option<(Rule, BoardSize)> {
        let [rule, width, height, ..] = *self.0 else {
            return None;
        };
        let size = BoardSize::new(width.into(), height.into()).ok()?;
        Some((Rule::from_number(rule.into())?, size))
    }

    /// Bytes that stand behind all keys of this board, and before those of every later one.
    pub(super) fn behind_board(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.0.iter().copied().take(BOARD).collect();
        if let Some(last) = bytes.last_mut() {
            // The number of rows is far below the largest byte.
            *last += 1;
        }
        bytes
    }

    /// The number of stones.
    pub fn stones(&self) -> usize {
        let [_, _, _, _, a, b, c, d, ..] = *self.0 else {
            return 0;
        };
        usize::from(u16::from_be_bytes([a, b])) + usize::from(u16::from_be_bytes([c, d]))
    }

    /// The stored position. `None` only for bytes that are no key.
    pub fn position(&self) -> Option<Position> {
        let (head, cells) = self.0.split_at_checked(HEAD)?;
        let size = BoardSize::new(head[1].into(), head[2].into()).ok()?;
        let mut position = Position::new(size, Rule::from_number(head[0].into())?);
        position.set_side_to_move(*Side::BOTH.get(usize::from(head[3]))?);
        let black = usize::from(u16::from_be_bytes([head[4], head[5]]));
        let both = black + usize::from(u16::from_be_bytes([head[6], head[7]]));
        let width = if size.area() <= ONE_BYTE { 1 } else { 2 };
        if cells.len() % width != 0 || cells.len() / width < both {
            return None;
        }
        for (index, cell) in cells.chunks(width).enumerate() {
            let cell = cell
                .iter()
                .fold(0, |sum, &byte| sum << u8::BITS | usize::from(byte));
            let point = size.point(cell % size.width(), cell / size.width())?;
            if index >= both {
                position.block(point).ok()?;
            } else {
                let owner = Side::BOTH[usize::from(index >= black)];
                position.place(point, owner).ok()?;
            }
        }
        Some(position)
    }
}

/// The positions before a last move of the player who has just moved, each with that move.
pub fn predecessors(position: &Position) -> impl Iterator<Item = (Position, Point)> + '_ {
    let mover = position.side_to_move().opponent();
    position.stones_of(mover).filter_map(|&point| {
        let mut before = position.clone();
        // It is the turn of the side whose stone is taken back.
        before.take_back(point).ok()?;
        Some((before, point))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_share_a_key_and_points_come_back() {
        for (width, height) in [(15, 15), (20, 20), (9, 12)] {
            let size = BoardSize::new(width, height).expect("a legal size");
            let points = [(3, 2), (4, 6), (8, 1), (0, 0)].map(|(x, y)| Point::at(x, y));
            let place = |symmetry: Symmetry, rule, turn| {
                let mut position = Position::new(size, rule);
                for point in points {
                    let point = symmetry.apply(point, size);
                    position.play(point).expect("an empty point");
                }
                let blocked = symmetry.apply(Point::at(2, 2), size);
                position.block(blocked).expect("an empty point");
                position.set_side_to_move(turn);
                Canonical::new(&position)
            };
            let (rule, turn) = (Rule::Freestyle, Side::Black);
            let first = place(Symmetry::IDENTITY, rule, turn);
            for symmetry in Symmetry::all(size) {
                let image = place(symmetry, rule, turn);
                assert_eq!(image.key, first.key);
                for point in size.points() {
                    let here = symmetry.apply(point, size);
                    let stored = image.to_stored.apply(here, size);
                    assert_eq!(stored, first.to_stored.apply(point, size));
                    assert_eq!(image.to_stored.inverse().apply(stored, size), here);
                }
            }
            assert_ne!(place(Symmetry::IDENTITY, Rule::Renju, turn).key, first.key);
            assert_ne!(place(Symmetry::IDENTITY, rule, Side::White).key, first.key);
            let stored = first.key.position().expect("a key is a position");
            assert_eq!(Canonical::new(&stored).key, first.key);
            assert_eq!(
                PositionKey::read(first.key.bytes()),
                Some(first.key.clone())
            );
            assert_eq!(first.key.stones(), 4);
            for end in 0..first.key.bytes().len() {
                let _ = PositionKey::read(&first.key.bytes()[..end]);
            }
        }
    }
}
