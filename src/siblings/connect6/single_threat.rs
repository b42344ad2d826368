//! Wins that begin with a single threat. The defender stops it with one stone and has another one free, or stops it with
//! both; against every such answer the attacker must then win by continuous double threats.

use super::board::{Board, Side};
use super::candidates::Candidate;
use super::cover::{Cover, THREAT, can_win, cover, empties_of_live};
use super::double_threat::{DoubleThreats, Limits, Proof};
use super::geometry::{Cell, ROW};

/// What bounds a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SingleLimits {
    /// For the double threats that follow.
    pub threats: Limits,
    /// Most positions in all.
    pub nodes: u64,
}

/// A first turn that wins by force. Every answer that stops its threat is beaten by one of the proofs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SingleThreatWin {
    /// The turn.
    pub pair: (Cell, Cell),
    /// Wins by double threats after the answer.
    pub proofs: Vec<Proof>,
}

impl SingleThreatWin {
    /// Turns of the attacker until he completes a row, the first and the last one included, at the longest.
    pub(crate) fn turns(&self) -> usize {
        2 + self
            .proofs
            .iter()
            .map(|proof| proof.pairs.len())
            .max()
            .unwrap_or(0)
    }
}

/// Tries each of `pairs` as a first turn of the side to move. `None` says only that no win was found within the limits.
/// The board is as before afterwards.
pub(crate) fn single_threat_win(
    board: &mut Board,
    pairs: &[Candidate],
    threats: &mut DoubleThreats,
    limits: SingleLimits,
) -> Option<SingleThreatWin> {
    let attacker = board.side();
    let mut search = SingleThreats {
        threats,
        limits,
        nodes: 0,
        proofs: Vec::new(),
    };
    for pair in pairs {
        if search.nodes >= limits.nodes {
            break;
        }
        search.proofs.clear();
        let wins = board.with_bare(attacker, &[pair.a, pair.b], |board| {
            !can_win(board, attacker.opponent()) && search.beats_all_answers(board, attacker)
        });
        if wins {
            return Some(SingleThreatWin {
                pair: (pair.a, pair.b),
                proofs: search.proofs,
            });
        }
    }
    None
}

/// Do these stones of the defender stop all threats?
fn is_stopped_by(board: &mut Board, attacker: Side, stones: [Cell; 2]) -> bool {
    board.with_bare(attacker.opponent(), &stones, |board| {
        !can_win(board, attacker)
    })
}

/// Proofs that are replayed in the time that the threat search takes for one position.
const PROOFS_PER_NODE: u64 = 4;

struct SingleThreats<'a> {
    threats: &'a mut DoubleThreats,
    limits: SingleLimits,
    nodes: u64,
    /// Wins that worked before; most answers change nothing about them.
    proofs: Vec<Proof>,
}

