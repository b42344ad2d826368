//! A state of the game: who is to move and where the three pieces stand. There are 720 of them, and each has a dense
//! index and a packed code of eleven bits. The two blue pieces are alike, so their order does not matter.

use super::board::{POINTS, Point, Side};

/// Number of states: two sides, ten points for the red piece, 36 pairs of other points for the blue ones.
pub const STATES: usize = 720;

const PAIRS: usize = 36;
const RED_SHIFT: u32 = 6;
const SIDE_SHIFT: u32 = 10;
const PAIR_MASK: u16 = (1 << RED_SHIFT) - 1;
const RED_MASK: u16 = (1 << (SIDE_SHIFT - RED_SHIFT)) - 1;

/// Who is to move, and where the pieces stand. The three points always differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    side: Side,
    red: Point,
    /// The lower number first.
    blues: [Point; 2],
}

impl State {
    /// A state; none if two pieces share a point.
    pub fn new(side: Side, red: Point, blues: [Point; 2]) -> Option<Self> {
        let [a, b] = blues;
        (red != a && red != b && a != b).then_some(Self {
            side,
            red,
            blues: [a.min(b), a.max(b)],
        })
    }

    /// The start of a game: red on the tip, blue on the lowest row.
    ///
    /// ```
    /// use kagetsu_oxhorn::{Side, State};
    /// assert_eq!(State::start(Side::Red).to_string(), "(0;8,9)");
    /// ```
    pub const fn start(first: Side) -> Self {
        Self {
            side: first,
            red: Point::TIP,
            blues: Point::LOWEST_ROW,
        }
    }

    /// All states, in the order of their index.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..STATES).filter_map(Self::from_index)
    }

    /// The player to move.
    pub const fn side(self) -> Side {
        self.side
    }

    /// The red piece.
    pub const fn red(self) -> Point {
        self.red
    }

    /// The blue pieces, the lower number first.
    pub(crate) const fn blues(self) -> [Point; 2] {
        self.blues
    }

    /// Does no piece stand on this point?
    pub fn is_empty(self, point: Point) -> bool {
        point != self.red && !self.blues.contains(&point)
    }

    /// The dense index, `0..720`.
    pub fn index(self) -> usize {
        // The blue points are numbered among the nine that the red piece leaves free.
        let [low, high] = self
            .blues
            .map(|blue| blue.index() - usize::from(blue > self.red));
        let side = usize::from(self.side == Side::Blue);
        (side * usize::from(POINTS) + self.red.index()) * PAIRS + pair_rank(low, high)
    }

    /// The state of an index; none from 720 on.
    pub fn from_index(index: usize) -> Option<Self> {
        let side = side_of(index / PAIRS / usize::from(POINTS))?;
        let red = Point::new((index / PAIRS % usize::from(POINTS)) as u8)?;
        let (low, high) = pair_of_rank(index % PAIRS);
        let put_back = |rank: usize| Point::new((rank + usize::from(rank >= red.index())) as u8);
        Self::new(side, red, [put_back(low)?, put_back(high)?])
    }

    /// The packed code of eleven bits: the rank of the blue pair among all 45 in bits 0 to 5, the red point in bits
    /// 6 to 9, the side to move in bit 10.
    pub fn code(self) -> u16 {
        let [low, high] = self.blues.map(Point::index);
        let side = u16::from(self.side == Side::Blue);
        side << SIDE_SHIFT | u16::from(self.red.number()) << RED_SHIFT | pair_rank(low, high) as u16
    }

    /// The state of a packed code; none if the code has no meaning.
    pub fn from_code(code: u16) -> Option<Self> {
        let side = side_of(usize::from(code >> SIDE_SHIFT))?;
        let red = Point::new((code >> RED_SHIFT & RED_MASK) as u8)?;
        let (low, high) = pair_of_rank(usize::from(code & PAIR_MASK));
        Self::new(side, red, [Point::new(low as u8)?, Point::new(high as u8)?])
    }
}

const fn side_of(number: usize) -> Option<Side> {
    match number {
        0 => Some(Side::Red),
        1 => Some(Side::Blue),
        _ => None,
    }
}

/// The rank of a pair `low < high` among all pairs, ordered by the higher number.
const fn pair_rank(low: usize, high: usize) -> usize {
    high * (high - 1) / 2 + low
}

/// The pair of a rank.
fn pair_of_rank(rank: usize) -> (usize, usize) {
    let mut high = 1;
    while pair_rank(0, high + 1) <= rank {
        high += 1;
    }
    (rank - pair_rank(0, high), high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_scratch() -> Vec<State> {
        let mut states = Vec::new();
        for side in [Side::Red, Side::Blue] {
            for red in Point::all() {
                for high in Point::all() {
                    for low in Point::all().take_while(|&low| low < high) {
                        states.extend(State::new(side, red, [low, high]));
                    }
                }
            }
        }
        states
    }

    #[test]
    fn index_and_code_are_bijections_over_720_states() {
        let states = from_scratch();
        assert_eq!(states.len(), STATES);
        for (number, &state) in states.iter().enumerate() {
            assert_eq!(state.index(), number);
            assert_eq!(State::from_index(number), Some(state));
            assert_eq!(State::from_code(state.code()), Some(state));
        }
        let valid = (0..=u16::MAX).filter_map(State::from_code).count();
        assert_eq!(valid, STATES);
        assert!(states.iter().all(|state| state.code() < 1 << 11));
        assert_eq!(State::from_index(STATES), None);
    }

    #[test]
    fn the_order_of_the_blue_pieces_does_not_matter() {
        let [a, b, c] = [0, 8, 9].map(|number| Point::new(number).unwrap());
        let state = State::new(Side::Red, a, [c, b]);
        assert_eq!(state, Some(State::start(Side::Red)));
        assert_eq!(State::new(Side::Red, a, [a, b]), None);
        assert_eq!(State::new(Side::Red, a, [b, b]), None);
    }
}
