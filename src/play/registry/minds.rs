//! Kagetsu in all games. Each player is made when its game is played first.

use std::fmt;
use std::sync::Arc;

use kagetsu_kernel::{Clock, StopSignal};

use crate::game::{Spots, Step};
use crate::player::{Connect6Mind, GomokuMind, Judgement, Mind, OxhornMind, ReversiMind, Thought};

use super::any::Any;

/// The players of all games, all at one level and with one seed.
pub struct Minds {
    gomoku: Option<GomokuMind>,
    connect6: Option<Connect6Mind>,
    reversi: Option<ReversiMind>,
    oxhorn: Option<OxhornMind>,
    level: u8,
    seed: u64,
    clock: Arc<dyn Clock>,
}

impl fmt::Debug for Minds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Minds")
            .field("level", &self.level)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

/// The same thought with its moves as clicks.
fn widen<M: Copy + Into<Spots>>(thought: &Thought<M>) -> Thought<Spots> {
    Thought {
        place: thought.place,
        depth: thought.depth,
        rate: thought.rate,
        verdict: thought.verdict.clone(),
        moves: thought.moves.iter().map(|&mv| mv.into()).collect(),
        nodes: thought.nodes,
    }
}

/// The same judgement with its move as clicks.
fn widen_judgement<M: Into<Spots>>(judged: Judgement<M>) -> Judgement<Spots> {
    Judgement {
        rate: judged.rate,
        best: judged.best.map(Into::into),
    }
}

/// Does the same with the player of whichever game it is.
macro_rules! with_mind {
    ($minds:expr, $any:expr, $mind:ident, $game:ident => $do:expr) => {{
        let (level, seed, clock) = ($minds.level, $minds.seed, &$minds.clock);
        match $any {
            Any::Gomoku($game) => {
                let made = || GomokuMind::new(seed, clock.clone());
                let $mind = ready($minds.gomoku.get_or_insert_with(made), level, seed);
                $do
            }
            Any::Connect6($game) => {
                let made = || Connect6Mind::new(seed, clock.clone());
                let $mind = ready($minds.connect6.get_or_insert_with(made), level, seed);
                $do
            }
            Any::Reversi($game) => {
                let made = || ReversiMind::new(seed, clock.clone());
                let $mind = ready($minds.reversi.get_or_insert_with(made), level, seed);
                $do
            }
            Any::Oxhorn($game) => {
                let made = || OxhornMind::new(seed);
                let $mind = ready($minds.oxhorn.get_or_insert_with(made), level, seed);
                $do
            }
        }
    }};
}

fn ready<M: Mind>(mind: &mut M, level: u8, seed: u64) -> &mut M {
    mind.set_level(level);
    mind.set_seed(seed);
    mind
}

impl Minds {
    /// The players with a seed, at the lowest level.
    pub fn new(seed: u64, clock: Arc<dyn Clock>) -> Self {
        Self {
            gomoku: None,
            connect6: None,
            reversi: None,
            oxhorn: None,
            level: 1,
            seed,
            clock,
        }
    }

    /// Changes the level.
    pub const fn set_level(&mut self, level: u8) {
        self.level = level;
    }

    /// Changes the seed, for the next game.
    pub const fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// As [`Mind::answer`].
    pub fn answer(
        &mut self,
        game: &Any,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Thought<Spots>),
    ) -> Option<Step<Spots>> {
        with_mind!(self, game, mind, game => {
            let answer = mind.answer(game, stop, &mut |thought| listen(&widen(thought)))?;
            Some(answer.map(Spots::from))
        })
    }

    /// As [`Mind::hint`].
    pub fn hint(&mut self, game: &Any, stop: &StopSignal) -> Option<Step<Spots>> {
        with_mind!(self, game, mind, game => Some(mind.hint(game, stop)?.map(Spots::from)))
    }

    /// As [`Mind::accepts_draw`].
    pub fn accepts_draw(&mut self, game: &Any, stop: &StopSignal) -> bool {
        with_mind!(self, game, mind, game => mind.accepts_draw(game, stop))
    }

    /// As [`Mind::judge`].
    pub fn judge(&mut self, game: &Any, stop: &StopSignal) -> Option<Judgement<Spots>> {
        with_mind!(self, game, mind, game => {
            mind.judge(game, stop).map(widen_judgement)
        })
    }

    /// As [`Mind::analyse`].
    pub fn analyse(
        &mut self,
        game: &Any,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Thought<Spots>),
    ) {
        with_mind!(self, game, mind, game => {
            mind.analyse(game, stop, &mut |thought| listen(&widen(thought)));
        });
    }
}
