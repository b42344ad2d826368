//! Generates the moves of a node of a proof search, and finds nodes that are decided without search.
//!
//! By threats ([`AttackerMoves::Threats`]) each move of the attacker must threaten: a win by fours would follow if the defender
//! passed. So the defender's replies are those inside the relevance zone of that win, and fours of its own. By all moves this
//! holds where there is such a win; elsewhere every reply is tried.
//!
//! A move is not judged before the search comes to it: whether a reply leaves a win by fours is asked when that reply
//! is visited. To ask it of every reply at once would cost a search by fours for each.

use std::cmp::Reverse;

use crate::board::{Board, Side, Threat};
use crate::geometry::{Point, PointSet};
use kagetsu_kernel::FastMap;

use super::super::threat_space::forcing::{four_count, four_points, has_no_move};
use super::blocking::attacker_cannot_win_at_sight;
use super::certificate::Attack;
use super::fours::{Attempt, FourBounds, FourSolver, Order};
use super::guard::Guard;
use super::initial_numbers::{attack_cost, order_of_move, reply_numbers};
use super::proof_numbers::ProofNumbers;
use super::verify::holds;
use super::zone::relevance_zone;

/// The least class of a quiet move that can threaten a win by fours.
const BUILDS: Threat = Threat::OpenTwo;

/// Which moves the attacker may try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttackerMoves {
    /// Only moves that threaten a win by fours.
    Threats,
    /// All legal moves.
    All,
}

/// Is the relevance zone of a win by fours of the defender trusted without a check?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ZoneCheck {
    /// Quiet moves outside it are left out. One that stops the win after all is overlooked.
    Trusted,
    /// Quiet moves outside it are left out when the win has been played out after them.
    Checked,
}

/// A move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Child {
    pub(super) point: Point,
    /// The numbers it starts with.
    pub(super) numbers: ProofNumbers,
    /// What choosing it adds to the number that its side wants small.
    pub(super) cost: u32,
}

/// What is known of a position without looking further.
#[derive(Clone, Debug)]
pub(super) enum NodeStatus {
    Decided(ProofNumbers),
    Open(Vec<Child>),
}

/// What a stage of the solver looks at inside a proof search.
#[derive(Clone, Copy, Debug)]
pub(super) struct StageBounds {
    /// How far wins by fours of the attacker are looked for, and those of the defender.
    pub(super) attacker: FourBounds,
    pub(super) defender: FourBounds,
    /// Most moves that the attacker makes before only fours may follow.
    pub(super) max_moves: usize,
    /// The least class of the attacker's quiet moves.
    pub(super) min_class: Threat,
    pub(super) zone_check: ZoneCheck,
}

/// Finds the moves of both sides.
#[derive(Debug)]
pub(super) struct Expander<'t> {
    pub(super) attacker: Side,
    pub(super) attacker_moves: AttackerMoves,
    pub(super) fours: &'t mut FourSolver,
    pub(super) stage: StageBounds,
    /// Stones on the board at which only fours may follow.
    pub(super) last_stone: usize,
    /// Was a threat or a move taken not to exist, or not to help, without proof?
    pub(super) incomplete: bool,
    /// Replies that the relevance zones missed, by position.
    pub(super) missed: FastMap<u64, PointSet>,
}

