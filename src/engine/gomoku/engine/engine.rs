//! The engine: a position in, the best move out.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::board::{Board, Position, Rule};
use crate::eval::Nnue;
use crate::eval::nnue::{Network, Weights};
use crate::geometry::{BoardSize, PointSet};
use crate::search::defending::{Defences, find_defences};
use crate::search::mcts::{TracedSearch, TreeMemory, tree_search};
use crate::search::proving::{Checked, ProofLimits, look_for_win};
use crate::search::solver::Solver;
use crate::search::{
    KnownPositions, NullSearchObserver, RootFilter, SearchObserver, Task, ThreadData, WinCheck,
    search,
};
use kagetsu_kernel::table::Table;
use kagetsu_kernel::{
    Clock, Progress, SearchLimits, ShowPath as _, StopSignal, TimeBudget, TimeControl,
};

use super::config::{EngineConfig, SearchMethod};
use super::request::{EngineError, SearchPurpose, SearchRequest, Thought};
use super::sized_memory::SizedMemory;

/// Time for an analysis if nothing bounds it.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Settings, table and memory of the searches of one game after another.
#[derive(Debug)]
pub struct Engine {
    config: EngineConfig,
    clock: Arc<dyn Clock>,
    table: SizedMemory<Table>,
    /// One for each thread of the last search.
    threads: Vec<ThreadData>,
    solver: SizedMemory<Solver>,
    /// Of the last Monte Carlo tree search, if the last search was one.
    tree: SizedMemory<TreeMemory>,
    /// The tree whose playouts are traced.
    pub(super) traced: Option<TracedSearch>,
    played: Option<(BoardSize, Rule)>,
    /// Networks that replace those of the program, at most one for each rule.
    replaced: Vec<(Weights, Network)>,
}

/// Refuses a position in which no legal move may be chosen.
pub(super) fn check_moves(filter: &RootFilter, board: &Board) -> Result<(), EngineError> {
    if filter.leaves_a_move(board) {
        Ok(())
    } else if RootFilter::ALL.leaves_a_move(board) {
        Err(EngineError::AllExcluded)
    } else {
        Err(EngineError::NoLegalMove)
    }
}

/// The solver with so much memory, made anew if it had another amount. There is none without memory.
fn solver_with(memory: &mut SizedMemory<Solver>, bytes: usize) -> Option<&mut Solver> {
    memory.keep_if(|before| before == bytes);
    (bytes > 0).then(|| memory.get_or_make(bytes, Solver::with_bytes))
}

/// Can a table that was made for `asked` bytes be reused, where at most `max_bytes` bytes are allowed and `wanted` bytes are
/// enough? A table that is larger than a shorter turn can fill is reused, because its entries are useful. A table for which
/// the system gave fewer bytes is reused as well.
const fn is_reusable(asked: usize, max_bytes: usize, wanted: usize) -> bool {
    asked <= max_bytes && asked.saturating_mul(2) >= wanted
}

