//! A relevance zone of a win by double threats, after I-C. Wu and P.-H. Lin, "Relevance-zone-oriented proof search for
//! Connect6", IEEE TCIAIG 2010: the cells where a stone of the defender could stop it. Cells where he would make threats of his
//! own are left out: the zone says what to try first, and proves nothing.

use super::bits::CellSet;
use super::board::Board;
use super::cover::{Cover, THREAT, all_defences, cover, empties_of_live};
use super::double_threat::Proof;
use super::geometry::ROW;

/// The attacker's cells in a proof, and the cells with which he could be stopped on the way. The attacker is to move.
pub(super) fn zone(board: &Board, proof: &Proof) -> CellSet {
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
