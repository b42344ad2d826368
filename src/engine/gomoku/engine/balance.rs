//! Balancing moves: the stone, or the pair of stones, after which the score is nearest to a wanted one.
//!
//! Each turn is judged by a search of the position after it. Sequential halving (Z. Karnin, T. Koren and O. Somekh,
//! "Almost optimal exploration in multi-armed bandits", 2013) spends the nodes where they matter: every round shares the
//! same number of nodes among the turns that are left, and the half that is nearest to the wanted score stays.

use std::time::Duration;

use crate::board::{Board, Outcome, Position};
use crate::geometry::Point;
use crate::search::{NullSearchObserver, RootFilter, WinCheck};
use kagetsu_kernel::{Score, SearchLimits, StopSignal, TimeControl};

use super::config::EngineConfig;
use super::engine::{Engine, check_moves};
use super::request::{EngineError, SearchRequest};

/// Most nodes for one stone and for two.
const MOST_NODES: [u64; 2] = [400_000, 800_000];
/// Longest time without a limit of time.
const LONGEST: Duration = Duration::from_secs(10);
/// Nodes that a search visits in a millisecond on a slow machine: what the first search may cost, as long as none was measured.
const FIRST_NODES_PER_MS: u64 = 200;
/// Fewest nodes to search for one turn.
const LEAST_NODES: u64 = 40;
/// Rounds of halving that several hundred turns take.
const USUAL_ROUNDS: u64 = 9;
/// First stones that are tried with second ones.
const FIRST_STONES: usize = 16;
/// Turns among which the last round chooses. The last one alone would be taken whatever its score turned out to be.
const FINALISTS: usize = 4;
/// Part of a move's time, in percent. The last of many short searches may take longer than those before it.
const TIME_SHARE: u32 = 90;

/// How many stones are to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BalanceCount {
    /// One stone of the side to move.
    One,
    /// A stone of the side to move, then one of its opponent.
    Two,
}

/// What is asked of [`Engine::balance`].
#[derive(Clone, Copy, Debug)]
pub struct BalanceQuestion<'a> {
    /// The position before the stones.
    pub position: &'a Position,
    /// The points that may be used, for both stones.
    pub filter: &'a RootFilter,
    /// How many stones.
    pub count: BalanceCount,
    /// The wanted score after them, for the side that is then to move, in units of the evaluation.
    pub bias: i32,
    /// The limits. Without one of time the answer comes after ten seconds at the latest.
    pub limits: &'a SearchLimits,
    /// Ends the work early.
    pub stop: &'a StopSignal,
}

/// Balancing stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// The stones in playing order.
    pub stones: Vec<Point>,
    /// The score after them, for the side that is then to move; `None` when the limits left no time to search them.
    pub score: Option<Score>,
    /// Nodes searched for all turns that were tried.
    pub nodes: u64,
    /// Time since the request.
    pub elapsed: Duration,
}

impl Engine {
    /// Finds the stones after which the score is nearest to the bias. No stone of them makes five, if others are left.
    ///
    /// # Errors
    /// As [`Engine::answer`].
    pub fn balance(&mut self, question: &BalanceQuestion<'_>) -> Result<Balance, EngineError> {
        let board = Board::from_position(question.position);
        check_moves(question.filter, &board)?;
        BalanceSearch::new(self, question).find()
    }
}

/// A turn and how far its score is from the wanted one.
#[derive(Clone, Debug)]
struct ScoredTurn {
    stones: Vec<Point>,
    score: Option<Score>,
    distance: u32,
}

/// The work on one question.
struct BalanceSearch<'e, 'q> {
    engine: &'e mut Engine,
    /// The settings of each of the searches.
    config: EngineConfig,
    question: &'q BalanceQuestion<'q>,
    begun: Duration,
    deadline: Duration,
    most_nodes: u64,
    nodes: u64,
}

impl<'e, 'q> BalanceSearch<'e, 'q> {
    fn new(engine: &'e mut Engine, question: &'q BalanceQuestion<'q>) -> Self {
        let limits = question.limits;
        let time = engine
            .plan(question.position, limits)
            .map_or(LONGEST, |budget| budget.share(TIME_SHARE));
        let usual = MOST_NODES[question.count as usize];
        Self {
            // One thread, so that the answer does not vary; the searches are too short for a solver before them.
            config: EngineConfig {
                win_check: WinCheck::Off,
                threads: 1,
                ..engine.config().clone()
            },
            begun: engine.clock().now(),
            deadline: limits.started + time,
            most_nodes: limits.nodes.unwrap_or(usual).min(usual),
            nodes: 0,
            engine,
            question,
        }
    }

    fn find(mut self) -> Result<Balance, EngineError> {
        let mut turns = self.turns_after(&[]);
        if self.question.count == BalanceCount::Two {
            // The best second stone would bring the score that the first one gives the other side.
            let firsts = self.weigh(&turns, LEAST_NODES, -self.question.bias);
            turns = Vec::new();
            for first in firsts.iter().take(FIRST_STONES) {
                if turns.len() < self.most_turns() {
                    turns.extend(self.turns_after(&first.stones));
                }
            }
        }
        let best = self.nearest(turns).ok_or(EngineError::NoLegalMove)?;
        let now = self.engine.clock().now();
        Ok(Balance {
            stones: best.stones,
            score: best.score,
            nodes: self.nodes,
            elapsed: now.saturating_sub(self.question.limits.started),
        })
    }

