//! The state of a conversation and the commands of the base protocol.

use std::path::Path;
use std::time::Duration;

use crate::command::{BlockKind, Command, Pair};
use crate::detail::Labels;
use crate::error::ProtocolError;
use crate::reply::Reply;
use crate::settings::{Dialect, ManagerSettings};
use kagetsu_gomoku::board::{Position, PositionError, Rule};
use kagetsu_gomoku::engine::{Engine, EngineConfig, EngineError, Thought};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::SearchLimits;

use super::exclusions::Exclusions;
use super::host::{Fate, Host, Scope};
use super::reporter::{Reporter, Wording};

/// A search that is limited by depth alone counts as bounded up to this depth. Managers send larger depths for no
/// limit.
const MODEST_DEPTH: u32 = 30;

/// One conversation: the engine, the position, and the settings of the manager.
///
/// There is no position before the first `START`. A refused command leaves everything as it was, with two
/// exceptions: a refused `START` leaves no position, and a `TURN` after which there is no legal move is kept.
#[derive(Debug)]
pub struct Session {
    pub(super) engine: Engine,
    pub(super) settings: ManagerSettings,
    pub(super) position: Option<Position>,
    pub(super) exclusions: Exclusions,
    /// Number of openings that have been offered.
    pub(super) offers: usize,
    dialect: Dialect,
    labels: LabelOrder,
    /// The settings that the engine has.
    configured: EngineConfig,
}

/// The goal of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Search {
    /// This number of best moves.
    Best(usize),
    /// The moves that defend against the opponent's threat, and the best of them.
    Defence,
}

impl Search {
    /// The move to play.
    pub(super) const MOVE: Self = Self::Best(1);
}

/// Which of the two numbers of a point a manager means as the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LabelOrder {
    ColumnFirst,
    RowFirst,
}

impl Session {
    /// A conversation that has not begun.
    pub fn new(engine: Engine) -> Self {
        let configured = engine.config().clone();
        Self {
            engine,
            settings: ManagerSettings::new(configured.clone()),
            configured,
            position: None,
            exclusions: Exclusions::default(),
            offers: 0,
            dialect: Dialect::Gomocup,
            labels: LabelOrder::ColumnFirst,
        }
    }

    /// The current position, if there is one.
    pub const fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// Handles a command that was read when the clock showed `read_at`. `END` has no effect here: the caller ends the
    /// session.
    pub fn handle(&mut self, command: Command, read_at: Duration, host: &mut dyn Host) {
        if command.is_yixin() {
            self.dialect = Dialect::Yixin;
        }
        if let Err(error) = self.obey(command, read_at, host) {
            host.reply(Reply::Error(error.to_string()));
        }
    }

    fn obey(
        &mut self,
        command: Command,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        match command {
            Command::Start(size) => self.start(size, host),
            Command::Restart => self.restart(host),
            Command::Begin => self.begin(read_at, host),
            Command::Turn(pair) => self.turn(pair, read_at, host),
            Command::Block(BlockKind::Board, block) => self.board(&block, read_at, host),
            Command::Block(BlockKind::YxBoard, block) => self.set_board(&block).map(drop),
            Command::Block(BlockKind::Swap2Board, block) => self.swap2_board(&block, read_at, host),
            Command::Block(BlockKind::Exclude(what), block) => self.exclude(what, &block, host),
            Command::Block(BlockKind::Readmit(what), block) => self.readmit(what, &block, host),
            Command::ReadmitAll(what) => {
                self.readmit_all(what);
                Ok(())
            }
            Command::BrokenBlock(kind) => Err(ProtocolError::BrokenBlock(kind.word())),
            Command::TakeBack(pair) => self.take_back(pair, host),
            Command::Play(pair) => self.play(pair, host),
            Command::Info(line) => {
                self.settings.set(line);
                Ok(())
            }
            Command::Evaluation(path) => Ok(self.set_evaluation(&path)?),
            Command::About => {
                host.reply(Reply::About);
                Ok(())
            }
            Command::ShowInfo => {
                self.labels = LabelOrder::RowFirst;
                self.show_info(host);
                Ok(())
            }
            Command::ShowForbid => {
                self.show_forbidden(host);
                Ok(())
            }
            Command::HashClear => {
                self.engine.clear_hash();
                Ok(())
            }
            Command::NBest(count) => self.answer(read_at, Search::Best(count), host),
            Command::SearchDefend => self.answer(read_at, Search::Defence, host),
            Command::Balance(count, bias) => self.balance(count, bias, read_at, host),
            Command::Swap2Step(step) => self.swap2_step(step, read_at, host),
            Command::Declined(word) => {
                host.reply(Reply::Message(format!("{word} is not supported")));
                Ok(())
            }
            Command::Malformed(usage) => Err(ProtocolError::Malformed(usage)),
            Command::Unknown(word) => {
                self.unknown(&word, host);
                Ok(())
            }
            Command::End | Command::Stop(_) | Command::Ignored(_) => Ok(()),
        }
    }

