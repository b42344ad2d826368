//! A tree search within the limits of a move. One thread searches. What ends it are playouts, time, the stop signal, the
//! mean depth of its playouts, or a result that is proved: where several lines are wanted, that of every move.

use std::time::Duration;

use kagetsu_kernel::{Completed, Iteration, Iterations, PERCENT, Score, TimeBudget, deepen};
use kagetsu_tree::{MoveStatistics, Proved, Tree, TreeSettings};

use crate::board::{Board, Side};
use crate::eval::Evaluator;
use crate::geometry::Point;

use super::super::report::{DepthReport, RootEvent, SearchObserver};
use super::super::root_filter::EqualMoves;
use super::super::task::Task;
use super::super::threat_space::VcfSolver;
use super::game::{GomokuGame, VCF_NODES};
use super::values::tree_score;

/// Playouts of the first iteration.
const FIRST_PLAYOUTS: u64 = 64;
/// An iteration adds this part of the playouts before it, as a divisor.
const ITERATION_SHARE: u64 = 4;
/// Most positions for the end of a decided line.
const LINE_NODES: u64 = 10_000;

/// What lay on a board, in order, and whose move it was.
pub(super) type Root = (Vec<(Point, Option<Side>)>, Side);

/// What a tree search keeps for the next one.
#[derive(Debug)]
pub(crate) struct TreeMemory {
    tree: Tree<Point>,
    vcf: VcfSolver,
    /// The root of the tree; `None` when the tree must not be used again.
    root: Option<Root>,
}

impl TreeMemory {
    /// A memory of at most so many bytes for the tree.
    pub(crate) fn with_bytes(bytes: usize) -> Self {
        Self {
            tree: Tree::new(TreeSettings::default(), bytes),
            vcf: VcfSolver::default(),
            root: None,
        }
    }

    /// Forgets everything that was learned.
    pub(crate) fn clear(&mut self) {
        self.tree.clear();
        self.root = None;
        self.vcf = VcfSolver::default();
    }

    /// Keeps the part of the tree below the board, if the board comes after the root by a few moves and there is time.
    fn follow(&mut self, board: &Board, time: Option<Duration>) {
        let contents: Vec<(Point, Option<Side>)> = board.contents().collect();
        let made = self.root.take().and_then(|(before, mut side)| {
            let made = contents.strip_prefix(before.as_slice())?;
            for &(_, stone) in made {
                if stone != Some(side) {
                    return None;
                }
                side = side.opponent();
            }
            (side == board.side_to_move()).then_some(made)
        });
        let made = made.map(|made| made.iter().map(|&(point, _)| point));
        self.tree.follow(made, time);
        if self.tree.proved().is_some() {
            // It may have a result and no moves.
            self.tree.clear();
        }
        self.root = Some((contents, board.side_to_move()));
    }
}

/// The result of a tree search.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TreeFinding {
    /// The best lines, as many as the limits ask for and moves were visited; never empty.
    pub(crate) lines: Vec<DepthReport>,
    /// The moves of the root, best first.
    pub(crate) moves: Vec<MoveStatistics<Point>>,
}