impl Engine {
    /// An engine with its settings and its source of time.
    pub fn new(config: EngineConfig, clock: Arc<dyn Clock>) -> Self {
        Self {
            config,
            clock,
            table: SizedMemory::EMPTY,
            threads: Vec::new(),
            solver: SizedMemory::EMPTY,
            tree: SizedMemory::EMPTY,
            traced: None,
            played: None,
            replaced: Vec::new(),
        }
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

    /// Evaluates positions by the network of a file from now on, under the rule that it was learned for.
    ///
    /// # Errors
    /// [`EngineError::Evaluation`] when the file cannot be read or does not hold a sound network; nothing changes then.
    pub fn load_evaluation(&mut self, path: &Path) -> Result<(), EngineError> {
        let weights = Weights::read(path).map_err(|source| EngineError::Evaluation {
            path: path.shown().to_string(),
            source,
        })?;
        self.replace_evaluation(weights);
        Ok(())
    }

    /// Evaluates positions by this network from now on, under the rule that it was learned for, on boards of any size.
    pub fn replace_evaluation(&mut self, weights: Weights) {
        if self.replaced.iter().any(|(known, _)| *known == weights) {
            return;
        }
        self.replaced
            .retain(|(known, _)| known.rule != weights.rule);
        let network = Network::from(&weights);
        self.replaced.push((weights, network));
        self.clear_hash();
    }

    /// Goes back to the networks of the program.
    pub fn restore_evaluation(&mut self) {
        if !self.replaced.is_empty() {
            self.replaced.clear();
            self.clear_hash();
        }
    }

    pub(super) fn evaluation(&self, rule: Rule, size: BoardSize) -> Nnue {
        let replaced = self
            .replaced
            .iter()
            .find(|(weights, _)| weights.fits_rule(rule));
        replaced.map_or_else(
            || Nnue::new(rule, size),
            |(_, network)| Nnue::with(network.clone()),
        )
    }

    /// Makes what a process makes once for a rule and boards of about this size: the tables of the board and the network of the
    /// program. Otherwise the first search makes it in its own time.
    pub fn prepare(&self, size: BoardSize, rule: Rule) {
        drop((Board::new(size, rule), self.evaluation(rule, size)));
    }

    /// Forgets everything learned from earlier searches.
    pub fn clear_hash(&mut self) {
        self.table.clear();
        self.threads.clear();
        // It remembers refuted positions, so that the same question would take fewer nodes.
        self.solver.clear();
        if let Some(tree) = self.tree.get() {
            tree.clear();
        }
        self.traced = None;
    }

    /// Finds the best move for the side to move: [`Engine::answer`] for a plain request.
    ///
    /// # Stack
    /// A search recurses deeply: see [`kagetsu_kernel::on_large_stack`].
    ///
    /// # Errors
    /// [`EngineError::NoLegalMove`] when there is no legal move.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &SearchLimits,
        stop: &StopSignal,
        observer: &mut dyn SearchObserver,
    ) -> Result<Thought, EngineError> {
        self.answer(SearchRequest::new(position, limits, stop), observer)
    }

    /// Finds the best moves with their scores: [`Engine::answer`] for [`SearchPurpose::Analyse`]. Time is counted from the
    /// call, and without any limit it takes a second.
    ///
    /// # Stack
    /// A search recurses deeply: see [`kagetsu_kernel::on_large_stack`].
    ///
    /// # Errors
    /// [`EngineError::NoLegalMove`] when there is no legal move.
    pub fn analyse(
        &mut self,
        position: &Position,
        limits: &SearchLimits,
        stop: &StopSignal,
    ) -> Result<Thought, EngineError> {
        let mut limits = SearchLimits {
            started: self.clock.now(),
            ..*limits
        };
        if (limits.depth, limits.nodes, limits.time) == (None, None, TimeControl::UNLIMITED) {
            limits.time = TimeControl::per_move(USUAL_TIME);
        }
        let request = SearchRequest {
            purpose: SearchPurpose::Analyse,
            ..SearchRequest::new(position, &limits, stop)
        };
        self.answer(request, &mut NullSearchObserver)
    }

    /// Searches a position. Always returns a legal move if there is one that the filter allows, however short the time;
    /// positions with a five already on the board are answered as well.
    ///
    /// # Stack
    /// A search recurses deeply: see [`kagetsu_kernel::on_large_stack`].
    ///
    /// # Errors
    /// [`EngineError::NoLegalMove`] when there is no legal move, and [`EngineError::AllExcluded`] when the filter allows none
    /// of them.
    pub fn answer(
        &mut self,
        request: SearchRequest<'_>,
        observer: &mut dyn SearchObserver,
    ) -> Result<Thought, EngineError> {
        let mut config = self.config.clone();
        if request.purpose == SearchPurpose::Defend {
            // The defences need room for a solver as well.
            config.win_check = WinCheck::Threats;
        }
        self.answer_with(&config, request, observer)
    }

    /// What was learned of a game of another size or rule is forgotten: keys do not know these.
    pub(super) fn begin(&mut self, size: BoardSize, rule: Rule) {
        if self.played != Some((size, rule)) {
            self.clear_hash();
            self.played = Some((size, rule));
        }
    }

