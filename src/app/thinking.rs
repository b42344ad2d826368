//! Asking the engine for a move, as several sub-commands do, or for the values of many positions.

use std::ops::ControlFlow;
use std::sync::Arc;

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::engine::{Engine, EngineConfig, EngineError, Thought};
use kagetsu_gomoku::search::NullSearchObserver;
use kagetsu_kernel::{MIB, SearchLimits, StopSignal, WallClock};

use super::error::CommandError;
use super::progress::bar;
use super::setting::{Setting, apply};
use super::stream_in_order::stream_in_order;

/// Bytes of the table of each thread of [`NodeSearches`], unless a setting says otherwise: a million nodes fill half of it.
const TABLE_BYTES: u64 = 16 * MIB;

/// An engine on the real clock.
pub(super) fn new_engine(config: EngineConfig) -> Engine {
    Engine::new(config, Arc::new(WallClock::start()))
}

/// The limits of a search of so many nodes.
pub(super) fn node_limits(nodes: u64) -> SearchLimits {
    SearchLimits {
        nodes: Some(nodes),
        ..SearchLimits::default()
    }
}

/// Thinks about a position, until the signal is raised; the time counts from now.
pub(super) fn think(
    engine: &mut Engine,
    position: &Position,
    limits: SearchLimits,
    stop: &StopSignal,
) -> Result<Thought, EngineError> {
    let limits = SearchLimits {
        started: engine.clock().now(),
        ..limits
    };
    engine.think(position, &limits, stop, &mut NullSearchObserver)
}

/// Searches of positions with the same number of nodes, each from an empty table, on several threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeSearches<'a> {
    pub(super) nodes: u64,
    pub(super) options: &'a [Setting],
    pub(super) threads: usize,
    pub(super) stop: &'a StopSignal,
}

impl NodeSearches<'_> {
    /// Searches so many positions and gives what is found, in their order and with their numbers from zero, to `take`, until
    /// the signal is raised. It is raised at the end.
    pub(super) fn run(
        &self,
        count: usize,
        position: impl Fn(usize) -> Result<Position, EngineError> + Sync,
        mut take: impl FnMut(usize, &Thought) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        let limits = node_limits(self.nodes);
        let worker = || {
            let mut engine = new_engine(EngineConfig {
                max_hash: Some(TABLE_BYTES),
                ..EngineConfig::default()
            });
            let mut refused = apply(self.options, &mut engine).err();
            let position = &position;
            move |number: u64| {
                let number = number as usize;
                if number >= count {
                    return None;
                }
                if let Some(error) = refused.take() {
                    return Some(Err(error));
                }
                engine.clear_hash();
                let found = position(number)
                    .and_then(|position| think(&mut engine, &position, limits, self.stop));
                // What an interrupted search has found is not what the whole one finds.
                (!self.stop.is_raised()).then_some(found.map(|thought| (number, thought)))
            }
        };
        let progress = bar(count as u64, 0, "positions");
        stream_in_order(self.threads, self.stop, worker, |found| {
            let (number, thought) = found?;
            take(number, &thought)?;
            progress.inc(1);
            Ok(ControlFlow::Continue(()))
        })
    }
}
