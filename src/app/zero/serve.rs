//! `zero serve`: a network of a run as an engine of the Gomocup protocol, for tournaments with others.
//!
//! It knows START, RECTSTART, RESTART, BEGIN, TURN, BOARD, TAKEBACK, STOP, ABOUT, END, and the limits and the rule that INFO tells.

use std::io;
use std::time::{Duration, Instant};

use kagetsu_gomoku::board::{Outcome, Side};
use kagetsu_gomoku::engine::config::ConfigKey;
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_gomoku::search::{DepthReport, tree_score};
use kagetsu_kernel::gomocup::about;
use kagetsu_kernel::line_host::{
    Delivery, Host, LineSession, ResultUse, Scope, line_writer, serve,
};
use kagetsu_kernel::{
    ClockPolicy, Progress, SearchLimits, ShowPath as _, StopSignal, TimeBudget, TimeControl, quote,
};
use kagetsu_protocol::Reply;
use kagetsu_protocol::command::{BlockKind, BoardBlock, CellOwner, Command, Dialect, Pair};
use kagetsu_protocol::info::{InfoKey, InfoLine};
use kagetsu_protocol::parse::Parser;
use kagetsu_protocol::search_message;
use kagetsu_protocol::settings::ManagerSettings;
use kagetsu_tree::{Tree, TreeSettings};
use kagetsu_zero::game::Cell;
use kagetsu_zero::run::Run;
use kagetsu_zero::{
    CachedEvaluator, Connect, EvaluatedGame, Game, Network, NetworkEvaluator, Rules,
};

use crate::error::CommandError;

use super::args::ZeroServeArgs;
use super::gomoku_rules::gomoku_of;

/// Memory of a tree and of the evaluations beside it, unless a manager allows less.
const SEARCH_BYTES: usize = 320 << 20;
/// What the program takes beside them and the network.
const OTHER_BYTES: usize = 24 << 20;
/// The least memory of a search.
const LEAST_BYTES: usize = 2 << 20;
/// The part of a search's memory that is for evaluations: one of so many. Lists that grow take up to twice as much.
const PART_OF_EVALUATIONS: usize = 8;
/// Time of a turn without any limit, as that of the engine.
const TURN: Duration = Duration::from_secs(5);
/// How the time of a game is divided. A search goes on for its share, whatever it finds.
const CLOCK: ClockPolicy = ClockPolicy {
    reserve: Duration::from_millis(40),
    reserve_share: 5,
    moves: 30,
    fewest_moves: 10,
    stretch: 100,
    unstable: 100,
    stable: 0,
    fall: 0,
    effort: 0,
};
/// The first playout expands the root, and the second one visits a move.
const LEAST_PLAYOUTS: u64 = 2;
/// What is answered before START.
const NO_BOARD: &str = "there is no board: expected START first";

/// A conversation with a manager.
struct Session {
    network: &'static Network,
    /// Does it compute in int8, as in the games of its run?
    is_quantised: bool,
    rules: Rules,
    /// None before the first search.
    memory: Option<SearchMemory>,
    /// None before START, or after one that was refused.
    game: Option<Connect>,
    settings: ManagerSettings,
    /// Has the manager told a rule?
    knows_rule: bool,
    /// What the program may take, if the manager tells.
    max_memory: Option<usize>,
}

/// What a search keeps for the next one.
struct SearchMemory {
    evaluator: CachedEvaluator<NetworkEvaluator<&'static Network>>,
    tree: Tree<Cell>,
    /// The moves before the root of the tree.
    root: Vec<Cell>,
}

impl SearchMemory {
    /// A memory of at most so many bytes.
    fn new(network: &'static Network, is_quantised: bool, bytes: usize) -> Self {
        let evaluations = bytes / PART_OF_EVALUATIONS;
        let evaluator = NetworkEvaluator::with_int8(network, is_quantised);
        Self {
            evaluator: CachedEvaluator::within(evaluations, evaluator),
            tree: Tree::new(TreeSettings::default(), bytes - 2 * evaluations),
            root: Vec::new(),
        }
    }

