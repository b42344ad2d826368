//! The engine: best moves and proofs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kagetsu_gomoku::board::Board as Rules;
use kagetsu_gomoku::engine::{Engine as Searcher, EngineConfig, Thought};
use kagetsu_gomoku::eval::win_probability;
use kagetsu_gomoku::search::solver::{
    Order, Question, Solver, SolverLimits, Verdict, line_of_attack,
};
use kagetsu_kernel::{Clock, MIB, SearchLimits, StopSignal, TimeControl, WallClock};
use pyo3::{PyResult, Python, pyclass, pymethods};

use crate::board::Board;
use crate::value_error;
use crate::waiting::{interruptible, locked};

/// Memory of a solver in bytes.
const SOLVER_BYTES: usize = 64 << 20;
/// Nodes of a proof that nothing bounds.
const USUAL_PROOF_NODES: u64 = 1_000_000;

/// One of the best moves. At depth 0, as of a search without time, score and chance say nothing but a proved win or loss.
#[pyclass(module = "kagetsu", frozen, get_all, new = "from_fields")]
pub(crate) struct Line {
    /// The move and those that are expected after it.
    moves: Vec<String>,
    /// The value for the side to move: units of the evaluation, or `+M5` for a win in five plies.
    score: String,
    /// Above 0: it wins in so many moves of both sides; below: it loses. `None` where neither is proved.
    plies: Option<i32>,
    /// The probability that the side to move wins.
    win: f64,
    depth: u32,
    nodes: u64,
}

#[pymethods]
impl Line {
    /// The move itself.
    #[getter]
    fn r#move(&self) -> Option<&String> {
        self.moves.first()
    }

    fn __getnewargs__(&self) -> (&[String], &str, Option<i32>, f64, u32, u64) {
        (
            &self.moves,
            &self.score,
            self.plies,
            self.win,
            self.depth,
            self.nodes,
        )
    }

    fn __repr__(&self) -> String {
        format!(
            "<Line {} {}, win {:.3}, depth {}>",
            self.moves.join(" "),
            self.score,
            self.win,
            self.depth
        )
    }
}

/// What was proved of a position.
#[pyclass(module = "kagetsu", frozen, get_all, new = "from_fields")]
pub(crate) struct Proof {
    /// `win`, `none` (there is no such win) or `unknown` (a limit came first).
    verdict: String,
    /// The winning line; empty without a win.
    moves: Vec<String>,
    nodes: u64,
}

#[pymethods]
impl Proof {
    fn __getnewargs__(&self) -> (&str, &[String], u64) {
        (&self.verdict, &self.moves, self.nodes)
    }

    fn __repr__(&self) -> String {
        format!("<Proof {} {}>", self.verdict, self.moves.join(" "))
    }
}

/// Searches positions one after the other, and remembers what it has seen.
#[pyclass(module = "kagetsu", frozen)]
pub(crate) struct Engine {
    searcher: Mutex<Searcher>,
    /// Ends the searches that are called from now on.
    stop: Mutex<StopSignal>,
}

impl Engine {
    fn signal(&self) -> MutexGuard<'_, StopSignal> {
        self.stop.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a search finds within limits.
    fn think(&self, py: Python<'_>, board: &Board, limits: &SearchLimits) -> PyResult<Thought> {
        board.check_running()?;
        let position = board.position();
        let called_off = self.signal().clone();
        let found = interruptible(py, &called_off, |stop| {
            let mut searcher = locked(&self.searcher, stop)?;
            Some(searcher.analyse(position, limits, stop))
        })?;
        let found =
            found.ok_or_else(|| value_error("the engine was stopped before the search began"))?;
        found.map_err(value_error)
    }
}

/// Limits of a search as Python names them.
fn search_limits(
    lines: usize,
    seconds: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
) -> PyResult<SearchLimits> {
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    Ok(SearchLimits {
        depth,
        nodes,
        time: TimeControl {
            turn: time.map_err(value_error)?,
            ..TimeControl::UNLIMITED
        },
        multi_pv: lines.max(1),
        ..SearchLimits::default()
    })
}

