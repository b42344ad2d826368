//! What a stone on an empty point would make in one direction.
//!
//! The ladder of shapes, each one stone away from the next, is an idea of Rapfi.

/// The shape that one more stone of a side makes on its line, the point itself included.
/// In the pictures `*` is the point, `X` the side's stones, `O` anything that blocks.
///
/// Every shape is defined by the next better one, down to [`Shape::Five`]; see `shape_spec`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(u8)]
pub enum Shape {
    /// No five can ever be made here: `OXX*XO`.
    #[default]
    Dead,
    /// Makes a closed two with one more stone: `O*....`.
    ClosedOne,
    /// Makes an open two with one more stone: `..*...`.
    OpenOne,
    /// Makes a closed three with one more stone: `OX*...`.
    ClosedTwo,
    /// Makes an open three with one more stone, in one way: `OX..*..O`.
    OpenTwo,
    /// Makes an open three in two ways.
    OpenTwoTwice,
    /// Makes an open three in three or more ways: `...X*...`.
    OpenTwoWide,
    /// Makes a four with one more stone: `OXX*..`.
    ClosedThree,
    /// Makes an open four with one more stone, in one way: `.XX.*.`.
    OpenThree,
    /// Makes an open four in two or more ways: `..XX*..`.
    OpenThreeWide,
    /// Makes five with one more stone, and one reply stops it: `OXXX*.`.
    Four,
    /// Two different fours on one line, only where Black must not make them: `X.XX*.X`.
    DoubleFour,
    /// Makes five with one more stone, and no reply stops it: `.XXX*.`.
    OpenFour,
    /// Wins: `XXXX*`.
    Five,
    /// Six or more where that is forbidden: `XXX*XX`.
    Overline,
}

impl Shape {
    /// Number of shapes.
    pub const COUNT: usize = 15;

    /// All shapes in the order of their numbers.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Dead,
        Self::ClosedOne,
        Self::OpenOne,
        Self::ClosedTwo,
        Self::OpenTwo,
        Self::OpenTwoTwice,
        Self::OpenTwoWide,
        Self::ClosedThree,
        Self::OpenThree,
        Self::OpenThreeWide,
        Self::Four,
        Self::DoubleFour,
        Self::OpenFour,
        Self::Five,
        Self::Overline,
    ];

    /// The shape with a number, which is the low four bits.
    pub(crate) const fn from_bits(bits: u32) -> Self {
        let number = (bits & 15) as usize;
        if number < Self::COUNT {
            Self::ALL[number]
        } else {
            Self::Dead
        }
    }

    /// An open two of any width.
    pub(crate) const fn is_open_two(self) -> bool {
        matches!(self, Self::OpenTwo | Self::OpenTwoTwice | Self::OpenTwoWide)
    }

    /// One four or two.
    pub(crate) const fn is_four(self) -> bool {
        self.is_single_four() || matches!(self, Self::DoubleFour)
    }

    /// One four, and no second one on the same line.
    pub(crate) const fn is_single_four(self) -> bool {
        matches!(self, Self::Four | Self::OpenFour)
    }

    /// An open three of any width.
    pub(crate) const fn is_open_three(self) -> bool {
        matches!(self, Self::OpenThree | Self::OpenThreeWide)
    }
}
