//! Random boards of every density, up to full boards.

use kagetsu_gomoku::board::{Position, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::rng::Rng;

/// Longest period of a pattern.
const PERIOD: usize = 12;

/// A position by chance, filled to any density: either a box of any size with stones of both sides, or the whole board
/// with a pattern of Black's that repeats, on which one class has very many points, and White on any part of the rest.
pub fn filled_position(size: BoardSize, rule: Rule, seed: u64) -> Position {
    let mut rng = Rng::new(seed);
    let mut position = if rng.below(2) == 0 {
        filled_box(size, rule, &mut rng)
    } else {
        let period = 3 + rng.below(PERIOD - 2);
        let slope = rng.below(period);
        // Three points in eight are so many that fours are everywhere, and so few that there are no fives.
        let black = (0..period).fold(0, |bits, bit| bits | usize::from(rng.below(8) < 3) << bit);
        let mut position = pattern(size, rule, period, slope, black);
        let share = rng.below(2) * rng.below(101);
        for point in position.empty_points() {
            if rng.below(100) < share {
                put(&mut position, point, Side::White);
            }
        }
        position
    };
    position.set_side_to_move(Side::BOTH[rng.below(2)]);
    position
}

/// Black stones wherever the bit number `(x + slope * y) % period` of `black` is set.
pub fn pattern(size: BoardSize, rule: Rule, period: usize, slope: usize, black: usize) -> Position {
    let mut position = Position::new(size, rule);
    for point in size.points() {
        if black >> ((point.x() + slope * point.y()) % period) & 1 == 1 {
            put(&mut position, point, Side::Black);
        }
    }
    position
}

fn filled_box(extent: BoardSize, rule: Rule, rng: &mut Rng) -> Position {
    let mut position = Position::new(extent, rule);
    let [width, height] = [extent.width(), extent.height()].map(|most| most.min(5 + rng.below(18)));
    let (left, top) = (
        rng.below(extent.width() - width + 1),
        rng.below(extent.height() - height + 1),
    );
    let (density, black) = (rng.below(101), rng.below(101));
    for y in top..top + height {
        for x in left..left + width {
            if rng.below(100) < density {
                let side = Side::BOTH[usize::from(rng.below(100) >= black)];
                put(&mut position, Point::at(x, y), side);
            }
        }
    }
    position
}

fn put(position: &mut Position, point: Point, side: Side) {
    position
        .place(point, side)
        .expect("every point is filled once");
}