    /// How many turns the nodes that are left suffice for, at least one.
    fn most_turns(&self) -> usize {
        let left = self.most_nodes.saturating_sub(self.nodes);
        (left / (LEAST_NODES * USUAL_ROUNDS)).max(1) as usize
    }

    /// The turns with one more stone on an allowed point. Those that make five count only where there is no other. A
    /// first stone of two, and the second one, lie near other stones, if any do.
    fn turns_after(&self, before: &[Point]) -> Vec<Vec<Point>> {
        let mut board = Board::from_position(self.question.position);
        for &point in before {
            board.make(point);
        }
        let empty = *board.empty();
        let near = board.candidates();
        let sets = match self.question.count {
            BalanceCount::One => [empty; 2],
            BalanceCount::Two => [near, empty],
        };
        let mut winning = Vec::new();
        for set in sets {
            let mut turns = Vec::new();
            for point in set {
                if !self.question.filter.allows(point) {
                    continue;
                }
                let mut after = board.clone();
                let turn = [before, &[point]].concat();
                match after.play(point) {
                    Ok(Outcome::Win(_)) => winning.push(turn),
                    Ok(Outcome::Running | Outcome::Draw) => turns.push(turn),
                    Err(_) => {}
                }
            }
            if !turns.is_empty() {
                return turns;
            }
        }
        winning
    }

    /// The turn nearest to the wanted score, by sequential halving.
    fn nearest(&mut self, mut turns: Vec<Vec<Point>>) -> Option<ScoredTurn> {
        let rounds = u64::from((turns.len() / FINALISTS).max(1).ilog2()) + 2;
        let share = self.most_nodes.saturating_sub(self.nodes) / rounds;
        let mut best = None;
        while !turns.is_empty() {
            let nodes = (share / turns.len() as u64).max(LEAST_NODES);
            let weighed = self.weigh(&turns, nodes, self.question.bias);
            best = weighed.first().cloned().or(best);
            if weighed.len() < turns.len() || turns.len() <= FINALISTS {
                break;
            }
            turns.truncate(turns.len().div_ceil(2).max(FINALISTS));
            for (turn, weighed) in turns.iter_mut().zip(weighed) {
                *turn = weighed.stones;
            }
        }
        best
    }

    /// The scores after these turns, the nearest to the wanted score first. Turns that the limits leave no time for are
    /// missing, but never the first one.
    fn weigh(&mut self, turns: &[Vec<Point>], nodes: u64, wanted: i32) -> Vec<ScoredTurn> {
        let mut weighed: Vec<ScoredTurn> = Vec::with_capacity(turns.len());
        for stones in turns {
            let nodes = nodes.min(self.affordable());
            if nodes == 0 && !weighed.is_empty() {
                break;
            }
            let score = self.score_after(stones, nodes.max(1));
            weighed.push(ScoredTurn {
                stones: stones.clone(),
                score,
                distance: score.map_or(u32::MAX, |score| score.value().abs_diff(wanted)),
            });
        }
        weighed.sort_by_key(|turn| turn.distance);
        weighed
    }

    /// Nodes that may still be searched, by the limit of nodes and by the time that the nodes so far have taken.
    fn affordable(&self) -> u64 {
        let now = self.engine.clock().now();
        let left = self.deadline.saturating_sub(now);
        if left.is_zero() || self.question.stop.is_raised() {
            return 0;
        }
        let used = now.saturating_sub(self.begun).as_micros();
        let by_time = if self.nodes == 0 || used == 0 {
            let milliseconds = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
            milliseconds.saturating_mul(FIRST_NODES_PER_MS)
        } else {
            let nodes = u128::from(self.nodes) * left.as_micros() / used;
            u64::try_from(nodes).unwrap_or(u64::MAX)
        };
        by_time.min(self.most_nodes.saturating_sub(self.nodes))
    }

    /// The score after a turn, for the side that is then to move; `None` when no iteration of its search was finished.
    fn score_after(&mut self, stones: &[Point], nodes: u64) -> Option<Score> {
        let mut position = self.question.position.clone();
        let mut board = Board::from_position(&position);
        for &point in stones {
            let outcome = board.play(point);
            if position.play(point).is_err() || outcome.is_err() {
                return Some(Score::ZERO);
            }
            if matches!(outcome, Ok(Outcome::Win(_))) {
                return Some(Score::loss_in(0));
            }
        }
        let limits = SearchLimits {
            nodes: Some(nodes),
            depth: self.question.limits.depth,
            time: TimeControl::UNLIMITED,
            started: self.engine.clock().now(),
            multi_pv: 1,
        };
        let request = SearchRequest::new(&position, &limits, self.question.stop);
        let thought = self
            .engine
            .answer_with(&self.config, request, &mut NullSearchObserver);
        // Without a legal move the game is drawn.
        let Ok(thought) = thought else {
            return Some(Score::ZERO);
        };
        self.nodes += thought.report.nodes;
        (thought.report.depth > 0).then_some(thought.report.score)
    }
}
