//! Kagetsu in Connect6, at the levels of its engine.

use std::sync::Arc;

use kagetsu_connect6::{Choice, Engine, Evaluation, Level, Reason};
use kagetsu_kernel::{Clock, SearchLimits, StopSignal};

use crate::game::{Game, Line, Step, Value};
use crate::siblings::Connect6;

use super::engine_player::{AnalysisMode, EnginePlayer, Strength, logistic, move_rng};

/// Bytes of the table.
const TABLE: usize = 8 << 20;
/// Nodes to search for a move at the highest level.
const MOST_NODES: u64 = 40_000;
/// Nodes to search for a hint.
const HINT_NODES: u64 = 2_000;
/// Nodes to search for the value of a position.
const JUDGE_NODES: u64 = 300;
/// Nodes to search in the searches of an analysis, one after the other.
const ANALYSIS_NODES: [u64; 5] = [100, 1_000, 5_000, 20_000, 100_000];
/// Units of the evaluation that win e times as often as they lose: those that the network has learnt in.
const SCALE: f64 = 100.0;
/// Probability to win where neither side stands better.
const EVEN: f64 = 0.5;
/// Stones on the board from which on Kagetsu may agree to a draw.
const DRAW_STONES: usize = 250;
/// It agrees while the probability to win of the side to move is no farther from one half.
const DRAW_MARGIN: f64 = 0.1;

/// The player.
#[derive(Debug)]
pub(crate) struct Connect6Player {
    clock: Arc<dyn Clock>,
}

fn line(choice: &Choice) -> Line {
    let value = Value::from(choice.score);
    let rate = match value {
        Value::WinIn(_) => 1.0,
        Value::LossIn(_) => 0.0,
        _ => logistic(f64::from(choice.score.value()), SCALE),
    };
    Line {
        rank: 0,
        depth: choice.depth,
        rate,
        value,
        moves: vec![Connect6::clicks_of(choice.turn)],
        tree: None,
    }
}

impl Connect6Player {
    /// A player.
    pub(crate) const fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock }
    }

    /// A new engine, so that no search depends on those before.
    fn engine(&self) -> Engine {
        Engine::new(TABLE, &Evaluation::default(), self.clock.clone())
    }

    fn limits(&self, nodes: u64) -> SearchLimits {
        SearchLimits {
            nodes: Some(nodes),
            started: self.clock.now(),
            ..SearchLimits::default()
        }
    }

    fn choose(&self, game: &Connect6, nodes: u64, stop: &StopSignal) -> Option<Choice> {
        let limits = self.limits(nodes);
        self.engine().choose(game.board(), &limits, stop)
    }
}

impl EnginePlayer for Connect6Player {
    fn answer(
        &mut self,
        game: &dyn Game,
        strength: Strength,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Option<Step> {
        let game = game.downcast_ref::<Connect6>()?;
        let mut rng = move_rng(strength.seed, game.turns().len());
        let level = Level::new(strength.level).unwrap_or(Level::MAX);
        let limits = self.limits(MOST_NODES);
        let mut engine = self.engine();
        let choice = engine.choose_at(level, game.board(), &limits, stop, &mut rng);
        // A slip is played without a score.
        if let Some(choice) = &choice
            && choice.reason != Reason::Unsearched
        {
            listen(&line(choice));
        }
        let turn = choice.map(|choice| Step::Move(Connect6::clicks_of(choice.turn)));
        turn.or_else(|| game.legal().first().copied())
    }

    fn hint(&mut self, game: &dyn Game, _: u64, stop: &StopSignal) -> Option<Step> {
        let choice = self.choose(game.downcast_ref()?, HINT_NODES, stop)?;
        Some(Step::Move(Connect6::clicks_of(choice.turn)))
    }

    /// Only late, and when neither side stands better.
    fn accepts_draw(&mut self, game: &dyn Game, _: u8, stop: &StopSignal) -> bool {
        let is_late = |game: &Connect6| game.board().count() >= DRAW_STONES;
        game.downcast_ref().is_some_and(is_late)
            && self
                .judge(game, stop)
                .is_some_and(|value| (value.rate - EVEN).abs() <= DRAW_MARGIN)
    }

    fn judge(&mut self, game: &dyn Game, stop: &StopSignal) -> Option<Line> {
        let choice = self.choose(game.downcast_ref()?, JUDGE_NODES, stop);
        choice.filter(|_| !stop.is_raised()).as_ref().map(line)
    }

    fn analyse(
        &mut self,
        game: &dyn Game,
        _: AnalysisMode,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) {
        let Some(game) = game.downcast_ref() else {
            return;
        };
        for nodes in ANALYSIS_NODES {
            let Some(choice) = self.choose(game, nodes, stop) else {
                return;
            };
            listen(&line(&choice));
            if stop.is_raised() || choice.score.is_decided() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_connect6::{Cell, Turn};
    use kagetsu_kernel::FakeClock;

    use super::*;

    fn play(game: &mut Connect6, turn: Turn) {
        let step = Step::Move(Connect6::clicks_of(turn));
        game.play(step).expect("a legal turn");
    }

    /// A game without threats: two stones of a colour side by side, and each row the other way round, in the first rows.
    fn quiet_game(rows: usize, turns: usize) -> Connect6 {
        let inside = Cell::all().filter(|cell| cell.row() < rows);
        let (black, white): (Vec<Cell>, Vec<Cell>) =
            inside.partition(|cell| (cell.column() / 2 + cell.row()).is_multiple_of(2));
        let mut game = Connect6::default();
        play(&mut game, Turn::One(black[0]));
        let pairs = white.chunks_exact(2).zip(black[1..].chunks_exact(2));
        for pair in pairs
            .flat_map(|(white, black)| [white, black])
            .take(turns - 1)
        {
            play(&mut game, Turn::pair(pair[0], pair[1]).expect("two cells"));
        }
        game
    }

    fn accepts(game: &Connect6) -> bool {
        let mut player = Connect6Player::new(Arc::new(FakeClock::new()));
        player.accepts_draw(game, 1, &StopSignal::new())
    }

    #[test]
    fn a_draw_is_agreed_to_late_and_only_where_nobody_wins() {
        assert!(!accepts(&quiet_game(19, 41)), "early");
        assert!(accepts(&quiet_game(19, 177)), "nothing is left to play for");
        let mut won = quiet_game(16, 130);
        assert!(won.board().count() >= DRAW_STONES);
        // Black has four stones of a row, and nobody stops them.
        for text in ["ASBS", "AQCQ", "CSDS", "EQGQ"] {
            let turn = Turn::parse(text).expect("a turn");
            play(&mut won, turn);
        }
        assert!(!accepts(&won), "the side to move has won");
    }
}
