//! The rules of the game once more, for the verifier: stones on a plain grid, rows counted stone by stone, and
//! Black's forbidden points as the rules of renju define them. From the board it takes the position, and no judgement.

use crate::board::{Board, Rule, Side};
use crate::geometry::{Direction, Point, PointSet};
use kagetsu_kernel::hash::{SIDE_KEY, key};

use super::proof_board::{ProofBoard, Ruling};

/// What lies on an index of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Empty,
    Stone(Side),
    /// Blocked, or beyond the edge.
    Wall,
}

/// Cells from one end of a five to the other.
const REACH: isize = 4;
/// Stones of the row that wins.
const FIVE: isize = 5;

/// A game that can be played on and taken back.
#[derive(Debug)]
pub(super) struct Referee {
    cells: Box<[Cell; Point::COUNT]>,
    empty: PointSet,
    rule: Rule,
    side: Side,
    key: u64,
}

impl ProofBoard for Referee {
    fn rule(&self) -> Rule {
        self.rule
    }

    fn empty(&self) -> PointSet {
        self.empty
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn play(&mut self, point: Point) -> Ruling {
        if !self.empty.contains(point) || self.is_forbidden(point) {
            return Ruling::Illegal;
        }
        let wins = self.wins(point, self.side);
        self.toggle(point, self.side, Cell::Stone(self.side));
        self.empty.remove(point);
        self.side = self.side.opponent();
        if wins {
            Ruling::Win
        } else if self.empty.is_empty() {
            Ruling::Draw
        } else {
            Ruling::Running
        }
    }

    fn take_back(&mut self, point: Point) {
        self.side = self.side.opponent();
        self.toggle(point, self.side, Cell::Empty);
        self.empty.insert(point);
    }

    fn fives(&self, side: Side) -> PointSet {
        let wins = |&point: &Point| self.wins(point, side);
        self.empty.iter().filter(wins).collect()
    }

    fn is_forbidden(&mut self, point: Point) -> bool {
        self.rule == Rule::Renju && self.side == Side::Black && self.is_foul(point)
    }
}

impl Referee {
    /// The position on a board.
    pub(super) fn of(board: &Board) -> Self {
        let mut cells = Box::new([Cell::Wall; Point::COUNT]);
        let mut empty = board.size().all();
        for point in empty {
            cells[point.index()] = Cell::Empty;
        }
        for (point, stone) in board.contents() {
            cells[point.index()] = stone.map_or(Cell::Wall, Cell::Stone);
            empty.remove(point);
        }
        Self {
            cells,
            empty,
            rule: board.rule(),
            side: board.side_to_move(),
            key: 0,
        }
    }

    fn toggle(&mut self, point: Point, side: Side, cell: Cell) {
        self.cells[point.index()] = cell;
        self.key ^= key(side.index(), point.index()) ^ SIDE_KEY;
    }