impl SingleThreats<'_> {
    /// Does the attacker, who has just made one threat, win against every answer?
    fn beats_all_answers(&mut self, board: &mut Board, attacker: Side) -> bool {
        let Cover::One(singles) = cover(board, attacker) else {
            return false;
        };
        // The stone that stops the threat alone must fail first: this settles most pairs at once.
        for &single in &singles {
            if !self.wins_after(board, attacker, &[single]) {
                return false;
            }
        }
        // Two stones that stop it together, and neither alone, lie in the windows that threaten.
        let threatened = empties_of_live(board, attacker, THREAT..ROW).cells();
        let threatened: Vec<Cell> = threatened.collect();
        for (index, &a) in threatened.iter().enumerate() {
            for &b in &threatened[index + 1..] {
                let together = !singles.contains(&a)
                    && !singles.contains(&b)
                    && is_stopped_by(board, attacker, [a, b]);
                if together && !self.wins_after(board, attacker, &[a, b]) {
                    return false;
                }
            }
        }
        let empties: Vec<Cell> = board.empties().collect();
        for &single in &singles {
            for &free in empties.iter().filter(|&&free| free != single) {
                if !self.wins_after(board, attacker, &[single, free]) {
                    return false;
                }
            }
        }
        true
    }

    /// Does the attacker win by double threats after these stones of the defender?
    fn wins_after(&mut self, board: &mut Board, attacker: Side, stones: &[Cell]) -> bool {
        if self.nodes >= self.limits.nodes || self.threats.is_called_off() {
            return false;
        }
        board.with_bare(attacker.opponent(), stones, |board| self.wins(board))
    }

    /// Does the side to move win by double threats?
    fn wins(&mut self, board: &mut Board) -> bool {
        let known = self
            .proofs
            .iter()
            .position(|proof| DoubleThreats::holds(board, proof));
        // Looking through the proofs costs about as much as so many positions.
        let looked_at = known.map_or(self.proofs.len(), |index| index + 1);
        self.nodes += (looked_at as u64).div_ceil(PROOFS_PER_NODE);
        if let Some(index) = known {
            // Those that work often are tried first.
            self.proofs.swap(0, index);
            return true;
        }
        let proof = self.threats.search(board, self.limits.threats);
        self.nodes += self.threats.nodes();
        let wins = proof.is_some();
        self.proofs.extend(proof);
        wins
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kagetsu_kernel::rng::Rng;
    use kagetsu_kernel::{NoClock, StopSignal};

    use super::super::bits::CellSet;
    use super::super::board_tests::{cells, random_board};
    use super::super::candidates::{Width, candidates};
    use super::super::checker::check;
    use super::super::double_threat::Interrupt;
    use super::*;

    const LIMITS: SingleLimits = SingleLimits {
        threats: Limits {
            turns: 6,
            nodes: 150,
        },
        nodes: 6_000,
    };

    #[test]
    fn claims_stand_against_every_answer() {
        let mut rng = Rng::new(77);
        let mut threats = DoubleThreats::default();
        let mut claims = 0;
        for _ in 0..400 {
            if claims == 3 {
                break;
            }
            let mut board = random_board(&mut rng, 5..14, 21);
            if board.has_won(board.side().opponent())
                || threats.search(&mut board, LIMITS.threats).is_some()
            {
                continue;
            }
            let pairs = candidates(
                &mut board,
                Width {
                    first: 8,
                    second: 6,
                    pairs: 48,
                },
                &CellSet::EMPTY,
            )
            .pairs();
            let before = board.clone();
            let Some(win) = single_threat_win(&mut board, &pairs, &mut threats, LIMITS) else {
                assert!(board.key() == before.key() && board.audit());
                continue;
            };
            claims += 1;
            board.play(win.pair.0);
            board.play(win.pair.1);
            let empties: Vec<Cell> = board.empties().collect();
            let attacker = board.side().opponent();
            for (index, &a) in empties.iter().enumerate() {
                for &b in &empties[index + 1..] {
                    if is_stopped_by(&mut board, attacker, [a, b]) {
                        let mut answered = board.clone();
                        answered.play(a);
                        answered.play(b);
                        assert!(
                            win.proofs
                                .iter()
                                .any(|proof| check(&answered, proof).is_ok())
                        );
                    }
                }
            }
        }
        assert_eq!(claims, 3);
    }

    #[test]
    fn a_raised_signal_ends_it_though_every_search_is_short() {
        // A four at the edge is a single threat; three open threes are more than one answer stops.
        let black = cells("AABA CA JJKJ LJ JMKM LM JPKP LP");
        let mut board = Board::with_stones(&black, &[], Side::Black);
        let [a, b] = cells("DAAS")[..] else {
            panic!("two cells");
        };
        let pairs = [Candidate { a, b, worth: 0 }];
        let mut threats = DoubleThreats::default();
        let found = single_threat_win(&mut board, &pairs, &mut threats, LIMITS);
        assert!(found.is_some());
        let stop = StopSignal::new();
        stop.raise();
        threats.set_interrupt(Interrupt {
            clock: Arc::new(NoClock),
            deadline: None,
            stop,
        });
        let found = single_threat_win(&mut board, &pairs, &mut threats, LIMITS);
        assert_eq!(found, None);
    }
}
