//! Kagetsu in all games. Each player is made when its game is played first.

use std::fmt;
use std::sync::Arc;

use kagetsu_kernel::{Clock, StopSignal};

use crate::game::{Spots, Step};
use crate::player::{
    AnalysisLine, Connect6Player, EnginePlayer, GomokuPlayer, OxhornPlayer, PositionValue,
    ReversiPlayer,
};

use super::any::Any;

/// The players of all games, all at one level. Each game has a seed of its own, which follows from the first one and its
/// number.
pub struct EnginePlayers {
    gomoku: Option<GomokuPlayer>,
    connect6: Option<Connect6Player>,
    reversi: Option<ReversiPlayer>,
    oxhorn: Option<OxhornPlayer>,
    level: u8,
    seed: u64,
    number: u64,
    clock: Arc<dyn Clock>,
}

impl fmt::Debug for EnginePlayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnginePlayers")
            .field("level", &self.level)
            .field("seed", &self.seed)
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

/// The same line with its moves as clicks.
fn widen<M: Copy + Into<Spots>>(line: &AnalysisLine<M>) -> AnalysisLine<Spots> {
    AnalysisLine {
        place: line.place,
        depth: line.depth,
        rate: line.rate,
        result: line.result.clone(),
        moves: line.moves.iter().map(|&mv| mv.into()).collect(),
        nodes: line.nodes,
    }
}

/// The same value with its move as clicks.
fn widen_value<M: Into<Spots>>(judged: PositionValue<M>) -> PositionValue<Spots> {
    PositionValue {
        rate: judged.rate,
        best: judged.best.map(Into::into),
    }
}

/// Does the same with the player of whichever game it is.
macro_rules! with_player {
    ($players:expr, $any:expr, $player:ident, $game:ident => $do:expr) => {{
        let seed = $players.seed.wrapping_add($players.number);
        let (level, clock) = ($players.level, &$players.clock);
        match $any {
            Any::Gomoku($game) => {
                let made = || GomokuPlayer::new(seed, clock.clone());
                let $player = ready($players.gomoku.get_or_insert_with(made), level, seed);
                $do
            }
            Any::Connect6($game) => {
                let made = || Connect6Player::new(seed, clock.clone());
                let $player = ready($players.connect6.get_or_insert_with(made), level, seed);
                $do
            }
            Any::Reversi($game) => {
                let made = || ReversiPlayer::new(seed, clock.clone());
                let $player = ready($players.reversi.get_or_insert_with(made), level, seed);
                $do
            }
            Any::Oxhorn($game) => {
                let made = || OxhornPlayer::new(seed);
                let $player = ready($players.oxhorn.get_or_insert_with(made), level, seed);
                $do
            }
        }
    }};
}

fn ready<M: EnginePlayer>(player: &mut M, level: u8, seed: u64) -> &mut M {
    player.set_level(level);
    player.set_seed(seed);
    player
}

impl EnginePlayers {
    /// The players with the seed of their first game, at the lowest level.
    pub fn new(seed: u64, clock: Arc<dyn Clock>) -> Self {
        Self {
            gomoku: None,
            connect6: None,
            reversi: None,
            oxhorn: None,
            level: 1,
            seed,
            number: 0,
            clock,
        }
    }

    /// Changes the level.
    pub const fn set_level(&mut self, level: u8) {
        self.level = level;
    }

    /// Tells how many games were begun before this one.
    pub const fn set_number(&mut self, number: u64) {
        self.number = number;
    }

    /// As [`EnginePlayer::answer`].
    pub fn answer(
        &mut self,
        game: &Any,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&AnalysisLine<Spots>),
    ) -> Option<Step<Spots>> {
        with_player!(self, game, player, game => {
            let answer = player.answer(game, stop, &mut |line| listen(&widen(line)))?;
            Some(answer.map(Spots::from))
        })
    }

    /// As [`EnginePlayer::hint`].
    pub fn hint(&mut self, game: &Any, stop: &StopSignal) -> Option<Step<Spots>> {
        with_player!(self, game, player, game => Some(player.hint(game, stop)?.map(Spots::from)))
    }

    /// As [`EnginePlayer::accepts_draw`].
    pub fn accepts_draw(&mut self, game: &Any, stop: &StopSignal) -> bool {
        with_player!(self, game, player, game => player.accepts_draw(game, stop))
    }

    /// As [`EnginePlayer::judge`].
    pub fn judge(&mut self, game: &Any, stop: &StopSignal) -> Option<PositionValue<Spots>> {
        with_player!(self, game, player, game => {
            player.judge(game, stop).map(widen_value)
        })
    }

    /// As [`EnginePlayer::analyse`].
    pub fn analyse(
        &mut self,
        game: &Any,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&AnalysisLine<Spots>),
    ) {
        with_player!(self, game, player, game => {
            player.analyse(game, stop, &mut |line| listen(&widen(line)));
        });
    }
}
