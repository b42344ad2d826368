//! Choosing a move: iterative deepening within limits, then the exact end of the game when it can be reached.

use std::time::Duration;

use kagetsu_kernel::{
    Clock, ClockPolicy, Completed, Iteration, Iterations, Progress, SearchLimits, StopSignal,
    TimeBudget, deepen,
};

use super::search::{Budget, EXACT, Search};
use super::solve::Solver;
use super::table::key_of;
use crate::board::{Board, Square, squares_of};
use crate::eval::Node;

/// What a finished iteration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Plies that were searched.
    pub depth: u8,
    /// Expected difference of discs for the side to move; the true one if it is proved.
    pub score: i32,
    /// How sure the score is.
    pub certainty: Certainty,
    /// The best line, passes left out.
    pub line: Vec<Square>,
    /// Positions visited since the search began.
    pub nodes: u64,
}

/// How much a score can be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The evaluation of positions before the end of the game.
    Evaluated,
    /// Searched to the end of the game, but selectively (Multi-ProbCut).
    Probable,
    /// Proved to the end of the game.
    Proved,
}

/// Selectivity of searches that do not reach the end of the game. The selectivity says how safe a guess by a shallower
/// search must be to cut a branch, from 0, the least safe, to [`EXACT`], no guess at all.
const MIDGAME: u8 = 0;
/// Selectivities of the searches to the end of the game, which follow each other.
const ENDGAME: [u8; 4] = [0, 1, 3, EXACT];
/// The last plies of the game that no search by depth ends in: from there on the search goes to the end.
pub(crate) const REST: u8 = 8;
/// Most empty squares from which the end is searched without guesses at once.
const MOST_EXACT_AT_ONCE: u8 = 12;
/// Empty squares at the start of a game.
const FREE_SQUARES: u32 = 60;
/// How the time of a game is divided over its moves. The unit of scores is the disc.
const CLOCK: ClockPolicy = ClockPolicy {
    reserve: Duration::from_millis(20),
    reserve_share: 10,
    moves: 30,
    fewest_moves: 4,
    stretch: 200,
    unstable: 100,
    stable: 10,
    fall: 500,
    effort: 0,
};

/// The time of a move with so many empty squares.
pub(super) fn time_budget(limits: &SearchLimits, empties: u32) -> Option<TimeBudget> {
    let progress = Progress {
        played: FREE_SQUARES.saturating_sub(empties) / 2,
        room: empties.div_ceil(2),
    };
    TimeBudget::plan(&limits.time, progress, &CLOCK)
}

impl Solver<'_> {
    /// Searches a position and reports every finished iteration. Nothing where the side to move has no move.
    ///
    /// The last report holds the move to play. There is always one, whatever the limits.
    pub(super) fn think(
        &mut self,
        board: Board,
        limits: &SearchLimits,
        clock: &dyn Clock,
        stop: &StopSignal,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let fallback = squares_of(board.moves()).next()?;
        let empties = board.empties();
        let time = time_budget(limits, empties);
        let budget = Budget {
            clock,
            deadline: time.map(|time| limits.started.saturating_add(time.hard)),
            nodes: limits.nodes,
            stop: stop.clone(),
        };
        let mut search = Search::new(self.table, self.weights, self.has_cuts, budget);
        let node = Node::new(board);
        search.root = Some(board);
        let last = Report {
            depth: 0,
            score: self.weights.discs(&node),
            certainty: Certainty::Evaluated,
            line: vec![fallback],
            nodes: 0,
        };
        let mut deepening = Deepening {
            search,
            clock,
            started: limits.started,
            board,
            node,
            last,
            report,
        };
        let steps = plan(empties as u8, limits.depth);
        deepen(&mut deepening, fallback, steps, time, &CLOCK);
        let Deepening {
            search, mut last, ..
        } = deepening;
        last.nodes = search.counter.0;
        Some(last)
    }
}

/// What one iteration searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    depth: u8,
    /// As [`MIDGAME`] explains.
    selectivity: u8,
}

impl Step {
    const fn new(depth: u8, selectivity: u8) -> Self {
        Self { depth, selectivity }
    }
}

/// The iterations over one position.
struct Deepening<'a, 'o> {
    search: Search<'a>,
    clock: &'a dyn Clock,
    /// Reading of the clock when the move was asked for.
    started: Duration,
    board: Board,
    node: Node,
    /// The best move so far stands first in its line.
    last: Report,
    report: &'o mut dyn FnMut(&Report),
}

impl Iterations for Deepening<'_, '_> {
    type Step = Step;
    type Move = Square;