    /// [`Engine::answer`] with settings for this request alone.
    pub(super) fn answer_with(
        &mut self,
        config: &EngineConfig,
        request: SearchRequest<'_>,
        observer: &mut dyn SearchObserver,
    ) -> Result<Thought, EngineError> {
        let SearchRequest {
            purpose,
            filter,
            position,
            known,
            limits,
            stop,
        } = request;
        self.begin(position.size(), position.rule());
        let mut board = Board::from_position(position);
        check_moves(filter, &board)?;
        let budget = self.plan(position, limits);
        let clock = self.clock.clone();
        let proof_limits = ProofLimits {
            search: limits,
            stop,
            clock: clock.as_ref(),
            budget,
        };
        let mut checked = Checked::default();
        let mut defences = Defences::default();
        if let Some(solver) = solver_with(&mut self.solver, config.solver_bytes()) {
            if purpose == SearchPurpose::Defend {
                defences = find_defences(solver, &mut board, proof_limits, observer);
            } else {
                let check = config.win_check;
                checked = look_for_win(solver, &mut board, check, filter, proof_limits, observer);
            }
        }
        let spent = checked.nodes + defences.nodes;
        let proved = match checked.win {
            Some(win) if limits.multi_pv <= 1 => {
                observer.depth_report(&win);
                return Ok(Thought::of(win));
            }
            win => win.map(|win| win.pv),
        };
        let left = SearchLimits {
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(spent)),
            ..*limits
        };
        let task = Task {
            filter: filter.sparing(defences.lost, &board),
            known: KnownPositions::new(known),
            board,
            limits: &left,
            budget,
            proved,
            searches_only_move: purpose == SearchPurpose::Analyse,
            stop,
            clock: clock.as_ref(),
            params: &config.params,
        };
        let mut thought = match config.search {
            SearchMethod::AlphaBeta => self.answer_by_alpha_beta(config, task, observer),
            SearchMethod::Mcts => self.answer_by_mcts(config, &task, observer),
        }?;
        thought.report.nodes += spent;
        Ok(thought)
    }

    fn answer_by_alpha_beta(
        &mut self,
        config: &EngineConfig,
        task: Task<'_>,
        observer: &mut dyn SearchObserver,
    ) -> Result<Thought, EngineError> {
        self.tree.clear();
        let max_bytes = config.table_bytes();
        let bytes = config.fillable_table_bytes(task.limits.time);
        self.table
            .keep_if(|asked| is_reusable(asked, max_bytes, bytes));
        let evaluation = self.evaluation(task.board.rule(), task.board.size());
        // After a table that is too large has gone, so that both are never there together.
        self.threads
            .resize_with(config.fitting_threads(), ThreadData::default);
        let table = self.table.get_or_make(bytes, Table::with_bytes);
        let mut lines = search(task, table, evaluation, &mut self.threads, observer)
            .ok_or(EngineError::NoLegalMove)?;
        let others = lines.split_off(1);
        let report = lines.pop().ok_or(EngineError::NoLegalMove)?;
        Ok(Thought {
            others,
            ..Thought::of(report)
        })
    }

    fn answer_by_mcts(
        &mut self,
        config: &EngineConfig,
        task: &Task<'_>,
        observer: &mut dyn SearchObserver,
    ) -> Result<Thought, EngineError> {
        self.table.clear();
        self.threads.clear();
        let bytes = config.table_bytes();
        self.tree.keep_if(|before| before == bytes);
        let evaluation = self.evaluation(task.board.rule(), task.board.size());
        let memory = self.tree.get_or_make(bytes, TreeMemory::with_bytes);
        let found =
            tree_search(task, evaluation, memory, observer).ok_or(EngineError::NoLegalMove)?;
        let mut lines = found.lines.into_iter();
        let report = lines.next().ok_or(EngineError::NoLegalMove)?;
        Ok(Thought {
            others: lines.collect(),
            moves: found.moves,
            ..Thought::of(report)
        })
    }

    /// The plan of a move's time; `None` without a time limit.
    pub(super) fn plan(&self, position: &Position, limits: &SearchLimits) -> Option<TimeBudget> {
        let stones = position.stones().len();
        let empty = position.size().area() - position.blocked().len() - stones;
        let progress = Progress {
            played: (stones / 2) as u32,
            room: empty.div_ceil(2) as u32,
        };
        TimeBudget::plan(&limits.time, progress, &self.config.params.clock_policy())
    }

    /// The forbidden points of the side to move, which only Black can have.
    pub fn forbidden_points(&self, position: &Position) -> PointSet {
        Board::from_position(position).fouls(position.side_to_move())
    }
}

/// The table between two searches, for the file of the table.
impl Engine {
    /// The table, if there is one, and the game whose positions it holds.
    pub(super) fn kept_table(&mut self) -> Option<(&mut Table, BoardSize, Rule)> {
        let (size, rule) = self.played?;
        Some((self.table.get()?, size, rule))
    }

