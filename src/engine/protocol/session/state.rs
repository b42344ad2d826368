//! The state of a conversation and the commands of the base protocol that set the board.

use std::path::Path;
use std::time::Duration;

use crate::command::{Dialect, Pair};
use crate::database_service::DatabaseService;
use crate::detail::Labels;
use crate::error::ProtocolError;
use crate::placing::{play, take_back, to_size};
use crate::reply::Reply;
use crate::settings::ManagerSettings;
use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::engine::{Engine, EngineError};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::Score;
use kagetsu_kernel::rng::Rng;

use super::Host;
use super::exclusions::Exclusions;
use super::openings::Openings;

/// One conversation: the engine, the position, and the settings of the manager.
///
/// There is no position before the first `START`. A refused command leaves everything as it was, with two
/// exceptions: a refused `START` leaves no position, and a `TURN` or `BOARD` after which no move can be played is kept.
#[derive(Debug)]
pub struct Session {
    pub(super) engine: Engine,
    pub(super) settings: ManagerSettings,
    pub(super) position: Option<Position>,
    pub(super) exclusions: Exclusions,
    pub(super) openings: Openings,
    pub(super) dialect: Dialect,
    pub(super) labels: LabelOrder,
    /// The score of the engine's last move, for the engine.
    pub(super) last_score: Option<Score>,
    /// Time that is left to think while the opponent is to move.
    pub(super) pondering_left: Option<Duration>,
    /// Database and opening book, if the program has them.
    pub(super) database: Option<Box<dyn DatabaseService>>,
    pub(super) told_faults: ToldFaults,
    /// Decides among moves of the book that are about equal.
    pub(super) book_rng: Rng,
}

/// Which of the two numbers of a point a manager means as the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LabelOrder {
    ColumnFirst,
    RowFirst,
}

/// The last faults of the database and the book that were told. Each search may meet them again.
#[derive(Debug, Default)]
pub(super) struct ToldFaults {
    pub(super) reading: Option<String>,
    pub(super) writing: Option<String>,
    pub(super) book: Option<String>,
}

impl Session {
    /// A conversation that has not begun. The seed decides which openings are offered.
    pub fn new(engine: Engine, seed: u64) -> Self {
        Self {
            settings: ManagerSettings::new(engine.config().clone()),
            engine,
            position: None,
            exclusions: Exclusions::default(),
            openings: Openings::new(seed),
            database: None,
            told_faults: ToldFaults::default(),
            book_rng: Rng::new(seed),
            dialect: Dialect::Gomocup,
            labels: LabelOrder::ColumnFirst,
            last_score: None,
            pondering_left: None,
        }
    }

    /// The current position, if there is one.
    pub const fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    pub(super) fn set_evaluation(&mut self, path: &str) -> Result<(), EngineError> {
        if path.is_empty() {
            self.engine.restore_evaluation();
            Ok(())
        } else {
            self.engine.load_evaluation(Path::new(path))
        }
    }

    pub(super) fn start(
        &mut self,
        sides: Result<Pair, &'static str>,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        self.position = None;
        self.last_score = None;
        let mut sides = sides.map_err(ProtocolError::Malformed)?;
        if self.labels == LabelOrder::RowFirst {
            // The manager uses the first number of a point as its row.
            std::mem::swap(&mut sides.first, &mut sides.second);
        }
        let size = to_size(sides)?;
        self.position = Some(Position::new(size, self.rule()));
        host.reply(Reply::Ok);
        Ok(())
    }

    pub(super) fn restart(&mut self, host: &mut dyn Host) -> Result<(), ProtocolError> {
        let size = self.board_in_use()?.size();
        self.position = Some(Position::new(size, self.rule()));
        self.last_score = None;
        host.reply(Reply::Ok);
        Ok(())
    }

    pub(super) fn play(&mut self, pair: Pair, host: &mut dyn Host) -> Result<(), ProtocolError> {
        let point = self.put_stone(pair)?;
        host.reply(Reply::Move(point));
        Ok(())
    }

    pub(super) fn take_back(
        &mut self,
        pair: Pair,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        take_back(self.board_in_use()?, pair)?;
        host.reply(Reply::Ok);
        Ok(())
    }

    /// Places a stone of the side to move.
    pub(super) fn put_stone(&mut self, pair: Pair) -> Result<Point, ProtocolError> {
        play(self.board_in_use()?, pair)
    }

    /// Gives the engine the present settings.
    pub(super) fn apply_settings(&mut self) {
        self.engine.configure(self.settings.engine().clone());
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

    pub(super) const fn labels(&self, size: BoardSize) -> Labels {
        match self.labels {
            LabelOrder::ColumnFirst => Labels::FromTop,
            LabelOrder::RowFirst => Labels::from_bottom(size),
        }
    }
}