impl Expander<'_> {
    /// The win by fours of the side to move, if it is found within the bounds.
    pub(super) fn win_by_fours(&mut self, board: &mut Board, guard: &mut Guard<'_>) -> Attempt {
        let side = board.side_to_move();
        if four_count(board, side) == 0 && board.count(side, Threat::Five) == 0 {
            return Attempt::None;
        }
        let bounds = if side == self.attacker {
            self.stage.attacker
        } else {
            self.stage.defender
        };
        self.fours.solve(board, Order::Doubling, bounds, guard)
    }

    /// The win by fours that the side which is not to move would have after a pass.
    pub(super) fn threat(&mut self, board: &mut Board, guard: &mut Guard<'_>) -> Attempt {
        board.pass();
        let attempt = self.win_by_fours(board, guard);
        board.pass();
        attempt
    }

    fn zone_after_pass(board: &mut Board, attack: &Attack) -> PointSet {
        board.pass();
        let zone = relevance_zone(board, attack);
        board.pass();
        zone
    }

    /// What the side to move can try.
    pub(super) fn expand(&mut self, board: &mut Board, guard: &mut Guard<'_>) -> NodeStatus {
        if board.side_to_move() == self.attacker {
            self.attacks(board, guard)
        } else {
            self.defences(board, guard)
        }
    }

    fn attacks(&mut self, board: &mut Board, guard: &mut Guard<'_>) -> NodeStatus {
        let side = self.attacker;
        let opponent = side.opponent();
        if let Attempt::Win(_) = self.win_by_fours(board, guard) {
            return NodeStatus::Decided(ProofNumbers::PROVED);
        }
        if board.count(opponent, Threat::Five) > 0 {
            let stops = board.five_defences(opponent);
            return self.attack_list(board, stops);
        }
        if self.attacker_moves == AttackerMoves::All {
            if attacker_cannot_win_at_sight(board, side) {
                return NodeStatus::Decided(ProofNumbers::DISPROVED);
            }
            return self.attack_list(board, *board.empty());
        }
        // A stage of the solver looks only so far; a later one looks further.
        if board.occupied() >= self.last_stone {
            self.incomplete = true;
            return NodeStatus::Decided(ProofNumbers::DISPROVED);
        }
        let fours = four_points(board, side);
        let mut builders = self.builders(board) - fours;
        // The defender threatens a win of its own: a quiet move outside what that win needs comes too late.
        if let Attempt::Win(counter) = self.threat(board, guard) {
            let zone = Self::zone_after_pass(board, &counter);
            for point in builders - zone {
                if self.is_too_slow(board, point, &counter) {
                    builders.remove(point);
                }
            }
        }
        self.attack_list(board, fours | builders)
    }

    /// Quiet moves that may threaten a win by fours: they make a three, or build on a row.
    fn builders(&mut self, board: &Board) -> PointSet {
        let class = |point: Point| board.threat(self.attacker, point);
        let candidates = board.candidates();
        let all = candidates.iter().filter(|&point| class(point) >= BUILDS);
        let tried: PointSet = all
            .clone()
            .filter(|&point| class(point) >= self.stage.min_class)
            .collect();
        self.incomplete |= all.count() > tried.len();
        tried
    }

    /// Does the defender's attack win after this quiet move outside its relevance zone?
    fn is_too_slow(&mut self, board: &mut Board, point: Point, counter: &Attack) -> bool {
        if board.is_foul(self.attacker, point) {
            return true;
        }
        if self.stage.zone_check == ZoneCheck::Trusted {
            self.incomplete = true;
            return true;
        }
        board.make(point);
        let lost = holds(board, counter);
        board.unmake();
        lost
    }

    fn attack_list(&self, board: &Board, points: PointSet) -> NodeStatus {
        let side = self.attacker;
        let mut children = Vec::new();
        for point in points {
            if !board.is_foul(side, point) {
                let cost = attack_cost(board.threat(side, point));
                children.push(Child {
                    point,
                    numbers: ProofNumbers {
                        proof: cost,
                        ..ProofNumbers::FRESH
                    },
                    cost,
                });
            }
        }
        if children.is_empty() {
            return NodeStatus::Decided(ProofNumbers::DISPROVED);
        }
        let count = children.len() as u32;
        for child in &mut children {
            child.numbers.disproof = count;
        }
        sort(board, side, &mut children);
        NodeStatus::Open(children)
    }

    fn defences(&mut self, board: &mut Board, guard: &mut Guard<'_>) -> NodeStatus {
        let side = board.side_to_move();
        if board.count(side, Threat::Five) > 0 {
            return NodeStatus::Decided(ProofNumbers::DISPROVED);
        }
        if board.count(self.attacker, Threat::Five) > 0 {
            let stops = board.five_defences(self.attacker);
            let holds_without = board.empty_count() <= 1 || has_no_move(board, side);
            return Self::reply_list(board, stops, holds_without);
        }
        let threat = match self.threat(board, guard) {
            Attempt::Win(attack) => Some(attack),
            Attempt::Unknown => {
                self.incomplete = true;
                None
            }
            Attempt::None => None,
        };
        if threat.is_none() && self.attacker_moves == AttackerMoves::Threats {
            return NodeStatus::Decided(ProofNumbers::DISPROVED);
        }
        if let Attempt::Win(_) = self.win_by_fours(board, guard) {
            return NodeStatus::Decided(ProofNumbers::DISPROVED);
        }
        if let Some(attack) = threat {
            let zone = Self::zone_after_pass(board, &attack);
            let missed = self.missed.get(&board.key()).copied();
            // A four of the defender gains a move wherever it lies.
            let replies = zone | four_points(board, side) | missed.unwrap_or_default();
            let holds_without = has_no_move(board, side);
            return Self::reply_list(board, replies, holds_without);
        }
        if attacker_cannot_win_at_sight(board, self.attacker) {
            return NodeStatus::Decided(ProofNumbers::DISPROVED);
        }
        Self::reply_list(board, *board.empty(), true)
    }

    /// The replies as children. Without any the attacker wins, unless something else saves the defender.
    fn reply_list(board: &mut Board, points: PointSet, holds_without: bool) -> NodeStatus {
        let side = board.side_to_move();
        let mut children = Vec::new();
        for point in points {
            if board.is_foul(side, point) {
                continue;
            }
            board.make(point);
            let numbers = reply_numbers(board);
            board.unmake();
            children.push(Child {
                point,
                numbers,
                cost: 0,
            });
        }
        if !children.is_empty() {
            sort(board, side, &mut children);
            NodeStatus::Open(children)
        } else if holds_without {
            NodeStatus::Decided(ProofNumbers::DISPROVED)
        } else {
            NodeStatus::Decided(ProofNumbers::PROVED)
        }
    }
}

fn sort(board: &Board, side: Side, children: &mut [Child]) {
    children.sort_by_key(|child| Reverse(order_of_move(board, side, child.point)));
}
