//! Points that a symmetry of the position makes equal.

use kagetsu_gomoku::board::{Board, Position};
use kagetsu_gomoku::geometry::{Point, PointSet};

/// Of each group of equal points of this set the first one. A symmetry counts only if it keeps the stones of each side and
/// the blocked cells in place.
pub(super) fn distinct_points(position: &Position, points: PointSet) -> PointSet {
    let size = position.size();
    let symmetries = Board::from_position(position).symmetries();
    let is_first = |point: &Point| {
        symmetries.iter().all(|symmetry| {
            let twin = symmetry.apply(*point, size);
            twin.index() >= point.index() || !points.contains(twin)
        })
    };
    points.into_iter().filter(is_first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_gomoku::board::{Rule, Side};
    use kagetsu_gomoku::geometry::BoardSize;

    #[test]
    fn the_first_of_equal_points_stays() {
        let size = BoardSize::square(15).expect("a legal size");
        let mut position = Position::new(size, Rule::Renju);
        // An eighth of the board with its borders.
        assert_eq!(distinct_points(&position, size.all()).len(), 36);
        assert!(position.place(Point::at(7, 6), Side::Black).is_ok());
        let empty = position.empty_points();
        let distinct = distinct_points(&position, empty);
        assert_eq!(distinct.len(), 7 * 15 + 15 - 1);
        // The twin stands for a point that is not among them.
        let corner: PointSet = [Point::at(0, 0)].into_iter().collect();
        let twin: PointSet = [Point::at(14, 0)].into_iter().collect();
        assert_eq!(distinct & (corner | twin), corner);
        let others = distinct_points(&position, empty - corner);
        assert_eq!(others, (distinct - corner) | twin);
    }
}
