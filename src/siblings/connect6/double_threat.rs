//! Wins by continuous double threats (threat-space search). Every turn of the attacker makes threats that take two stones to
//! stop, until three would be needed. The defender gets the cells of all his sufficient defences at once (the conservative
//! defence of Wu, Huang and Chang): he has more than in any real game, so what still wins is won, and the proof is one line.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_kernel::{Clock, StopSignal};

use super::board::{Board, Side};
use super::candidates::Candidate;
use super::cover::{Cover, THREAT, all_defences, can_win, completing_pair, cover};
use super::geometry::Cell;
use super::threat_pairs::{Generated, generate};

/// What bounds a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Most turns of the attacker, the one that makes three threats counting as the last.
    pub turns: u8,
    /// Most positions to look at.
    pub nodes: u64,
}

/// A proved win: the attacker's turns. After each but the last the defender needs two stones; after the last he would
/// need three, or the last completes a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proof {
    /// The pairs of the attacker, in order.
    pub pairs: Vec<(Cell, Cell)>,
}

/// What breaks a search off from outside.
#[derive(Clone, Debug)]
pub(super) struct Interrupt {
    /// Read for the deadline.
    pub(super) clock: Arc<dyn Clock>,
    /// Reading of the clock at which every search ends.
    pub(super) deadline: Option<Duration>,
    /// Raised by another thread.
    pub(super) stop: StopSignal,
}

impl Interrupt {
    /// Is the search to end?
    pub(super) fn is_due(&self) -> bool {
        let is_late = self
            .deadline
            .is_some_and(|deadline| self.clock.now() >= deadline);
        is_late || self.stop.is_raised()
    }
}

/// The search, with its memory of positions that were no win.
#[derive(Debug)]
pub(crate) struct DoubleThreats {
    /// Key and remaining turns of positions that failed; [`ALL_TURNS`] where more turns would not help.
    failed: Vec<(u64, u8)>,
    /// Key and limits of whole searches that found nothing.
    barren: Vec<(u64, Limits)>,
    nodes: u64,
    limit: u64,
    interrupt: Option<Interrupt>,
    /// The present search was broken off from outside.
    is_interrupted: bool,
    /// A bound has hidden a part of the tree since this was last cleared.
    is_cut_short: bool,
    /// The attacker's pairs, last one first.
    found: Vec<(Cell, Cell)>,
}

/// Turns of the first iteration.
const FIRST_TURNS: u8 = 2;
/// Marks a position that is no win however many turns the attacker gets.
const ALL_TURNS: u8 = u8::MAX;
/// Entries of the memory.
const MEMORY: usize = 1 << 16;
/// Positions between two looks at the clock.
const NODES_PER_LOOK: u64 = 32;

impl Default for DoubleThreats {
    fn default() -> Self {
        Self {
            failed: vec![(0, 0); MEMORY],
            barren: vec![(0, Limits { turns: 0, nodes: 0 }); MEMORY],
            nodes: 0,
            limit: 0,
            interrupt: None,
            is_interrupted: false,
            is_cut_short: false,
            found: Vec::new(),
        }
    }
}

