//! Which threats both sides have, as nine yes-or-no facts: who is faster is not a sum over points.

use crate::board::{Board, Threat};

/// Number of threat masks.
pub const MASKS: usize = 1 << 9;

/// The facts as bits, from the lowest: the mover can make a four-three, another four, a double three, another
/// open three; then the waiter an open four, a four-three, another four, a double three, another open three.
pub fn threat_mask(board: &Board) -> usize {
    let mover = board.side_to_move();
    let waiter = mover.opponent();
    let facts = [
        board.count(mover, Threat::FourThree),
        board.count(mover, Threat::FourPlus) + board.count(mover, Threat::Four),
        board.count(mover, Threat::DoubleThree),
        board.count(mover, Threat::ThreePlus) + board.count(mover, Threat::OpenThree),
        board.count(waiter, Threat::OpenFour),
        board.count(waiter, Threat::FourThree),
        board.count(waiter, Threat::FourPlus) + board.count(waiter, Threat::Four),
        board.count(waiter, Threat::DoubleThree),
        board.count(waiter, Threat::ThreePlus) + board.count(waiter, Threat::OpenThree),
    ];
    facts
        .into_iter()
        .enumerate()
        .map(|(bit, count)| usize::from(count > 0) << bit)
        .sum::<usize>()
        % MASKS
}
