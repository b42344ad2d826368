//! The moves of the root and their search.

use std::cmp::Reverse;

use crate::board::{Board, Threat};
use crate::eval::{Evaluator, PolicyScores};
use crate::geometry::{BoardSize, Point, PointSet, Symmetry};
use kagetsu_kernel::{FastSet, PERCENT, Score};

use super::decide::Expected;
use super::move_search::Depths;
use super::reducing::PLY;
use super::report::{RootEvent, SearchObserver};
use super::root_filter::{EqualMoves, RootFilter};
use super::threat_space::forcing::{Outlook, Situation, WIN_PLIES};
use super::worker::{Pv, Worker};

/// A move of the root with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) point: Point,
    /// Score of this iteration, `None` for a move that is not searched yet or was not better than another.
    pub(super) score: Option<Score>,
    /// Score of the iteration before.
    pub(super) previous: Option<Score>,
    /// Nodes visited below it in this iteration.
    pub(super) nodes: u64,
    pub(super) pv: Vec<Point>,
}

/// The legal moves worth searching among those that the filter allows, the most promising first. Where it names the
/// only ones, all of them are worth it. Empty only when no legal move is allowed.
pub(super) fn root_moves(
    board: &Board,
    eval: &mut impl Evaluator,
    filter: &RootFilter,
) -> Vec<RootMove> {
    let side = board.side_to_move();
    let demanded = match Situation::of(board).outlook(board) {
        Outlook::Replies(replies) => replies,
        _ => PointSet::EMPTY,
    };
    let symmetries = board.symmetries();
    let empty = *board.empty();
    let sets = filter.only.map_or_else(
        || [demanded, board.candidates(), empty],
        |only| [only & empty; 3],
    );
    for set in sets {
        // The first set with a legal move: what a threat demands, moves near the stones, any empty point.
        let mut seen = FastSet::default();
        let mut moves: Vec<RootMove> = set
            .iter()
            .filter(|&point| filter.allows(point) && !board.is_foul(side, point))
            .filter(|&point| {
                filter.equals == EqualMoves::All
                    || seen.insert(representative(point, &symmetries, board.size()))
            })
            .map(|point| RootMove {
                point,
                score: None,
                previous: None,
                nodes: 0,
                pv: vec![point],
            })
            .collect();
        if !moves.is_empty() {
            let mut policy_scores = PolicyScores::new_const();
            eval.policy_scores(
                board,
                moves.iter().map(|root| root.point).collect(),
                &mut policy_scores,
            );
            let policy_of = |point: Point| policy_scores.iter().find(|&&(_, other)| other == point);
            moves.sort_by_cached_key(|root| Reverse(policy_of(root.point)));
            return moves;
        }
    }
    Vec::new()
}

/// The same point for all points that the symmetries take to each other: only one of them need be searched.
fn representative(point: Point, symmetries: &[Symmetry], size: BoardSize) -> Point {
    symmetries
        .iter()
        .map(|symmetry| symmetry.apply(point, size))
        .min()
        .unwrap_or(point)
}

impl<E: Evaluator> Worker<'_, E> {
    /// Searches all root moves from `first` on inside a window and returns the best score. Afterwards the best
    /// move stands at `first`; on abort only completed scores are kept.
    pub(super) fn search_root(
        &mut self,
        moves: &mut [RootMove],
        depth: i32,
        mut alpha: Score,
        beta: Score,
        observer: &mut dyn SearchObserver,
    ) -> Score {
        let mut best = -Score::INFINITE;
        self.stack[0].evaluation = self.evaluate();
        for number in 0..moves.len() {
            let point = moves[number].point;
            observer.root_event(RootEvent::Searching(point));
            let before = self.nodes;
            let score = self.search_root_move(point, depth, number, [alpha, beta]);
            if self.aborted {
                return best;
            }
            let root = &mut moves[number];
            root.nodes += self.nodes - before;
            observer.root_event(if score.is_loss() {
                RootEvent::Lost(point)
            } else {
                RootEvent::Searched(point)
            });
            // Below alpha a score is only a bound, and no line was kept.
            if number == 0 || score > alpha {
                root.score = Some(score);
                root.pv = std::iter::once(point)
                    .chain(self.stack[1].pv.moves().iter().copied())
                    .collect();
                observer.root_event(RootEvent::Best(point));
            } else {
                root.score = None;
            }
            if score > best {
                best = score;
                alpha = alpha.max(score);
                moves[..=number].rotate_right(1);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The score of the move at this place of the order. The line after it is kept at the next ply.
    fn search_root_move(
        &mut self,
        point: Point,
        depth: i32,
        number: usize,
        [alpha, beta]: [Score; 2],
    ) -> Score {
        // A node is never asked for a position with a five on the board.
        if self.board.threat(self.board.side_to_move(), point) == Threat::Five {
            self.stack[1].pv.clear();
            return Score::win_in(WIN_PLIES);
        }
        // Less than elsewhere: a move that is missed here is missed for good.
        let reduction = self.context.reductions.base(depth, number) * self.context.params.lmr_root
            / (i32::from(PERCENT) * PLY);
        let full = depth - 1;
        let depths = Depths {
            full,
            reduced: full - reduction,
            first: number == 0,
        };
        self.make(point);
        let score = self.search_move::<Pv>(alpha, beta, 0, Expected::All, depths);
        self.unmake();
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rule;
    use crate::eval::Nnue;

    #[test]
    fn of_moves_that_are_the_same_by_symmetry_one_is_searched() {
        let size = BoardSize::square(15).expect("a legal size");
        let mut board = Board::new(size, Rule::Freestyle);
        board.make(size.centre());
        let mut eval = Nnue::new(Rule::Freestyle, size);
        eval.refresh(&board);
        // One ray of four points on the row or column, one on a diagonal, and h8-to-j9.
        let every = RootFilter {
            equals: EqualMoves::All,
            ..RootFilter::ALL
        };
        let all_moves = root_moves(&board, &mut eval, &every);
        assert_eq!(all_moves.len(), board.candidates().len());
        let mut count = |board: &mut Board, excluded| {
            root_moves(board, &mut eval, &RootFilter::without(excluded)).len()
        };
        assert_eq!(count(&mut board, PointSet::EMPTY), 4 + 4 + 1);
        // The other three points beside the stone stand for the one that is left out.
        let beside = [Point::at(6, 7)].into_iter().collect();
        assert_eq!(count(&mut board, beside), 4 + 4 + 1);
        let all = *board.empty();
        assert_eq!(count(&mut board, all), 0);
        board.make(Point::at(8, 6));
        assert_eq!(board.symmetries().len(), 2);
        board.make(Point::at(8, 9));
        assert_eq!(board.symmetries().len(), 1);
    }
}