    fn set_evaluation(&mut self, path: &str) -> Result<(), EngineError> {
        if path.is_empty() {
            self.engine.restore_evaluation();
            Ok(())
        } else {
            self.engine.load_evaluation(Path::new(path))
        }
    }

    fn start(
        &mut self,
        sides: Result<Pair, &'static str>,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        self.position = None;
        let Pair { first, second } = sides.map_err(ProtocolError::Malformed)?;
        let quotable = 0..=i64::from(u16::MAX);
        if !(quotable.contains(&first) && quotable.contains(&second)) {
            // Huge numbers were cut when they were read, and a length is never negative.
            return Err(ProtocolError::SizeOutOfRange);
        }
        let length = |number: i64| usize::try_from(number).unwrap_or(0);
        let (width, height) = match self.labels {
            LabelOrder::ColumnFirst => (length(first), length(second)),
            // The manager uses the first number of a point as its row.
            LabelOrder::RowFirst => (length(second), length(first)),
        };
        let size = BoardSize::new(width, height)?;
        self.position = Some(Position::new(size, self.rule()));
        host.reply(Reply::Ok);
        Ok(())
    }

    fn restart(&mut self, host: &mut dyn Host) -> Result<(), ProtocolError> {
        let size = self.board_in_use()?.size();
        self.position = Some(Position::new(size, self.rule()));
        host.reply(Reply::Ok);
        Ok(())
    }

    fn begin(&mut self, read_at: Duration, host: &mut dyn Host) -> Result<(), ProtocolError> {
        if !self.board_in_use()?.stones().is_empty() {
            return Err(ProtocolError::NotEmpty);
        }
        self.answer(read_at, Search::MOVE, host)
    }

    fn turn(
        &mut self,
        pair: Pair,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        self.put_stone(pair)?;
        self.answer(read_at, Search::MOVE, host)
    }

    fn play(&mut self, pair: Pair, host: &mut dyn Host) -> Result<(), ProtocolError> {
        let point = self.put_stone(pair)?;
        host.reply(Reply::Move(point));
        Ok(())
    }

    fn take_back(&mut self, pair: Pair, host: &mut dyn Host) -> Result<(), ProtocolError> {
        let position = self.board_in_use()?;
        let point = to_point(pair, position.size())?;
        position
            .take_back(point)
            .map_err(|error| in_numbers(error, pair))?;
        host.reply(Reply::Ok);
        Ok(())
    }

    /// Places a stone of the side to move.
    fn put_stone(&mut self, pair: Pair) -> Result<Point, ProtocolError> {
        let position = self.board_in_use()?;
        let point = to_point(pair, position.size())?;
        position
            .play(point)
            .map_err(|error| in_numbers(error, pair))?;
        Ok(point)
    }

    /// Searches the position, plays the best move and sends it.
    pub(super) fn answer(
        &mut self,
        read_at: Duration,
        search: Search,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        let position = self.board_in_use()?.clone();
        if let Some(thought) = self.think(&position, read_at, search, host)? {
            self.board_in_use()?.play(thought.best)?;
            host.reply(Reply::Move(thought.best));
        }
        Ok(())
    }

