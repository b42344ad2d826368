//! The state of a conversation.

use std::time::Duration;

use kagetsu_gomoku::board::{Game, Rule};
use kagetsu_gomoku::engine::Engine;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::gtp::Clocks;

use super::analysis::Request;

/// What bounds a move beside the clock, or without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GtpLimits {
    /// Time for a move until the other side sets a clock. Without any limit it is five seconds.
    pub turn: Option<Duration>,
    /// Deepest iteration in plies.
    pub depth: Option<u32>,
    /// Most nodes.
    pub nodes: Option<u64>,
}

/// An analysis that goes on until the next line.
#[derive(Debug)]
pub(super) struct Analysing {
    pub(super) request: Request,
    /// There is nothing more to find.
    pub(super) is_done: bool,
}

/// The engine's side of a conversation by GTP.
///
/// ```
/// use std::sync::Arc;
/// use kagetsu_gomoku::board::Rule;
/// use kagetsu_gomoku::engine::{Engine, EngineConfig};
/// use kagetsu_gomoku::geometry::BoardSize;
/// use kagetsu_kernel::line_host::converse;
/// use kagetsu_kernel::WallClock;
/// use kagetsu_protocol::gtp::{Gtp, GtpLimits};
/// let engine = Engine::new(EngineConfig::default(), Arc::new(WallClock::start()));
/// let gtp = Gtp::new(engine, BoardSize::square(15)?, Rule::Freestyle, GtpLimits::default());
/// converse(&b"play b H8\nquit\n"[..], std::io::sink(), gtp)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Gtp {
    pub(super) engine: Engine,
    pub(super) game: Game,
    pub(super) limits: GtpLimits,
    pub(super) clocks: Clocks,
    /// Time that the last search took.
    pub(super) spent: Duration,
    pub(super) analysing: Option<Analysing>,
}

impl Gtp {
    /// A conversation that has not begun, on the empty board.
    pub fn new(engine: Engine, size: BoardSize, rule: Rule, limits: GtpLimits) -> Self {
        Self {
            engine,
            game: Game::new(size, rule),
            limits,
            clocks: Clocks::default(),
            spent: Duration::ZERO,
            analysing: None,
        }
    }
}