    /// Keeps the part of the tree below the position after some moves, if it comes after the root and there is time.
    fn follow(&mut self, played: &[Cell], time: Option<Duration>) {
        let made = played.strip_prefix(self.root.as_slice());
        self.tree
            .follow(made.map(|made| made.iter().copied()), time);
        if self.tree.moves().is_empty() {
            // It may have a result all the same.
            self.tree.clear();
        }
        self.root = played.to_vec();
    }
}

/// A line, if one is due, or what is wrong.
type Answer = Result<Option<String>, String>;

impl Session {
    fn new(network: &'static Network, is_quantised: bool, rules: Rules) -> Self {
        Self {
            network,
            is_quantised,
            rules,
            memory: None,
            game: None,
            settings: ManagerSettings::default(),
            knows_rule: false,
            max_memory: None,
        }
    }

    fn game(&mut self) -> Result<&mut Connect, String> {
        self.game.as_mut().ok_or_else(|| NO_BOARD.to_string())
    }

    fn cell(&self, pair: Pair) -> Result<Cell, String> {
        let within = |number: i64, sides: usize| {
            let number = usize::try_from(number).ok();
            number.filter(|&number| number < sides)
        };
        let column = within(pair.first, self.rules.columns);
        let row = within(pair.second, self.rules.rows);
        match (column, row) {
            (Some(column), Some(row)) => Ok((row * self.rules.columns + column) as Cell),
            _ => Err(format!(
                "{},{} lies outside the board of {}",
                pair.first, pair.second, self.rules
            )),
        }
    }

    fn point(&self, cell: Cell) -> Point {
        let (cell, columns) = (usize::from(cell), self.rules.columns);
        Point::at(cell % columns, cell / columns)
    }

    fn put(&mut self, pair: Pair) -> Result<(), String> {
        let cell = self.cell(pair)?;
        let game = self.game()?;
        require_running(game)?;
        if !game.is_legal(cell) {
            return Err(format!("{},{} cannot be played", pair.first, pair.second));
        }
        game.play(cell);
        Ok(())
    }

    /// The memory of a search.
    fn search_bytes(&self) -> usize {
        let network = size_of_val(self.network.weights());
        // Its bytes beside it take a quarter of that.
        let others = OTHER_BYTES + network + network / 4;
        let left = |all: usize| all.saturating_sub(others).clamp(LEAST_BYTES, SEARCH_BYTES);
        self.max_memory.map_or(SEARCH_BYTES, left)
    }

    /// The limits of a search.
    fn limits(&self) -> SearchLimits {
        // The depth alone depends on the size, and a tree has none.
        let size = BoardSize::LARGEST;
        let mut limits = self.settings.limits(size, Duration::ZERO, 1);
        let has_time = limits.time.turn.is_some() || limits.time.match_left.is_some();
        if limits.nodes.is_none() && !has_time {
            limits.time = TimeControl::per_move(TURN);
        }
        limits
    }

    /// Whether a search ends by itself.
    fn scope(&self) -> Scope {
        Scope::of(&self.limits())
    }

    /// The time of a search; `None` without a limit.
    fn time(&self, limits: &SearchLimits, game: &Connect) -> Option<Duration> {
        let played = game.played().len();
        let empty = self.rules.columns * self.rules.rows - played;
        let progress = Progress {
            played: (played / Side::BOTH.len()) as u32,
            room: empty.div_ceil(Side::BOTH.len()) as u32,
        };
        let budget = TimeBudget::plan(&limits.time, progress, &CLOCK)?;
        Some(budget.soft.unwrap_or(budget.hard))
    }

    /// Refuses to play by another rule than that of the run, if the manager has told one.
    fn require_rule(&self) -> Result<(), String> {
        let own = gomoku_of(&self.rules).map(|(_, rule)| rule);
        let wanted = self.settings.rule(Dialect::Gomocup);
        if self.knows_rule && own != Some(wanted) {
            return Err(format!("the network plays {}, not {wanted}", self.rules));
        }
        Ok(())
    }

