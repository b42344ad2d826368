//! The symmetries of a board: eight on a square, four on a rectangle.

use super::point::Point;
use super::size::BoardSize;

/// A symmetry: an optional swap of the axes, followed by optional mirrors of columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    swap_axes: bool,
    mirror_x: bool,
    mirror_y: bool,
}

impl Symmetry {
    /// The symmetry that moves nothing.
    pub const IDENTITY: Self = Self {
        swap_axes: false,
        mirror_x: false,
        mirror_y: false,
    };

    /// All symmetries of a board of this size, the identity first.
    pub fn all(size: BoardSize) -> impl Iterator<Item = Self> {
        let swaps = if size.is_square() { 2 } else { 1 };
        (0..swaps * 4).map(|bits| Self {
            swap_axes: bits & 4 != 0,
            mirror_x: bits & 1 != 0,
            mirror_y: bits & 2 != 0,
        })
    }

    /// The symmetry that takes every point back.
    #[must_use]
    pub const fn inverse(self) -> Self {
        let (mirror_x, mirror_y) = if self.swap_axes {
            (self.mirror_y, self.mirror_x)
        } else {
            (self.mirror_x, self.mirror_y)
        };
        Self {
            mirror_x,
            mirror_y,
            ..self
        }
    }

    /// Where the symmetry takes a point of a board of this size.
    pub const fn apply(self, point: Point, size: BoardSize) -> Point {
        let (x, y) = if self.swap_axes {
            (point.y(), point.x())
        } else {
            (point.x(), point.y())
        };
        let x = if self.mirror_x {
            size.width() - 1 - x
        } else {
            x
        };
        let y = if self.mirror_y {
            size.height() - 1 - y
        } else {
            y
        };
        Point::at(x, y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::PointSet;

    #[test]
    fn a_square_has_eight_distinct_images_of_a_point_and_a_rectangle_four() {
        for (width, height, images) in [(15, 15, 8), (15, 12, 4)] {
            let size = BoardSize::new(width, height).expect("a legal size");
            let point = Point::at(2, 4);
            let set: PointSet = Symmetry::all(size)
                .map(|symmetry| symmetry.apply(point, size))
                .collect();
            assert_eq!(set.len(), images);
            assert_eq!(Symmetry::all(size).next(), Some(Symmetry::IDENTITY));
        }
    }

    #[test]
    fn every_symmetry_permutes_the_board_and_its_inverse_takes_the_points_back() {
        for (width, height) in [(6, 9), (7, 7)] {
            let size = BoardSize::new(width, height).expect("a legal size");
            for symmetry in Symmetry::all(size) {
                let image = |point| symmetry.apply(point, size);
                assert_eq!(size.points().map(image).collect::<PointSet>(), size.all());
                let back = |point| symmetry.inverse().apply(image(point), size);
                assert!(size.points().all(|point| back(point) == point));
            }
        }
    }
}