/// Searches a position that has a legal move which the filter allows. `None` if it has none.
pub(crate) fn tree_search<E: Evaluator>(
    task: &Task<'_>,
    mut eval: E,
    memory: &mut TreeMemory,
    observer: &mut dyn SearchObserver,
) -> Option<TreeFinding> {
    eval.refresh(&task.board);
    memory.follow(&task.board, task.budget.map(|budget| budget.hard));
    let is_narrow = !task.filter.allows_all();
    if is_narrow || task.filter.equals == EqualMoves::All {
        // The root may have other moves than a kept tree.
        memory.tree.clear();
    }
    let game = GomokuGame::new(
        task.board.clone(),
        eval,
        &mut memory.vcf,
        &task.filter,
        &task.known,
    );
    let mut search = TreeSearch {
        task,
        game,
        tree: &mut memory.tree,
        observer,
        playouts: 0,
        won: None,
    };
    search.playout();
    let first = search.tree.moves().first()?.point;
    search.won = task.proved.clone().or_else(|| search.win_by_fours());
    if let Some(Proved::Win(moves)) = search.tree.proved() {
        // The tree says it itself, unless there is a nearer win, or one as near whose line goes on to the five.
        let (moves, own) = (usize::from(moves), search.tree.line(first).len());
        let is_better =
            |line: &Vec<Point>| line.len() < moves || line.len() == moves && own < moves;
        search.won = search.won.filter(is_better);
    }
    let is_found = search.won.is_some() && task.limits.multi_pv <= 1;
    if !is_found && !search.has_no_choice() {
        let policy = task.params.clock_policy();
        deepen(
            &mut search,
            first,
            std::iter::repeat(()),
            task.budget,
            &policy,
        );
    }
    let lines = search.report_lines();
    let moves = search.moves();
    if is_narrow {
        // The tree lacks moves.
        memory.root = None;
    }
    Some(TreeFinding { lines, moves })
}

/// A running search.
struct TreeSearch<'a, 'g, E> {
    task: &'a Task<'a>,
    game: GomokuGame<'g, E>,
    tree: &'g mut Tree<Point>,
    observer: &'g mut dyn SearchObserver,
    playouts: u64,
    /// The line of a win that is proved already. It is the best one.
    won: Option<Vec<Point>>,
}

fn elapsed(task: &Task<'_>) -> Duration {
    task.clock.now().saturating_sub(task.limits.started)
}

/// Must the search end, because the next step, which takes `needed`, would be late, or because of the stop signal?
fn is_over(task: &Task<'_>, needed: Duration) -> bool {
    let is_late = |budget: TimeBudget| elapsed(task) + needed >= budget.hard;
    task.budget.is_some_and(is_late) || task.stop.is_raised()
}

impl<E: Evaluator> TreeSearch<'_, '_, E> {
    fn playout(&mut self) {
        self.tree.playout_of_open_move(&mut self.game);
        self.playouts += 1;
    }

    /// Must the search end, or is there nothing left to find?
    fn must_end(&self) -> bool {
        let limits = self.task.limits;
        is_over(self.task, self.tree.time_before_playout())
            || self.is_solved()
            || limits.nodes.is_some_and(|nodes| self.playouts >= nodes)
            || limits
                .depth
                .is_some_and(|depth| self.depth() >= depth && self.playouts >= FIRST_PLAYOUTS)
    }

    /// Is the result proved, and where several lines are wanted, that of every move?
    fn is_solved(&self) -> bool {
        let is_single = self.task.limits.multi_pv <= 1;
        self.tree.proved().is_some() && (is_single || !self.tree.has_open_move())
    }

    /// The mean plies of the playouts.
    fn depth(&self) -> u32 {
        libm::round(self.tree.mean_plies()) as u32
    }

    /// Under a time limit the only move needs no search, unless its score is wanted.
    fn has_no_choice(&self) -> bool {
        let needs_no_score = self.task.budget.is_some() && !self.task.searches_only_move;
        needs_no_score && self.tree.moves().len() == 1
    }

    /// The line of a win by fours that begins with an allowed move.
    fn win_by_fours(&mut self) -> Option<Vec<Point>> {
        let task = self.task;
        // No more than the playouts may look at.
        let playouts = task.limits.nodes;
        let by_nodes = playouts.map(|playouts| playouts.saturating_mul(VCF_NODES));
        let limit = task.params.root_vcf_limit(by_nodes, task.budget);
        let must_end = || is_over(task, Duration::ZERO);
        let board = &mut self.game.board;
        let line = self
            .game
            .vcf
            .solve_with_line_until(board, limit, must_end)?;
        task.filter.allows(line[0]).then_some(line)
    }

