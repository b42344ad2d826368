//! Plays won games of datasets to the end, until five in a row.
//!
//! Self-play ends a game when a win is found. So few of its positions have a four to complete or to block.

use kagetsu_gomoku::board::{Board, Outcome};
use kagetsu_kernel::StopSignal;

use crate::dataset::{TrainingGame, TrainingMove, TrainingResult};

use super::player::units;
use super::thinker::Thinker;

/// Nodes to search for a move. A win that was found is mostly one by fours, which this finds again.
const NODES: u64 = 4000;
/// Most plies from the win that was found to five in a row.
const MOST_PLIES: usize = 40;

/// Plays one game after another to its end. What it plays depends on the game alone.
#[derive(Debug)]
pub struct GameFinisher {
    thinker: Thinker,
}

impl GameFinisher {
    /// A finisher that stops when the signal is raised.
    pub fn new(stop: StopSignal) -> Self {
        Self {
            thinker: Thinker::new(stop),
        }
    }

    /// The game with the moves that a short search of both sides adds, until the winner has five in a row. `empty` is the board
    /// without stones. Nothing is added to a game that is drawn or has its five already, where the winner does not complete
    /// five within a bounded number of plies, and when the signal was raised.
    pub fn finished(&mut self, empty: &Board, game: &TrainingGame) -> TrainingGame {
        let mut finished = game.clone();
        finished.plies.extend(self.ending(empty, game));
        finished
    }

    fn ending(&mut self, empty: &Board, game: &TrainingGame) -> Vec<TrainingMove> {
        let (mut board, mut ending) = (empty.clone(), Vec::new());
        let mut played = game
            .opening
            .iter()
            .chain(game.plies.iter().map(|ply| &ply.point));
        let TrainingResult::Win(winner) = game.result else {
            return ending;
        };
        if !played.all(|&point| board.play(point) == Ok(Outcome::Running)) {
            return ending;
        }
        self.thinker.forget();
        while ending.len() < MOST_PLIES && !self.thinker.is_stopped() {
            let Some(&(point, score)) = self.thinker.think(&board, NODES, 1).first() else {
                break;
            };
            ending.push(TrainingMove::best(point, units(score)));
            match board.play(point) {
                Ok(Outcome::Running) => {}
                Ok(Outcome::Win(side)) if side == winner => return ending,
                _ => break,
            }
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_gomoku::board::{Rule, Side};
    use kagetsu_gomoku::geometry::{BoardSize, Rows};

    /// Black has an open three, and plays a stone.
    fn game(last: &str, result: TrainingResult) -> TrainingGame {
        let points = |text| {
            let points = Rows::FromTop.parse_moves(text, BoardSize::LARGEST);
            points.expect("points")
        };
        let played = points(last).into_iter();
        TrainingGame {
            opening: points("h8a1i8a3j8a5"),
            plies: played.map(|point| TrainingMove::best(point, 0)).collect(),
            tree: Vec::new(),
            result,
            scored: true,
        }
    }

    fn empty() -> Board {
        let size = BoardSize::square(15).expect("a legal size");
        Board::new(size, Rule::Freestyle)
    }

    #[test]
    fn a_won_game_is_played_on_to_the_row() {
        let mut finisher = GameFinisher::new(StopSignal::new());
        let won = game("k8", TrainingResult::Win(Side::Black));
        let whole = finisher.finished(&empty(), &won);
        let mut board = empty();
        for &point in &whole.opening {
            board.make(point);
        }
        let outcomes = whole.plies.iter().map(|ply| board.play(ply.point));
        let outcomes: Vec<_> = outcomes.collect();
        let [running, Ok(Outcome::Running), Ok(Outcome::Win(Side::Black))] = outcomes[..] else {
            panic!("{outcomes:?}");
        };
        assert_eq!(running, Ok(Outcome::Running));
        assert_eq!(finisher.finished(&empty(), &won), whole);
    }

    #[test]
    fn other_games_stay_as_they_are() {
        let stopped = StopSignal::new();
        stopped.raise();
        for (last, result, signal) in [
            ("k8", TrainingResult::Draw, StopSignal::new()),
            // The row is there.
            (
                "k8a7l8",
                TrainingResult::Win(Side::Black),
                StopSignal::new(),
            ),
            // The other side wins.
            ("k8", TrainingResult::Win(Side::White), StopSignal::new()),
            ("k8", TrainingResult::Win(Side::Black), stopped),
        ] {
            let game = game(last, result);
            assert_eq!(GameFinisher::new(signal).finished(&empty(), &game), game);
        }
    }
}
