//! The 26 openings of renju by name.

use crate::game::{Colour, Spot};

use super::shape::{Placed, TURNS};

/// Names of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// `D1` to `D13` for direct, `I1` to `I13` for indirect openings.
    pub code: &'static str,
    /// The usual name in Chinese characters.
    pub chinese: &'static str,
    /// The usual name in Latin letters.
    pub latin: &'static str,
}

/// Names with the offset of the third stone from the centre, columns to the right and rows upwards. White stands
/// one above the centre in the direct openings, and one above and one to the right in the indirect ones.
type Row = (&'static str, &'static str, &'static str, i16, i16);

const DIRECT: [Row; 13] = [
    ("D1", "寒星", "Kansei", 0, 2),
    ("D2", "溪月", "Keigetsu", 1, 2),
    ("D3", "疏星", "Sosei", 2, 2),
    ("D4", "花月", "Kagetsu", 1, 1),
    ("D5", "残月", "Zangetsu", 2, 1),
    ("D6", "雨月", "Ugetsu", 1, 0),
    ("D7", "金星", "Kinsei", 2, 0),
    ("D8", "松月", "Shogetsu", 0, -1),
    ("D9", "丘月", "Kyugetsu", 1, -1),
    ("D10", "新月", "Shingetsu", 2, -1),
    ("D11", "瑞星", "Zuisei", 0, -2),
    ("D12", "山月", "Sangetsu", 1, -2),
    ("D13", "游星", "Yusei", 2, -2),
];

const INDIRECT: [Row; 13] = [
    ("I1", "长星", "Chosei", 2, 2),
    ("I2", "峡月", "Kyogetsu", 2, 1),
    ("I3", "恒星", "Kosei", 2, 0),
    ("I4", "水月", "Suigetsu", 2, -1),
    ("I5", "流星", "Ryusei", 2, -2),
    ("I6", "云月", "Ungetsu", 1, 0),
    ("I7", "浦月", "Hogetsu", 1, -1),
    ("I8", "岚月", "Rangetsu", 1, -2),
    ("I9", "银月", "Gingetsu", 0, -1),
    ("I10", "明星", "Myojo", 0, -2),
    ("I11", "斜月", "Shagetsu", -1, -1),
    ("I12", "名月", "Meigetsu", -1, -2),
    ("I13", "彗星", "Suisei", -2, -2),
];

/// The name of an opening: black on the centre, white, black.
///
/// ```
/// use kagetsu_play::game::{Colour, Spot};
/// use kagetsu_play::opening::name_of;
/// let stones = [
///     (Spot::new(7, 7), Colour::Black),
///     (Spot::new(8, 7), Colour::White),
///     (Spot::new(8, 8), Colour::Black),
/// ];
/// assert_eq!(name_of(&stones).map(|named| named.latin), Some("Kagetsu"));
/// ```
pub fn name_of(stones: &[Placed; 3]) -> Option<Named> {
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
    let rows = match (white.0.abs(), white.1.abs()) {
        (1, 0) | (0, 1) => DIRECT,
        (1, 1) => INDIRECT,
        _ => return None,
    };
    let partner = if white.0.abs() == white.1.abs() {
        (1, 1)
    } else {
        (0, 1)
    };
    TURNS
        .into_iter()
        .filter(|turn| turn(white) == partner)
        .find_map(|turn| {
            let (x, y) = turn(black);
            rows.iter().find(|row| (row.3, row.4) == (x, y))
        })
        .map(|&(code, chinese, latin, ..)| Named {
            code,
            chinese,
            latin,
        })
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
                assert!(
                    found.is_some_and(|name| names.insert(name.code)),
                    "{third:?}"
                );
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
