//! Who plays a turn: the engine, or one of the weak players that it is measured against.

use clap::ValueEnum;
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{SearchLimits, StopSignal};

use super::choice::Choice;
use super::engine::Engine;
use super::game::Game;
use super::greedy::{greedy_turn, random_turn};
use super::levels::Level;

/// The players by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayerName {
    /// The engine within the limits
    #[default]
    Engine,
    /// Counts windows and looks no turn ahead
    Greedy,
    /// Plays anywhere
    Random,
}

impl PlayerName {
    /// The name that other programs are told; at most twelve letters, as the rules of contests want it.
    pub(crate) const fn public_name(self) -> &'static str {
        match self {
            Self::Engine => "Kagetsu",
            Self::Greedy => "Greedy",
            Self::Random => "Random",
        }
    }
}

/// Who plays.
#[derive(Debug)]
pub(crate) enum Player {
    /// The engine.
    Engine(Box<Engine>),
    /// The engine at a lower level, with the random numbers of its slips.
    Levelled(Box<Engine>, Level, Rng),
    /// Counts windows and looks no turn ahead.
    Greedy,
    /// Plays anywhere.
    Random(Rng),
}

impl Player {
    /// The engine at a level; `seed` starts the random numbers of the lower levels.
    pub(crate) fn engine(engine: Engine, level: Level, seed: u64) -> Self {
        if level == Level::MAX {
            Self::Engine(Box::new(engine))
        } else {
            Self::Levelled(Box::new(engine), level, Rng::new(seed))
        }
    }

    /// Chooses a turn; none if the game is over. The signal ends the search of an engine.
    pub(crate) fn turn(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        stop: &StopSignal,
    ) -> Option<Choice> {
        if game.ending().is_some() {
            return None;
        }
        match self {
            Self::Engine(engine) => engine.choose(game.board(), limits, stop),
            Self::Levelled(engine, level, rng) => {
                engine.choose_at(*level, game.board(), limits, stop, rng)
            }
            Self::Greedy => greedy_turn(game.board()).map(Choice::unsearched),
            Self::Random(rng) => random_turn(game.board(), rng).map(Choice::unsearched),
        }
    }

    /// Is a turn found after few positions? Such a search is over soon, and always the same unless the clock ends it, so that
    /// nothing else needs to.
    pub(crate) fn is_short(&self, limits: &SearchLimits) -> bool {
        match self {
            Self::Engine(_) | Self::Levelled(..) => {
                limits.nodes.is_some_and(|nodes| nodes <= FEW_NODES)
            }
            Self::Greedy | Self::Random(_) => true,
        }
    }

    /// Switches the threat search of the engine on or off. A lower level decides that itself.
    pub(crate) const fn use_threats(&mut self, on: bool) {
        if let Self::Engine(engine) = self {
            engine.set_threat_nodes(if on { Engine::THREAT_NODES } else { 0 });
        }
    }

    /// Keeps the engine's table within a part of the memory of the process, in bytes; `None` is the usual size.
    pub(crate) fn use_memory(&mut self, bytes: Option<u64>) {
        if let Self::Engine(engine) | Self::Levelled(engine, ..) = self {
            let usual = Engine::TABLE_BYTES;
            let part = bytes.map_or(u64::MAX, |bytes| bytes / TABLE_SHARE);
            engine.resize_table(usize::try_from(part).unwrap_or(usual).min(usual));
        }
    }
}

/// Positions of a search that is over soon.
const FEW_NODES: u64 = 10_000;
/// Part of the memory of the process that the table may take, as a divisor.
const TABLE_SHARE: u64 = 8;
