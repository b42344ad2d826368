//! Win by continuous fours: the attacker makes only fours, so each reply is forced and the tree narrow. The last move
//! before the win may make [two threats](two_threats) at once instead.

use crate::board::candidates::is_near;
use crate::board::{Board, Side, Threat};
use crate::geometry::{Point, PointSet};

use super::forcing::{
    WIN_BY_FOUR_PLIES, WIN_BY_TWO_THREATS_PLIES, WIN_PLIES, first_of, fours, has_no_move,
    keeps_a_move, two_threats,
};

/// Refuted positions that are remembered; a power of two.
const MEMORY: usize = 1 << 15;
/// Positions that are remembered as given up; a power of two.
const GIVEN_UP: usize = 1 << 13;
/// A position that was given up is tried again with this many times the limit.
const RETRY_FACTOR: u64 = 2;
/// Positions between two looks at whether a search must end early.
const POLL_INTERVAL: u64 = 256;
/// Spreads the anchor over the key of a refuted position.
const ANCHOR_KEY: u64 = 0x9E37_79B9_7F4A_7C15;
/// Where the place of a given-up position begins in its key: the low bits are those of the refuted ones.
const GIVEN_UP_SHIFT: u32 = 20;
/// Fours near a four, one of which its reply takes.
const FOURS_BESIDE_REPLY: usize = 2;

/// What a bounded attempt showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VcfResult {
    /// The attacker wins; the five comes within this many plies.
    Win(usize),
    /// There is no win by fours, not even one that ends with two threats at once.
    None,
    /// The node limit came first.
    Unknown,
}

/// Finds wins by fours. Remembers between calls what is refuted, which stays true for the whole game, and with what limit
/// a position was given up. The keys of positions tell neither rule nor size: another game needs another solver.
#[derive(Debug)]
pub struct VcfSolver {
    /// Keys of refuted positions with their anchors.
    refuted: Box<[u64]>,
    given_up: Box<[GivenUp]>,
    /// Nodes visited by the present call.
    nodes: u64,
    /// Number of nodes at which the search asks next whether it must end.
    next_poll: u64,
    /// Most nodes of the present call.
    max_nodes: u64,
}

/// A position, with its anchor, that was given up, and the limit then.
#[derive(Clone, Copy, Debug, Default)]
struct GivenUp {
    key: u64,
    limit: u64,
}

impl Default for VcfSolver {
    fn default() -> Self {
        Self {
            refuted: vec![0; MEMORY].into_boxed_slice(),
            given_up: vec![GivenUp::default(); GIVEN_UP].into_boxed_slice(),
            nodes: 0,
            next_poll: 0,
            max_nodes: 0,
        }
    }
}

impl VcfSolver {
    /// Nodes visited by the last call.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks for a win of the side to move, visiting little more than `limit` positions. Where that was too few before,
    /// nearly the same limit is given up at once.
    pub fn solve(&mut self, board: &mut Board, limit: u64) -> VcfResult {
        self.attempt(board, None, limit)
    }

    /// As [`VcfSolver::solve`], but every four must lie near the attacker's stone before it, the first one near
    /// `anchor`. Finds nearly all wins that the stone on `anchor` has made possible, and is linear in their length.
    pub fn solve_near(&mut self, board: &mut Board, anchor: Point, limit: u64) -> VcfResult {
        self.attempt(board, Some(anchor), limit)
    }

    fn attempt(&mut self, board: &mut Board, anchor: Option<Point>, limit: u64) -> VcfResult {
        self.nodes = 0;
        (self.next_poll, self.max_nodes) = (limit, limit);
        let key = anchored_key(board.key(), anchor);
        let slot = (key >> GIVEN_UP_SHIFT) as usize % GIVEN_UP;
        let before = self.given_up[slot];
        // Nearly the same limit would end in the same way.
        if before.key == key && limit < RETRY_FACTOR * before.limit {
            return VcfResult::Unknown;
        }
        let verdict = self.attack(board, anchor, None, &mut || false);
        if verdict == VcfResult::Unknown {
            self.given_up[slot] = GivenUp { key, limit };
        }
        verdict
    }

    /// As [`VcfSolver::solve`], and returns the winning line: attacker's and defender's moves in turn, up to the
    /// five.
    pub fn solve_with_line(&mut self, board: &mut Board, limit: u64) -> Option<Vec<Point>> {
        self.solve_with_line_until(board, limit, || false)
    }

