//! The two engines at the board, as a game talks with them: requests with and without a clock, and the times of the
//! moves.

use std::time::Duration;

use kagetsu_kernel::{Side, StopSignal, quote};
use kagetsu_notation::record::{FaultKind, GameResult, Reason, Remark};

use super::brain::{Brain, Trouble, Wait};
use super::first_request::{first_request, parse_first_answer};
use super::game_clock::GameClock;
use super::game_log::GameLog;
use super::referee::{GameStatus, Refusal};
use super::settings::{EngineSpec, GameSettings};

/// One engine at the board.
#[derive(Debug)]
pub(crate) struct Contestant {
    /// Its index among the engines.
    pub(crate) engine: usize,
    /// Its process. `None` before it is started.
    pub(crate) brain: Option<Brain>,
    clock: GameClock,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By the rules.
    Regular(GameResult, Reason),
    /// By a fault of the engine of a seat.
    Fault {
        /// The seat.
        seat: usize,
        /// The kind of fault.
        kind: FaultKind,
        /// The explanation, in one sentence.
        detail: String,
    },
    /// By the stop signal.
    Interrupted,
}

impl End {
    /// The end by the trouble of a seat.
    pub(crate) fn by(seat: usize, trouble: Trouble) -> Self {
        match trouble.fault() {
            Some((kind, detail)) => Self::Fault { seat, kind, detail },
            None => Self::Interrupted,
        }
    }

    /// The end of a game in this state, as an error, if it is over.
    pub(crate) const fn if_over(status: GameStatus) -> Result<(), Self> {
        match status {
            GameStatus::Running => Ok(()),
            GameStatus::Over(result, reason) => Err(Self::Regular(result, reason)),
        }
    }

    /// The end by a move that is refused.
    pub(crate) fn by_refusal(seat: usize, refusal: Refusal) -> Self {
        Self::Fault {
            seat,
            kind: refusal.kind,
            detail: refusal.detail,
        }
    }

    /// The end by a move against the rules.
    pub(crate) fn by_illegal(seat: usize, detail: &impl ToString) -> Self {
        Self::Fault {
            seat,
            kind: FaultKind::Illegal,
            detail: detail.to_string(),
        }
    }

    /// The end by the engine's refusal of a request.
    pub(crate) fn by_refused(seat: usize, request: &str, error: &str) -> Self {
        Self::by_protocol(seat, format!("refused {request}: {}", quote(error)))
    }

    /// The end by an answer that is no move.
    pub(crate) fn by_no_move(seat: usize, answer: &str) -> Self {
        let detail = format!("answered with '{}' instead of a move", quote(answer));
        Self::by_protocol(seat, detail)
    }

    /// The end by an answer that cannot be understood.
    pub(crate) const fn by_protocol(seat: usize, detail: String) -> Self {
        Self::Fault {
            seat,
            kind: FaultKind::Protocol,
            detail,
        }
    }
}

/// Both engines and what is recorded of their moves.
#[derive(Debug)]
pub(crate) struct Seats<'a> {
    engines: &'a [EngineSpec],
    settings: &'a GameSettings,
    stop: &'a StopSignal,
    /// The engines by seat.
    pub(crate) contestants: [Contestant; 2],
    /// The seat that has Black; swap2 may change it.
    pub(crate) black: usize,
    /// Number of moves of the opening.
    pub(crate) opening: usize,
    /// Time of each move in milliseconds.
    pub(crate) ms: Vec<u64>,
    /// What was said of each move.
    pub(crate) remarks: Vec<Remark>,
    /// Where the conversations of the game go.
    pub(crate) log: Option<GameLog>,
}

impl<'a> Seats<'a> {
    /// Seats for two engines, given by index and with their processes as far as they run.
    pub(crate) fn new(
        engines: &'a [EngineSpec],
        settings: &'a GameSettings,
        stop: &'a StopSignal,
        players: [(usize, Option<Brain>); 2],
    ) -> Self {
        Self {
            engines,
            settings,
            stop,
            contestants: players.map(|(engine, brain)| Contestant {
                engine,
                brain,
                clock: GameClock::new(engines[engine].clock_in(settings)),
            }),
            black: 0,
            opening: 0,
            ms: Vec::new(),
            remarks: Vec::new(),
            log: None,
        }
    }