    /// Searches. The signal ends the search.
    fn search(&mut self, stop: &StopSignal) -> Result<DepthReport, String> {
        let started = Instant::now();
        self.require_rule()?;
        let limits = self.limits();
        let bytes = self.search_bytes();
        let game = self.game.as_ref().ok_or(NO_BOARD)?;
        require_running(game)?;
        let time = self.time(&limits, game);
        let memory = self
            .memory
            .get_or_insert_with(|| SearchMemory::new(self.network, self.is_quantised, bytes));
        memory.follow(game.played(), time);
        let mut evaluated = EvaluatedGame::new(game.clone(), &mut memory.evaluator);
        let mut playouts = 0;
        memory.tree.grow(&mut evaluated, |tree| {
            playouts += 1;
            let is_late = |time| started.elapsed() + tree.time_before_playout() >= time;
            let is_over = stop.is_raised()
                || time.is_some_and(is_late)
                || limits.nodes.is_some_and(|most| playouts >= most);
            playouts >= LEAST_PLAYOUTS && is_over
        });
        let tree = &memory.tree;
        let best = tree.moves()[0];
        let line = tree.line(best.point).into_iter();
        // A result that a kept tree has proved takes no ply.
        let depth = (tree.mean_plies().round() as u32).max(1);
        Ok(DepthReport {
            pv_index: 0,
            depth,
            selective_depth: (tree.deepest() as u32).max(depth),
            score: tree_score(best.value, best.proved),
            nodes: playouts,
            elapsed: started.elapsed(),
            pv: line.map(|cell| self.point(cell)).collect(),
        })
    }

    /// Searches and plays: the lines of the answer.
    fn reply(&mut self, stop: &StopSignal) -> Result<String, String> {
        let report = self.search(stop)?;
        let best = report.pv[0];
        let cell = best.y() * self.rules.columns + best.x();
        self.game()?.play(cell as Cell);
        Ok(format!(
            "{}\n{}",
            search_message(&report),
            Reply::Move(best)
        ))
    }

    /// Changes the board and replies. A refused command changes nothing.
    fn reply_after(
        &mut self,
        change: impl FnOnce(&mut Self) -> Result<(), String>,
        stop: &StopSignal,
    ) -> Answer {
        let before = self.game.clone();
        let answer = change(self).and_then(|()| self.reply(stop));
        if answer.is_err() {
            self.game = before;
        }
        answer.map(Some)
    }

    /// The game of a list of stones, in which the engine is to move; each side's stones in the order in which it played them.
    fn set_board(&mut self, block: &BoardBlock) -> Result<(), String> {
        self.game()?;
        if let Some(fault) = &block.fault {
            return Err(format!("BOARD: {fault}"));
        }
        let mut stones = Vec::new();
        for entry in &block.entries {
            let is_own = match entry.owner {
                Some(CellOwner::Own) => true,
                Some(CellOwner::Opponent) => false,
                _ => return Err("BOARD: the network knows no blocked cells".to_string()),
            };
            stones.push((self.cell(entry.pair)?, is_own));
        }
        let found = [Side::Black, Side::White]
            .into_iter()
            .find_map(|own| self.played(&stones, own));
        self.game = Some(found.ok_or_else(|| {
            format!(
                "BOARD: no game of {} has come to these stones with the engine to move",
                self.rules
            )
        })?);
        Ok(())
    }

    /// The game of these stones, if the engine has this side.
    fn played(&self, stones: &[(Cell, bool)], own: Side) -> Option<Connect> {
        let of = |is_own: bool| stones.iter().filter(move |stone| stone.1 == is_own);
        let (mut ours, mut theirs) = (of(true), of(false));
        let mut game = Connect::new(self.rules);
        for _ in stones {
            require_running(&game).ok()?;
            let next = if game.side_to_move() == own {
                ours.next()
            } else {
                theirs.next()
            };
            let &(cell, _) = next?;
            if !game.is_legal(cell) {
                return None;
            }
            game.play(cell);
        }
        (game.side_to_move() == own).then_some(game)
    }

    fn take_back(&mut self, pair: Pair) -> Result<(), String> {
        let cell = self.cell(pair)?;
        let game = self.game()?;
        if game.played().last() != Some(&cell) {
            return Err(format!(
                "{},{} is not the last stone that was played",
                pair.first, pair.second
            ));
        }
        game.undo();
        Ok(())
    }

    fn start(&mut self, sides: Result<Pair, &'static str>) -> Result<(), String> {
        self.game = None;
        let sides = sides.map_err(|usage| format!("expected {usage}"))?;
        let own = [self.rules.columns, self.rules.rows].map(|side| side as i64);
        if [sides.first, sides.second] != own {
            return Err(format!("the network plays {}", self.rules));
        }
        self.game = Some(Connect::new(self.rules));
        Ok(())
    }

