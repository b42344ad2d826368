//! The initial proof and disproof numbers of a move, and its cost: by the class of its point, and by how many threats are left
//! after it. `experiments/2026-11-solver.md` tells how they were chosen.

use crate::board::{Board, Side, Threat};
use crate::geometry::Point;

use super::proof_numbers::ProofNumbers;

/// Moves of the attacker that count as much in the order as one of the defender.
const OWN_WEIGHT: usize = 2;
/// The place of points that look forbidden in the order of classes.
const FOUL_PLACE: usize = Threat::ThreePlus as usize;
/// Open leaves that are assumed for an attacker without any strong move.
const MAX_PROOF: u32 = 4;
/// Moves that make a three and something more, or a four and something more.
const STRONG: [Threat; 5] = [
    Threat::FourThree,
    Threat::FourPlus,
    Threat::DoubleThree,
    Threat::ThreePlus,
    Threat::Foul,
];
/// Moves that make a plain four or three.
const PLAIN: [Threat; 2] = [Threat::Four, Threat::OpenThree];

/// What an attacker's move of a class costs. It grows along a line, so short attacks are tried before long ones.
pub(super) const fn attack_cost(class: Threat) -> u32 {
    match class {
        Threat::Five | Threat::OpenFour | Threat::FourThree | Threat::DoubleThree => 1,
        Threat::FourPlus | Threat::ThreePlus | Threat::Foul | Threat::Four | Threat::OpenThree => 2,
        Threat::DoubleTwo => 3,
        Threat::ClosedThree | Threat::OpenTwo | Threat::Quiet => 6,
    }
}

/// The first numbers of a position in which the attacker is to move: the more threats are left, the easier to prove
/// and the harder to disprove.
pub(super) fn reply_numbers(board: &Board) -> ProofNumbers {
    let attacker = board.side_to_move();
    let count = |classes: &[Threat]| -> u32 {
        let counts = classes.iter().map(|&class| board.count(attacker, class));
        counts.sum::<usize>() as u32
    };
    let strong = count(&STRONG);
    ProofNumbers {
        proof: MAX_PROOF - strong.min(MAX_PROOF - 1),
        disproof: 1 + strong + count(&PLAIN),
    }
}

/// Sorts moves that otherwise look alike: by what they make and what they prevent.
pub(super) fn order_of_move(board: &Board, side: Side, point: Point) -> usize {
    let place = |side| match board.threat(side, point) {
        Threat::Foul => FOUL_PLACE,
        class => class as usize,
    };
    OWN_WEIGHT * place(side) + place(side.opponent())
}
