//! The threat class of a point: what a stone there would make in all four directions together. The classes are an idea
//! of Rapfi.

use crate::geometry::Direction;

use super::shape::Shape;

/// Class of a point for a side: the worth of putting a stone there, from the four directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(u8)]
pub enum Threat {
    /// Nothing that needs an answer, nor a step towards it.
    #[default]
    Quiet,
    /// An open two.
    OpenTwo,
    /// A closed three.
    ClosedThree,
    /// Two or more of open two and closed three.
    DoubleTwo,
    /// An open three.
    OpenThree,
    /// An open three with an open two or closed three.
    ThreePlus,
    /// Two open threes.
    DoubleThree,
    /// A four.
    Four,
    /// A four with an open two or closed three.
    FourPlus,
    /// A four with an open three.
    FourThree,
    /// An open four, or two fours: wins unless the opponent makes five first.
    OpenFour,
    /// Wins.
    Five,
    /// Overline, double four or double three where they are forbidden. A double three of this class may turn
    /// out to be legal: see `forbidden`.
    Foul,
}

impl Threat {
    /// Number of classes.
    pub const COUNT: usize = 13;
    /// [`Threat::COUNT`] rounded up to a power of two.
    pub(crate) const SPACE: usize = 16;

    /// All classes in the order of their numbers.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Quiet,
        Self::OpenTwo,
        Self::ClosedThree,
        Self::DoubleTwo,
        Self::OpenThree,
        Self::ThreePlus,
        Self::DoubleThree,
        Self::Four,
        Self::FourPlus,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
        Self::Foul,
    ];

    /// The classes that make a four or better and are not foul.
    pub const FOURS: [Self; 4] = [Self::OpenFour, Self::FourThree, Self::FourPlus, Self::Four];

    /// The class of four shapes; with `forbidden`, of the side that has forbidden points.
    pub fn of(shapes: [Shape; Direction::COUNT], forbidden: bool) -> Self {
        let count =
            |test: fn(Shape) -> bool| shapes.into_iter().filter(|&shape| test(shape)).count();
        let fours = count(Shape::is_single_four);
        let threes = count(Shape::is_open_three);
        let builders = count(|shape| shape.is_open_two() || shape == Shape::ClosedThree);
        let has_open_four = shapes.contains(&Shape::OpenFour);
        let foul = shapes.contains(&Shape::Overline)
            || shapes.contains(&Shape::DoubleFour)
            || fours > 1
            || threes > 1;
        if shapes.contains(&Shape::Five) {
            Self::Five
        } else if forbidden && foul {
            Self::Foul
        } else {
            match (fours, threes, builders) {
                (2.., _, _) => Self::OpenFour,
                (1, _, _) if has_open_four => Self::OpenFour,
                (1, 1.., _) => Self::FourThree,
                (1, _, 1..) => Self::FourPlus,
                (1, _, _) => Self::Four,
                (_, 2.., _) => Self::DoubleThree,
                (_, 1, 1..) => Self::ThreePlus,
                (_, 1, _) => Self::OpenThree,
                (_, _, 2..) => Self::DoubleTwo,
                _ if shapes.contains(&Shape::ClosedThree) => Self::ClosedThree,
                (_, _, 1) => Self::OpenTwo,
                _ => Self::Quiet,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_beats_foul() {
        use Shape::{Dead, Five, Four, OpenThree, Overline};
        assert_eq!(Threat::of([Five, Overline, Four, Four], true), Threat::Five);
        assert_eq!(Threat::of([Dead, Overline, Dead, Dead], true), Threat::Foul);
        assert_eq!(
            Threat::of([OpenThree, OpenThree, Dead, Dead], true),
            Threat::Foul
        );
        assert_eq!(
            Threat::of([OpenThree, OpenThree, Dead, Dead], false),
            Threat::DoubleThree
        );
        assert_eq!(
            Threat::of([Four, OpenThree, Dead, Dead], true),
            Threat::FourThree
        );
        assert_eq!(
            Threat::of([Four, Four, Dead, Dead], false),
            Threat::OpenFour
        );
    }
}
