//! The solver as others see it: a position and a question in, a verdict with its evidence out.

use std::sync::Arc;

use crate::board::{Board, Side, Threat};
use crate::geometry::Point;
use kagetsu_kernel::FastMap;

use super::blocking::attacker_cannot_win;
use super::certificate::{Answers, Attack};
use super::dfpn::{Expanded, ProofSearch};
use super::expand::{AttackerMoves, Expander, StageBounds, ZoneCheck};
use super::extract::{Extractor, Obstacle, UNBOUNDED};
use super::fours::{Attempt, FourBounds, FourSolver, Order};
use super::guard::{Guard, Limit, SolverLimits};
use super::proof_numbers::NumberTable;
use super::verify::{CertificateError, Flaw, verify, verify_loss};

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Does the side to move win by continuous fours (VCF)?
    Fours(Order),
    /// Does it win by continuous threats, fours included (VCT)?
    ///
    /// A threat is a move that makes a four or a three, or builds on an own row, and after which a win by fours
    /// would follow a pass.
    Threats,
    /// Does it win at all?
    Everything,
    /// Does it lose, whatever it plays?
    Loss,
    /// Does it lose to continuous threats, of which the opponent's last move is the first?
    LossByThreats,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins, as the certificate shows.
    Win(Arc<Attack>),
    /// The side to move loses: how each of its moves is answered.
    Loss(Answers),
    /// What was asked for does not exist.
    None,
    /// A limit came first, as the answer tells.
    Unknown,
}

/// An answer and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// Nodes visited.
    pub nodes: u64,
    /// The limit that left the verdict unknown.
    pub limit: Option<Limit>,
}

/// Moves of an attack by threats that count as a short one.
const SHORT: usize = 8;
/// More moves than any attack has.
const ANY_LENGTH: usize = Point::COUNT;

/// How far wins inside a proof search are looked for: first only short ones by fours and threes, which are most of those
/// that matter, then longer attacks and all that builds on a row, then wins by fours of any length. Without the first
/// stage a search can lose itself in long attacks. [`stages`] goes on from here.
const STAGES: [StageBounds; 3] = [
    StageBounds {
        attacker: FourBounds {
            max_fours: 3,
            nodes: 2_000,
        },
        defender: FourBounds {
            max_fours: 2,
            nodes: 2_000,
        },
        max_moves: SHORT,
        min_class: Threat::OpenThree,
        zone_check: ZoneCheck::Trusted,
    },
    StageBounds {
        attacker: FourBounds {
            max_fours: 3,
            nodes: 2_000,
        },
        defender: FourBounds {
            max_fours: 2,
            nodes: 2_000,
        },
        max_moves: ANY_LENGTH,
        min_class: Threat::OpenTwo,
        zone_check: ZoneCheck::Trusted,
    },
    StageBounds {
        attacker: FourBounds::nodes(20_000),
        defender: FourBounds::nodes(20_000),
        max_moves: ANY_LENGTH,
        min_class: Threat::OpenTwo,
        zone_check: ZoneCheck::Checked,
    },
];

/// A stage after [`STAGES`] looks so many times as far for each win by fours as the stage before.
const MORE_NODES: u64 = 8;

/// The stages of a proof by threats. The last one of [`STAGES`] overlooks only wins by fours that take more nodes than it
/// allows, so it is repeated with more of them: at last none is overlooked.
fn stages() -> impl Iterator<Item = StageBounds> {
    let [.., last] = STAGES;
    let longer = std::iter::successors(Some(last), |&stage| more_nodes(stage));
    STAGES.into_iter().chain(longer.skip(1))
}

fn more_nodes(stage: StageBounds) -> Option<StageBounds> {
    let longer = |bounds: FourBounds| FourBounds {
        nodes: bounds.nodes.saturating_mul(MORE_NODES),
        ..bounds
    };
    let is_bounded = stage.attacker.nodes.max(stage.defender.nodes) < u64::MAX;
    is_bounded.then(|| StageBounds {
        attacker: longer(stage.attacker),
        defender: longer(stage.defender),
        ..stage
    })
}

/// Solves positions one after the other, and keeps its memory between them.
#[derive(Debug)]
pub struct Solver {
    fours: FourSolver,
    table: NumberTable,
    /// Memory for expanded positions, in bytes. The blocking game, which comes before them, uses the same.
    expanded_bytes: usize,
}