    fn set(&mut self, line: InfoLine) {
        self.settings.set(line);
        match line.key {
            // The settings ignore another number.
            InfoKey::Rule if line.value >= 0 => self.knows_rule = true,
            InfoKey::Engine(ConfigKey::MaxMemory) => {
                let most = usize::try_from(line.value).ok().filter(|&bytes| bytes > 0);
                if most != self.max_memory {
                    self.max_memory = most;
                    self.memory = None;
                }
            }
            _ => {}
        }
    }

    fn obey(&mut self, command: Command, stop: &StopSignal) -> Answer {
        let ok = || Ok(Some("OK".to_string()));
        match command {
            Command::Start(sides) => self.start(sides).and_then(|()| ok()),
            Command::Restart => {
                let empty = Connect::new(self.rules);
                *self.game()? = empty;
                ok()
            }
            Command::Begin => self.reply(stop).map(Some),
            Command::Turn(pair) => self.reply_after(|own| own.put(pair), stop),
            Command::Block(BlockKind::Board, block) => {
                self.reply_after(|own| own.set_board(&block), stop)
            }
            Command::BrokenBlock(kind) => Err(format!("{} has no DONE", kind.word())),
            Command::TakeBack(pair) => self.take_back(pair).and_then(|()| ok()),
            Command::Info(line) => {
                self.set(line);
                Ok(None)
            }
            Command::About => Ok(Some(about("zero", env!("CARGO_PKG_VERSION")))),
            Command::Malformed(usage) => Err(format!("expected {usage}")),
            Command::Unknown(word) => Ok(Some(format!("UNKNOWN command {}", quote(&word)))),
            Command::End
            | Command::Stop(_)
            | Command::Ignored
            | Command::Evaluation(_)
            | Command::Book(_)
            | Command::Log(_) => Ok(None),
            _ => Ok(Some(
                "UNKNOWN command: a network knows the base protocol only".to_string(),
            )),
        }
    }
}

fn require_running(game: &Connect) -> Result<(), String> {
    if game.outcome() == Outcome::Running {
        Ok(())
    } else {
        Err("the game has ended".to_string())
    }
}

impl LineSession for Session {
    type Message = Command;

    const DELIVERY: Delivery = Delivery::Prompt;

    fn answer(&mut self, command: Command, host: &mut Host<'_, Command>) {
        let searches = matches!(
            command,
            Command::Begin | Command::Turn(_) | Command::Block(BlockKind::Board, _)
        );
        let answer = if searches {
            let stop = host.begin_search(self.scope());
            let answer = self.obey(command, &stop);
            if host.end_search() == ResultUse::Discard && answer.is_ok() {
                return;
            }
            answer
        } else {
            self.obey(command, &StopSignal::new())
        };
        let answer = answer.unwrap_or_else(|fault| Some(format!("ERROR {fault}")));
        for line in answer.iter().flat_map(|answer| answer.lines()) {
            host.say(line.to_string());
        }
    }
}

/// Speaks with a manager on standard input and output until END.
pub(super) fn serve_network(args: &ZeroServeArgs) -> Result<(), CommandError> {
    let run = Run::open(&args.folder, None)?;
    let generation = match args.generation {
        Some(generation) => generation,
        None => run.generations()?.last().copied().unwrap_or(0),
    };
    let rules = run.rules().in_a_row().map_err(CommandError::input)?;
    if [rules.stones, rules.first_stones] != [1, 1] {
        return Err(CommandError::input(format!(
            "'{}' learns {rules}: in the Gomocup protocol a turn has one stone",
            args.folder.shown()
        )));
    }
    run.check_games_before(generation)?;
    // One network, for as long as the program runs.
    let network = Box::leak(Box::new(run.network(generation)?));
    let session = Session::new(network, run.recipe().quantised, rules);
    serve(
        io::stdin(),
        line_writer(io::stdout()),
        Parser::new(),
        session,
    )
    .map_err(io::Error::from)?;
    Ok(())
}

#[cfg(test)]
#[path = "serve_tests.rs"]
mod tests;
