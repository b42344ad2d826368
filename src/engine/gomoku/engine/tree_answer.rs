//! The answer of the engine by tree search.

use crate::board::Board;
use crate::search::mcts::{TreeMemory, TreeTask, tree_search};
use crate::search::{KnownPositions, SearchObserver};
use kagetsu_kernel::SearchLimits;

use super::config::EngineConfig;
use super::engine::Engine;
use super::request::{EngineError, SearchPurpose, SearchRequest, Thought};

impl Engine {
    /// Searches a position that has a legal move which the filter allows. `proved` is the line of a win that is known, and
    /// `spent` are the nodes of the solver.
    pub(super) fn answer_by_tree(
        &mut self,
        config: &EngineConfig,
        request: &SearchRequest<'_>,
        proved: Option<Vec<crate::geometry::Point>>,
        spent: u64,
        observer: &mut dyn SearchObserver,
    ) -> Result<Thought, EngineError> {
        let SearchRequest {
            purpose,
            filter,
            position,
            known,
            limits,
            stop,
        } = *request;
        self.give_up_table();
        let bytes = config.table_bytes();
        self.tree.keep_if(|before| before == bytes);
        let clock = self.clock().clone();
        let evaluation = self.evaluation(position.rule(), position.size());
        let left = SearchLimits {
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(spent)),
            ..*limits
        };
        let task = TreeTask {
            board: Board::from_position(position),
            limits: &left,
            budget: self.plan(position, limits),
            filter,
            known: &KnownPositions::new(known),
            proved,
            searches_only_reply: purpose == SearchPurpose::Analyse,
            stop,
            clock: clock.as_ref(),
            params: &config.params,
        };
        let memory = self.tree.get_or_make(bytes, TreeMemory::with_bytes);
        let found =
            tree_search(&task, evaluation, memory, observer).ok_or(EngineError::NoLegalMove)?;
        let mut lines = found.lines.into_iter();
        let mut report = lines.next().ok_or(EngineError::NoLegalMove)?;
        report.nodes += spent;
        Ok(Thought {
            others: lines.collect(),
            moves: found.moves,
            ..Thought::of(report)
        })
    }
}
