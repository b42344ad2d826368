//! Searches for players and analysis: the best moves of a position with their values, and stones that balance an opening.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::engine::opening::{SideChoice, choose_side, turned_three_stones};
use kagetsu_gomoku::engine::{
    BalanceCount, BalanceQuestion, Engine, EngineConfig, SearchPurpose, SearchRequest,
};
use kagetsu_gomoku::eval::win_probability;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_gomoku::geometry::Point;
use kagetsu_gomoku::search::{DepthReport, MoveStatistics, RootFilter, SearchObserver};
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{Clock, Score, SearchLimits, StopSignal, TimeControl};

use crate::game::{Choice, Colour, GameMove, Line, Spot, TreeNumbers, TreeStep};

use super::stones::{Rule, Stones};
use super::tree_step::tree_step;

pub use kagetsu_gomoku::engine::SearchMethod;
pub use kagetsu_gomoku::engine::opening::level_score;

/// What a tree search knows of a move.
fn numbers(moves: &[MoveStatistics<Point>], point: Point) -> TreeNumbers {
    let known = moves.iter().find(|known| known.point == point);
    TreeNumbers {
        visits: known.map_or(0, |known| known.visits),
        prior: known.map_or(0.0, |known| known.prior.into()),
    }
}

/// A line with what a tree search knows of its first move; there are no such `moves` where no tree was searched.
fn line(report: &DepthReport, position: &Position, moves: &[MoveStatistics<Point>]) -> Line {
    let stones = position.stones().len();
    let first = report.pv.first().filter(|_| !moves.is_empty());
    Line {
        rank: report.pv_index,
        depth: report.depth,
        rate: win_probability(position.rule(), report.score, stones),
        value: report.score.into(),
        moves: report
            .pv
            .iter()
            .map(|&point| Spot::from(point).into())
            .collect(),
        tree: first.map(|&point| numbers(moves, point)),
    }
}

/// How much to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Nodes to search; no bound of its own if absent, so that only the stop signal ends the search.
    pub nodes: Option<u64>,
    /// Longest time of the search; no bound if absent.
    pub time: Option<Duration>,
    /// Number of best moves to score; one at least.
    pub lines: usize,
    /// How to search; a node of a tree search is a playout.
    pub by: SearchMethod,
}

/// What a search is not to see.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unseen<'a> {
    /// Points that neither side can use, as long as the search lasts.
    pub blocked: &'a [Spot],
    /// Points that the search does not choose; whatever the opponent may do there is seen.
    pub passed_over: &'a [Spot],
}

/// Table of an engine that plays at a level, in bytes: more than its bounded searches fill.
pub const PLAYING_TABLE: u64 = 8 << 20;
/// Table of an engine that analyses.
pub const ANALYSIS_TABLE: u64 = 128 << 20;

/// A searching engine. It keeps what it learned between the moves of a game.
#[derive(Debug)]
pub struct Thinker {
    engine: Engine,
}

/// Keeps the lines of the last iteration that compared all moves: values of different depths do not compare.
struct Collector<'l> {
    position: &'l Position,
    lines: Vec<Line>,
    complete: Vec<Line>,
    /// The moves of the root, if a tree is searched.
    moves: Vec<MoveStatistics<Point>>,
    listen: &'l mut dyn FnMut(&Line),
}

impl SearchObserver for Collector<'_> {
    fn depth_report(&mut self, report: &DepthReport) {
        let line = line(report, self.position, &self.moves);
        (self.listen)(&line);
        let rank = line.rank;
        if self.lines.iter().any(|known| known.depth < line.depth) {
            let before = std::mem::take(&mut self.lines);
            if before.len() >= self.complete.len() {
                self.complete = before;
            }
        }
        if let Some(slot) = self.lines.iter_mut().find(|known| known.rank == rank) {
            *slot = line;
        } else {
            self.lines.push(line);
        }
    }

    fn tree_report(&mut self, moves: &[MoveStatistics<Point>]) {
        self.moves = moves.to_vec();
    }
}

impl Thinker {
    /// An engine with an empty table of so many bytes.
    pub fn new(table: u64, clock: Arc<dyn Clock>) -> Self {
        let mut config = EngineConfig {
            max_hash: Some(table),
            ..EngineConfig::default()
        };
        config.make_room_for_hash();
        Self {
            engine: Engine::new(config, clock),
        }
    }

    /// Forgets earlier searches, so that the same question has the same answer.
    pub fn forget(&mut self) {
        self.engine.clear_hash();
    }

