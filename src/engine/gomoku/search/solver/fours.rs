//! Wins by continuous fours (VCF) for the solver: complete within its limits, with the whole tree of the win, the shortest
//! one on request. The search of moves has another one, `threat_space::vcf`: bounded by nodes, on request only near a stone,
//! it also accepts a last move that makes two threats at once, and it returns a distance or a line, not a tree.

use std::sync::Arc;

use crate::board::{Board, Rule, Threat};
use crate::geometry::{BoardSize, Point, PointSet};

use super::super::threat_space::forcing::{
    FOUR_ORDER, WIN_BY_FOUR_PLIES, WIN_PLIES, first_of, four_count, has_no_move, is_legal_four,
    keeps_a_move,
};
use super::certificate::{Answers, Attack, DefenderReply, OtherReplies};
use super::guard::Guard;

/// Refuted positions that are remembered; a power of two.
const MEMORY: usize = 1 << 18;
/// Bits of an entry that hold the number of fours within which a position is refuted.
const REACH_MASK: u64 = 0xFF;
/// Refuted however many fours are made. No attack makes more: each four takes two points.
const ANY_NUMBER: u8 = u8::MAX;

/// Where an attempt gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FourBounds {
    /// Most fours that the attacker makes.
    pub(super) max_fours: u8,
    /// Most nodes to visit.
    pub(super) nodes: u64,
}

impl FourBounds {
    /// No bound but the nodes to visit.
    pub(super) const fn nodes(nodes: u64) -> Self {
        Self {
            max_fours: ANY_NUMBER,
            nodes,
        }
    }
}

/// In which order lengths are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Every length in turn: the win with the fewest fours is found.
    Shortest,
    /// Each length twice the one before: a short win is found, and faster.
    Doubling,
    /// No bound on the length: the first win that is met.
    Any,
}

/// What an attempt showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Attempt {
    /// The attacker wins.
    Win(Attack),
    /// There is no such win.
    None,
    /// A limit was reached first.
    Unknown,
}

/// What a bounded attempt showed below a node.
enum Step {
    Win(Attack),
    /// Refuted for every number of fours.
    None,
    /// Refuted for the number of fours that was left.
    Horizon,
    Unknown,
}

/// Finds wins by fours. Remembers refuted positions of one rule and size.
#[derive(Debug)]
pub(super) struct FourSolver {
    /// Keys of refuted positions; their low bits hold the number of fours.
    refuted: Box<[u64]>,
    /// The rule and the size of these positions.
    game: Option<(Rule, BoardSize)>,
    /// Nodes that the present attempt may still visit.
    nodes_left: u64,
}

impl Default for FourSolver {
    fn default() -> Self {
        Self {
            refuted: vec![0; MEMORY].into_boxed_slice(),
            game: None,
            nodes_left: 0,
        }
    }
}

impl FourSolver {
    /// Looks for a win by fours of the side to move within the bounds.
    pub(super) fn solve(
        &mut self,
        board: &mut Board,
        order: Order,
        bounds: FourBounds,
        guard: &mut Guard<'_>,
    ) -> Attempt {
        let FourBounds { max_fours, nodes } = bounds;
        let game = (board.rule(), board.size());
        if self.game != Some(game) {
            // Keys know neither rule nor size.
            if self.game.is_some() {
                self.refuted.fill(0);
            }
            self.game = Some(game);
        }
        self.nodes_left = nodes;
        let mut reach = if order == Order::Any { max_fours } else { 1 };
        loop {
            match self.attack(board, reach, guard) {
                Step::Win(attack) => return Attempt::Win(attack),
                Step::None => return Attempt::None,
                Step::Unknown => return Attempt::Unknown,
                Step::Horizon if reach == max_fours => return Attempt::Unknown,
                Step::Horizon => {}
            }
            // What the shorter attempt has refuted is remembered, so a longer one begins where that ended.
            reach = match order {
                Order::Shortest => reach.saturating_add(1),
                Order::Doubling | Order::Any => reach.saturating_mul(2),
            }
            .min(max_fours);
        }
    }

    fn visit(&mut self, guard: &mut Guard<'_>) -> bool {
        if self.nodes_left == 0 {
            return false;
        }
        self.nodes_left -= 1;
        guard.visit()
    }

