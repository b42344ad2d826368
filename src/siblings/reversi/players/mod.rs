//! Who can be played against: the levels of the engine, and weak players for comparison.

pub(crate) mod four_rules;
mod level;

pub use level::Level;

use clap::ValueEnum;

/// Who plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PlayerName {
    /// The engine.
    #[default]
    Engine,
    /// Corners, mobility and flips by four rules, without a search.
    FourRules,
}

impl PlayerName {
    /// The name that other programs are told.
    pub(crate) const fn public_name(self) -> &'static str {
        match self {
            Self::Engine => "Kagetsu",
            Self::FourRules => "FourRules",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kagetsu_kernel::rng::Rng;
    use kagetsu_kernel::{FakeClock, SearchLimits, StopSignal};

    use super::four_rules;
    use crate::board::{Board, Square};
    use crate::engine::Brain;

    fn brain() -> Brain {
        Brain::shipped(4 << 20, Arc::new(FakeClock::new())).unwrap()
    }

    fn engine(brain: &mut Brain, board: Board, depth: u32) -> (Option<Square>, u64) {
        let limits = SearchLimits::of_depth(depth);
        let found = brain.think(board, limits, &StopSignal::new(), &mut |_| ());
        found.map_or((None, 0), |found| {
            (found.line.first().copied(), found.nodes)
        })
    }

    /// The result for the engine, which plays the side of `number`'s parity after eight random plies.
    fn game(brain: &mut Brain, number: usize) -> i32 {
        let mut rng = Rng::new(number as u64 / 2);
        let (mut board, mut ply) = (Board::START, 0);
        let mut engine_moves = number.is_multiple_of(2);
        while !board.is_over() {
            let chosen = match (ply < 8, engine_moves) {
                (true, _) => board.random_move(&mut rng),
                (false, true) => engine(brain, board, 1).0,
                (false, false) => four_rules::choose(board),
            };
            board = chosen
                .and_then(|square| board.play(square))
                .unwrap_or_else(|| board.passed());
            engine_moves = !engine_moves;
            ply += 1;
        }
        if engine_moves {
            board.final_score()
        } else {
            -board.final_score()
        }
    }

    #[test]
    fn the_engine_beats_the_four_rules_at_one_ply() {
        let mut brain = brain();
        let won = (0..40)
            .filter(|&number| game(&mut brain, number) > 0)
            .count();
        assert!(won >= 33, "{won} of 40");
    }

    #[test]
    fn nine_plies_from_the_start_take_less_than_a_million_nodes() {
        let (_, nodes) = engine(&mut brain(), Board::START, 9);
        assert!(nodes < 1_000_000, "{nodes}");
    }
}