#[pymethods]
impl Engine {
    /// An engine with so many threads and so much memory, in MiB.
    #[new]
    #[pyo3(signature = (*, threads = 1, memory = 350))]
    fn new(threads: usize, memory: u64) -> Self {
        let config = EngineConfig {
            threads,
            max_memory: memory.saturating_mul(MIB),
            ..EngineConfig::for_this_machine()
        };
        let clock = Arc::new(WallClock::start());
        Self {
            searcher: Mutex::new(Searcher::new(config, clock)),
            stop: Mutex::default(),
        }
    }

    /// Ends every search and proof that was called before: they give what they have found. A search that still waits for
    /// another one has found nothing, which is a `ValueError`.
    fn stop(&self) {
        std::mem::take(&mut *self.signal()).raise();
    }

    /// The best moves of the side to move, the best one first. Without a limit it takes a second.
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    #[pyo3(signature = (board, *, lines = 1, seconds = None, nodes = None, depth = None))]
    fn analyse(
        &self,
        py: Python<'_>,
        board: Board,
        lines: usize,
        seconds: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<Vec<Line>> {
        let limits = search_limits(lines, seconds, nodes, depth)?;
        let thought = self.think(py, &board, &limits)?;
        let position = board.position();
        let (rule, stones) = (position.rule(), position.stones().len());
        let lines = thought.lines().map(|report| Line {
            moves: report.pv.iter().map(|&point| board.name(point)).collect(),
            score: report.score.to_string(),
            plies: report.score.signed_distance(),
            win: win_probability(rule, report.score, stones),
            depth: report.depth,
            nodes: report.nodes,
        });
        Ok(lines.collect())
    }

    /// The best move of the side to move.
    #[pyo3(signature = (board, *, seconds = None, nodes = None, depth = None))]
    fn best_move(
        &self,
        py: Python<'_>,
        board: Board,
        seconds: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<String> {
        let limits = search_limits(1, seconds, nodes, depth)?;
        let thought = self.think(py, &board, &limits)?;
        Ok(board.name(thought.best))
    }

    /// Does the side to move win by fours (`fours`), by threats (`threats`) or at all (`all`)? A win is verified. Without a
    /// limit it visits a million nodes.
    #[pyo3(signature = (board, *, means = "threats", nodes = None, seconds = None))]
    fn solve(
        &self,
        py: Python<'_>,
        board: Board,
        means: &str,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<Proof> {
        let question = match means {
            "fours" => Question::Fours(Order::Doubling),
            "threats" => Question::Threats,
            "all" => Question::Everything,
            _ => {
                let fault = format!("'{means}' are no means: expected fours, threats or all");
                return Err(value_error(fault));
            }
        };
        board.check_running()?;
        let deadline = seconds.map(Duration::try_from_secs_f64).transpose();
        let deadline = deadline.map_err(value_error)?;
        let usual_nodes = if deadline.is_some() {
            u64::MAX
        } else {
            USUAL_PROOF_NODES
        };
        let position = board.position();
        let called_off = self.signal().clone();
        interruptible(py, &called_off, |stop| {
            let clock = WallClock::start();
            let limits = SolverLimits {
                nodes: nodes.unwrap_or(usual_nodes),
                deadline: deadline.map(|time| clock.now().saturating_add(time)),
                clock: &clock,
                stop,
            };
            let mut rules = Rules::from_position(position);
            let answer = Solver::with_bytes(SOLVER_BYTES).solve(&mut rules, question, limits);
            let (verdict, moves) = match &answer.verdict {
                Verdict::Win(attack) => ("win", line_of_attack(&mut rules, attack)),
                Verdict::None | Verdict::Loss(_) => ("none", Vec::new()),
                Verdict::Unknown => ("unknown", Vec::new()),
            };
            Proof {
                verdict: verdict.to_owned(),
                moves: moves.into_iter().map(|point| board.name(point)).collect(),
                nodes: answer.nodes,
            }
        })
    }
}
