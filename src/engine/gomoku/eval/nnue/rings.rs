//! The points that the neighbour layer sees round a point: its rings. A *ring* is the four points at one distance along the
//! row and the column, or along the two diagonals.

use crate::geometry::Point;

/// Greatest distance of a ring.
const REACH: usize = 4;
/// Points of a ring.
const RING_POINTS: usize = 4;
/// Number of rings: those along row and column by distance, then those along the diagonals.
pub const RINGS: usize = 2 * REACH;

/// Greatest difference between the index of a point of a ring and that of the point in the middle.
pub(super) const GREATEST_STEP: usize = REACH * (Point::STRIDE + 1);

const _: () = assert!(REACH <= Point::BORDER);

/// For each ring, the differences between the indices of its points and that of the point in the middle. With those of a
/// point on the board they never leave the index range.
pub const RING_STEPS: [[isize; RING_POINTS]; RINGS] = ring_steps();

const fn ring_steps() -> [[isize; RING_POINTS]; RINGS] {
    let row = Point::STRIDE as isize;
    let mut steps = [[0; RING_POINTS]; RINGS];
    let mut distance = 1;
    while distance <= REACH {
        let along = distance as isize;
        steps[distance - 1] = [along, -along, along * row, -along * row];
        let (right, left) = (along * (row + 1), along * (row - 1));
        steps[REACH + distance - 1] = [right, -right, left, -left];
        distance += 1;
    }
    steps
}

/// The same as places in the stretch of indices from [`GREATEST_STEP`] before the point in the middle.
pub(super) const RING_PLACES: [[usize; RING_POINTS]; RINGS] = {
    let mut places = [[0; RING_POINTS]; RINGS];
    let mut ring = 0;
    while ring < RINGS {
        let mut point = 0;
        while point < RING_POINTS {
            places[ring][point] = (GREATEST_STEP as isize + RING_STEPS[ring][point]) as usize;
            point += 1;
        }
        ring += 1;
    }
    places
};
