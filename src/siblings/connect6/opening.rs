//! Random openings for matches: three turns near the middle, after which a short search finds neither a win nor a large
//! lead.
//!
//! In 92 games of the engine against itself, when it still evaluated by windows, Black won 46 from 23 such openings. Where the
//! search found a win, its side won 98 of 108.

use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{SearchLimits, StopSignal};

use super::board::Board;
use super::engine::Engine;
use super::game::Game;
use super::geometry::{Cell, SIZE};
use super::turn::Turn;

/// Turns of an opening.
const TURNS: usize = 3;
/// The stones lie in a square of this width in the middle.
const SQUARE: usize = 7;
/// Positions that the search may look at.
const NODES: u64 = 2_500;
/// Largest score that counts as balanced.
const BALANCED: i32 = 80;
/// Memory of the search's table, in bytes.
const TABLE_BYTES: usize = 1 << 23;

/// Makes balanced openings. What comes depends on the random numbers and on the openings made before.
#[derive(Debug)]
pub struct OpeningMaker {
    engine: Engine,
}

impl Default for OpeningMaker {
    fn default() -> Self {
        Self {
            engine: Engine::without_clock(TABLE_BYTES),
        }
    }
}

impl OpeningMaker {
    /// The game after an opening; White is to move.
    pub fn opening(&mut self, rng: &mut Rng) -> Game {
        loop {
            let game = random_game(rng);
            if self.is_balanced(game.board()) {
                return game;
            }
        }
    }

    fn is_balanced(&mut self, board: &Board) -> bool {
        let limits = SearchLimits::of_nodes(NODES);
        self.engine
            .choose(board, &limits, &StopSignal::new())
            .is_some_and(|choice| choice.score.value().abs() <= BALANCED)
    }
}

/// Two random cells near the middle, perhaps the same.
pub(super) fn random_cells(rng: &mut Rng) -> Option<(Cell, Cell)> {
    let corner = (SIZE - SQUARE) / 2;
    let mut cell = || Cell::at(corner + rng.below(SQUARE), corner + rng.below(SQUARE));
    cell().zip(cell())
}

/// The first stone in the middle, and random pairs near it.
fn random_game(rng: &mut Rng) -> Game {
    let mut game = Game::new();
    while game.turns().len() < TURNS {
        let turn = match (game.turns().is_empty(), random_cells(rng)) {
            (true, _) => Some(Turn::One(Cell::CENTRE)),
            (false, cells) => cells.and_then(|(a, b)| Turn::pair(a, b)),
        };
        if let Some(turn) = turn {
            // A turn on an occupied cell is refused, and another one tried.
            let _ = game.play(turn);
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_have_three_turns_and_no_short_win() {
        let mut maker = OpeningMaker::default();
        let mut rng = Rng::new(5);
        for _ in 0..5 {
            let game = maker.opening(&mut rng);
            assert_eq!(game.turns().len(), TURNS);
            assert!(game.ending().is_none());
            assert!(OpeningMaker::default().is_balanced(game.board()));
        }
    }

    #[test]
    fn a_won_position_is_no_opening() {
        let mut game = Game::new();
        for turn in ["JJ", "AASA", "KJLJ", "ASSS"] {
            game.play(Turn::parse(turn).unwrap()).unwrap();
        }
        assert!(!OpeningMaker::default().is_balanced(game.board()));
    }

    #[test]
    fn the_seed_determines_the_openings() {
        let openings = |seed| {
            let (mut maker, mut rng) = (OpeningMaker::default(), Rng::new(seed));
            [(); 2].map(|()| maker.opening(&mut rng).turns().to_vec())
        };
        assert_eq!(openings(1), openings(1));
        assert_ne!(openings(1), openings(2));
        let [first, second] = openings(1);
        assert_ne!(first, second);
    }
}