impl DoubleThreats {
    /// Says what breaks off the searches from now on.
    pub(super) fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = Some(interrupt);
    }

    /// Is everything to end? A search of few positions ends before it looks.
    pub(super) fn is_called_off(&self) -> bool {
        self.interrupt.as_ref().is_some_and(Interrupt::is_due)
    }

    /// Looks for a win of the side to move, which has a whole turn ahead. `None` says only that none was found within
    /// the limits. The board is as before afterwards.
    pub(crate) fn search(&mut self, board: &mut Board, limits: Limits) -> Option<Proof> {
        self.nodes = 0;
        self.limit = limits.nodes;
        self.is_interrupted = false;
        self.found.clear();
        let slot = board.key() as usize % MEMORY;
        let (key, tried) = self.barren[slot];
        if key == board.key() && tried.turns >= limits.turns && tried.nodes >= limits.nodes {
            return None;
        }
        let proof = self.deepen(board, limits);
        if proof.is_none() && !self.is_interrupted {
            self.barren[slot] = (board.key(), limits);
        }
        proof
    }

    /// Searches with more and more turns, beginning beyond those that are known to fail.
    fn deepen(&mut self, board: &mut Board, limits: Limits) -> Option<Proof> {
        let attacker = board.side();
        let known = match self.failed[board.key() as usize % MEMORY] {
            (key, tried) if key == board.key() => tried,
            _ => 0,
        };
        if known >= limits.turns {
            return None;
        }
        let mut turns = FIRST_TURNS.max(known + 1).min(limits.turns);
        loop {
            self.is_cut_short = false;
            if self.attack(board, attacker, turns) {
                self.found.reverse();
                let pairs = std::mem::take(&mut self.found);
                return Some(Proof { pairs });
            }
            if !self.is_cut_short || self.nodes >= self.limit || turns >= limits.turns {
                return None;
            }
            turns = (turns + turns / 2).min(limits.turns);
        }
    }

    /// Does this proof win in the position too, which has the same side to move? It is a proof of the position then, as it
    /// stands or cut short by a row. The board is as before afterwards.
    pub(crate) fn holds(board: &mut Board, proof: &Proof) -> bool {
        let attacker = board.side();
        follow(board, attacker, &proof.pairs)
    }

    /// Positions looked at by the last search.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    fn attack(&mut self, board: &mut Board, attacker: Side, turns: u8) -> bool {
        self.nodes += 1;
        if let Some(pair) = completing_pair(board, attacker) {
            self.found.push(pair);
            return true;
        }
        if self.nodes.is_multiple_of(NODES_PER_LOOK) && self.is_called_off() {
            self.is_interrupted = true;
            self.limit = self.nodes;
        }
        if turns == 0 || self.nodes >= self.limit {
            self.is_cut_short = true;
            return false;
        }
        let slot = board.key() as usize % MEMORY;
        let (key, tried) = self.failed[slot];
        if key == board.key() && tried >= turns {
            self.is_cut_short |= tried != ALL_TURNS;
            return false;
        }
        // The last turn must make three threats, so that other pairs are not even listed.
        let is_last = turns == 1;
        let pairs = match generate(board, attacker, is_last) {
            Generated::Wins(a, b) => {
                self.found.push((a, b));
                return true;
            }
            Generated::Pairs(pairs) => pairs,
        };
        let was_cut_short = std::mem::replace(&mut self.is_cut_short, is_last);
        for Candidate { a, b, .. } in pairs {
            if self.try_pair(board, attacker, a, b, turns) {
                return true;
            }
            if self.nodes >= self.limit {
                self.is_cut_short = true;
                return false;
            }
        }
        let tried = if self.is_cut_short { turns } else { ALL_TURNS };
        self.failed[slot] = (board.key(), tried);
        self.is_cut_short |= was_cut_short;
        false
    }

    fn try_pair(&mut self, board: &mut Board, attacker: Side, a: Cell, b: Cell, turns: u8) -> bool {
        let wins = board.with_bare(attacker, &[a, b], |board| {
            wins_against_defence(board, attacker, |board| {
                self.attack(board, attacker, turns - 1)
            })
        });
        if wins {
            self.found.push((a, b));
        }
        wins
    }
}

/// Does the attacker, who has just moved, win? Two threats are met by the conservative defence, all cells of all answers at
/// once: then `attack_again` decides. The board is left as it was.
fn wins_against_defence(
    board: &mut Board,
    attacker: Side,
    attack_again: impl FnOnce(&mut Board) -> bool,
) -> bool {
    let pairs = match cover(board, attacker) {
        Cover::Lost => return true,
        Cover::Zero | Cover::One(_) => return false,
        Cover::Two(pairs) => pairs,
    };
    let defender = attacker.opponent();
    let defence = all_defences(&pairs);
    for cell in defence.cells() {
        board.put_bare(cell, defender);
    }
    let wins = !board.has_won(defender) && attack_again(board);
    for cell in defence.cells() {
        board.lift_bare(cell, defender);
    }
    wins
}

/// Replays the attacker's pairs against the conservative defence.
fn follow(board: &mut Board, attacker: Side, pairs: &[(Cell, Cell)]) -> bool {
    let defender = attacker.opponent();
    if can_win(board, attacker) {
        return true;
    }
    let Some((&(a, b), rest)) = pairs.split_first() else {
        return false;
    };
    if !board.is_empty(a) || !board.is_empty(b) {
        return false;
    }
    board.with_bare(attacker, &[a, b], |board| {
        !can_win(board, defender)
            && wins_against_defence(board, attacker, |board| follow(board, attacker, rest))
    })
}

/// Is there any hope of a double threat: enough live windows with stones in them? Cheap, for use before a search.
pub(super) fn worth_trying(board: &Board, attacker: Side) -> bool {
    can_win(board, attacker)
        || !board.live(attacker, THREAT - 1).is_empty()
        || !board.live(attacker, THREAT - 2).is_empty()
}
