//! Move ordering: the table move, then the other moves by policy score and history. They are sorted only after the best
//! few have been searched, because most nodes have a beta cutoff before.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::eval::{Evaluator, PolicyScores};
use crate::geometry::{BoardSize, Point, PointSet};

use super::history::{History, Previous};
use super::params::{HUNDREDTHS, Params};

/// Number of best moves that are found one by one before the rest is sorted.
const UNSORTED: u8 = 2;

/// A move with its place in the order; a greater key comes first, and no two keys are the same.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    key: u64,
    policy_gap: i32,
}

impl Ranked {
    const BIAS: i64 = 1 << 40;

    fn new(score: i32, point: Point, policy_gap: i32) -> Self {
        // Among equal scores the lesser index comes first, so that the order is the same on every machine.
        let key =
            ((i64::from(score) + Self::BIAS) as u64) << 16 | (Point::COUNT - point.index()) as u64;
        Self { key, policy_gap }
    }

    const fn point(self) -> Point {
        Point::from_raw(Point::COUNT - (self.key & 0xFFFF) as usize)
    }
}

/// Hands out the moves of a node.
#[derive(Debug)]
pub(crate) struct MovePicker {
    table_move: Option<Point>,
    /// The moves that are ranked and not handed out yet.
    moves: ArrayVec<Ranked, { BoardSize::MAX_AREA }>,
    /// Ranked moves that were handed out, up to one more than [`UNSORTED`].
    taken: u8,
    /// The moves before they are ranked.
    pending: Option<PointSet>,
    /// The policy gap above which moves are left out.
    margin: i32,
    has_left_out: bool,
}

/// What a picker ranks moves by.
#[derive(Debug)]
pub(crate) struct Ranking<'a, E> {
    /// The evaluation, for the policy scores.
    pub eval: &'a mut E,
    /// The tables of history.
    pub history: &'a History,
    /// The moves before.
    pub previous: Previous,
    /// The parameters of the search.
    pub params: &'a Params,
}

impl MovePicker {
    /// A picker over a set of moves, which are ranked only when the table move has not been enough. A table
    /// move outside the set is ignored. Moves with a policy gap above `margin` are left out.
    pub(crate) fn new(table_move: Option<Point>, moves: PointSet, margin: i32) -> Self {
        Self {
            table_move: table_move.filter(|&point| moves.contains(point)),
            moves: ArrayVec::new_const(),
            taken: 0,
            pending: Some(moves),
            margin,
            has_left_out: false,
        }
    }

    /// Have moves been left out because their policy score is too low?
    pub(crate) const fn has_left_out(&self) -> bool {
        self.has_left_out
    }

    /// The next move, and its policy gap: the difference between the best policy score and its own. The table move and
    /// an only move are not ranked; their gap is zero.
    pub(crate) fn next<E: Evaluator>(
        &mut self,
        board: &Board,
        ranking: &mut Ranking<'_, E>,
    ) -> Option<(Point, i32)> {
        if let Some(mut set) = self.pending {
            // Most nodes with a table move end with it, so the others are not ranked yet.
            if let Some(point) = self.table_move.take() {
                set.remove(point);
                self.pending = Some(set);
                return Some((point, 0));
            }
            self.pending = None;
            // An only move needs no policy score, which is expensive.
            if let Some(only) = set.first()
                && set.len() == 1
            {
                return Some((only, 0));
            }
            self.rank(board, set, ranking);
        }
        let best = self.take_best()?;
        Some((best.point(), best.policy_gap))
    }

    fn take_best(&mut self) -> Option<Ranked> {
        if self.taken < UNSORTED {
            self.taken += 1;
            let places = self.moves.iter().enumerate();
            let (place, _) = places.max_by_key(|(_, ranked)| ranked.key)?;
            return Some(self.moves.swap_remove(place));
        }
        if self.taken == UNSORTED {
            self.taken += 1;
            self.moves.sort_unstable_by_key(|ranked| ranked.key);
        }
        self.moves.pop()
    }

