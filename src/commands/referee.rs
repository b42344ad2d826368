//! What the sub-commands ask of the rules, in one place.

use std::fmt;

use crate::board::{Position, Side};
use crate::engine::Engine;
use crate::geometry::{Point, PointSet};

/// Why Black may not play on a point.
#[expect(dead_code, reason = "the engine does not tell the kinds yet")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Foul {
    DoubleThree,
    DoubleFour,
    Overline,
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DoubleThree => "33 double three",
            Self::DoubleFour => "44 double four",
            Self::Overline => "6 overline",
        })
    }
}

/// Black's forbidden points, whoever is to move, each with its kind where that is known.
pub(super) fn fouls(engine: &Engine, position: &Position) -> Vec<(Point, Option<Foul>)> {
    let mut position = position.clone();
    position.set_side_to_move(Side::Black);
    let points = engine.forbidden_points(&position);
    points.iter().map(|point| (point, None)).collect()
}

/// The moves a referee accepts.
pub(super) fn legal_moves(position: &Position) -> PointSet {
    position.empty_points()
}

/// The position after a legal move, `None` if the move has won.
pub(super) fn after(position: &Position, point: Point) -> Option<Position> {
    let mut next = position.clone();
    next.play(point).is_ok().then_some(next)
}