    /// The moves of the root, best first: the one of a win that is proved stands first, with its result, even where the
    /// tree has not found it or stands in for it by an equal one.
    fn moves(&self) -> Vec<MoveStatistics<Point>> {
        let mut moves = self.tree.moves();
        if let Some(line) = &self.won {
            let place = moves.iter().position(|played| played.point == line[0]);
            let known = place.map(|place| moves.remove(place));
            let (prior, visits) = known.map_or((0.0, 0), |known| (known.prior, known.visits));
            let proved = Proved::Win(line.len() as u16);
            let won = MoveStatistics {
                point: line[0],
                prior,
                visits,
                value: Some(proved.value()),
                proved: Some(proved),
            };
            moves.insert(0, won);
        }
        moves
    }

    /// Reports the best lines and returns them.
    fn report_lines(&mut self) -> Vec<DepthReport> {
        let won = self.won.clone();
        let is_other = |played: &MoveStatistics<Point>| {
            won.as_ref().is_none_or(|line| line[0] != played.point)
        };
        let mut moves = self.moves();
        self.observer.tree_report(&moves);
        moves.retain(is_other);
        let mut reports: Vec<DepthReport> = won
            .into_iter()
            .map(|line| self.report_of(Score::win_in(line.len()), line))
            .collect();
        let count = self.task.limits.multi_pv.max(1);
        for played in &moves {
            let is_needed = reports.is_empty() || reports.len() < count && played.visits > 0;
            if is_needed {
                reports.push(self.line_report(played));
            }
        }
        for (place, report) in reports.iter_mut().enumerate() {
            report.pv_index = place;
        }
        for report in &reports {
            self.observer.depth_report(report);
        }
        reports
    }

    fn line_report(&mut self, played: &MoveStatistics<Point>) -> DepthReport {
        let mut line = self.tree.line(played.point);
        let score = tree_score(played.value, played.proved);
        if let Some(Proved::Win(moves) | Proved::Loss(moves)) = played.proved
            && line.len() < usize::from(moves)
        {
            line.extend(self.end_of(&line));
        }
        self.report_of(score, line)
    }

    /// The moves of a win by fours at the end of a line.
    fn end_of(&mut self, line: &[Point]) -> Vec<Point> {
        let mut board = self.task.board.clone();
        for &point in line {
            board.make(point);
        }
        let must_end = || is_over(self.task, Duration::ZERO);
        let end = self
            .game
            .vcf
            .solve_with_line_until(&mut board, LINE_NODES, must_end);
        end.unwrap_or_default()
    }

    fn report_of(&self, score: Score, pv: Vec<Point>) -> DepthReport {
        let depth = if score.is_decided() {
            pv.len() as u32
        } else {
            self.depth()
        };
        DepthReport {
            pv_index: 0,
            depth,
            selective_depth: (self.tree.deepest() as u32).max(depth),
            score,
            nodes: self.playouts,
            elapsed: elapsed(self.task),
            pv,
        }
    }
}

impl<E: Evaluator> Iterations for TreeSearch<'_, '_, E> {
    type Step = ();
    type Move = Point;

    fn iterate(&mut self, (): ()) -> Iteration<Point> {
        self.observer.root_event(RootEvent::IterationStarted);
        let end = (self.playouts + self.playouts / ITERATION_SHARE).max(FIRST_PLAYOUTS);
        while self.playouts < end {
            if self.must_end() {
                return Iteration::Broken;
            }
            self.playout();
        }
        let best = self.report_lines().swap_remove(0);
        let visits = self.tree.moves().first().map_or(0, |played| played.visits);
        self.observer.root_event(RootEvent::Best(best.pv[0]));
        Iteration::Complete(Completed {
            best: best.pv[0],
            score: best.score.value(),
            effort: (u64::from(visits) * u64::from(PERCENT) / u64::from(self.tree.visits().max(1)))
                as i32,
        })
    }

    fn elapsed(&self) -> Duration {
        elapsed(self.task)
    }
}