    /// What is remembered of a position in which the attacker is to move and may make `reach` fours.
    fn known(&self, key: u64, reach: u8) -> Option<Step> {
        let entry = self.refuted[key as usize % MEMORY];
        if (entry ^ key) & !REACH_MASK != 0 {
            return None;
        }
        match (entry & REACH_MASK) as u8 {
            ANY_NUMBER => Some(Step::None),
            known if known >= reach => Some(Step::Horizon),
            _ => None,
        }
    }

    /// The attacker is to move and may make `reach` fours.
    fn attack(&mut self, board: &mut Board, reach: u8, guard: &mut Guard<'_>) -> Step {
        let side = board.side_to_move();
        let opponent = side.opponent();
        if let Some(five) = first_of(board, side, Threat::Five) {
            return Step::Win(Attack::five(five));
        }
        if four_count(board, side) == 0 {
            return Step::None;
        }
        if reach == 0 {
            return Step::Horizon;
        }
        let only = if board.count(opponent, Threat::Five) > 0 {
            Some(board.five_defences(opponent))
        } else if board.empty_count() >= WIN_BY_FOUR_PLIES
            && keeps_a_move(board, opponent, 0)
            && let Some(four) = first_of(board, side, Threat::OpenFour)
        {
            return Step::Win(Attack::unstoppable(four));
        } else {
            None
        };
        let key = board.key();
        if let Some(known) = self.known(key, reach) {
            return known;
        }
        let step = self.try_fours(board, reach, only, guard);
        let known = match step {
            // A win is found again from its parent, and nothing follows from a limit.
            Step::Win(_) | Step::Unknown => return step,
            Step::None => ANY_NUMBER,
            Step::Horizon => reach,
        };
        self.refuted[key as usize % MEMORY] = key & !REACH_MASK | u64::from(known);
        step
    }

    fn try_fours(
        &mut self,
        board: &mut Board,
        reach: u8,
        only: Option<PointSet>,
        guard: &mut Guard<'_>,
    ) -> Step {
        let side = board.side_to_move();
        // The last four must be one that no reply stops: a plain one can only if its reply is forbidden.
        let ends = reach == 1 && !board.rule().may_foul(side.opponent());
        let mut result = Step::None;
        for class in FOUR_ORDER {
            if board.count(side, class) == 0 {
                continue;
            }
            let mut points = *board.points(side, class);
            if let Some(only) = only {
                points &= only;
            }
            if ends && !matches!(class, Threat::OpenFour | Threat::Foul) {
                if !points.is_empty() {
                    result = worse(result, Step::Horizon);
                }
                continue;
            }
            for four in points {
                if class == Threat::Foul && !is_legal_four(board, side, four) {
                    continue;
                }
                if !self.visit(guard) {
                    return Step::Unknown;
                }
                board.make(four);
                let step = self.defend(board, four, reach - 1, guard);
                board.unmake();
                match step {
                    Step::Win(_) => return step,
                    other => result = worse(result, other),
                }
            }
        }
        result
    }

    /// The defender must answer the four on `four`. The attacker wins if every reply loses.
    fn defend(&mut self, board: &mut Board, four: Point, reach: u8, guard: &mut Guard<'_>) -> Step {
        let side = board.side_to_move();
        let attacker = side.opponent();
        if board.count(side, Threat::Five) > 0 {
            return Step::None;
        }
        let mut replies = Vec::new();
        for reply in board.five_defences(attacker) {
            if board.is_foul(side, reply) {
                continue;
            }
            if !self.visit(guard) {
                return Step::Unknown;
            }
            // The key after the reply is known before the reply is made, which costs far more.
            if let Some(known) = self.known(board.key_after(reply), reach) {
                return known;
            }
            board.make(reply);
            let step = self.attack(board, reach, guard);
            board.unmake();
            let Step::Win(attack) = step else {
                return step;
            };
            replies.push(DefenderReply {
                point: reply,
                attack: Arc::new(attack),
            });
        }
        // A defender without any legal move has not lost yet.
        if replies.is_empty() && (has_no_move(board, side) || board.empty_count() <= WIN_PLIES) {
            return Step::None;
        }
        Step::Win(Attack {
            point: four,
            answers: Answers {
                replies,
                rest: OtherReplies::Five,
            },
        })
    }
}

/// The less certain of two failures.
fn worse(left: Step, right: Step) -> Step {
    match (left, right) {
        (Step::Unknown, _) | (_, Step::Unknown) => Step::Unknown,
        (Step::Horizon, _) | (_, Step::Horizon) => Step::Horizon,
        _ => Step::None,
    }
}