/// Part of the memory that expanded positions may take, as a divisor; the rest is the table of proof numbers.
const EXPANDED_SHARE: usize = 2;

impl Solver {
    /// A solver that takes about so many bytes, besides 2 MiB for refuted positions of the search by fours and what
    /// the proof itself needs.
    pub fn with_bytes(bytes: usize) -> Self {
        let expanded_bytes = bytes / EXPANDED_SHARE;
        Self {
            fours: FourSolver::default(),
            table: NumberTable::with_bytes(bytes - expanded_bytes),
            expanded_bytes,
        }
    }

    /// Answers a question about the side to move. A win or loss is claimed only with a certificate that has been
    /// verified. The board must not show a won game.
    pub fn solve(
        &mut self,
        board: &mut Board,
        question: Question,
        limits: SolverLimits<'_>,
    ) -> Answer {
        let mut guard = Guard::new(limits);
        let side = board.side_to_move();
        let verdict = match question {
            Question::Fours(order) => self.by_fours(board, order, &mut guard),
            Question::Threats => self.by_threats(board, &mut guard),
            Question::LossByThreats => {
                self.prove_deeper(board, side.opponent(), stages(), &mut guard)
            }
            Question::Everything => self.by_all_moves(board, side, &mut guard),
            Question::Loss => self.by_all_moves(board, side.opponent(), &mut guard),
        };
        let verdict = checked(board, verdict, limits);
        // The limits may have been reached in the check of the certificate only.
        let limit = || guard.limit().or(limits.reached());
        Answer {
            limit: (verdict == Verdict::Unknown).then(|| limit().unwrap_or(Limit::Memory)),
            nodes: guard.nodes(),
            verdict,
        }
    }

    fn by_fours(&mut self, board: &mut Board, order: Order, guard: &mut Guard<'_>) -> Verdict {
        let bounds = FourBounds::nodes(u64::MAX);
        match self.fours.solve(board, order, bounds, guard) {
            Attempt::Win(attack) => Verdict::Win(Arc::new(attack)),
            Attempt::None => Verdict::None,
            Attempt::Unknown => Verdict::Unknown,
        }
    }

    fn by_threats(&mut self, board: &mut Board, guard: &mut Guard<'_>) -> Verdict {
        let quick = FourBounds::nodes(STAGES[0].attacker.nodes);
        if let Attempt::Win(attack) = self.fours.solve(board, Order::Doubling, quick, guard) {
            return Verdict::Win(Arc::new(attack));
        }
        self.prove_deeper(board, board.side_to_move(), stages(), guard)
    }

    /// Looks for a win by threats of this side, stage by stage, until a stage overlooks nothing or a limit comes.
    fn prove_deeper(
        &mut self,
        board: &mut Board,
        attacker: Side,
        stages: impl Iterator<Item = StageBounds>,
        guard: &mut Guard<'_>,
    ) -> Verdict {
        let mut verdict = Verdict::Unknown;
        for stage in stages {
            verdict = self.prove(board, attacker, AttackerMoves::Threats, stage, guard);
            if verdict != Verdict::Unknown || guard.has_ended() {
                break;
            }
        }
        verdict
    }

    fn by_all_moves(
        &mut self,
        board: &mut Board,
        attacker: Side,
        guard: &mut Guard<'_>,
    ) -> Verdict {
        let [_, stage, ..] = STAGES;
        // Expanded positions come after it.
        let bytes = self.expanded_bytes;
        if attacker_cannot_win(board, attacker, bytes, guard) == Some(true) {
            return Verdict::None;
        }
        self.prove(board, attacker, AttackerMoves::All, stage, guard)
    }

