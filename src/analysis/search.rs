//! One search of one position. A search does not depend on those before it: the engine forgets them.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::engine::{
    Engine, EngineConfig, EngineError, SearchMethod, SearchPurpose, SearchRequest, Thought,
};
use kagetsu_gomoku::geometry::{Point, PointSet};
use kagetsu_gomoku::search::{MoveStatistics, NullSearchObserver, RootFilter};
use kagetsu_kernel::score::MAX_PLIES;
use kagetsu_kernel::{Score, SearchLimits, StopSignal, TimeControl, WallClock};

/// Most memory of a searcher's transposition table in bytes.
const TABLE_BYTES: u64 = 64 << 20;
/// Memory of the table for each node that a search may visit: sixty-four entries for the one at most that it stores, so that
/// hardly any of them gives way to another.
const BYTES_PER_NODE: u64 = 1 << 10;

/// The bounds of one search, and how it is done. A search without bounds ends only by the stop signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Longest time.
    pub time: Option<Duration>,
    /// Deepest iteration in plies.
    pub depth: Option<u32>,
    /// Most nodes.
    pub nodes: Option<u64>,
    /// Best moves to compare, at least one.
    pub lines: usize,
    /// Alpha-beta or tree search, for which nodes are playouts.
    pub search: SearchMethod,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            time: None,
            depth: None,
            nodes: None,
            lines: 1,
            search: SearchMethod::AlphaBeta,
        }
    }
}

impl Effort {
    /// So many times the nodes and the time. Where one of these bounds the search, the depth does not.
    #[must_use]
    pub fn times(self, factor: u32) -> Self {
        let is_bounded = self.nodes.is_some() || self.time.is_some();
        Self {
            time: self.time.map(|time| time.saturating_mul(factor)),
            nodes: self.nodes.map(|nodes| nodes.saturating_mul(factor.into())),
            depth: self.depth.filter(|_| !is_bounded),
            ..self
        }
    }

    /// Memory of a table in which the search keeps all that it learns. A larger one only takes longer to make. A tree has its
    /// whole size at no cost.
    fn table_bytes(&self) -> u64 {
        match (self.search, self.nodes) {
            (SearchMethod::AlphaBeta, Some(nodes)) => {
                nodes.saturating_mul(BYTES_PER_NODE).min(TABLE_BYTES)
            }
            _ => TABLE_BYTES,
        }
    }

    fn limits(&self, started: Duration) -> SearchLimits {
        SearchLimits {
            depth: self.depth,
            nodes: self.nodes,
            time: self
                .time
                .map_or(TimeControl::UNLIMITED, TimeControl::per_move),
            started,
            multi_pv: self.lines.max(1),
        }
    }
}

/// One of the best moves, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLine {
    /// Value for the side to move.
    pub score: Score,
    /// Depth in plies.
    pub depth: u32,
    /// The moves, the best one first; never empty.
    pub moves: Vec<Point>,
}

/// A score for the side to move as one for the side that moved before.
pub(crate) fn a_move_earlier(score: Score) -> Score {
    turned(score, |plies| (plies + 1).min(MAX_PLIES))
}

/// The inverse of [`a_move_earlier`].
pub(crate) fn a_move_later(score: Score) -> Score {
    turned(score, |plies| plies.saturating_sub(1))
}