    /// The table for positions of this game, empty unless it holds some already. It comes in place of a tree.
    pub(super) fn table_for(&mut self, size: BoardSize, rule: Rule) -> &mut Table {
        self.begin(size, rule);
        self.tree.clear();
        let bytes = self.config.table_bytes();
        self.table.keep_if(|asked| asked <= bytes);
        self.table.get_or_make(bytes, Table::with_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use kagetsu_kernel::{FakeClock, on_large_stack};

    #[test]
    fn the_table_grows_with_the_time_and_does_not_shrink() {
        let mut engine = Engine::new(EngineConfig::default(), Arc::new(FakeClock::new()));
        let size = BoardSize::square(15).expect("a legal size");
        let mut position = Position::new(size, Rule::Freestyle);
        assert!(position.place(size.centre(), Side::Black).is_ok());
        position.set_side_to_move(Side::White);
        let mut bytes = |time: TimeControl| {
            let limits = SearchLimits {
                depth: Some(1),
                time,
                ..SearchLimits::default()
            };
            let thought = engine.think(
                &position,
                &limits,
                &StopSignal::new(),
                &mut NullSearchObserver,
            );
            assert!(thought.is_ok());
            engine.table.bytes().unwrap_or(0)
        };
        let per_move = |milliseconds| TimeControl::per_move(Duration::from_millis(milliseconds));
        let short = bytes(per_move(100));
        assert!((6_000_000..=12_000_000).contains(&short), "{short}");
        assert_eq!(bytes(per_move(10)), short);
        let long = bytes(per_move(1000));
        assert!(long > 100_000_000, "{long}");
        let unlimited = bytes(TimeControl::UNLIMITED);
        assert!(unlimited > long);
        assert_eq!(bytes(per_move(100)), unlimited);
    }

    #[test]
    fn nothing_that_was_learned_is_left_when_all_is_forgotten() {
        const TABLE_BYTES: u64 = 1 << 20;
        let config = EngineConfig {
            max_hash: Some(TABLE_BYTES),
            win_check: WinCheck::Threats,
            ..EngineConfig::default()
        };
        let mut engine = Engine::new(config, Arc::new(FakeClock::new()));
        let position = Position::new(BoardSize::STANDARD, Rule::Freestyle);
        let (limits, stop) = (SearchLimits::of_nodes(10), StopSignal::new());
        let think = || engine.think(&position, &limits, &stop, &mut NullSearchObserver);
        assert!(on_large_stack(think).is_ok());
        assert!(engine.table.get().is_some() && engine.solver.get().is_some());
        engine.clear_hash();
        assert!(engine.table.get().is_none() && engine.solver.get().is_none());
        assert!(engine.threads.is_empty());
    }

    #[test]
    fn an_analysis_that_nothing_bounds_takes_a_second() {
        let clock = FakeClock::stepping(Duration::from_millis(20));
        let mut engine = Engine::new(EngineConfig::default(), Arc::new(clock));
        let position = Position::new(BoardSize::STANDARD, Rule::Freestyle);
        let analyse = || engine.analyse(&position, &SearchLimits::default(), &StopSignal::new());
        let thought = on_large_stack(analyse).expect("the board is empty");
        assert!(thought.report.elapsed < 2 * USUAL_TIME);
    }

    #[test]
    fn a_table_that_is_read_takes_no_more_than_it_may_and_no_tree_stays_beside_it() {
        const BYTES: u64 = 1 << 20;
        let mut engine = Engine::new(EngineConfig::default(), Arc::new(FakeClock::new()));
        let size = BoardSize::square(15).expect("a legal size");
        let config = |max_hash| EngineConfig {
            max_hash: Some(max_hash),
            ..EngineConfig::default()
        };
        engine.tree.get_or_make(0, TreeMemory::with_bytes);
        for bytes in [2 * BYTES, BYTES] {
            engine.configure(config(bytes));
            let allowed = engine.config.table_bytes();
            engine.table_for(size, Rule::Freestyle);
            assert!(engine.table.bytes() <= Some(allowed) && engine.tree.get().is_none());
        }
    }

    #[test]
    fn a_table_is_reused_that_has_at_least_half_of_what_is_wanted_and_is_not_too_large() {
        for asked in [0, 1, 1 << 20, usize::MAX] {
            assert!(is_reusable(asked, asked, asked), "{asked}");
        }
        assert!(is_reusable(1 << 20, 1 << 20, 1 << 21));
        assert!(!is_reusable(1 << 20, 1 << 22, (1 << 21) + 1));
        assert!(!is_reusable(1 << 20, (1 << 20) - 1, 1 << 19));
    }
}
