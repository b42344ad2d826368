//! The conversation with one running engine by the Gomocup protocol. It knows which stones the engine has been told, so that a
//! move of the opponent is one line, and any other change the whole position.

use std::time::Duration;

use kagetsu_arena::brain::{Brain, Trouble, Wait};
use kagetsu_arena::dialogue::{
    info_lines, parse_move, parse_start, position_request, start_request,
};
use kagetsu_arena::game_clock::GameClock;
use kagetsu_arena::referee::AnsweredPoint;
use kagetsu_arena::settings::{EngineSpec, GameSettings, Idle};
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::engine::config::DEFAULT_MEMORY;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::StopSignal;
use kagetsu_notation::record::FaultKind;
use kagetsu_play::game::{Colour, Spot};
use kagetsu_play::gomoku::Gomoku;
use kagetsu_play::player::{Allowance, OutsideFault};

use crate::tournament::{DEFAULT_MEMORY_TOLERANCE_PERCENT, DEFAULT_PATIENCE, DEFAULT_TOLERANCE};

/// The conversation with a running engine.
#[derive(Debug)]
pub(super) struct Conversation {
    pub(super) brain: Brain,
    /// The stones that the engine has on its board, oldest first; `None` before it was told or has made a move of this game.
    stones: Option<Vec<(Spot, Colour)>>,
    /// The time of the game that the engine has left.
    clock: GameClock,
}

/// The trouble of the arena as the fault that the board tells.
pub(super) fn fault(trouble: Trouble) -> OutsideFault {
    match trouble {
        Trouble::Interrupted => OutsideFault::Stopped,
        Trouble::Fault(FaultKind::Time | FaultKind::Stall, why) => OutsideFault::Late(why),
        Trouble::Fault(FaultKind::Protocol, why) => OutsideFault::Nonsense(why),
        Trouble::Fault(FaultKind::Memory, why) => OutsideFault::Greedy(why),
        Trouble::Fault(_, why) => OutsideFault::Ended(why),
        Trouble::Ended(end) => OutsideFault::Ended(end.to_string()),
    }
}

/// The settings of a game for the arena. The engine is suspended while it is not asked.
pub(super) fn settings(game: &Gomoku) -> Result<GameSettings, OutsideFault> {
    let (width, height) = game.stones().size();
    let size = BoardSize::new(width.into(), height.into());
    let size = size.map_err(|error| OutsideFault::Refused(error.to_string()))?;
    let mut settings = GameSettings::new(game.stones().rule(), size);
    settings.idle = Idle::Suspended;
    settings.patience = DEFAULT_PATIENCE;
    settings.memory = Some(DEFAULT_MEMORY);
    settings.memory_tolerance = DEFAULT_MEMORY_TOLERANCE_PERCENT;
    Ok(settings)
}

/// How an engine is waited for that has to answer within a limit, if there is one.
pub(super) const fn wait(limit: Option<Duration>) -> Wait {
    Wait {
        limit,
        tolerance: DEFAULT_TOLERANCE,
        patience: DEFAULT_PATIENCE,
    }
}

/// The whole position as a request for a move.
pub(super) fn board_request(stones: &[(Spot, Colour)], own: Colour) -> Vec<String> {
    let stone = |&(at, colour): &(Spot, Colour)| (format!("{},{}", at.x, at.y), colour == own);
    position_request(stones.iter().map(stone))
}

/// The spot of an answer, on whatever board.
pub(super) fn spot(point: AnsweredPoint) -> Result<Spot, OutsideFault> {
    let outside = |_| OutsideFault::Illegal(format!("{},{}", point.x, point.y));
    let x = u8::try_from(point.x).map_err(outside)?;
    let y = u8::try_from(point.y).map_err(outside)?;
    Ok(Spot::new(x, y))
}

impl Conversation {
    /// Starts the process of the engine, and a game without stones.
    pub(super) fn begin(seat: &Seat<'_>, stop: &StopSignal) -> Result<Self, OutsideFault> {
        let no_start = |trouble: Trouble| match trouble.fault() {
            Some((_, why)) => OutsideFault::Start(why),
            None => OutsideFault::Stopped,
        };
        let mut conversation = Self {
            brain: Brain::start(seat.spec, seat.settings).map_err(no_start)?,
            stones: None,
            clock: *seat.clock,
        };
        conversation.start(seat, stop)?;
        Ok(conversation)
    }