fn turned(score: Score, distance: impl Fn(usize) -> usize) -> Score {
    match score.distance() {
        Some(plies) if score.is_win() => Score::loss_in(distance(plies)),
        Some(plies) => Score::win_in(distance(plies)),
        None => -score,
    }
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// The best moves, best first. Empty when the side to move has no legal move, or the search is unfinished.
    pub lines: Vec<FoundLine>,
    /// The search ended before its first iteration was finished: there are moves, and nothing is known of them.
    pub is_unfinished: bool,
    /// The moves with visits, priors and values, best first, after a tree search; otherwise empty.
    pub moves: Vec<MoveStatistics<Point>>,
    /// Nodes visited.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// An engine that answers one question after the other.
#[derive(Debug)]
pub struct Searcher {
    engine: Engine,
}

impl Searcher {
    /// A searcher with so many threads.
    pub fn new(threads: usize) -> Self {
        let mut config = EngineConfig {
            max_hash: Some(TABLE_BYTES),
            threads,
            ..EngineConfig::default()
        };
        config.make_room_for_hash();
        Self {
            engine: Engine::new(config, Arc::new(WallClock::start())),
        }
    }

    /// Searches a position, leaving out some moves. When these are all moves, nothing is found.
    pub fn search(
        &mut self,
        position: &Position,
        excluded: PointSet,
        effort: &Effort,
        stop: &StopSignal,
    ) -> Searched {
        self.engine.clear_hash();
        self.engine.configure(EngineConfig {
            max_hash: Some(effort.table_bytes()),
            search: effort.search,
            ..self.engine.config().clone()
        });
        let started = self.engine.clock().now();
        let request = SearchRequest {
            purpose: SearchPurpose::Analyse,
            filter: &RootFilter::without(excluded),
            position,
            known: &[],
            limits: &effort.limits(started),
            stop,
        };
        let thought = self.engine.answer(request, &mut NullSearchObserver);
        let time = self.engine.clock().now().saturating_sub(started);
        Searched::of(thought, time)
    }
}

impl Searched {
    fn of(thought: Result<Thought, EngineError>, time: Duration) -> Self {
        // The errors of a search say that there is nothing to choose from.
        let Ok(thought) = thought else {
            return Self {
                lines: Vec::new(),
                is_unfinished: false,
                moves: Vec::new(),
                nodes: 0,
                time,
            };
        };
        let nodes = thought.lines().map(|line| line.nodes).max();
        let finished = thought.lines().filter(|line| line.depth > 0);
        let lines = finished.map(|line| FoundLine {
            score: line.score,
            depth: line.depth,
            moves: line.pv.clone(),
        });
        let lines: Vec<FoundLine> = lines.collect();
        Self {
            is_unfinished: lines.is_empty(),
            lines,
            moves: thought.moves,
            nodes: nodes.unwrap_or_default(),
            time,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::BoardSize;

    use super::*;

    #[test]
    fn the_only_reply_has_a_score() {
        let size = BoardSize::square(15).expect("a legal size");
        let mut position = Position::new(size, Rule::Freestyle);
        // Black has four in a row, closed on one side.
        for (x, y) in [(7, 7), (6, 7), (8, 7), (0, 0), (9, 7), (0, 14), (10, 7)] {
            position.play(Point::at(x, y)).expect("a legal move");
        }
        // The nodes end the search long before the time.
        let effort = Effort {
            time: Some(Duration::from_secs(60)),
            nodes: Some(800),
            ..Effort::default()
        };
        let mut searcher = Searcher::new(1);
        let found = searcher.search(&position, PointSet::EMPTY, &effort, &StopSignal::new());
        let line = &found.lines[0];
        assert_eq!(line.moves[0], Point::at(11, 7));
        assert!(line.depth > 0 && line.moves.len() > 1, "{line:?}");
        assert!(line.score < Score::ZERO, "{line:?}");
    }

    #[test]
    fn a_search_of_few_nodes_has_a_small_table_and_finds_the_same() {
        let with_nodes = |nodes| Effort {
            nodes,
            ..Effort::default()
        };
        let (some, all) = (with_nodes(Some(500)), with_nodes(None));
        assert!(some.table_bytes() < 1 << 20);
        let by_tree = Effort {
            search: SearchMethod::Mcts,
            ..some
        };
        for effort in [all, by_tree, with_nodes(Some(u64::MAX))] {
            assert_eq!(effort.table_bytes(), TABLE_BYTES);
        }
        let mut searcher = Searcher::new(1);
        let mut with_large_table = Searcher::new(1).engine;
        let size = BoardSize::square(15).expect("a legal size");
        for (rule, nodes) in Rule::ALL.into_iter().zip([1, 50, 500, 2_000, 8_000]) {
            let mut position = Position::new(size, rule);
            for (x, y) in [(7, 7), (8, 6), (6, 6), (8, 8), (9, 7)] {
                position.play(Point::at(x, y)).expect("a legal move");
            }
            let (effort, stop) = (with_nodes(Some(nodes)), StopSignal::new());
            let found = searcher.search(&position, PointSet::EMPTY, &effort, &stop);
            with_large_table.clear_hash();
            let request = SearchRequest {
                purpose: SearchPurpose::Analyse,
                filter: &RootFilter::ALL,
                position: &position,
                known: &[],
                limits: &effort.limits(Duration::ZERO),
                stop: &stop,
            };
            let thought = with_large_table.answer(request, &mut NullSearchObserver);
            let of_large = Searched::of(thought, found.time);
            assert_eq!(found.lines.is_empty(), found.is_unfinished);
            assert_eq!(found, of_large, "{rule} {nodes}");
        }
    }

    #[test]
    fn a_score_seen_from_the_other_side_is_a_move_earlier() {
        for (now, earlier) in [
            (Score::win_in(3), Score::loss_in(4)),
            (Score::loss_in(2), Score::win_in(3)),
            (Score::evaluation(7), Score::evaluation(-7)),
        ] {
            assert_eq!(a_move_earlier(now), earlier);
            assert_eq!(a_move_later(earlier), now);
        }
        let longest = Score::win_in(MAX_PLIES);
        assert_eq!(a_move_earlier(longest), Score::loss_in(MAX_PLIES));
    }
}
