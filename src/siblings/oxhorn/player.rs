//! Who chooses moves for the machine: perfect play from the table, and a beginner who only does not lose.

use kagetsu_kernel::rng::Rng;

use super::moves::Move;
use super::state::State;
use super::table::Table;

/// How the machine chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// The best move of the table.
    #[default]
    Perfect,
    /// Any move that does not lose; any move at all if every one loses.
    Beginner,
}

/// Chooses a move; none when the game is over. Only the beginner uses the random numbers.
pub fn choose(level: Level, state: State, table: &Table, rng: &mut Rng) -> Option<Move> {
    if table.rules().winner(state).is_some() {
        return None;
    }
    match level {
        Level::Perfect => table.best_move(state),
        Level::Beginner => {
            let holds =
                |&(_, next): &(Move, State)| table.solution(next).value.for_side(state.side()) >= 0;
            let mut moves: Vec<(Move, State)> = state.successors().filter(holds).collect();
            if moves.is_empty() {
                moves = state.successors().collect();
            }
            let (step, _) = *moves.get(rng.below(moves.len().max(1)))?;
            Some(step)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Side;
    use super::super::game::Game;
    use super::super::rules::{Escape, Rules};
    use super::super::table::Value;
    use super::*;

    /// Plays `level` against random moves and checks after each of its moves that it has not lost its class.
    fn against_random(level: Level, rules: Rules, games: u64) -> usize {
        let table = Table::new(rules);
        let mut rng = Rng::new(5);
        let mut wins = 0;
        for number in 0..games {
            let [side, first] = [number & 1, number >> 1 & 1]
                .map(|bit| if bit == 0 { Side::Red } else { Side::Blue });
            let mut game = Game::new(rules, State::start(first));
            while game.ending().is_none() {
                let state = game.state();
                if state.side() == side {
                    let step = choose(level, state, &table, &mut rng).unwrap();
                    game.play(step).unwrap();
                    let value = table.solution(game.state()).value;
                    assert_ne!(value, Value::Win(side.opponent()), "{state}");
                } else {
                    let moves: Vec<Move> = state.moves().collect();
                    game.play(moves[rng.below(moves.len())]).unwrap();
                }
            }
            let winner = game.ending().and_then(super::super::game::Ending::winner);
            assert_ne!(winner, Some(side.opponent()));
            wins += usize::from(winner == Some(side));
        }
        wins
    }

    #[test]
    fn ten_thousand_games_against_random_never_leave_the_class_that_is_not_lost() {
        for escape in Escape::ALL {
            let rules = Rules {
                escape,
                ..Rules::default()
            };
            let wins = against_random(Level::Perfect, rules, 10_000);
            assert!(wins > 8_000, "{wins}");
        }
    }

    #[test]
    fn the_beginner_holds_the_draw_too() {
        let perfect = against_random(Level::Perfect, Rules::default(), 1000);
        let beginner = against_random(Level::Beginner, Rules::default(), 1000);
        assert!(beginner < perfect, "{beginner} {perfect}");
    }

    #[test]
    fn a_finished_game_has_no_move() {
        let table = Table::new(Rules::default());
        let trapped: State = "(0;1,2)".parse().unwrap();
        let escaped: State = "(9;1,2)".parse().unwrap();
        for level in [Level::Perfect, Level::Beginner] {
            assert_eq!(choose(level, trapped, &table, &mut Rng::new(1)), None);
            assert_eq!(choose(level, escaped, &table, &mut Rng::new(1)), None);
        }
    }
}