    /// The best moves of the colour to move, best first, without those that are not to be seen. Empty when no move is
    /// left. `listen` hears every line as it is found.
    pub fn search(
        &mut self,
        stones: &Stones,
        unseen: Unseen<'_>,
        effort: Effort,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Vec<Line> {
        self.search_by(effort.by);
        let limits = SearchLimits {
            nodes: effort.nodes,
            time: effort
                .time
                .map_or(TimeControl::UNLIMITED, TimeControl::per_move),
            multi_pv: effort.lines.max(1),
            started: self.engine.clock().now(),
            ..SearchLimits::default()
        };
        let position = stones.position(unseen.blocked);
        let passed_over = unseen.passed_over.iter();
        let passed_over = passed_over.filter_map(|&at| stones.point(at));
        let filter = RootFilter::without(passed_over.collect());
        let mut collector = Collector {
            position: &position,
            lines: Vec::new(),
            complete: Vec::new(),
            moves: Vec::new(),
            listen,
        };
        let request = SearchRequest {
            purpose: SearchPurpose::Analyse,
            filter: &filter,
            position: &position,
            known: &[],
            limits: &limits,
            stop,
        };
        let Ok(thought) = self.engine.answer(request, &mut collector) else {
            return Vec::new();
        };
        let mut lines = if collector.lines.len() >= collector.complete.len() {
            collector.lines
        } else {
            collector.complete
        };
        let best = line(&thought.report, &position, &thought.moves);
        lines.retain(|line| line.best() != best.best());
        lines.sort_by_key(|line| line.rank);
        lines.insert(0, best);
        let mut seen: Vec<GameMove> = Vec::new();
        lines.retain(|line| {
            let first = line.best();
            let fresh = first.is_some_and(|first| !seen.contains(&first));
            seen.extend(first);
            fresh
        });
        lines
    }

    fn search_by(&mut self, method: SearchMethod) {
        if self.engine.config().search != method {
            self.engine.configure(EngineConfig {
                search: method,
                ..self.engine.config().clone()
            });
        }
    }

    /// The last one of so many playouts of the tree search of a position. The answer depends on both alone. Nothing when no
    /// move is left, or when it was stopped.
    pub fn tree_step(
        &mut self,
        stones: &Stones,
        playouts: u32,
        stop: &StopSignal,
    ) -> Option<TreeStep> {
        let position = stones.position(&[]);
        let (count, trace) = self
            .engine
            .trace_playout(&position, playouts, stop)
            .ok()??;
        Some(tree_step(count, &trace, Spot::from))
    }

    /// The best line of a search of so many nodes; nothing when no move is left.
    pub fn best(&mut self, stones: &Stones, nodes: u64, stop: &StopSignal) -> Option<Line> {
        let effort = Effort {
            nodes: Some(nodes),
            ..Effort::default()
        };
        let lines = self.search(stones, Unseen::default(), effort, stop, &mut |_| {});
        lines.into_iter().next()
    }

    /// Of these spots the one after which a stone of the colour to move leaves the game most even, by searches of so many
    /// nodes in all. `None` when no stone can lie on any of them.
    pub fn balance(
        &mut self,
        stones: &Stones,
        spots: &[Spot],
        nodes: u64,
        stop: &StopSignal,
    ) -> Option<Spot> {
        let position = stones.position(&[]);
        let points = spots.iter().filter_map(|&at| stones.point(at));
        let limits = SearchLimits {
            nodes: Some(nodes),
            started: self.engine.clock().now(),
            ..SearchLimits::default()
        };
        // For the side that moves after the stone.
        let level = level_score(position.rule());
        let bias = match position.side_to_move() {
            Colour::Black => -level,
            Colour::White => level,
        };
        let balance = self.engine.balance(&BalanceQuestion {
            position: &position,
            filter: &RootFilter::only(points.collect()),
            count: BalanceCount::One,
            bias,
            limits: &limits,
            stop,
        });
        balance.ok()?.stones.first().copied().map(Spot::from)
    }
}

/// The first two stones of a swap opening, black and white. The seed chooses them among several shapes and their symmetries.
/// Empty when the size is out of range.
pub(crate) fn opener_stones(size: (u8, u8), rule: Rule, seed: u64) -> Vec<Spot> {
    let (width, height) = size;
    let Ok(size) = BoardSize::new(usize::from(width), usize::from(height)) else {
        return Vec::new();
    };
    let mut rng = Rng::new(seed);
    let game = rng.next_u64() as usize;
    let [first, second, _] = turned_three_stones(size, rule, game, &mut rng);
    vec![first.into(), second.into()]
}

/// What the player of a colour does who may exchange the colours, by Black's value in units of the evaluation: the decision
/// of the engine in its protocols.
pub(crate) fn colour_choice(own: Colour, black: i32, rule: Rule) -> Choice {
    let score = match own {
        Colour::Black => black,
        Colour::White => -black,
    };
    match choose_side(own, Score::evaluation(score), rule) {
        SideChoice::Swap => Choice::Swap,
        SideChoice::Stay => Choice::Keep,
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::FakeClock;

    use super::*;
    use crate::game::Value;

    #[test]
    fn the_worse_colour_is_given_up_and_an_even_one_kept() {
        for rule in Rule::ALL {
            let choice = |own, above| colour_choice(own, level_score(rule) + above, rule);
            for own in Colour::BOTH {
                assert_eq!(choice(own, 0), Choice::Keep, "{rule}");
            }
            let decided = Value::WinIn(5).units();
            for above in [1, decided] {
                assert_eq!(choice(Colour::Black, above), Choice::Keep, "{rule}");
                assert_eq!(choice(Colour::White, above), Choice::Swap, "{rule}");
                assert_eq!(choice(Colour::Black, -above), Choice::Swap, "{rule}");
                assert_eq!(choice(Colour::White, -above), Choice::Keep, "{rule}");
            }
        }
    }

    #[test]
    fn the_only_reply_to_a_four_has_a_value_under_a_time_limit() {
        let stones = Stones::set_up((15, 15), Rule::Freestyle, &[], Colour::Black);
        let mut stones = stones.expect("a legal size");
        // Black has four in a row, closed on one side.
        for (x, y) in [(7, 7), (6, 7), (8, 7), (0, 0), (9, 7), (0, 14), (10, 7)] {
            stones.play(Spot::new(x, y)).expect("a legal move");
        }
        // The clock stands: the nodes end the search.
        let effort = Effort {
            nodes: Some(2_000),
            time: Some(Duration::from_secs(1)),
            ..Effort::default()
        };
        let mut thinker = Thinker::new(PLAYING_TABLE, Arc::new(FakeClock::new()));
        let stop = StopSignal::new();
        let lines = thinker.search(&stones, Unseen::default(), effort, &stop, &mut |_| {});
        assert_eq!(lines[0].best(), Some(Spot::new(11, 7).into()));
        assert!(
            lines[0].depth > 0 && lines[0].value.units() < 0,
            "{lines:?}"
        );
    }
}
