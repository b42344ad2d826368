//! The 26 openings of renju by name.

use crate::game::{Colour, Spot};

use super::shape::{Placed, TURNS};

/// Key of a name in the catalogue of texts, with the offset of the third stone from the centre, columns to the right and rows
/// upwards. White stands one above the centre in the direct openings, and one above and one to the right in the indirect ones.
type Row = (&'static str, i16, i16);

const DIRECT: [Row; 13] = [
    ("renju-d1", 0, 2),
    ("renju-d2", 1, 2),
    ("renju-d3", 2, 2),
    ("renju-d4", 1, 1),
    ("renju-d5", 2, 1),
    ("renju-d6", 1, 0),
    ("renju-d7", 2, 0),
    ("renju-d8", 0, -1),
    ("renju-d9", 1, -1),
    ("renju-d10", 2, -1),
    ("renju-d11", 0, -2),
    ("renju-d12", 1, -2),
    ("renju-d13", 2, -2),
];

const INDIRECT: [Row; 13] = [
    ("renju-i1", 2, 2),
    ("renju-i2", 2, 1),
    ("renju-i3", 2, 0),
    ("renju-i4", 2, -1),
    ("renju-i5", 2, -2),
    ("renju-i6", 1, 0),
    ("renju-i7", 1, -1),
    ("renju-i8", 1, -2),
    ("renju-i9", 0, -1),
    ("renju-i10", 0, -2),
    ("renju-i11", -1, -1),
    ("renju-i12", -1, -2),
    ("renju-i13", -2, -2),
];

/// The key of the name of an opening in the catalogue of texts, `renju-d1` to `renju-d13` for direct and `renju-i1` to
/// `renju-i13` for indirect ones. The stones are black on the centre, white, black.
///
/// ```
/// use kagetsu_play::game::{Colour, Spot};
/// use kagetsu_play::opening::name_of;
/// let stones = [
///     (Spot::new(7, 7), Colour::Black),
///     (Spot::new(8, 7), Colour::White),
///     (Spot::new(8, 8), Colour::Black),
/// ];
/// assert_eq!(name_of(&stones), Some("renju-d4"));
/// ```
pub fn name_of(stones: &[Placed; 3]) -> Option<&'static str> {
    let [
        (first, Colour::Black),
        (second, Colour::White),
        (third, Colour::Black),
    ] = *stones
    else {
        return None;
    };
    let offset = |spot: Spot| {
        let dx = i16::from(spot.x) - i16::from(first.x);
        let up = i16::from(first.y) - i16::from(spot.y);
        (dx, up)
    };
    let (white, black) = (offset(second), offset(third));
    let (rows, partner) = match (white.0.abs(), white.1.abs()) {
        (1, 0) | (0, 1) => (DIRECT, (0, 1)),
        (1, 1) => (INDIRECT, (1, 1)),
        _ => return None,
    };
    TURNS
        .into_iter()
        .filter(|turn| turn(white) == partner)
        .find_map(|turn| {
            let (x, y) = turn(black);
            rows.iter().find(|row| (row.1, row.2) == (x, y))
        })
        .map(|&(key, ..)| key)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::shape::equal_by_symmetry;
    use super::*;

    /// The centre in the coordinates of these tests.
    const CENTRE: Spot = Spot::new(10, 10);

    fn at(dx: i16, up: i16) -> Spot {
        let shift = |base: u8, by: i16| u8::try_from(i16::from(base) + by).unwrap_or_default();
        Spot::new(shift(CENTRE.x, dx), shift(CENTRE.y, -up))
    }

    /// Third stones in the 5x5 square round the centre, one of each class under the symmetries of the first two stones:
    /// first those of White's direct, then those of its indirect reply.
    fn enumerate_classes() -> [Vec<Spot>; 2] {
        [(0, 1), (1, 1)].map(|(dx, up)| {
            let pair = [(CENTRE, Colour::Black), (at(dx, up), Colour::White)];
            let mut classes: Vec<Spot> = Vec::new();
            for y in -2..=2 {
                for x in -2..=2 {
                    let third = at(x, y);
                    let free = pair.iter().all(|&(stone, _)| stone != third);
                    let known = |&class: &Spot| equal_by_symmetry(&pair, class, third);
                    if free && !classes.iter().any(known) {
                        classes.push(third);
                    }
                }
            }
            classes
        })
    }

    #[test]
    fn each_of_the_26_classes_has_a_name_of_its_own() {
        let classes = enumerate_classes();
        assert_eq!(classes.each_ref().map(Vec::len), [13, 13]);
        let mut names = HashSet::new();
        for (white, thirds) in [at(0, 1), at(1, 1)].into_iter().zip(classes) {
            for third in thirds {
                let stones = [
                    (CENTRE, Colour::Black),
                    (white, Colour::White),
                    (third, Colour::Black),
                ];
                let found = name_of(&stones);
                assert!(found.is_some_and(|key| names.insert(key)), "{third:?}");
            }
        }
        assert_eq!(names.len(), 26);
    }

    #[test]
    fn a_stone_far_away_has_no_name() {
        let stones = [
            (CENTRE, Colour::Black),
            (at(0, 1), Colour::White),
            (at(0, 3), Colour::Black),
        ];
        assert_eq!(name_of(&stones), None);
    }
}
