//! The definition of shapes: what five is, and how every other shape follows from it by one more stone.
//! Slow and obviously right; the lookup tables are generated from it and tested against it.

use super::rule::Rule;
use super::shape::Shape;
use kagetsu_kernel::Side;

/// A line of eleven cells round an empty point, seen by one side: ten cells of two bits, the farthest on the
/// one end lowest, the point itself left out.
pub(crate) type LineWindow = u32;

/// Cells in a window.
pub(super) const CELLS: u32 = 10;
/// Cells on each side of the point.
pub(crate) const HALF: u32 = CELLS / 2;

/// Contents of a cell of a window.
pub(super) const EMPTY: u32 = 0;
/// A stone of the side that looks.
pub(super) const OWN: u32 = 1;
/// A stone of the other side.
pub(super) const OTHER: u32 = 2;
/// A cell that is blocked or off the board.
pub(crate) const WALL: u32 = 3;

const FIVE: u32 = 5;

/// What makes a row of stones a win for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShapeSpec {
    exact_five: bool,
    void_if_closed: bool,
    forbidden: bool,
}

impl ShapeSpec {
    /// The definition for a side under a rule.
    pub(crate) const fn new(rule: Rule, side: Side) -> Self {
        Self {
            exact_five: rule.exact_five(side),
            void_if_closed: rule.void_if_closed(),
            forbidden: rule.may_foul(side),
        }
    }

    /// The shape by plain recursion.
    #[cfg(test)]
    pub(crate) fn shape(self, window: LineWindow) -> Shape {
        self.shape_with(window, &|next| self.shape(next))
    }

    /// The shape, with the shapes of windows that hold one more own stone taken from `known`.
    pub(crate) fn shape_with(
        self,
        window: LineWindow,
        known: &impl Fn(LineWindow) -> Shape,
    ) -> Shape {
        let (run, closed_ends) = run(window);
        if run >= FIVE {
            return if self.wins(run, closed_ends) {
                Shape::Five
            } else if self.forbidden {
                Shape::Overline
            } else {
                Shape::Dead
            };
        }
        if !Self::has_room(window) {
            return Shape::Dead;
        }
        let fives = empties(window).filter(|&cell| self.is_five(put(window, cell, OWN)));
        if fives.clone().next().is_some() {
            return self.four(window);
        }
        let (mut fours, mut open_fours, mut closed_threes, mut open_threes) = (0, 0, 0, 0);
        let (mut closed_twos, mut open_twos) = (0, 0);
        for cell in empties(window) {
            match known(put(window, cell, OWN)) {
                Shape::OpenFour => open_fours += 1,
                Shape::Four | Shape::DoubleFour => fours += 1,
                shape if shape.is_open_three() => open_threes += 1,
                Shape::ClosedThree => closed_threes += 1,
                shape if shape.is_open_two() => open_twos += 1,
                Shape::ClosedTwo => closed_twos += 1,
                _ => {}
            }
        }
        match (open_fours, fours, open_threes) {
            (2.., _, _) => Shape::OpenThreeWide,
            (1, _, _) => Shape::OpenThree,
            (_, 1.., _) => Shape::ClosedThree,
            (_, _, 3..) => Shape::OpenTwoWide,
            (_, _, 2) => Shape::OpenTwoTwice,
            (_, _, 1) => Shape::OpenTwo,
            _ if closed_threes > 0 => Shape::ClosedTwo,
            _ if open_twos > 0 => Shape::OpenOne,
            _ if closed_twos > 0 => Shape::ClosedOne,
            _ => Shape::Dead,
        }
    }

    /// Is there a row of five through the point with no other stone or wall in it? Without one every shape
    /// is dead, because each leads to a five by own stones alone.
    fn has_room(window: LineWindow) -> bool {
        let free = |cell: &u32| at(window, *cell) <= OWN;
        let left = (0..HALF).rev().take_while(free).count() as u32;
        let right = (HALF..CELLS).take_while(free).count() as u32;
        left + right + 1 >= FIVE
    }

    fn four(self, window: LineWindow) -> Shape {
        let stopped = |reply: u32| {
            let after = put(window, reply, OTHER);
            !empties(after).any(|cell| self.is_five(put(after, cell, OWN)))
        };
        if empties(window).any(stopped) {
            Shape::Four
        } else if self.forbidden && run(window).0 < FIVE - 1 {
            // Two winning points without four stones side by side: two sets of four stones, not one.
            Shape::DoubleFour
        } else {
            Shape::OpenFour
        }
    }