    fn iterate(&mut self, step: Step) -> Iteration<Square> {
        let Step { depth, selectivity } = step;
        let Self {
            search, node, last, ..
        } = self;
        search.selectivity = selectivity;
        // The first iteration is finished whatever the limits, so that there is a move.
        search.bounded = last.depth > 0;
        search.root_best = None;
        let expected = (last.depth > 0).then_some(last.score);
        let (score, best) = search.aspirate(node, expected, depth);
        let best = best.unwrap_or(last.line[0]);
        if search.stopped {
            // What the unfinished iteration has found is deeper than the finished one.
            if let Some(best) = search.root_best.filter(|&best| last.line[0] != best) {
                last.line = vec![best];
            }
            return Iteration::Broken;
        }
        *last = Report {
            depth,
            score,
            certainty: certainty(depth, self.board.empties() as u8, selectivity),
            line: search.line(self.board, best),
            nodes: search.counter.0,
        };
        (self.report)(last);
        Iteration::Complete(Completed {
            best,
            score,
            effort: 0,
        })
    }

    fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }
}

fn certainty(depth: u8, empties: u8, selectivity: u8) -> Certainty {
    match (depth >= empties, selectivity) {
        (false, _) => Certainty::Evaluated,
        (true, EXACT) => Certainty::Proved,
        (true, _) => Certainty::Probable,
    }
}

/// The iterations over a position with so many empty squares, to the depth `most` if there is a limit. A limit within
/// [`REST`] plies of the end of the game means a search to the end, because the evaluation has not learned positions so late.
fn plan(empties: u8, most: Option<u32>) -> Vec<Step> {
    let most = most.map_or(empties, |most| most.clamp(1, u32::from(empties)) as u8);
    let most = if most + REST >= empties {
        empties
    } else {
        most
    };
    let middle = most.min(empties.saturating_sub(REST));
    let mut plan: Vec<Step> = (1..=middle)
        .map(|depth| Step::new(depth, MIDGAME))
        .collect();
    if most == empties {
        let steps: &[u8] = if empties > MOST_EXACT_AT_ONCE {
            &ENDGAME
        } else {
            &[EXACT]
        };
        plan.extend(
            steps
                .iter()
                .map(|&selectivity| Step::new(empties, selectivity)),
        );
    }
    plan
}

impl Search<'_> {
    /// The best line from a root, as far as the table knows it.
    fn line(&self, root: Board, best: Square) -> Vec<Square> {
        let mut line = vec![best];
        let mut board = root.play(best);
        while let Some(here) = board {
            let here = if here.moves() == 0 {
                here.passed()
            } else {
                here
            };
            let Some(entry) = self.table.probe(key_of(here)) else {
                break;
            };
            // No number of a square stands where no move is known.
            let Some(square) = Square::new(usize::from(entry.best)) else {
                break;
            };
            board = here.play(square);
            if board.is_some() {
                line.push(square);
            }
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::{FakeClock, TimeControl};

    use super::super::table::Table;
    use super::*;
    use crate::eval::{Learned, Weights};

    fn think(clock: &FakeClock, limits: &SearchLimits) -> Report {
        let weights = Weights::new(&Learned::nothing());
        let mut table = Table::with_bytes(1 << 20);
        let mut solver = Solver::new(&mut table, &weights);
        let (mut depths, stop) = (Vec::new(), StopSignal::new());
        let found = solver.think(Board::START, limits, clock, &stop, &mut |report| {
            depths.push(report.depth);
        });
        assert!(depths.is_sorted());
        found.unwrap()
    }

    #[test]
    fn a_depth_limit_is_kept() {
        let limits = SearchLimits::of_depth(5);
        let found = think(&FakeClock::new(), &limits);
        assert_eq!(found.depth, 5);
        assert!(found.line.len() > 1);
    }

    #[test]
    fn a_node_limit_is_kept() {
        let limits = SearchLimits::of_nodes(10_000);
        assert!(think(&FakeClock::new(), &limits).nodes < 20_000);
    }

    #[test]
    fn time_runs_out_and_a_move_is_given() {
        let clock = FakeClock::stepping(Duration::from_millis(1));
        let limits = SearchLimits::of_time(TimeControl::per_move(Duration::from_millis(40)));
        let found = think(&clock, &limits);
        assert!(clock.now() < Duration::from_millis(100));
        assert!(Board::START.play(found.line[0]).is_some());
        let at_once = SearchLimits::of_time(TimeControl::per_move(Duration::ZERO));
        assert!(Board::START.play(think(&clock, &at_once).line[0]).is_some());
    }

    #[test]
    fn the_end_of_the_game_is_planned_last() {
        assert_eq!(plan(3, None), [Step::new(3, EXACT)]);
        assert_eq!(plan(20, Some(4)).last(), Some(&Step::new(4, MIDGAME)));
        assert_eq!(plan(12, Some(4)).last(), Some(&Step::new(12, EXACT)));
        assert_eq!(plan(20, None).last(), Some(&Step::new(20, EXACT)));
        assert_eq!(plan(10, Some(60)).last(), Some(&Step::new(10, EXACT)));
    }
}
