//! Points that a symmetry of the position makes equal.

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::{Point, PointSet, Symmetry};

use super::exclusions::Stones;

/// Of each group of equal empty points all but the first. A symmetry counts only if it keeps the stones of each side, the
/// blocked cells and the excluded points in place.
pub(super) fn symmetric_duplicates(position: &Position, excluded: PointSet) -> PointSet {
    let size = position.size();
    let empty = position.empty_points();
    let blocked: PointSet = position.blocked().iter().copied().collect();
    let image = |symmetry: Symmetry, set: PointSet| -> PointSet {
        set.into_iter()
            .map(|point| symmetry.apply(point, size))
            .collect()
    };
    let [black, white] = Stones::of(position).sets();
    let excluded = excluded & size.all();
    let fixed = [black, white, blocked, excluded];
    let symmetries: Vec<Symmetry> = Symmetry::all(size)
        .filter(|&symmetry| fixed.iter().all(|&set| image(symmetry, set) == set))
        .collect();
    let is_duplicate = |point: &Point| {
        symmetries
            .iter()
            .any(|symmetry| symmetry.apply(*point, size).index() < point.index())
    };
    empty.into_iter().filter(is_duplicate).collect()
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
        assert_eq!(
            225 - symmetric_duplicates(&position, PointSet::EMPTY).len(),
            36
        );
        assert!(position.place(Point::at(7, 6), Side::Black).is_ok());
        let rest = 224 - symmetric_duplicates(&position, PointSet::EMPTY).len();
        assert_eq!(rest, 7 * 15 + 15 - 1);
        let corner: PointSet = [Point::at(0, 0)].into_iter().collect();
        assert!(symmetric_duplicates(&position, corner).is_empty());
    }
}