    /// Does a stone of this side make the row that wins, where it lies or on an empty point?
    fn wins(&self, point: Point, side: Side) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let (length, ends) = self.row(point, direction, side);
            let is_open = ends != [Cell::Stone(side.opponent()); 2];
            match (self.rule, side) {
                (Rule::Freestyle, _) | (Rule::Renju, Side::White) => length >= FIVE,
                (Rule::Standard, _) | (Rule::Renju, Side::Black) => length == FIVE,
                (Rule::Caro, _) => length > FIVE || length == FIVE && is_open,
                (Rule::CaroExact, _) => length == FIVE && is_open,
            }
        })
    }

    /// Would a black stone on an empty point make no five, but an overline, two fours or two threes?
    fn is_foul(&mut self, point: Point) -> bool {
        // Two threes take four more stones, two fours as many in one line and an overline five; most points have fewer near.
        if self.stones_near(point) < 4 || self.wins(point, Side::Black) {
            return false;
        }
        let mut rows = Direction::ALL.into_iter();
        if rows.any(|direction| self.row(point, direction, Side::Black).0 > FIVE) {
            return true;
        }
        self.cells[point.index()] = Cell::Stone(Side::Black);
        let fours: usize = Direction::ALL.map(|it| self.fours(point, it)).iter().sum();
        let mut threes = 0;
        if fours < 2 {
            for direction in Direction::ALL {
                threes += usize::from(self.has_three(point, direction));
            }
        }
        self.cells[point.index()] = Cell::Empty;
        fours > 1 || threes > 1
    }

    /// Black stones in reach of a point.
    fn stones_near(&self, point: Point) -> usize {
        let steps = (-REACH..=REACH).filter(|&steps| steps != 0);
        let lines = Direction::ALL.into_iter();
        lines
            .flat_map(|line| steps.clone().map(move |steps| (line, steps)))
            .filter(|&(line, steps)| self.at(point, line, steps) == Cell::Stone(Side::Black))
            .count()
    }

    fn at(&self, point: Point, direction: Direction, steps: isize) -> Cell {
        self.cells[point.index_along(direction, steps)]
    }

    /// Length of the row of a side through a point where its stone lies or would lie, and what lies at both ends.
    fn row(&self, point: Point, direction: Direction, side: Side) -> (isize, [Cell; 2]) {
        let reach = |sense: isize| {
            let mut steps = 1;
            while self.at(point, direction, sense * steps) == Cell::Stone(side) {
                steps += 1;
            }
            (steps, self.at(point, direction, sense * steps))
        };
        let ((forward, front), (backward, back)) = (reach(1), reach(-1));
        (forward + backward - 1, [front, back])
    }

    /// Number of sets of four black stones on a line, the one on this point among them, that one more stone makes exactly
    /// five.
    fn fours(&self, point: Point, direction: Direction) -> usize {
        let black = |steps| self.at(point, direction, steps) == Cell::Stone(Side::Black);
        let is_empty = |steps| self.at(point, direction, steps) == Cell::Empty;
        let mut count = 0;
        let mut before = 0;
        for first in -REACH..=0 {
            let cells = first..first + FIVE;
            let bits = |test: &dyn Fn(isize) -> bool| -> u32 {
                let found = cells.clone().filter(|&steps| test(steps));
                found.map(|steps| 1 << (steps + REACH)).sum()
            };
            let stones = bits(&black);
            let is_four = stones.count_ones() == 4 && bits(&is_empty) != 0;
            if is_four && !black(first - 1) && !black(first + FIVE) && stones != before {
                before = stones;
                count += 1;
            }
        }
        count
    }

    /// Does the black stone on this point lie in a three: can one more stone on the line, allowed and no five, make a
    /// straight four with it, which has two points for an exact five?
    fn has_three(&mut self, point: Point, direction: Direction) -> bool {
        let near = (-REACH..=REACH).filter(|&it| it != 0);
        let cells = near.map(|steps| (steps, self.at(point, direction, steps)));
        let gaps: Vec<isize> = cells
            .filter(|&(_, cell)| cell == Cell::Empty)
            .map(|(steps, _)| steps)
            .collect();
        gaps.into_iter().any(|gap| {
            let fourth = Point::from_raw(point.index_along(direction, gap));
            self.cells[fourth.index()] = Cell::Stone(Side::Black);
            let is_straight = self.is_straight_four(point, direction, gap);
            self.cells[fourth.index()] = Cell::Empty;
            is_straight && !self.wins(fourth, Side::Black) && !self.is_foul(fourth)
        })
    }

    /// Are the black stones here and so many steps away in one row of four with two points for an exact five?
    fn is_straight_four(&self, point: Point, direction: Direction, steps: isize) -> bool {
        let black = |steps| self.at(point, direction, steps) == Cell::Stone(Side::Black);
        (-REACH + 1..=0).any(|first| {
            let last = first + REACH - 1;
            (first..=last).contains(&steps)
                && (first..=last).all(black)
                && [first - 1, last + 1]
                    .into_iter()
                    .all(|end| self.at(point, direction, end) == Cell::Empty)
                && !black(first - 2)
                && !black(last + 2)
        })
    }
}

/// Has the side made its row already?
pub fn is_won(board: &Board, side: Side) -> bool {
    let referee = Referee::of(board);
    let mut contents = board.contents();
    contents.any(|(point, stone)| stone == Some(side) && referee.wins(point, side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Outcome, Position};
    use crate::geometry::BoardSize;
    use kagetsu_kernel::rng::Rng;

    /// Plays a move on both and takes it back.
    fn rulings(board: &mut Board, referee: &mut Referee, point: Point) -> (Ruling, Ruling) {
        let of_board = match board.play(point) {
            Err(_) => Ruling::Illegal,
            Ok(Outcome::Win(_)) => Ruling::Win,
            Ok(Outcome::Draw) => Ruling::Draw,
            Ok(Outcome::Running) => Ruling::Running,
        };
        if of_board != Ruling::Illegal {
            board.unmake();
        }
        let of_referee = referee.play(point);
        if of_referee != Ruling::Illegal {
            referee.take_back(point);
        }
        (of_board, of_referee)
    }

    #[test]
    fn the_referee_and_the_board_were_written_apart_and_agree() {
        let mut rng = Rng::new(7);
        let (mut fouls, mut wins) = (0, 0);
        for number in 0..4000 {
            let size = BoardSize::square([9, 15, 22][number % 3]).expect("a legal size");
            let mut position = Position::new(size, Rule::ALL[number % 5]);
            for _ in 0..rng.below(120) {
                let point = Point::at(rng.below(9), rng.below(9));
                // An occupied point is skipped: the number of stones need not be exact.
                let _ = match rng.below(30) {
                    0 => position.block(point),
                    chance => position.place(point, Side::BOTH[chance % 2]),
                };
            }
            position.set_side_to_move(Side::BOTH[rng.below(2)]);
            let mut board = Board::from_position(&position);
            let mut referee = Referee::of(&board);
            for point in position.empty_points() {
                let (of_board, of_referee) = rulings(&mut board, &mut referee, point);
                assert_eq!(of_board, of_referee, "{point:?}: {position:?}");
                fouls += usize::from(of_board == Ruling::Illegal);
                wins += usize::from(of_board == Ruling::Win);
            }
            assert_eq!((referee.key(), referee.empty()), (0, *board.empty()));
        }
        assert!(fouls > 100 && wins > 100, "{fouls} fouls, {wins} wins");
    }
}
