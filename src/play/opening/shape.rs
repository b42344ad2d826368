//! Symmetries of a shape of stones, wherever it stands on the board: fifths that are offered must differ under each.

use crate::game::{Colour, Spot};

/// A stone of a shape.
pub(crate) type Placed = (Spot, Colour);

/// Coordinates that may leave the board.
pub(super) type Cell = (i16, i16);

/// The eight symmetries of the lattice that fix the origin.
pub(super) const TURNS: [fn(Cell) -> Cell; 8] = [
    |(x, y)| (x, y),
    |(x, y)| (-y, x),
    |(x, y)| (-x, -y),
    |(x, y)| (y, -x),
    |(x, y)| (-x, y),
    |(x, y)| (x, -y),
    |(x, y)| (y, x),
    |(x, y)| (-y, -x),
];

pub(super) const fn cell(spot: Spot) -> Cell {
    (spot.x as i16, spot.y as i16)
}

/// The top left corner of the smallest rectangle round the cells.
fn corner(cells: impl Iterator<Item = Cell> + Clone) -> Cell {
    let x = cells.clone().map(|(x, _)| x).min().unwrap_or_default();
    let y = cells.map(|(_, y)| y).min().unwrap_or_default();
    (x, y)
}

/// Does a symmetry of the shape take one spot to the other? The shape is not moved by its own symmetries; the edges of
/// the board play no part.
#[cfg(test)]
pub(crate) fn equal_by_symmetry(shape: &[Placed], one: Spot, other: Spot) -> bool {
    images(shape, one).contains(&cell(other))
}

/// Where the symmetries of the shape take a spot, itself included; some images may lie off the board.
pub(super) fn images(shape: &[Placed], spot: Spot) -> Vec<Cell> {
    if shape.is_empty() {
        return vec![cell(spot)];
    }
    let stones: Vec<(Cell, Colour)> = shape.iter().map(|&(s, colour)| (cell(s), colour)).collect();
    let home = corner(stones.iter().map(|&(at, _)| at));
    TURNS
        .into_iter()
        .filter_map(|turn| {
            let away = corner(stones.iter().map(|&(at, _)| turn(at)));
            let image = |at: Cell| {
                let (x, y) = turn(at);
                (x - away.0 + home.0, y - away.1 + home.1)
            };
            let keeps = stones
                .iter()
                .all(|&(at, colour)| stones.contains(&(image(at), colour)));
            keeps.then(|| image(cell(spot)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_near_the_edge_has_the_symmetries_of_its_own() {
        let shape = |dx: u8, dy: u8| {
            [
                (Spot::new(dx, dy), Colour::Black),
                (Spot::new(dx + 2, dy), Colour::Black),
                (Spot::new(dx + 1, dy), Colour::White),
                (Spot::new(dx + 1, dy + 1), Colour::White),
            ]
        };
        for (dx, dy) in [(0, 0), (6, 7), (1, 9)] {
            let stones = shape(dx, dy);
            // The column through the white stones is the only axis.
            let (left, right) = (Spot::new(dx, dy + 3), Spot::new(dx + 2, dy + 3));
            assert!(equal_by_symmetry(&stones, left, right));
            assert!(!equal_by_symmetry(&stones, left, Spot::new(dx + 1, dy + 3)));
        }
    }

    #[test]
    fn the_relation_is_an_equivalence() {
        let stones = [
            (Spot::new(4, 4), Colour::Black),
            (Spot::new(5, 5), Colour::Black),
            (Spot::new(5, 4), Colour::White),
            (Spot::new(4, 5), Colour::White),
        ];
        let spots: Vec<Spot> = Spot::all(10, 10).collect();
        for &a in &spots {
            assert!(equal_by_symmetry(&stones, a, a));
            for &b in &spots {
                assert_eq!(
                    equal_by_symmetry(&stones, a, b),
                    equal_by_symmetry(&stones, b, a)
                );
            }
        }
        // Both diagonals are axes of this shape, so its group has four elements.
        let images = spots
            .iter()
            .filter(|&&b| equal_by_symmetry(&stones, Spot::new(2, 3), b))
            .count();
        assert_eq!(images, 4);
    }
}
