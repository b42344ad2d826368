//! Positions near the end of random games of Reversi, whose results are known by the exact solver of its engine.

use std::sync::Arc;

use kagetsu_gomoku::board::Outcome;
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{NoClock, StopSignal};
use kagetsu_reversi::engine::Brain;
use kagetsu_reversi::eval::Learned;

use crate::game::{Cell, Game, Reversi};

use super::positions::{Probe, ProbeError, ProbeKind};

/// The fewest and the most empty cells of a question.
const EMPTIES: [u32; 2] = [10, 12];
/// Memory of the solver's table.
const TABLE_BYTES: usize = 4 << 20;

/// Draws so many positions in which some moves keep the result and others do not.
pub(super) fn probes(of_each: usize, stop: &StopSignal) -> Result<Vec<Probe>, ProbeError> {
    // The solver needs no evaluation.
    let mut brain = Brain::new(&Learned::nothing(), TABLE_BYTES, Arc::new(NoClock));
    let mut found = Vec::new();
    for seed in 0.. {
        if found.len() >= of_each {
            break;
        }
        found.extend(question(&mut brain, &mut Rng::new(seed), stop)?);
    }
    Ok(found)
}

/// The position of a random game, if it comes so far and not all moves are worth the same.
fn question(
    brain: &mut Brain,
    rng: &mut Rng,
    stop: &StopSignal,
) -> Result<Option<Probe>, ProbeError> {
    let [fewest, most] = EMPTIES;
    let empties = fewest + rng.below((most - fewest + 1) as usize) as u32;
    let (mut game, mut played) = (Reversi::START, Vec::new());
    while game.board().empties() > empties && game.outcome() == Outcome::Running {
        let moves: Vec<Cell> = game.legal_moves().collect();
        let cell = moves[rng.below(moves.len())];
        game.play(cell);
        played.push(cell);
    }
    let side = game.side_to_move();
    let moves: Vec<Cell> = game.legal_moves().collect();
    let mut results = Vec::new();
    for &cell in &moves {
        game.play(cell);
        let board = game.board();
        let score = if game.outcome() == Outcome::Running {
            let solution = brain.solve(board, stop);
            solution.ok_or(ProbeError::Interrupted)?.score
        } else {
            board.final_score()
        };
        let sign = if game.side_to_move() == side { 1 } else { -1 };
        results.push(sign * score.signum());
        game.undo();
    }
    let best = results.iter().max();
    let own = moves.iter().zip(&results);
    let best_moves = own.filter(|(_, result)| Some(*result) == best);
    let answers: Vec<Cell> = best_moves.map(|(&cell, _)| cell).collect();
    Ok((answers.len() < moves.len()).then_some(Probe {
        kind: ProbeKind::Keep,
        moves: played,
        answers,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::result_of;
    use kagetsu_kernel::Side;

    /// The result of a position for Black by looking at everything, until a side has won.
    fn looked_up(game: &mut Reversi) -> i8 {
        if let Some(result) = result_of(game.outcome()) {
            return result;
        }
        let side = game.side_to_move();
        let sign = if side == Side::Black { 1 } else { -1 };
        let moves: Vec<Cell> = game.legal_moves().collect();
        let mut best = -1;
        for cell in moves {
            game.play(cell);
            best = best.max(sign * looked_up(game));
            game.undo();
            if best == 1 {
                break;
            }
        }
        sign * best
    }

    #[test]
    fn answers_keep_the_result_and_other_moves_do_not() {
        let stop = StopSignal::new();
        let found = probes(4, &stop).expect("not stopped");
        for probe in &found[..2] {
            let mut game = Reversi::START.after(&probe.moves);
            assert!((10..=12).contains(&game.board().empties()));
            let before = looked_up(&mut game);
            let moves: Vec<Cell> = game.legal_moves().collect();
            assert!(!probe.answers.is_empty() && probe.answers.len() < moves.len());
            for cell in moves {
                game.play(cell);
                let keeps = looked_up(&mut game) == before;
                assert_eq!(keeps, probe.answers.contains(&cell), "{probe:?} {cell}");
                game.undo();
            }
        }
        assert_eq!(Ok(found), probes(4, &stop));
        stop.raise();
        assert_eq!(probes(4, &stop), Err(ProbeError::Interrupted));
    }
}