    /// Searches a position under the current limits. `None` if the answer is no longer wanted.
    pub(super) fn think(
        &mut self,
        position: &Position,
        read_at: Duration,
        search: Search,
        host: &mut dyn Host,
    ) -> Result<Option<Thought>, ProtocolError> {
        let filter = self.exclusions.filter(position);
        let free = position.empty_points();
        let multi_pv = match search {
            Search::Best(count) => count,
            Search::Defence => 1,
        };
        let multi_pv = multi_pv.clamp(1, free.len().max(1));
        let limits = self.settings.limits(position.size(), read_at, multi_pv);
        self.apply_settings();
        let stop = host.begin_search(scope(&limits));
        let wording = Wording {
            detail: self.settings.detail(),
            labels: self.labels(position.size()),
            multi_pv,
        };
        let clock = self.engine.clock().clone();
        let mut reporter = Reporter::new(host, wording, stop.clone(), clock);
        let result = match search {
            Search::Best(_) => {
                self.engine
                    .think_among(&filter, position, &limits, &stop, &mut reporter)
            }
            Search::Defence => self
                .engine
                .defend(&filter, position, &limits, &stop, &mut reporter),
        };
        if reporter.host.end_search() == Fate::Drop {
            return Ok(None);
        }
        reporter.finish(result.as_ref().ok().map(|thought| &thought.report));
        let mut thought = result?;
        if !free.contains(thought.best) {
            log::error!("the search chose {:?}, which is not empty", thought.best);
            thought.best = free.first().ok_or(EngineError::NoLegalMove)?;
        }
        Ok(Some(thought))
    }

    /// Gives the engine the present settings.
    pub(super) fn apply_settings(&mut self) {
        if self.configured != *self.settings.engine() {
            self.configured = self.settings.engine().clone();
            self.engine.configure(self.configured.clone());
        }
    }

    /// The position, with its rule set to the present one.
    pub(super) fn board_in_use(&mut self) -> Result<&mut Position, ProtocolError> {
        let rule = self.rule();
        let position = self.position.as_mut().ok_or(ProtocolError::NoBoard)?;
        position.set_rule(rule);
        Ok(position)
    }

    pub(super) const fn rule(&self) -> Rule {
        self.settings.rule(self.dialect)
    }

    /// Answers an unknown word with `UNKNOWN`. Unknown words of Yixin-Board are ignored for a manager of that dialect:
    /// it sends undocumented words with lists after them.
    fn unknown(&self, word: &str, host: &mut dyn Host) {
        let is_yixin = word.starts_with("YX");
        if !(is_yixin && self.labels == LabelOrder::RowFirst) {
            host.reply(Reply::Unknown(format!("command {word}")));
        }
    }

    const fn labels(&self, size: BoardSize) -> Labels {
        match self.labels {
            LabelOrder::ColumnFirst => Labels::FromTop,
            LabelOrder::RowFirst => Labels::from_bottom(size),
        }
    }
}

fn scope(limits: &SearchLimits) -> Scope {
    let is_bounded = limits.nodes.is_some()
        || limits.time.turn.is_some()
        || limits.time.match_left.is_some()
        || limits.depth.is_some_and(|depth| depth <= MODEST_DEPTH);
    if is_bounded {
        Scope::Bounded
    } else {
        Scope::Unbounded
    }
}

/// The point that a pair names on a board.
pub(super) fn to_point(pair: Pair, size: BoardSize) -> Result<Point, ProtocolError> {
    let Pair { first, second } = pair;
    let point = usize::try_from(first)
        .ok()
        .zip(usize::try_from(second).ok())
        .and_then(|(x, y)| size.point(x, y));
    point.ok_or(ProtocolError::OffBoard(first, second))
}

/// Converts an error of the position, with the numbers that the manager sent.
pub(super) fn in_numbers(error: PositionError, pair: Pair) -> ProtocolError {
    let Pair { first, second } = pair;
    match error {
        PositionError::OffBoard(..) => ProtocolError::OffBoard(first, second),
        PositionError::Occupied(_) => ProtocolError::Occupied(first, second),
        PositionError::NoStone(_) => ProtocolError::NoStone(first, second),
    }
}
