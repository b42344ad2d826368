//! Decisions of the opening protocol swap2: which three stones to offer, and which side to take.
//! It judges by scores that a search has found and runs no search itself.

use crate::geometry::{BoardSize, Point};
use kagetsu_kernel::Score;

/// How much better than White, in units of the evaluation, Black must stand before White gives up the
/// move for the other side. Zero: the better side is taken, however small its edge.
pub const SWAP_MARGIN: i32 = 0;

/// What the player who may choose a side does, with White to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideChoice {
    /// Take Black; the opponent moves as White.
    Swap,
    /// Keep White and make the move.
    Stay,
}

/// Chooses a side from the score of the position for White, who is to move; it holds for three and for five
/// stones.
///
/// The third way of swap2, two more stones after which the opponent chooses, is never taken: the chooser of a
/// side gets at least the better half of the present score, while after two stones the opponent gets it.
pub fn choose_side(score_of_white: Score) -> SideChoice {
    if score_of_white < Score::ZERO - SWAP_MARGIN {
        SideChoice::Swap
    } else {
        SideChoice::Stay
    }
}

/// Three stones, black, white, black, as column and row from the top left corner. Stones near the edge and far
/// from each other keep Black's advantage of the move small, so that the choice of a side gives little away.
const EDGE_OPENINGS: [[(usize, usize); 3]; 5] = [
    [(1, 3), (4, 1), (5, 6)],
    [(2, 1), (6, 2), (1, 6)],
    [(3, 0), (4, 3), (8, 1)],
    [(1, 1), (5, 4), (7, 1)],
    [(0, 4), (2, 3), (5, 7)],
];

/// The opening for boards that are too small for the others.
const SMALL_OPENING: [(usize, usize); 3] = [(1, 1), (2, 2), (4, 3)];

/// Shortest side of a board on which the openings near the edge are offered.
const EDGE_OPENING_SIDE: usize = 12;

/// The three stones to offer in the `game`-th game: the openings take turns.
///
/// ```
/// use kagetsu_gomoku::engine::opening::three_stones;
/// use kagetsu_gomoku::geometry::BoardSize;
/// let size = BoardSize::square(15)?;
/// assert_ne!(three_stones(size, 0), three_stones(size, 1));
/// # Ok::<(), kagetsu_gomoku::geometry::UnsupportedSize>(())
/// ```
pub fn three_stones(size: BoardSize, game: usize) -> [Point; 3] {
    let shape = if size.width().min(size.height()) < EDGE_OPENING_SIDE {
        SMALL_OPENING
    } else {
        EDGE_OPENINGS[game % EDGE_OPENINGS.len()]
    };
    shape.map(|(x, y)| Point::at(x, y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::PointSet;

    #[test]
    fn white_keeps_a_good_position_and_leaves_a_bad_one() {
        assert_eq!(choose_side(Score::evaluation(50)), SideChoice::Stay);
        assert_eq!(choose_side(Score::ZERO), SideChoice::Stay);
        assert_eq!(choose_side(Score::evaluation(-50)), SideChoice::Swap);
        assert_eq!(choose_side(Score::loss_in(6)), SideChoice::Swap);
    }

    #[test]
    fn openings_are_three_points_of_the_board() {
        for width in BoardSize::MIN..=BoardSize::MAX {
            for height in BoardSize::MIN..=BoardSize::MAX {
                let size = BoardSize::new(width, height).expect("a legal size");
                for game in 0..EDGE_OPENINGS.len() {
                    let stones: PointSet = three_stones(size, game).into_iter().collect();
                    assert_eq!((stones & size.all()).len(), 3);
                }
            }
        }
    }
}
