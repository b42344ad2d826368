//! Kagetsu in ox-horn chess: the table of all states, and slips on top of it for the lower levels.

use std::cmp::Reverse;

use kagetsu_kernel::StopSignal;
use kagetsu_oxhorn::{Solution, State, Table};

use crate::game::{Game, GameMove, Line, Step, Value};
use crate::session::Level;
use crate::siblings::Oxhorn;

use super::engine_player::{AnalysisMode, EnginePlayer, Strength, move_rng, unit};

/// Probability of each level that it makes any legal move instead of the best one; set by hand.
const SLIPS: [f64; Level::HIGHEST as usize] =
    [0.7, 0.55, 0.43, 0.33, 0.25, 0.18, 0.12, 0.07, 0.03, 0.0];
/// Moves after which Kagetsu agrees to a draw in a drawn state.
const DRAW_MOVES: usize = 10;
/// The value of a draw.
const EVEN: f64 = 0.5;

/// The player.
#[derive(Debug)]
pub(crate) struct OxhornPlayer {
    table: Table,
}

/// The value of a state for the side to move there.
fn rate(solution: Solution, state: State) -> f64 {
    EVEN + EVEN * f64::from(solution.for_side(state.side()))
}

impl OxhornPlayer {
    /// A player.
    pub(crate) fn new() -> Self {
        Self {
            table: Table::new(kagetsu_oxhorn::Rules::default()),
        }
    }

    fn best(&self, game: &Oxhorn) -> Option<GameMove> {
        let step = self.table.best_move(game.state())?;
        Some(game.clicks_of(step))
    }

    /// The moves of best play from here, at most one round of a repetition.
    fn line(&self, game: &Oxhorn) -> Vec<GameMove> {
        let mut now = game.clone();
        let mut states = vec![now.state()];
        let mut line = Vec::new();
        while let Some(best) = self.best(&now) {
            if now.play(Step::Move(best)).is_err() {
                break;
            }
            line.push(best);
            if states.contains(&now.state()) {
                break;
            }
            states.push(now.state());
        }
        line
    }

    /// Every move with its true value, best first.
    fn all_moves(&self, game: &Oxhorn) -> Vec<Line> {
        let state = game.state();
        let mut all: Vec<Line> = Vec::new();
        for (step, next) in state.successors() {
            let solution = self.table.solution(next);
            let plies = solution.plies.map(|plies| u16::from(plies) + 1);
            let value = match (solution.winner, plies) {
                (Some(side), Some(plies)) if side == state.side() => Value::WinIn(plies),
                (Some(_), Some(plies)) => Value::LossIn(plies),
                _ => Value::Draw,
            };
            let first = game.clicks_of(step);
            let mut moves = vec![first];
            let mut after = game.clone();
            if after.play(Step::Move(first)).is_ok() && after.outcome().is_none() {
                moves.extend(self.line(&after));
            }
            all.push(Line {
                rank: 0,
                depth: plies.map_or(0, u32::from),
                rate: 1.0 - rate(solution, next),
                value,
                moves,
                tree: None,
            });
        }
        all.sort_by_key(|line| Reverse(line.value.units()));
        for (rank, line) in all.iter_mut().enumerate() {
            line.rank = rank;
        }
        all
    }
}

impl EnginePlayer for OxhornPlayer {
    fn answer(
        &mut self,
        game: &dyn Game,
        strength: Strength,
        _: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Option<Step> {
        let game = game.downcast_ref()?;
        self.all_moves(game).iter().for_each(listen);
        let mut rng = move_rng(strength.seed, game.length());
        let legal = game.legal();
        let slips = SLIPS[usize::from(strength.level - Level::LOWEST)];
        if unit(&mut rng) < slips {
            return legal.get(rng.below(legal.len().max(1))).copied();
        }
        self.best(game).map(Step::Move)
    }

    fn hint(&mut self, game: &dyn Game, _: u64, _: &StopSignal) -> Option<Step> {
        self.best(game.downcast_ref()?).map(Step::Move)
    }

    fn accepts_draw(&mut self, game: &dyn Game, _: u8, _: &StopSignal) -> bool {
        let Some(game) = game.downcast_ref::<Oxhorn>() else {
            return false;
        };
        let is_drawn = self.table.solution(game.state()).winner.is_none();
        is_drawn && game.length() >= DRAW_MOVES
    }

    fn judge(&mut self, game: &dyn Game, _: &StopSignal) -> Option<Line> {
        let game = game.downcast_ref()?;
        let best = self.best(game)?;
        let lines = self.all_moves(game);
        lines.into_iter().find(|line| line.best() == Some(best))
    }

    fn analyse(
        &mut self,
        game: &dyn Game,
        _: AnalysisMode,
        _: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) {
        if let Some(game) = game.downcast_ref::<Oxhorn>()
            && game.outcome().is_none()
        {
            self.all_moves(game).iter().for_each(listen);
        }
    }
}
