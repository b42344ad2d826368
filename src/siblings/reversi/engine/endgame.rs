//! The exact endgame search on bare boards: the part of the tree with few empty squares, where a learned evaluation no
//! longer pays.
//!
//! From [`SHALLOW`] empty squares on downwards moves are tried in the order of parity; above, a table is kept and the
//! move that leaves the fewest replies comes first. Cuts: stable discs of the other side, the table's bounds, and the
//! table's bounds of all children (enhanced transposition cut-off, Plaat 1996).

use super::last::NONE;
use super::midgame::answer;
use super::order::MoveList;
use super::search::{EXACT, Question, Search};
use super::squares::{CORNERS, IN_QUADRANTS, QUADRANT};
use super::stability;
use super::table::key_of;
use crate::board::{Board, Square, squares_of};

/// Up to this many empty squares the search keeps no table.
const SHALLOW: u32 = 6;
/// From this many empty squares on the children are looked up before any of them is searched.
const LOOK_AHEAD: u32 = 9;
/// Stable discs are counted where the window asks for at least this score.
const STABILITY_ALPHA: i32 = -10;

impl Search<'_> {
    /// Is the score of the board above `alpha`? The parity is that of the empty squares by quadrant.
    pub(super) fn exact(&mut self, board: Board, alpha: i32, empties: u32, parity: u8) -> i32 {
        match empties {
            0 => board.final_score(),
            1..4 => self.exact_few(board, alpha, empties, parity),
            4 => self.counter.four(board, alpha),
            5..=SHALLOW => self.shallow(board, alpha, empties, parity),
            _ => self.hashed(board, alpha, empties, parity),
        }
    }

    /// Fewer than four empty squares, where a search begins there.
    fn exact_few(&mut self, board: Board, alpha: i32, empties: u32, parity: u8) -> i32 {
        self.counter.0 += 1;
        let moves = board.moves();
        if moves == 0 {
            return self.pass(board, alpha, empties, parity);
        }
        let mut best = NONE;
        for square in squares_of(moves) {
            let next = board.after(square, board.flips(square));
            best = best.max(-self.exact(next, -alpha - 1, empties - 1, parity));
        }
        best
    }

    fn pass(&mut self, board: Board, alpha: i32, empties: u32, parity: u8) -> i32 {
        let passed = board.passed();
        if passed.moves() == 0 {
            return board.final_score();
        }
        -self.exact(passed, -alpha - 1, empties, parity)
    }

    fn shallow(&mut self, board: Board, alpha: i32, empties: u32, parity: u8) -> i32 {
        self.counter.0 += 1;
        if let Some(bound) = self.stability_cut(board, alpha) {
            return bound;
        }
        let moves = board.moves();
        if moves == 0 {
            return self.pass(board, alpha, empties, parity);
        }
        let odd = IN_QUADRANTS[usize::from(parity & 15)];
        let mut best = NONE;
        for set in [
            moves & odd & CORNERS,
            moves & odd & !CORNERS,
            moves & !odd & CORNERS,
            moves & !odd & !CORNERS,
        ] {
            for square in squares_of(set) {
                let next = board.after(square, board.flips(square));
                let score = if empties == 5 {
                    -self.counter.four(next, -alpha - 1)
                } else {
                    let parity = parity ^ QUADRANT[square.index()];
                    -self.shallow(next, -alpha - 1, empties - 1, parity)
                };
                best = best.max(score);
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    fn hashed(&mut self, board: Board, alpha: i32, empties: u32, parity: u8) -> i32 {
        if self.enter() {
            return NONE;
        }
        if let Some(bound) = self.stability_cut(board, alpha) {
            return bound;
        }
        let moves = board.moves();
        if moves == 0 {
            return self.pass(board, alpha, empties, parity);
        }
        let key = key_of(board);
        let known = self.probe(key);
        let question = Question {
            alpha,
            depth: empties as u8,
        };
        if let Some(score) = known.and_then(|entry| answer(entry, question, EXACT)) {
            return score;
        }
        let mut list = MoveList::new(board, moves);
        if empties >= LOOK_AHEAD
            && let Some(score) = self.any_known_cut(&list, question, EXACT)
        {
            return score;
        }
        list.by_mobility(board, parity);
        list.prefer(known);
        let (score, best) = self.try_moves(&mut list, alpha, empties, parity);
        if self.stopped {
            return NONE;
        }
        self.write(key, question, EXACT, (alpha + 1, score, best));
        score
    }

    fn try_moves(
        &mut self,
        list: &mut MoveList,
        alpha: i32,
        empties: u32,
        parity: u8,
    ) -> (i32, Option<Square>) {
        let mut best = NONE;
        let mut best_move = None;
        while let Some(candidate) = list.next_best() {
            let parity = parity ^ QUADRANT[candidate.square.index()];
            let score = -self.exact(candidate.board, -alpha - 1, empties - 1, parity);
            if self.stopped {
                break;
            }
            if score > best {
                (best, best_move) = (score, Some(candidate.square));
                if best > alpha {
                    break;
                }
            }
        }
        (best, best_move)
    }

    /// A bound from the other side's stable discs, if it settles the question.
    #[inline]
    pub(super) fn stability_cut(&self, board: Board, alpha: i32) -> Option<i32> {
        if !self.has_cuts || alpha < STABILITY_ALPHA {
            return None;
        }
        let needed = (64 - alpha) / 2;
        if (board.other().count_ones() as i32) < needed {
            return None;
        }
        let bound = stability::upper_bound(board);
        (bound <= alpha).then_some(bound)
    }
}