    /// As [`VcfSolver::solve_with_line`], but gives up when `must_end` says so, which is asked every few hundred positions.
    pub(crate) fn solve_with_line_until(
        &mut self,
        board: &mut Board,
        limit: u64,
        mut must_end: impl FnMut() -> bool,
    ) -> Option<Vec<Point>> {
        self.nodes = 0;
        (self.next_poll, self.max_nodes) = (POLL_INTERVAL.min(limit), limit);
        let mut line = Vec::new();
        let verdict = self.attack(board, None, Some(&mut line), &mut must_end);
        matches!(verdict, VcfResult::Win(_)).then(|| {
            line.reverse();
            line
        })
    }

    /// May the search go on beyond this poll?
    #[cold]
    fn goes_on(&mut self, must_end: &mut impl FnMut() -> bool) -> bool {
        if self.next_poll < self.max_nodes && must_end() {
            self.max_nodes = self.next_poll;
        }
        self.next_poll = (self.nodes + POLL_INTERVAL).min(self.max_nodes);
        self.nodes < self.next_poll
    }

    /// The attacker is to move. The line is collected backwards.
    fn attack(
        &mut self,
        board: &mut Board,
        anchor: Option<Point>,
        mut line: Option<&mut Vec<Point>>,
        must_end: &mut impl FnMut() -> bool,
    ) -> VcfResult {
        let side = board.side_to_move();
        let opponent = side.opponent();
        if let Some(five) = first_of(board, side, Threat::Five) {
            if let Some(line) = line {
                line.push(five);
            }
            return VcfResult::Win(WIN_PLIES);
        }
        let only = if board.count(opponent, Threat::Five) > 0 {
            Some(board.five_defences(opponent))
        } else if board.empty_count() >= WIN_BY_FOUR_PLIES
            && keeps_a_move(board, opponent, 0)
            && let Some(four) = first_of(board, side, Threat::OpenFour)
        {
            if let Some(line) = line {
                push_open_four(board, four, line);
            }
            return VcfResult::Win(WIN_BY_FOUR_PLIES);
        } else if let Some(two) = two_threats(board) {
            if let Some(line) = line {
                push_two_threats(board, two, line);
            }
            return VcfResult::Win(WIN_BY_TWO_THREATS_PLIES);
        } else {
            None
        };
        if self.is_refuted(board.key(), anchor) {
            return VcfResult::None;
        }
        let list = fours(board, side);
        let mut complete = true;
        for &four in &list {
            let allowed = match &only {
                Some(points) => points.contains(four),
                None => anchor.is_none_or(|anchor| {
                    is_near(anchor, four) && leads_on(board, side, four, &list)
                }),
            };
            if !allowed {
                continue;
            }
            if self.nodes >= self.next_poll && !self.goes_on(must_end) {
                return VcfResult::Unknown;
            }
            self.nodes += 1;
            board.make(four);
            let next = anchor.map(|_| four);
            let verdict = self.defend(board, next, line.as_deref_mut(), must_end);
            board.unmake();
            match verdict {
                VcfResult::Win(plies) => {
                    if let Some(line) = line {
                        line.push(four);
                    }
                    return VcfResult::Win(plies + 1);
                }
                VcfResult::Unknown => complete = false,
                VcfResult::None => {}
            }
            if let Some(line) = line.as_deref_mut() {
                line.clear();
            }
        }
        if complete {
            let key = anchored_key(board.key(), anchor);
            // The newest stays: what is searched now comes back soonest.
            self.refuted[refuted_slot(key)] = key;
            VcfResult::None
        } else {
            VcfResult::Unknown
        }
    }

    /// Is a position, given by its key, known to have no win by fours?
    fn is_refuted(&self, key: u64, anchor: Option<Point>) -> bool {
        let key = anchored_key(key, anchor);
        self.refuted[refuted_slot(key)] == key
    }

