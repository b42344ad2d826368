//! What the opponent would win by if the side to move only answered his threats.

use super::bits::CellSet;
use super::board::{Board, Side, Stage};
use super::cover::{Cover, THREAT, all_defences, cover, empties_of_live};
use super::double_threat::{DoubleThreats, Limits, Proof, worth_trying};
use super::geometry::ROW;

/// A win by double threats that the opponent has after a pass, or after the one stone that stops his threat.
#[derive(Debug)]
pub(super) struct Danger {
    /// The cells that matter for his wins; empty if he has none.
    pub(super) zone: CellSet,
    /// One of the wins.
    pub(super) proof: Option<Proof>,
}

/// Looks for wins of the opponent of the side to move, which has a whole turn ahead. The board is as before afterwards.
pub(super) fn danger(board: &mut Board, threats: &mut DoubleThreats, limits: Limits) -> Danger {
    let mut found = Danger {
        zone: CellSet::EMPTY,
        proof: None,
    };
    let side = board.side();
    match cover(board, side.opponent()) {
        Cover::Zero => found.add(board, side, threats, limits),
        Cover::One(cells) => {
            for cell in cells {
                board.with_bare(side, &[cell], |board| {
                    found.add(board, side, threats, limits);
                });
            }
        }
        // Every stone is needed elsewhere.
        Cover::Two(_) | Cover::Lost => {}
    }
    found
}

impl Danger {
    fn add(&mut self, board: &mut Board, side: Side, threats: &mut DoubleThreats, limits: Limits) {
        if !worth_trying(board, side.opponent()) {
            return;
        }
        board.set_turn(side.opponent(), Stage::Two);
        if let Some(proof) = threats.search(board, limits) {
            self.zone = self.zone.union(&zone(board, &proof));
            self.proof = Some(proof);
        }
        board.set_turn(side, Stage::Two);
    }
}

/// A relevance zone of a win by double threats, after I-C. Wu and P.-H. Lin, "Relevance-zone-oriented proof search for
/// Connect6", IEEE TCIAIG 2010: the attacker's cells in the proof, and the cells with which he could be stopped on the way.
/// Cells where the defender would make threats of his own are left out: the zone says what to try first, and proves nothing.
/// The attacker is to move.
fn zone(board: &Board, proof: &Proof) -> CellSet {
    let attacker = board.side();
    let mut board = board.clone();
    let mut zone = CellSet::EMPTY;
    for &(a, b) in &proof.pairs {
        for cell in [a, b] {
            zone.insert(cell.index());
            board.put_bare(cell, attacker);
        }
        zone = zone.union(&empties_of_live(&board, attacker, THREAT..ROW));
        if let Cover::Two(pairs) = cover(&board, attacker) {
            for cell in all_defences(&pairs).cells() {
                board.put_bare(cell, attacker.opponent());
            }
        }
    }
    zone
}

#[cfg(test)]
mod tests {
    use super::super::board_tests::cells;
    use super::*;

    fn found(black: &str, white: &str) -> Danger {
        let mut board = Board::with_stones(&cells(black), &cells(white), Side::White);
        let before = board.key();
        let limits = Limits {
            turns: 4,
            nodes: 100,
        };
        let danger = danger(&mut board, &mut DoubleThreats::default(), limits);
        assert!(board.key() == before && board.audit());
        danger
    }

    #[test]
    fn two_open_threes_are_a_danger_and_their_end_matters() {
        let danger = found("JJKJ LJ JMKM LM", "AA");
        assert!(danger.proof.is_some());
        // The end that both an open four and a plain one need.
        assert!(danger.zone.contains(cells("IJ")[0].index()));
        assert!(!danger.zone.contains(cells("SS")[0].index()));
    }

    #[test]
    fn the_second_stone_of_an_answer_matters() {
        // One stone stops the four; the threes stay.
        let danger = found("JJKJ LJ JMKM LM ABAC ADAE", "AA");
        assert!(danger.proof.is_some() && danger.zone.contains(cells("IJ")[0].index()));
    }

    #[test]
    fn a_few_scattered_stones_are_none() {
        let danger = found("JJ CC", "AA");
        assert!(danger.proof.is_none() && danger.zone.is_empty());
    }
}
