//! The symmetries under which a position is its own image. Moves that they take to each other are the same move.

use kagetsu_gomoku::board::{Board, Position};
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
        Self {
            size: position.size(),
            symmetries: Board::from_position(position).symmetries(),
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