    fn is_five(self, window: LineWindow) -> bool {
        let (run, closed_ends) = run(window);
        self.wins(run, closed_ends)
    }

    const fn wins(self, run: u32, closed_ends: u32) -> bool {
        if run > FIVE {
            !self.exact_five
        } else {
            run == FIVE && !(self.void_if_closed && closed_ends == 2)
        }
    }
}

const fn at(window: LineWindow, cell: u32) -> u32 {
    window >> (2 * cell) & 3
}

const fn put(window: LineWindow, cell: u32, content: u32) -> LineWindow {
    window | content << (2 * cell)
}

fn empties(window: LineWindow) -> impl Iterator<Item = u32> + Clone {
    (0..CELLS).filter(move |&cell| at(window, cell) == EMPTY)
}

/// Length of the row through the point once a stone is there, and how many of its ends other stones close.
fn run(window: LineWindow) -> (u32, u32) {
    let own = |cell: &u32| at(window, *cell) == OWN;
    let left = (0..HALF).rev().take_while(own).count() as u32;
    let right = (HALF..CELLS).take_while(own).count() as u32;
    let left_closed = left < HALF && at(window, HALF - 1 - left) == OTHER;
    let right_closed = right < HALF && at(window, HALF + right) == OTHER;
    (
        left + right + 1,
        u32::from(left_closed) + u32::from(right_closed),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a picture of eleven cells with `*` in the middle: `X` own, `O` other, `#` wall.
    fn window(picture: &str) -> LineWindow {
        assert_eq!(picture.len(), 11, "{picture}");
        assert_eq!(&picture[5..6], "*", "{picture}");
        picture
            .bytes()
            .filter(|&byte| byte != b'*')
            .enumerate()
            .fold(0, |window, (cell, byte)| {
                let content = match byte {
                    b'X' => OWN,
                    b'O' => OTHER,
                    b'#' => WALL,
                    _ => EMPTY,
                };
                put(window, cell as u32, content)
            })
    }

    #[test]
    fn shapes_are_those_of_the_rule() {
        use Rule::{Caro, CaroExact, Freestyle, Renju, Standard};
        use Side::{Black, White};
        for (picture, rule, side, shape) in [
            ("#XXXX*#####", Freestyle, Black, Shape::Five),
            ("..XXX*XX...", Freestyle, Black, Shape::Five),
            ("..XXX*XX...", Standard, White, Shape::Dead),
            ("..XXX*XX...", Renju, Black, Shape::Overline),
            ("..XXX*XX...", Renju, White, Shape::Five),
            ("#OXXX*.....", Freestyle, Black, Shape::Four),
            ("..XXX*.....", Freestyle, Black, Shape::OpenFour),
            ("X.XXX*.....", Standard, Black, Shape::Four),
            ("X.XXX*.....", Renju, Black, Shape::Four),
            ("X.XXX*.....", Freestyle, Black, Shape::OpenFour),
            ("..X.X*X.X..", Renju, Black, Shape::DoubleFour),
            ("..X.X*X.X..", Standard, Black, Shape::OpenFour),
            ("...XX*.....", Freestyle, Black, Shape::OpenThreeWide),
            (".O.XX*..O..", Standard, Black, Shape::OpenThree),
            ("#O.XX*.O###", Freestyle, Black, Shape::ClosedThree),
            ("##OXX*.....", Freestyle, Black, Shape::ClosedThree),
            ("....X*.....", Freestyle, Black, Shape::OpenTwoWide),
            ("...OX*.....", Freestyle, Black, Shape::ClosedTwo),
            (".....*.....", Freestyle, Black, Shape::OpenOne),
            ("#####*.....", Freestyle, Black, Shape::ClosedOne),
            ("####.*...O#", Freestyle, Black, Shape::ClosedOne),
            ("###..*.O...", Freestyle, Black, Shape::Dead),
            ("OXXXX*O....", Caro, Black, Shape::Dead),
            ("#XXXX*O....", Caro, Black, Shape::Five),
            (".XXXX*X....", Caro, Black, Shape::Five),
            (".XXXX*X....", CaroExact, Black, Shape::Dead),
            ("O.XXX*.O...", Caro, Black, Shape::Four),
            ("..XXX*.....", Caro, Black, Shape::OpenFour),
        ] {
            assert_eq!(
                ShapeSpec::new(rule, side).shape(window(picture)),
                shape,
                "{picture} {rule} {side}"
            );
        }
    }
}
