//! What the calls do with a game and an engine, and what can be wrong with them.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_gomoku::board::{Game, GameError};
use kagetsu_gomoku::engine::{Engine, EngineConfig, EngineError, Thought};
use kagetsu_gomoku::geometry::{BoardSize, Point, UnsupportedSize};
use kagetsu_kernel::{
    MIB, ParseTextError, SearchLimits, Side, StopSignal, TimeControl, WallClock, on_large_stack,
};

/// What is wrong with a call.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// The board cannot be so large or small.
    #[error(transparent)]
    Size(#[from] UnsupportedSize),
    /// There is no such rule.
    #[error(transparent)]
    Rule(#[from] ParseTextError),
    /// The text is not UTF-8, or NULL.
    #[error("the rule is no text")]
    NoText,
    /// There is no such point.
    #[error("the point is not on the board: columns are 0 to {}, rows 0 to {}", .0.width() - 1, .0.height() - 1)]
    OffBoard(BoardSize),
    /// The game refuses it.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The time of a search is no time.
    #[error("{0:?} seconds are no time for a search: expected 0 (no bound) to 1e19")]
    Seconds(f64),
    /// There is no move to find.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The caller gave no place for the answer.
    #[error("there is no place for the answer")]
    NoPlace,
}

/// An engine. Zero threads or mebibytes are the usual ones.
pub(crate) fn new_engine(threads: u32, mebibytes: u32) -> Engine {
    let mut config = EngineConfig::for_this_machine();
    if threads > 0 {
        config.threads = threads as usize;
    }
    if mebibytes > 0 {
        config.max_memory = u64::from(mebibytes) * MIB;
    }
    Engine::new(config, Arc::new(WallClock::start()))
}

/// A game on an empty board.
pub(crate) fn new_game(width: usize, height: usize, rule: &str) -> Result<Game, Fault> {
    Ok(Game::new(BoardSize::new(width, height)?, rule.parse()?))
}

/// Who is to move, and the point of a column and a row.
fn move_at(game: &Game, x: usize, y: usize) -> Result<(Side, Point), Fault> {
    let position = game.position();
    let size = position.size();
    let point = size.point(x, y).ok_or(Fault::OffBoard(size))?;
    Ok((position.side_to_move(), point))
}

/// May the side to move play there? Says why not.
pub(crate) fn check(game: &Game, x: usize, y: usize) -> Result<(), Fault> {
    let (side, point) = move_at(game, x, y)?;
    game.after(side, point)?;
    Ok(())
}

/// Plays a move of the side to move.
pub(crate) fn play(game: &mut Game, x: usize, y: usize) -> Result<(), Fault> {
    let (side, point) = move_at(game, x, y)?;
    Ok(game.play(side, point)?)
}

/// The limits of a search. Zero nodes or seconds bound nothing; a time that is too short to be counted bounds all the same.
fn limits_of(nodes: u64, seconds: f64) -> Result<SearchLimits, Fault> {
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| Fault::Seconds(seconds))?;
    Ok(SearchLimits {
        nodes: (nodes > 0).then_some(nodes),
        time: TimeControl {
            turn: (seconds > 0.0).then_some(time),
            ..TimeControl::UNLIMITED
        },
        ..SearchLimits::default()
    })
}

/// Finds the best move. Without nodes and seconds it takes the usual time.
pub(crate) fn think(
    game: &Game,
    engine: &mut Engine,
    nodes: u64,
    seconds: f64,
    stop: &StopSignal,
) -> Result<Thought, Fault> {
    game.check_running()?;
    let limits = limits_of(nodes, seconds)?;
    let thought = on_large_stack(|| engine.analyse(game.position(), &limits, stop));
    Ok(thought?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_is_no_bound_and_the_shortest_one_is() {
        let turn = |seconds| limits_of(0, seconds).map(|limits| limits.time.turn);
        assert!(turn(0.0).is_ok_and(|time| time.is_none()));
        for seconds in [1e-12, f64::MIN_POSITIVE] {
            assert!(turn(seconds).is_ok_and(|time| time == Some(Duration::ZERO)));
        }
        assert!(turn(-1.0).is_err() && turn(f64::NAN).is_err());
    }
}
