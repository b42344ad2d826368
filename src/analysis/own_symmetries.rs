//! The symmetries under which a position is its own image. Moves that they take to each other are the same move.

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::{BoardSize, Point, Symmetry};

/// The symmetries of a position, the identity among them.
#[derive(Clone, Debug)]
pub(crate) struct OwnSymmetries {
    size: BoardSize,
    symmetries: Vec<Symmetry>,
}

impl OwnSymmetries {
    /// Those of this position.
    pub(crate) fn of(position: &Position) -> Self {
        let size = position.size();
        let symmetries = Symmetry::all(size).filter(|&symmetry| is_own(position, symmetry));
        Self {
            size,
            symmetries: symmetries.collect(),
        }
    }

    /// All points that are the same move, some of them more than once.
    pub(crate) fn images(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let symmetries = self.symmetries.iter();
        symmetries.map(move |symmetry| symmetry.apply(point, self.size))
    }

    /// Turns a line so that it begins with this point, if that is the same move as its first one.
    pub(crate) fn turn(&self, line: &mut [Point], first: Point) {
        let takes_it = |&&symmetry: &&Symmetry| {
            line.first()
                .is_some_and(|&point| symmetry.apply(point, self.size) == first)
        };
        if let Some(symmetry) = self.symmetries.iter().find(takes_it) {
            for point in line {
                *point = symmetry.apply(*point, self.size);
            }
        }
    }
}

fn is_own(position: &Position, symmetry: Symmetry) -> bool {
    let size = position.size();
    let stones = position.stones();
    let blocked = position.blocked();
    stones
        .iter()
        .all(|&(point, side)| stones.contains(&(symmetry.apply(point, size), side)))
        && blocked
            .iter()
            .all(|&point| blocked.contains(&symmetry.apply(point, size)))
}