    /// The settings of the game.
    pub(crate) const fn settings(&self) -> &'a GameSettings {
        self.settings
    }

    /// The engine of a seat.
    pub(crate) fn spec(&self, seat: usize) -> &'a EngineSpec {
        &self.engines[self.contestants[seat].engine]
    }

    /// The seat that has this side.
    pub(crate) const fn of_side(&self, side: Side) -> usize {
        match side {
            Side::Black => self.black,
            Side::White => 1 - self.black,
        }
    }

    /// The clock of a seat.
    pub(crate) const fn clock(&self, seat: usize) -> &GameClock {
        &self.contestants[seat].clock
    }

    /// Starts the process of a seat if it does not run.
    pub(crate) fn start(&mut self, seat: usize) -> Result<(), End> {
        let (spec, settings) = (self.spec(seat), self.settings);
        let log = self.log.as_ref().map(|log| log.of_engine(&spec.name));
        let contestant = &mut self.contestants[seat];
        let mut brain = match contestant.brain.take() {
            Some(kept) => kept,
            None => Brain::start(spec, settings).map_err(|trouble| End::by(seat, trouble))?,
        };
        brain.forget_peak();
        brain.log_to(log);
        contestant.brain = Some(brain);
        Ok(())
    }

    /// Sends lines that need no answer.
    pub(crate) fn tell(&mut self, seat: usize, lines: &[String]) {
        if let Some(brain) = &mut self.contestants[seat].brain {
            brain.tell(lines, self.stop);
        }
    }

    /// Sends the `INFO` lines of the start of a game. Where they hold options of the user, an `ERROR` refuses one of them.
    pub(crate) fn tell_info(&mut self, seat: usize, lines: &[String]) {
        if let Some(brain) = &mut self.contestants[seat].brain {
            brain.tell_info(lines, self.stop);
        }
    }

    /// Sends a request whose answer does not count on the clock.
    pub(crate) fn confirm<T>(
        &mut self,
        seat: usize,
        lines: &[String],
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, End> {
        let wait = Wait {
            limit: None,
            tolerance: Duration::ZERO,
            patience: self.settings.patience,
        };
        self.request(seat, lines, wait, parse)
            .map(|(answer, ..)| answer)
    }

    /// Sends the first request of the engine's protocol, which it must accept.
    pub(crate) fn greet(&mut self, seat: usize) -> Result<(), End> {
        let protocol = self.spec(seat).protocol;
        let parse = |line: &str| parse_first_answer(protocol, line);
        self.confirm(seat, &first_request(protocol, self.settings), parse)?
            .map_err(|error| End::by_refused(seat, "the first request", &error))
    }

    /// Sends a request for a move. The time of the answer counts on the clock of the seat.
    pub(crate) fn ask<T>(
        &mut self,
        seat: usize,
        lines: &[String],
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<(T, Duration, Remark), End> {
        let clock = self.clock(seat);
        let wait = Wait {
            limit: clock.limit(),
            tolerance: self.settings.tolerance.saturating_sub(clock.overdrawn()),
            patience: self.settings.patience,
        };
        let reply = self.request(seat, lines, wait, parse)?;
        self.contestants[seat].clock.spend(reply.1);
        Ok(reply)
    }

    fn request<T>(
        &mut self,
        seat: usize,
        lines: &[String],
        wait: Wait,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<(T, Duration, Remark), End> {
        let Some(brain) = &mut self.contestants[seat].brain else {
            return Err(End::Interrupted);
        };
        brain
            .ask(lines, wait, self.stop, parse)
            .map(|reply| (reply.answer, reply.took, reply.remark))
            .map_err(|trouble| End::by(seat, trouble))
    }

    /// Records this many moves of the given opening.
    pub(crate) fn opened(&mut self, moves: usize) {
        self.opening += moves;
        for _ in 0..moves {
            self.made(Duration::ZERO, Remark::default());
        }
    }

    /// Records the time of a move and what was said of it.
    pub(crate) fn made(&mut self, took: Duration, remark: Remark) {
        self.ms.push(took.as_millis() as u64);
        self.remarks.push(remark);
    }
}