    /// Tells the running engine that a game without stones begins, with its board, rule and limits.
    fn start(&mut self, seat: &Seat<'_>, stop: &StopSignal) -> Result<(), OutsideFault> {
        let Seat {
            spec,
            settings,
            rule,
            clock,
        } = *seat;
        let request = [start_request(settings)];
        let reply = self.brain.ask(&request, wait(None), stop, parse_start);
        reply
            .map_err(fault)?
            .answer
            .map_err(OutsideFault::Refused)?;
        self.brain
            .tell_info(&info_lines(spec, settings, rule, clock), stop);
        self.stones = None;
        self.clock = *clock;
        Ok(())
    }

    /// Sends what time is left and a request, and waits for the answer. Where the board has no clock, that of the engine's own
    /// description runs.
    pub(super) fn ask<T>(
        &mut self,
        request: Vec<String>,
        allowance: &Allowance,
        stop: &StopSignal,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, OutsideFault> {
        if let Some(left) = allowance.left {
            self.clock.set_left(left);
        }
        let limit = allowance.step_left.or_else(|| self.clock.limit());
        let request = [vec![self.clock.left_line()], request].concat();
        let reply = self.brain.ask(&request, wait(limit), stop, parse);
        let reply = reply.map_err(fault)?;
        self.clock.spend(reply.took);
        Ok(reply.answer)
    }

    /// Asks for a move of the colour after these stones, oldest first. The game begins anew for the engine where it has seen
    /// another course of it.
    pub(super) fn ask_move(
        &mut self,
        seat: &Seat<'_>,
        stones: &[(Spot, Colour)],
        own: Colour,
        allowance: &Allowance,
        stop: &StopSignal,
    ) -> Result<Spot, OutsideFault> {
        let request = match stones.split_last() {
            Some(((last, _), before)) if self.stones.as_deref() == Some(before) => {
                vec![format!("TURN {},{}", last.x, last.y)]
            }
            _ => {
                if self.stones.is_some() {
                    self.start(seat, stop)?;
                }
                board_request(stones, own)
            }
        };
        let at = spot(self.ask(request, allowance, stop, parse_move)?)?;
        self.stones = Some([stones, &[(at, own)][..]].concat());
        Ok(at)
    }
}

/// An engine and the game that it plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat<'a> {
    pub(super) spec: &'a EngineSpec,
    pub(super) settings: &'a GameSettings,
    pub(super) rule: Rule,
    /// The clock of the whole game, which the engine is told when the game begins.
    pub(super) clock: &'a GameClock,
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    use kagetsu_arena::brain::ProcessEnd;
    use kagetsu_arena::settings::ClockRules;

    use super::*;

    #[test]
    fn a_program_that_ends_by_itself_is_told_with_its_exit_status_alone() {
        // The system keeps the exit code in the second byte.
        let status = ExitStatus::from_raw(3 << 8);
        let end = ProcessEnd {
            status: Some(status),
            last_words: None,
        };
        let ended = fault(Trouble::Ended(end.clone()));
        assert_eq!(ended, OutsideFault::Ended("exit status: 3".to_string()));
        // A tournament says the whole sentence.
        let (kind, why) = Trouble::Ended(end).fault().expect("a fault");
        assert_eq!(kind, FaultKind::Crash);
        assert_eq!(why, "the process has ended: exit status: 3");
        assert_eq!(Trouble::Interrupted.fault(), None);
    }

    #[test]
    fn the_time_of_an_engines_own_game_runs_where_the_board_has_no_clock() {
        let script = "while read -r word rest; do case $word in START) echo OK;; \
                      BEGIN|TURN) sleep 0.01; echo 7,7;; esac; done";
        let spec = EngineSpec::new("own", ["sh", "-c", script].map(str::to_string).to_vec());
        let settings = GameSettings::new(Rule::Freestyle, BoardSize::LARGEST);
        let clock = GameClock::new(ClockRules {
            game: Some(Duration::from_secs(60)),
            ..ClockRules::default()
        });
        let seat = Seat {
            spec: &spec,
            settings: &settings,
            rule: Rule::Freestyle,
            clock: &clock,
        };
        let stop = StopSignal::new();
        let mut conversation = Conversation::begin(&seat, &stop).expect("a shell");
        let stones = [
            (Spot::new(7, 7), Colour::Black),
            (Spot::new(8, 8), Colour::White),
        ];
        for count in [0, 2] {
            let (stones, allowance) = (&stones[..count], Allowance::default());
            let answer = conversation.ask_move(&seat, stones, Colour::Black, &allowance, &stop);
            assert_eq!(answer, Ok(Spot::new(7, 7)));
        }
        let lines = conversation.brain.lines();
        let told = lines
            .iter()
            .filter_map(|line| line.strip_prefix("> INFO time_left "));
        let told: Vec<u64> = told.map(|left| left.parse().expect("a number")).collect();
        assert_eq!((told.len(), told[0]), (2, 60_000));
        assert!(told[1] < told[0], "{told:?}");
    }
}