    fn prove(
        &mut self,
        board: &mut Board,
        attacker: Side,
        attacker_moves: AttackerMoves,
        stage: StageBounds,
        guard: &mut Guard<'_>,
    ) -> Verdict {
        self.table.clear();
        let mut search = ProofSearch {
            expander: Expander {
                attacker,
                attacker_moves,
                fours: &mut self.fours,
                last_stone: board.occupied() + 2 * stage.max_moves,
                stage,
                incomplete: false,
                missed: FastMap::default(),
            },
            table: &mut self.table,
            guard,
            expanded: Expanded::within(self.expanded_bytes),
        };
        loop {
            let numbers = search.search(board, UNBOUNDED);
            if numbers.proof > 0 {
                // Where all moves are tried, a threat that was overlooked only made the work longer.
                let hidden = attacker_moves == AttackerMoves::Threats && search.expander.incomplete;
                return if numbers.disproof == 0 && !hidden && !search.guard.has_ended() {
                    Verdict::None
                } else {
                    Verdict::Unknown
                };
            }
            let mut extractor = Extractor::new(&mut search);
            let proof = if board.side_to_move() == attacker {
                extractor.attack(board).map(Verdict::Win)
            } else {
                extractor.answers(board).map(Verdict::Loss)
            };
            match proof {
                Ok(verdict) => return verdict,
                Err(Obstacle::Limits) => return Verdict::Unknown,
                Err(Obstacle::Missed) => {
                    search.table.clear();
                    search.expanded.clear();
                }
            }
        }
    }
}

/// A claim whose certificate does not hold, or whose check was stopped, is no claim.
fn checked(board: &Board, verdict: Verdict, limits: SolverLimits<'_>) -> Verdict {
    let result: Result<(), Flaw> = match &verdict {
        Verdict::Win(attack) => verify(board, attack, Some(limits)),
        Verdict::Loss(answers) => verify_loss(board, answers, Some(limits)),
        Verdict::None | Verdict::Unknown => Ok(()),
    };
    match result {
        Ok(()) => verdict,
        Err(flaw) if flaw.fault == CertificateError::Stopped => Verdict::Unknown,
        Err(flaw) => {
            debug_assert!(false, "a certificate fails {flaw}");
            log::error!("a certificate fails {flaw}");
            Verdict::Unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::rng::Rng;
    use kagetsu_kernel::{FakeClock, StopSignal};

    use super::*;
    use crate::board::{Position, Rule};
    use crate::geometry::BoardSize;

    /// A board with some stones near its middle, on which nobody can make five at once.
    fn scattered(seed: u64) -> Option<Board> {
        const STONES: usize = 12;
        const BOX: usize = 6;
        let mut rng = Rng::new(seed);
        let mut position = Position::new(BoardSize::square(9).ok()?, Rule::Freestyle);
        while position.stones().len() < STONES {
            // A point that is taken is passed over.
            let _ = position.play(Point::at(2 + rng.below(BOX), 2 + rng.below(BOX)));
        }
        let board = Board::from_position(&position);
        let is_quiet = |side| board.count(side, Threat::Five) == 0;
        Side::BOTH.into_iter().all(is_quiet).then_some(board)
    }

    #[test]
    fn wins_by_fours_that_a_stage_overlooks_make_the_next_one_longer() {
        let (clock, stop) = (FakeClock::new(), StopSignal::new());
        let verdict = |board: &mut Board, stages: usize| {
            let mut guard = Guard::new(SolverLimits {
                nodes: 20_000,
                deadline: None,
                clock: &clock,
                stop: &stop,
            });
            let [.., last] = STAGES;
            let blind = StageBounds {
                attacker: FourBounds::nodes(0),
                defender: FourBounds::nodes(0),
                ..last
            };
            let sighted = StageBounds {
                attacker: FourBounds::nodes(1),
                defender: FourBounds::nodes(1),
                ..last
            };
            let longer = std::iter::successors(Some(sighted), |&stage| more_nodes(stage));
            let stages = std::iter::once(blind).chain(longer).take(stages);
            let side = board.side_to_move();
            let verdict = Solver::with_bytes(1 << 20).prove_deeper(board, side, stages, &mut guard);
            (verdict, guard.limit())
        };
        let mut overlooked = 0;
        for seed in 0..30 {
            let Some(mut board) = scattered(seed) else {
                continue;
            };
            let (short, limit) = verdict(&mut board, 1);
            overlooked += usize::from((short, limit) == (Verdict::Unknown, None));
            let (found, limit) = verdict(&mut board, usize::MAX);
            assert_eq!(found == Verdict::Unknown, limit.is_some(), "{seed}");
        }
        assert!(overlooked > 0);
    }

    #[test]
    fn the_last_stage_overlooks_nothing() {
        let last = stages().last().expect("there are stages");
        assert_eq!(last.attacker, FourBounds::nodes(u64::MAX));
        assert_eq!(last.defender, FourBounds::nodes(u64::MAX));
    }
}
