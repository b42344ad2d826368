//! The board and its evaluation as a game of the tree. What the threats on the board decide or demand comes before the
//! evaluation, as in the nodes of alpha-beta: the policy knows no position where a five can be made, because no search asks
//! for its value.

use kagetsu_kernel::Side;
use kagetsu_tree::{Expansion, Proved, TreeGame};

use crate::board::{Board, Threat};
use crate::eval::{Evaluator, PolicyScores};
use crate::geometry::{Point, PointSet};

use super::super::known::KnownPositions;
use super::super::root::root_moves;
use super::super::root_filter::RootFilter;
use super::super::threat_space::VcfSolver;
use super::super::threat_space::forcing::{Outlook, Situation, four_count, two_threats};
use super::super::threat_space::vcf::VcfResult;
use super::values::{probabilities, result_of, value_of};

/// Most positions of the search for a win by fours in one position of the tree.
pub(super) const VCF_NODES: u64 = 100;
/// Most positions of the search for the first moves of a win by fours at the root.
const ROOT_VCF_NODES: u64 = 1_000;

/// The position of a tree search.
#[derive(Debug)]
pub(super) struct GomokuGame<'a, E> {
    pub(super) board: Board,
    pub(super) eval: E,
    pub(super) vcf: &'a mut VcfSolver,
    pub(super) filter: &'a RootFilter,
    pub(super) known: &'a KnownPositions,
    /// Plies after the root.
    ply: usize,
    /// Has the last move made five? The tree goes no further.
    is_won: bool,
    scores: PolicyScores,
}

impl<'a, E: Evaluator> GomokuGame<'a, E> {
    /// The root, which the evaluation knows already.
    pub(super) fn new(
        board: Board,
        eval: E,
        vcf: &'a mut VcfSolver,
        filter: &'a RootFilter,
        known: &'a KnownPositions,
    ) -> Self {
        let (ply, is_won, scores) = (0, false, PolicyScores::new());
        Self {
            board,
            eval,
            vcf,
            filter,
            known,
            ply,
            is_won,
            scores,
        }
    }

    fn add_priors(&mut self, moves: PointSet, priors: &mut Vec<(Point, f32)>) {
        self.scores.clear();
        self.eval
            .policy_scores(&self.board, moves, &mut self.scores);
        priors.extend(probabilities(&self.scores));
    }

    fn evaluation(&mut self) -> Expansion {
        Expansion::Evaluated(value_of(self.eval.evaluate(&self.board)))
    }

    /// The root is never proved before its moves are tried: one of them is to be played. Moves that are known to win
    /// come first.
    fn expand_root(&mut self, priors: &mut Vec<(Point, f32)>) -> Expansion {
        let moves = root_moves(&self.board, &mut self.eval, self.filter);
        self.add_priors(moves.iter().map(|root| root.point).collect(), priors);
        let wins = self.winning_moves();
        let count = priors
            .iter()
            .filter(|(point, _)| wins.contains(*point))
            .count();
        if count > 0 {
            // So each of them has a greater prior than any other move.
            let share = 1.0 / (count + 1) as f32;
            for (point, prior) in priors.iter_mut() {
                *prior = (*prior + f32::from(wins.contains(*point))) * share;
            }
            return Expansion::Forced;
        }
        if Situation::of(&self.board).is_evaluated() {
            self.evaluation()
        } else {
            Expansion::Forced
        }
    }

    /// Moves that begin the nearest win that is seen without the tree.
    fn winning_moves(&mut self) -> PointSet {
        let side = self.board.side_to_move();
        match Situation::of(&self.board) {
            Situation::Win => *self.board.points(side, Threat::Five),
            Situation::WinByFour => *self.board.points(side, Threat::OpenFour),
            Situation::OpponentHasFour(_) => PointSet::EMPTY,
            situation => {
                let line = self.vcf.solve_with_line(&mut self.board, ROOT_VCF_NODES);
                let first = line.and_then(|line| line.first().copied());
                let threats = || match situation {
                    Situation::WinByTwoThreats => two_threats(&self.board),
                    _ => None,
                };
                first.or_else(threats).into_iter().collect()
            }
        }
    }

    fn win_by_fours(&mut self) -> Option<Proved> {
        if four_count(&self.board, self.board.side_to_move()) == 0 {
            return None;
        }
        match self.vcf.solve(&mut self.board, VCF_NODES) {
            VcfResult::Win(plies) => Some(Proved::Win(plies as u16)),
            VcfResult::None | VcfResult::Unknown => None,
        }
    }
}

impl<E: Evaluator> TreeGame for GomokuGame<'_, E> {
    type Move = Point;

    fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    fn make(&mut self, point: Point) {
        let side = self.board.side_to_move();
        self.is_won = self.board.threat(side, point) == Threat::Five;
        self.board.make(point);
        self.ply += 1;
    }

    fn unmake(&mut self) {
        self.is_won = false;
        self.board.unmake();
        self.eval.undo(self.board.made());
        self.ply -= 1;
    }

    fn expand(&mut self, priors: &mut Vec<(Point, f32)>) -> Expansion {
        if self.ply == 0 {
            return self.expand_root(priors);
        }
        if self.is_won {
            return Expansion::Proved(Proved::Loss(0));
        }
        if self.board.empty_count() == 0 {
            return Expansion::Proved(Proved::Draw);
        }
        let side = self.board.side_to_move();
        let situation = Situation::of(&self.board);
        // Who can make five does: the five is a node of its own, so that lines go on to it. Who must stop one looks for no
        // win of his own.
        let makes_five = situation == Situation::Win;
        let must_stop_five = matches!(situation, Situation::OpponentHasFour(_));
        let replies = match situation.outlook(&self.board) {
            _ if makes_five => Some(*self.board.points(side, Threat::Five)),
            Outlook::Win(plies) => return Expansion::Proved(Proved::Win(plies as u16)),
            Outlook::Loss(plies) => return Expansion::Proved(Proved::Loss(plies as u16)),
            Outlook::Draw => return Expansion::Proved(Proved::Draw),
            Outlook::Replies(replies) => Some(replies),
            Outlook::Open => None,
        };
        if !makes_five {
            let known = self.known.find(self.board.key(), self.ply);
            if let Some(known) = known.filter(|known| known.is_proved()) {
                return Expansion::Proved(result_of(known.entry.score, self.ply));
            }
            if !must_stop_five && let Some(win) = self.win_by_fours() {
                return Expansion::Proved(win);
            }
        }
        let mut moves = replies.unwrap_or_else(|| self.board.candidates());
        if self.board.rule().may_foul(side) {
            let fouls = self.board.fouls(side);
            moves -= fouls;
            if moves.is_empty() && replies.is_none() {
                // Far from the stones a move may be legal.
                moves = *self.board.empty() - fouls;
            }
        }
        if moves.is_empty() {
            // Black has no legal move: nobody has won.
            return Expansion::Proved(Proved::Draw);
        }
        self.add_priors(moves, priors);
        if makes_five || must_stop_five {
            Expansion::Forced
        } else {
            self.evaluation()
        }
    }
}