    fn rank<E: Evaluator>(
        &mut self,
        board: &Board,
        mut set: PointSet,
        ranking: &mut Ranking<'_, E>,
    ) {
        let side = board.side_to_move();
        // The policy has learned legal moves only: a forbidden one with a high score would make all others look bad.
        if board.rule().may_foul(side) {
            set -= board.fouls(side);
        }
        let counter = ranking.history.counter_move(side, ranking.previous);
        let mut policy_scores = PolicyScores::new_const();
        ranking.eval.policy_scores(board, set, &mut policy_scores);
        let best = policy_scores
            .iter()
            .map(|&(policy_score, _)| policy_score)
            .max();
        let best = best.unwrap_or_default();
        let least = best.saturating_sub(self.margin);
        for &(policy_score, point) in &policy_scores {
            if policy_score < least {
                self.has_left_out = true;
                continue;
            }
            let class = board.threat(side, point) as usize;
            let history = ranking.history.value(side, point, class, ranking.previous);
            // Policy scores know the position, history what has worked in this part of the tree.
            let mut score = policy_score + history * ranking.params.order_history / HUNDREDTHS;
            if counter == Some(point) {
                score += ranking.params.counter_bonus;
            }
            self.moves
                .push(Ranked::new(score, point, best - policy_score));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Rule, Side};
    use crate::eval::Nnue;

    #[test]
    fn the_table_move_comes_first_and_every_move_once() {
        let size = BoardSize::square(15).expect("a legal size");
        let mut board = Board::new(size, Rule::Freestyle);
        board.make(Point::at(7, 7));
        board.make(Point::at(8, 8));
        let history = History::default();
        let params = Params::default();
        let mut eval = Nnue::new(Rule::Freestyle, size);
        eval.refresh(&board);
        let mut ranking = Ranking {
            eval: &mut eval,
            history: &history,
            previous: [None, None],
            params: &params,
        };
        let moves = board.candidates();
        let table_move = moves.iter().last();
        let mut picker = MovePicker::new(table_move, moves, i32::MAX);
        let (order, policy_gaps): (Vec<Point>, Vec<i32>) =
            std::iter::from_fn(|| picker.next(&board, &mut ranking)).unzip();
        // Without history the order is that of the policy scores.
        assert!(
            policy_gaps.len() > 8 && policy_gaps.is_sorted(),
            "{policy_gaps:?}"
        );
        assert_eq!(order.first().copied(), table_move);
        assert_eq!(order.len(), moves.len());
        assert_eq!(order.into_iter().collect::<PointSet>(), moves);
    }

    #[test]
    fn forbidden_points_are_neither_moves_nor_the_measure_of_others() {
        let size = BoardSize::square(15).expect("a legal size");
        let mut board = Board::new(size, Rule::Renju);
        let black = [(6, 7), (8, 7), (7, 6), (7, 8)];
        let white = [(0, 0), (14, 0), (0, 14), (14, 14)];
        for (own, other) in black.into_iter().zip(white) {
            board.make(Point::at(own.0, own.1));
            board.make(Point::at(other.0, other.1));
        }
        let double_three = Point::at(7, 7);
        let moves = board.candidates();
        assert!(moves.contains(double_three) && board.is_foul(Side::Black, double_three));
        let mut eval = Nnue::new(Rule::Renju, size);
        eval.refresh(&board);
        let (history, params) = (History::default(), Params::default());
        let mut ranking = Ranking {
            eval: &mut eval,
            history: &history,
            previous: [None, None],
            params: &params,
        };
        let mut picker = MovePicker::new(None, moves, i32::MAX);
        let (order, policy_gaps): (Vec<Point>, Vec<i32>) =
            std::iter::from_fn(|| picker.next(&board, &mut ranking)).unzip();
        assert_eq!(order.len(), moves.len() - 1);
        assert!(!order.contains(&double_three) && policy_gaps[0] == 0);
    }
}
