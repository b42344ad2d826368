//! Searching positions, each from an empty table, on several threads.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread;

use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::engine::{EngineConfig, EngineError};
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_gomoku::search::NullSearchObserver;
use kagetsu_kernel::{MIB, SearchLimits, StopSignal};

use crate::error::CommandError;
use crate::in_order::in_order;
use crate::setting::{Setting, apply};
use crate::thinking::new_engine;

use super::scores::{Case, ScoreLine};

/// Bytes of the table of each thread, unless a setting says otherwise: a million nodes fill half of it.
const TABLE_BYTES: u64 = 16 * MIB;

/// How positions are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Searching<'a> {
    pub(super) rule: Rule,
    pub(super) size: BoardSize,
    pub(super) nodes: u64,
    pub(super) options: &'a [Setting],
    pub(super) threads: Option<u16>,
    pub(super) stop: &'a StopSignal,
}

impl Searching<'_> {
    /// Searches the positions and gives what is found, in their order, to `take`, until the signal is raised.
    pub(super) fn run(
        &self,
        cases: &[Case],
        mut take: impl FnMut(ScoreLine) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let threads = self.threads.map_or(processors, usize::from);
        let limits = SearchLimits {
            nodes: Some(self.nodes),
            ..SearchLimits::default()
        };
        let worker = || {
            let mut engine = new_engine(EngineConfig {
                max_hash: Some(TABLE_BYTES),
                ..EngineConfig::default()
            });
            let mut refused = apply(self.options, &mut engine).err();
            move |number: u64| {
                let case = cases.get(number as usize)?;
                if let Some(error) = refused.take() {
                    return Some(Err(error));
                }
                engine.clear_hash();
                let limits = SearchLimits {
                    started: engine.clock().now(),
                    ..limits
                };
                let thought = self.position(case).and_then(|position| {
                    engine.think(&position, &limits, self.stop, &mut NullSearchObserver)
                });
                // What an interrupted search has found is not what the whole one finds.
                (!self.stop.is_raised()).then_some(thought.map(|thought| {
                    ScoreLine::new(self.size, case, thought.best, thought.report.score)
                }))
            }
        };
        in_order(threads, self.stop, worker, |line| {
            take(line?)?;
            Ok(ControlFlow::Continue(()))
        })
    }

    fn position(&self, case: &Case) -> Result<Position, EngineError> {
        let mut position = Position::new(self.size, self.rule);
        for &point in &case.moves {
            position.play(point)?;
        }
        Ok(position)
    }
}
