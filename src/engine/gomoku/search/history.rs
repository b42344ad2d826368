//! History tables for move ordering: history by point, kept apart for quiet moves and threats, counter-moves, and
//! continuation history: by threat class and the step from the previous moves.

use crate::board::{Side, Threat};
use crate::geometry::Point;

/// Bound of every history value; updates pull towards it ("gravity"), so nothing can overflow.
const MAX_HISTORY: i32 = 16_384;

/// Steps from one point to another: differences of indices, none of them negative.
const STEPS: usize = 2 * Point::COUNT;
/// Previous moves that continuation history looks at: the opponent's last and one's own last.
const BACK: usize = 2;

/// The tables of one thread.
#[derive(Debug)]
pub(crate) struct History {
    /// History by point: a row for each side, first of quiet moves, then of threats.
    points: Box<[[i16; Point::COUNT]; 4]>,
    /// The move of each side that last refuted the opponent's move on a point.
    counter_moves: Box<[[Option<Point>; Point::COUNT]; 2]>,
    /// Continuation history: a row for each previous move and threat class.
    continuation: Box<[[i16; STEPS]]>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            points: Box::new([[0; Point::COUNT]; 4]),
            counter_moves: Box::new([[None; Point::COUNT]; 2]),
            continuation: vec![[0; STEPS]; BACK * Threat::SPACE].into_boxed_slice(),
        }
    }
}

/// The moves before the one that is judged: the opponent's last, one's own last.
pub(crate) type Previous = [Option<Point>; BACK];

/// The difference of two indices tells columns and rows apart between points less than 16 columns apart. Of points farther
/// apart two different steps may share one history, which does no harm.
const fn step(from: Point, to: Point) -> usize {
    (to.index() + Point::COUNT - from.index()) % STEPS
}

/// The row of a side's moves of a class in the history by point. Threats are apart, because a point that is good for a
/// three is good for other reasons than one for a quiet move.
fn row(side: Side, class: usize) -> usize {
    side.index() + 2 * usize::from(class >= Threat::OpenThree as usize)
}

fn pull(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    // The nearer the value is to its bound, the more of the bonus is taken back: recent cutoffs weigh most.
    *value = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

impl History {
    /// The value of a move of this threat class.
    pub(crate) fn value(&self, side: Side, point: Point, class: usize, previous: Previous) -> i32 {
        let mut value = i32::from(self.points[row(side, class)][point.index()]);
        for (back, before) in previous.iter().enumerate() {
            if let Some(before) = before {
                // The remainder here and below changes no index: it shows the compiler that none is out of bounds.
                let place = back * Threat::SPACE + class % Threat::SPACE;
                value += i32::from(self.continuation[place][step(*before, point)]);
            }
        }
        value
    }

    /// Rewards a move, or punishes it when the bonus is negative.
    pub(crate) fn update(
        &mut self,
        side: Side,
        point: Point,
        class: usize,
        previous: Previous,
        bonus: i32,
    ) {
        pull(&mut self.points[row(side, class)][point.index()], bonus);
        for (back, before) in previous.iter().enumerate() {
            if let Some(before) = before {
                let place = back * Threat::SPACE + class % Threat::SPACE;
                pull(&mut self.continuation[place][step(*before, point)], bonus);
            }
        }
    }

    /// The move that last refuted the opponent's move.
    pub(crate) fn counter_move(&self, side: Side, previous: Previous) -> Option<Point> {
        previous[0].and_then(|before| self.counter_moves[side.index()][before.index()])
    }

    /// Remembers a refutation.
    pub(crate) fn set_counter_move(&mut self, side: Side, previous: Previous, point: Point) {
        if let Some(before) = previous[0] {
            self.counter_moves[side.index()][before.index()] = Some(point);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_inside_their_bound() {
        let mut history = History::default();
        let previous = [Some(Point::at(3, 3)), None];
        for _ in 0..1000 {
            history.update(Side::Black, Point::at(7, 7), 2, previous, 2000);
        }
        let value = history.value(Side::Black, Point::at(7, 7), 2, previous);
        assert!(value > 0 && value <= 2 * MAX_HISTORY);
        history.update(Side::Black, Point::at(7, 7), 2, previous, -2000);
        assert!(history.value(Side::Black, Point::at(7, 7), 2, previous) < value);
    }

    #[test]
    fn quiet_moves_and_threats_learn_apart() {
        let mut history = History::default();
        let point = Point::at(7, 7);
        let (quiet, three) = (Threat::OpenTwo as usize, Threat::OpenThree as usize);
        history.update(Side::Black, point, three, [None, None], 500);
        let value = |side: Side, class: usize| history.value(side, point, class, [None, None]);
        assert_eq!(value(Side::Black, quiet), 0);
        assert_eq!(value(Side::White, three), 0);
        assert!(value(Side::Black, three) > 0);
    }

    #[test]
    fn steps_are_the_same_wherever_they_begin() {
        assert_eq!(
            step(Point::at(0, 0), Point::at(2, 1)),
            step(Point::at(9, 7), Point::at(11, 8))
        );
        assert_ne!(
            step(Point::at(5, 5), Point::at(6, 5)),
            step(Point::at(5, 5), Point::at(4, 5))
        );
    }
}