    /// The defender must answer a four. The attacker wins if every reply loses.
    fn defend(
        &mut self,
        board: &mut Board,
        anchor: Option<Point>,
        mut line: Option<&mut Vec<Point>>,
        must_end: &mut impl FnMut() -> bool,
    ) -> VcfResult {
        let side = board.side_to_move();
        let attacker = side.opponent();
        if board.count(side, Threat::Five) > 0 {
            return VcfResult::None;
        }
        let replies = board.five_defences(attacker);
        let mut longest = None;
        // The line goes on with the reply that holds out longest; with caro's rules there may be several.
        let mut tried = Vec::new();
        for reply in replies {
            if board.is_foul(side, reply) {
                continue;
            }
            self.nodes += 1;
            // What is refuted has no five, no open four and no two threats that win either, so the board need not be asked.
            if self.is_refuted(board.key_after(reply), anchor) {
                return VcfResult::None;
            }
            tried.clear();
            board.make(reply);
            let collected = line.is_some().then_some(&mut tried);
            let verdict = self.attack(board, anchor, collected, must_end);
            board.unmake();
            let VcfResult::Win(plies) = verdict else {
                // One reply that holds is enough.
                return verdict;
            };
            if longest.is_none_or(|longest| plies + 1 > longest) {
                longest = Some(plies + 1);
                if let Some(line) = line.as_deref_mut() {
                    tried.push(reply);
                    std::mem::swap(line, &mut tried);
                }
            }
        }
        if let Some(plies) = longest {
            return VcfResult::Win(plies);
        }
        // No legal reply stops the five. A defender without any legal move has not lost yet.
        if has_no_move(board, side) || board.empty_count() < WIN_PLIES + 1 {
            return VcfResult::None;
        }
        if let Some(line) = line {
            push_unstoppable_five(board, attacker, line);
        }
        VcfResult::Win(WIN_PLIES + 1)
    }
}

/// Where a key of a refuted position stands.
const fn refuted_slot(key: u64) -> usize {
    key as usize % MEMORY
}

/// The key of a position for a search with this anchor.
fn anchored_key(key: u64, anchor: Option<Point>) -> u64 {
    key ^ anchor.map_or(0, |point| (point.index() as u64).wrapping_mul(ANCHOR_KEY))
}

/// Can another four near this one follow it? A four that makes nothing else needs one that is there already, beside the
/// point that its own reply takes.
fn leads_on(board: &Board, side: Side, four: Point, fours: &[Point]) -> bool {
    let beside = |&&other: &&Point| other != four && is_near(four, other);
    board.threat(side, four) != Threat::Four
        || fours.iter().filter(beside).count() >= FOURS_BESIDE_REPLY
}

/// Adds the end of a line that an open four begins: the four, one reply, the five.
fn push_open_four(board: &mut Board, four: Point, line: &mut Vec<Point>) {
    let attacker = board.side_to_move();
    board.make(four);
    push_unstoppable_five(board, attacker, line);
    board.unmake();
    line.push(four);
}

/// Adds the end of a line that two threats at once begin: that move, a reply that stops one of them, the end by the other.
fn push_two_threats(board: &mut Board, two: Point, line: &mut Vec<Point>) {
    let attacker = board.side_to_move();
    let defender = attacker.opponent();
    board.make(two);
    let stops = if board.count(attacker, Threat::Five) > 0 {
        board.five_defences(attacker)
    } else {
        board.open_four_defences(attacker)
    };
    if let Some(reply) = legal_reply(board, defender, stops) {
        board.make(reply);
        if let Some(five) = first_of(board, attacker, Threat::Five) {
            line.push(five);
        } else if let Some(four) = first_of(board, attacker, Threat::OpenFour) {
            push_open_four(board, four, line);
        }
        board.unmake();
        line.push(reply);
    }
    board.unmake();
    line.push(two);
}

/// Adds a five of the attacker and a reply that fails to stop it, any legal one.
fn push_unstoppable_five(board: &mut Board, attacker: Side, line: &mut Vec<Point>) {
    let fives = *board.points(attacker, Threat::Five);
    let defender = attacker.opponent();
    if let Some(reply) = legal_reply(board, defender, fives) {
        board.make(reply);
        let five = board.points(attacker, Threat::Five).first();
        board.unmake();
        line.extend(five);
        line.push(reply);
    }
}

/// A legal move of the defender, one of `first` if there is one.
fn legal_reply(board: &Board, defender: Side, first: PointSet) -> Option<Point> {
    let others = *board.empty() - first;
    first
        .iter()
        .chain(others.iter())
        .find(|&point| !board.is_foul(defender, point))
}
