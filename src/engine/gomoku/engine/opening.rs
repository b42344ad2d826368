//! Decisions of opening procedures: which three stones to offer, and which side to take.
//! It judges by scores that a search has found and runs no search itself.

use crate::board::{Rule, Side};
use crate::geometry::{BoardSize, Point, Symmetry};
use kagetsu_kernel::Score;
use kagetsu_kernel::rng::Rng;

/// See [`level_score`].
const LEVEL: i32 = 0;
/// See [`level_score`], where Black has forbidden points.
const LEVEL_WITH_FOULS: i32 = 40;

/// Black's score after the first stones, in units of the evaluation, from which Black and White win about equally often
/// when the engine plays itself. Measured by games from random openings: `src/app/openings/experiments/2026-11-level.md` has
/// the figures. `pbrain-kagetsu openings` uses it too. It belongs to the networks of this build.
pub const fn level_score(rule: Rule) -> i32 {
    if rule.black_forbidden() {
        LEVEL_WITH_FOULS
    } else {
        LEVEL
    }
}

/// What the player who may choose a side does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideChoice {
    /// Take the other side.
    Swap,
    /// Keep the own one.
    Stay,
}

/// Chooses a side in a position of the first stones, from the score for the own side. It is given up when the other one
/// stands better by [`level_score`], by however little.
///
/// Two other ways are never taken: the third one of swap2, two more stones after which the opponent chooses, and the offer of
/// ten fifth moves in Taraguchi-10. The chooser of a side gets at least the better half of the present score, while after two
/// stones the opponent gets it.
pub fn choose_side(own: Side, score: Score, rule: Rule) -> SideChoice {
    let level = Score::evaluation(match own {
        Side::Black => level_score(rule),
        Side::White => -level_score(rule),
    });
    if score < level {
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

/// Three stones, black, white, black, as columns and rows from the centre, for a Black who has forbidden points. Near the
/// edge they would leave him far behind.
const CENTRE_OPENINGS: [[(isize, isize); 3]; 5] = [
    [(0, 0), (1, 0), (2, 1)],
    [(0, 0), (1, 1), (2, 1)],
    [(0, 0), (0, 1), (1, 1)],
    [(0, 0), (1, -1), (1, -2)],
    [(0, 0), (-1, 0), (-1, 1)],
];

/// The opening for boards that are too small for the others.
const SMALL_OPENING: [(usize, usize); 3] = [(1, 1), (2, 2), (4, 3)];

/// Shortest side of a board on which the openings near the edge are offered.
const EDGE_OPENING_SIDE: usize = 12;

/// The three stones of the `game`-th game: the openings take turns.
fn three_stones(size: BoardSize, rule: Rule, game: usize) -> [Point; 3] {
    if rule.black_forbidden() {
        let centre = size.centre();
        let at = |from: usize, by: isize| from.saturating_add_signed(by);
        return CENTRE_OPENINGS[game % CENTRE_OPENINGS.len()]
            .map(|(x, y)| Point::at(at(centre.x(), x), at(centre.y(), y)));
    }
    let shape = if size.width().min(size.height()) < EDGE_OPENING_SIDE {
        SMALL_OPENING
    } else {
        EDGE_OPENINGS[game % EDGE_OPENINGS.len()]
    };
    shape.map(|(x, y)| Point::at(x, y))
}

/// The three stones to offer in the `game`-th game, in a random symmetry of the board. The openings take turns.
///
/// ```
/// use kagetsu_gomoku::board::Rule;
/// use kagetsu_gomoku::engine::opening::turned_three_stones;
/// use kagetsu_gomoku::geometry::BoardSize;
/// use kagetsu_kernel::rng::Rng;
/// let size = BoardSize::square(15)?;
/// let stones = turned_three_stones(size, Rule::Renju, 0, &mut Rng::new(1));
/// assert!(stones.iter().all(|&stone| size.contains(stone)));
/// # Ok::<(), kagetsu_gomoku::geometry::UnsupportedSize>(())
/// ```
pub fn turned_three_stones(size: BoardSize, rule: Rule, game: usize, rng: &mut Rng) -> [Point; 3] {
    let number = rng.below(Symmetry::all(size).count());
    let symmetry = Symmetry::all(size)
        .nth(number)
        .unwrap_or(Symmetry::IDENTITY);
    three_stones(size, rule, game).map(|stone| symmetry.apply(stone, size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::PointSet;

    #[test]
    fn either_side_keeps_a_good_position_and_leaves_a_bad_one() {
        for rule in Rule::ALL {
            let level = level_score(rule);
            for (own, level) in [(Side::White, -level), (Side::Black, level)] {
                let choice = |above| choose_side(own, Score::evaluation(level + above), rule);
                assert_eq!(choice(1), SideChoice::Stay);
                assert_eq!(choice(0), SideChoice::Stay);
                assert_eq!(choice(-1), SideChoice::Swap);
                assert_eq!(choose_side(own, Score::loss_in(6), rule), SideChoice::Swap);
                assert_eq!(choose_side(own, Score::win_in(6), rule), SideChoice::Stay);
            }
        }
    }

    #[test]
    fn openings_are_three_points_of_the_board() {
        for width in BoardSize::MIN..=BoardSize::MAX {
            for height in BoardSize::MIN..=BoardSize::MAX {
                let size = BoardSize::new(width, height).expect("a legal size");
                for rule in Rule::ALL {
                    for game in 0..EDGE_OPENINGS.len().max(CENTRE_OPENINGS.len()) {
                        let stones = three_stones(size, rule, game);
                        let stones: PointSet = stones.into_iter().collect();
                        assert_eq!((stones & size.all()).len(), 3);
                    }
                }
            }
        }
    }
}
