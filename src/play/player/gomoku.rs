//! Kagetsu in gomoku: at a level it is [`Kagetsu`], and it analyses with a larger table of its own.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_kernel::{Clock, StopSignal};

use crate::game::{Spot, Step};
use crate::gomoku::Gomoku;
use crate::gomoku::thinker::{ANALYSIS_TABLE, Effort, Line, Thinker, Unseen, Value};

use super::Player;
use super::engine_player::{AnalysisLine, EnginePlayer, LineResult, PositionValue};
use super::kagetsu::Kagetsu;

/// Most nodes of the analysis of one state, so that it comes to an end.
const ANALYSIS_NODES: u64 = 20_000_000;
/// Moves that the analysis compares.
const ANALYSIS_LINES: usize = 5;
/// Nodes to search for the value of one position of a game.
const JUDGE_NODES: u64 = 20_000;

/// The player and the analyst.
#[derive(Debug)]
pub struct GomokuPlayer {
    kagetsu: Kagetsu,
    /// Made when it is needed first: its table is large.
    analyst: Option<Thinker>,
    clock: Arc<dyn Clock>,
}

fn analysis_line(line: &Line) -> AnalysisLine<Spot> {
    AnalysisLine {
        place: line.place,
        depth: line.depth,
        rate: line.win_rate,
        result: match line.value {
            Value::Units(_) => LineResult::Open,
            Value::WinIn(plies) => LineResult::WinIn(plies),
            Value::LossIn(plies) => LineResult::LossIn(plies),
        },
        moves: line.moves.clone(),
        nodes: line.nodes,
    }
}

impl GomokuPlayer {
    /// A player with a seed.
    pub fn new(seed: u64, clock: Arc<dyn Clock>) -> Self {
        Self {
            kagetsu: Kagetsu::new(1, seed, clock.clone()),
            analyst: None,
            clock,
        }
    }

    fn analyst(&mut self) -> &mut Thinker {
        let clock = &self.clock;
        self.analyst
            .get_or_insert_with(|| Thinker::new(ANALYSIS_TABLE, clock.clone()))
    }

    /// The line that begins with the best move that it finds in a time; nothing when no move is legal. `listen` hears what
    /// is best meanwhile.
    pub fn consider(
        &mut self,
        game: &Gomoku,
        time: Duration,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&AnalysisLine<Spot>),
    ) -> Option<AnalysisLine<Spot>> {
        let effort = Effort {
            nodes: None,
            time: Some(time),
            lines: 1,
        };
        let mut tell = |line: &Line| listen(&analysis_line(line));
        let lines =
            self.analyst()
                .search(game.stones(), Unseen::default(), effort, stop, &mut tell);
        lines.first().map(analysis_line)
    }
}

impl EnginePlayer for GomokuPlayer {
    type Game = Gomoku;

    fn set_level(&mut self, level: u8) {
        self.kagetsu.set_level(level);
    }

    fn set_seed(&mut self, seed: u64) {
        self.kagetsu.set_seed(seed);
    }

    fn answer(
        &mut self,
        game: &Gomoku,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&AnalysisLine<Spot>),
    ) -> Option<Step<Spot>> {
        let mut tell = |line: &Line| listen(&analysis_line(line));
        self.kagetsu.answer(game, stop, &mut tell).ok()
    }

    fn hint(&mut self, game: &Gomoku, stop: &StopSignal) -> Option<Step<Spot>> {
        self.kagetsu.hint(game, stop).ok()
    }

    fn accepts_draw(&mut self, game: &Gomoku, stop: &StopSignal) -> bool {
        self.kagetsu.accepts_draw(game, stop)
    }

    fn judge(&mut self, game: &Gomoku, stop: &StopSignal) -> Option<PositionValue<Spot>> {
        let effort = Effort {
            nodes: Some(JUDGE_NODES),
            lines: 1,
            time: None,
        };
        let lines =
            self.analyst()
                .search(game.stones(), Unseen::default(), effort, stop, &mut |_| {});
        let best = lines.first().filter(|_| !stop.is_raised())?;
        Some(PositionValue {
            rate: best.win_rate,
            best: best.moves.first().copied(),
        })
    }

    fn analyse(
        &mut self,
        game: &Gomoku,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&AnalysisLine<Spot>),
    ) {
        let effort = Effort {
            nodes: Some(ANALYSIS_NODES),
            lines: ANALYSIS_LINES,
            time: None,
        };
        let mut tell = |line: &Line| listen(&analysis_line(line));
        self.analyst()
            .search(game.stones(), Unseen::default(), effort, stop, &mut tell);
    }
}
