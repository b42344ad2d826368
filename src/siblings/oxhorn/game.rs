//! One game with its history: moves played and taken back, and the end by escape, trap or third repetition.

use std::fmt;

use thiserror::Error;

use super::board::Side;
use super::moves::Move;
use super::rules::Rules;
use super::state::State;

/// A state that comes this often ends the game.
pub(crate) const REPETITIONS: usize = 3;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The red piece got past the blue ones.
    Escaped,
    /// The red piece had no move.
    Trapped,
    /// A state came for the third time; the rules say who wins.
    Repeated(Option<Side>),
}

impl Ending {
    /// Who won; none for a draw.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Escaped => Some(Side::Red),
            Self::Trapped => Some(Side::Blue),
            Self::Repeated(winner) => winner,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Escaped => f.write_str("red has escaped and wins"),
            Self::Trapped => f.write_str("red is trapped and blue wins"),
            Self::Repeated(None) => f.write_str("third repetition, a draw"),
            Self::Repeated(Some(side)) => write!(f, "third repetition, {side} wins"),
        }
    }
}

/// A move that a game refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(Ending),
    /// The move is not legal here.
    #[error("{} is not legal in {state}", step.text(*state))]
    Illegal {
        /// The move.
        step: Move,
        /// The state.
        state: State,
    },
}

/// A game from its first state to now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    /// Never empty.
    states: Vec<State>,
    now: State,
}

impl Game {
    /// A game that begins in `state`.
    pub fn new(rules: Rules, state: State) -> Self {
        Self {
            rules,
            states: vec![state],
            now: state,
        }
    }

    /// The rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The state on the board.
    pub const fn state(&self) -> State {
        self.now
    }

    /// All states from the first to the present one.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        match self.rules.winner(self.now) {
            Some(Side::Red) => Some(Ending::Escaped),
            Some(Side::Blue) => Some(Ending::Trapped),
            None => {
                let times = self
                    .states
                    .iter()
                    .filter(|&&state| state == self.now)
                    .count();
                (times >= REPETITIONS).then(|| Ending::Repeated(self.rules.repetition.winner()))
            }
        }
    }

    /// Makes a move.
    ///
    /// # Errors
    /// The game is over, or the move is not legal.
    pub fn play(&mut self, step: Move) -> Result<(), GameError> {
        if let Some(ending) = self.ending() {
            return Err(GameError::Over(ending));
        }
        let state = self.now;
        self.now = state
            .after(step)
            .ok_or(GameError::Illegal { step, state })?;
        self.states.push(self.now);
        Ok(())
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        match self.states.as_slice() {
            [.., before, _] => {
                self.now = *before;
                self.states.pop();
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::rng::Rng;

    use super::super::rules::Repetition;
    use super::*;

    fn play(game: &mut Game, text: &str) {
        let step = Move::parse(text, game.state()).unwrap();
        game.play(step).unwrap();
    }

    #[test]
    fn the_third_repetition_ends_the_game() {
        for repetition in Repetition::ALL {
            let rules = Rules {
                repetition,
                ..Rules::default()
            };
            let mut game = Game::new(rules, "(0;4,6)".parse().unwrap());
            for _ in 1..REPETITIONS {
                for text in ["0-1", "6-7", "1-0", "7-6"] {
                    assert_eq!(game.ending(), None);
                    play(&mut game, text);
                }
            }
            let ending = Ending::Repeated(repetition.winner());
            assert_eq!(game.ending(), Some(ending));
            assert!(game.undo());
            assert_eq!(game.ending(), None);
        }
    }

    #[test]
    fn random_games_end_and_can_be_taken_back() {
        let mut rng = Rng::new(11);
        let mut repeated = 0;
        for _ in 0..500 {
            let mut game = Game::new(Rules::default(), State::start(Side::Red));
            while game.ending().is_none() {
                let moves: Vec<Move> = game.state().moves().collect();
                game.play(moves[rng.below(moves.len())]).unwrap();
            }
            let last = game.state();
            let times = game.states().iter().filter(|&&state| state == last).count();
            let over = matches!(game.ending(), Some(Ending::Repeated(None)));
            assert_eq!(
                over,
                times == REPETITIONS && game.rules().winner(last).is_none()
            );
            repeated += usize::from(over);
            if let Some(step) = last.moves().next() {
                assert_eq!(
                    game.play(step),
                    Err(GameError::Over(game.ending().unwrap()))
                );
            }
            while game.undo() {
                assert_eq!(game.ending(), None);
            }
            assert_eq!(game.state(), State::start(Side::Red));
        }
        assert!(repeated > 0);
    }
}
