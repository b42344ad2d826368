//! Ten levels for human opponents: fewer positions, shorter threat searches and, at the lowest levels, turns taken at
//! random from the candidates. Rows are completed and threats answered at every level.

use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{PERCENT, SearchLimits, StopSignal};

use super::bits::CellSet;
use super::board::{Board, Stage};
use super::candidates::{Width, candidates};
use super::choice::Choice;
use super::cover::can_win;
use super::engine::Engine;
use super::turn::Turn;

/// A level from 1, the weakest, to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

struct Strength {
    /// Positions of the pair search; none for no bound.
    nodes: Option<u64>,
    /// Positions of the threat searches before it.
    threat_nodes: u64,
    /// How many turns of a hundred are taken at random from the candidates.
    slips: usize,
}

const STRENGTHS: [Strength; 10] = [
    Strength::new(Some(20), 0, 60),
    Strength::new(Some(20), 0, 35),
    Strength::new(Some(20), 0, 20),
    Strength::new(Some(20), 0, 8),
    Strength::new(Some(40), 10, 5),
    Strength::new(Some(700), 500, 0),
    Strength::new(Some(2000), 1500, 0),
    Strength::new(Some(4000), 5000, 0),
    Strength::new(Some(10_000), Engine::THREAT_NODES, 0),
    Strength::new(None, Engine::THREAT_NODES, 0),
];

const SLIP_WIDTH: Width = Width {
    first: 6,
    second: 4,
    pairs: 24,
};

impl Strength {
    const fn new(nodes: Option<u64>, threat_nodes: u64, slips: usize) -> Self {
        Self {
            nodes,
            threat_nodes,
            slips,
        }
    }
}

impl Level {
    /// The strongest level: the limits alone count.
    pub const MAX: Self = Self(STRENGTHS.len() as u8);

    /// The level of a number from 1 to 10.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::MAX.0 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// These limits with the positions of the level.
    pub(crate) fn bounding(self, limits: &SearchLimits) -> SearchLimits {
        let own = self.strength().nodes;
        SearchLimits {
            nodes: own.into_iter().chain(limits.nodes).min(),
            ..*limits
        }
    }

    const fn strength(self) -> &'static Strength {
        &STRENGTHS[self.0 as usize - 1]
    }
}

impl Engine {
    /// Like [`Engine::choose`], at a level. The random numbers decide about slips.
    pub fn choose_at(
        &mut self,
        level: Level,
        board: &Board,
        limits: &SearchLimits,
        stop: &StopSignal,
        rng: &mut Rng,
    ) -> Option<Choice> {
        let strength = level.strength();
        if board.stage() == Stage::Two
            && !can_win(board, board.side())
            && rng.below(PERCENT.into()) < strength.slips
            && let Some(choice) = slip(self.evaluated(board), rng)
        {
            return Some(choice);
        }
        self.set_threat_nodes(strength.threat_nodes);
        self.choose(board, &level.bounding(limits), stop)
    }
}

/// Any of the candidates.
fn slip(mut board: Board, rng: &mut Rng) -> Option<Choice> {
    let pairs = candidates(&mut board, SLIP_WIDTH, &CellSet::EMPTY).pairs();
    let pair = pairs.get(rng.below(pairs.len().max(1)))?;
    let turn = Turn::pair(pair.a, pair.b)?;
    Some(Choice::unsearched(turn))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kagetsu_kernel::NoClock;

    use super::super::board::Side;
    use super::super::candidates::Candidate;
    use super::super::choice::Reason;
    use super::super::evaluation::Evaluation;
    use super::super::game::Game;
    use super::super::written_turns::read_game;
    use super::*;

    fn winner(black: u8, white: u8, rng: &mut Rng) -> Option<Side> {
        let mut engines = [(); 2].map(|()| Engine::without_clock(1 << 20));
        let levels = [black, white].map(|number| Level::new(number).unwrap());
        let mut game = Game::new();
        while game.ending().is_none() {
            let side = game.board().side().index();
            let (limits, stop) = (SearchLimits::default(), StopSignal::new());
            let choice = engines[side]
                .choose_at(levels[side], game.board(), &limits, &stop, rng)
                .unwrap();
            game.play(choice.turn).unwrap();
        }
        game.winner()
    }

    #[test]
    fn a_high_level_beats_a_low_one_with_both_colours() {
        let mut rng = Rng::new(6);
        let mut score = 0;
        for _ in 0..5 {
            score += usize::from(winner(6, 1, &mut rng) == Some(Side::Black));
            score += usize::from(winner(1, 6, &mut rng) == Some(Side::White));
        }
        assert!(score >= 9, "{score}");
    }

    #[test]
    fn a_slip_is_one_of_the_pairs_that_the_network_of_the_engine_proposes() {
        let game = read_game("j10 i11k9").expect("a game");
        let windows = Evaluation::by_windows();
        let proposed = |evaluation: &Evaluation| {
            let mut board = game.board().evaluated_by(evaluation);
            candidates(&mut board, SLIP_WIDTH, &CellSet::EMPTY).pairs()
        };
        let (by_windows, usual) = (proposed(&windows), proposed(&Evaluation::default()));
        let mut engine = Engine::new(Engine::TABLE_BYTES, &windows, Arc::new(NoClock));
        let mut rng = Rng::new(3);
        let mut told_apart = 0;
        for _ in 0..40 {
            let (level, limits, stop) = (Level(1), SearchLimits::default(), StopSignal::new());
            let choice = engine
                .choose_at(level, game.board(), &limits, &stop, &mut rng)
                .expect("a turn");
            if choice.reason == Reason::Unsearched {
                let holds = |pairs: &[Candidate]| {
                    pairs
                        .iter()
                        .any(|pair| Turn::pair(pair.a, pair.b) == Some(choice.turn))
                };
                assert!(holds(&by_windows));
                told_apart += usize::from(!holds(&usual));
            }
        }
        assert!(told_apart > 0);
    }

    #[test]
    fn there_are_ten_levels() {
        assert_eq!((0..=20).filter_map(Level::new).count(), 10);
    }
}
